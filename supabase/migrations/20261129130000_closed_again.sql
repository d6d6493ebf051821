-- An archive could name a person of this server as somebody who left an account that they never belonged to.
update private.former_members f
set user_id = null
where f.account_name is null and f.removed_by is null
  and exists (select from public.profiles p where p.id = f.user_id)
  and exists (select from public.archive_imports i where i.account_id = f.account_id and i.state = 'done');

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
create function private.name_known_to(account uuid, person uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select p.name
  from public.profiles p
  where p.id = person and (
    exists (select from public.account_members m where m.account_id = account and m.user_id = person)
    or exists (select from private.former_members f where f.account_id = account and f.user_id = person)
  )
$$;
comment on function private.name_known_to(uuid, uuid) is
  'The name of a person who belongs to an account or has belonged to it; null of anybody else.';
alter function private.name_known_to(uuid, uuid) owner to cairn_definer;
create or replace function private.name_known_record() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.record_id is not null then
    if new.kind is null then
      perform private.refuse_other_kind(new.kind);
    end if;
    -- A caller names the kind, and a column of another name is not theirs to write: the check refuses such a kind.
    if new.kind = any (array(select private.kinds_of_catalogues())) then
      return jsonb_populate_record(new, jsonb_build_object(new.kind || '_id', new.record_id));
    end if;
    return new;
  end if;
  select k.kind, (to_jsonb(new) ->> (k.kind || '_id'))::uuid
  into new.kind, new.record_id
  from private.kinds k
  where to_jsonb(new) ->> (k.kind || '_id') is not null;
  return new;
end
$$;
create or replace function private.owner_in_history(record jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    nullif(record -> 'owner_id', 'null'),
    (
      select jsonb_build_object('id', i.id, 'name', i.name, 'invited', true)
      from public.pending_invitations i
      where i.account_id = (record ->> 'account_id')::uuid and i.id = (record ->> 'invited_owner_id')::uuid
    ),
    'null'
  )
$$;
create function private.is_id_of_choice(id jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_typeof(id) = 'string' and id #>> '{}' ~ '^[a-z0-9][a-z0-9_-]{0,59}$', false)
$$;
comment on function private.is_id_of_choice(jsonb) is 'Whether it has the form of the id of a choice.';
alter function private.is_id_of_choice(jsonb) owner to cairn_definer;
create or replace function private.check_own_field() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_coming constant boolean :=
    tg_op = 'INSERT' or (tg_op = 'UPDATE' and old.deleted_at is not null and new.deleted_at is null);
  -- Members and records of an archive come later, and a default that names one may hold no more.
  is_judged constant boolean := not (private.is_taking_in() and new.type in ('member', 'record'));
begin
  -- Row security refuses a stranger's account, and it comes later: until then nothing is said of it.
  if private.caller_id() is not null and new.account_id is distinct from private.my_account() then
    return new;
  end if;
  perform pg_advisory_xact_lock(private.lock_of_own_fields(new.account_id));
  new.name := private.display_text(coalesce(new.name, ''));
  new.help := private.display_text(coalesce(new.help, ''));
  new.section := private.display_text(coalesce(new.section, ''));
  new.unit := case new.type when 'number' then private.display_text(coalesce(new.unit, '')) else '' end;
  if tg_op = 'INSERT' then
    if coalesce(new.key, '') = '' then
      new.key := private.slug(new.name, 'field', array(
        select f.key from public.own_fields f where f.account_id = new.account_id and f.kind = new.kind
      ));
    end if;
  else
    -- When is not for the client to say.
    new.retired_at := case when new.retired_at is not null then coalesce(old.retired_at, now()) end;
    new.deleted_at := case when new.deleted_at is not null then coalesce(old.deleted_at, now()) end;
  end if;
  if is_coming then
    perform private.holds(
      tg_op = 'INSERT' or old.deleted_at > now() - private.time_of_deleted_fields(),
      'This field was deleted more than 30 days ago.'
    );
    perform private.holds(
      new.deleted_at is not null or (
        select count(*)
        from public.own_fields f
        where f.account_id = new.account_id and f.kind = new.kind and f.deleted_at is null
      ) < 50,
      'Records of a kind have at most 50 fields of their own.'
    );
  end if;
  if new.deleted_at is null and (is_coming or new.name <> old.name) then
    perform private.refuse_own_field_name(new);
  end if;
  new.choices := case when new.type in ('choice', 'choices') then private.clean_choices(new.choices) else '[]' end;
  -- One that held once may hold no more, as a member who has left. Nobody is kept from another change by it.
  if tg_op = 'INSERT'
    or (new.type, new.choices, new.record_kind, new.default_value)
      is distinct from (old.type, old.choices, old.record_kind, old.default_value)
  then
    if is_judged then
      new.default_value := private.own_value(new, 'Default', new.default_value);
    else
      perform private.holds(
        coalesce(new.default_value, 'null') = 'null' or private.is_form_of_own_value(new, new.default_value),
        'The default of a field has a value that it cannot have.'
      );
    end if;
  end if;
  return new;
end
$$;
create function private.is_form_of_own_value(field public.own_fields, value jsonb) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  if jsonb_typeof(value) is distinct from private.json_type_of(field.type) then
    return false;
  end if;
  return case
    when field.type in ('member', 'record') then private.is_uuid(value #>> '{}')
    when field.type = 'choice' then private.is_id_of_choice(value)
    when field.type = 'choices' then jsonb_array_length(value) <= 500 and not exists (
      select from jsonb_array_elements(value) as c where not private.is_id_of_choice(c.value)
    )
    else private.problem_of_own_value(field, value, null) is null
  end;
end
$$;
comment on function private.is_form_of_own_value(public.own_fields, jsonb) is
  'Whether a field can have had a value at some time.';
alter function private.is_form_of_own_value(public.own_fields, jsonb) owner to cairn_definer;
create or replace function private.keep_known_own_values() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock_shared(private.lock_of_own_fields(new.account_id));
  perform private.holds(
    not private.is_taking_in() or private.is_form_of_own_value(f, o.value),
    f.name || ' has a value that it cannot have.'
  )
  from jsonb_each(new.own) o
  join public.own_fields f on f.account_id = new.account_id and f.kind = tg_argv[0] and f.key = o.key;
  select coalesce(jsonb_object_agg(o.key, o.value), '{}') into new.own
  from jsonb_each(new.own) o
  join public.own_fields f on f.account_id = new.account_id and f.kind = tg_argv[0] and f.key = o.key
  where tg_op = 'UPDATE' or private.is_form_of_own_value(f, o.value);
  return new;
end
$$;
comment on function private.keep_known_own_values() is
  'Trigger (kind): a record that helper functions write has its values as they were, without those of purged fields. A new one has none that its fields cannot have had; an archive with one is refused.';
create or replace function private.keep_own_values() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_changed boolean;
begin
  if tg_op = 'DELETE' then
    delete from private.own_values v using gone g where v.account_id = g.account_id and v.record_id = g.id;
    return null;
  end if;
  if tg_op = 'INSERT' then
    execute
      'insert into private.own_values
      select v.*
      from come n
      cross join lateral jsonb_each(n.own) o
      join public.own_fields f on f.account_id = n.account_id and f.kind = $1 and f.key = o.key
      cross join lateral private.own_value_rows(f, n.id, o.value) v'
      using tg_argv[0];
    return null;
  end if;
  -- Planned each time, all of them: a plan made for one record would look ten thousand of them up one by one. What has
  -- changed is found first, for records with many values are too wide to be sorted together with the definitions. Not
  -- 'exists': for a first row the planner would compare each record with every other.
  execute 'select bool_or(o.own is distinct from n.own) from gone o join come n using (id)' into is_changed;
  if is_changed is not true then
    return null;
  end if;
  execute
    'with changed as materialized (
      select n.account_id, n.id, k.key
      from gone o
      join come n using (id)
      cross join lateral jsonb_each(o.own) k
      where o.own is distinct from n.own and k.value is distinct from n.own -> k.key
    )
    delete from private.own_values v
    using changed c
    join public.own_fields f on f.account_id = c.account_id and f.kind = $1 and f.key = c.key
    where v.account_id = c.account_id and v.record_id = c.id and v.field_id = f.id'
    using tg_argv[0];
  execute
    'with changed as materialized (
      select n.account_id, n.id, k.key, k.value
      from gone o
      join come n using (id)
      cross join lateral jsonb_each(n.own) k
      where o.own is distinct from n.own and k.value is distinct from o.own -> k.key
    )
    insert into private.own_values
    select v.*
    from changed c
    join public.own_fields f on f.account_id = c.account_id and f.kind = $1 and f.key = c.key
    cross join lateral private.own_value_rows(f, c.id, c.value) v'
    using tg_argv[0];
  return null;
end
$$;
create function private.departed_by_known_names(departed jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'kind', d.kind, 'record_id', d.record_id, 'person_id', d.person_id, 'left_at', d.left_at
  )), '[]')
  from jsonb_to_recordset(departed) as d (kind text, record_id uuid, person_id uuid, left_at timestamptz)
