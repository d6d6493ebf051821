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
revoke all on function private.are_scopes(text[]) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner;
grant execute on function private.are_scopes(text[]) to cairn_owner;
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
create or replace function private.hand_over(person uuid, choices jsonb, leaves boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  asked constant jsonb := private.parsed_handover(choices);
  rest constant jsonb := asked -> 'rest';
  rest_receiver constant uuid := (rest ->> 'receiver')::uuid;
  rest_invitation constant uuid := (rest ->> 'invitation')::uuid;
  caller constant uuid := private.caller_id();
  members uuid[];
  suggested uuid[];
  invitations uuid[];
  giver text;
  decided jsonb;
begin
  if person is distinct from private.caller_id() and coalesce(private.my_rank(), 0) < 2 then
    raise exception 'Only managers can hand over for another member.'
      using errcode = '42501', hint = 'Ask an administrator.';
  end if;
  select
    array_remove(array_agg(distinct n.receiver) || rest_receiver, null),
    array_remove(array_agg(distinct n.invitation) || rest_invitation, null)
  into members, invitations
  from (
    select r.receiver, r.invitation
    from jsonb_to_recordset(coalesce(asked -> 'records', '[]')) as r (receiver uuid, invitation uuid)
    union all
    select s.receiver, null
    from jsonb_to_recordset(coalesce(asked -> 'service_accounts', '[]')) as s (receiver uuid)
  ) as n;
  if person = any (members) then
    raise exception 'Members cannot hand over to themselves.' using errcode = '22023', hint = 'Choose another person.';
  end if;
  if rest -> 'suggested' = 'true' then
    select array_agg(distinct d.receiver_id) filter (where d.receiver_id is not null) into suggested
    from private.decided_handovers(account, person, asked, leaves) d;
  end if;
  -- The caller as well: what they hand over says who changed it.
  perform private.lock_members(account, members || suggested || array[caller, person]);
  if not private.is_member(account, caller) then
    raise exception 'You are no longer a member of this account.' using errcode = '42501', hint = 'Sign in again.';
  end if;
  select p.name into giver
  from public.account_members m
  join public.profiles p on p.id = m.user_id
  where m.account_id = account and m.user_id = person;
  if not found then
    perform private.refuse_stale('Another person has handed this over in the meantime.');
  end if;
  perform private.refuse_receivers(account, members, invitations);
  perform private.refuse_invitations_of(account, person, invitations);
  perform private.refuse_service_accounts(account, person, asked);
  if exists (
    select n.kind, n.id, n.part
    from jsonb_to_recordset(coalesce(asked -> 'records', '[]')) as n (kind text, id uuid, part text)
    except
    select b.kind, b.id, b.part from private.belongings(account, person, not leaves) b
  ) then
    perform private.refuse_stale('Another person has handed this over in the meantime.');
  end if;
  select jsonb_agg(d) into decided from private.decided_handovers(account, person, asked, leaves) d;
  perform private.refuse_unknown_receivers(account, decided, members || suggested, suggested);
  perform private.end_handovers_to(account, person, decided);
  perform private.note_handovers(account, decided, person, giver, leaves);
  -- First of all that one person is told in a transaction, which has an end.
  perform private.tell_receivers(account);
  perform private.carry_out_handovers(account);
  perform private.hand_over_service_accounts(account, person, asked);
  update public.handovers h
  set state = 'accepted', answered_at = now()
  where h.account_id = account and h.act = private.current_act() and h.receiver_id = caller and h.state = 'pending';
end
$$;
comment on function private.hand_over(uuid, jsonb, boolean) is
  'Hands over what a member owns and knows. choices: {"records": [{kind, id, part, receiver | invitation | neither}], "rest": {receiver | invitation | "suggested": true} | null, "service_accounts": [{id, receiver or none}]}; what has no receiver stays a gap. Refuses with HO001 where another user was quicker.';
create or replace function private.parsed_handover(choices jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  given constant jsonb := jsonb_strip_nulls(choices);
  is_clear boolean := false;
begin
  if jsonb_typeof(given) = 'object' and jsonb_typeof(coalesce(given -> 'records', '[]')) = 'array'
    and jsonb_typeof(coalesce(given -> 'service_accounts', '[]')) = 'array'
  then
    is_clear := given - array['records', 'rest', 'service_accounts'] = '{}'
      and private.is_receiver_choice(coalesce(given -> 'rest', '{}'), array['receiver', 'invitation', 'suggested'])
      and not exists (
        select from jsonb_array_elements(given -> 'records') as choice
        where not private.is_receiver_choice(choice, array['kind', 'id', 'part', 'receiver', 'invitation'])
      )
      and not exists (
        select from jsonb_array_elements(given -> 'service_accounts') as choice
        where not private.is_receiver_choice(choice, array['id', 'receiver'])
      );
  end if;
  if not is_clear then
    raise exception 'A handover says who gets which records, and who gets the rest.'
      using errcode = '22023',
        hint = 'Send {"records": [{"kind", "id", "part", "receiver" or "invitation"}], "rest": {"receiver"}, {"invitation"} or {"suggested": true}}.';
  end if;
  return given;
end
$$;
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
create or replace function public.get_gaps() returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  not_seen constant uuid[] := private.people_not_seen(account);
begin
  perform private.count_for_readers(account);
  return (
    select coalesce(
      jsonb_object_agg(
        k.kind,
        jsonb_build_object(
          'no_owner', k.no_owner, 'owner_left', k.owner_left, 'handover_pending', k.handover_pending,
          'nobody_else', k.nobody_else
        ) || case when not_seen is null then '{}' else jsonb_build_object('owner_not_seen', k.owner_not_seen) end
          || case when k.can_report then jsonb_build_object('never_reported', k.never_reported) else '{}' end
      ),
      '{}'
    ) || private.gaps_of_service_accounts(account)
    from (
      select
        kinds.kind,
        coalesce(sum(c.records) filter (where c.unowned), 0) as no_owner,
        coalesce(sum(c.records) filter (where c.owner_left), 0) as owner_left,
        coalesce(sum(c.records) filter (where c.handover_pending), 0) as handover_pending,
        coalesce(sum(c.records) filter (where c.nobody_else), 0) as nobody_else,
        coalesce(sum(c.records) filter (where p.id is not null), 0) as owner_not_seen,
        kinds.kind in ('agent', 'automation') as can_report,
        (select count(*) from private.never_reported(account, kinds.kind)) as never_reported
      from private.kinds_in_use() as kinds (kind)
      left join private.current_counts(account) c using (kind)
      left join unnest(not_seen) as p (id) on p.id = c.owner_id
      where account is not null
      group by kinds.kind
    ) k
  );
end
$$;
comment on function public.get_gaps() is
  'How many records of each catalogue that is switched on have which gap. {"system" | …: {"no_owner", "owner_left", "owner_not_seen", "handover_pending", "nobody_else", "never_reported"}}. Those of owner_left are among those of no_owner; never_reported is there for automations and agents. The figure owner_not_seen is there from level manager on, where the auth server tells it. {"service_account": {"no_owner"}} is there where there are such.';
create function private.end_secrets_of(held public.service_accounts) returns void
language sql security definer set search_path = ''
as $$
  delete from private.token_secrets x
  using public.api_tokens t
  where t.account_id = held.account_id and t.service_account_id = held.id
    and x.account_id = t.account_id and x.token_id = t.id
$$;
comment on function private.end_secrets_of(public.service_accounts) is
  'Ends the secrets of the tokens of a service account; names and scopes stay, for who rotates them.';
alter function private.end_secrets_of(public.service_accounts) owner to cairn_definer;
create function private.tell_of_service_account(held public.service_accounts, former uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.audit_service_account(held, 'service_account_given', jsonb_build_object('former_owner_id', former));
  perform private.notify(
    held.account_id, held.owner_id, 'service_account_given',
    payload => jsonb_build_object('service_account', held.name)
  );
end
$$;
comment on function private.tell_of_service_account(public.service_accounts, uuid) is
  'Enters into the audit log that a service account has another owner, and tells that owner.';
alter function private.tell_of_service_account(public.service_accounts, uuid) owner to cairn_definer;
create or replace function public.give_service_account(service_account uuid, receiver uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  held public.service_accounts;
  former uuid;
  is_able boolean;
begin
  -- Nobody lowers or removes the receiver until this is done. Before the service account, as a handover locks them.
  perform from public.account_members m
  where m.account_id = private.my_account() and m.user_id = receiver and private.rank(m.permission_level) >= 1
  for share;
  is_able := found;
  held := private.managed_service_account(service_account);
  former := held.owner_id;
  if not is_able then
    raise exception 'A service account needs an owner of the level user or higher.'
      using errcode = '22023', hint = 'Choose another member.';
  end if;
  if former = receiver then
    return;
  end if;
  update public.service_accounts s set owner_id = receiver where s.id = held.id returning s.* into held;
  if private.my_rank() < 3 then
    perform private.end_secrets_of(held);
  end if;
  perform private.tell_of_service_account(held, former);
end
$$;
create function private.refuse_service_accounts(account uuid, person uuid, choices jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (
    select from jsonb_to_recordset(coalesce(choices -> 'service_accounts', '[]')) as n (id uuid)
    where not exists (
      select from public.service_accounts s
      where s.account_id = account and s.owner_id = person and s.id = n.id
    )
  ) then
    perform private.refuse_stale('Another person has handed this over in the meantime.');
  end if;
  if exists (
    select
    from jsonb_to_recordset(coalesce(choices -> 'service_accounts', '[]')) as n (receiver uuid)
    join public.account_members m on m.account_id = account and m.user_id = n.receiver
    where private.rank(m.permission_level) < 1
  ) then
    raise exception 'A service account needs an owner of the level user or higher.'
      using errcode = '22023', hint = 'Choose another member.';
  end if;
end
$$;
comment on function private.refuse_service_accounts(uuid, uuid, jsonb) is
  'Refuses with HO001 service accounts that are not that person''s any more, and receivers who are viewers.';
alter function private.refuse_service_accounts(uuid, uuid, jsonb) owner to cairn_definer;
create function private.hand_over_service_accounts(account uuid, person uuid, choices jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  given record;
  held public.service_accounts;
begin
  for given in
    select distinct on (n.id) n.id, n.receiver
    from jsonb_to_recordset(coalesce(choices -> 'service_accounts', '[]')) as n (id uuid, receiver uuid)
    where n.receiver is not null
    order by n.id
  loop
    update public.service_accounts s set owner_id = given.receiver
    where s.account_id = hand_over_service_accounts.account and s.id = given.id and s.owner_id = person
    returning s.* into held;
    continue when not found;
    perform private.end_secrets_of(held);
    perform private.tell_of_service_account(held, person);
  end loop;
end
$$;
comment on function private.hand_over_service_accounts(uuid, uuid, jsonb) is
  'Gives service accounts of a member to whom a handover names. The secrets of their tokens end.';
alter function private.hand_over_service_accounts(uuid, uuid, jsonb) owner to cairn_definer;
create function private.gaps_of_service_accounts(account uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case
    when count(*) > 0 then jsonb_build_object('service_account', jsonb_build_object('no_owner', count(*)))
    else '{}'
  end
  from public.service_accounts s
  where s.account_id = account and s.owner_id is null and private.is_unscoped()
$$;
comment on function private.gaps_of_service_accounts(uuid) is
  'How many service accounts have no owner, as get_gaps says it; empty for none, and for tokens.';
alter function private.gaps_of_service_accounts(uuid) owner to cairn_definer;
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
