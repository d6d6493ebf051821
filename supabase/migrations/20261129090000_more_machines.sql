-- More than one machine: accounts that are to be deleted, when jobs last went well, and counts that wait. Tables, by hand.

create table private.accounts_to_delete (
  account_id uuid primary key references public.accounts (id) on delete cascade,
  asked_at timestamptz not null default now(),
  due_at timestamptz not null default now() + interval '7 days'
);
create index accounts_to_delete_due_at_idx on private.accounts_to_delete (due_at);
alter table private.accounts_to_delete owner to cairn_owner;

alter table private.jobs add column well_at timestamptz;
comment on column private.jobs.well_at is 'When it last came to its end without failing as a whole.';

create table private.contributions_to_count (
  account_id uuid not null,
  user_id uuid not null,
  records integer not null
);
create index contributions_to_count_user_idx on private.contributions_to_count (user_id);
alter table private.contributions_to_count owner to cairn_owner;

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
create or replace function public.get_member_profile(target_user_id uuid)
returns table (
  id uuid, name text, avatar text, initials text, display_email text, bio text, job_role text, department text,
  permission_level text, knowledge_areas text[], contribution_count integer, joined_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select
    v.id, v.name, v.avatar, v.initials, v.display_email, v.bio, v.job_role, v.department,
    m.permission_level, m.knowledge_areas, m.contribution_count + private.left_contributions(m.user_id), m.created_at
  from private.visible_profiles(private.my_account(), target_user_id) v
  join public.account_members m on m.user_id = v.id
  where v.id = target_user_id
$$;
create or replace function private.team_entries(account uuid, include_invited boolean)
returns table (
  id text, name text, avatar text, job_role text, department text, permission_level text, knowledge_areas text[],
  contribution_count integer, is_pending boolean
)
language sql stable security definer set search_path = ''
as $$
  select
    v.id::text, v.name, v.avatar, v.job_role, v.department, m.permission_level, m.knowledge_areas,
    m.contribution_count + private.left_contributions(m.user_id), false
  from private.visible_profiles(account) v
  join public.account_members m on m.user_id = v.id
  union all
  select
    'pending-' || i.id, i.name, null, i.job_role, i.department, i.permission_level, '{}', 0, true
  from public.pending_invitations i
  where include_invited and i.account_id = account
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
$$;
create function private.count_contributions(changes private.contributions_to_count[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  people constant uuid[] := array(select c.user_id from unnest(changes) c);
  free uuid[] := '{}';
begin
  -- Elsewhere what is left by others is not seen, and a row that another transaction has changed cannot be locked.
  if current_setting('transaction_isolation') = 'read committed' then
    free := array(
      select m.user_id
      from public.account_members m
      where m.user_id = any (people)
      order by m.user_id
      for no key update skip locked
    );
  end if;
  insert into private.contributions_to_count (account_id, user_id, records)
  select c.account_id, c.user_id, c.records
  from unnest(changes) c
  where c.user_id <> all (free) and c.records <> 0;
  -- Statements of their own: they see the rows as they are once they are locked.
  with taken as (
    delete from private.contributions_to_count t where t.user_id = any (free)
    returning t.account_id, t.user_id, t.records
  )
  update public.account_members m
  set contribution_count = greatest(m.contribution_count + d.records, 0)
  from (
    select s.account_id, s.user_id, sum(s.records)::integer as records
    from (select c.* from unnest(changes) c union all select t.* from taken t) s
    group by s.account_id, s.user_id
  ) d
  where m.account_id = d.account_id and m.user_id = d.user_id and m.user_id = any (free);
end
$$;
comment on function private.count_contributions(private.contributions_to_count[]) is
  'Adds to the counts of members whose rows are free, with what others have left of theirs; leaves the rest beside them.';
alter function private.count_contributions(private.contributions_to_count[]) owner to cairn_definer;
create function private.count_left_contributions(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.count_contributions(array(
    select distinct row(t.account_id, t.user_id, 0)::private.contributions_to_count
    from private.contributions_to_count t
    where t.account_id = account
  ));
  delete from private.contributions_to_count t
  where t.account_id = account
    and not exists (
      select from public.account_members m where m.account_id = t.account_id and m.user_id = t.user_id
    );
end
$$;
comment on function private.count_left_contributions(uuid) is
  'Takes into the counts of an account what was left beside them, but for members whose rows are locked now.';
alter function private.count_left_contributions(uuid) owner to cairn_definer;
revoke all on function private.count_left_contributions(uuid) from public;
grant execute on function private.count_left_contributions(uuid) to supabase_auth_admin;
create function private.left_contributions(person uuid) returns integer
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(t.records), 0)::integer from private.contributions_to_count t where t.user_id = person
$$;
comment on function private.left_contributions(uuid) is 'What the count of a member''s contributions does not have yet.';
alter function private.left_contributions(uuid) owner to cairn_definer;
create or replace function private.tally_contributions() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  one constant integer := case tg_op when 'INSERT' then 1 else -1 end;
  changes private.contributions_to_count[];
begin
  -- Only the branch that is taken has to fit the table.
  if tg_argv[0] = 'author_id' then
    changes := array(
      select row(t.account_id, t.author_id, one * count(*))::private.contributions_to_count
      from touched t
      where t.author_id is not null
      group by t.account_id, t.author_id
    );
  else
    changes := array(
      select row(t.account_id, t.created_by, one * count(*))::private.contributions_to_count
      from touched t
      where t.created_by is not null
      group by t.account_id, t.created_by
    );
  end if;
  if cardinality(changes) > 0 then
    perform private.count_contributions(changes);
  end if;
  return null;
end
$$;
create or replace function private.move_contribution() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.count_contributions(array(
    select row(c.account_id, c.user_id, c.records)::private.contributions_to_count
    from (
      values
        (old.account_id, (to_jsonb(old) ->> tg_argv[0])::uuid, -1),
        (new.account_id, (to_jsonb(new) ->> tg_argv[0])::uuid, 1)
    ) as c (account_id, user_id, records)
    where c.user_id is not null
  ));
  return null;
end
$$;
create function private.drop_left_contributions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.contributions_to_count t where t.user_id = old.user_id;
  return null;
end
$$;
comment on function private.drop_left_contributions() is
  'Trigger: a member who goes takes along what their count does not have yet.';
alter function private.drop_left_contributions() owner to cairn_definer;
create or replace function private.accounts_to_count() returns setof uuid
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
  union
  select t.account_id from private.contributions_to_count t
$$;
comment on function private.accounts_to_count() is
  'The accounts with changed records that the figures of gaps, or counts of contributions, do not have yet.';
create or replace function public.count_changed_records(at_most integer default 2000) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  account uuid;
  counted integer := 0;
begin
  for account in select a from private.accounts_to_count() as a loop
    begin
      perform private.count_left_contributions(account);
      counted := counted + private.count_marked(account, at_most - counted);
    exception when others then
      raise warning 'The records of account % could not be counted: %', account, sqlerrm;
    end;
    exit when counted >= at_most;
  end loop;
  return counted;
end
$$;
create function private.sealed_webhook_secrets(after_webhook uuid, after_number integer, at_most integer)
returns table (webhook uuid, number integer, sealed bytea)
language sql stable security definer set search_path = ''
as $$
  select s.webhook_id, s.number, s.sealed
  from private.webhook_secrets s
  where s.sealed is not null
    and (after_webhook is null or (s.webhook_id, s.number) > (after_webhook, after_number))
  order by s.webhook_id, s.number
  limit at_most
$$;
comment on function private.sealed_webhook_secrets(uuid, integer, integer) is
  'For the server: the sealed secrets behind one of them, to be written anew when the secret of the installation changes.';
alter function private.sealed_webhook_secrets(uuid, integer, integer) owner to cairn_definer;
revoke all on function private.sealed_webhook_secrets(uuid, integer, integer) from public;
grant execute on function private.sealed_webhook_secrets(uuid, integer, integer) to supabase_auth_admin;
create function private.reseal_webhook_secret(webhook uuid, number integer, former bytea, sealed bytea)
returns boolean
language sql volatile security definer set search_path = ''
as $$
  with resealed as (
    update private.webhook_secrets s
    set sealed = reseal_webhook_secret.sealed
    where s.webhook_id = webhook and s.number = reseal_webhook_secret.number and s.sealed = former
    returning 1
  )
  select exists (select from resealed)
$$;
comment on function private.reseal_webhook_secret(uuid, integer, bytea, bytea) is
  'For the server: puts a secret that is sealed anew in place of the same one as it was; false where that has changed.';
alter function private.reseal_webhook_secret(uuid, integer, bytea, bytea) owner to cairn_definer;
revoke all on function private.reseal_webhook_secret(uuid, integer, bytea, bytea) from public;
grant execute on function private.reseal_webhook_secret(uuid, integer, bytea, bytea) to supabase_auth_admin;
create or replace function private.end_job(job_name text, process uuid, next_seconds integer) returns void
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
create function private.operating_figures() returns jsonb
language sql stable security definer set search_path = ''
as $$
  with webhooks as (
    select
      (select count(*) from (select from private.webhook_queue limit 100000) as bounded) as waiting,
      (
        select min(oldest.created_at)
        from private.webhook_work w
        cross join lateral (
          select q.created_at from private.webhook_queue q where q.webhook_id = w.webhook_id order by q.number limit 1
        ) as oldest
      ) as oldest_at
  ),
  jobs as (
    select count(*) as waiting, min(j.due_at) as oldest_at
    from private.jobs j
    where j.due_at <= now() and (j.leased_until is null or j.leased_until <= now())
  ),
  queues as (
    select 'webhooks' as queue, w.waiting, w.oldest_at from webhooks w
    union all
    select 'jobs', j.waiting, j.oldest_at from jobs j
  ),
  failures as (
    select
      f.job,
      case when f.item is not null then 'item' when f.account_id is not null then 'account' else 'job' end as scope,
      f.state,
      count(*) as count
    from private.job_failures f
    group by 1, 2, 3
  )
  select jsonb_build_object(
    'queues', (
      select jsonb_agg(jsonb_build_object(
        'queue', q.queue,
        'count', q.waiting,
        'oldest_seconds', coalesce(extract(epoch from now() - q.oldest_at), 0)
      ))
      from queues q
    ),
    'jobs', (
      select coalesce(jsonb_agg(jsonb_build_object('job', j.name, 'well_at', extract(epoch from j.well_at))), '[]')
      from private.jobs j
    ),
    'failures', (select coalesce(jsonb_agg(to_jsonb(f)), '[]') from failures f)
  )
$$;
comment on function private.operating_figures() is
  'For monitoring: queues and their age, when each job last went well, and how much of each fails.';
alter function private.operating_figures() owner to cairn_definer;
revoke all on function private.operating_figures() from public;
grant execute on function private.operating_figures() to supabase_auth_admin;
create function private.arrange_deletion(account uuid) returns timestamptz
language sql volatile security definer set search_path = ''
as $$
  insert into private.accounts_to_delete (account_id) values (account)
  on conflict (account_id) do update set account_id = excluded.account_id
  returning due_at
$$;
comment on function private.arrange_deletion(uuid) is
  'For an operator: has an account deleted in seven days, and says when. Asked again, it does not begin anew.';
alter function private.arrange_deletion(uuid) owner to cairn_definer;
revoke all on function private.arrange_deletion(uuid) from public;
create function private.take_back_deletion(account uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from private.accounts_to_delete d where d.account_id = account;
  return found;
end
$$;
comment on function private.take_back_deletion(uuid) is 'For an operator: keeps an account. False where nothing was arranged.';
alter function private.take_back_deletion(uuid) owner to cairn_definer;
revoke all on function private.take_back_deletion(uuid) from public;
create function private.accounts_due_for_deletion() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select d.account_id from private.accounts_to_delete d where d.due_at <= now() order by d.due_at
$$;
comment on function private.accounts_due_for_deletion() is 'The accounts whose time to be kept is over.';
alter function private.accounts_due_for_deletion() owner to cairn_definer;
revoke all on function private.accounts_due_for_deletion() from public;
grant execute on function private.accounts_due_for_deletion() to supabase_auth_admin;
create function private.delete_account(account uuid) returns setof uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  members uuid[];
begin
  perform from private.accounts_to_delete d where d.account_id = account and d.due_at <= now() for update;
  -- Taken back a moment ago, or deleted by another server.
  if not found then
    return;
  end if;
  select coalesce(array_agg(m.user_id), '{}') into members
  from public.account_members m
  where m.account_id = account;
  delete from public.accounts a where a.id = account;
  return query select unnest(members);
end
$$;
comment on function private.delete_account(uuid) is
  'Deletes an account whose time is over with all that belongs to it, and names the users who were its members. Nothing for any other.';
alter function private.delete_account(uuid) owner to cairn_definer;
revoke all on function private.delete_account(uuid) from public;
grant execute on function private.delete_account(uuid) to supabase_auth_admin;
create trigger account_members_left_contributions_go after delete on public.account_members
  for each row execute function private.drop_left_contributions();
alter table private.accounts_to_delete enable row level security;
alter table private.accounts_to_delete force row level security;
comment on table private.accounts_to_delete is 'Accounts that an operator has arranged to delete.';
comment on column private.accounts_to_delete.due_at is 'Until then it can be taken back.';
revoke all on private.accounts_to_delete from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select, insert, update, delete on private.accounts_to_delete to cairn_definer;
alter table private.contributions_to_count enable row level security;
alter table private.contributions_to_count force row level security;
comment on table private.contributions_to_count is
  'Parts of counts of contributions that found the row of their member locked. No keys: a writer waits for no other.';
revoke all on private.contributions_to_count from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select, insert, delete on private.contributions_to_count to cairn_definer;
comment on table public.account_members is 'Who belongs to an account, and with which level.';
comment on column public.account_members.role is 'owner for the founder, otherwise member. Gives no right.';
comment on column public.account_members.permission_level is 'viewer, user, manager or admin: decides what the person may do.';
comment on column public.account_members.contribution_count is
  'Records that the member created and that still exist. Of several that come or go at the same moment, some are counted seconds later; get_member_profile and find_members have them at once.';
