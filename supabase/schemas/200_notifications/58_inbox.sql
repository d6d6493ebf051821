-- Inbox: what waits for the caller, a line for each act.
--
-- Handovers and newcomers wait for an answer, and so do suggestions for the caller's records. Automations and agents of
-- theirs are late or failing, and contracts of theirs renew or end within 60 days. Admins also decide on found records
-- and unknown callers, which have one line each. The caller's records are those that they own, and those without an owner
-- that they created.
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
    and coalesce(r.owner_id, r.created_by) = (select private.caller_id()) and r.invited_owner_id is null
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

create function public.get_inbox(result_limit integer default 100) returns json
language plpgsql stable set search_path = ''
as $$
declare
  reasons constant text[] := array['handover', 'newcomer', 'suggestion', 'late', 'renewal', 'found', 'caller'];
  lines private.inbox_line[];
begin
  if not private.is_unscoped() then
    raise exception 'Only people who have signed in have an inbox.'
      using errcode = '42501', detail = 'inbox.people_only', hint = 'Sign in to Cairn.';
  end if;
  lines := array(
    select row(l.*)::private.inbox_line
    from (
      select h.* from private.inbox_of_handovers() h
      union all
      select r.* from private.inbox_of_records() r
    ) l
  );
  if private.my_rank() = 3 then
    lines := lines || array(select row(a.*)::private.inbox_line from private.inbox_of_admins() a);
  end if;
  return json_build_object(
    'total', cardinality(lines),
    'lines', (
      select coalesce(json_agg(to_json(l)), '[]')
      from (
        select o.*
        from unnest(lines) o
        order by array_position(reasons, o.reason), o.details ->> 'renews_on', o.since, o.record_name, o.id
        limit least(greatest(coalesce(result_limit, 100), 0), 1000)
      ) l
    )
  );
end
$$;
comment on function public.get_inbox(integer) is
  'The inbox of the caller, the most urgent reasons first: {"total", "lines": [{"reason": "handover" | "newcomer" | "suggestion" | "late" | "renewal" | "found" | "caller", "id", "kind", "record_id", "record_name", "since", "person", "amount", "details"}]}. The id is that of the act, person, suggestion or record. A handover of several records has their amount, and names one of them; that of a single one has its handover_id and part in the details.';
grant execute on function public.get_inbox(integer) to authenticated;
