-- Cron lines, as Debian's cron reads and runs them.
--
-- A line is read once, into a calendar; what is due is found in the calendar. It knows what more recent crons can say as
-- well: L for the last day of a month, 5L for its last Friday, 5#2 for its second. What crons understand differently, such
-- as 5/10, is refused: a job that runs at other times than its heartbeat expects is worse than none.

create function private.cron_values(field text, names text[], low integer, high integer, code text, sentence text)
returns integer[]
language plpgsql immutable set search_path = ''
as $$
declare
  part text;
  said text[];
  bounds integer[];
  step integer;
  found integer[] := '{}';
begin
  foreach part in array string_to_array(field, ',') loop
    said := regexp_match(part, '^(?:\?|(?:\*|([a-z]{3}|[0-9]{1,2})(?:-([a-z]{3}|[0-9]{1,2}))?)(?:/([0-9]{1,2}))?)$');
    if said is null then
      raise exception '%', sentence
        using errcode = '22023', detail = code, hint = format('This is not: "%s".', left(part, 40));
    end if;
    step := coalesce(said[3]::integer, 1);
    bounds := array[
      case when said[1] is null then low else private.cron_number(said[1], names, low) end,
      case
        when said[1] is null then high
        else private.cron_number(coalesce(said[2], said[1]), names, low)
      end
    ];
    -- Of 5/10, Debian's cron takes the 5 alone and others every tenth from 5 on.
    if bounds[1] is null or bounds[2] is null or bounds[1] < low or bounds[2] > high or bounds[1] > bounds[2]
      or step not between 1 and high or (said[3] is not null and said[1] is not null and said[2] is null)
    then
      raise exception '%', sentence
        using errcode = '22023', detail = code, hint = format('This is not: "%s".', left(part, 40));
    end if;
    found := found || array(select generate_series(bounds[1], bounds[2], step));
  end loop;
  return found;
end
$$;
comment on function private.cron_values(text, text[], integer, integer, text, text) is
  'The numbers of a field of a cron line in small letters: a list of *, numbers, names and ranges, with steps. Refuses anything else with the sentence.';

create function private.cron_number(word text, names text[], low integer) returns integer
language sql immutable set search_path = ''
as $$
  select case when word ~ '^[0-9]+$' then word::integer else array_position(names, word) - 1 + low end
$$;
comment on function private.cron_number(text, text[], integer) is
  'The value of a number or name in a cron line, names counted from low; null for an unknown name.';

create function private.cron_weekdays(field text) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  names constant text[] := '{sun,mon,tue,wed,thu,fri,sat}';
  code constant text := 'schedule.weekday';
  sentence constant text := 'The weekday of a cron line is 0 to 7 or sun to sat, such as 1-5, 5L for the last Friday or 5#2 for the second.';
  part text;
  said text[];
  weekday integer;
  held integer[] := '{}';
  latest integer[] := '{}';
begin
  foreach part in array string_to_array(field, ',') loop
    said := regexp_match(part, '^([a-z]{3}|[0-7])(?:#([1-5])|(l))$');
    if said is null then
      held := held || array(
        select w.value % 7 + 7 * n.value
        from unnest(private.cron_values(part, names, 0, 7, code, sentence)) w (value), generate_series(0, 4) n (value)
      );
    else
      weekday := private.cron_number(said[1], names, 0) % 7;
      if weekday is null then
        raise exception '%', sentence
        using errcode = '22023', detail = code, hint = format('This is not: "%s".', left(part, 40));
      end if;
      if said[2] is null then
        latest := latest || weekday;
      else
        held := held || (weekday + 7 * (said[2]::integer - 1));
      end if;
    end if;
  end loop;
  return jsonb_build_object('weekdays', private.sorted_numbers(held), 'last_weekdays', private.sorted_numbers(latest));
end
$$;
comment on function private.cron_weekdays(text) is 'The weekdays of the fifth field of a cron line, in the form of private.cron_calendar.';

-- The days of both lengths of February are tried, each on any weekday: a date that comes every 28 years does come.
create function private.refuse_calendar_without_days(calendar jsonb) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if not exists (
    select
    from jsonb_array_elements(calendar -> 'months') m (value)
    cross join unnest(case m.value::integer when 2 then '{28,29}' when 4 then '{30}' when 6 then '{30}' when 9 then '{30}'
      when 11 then '{30}' else '{31}' end::integer[]) l (length)
    cross join generate_series(1, l.length) d (day)
    cross join generate_series(0, 6) w (weekday)
    where private.is_cron_day(calendar, d.day, w.weekday, l.length)
  ) then
    raise exception 'This cron line never comes: no such month has such a day.'
      using errcode = '22023', detail = 'schedule.never_comes', hint = 'Change its day or month.';
  end if;
end
$$;
comment on function private.refuse_calendar_without_days(jsonb) is 'Refuses a calendar without a day, such as 31 February.';

