-- Notifications of many records: people are told of all of them in one statement.
--
-- A member who hands ten thousand records on would otherwise wait for thousands of calls of private.notify.
-- What one act does to several records of a kind is one notification: it has no record, and says how many they were
-- ('amount'). A later statement of the same act adds to it.
-- private.notify serves for single events: a person joined, waits or answered, or a member has another level.

-- A single, long statement: people, their settings and their earlier notifications belong to one moment of the
-- database.
create function private.notify_of_records(told private.record_news[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  actor constant uuid := private.caller_id();
  this_act constant uuid := private.current_act();
begin
  with members as materialized (
    -- A member who is leaving right now is skipped and not waited for: they may be waiting for this very change.
    select m.account_id, m.user_id
    from public.account_members m
    where (m.account_id, m.user_id) in (select t.account_id, t.person_id from unnest(told) t)
      and m.user_id is distinct from actor
    for key share skip locked
  ),
  people as materialized (
    select
      m.account_id, m.user_id,
      coalesce(w.push, true) as in_app, coalesce(w.email, true) as by_mail, coalesce(w.mentions, true) as mentions,
      exists (
        select from public.inbox_mutes u where u.account_id = m.account_id and u.user_id = m.user_id
      ) as has_mutes,
      (
        select coalesce(max(n.number), 0)
        from public.notifications n
        where n.account_id = m.account_id and n.user_id = m.user_id
      ) as last_number
    from members m
    left join public.notification_preferences w on w.user_id = m.user_id
  ),
  handed as (
    select h.account_id, h.receiver_id, h.record_id
    from members m
    join public.handovers h
      on h.account_id = m.account_id and h.receiver_id = m.user_id and h.act = this_act and h.state = 'pending'
  ),
  wanted as materialized (
    select t.*, p.in_app, p.by_mail and t.kind <> 'record_changed' as mail_due, p.last_number
    from unnest(told) with ordinality
      as t (account_id, person_id, kind, record_kind, record_id, record_name, payload, place)
    join people p on p.account_id = t.account_id and p.user_id = t.person_id
    where (p.in_app or p.by_mail and t.kind <> 'record_changed')
      and (p.mentions or t.kind not in ('expert_assigned', 'owner_assigned'))
      and not (p.has_mutes and private.is_muted(t.account_id, t.person_id, t.kind, t.record_kind, t.record_id))
      -- A member who receives a record by handover gets only that notification about it.
      and not (
        t.kind in ('owner_assigned', 'expert_assigned', 'record_changed')
        and (t.account_id, t.person_id, t.record_id) in (select h.account_id, h.receiver_id, h.record_id from handed h)
      )
  ),
  grouped as materialized (
    select
      w.account_id, w.person_id, w.kind, w.record_kind, w.in_app, w.mail_due, w.last_number,
      count(*) as amount, min(w.place) as place, (array_agg(w.record_id))[1] as record_id,
      (array_agg(w.record_name))[1] as record_name, (array_agg(w.payload order by w.place))[1] as payload
    from wanted w
    group by w.account_id, w.person_id, w.kind, w.record_kind, w.in_app, w.mail_due, w.last_number
  ),
  -- Changes of a record since the reader last looked share one notification, as do the changes of one act.
  withdrawn as (
    delete from public.notifications n
    using grouped g
    where n.account_id = g.account_id and n.user_id = g.person_id and n.kind = g.kind
      and n.record_kind is not distinct from g.record_kind and n.read_at is null and n.actor_id is not distinct from actor
      and (
        n.payload ->> 'act' = this_act::text
        or n.created_at = now() and n.record_id is not null
        or g.kind = 'record_changed' and g.amount = 1 and n.record_id = g.record_id
      )
    returning n.account_id, n.user_id, n.kind, n.record_kind, n.record_id, n.payload
  ),
  before as (
    select
      w.account_id, w.user_id, w.kind, w.record_kind,
      sum(case when w.record_id is null then (w.payload ->> 'amount')::integer else 1 end) as amount,
      min(w.record_id::text)::uuid as record_id
    from withdrawn w
    group by w.account_id, w.user_id, w.kind, w.record_kind
  ),
  lists as (
    select l.account_id, l.person_id, l.kind, l.record_kind, l.list, jsonb_agg(distinct l.entry) as entries
    from (
      select w.account_id, w.person_id, w.kind, w.record_kind, list, entry
      from wanted w
      cross join unnest(array['fields', 'dependents']) as list
      cross join lateral jsonb_array_elements(w.payload -> list) as entry
      union all
      select w.account_id, w.user_id, w.kind, w.record_kind, list, entry
      from withdrawn w
      cross join unnest(array['fields', 'dependents']) as list
      cross join lateral jsonb_array_elements(w.payload -> list) as entry
    ) l
    group by l.account_id, l.person_id, l.kind, l.record_kind, l.list
  ),
  chosen as materialized (
    select
      g.account_id, g.person_id, g.kind, g.record_kind, g.record_id, g.record_name, g.payload, g.in_app, g.mail_due,
      g.last_number + row_number() over (partition by g.account_id, g.person_id order by g.place) as number,
      case
        when b.amount is null or b.amount = 1 and g.amount = 1 and b.record_id = g.record_id then g.amount
        -- Several statements of one act may change the same records.
        when g.kind = 'record_changed' then (
          select count(distinct h.record_id)
          from public.record_history h
          where h.account_id = g.account_id and h.changed_at >= now() and h.act = this_act and h.kind = g.record_kind
            and h.action = 'updated' and g.person_id = any (h.concerned)
            and h.record_id not in (
              select d.record_id from handed d where d.account_id = g.account_id and d.receiver_id = g.person_id
            )
        )
        else b.amount + g.amount
      end as amount
    from grouped g
    left join before b
      on b.account_id = g.account_id and b.user_id = g.person_id and b.kind = g.kind
      and b.record_kind is not distinct from g.record_kind
  ),
  told_at_once as (
    select
      c.*,
      c.payload || jsonb_strip_nulls(jsonb_build_object(
        'fields', f.entries,
        'dependents', jsonb_path_query_array(d.entries, '$[0 to 4]'),
        'amount', case when c.amount > 1 then c.amount end,
        'act', case when c.amount > 1 then this_act end
      )) as told_of
    from chosen c
    left join lists f
      on f.account_id = c.account_id and f.person_id = c.person_id and f.kind = c.kind
      and f.record_kind is not distinct from c.record_kind and f.list = 'fields'
    left join lists d
      on d.account_id = c.account_id and d.person_id = c.person_id and d.kind = c.kind
      and d.record_kind is not distinct from c.record_kind and d.list = 'dependents'
  ),
  kept as (
    insert into public.notifications (
      account_id, user_id, number, kind, actor_id, record_kind, record_id, record_name, payload, in_app, mail_due
    )
    select
      c.account_id, c.person_id, c.number, c.kind, actor, c.record_kind,
      case when c.amount = 1 then c.record_id end, case when c.amount = 1 then c.record_name end, c.told_of,
      c.in_app, c.mail_due
    from told_at_once c
    order by c.account_id, c.person_id, c.number
  )
  -- The newest five hundred stay.
  delete from public.notifications n
  using (
    select c.account_id, c.person_id, max(c.number) as number from chosen c group by c.account_id, c.person_id
  ) newest
  where n.account_id = newest.account_id and n.user_id = newest.person_id and n.number <= newest.number - 500;
end
$$;
comment on function private.notify_of_records(private.record_news[]) is
  'Tells people of records, in this order: once of all records of a kind that one act did the same to, as their settings say, and never the user who did it.';
