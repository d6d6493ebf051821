-- Calls of heartbeats: a script says that a run began, ended well, failed, or says something of it.
--
-- The server hands many calls over at once, and all of them are written in one transaction; another Supabase calls ping
-- for each. Rows are locked in the order of their ids, so that two servers never wait for each other in a circle.
-- A second report of a run that has ended, or began already, changes nothing and is answered as the first.

create function private.truncate_to_bytes(value text, bytes integer) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  kept text := left(value, bytes);
begin
  while octet_length(kept) > bytes loop
    kept := left(kept, char_length(kept) - greatest((octet_length(kept) - bytes) / 4, 1));
  end loop;
  return kept;
end
$$;
comment on function private.truncate_to_bytes(text, integer) is
  'The beginning of a text, at most so many bytes and only whole characters.';

-- In this language statements keep their plans from call to call.
create function private.find_heartbeat(hash text, name text, moment timestamptz) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  if find_heartbeat.name is null then
    return coalesce(
      (select h.id from public.heartbeats h where h.token_hash = hash and not h.rests),
      (select h.id from public.heartbeats h where h.former_hash = hash and h.former_until > moment and not h.rests)
    );
  end if;
  return (
    select h.id
    from private.discovery_addresses a
    join public.discovered_callers c on c.account_id = a.account_id and lower(c.name) = lower(find_heartbeat.name)
    join public.heartbeats h on h.account_id = c.account_id and h.kind = c.kind and h.record_id = c.record_id
    where (a.token_hash = hash or a.former_hash = hash and a.former_until > moment)
      and c.state = 'joined' and h.token_hash is not null and not h.rests
    limit 1
  );
end
$$;
comment on function private.find_heartbeat(text, text, timestamptz) is
  'The heartbeat whose address has the token with this hash at a moment, or that is called by this name behind the address of its account; null for none, and in the bin.';

create function private.with_run_start(beat public.heartbeats, moment timestamptz) returns public.heartbeats
language plpgsql immutable set search_path = ''
as $$
begin
  beat.arrivals := (beat.arrivals || moment)[greatest(cardinality(beat.arrivals) - 1, 1):];
  return beat;
end
$$;
comment on function private.with_run_start(public.heartbeats, timestamptz) is
  'A heartbeat with the start of a run among its last three.';

create function private.running_since(beat public.heartbeats) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select min(r.started_at)
  from public.runs r
  where r.account_id = beat.account_id and r.heartbeat_id = beat.id and r.outcome = 'running'
$$;
comment on function private.running_since(public.heartbeats) is
  'When the oldest run of a heartbeat began that has not ended; null where none runs.';

create function private.record_run_start(beat public.heartbeats, rid uuid, note text, moment timestamptz)
returns public.heartbeats
language plpgsql security definer set search_path = ''
as $$
begin
  if rid is not null and exists (
    select
    from public.runs r
    where r.account_id = beat.account_id and r.heartbeat_id = beat.id and r.rid = record_run_start.rid
  ) then
    return beat;
  end if;
  if rid is null and beat.running_since is not null then
    update public.runs r set outcome = 'unfinished'
    where r.account_id = beat.account_id and r.heartbeat_id = beat.id and r.outcome = 'running' and r.rid is null;
    beat.running_since := private.running_since(beat);
  end if;
  beat.runs := beat.runs + 1;
  insert into public.runs (heartbeat_id, number, account_id, outcome, started_at, at, rid, note)
  values (beat.id, beat.runs, beat.account_id, 'running', moment, moment, record_run_start.rid, record_run_start.note);
  beat.running_since := least(beat.running_since, moment);
  return private.with_run_start(beat, moment);
end
$$;
comment on function private.record_run_start(public.heartbeats, uuid, text, timestamptz) is
  'Records the start of a run, and returns the changed heartbeat.';

