-- Hands over own fields of the type Member, removes relations with a record, counts maintenance apart from lateness, and notes the rules that fill teams.

alter table public.group_rules add constraint group_rules_account_id_id_key unique (account_id, id);

alter table public.team_members
  add column rule_id uuid,
  add constraint team_members_rule_id_fkey foreign key (account_id, rule_id)
    references public.group_rules (account_id, id) on delete set null (rule_id);
create index team_members_rule_id_idx on public.team_members (account_id, rule_id) where rule_id is not null;

-- Where one rule alone can have brought a member in. Of the others the next sign-in says it.
update public.team_members m
set rule_id = r.rule_id
from (
  select g.account_id, g.team_id, g.provider, min(g.id::text)::uuid as rule_id
  from public.group_rules g
  where g.team_id is not null
  group by g.account_id, g.team_id, g.provider
  having count(*) = 1
) r
where m.account_id = r.account_id and m.team_id = r.team_id and m.filled_by = r.provider;

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
drop function private.belongings(uuid,uuid,boolean);
drop function private.rules_about_groups(uuid,text,jsonb);
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
      using errcode = '22023', detail = 'level.unknown', hint = 'It is viewer, user, manager or admin.';
  end if;
  if target_account_id = private.my_account() and private.my_rank() = 3 then
    perform private.refuse_non_member(target_user_id);
    if handover is not null and new_permission_level = 'viewer' then
      perform private.hand_over(target_user_id, handover, false);
    end if;
    update public.account_members
    set permission_level = new_permission_level
    where user_id = target_user_id and account_id = target_account_id;
    if found then
      if handover is not null then
        perform private.note_handover(target_account_id, target_user_id);
      end if;
      return;
    end if;
  end if;
  -- Also for a caller who was an admin a moment ago: the update then found no row that is theirs to change.
  raise exception 'Permission changes must be made by an account administrator.'
    using errcode = '42501', detail = 'level.admins_only', hint = 'Ask an administrator of the account.';
end
$$;
create or replace function public.update_member(
  target_user_id uuid,
  new_name text default null,
  new_job_role text default null,
  new_department text default null,
  new_knowledge_areas text[] default null,
  new_permission_level text default null,
  handover jsonb default null
) returns void
language plpgsql set search_path = ''
as $$
declare
  allowed boolean;
begin
  perform private.refuse_non_member(target_user_id);
  if target_user_id = private.caller_id() then
    raise exception 'You cannot change yourself as a team member.'
      using errcode = '42501', detail = 'member.not_oneself', hint = 'Change your own details in your profile.';
  end if;
  if handover is not null and new_permission_level = 'viewer' then
    perform private.hand_over(target_user_id, handover, false);
  end if;
  update public.account_members m
  set permission_level = coalesce(new_permission_level, m.permission_level),
    knowledge_areas = coalesce(new_knowledge_areas, m.knowledge_areas)
  where m.user_id = target_user_id;
  allowed := found;
  if new_department is not null then
    update public.account_members set department = nullif(btrim(new_department), '') where user_id = target_user_id;
    allowed := allowed and found;
  end if;
  update public.profiles p set name = coalesce(new_name, p.name) where p.id = target_user_id;
  allowed := allowed and found;
  if new_job_role is not null then
    update public.profiles set job_role = nullif(btrim(new_job_role), '') where id = target_user_id;
    allowed := allowed and found;
  end if;
  if not allowed then
    raise exception 'Managers can change members. Only administrators can change administrators.'
      using errcode = '42501', detail = 'member.admins_by_admins', hint = 'Ask an administrator.';
  end if;
  if handover is not null then
    perform private.note_handover(private.my_account(), target_user_id);
  end if;
