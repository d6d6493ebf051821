-- Deleting records: what depends on them is shown before, can be moved, and its owners are told why.
--
-- A thousand records are one question and one deletion: every function works on sets. Only what the caller may change
-- is moved.
-- get_deletion_effects runs as the caller: it knows of a record of another account as little as of a record that does
-- not exist.

create function public.get_deletion_effects(kind_param text, id_param uuid)
returns table (affected text, count bigint, names text[])
language plpgsql stable set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  perform private.refuse_other_kind(kind_param, with_articles => true);
  return query
  with effect (affected, name) as (
    select 'experts', p.name
    from public.record_experts e
    join public.profiles p on p.id = e.expert_id
    where e.account_id = account and e.kind = kind_param and e.record_id = id_param
    union all
    select 'solutions', s.name
    from public.solutions s
    where kind_param = 'system' and s.account_id = account and s.related_systems @> array[id_param]
    union all
    select 'articles', a.title
    from public.knowledge_articles a
    where kind_param = 'system' and a.account_id = account and a.system_id = id_param
    union all
    select case kind_param when 'solution' then 'automations' else 'solutions' end,
      case kind_param when 'solution' then a.name else s.name end
    from public.solution_automations l
    join public.solutions s on s.id = l.solution_id
    join public.automations a on a.id = l.automation_id
    where l.account_id = account
      and (kind_param = 'solution' and l.solution_id = id_param or kind_param = 'automation' and l.automation_id = id_param)
    union all
    select case kind_param when 'solution' then 'agents' else 'solutions' end,
      case kind_param when 'solution' then a.name else s.name end
    from public.solution_agents l
    join public.solutions s on s.id = l.solution_id
    join public.agents a on a.id = l.agent_id
    where l.account_id = account
      and (kind_param = 'solution' and l.solution_id = id_param or kind_param = 'agent' and l.agent_id = id_param)
    union all
    select 'relations', o.name
    from public.relations r
    join private.records o on o.account_id = account and o.id = r.to_id
    where r.account_id = account and r.from_id = id_param and r.from_kind = kind_param
    union all
    select 'relations', o.name
    from public.relations r
    join private.records o on o.account_id = account and o.id = r.from_id
    where r.account_id = account and r.to_id = id_param and r.to_kind = kind_param
  )
  select e.affected, count(*), (array_agg(e.name order by lower(e.name), e.name))[1:5]
  from effect e
  group by e.affected
  order by e.affected;
end
$$;
comment on function public.get_deletion_effects(text, uuid) is
  'The effects of deleting a record of the account: how many experts, solutions, articles, automations, agents or relations, and the first five names of each. No rows where nothing is affected.';
grant execute on function public.get_deletion_effects(text, uuid) to authenticated, service_role;

