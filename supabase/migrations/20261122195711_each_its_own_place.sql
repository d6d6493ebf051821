-- The bin, bulk and moved links, mended: each record gives back its own place, an undo asks for today's rights, two people
-- of one name are two, and the bin keeps no names of people.

create index binned_records_moved_idx on public.binned_records (account_id, (links -> 'moved' ->> 'to'))
  where links ? 'moved';

create function private.may_change(feature text, record jsonb) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.may_delete(record) and (private.my_rank() = 3 or private.feature_enabled(feature))
$$;
comment on function private.may_change(text, jsonb) is
  'Whether the caller may change a record of their account now: nobody but admins does while its feature is switched off.';
alter function private.may_change(text, jsonb) owner to cairn_definer;

-- Moving links: each deleted record notes the places that its stand-in got for it. A place that the stand-in got for
-- another record in the bin counts for both: it stays until both are back.

create function private.move_lists(account uuid, ids uuid[], target uuid) returns void
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
comment on function private.move_lists(uuid, uuid[], uuid) is
  'Puts a system into the place of others in lists of solutions and articles, as far as the caller may change these.';
alter function private.move_lists(uuid, uuid[], uuid) owner to cairn_definer;

create function private.move_rows(account uuid, kind text, ids uuid[], target uuid) returns void
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
  where b.account_id = account and b.kind = move_rows.kind and b.record_id = i.id
$$;
comment on function private.move_rows(uuid, text, uuid[], uuid) is
  'Puts a solution, agent or automation into the place of others in links, as far as the caller may change the solutions.';
alter function private.move_rows(uuid, text, uuid[], uuid) owner to cairn_definer;

