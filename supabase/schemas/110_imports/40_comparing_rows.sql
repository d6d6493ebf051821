-- Comparing rows: what a row would change of a record, as it is written and as people read it.

create function private.import_records(plan public.imports, ids uuid[])
returns table (id uuid, record jsonb, version timestamptz, may_change boolean)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query execute format(
    'select
      t.id,
      to_jsonb(t) || jsonb_build_object(
        ''owner'', coalesce(
          (select jsonb_build_object(''id'', p.id, ''name'', p.name) from public.profiles p where p.id = t.owner_id),
          (
            select jsonb_build_object(''id'', ''pending-'' || i.id, ''name'', i.name)
            from public.pending_invitations i where i.account_id = t.account_id and i.id = t.invited_owner_id
          ),
          (select jsonb_build_object(''id'', ''team-'' || e.id, ''name'', e.name) from public.teams e where e.id = t.team_id)
        ),
        ''experts'', array(
          select jsonb_build_object(''id'', p.id, ''name'', p.name)
          from public.record_experts e
          join public.profiles p on p.id = e.expert_id
          where e.account_id = t.account_id and e.record_id = t.id
          order by p.name, p.id
        ),
        ''tags'', array(select g.name from public.tags g where g.id = any (t.tags) order by g.name)
      ),
      t.updated_at,
      private.may_delete(to_jsonb(t))
    from public.%I t
    where t.account_id = $1 and t.id = any ($2)',
    private.catalogue_of(plan.kind)
  ) using plan.account_id, ids;
end
$$;
comment on function private.import_records(public.imports, uuid[]) is
  'Records as rows of a plan are compared with them, people and tags by name, and whether the caller may change them.';

create function private.names_of_people(people jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(p.value -> 'name' order by p.value ->> 'name'), '[]') from jsonb_array_elements(people) as p (value)
$$;
comment on function private.names_of_people(jsonb) is 'The names out of [{"id", "name"}].';

create function private.people_except(people jsonb, others jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(p.value -> 'id'), '[]')
  from jsonb_array_elements(people) as p (value)
  where not others @> jsonb_build_array(jsonb_build_object('id', p.value -> 'id'))
$$;
comment on function private.people_except(jsonb, jsonb) is 'The ids of people who are not among the others.';

create function private.folded_set(words jsonb) returns text[]
language sql immutable set search_path = ''
as $$
  select array(select distinct private.folded(w.word) from jsonb_array_elements_text(words) as w (word) order by 1)
$$;
comment on function private.folded_set(jsonb) is 'Words in small letters without accents, each once and in order.';

