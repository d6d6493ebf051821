-- Adds teams, maintenance windows, deputies, quiet hours and calendars.

alter table public.notification_preferences
  add column quiet_from time,
  add column quiet_until time,
  add constraint notification_preferences_quiet_hours check (private.holds(
    case when quiet_from is null then quiet_until is null else quiet_from is distinct from quiet_until and quiet_until is not null end,
    'preference.quiet_hours',
    'Quiet hours must have a start and another end.'
  ));

create table public.maintenance_windows (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  kind text not null,
  record_id uuid not null,
  starts_at timestamptz not null default now(),
  ends_at timestamptz not null,
  note text not null default '',
  assigned_by uuid,
  created_at timestamptz not null default now(),
  constraint maintenance_windows_assigned_by_fkey foreign key (account_id, assigned_by)
    references public.account_members (account_id, user_id) on delete set null (assigned_by),
  constraint maintenance_windows_order check (private.holds(
    starts_at < ends_at,
    'maintenance.order',
    'A maintenance window must end after its start.'
  )),
  constraint maintenance_windows_length check (private.holds(
    case when isfinite(starts_at) and isfinite(ends_at) then ends_at - starts_at <= interval '366 days' else false end,
    'maintenance.length',
    'A maintenance window must last a year at most.'
  )),
  constraint maintenance_windows_note_length check (private.holds(
    char_length(note) <= 500,
    'maintenance.note_length',
    'A note must have at most 500 characters.'
  ))
);

create index maintenance_windows_record_idx on public.maintenance_windows (account_id, record_id, ends_at);

create index maintenance_windows_assigned_by_idx on public.maintenance_windows (account_id, assigned_by);

alter table public.maintenance_windows owner to cairn_owner;

create table public.calendar_addresses (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null,
  user_id uuid not null,
  kind text,
  view_id uuid,
  token_hash text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  constraint calendar_addresses_token_hash_key unique (token_hash),
  constraint calendar_addresses_user_id_fkey foreign key (account_id, user_id)
    references public.account_members (account_id, user_id) on delete cascade,
  constraint calendar_addresses_view_id_fkey foreign key (account_id, kind, view_id)
    references public.views (account_id, kind, id) on delete cascade
);

create index calendar_addresses_user_id_idx on public.calendar_addresses (account_id, user_id);

create index calendar_addresses_view_id_idx on public.calendar_addresses (account_id, kind, view_id);

alter table public.calendar_addresses owner to cairn_owner;

create table public.alert_settings (
  account_id uuid primary key default private.my_account() references public.accounts (id) on delete cascade,
  escalate_after_hours smallint not null default 4,
  constraint alert_settings_escalate_after_hours check (private.holds(
    escalate_after_hours between 0 and 168,
    'alert.escalation_hours',
    'Alerts are passed on after 1 to 168 hours, or 0 for never.'
  ))
);

create table public.deputies (
  account_id uuid not null,
  user_id uuid not null,
  deputy_id uuid,
  away_from timestamptz,
  away_until timestamptz,
  primary key (account_id, user_id),
  constraint deputies_user_id_fkey foreign key (account_id, user_id)
    references public.account_members (account_id, user_id) on delete cascade,
  constraint deputies_deputy_id_fkey foreign key (account_id, deputy_id)
    references public.account_members (account_id, user_id) on delete set null (deputy_id),
  constraint deputies_two_people check (private.holds(
    deputy_id is distinct from user_id,
    'deputy.yourself',
    'Choose another member as your deputy.'
  )),
  constraint deputies_absence check (private.holds(
    case when away_from is null then true else away_until is not null and away_from < away_until end,
    'deputy.absence_order',
    'An absence must end after its start.'
  ))
);

create index deputies_deputy_id_idx on public.deputies (account_id, deputy_id);

alter table public.alert_settings owner to cairn_owner;

alter table public.deputies owner to cairn_owner;

create table private.open_alerts (
  account_id uuid not null,
  heartbeat_id uuid not null,
  told_at timestamptz not null,
  escalated_at timestamptz,
  escalated_to uuid[] not null default '{}',
  primary key (account_id, heartbeat_id),
  constraint open_alerts_heartbeat_id_fkey foreign key (account_id, heartbeat_id)
    references public.heartbeats (account_id, id) on delete cascade
);

create index open_alerts_told_at_idx on private.open_alerts (told_at) where escalated_at is null;

alter table private.open_alerts owner to cairn_owner;


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

alter table private.records add column team_id uuid;
alter table private.records
  add constraint records_team_id_fkey foreign key (account_id, team_id)
    references public.teams (account_id, id) on delete set null (team_id),
  add constraint records_team_or_person check (private.holds(
    team_id is null or num_nonnulls(owner_id, invited_owner_id) = 0,
    'record.team_or_person',
    'The owner is a team or a person, not both.'
  ));
create index records_team_id_idx on private.records (account_id, team_id, kind) where team_id is not null;

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
drop policy "users change records that they made or own, managers all" on private.records;
drop policy "users delete records that they made or own, managers all" on private.records;
drop policy "users name agents of solutions that they may change" on public.solution_agents;
drop policy "users remove agents of solutions that they may change" on public.solution_agents;
drop policy "users name automations of solutions that they may change" on public.solution_automations;
drop policy "users remove automations of solutions that they may change" on public.solution_automations;
drop function private.near_renewals(uuid,date);
drop function private.renewals_due(uuid,timestamp with time zone);
drop function public.get_recent_activity();
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
    ('maintenance_windows', 'read', '{kinds:read}', true),
    ('maintenance_windows', 'write', '{kinds:write}', true),
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
create or replace function private.keep_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_restoring_archive() then
    return null;
  end if;
  insert into public.record_history (
    account_id, kind, record_id, record_name, action, before, after, changed_by, changed_at, concerned
  )
  select
    (r.record ->> 'account_id')::uuid,
    coalesce(r.record ->> 'kind', tg_argv[0]),
    (r.record ->> 'id')::uuid,
    coalesce(r.record ->> 'name', r.record ->> 'title'),
    case
      when r.name_before is not null then 'restored'
      when tg_op = 'INSERT' then 'created'
      else 'deleted'
    end,
    to_jsonb(r.name_before),
    case when r.name_before is not null then r.record -> 'name' end,
    private.caller_id(),
    clock_timestamp(),
    array(
      select distinct person::uuid
      from unnest(array[r.record ->> 'owner_id', r.record ->> 'created_by', r.record ->> 'author_id']) as person
      where person is not null
      union
      select unnest(private.people_of_team((r.record ->> 'team_id')::uuid))
    )
  from (
    select
      to_jsonb(m) as record,
      case tg_op when 'INSERT' then private.name_in_bin(m.account_id, m.id) end as name_before
    from moved m
  ) r;
  return null;
end
$$;
create or replace function private.keep_history_of_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_purging() then
    return null;
  end if;
  -- Planned each time: a plan made for one record would compare each of ten thousand with every other.
  execute $insert$
    insert into public.record_history (
      account_id, kind, record_id, record_name, action, field, before, after, changed_by, changed_at, act, concerned
    )
    select
      (changed.is_now ->> 'account_id')::uuid,
      coalesce(changed.is_now ->> 'kind', $1),
      (changed.is_now ->> 'id')::uuid,
      coalesce(changed.is_now ->> 'name', changed.is_now ->> 'title'),
      'updated',
      change.field,
      -- Own values are never that long, and an undo needs them whole.
      case when change.field like 'own.%' then change.before else private.history_value(change.before) end,
      case when change.field like 'own.%' then change.after else private.history_value(change.after) end,
      $2,
      changed.moment,
      $3,
      array(
        select distinct person::uuid
        from unnest(array[
          changed.was ->> 'owner_id', changed.is_now ->> 'owner_id', changed.was ->> 'created_by',
          changed.is_now ->> 'created_by', changed.was ->> 'author_id', changed.is_now ->> 'author_id'
        ]) as person
        where person is not null
        union
        select person
        from unnest(array[changed.was ->> 'team_id', changed.is_now ->> 'team_id']) as team
        cross join lateral unnest(private.people_of_team(team::uuid)) as person
      )
    from (
      select to_jsonb(o) as was, to_jsonb(n) as is_now, clock_timestamp() as moment
      from before_change o
      join after_change n using (id)
      where o is distinct from n
    ) changed
    cross join lateral (
      select n.key as field, changed.was -> n.key as before, n.value as after
      from jsonb_each(changed.is_now - $4) n
      where n.value is distinct from changed.was -> n.key
      union all
      select 'own.' || own.key, changed.was -> 'own' -> own.key, changed.is_now -> 'own' -> own.key
      from jsonb_object_keys((changed.was -> 'own') || (changed.is_now -> 'own')) as own (key)
      where changed.was -> 'own' is distinct from changed.is_now -> 'own'
        and changed.was -> 'own' -> own.key is distinct from changed.is_now -> 'own' -> own.key
      union all
      select 'tags', private.tags_in_history(changed.was -> 'tags'), private.tags_in_history(changed.is_now -> 'tags')
      where changed.was -> 'tags' is distinct from changed.is_now -> 'tags'
      union all
      select 'owner_id', owner.before, owner.after
      from (
        select
          case
            when coalesce(changed.was ->> 'invited_owner_id', changed.was ->> 'team_id') is null
              then coalesce(changed.was -> 'owner_id', 'null')
            else private.owner_in_history(changed.was)
          end as before,
          case
            when coalesce(changed.is_now ->> 'invited_owner_id', changed.is_now ->> 'team_id') is null
              then coalesce(changed.is_now -> 'owner_id', 'null')
            else private.owner_in_history(changed.is_now)
          end as after
        where (changed.was -> 'owner_id', changed.was -> 'invited_owner_id', changed.was -> 'team_id')
          is distinct from (changed.is_now -> 'owner_id', changed.is_now -> 'invited_owner_id', changed.is_now -> 'team_id')
      ) owner
      where case
        when jsonb_typeof(owner.before) = 'object' or jsonb_typeof(owner.after) = 'object'
        then not private.same_owner(owner.before, owner.after)
        else owner.before <> owner.after
      end
    ) change
  $insert$ using tg_argv[0], private.caller_id(), private.current_act(), array[
    'id', 'account_id', 'created_at', 'created_by', 'updated_at', 'updated_by',
    -- A run of an automation or a use of an agent is no change of it.
    'last_used', 'last_run',
    -- Three columns, and one owner.
    'owner_id', 'invited_owner_id', 'team_id',
    -- Each own field has a line, and tags have their names in it.
    'own', 'tags'
  ];
  return null;
end
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
create function private.my_teams() returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select private.teams_of(private.caller_id())
$$;
comment on function private.my_teams() is 'The teams of the caller.';
alter function private.my_teams() owner to cairn_definer;
revoke all on function private.my_teams() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.my_teams() to authenticated;
create function private.teams_with_members(account uuid) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select t.id
    from public.teams t
    where t.account_id = account
      and exists (select from public.team_members m where m.account_id = t.account_id and m.team_id = t.id)
  )
$$;
comment on function private.teams_with_members(uuid) is
  'The teams of an account that have members: what another one owns has no owner.';
alter function private.teams_with_members(uuid) owner to cairn_definer;
revoke all on function private.teams_with_members(uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.teams_with_members(uuid) to authenticated;
create function private.people_of_team(team uuid) returns uuid[]
language sql stable strict security definer set search_path = ''
as $$
  select case
    when t.notices = 'lead' and num_nonnulls(t.lead_id, t.deputy_id) > 0
      then array_remove(array[t.lead_id, t.deputy_id], null)
    else array(select m.user_id from public.team_members m where m.account_id = t.account_id and m.team_id = t.id)
  end
  from public.teams t
  where t.id = team
$$;
comment on function private.people_of_team(uuid) is 'The members of a team whom notices go to.';
alter function private.people_of_team(uuid) owner to cairn_definer;
revoke all on function private.people_of_team(uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.keep_lead_in_team() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.team_members (account_id, team_id, user_id)
  select new.account_id, new.id, p.person
  from (values (new.lead_id, old.lead_id), (new.deputy_id, old.deputy_id)) as p (person, former)
  where p.person is distinct from p.former and p.person is not null
  on conflict on constraint team_members_key do nothing;
  return null;
end
$$;
comment on function private.keep_lead_in_team() is 'Trigger: who becomes lead or deputy becomes a member of the team.';
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
create or replace view private.systems with (security_invoker = true) as
  select r.* from private.records r where r.kind = 'system'
  with cascaded check option;
alter view private.systems alter column kind set default 'system';
create or replace view public.systems with (security_invoker = true) as
  select
    r.id, r.account_id, r.name, r.description, r.owner_id, r.status, r.details, r.created_by, r.updated_by,
    r.created_at, r.updated_at, r.invited_owner_id, r.vendor, r.criticality, r.data_class, r.cost_per_month,
    r.cost_currency, r.renews_on, r.lifecycle, r.department, r.links, r.tags, r.own, r.imported_from, r.source_id, r.team_id
  from private.systems r
  with cascaded check option;
alter view public.systems alter column id set default gen_random_uuid();
alter view public.systems alter column account_id set default private.my_account();
alter view public.systems alter column description set default '';
alter view public.systems alter column status set default 'active';
alter view public.systems alter column details set default '{}';
alter view public.systems alter column created_at set default now();
alter view public.systems alter column updated_at set default now();
alter view public.systems alter column vendor set default '';
alter view public.systems alter column department set default '';
alter view public.systems alter column links set default '[]';
alter view public.systems alter column tags set default '{}';
alter view public.systems alter column own set default '{}';
create or replace view private.solutions with (security_invoker = true) as
  select r.* from private.records r where r.kind = 'solution'
  with cascaded check option;
alter view private.solutions alter column kind set default 'solution';
create or replace view public.solutions with (security_invoker = true) as
  select
    r.id, r.account_id, r.name, r.description, r.owner_id, r.status, r.use_cases, r.users, r.related_systems,
    r.details, r.created_by, r.updated_by, r.created_at, r.updated_at, r.invited_owner_id, r.vendor, r.criticality,
    r.data_class, r.cost_per_month, r.cost_currency, r.renews_on, r.lifecycle, r.department, r.links, r.tags, r.own,
    r.imported_from, r.source_id, r.team_id
  from private.solutions r
  with cascaded check option;
alter view public.solutions alter column id set default gen_random_uuid();
alter view public.solutions alter column account_id set default private.my_account();
alter view public.solutions alter column description set default '';
alter view public.solutions alter column status set default 'active';
alter view public.solutions alter column use_cases set default '{}';
alter view public.solutions alter column users set default '{}';
alter view public.solutions alter column related_systems set default '{}';
alter view public.solutions alter column details set default '{}';
alter view public.solutions alter column created_at set default now();
alter view public.solutions alter column updated_at set default now();
alter view public.solutions alter column vendor set default '';
alter view public.solutions alter column department set default '';
alter view public.solutions alter column links set default '[]';
alter view public.solutions alter column tags set default '{}';
alter view public.solutions alter column own set default '{}';
create or replace view private.agents with (security_invoker = true) as
  select r.* from private.records r where r.kind = 'agent'
  with cascaded check option;
alter view private.agents alter column kind set default 'agent';
create or replace view public.agents with (security_invoker = true) as
  select
    r.id, r.account_id, r.name, r.platform, r.description, r.status, r.owner_id, r.last_used, r.created_by,
    r.updated_by, r.created_at, r.updated_at, r.invited_owner_id, r.vendor, r.criticality, r.data_class,
    r.cost_per_month, r.cost_currency, r.renews_on, r.lifecycle, r.department, r.links, r.tags, r.own,
    r.imported_from, r.source_id, r.team_id
  from private.agents r
  with cascaded check option;
alter view public.agents alter column id set default gen_random_uuid();
alter view public.agents alter column account_id set default private.my_account();
alter view public.agents alter column description set default '';
alter view public.agents alter column status set default 'inactive';
alter view public.agents alter column created_at set default now();
alter view public.agents alter column updated_at set default now();
alter view public.agents alter column vendor set default '';
alter view public.agents alter column department set default '';
alter view public.agents alter column links set default '[]';
alter view public.agents alter column tags set default '{}';
alter view public.agents alter column own set default '{}';
create or replace view private.automations with (security_invoker = true) as
  select r.* from private.records r where r.kind = 'automation'
  with cascaded check option;
alter view private.automations alter column kind set default 'automation';
create or replace view public.automations with (security_invoker = true) as
  select
    r.id, r.account_id, r.name, r.source, r.description, r.status, r.webhook_url, r.owner_id, r.last_run,
    r.created_by, r.updated_by, r.created_at, r.updated_at, r.invited_owner_id, r.vendor, r.criticality, r.data_class,
    r.cost_per_month, r.cost_currency, r.renews_on, r.lifecycle, r.department, r.links, r.tags, r.own,
    r.imported_from, r.source_id, r.team_id
  from private.automations r
  with cascaded check option;
alter view public.automations alter column id set default gen_random_uuid();
alter view public.automations alter column account_id set default private.my_account();
alter view public.automations alter column description set default '';
alter view public.automations alter column status set default 'inactive';
alter view public.automations alter column created_at set default now();
alter view public.automations alter column updated_at set default now();
alter view public.automations alter column vendor set default '';
alter view public.automations alter column department set default '';
alter view public.automations alter column links set default '[]';
alter view public.automations alter column tags set default '{}';
alter view public.automations alter column own set default '{}';
create or replace function private.complete_relation() returns trigger
language plpgsql security definer set search_path = '' set enable_seqscan = off
as $$
declare
  known constant text[] := private.kinds_in_scope('read');
begin
  new.note := private.display_text(coalesce(new.note, ''));
  new.from_kind := (select r.kind from private.records r where r.account_id = new.account_id and r.id = new.from_id);
  new.to_kind := (select r.kind from private.records r where r.account_id = new.account_id and r.id = new.to_id);
  if new.account_id is null or new.from_id is null or new.to_id is null or private.my_rank() = 0
    or array[new.from_kind, new.to_kind] <@ known
  then
    return new;
  end if;
  if private.is_unscoped() and coalesce(
    private.name_in_bin(new.account_id, case when new.from_kind is null then new.from_id else new.to_id end), ''
  ) <> '' then
    raise exception 'This record is in the bin.'
      using errcode = '23503', detail = 'relation.record_in_bin', hint = 'Restore it first.';
  end if;
  raise exception 'A record of this relation does not exist.'
    using errcode = '23503', detail = 'relation.unknown_record', hint = 'Choose records of the account.';
end
$$;
create or replace view private.catalogue_records with (security_invoker = true) as
  select r.account_id, r.kind, r.id, r.name, r.status, r.owner_id,
    case when r.invited_owner_id is not null then (
      select i.id
      from public.pending_invitations i
      where i.account_id = r.account_id and i.id = r.invited_owner_id
        and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
    ) end as invited_owner_id,
    r.created_by, r.updated_at, r.team_id
  from private.records r;
create or replace function private.owner_in_history(record jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    nullif(record -> 'owner_id', 'null'),
    (
      select jsonb_build_object('id', i.id, 'name', i.name, 'invited', true)
      from public.pending_invitations i
      where i.account_id = (record ->> 'account_id')::uuid and i.id = (record ->> 'invited_owner_id')::uuid
    ),
    (
      select jsonb_build_object('id', t.id, 'name', t.name, 'team', true)
      from public.teams t
      where t.account_id = (record ->> 'account_id')::uuid and t.id = (record ->> 'team_id')::uuid
    ),
    'null'
  )
$$;
comment on function private.owner_in_history(jsonb) is
  'The owner of a record as the history keeps it: the id of a member, {"id", "name", "invited"} of an invited person, or {"id", "name", "team"}.';
create or replace function private.may_delete(record jsonb) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    private.my_rank() >= 2
    or private.my_rank() = 1 and (
      private.caller_id()::text in (record ->> 'created_by', record ->> 'owner_id')
      or (record ->> 'team_id')::uuid = any (private.my_teams())
    ),
    false
  )
$$;
create function private.complete_maintenance_window() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.note := private.display_text(coalesce(new.note, ''));
  new.kind := (
    select r.kind from private.records r where r.account_id = new.account_id and r.id = new.record_id
  );
  if new.account_id is null or new.record_id is null or private.my_rank() = 0
    or new.kind = any (private.kinds_in_scope('read'))
  then
    return new;
  end if;
  if private.is_unscoped() and coalesce(private.name_in_bin(new.account_id, new.record_id), '') <> '' then
    raise exception 'This record is in the bin.'
      using errcode = '23503', detail = 'maintenance.record_in_bin', hint = 'Restore it first.';
  end if;
  raise exception 'The record of this maintenance window does not exist.'
    using errcode = '23503', detail = 'maintenance.unknown_record', hint = 'Choose a record of the account.';
end
$$;
comment on function private.complete_maintenance_window() is
  'Trigger: fills in the kind of a maintenance window, and refuses a record that is in the bin, of another account or unknown.';
alter function private.complete_maintenance_window() owner to cairn_definer;
revoke all on function private.complete_maintenance_window() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.refuse_maintenance_window() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.my_rank() = 0 or new.starts_at >= new.ends_at then
    return new;
  end if;
  perform from private.records r
  where r.account_id = new.account_id and r.id = new.record_id
  for no key update;
  if new.ends_at <= now() then
    raise exception 'This maintenance window is already over.'
      using errcode = '22023', detail = 'maintenance.over', hint = 'Choose an end that is still to come.';
  elsif new.starts_at > now() + interval '2 years' then
    raise exception 'A maintenance window must begin within two years.'
      using errcode = '22023', detail = 'maintenance.too_far';
  elsif exists (
    select from public.maintenance_windows w
    where w.account_id = new.account_id and w.record_id = new.record_id
      and w.starts_at < new.ends_at and new.starts_at < w.ends_at
  ) then
    raise exception 'This record already has a maintenance window at that time.'
      using errcode = '23505', detail = 'maintenance.overlap', hint = 'Remove the other one first.';
  elsif (
    select count(*) from public.maintenance_windows w
    where w.account_id = new.account_id and w.record_id = new.record_id and w.ends_at > now()
  ) >= 50 then
    raise exception 'A record must have at most 50 maintenance windows that are still to come.'
      using errcode = '22023', detail = 'maintenance.too_many', hint = 'Remove some first.';
  end if;
  return new;
end
$$;
comment on function private.refuse_maintenance_window() is
  'Trigger: refuses a maintenance window that is over, far away, overlaps another one, or is the 51st of its record.';
alter function private.refuse_maintenance_window() owner to cairn_definer;
revoke all on function private.refuse_maintenance_window() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.keep_maintenance_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_restoring_archive() then
    return null;
  end if;
  insert into public.record_history (
    account_id, kind, record_id, record_name, action, field, before, after, changed_by, act, concerned
  )
  select
    r.account_id, r.kind, r.id, r.name, 'updated', 'maintenance',
    case when tg_op = 'DELETE' then said.value end, case when tg_op = 'INSERT' then said.value end,
    private.caller_id(), private.current_act(),
    array(select distinct person from unnest(array[r.owner_id, r.created_by]) as person where person is not null)
  from links l
  join private.records r on r.account_id = l.account_id and r.id = l.record_id
  cross join lateral (
    select jsonb_build_object('starts_at', l.starts_at, 'ends_at', l.ends_at, 'note', l.note) as value
  ) said;
  return null;
end
$$;
comment on function private.keep_maintenance_history() is
  'Statement trigger: writes maintenance windows that were added or removed into the history of the record, as {"starts_at", "ends_at", "note"}.';
alter function private.keep_maintenance_history() owner to cairn_definer;
revoke all on function private.keep_maintenance_history() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.forget_maintenance_windows() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.maintenance_windows w
  using gone g
  where w.account_id = g.account_id and w.record_id = g.record_id
    and not exists (select from private.records r where r.account_id = g.account_id and r.id = g.record_id);
  return null;
end
$$;
comment on function private.forget_maintenance_windows() is
  'Statement trigger: the maintenance windows of records that leave the bin for good go with them.';
alter function private.forget_maintenance_windows() owner to cairn_definer;
revoke all on function private.forget_maintenance_windows() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.maintenance_until(account uuid, record uuid, moment timestamptz) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select max(w.ends_at)
  from public.maintenance_windows w
  where w.account_id = account and w.record_id = record and w.ends_at > moment and w.starts_at <= moment
$$;
comment on function private.maintenance_until(uuid, uuid, timestamptz) is
  'Until when a record is in maintenance at a moment; null where it is not.';
alter function private.maintenance_until(uuid,uuid,timestamp with time zone) owner to cairn_definer;
revoke all on function private.maintenance_until(uuid,uuid,timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.enforce_single_owner() returns trigger
language plpgsql set search_path = ''
as $$
declare
  names_member constant boolean := new.owner_id is not null and new.owner_id is distinct from old.owner_id;
  names_invited constant boolean :=
    new.invited_owner_id is not null and new.invited_owner_id is distinct from old.invited_owner_id;
  names_team constant boolean := new.team_id is not null and new.team_id is distinct from old.team_id;
begin
  if names_member::integer + names_invited::integer + names_team::integer = 1 then
    if not names_member and new.owner_id is not distinct from old.owner_id then
      new.owner_id := null;
    end if;
    if not names_invited and new.invited_owner_id is not distinct from old.invited_owner_id then
      new.invited_owner_id := null;
    end if;
    if not names_team and new.team_id is not distinct from old.team_id then
      new.team_id := null;
    end if;
  end if;
  return new;
end
$$;
comment on function private.enforce_single_owner() is
  'Trigger: keeps the last named owner, a member, an invited person or a team, and clears the others.';
create or replace function private.restore_departed_owners(departed jsonb, ids uuid[]) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.departed_owners (account_id, kind, record_id, person_id, person_name, left_at)
  select r.account_id, r.kind, r.id, d.person_id, private.name_known_to(r.account_id, d.person_id), d.left_at
  from jsonb_to_recordset(departed) as d (kind text, record_id uuid, person_id uuid, left_at timestamptz)
  join private.records r
    on r.account_id = (select private.my_account()) and r.kind = d.kind and r.id = d.record_id
      and coalesce(r.owner_id, r.team_id) is null
  where d.record_id = any (ids)
  on conflict do nothing
$$;
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
create function public.delete_team(team uuid, into_team uuid default null, receiver uuid default null) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  gone public.teams;
  kept public.teams;
  moved integer;
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
  if receiver is not null and (kept.id is not null or not private.is_member(gone.account_id, receiver)) then
    raise exception 'There is no such member in your account.'
      using errcode = 'PT404', detail = 'member.unknown', hint = 'They may have left in the meantime.';
  end if;
  update private.records r
  set team_id = kept.id, owner_id = receiver
  where r.account_id = gone.account_id and r.team_id = gone.id;
  get diagnostics moved = row_count;
  -- Records in the bin come back to the same owner.
  update public.binned_records b
  set record = b.record || jsonb_build_object('team_id', kept.id, 'owner_id', receiver)
  where b.account_id = gone.account_id and b.record ->> 'team_id' = gone.id::text;
  insert into public.team_members (account_id, team_id, user_id)
  select m.account_id, kept.id, m.user_id
  from public.team_members m
  where m.account_id = gone.account_id and m.team_id = gone.id and kept.id is not null
  on conflict on constraint team_members_key do nothing;
  delete from public.teams t where t.id = gone.id;
  return moved;
end
$$;
comment on function public.delete_team(uuid, uuid, uuid) is
  'Deletes a team, for managers and admins: how many records it owned. They go to a member (receiver), or have no owner. With into_team it is merged: that team gets its records and members.';
alter function public.delete_team(uuid,uuid,uuid) owner to cairn_definer;
revoke all on function public.delete_team(uuid,uuid,uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.delete_team(uuid, uuid, uuid) to authenticated;
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
    'members', (select count(*) from public.team_members m where m.account_id = t.account_id and m.team_id = t.id),
    'records', (
      select count(*) from private.records r
      where r.account_id = t.account_id and r.team_id = t.id and r.kind = any (private.kinds_in_scope('read'))
    )
  ) order by private.folded(t.name), t.id), '[]')
  from public.teams t
  where t.account_id = private.my_account() and (select private.may('people', 'read'))
    and (of_member is null or exists (
      select from public.team_members m
      where m.account_id = t.account_id and m.team_id = t.id and m.user_id = of_member
    ))
