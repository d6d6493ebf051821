-- Renewals: members are told 60, 30 and 7 days before the day on which a contract renews or ends.
--
-- The owner is notified, of a team its lead or deputy; without one, or where the owner is only invited, the creator; where the creator has left, the
-- admins. Each step is sent once for a record and its day, and of steps that were missed the nearest only.
-- Records that are not used any more, and those of features that are switched off, tell nobody.
-- Days begin at midnight UTC, for an account has no time zone.

create table private.renewals_told (
  account_id uuid not null references public.accounts (id) on delete cascade,
  kind text not null,
  record_id uuid not null,
  renews_on date not null,
  days smallint not null,
  primary key (account_id, kind, record_id, renews_on)
);
comment on table private.renewals_told is 'Of which renewals members were told. Without a key to the record: one that is restored is not told of again.';
comment on column private.renewals_told.days is 'The last step that was told: 60, 30 or 7 days before.';

create function private.near_renewals(account uuid, today date)
returns table (account_id uuid, kind text, record_id uuid, record_name text, people uuid[], renews_on date)
language plpgsql stable security definer set search_path = ''
as $$
declare
  known private.kinds;
begin
  for known in select k.* from private.kinds k where k.feature is not null order by k.place loop
    return query execute format(
      'select r.account_id, $1, r.id, r.name, private.people_who_answer(r.owner_id, r.team_id, r.created_by), r.renews_on
      from public.%I r
      where ($3 is null or r.account_id = $3)
        and r.renews_on between $2 and $2 + 60
        and r.status <> $4 and r.lifecycle is distinct from ''retired''
        and not private.switched_off(r.account_id, $1)',
      known.record_table
    ) using known.kind, today, account, known.retired_status;
  end loop;
end
$$;
comment on function private.near_renewals(uuid, date) is
  'The records, of one account where it is given, whose contract renews or ends within 60 days, and whom it concerns.';

create function private.renewals_due(account uuid, moment timestamptz)
returns table (
  account_id uuid, kind text, record_id uuid, record_name text, people uuid[], renews_on date, step smallint
)
language sql stable security definer set search_path = ''
as $$
  select n.account_id, n.kind, n.record_id, n.record_name, n.people, n.renews_on, s.step
  from private.near_renewals(account, (moment at time zone 'utc')::date) n
  cross join lateral (
    select min(every.step)::smallint as step
    from unnest(array[7, 30, 60]) as every (step)
    where n.renews_on <= (moment at time zone 'utc')::date + every.step
  ) s
  where not exists (
    select from private.renewals_told t
    where t.account_id = n.account_id and t.kind = n.kind and t.record_id = n.record_id
      and t.renews_on = n.renews_on and t.days <= s.step
  )
$$;
comment on function private.renewals_due(uuid, timestamptz) is
  'The records, of one account where it is given, of whose renewal members are still to be told at a moment: whom, unless it is the admins, and which step.';

create function private.my_renewals() returns table (kind text, record_id uuid, renews_on date)
language sql stable security definer set search_path = ''
as $$
  select n.kind, n.record_id, n.renews_on
  from private.near_renewals(private.my_account(), (now() at time zone 'utc')::date) n
  where private.caller_id() = any (n.people)
$$;
comment on function private.my_renewals() is
  'The caller''s records whose contract renews or ends within 60 days.';
grant execute on function private.my_renewals() to authenticated;

create function private.accounts_with_renewals(moment timestamptz) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select distinct d.account_id from private.renewals_due(null, moment) d
$$;
comment on function private.accounts_with_renewals(timestamptz) is
  'The accounts with records of whose renewal members are to be told at a moment.';
grant execute on function private.accounts_with_renewals(timestamptz) to supabase_auth_admin;

create function private.renewals_to_tell(account uuid, moment timestamptz, without text[], at_most integer)
returns setof text
language sql stable security definer set search_path = ''
as $$
  select d.kind || ' ' || d.record_id
  from private.renewals_due(account, moment) d
  where d.kind || ' ' || d.record_id <> all (without)
  order by d.renews_on, d.record_id
  limit at_most
$$;
comment on function private.renewals_to_tell(uuid, timestamptz, text[], integer) is
  'The records of an account, but for some, of whose renewal members are to be told at a moment: kind and id, the nearest day first.';
grant execute on function private.renewals_to_tell(uuid, timestamptz, text[], integer) to supabase_auth_admin;

create function public.tell_of_renewals(
  at_most integer default 1000, moment timestamptz default now(), account uuid default null,
  only_these text[] default null
)
returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  today constant date := (moment at time zone 'utc')::date;
  told private.record_news[];
  amount integer;
begin
  delete from private.renewals_told t
  where t.renews_on < today and (account is null or t.account_id = account);
  with due as materialized (
    select d.*
    from private.renewals_due(account, moment) d
    where only_these is null or d.kind || ' ' || d.record_id = any (only_these)
    order by d.renews_on, d.record_id
    limit at_most
  ),
  -- Of two servers that tell at this moment, the second waits here and finds nothing left to tell.
  noted as (
    insert into private.renewals_told as t (account_id, kind, record_id, renews_on, days)
    select d.account_id, d.kind, d.record_id, d.renews_on, d.step from due d order by 1, 2, 3
    on conflict on constraint renewals_told_pkey do update set days = excluded.days where t.days > excluded.days
    returning t.kind, t.record_id
  ),
  news as (
    select d.*, lower(d.record_name) as title
    from due d
    join noted n on n.kind = d.kind and n.record_id = d.record_id
  )
  select
    (select count(*) from news),
    array(
      select
        row(
          w.account_id, p.id, 'renewal_due', w.kind, w.record_id, w.record_name,
          jsonb_build_object('renews_on', w.renews_on, 'days', w.renews_on - today)
        )::private.record_news
      from news w
      cross join lateral (
        select a.id from unnest(w.people) as a (id)
        where a.id is not null
        union all
        select m.user_id
        from public.account_members m
        where w.people = array[null::uuid] and m.account_id = w.account_id and m.permission_level = 'admin'
      ) p
      order by w.renews_on, w.title, w.record_id
    )
  into amount, told;
  perform private.notify_of_records(told);
  return amount;
end
$$;
comment on function public.tell_of_renewals(integer, timestamptz, uuid, text[]) is
  'Tells members of so many renewals that are due at a moment, now unless it is given; of one account where it is given, and only of these records (kind and id) where they are given. Returns of how many. For the server alone.';
grant execute on function public.tell_of_renewals(integer, timestamptz, uuid, text[]) to service_role, supabase_auth_admin;

alter table private.renewals_told enable row level security;
alter table private.renewals_told force row level security;

grant select, insert, update, delete on private.renewals_told to cairn_definer;
