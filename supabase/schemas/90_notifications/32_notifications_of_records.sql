-- Notifications of many records: people are told of all of them in one statement.
--
-- A member who hands ten thousand records on would otherwise wait for thousands of calls of private.notify. Each
-- person is told of the first twenty records of a transaction at most.
-- private.notify serves for single events: a person joined, waits or answered, or a member has another level.

-- One statement, and long for that: people, their settings and what they were told already are one moment of the database.
create function private.notify_of_records(told private.record_news[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  actor constant uuid := private.caller_id();
  this_act constant uuid := private.current_act();
begin
  with members as materialized (
    -- A member who is leaving at this moment is told nothing, and not waited for: they may be waiting for this very change.
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
      (
        select coalesce(max(n.number), 0)
        from public.notifications n
        where n.account_id = m.account_id and n.user_id = m.user_id
      ) as last_number,
      (
        select count(*)
        from (
          select n.created_at
          from public.notifications n
          where n.account_id = m.account_id and n.user_id = m.user_id
          order by n.number desc
          limit 20
        ) newest
        where newest.created_at = now()
      ) as told_already
    from members m
    left join public.notification_preferences w on w.user_id = m.user_id
  ),
  handed as (
    select h.account_id, h.receiver_id, h.record_id
    from members m
    join public.handovers h
      on h.account_id = m.account_id and h.receiver_id = m.user_id and h.act = this_act and h.state = 'pending'
  ),
  wanted as (
    select
      t.*, p.in_app, p.by_mail and t.kind <> 'record_changed' as mail_due, p.last_number, p.told_already,
      row_number() over (partition by t.account_id, t.person_id order by t.place) as turn
    from unnest(told) with ordinality
      as t (account_id, person_id, kind, record_kind, record_id, record_name, payload, place)
    join people p on p.account_id = t.account_id and p.user_id = t.person_id
    where (p.in_app or p.by_mail and t.kind <> 'record_changed')
      and (p.mentions or t.kind not in ('expert_assigned', 'owner_assigned'))
      -- A member who is handed a record is told that, and nothing else of it.
      and not (
        t.kind in ('owner_assigned', 'expert_assigned', 'record_changed')
        and (t.account_id, t.person_id, t.record_id) in (select h.account_id, h.receiver_id, h.record_id from handed h)
      )
  ),
  -- A change of thousands of records at once is told of the first twenty.
  chosen as materialized (
    select w.*, w.last_number + w.turn as number from wanted w where w.told_already + w.turn <= 20
  ),
  -- What was changed of a record since the reader looked is one notification.
  withdrawn as (
    delete from public.notifications n
    using chosen c
    where c.kind = 'record_changed' and n.kind = c.kind and n.account_id = c.account_id and n.user_id = c.person_id
      and n.record_id = c.record_id and n.read_at is null and n.actor_id is not distinct from actor
    returning n.account_id, n.user_id, n.record_id, n.payload -> 'fields' as fields
  ),
  fields as (
    select f.account_id, f.person_id, f.record_id, jsonb_agg(distinct field) as all_of_them
    from (
      select c.account_id, c.person_id, c.record_id, c.payload -> 'fields' as fields
      from chosen c
      where c.kind = 'record_changed'
      union all
      select w.account_id, w.user_id, w.record_id, w.fields from withdrawn w
    ) f
    cross join lateral jsonb_array_elements(f.fields) as field
    group by f.account_id, f.person_id, f.record_id
  ),
  kept as (
    insert into public.notifications (
      account_id, user_id, number, kind, actor_id, record_kind, record_id, record_name, payload, in_app, mail_due
    )
    select
      c.account_id, c.person_id, c.number, c.kind, actor, c.record_kind, c.record_id, c.record_name,
      case c.kind
        when 'record_changed' then c.payload || jsonb_build_object('fields', f.all_of_them)
        else c.payload
      end,
      c.in_app, c.mail_due
    from chosen c
    left join fields f
      on f.account_id = c.account_id and f.person_id = c.person_id and f.record_id = c.record_id
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
  'Tells people of records, in this order; of the first twenty at most in one transaction, as their settings say, and never the user who did it.';
alter function private.notify_of_records(private.record_news[]) owner to cairn_definer;
