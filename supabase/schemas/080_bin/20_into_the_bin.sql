-- Into the bin and out of it: a deleted record is noted with its links, and its loss of people when it comes back.
--
-- A link is an expert, the owner who left, a row of a link table, a relation, a system in a list, or an article about a
-- system.
-- delete_records notes many records at once; the triggers note a record that is deleted in any other way.

-- A record, and one link of it that is in the bin with it.
create type private.binned_link as (record_id uuid, part text, kind text, id uuid, name text, link jsonb);
alter type private.binned_link owner to cairn_definer;

-- Rows of the tables of links, and the other end of each.
create function private.link_rows(account uuid, kind text, id uuid)
returns table (link_table text, other_kind text, other_id uuid, other_name text, link jsonb)
language sql stable security definer set search_path = ''
as $$
  select
    'solution_automations',
    case kind when 'solution' then 'automation' else 'solution' end,
    case kind when 'solution' then a.id else s.id end,
    case kind when 'solution' then a.name else s.name end,
    to_jsonb(l)
  from public.solution_automations l
  join public.automations a on a.id = l.automation_id
  join public.solutions s on s.id = l.solution_id
  where l.account_id = account
    and (
      kind = 'solution' and l.solution_id = link_rows.id
      or kind = 'automation' and l.automation_id = link_rows.id
    )
  union all
  select
    'solution_agents',
    case kind when 'solution' then 'agent' else 'solution' end,
    case kind when 'solution' then a.id else s.id end,
    case kind when 'solution' then a.name else s.name end,
    to_jsonb(l)
  from public.solution_agents l
  join public.agents a on a.id = l.agent_id
  join public.solutions s on s.id = l.solution_id
  where l.account_id = account
    and (kind = 'solution' and l.solution_id = link_rows.id or kind = 'agent' and l.agent_id = link_rows.id)
$$;
comment on function private.link_rows(uuid, text, uuid) is
  'The links of a solution to automations and agents, or of one of these to solutions, each with its other end.';

-- The properties of links are listed here, and no others are kept: the links in an archive can hold anything. A single,
-- long statement: each part stands under its own name.
create function private.sanitized_links(links jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'departed', (
      select jsonb_agg(jsonb_build_object('person_id', d.person_id, 'left_at', d.left_at))
      from jsonb_to_recordset(links -> 'departed') as d (person_id uuid, left_at timestamptz)
    ),
    'experts', (
      select jsonb_agg(jsonb_build_object(
        'expert_id', e.expert_id, 'assigned_by', e.assigned_by, 'created_at', e.created_at
      ))
      from jsonb_to_recordset(links -> 'experts') as e (expert_id uuid, assigned_by uuid, created_at timestamptz)
    ),
    'rows', (
      select jsonb_agg(jsonb_build_object(
        'table', r."table", 'kind', r.kind, 'id', r.id, 'name', r.name,
        'row', jsonb_build_object(
          'solution_id', e.solution_id, 'automation_id', e.automation_id, 'agent_id', e.agent_id,
          'assigned_by', e.assigned_by, 'created_at', e.created_at
        )
      ))
      from jsonb_to_recordset(links -> 'rows') as r ("table" text, kind text, id uuid, name text, "row" jsonb)
      cross join lateral jsonb_to_record(r."row") as e (
        solution_id uuid, automation_id uuid, agent_id uuid, assigned_by uuid, created_at timestamptz
      )
      where r."table" in ('solution_automations', 'solution_agents')
    ),
    'systems', (
      select jsonb_agg(jsonb_build_object('id', y.id, 'name', y.name))
      from jsonb_to_recordset(links -> 'systems') as y (id uuid, name text)
    ),
    'solutions', (
      select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'before', s.before))
      from jsonb_to_recordset(links -> 'solutions') as s (id uuid, name text, before uuid[])
    ),
    'articles', (
      select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name))
      from jsonb_to_recordset(links -> 'articles') as a (id uuid, name text)
    ),
    'relations', (
      select jsonb_agg(jsonb_build_object(
        'kind', r.kind, 'id', r.id, 'name', r.name, 'outgoing', r.outgoing, 'type', r.type, 'note', r.note,
        'assigned_by', r.assigned_by, 'created_at', r.created_at
      ))
      from jsonb_to_recordset(links -> 'relations') as r (
        kind text, id uuid, name text, outgoing boolean, type text, note text, assigned_by uuid, created_at timestamptz
      )
    ),
    'moved', (
      select jsonb_build_object('to', m."to", 'solutions', m.solutions, 'rows', (
        select jsonb_agg(jsonb_build_object('table', r."table", 'solution', r.solution, 'other', r.other))
        from jsonb_to_recordset(m."rows") as r ("table" text, solution uuid, other uuid)
      ), 'relations', (
        select jsonb_agg(jsonb_build_object('from', r."from", 'to', r."to", 'type', r.type))
        from jsonb_to_recordset(m.relations) as r ("from" uuid, "to" uuid, type text)
      ))
      from jsonb_to_record(links -> 'moved') as m ("to" uuid, solutions uuid[], "rows" jsonb, relations jsonb)
      where m."to" is not null
    )
  ))