$$;
comment on function private.departed_by_known_names(jsonb) is
  'Whose owner has left, with the names and types that acts keep of it, and nothing else.';
alter function private.departed_by_known_names(jsonb) owner to cairn_definer;
grant execute on function private.departed_by_known_names(jsonb) to authenticated;
create or replace function private.departed_of(ids uuid[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.departed_by_known_names(coalesce(jsonb_agg(to_jsonb(d)), '[]'))
  from public.departed_owners d
  where d.account_id = private.my_account() and d.record_id = any (ids)
$$;
create or replace function private.restore_departed_owners(departed jsonb, ids uuid[]) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.departed_owners (account_id, kind, record_id, person_id, person_name, left_at)
  select r.account_id, r.kind, r.id, d.person_id, private.name_known_to(r.account_id, d.person_id), d.left_at
  from jsonb_to_recordset(departed) as d (kind text, record_id uuid, person_id uuid, left_at timestamptz)
  join private.records r
    on r.account_id = (select private.my_account()) and r.kind = d.kind and r.id = d.record_id and r.owner_id is null
  where d.record_id = any (ids)
  on conflict do nothing
$$;
create function private.links_by_known_names(links jsonb) returns jsonb
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
    'moved', (
      select jsonb_build_object('to', m."to", 'solutions', m.solutions, 'rows', (
        select jsonb_agg(jsonb_build_object('table', r."table", 'solution', r.solution, 'other', r.other))
        from jsonb_to_recordset(m."rows") as r ("table" text, solution uuid, other uuid)
      ))
      from jsonb_to_record(links -> 'moved') as m ("to" uuid, solutions uuid[], "rows" jsonb)
      where m."to" is not null
    )
  ))