-- The run that ends: the one with its id, or the last one that began without any.
create function private.end_run(
  beat public.heartbeats, outcome text, code smallint, given_rid uuid, given_note text, moment timestamptz,
  out number bigint, out seconds numeric
)
language plpgsql security definer set search_path = ''
as $$
begin
  if beat.running_since is not null then
    update public.runs r
    set outcome = end_run.outcome, ended_at = moment, at = moment, exit_code = code, note = coalesce(given_note, r.note)
    where r.account_id = beat.account_id and r.heartbeat_id = beat.id and r.number = (
      select o.number
      from public.runs o
      where o.account_id = beat.account_id and o.heartbeat_id = beat.id and o.outcome = 'running'
        and o.rid is not distinct from given_rid
      order by o.number desc
      limit 1
    )
    returning r.number, greatest(extract(epoch from moment - r.started_at), 0)
    into end_run.number, end_run.seconds;
    -- A run that began long ago has ended by now, whether or not it reported its end.
    update public.runs r set outcome = 'unfinished'
    where r.account_id = beat.account_id and r.heartbeat_id = beat.id and r.outcome = 'running'
      and r.started_at < moment - make_interval(secs => beat.grace_seconds);
  end if;
  if end_run.number is null then
    insert into public.runs (heartbeat_id, number, account_id, outcome, ended_at, at, exit_code, rid, note)
    values (beat.id, beat.runs + 1, beat.account_id, end_run.outcome, moment, moment, code, given_rid, given_note)
    on conflict (heartbeat_id, rid) where rid is not null do nothing
    returning runs.number into end_run.number;
  end if;
end
$$;
comment on function private.end_run(public.heartbeats, text, smallint, uuid, text, timestamptz) is
  'Writes that a run ended: its number, and how long it took where its start is known. Null where it had ended before.';

create function private.count_run(beat public.heartbeats, outcome text, seconds numeric, moment timestamptz) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.run_days as d (heartbeat_id, day, account_id, successes, failures, timed, seconds, longest)
  select
    beat.id, (moment at time zone 'utc')::date, beat.account_id,
    (outcome = 'success')::integer, (outcome = 'failure')::integer,
    (count_run.seconds is not null)::integer, coalesce(count_run.seconds, 0), coalesce(count_run.seconds, 0)
  on conflict on constraint run_days_pkey do update
  set successes = d.successes + excluded.successes, failures = d.failures + excluded.failures,
    timed = d.timed + excluded.timed, seconds = d.seconds + excluded.seconds,
    longest = greatest(d.longest, excluded.longest);
end
$$;
comment on function private.count_run(public.heartbeats, text, numeric, timestamptz) is 'Counts a run that ended in the sum of its day.';

-- A clock that goes a little ahead reports before its time: that run is the one that was expected.
create function private.expected_after(beat public.heartbeats, moment timestamptz) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select private.next_due(beat, case
    when beat.due_at > moment and beat.due_at - moment <= make_interval(secs => least(beat.grace_seconds, 60))
      and beat.expects = 'cron' then beat.due_at
    else moment
  end)
$$;
comment on function private.expected_after(public.heartbeats, timestamptz) is
  'When a heartbeat that reports at a moment is expected next.';

create function private.with_trouble(beat public.heartbeats, outcome text, moment timestamptz) returns public.heartbeats
language plpgsql security definer set search_path = ''
as $$
begin
  if outcome = 'success' then
    if beat.trouble_told then
      insert into private.heartbeat_news (account_id, heartbeat_id, event, at, since)
      values (beat.account_id, beat.id, 'back', moment, beat.trouble_since);
    end if;
    beat := private.without_trouble(beat);
  elsif beat.trouble is null and beat.paused_at is null then
    if private.maintenance_until(beat.account_id, beat.record_id, moment) is not null then
      beat.held_since := coalesce(beat.held_since, moment);
      return beat;
    end if;
    beat.trouble := 'failing';
    beat.trouble_since := coalesce(beat.held_since, moment);
    beat.held_since := null;
    beat.trouble_told := coalesce(beat.silent_until <= moment, true);
    if beat.trouble_told then
      insert into private.heartbeat_news (account_id, heartbeat_id, event, at)
      values (beat.account_id, beat.id, 'failing', moment);
    end if;
  elsif beat.trouble = 'late' then
    beat.trouble := 'failing';
  end if;
  return beat;
