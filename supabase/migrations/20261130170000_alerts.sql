-- Alerts find somebody: maintenance windows, deputies, quiet hours, and calendars.

alter table public.notification_preferences
  add column quiet_from time,
  add column quiet_until time,
  add constraint notification_preferences_quiet_hours check (private.holds(
    case when quiet_from is null then quiet_until is null else quiet_from is distinct from quiet_until and quiet_until is not null end,
    'preference.quiet_hours',
    'Quiet hours must have a start and another end.'
  ));

create table public.maintenance_windows (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  kind text not null,
  record_id uuid not null,
  starts_at timestamptz not null default now(),
  ends_at timestamptz not null,
  note text not null default '',
  assigned_by uuid,
  created_at timestamptz not null default now(),
  constraint maintenance_windows_assigned_by_fkey foreign key (account_id, assigned_by)
    references public.account_members (account_id, user_id) on delete set null (assigned_by),
  constraint maintenance_windows_order check (private.holds(
    starts_at < ends_at,
    'maintenance.order',
    'A maintenance window must end after its start.'
  )),
  constraint maintenance_windows_length check (private.holds(
    case when isfinite(starts_at) and isfinite(ends_at) then ends_at - starts_at <= interval '366 days' else false end,
    'maintenance.length',
    'A maintenance window must last a year at most.'
  )),
  constraint maintenance_windows_note_length check (private.holds(
    char_length(note) <= 500,
    'maintenance.note_length',
    'A note must have at most 500 characters.'
  ))
);

create index maintenance_windows_record_idx on public.maintenance_windows (account_id, record_id, ends_at);

create index maintenance_windows_assigned_by_idx on public.maintenance_windows (account_id, assigned_by);

alter table public.maintenance_windows owner to cairn_owner;

create table public.calendar_addresses (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null,
  user_id uuid not null,
  kind text,
  view_id uuid,
  token_hash text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  constraint calendar_addresses_token_hash_key unique (token_hash),
  constraint calendar_addresses_user_id_fkey foreign key (account_id, user_id)
    references public.account_members (account_id, user_id) on delete cascade,
  constraint calendar_addresses_view_id_fkey foreign key (account_id, kind, view_id)
    references public.views (account_id, kind, id) on delete cascade
);

create index calendar_addresses_user_id_idx on public.calendar_addresses (account_id, user_id);

create index calendar_addresses_view_id_idx on public.calendar_addresses (account_id, kind, view_id);

alter table public.calendar_addresses owner to cairn_owner;

create table public.alert_settings (
  account_id uuid primary key default private.my_account() references public.accounts (id) on delete cascade,
  escalate_after_hours smallint not null default 4,
  constraint alert_settings_escalate_after_hours check (private.holds(
    escalate_after_hours between 0 and 168,
    'alert.escalation_hours',
    'Alerts are passed on after 1 to 168 hours, or 0 for never.'
  ))
);

create table public.deputies (
  account_id uuid not null,
  user_id uuid not null,
  deputy_id uuid,
  away_from timestamptz,
  away_until timestamptz,
  primary key (account_id, user_id),
  constraint deputies_user_id_fkey foreign key (account_id, user_id)
    references public.account_members (account_id, user_id) on delete cascade,
  constraint deputies_deputy_id_fkey foreign key (account_id, deputy_id)
    references public.account_members (account_id, user_id) on delete set null (deputy_id),
  constraint deputies_two_people check (private.holds(
    deputy_id is distinct from user_id,
    'deputy.yourself',
    'Choose another member as your deputy.'
  )),
  constraint deputies_absence check (private.holds(
    case when away_from is null then true else away_until is not null and away_from < away_until end,
    'deputy.absence_order',
    'An absence must end after its start.'
  ))
);

create index deputies_deputy_id_idx on public.deputies (account_id, deputy_id);

alter table public.alert_settings owner to cairn_owner;

alter table public.deputies owner to cairn_owner;

create table private.open_alerts (
  account_id uuid not null,
  heartbeat_id uuid not null,
  told_at timestamptz not null,
  escalated_at timestamptz,
  escalated_to uuid[] not null default '{}',
  primary key (account_id, heartbeat_id),
  constraint open_alerts_heartbeat_id_fkey foreign key (account_id, heartbeat_id)
    references public.heartbeats (account_id, id) on delete cascade
);

create index open_alerts_told_at_idx on private.open_alerts (told_at) where escalated_at is null;

alter table private.open_alerts owner to cairn_owner;

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
create or replace function private.table_scopes()
returns table (table_name text, verb text, scopes text[], any_of boolean)
language sql stable security definer set search_path = ''
as $$
  select k.record_table, v.verb, array[k.record_table || ':' || v.verb], true
  from private.kinds k
  cross join (values ('read'), ('write')) as v (verb)
  where k.feature is not null
  union all
  values
    ('accounts', 'read', '{kinds:read,people:read,audit:read}'::text[], true),
    ('account_members', 'read', '{people:read}', true),
    ('profiles', 'read', '{people:read}', true),
    ('security_audit_log', 'read', '{audit:read}', true),
    ('tags', 'read', '{kinds:read}', true),
    ('tags', 'write', '{kinds:write}', true),
    ('own_fields', 'read', '{kinds:read}', true),
    ('record_experts', 'read', '{kinds:read}', true),
    ('record_experts', 'write', '{kinds:write}', true),
    ('relations', 'read', '{kinds:read}', true),
    ('relations', 'write', '{kinds:write}', true),
    ('maintenance_windows', 'read', '{kinds:read}', true),
    ('maintenance_windows', 'write', '{kinds:write}', true),
    ('record_history', 'read', '{kinds:read}', true),
    ('departed_owners', 'read', '{kinds:read}', true),
    ('handovers', 'read', '{kinds:read}', true),
    ('suggestions', 'read', '{kinds:read}', true),
    ('heartbeats', 'read', '{kinds:read}', true),
    ('runs', 'read', '{automations:read,agents:read}', false),
    ('run_days', 'read', '{automations:read,agents:read}', false),
    ('system_experts', 'read', '{systems:read}', true),
    ('system_experts', 'write', '{systems:write}', true),
    ('solution_agents', 'read', '{solutions:read}', true),
    ('solution_agents', 'write', '{solutions:write}', true),
    ('solution_automations', 'read', '{solutions:read}', true),
    ('solution_automations', 'write', '{solutions:write}', true)