$$;
comment on function private.links_by_known_names(jsonb) is
  'Links of a record in the bin with the names and types that they have, and nothing else.';
alter function private.links_by_known_names(jsonb) owner to cairn_definer;
create or replace function private.links_to_keep(account uuid, kind text, id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.links_by_known_names(jsonb_strip_nulls(jsonb_build_object(
    'departed', (
      select jsonb_agg(to_jsonb(d))
      from public.departed_owners d
      where d.account_id = account and d.kind = links_to_keep.kind and d.record_id = links_to_keep.id
    ),
    'experts', (
      select jsonb_agg(to_jsonb(e))
      from public.record_experts e
      where e.account_id = account and e.kind = links_to_keep.kind and e.record_id = links_to_keep.id
    ),
    'rows', (
      select jsonb_agg(jsonb_build_object(
        'table', l.link_table, 'kind', l.other_kind, 'id', l.other_id, 'name', l.other_name, 'row', l.link
      ))
      from private.link_rows(account, kind, id) l
    ),
    'systems', (
      select jsonb_agg(jsonb_build_object('id', y.id, 'name', y.name))
      from public.solutions s
      join public.systems y on y.account_id = account and y.id = any (s.related_systems)
      where kind = 'solution' and s.account_id = account and s.id = links_to_keep.id
    ),
    'solutions', (
      select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'before', to_jsonb(s.related_systems)))
      from public.solutions s
      where kind = 'system' and s.account_id = account and s.related_systems @> array[links_to_keep.id]
    ),
    'articles', (
      select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.title))
      from public.knowledge_articles a
      where kind = 'system' and a.account_id = account and a.system_id = links_to_keep.id
    )
  )))