end
$$;
comment on function private.with_trouble(public.heartbeats, text, timestamptz) is
  'A heartbeat whose run ended so, in trouble or out of it, and notes what members are told of that. Trouble of a run that fails during maintenance is held until its end.';

create function private.record_run_end(beat public.heartbeats, code smallint, outcome text, rid uuid, note text, moment timestamptz)
returns public.heartbeats
language plpgsql security definer set search_path = ''
as $$
declare
  ended record;
begin
  ended := private.end_run(beat, outcome, code, rid, note, moment);
  if ended.number is null then
    return beat;
  end if;
  if ended.seconds is null then
    beat := private.with_run_start(beat, moment);
  end if;
  beat.runs := greatest(beat.runs, ended.number);
  if beat.running_since is not null then
    beat.running_since := private.running_since(beat);
  end if;
  beat.status := case outcome when 'success' then 'up' else 'failing' end;
  beat.first_at := coalesce(beat.first_at, moment);
  beat.last_at := moment;
  beat.last_outcome := outcome;
  beat.last_seconds := ended.seconds;
  beat.due_at := private.expected_after(beat, moment);
  perform private.count_run(beat, outcome, ended.seconds, moment);
  return private.with_trouble(beat, outcome, moment);
end
$$;
comment on function private.record_run_end(public.heartbeats, smallint, text, uuid, text, timestamptz) is
  'Records the end of a run, and returns the changed heartbeat.';

create function private.record_log_call(beat public.heartbeats, note text, moment timestamptz) returns public.heartbeats
language plpgsql security definer set search_path = ''
as $$
begin
  beat.runs := beat.runs + 1;
  insert into public.runs (heartbeat_id, number, account_id, outcome, at, note)
  values (beat.id, beat.runs, beat.account_id, 'log', moment, record_log_call.note);
  return beat;
end
$$;
comment on function private.record_log_call(public.heartbeats, text, timestamptz) is 'Records a note that reports no run.';

create function private.record_call(beat public.heartbeats, action text, rid uuid, note text, moment timestamptz)
returns public.heartbeats
language plpgsql security definer set search_path = ''
as $$
begin
  case
    when action = 'start' then beat := private.record_run_start(beat, rid, note, moment);
    when action = 'log' then beat := private.record_log_call(beat, note, moment);
    when action = 'success' then beat := private.record_run_end(beat, null, 'success', rid, note, moment);
    when action = 'fail' then beat := private.record_run_end(beat, null, 'failure', rid, note, moment);
    else beat := private.record_run_end(
      beat, action::smallint, case action::smallint when 0 then 'success' else 'failure' end, rid, note, moment
    );
  end case;
  beat.late_at := private.late_from(beat);
  return beat;
end
$$;
comment on function private.record_call(public.heartbeats, text, uuid, text, timestamptz) is
  'Records the report of a call (success, start, fail, log, or an exit code), and returns the changed heartbeat.';

create function private.store_called_heartbeat(beat public.heartbeats) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.heartbeats h
  set status = beat.status, first_at = beat.first_at, last_at = beat.last_at, last_outcome = beat.last_outcome,
    last_seconds = beat.last_seconds, running_since = beat.running_since, arrivals = beat.arrivals,
    due_at = beat.due_at, late_at = beat.late_at, trouble = beat.trouble, trouble_since = beat.trouble_since,
    trouble_told = beat.trouble_told, held_since = beat.held_since, runs = beat.runs, minute = beat.minute, minute_calls = beat.minute_calls,
    refused_calls = beat.refused_calls
  where h.id = beat.id;
end
$$;
comment on function private.store_called_heartbeat(public.heartbeats) is 'Stores the state of a heartbeat after calls.';
