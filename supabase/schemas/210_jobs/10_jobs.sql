-- Jobs: what the server does by itself, in one of its processes at a time, and which of it fails.
--
-- Each process asks every few seconds which jobs are due, and leases them. It renews the lease while it works, so that
-- another process takes over soon after it was killed. A job that works account by account goes on past an account that
-- fails: that account waits for its next try, twice as long each time. When its tries are used up, it is kept for the
-- operator. A row for which a job fails stands on its own in the same way: it is put aside after three tries, and the
-- others of its account go on. These functions are for Cairn's server alone; another Supabase has no use for them.

create table private.jobs (
  name text primary key,
  due_at timestamptz not null default now(),
  lease uuid,
  leased_until timestamptz,
  done_at timestamptz,
  well_at timestamptz
);
comment on table private.jobs is 'When each job of the server is due, and which process works on it.';
comment on column private.jobs.lease is 'The process that works on it, or did so last.';
comment on column private.jobs.leased_until is 'Until when no other process begins with it, unless the process renews it. Empty while none works on it.';
comment on column private.jobs.done_at is 'When it came to its end last, with or without a failure.';
comment on column private.jobs.well_at is 'When it last came to its end without failing as a whole.';

create table private.job_failures (
  job text not null references private.jobs (name) on delete cascade,
  account_id uuid references public.accounts (id) on delete cascade,
  state text not null default 'retrying',
  attempts integer not null default 1,
  retry_at timestamptz not null,
  failed_at timestamptz not null default now(),
  error text not null,
  item text,
  constraint job_failures_key unique nulls not distinct (job, account_id, item),
  constraint job_failures_state_known check (private.holds(
    state in ('retrying', 'failed'),
    'job.state',
    'State must be retrying or failed.'
  ))
);
create index job_failures_account_id_idx on private.job_failures (account_id);
comment on table private.job_failures is 'The errors of the last try of a job: as a whole, of an account, or of an item such as a notification.';
comment on column private.job_failures.account_id is 'Empty for the job as a whole, and for items of no account.';
comment on column private.job_failures.item is 'The failed item of the account, or of the job: a kind and a key. Empty for all of it.';
comment on column private.job_failures.state is
  'failed: the tries are used up, and the operator has to look. An account or an item is tried no more, a job as a whole goes on.';
comment on column private.job_failures.attempts is 'How many tries have failed since the last that did not.';
comment on column private.job_failures.error is 'The message of the last failure.';

-- A time that lies farther ahead than any wait was written before the clock was set back.
create function private.is_due(moment timestamptz, longest_wait interval) returns boolean
language sql stable set search_path = ''
as $$
  select moment <= now() or moment > now() + longest_wait
$$;
comment on function private.is_due(timestamptz, interval) is
  'Whether a moment has come. A clock that is set back keeps nothing waiting for longer than the longest wait.';

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
      -- The lease may have begun later than this transaction: that is no clock that was set.
      and (j.leased_until is null or private.is_due(j.leased_until, make_interval(secs => lease_seconds + 60)))
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

create function private.renew_job_leases(names text[], process uuid, lease_seconds integer) returns void
language sql volatile security definer set search_path = ''
as $$
  update private.jobs j
  set leased_until = now() + make_interval(secs => lease_seconds)
  where j.name = any (names) and j.lease = process
$$;
comment on function private.renew_job_leases(text[], uuid, integer) is 'Says of leased jobs that the process still works on them.';

create function private.end_job(job_name text, process uuid, next_seconds integer) returns void
language sql volatile security definer set search_path = ''
as $$
  update private.jobs j
  set leased_until = null, done_at = now(),
    well_at = case
      when exists (
        select from private.job_failures f where f.job = job_name and f.account_id is null and f.item is null
      ) then j.well_at
      else now()
    end,
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

create function private.forget_job_failure(job_name text, account uuid, what text default null) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from private.job_failures f
  where f.job = job_name and f.account_id is not distinct from account and f.item is not distinct from what
$$;
comment on function private.forget_job_failure(text, uuid, text) is 'Notes that a try did not fail, of an account or (null) of the job as a whole, or of an item of either.';

create function private.failing_accounts(job_name text) returns table (account_id uuid, waits boolean)
language sql stable security definer set search_path = ''
as $$
  select f.account_id, f.state = 'failed' or not private.is_due(f.retry_at, interval '20 minutes')
  from private.job_failures f
  where f.job = job_name and f.account_id is not null and f.item is null
$$;
comment on function private.failing_accounts(text) is 'The accounts of which the last try of a job failed, and whether they wait: for their next try, or for the operator.';

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

create function private.accounts_with_failing_items(job_name text) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select distinct f.account_id
  from private.job_failures f
  where f.job = job_name and f.account_id is not null and f.item is not null and f.state = 'retrying'
$$;
comment on function private.accounts_with_failing_items(text) is
  'The accounts with items that a job is to try again. They may have nothing else to do.';

-- Another version of the server may be able to do what the last one could not.
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
comment on function public.retry_failed_jobs() is 'For the operator: retries failed jobs and items, at once and as often as the first time. Returns how many.';

alter table private.jobs enable row level security;
alter table private.jobs force row level security;
alter table private.job_failures enable row level security;
alter table private.job_failures force row level security;

grant select, insert, update on private.jobs to cairn_definer;
grant select, insert, update, delete on private.job_failures to cairn_definer;

grant usage on schema private to supabase_auth_admin;
grant execute on function private.lease_jobs(text[], integer[], uuid, integer) to supabase_auth_admin;
grant execute on function private.renew_job_leases(text[], uuid, integer) to supabase_auth_admin;
grant execute on function private.end_job(text, uuid, integer) to supabase_auth_admin;
grant execute on function private.note_job_failure(text, uuid, text, integer, text) to supabase_auth_admin;
grant execute on function private.forget_job_failure(text, uuid, text) to supabase_auth_admin;
grant execute on function private.failing_accounts(text) to supabase_auth_admin;
grant execute on function private.failing_items(text, uuid, integer) to supabase_auth_admin;
grant execute on function private.accounts_with_failing_items(text) to supabase_auth_admin;
grant execute on function private.begin_jobs(text[], text[]) to supabase_auth_admin;
grant execute on function public.list_jobs() to service_role, supabase_auth_admin;
grant execute on function public.retry_failed_jobs() to service_role, supabase_auth_admin;
