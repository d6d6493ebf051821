-- Fields in bulk: an act can give many records a value of a field, or take it away.

-- An earlier server may still write while this waits. Users write tags or records before acts and own values, so their
-- tables are taken in this order: otherwise each would hold what the other waits for.
lock table public.tags, public.systems, public.solutions, public.agents, public.automations in share row exclusive mode;

alter table public.acts drop constraint acts_action_known;
alter table public.acts add constraint acts_action_known check (private.holds(
  action in ('owner', 'status', 'expert', 'add_tag', 'remove_tag', 'field', 'delete', 'restore', 'handover', 'undo'),
  'Action must be owner, status, expert, add_tag, remove_tag, field, delete, restore, handover or undo.'
));

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
comment on function private.part_of_act(text) is
  'Which lines of the history an act of a sort makes; null for a field, whose lines have its key.';
create or replace function private.is_held_member(account uuid, words text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_uuid(words) then
    return false;
  end if;
  -- What only reads holds nobody.
  if current_setting('transaction_read_only')::boolean then
    perform from public.account_members m where m.account_id = account and m.user_id = words::uuid;
    return found;
  end if;
  perform from public.account_members m
  where m.account_id = account and m.user_id = words::uuid
  for key share;
  return found;
end
$$;
comment on function private.is_held_member(uuid, text) is
  'Whether it is the id of a member, who cannot leave before the transaction ends, if that writes anything.';
create function private.json_type_of(type text) returns text
language sql immutable set search_path = ''
as $$
  select case type when 'number' then 'number' when 'yes_no' then 'boolean' when 'choices' then 'array' else 'string' end
$$;
comment on function private.json_type_of(text) is 'As which kind of JSON the values of a type of field are stored.';
alter function private.json_type_of(text) owner to cairn_definer;
create or replace function private.own_value(field public.own_fields, label text, value jsonb, was jsonb default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  clean jsonb := value;
  problem text;
begin
  if jsonb_typeof(clean) is distinct from private.json_type_of(field.type) then
    if coalesce(clean, 'null') in ('null', '""') then
      return null;
    end if;
    problem := case field.type
      when 'number' then 'must be a number.'
      when 'yes_no' then 'must be yes or no.'
      when 'choices' then 'must be some of its present choices.'
      else 'must be a text.'
    end;
  else
    clean := case field.type
      when 'text' then to_jsonb(private.display_text(clean #>> '{}'))
      when 'long_text' then to_jsonb(btrim(private.display_lines(clean #>> '{}'), e' \n'))
      when 'number' then to_jsonb(trim_scale((clean #>> '{}')::numeric))
      when 'address' then to_jsonb(btrim(clean #>> '{}'))
      when 'member' then to_jsonb(lower(clean #>> '{}'))
      when 'record' then to_jsonb(lower(clean #>> '{}'))
      when 'choices' then private.choices_in_order(field, array(select jsonb_array_elements_text(clean)))
      else clean
    end;
    if clean in ('""', '[]') then
      return null;
    end if;
    problem := private.problem_of_own_value(field, clean, was);
  end if;
  if problem is not null then
    raise exception '% %', label, problem using errcode = '23514';
  end if;
  return clean;
end
$$;
create function private.is_field_key(key text) returns boolean
language sql immutable set search_path = ''
as $$
  select key like 'own.%' or key in (
    'vendor', 'department', 'criticality', 'data_class', 'lifecycle', 'cost_per_month', 'cost_currency', 'renews_on'
  )
$$;
comment on function private.is_field_key(text) is 'Whether a word is what a built-in field is called, or how own fields are.';
alter function private.is_field_key(text) owner to cairn_definer;
create function private.field_in_bulk(kind text, key text) returns public.own_fields
language plpgsql stable security definer set search_path = ''
as $$
declare
  field public.own_fields;
  label constant text := case key
    when 'vendor' then 'Vendor'
    when 'department' then 'Department'
    when 'criticality' then 'Criticality'
    when 'data_class' then 'Data class'
    when 'lifecycle' then 'Lifecycle'
    when 'cost_per_month' then 'Cost per month'
    when 'cost_currency' then 'Currency'
    when 'renews_on' then 'Renewal'
  end;
begin
  if label is not null then
    return jsonb_populate_record(null::public.own_fields, jsonb_build_object(
      'name', label,
      'type', (select f.type from private.filter_field(null, kind, key) f),
      'required', false,
      'choices', (select jsonb_agg(jsonb_build_object('id', c)) from unnest(private.built_in_choices(key)) as c)
    ));
  end if;
  select f.* into field
  from public.own_fields f
  where f.account_id = private.my_account() and f.kind = field_in_bulk.kind and field_in_bulk.key = 'own.' || f.key;
  if field.id is null then
    raise exception 'There is no field %.', left(key, 100) using errcode = '23514', hint = 'Load the page again.';
  elsif field.deleted_at is not null then
    raise exception '% was deleted.', field.name using errcode = '23514', hint = 'Load the page again.';
  elsif field.retired_at is not null then
    raise exception '% is retired.', field.name
      using errcode = '23514', hint = 'An administrator can bring it back in the settings.';
  end if;
  return field;
end
$$;
comment on function private.field_in_bulk(text, text) is
  'The definition of a field that can be changed in bulk, that of a built-in one made up for it; refuses others by name.';
alter function private.field_in_bulk(text, text) owner to cairn_definer;
create function private.json_in_bulk(value text) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return value::jsonb;
exception
  when invalid_text_representation or untranslatable_character then
    return null;
end
$$;
comment on function private.json_in_bulk(text) is 'A text as JSON; null where it is none.';
alter function private.json_in_bulk(text) owner to cairn_definer;
create function private.fields_in_bulk(kind text, value text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  given jsonb := private.json_in_bulk(value);
  clean jsonb := '{}';
  one record;
  field public.own_fields;
  found jsonb;
begin
  if jsonb_typeof(given) is distinct from 'object' then
    given := '{}';
  end if;
  if given @> '{"cost_per_month": null}' then
    given := given || '{"cost_currency": null}';
  end if;
  if (select count(*) from jsonb_object_keys(given - 'cost_currency')) <> 1
    or given ? 'cost_currency' and not given ? 'cost_per_month'
  then
    raise exception 'Name one field and its value. A cost comes with its currency.' using errcode = '22023';
  end if;
  for one in select g.key, g.value from jsonb_each(given) g loop
    field := private.field_in_bulk(kind, one.key);
    found := private.own_value(field, field.name, one.value);
    if found is null and field.required then
      raise exception '% is required.', field.name using errcode = '23514';
    end if;
    if one.key = 'cost_per_month' then
      found := to_jsonb(round((found #>> '{}')::numeric, 2));
    end if;
    clean := clean || jsonb_build_object(one.key, found);
  end loop;
  perform private.built_in_fields_hold(
    coalesce(clean ->> 'vendor', ''), coalesce(clean ->> 'department', ''), clean ->> 'criticality',
    clean ->> 'data_class', clean ->> 'lifecycle', (clean ->> 'cost_per_month')::numeric, clean ->> 'cost_currency',
    (clean ->> 'renews_on')::date, '[]'
  );
  return clean;
end
$$;
comment on function private.fields_in_bulk(text, text) is
  'The value of a field that a change in bulk gives, as it is stored: {key: value}, null for none, of a cost two of them. Refuses what the field cannot have, or what is no such value, in a sentence.';
alter function private.fields_in_bulk(text, text) owner to cairn_definer;
grant execute on function private.fields_in_bulk(text, text) to authenticated;
create function private.name_of_fields(fields jsonb) returns text
language sql immutable set search_path = ''
as $$
  select max(k) from jsonb_object_keys(fields) as k
$$;
comment on function private.name_of_fields(jsonb) is 'By which key the fields of a change in bulk are named in its act.';
alter function private.name_of_fields(jsonb) owner to cairn_definer;
grant execute on function private.name_of_fields(jsonb) to authenticated;
create function private.value_in_record(key text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when key like 'own.%' then format('t.own -> %L', substr(key, 5))
    when key in ('vendor', 'department') then format('to_jsonb(nullif(t.%I, ''''))', key)
    else format('to_jsonb(t.%I)', key)
  end
$$;
comment on function private.value_in_record(text) is
  'What a record t has in a built-in or own field, as an expression of JSON that is null for none.';
alter function private.value_in_record(text) owner to cairn_definer;
grant execute on function private.value_in_record(text) to authenticated;
create function private.has_fields(fields jsonb) returns text
language sql immutable set search_path = ''
as $$
  select string_agg(
    format('%s is not distinct from nullif($2::jsonb -> %L, ''null'')', private.value_in_record(k), k), ' and '
  )
  from jsonb_object_keys(fields) as k
$$;
comment on function private.has_fields(jsonb) is
  'The condition that a record t has the fields of a change in bulk ($2) already.';
alter function private.has_fields(jsonb) owner to cairn_definer;
grant execute on function private.has_fields(jsonb) to authenticated;
create function private.fields_before(fields jsonb) returns text
language sql immutable set search_path = ''
as $$
  select format('jsonb_strip_nulls(jsonb_build_object(%s))', string_agg(
    format(
      '%1$L, case jsonb_typeof(%2$s) when ''string'' then to_jsonb(left(%2$s #>> ''{}'', 200)) else %2$s end',
      k, '(' || private.value_in_record(k) || ')'
    ),
    ', '
  ))
  from jsonb_object_keys(fields) as k
$$;
comment on function private.fields_before(jsonb) is
  'What a record t has in the fields of a change in bulk, as an expression: {key: value}, without what it has not.';
alter function private.fields_before(jsonb) owner to cairn_definer;
grant execute on function private.fields_before(jsonb) to authenticated;
create function private.field_statement(catalogue text, fields jsonb) returns text
language sql immutable set search_path = ''
as $$
  select format(
    'with done as (
      update public.%I t set %s
      where t.id = any ($1) and t.updated_at <= $3 and not (%s)
      returning t.id
    )
    select array(select d.id from done d)',
    catalogue,
    string_agg(
      case
        when k like 'own.%' then format('own = t.own || jsonb_build_object(%L, $2::jsonb -> %L)', substr(k, 5), k)
        when k in ('vendor', 'department') then format('%I = coalesce($2::jsonb ->> %L, '''')', k, k)
        when k = 'cost_per_month' then format('%I = ($2::jsonb ->> %L)::numeric', k, k)
        when k = 'renews_on' then format('%I = ($2::jsonb ->> %L)::date', k, k)
        else format('%I = $2::jsonb ->> %L', k, k)
      end,
      ', '
    ),
    private.has_fields(fields)
  )
  from jsonb_object_keys(fields) as k
$$;
comment on function private.field_statement(text, jsonb) is
  'What gives many records the fields of a change in bulk and tells the ids: $1 ids, $2 fields, $3 until when they are unchanged.';
alter function private.field_statement(text, jsonb) owner to cairn_definer;
grant execute on function private.field_statement(text, jsonb) to authenticated;
create or replace function private.count_in_bulk(kind text, action text, value text, ids uuid[], seen_at timestamptz) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  answer jsonb;
begin
  execute format(
    'select jsonb_build_object(
      ''total'', count(*),
      ''changes'', count(*) filter (where r.reason is null),
      ''no_right'', count(*) filter (where r.reason = ''no_right''),
      ''already'', count(*) filter (where r.reason = ''already''),
      ''changed_meanwhile'', count(*) filter (where r.reason = ''changed_meanwhile''),
      ''left_out'', coalesce(
        jsonb_agg(jsonb_build_object(''id'', r.id, ''name'', r.name, ''reason'', r.reason) order by r.place)
          filter (where r.place <= 20 and r.reason is not null),
        ''[]''
      ),
      ''first'', coalesce(
        jsonb_agg(jsonb_build_object(
          ''id'', r.id, ''name'', r.name, ''before'', r.before, ''fields'', r.fields
        ) order by r.place) filter (where r.place <= 50 and r.reason is null),
        ''[]''
      ),
      ''before'', coalesce(
        jsonb_object_agg(coalesce(r.before, ''''), r.alike) filter (where r.reason is null),
        ''{}''
      )
    )
    from (
      select
        c.*,
        row_number() over (partition by c.reason is null order by lower(c.name), c.id) as place,
        count(*) over (partition by c.reason is null, c.before) as alike
      from (
        select t.id, t.name, %4$s as before, %5$s as fields, case
          when not %2$s then ''no_right''
          when %3$s then ''already''
          when t.updated_at > $3 and $4 then ''changed_meanwhile''
        end as reason
        from public.%1$I t
        where t.id = any ($1)
      ) c
    ) r',
    private.catalogue_of(kind),
    -- The policies, once more, to say why; they themselves decide when it is done.
    case
      when action = 'expert' then '(select private.my_rank()) >= 1'
      else '(
        (select private.my_rank()) >= 2
        or (select private.my_rank()) = 1 and (select private.caller_id()) in (t.created_by, t.owner_id) is true
      )'
    end,
    case action
      when 'owner' then 'coalesce(t.owner_id, t.invited_owner_id) is not distinct from $2::uuid'
      when 'status' then 't.status = $2'
      when 'expert' then 'exists (
        select from public.record_experts e
        where e.account_id = t.account_id and e.record_id = t.id and e.expert_id = $2::uuid
      )'
      when 'add_tag' then '$2::uuid = any (t.tags)'
      when 'remove_tag' then '$2::uuid <> all (t.tags)'
      when 'field' then private.has_fields(value::jsonb)
      else 'false'
    end,
    case action
      when 'owner' then 'coalesce(t.owner_id::text, ''invited:'' || t.invited_owner_id)'
      when 'status' then 't.status'
      -- Texts would be as many as records: how many have one is enough.
      when 'field' then format('case when %s <> ''{}'' then ''filled'' end', private.fields_before(value::jsonb))
      else 'null::text'
    end,
    case action when 'field' then private.fields_before(value::jsonb) else '''{}''::jsonb' end
  )
    into answer using ids, value, coalesce(seen_at, 'infinity'), action <> 'expert';
  return answer;
end
$$;
comment on function private.count_in_bulk(text, text, text, uuid[], timestamptz) is
  'How many records a change in bulk would change, and why it would leave others out; the first 20 of these by name. Of those that change, how many there are of each owner or status that goes (before; empty for none; of a field only whether it is filled), and the first 50, with what they have in the fields that change. The value of a field is that of private.fields_in_bulk.';
create or replace function private.refuse_bulk(action text, value text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if action is null or action not in ('owner', 'status', 'expert', 'add_tag', 'remove_tag', 'field', 'delete') then
    raise exception 'You can change the owner, an expert, a tag, the status or a field of many records, or delete them.'
      using errcode = '22023';
  end if;
  if action in ('add_tag', 'remove_tag')
    and not exists (select from public.tags t where t.account_id = private.my_account() and t.id = value::uuid)
  then
    raise exception 'There is no such tag.' using errcode = '23503', hint = 'It may have been deleted. Choose another tag.';
  end if;
  if action = 'expert' or action = 'owner' and value is not null and not private.is_invited_in_bulk(action, value) then
    perform private.refuse_stranger(value::uuid);
  end if;
end
$$;
create or replace function public.preview_bulk(
  kind text, action text, value text default null, ids uuid[] default null, query text default '',
  statuses text[] default null, owners uuid[] default null, without_owner boolean default false, gaps text[] default null,
  excepted uuid[] default null, tags uuid[] default null, all_tags boolean default false,
  conditions jsonb default null
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  meant constant uuid[] := private.records_in_bulk(
    kind, ids, query, statuses, owners, without_owner, gaps, excepted, tags, coalesce(all_tags, false),
    conditions
  );
  wanted constant text := case action when 'field' then private.fields_in_bulk(kind, value)::text else value end;
  gone uuid[] := '{}';
begin
  perform private.refuse_bulk(action, value);
  if action = 'delete' then
    perform private.refuse_many_deletions(cardinality(meant));
    gone := private.deletable(kind, meant, 'infinity');
  end if;
  return private.count_in_bulk(kind, action, wanted, meant, null) || jsonb_build_object(
    'seen_at', now(),
    'deletes', gone,
    'impact', public.get_deletion_impact(kind, gone)
  );
end
$$;
comment on function public.preview_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], uuid[], uuid[], boolean, jsonb) is
  'What a change in bulk would do: {"total", "changes", "no_right", "already", "left_out", "before", "first", "seen_at", "deletes", "impact"}. It says from which owners or statuses (before) with the first 50 records (first: {"id", "name", "before", "fields"}). Of left_out it gives the first 20 with their reason, of deletes the ids that a deletion would delete. The impact is what depends on these, as get_deletion_impact says it. The action is owner (value: a member, an open invitation, or null), status (value), expert (value: a member), add_tag or remove_tag (value: a tag), field, or delete. The value of field is a text such as {"own.seats": 12}, null for none, a cost with its currency; before then says how many are "filled" or empty. The records are those of the ids, or those that fit a filter as that of find_records, without the excepted.';
create or replace function public.change_in_bulk(
  kind text, action text, value text default null, ids uuid[] default null, query text default '',
  statuses text[] default null, owners uuid[] default null, without_owner boolean default false,
  gaps text[] default null, seen_at timestamptz default null, reason text default '', move_to uuid default null,
  told boolean default false, excepted uuid[] default null, tags uuid[] default null, all_tags boolean default false,
  conditions jsonb default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  meant constant uuid[] := private.records_in_bulk(
    kind, ids, query, statuses, owners, without_owner, gaps, excepted, tags, coalesce(all_tags, false),
    conditions
  );
  until constant timestamptz := coalesce(seen_at, 'infinity');
  invited constant boolean := private.is_invited_in_bulk(action, value);
  fields constant jsonb := case action when 'field' then private.fields_in_bulk(kind, value) end;
  counted jsonb;
  departed jsonb;
  changed uuid[];
  act uuid;
begin
  perform private.refuse_bulk(action, value);
  if action = 'delete' then
    perform private.refuse_many_deletions(cardinality(meant));
  end if;
  counted := private.count_in_bulk(kind, action, coalesce(fields::text, value), meant, seen_at);
  if action = 'owner' then
    departed := private.departed_of(meant);
  end if;
  if action = 'delete' then
    changed := private.hold_deletable(kind, meant, until);
    if cardinality(changed) > 0 then
      perform public.delete_records(kind, changed, left(reason, 500), move_to, told);
    end if;
  elsif action = 'field' then
    execute private.field_statement(private.catalogue_of(kind), fields) into changed using meant, fields, until;
  else
    execute private.bulk_statement(action, private.catalogue_of(kind))
      into changed using meant, value, until, invited, kind;
  end if;
  if cardinality(changed) > 0 then
    act := private.note_act(
      private.my_account(), action,
      case action when 'field' then private.name_of_fields(fields) else value end,
      coalesce(private.part_of_act(action), array(select jsonb_object_keys(fields))), departed
    );
  end if;
  return counted || jsonb_build_object(
    'act', act,
    'changes', cardinality(changed),
    'changed_meanwhile', (counted ->> 'total')::integer - (counted ->> 'no_right')::integer
      - (counted ->> 'already')::integer - cardinality(changed)
  );
end
$$;
create or replace function private.checked_lines(of_act uuid, skip integer default 0, at_most integer default null)
returns table (
  place bigint, kind text, record_id uuid, record_name text, part text, before jsonb, after jsonb, changed_at timestamptz,
  is_there boolean, problem text, problem_by uuid
)
language sql stable security definer set search_path = ''
as $$
  with act as materialized (
    select a.* from public.acts a where a.id = of_act and a.account_id = (select private.my_account())
  ),
  caller as materialized (
    select private.caller_id() as id, coalesce(private.my_rank(), -1) as rank, array(select private.kinds_in_use()) as kinds
  ),
  line as materialized (
    select
      h.kind, h.record_id, h.record_name, coalesce(h.field, h.action) as part, h.before, h.after, h.changed_at,
      row_number() over (order by lower(h.record_name), h.record_id, h.changed_at, h.id) as place
    from act a
    join public.record_history h on h.account_id = a.account_id and h.act = a.id
    where coalesce(h.field, h.action) = any (a.parts)
    order by place
    limit at_most offset greatest(coalesce(skip, 0), 0)
  )
  select
    l.place, l.kind, l.record_id, l.record_name, l.part, l.before, l.after, l.changed_at, r.id is not null,
    case
      when newer.id is not null and newer.action in ('deleted', 'restored') then newer.action
      when newer.id is not null then 'changed'
      when l.part = 'deleted' and b.record_id is null or l.part <> 'deleted' and r.id is null then 'gone'
      when not case l.part
        when 'deleted' then private.may_restore(a.account_id, b.record, b.deleted_at)
        when 'experts' then c.rank >= 1
        else c.rank >= 2 or c.rank = 1 and (
          c.id in (r.created_by, r.owner_id) is true
          -- A caller who gave a record away may have it back.
          or l.part = 'owner_id' and a.done_by = c.id and l.before = to_jsonb(c.id)
        )
      end then 'not_allowed'
      when c.rank < 3 and l.kind <> all (c.kinds) then 'switched_off'
      when l.part = 'deleted' and private.name_is_taken(a.account_id, l.kind, b.name) then 'name_taken'
      when former.left_since then 'left'
      when former.tag_gone then 'tag_gone'
      when l.part like 'own.%' then private.problem_of_former_value(a.account_id, l.kind, substr(l.part, 5), l.before)
    end,
    newer.changed_by
  from line l
  cross join act a
  cross join caller c
  left join private.records r on l.part <> 'deleted' and r.account_id = a.account_id and r.kind = l.kind and r.id = l.record_id
  left join public.binned_records b
    on l.part = 'deleted' and b.account_id = a.account_id and b.kind = l.kind and b.record_id = l.record_id and b.act = a.id
  left join lateral (
    select n.id, n.action, n.changed_by
    from public.record_history n
    where n.account_id = a.account_id and n.record_id = l.record_id and n.changed_at > l.changed_at and n.act <> a.id
      and case
        when l.part = 'deleted' then n.action <> 'updated'
        when r.id is null then n.action = 'deleted'
        when l.part = 'restored' then true
        when l.part = 'experts'
          then n.field = 'experts' and coalesce(n.after, n.before) -> 'id' = coalesce(l.after, l.before) -> 'id'
        when l.part = 'tags' then n.field = 'tags' and (
          n.changed_by is distinct from c.id
          or private.changed_tags(n.before, n.after) && private.changed_tags(l.before, l.after)
        )
        -- An amount and its currency are one.
        when l.part in ('cost_per_month', 'cost_currency') then n.field in ('cost_per_month', 'cost_currency')
        else n.field = l.part
      end
    order by n.changed_at desc, n.id
    limit 1
  ) newer on true
  cross join lateral (
    select case
      when l.part = 'experts' and l.after is null or l.part = 'owner_id' and jsonb_typeof(l.before) = 'string' then not exists (
        select from public.account_members m
        where m.account_id = a.account_id
          and m.user_id = (case l.part when 'experts' then l.before ->> 'id' else l.before #>> '{}' end)::uuid
      )
      when l.part = 'owner_id' and jsonb_typeof(l.before) = 'object' then not exists (
        select from public.pending_invitations i
        where i.account_id = a.account_id and i.id = (l.before ->> 'id')::uuid
          and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
      )
      else false
    end as left_since,
    l.part = 'tags' and exists (
      select from unnest(private.lost_tags(l.before, l.after)) as lost (id)
      where not exists (select from public.tags t where t.account_id = a.account_id and t.id = lost.id)
    ) as tag_gone
  ) former
  order by l.place
$$;
comment on function private.checked_lines(uuid, integer, integer) is
  'The lines of an act of the caller''s account, by name, and what speaks against taking each back: changed, deleted or restored since (by whom), gone, not_allowed, switched_off, name_taken, left (the former owner, expert or value), tag_gone (deleted since), field_gone (deleted since), value_gone (the field cannot have it any more), or nothing.';
create or replace function public.undo_act(act_param uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  done constant public.acts := private.hold_act(act_param);
  lines jsonb;
  good jsonb;
  departed jsonb;
  undoing uuid;
  counted integer;
begin
  -- An undo is an act of its own, even in the transaction of what it takes back.
  perform set_config('cairn.act', '', true);
  select coalesce(jsonb_agg(l), '[]') into lines from private.checked_lines(done.id) l;
  if 'deleted' = any (done.parts) then
    lines := private.restore_of_act(lines);
  end if;
  select coalesce(jsonb_agg(l.value), '[]'), count(distinct l.value ->> 'record_id')
  into good, counted
  from jsonb_array_elements(lines) as l (value)
  where l.value ->> 'problem' is null;
  departed := private.departed_of(array(select (l.value ->> 'record_id')::uuid from jsonb_array_elements(good) as l (value)));
  perform private.put_former_values(good);
  perform private.put_former_experts(good);
  perform private.put_former_tags(good);
  perform private.put_former_fields(good);
  perform private.delete_again(good);
  perform private.restore_departed_owners(done.departed, array(
    select l.record_id from jsonb_to_recordset(good) as l (record_id uuid, part text) where l.part = 'owner_id'
  ));
  undoing := private.note_act(
    done.account_id, 'undo', null, private.parts_of_undo(done.parts), departed, done.id
  );
  return jsonb_build_object(
    'act', undoing,
    'undone', counted,
    'left', private.grouped_problems(lines)
  );
end
$$;
create function private.problem_of_former_value(account uuid, kind text, key text, value jsonb) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  field public.own_fields;
begin
  select f.* into field
  from public.own_fields f
  where f.account_id = account and f.kind = problem_of_former_value.kind and f.key = problem_of_former_value.key
    and f.deleted_at is null;
  return case
    when field.id is null then 'field_gone'
    when value is null then null
    when jsonb_typeof(value) <> private.json_type_of(field.type) then 'value_gone'
    -- Reading only: a member is not held for it.
    when field.type = 'member' then case
      when not exists (
        select from public.account_members m where m.account_id = account and m.user_id::text = value #>> '{}'
      ) then 'left'
    end
    when private.problem_of_own_value(field, value, null) is not null then 'value_gone'
  end;
end
$$;
comment on function private.problem_of_former_value(uuid, text, text, jsonb) is
  'Why an own field cannot have a former value back: field_gone, value_gone or left; null where it can.';
alter function private.problem_of_former_value(uuid, text, text, jsonb) owner to cairn_definer;
create function private.put_former_fields(lines jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  kind text;
begin
  for kind in
    select distinct l.kind
    from jsonb_to_recordset(lines) as l (kind text, part text)
    where private.is_field_key(l.part)
  loop
    -- All fields of a record at once: an amount is never without its currency.
    execute format(
      'with first as (
        select distinct on (l.record_id, l.part) l.record_id, l.part, l.before
        from jsonb_to_recordset($2) as l (kind text, record_id uuid, part text, before jsonb, changed_at timestamptz)
        where l.kind = $3
        order by l.record_id, l.part, l.changed_at
      ),
      was as materialized (
        select
          f.record_id,
          jsonb_object_agg(f.part, f.before) as fields,
          coalesce(array_agg(substr(f.part, 5)) filter (where f.part like ''own.%%''), ''{}'') as keys,
          coalesce(
            jsonb_object_agg(substr(f.part, 5), f.before) filter (where f.part like ''own.%%'' and f.before is not null),
            ''{}''
          ) as own
        from first f
        where private.is_field_key(f.part)
        group by f.record_id
      )
      update public.%I t
      set vendor = case when h.fields ? ''vendor'' then coalesce(h.fields ->> ''vendor'', '''') else t.vendor end,
        department = case
          when h.fields ? ''department'' then coalesce(h.fields ->> ''department'', '''') else t.department
        end,
        criticality = case when h.fields ? ''criticality'' then h.fields ->> ''criticality'' else t.criticality end,
        data_class = case when h.fields ? ''data_class'' then h.fields ->> ''data_class'' else t.data_class end,
        lifecycle = case when h.fields ? ''lifecycle'' then h.fields ->> ''lifecycle'' else t.lifecycle end,
        cost_per_month = case
          when h.fields ? ''cost_per_month'' then (h.fields ->> ''cost_per_month'')::numeric else t.cost_per_month
        end,
        cost_currency = case
          when h.fields ? ''cost_currency'' then h.fields ->> ''cost_currency'' else t.cost_currency
        end,
        renews_on = case when h.fields ? ''renews_on'' then (h.fields ->> ''renews_on'')::date else t.renews_on end,
        own = (t.own - h.keys) || h.own
      from was h
      where t.account_id = $1 and t.id = h.record_id',
      private.catalogue_of(kind)
    ) using private.my_account(), lines, kind;
  end loop;
end
$$;
comment on function private.put_former_fields(jsonb) is
  'Gives records back what they had in built-in and own fields before an act.';
alter function private.put_former_fields(jsonb) owner to cairn_definer;
create or replace function private.act_as_read(a public.acts) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', a.id,
    'action', a.action,
    'kind', a.kind,
    'value', a.value,
    'value_name', case
      when a.action in ('owner', 'expert', 'handover') then coalesce(
        private.name_of_member(a.account_id, a.value::uuid),
        (select i.name from public.pending_invitations i where i.account_id = a.account_id and i.id = a.value::uuid)
      )
      when a.action in ('add_tag', 'remove_tag') then coalesce(
        (select t.name from public.tags t where t.account_id = a.account_id and t.id = a.value::uuid),
        private.tag_in_act(a)
      )
      when a.action = 'field' then (
        select f.name from public.own_fields f
        where f.account_id = a.account_id and f.kind = a.kind and a.value = 'own.' || f.key
      )
    end,
    'records', a.records,
    'done_by', a.done_by,
    'done_by_name', private.name_of_member(a.account_id, a.done_by),
    'done_at', a.done_at,
    'undone_by', (
      select jsonb_build_object(
        'act', u.id, 'done_by', u.done_by, 'done_by_name', private.name_of_member(u.account_id, u.done_by),
        'done_at', u.done_at, 'records', u.records
      )
      from public.acts u
      where u.account_id = a.account_id and u.undoes = a.id
      order by u.done_at desc
      limit 1
    )
  )
$$;
comment on function private.act_as_read(public.acts) is
  'An act with the names of people, tags and own fields: {"id", "action", "kind", "value", "value_name", "records", "done_by", "done_by_name", "done_at", "undone_by": {"act", "done_by", "done_by_name", "done_at", "records"}}. undone_by is its last undo.';
comment on table public.acts is 'What was done to many records at a stroke; the lines are in record_history.';
comment on column public.acts.id is 'The act of its lines in the history.';
comment on column public.acts.kind is 'system, solution, agent or automation; empty where records of several kinds changed.';
comment on column public.acts.value is
  'The status that records got; or the id of the owner, expert or tag that they got, of the tag that they lost, or of the member whose records were handed over. Of a field its key.';
comment on column public.acts.parts is 'The fields that changed, deleted or restored: which lines of the history count.';
comment on column public.acts.records is 'How many records were changed.';
comment on column public.acts.undoes is 'The act that this one takes back.';
comment on column public.acts.departed is
  'Whose owner had left before the records got another one, as in departed_owners, without the names.';
comment on column public.acts.done_by is 'The person. Stays when the person leaves.';
