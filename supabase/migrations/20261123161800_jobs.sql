-- Jobs of the server: when each is due, who works on it, and what fails of it.

grant usage on schema private to supabase_auth_admin;

create table private.jobs (
  name text primary key,
  due_at timestamptz not null default now(),
  lease uuid,
  leased_until timestamptz,
  done_at timestamptz
);
alter table private.jobs owner to cairn_owner;

create table private.job_failures (
  job text not null references private.jobs (name) on delete cascade,
  account_id uuid references public.accounts (id) on delete cascade,
  state text not null default 'retrying',
  attempts integer not null default 1,
  retry_at timestamptz not null,
  failed_at timestamptz not null default now(),
  error text not null,
  constraint job_failures_key unique nulls not distinct (job, account_id),
  constraint job_failures_state_known check (private.holds(
    state in ('retrying', 'failed'),
    'State must be retrying or failed.'
  ))
);
create index job_failures_account_id_idx on private.job_failures (account_id);
alter table private.job_failures owner to cairn_owner;

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
revoke all on function private.count_marked(uuid,integer) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner;
grant execute on function private.count_marked(uuid, integer) to supabase_auth_admin;
create function private.accounts_to_count() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  with recursive waiting as (
    (select m.account_id from private.records_to_count m order by m.account_id limit 1)
    union all
    select (
      select m.account_id
      from private.records_to_count m
      where m.account_id > w.account_id
      order by m.account_id
      limit 1
    )
    from waiting w
    where w.account_id is not null
  )
  select w.account_id from waiting w where w.account_id is not null
$$;
comment on function private.accounts_to_count() is 'The accounts with changed records that the figures of gaps do not have yet.';
alter function private.accounts_to_count() owner to cairn_definer;
revoke all on function private.accounts_to_count() from public;
grant execute on function private.accounts_to_count() to supabase_auth_admin;
create or replace function public.count_changed_records(at_most integer default 2000) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  account uuid;
  counted integer := 0;
begin
  for account in select a from private.accounts_to_count() as a loop
    begin
      counted := counted + private.count_marked(account, at_most - counted);
    exception when others then
      raise warning 'The records of account % could not be counted: %', account, sqlerrm;
    end;
    exit when counted >= at_most;
  end loop;
  return counted;
end
$$;
comment on function public.count_changed_records(integer) is
  'For the server: brings changes of records into the figures of gaps, so that they need not be read one by one. Returns how many; as many as were asked for where there may be more.';
create function private.accounts_to_cover() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select a.id
  from public.accounts a
  left join private.coverage_accounts c on c.account_id = a.id
  where c.week is distinct from date_trunc('week', now() at time zone 'utc')::date
