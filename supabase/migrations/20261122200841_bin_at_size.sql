-- The bin and bulk at size, and at once: what is deleted is noted without a search for each record, what takes too long is
-- refused plainly, and who left and came back finds nothing that living records would not give them either.

create or replace function private.links_to_keep(account uuid, kind text, id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  departed constant jsonb := (
    select jsonb_agg(to_jsonb(d) - 'person_name')
    from public.departed_owners d
    where d.account_id = account and d.kind = links_to_keep.kind and d.record_id = links_to_keep.id
  );
begin
  case kind
    when 'system' then
      return jsonb_strip_nulls(jsonb_build_object(
        'departed', departed,
        'experts', (
          select jsonb_agg(to_jsonb(e))
          from public.system_experts e
          where e.account_id = account and e.system_id = links_to_keep.id
        ),
        'solutions', (
          select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'before', to_jsonb(s.related_systems)))
          from public.solutions s
          where s.account_id = account and s.related_systems @> array[links_to_keep.id]
        ),
        'articles', (
          select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.title))
          from public.knowledge_articles a
          where a.account_id = account and a.system_id = links_to_keep.id
        )
      ));
    when 'solution' then
      return jsonb_strip_nulls(jsonb_build_object(
        'departed', departed,
        'experts', (
          select jsonb_agg(to_jsonb(e))
          from public.solution_experts e
          where e.account_id = account and e.solution_id = links_to_keep.id
        ),
        'rows', (
          select jsonb_agg(jsonb_build_object('table', l.name, 'kind', l.kind, 'id', l.id, 'name', l.called, 'row', l.link))
          from (
            select 'solution_automations' as name, 'automation' as kind, a.id, a.name as called, to_jsonb(l) as link
            from public.solution_automations l
            join public.automations a on a.id = l.automation_id
            where l.account_id = account and l.solution_id = links_to_keep.id
            union all
            select 'solution_agents', 'agent', a.id, a.name, to_jsonb(l)
            from public.solution_agents l
            join public.agents a on a.id = l.agent_id
            where l.account_id = account and l.solution_id = links_to_keep.id
          ) l
        ),
        'systems', (
          select jsonb_agg(jsonb_build_object('id', y.id, 'name', y.name))
          from public.solutions s
          join public.systems y on y.account_id = account and y.id = any (s.related_systems)
          where s.account_id = account and s.id = links_to_keep.id
        )
      ));
    when 'automation' then
      return jsonb_strip_nulls(jsonb_build_object(
        'departed', departed,
        'experts', (
          select jsonb_agg(to_jsonb(e))
          from public.automation_experts e
          where e.account_id = account and e.automation_id = links_to_keep.id
        ),
        'rows', (
          select jsonb_agg(jsonb_build_object(
            'table', 'solution_automations', 'kind', 'solution', 'id', s.id, 'name', s.name, 'row', to_jsonb(l)
          ))
          from public.solution_automations l
          join public.solutions s on s.id = l.solution_id
          where l.account_id = account and l.automation_id = links_to_keep.id
        )
      ));
    when 'agent' then
      return jsonb_strip_nulls(jsonb_build_object(
        'departed', departed,
        'experts', (
          select jsonb_agg(to_jsonb(e))
          from public.agent_experts e
          where e.account_id = account and e.agent_id = links_to_keep.id
        ),
        'rows', (
          select jsonb_agg(jsonb_build_object(
            'table', 'solution_agents', 'kind', 'solution', 'id', s.id, 'name', s.name, 'row', to_jsonb(l)
          ))
          from public.solution_agents l
          join public.solutions s on s.id = l.solution_id
          where l.account_id = account and l.agent_id = links_to_keep.id
        )
      ));
  end case;
end
$$;

