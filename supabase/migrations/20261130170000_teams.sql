-- Adds teams and their members, and teams as owners of records.

create table public.teams (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  name text not null,
  lead_id uuid,
  deputy_id uuid,
  mail text not null default '',
  chat_url text not null default '',
  on_call_url text not null default '',
  notices text not null default 'lead',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Foreign keys that carry the account point here.
  constraint teams_account_id_id_key unique (account_id, id),
  constraint teams_lead_id_fkey foreign key (account_id, lead_id)
    references public.account_members (account_id, user_id) on delete set null (lead_id),
  constraint teams_deputy_id_fkey foreign key (account_id, deputy_id)
    references public.account_members (account_id, user_id) on delete set null (deputy_id),
  constraint teams_name_length check (private.holds(
    char_length(name) between 1 and 120,
    'name.length',
    'Name must have 1 to 120 characters.'
  )),
  constraint teams_lead_and_deputy check (private.holds(
    lead_id <> deputy_id,
    'team.lead_and_deputy',
    'Lead and deputy are two members.'
  )),
  constraint teams_mail_address check (private.holds(
    mail = '' or private.is_email(mail),
    'team.mail',
    'The e-mail of a team must be an e-mail address.'
  )),
  constraint teams_web_addresses check (private.holds(
    (chat_url = '' or private.is_web_address(chat_url)) and (on_call_url = '' or private.is_web_address(on_call_url)),
    'team.links',
    'A link of a team must begin with http:// or https://.'
  )),
  constraint teams_notices_known check (private.holds(
    notices in ('lead', 'all'),
    'team.notices',
    'Notices go to lead or to all.'
  ))
);
create unique index teams_account_id_name_key on public.teams (account_id, private.folded(name));
create index teams_lead_id_idx on public.teams (account_id, lead_id);
create index teams_deputy_id_idx on public.teams (account_id, deputy_id);
alter table public.teams owner to cairn_owner;

create table public.team_members (
  -- A key of its own, so that the data API takes the table for no link between teams and accounts.
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  team_id uuid not null,
  user_id uuid not null,
  -- Begins with the account: a key without it would tell a stranger who is in which team.
  constraint team_members_key unique (account_id, team_id, user_id),
  constraint team_members_team_id_fkey foreign key (account_id, team_id)
    references public.teams (account_id, id) on delete cascade,
  constraint team_members_user_id_fkey foreign key (account_id, user_id)
    references public.account_members (account_id, user_id) on delete cascade
);
create index team_members_user_id_idx on public.team_members (account_id, user_id);
alter table public.team_members owner to cairn_owner;

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
create or replace function private.procedure_scopes()
returns table (procedure text, scopes text[], any_of boolean)
language sql immutable set search_path = ''
as $$
  values
    ('find_records', '{kinds:read}'::text[], true),
    ('group_records', '{kinds:read}', true),
    ('begin_export', '{kinds:read}', true),
    ('get_records_to_export', '{kinds:read}', true),
    ('add_records', '{kinds:write}', true),
    ('preview_bulk', '{kinds:write}', true),
    ('change_in_bulk', '{kinds:write}', true),
    ('delete_records', '{kinds:write}', false),
    ('restore_from_bin', '{kinds:write}', false),
    ('get_bin', '{kinds:read}', false),
    ('get_deletion_impact', '{kinds:read}', false),
    ('neighbours', '{kinds:read}', true),
    ('map_groups', '{kinds:read}', true),
    ('get_gaps', '{kinds:read}', false),
    ('get_coverage', '{kinds:read}', false),
    ('get_tags', '{kinds:read}', false),
    ('get_dashboard_counts', '{kinds:read}', true),
    ('get_recent_activity', '{kinds:read}', false),
    ('get_heartbeats', '{automations:read,agents:read}', false),
    ('get_heartbeat_counts', '{automations:read,agents:read}', false),
    ('get_runs', '{automations:read,agents:read}', false),
    ('get_run_days', '{automations:read,agents:read}', false),
    ('find_members', '{people:read}', false),
    ('get_teams', '{people:read}', false),
    ('get_member_profile', '{people:read}', false),
    ('get_secure_team_member_profiles', '{people:read}', false),
    ('get_member_records', '{kinds:read,people:read}', false),
    ('search_workspace', '{kinds:read,people:read}', false),
    ('get_audit_log', '{audit:read}', false),
    ('note_tool_call', '{kinds:read,people:read,audit:read}', true),
    ('suggest_edit', '{kinds:read}', true),
    ('suggest_relation', '{kinds:read}', true),
    ('get_suggestions', '{kinds:read}', true)
