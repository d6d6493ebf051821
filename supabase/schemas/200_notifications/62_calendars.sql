-- Calendars: the dates of records and their maintenance windows, for a program that knows a secret address.
--
-- The server asks here and writes the calendar. Dates from 90 days ago to two years ahead are named, two thousand at most:
-- renewals, custom fields of type date, and maintenance windows. Records that are not used any more, and those of features
-- that are switched off, have none. Each date has an id that stays the same when the date moves.

create function private.records_of_calendar(address public.calendar_addresses) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  shown public.views;
begin
  if address.team_id is not null then
    return array(
      select r.id
      from private.records r
      where r.account_id = address.account_id and r.team_id = address.team_id and (
        exists (
          select from public.team_members m
          where m.account_id = address.account_id and m.team_id = address.team_id and m.user_id = address.user_id
        )
        or exists (
          select from public.account_members m
          where m.account_id = address.account_id and m.user_id = address.user_id and m.permission_level = 'admin'
        )
      )
    );
  end if;
  if address.view_id is null then
    return array(
      select r.id
      from private.records r
      where r.account_id = address.account_id and r.invited_owner_id is null
        and coalesce(r.owner_id, r.created_by) = address.user_id
    );
  end if;
  select v.* into shown
  from public.views v
  where v.account_id = address.account_id and v.id = address.view_id
    and coalesce(v.person_id, address.user_id) = address.user_id;
  return private.ids_of_view(address.account_id, shown.kind, shown.filter, address.user_id, 10000);
exception
  -- A filter that is refused says so beside the view.
  when data_exception or null_value_not_allowed then
    return '{}';
end
$$;
comment on function private.records_of_calendar(public.calendar_addresses) is
  'The records whose dates a calendar has: those of its person, of its team while the person is in it or an admin, or those in its view.';

create function private.dates_of_records(account uuid, records uuid[], today date)
returns table (id text, what text, field text, kind text, record_id uuid, record_name text, day date, starts_at timestamptz, ends_at timestamptz, note text, changed_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  with used as materialized (
    select r.*
    from private.records r
    join private.kinds k on k.kind = r.kind
    where r.account_id = account and r.id = any (records)
      and r.status is distinct from k.retired_status and r.lifecycle is distinct from 'retired'
      and not private.switched_off(account, r.kind)
  )
  select d.*
  from (
    select 'renewal-' || u.id, 'renewal', null, u.kind, u.id, u.name, u.renews_on,
      null::timestamptz, null::timestamptz, '', u.updated_at
    from used u
    where u.renews_on between today - 90 and today + 730
    union all
    select f.id || '-' || u.id, 'field', f.name, u.kind, u.id, u.name, (u.own ->> f.key)::date, null, null, '', u.updated_at
    from used u
    join public.own_fields f
      on f.account_id = account and f.kind = u.kind and f.type = 'date' and f.deleted_at is null and f.retired_at is null
    where u.own ->> f.key ~ '^\d{4}-\d\d-\d\d$' and u.own ->> f.key between (today - 90)::text and (today + 730)::text
    union all
    select 'maintenance-' || w.id, 'maintenance', null, u.kind, u.id, u.name, null, w.starts_at, w.ends_at, w.note,
      w.created_at
    from used u
    join public.maintenance_windows w on w.account_id = account and w.record_id = u.id
    where w.ends_at >= today - 90 and w.starts_at < today + 730
  ) as d (id, what, field, kind, record_id, record_name, day, starts_at, ends_at, note, changed_at)
  order by coalesce(d.day::timestamptz, d.starts_at), d.id
  limit 2000
$$;
comment on function private.dates_of_records(uuid, uuid[], date) is
  'The dates of records that a calendar names, those of maintenance windows too: what each is, of which record, and when it was changed.';

-- A refusal is an answer here, and no exception: what it cost the network that asks is kept.
create function private.read_calendar(token text, network text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  address public.calendar_addresses;
begin
  select a.* into address from public.calendar_addresses a where a.token_hash = private.token_hash(read_calendar.token);
  if not found then
    return jsonb_build_object('status', private.unknown_address_response(network));
  elsif not private.count_against_limit('calendar ' || address.id, 60) then
    return jsonb_build_object('status', 429);
  end if;
  update public.calendar_addresses a set last_used_at = now()
  where a.id = address.id and coalesce(a.last_used_at < now() - interval '1 hour', true);
  return jsonb_build_object(
    'status', 200,
    'language', (select w.language from public.notification_preferences w where w.user_id = address.user_id),
    'name', private.name_of_calendar(address),
    'dates', (
      select coalesce(jsonb_agg(to_jsonb(d)), '[]')
      from private.dates_of_records(
        address.account_id, private.records_of_calendar(address), (now() at time zone 'utc')::date
      ) d
    )
  );
end
$$;
comment on function private.read_calendar(text, text) is
  'Reads the calendar at a secret address: {"status": 200, "language", "name" of its view or team, "dates"}; {"status": 404} for an address that nobody has, and {"status": 429} after too many calls. For the server alone.';
grant execute on function private.read_calendar(text, text) to supabase_auth_admin;
