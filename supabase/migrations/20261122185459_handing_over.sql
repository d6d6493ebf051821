-- Handing over: whoever leaves, or may change nothing any more, is asked who gets what they own and know.
--
-- Of each record somebody is suggested: its only other expert, else whoever owns most of what it is linked to, else
-- nobody. All of it happens in the transaction that ends the membership or lowers the level, in statements over sets. Who
-- gets something is told once of all of it, and answers record by record: accepts, or passes on to somebody or nobody.
-- Any level may own a record; a viewer may not change it. So who becomes a viewer is asked for what they own, and for
-- nothing of what they only know.

alter table public.handovers add constraint handovers_invitation_id_fkey foreign key (account_id, invitation_id)
  references public.pending_invitations (account_id, id) on delete set null (invitation_id);

-- What somebody has

create function private.linked_owners(account uuid, record_kind text, record_id uuid)
returns table (owner_id uuid, kind text, id uuid, name text)
language sql stable security definer set search_path = ''
as $$
  select s.owner_id, 'solution', s.id, s.name
  from public.solutions s
  where linked_owners.record_kind = 'system' and s.account_id = account
    and s.related_systems @> array[linked_owners.record_id]
  union all
  select s.owner_id, 'system', s.id, s.name
  from public.solutions r
  join public.systems s on s.account_id = account and s.id = any (r.related_systems)
  where linked_owners.record_kind = 'solution' and r.account_id = account and r.id = linked_owners.record_id
  union all
  select a.owner_id, 'automation', a.id, a.name
  from public.solution_automations l
  join public.automations a on a.account_id = account and a.id = l.automation_id
  where linked_owners.record_kind = 'solution' and l.account_id = account and l.solution_id = linked_owners.record_id
  union all
  select a.owner_id, 'agent', a.id, a.name
  from public.solution_agents l
  join public.agents a on a.account_id = account and a.id = l.agent_id
  where linked_owners.record_kind = 'solution' and l.account_id = account and l.solution_id = linked_owners.record_id
  union all
  select s.owner_id, 'solution', s.id, s.name
  from public.solution_automations l
  join public.solutions s on s.account_id = account and s.id = l.solution_id
  where linked_owners.record_kind = 'automation' and l.account_id = account and l.automation_id = linked_owners.record_id
  union all
  select s.owner_id, 'solution', s.id, s.name
  from public.solution_agents l
  join public.solutions s on s.account_id = account and s.id = l.solution_id
  where linked_owners.record_kind = 'agent' and l.account_id = account and l.agent_id = linked_owners.record_id
$$;
comment on function private.linked_owners(uuid, text, uuid) is 'What a record is linked to, and who owns it.';

create function private.kinds_in_use() returns setof text
language sql stable security definer set search_path = ''
as $$
  select k.kind
  from unnest(array['system', 'solution', 'agent', 'automation']) as k (kind)
  where private.feature_enabled(k.kind || 's')
$$;
comment on function private.kinds_in_use() is 'The catalogues that the caller''s account uses.';

-- Not to be called but from the procedures below, which see to it that the person is of the caller's account.
create function private.belongings(account uuid, person uuid, only_owned boolean)
returns table (kind text, id uuid, name text, part text, owner_id uuid)
language sql stable security definer set search_path = ''
as $$
  select r.kind, r.id, r.name, 'owner', r.owner_id
  from private.catalogue_records r
  where r.account_id = account and r.owner_id = person and r.kind = any (array(select private.kinds_in_use()))
  union all
  select r.kind, r.id, r.name, 'expert', r.owner_id
  from private.record_experts e
  join private.catalogue_records r on r.account_id = account and r.kind = e.kind and r.id = e.record_id
  where not only_owned and e.account_id = account and e.expert_id = person
    and r.kind = any (array(select private.kinds_in_use()))
$$;
comment on function private.belongings(uuid, uuid, boolean) is
  'What a member owns and, unless only that is wanted, knows; of the features that the account uses.';

