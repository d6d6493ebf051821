-- Own fields of givers: fields of the type Member that name a member who leaves go to another one.
--
-- No answer is asked of the receiver: the field names them at once, as if a member had changed it. A field that nobody
-- gets keeps its value, as when members leave without a handover. So does one that a member has changed meanwhile.

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
grant execute on function private.note_handover(uuid, uuid) to authenticated;
