-- Deputies, absences, and how an account escalates alerts: who is told about a record.
--
-- A member names another one of the account as their deputy, and says from when to when they are away. The deputy of a
-- member who is away is told at once, and otherwise after the time that the account sets. A deputy who is away as well
-- passes alerts on to their own; a circle of deputies ends where it began. Members reach their own rows only.

create table public.alert_settings (
  account_id uuid primary key default private.my_account() references public.accounts (id) on delete cascade,
  escalate_after_hours smallint not null default 4,
  constraint alert_settings_escalate_after_hours check (private.holds(
    escalate_after_hours between 0 and 168,
    'alert.escalation_hours',
    'Alerts are passed on after 1 to 168 hours, or 0 for never.'
  ))
);
comment on table public.alert_settings is 'After which time an account passes alerts on to deputies: after four hours without a row.';
comment on column public.alert_settings.escalate_after_hours is 'Hours from an alert to the deputy; 0 for never.';

create table public.deputies (
  account_id uuid not null,
  user_id uuid not null,
  deputy_id uuid,
  away_from timestamptz,
  away_until timestamptz,
  primary key (account_id, user_id),
  constraint deputies_user_id_fkey foreign key (account_id, user_id)
    references public.account_members (account_id, user_id) on delete cascade,
  constraint deputies_deputy_id_fkey foreign key (account_id, deputy_id)
    references public.account_members (account_id, user_id) on delete set null (deputy_id),
  constraint deputies_two_people check (private.holds(
    deputy_id is distinct from user_id,
    'deputy.yourself',
    'Choose another member as your deputy.'
  )),
  constraint deputies_absence check (private.holds(
    case when away_from is null then true else away_until is not null and away_from < away_until end,
    'deputy.absence_order',
    'An absence must end after its start.'
  ))
);
create index deputies_deputy_id_idx on public.deputies (account_id, deputy_id);
comment on table public.deputies is 'The members who get alerts in place of others, and the absences of those.';
comment on column public.deputies.deputy_id is 'The deputy; empty where none is named, or that person has left.';
comment on column public.deputies.away_from is 'Away from now on where it is empty and away_until is not.';

create function private.is_away(said public.deputies, moment timestamptz) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(said.away_until > moment and coalesce(said.away_from, '-infinity') <= moment, false)
$$;
comment on function private.is_away(public.deputies, timestamptz) is 'Whether a member is away at a moment, by what they said.';

create function private.deputy_of(account uuid, person uuid, moment timestamptz) returns uuid
language sql stable security definer set search_path = ''
as $$
  with recursive chain as (
    select d.deputy_id as person_id, 1 as step, array[person] as passed
    from public.deputies d
    where d.account_id = account and d.user_id = person and d.deputy_id is not null
    union all
    select d.deputy_id, c.step + 1, c.passed || c.person_id
    from chain c
    join public.deputies d on d.account_id = account and d.user_id = c.person_id
    where private.is_away(d, moment) and d.deputy_id is not null and d.deputy_id <> all (c.passed) and c.step < 10
  )
  select c.person_id
  from chain c
  left join public.deputies d on d.account_id = account and d.user_id = c.person_id
  where not coalesce(private.is_away(d, moment), false)
  order by c.step
  limit 1
$$;
comment on function private.deputy_of(uuid, uuid, timestamptz) is
  'The deputy of a member who is not away at a moment: where theirs is, the deputy of that one, up to ten steps. Null where there is none.';

create function private.people_who_answer(owner uuid, team uuid, creator uuid) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select case
    when owner is null and cardinality(private.people_of_team(team)) > 0 then private.people_of_team(team)
    else array[coalesce(owner, creator)]
  end
$$;
comment on function private.people_who_answer(uuid, uuid, uuid) is
  'The people who answer for a record: its owner, those of its team whom notices go to, or else its creator. One that is null where there is nobody.';

-- The one place that says who is told about a record.
create function private.people_to_tell(account uuid, records uuid[], moment timestamptz)
returns table (record_id uuid, person_id uuid)
language sql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
  with owned as materialized (
    select r.id, r.kind, p.owner_id
    from private.records r
    cross join unnest(private.people_who_answer(r.owner_id, r.team_id, r.created_by)) as p (owner_id)
    where r.account_id = account and r.id = any (records)
  ),
  away as materialized (
    select d.user_id from public.deputies d where d.account_id = account and private.is_away(d, moment)
  ),
  people as (
    select o.id, o.owner_id as person_id from owned o where o.owner_id is not null
    union
    select o.id, private.deputy_of(account, o.owner_id, moment)
    from owned o
    where o.owner_id in (select a.user_id from away a)
    union
    select o.id, e.expert_id
    from owned o
    join public.record_experts e on e.account_id = account and e.kind = o.kind and e.record_id = o.id
  )
  select p.id, p.person_id from people p where p.person_id is not null
  union
  select o.id, m.user_id
  from owned o
  join public.account_members m on m.account_id = account and m.permission_level = 'admin'
  where o.id not in (
    select p.id from people p where p.person_id is not null and p.person_id not in (select a.user_id from away a)
  )
