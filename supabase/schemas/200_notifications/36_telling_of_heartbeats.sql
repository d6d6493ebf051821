-- Telling of heartbeats: members are notified once when an automation or agent is late or fails, and once when it
-- recovers.
--
-- The file 14_deputies.sql says whom to notify, and 35_escalating_alerts.sql what becomes of an alert that is not settled. There are none for a heartbeat that is paused, rests in the bin or has no address, nor for a
-- feature that is switched off. A trouble that began and ended before its notification causes none. For many heartbeats
-- that go wrong within five minutes, a member gets one notification.

create function private.accounts_with_heartbeat_news() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select distinct n.account_id from private.heartbeat_news n
$$;
comment on function private.accounts_with_heartbeat_news() is
  'The accounts of which members are still to be told of a heartbeat.';
grant execute on function private.accounts_with_heartbeat_news() to supabase_auth_admin;

create function private.heartbeats_to_tell(account uuid, without text[], at_most integer) returns setof text
language sql stable security definer set search_path = ''
as $$
  select n.heartbeat_id::text
  from private.heartbeat_news n
  where n.account_id = account and n.heartbeat_id <> all (without::uuid[])
  group by n.heartbeat_id
  order by min(n.at), n.heartbeat_id
  limit at_most
$$;
comment on function private.heartbeats_to_tell(uuid, text[], integer) is
  'The heartbeats of an account, but for some, of which members are still to be told: the longest waiting first.';
grant execute on function private.heartbeats_to_tell(uuid, text[], integer) to supabase_auth_admin;

-- News that begin with a recovery are sent: members were notified of the trouble earlier.
create function private.dequeue_heartbeat_news(account uuid, only_these uuid[])
returns table (heartbeat_id uuid, event text, at timestamptz, since timestamptz)
language sql volatile security definer set search_path = ''
as $$
  with taken as (
    -- Of two servers that tell at this moment, the second waits here and finds nothing left to tell.
    delete from private.heartbeat_news n
    where n.account_id = account and n.heartbeat_id = any (only_these)
    returning n.heartbeat_id, n.event, n.at, n.since
  ),
  ended as (
    select
      t.heartbeat_id, max(t.at) as at, min(t.since) as since,
      (array_agg(t.event order by t.at, t.event = 'back'))[1] as first,
      (array_agg(t.event order by t.at desc, t.event <> 'back'))[1] as last
    from taken t
    group by t.heartbeat_id
  ),
  dropped as (
    update public.heartbeats h set trouble_told = false
    from ended e
    where h.id = e.heartbeat_id and h.trouble_told and private.switched_off(h.account_id, h.kind)
  )
  select e.heartbeat_id, e.last, e.at, e.since
  from ended e
  join public.heartbeats h on h.id = e.heartbeat_id
  where h.token_hash is not null and h.paused_at is null and not h.rests
    and not private.switched_off(h.account_id, h.kind)
    and (e.last <> 'back' or e.first = 'back')
$$;
comment on function private.dequeue_heartbeat_news(uuid, uuid[]) is
  'Takes the pending notifications of an account about these heartbeats, one of each: late, failing or back, when, and since when it was away.';

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

create function private.notify_of_heartbeats(account uuid, moment timestamptz, only_these text[]) returns integer
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
comment on function private.notify_of_heartbeats(uuid, timestamptz, text[]) is
  'Sends members of an account the pending notifications about these heartbeats. Returns about how many.';
grant execute on function private.notify_of_heartbeats(uuid, timestamptz, text[]) to supabase_auth_admin;