create function private.is_cron_day(calendar jsonb, day integer, weekday integer, length integer) returns boolean
language sql immutable set search_path = ''
as $$
  select case when (calendar -> 'both')::boolean then a.day and b.weekday else a.day or b.weekday end
  from (
    select calendar -> 'days' @> to_jsonb(is_cron_day.day)
      or ((calendar -> 'last_day')::boolean and is_cron_day.day = is_cron_day.length) as day
  ) a, (
    select calendar -> 'weekdays' @> to_jsonb(is_cron_day.weekday + 7 * ((is_cron_day.day - 1) / 7))
      or (calendar -> 'last_weekdays' @> to_jsonb(is_cron_day.weekday) and is_cron_day.day > is_cron_day.length - 7) as weekday
  ) b
$$;
comment on function private.is_cron_day(jsonb, integer, integer, integer) is
  'Whether a calendar has the day of a month that falls on a weekday, in a month of so many days.';

create function private.cron_calendar(cron text) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  line text := lower(btrim(cron, E' \t\r\n'));
  fields text[];
  calendar jsonb;
begin
  if cron is null or char_length(cron) > 200 then
    raise exception 'A cron line has at most 200 characters.'
      using errcode = '22023', detail = 'schedule.too_long', hint = 'Send it alone, without a command.';
  end if;
  line := case line
    when '@hourly' then '0 * * * *'
    when '@daily' then '0 0 * * *'
    when '@midnight' then '0 0 * * *'
    when '@weekly' then '0 0 * * 0'
    when '@monthly' then '0 0 1 * *'
    when '@yearly' then '0 0 1 1 *'
    when '@annually' then '0 0 1 1 *'
    else line
  end;
  fields := regexp_split_to_array(line, '\s+');
  if fields[1] ~ '^h(\(|/|$)' then
    raise exception 'Jenkins chooses what H stands for. Write the minute itself.'
      using errcode = '22023', detail = 'schedule.hash',
        hint = 'Such as 0 9 * * * with a grace of an hour for H 9 * * *.';
  end if;
  if line ~ '^rate\(' then
    raise exception 'A rate is an interval here.'
      using errcode = '22023', detail = 'schedule.rate', hint = 'Expect an interval, such as of a day.';
  end if;
  if cardinality(fields) <> 5 then
    raise exception 'A cron line has five fields: minute, hour, day, month and weekday.'
      using errcode = '22023', detail = 'schedule.five_fields',
        hint = 'It can also be @hourly, @daily, @weekly, @monthly or @yearly.';
  end if;
  calendar := jsonb_build_object(
    'minutes', private.sorted_numbers(private.cron_values(fields[1], '{}', 0, 59,
      'schedule.minute', 'The minute of a cron line is 0 to 59, such as 30, 0,30 or */15.')),
    'hours', private.sorted_numbers(private.cron_values(fields[2], '{}', 0, 23,
      'schedule.hour', 'The hour of a cron line is 0 to 23, such as 7, 8-18 or */2.')),
    'days', private.sorted_numbers(case
      when array_remove(string_to_array(fields[3], ','), 'l') = '{}' then '{}'
      else private.cron_values(array_to_string(array_remove(string_to_array(fields[3], ','), 'l'), ','), '{}', 1, 31,
        'schedule.day', 'The day of a cron line is 1 to 31, such as 1, 1,15 or L for the last of the month.')
    end),
    'last_day', 'l' = any(string_to_array(fields[3], ',')),
    'months', private.sorted_numbers(private.cron_values(fields[4], '{jan,feb,mar,apr,may,jun,jul,aug,sep,oct,nov,dec}', 1, 12,
      'schedule.month', 'The month of a cron line is 1 to 12 or jan to dec, such as 1,7 or */3.')),
    'both', left(fields[3], 1) in ('*', '?') or left(fields[5], 1) in ('*', '?'),
    'wild', left(fields[1], 1) in ('*', '?') or left(fields[2], 1) in ('*', '?')
  ) || private.cron_weekdays(fields[5]);
  perform private.refuse_calendar_without_days(calendar);
  return calendar;
end
$$;
comment on function private.cron_calendar(text) is
  'The calendar of a cron line: {"minutes", "hours", "days", "months"} as sorted lists; "last_day", whether the last of a month counts; "weekdays", 0 for the first Sunday of a month, 5 for its first Friday, 12 for its second; "last_weekdays", 5 for its last Friday; "both", whether day and weekday must both match; "wild", whether it goes by the hands of the clock rather than by fixed times. Refuses with 22023 a line that cannot be read or never comes.';

create function private.sorted_numbers(numbers integer[]) returns jsonb
language sql immutable set search_path = ''
as $$
  select to_jsonb(array(select distinct n.value from unnest(numbers) n (value) order by n.value))
$$;
comment on function private.sorted_numbers(integer[]) is 'The numbers of a list, each once, in ascending order.';
