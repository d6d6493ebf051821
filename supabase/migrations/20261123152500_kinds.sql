-- Kinds are rows, who knows a record stands in one table instead of four, and functions have the names of the field.

create table private.kinds (
  kind text primary key,
  place smallint not null unique,
  record_table text not null unique,
  feature text,
  noun text not null,
  newest_first boolean not null default false,
  own_orders jsonb not null default '{}'
);
comment on table private.kinds is 'What a record can be.';
comment on column private.kinds.place is 'Where the kind stands among the others.';
comment on column private.kinds.record_table is 'The table in public that has the records.';
comment on column private.kinds.feature is 'The switch of its catalogue; empty for a kind without a catalogue.';
comment on column private.kinds.noun is 'The kind in a sentence, with its article.';
comment on column private.kinds.newest_first is 'Whether its list begins with the newest record, not with the first name.';
comment on column private.kinds.own_orders is 'Orders that only this catalogue has, by name: what follows "order by", beginning with the column.';
alter table private.kinds owner to cairn_owner;

insert into private.kinds (kind, place, record_table, feature, noun, newest_first, own_orders) values
  ('system', 1, 'systems', 'systems', 'A system', false, '{}'),
  ('solution', 2, 'solutions', 'solutions', 'A solution', false, '{}'),
  (
    'agent', 3, 'agents', 'agents', 'An agent', true,
    '{"platform": "platform collate pg_catalog.\"C\"", "lastUsed": "last_used"}'
  ),
  (
    'automation', 4, 'automations', 'automations', 'An automation', true,
    '{"source": "source collate pg_catalog.\"C\"", "lastRun": "last_run"}'
  ),
  ('article', 5, 'knowledge_articles', null, 'An article', false, '{}');

create table public.record_experts (
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  kind text not null,
  record_id uuid not null,
  expert_id uuid not null,
  assigned_by uuid,
  created_at timestamptz not null default now(),
  -- A foreign key leads to one table, so each kind has a column for its records.
  system_id uuid,
  solution_id uuid,
  agent_id uuid,
  automation_id uuid,
  -- Begins with the account: a key without it would tell a stranger which pairs exist.
  primary key (account_id, record_id, expert_id),
  -- Callers of system_experts name this key where a pair may be there already.
  constraint record_experts_system_id_key unique (account_id, system_id, expert_id),
  constraint record_experts_kind_known check (private.holds(
    num_nonnulls(system_id, solution_id, agent_id, automation_id) = 1
      and record_id is not distinct from case kind
        when 'system' then system_id
        when 'solution' then solution_id
        when 'agent' then agent_id
        when 'automation' then automation_id
      end,
    'Kind must be system, solution, agent or automation.'
  )),
  constraint record_experts_system_id_fkey foreign key (account_id, system_id)
    references public.systems (account_id, id) on delete cascade,
  constraint record_experts_solution_id_fkey foreign key (account_id, solution_id)
    references public.solutions (account_id, id) on delete cascade,
  constraint record_experts_agent_id_fkey foreign key (account_id, agent_id)
    references public.agents (account_id, id) on delete cascade,
  constraint record_experts_automation_id_fkey foreign key (account_id, automation_id)
    references public.automations (account_id, id) on delete cascade,
  constraint record_experts_expert_id_fkey foreign key (account_id, expert_id)
    references public.account_members (account_id, user_id) on delete cascade,
  constraint record_experts_assigned_by_fkey foreign key (account_id, assigned_by)
    references public.account_members (account_id, user_id) on delete set null (assigned_by)
);
create index record_experts_expert_id_idx on public.record_experts (account_id, expert_id);
create index record_experts_assigned_by_idx on public.record_experts (account_id, assigned_by);
create index record_experts_solution_id_idx on public.record_experts (account_id, solution_id)
  where solution_id is not null;
create index record_experts_agent_id_idx on public.record_experts (account_id, agent_id) where agent_id is not null;
create index record_experts_automation_id_idx on public.record_experts (account_id, automation_id)
  where automation_id is not null;

comment on column public.record_experts.kind is 'system, solution, agent or automation.';
comment on column public.record_experts.assigned_by is 'Who said so.';
alter table public.record_experts owner to cairn_owner;

insert into public.record_experts (account_id, kind, record_id, system_id, expert_id, assigned_by, created_at)
select e.account_id, 'system', e.system_id, e.system_id, e.expert_id, e.assigned_by, e.created_at
from public.system_experts e;
insert into public.record_experts (account_id, kind, record_id, solution_id, expert_id, assigned_by, created_at)
select e.account_id, 'solution', e.solution_id, e.solution_id, e.expert_id, e.assigned_by, e.created_at
from public.solution_experts e;
insert into public.record_experts (account_id, kind, record_id, agent_id, expert_id, assigned_by, created_at)
select e.account_id, 'agent', e.agent_id, e.agent_id, e.expert_id, e.assigned_by, e.created_at
from public.agent_experts e;
insert into public.record_experts (account_id, kind, record_id, automation_id, expert_id, assigned_by, created_at)
select e.account_id, 'automation', e.automation_id, e.automation_id, e.expert_id, e.assigned_by, e.created_at
from public.automation_experts e;

drop view private.record_experts;
drop view private.gaps_of_records;
drop table public.system_experts;
drop table public.solution_experts;
drop table public.agent_experts;
drop table public.automation_experts;

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
drop policy "whoever changes a solution names its agents" on public.solution_agents;
drop policy "whoever changes a solution removes its agents" on public.solution_agents;
drop policy "whoever changes a solution names its automations" on public.solution_automations;
drop policy "whoever changes a solution removes its automations" on public.solution_automations;
drop function private.decided_handovers(uuid,uuid,jsonb,boolean);
drop function private.hand_over(uuid,jsonb,boolean);
create function private.count_against_limit(key text, per_minute integer) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  this_minute constant timestamptz := date_trunc('minute', now());
  taken_now integer;
begin
  -- Looked up first: who is over the limit shall not queue for the row.
  if (select t.taken >= per_minute from private.turns t where t.key = count_against_limit.key and t.minute = this_minute) then
    return false;
  end if;
  insert into private.turns as t (key, minute, taken)
  values (count_against_limit.key, this_minute, 1)
  on conflict on constraint turns_pkey do update set taken = t.taken + 1
  returning t.taken into taken_now;
  if taken_now = 1 then
    delete from private.turns t
    where t.ctid in (
      select o.ctid from private.turns o where o.minute < this_minute - interval '5 minutes' limit 100
      for update skip locked
    );
  end if;
  return taken_now <= per_minute;
