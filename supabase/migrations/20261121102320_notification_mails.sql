-- Mails about notifications: what is due is handed to whoever sends.
--
-- Cairn's server asks every few seconds, as supabase_auth_admin, and queues the mails in the transaction in which it takes
-- them. On another Supabase anything that holds the service key can do the same and send at once.
-- What comes together is told in one mail: a person's notifications wait until the oldest of them has waited a minute, and
-- are then taken all. What was read by then, is older than a day or is not wanted by mail any more, is not mailed.

create function public.take_notification_mails(people_limit integer default 20, wait_seconds integer default 60)
returns table (
  id uuid, recipient text, recipient_name text, amount integer, kind text, actor_name text, record_kind text,
  record_id uuid, record_name text, payload jsonb
)
language sql volatile security definer set search_path = ''
as $$
  with waiting as (
    select n.account_id, n.user_id
    from public.notifications n
    where n.mail_due and n.created_at <= now() - make_interval(secs => wait_seconds)
    group by n.account_id, n.user_id
    order by min(n.created_at)
    limit least(greatest(people_limit, 1), 100)
  ),
  -- Another sender that takes at this moment has them, and nobody waits for it.
  taken as (
    select n.*
    from public.notifications n
    join waiting w on w.account_id = n.account_id and w.user_id = n.user_id
    where n.mail_due
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
    t.id, p.email, p.name, t.amount::integer, t.kind, a.name, t.record_kind, t.record_id, t.record_name, t.payload
  from told t
  join public.profiles p on p.id = t.user_id
  left join public.account_members m on m.account_id = t.account_id and m.user_id = t.actor_id
  left join public.profiles a on a.id = m.user_id
  where t.place = 1
$$;
comment on function public.take_notification_mails(integer, integer) is
  'Takes the notifications of some people that are due to be mailed. A row for each person who is to get a mail: their newest notification, and how many it stands for. For the server alone.';

alter function public.take_notification_mails(integer, integer) owner to cairn_definer;
revoke all on function public.take_notification_mails(integer, integer) from public, anon, authenticated, service_role;
grant execute on function public.take_notification_mails(integer, integer) to service_role, supabase_auth_admin;
