-- Many heartbeats at once: addresses for those that have none, a pause for those that have one.
--
-- Records that the caller may not change are left out, as in every change of many records.

create function private.changeable_records_for_heartbeats(kind text, record_ids uuid[]) returns table (id uuid, name text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if changeable_records_for_heartbeats.kind is null
    or changeable_records_for_heartbeats.kind not in ('automation', 'agent')
  then
    raise exception 'Only automations and agents have a heartbeat.'
      using errcode = '22023', detail = 'heartbeat.kind';
  end if;
  if coalesce(cardinality(record_ids) > 500, true) then
    raise exception 'Ask for at most 500 records at once.' using errcode = '22023', detail = 'heartbeat.batch_size';
  end if;
  return query
    select r.id, r.name
    from private.records r
    where r.account_id = private.my_account() and r.kind = changeable_records_for_heartbeats.kind and r.id = any (record_ids)
      and private.may_change(private.feature_of(r.kind), to_jsonb(r))
    order by r.id;
end
$$;
comment on function private.changeable_records_for_heartbeats(text, uuid[]) is
  'The automations or agents among at most 500 that the caller may change, in the order in which they are locked.';

create function public.give_heartbeats(kind text, record_ids uuid[]) returns jsonb
language sql volatile security definer set search_path = ''
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object('record_id', r.id, 'name', r.name)
        || jsonb_build_object('token', public.give_heartbeat(give_heartbeats.kind, r.id) ->> 'token')
      order by lower(r.name), r.id
    ),
    '[]'
  )
  from private.changeable_records_for_heartbeats(kind, record_ids) r
  where not exists (
    select
    from public.heartbeats h
    where h.account_id = private.my_account() and h.kind = give_heartbeats.kind and h.record_id = r.id
      and h.token_hash is not null
  )
$$;
comment on function public.give_heartbeats(text, uuid[]) is
  'Makes the addresses of at most 500 automations or agents, for those without one that the caller may change: [{"record_id", "name", "token"}]. The tokens are shown this once.';
grant execute on function public.give_heartbeats(text, uuid[]) to authenticated;

create function public.pause_heartbeats(kind text, record_ids uuid[], paused boolean) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  heartbeat uuid;
  amount integer := 0;
begin
  for heartbeat in
    select h.id
    from private.changeable_records_for_heartbeats(kind, record_ids) r
    join public.heartbeats h
      on h.account_id = private.my_account() and h.kind = pause_heartbeats.kind and h.record_id = r.id
    where h.token_hash is not null and (h.paused_at is not null) <> coalesce(pause_heartbeats.paused, true)
    order by h.id
  loop
    perform public.pause_heartbeat(heartbeat, paused);
    amount := amount + 1;
  end loop;
  return amount;
end
$$;
comment on function public.pause_heartbeats(text, uuid[], boolean) is
  'Pauses the heartbeats of at most 500 automations or agents that the caller may change, or waits for them again; gives how many.';
grant execute on function public.pause_heartbeats(text, uuid[], boolean) to authenticated;
