-- Moving links: another record, the successor, takes the places of records that are about to be deleted.
--
-- Only places that the caller may change are moved. Each deleted record notes which places the successor got for it,
-- so that each gets back its own when it is restored. Two people or records of the same name stay apart, because ids
-- decide.

create function private.repoint_links(account uuid, kind text, ids uuid[], target uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if kind = 'system' then
    perform private.replace_in_system_lists(account, ids, target);
  else
    perform private.repoint_link_rows(account, kind, ids, target);
  end if;
  perform private.repoint_relations(account, ids, target);
end
$$;
comment on function private.repoint_links(uuid, text, uuid[], uuid) is
  'Points links to records that are about to be deleted, and are in the bin already, to another record: as far as the caller may change them.';

-- Members who may delete a record may add relations of every record. The successor gets none to itself, and none to what is
-- about to be deleted too.
create function private.repoint_relations(account uuid, ids uuid[], target uuid) returns void
language sql security definer set search_path = ''
as $$
  with wanted as (
    select
      own.id, r.type, r.note,
      case when r.from_id = own.id then target else r.from_id end as from_id,
      case when r.to_id = own.id then target else r.to_id end as to_id
    from unnest(ids) as own (id)
    join public.relations r on r.account_id = account and own.id in (r.from_id, r.to_id)
  ),
  allowed as (
    select w.*, jsonb_build_object('from', w.from_id, 'to', w.to_id, 'type', w.type) as place
    from wanted w
    where w.from_id <> w.to_id and w.from_id <> all (ids) and w.to_id <> all (ids)
  ),
  added as (
    insert into public.relations (account_id, from_id, to_id, type, note, assigned_by)
    select distinct on (a.from_id, a.to_id, a.type) account, a.from_id, a.to_id, a.type, a.note, private.caller_id()
    from allowed a
    order by a.from_id, a.to_id, a.type, a.note desc
    on conflict do nothing
    returning jsonb_build_object('from', from_id, 'to', to_id, 'type', type) as place
  ),
  standing as (
    select n.place from added n
    union all
    select jsonb_array_elements(b.links -> 'moved' -> 'relations')
    from public.binned_records b
    where b.account_id = account and b.links ? 'moved' and b.links -> 'moved' ->> 'to' = target::text
  ),
  places as (
    select a.id, jsonb_agg(distinct a.place) as places
    from allowed a
    where a.place in (select t.place from standing t)
    group by a.id
  )
  update public.binned_records b
  set links = b.links || jsonb_build_object(
    'moved', coalesce(b.links -> 'moved', '{}') || jsonb_build_object('to', target, 'relations', p.places)
  )
  from places p
  where b.account_id = account and b.record_id = p.id
$$;
comment on function private.repoint_relations(uuid, uuid[], uuid) is
  'Puts a record into the place of others in relations.';

-- Each deleted record notes the places that its successor got for it. A place that the successor got for another
-- record in the bin counts for both: it stays until both are back.
create function private.replace_in_system_lists(account uuid, ids uuid[], target uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  mine constant uuid[] := array(
    select s.id
    from public.solutions s
    where s.account_id = account and s.related_systems && ids and private.may_change('solutions', to_jsonb(s))
  );
begin
  with standing as (
    select jsonb_array_elements_text(b.links -> 'moved' -> 'solutions')::uuid as id
    from public.binned_records b
    where b.account_id = account and b.links ? 'moved' and b.links -> 'moved' ->> 'to' = target::text
  ),
  places as (
    select listed.id as system_id, jsonb_agg(s.id) as solutions
    from public.solutions s
    cross join unnest(s.related_systems) as listed (id)
    where s.account_id = account and s.id = any (mine) and listed.id in (select i.id from unnest(ids) as i (id))
      and (not s.related_systems @> array[target] or s.id in (select t.id from standing t))
    group by listed.id
  )
  update public.binned_records b
  set links = b.links || jsonb_build_object('moved', jsonb_build_object(
    'to', target, 'solutions', coalesce(p.solutions, '[]')
  ))
  from unnest(ids) as i (id)
  left join places p on p.system_id = i.id
  where b.account_id = account and b.kind = 'system' and b.record_id = i.id;
  update public.solutions s
  set related_systems = array(
    select entry.id
    from (
      select case when listed.id = any (ids) then target else listed.id end as id, min(listed.place) as place
      from unnest(s.related_systems) with ordinality as listed (id, place)
      group by 1
    ) entry
    order by entry.place
  )
  where s.account_id = account and s.id = any (mine);
  update public.knowledge_articles a
  set system_id = target
  where a.account_id = account and a.system_id = any (ids)
    and private.may_delete(jsonb_build_object('owner_id', a.author_id));
end
$$;
comment on function private.replace_in_system_lists(uuid, uuid[], uuid) is
  'Puts a system into the place of others in lists of solutions and articles, as far as the caller may change these.';

-- A single, long statement: the moved rows and the notes about them have to belong to one moment of the database.
create function private.repoint_link_rows(account uuid, kind text, ids uuid[], target uuid) returns void
language sql security definer set search_path = ''
as $$
  with wanted as (
    select
      case kind when 'solution' then l.solution_id else l.automation_id end as id,
      'solution_automations' as name,
      case kind when 'solution' then target else l.solution_id end as solution,
      case kind when 'solution' then l.automation_id else target end as other
    from public.solution_automations l
    where l.account_id = account
      and (kind = 'solution' and l.solution_id = any (ids) or kind = 'automation' and l.automation_id = any (ids))
    union all
    select
      case kind when 'solution' then l.solution_id else l.agent_id end,
      'solution_agents',
      case kind when 'solution' then target else l.solution_id end,
      case kind when 'solution' then l.agent_id else target end
    from public.solution_agents l
    where l.account_id = account
      and (kind = 'solution' and l.solution_id = any (ids) or kind = 'agent' and l.agent_id = any (ids))
  ),
  mine as (
    select s.id
    from public.solutions s
    where s.account_id = account and s.id in (select w.solution from wanted w)
      and private.may_change('solutions', to_jsonb(s))
  ),
  allowed as (
    select w.*, jsonb_build_object('table', w.name, 'solution', w.solution, 'other', w.other) as place
    from wanted w
    join mine m on m.id = w.solution
  ),
  automations as (
    insert into public.solution_automations (account_id, solution_id, automation_id, assigned_by)
    select account, a.solution, a.other, private.caller_id() from allowed a where a.name = 'solution_automations'
    on conflict do nothing
    returning jsonb_build_object('table', 'solution_automations', 'solution', solution_id, 'other', automation_id) as place
  ),
  agents as (
    insert into public.solution_agents (account_id, solution_id, agent_id, assigned_by)
    select account, a.solution, a.other, private.caller_id() from allowed a where a.name = 'solution_agents'
    on conflict do nothing
    returning jsonb_build_object('table', 'solution_agents', 'solution', solution_id, 'other', agent_id) as place
  ),
  standing as (
    select n.place from automations n
    union all
    select n.place from agents n
    union all
    select jsonb_array_elements(b.links -> 'moved' -> 'rows')
    from public.binned_records b
    where b.account_id = account and b.links ? 'moved' and b.links -> 'moved' ->> 'to' = target::text
  ),
  places as (
    select a.id, jsonb_agg(a.place) as places
    from allowed a
    where a.place in (select t.place from standing t)
    group by a.id
  )
  update public.binned_records b
  set links = b.links || jsonb_build_object('moved', jsonb_build_object('to', target, 'rows', coalesce(p.places, '[]')))
  from unnest(ids) as i (id)
  left join places p on p.id = i.id
  where b.account_id = account and b.kind = repoint_link_rows.kind and b.record_id = i.id
$$;
comment on function private.repoint_link_rows(uuid, text, uuid[], uuid) is
  'Puts a solution, agent or automation into the place of others in links, as far as the caller may change the solutions.';