$$;
create function private.complete_maintenance_window() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.note := private.display_text(coalesce(new.note, ''));
  new.kind := (
    select r.kind from private.records r where r.account_id = new.account_id and r.id = new.record_id
  );
  if new.account_id is null or new.record_id is null or private.my_rank() = 0
    or new.kind = any (private.kinds_in_scope('read'))
  then
    return new;
  end if;
  if private.is_unscoped() and coalesce(private.name_in_bin(new.account_id, new.record_id), '') <> '' then
    raise exception 'This record is in the bin.'
      using errcode = '23503', detail = 'maintenance.record_in_bin', hint = 'Restore it first.';
  end if;
  raise exception 'The record of this maintenance window does not exist.'
    using errcode = '23503', detail = 'maintenance.unknown_record', hint = 'Choose a record of the account.';
end
$$;
comment on function private.complete_maintenance_window() is
  'Trigger: fills in the kind of a maintenance window, and refuses a record that is in the bin, of another account or unknown.';
alter function private.complete_maintenance_window() owner to cairn_definer;
revoke all on function private.complete_maintenance_window() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.refuse_maintenance_window() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.my_rank() = 0 or new.starts_at >= new.ends_at then
    return new;
  end if;
  perform from private.records r
  where r.account_id = new.account_id and r.id = new.record_id
  for no key update;
  if new.ends_at <= now() then
    raise exception 'This maintenance window is already over.'
      using errcode = '22023', detail = 'maintenance.over', hint = 'Choose an end that is still to come.';
  elsif new.starts_at > now() + interval '2 years' then
    raise exception 'A maintenance window must begin within two years.'
      using errcode = '22023', detail = 'maintenance.too_far';
  elsif exists (
    select from public.maintenance_windows w
    where w.account_id = new.account_id and w.record_id = new.record_id
      and w.starts_at < new.ends_at and new.starts_at < w.ends_at
  ) then
    raise exception 'This record already has a maintenance window at that time.'
      using errcode = '23505', detail = 'maintenance.overlap', hint = 'Remove the other one first.';
  elsif (
    select count(*) from public.maintenance_windows w
    where w.account_id = new.account_id and w.record_id = new.record_id and w.ends_at > now()
  ) >= 50 then
    raise exception 'A record must have at most 50 maintenance windows that are still to come.'
      using errcode = '22023', detail = 'maintenance.too_many', hint = 'Remove some first.';
  end if;
  return new;
end
$$;
comment on function private.refuse_maintenance_window() is
  'Trigger: refuses a maintenance window that is over, far away, overlaps another one, or is the 51st of its record.';
alter function private.refuse_maintenance_window() owner to cairn_definer;
revoke all on function private.refuse_maintenance_window() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.keep_maintenance_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_restoring_archive() then
    return null;
  end if;
  insert into public.record_history (
    account_id, kind, record_id, record_name, action, field, before, after, changed_by, act, concerned
  )
  select
    r.account_id, r.kind, r.id, r.name, 'updated', 'maintenance',
    case when tg_op = 'DELETE' then said.value end, case when tg_op = 'INSERT' then said.value end,
    private.caller_id(), private.current_act(),
    array(select distinct person from unnest(array[r.owner_id, r.created_by]) as person where person is not null)
  from links l
  join private.records r on r.account_id = l.account_id and r.id = l.record_id
  cross join lateral (
    select jsonb_build_object('starts_at', l.starts_at, 'ends_at', l.ends_at, 'note', l.note) as value
  ) said;
  return null;
end
$$;
comment on function private.keep_maintenance_history() is
  'Statement trigger: writes maintenance windows that were added or removed into the history of the record, as {"starts_at", "ends_at", "note"}.';
alter function private.keep_maintenance_history() owner to cairn_definer;
revoke all on function private.keep_maintenance_history() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.forget_maintenance_windows() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.maintenance_windows w
  using gone g
  where w.account_id = g.account_id and w.record_id = g.record_id
    and not exists (select from private.records r where r.account_id = g.account_id and r.id = g.record_id);
  return null;
end
$$;
comment on function private.forget_maintenance_windows() is
  'Statement trigger: the maintenance windows of records that leave the bin for good go with them.';
alter function private.forget_maintenance_windows() owner to cairn_definer;
revoke all on function private.forget_maintenance_windows() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.maintenance_until(account uuid, record uuid, moment timestamptz) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select max(w.ends_at)
  from public.maintenance_windows w
  where w.account_id = account and w.record_id = record and w.ends_at > moment and w.starts_at <= moment
$$;
comment on function private.maintenance_until(uuid, uuid, timestamptz) is
  'Until when a record is in maintenance at a moment; null where it is not.';
