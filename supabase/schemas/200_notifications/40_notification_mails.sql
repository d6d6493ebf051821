-- Mails about notifications: the server takes what is due, and sends it.
--
-- Cairn's server asks every few seconds, an account after the other, as supabase_auth_admin, and queues the mails in the
-- transaction in which it takes them. On another Supabase any program that holds the service key can take and send them.
-- What comes together is one mail. A person's notifications wait until the oldest has waited a minute, and are then
-- taken all. Notifications that were read by then, are older than a day or are not wanted by mail any more, are not
-- mailed, and neither is what was undone or answered by then. Mails about alerts wait for the end of their reader's quiet hours. A notification that cannot be mailed is left out of what is taken, and keeps no other.

-- On a day on which the clock is set, the hours are those that the clock of the person shows.
create function private.is_quiet(wants public.notification_preferences, moment timestamptz) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(
    case
      when wants.quiet_from < wants.quiet_until then c.shown >= wants.quiet_from and c.shown < wants.quiet_until
      else c.shown >= wants.quiet_from or c.shown < wants.quiet_until
    end,
    false
  )
  from (select (moment at time zone coalesce(wants.time_zone, 'UTC'))::time as shown) c
$$;
comment on function private.is_quiet(public.notification_preferences, timestamptz) is
  'Whether it is in the quiet hours of a person at a moment, by their time zone.';

create function private.mail_waits(person uuid, kind text, moment timestamptz) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(private.inbox_reason(kind) = 'late', false) and exists (
    select from public.notification_preferences w
    where w.user_id = person and w.quiet_from is not null and private.is_quiet(w, moment)
  )
$$;
comment on function private.mail_waits(uuid, text, timestamptz) is
  'Whether a mail about a kind of notification waits for the end of the quiet hours of a person: those about alerts do.';

create function private.accounts_to_mail() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select distinct n.account_id
  from public.notifications n
  where n.mail_due and n.created_at <= now() - interval '1 minute'
    and not private.mail_waits(n.user_id, n.kind, now())
$$;
comment on function private.accounts_to_mail() is 'The accounts with notifications that are due to be mailed.';
grant execute on function private.accounts_to_mail() to supabase_auth_admin;

create function private.notifications_to_mail(account uuid, without uuid[], people_limit integer)
returns table (id uuid, user_id uuid)
language sql stable security definer set search_path = ''
as $$
  with due as (
    select n.id, n.user_id, n.created_at
    from public.notifications n
    where n.mail_due and n.account_id = account and n.id <> all (without)
      and not private.mail_waits(n.user_id, n.kind, now())
  ),
  waiting as (
    select d.user_id
    from due d
    group by d.user_id
    having min(d.created_at) <= now() - interval '1 minute'
    order by min(d.created_at)
    limit people_limit
  )
  select d.id, d.user_id
  from due d
  join waiting w on w.user_id = d.user_id
  order by d.user_id, d.created_at, d.id
$$;
comment on function private.notifications_to_mail(uuid, uuid[], integer) is
  'The notifications of an account, but for some, that are due to be mailed: all of so many people, person by person.';
grant execute on function private.notifications_to_mail(uuid, uuid[], integer) to supabase_auth_admin;

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

-- A single, long statement: a notification is taken, kept or dropped in the moment in which it is read.
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
      and (only_these is null or n.id = any (only_these)) and not private.mail_waits(n.user_id, n.kind, now())
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
      and not private.mail_waits(n.user_id, n.kind, now())
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
    where t.read_at is null and coalesce(w.email, true)
      -- Quiet hours can last for almost a day.
      and t.created_at > now() - interval '1 day' * case
        when private.inbox_reason(t.kind) = 'late' and w.quiet_from is not null then 2 else 1
      end
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
grant execute on function public.take_notification_mails(integer, integer, uuid, uuid[]) to service_role, supabase_auth_admin;