$$;
create or replace function private.log_people_lost_in_bin() returns trigger
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
create function private.put_rows_back(account uuid, ids uuid[]) returns void
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
comment on function private.put_rows_back(uuid, uuid[]) is
  'Links solutions with automations and agents again that come back, as far as the other end is there.';
alter function private.put_rows_back(uuid, uuid[]) owner to cairn_definer;
create function private.put_people_back(account uuid, ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  insert into public.record_experts (account_id, kind, record_id, expert_id, assigned_by, created_at)
  select
    account, b.kind, b.record_id, e.expert_id,
    case when private.is_member(account, e.assigned_by) then e.assigned_by end, coalesce(e.created_at, now())
  from public.binned_records b
  cross join lateral jsonb_to_recordset(b.links -> 'experts')
    as e (expert_id uuid, assigned_by uuid, created_at timestamptz)
  where b.account_id = account and b.record_id = any (ids) and private.stayed_member(account, e.expert_id, b.deleted_at)
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
      and not private.stayed_member(account, (b.record ->> 'owner_id')::uuid, b.deleted_at)
  ) gone
  where b.account_id = account and b.record_id = any (ids)
  on conflict do nothing;
$$;
comment on function private.put_people_back(uuid, uuid[]) is
  'Gives records that come back their experts who have stayed, and notes whose owner has left.';
alter function private.put_people_back(uuid, uuid[]) owner to cairn_definer;
create or replace function private.put_links_back(account uuid, ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.clear_places(account, ids);
  perform private.put_rows_back(account, ids);
  perform private.put_people_back(account, ids);
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
    select b.record_id, 'expert', coalesce(private.name_known_to(account, (e.value ->> 'expert_id')::uuid), ''), 'left'
    from public.binned_records b
    cross join lateral jsonb_array_elements(b.links -> 'experts') as e (value)
    where b.account_id = account and b.record_id = any (ids)
      and not private.stayed_member(account, (e.value ->> 'expert_id')::uuid, b.deleted_at)
    union all
    select b.record_id, 'owner', coalesce(private.name_known_to(account, (b.record ->> 'owner_id')::uuid), ''), 'left'
    from public.binned_records b
    where b.account_id = account and b.record_id = any (ids) and b.record ->> 'owner_id' is not null
      and not private.stayed_member(account, (b.record ->> 'owner_id')::uuid, b.deleted_at)
  ) m
  where m.why is not null
  group by m.record_id
