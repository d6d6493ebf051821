-- Deciding on unknown callers: admins make the address for them, and register, join or refuse each.

create function public.make_discovery_address() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  token constant text := private.new_heartbeat_token();
begin
  perform private.refuse_non_admin('caller.address_by_admins', 'Only administrators can make the address of the account.');
  perform private.require_recent_proof();
  insert into private.discovery_addresses as a (account_id, token_hash)
  values (private.my_account(), private.token_hash(token))
  on conflict on constraint discovery_addresses_pkey do update
  set token_hash = excluded.token_hash, former_hash = a.token_hash, former_until = now() + interval '24 hours';
  perform private.write_audit(
    private.my_account(), private.caller_id(), 'discovery_address_made', 'account', private.my_account()::text, '{}'
  );
  perform private.record_made_secret(
    'discovery_address', private.my_account(),
    (select a.name from public.accounts a where a.id = private.my_account())
  );
  return jsonb_build_object('token', token);
end
$$;
comment on function public.make_discovery_address() is
  'Makes the address of the account, for admins, behind which callers name themselves: {"token"}, which is shown this once. A former one works for another 24 hours.';
grant execute on function public.make_discovery_address() to authenticated;

create function public.revoke_discovery_address() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_non_admin('caller.address_revoked_by_admins', 'Only administrators can revoke the address of the account.');
  delete from private.discovery_addresses a where a.account_id = private.my_account();
  if found then
    perform private.write_audit(
      private.my_account(), private.caller_id(), 'discovery_address_revoked', 'account', private.my_account()::text, '{}'
    );
  end if;
end
$$;
comment on function public.revoke_discovery_address() is
  'Ends the address of the account at once, for admins. Who has called it stays.';
grant execute on function public.revoke_discovery_address() to authenticated;

create function public.get_discovered(state text default 'waiting') returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  perform private.refuse_non_admin('caller.seen_by_admins', 'Only administrators can see who calls the account.');
  return jsonb_build_object(
    'has_address', exists (select from private.discovery_addresses a where a.account_id = account),
    'waiting', (select count(*) from public.discovered_callers c where c.account_id = account and c.state = 'waiting'),
    'refused', (select count(*) from public.discovered_callers c where c.account_id = account and c.state = 'refused'),
    'items', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'name', c.name, 'first_at', c.first_at, 'last_at', c.last_at, 'calls', c.calls,
        'network', c.network, 'agent', c.agent, 'note', c.note
      ) order by c.last_at desc, c.id), '[]')
      from (
        select o.*
        from public.discovered_callers o
        where o.account_id = account and o.state = get_discovered.state
        order by o.last_at desc, o.id
        limit 500
      ) c
    )
  );
end
$$;
comment on function public.get_discovered(text) is
  'The callers of the account that are waiting, or were refused, for admins, the latest first: {"has_address", "waiting", "refused", "items": [{"id", "name", "first_at", "last_at", "calls", "network", "agent", "note"}]}.';
grant execute on function public.get_discovered(text) to authenticated;

-- A record without a heartbeat gets one, with an address that nobody knows until it is rotated.
create function public.join_discovered(caller uuid, kind text, record_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  beat public.heartbeats;
begin
  perform private.refuse_non_admin('caller.joined_by_admins', 'Only administrators can join callers to records.');
  perform private.changeable_record_for_heartbeat(kind, record_id);
  update public.discovered_callers c
  set state = 'joined', kind = join_discovered.kind, record_id = join_discovered.record_id,
    decided_by = private.caller_id(), decided_at = now()
  where c.id = caller and c.account_id = private.my_account() and c.state <> 'joined';
  if not found then
    raise exception 'This caller no longer waits.' using errcode = 'PT404', detail = 'caller.not_waiting';
  end if;
  insert into public.heartbeats as h (account_id, kind, record_id, token_hash)
  values (
    private.my_account(), join_discovered.kind, join_discovered.record_id,
    private.token_hash(private.new_heartbeat_token())
  )
  on conflict on constraint heartbeats_record_key do update set token_hash = excluded.token_hash
  where h.token_hash is null
  returning h.* into beat;
  if beat.id is not null then
    perform private.store_called_heartbeat(private.restart_expectation(beat));
    perform private.record_heartbeat_in_history(beat, null, '"joined"');
  end if;
end
$$;
comment on function public.join_discovered(uuid, text, uuid) is
  'Joins a caller of the account to the heartbeat of an automation or agent, for admins: from now on its calls are runs of that.';
grant execute on function public.join_discovered(uuid, text, uuid) to authenticated;

-- Runs as the caller: row security and the rules of records decide as they do for any new record.
create function public.register_discovered(caller uuid, kind text, name text, place text) returns uuid
language plpgsql set search_path = ''
as $$
declare
  registered uuid;
begin
  case kind
    when 'automation' then
      insert into public.automations (name, source, status)
      values (register_discovered.name, register_discovered.place, 'active')
      returning id into registered;
    when 'agent' then
      insert into public.agents (name, platform, status)
      values (register_discovered.name, register_discovered.place, 'active')
      returning id into registered;
    else
      raise exception 'Only automations and agents have a heartbeat.'
        using errcode = '22023', detail = 'heartbeat.kind';
  end case;
  perform public.join_discovered(caller, kind, registered);
  return registered;
end
$$;
comment on function public.register_discovered(uuid, text, text, text) is
  'Makes an active automation or agent of a caller of the account, for admins, with its source or platform, joins the caller to it, and gives its id.';
grant execute on function public.register_discovered(uuid, text, text, text) to authenticated;

create function public.refuse_discovered(callers uuid[], refused boolean default true) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  amount integer;
begin
  perform private.refuse_non_admin('caller.refused_by_admins', 'Only administrators can refuse callers.');
  update public.discovered_callers c
  set state = case when coalesce(refused, true) then 'refused' else 'waiting' end,
    decided_by = private.caller_id(), decided_at = now()
  where c.account_id = private.my_account() and c.id = any (callers)
    and c.state = case when coalesce(refused, true) then 'waiting' else 'refused' end;
  get diagnostics amount = row_count;
  return amount;
end
$$;
comment on function public.refuse_discovered(uuid[], boolean) is
  'Refuses callers of the account for good, for admins, or lets refused ones call again; gives how many.';
grant execute on function public.refuse_discovered(uuid[], boolean) to authenticated;