$$;
comment on function public.get_teams(uuid) is
  'The teams of the caller''s account, or those of a member, by name, each with the numbers of its members and records.';
alter function public.get_teams(uuid) owner to cairn_definer;
revoke all on function public.get_teams(uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.get_teams(uuid) to authenticated;
create or replace function private.mark_records() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_restoring_archive() then
    return null;
  end if;
  case tg_op
    when 'INSERT' then
      insert into private.records_to_count (account_id, kind, record_id)
      select c.account_id, c.kind, c.id from come c;
    when 'DELETE' then
      insert into private.records_to_count (account_id, kind, record_id)
      select g.account_id, g.kind, g.id
      from gone g
      where exists (select from public.accounts a where a.id = g.account_id);
    else
      -- No join: the plan is kept, and is as good for one record as for ten thousand.
      insert into private.records_to_count (account_id, kind, record_id)
      select changed.account_id, changed.kind, changed.id
      from (
        select c.account_id, c.kind, c.id, c.owner_id, c.invited_owner_id, c.team_id from come c
        except
        select g.account_id, g.kind, g.id, g.owner_id, g.invited_owner_id, g.team_id from gone g
      ) changed;
  end case;
  return null;
end
$$;
create or replace view private.gaps_of_records with (security_invoker = true) as
select
  t.account_id,
  t.kind,
  t.id as record_id,
  t.owner_id,
  -- Or the team: whether either counts as an owner, the reader asks.
  case when t.owner_id is null then coalesce(t.invited_owner_id, t.team_id) end as invited_owner_id,
  t.owner_id is null and exists (
    select from public.departed_owners d
    where d.account_id = t.account_id and d.kind = t.kind and d.record_id = t.id
  ) as owner_left,
  coalesce(h.of_member, false) as handover_pending,
  case when h.of_member then '{}' else coalesce(h.awaited, '{}') end as awaited,
  t.team_id is null and not exists (
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
create or replace function private.current_counts(account uuid) returns table (
  kind text, owner_id uuid, unowned boolean, owner_left boolean, handover_pending boolean, nobody_else boolean,
  records bigint
)
language sql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
  with open as materialized (
    select array(
      select i.id
      from public.pending_invitations i
      where i.account_id = account and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
    ) as invitations
  ),
  owning as materialized (
    select o.invitations || private.teams_with_members(account) as ids from open o
  ),
  marked as materialized (
    select distinct m.kind, m.record_id from private.records_to_count m where m.account_id = account
  ),
  counted as (
    select c.kind, c.owner_id, c.invited_owner_id, c.owner_left, c.handover_pending, c.awaited, c.nobody_else, c.records
    from private.record_counts c
    where c.account_id = account
    union all
    select c.kind, c.owner_id, c.invited_owner_id, c.owner_left, c.handover_pending, c.awaited, c.nobody_else, -1
    from marked m
    join private.counted_records c on c.account_id = account and c.kind = m.kind and c.record_id = m.record_id
    union all
    select g.kind, g.owner_id, g.invited_owner_id, g.owner_left, g.handover_pending, g.awaited, g.nobody_else, 1
    from marked m
    cross join lateral (
      -- By the id alone, as private.count_marked.
      select v.* from private.gaps_of_records v where v.record_id = m.record_id offset 0
    ) g
    where g.account_id = account and g.kind = m.kind
  )
  select
    c.kind, c.owner_id, c.owner_id is null and i.id is null, c.owner_left and i.id is null,
    c.handover_pending or c.awaited && o.invitations, c.nobody_else, c.records
  from counted c
  cross join open o
  left join (select unnest(w.ids) from owning w) as i (id) on i.id = c.invited_owner_id
$$;
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
            and (coalesce(t.invited_owner_id, t.team_id) = any ($4)) is not true',
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
        when 'never_reported' then 'select n.record_id from private.records_never_reported($1, $2) n'
      end,
      ' union '
    ) || ')'
    from unnest(gaps) as g (gap)
  )
    into found using account, kind, not_seen, array(
      select i.id
      from public.pending_invitations i
      where i.account_id = account and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
    ) || private.teams_with_members(account);
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
      't.team_id is null and not exists (
        select from public.record_experts e
        where e.account_id = t.account_id and e.record_id = t.id and e.expert_id is distinct from t.owner_id
      )'
    when 'never_reported' then format(
      'exists (
        select from public.heartbeats h
        where h.account_id = t.account_id and h.kind = %L and h.record_id = t.id and h.status = ''new''
          and h.running_since is null and h.token_hash is not null and h.paused_at is null and not h.rests
      )',
      kind
    )
  end
  from (
    select 'exists (
      select from public.pending_invitations i
      where i.account_id = t.account_id and i.id = %s
        and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
    )' as is_open
  ) as words
  cross join lateral (
    select format('(t.invited_owner_id is null or not %s)', format(is_open, 't.invited_owner_id'))
      || ' and (t.team_id is null or not exists (
        select from public.team_members m where m.account_id = t.account_id and m.team_id = t.team_id
      ))' as nobody_invited
  ) as of_owner
$$;
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
    -- Existing records, and those in the bin as they were.
    known as materialized (
      select r.id as record_id, true as present, coalesce(r.owner_id, r.team_id) as owner_id, r.invited_owner_id
      from public.%1$I r
      where r.account_id = $1 and r.id = any ($4)
      union all
      select b.record_id, false, coalesce(b.record ->> 'owner_id', b.record ->> 'team_id')::uuid, (b.record ->> 'invited_owner_id')::uuid
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
          case when jsonb_typeof(h.before) = 'string' then h.before #>> '{}' when h.before ? 'team' then h.before ->> 'id' end::uuid
            as owner_id,
          case when not h.before ? 'team' then h.before ->> 'id' end::uuid as invited_id
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
      select r.kind, r.id, r.name, r.owner_id, r.invited_owner_id, r.team_id, r.created_by
      from private.records r
      where r.account_id = account and r.kind = any (kinds)
    ),
    found as (
      (select 'mine' as reason, r.kind, r.id, r.name, true as own from records r where r.owner_id = person limit 101)
      union all
      (
        select distinct 'handover', r.kind, r.id, r.name, true
        from public.handovers h
        join records r on r.kind = h.kind and r.id = h.record_id
        where h.account_id = account and h.receiver_id = person and h.state = 'pending'
      )
      union all
      (
        select 'ownerless', r.kind, r.id, r.name, false
        from records r
        where r.owner_id is null and (manages or r.created_by = person)
          -- An invited person counts as an owner while the invitation is open.
          and (r.invited_owner_id is null or r.invited_owner_id <> all (
            array(select i.id from public.get_invited_people() i)
          ))
          and (r.team_id is null or r.team_id <> all (array(select unnest(private.teams_with_members(account)))))
        limit case when manages then 101 end
      )
      union all
      (
        select 'maintenance', 'system', s.id, s.name, s.owner_id is not distinct from person
        from public.systems s
        where s.account_id = account and s.status = 'maintenance' and 'system' = any (kinds)
      )
      union all
      (
        select 'late', r.kind, r.id, r.name, r.owner_id is not distinct from person
        from private.heartbeats_in_trouble() h
        join records r on r.kind = h.kind and r.id = h.record_id
        where manages or person in (r.owner_id, r.created_by)
        union
        select 'late', 'automation', a.id, a.name, a.owner_id is not distinct from person
        from public.automations a
        left join private.reported_runs('automation') h on h.record_id = a.id
        where a.account_id = account and a.status = 'active'
          and h.is_expected is not true
          and coalesce(h.last_at, a.last_run, a.created_at) < now() - interval '30 days'
          and (manages or person in (a.owner_id, a.created_by))
          and 'automation' = any (kinds)
      )
    ),
    placed as (
      select
        f.*,
        count(*) over (partition by f.reason) as total,
        row_number() over (partition by f.reason order by f.own desc, lower(f.name), f.id) as place
      from found f
    )
    select json_build_object(
      'registered_systems', (select count(*) from public.systems s where s.account_id = account),
      'newcomers', case
        when private.my_rank() >= 3 then (select count(*) from public.get_waiting_newcomers())
        else 0
      end,
      'reasons', coalesce(json_object_agg(g.reason, g.answer), '{}')
    )
    from (
      select
        p.reason,
        json_build_object(
          'total', case
            when max(p.total) > 100 and (p.reason = 'mine' or p.reason = 'ownerless' and manages)
              then private.counted_attention(p.reason)
            else max(p.total)
          end,
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
create or replace function private.records_condition(
  account uuid, kind text, query text, statuses text[], owners uuid[], without_owner boolean, gaps text[],
  tags uuid[] default null, all_tags boolean default false, conditions jsonb default null
) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted constant text := private.display_text(coalesce(query, ''));
  condition text := format('t.account_id = %L', account);
begin
  if char_length(wanted) > 200 then
    raise exception 'A search has at most 200 characters.'
      using errcode = '22023', detail = 'search.too_long', hint = 'Enter a shorter search.';
  end if;
  if greatest(cardinality(statuses), cardinality(owners), cardinality(gaps), cardinality(tags)) > 100 then
    raise exception 'A filter has at most 100 values.'
      using errcode = '22023', detail = 'filter.too_many_values', hint = 'Use fewer values.';
  end if;
  if not coalesce(gaps <@ private.gap_names(), true) then
    raise exception 'There is no such gap.' using errcode = '22023', detail = 'gap.unknown';
  end if;
  if wanted <> '' then
    condition := condition || ' and ' || private.text_condition(account, kind, wanted);
  end if;
  if cardinality(statuses) > 0 then
    condition := condition || format(' and t.status = any (%L::text[])', statuses);
  end if;
  -- An invited person is named by their invitation, and a team by itself: neither is a member's id.
  if cardinality(owners) > 0 or without_owner then
    condition := condition || format(
      ' and (t.owner_id = any (%1$L::uuid[]) or t.invited_owner_id = any (%1$L::uuid[]) or t.team_id = any (%1$L::uuid[])%2$s)',
      coalesce(owners, '{}'),
      case when without_owner then ' or ' || private.gap_condition(kind, 'no_owner', null) else '' end
    );
  end if;
  if cardinality(gaps) > 0 then
    condition := condition || ' and (' || (
      select string_agg('(' || private.gap_condition(kind, g.gap, private.inactive_members(account)) || ')', ' or ')
      from unnest(gaps) as g (gap)
    ) || ')';
  end if;
  -- The index has records with tags alone.
  if cardinality(tags) > 0 then
    condition := condition || format(
      ' and t.tags <> ''{}'' and t.tags %s %L::uuid[]', case when all_tags then '@>' else '&&' end, tags
    );
  end if;
  if conditions is not null then
    condition := condition || ' and ' || private.condition_of_all(account, kind, conditions);
  end if;
  return condition;
end
$$;
create or replace function private.filter_field(
  account uuid, kind text, field text, out type text, out value text, out own_id uuid
) returns setof record
language sql stable security definer set search_path = ''
as $$
  select f.type, coalesce(f.value, format('t.%I', f.key)), null::uuid
  from private.fields f
  where f.key = filter_field.field and 'filter' = any (f.uses)
  union all
  select f.type, format('nullif(nullif(t.own ->> %L, ''''), ''[]'')', f.key), f.id
  from public.own_fields f
  where f.account_id = account and f.kind = filter_field.kind and f.deleted_at is null and f.retired_at is null
    and filter_field.field = 'own.' || f.key
  union all
  -- Beyond the columns: see private.heartbeat_condition, private.relation_condition,
  -- private.expert_condition and private.link_condition.
  select asked.type, asked.value, null
  from (
    values
      ('heartbeat', 'choice', null), ('depends_on', 'choice', null), ('used_by', 'choice', null),
      ('expert', 'member', null), ('links', 'address', null), ('imported_from', 'text', 't.imported_from')
  ) as asked (field, type, value)
  where asked.field = filter_field.field and (asked.field <> 'heartbeat' or filter_field.kind in ('agent', 'automation'))
$$;
create or replace function private.condition_of_field(
  account uuid, kind text, field text, operator text, wanted text[], by_record boolean
) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  type text;
  value text;
  own_id uuid;
  wrong text;
  positive constant text := case operator when 'is_not' then 'is' else operator end;
  found text;
begin
  select f.type, f.value, f.own_id into type, value, own_id from private.filter_field(account, kind, field) f;
  if type is null then
    raise exception 'There is no field "%" to filter by.', left(field, 100)
      using errcode = '22023', detail = format('filter.unknown_field %s', jsonb_build_object('field', left(field, 100)));
  end if;
  if type in ('member', 'record') then
    wanted := array(select lower(w) from unnest(wanted) as w);
  end if;
  if operator <> all (private.operators_of(type)) then
    raise exception 'The field "%" cannot be filtered by "%".', field, left(operator, 100)
      using errcode = '22023',
        detail = format('filter.unknown_operator %s', jsonb_build_object('field', field, 'operator', left(operator, 100)));
  end if;
  if cardinality(wanted) > 100 then
    raise exception 'A filter has at most 100 values.'
      using errcode = '22023', detail = 'filter.too_many_values', hint = 'Use fewer values.';
  end if;
  if not (case
    when operator in ('empty', 'filled') then cardinality(wanted) = 0
    when operator in ('before', 'after') then cardinality(wanted) = 1
    when operator = 'between' then cardinality(wanted) = 2
    else cardinality(wanted) > 0
  end) then
    raise exception 'The filter by the field "%" has too few or too many values.', field
      using errcode = '22023', detail = format('filter.number_of_values %s', jsonb_build_object('field', field));
  end if;
  wrong := (select w from unnest(wanted) as w where not private.is_valid_filter_value(type, field, w) limit 1);
  if wrong is not null then
    raise exception 'The field "%" cannot be filtered by the value "%".', field, left(wrong, 100)
      using errcode = '22023', detail = format('filter.value %s', jsonb_build_object('field', field, 'value', left(wrong, 100)));
  end if;
  found := case
    when field = 'heartbeat' then private.heartbeat_condition(
      account, kind, case when operator not in ('empty', 'filled') then wanted end
    )
    when field in ('depends_on', 'used_by') then private.relation_condition(
      account, field, case when operator not in ('empty', 'filled') then wanted end
    )
    when field = 'expert' then private.expert_condition(account, case when operator not in ('empty', 'filled') then wanted end)
    when field = 'links' then private.link_condition(positive, wanted)
    when operator in ('empty', 'filled') then case field
      when 'owner' then private.gap_condition(kind, 'no_owner', null)
      when 'tags' then 't.tags = ''{}'''
      else format(case when type in ('text', 'long_text') then 'coalesce(%s, '''') = ''''' else '%s is null' end, value)
    end
    when field = 'owner' then format(
      '(t.owner_id = any (%1$L::uuid[]) or t.invited_owner_id = any (%1$L::uuid[]) or t.team_id = any (%1$L::uuid[]))', wanted
    )
    -- The index leaves records without tags out.
    when field = 'tags' then format(
      '(t.tags <> ''{}'' and t.tags %s %L::uuid[])', case operator when 'all_of' then '@>' else '&&' end, wanted
    )
    when own_id is not null and type <> 'long_text' then private.own_condition(
      account, own_id,
      case
        when type in ('text', 'address') then private.own_value_text_condition(kind, type, substr(field, 5), positive, wanted)
        when type = 'number' then private.comparison(type, positive, 'v.number_value', wanted)
        when type = 'date' then private.comparison(type, positive, 'v.day_value', wanted)
        else private.comparison(type, positive, 'v.text_value', wanted)
      end,
      case operator when 'all_of' then (select count(distinct w)::integer from unnest(wanted) as w) else 1 end,
      by_record or operator = 'is_not'
    )
    -- As the indexes have it, which leave records without a text out.
    when type in ('text', 'long_text') then format(
      '(%1$s <> '''' and %2$s)', value,
      private.comparison(
        type, positive,
        format(case operator when 'contains' then 'private.folded(%s)' else 'nullif(private.folded(%s), '''') collate pg_catalog."C"' end, value),
        wanted
      )
    )
    else private.comparison(type, positive, value, wanted)
  end;
  return case
    when field in ('heartbeat', 'depends_on', 'used_by', 'expert', 'links') then case when operator in ('is_not', 'empty') then 'not ' || found else found end
    when operator = 'is_not' and found like 'exists %' then 'not ' || found
    when operator in ('is_not', 'filled') then format('(%s) is not true', found)
    else found
  end;
end
$$;
create function private.expert_condition(account uuid, wanted text[]) returns text
language sql immutable set search_path = ''
as $$
  select format(
    'exists (select from public.record_experts e where e.account_id = %L and e.record_id = t.id%s)',
    account, ' and e.expert_id = any (' || quote_literal(wanted::text) || '::uuid[])'
  )
$$;
comment on function private.expert_condition(uuid, text[]) is
  'Which records t of an account have one of the wanted members as an expert, as a condition; any expert where none is named.';
alter function private.expert_condition(uuid,text[]) owner to cairn_definer;
revoke all on function private.expert_condition(uuid,text[]) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.link_condition(operator text, wanted text[]) returns text
language sql immutable set search_path = ''
as $$
  select case
    when operator in ('empty', 'filled') then '(t.links <> ''[]'')'
    else format(
      'exists (
        select
        from jsonb_array_elements(t.links) as l (link)
        cross join lateral (values (l.link ->> ''title''), (l.link ->> ''url'')) as v (value)
        where %s
      )',
      private.comparison('address', operator, 'private.folded(v.value)', wanted)
    )
  end