create function private.suggested_receiver(account uuid, person uuid, record_kind text, record_id uuid, part text, owner uuid)
returns table (receiver_id uuid, reason text, linked_kind text, linked_id uuid, linked_name text, others integer)
language sql stable security definer set search_path = ''
as $$
  with expert as (
    select e.expert_id
    from private.record_experts e
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
comment on function private.suggested_receiver(uuid, uuid, text, uuid, text, uuid) is
  'Who shall get what a member owns or knows: the only other expert, else the owner of what it is linked to; nobody where others know it (known). No row where nobody suggests themself.';

create function public.get_belongings(
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
  perform private.refuse_stranger(target_user_id);
  if target_user_id is distinct from private.caller_id() and coalesce(private.my_rank(), 0) < 2 then
    raise exception 'What somebody hands over is a matter of theirs and of managers.'
      using errcode = '42501', hint = 'Ask an administrator.';
  end if;
  return (
    with placed as (
      select
        b.*,
        count(*) over (partition by b.kind) as total,
        row_number() over (partition by b.kind order by b.part desc, lower(b.name), b.id) as place
      from private.belongings(account, target_user_id, coalesce(only_owned, false)) b
      where kind_param is null or b.kind = kind_param
    )
    select coalesce(json_object_agg(k.kind, k.answer), '{}')
    from (
      select
        p.kind,
        json_build_object(
          'total', max(p.total),
          'items', coalesce(
            json_agg(
              json_build_object(
                'id', p.id,
                'name', p.name,
                'part', p.part,
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
      left join lateral private.suggested_receiver(account, target_user_id, p.kind, p.id, p.part, p.owner_id) s
        on p.place > greatest(skip, 0) and p.place <= greatest(skip, 0) + page
      group by p.kind
    ) k
  );
end
$$;
comment on function public.get_belongings(uuid, boolean, text, integer) is
  'What a member owns and knows, 50 of each kind, owned first: {kind: {"total", "items": [{id, name, part, reason, receiver_id, receiver_name, linked_kind, linked_name, others}]}}. reason says why the receiver is suggested: only_expert, linked_owner, known (others know it, nobody is needed) or null. For the member themself, managers and admins.';

-- Handing over

create function private.lock_members(account uuid, people uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- In one order, so that two who hand over to each other wait instead of blocking each other.
  perform from public.account_members m
  where m.account_id = account and m.user_id = any (people)
  order by m.user_id
  for no key update;
end
$$;
comment on function private.lock_members(uuid, uuid[]) is 'Keeps members from leaving until the transaction ends.';

create function private.refuse_receivers(account uuid, members uuid[], invitations uuid[]) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (
    select from unnest(members) as named (id)
    where not exists (select from public.account_members m where m.account_id = account and m.user_id = named.id)
  ) or exists (
    select from unnest(invitations) as named (id)
    where not exists (
      select from public.pending_invitations i
      where i.account_id = account and i.id = named.id
        and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
    )
  ) then
    raise exception 'Somebody who was to take over is not in your account any more.'
      using errcode = 'PT404', hint = 'Choose somebody else.';
  end if;
end
$$;
comment on function private.refuse_receivers(uuid, uuid[], uuid[]) is
  'Refuses with PT404 members and open invitations that the account does not have.';

create function private.refuse_stale(sentence text) returns void
language plpgsql set search_path = ''
as $$
begin
  raise exception '%', sentence using errcode = 'HO001', hint = 'Look at it again.';
end
$$;
comment on function private.refuse_stale(text) is 'Refuses with HO001 what somebody else was quicker with.';

-- What the pending handovers of this act say, done to the records: in four statements for the owners and four for the
-- experts, whatever their number.
create function private.carry_out_handovers(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  kind text;
begin
  foreach kind in array array['system', 'solution', 'agent', 'automation'] loop
    execute format(
      'update public.%I r
      set owner_id = h.receiver_id, invited_owner_id = h.invitation_id
      from public.handovers h
      where h.account_id = $1 and h.act = private.current_act() and h.state = ''pending''
        and h.kind = $2 and h.part = ''owner'' and r.account_id = $1 and r.id = h.record_id',
      kind || 's'
    ) using account, kind;
    execute format(
      'insert into public.%I (account_id, %I, expert_id, assigned_by)
      select $1, h.record_id, h.receiver_id, private.caller_id()
      from public.handovers h
      where h.account_id = $1 and h.act = private.current_act() and h.state = ''pending''
        and h.kind = $2 and h.part = ''expert''
      on conflict do nothing',
      kind || '_experts', kind || '_id'
    ) using account, kind;
  end loop;
end
$$;
comment on function private.carry_out_handovers(uuid) is
  'Makes the receivers of the pending handovers of this act owners and experts.';

create function private.tell_receivers(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.notify(
    account, h.receiver_id, 'handed_over',
    case when count(*) = 1 then min(r.kind) end,
    case when count(*) = 1 then (array_agg(r.id))[1] end,
    case when count(*) = 1 then min(r.name) end,
    jsonb_build_object('act', h.act, 'giver', min(h.giver_name), 'amount', count(*))
  )
  from public.handovers h
  join private.catalogue_records r on r.account_id = account and r.kind = h.kind and r.id = h.record_id
  where h.account_id = account and h.act = private.current_act() and h.state = 'pending' and h.receiver_id is not null
  group by h.receiver_id, h.act;
end
$$;
comment on function private.tell_receivers(uuid) is 'Tells who was handed something in this act: once of all of it.';

create function private.handover_line(part text, state text, giver_id uuid, giver text, receiver_id uuid, invitation_id uuid)
returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'part', part,
    'state', state,
    'giver', jsonb_build_object('id', giver_id, 'name', giver),
    'receiver', case
      when receiver_id is not null then (
        select jsonb_build_object('id', p.id, 'name', p.name) from public.profiles p where p.id = handover_line.receiver_id
      )
      when invitation_id is not null then (
        select jsonb_build_object('id', i.id, 'name', i.name)
        from public.pending_invitations i where i.id = handover_line.invitation_id
      )
    end
  )
$$;
comment on function private.handover_line(text, text, uuid, text, uuid, uuid) is
  'A handover as the history keeps it, with names: whoever left takes theirs along.';

create function private.decided_handovers(account uuid, person uuid, wishes jsonb, leaves boolean)
returns table (kind text, id uuid, name text, part text, receiver_id uuid, invitation_id uuid)
language sql stable security definer set search_path = ''
as $$
  with wanted as (
    select
      nullif(wishes -> 'rest', 'null') as rest,
      wishes -> 'rest' -> 'suggested' is not distinct from 'true' as by_suggestion
  ),
  named as (
    select distinct on (n.kind, n.id, n.part) n.*
    from jsonb_to_recordset(coalesce(wishes -> 'records', '[]'))
      as n (kind text, id uuid, part text, receiver uuid, invitation uuid)
    order by n.kind, n.id, n.part
  ),
  decided as (
    select
      b.*,
      case
        when n.id is not null then n.receiver
        when w.by_suggestion then s.receiver_id
        else (w.rest ->> 'receiver')::uuid
      end as receiver_id,
      case
        -- Experts are members.
        when b.part = 'expert' then null
        when n.id is not null then n.invitation
        else (w.rest ->> 'invitation')::uuid
      end as invitation_id
    from private.belongings(account, person, not leaves) b
    cross join wanted w
    left join named n on n.kind = b.kind and n.id = b.id and n.part = b.part
    left join lateral private.suggested_receiver(account, person, b.kind, b.id, b.part, b.owner_id) s
      on n.id is null and w.by_suggestion
  )
  select
    d.kind, d.id, d.name, d.part, d.receiver_id, case when d.receiver_id is null then d.invitation_id end
  from decided d
  -- Whoever knows it already is told nothing, and while others know it nobody is missed.
  where d.part = 'owner' or not exists (
    select from private.record_experts e
    where e.account_id = account and e.kind = d.kind and e.record_id = d.id
      and e.expert_id = coalesce(d.receiver_id, nullif(e.expert_id, person))
  )
$$;
comment on function private.decided_handovers(uuid, uuid, jsonb, boolean) is
  'Who gets what of a member''s belongings; without receiver what nobody gets.';

create function private.end_handovers_to(account uuid, person uuid, decided jsonb) returns void
language sql security definer set search_path = ''
as $$
  update public.handovers h
  set state = 'passed_on', answered_at = now()
  from jsonb_to_recordset(decided) as d (id uuid, part text, receiver_id uuid, invitation_id uuid)
  where h.account_id = account and h.record_id = d.id and h.part = d.part and h.receiver_id = person
    and h.state = 'pending' and num_nonnulls(d.receiver_id, d.invitation_id) = 1
$$;
comment on function private.end_handovers_to(uuid, uuid, jsonb) is
  'What a member was handed and never answered is passed on with the rest.';

-- Also what nobody gets is noted, where the giver leaves: the name of whoever had it would be lost with them.
create function private.note_handovers(account uuid, decided jsonb, giver_id uuid, giver text, leaves boolean)
returns void
language sql security definer set search_path = ''
as $$
  with wanted as (
    select d.*
    from jsonb_to_recordset(decided)
      as d (kind text, id uuid, name text, part text, receiver_id uuid, invitation_id uuid)
  ),
  told as (
    insert into public.record_history (account_id, kind, record_id, record_name, action, field, after, changed_by)
    select
      account, w.kind, w.id, w.name, 'updated', 'handover',
      private.handover_line(w.part, 'pending', note_handovers.giver_id, giver, w.receiver_id, w.invitation_id),
      private.caller_id()
    from wanted w
    where leaves or num_nonnulls(w.receiver_id, w.invitation_id) = 1
  )
  insert into public.handovers (
    account_id, kind, record_id, part, giver_id, giver_name, handed_by, receiver_id, invitation_id
  )
  select
    account, w.kind, w.id, w.part, note_handovers.giver_id, giver, private.caller_id(), w.receiver_id, w.invitation_id
  from wanted w
  where num_nonnulls(w.receiver_id, w.invitation_id) = 1
$$;
comment on function private.note_handovers(uuid, jsonb, uuid, text, boolean) is
  'Writes who gets what into the handovers, and that with who gets nothing into the history of each record.';

create function private.hand_over(person uuid, wishes jsonb, leaves boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  rest constant jsonb := nullif(wishes -> 'rest', 'null');
  rest_receiver constant uuid := (rest ->> 'receiver')::uuid;
  rest_invitation constant uuid := (rest ->> 'invitation')::uuid;
  members uuid[];
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
  from jsonb_to_recordset(coalesce(wishes -> 'records', '[]')) as n (receiver uuid, invitation uuid);
  if person = any (members) then
    raise exception 'Nobody hands over to themselves.' using errcode = '22023', hint = 'Choose somebody else.';
  end if;
  perform private.lock_members(account, members || person);
  select p.name into giver
  from public.account_members m
  join public.profiles p on p.id = m.user_id
  where m.account_id = account and m.user_id = person;
  if not found then
    perform private.refuse_stale('Somebody else has handed this over in the meantime.');
  end if;
  perform private.refuse_receivers(account, members, invitations);
  if exists (
    select n.kind, n.id, n.part
    from jsonb_to_recordset(coalesce(wishes -> 'records', '[]')) as n (kind text, id uuid, part text)
    except
    select b.kind, b.id, b.part from private.belongings(account, person, not leaves) b
  ) then
    perform private.refuse_stale('Somebody else has handed this over in the meantime.');
  end if;
  select jsonb_agg(d) into decided from private.decided_handovers(account, person, wishes, leaves) d;
  perform private.end_handovers_to(account, person, decided);
  perform private.note_handovers(account, decided, person, giver, leaves);
  perform private.carry_out_handovers(account);
  perform private.tell_receivers(account);
end
$$;
comment on function private.hand_over(uuid, jsonb, boolean) is
  'Hands over what a member owns and knows. wishes: {"records": [{kind, id, part, receiver | invitation | neither}], "rest": {receiver | invitation | "suggested": true} | null}; what has no receiver stays a gap. Refuses with HO001 where somebody else was quicker.';


-- The two ways in: the end of a membership, and a level that changes nothing any more

drop function public.remove_member(uuid);

create function public.remove_member(target_user_id uuid, handover jsonb default null) returns void
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
  -- Somebody who was an admin a moment ago.
  if not found then
    raise exception 'Members are removed by administrators.'
      using errcode = '42501', hint = 'Everybody may leave by themselves.';
  end if;
end
$$;
comment on function public.remove_member(uuid, jsonb) is
  'Ends a membership: an admin anybody''s, everybody their own. An account keeps at least one admin (LA001). handover says who gets what they own and know: {"records": [{"kind", "id", "part": "owner" | "expert", "receiver" | "invitation" or neither}], "rest": {"receiver"} | {"invitation"} | {"suggested": true} | null}; what nobody gets has no owner then. HO001 where somebody else was quicker.';

drop function public.secure_update_user_permission(uuid, text, uuid);

create function public.secure_update_user_permission(
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
  -- Also for somebody who was an admin a moment ago: the update then found no row that is theirs to change.
  raise exception 'Permission changes must be made by an account administrator.'
    using errcode = '42501', hint = 'Ask an administrator of the account.';
end
$$;
comment on function public.secure_update_user_permission(uuid, text, uuid, jsonb) is
  'For admins: gives another member of their account a level. An account keeps at least one admin (LA001). Who becomes a viewer can hand over what they own (handover, as in remove_member); the rest stays theirs.';

drop function public.update_member(uuid, text, text, text, text[], text);

-- Two statements for each table, because people may write department and job role without reading them. Each has to find
-- its row: the caller may lose their level between one and the next.
create function public.update_member(
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
  perform private.refuse_stranger(target_user_id);
  if target_user_id = private.caller_id() then
    raise exception 'Nobody changes themselves as a team member.'
      using errcode = '42501', hint = 'Your own details are changed in your profile.';
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
    raise exception 'Members are changed by managers, administrators by administrators.'
      using errcode = '42501', hint = 'Ask an administrator.';
  end if;
end
$$;
comment on function public.update_member(uuid, text, text, text, text[], text, jsonb) is
  'For managers and admins: changes another member, all of it or nothing. What is null or left out stays; '''' empties. Who becomes a viewer can hand over what they own (handover, as in remove_member).';

-- Answers

create function public.answer_handovers(
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
  if answer is null or answer not in ('accept', 'pass_on') then
    raise exception 'The answer is accept or pass_on.' using errcode = '22023';
  end if;
  if receiver = person or num_nonnulls(receiver, invitation) > 1
    or answer = 'accept' and num_nonnulls(receiver, invitation) > 0
  then
    raise exception 'What is passed on goes to one other person, or to nobody.'
      using errcode = '22023', hint = 'Choose somebody else.';
  end if;
  perform private.lock_members(account, array[person, receiver]);
  perform private.refuse_receivers(account, array_remove(array[receiver], null), array_remove(array[invitation], null));
  select array_agg(mine.id) into answered
  from (
    select h.id
    from public.handovers h
    where h.account_id = account and h.receiver_id = person and h.state = 'pending'
      and (h.id = any (handover_ids) or h.act = of_act)
      and exists (
        select from private.catalogue_records r
        where r.account_id = account and r.kind = h.kind and r.id = h.record_id
      )
    order by h.id
    for update of h
  ) mine;
  if answered is null or not answered @> coalesce(handover_ids, '{}') then
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
  'For the receiver: accepts what they were handed, or passes it on (pass_on) to a member, to somebody invited, or to nobody: by the ids of the handovers, or all that one act handed to them. Returns how many. HO001 where one is not pending any more.';

create function private.pass_on(account uuid, passed uuid[], receiver uuid, invitation uuid) returns void
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
      select from private.record_experts e
      where h.part = 'expert' and e.account_id = account and e.kind = h.kind and e.record_id = h.record_id
        and e.expert_id = pass_on.receiver
    );
  foreach kind in array array['system', 'solution', 'agent', 'automation'] loop
    execute format(
      'delete from public.%I e using public.handovers h
      where h.id = any ($1) and h.kind = $2 and h.part = ''expert''
        and e.account_id = h.account_id and e.%I = h.record_id and e.expert_id = $3',
      kind || '_experts', kind || '_id'
    ) using passed, kind, person;
    if num_nonnulls(receiver, invitation) = 0 then
      execute format(
        'update public.%I r set owner_id = null from public.handovers h
        where h.id = any ($1) and h.kind = $2 and h.part = ''owner''
          and r.account_id = h.account_id and r.id = h.record_id and r.owner_id = $3',
        kind || 's'
      ) using passed, kind, person;
    end if;
  end loop;
  perform private.carry_out_handovers(account);
  perform private.tell_receivers(account);
end
$$;
comment on function private.pass_on(uuid, uuid[], uuid, uuid) is
  'Gives what the caller was handed to somebody else, who is asked in turn, or to nobody.';

create function public.get_my_handovers(of_act uuid, skip integer default 0) returns json
language sql stable security definer set search_path = ''
as $$
  with mine as (
    select
      h.id, h.kind, h.record_id, r.name, h.part, h.giver_id, h.giver_name, h.state,
      count(*) over () as total,
      count(*) filter (where h.state = 'pending') over () as pending,
      row_number() over (order by h.part desc, lower(r.name), h.id) as place
    from public.handovers h
    join private.catalogue_records r on r.account_id = h.account_id and r.kind = h.kind and r.id = h.record_id
    where h.account_id = (select private.my_account()) and h.receiver_id = (select private.caller_id())
      and h.act = of_act
  )
  select json_build_object(
    'total', coalesce(max(m.total), 0),
    'pending', coalesce(max(m.pending), 0),
    'items', coalesce(
      json_agg(
        json_build_object(
          'id', m.id, 'kind', m.kind, 'record_id', m.record_id, 'record_name', m.name, 'part', m.part,
          'giver_name', m.giver_name, 'state', m.state
        )
        order by m.place
      ) filter (where m.place > greatest(skip, 0) and m.place <= greatest(skip, 0) + 50),
      '[]'
    )
  )
  from mine m
$$;
comment on function public.get_my_handovers(uuid, integer) is
  'What one act handed to the caller, 50 at a time: {"total", "pending", "items": [{id, kind, record_id, record_name, part, giver_name, state}]}.';

-- What becomes of a handover by itself

-- Whoever was invited has joined, or somebody else was made owner.
create function private.follow_owner() returns trigger
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
  -- Not by private.notify: whoever accepts the invitation acts, and is told all the same.
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
  'Statement trigger: a handover becomes that of whoever joined, and ends when somebody else is made owner.';

create trigger systems_follow_owner after update on public.systems
  referencing new table as is_now
  for each statement execute function private.follow_owner();
create trigger solutions_follow_owner after update on public.solutions
  referencing new table as is_now
  for each statement execute function private.follow_owner();
create trigger agents_follow_owner after update on public.agents
  referencing new table as is_now
  for each statement execute function private.follow_owner();
create trigger automations_follow_owner after update on public.automations
  referencing new table as is_now
  for each statement execute function private.follow_owner();

-- An expert who is removed waits for nothing either.
create function private.follow_expert() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.handovers h
  set state = 'withdrawn', answered_at = now()
  where h.account_id = old.account_id and h.record_id = (to_jsonb(old) ->> (tg_argv[0] || '_id'))::uuid
    and h.part = 'expert' and h.receiver_id = old.expert_id and h.state = 'pending';
  return null;
end
$$;
comment on function private.follow_expert() is 'Trigger (kind): a handover to an expert ends when they are removed.';

-- A deleted record takes its experts along, and has them again when it is restored: that is no removal.
create trigger system_experts_follow after delete on public.system_experts
  for each row when (current_user <> 'cairn_owner') execute function private.follow_expert('system');
create trigger solution_experts_follow after delete on public.solution_experts
  for each row when (current_user <> 'cairn_owner') execute function private.follow_expert('solution');
create trigger agent_experts_follow after delete on public.agent_experts
  for each row when (current_user <> 'cairn_owner') execute function private.follow_expert('agent');
create trigger automation_experts_follow after delete on public.automation_experts
  for each row when (current_user <> 'cairn_owner') execute function private.follow_expert('automation');

-- Of a user who is deleted, nothing but the id is kept.
create function private.forget_giver() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.handovers h set giver_name = 'Former Member' where h.giver_id = old.id;
  return null;
end
$$;
comment on function private.forget_giver() is 'Trigger: forgets the name of somebody whose user is deleted.';

create index handovers_giver_id_idx on public.handovers (giver_id);
create trigger profiles_forget_giver after delete on public.profiles
  for each row execute function private.forget_giver();
create trigger cairn_forget_giver after update of deleted_at on auth.users
  for each row when (new.deleted_at is not null and old.deleted_at is null)
  execute function private.forget_giver();

-- Notifications

alter table public.notifications drop constraint notifications_kind_known;
alter table public.notifications add constraint notifications_kind_known check (private.holds(
  kind in (
    'invitation_accepted', 'member_joined', 'newcomer_waiting', 'expert_assigned', 'owner_assigned', 'level_changed',
    'record_changed', 'record_deleted', 'record_restored', 'second_factor_wanted', 'handed_over'
  ),
  'Kind must be one of the known kinds of notifications.'
));

-- Whoever is handed something is told of the handover, and not again of each record.
create function private.told_by_handover() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.handovers h
    where h.account_id = new.account_id and h.receiver_id = new.user_id and h.act = private.current_act()
      and h.record_id = new.record_id and h.state = 'pending'
  ) then
    return null;
  end if;
  return new;
end
$$;
comment on function private.told_by_handover() is 'Trigger: keeps back what a handover of the same act tells.';

create trigger notifications_told_by_handover before insert on public.notifications
  for each row when (new.kind in ('owner_assigned', 'expert_assigned', 'record_changed'))
  execute function private.told_by_handover();

-- An answer changes no record.
create or replace function public.get_recent_activity()
returns table (id uuid, kind text, resource text, action text, user_name text, occurred_at timestamptz)
language sql stable set search_path = ''
as $$
  with latest as (
    (
      select s.id, 'system' as kind, s.name, s.created_by, s.updated_by, s.updated_at
      from public.systems s
      where s.account_id = (select private.my_account()) and (select private.feature_enabled('systems'))
      order by s.updated_at desc
      limit 10
    )
    union all
    (
      select s.id, 'solution', s.name, s.created_by, s.updated_by, s.updated_at
      from public.solutions s
      where s.account_id = (select private.my_account()) and (select private.feature_enabled('solutions'))
      order by s.updated_at desc
      limit 10
    )
    union all
    (
      select a.id, 'agent', a.name, a.created_by, a.updated_by, a.updated_at
      from public.agents a
      where a.account_id = (select private.my_account()) and (select private.feature_enabled('agents'))
      order by a.updated_at desc
      limit 10
    )
    union all
    (
      select a.id, 'automation', a.name, a.created_by, a.updated_by, a.updated_at
      from public.automations a
      where a.account_id = (select private.my_account()) and (select private.feature_enabled('automations'))
      order by a.updated_at desc
      limit 10
    )
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
      where r.account_id = (select private.my_account()) and r.record_id = l.id
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

-- Rights

alter function private.linked_owners(uuid, text, uuid) owner to cairn_definer;
alter function private.kinds_in_use() owner to cairn_definer;
alter function private.belongings(uuid, uuid, boolean) owner to cairn_definer;
alter function private.suggested_receiver(uuid, uuid, text, uuid, text, uuid) owner to cairn_definer;
alter function private.lock_members(uuid, uuid[]) owner to cairn_definer;
alter function private.refuse_receivers(uuid, uuid[], uuid[]) owner to cairn_definer;
alter function private.refuse_stale(text) owner to cairn_definer;
alter function private.carry_out_handovers(uuid) owner to cairn_definer;
alter function private.tell_receivers(uuid) owner to cairn_definer;
alter function private.handover_line(text, text, uuid, text, uuid, uuid) owner to cairn_definer;
alter function private.decided_handovers(uuid, uuid, jsonb, boolean) owner to cairn_definer;
alter function private.end_handovers_to(uuid, uuid, jsonb) owner to cairn_definer;
alter function private.note_handovers(uuid, jsonb, uuid, text, boolean) owner to cairn_definer;
alter function private.hand_over(uuid, jsonb, boolean) owner to cairn_definer;
alter function private.pass_on(uuid, uuid[], uuid, uuid) owner to cairn_definer;
alter function private.follow_owner() owner to cairn_definer;
alter function private.follow_expert() owner to cairn_definer;
alter function private.forget_giver() owner to cairn_definer;
alter function private.told_by_handover() owner to cairn_definer;
alter function public.get_belongings(uuid, boolean, text, integer) owner to cairn_definer;
alter function public.remove_member(uuid, jsonb) owner to cairn_definer;
alter function public.secure_update_user_permission(uuid, text, uuid, jsonb) owner to cairn_definer;
alter function public.update_member(uuid, text, text, text, text[], text, jsonb) owner to cairn_definer;
alter function public.answer_handovers(text, uuid[], uuid, uuid, uuid) owner to cairn_definer;
alter function public.get_my_handovers(uuid, integer) owner to cairn_definer;

-- Called by procedures that run as their caller; it checks that caller itself.
grant execute on function private.hand_over(uuid, jsonb, boolean) to authenticated;
revoke all on function
  public.get_belongings(uuid, boolean, text, integer), public.remove_member(uuid, jsonb),
  public.secure_update_user_permission(uuid, text, uuid, jsonb),
  public.update_member(uuid, text, text, text, text[], text, jsonb),
  public.answer_handovers(text, uuid[], uuid, uuid, uuid), public.get_my_handovers(uuid, integer)
  from public, anon, authenticated, service_role;
grant execute on function
  public.get_belongings(uuid, boolean, text, integer), public.remove_member(uuid, jsonb),
  public.secure_update_user_permission(uuid, text, uuid, jsonb),
  public.update_member(uuid, text, text, text, text[], text, jsonb),
  public.answer_handovers(text, uuid[], uuid, uuid, uuid), public.get_my_handovers(uuid, integer)
  to authenticated;
