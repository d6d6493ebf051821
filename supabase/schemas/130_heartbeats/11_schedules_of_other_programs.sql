-- Cron lines and time zones of other programs, as they are written here.

create function private.plain_field(field text, place integer, counts_from_one boolean) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  asked constant text := case when field = '?' then '*' else
    regexp_replace(field, '^([0-9]+)/([0-9]+)$', '\1-' || (array['59', '23', '31', '12', '7'])[place] || '/\2')
  end;
  counted text := asked;
begin
  if place = 5 and counts_from_one then
    -- From the lowest on, so that none is counted twice. A number behind a stroke or a # is no weekday.
    for day in 1 .. 7 loop
      counted := regexp_replace(counted, '(^|[,-])' || day || '(?![0-9])', '\1' || (day - 1), 'g');
    end loop;
  end if;
  return counted;
end
$$;
comment on function private.plain_field(text, integer, boolean) is
  'A field of a foreign cron line as it is here: * for ?, 5-59/10 for 5/10, and weekdays from 0 on where they count from 1.';

create function private.plain_schedule(line text) returns table (cron text, time_zone text)
language plpgsql immutable set search_path = ''
as $$
declare
  said constant text[] := regexp_match(btrim(line, E' \t\r\n'), '^(?:(?:CRON_)?TZ=(\S+)\s+)?(.*)$', 'i');
  of_aws constant text := (regexp_match(said[2], '^cron\((.*)\)$', 'i'))[1];
  fields text[] := regexp_split_to_array(btrim(coalesce(of_aws, said[2])), '\s+');
  counts_from_one boolean;
begin
  cron := said[2];
  time_zone := said[1];
  if of_aws is null then
    -- Five fields without seconds are a line of Cairn.
    if cardinality(fields) not in (6, 7) or fields[1] !~ '^[0-9]{1,2}$' then
      return next;
      return;
    end if;
    fields := fields[2:];
  end if;
  -- The command of a line of crontab is none of its fields.
  if cardinality(fields) in (5, 6) and coalesce(fields[6], '*') in ('*', '?')
    and (select bool_and(f.field ~* '^([*?0-9]|l|[a-z]{3}(?![a-z]))') from unnest(fields[:5]) as f (field))
  then
    counts_from_one := '?' = any (fields[:5]);
    cron := array_to_string(array(
      select private.plain_field(f.field, f.place::integer, counts_from_one)
      from unnest(fields[:5]) with ordinality as f (field, place)
      order by f.place
    ), ' ');
  end if;
  return next;
end
$$;
comment on function private.plain_schedule(text) is
  'A line of another program''s cron as one of Cairn: without seconds and years (Quartz, Spring, Azure Functions), without the frame cron(…) (AWS), and with the time zone that it names (CRON_TZ=…). A line that no line here can say stays as it is.';

