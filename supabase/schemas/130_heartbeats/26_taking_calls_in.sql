-- The two ways in for calls: many at once from our server, one by one by ping.

-- Of calls in a minute; more are refused, and counted.
create function private.counted_call(beat public.heartbeats, moment timestamptz) returns public.heartbeats
language plpgsql immutable set search_path = ''
as $$
begin
  if beat.minute is distinct from date_trunc('minute', moment) then
    beat.minute := date_trunc('minute', moment);
    beat.minute_calls := 0;
  end if;
  beat.minute_calls := beat.minute_calls + 1;
  if beat.minute_calls > 60 then
    beat.refused_calls := beat.refused_calls + 1;
  end if;
  return beat;
end
$$;
comment on function private.counted_call(public.heartbeats, timestamptz) is
  'A heartbeat that has been called once more; beyond sixty calls in a minute the call counts as refused.';

-- An address that nobody has costs the network that asks.
create function private.unknown_address_response(network text) returns integer
language sql volatile security definer set search_path = ''
as $$
  select case when private.count_against_limit('unknown addresses of ' || coalesce(network, 'unknown'), 60) then 404 else 429 end
$$;
comment on function private.unknown_address_response(text) is
  'The answer to a call of an unknown address: 404, and 429 once its network has asked for sixty in a minute.';

-- A heartbeat that is being changed for long is called again later: the calls of all others are not to wait for it.
create function private.take_in_calls(calls jsonb, moment timestamptz default now())
returns table (place integer, status integer, retry_after integer)
language plpgsql volatile security definer set search_path = '' set lock_timeout = '250ms'
as $$
declare
  beat public.heartbeats;
  call record;
begin
  for call in
    select
      g.place::integer as place, known.hash, known.name,
      coalesce(g.value ->> 'action', 'success') as action, (g.value ->> 'rid')::uuid as rid,
      nullif(private.truncate_to_bytes(g.value ->> 'note', 10000), '') as note, g.value ->> 'network' as network,
      g.value ->> 'agent' as agent, private.find_heartbeat(known.hash, known.name, moment) as heartbeat_id
    from jsonb_array_elements(calls) with ordinality as g (value, place)
    cross join lateral (
      select
        private.token_hash(g.value ->> 'token') as hash,
        private.display_text(left(g.value ->> 'name', 1000)) as name
    ) known
    order by heartbeat_id, known.hash, lower(known.name), g.place
  loop
    if call.heartbeat_id is distinct from beat.id then
      perform private.store_called_heartbeat(beat);
      beat := null;
      if call.heartbeat_id is not null then
        select h.* into beat from public.heartbeats h where h.id = call.heartbeat_id for update;
      end if;
    end if;
    place := call.place;
    retry_after := null;
    -- The address may have been revoked, and the record deleted, while the row was waited for.
    if beat.id is null or private.find_heartbeat(call.hash, call.name, moment) is distinct from beat.id then
      status := coalesce(
        private.record_unknown_caller(call.hash, call.name, call.network, call.agent, call.note, moment),
        private.unknown_address_response(call.network)
      );
    else
      beat := private.counted_call(beat, moment);
      status := case when beat.minute_calls > 60 then 429 else 200 end;
      if status = 200 then
        beat := private.record_call(beat, call.action, call.rid, call.note, moment);
      end if;
    end if;
    if status = 429 then
      retry_after := private.seconds_to_next_minute(moment);
    end if;
    return next;
  end loop;
  perform private.store_called_heartbeat(beat);
end
$$;
comment on function private.take_in_calls(jsonb, timestamptz) is
  'Takes in calls of heartbeats at a moment, all in one transaction: [{"token", "name", "action", "rid", "note", "network", "agent"}]. Gives for each by its place what it is answered, 200, 404 or 429, and after how many seconds it may come again. For the server alone.';
grant execute on function private.take_in_calls(jsonb, timestamptz) to supabase_auth_admin;

-- A refusal is an answer here, and no exception: what it cost the network that asks is kept.
create function public.ping(
  token text, action text default 'success', rid uuid default null, note text default null, name text default null
)
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  answer record;
begin
  -- Windows has exit codes below 0 and beyond 255.
  if action ~ '^-?[0-9]{1,10}$' and action::bigint not between 0 and 255 then
    action := 'fail';
  end if;
  if action is null or action !~ '^(success|start|fail|log|[0-9]{1,3})$' then
    raise exception 'The action must be success, start, fail, log or an exit code of 0 to 255.'
      using errcode = '22023', detail = 'heartbeat.unknown_action';
  end if;
  select t.* into answer
  from private.take_in_calls(jsonb_build_array(jsonb_build_object(
    'token', coalesce(ping.token, ''), 'name', ping.name, 'action', ping.action, 'rid', ping.rid,
    'note', left(ping.note, 10000), 'network', private.network_of(private.caller_address())::text,
    'agent', private.caller_agent()
  ))) t;
  if answer.status = 200 then
    return '"OK"';
  end if;
  if answer.status = 404 then
    return private.refusal_response(
      404, 'heartbeat.unknown_address', 'Nobody has this address.', hint => 'It may have been rotated or revoked.'
    );
  end if;
  return private.refusal_response(
    429, 'request.too_many', 'Too many requests.', hint => 'Wait a minute, then try again.',
    retry_after => answer.retry_after
  );
end
$$;
comment on function public.ping(text, text, uuid, text, text) is
  'Reports a run by the token of a heartbeat''s address: success, start, fail, log (a note alone) or its exit code, of which one below 0 or beyond 255 counts as fail. An id pairs start and end; up to 10,000 bytes of text are kept. Answers "OK"; 404 for an address that nobody has, 429 beyond sixty calls a minute.';
grant execute on function public.ping(text, text, uuid, text, text) to anon, authenticated, service_role;