$$;
comment on function private.people_to_tell(uuid, uuid[], timestamptz) is
  'The people to tell about records at a moment: those who answer for them, the deputy of one who is away, and the experts; the admins too where all of these are away, or there is none of them.';

create function private.deputies_to_tell(account uuid, record uuid, told_at timestamptz, moment timestamptz)
returns setof uuid
language sql stable security definer set search_path = ''
as $$
  with owner as materialized (
    select r.team_id, p.id
    from private.records r
    cross join unnest(private.people_who_answer(r.owner_id, r.team_id, r.created_by)) as p (id)
    where r.account_id = account and r.id = record
  ),
  deputy as materialized (
    select private.deputy_of(account, o.id, moment) as id
    from owner o
    join public.deputies d on d.account_id = account and d.user_id = o.id and d.deputy_id is not null
  )
  select p.id
  from (
    select d.id from deputy d
    union
    select m.user_id
    from owner o
    join public.team_members m on m.account_id = account and m.team_id = o.team_id
    union
    select m.user_id
    from deputy d
    join public.account_members m on m.account_id = account and m.permission_level = 'admin'
    where d.id is null
  ) p
  where p.id is not null
    and p.id not in (select t.person_id from private.people_to_tell(account, array[record], told_at) t)
$$;
comment on function private.deputies_to_tell(uuid, uuid, timestamptz, timestamptz) is
  'The people to whom an alert about a record is passed on: the deputies of those who answer for it, and all members of its team; the admins where all deputies are away. Who was told before is left out.';

create function public.name_deputy(
  deputy_param uuid default null, away_from_param timestamptz default null, away_until_param timestamptz default null
)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  if account is null or not private.is_unscoped() then
    raise exception 'Only members who have signed in name a deputy.'
      using errcode = '42501', detail = 'deputy.people_only', hint = 'Sign in to Cairn.';
  elsif deputy_param is not null and not private.is_member(account, deputy_param) then
    raise exception 'This person is not a member of your account.'
      using errcode = 'PT404', detail = 'deputy.unknown_member';
  elsif away_until_param is null and away_from_param is not null or away_until_param <= now() then
    raise exception 'The end of an absence must be still to come.' using errcode = '22023', detail = 'deputy.absence_over';
  elsif away_until_param > now() + interval '366 days' then
    raise exception 'An absence must end within a year.' using errcode = '22023', detail = 'deputy.absence_length';
  end if;
  insert into public.deputies as d (account_id, user_id, deputy_id, away_from, away_until)
  values (account, private.caller_id(), deputy_param, away_from_param, away_until_param)
  on conflict (account_id, user_id) do update
  set deputy_id = excluded.deputy_id, away_from = excluded.away_from, away_until = excluded.away_until;
end
$$;
comment on function public.name_deputy(uuid, timestamptz, timestamptz) is
  'Names a member as the deputy of the caller, or none, and says until when the caller is away, from now on or from a moment.';
grant execute on function public.name_deputy(uuid, timestamptz, timestamptz) to authenticated;

alter table public.alert_settings enable row level security;
alter table public.alert_settings force row level security;
alter table public.deputies enable row level security;
alter table public.deputies force row level security;

create policy "members see how their account escalates" on public.alert_settings
  for select to authenticated
  using (account_id = (select private.my_account()));
create policy "admins say how their account escalates" on public.alert_settings
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) = 3);
create policy "admins change how their account escalates" on public.alert_settings
  for update to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) = 3);
create policy "tokens keep to their scopes" on public.alert_settings
  as restrictive to cairn_token
  using ((select private.is_unscoped()));

create policy "members see their deputy, and whose deputy they are" on public.deputies
  for select to authenticated
  using (
    account_id = (select private.my_account())
    and (user_id = (select private.caller_id()) or deputy_id = (select private.caller_id()))
  );
create policy "tokens keep to their scopes" on public.deputies
  as restrictive to cairn_token
  using ((select private.is_unscoped()));

grant select on public.alert_settings, public.deputies to authenticated;
grant insert (escalate_after_hours), update (escalate_after_hours) on public.alert_settings to authenticated;
grant select on public.alert_settings, public.deputies to service_role;
grant select, insert, update, delete on public.alert_settings, public.deputies to cairn_definer;
