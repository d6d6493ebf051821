-- Escalation: an alert that nobody has settled after a while goes to the deputy of the owner.
--
-- The time counts from when members were told, so that neither maintenance nor a time without Cairn shortens it. An alert
-- that was muted, paused or settled meanwhile stays where it is, and each is passed on once.

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
comment on table private.open_alerts is 'When members were told last that a heartbeat is late or failing, and to whom that was passed on.';

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

create function private.accounts_with_alerts_due(moment timestamptz) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select distinct d.account_id from private.alerts_due(null, moment) d
$$;
comment on function private.accounts_with_alerts_due(timestamptz) is 'The accounts with alerts that are to be passed on at a moment.';
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
grant execute on function private.escalate_alerts(uuid, timestamptz, text[]) to supabase_auth_admin;

alter table private.open_alerts enable row level security;
alter table private.open_alerts force row level security;

grant select, insert, update, delete on private.open_alerts to cairn_definer;
