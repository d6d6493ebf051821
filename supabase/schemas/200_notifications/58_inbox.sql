-- Inbox: what waits for the caller, a line for each act.
--
-- Handovers and newcomers wait for an answer, and so do suggestions for the caller's records. Automations and agents of
-- theirs are late or failing, and contracts of theirs renew or end within 60 days. Admins also decide on found records
-- and unknown callers, which have one line each. The caller's records are those that they own, and those without an owner
-- that they created.
--
-- A member snoozes a line, or mutes its reason or record: see 15_snoozing_and_muting.sql.
--
-- The functions run as the caller, so row security decides what they see. Catalogues that are switched off are left out.

create type private.inbox_line as (
  reason text,
  id text,
  kind text,
  record_id uuid,
  record_name text,
  since timestamptz,
  person text,
  amount bigint,
  details jsonb
);
alter type private.inbox_line owner to cairn_owner;

create function private.inbox_of_handovers() returns setof private.inbox_line
language sql stable set search_path = ''
as $$
  select 'handover', h.act::text, min(h.kind), min(h.record_id::text)::uuid, min(r.name), min(h.created_at),
    min(h.giver_name), count(*),
    case
      when count(*) = 1 then jsonb_build_object('handover_id', min(h.id::text), 'part', min(h.part))
      else '{}'
    end
  from public.handovers h
  join private.records r on r.account_id = h.account_id and r.kind = h.kind and r.id = h.record_id
  where h.account_id = (select private.my_account()) and h.receiver_id = (select private.caller_id())
    and h.state = 'pending' and h.kind = any (array(select private.kinds_in_use()))
  group by h.act
$$;
comment on function private.inbox_of_handovers() is
  'Lines of the inbox for acts that handed records over to the caller, who has not answered for all of them.';
grant execute on function private.inbox_of_handovers() to authenticated;

create function private.inbox_of_records() returns setof private.inbox_line
language sql stable set search_path = ''
as $$
  select w.reason, w.id, r.kind, r.id, r.name, w.since, w.person, 1::bigint, w.details
  from (
    select 'suggestion' as reason, s.id::text as id, s.kind, s.record_id, s.created_at as since, s.client as person,
      jsonb_build_object(
        'field', s.field, 'before', s.before, 'after', s.after, 'why', s.why, 'suggested_by', s.suggested_by
      ) as details
    from public.suggestions s
    where s.account_id = (select private.my_account()) and s.state = 'open' and (select private.my_rank()) >= 1
    union all
    select 'late', h.record_id::text, h.kind, h.record_id, h.trouble_since, null,
      jsonb_build_object('trouble', h.trouble)
    from private.heartbeats_in_trouble() h
    union all
    select 'renewal', n.record_id::text, n.kind, n.record_id, null, null, jsonb_build_object('renews_on', n.renews_on)
    from private.my_renewals() n
  ) w
  join private.records r on r.kind = w.kind and r.id = w.record_id
  where r.account_id = (select private.my_account()) and r.kind = any (array(select private.kinds_in_use()))
    and r.invited_owner_id is null
    and case
      when r.team_id is null then coalesce(r.owner_id, r.created_by) = (select private.caller_id())
      else r.team_id = any ((select private.my_teams())::uuid[])
    end
$$;
comment on function private.inbox_of_records() is
  'Lines of the inbox for the caller''s records: suggestions to decide on, heartbeats in trouble, and near renewals.';
grant execute on function private.inbox_of_records() to authenticated;

create function private.inbox_of_admins() returns setof private.inbox_line
language sql stable security definer set search_path = ''
as $$
  select w.reason, w.id, null, null::uuid, null, w.since, w.person, w.amount, w.details
  from (
    select 'newcomer' as reason, n.user_id::text as id, n.waiting_since as since, n.name as person, 1::bigint as amount,
      jsonb_build_object('email', n.email) as details
    from public.get_waiting_newcomers() n
    union all
    select 'found', 'found', min(f.first_seen_at), null, count(*), '{}'
    from public.found_records f
    where f.account_id = private.my_account() and f.state = 'waiting'
      and f.kind = any (array(select private.kinds_in_use()))
    union all
    select 'caller', 'caller', min(c.first_at), null, count(*), '{}'
    from public.discovered_callers c
    where c.account_id = private.my_account() and c.state = 'waiting'
  ) w
  where w.amount > 0
$$;
comment on function private.inbox_of_admins() is
  'Lines of an admin''s inbox: people who wait to be admitted, found records, and unknown callers. Refuses others with 42501.';
grant execute on function private.inbox_of_admins() to authenticated;

create function private.inbox_lines() returns setof private.inbox_line
language plpgsql stable set search_path = ''
as $$
begin
  return query select * from private.inbox_of_handovers();
  return query select * from private.inbox_of_records();
  if private.my_rank() = 3 then
    return query select * from private.inbox_of_admins();
  end if;
end
$$;
comment on function private.inbox_lines() is 'All lines of the caller''s inbox, snoozed and muted ones too.';
grant execute on function private.inbox_lines() to authenticated;

create function private.inbox_reasons() returns text[]
language sql immutable set search_path = ''
as $$
  select array['handover', 'newcomer', 'suggestion', 'late', 'renewal', 'found', 'caller']
$$;
comment on function private.inbox_reasons() is 'The reasons of the inbox, the most urgent first.';
grant execute on function private.inbox_reasons() to authenticated;

create function private.refuse_no_inbox() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not private.is_unscoped() then
    raise exception 'Only people who have signed in have an inbox.'
      using errcode = '42501', detail = 'inbox.people_only', hint = 'Sign in to Cairn.';
  end if;
