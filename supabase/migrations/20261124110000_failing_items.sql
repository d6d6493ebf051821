alter table private.job_failures
  add column item text,
  drop constraint job_failures_key;
alter table private.job_failures
  add constraint job_failures_key unique nulls not distinct (job, account_id, item);

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
drop function public.list_jobs();
create function private.count_marked(account uuid, at_most integer, only_these text[] default null) returns integer
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  counted integer;
begin
  -- Who counts is alone with the sums of the account; a transaction that comes meanwhile leaves it to them. What one statement sees
  -- belongs together: with a mark it sees the change that made it, and other marks stay.
  if not pg_try_advisory_xact_lock(private.lock_of_counts(account)) then
    return 0;
  end if;
  with taken as (
    delete from private.records_to_count m
    where m.ctid = any (array(
      select w.ctid from private.records_to_count w
      where w.account_id = account and (only_these is null or w.kind || ' ' || w.record_id = any (only_these))
      limit at_most
    ))
    returning m.kind, m.record_id
  ),
  marked as materialized (
    select distinct t.kind, t.record_id from taken t
  ),
  is_now as materialized (
    select g.*
    from marked m
    cross join lateral (
      select v.*
      from private.gaps_of_records v
      where v.account_id = account and v.kind = m.kind and v.record_id = m.record_id
      offset 0
    ) g
  ),
  was as materialized (
    select c.*
    from marked m
    join private.counted_records c on c.account_id = account and c.kind = m.kind and c.record_id = m.record_id
  ),
  gone as (
    -- Not 'not exists': nobody can tell the planner how many are marked, and it would compare each with every other.
    delete from private.counted_records c
    using (
      select w.kind, w.record_id from was w
      except
      select n.kind, n.record_id from is_now n
    ) w
    where c.account_id = account and c.kind = w.kind and c.record_id = w.record_id
  ),
  kept as (
    insert into private.counted_records as c
    select * from (select * from is_now except select * from was) changed
    on conflict (account_id, kind, record_id) do update
    set owner_id = excluded.owner_id, invited_owner_id = excluded.invited_owner_id, owner_left = excluded.owner_left,
      handover_pending = excluded.handover_pending, awaited = excluded.awaited, nobody_else = excluded.nobody_else
  ),
  summed as (
    insert into private.record_counts as c (
      account_id, kind, owner_id, invited_owner_id, owner_left, handover_pending, awaited, nobody_else, records
    )
    select
      account, d.kind, d.owner_id, d.invited_owner_id, d.owner_left, d.handover_pending, d.awaited, d.nobody_else, sum(d.more)
    from (
      select n.*, 1 as more from is_now n
      union all
      select w.*, -1 from was w
    ) d
    group by d.kind, d.owner_id, d.invited_owner_id, d.owner_left, d.handover_pending, d.awaited, d.nobody_else
    having sum(d.more) <> 0
    on conflict on constraint record_counts_key do update set records = c.records + excluded.records
  )
  select count(*) into counted from taken;
  delete from private.record_counts c where c.account_id = account and c.records = 0;
  return counted;
end
$$;
comment on function private.count_marked(uuid, integer, text[]) is
  'Brings so many marks of an account into its sums, only those of these records where they are given; returns how many. None while another transaction is at it.';
alter function private.count_marked(uuid, integer, text[]) owner to cairn_definer;
grant execute on function private.count_marked(uuid, integer, text[]) to supabase_auth_admin;
create function private.records_marked(account uuid, without text[], at_most integer) returns setof text
language sql stable security definer set search_path = ''
as $$
  select distinct m.kind || ' ' || m.record_id
  from (
    select w.kind, w.record_id
    from private.records_to_count w
    where w.account_id = account and w.kind || ' ' || w.record_id <> all (without)
    limit at_most
  ) m
$$;
comment on function private.records_marked(uuid, text[], integer) is
  'The records that some marks of an account are of, but for some records.';