$$;
create or replace function private.table_scopes()
returns table (table_name text, verb text, scopes text[], any_of boolean)
language sql stable security definer set search_path = ''
as $$
  select k.record_table, v.verb, array[k.record_table || ':' || v.verb], true
  from private.kinds k
  cross join (values ('read'), ('write')) as v (verb)
  where k.feature is not null
  union all
  values
    ('accounts', 'read', '{kinds:read,people:read,audit:read}'::text[], true),
    ('account_members', 'read', '{people:read}', true),
    ('profiles', 'read', '{people:read}', true),
    ('teams', 'read', '{people:read}', true),
    ('team_members', 'read', '{people:read}', true),
    ('security_audit_log', 'read', '{audit:read}', true),
    ('tags', 'read', '{kinds:read}', true),
    ('tags', 'write', '{kinds:write}', true),
    ('own_fields', 'read', '{kinds:read}', true),
    ('record_experts', 'read', '{kinds:read}', true),
    ('record_experts', 'write', '{kinds:write}', true),
    ('relations', 'read', '{kinds:read}', true),
    ('relations', 'write', '{kinds:write}', true),
    ('record_history', 'read', '{kinds:read}', true),
    ('departed_owners', 'read', '{kinds:read}', true),
    ('handovers', 'read', '{kinds:read}', true),
    ('suggestions', 'read', '{kinds:read}', true),
    ('heartbeats', 'read', '{kinds:read}', true),
    ('runs', 'read', '{automations:read,agents:read}', false),
    ('run_days', 'read', '{automations:read,agents:read}', false),
    ('system_experts', 'read', '{systems:read}', true),
    ('system_experts', 'write', '{systems:write}', true),
    ('solution_agents', 'read', '{solutions:read}', true),
    ('solution_agents', 'write', '{solutions:write}', true),
    ('solution_automations', 'read', '{solutions:read}', true),
    ('solution_automations', 'write', '{solutions:write}', true)
$$;
create function private.teams_of(person uuid) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select t.team_id from public.team_members t where t.account_id = private.my_account() and t.user_id = person
  )
$$;
comment on function private.teams_of(uuid) is 'The teams of a member of the caller''s account.';
alter function private.teams_of(uuid) owner to cairn_definer;
revoke all on function private.teams_of(uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.teams_of(uuid) to authenticated;
create function private.keep_lead_in_team() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.team_members (account_id, team_id, user_id)
  select new.account_id, new.id, p.person
  from unnest(array[new.lead_id, new.deputy_id]) as p (person)
  where p.person is not null
  on conflict on constraint team_members_key do nothing;
  return null;
end
$$;
comment on function private.keep_lead_in_team() is 'Trigger: lead and deputy become members of their team.';
alter function private.keep_lead_in_team() owner to cairn_definer;
revoke all on function private.keep_lead_in_team() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.release_lead() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.teams t
  set lead_id = nullif(t.lead_id, old.user_id), deputy_id = nullif(t.deputy_id, old.user_id)
  where t.account_id = old.account_id and t.id = old.team_id and old.user_id in (t.lead_id, t.deputy_id);
  return null;
end
$$;
comment on function private.release_lead() is 'Trigger: who leaves a team is neither its lead nor its deputy any more.';
alter function private.release_lead() owner to cairn_definer;
revoke all on function private.release_lead() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.limit_teams() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select
    from (select distinct n.account_id from added n) a
    cross join lateral (select pg_advisory_xact_lock(hashtextextended('teams of ' || a.account_id, 0))) as turn
    cross join lateral (select count(*) as held from public.teams t where t.account_id = a.account_id) c
    where c.held > 200
  ) then
    raise exception 'An account has at most 200 teams.'
      using errcode = '23514', detail = 'team.too_many', hint = 'Merge or delete some first.';
  end if;
  return null;