create or replace function private.move_links(account uuid, kind text, ids uuid[], target uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if kind = 'system' then
    perform private.move_lists(account, ids, target);
  else
    perform private.move_rows(account, kind, ids, target);
  end if;
end
$$;

-- Coming back: a stand-in leaves a place when the last record has it back that it stood for there.

create or replace function private.put_into_lists(account uuid, ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  with others as (
    select b.links -> 'moved' ->> 'to' as stand_in, s.id as solution
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
          and (b.links -> 'moved' ->> 'to', l.id::text) not in (select o.stand_in, o.solution from others o)
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
comment on function private.put_into_lists(uuid, uuid[]) is
  'Puts systems that come back into the lists of the solutions that rested on them, where those have room; a stand-in goes where it stands for nobody else and the caller may change the solution.';

create function private.clear_places(account uuid, ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
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
comment on function private.clear_places(uuid, uuid[]) is
  'Removes what stood in links for records that come back, and for nobody else, from solutions that the caller may change.';
alter function private.clear_places(uuid, uuid[]) owner to cairn_definer;

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
        and private.is_member(account, (e.value ->> 'expert_id')::uuid)
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
        and not private.is_member(account, (b.record ->> 'owner_id')::uuid)
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

-- Names of people are looked up when a record comes back.

create or replace function private.links_to_keep(account uuid, kind text, id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  experts jsonb;
begin
  execute format(
    'select jsonb_agg(to_jsonb(e)) from public.%I e where e.account_id = $1 and e.%I = $2',
    kind || '_experts', kind || '_id'
  ) into experts using account, id;
  return jsonb_strip_nulls(jsonb_build_object(
    'experts', experts,
    'departed', (
      select jsonb_agg(to_jsonb(d) - 'person_name')
      from public.departed_owners d
      where d.account_id = account and d.kind = links_to_keep.kind and d.record_id = links_to_keep.id
    ),
    'rows', (
      select jsonb_agg(jsonb_build_object('table', l.name, 'kind', l.kind, 'id', l.id, 'name', l.called, 'row', l.link))
      from (
        select 'solution_automations' as name, 'automation' as kind, a.id, a.name as called, to_jsonb(l) as link
        from public.solution_automations l
        join public.automations a on a.id = l.automation_id
        where links_to_keep.kind = 'solution' and l.account_id = account and l.solution_id = links_to_keep.id
        union all
        select 'solution_agents', 'agent', a.id, a.name, to_jsonb(l)
        from public.solution_agents l
        join public.agents a on a.id = l.agent_id
        where links_to_keep.kind = 'solution' and l.account_id = account and l.solution_id = links_to_keep.id
        union all
        select 'solution_automations', 'solution', s.id, s.name, to_jsonb(l)
        from public.solution_automations l
        join public.solutions s on s.id = l.solution_id
        where links_to_keep.kind = 'automation' and l.account_id = account and l.automation_id = links_to_keep.id
        union all
        select 'solution_agents', 'solution', s.id, s.name, to_jsonb(l)
        from public.solution_agents l
        join public.solutions s on s.id = l.solution_id
        where links_to_keep.kind = 'agent' and l.account_id = account and l.agent_id = links_to_keep.id
      ) l
    ),
    'systems', (
      select jsonb_agg(jsonb_build_object('id', y.id, 'name', y.name))
      from public.solutions s
      join public.systems y on y.account_id = account and y.id = any (s.related_systems)
      where links_to_keep.kind = 'solution' and s.account_id = account and s.id = links_to_keep.id
    ),
    'solutions', (
      select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'before', to_jsonb(s.related_systems)))
      from public.solutions s
      where links_to_keep.kind = 'system' and s.account_id = account
        and s.related_systems @> array[links_to_keep.id]
    ),
    'articles', (
      select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.title))
      from public.knowledge_articles a
      where links_to_keep.kind = 'system' and a.account_id = account and a.system_id = links_to_keep.id
    )
  ));
end
$$;

update public.binned_records b
set links = jsonb_set(b.links, '{departed}', (
  select jsonb_agg(d.value - 'person_name') from jsonb_array_elements(b.links -> 'departed') as d (value)
))
where b.links ? 'departed';

-- An undo asks for the rights that its caller has by now. Who gave a record away may have it back.

create or replace function public.undo_bulk(act_param uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  done private.bulk_acts;
  undone integer;
begin
  delete from private.bulk_acts b
  where b.act = act_param and b.account_id = private.my_account() and b.person_id = private.caller_id()
    and b.done_at > now() - interval '1 hour' and private.my_rank() >= 1
  returning * into done;
  if not found then
    raise exception 'This cannot be taken back any more.'
      using errcode = 'PT404', hint = 'Whoever changed it takes it back, once and within an hour.';
  end if;
  if not private.feature_enabled(done.kind || 's') and private.my_rank() < 3 then
    raise exception 'The % feature is currently disabled.', initcap(done.kind || 's') using errcode = '42501';
  end if;
  if done.action = 'delete' then
    return (
      select count(*)
      from private.restore_records(array(
        select b.record_id
        from public.binned_records b
        where b.account_id = done.account_id and b.act = done.act and b.record_id = any (done.ids)
      )) r
      where r.problem is null
    );
  end if;
  execute format(
    case done.action
      when 'expert' then
        'delete from public.%2$I e
        where e.account_id = $1 and e.%3$I = any ($2) and e.expert_id = $3::uuid and e.created_at = $5'
      -- Whom the owner was taken from may have left since; somebody else may have changed it.
      when 'owner' then
        'update public.%1$I t
        set owner_id = case when jsonb_typeof(h.before) = ''string'' then (h.before #>> ''{}'')::uuid end,
          invited_owner_id = case when jsonb_typeof(h.before) = ''object'' then (h.before ->> ''id'')::uuid end
        from public.record_history h
        where t.account_id = $1 and t.id = any ($2) and t.owner_id is not distinct from $3::uuid
          and t.invited_owner_id is null
          and h.account_id = $1 and h.record_id = t.id and h.act = $4 and h.field = ''owner_id''
          and (
            private.my_rank() >= 2 or private.caller_id() = t.created_by
            or to_jsonb(private.caller_id()) = h.before
          )
          and (
            jsonb_typeof(h.before) is distinct from ''string''
            or exists (
              select from public.account_members m
              where m.account_id = $1 and m.user_id = (h.before #>> ''{}'')::uuid
            )
          )
          and (
            jsonb_typeof(h.before) is distinct from ''object''
            or exists (
              select from public.pending_invitations i
              where i.account_id = $1 and i.id = (h.before ->> ''id'')::uuid
                and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
            )
          )'
      else
        'update public.%1$I t
        set status = h.before #>> ''{}''
        from public.record_history h
        where t.account_id = $1 and t.id = any ($2) and t.status = $3
          and h.account_id = $1 and h.record_id = t.id and h.act = $4 and h.field = ''status''
          and (private.my_rank() >= 2 or private.caller_id() in (t.created_by, t.owner_id))'
    end,
    done.kind || 's', done.kind || '_experts', done.kind || '_id'
  ) using done.account_id, done.ids, done.value, done.act, done.done_at;
  get diagnostics undone = row_count;
  return undone;
end
$$;
comment on function public.undo_bulk(uuid) is
  'Takes back what the caller changed in bulk, once and within an hour: each record that nobody has changed since and that they might still change. Returns how many.';

create function private.same_owner(before jsonb, after jsonb) returns boolean
language sql stable security definer set search_path = ''
as $$
  select before = after or exists (
    select
    from public.pending_invitations former
    join public.pending_invitations renewed on renewed.account_id = former.account_id and renewed.email = former.email
    where former.id = (before ->> 'id')::uuid and renewed.id = (after ->> 'id')::uuid
  )
$$;
comment on function private.same_owner(jsonb, jsonb) is
  'Whether two owners, as owner_in_history gives them, are one: a renewed invitation is another one of the same person.';
alter function private.same_owner(jsonb, jsonb) owner to cairn_definer;

create or replace function private.keep_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- A run of an automation or a use of an agent is no change of it.
  unnoted constant text[] := array[
    'id', 'account_id', 'created_at', 'created_by', 'updated_at', 'updated_by', 'last_used', 'last_run'
  ];
  -- Two columns, and one owner.
  of_owner constant text[] := array['owner_id', 'invited_owner_id'];
  was constant jsonb := to_jsonb(old);
  is_now constant jsonb := to_jsonb(new);
  record constant jsonb := coalesce(is_now, was);
  moment constant timestamptz := clock_timestamp();
  name_before text;
begin
  if tg_op = 'INSERT' then
    name_before := private.name_in_bin(new.account_id, new.id);
  end if;
  insert into public.record_history (
    account_id, kind, record_id, record_name, action, field, before, after, changed_by, changed_at, concerned
  )
  select
    (record ->> 'account_id')::uuid,
    tg_argv[0],
    (record ->> 'id')::uuid,
    coalesce(record ->> 'name', record ->> 'title'),
    case
      when name_before is not null then 'restored'
      when tg_op = 'INSERT' then 'created'
      when tg_op = 'DELETE' then 'deleted'
      else 'updated'
    end,
    change.field,
    private.history_value(change.before),
    private.history_value(change.after),
    private.caller_id(),
    moment,
    array(
      select distinct person::uuid
      from unnest(array['owner_id', 'created_by', 'author_id']) as role, unnest(array[was ->> role, is_now ->> role]) as person
      where person is not null
    )
  from (
    select
      null as field,
      to_jsonb(name_before) as before,
      case when name_before is not null then is_now -> 'name' end as after
    where tg_op <> 'UPDATE'
    union all
    select n.key, was -> n.key, n.value
    from jsonb_each(is_now) n
    where tg_op = 'UPDATE' and n.key <> all (unnoted || of_owner) and n.value is distinct from was -> n.key
    union all
    select 'owner_id', owner.before, owner.after
    from (select private.owner_in_history(was) as before, private.owner_in_history(is_now) as after) owner
    where tg_op = 'UPDATE' and tg_argv[0] <> 'article'
      and (was -> 'owner_id', was -> 'invited_owner_id')
        is distinct from (is_now -> 'owner_id', is_now -> 'invited_owner_id')
      and not private.same_owner(owner.before, owner.after)
  ) change;
  return null;
end
$$;
