-- Handovers, as a review left them: the receiver is told whatever else they are told, a record out of the bin goes on with
-- its handover, what is switched off is not answered by others than admins, suggested receivers are kept from leaving
-- too, nobody is looked for in vain, and of a user who is deleted no name is left in the history.

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
  perform private.refuse_stranger(target_user_id);
  if target_user_id is distinct from private.caller_id() and coalesce(private.my_rank(), 0) < 2 then
    raise exception 'What somebody hands over is a matter of theirs and of managers.'
      using errcode = '42501', hint = 'Ask an administrator.';
  end if;
  return (
    with placed as materialized (
      select
        b.*,
        count(*) over (partition by b.kind) as total,
        row_number() over (partition by b.kind order by b.part desc, lower(b.name), b.id) as place
      from private.belongings(account, target_user_id, coalesce(only_owned, false)) b
      where kind_param is null or b.kind = kind_param
    ),
    -- Nobody is looked for but for the page.
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
      left join suggested s on s.kind = p.kind and s.id = p.id and s.part = p.part
      group by p.kind
    ) k
  );
end
$$;

create or replace function private.decided_handovers(account uuid, person uuid, wishes jsonb, leaves boolean)
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
  -- Whoever knows it already is told nothing, and while others know it nobody is missed.
  where d.part = 'owner' or not exists (
    select from private.record_experts e
    where e.account_id = account and e.kind = d.kind and e.record_id = d.id
      and e.expert_id = coalesce(d.receiver_id, nullif(e.expert_id, person))
  )
$$;

create or replace function private.end_handovers_to(account uuid, person uuid, decided jsonb) returns void
language sql security definer set search_path = ''
as $$
  update public.handovers h
  set state = 'passed_on', answered_at = now()
  from jsonb_to_recordset(decided) as d (id uuid, part text, receiver_id uuid, invitation_id uuid)
  where h.account_id = account and h.record_id = d.id and h.part = d.part
    -- A record has one owner: whoever else was asked before is asked no more.
    and (h.receiver_id = person or h.part = 'owner')
    and h.state = 'pending' and num_nonnulls(d.receiver_id, d.invitation_id) = 1
$$;

create or replace function private.hand_over(person uuid, wishes jsonb, leaves boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  rest constant jsonb := nullif(wishes -> 'rest', 'null');
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
  from jsonb_to_recordset(coalesce(wishes -> 'records', '[]')) as n (receiver uuid, invitation uuid);
  if person = any (members) then
    raise exception 'Nobody hands over to themselves.' using errcode = '22023', hint = 'Choose somebody else.';
  end if;
  if rest -> 'suggested' = 'true' then
    select array_agg(distinct d.receiver_id) filter (where d.receiver_id is not null) into suggested
    from private.decided_handovers(account, person, wishes, leaves) d;
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
  if exists (
    select n.kind, n.id, n.part
    from jsonb_to_recordset(coalesce(wishes -> 'records', '[]')) as n (kind text, id uuid, part text)
    except
    select b.kind, b.id, b.part from private.belongings(account, person, not leaves) b
  ) then
    perform private.refuse_stale('Somebody else has handed this over in the meantime.');
  end if;
  select jsonb_agg(d) into decided from private.decided_handovers(account, person, wishes, leaves) d;
  if exists (
    select from jsonb_to_recordset(decided) as d (receiver_id uuid)
    where d.receiver_id is not null and d.receiver_id <> all (coalesce(members || suggested, '{}'))
  ) or exists (
    select from unnest(suggested) as person (id) where not private.is_member(account, person.id)
  ) then
    perform private.refuse_stale('Somebody who was to take over has left in the meantime.');
  end if;
  perform private.end_handovers_to(account, person, decided);
  perform private.note_handovers(account, decided, person, giver, leaves);
  -- First of all that one person is told in a transaction, which has an end.
  perform private.tell_receivers(account);
  perform private.carry_out_handovers(account);
end
$$;

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
  if answer is null or answer not in ('accept', 'pass_on') then
    raise exception 'The answer is accept or pass_on.' using errcode = '22023';
  end if;
  if cardinality(handover_ids) > 10000 then
    raise exception 'Answer at most 10,000 handovers at once.' using errcode = '22023', hint = 'Answer all of one act.';
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
      select from private.record_experts e
      where h.part = 'expert' and e.account_id = account and e.kind = h.kind and e.record_id = h.record_id
        and e.expert_id = pass_on.receiver
    );
  perform private.tell_receivers(account);
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
end
$$;

create or replace function public.get_my_handovers(of_act uuid, skip integer default 0) returns json
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
      and ((select private.my_rank()) = 3 or h.kind = any (array(select private.kinds_in_use())))
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

create or replace function private.forget_giver() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.handovers h set giver_name = 'Former Member' where h.giver_id = old.id;
  update public.record_history l set after = jsonb_set(l.after, '{giver,name}', '"Former Member"')
  where l.field = 'handover' and l.after -> 'giver' ->> 'id' = old.id::text;
  update public.record_history l set after = jsonb_set(l.after, '{receiver,name}', '"Former Member"')
  where l.field = 'handover' and l.after -> 'receiver' ->> 'id' = old.id::text;
  return null;
end
$$;

create or replace function private.follow_renewed_invitation(former uuid, next_invitation uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_non_owner();
  perform private.hand_to_invited(f.account_id, f.id, null, n.id)
  from public.pending_invitations f
  join public.pending_invitations n on n.account_id = f.account_id and n.email = f.email
  where f.id = former and n.id = next_invitation and f.account_id = private.my_account();
  -- What waits in the bin comes back to the same person.
  update public.binned_records b
  set record = jsonb_set(b.record, '{invited_owner_id}', to_jsonb(n.id))
  from public.pending_invitations f
  join public.pending_invitations n on n.account_id = f.account_id and n.email = f.email
  where f.id = former and n.id = next_invitation and f.account_id = private.my_account()
    and b.account_id = f.account_id and b.record ->> 'invited_owner_id' = f.id::text;
end
$$;

-- What comes back out of the bin: whoever was invited may have joined, or their invitation be over.
create trigger systems_follow_owner_back after insert on public.systems
  referencing new table as is_now
  for each statement execute function private.follow_owner();
create trigger solutions_follow_owner_back after insert on public.solutions
  referencing new table as is_now
  for each statement execute function private.follow_owner();
create trigger agents_follow_owner_back after insert on public.agents
  referencing new table as is_now
  for each statement execute function private.follow_owner();
create trigger automations_follow_owner_back after insert on public.automations
  referencing new table as is_now
  for each statement execute function private.follow_owner();

-- A record that was purged comes back no more; one that was restored is there when it leaves the bin.
create function private.forget_handovers() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.handovers h
  using gone g
  where h.account_id = g.account_id and h.kind = g.kind and h.record_id = g.record_id
    and not private.is_record(g.account_id, g.kind, g.record_id);
  return null;
end
$$;
comment on function private.forget_handovers() is 'Statement trigger: the handovers of a purged record go with it.';
alter function private.forget_handovers() owner to cairn_definer;

create trigger binned_records_forget_handovers after delete on public.binned_records
  referencing old table as gone
  for each statement execute function private.forget_handovers();

create index record_history_giver_idx on public.record_history ((after -> 'giver' ->> 'id')) where field = 'handover';
create index record_history_receiver_idx on public.record_history ((after -> 'receiver' ->> 'id'))
  where field = 'handover';
grant update (after) on public.record_history to cairn_definer;