end
$$;
comment on function private.limit_teams() is 'Statement trigger: refuses the 201st team of an account.';
alter function private.limit_teams() owner to cairn_definer;
revoke all on function private.limit_teams() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.limit_team_members() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select
    from (select distinct n.account_id, n.team_id from added n) a
    join public.team_members m on m.account_id = a.account_id and m.team_id = a.team_id
    group by m.team_id
    having count(*) > 500
  ) then
    raise exception 'A team has at most 500 members.'
      using errcode = '23514', detail = 'team.too_many_members', hint = 'Make several teams of it.';
  end if;
  return null;
end
$$;
comment on function private.limit_team_members() is 'Statement trigger: refuses the 501st member of a team.';
alter function private.limit_team_members() owner to cairn_definer;
revoke all on function private.limit_team_members() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.audit_team() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  kept constant public.teams := coalesce(new, old);
begin
  perform private.write_audit(
    kept.account_id, private.caller_id(),
    case tg_op when 'INSERT' then 'team_added' when 'DELETE' then 'team_deleted' else 'team_changed' end,
    'team', kept.id::text,
    jsonb_build_object('name', kept.name)
      || case when tg_op = 'UPDATE' and old.name <> new.name then jsonb_build_object('former_name', old.name) else '{}' end
  );
  return null;
end
$$;
comment on function private.audit_team() is 'Trigger: enters a team that was added, changed or deleted.';
alter function private.audit_team() owner to cairn_definer;
revoke all on function private.audit_team() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.audit_team_member() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  kept constant public.team_members := coalesce(new, old);
begin
  perform private.write_audit(
    t.account_id, private.caller_id(),
    case tg_op when 'INSERT' then 'team_member_added' else 'team_member_removed' end,
    'team', t.id::text, jsonb_build_object('name', t.name, 'member_id', kept.user_id)
  )
  from public.teams t
  where t.account_id = kept.account_id and t.id = kept.team_id;
  return null;
end
$$;
comment on function private.audit_team_member() is 'Trigger: enters who came into a team or left it.';
alter function private.audit_team_member() owner to cairn_definer;
revoke all on function private.audit_team_member() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.refuse_below_manager_of_teams() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if coalesce(private.my_rank(), 0) < 2 or not private.is_unscoped() then
    raise exception 'Managers add, change and delete teams.'
      using errcode = '42501', detail = 'team.managers_only', hint = 'Ask a manager or an administrator.';
  end if;
end
$$;
comment on function private.refuse_below_manager_of_teams() is 'Refuses callers below the level manager, and tokens.';
alter function private.refuse_below_manager_of_teams() owner to cairn_definer;
revoke all on function private.refuse_below_manager_of_teams() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.refuse_below_manager_of_teams() to authenticated;
create function private.held_team(team uuid) returns public.teams
language plpgsql volatile security definer set search_path = ''
as $$
declare
  held public.teams;
begin
  perform private.refuse_below_manager_of_teams();
  select * into held from public.teams t
  where t.id = team and t.account_id = private.my_account()
  for update;
  if not found then
    raise exception 'This team no longer exists.'
      using errcode = 'PT404', detail = 'team.gone', hint = 'Another member may have deleted it.';
  end if;
  return held;
