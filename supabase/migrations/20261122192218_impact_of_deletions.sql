-- What depends on records is shown before they are deleted, can be moved to another one, and its owners can be told why.
--
-- Set-wise, so that a thousand records are one question and one deletion. Only what the caller may change is moved.

create function public.get_deletion_impact(kind_param text, ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  if kind_param is null or kind_param <> all (array['system', 'solution', 'agent', 'automation']) then
    raise exception 'Kind must be system, solution, agent or automation.' using errcode = '22023';
  end if;
  return (
    with dependent as (
      select 'solution' as kind, s.id, s.name, s.status, s.owner_id, s.status = 'active' as counts
      from public.solutions s
      where s.account_id = account and (
        kind_param = 'system' and s.related_systems && ids
        or kind_param = 'automation' and s.id in (
          select l.solution_id from public.solution_automations l where l.account_id = account and l.automation_id = any (ids)
        )
        or kind_param = 'agent' and s.id in (
          select l.solution_id from public.solution_agents l where l.account_id = account and l.agent_id = any (ids)
        )
      )
      union all
      select 'automation', a.id, a.name, a.status, a.owner_id, false
      from public.automations a
      where kind_param = 'solution' and a.account_id = account and a.id in (
        select l.automation_id from public.solution_automations l where l.account_id = account and l.solution_id = any (ids)
      )
      union all
      select 'agent', a.id, a.name, a.status, a.owner_id, false
      from public.agents a
      where kind_param = 'solution' and a.account_id = account and a.id in (
        select l.agent_id from public.solution_agents l where l.account_id = account and l.solution_id = any (ids)
      )
      union all
      select 'article', a.id, a.title, '', a.author_id, false
      from public.knowledge_articles a
      where kind_param = 'system' and a.account_id = account and a.system_id = any (ids)
    ),
    placed as (
      select d.*, p.name as owner_name, row_number() over (partition by d.kind order by lower(d.name), d.id) as place
      from dependent d
      left join public.account_members m on m.account_id = account and m.user_id = d.owner_id
      left join public.profiles p on p.id = m.user_id
    ),
    grouped as (
      select
        p.kind,
        count(*) as total,
        count(*) filter (where p.counts) as active,
        jsonb_agg(jsonb_build_object(
          'id', p.id, 'name', p.name, 'status', p.status, 'owner_id', p.owner_id, 'owner_name', p.owner_name
        ) order by p.place) filter (where p.place <= 50) as items
      from placed p
      group by p.kind
    )
    select coalesce(jsonb_agg(to_jsonb(g) order by g.kind desc), '[]') from grouped g
  );
end
$$;
comment on function public.get_deletion_impact(text, uuid[]) is
  'What points to any of these records, or belongs to these solutions, each once: [{"kind", "total", "active", "items": [{"id", "name", "status", "owner_id", "owner_name"}]}], the first 50 of each kind by name. Active are solutions in use that rest on them.';

create function private.move_links(account uuid, kind text, ids uuid[], target uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  moved jsonb;
begin
  if kind = 'system' then
    select jsonb_build_object('solutions', coalesce(jsonb_agg(s.id), '[]')) into moved
    from public.solutions s
    where s.account_id = account and s.related_systems && ids and not s.related_systems @> array[target]
      and private.may_delete(to_jsonb(s));
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
    where s.account_id = account and s.related_systems && ids and private.may_delete(to_jsonb(s));
    update public.knowledge_articles a
    set system_id = target
    where a.account_id = account and a.system_id = any (ids)
      and private.may_delete(jsonb_build_object('owner_id', a.author_id));
  else
    with wanted as (
      select 'solution_automations' as name, case kind when 'solution' then target else l.solution_id end as solution,
        case kind when 'automation' then target else l.automation_id end as other
      from public.solution_automations l
      where l.account_id = account
        and (kind = 'solution' and l.solution_id = any (ids) or kind = 'automation' and l.automation_id = any (ids))
      union
      select 'solution_agents', case kind when 'solution' then target else l.solution_id end,
        case kind when 'agent' then target else l.agent_id end
      from public.solution_agents l
      where l.account_id = account
        and (kind = 'solution' and l.solution_id = any (ids) or kind = 'agent' and l.agent_id = any (ids))
    ),
    allowed as (
      select w.name, w.solution, w.other
      from wanted w
      join public.solutions s on s.account_id = account and s.id = w.solution
      where private.may_delete(to_jsonb(s))
    ),
    automations as (
      insert into public.solution_automations (account_id, solution_id, automation_id, assigned_by)
      select account, a.solution, a.other, private.caller_id() from allowed a where a.name = 'solution_automations'
      on conflict do nothing
      returning solution_id as solution, automation_id as other
    ),
    agents as (
      insert into public.solution_agents (account_id, solution_id, agent_id, assigned_by)
      select account, a.solution, a.other, private.caller_id() from allowed a where a.name = 'solution_agents'
      on conflict do nothing
      returning solution_id as solution, agent_id as other
    )
    select jsonb_build_object('rows', coalesce(jsonb_agg(to_jsonb(m)), '[]')) into moved
    from (
      select 'solution_automations' as "table", n.solution, n.other from automations n
      union all
      select 'solution_agents', n.solution, n.other from agents n
    ) m;
  end if;
  -- A record that is restored takes its links back.
  update public.binned_records b
  set links = b.links || jsonb_build_object('moved', moved || jsonb_build_object('to', target))
  where b.account_id = account and b.kind = move_links.kind and b.record_id = any (ids);
end
$$;
comment on function private.move_links(uuid, text, uuid[], uuid) is
  'Gives what points to records that are about to be deleted, and are noted in the bin, to another one: as far as the caller may change it.';

create function private.tell_owners(account uuid, kind text, ids uuid[], target uuid, reason text) returns void
language sql security definer set search_path = ''
as $$
  select private.notify(
    account, told.person, 'dependency_deleted', kind, told.record_id, told.record_name,
    jsonb_strip_nulls(jsonb_build_object(
      'dependents', told.dependents,
      'reason', nullif(reason, ''),
      'moved_to', (select r.name from private.catalogue_records r where r.account_id = account and r.kind = tell_owners.kind and r.id = target)
    ))
  )
  from (
    select d.person, l.record_id, b.name as record_name, to_jsonb((array_agg(distinct l.name))[1:5]) as dependents
    from private.binned_links(account, ids) l
    join public.binned_records b on b.account_id = account and b.kind = tell_owners.kind and b.record_id = l.record_id
    cross join lateral (
      select r.owner_id as person
      from private.catalogue_records r
      where r.account_id = account and r.kind = l.kind and r.id = l.id and l.part <> 'systems'
      union all
      select a.author_id
      from public.knowledge_articles a
      where l.kind = 'article' and a.account_id = account and a.id = l.id
    ) d
    where d.person is not null
    group by d.person, l.record_id, b.name
  ) told
$$;
comment on function private.tell_owners(uuid, text, uuid[], uuid, text) is
  'Tells the owners of what pointed to records in the bin that these were deleted, why, and what took their place.';

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
  if kind_param is null or kind_param <> all (array['system', 'solution', 'agent', 'automation']) then
    raise exception 'Kind must be system, solution, agent or automation.' using errcode = '22023';
  end if;
  if ids is null or cardinality(ids) not between 1 and 10000 or char_length(reason) > 500 then
    raise exception 'Delete 1 to 10,000 records, with a reason of at most 500 characters.' using errcode = '22023';
  end if;
  if not private.feature_enabled(kind_param || 's') and private.my_rank() is distinct from 3 then
    raise exception 'The %s feature is currently disabled.', initcap(kind_param)
      using errcode = '42501', hint = 'Please contact your administrator.';
  end if;
  execute format(
    'with locked as (
      select r.* from public.%I r where r.account_id = $1 and r.id = any ($2) order by r.id for update
    )
    select count(*), count(*) filter (where private.may_delete(to_jsonb(l))) from locked l',
    kind_param || 's'
  ) into known, allowed using account, ids;
  if known < (select count(distinct i.id) from unnest(ids) as i (id)) then
    raise exception 'This record does not exist any more.' using errcode = 'PT404';
  end if;
  if allowed < known then
    raise exception 'You may not delete this record.'
      using errcode = '42501', hint = 'Users delete what they made or own, managers all.';
  end if;
  if move_to is not null and (move_to = any (ids) or not private.is_record(account, kind_param, move_to)) then
    raise exception 'The links cannot be moved to this record.'
      using errcode = '23503', hint = 'Choose another record of the same kind.';
  end if;
  perform set_config('cairn.reason', reason, true);
  perform private.put_into_bin(account, kind_param, ids);
  if move_to is not null then
    perform private.move_links(account, kind_param, ids, move_to);
  end if;
  if told then
    perform private.tell_owners(account, kind_param, ids, move_to, reason);
  end if;
  execute format('delete from public.%I r where r.account_id = $1 and r.id = any ($2)', kind_param || 's')
    using account, ids;
  perform set_config('cairn.reason', '', true);
  return known;
end
$$;
comment on function public.delete_records(text, uuid[], text, uuid, boolean) is
  'Deletes records of one kind, all or none, for whoever may delete them. They wait in the bin with the reason. What points to them goes to the record move_to, as far as the caller may change it; told tells its owners. Says how many that were.';

alter function public.get_deletion_impact(text, uuid[]) owner to cairn_definer;
alter function private.move_links(uuid, text, uuid[], uuid) owner to cairn_definer;
alter function private.tell_owners(uuid, text, uuid[], uuid, text) owner to cairn_definer;
alter function public.delete_records(text, uuid[], text, uuid, boolean) owner to cairn_definer;
revoke all on function
  public.get_deletion_impact(text, uuid[]), public.delete_records(text, uuid[], text, uuid, boolean)
  from public, anon, authenticated, service_role;
grant execute on function
  public.get_deletion_impact(text, uuid[]), public.delete_records(text, uuid[], text, uuid, boolean)
  to authenticated, service_role;
