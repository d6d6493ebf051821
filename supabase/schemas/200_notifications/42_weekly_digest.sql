-- The weekly digest: a mail on Monday morning with what concerned a person in the last week.
--
-- It tells too what others changed in what the person owns or is expert of. A person with nothing to read gets none.
-- It is due on Monday, 07:00 in the person's time zone.
-- Cairn's server asks every few seconds for what is due, an account after the other, as supabase_auth_admin, and queues
-- the mails in the transaction in which it takes them. So each goes out once, however many servers run. A digest that no server took
-- by the end of Tuesday is left out. On another Supabase any program that holds the service key can take and send.

create table private.digest_times (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  due_at timestamptz,
  taken_for timestamptz
);
create index digest_times_due_idx on private.digest_times (due_at) where due_at is not null;
comment on table private.digest_times is 'When the next digest of a person is due.';
comment on column private.digest_times.due_at is 'Empty while the person wants none.';
comment on column private.digest_times.taken_for is 'For which time the last one was taken.';

-- A person who moves to another zone has Monday a second time, up to 26 hours later. So a digest comes three days
-- after the last at the earliest.
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
  'When the next digest is due for a person in a zone whose last digest was taken for a time: Monday, 07:00. In the past from then to the end of Tuesday.';

-- A person who switches it on waits for the next Monday; a person who moves on a Monday still gets this week's.
create function private.schedule_digest() returns trigger
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
comment on function private.schedule_digest() is 'Trigger: sets the time of the next digest of a person.';

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
      -- Changes are listed record by record.
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
  'The notifications of a member in the week before a moment: {"total", "unread", "items": the ten newest}.';

create function private.named_fields(account uuid, kind text, fields text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('key', k.field, 'name', o.name) order by k.field), '[]')
  from unnest(fields) as k (field)
  left join public.own_fields o
    on o.account_id = account and o.kind = named_fields.kind and k.field = 'own.' || o.key
$$;
comment on function private.named_fields(uuid, text, text[]) is
  'Fields as the history calls them: [{"key", "name"}]. Own fields have a name, one whose 30 days in deletion are over has none.';

create function private.digest_of_changes(account uuid, person uuid, moment timestamptz) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with mine as (
    select r.kind, r.id, r.name
    from private.catalogue_records r
    where r.account_id = account and r.owner_id = person
    union
    select r.kind, r.id, r.name
    from public.record_experts e
    join private.catalogue_records r on r.account_id = e.account_id and r.kind = e.kind and r.id = e.record_id
    where e.account_id = account and e.expert_id = person
  ),
  changed as (
    select
      r.kind as record_kind, r.id as record_id, r.name as record_name,
      count(distinct h.changed_by)::integer as people,
      (array_agg(h.changed_by order by h.changed_at desc))[1] as last_by,
      array_agg(distinct h.field) filter (where h.field is not null) as fields,
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
          'actor_name', p.name, 'others', greatest(c.people - 1, 0),
          'fields', private.named_fields(account, c.record_kind, c.fields)
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
  'The changes by others, in the week before a moment, to records that a member owns or is expert of: {"total", "items": the ten changed last, each with its changed fields}.';

create function private.accounts_to_digest(moment timestamptz) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select distinct m.account_id
  from private.digest_times d
  join public.account_members m on m.user_id = d.user_id
  where d.due_at <= moment or d.due_at > moment + interval '8 days'
$$;
comment on function private.accounts_to_digest(timestamptz) is 'The accounts with members whose digest is due at a moment.';
grant execute on function private.accounts_to_digest(timestamptz) to supabase_auth_admin;

create function private.people_to_digest(account uuid, moment timestamptz, without uuid[], people_limit integer)
returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select d.user_id
  from private.digest_times d
  join public.account_members m on m.user_id = d.user_id
  where m.account_id = account
    and (d.due_at <= moment or d.due_at > moment + interval '8 days')
    and d.user_id <> all (without)
  order by d.due_at, d.user_id
  limit people_limit
$$;
comment on function private.people_to_digest(uuid, timestamptz, uuid[], integer) is
  'The members of an account, but for some, whose digest is due at a moment.';
grant execute on function private.people_to_digest(uuid, timestamptz, uuid[], integer) to supabase_auth_admin;

create function public.take_weekly_digests(
  people_limit integer default 100, moment timestamptz default now(), account uuid default null,
  only_these uuid[] default null
)
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
    where (d.due_at <= moment or d.due_at > moment + interval '8 days')
      and (account is null or exists (
        select from public.account_members m where m.user_id = d.user_id and m.account_id = account
      ))
      and (only_these is null or d.user_id = any (only_these))
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
    -- A person who belongs to no account has nothing to read about.
    join public.account_members m on m.user_id = t.user_id
    where t.is_due
  )
  select t.email, t.id, t.name, t.language, t.concerned, t.changed
  from told t
  where (t.concerned ->> 'total')::integer + (t.changed ->> 'total')::integer > 0
$$;
comment on function public.take_weekly_digests(integer, timestamptz, uuid, uuid[]) is
  'Takes the digests of some people, of one account where it is given, and only these where they are given, that are due at a moment, now unless it is given. A row for each person who is to get a mail. For the server alone.';
grant execute on function public.take_weekly_digests(integer, timestamptz, uuid, uuid[]) to service_role, supabase_auth_admin;

create trigger notification_preferences_digest_of_new after insert on public.notification_preferences
  for each row when (new.weekly_digest) execute function private.schedule_digest();
create trigger notification_preferences_digest_of_changed
  after update of weekly_digest, time_zone on public.notification_preferences
  for each row
  when ((new.weekly_digest, new.time_zone) is distinct from (old.weekly_digest, old.time_zone))
  execute function private.schedule_digest();

alter table private.digest_times enable row level security;
alter table private.digest_times force row level security;

grant select, insert, update, delete on private.digest_times to cairn_definer;