-- Source: Unicode CLDR, windowsZones, territory 001. The list is long.
create function private.plain_time_zone(name text) returns text
language sql immutable set search_path = ''
as $$
  select coalesce((
    select z.time_zone
    from (values
      ('dateline standard time', 'Etc/GMT+12'),
      ('utc-11', 'Etc/GMT+11'),
      ('aleutian standard time', 'America/Adak'),
      ('hawaiian standard time', 'Pacific/Honolulu'),
      ('marquesas standard time', 'Pacific/Marquesas'),
      ('alaskan standard time', 'America/Anchorage'),
      ('utc-09', 'Etc/GMT+9'),
      ('pacific standard time (mexico)', 'America/Tijuana'),
      ('utc-08', 'Etc/GMT+8'),
      ('pacific standard time', 'America/Los_Angeles'),
      ('us mountain standard time', 'America/Phoenix'),
      ('mountain standard time (mexico)', 'America/Chihuahua'),
      ('mountain standard time', 'America/Denver'),
      ('yukon standard time', 'America/Whitehorse'),
      ('central america standard time', 'America/Guatemala'),
      ('central standard time', 'America/Chicago'),
      ('easter island standard time', 'Pacific/Easter'),
      ('central standard time (mexico)', 'America/Mexico_City'),
      ('canada central standard time', 'America/Regina'),
      ('sa pacific standard time', 'America/Bogota'),
      ('eastern standard time (mexico)', 'America/Cancun'),
      ('eastern standard time', 'America/New_York'),
      ('haiti standard time', 'America/Port-au-Prince'),
      ('cuba standard time', 'America/Havana'),
      ('us eastern standard time', 'America/Indianapolis'),
      ('turks and caicos standard time', 'America/Grand_Turk'),
      ('paraguay standard time', 'America/Asuncion'),
      ('atlantic standard time', 'America/Halifax'),
      ('venezuela standard time', 'America/Caracas'),
      ('central brazilian standard time', 'America/Cuiaba'),
      ('sa western standard time', 'America/La_Paz'),
      ('pacific sa standard time', 'America/Santiago'),
      ('newfoundland standard time', 'America/St_Johns'),
      ('tocantins standard time', 'America/Araguaina'),
      ('e. south america standard time', 'America/Sao_Paulo'),
      ('sa eastern standard time', 'America/Cayenne'),
      ('argentina standard time', 'America/Buenos_Aires'),
      ('greenland standard time', 'America/Godthab'),
      ('montevideo standard time', 'America/Montevideo'),
      ('magallanes standard time', 'America/Punta_Arenas'),
      ('saint pierre standard time', 'America/Miquelon'),
      ('bahia standard time', 'America/Bahia'),
      ('utc-02', 'Etc/GMT+2'),
      ('azores standard time', 'Atlantic/Azores'),
      ('cape verde standard time', 'Atlantic/Cape_Verde'),
      ('gmt standard time', 'Europe/London'),
      ('greenwich standard time', 'Atlantic/Reykjavik'),
      ('sao tome standard time', 'Africa/Sao_Tome'),
      ('morocco standard time', 'Africa/Casablanca'),
      ('w. europe standard time', 'Europe/Berlin'),
      ('central europe standard time', 'Europe/Budapest'),
      ('romance standard time', 'Europe/Paris'),
      ('central european standard time', 'Europe/Warsaw'),
      ('w. central africa standard time', 'Africa/Lagos'),
      ('jordan standard time', 'Asia/Amman'),
      ('gtb standard time', 'Europe/Bucharest'),
      ('middle east standard time', 'Asia/Beirut'),
      ('egypt standard time', 'Africa/Cairo'),
      ('e. europe standard time', 'Europe/Chisinau'),
      ('syria standard time', 'Asia/Damascus'),
      ('west bank standard time', 'Asia/Hebron'),
      ('south africa standard time', 'Africa/Johannesburg'),
      ('fle standard time', 'Europe/Kiev'),
      ('israel standard time', 'Asia/Jerusalem'),
      ('south sudan standard time', 'Africa/Juba'),
      ('kaliningrad standard time', 'Europe/Kaliningrad'),
      ('sudan standard time', 'Africa/Khartoum'),
      ('libya standard time', 'Africa/Tripoli'),
      ('namibia standard time', 'Africa/Windhoek'),
      ('arabic standard time', 'Asia/Baghdad'),
      ('turkey standard time', 'Europe/Istanbul'),
      ('arab standard time', 'Asia/Riyadh'),
      ('belarus standard time', 'Europe/Minsk'),
      ('russian standard time', 'Europe/Moscow'),
      ('e. africa standard time', 'Africa/Nairobi'),
      ('iran standard time', 'Asia/Tehran'),
      ('arabian standard time', 'Asia/Dubai'),
      ('astrakhan standard time', 'Europe/Astrakhan'),
      ('azerbaijan standard time', 'Asia/Baku'),
      ('russia time zone 3', 'Europe/Samara'),
      ('mauritius standard time', 'Indian/Mauritius'),
      ('saratov standard time', 'Europe/Saratov'),
      ('georgian standard time', 'Asia/Tbilisi'),
      ('volgograd standard time', 'Europe/Volgograd'),
      ('caucasus standard time', 'Asia/Yerevan'),
      ('afghanistan standard time', 'Asia/Kabul'),
      ('west asia standard time', 'Asia/Tashkent'),
      ('ekaterinburg standard time', 'Asia/Yekaterinburg'),
      ('pakistan standard time', 'Asia/Karachi'),
      ('qyzylorda standard time', 'Asia/Qyzylorda'),
      ('india standard time', 'Asia/Calcutta'),
      ('sri lanka standard time', 'Asia/Colombo'),
      ('nepal standard time', 'Asia/Katmandu'),
      ('central asia standard time', 'Asia/Almaty'),
      ('bangladesh standard time', 'Asia/Dhaka'),
      ('omsk standard time', 'Asia/Omsk'),
      ('myanmar standard time', 'Asia/Rangoon'),
      ('se asia standard time', 'Asia/Bangkok'),
      ('altai standard time', 'Asia/Barnaul'),
      ('w. mongolia standard time', 'Asia/Hovd'),
      ('north asia standard time', 'Asia/Krasnoyarsk'),
      ('n. central asia standard time', 'Asia/Novosibirsk'),
      ('tomsk standard time', 'Asia/Tomsk'),
      ('china standard time', 'Asia/Shanghai'),
      ('north asia east standard time', 'Asia/Irkutsk'),
      ('singapore standard time', 'Asia/Singapore'),
      ('w. australia standard time', 'Australia/Perth'),
      ('taipei standard time', 'Asia/Taipei'),
      ('ulaanbaatar standard time', 'Asia/Ulaanbaatar'),
      ('aus central w. standard time', 'Australia/Eucla'),
      ('transbaikal standard time', 'Asia/Chita'),
      ('tokyo standard time', 'Asia/Tokyo'),
      ('north korea standard time', 'Asia/Pyongyang'),
      ('korea standard time', 'Asia/Seoul'),
      ('yakutsk standard time', 'Asia/Yakutsk'),
      ('cen. australia standard time', 'Australia/Adelaide'),
      ('aus central standard time', 'Australia/Darwin'),
      ('e. australia standard time', 'Australia/Brisbane'),
      ('aus eastern standard time', 'Australia/Sydney'),
      ('west pacific standard time', 'Pacific/Port_Moresby'),
      ('tasmania standard time', 'Australia/Hobart'),
      ('vladivostok standard time', 'Asia/Vladivostok'),
      ('lord howe standard time', 'Australia/Lord_Howe'),
      ('bougainville standard time', 'Pacific/Bougainville'),
      ('russia time zone 10', 'Asia/Srednekolymsk'),
      ('magadan standard time', 'Asia/Magadan'),
      ('norfolk standard time', 'Pacific/Norfolk'),
      ('sakhalin standard time', 'Asia/Sakhalin'),
      ('central pacific standard time', 'Pacific/Guadalcanal'),
      ('russia time zone 11', 'Asia/Kamchatka'),
      ('new zealand standard time', 'Pacific/Auckland'),
      ('utc+12', 'Etc/GMT-12'),
      ('fiji standard time', 'Pacific/Fiji'),
      ('chatham islands standard time', 'Pacific/Chatham'),
      ('utc+13', 'Etc/GMT-13'),
      ('tonga standard time', 'Pacific/Tongatapu'),
      ('samoa standard time', 'Pacific/Apia'),
      ('line islands standard time', 'Pacific/Kiritimati')
    ) as z (of_windows, time_zone)
    where z.of_windows = lower(btrim(name))
  ), btrim(name))
$$;
comment on function private.plain_time_zone(text) is
  'The name of a time zone without spaces around it; of a zone of Windows, that of the same zone in the database of time zones.';
