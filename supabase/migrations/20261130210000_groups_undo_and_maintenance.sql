-- Adds relations with a record, the undo of the end of a team, groups that fill teams, and maintenance beside lateness.

alter table public.acts
  add column ended_team jsonb,
  drop constraint acts_action_known,
  add constraint acts_action_known check (private.holds(
    action in (
      'owner', 'status', 'expert', 'add_tag', 'remove_tag', 'field', 'delete', 'restore', 'handover', 'import', 'undo',
      'delete_team', 'merge_team'
    ),
    'act.action',
    'Action must be owner, status, expert, add_tag, remove_tag, field, delete, restore, handover, import, undo, delete_team or merge_team.'
  ));

alter table public.team_members add column filled_by text;

create table public.group_rules (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  provider text not null,
  claim text not null default 'groups',
  group_name text not null,
  team_id uuid,
  level text,
  created_at timestamptz not null default now(),
  constraint group_rules_key unique nulls not distinct (account_id, provider, claim, group_name, team_id),
  constraint group_rules_team_id_fkey foreign key (account_id, team_id)
    references public.teams (account_id, id) on delete cascade,
  constraint group_rules_provider_length check (private.holds(
    char_length(provider) between 1 and 64,
    'group_rule.provider',
    'The name of a provider must have 1 to 64 characters.'
  )),
  constraint group_rules_claim_length check (private.holds(
    char_length(claim) between 1 and 256,
    'group_rule.claim',
    'The name of a claim must have 1 to 256 characters.'
  )),
  constraint group_rules_group_length check (private.holds(
    char_length(group_name) between 1 and 256,
    'group_rule.group',
    'The name of a group must have 1 to 256 characters.'
  )),
  constraint group_rules_level_known check (private.holds(
    level is null or private.rank(level) is not null,
    'group_rule.level',
    'The level must be viewer, user, manager or admin.'
  )),
  constraint group_rules_gives_something check (private.holds(
    num_nonnulls(team_id, level) > 0,
    'group_rule.gives_nothing',
    'A rule must name a team or a level.'
  ))
);
create index group_rules_team_id_idx on public.group_rules (account_id, team_id);

create table private.levels_of_groups (
  account_id uuid not null,
  user_id uuid primary key,
  provider text not null,
  given text not null,
  former text not null,
  constraint levels_of_groups_user_id_fkey foreign key (account_id, user_id)
    references public.account_members (account_id, user_id) on delete cascade
);
create index levels_of_groups_account_id_idx on private.levels_of_groups (account_id, user_id);

alter table public.group_rules owner to cairn_owner;
alter table private.levels_of_groups owner to cairn_owner;

alter table public.heartbeats add column held_since timestamptz;

create index heartbeats_held_idx on public.heartbeats (held_since) where held_since is not null;

comment on column public.heartbeats.held_since is
  'Since when its runs fail during maintenance; members are told at the end if it still fails then.';

alter table public.calendar_addresses
  add column team_id uuid,
  add constraint calendar_addresses_team_id_fkey foreign key (account_id, team_id)
    references public.teams (account_id, id) on delete cascade;

create index calendar_addresses_team_id_idx on public.calendar_addresses (account_id, team_id);

alter table private.made_secrets
  drop constraint made_secrets_kind_known,
  add constraint made_secrets_kind_known check (private.holds(
    kind in (
      'api_token', 'webhook_secret', 'webhook_address', 'source_key', 'heartbeat_address', 'discovery_address',
      'calendar_address'
    ),
    'secret.kind',
    'Kind must be one of the known kinds of secrets.'
  ));

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
drop function private.resolved_handovers(uuid,uuid,jsonb,boolean);
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
    ('save_record', '{kinds:write}', true),
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
comment on function public.remove_member(uuid, jsonb) is
  'Ends a membership: an admin anybody''s, everybody their own. An account keeps at least one admin (LA001). The handover says who gets what they own and know. It is {"records": [{"kind", "id", "part": "owner" | "expert", "receiver" | "invitation" | "team" or neither}], "rest"}. The rest is {"receiver"}, {"invitation"}, {"team"}, {"suggested": true} or null. Experts are members. What has no receiver has no owner then. HO001 where another user was quicker.';
create or replace function private.audit_severity(action text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when action is null then null
    when action in (
      'login_rate_limit_check', 'password_changed', 'password_change_failed', 'permission_updated', 'member_removed',
      'audit_log_cleaned', 'team_data_access_failed', 'member_second_factor_removed', 'member_sessions_ended',
      'bin_purged', 'archive_requested', 'archive_downloaded', 'api_token_made', 'api_token_rotated',
      'webhook_created', 'webhook_changed', 'service_account_given', 'api_settings_updated'
    ) then 'high'
    when action in (
      'failed_login', 'lock_out_released', 'password_change_attempted', 'session_ended', 'member_joined', 'member_left',
      'invitation_created', 'invitation_accepted', 'invitation_revoked', 'newcomer_admitted', 'newcomer_refused',
      'newcomer_admission_updated', 'second_factor_reminder_sent', 'feature_updated', 'appearance_updated', 'suggested_edits_updated',
      'bin_expired', 'records_exported', 'archive_import_requested', 'archive_taken_in', 'found_source_added',
      'found_key_renewed', 'discovery_address_made', 'api_token_revoked',
      'webhook_paused', 'webhook_secret_rotated', 'heartbeat_address_made', 'heartbeat_address_rotated',
      'heartbeat_address_revoked', 'calendar_address_made', 'calendar_address_renewed', 'secrets_ended', 'app_connected', 'app_ended', 'import_begun', 'import_applied'
    ) or action like '%\_deleted' then 'medium'
    else 'low'
  end
$$;
create function private.provider_of_change() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object('provider', nullif(current_setting('cairn.groups_of', true), '')))
$$;
comment on function private.provider_of_change() is
  'The sign-in provider whose groups the present change follows, as a detail of its entry; none for any other change.';
alter function private.provider_of_change() owner to cairn_definer;
revoke all on function private.provider_of_change() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.audit_membership() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.write_audit(
      new.account_id, new.user_id, 'member_joined', 'account_member', new.user_id::text,
      jsonb_build_object('permission', new.permission_level)
    );
  elsif tg_op = 'DELETE' then
    perform private.write_audit(
      old.account_id, private.caller_id(),
      case when old.user_id = private.caller_id() then 'member_left' else 'member_removed' end,
      'account_member', old.user_id::text, jsonb_build_object('permission', old.permission_level)
    );
  else
    perform private.write_audit(
      new.account_id, private.caller_id(), 'permission_updated', 'account_member', new.user_id::text,
      jsonb_build_object('new_permission', new.permission_level, 'old_permission', old.permission_level)
        || private.provider_of_change()
    );
  end if;
  return null;
end
$$;
create or replace function private.note_act(
  account uuid, action text, value text, parts text[], departed jsonb default null, undoes uuid default null
) returns uuid
language sql volatile security definer set search_path = ''
as $$
  insert into public.acts as a (id, account_id, action, kind, value, parts, records, undoes, departed, done_by)
  select
    private.current_act(), account, note_act.action, case when count(distinct h.kind) = 1 then min(h.kind) end,
    note_act.value, note_act.parts, count(distinct h.record_id), note_act.undoes, coalesce(note_act.departed, '[]'),
    private.caller_id()
  from public.record_history h
  where h.account_id = account and h.act = private.current_act() and coalesce(h.field, h.action) = any (note_act.parts)
  -- A team may have owned nothing.
  having count(*) > 0 or 'team' = any (note_act.parts)
  on conflict (id) do update
  set action = excluded.action, kind = excluded.kind, value = excluded.value, parts = excluded.parts,
    records = excluded.records, undoes = excluded.undoes, departed = excluded.departed
  returning a.id
$$;
create or replace function private.limit_teams() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('teams of ' || a.account_id, 0))
  from (select distinct n.account_id from added n order by n.account_id) a;
  if exists (
    select
    from (select distinct n.account_id from added n) a
    join public.teams t on t.account_id = a.account_id
    group by a.account_id
    having count(*) > 200
  ) then
    raise exception 'An account has at most 200 teams.'
      using errcode = '23514', detail = 'team.too_many', hint = 'Merge or delete some first.';
  end if;
  return null;
