-- Mails about notifications: the server takes what is due, and sends it.
--
-- Cairn's server asks every few seconds, an account after the other, as supabase_auth_admin, and queues the mails in the
-- transaction in which it takes them. On another Supabase any program that holds the service key can take and send them.
-- What comes together is one mail. A person's notifications wait until the oldest has waited a minute, and are then
-- taken all. Notifications that were read by then, are older than a day or are not wanted by mail any more, are not
-- mailed. A notification that cannot be mailed is left out of what is taken, and keeps no other.

create function private.accounts_to_mail() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select distinct n.account_id
  from public.notifications n
  where n.mail_due and n.created_at <= now() - interval '1 minute'
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

create function public.take_notification_mails(
  people_limit integer default 20, wait_seconds integer default 60, account uuid default null,
  only_these uuid[] default null
)
returns table (
  id uuid, recipient text, recipient_id uuid, recipient_name text, language text, amount integer, kind text,
  actor_name text, record_kind text, record_id uuid, record_name text, payload jsonb
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
      t.*,
      count(*) over (partition by t.user_id) as amount,
      row_number() over (partition by t.user_id order by t.number desc, t.id desc) as place
    from taken t
    left join public.notification_preferences w on w.user_id = t.user_id
    where t.read_at is null and t.created_at > now() - interval '1 day' and coalesce(w.email, true)
  )
  select
    t.id, p.email, p.id, p.name, w.language, t.amount::integer, t.kind, a.name, t.record_kind, t.record_id, t.record_name, t.payload
  from told t
  join public.profiles p on p.id = t.user_id
  left join public.notification_preferences w on w.user_id = t.user_id
  left join public.account_members m on m.account_id = t.account_id and m.user_id = t.actor_id
  left join public.profiles a on a.id = m.user_id
  where t.place = 1
$$;
comment on function public.take_notification_mails(integer, integer, uuid, uuid[]) is
  'Takes the notifications of some people, of one account where it is given, and only these where they are given, that are due to be mailed. A row for each person who is to get a mail: their newest notification, and how many it stands for. For the server alone.';
grant execute on function public.take_notification_mails(integer, integer, uuid, uuid[]) to service_role, supabase_auth_admin;