end
$$;
comment on function private.refuse_no_inbox() is 'Refuses tokens, which have no inbox.';
grant execute on function private.refuse_no_inbox() to authenticated;

create function public.get_inbox(result_limit integer default 100) returns json
language plpgsql stable set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  caller constant uuid := private.caller_id();
  shown constant integer := least(greatest(coalesce(result_limit, 100), 0), 1000);
begin
  perform private.refuse_no_inbox();
  return (
    with placed as (
      select
        l.*, s.until as snoozed_until,
        row_number() over (
          partition by s.until is null
          order by
            s.until, array_position(private.inbox_reasons(), l.reason), l.details ->> 'renews_on', l.since,
            l.record_name, l.id
        ) as place
      from private.inbox_lines() l
      left join public.inbox_snoozes s
        on s.account_id = account and s.user_id = caller and s.reason = l.reason and s.line_id = l.id and s.until > now()
      where not exists (
        select from public.inbox_mutes m
        where m.account_id = account and m.user_id = caller
          and (
            m.reason = l.reason
            or m.record_kind = l.kind and m.record_id = l.record_id and l.reason <> 'handover'
          )
      )
    )
    select json_build_object(
      'total', count(*) filter (where p.snoozed_until is null),
      'lines', coalesce(
        json_agg(to_jsonb(p) - 'place' order by p.place) filter (where p.snoozed_until is null and p.place <= shown), '[]'
      ),
      'snoozed', coalesce(
        json_agg(to_jsonb(p) - 'place' order by p.place) filter (where p.snoozed_until is not null and p.place <= shown), '[]'
      )
    )
    from placed p
  );
end
$$;
comment on function public.get_inbox(integer) is
  'The inbox of the caller, the most urgent reasons first: {"total", "lines": [{"reason": "handover" | "newcomer" | "suggestion" | "late" | "renewal" | "found" | "caller", "id", "kind", "record_id", "record_name", "since", "person", "amount", "details", "snoozed_until"}], "snoozed": lines as these, the next to come back first}. The id is that of the act, person, suggestion or record. A handover of several records has their amount, and names one of them; that of a single one has its handover_id and part in the details. Muted lines are left out.';
grant execute on function public.get_inbox(integer) to authenticated;

create function public.snooze_in_inbox(reason_param text, line_param text, until_param timestamptz default null)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  person constant uuid := private.caller_id();
begin
  perform private.refuse_no_inbox();
  delete from public.inbox_snoozes s
  where s.account_id = account and s.user_id = person
    and (s.until <= now() or s.reason = reason_param and s.line_id = line_param);
  if until_param is null then
    return;
  end if;
  if not until_param between now() and now() + interval '366 days' then
    raise exception 'A line of the inbox can be snoozed for a year at most.' using errcode = '22023', detail = 'inbox.snooze_length';
  end if;
  if not exists (select from private.inbox_lines() l where l.reason = reason_param and l.id = line_param) then
    raise exception 'This no longer waits for you.' using errcode = 'PT404', detail = 'inbox.line_gone';
  end if;
  insert into public.inbox_snoozes (account_id, user_id, reason, line_id, until)
  values (account, person, reason_param, line_param, until_param);
end
$$;
comment on function public.snooze_in_inbox(text, text, timestamptz) is
  'Takes a line out of the caller''s inbox until a moment; without one, brings it back.';
grant execute on function public.snooze_in_inbox(text, text, timestamptz) to authenticated;

create function public.mute_in_inbox(
  muted boolean, reason_param text default null, kind_param text default null, record_param uuid default null
)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  person constant uuid := private.caller_id();
begin
  perform private.refuse_no_inbox();
  if muted is null or num_nonnulls(reason_param, record_param) <> 1 or num_nonnulls(kind_param, record_param) = 1
    or reason_param <> all (private.inbox_reasons())
  then
    raise exception 'Mute a reason or a record.' using errcode = '22023', detail = 'inbox.mute_shape';
  end if;
  if not muted then
    delete from public.inbox_mutes m
    where m.account_id = account and m.user_id = person
      and (m.reason = reason_param or m.record_kind = kind_param and m.record_id = record_param);
    return;
  end if;
  if record_param is not null and not exists (
    select from private.records r where r.account_id = account and r.kind = kind_param and r.id = record_param
  ) then
    raise exception 'This record no longer exists.' using errcode = 'PT404', detail = 'record.gone';
  end if;
  insert into public.inbox_mutes (account_id, user_id, reason, record_kind, record_id)
  select account, person, reason_param, kind_param, record_param
  where account is not null
  on conflict on constraint inbox_mutes_key do nothing;
end
$$;
comment on function public.mute_in_inbox(boolean, text, text, uuid) is
  'Mutes a reason or a record in the caller''s inbox and notifications, or ends that.';
grant execute on function public.mute_in_inbox(boolean, text, text, uuid) to authenticated;

create function public.get_inbox_mutes()
returns table (reason text, record_kind text, record_id uuid, record_name text)
language plpgsql stable set search_path = ''
as $$
begin
  perform private.refuse_no_inbox();
  return query
    select m.reason, m.record_kind, m.record_id, r.name
    from public.inbox_mutes m
    left join private.records r on r.account_id = m.account_id and r.kind = m.record_kind and r.id = m.record_id
    where m.account_id = (select private.my_account()) and m.user_id = (select private.caller_id())
      and (m.reason is not null or r.id is not null)
    order by array_position(private.inbox_reasons(), m.reason), lower(r.name), m.record_id;
end
$$;
comment on function public.get_inbox_mutes() is
  'The reasons and records that the caller has muted; records in the bin are left out.';
grant execute on function public.get_inbox_mutes() to authenticated;
