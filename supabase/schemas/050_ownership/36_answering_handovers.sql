-- Answering handovers: a receiver accepts what they were handed, or passes it on.
--
-- A receiver answers for single handovers, or for all that an act handed to them. They pass on to a member, to an
-- invited person, or to no receiver at all; the next receiver is asked in turn.
-- A handover to an invited person waits only while the invitation is open. When it expires, the record is a gap
-- without an owner and waits for no answer. A renewed invitation is waited for again.

create function private.notify_receivers(account uuid) returns void
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
comment on function private.notify_receivers(uuid) is
  'Notifies the receivers of this act: one notification for all of their records.';

create function private.refuse_handover_answer(answer text, amount integer, receiver uuid, invitation uuid) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if answer is null or answer not in ('accept', 'pass_on') then
    raise exception 'The answer is accept or pass_on.' using errcode = '22023', detail = 'handover.unknown_answer';
  end if;
  if amount > 10000 then
    raise exception 'Answer at most 10,000 handovers at once.'
      using errcode = '22023', detail = 'handover.batch_size', hint = 'Answer all of one act.';
  end if;
  if receiver = private.caller_id() or num_nonnulls(receiver, invitation) > 1
    or answer = 'accept' and num_nonnulls(receiver, invitation) > 0
  then
    raise exception 'You can pass this on to one other person or to nobody.'
      using errcode = '22023', detail = 'handover.one_receiver', hint = 'Choose another person.';
  end if;
end
$$;
comment on function private.refuse_handover_answer(text, integer, uuid, uuid) is 'Refuses an invalid answer to handovers.';

create function private.lock_pending_handovers(account uuid, handover_ids uuid[], of_act uuid) returns uuid[]
language plpgsql security definer set search_path = ''
as $$
declare
  ids constant uuid[] := array(
    select h.id
    from public.handovers h
    where h.account_id = account and h.receiver_id = private.caller_id() and h.state = 'pending'
      and (h.id = any (handover_ids) or h.act = of_act)
      and ((select private.my_rank()) = 3 or h.kind = any (array(select private.kinds_in_use())))
      and exists (
        select from private.catalogue_records r
        where r.account_id = account and r.kind = h.kind and r.id = h.record_id
      )
    order by h.id
    for update of h
  );
begin
  if ids = '{}' or exists (select unnest(handover_ids) except select unnest(ids)) then
    perform private.refuse_outdated(
      'handover.answered', 'This handover was answered, withdrawn or given to another person in the meantime.'
    );
  end if;
  return ids;
end
$$;
comment on function private.lock_pending_handovers(uuid, uuid[], uuid) is
  'The pending handovers to the caller, by their ids or of an act, locked until the transaction ends; refuses with HO001 where there are none, or one of the ids is not pending.';

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
  perform private.refuse_handover_answer(answer, cardinality(handover_ids), receiver, invitation);
  perform private.lock_members(account, array[person, receiver]);
  perform private.refuse_receivers(account, array_remove(array[receiver], null), array_remove(array[invitation], null));
  answered := private.lock_pending_handovers(account, handover_ids, of_act);
  if invitation is not null and exists (
    select from public.handovers h where h.id = any (answered) and h.part = 'expert'
  ) then
    raise exception 'Only members can be experts. Invited people can become experts after they join.'
      using errcode = '22023', detail = 'handover.experts_are_members', hint = 'Choose a member.';
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
    perform private.pass_handovers_on(account, answered, receiver, invitation);
    perform private.note_act(account, 'handover', person::text, private.part_of_act('handover'));
  end if;
  return cardinality(answered);
end
$$;
comment on function public.answer_handovers(text, uuid[], uuid, uuid, uuid) is
  'For the receiver: accepts what they were handed, or passes it on (pass_on) to a member, to an invited person, or to no receiver. The ids of handovers say what, or an act of which all is meant. Returns how many. HO001 where one is not pending any more.';
grant execute on function public.answer_handovers(text, uuid[], uuid, uuid, uuid) to authenticated;

create function private.pass_handovers_on(account uuid, passed uuid[], receiver uuid, invitation uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  person constant uuid := private.caller_id();
  kind text;
begin
  insert into public.handovers (
    account_id, kind, record_id, part, giver_id, giver_name, handed_by, receiver_id, invitation_id
  )
  select account, h.kind, h.record_id, h.part, h.giver_id, h.giver_name, person,
    pass_handovers_on.receiver, pass_handovers_on.invitation
  from public.handovers h
  where h.id = any (passed) and num_nonnulls(pass_handovers_on.receiver, pass_handovers_on.invitation) = 1
    and not exists (
      select from public.record_experts e
      where h.part = 'expert' and e.account_id = account and e.kind = h.kind and e.record_id = h.record_id
        and e.expert_id = pass_handovers_on.receiver
    );
  perform private.notify_receivers(account);
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
  perform private.apply_handovers(account);
end
$$;
comment on function private.pass_handovers_on(uuid, uuid[], uuid, uuid) is
  'Gives the caller''s pending handovers to another receiver, who is asked in turn, or to none.';

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
comment on function public.get_my_handovers(uuid, integer) is
  'The handovers of one act to the caller, 50 at a time: {"total", "pending", "items": [{id, kind, record_id, record_name, part, giver_name, state}]}.';
grant execute on function public.get_my_handovers(uuid, integer) to authenticated;

create domain private.handover_part as text not null check (value in ('owner', 'expert'));
alter domain private.handover_part owner to cairn_owner;
comment on domain private.handover_part is 'The part of a record that is handed over.';

create function public.get_pending_handovers(kind_param text)
returns table (
  id private.given_id, record_id private.given_id, part private.handover_part, giver_name private.given_text,
  receiver_id uuid
)
language sql stable security definer set search_path = ''
as $$
  select h.id, h.record_id, h.part, h.giver_name, h.receiver_id
  from public.handovers h
  where h.account_id = (select private.my_account()) and h.kind = kind_param and h.state = 'pending'
    and (
      h.invitation_id is null
      or exists (
        select from public.pending_invitations i
        where i.account_id = h.account_id and i.id = h.invitation_id
          and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
      )
    )
  order by h.created_at desc, h.id
  limit 1000
$$;
comment on function public.get_pending_handovers(text) is
  'The handovers of a kind that wait for an answer, the last 1,000; receiver_id is null for an invited person.';
grant execute on function public.get_pending_handovers(text) to authenticated;