create or replace function private.bin_record() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- delete_records has noted all of them at once, before it moved links.
  if not exists (
    select from public.binned_records b
    where b.account_id = old.account_id and b.kind = tg_argv[0] and b.record_id = old.id
  ) then
    insert into public.binned_records (account_id, kind, record_id, name, record, links, deleted_by, reason)
    values (
      old.account_id, tg_argv[0], old.id, old.name, to_jsonb(old),
      private.links_to_keep(old.account_id, tg_argv[0], old.id),
      private.caller_id(), left(coalesce(current_setting('cairn.reason', true), ''), 500)
    )
    on conflict do nothing;
  end if;
  return old;
end
$$;

create or replace function private.hand_links_on(account uuid, ids uuid[]) returns void
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

-- Who left let go of what they owned, made and knew, also of what was in the bin: coming back brings none of it back.
create function private.stayed_member(account uuid, person uuid, since timestamptz) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.account_members m
    where m.account_id = account and m.user_id = person and m.created_at <= since
  )
$$;
comment on function private.stayed_member(uuid, uuid, timestamptz) is
  'Whether a person has belonged to an account ever since.';
alter function private.stayed_member(uuid, uuid, timestamptz) owner to cairn_definer;

create or replace function private.put_records_back(account uuid, ids uuid[], new_names jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  one record;
begin
  for one in
    select b.kind, jsonb_agg(
      b.record
      || jsonb_build_object('name', coalesce(new_names ->> b.record_id::text, b.name))
      -- Whoever left has let go of what they owned and made.
      || (
        select coalesce(jsonb_object_agg(role, null::text), '{}')
        from unnest(array['owner_id', 'created_by', 'updated_by']) as role
        where not private.stayed_member(account, (b.record ->> role)::uuid, b.deleted_at)
      )
      -- Who was invited to own it may have joined.
      || coalesce(
        (
          select case when i.accepted_at is not null then jsonb_build_object('invited_owner_id', null, 'owner_id', (
            select p.id
            from public.profiles p
            where p.account_id = account and lower(p.email) = i.email
          )) else '{}' end
          from public.pending_invitations i
          where i.account_id = account and i.id = (b.record ->> 'invited_owner_id')::uuid
        ),
        '{"invited_owner_id": null}'
      )
      || case when b.kind = 'solution' then jsonb_build_object('related_systems', (
        select coalesce(jsonb_agg(listed.id order by listed.place), '[]')
        from jsonb_array_elements_text(b.record -> 'related_systems') with ordinality as listed (id, place)
        where private.is_record(account, 'system', listed.id::uuid)
      )) else '{}' end
    ) as records
    from public.binned_records b
    where b.account_id = account and b.record_id = any (ids)
    group by b.kind
    -- Solutions last: they ask whether their systems are there.
    order by b.kind = 'solution'
  loop
    perform private.put_back(one.kind || 's', one.records);
  end loop;
end
$$;

create or replace function private.put_links_back(account uuid, ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  one record;
begin
  perform private.clear_places(account, ids);
  for one in
    select link.table_name, jsonb_agg(
      link.kept || case
        when private.is_member(account, (link.kept ->> 'assigned_by')::uuid) then '{}'
        else '{"assigned_by": null}'::jsonb
      end
    ) as kept
    from (
      select l.link ->> 'table' as table_name, l.link -> 'row' as kept
      from private.binned_links(account, ids) l
      where l.part = 'rows' and private.is_record(account, l.kind, l.id)
      union
      select b.kind || '_experts', e.value
      from public.binned_records b
      cross join lateral jsonb_array_elements(b.links -> 'experts') as e (value)
      where b.account_id = account and b.record_id = any (ids)
        and private.stayed_member(account, (e.value ->> 'expert_id')::uuid, b.deleted_at)
      union
      select 'departed_owners', d.value || jsonb_build_object(
        'person_name', (select p.name from public.profiles p where p.id = (d.value ->> 'person_id')::uuid)
      )
      from public.binned_records b
      cross join lateral jsonb_array_elements(b.links -> 'departed') as d (value)
      where b.account_id = account and b.record_id = any (ids)
      union
      select 'departed_owners', jsonb_build_object(
        'account_id', account, 'kind', b.kind, 'record_id', b.record_id, 'person_id', b.record ->> 'owner_id',
        'person_name', (select p.name from public.profiles p where p.id = (b.record ->> 'owner_id')::uuid)
      )
      from public.binned_records b
      where b.account_id = account and b.record_id = any (ids) and b.record ->> 'owner_id' is not null
        and not private.stayed_member(account, (b.record ->> 'owner_id')::uuid, b.deleted_at)
    ) link
    group by link.table_name
  loop
    perform private.put_back(one.table_name, one.kept, 'on conflict do nothing');
  end loop;
  perform private.put_into_lists(account, ids);
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

create or replace function private.missing_links(account uuid, ids uuid[]) returns table (record_id uuid, missing jsonb)
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
    select b.record_id, 'expert', coalesce(p.name, ''), 'left'
    from public.binned_records b
    cross join lateral jsonb_array_elements(b.links -> 'experts') as e (value)
    left join public.profiles p on p.id = (e.value ->> 'expert_id')::uuid
    where b.account_id = account and b.record_id = any (ids)
      and not private.stayed_member(account, (e.value ->> 'expert_id')::uuid, b.deleted_at)
    union all
    select b.record_id, 'owner', coalesce(p.name, ''), 'left'
    from public.binned_records b
    left join public.profiles p on p.id = (b.record ->> 'owner_id')::uuid
    where b.account_id = account and b.record_id = any (ids) and b.record ->> 'owner_id' is not null
      and not private.stayed_member(account, (b.record ->> 'owner_id')::uuid, b.deleted_at)
  ) m
  where m.why is not null
  group by m.record_id
$$;

create or replace function private.restore_records(ids uuid[], new_names jsonb default '{}')
returns table (kind text, record_id uuid, name text, problem text, missing jsonb)
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  asked jsonb;
  free uuid[];
  lost jsonb;
  rounds integer := 0;
begin
  -- Of two who restore the same at once the second waits, and finds nothing.
  perform from public.binned_records b
  where b.account_id = account and b.record_id = any (ids)
  order by b.record_id
  for update;
  loop
    select
      coalesce(jsonb_agg(to_jsonb(p)), '[]'),
      coalesce(array_agg(p.record_id) filter (where p.problem is null), '{}')
    into asked, free
    from private.problems_of_restoring(account, ids, new_names) p;
    begin
      perform private.put_records_back(account, free, (
        select coalesce(jsonb_object_agg(p ->> 'record_id', p ->> 'name'), '{}') from jsonb_array_elements(asked) as p
      ));
      exit;
    exception when unique_violation then
      -- Somebody took a name while this waited for it: asked once more, the problem has a record.
      rounds := rounds + 1;
      if rounds = 3 then
        raise;
      end if;
    end;
  end loop;
  perform private.put_links_back(account, free);
  perform private.hand_links_on(account, free);
  select coalesce(jsonb_object_agg(m.record_id, m.missing), '{}') into lost
  from private.missing_links(account, free) m;
  delete from public.binned_records b where b.account_id = account and b.record_id = any (free);
  return query
  select
    p ->> 'kind', (p ->> 'record_id')::uuid, p ->> 'name', p ->> 'problem', coalesce(lost -> (p ->> 'record_id'), '[]')
  from jsonb_array_elements(asked) as p;
end
$$;

-- The whole record only of those on the page.
create or replace function public.get_bin(of_kind text default null, skip integer default 0) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with mine as (
    select b.kind, b.record_id, b.name, b.deleted_by, b.deleted_at, b.reason, b.act
    from public.binned_records b
    where b.account_id = (select private.my_account()) and (of_kind is null or b.kind = of_kind)
  )
  select jsonb_build_object(
    'total', (select count(*) from mine),
    'days', private.bin_days(),
    'items', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'kind', page.kind,
          'id', page.record_id,
          'name', page.name,
          'deleted_by', page.deleted_by,
          'deleted_by_name', p.name,
          'deleted_at', page.deleted_at,
          'expires_at', page.deleted_at + make_interval(days => private.bin_days()),
          'reason', page.reason,
          'act', page.act,
          'may_restore', private.may_delete(b.record)
        )
        order by page.deleted_at desc, page.record_id
      ), '[]')
      from (
        select * from mine
        order by mine.deleted_at desc, mine.record_id
        limit 100 offset greatest(coalesce(skip, 0), 0)
      ) page
      join public.binned_records b
        on b.account_id = (select private.my_account()) and b.kind = page.kind and b.record_id = page.record_id
      left join public.account_members m on m.account_id = (select private.my_account()) and m.user_id = page.deleted_by
      left join public.profiles p on p.id = m.user_id
    )
  )