$$;
create function private.put_records_of_kind(kind_param text, given jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  catalogue constant text := private.catalogue_of(kind_param);
  columns text;
  defaults text;
begin
  select
    string_agg(quote_ident(a.attname), ', ' order by a.attnum),
    string_agg(format('%L, %s', a.attname, pg_get_expr(d.adbin, d.adrelid)), ', ') filter (where d.adbin is not null)
  into columns, defaults
  from pg_catalog.pg_attribute a
  left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = format('public.%I', catalogue)::regclass
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = '';
  execute format(
    'insert into public.%1$I (%2$s)
    select %2$s
    from jsonb_populate_recordset(
      null::public.%1$I,
      (select jsonb_agg(jsonb_build_object(%3$s) || given.value) from jsonb_array_elements($1) as given)
    )',
    catalogue, columns, defaults
  ) using given;
end
$$;
comment on function private.put_records_of_kind(text, jsonb) is
  'Inserts records of a kind that were deleted, as they were.';
alter function private.put_records_of_kind(text, jsonb) owner to cairn_definer;
create or replace function private.put_records_back(account uuid, ids uuid[], new_names jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  one record;
begin
  for one in
    select b.kind, jsonb_agg(
      b.record
      || jsonb_build_object(
        'account_id', account, 'id', b.record_id, 'name', coalesce(new_names ->> b.record_id::text, b.name)
      )
      -- A member who left has let go of what they owned and made.
      || (
        select coalesce(jsonb_object_agg(role, null::text), '{}')
        from unnest(array['owner_id', 'created_by', 'updated_by']) as role
        where not private.stayed_member(account, (b.record ->> role)::uuid, b.deleted_at)
      )
      -- Who was invited to own it may have joined. Users of single sign-on may share an address.
      || coalesce(
        (
          select case when i.accepted_at is not null then jsonb_build_object('invited_owner_id', null, 'owner_id', (
            select p.id
            from public.profiles p
            where p.account_id = account and lower(p.email) = i.email
            order by p.id
            limit 1
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
    perform private.put_records_of_kind(one.kind, one.records);
  end loop;
end
$$;
create function private.archived_row(of_file text, line jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select case of_file
    when 'bin' then line || jsonb_build_object(
      'record', (line -> 'record') - array['account_id', 'invited_owner_id']
        || jsonb_build_object('owner_id', coalesce(
          nullif(line -> 'record' -> 'owner_id', 'null'), line -> 'record' -> 'invited_owner_id'
        )),
      'links', private.links_by_known_names(line -> 'links')
    )
    when 'acts' then line || jsonb_build_object('departed', private.departed_by_known_names(line -> 'departed'))
    else line
  end
$$;
comment on function private.archived_row(text, jsonb) is
  'A line of the bin with one owner, and of bin and acts without the account within; any other line as it is.';
alter function private.archived_row(text, jsonb) owner to cairn_definer;
create or replace function private.archive_page(account uuid, of_file text, after jsonb, most_rows integer, most_bytes integer)
returns table (lines text, entries integer, last jsonb)
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked record;
  key_list text;
  key_object text;
begin
  select t.* into strict asked from private.archived_tables() t where t.file = of_file;
  select
    string_agg(format('r.%I', k.key), ', ' order by k.place),
    string_agg(format('%L, r.%I', k.key, k.key), ', ' order by k.place)
  into key_list, key_object
  from unnest(asked.keys) with ordinality as k (key, place);
  return query execute format(
    'select string_agg(f.line, e''\n'' order by f.place) || e''\n'', count(*)::integer,
      (array_agg(f.key order by f.place desc))[1]
    from (
      select l.line, l.key, l.place, sum(octet_length(l.line)) over (order by l.place) - octet_length(l.line) as before
      from (
        select private.archived_row($5, to_jsonb(r) - $2 %s)::text as line, jsonb_build_object(%s) as key,
          row_number() over (order by %s) as place
        from %s r
        where r.account_id = $1 %s
        order by %s
        limit $3
      ) l
    ) f
    where f.before < $4',
    private.awaited_columns(account, asked.file, asked.keys, asked.awaiting), key_object, key_list,
    private.with_awaited_lines(account, asked.file, asked.source),
    case when after is not null then format('and (%s) > (%s)', key_list, (
      select string_agg(quote_literal(after ->> k.key), ', ' order by k.place)
      from unnest(asked.keys) with ordinality as k (key, place)
    )) else '' end,
    key_list
  ) using account, array['account_id'] || asked.without || (asked.awaiting)[2:], most_rows, most_bytes, of_file;
end
$$;
create function private.columns_of_people(source regclass) returns text[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(a.attname::text order by a.attnum), '{}')
  from pg_catalog.pg_constraint c
  join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
  where c.conrelid = source and c.confrelid = 'public.account_members'::regclass
$$;
comment on function private.columns_of_people(regclass) is 'The columns of a table that name members.';
alter function private.columns_of_people(regclass) owner to cairn_definer;
create function private.moment_in_archive(given timestamptz) returns timestamptz
language sql stable set search_path = ''
as $$
  select case when given is not null then greatest(least(given, now()), '2000-01-01') end
$$;
comment on function private.moment_in_archive(timestamptz) is
  'A moment that a line of an archive names: neither before the year 2000 nor later than now.';
alter function private.moment_in_archive(timestamptz) owner to cairn_definer;
create function private.columns_to_take_in(source regclass, without text[], given jsonb, out columns text, out "values" text)
language sql stable security definer set search_path = ''
as $$
  select
    string_agg(quote_ident(a.attname), ', ' order by a.attnum),
    string_agg(case
      when a.atttypid = 'timestamptz'::regtype
        -- As private.moment_in_archive has it, without a call for each of a million lines.
        then format('case when r.%1$I is not null then greatest(least(r.%1$I, now()), ''2000-01-01'') end', a.attname)
      else format('r.%I', a.attname)
    end, ', ' order by a.attnum)
  from pg_catalog.pg_attribute a
  where a.attrelid = source and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and a.attname <> 'account_id' and a.attname <> all (without) and given ? a.attname
$$;
comment on function private.columns_to_take_in(regclass, text[], jsonb) is
  'The columns of a table that lines of an archive have, but for some, and what is written into each, for rows r.';
alter function private.columns_to_take_in(regclass, text[], jsonb) owner to cairn_definer;
create function private.refuse_strange_history(lines jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (
    select
    from jsonb_array_elements(lines) as l (line)
    cross join lateral (values (l.line -> 'before'), (l.line -> 'after')) as said (value)
    where l.line ->> 'field' in ('owner_id', 'experts') and said.value <> 'null'
      and private.is_uuid(
        case jsonb_typeof(said.value) when 'object' then said.value ->> 'id' else said.value #>> '{}' end
      ) is not true
  ) then
    raise exception 'The history of an archive names a person without an id.' using errcode = '22023';
  end if;
end
$$;
comment on function private.refuse_strange_history(jsonb) is
  'Refuses lines of the history that name an owner or an expert by anything but an id.';
alter function private.refuse_strange_history(jsonb) owner to cairn_definer;
create function private.record_by_known_names(of_kind text, record jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  clean jsonb;
begin
  execute format(
    'select to_jsonb(jsonb_populate_record(null::public.%I, $1))', private.catalogue_of(of_kind)
  ) into clean using record;
  return (
    select coalesce(jsonb_object_agg(c.key, c.value), '{}') from jsonb_each(clean) as c where record ? c.key
  );
end
$$;
comment on function private.record_by_known_names(text, jsonb) is
  'A record with the columns and types of its kind, and nothing else.';
alter function private.record_by_known_names(text, jsonb) owner to cairn_definer;
create function private.record_for_account(account uuid, line jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.record_by_known_names(line ->> 'kind', line -> 'record')
    || jsonb_build_object(
      'account_id', account, 'id', line -> 'record_id', 'name', line -> 'name', 'invited_owner_id', null,
      'created_at', private.moment_in_archive((line -> 'record' ->> 'created_at')::timestamptz),
      'updated_at', private.moment_in_archive((line -> 'record' ->> 'updated_at')::timestamptz)
    )
    || case
      when line -> 'record' ->> 'owner_id' is null
        or private.is_member(account, (line -> 'record' ->> 'owner_id')::uuid) then '{}'
      else jsonb_build_object('owner_id', null, 'invited_owner_id', line -> 'record' -> 'owner_id')
    end
$$;
comment on function private.record_for_account(uuid, jsonb) is
  'The deleted record in a line of the bin as a record of an account.';
alter function private.record_for_account(uuid, jsonb) owner to cairn_definer;
create function private.line_for_account(account uuid, of_file text, line jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select line || jsonb_build_object('account_id', account) || case of_file
    when 'bin' then jsonb_build_object(
      'name', left(line ->> 'name', 120),
      'record', private.record_for_account(account, line),
      'links', private.links_by_known_names(line -> 'links')
    )
    when 'acts' then jsonb_build_object('departed', private.departed_by_known_names(line -> 'departed'))
    else '{}'
  end
$$;
comment on function private.line_for_account(uuid, text, jsonb) is 'A line of an archive as a row of an account.';
alter function private.line_for_account(uuid, text, jsonb) owner to cairn_definer;
create or replace function private.take_in_people(account uuid, inviter uuid, lines jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into private.former_members (account_id, email, left_at, user_id)
  -- A person of this server is known by their own departures alone: to name their id tells nothing of them.
  select
    account, lower(p.email), private.moment_in_archive(p.since),
    case when not exists (select from public.profiles known where known.id = p.id) then p.id end
  from jsonb_to_recordset(lines) as p (id uuid, email text, state text, since timestamptz)
  where p.state = 'left'
  on conflict do nothing;
  -- A month: there are many to write to. By their own time they count for no limit of today.
  with come as (
    select p.*
    from jsonb_to_recordset(lines) as p (
      id uuid, email text, name text, state text, permission_level text, job_role text, department text,
      since timestamptz, role text, knowledge_areas text[]
    )
    where p.state <> 'left' and not private.is_member(account, p.id)
  ),
  awaited as (
    insert into private.awaited_people (account_id, id, email, name, role, knowledge_areas)
    select account, c.id, lower(c.email), c.name, c.role, coalesce(c.knowledge_areas, '{}') from come c
  )
  insert into public.pending_invitations (
    id, account_id, email, name, job_role, department, permission_level, invited_by, expires_at, created_at
  )
  select
    c.id, account, c.email, c.name, c.job_role, c.department, c.permission_level, inviter, now() + interval '30 days', c.since
  from come c
  where not exists (
    select from public.pending_invitations i
    where i.account_id = account and i.email = lower(c.email) and i.accepted_at is null and i.declined_at is null
  );
end
$$;
create or replace function private.take_in_lines(account uuid, inviter uuid, of_file text, lines jsonb) returns void
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  asked record;
  of_people text[];
  whole text;
  given jsonb;
  shape record;
begin
  -- Keys find names that stand twice; looking for each one takes longer than all else.
  perform set_config('cairn.taking_in', 'on', true), set_config('cairn.names_are_known', 'on', true);
  if of_file = 'account' then
    update public.accounts a
    set name = lines -> 0 ->> 'name', newcomers_need_admission = (lines -> 0 ->> 'newcomers_need_admission')::boolean
    where a.id = account;
    return;
  elsif of_file = 'people' then
    perform private.take_in_people(account, inviter, lines);
    return;
  end if;
  select t.* into strict asked from private.archived_tables() t where t.file = of_file;
  if asked.read_only then
    return;
  end if;
  of_people := private.columns_of_people(asked.source);
  shape := private.columns_to_take_in(
    asked.source, asked.without || (asked.awaiting)[2:], lines -> 0
  );
  if shape.columns is null then
    raise exception 'The archive has a line without anything to read.' using errcode = '22023';
  end if;
  if of_file = 'history' then
    perform private.refuse_strange_history(lines);
  end if;
  -- Most lines are history, which names people without keys.
  if cardinality(of_people) = 0 and of_file not in ('bin', 'acts') then
    execute format(
      'insert into %1$s (account_id, %2$s) select $2, %3$s from jsonb_populate_recordset(null::%1$s, $1) r',
      asked.source, shape.columns, shape."values"
    )
    using lines, account;
    return;
  end if;
  select c into whole from unnest(of_people) as c where c in ('expert_id', 'person_id', 'user_id');
  select jsonb_agg(jsonb_build_object(
    'line', private.line_for_account(account, of_file, l.line),
    'strangers', private.strangers_in(account, l.line, of_people)
  ) order by l.place)
  into given
  from jsonb_array_elements(lines) with ordinality as l (line, place);
  insert into private.awaited_lines (account_id, file, key, is_whole, line)
  select
    account, of_file, (select string_agg(g -> 'line' ->> k.key, ' ' order by k.place)
      from unnest(asked.keys) with ordinality as k (key, place)),
    coalesce(g -> 'strangers' ? whole, false),
    case when g -> 'strangers' ? whole then (g -> 'line') - 'account_id' else (g -> 'strangers') - asked.awaiting end
  from jsonb_array_elements(given) as g
  where (g -> 'strangers') - asked.awaiting <> '{}';
  if exists (
    select from jsonb_array_elements(given) as g, jsonb_each_text(g -> 'strangers') as s
    where not exists (select from private.awaited_people w where w.account_id = account and w.id = s.value::uuid)
  ) then
    raise exception 'The archive names people or records that are not in it.' using errcode = '23503';
  end if;
  execute format(
    'insert into %1$s (account_id, %2$s) select $2, %3$s from jsonb_populate_recordset(null::%1$s, $1) r',
    asked.source, concat_ws(', ', shape.columns, quote_ident((asked.awaiting)[2])),
    concat_ws(', ', shape."values", 'r.' || quote_ident((asked.awaiting)[2]))
  )
  using (
    select coalesce(jsonb_agg(
      (g -> 'line') - (asked.awaiting)[2:]
        || (select coalesce(jsonb_object_agg(s, null), '{}') from jsonb_object_keys(g -> 'strangers') as s)
        || case when g -> 'strangers' ? (asked.awaiting)[1] then
          jsonb_build_object((asked.awaiting)[2], g -> 'strangers' -> (asked.awaiting)[1]) else '{}' end
    ), '[]')
    from jsonb_array_elements(given) as g
    where whole is null or not g -> 'strangers' ? whole
  ), account;
end
$$;
create or replace function private.give_awaited(account uuid, former uuid, person uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  asked record;
  waiting record;
begin
  update private.awaited_lines l
  set line = replace(l.line::text, former::text, person::text)::jsonb, key = replace(l.key, former::text, person::text)
  where l.account_id = account and position(former::text in l.line::text) > 0;
  for asked in
    select distinct t.file, t.source, t.keys, e.key as column_name
    from private.awaited_lines l
    join private.archived_tables() t on t.file = l.file
    cross join lateral jsonb_each_text(l.line) e
    where l.account_id = account and not l.is_whole and e.value = person::text
      and e.key = any (private.columns_of_people(t.source))
  loop
    execute format(
      'update %1$s r set %2$I = $2 from private.awaited_lines l
      where r.account_id = $1 and r.%2$I is null and l.account_id = $1 and l.file = $3 and not l.is_whole
        and l.line ->> %2$L = $2::text and l.key = concat_ws('' '', %3$s)',
      asked.source, asked.column_name,
      (select string_agg(format('r.%I', k), ', ' order by n) from unnest(asked.keys) with ordinality as u (k, n))
    ) using account, person, asked.file;
    update private.awaited_lines l
    set line = l.line - asked.column_name
    where l.account_id = account and l.file = asked.file and not l.is_whole
      and l.line ->> asked.column_name = person::text;
  end loop;
  delete from private.awaited_lines l where l.account_id = account and l.line = '{}';
  for waiting in
    with given as (
      delete from private.awaited_lines l
      using private.archived_tables() t
      where l.account_id = account and l.is_whole and t.file = l.file
        and person::text in (l.line ->> 'expert_id', l.line ->> 'person_id', l.line ->> 'user_id')
      returning l.file, l.line, t.place
    )
    select g.file, g.line from given g order by g.place
  loop
    begin
      perform private.take_in_lines(account, null, waiting.file, jsonb_build_array(waiting.line));
    -- The record is gone meanwhile, or they are its expert already.
    exception when foreign_key_violation or unique_violation then null;
    end;
  end loop;
end
$$;
drop function private.archived_row(jsonb);
drop function private.line_for_account(uuid,jsonb);
drop function private.put_back(text,jsonb,text);
