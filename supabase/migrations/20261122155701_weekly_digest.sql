-- The weekly digest: a mail on Monday morning with what concerned a person in the last week, and what others changed in what
-- they own or are expert of. Who has nothing to read gets none.
--
-- Everybody who wants it has a time at which theirs is due: Monday, 07:00 in their time zone. Cairn's server asks every few
-- seconds for what is due, as supabase_auth_admin, and queues the mails in the transaction in which it takes them, so that
-- each goes out once however many servers run. A digest that no server took by the end of Tuesday is left out. On another
-- Supabase anything that holds the service key can take and send.

comment on column public.notification_preferences.push is 'Keep notifications in the app: the list behind the bell.';
comment on column public.notification_preferences.weekly_digest is
  'Mail a digest on Monday morning, in the person''s time zone; nothing to say, no mail.';

create table private.digest_times (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  due_at timestamptz,
  taken_for timestamptz
);
create index digest_times_due_idx on private.digest_times (due_at) where due_at is not null;

comment on table private.digest_times is 'When the next digest of a person is due.';
comment on column private.digest_times.due_at is 'Empty while the person wants none.';
comment on column private.digest_times.taken_for is 'For which time the last one was taken.';

alter table private.digest_times owner to cairn_owner;
alter table private.digest_times enable row level security;
alter table private.digest_times force row level security;
revoke all on private.digest_times from public, anon, authenticated, service_role;
grant select, insert, update, delete on private.digest_times to cairn_definer;

-- Whoever moves to another zone has Monday a second time, up to 26 hours later: a digest comes three days after the last at the earliest.
create function private.digest_time(zone text, taken_for timestamptz, moment timestamptz) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  here timestamp;
  monday timestamp;
begin
  here := moment at time zone coalesce(zone, 'UTC');
  monday := date_trunc('week', here);
  if here >= monday + interval '2 days' then
    monday := monday + interval '7 days';
  end if;
  if (monday + interval '7 hours') at time zone coalesce(zone, 'UTC') <= taken_for + interval '3 days' then
    monday := monday + interval '7 days';
  end if;
  return (monday + interval '7 hours') at time zone coalesce(zone, 'UTC');
exception when invalid_parameter_value then
  -- The zone was known when it was stored, and a newer Postgres does not have it.
  return private.digest_time('UTC', taken_for, moment);
end
$$;
comment on function private.digest_time(text, timestamptz, timestamptz) is
  'When the next digest is due for somebody in a zone whose last one was taken for a time: Monday, 07:00. In the past from then to the end of Tuesday.';

-- Whoever switches it on waits for the next Monday; whoever moves on a Monday still gets this week's.
create function private.keep_digest_time() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  last_taken timestamptz;
  due timestamptz;
begin
  if new.weekly_digest then
    select d.taken_for into last_taken from private.digest_times d where d.user_id = new.user_id;
    due := private.digest_time(new.time_zone, last_taken, now());
    if due <= now() and (tg_op = 'INSERT' or not old.weekly_digest) then
      due := private.digest_time(new.time_zone, due, now());
    end if;
  end if;
  insert into private.digest_times as d (user_id, due_at)
  values (new.user_id, due)
  on conflict (user_id) do update set due_at = excluded.due_at;
  return null;
end
$$;
comment on function private.keep_digest_time() is 'Trigger: says when the next digest of a person is due.';

create trigger notification_preferences_digest_of_new after insert on public.notification_preferences
  for each row when (new.weekly_digest) execute function private.keep_digest_time();
create trigger notification_preferences_digest_of_changed
  after update of weekly_digest, time_zone on public.notification_preferences
  for each row
  when ((new.weekly_digest, new.time_zone) is distinct from (old.weekly_digest, old.time_zone))
  execute function private.keep_digest_time();

create function private.switched_off(account uuid, record_kind text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.app_features f
    where f.account_id = account and f.feature_name = record_kind || 's' and not f.enabled
  )
$$;
comment on function private.switched_off(uuid, text) is 'Whether an account has switched the feature of a kind of records off.';