$$;

create or replace function public.purge_bin(ids uuid[] default null) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  names jsonb;
  purged integer;
begin
  perform private.refuse_non_admin('Only administrators empty the bin.');
  -- In the order in which restore_records locks them.
  perform from public.binned_records b
  where b.account_id = account and (ids is null or b.record_id = any (ids))
  order by b.record_id
  for update;
  with gone as (
    delete from public.binned_records b
    where b.account_id = account and (ids is null or b.record_id = any (ids))
    returning b.kind, b.name
  ),
  counted as (
    select g.kind, g.name, row_number() over (order by g.name) as place from gone g
  )
  select count(*), jsonb_agg(jsonb_build_object('kind', c.kind, 'name', c.name) order by c.place) filter (where c.place <= 20)
  into purged, names
  from counted c;
  if purged > 0 then
    perform private.write_audit(
      account, private.caller_id(), 'bin_purged', 'bin', null, jsonb_build_object('records', purged, 'first', names)
    );
  end if;
  return purged;
end
$$;

create or replace function private.empty_bins(keep_days integer, at_most integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  emptied jsonb;
begin
  delete from private.bulk_acts a where a.done_at < now() - interval '1 hour';
  insert into private.bin_time as t (days) values (keep_days)
  on conflict (only_row) do update set days = excluded.days where t.days <> excluded.days;
  with gone as (
    delete from public.binned_records b
    where (b.account_id, b.kind, b.record_id) in (
      select o.account_id, o.kind, o.record_id
      from public.binned_records o
      where o.deleted_at < now() - make_interval(days => keep_days)
      order by o.deleted_at
      limit at_most
      for update skip locked
    )
    returning b.account_id
  ),
  by_account as (
    select g.account_id, count(*) as records from gone g group by g.account_id
  )
  select coalesce(jsonb_object_agg(a.account_id, a.records), '{}') into emptied from by_account a;
  perform private.write_audit(
    account.key::uuid, null, 'bin_expired', 'bin', null,
    jsonb_build_object('records', account.value, 'days', keep_days)
  )
  from jsonb_each(emptied) as account;
  return (select coalesce(sum(account.value::integer), 0) from jsonb_each(emptied) as account);
end
$$;
comment on function private.empty_bins(integer, integer) is
  'Deletes the oldest records in bins that are older than so many days, and tells the audit log of each account. Forgets what was done in bulk and cannot be taken back any more.';

create or replace function public.get_deletion_impact(kind_param text, ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  if kind_param is null or kind_param <> all (array['system', 'solution', 'agent', 'automation']) then
    raise exception 'Kind must be system, solution, agent or automation.' using errcode = '22023';
  end if;
  if ids is null or cardinality(ids) > 10000 then
    raise exception 'Ask for at most 10,000 records at once.' using errcode = '22023', hint = 'Choose fewer.';
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

-- A deletion writes more than any other change, into the bin, the history and the audit log: two thousand are done within
-- the time that a request has, also on a small and busy machine.
create function private.refuse_many_deletions(count integer) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if count > 2000 then
    raise exception 'At most 2,000 records are deleted at once.' using errcode = '22023', hint = 'Choose fewer.';
  end if;
end
$$;
comment on function private.refuse_many_deletions(integer) is 'Refuses to delete more records than a request has time for.';
alter function private.refuse_many_deletions(integer) owner to cairn_definer;
grant execute on function private.refuse_many_deletions(integer) to authenticated;

create or replace function public.delete_records(
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
  if ids is null or cardinality(ids) = 0 or char_length(reason) > 500 then
    raise exception 'Delete 1 to 2,000 records, with a reason of at most 500 characters.' using errcode = '22023';
  end if;
  perform private.refuse_many_deletions(cardinality(ids));
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

create or replace function public.preview_bulk(
  kind text, action text, value text default null, ids uuid[] default null, query text default '',
  statuses text[] default null, owners uuid[] default null, without_owner boolean default false, gaps text[] default null
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  meant constant uuid[] := private.records_in_bulk(kind, ids, query, statuses, owners, without_owner, gaps);
begin
  perform private.refuse_bulk(action, value);
  if action = 'delete' then
    perform private.refuse_many_deletions(cardinality(meant));
  end if;
  return private.count_in_bulk(kind, action, value, meant, null) || jsonb_build_object('seen_at', now());
end
$$;

create or replace function public.change_in_bulk(
  kind text, action text, value text default null, ids uuid[] default null, query text default '',
  statuses text[] default null, owners uuid[] default null, without_owner boolean default false,
  gaps text[] default null, seen_at timestamptz default null, reason text default ''
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  meant constant uuid[] := private.records_in_bulk(kind, ids, query, statuses, owners, without_owner, gaps);
  until constant timestamptz := coalesce(seen_at, 'infinity');
  counted jsonb;
  changed uuid[];
  act uuid;
begin
  perform private.refuse_bulk(action, value);
  if action = 'delete' then
    perform private.refuse_many_deletions(cardinality(meant));
    perform set_config('cairn.reason', left(coalesce(reason, ''), 500), true);
  end if;
  counted := private.count_in_bulk(kind, action, value, meant, seen_at);
  execute format(
    case action
      when 'owner' then
        'with done as (
          update public.%1$I t set owner_id = $2::uuid, invited_owner_id = null
          where t.id = any ($1) and t.updated_at <= $3
            and (t.owner_id is distinct from $2::uuid or t.invited_owner_id is not null)
          returning t.id
        )'
      when 'status' then
        'with done as (
          update public.%1$I t set status = $2
          where t.id = any ($1) and t.updated_at <= $3 and t.status is distinct from $2
          returning t.id
        )'
      when 'expert' then
        'with done as (
          insert into public.%2$I (%3$I, expert_id)
          select t.id, $2::uuid from public.%1$I t where t.id = any ($1) and (select private.my_rank()) >= 1
          on conflict do nothing
          returning %3$I as id
        )'
      else
        'with done as (
          delete from public.%1$I t where t.id = any ($1) and t.updated_at <= $3 returning t.id
        )'
    end || ' select array(select d.id from done d)',
    kind || 's', kind || '_experts', kind || '_id'
  )
    into changed using meant, value, until;
  if cardinality(changed) > 0 then
    act := private.note_bulk_act(kind, action, value, changed);
  end if;
  return counted || jsonb_build_object(
    'act', act,
    'changes', cardinality(changed),
    'changed_meanwhile', (counted ->> 'total')::integer - (counted ->> 'no_right')::integer
      - (counted ->> 'already')::integer - cardinality(changed)
  );
end
$$;
comment on function
  public.change_in_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], timestamptz, text) is
  'Changes records in bulk, as preview_bulk says it; those that changed after seen_at are left out. {"act", "total", "changes", "no_right", "already", "changed_meanwhile", "left_out"}; act is null where nothing changed. At most 10,000 records, of deletions 2,000. reason goes with what is deleted.';
