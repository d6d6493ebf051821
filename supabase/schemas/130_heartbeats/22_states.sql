-- How a heartbeat is at a moment, and when it is due next.

create function private.next_due(beat public.heartbeats, since timestamptz) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  case beat.expects
    when 'interval' then
      return private.add_working_time(since, beat.every_seconds, beat.working_hours, beat.time_zone);
    when 'cron' then
      return private.next_run(beat.calendar, beat.time_zone, since);
    else
      return null;
  end case;
end
$$;
comment on function private.next_due(public.heartbeats, timestamptz) is
  'When a heartbeat is expected next after a moment; null when nothing is expected.';

-- A run that has begun is late when it does not end within the grace. It does not put the next one off.
create function private.late_from(beat public.heartbeats) returns timestamptz
language sql immutable set search_path = ''
as $$
  select case
    when beat.token_hash is not null and beat.paused_at is null and not beat.rests then least(
      case when beat.status <> 'new' then beat.due_at + make_interval(secs => beat.grace_seconds) end,
      beat.running_since + make_interval(secs => beat.grace_seconds)
    )
  end
$$;
comment on function private.late_from(public.heartbeats) is
  'From when on a heartbeat is late unless it reports; null when it cannot become late.';

create function private.heartbeat_state(beat public.heartbeats, moment timestamptz) returns text
language sql immutable set search_path = ''
as $$
  select case
    when beat.token_hash is null then null
    when beat.paused_at is not null then 'paused'
    when beat.running_since is not null and coalesce(beat.late_at > moment, true) then 'running'
    when beat.status = 'failing' then 'failing'
    when beat.late_at <= moment then 'late'
    when beat.status = 'up' then 'on_time'
    else 'never'
  end
$$;
comment on function private.heartbeat_state(public.heartbeats, timestamptz) is
  'How a heartbeat is at a moment: on_time, running, late, failing, paused or never; null when its address was revoked.';

-- The one rule of what counts as late or failing, for all that shows, counts or filters it.
create function private.counted_state(beat public.heartbeats, maintenance_until timestamptz, moment timestamptz)
returns text
language sql immutable set search_path = ''
as $$
  select case
    when maintenance_until is not null and s.state in ('late', 'failing') then 'maintenance'
    else s.state
  end
  from (select private.heartbeat_state(beat, moment) as state) s
$$;
comment on function private.counted_state(public.heartbeats, timestamptz, timestamptz) is
  'As which state a heartbeat counts at a moment: maintenance where it is late or failing while its record is in maintenance.';

create function private.shown_trouble_since(beat public.heartbeats, maintenance_until timestamptz, moment timestamptz)
returns timestamptz
language sql immutable set search_path = ''
as $$
  select case
    when private.counted_state(beat, maintenance_until, moment) in ('late', 'failing')
      then coalesce(beat.trouble_since, beat.held_since, beat.late_at)
  end
$$;
comment on function private.shown_trouble_since(public.heartbeats, timestamptz, timestamptz) is
  'Since when a heartbeat counts as late or failing at a moment; null while it does not, and during maintenance.';

create function private.without_trouble(beat public.heartbeats) returns public.heartbeats
language plpgsql immutable set search_path = ''
as $$
begin
  beat.trouble := null;
  beat.trouble_since := null;
  beat.trouble_told := false;
  beat.held_since := null;
  return beat;
end
$$;
comment on function private.without_trouble(public.heartbeats) is 'A heartbeat that is neither late nor failing any more.';
