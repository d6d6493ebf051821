-- A member snoozes lines of the inbox, and mutes reasons and records.

create table public.inbox_snoozes (
  account_id uuid not null,
  user_id uuid not null,
  reason text not null,
  line_id text not null,
  until timestamptz not null,
  primary key (account_id, user_id, reason, line_id),
  constraint inbox_snoozes_user_id_fkey foreign key (account_id, user_id)
    references public.account_members (account_id, user_id) on delete cascade
);
alter table public.inbox_snoozes owner to cairn_owner;

create table public.inbox_mutes (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null,
  user_id uuid not null,
  reason text,
  record_kind text,
  record_id uuid,
  constraint inbox_mutes_user_id_fkey foreign key (account_id, user_id)
    references public.account_members (account_id, user_id) on delete cascade,
  constraint inbox_mutes_key unique nulls not distinct (account_id, user_id, reason, record_kind, record_id),
  constraint inbox_mutes_of_one_thing check (private.holds(
    (reason is null) = (record_id is not null) and (record_kind is null) = (record_id is null),
    'Mute a reason or a record.'
  ))
);
alter table public.inbox_mutes owner to cairn_owner;

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
drop function public.take_notification_mails(integer,integer,uuid,uuid[]);
create or replace function public.get_coverage() returns json
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  this_week constant date := date_trunc('week', now() at time zone 'utc');
  kinds constant text[] := array(select private.kinds_in_use());
begin
  if account is null then
    return null;
  end if;
  perform private.count_marked_before_reading(account);
  perform private.store_coverage(account);
  return json_build_object(
    'weeks', (
      select coalesce(json_agg(w order by w.week), '[]')
      from (
        select
          c.week, sum(c.records) as records, sum(c.with_owner) as with_owner, sum(c.with_second) as with_second
        from private.coverage_weeks c
        where c.account_id = account and c.week >= this_week - 364 and c.kind = any (kinds)
        group by c.week
        having sum(c.records) > 0
      ) w
    ),
    'now', (
      select json_build_object(
        'records', coalesce(sum(n.records), 0),
        'with_owner', coalesce(sum(n.with_owner), 0),
        'with_second', coalesce(sum(n.with_second), 0)
      )
      from private.current_coverage(account) n
      where n.kind = any (kinds)
    ),
    'kinds', (
      select coalesce(
        json_object_agg(
          n.kind,
          json_build_object(
            'now', n.records,
            'weeks', (
              select coalesce(json_agg(c.records order by c.week), '[]')
              from private.coverage_weeks c
              where c.account_id = account and c.kind = n.kind and c.week > this_week - 84
            )
          )
        ),
        '{}'
      )
      from private.current_coverage(account) n
      where n.kind = any (kinds)
    )
  );
end
$$;
comment on function public.get_coverage() is
  'How many records of the caller''s account have an owner (invited ones included), and a second person who knows them, now and when each week of the last year began. {"weeks": [{"week", "records", "with_owner", "with_second"}], "now": {…}, "kinds": {"system": {"now", "weeks": [records]}}}: kinds have the records alone, of the last twelve weeks. Of the catalogues that are switched on; weeks without a record are left out.';