create function private.digest_of_notifications(account uuid, person uuid, moment timestamptz) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with told as (
    select
      n.kind, a.name as actor_name, n.record_kind, n.record_id, n.record_name, n.payload, n.read_at,
      row_number() over (order by n.number desc, n.id desc) as place
    from public.notifications n
    left join public.account_members m on m.account_id = n.account_id and m.user_id = n.actor_id
    left join public.profiles a on a.id = m.user_id
    where n.account_id = account and n.user_id = person and n.in_app
      and n.created_at > moment - interval '7 days' and n.created_at <= moment
      -- What changed is told record by record.
      and n.kind <> 'record_changed'
      and not private.switched_off(account, n.record_kind)
  )
  select jsonb_build_object(
    'total', count(*),
    'unread', count(*) filter (where t.read_at is null),
    'items', coalesce(
      jsonb_agg(to_jsonb(t) - 'place' - 'read_at' order by t.place) filter (where t.place <= 10), '[]'
    )
  )
  from told t
$$;
comment on function private.digest_of_notifications(uuid, uuid, timestamptz) is
  'What concerned a member in the week before a moment: {"total", "unread", "items": the ten newest}.';

create function private.digest_of_changes(account uuid, person uuid, moment timestamptz) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with mine as (
    select 'system' as kind, s.id, s.name from public.systems s where s.account_id = account and s.owner_id = person
    union
    select 'system', s.id, s.name
    from public.system_experts e
    join public.systems s on s.account_id = e.account_id and s.id = e.system_id
    where e.account_id = account and e.expert_id = person
    union all
    select 'solution', s.id, s.name from public.solutions s where s.account_id = account and s.owner_id = person
    union all
    select 'agent', a.id, a.name from public.agents a where a.account_id = account and a.owner_id = person
    union all
    select 'automation', a.id, a.name from public.automations a where a.account_id = account and a.owner_id = person
  ),
  changed as (
    select
      r.kind as record_kind, r.id as record_id, r.name as record_name,
      count(distinct h.changed_by)::integer as people,
      (array_agg(h.changed_by order by h.changed_at desc))[1] as last_by,
      row_number() over (order by max(h.changed_at) desc, r.id) as place
    from mine r
    join public.record_history h on h.account_id = account and h.record_id = r.id
    where h.action = 'updated' and h.changed_by is distinct from person
      and h.changed_at > moment - interval '7 days' and h.changed_at <= moment
      and not private.switched_off(account, r.kind)
    group by r.kind, r.id, r.name
  )
  select jsonb_build_object(
    'total', count(*),
    'items', coalesce(
      jsonb_agg(
        jsonb_build_object(
          'record_kind', c.record_kind, 'record_id', c.record_id, 'record_name', c.record_name,
          'actor_name', p.name, 'others', greatest(c.people - 1, 0)
        )
        order by c.place
      ) filter (where c.place <= 10),
      '[]'
    )
  )
  from changed c
  left join public.account_members m on m.account_id = account and m.user_id = c.last_by
  left join public.profiles p on p.id = m.user_id
$$;
comment on function private.digest_of_changes(uuid, uuid, timestamptz) is
  'What others changed, in the week before a moment, of the records that a member owns or is expert of: {"total", "items": the ten changed last}.';

