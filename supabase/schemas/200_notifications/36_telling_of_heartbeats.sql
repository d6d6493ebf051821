-- Telling of heartbeats: members are notified once when an automation or agent is late or fails, and once when it
-- recovers.
--
-- The notifications go to the owner and the experts; without an owner to the creator and the experts, and without any
-- of these to the admins. There are none for a heartbeat that is paused, rests in the bin or has no address, nor for a
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

create function private.people_of_heartbeats(account uuid, heartbeats uuid[])
returns table (heartbeat_id uuid, record_name text, person_id uuid)
language sql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
  with beats as materialized (
    select h.id, h.kind, h.record_id, r.name, coalesce(r.owner_id, private.head_of_team(r.team_id), r.created_by) as owner_id
    from public.heartbeats h
    join private.records r on r.account_id = h.account_id and r.kind = h.kind and r.id = h.record_id
    where h.account_id = account and h.id = any (heartbeats)
  ),
  people as (
    select b.id, b.name, b.owner_id as person_id from beats b where b.owner_id is not null
    union
    select b.id, b.name, e.expert_id
    from beats b
    join public.record_experts e on e.account_id = account and e.kind = b.kind and e.record_id = b.record_id
  )
  select p.id, p.name, p.person_id from people p
  union all
  select b.id, b.name, m.user_id
  from beats b
  join public.account_members m on m.account_id = account and m.permission_level = 'admin'
  where b.id not in (select p.id from people p)
$$;
comment on function private.people_of_heartbeats(uuid, uuid[]) is
  'The people to notify about heartbeats: the owner or else the creator, and the experts; the admins where there is none of these.';

create function private.notify_of_heartbeats(account uuid, moment timestamptz, only_these text[]) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  told private.record_news[];
  amount integer;
begin
  -- Notifications in several parts share one act: a later part adds to the notification of an earlier one.
  perform set_config(
    'cairn.act', md5(account || to_char(date_bin('5 minutes', moment, 'epoch') at time zone 'utc', ' YYYY-MM-DD HH24:MI')), true
  );
  with news as materialized (
    select t.* from private.dequeue_heartbeat_news(account, only_these::uuid[]) t
  )
  select
    (select count(*) from news),
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
      join private.people_of_heartbeats(account, array(select every.heartbeat_id from news every)) p
        on p.heartbeat_id = n.heartbeat_id
      order by n.at, lower(p.record_name), n.heartbeat_id
    )
  into amount, told;
  perform private.notify_of_records(told);
  return amount;
end
$$;
comment on function private.notify_of_heartbeats(uuid, timestamptz, text[]) is
  'Sends members of an account the pending notifications about these heartbeats. Returns about how many.';
grant execute on function private.notify_of_heartbeats(uuid, timestamptz, text[]) to supabase_auth_admin;
