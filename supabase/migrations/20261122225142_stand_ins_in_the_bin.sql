-- A stand-in that was deleted itself does not come back where it stood for records that are there again, in whatever order
-- or at once they come back.

create function private.end_stand_ins(account uuid, ids uuid[]) returns void
language sql volatile security definer set search_path = ''
as $$
  with places as (
    select b.record_id, (b.links -> 'moved' ->> 'to')::uuid as stand_in, p.value as place
    from public.binned_records b
    cross join lateral jsonb_array_elements(
      coalesce(b.links -> 'moved' -> 'solutions', '[]') || coalesce(b.links -> 'moved' -> 'rows', '[]')
    ) as p (value)
    where b.account_id = account and b.links ? 'moved'
  ),
  ended as (
    select t.record_id, p.place
    from places p
    join public.binned_records t on t.account_id = account and t.record_id = p.stand_in
    left join public.solutions s
      on s.account_id = account and s.id = coalesce(p.place ->> 'solution', p.place #>> '{}')::uuid
    where p.record_id in (select i.id from unnest(ids) as i (id))
      and not exists (
        select from places o
        where o.stand_in = p.stand_in and o.place = p.place and o.record_id not in (select i.id from unnest(ids) as i (id))
      )
      and (s.id is not null or t.kind = 'solution')
      and private.may_change('solutions', coalesce(to_jsonb(s), t.record))
  ),
  articles as (
    select t.record_id, a.value -> 'id' as id
    from public.binned_records b
    join public.binned_records t on t.account_id = account and t.record_id = (b.links -> 'moved' ->> 'to')::uuid
    cross join lateral jsonb_array_elements(b.links -> 'articles') as a (value)
    where b.account_id = account and b.links ? 'moved' and b.record_id in (select i.id from unnest(ids) as i (id))
  )
  update public.binned_records b
  set links = b.links - array['solutions', 'rows', 'articles'] || jsonb_strip_nulls(jsonb_build_object(
    'solutions', (
      select jsonb_agg(l.value order by l.place)
      from jsonb_array_elements(b.links -> 'solutions') with ordinality as l (value, place)
      where l.value -> 'id' not in (select e.place from ended e where e.record_id = b.record_id)
    ),
    'rows', (
      select jsonb_agg(l.value order by l.place)
      from jsonb_array_elements(b.links -> 'rows') with ordinality as l (value, place)
      where jsonb_build_object(
        'table', l.value -> 'table',
        'solution', l.value -> 'row' -> 'solution_id',
        'other', coalesce(l.value -> 'row' -> 'automation_id', l.value -> 'row' -> 'agent_id')
      ) not in (select e.place from ended e where e.record_id = b.record_id)
    ),
    'articles', (
      select jsonb_agg(l.value order by l.place)
      from jsonb_array_elements(b.links -> 'articles') with ordinality as l (value, place)
      where l.value -> 'id' not in (select a.id from articles a where a.record_id = b.record_id)
    )
  ))
  where b.account_id = account
    and b.record_id in (select e.record_id from ended e union select a.record_id from articles a)
$$;
comment on function private.end_stand_ins(uuid, uuid[]) is
  'Takes out of the links of stand-ins in the bin what they only had for records that come back, and for nobody else.';
alter function private.end_stand_ins(uuid, uuid[]) owner to cairn_definer;

create or replace function private.clear_places(account uuid, ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  select private.end_stand_ins(account, ids);
  with others as (
    select jsonb_array_elements(b.links -> 'moved' -> 'rows') as place
    from public.binned_records b
    where b.account_id = account and b.links ? 'moved' and b.record_id not in (select i.id from unnest(ids) as i (id))
  ),
  back as (
    select distinct
      place.value ->> 'table' as name, (place.value ->> 'solution')::uuid as solution, (place.value ->> 'other')::uuid as other
    from public.binned_records b
    cross join lateral jsonb_array_elements(b.links -> 'moved' -> 'rows') as place (value)
    where b.account_id = account and b.record_id = any (ids) and place.value not in (select o.place from others o)
  ),
  mine as (
    select k.*
    from back k
    join public.solutions s on s.account_id = account and s.id = k.solution
    where private.may_change('solutions', to_jsonb(s))
  ),
  automations as (
    delete from public.solution_automations l
    using mine m
    where m.name = 'solution_automations'
      and l.account_id = account and l.solution_id = m.solution and l.automation_id = m.other
  )
  delete from public.solution_agents l
  using mine m
  where m.name = 'solution_agents' and l.account_id = account and l.solution_id = m.solution and l.agent_id = m.other
$$;