create function private.name_in_field(field public.own_fields, value jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  called text;
begin
  if field.type = 'member' then
    called := private.name_of_member(field.account_id, (value #>> '{}')::uuid);
  elsif field.type = 'record' and value is not null then
    execute format('select t.name from public.%I t where t.account_id = $1 and t.id = $2', private.catalogue_of(field.record_kind))
      into called using field.account_id, (value #>> '{}')::uuid;
  end if;
  return coalesce(to_jsonb(called), value, 'null');
end
$$;
comment on function private.name_in_field(public.own_fields, jsonb) is
  'A value of an own field as people read it: members and records by name.';

-- The new lists and people of a record; null where they stay.
create function private.compare_lists(
  key text, had jsonb, wanted jsonb, out write jsonb, out before jsonb, out after jsonb
)
language plpgsql immutable set search_path = ''
as $$
begin
  case key
    when 'owner' then
      if had -> 'id' is distinct from wanted -> 'id' then
        write := jsonb_build_object('owner', wanted -> 'id');
        before := had -> 'name';
        after := wanted -> 'name';
      end if;
    when 'experts' then
      write := jsonb_build_object(
        'add', private.people_except(wanted, had), 'remove', private.people_except(had, wanted)
      );
      if write = '{"add": [], "remove": []}' then
        write := null;
      else
        write := jsonb_build_object('experts', write);
        before := private.names_of_people(had);
        after := private.names_of_people(wanted);
      end if;
    when 'tags' then
      if private.folded_set(had) <> private.folded_set(wanted) then
        write := jsonb_build_object('tags', wanted);
        before := had;
        after := wanted;
      end if;
    when 'links' then
      after := (
        select jsonb_agg(jsonb_build_object('purpose', 'other', 'title', '', 'url', w.url))
        from jsonb_array_elements_text(wanted) as w (url)
        where not had @> jsonb_build_array(jsonb_build_object('url', w.url))
      );
      if after is not null then
        write := jsonb_build_object('links', had || after);
        before := jsonb_path_query_array(had, '$[*].url');
        after := before || jsonb_path_query_array(after, '$[*].url');
      end if;
    else
      if had <> wanted then
        write := jsonb_build_object(key, wanted);
        before := had;
        after := wanted;
      end if;
  end case;
end
$$;
comment on function private.compare_lists(text, jsonb, jsonb) is
  'The new value of a list, the owner or the experts of a record, as it is written and read; null where nothing changes.';

-- A cost and its currency change together: the new value of both.
create function private.import_cost(writes jsonb, record jsonb, out full_writes jsonb, out problem jsonb)
language plpgsql immutable set search_path = ''
as $$
declare
  cost constant jsonb := coalesce(case when writes ? 'cost_per_month' then writes -> 'cost_per_month' else record -> 'cost_per_month' end, 'null');
  currency constant jsonb := coalesce(case when writes ? 'cost_currency' then writes -> 'cost_currency' else record -> 'cost_currency' end, 'null');
begin
  full_writes := writes;
  if cost = 'null' and currency <> 'null' then
    full_writes := case
      when coalesce(record -> 'cost_currency', 'null') = 'null' then writes - 'cost_currency'
      else writes || '{"cost_currency": null}'
    end;
  elsif cost <> 'null' and currency = 'null' then
    problem := jsonb_build_object('field', 'cost_currency')
      || private.value_problem('cost.currency', 'A cost needs a currency of three capital letters, such as EUR.');
  end if;
end
$$;
comment on function private.import_cost(jsonb, jsonb) is
  'The values to write, with the currency of a cost, and the problem of a cost without a currency.';

-- Forms keep a description as it was typed; an import makes every text clean, which alone is no change.
create function private.is_unchanged_by_import(key text, had jsonb, wanted jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select jsonb_typeof(had) = 'string' and jsonb_typeof(wanted) = 'string' and wanted #>> '{}' = case key
    when 'description' then btrim(private.display_lines(had #>> '{}'), e' \n')
    else private.display_text(had #>> '{}')
  end
$$;
comment on function private.is_unchanged_by_import(text, jsonb, jsonb) is
  'Whether an import would turn a text into the text that a record has; null where one of them is no text.';

-- Long, because the three shapes of a value, own, list and column, are compared side by side.
create function private.compare_import_row(
  record jsonb, clean jsonb, fields jsonb, out writes jsonb, out cells jsonb, out problems jsonb
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  one record;
  had jsonb;
  before jsonb;
  after jsonb;
  field public.own_fields;
  compared record;
  list jsonb := '[]';
  cost record;
begin
  writes := '{}';
  problems := '[]';
  for one in
    select c.key, c.value from jsonb_each(clean) c where c.key not in (select r.key from private.relation_columns() r)
  loop
    if one.key like 'own.%' then
      had := record -> 'own' -> substr(one.key, 5);
      if coalesce(had, 'null') <> one.value then
        writes := jsonb_set(
          case when writes ? 'own' then writes else writes || '{"own": {}}' end, array['own', substr(one.key, 5)], one.value
        );
        before := had;
        after := nullif(one.value, 'null');
        if fields -> one.key ->> 'type' in ('member', 'record') then
          field := jsonb_populate_record(null::public.own_fields, fields -> one.key);
          before := private.name_in_field(field, before);
          after := private.name_in_field(field, after);
        end if;
        list := list || jsonb_build_object('field', one.key, 'before', before, 'after', after);
      end if;
    elsif one.key in ('owner', 'experts', 'tags', 'links', 'use_cases', 'users') then
      had := coalesce(record -> one.key, case one.key when 'owner' then 'null'::jsonb else '[]' end);
      compared := private.compare_lists(one.key, had, one.value);
      if compared.write is not null then
        writes := writes || compared.write;
        list := list || jsonb_build_object('field', one.key, 'before', compared.before, 'after', compared.after);
      end if;
    else
      had := nullif(coalesce(record -> one.key, 'null'), '""');
      if coalesce(had, 'null') <> one.value
        and (had is null or private.is_unchanged_by_import(one.key, had, one.value) is not true)
      then
        writes := writes || jsonb_build_object(one.key, case
          when one.value = 'null' and (select f.in_words from private.fields f where f.key = one.key) then '""' else one.value
        end);
        list := list || jsonb_build_object('field', one.key, 'before', had, 'after', one.value);
      end if;
    end if;
  end loop;
  cost := private.import_cost(writes, record);
  writes := cost.full_writes;
  if cost.problem is not null then
    problems := jsonb_build_array(cost.problem);
  end if;
  if jsonb_array_length(writes -> 'links') > 20 then
    problems := problems || (
      jsonb_build_object('field', 'links') || private.value_problem('links.count', 'Links must be a list of at most 20.')
    );
  end if;
  cells := list;
end
$$;
comment on function private.compare_import_row(jsonb, jsonb, jsonb) is
  'The changes that a row makes to a record, an empty object for a new one: as written by column, as people read them, and their problems. fields are definitions of own fields by key.';
