-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
create or replace function private.lease_jobs(names text[], every_seconds integer[], process uuid, lease_seconds integer)
returns setof text
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into private.jobs (name)
  select n.name from unnest(names) as n (name)
  where not exists (select from private.jobs j where j.name = n.name)
  on conflict do nothing;
  return query
  with due as (
    select j.name
    from private.jobs j
    join unnest(names, every_seconds) as asked (name, seconds) on asked.name = j.name
    where private.is_due(j.due_at, make_interval(secs => greatest(asked.seconds, 1200)))
      -- Whoever leased it may have begun later: that is no clock that was set.
      and (j.leased_until is null or private.is_due(j.leased_until, make_interval(secs => lease_seconds + 60)))
    for update of j skip locked
  )
  update private.jobs j
  set lease = process, leased_until = now() + make_interval(secs => lease_seconds)
  from due d
  where j.name = d.name
  returning j.name;
end
$$;