end
$$;
comment on function private.held_team(uuid) is 'A team of the caller''s account, which nobody else changes meanwhile, for managers.';
alter function private.held_team(uuid) owner to cairn_definer;
revoke all on function private.held_team(uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.held_team(uuid) to authenticated;
create function public.save_team(
  name text,
  members uuid[],
  team_id uuid default null,
  lead_id uuid default null,
  deputy_id uuid default null,
  mail text default '',
  chat_url text default '',
  on_call_url text default '',
  notices text default 'lead'
) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  people constant uuid[] := array(
    select distinct p.id
    from unnest(save_team.members || save_team.lead_id || save_team.deputy_id) as p (id)
    where p.id is not null
  );
  saved uuid := save_team.team_id;
begin
  perform private.refuse_below_manager_of_teams();
  if exists (select from unnest(people) as p (id) where not private.is_member(account, p.id)) then
    raise exception 'There is no such member in your account.'
      using errcode = 'PT404', detail = 'member.unknown', hint = 'They may have left in the meantime.';
  end if;
  if saved is null then
    insert into public.teams (account_id, name)
    values (account, save_team.name)
    returning id into saved;
  else
    perform private.held_team(saved);
  end if;
  delete from public.team_members m
  where m.account_id = account and m.team_id = saved and m.user_id <> all (people);
  insert into public.team_members (account_id, team_id, user_id)
  select account, saved, p.id from unnest(people) as p (id)
  on conflict on constraint team_members_key do nothing;
  update public.teams t
  set name = save_team.name, lead_id = save_team.lead_id, deputy_id = save_team.deputy_id,
    mail = coalesce(btrim(save_team.mail), ''), chat_url = coalesce(btrim(save_team.chat_url), ''),
    on_call_url = coalesce(btrim(save_team.on_call_url), ''), notices = coalesce(save_team.notices, 'lead')
  where t.id = saved;
  return saved;
end
$$;
comment on function public.save_team(text, uuid[], uuid, uuid, uuid, text, text, text, text) is
  'Adds a team, or changes one with all its members, for managers and admins: its id. Lead and deputy become members.';
alter function public.save_team(text,uuid[],uuid,uuid,uuid,text,text,text,text) owner to cairn_definer;
revoke all on function public.save_team(text,uuid[],uuid,uuid,uuid,text,text,text,text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.save_team(text, uuid[], uuid, uuid, uuid, text, text, text, text) to authenticated;
create function public.delete_team(team uuid, into_team uuid default null) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  gone public.teams;
  kept public.teams;
begin
  -- Two who merge two teams into each other wait for each other, so the first one by id is held first.
  if into_team < team then
    kept := private.held_team(into_team);
  end if;
  gone := private.held_team(team);
  if into_team > team then
    kept := private.held_team(into_team);
  elsif into_team = team then
    raise exception 'A team cannot be merged into itself.'
      using errcode = '22023', detail = 'team.into_itself', hint = 'Choose another team.';
  end if;
  insert into public.team_members (account_id, team_id, user_id)
  select m.account_id, kept.id, m.user_id
  from public.team_members m
  where m.account_id = gone.account_id and m.team_id = gone.id and kept.id is not null
  on conflict on constraint team_members_key do nothing;
  delete from public.teams t where t.id = gone.id;
end
$$;
comment on function public.delete_team(uuid, uuid) is
  'Deletes a team, or merges it into another one, which gets its members, for managers and admins.';
alter function public.delete_team(uuid,uuid) owner to cairn_definer;
revoke all on function public.delete_team(uuid,uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.delete_team(uuid, uuid) to authenticated;
create function public.add_teams_of_departments() returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  made integer;
begin
  perform private.refuse_below_manager_of_teams();
  with people as materialized (
    select v.id, private.display_text(v.department) as department
    from private.visible_profiles(account) v
    where private.display_text(v.department) <> ''
  ), added as (
    insert into public.teams (account_id, name)
    select distinct on (private.folded(p.department)) account, p.department
    from people p
    where not exists (
      select from public.teams t
      where t.account_id = account and private.folded(t.name) = private.folded(p.department)
    )
    order by private.folded(p.department), p.department collate "C"
    returning id, name
  ), joined as (
    insert into public.team_members (account_id, team_id, user_id)
    select account, a.id, p.id
    from added a
    join people p on private.folded(p.department) = private.folded(a.name)
  )
  select count(*) into made from added;
  return made;
end
$$;
comment on function public.add_teams_of_departments() is
  'Makes a team of each department that members show and that no team is named after, with these members, for managers and admins: how many.';
alter function public.add_teams_of_departments() owner to cairn_definer;
revoke all on function public.add_teams_of_departments() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.add_teams_of_departments() to authenticated;
create function public.get_teams(of_member uuid default null) returns json
language sql stable security definer set search_path = ''
as $$
  select coalesce(json_agg(json_build_object(
    'id', t.id, 'name', t.name, 'lead_id', t.lead_id, 'deputy_id', t.deputy_id, 'mail', t.mail,
    'chat_url', t.chat_url, 'on_call_url', t.on_call_url, 'notices', t.notices,
    'members', (select count(*) from public.team_members m where m.account_id = t.account_id and m.team_id = t.id)
  ) order by private.folded(t.name), t.id), '[]')
  from public.teams t
  where t.account_id = private.my_account() and (select private.may('people', 'read'))
    and (of_member is null or exists (
      select from public.team_members m
      where m.account_id = t.account_id and m.team_id = t.id and m.user_id = of_member
    ))
$$;
comment on function public.get_teams(uuid) is
  'The teams of the caller''s account, or those of a member, by name, each with the number of its members.';
alter function public.get_teams(uuid) owner to cairn_definer;
revoke all on function public.get_teams(uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.get_teams(uuid) to authenticated;
create or replace function private.archived_tables()
returns table (place integer, file text, source regclass, keys text[], without text[], awaiting text[], read_only boolean)
language sql stable security definer set search_path = ''
as $$
  values
    (1, 'account', 'private.archived_accounts'::regclass, array['id'], '{}'::text[], '{}'::text[], false),
    (2, 'people', 'private.archived_people', array['id', 'email'], '{}', '{}', false),
    (3, 'features', 'public.app_features', array['id'], '{}', '{}', false),
    (4, 'appearance', 'public.appearance_settings', array['id'], '{}', '{}', false),
    (5, 'tags', 'public.tags', array['id'], '{}', '{}', false),
    (6, 'own-fields', 'public.own_fields', array['id'], '{}', '{}', false),
    (7, 'teams', 'public.teams', array['id'], '{}', '{}', false),
    (8, 'members-of-teams', 'public.team_members', array['team_id', 'user_id'], array['id'], '{}', false),
    (100, 'articles', 'public.knowledge_articles', array['id'], '{}', '{}', false),
    (101, 'experts', 'public.record_experts', array['record_id', 'expert_id'], '{}', '{}',
      false),
    (102, 'agents-of-solutions', 'public.solution_agents', array['solution_id', 'agent_id'], '{}', '{}', false),
    (103, 'automations-of-solutions', 'public.solution_automations', array['solution_id', 'automation_id'], '{}',
      '{}', false),
    (104, 'relations', 'public.relations', array['from_id', 'to_id', 'type'], array['id'], '{}', false),
    (105, 'departed-owners', 'public.departed_owners', array['kind', 'record_id'], '{}', '{}', false),
    (106, 'handovers', 'public.handovers', array['id'], '{}', array['receiver_id', 'invitation_id'], false),
    (107, 'views', 'public.views', array['id'], '{}', '{}', false),
    (108, 'view-settings', 'public.view_settings', array['user_id', 'view_id'], '{}', '{}', false),
    (109, 'acts', 'public.acts', array['id'], '{}', '{}', false),
    (110, 'bin', 'public.binned_records', array['kind', 'record_id'], '{}', '{}', false),
    (111, 'history', 'public.record_history', array['changed_at', 'id'], '{}', '{}', false),
    (112, 'audit-log', 'public.security_audit_log', array['created_at', 'id'], '{}', '{}', true)
  union all
  select 10 + k.place, k.record_table, format('public.%I', k.record_table)::regclass, array['id'],
    '{}', array['owner_id', 'invited_owner_id'], false
  from private.kinds k
  where k.feature is not null
$$;
create trigger teams_clean before insert or update of name on public.teams
  for each row execute function private.clean_name();
create trigger teams_name_taken before insert or update of name on public.teams
  for each row execute function private.refuse_taken_name('team', 'teams_account_id_name_key', 'private.folded');
create trigger teams_stamp before update on public.teams
  for each row when (current_user <> 'cairn_owner') execute function private.stamp_change();
create trigger teams_limit after insert on public.teams
  referencing new table as added
  for each statement execute function private.limit_teams();
create trigger teams_lead after insert or update of lead_id, deputy_id on public.teams
  for each row when (current_user <> 'cairn_owner' and not private.is_restoring_archive())
  execute function private.keep_lead_in_team();
create trigger teams_audit_added after insert or delete on public.teams
  for each row when (current_user <> 'cairn_owner' and not private.is_restoring_archive())
  execute function private.audit_team();
create trigger teams_audit_changed after update on public.teams
  for each row when (current_user <> 'cairn_owner' and old is distinct from new) execute function private.audit_team();
create trigger team_members_limit after insert on public.team_members
  referencing new table as added
  for each statement execute function private.limit_team_members();
create trigger team_members_audit after insert or delete on public.team_members
  for each row when (current_user <> 'cairn_owner' and not private.is_restoring_archive())
  execute function private.audit_team_member();
create trigger team_members_lead after delete on public.team_members
  for each row when (current_user <> 'cairn_owner') execute function private.release_lead();
create policy "tokens keep to their scopes" on public.team_members
  as restrictive to cairn_token
  using ((select private.may('people', 'read')))
  with check ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.teams
  as restrictive to cairn_token
  using ((select private.may('people', 'read')))
  with check ((select private.is_unscoped()));
create policy "tokens delete within their scopes" on public.team_members
  as restrictive for delete to cairn_token
  using ((select private.is_unscoped()));
create policy "members see the teams of their account" on public.teams
  for select to authenticated
  using (account_id = (select private.my_account()));
create policy "managers add teams" on public.teams
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) >= 2);
create policy "managers change teams" on public.teams
  for update to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) >= 2)
  with check (account_id = (select private.my_account()));