alter function private.maintenance_until(uuid,uuid,timestamp with time zone) owner to cairn_definer;
revoke all on function private.maintenance_until(uuid,uuid,timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function public.get_recent_activity()
returns table (id uuid, kind text, resource text, action text, user_name text, occurred_at timestamptz)
language sql stable set search_path = ''
as $$
  with latest as (
    select
      r.id,
      h.kind,
      r.name,
      h.action,
      coalesce(h.changed_by, case h.action when 'created' then r.created_by else r.updated_by end) as person,
      r.updated_at,
      h.changed_at
    from public.record_history h
    -- Looked up line by line, so that the walk through the history ends with the eighth record.
    cross join lateral (
      select r.id, r.name, r.created_by, r.updated_by, r.updated_at
      from private.records r
      where r.account_id = h.account_id and r.kind = h.kind and r.id = h.record_id
        and not exists (
          select from public.record_history later
          where later.account_id = h.account_id and later.record_id = h.record_id
            and later.changed_at >= h.changed_at and (later.changed_at, later.id) > (h.changed_at, h.id)
            and later.action in ('created', 'updated')
            and (later.field is null or later.field <> all (array['experts', 'automations', 'agents', 'relations', 'maintenance', 'handover']))
        )
      offset 0
    ) r
    where h.account_id = (select private.my_account())
      and h.kind = any (array(select k.kind from private.kinds_in_use() as k (kind)))
      and h.action in ('created', 'updated')
      and (h.field is null or h.field <> all (array['experts', 'automations', 'agents', 'relations', 'maintenance', 'handover']))
    order by h.changed_at desc
    limit 8
  ),
  older as (
    select
      r.id,
      r.kind,
      r.name,
      case when r.created_at = r.updated_at then 'created' else 'updated' end as action,
      case when r.created_at = r.updated_at then r.created_by else r.updated_by end as person,
      r.updated_at,
      r.updated_at as changed_at
    from private.records r
    where (select count(*) from latest) < 8
      and r.account_id = (select private.my_account())
      and r.kind = any (array(select k.kind from private.kinds_in_use() as k (kind)))
      and not exists (
        select from latest l
        where l.id = r.id
      )
    order by r.updated_at desc
    limit 8
  ),
  shown as (
    select * from latest
    union all
    select * from older
    order by updated_at desc, changed_at desc
    limit 8
  )
  select s.id, s.kind, s.name, s.action, coalesce(p.name, 'Unknown User'), s.updated_at
  from shown s
  left join public.profiles p on p.id = s.person
  order by s.updated_at desc, s.changed_at desc
$$;
create or replace function private.with_trouble(beat public.heartbeats, outcome text, moment timestamptz) returns public.heartbeats
language plpgsql security definer set search_path = ''
as $$
begin
  if outcome = 'success' then
    if beat.trouble_told then
      insert into private.heartbeat_news (account_id, heartbeat_id, event, at, since)
      values (beat.account_id, beat.id, 'back', moment, beat.trouble_since);
    end if;
    beat := private.without_trouble(beat);
  elsif beat.trouble is null and beat.paused_at is null
    and private.maintenance_until(beat.account_id, beat.record_id, moment) is null
  then
    beat.trouble := 'failing';
    beat.trouble_since := moment;
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
  'A heartbeat whose run ended so, in trouble or out of it, and notes what members are told of that. A run that fails during maintenance begins no trouble.';
create or replace function public.get_heartbeats(kind text, record_ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  zones constant text[] := private.likely_time_zones(account);
begin
  if cardinality(record_ids) > 500 then
    raise exception 'Ask for at most 500 records at once.' using errcode = '22023', detail = 'heartbeat.batch_size';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', h.id, 'kind', h.kind, 'record_id', h.record_id, 'state', private.heartbeat_state(h, now()),
      'expects', h.expects, 'every_seconds', h.every_seconds, 'working_hours', h.working_hours, 'cron', h.cron,
      'time_zone', h.time_zone, 'grace_seconds', h.grace_seconds, 'last_at', h.last_at, 'last_seconds', h.last_seconds,
      'running_since', h.running_since, 'due_at', h.due_at, 'trouble_since', coalesce(
        h.trouble_since, case when h.late_at <= now() then h.late_at end
      ),
      'silent_until', case when h.silent_until > now() then h.silent_until end, 'paused_at', h.paused_at,
      'maintenance_until', private.maintenance_until(h.account_id, h.record_id, now()),
      'former_until', case when h.former_until > now() then h.former_until end, 'refused_calls', h.refused_calls,
      'recent_runs', recent.runs, 'recent_successes', recent.successes, 'strip', private.recent_runs(h.account_id, h.id),
      'zone_hint', case when h.expects = 'cron' and cardinality(h.arrivals) = 3 then
        private.zone_hint(h.calendar, h.time_zone, h.arrivals, zones)
      end
    )), '[]')
    from public.heartbeats h
    cross join lateral (
      select coalesce(sum(d.successes + d.failures), 0) as runs, coalesce(sum(d.successes), 0) as successes
      from public.run_days d
      where d.account_id = h.account_id and d.heartbeat_id = h.id
        and d.day > (now() at time zone 'utc')::date - 30
    ) recent
    where h.account_id = account and h.kind = get_heartbeats.kind and h.record_id = any (record_ids) and not h.rests
  );
end
$$;
comment on function public.get_heartbeats(text, uuid[]) is
  'The heartbeats of at most 500 automations or agents: [{"id", "kind", "record_id", "state", "expects", "every_seconds", "working_hours", "cron", "time_zone", "grace_seconds", "last_at", "last_seconds", "running_since", "due_at", "trouble_since", "silent_until", "paused_at", "maintenance_until", "former_until", "refused_calls", "recent_runs", "recent_successes", "strip", "zone_hint"}]. Recent is of the last 30 days.';
create or replace function private.heartbeats_in_trouble()
returns table (kind text, record_id uuid, trouble text, trouble_since timestamptz)
language sql stable security definer set search_path = ''
as $$
  select h.kind, h.record_id, h.trouble, h.trouble_since
  from public.heartbeats h
  where h.account_id = private.my_account() and h.trouble is not null and h.token_hash is not null and not h.rests
    and private.maintenance_until(h.account_id, h.record_id, now()) is null
$$;
comment on function private.heartbeats_in_trouble() is
  'The records of the caller''s account whose heartbeats are late or failing, as the server has noted, and since when. Those in maintenance are left out.';
create or replace function private.late_heartbeats(moment timestamptz, without text[], at_most integer) returns setof text
language sql stable security definer set search_path = ''
as $$
  select h.id::text
  from private.answering a
  join public.heartbeats h on h.late_at <= moment and moment - make_interval(secs => h.grace_seconds) >= a.since
  where h.trouble is null and h.id <> all (without::uuid[])
    and private.maintenance_until(h.account_id, h.record_id, moment) is null
  order by h.late_at
  limit at_most
$$;
create or replace function private.mark_late_heartbeats(moment timestamptz, only_these text[]) returns integer
language sql volatile security definer set search_path = ''
as $$
  with due as materialized (
    select h.id, h.late_at
    from public.heartbeats h
    where h.id = any (only_these::uuid[]) and h.trouble is null and h.late_at <= moment
      and private.maintenance_until(h.account_id, h.record_id, moment) is null
    for update skip locked
  ),
  noted as (
    update public.heartbeats h
    set trouble = 'late', trouble_since = d.late_at, trouble_told = coalesce(h.silent_until <= moment, true)
    from due d
    where h.id = d.id
    returning h.account_id, h.id, h.trouble_told
  ),
  news as (
    insert into private.heartbeat_news (account_id, heartbeat_id, event, at)
    select n.account_id, n.id, 'late', moment from noted n where n.trouble_told
  )
  select count(*)::integer from noted
$$;
create function private.refuse_calendars_of_tokens() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if private.my_account() is null or not private.is_unscoped() then
    raise exception 'Only members who have signed in have calendar addresses.'
      using errcode = '42501', detail = 'calendar.people_only', hint = 'Sign in to Cairn.';
  end if;
