-- Handing over: a member who leaves or becomes a viewer, or an admin for them, says who gets what they own and know.
--
-- All of it happens in the transaction that ends the membership or lowers the level, in statements over sets. A
-- receiver gets one notification of everything, and answers record by record. A viewer may own a record, but not change
-- it. So a member who becomes a viewer is asked about what they own, not about what they only know. A handover that is
-- not understood is refused. Taken for none, it would leave everything without an owner, and the giver would be gone.

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
    raise exception 'A person who should take over is no longer in your account.'
      using errcode = 'PT404', detail = 'handover.receiver_gone', hint = 'Choose another person.';
  end if;
end
$$;
comment on function private.refuse_receivers(uuid, uuid[], uuid[]) is
  'Refuses with PT404 members and open invitations that the account does not have.';

create function private.refuse_outdated(code text, sentence text) returns void
language plpgsql set search_path = ''
as $$
begin
  raise exception '%', sentence using errcode = 'HO001', detail = code, hint = 'Look at it again.';
end
$$;
comment on function private.refuse_outdated(text, text) is
  'Refuses with HO001 a change that another user made impossible meanwhile.';

-- Applies the pending handovers of this act to the records: one statement for the owners of each kind and one for the
-- experts, whatever their number.
create function private.apply_handovers(account uuid) returns void
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
comment on function private.apply_handovers(uuid) is
  'Makes the receivers of the pending handovers of this act owners and experts.';

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
  'A handover as the history keeps it, with names: a member who leaves takes theirs along.';

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
comment on function private.resolved_handovers(uuid, uuid, jsonb, boolean) is
  'The receiver of each record that a member owns or knows; a row without receiver stays without one.';

-- Records that no receiver gets are noted too, where the giver leaves: the giver's name would be lost with them.
create function private.insert_handovers(account uuid, decided jsonb, giver_id uuid, giver text, leaves boolean)
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
comment on function private.insert_handovers(uuid, jsonb, uuid, text, boolean) is
  'Inserts handovers for the receivers, makes teams owners, and writes records without a receiver into their history.';

create function private.refuse_invitations_of(account uuid, person uuid, invitations uuid[]) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (
    select from public.pending_invitations i
    where i.account_id = account and i.id = any (invitations) and i.invited_by = person
  ) then
    raise exception 'This person cannot take over. Their invitation ends with the rights of the admin who sent it.'
      using errcode = '22023', detail = 'handover.receiver_cannot', hint = 'Choose another person.';
  end if;
end
$$;
comment on function private.refuse_invitations_of(uuid, uuid, uuid[]) is
  'Refuses receivers whom the member who hands over has invited.';

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
    perform private.refuse_outdated('handover.receiver_left', 'A person who should take over has left in the meantime.');
  end if;
end
$$;
comment on function private.refuse_unknown_receivers(uuid, jsonb, uuid[], uuid[]) is
  'Refuses with HO001 receivers who are not locked as members, and suggested ones who have left.';

-- Long, because each step rests on the locks and refusals of the steps before it.
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
grant execute on function private.hand_over(uuid, jsonb, boolean) to authenticated;

create function private.hand_over_to_locked(
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
comment on function private.hand_over_to_locked(uuid, uuid, jsonb, boolean, text, uuid[], uuid[]) is
  'Writes the handovers of a member, of the name giver, to receivers that are locked as members, and makes the receivers owners and experts.';