end
$$;
create or replace function public.remove_member(target_user_id uuid, handover jsonb default null) returns void
language plpgsql set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  perform private.refuse_non_member(target_user_id);
  if target_user_id is distinct from private.caller_id() and private.my_rank() is distinct from 3 then
    raise exception 'Only administrators can remove members.'
      using errcode = '42501', detail = 'member.removed_by_admins',
        hint = 'Every member can leave the account themselves.';
  end if;
  perform private.hand_over(target_user_id, coalesce(handover, '{}'), true);
  if target_user_id = private.caller_id() then
    perform private.leave_account();
  else
    delete from public.account_members where user_id = target_user_id;
    -- A caller who was an admin a moment ago.
    if not found then
      raise exception 'Only administrators can remove members.'
        using errcode = '42501', detail = 'member.removed_by_admins',
          hint = 'Every member can leave the account themselves.';
    end if;
  end if;
  perform private.note_handover(account, target_user_id);
end
$$;
comment on function public.remove_member(uuid, jsonb) is
  'Ends a membership: an admin anybody''s, everybody their own. An account keeps at least one admin (LA001). The handover says who gets what they own and know, and whom own fields name in their place. It is {"records": [{"kind", "id", "part": "owner" | "expert" | "own.<key>", "receiver" | "invitation" | "team" or neither}], "rest"}. The rest is {"receiver"}, {"invitation"}, {"team"}, {"suggested": true} or null. Experts are members. What has no receiver has no owner then. HO001 where another user was quicker.';
