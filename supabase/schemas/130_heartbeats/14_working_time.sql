-- Time that counts only within working hours, and what is refused as such hours or as a time zone.

create function private.refuse_time_zone(name text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if name is distinct from 'UTC' and not coalesce(private.is_time_zone(name), false) then
    raise exception 'There is no such time zone.'
      using errcode = '22023', detail = 'time_zone.unknown', hint = 'Send a name such as Europe/Berlin.';
  end if;
end
$$;
comment on function private.refuse_time_zone(text) is 'Refuses a time zone that Postgres does not know by this name.';

create function private.refuse_working_hours(working_hours jsonb) returns void
language plpgsql immutable set search_path = ''
as $$
declare
  clock constant text := '^([01][0-9]|2[0-3]):[0-5][0-9]$';
  opens constant text := working_hours ->> 'from';
  closes constant text := working_hours ->> 'to';
begin
  if working_hours is null then
    return;
  end if;
  if jsonb_typeof(working_hours) <> 'object' or working_hours - '{days,from,to}'::text[] <> '{}'
    or jsonb_typeof(working_hours -> 'days') is distinct from 'array'
    or (opens ~ clock) is not true or (closes ~ clock or closes = '24:00') is not true
  then
    raise exception 'Working hours are {"days": [1, 2, 3, 4, 5], "from": "08:00", "to": "18:00"}.'
      using errcode = '22023', detail = 'working_hours.shape', hint = 'Monday is 1, Sunday 7.';
  end if;
  if working_hours -> 'days' = '[]' or not working_hours -> 'days' <@ '[1, 2, 3, 4, 5, 6, 7]' then
    raise exception 'Working hours need 1 to 7 days of the week.'
      using errcode = '22023', detail = 'working_hours.days', hint = 'Monday is 1, Sunday 7.';
  end if;
  -- As text, for both have two digits an hour.
  if opens collate "C" >= closes collate "C" then
    raise exception 'Working hours must end after they begin.'
      using errcode = '22023', detail = 'working_hours.end', hint = 'The end of a day is 24:00.';
  end if;
end
$$;
comment on function private.refuse_working_hours(jsonb) is
  'Refuses what is not {"days": [1, 2], "from": "08:00", "to": "18:00"}; null is fine.';

-- Whole weeks pass by the wall clock, for a week from now it shows the same. The last one or two are counted by the day,
-- where an hour that the clocks jump over does not pass.
create function private.add_working_time(
  since timestamptz,
  seconds integer,
  working_hours jsonb,
  time_zone text
) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  opens constant interval := (working_hours ->> 'from')::interval;
  closes constant interval := (working_hours ->> 'to')::interval;
  weekdays constant integer[] := array(
    select distinct d.value::integer from jsonb_array_elements_text(working_hours -> 'days') d (value)
  );
  weekly constant interval := cardinality(weekdays) * (closes - opens);
  remaining interval := make_interval(secs => seconds);
  weeks integer;
  day date;
  begins timestamptz := since;
  stretch interval;
begin
  if working_hours is null then
    return since + remaining;
  end if;
  weeks := floor(extract(epoch from remaining) / extract(epoch from weekly)) - 1;
  if weeks > 0 then
    begins := ((since at time zone time_zone) + make_interval(days => 7 * weeks)) at time zone time_zone;
    remaining := remaining - weeks * weekly;
  end if;
  day := (begins at time zone time_zone)::date;
  loop
    if extract(isodow from day)::integer = any(weekdays) then
      begins := greatest(begins, (day + opens) at time zone time_zone);
      stretch := ((day + closes) at time zone time_zone) - begins;
      if remaining <= stretch then
        return begins + remaining;
      end if;
      remaining := remaining - greatest(stretch, interval '0');
    end if;
    day := day + 1;
  end loop;
end
$$;
comment on function private.add_working_time(timestamptz, integer, jsonb, text) is
  'The moment so many seconds later, counted only within working hours where there are such.';