alter function private.records_marked(uuid, text[], integer) owner to cairn_definer;
revoke all on function private.records_marked(uuid, text[], integer) from public;
grant execute on function private.records_marked(uuid, text[], integer) to supabase_auth_admin;
create function private.empty_bins(
  keep_days integer, at_most integer, account uuid default null, only_these text[] default null
)
returns integer
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
        and (only_these is null or o.kind || ' ' || o.record_id = any (only_these))
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
comment on function private.empty_bins(integer, integer, uuid, text[]) is
  'Deletes the oldest records in bins that are older than so many days, of one account where it is given, only those with these keys where they are given, and tells the audit log of each account. Forgets what was done in bulk and cannot be taken back any more.';
alter function private.empty_bins(integer, integer, uuid, text[]) owner to cairn_definer;
create function private.notifications_to_mail(account uuid, without uuid[], people_limit integer)
returns table (id uuid, user_id uuid)
language sql stable security definer set search_path = ''
as $$
  with due as (
    select n.id, n.user_id, n.created_at
    from public.notifications n
    where n.mail_due and n.account_id = account and n.id <> all (without)
  ),
  waiting as (
    select d.user_id
    from due d
    group by d.user_id
    having min(d.created_at) <= now() - interval '1 minute'
    order by min(d.created_at)
    limit people_limit
  )
  select d.id, d.user_id
  from due d
  join waiting w on w.user_id = d.user_id
  order by d.user_id, d.created_at, d.id
$$;
comment on function private.notifications_to_mail(uuid, uuid[], integer) is
  'The notifications of an account, but for some, that are due to be mailed: all of so many people, person by person.';
