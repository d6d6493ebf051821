-- Whoever is told of many records is told of them in one statement: who hands ten thousand records on waited for thousands
-- of calls of private.notify, one for each of the first twenty of each former owner.
--
-- private.notify is for what is told one by one: that somebody joined, waits, answered, or has another level.

create type private.record_news as (
  account_id uuid,
  person_id uuid,
  kind text,
  record_kind text,
  record_id uuid,
  record_name text,
  payload jsonb
);
alter type private.record_news owner to cairn_owner;

create function private.notify_of_records(told private.record_news[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  actor constant uuid := private.caller_id();
  this_act constant uuid := private.current_act();
begin
  with members as materialized (
    -- Whoever is leaving at this moment is told nothing, and not waited for: they may be waiting for this very change.
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
      -- Whoever is handed a record is told that, and nothing else of it.
      and not (
        t.kind in ('owner_assigned', 'expert_assigned', 'record_changed')
        and (t.account_id, t.person_id, t.record_id) in (select h.account_id, h.receiver_id, h.record_id from handed h)
      )
  ),
  -- A change of thousands of records at once is told of the first twenty.
  chosen as materialized (
    select w.*, w.last_number + w.turn as number from wanted w where w.told_already + w.turn <= 20
  ),
  -- What was changed of a record since somebody looked is one notification.
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
  'Tells people of records, in this order; of the first twenty at most in one transaction, as their settings say, and never whoever did it.';

create or replace function private.notify(
  account uuid, person uuid, kind text, record_kind text default null, record_id uuid default null,
  record_name text default null, payload jsonb default '{}'
)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  actor constant uuid := private.caller_id();
  wants public.notification_preferences;
  keep boolean;
  mail boolean;
  next_number bigint;
  others integer;
  due_since timestamptz;
begin
  if person = actor then
    return;
  end if;
  select coalesce(max(n.number), 0) + 1 into next_number
  from public.notifications n where n.account_id = account and n.user_id = person;
  -- A change of thousands of records at once is told of the first twenty.
  if exists (
    select from public.notifications n
    where n.account_id = account and n.user_id = person and n.number = next_number - 20 and n.created_at = now()
  ) then
    return;
  end if;
  select * into wants from public.notification_preferences w where w.user_id = person;
  keep := coalesce(wants.push, true);
  mail := coalesce(wants.email, true);
  if not (keep or mail) then
    return;
  end if;
  -- Whoever is leaving at this moment is told nothing, and not waited for: they may be waiting for this very change.
  perform from public.account_members m
  where m.account_id = account and m.user_id = person
  for key share skip locked;
  if not found then
    return;
  end if;
  if notify.kind in ('member_joined', 'newcomer_waiting') then
    select * into others, due_since from private.fold_newcomers(account, person, notify.kind);
    if others > 0 then
      payload := payload || jsonb_build_object('others', others);
      mail := due_since is not null;
      select coalesce(max(n.number), 0) + 1 into next_number
      from public.notifications n where n.account_id = account and n.user_id = person;
    end if;
  end if;
  insert into public.notifications (
    account_id, user_id, number, kind, actor_id, record_kind, record_id, record_name, payload, in_app, mail_due,
    created_at
  )
  values (
    account, person, next_number, notify.kind, actor, notify.record_kind, notify.record_id, notify.record_name,
    notify.payload, keep, mail, coalesce(due_since, now())
  );
  delete from public.notifications n
  where n.account_id = account and n.user_id = person and n.number = next_number - 500;
end
$$;
drop function private.with_unread_fields(uuid, uuid, uuid, uuid, jsonb);

create or replace function private.notify_of_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  actor constant uuid := private.caller_id();
begin
  -- What the server itself does is nobody's doing.
  if actor is null then
    return null;
  end if;
  perform private.notify_of_records(array(
    select
      row(t.account_id, t.person, t.told, t.kind, t.record_id, t.record_name, t.payload)::private.record_news
    from (
      select
        d.*,
        row_number() over (partition by d.account_id, d.person, d.told order by d.moment, d.record_id) as place
      from (
        select
          c.account_id, person, c.kind, c.record_id, c.record_name, min(c.changed_at) as moment,
          case
            when c.action = 'deleted' then 'record_deleted'
            when c.action = 'restored' then 'record_restored'
            -- Whoever a new record concerns beside its creator was made its owner.
            when c.action = 'created' or bool_or(c.field = 'owner_id' and c.after = to_jsonb(person)) then 'owner_assigned'
            else 'record_changed'
          end as told,
          case when c.action = 'updated' then jsonb_build_object('fields', jsonb_agg(distinct c.field)) else '{}' end as payload
        from changes c, unnest(c.concerned) as person
        where person <> actor
        group by c.account_id, person, c.kind, c.record_id, c.record_name, c.action
      ) d
    ) t
    -- Whatever the number of records, no more than these are looked at.
    where t.place <= 20
    order by t.moment, t.record_id, t.person
  ));
  return null;
end
$$;

create or replace function private.notify_expert() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  told private.record_news[];
begin
  execute format(
    'select array(
      select
        row(m.account_id, m.expert_id, ''expert_assigned'', $1, m.id, m.name, ''{}''::jsonb)::private.record_news
      from (
        select
          l.account_id, l.expert_id, r.id, r.name,
          row_number() over (partition by l.account_id, l.expert_id order by lower(r.name), r.id) as place
        from links l
        join public.%1$I r on r.id = l.%2$I
        -- Whoever knew it before is not told that they are expert of it.
        where not exists (
          select from public.binned_records b where b.account_id = r.account_id and b.record_id = r.id
        )
      ) m
      where m.place <= 20
      order by m.expert_id, m.place
    )',
    tg_argv[0] || 's', tg_argv[0] || '_id'
  )
    into told using tg_argv[0];
  perform private.notify_of_records(told);
  return null;
end
$$;

create or replace function private.tell_owners(account uuid, kind text, ids uuid[], target uuid, reason text) returns void
language sql security definer set search_path = ''
as $$
  select private.notify_of_records(array(
    select
      row(
        account, told.person, 'dependency_deleted', kind, told.record_id, told.record_name,
        jsonb_strip_nulls(jsonb_build_object(
          'dependents', told.dependents,
          'reason', nullif(reason, ''),
          'moved_to', (
            select r.name
            from private.catalogue_records r
            where r.account_id = account and r.kind = tell_owners.kind and r.id = target
          )
        ))
      )::private.record_news
    from (
      select
        d.person, l.record_id, b.name as record_name, to_jsonb((array_agg(distinct l.name))[1:5]) as dependents,
        row_number() over (partition by d.person order by lower(b.name), l.record_id) as place
      from private.binned_links(account, ids) l
      join public.binned_records b
        on b.account_id = account and b.kind = tell_owners.kind and b.record_id = l.record_id
      cross join lateral (
        select r.owner_id as person
        from private.catalogue_records r
        where r.account_id = account and r.kind = l.kind and r.id = l.id and l.part <> 'systems'
        union all
        select a.author_id
        from public.knowledge_articles a
        where l.kind = 'article' and a.account_id = account and a.id = l.id
      ) d
      where d.person is not null
      group by d.person, l.record_id, b.name
    ) told
    where told.place <= 20
    order by told.person, told.place
  ))
$$;

-- As before, with less work for each of many.
create or replace function private.keep_history_of_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Planned each time: a plan made for one record would compare each of ten thousand with every other.
  execute $insert$
    insert into public.record_history (
      account_id, kind, record_id, record_name, action, field, before, after, changed_by, changed_at, act, concerned
    )
    select
      (changed.is_now ->> 'account_id')::uuid,
      $1,
      (changed.is_now ->> 'id')::uuid,
      coalesce(changed.is_now ->> 'name', changed.is_now ->> 'title'),
      'updated',
      change.field,
      private.history_value(change.before),
      private.history_value(change.after),
      $2,
      changed.moment,
      $3,
      array(
        select distinct person::uuid
        from unnest(array[
          changed.was ->> 'owner_id', changed.is_now ->> 'owner_id', changed.was ->> 'created_by',
          changed.is_now ->> 'created_by', changed.was ->> 'author_id', changed.is_now ->> 'author_id'
        ]) as person
        where person is not null
      )
    from (
      select to_jsonb(o) as was, to_jsonb(n) as is_now, clock_timestamp() as moment
      from before_change o
      join after_change n using (id)
      where o is distinct from n
    ) changed
    cross join lateral (
      select n.key as field, changed.was -> n.key as before, n.value as after
      from jsonb_each(changed.is_now - $4) n
      where n.value is distinct from changed.was -> n.key
      union all
      select 'owner_id', owner.before, owner.after
      from (
        select
          case
            when changed.was ->> 'invited_owner_id' is null then coalesce(changed.was -> 'owner_id', 'null')
            else private.owner_in_history(changed.was)
          end as before,
          case
            when changed.is_now ->> 'invited_owner_id' is null then coalesce(changed.is_now -> 'owner_id', 'null')
            else private.owner_in_history(changed.is_now)
          end as after
        where (changed.was -> 'owner_id', changed.was -> 'invited_owner_id')
          is distinct from (changed.is_now -> 'owner_id', changed.is_now -> 'invited_owner_id')
      ) owner
      where case
        when jsonb_typeof(owner.before) = 'object' or jsonb_typeof(owner.after) = 'object'
        then not private.same_owner(owner.before, owner.after)
        else owner.before <> owner.after
      end
    ) change
  $insert$ using tg_argv[0], private.caller_id(), private.current_act(), array[
    'id', 'account_id', 'created_at', 'created_by', 'updated_at', 'updated_by',
    -- A run of an automation or a use of an agent is no change of it.
    'last_used', 'last_run',
    -- Two columns, and one owner.
    'owner_id', 'invited_owner_id'
  ];
  return null;
end
$$;

drop trigger notifications_told_by_handover on public.notifications;
drop function private.told_by_handover();

alter function private.notify_of_records(private.record_news[]) owner to cairn_definer;
