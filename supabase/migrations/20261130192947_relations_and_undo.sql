-- Adds what the undo of the end of a team needs.

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
create function private.write_record(kind text, columns jsonb, record_id uuid, version timestamptz) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  -- Also a call that names no column is written, and the catalogue refuses it where it has no name.
  given constant jsonb := case when jsonb_typeof(columns) = 'object' then columns else '{}' end || case
    when record_id is null then jsonb_build_object('account_id', private.my_account())
    else jsonb_build_object('updated_at', now())
  end;
  names constant text := (select string_agg(quote_ident(n.name), ', ') from jsonb_object_keys(given) as n (name));
  written jsonb;
begin
  if record_id is null then
    execute format(
      'insert into public.%1$I as t (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1) returning to_jsonb(t)',
      private.catalogue_of(kind), names
    )
      into written using given;
  else
    execute format(
      'update public.%1$I t set (%2$s) = (select %2$s from jsonb_populate_record(t, $1))
      where t.id = $2 and ($3 is null or t.updated_at = $3) returning to_jsonb(t)',
      private.catalogue_of(kind), names
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
  kind text, columns jsonb, relations jsonb default '[]', record_id uuid default null, version timestamptz default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  written jsonb;
begin
  perform private.refuse_other_kind(kind);
  written := private.write_record(kind, columns, record_id, version);
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
  'Adds a record of a kind, or changes the one with this id, and adds relations to it, all or nothing. Its row comes in an array, which is empty where the record is gone or no longer has this version. columns: those of the catalogue. relations: [{record_id, type, outgoing (true unless it says so), note}]; those that there are stay.';
alter function public.save_record(text,jsonb,jsonb,uuid,timestamp with time zone) owner to cairn_definer;
revoke all on function public.save_record(text,jsonb,jsonb,uuid,timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.save_record(text, jsonb, jsonb, uuid, timestamptz) to authenticated;
create function private.resolved_handovers(account uuid, person uuid, choices jsonb, leaves boolean)
returns table (kind text, id uuid, name text, part text, receiver_id uuid, invitation_id uuid, team_id uuid)
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
  set ended_team = to_jsonb(gone) || ending || jsonb_build_object('member_ids', array(
    select m.user_id from public.team_members m where m.account_id = gone.account_id and m.team_id = gone.id
  ))
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
    insert into public.team_members (account_id, team_id, user_id)
    select m.account_id, kept.id, m.user_id
    from public.team_members m
    where m.account_id = gone.account_id and m.team_id = gone.id and kept.id is not null
    on conflict on constraint team_members_key do nothing
    returning user_id
  )
  select array_agg(joined.user_id) into added from joined;
  perform private.note_end_of_team(gone, jsonb_build_object(
    'into_team', kept.id, 'receiver', receiver, 'added_ids', coalesce(added, '{}'), 'binned_ids', coalesce(binned, '{}')
  ));
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
  insert into public.team_members (account_id, team_id, user_id)
  select done.account_id, was.id, m.id from unnest(members) as m (id)
  on conflict on constraint team_members_key do nothing;
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
