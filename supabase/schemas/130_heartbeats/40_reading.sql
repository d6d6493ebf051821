-- Reading heartbeats: those of the records on a page, their runs and their days. Members see them, and no address.

create function private.recent_runs(account uuid, heartbeat uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'number', r.number, 'outcome', r.outcome, 'at', r.at, 'seconds', extract(epoch from r.ended_at - r.started_at)
  ) order by r.number), '[]')
  from (
    select r.*
    from public.runs r
    where r.account_id = account and r.heartbeat_id = heartbeat and r.outcome <> 'log'
    order by r.number desc
    limit 30
  ) r
$$;
comment on function private.recent_runs(uuid, uuid) is
  'The last 30 runs of a heartbeat, the oldest first: [{"number", "outcome", "at", "seconds"}].';

-- A wrong time zone is most often that of the caller or of a colleague, or UTC.
create function private.likely_time_zones(account uuid) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select z.time_zone
    from (
      select w.time_zone, min(case when w.user_id = private.caller_id() then 0 else 1 end) as place
      from public.account_members m
      join public.notification_preferences w on w.user_id = m.user_id
      where m.account_id = account and w.time_zone is not null
      group by w.time_zone
      union all
      select 'UTC', 2
    ) z
    group by z.time_zone
    order by min(z.place), z.time_zone
    limit 20
  )
$$;
comment on function private.likely_time_zones(uuid) is
  'The time zones of the members of an account, the caller''s first, and UTC.';

create function public.get_heartbeats(kind text, record_ids uuid[]) returns jsonb
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
        h.trouble_since, h.held_since, case when h.late_at <= now() then h.late_at end
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
grant execute on function public.get_heartbeats(text, uuid[]) to authenticated;

create function public.get_runs(heartbeat uuid, before bigint default null) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'number', r.number, 'outcome', r.outcome, 'at', r.at, 'seconds', extract(epoch from r.ended_at - r.started_at),
    'started_at', r.started_at, 'ended_at', r.ended_at, 'exit_code', r.exit_code, 'note', r.note
  ) order by r.number desc), '[]')
  from (
    select r.*
    from public.runs r
    where r.heartbeat_id = heartbeat and r.account_id = private.my_account()
      and r.number < coalesce(get_runs.before, 9223372036854775807)
    order by r.number desc
    limit 50
  ) r
$$;
comment on function public.get_runs(uuid, bigint) is
  'The last 50 runs of a heartbeat, before one where its number is given, the latest first: [{"number", "outcome", "at", "seconds", "started_at", "ended_at", "exit_code", "note"}].';
grant execute on function public.get_runs(uuid, bigint) to authenticated;

create function public.get_run_days(heartbeat uuid)
returns table (
  day private.given_day, successes private.given_number, failures private.given_number, timed private.given_number,
  seconds private.given_amount, longest private.given_amount
)
language sql stable security definer set search_path = ''
as $$
  select d.day, d.successes, d.failures, d.timed, d.seconds, d.longest
  from public.run_days d
  where d.heartbeat_id = heartbeat and d.account_id = private.my_account()
    and d.day > (now() at time zone 'utc')::date - 90
  order by d.day
$$;
comment on function public.get_run_days(uuid) is
  'The runs of a heartbeat in the last 90 days, a sum for each day that had any: [{"day", "successes", "failures", "timed", "seconds", "longest"}].';
grant execute on function public.get_run_days(uuid) to authenticated;

create type private.heartbeat_counts as (
  on_time private.given_number, running private.given_number, late private.given_number, failing private.given_number,
  paused private.given_number, never private.given_number, maintenance private.given_number
);
alter type private.heartbeat_counts owner to cairn_owner;
comment on type private.heartbeat_counts is 'The answer of get_heartbeat_counts.';

create function public.get_heartbeat_counts() returns private.heartbeat_counts
language sql stable security definer set search_path = ''
as $$
  select
    count(*) filter (where s.state = 'on_time'), count(*) filter (where s.state = 'running'),
    count(*) filter (where s.state = 'late'), count(*) filter (where s.state = 'failing'),
    count(*) filter (where s.state = 'paused'), count(*) filter (where s.state = 'never'),
    count(*) filter (where s.state = 'maintenance')
  from (
    select private.counted_state(h, w.until, now()) as state
    from public.heartbeats h
    left join private.records_in_maintenance(private.my_account(), now()) w on w.record_id = h.record_id
    where h.account_id = private.my_account() and not h.rests and h.kind in (select private.kinds_in_use())
  ) s
$$;
comment on function public.get_heartbeat_counts() is
  'How many heartbeats of the account are in which state: {"on_time", "running", "late", "failing", "paused", "never", "maintenance"}. Maintenance is those that would be late or failing.';
grant execute on function public.get_heartbeat_counts() to authenticated;
