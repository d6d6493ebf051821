-- Addresses: who may change a record makes its address, rotates and revokes it, pauses it, and says what is expected.
--
-- Each is a line of the record's history, and never names the token.

-- Locked, so that calls and changes of one heartbeat come one after the other.
create function private.lock_heartbeat_to_change(heartbeat uuid) returns public.heartbeats
language plpgsql volatile security definer set search_path = ''
as $$
declare
  beat public.heartbeats;
begin
  select h.* into beat
  from public.heartbeats h
  where h.id = heartbeat and h.account_id = private.my_account() and not h.rests
  for update;
  if not found then
    raise exception 'This heartbeat no longer exists.' using errcode = 'PT404', detail = 'heartbeat.gone';
  end if;
  perform private.changeable_record_for_heartbeat(beat.kind, beat.record_id);
  return beat;
end
$$;
comment on function private.lock_heartbeat_to_change(uuid) is
  'A heartbeat of the caller''s account, locked; refuses a caller who may not change its record.';

create function private.changeable_record_for_heartbeat(kind text, record_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  found jsonb;
begin
  if kind is null or kind not in ('automation', 'agent') then
    raise exception 'Only automations and agents have a heartbeat.'
      using errcode = '22023', detail = 'heartbeat.kind';
  end if;
  select to_jsonb(r) into found
  from private.records r
  where r.account_id = private.my_account()
    and r.kind = changeable_record_for_heartbeat.kind and r.id = changeable_record_for_heartbeat.record_id;
  if found is null then
    raise exception 'This record no longer exists.' using errcode = 'PT404', detail = 'record.gone';
  end if;
  if not private.may_change(private.feature_of(kind), found) then
    raise exception 'You may not change this record.'
      using errcode = '42501', detail = 'record.change_not_allowed', hint = 'Ask its owner or a manager.';
  end if;
  return found;
end
$$;
comment on function private.changeable_record_for_heartbeat(text, uuid) is
  'An automation or agent of the caller''s account; refuses a caller who may not change it.';

create function private.record_heartbeat_in_history(beat public.heartbeats, before jsonb, after jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.record_history (
    account_id, kind, record_id, record_name, action, field, before, after, changed_by, concerned
  )
  select
    beat.account_id, beat.kind, beat.record_id, r.name, 'updated', 'heartbeat', record_heartbeat_in_history.before,
    record_heartbeat_in_history.after, private.caller_id(), array_remove(array[r.owner_id, r.created_by], null)
  from private.records r
  where r.account_id = beat.account_id and r.kind = beat.kind and r.id = beat.record_id
$$;
comment on function private.record_heartbeat_in_history(public.heartbeats, jsonb, jsonb) is
  'Writes a change of a heartbeat into the history of its record: a word, or its schedule.';

create function private.audit_heartbeat_address(beat public.heartbeats, action text) returns void
language sql volatile security definer set search_path = ''
as $$
  select
    private.write_audit(
      beat.account_id, private.caller_id(), audit_heartbeat_address.action, beat.kind, beat.record_id::text,
      jsonb_build_object('name', r.name)
    )
  from private.records r
  where r.account_id = beat.account_id and r.kind = beat.kind and r.id = beat.record_id;
  select private.record_made_secret('heartbeat_address', beat.id, r.name)
  from private.records r
  where r.account_id = beat.account_id and r.kind = beat.kind and r.id = beat.record_id
    and audit_heartbeat_address.action <> 'heartbeat_address_revoked'
$$;
comment on function private.audit_heartbeat_address(public.heartbeats, text) is
  'Enters a change of the address of a heartbeat into the audit log, and notifies the person who makes an address.';

-- A random id has 122 random bits.
create function private.new_heartbeat_token() returns text
language sql volatile set search_path = ''
as $$
  select replace(gen_random_uuid()::text, '-', '')
$$;
comment on function private.new_heartbeat_token() is 'A token that nobody can guess.';

-- A heartbeat that was paused, rested or had no address has missed nothing: it is expected as if it had just run.
create function private.restart_expectation(beat public.heartbeats) returns public.heartbeats
language plpgsql stable security definer set search_path = ''
as $$
begin
  if beat.status <> 'new' then
    beat.due_at := private.next_due(beat, now());
  end if;
  beat.running_since := null;
  if beat.trouble = 'late' then
    beat := private.without_trouble(beat);
  end if;
  beat.late_at := private.late_from(beat);
  return beat;
end
$$;
comment on function private.restart_expectation(public.heartbeats) is 'A heartbeat whose next run is expected from now on.';

create function private.store_changed_heartbeat(beat public.heartbeats) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.heartbeats h
  set token_hash = beat.token_hash, former_hash = beat.former_hash, former_until = beat.former_until,
    paused_at = beat.paused_at, silent_until = beat.silent_until, rests = beat.rests,
    expects = beat.expects, every_seconds = beat.every_seconds, working_hours = beat.working_hours, cron = beat.cron,
    calendar = beat.calendar, time_zone = beat.time_zone, grace_seconds = beat.grace_seconds
  where h.id = beat.id;
  select private.store_called_heartbeat(beat)
$$;
comment on function private.store_changed_heartbeat(public.heartbeats) is 'Stores a heartbeat that a member has changed.';

create function public.give_heartbeat(kind text, record_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  token constant text := private.new_heartbeat_token();
  beat public.heartbeats;
begin
  perform private.changeable_record_for_heartbeat(kind, record_id);
  perform private.require_recent_proof();
  insert into public.heartbeats as h (account_id, kind, record_id, token_hash)
  values (private.my_account(), give_heartbeat.kind, give_heartbeat.record_id, private.token_hash(token))
  on conflict on constraint heartbeats_record_key do update
  set token_hash = excluded.token_hash, former_hash = null, former_until = null
  where h.token_hash is null
  returning h.* into beat;
  if beat.id is null then
    raise exception 'This record has an address already.'
      using errcode = '23505', detail = 'heartbeat.has_address', hint = 'Rotate it to get a new one.';
  end if;
  perform private.store_called_heartbeat(private.restart_expectation(beat));
  perform private.record_heartbeat_in_history(beat, null, '"made"');
  perform private.audit_heartbeat_address(beat, 'heartbeat_address_made');
  return jsonb_build_object('id', beat.id, 'token', token);
end
$$;
comment on function public.give_heartbeat(text, uuid) is
  'Makes the secret address of an automation or agent, for who may change it, or another one where it was revoked: {"id", "token"}. The token is shown this once.';
grant execute on function public.give_heartbeat(text, uuid) to authenticated;

create function public.rotate_heartbeat(heartbeat uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  token constant text := private.new_heartbeat_token();
  beat public.heartbeats;
begin
  -- Holds the session first, as who ends it does.
  perform private.require_recent_proof();
  beat := private.lock_heartbeat_to_change(heartbeat);
  if beat.token_hash is null then
    raise exception 'This address was revoked.'
      using errcode = '22023', detail = 'heartbeat.revoked', hint = 'Create another one.';
  end if;
  beat.former_hash := beat.token_hash;
  beat.former_until := now() + interval '24 hours';
  beat.token_hash := private.token_hash(token);
  perform private.store_changed_heartbeat(beat);
  perform private.record_heartbeat_in_history(beat, null, '"rotated"');
  perform private.audit_heartbeat_address(beat, 'heartbeat_address_rotated');
  return jsonb_build_object('id', beat.id, 'token', token);
end
$$;
comment on function public.rotate_heartbeat(uuid) is
  'Gives a heartbeat another address, for who may change its record: {"id", "token"}. The former one works for another 24 hours.';
grant execute on function public.rotate_heartbeat(uuid) to authenticated;

-- For its members, and for who undoes what a thief made in their name.
create function private.end_address(beat public.heartbeats) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  beat.token_hash := null;
  beat.former_hash := null;
  beat.former_until := null;
  beat.paused_at := null;
  beat.silent_until := null;
  beat := private.without_trouble(beat);
  beat.late_at := private.late_from(beat);
  perform private.store_changed_heartbeat(beat);
  perform private.record_heartbeat_in_history(beat, null, '"revoked"');
end
$$;
comment on function private.end_address(public.heartbeats) is 'Ends the addresses of a heartbeat at once. Its runs stay.';

create function public.revoke_heartbeat(heartbeat uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  beat public.heartbeats := private.lock_heartbeat_to_change(heartbeat);
begin
  if beat.token_hash is null then
    return;
  end if;
  perform private.end_address(beat);
  perform private.audit_heartbeat_address(beat, 'heartbeat_address_revoked');
end
$$;
comment on function public.revoke_heartbeat(uuid) is
  'Ends the addresses of a heartbeat at once, for who may change its record. Its runs stay.';
grant execute on function public.revoke_heartbeat(uuid) to authenticated;

create function public.pause_heartbeat(heartbeat uuid, paused boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  beat public.heartbeats := private.lock_heartbeat_to_change(heartbeat);
begin
  if beat.token_hash is null or (beat.paused_at is not null) = coalesce(paused, true) then
    return;
  end if;
  beat.paused_at := case when coalesce(paused, true) then now() end;
  if beat.paused_at is not null then
    beat := private.without_trouble(beat);
    beat.late_at := null;
  else
    beat := private.restart_expectation(beat);
  end if;
  perform private.store_changed_heartbeat(beat);
  perform private.record_heartbeat_in_history(
    beat, null, case when beat.paused_at is not null then '"paused"' else '"resumed"' end::jsonb
  );
end
$$;
comment on function public.pause_heartbeat(uuid, boolean) is
  'Pauses a heartbeat, for who may change its record, or waits for it again from now on. Calls are kept meanwhile, without alerts.';
grant execute on function public.pause_heartbeat(uuid, boolean) to authenticated;

create function public.silence_heartbeat(heartbeat uuid, until timestamptz default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  beat public.heartbeats := private.lock_heartbeat_to_change(heartbeat);
begin
  if until > now() + interval '1 year' then
    raise exception 'A heartbeat can be silent for a year at most.'
      using errcode = '22023', detail = 'heartbeat.silence', hint = 'Pause it instead.';
  end if;
  beat.silent_until := case when until > now() then until end;
  perform private.store_changed_heartbeat(beat);
end
$$;
comment on function public.silence_heartbeat(uuid, timestamptz) is
  'Mutes the alerts of a heartbeat until a moment; without a moment unmutes them. For callers who may change its record.';
grant execute on function public.silence_heartbeat(uuid, timestamptz) to authenticated;
