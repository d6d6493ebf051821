-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
create or replace function private.limit_teams() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('teams of ' || a.account_id, 0))
  from (select distinct n.account_id from added n order by n.account_id) a;
  if exists (
    select
    from (select distinct n.account_id from added n) a
    join public.teams t on t.account_id = a.account_id
    group by a.account_id
    having count(*) > 200
  ) then
    raise exception 'An account has at most 200 teams.'
      using errcode = '23514', detail = 'team.too_many', hint = 'Merge or delete some first.';
  end if;
  return null;
end
$$;
create or replace function private.limit_team_members() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('members of team ' || a.team_id, 0))
  from (select distinct n.team_id from added n order by n.team_id) a;
  if exists (
    select
    from (select distinct n.account_id, n.team_id from added n) a
    join public.team_members m on m.account_id = a.account_id and m.team_id = a.team_id
    group by m.team_id
    having count(*) > 500
  ) then
    raise exception 'A team has at most 500 members.'
      using errcode = '23514', detail = 'team.too_many_members', hint = 'Make several teams of it.';
  end if;
  return null;
end
$$;
