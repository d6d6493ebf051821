-- Lateness: the server looks every few seconds for heartbeats that have not reported in time.
--
-- While Cairn was away nobody could report. So the server notes since when calls have been answered, and a heartbeat is
-- late only when that has been so for its grace. A gap of more than a minute, or a clock that was set by as much, in
-- either direction, restarts the count: an outage causes no notifications about heartbeats that could not report. A
-- member sets the schedule, so it counts whatever the status of the record. During maintenance nothing becomes late: what has
-- not reported by the end of the window is late then, and what failed meanwhile and still fails is told then.

create table private.answering (
  only_row boolean primary key default true check (only_row),
  since timestamptz not null,
  seen timestamptz not null
);
comment on table private.answering is 'Since when the addresses of heartbeats have been answered: one row.';
comment on column private.answering.seen is 'When a server said so last.';

create function private.note_answering(moment timestamptz) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into private.answering as a (since, seen) values (moment, moment)
  on conflict (only_row) do update set
    since = case
      when a.seen between excluded.seen - interval '60 seconds' and excluded.seen + interval '60 seconds' then a.since
      else excluded.seen
    end,
    seen = excluded.seen
$$;
comment on function private.note_answering(timestamptz) is
  'Notes that a server answers calls at a moment. After a gap of more than a minute, or a step of the clock, it is as if it had just begun.';
grant execute on function private.note_answering(timestamptz) to supabase_auth_admin;

create function private.trouble_due(beat public.heartbeats, moment timestamptz) returns text
language sql immutable set search_path = ''
as $$
  select case
    when beat.held_since is not null and private.heartbeat_state(beat, moment) = 'failing' then 'failing'
    when beat.late_at <= moment then 'late'
  end
$$;
comment on function private.trouble_due(public.heartbeats, timestamptz) is
  'The trouble of a heartbeat that was not noted yet: late, or failing since its maintenance. Null for none.';

create function private.late_heartbeats(moment timestamptz, without text[], at_most integer) returns setof text
language sql stable security definer set search_path = ''
as $$
  select d.id::text
  from (
    select h.id, h.account_id, h.record_id, h.late_at as since
    from private.answering a
    join public.heartbeats h on h.late_at <= moment and moment - make_interval(secs => h.grace_seconds) >= a.since
    where h.trouble is null
    union
    select h.id, h.account_id, h.record_id, h.held_since
    from public.heartbeats h
    where h.held_since is not null and h.trouble is null and private.trouble_due(h, moment) = 'failing'
  ) d
  where d.id <> all (without::uuid[]) and private.maintenance_until(d.account_id, d.record_id, moment) is null
  group by d.id
  order by min(d.since)
  limit at_most
$$;
comment on function private.late_heartbeats(timestamptz, text[], integer) is
  'The heartbeats, but for some, that have become late by a moment, or fail since a maintenance that is over, which was not noted yet: the longest ago first.';
grant execute on function private.late_heartbeats(timestamptz, text[], integer) to supabase_auth_admin;

-- A heartbeat that reports at this moment is left out: it is no longer late, or is found again a few seconds later.
create function private.mark_late_heartbeats(moment timestamptz, only_these text[]) returns integer
language sql volatile security definer set search_path = ''
as $$
  with due as materialized (
    select h.id, private.trouble_due(h, moment) as trouble, coalesce(h.held_since, h.late_at) as since
    from public.heartbeats h
    where h.id = any (only_these::uuid[]) and h.trouble is null and private.trouble_due(h, moment) is not null
      and private.maintenance_until(h.account_id, h.record_id, moment) is null
    for update skip locked
  ),
  noted as (
    update public.heartbeats h
    set trouble = d.trouble, trouble_since = d.since, held_since = null,
      trouble_told = coalesce(h.silent_until <= moment, true)
    from due d
    where h.id = d.id
    returning h.account_id, h.id, h.trouble, h.trouble_told
  ),
  news as (
    insert into private.heartbeat_news (account_id, heartbeat_id, event, at)
    select n.account_id, n.id, n.trouble, moment from noted n where n.trouble_told
  )
  select count(*)::integer from noted
$$;
comment on function private.mark_late_heartbeats(timestamptz, text[]) is
  'Marks heartbeats that have become late by a moment, or fail since a maintenance that is over, each once, and queues notifications unless alerts are muted. Returns how many.';
grant execute on function private.mark_late_heartbeats(timestamptz, text[]) to supabase_auth_admin;

alter table private.answering enable row level security;
alter table private.answering force row level security;

grant select, insert, update, delete on private.answering to cairn_definer;