$$;
comment on function private.sanitized_links(jsonb) is
  'Links of a record in the bin with the names and types that they have, and nothing else.';

-- Names of people are looked up when a record comes back. It is called for each record, and planning it for each took most
-- of its time.
create function private.links_for_bin(account uuid, kind text, id uuid) returns jsonb
language sql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
  select private.sanitized_links(jsonb_strip_nulls(jsonb_build_object(
    'departed', (
      select jsonb_agg(to_jsonb(d))
      from public.departed_owners d
      where d.account_id = account and d.kind = links_for_bin.kind and d.record_id = links_for_bin.id
    ),
    'experts', (
      select jsonb_agg(to_jsonb(e))
      from public.record_experts e
      where e.account_id = account and e.kind = links_for_bin.kind and e.record_id = links_for_bin.id
    ),
    'rows', (
      select jsonb_agg(jsonb_build_object(
        'table', l.link_table, 'kind', l.other_kind, 'id', l.other_id, 'name', l.other_name, 'row', l.link
      ))
      from private.link_rows(account, kind, id) l
    ),
    'relations', (
      select jsonb_agg(to_jsonb(r) || jsonb_build_object(
        'kind', o.kind, 'id', o.id, 'name', o.name, 'outgoing', r.from_id = links_for_bin.id
      ))
      from (
        select * from public.relations e where e.account_id = account and e.from_id = links_for_bin.id
        union all
        select * from public.relations e where e.account_id = account and e.to_id = links_for_bin.id
      ) r
      join private.records o
        on o.account_id = account and o.id = case when r.from_id = links_for_bin.id then r.to_id else r.from_id end
    ),
    'systems', (
      select jsonb_agg(jsonb_build_object('id', y.id, 'name', y.name))
      from public.solutions s
      join public.systems y on y.account_id = account and y.id = any (s.related_systems)
      where kind = 'solution' and s.account_id = account and s.id = links_for_bin.id
    ),
    'solutions', (
      select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'before', to_jsonb(s.related_systems)))
      from public.solutions s
      where kind = 'system' and s.account_id = account and s.related_systems @> array[links_for_bin.id]
    ),
    'articles', (
      select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.title))
      from public.knowledge_articles a
      where kind = 'system' and a.account_id = account and a.system_id = links_for_bin.id
    )
  )))
$$;
comment on function private.links_for_bin(uuid, text, uuid) is
  'The links that the bin keeps of a record: its experts, the owner who left, rows of links and relations with the other end''s kind, id and name, the systems of a solution, and the solutions and articles that point to a system.';