$$;
comment on function private.link_condition(text, text[]) is
  'Which records t have a link whose title or address is one of the wanted texts, or contains one, as a condition; any link where none is named.';
alter function private.link_condition(text,text[]) owner to cairn_definer;
revoke all on function private.link_condition(text,text[]) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.field_group(
  account uuid, kind text, field text, out value text, out is_text boolean, out joined text
) returns setof record
language sql stable security definer set search_path = ''
as $$
  select
    case field
      when 'owner' then 'coalesce(t.owner_id::text, ''invited:'' || t.invited_owner_id, ''team:'' || t.team_id)'
      when 'tags' then 'had.tag'
      else format('nullif(t.%I, '''')', f.key)
    end,
    f.in_words,
    case field when 'tags' then 'left join lateral unnest(t.tags) as had (tag) on true' end
  from private.fields f
  where f.key = field_group.field and 'group' = any (f.uses)
  union all
  -- Read in the record, which is read for its cost anyway.
  select
    case f.type
      when 'choices' then 'had.choice'
      when 'yes_no' then format('case t.own ->> %L when ''true'' then ''yes'' when ''false'' then ''no'' end', f.key)
      else format('t.own ->> %L', f.key)
    end,
    false,
    case f.type when 'choices' then format(
      'left join lateral jsonb_array_elements_text(t.own -> %L) as had (choice) on true', f.key
    ) end
  from public.own_fields f
  where f.account_id = account and f.kind = field_group.kind and f.deleted_at is null and f.retired_at is null
    and f.type in ('yes_no', 'choice', 'choices', 'member')
    and field_group.field = 'own.' || f.key
$$;
create or replace function public.get_records_to_export(kind text, ids uuid[]) returns json
language plpgsql stable set search_path = ''
as $$
declare
  catalogue constant text := private.catalogue_of(kind);
  referring constant text[] := array(
    select f.key
    from public.own_fields f
    where f.kind = get_records_to_export.kind and f.type in ('member', 'record')
      and f.retired_at is null and f.deleted_at is null
  );
  kinds constant text[] := array(select private.kinds_in_use());
  columns text;
  page jsonb[];
  experts jsonb;
  needs jsonb;
  wanted uuid[];
  names jsonb;
  items json;
begin
  perform private.refuse_out_of_scope(get_records_to_export.kind, 'read');
  perform private.refuse_other_kind(kind);
  if coalesce(cardinality(ids) > 1000, true) then
    raise exception 'A part of an export has at most 1,000 records.'
      using errcode = '22023', detail = 'export.part_size';
  end if;
  select string_agg(format('t.%I', a.attname), ', ' order by a.attnum) into columns
  from pg_catalog.pg_attribute a
  where a.attrelid = to_regclass(format('public.%I', catalogue)) and a.attnum > 0 and not a.attisdropped
    and a.attname not in ('account_id', 'details');
  execute format(
    'select array(
      select to_jsonb(r)
      from (select %s from public.%I t where t.id = any ($1)) r
      order by array_position($1, r.id)
    )',
    columns, catalogue
  )
    into page using ids;
  select coalesce(jsonb_object_agg(e.record_id, e.known), '{}') into experts
  from (
    select x.record_id, jsonb_agg(x.expert_id) as known
    from public.record_experts x
    where x.kind = get_records_to_export.kind and x.record_id = any (ids)
    group by x.record_id
  ) e;
  -- A name that several records have comes with the kind, unless it is one of this catalogue.
  select coalesce(jsonb_object_agg(n.from_id, n.names), '{}') into needs
  from (
    select r.from_id, jsonb_agg(
      case
        when o.kind <> get_records_to_export.kind and exists (
          select from private.records s
          where s.account_id = o.account_id and s.kind = any (kinds) and lower(s.name) = lower(o.name) and s.id <> o.id
        ) then format('%s: %s', o.kind, o.name)
        else o.name
      end
      order by lower(o.name), o.id
    ) as names
    from public.relations r
    join private.records o on o.account_id = r.account_id and o.id = r.to_id
    where r.from_id = any (ids) and r.type = 'depends_on'
    group by r.from_id
  ) n;
  wanted := array(
    select distinct named.id::uuid
    from unnest(page) as r (row)
    cross join lateral (
      select r.row ->> column_name
      from unnest(array['owner_id', 'invited_owner_id', 'team_id', 'updated_by']) as of_people (column_name)
      union all
      select r.row -> 'own' ->> own.key from unnest(referring) as own (key)
      union all
      select jsonb_array_elements_text(r.row -> 'tags' || coalesce(r.row -> 'related_systems', '[]'))
      union all
      select jsonb_array_elements_text(experts -> (r.row ->> 'id'))
    ) as named (id)
    where named.id is not null
  );
  select coalesce(jsonb_object_agg(n.id, n.name), '{}') into names
  from (
    select p.id, p.name from private.people_by_name(wanted) p
    union all
    select t.id, t.name from public.tags t where t.id = any (wanted)
    union all
    select t.id, t.name from public.teams t where t.id = any (wanted)
    union all
    select r.id, r.name from private.records r where r.id = any (wanted)
  ) n;
  select coalesce(
    json_agg(
      r.row || jsonb_build_object(
        'owner', coalesce(
          names -> (r.row ->> 'owner_id'), names -> (r.row ->> 'invited_owner_id'), names -> (r.row ->> 'team_id')
        ),
        'publisher', names -> (r.row ->> 'updated_by'),
        'experts', private.names_of_ids(experts -> (r.row ->> 'id'), names),
        'tags', private.names_of_ids(r.row -> 'tags', names),
        'depends_on', coalesce(needs -> (r.row ->> 'id'), '[]'),
        'related_systems', private.names_of_ids(r.row -> 'related_systems', names),
        'own', r.row -> 'own' || (
          select coalesce(jsonb_object_agg(own.key, coalesce(names -> (r.row -> 'own' ->> own.key), r.row -> 'own' -> own.key)), '{}')
          from unnest(referring) as own (key)
          where r.row -> 'own' ? own.key
        )
      ) || private.reported_in_file(kind, (r.row ->> 'id')::uuid)
      order by r.place
    ),
    '[]'
  ) into items
  from unnest(page) with ordinality as r (row, place);
  return items;
end
$$;
create or replace function public.neighbours(kind text, id uuid, depth integer default 1, "limit" integer default 150) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  account constant uuid := private.my_account();
  start constant uuid := neighbours.id;
  kinds constant text[] := array(
    select k.kind from private.kinds_in_use() as k (kind) where k.kind = any (private.kinds_in_scope('read'))
  );
begin
  perform private.refuse_out_of_scope(neighbours.kind, 'read');
  perform private.refuse_other_kind(neighbours.kind);
  if coalesce(depth, 0) not between 1 and 3 then
    raise exception 'Depth must be 1, 2 or 3.' using errcode = '22023', detail = 'relation.depth';
  end if;
  if coalesce("limit", 0) not between 1 and 500 then
    raise exception 'Limit must be 1 to 500.' using errcode = '22023', detail = 'relation.limit';
  end if;
  if not private.is_record(account, neighbours.kind, start) then
    raise exception 'This record no longer exists.' using errcode = 'PT404', detail = 'record.gone';
  end if;
  return (
    with reached as materialized (
      select n.id, n.distance, r.kind, lower(r.name) as name
      from private.reached_records(account, start, depth, kinds) n
      join private.records r on r.account_id = account and r.id = n.id
    ),
    adjacent as materialized (
      select
        e.type, e.field_id, e.is_relation, e.from_id = start as outgoing, n.kind, n.id,
        row_number() over (
          partition by e.type, e.field_id, e.is_relation, e.from_id = start, n.kind order by n.name, n.id
        ) as place
      from private.edges_of(account, array[start]) e
      join reached n on n.id = case when e.from_id = start then e.to_id else e.from_id end
    ),
    shown as materialized (
      select n.id, n.distance, n.name
      from reached n
      left join (select a.id, min(a.place) as place from adjacent a group by a.id) p on p.id = n.id
      order by n.distance, p.place, n.name, n.id
      limit neighbours."limit"
    ),
    ends as materialized (
      select array_agg(s.id) || start as ids from shown s
    )
    select jsonb_build_object(
      'nodes', (
        select jsonb_agg(jsonb_build_object(
          'id', r.id, 'kind', r.kind, 'name', r.name, 'status', r.status, 'owner_id', r.owner_id, 'owner_name', p.name,
          'invited_owner_id', r.invited_owner_id, 'team_id', r.team_id, 'criticality', r.criticality, 'distance', n.distance,
          'state', private.heartbeat_state(h, now()),
          'trouble_since', case when private.heartbeat_state(h, now()) in ('late', 'failing') then
            coalesce(h.trouble_since, h.late_at)
          end
        ) order by n.distance, n.name, r.id)
        from (select s.id, s.distance, s.name from shown s union all select start, 0, '') n
        join private.records r on r.account_id = account and r.id = n.id
        left join public.account_members m on m.account_id = account and m.user_id = r.owner_id
        left join public.profiles p on p.id = m.user_id and (select private.may('people', 'read'))
        left join public.heartbeats h
          on h.account_id = account and h.kind = r.kind and h.record_id = r.id and not h.rests
      ),
      'edges', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'from', e.from_id, 'to', e.to_id, 'type', e.type, 'note', e.note, 'field', f.name, 'is_relation', e.is_relation
        ) order by e.from_id, e.to_id, e.type, f.name), '[]')
        from ends
        join private.edges e on e.account_id = account and e.from_id = any (ends.ids) and e.to_id = any (ends.ids)
        left join public.own_fields f on f.account_id = account and f.id = e.field_id
      ),
      'groups', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'type', g.type, 'outgoing', g.outgoing, 'field', f.name, 'is_relation', g.is_relation, 'kind', g.kind,
          'total', g.total
        ) order by g.type, g.outgoing, f.name, g.is_relation, g.kind), '[]')
        from (
          select a.type, a.outgoing, a.field_id, a.is_relation, a.kind, count(*) as total
          from adjacent a
          group by 1, 2, 3, 4, 5
        ) g
        left join public.own_fields f on f.account_id = account and f.id = g.field_id
      ),
      'hidden', (select count(*) from reached) - (select count(*) from shown)
    )
  );
end
$$;
comment on function public.neighbours(text, uuid, integer, integer) is
  'A record and those that lie at most depth (1 to 3) steps from it, the nearest first, at most limit (1 to 500) beside itself: {"nodes": [{"id", "kind", "name", "status", "owner_id", "owner_name", "invited_owner_id", "team_id", "criticality", "distance", "state", "trouble_since"}], "edges": [{"from", "to", "type", "note", "field", "is_relation"}], "groups": [{"type", "outgoing", "field", "is_relation", "kind", "total"}], "hidden"}. Edges are relations, links of solutions (depends_on, part_of) and own fields that name a record (refers_to, with the label in field). Groups count the record''s own edges; hidden is how many records the limit leaves out.';
create function public.map_groups(
  "by" text, unfolded text[] default '{}', max_groups integer default 50, max_records integer default 100,
  kind text default null, filter jsonb default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  account constant uuid := private.my_account();
  by_field constant text := "by";
  opened constant text[] := coalesce(unfolded, '{}');
  kinds constant text[] := array(
    select k.kind from private.kinds_in_use() as k (kind) where k.kind = any (private.kinds_in_scope('read'))
  );
  listed uuid[];
begin
  if coalesce(by_field, '') not in ('department', 'kind', 'owner', 'tag', 'lifecycle') then
    raise exception 'The map is folded by department, kind, owner, tag or lifecycle.'
      using errcode = '22023', detail = 'map.by';
  end if;
  if coalesce(max_groups, 0) not between 1 and 500 or coalesce(max_records, -1) not between 0 and 500 then
    raise exception 'The map shows 1 to 500 groups and at most 500 records.' using errcode = '22023', detail = 'map.limit';
  end if;
  if cardinality(opened) > 100 then
    raise exception 'At most 100 groups can be unfolded.' using errcode = '22023', detail = 'map.unfolded';
  end if;
  if map_groups.kind is not null then
    perform private.refuse_out_of_scope(map_groups.kind, 'read');
    perform private.refuse_other_kind(map_groups.kind);
    listed := private.ids_of_view(
      account, map_groups.kind, coalesce(map_groups.filter, '{}'), private.caller_id(), null
    );
  elsif map_groups.filter is not null then
    raise exception 'A filter needs the kind of its records.' using errcode = '22023', detail = 'map.filter_without_kind';
  end if;
  return (
    with placed as materialized (
      select
        r.id, r.department, lower(r.name) as name,
        -- Written out, for a function would be called for each record.
        coalesce(
          case by_field
            when 'kind' then r.kind
            when 'lifecycle' then r.lifecycle
            when 'department' then private.folded(r.department)
            when 'owner' then coalesce(r.owner_id, r.invited_owner_id, r.team_id)::text
            when 'tag' then first_tag.id::text
          end,
          ''
        ) as key,
        num_nonnulls(r.owner_id, r.invited_owner_id, r.team_id) = 0 as is_unowned,
        coalesce(r.criticality = 'critical', false) as is_critical,
        h.record_id is not null and private.heartbeat_state(h, now()) in ('late', 'failing') as is_troubled
      from private.records r
      left join lateral (
        select t.id
        from public.tags t
        where by_field = 'tag' and t.account_id = account and t.id = any (r.tags)
        order by private.folded(t.name), t.id
        limit 1
      ) first_tag on true
      left join public.heartbeats h
        on h.account_id = account and h.kind = r.kind and h.record_id = r.id and not h.rests
      where r.account_id = account and r.kind = any (kinds)
        and (listed is null or r.id in (select l.id from unnest(listed) as l (id)))
    ),
    shown as materialized (
      select
        p.key, min(p.department) as department, count(*) as records,
        count(*) filter (where p.is_unowned) as unowned, count(*) filter (where p.is_troubled) as troubled,
        count(*) filter (where p.is_critical) as critical
      from placed p
      group by p.key
      order by p.key = any (opened) desc, count(*) desc, p.key
      limit max_groups
    ),
    -- The records of a group that was unfolded earlier stay when another one is unfolded.
    singled as materialized (
      select p.id, p.key, p.name, min(o.place) as place
      from unnest(opened) with ordinality as o (key, place)
      join shown s on s.key = o.key
      join placed p on p.key = o.key
      group by p.id, p.key, p.name
      order by min(o.place), p.name, p.id
      limit max_records
    ),
    spots as materialized (
      select p.id, s.key, n.id as record
      from placed p
      left join shown s on s.key = p.key
      left join singled n on n.id = p.id
    ),
    led as materialized (
      select
        f.key as from_group, f.record as from_record, t.key as to_group, t.record as to_record, count(*) as total
      from (
        select
          case when e.type in ('feeds_data_to', 'part_of') then e.to_id else e.from_id end as needs,
          case when e.type in ('feeds_data_to', 'part_of') then e.from_id else e.to_id end as needed
        from private.edges e
        where e.account_id = account
      ) e
      join spots f on f.id = e.needs
      join spots t on t.id = e.needed
      group by 1, 2, 3, 4
    )
    select jsonb_build_object(
      'groups', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'key', s.key, 'label', private.label_of_group(account, by_field, s.key, s.department), 'records', s.records,
          'unowned', s.unowned, 'troubled', s.troubled, 'critical', s.critical
        ) order by s.records desc, s.key), '[]')
        from shown s
      ),
      'nodes', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', r.id, 'kind', r.kind, 'name', r.name, 'status', r.status, 'owner_id', r.owner_id, 'owner_name', p.name,
          'invited_owner_id', r.invited_owner_id, 'team_id', r.team_id, 'group', n.key,
          'state', private.heartbeat_state(h, now()),
          'trouble_since', case when private.heartbeat_state(h, now()) in ('late', 'failing') then
            coalesce(h.trouble_since, h.late_at)
          end
        ) || (select to_jsonb(said) from (select r.criticality) said) order by n.place, n.name, r.id), '[]')
        from singled n
        join private.records r on r.account_id = account and r.id = n.id
        left join public.account_members m on m.account_id = account and m.user_id = r.owner_id
        left join public.profiles p on p.id = m.user_id and (select private.may('people', 'read'))
        left join public.heartbeats h
          on h.account_id = account and h.kind = r.kind and h.record_id = r.id and not h.rests
      ),
      'edges', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'from_group', l.from_group, 'from_record', l.from_record, 'to_group', l.to_group, 'to_record', l.to_record,
          'total', l.total
        ) order by l.from_group, l.from_record, l.to_group, l.to_record), '[]')
        from led l
        where num_nulls(l.from_group, l.to_group) = 0
      ),
      'hidden', jsonb_build_object(
        'groups', (select count(distinct p.key) from placed p) - (select count(*) from shown),
        'records', (select count(*) from placed) - (select coalesce(sum(s.records), 0) from shown s),
        'relations', (select coalesce(sum(l.total), 0) from led l where num_nulls(l.from_group, l.to_group) > 0)
      )
    )
  );
end
$$;
comment on function public.map_groups(text, text[], integer, integer, text, jsonb) is
  'All records of the account in groups by department, kind, owner, tag or lifecycle, the largest first: {"groups": [{"key", "label", "records", "unowned", "troubled", "critical"}], "nodes": [{"id", "kind", "name", "status", "owner_id", "owner_name", "invited_owner_id", "criticality", "group", "state", "trouble_since"}], "edges": [{"from_group", "from_record", "to_group", "to_record", "total"}], "hidden": {"groups", "records", "relations"}}. Key is empty and label null for records without a value. A record with several tags stands in the group of the first by name. Nodes are the records of the groups in unfolded, at most max_records (0 to 500); the others stay in their group. An edge leads from what needs to what it needs, and counts the relations, links of solutions and own fields between two groups or records. Hidden is what lies in groups beyond max_groups (1 to 500): shown and hidden together are all that there is. With a kind, these are the records of its list that match filter, which has the form of the filter of a view, and the edges among them.';
alter function public.map_groups(text,text[],integer,integer,text,jsonb) owner to cairn_definer;
revoke all on function public.map_groups(text,text[],integer,integer,text,jsonb) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.map_groups(text, text[], integer, integer, text, jsonb) to authenticated, service_role;
create or replace function private.reinsert_records(account uuid, ids uuid[], new_names jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  one record;
begin
  for one in
    select b.kind, jsonb_agg(
      b.record
      || jsonb_build_object(
        'account_id', account, 'id', b.record_id, 'name', coalesce(new_names ->> b.record_id::text, b.name)
      )
      -- A member who left has let go of what they owned and made.
      || (
        select coalesce(jsonb_object_agg(role, null::text), '{}')
        from unnest(array['owner_id', 'created_by', 'updated_by']) as role
        where not private.has_been_member_since(account, (b.record ->> role)::uuid, b.deleted_at)
      )
      -- An invited owner may have joined. Users of single sign-on may share an address.
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
      || jsonb_build_object('team_id', (
        select t.id from public.teams t where t.account_id = account and t.id = (b.record ->> 'team_id')::uuid
      ))
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
    perform private.reinsert_records_of_kind(one.kind, one.records);
  end loop;
end
$$;
create or replace function public.get_deletion_impact(kind_param text, ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  known uuid[];
begin
  perform private.refuse_other_kind(kind_param);
  if ids is null or cardinality(ids) > 10000 then
    raise exception 'Ask for at most 10,000 records at once.'
      using errcode = '22023', detail = 'record.page_size', hint = 'Choose fewer.';
  end if;
  known := array(
    select r.id from private.records r where r.account_id = account and r.kind = kind_param and r.id = any (ids)
  );
  return (
    with dependent as (
      select r.kind, r.id, r.name, r.status, r.owner_id, r.invited_owner_id, r.team_id, bool_or(l.needs) and r.status = 'active' as counts
      from (
        select e.from_id as id, private.rests_on(e.type, false) as needs, e.type
        from private.edges e
        where e.account_id = account and e.to_id = any (known)
        union all
        select e.to_id, true, e.type
        from private.edges e
        where e.account_id = account and e.from_id = any (known) and private.rests_on(e.type, true)
      ) l
      join private.records r on r.account_id = account and r.id = l.id
      where (l.needs or l.type = 'part_of') and r.id <> all (known)
      group by r.id
      union all
      select 'article', a.id, a.title, '', a.author_id, null, null, false
      from public.knowledge_articles a
      where a.account_id = account and a.system_id = any (known)
    ),
    placed as (
      select d.*, p.name as owner_name, row_number() over (partition by d.kind order by lower(d.name), d.id) as place
      from dependent d
      left join public.account_members m on m.account_id = account and m.user_id = d.owner_id
      left join public.profiles p on p.id = m.user_id and (select private.may('people', 'read'))
    ),
    grouped as (
      select
        p.kind,
        count(*) as total,
        count(*) filter (where p.counts) as active,
        jsonb_agg(jsonb_build_object(
          'id', p.id, 'name', p.name, 'status', p.status, 'owner_id', p.owner_id, 'owner_name', p.owner_name,
          'invited_owner_id', p.invited_owner_id, 'team_id', p.team_id
        ) order by p.place) filter (where p.place <= 50) as items
      from placed p
      group by p.kind
    )
    select coalesce(jsonb_agg(to_jsonb(g) order by g.kind desc), '[]') from grouped g
  );
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
      ''full'', count(*) filter (where r.reason = ''full''),
      ''changed_meanwhile'', count(*) filter (where r.reason = ''changed_meanwhile''),
      ''left_out'', coalesce(
        jsonb_agg(jsonb_build_object(''id'', r.id, ''name'', r.name, ''reason'', r.reason) order by r.place)
          filter (where r.place <= 20 and r.reason is not null),
        ''[]''
      ),
      ''first'', coalesce(
        jsonb_agg(jsonb_build_object(
          ''id'', r.id, ''name'', r.name, ''before'', r.before, ''fields'', r.fields
        ) order by r.place) filter (where r.place <= 50 and r.reason is null),
        ''[]''
      ),
      ''before'', coalesce(
        jsonb_object_agg(coalesce(r.before, ''''), r.alike) filter (where r.reason is null),
        ''{}''
      )
    )
    from (
      select
        c.*,
        row_number() over (partition by c.reason is null order by lower(c.name), c.id) as place,
        count(*) over (partition by c.reason is null, c.before) as alike
      from (
        select t.id, t.name, %4$s as before, %5$s as fields, case
          when not %2$s then ''no_right''
          when %3$s then ''already''
          when $5 and cardinality(t.tags) >= 50 then ''full''
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
        or (select private.my_rank()) = 1 and (
          (select private.caller_id()) in (t.created_by, t.owner_id)
          or t.team_id = any ((select private.my_teams())::uuid[])
        ) is true
      )'
    end,
    case action
      when 'owner' then 'coalesce(t.owner_id, t.invited_owner_id, t.team_id) is not distinct from $2::uuid'
      when 'status' then 't.status = $2'
      when 'expert' then 'exists (
        select from public.record_experts e
        where e.account_id = t.account_id and e.record_id = t.id and e.expert_id = $2::uuid
      )'
      when 'add_tag' then '$2::uuid = any (t.tags)'
      when 'remove_tag' then '$2::uuid <> all (t.tags)'
      when 'field' then private.has_fields(value::jsonb)
      else 'false'
    end,
    case action
      when 'owner' then 'coalesce(t.owner_id::text, ''invited:'' || t.invited_owner_id, ''team:'' || t.team_id)'
      when 'status' then 't.status'
      -- Texts would be as many as records: how many have one is enough.
      when 'field' then format('case when %s <> ''{}'' then ''filled'' end', private.fields_before(value::jsonb))
      else 'null::text'
    end,
    case action when 'field' then private.fields_before(value::jsonb) else '''{}''::jsonb' end
  )
    into answer using ids, value, coalesce(seen_at, 'infinity'), action <> 'expert', action = 'add_tag';
  return answer;
end
$$;
create function private.team_in_bulk(action text, value text) returns uuid
language sql stable set search_path = ''
as $$
  select t.id from public.teams t where action = 'owner' and t.account_id = private.my_account() and t.id::text = value
$$;
comment on function private.team_in_bulk(text, text) is 'The team that becomes the owner of records in bulk; null for any other owner.';
alter function private.team_in_bulk(text,text) owner to cairn_definer;
revoke all on function private.team_in_bulk(text,text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.team_in_bulk(text, text) to authenticated;
create or replace function private.refuse_bulk(action text, value text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if action is null or action not in ('owner', 'status', 'expert', 'add_tag', 'remove_tag', 'field', 'delete') then
    raise exception 'You can change the owner, an expert, a tag, the status or a field of many records, or delete them.'
      using errcode = '22023', detail = 'bulk.unknown_action';
  end if;
  if action in ('add_tag', 'remove_tag')
    and not exists (select from public.tags t where t.account_id = private.my_account() and t.id = value::uuid)
  then
    raise exception 'There is no such tag.'
      using errcode = '23503', detail = 'tag.unknown', hint = 'It may have been deleted. Choose another tag.';
  end if;
  if action = 'expert' or action = 'owner' and value is not null and not private.is_invited_in_bulk(action, value)
    and private.team_in_bulk(action, value) is null
  then
    perform private.refuse_non_member(value::uuid);
  end if;
end
$$;
create or replace function public.change_in_bulk(
  kind text, action text, value text default null, ids uuid[] default null, query text default '',
  statuses text[] default null, owners uuid[] default null, without_owner boolean default false,
  gaps text[] default null, seen_at timestamptz default null, reason text default '', move_to uuid default null,
  told boolean default false, excepted uuid[] default null, tags uuid[] default null, all_tags boolean default false,
  conditions jsonb default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  meant constant uuid[] := private.records_in_bulk(
    kind, ids, query, statuses, owners, without_owner, gaps, excepted, tags, coalesce(all_tags, false),
    conditions
  );
  until constant timestamptz := coalesce(seen_at, 'infinity');
  invited constant boolean := private.is_invited_in_bulk(action, value);
  fields constant jsonb := case action when 'field' then private.fields_in_bulk(kind, value) end;
  counted jsonb;
  departed jsonb;
  changed uuid[];
  act uuid;
begin
  perform private.refuse_out_of_scope(change_in_bulk.kind, 'write');
  perform private.refuse_bulk(action, value);
  if action = 'delete' then
    perform private.refuse_many_deletions(cardinality(meant));
  end if;
  counted := private.count_in_bulk(kind, action, coalesce(fields::text, value), meant, seen_at);
  if action = 'owner' then
    departed := private.departed_owners_of(meant);
  end if;
  if action = 'delete' then
    changed := private.lock_deletable_records(kind, meant, until);
    if cardinality(changed) > 0 then
      perform public.delete_records(kind, changed, left(reason, 500), move_to, told);
    end if;
  elsif action = 'field' then
    execute private.field_statement(private.catalogue_of(kind), fields) into changed using meant, fields, until;
  else
    execute private.bulk_statement(action, private.catalogue_of(kind))
      into changed using meant, value, until, invited, kind, private.team_in_bulk(action, value);
  end if;
  if cardinality(changed) > 0 then
    act := private.note_act(
      private.my_account(), action,
      case action when 'field' then private.name_of_fields(fields) else value end,
      coalesce(private.part_of_act(action), array(select jsonb_object_keys(fields))), departed
    );
  end if;
  return counted || jsonb_build_object(
    'act', act,
    'changes', cardinality(changed),
    'changed_meanwhile', (counted ->> 'total')::integer - (counted ->> 'no_right')::integer
      - (counted ->> 'already')::integer - (counted ->> 'full')::integer - cardinality(changed)
  );
end
$$;
create or replace function private.bulk_statement(action text, catalogue text) returns text
language sql immutable set search_path = ''
as $$
  select format(
    case action
      when 'owner' then
        'with done as (
          update public.%1$I t
          set owner_id = case when not $4 and $6 is null then $2::uuid end,
            invited_owner_id = case when $4 then $2::uuid end, team_id = $6
          where t.id = any ($1) and t.updated_at <= $3
            and coalesce(t.owner_id, t.invited_owner_id, t.team_id) is distinct from $2::uuid
          returning t.id
        )'
      when 'status' then
        'with done as (
          update public.%1$I t set status = $2
          where t.id = any ($1) and t.updated_at <= $3 and t.status is distinct from $2
          returning t.id
        )'
      when 'add_tag' then
        'with done as (
          update public.%1$I t set tags = t.tags || $2::uuid
          where t.id = any ($1) and t.updated_at <= $3 and $2::uuid <> all (t.tags) and cardinality(t.tags) < 50
          returning t.id
        )'
      when 'remove_tag' then
        'with done as (
          update public.%1$I t set tags = array_remove(t.tags, $2::uuid)
          where t.id = any ($1) and t.updated_at <= $3 and $2::uuid = any (t.tags)
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
  'The SQL statement that changes records in bulk and returns the ids: $1 ids, $2 value, $3 until when they are unchanged, $4 whether the owner is invited, $5 kind, $6 the team that is the owner.';
create or replace function private.restore_former_values(lines jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  one record;
begin
  for one in
    select distinct l.kind, l.part
    from jsonb_to_recordset(lines) as l (kind text, part text)
    where l.part in ('owner_id', 'status')
  loop
    execute format(
      'with was as materialized (
        select distinct on (l.record_id) l.record_id, l.before
        from jsonb_to_recordset($2) as l (kind text, record_id uuid, part text, before jsonb, changed_at timestamptz)
        where l.kind = $3 and l.part = $4
        order by l.record_id, l.changed_at
      )
      update public.%1$I t
      set ' || case one.part
        when 'owner_id' then
          'owner_id = case when jsonb_typeof(h.before) = ''string'' then (h.before #>> ''{}'')::uuid end,
          invited_owner_id = case
            when jsonb_typeof(h.before) = ''object'' and not h.before ? ''team'' then (h.before ->> ''id'')::uuid
          end,
          team_id = case when h.before ? ''team'' then (
            select e.id from public.teams e where e.account_id = t.account_id and e.id = (h.before ->> ''id'')::uuid
          ) end'
        else 'status = h.before #>> ''{}'''
      end || '
      from was h
      where t.account_id = $1 and t.id = h.record_id',
      private.catalogue_of(one.kind)
    ) using private.my_account(), lines, one.kind, one.part;
  end loop;
