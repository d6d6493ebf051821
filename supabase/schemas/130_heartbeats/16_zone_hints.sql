-- A job that runs in another time zone than its heartbeat says comes too late or too early by the same hours each time.

create function private.offsets_of_arrival(calendar jsonb, time_zone text, arrival timestamptz) returns integer[]
language plpgsql stable set search_path = ''
as $$
declare
  reach constant interval := '14 hours 2 minutes';
  run timestamptz := private.next_run(calendar, time_zone, arrival - reach);
  apart numeric;
  off integer[] := '{}';
  looks integer := 0;
begin
  while run <= arrival + reach loop
    -- Of a job that comes every two hours or more often, each arrival is near a time of the schedule.
    looks := looks + 1;
    if looks > 11 then
      return '{}';
    end if;
    apart := extract(epoch from arrival - run) / 60;
    if abs(apart - 15 * round(apart / 15)) <= 2 then
      off := off || (15 * round(apart / 15))::integer;
    end if;
    run := private.next_run(calendar, time_zone, run);
  end loop;
  return off;
end
$$;
comment on function private.offsets_of_arrival(jsonb, text, timestamptz) is
  'By how many minutes an arrival can be off its schedule, in quarters of an hour up to 14 hours; none where the schedule is too dense to tell.';

create function private.zone_hint(
  calendar jsonb,
  time_zone text,
  arrivals timestamptz[],
  candidates text[]
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  latest constant timestamptz[] := array(
    select a.value from unnest(arrivals) a (value) where a.value is not null order by a.value desc limit 3
  );
  alike integer[];
  candidate text;
  off integer;
begin
  if cardinality(latest) < 3 then
    return null;
  end if;
  alike := private.offsets_of_arrival(calendar, time_zone, latest[1]);
  for n in 2 .. 3 loop
    exit when alike = '{}';
    alike := array(
      select unnest(alike) intersect select unnest(private.offsets_of_arrival(calendar, time_zone, latest[n]))
    );
  end loop;
  if alike = '{}' or 0 = any(alike) then
    return null;
  end if;
  foreach candidate in array coalesce(candidates, '{}') loop
    off := extract(epoch from (latest[1] at time zone time_zone) - (latest[1] at time zone candidate)) / 60;
    if off = any(alike) and not exists (
      select from unnest(latest) a (value)
      where private.next_run(calendar, candidate, a.value - interval '2 minutes 1 second') > a.value + interval '2 minutes'
    ) then
      return jsonb_build_object('minutes', off, 'time_zone', candidate);
    end if;
  end loop;
  -- Without a zone, it says the smallest, unless late and early are as likely.
  select o.value into off from unnest(alike) o (value) order by abs(o.value) limit 1;
  if -off = any(alike) then
    return null;
  end if;
  return jsonb_build_object('minutes', off, 'time_zone', null);
end
$$;
comment on function private.zone_hint(jsonb, text, timestamptz[], text[]) is
  '{"minutes", "time_zone"} when the last three arrivals are off a schedule by the same whole quarters of an hour: how many minutes late they are, or early when below zero, and the first candidate in whose time zone all would be on time, or null. Null when they are on time, differ, or cannot be told.';