create policy "members see who is in the teams of their account" on public.team_members
  for select to authenticated
  using (account_id = (select private.my_account()));
create policy "managers add members to teams" on public.team_members
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) >= 2);
create policy "managers take members out of teams" on public.team_members
  for delete to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) >= 2);
alter table public.team_members enable row level security;
alter table public.team_members force row level security;
comment on table public.team_members is 'Who is in which team.';
revoke all on public.team_members from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select on public.teams, public.team_members to authenticated;
grant insert (team_id, user_id), delete on public.team_members to authenticated;
grant select, insert, update, delete on public.teams, public.team_members to service_role, cairn_definer;
alter table public.teams enable row level security;
alter table public.teams force row level security;
comment on table public.teams is 'Members of an account who answer for something together.';
comment on column public.teams.name is 'Unique within the account without regard to case and accents.';
comment on column public.teams.lead_id is 'The member who leads the team; empty when nobody does.';
comment on column public.teams.deputy_id is 'The member who stands in for the lead.';
comment on column public.teams.mail is 'The e-mail address of the team.';
comment on column public.teams.chat_url is 'Where the team talks.';
comment on column public.teams.on_call_url is 'Who is on call.';
comment on column public.teams.notices is 'lead: notices go to lead and deputy, or to all members where there is neither; all: to all members.';
revoke all on public.teams from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select on public.teams, public.team_members to authenticated;
grant
  insert (name, lead_id, deputy_id, mail, chat_url, on_call_url, notices),
  update (name, lead_id, deputy_id, mail, chat_url, on_call_url, notices)
  on public.teams to authenticated;
grant select, insert, update, delete on public.teams, public.team_members to service_role, cairn_definer;