create function private.hold_teams(account uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  select from public.teams t where t.account_id = hold_teams.account order by t.id for key share
$$;
comment on function private.hold_teams(uuid) is 'Keeps the teams of an account from being deleted until the transaction ends.';
alter function private.hold_teams(uuid) owner to cairn_definer;
revoke all on function private.hold_teams(uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.hold_teams_of_caller() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.hold_teams(private.my_account());
  return null;
end
$$;
comment on function private.hold_teams_of_caller() is
  'Statement trigger: keeps the teams of the caller''s account from being deleted while members leave them.';
alter function private.hold_teams_of_caller() owner to cairn_definer;
revoke all on function private.hold_teams_of_caller() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.named_relations(record_id uuid, relations jsonb)
returns table (from_id uuid, to_id uuid, type text, note text, removed boolean)
language sql immutable set search_path = ''
as $$
  select
    case when coalesce(r.outgoing, true) then named_relations.record_id else r.record_id end,
    case when coalesce(r.outgoing, true) then r.record_id else named_relations.record_id end,
    r.type, coalesce(r.note, ''), coalesce(r.removed, false)
  from jsonb_to_recordset(relations) as r (record_id uuid, outgoing boolean, type text, note text, removed boolean)
$$;
comment on function private.named_relations(uuid, jsonb) is
  'The relations that a call names from the side of a record, by both of their ends.';
alter function private.named_relations(uuid,jsonb) owner to cairn_definer;
revoke all on function private.named_relations(uuid,jsonb) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.named_relations(uuid, jsonb) to authenticated;
create or replace function public.save_record(
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
  -- First, so that a relation can be replaced by one with another note.
  delete from public.relations o
  using private.named_relations((written ->> 'id')::uuid, save_record.relations) n
  where n.removed and o.from_id = n.from_id and o.to_id = n.to_id and o.type = n.type;
  insert into public.relations (from_id, to_id, type, note)
  select distinct on (n.from_id, n.to_id, n.type) n.from_id, n.to_id, n.type, n.note
  from private.named_relations((written ->> 'id')::uuid, save_record.relations) n
  where not n.removed and not exists (
    select from public.relations o where o.from_id = n.from_id and o.to_id = n.to_id and o.type = n.type
  );
  return jsonb_build_array(written);
end
$$;
comment on function public.save_record(text, jsonb, jsonb, uuid, timestamptz) is
  'Adds a record of a kind, or changes the one with this id, and adds and removes its relations, all or nothing. Its row comes in an array, which is empty where the record is gone or no longer has this version. record: columns of the catalogue. relations: [{record_id, type, outgoing (true unless it says so), note, removed (true for one that goes)}]; all others stay.';
create function private.belongings(account uuid, person uuid, only_owned boolean)
returns table (kind text, id uuid, name text, part text, owner_id uuid, field_name text)
language sql stable security definer set search_path = ''
as $$
  select r.kind, r.id, r.name, 'owner', r.owner_id, null
  from private.catalogue_records r
  where r.account_id = account and r.owner_id = person and r.kind = any (array(select private.kinds_in_use()))
  union all
  select r.kind, r.id, r.name, 'expert', r.owner_id, null
  from public.record_experts e
  join private.catalogue_records r on r.account_id = account and r.kind = e.kind and r.id = e.record_id
  where not only_owned and e.account_id = account and e.expert_id = person
    and r.kind = any (array(select private.kinds_in_use()))
  union all
  select r.kind, r.id, r.name, 'own.' || f.key, r.owner_id, f.name
  from public.own_fields f
  join private.own_values v on v.account_id = account and v.field_id = f.id and v.text_value = person::text
  join private.catalogue_records r on r.account_id = account and r.kind = f.kind and r.id = v.record_id
  where not only_owned and f.account_id = account and f.type = 'member' and num_nonnulls(f.retired_at, f.deleted_at) = 0
    and r.kind = any (array(select private.kinds_in_use()))
$$;
comment on function private.belongings(uuid, uuid, boolean) is
  'The records that a member owns and, unless only these are wanted, is expert of or named by in an own field (own.<key>); of the features that the account uses.';
alter function private.belongings(uuid,uuid,boolean) owner to cairn_definer;
revoke all on function private.belongings(uuid,uuid,boolean) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.suggested_receiver(account uuid, person uuid, record_kind text, record_id uuid, part text, owner uuid)
returns table (receiver_id uuid, reason text, linked_kind text, linked_id uuid, linked_name text, others integer)
language sql stable security definer set search_path = ''
as $$
  with asked as (
    select
      part like 'own.%' and coalesce(owner <> person, false) as has_owner,
      -- An own field goes to who becomes the owner of its record.
      case when part = 'expert' then part else 'owner' end as part
  ),
  expert as (
    select e.expert_id
    from public.record_experts e
    where e.account_id = account and e.kind = suggested_receiver.record_kind
      and e.record_id = suggested_receiver.record_id and e.expert_id <> person
      -- The owner does not count as a second expert.
      and (suggested_receiver.part <> 'expert' or e.expert_id is distinct from owner)
  ),
  linked as (
    select l.*, count(*) over (partition by l.owner_id) as owns
    from private.linked_owners(account, suggested_receiver.record_id) l
    where l.owner_id <> person and (suggested_receiver.part <> 'expert' or l.owner_id is distinct from owner)
  )
  (
    select owner, 'record_owner', null::text, null::uuid, null::text, (select count(*)::integer from expert)
    from asked a
    where a.has_owner
  )
  union all
  (
    select e.expert_id, 'only_expert', null, null, null, 1
    from expert e
    cross join asked a
    where a.part = 'owner' and not a.has_owner and (select count(*) from expert) = 1
  )
  union all
  (
    select null, 'known', null, null, null, (select count(*)::integer from expert)
    from asked a
    where a.part = 'expert' and exists (select from expert)
  )
  union all
  (
    select l.owner_id, 'linked_owner', l.kind, l.id, l.name, (select count(*)::integer from expert)
    from linked l
    cross join asked a
    where not a.has_owner
      and case a.part when 'owner' then (select count(*) from expert) <> 1 else not exists (select from expert) end
    order by l.owns desc, l.name, l.id
    limit 1
  )
$$;
comment on function private.suggested_receiver(uuid, uuid, text, uuid, text, uuid) is
  'The suggested receiver of a record that a member owns or knows: the only other expert, else the owner of a linked record; none where others know it (known). Of an own field the owner of the record (record_owner), else who is suggested as its owner. No row where there is no suggestion.';
create or replace function public.get_belongings(
  target_user_id uuid,
  only_owned boolean default false,
  kind_param text default null,
  skip integer default 0
) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  page constant integer := 50;
begin
  perform private.refuse_non_member(target_user_id);
  if target_user_id is distinct from private.caller_id() and coalesce(private.my_rank(), 0) < 2 then
    raise exception 'Only managers can hand over for another member.'
      using errcode = '42501', detail = 'handover.for_others_by_managers', hint = 'Ask an administrator.';
  end if;
  return (
    with placed as materialized (
      select
        b.*,
        count(*) over (partition by b.kind) as total,
        -- Owned records, known ones, and then field by field.
        row_number() over (
          partition by b.kind
          order by b.field_name is not null, case when b.field_name is null then b.part end desc,
            private.folded(b.field_name), lower(b.name), b.id, b.part
        ) as place
      from private.belongings(account, target_user_id, coalesce(only_owned, false)) b
      where kind_param is null or b.kind = kind_param
    ),
    -- Receivers are looked up for the page only.
    paged as materialized (
      select * from placed p where p.place > greatest(skip, 0) and p.place <= greatest(skip, 0) + page
    ),
    suggested as (
      select p.kind, p.id, p.part, s.*
      from paged p
      cross join lateral private.suggested_receiver(account, target_user_id, p.kind, p.id, p.part, p.owner_id) s
    )
    select coalesce(json_object_agg(k.kind, k.answer), '{}')
    from (
      select
        p.kind,
        json_build_object(
          'total', max(p.total),
          'owned', count(*) filter (where p.part = 'owner'),
          'named', count(*) filter (where p.field_name is not null),
          'items', coalesce(
            json_agg(
              json_build_object(
                'id', p.id,
                'name', p.name,
                'part', p.part,
                'field_name', p.field_name,
                'reason', s.reason,
                'receiver_id', s.receiver_id,
                'receiver_name', (select q.name from public.profiles q where q.id = s.receiver_id),
                'linked_kind', s.linked_kind,
                'linked_name', s.linked_name,
                'others', coalesce(s.others, 0)
              )
              order by p.place
            ) filter (where p.place > greatest(skip, 0) and p.place <= greatest(skip, 0) + page),
            '[]'
          )
        ) as answer
      from placed p
      left join suggested s on s.kind = p.kind and s.id = p.id and s.part = p.part
      group by p.kind
    ) k
  );
end
$$;
comment on function public.get_belongings(uuid, boolean, text, integer) is
  'The records that a member owns, is expert of, and is named by in own fields, 50 of each kind, owned first. {kind: {"total", "owned", "named", "items": [{id, name, part, field_name, reason, receiver_id, receiver_name, linked_kind, linked_name, others}]}}. The part is owner, expert, or own.<key> with the name of the field. The reason says why the receiver is suggested: record_owner, only_expert, linked_owner, known (others know it, no receiver is needed) or null. For the member themself, managers and admins.';
create or replace function private.resolved_handovers(account uuid, person uuid, choices jsonb, leaves boolean)
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
        -- Experts are members, and own fields name members.
        when b.part <> 'owner' then null
        when b.is_named then b.invitation
        else (w.rest ->> 'invitation')::uuid
      end as invitation_id,
      case
        when b.part <> 'owner' then null
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
  where d.part <> 'expert' or not exists (
    select from public.record_experts e
    where e.account_id = account and e.kind = d.kind and e.record_id = d.id
      and e.expert_id = coalesce(d.receiver_id, nullif(e.expert_id, person))
  )
$$;
create or replace function private.insert_handovers(account uuid, decided jsonb, giver_id uuid, giver text, leaves boolean)
returns void
language sql security definer set search_path = ''
as $$
  with wanted as (
    select d.*
    from jsonb_to_recordset(decided)
      as d (kind text, id uuid, name text, part text, receiver_id uuid, invitation_id uuid, team_id uuid)
    where d.part in ('owner', 'expert')
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
  -- Before any record is held: who changes definitions holds the lock and waits for records.
  perform pg_advisory_xact_lock_shared(private.lock_of_own_fields(account));
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
    -- A field that was deleted, or names another member by now, keeps nothing from being handed over.
    where n.part not like 'own.%'
    except
    select b.kind, b.id, b.part from private.belongings(account, person, not leaves) b
  ) then
    perform private.refuse_outdated('handover.already_made', 'Another person has handed this over in the meantime.');
  end if;
  perform private.hand_over_to_locked(account, person, asked, leaves, giver, members || suggested, suggested);
end
$$;
comment on function private.hand_over(uuid, jsonb, boolean) is
  'Hands over what a member owns and knows, and the own fields that name them. choices: {"records": [{kind, id, part, receiver | invitation | team | neither}], "rest": {receiver | invitation | team | "suggested": true} | null, "service_accounts": [{id, receiver or none}]}; what has no receiver stays a gap. Refuses with HO001 where another user was quicker.';
create or replace function private.hand_over_to_locked(
  account uuid, person uuid, asked jsonb, leaves boolean, giver text, locked uuid[], suggested uuid[]
)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  decided jsonb;
begin
  select jsonb_agg(d) into decided from private.resolved_handovers(account, person, asked, leaves) d;
  perform private.refuse_unknown_receivers(account, decided, locked, suggested);
  perform private.lock_handed_over(account, decided);
  perform private.mark_handovers_passed_on(account, person, decided);
  perform private.insert_handovers(account, decided, person, giver, leaves);
  -- The first of all notifications to one person in a transaction, whose number is limited.
  perform private.notify_receivers(account);
  perform private.apply_handovers(account);
  perform private.hand_over_own_fields(account, person, decided);
  perform private.hand_over_service_accounts(account, person, asked);
  update public.handovers h
  set state = 'accepted', answered_at = now()
  where h.account_id = account and h.act = private.current_act()
    and h.receiver_id = private.caller_id() and h.state = 'pending';
end
$$;
create function private.lock_handed_over(account uuid, decided jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  select
  from private.records r
  where r.account_id = account and r.id in (select d.id from jsonb_to_recordset(decided) as d (id uuid))
  order by r.id
  for no key update
$$;
comment on function private.lock_handed_over(uuid, jsonb) is
  'Locks the records of a handover, in one order: two members whose records name each other can be handed over at once.';
alter function private.lock_handed_over(uuid,jsonb) owner to cairn_definer;
revoke all on function private.lock_handed_over(uuid,jsonb) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.hand_over_own_fields(account uuid, person uuid, decided jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  with given as (
    select d.id, jsonb_object_agg(substr(d.part, 5), d.receiver_id) as own
    from jsonb_to_recordset(decided) as d (id uuid, part text, receiver_id uuid)
    where d.part like 'own.%' and d.receiver_id is not null
    group by d.id
  )
  update private.records r
  set own = r.own || (
    select coalesce(jsonb_object_agg(o.key, o.value), '{}')
    from jsonb_each(g.own) o
    where r.own ->> o.key = person::text
  )
  from given g
  where r.account_id = account and r.id = g.id
$$;
comment on function private.hand_over_own_fields(uuid, uuid, jsonb) is
  'Names the receivers in the own fields that name the member who leaves.';
alter function private.hand_over_own_fields(uuid,uuid,jsonb) owner to cairn_definer;
revoke all on function private.hand_over_own_fields(uuid,uuid,jsonb) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.note_handover(account uuid, person uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.note_act(account, 'handover', person::text, private.part_of_act('handover') || array(
    select distinct h.field
    from public.record_history h
    where h.account_id = note_handover.account and h.act = private.current_act() and h.field like 'own.%'
  ))
$$;
comment on function private.note_handover(uuid, uuid) is
  'Remembers what this transaction has handed over of a member, own fields included.';
alter function private.note_handover(uuid,uuid) owner to cairn_definer;
revoke all on function private.note_handover(uuid,uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.note_handover(uuid, uuid) to authenticated;
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
    insert into public.team_members (account_id, team_id, user_id, filled_by, rule_id)
    select m.account_id, kept.id, m.user_id, m.filled_by, m.rule_id
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
create or replace function private.end_group_rules_of_team(gone public.teams, into_team uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  moved uuid[];
  ended jsonb;
  -- Memberships forget a rule that is deleted.
  brought constant jsonb := (
    select coalesce(jsonb_object_agg(m.user_id, m.rule_id) filter (where m.rule_id is not null), '{}')
    from public.team_members m
    where m.account_id = gone.account_id and m.team_id = gone.id
  );
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
  return jsonb_build_object(
    'moved_rule_ids', coalesce(moved, '{}'), 'ended_rules', coalesce(ended, '[]'), 'rule_ids', brought
  );
end
$$;
create or replace function private.restore_group_rules_of_team(done public.acts) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.group_rules r
  set team_id = (done.ended_team ->> 'id')::uuid
  where r.account_id = done.account_id and r.team_id = (done.ended_team ->> 'into_team')::uuid
    and done.ended_team -> 'moved_rule_ids' ? r.id::text;
  insert into public.group_rules (id, account_id, provider, claim, group_name, team_id, level, created_at)
  select r.id, done.account_id, r.provider, r.claim, r.group_name, r.team_id, r.level, r.created_at
  from jsonb_populate_recordset(null::public.group_rules, done.ended_team -> 'ended_rules') r;
  update public.team_members m
  set rule_id = r.id
  from public.group_rules r
  where r.account_id = done.account_id and r.team_id = (done.ended_team ->> 'id')::uuid
    and m.account_id = r.account_id and m.team_id = r.team_id
    and done.ended_team -> 'rule_ids' ->> m.user_id::text = r.id::text;
$$;
comment on function private.restore_group_rules_of_team(public.acts) is
  'Brings the rules for groups back to a team that is restored, and to those whom they brought in. Rules that an admin deleted meanwhile stay deleted.';
create function private.rules_about_groups(account uuid, said_by text, claims jsonb)
returns table (rule_id uuid, group_name text, team_id uuid, level text, is_known boolean, matches boolean)
language sql stable security definer set search_path = ''
as $$
  select r.id, r.group_name, r.team_id, r.level, k.known, k.known and coalesce(c.said ? r.group_name, false)
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
create function private.rules_into_teams(account uuid, said_by text, claims jsonb)
returns table (team_id uuid, rule_id uuid)
language sql stable security definer set search_path = ''
as $$
  select distinct on (r.team_id) r.team_id, r.rule_id
  from private.rules_about_groups(account, said_by, claims) r
  where r.matches and r.team_id is not null
  order by r.team_id, r.group_name, r.rule_id
$$;
comment on function private.rules_into_teams(uuid, text, jsonb) is
  'The teams of the groups that a provider names, each with the first rule that leads there.';
alter function private.rules_into_teams(uuid,text,jsonb) owner to cairn_definer;
revoke all on function private.rules_into_teams(uuid,text,jsonb) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.follow_groups_in_teams(account uuid, person uuid, said_by text, claims jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  joining constant uuid[] := array(
    select r.team_id
    from private.rules_into_teams(account, said_by, claims) r
    where not exists (
      select from public.team_members m
      where m.account_id = account and m.team_id = r.team_id and m.user_id = person
    )
    order by r.team_id
  );
  -- Whom nobody changes meanwhile; a team with 500 members takes no other one.
  room uuid[];
begin
  update public.team_members m
  set rule_id = r.rule_id
  from private.rules_into_teams(account, said_by, claims) r
  where m.account_id = account and m.user_id = person and m.team_id = r.team_id and m.filled_by = said_by
    and m.rule_id is distinct from r.rule_id;
  delete from public.team_members m
  where m.account_id = account and m.user_id = person and m.filled_by = said_by and not exists (
    select from private.rules_about_groups(account, said_by, claims) r
    where r.team_id = m.team_id and (r.matches or not r.is_known)
  );
  perform private.wait_for_members_of_team(j.team) from unnest(joining) as j (team);
  room := array(
    select t.id
    from public.teams t
    where t.account_id = account and t.id = any (joining)
      and (select count(*) from public.team_members m where m.account_id = account and m.team_id = t.id) < 500
  );
  insert into public.team_members (account_id, team_id, user_id, filled_by, rule_id)
  select account, r.team_id, person, said_by, r.rule_id
  from private.rules_into_teams(account, said_by, claims) r
  where r.team_id = any (room)
  on conflict on constraint team_members_key do nothing;
  perform private.write_audit(
    account, null, 'team_full', 'team', t.id::text,
    jsonb_build_object('name', t.name, 'member_id', person, 'provider', said_by)
  )
  from public.teams t
  where t.account_id = account and t.id = any (joining) and t.id <> all (room);
end
$$;
create or replace function public.follow_groups(event jsonb) returns jsonb
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
    -- The member and then the teams, as whoever removes the member does; a merge of teams is waited for.
    perform from public.account_members m where m.account_id = account and m.user_id = person for no key update;
    if exists (select from public.group_rules r where r.account_id = account and r.provider = said_by) or exists (
      select from public.team_members m where m.account_id = account and m.user_id = person and m.filled_by = said_by
    ) then
      perform private.hold_teams(account);
    end if;
    -- For the triggers that enter changes into the audit log.
    perform set_config('cairn.groups_of', said_by, true);
    perform private.follow_groups_in_teams(account, person, said_by, claims);
    perform private.follow_groups_in_level(account, person, said_by, claims);
    perform set_config('cairn.groups_of', '', true);
  end if;
  return '{}';
end
$$;
create function private.counted_state(beat public.heartbeats, maintenance_until timestamptz, moment timestamptz)
returns text
language sql immutable set search_path = ''
as $$
  select case
    when maintenance_until is not null and s.state in ('late', 'failing') then 'maintenance'
    else s.state
  end
  from (select private.heartbeat_state(beat, moment) as state) s
$$;
comment on function private.counted_state(public.heartbeats, timestamptz, timestamptz) is
  'As which state a heartbeat counts at a moment: maintenance where it is late or failing while its record is in maintenance.';
alter function private.counted_state(public.heartbeats,timestamp with time zone,timestamp with time zone) owner to cairn_definer;
revoke all on function private.counted_state(public.heartbeats,timestamp with time zone,timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.shown_trouble_since(beat public.heartbeats, maintenance_until timestamptz, moment timestamptz)
returns timestamptz
language sql immutable set search_path = ''
as $$
  select case
    when private.counted_state(beat, maintenance_until, moment) in ('late', 'failing')
      then coalesce(beat.trouble_since, beat.held_since, beat.late_at)
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
    select private.counted_state(h, w.until, now()) as state
    from public.heartbeats h
    left join private.records_in_maintenance(private.my_account(), now()) w on w.record_id = h.record_id
    where h.account_id = private.my_account() and not h.rests and h.kind in (select private.kinds_in_use())
  ) s
$$;
create or replace function private.heartbeat_condition(account uuid, kind text, states text[]) returns text
language sql immutable set search_path = ''
as $$
  select format(
    't.id in (
      select h.record_id
      from public.heartbeats h%s
      where h.account_id = %L and h.kind = %L and h.token_hash is not null and not h.rests%s
    )',
    case when states is not null then
      format(' left join private.records_in_maintenance(%L, now()) w on w.record_id = h.record_id', account)
    end,
    account, kind,
    case when states is not null then
      format(' and private.counted_state(h, w.until, now()) = any (%L::text[])', states)
    end
  )
$$;
comment on function private.heartbeat_condition(uuid, text, text[]) is
  'Which records t of an account''s catalogue have a heartbeat that counts as one of the states, as a condition; as any where none is named.';
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
    (8, 'members-of-teams', 'public.team_members', array['team_id', 'user_id'], array['id', 'filled_by', 'rule_id'], '{}',
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
create trigger team_members_hold_teams before delete on public.team_members
  for each statement when (current_user in ('authenticated', 'cairn_token'))
  execute function private.hold_teams_of_caller();
create trigger account_members_hold_teams before delete on public.account_members
  for each statement when (current_user <> 'cairn_owner') execute function private.hold_teams_of_caller();
comment on table public.team_members is 'The members of teams.';
comment on column public.team_members.filled_by is
  'The sign-in provider by whose groups the member came in, and with whose groups they leave; empty where a manager added them.';
comment on column public.team_members.rule_id is
  'The rule for groups that brought the member in; empty where a manager added them, and once the rule is deleted.';