-- All that leads to the records or from them is an edge; only articles are none.
create function public.get_deletion_impact(kind_param text, ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  known uuid[];
begin
  perform private.refuse_other_kind(kind_param);
  if ids is null or cardinality(ids) > 10000 then
    raise exception 'Ask for at most 10,000 records at once.'
      using errcode = '22023', detail = 'record.page_size', hint = 'Choose fewer.';
  end if;
  known := array(
    select r.id from private.records r where r.account_id = account and r.kind = kind_param and r.id = any (ids)
  );
  return (
    with dependent as (
      select r.kind, r.id, r.name, r.status, r.owner_id, r.invited_owner_id, r.team_id, bool_or(l.needs) and r.status = 'active' as counts
      from (
        select e.from_id as id, private.rests_on(e.type, false) as needs, e.type
        from private.edges e
        where e.account_id = account and e.to_id = any (known)
        union all
        select e.to_id, true, e.type
        from private.edges e
        where e.account_id = account and e.from_id = any (known) and private.rests_on(e.type, true)
      ) l
      join private.records r on r.account_id = account and r.id = l.id
      where (l.needs or l.type = 'part_of') and r.id <> all (known)
      group by r.id
      union all
      select 'article', a.id, a.title, '', a.author_id, null, null, false
      from public.knowledge_articles a
      where a.account_id = account and a.system_id = any (known)
    ),
    placed as (
      select d.*, p.name as owner_name, row_number() over (partition by d.kind order by lower(d.name), d.id) as place
      from dependent d
      left join public.account_members m on m.account_id = account and m.user_id = d.owner_id
      left join public.profiles p on p.id = m.user_id and (select private.may('people', 'read'))
    ),
    grouped as (
      select
        p.kind,
        count(*) as total,
        count(*) filter (where p.counts) as active,
        jsonb_agg(jsonb_build_object(
          'id', p.id, 'name', p.name, 'status', p.status, 'owner_id', p.owner_id, 'owner_name', p.owner_name,
          'invited_owner_id', p.invited_owner_id, 'team_id', p.team_id
        ) order by p.place) filter (where p.place <= 50) as items
      from placed p
      group by p.kind
    )
    select coalesce(jsonb_agg(to_jsonb(g) order by g.kind desc), '[]') from grouped g
  );
end
$$;
comment on function public.get_deletion_impact(text, uuid[]) is
  'The records that depend on any of these records, by links, relations and own fields, or belong to them, each once: [{"kind", "total", "active", "items": [{"id", "name", "status", "owner_id", "owner_name", "invited_owner_id"}]}], the first 50 of each kind by name. Active are records in use that depend on them; the owner of an article is its author.';
grant execute on function public.get_deletion_impact(text, uuid[]) to authenticated, service_role;

create function private.owners_of_linked(account uuid, kind text, ids uuid[])
returns table (record_id uuid, name text, person uuid)
language sql stable security definer set search_path = ''
as $$
  with dependent as (
    select l.record_id, r.name, r.owner_id, r.team_id
    from private.binned_links(account, ids) l
    join private.catalogue_records c on c.account_id = account and c.kind = l.kind and c.id = l.id
    join private.records r on r.account_id = account and r.id = c.id
    where l.part <> 'systems'
      and (l.part <> 'relations' or private.rests_on(l.link ->> 'type', (l.link -> 'outgoing')::boolean))
    union all
    -- The values of own fields stay, and name a record in the bin.
    select v.text_value::uuid, r.name, r.owner_id, r.team_id
    from public.own_fields f
    join private.own_values v on v.account_id = f.account_id and v.field_id = f.id and v.text_value = any (ids::text[])
    join private.records r on r.account_id = v.account_id and r.id = v.record_id
    where f.account_id = account and f.type = 'record' and f.record_kind = owners_of_linked.kind
      and r.id::text <> v.text_value
    union all
    select l.record_id, a.title, a.author_id, null
    from private.binned_links(account, ids) l
    join public.knowledge_articles a on a.account_id = account and a.id = l.id
    where l.kind = 'article'
  )
  select d.record_id, d.name, p.id
  from dependent d
  cross join lateral unnest(
    case when d.team_id is null then array[d.owner_id] else private.people_of_team(d.team_id) end
  ) as p (id)
  where p.id is not null
$$;
comment on function private.owners_of_linked(uuid, text, uuid[]) is
  'The owners of what is linked to records of a kind that go to the bin, by links, relations and own fields; of a team the people who get its notices.';

-- An owner of many dependents gets one notification of all of them.
create function private.notify_owners_of_linked(account uuid, kind text, ids uuid[], target uuid, reason text) returns void
language sql security definer set search_path = ''
as $$
  select private.notify_of_records(array(
    select
      row(
        account, told.person, 'dependency_deleted', kind, told.record_id, told.record_name,
        jsonb_strip_nulls(jsonb_build_object(
          'dependents', told.dependents,
          'reason', nullif(reason, ''),
          'moved_to', (
            select r.name
            from private.catalogue_records r
            where r.account_id = account and r.kind = notify_owners_of_linked.kind and r.id = target
          )
        ))
      )::private.record_news
    from (
      select
        l.person, l.record_id, b.name as record_name, to_jsonb((array_agg(distinct l.name))[1:5]) as dependents
      from private.owners_of_linked(account, kind, ids) l
      join public.binned_records b
        on b.account_id = account and b.kind = notify_owners_of_linked.kind and b.record_id = l.record_id
      group by l.person, l.record_id, b.name
    ) told
    order by told.person, lower(told.record_name), told.record_id
  ))
$$;
comment on function private.notify_owners_of_linked(uuid, text, uuid[], uuid, text) is
  'Notifies the owners of records that linked to records in the bin: which were deleted, why, and which record replaced them.';

create function public.delete_records(
  kind_param text, ids uuid[], reason_param text default '', move_to uuid default null, told boolean default false
) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  reason constant text := private.display_text(coalesce(reason_param, ''));
  known integer;
  allowed integer;
begin
  perform private.refuse_other_kind(kind_param);
  if ids is null or cardinality(ids) = 0 or char_length(reason) > 500 then
    raise exception 'Delete 1 to 2,000 records, with a reason of at most 500 characters.'
      using errcode = '22023', detail = 'record.deletion_shape';
  end if;
  perform private.refuse_many_deletions(cardinality(ids));
  perform private.refuse_feature_off(private.feature_of(kind_param));
  execute format(
    'with locked as (
      select r.* from public.%I r where r.account_id = $1 and r.id = any ($2) order by r.id for update
    )
    select count(*), count(*) filter (where private.may_delete(to_jsonb(l))) from locked l',
    private.catalogue_of(kind_param)
  ) into known, allowed using account, ids;
  if known < (select count(distinct i.id) from unnest(ids) as i (id)) then
    raise exception 'This record no longer exists.' using errcode = 'PT404', detail = 'record.gone';
  end if;
  if allowed < known then
    raise exception 'You cannot delete this record.'
      using errcode = '42501', detail = 'record.deletion_not_allowed',
        hint = 'Users can delete records that they created or own. Managers can delete all records.';
  end if;
  if move_to is not null and (move_to = any (ids) or not private.is_record(account, kind_param, move_to)) then
    raise exception 'The links cannot be moved to this record.'
      using errcode = '23503', detail = 'record.links_not_movable', hint = 'Choose another record of the same kind.';
  end if;
  perform set_config('cairn.reason', reason, true);
  perform private.insert_into_bin(account, kind_param, ids);
  if move_to is not null then
    perform private.repoint_links(account, kind_param, ids, move_to);
  end if;
  if told then
    perform private.notify_owners_of_linked(account, kind_param, ids, move_to, reason);
  end if;
  execute format('delete from public.%I r where r.account_id = $1 and r.id = any ($2)', private.catalogue_of(kind_param))
    using account, ids;
  perform set_config('cairn.reason', '', true);
  if known > 1 then
    perform private.note_act(account, 'delete', null, private.part_of_act('delete'));
  end if;
  return known;
