-- Edges: all that leads from one record to another, read from one place.
--
-- Relations are a table. The systems of a solution, its automations and agents, and own fields that name a record have
-- their specified columns and tables, and are edges as well. Each part of the view can be walked from both of its ends
-- by an index, so the conditions between a list and what it names are there in both directions.

create view private.edges with (security_invoker = true) as
  select r.account_id, r.from_id, r.to_id, r.type, r.note, null::uuid as field_id, true as is_relation
  from public.relations r
  union all
  select s.account_id, s.id, y.id, 'depends_on', '', null, false
  from private.records s
  join private.records y
    on y.account_id = s.account_id and y.id = any (s.related_systems) and s.related_systems @> array[y.id]
  where s.kind = 'solution'
  union all
  select l.account_id, l.automation_id, l.solution_id, 'part_of', '', null, false
  from public.solution_automations l
  union all
  select l.account_id, l.agent_id, l.solution_id, 'part_of', '', null, false
  from public.solution_agents l
  union all
  select v.account_id, v.record_id, r.id, 'refers_to', '', f.id, false
  from public.own_fields f
  join private.own_values v on v.account_id = f.account_id and v.field_id = f.id
  join private.records r
    on r.account_id = v.account_id and r.id <> v.record_id and v.text_value = r.id::text
      -- Only the values of such fields are ids.
      and r.id = case when f.type = 'record' then v.text_value::uuid end
  where f.type = 'record';
comment on view private.edges is
  'All that leads from one record to another: relations, what solutions are linked to, and own fields that name a record (refers_to).';

create function private.edges_of(account uuid, ids uuid[]) returns setof private.edges
language sql stable security definer set search_path = ''
as $$
  select e.* from private.edges e where e.account_id = account and e.from_id = any (ids)
  union all
  select e.* from private.edges e where e.account_id = account and e.to_id = any (ids) and e.from_id <> all (ids)
$$;
comment on function private.edges_of(uuid, uuid[]) is 'The edges from and to these records of an account, each once.';

grant select on private.edges to cairn_definer;

-- An edge of these types was added from the end that is needed.
create view private.needs with (security_invoker = true) as
  select
    e.account_id,
    case when e.type in ('feeds_data_to', 'part_of') then e.to_id else e.from_id end as needs,
    case when e.type in ('feeds_data_to', 'part_of') then e.from_id else e.to_id end as needed
  from private.edges e;
comment on view private.needs is 'All edges, each from the record that needs another to the one that it needs.';

create function private.needs_near(account uuid, ids uuid[]) returns setof private.needs
language sql stable security definer set search_path = ''
as $$
  select
    e.account_id,
    case when e.type in ('feeds_data_to', 'part_of') then e.to_id else e.from_id end,
    case when e.type in ('feeds_data_to', 'part_of') then e.from_id else e.to_id end
  from private.edges_of(account, ids) e
$$;
comment on function private.needs_near(uuid, uuid[]) is
  'The edges from and to these records of an account, each from the record that needs another to the one that it needs.';

grant select on private.needs to cairn_definer;