create function private.inbox_reason(notification text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when notification in ('heartbeat_late', 'heartbeat_failing', 'heartbeat_back') then 'late'
    when notification = 'renewal_due' then 'renewal'
    when notification = 'suggestion_made' then 'suggestion'
    when notification = 'newcomer_waiting' then 'newcomer'
    when notification in ('record_changed', 'dependency_deleted') then 'change'
  end
$$;
comment on function private.inbox_reason(text) is
  'The reason of the inbox to which a kind of notification belongs; ''change'' for one that only a muted record stops, and nothing for one that nothing stops.';
alter function private.inbox_reason(text) owner to cairn_definer;
create function private.is_muted(account uuid, person uuid, notification text, kind text, record uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.inbox_mutes m
    where m.account_id = account and m.user_id = person
      and private.inbox_reason(notification) is not null
      and (m.reason = private.inbox_reason(notification) or m.record_kind = is_muted.kind and m.record_id = record)
  )
$$;
comment on function private.is_muted(uuid, uuid, text, text, uuid) is
  'Whether a member has muted a kind of notification, or the record that it is about.';
alter function private.is_muted(uuid, uuid, text, text, uuid) owner to cairn_definer;
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
  -- An act that tells one person of thousands of people tells of the first twenty.
  if exists (
    select from public.notifications n
    where n.account_id = account and n.user_id = person and n.number = next_number - 20 and n.created_at = now()
  ) then
    return;
  end if;
  select * into wants from public.notification_preferences w where w.user_id = person;
  keep := coalesce(wants.push, true);
  mail := coalesce(wants.email, true);
  if not (keep or mail) or private.is_muted(account, person, notify.kind, notify.record_kind, notify.record_id) then
    return;
  end if;
  -- A member who is leaving right now is skipped and not waited for: they may be waiting for this very change.
  perform from public.account_members m
  where m.account_id = account and m.user_id = person
  for key share skip locked;
  if not found then
    return;
  end if;
  if notify.kind in ('member_joined', 'newcomer_waiting') then
    select * into others, due_since from private.group_newcomer_notifications(account, person, notify.kind);
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
create or replace function private.notify_of_records(told private.record_news[]) returns void
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
create function private.is_undone(told public.notifications) returns boolean
language sql stable security definer set search_path = ''
as $$
  select
    exists (
      select from public.acts a where a.account_id = told.account_id and a.undoes::text = told.payload ->> 'act'
    )
    or told.kind = 'handed_over' and not exists (
      select from public.handovers h
      where h.account_id = told.account_id and h.receiver_id = told.user_id and h.state = 'pending'
        and (told.record_id is null or h.record_id = told.record_id)
    )
    or told.kind = 'suggestion_made' and not exists (
      select from public.suggestions s
      where s.account_id = told.account_id and s.kind = told.record_kind and s.record_id = told.record_id
        and s.state = 'open'
    )
    or told.record_id is not null and told.record_kind in (select private.kinds_of_catalogues()) and case
      when told.kind in ('record_deleted', 'dependency_deleted') then exists (
        select from private.records r
        where r.account_id = told.account_id and r.kind = told.record_kind and r.id = told.record_id
      )
      when told.kind = 'owner_assigned' then not exists (
        select from private.records r
        where r.account_id = told.account_id and r.kind = told.record_kind and r.id = told.record_id
          and r.owner_id = told.user_id
      )
      when told.kind = 'expert_assigned' then not exists (
        select from public.record_experts e
        where e.account_id = told.account_id and e.record_id = told.record_id and e.expert_id = told.user_id
      )
      else false
    end
$$;
comment on function private.is_undone(public.notifications) is
  'Whether the event that a notification tells of was undone since, or its reader has answered it.';
alter function private.is_undone(public.notifications) owner to cairn_definer;
create function public.take_notification_mails(
  people_limit integer default 20, wait_seconds integer default 60, account uuid default null,
  only_these uuid[] default null
)
returns table (
  id uuid, recipient text, recipient_id uuid, recipient_name text, language text, amount integer, kind text,
  actor_name text, record_kind text, record_id uuid, record_name text, payload jsonb,
  events jsonb
)
language sql volatile security definer set search_path = ''
as $$
  with waiting as (
    select n.account_id, n.user_id
    from public.notifications n
    where n.mail_due and n.created_at <= now() - make_interval(secs => wait_seconds)
      and (account is null or n.account_id = account)
      and (only_these is null or n.id = any (only_these))
    group by n.account_id, n.user_id
    order by min(n.created_at)
    limit least(greatest(people_limit, 1), 100)
  ),
  -- Another sender that takes at this moment has them, and nobody waits for it.
  taken as (
    select n.*
    from public.notifications n
    join waiting w on w.account_id = n.account_id and w.user_id = n.user_id
    where n.mail_due and (only_these is null or n.id = any (only_these))
    for update of n skip locked
  ),
  kept as (
    update public.notifications n set mail_due = false
    from taken t
    where n.id = t.id and t.in_app
  ),
  dropped as (
    delete from public.notifications n
    using taken t
    where n.id = t.id and not t.in_app
  ),
  told as (
    select
      t.*, a.name as actor_name,
      count(*) over (partition by t.user_id) as amount,
      row_number() over (partition by t.user_id order by t.number desc, t.id desc) as place
    from taken t
    left join public.notification_preferences w on w.user_id = t.user_id
    left join public.account_members m on m.account_id = t.account_id and m.user_id = t.actor_id
    left join public.profiles a on a.id = m.user_id
    where t.read_at is null and t.created_at > now() - interval '1 day' and coalesce(w.email, true)
      and not private.is_undone(row(t.*)::public.notifications)
  )
  select
    t.id, p.email, p.id, p.name, w.language, t.amount::integer, t.kind, t.actor_name, t.record_kind, t.record_id,
    t.record_name, t.payload,
    (
      select jsonb_agg(
        jsonb_build_object(
          'kind', e.kind, 'actor_name', e.actor_name, 'record_kind', e.record_kind, 'record_id', e.record_id,
          'record_name', e.record_name, 'payload', e.payload
        )
        order by e.place
      )
      from told e
      where e.user_id = t.user_id and e.place <= 10
    )
  from told t
  join public.profiles p on p.id = t.user_id
  left join public.notification_preferences w on w.user_id = t.user_id
  where t.place = 1
$$;
comment on function public.take_notification_mails(integer, integer, uuid, uuid[]) is
  'Takes the notifications of some people, of one account where it is given, and only these where they are given, that are due to be mailed. A row for each person who is to get a mail: their newest notification, how many it stands for, and the ten newest of them (events). What was undone by then is left out. For the server alone.';
alter function public.take_notification_mails(integer, integer, uuid, uuid[]) owner to cairn_definer;
revoke all on function public.take_notification_mails(integer, integer, uuid, uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.take_notification_mails(integer, integer, uuid, uuid[]) to service_role, supabase_auth_admin;
create function public.get_outlook(result_limit integer default 5) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  shown constant integer := least(greatest(coalesce(result_limit, 5), 0), 50);
  records text;
  departments json;
begin
  if not private.is_unscoped() then
    raise exception 'Only people who have signed in have a dashboard.' using errcode = '42501', hint = 'Sign in to Cairn.';
  end if;
  select string_agg(
    format(
      'select r.department, r.owner_id is not null or r.invited_owner_id = any ($2) as owned
      from public.%I r where r.account_id = $1 and r.department <> ''''',
      k.record_table
    ),
    ' union all '
  ) into records
  from private.kinds k
  where k.kind in (select private.kinds_in_use());
  if records is not null then
    execute 'select json_agg(d order by d.records desc, d.name) from (
      select min(r.department) as name, count(*) as records, count(*) filter (where r.owned) as with_owner
      from (' || records || ') r
      group by private.folded(r.department)
      order by count(*) desc, min(r.department)
      limit $3
    ) d'
    into departments
    using account, array(
      select i.id
      from public.pending_invitations i
      where i.account_id = account and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
    ), shown;
  end if;
  return (
    with near as (
      select n.*, row_number() over (order by n.renews_on, lower(n.record_name), n.record_id) as place
      from private.near_renewals(account, (now() at time zone 'utc')::date) n
      where account is not null
    )
    select json_build_object(
      'renewals', json_build_object(
        'total', count(*),
        'items', coalesce(
          json_agg(
            json_build_object('kind', n.kind, 'id', n.record_id, 'name', n.record_name, 'renews_on', n.renews_on)
            order by n.place
          ) filter (where n.place <= shown),
          '[]'
        )
      ),
      'departments', coalesce(departments, '[]')
    )
    from near n
  );
end
$$;
comment on function public.get_outlook(integer) is
  'The outlook of the caller''s account: {"renewals": {"total", "items": [{"kind", "id", "name", "renews_on"}]}, "departments": [{"name", "records", "with_owner"}]}. Contracts that renew or end within 60 days, the nearest first, and the departments with most records. An invited person counts as an owner while the invitation is open.';
alter function public.get_outlook(integer) owner to cairn_definer;
revoke all on function public.get_outlook(integer) from public, anon, authenticated, service_role;
grant execute on function public.get_outlook(integer) to authenticated;
create or replace function public.get_first_screen(with_dashboard boolean default true) returns json
language sql set search_path = ''
as $$
  select json_build_object(
    'account_members', (
      select coalesce(
        json_agg(json_build_object('account_id', m.account_id, 'permission_level', m.permission_level)),
        '[]'
      )
      from public.account_members m
      where m.user_id = (select private.caller_id())
    ),
    'accounts', (
      select json_build_object('id', a.id, 'name', a.name)
      from public.accounts a
      where a.id = (select private.my_account())
    ),
    'app_features', (
      select coalesce(
        json_agg(json_build_object('id', f.id, 'feature_name', f.feature_name, 'enabled', f.enabled)),
        '[]'
      )
      from public.app_features f
      where f.account_id = (select private.my_account())
    ),
    'appearance_settings', (
      select coalesce(
        json_agg(json_build_object(
          'account_name', s.account_name, 'description', s.description, 'logo_url', s.logo_url
        )),
        '[]'
      )
      from public.appearance_settings s
      where s.account_id = (select private.my_account())
    ),
    'unread_notification_count', public.unread_notification_count(),
    'dashboard', case
      when coalesce(with_dashboard, true)
        then json_build_object(
          'get_dashboard_counts', public.get_dashboard_counts(),
          -- The top of the inbox, which tokens do not have.
          'get_inbox', case when private.is_unscoped() then public.get_inbox(5) end,
          'get_recent_activity', (
            select coalesce(json_agg(to_json(r) order by r.at), '[]')
            from (
              select f.id, f.kind, f.resource, f.action, f.user_name, f.occurred_at, row_number() over () as at
              from public.get_recent_activity() f
            ) r
          ),
          'get_gaps', public.get_gaps(),
          'get_coverage', public.get_coverage()
        )
    end
  )
$$;
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
alter function private.inbox_lines() owner to cairn_definer;
revoke all on function private.inbox_lines() from public;
grant execute on function private.inbox_lines() to authenticated;
create function private.inbox_reasons() returns text[]
language sql immutable set search_path = ''
as $$
  select array['handover', 'newcomer', 'suggestion', 'late', 'renewal', 'found', 'caller']
$$;
comment on function private.inbox_reasons() is 'The reasons of the inbox, the most urgent first.';
alter function private.inbox_reasons() owner to cairn_definer;
revoke all on function private.inbox_reasons() from public;
grant execute on function private.inbox_reasons() to authenticated;
create function private.refuse_no_inbox() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not private.is_unscoped() then
    raise exception 'Only people who have signed in have an inbox.' using errcode = '42501', hint = 'Sign in to Cairn.';
  end if;
end
$$;
comment on function private.refuse_no_inbox() is 'Refuses tokens, which have no inbox.';
alter function private.refuse_no_inbox() owner to cairn_definer;
revoke all on function private.refuse_no_inbox() from public;
grant execute on function private.refuse_no_inbox() to authenticated;
create or replace function public.get_inbox(result_limit integer default 100) returns json
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
    raise exception 'A line of the inbox can be snoozed for a year at most.' using errcode = '22023';
  end if;
  if not exists (select from private.inbox_lines() l where l.reason = reason_param and l.id = line_param) then
    raise exception 'This no longer waits for you.' using errcode = 'PT404';
  end if;
  insert into public.inbox_snoozes (account_id, user_id, reason, line_id, until)
  values (account, person, reason_param, line_param, until_param);
end
$$;
comment on function public.snooze_in_inbox(text, text, timestamptz) is
  'Takes a line out of the caller''s inbox until a moment; without one, brings it back.';
alter function public.snooze_in_inbox(text, text, timestamptz) owner to cairn_definer;
revoke all on function public.snooze_in_inbox(text, text, timestamptz) from public, anon, authenticated, service_role;
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
    raise exception 'Mute a reason or a record.' using errcode = '22023';
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
    raise exception 'This record no longer exists.' using errcode = 'PT404';
  end if;
  insert into public.inbox_mutes (account_id, user_id, reason, record_kind, record_id)
  select account, person, reason_param, kind_param, record_param
  where account is not null
  on conflict on constraint inbox_mutes_key do nothing;
end
$$;
comment on function public.mute_in_inbox(boolean, text, text, uuid) is
  'Mutes a reason or a record in the caller''s inbox and notifications, or ends that.';
alter function public.mute_in_inbox(boolean, text, text, uuid) owner to cairn_definer;
revoke all on function public.mute_in_inbox(boolean, text, text, uuid) from public, anon, authenticated, service_role;
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
alter function public.get_inbox_mutes() owner to cairn_definer;
revoke all on function public.get_inbox_mutes() from public, anon, authenticated, service_role;
grant execute on function public.get_inbox_mutes() to authenticated;
create policy "tokens keep to their scopes" on public.inbox_mutes
  as restrictive to cairn_token
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.inbox_snoozes
  as restrictive to cairn_token
  using ((select private.is_unscoped()));
create policy "members see what they snoozed" on public.inbox_snoozes
  for select to authenticated
  using (account_id = (select private.my_account()) and user_id = (select private.caller_id()));
create policy "members see what they muted" on public.inbox_mutes
  for select to authenticated
  using (account_id = (select private.my_account()) and user_id = (select private.caller_id()));
alter table public.inbox_mutes enable row level security;
alter table public.inbox_mutes force row level security;
comment on table public.inbox_mutes is 'The reasons and records of which a member wants to hear nothing.';
comment on column public.inbox_mutes.reason is 'A reason of get_inbox; empty where a record is muted.';
comment on column public.inbox_mutes.record_id is
  'Without a key to the record: one that is restored from the bin is still muted.';
revoke all on public.inbox_mutes from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select on public.inbox_snoozes, public.inbox_mutes to authenticated;
grant select, insert, update, delete on public.inbox_snoozes, public.inbox_mutes to service_role, cairn_definer;
alter table public.inbox_snoozes enable row level security;
alter table public.inbox_snoozes force row level security;
comment on table public.inbox_snoozes is 'The lines of the inbox that a member does not want to see before a moment.';
comment on column public.inbox_snoozes.line_id is 'The reason and this id name a line, as in get_inbox.';
revoke all on public.inbox_snoozes from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select on public.inbox_snoozes, public.inbox_mutes to authenticated;
grant select, insert, update, delete on public.inbox_snoozes, public.inbox_mutes to service_role, cairn_definer;
