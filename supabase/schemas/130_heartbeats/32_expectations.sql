-- Expectations of a heartbeat: none, an interval, or a schedule in a time zone; with a grace period.

create function private.expectation_in_history(beat public.heartbeats) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'expects', beat.expects, 'every_seconds', beat.every_seconds, 'working_hours', beat.working_hours,
    'cron', beat.cron, 'time_zone', case when beat.expects <> 'nothing' then beat.time_zone end,
    'grace_seconds', case when beat.expects <> 'nothing' then beat.grace_seconds end
  ))
$$;
comment on function private.expectation_in_history(public.heartbeats) is
  'The schedule of a heartbeat, as the history keeps it.';

create function private.refuse_expectation(expects text, every_seconds integer, grace_seconds integer) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if expects is null or expects not in ('nothing', 'interval', 'cron') then
    raise exception 'Expect nothing, an interval or a schedule.'
      using errcode = '22023', detail = 'heartbeat.expectation';
  end if;
  if expects = 'interval' and coalesce(every_seconds, 0) not between 60 and 31622400 then
    raise exception 'The interval must be a minute to a year.' using errcode = '22023', detail = 'heartbeat.interval';
  end if;
  if coalesce(grace_seconds, 0) not between 60 and 31622400 then
    raise exception 'The grace must be a minute to a year.' using errcode = '22023', detail = 'heartbeat.grace';
  end if;
end
$$;
comment on function private.refuse_expectation(text, integer, integer) is
  'Refuses what cannot be expected of a heartbeat, but for schedules and time zones.';

-- Expected since its last report, or from now on where that was longer ago.
create function public.expect_of_heartbeat(
  heartbeat uuid, expects text, grace_seconds integer, every_seconds integer default null,
  working_hours jsonb default null, cron text default null, time_zone text default 'UTC'
)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  beat public.heartbeats := private.lock_heartbeat_to_change(heartbeat);
  before constant jsonb := private.expectation_in_history(beat);
  line text;
  zone text;
begin
  perform private.refuse_expectation(expects, every_seconds, grace_seconds);
  select p.cron, coalesce(p.time_zone, expect_of_heartbeat.time_zone) into line, zone
  from private.plain_schedule(coalesce(expect_of_heartbeat.cron, '')) p;
  zone := private.plain_time_zone(zone);
  perform private.refuse_time_zone(zone);
  beat.expects := expects;
  beat.every_seconds := case when expects = 'interval' then every_seconds end;
  beat.working_hours := case when expects = 'interval' then nullif(working_hours, 'null') end;
  perform private.refuse_working_hours(beat.working_hours);
  beat.cron := case when expects = 'cron' then line end;
  beat.calendar := case when expects = 'cron' then private.cron_calendar(line) end;
  beat.time_zone := zone;
  beat.grace_seconds := grace_seconds;
  beat.arrivals := '{}';
  if beat.status <> 'new' then
    beat.due_at := private.next_due(beat, beat.last_at);
    if beat.due_at + make_interval(secs => grace_seconds) <= now() then
      beat.due_at := private.next_due(beat, now());
    end if;
  end if;
  if beat.trouble = 'late' then
    beat := private.without_trouble(beat);
  end if;
  beat.late_at := private.late_from(beat);
  perform private.store_changed_heartbeat(beat);
  if private.expectation_in_history(beat) <> before then
    perform private.record_heartbeat_in_history(beat, before, private.expectation_in_history(beat));
  end if;
end
$$;
comment on function public.expect_of_heartbeat(uuid, text, integer, integer, jsonb, text, text) is
  'Says what is expected of a heartbeat, for who may change its record: nothing, an interval, or a cron line in a time zone. Lines of Quartz, Spring and AWS, a zone in the line (CRON_TZ=…) and zones of Windows are taken. The interval counts within working hours where they are given: {"days", "from", "to"}. Interval and grace are in seconds.';
grant execute on function public.expect_of_heartbeat(uuid, text, integer, integer, jsonb, text, text) to authenticated;
