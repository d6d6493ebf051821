-- When a calendar comes next, and when working time has passed.
--
-- A wall clock jumps over times and shows others twice. As with Debian's cron: a job at fixed times that the clock jumps
-- over runs right after the jump, and one at times that it shows twice runs at the first; a job that goes by the hands
-- of the clock, such as every ten minutes, runs whenever they show its time. A jump has at most three hours.

create function private.integers_of_json(list jsonb) returns integer[]
language sql immutable set search_path = ''
as $$
  select translate(list::text, '[]', '{}')::integer[]
$$;
comment on function private.integers_of_json(jsonb) is 'A list of numbers as an array. Faster than taking its elements out.';

create function private.next_cron_day(calendar jsonb, since date) returns date
language plpgsql immutable set search_path = ''
as $$
declare
  days constant integer[] := private.integers_of_json(calendar -> 'days');
  months constant integer[] := private.integers_of_json(calendar -> 'months');
  weekdays constant integer[] := private.integers_of_json(calendar -> 'weekdays');
  last_weekdays constant integer[] := private.integers_of_json(calendar -> 'last_weekdays');
  last_day constant boolean := (calendar -> 'last_day')::boolean;
  both_match constant boolean := (calendar -> 'both')::boolean;
  year integer := extract(year from since);
  month integer := extract(month from since);
  earliest integer := extract(day from since);
  first_of_month date;
  length integer;
  weekday integer;
  by_day boolean;
  by_weekday boolean;
begin
  for look in 0 .. 108 loop
    if month = any(months) then
      first_of_month := make_date(year, month, 1);
      length := (first_of_month + interval '1 month')::date - first_of_month;
      weekday := (extract(dow from first_of_month)::integer + earliest - 1) % 7;
      for day in earliest .. length loop
        by_day := day = any(days) or (last_day and day = length);
        if by_day or not both_match then
          by_weekday := weekday + 7 * ((day - 1) / 7) = any(weekdays)
            or (day > length - 7 and weekday = any(last_weekdays));
          if by_weekday or (by_day and not both_match) then
            return first_of_month + day - 1;
          end if;
        end if;
        weekday := (weekday + 1) % 7;
      end loop;
    end if;
    earliest := 1;
    year := year + month / 12;
    month := month % 12 + 1;
  end loop;
  return null;
end
$$;
comment on function private.next_cron_day(jsonb, date) is
  'The first day of a calendar from a day on, which is one itself perhaps; null when none comes within nine years.';

create function private.next_wall_time(calendar jsonb, since timestamp) returns timestamp
language plpgsql immutable set search_path = ''
as $$
declare
  minutes constant integer[] := private.integers_of_json(calendar -> 'minutes');
  hours constant integer[] := private.integers_of_json(calendar -> 'hours');
  day date := private.next_cron_day(calendar, since::date);
  now_hour constant integer := extract(hour from since);
  now_minute constant integer := extract(minute from since);
begin
  if day = since::date then
    for h in 1 .. cardinality(hours) loop
      if hours[h] > now_hour then
        return day + make_time(hours[h], minutes[1], 0);
      elsif hours[h] = now_hour then
        for m in 1 .. cardinality(minutes) loop
          if minutes[m] > now_minute then
            return day + make_time(now_hour, minutes[m], 0);
          end if;
        end loop;
      end if;
    end loop;
    day := private.next_cron_day(calendar, day + 1);
  end if;
  return day + make_time(hours[1], minutes[1], 0);
end
$$;
comment on function private.next_wall_time(jsonb, timestamp) is
  'The first time of a calendar after one on the wall clock, as if that clock never jumped.';

create function private.clock_change(time_zone text, since timestamptz, until timestamptz) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  low timestamptz := date_trunc('minute', since);
  high timestamptz := date_trunc('minute', until);
  middle timestamptz;
  later constant interval := (high at time zone time_zone) - (high at time zone 'UTC');
begin
  while high - low > interval '1 minute' loop
    middle := date_trunc('minute', low + (high - low) / 2);
    if (middle at time zone time_zone) - (middle at time zone 'UTC') = later then
      high := middle;
    else
      low := middle;
    end if;
  end loop;
  return high;
end
$$;
comment on function private.clock_change(text, timestamptz, timestamptz) is
  'The minute at which the clocks of a zone jump between two moments that differ in their distance from UTC.';

create function private.next_run(calendar jsonb, time_zone text, since timestamptz) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  wild constant boolean := (calendar -> 'wild')::boolean;
  reach constant interval := '3 hours';
  minute constant interval := '1 minute';
  here timestamp := date_trunc('minute', since at time zone time_zone);
  ahead constant timestamp := date_trunc('minute', (since + reach) at time zone time_zone);
  change timestamptz;
  shown timestamp;
  run timestamptz;
  earlier timestamptz;
begin
  if not wild and here - date_trunc('minute', (since - reach) at time zone time_zone) < reach then
    -- The clock was put back: what it showed before the change has run already.
    change := private.clock_change(time_zone, since - reach, since);
    here := greatest(here, (change - minute) at time zone time_zone);
  end if;
  shown := private.next_wall_time(calendar, here);
  if wild and ahead - here < reach then
    -- The clock will be put back: from then on it shows the hour before once more.
    change := private.clock_change(time_zone, since, since + reach);
    if shown > (change - minute) at time zone time_zone then
      shown := private.next_wall_time(calendar, (change at time zone time_zone) - minute);
    end if;
  end if;
  loop
    run := shown at time zone time_zone;
    if run at time zone time_zone = shown then
      -- Of two moments at which the clock shows the time, Postgres takes the second.
      earlier := run - (((run - reach) at time zone time_zone) + reach - shown);
      if earlier < run and earlier > since and earlier at time zone time_zone = shown then
        return earlier;
      end if;
      return run;
    end if;
    exit when run is null;
    change := private.clock_change(time_zone, run - reach, run);
    if not wild then
      return change;
    end if;
    shown := private.next_wall_time(calendar, (change at time zone time_zone) - minute);
  end loop;
  return null;
end
$$;
comment on function private.next_run(jsonb, text, timestamptz) is
  'The first time of a calendar after a moment, with the clocks of a time zone; null when none comes within nine years.';