$$;
comment on function private.accounts_to_cover() is 'The accounts whose coverage at the beginning of this week is not written down yet.';
alter function private.accounts_to_cover() owner to cairn_definer;
revoke all on function private.accounts_to_cover() from public;
grant execute on function private.accounts_to_cover() to supabase_auth_admin;
create function private.keep_all_coverage(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.keep_coverage(account, null);
  insert into private.coverage_accounts as c (account_id, week)
  values (account, date_trunc('week', now() at time zone 'utc'))
  on conflict (account_id) do update set week = excluded.week;
end
$$;
comment on function private.keep_all_coverage(uuid) is
  'Writes down the coverage of an account at the beginning of each week that is not written down yet, however much has changed since.';
alter function private.keep_all_coverage(uuid) owner to cairn_definer;
revoke all on function private.keep_all_coverage(uuid) from public;
grant execute on function private.keep_all_coverage(uuid) to supabase_auth_admin;
create or replace function public.keep_coverage(at_most integer default 20) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  due constant uuid[] := array(select a from private.accounts_to_cover() as a order by random() limit at_most);
begin
  perform private.keep_all_coverage(d.account) from unnest(due) as d (account);
  return cardinality(due);
end
$$;
create function private.empty_bins(keep_days integer, at_most integer, account uuid default null) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  emptied jsonb;
begin
  delete from private.bulk_acts a where a.done_at < now() - interval '1 hour';
  insert into private.bin_time as t (days) values (keep_days)
  on conflict (only_row) do update set days = excluded.days where t.days <> excluded.days;
  with gone as (
    delete from public.binned_records b
    where (b.account_id, b.kind, b.record_id) in (
      select o.account_id, o.kind, o.record_id
      from public.binned_records o
      where o.deleted_at < now() - make_interval(days => keep_days)
        and (account is null or o.account_id = account)
      order by o.deleted_at
      limit at_most
      for update skip locked
    )
    returning b.account_id
  ),
  by_account as (
    select g.account_id, count(*) as records from gone g group by g.account_id
  )
  select coalesce(jsonb_object_agg(a.account_id, a.records), '{}') into emptied from by_account a;
  perform private.write_audit(
    e.key::uuid, null, 'bin_expired', 'bin', null,
    jsonb_build_object('records', e.value, 'days', keep_days)
  )
  from jsonb_each(emptied) as e;
  return (select coalesce(sum(e.value::integer), 0) from jsonb_each(emptied) as e);
end
$$;
comment on function private.empty_bins(integer, integer, uuid) is
  'Deletes the oldest records in bins that are older than so many days, of one account where it is given, and tells the audit log of each account. Forgets what was done in bulk and cannot be taken back any more.';
alter function private.empty_bins(integer, integer, uuid) owner to cairn_definer;
create function private.accounts_to_mail() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select distinct n.account_id
  from public.notifications n
  where n.mail_due and n.created_at <= now() - interval '1 minute'
$$;
comment on function private.accounts_to_mail() is 'The accounts with notifications that are due to be mailed.';
alter function private.accounts_to_mail() owner to cairn_definer;
revoke all on function private.accounts_to_mail() from public;
grant execute on function private.accounts_to_mail() to supabase_auth_admin;
create function public.take_notification_mails(
  people_limit integer default 20, wait_seconds integer default 60, account uuid default null
)
returns table (
  id uuid, recipient text, recipient_id uuid, recipient_name text, language text, amount integer, kind text,
  actor_name text, record_kind text, record_id uuid, record_name text, payload jsonb
)
language sql volatile security definer set search_path = ''
as $$
  with waiting as (
    select n.account_id, n.user_id
    from public.notifications n
    where n.mail_due and n.created_at <= now() - make_interval(secs => wait_seconds)
      and (account is null or n.account_id = account)
    group by n.account_id, n.user_id
    order by min(n.created_at)
    limit least(greatest(people_limit, 1), 100)
  ),
  -- Another sender that takes at this moment has them, and nobody waits for it.
  taken as (
    select n.*
    from public.notifications n
    join waiting w on w.account_id = n.account_id and w.user_id = n.user_id
    where n.mail_due
    for update of n skip locked
  ),
  kept as (
    update public.notifications n set mail_due = false
    from taken t
    where n.id = t.id and t.in_app
  ),
  dropped as (
    delete from public.notifications n
    using taken t
    where n.id = t.id and not t.in_app
  ),
  told as (
    select
      t.*,
      count(*) over (partition by t.user_id) as amount,
      row_number() over (partition by t.user_id order by t.number desc, t.id desc) as place
    from taken t
    left join public.notification_preferences w on w.user_id = t.user_id
    where t.read_at is null and t.created_at > now() - interval '1 day' and coalesce(w.email, true)
  )
  select
    t.id, p.email, p.id, p.name, w.language, t.amount::integer, t.kind, a.name, t.record_kind, t.record_id, t.record_name, t.payload
  from told t
  join public.profiles p on p.id = t.user_id
  left join public.notification_preferences w on w.user_id = t.user_id
  left join public.account_members m on m.account_id = t.account_id and m.user_id = t.actor_id
  left join public.profiles a on a.id = m.user_id
  where t.place = 1
$$;
comment on function public.take_notification_mails(integer, integer, uuid) is
  'Takes the notifications of some people, of one account where it is given, that are due to be mailed. A row for each person who is to get a mail: their newest notification, and how many it stands for. For the server alone.';
alter function public.take_notification_mails(integer, integer, uuid) owner to cairn_definer;
revoke all on function public.take_notification_mails(integer, integer, uuid) from public, anon, authenticated, service_role;
grant execute on function public.take_notification_mails(integer, integer, uuid) to service_role, supabase_auth_admin;
create function private.accounts_to_digest(moment timestamptz) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select distinct m.account_id
  from private.digest_times d
  join public.account_members m on m.user_id = d.user_id
  where d.due_at <= moment or d.due_at > moment + interval '8 days'
$$;
comment on function private.accounts_to_digest(timestamptz) is 'The accounts with members whose digest is due at a moment.';
alter function private.accounts_to_digest(timestamptz) owner to cairn_definer;
revoke all on function private.accounts_to_digest(timestamptz) from public;
grant execute on function private.accounts_to_digest(timestamptz) to supabase_auth_admin;
create function public.take_weekly_digests(
  people_limit integer default 100, moment timestamptz default now(), account uuid default null
)
returns table (
  recipient text, recipient_id uuid, recipient_name text, language text, concerned jsonb, changed jsonb
)
language sql volatile security definer set search_path = ''
as $$
  with waiting as (
    select
      d.user_id, w.language, w.weekly_digest,
      -- After this time the clock was set back: nobody waits for longer than a week and a changed hour.
      case when d.due_at <= moment + interval '8 days' then d.taken_for end as taken_for,
      private.digest_time(w.time_zone, null, moment) = d.due_at and d.due_at <= moment as is_morning,
      d.due_at, w.time_zone
    from private.digest_times d
    join public.notification_preferences w on w.user_id = d.user_id
    where (d.due_at <= moment or d.due_at > moment + interval '8 days')
      and (account is null or exists (
        select from public.account_members m where m.user_id = d.user_id and m.account_id = account
      ))
    order by d.due_at
    limit least(greatest(people_limit, 1), 1000)
    -- Another server that takes at this moment has them, and nobody waits for it.
    for update of d skip locked
  ),
  taken as (
    update private.digest_times d
    set taken_for = case when t.is_morning then t.due_at else t.taken_for end,
      due_at = private.digest_time(t.time_zone, case when t.is_morning then t.due_at else t.taken_for end, moment)
    from waiting t
    where d.user_id = t.user_id
    returning t.user_id, t.language, t.weekly_digest and t.is_morning as is_due
  ),
  told as (
    select
      p.email, p.id, p.name, t.language,
      private.digest_of_notifications(m.account_id, m.user_id, moment) as concerned,
      private.digest_of_changes(m.account_id, m.user_id, moment) as changed
    from taken t
    join public.profiles p on p.id = t.user_id
    -- A person who belongs to no account has nothing to read about.
    join public.account_members m on m.user_id = t.user_id
    where t.is_due
  )
  select t.email, t.id, t.name, t.language, t.concerned, t.changed
  from told t
  where (t.concerned ->> 'total')::integer + (t.changed ->> 'total')::integer > 0
$$;
comment on function public.take_weekly_digests(integer, timestamptz, uuid) is
  'Takes the digests of some people, of one account where it is given, that are due at a moment, now unless it is given. A row for each person who is to get a mail. For the server alone.';
alter function public.take_weekly_digests(integer, timestamptz, uuid) owner to cairn_definer;
revoke all on function public.take_weekly_digests(integer, timestamptz, uuid) from public, anon, authenticated, service_role;
grant execute on function public.take_weekly_digests(integer, timestamptz, uuid) to service_role, supabase_auth_admin;
create function public.delete_expired(
  what text, keep_days integer, at_most integer default 1000, account uuid default null
)
returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  shortest constant integer := case what when 'audit' then 90 else 1 end;
  oldest constant timestamptz := now() - make_interval(days => greatest(keep_days, shortest));
  deleted integer;
begin
  case what
    when 'sign-ins' then
      delete from public.login_attempts where id in (
        select a.id from public.login_attempts a where a.attempted_at < oldest
        order by a.attempted_at limit at_most
      );
    when 'audit' then
      delete from public.security_audit_log where id in (
        select l.id from public.security_audit_log l where l.created_at < oldest
          and (account is null or l.account_id = account)
        order by l.created_at limit at_most
      );
    when 'history' then
      delete from public.record_history where id in (
        select h.id from public.record_history h where h.changed_at < oldest
          and (account is null or h.account_id = account)
        order by h.changed_at limit at_most
      );
    when 'bin' then
      return private.empty_bins(greatest(keep_days, shortest), at_most, account);
    else
      raise exception 'There is nothing called % that expires.', what
        using errcode = '22023', hint = 'Name sign-ins, audit, history or bin.';
  end case;
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
comment on function public.delete_expired(text, integer, integer, uuid) is
  'For the server: deletes the oldest sign-ins, audit entries, changes of the history or records in bins that are older than so many days; of the audit log nothing of the last 90. Of one account where it is given; sign-ins are of none. Returns how many.';
alter function public.delete_expired(text, integer, integer, uuid) owner to cairn_definer;
revoke all on function public.delete_expired(text, integer, integer, uuid) from public, anon, authenticated, service_role;
grant execute on function public.delete_expired(text, integer, integer, uuid) to service_role, supabase_auth_admin;
create function private.accounts_with_expired(what text, keep_days integer) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select a.id
  from public.accounts a
  where case what
    when 'audit' then exists (
      select from public.security_audit_log l
      where l.account_id = a.id and l.created_at < now() - make_interval(days => greatest(keep_days, 90))
    )
    when 'history' then exists (
      select from public.record_history h
      where h.account_id = a.id and h.changed_at < now() - make_interval(days => keep_days)
    )
    when 'bin' then exists (
      select from public.binned_records b
      where b.account_id = a.id and b.deleted_at < now() - make_interval(days => keep_days)
    )
  end
$$;
comment on function private.accounts_with_expired(text, integer) is
  'The accounts with audit entries, changes of the history or records in bins that are older than so many days.';
alter function private.accounts_with_expired(text, integer) owner to cairn_definer;
revoke all on function private.accounts_with_expired(text, integer) from public;
grant execute on function private.accounts_with_expired(text, integer) to supabase_auth_admin;
create function private.is_due(moment timestamptz, longest_wait interval) returns boolean
language sql stable set search_path = ''
as $$
  select moment <= now() or moment > now() + longest_wait
$$;
comment on function private.is_due(timestamptz, interval) is
  'Whether a moment has come. A clock that is set back keeps nothing waiting for longer than the longest wait.';
alter function private.is_due(timestamptz, interval) owner to cairn_definer;
revoke all on function private.is_due(timestamptz, interval) from public;
create function private.lease_jobs(names text[], every_seconds integer[], process uuid, lease_seconds integer)
returns setof text
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into private.jobs (name)
  select n.name from unnest(names) as n (name)
  where not exists (select from private.jobs j where j.name = n.name)
  on conflict do nothing;
  return query
  with due as (
    select j.name
    from private.jobs j
    join unnest(names, every_seconds) as asked (name, seconds) on asked.name = j.name
    where private.is_due(j.due_at, make_interval(secs => greatest(asked.seconds, 1200)))
      and (j.leased_until is null or private.is_due(j.leased_until, make_interval(secs => lease_seconds)))
    for update of j skip locked
  )
  update private.jobs j
  set lease = process, leased_until = now() + make_interval(secs => lease_seconds)
  from due d
  where j.name = d.name
  returning j.name;
end
$$;
comment on function private.lease_jobs(text[], integer[], uuid, integer) is
  'Leases the jobs of these that are due and that no other process works on. Returns their names.';
alter function private.lease_jobs(text[], integer[], uuid, integer) owner to cairn_definer;
revoke all on function private.lease_jobs(text[], integer[], uuid, integer) from public;
grant execute on function private.lease_jobs(text[], integer[], uuid, integer) to supabase_auth_admin;
create function private.renew_job_leases(names text[], process uuid, lease_seconds integer) returns void
language sql volatile security definer set search_path = ''
as $$
  update private.jobs j
  set leased_until = now() + make_interval(secs => lease_seconds)
  where j.name = any (names) and j.lease = process
$$;
comment on function private.renew_job_leases(text[], uuid, integer) is 'Says of leased jobs that the process still works on them.';
alter function private.renew_job_leases(text[], uuid, integer) owner to cairn_definer;
revoke all on function private.renew_job_leases(text[], uuid, integer) from public;
grant execute on function private.renew_job_leases(text[], uuid, integer) to supabase_auth_admin;
create function private.end_job(job_name text, process uuid, next_seconds integer) returns void
language sql volatile security definer set search_path = ''
as $$
  update private.jobs j
  set leased_until = null, done_at = now(),
    due_at = greatest(
      least(
        now() + make_interval(secs => next_seconds),
        (
          select min(f.retry_at)
          from private.job_failures f
          where f.job = job_name and f.account_id is not null and f.state = 'retrying'
        )
      ),
      (select f.retry_at from private.job_failures f where f.job = job_name and f.account_id is null)
    )
  where j.name = job_name and j.lease = process
$$;
comment on function private.end_job(text, uuid, integer) is
  'Ends the lease of a job. It is due again after so many seconds, earlier where an account is to be tried again, and later where it failed as a whole.';
alter function private.end_job(text, uuid, integer) owner to cairn_definer;
revoke all on function private.end_job(text, uuid, integer) from public;
grant execute on function private.end_job(text, uuid, integer) to supabase_auth_admin;
create function private.note_job_failure(job_name text, account uuid, message text, most_attempts integer)
returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  used integer;
begin
  insert into private.job_failures as f (job, account_id, retry_at, error, state)
  values (
    job_name, account, now() + interval '5 seconds', left(message, 500),
    case when most_attempts > 1 then 'retrying' else 'failed' end
  )
  on conflict on constraint job_failures_key do update
  set attempts = f.attempts + 1, failed_at = now(), error = excluded.error,
    retry_at = now() + make_interval(secs => least(5 * 2 ^ least(f.attempts, 20), 900)),
    state = case when f.attempts + 1 < most_attempts then 'retrying' else 'failed' end
  returning f.attempts
  into used;
  return used;
exception
  -- The account was deleted while the job worked on it: nothing is left to try.
  when foreign_key_violation then
    return 0;
end
$$;
comment on function private.note_job_failure(text, uuid, text, integer) is
  'Notes that a try failed, of an account or (null) of the job as a whole: when the next is due, or that the tries are used up. The wait doubles, from five seconds to a quarter of an hour. Returns how many tries have failed, 0 of an account that is deleted meanwhile.';
alter function private.note_job_failure(text, uuid, text, integer) owner to cairn_definer;
revoke all on function private.note_job_failure(text, uuid, text, integer) from public;
grant execute on function private.note_job_failure(text, uuid, text, integer) to supabase_auth_admin;
create function private.forget_job_failure(job_name text, account uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from private.job_failures f where f.job = job_name and f.account_id is not distinct from account
$$;
comment on function private.forget_job_failure(text, uuid) is 'Notes that a try did not fail, of an account or (null) of the job as a whole.';
alter function private.forget_job_failure(text, uuid) owner to cairn_definer;
revoke all on function private.forget_job_failure(text, uuid) from public;
grant execute on function private.forget_job_failure(text, uuid) to supabase_auth_admin;
create function private.failing_accounts(job_name text) returns table (account_id uuid, waits boolean)
language sql stable security definer set search_path = ''
as $$
  select f.account_id, f.state = 'failed' or not private.is_due(f.retry_at, interval '20 minutes')
  from private.job_failures f
  where f.job = job_name and f.account_id is not null
$$;
comment on function private.failing_accounts(text) is 'The accounts of which the last try of a job failed, and whether they wait: for their next try, or for the operator.';
alter function private.failing_accounts(text) owner to cairn_definer;
revoke all on function private.failing_accounts(text) from public;
grant execute on function private.failing_accounts(text) to supabase_auth_admin;
create function public.list_jobs()
returns table (
  job text, account_id uuid, state text, attempts integer, next_at timestamptz, done_at timestamptz, error text
)
language sql stable security definer set search_path = ''
as $$
  select
    j.name, null::uuid,
    case when j.leased_until > now() then 'running' else coalesce(f.state, 'waiting') end,
    coalesce(f.attempts, 0), j.due_at, j.done_at, f.error
  from private.jobs j
  left join private.job_failures f on f.job = j.name and f.account_id is null
  union all
  select
    f.job, f.account_id, f.state, f.attempts, case when f.state = 'retrying' then f.retry_at end, f.failed_at, f.error
  from private.job_failures f
  where f.account_id is not null
  order by 1, 2 nulls first
$$;
comment on function public.list_jobs() is
  'For the operator: a row for each job, and one for each account of which a job fails. State: waiting, running, retrying, or failed when the tries are used up.';
alter function public.list_jobs() owner to cairn_definer;
revoke all on function public.list_jobs() from public, anon, authenticated, service_role;
grant execute on function public.list_jobs() to service_role, supabase_auth_admin;
create function public.retry_failed_jobs() returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  retried integer;
begin
  update private.jobs j set due_at = now()
  where exists (select from private.job_failures f where f.job = j.name and f.state = 'failed');
  update private.job_failures f set state = 'retrying', attempts = 0, retry_at = now() where f.state = 'failed';
  get diagnostics retried = row_count;
  return retried;
end
$$;
comment on function public.retry_failed_jobs() is 'For the operator: tries what failed anew, at once and as often as the first time. Returns how much that is.';
alter function public.retry_failed_jobs() owner to cairn_definer;
revoke all on function public.retry_failed_jobs() from public, anon, authenticated, service_role;
grant execute on function public.retry_failed_jobs() to service_role, supabase_auth_admin;
alter table private.job_failures enable row level security;
alter table private.job_failures force row level security;
comment on table private.job_failures is 'What the last try of a job failed with, of an account or as a whole.';
comment on column private.job_failures.account_id is 'Empty for the job as a whole.';
comment on column private.job_failures.state is
  'failed: the tries are used up, and the operator has to look. An account is tried no more, a job as a whole goes on.';
comment on column private.job_failures.attempts is 'How many tries have failed since the last that did not.';
comment on column private.job_failures.error is 'The message of the last failure.';
revoke all on private.job_failures from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select, insert, update, delete on private.job_failures to cairn_definer;
alter table private.jobs enable row level security;
alter table private.jobs force row level security;
comment on table private.jobs is 'When each job of the server is due, and which process works on it.';
comment on column private.jobs.lease is 'The process that works on it, or did so last.';
comment on column private.jobs.leased_until is 'Until when no other process begins with it, unless the process renews it. Empty while none works on it.';
comment on column private.jobs.done_at is 'When it came to its end last, with or without a failure.';
revoke all on private.jobs from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select, insert, update on private.jobs to cairn_definer;
drop function private.empty_bins(integer,integer);
drop function public.delete_expired(text,integer,integer);
drop function public.take_notification_mails(integer,integer);
drop function public.take_weekly_digests(integer,timestamp with time zone);