create function public.take_weekly_digests(people_limit integer default 100, moment timestamptz default now())
returns table (
  recipient text, recipient_id uuid, recipient_name text, language text, concerned jsonb, changed jsonb
)
language sql volatile security definer set search_path = ''
as $$
  with waiting as (
    select
      d.user_id, w.language, w.weekly_digest,
      -- After this time the clock was set back: nobody waits for longer than a week and a changed hour.
      case when d.due_at <= moment + interval '8 days' then d.taken_for end as taken_for,
      private.digest_time(w.time_zone, null, moment) = d.due_at and d.due_at <= moment as is_morning,
      d.due_at, w.time_zone
    from private.digest_times d
    join public.notification_preferences w on w.user_id = d.user_id
    where d.due_at <= moment or d.due_at > moment + interval '8 days'
    order by d.due_at
    limit least(greatest(people_limit, 1), 1000)
    -- Another server that takes at this moment has them, and nobody waits for it.
    for update of d skip locked
  ),
  taken as (
    update private.digest_times d
    set taken_for = case when t.is_morning then t.due_at else t.taken_for end,
      due_at = private.digest_time(t.time_zone, case when t.is_morning then t.due_at else t.taken_for end, moment)
    from waiting t
    where d.user_id = t.user_id
    returning t.user_id, t.language, t.weekly_digest and t.is_morning as is_due
  ),
  told as (
    select
      p.email, p.id, p.name, t.language,
      private.digest_of_notifications(m.account_id, m.user_id, moment) as concerned,
      private.digest_of_changes(m.account_id, m.user_id, moment) as changed
    from taken t
    join public.profiles p on p.id = t.user_id
    -- Whoever belongs to no account has nothing to read about.
    join public.account_members m on m.user_id = t.user_id
    where t.is_due
  )
  select t.email, t.id, t.name, t.language, t.concerned, t.changed
  from told t
  where (t.concerned ->> 'total')::integer + (t.changed ->> 'total')::integer > 0
$$;
comment on function public.take_weekly_digests(integer, timestamptz) is
  'Takes the digests of some people that are due at a moment, now unless it is given. A row for each person who is to get a mail. For the server alone.';

create function public.stop_mails(person_param uuid, mails_param text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if mails_param is null or mails_param not in ('email', 'weekly_digest') then
    raise exception 'Mails must be email or weekly_digest.' using errcode = '22023';
  end if;
  if exists (select from public.profiles p where p.id = person_param) then
    insert into public.notification_preferences as w (user_id, email)
    values (person_param, mails_param <> 'email')
    on conflict (user_id) do update
    set email = w.email and mails_param <> 'email', weekly_digest = w.weekly_digest and mails_param <> 'weekly_digest';
  end if;
end
$$;
comment on function public.stop_mails(uuid, text) is
  'Switches a person''s mails about notifications (email) or the digest (weekly_digest) off. For the server alone, which has seen the sealed token of their mail.';

-- The mails about notifications come in the recipient's language, and can be stopped with one press too.
drop function public.take_notification_mails(integer, integer);

create function public.take_notification_mails(people_limit integer default 20, wait_seconds integer default 60)
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
    t.id, p.email, p.id, p.name, w.language, t.amount::integer, t.kind, a.name, t.record_kind, t.record_id, t.record_name, t.payload
  from told t
  join public.profiles p on p.id = t.user_id
  left join public.notification_preferences w on w.user_id = t.user_id
  left join public.account_members m on m.account_id = t.account_id and m.user_id = t.actor_id
  left join public.profiles a on a.id = m.user_id
  where t.place = 1
$$;
comment on function public.take_notification_mails(integer, integer) is
  'Takes the notifications of some people that are due to be mailed. A row for each person who is to get a mail: their newest notification, and how many it stands for. For the server alone.';

alter function private.digest_time(text, timestamptz, timestamptz) owner to cairn_definer;
alter function private.keep_digest_time() owner to cairn_definer;
alter function private.switched_off(uuid, text) owner to cairn_definer;
alter function private.digest_of_notifications(uuid, uuid, timestamptz) owner to cairn_definer;
alter function private.digest_of_changes(uuid, uuid, timestamptz) owner to cairn_definer;
alter function public.take_weekly_digests(integer, timestamptz) owner to cairn_definer;
alter function public.stop_mails(uuid, text) owner to cairn_definer;
alter function public.take_notification_mails(integer, integer) owner to cairn_definer;
revoke all on function
  public.take_weekly_digests(integer, timestamptz), public.stop_mails(uuid, text),
  public.take_notification_mails(integer, integer)
  from public, anon, authenticated, service_role;
grant execute on function
  public.take_weekly_digests(integer, timestamptz), public.stop_mails(uuid, text),
  public.take_notification_mails(integer, integer)
  to service_role, supabase_auth_admin;

insert into private.digest_times (user_id, due_at)
select w.user_id, private.digest_time(w.time_zone, null, now())
from public.notification_preferences w
where w.weekly_digest;