alter function private.notifications_to_mail(uuid, uuid[], integer) owner to cairn_definer;
revoke all on function private.notifications_to_mail(uuid, uuid[], integer) from public;
grant execute on function private.notifications_to_mail(uuid, uuid[], integer) to supabase_auth_admin;
create function public.take_notification_mails(
  people_limit integer default 20, wait_seconds integer default 60, account uuid default null,
  only_these uuid[] default null
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
      and (only_these is null or n.id = any (only_these))
    group by n.account_id, n.user_id
    order by min(n.created_at)
    limit least(greatest(people_limit, 1), 100)
  ),
  -- Another sender that takes at this moment has them, and nobody waits for it.
  taken as (
    select n.*
    from public.notifications n
    join waiting w on w.account_id = n.account_id and w.user_id = n.user_id
    where n.mail_due and (only_these is null or n.id = any (only_these))
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
comment on function public.take_notification_mails(integer, integer, uuid, uuid[]) is
  'Takes the notifications of some people, of one account where it is given, and only these where they are given, that are due to be mailed. A row for each person who is to get a mail: their newest notification, and how many it stands for. For the server alone.';
alter function public.take_notification_mails(integer, integer, uuid, uuid[]) owner to cairn_definer;
revoke all on function public.take_notification_mails(integer, integer, uuid, uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.take_notification_mails(integer, integer, uuid, uuid[]) to service_role, supabase_auth_admin;
create function private.people_to_digest(account uuid, moment timestamptz, without uuid[], people_limit integer)
returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select d.user_id
  from private.digest_times d
  join public.account_members m on m.user_id = d.user_id
  where m.account_id = account
    and (d.due_at <= moment or d.due_at > moment + interval '8 days')
    and d.user_id <> all (without)
  order by d.due_at, d.user_id
  limit people_limit
$$;
comment on function private.people_to_digest(uuid, timestamptz, uuid[], integer) is
  'The members of an account, but for some, whose digest is due at a moment.';
alter function private.people_to_digest(uuid, timestamptz, uuid[], integer) owner to cairn_definer;
revoke all on function private.people_to_digest(uuid, timestamptz, uuid[], integer) from public;
grant execute on function private.people_to_digest(uuid, timestamptz, uuid[], integer) to supabase_auth_admin;
create function public.take_weekly_digests(
  people_limit integer default 100, moment timestamptz default now(), account uuid default null,
  only_these uuid[] default null
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
      and (only_these is null or d.user_id = any (only_these))
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
comment on function public.take_weekly_digests(integer, timestamptz, uuid, uuid[]) is
  'Takes the digests of some people, of one account where it is given, and only these where they are given, that are due at a moment, now unless it is given. A row for each person who is to get a mail. For the server alone.';
alter function public.take_weekly_digests(integer, timestamptz, uuid, uuid[]) owner to cairn_definer;
revoke all on function public.take_weekly_digests(integer, timestamptz, uuid, uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.take_weekly_digests(integer, timestamptz, uuid, uuid[]) to service_role, supabase_auth_admin;
create function private.days_kept(what text, keep_days integer) returns interval
language sql immutable set search_path = ''
as $$
  select make_interval(days => greatest(keep_days, case what when 'audit' then 90 else 1 end))
$$;
comment on function private.days_kept(text, integer) is
  'For how long something is kept where so many days are asked for: the audit log for 90 at least.';
alter function private.days_kept(text, integer) owner to cairn_definer;
revoke all on function private.days_kept(text, integer) from public;
create function public.delete_expired(
  what text, keep_days integer, at_most integer default 1000, account uuid default null,
  only_these text[] default null
)
returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  oldest constant timestamptz := now() - private.days_kept(what, keep_days);
  deleted integer;
begin
  case what
    when 'sign-ins' then
      delete from public.login_attempts where id in (
        select a.id from public.login_attempts a where a.attempted_at < oldest
          and (only_these is null or a.id in (select t::bigint from unnest(only_these) as t))
        order by a.attempted_at limit at_most
      );
    when 'audit' then
      delete from public.security_audit_log where id in (
        select l.id from public.security_audit_log l where l.created_at < oldest
          and (account is null or l.account_id = account)
          and (only_these is null or l.id in (select t::uuid from unnest(only_these) as t))
        order by l.created_at limit at_most
      );
    when 'history' then
      delete from public.record_history where id in (
        select h.id from public.record_history h where h.changed_at < oldest
          and (account is null or h.account_id = account)
          and (only_these is null or h.id in (select t::uuid from unnest(only_these) as t))
        order by h.changed_at limit at_most
      );
    when 'bin' then
      return private.empty_bins(greatest(keep_days, 1), at_most, account, only_these);
    else
      raise exception 'There is nothing called % that expires.', what
        using errcode = '22023', hint = 'Name sign-ins, audit, history or bin.';
  end case;
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
comment on function public.delete_expired(text, integer, integer, uuid, text[]) is
  'For the server: deletes the oldest sign-ins, audit entries, changes of the history or records in bins that are older than so many days; of the audit log nothing of the last 90. Of one account where it is given; sign-ins are of none. Only those with these keys where they are given. Returns how many.';
alter function public.delete_expired(text, integer, integer, uuid, text[]) owner to cairn_definer;
revoke all on function public.delete_expired(text, integer, integer, uuid, text[]) from public, anon, authenticated, service_role;
grant execute on function public.delete_expired(text, integer, integer, uuid, text[]) to service_role, supabase_auth_admin;
create function private.expired_rows(what text, keep_days integer, account uuid, without text[], at_most integer)
returns setof text
language plpgsql stable security definer set search_path = ''
as $$
declare
  oldest constant timestamptz := now() - private.days_kept(what, keep_days);
begin
  case what
    when 'sign-ins' then
      return query
      select a.id::text from public.login_attempts a
      where a.attempted_at < oldest and a.id <> all (without::bigint[])
      order by a.attempted_at limit at_most;
    when 'audit' then
      return query
      select l.id::text from public.security_audit_log l
      where l.account_id = account and l.created_at < oldest and l.id <> all (without::uuid[])
      order by l.created_at limit at_most;
    when 'history' then
      return query
      select h.id::text from public.record_history h
      where h.account_id = account and h.changed_at < oldest and h.id <> all (without::uuid[])
      order by h.changed_at limit at_most;
    when 'bin' then
      return query
      select b.kind || ' ' || b.record_id from public.binned_records b
      where b.account_id = account and b.deleted_at < oldest and b.kind || ' ' || b.record_id <> all (without)
      order by b.deleted_at limit at_most;
  end case;
end
$$;
comment on function private.expired_rows(text, integer, uuid, text[], integer) is
  'The keys of the oldest rows that public.delete_expired would delete, of an account or of none, but for some.';
alter function private.expired_rows(text, integer, uuid, text[], integer) owner to cairn_definer;
revoke all on function private.expired_rows(text, integer, uuid, text[], integer) from public;
grant execute on function private.expired_rows(text, integer, uuid, text[], integer) to supabase_auth_admin;
create or replace function private.end_job(job_name text, process uuid, next_seconds integer) returns void
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
          where f.job = job_name and (f.account_id is not null or f.item is not null) and f.state = 'retrying'
        )
      ),
      (
        select f.retry_at
        from private.job_failures f
        where f.job = job_name and f.account_id is null and f.item is null
      )
    )
  where j.name = job_name and j.lease = process
$$;
comment on function private.end_job(text, uuid, integer) is
  'Ends the lease of a job. It is due again after so many seconds, earlier where an account or an item is to be tried again, and later where it failed as a whole.';
create function private.note_job_failure(
  job_name text, account uuid, message text, most_attempts integer, what text default null
)
returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  used integer;
begin
  insert into private.job_failures as f (job, account_id, item, retry_at, error, state)
  values (
    job_name, account, what, now() + interval '5 seconds', left(message, 500),
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
comment on function private.note_job_failure(text, uuid, text, integer, text) is
  'Notes that a try failed, of an account or (null) of the job as a whole, or of an item of either: when the next is due, or that the tries are used up. The wait doubles, from five seconds to a quarter of an hour. Returns how many tries have failed, 0 of an account that is deleted meanwhile.';
alter function private.note_job_failure(text, uuid, text, integer, text) owner to cairn_definer;
revoke all on function private.note_job_failure(text, uuid, text, integer, text) from public;
grant execute on function private.note_job_failure(text, uuid, text, integer, text) to supabase_auth_admin;
create function private.forget_job_failure(job_name text, account uuid, what text default null) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from private.job_failures f
  where f.job = job_name and f.account_id is not distinct from account and f.item is not distinct from what
$$;
comment on function private.forget_job_failure(text, uuid, text) is 'Notes that a try did not fail, of an account or (null) of the job as a whole, or of an item of either.';
alter function private.forget_job_failure(text, uuid, text) owner to cairn_definer;
revoke all on function private.forget_job_failure(text, uuid, text) from public;
grant execute on function private.forget_job_failure(text, uuid, text) to supabase_auth_admin;
create or replace function private.failing_accounts(job_name text) returns table (account_id uuid, waits boolean)
language sql stable security definer set search_path = ''
as $$
  select f.account_id, f.state = 'failed' or not private.is_due(f.retry_at, interval '20 minutes')
  from private.job_failures f
  where f.job = job_name and f.account_id is not null and f.item is null
$$;
create function private.failing_items(job_name text, account uuid, aside_seconds integer default null)
returns table (item text, waits boolean)
language sql stable security definer set search_path = ''
as $$
  select
    f.item,
    case f.state
      when 'failed' then coalesce(f.failed_at > now() - make_interval(secs => aside_seconds), true)
      else not private.is_due(f.retry_at, interval '20 minutes')
    end
  from private.job_failures f
  where f.job = job_name and f.account_id is not distinct from account and f.item is not null
$$;
comment on function private.failing_items(text, uuid, integer) is
  'The items of an account, or (null) of no account, of which the last try of a job failed, and whether they wait. What was put aside waits for the operator, or for so many seconds where they are given.';
alter function private.failing_items(text, uuid, integer) owner to cairn_definer;
revoke all on function private.failing_items(text, uuid, integer) from public;
grant execute on function private.failing_items(text, uuid, integer) to supabase_auth_admin;
create function private.accounts_with_failing_items(job_name text) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select distinct f.account_id
  from private.job_failures f
  where f.job = job_name and f.account_id is not null and f.item is not null and f.state = 'retrying'
$$;
comment on function private.accounts_with_failing_items(text) is
  'The accounts with items that a job is to try again. They may have nothing else to do.';
alter function private.accounts_with_failing_items(text) owner to cairn_definer;
revoke all on function private.accounts_with_failing_items(text) from public;
grant execute on function private.accounts_with_failing_items(text) to supabase_auth_admin;
create function private.begin_jobs(names text[], at_start text[]) returns void
language sql volatile security definer set search_path = ''
as $$
  update private.job_failures f
  set state = 'retrying', retry_at = now()
  where f.job = any (names) and f.item is not null and f.state = 'failed';
  update private.jobs j
  set due_at = now()
  where j.due_at > now()
    and not exists (
      select from private.job_failures f where f.job = j.name and f.account_id is null and f.item is null
    )
    and (j.name = any (at_start) or exists (
      select from private.job_failures f
      where f.job = j.name and f.job = any (names) and f.item is not null and f.retry_at <= now()
    ))
$$;
comment on function private.begin_jobs(text[], text[]) is
  'For a server that starts: makes the second jobs due now, however long they had to wait, and tries once more what of the first was put aside. A job that fails as a whole keeps its time.';
alter function private.begin_jobs(text[], text[]) owner to cairn_definer;
revoke all on function private.begin_jobs(text[], text[]) from public;
grant execute on function private.begin_jobs(text[], text[]) to supabase_auth_admin;
create function public.list_jobs()
returns table (
  job text, account_id uuid, item text, state text, attempts integer, next_at timestamptz, done_at timestamptz,
  error text
)
language sql stable security definer set search_path = ''
as $$
  select
    j.name, null::uuid, null::text,
    case when j.leased_until > now() then 'running' else coalesce(f.state, 'waiting') end,
    coalesce(f.attempts, 0), j.due_at, j.done_at, f.error
  from private.jobs j
  left join private.job_failures f on f.job = j.name and f.account_id is null and f.item is null
  union all
  select
    f.job, f.account_id, f.item, f.state, f.attempts, case when f.state = 'retrying' then f.retry_at end, f.failed_at, f.error
  from private.job_failures f
  where f.account_id is not null or f.item is not null
  order by 1, 2 nulls first, 3 nulls first
$$;
comment on function public.list_jobs() is
  'For the operator: a row for each job, and one for each account and each item of which a job fails. State: waiting, running, retrying, or failed when the tries are used up.';
alter function public.list_jobs() owner to cairn_definer;
revoke all on function public.list_jobs() from public, anon, authenticated, service_role;
grant execute on function public.list_jobs() to service_role, supabase_auth_admin;
comment on table private.job_failures is 'What the last try of a job failed with: as a whole, of an account, or of an item such as a notification.';
comment on column private.job_failures.account_id is 'Empty for the job as a whole, and for items of no account.';
comment on column private.job_failures.item is 'What of the account, or of the job, failed: a kind and a key. Empty for all of it.';
comment on column private.job_failures.state is
  'failed: the tries are used up, and the operator has to look. An account or an item is tried no more, a job as a whole goes on.';
comment on column private.job_failures.attempts is 'How many tries have failed since the last that did not.';
comment on column private.job_failures.error is 'The message of the last failure.';
drop function private.count_marked(uuid,integer);
drop function private.empty_bins(integer,integer,uuid);
drop function private.forget_job_failure(text,uuid);
drop function private.note_job_failure(text,uuid,text,integer);
drop function public.delete_expired(text,integer,integer,uuid);
drop function public.take_notification_mails(integer,integer,uuid);
drop function public.take_weekly_digests(integer,timestamp with time zone,uuid);