end
$$;
create function private.wait_for_members_of_team(team uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('members of team ' || team, 0))
$$;
comment on function private.wait_for_members_of_team(uuid) is 'Lets those who add members to a team take turns.';
alter function private.wait_for_members_of_team(uuid) owner to cairn_definer;
revoke all on function private.wait_for_members_of_team(uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.limit_team_members() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.wait_for_members_of_team(a.team_id)
  from (select distinct n.team_id from added n order by n.team_id) a;
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
create or replace function private.audit_team_member() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  kept constant public.team_members := coalesce(new, old);
begin
  perform private.write_audit(
    t.account_id, private.caller_id(),
    case tg_op when 'INSERT' then 'team_member_added' else 'team_member_removed' end,
    'team', t.id::text,
    jsonb_build_object('name', t.name, 'member_id', kept.user_id) || private.provider_of_change()
  )
  from public.teams t
  where t.account_id = kept.account_id and t.id = kept.team_id;
  return null;
end
$$;
create function private.records_in_maintenance(account uuid, moment timestamptz)
returns table (record_id uuid, until timestamptz)
language sql stable set search_path = ''
as $$
  select w.record_id, max(w.ends_at)
  from public.maintenance_windows w
  where w.account_id = account and w.ends_at > moment and w.starts_at <= moment
  group by w.record_id
$$;
comment on function private.records_in_maintenance(uuid, timestamptz) is
  'The records of an account that are in maintenance at a moment, and until when.';
alter function private.records_in_maintenance(uuid,timestamp with time zone) owner to cairn_definer;
revoke all on function private.records_in_maintenance(uuid,timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.records_in_maintenance(uuid, timestamptz) to authenticated;
create function private.write_record(kind text, columns jsonb, record_id uuid, version timestamptz) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  catalogue constant text := private.catalogue_of(kind);
  -- Also a call that names no column is written, and the catalogue refuses it where it has no name.
  given constant jsonb := case when jsonb_typeof(columns) = 'object' then columns else '{}' end || case
    when record_id is null then jsonb_build_object('account_id', private.my_account())
    else jsonb_build_object('updated_at', now())
  end;
  -- The statement takes its names from the catalogue, never from the caller.
  names constant text[] := array(
    select quote_ident(a.attname)
    from pg_attribute a
    where a.attrelid = format('public.%I', catalogue)::regclass and a.attnum > 0 and not a.attisdropped
      and given ? a.attname::text
  );
  written jsonb;
begin
  if cardinality(names) <> (select count(*) from jsonb_object_keys(given)) then
    raise exception 'A record has only columns of its kind.'
      using errcode = '23514', detail = 'record.columns_of_kind', hint = 'See the columns of the catalogue.';
  end if;
  if record_id is null then
    execute format(
      'insert into public.%1$I as t (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1) returning to_jsonb(t)',
      catalogue, array_to_string(names, ', ')
    )
      into written using given;
  else
    execute format(
      'update public.%1$I t set (%2$s) = (select %2$s from jsonb_populate_record(t, $1))
      where t.id = $2 and ($3 is null or t.updated_at = $3) returning to_jsonb(t)',
      catalogue, array_to_string(names, ', ')
    )
      into written using given, record_id, version;
  end if;
  return written;
end
$$;
comment on function private.write_record(text, jsonb, uuid, timestamptz) is
  'Adds or changes a record as the caller: its row, or null where no record has this version.';
alter function private.write_record(text,jsonb,uuid,timestamp with time zone) owner to cairn_definer;
revoke all on function private.write_record(text,jsonb,uuid,timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.write_record(text, jsonb, uuid, timestamptz) to authenticated;
create function public.save_record(
  kind text, record jsonb, relations jsonb default '[]', record_id uuid default null, version timestamptz default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  written jsonb;
begin
  perform private.refuse_out_of_scope(save_record.kind, 'write');
  perform private.refuse_other_kind(kind);
  written := private.write_record(kind, record, record_id, version);
  if written is null then
    return '[]';
  end if;
  insert into public.relations (from_id, to_id, type, note)
  select distinct on (n.from_id, n.to_id, n.type) n.from_id, n.to_id, n.type, n.note
  from (
    select
      case when coalesce(r.outgoing, true) then (written ->> 'id')::uuid else r.record_id end as from_id,
      case when coalesce(r.outgoing, true) then r.record_id else (written ->> 'id')::uuid end as to_id,
      r.type, coalesce(r.note, '') as note
    from jsonb_to_recordset(save_record.relations) as r (record_id uuid, outgoing boolean, type text, note text)
  ) n
  where not exists (
    select from public.relations o where o.from_id = n.from_id and o.to_id = n.to_id and o.type = n.type
  );
  return jsonb_build_array(written);
end
$$;
comment on function public.save_record(text, jsonb, jsonb, uuid, timestamptz) is
  'Adds a record of a kind, or changes the one with this id, and adds relations to it, all or nothing. Its row comes in an array, which is empty where the record is gone or no longer has this version. record: columns of the catalogue. relations: [{record_id, type, outgoing (true unless it says so), note}]; those that there are stay.';
alter function public.save_record(text,jsonb,jsonb,uuid,timestamp with time zone) owner to cairn_definer;
revoke all on function public.save_record(text,jsonb,jsonb,uuid,timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.save_record(text, jsonb, jsonb, uuid, timestamptz) to authenticated;
create or replace function private.is_receiver_choice(choice jsonb, names text[]) returns boolean
language sql immutable set search_path = ''
as $$
  select case
    when jsonb_typeof(choice) = 'object'
    then choice - names = '{}'
      and num_nonnulls(choice -> 'receiver', choice -> 'invitation', choice -> 'team', choice -> 'suggested') <= 1
      and coalesce(choice -> 'suggested', 'true') = 'true'
    else false
  end
$$;
comment on function private.is_receiver_choice(jsonb, text[]) is
  'Whether it says who gets a record: a receiver, an invitation, a team, the suggested receiver, or none of these; and nothing but these names.';
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
      and private.is_receiver_choice(coalesce(given -> 'rest', '{}'), array['receiver', 'invitation', 'team', 'suggested'])
      and not exists (
        select from jsonb_array_elements(given -> 'records') as choice
        where not private.is_receiver_choice(choice, array['kind', 'id', 'part', 'receiver', 'invitation', 'team'])
      )
      and not exists (
        select from jsonb_array_elements(given -> 'service_accounts') as choice
        where not private.is_receiver_choice(choice, array['id', 'receiver'])
      );
  end if;
  if not is_clear then
    raise exception 'A handover says who gets which records, and who gets the rest.'
      using errcode = '22023', detail = 'handover.shape',
        hint = 'Send {"records": [{"kind", "id", "part", "receiver", "invitation" or "team"}], "rest": {"receiver"}, {"invitation"}, {"team"} or {"suggested": true}}.';
  end if;
  return given;
end
$$;
create function private.resolved_handovers(account uuid, person uuid, choices jsonb, leaves boolean)
returns table (kind text, id uuid, name text, part text, receiver_id uuid, invitation_id uuid, team_id uuid)
language sql stable security definer set search_path = ''
as $$
  with wanted as (
    select nullif(w.rest, 'null') as rest, w.rest -> 'suggested' is not distinct from 'true' as by_suggestion
    from (select choices -> 'rest' as rest) w
  ),
  named as (
    select distinct on (n.kind, n.id, n.part) n.*
    from jsonb_to_recordset(coalesce(choices -> 'records', '[]'))
      as n (kind text, id uuid, part text, receiver uuid, invitation uuid, team uuid)
    order by n.kind, n.id, n.part
  ),
  had as materialized (
    select b.*, n.id is not null as is_named, n.receiver, n.invitation, n.team
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
      end as invitation_id,
      case
        when b.part = 'expert' then null
        when b.is_named then b.team
        else (w.rest ->> 'team')::uuid
      end as team_id
    from had b
    cross join wanted w
    left join suggested s on s.kind = b.kind and s.id = b.id and s.part = b.part
  )
  select
    d.kind, d.id, d.name, d.part, d.receiver_id, case when d.receiver_id is null then d.invitation_id end, d.team_id
  from decided d
  -- A member who is already an expert is not notified, and while there are other experts no gap arises.
  where d.part = 'owner' or not exists (
    select from public.record_experts e
    where e.account_id = account and e.kind = d.kind and e.record_id = d.id
      and e.expert_id = coalesce(d.receiver_id, nullif(e.expert_id, person))
  )
$$;
comment on function private.resolved_handovers(uuid, uuid, jsonb, boolean) is
  'The receiver of each record that a member owns or knows; a row without receiver stays without one.';
alter function private.resolved_handovers(uuid,uuid,jsonb,boolean) owner to cairn_definer;
revoke all on function private.resolved_handovers(uuid,uuid,jsonb,boolean) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.insert_handovers(account uuid, decided jsonb, giver_id uuid, giver text, leaves boolean)
returns void
language sql security definer set search_path = ''
as $$
  with wanted as (
    select d.*
    from jsonb_to_recordset(decided)
      as d (kind text, id uuid, name text, part text, receiver_id uuid, invitation_id uuid, team_id uuid)
  ),
  told as (
    insert into public.record_history (account_id, kind, record_id, record_name, action, field, after, changed_by)
    select
      account, w.kind, w.id, w.name, 'updated', 'handover',
      private.handover_line(
        w.part, case when w.receiver_id = private.caller_id() then 'accepted' else 'pending' end,
        insert_handovers.giver_id, giver, w.receiver_id, w.invitation_id
      ) || case when t.id is null then '{}' else jsonb_build_object(
        'receiver', jsonb_build_object('id', t.id, 'name', t.name, 'team', true)
      ) end,
      private.caller_id()
    from wanted w
    left join public.teams t on t.account_id = account and t.id = w.team_id
    where leaves or num_nonnulls(w.receiver_id, w.invitation_id, w.team_id) = 1
  ),
  -- A team is not asked: it owns the record at once.
  given as (
    update private.records r
    set team_id = w.team_id
    from wanted w
    where r.account_id = account and r.id = w.id and w.part = 'owner' and w.team_id is not null
  )
  insert into public.handovers (
    account_id, kind, record_id, part, giver_id, giver_name, handed_by, receiver_id, invitation_id
  )
  select
    account, w.kind, w.id, w.part, insert_handovers.giver_id, giver, private.caller_id(), w.receiver_id, w.invitation_id
  from wanted w
  where num_nonnulls(w.receiver_id, w.invitation_id) = 1
$$;
comment on function private.insert_handovers(uuid, jsonb, uuid, text, boolean) is
  'Inserts handovers for the receivers, makes teams owners, and writes records without a receiver into their history.';
create function private.refuse_unknown_teams(account uuid, asked jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  teams constant uuid[] := array(
    select (choice ->> 'team')::uuid
    from jsonb_array_elements(coalesce(asked -> 'records', '[]') || coalesce(asked -> 'rest', '{}')) as choice
    where choice ? 'team'
  );
begin
  perform from public.teams t where t.account_id = account and t.id = any (teams) order by t.id for key share;
  if exists (
    select from unnest(teams) as named (id)
    where not exists (select from public.teams t where t.account_id = account and t.id = named.id)
  ) then
    raise exception 'This team no longer exists.'
      using errcode = 'PT404', detail = 'team.gone', hint = 'Another member may have deleted it.';
  end if;
end
$$;
comment on function private.refuse_unknown_teams(uuid, jsonb) is
  'Refuses with PT404 teams of a handover that the account does not have; keeps the others until the transaction ends.';
alter function private.refuse_unknown_teams(uuid,jsonb) owner to cairn_definer;
revoke all on function private.refuse_unknown_teams(uuid,jsonb) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
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
begin
  if person is distinct from private.caller_id() and coalesce(private.my_rank(), 0) < 2 then
    raise exception 'Only managers can hand over for another member.'
      using errcode = '42501', detail = 'handover.for_others_by_managers', hint = 'Ask an administrator.';
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
    raise exception 'Members cannot hand over to themselves.'
      using errcode = '22023', detail = 'handover.to_oneself', hint = 'Choose another person.';
  end if;
  if rest -> 'suggested' = 'true' then
    select array_agg(distinct d.receiver_id) filter (where d.receiver_id is not null) into suggested
    from private.resolved_handovers(account, person, asked, leaves) d;
  end if;
  -- The caller as well: what they hand over says who changed it.
  perform private.lock_members(account, members || suggested || array[caller, person]);
  if not private.is_member(account, caller) then
    raise exception 'You are no longer a member of this account.'
      using errcode = '42501', detail = 'handover.no_longer_member', hint = 'Sign in again.';
  end if;
  select p.name into giver
  from public.account_members m
  join public.profiles p on p.id = m.user_id
  where m.account_id = account and m.user_id = person;
  if not found then
    perform private.refuse_outdated('handover.already_made', 'Another person has handed this over in the meantime.');
  end if;
  perform private.refuse_receivers(account, members, invitations);
  perform private.refuse_invitations_of(account, person, invitations);
  perform private.refuse_unknown_teams(account, asked);
  perform private.refuse_service_accounts(account, person, asked);
  if exists (
    select n.kind, n.id, n.part
    from jsonb_to_recordset(coalesce(asked -> 'records', '[]')) as n (kind text, id uuid, part text)
    except
    select b.kind, b.id, b.part from private.belongings(account, person, not leaves) b
  ) then
    perform private.refuse_outdated('handover.already_made', 'Another person has handed this over in the meantime.');
  end if;
  perform private.hand_over_to_locked(account, person, asked, leaves, giver, members || suggested, suggested);
end
$$;
comment on function private.hand_over(uuid, jsonb, boolean) is
  'Hands over what a member owns and knows. choices: {"records": [{kind, id, part, receiver | invitation | team | neither}], "rest": {receiver | invitation | team | "suggested": true} | null, "service_accounts": [{id, receiver or none}]}; what has no receiver stays a gap. Refuses with HO001 where another user was quicker.';
create or replace function private.mark_handovers_passed_on(account uuid, person uuid, decided jsonb) returns void
language sql security definer set search_path = ''
as $$
  update public.handovers h
  set state = 'passed_on', answered_at = now()
  from jsonb_to_recordset(decided) as d (id uuid, part text, receiver_id uuid, invitation_id uuid, team_id uuid)
  where h.account_id = account and h.record_id = d.id and h.part = d.part
    -- A record has one owner: another member who was asked before is asked no more.
    and (h.receiver_id = person or h.part = 'owner')
    and h.state = 'pending' and num_nonnulls(d.receiver_id, d.invitation_id, d.team_id) = 1
$$;
create function private.note_end_of_team(gone public.teams, ending jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.note_act(
    gone.account_id, case when ending ->> 'into_team' is null then 'delete_team' else 'merge_team' end, gone.name,
    array['owner_id', 'team']
  );
  update public.acts a
  set ended_team = to_jsonb(gone) || ending || (
    select jsonb_build_object(
      'member_ids', coalesce(jsonb_agg(m.user_id), '[]'),
      'filled_by', coalesce(jsonb_object_agg(m.user_id, m.filled_by) filter (where m.filled_by is not null), '{}')
    )
    from public.team_members m
    where m.account_id = gone.account_id and m.team_id = gone.id
  )
  where a.id = private.current_act();
$$;
comment on function private.note_end_of_team(public.teams, jsonb) is
  'Remembers a team that is about to be deleted, with its members, in the act of this transaction.';
alter function private.note_end_of_team(public.teams,jsonb) owner to cairn_definer;
revoke all on function private.note_end_of_team(public.teams,jsonb) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function public.delete_team(team uuid, into_team uuid default null, receiver uuid default null) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  gone public.teams;
  kept public.teams;
  binned uuid[];
  added uuid[];
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
  with back as (
    update public.binned_records b
    set record = b.record || jsonb_build_object('team_id', kept.id, 'owner_id', receiver)
    where b.account_id = gone.account_id and b.record ->> 'team_id' = gone.id::text
    returning b.record_id
  )
  select array_agg(back.record_id) into binned from back;
  with joined as (
    insert into public.team_members (account_id, team_id, user_id, filled_by)
    select m.account_id, kept.id, m.user_id, m.filled_by
    from public.team_members m
    where m.account_id = gone.account_id and m.team_id = gone.id and kept.id is not null
    on conflict on constraint team_members_key do nothing
    returning user_id
  )
  select array_agg(joined.user_id) into added from joined;
  perform private.note_end_of_team(gone, jsonb_build_object(
    'into_team', kept.id, 'receiver', receiver, 'added_ids', coalesce(added, '{}'), 'binned_ids', coalesce(binned, '{}')
  ) || private.end_group_rules_of_team(gone, kept.id));
  delete from public.teams t where t.id = gone.id;
  return moved;
end
$$;
comment on function public.delete_team(uuid, uuid, uuid) is
  'Deletes a team, for managers and admins: how many records it owned. They go to a member (receiver), or have no owner. With into_team it is merged: that team gets its records and members. undo_act takes it back for 30 days: the act has the id of the team in ended_team.';
create function private.restore_ended_team(done public.acts) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  was constant public.teams := jsonb_populate_record(null::public.teams, done.ended_team);
  into_team constant uuid := (done.ended_team ->> 'into_team')::uuid;
  members uuid[];
begin
  perform private.refuse_below_manager_of_teams();
  if exists (select from public.acts u where u.account_id = done.account_id and u.undoes = done.id) then
    perform private.refuse_outdated('team.restored', 'This team was restored already.');
  end if;
  members := array(
    select m.user_id
    from jsonb_array_elements_text(done.ended_team -> 'member_ids') as had (id)
    join public.account_members m on m.account_id = done.account_id and m.user_id = had.id::uuid
  );
  insert into public.teams (
    id, account_id, name, lead_id, deputy_id, mail, chat_url, on_call_url, notices, created_at
  ) values (
    was.id, done.account_id, was.name, case when was.lead_id = any (members) then was.lead_id end,
    case when was.deputy_id = any (members) then was.deputy_id end, was.mail, was.chat_url, was.on_call_url, was.notices,
    was.created_at
  );
  insert into public.team_members (account_id, team_id, user_id, filled_by)
  select done.account_id, was.id, m.id, done.ended_team -> 'filled_by' ->> m.id::text from unnest(members) as m (id)
  on conflict on constraint team_members_key do nothing;
  perform private.restore_group_rules_of_team(done);
  -- Whom the merge brought into the other team leaves it again, unless they lead it by now.
  delete from public.team_members m
  using public.teams t
  where t.account_id = done.account_id and t.id = into_team and m.account_id = t.account_id and m.team_id = t.id
    and done.ended_team -> 'added_ids' ? m.user_id::text and m.user_id <> all (array_remove(array[t.lead_id, t.deputy_id], null));
  update public.binned_records b
  set record = b.record || jsonb_build_object('team_id', was.id, 'owner_id', null)
  where b.account_id = done.account_id and done.ended_team -> 'binned_ids' ? b.record_id::text
    and b.record ->> 'team_id' is not distinct from into_team::text
    and b.record ->> 'owner_id' is not distinct from done.ended_team ->> 'receiver';
  return jsonb_build_object(
    'name', was.name,
    'left', jsonb_array_length(done.ended_team -> 'member_ids') - cardinality(members)
  );
end
$$;
comment on function private.restore_ended_team(public.acts) is
  'Restores the team that an act has deleted or merged, for managers: its name, and how many of its members have left the account.';
alter function private.restore_ended_team(public.acts) owner to cairn_definer;
revoke all on function private.restore_ended_team(public.acts) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.limit_group_rules() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('group rules of ' || a.account_id, 0))
  from (select distinct n.account_id from added n order by n.account_id) a;
  if exists (
    select
    from (select distinct n.account_id from added n) a
    join public.group_rules r on r.account_id = a.account_id
    group by a.account_id
    having count(*) > 500
  ) then
    raise exception 'An account has at most 500 rules for groups.'
      using errcode = '23514', detail = 'group_rule.too_many', hint = 'Delete some first.';
  end if;
  return null;
end
$$;
comment on function private.limit_group_rules() is 'Statement trigger: refuses the 501st rule of an account.';
alter function private.limit_group_rules() owner to cairn_definer;
revoke all on function private.limit_group_rules() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.audit_group_rule() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  kept constant public.group_rules := coalesce(new, old);
begin
  perform private.write_audit(
    kept.account_id, private.caller_id(),
    case tg_op when 'INSERT' then 'group_rule_added' when 'DELETE' then 'group_rule_deleted' else 'group_rule_changed' end,
    'group_rule', kept.id::text,
    jsonb_strip_nulls(jsonb_build_object(
      'provider', kept.provider, 'claim', kept.claim, 'group', kept.group_name, 'permission', kept.level,
      'name', (select t.name from public.teams t where t.id = kept.team_id)
    ))
  );
  return null;
end
$$;
comment on function private.audit_group_rule() is 'Trigger: enters a rule for groups that was added or deleted, or whose team was merged.';
alter function private.audit_group_rule() owner to cairn_definer;
revoke all on function private.audit_group_rule() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.end_group_rules_of_team(gone public.teams, into_team uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  moved uuid[];
  ended jsonb;
begin
  with given as (
    update public.group_rules r
    set team_id = into_team
    where r.account_id = gone.account_id and r.team_id = gone.id and into_team is not null and not exists (
      select from public.group_rules k
      where k.account_id = r.account_id and k.team_id = into_team
        and (k.provider, k.claim, k.group_name) = (r.provider, r.claim, r.group_name)
    )
    returning r.id
  )
  select array_agg(given.id) into moved from given;
  with deleted as (
    delete from public.group_rules r where r.account_id = gone.account_id and r.team_id = gone.id returning r.*
  )
  select jsonb_agg(to_jsonb(deleted)) into ended from deleted;
  return jsonb_build_object('moved_rule_ids', coalesce(moved, '{}'), 'ended_rules', coalesce(ended, '[]'));
end
$$;
comment on function private.end_group_rules_of_team(public.teams, uuid) is
  'Gives the rules for groups of a team that ends to the team it is merged into, and deletes the others: which ones.';
alter function private.end_group_rules_of_team(public.teams,uuid) owner to cairn_definer;
revoke all on function private.end_group_rules_of_team(public.teams,uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.restore_group_rules_of_team(done public.acts) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.group_rules r
  set team_id = (done.ended_team ->> 'id')::uuid
  where r.account_id = done.account_id and r.team_id = (done.ended_team ->> 'into_team')::uuid
    and done.ended_team -> 'moved_rule_ids' ? r.id::text;
  insert into public.group_rules (id, account_id, provider, claim, group_name, team_id, level, created_at)
  select r.id, done.account_id, r.provider, r.claim, r.group_name, r.team_id, r.level, r.created_at
  from jsonb_populate_recordset(null::public.group_rules, done.ended_team -> 'ended_rules') r;
$$;
comment on function private.restore_group_rules_of_team(public.acts) is
  'Brings the rules for groups back to a team that is restored. Those that an admin deleted meanwhile stay deleted.';
alter function private.restore_group_rules_of_team(public.acts) owner to cairn_definer;
revoke all on function private.restore_group_rules_of_team(public.acts) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.rules_about_groups(account uuid, said_by text, claims jsonb)
returns table (team_id uuid, level text, is_known boolean, matches boolean)
language sql stable security definer set search_path = ''
as $$
  select r.team_id, r.level, k.known, k.known and coalesce(c.said ? r.group_name, false)
  from public.group_rules r
  -- Names of attributes come in lower case: SAML does not tell capitals apart.
  cross join lateral (select claims -> case said_by when 'saml' then lower(r.claim) else r.claim end as said) c
  cross join lateral (select coalesce(jsonb_typeof(c.said), 'array') = 'array' as known) k
  where r.account_id = account and r.provider = said_by
$$;
comment on function private.rules_about_groups(uuid, text, jsonb) is
  'The rules of an account about a provider, and whether they match what it said. A claim that is not there names no group; one that is null is not known.';
alter function private.rules_about_groups(uuid,text,jsonb) owner to cairn_definer;
revoke all on function private.rules_about_groups(uuid,text,jsonb) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.follow_groups_in_teams(account uuid, person uuid, said_by text, claims jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  joining constant uuid[] := array(
    select distinct r.team_id
    from private.rules_about_groups(account, said_by, claims) r
    where r.matches and r.team_id is not null and not exists (
      select from public.team_members m
      where m.account_id = account and m.team_id = r.team_id and m.user_id = person
    )
    order by r.team_id
  );
  -- Whom nobody changes meanwhile; a team with 500 members takes no other one.
  room uuid[];
begin
  delete from public.team_members m
  where m.account_id = account and m.user_id = person and m.filled_by = said_by and not exists (
    select from private.rules_about_groups(account, said_by, claims) r
    where r.team_id = m.team_id and (r.matches or not r.is_known)
  );
  -- The rows first: who saves a team holds its row, and then waits for its members.
  perform from public.teams t where t.account_id = account and t.id = any (joining) order by t.id for key share;
  perform private.wait_for_members_of_team(j.team) from unnest(joining) as j (team);
  room := array(
    select t.id
    from public.teams t
    where t.account_id = account and t.id = any (joining)
      and (select count(*) from public.team_members m where m.account_id = account and m.team_id = t.id) < 500
  );
  insert into public.team_members (account_id, team_id, user_id, filled_by)
  select account, j.team, person, said_by from unnest(room) as j (team)
  on conflict on constraint team_members_key do nothing;
  perform private.write_audit(
    account, null, 'team_full', 'team', t.id::text,
    jsonb_build_object('name', t.name, 'member_id', person, 'provider', said_by)
  )
  from public.teams t
  where t.account_id = account and t.id = any (joining) and t.id <> all (room);
end
$$;
comment on function private.follow_groups_in_teams(uuid, uuid, text, jsonb) is
  'Adds a member to the teams of their groups, and takes them out of those that the same provider once filled.';
alter function private.follow_groups_in_teams(uuid,uuid,text,jsonb) owner to cairn_definer;
revoke all on function private.follow_groups_in_teams(uuid,uuid,text,jsonb) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.follow_groups_in_level(account uuid, person uuid, said_by text, claims jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  present text;
  given private.levels_of_groups;
  ruled text;
  target text;
begin
  if exists (
    select from private.rules_about_groups(account, said_by, claims) r where r.level is not null and not r.is_known
  ) then
    return;
  end if;
  select m.permission_level into present from public.account_members m where m.user_id = person for no key update;
  select l.* into given from private.levels_of_groups l where l.user_id = person;
  select r.level into ruled
  from private.rules_about_groups(account, said_by, claims) r
  where r.matches and r.level is not null
  order by private.rank(r.level) desc
  limit 1;
  -- Leaving a group takes back what it gave, and never gives more.
  target := coalesce(ruled, case
    when given.provider = said_by and given.given = present and private.rank(given.former) < private.rank(present)
      then given.former
    else present
  end);
  if target <> present then
    perform from public.accounts a where a.id = account for no key update;
    if present = 'admin' and not exists (
      select from public.account_members m
      where m.account_id = account and m.permission_level = 'admin' and m.user_id <> person
    ) then
      return;
    end if;
    update public.account_members m set permission_level = target where m.account_id = account and m.user_id = person;
  end if;
  if ruled is not null then
    insert into private.levels_of_groups as l (account_id, user_id, provider, given, former)
    values (account, person, said_by, ruled, present)
    on conflict (user_id) do update set provider = excluded.provider, given = excluded.given;
  elsif given.provider = said_by then
    delete from private.levels_of_groups l where l.user_id = person;
  end if;
end
$$;
comment on function private.follow_groups_in_level(uuid, uuid, text, jsonb) is
  'Gives a member the highest level that a rule has for their groups, and takes it back with the group. The last admin stays one.';
alter function private.follow_groups_in_level(uuid,uuid,text,jsonb) owner to cairn_definer;
revoke all on function private.follow_groups_in_level(uuid,uuid,text,jsonb) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function public.follow_groups(event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person constant uuid := (event ->> 'user_id')::uuid;
  said_by constant text := event ->> 'provider';
  claims constant jsonb := coalesce(event -> 'claims', '{}');
  account constant uuid := (
    select m.account_id
    from public.account_members m
    join public.account_domains d on d.account_id = m.account_id and d.domain = private.email_domain(event ->> 'address')
    where m.user_id = person
  );
begin
  if account is not null and said_by is not null then
    -- For the triggers that enter changes into the audit log.
    perform set_config('cairn.groups_of', said_by, true);
    perform private.follow_groups_in_teams(account, person, said_by, claims);
    perform private.follow_groups_in_level(account, person, said_by, claims);
    perform set_config('cairn.groups_of', '', true);
  end if;
  return '{}';
end
$$;
comment on function public.follow_groups(jsonb) is
  'Auth hook: a sign-in by a provider. Follows the rules of the member''s account: {"user_id", "provider", "address", "claims"}. The address is one that the provider vouches for.';
alter function public.follow_groups(jsonb) owner to cairn_definer;
revoke all on function public.follow_groups(jsonb) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.follow_groups(jsonb) to supabase_auth_admin;
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
          and a.id <> all (array(select w.record_id from private.records_in_maintenance(account, now()) w))
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
create or replace function private.record_summaries(account uuid, kind text, ids uuid[])
returns table (id uuid, summary json)
language plpgsql stable security definer set search_path = ''
as $$
declare
  first_gap constant text := (
    select string_agg(format('when %s then %L', private.gap_condition(record_summaries.kind, gap, null), gap), ' ' order by place)
    from unnest(array['owner_left', 'no_owner', 'handover_pending', 'nobody_else']) with ordinality as g (gap, place)
  );
begin
  return query execute format(
    'select t.id, json_build_object(
      ''status'', t.status,
      ''owner'', coalesce(
        (select p.name from public.profiles p where p.id = t.owner_id and p.account_id = $1 and private.may(''people'', ''read'')),
        (
          select i.name from public.pending_invitations i
          where i.id = t.invited_owner_id and i.account_id = $1 and private.may(''people'', ''read'')
            and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
        ),
        (select o.name from public.teams o where o.id = t.team_id and o.account_id = $1 and private.may(''people'', ''read''))
      ),
      ''gap'', case %s end
    )
    from public.%I t
    where t.account_id = $1 and t.id = any ($2)',
    first_gap, private.catalogue_of(kind)
  )
  using account, ids;
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
          'trouble_since', private.shown_trouble_since(h, w.until, now()), 'maintenance_until', w.until
        ) order by n.distance, n.name, r.id)
        from (select s.id, s.distance, s.name from shown s union all select start, 0, '') n
        join private.records r on r.account_id = account and r.id = n.id
        left join public.account_members m on m.account_id = account and m.user_id = r.owner_id
        left join public.profiles p on p.id = m.user_id and (select private.may('people', 'read'))
        left join public.heartbeats h
          on h.account_id = account and h.kind = r.kind and h.record_id = r.id and not h.rests
        left join private.records_in_maintenance(account, now()) w on w.record_id = r.id
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
  'A record and those that lie at most depth (1 to 3) steps from it, the nearest first, at most limit (1 to 500) beside itself: {"nodes": [{"id", "kind", "name", "status", "owner_id", "owner_name", "invited_owner_id", "team_id", "criticality", "distance", "state", "trouble_since", "maintenance_until"}], "edges": [{"from", "to", "type", "note", "field", "is_relation"}], "groups": [{"type", "outgoing", "field", "is_relation", "kind", "total"}], "hidden"}. Edges are relations, links of solutions (depends_on, part_of) and own fields that name a record (refers_to, with the label in field). Groups count the record''s own edges; hidden is how many records the limit leaves out.';
create or replace function public.map_groups(
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
        h.record_id is not null and private.shown_trouble_since(h, w.until, now()) is not null as is_troubled,
        w.until is not null as is_in_maintenance
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
      left join private.records_in_maintenance(account, now()) w on w.record_id = r.id
      where r.account_id = account and r.kind = any (kinds)
        and (listed is null or r.id in (select l.id from unnest(listed) as l (id)))
    ),
    shown as materialized (
      select
        p.key, min(p.department) as department, count(*) as records,
        count(*) filter (where p.is_unowned) as unowned, count(*) filter (where p.is_troubled) as troubled,
        count(*) filter (where p.is_critical) as critical, count(*) filter (where p.is_in_maintenance) as in_maintenance
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
          'unowned', s.unowned, 'troubled', s.troubled, 'critical', s.critical, 'in_maintenance', s.in_maintenance
        ) order by s.records desc, s.key), '[]')
        from shown s
      ),
      'nodes', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', r.id, 'kind', r.kind, 'name', r.name, 'status', r.status, 'owner_id', r.owner_id, 'owner_name', p.name,
          'invited_owner_id', r.invited_owner_id, 'team_id', r.team_id, 'group', n.key,
          'state', private.heartbeat_state(h, now()),
          'trouble_since', private.shown_trouble_since(h, w.until, now()), 'maintenance_until', w.until
        ) || (select to_jsonb(said) from (select r.criticality) said) order by n.place, n.name, r.id), '[]')
        from singled n
        join private.records r on r.account_id = account and r.id = n.id
        left join public.account_members m on m.account_id = account and m.user_id = r.owner_id
        left join public.profiles p on p.id = m.user_id and (select private.may('people', 'read'))
        left join public.heartbeats h
          on h.account_id = account and h.kind = r.kind and h.record_id = r.id and not h.rests
        left join private.records_in_maintenance(account, now()) w on w.record_id = r.id
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
  'All records of the account in groups by department, kind, owner, tag or lifecycle, the largest first: {"groups": [{"key", "label", "records", "unowned", "troubled", "critical", "in_maintenance"}], "nodes": [{"id", "kind", "name", "status", "owner_id", "owner_name", "invited_owner_id", "criticality", "group", "state", "trouble_since", "maintenance_until"}], "edges": [{"from_group", "from_record", "to_group", "to_record", "total"}], "hidden": {"groups", "records", "relations"}}. Key is empty and label null for records without a value. A record with several tags stands in the group of the first by name. Nodes are the records of the groups in unfolded, at most max_records (0 to 500); the others stay in their group. An edge leads from what needs to what it needs, and counts the relations, links of solutions and own fields between two groups or records. Hidden is what lies in groups beyond max_groups (1 to 500): shown and hidden together are all that there is. With a kind, these are the records of its list that match filter, which has the form of the filter of a view, and the edges among them.';
create function private.owners_of_linked(account uuid, kind text, ids uuid[])
returns table (record_id uuid, name text, person uuid)
language sql stable security definer set search_path = ''
as $$
  with dependent as (
    select l.record_id, r.name, r.owner_id, r.team_id
    from private.binned_links(account, ids) l
    join private.catalogue_records c on c.account_id = account and c.kind = l.kind and c.id = l.id
    join private.records r on r.account_id = account and r.id = c.id
    where l.part <> 'systems'
      and (l.part <> 'relations' or private.rests_on(l.link ->> 'type', (l.link -> 'outgoing')::boolean))
    union all
    -- The values of own fields stay, and name a record in the bin.
    select v.text_value::uuid, r.name, r.owner_id, r.team_id
    from public.own_fields f
    join private.own_values v on v.account_id = f.account_id and v.field_id = f.id and v.text_value = any (ids::text[])
    join private.records r on r.account_id = v.account_id and r.id = v.record_id
    where f.account_id = account and f.type = 'record' and f.record_kind = owners_of_linked.kind
      and r.id::text <> v.text_value
    union all
    select l.record_id, a.title, a.author_id, null
    from private.binned_links(account, ids) l
    join public.knowledge_articles a on a.account_id = account and a.id = l.id
    where l.kind = 'article'
  )
  select d.record_id, d.name, p.id
  from dependent d
  cross join lateral unnest(
    case when d.team_id is null then array[d.owner_id] else private.people_of_team(d.team_id) end
  ) as p (id)
  where p.id is not null
$$;
comment on function private.owners_of_linked(uuid, text, uuid[]) is
  'The owners of what is linked to records of a kind that go to the bin, by links, relations and own fields; of a team the people who get its notices.';
alter function private.owners_of_linked(uuid,text,uuid[]) owner to cairn_definer;
revoke all on function private.owners_of_linked(uuid,text,uuid[]) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.notify_owners_of_linked(account uuid, kind text, ids uuid[], target uuid, reason text) returns void
language sql security definer set search_path = ''
as $$
  select private.notify_of_records(array(
    select
      row(
        account, told.person, 'dependency_deleted', kind, told.record_id, told.record_name,
        jsonb_strip_nulls(jsonb_build_object(
          'dependents', told.dependents,
          'reason', nullif(reason, ''),
          'moved_to', (
            select r.name
            from private.catalogue_records r
            where r.account_id = account and r.kind = notify_owners_of_linked.kind and r.id = target
          )
        ))
      )::private.record_news
    from (
      select
        l.person, l.record_id, b.name as record_name, to_jsonb((array_agg(distinct l.name))[1:5]) as dependents
      from private.owners_of_linked(account, kind, ids) l
      join public.binned_records b
        on b.account_id = account and b.kind = notify_owners_of_linked.kind and b.record_id = l.record_id
      group by l.person, l.record_id, b.name
    ) told
    order by told.person, lower(told.record_name), told.record_id
  ))
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
        -- The undo of its end brings it back.
      ) and l.before ->> 'id' is distinct from a.ended_team ->> 'id'
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
create or replace function public.undo_act(act_param uuid, skip integer default 0) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  done constant public.acts := private.lock_undoable_act(act_param);
  departed jsonb := private.begin_undo(done, skip);
  page constant record := private.lines_of_page(done, skip);
  lines jsonb := page.lines;
  good jsonb;
  undoing uuid;
  counted integer;
  team jsonb;
begin
  if done.ended_team is not null then
    team := private.restore_ended_team(done);
  end if;
  if 'deleted' = any (done.parts) then
    lines := private.undo_deletions(lines);
  end if;
  select coalesce(jsonb_agg(l.value), '[]'), count(distinct l.value ->> 'record_id')
  into good, counted
  from jsonb_array_elements(lines) as l (value)
  where l.value ->> 'problem' is null;
  departed := departed || private.departed_owners_of(
    array(select (l.value ->> 'record_id')::uuid from jsonb_array_elements(good) as l (value))
  );
  perform private.restore_former_values(good);
  perform private.restore_former_experts(good);
  perform private.restore_former_tags(good);
  perform private.restore_former_fields(good);
  perform private.undo_creations(good);
  perform private.restore_former_relations(good);
  perform private.restore_departed_owners(done.departed, array(
    select l.record_id from jsonb_to_recordset(good) as l (record_id uuid, part text) where l.part = 'owner_id'
  ));
  undoing := private.note_act(
    done.account_id, 'undo', null, private.history_parts_of_undo(done.parts), departed, done.id
  );
  return jsonb_build_object(
    'act', undoing,
    'undone', counted,
    'left', private.grouped_problems(lines),
    'next', page.next,
    'team', team
  );
end
$$;
comment on function public.undo_act(uuid, integer) is
  'Takes an act of the caller''s account back, for 30 days: each record that nobody has changed since and that the caller may change so. {"act", "undone", "left": [{"problem", "by_id", "by_name", "records"}], "next", "team": {"name", "left"}}: the undo, which is an act itself (null where nothing came of it), how many records, and what speaks against the others (see private.checked_lines). Of an import it is a page: next says which lines to skip in the next call, and is null after the last. A team that came back has its name, and how many of its members have left the account.';
create or replace function public.get_act(act_param uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  found_act public.acts;
  lines jsonb;
begin
  select a.* into found_act from public.acts a where a.id = act_param and a.account_id = private.my_account();
  if not found then
    raise exception 'There is no such act.'
      using errcode = 'PT404', detail = 'act.unknown', hint = 'Acts are kept as long as the history.';
  end if;
  if found_act.done_at > now() - private.undo_time() and private.my_rank() >= 1 then
    select coalesce(jsonb_agg(jsonb_build_object(
      'record_id', l.record_id, 'problem', l.problem, 'problem_by', l.problem_by
    )), '[]') into lines
    from private.checked_lines(found_act.id) l;
  end if;
  return private.act_json_with_undone(found_act) || jsonb_build_object(
    'lines', (
      select count(*)
      from public.record_history h
      where h.account_id = found_act.account_id and h.act = found_act.id
        and coalesce(h.field, h.action) = any (found_act.parts)
    ),
    'undoable', (
      select count(distinct l.record_id)
      from jsonb_to_recordset(lines) as l (record_id uuid, problem text)
      where l.problem is null
    ),
    'left', private.grouped_problems(coalesce(lines, '[]')),
    'team', found_act.ended_team ->> 'name',
    'expires_at', found_act.done_at + private.undo_time()
  );
end
$$;
comment on function public.get_act(uuid) is
  'An act of the account, as get_acts gives it, with {"lines", "undoable", "left", "team", "expires_at"}. undoable says how many records the caller can undo now, left the problems of the others. Its undo restores the team of this name. PT404 where there is none.';
create function private.shown_trouble_since(beat public.heartbeats, maintenance_until timestamptz, moment timestamptz)
returns timestamptz
language sql immutable set search_path = ''
as $$
  select case
    when maintenance_until is null and private.heartbeat_state(beat, moment) in ('late', 'failing')
      then coalesce(beat.trouble_since, beat.held_since, beat.late_at)
  end
$$;
comment on function private.shown_trouble_since(public.heartbeats, timestamptz, timestamptz) is
  'Since when a heartbeat counts as late or failing at a moment; null while it does not, and during maintenance.';
alter function private.shown_trouble_since(public.heartbeats,timestamp with time zone,timestamp with time zone) owner to cairn_definer;
revoke all on function private.shown_trouble_since(public.heartbeats,timestamp with time zone,timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.without_trouble(beat public.heartbeats) returns public.heartbeats
language plpgsql immutable set search_path = ''
as $$
begin
  beat.trouble := null;
  beat.trouble_since := null;
  beat.trouble_told := false;
  beat.held_since := null;
  return beat;
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
  elsif beat.trouble is null and beat.paused_at is null then
    if private.maintenance_until(beat.account_id, beat.record_id, moment) is not null then
      beat.held_since := coalesce(beat.held_since, moment);
      return beat;
    end if;
    beat.trouble := 'failing';
    beat.trouble_since := coalesce(beat.held_since, moment);
    beat.held_since := null;
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
  'A heartbeat whose run ended so, in trouble or out of it, and notes what members are told of that. Trouble of a run that fails during maintenance is held until its end.';
create or replace function private.store_called_heartbeat(beat public.heartbeats) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.heartbeats h
  set status = beat.status, first_at = beat.first_at, last_at = beat.last_at, last_outcome = beat.last_outcome,
    last_seconds = beat.last_seconds, running_since = beat.running_since, arrivals = beat.arrivals,
    due_at = beat.due_at, late_at = beat.late_at, trouble = beat.trouble, trouble_since = beat.trouble_since,
    trouble_told = beat.trouble_told, held_since = beat.held_since, runs = beat.runs, minute = beat.minute, minute_calls = beat.minute_calls,
    refused_calls = beat.refused_calls
  where h.id = beat.id;
end
$$;
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
        h.trouble_since, h.held_since, case when h.late_at <= now() then h.late_at end
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
create or replace function public.get_heartbeat_counts() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'on_time', count(*) filter (where s.state = 'on_time'), 'running', count(*) filter (where s.state = 'running'),
    'late', count(*) filter (where s.state = 'late'), 'failing', count(*) filter (where s.state = 'failing'),
    'paused', count(*) filter (where s.state = 'paused'), 'never', count(*) filter (where s.state = 'never'),
    'maintenance', count(*) filter (where s.state = 'maintenance')
  )
  from (
    select case
      when w.until is not null and private.heartbeat_state(h, now()) in ('late', 'failing') then 'maintenance'
      else private.heartbeat_state(h, now())
    end as state
    from public.heartbeats h
    left join private.records_in_maintenance(private.my_account(), now()) w on w.record_id = h.record_id
    where h.account_id = private.my_account() and not h.rests and h.kind in (select private.kinds_in_use())
  ) s
$$;
comment on function public.get_heartbeat_counts() is
  'How many heartbeats of the account are in which state: {"on_time", "running", "late", "failing", "paused", "never", "maintenance"}. Maintenance is those that would be late or failing.';
create function private.trouble_due(beat public.heartbeats, moment timestamptz) returns text
language sql immutable set search_path = ''
as $$
  select case
    when beat.held_since is not null and private.heartbeat_state(beat, moment) = 'failing' then 'failing'
    when beat.late_at <= moment then 'late'
  end
$$;
comment on function private.trouble_due(public.heartbeats, timestamptz) is
  'The trouble of a heartbeat that was not noted yet: late, or failing since its maintenance. Null for none.';
alter function private.trouble_due(public.heartbeats,timestamp with time zone) owner to cairn_definer;
revoke all on function private.trouble_due(public.heartbeats,timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.late_heartbeats(moment timestamptz, without text[], at_most integer) returns setof text
language sql stable security definer set search_path = ''
as $$
  select d.id::text
  from (
    select h.id, h.account_id, h.record_id, h.late_at as since
    from private.answering a
    join public.heartbeats h on h.late_at <= moment and moment - make_interval(secs => h.grace_seconds) >= a.since
    where h.trouble is null
    union
    select h.id, h.account_id, h.record_id, h.held_since
    from public.heartbeats h
    where h.held_since is not null and h.trouble is null and private.trouble_due(h, moment) = 'failing'
  ) d
  where d.id <> all (without::uuid[]) and private.maintenance_until(d.account_id, d.record_id, moment) is null
  group by d.id
  order by min(d.since)
  limit at_most
$$;
comment on function private.late_heartbeats(timestamptz, text[], integer) is
  'The heartbeats, but for some, that have become late by a moment, or fail since a maintenance that is over, which was not noted yet: the longest ago first.';
create or replace function private.mark_late_heartbeats(moment timestamptz, only_these text[]) returns integer
language sql volatile security definer set search_path = ''
as $$
  with due as materialized (
    select h.id, private.trouble_due(h, moment) as trouble, coalesce(h.held_since, h.late_at) as since
    from public.heartbeats h
    where h.id = any (only_these::uuid[]) and h.trouble is null and private.trouble_due(h, moment) is not null
      and private.maintenance_until(h.account_id, h.record_id, moment) is null
    for update skip locked
  ),
  noted as (
    update public.heartbeats h
    set trouble = d.trouble, trouble_since = d.since, held_since = null,
      trouble_told = coalesce(h.silent_until <= moment, true)
    from due d
    where h.id = d.id
    returning h.account_id, h.id, h.trouble, h.trouble_told
  ),
  news as (
    insert into private.heartbeat_news (account_id, heartbeat_id, event, at)
    select n.account_id, n.id, n.trouble, moment from noted n where n.trouble_told
  )
  select count(*)::integer from noted
$$;
comment on function private.mark_late_heartbeats(timestamptz, text[]) is
  'Marks heartbeats that have become late by a moment, or fail since a maintenance that is over, each once, and queues notifications unless alerts are muted. Returns how many.';
create or replace function private.suspend_heartbeats() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.heartbeats h
  set rests = true, late_at = null, trouble = null, trouble_since = null, trouble_told = false, held_since = null
  from gone g
  where h.account_id = g.account_id and h.kind = g.kind and h.record_id = g.id;
  return null;
end
$$;
create function private.name_of_calendar(address public.calendar_addresses) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select v.name from public.views v where v.account_id = address.account_id and v.id = address.view_id),
    (select t.name from public.teams t where t.account_id = address.account_id and t.id = address.team_id)
  )
$$;
comment on function private.name_of_calendar(public.calendar_addresses) is
  'The name of the view or team of a calendar; null for the records of a person.';
alter function private.name_of_calendar(public.calendar_addresses) owner to cairn_definer;
revoke all on function private.name_of_calendar(public.calendar_addresses) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.audit_calendar(address public.calendar_addresses, action text) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.write_audit(
    address.account_id, private.caller_id(), audit_calendar.action, 'calendar_address', address.id::text,
    jsonb_strip_nulls(jsonb_build_object('name', private.name_of_calendar(address)))
  );
  select private.record_made_secret(
    'calendar_address', address.id, coalesce(private.name_of_calendar(address), p.name)
  )
  from public.profiles p
  where p.id = address.user_id and audit_calendar.action <> 'calendar_address_removed'
$$;
comment on function private.audit_calendar(public.calendar_addresses, text) is
  'Enters what the caller does with a calendar address into the audit log, and notifies the person of one that is made or renewed.';
alter function private.audit_calendar(public.calendar_addresses,text) owner to cairn_definer;
revoke all on function private.audit_calendar(public.calendar_addresses,text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.new_calendar_secret() returns text
language sql volatile set search_path = ''
as $$
  select encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex')
$$;
comment on function private.new_calendar_secret() is 'A secret that nobody can guess: 64 hexadecimal digits.';
alter function private.new_calendar_secret() owner to cairn_definer;
revoke all on function private.new_calendar_secret() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.view_of_calendar(view_id uuid) returns public.views
language plpgsql stable security definer set search_path = ''
as $$
declare
  shown public.views;
begin
  select v.* into shown
  from public.views v
  where v.account_id = private.my_account() and v.id = view_of_calendar.view_id
    and coalesce(v.person_id, private.caller_id()) = private.caller_id();
  if view_id is not null and shown.id is null then
    raise exception 'This view no longer exists.' using errcode = 'PT404', detail = 'calendar.unknown_view';
  end if;
  return shown;
end
$$;
comment on function private.view_of_calendar(uuid) is 'A view that the caller sees; empty for none. Refuses one that they do not see.';
alter function private.view_of_calendar(uuid) owner to cairn_definer;
revoke all on function private.view_of_calendar(uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.refuse_calendar_of_other_team(team uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if team is null then
    return;
  end if;
  if not exists (select from public.teams t where t.account_id = private.my_account() and t.id = team) then
    raise exception 'This team no longer exists.' using errcode = 'PT404', detail = 'calendar.unknown_team';
  end if;
  if private.my_rank() < 3 and team <> all (private.my_teams()) then
    raise exception 'You are not in this team.'
      using errcode = '42501', detail = 'calendar.not_your_team', hint = 'Ask one of its members or an administrator.';
  end if;
end
$$;
comment on function private.refuse_calendar_of_other_team(uuid) is
  'Refuses a team that does not exist, and whoever is neither in it nor an admin.';
alter function private.refuse_calendar_of_other_team(uuid) owner to cairn_definer;
revoke all on function private.refuse_calendar_of_other_team(uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function public.make_calendar_address(view_param uuid default null, team_param uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  person constant uuid := private.caller_id();
  secret constant text := private.new_calendar_secret();
  shown public.views;
  made public.calendar_addresses;
begin
  perform private.refuse_calendars_of_tokens();
  perform private.require_recent_proof();
  if num_nonnulls(view_param, team_param) > 1 then
    raise exception 'A calendar is of a view or of a team.' using errcode = '22023', detail = 'calendar.view_or_team';
  end if;
  shown := private.view_of_calendar(view_param);
  perform private.refuse_calendar_of_other_team(team_param);
  -- Of two that are made at the same moment, the second counts the first.
  perform from public.account_members m where m.account_id = account and m.user_id = person for no key update;
  if (select count(*) from public.calendar_addresses a where a.account_id = account and a.user_id = person) >= 20 then
    raise exception 'Nobody has more than 20 calendar addresses.'
      using errcode = '22023', detail = 'calendar.too_many', hint = 'Remove one that is no longer used.';
  end if;
  insert into public.calendar_addresses (account_id, user_id, kind, view_id, team_id, token_hash)
  values (account, person, shown.kind, shown.id, team_param, private.token_hash(secret))
  returning * into made;
  perform private.audit_calendar(made, 'calendar_address_made');
  return jsonb_build_object('id', made.id, 'token', secret);
end
$$;
comment on function public.make_calendar_address(uuid, uuid) is
  'Makes a calendar address of the caller''s records, of a view that they see, or of a team that they are in; of any team for admins: {"id", "token"}. The token is shown this once; the server answers at /calendar/<token>.ics.';
alter function public.make_calendar_address(uuid,uuid) owner to cairn_definer;
revoke all on function public.make_calendar_address(uuid,uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.make_calendar_address(uuid, uuid) to authenticated;
create function private.own_calendar(id uuid) returns public.calendar_addresses
language plpgsql volatile security definer set search_path = ''
as $$
declare
  own public.calendar_addresses;
begin
  perform private.refuse_calendars_of_tokens();
  select a.* into own
  from public.calendar_addresses a
  where a.account_id = private.my_account() and a.user_id = private.caller_id() and a.id = own_calendar.id
  for update;
  if not found then
    raise exception 'This calendar address no longer exists.' using errcode = 'PT404', detail = 'calendar.gone';
  end if;
  return own;
end
$$;
comment on function private.own_calendar(uuid) is 'A calendar address of the caller, which nobody else changes meanwhile.';
alter function private.own_calendar(uuid) owner to cairn_definer;
revoke all on function private.own_calendar(uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function public.renew_calendar_address(id_param uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  own constant public.calendar_addresses := private.own_calendar(id_param);
  secret constant text := private.new_calendar_secret();
begin
  perform private.require_recent_proof();
  -- It counts as made now: who undoes what a thief did ends it.
  update public.calendar_addresses a
  set token_hash = private.token_hash(secret), created_at = now(), last_used_at = null
  where a.id = own.id;
  perform private.audit_calendar(own, 'calendar_address_renewed');
  return jsonb_build_object('id', own.id, 'token', secret);
end
$$;
comment on function public.renew_calendar_address(uuid) is
  'Gives a calendar address of the caller another secret: {"id", "token"}. The former one opens nothing from then on.';
alter function public.renew_calendar_address(uuid) owner to cairn_definer;
revoke all on function public.renew_calendar_address(uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.renew_calendar_address(uuid) to authenticated;
create or replace function public.remove_calendar_address(id_param uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  own constant public.calendar_addresses := private.own_calendar(id_param);
begin
  perform private.audit_calendar(own, 'calendar_address_removed');
  delete from public.calendar_addresses a where a.id = own.id;
end
$$;
create or replace function private.tools_of_assistants() returns text[]
language sql immutable set search_path = ''
as $$
  select array[
    'search', 'fetch', 'get_record', 'who_knows', 'what_depends_on', 'gaps_and_late', 'what_changed', 'list_records',
    'describe_fields', 'list_teams', 'suggest_edit', 'suggest_relation', 'plan_maintenance'
  ]
$$;
create or replace function private.end_secret(made private.made_secrets) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  beat public.heartbeats;
begin
  case made.kind
    when 'api_token' then
      delete from private.token_secrets x where x.account_id = made.account_id and x.token_id = made.subject_id;
    when 'webhook_secret' then
      update public.webhooks w set paused = 'by_hand'
      where w.account_id = made.account_id and w.id = made.subject_id and w.paused is null;
      -- The server has sealed what it has seen: a secret has one form.
      update private.webhook_secrets s set secret = private.new_webhook_secret(), sealed = null
      where s.account_id = made.account_id and s.webhook_id = made.subject_id;
    when 'webhook_address' then
      update public.webhooks w set paused = 'by_hand'
      where w.account_id = made.account_id and w.id = made.subject_id and w.paused is null;
    when 'source_key' then
      update public.found_sources s set key_hash = private.token_hash(private.new_source_key())
      where s.account_id = made.account_id and s.id = made.subject_id;
    when 'heartbeat_address' then
      select h.* into beat
      from public.heartbeats h
      where h.account_id = made.account_id and h.id = made.subject_id and h.token_hash is not null
      for update;
      if found then
        perform private.end_address(beat);
      end if;
    when 'discovery_address' then
      delete from private.discovery_addresses a where a.account_id = made.account_id;
    when 'calendar_address' then
      delete from public.calendar_addresses a where a.account_id = made.account_id and a.id = made.subject_id;
  end case;
end
$$;
create or replace function private.records_of_calendar(address public.calendar_addresses) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  shown public.views;
begin
  if address.team_id is not null then
    return array(
      select r.id
      from private.records r
      where r.account_id = address.account_id and r.team_id = address.team_id and (
        exists (
          select from public.team_members m
          where m.account_id = address.account_id and m.team_id = address.team_id and m.user_id = address.user_id
        )
        or exists (
          select from public.account_members m
          where m.account_id = address.account_id and m.user_id = address.user_id and m.permission_level = 'admin'
        )
      )
    );
  end if;
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
  'The records whose dates a calendar has: those of its person, of its team while the person is in it or an admin, or those in its view.';
create or replace function private.read_calendar(token text, network text) returns jsonb
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
    'name', private.name_of_calendar(address),
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
  'Reads the calendar at a secret address: {"status": 200, "language", "name" of its view or team, "dates"}; {"status": 404} for an address that nobody has, and {"status": 429} after too many calls. For the server alone.';
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
    (8, 'members-of-teams', 'public.team_members', array['team_id', 'user_id'], array['id', 'filled_by'], '{}',
      false),
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
    (109, 'acts', 'public.acts', array['id'], array['ended_team'], '{}', false),
    (110, 'bin', 'public.binned_records', array['kind', 'record_id'], '{}', '{}', false),
    (111, 'history', 'public.record_history', array['changed_at', 'id'], '{}', '{}', false),
    (112, 'audit-log', 'public.security_audit_log', array['created_at', 'id'], '{}', '{}', true)
  union all
  select 10 + k.place, k.record_table, format('public.%I', k.record_table)::regclass, array['id'],
    '{}', array['owner_id', 'invited_owner_id'], false
  from private.kinds k
  where k.feature is not null
$$;
create trigger group_rules_limit after insert on public.group_rules
  referencing new table as added
  for each statement execute function private.limit_group_rules();
create trigger group_rules_audit after insert or update or delete on public.group_rules
  for each row when (current_user <> 'cairn_owner') execute function private.audit_group_rule();
create policy "admins see the rules for groups" on public.group_rules
  for select to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) = 3);
create policy "admins add rules for groups" on public.group_rules
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) = 3);
create policy "admins delete rules for groups" on public.group_rules
  for delete to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) = 3);
create policy "tokens have no rules for groups" on public.group_rules
  as restrictive to cairn_token
  using (false);
alter table private.levels_of_groups enable row level security;
alter table private.levels_of_groups force row level security;
comment on table private.levels_of_groups is 'Members whose level a rule about groups gave, and the level that they had before.';
revoke all on private.levels_of_groups from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select, insert, update, delete on private.levels_of_groups to cairn_definer;
comment on table private.made_secrets is
  'Secrets that people made or rotated in the last three days: a mail about each goes to its maker, with a link that revokes it.';
comment on column private.made_secrets.subject_id is 'The token, webhook, source, heartbeat or calendar; for the address of an account, the account.';
comment on column private.made_secrets.name is 'Of the token, webhook, source or record; of a calendar its view, team or person.';
comment on column private.made_secrets.act is 'The transaction: one mail names all secrets of a transaction.';
comment on column private.made_secrets.told_at is 'When the mail was queued.';
comment on table public.acts is 'Bulk changes: actions on many records at once; their lines are in record_history.';
comment on column public.acts.id is 'The act of its lines in the history.';
comment on column public.acts.kind is 'system, solution, agent or automation; empty where records of several kinds changed.';
comment on column public.acts.value is
  'The status that records got; or the id of the owner, expert or tag that they got, of the tag that they lost, or of the member whose records were handed over. Of a field its key, of an import its file, of a team that ended its name.';
comment on column public.acts.parts is 'The fields that changed, deleted or restored: which lines of the history count.';
comment on column public.acts.records is 'How many records were changed.';
comment on column public.acts.undoes is 'The act that this one takes back.';
comment on column public.acts.departed is
  'Whose owner had left before the records got another one, as in departed_owners, without the names.';
comment on column public.acts.ended_team is
  'The team that this act deleted, or merged into another one, and what its undo needs: its row, member_ids, into_team with added_ids, receiver, and binned_ids.';
comment on column public.acts.done_by is 'The person. Stays when the person leaves.';
comment on table public.calendar_addresses is 'Secret addresses of calendars: of the records of a person, of a team or of a view.';
comment on column public.calendar_addresses.kind is 'The kind of the view''s records.';
comment on column public.calendar_addresses.view_id is 'The view whose records it has; empty for another calendar.';
comment on column public.calendar_addresses.team_id is
  'The team whose records it has, while its person is in the team or an admin; empty for another calendar.';
comment on column public.calendar_addresses.token_hash is 'The SHA-256 of its secret, which is shown once.';
comment on column public.calendar_addresses.last_used_at is 'When a calendar last asked, to the hour or so.';
revoke all on public.calendar_addresses from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select (id, account_id, user_id, kind, view_id, team_id, created_at, last_used_at)
  on public.calendar_addresses to authenticated, service_role;
grant select, insert, update, delete on public.calendar_addresses to cairn_definer;
alter table public.group_rules enable row level security;
alter table public.group_rules force row level security;
comment on table public.group_rules is 'Which group of a sign-in provider means which team and level.';
comment on column public.group_rules.provider is 'The provider as the operator names it, or saml: the single sign-on of the account''s domain.';
comment on column public.group_rules.claim is 'The claim of the ID token, or the attribute of the assertion, that names groups.';
comment on column public.group_rules.group_name is 'The group as the provider writes it; capitals make a difference.';
comment on column public.group_rules.team_id is 'The team that members of the group join; empty for none.';
comment on column public.group_rules.level is 'The level that members of the group have; empty where the rule gives none.';
revoke all on public.group_rules from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select, delete, insert (provider, claim, group_name, team_id, level) on public.group_rules to authenticated;
grant select, insert, update, delete on public.group_rules to service_role, cairn_definer;
comment on table public.team_members is 'The members of teams.';
comment on column public.team_members.filled_by is
  'The sign-in provider by whose groups the member came in, and with whose groups they leave; empty where a manager added them.';
drop function public.make_calendar_address(uuid);