end
$$;
create or replace function private.checked_lines(of_act uuid, skip integer default 0, at_most integer default null)
returns table (
  place bigint, kind text, record_id uuid, record_name text, part text, before jsonb, after jsonb, changed_at timestamptz,
  is_there boolean, problem text, problem_by uuid
)
language sql stable security definer set search_path = ''
as $$
  with act as materialized (
    select a.* from public.acts a where a.id = of_act and a.account_id = (select private.my_account())
  ),
  caller as materialized (
    select private.caller_id() as id, coalesce(private.my_rank(), -1) as rank, array(select private.kinds_in_use()) as kinds
  ),
  line as materialized (
    select
      h.kind, h.record_id, h.record_name, coalesce(h.field, h.action) as part, h.before, h.after, h.changed_at,
      row_number() over (order by lower(h.record_name), h.record_id, h.changed_at, h.id) as place
    from act a
    join public.record_history h on h.account_id = a.account_id and h.act = a.id
    where coalesce(h.field, h.action) = any (a.parts)
    order by place
    limit at_most offset greatest(coalesce(skip, 0), 0)
  )
  select
    l.place, l.kind, l.record_id, l.record_name, l.part, l.before, l.after, l.changed_at, r.id is not null,
    case
      when newer.id is not null and newer.action in ('deleted', 'restored') then newer.action
      when newer.id is not null then 'changed'
      when l.part = 'deleted' and b.record_id is null or l.part <> 'deleted' and r.id is null then 'gone'
      when l.part = 'relations' and l.after is null and not exists (
        select from private.records o where o.account_id = a.account_id and o.id = (l.before ->> 'id')::uuid
      ) then 'gone'
      when not case l.part
        when 'deleted' then private.may_restore(a.account_id, b.record, b.deleted_at)
        when 'experts' then c.rank >= 1
        when 'relations' then c.rank >= 1
        else c.rank >= 2 or c.rank = 1 and (
          c.id in (r.created_by, r.owner_id) is true
          -- A caller who gave a record away may have it back.
          or l.part = 'owner_id' and a.done_by = c.id and l.before = to_jsonb(c.id)
        )
      end then 'not_allowed'
      when c.rank < 3 and l.kind <> all (c.kinds) then 'switched_off'
      when l.part = 'deleted' and private.name_is_taken(a.account_id, l.kind, b.name) then 'name_taken'
      when former.left_since then 'left'
      when former.tag_gone then 'tag_gone'
      when l.part = 'name' and lower(l.before #>> '{}') <> lower(r.name)
        and private.name_is_taken(a.account_id, l.kind, l.before #>> '{}') then 'name_taken'
      when private.is_truncated(l.part, l.before) then 'value_gone'
      when l.part like 'own.%' then private.problem_of_former_value(a.account_id, l.kind, substr(l.part, 5), l.before)
      when former.is_full then 'full'
    end,
    newer.changed_by
  from line l
  cross join act a
  cross join caller c
  left join private.records r on l.part <> 'deleted' and r.account_id = a.account_id and r.kind = l.kind and r.id = l.record_id
  left join public.binned_records b
    on l.part = 'deleted' and b.account_id = a.account_id and b.kind = l.kind and b.record_id = l.record_id and b.act = a.id
  left join lateral (
    select n.id, n.action, n.changed_by
    from public.record_history n
    where n.account_id = a.account_id and n.record_id = l.record_id and n.changed_at > l.changed_at and n.act <> a.id
      and case
        when l.part = 'deleted' then n.action <> 'updated'
        when r.id is null then n.action = 'deleted'
        -- A page of this undo may have removed relations of the record already.
        when l.part in ('restored', 'created') then coalesce(n.field, '') <> 'relations' or not exists (
          select from public.acts u where u.account_id = a.account_id and u.id = n.act and u.undoes = a.id
        )
        when l.part = 'relations' then n.field = 'relations'
          and coalesce(n.after, n.before) - 'name' = coalesce(l.after, l.before) - 'name'
        when l.part = 'experts'
          then n.field = 'experts' and coalesce(n.after, n.before) -> 'id' = coalesce(l.after, l.before) -> 'id'
        when l.part = 'tags' then n.field = 'tags' and (
          n.changed_by is distinct from c.id
          or private.changed_tags(n.before, n.after) && private.changed_tags(l.before, l.after)
        )
        -- An amount and its currency are one.
        when l.part in ('cost_per_month', 'cost_currency') then n.field in ('cost_per_month', 'cost_currency')
        else n.field = l.part
      end
    order by n.changed_at desc, n.id
    limit 1
  ) newer on true
  cross join lateral (
    select case
      when l.part = 'experts' and l.after is null or l.part = 'owner_id' and jsonb_typeof(l.before) = 'string' then not exists (
        select from public.account_members m
        where m.account_id = a.account_id
          and m.user_id = (case l.part when 'experts' then l.before ->> 'id' else l.before #>> '{}' end)::uuid
      )
      when l.part = 'owner_id' and l.before ? 'team' then not exists (
        select from public.teams t where t.account_id = a.account_id and t.id = (l.before ->> 'id')::uuid
      )
      when l.part = 'owner_id' and jsonb_typeof(l.before) = 'object' then not exists (
        select from public.pending_invitations i
        where i.account_id = a.account_id and i.id = (l.before ->> 'id')::uuid
          and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
      )
      else false
    end as left_since,
    l.part = 'tags' and exists (
      select from unnest(private.lost_tags(l.before, l.after)) as lost (id)
      where not exists (select from public.tags t where t.account_id = a.account_id and t.id = lost.id)
    ) as tag_gone,
    l.part = 'tags' and cardinality(r.tags) + cardinality(private.lost_tags(l.before, l.after))
      - cardinality(private.lost_tags(l.after, l.before)) > 50 as is_full
  ) former
  order by l.place
$$;
create or replace function private.act_json(a public.acts) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', a.id,
    'action', a.action,
    'kind', a.kind,
    'value', a.value,
    'value_name', case
      when a.action in ('owner', 'expert', 'handover') then coalesce(
        private.name_of_member(a.account_id, a.value::uuid),
        (select i.name from public.pending_invitations i where i.account_id = a.account_id and i.id = a.value::uuid),
        (select t.name from public.teams t where t.account_id = a.account_id and t.id = a.value::uuid),
        private.giver_in_history(a)
      )
      when a.action in ('add_tag', 'remove_tag') then coalesce(
        (select t.name from public.tags t where t.account_id = a.account_id and t.id = a.value::uuid),
        private.tag_in_act(a)
      )
      when a.action = 'field' then (
        select f.name from public.own_fields f
        where f.account_id = a.account_id and f.kind = a.kind and a.value = 'own.' || f.key
      )
    end,
    'records', a.records,
    'done_by', a.done_by,
    'done_by_name', private.name_of_member(a.account_id, a.done_by),
    'done_at', a.done_at,
    'undone_by', (
      select jsonb_build_object(
        'act', u.id, 'done_by', u.done_by, 'done_by_name', private.name_of_member(u.account_id, u.done_by),
        'done_at', u.done_at, 'records', u.records
      )
      from public.acts u
      where u.account_id = a.account_id and u.undoes = a.id
      order by u.done_at desc
      limit 1
    )
  )
$$;
create function private.shown_act(id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.act_json_with_undone(a)
  from public.acts a
  where a.id = shown_act.id and a.account_id = (select private.my_account()) and (select private.is_unscoped())
$$;
comment on function private.shown_act(uuid) is
  'A bulk change of the caller''s account, as act_json says it; null for a token and for a change that is none.';
alter function private.shown_act(uuid) owner to cairn_definer;
revoke all on function private.shown_act(uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.shown_act(uuid) to authenticated, service_role;
create function private.fields_beside_records() returns text[]
language sql immutable set search_path = ''
as $$
  select array['experts', 'automations', 'agents', 'relations', 'maintenance', 'handover']
$$;
comment on function private.fields_beside_records() is
  'The fields whose lines in the history change something beside the record, which is no activity of the record.';
alter function private.fields_beside_records() owner to cairn_definer;
revoke all on function private.fields_beside_records() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.fields_beside_records() to authenticated, service_role;
create function private.change_before(moment timestamptz, change uuid, shown uuid[])
returns table (
  change_id uuid, changed_at timestamptz, act uuid, id uuid, kind text, name text, action text, person uuid,
  updated_at timestamptz
)
language sql stable set search_path = ''
as $$
  select
    h.id, h.changed_at, (select a.id from public.acts a where a.id = h.act and a.account_id = h.account_id and a.records > 1),
    r.id, h.kind, r.name, h.action,
    coalesce(h.changed_by, case h.action when 'created' then r.created_by else r.updated_by end),
    r.updated_at
  from public.record_history h
  -- Looked up line by line, so that the walk through the history ends with the first record.
  cross join lateral (
    select r.id, r.name, r.created_by, r.updated_by, r.updated_at
    from private.records r
    where r.account_id = h.account_id and r.kind = h.kind and r.id = h.record_id
      and not exists (
        select from public.record_history later
        where later.account_id = h.account_id and later.record_id = h.record_id
          and later.changed_at >= h.changed_at and (later.changed_at, later.id) > (h.changed_at, h.id)
          and later.action in ('created', 'updated')
          and (later.field is null or later.field <> all (private.fields_beside_records()))
      )
    offset 0
  ) r
  where h.account_id = (select private.my_account())
    and h.kind = any (array(select k.kind from private.kinds_in_use() as k (kind)))
    and h.action in ('created', 'updated')
    and (h.field is null or h.field <> all (private.fields_beside_records()))
    and h.act <> all (shown)
    and h.changed_at <= moment and (h.changed_at, h.id) < (moment, change)
  order by h.changed_at desc, h.id desc
  limit 1
$$;
comment on function private.change_before(timestamptz, uuid, uuid[]) is
  'The latest change of a record of the caller''s account before another one, of none of the acts shown; with the act where it was a bulk change.';
alter function private.change_before(timestamp with time zone,uuid,uuid[]) owner to cairn_definer;
revoke all on function private.change_before(timestamp with time zone,uuid,uuid[]) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.change_before(timestamptz, uuid, uuid[]) to authenticated, service_role;
create function public.get_recent_activity()
returns table (id uuid, kind text, resource text, action text, user_name text, occurred_at timestamptz, act jsonb)
language sql stable set search_path = ''
as $$
  with recursive latest as (
    select 1 as place, array_remove(array[c.act], null) as shown, c.*
    from private.change_before('infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '{}') as c
    union all
    select l.place + 1, l.shown || array_remove(array[c.act], null), c.*
    from latest l
    cross join lateral private.change_before(l.changed_at, l.change_id, l.shown) as c
    where l.place < 8
  ),
  older as (
    select
      r.id,
      r.kind,
      r.name,
      case when r.created_at = r.updated_at then 'created' else 'updated' end as action,
      case when r.created_at = r.updated_at then r.created_by else r.updated_by end as person,
      r.updated_at
    from private.records r
    where (select count(*) from latest) < 8
      and r.account_id = (select private.my_account())
      and r.kind = any (array(select k.kind from private.kinds_in_use() as k (kind)))
      and not exists (
        select from public.record_history h
        where h.account_id = r.account_id and h.record_id = r.id and h.action in ('created', 'updated')
          and (h.field is null or h.field <> all (private.fields_beside_records()))
      )
    order by r.updated_at desc
    limit 8
  ),
  shown as (
    select l.id, l.kind, l.name, l.action, l.person, l.updated_at, l.changed_at, l.act from latest l
    union all
    select o.*, o.updated_at, null from older o
    order by updated_at desc, changed_at desc
    limit 8
  )
  select s.id, s.kind, s.name, s.action, coalesce(p.name, 'Unknown User'), s.updated_at, private.shown_act(s.act)
  from shown s
  left join public.profiles p on p.id = s.person
  order by s.updated_at desc, s.changed_at desc
$$;
comment on function public.get_recent_activity() is
  'The 8 records of the account that were created or changed last, of all kinds that it uses. A bulk change is one of them, with its last record, and act says it as get_acts does.';
alter function public.get_recent_activity() owner to cairn_definer;
revoke all on function public.get_recent_activity() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.get_recent_activity() to authenticated, service_role;
create or replace function private.import_people(plan public.imports, words text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  -- A name or an address of today is surer than what an earlier import knew.
  select coalesce(jsonb_object_agg(w.word, coalesce(
    case when not said.is_remembered then said.person end, member.person, invited.person, team.person, said.person
  )), '{}')
  from (select distinct lower(given) as word from unnest(words) as given) w
  left join lateral (
    select jsonb_build_object('id', p.id, 'name', p.name) as person
    from public.profiles p
    join public.account_members m on m.account_id = plan.account_id and m.user_id = p.id
    where w.word in (lower(p.email), lower(p.name), p.id::text)
      -- A reference of Backstage has the name before the address: user:default/ann.
      or w.word ~ '^user:([^/]+/)?[^/]+$' and split_part(lower(p.email), '@', 1) = regexp_replace(w.word, '^user:([^/]+/)?', '')
    -- An address is surer than a name, and a name counts where one alone has it.
    order by lower(p.email) = w.word desc, p.id::text = w.word desc
    limit 1
  ) member on (
    select count(*)
    from public.profiles p
    join public.account_members m on m.account_id = plan.account_id and m.user_id = p.id
    where lower(p.name) = w.word and lower(p.email) <> w.word
  ) <= 1
  left join lateral (
    select jsonb_build_object('id', 'pending-' || i.id, 'name', i.name) as person
    from public.pending_invitations i
    where i.account_id = plan.account_id
      and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
      -- Addresses of invited people are for admins.
      and (lower(i.name) = w.word or private.my_rank() = 3 and i.email = w.word)
    order by i.email = w.word desc, i.created_at
    limit 1
  ) invited on true
  left join lateral (
    select jsonb_build_object('id', 'team-' || t.id, 'name', t.name) as person
    from public.teams t
    where t.account_id = plan.account_id
      and private.folded(t.name) in (private.folded(w.word), private.folded(regexp_replace(w.word, '^group:([^/]+/)?', '')))
    limit 1
  ) team on true
  left join lateral (
    select coalesce(plan.people -> w.word ? 'remembered', false) as is_remembered, case
      when plan.people -> w.word ? 'member' then (
        select jsonb_build_object('id', p.id, 'name', p.name, 'said', true)
        from public.profiles p
        join public.account_members m on m.account_id = plan.account_id and m.user_id = p.id
        where p.id::text = plan.people -> w.word ->> 'member'
      )
      when plan.people -> w.word ? 'invite' then jsonb_build_object(
        'id', 'invite:' || (plan.people -> w.word ->> 'invite'), 'name', plan.people -> w.word ->> 'invite', 'said', true
      )
    end as person
  ) said on true
  where coalesce(said.person, member.person, invited.person, team.person) is not null
$$;
comment on function private.import_people(public.imports, text[]) is
  'The people that words name: {word: {"id", "name"}}. The id is that of a member, pending- and an invitation, team- and a team, or invite: and an address that is invited when the plan is applied.';
create or replace function private.import_list_cell(
  key text, value jsonb, people jsonb, out clean jsonb, out problem jsonb, out unknown text[]
)
language plpgsql immutable set search_path = ''
as $$
declare
  words constant text[] := private.import_list(value);
begin
  if words is not null and key in (select c.key from private.relation_columns() c) then
    clean := to_jsonb(words);
    return;
  end if;
  if words is null or cardinality(words) > (case key when 'tags' then 50 when 'links' then 20 else 100 end) then
    problem := case key
      when 'tags' then private.value_problem('tags.count', 'A record has at most 50 tags.')
      when 'links' then private.value_problem('links.count', 'Links must be a list of at most 20.')
      else private.value_problem('list.count', 'A list has at most 100 texts.')
    end;
    return;
  end if;
  case key
    when 'owner', 'experts' then
      unknown := array(select w from unnest(words) as w where case key
        when 'owner' then people -> lower(w) is null
        else coalesce(people -> lower(w) ->> 'id' ~ '^(pending-|invite:|team-)', true)
      end);
      clean := coalesce((
        select jsonb_agg(distinct (people -> lower(w)) - 'said') from unnest(words) as w where w <> all (unknown)
      ), '[]');
      if key = 'owner' then
        clean := case when cardinality(words) > 0 then coalesce(clean -> 0, 'null') else 'null' end;
      end if;
      -- The importer sees, and can change, what they have said.
      unknown := unknown || array(
        select w from unnest(words) as w where w <> all (unknown) and people -> lower(w) ? 'said'
      );
    when 'tags' then
      select jsonb_build_object('problem', 'unknown_tag', 'detail', w) into problem
      from unnest(words) as w
      where char_length(w) > 40 or w ~ '[#,]'
      limit 1;
      clean := to_jsonb(words);
    when 'links' then
      if not (select bool_and(private.is_web_address(w)) from unnest(words) as w) then
        problem := private.value_problem(
          'links.shape', 'A link needs a purpose and an address that begins with http:// or https://.'
        );
      end if;
      clean := to_jsonb(words);
    else
      clean := to_jsonb(words);
      if not private.is_list_within(words, 100, 200) then
        problem := case key
          when 'users' then private.value_problem('users.size', 'Users must be at most 100, of at most 200 characters each.')
          else private.value_problem('use_cases.size', 'Use cases must be at most 100, of at most 200 characters each.')
        end;
      end if;
  end case;
end
$$;
create or replace function private.import_records(plan public.imports, ids uuid[])
returns table (id uuid, record jsonb, version timestamptz, may_change boolean)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query execute format(
    'select
      t.id,
      to_jsonb(t) || jsonb_build_object(
        ''owner'', coalesce(
          (select jsonb_build_object(''id'', p.id, ''name'', p.name) from public.profiles p where p.id = t.owner_id),
          (
            select jsonb_build_object(''id'', ''pending-'' || i.id, ''name'', i.name)
            from public.pending_invitations i where i.account_id = t.account_id and i.id = t.invited_owner_id
          ),
          (select jsonb_build_object(''id'', ''team-'' || e.id, ''name'', e.name) from public.teams e where e.id = t.team_id)
        ),
        ''experts'', array(
          select jsonb_build_object(''id'', p.id, ''name'', p.name)
          from public.record_experts e
          join public.profiles p on p.id = e.expert_id
          where e.account_id = t.account_id and e.record_id = t.id
          order by p.name, p.id
        ),
        ''tags'', array(select g.name from public.tags g where g.id = any (t.tags) order by g.name)
      ),
      t.updated_at,
      private.may_delete(to_jsonb(t))
    from public.%I t
    where t.account_id = $1 and t.id = any ($2)',
    private.catalogue_of(plan.kind)
  ) using plan.account_id, ids;
end
$$;
create or replace function private.import_writes(plan public.imports, rows integer[]) returns private.import_write[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  unsaid constant jsonb := private.choices_without_default(plan.kind);
begin
  return array(
    with part as materialized (
      select r.* from public.import_rows r
      where r.import_id = plan.id and r.row_number = any (rows) and r.account_id = private.my_account()
        and (plan.started_by = private.caller_id() or private.my_rank() = 3)
    ),
    owners as materialized (
      select o.word, jsonb_build_object('owner_id', coalesce(
        substring(o.word from '^[0-9a-f-]{36}$')::uuid,
        (
          select p.id
          from public.profiles p
          join public.account_members m on m.account_id = plan.account_id and m.user_id = p.id
          where o.word like 'invite:%' and lower(p.email) = substr(o.word, 8)
          limit 1
        )
      ), 'invited_owner_id', coalesce(
        substring(o.word from '^pending-([0-9a-f-]{36})$')::uuid,
        (
          select i.id
          from public.pending_invitations i
          where i.account_id = plan.account_id and o.word like 'invite:%' and i.email = substr(o.word, 8)
            and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
        )
      ), 'team_id', substring(o.word from '^team-([0-9a-f-]{36})$')::uuid) as columns
      from (select distinct p.writes ->> 'owner' as word from part p where p.writes ? 'owner') o
    ),
    tagged as materialized (
      select p.row_number, jsonb_build_object('tags', jsonb_agg(t.id order by w.place)) as columns
      from part p
      cross join lateral jsonb_array_elements_text(p.writes -> 'tags') with ordinality as w (word, place)
      join public.tags t on t.account_id = plan.account_id and private.folded(t.name) = private.folded(w.word)
      group by p.row_number
    )
    select row(
      p.row_number, p.record_id, p.version, p.effect,
      case when p.record_id is null then unsaid else '{}' end
        || (p.writes - array['owner', 'experts', 'tags', 'relations'])
        || case when p.writes ? 'owner' then coalesce(o.columns, '{"owner_id": null, "invited_owner_id": null, "team_id": null}') else '{}' end
        || case when p.writes ? 'tags' then coalesce(t.columns, '{"tags": []}') else '{}' end,
      array(select jsonb_array_elements_text(p.writes -> 'experts' -> 'add'))::uuid[],
      array(select jsonb_array_elements_text(p.writes -> 'experts' -> 'remove'))::uuid[]
    )::private.import_write
    from part p
    left join owners o on o.word = p.writes ->> 'owner'
    left join tagged t on t.row_number = p.row_number
    order by p.row_number
  );
end
$$;
create or replace function private.with_trouble(beat public.heartbeats, outcome text, moment timestamptz) returns public.heartbeats
language plpgsql security definer set search_path = ''
as $$
begin
  if outcome = 'success' then
    if beat.trouble_told then
      insert into private.heartbeat_news (account_id, heartbeat_id, event, at, since)
      values (beat.account_id, beat.id, 'back', moment, beat.trouble_since);
    end if;
    beat := private.without_trouble(beat);
  elsif beat.trouble is null and beat.paused_at is null
    and private.maintenance_until(beat.account_id, beat.record_id, moment) is null
  then
    beat.trouble := 'failing';
    beat.trouble_since := moment;
    beat.trouble_told := coalesce(beat.silent_until <= moment, true);
    if beat.trouble_told then
      insert into private.heartbeat_news (account_id, heartbeat_id, event, at)
      values (beat.account_id, beat.id, 'failing', moment);
    end if;
  elsif beat.trouble = 'late' then
    beat.trouble := 'failing';
  end if;
  return beat;
end
$$;
comment on function private.with_trouble(public.heartbeats, text, timestamptz) is
  'A heartbeat whose run ended so, in trouble or out of it, and notes what members are told of that. A run that fails during maintenance begins no trouble.';
create or replace function public.get_heartbeats(kind text, record_ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  zones constant text[] := private.likely_time_zones(account);
begin
  if cardinality(record_ids) > 500 then
    raise exception 'Ask for at most 500 records at once.' using errcode = '22023', detail = 'heartbeat.batch_size';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', h.id, 'kind', h.kind, 'record_id', h.record_id, 'state', private.heartbeat_state(h, now()),
      'expects', h.expects, 'every_seconds', h.every_seconds, 'working_hours', h.working_hours, 'cron', h.cron,
      'time_zone', h.time_zone, 'grace_seconds', h.grace_seconds, 'last_at', h.last_at, 'last_seconds', h.last_seconds,
      'running_since', h.running_since, 'due_at', h.due_at, 'trouble_since', coalesce(
        h.trouble_since, case when h.late_at <= now() then h.late_at end
      ),
      'silent_until', case when h.silent_until > now() then h.silent_until end, 'paused_at', h.paused_at,
      'maintenance_until', private.maintenance_until(h.account_id, h.record_id, now()),
      'former_until', case when h.former_until > now() then h.former_until end, 'refused_calls', h.refused_calls,
      'recent_runs', recent.runs, 'recent_successes', recent.successes, 'strip', private.recent_runs(h.account_id, h.id),
      'zone_hint', case when h.expects = 'cron' and cardinality(h.arrivals) = 3 then
        private.zone_hint(h.calendar, h.time_zone, h.arrivals, zones)
      end
    )), '[]')
    from public.heartbeats h
    cross join lateral (
      select coalesce(sum(d.successes + d.failures), 0) as runs, coalesce(sum(d.successes), 0) as successes
      from public.run_days d
      where d.account_id = h.account_id and d.heartbeat_id = h.id
        and d.day > (now() at time zone 'utc')::date - 30
    ) recent
    where h.account_id = account and h.kind = get_heartbeats.kind and h.record_id = any (record_ids) and not h.rests
  );
end
$$;
comment on function public.get_heartbeats(text, uuid[]) is
  'The heartbeats of at most 500 automations or agents: [{"id", "kind", "record_id", "state", "expects", "every_seconds", "working_hours", "cron", "time_zone", "grace_seconds", "last_at", "last_seconds", "running_since", "due_at", "trouble_since", "silent_until", "paused_at", "maintenance_until", "former_until", "refused_calls", "recent_runs", "recent_successes", "strip", "zone_hint"}]. Recent is of the last 30 days.';
create or replace function private.heartbeats_in_trouble()
returns table (kind text, record_id uuid, trouble text, trouble_since timestamptz)
language sql stable security definer set search_path = ''
as $$
  select h.kind, h.record_id, h.trouble, h.trouble_since
  from public.heartbeats h
  where h.account_id = private.my_account() and h.trouble is not null and h.token_hash is not null and not h.rests
    and private.maintenance_until(h.account_id, h.record_id, now()) is null
$$;
comment on function private.heartbeats_in_trouble() is
  'The records of the caller''s account whose heartbeats are late or failing, as the server has noted, and since when. Those in maintenance are left out.';
create or replace function private.late_heartbeats(moment timestamptz, without text[], at_most integer) returns setof text
language sql stable security definer set search_path = ''
as $$
  select h.id::text
  from private.answering a
  join public.heartbeats h on h.late_at <= moment and moment - make_interval(secs => h.grace_seconds) >= a.since
  where h.trouble is null and h.id <> all (without::uuid[])
    and private.maintenance_until(h.account_id, h.record_id, moment) is null
  order by h.late_at
  limit at_most
$$;
create or replace function private.mark_late_heartbeats(moment timestamptz, only_these text[]) returns integer
language sql volatile security definer set search_path = ''
as $$
  with due as materialized (
    select h.id, h.late_at
    from public.heartbeats h
    where h.id = any (only_these::uuid[]) and h.trouble is null and h.late_at <= moment
      and private.maintenance_until(h.account_id, h.record_id, moment) is null
    for update skip locked
  ),
  noted as (
    update public.heartbeats h
    set trouble = 'late', trouble_since = d.late_at, trouble_told = coalesce(h.silent_until <= moment, true)
    from due d
    where h.id = d.id
    returning h.account_id, h.id, h.trouble_told
  ),
  news as (
    insert into private.heartbeat_news (account_id, heartbeat_id, event, at)
    select n.account_id, n.id, 'late', moment from noted n where n.trouble_told
  )
  select count(*)::integer from noted
$$;
create or replace function public.get_first_steps() returns json
language plpgsql stable set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  kind text;
  has_link boolean := false;
begin
  for kind in select k.kind from private.kinds_in_use() as k (kind) loop
    execute format(
      'select exists (select from public.%I t where t.account_id = $1 and t.links <> ''[]'')', private.catalogue_of(kind)
    ) into has_link using account;
    exit when has_link;
  end loop;
  return json_build_object(
    'systems', (select count(*) from (select from public.systems s where s.account_id = account limit 5) s),
    'owned', (
      select count(*)
      from (
        select from public.systems s
        where s.account_id = account and num_nonnulls(s.owner_id, s.invited_owner_id, s.team_id) > 0
        limit 5
      ) s
    ),
    'has_colleague', exists (
      select from public.account_members m where m.account_id = account and m.user_id <> private.caller_id()
    ) or exists (
      select from public.pending_invitations i
      where i.account_id = account and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
        and i.sent_at is not null
    ),
    'has_link', has_link
  );
end
$$;
create function private.refuse_calendars_of_tokens() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if private.my_account() is null or not private.is_unscoped() then
    raise exception 'Only members who have signed in have calendar addresses.'
      using errcode = '42501', detail = 'calendar.people_only', hint = 'Sign in to Cairn.';
  end if;
end
$$;
comment on function private.refuse_calendars_of_tokens() is 'Refuses whoever is no signed-in member.';
alter function private.refuse_calendars_of_tokens() owner to cairn_definer;
revoke all on function private.refuse_calendars_of_tokens() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.refuse_calendars_of_tokens() to authenticated;
create function public.make_calendar_address(view_param uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  person constant uuid := private.caller_id();
  secret constant text := encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex');
  shown public.views;
  made uuid;
begin
  perform private.refuse_calendars_of_tokens();
  perform private.require_recent_proof();
  if view_param is not null then
    select v.* into shown
    from public.views v
    where v.account_id = account and v.id = view_param and coalesce(v.person_id, person) = person;
    if not found then
      raise exception 'This view no longer exists.' using errcode = 'PT404', detail = 'calendar.unknown_view';
    end if;
  end if;
  -- Of two that are made at the same moment, the second counts the first.
  perform from public.account_members m where m.account_id = account and m.user_id = person for no key update;
  if (select count(*) from public.calendar_addresses a where a.account_id = account and a.user_id = person) >= 20 then
    raise exception 'Nobody has more than 20 calendar addresses.'
      using errcode = '22023', detail = 'calendar.too_many', hint = 'Remove one that is no longer used.';
  end if;
  insert into public.calendar_addresses (account_id, user_id, kind, view_id, token_hash)
  values (account, person, shown.kind, shown.id, private.token_hash(secret))
  returning id into made;
  return jsonb_build_object('id', made, 'token', secret);
end
$$;
comment on function public.make_calendar_address(uuid) is
  'Makes a calendar address of the caller''s records, or of a view that they see: {"id", "token"}. The token is shown this once; the server answers at /calendar/<token>.ics.';
alter function public.make_calendar_address(uuid) owner to cairn_definer;
revoke all on function public.make_calendar_address(uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.make_calendar_address(uuid) to authenticated;
create function public.remove_calendar_address(id_param uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.refuse_calendars_of_tokens();
  delete from public.calendar_addresses a
  where a.account_id = private.my_account() and a.user_id = private.caller_id() and a.id = id_param;
  if not found then
    raise exception 'This calendar address no longer exists.' using errcode = 'PT404', detail = 'calendar.gone';
  end if;
end
$$;
comment on function public.remove_calendar_address(uuid) is 'Removes a calendar address of the caller, which opens nothing from then on.';
alter function public.remove_calendar_address(uuid) owner to cairn_definer;
revoke all on function public.remove_calendar_address(uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.remove_calendar_address(uuid) to authenticated;
create function private.end_calendars_of(person uuid, since timestamptz) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  ended integer;
begin
  delete from public.calendar_addresses a
  where a.user_id = person and a.created_at >= coalesce(since, '-infinity');
  get diagnostics ended = row_count;
  return ended;
end
$$;
comment on function private.end_calendars_of(uuid, timestamptz) is
  'Ends the calendar addresses of a person that were made since a moment, or all of them. Returns how many.';
alter function private.end_calendars_of(uuid,timestamp with time zone) owner to cairn_definer;
revoke all on function private.end_calendars_of(uuid,timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function public.end_programs(event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person constant uuid := (event ->> 'user_id')::uuid;
  since constant timestamptz := (event ->> 'since')::timestamptz;
  made private.made_secrets;
  ended integer := 0;
begin
  for made in
    select s.* from private.made_secrets s
    where s.user_id = person and s.made_at >= since
    order by s.made_at, s.id
    for update
  loop
    perform private.end_secret(made);
    ended := ended + 1;
  end loop;
  delete from private.made_secrets s where s.user_id = person and s.made_at >= since;
  if not coalesce((event ->> 'keeps_former')::boolean, false) then
    ended := ended + private.end_tokens_of(person);
  end if;
  ended := ended + private.end_calendars_of(
    person, case when coalesce((event ->> 'keeps_former')::boolean, false) then since end
  );
  if ended > 0 then
    perform private.write_audit(
      m.account_id, person, 'secrets_ended', 'user_account', person::text,
      jsonb_build_object('secrets', ended, 'reason', event ->> 'reason')
    )
    from public.account_members m
    where m.user_id = person;
  end if;
  return '{}';
end
$$;
create function private.is_away(said public.deputies, moment timestamptz) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(said.away_until > moment and coalesce(said.away_from, '-infinity') <= moment, false)
$$;
comment on function private.is_away(public.deputies, timestamptz) is 'Whether a member is away at a moment, by what they said.';
alter function private.is_away(public.deputies,timestamp with time zone) owner to cairn_definer;
revoke all on function private.is_away(public.deputies,timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.deputy_of(account uuid, person uuid, moment timestamptz) returns uuid
language sql stable security definer set search_path = ''
as $$
  with recursive chain as (
    select d.deputy_id as person_id, 1 as step, array[person] as passed
    from public.deputies d
    where d.account_id = account and d.user_id = person and d.deputy_id is not null
    union all
    select d.deputy_id, c.step + 1, c.passed || c.person_id
    from chain c
    join public.deputies d on d.account_id = account and d.user_id = c.person_id
    where private.is_away(d, moment) and d.deputy_id is not null and d.deputy_id <> all (c.passed) and c.step < 10
  )
  select c.person_id
  from chain c
  left join public.deputies d on d.account_id = account and d.user_id = c.person_id
  where not coalesce(private.is_away(d, moment), false)
  order by c.step
  limit 1
$$;
comment on function private.deputy_of(uuid, uuid, timestamptz) is
  'The deputy of a member who is not away at a moment: where theirs is, the deputy of that one, up to ten steps. Null where there is none.';
alter function private.deputy_of(uuid,uuid,timestamp with time zone) owner to cairn_definer;
revoke all on function private.deputy_of(uuid,uuid,timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.people_who_answer(owner uuid, team uuid, creator uuid) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select case
    when owner is null and cardinality(private.people_of_team(team)) > 0 then private.people_of_team(team)
    else array[coalesce(owner, creator)]
  end
$$;
comment on function private.people_who_answer(uuid, uuid, uuid) is
  'The people who answer for a record: its owner, those of its team whom notices go to, or else its creator. One that is null where there is nobody.';
alter function private.people_who_answer(uuid,uuid,uuid) owner to cairn_definer;
revoke all on function private.people_who_answer(uuid,uuid,uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.people_to_tell(account uuid, records uuid[], moment timestamptz)
returns table (record_id uuid, person_id uuid)
language sql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
  with owned as materialized (
    select r.id, r.kind, p.owner_id
    from private.records r
    cross join unnest(private.people_who_answer(r.owner_id, r.team_id, r.created_by)) as p (owner_id)
    where r.account_id = account and r.id = any (records)
  ),
  away as materialized (
    select d.user_id from public.deputies d where d.account_id = account and private.is_away(d, moment)
  ),
  people as (
    select o.id, o.owner_id as person_id from owned o where o.owner_id is not null
    union
    select o.id, private.deputy_of(account, o.owner_id, moment)
    from owned o
    where o.owner_id in (select a.user_id from away a)
    union
    select o.id, e.expert_id
    from owned o
    join public.record_experts e on e.account_id = account and e.kind = o.kind and e.record_id = o.id
  )
  select p.id, p.person_id from people p where p.person_id is not null
  union
  select o.id, m.user_id
  from owned o
  join public.account_members m on m.account_id = account and m.permission_level = 'admin'
  where o.id not in (
    select p.id from people p where p.person_id is not null and p.person_id not in (select a.user_id from away a)
  )
$$;
comment on function private.people_to_tell(uuid, uuid[], timestamptz) is
  'The people to tell about records at a moment: those who answer for them, the deputy of one who is away, and the experts; the admins too where all of these are away, or there is none of them.';
alter function private.people_to_tell(uuid,uuid[],timestamp with time zone) owner to cairn_definer;
revoke all on function private.people_to_tell(uuid,uuid[],timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.deputies_to_tell(account uuid, record uuid, told_at timestamptz, moment timestamptz)
returns setof uuid
language sql stable security definer set search_path = ''
as $$
  with owner as materialized (
    select r.team_id, p.id
    from private.records r
    cross join unnest(private.people_who_answer(r.owner_id, r.team_id, r.created_by)) as p (id)
    where r.account_id = account and r.id = record
  ),
  deputy as materialized (
    select private.deputy_of(account, o.id, moment) as id
    from owner o
    join public.deputies d on d.account_id = account and d.user_id = o.id and d.deputy_id is not null
  )
  select p.id
  from (
    select d.id from deputy d
    union
    select m.user_id
    from owner o
    join public.team_members m on m.account_id = account and m.team_id = o.team_id
    union
    select m.user_id
    from deputy d
    join public.account_members m on m.account_id = account and m.permission_level = 'admin'
    where d.id is null
  ) p
  where p.id is not null
    and p.id not in (select t.person_id from private.people_to_tell(account, array[record], told_at) t)
$$;
comment on function private.deputies_to_tell(uuid, uuid, timestamptz, timestamptz) is
  'The people to whom an alert about a record is passed on: the deputies of those who answer for it, and all members of its team; the admins where all deputies are away. Who was told before is left out.';
alter function private.deputies_to_tell(uuid,uuid,timestamp with time zone,timestamp with time zone) owner to cairn_definer;
revoke all on function private.deputies_to_tell(uuid,uuid,timestamp with time zone,timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function public.name_deputy(
  deputy_param uuid default null, away_from_param timestamptz default null, away_until_param timestamptz default null
)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  if account is null or not private.is_unscoped() then
    raise exception 'Only members who have signed in name a deputy.'
      using errcode = '42501', detail = 'deputy.people_only', hint = 'Sign in to Cairn.';
  elsif deputy_param is not null and not private.is_member(account, deputy_param) then
    raise exception 'This person is not a member of your account.'
      using errcode = 'PT404', detail = 'deputy.unknown_member';
  elsif away_until_param is null and away_from_param is not null or away_until_param <= now() then
    raise exception 'The end of an absence must be still to come.' using errcode = '22023', detail = 'deputy.absence_over';
  elsif away_until_param > now() + interval '366 days' then
    raise exception 'An absence must end within a year.' using errcode = '22023', detail = 'deputy.absence_length';
  end if;
  insert into public.deputies as d (account_id, user_id, deputy_id, away_from, away_until)
  values (account, private.caller_id(), deputy_param, away_from_param, away_until_param)
  on conflict (account_id, user_id) do update
  set deputy_id = excluded.deputy_id, away_from = excluded.away_from, away_until = excluded.away_until;
end
$$;
comment on function public.name_deputy(uuid, timestamptz, timestamptz) is
  'Names a member as the deputy of the caller, or none, and says until when the caller is away, from now on or from a moment.';
alter function public.name_deputy(uuid,timestamp with time zone,timestamp with time zone) owner to cairn_definer;
revoke all on function public.name_deputy(uuid,timestamp with time zone,timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.name_deputy(uuid, timestamptz, timestamptz) to authenticated;
create function private.near_renewals(account uuid, today date)
returns table (account_id uuid, kind text, record_id uuid, record_name text, people uuid[], renews_on date)
language plpgsql stable security definer set search_path = ''
as $$
declare
  known private.kinds;
begin
  for known in select k.* from private.kinds k where k.feature is not null order by k.place loop
    return query execute format(
      'select r.account_id, $1, r.id, r.name, private.people_who_answer(r.owner_id, r.team_id, r.created_by), r.renews_on
      from public.%I r
      where ($3 is null or r.account_id = $3)
        and r.renews_on between $2 and $2 + 60
        and r.status <> $4 and r.lifecycle is distinct from ''retired''
        and not private.switched_off(r.account_id, $1)',
      known.record_table
    ) using known.kind, today, account, known.retired_status;
  end loop;
end
$$;
comment on function private.near_renewals(uuid, date) is
  'The records, of one account where it is given, whose contract renews or ends within 60 days, and whom it concerns.';
alter function private.near_renewals(uuid,date) owner to cairn_definer;
revoke all on function private.near_renewals(uuid,date) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.renewals_due(account uuid, moment timestamptz)
returns table (
  account_id uuid, kind text, record_id uuid, record_name text, people uuid[], renews_on date, step smallint
)
language sql stable security definer set search_path = ''
as $$
  select n.account_id, n.kind, n.record_id, n.record_name, n.people, n.renews_on, s.step
  from private.near_renewals(account, (moment at time zone 'utc')::date) n
  cross join lateral (
    select min(every.step)::smallint as step
    from unnest(array[7, 30, 60]) as every (step)
    where n.renews_on <= (moment at time zone 'utc')::date + every.step
  ) s
  where not exists (
    select from private.renewals_told t
    where t.account_id = n.account_id and t.kind = n.kind and t.record_id = n.record_id
      and t.renews_on = n.renews_on and t.days <= s.step
  )
$$;
comment on function private.renewals_due(uuid, timestamptz) is
  'The records, of one account where it is given, of whose renewal members are still to be told at a moment: whom, unless it is the admins, and which step.';
alter function private.renewals_due(uuid,timestamp with time zone) owner to cairn_definer;
revoke all on function private.renewals_due(uuid,timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.my_renewals() returns table (kind text, record_id uuid, renews_on date)
language sql stable security definer set search_path = ''
as $$
  select n.kind, n.record_id, n.renews_on
  from private.near_renewals(private.my_account(), (now() at time zone 'utc')::date) n
  where private.caller_id() = any (n.people)
$$;
create or replace function public.tell_of_renewals(
  at_most integer default 1000, moment timestamptz default now(), account uuid default null,
  only_these text[] default null
)
returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  today constant date := (moment at time zone 'utc')::date;
  told private.record_news[];
  amount integer;
begin
  delete from private.renewals_told t
  where t.renews_on < today and (account is null or t.account_id = account);
  with due as materialized (
    select d.*
    from private.renewals_due(account, moment) d
    where only_these is null or d.kind || ' ' || d.record_id = any (only_these)
    order by d.renews_on, d.record_id
    limit at_most
  ),
  -- Of two servers that tell at this moment, the second waits here and finds nothing left to tell.
  noted as (
    insert into private.renewals_told as t (account_id, kind, record_id, renews_on, days)
    select d.account_id, d.kind, d.record_id, d.renews_on, d.step from due d order by 1, 2, 3
    on conflict on constraint renewals_told_pkey do update set days = excluded.days where t.days > excluded.days
    returning t.kind, t.record_id
  ),
  news as (
    select d.*, lower(d.record_name) as title
    from due d
    join noted n on n.kind = d.kind and n.record_id = d.record_id
  )
  select
    (select count(*) from news),
    array(
      select
        row(
          w.account_id, p.id, 'renewal_due', w.kind, w.record_id, w.record_name,
          jsonb_build_object('renews_on', w.renews_on, 'days', w.renews_on - today)
        )::private.record_news
      from news w
      cross join lateral (
        select a.id from unnest(w.people) as a (id)
        where a.id is not null
        union all
        select m.user_id
        from public.account_members m
        where w.people = array[null::uuid] and m.account_id = w.account_id and m.permission_level = 'admin'
      ) p
      order by w.renews_on, w.title, w.record_id
    )
  into amount, told;
  perform private.notify_of_records(told);
  return amount;
end
$$;
create function private.alerts_due(account uuid, moment timestamptz)
returns table (account_id uuid, heartbeat_id uuid, told_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select a.account_id, a.heartbeat_id, a.told_at
  from private.open_alerts a
  join public.heartbeats h on h.account_id = a.account_id and h.id = a.heartbeat_id
  left join public.alert_settings s on s.account_id = a.account_id
  where (account is null or a.account_id = account) and a.escalated_at is null
    and coalesce(s.escalate_after_hours, 4) > 0
    and a.told_at <= moment - make_interval(hours => coalesce(s.escalate_after_hours, 4))
    and h.trouble_told and h.token_hash is not null and h.paused_at is null and not h.rests
    and coalesce(h.silent_until <= moment, true)
    and private.maintenance_until(h.account_id, h.record_id, moment) is null
    and not private.switched_off(h.account_id, h.kind)
$$;
comment on function private.alerts_due(uuid, timestamptz) is
  'The alerts, of one account where it is given, that are to be passed on at a moment.';
alter function private.alerts_due(uuid,timestamp with time zone) owner to cairn_definer;
revoke all on function private.alerts_due(uuid,timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.accounts_with_alerts_due(moment timestamptz) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select distinct d.account_id from private.alerts_due(null, moment) d
$$;
comment on function private.accounts_with_alerts_due(timestamptz) is 'The accounts with alerts that are to be passed on at a moment.';
alter function private.accounts_with_alerts_due(timestamp with time zone) owner to cairn_definer;
revoke all on function private.accounts_with_alerts_due(timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.accounts_with_alerts_due(timestamptz) to supabase_auth_admin;
create function private.alerts_to_escalate(account uuid, moment timestamptz, without text[], at_most integer)
returns setof text
language sql stable security definer set search_path = ''
as $$
  select d.heartbeat_id::text
  from private.alerts_due(account, moment) d
  where d.heartbeat_id <> all (without::uuid[])
  order by d.told_at, d.heartbeat_id
  limit at_most
$$;
comment on function private.alerts_to_escalate(uuid, timestamptz, text[], integer) is
  'The heartbeats of an account, but for some, whose alerts are to be passed on at a moment: the oldest first.';
alter function private.alerts_to_escalate(uuid,timestamp with time zone,text[],integer) owner to cairn_definer;
revoke all on function private.alerts_to_escalate(uuid,timestamp with time zone,text[],integer) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.alerts_to_escalate(uuid, timestamptz, text[], integer) to supabase_auth_admin;
create function private.escalate_alerts(account uuid, moment timestamptz, only_these text[]) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  told private.record_news[];
  amount integer;
begin
  -- Apart from the act of the first notification, which may be unread by another one's deputy.
  perform set_config(
    'cairn.act', md5(account || to_char(date_bin('5 minutes', moment, 'epoch') at time zone 'utc', ' "escalated" YYYY-MM-DD HH24:MI')),
    true
  );
  with escalated as (
    update private.open_alerts a
    set escalated_at = moment, escalated_to = array(
      select p from private.deputies_to_tell(account, h.record_id, d.told_at, moment) p
    )
    from private.alerts_due(account, moment) d
    join public.heartbeats h on h.account_id = account and h.id = d.heartbeat_id
    where a.account_id = account and a.heartbeat_id = d.heartbeat_id and a.escalated_at is null
      and d.heartbeat_id = any (only_these::uuid[])
    returning a.heartbeat_id, a.told_at, a.escalated_to
  )
  select
    (select count(*) from escalated),
    array(
      select
        row(
          account, person_id, 'heartbeat_' || h.trouble, h.kind, h.record_id, r.name,
          case h.trouble when 'late' then jsonb_build_object('since', greatest(h.last_at, h.running_since)) else '{}' end
        )::private.record_news
      from escalated e
      join public.heartbeats h on h.account_id = account and h.id = e.heartbeat_id
      join private.records r on r.account_id = account and r.id = h.record_id
      cross join lateral unnest(e.escalated_to) as person_id
      order by e.told_at, lower(r.name), e.heartbeat_id
    )
  into amount, told;
  perform private.notify_of_records(told);
  return amount;
end
$$;
comment on function private.escalate_alerts(uuid, timestamptz, text[]) is
  'Passes the alerts of these heartbeats on, each once, as far as they are due. Returns how many.';
alter function private.escalate_alerts(uuid,timestamp with time zone,text[]) owner to cairn_definer;
revoke all on function private.escalate_alerts(uuid,timestamp with time zone,text[]) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.escalate_alerts(uuid, timestamptz, text[]) to supabase_auth_admin;
create function private.people_of_heartbeats(account uuid, heartbeats uuid[], moment timestamptz)
returns table (heartbeat_id uuid, record_name text, person_id uuid)
language sql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
  select h.id, r.name, p.person_id
  from public.heartbeats h
  join private.records r on r.account_id = h.account_id and r.kind = h.kind and r.id = h.record_id
  join private.people_to_tell(
    account,
    array(select o.record_id from public.heartbeats o where o.account_id = account and o.id = any (heartbeats)),
    moment
  ) p on p.record_id = h.record_id
  where h.account_id = account and h.id = any (heartbeats)
$$;
comment on function private.people_of_heartbeats(uuid, uuid[], timestamptz) is
  'The people to notify about heartbeats at a moment, with the name of the record.';
alter function private.people_of_heartbeats(uuid,uuid[],timestamp with time zone) owner to cairn_definer;
revoke all on function private.people_of_heartbeats(uuid,uuid[],timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.notify_of_heartbeats(account uuid, moment timestamptz, only_these text[]) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  told private.record_news[];
  amount integer;
  began uuid[];
  ended uuid[];
begin
  -- Notifications in several parts share one act: a later part adds to the notification of an earlier one.
  perform set_config(
    'cairn.act', md5(account || to_char(date_bin('5 minutes', moment, 'epoch') at time zone 'utc', ' YYYY-MM-DD HH24:MI')), true
  );
  with news as materialized (
    select t.* from private.dequeue_heartbeat_news(account, only_these::uuid[]) t
  ),
  people as materialized (
    select p.*
    from private.people_of_heartbeats(account, array(select n.heartbeat_id from news n), moment) p
    union
    -- The end of a trouble is told to whom it was passed on, too.
    select n.heartbeat_id, r.name, person_id
    from news n
    join public.heartbeats h on h.account_id = account and h.id = n.heartbeat_id
    join private.records r on r.account_id = account and r.id = h.record_id
    join private.open_alerts a on a.account_id = account and a.heartbeat_id = n.heartbeat_id
    cross join lateral unnest(a.escalated_to) as person_id
    where n.event = 'back'
  )
  select
    (select count(*) from news),
    array(select n.heartbeat_id from news n where n.event <> 'back'),
    array(select n.heartbeat_id from news n where n.event = 'back'),
    array(
      select
        row(
          account, p.person_id, 'heartbeat_' || n.event, h.kind, h.record_id, p.record_name,
          case n.event
            when 'late' then jsonb_build_object('since', greatest(h.last_at, h.running_since))
            when 'back' then jsonb_build_object('away_seconds', extract(epoch from n.at - n.since)::bigint)
            else '{}'
          end
        )::private.record_news
      from news n
      join public.heartbeats h on h.id = n.heartbeat_id
      join people p on p.heartbeat_id = n.heartbeat_id
      order by n.at, lower(p.record_name), n.heartbeat_id
    )
  into amount, began, ended, told;
  perform private.notify_of_records(told);
  insert into private.open_alerts as a (account_id, heartbeat_id, told_at)
  select account, b, moment from unnest(began) as b
  on conflict on constraint open_alerts_pkey do update
  set told_at = excluded.told_at, escalated_at = null, escalated_to = '{}';
  delete from private.open_alerts a where a.account_id = account and a.heartbeat_id = any (ended);
  return amount;
end
$$;
create function private.is_quiet(wants public.notification_preferences, moment timestamptz) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(
    case
      when wants.quiet_from < wants.quiet_until then c.shown >= wants.quiet_from and c.shown < wants.quiet_until
      else c.shown >= wants.quiet_from or c.shown < wants.quiet_until
    end,
    false
  )
  from (select (moment at time zone coalesce(wants.time_zone, 'UTC'))::time as shown) c
$$;
comment on function private.is_quiet(public.notification_preferences, timestamptz) is
  'Whether it is in the quiet hours of a person at a moment, by their time zone.';
alter function private.is_quiet(public.notification_preferences,timestamp with time zone) owner to cairn_definer;
revoke all on function private.is_quiet(public.notification_preferences,timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.mail_waits(person uuid, kind text, moment timestamptz) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(private.inbox_reason(kind) = 'late', false) and exists (
    select from public.notification_preferences w
    where w.user_id = person and w.quiet_from is not null and private.is_quiet(w, moment)
  )
$$;
comment on function private.mail_waits(uuid, text, timestamptz) is
  'Whether a mail about a kind of notification waits for the end of the quiet hours of a person: those about alerts do.';
alter function private.mail_waits(uuid,text,timestamp with time zone) owner to cairn_definer;
revoke all on function private.mail_waits(uuid,text,timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.accounts_to_mail() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select distinct n.account_id
  from public.notifications n
  where n.mail_due and n.created_at <= now() - interval '1 minute'
    and not private.mail_waits(n.user_id, n.kind, now())
$$;
create or replace function private.notifications_to_mail(account uuid, without uuid[], people_limit integer)
returns table (id uuid, user_id uuid)
language sql stable security definer set search_path = ''
as $$
  with due as (
    select n.id, n.user_id, n.created_at
    from public.notifications n
    where n.mail_due and n.account_id = account and n.id <> all (without)
      and not private.mail_waits(n.user_id, n.kind, now())
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
create or replace function public.take_notification_mails(
  people_limit integer default 20, wait_seconds integer default 60, account uuid default null,
  only_these uuid[] default null
)
returns table (
  id uuid, recipient text, recipient_id uuid, recipient_name text, language text, amount integer, kind text,
  actor_name text, record_kind text, record_id uuid, record_name text, payload jsonb,
  events jsonb
)
language sql volatile security definer set search_path = ''
as $$
  with waiting as (
    select n.account_id, n.user_id
    from public.notifications n
    where n.mail_due and n.created_at <= now() - make_interval(secs => wait_seconds)
      and (account is null or n.account_id = account)
      and (only_these is null or n.id = any (only_these)) and not private.mail_waits(n.user_id, n.kind, now())
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
      and not private.mail_waits(n.user_id, n.kind, now())
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
      t.*, a.name as actor_name,
      count(*) over (partition by t.user_id) as amount,
      row_number() over (partition by t.user_id order by t.number desc, t.id desc) as place
    from taken t
    left join public.notification_preferences w on w.user_id = t.user_id
    left join public.account_members m on m.account_id = t.account_id and m.user_id = t.actor_id
    left join public.profiles a on a.id = m.user_id
    where t.read_at is null and coalesce(w.email, true)
      -- Quiet hours can last for almost a day.
      and t.created_at > now() - interval '1 day' * case
        when private.inbox_reason(t.kind) = 'late' and w.quiet_from is not null then 2 else 1
      end
      and not private.is_undone(row(t.*)::public.notifications)
  )
  select
    t.id, p.email, p.id, p.name, w.language, t.amount::integer, t.kind, t.actor_name, t.record_kind, t.record_id,
    t.record_name, t.payload,
    (
      select jsonb_agg(
        jsonb_build_object(
          'kind', e.kind, 'actor_name', e.actor_name, 'record_kind', e.record_kind, 'record_id', e.record_id,
          'record_name', e.record_name, 'payload', e.payload
        )
        order by e.place
      )
      from told e
      where e.user_id = t.user_id and e.place <= 10
    )
  from told t
  join public.profiles p on p.id = t.user_id
  left join public.notification_preferences w on w.user_id = t.user_id
  where t.place = 1
$$;
create or replace function public.get_outlook(result_limit integer default 5) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  shown constant integer := least(greatest(coalesce(result_limit, 5), 0), 50);
  owning uuid[];
  departments json;
begin
  if not private.is_unscoped() then
    raise exception 'Only people who have signed in have a dashboard.'
      using errcode = '42501', detail = 'dashboard.people_only', hint = 'Sign in to Cairn.';
  end if;
  owning := array(
    select i.id
    from public.pending_invitations i
    where i.account_id = account and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
  ) || private.teams_with_members(account);
  select json_agg(d order by d.records desc, d.name) into departments
  from (
    select
      min(r.department) as name, count(*) as records,
      count(*) filter (where r.owner_id is not null or coalesce(r.invited_owner_id, r.team_id) = any (owning)) as with_owner
    from private.records r
    where r.account_id = account and r.kind in (select private.kinds_in_use()) and r.department <> ''
    group by private.folded(r.department)
    order by count(*) desc, min(r.department)
    limit shown
  ) d;
  return (
    with near as (
      select n.*, row_number() over (order by n.renews_on, lower(n.record_name), n.record_id) as place
      from private.near_renewals(account, (now() at time zone 'utc')::date) n
      where account is not null
    )
    select json_build_object(
      'renewals', json_build_object(
        'total', count(*),
        'items', coalesce(
          json_agg(
            json_build_object('kind', n.kind, 'id', n.record_id, 'name', n.record_name, 'renews_on', n.renews_on)
            order by n.place
          ) filter (where n.place <= shown),
          '[]'
        )
      ),
      'departments', coalesce(departments, '[]')
    )
    from near n
  );
end
$$;
create or replace function private.inbox_of_records() returns setof private.inbox_line
language sql stable set search_path = ''
as $$
  select w.reason, w.id, r.kind, r.id, r.name, w.since, w.person, 1::bigint, w.details
  from (
    select 'suggestion' as reason, s.id::text as id, s.kind, s.record_id, s.created_at as since, s.client as person,
      jsonb_build_object(
        'field', s.field, 'before', s.before, 'after', s.after, 'why', s.why, 'suggested_by', s.suggested_by
      ) as details
    from public.suggestions s
    where s.account_id = (select private.my_account()) and s.state = 'open' and (select private.my_rank()) >= 1
    union all
    select 'late', h.record_id::text, h.kind, h.record_id, h.trouble_since, null,
      jsonb_build_object('trouble', h.trouble)
    from private.heartbeats_in_trouble() h
    union all
    select 'renewal', n.record_id::text, n.kind, n.record_id, null, null, jsonb_build_object('renews_on', n.renews_on)
    from private.my_renewals() n
  ) w
  join private.records r on r.kind = w.kind and r.id = w.record_id
  where r.account_id = (select private.my_account()) and r.kind = any (array(select private.kinds_in_use()))
    and r.invited_owner_id is null
    and case
      when r.team_id is null then coalesce(r.owner_id, r.created_by) = (select private.caller_id())
      else r.team_id = any ((select private.my_teams())::uuid[])
    end
$$;
create function private.records_of_calendar(address public.calendar_addresses) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  shown public.views;
begin
  if address.view_id is null then
    return array(
      select r.id
      from private.records r
      where r.account_id = address.account_id and r.invited_owner_id is null
        and coalesce(r.owner_id, r.created_by) = address.user_id
    );
  end if;
  select v.* into shown
  from public.views v
  where v.account_id = address.account_id and v.id = address.view_id
    and coalesce(v.person_id, address.user_id) = address.user_id;
  return private.ids_of_view(address.account_id, shown.kind, shown.filter, address.user_id, 10000);
exception
  -- A filter that is refused says so beside the view.
  when data_exception or null_value_not_allowed then
    return '{}';
end
$$;
comment on function private.records_of_calendar(public.calendar_addresses) is
  'The records whose dates a calendar has: those of its person, or those in its view.';
alter function private.records_of_calendar(public.calendar_addresses) owner to cairn_definer;
revoke all on function private.records_of_calendar(public.calendar_addresses) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.dates_of_records(account uuid, records uuid[], today date)
returns table (id text, what text, field text, kind text, record_id uuid, record_name text, day date, starts_at timestamptz, ends_at timestamptz, note text, changed_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  with used as materialized (
    select r.*
    from private.records r
    join private.kinds k on k.kind = r.kind
    where r.account_id = account and r.id = any (records)
      and r.status is distinct from k.retired_status and r.lifecycle is distinct from 'retired'
      and not private.switched_off(account, r.kind)
  )
  select d.*
  from (
    select 'renewal-' || u.id, 'renewal', null, u.kind, u.id, u.name, u.renews_on,
      null::timestamptz, null::timestamptz, '', u.updated_at
    from used u
    where u.renews_on between today - 90 and today + 730
    union all
    select f.id || '-' || u.id, 'field', f.name, u.kind, u.id, u.name, (u.own ->> f.key)::date, null, null, '', u.updated_at
    from used u
    join public.own_fields f
      on f.account_id = account and f.kind = u.kind and f.type = 'date' and f.deleted_at is null and f.retired_at is null
    where u.own ->> f.key ~ '^\d{4}-\d\d-\d\d$' and u.own ->> f.key between (today - 90)::text and (today + 730)::text
    union all
    select 'maintenance-' || w.id, 'maintenance', null, u.kind, u.id, u.name, null, w.starts_at, w.ends_at, w.note,
      w.created_at
    from used u
    join public.maintenance_windows w on w.account_id = account and w.record_id = u.id
    where w.ends_at >= today - 90 and w.starts_at < today + 730
  ) as d (id, what, field, kind, record_id, record_name, day, starts_at, ends_at, note, changed_at)
  order by coalesce(d.day::timestamptz, d.starts_at), d.id
  limit 2000
$$;
comment on function private.dates_of_records(uuid, uuid[], date) is
  'The dates of records that a calendar names, those of maintenance windows too: what each is, of which record, and when it was changed.';
alter function private.dates_of_records(uuid,uuid[],date) owner to cairn_definer;
revoke all on function private.dates_of_records(uuid,uuid[],date) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.read_calendar(token text, network text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  address public.calendar_addresses;
begin
  select a.* into address from public.calendar_addresses a where a.token_hash = private.token_hash(read_calendar.token);
  if not found then
    return jsonb_build_object('status', private.unknown_address_response(network));
  elsif not private.count_against_limit('calendar ' || address.id, 60) then
    return jsonb_build_object('status', 429);
  end if;
  update public.calendar_addresses a set last_used_at = now()
  where a.id = address.id and coalesce(a.last_used_at < now() - interval '1 hour', true);
  return jsonb_build_object(
    'status', 200,
    'language', (select w.language from public.notification_preferences w where w.user_id = address.user_id),
    'name', (select v.name from public.views v where v.account_id = address.account_id and v.id = address.view_id),
    'dates', (
      select coalesce(jsonb_agg(to_jsonb(d)), '[]')
      from private.dates_of_records(
        address.account_id, private.records_of_calendar(address), (now() at time zone 'utc')::date
      ) d
    )
  );
end
$$;
comment on function private.read_calendar(text, text) is
  'Reads the calendar at a secret address: {"status": 200, "language", "name" of its view, "dates"}; {"status": 404} for an address that nobody has, and {"status": 429} after too many calls. For the server alone.';
alter function private.read_calendar(text,text) owner to cairn_definer;
revoke all on function private.read_calendar(text,text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.read_calendar(text, text) to supabase_auth_admin;
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
create or replace function private.refuse_account_with_rows(account uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_empty_account(account) then
    raise exception 'Only an empty account can restore an archive.'
      using errcode = 'PT409', detail = 'archive.account_not_empty',
        hint = 'Records, articles, tags, fields, views and the bin have to be empty.';
  end if;
end
$$;
create or replace function public.start_archive_import() returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  made uuid;
begin
  perform private.refuse_non_admin('archive.taken_in_by_admins', 'Only administrators can restore an archive.');
  perform from public.accounts a where a.id = account for no key update;
  perform private.refuse_account_with_rows(account);
  if exists (
    select from public.archive_imports i where i.account_id = account and i.state in ('waiting', 'working')
  ) then
    raise exception 'An archive is being restored already.'
      using errcode = 'PT409', detail = 'archive.already_being_taken_in', hint = 'Wait until it is done.';
  end if;
  delete from public.archive_imports i where i.account_id = account;
  perform private.refuse_without_archive_room(account, 1);
  insert into public.archive_imports (account_id, made_by) values (account, private.caller_id()) returning id into made;
  return made;
end
$$;
create or replace function public.add_archive_import_part(import uuid, place integer, content text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  most_bytes constant bigint := 4294967295;
  part bytea;
begin
  perform private.refuse_non_admin('archive.taken_in_by_admins', 'Only administrators can restore an archive.');
  if content is null or octet_length(content) not between 1 and 1000000 then
    raise exception 'A part of an archive has at most 750,000 bytes.'
      using errcode = '22023', detail = 'archive.part_size';
  end if;
  part := decode(content, 'base64');
  perform private.refuse_without_archive_room(private.my_account(), octet_length(part));
  update public.archive_imports i
  set parts = add_archive_import_part.place, bytes = i.bytes + octet_length(part)
  where i.account_id = private.my_account() and i.id = import and i.state = 'uploading'
    and i.parts = add_archive_import_part.place - 1 and i.bytes + octet_length(part) <= most_bytes
    -- All parts but the last have one size, so that each byte is found.
    and (add_archive_import_part.place = 1 or exists (
      select from private.archive_import_parts p
      where p.account_id = i.account_id and p.import_id = i.id and p.place = 1
        and octet_length(p.bytes) >= octet_length(part)
        and i.bytes = octet_length(p.bytes)::bigint * (add_archive_import_part.place - 1)
    ));
  if not found then
    raise exception 'This part of the archive cannot be taken.'
      using errcode = 'PT409', detail = 'archive.part_refused', hint = 'Begin anew with the whole file.';
  end if;
  insert into private.archive_import_parts (account_id, import_id, place, bytes)
  values (private.my_account(), import, add_archive_import_part.place, part);
end
$$;
create or replace function public.submit_archive_import(import uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.refuse_non_admin('archive.taken_in_by_admins', 'Only administrators can restore an archive.');
  update public.archive_imports i
  set state = 'waiting'
  where i.account_id = private.my_account() and i.id = import and i.state = 'uploading';
  if not found then
    raise exception 'This archive is gone.'
      using errcode = 'PT404', detail = 'archive.gone', hint = 'Begin anew with the whole file.';
  end if;
  perform private.write_audit(
    private.my_account(), private.caller_id(), 'archive_import_requested', 'archive', import::text
  );
end
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
create or replace trigger records_stamp
  before insert or update of
    name, description, owner_id, status, updated_by, updated_at, invited_owner_id, vendor, criticality, data_class,
    cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own, imported_from, source_id, details,
    use_cases, users, related_systems, platform, source, webhook_url, team_id, account_id, created_by, created_at
  on private.records
  for each row execute function private.stamp_record();
create trigger maintenance_windows_complete before insert on public.maintenance_windows
  for each row execute function private.complete_maintenance_window();
create trigger maintenance_windows_rules before insert on public.maintenance_windows
  for each row when (current_user in ('authenticated', 'cairn_token')) execute function private.refuse_maintenance_window();
create trigger maintenance_windows_stamp before insert on public.maintenance_windows
  for each row when (current_user in ('authenticated', 'cairn_token')) execute function private.stamp_assignment();
create trigger maintenance_windows_feature_of_made after insert on public.maintenance_windows
  referencing new table as links
  for each statement when (current_user in ('authenticated', 'cairn_token'))
  execute function private.refuse_kind_switched_off();
create trigger maintenance_windows_feature_of_ended after delete on public.maintenance_windows
  referencing old table as links
  for each statement when (current_user in ('authenticated', 'cairn_token'))
  execute function private.refuse_kind_switched_off();
create trigger maintenance_windows_history_of_made after insert on public.maintenance_windows
  referencing new table as links
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_maintenance_history();
create trigger maintenance_windows_history_of_ended after delete on public.maintenance_windows
  referencing old table as links
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_maintenance_history();
create trigger binned_records_forget_maintenance after delete on public.binned_records
  referencing old table as gone
  for each statement execute function private.forget_maintenance_windows();
create or replace trigger records_owner before insert or update of owner_id, invited_owner_id, team_id on private.records
  for each row execute function private.enforce_single_owner();
create or replace trigger records_owned_again after update of owner_id, team_id on private.records
  for each row when (coalesce(old.owner_id, old.team_id) is null and coalesce(new.owner_id, new.team_id) is not null)
  execute function private.clear_departed_owner();
create policy "tokens keep to their scopes" on public.alert_settings
  as restrictive to cairn_token
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.calendar_addresses
  as restrictive to cairn_token
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.deputies
  as restrictive to cairn_token
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.maintenance_windows
  as restrictive to cairn_token
  using ((select private.is_unscoped()) or kind = any ((select private.kinds_in_scope('read'))::text[]))
  with check ((select private.is_unscoped()) or kind = any ((select private.kinds_in_scope('write'))::text[]));
create policy "tokens keep to their scopes" on public.team_members
  as restrictive to cairn_token
  using ((select private.may('people', 'read')))
  with check ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.teams
  as restrictive to cairn_token
  using ((select private.may('people', 'read')))
  with check ((select private.is_unscoped()));
create policy "tokens delete within their scopes" on public.maintenance_windows
  as restrictive for delete to cairn_token
  using ((select private.is_unscoped()) or kind = any ((select private.kinds_in_scope('write'))::text[]));
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
create policy "users change records that they made or own, managers all" on private.records
  for update to authenticated
  using (
    account_id = (select private.my_account())
    and (
      (select private.my_rank()) >= 2
      or (select private.my_rank()) = 1 and (
        (select private.caller_id()) in (created_by, owner_id) or team_id = any ((select private.my_teams())::uuid[])
      )
    )
  )
  with check (account_id = (select private.my_account()));
create policy "users delete records that they made or own, managers all" on private.records
  for delete to authenticated
  using (
    account_id = (select private.my_account())
    and (
      (select private.my_rank()) >= 2
      or (select private.my_rank()) = 1 and (
        (select private.caller_id()) in (created_by, owner_id) or team_id = any ((select private.my_teams())::uuid[])
      )
    )
  );
create policy "users name automations of solutions that they may change" on public.solution_automations
  for insert to authenticated
  with check (
    account_id = (select private.my_account())
    and exists (
      select from private.records s
      where s.kind = 'solution' and s.account_id = solution_automations.account_id and s.id = solution_automations.solution_id
        and (
          (select private.my_rank()) >= 2
          or (select private.my_rank()) = 1 and (
            (select private.caller_id()) in (s.created_by, s.owner_id)
            or s.team_id = any ((select private.my_teams())::uuid[])
          )
        )
    )
  );
create policy "users remove automations of solutions that they may change" on public.solution_automations
  for delete to authenticated
  using (
    account_id = (select private.my_account())
    and exists (
      select from private.records s
      where s.kind = 'solution' and s.account_id = solution_automations.account_id and s.id = solution_automations.solution_id
        and (
          (select private.my_rank()) >= 2
          or (select private.my_rank()) = 1 and (
            (select private.caller_id()) in (s.created_by, s.owner_id)
            or s.team_id = any ((select private.my_teams())::uuid[])
          )
        )
    )
  );
create policy "users name agents of solutions that they may change" on public.solution_agents
  for insert to authenticated
  with check (
    account_id = (select private.my_account())
    and exists (
      select from private.records s
      where s.kind = 'solution' and s.account_id = solution_agents.account_id and s.id = solution_agents.solution_id
        and (
          (select private.my_rank()) >= 2
          or (select private.my_rank()) = 1 and (
            (select private.caller_id()) in (s.created_by, s.owner_id)
            or s.team_id = any ((select private.my_teams())::uuid[])
          )
        )
    )
  );
create policy "users remove agents of solutions that they may change" on public.solution_agents
  for delete to authenticated
  using (
    account_id = (select private.my_account())
    and exists (
      select from private.records s
      where s.kind = 'solution' and s.account_id = solution_agents.account_id and s.id = solution_agents.solution_id
        and (
          (select private.my_rank()) >= 2
          or (select private.my_rank()) = 1 and (
            (select private.caller_id()) in (s.created_by, s.owner_id)
            or s.team_id = any ((select private.my_teams())::uuid[])
          )
        )
    )
  );
create policy "members see the maintenance windows of their account" on public.maintenance_windows
  for select to authenticated
  using (account_id = (select private.my_account()));
create policy "from level user on, people add maintenance windows" on public.maintenance_windows
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);
create policy "from level user on, people remove maintenance windows" on public.maintenance_windows
  for delete to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);
create policy "members see their calendar addresses" on public.calendar_addresses
  for select to authenticated
  using (account_id = (select private.my_account()) and user_id = (select private.caller_id()));
create policy "members see how their account escalates" on public.alert_settings
  for select to authenticated
  using (account_id = (select private.my_account()));
create policy "admins say how their account escalates" on public.alert_settings
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) = 3);
create policy "admins change how their account escalates" on public.alert_settings
  for update to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) = 3);
create policy "members see their deputy, and whose deputy they are" on public.deputies
  for select to authenticated
  using (
    account_id = (select private.my_account())
    and (user_id = (select private.caller_id()) or deputy_id = (select private.caller_id()))
  );
alter table private.open_alerts enable row level security;
alter table private.open_alerts force row level security;
comment on table private.open_alerts is 'When members were told last that a heartbeat is late or failing, and to whom that was passed on.';
revoke all on private.open_alerts from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select, insert, update, delete on private.open_alerts to cairn_definer;
comment on table private.records is 'A record of any kind. Callers write it through the view of its kind.';
comment on column private.records.kind is 'system, solution, agent or automation; nobody changes it.';
comment on column private.records.name is 'Unique within the account and kind without regard to case.';
comment on column private.records.owner_id is 'The member who answers for the record; empty when nobody does.';
comment on column private.records.updated_by is 'The person who last changed the record.';
comment on column private.records.invited_owner_id is
  'The invitation of the person who owns the record after joining. Counts as long as the invitation is open.';
comment on column private.records.team_id is
  'The team that answers for the record, where neither a member nor an invited person does.';
comment on column private.records.criticality is 'low, medium, high or critical; empty where nobody has said.';
comment on column private.records.data_class is 'public, internal, confidential, personal or special (categories of personal data).';
comment on column private.records.cost_per_month is 'In cost_currency, to the cent.';
comment on column private.records.renews_on is 'The day on which a contract renews or ends.';
comment on column private.records.lifecycle is 'planned, active, phasing_out or retired.';
comment on column private.records.links is 'At most 20 of {"purpose", "title", "url"}.';
comment on column private.records.tags is 'Ids of tags of the same account, at most 50.';
comment on column private.records.imported_from is 'Where an import found the record, such as an inventory.';
comment on column private.records.source_id is 'The id of the record there; unique for account and kind where both are there.';
comment on column private.records.own is 'The values of the account''s own fields, by key. See own_fields.';
comment on column private.records.details is 'Of systems and solutions: whatever else is worth knowing, as a JSON object.';
comment on column private.records.use_cases is 'Of solutions: free text, at most 100 entries of 200 characters.';
comment on column private.records.users is 'Of solutions: people or teams that use it, at most 100 entries of 200 characters.';
comment on column private.records.related_systems is 'Of solutions: systems of the same account on which it rests, at most 100.';
comment on column private.records.platform is 'Of agents: OpenAI, Anthropic, Custom or Other.';
comment on column private.records.last_used is 'Of agents: when it was last used; empty when that is not known.';
comment on column private.records.source is 'Of automations: Zapier, Make.com, Power Automate or Other.';
comment on column private.records.webhook_url is 'Of automations: an https address, or empty. Never fetched by the server.';
comment on column private.records.last_run is 'Of automations: when it last ran; empty when that is not known.';
revoke all on private.records from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select, delete on private.records to authenticated;
grant
  insert (
    account_id, name, description, owner_id, status, created_by, updated_by, invited_owner_id, vendor, criticality,
    data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own, imported_from, source_id,
    details, use_cases, users, related_systems, platform, source, webhook_url, team_id
  ),
  update (
    name, description, owner_id, status, updated_by, updated_at, invited_owner_id, vendor, criticality, data_class,
    cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own, imported_from, source_id, details,
    use_cases, users, related_systems, platform, source, webhook_url, team_id
  )
  on private.records to authenticated;
grant select, insert, update, delete on private.records to service_role, cairn_definer;
comment on column public.agents.name is 'Unique within the account without regard to case.';
comment on column public.agents.platform is 'OpenAI, Anthropic, Custom or Other.';
comment on column public.agents.status is 'active, training or inactive.';
comment on column public.agents.owner_id is 'The member who answers for the agent; empty when nobody does.';
comment on column public.agents.last_used is 'When it was last used; empty when that is not known.';
comment on column public.agents.updated_by is 'The person who last changed the record: the last publisher.';
comment on column public.agents.invited_owner_id is
  'The invitation of the person who owns the agent after joining. Counts as long as the invitation is open.';
comment on column public.agents.team_id is
  'The team that answers for the agent, where neither a member nor an invited person does.';
comment on column public.agents.criticality is 'low, medium, high or critical; empty where nobody has said.';
comment on column public.agents.data_class is 'public, internal, confidential, personal or special (categories of personal data).';
comment on column public.agents.cost_per_month is 'In cost_currency, to the cent.';
comment on column public.agents.renews_on is 'The day on which a contract renews or ends.';
comment on column public.agents.lifecycle is 'planned, active, phasing_out or retired.';
comment on column public.agents.links is 'At most 20 of {"purpose", "title", "url"}.';
comment on column public.agents.tags is 'Ids of tags of the same account, at most 50.';
comment on column public.agents.imported_from is 'Where an import found the record, such as an inventory.';
comment on column public.agents.source_id is 'The id of the record there; unique for the account where both are there.';
comment on column public.agents.own is 'The values of the account''s own fields, by key. See own_fields.';
revoke all on public.agents from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select, delete on public.agents to authenticated;
grant
  insert (
    account_id, name, platform, description, status, owner_id, created_by, updated_by, invited_owner_id, vendor,
    criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own,
    imported_from, source_id, team_id
  ),
  update (
    name, platform, description, status, owner_id, updated_by, updated_at, invited_owner_id, vendor, criticality,
    data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own, imported_from,
    source_id, team_id
  )
  on public.agents to authenticated;
grant select, insert, update, delete on public.agents to service_role, cairn_definer;
alter table public.alert_settings enable row level security;
alter table public.alert_settings force row level security;
comment on table public.alert_settings is 'After which time an account passes alerts on to deputies: after four hours without a row.';
comment on column public.alert_settings.escalate_after_hours is 'Hours from an alert to the deputy; 0 for never.';
revoke all on public.alert_settings from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select on public.alert_settings, public.deputies to authenticated;
grant insert (escalate_after_hours), update (escalate_after_hours) on public.alert_settings to authenticated;
grant select on public.alert_settings, public.deputies to service_role;
grant select, insert, update, delete on public.alert_settings, public.deputies to cairn_definer;
comment on column public.automations.name is 'Unique within the account without regard to case.';
comment on column public.automations.source is 'Zapier, Make.com, Power Automate or Other.';
comment on column public.automations.status is 'active or inactive.';
comment on column public.automations.webhook_url is 'An https address, or empty. Never fetched by the server.';
comment on column public.automations.owner_id is 'The member who answers for the automation; empty when nobody does.';
comment on column public.automations.last_run is 'When it last ran; empty when that is not known.';
comment on column public.automations.updated_by is 'The person who last changed the record: the last publisher.';
comment on column public.automations.invited_owner_id is
  'The invitation of the person who owns the automation after joining. Counts as long as the invitation is open.';
comment on column public.automations.team_id is
  'The team that answers for the automation, where neither a member nor an invited person does.';
comment on column public.automations.criticality is 'low, medium, high or critical; empty where nobody has said.';
comment on column public.automations.data_class is 'public, internal, confidential, personal or special (categories of personal data).';
comment on column public.automations.cost_per_month is 'In cost_currency, to the cent.';
comment on column public.automations.renews_on is 'The day on which a contract renews or ends.';
comment on column public.automations.lifecycle is 'planned, active, phasing_out or retired.';
comment on column public.automations.links is 'At most 20 of {"purpose", "title", "url"}.';
comment on column public.automations.tags is 'Ids of tags of the same account, at most 50.';
comment on column public.automations.imported_from is 'Where an import found the record, such as an inventory.';
comment on column public.automations.source_id is 'The id of the record there; unique for the account where both are there.';
comment on column public.automations.own is 'The values of the account''s own fields, by key. See own_fields.';
revoke all on public.automations from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select, delete on public.automations to authenticated;
grant
  insert (
    account_id, name, source, description, status, webhook_url, owner_id, created_by, updated_by, invited_owner_id,
    vendor, criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags,
    own, imported_from, source_id, team_id
  ),
  update (
    name, source, description, status, webhook_url, owner_id, updated_by, updated_at, invited_owner_id, vendor,
    criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own,
    imported_from, source_id, team_id
  )
  on public.automations to authenticated;
grant select, insert, update, delete on public.automations to service_role, cairn_definer;
alter table public.calendar_addresses enable row level security;
alter table public.calendar_addresses force row level security;
comment on table public.calendar_addresses is 'Secret addresses of calendars: of the records of a person, or of a view.';
comment on column public.calendar_addresses.kind is 'The kind of the view''s records.';
comment on column public.calendar_addresses.view_id is 'The view whose records it has; empty for the records of the person.';
comment on column public.calendar_addresses.token_hash is 'The SHA-256 of its secret, which is shown once.';
comment on column public.calendar_addresses.last_used_at is 'When a calendar last asked, to the hour or so.';
revoke all on public.calendar_addresses from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select (id, account_id, user_id, kind, view_id, created_at, last_used_at)
  on public.calendar_addresses to authenticated, service_role;
grant select, insert, update, delete on public.calendar_addresses to cairn_definer;
alter table public.deputies enable row level security;
alter table public.deputies force row level security;
comment on table public.deputies is 'The members who get alerts in place of others, and the absences of those.';
comment on column public.deputies.deputy_id is 'The deputy; empty where none is named, or that person has left.';
comment on column public.deputies.away_from is 'Away from now on where it is empty and away_until is not.';
revoke all on public.deputies from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select on public.alert_settings, public.deputies to authenticated;
grant select on public.alert_settings, public.deputies to service_role;
grant select, insert, update, delete on public.alert_settings, public.deputies to cairn_definer;
alter table public.maintenance_windows enable row level security;
alter table public.maintenance_windows force row level security;
comment on table public.maintenance_windows is 'From when to when a record is worked on: nobody is told meanwhile that it is late or fails.';
comment on column public.maintenance_windows.kind is 'The kind of the record, filled in.';
comment on column public.maintenance_windows.record_id is 'Without a key to the record: one that is restored from the bin has its windows.';
comment on column public.maintenance_windows.note is 'At most 500 characters in one line.';
comment on column public.maintenance_windows.assigned_by is 'The person who added it.';
revoke all on public.maintenance_windows from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select on public.maintenance_windows to authenticated;
grant insert (record_id, starts_at, ends_at, note, assigned_by) on public.maintenance_windows to authenticated;
grant delete on public.maintenance_windows to authenticated;
grant select, insert, update, delete on public.maintenance_windows to service_role, cairn_definer;
comment on column public.notification_preferences.mentions is 'Tell me when I become expert or owner of something.';
comment on column public.notification_preferences.email is 'Mail notifications as well.';
comment on table public.notification_preferences is
  'The notification preferences of a person: events, channels and language. Without a row: all but the digest, in English.';
comment on column public.notification_preferences.language is 'The language of mails, one of private.languages. English when empty. Mirror of the user metadata, kept by a trigger.';
comment on column public.notification_preferences.time_zone is
  'A name that Postgres knows, such as Europe/Madrid. UTC when empty. Mirror of the user metadata, kept by a trigger.';
comment on column public.notification_preferences.quiet_from is
  'From when on mails about alerts wait, by the clock of the person''s time zone; empty for no quiet hours.';
comment on column public.notification_preferences.quiet_until is 'Until when they wait: on the next day where it is before quiet_from.';
comment on column public.notification_preferences.push is 'Keep notifications in the app: the list behind the bell.';
comment on column public.notification_preferences.weekly_digest is
  'Mail a digest on Monday morning, in the person''s time zone; nothing to say, no mail.';
revoke all on public.notification_preferences from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select on public.notification_preferences to authenticated;
grant insert (user_id, email, push, mentions, weekly_digest, quiet_from, quiet_until, updated_at)
  on public.notification_preferences to authenticated;
grant update (user_id, email, push, mentions, weekly_digest, quiet_from, quiet_until, updated_at)
  on public.notification_preferences to authenticated;
grant select, insert, update, delete on public.notification_preferences to service_role, cairn_definer;
comment on column public.solutions.name is 'Unique within the account without regard to case.';
comment on column public.solutions.status is 'active, inactive, development or deprecated.';
comment on column public.solutions.owner_id is 'The member who answers for the solution; empty when nobody does.';
comment on column public.solutions.use_cases is 'Purposes: free text, at most 100 entries of 200 characters.';
comment on column public.solutions.users is 'People or teams that use it: free text, at most 100 entries of 200 characters.';
comment on column public.solutions.related_systems is 'Systems of the same account on which it rests, at most 100.';
comment on column public.solutions.details is 'Whatever else is worth knowing, as a JSON object.';
comment on column public.solutions.updated_by is 'The person who last changed the record.';
comment on column public.solutions.invited_owner_id is
  'The invitation of the person who owns the solution after joining. Counts as long as the invitation is open.';
comment on column public.solutions.team_id is
  'The team that answers for the solution, where neither a member nor an invited person does.';
comment on column public.solutions.criticality is 'low, medium, high or critical; empty where nobody has said.';
comment on column public.solutions.data_class is 'public, internal, confidential, personal or special (categories of personal data).';
comment on column public.solutions.cost_per_month is 'In cost_currency, to the cent.';
comment on column public.solutions.renews_on is 'The day on which a contract renews or ends.';
comment on column public.solutions.lifecycle is 'planned, active, phasing_out or retired.';
comment on column public.solutions.links is 'At most 20 of {"purpose", "title", "url"}.';
comment on column public.solutions.tags is 'Ids of tags of the same account, at most 50.';
comment on column public.solutions.imported_from is 'Where an import found the record, such as an inventory.';
comment on column public.solutions.source_id is 'The id of the record there; unique for the account where both are there.';
comment on column public.solutions.own is 'The values of the account''s own fields, by key. See own_fields.';
revoke all on public.solutions from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select, delete on public.solutions to authenticated;
grant
  insert (
    account_id, name, description, owner_id, status, use_cases, users, related_systems, details, created_by,
    updated_by, invited_owner_id, vendor, criticality, data_class, cost_per_month, cost_currency, renews_on,
    lifecycle, department, links, tags, own, imported_from, source_id, team_id
  ),
  update (
    name, description, owner_id, status, use_cases, users, related_systems, details, updated_by, updated_at,
    invited_owner_id, vendor, criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle,
    department, links, tags, own, imported_from, source_id, team_id
  )
  on public.solutions to authenticated;
grant select, insert, update, delete on public.solutions to service_role, cairn_definer;
comment on column public.systems.name is 'Unique within the account without regard to case.';
comment on column public.systems.status is 'active, inactive, maintenance or deprecated.';
comment on column public.systems.owner_id is 'The member who answers for the system; empty when nobody does.';
comment on column public.systems.details is 'Whatever else is worth knowing, as a JSON object.';
comment on column public.systems.updated_by is 'The person who last changed the record.';
comment on column public.systems.invited_owner_id is
  'The invitation of the person who owns the system after joining. Counts as long as the invitation is open.';
comment on column public.systems.team_id is
  'The team that answers for the system, where neither a member nor an invited person does.';
comment on column public.systems.criticality is 'low, medium, high or critical; empty where nobody has said.';
comment on column public.systems.data_class is 'public, internal, confidential, personal or special (categories of personal data).';
comment on column public.systems.cost_per_month is 'In cost_currency, to the cent.';
comment on column public.systems.renews_on is 'The day on which a contract renews or ends.';
comment on column public.systems.lifecycle is 'planned, active, phasing_out or retired.';
comment on column public.systems.links is 'At most 20 of {"purpose", "title", "url"}.';
comment on column public.systems.tags is 'Ids of tags of the same account, at most 50.';
comment on column public.systems.imported_from is 'Where an import found the record, such as an inventory.';
comment on column public.systems.source_id is 'The id of the record there; unique for the account where both are there.';
comment on column public.systems.own is 'The values of the account''s own fields, by key. See own_fields.';
revoke all on public.systems from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select, delete on public.systems to authenticated;
grant
  insert (
    account_id, name, description, owner_id, status, details, created_by, updated_by, invited_owner_id, vendor,
    criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own,
    imported_from, source_id, team_id
  ),
  update (
    name, description, owner_id, status, details, updated_by, updated_at, invited_owner_id, vendor, criticality,
    data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own, imported_from,
    source_id, team_id
  )
  on public.systems to authenticated;
grant select, insert, update, delete on public.systems to service_role, cairn_definer;
alter table public.team_members enable row level security;
alter table public.team_members force row level security;
comment on table public.team_members is 'The members of teams.';
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
comment on column public.teams.on_call_url is 'Leads to the person on call.';
comment on column public.teams.notices is 'lead: notices go to lead and deputy, or to all members where there is neither; all: to all members.';
revoke all on public.teams from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select on public.teams, public.team_members to authenticated;
grant
  insert (name, lead_id, deputy_id, mail, chat_url, on_call_url, notices),
  update (name, lead_id, deputy_id, mail, chat_url, on_call_url, notices)
  on public.teams to authenticated;
grant select, insert, update, delete on public.teams, public.team_members to service_role, cairn_definer;
drop function private.people_of_heartbeats(uuid,uuid[]);
drop function public.map_groups(text,text[],integer,integer);
