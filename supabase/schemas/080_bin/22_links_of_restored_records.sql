-- Links of restored records: what a record gets back, and what leaves the places that it held.
--
-- When links of a deleted record were moved, another record took its places as its successor. A successor leaves a
-- place when the last record is back for which it stood there. The order in which records come back makes no
-- difference.
-- A link to a record that is still in the bin waits there, and comes back with it.

create function private.restore_into_system_lists(account uuid, ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  with others as (
    select b.links -> 'moved' ->> 'to' as successor, s.id as solution
    from public.binned_records b
    cross join lateral jsonb_array_elements_text(b.links -> 'moved' -> 'solutions') as s (id)
    where b.account_id = account and b.links ? 'moved' and b.record_id not in (select i.id from unnest(ids) as i (id))
  ),
  back as (
    select
      l.id as solution_id,
      l.record_id as system_id,
      b.deleted_at,
      array(select jsonb_array_elements_text(l.link -> 'before'))::uuid[] as before,
      case
        when b.links -> 'moved' -> 'solutions' ? l.id::text
          and (b.links -> 'moved' ->> 'to', l.id::text) not in (select o.successor, o.solution from others o)
          then (b.links -> 'moved' ->> 'to')::uuid
      end as instead
    from private.binned_links(account, ids) l
    join public.binned_records b on b.account_id = account and b.record_id = l.record_id
    where l.part = 'solutions'
  ),
  merged as (
    select s.id, array(
      select entry.id
      from (
        select listed.id, listed.place
        from unnest(s.related_systems) with ordinality as listed (id, place)
        where not may.change
          or listed.id not in (select k.instead from back k where k.solution_id = s.id and k.instead is not null)
        union
        select k.system_id, 1000
        from back k
        where k.solution_id = s.id and k.system_id <> all (s.related_systems)
      ) entry
      order by array_position(oldest.before, entry.id), entry.place
    ) as list
    from public.solutions s
    cross join lateral (
      select k.before from back k where k.solution_id = s.id order by k.deleted_at, cardinality(k.before) desc limit 1
    ) oldest
    cross join lateral (select private.may_change('solutions', to_jsonb(s)) as change) may
    where s.account_id = account and s.id in (select k.solution_id from back k)
  )
  update public.solutions s
  set related_systems = m.list
  from merged m
  where s.account_id = account and s.id = m.id and s.related_systems <> m.list and cardinality(m.list) <= 100
$$;
comment on function private.restore_into_system_lists(uuid, uuid[]) is
  'Puts restored systems back into the lists of the solutions that depended on them, where those have room; removes a successor that stands there for no other record.';

-- The other end of a link may be in the bin too: then the link waits there, and comes back with it.
create function private.transfer_links_to_bin(account uuid, ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  with waiting as (
    select l.*, b.name as record_name, b.kind as record_kind, b.record
    from private.binned_links(account, ids) l
    join public.binned_records b on b.account_id = account and b.record_id = l.record_id
    where l.part <> 'articles' and l.id not in (select i.id from unnest(ids) as i (id)) and private.name_in_bin(account, l.id) is not null
  ),
  added as (
    select
      w.id,
      jsonb_agg(w.link || jsonb_build_object('kind', w.record_kind, 'id', w.record_id, 'name', w.record_name))
        filter (where w.part = 'rows') as links,
      jsonb_agg(w.link || jsonb_build_object(
        'kind', w.record_kind, 'id', w.record_id, 'name', w.record_name, 'outgoing', not (w.link -> 'outgoing')::boolean
      )) filter (where w.part = 'relations') as relations,
      jsonb_agg(jsonb_build_object('id', w.record_id, 'name', w.record_name, 'before', w.record -> 'related_systems'))
        filter (where w.part = 'systems') as solutions,
      jsonb_agg(jsonb_build_object('id', w.record_id, 'name', w.record_name))
        filter (where w.part = 'solutions') as systems,
      jsonb_agg(w.record_id) filter (where w.part = 'solutions') as listed
    from waiting w
    group by w.id
  )
  update public.binned_records b
  set
    links = b.links || jsonb_strip_nulls(jsonb_build_object(
      'rows', coalesce(b.links -> 'rows', '[]') || a.links,
      'relations', coalesce(b.links -> 'relations', '[]') || a.relations,
      'solutions', coalesce(b.links -> 'solutions', '[]') || a.solutions,
      'systems', coalesce(b.links -> 'systems', '[]') || a.systems
    )),
    record = case
      when a.listed is null then b.record
      else jsonb_set(b.record, '{related_systems}', b.record -> 'related_systems' || a.listed)
    end
  from added a
  where b.account_id = account and b.record_id = a.id
$$;
comment on function private.transfer_links_to_bin(uuid, uuid[]) is
  'Gives the links of records that come back to what is still in the bin.';

-- The bin may come from an archive. So each table and each column that is written is named here, and of a link only the
-- other end, its maker and its time are read: the first end is the restored record.
create function private.restore_link_rows(account uuid, ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  with back as (
    select
      case b.kind when 'solution' then l.kind else b.kind end as other_kind,
      case b.kind when 'solution' then b.record_id else l.id end as solution_id,
      case b.kind when 'solution' then l.id else b.record_id end as other_id,
      case when private.is_member(account, row.assigned_by) then row.assigned_by end as assigned_by,
      coalesce(row.created_at, now()) as created_at
    from private.binned_links(account, ids) l
    join public.binned_records b on b.account_id = account and b.record_id = l.record_id
    cross join lateral jsonb_to_record(l.link -> 'row') as row (assigned_by uuid, created_at timestamptz)
    where l.part = 'rows' and (b.kind = 'solution') <> (l.kind = 'solution') and private.is_record(account, l.kind, l.id)
  ),
  automations as (
    insert into public.solution_automations (account_id, solution_id, automation_id, assigned_by, created_at)
    select account, b.solution_id, b.other_id, b.assigned_by, b.created_at from back b where b.other_kind = 'automation'
    on conflict do nothing
  )
  insert into public.solution_agents (account_id, solution_id, agent_id, assigned_by, created_at)
  select account, b.solution_id, b.other_id, b.assigned_by, b.created_at from back b where b.other_kind = 'agent'
  on conflict do nothing
$$;
comment on function private.restore_link_rows(uuid, uuid[]) is
  'Restores links of solutions with automations and agents, as far as the other end exists.';

create function private.restore_relations(account uuid, ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  insert into public.relations (account_id, from_id, to_id, type, note, assigned_by, created_at)
  select
    account,
    case when r.outgoing then l.record_id else l.id end,
    case when r.outgoing then l.id else l.record_id end,
    r.type,
    left(private.display_text(coalesce(r.note, '')), 500),
    case when private.is_member(account, r.assigned_by) then r.assigned_by end,
    coalesce(r.created_at, now())
  from private.binned_links(account, ids) l
  cross join lateral jsonb_to_record(l.link) as r (
    outgoing boolean, type text, note text, assigned_by uuid, created_at timestamptz
  )
  where l.part = 'relations' and l.id <> l.record_id and private.is_record(account, l.kind, l.id) and l.kind <> 'article'
    and r.outgoing is not null and r.type in ('depends_on', 'feeds_data_to', 'runs_in', 'replaces', 'part_of')
  on conflict do nothing
$$;
comment on function private.restore_relations(uuid, uuid[]) is 'Restores relations, as far as the other end exists.';

create function private.restore_people(account uuid, ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  insert into public.record_experts (account_id, kind, record_id, expert_id, assigned_by, created_at)
  select
    account, b.kind, b.record_id, e.expert_id,
    case when private.is_member(account, e.assigned_by) then e.assigned_by end, coalesce(e.created_at, now())
  from public.binned_records b
  cross join lateral jsonb_to_recordset(b.links -> 'experts')
    as e (expert_id uuid, assigned_by uuid, created_at timestamptz)
  where b.account_id = account and b.record_id = any (ids) and private.has_been_member_since(account, e.expert_id, b.deleted_at)
  on conflict do nothing;
  insert into public.departed_owners (account_id, kind, record_id, person_id, person_name, left_at)
  select account, b.kind, b.record_id, gone.person_id, private.name_known_to(account, gone.person_id), gone.left_at
  from public.binned_records b
  cross join lateral (
    select d.person_id, coalesce(d.left_at, now()) as left_at
    from jsonb_to_recordset(b.links -> 'departed') as d (person_id uuid, left_at timestamptz)
    -- Unless it came back with an owner, who was invited then.
    where d.person_id is not null and not exists (
      select from private.catalogue_records r
      where r.account_id = account and r.kind = b.kind and r.id = b.record_id and r.owner_id is not null
    )
    union all
    select (b.record ->> 'owner_id')::uuid, now()
    where b.record ->> 'owner_id' is not null
      and not private.has_been_member_since(account, (b.record ->> 'owner_id')::uuid, b.deleted_at)
  ) gone
  where b.account_id = account and b.record_id = any (ids)
  on conflict do nothing;
$$;
comment on function private.restore_people(uuid, uuid[]) is
  'Gives restored records those of their experts who are still members, and records which owners have left.';

create function private.restore_links(account uuid, ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.remove_moved_links(account, ids);
  perform private.restore_link_rows(account, ids);
  perform private.restore_relations(account, ids);
  perform private.restore_people(account, ids);
  perform private.restore_into_system_lists(account, ids);
  update public.knowledge_articles a
  set system_id = l.record_id
  from private.binned_links(account, ids) l
  join public.binned_records b on b.account_id = account and b.record_id = l.record_id
  where l.part = 'articles' and a.account_id = account and a.id = l.id
    and (
      a.system_id is null
      or a.system_id = (b.links -> 'moved' ->> 'to')::uuid
        and private.may_delete(jsonb_build_object('owner_id', a.author_id))
    );
end
$$;
comment on function private.restore_links(uuid, uuid[]) is
  'Restores the links of restored records to all records that exist; links that were moved to a successor leave it.';

create function private.missing_links(account uuid, ids uuid[]) returns table (record_id uuid, missing jsonb)
language sql stable security definer set search_path = ''
as $$
  select m.record_id, jsonb_agg(jsonb_build_object('part', m.part, 'name', m.name, 'why', m.why) order by m.part, m.name)
  from (
    select
      l.record_id, l.kind as part, coalesce(l.name, '') as name,
      case
        when private.name_in_bin(account, l.id) is not null and l.id not in (select i.id from unnest(ids) as i (id)) then 'bin'
        when not private.is_record(account, l.kind, l.id) then 'gone'
        when l.part = 'solutions' and not exists (
          select from public.solutions s
          where s.account_id = account and s.id = l.id and s.related_systems @> array[l.record_id]
        ) then 'full'
        when l.part = 'articles' and not exists (
          select from public.knowledge_articles a
          where a.account_id = account and a.id = l.id and a.system_id = l.record_id
        ) then 'elsewhere'
      end as why
    from private.binned_links(account, ids) l
    union all
    select b.record_id, 'expert', coalesce(case when (select private.may('people', 'read')) then private.name_known_to(account, (e.value ->> 'expert_id')::uuid) end, ''), 'left'
    from public.binned_records b
    cross join lateral jsonb_array_elements(b.links -> 'experts') as e (value)
    where b.account_id = account and b.record_id = any (ids)
      and not private.has_been_member_since(account, (e.value ->> 'expert_id')::uuid, b.deleted_at)
    union all
    select b.record_id, 'owner', coalesce(case when (select private.may('people', 'read')) then private.name_known_to(account, (b.record ->> 'owner_id')::uuid) end, ''), 'left'
    from public.binned_records b
    where b.account_id = account and b.record_id = any (ids) and b.record ->> 'owner_id' is not null
      and not private.has_been_member_since(account, (b.record ->> 'owner_id')::uuid, b.deleted_at)
  ) m
  where m.why is not null
  group by m.record_id
$$;
comment on function private.missing_links(uuid, uuid[]) is
  'The links that are not restored with records: [{"part": owner, expert or a kind, "name", "why": left, gone, bin (it waits there), full or elsewhere}].';

create function private.remove_moved_links(account uuid, ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  select private.remove_links_of_successors(account, ids);
  with moved as (
    select b.record_id = any (ids) as comes_back, place.value as place
    from public.binned_records b
    cross join lateral jsonb_array_elements(b.links -> 'moved' -> 'relations') as place (value)
    where b.account_id = account and b.links ? 'moved'
  )
  delete from public.relations r
  using moved m
  where m.comes_back and m.place not in (select o.place from moved o where not o.comes_back)
    and r.account_id = account and r.from_id = (m.place ->> 'from')::uuid and r.to_id = (m.place ->> 'to')::uuid
    and r.type = m.place ->> 'type';
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
comment on function private.remove_moved_links(uuid, uuid[]) is
  'Removes links that were moved to a successor when these records were deleted, unless another deleted record needs them, from solutions that the caller may change.';

create function private.remove_links_of_successors(account uuid, ids uuid[]) returns void
language sql volatile security definer set search_path = ''
as $$
  with places as (
    select b.record_id, (b.links -> 'moved' ->> 'to')::uuid as successor, p.value as place
    from public.binned_records b
    cross join lateral jsonb_array_elements(
      coalesce(b.links -> 'moved' -> 'solutions', '[]') || coalesce(b.links -> 'moved' -> 'rows', '[]')
    ) as p (value)
    where b.account_id = account and b.links ? 'moved'
  ),
  ended as (
    select t.record_id, p.place
    from places p
    join public.binned_records t on t.account_id = account and t.record_id = p.successor
    left join public.solutions s
      on s.account_id = account and s.id = coalesce(p.place ->> 'solution', p.place #>> '{}')::uuid
    where p.record_id in (select i.id from unnest(ids) as i (id))
      and not exists (
        select from places o
        where o.successor = p.successor and o.place = p.place and o.record_id not in (select i.id from unnest(ids) as i (id))
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
comment on function private.remove_links_of_successors(uuid, uuid[]) is
  'Takes out of the links of successors in the bin what they only had for records that come back, and for nobody else.';