create function private.insert_into_bin(account uuid, kind text, ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  execute format(
    'insert into public.binned_records (account_id, kind, record_id, name, record, links, deleted_by, reason)
    select
      r.account_id, $2, r.id, r.name, to_jsonb(r),
      private.links_for_bin(r.account_id, $2, r.id),
      private.caller_id(), left(coalesce(current_setting(''cairn.reason'', true), ''''), 500)
    from public.%I r
    where r.account_id = $1 and r.id = any ($3)
    on conflict do nothing',
    private.catalogue_of(kind)
  ) using account, kind, ids;
end
$$;
comment on function private.insert_into_bin(uuid, text, uuid[]) is
  'Inserts records into the bin that are about to be deleted, with the reason in the setting cairn.reason; rows that are there already stay unchanged.';

create function private.bin_record() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- delete_records has noted all of them at once, before it moved links.
  if not exists (
    select from public.binned_records b
    where b.account_id = old.account_id and b.kind = old.kind and b.record_id = old.id
  ) then
    insert into public.binned_records (account_id, kind, record_id, name, record, links, deleted_by, reason)
    values (
      old.account_id, old.kind, old.id, old.name, private.record_of_kind(old),
      private.links_for_bin(old.account_id, old.kind, old.id),
      private.caller_id(), left(coalesce(current_setting('cairn.reason', true), ''), 500)
    )
    on conflict do nothing;
  end if;
  return old;
end
$$;
comment on function private.bin_record() is 'Trigger: puts a record that is being deleted into the bin.';

create function private.name_in_bin(account uuid, id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select b.name from public.binned_records b where b.account_id = account and b.record_id = id
$$;
comment on function private.name_in_bin(uuid, uuid) is
  'The name of a record when it was deleted; null unless it is in the bin, or is being restored.';

create function private.binned_links(account uuid, ids uuid[]) returns setof private.binned_link
language sql stable security definer set search_path = ''
as $$
  select b.record_id, part.name, coalesce(part.kind, l.value ->> 'kind'), (l.value ->> 'id')::uuid, l.value ->> 'name', l.value
  from public.binned_records b
  cross join (
    values ('rows', null), ('relations', null), ('systems', 'system'), ('solutions', 'solution'), ('articles', 'article')
  ) as part (name, kind)
  cross join lateral jsonb_array_elements(b.links -> part.name) as l (value)
  where b.account_id = account and b.record_id = any (ids)
$$;
comment on function private.binned_links(uuid, uuid[]) is 'The links to other records that are in the bin with these.';

-- A record comes back without members who left while it was in the bin. Where its invited owner has joined, it comes
-- back with that member.
create function private.log_people_lost_in_bin() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  kind text;
begin
  for kind in select distinct g.kind from gone g
  loop
    execute format(
      'insert into public.record_history (
        account_id, kind, record_id, record_name, action, field, before, after, changed_by
      )
      select r.account_id, $1, r.id, r.name, ''updated'', lost.field, lost.before, lost.after, private.caller_id()
      from gone g
      join public.%1$I r on r.account_id = g.account_id and r.id = g.record_id
      cross join lateral (
        select ''owner_id'' as field, o.before, o.after
        from (select private.owner_in_history(g.record) as before, private.owner_in_history(to_jsonb(r)) as after) o
        where not private.same_owner(o.before, o.after)
        union all
        select
          ''experts'',
          jsonb_build_object(''id'', e.value ->> ''expert_id'', ''name'', coalesce(
            private.name_known_to(r.account_id, (e.value ->> ''expert_id'')::uuid), ''Former Member''
          )),
          null
        from jsonb_array_elements(g.links -> ''experts'') as e (value)
        where not exists (
          select from public.record_experts x
          where x.account_id = r.account_id and x.record_id = r.id and x.expert_id = (e.value ->> ''expert_id'')::uuid
        )
      ) lost
      where g.kind = $1',
      private.catalogue_of(kind)
    ) using kind;
  end loop;
  return null;
end
$$;
comment on function private.log_people_lost_in_bin() is
  'Statement trigger: writes into the history of records that come back from the bin which people they have lost meanwhile.';

-- Before a record is purged, coverage is written down for the weeks in which it counted.
create function private.store_coverage_before_purge() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_record(old.account_id, old.kind, old.record_id) then
    perform private.store_coverage_once(old.account_id);
  end if;
  return old;
end
$$;
comment on function private.store_coverage_before_purge() is
  'Trigger: stores the coverage of past weeks before a record that counts in it is purged.';

-- As cairn_owner the whole account goes.
create trigger binned_records_leave before delete on public.binned_records
  for each row when (current_user <> 'cairn_owner') execute function private.store_coverage_before_purge();

create trigger binned_records_forget_maintenance after delete on public.binned_records
  referencing old table as gone
  for each statement execute function private.forget_maintenance_windows();

-- As cairn_owner the whole account goes.
create trigger binned_records_lost after delete on public.binned_records
  referencing old table as gone
  for each statement when (current_user <> 'cairn_owner') execute function private.log_people_lost_in_bin();