end
$$;
comment on function private.refuse_calendars_of_tokens() is 'Refuses whoever is no signed-in member.';
alter function private.refuse_calendars_of_tokens() owner to cairn_definer;
revoke all on function private.refuse_calendars_of_tokens() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.refuse_calendars_of_tokens() to authenticated;
create function public.make_calendar_address(view_param uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  person constant uuid := private.caller_id();
  secret constant text := encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex');
  shown public.views;
  made uuid;
begin
  perform private.refuse_calendars_of_tokens();
  perform private.require_recent_proof();
  if view_param is not null then
    select v.* into shown
    from public.views v
    where v.account_id = account and v.id = view_param and coalesce(v.person_id, person) = person;
    if not found then
      raise exception 'This view no longer exists.' using errcode = 'PT404', detail = 'calendar.unknown_view';
    end if;
  end if;
  -- Of two that are made at the same moment, the second counts the first.
  perform from public.account_members m where m.account_id = account and m.user_id = person for no key update;
  if (select count(*) from public.calendar_addresses a where a.account_id = account and a.user_id = person) >= 20 then
    raise exception 'Nobody has more than 20 calendar addresses.'
      using errcode = '22023', detail = 'calendar.too_many', hint = 'Remove one that is no longer used.';
  end if;
  insert into public.calendar_addresses (account_id, user_id, kind, view_id, token_hash)
  values (account, person, shown.kind, shown.id, private.token_hash(secret))
  returning id into made;
  return jsonb_build_object('id', made, 'token', secret);
end
$$;
comment on function public.make_calendar_address(uuid) is
  'Makes a calendar address of the caller''s records, or of a view that they see: {"id", "token"}. The token is shown this once; the server answers at /calendar/<token>.ics.';
alter function public.make_calendar_address(uuid) owner to cairn_definer;
revoke all on function public.make_calendar_address(uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.make_calendar_address(uuid) to authenticated;
create function public.remove_calendar_address(id_param uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.refuse_calendars_of_tokens();
  delete from public.calendar_addresses a
  where a.account_id = private.my_account() and a.user_id = private.caller_id() and a.id = id_param;
  if not found then
    raise exception 'This calendar address no longer exists.' using errcode = 'PT404', detail = 'calendar.gone';
  end if;
end
$$;
comment on function public.remove_calendar_address(uuid) is 'Removes a calendar address of the caller, which opens nothing from then on.';
alter function public.remove_calendar_address(uuid) owner to cairn_definer;
revoke all on function public.remove_calendar_address(uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.remove_calendar_address(uuid) to authenticated;
create function private.end_calendars_of(person uuid, since timestamptz) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  ended integer;
begin
  delete from public.calendar_addresses a
  where a.user_id = person and a.created_at >= coalesce(since, '-infinity');
  get diagnostics ended = row_count;
  return ended;
end
$$;
comment on function private.end_calendars_of(uuid, timestamptz) is
  'Ends the calendar addresses of a person that were made since a moment, or all of them. Returns how many.';
alter function private.end_calendars_of(uuid,timestamp with time zone) owner to cairn_definer;
revoke all on function private.end_calendars_of(uuid,timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function public.end_programs(event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person constant uuid := (event ->> 'user_id')::uuid;
  since constant timestamptz := (event ->> 'since')::timestamptz;
  made private.made_secrets;
  ended integer := 0;
begin
  for made in
    select s.* from private.made_secrets s
    where s.user_id = person and s.made_at >= since
    order by s.made_at, s.id
    for update
  loop
    perform private.end_secret(made);
    ended := ended + 1;
  end loop;
  delete from private.made_secrets s where s.user_id = person and s.made_at >= since;
  if not coalesce((event ->> 'keeps_former')::boolean, false) then
    ended := ended + private.end_tokens_of(person);
  end if;
  ended := ended + private.end_calendars_of(
    person, case when coalesce((event ->> 'keeps_former')::boolean, false) then since end
  );
  if ended > 0 then
    perform private.write_audit(
      m.account_id, person, 'secrets_ended', 'user_account', person::text,
      jsonb_build_object('secrets', ended, 'reason', event ->> 'reason')
    )
    from public.account_members m
    where m.user_id = person;
  end if;
  return '{}';
end
$$;
create function private.is_away(said public.deputies, moment timestamptz) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(said.away_until > moment and coalesce(said.away_from, '-infinity') <= moment, false)
$$;
comment on function private.is_away(public.deputies, timestamptz) is 'Whether a member is away at a moment, by what they said.';
alter function private.is_away(public.deputies,timestamp with time zone) owner to cairn_definer;
revoke all on function private.is_away(public.deputies,timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.deputy_of(account uuid, person uuid, moment timestamptz) returns uuid
language sql stable security definer set search_path = ''
as $$
  with recursive chain as (
    select d.deputy_id as person_id, 1 as step, array[person] as passed
    from public.deputies d
    where d.account_id = account and d.user_id = person and d.deputy_id is not null
    union all
    select d.deputy_id, c.step + 1, c.passed || c.person_id
    from chain c
    join public.deputies d on d.account_id = account and d.user_id = c.person_id
    where private.is_away(d, moment) and d.deputy_id is not null and d.deputy_id <> all (c.passed) and c.step < 10
  )
  select c.person_id
  from chain c
  left join public.deputies d on d.account_id = account and d.user_id = c.person_id
  where not coalesce(private.is_away(d, moment), false)
  order by c.step
  limit 1
$$;
comment on function private.deputy_of(uuid, uuid, timestamptz) is
  'The deputy of a member who is not away at a moment: where theirs is, the deputy of that one, up to ten steps. Null where there is none.';
alter function private.deputy_of(uuid,uuid,timestamp with time zone) owner to cairn_definer;
revoke all on function private.deputy_of(uuid,uuid,timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.people_to_tell(account uuid, records uuid[], moment timestamptz)
returns table (record_id uuid, person_id uuid)
language sql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
  with owned as materialized (
    select r.id, r.kind, coalesce(r.owner_id, r.created_by) as owner_id
    from private.records r
    where r.account_id = account and r.id = any (records)
  ),
  away as materialized (
    select d.user_id from public.deputies d where d.account_id = account and private.is_away(d, moment)
  ),
  people as (
    select o.id, o.owner_id as person_id from owned o where o.owner_id is not null
    union
    select o.id, private.deputy_of(account, o.owner_id, moment)
    from owned o
    where o.owner_id in (select a.user_id from away a)
    union
    select o.id, e.expert_id
    from owned o
    join public.record_experts e on e.account_id = account and e.kind = o.kind and e.record_id = o.id
  )
  select p.id, p.person_id from people p where p.person_id is not null
  union
  select o.id, m.user_id
  from owned o
  join public.account_members m on m.account_id = account and m.permission_level = 'admin'
  where o.id not in (
    select p.id from people p where p.person_id is not null and p.person_id not in (select a.user_id from away a)
  )
$$;
comment on function private.people_to_tell(uuid, uuid[], timestamptz) is
  'The people to tell about records at a moment: the owner or else the creator, the deputy of one who is away, and the experts; the admins too where all of these are away, or there is none of them.';
alter function private.people_to_tell(uuid,uuid[],timestamp with time zone) owner to cairn_definer;
revoke all on function private.people_to_tell(uuid,uuid[],timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.deputies_to_tell(account uuid, record uuid, told_at timestamptz, moment timestamptz)
returns setof uuid
language sql stable security definer set search_path = ''
as $$
  with owner as materialized (
    select coalesce(r.owner_id, r.created_by) as id
    from private.records r
    where r.account_id = account and r.id = record
  ),
  deputy as materialized (
    select private.deputy_of(account, o.id, moment) as id
    from owner o
    join public.deputies d on d.account_id = account and d.user_id = o.id and d.deputy_id is not null
  )
  select p.id
  from (
    select d.id from deputy d
    union
    select m.user_id
    from deputy d
    join public.account_members m on m.account_id = account and m.permission_level = 'admin'
    where d.id is null
  ) p
  where p.id is not null
    and p.id not in (select t.person_id from private.people_to_tell(account, array[record], told_at) t)
$$;
comment on function private.deputies_to_tell(uuid, uuid, timestamptz, timestamptz) is
  'The people to whom an alert about a record is passed on: the deputy of its owner, or else of its creator; the admins where all deputies are away. Who was told before is left out.';
alter function private.deputies_to_tell(uuid,uuid,timestamp with time zone,timestamp with time zone) owner to cairn_definer;
revoke all on function private.deputies_to_tell(uuid,uuid,timestamp with time zone,timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function public.name_deputy(
  deputy_param uuid default null, away_from_param timestamptz default null, away_until_param timestamptz default null
)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  if account is null or not private.is_unscoped() then
    raise exception 'Only members who have signed in name a deputy.'
      using errcode = '42501', detail = 'deputy.people_only', hint = 'Sign in to Cairn.';
  elsif deputy_param is not null and not private.is_member(account, deputy_param) then
    raise exception 'This person is not a member of your account.'
      using errcode = 'PT404', detail = 'deputy.unknown_member';
  elsif away_until_param is null and away_from_param is not null or away_until_param <= now() then
    raise exception 'The end of an absence must be still to come.' using errcode = '22023', detail = 'deputy.absence_over';
  elsif away_until_param > now() + interval '366 days' then
    raise exception 'An absence must end within a year.' using errcode = '22023', detail = 'deputy.absence_length';
  end if;
  insert into public.deputies as d (account_id, user_id, deputy_id, away_from, away_until)
  values (account, private.caller_id(), deputy_param, away_from_param, away_until_param)
  on conflict (account_id, user_id) do update
  set deputy_id = excluded.deputy_id, away_from = excluded.away_from, away_until = excluded.away_until;
end
$$;
comment on function public.name_deputy(uuid, timestamptz, timestamptz) is
  'Names a member as the deputy of the caller, or none, and says until when the caller is away, from now on or from a moment.';
alter function public.name_deputy(uuid,timestamp with time zone,timestamp with time zone) owner to cairn_definer;
revoke all on function public.name_deputy(uuid,timestamp with time zone,timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.name_deputy(uuid, timestamptz, timestamptz) to authenticated;
create function private.alerts_due(account uuid, moment timestamptz)
returns table (account_id uuid, heartbeat_id uuid, told_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select a.account_id, a.heartbeat_id, a.told_at
  from private.open_alerts a
  join public.heartbeats h on h.account_id = a.account_id and h.id = a.heartbeat_id
  left join public.alert_settings s on s.account_id = a.account_id
  where (account is null or a.account_id = account) and a.escalated_at is null
    and coalesce(s.escalate_after_hours, 4) > 0
    and a.told_at <= moment - make_interval(hours => coalesce(s.escalate_after_hours, 4))
    and h.trouble_told and h.token_hash is not null and h.paused_at is null and not h.rests
    and coalesce(h.silent_until <= moment, true)
    and private.maintenance_until(h.account_id, h.record_id, moment) is null
    and not private.switched_off(h.account_id, h.kind)
$$;
comment on function private.alerts_due(uuid, timestamptz) is
  'The alerts, of one account where it is given, that are to be passed on at a moment.';
alter function private.alerts_due(uuid,timestamp with time zone) owner to cairn_definer;
revoke all on function private.alerts_due(uuid,timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.accounts_with_alerts_due(moment timestamptz) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select distinct d.account_id from private.alerts_due(null, moment) d
$$;
comment on function private.accounts_with_alerts_due(timestamptz) is 'The accounts with alerts that are to be passed on at a moment.';
alter function private.accounts_with_alerts_due(timestamp with time zone) owner to cairn_definer;
revoke all on function private.accounts_with_alerts_due(timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.accounts_with_alerts_due(timestamptz) to supabase_auth_admin;
create function private.alerts_to_escalate(account uuid, moment timestamptz, without text[], at_most integer)
returns setof text
language sql stable security definer set search_path = ''
as $$
  select d.heartbeat_id::text
  from private.alerts_due(account, moment) d
  where d.heartbeat_id <> all (without::uuid[])
  order by d.told_at, d.heartbeat_id
  limit at_most
$$;
comment on function private.alerts_to_escalate(uuid, timestamptz, text[], integer) is
  'The heartbeats of an account, but for some, whose alerts are to be passed on at a moment: the oldest first.';
alter function private.alerts_to_escalate(uuid,timestamp with time zone,text[],integer) owner to cairn_definer;
revoke all on function private.alerts_to_escalate(uuid,timestamp with time zone,text[],integer) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.alerts_to_escalate(uuid, timestamptz, text[], integer) to supabase_auth_admin;
create function private.escalate_alerts(account uuid, moment timestamptz, only_these text[]) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  told private.record_news[];
  amount integer;
begin
  -- Apart from the act of the first notification, which may be unread by another one's deputy.
  perform set_config(
    'cairn.act', md5(account || to_char(date_bin('5 minutes', moment, 'epoch') at time zone 'utc', ' "escalated" YYYY-MM-DD HH24:MI')),
    true
  );
  with escalated as (
    update private.open_alerts a
    set escalated_at = moment, escalated_to = array(
      select p from private.deputies_to_tell(account, h.record_id, d.told_at, moment) p
    )
    from private.alerts_due(account, moment) d
    join public.heartbeats h on h.account_id = account and h.id = d.heartbeat_id
    where a.account_id = account and a.heartbeat_id = d.heartbeat_id and a.escalated_at is null
      and d.heartbeat_id = any (only_these::uuid[])
    returning a.heartbeat_id, a.told_at, a.escalated_to
  )
  select
    (select count(*) from escalated),
    array(
      select
        row(
          account, person_id, 'heartbeat_' || h.trouble, h.kind, h.record_id, r.name,
          case h.trouble when 'late' then jsonb_build_object('since', greatest(h.last_at, h.running_since)) else '{}' end
        )::private.record_news
      from escalated e
      join public.heartbeats h on h.account_id = account and h.id = e.heartbeat_id
      join private.records r on r.account_id = account and r.id = h.record_id
      cross join lateral unnest(e.escalated_to) as person_id
      order by e.told_at, lower(r.name), e.heartbeat_id
    )
  into amount, told;
  perform private.notify_of_records(told);
  return amount;
end
$$;
comment on function private.escalate_alerts(uuid, timestamptz, text[]) is
  'Passes the alerts of these heartbeats on, each once, as far as they are due. Returns how many.';
alter function private.escalate_alerts(uuid,timestamp with time zone,text[]) owner to cairn_definer;
revoke all on function private.escalate_alerts(uuid,timestamp with time zone,text[]) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.escalate_alerts(uuid, timestamptz, text[]) to supabase_auth_admin;
create function private.people_of_heartbeats(account uuid, heartbeats uuid[], moment timestamptz)
returns table (heartbeat_id uuid, record_name text, person_id uuid)
language sql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
  select h.id, r.name, p.person_id
  from public.heartbeats h
  join private.records r on r.account_id = h.account_id and r.kind = h.kind and r.id = h.record_id
  join private.people_to_tell(
    account,
    array(select o.record_id from public.heartbeats o where o.account_id = account and o.id = any (heartbeats)),
    moment
  ) p on p.record_id = h.record_id
  where h.account_id = account and h.id = any (heartbeats)
$$;
comment on function private.people_of_heartbeats(uuid, uuid[], timestamptz) is
  'The people to notify about heartbeats at a moment, with the name of the record.';
alter function private.people_of_heartbeats(uuid,uuid[],timestamp with time zone) owner to cairn_definer;
revoke all on function private.people_of_heartbeats(uuid,uuid[],timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.notify_of_heartbeats(account uuid, moment timestamptz, only_these text[]) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  told private.record_news[];
  amount integer;
  began uuid[];
  ended uuid[];
begin
  -- Notifications in several parts share one act: a later part adds to the notification of an earlier one.
  perform set_config(
    'cairn.act', md5(account || to_char(date_bin('5 minutes', moment, 'epoch') at time zone 'utc', ' YYYY-MM-DD HH24:MI')), true
  );
  with news as materialized (
    select t.* from private.dequeue_heartbeat_news(account, only_these::uuid[]) t
  ),
  people as materialized (
    select p.*
    from private.people_of_heartbeats(account, array(select n.heartbeat_id from news n), moment) p
    union
    -- The end of a trouble is told to whom it was passed on, too.
    select n.heartbeat_id, r.name, person_id
    from news n
    join public.heartbeats h on h.account_id = account and h.id = n.heartbeat_id
    join private.records r on r.account_id = account and r.id = h.record_id
    join private.open_alerts a on a.account_id = account and a.heartbeat_id = n.heartbeat_id
    cross join lateral unnest(a.escalated_to) as person_id
    where n.event = 'back'
  )
  select
    (select count(*) from news),
    array(select n.heartbeat_id from news n where n.event <> 'back'),
    array(select n.heartbeat_id from news n where n.event = 'back'),
    array(
      select
        row(
          account, p.person_id, 'heartbeat_' || n.event, h.kind, h.record_id, p.record_name,
          case n.event
            when 'late' then jsonb_build_object('since', greatest(h.last_at, h.running_since))
            when 'back' then jsonb_build_object('away_seconds', extract(epoch from n.at - n.since)::bigint)
            else '{}'
          end
        )::private.record_news
      from news n
      join public.heartbeats h on h.id = n.heartbeat_id
      join people p on p.heartbeat_id = n.heartbeat_id
      order by n.at, lower(p.record_name), n.heartbeat_id
    )
  into amount, began, ended, told;
  perform private.notify_of_records(told);
  insert into private.open_alerts as a (account_id, heartbeat_id, told_at)
  select account, b, moment from unnest(began) as b
  on conflict on constraint open_alerts_pkey do update
  set told_at = excluded.told_at, escalated_at = null, escalated_to = '{}';
  delete from private.open_alerts a where a.account_id = account and a.heartbeat_id = any (ended);
  return amount;
end
$$;
create function private.is_quiet(wants public.notification_preferences, moment timestamptz) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(
    case
      when wants.quiet_from < wants.quiet_until then c.shown >= wants.quiet_from and c.shown < wants.quiet_until
      else c.shown >= wants.quiet_from or c.shown < wants.quiet_until
    end,
    false
  )
  from (select (moment at time zone coalesce(wants.time_zone, 'UTC'))::time as shown) c
$$;
comment on function private.is_quiet(public.notification_preferences, timestamptz) is
  'Whether it is in the quiet hours of a person at a moment, by their time zone.';
alter function private.is_quiet(public.notification_preferences,timestamp with time zone) owner to cairn_definer;
revoke all on function private.is_quiet(public.notification_preferences,timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.mail_waits(person uuid, kind text, moment timestamptz) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(private.inbox_reason(kind) = 'late', false) and exists (
    select from public.notification_preferences w
    where w.user_id = person and w.quiet_from is not null and private.is_quiet(w, moment)
  )
$$;
comment on function private.mail_waits(uuid, text, timestamptz) is
  'Whether a mail about a kind of notification waits for the end of the quiet hours of a person: those about alerts do.';
alter function private.mail_waits(uuid,text,timestamp with time zone) owner to cairn_definer;
revoke all on function private.mail_waits(uuid,text,timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.accounts_to_mail() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select distinct n.account_id
  from public.notifications n
  where n.mail_due and n.created_at <= now() - interval '1 minute'
    and not private.mail_waits(n.user_id, n.kind, now())
$$;
create or replace function private.notifications_to_mail(account uuid, without uuid[], people_limit integer)
returns table (id uuid, user_id uuid)
language sql stable security definer set search_path = ''
as $$
  with due as (
    select n.id, n.user_id, n.created_at
    from public.notifications n
    where n.mail_due and n.account_id = account and n.id <> all (without)
      and not private.mail_waits(n.user_id, n.kind, now())
  ),
  waiting as (
    select d.user_id
    from due d
    group by d.user_id
    having min(d.created_at) <= now() - interval '1 minute'
    order by min(d.created_at)
    limit people_limit
  )
  select d.id, d.user_id
  from due d
  join waiting w on w.user_id = d.user_id
  order by d.user_id, d.created_at, d.id
$$;
create or replace function public.take_notification_mails(
  people_limit integer default 20, wait_seconds integer default 60, account uuid default null,
  only_these uuid[] default null
)
returns table (
  id uuid, recipient text, recipient_id uuid, recipient_name text, language text, amount integer, kind text,
  actor_name text, record_kind text, record_id uuid, record_name text, payload jsonb,
  events jsonb
)
language sql volatile security definer set search_path = ''
as $$
  with waiting as (
    select n.account_id, n.user_id
    from public.notifications n
    where n.mail_due and n.created_at <= now() - make_interval(secs => wait_seconds)
      and (account is null or n.account_id = account)
      and (only_these is null or n.id = any (only_these)) and not private.mail_waits(n.user_id, n.kind, now())
    group by n.account_id, n.user_id
    order by min(n.created_at)
    limit least(greatest(people_limit, 1), 100)
  ),
  -- Another sender that takes at this moment has them, and nobody waits for it.
  taken as (
    select n.*
    from public.notifications n
    join waiting w on w.account_id = n.account_id and w.user_id = n.user_id
    where n.mail_due and (only_these is null or n.id = any (only_these))
      and not private.mail_waits(n.user_id, n.kind, now())
    for update of n skip locked
  ),
  kept as (
    update public.notifications n set mail_due = false
    from taken t
    where n.id = t.id and t.in_app
  ),
  dropped as (
    delete from public.notifications n
    using taken t
    where n.id = t.id and not t.in_app
  ),
  told as (
    select
      t.*, a.name as actor_name,
      count(*) over (partition by t.user_id) as amount,
      row_number() over (partition by t.user_id order by t.number desc, t.id desc) as place
    from taken t
    left join public.notification_preferences w on w.user_id = t.user_id
    left join public.account_members m on m.account_id = t.account_id and m.user_id = t.actor_id
    left join public.profiles a on a.id = m.user_id
    where t.read_at is null and coalesce(w.email, true)
      -- Quiet hours can last for almost a day.
      and t.created_at > now() - interval '1 day' * case
        when private.inbox_reason(t.kind) = 'late' and w.quiet_from is not null then 2 else 1
      end
      and not private.is_undone(row(t.*)::public.notifications)
  )
  select
    t.id, p.email, p.id, p.name, w.language, t.amount::integer, t.kind, t.actor_name, t.record_kind, t.record_id,
    t.record_name, t.payload,
    (
      select jsonb_agg(
        jsonb_build_object(
          'kind', e.kind, 'actor_name', e.actor_name, 'record_kind', e.record_kind, 'record_id', e.record_id,
          'record_name', e.record_name, 'payload', e.payload
        )
        order by e.place
      )
      from told e
      where e.user_id = t.user_id and e.place <= 10
    )
  from told t
  join public.profiles p on p.id = t.user_id
  left join public.notification_preferences w on w.user_id = t.user_id
  where t.place = 1
$$;
create function private.records_of_calendar(address public.calendar_addresses) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  shown public.views;
begin
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
  'The records whose dates a calendar has: those of its person, or those in its view.';
alter function private.records_of_calendar(public.calendar_addresses) owner to cairn_definer;
revoke all on function private.records_of_calendar(public.calendar_addresses) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
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
alter function private.dates_of_records(uuid,uuid[],date) owner to cairn_definer;
revoke all on function private.dates_of_records(uuid,uuid[],date) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
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
    'name', (select v.name from public.views v where v.account_id = address.account_id and v.id = address.view_id),
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
  'Reads the calendar at a secret address: {"status": 200, "language", "name" of its view, "dates"}; {"status": 404} for an address that nobody has, and {"status": 429} after too many calls. For the server alone.';
alter function private.read_calendar(text,text) owner to cairn_definer;
revoke all on function private.read_calendar(text,text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.read_calendar(text, text) to supabase_auth_admin;
create trigger maintenance_windows_complete before insert on public.maintenance_windows
  for each row execute function private.complete_maintenance_window();
create trigger maintenance_windows_rules before insert on public.maintenance_windows
  for each row when (current_user in ('authenticated', 'cairn_token')) execute function private.refuse_maintenance_window();
create trigger maintenance_windows_stamp before insert on public.maintenance_windows
  for each row when (current_user in ('authenticated', 'cairn_token')) execute function private.stamp_assignment();
create trigger maintenance_windows_feature_of_made after insert on public.maintenance_windows
  referencing new table as links
  for each statement when (current_user in ('authenticated', 'cairn_token'))
  execute function private.refuse_kind_switched_off();
create trigger maintenance_windows_feature_of_ended after delete on public.maintenance_windows
  referencing old table as links
  for each statement when (current_user in ('authenticated', 'cairn_token'))
  execute function private.refuse_kind_switched_off();
create trigger maintenance_windows_history_of_made after insert on public.maintenance_windows
  referencing new table as links
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_maintenance_history();
create trigger maintenance_windows_history_of_ended after delete on public.maintenance_windows
  referencing old table as links
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_maintenance_history();
create trigger binned_records_forget_maintenance after delete on public.binned_records
  referencing old table as gone
  for each statement execute function private.forget_maintenance_windows();
create policy "tokens keep to their scopes" on public.alert_settings
  as restrictive to cairn_token
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.calendar_addresses
  as restrictive to cairn_token
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.deputies
  as restrictive to cairn_token
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.maintenance_windows
  as restrictive to cairn_token
  using ((select private.is_unscoped()) or kind = any ((select private.kinds_in_scope('read'))::text[]))
  with check ((select private.is_unscoped()) or kind = any ((select private.kinds_in_scope('write'))::text[]));
create policy "tokens delete within their scopes" on public.maintenance_windows
  as restrictive for delete to cairn_token
  using ((select private.is_unscoped()) or kind = any ((select private.kinds_in_scope('write'))::text[]));
create policy "members see the maintenance windows of their account" on public.maintenance_windows
  for select to authenticated
  using (account_id = (select private.my_account()));
create policy "from level user on, people add maintenance windows" on public.maintenance_windows
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);
create policy "from level user on, people remove maintenance windows" on public.maintenance_windows
  for delete to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);
create policy "members see their calendar addresses" on public.calendar_addresses
  for select to authenticated
  using (account_id = (select private.my_account()) and user_id = (select private.caller_id()));
create policy "members see how their account escalates" on public.alert_settings
  for select to authenticated
  using (account_id = (select private.my_account()));
create policy "admins say how their account escalates" on public.alert_settings
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) = 3);
create policy "admins change how their account escalates" on public.alert_settings
  for update to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) = 3);
create policy "members see their deputy, and whose deputy they are" on public.deputies
  for select to authenticated
  using (
    account_id = (select private.my_account())
    and (user_id = (select private.caller_id()) or deputy_id = (select private.caller_id()))
  );
alter table private.open_alerts enable row level security;
alter table private.open_alerts force row level security;
comment on table private.open_alerts is 'When members were told last that a heartbeat is late or failing, and to whom that was passed on.';
revoke all on private.open_alerts from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select, insert, update, delete on private.open_alerts to cairn_definer;
alter table public.alert_settings enable row level security;
alter table public.alert_settings force row level security;
comment on table public.alert_settings is 'After which time an account passes alerts on to deputies: after four hours without a row.';
comment on column public.alert_settings.escalate_after_hours is 'Hours from an alert to the deputy; 0 for never.';
revoke all on public.alert_settings from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select on public.alert_settings, public.deputies to authenticated;
grant insert (escalate_after_hours), update (escalate_after_hours) on public.alert_settings to authenticated;
grant select on public.alert_settings, public.deputies to service_role;
grant select, insert, update, delete on public.alert_settings, public.deputies to cairn_definer;
alter table public.calendar_addresses enable row level security;
alter table public.calendar_addresses force row level security;
comment on table public.calendar_addresses is 'Secret addresses of calendars: of the records of a person, or of a view.';
comment on column public.calendar_addresses.kind is 'The kind of the view''s records.';
comment on column public.calendar_addresses.view_id is 'The view whose records it has; empty for the records of the person.';
comment on column public.calendar_addresses.token_hash is 'The SHA-256 of its secret, which is shown once.';
comment on column public.calendar_addresses.last_used_at is 'When a calendar last asked, to the hour or so.';
revoke all on public.calendar_addresses from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select (id, account_id, user_id, kind, view_id, created_at, last_used_at)
  on public.calendar_addresses to authenticated, service_role;
grant select, insert, update, delete on public.calendar_addresses to cairn_definer;
alter table public.deputies enable row level security;
alter table public.deputies force row level security;
comment on table public.deputies is 'The members who get alerts in place of others, and the absences of those.';
comment on column public.deputies.deputy_id is 'The deputy; empty where none is named, or that person has left.';
comment on column public.deputies.away_from is 'Away from now on where it is empty and away_until is not.';
revoke all on public.deputies from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select on public.alert_settings, public.deputies to authenticated;
grant select on public.alert_settings, public.deputies to service_role;
grant select, insert, update, delete on public.alert_settings, public.deputies to cairn_definer;
alter table public.maintenance_windows enable row level security;
alter table public.maintenance_windows force row level security;
comment on table public.maintenance_windows is 'From when to when a record is worked on: nobody is told meanwhile that it is late or fails.';
comment on column public.maintenance_windows.kind is 'The kind of the record, filled in.';
comment on column public.maintenance_windows.record_id is 'Without a key to the record: one that is restored from the bin has its windows.';
comment on column public.maintenance_windows.note is 'At most 500 characters in one line.';
comment on column public.maintenance_windows.assigned_by is 'The person who added it.';
revoke all on public.maintenance_windows from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select on public.maintenance_windows to authenticated;
grant insert (record_id, starts_at, ends_at, note, assigned_by) on public.maintenance_windows to authenticated;
grant delete on public.maintenance_windows to authenticated;
grant select, insert, update, delete on public.maintenance_windows to service_role, cairn_definer;
comment on column public.notification_preferences.mentions is 'Tell me when I become expert or owner of something.';
comment on column public.notification_preferences.email is 'Mail notifications as well.';
comment on table public.notification_preferences is
  'The notification preferences of a person: events, channels and language. Without a row: all but the digest, in English.';
comment on column public.notification_preferences.language is 'The language of mails, one of private.languages. English when empty. Mirror of the user metadata, kept by a trigger.';
comment on column public.notification_preferences.time_zone is
  'A name that Postgres knows, such as Europe/Madrid. UTC when empty. Mirror of the user metadata, kept by a trigger.';
comment on column public.notification_preferences.quiet_from is
  'From when on mails about alerts wait, by the clock of the person''s time zone; empty for no quiet hours.';
comment on column public.notification_preferences.quiet_until is 'Until when they wait: on the next day where it is before quiet_from.';
comment on column public.notification_preferences.push is 'Keep notifications in the app: the list behind the bell.';
comment on column public.notification_preferences.weekly_digest is
  'Mail a digest on Monday morning, in the person''s time zone; nothing to say, no mail.';
revoke all on public.notification_preferences from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select on public.notification_preferences to authenticated;
grant insert (user_id, email, push, mentions, weekly_digest, quiet_from, quiet_until, updated_at)
  on public.notification_preferences to authenticated;
grant update (user_id, email, push, mentions, weekly_digest, quiet_from, quiet_until, updated_at)
  on public.notification_preferences to authenticated;
grant select, insert, update, delete on public.notification_preferences to service_role, cairn_definer;
drop function private.people_of_heartbeats(uuid,uuid[]);