end
$$;
comment on function public.delete_records(text, uuid[], text, uuid, boolean) is
  'Deletes records of one kind, all or none, for callers who may delete them. They wait in the bin with the reason. What points to them goes to the record move_to, as far as the caller may change it; told tells its owners. Says how many that were.';
grant execute on function public.delete_records(text, uuid[], text, uuid, boolean) to authenticated, service_role;

-- A deletion writes more than any other change, into the bin, the history and the audit log. Two thousand records are
-- deleted within the time that a request has, also on a small and busy machine.
create function private.refuse_many_deletions(count integer) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if count > 2000 then
    raise exception 'You can delete at most 2,000 records at once.'
      using errcode = '22023', detail = 'record.deletion_size', hint = 'Choose fewer.';
  end if;
end
$$;
comment on function private.refuse_many_deletions(integer) is 'Refuses to delete more records than a request has time for.';
grant execute on function private.refuse_many_deletions(integer) to authenticated;

-- Which of many records the caller may delete and no user has changed since the caller looked.
create function private.deletable_records(kind text, ids uuid[], until timestamptz) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  found uuid[];
begin
  execute format(
    'select array(
      select t.id
      from public.%I t
      where t.account_id = private.my_account() and t.id = any ($1) and t.updated_at <= $2 and private.may_delete(to_jsonb(t))
    )',
    private.catalogue_of(kind)
  ) into found using ids, until;
  return found;
end
$$;
comment on function private.deletable_records(text, uuid[], timestamptz) is
  'The records among these that the caller may delete and that nobody has changed since a moment.';
grant execute on function private.deletable_records(text, uuid[], timestamptz) to authenticated;

-- Of two users who delete the same records at once the second waits, and leaves out what is gone.
create function private.lock_deletable_records(kind text, ids uuid[], until timestamptz) returns uuid[]
language plpgsql volatile security definer set search_path = ''
as $$
begin
  execute format('select from public.%I t where t.id = any ($1) order by t.id for update', private.catalogue_of(kind))
    using private.deletable_records(kind, ids, until);
  return private.deletable_records(kind, ids, until);
end
$$;
comment on function private.lock_deletable_records(text, uuid[], timestamptz) is
  'The records of deletable_records, locked until the transaction ends.';
grant execute on function private.lock_deletable_records(text, uuid[], timestamptz) to authenticated;