end
$$;
comment on function private.count_against_limit(text, integer) is 'Counts a call; false when the key has had its number in this minute.';
alter function private.count_against_limit(text, integer) owner to cairn_definer;
create or replace function private.limit_public_calls(kind text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.count_against_limit(kind || ' of ' || coalesce(private.network_of(private.caller_address())::text, 'unknown'), 60)
    or not private.count_against_limit(kind, 1200)
  then
    raise exception 'Too many requests.' using errcode = 'PT429', hint = 'Wait a minute, then try again.';
  end if;
end
$$;
comment on function private.stamp_assignment() is 'Trigger: an assignment is made by its caller, now.';
comment on function private.refuse_non_owner() is 'Refuses a caller who is no admin of an account.';
create function private.catalogue_of(kind text) returns text
language sql stable security definer set search_path = ''
as $$
  select k.record_table from private.kinds k where k.kind = catalogue_of.kind and k.feature is not null
$$;
comment on function private.catalogue_of(text) is 'The table of the catalogue of a kind; null where there is none.';
alter function private.catalogue_of(text) owner to cairn_definer;
grant execute on function private.catalogue_of(text) to authenticated, service_role;
create function private.feature_of(kind text) returns text
language sql stable security definer set search_path = ''
as $$
  select k.feature from private.kinds k where k.kind = feature_of.kind
$$;
comment on function private.feature_of(text) is 'The feature that switches the catalogue of a kind on and off.';
alter function private.feature_of(text) owner to cairn_definer;
grant execute on function private.feature_of(text) to authenticated, service_role;
create function private.kinds_of_catalogues() returns setof text
language sql stable security definer set search_path = ''
as $$
  select k.kind from private.kinds k where k.feature is not null order by k.place
$$;
comment on function private.kinds_of_catalogues() is 'The kinds that have a catalogue, in their order.';
alter function private.kinds_of_catalogues() owner to cairn_definer;
create function private.refuse_other_kind(kind text, with_articles boolean default false) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  known constant text[] := array(
    select k.kind from private.kinds k where k.feature is not null or with_articles order by k.place
  );
  last constant integer := cardinality(known);
begin
  if kind is null or kind <> all (known) then
    raise exception 'Kind must be % or %.', array_to_string(known[:last - 1], ', '), known[last] using errcode = '22023';
  end if;
end
$$;
comment on function private.refuse_other_kind(text, boolean) is
  'Refuses what is no kind with a catalogue, or no kind at all where articles count too.';
alter function private.refuse_other_kind(text, boolean) owner to cairn_definer;
grant execute on function private.refuse_other_kind(text, boolean) to authenticated, service_role;
comment on function private.remember_leaver(uuid, uuid, text) is 'Remembers every address of a member who leaves an account.';
create or replace function private.guard_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Locked, so that an admin who is demoted at this moment has either invited before it or may not any more.
  perform from public.account_members m
  where m.user_id = private.caller_id() and m.account_id = new.account_id and m.permission_level = 'admin'
  for share;
  if not found then
    raise exception 'Only account owners can manage invitations.' using errcode = '42501', hint = 'Ask an administrator.';
  end if;
  new.invited_by := private.caller_id();
  -- What follows counts, so the invitations of an account are written one after the other.
  perform from public.accounts a where a.id = new.account_id for no key update;
  perform private.refuse_more_invitations(1);
  if exists (
    select from public.profiles p where p.account_id = new.account_id and lower(p.email) = new.email
  ) then
    raise exception 'A user with this email already exists in the system.'
      using errcode = '23505', hint = 'This person is a member of your account.';
  end if;
  delete from public.pending_invitations i
  where i.account_id = new.account_id and i.email = new.email
    and i.accepted_at is null and i.declined_at is null and i.expires_at <= now();
  if exists (
    select from public.pending_invitations i
    where i.account_id = new.account_id and i.email = new.email and i.accepted_at is null and i.declined_at is null
  ) then
    raise exception 'This person has an open invitation already.'
      using errcode = '23505', hint = 'Send them its link, or revoke it first.';
  end if;
  return new;
end
$$;
comment on function public.invite_member(text, text, text, text, text) is
  'For admins: invites a person. Answers {"id": …, "expires_at": …, "token": …}; a second invitation to an address waits until the first has ended.';
create or replace function private.join_account_of_domain(person uuid, email text, metadata jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  home constant text := private.email_domain(email);
  account uuid;
begin
  if home is null or private.is_blacklisted(home) then
    return;
  end if;
  -- Colleagues who confirm at the same moment take turns, so that one of them founds and the others find. The key on
  -- the domain would refuse a second founding, but only by failing the confirmation.
  perform pg_advisory_xact_lock(hashtextextended('account of domain ' || home, 0));
  select d.account_id into account from public.account_domains d where d.domain = home;
  if account is null then
    insert into public.accounts (name)
    values (coalesce(private.metadata_text(metadata, 'account_name'), private.suggested_account_name(home)))
    returning id into account;
    insert into public.account_domains (domain, account_id) values (home, account);
    insert into public.account_members (account_id, user_id, role, permission_level)
    values (account, person, 'owner', 'admin');
  elsif private.has_left(account, person, email) then
    return;
  elsif (select a.newcomers_need_admission from public.accounts a where a.id = account) then
    perform private.queue_newcomer(person, account);
  else
    insert into public.account_members (account_id, user_id) values (account, person);
  end if;
end
$$;
create or replace function private.provision() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (id, email, name)
  values (new.id, new.email, private.display_name(new.raw_user_meta_data))
  on conflict (id) do nothing;
  -- A person who is known is never placed a second time.
  if found and not private.is_invited(new.email) then
    perform private.join_account_of_domain(new.id, new.email, new.raw_user_meta_data);
  end if;
  return null;
end
$$;
create or replace function private.follow_email() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.past_addresses (user_id, email)
  select p.id, lower(p.email) from public.profiles p where p.id = new.id and p.email <> ''
  on conflict do nothing;
  update public.profiles set email = new.email where id = new.id;
  -- A person who left goes on being known, so that a second user with this address is too.
  insert into private.former_members (account_id, email, user_id, left_at)
  select f.account_id, lower(new.email), new.id, max(f.left_at)
  from private.former_members f
  where f.user_id = new.id
  group by f.account_id
  on conflict do nothing;
  delete from private.waiting_newcomers w
  where w.user_id = new.id and private.email_domain(new.email) is distinct from private.email_domain(old.email);
  return null;
end
$$;
comment on function private.empty_person() is 'Trigger: takes membership and profile of a user who is deleted softly.';
comment on function private.end_invitations_of_joined(uuid, uuid) is
  'Ends the open invitations of an account to a member who has joined it without them, and gives them what these owned.';
create function private.queue_newcomer(person uuid, account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.waiting_newcomers as w (user_id, account_id)
  values (person, account)
  on conflict (user_id) do update set account_id = excluded.account_id, created_at = now()
  where w.account_id <> excluded.account_id;
  if found then
    perform private.notify(account, m.user_id, 'newcomer_waiting', payload => jsonb_build_object('name', p.name))
    from public.account_members m, public.profiles p
    where m.account_id = account and m.permission_level = 'admin' and p.id = person;
  end if;
end
$$;
comment on function private.queue_newcomer(uuid, uuid) is 'Lets a newcomer wait for an admin, and tells the admins, once.';
alter function private.queue_newcomer(uuid, uuid) owner to cairn_definer;
comment on function public.admit_newcomer(uuid) is 'For admins: makes a newcomer a member, as a viewer.';
comment on function public.refuse_newcomer(uuid) is
  'For admins: refuses a newcomer. As with a member who left, only an invitation lets them in then.';
comment on function private.take_newcomer(uuid) is
  'For admins: ends the waiting of a newcomer for their account, or refuses with PT404 where the person does not wait.';
comment on function public.join_account_of_my_domain(text) is
  'Places a person without an account by their confirmed address, as at sign-up, and tells the account they belong to. The name is for an account that is founded.';
comment on function public.get_my_placement() is
  'Where a person without an account may belong: the account they wait for, their open invitations, and what their domain offers.';
create or replace function private.feature_enabled(feature text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select f.enabled from public.app_features f where f.account_id = private.my_account() and f.feature_name = feature),
    exists (select from private.kinds k where k.feature = feature_enabled.feature)
  )
$$;
create function private.refuse_kind_switched_off() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_feature_off(k.feature)
  from private.kinds k
  where k.kind in (select l.kind from links l);
  return null;
end
$$;
comment on function private.refuse_kind_switched_off() is
  'Statement trigger: refuses writes of non-admins to rows of a kind while its feature is off.';
alter function private.refuse_kind_switched_off() owner to cairn_definer;
create or replace function private.switched_off(account uuid, record_kind text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.app_features f
    where f.account_id = account and f.feature_name = private.feature_of(record_kind) and not f.enabled
  )
$$;
create or replace function public.secure_update_user_permission(
  target_user_id uuid,
  new_permission_level text,
  target_account_id uuid,
  handover jsonb default null
) returns void
language plpgsql set search_path = ''
as $$
begin
  if private.rank(new_permission_level) is null then
    raise exception 'Please select a valid permission level.'
      using errcode = '22023', hint = 'It is viewer, user, manager or admin.';
  end if;
  if target_account_id = private.my_account() and private.my_rank() = 3 then
    perform private.refuse_stranger(target_user_id);
    if handover is not null and new_permission_level = 'viewer' then
      perform private.hand_over(target_user_id, handover, false);
    end if;
    update public.account_members
    set permission_level = new_permission_level
    where user_id = target_user_id and account_id = target_account_id;
    if found then
      return;
    end if;
  end if;
  -- Also for a caller who was an admin a moment ago: the update then found no row that is theirs to change.
  raise exception 'Permission changes must be made by an account administrator.'
    using errcode = '42501', hint = 'Ask an administrator of the account.';
end
$$;
create or replace function public.remove_member(target_user_id uuid, handover jsonb default null) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.refuse_stranger(target_user_id);
  if target_user_id is distinct from private.caller_id() and private.my_rank() is distinct from 3 then
    raise exception 'Members are removed by administrators.'
      using errcode = '42501', hint = 'Everybody may leave by themselves.';
  end if;
  perform private.hand_over(target_user_id, coalesce(handover, '{}'), true);
  if target_user_id = private.caller_id() then
    perform private.leave_account();
    return;
  end if;
  delete from public.account_members where user_id = target_user_id;
  -- A caller who was an admin a moment ago.
  if not found then
    raise exception 'Members are removed by administrators.'
      using errcode = '42501', hint = 'Everybody may leave by themselves.';
  end if;
end
$$;
comment on function public.remove_member(uuid, jsonb) is
  'Ends a membership: an admin anybody''s, everybody their own. An account keeps at least one admin (LA001). The handover says who gets what they own and know. It is {"records": [{"kind", "id", "part": "owner" | "expert", "receiver" | "invitation" or neither}], "rest"}. The rest is {"receiver"}, {"invitation"}, {"suggested": true} or null. What has no receiver has no owner then. HO001 where another user was quicker.';
comment on function public.get_team_departments() is
  'The departments that members of the caller''s team show, each once, by name.';
comment on function public.open_member_profile(uuid) is
  'The same as get_member_profile, which enters an admin''s look at another member into the audit log.';
create or replace function public.get_member_records(
  target_user_id uuid,
  relation text,
  kinds text[] default null,
  skip integer default 0
) returns json
language sql stable security definer set search_path = ''
as $$
  with account as materialized (
    select m.account_id as id
    from public.account_members m
    where m.user_id = target_user_id and m.account_id = private.my_account()
  ),
  found as materialized (
    select r.kind, r.id, r.name
    from account a
    join private.catalogue_records r on r.account_id = a.id
    where relation = 'owner' and r.owner_id = target_user_id and (kinds is null or r.kind = any (kinds))
    union all
    select r.kind, r.id, r.name
    from account a
    join public.record_experts x on x.account_id = a.id
    join private.catalogue_records r on r.account_id = x.account_id and r.kind = x.kind and r.id = x.record_id
    where relation = 'expert' and x.expert_id = target_user_id and (kinds is null or x.kind = any (kinds))
  ),
  page as (
    select f.* from found f order by lower(f.name), f.id limit 10 offset greatest(coalesce(skip, 0), 0)
  )
  select json_build_object(
    'total', (select count(*) from found),
    'items', (select coalesce(json_agg(p order by lower(p.name), p.id), '[]') from page p)
  )
$$;
comment on function public.get_member_records(uuid, text, text[], integer) is
  'Ten of the records of these kinds, or of all, that a member of the caller''s account owns ("owner"), or is an expert of ("expert"): {"total", "items": [{kind, id, name}]}.';
create or replace function public.log_successful_login(email_param text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  address text;
begin
  select lower(p.email) into address
  from public.profiles p where p.id = private.caller_id() and lower(p.email) = lower(email_param);
  if address is not null and private.count_against_limit('note of sign-in by ' || private.caller_id(), 5) then
    insert into public.login_attempts (email, success, source, origin)
    values (address, true, 'browser', private.network_of(private.caller_address()));
  end if;
end
$$;
create or replace function private.receive_browser_note() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.email := lower(new.email);
  new.attempted_at := now();
  new.source := 'browser';
  new.origin := private.network_of(private.caller_address());
  if private.count_against_limit('sign-in notes of ' || coalesce(new.origin::text, 'unknown'), 20)
    and private.count_against_limit('sign-in notes', 600)
  then
    return new;
  end if;
  return null;
end
$$;
comment on function private.write_audit(uuid, uuid, text, text, text, jsonb, inet) is
  'Writes an entry of source server. Nothing for a person without account.';
create or replace function private.take_audit_turn() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.count_against_limit('audit notes of ' || private.caller_id(), 30) then
    raise exception 'Too many security events were reported.'
      using errcode = 'PT429', hint = 'Wait a minute, then try again.';
  end if;
end
$$;
create or replace function public.log_security_event_enhanced(
  p_action text, p_resource_type text, p_severity text, p_details jsonb default '{}'
)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  if coalesce(p_action not in ('password_change_attempted', 'password_change_failed', 'password_changed'), true)
    or p_resource_type is distinct from 'user_account'
    or coalesce(p_severity not in ('medium', 'high'), true)
    or coalesce(jsonb_typeof(p_details), 'null') not in ('object', 'null')
  then
    raise exception 'That is no security event.' using errcode = '22023',
      hint = 'Actions: password_change_attempted, password_change_failed, password_changed. Resource type: user_account. '
        || 'Severity: medium or high. Details: a JSON object.';
  end if;
  -- No admin would read what a person without account reports.
  if account is null then
    return;
  end if;
  perform private.take_audit_turn();
  insert into public.security_audit_log (
    account_id, user_id, action, resource_type, resource_id, details, user_agent, ip_address, source
  )
  values (
    account, private.caller_id(), p_action, p_resource_type, private.caller_id()::text,
    case jsonb_typeof(p_details) when 'object' then p_details else '{}' end || jsonb_build_object('severity', p_severity),
    private.caller_agent(), private.caller_address(), 'browser'
  );
end
$$;
create or replace function private.refuse_sign_in_change(person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Both are locked: an admin who is demoted, or leaves, at this moment has done so before or does so after.
  perform from public.account_members m
  where m.user_id = private.caller_id() and m.permission_level = 'admin'
  for share;
  if not found then
    raise exception 'The sign-in of members is managed by administrators.'
      using errcode = '42501', hint = 'Ask an administrator.';
  end if;
  perform from public.account_members m
  where m.user_id = person and m.account_id = private.my_account()
  for share;
  if not found then
    perform private.refuse_stranger(person);
  end if;
  if person = private.caller_id() then
    raise exception 'Your own sessions and second factors are among your security settings.'
      using errcode = '42501', hint = 'Open the security settings.';
  end if;
  if coalesce(not has_function_privilege(to_regprocedure('auth.end_sessions(uuid, uuid)'), 'execute'), true) then
    raise exception 'This server does not let administrators change how members sign in.'
      using errcode = '0A000', hint = 'Ask whoever runs the server.';
  end if;
end
$$;
comment on function private.refuse_sign_in_change(uuid) is
  'Refuses callers who are no admin of the person''s account, admins themselves about their own sign-in, and a server that cannot do it.';
create or replace function private.receive_password() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.caller_id() is not null and not private.count_against_limit('password notes of ' || private.caller_id(), 5) then
    raise exception 'Too many passwords were recorded.'
      using errcode = 'PT429', hint = 'Wait a minute, then try again.';
  end if;
  new.created_at := now();
  -- Hashed to one length first: bcrypt reads 72 bytes and no more.
  new.password_hash := extensions.crypt(
    encode(sha256(convert_to(new.password_hash, 'UTF8')), 'hex'), extensions.gen_salt('bf', 10)
  );
  return new;
end
$$;
create or replace function public.check_password_history(user_id_param uuid, new_password_hash text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if user_id_param is distinct from private.caller_id() then
    raise exception 'Nobody asks about the passwords of others.' using errcode = '42501', hint = 'Ask about your own.';
  end if;
  if new_password_hash is null then
    raise exception 'A hash of the new password is needed.' using errcode = '22023', hint = 'Its SHA-256, in hexadecimal.';
  end if;
  if not private.count_against_limit('password questions of ' || private.caller_id(), 10) then
    raise exception 'Too many requests.' using errcode = 'PT429', hint = 'Wait a minute, then try again.';
  end if;
  return not exists (
    select from public.password_history h
    where h.user_id = user_id_param
      and h.password_hash = extensions.crypt(
        encode(sha256(convert_to(new_password_hash, 'UTF8')), 'hex'), h.password_hash
      )
  );
end
$$;
create or replace function private.receive_rate_limit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.count_against_limit('rate limits of ' || private.caller_id(), 20) then
    raise exception 'Too many requests.' using errcode = 'PT429', hint = 'Wait a minute, then try again.';
  end if;
  new.window_start := now();
  new.created_at := now();
  delete from public.security_rate_limits l
  where l.user_id = private.caller_id() and l.id in (
    select o.id from public.security_rate_limits o
    where o.user_id = private.caller_id() order by o.window_start desc offset 9
  );
  return new;
end
$$;
create function private.keep_expert_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  kind text;
begin
  for kind in select distinct l.kind from links l loop
    execute format(
      'insert into public.record_history (
        account_id, kind, record_id, record_name, action, field, before, after, changed_by, act, concerned
      )
      select
        r.account_id, $1, r.id, r.name, ''updated'', ''experts'',
        case when $2 then expert.value end, case when not $2 then expert.value end,
        $3, $4,
        array(select distinct person from unnest(array[r.owner_id, r.created_by]) as person where person is not null)
      from links l
      join public.%I r on r.id = l.record_id
      join public.profiles p on p.id = l.expert_id
      cross join lateral (select jsonb_build_object(''id'', p.id, ''name'', p.name) as value) expert
      where l.kind = $1 and ($2 or not exists (
        select from public.binned_records b where b.account_id = l.account_id and b.record_id = l.record_id
      ))',
      private.catalogue_of(kind)
    ) using kind, tg_op = 'DELETE', private.caller_id(), private.current_act();
  end loop;
  return null;
end
$$;
comment on function private.keep_expert_history() is
  'Statement trigger: writes experts who were named or removed into the history of the record, as {"id", "name"}.';
alter function private.keep_expert_history() owner to cairn_definer;
create function private.name_known_record() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.record_id is not null then
    if new.kind is null then
      perform private.refuse_other_kind(new.kind);
    end if;
    return jsonb_populate_record(new, jsonb_build_object(new.kind || '_id', new.record_id));
  end if;
  select k.kind, (to_jsonb(new) ->> (k.kind || '_id'))::uuid
  into new.kind, new.record_id
  from private.kinds k
  where to_jsonb(new) ->> (k.kind || '_id') is not null;
  return new;
end
$$;
comment on function private.name_known_record() is
  'Trigger: fills in the kind and id of the record that an expert knows, or the column of its kind.';
alter function private.name_known_record() owner to cairn_definer;
create or replace function private.note_lost_experts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The account itself goes.
  if not exists (select from public.accounts a where a.id = old.account_id) then
    return old;
  end if;
  insert into public.record_history (account_id, kind, record_id, record_name, action, field, before, changed_by)
  select
    old.account_id, known.kind, known.id, known.name, 'updated', 'experts',
    jsonb_build_object('id', old.user_id, 'name', coalesce(
      (select p.name from public.profiles p where p.id = old.user_id), 'Former Member'
    )),
    private.caller_id()
  from (
    select r.kind, r.id, r.name
    from public.record_experts e
    join private.records r on r.account_id = old.account_id and r.kind = e.kind and r.id = e.record_id
    where e.account_id = old.account_id and e.expert_id = old.user_id
  ) as known;
  return old;
end
$$;
comment on function private.owner_in_history(jsonb) is
  'The owner of a record as the history keeps it: the id of a member, or {"id", "name", "invited"} of an invited person.';
create or replace function private.is_record(account uuid, kind text, id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  found boolean;
begin
  execute (
    select format('select exists (select from public.%I r where r.account_id = $1 and r.id = $2)', k.record_table)
    from private.kinds k
    where k.kind = is_record.kind
  ) into found using account, id;
  return found;
end
$$;
create or replace function private.name_is_taken(account uuid, kind text, wanted text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  taken boolean;
begin
  execute format(
    'select exists (select from public.%I r where r.account_id = $1 and lower(r.name) = lower($2))',
    private.catalogue_of(kind)
  ) into taken using account, wanted;
  return taken;
end
$$;
comment on function private.stamp_article() is 'Trigger: the caller who adds an article is its author, and adds it now.';
create or replace function public.get_invited_people() returns table (id uuid, name text)
language sql stable security definer set search_path = ''
as $$
  select i.id, i.name
  from public.pending_invitations i
  where i.account_id = private.my_account()
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
    and (
      private.my_rank() >= 1
      or exists (select from private.records r where r.account_id = i.account_id and r.invited_owner_id = i.id)
    )
  order by lower(i.name), i.id
$$;
create function private.keep_one_owner() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.owner_id is not null and new.owner_id is distinct from old.owner_id
    and new.invited_owner_id is not distinct from old.invited_owner_id
  then
    new.invited_owner_id := null;
  elsif new.invited_owner_id is not null and new.invited_owner_id is distinct from old.invited_owner_id
    and new.owner_id is not distinct from old.owner_id
  then
    new.owner_id := null;
  end if;
  return new;
end
$$;
comment on function private.keep_one_owner() is 'Trigger: the person who was named last is the owner, a member or an invited person.';
alter function private.keep_one_owner() owner to cairn_definer;
comment on function private.require_open_invitation() is
  'Trigger: only a person with an open invitation of the account can be the invited owner.';
create or replace function private.hand_to_invited(account uuid, invitation uuid, owner uuid, next_invitation uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  catalogue text;
begin
  for catalogue in select private.catalogue_of(k.kind) from private.kinds_of_catalogues() as k (kind) loop
    execute format(
      'update public.%I r set owner_id = $3, invited_owner_id = $4 where r.account_id = $1 and r.invited_owner_id = $2',
      catalogue
    ) using account, invitation, owner, next_invitation;
  end loop;
end
$$;
create function private.transfer_records_to_member() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid;
begin
  select m.user_id into person
  from public.account_members m
  join public.profiles p on p.id = m.user_id
  where m.account_id = new.account_id and lower(p.email) = new.email
  order by m.user_id = private.caller_id() desc
  limit 1;
  perform private.hand_to_invited(new.account_id, new.id, person, null);
  return null;
end
$$;
comment on function private.transfer_records_to_member() is 'Trigger: a person who joins owns what their invitation did.';
alter function private.transfer_records_to_member() owner to cairn_definer;
create or replace function private.note_departure() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The account itself goes.
  if not exists (select from public.accounts a where a.id = old.account_id) then
    return old;
  end if;
  with owned as (
    select r.kind, r.id, r.name
    from private.records r
    where r.account_id = old.account_id and r.owner_id = old.user_id
  ),
  told as (
    -- Nobody is notified record by record: who gives owners sees the gaps.
    insert into public.record_history (
      account_id, kind, record_id, record_name, action, field, before, changed_by
    )
    select old.account_id, o.kind, o.id, o.name, 'updated', 'owner_id', to_jsonb(old.user_id), private.caller_id()
    from owned o
  )
  insert into public.departed_owners as d (account_id, kind, record_id, person_id, person_name)
  select
    old.account_id, o.kind, o.id, old.user_id, (select p.name from public.profiles p where p.id = old.user_id)
  from owned o
  on conflict (account_id, kind, record_id) do update
  set person_id = excluded.person_id, person_name = excluded.person_name, left_at = excluded.left_at;
  return old;
end
$$;
comment on function private.forget_departed() is 'Trigger: forgets the name of a person whose user is deleted.';
create function private.restore_departed_owners(departed jsonb, ids uuid[]) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.departed_owners (account_id, kind, record_id, person_id, person_name, left_at)
  select
    d.account_id, d.kind, d.record_id, d.person_id, (select p.name from public.profiles p where p.id = d.person_id),
    d.left_at
  from jsonb_to_recordset(departed)
    as d (account_id uuid, kind text, record_id uuid, person_id uuid, left_at timestamptz)
  join unnest(ids) as back (id) on back.id = d.record_id
  on conflict do nothing
$$;
comment on function private.restore_departed_owners(jsonb, uuid[]) is
  'Notes once more whose owner left, of records that are again as they were.';
alter function private.restore_departed_owners(jsonb, uuid[]) owner to cairn_definer;
create or replace function private.kinds_in_use() returns setof text
language sql stable security definer set search_path = ''
as $$
  select k.kind from private.kinds k where k.feature is not null and private.feature_enabled(k.feature) order by k.place
$$;
revoke all on function private.kinds_in_use() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner;
grant execute on function private.kinds_in_use() to authenticated, service_role;
create or replace function private.belongings(account uuid, person uuid, only_owned boolean)
returns table (kind text, id uuid, name text, part text, owner_id uuid)
language sql stable security definer set search_path = ''
as $$
  select r.kind, r.id, r.name, 'owner', r.owner_id
  from private.catalogue_records r
  where r.account_id = account and r.owner_id = person and r.kind = any (array(select private.kinds_in_use()))
  union all
  select r.kind, r.id, r.name, 'expert', r.owner_id
  from public.record_experts e
  join private.catalogue_records r on r.account_id = account and r.kind = e.kind and r.id = e.record_id
  where not only_owned and e.account_id = account and e.expert_id = person
    and r.kind = any (array(select private.kinds_in_use()))
$$;
create or replace function private.suggested_receiver(account uuid, person uuid, record_kind text, record_id uuid, part text, owner uuid)
returns table (receiver_id uuid, reason text, linked_kind text, linked_id uuid, linked_name text, others integer)
language sql stable security definer set search_path = ''
as $$
  with expert as (
    select e.expert_id
    from public.record_experts e
    where e.account_id = account and e.kind = suggested_receiver.record_kind
      and e.record_id = suggested_receiver.record_id and e.expert_id <> person
      -- Who owns it is no second person who knows it.
      and (part = 'owner' or e.expert_id is distinct from owner)
  ),
  linked as (
    select l.*, count(*) over (partition by l.owner_id) as owns
    from private.linked_owners(account, suggested_receiver.record_kind, suggested_receiver.record_id) l
    where l.owner_id <> person and (part = 'owner' or l.owner_id is distinct from owner)
  )
  (
    select e.expert_id, 'only_expert', null::text, null::uuid, null::text, 1
    from expert e
    where part = 'owner' and (select count(*) from expert) = 1
  )
  union all
  (
    select null, 'known', null, null, null, (select count(*)::integer from expert)
    where part = 'expert' and exists (select from expert)
  )
  union all
  (
    select l.owner_id, 'linked_owner', l.kind, l.id, l.name, (select count(*)::integer from expert)
    from linked l
    where case part when 'owner' then (select count(*) from expert) <> 1 else not exists (select from expert) end
    order by l.owns desc, l.name, l.id
    limit 1
  )
$$;
comment on function public.get_belongings(uuid, boolean, text, integer) is
  'What a member owns and knows, 50 of each kind, owned first. {kind: {"total", "items": [{id, name, part, reason, receiver_id, receiver_name, linked_kind, linked_name, others}]}}. The reason says why the receiver is suggested: only_expert, linked_owner, known (others know it, no receiver is needed) or null. For the member themself, managers and admins.';
comment on function private.refuse_stale(text) is 'Refuses with HO001 what another user was quicker with.';
create or replace function private.carry_out_handovers(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  kind text;
begin
  for kind in select private.kinds_of_catalogues() loop
    execute format(
      'update public.%I r
      set owner_id = h.receiver_id, invited_owner_id = h.invitation_id
      from public.handovers h
      where h.account_id = $1 and h.act = private.current_act() and h.state = ''pending''
        and h.kind = $2 and h.part = ''owner'' and r.account_id = $1 and r.id = h.record_id',
      private.catalogue_of(kind)
    ) using account, kind;
  end loop;
  insert into public.record_experts (account_id, kind, record_id, expert_id, assigned_by)
  select account, h.kind, h.record_id, h.receiver_id, private.caller_id()
  from public.handovers h
  where h.account_id = account and h.act = private.current_act() and h.state = 'pending' and h.part = 'expert'
  on conflict do nothing;
end
$$;
comment on function private.handover_line(text, text, uuid, text, uuid, uuid) is
  'A handover as the history keeps it, with names: a member who leaves takes theirs along.';
create function private.decided_handovers(account uuid, person uuid, choices jsonb, leaves boolean)
returns table (kind text, id uuid, name text, part text, receiver_id uuid, invitation_id uuid)
language sql stable security definer set search_path = ''
as $$
  with wanted as (
    select
      nullif(choices -> 'rest', 'null') as rest,
      choices -> 'rest' -> 'suggested' is not distinct from 'true' as by_suggestion
  ),
  named as (
    select distinct on (n.kind, n.id, n.part) n.*
    from jsonb_to_recordset(coalesce(choices -> 'records', '[]'))
      as n (kind text, id uuid, part text, receiver uuid, invitation uuid)
    order by n.kind, n.id, n.part
  ),
  had as materialized (
    select b.*, n.id is not null as is_named, n.receiver, n.invitation
    from private.belongings(account, person, not leaves) b
    left join named n on n.kind = b.kind and n.id = b.id and n.part = b.part
  ),
  asked as materialized (
    select h.* from had h, wanted w where not h.is_named and w.by_suggestion
  ),
  suggested as (
    select a.kind, a.id, a.part, s.receiver_id
    from asked a
    cross join lateral private.suggested_receiver(account, person, a.kind, a.id, a.part, a.owner_id) s
  ),
  decided as (
    select
      b.kind, b.id, b.name, b.part,
      case
        when b.is_named then b.receiver
        when w.by_suggestion then s.receiver_id
        else (w.rest ->> 'receiver')::uuid
      end as receiver_id,
      case
        -- Experts are members.
        when b.part = 'expert' then null
        when b.is_named then b.invitation
        else (w.rest ->> 'invitation')::uuid
      end as invitation_id
    from had b
    cross join wanted w
    left join suggested s on s.kind = b.kind and s.id = b.id and s.part = b.part
  )
  select
    d.kind, d.id, d.name, d.part, d.receiver_id, case when d.receiver_id is null then d.invitation_id end
  from decided d
  -- A member who knows it already is told nothing, and while others know it no expert is missed.
  where d.part = 'owner' or not exists (
    select from public.record_experts e
    where e.account_id = account and e.kind = d.kind and e.record_id = d.id
      and e.expert_id = coalesce(d.receiver_id, nullif(e.expert_id, person))
  )
$$;
comment on function private.decided_handovers(uuid, uuid, jsonb, boolean) is
  'Who gets what of a member''s belongings; without receiver what nobody gets.';
alter function private.decided_handovers(uuid, uuid, jsonb, boolean) owner to cairn_definer;
create function private.refuse_invitations_of(account uuid, person uuid, invitations uuid[]) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (
    select from public.pending_invitations i
    where i.account_id = account and i.id = any (invitations) and i.invited_by = person
  ) then
    raise exception 'An invitation ends with the admin who sent it: its person cannot take over from them.'
      using errcode = '22023', hint = 'Choose somebody else.';
  end if;
end
$$;
comment on function private.refuse_invitations_of(uuid, uuid, uuid[]) is
  'Refuses receivers whom the member who hands over has invited.';
alter function private.refuse_invitations_of(uuid, uuid, uuid[]) owner to cairn_definer;
create function private.refuse_unknown_receivers(account uuid, decided jsonb, locked uuid[], suggested uuid[])
returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (
    select from jsonb_to_recordset(decided) as d (receiver_id uuid)
    where d.receiver_id is not null and d.receiver_id <> all (coalesce(locked, '{}'))
  ) or exists (
    select from unnest(suggested) as person (id) where not private.is_member(account, person.id)
  ) then
    perform private.refuse_stale('Somebody who was to take over has left in the meantime.');
  end if;
end
$$;
comment on function private.refuse_unknown_receivers(uuid, jsonb, uuid[], uuid[]) is
  'Refuses with HO001 receivers who are not locked as members, and suggested ones who have left.';
alter function private.refuse_unknown_receivers(uuid, jsonb, uuid[], uuid[]) owner to cairn_definer;
create function private.hand_over(person uuid, choices jsonb, leaves boolean) returns void
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
    raise exception 'What somebody hands over is a matter of theirs and of managers.'
      using errcode = '42501', hint = 'Ask an administrator.';
  end if;
  select
    array_remove(array_agg(distinct n.receiver) || rest_receiver, null),
    array_remove(array_agg(distinct n.invitation) || rest_invitation, null)
  into members, invitations
  from jsonb_to_recordset(coalesce(asked -> 'records', '[]')) as n (receiver uuid, invitation uuid);
  if person = any (members) then
    raise exception 'Nobody hands over to themselves.' using errcode = '22023', hint = 'Choose somebody else.';
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
    perform private.refuse_stale('Somebody else has handed this over in the meantime.');
  end if;
  perform private.refuse_receivers(account, members, invitations);
  perform private.refuse_invitations_of(account, person, invitations);
  if exists (
    select n.kind, n.id, n.part
    from jsonb_to_recordset(coalesce(asked -> 'records', '[]')) as n (kind text, id uuid, part text)
    except
    select b.kind, b.id, b.part from private.belongings(account, person, not leaves) b
  ) then
    perform private.refuse_stale('Somebody else has handed this over in the meantime.');
  end if;
  select jsonb_agg(d) into decided from private.decided_handovers(account, person, asked, leaves) d;
  perform private.refuse_unknown_receivers(account, decided, members || suggested, suggested);
  perform private.end_handovers_to(account, person, decided);
  perform private.note_handovers(account, decided, person, giver, leaves);
  -- First of all that one person is told in a transaction, which has an end.
  perform private.tell_receivers(account);
  perform private.carry_out_handovers(account);
  update public.handovers h
  set state = 'accepted', answered_at = now()
  where h.account_id = account and h.act = private.current_act() and h.receiver_id = caller and h.state = 'pending';
end
$$;
comment on function private.hand_over(uuid, jsonb, boolean) is
  'Hands over what a member owns and knows. choices: {"records": [{kind, id, part, receiver | invitation | neither}], "rest": {receiver | invitation | "suggested": true} | null}; what has no receiver stays a gap. Refuses with HO001 where another user was quicker.';
alter function private.hand_over(uuid, jsonb, boolean) owner to cairn_definer;
grant execute on function private.hand_over(uuid, jsonb, boolean) to authenticated;
create function private.is_receiver_choice(choice jsonb, names text[]) returns boolean
language sql immutable set search_path = ''
as $$
  select case
    when jsonb_typeof(choice) = 'object'
    then choice - names = '{}'
      and num_nonnulls(choice -> 'receiver', choice -> 'invitation', choice -> 'suggested') <= 1
      and coalesce(choice -> 'suggested', 'true') = 'true'
    else false
  end
$$;
comment on function private.is_receiver_choice(jsonb, text[]) is
  'Whether it says who gets a record: a receiver, an invitation, the suggested receiver, or none of these; and nothing but these names.';
alter function private.is_receiver_choice(jsonb, text[]) owner to cairn_definer;
create function private.parsed_handover(choices jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  given constant jsonb := jsonb_strip_nulls(choices);
  is_clear boolean := false;
begin
  if jsonb_typeof(given) = 'object' and jsonb_typeof(coalesce(given -> 'records', '[]')) = 'array' then
    is_clear := given - array['records', 'rest'] = '{}'
      and private.is_receiver_choice(coalesce(given -> 'rest', '{}'), array['receiver', 'invitation', 'suggested'])
      and not exists (
        select from jsonb_array_elements(given -> 'records') as choice
        where not private.is_receiver_choice(choice, array['kind', 'id', 'part', 'receiver', 'invitation'])
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
comment on function private.parsed_handover(jsonb) is
  'A handover as it was asked for, without what is null; refuses what is none.';
alter function private.parsed_handover(jsonb) owner to cairn_definer;
create function private.refuse_answer(answer text, amount integer, receiver uuid, invitation uuid) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if answer is null or answer not in ('accept', 'pass_on') then
    raise exception 'The answer is accept or pass_on.' using errcode = '22023';
  end if;
  if amount > 10000 then
    raise exception 'Answer at most 10,000 handovers at once.' using errcode = '22023', hint = 'Answer all of one act.';
  end if;
  if receiver = private.caller_id() or num_nonnulls(receiver, invitation) > 1
    or answer = 'accept' and num_nonnulls(receiver, invitation) > 0
  then
    raise exception 'What is passed on goes to one other person, or to nobody.'
      using errcode = '22023', hint = 'Choose somebody else.';
  end if;
end
$$;
comment on function private.refuse_answer(text, integer, uuid, uuid) is 'Refuses what is no answer to handovers.';
alter function private.refuse_answer(text, integer, uuid, uuid) owner to cairn_definer;
create or replace function public.answer_handovers(
  answer text,
  handover_ids uuid[] default null,
  of_act uuid default null,
  receiver uuid default null,
  invitation uuid default null
) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  person constant uuid := private.caller_id();
  answered uuid[];
begin
  perform private.refuse_answer(answer, cardinality(handover_ids), receiver, invitation);
  perform private.lock_members(account, array[person, receiver]);
  perform private.refuse_receivers(account, array_remove(array[receiver], null), array_remove(array[invitation], null));
  select array_agg(mine.id) into answered
  from (
    select h.id
    from public.handovers h
    where h.account_id = account and h.receiver_id = person and h.state = 'pending'
      and (h.id = any (handover_ids) or h.act = of_act)
      and ((select private.my_rank()) = 3 or h.kind = any (array(select private.kinds_in_use())))
      and exists (
        select from private.catalogue_records r
        where r.account_id = account and r.kind = h.kind and r.id = h.record_id
      )
    order by h.id
    for update of h
  ) mine;
  if answered is null or exists (select unnest(handover_ids) except select unnest(answered)) then
    perform private.refuse_stale('This was answered, withdrawn or given to somebody else in the meantime.');
  end if;
  if invitation is not null and exists (
    select from public.handovers h where h.id = any (answered) and h.part = 'expert'
  ) then
    raise exception 'Experts are members: who is invited becomes one after joining.'
      using errcode = '22023', hint = 'Choose a member.';
  end if;
  update public.handovers h
  set state = case answer when 'accept' then 'accepted' else 'passed_on' end, answered_at = now()
  where h.id = any (answered);
  insert into public.record_history (account_id, kind, record_id, record_name, action, field, after, changed_by)
  select
    account, h.kind, h.record_id, r.name, 'updated', 'handover',
    private.handover_line(
      h.part, h.state, h.giver_id, h.giver_name,
      case answer when 'accept' then person else receiver end, invitation
    ),
    person
  from public.handovers h
  join private.catalogue_records r on r.account_id = account and r.kind = h.kind and r.id = h.record_id
  where h.id = any (answered);
  if answer = 'pass_on' then
    perform private.pass_on(account, answered, receiver, invitation);
  end if;
  return cardinality(answered);
end
$$;
comment on function public.answer_handovers(text, uuid[], uuid, uuid, uuid) is
  'For the receiver: accepts what they were handed, or passes it on (pass_on) to a member, to an invited person, or to no receiver. The ids of handovers say what, or an act of which all is meant. Returns how many. HO001 where one is not pending any more.';
create or replace function private.pass_on(account uuid, passed uuid[], receiver uuid, invitation uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  person constant uuid := private.caller_id();
  kind text;
begin
  insert into public.handovers (
    account_id, kind, record_id, part, giver_id, giver_name, handed_by, receiver_id, invitation_id
  )
  select account, h.kind, h.record_id, h.part, h.giver_id, h.giver_name, person, pass_on.receiver, pass_on.invitation
  from public.handovers h
  where h.id = any (passed) and num_nonnulls(pass_on.receiver, pass_on.invitation) = 1
    and not exists (
      select from public.record_experts e
      where h.part = 'expert' and e.account_id = account and e.kind = h.kind and e.record_id = h.record_id
        and e.expert_id = pass_on.receiver
    );
  perform private.tell_receivers(account);
  delete from public.record_experts e
  using public.handovers h
  where h.id = any (passed) and h.part = 'expert'
    and e.account_id = h.account_id and e.kind = h.kind and e.record_id = h.record_id and e.expert_id = person;
  if num_nonnulls(receiver, invitation) = 0 then
    for kind in select private.kinds_of_catalogues() loop
      execute format(
        'update public.%I r set owner_id = null from public.handovers h
        where h.id = any ($1) and h.kind = $2 and h.part = ''owner''
          and r.account_id = h.account_id and r.id = h.record_id and r.owner_id = $3',
        private.catalogue_of(kind)
      ) using passed, kind, person;
    end loop;
  end if;
  perform private.carry_out_handovers(account);
end
$$;
comment on function private.pass_on(uuid, uuid[], uuid, uuid) is
  'Gives what the caller was handed to another receiver, who is asked in turn, or to none.';
comment on function public.get_pending_handovers(text) is
  'The handovers of a kind that wait for an answer, the last 1,000; receiver_id is null for an invited person.';
create or replace function private.end_handovers_to(account uuid, person uuid, decided jsonb) returns void
language sql security definer set search_path = ''
as $$
  update public.handovers h
  set state = 'passed_on', answered_at = now()
  from jsonb_to_recordset(decided) as d (id uuid, part text, receiver_id uuid, invitation_id uuid)
  where h.account_id = account and h.record_id = d.id and h.part = d.part
    -- A record has one owner: another member who was asked before is asked no more.
    and (h.receiver_id = person or h.part = 'owner')
    and h.state = 'pending' and num_nonnulls(d.receiver_id, d.invitation_id) = 1
$$;
create or replace function private.follow_owner() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  with joined as (
    update public.handovers h
    set receiver_id = n.owner_id, invitation_id = null
    from is_now n
    where h.account_id = n.account_id and h.record_id = n.id and h.part = 'owner' and h.state = 'pending'
      and h.invitation_id is not null and n.owner_id is not null
      and exists (
        select from public.pending_invitations i
        join public.profiles p on p.id = n.owner_id and lower(p.email) = i.email
        where i.account_id = h.account_id and i.id = h.invitation_id
      )
    returning h.account_id, h.receiver_id, h.act, h.giver_name, h.handed_by, h.kind, n.id, n.name
  )
  -- Not by private.notify: the person who accepts the invitation acts, and is told all the same.
  insert into public.notifications (
    account_id, user_id, number, kind, actor_id, record_kind, record_id, record_name, payload, in_app, mail_due
  )
  select
    j.account_id, j.receiver_id,
    coalesce((
      select max(n.number) from public.notifications n where n.account_id = j.account_id and n.user_id = j.receiver_id
    ), 0) + 1,
    'handed_over', (array_agg(j.handed_by))[1],
    case when count(*) = 1 then min(j.kind) end,
    case when count(*) = 1 then (array_agg(j.id))[1] end,
    case when count(*) = 1 then min(j.name) end,
    jsonb_build_object('act', j.act, 'giver', min(j.giver_name), 'amount', count(*)), true, false
  from joined j
  group by j.account_id, j.receiver_id, j.act;
  -- A renewed invitation is another one of the same person.
  update public.handovers h
  set invitation_id = n.invited_owner_id
  from is_now n
  where h.account_id = n.account_id and h.record_id = n.id and h.part = 'owner' and h.state = 'pending'
    and h.invitation_id <> n.invited_owner_id
    and (select i.email from public.pending_invitations i where i.id = h.invitation_id)
      = (select i.email from public.pending_invitations i where i.id = n.invited_owner_id);
  update public.handovers h
  set state = 'withdrawn', answered_at = now()
  from is_now n
  where h.account_id = n.account_id and h.record_id = n.id and h.part = 'owner' and h.state = 'pending'
    and (h.receiver_id, h.invitation_id) is distinct from (n.owner_id, n.invited_owner_id);
  return null;
end
$$;
comment on function private.follow_owner() is
  'Statement trigger: a handover becomes that of the person who joined, and ends when another member is made owner.';
create or replace function private.follow_expert() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.handovers h
  set state = 'withdrawn', answered_at = now()
  from links l
  where h.account_id = l.account_id and h.record_id = l.record_id and h.part = 'expert'
    and h.receiver_id = l.expert_id and h.state = 'pending';
  return null;
end
$$;
comment on function private.follow_expert() is
  'Statement trigger: handovers to experts end when they are removed.';
comment on function private.forget_giver() is 'Trigger: forgets the name of a person whose user is deleted.';
comment on function private.lock_of_counts(uuid) is 'The advisory lock of transactions that write the sums of an account.';
create or replace function private.count_many() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- A reader quickly looks at fewer, until the server counts them.
  fewest constant integer := 1000;
  batch constant integer := 20000;
  many constant boolean := (select count(*) from (select from marks limit fewest) m) >= fewest;
  account uuid;
  records bigint;
begin
  -- Where no server counts, one change in a hundred counts what the others have left.
  if not many and random() > 0.01 or current_setting('transaction_isolation') <> 'read committed' then
    return null;
  end if;
  for account, records in
    select m.account_id, count(*)
    from marks m
    group by m.account_id
    having not many or count(*) >= fewest
    order by m.account_id
  loop
    begin
      -- In the order of a deletion of the account: first the account, then its counts.
      perform from public.accounts a where a.id = account for key share;
      if many then
        perform private.count_marked(account, batch) from generate_series(1, records, batch);
      else
        perform private.count_for_readers(account);
      end if;
    -- No change is refused because it cannot be counted yet.
    exception when others then
      raise warning 'The records of account % could not be counted: %', account, sqlerrm;
    end;
  end loop;
  return null;
end
$$;
comment on function private.count_many() is
  'Statement trigger: brings the marks of a change of many records into the sums at once, unless another transaction is at it; now and then also what many small changes have left.';
create or replace function private.count_marked(account uuid, at_most integer) returns integer
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
      select w.ctid from private.records_to_count w where w.account_id = account limit at_most
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
comment on function private.count_marked(uuid, integer) is
  'Brings so many marks of an account into its sums; returns how many. None while another transaction is at it.';
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
      json_object_agg(
        k.kind,
        jsonb_build_object(
          'no_owner', k.no_owner, 'owner_left', k.owner_left, 'handover_pending', k.handover_pending,
          'nobody_else', k.nobody_else
        ) || case when not_seen is null then '{}' else jsonb_build_object('owner_not_seen', k.owner_not_seen) end
      ),
      '{}'
    )
    from (
      select
        kinds.kind,
        coalesce(sum(c.records) filter (where c.unowned), 0) as no_owner,
        coalesce(sum(c.records) filter (where c.owner_left), 0) as owner_left,
        coalesce(sum(c.records) filter (where c.handover_pending), 0) as handover_pending,
        coalesce(sum(c.records) filter (where c.nobody_else), 0) as nobody_else,
        coalesce(sum(c.records) filter (where p.id is not null), 0) as owner_not_seen
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
  'How many records of each catalogue that is switched on have which gap. {"system" | …: {"no_owner", "owner_left", "owner_not_seen", "handover_pending", "nobody_else"}}. Those of owner_left are among those of no_owner. The figure owner_not_seen is there from level manager on, where the auth server tells it.';
create or replace function private.gap_candidates(account uuid, kind text, gaps text[], not_seen uuid[]) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  found uuid[];
begin
  execute (
    select 'select array(' || string_agg(
      case g.gap
        when 'no_owner' then format(
          'select t.id
          from public.%I t
          where t.account_id = $1 and t.owner_id is null
            and (t.invited_owner_id is null or t.invited_owner_id <> all ($4))',
          private.catalogue_of(kind)
        )
        when 'owner_left' then
          'select d.record_id from public.departed_owners d where d.account_id = $1 and d.kind = $2'
        when 'owner_not_seen' then format(
          'select t.id from public.%I t where t.account_id = $1 and t.owner_id = any ($3)', private.catalogue_of(kind)
        )
        when 'handover_pending' then
          'select h.record_id from public.handovers h
          where h.account_id = $1 and h.kind = $2 and h.state = ''pending'''
        when 'nobody_else' then
          'select c.record_id from private.counted_records c
          where c.account_id = $1 and c.kind = $2 and c.nobody_else
          union
          select m.record_id from private.records_to_count m where m.account_id = $1 and m.kind = $2'
      end,
      ' union '
    ) || ')'
    from unnest(gaps) as g (gap)
  )
    into found using account, kind, not_seen, array(
      select i.id
      from public.pending_invitations i
      where i.account_id = account and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
    );
  return found;
end
$$;
create or replace function private.gap_condition(kind text, gap text, not_seen uuid[]) returns text
language sql immutable set search_path = ''
as $$
  select case gap
    when 'no_owner' then 't.owner_id is null and ' || nobody_invited
    when 'owner_left' then
      't.owner_id is null and ' || nobody_invited || format(
        ' and exists (
          select from public.departed_owners d
          where d.account_id = t.account_id and d.kind = %L and d.record_id = t.id
        )',
        kind
      )
    when 'owner_not_seen' then format('t.owner_id = any (%L::uuid[])', coalesce(not_seen, '{}'))
    when 'handover_pending' then format(
      'exists (
        select from public.handovers h
        where h.account_id = t.account_id and h.record_id = t.id and h.kind = %L and h.state = ''pending''
          and (h.invitation_id is null or %s)
      )',
      kind, format(is_open, 'h.invitation_id')
    )
    when 'nobody_else' then
      'not exists (
        select from public.record_experts e
        where e.account_id = t.account_id and e.record_id = t.id and e.expert_id is distinct from t.owner_id
      )'
  end
  from (
    select 'exists (
      select from public.pending_invitations i
      where i.account_id = t.account_id and i.id = %s
        and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
    )' as is_open
  ) as words
  cross join lateral (
    select format('(t.invited_owner_id is null or not %s)', format(is_open, 't.invited_owner_id')) as nobody_invited
  ) as of_owner
$$;
create function private.missing_weeks(account uuid, most_changes integer) returns date[]
language sql stable security definer set search_path = ''
as $$
  with bounds as (
    select
      date_trunc('week', now() at time zone 'utc')::date as this_week,
      (select min(h.changed_at) from public.record_history h where h.account_id = account) as oldest,
      coalesce(
        (
          select h.changed_at
          from public.record_history h
          where h.account_id = account and most_changes is not null
          order by h.changed_at desc
          limit 1 offset most_changes
        ),
        '-infinity'
      ) as reach
  )
  select array(
    select w.week::date
    from bounds b
    cross join generate_series(
      greatest(
        b.this_week - 364,
        least(b.this_week, coalesce(date_trunc('week', b.oldest at time zone 'utc')::date + 7, b.this_week))
      ),
      b.this_week, interval '7 days'
    ) as w (week)
    where private.beginning_of(w.week::date) > b.reach
      and not exists (
        select from private.coverage_weeks c where c.account_id = account and c.week = w.week::date
      )
    order by w.week
  )
$$;
comment on function private.missing_weeks(uuid, integer) is
  'The weeks of the last year that have begun and are not written down yet; those alone that at most so many changes lie behind, where a number is given.';
alter function private.missing_weeks(uuid, integer) owner to cairn_definer;
create or replace function private.keep_coverage(account uuid, most_changes integer default 50000) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  this_week constant date := date_trunc('week', now() at time zone 'utc');
  missing constant date[] := private.missing_weeks(account, most_changes);
begin
  if current_setting('transaction_read_only') = 'on' then
    return;
  end if;
  if missing = '{}' then
    return;
  end if;
  insert into private.coverage_weeks (account_id, week, kind, records, with_owner, with_second)
  select
    account, missing[s.place], n.kind,
    n.records - sum(s.records), n.with_owner - sum(s.with_owner), n.with_second - sum(s.with_second)
  from private.current_coverage(account) n
  cross join lateral private.parts_of_ids((
    select count(*)
    from public.record_history h
    where h.account_id = account and h.changed_at >= private.beginning_of(missing[1])
  )) p
  cross join lateral private.coverage_since(
    account, n.kind, array(select private.beginning_of(w.week) from unnest(missing) as w (week) order by w.week),
    p.first_id, p.last_id
  ) s
  group by s.place, n.kind, n.records, n.with_owner, n.with_second
  -- Two who write down the same wait for each other in the same order.
  order by s.place, n.kind
  on conflict do nothing;
  delete from private.coverage_weeks c where c.account_id = account and c.week < this_week - 728;
end
$$;
create or replace function public.get_coverage() returns json
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  this_week constant date := date_trunc('week', now() at time zone 'utc');
  kinds constant text[] := array(select private.kinds_in_use());
begin
  if account is null then
    return null;
  end if;
  perform private.count_for_readers(account);
  perform private.keep_coverage(account);
  return json_build_object(
    'weeks', (
      select coalesce(json_agg(w order by w.week), '[]')
      from (
        select
          c.week, sum(c.records) as records, sum(c.with_owner) as with_owner, sum(c.with_second) as with_second
        from private.coverage_weeks c
        where c.account_id = account and c.week >= this_week - 364 and c.kind = any (kinds)
        group by c.week
        having sum(c.records) > 0
      ) w
    ),
    'now', (
      select json_build_object(
        'records', coalesce(sum(n.records), 0),
        'with_owner', coalesce(sum(n.with_owner), 0),
        'with_second', coalesce(sum(n.with_second), 0)
      )
      from private.current_coverage(account) n
      where n.kind = any (kinds)
    )
  );
end
$$;
comment on function public.get_coverage() is
  'How many records of the caller''s account have an owner (invited ones included), and a second person who knows them, now and when each week of the last year began. {"weeks": [{"week", "records", "with_owner", "with_second"}], "now": {…}}. Of the catalogues that are switched on; weeks without a record are left out.';
create or replace function private.current_coverage(account uuid)
returns table (kind text, records bigint, with_owner bigint, with_second bigint)
language sql stable security definer set search_path = ''
as $$
  select
    k.kind,
    coalesce(sum(c.records), 0)::bigint,
    coalesce(sum(c.records) filter (where not c.unowned), 0)::bigint,
    coalesce(sum(c.records) filter (where not c.nobody_else), 0)::bigint
  from private.kinds_of_catalogues() as k (kind)
  left join private.current_counts(account) c using (kind)
  group by k.kind
$$;
comment on function private.current_coverage(uuid) is
  'How many records of each catalogue have an owner, invited ones included, and a second person who knows them, now.';
create or replace function private.coverage_since(
  account uuid, kind text, moments timestamptz[],
  first_id uuid default '00000000-0000-0000-0000-000000000000',
  last_id uuid default 'ffffffff-ffff-ffff-ffff-ffffffffffff'
) returns table (place integer, records bigint, with_owner bigint, with_second bigint)
language plpgsql stable security definer
set search_path = '' set enable_nestloop = off
as $$
declare
  touched uuid[];
begin
  execute format(
    'select array(
      select h.record_id
      from public.record_history h
      where h.account_id = $1 and h.record_id between $4 and $5 and h.kind = $2 and h.changed_at >= $3
        and (h.action <> ''updated'' or h.field in (''owner_id'', ''experts''))
      union
      -- An invitation ends by itself.
      select r.id
      from public.%I r
      where r.account_id = $1 and r.invited_owner_id is not null and r.id between $4 and $5
    )',
    private.catalogue_of(kind)
  ) into touched using account, kind, moments[1], first_id, last_id;
  return query execute format(
    $query$
    with happened as materialized (
      select
        h.record_id, h.changed_at, h.action, h.field,
        nullif(h.before, 'null') as before, nullif(h.after, 'null') as after,
        width_bucket(h.changed_at, $3) as place
      from public.record_history h
      where h.account_id = $1 and h.record_id between $5 and $6 and h.kind = $2 and h.changed_at >= $3[1]
        and (h.action <> 'updated' or h.field in ('owner_id', 'experts'))
    ),
    -- What is there, and what lies in the bin as it was.
    known as materialized (
      select r.id as record_id, true as present, r.owner_id, r.invited_owner_id
      from public.%1$I r
      where r.account_id = $1 and r.id = any ($4)
      union all
      select b.record_id, false, (b.record ->> 'owner_id')::uuid, (b.record ->> 'invited_owner_id')::uuid
      from public.binned_records b
      where b.account_id = $1 and b.kind = $2 and b.record_id = any ($4) and not exists (
        select from public.%1$I r where r.account_id = $1 and r.id = b.record_id
      )
    ),
    -- From when until when what was so: each change tells what was before it, and what is there what was after the last.
    presence as (
      select e.record_id, e.until, e.present, coalesce(lag(e.until) over of_record, '-infinity') as since
      from (
        select h.record_id, h.changed_at as until, h.action = 'deleted' as present
        from happened h
        where h.field is null
        union all
        select k.record_id, 'infinity', k.present from known k
      ) e
      window of_record as (partition by e.record_id order by e.until)
    ),
    ownership as materialized (
      select
        e.record_id, e.until, e.owner_id, e.invited_id,
        coalesce(lag(e.until) over of_record, '-infinity') as since
      from (
        select
          h.record_id, h.changed_at as until,
          case when jsonb_typeof(h.before) = 'string' then (h.before #>> '{}')::uuid end as owner_id,
          (h.before ->> 'id')::uuid as invited_id
        from happened h
        where h.field = 'owner_id'
        union all
        select k.record_id, 'infinity', k.owner_id, k.invited_owner_id from known k
      ) e
      window of_record as (partition by e.record_id order by e.until)
    ),
    knowledge as (
      select
        e.record_id, e.expert_id, e.until, e.knew,
        coalesce(lag(e.until) over of_person, '-infinity') as since
      from (
        select
          h.record_id, (coalesce(h.before, h.after) ->> 'id')::uuid as expert_id, h.changed_at as until,
          h.before is not null as knew
        from happened h
        where h.field = 'experts'
        union all
        select n.record_id, n.expert_id, 'infinity', bool_or(n.knows)
        from (
          select e.record_id, e.expert_id, true as knows
          from public.record_experts e
          where e.account_id = $1 and e.record_id = any ($4)
          union all
          select b.record_id, (x.value ->> 'expert_id')::uuid, true
          from public.binned_records b
          cross join lateral jsonb_array_elements(b.links -> 'experts') as x (value)
          where b.account_id = $1 and b.kind = $2 and b.record_id in (select k.record_id from known k where not k.present)
          union all
          select h.record_id, (coalesce(h.before, h.after) ->> 'id')::uuid, false
          from happened h
          where h.field = 'experts'
        ) n
        group by n.record_id, n.expert_id
      ) e
      window of_person as (partition by e.record_id, e.expert_id order by e.until)
    ),
    -- A record is looked at only where something of it changed afterwards, and now.
    looks as materialized (
      select l.record_id, l.place, coalesce($3[l.place], 'infinity') as moment
      from (
        select h.record_id, h.place from happened h
        union
        select o.record_id, m.place
        from ownership o
        cross join generate_series(1, cardinality($3)) as m (place)
        where o.invited_id is not null
        union
        select k.record_id, cardinality($3) + 1 from known k
      ) l
    ),
    second as (
      select distinct l.record_id, l.place
      from looks l
      join ownership o on o.record_id = l.record_id and o.since < l.moment and l.moment <= o.until
      join knowledge n on n.record_id = l.record_id and n.since < l.moment and l.moment <= n.until
      where n.knew and n.expert_id is distinct from o.owner_id
    ),
    seen as (
      select
        l.record_id, l.place,
        p.present::integer as records,
        (p.present and (
          o.owner_id is not null
          or o.invited_id is not null and private.invitation_was_open($1, o.invited_id, least(l.moment, now()))
        ))::integer as with_owner,
        (p.present and s.record_id is not null)::integer as with_second
      from looks l
      join presence p on p.record_id = l.record_id and p.since < l.moment and l.moment <= p.until
      join ownership o on o.record_id = l.record_id and o.since < l.moment and l.moment <= o.until
      left join second s on s.record_id = l.record_id and s.place = l.place
    ),
    changes as (
      select
        s.place,
        lead(s.records) over of_record - s.records as records,
        lead(s.with_owner) over of_record - s.with_owner as with_owner,
        lead(s.with_second) over of_record - s.with_second as with_second
      from seen s
      window of_record as (partition by s.record_id order by s.place)
    ),
    summed as (
      select
        c.place,
        sum(c.records)::bigint as records,
        sum(c.with_owner)::bigint as with_owner,
        sum(c.with_second)::bigint as with_second
      from changes c
      group by c.place
    )
    select
      m.place,
      coalesce(sum(s.records) over later, 0)::bigint,
      coalesce(sum(s.with_owner) over later, 0)::bigint,
      coalesce(sum(s.with_second) over later, 0)::bigint
    from generate_series(1, cardinality($3)) as m (place)
    left join summed s on s.place = m.place
    window later as (order by m.place desc)
    $query$,
    private.catalogue_of(kind)
  ) using account, kind, moments, touched, first_id, last_id;
end
$$;
create or replace function public.get_recent_activity()
returns table (id uuid, kind text, resource text, action text, user_name text, occurred_at timestamptz)
language sql stable set search_path = ''
as $$
  with latest as (
    select r.id, k.kind, r.name, r.created_by, r.updated_by, r.updated_at
    from private.kinds_in_use() as k (kind)
    cross join lateral (
      select r.id, r.name, r.created_by, r.updated_by, r.updated_at
      from private.records r
      where r.account_id = (select private.my_account()) and r.kind = k.kind
      order by r.updated_at desc
      limit 10
    ) r
  ),
  told as (
    select
      l.id,
      l.kind,
      l.name,
      h.action,
      coalesce(h.changed_by, case h.action when 'created' then l.created_by else l.updated_by end) as person,
      l.updated_at,
      h.changed_at
    from latest l
    cross join lateral (
      select r.action, r.changed_by, r.changed_at
      from public.record_history r
      where r.account_id = (select private.my_account()) and r.record_id = l.id and r.action <> 'restored'
        and (r.field is null or r.field <> all (array['experts', 'automations', 'agents', 'handover']))
      order by r.changed_at desc
      limit 1
    ) h
  )
  select t.id, t.kind, t.name, t.action, coalesce(p.name, 'Unknown User'), t.updated_at
  from told t
  left join public.profiles p on p.id = t.person
  order by t.updated_at desc, t.changed_at desc
  limit 8
$$;
create or replace function public.get_attention(result_limit integer default 3) returns json
language plpgsql stable set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  person constant uuid := private.caller_id();
  manages constant boolean := coalesce(private.my_rank() >= 2, false);
  kinds constant text[] := array(select private.kinds_in_use());
  shown constant integer := least(greatest(coalesce(result_limit, 3), 0), 10);
begin
  return (
    with records as not materialized (
      select r.kind, r.id, r.name, r.owner_id, r.invited_owner_id, r.created_by
      from private.records r
      where r.account_id = account and r.kind = any (kinds)
    ),
    found as (
      (select 'mine' as reason, r.kind, r.id, r.name from records r where r.owner_id = person limit 101)
      union all
      (
        select 'ownerless', r.kind, r.id, r.name
        from records r
        where r.owner_id is null and (manages or r.created_by = person)
          -- An invited person counts as an owner while the invitation is open.
          and (r.invited_owner_id is null or r.invited_owner_id <> all (
            array(select i.id from public.get_invited_people() i)
          ))
        limit 101
      )
      union all
      (
        select 'maintenance', 'system', s.id, s.name
        from public.systems s
        where s.account_id = account and s.status = 'maintenance' and 'system' = any (kinds)
        limit 101
      )
      union all
      (
        select 'late', 'automation', a.id, a.name
        from public.automations a
        where a.account_id = account and a.status = 'active'
          and coalesce(a.last_run, a.created_at) < now() - interval '30 days'
          and (manages or person in (a.owner_id, a.created_by))
          and 'automation' = any (kinds)
        limit 101
      )
    ),
    placed as (
      select
        f.*,
        count(*) over (partition by f.reason) as total,
        row_number() over (partition by f.reason order by lower(f.name), f.id) as place
      from found f
    )
    select json_build_object(
      'registered_systems', (select count(*) from public.systems s where s.account_id = account),
      'reasons', coalesce(json_object_agg(g.reason, g.answer), '{}')
    )
    from (
      select
        p.reason,
        json_build_object(
          'total', max(p.total),
          'kinds', (
            select json_agg(k.kind order by k.kind)
            from (select distinct f.kind from found f where f.reason = p.reason) k
          ),
          'items', coalesce(
            json_agg(json_build_object('kind', p.kind, 'id', p.id, 'name', p.name) order by p.place)
              filter (where p.place <= shown),
            '[]'
          )
        ) as answer
      from placed p
      group by p.reason
    ) g
  );
end
$$;
create or replace function private.catalogue_order(kind text, sort text, descending boolean) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when sort = 'usual' then case when k.newest_first then 'r.created_at desc, r.id desc' else 'r.name, r.id' end
    else known.expression || case when descending then ' desc, ' else ', ' end || case
      when sort in ('name', 'created') then 'r.id' || case when descending then ' desc' else '' end
      when sort = 'match' then 'r.name, r.id'
      when k.newest_first then 'r.created_at desc, r.id desc'
      else 'r.name collate pg_catalog."C", r.id'
    end
  end
  from private.kinds k
  cross join lateral (
    values
      ('usual', null),
      ('match', 'not r.name ilike $2'),
      ('name', 'r.name'),
      ('created', 'r.created_at'),
      ('status', 'r.status collate pg_catalog."C"'),
      ('owner', 'person.place'),
      ('lastPublisher', 'person.place'),
      (sort, 'r.' || (k.own_orders ->> sort))
  ) as known (sort, expression)
  where k.kind = catalogue_order.kind and k.feature is not null and known.sort = catalogue_order.sort
    and (known.expression is not null or known.sort = 'usual')
$$;
create or replace function public.find_records(
  kind text,
  query text default '',
  sort text default 'usual',
  descending boolean default false,
  skip integer default 0,
  statuses text[] default null,
  owners uuid[] default null,
  without_owner boolean default false,
  gaps text[] default null
) returns json
language plpgsql stable security definer
set search_path = '' set cpu_operator_cost = 0.1
as $$
declare
  account constant uuid := private.my_account();
  catalogue constant text := private.catalogue_of(kind);
  ordering constant text := private.catalogue_order(kind, sort, coalesce(descending, false));
  wanted constant text := private.display_text(coalesce(query, ''));
  pattern constant text := '%' || regexp_replace(wanted, '([\\%_])', '\\\1', 'g') || '%';
  -- What an order may ask for. A description may be long, and is read with the page alone.
  columns constant text := 't.id, t.name, t.created_at, t.status, t.owner_id, t.updated_by' || (
    select coalesce(string_agg(format(', t.%I', split_part(own.value, ' ', 1)), ''), '')
    from private.kinds k
    cross join lateral jsonb_each_text(k.own_orders) as own
    where k.kind = find_records.kind
  );
  by_gaps constant boolean := coalesce(cardinality(gaps), 0) > 0;
  by_others constant boolean := wanted <> '' or coalesce(cardinality(statuses), 0) > 0
    or coalesce(cardinality(owners), 0) > 0 or coalesce(without_owner, false);
  not_seen constant uuid[] := case when by_gaps then private.people_not_seen(account) end;
  condition text;
  few boolean := wanted <> '';
  candidates uuid[];
  total bigint;
  page uuid[];
  items json;
begin
  if catalogue is null or ordering is null then
    raise exception 'There is no such catalogue, or it has no such order.' using errcode = '22023';
  end if;
  condition := private.records_condition(
    account, kind, query, statuses, owners, coalesce(without_owner, false), gaps
  );
  if by_gaps or not by_others then
    total := private.count_of_gaps(account, kind, gaps, not_seen);
  end if;
  if by_gaps and total <= 20000 then
    few := true;
    candidates := private.gap_candidates(account, kind, gaps, not_seen);
    condition := condition || ' and t.id = any ($4)';
  end if;
  if by_others then
    total := null;
  end if;
  execute format(
    'with r as %s materialized (select %s from public.%I t where %s)
    select
      coalesce($5, (select count(*) from r)),
      array(select r.id from r %s order by %s limit 100 offset $3)',
    case when not few and (total is not null or not by_gaps) then 'not' end,
    columns,
    catalogue,
    condition,
    case
      when sort in ('owner', 'lastPublisher') then format(
        'left join (
          select p.id, row_number() over (order by p.name, p.id) as place
          from public.profiles p
          where p.account_id = $1
        ) person on person.id = r.%I',
        case sort when 'owner' then 'owner_id' else 'updated_by' end
      )
    end,
    ordering
  )
    into total, page using account, pattern, greatest(coalesce(skip, 0), 0), candidates, total;
  execute format(
    'select coalesce(json_agg(r order by listed.place), ''[]'')
    from unnest($1) with ordinality as listed (id, place)
    join public.%I r on r.id = listed.id',
    catalogue
  )
    into items using page;
  return json_build_object('total', total, 'items', items);
end
$$;
comment on function public.find_records(text, text, text, boolean, integer, text[], uuid[], boolean, text[]) is
  'Up to 100 records of a catalogue of the caller''s account whose name or description contains a text: {"total": number, "items": [row]}. The kind is system, solution, agent or automation. The order (sort) is usual, match (in the name before in the description), name, created, status, owner or lastPublisher. Agents have platform and lastUsed besides, automations source and lastRun. With statuses and owners, records stay that have one of them. With without_owner, those without an owner stay too. With gaps, those stay that have one of no_owner, owner_left, owner_not_seen, handover_pending and nobody_else. Empty or null lists keep all.';
create or replace function private.records_condition(
  account uuid, kind text, query text, statuses text[], owners uuid[], without_owner boolean, gaps text[]
) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted constant text := private.display_text(coalesce(query, ''));
  is_plain constant boolean := wanted ~ '^[ -~]+$' or lower(wanted) = upper(wanted);
  pattern constant text := '%' || regexp_replace(wanted, '([\\%_])', '\\\1', 'g') || '%';
  condition text := format('t.account_id = %L', account);
begin
  if char_length(wanted) > 200 then
    raise exception 'A search has at most 200 characters.' using errcode = '22023', hint = 'Search for less.';
  end if;
  if greatest(cardinality(statuses), cardinality(owners), cardinality(gaps)) > 100 then
    raise exception 'A filter has at most 100 values.' using errcode = '22023', hint = 'Filter by fewer.';
  end if;
  if not coalesce(gaps <@ private.gap_names(), true) then
    raise exception 'There is no such gap.' using errcode = '22023';
  end if;
  if wanted <> '' and char_length(wanted) < 3 and is_plain then
    condition := condition || format(
      ' and (t.name collate pg_catalog."C" ilike %1$L or t.description collate pg_catalog."C" ilike %1$L)', pattern
    );
  elsif wanted <> '' then
    condition := condition || format(' and (t.name ilike %1$L or t.description ilike %1$L)', pattern);
  end if;
  if cardinality(statuses) > 0 then
    condition := condition || format(' and t.status = any (%L::text[])', statuses);
  end if;
  -- An invited person is named by their invitation, which is no member's id.
  if cardinality(owners) > 0 or without_owner then
    condition := condition || format(
      ' and (t.owner_id = any (%1$L::uuid[]) or t.invited_owner_id = any (%1$L::uuid[])%2$s)',
      coalesce(owners, '{}'),
      case when without_owner then ' or ' || private.gap_condition(kind, 'no_owner', null) else '' end
    );
  end if;
  if cardinality(gaps) > 0 then
    condition := condition || ' and (' || (
      select string_agg('(' || private.gap_condition(kind, g.gap, private.people_not_seen(account)) || ')', ' or ')
      from unnest(gaps) as g (gap)
    ) || ')';
  end if;
  return condition;
end
$$;
create or replace function private.search_matches(wanted text, of_each integer)
returns table (
  type text, id uuid, title text, description text, link text, updated_at timestamptz, total bigint
)
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  account constant uuid := private.my_account();
  pattern constant text := '%' || regexp_replace(wanted, '([\\%_])', '\\\1', 'g') || '%';
begin
  if account is null then
    return;
  end if;
  return query
  select 'knowledge', m.id, m.title, m.description, '/knowledge/' || m.id, m.updated_at, m.total
  from private.matching_records(account, wanted, of_each, 'knowledge_articles', 'title', array['excerpt', 'content']) m;
  return query
  select k.kind, m.id, m.title, m.description, '/' || k.record_table, m.updated_at, m.total
  from private.kinds k
  cross join lateral private.matching_records(account, wanted, of_each, k.record_table, 'name', array['description']) m
  where private.feature_enabled(k.feature);
  -- Of people only what they show: the rest is not found either, nor when they changed it.
  return query
  select
    'person', v.id, v.name, concat_ws(', ', nullif(v.job_role, ''), nullif(v.department, '')), '/team/' || v.id,
    m.created_at, count(*) over ()
  from private.visible_profiles(account) v
  join public.account_members m on m.account_id = account and m.user_id = v.id
  where v.name ilike pattern or v.job_role ilike pattern or v.department ilike pattern or v.bio ilike pattern
    or array_to_string(m.knowledge_areas, ', ') ilike pattern
  order by lower(v.name) <> wanted, not starts_with(lower(v.name), wanted), lower(v.name), v.id
  limit of_each;
end
$$;
create or replace function public.search_workspace(query text, result_limit integer default 50) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted constant text := lower(private.display_text(coalesce(query, '')));
  answer json;
begin
  if char_length(wanted) > 200 then
    raise exception 'A search has at most 200 characters.' using errcode = '22023', hint = 'Search for less.';
  end if;
  with matches as materialized (
    select m.*
    from private.search_matches(wanted, least(greatest(coalesce(result_limit, 50), 1), 200)) m
    where wanted <> ''
  )
  select json_build_object(
    'counts', (
      select json_object_agg(
        t.type, coalesce((select m.total from matches m where m.type = t.type limit 1), 0) order by t.place
      )
      from unnest(
        array['knowledge', 'process', 'qa'] || array(select private.kinds_of_catalogues()) || array['person']
      ) with ordinality as t (type, place)
    ),
    'results', coalesce(
      (
        select json_agg(
          json_build_object(
            'type', m.type, 'id', m.id, 'title', m.title, 'description', m.description, 'link', m.link,
            'updated_at', m.updated_at
          )
          order by lower(m.title) <> wanted, not starts_with(lower(m.title), wanted), lower(m.title), m.id
        )
        from matches m
      ),
      '[]'
    )
  ) into answer;
  return answer;
end
$$;
create function private.link_rows(account uuid, kind text, id uuid)
returns table (link_table text, other_kind text, other_id uuid, other_name text, link jsonb)
language sql stable security definer set search_path = ''
as $$
  select
    'solution_automations',
    case kind when 'solution' then 'automation' else 'solution' end,
    case kind when 'solution' then a.id else s.id end,
    case kind when 'solution' then a.name else s.name end,
    to_jsonb(l)
  from public.solution_automations l
  join public.automations a on a.id = l.automation_id
  join public.solutions s on s.id = l.solution_id
  where l.account_id = account
    and (
      kind = 'solution' and l.solution_id = link_rows.id
      or kind = 'automation' and l.automation_id = link_rows.id
    )
  union all
  select
    'solution_agents',
    case kind when 'solution' then 'agent' else 'solution' end,
    case kind when 'solution' then a.id else s.id end,
    case kind when 'solution' then a.name else s.name end,
    to_jsonb(l)
  from public.solution_agents l
  join public.agents a on a.id = l.agent_id
  join public.solutions s on s.id = l.solution_id
  where l.account_id = account
    and (kind = 'solution' and l.solution_id = link_rows.id or kind = 'agent' and l.agent_id = link_rows.id)
$$;
comment on function private.link_rows(uuid, text, uuid) is
  'The links of a solution to automations and agents, or of one of these to solutions, each with its other end.';
alter function private.link_rows(uuid, text, uuid) owner to cairn_definer;
create or replace function private.links_to_keep(account uuid, kind text, id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'departed', (
      select jsonb_agg(to_jsonb(d) - 'person_name')
      from public.departed_owners d
      where d.account_id = account and d.kind = links_to_keep.kind and d.record_id = links_to_keep.id
    ),
    'experts', (
      select jsonb_agg(to_jsonb(e))
      from public.record_experts e
      where e.account_id = account and e.kind = links_to_keep.kind and e.record_id = links_to_keep.id
    ),
    'rows', (
      select jsonb_agg(jsonb_build_object(
        'table', l.link_table, 'kind', l.other_kind, 'id', l.other_id, 'name', l.other_name, 'row', l.link
      ))
      from private.link_rows(account, kind, id) l
    ),
    'systems', (
      select jsonb_agg(jsonb_build_object('id', y.id, 'name', y.name))
      from public.solutions s
      join public.systems y on y.account_id = account and y.id = any (s.related_systems)
      where kind = 'solution' and s.account_id = account and s.id = links_to_keep.id
    ),
    'solutions', (
      select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'before', to_jsonb(s.related_systems)))
      from public.solutions s
      where kind = 'system' and s.account_id = account and s.related_systems @> array[links_to_keep.id]
    ),
    'articles', (
      select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.title))
      from public.knowledge_articles a
      where kind = 'system' and a.account_id = account and a.system_id = links_to_keep.id
    )
  ))
$$;
create or replace function private.put_into_bin(account uuid, kind text, ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  execute format(
    'insert into public.binned_records (account_id, kind, record_id, name, record, links, deleted_by, reason)
    select
      r.account_id, $2, r.id, r.name, to_jsonb(r),
      private.links_to_keep(r.account_id, $2, r.id),
      private.caller_id(), left(coalesce(current_setting(''cairn.reason'', true), ''''), 500)
    from public.%I r
    where r.account_id = $1 and r.id = any ($3)
    on conflict do nothing',
    private.catalogue_of(kind)
  ) using account, kind, ids;
end
$$;
create function private.log_people_lost_in_bin() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  kind text;
begin
  for kind in select distinct g.kind from gone g
  loop
    execute format(
      'insert into public.record_history (
        account_id, kind, record_id, record_name, action, field, before, after, changed_by
      )
      select r.account_id, $1, r.id, r.name, ''updated'', lost.field, lost.before, lost.after, private.caller_id()
      from gone g
      join public.%1$I r on r.account_id = g.account_id and r.id = g.record_id
      cross join lateral (
        select ''owner_id'' as field, o.before, o.after
        from (select private.owner_in_history(g.record) as before, private.owner_in_history(to_jsonb(r)) as after) o
        where not private.same_owner(o.before, o.after)
        union all
        select
          ''experts'',
          jsonb_build_object(''id'', e.value ->> ''expert_id'', ''name'', coalesce(
            (select p.name from public.profiles p where p.id = (e.value ->> ''expert_id'')::uuid), ''Former Member''
          )),
          null
        from jsonb_array_elements(g.links -> ''experts'') as e (value)
        where not exists (
          select from public.record_experts x
          where x.account_id = r.account_id and x.record_id = r.id and x.expert_id = (e.value ->> ''expert_id'')::uuid
        )
      ) lost
      where g.kind = $1',
      private.catalogue_of(kind)
    ) using kind;
  end loop;
  return null;
end
$$;
comment on function private.log_people_lost_in_bin() is
  'Statement trigger: writes into the history of records that come back from the bin which people they have lost meanwhile.';
alter function private.log_people_lost_in_bin() owner to cairn_definer;
create or replace function private.put_into_lists(account uuid, ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  with others as (
    select b.links -> 'moved' ->> 'to' as successor, s.id as solution
    from public.binned_records b
    cross join lateral jsonb_array_elements_text(b.links -> 'moved' -> 'solutions') as s (id)
    where b.account_id = account and b.links ? 'moved' and b.record_id not in (select i.id from unnest(ids) as i (id))
  ),
  back as (
    select
      l.id as solution_id,
      l.record_id as system_id,
      b.deleted_at,
      array(select jsonb_array_elements_text(l.link -> 'before'))::uuid[] as before,
      case
        when b.links -> 'moved' -> 'solutions' ? l.id::text
          and (b.links -> 'moved' ->> 'to', l.id::text) not in (select o.successor, o.solution from others o)
          then (b.links -> 'moved' ->> 'to')::uuid
      end as instead
    from private.binned_links(account, ids) l
    join public.binned_records b on b.account_id = account and b.record_id = l.record_id
    where l.part = 'solutions'
  ),
  merged as (
    select s.id, array(
      select entry.id
      from (
        select listed.id, listed.place
        from unnest(s.related_systems) with ordinality as listed (id, place)
        where not may.change
          or listed.id not in (select k.instead from back k where k.solution_id = s.id and k.instead is not null)
        union
        select k.system_id, 1000
        from back k
        where k.solution_id = s.id and k.system_id <> all (s.related_systems)
      ) entry
      order by array_position(oldest.before, entry.id), entry.place
    ) as list
    from public.solutions s
    cross join lateral (
      select k.before from back k where k.solution_id = s.id order by k.deleted_at, cardinality(k.before) desc limit 1
    ) oldest
    cross join lateral (select private.may_change('solutions', to_jsonb(s)) as change) may
    where s.account_id = account and s.id in (select k.solution_id from back k)
  )
  update public.solutions s
  set related_systems = m.list
  from merged m
  where s.account_id = account and s.id = m.id and s.related_systems <> m.list and cardinality(m.list) <= 100
$$;
comment on function private.put_into_lists(uuid, uuid[]) is
  'Puts systems that come back into the lists of the solutions that rested on them, where those have room; a successor goes where it stands for nobody else and the caller may change the solution.';
create function private.transfer_links_to_bin(account uuid, ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  with waiting as (
    select l.*, b.name as record_name, b.kind as record_kind, b.record
    from private.binned_links(account, ids) l
    join public.binned_records b on b.account_id = account and b.record_id = l.record_id
    where l.part <> 'articles' and l.id not in (select i.id from unnest(ids) as i (id)) and private.name_in_bin(account, l.id) is not null
  ),
  added as (
    select
      w.id,
      jsonb_agg(w.link || jsonb_build_object('kind', w.record_kind, 'id', w.record_id, 'name', w.record_name))
        filter (where w.part = 'rows') as links,
      jsonb_agg(jsonb_build_object('id', w.record_id, 'name', w.record_name, 'before', w.record -> 'related_systems'))
        filter (where w.part = 'systems') as solutions,
      jsonb_agg(jsonb_build_object('id', w.record_id, 'name', w.record_name))
        filter (where w.part = 'solutions') as systems,
      jsonb_agg(w.record_id) filter (where w.part = 'solutions') as listed
    from waiting w
    group by w.id
  )
  update public.binned_records b
  set
    links = b.links || jsonb_strip_nulls(jsonb_build_object(
      'rows', coalesce(b.links -> 'rows', '[]') || a.links,
      'solutions', coalesce(b.links -> 'solutions', '[]') || a.solutions,
      'systems', coalesce(b.links -> 'systems', '[]') || a.systems
    )),
    record = case
      when a.listed is null then b.record
      else jsonb_set(b.record, '{related_systems}', b.record -> 'related_systems' || a.listed)
    end
  from added a
  where b.account_id = account and b.record_id = a.id
$$;
comment on function private.transfer_links_to_bin(uuid, uuid[]) is
  'Gives the links of records that come back to what is still in the bin.';
alter function private.transfer_links_to_bin(uuid, uuid[]) owner to cairn_definer;
create or replace function private.put_links_back(account uuid, ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  one record;
begin
  perform private.clear_places(account, ids);
  for one in
    select link.table_name, jsonb_agg(
      link.kept || case
        when private.is_member(account, (link.kept ->> 'assigned_by')::uuid) then '{}'
        else '{"assigned_by": null}'::jsonb
      end
    ) as kept
    from (
      select l.link ->> 'table' as table_name, l.link -> 'row' as kept
      from private.binned_links(account, ids) l
      where l.part = 'rows' and private.is_record(account, l.kind, l.id)
      union
      select 'record_experts', e.value
      from public.binned_records b
      cross join lateral jsonb_array_elements(b.links -> 'experts') as e (value)
      where b.account_id = account and b.record_id = any (ids)
        and private.stayed_member(account, (e.value ->> 'expert_id')::uuid, b.deleted_at)
      union
      select 'departed_owners', d.value || jsonb_build_object(
        'person_name', (select p.name from public.profiles p where p.id = (d.value ->> 'person_id')::uuid)
      )
      from public.binned_records b
      cross join lateral jsonb_array_elements(b.links -> 'departed') as d (value)
      where b.account_id = account and b.record_id = any (ids)
        -- Unless it came back with an owner, who was invited then.
        and not exists (
          select from private.catalogue_records r
          where r.account_id = account and r.kind = b.kind and r.id = b.record_id and r.owner_id is not null
        )
      union
      select 'departed_owners', jsonb_build_object(
        'account_id', account, 'kind', b.kind, 'record_id', b.record_id, 'person_id', b.record ->> 'owner_id',
        'person_name', (select p.name from public.profiles p where p.id = (b.record ->> 'owner_id')::uuid)
      )
      from public.binned_records b
      where b.account_id = account and b.record_id = any (ids) and b.record ->> 'owner_id' is not null
        and not private.stayed_member(account, (b.record ->> 'owner_id')::uuid, b.deleted_at)
    ) link
    group by link.table_name
  loop
    perform private.put_back(one.table_name, one.kept, 'on conflict do nothing');
  end loop;
  perform private.put_into_lists(account, ids);
  update public.knowledge_articles a
  set system_id = l.record_id
  from private.binned_links(account, ids) l
  join public.binned_records b on b.account_id = account and b.record_id = l.record_id
  where l.part = 'articles' and a.account_id = account and a.id = l.id
    and (
      a.system_id is null
      or a.system_id = (b.links -> 'moved' ->> 'to')::uuid
        and private.may_delete(jsonb_build_object('owner_id', a.author_id))
    );
end
$$;
create or replace function private.clear_places(account uuid, ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  select private.remove_links_of_successors(account, ids);
  with others as (
    select jsonb_array_elements(b.links -> 'moved' -> 'rows') as place
    from public.binned_records b
    where b.account_id = account and b.links ? 'moved' and b.record_id not in (select i.id from unnest(ids) as i (id))
  ),
  back as (
    select distinct
      place.value ->> 'table' as name, (place.value ->> 'solution')::uuid as solution, (place.value ->> 'other')::uuid as other
    from public.binned_records b
    cross join lateral jsonb_array_elements(b.links -> 'moved' -> 'rows') as place (value)
    where b.account_id = account and b.record_id = any (ids) and place.value not in (select o.place from others o)
  ),
  mine as (
    select k.*
    from back k
    join public.solutions s on s.account_id = account and s.id = k.solution
    where private.may_change('solutions', to_jsonb(s))
  ),
  automations as (
    delete from public.solution_automations l
    using mine m
    where m.name = 'solution_automations'
      and l.account_id = account and l.solution_id = m.solution and l.automation_id = m.other
  )
  delete from public.solution_agents l
  using mine m
  where m.name = 'solution_agents' and l.account_id = account and l.solution_id = m.solution and l.agent_id = m.other
$$;
create function private.remove_links_of_successors(account uuid, ids uuid[]) returns void
language sql volatile security definer set search_path = ''
as $$
  with places as (
    select b.record_id, (b.links -> 'moved' ->> 'to')::uuid as successor, p.value as place
    from public.binned_records b
    cross join lateral jsonb_array_elements(
      coalesce(b.links -> 'moved' -> 'solutions', '[]') || coalesce(b.links -> 'moved' -> 'rows', '[]')
    ) as p (value)
    where b.account_id = account and b.links ? 'moved'
  ),
  ended as (
    select t.record_id, p.place
    from places p
    join public.binned_records t on t.account_id = account and t.record_id = p.successor
    left join public.solutions s
      on s.account_id = account and s.id = coalesce(p.place ->> 'solution', p.place #>> '{}')::uuid
    where p.record_id in (select i.id from unnest(ids) as i (id))
      and not exists (
        select from places o
        where o.successor = p.successor and o.place = p.place and o.record_id not in (select i.id from unnest(ids) as i (id))
      )
      and (s.id is not null or t.kind = 'solution')
      and private.may_change('solutions', coalesce(to_jsonb(s), t.record))
  ),
  articles as (
    select t.record_id, a.value -> 'id' as id
    from public.binned_records b
    join public.binned_records t on t.account_id = account and t.record_id = (b.links -> 'moved' ->> 'to')::uuid
    cross join lateral jsonb_array_elements(b.links -> 'articles') as a (value)
    where b.account_id = account and b.links ? 'moved' and b.record_id in (select i.id from unnest(ids) as i (id))
  )
  update public.binned_records b
  set links = b.links - array['solutions', 'rows', 'articles'] || jsonb_strip_nulls(jsonb_build_object(
    'solutions', (
      select jsonb_agg(l.value order by l.place)
      from jsonb_array_elements(b.links -> 'solutions') with ordinality as l (value, place)
      where l.value -> 'id' not in (select e.place from ended e where e.record_id = b.record_id)
    ),
    'rows', (
      select jsonb_agg(l.value order by l.place)
      from jsonb_array_elements(b.links -> 'rows') with ordinality as l (value, place)
      where jsonb_build_object(
        'table', l.value -> 'table',
        'solution', l.value -> 'row' -> 'solution_id',
        'other', coalesce(l.value -> 'row' -> 'automation_id', l.value -> 'row' -> 'agent_id')
      ) not in (select e.place from ended e where e.record_id = b.record_id)
    ),
    'articles', (
      select jsonb_agg(l.value order by l.place)
      from jsonb_array_elements(b.links -> 'articles') with ordinality as l (value, place)
      where l.value -> 'id' not in (select a.id from articles a where a.record_id = b.record_id)
    )
  ))
  where b.account_id = account
    and b.record_id in (select e.record_id from ended e union select a.record_id from articles a)
$$;
comment on function private.remove_links_of_successors(uuid, uuid[]) is
  'Takes out of the links of successors in the bin what they only had for records that come back, and for nobody else.';
alter function private.remove_links_of_successors(uuid, uuid[]) owner to cairn_definer;
create or replace function private.put_records_back(account uuid, ids uuid[], new_names jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  one record;
begin
  for one in
    select b.kind, jsonb_agg(
      b.record
      || jsonb_build_object('name', coalesce(new_names ->> b.record_id::text, b.name))
      -- A member who left has let go of what they owned and made.
      || (
        select coalesce(jsonb_object_agg(role, null::text), '{}')
        from unnest(array['owner_id', 'created_by', 'updated_by']) as role
        where not private.stayed_member(account, (b.record ->> role)::uuid, b.deleted_at)
      )
      -- Who was invited to own it may have joined. Users of single sign-on may share an address.
      || coalesce(
        (
          select case when i.accepted_at is not null then jsonb_build_object('invited_owner_id', null, 'owner_id', (
            select p.id
            from public.profiles p
            where p.account_id = account and lower(p.email) = i.email
            order by p.id
            limit 1
          )) else '{}' end
          from public.pending_invitations i
          where i.account_id = account and i.id = (b.record ->> 'invited_owner_id')::uuid
        ),
        '{"invited_owner_id": null}'
      )
      || case when b.kind = 'solution' then jsonb_build_object('related_systems', (
        select coalesce(jsonb_agg(listed.id order by listed.place), '[]')
        from jsonb_array_elements_text(b.record -> 'related_systems') with ordinality as listed (id, place)
        where private.is_record(account, 'system', listed.id::uuid)
      )) else '{}' end
    ) as records
    from public.binned_records b
    where b.account_id = account and b.record_id = any (ids)
    group by b.kind
    -- Solutions last: they ask whether their systems are there.
    order by b.kind = 'solution'
  loop
    perform private.put_back(private.catalogue_of(one.kind), one.records);
  end loop;
end
$$;
create or replace function private.problems_of_restoring(account uuid, ids uuid[], new_names jsonb)
returns table (kind text, record_id uuid, name text, problem text)
language sql stable security definer set search_path = ''
as $$
  select
    b.kind, wanted.id, called.name,
    case
      when b.record_id is null then 'not_in_bin'
      when not private.may_restore(account, b.record, b.deleted_at) then 'not_allowed'
      when not private.feature_enabled(private.feature_of(b.kind)) and private.my_rank() is distinct from 3 then 'switched_off'
      when private.name_is_taken(account, b.kind, called.name)
        or row_number() over (partition by b.kind, lower(called.name) order by b.deleted_at desc, wanted.id) > 1
        then 'name_taken'
    end
  from (select distinct given.id from unnest(ids) as given (id)) wanted
  left join public.binned_records b on b.account_id = account and b.record_id = wanted.id
  cross join lateral (select private.display_text(coalesce(new_names ->> wanted.id::text, b.name)) as name) called
$$;
create or replace function private.restore_records(ids uuid[], new_names jsonb default '{}')
returns table (kind text, record_id uuid, name text, problem text, missing jsonb)
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  asked jsonb;
  free uuid[];
  lost jsonb;
  rounds integer := 0;
begin
  -- Of two who restore the same at once the second waits, and finds nothing; of two who restore what is linked, it finds
  -- the other end there.
  perform from public.binned_records b
  where b.account_id = account and b.record_id = any (array(
    select i.id from unnest(ids) as i (id)
    union
    select l.id from private.binned_links(account, ids) l
  ))
  order by b.record_id
  for update;
  loop
    select
      coalesce(jsonb_agg(to_jsonb(p)), '[]'),
      coalesce(array_agg(p.record_id) filter (where p.problem is null), '{}')
    into asked, free
    from private.problems_of_restoring(account, ids, new_names) p;
    begin
      perform private.put_records_back(account, free, (
        select coalesce(jsonb_object_agg(p ->> 'record_id', p ->> 'name'), '{}') from jsonb_array_elements(asked) as p
      ));
      perform private.put_links_back(account, free);
      exit;
    exception when unique_violation or foreign_key_violation then
      -- Another user took a name, left or deleted what it is linked to, while this waited: asked once more, that is
      -- known.
      rounds := rounds + 1;
      if rounds = 3 then
        raise;
      end if;
    end;
  end loop;
  perform private.transfer_links_to_bin(account, free);
  select coalesce(jsonb_object_agg(m.record_id, m.missing), '{}') into lost
  from private.missing_links(account, free) m;
  delete from public.binned_records b where b.account_id = account and b.record_id = any (free);
  return query
  select
    p ->> 'kind', (p ->> 'record_id')::uuid, p ->> 'name', p ->> 'problem', coalesce(lost -> (p ->> 'record_id'), '[]')
  from jsonb_array_elements(asked) as p;
end
$$;
create or replace function public.restore_from_bin(ids uuid[], new_names jsonb default '{}') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  answer jsonb;
  worst jsonb;
begin
  if ids is null or jsonb_typeof(new_names) is distinct from 'object' then
    raise exception 'Records are restored by their ids.' using errcode = '22023', hint = 'Send a list of ids.';
  end if;
  if cardinality(ids) > 2000 then
    raise exception 'At most 2,000 records are restored at once.' using errcode = '22023', hint = 'Choose fewer.';
  end if;
  select coalesce(jsonb_agg(to_jsonb(r)), '[]') into answer from private.restore_records(ids, new_names) r;
  select p into worst
  from jsonb_array_elements(answer) as p
  where p ->> 'problem' is not null
  order by array_position(array['not_in_bin', 'not_allowed', 'switched_off', 'name_taken'], p ->> 'problem')
  limit 1;
  case worst ->> 'problem'
    when 'not_in_bin' then
      raise exception 'This record is not in the bin any more.'
        using errcode = 'PT404', hint = 'Somebody else may have restored or purged it.';
    when 'not_allowed' then
      raise exception 'You may not restore this record.'
        using errcode = '42501', hint = 'Whoever may delete a record restores it.';
    when 'switched_off' then
      perform private.refuse_feature_off(private.feature_of(worst ->> 'kind'));
    when 'name_taken' then
      raise exception '% with this name already exists.',
        (select k.noun from private.kinds k where k.kind = worst ->> 'kind')
        using errcode = '23505', detail = worst ->> 'record_id', hint = 'Choose another name. Capitals make no difference.';
    else
      return (
        select jsonb_build_object(
          'restored', coalesce(jsonb_agg(jsonb_build_object(
            'kind', p ->> 'kind', 'id', p ->> 'record_id', 'name', p ->> 'name', 'missing', p -> 'missing'
          )), '[]')
        )
        from jsonb_array_elements(answer) as p
      );
  end case;
end
$$;
comment on function public.restore_from_bin(uuid[], jsonb) is
  'Restores records with the ids, people, links and times that they had: all or none. For callers who may delete them. new_names has a name by id where the old one is taken (23505). Answers {"restored": [{"kind", "id", "name", "missing": [{"part", "name", "why"}]}]}.';
comment on function private.may_restore(uuid, jsonb, timestamptz) is
  'Whether the caller may restore a record of their account: they might delete it, and have been a member ever since.';
create or replace function public.get_deletion_effects(kind_param text, id_param uuid)
returns table (affected text, count bigint, names text[])
language plpgsql stable set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  perform private.refuse_other_kind(kind_param, with_articles => true);
  return query
  with effect (affected, name) as (
    select 'experts', p.name
    from public.record_experts e
    join public.profiles p on p.id = e.expert_id
    where e.account_id = account and e.kind = kind_param and e.record_id = id_param
    union all
    select 'solutions', s.name
    from public.solutions s
    where kind_param = 'system' and s.account_id = account and s.related_systems @> array[id_param]
    union all
    select 'articles', a.title
    from public.knowledge_articles a
    where kind_param = 'system' and a.account_id = account and a.system_id = id_param
    union all
    select case kind_param when 'solution' then 'automations' else 'solutions' end,
      case kind_param when 'solution' then a.name else s.name end
    from public.solution_automations l
    join public.solutions s on s.id = l.solution_id
    join public.automations a on a.id = l.automation_id
    where l.account_id = account
      and (kind_param = 'solution' and l.solution_id = id_param or kind_param = 'automation' and l.automation_id = id_param)
    union all
    select case kind_param when 'solution' then 'agents' else 'solutions' end,
      case kind_param when 'solution' then a.name else s.name end
    from public.solution_agents l
    join public.solutions s on s.id = l.solution_id
    join public.agents a on a.id = l.agent_id
    where l.account_id = account
      and (kind_param = 'solution' and l.solution_id = id_param or kind_param = 'agent' and l.agent_id = id_param)
  )
  select e.affected, count(*), (array_agg(e.name order by lower(e.name), e.name))[1:5]
  from effect e
  group by e.affected
  order by e.affected;
end
$$;
create or replace function public.get_deletion_impact(kind_param text, ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  perform private.refuse_other_kind(kind_param);
  if ids is null or cardinality(ids) > 10000 then
    raise exception 'Ask for at most 10,000 records at once.' using errcode = '22023', hint = 'Choose fewer.';
  end if;
  return (
    with dependent as (
      select 'solution' as kind, s.id, s.name, s.status, s.owner_id, s.invited_owner_id, s.status = 'active' as counts
      from public.solutions s
      where s.account_id = account and (
        kind_param = 'system' and s.related_systems && ids
        or kind_param = 'automation' and s.id in (
          select l.solution_id from public.solution_automations l where l.account_id = account and l.automation_id = any (ids)
        )
        or kind_param = 'agent' and s.id in (
          select l.solution_id from public.solution_agents l where l.account_id = account and l.agent_id = any (ids)
        )
      )
      union all
      select 'automation', a.id, a.name, a.status, a.owner_id, a.invited_owner_id, false
      from public.automations a
      where kind_param = 'solution' and a.account_id = account and a.id in (
        select l.automation_id from public.solution_automations l where l.account_id = account and l.solution_id = any (ids)
      )
      union all
      select 'agent', a.id, a.name, a.status, a.owner_id, a.invited_owner_id, false
      from public.agents a
      where kind_param = 'solution' and a.account_id = account and a.id in (
        select l.agent_id from public.solution_agents l where l.account_id = account and l.solution_id = any (ids)
      )
      union all
      select 'article', a.id, a.title, '', a.author_id, null, false
      from public.knowledge_articles a
      where kind_param = 'system' and a.account_id = account and a.system_id = any (ids)
    ),
    placed as (
      select d.*, p.name as owner_name, row_number() over (partition by d.kind order by lower(d.name), d.id) as place
      from dependent d
      left join public.account_members m on m.account_id = account and m.user_id = d.owner_id
      left join public.profiles p on p.id = m.user_id
    ),
    grouped as (
      select
        p.kind,
        count(*) as total,
        count(*) filter (where p.counts) as active,
        jsonb_agg(jsonb_build_object(
          'id', p.id, 'name', p.name, 'status', p.status, 'owner_id', p.owner_id, 'owner_name', p.owner_name,
          'invited_owner_id', p.invited_owner_id
        ) order by p.place) filter (where p.place <= 50) as items
      from placed p
      group by p.kind
    )
    select coalesce(jsonb_agg(to_jsonb(g) order by g.kind desc), '[]') from grouped g
  );
end
$$;
create or replace function public.delete_records(
  kind_param text, ids uuid[], reason_param text default '', move_to uuid default null, told boolean default false
) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  reason constant text := private.display_text(coalesce(reason_param, ''));
  known integer;
  allowed integer;
begin
  perform private.refuse_other_kind(kind_param);
  if ids is null or cardinality(ids) = 0 or char_length(reason) > 500 then
    raise exception 'Delete 1 to 2,000 records, with a reason of at most 500 characters.' using errcode = '22023';
  end if;
  perform private.refuse_many_deletions(cardinality(ids));
  perform private.refuse_feature_off(private.feature_of(kind_param));
  execute format(
    'with locked as (
      select r.* from public.%I r where r.account_id = $1 and r.id = any ($2) order by r.id for update
    )
    select count(*), count(*) filter (where private.may_delete(to_jsonb(l))) from locked l',
    private.catalogue_of(kind_param)
  ) into known, allowed using account, ids;
  if known < (select count(distinct i.id) from unnest(ids) as i (id)) then
    raise exception 'This record does not exist any more.' using errcode = 'PT404';
  end if;
  if allowed < known then
    raise exception 'You may not delete this record.'
      using errcode = '42501', hint = 'Users delete what they made or own, managers all.';
  end if;
  if move_to is not null and (move_to = any (ids) or not private.is_record(account, kind_param, move_to)) then
    raise exception 'The links cannot be moved to this record.'
      using errcode = '23503', hint = 'Choose another record of the same kind.';
  end if;
  perform set_config('cairn.reason', reason, true);
  perform private.put_into_bin(account, kind_param, ids);
  if move_to is not null then
    perform private.move_links(account, kind_param, ids, move_to);
  end if;
  if told then
    perform private.tell_owners(account, kind_param, ids, move_to, reason);
  end if;
  execute format('delete from public.%I r where r.account_id = $1 and r.id = any ($2)', private.catalogue_of(kind_param))
    using account, ids;
  perform set_config('cairn.reason', '', true);
  return known;
end
$$;
comment on function public.delete_records(text, uuid[], text, uuid, boolean) is
  'Deletes records of one kind, all or none, for callers who may delete them. They wait in the bin with the reason. What points to them goes to the record move_to, as far as the caller may change it; told tells its owners. Says how many that were.';
create or replace function private.deletable(kind text, ids uuid[], until timestamptz) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  found uuid[];
begin
  execute format(
    'select array(
      select t.id
      from public.%I t
      where t.account_id = private.my_account() and t.id = any ($1) and t.updated_at <= $2 and private.may_delete(to_jsonb(t))
    )',
    private.catalogue_of(kind)
  ) into found using ids, until;
  return found;
end
$$;
create or replace function private.hold_deletable(kind text, ids uuid[], until timestamptz) returns uuid[]
language plpgsql volatile security definer set search_path = ''
as $$
begin
  execute format('select from public.%I t where t.id = any ($1) order by t.id for update', private.catalogue_of(kind))
    using private.deletable(kind, ids, until);
  return private.deletable(kind, ids, until);
end
$$;
create or replace function private.records_in_bulk(
  kind text, ids uuid[], query text, statuses text[], owners uuid[], without_owner boolean, gaps text[],
  excepted uuid[]
) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  meant uuid[];
begin
  if private.catalogue_of(kind) is null then
    raise exception 'There is no such catalogue, or it has no such order.' using errcode = '22023';
  end if;
  if cardinality(ids) > 10000 or cardinality(excepted) > 10000 then
    raise exception 'At most 10,000 records are changed at once.' using errcode = '22023', hint = 'Choose fewer.';
  end if;
  execute format(
    'select array(select t.id from public.%I t where (%s) and t.id <> all ($2) limit 10001)',
    private.catalogue_of(kind),
    case
      when ids is not null then format('t.account_id = %L and t.id = any ($1)', account)
      else private.records_condition(account, kind, query, statuses, owners, coalesce(without_owner, false), gaps)
    end
  )
    into meant using ids, coalesce(excepted, '{}');
  if cardinality(meant) > 10000 then
    raise exception 'At most 10,000 records are changed at once.' using errcode = '22023', hint = 'Choose fewer.';
  end if;
  return meant;
end
$$;
create or replace function private.count_in_bulk(kind text, action text, value text, ids uuid[], seen_at timestamptz) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  answer jsonb;
begin
  execute format(
    'select jsonb_build_object(
      ''total'', count(*),
      ''changes'', count(*) filter (where r.reason is null),
      ''no_right'', count(*) filter (where r.reason = ''no_right''),
      ''already'', count(*) filter (where r.reason = ''already''),
      ''changed_meanwhile'', count(*) filter (where r.reason = ''changed_meanwhile''),
      ''left_out'', coalesce(
        jsonb_agg(jsonb_build_object(''id'', r.id, ''name'', r.name, ''reason'', r.reason) order by r.place)
          filter (where r.place <= 20 and r.reason is not null),
        ''[]''
      )
    )
    from (
      select c.*, row_number() over (partition by c.reason is null order by lower(c.name), c.id) as place
      from (
        select t.id, t.name, case
          when not %2$s then ''no_right''
          when %3$s then ''already''
          when t.updated_at > $3 and $4 then ''changed_meanwhile''
        end as reason
        from public.%1$I t
        where t.id = any ($1)
      ) c
    ) r',
    private.catalogue_of(kind),
    -- The policies, once more, to say why; they themselves decide when it is done.
    case
      when action = 'expert' then '(select private.my_rank()) >= 1'
      else '(
        (select private.my_rank()) >= 2
        or (select private.my_rank()) = 1 and (select private.caller_id()) in (t.created_by, t.owner_id) is true
      )'
    end,
    case action
      when 'owner' then 'coalesce(t.owner_id, t.invited_owner_id) is not distinct from $2::uuid'
      when 'status' then 't.status = $2'
      when 'expert' then 'exists (
        select from public.record_experts e
        where e.account_id = t.account_id and e.record_id = t.id and e.expert_id = $2::uuid
      )'
      else 'false'
    end
  )
    into answer using ids, value, coalesce(seen_at, 'infinity'), action <> 'expert';
  return answer;
end
$$;
comment on function public.preview_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], uuid[]) is
  'What a change in bulk would do: {"total", "changes", "no_right", "already", "left_out", "seen_at", "deletes", "impact"}. Of left_out it gives the first 20 with their reason, of deletes the ids that a deletion would delete. The impact is what depends on these, as get_deletion_impact says it. The action is owner (value: a member, an open invitation, or null), status (value), expert (value: a member) or delete. The records are those of the ids, or those that fit a filter as that of find_records, without the excepted.';
create or replace function public.change_in_bulk(
  kind text, action text, value text default null, ids uuid[] default null, query text default '',
  statuses text[] default null, owners uuid[] default null, without_owner boolean default false,
  gaps text[] default null, seen_at timestamptz default null, reason text default '', move_to uuid default null,
  told boolean default false, excepted uuid[] default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  meant constant uuid[] := private.records_in_bulk(kind, ids, query, statuses, owners, without_owner, gaps, excepted);
  until constant timestamptz := coalesce(seen_at, 'infinity');
  invited constant boolean := private.is_invited_in_bulk(action, value);
  counted jsonb;
  departed jsonb;
  changed uuid[];
  act uuid;
begin
  perform private.refuse_bulk(action, value);
  if action = 'delete' then
    perform private.refuse_many_deletions(cardinality(meant));
  end if;
  counted := private.count_in_bulk(kind, action, value, meant, seen_at);
  if action = 'owner' then
    select jsonb_agg(to_jsonb(d) - 'person_name') into departed
    from public.departed_owners d
    where d.account_id = private.my_account() and d.kind = change_in_bulk.kind and d.record_id = any (meant);
  end if;
  if action = 'delete' then
    changed := private.hold_deletable(kind, meant, until);
    if cardinality(changed) > 0 then
      perform public.delete_records(kind, changed, left(reason, 500), move_to, told);
    end if;
  else
    execute private.bulk_statement(action, private.catalogue_of(kind))
      into changed using meant, value, until, invited, kind;
  end if;
  if cardinality(changed) > 0 then
    act := private.note_bulk_act(kind, action, value, changed, departed);
  end if;
  return counted || jsonb_build_object(
    'act', act,
    'changes', cardinality(changed),
    'changed_meanwhile', (counted ->> 'total')::integer - (counted ->> 'no_right')::integer
      - (counted ->> 'already')::integer - cardinality(changed)
  );
end
$$;
create function private.bulk_statement(action text, catalogue text) returns text
language sql immutable set search_path = ''
as $$
  select format(
    case action
      when 'owner' then
        'with done as (
          update public.%1$I t
          set owner_id = case when not $4 then $2::uuid end, invited_owner_id = case when $4 then $2::uuid end
          where t.id = any ($1) and t.updated_at <= $3
            and coalesce(t.owner_id, t.invited_owner_id) is distinct from $2::uuid
          returning t.id
        )'
      when 'status' then
        'with done as (
          update public.%1$I t set status = $2
          where t.id = any ($1) and t.updated_at <= $3 and t.status is distinct from $2
          returning t.id
        )'
      else
        'with done as (
          insert into public.record_experts (kind, record_id, expert_id)
          select $5, t.id, $2::uuid from public.%1$I t where t.id = any ($1) and (select private.my_rank()) >= 1
          on conflict do nothing
          returning record_id as id
        )'
    end || ' select array(select d.id from done d)',
    catalogue
  )
$$;
comment on function private.bulk_statement(text, text) is
  'What changes records in bulk and gives the ids: $1 ids, $2 value, $3 until when they are unchanged, $4 whether the owner is invited, $5 kind.';
alter function private.bulk_statement(text, text) owner to cairn_definer;
grant execute on function private.bulk_statement(text, text) to authenticated;
comment on function private.is_invited_in_bulk(text, text) is
  'Whether the owner that a change in bulk names is a person with an open invitation.';
create or replace function public.undo_bulk(act_param uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  done private.bulk_acts;
  undone uuid[];
begin
  delete from private.bulk_acts b
  where b.act = act_param and b.account_id = private.my_account() and b.person_id = private.caller_id()
    and b.done_at > now() - interval '1 hour' and private.my_rank() >= 1
  returning * into done;
  if not found then
    raise exception 'This cannot be taken back any more.'
      using errcode = 'PT404', hint = 'Whoever changed it takes it back, once and within an hour.';
  end if;
  perform private.refuse_feature_off(private.feature_of(done.kind));
  if done.action = 'delete' then
    return (
      select count(*)
      from private.restore_records(array(
        select b.record_id
        from public.binned_records b
        where b.account_id = done.account_id and b.act = done.act and b.record_id = any (done.ids)
      )) r
      where r.problem is null
    );
  end if;
  execute private.undo_statement(done.action, private.catalogue_of(done.kind))
    into undone using done.account_id, done.ids, done.value, done.act, done.done_at;
  perform private.restore_departed_owners(done.departed, undone);
  return cardinality(undone);
end
$$;
create function private.undo_statement(action text, catalogue text) returns text
language sql immutable set search_path = ''
as $$
  select format(
    case action
      when 'expert' then
        'with undone as (
          delete from public.record_experts e
          where e.account_id = $1 and e.record_id = any ($2) and e.expert_id = $3::uuid and e.created_at = $5
          returning e.record_id as id
        )'
      else
        'with was as materialized (
          select h.record_id, h.before
          from public.record_history h
          where h.account_id = $1 and h.record_id = any ($2) and h.act = $4 and h.field = %2$L
        ), undone as (
          update public.%1$I t
          set ' || case action
            when 'owner' then
              'owner_id = case when jsonb_typeof(h.before) = ''string'' then (h.before #>> ''{}'')::uuid end,
              invited_owner_id = case when jsonb_typeof(h.before) = ''object'' then (h.before ->> ''id'')::uuid end'
            else 'status = h.before #>> ''{}'''
          end || '
          from was h
          where t.account_id = $1 and t.id = h.record_id and ' || private.may_be_undone(action) || '
          returning t.id
        )'
    end || ' select array(select u.id from undone u)',
    catalogue, case action when 'owner' then 'owner_id' else action end
  )
$$;
comment on function private.undo_statement(text, text) is
  'What takes a change in bulk back and gives the ids: $1 account, $2 ids, $3 value, $4 act, $5 when it was done.';
alter function private.undo_statement(text, text) owner to cairn_definer;
create function private.may_be_undone(action text) returns text
language sql immutable set search_path = ''
as $$
  select case action
    when 'owner' then
      'coalesce(t.owner_id, t.invited_owner_id) is not distinct from $3::uuid
      and (
        (select private.my_rank()) >= 2 or (select private.caller_id()) = t.created_by
        or to_jsonb((select private.caller_id())) = h.before
      )
      and (
        jsonb_typeof(h.before) is distinct from ''string''
        or exists (
          select from public.account_members m
          where m.account_id = $1 and m.user_id = (h.before #>> ''{}'')::uuid
        )
      )
      and (
        jsonb_typeof(h.before) is distinct from ''object''
        or exists (
          select from public.pending_invitations i
          where i.account_id = $1 and i.id = (h.before ->> ''id'')::uuid
            and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
        )
      )'
    else
      't.status = $3 and ((select private.my_rank()) >= 2 or (select private.caller_id()) in (t.created_by, t.owner_id))'
  end
$$;
comment on function private.may_be_undone(text) is
  'Which records t get the former value h.before back, as a condition: those that still have the new one, and that the caller may change.';
alter function private.may_be_undone(text) owner to cairn_definer;
comment on function public.language_of_recipient(jsonb) is
  'Auth hook: the language of the person whom a mail goes to, or else of the admin who invites them: {"language": …}; null when it is not known.';
create or replace function private.notify(
  account uuid, person uuid, kind text, record_kind text default null, record_id uuid default null,
  record_name text default null, payload jsonb default '{}'
)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  actor constant uuid := private.caller_id();
  wants public.notification_preferences;
  keep boolean;
  mail boolean;
  next_number bigint;
  others integer;
  due_since timestamptz;
begin
  if person = actor then
    return;
  end if;
  select coalesce(max(n.number), 0) + 1 into next_number
  from public.notifications n where n.account_id = account and n.user_id = person;
  -- A change of thousands of records at once is told of the first twenty.
  if exists (
    select from public.notifications n
    where n.account_id = account and n.user_id = person and n.number = next_number - 20 and n.created_at = now()
  ) then
    return;
  end if;
  select * into wants from public.notification_preferences w where w.user_id = person;
  keep := coalesce(wants.push, true);
  mail := coalesce(wants.email, true);
  if not (keep or mail) then
    return;
  end if;
  -- A member who is leaving at this moment is told nothing, and not waited for: they may be waiting for this very change.
  perform from public.account_members m
  where m.account_id = account and m.user_id = person
  for key share skip locked;
  if not found then
    return;
  end if;
  if notify.kind in ('member_joined', 'newcomer_waiting') then
    select * into others, due_since from private.fold_newcomers(account, person, notify.kind);
    if others > 0 then
      payload := payload || jsonb_build_object('others', others);
      mail := due_since is not null;
      select coalesce(max(n.number), 0) + 1 into next_number
      from public.notifications n where n.account_id = account and n.user_id = person;
    end if;
  end if;
  insert into public.notifications (
    account_id, user_id, number, kind, actor_id, record_kind, record_id, record_name, payload, in_app, mail_due,
    created_at
  )
  values (
    account, person, next_number, notify.kind, actor, notify.record_kind, notify.record_id, notify.record_name,
    notify.payload, keep, mail, coalesce(due_since, now())
  );
  delete from public.notifications n
  where n.account_id = account and n.user_id = person and n.number = next_number - 500;
end
$$;
create or replace function private.notify_of_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  actor constant uuid := private.caller_id();
begin
  -- What the server itself does is nobody's doing.
  if actor is null then
    return null;
  end if;
  perform private.notify_of_records(array(
    select
      row(t.account_id, t.person, t.told, t.kind, t.record_id, t.record_name, t.payload)::private.record_news
    from (
      select
        d.*,
        row_number() over (partition by d.account_id, d.person, d.told order by d.moment, d.record_id) as place
      from (
        select
          c.account_id, person, c.kind, c.record_id, c.record_name, min(c.changed_at) as moment,
          case
            when c.action = 'deleted' then 'record_deleted'
            when c.action = 'restored' then 'record_restored'
            -- The person whom a new record concerns beside its creator was made its owner.
            when c.action = 'created' or bool_or(c.field = 'owner_id' and c.after = to_jsonb(person)) then 'owner_assigned'
            else 'record_changed'
          end as told,
          case when c.action = 'updated' then jsonb_build_object('fields', jsonb_agg(distinct c.field)) else '{}' end as payload
        from changes c, unnest(c.concerned) as person
        where person <> actor
        group by c.account_id, person, c.kind, c.record_id, c.record_name, c.action
      ) d
    ) t
    -- Whatever the number of records, no more than these are looked at.
    where t.place <= 20
    order by t.moment, t.record_id, t.person
  ));
  return null;
end
$$;
create or replace function private.notify_expert() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  kind text;
  told private.record_news[];
begin
  for kind in select distinct l.kind from links l loop
    execute format(
      'select array(
        select
          row(m.account_id, m.expert_id, ''expert_assigned'', $1, m.id, m.name, ''{}''::jsonb)::private.record_news
        from (
          select
            l.account_id, l.expert_id, r.id, r.name,
            row_number() over (partition by l.account_id, l.expert_id order by lower(r.name), r.id) as place
          from links l
          join public.%I r on r.id = l.record_id
          -- A member who knew it before is not told that they are expert of it.
          where l.kind = $1 and not exists (
            select from public.binned_records b where b.account_id = r.account_id and b.record_id = r.id
          )
        ) m
        where m.place <= 20
        order by m.expert_id, m.place
      )',
      private.catalogue_of(kind)
    )
      into told using kind;
    perform private.notify_of_records(told);
  end loop;
  return null;
end
$$;
comment on function private.notify_expert() is
  'Statement trigger: tells new experts, each of the first twenty records of a kind by name.';
comment on function private.notify_inviter() is 'Trigger: tells the admin who sent an invitation that it was accepted.';
create or replace function private.notify_of_records(told private.record_news[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  actor constant uuid := private.caller_id();
  this_act constant uuid := private.current_act();
begin
  with members as materialized (
    -- A member who is leaving at this moment is told nothing, and not waited for: they may be waiting for this very change.
    select m.account_id, m.user_id
    from public.account_members m
    where (m.account_id, m.user_id) in (select t.account_id, t.person_id from unnest(told) t)
      and m.user_id is distinct from actor
    for key share skip locked
  ),
  people as materialized (
    select
      m.account_id, m.user_id,
      coalesce(w.push, true) as in_app, coalesce(w.email, true) as by_mail, coalesce(w.mentions, true) as mentions,
      (
        select coalesce(max(n.number), 0)
        from public.notifications n
        where n.account_id = m.account_id and n.user_id = m.user_id
      ) as last_number,
      (
        select count(*)
        from (
          select n.created_at
          from public.notifications n
          where n.account_id = m.account_id and n.user_id = m.user_id
          order by n.number desc
          limit 20
        ) newest
        where newest.created_at = now()
      ) as told_already
    from members m
    left join public.notification_preferences w on w.user_id = m.user_id
  ),
  handed as (
    select h.account_id, h.receiver_id, h.record_id
    from members m
    join public.handovers h
      on h.account_id = m.account_id and h.receiver_id = m.user_id and h.act = this_act and h.state = 'pending'
  ),
  wanted as (
    select
      t.*, p.in_app, p.by_mail and t.kind <> 'record_changed' as mail_due, p.last_number, p.told_already,
      row_number() over (partition by t.account_id, t.person_id order by t.place) as turn
    from unnest(told) with ordinality
      as t (account_id, person_id, kind, record_kind, record_id, record_name, payload, place)
    join people p on p.account_id = t.account_id and p.user_id = t.person_id
    where (p.in_app or p.by_mail and t.kind <> 'record_changed')
      and (p.mentions or t.kind not in ('expert_assigned', 'owner_assigned'))
      -- A member who is handed a record is told that, and nothing else of it.
      and not (
        t.kind in ('owner_assigned', 'expert_assigned', 'record_changed')
        and (t.account_id, t.person_id, t.record_id) in (select h.account_id, h.receiver_id, h.record_id from handed h)
      )
  ),
  -- A change of thousands of records at once is told of the first twenty.
  chosen as materialized (
    select w.*, w.last_number + w.turn as number from wanted w where w.told_already + w.turn <= 20
  ),
  -- What was changed of a record since the reader looked is one notification.
  withdrawn as (
    delete from public.notifications n
    using chosen c
    where c.kind = 'record_changed' and n.kind = c.kind and n.account_id = c.account_id and n.user_id = c.person_id
      and n.record_id = c.record_id and n.read_at is null and n.actor_id is not distinct from actor
    returning n.account_id, n.user_id, n.record_id, n.payload -> 'fields' as fields
  ),
  fields as (
    select f.account_id, f.person_id, f.record_id, jsonb_agg(distinct field) as all_of_them
    from (
      select c.account_id, c.person_id, c.record_id, c.payload -> 'fields' as fields
      from chosen c
      where c.kind = 'record_changed'
      union all
      select w.account_id, w.user_id, w.record_id, w.fields from withdrawn w
    ) f
    cross join lateral jsonb_array_elements(f.fields) as field
    group by f.account_id, f.person_id, f.record_id
  ),
  kept as (
    insert into public.notifications (
      account_id, user_id, number, kind, actor_id, record_kind, record_id, record_name, payload, in_app, mail_due
    )
    select
      c.account_id, c.person_id, c.number, c.kind, actor, c.record_kind, c.record_id, c.record_name,
      case c.kind
        when 'record_changed' then c.payload || jsonb_build_object('fields', f.all_of_them)
        else c.payload
      end,
      c.in_app, c.mail_due
    from chosen c
    left join fields f
      on f.account_id = c.account_id and f.person_id = c.person_id and f.record_id = c.record_id
    order by c.account_id, c.person_id, c.number
  )
  -- The newest five hundred stay.
  delete from public.notifications n
  using (
    select c.account_id, c.person_id, max(c.number) as number from chosen c group by c.account_id, c.person_id
  ) newest
  where n.account_id = newest.account_id and n.user_id = newest.person_id and n.number <= newest.number - 500;
end
$$;
comment on function private.notify_of_records(private.record_news[]) is
  'Tells people of records, in this order; of the first twenty at most in one transaction, as their settings say, and never the user who did it.';
comment on function private.digest_time(text, timestamptz, timestamptz) is
  'When the next digest is due for a person in a zone whose last digest was taken for a time: Monday, 07:00. In the past from then to the end of Tuesday.';
create or replace function private.digest_of_changes(account uuid, person uuid, moment timestamptz) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with mine as (
    select r.kind, r.id, r.name
    from private.catalogue_records r
    where r.account_id = account and r.owner_id = person
    union
    select r.kind, r.id, r.name
    from public.record_experts e
    join private.catalogue_records r on r.account_id = e.account_id and r.kind = e.kind and r.id = e.record_id
    where e.account_id = account and e.expert_id = person
  ),
  changed as (
    select
      r.kind as record_kind, r.id as record_id, r.name as record_name,
      count(distinct h.changed_by)::integer as people,
      (array_agg(h.changed_by order by h.changed_at desc))[1] as last_by,
      row_number() over (order by max(h.changed_at) desc, r.id) as place
    from mine r
    join public.record_history h on h.account_id = account and h.record_id = r.id
    where h.action = 'updated' and h.changed_by is distinct from person
      and h.changed_at > moment - interval '7 days' and h.changed_at <= moment
      and not private.switched_off(account, r.kind)
    group by r.kind, r.id, r.name
  )
  select jsonb_build_object(
    'total', count(*),
    'items', coalesce(
      jsonb_agg(
        jsonb_build_object(
          'record_kind', c.record_kind, 'record_id', c.record_id, 'record_name', c.record_name,
          'actor_name', p.name, 'others', greatest(c.people - 1, 0)
        )
        order by c.place
      ) filter (where c.place <= 10),
      '[]'
    )
  )
  from changed c
  left join public.account_members m on m.account_id = account and m.user_id = c.last_by
  left join public.profiles p on p.id = m.user_id
$$;
create or replace function public.take_weekly_digests(people_limit integer default 100, moment timestamptz default now())
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
    where d.due_at <= moment or d.due_at > moment + interval '8 days'
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
create or replace function private.changed_records(account uuid, since timestamptz) returns setof text
language sql stable security definer set search_path = ''
as $$
  with latest as materialized (
    select h.kind
    from public.record_history h
    where h.account_id = account and h.changed_at > since
    order by h.changed_at desc
    limit 500
  )
  select distinct l.kind from latest l
  union
  select k.kind
  from private.kinds k
  where (select count(*) from latest) = 500
$$;
create view public.system_experts with (security_invoker = true) as
  select e.account_id, e.system_id, e.expert_id, e.assigned_by, e.created_at
  from public.record_experts e
  where e.system_id is not null
  with cascaded check option;
comment on view public.system_experts is 'Who knows a system. Callers write through it.';
alter view public.system_experts owner to cairn_owner;
create view private.records with (security_invoker = true) as
  select r.account_id, 'system' as kind, r.id, r.name, r.status, r.owner_id, r.invited_owner_id, r.created_by, r.updated_by,
    r.created_at, r.updated_at
  from public.systems r
  union all
  select r.account_id, 'solution', r.id, r.name, r.status, r.owner_id, r.invited_owner_id, r.created_by, r.updated_by,
    r.created_at, r.updated_at
  from public.solutions r
  union all
  select r.account_id, 'agent', r.id, r.name, r.status, r.owner_id, r.invited_owner_id, r.created_by, r.updated_by,
    r.created_at, r.updated_at
  from public.agents r
  union all
  select r.account_id, 'automation', r.id, r.name, r.status, r.owner_id, r.invited_owner_id, r.created_by, r.updated_by,
    r.created_at, r.updated_at
  from public.automations r;
comment on view private.records is 'The records of all catalogues: what every kind has.';
alter view private.records owner to cairn_owner;
create or replace view private.catalogue_records with (security_invoker = true) as
  select r.account_id, r.kind, r.id, r.name, r.status, r.owner_id,
    case when r.invited_owner_id is not null then (
      select i.id
      from public.pending_invitations i
      where i.account_id = r.account_id and i.id = r.invited_owner_id
        and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
    ) end as invited_owner_id,
    r.created_by, r.updated_at
  from private.records r;
create view private.gaps_of_records with (security_invoker = true) as
select
  t.account_id,
  t.kind,
  t.id as record_id,
  t.owner_id,
  case when t.owner_id is null then t.invited_owner_id end as invited_owner_id,
  t.owner_id is null and exists (
    select from public.departed_owners d
    where d.account_id = t.account_id and d.kind = t.kind and d.record_id = t.id
  ) as owner_left,
  coalesce(h.of_member, false) as handover_pending,
  case when h.of_member then '{}' else coalesce(h.awaited, '{}') end as awaited,
  not exists (
    select from public.record_experts e
    where e.account_id = t.account_id and e.record_id = t.id and e.expert_id is distinct from t.owner_id
  ) as nobody_else
from private.records t
left join lateral (
  select
    bool_or(h.invitation_id is null) as of_member,
    array_agg(distinct h.invitation_id order by h.invitation_id) as awaited
  from public.handovers h
  where h.account_id = t.account_id and h.record_id = t.id and h.kind = t.kind and h.state = 'pending'
) h on true;
comment on view private.gaps_of_records is 'As what each record counts now.';
alter view private.gaps_of_records owner to cairn_owner;
create trigger record_experts_record before insert on public.record_experts
  for each row execute function private.name_known_record();
create trigger record_experts_stamp before insert on public.record_experts
  for each row when (current_user = 'authenticated') execute function private.stamp_assignment();
create trigger record_experts_feature_of_made after insert on public.record_experts
  referencing new table as links
  for each statement when (current_user = 'authenticated') execute function private.refuse_kind_switched_off();
create trigger record_experts_feature_of_ended after delete on public.record_experts
  referencing old table as links
  for each statement when (current_user = 'authenticated') execute function private.refuse_kind_switched_off();
create trigger record_experts_history_of_made after insert on public.record_experts
  referencing new table as links
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_expert_history();
create trigger record_experts_history_of_ended after delete on public.record_experts
  referencing old table as links
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_expert_history();
create or replace trigger agents_owner before insert or update of owner_id, invited_owner_id on public.agents
  for each row execute function private.keep_one_owner();
create or replace trigger automations_owner before insert or update of owner_id, invited_owner_id on public.automations
  for each row execute function private.keep_one_owner();
create or replace trigger pending_invitations_give_records after update on public.pending_invitations
  for each row when (old.accepted_at is null and new.accepted_at is not null)
  execute function private.transfer_records_to_member();
create or replace trigger solutions_owner before insert or update of owner_id, invited_owner_id on public.solutions
  for each row execute function private.keep_one_owner();
create or replace trigger systems_owner before insert or update of owner_id, invited_owner_id on public.systems
  for each row execute function private.keep_one_owner();
create trigger record_experts_follow after delete on public.record_experts
  referencing old table as links
  for each statement when (current_user <> 'cairn_owner') execute function private.follow_expert();
create trigger record_experts_come_to_count after insert on public.record_experts
  referencing new table as come
  for each statement execute function private.mark_named();
create trigger record_experts_change_to_count after update on public.record_experts
  referencing old table as gone new table as come
  for each statement execute function private.mark_named();
create trigger record_experts_go_to_count after delete on public.record_experts
  referencing old table as gone
  for each statement execute function private.mark_named();
create or replace trigger binned_records_lost after delete on public.binned_records
  referencing old table as gone
  for each statement when (current_user <> 'cairn_owner') execute function private.log_people_lost_in_bin();
create trigger record_experts_notify after insert on public.record_experts
  referencing new table as links
  for each statement execute function private.notify_expert();
create policy "users name automations of solutions that they may change" on public.solution_automations
  for insert to authenticated
  with check (
    account_id = (select private.my_account())
    and exists (
      select from public.solutions s
      where s.account_id = solution_automations.account_id and s.id = solution_automations.solution_id
        and (
          (select private.my_rank()) >= 2
          or (select private.my_rank()) = 1 and (select private.caller_id()) in (s.created_by, s.owner_id)
        )
    )
  );
create policy "users remove automations of solutions that they may change" on public.solution_automations
  for delete to authenticated
  using (
    account_id = (select private.my_account())
    and exists (
      select from public.solutions s
      where s.account_id = solution_automations.account_id and s.id = solution_automations.solution_id
        and (
          (select private.my_rank()) >= 2
          or (select private.my_rank()) = 1 and (select private.caller_id()) in (s.created_by, s.owner_id)
        )
    )
  );
create policy "users name agents of solutions that they may change" on public.solution_agents
  for insert to authenticated
  with check (
    account_id = (select private.my_account())
    and exists (
      select from public.solutions s
      where s.account_id = solution_agents.account_id and s.id = solution_agents.solution_id
        and (
          (select private.my_rank()) >= 2
          or (select private.my_rank()) = 1 and (select private.caller_id()) in (s.created_by, s.owner_id)
        )
    )
  );
create policy "users remove agents of solutions that they may change" on public.solution_agents
  for delete to authenticated
  using (
    account_id = (select private.my_account())
    and exists (
      select from public.solutions s
      where s.account_id = solution_agents.account_id and s.id = solution_agents.solution_id
        and (
          (select private.my_rank()) >= 2
          or (select private.my_rank()) = 1 and (select private.caller_id()) in (s.created_by, s.owner_id)
        )
    )
  );
create policy "members see the experts of their account" on public.record_experts
  for select to authenticated
  using (account_id = (select private.my_account()));
create policy "from level user on, people name experts" on public.record_experts
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);
create policy "from level user on, people remove experts" on public.record_experts
  for delete to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);
comment on table private.bin_time is 'For how many days records stay in bins, as the server that purges them last said it.';
comment on table private.bulk_acts is 'What a user changed in bulk, for as long as they may take it back: an hour.';
comment on column private.bulk_acts.ids is 'The records that were changed.';
comment on column private.bulk_acts.departed is
  'Whose owner had left before the records got another one, as in departed_owners, without the names.';
comment on table private.coverage_weeks is
  'How many records an account had when a week began, Monday at midnight UTC, and how many of them had an owner and a second person who knew them.';
comment on column private.coverage_weeks.kind is 'system, solution, agent or automation.';
comment on column private.coverage_weeks.with_owner is 'With an owner, or with a person whose invitation was open.';
comment on column private.coverage_weeks.with_second is 'With an expert who was not the owner.';
alter table private.kinds enable row level security;
alter table private.kinds force row level security;
revoke all on private.kinds from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select on private.kinds to cairn_definer;
comment on table private.records_to_count is
  'Records that may count as something else since a change. No keys: a writer waits for no other.';
comment on table public.agents is 'An AI agent that the organisation uses.';
comment on column public.agents.name is 'Unique within the account without regard to case.';
comment on column public.agents.platform is 'OpenAI, Anthropic, Custom or Other.';
comment on column public.agents.status is 'active, training or inactive.';
comment on column public.agents.owner_id is 'The member who answers for the agent; empty when nobody does.';
comment on column public.agents.last_used is 'When it was last used; empty when that is not known.';
comment on column public.agents.updated_by is 'Who last changed the record: the last publisher.';
comment on column public.agents.invited_owner_id is
  'The invitation of the person who owns the agent after joining. Counts as long as the invitation is open.';
comment on table public.automations is 'An automation that runs for the organisation.';
comment on column public.automations.name is 'Unique within the account without regard to case.';
comment on column public.automations.source is 'Zapier, Make.com, Power Automate or Other.';
comment on column public.automations.status is 'active or inactive.';
comment on column public.automations.webhook_url is 'An https address, or empty. Never fetched by the server.';
comment on column public.automations.owner_id is 'The member who answers for the automation; empty when nobody does.';
comment on column public.automations.last_run is 'When it last ran; empty when that is not known.';
comment on column public.automations.updated_by is 'Who last changed the record: the last publisher.';
comment on column public.automations.invited_owner_id is
  'The invitation of the person who owns the automation after joining. Counts as long as the invitation is open.';
comment on table public.binned_records is
  'Deleted systems, solutions, agents and automations, until they are restored or purged.';
comment on column public.binned_records.kind is 'system, solution, agent or automation.';
comment on column public.binned_records.record is 'The row as it was.';
comment on column public.binned_records.links is 'What pointed to the record or from it, with the names of then.';
comment on column public.binned_records.deleted_by is 'The person; empty when the server did it. Stays when the person leaves.';
comment on column public.binned_records.reason is 'Why, in the words of the user who deleted it.';
comment on column public.binned_records.act is 'The same for everything that went in one transaction, and for its lines in the history.';
comment on table public.handovers is 'Who took over a record from whom, and whether they have answered.';
comment on column public.handovers.kind is 'system, solution, agent or automation.';
comment on column public.handovers.part is 'owner or expert: what is handed over.';
comment on column public.handovers.giver_id is 'Who had it before. Stays when they leave.';
comment on column public.handovers.giver_name is 'Their name at that time.';
comment on column public.handovers.handed_by is 'Who handed it over: an admin, the giver, or the receiver before who passed it on. Stays when they leave.';
comment on column public.handovers.receiver_id is 'The member who has it now.';
comment on column public.handovers.invitation_id is 'The invitation of the person who has it as soon as they join.';
comment on column public.handovers.state is 'pending, accepted, passed_on or withdrawn (receiver left, or another member was made owner).';
comment on column public.handovers.act is 'The act in the history that handed it over: what came together has the same.';
comment on table public.pending_invitations is 'Invitations to an account: open, accepted, revoked and expired ones.';
comment on column public.pending_invitations.email is 'The invited address, in lower case. Only a user who has confirmed it accepts.';
comment on column public.pending_invitations.invitation_token is
  'The hash of the token, in hexadecimal. get_invitation_token tells admins the token itself.';
comment on column public.pending_invitations.invited_by is 'The admin who sent it; empty when that person left.';
comment on column public.pending_invitations.declined_at is 'When it was revoked.';
alter table public.record_experts enable row level security;
alter table public.record_experts force row level security;
comment on table public.record_experts is 'Who knows a record, of all catalogues.';
comment on column public.record_experts.kind is 'system, solution, agent or automation.';
comment on column public.record_experts.assigned_by is 'Who said so.';
revoke all on public.record_experts from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select on public.record_experts to authenticated;
grant insert (kind, record_id, system_id, expert_id, assigned_by) on public.record_experts to authenticated;
grant delete on public.record_experts to authenticated;
grant select, insert, update, delete on public.record_experts to service_role, cairn_definer;
comment on table public.solutions is 'What the organisation has built in-house.';
comment on column public.solutions.name is 'Unique within the account without regard to case.';
comment on column public.solutions.status is 'active, inactive, development or deprecated.';
comment on column public.solutions.owner_id is 'The member who answers for the solution; empty when nobody does.';
comment on column public.solutions.use_cases is 'What it is for: free text, at most 100 entries of 200 characters.';
comment on column public.solutions.users is 'Who uses it, people or teams: free text, at most 100 entries of 200 characters.';
comment on column public.solutions.related_systems is 'Systems of the same account on which it rests, at most 100.';
comment on column public.solutions.details is 'Whatever else is worth knowing, as a JSON object.';
comment on column public.solutions.updated_by is 'Who last changed the record.';
comment on column public.solutions.invited_owner_id is
  'The invitation of the person who owns the solution after joining. Counts as long as the invitation is open.';
comment on table public.systems is 'A system that the organisation runs.';
comment on column public.systems.name is 'Unique within the account without regard to case.';
comment on column public.systems.status is 'active, inactive, maintenance or deprecated.';
comment on column public.systems.owner_id is 'The member who answers for the system; empty when nobody does.';
comment on column public.systems.details is 'Whatever else is worth knowing, as a JSON object.';
comment on column public.systems.updated_by is 'Who last changed the record.';
comment on column public.systems.invited_owner_id is
  'The invitation of the person who owns the system after joining. Counts as long as the invitation is open.';
revoke all on private.gaps_of_records from public, anon, authenticated, service_role;
grant select on private.gaps_of_records to cairn_definer;
revoke all on private.records, private.catalogue_records from public, anon, authenticated, service_role;
grant select on private.records, private.catalogue_records to cairn_definer;
grant select on private.records to authenticated, service_role;
revoke all on public.system_experts from public, anon, authenticated, service_role;
grant select on public.system_experts to authenticated;
grant insert (system_id, expert_id, assigned_by) on public.system_experts to authenticated;
grant delete on public.system_experts to authenticated;
grant select, insert, update, delete on public.system_experts to service_role, cairn_definer;
drop function private.clear_wishes(jsonb);
drop function private.depart_again(jsonb,uuid[]);
drop function private.end_stand_ins(uuid,uuid[]);
drop function private.hand_links_on(uuid,uuid[]);
drop function private.is_wish(jsonb,text[]);
drop function private.let_wait(uuid,uuid);
drop function private.make_owner_of_promised();
drop function private.mark_known();
drop function private.note_lost_in_bin();
drop function private.settle_owner();
drop function private.take_turn(text,integer);
