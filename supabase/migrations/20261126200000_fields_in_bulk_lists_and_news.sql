-- Fields are changed in bulk, looked up by lists, and named in news; tags that are merged are merged in views too.

-- An earlier server may still write while this waits. Users write tags or records before acts and own values, so their
-- tables are taken in this order: otherwise each would hold what the other waits for.
lock table public.tags, public.systems, public.solutions, public.agents, public.automations in share row exclusive mode;

-- An act can give many records a value of a field, or take it away.
alter table public.acts drop constraint acts_action_known;
alter table public.acts add constraint acts_action_known check (private.holds(
  action in ('owner', 'status', 'expert', 'add_tag', 'remove_tag', 'field', 'delete', 'restore', 'handover', 'undo'),
  'Action must be owner, status, expert, add_tag, remove_tag, field, delete, restore, handover or undo.'
));

drop function private.as_seen_by(jsonb, uuid);

-- The colors are listed once.
create function private.is_color(color text) returns boolean
language sql immutable set search_path = ''
as $$
  select color in ('gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink')
$$;
comment on function private.is_color(text) is 'Whether tags and choices can have the color.';
alter function private.is_color(text) owner to cairn_definer;
grant execute on function private.is_color(text) to authenticated, service_role, cairn_owner;

alter table public.tags
  drop constraint tags_color_known,
  add constraint tags_color_known check (private.holds(
    private.is_color(color),
    'Color must be gray, red, orange, yellow, green, teal, blue, purple or pink.'
  ));

-- What lists ask of texts and members is looked up, so texts are kept as they are compared, and members as any value.
alter table private.own_values
  drop column person_id,
  alter column text_value type text collate "C";

create or replace function private.own_value_rows(field public.own_fields, record_id uuid, value jsonb)
returns setof private.own_values
language sql security definer set search_path = ''
as $$
  select
    field.account_id, field.kind, record_id, field.id, (e.place - 1)::smallint,
    case
      when field.type in ('text', 'address') then left(private.folded(e.value), 200)
      when field.type in ('choice', 'choices', 'member', 'record') then e.value
      when field.type = 'yes_no' then case e.value when 'true' then 'yes' else 'no' end
    end,
    case field.type when 'number' then e.value::numeric end,
    case field.type when 'date' then e.value::date end
  from jsonb_array_elements_text(case jsonb_typeof(value) when 'array' then value else jsonb_build_array(value) end)
    with ordinality as e (value, place)
  where field.type <> 'long_text'
$$;

-- Texts that are kept whole follow from what is kept, without those that are as they were. The records are read for
-- members, of whom those were missing who had left, and for long texts. Folded, a text may be longer, as with ß.
update private.own_values v
set text_value = left(private.folded(v.text_value), 200)
from public.own_fields f
where f.account_id = v.account_id and f.id = v.field_id and f.type in ('text', 'address')
  and char_length(v.text_value) < 200 and private.folded(v.text_value) <> v.text_value;

do $$
declare
  field public.own_fields;
begin
  for field in
    select f.*
    from public.own_fields f
    where f.type = 'member' or f.type in ('text', 'address') and exists (
      select from private.own_values v
      where v.account_id = f.account_id and v.field_id = f.id and char_length(v.text_value) = 200
    )
  loop
    perform private.refill_own_values(field);
  end loop;
end
$$;

create index systems_vendor_idx on public.systems (account_id, (nullif(private.folded(vendor), '') collate "C"))
  where vendor <> '';
create index systems_department_idx on public.systems (account_id, (nullif(private.folded(department), '') collate "C"))
  where department <> '';
create index systems_words_idx on public.systems
  using gin (
    account_id,
    private.folded(vendor) extensions.gin_trgm_ops,
    private.folded(department) extensions.gin_trgm_ops
  )
  where vendor <> '' or department <> '';
create index systems_cost_per_month_idx on public.systems (account_id, cost_per_month) where cost_per_month is not null;
create index solutions_vendor_idx on public.solutions (account_id, (nullif(private.folded(vendor), '') collate "C"))
  where vendor <> '';
create index solutions_department_idx on public.solutions (account_id, (nullif(private.folded(department), '') collate "C"))
  where department <> '';
create index solutions_words_idx on public.solutions
  using gin (
    account_id,
    private.folded(vendor) extensions.gin_trgm_ops,
    private.folded(department) extensions.gin_trgm_ops
  )
  where vendor <> '' or department <> '';
create index solutions_cost_per_month_idx on public.solutions (account_id, cost_per_month) where cost_per_month is not null;
create index agents_vendor_idx on public.agents (account_id, (nullif(private.folded(vendor), '') collate "C"))
  where vendor <> '';
create index agents_department_idx on public.agents (account_id, (nullif(private.folded(department), '') collate "C"))
  where department <> '';
create index agents_words_idx on public.agents
  using gin (
    account_id,
    private.folded(vendor) extensions.gin_trgm_ops,
    private.folded(department) extensions.gin_trgm_ops
  )
  where vendor <> '' or department <> '';
create index agents_cost_per_month_idx on public.agents (account_id, cost_per_month) where cost_per_month is not null;
create index automations_vendor_idx on public.automations (account_id, (nullif(private.folded(vendor), '') collate "C"))
  where vendor <> '';
create index automations_department_idx on public.automations (account_id, (nullif(private.folded(department), '') collate "C"))
  where department <> '';
create index automations_words_idx on public.automations
  using gin (
    account_id,
    private.folded(vendor) extensions.gin_trgm_ops,
    private.folded(department) extensions.gin_trgm_ops
  )
  where vendor <> '' or department <> '';
create index automations_cost_per_month_idx on public.automations (account_id, cost_per_month) where cost_per_month is not null;

-- What a list looks up goes from values to names without reading records.
create statistics private.own_values_by_field (dependencies, mcv)
  on account_id, field_id, text_value from private.own_values;
alter statistics private.own_values_by_field owner to cairn_owner;
create index systems_names_idx on public.systems (account_id, id) include (name, created_at);
create index solutions_names_idx on public.solutions (account_id, id) include (name, created_at);
create index agents_names_idx on public.agents (account_id, id) include (name, created_at);
create index automations_names_idx on public.automations (account_id, id) include (name, created_at);

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
create or replace function private.keep_history_of_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_purging() then
    return null;
  end if;
  -- Planned each time: a plan made for one record would compare each of ten thousand with every other.
  execute $insert$
    insert into public.record_history (
      account_id, kind, record_id, record_name, action, field, before, after, changed_by, changed_at, act, concerned
    )
    select
      (changed.is_now ->> 'account_id')::uuid,
      $1,
      (changed.is_now ->> 'id')::uuid,
      coalesce(changed.is_now ->> 'name', changed.is_now ->> 'title'),
      'updated',
      change.field,
      -- Own values are never that long, and an undo needs them whole.
      case when change.field like 'own.%' then change.before else private.history_value(change.before) end,
      case when change.field like 'own.%' then change.after else private.history_value(change.after) end,
      $2,
      changed.moment,
      $3,
      array(
        select distinct person::uuid
        from unnest(array[
          changed.was ->> 'owner_id', changed.is_now ->> 'owner_id', changed.was ->> 'created_by',
          changed.is_now ->> 'created_by', changed.was ->> 'author_id', changed.is_now ->> 'author_id'
        ]) as person
        where person is not null
      )
    from (
      select to_jsonb(o) as was, to_jsonb(n) as is_now, clock_timestamp() as moment
      from before_change o
      join after_change n using (id)
      where o is distinct from n
    ) changed
    cross join lateral (
      select n.key as field, changed.was -> n.key as before, n.value as after
      from jsonb_each(changed.is_now - $4) n
      where n.value is distinct from changed.was -> n.key
      union all
      select 'own.' || own.key, changed.was -> 'own' -> own.key, changed.is_now -> 'own' -> own.key
      from jsonb_object_keys((changed.was -> 'own') || (changed.is_now -> 'own')) as own (key)
      where changed.was -> 'own' is distinct from changed.is_now -> 'own'
        and changed.was -> 'own' -> own.key is distinct from changed.is_now -> 'own' -> own.key
      union all
      select 'tags', private.tags_in_history(changed.was -> 'tags'), private.tags_in_history(changed.is_now -> 'tags')
      where changed.was -> 'tags' is distinct from changed.is_now -> 'tags'
      union all
      select 'owner_id', owner.before, owner.after
      from (
        select
          case
            when changed.was ->> 'invited_owner_id' is null then coalesce(changed.was -> 'owner_id', 'null')
            else private.owner_in_history(changed.was)
          end as before,
          case
            when changed.is_now ->> 'invited_owner_id' is null then coalesce(changed.is_now -> 'owner_id', 'null')
            else private.owner_in_history(changed.is_now)
          end as after
        where (changed.was -> 'owner_id', changed.was -> 'invited_owner_id')
          is distinct from (changed.is_now -> 'owner_id', changed.is_now -> 'invited_owner_id')
      ) owner
      where case
        when jsonb_typeof(owner.before) = 'object' or jsonb_typeof(owner.after) = 'object'
        then not private.same_owner(owner.before, owner.after)
        else owner.before <> owner.after
      end
    ) change
  $insert$ using tg_argv[0], private.caller_id(), private.current_act(), array[
    'id', 'account_id', 'created_at', 'created_by', 'updated_at', 'updated_by',
    -- A run of an automation or a use of an agent is no change of it.
    'last_used', 'last_run',
    -- Two columns, and one owner.
    'owner_id', 'invited_owner_id',
    -- Each own field has a line, and tags have their names in it.
    'own', 'tags'
  ];
  return null;
end
$$;
comment on function private.part_of_act(text) is
  'Which lines of the history an act of a sort makes; null for a field, whose lines have its key.';
revoke all on function private.built_in_choices(text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner;
grant execute on function private.built_in_choices(text) to authenticated, service_role, cairn_owner;
create or replace function private.built_in_fields_hold(
  vendor text, department text, criticality text, data_class text, lifecycle text, cost_per_month numeric,
  cost_currency text, renews_on date, links jsonb
) returns boolean
language sql immutable set search_path = ''
as $$
  select
    private.holds(char_length(vendor) <= 120, 'Vendor must have at most 120 characters.')
    and private.holds(char_length(department) <= 120, 'Department must have at most 120 characters.')
    and private.holds(
      coalesce(criticality = any (private.built_in_choices('criticality')), true),
      'Criticality must be low, medium, high or critical.'
    )
    and private.holds(
      coalesce(data_class = any (private.built_in_choices('data_class')), true),
      'Data class must be public, internal, confidential, personal or special.'
    )
    and private.holds(
      coalesce(lifecycle = any (private.built_in_choices('lifecycle')), true),
      'Lifecycle must be planned, active, phasing_out or retired.'
    )
    and private.holds(
      coalesce(cost_per_month between 0 and 1000000000000, true),
      'Cost per month must be a number from 0 to 1,000,000,000,000.'
    )
    and private.holds(
      (cost_per_month is null) = (cost_currency is null) and coalesce(cost_currency ~ '^[A-Z]{3}$', true),
      'A cost needs a currency of three capital letters, such as EUR.'
    )
    and private.holds(
      coalesce(renews_on between date '1900-01-01' and date '9999-12-31', true),
      'The renewal must be a day between the years 1900 and 9999.'
    )
    and private.holds(
      jsonb_typeof(links) = 'array' and jsonb_array_length(case jsonb_typeof(links) when 'array' then links else '[]' end) <= 20,
      'Links must be a list of at most 20.'
    )
    and private.holds(
      not exists (
        select from jsonb_array_elements(case jsonb_typeof(links) when 'array' then links else '[]' end) as l (link)
        where not private.is_link(l.link)
      ),
      'A link needs a purpose and an address that begins with http:// or https://.'
    )
$$;
create or replace function public.merge_tags(from_ids uuid[], into_id uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  merged constant uuid[] := array(select distinct f.id from unnest(from_ids) as f (id) where f.id <> into_id);
  held uuid[];
  changed integer;
begin
  if coalesce(private.my_rank(), 0) < 2 then
    raise exception 'Only managers and administrators can merge tags.' using errcode = '42501', hint = 'Ask an administrator.';
  end if;
  if cardinality(merged) = 0 then
    raise exception 'Choose the tags to merge.' using errcode = '22023', hint = 'A tag cannot be merged into itself.';
  end if;
  -- Of two who merge at once, the second waits here. Records can still get the tag that stays: who adds it to one that
  -- is to be changed below would wait for this, and this for them.
  held := array(
    select t.id
    from public.tags t
    where t.account_id = account and t.id = any (merged || into_id)
    order by t.id
    for no key update
  );
  if cardinality(held) <= cardinality(merged) then
    raise exception 'There is no such tag.'
      using errcode = 'PT404', hint = 'Another member may have deleted it. Load the tags again.';
  end if;
  -- Records that are just getting one of them are waited for; from here on none gets one.
  perform from public.tags t where t.account_id = account and t.id = any (merged) order by t.id for update;
  changed := private.replace_tags(account, merged, into_id);
  perform private.replace_tags_in_views(account, merged, into_id);
  delete from public.tags t where t.account_id = account and t.id = any (merged);
  return changed;
end
$$;
comment on function public.merge_tags(uuid[], uuid) is
  'For managers and admins: records that have one of the tags get another one instead, views that name one name the other, and the tags go. Says how many records changed. PT404 where one of them is not there.';
create or replace function private.clean_choices(choices jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  clean jsonb := '[]';
  ids text[] := '{}';
  names text[] := '{}';
  one jsonb;
  name text;
  id text;
begin
  perform private.holds(jsonb_typeof(choices) = 'array', 'Choices must be a list of {"id", "name", "color"}.');
  perform private.holds(jsonb_array_length(choices) <= 500, 'A field has at most 500 choices.');
  for one in select c.value from jsonb_array_elements(choices) as c loop
    perform private.holds(
      jsonb_typeof(one) = 'object' and jsonb_typeof(one -> 'name') is not distinct from 'string',
      'Choices must be a list of {"id", "name", "color"}.'
    );
    name := private.display_text(one ->> 'name');
    perform private.holds(char_length(name) between 1 and 100, 'A choice must have 1 to 100 characters.');
    perform private.holds(private.folded(name) <> all (names), 'Two choices have the same name.');
    id := coalesce(one ->> 'id', private.slug(name, 'choice', array(
      select c.value ->> 'id' from jsonb_array_elements(choices) as c where jsonb_typeof(c.value) = 'object'
    ) || ids));
    perform private.holds(
      id ~ '^[a-z0-9][a-z0-9_-]{0,59}$',
      'The id of a choice has up to 60 small letters, digits, hyphens and underscores.'
    );
    perform private.holds(id <> all (ids), 'Two choices have the same id.');
    perform private.holds(
      private.is_color(coalesce(one ->> 'color', 'gray')),
      'Color must be gray, red, orange, yellow, green, teal, blue, purple or pink.'
    );
    ids := ids || id;
    names := names || private.folded(name);
    clean := clean || jsonb_build_array(
      jsonb_build_object('id', id, 'name', name, 'color', coalesce(one ->> 'color', 'gray'))
    );
  end loop;
  return clean;
end
$$;
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
create function private.refuse_unknown_own_key(
  account uuid, kind text, given jsonb, changed text[]
) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  unknown text;
  deleted text;
begin
  select k, f.name into unknown, deleted
  from unnest(changed) as k
  left join public.own_fields f on f.account_id = account and f.kind = refuse_unknown_own_key.kind and f.key = k
  where (f.id is null or f.deleted_at is not null) and given -> k not in ('null', '""', '[]')
  limit 1;
  if deleted is not null then
    raise exception '% was deleted.', deleted using errcode = '23514', hint = 'Load the page again.';
  elsif unknown is not null then
    raise exception 'There is no field %.', unknown using errcode = '23514', hint = 'Load the page again.';
  end if;
end
$$;
comment on function private.refuse_unknown_own_key(uuid, text, jsonb, text[]) is
  'Refuses a new value of a field that the account does not have, or has deleted.';
alter function private.refuse_unknown_own_key(uuid, text, jsonb, text[]) owner to cairn_definer;
create or replace function private.check_own_values() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was jsonb := '{}';
  given constant jsonb := case jsonb_typeof(new.own) when 'object' then new.own else '{}' end;
  clean jsonb := '{}';
  changed text[];
  field public.own_fields;
  value jsonb;
begin
  -- Row security refuses a stranger's account, and it comes later: until then nothing is said of it.
  if private.caller_id() is not null and new.account_id is distinct from private.my_account() then
    return new;
  end if;
  if jsonb_typeof(new.own) is distinct from 'object' then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    was := old.own;
    clean := old.own;
  end if;
  changed := array(select k from jsonb_object_keys(was || given) as k where given -> k is distinct from was -> k);
  perform pg_advisory_xact_lock_shared(private.lock_of_own_fields(new.account_id));
  perform private.refuse_unknown_own_key(new.account_id, tg_argv[0], given, changed);
  for field in
    select f.*
    from public.own_fields f
    where f.account_id = new.account_id and f.kind = tg_argv[0]
      and (f.key = any (changed) or tg_op = 'INSERT' and (f.required or f.default_value is not null))
    order by f.place, f.name
  loop
    value := given -> field.key;
    if value is null and (field.retired_at is not null or field.deleted_at is not null) then
      value := was -> field.key;
    elsif value is distinct from was -> field.key then
      value := private.own_value(field, field.name, value, was -> field.key);
    end if;
    if field.retired_at is null and field.deleted_at is null then
      if value is null and tg_op = 'INSERT' then
        value := private.default_own_value(field);
      end if;
      if value is null and field.required and (tg_op = 'INSERT' or was ? field.key) then
        raise exception '% is required.', field.name using errcode = '23514';
      end if;
    end if;
    clean := clean - field.key;
    if value is not null then
      clean := clean || jsonb_build_object(field.key, value);
    end if;
  end loop;
  new.own := clean;
  return new;
end
$$;
create or replace function private.keep_own_values() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_changed boolean;
begin
  if tg_op = 'DELETE' then
    delete from private.own_values v using gone g where v.record_id = g.id;
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
  -- changed is found first, for records with many values are too wide to be sorted together with the definitions.
  execute 'select exists (select from gone o join come n using (id) where o.own is distinct from n.own)' into is_changed;
  if not is_changed then
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
    where v.record_id = c.id and v.field_id = f.id'
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
create or replace function public.find_records(
  kind text,
  query text default '',
  sort text default 'usual',
  descending boolean default false,
  skip integer default 0,
  statuses text[] default null,
  owners uuid[] default null,
  without_owner boolean default false,
  gaps text[] default null,
  tags uuid[] default null,
  all_tags boolean default false,
  conditions jsonb default null
) returns json
language plpgsql stable security definer
set search_path = '' set cpu_operator_cost = 0.1
as $$
declare
  account constant uuid := private.my_account();
  catalogue constant text := private.catalogue_of(kind);
  ordering constant text := private.catalogue_order(
    account, kind, sort, coalesce(descending, false)
  );
  wanted constant text := private.display_text(coalesce(query, ''));
  pattern constant text := private.folded_pattern(wanted);
  -- What the order asks for, and no more: an index has the names. A description may be long, and is read with the page alone.
  columns constant text := 't.id, t.name, t.created_at' || coalesce((
    select string_agg(format(', t.%I', needed), '')
    from (
      values
        (case sort when 'status' then 'status' when 'owner' then 'owner_id' when 'lastPublisher' then 'updated_by' end),
        ((select split_part(k.own_orders ->> sort, ' ', 1) from private.kinds k where k.kind = find_records.kind)),
        ((select f.needed from private.field_order(account, kind, sort) f))
    ) as by_sort (needed)
    where needed is not null
  ), '');
  joined constant text := (select f.joined from private.field_order(account, kind, sort) f);
  by_gaps constant boolean := coalesce(cardinality(gaps), 0) > 0;
  by_others constant boolean := wanted <> '' or coalesce(cardinality(statuses), 0) > 0
    or coalesce(cardinality(owners), 0) > 0 or coalesce(without_owner, false) or coalesce(cardinality(tags), 0) > 0
    or conditions is not null;
  not_seen constant uuid[] := case when by_gaps then private.people_not_seen(account) end;
  condition text;
  few boolean := wanted <> '';
  -- What has some fields or tags is seldom much: it is found once, and counted and put in order then.
  may_be_few boolean := wanted = '' and (conditions is not null or coalesce(cardinality(tags), 0) > 0);
  candidates uuid[];
  total bigint;
  page uuid[];
  items json;
begin
  if catalogue is null or ordering is null then
    raise exception 'There is no such catalogue, or it has no such order.' using errcode = '22023';
  end if;
  condition := private.records_condition(
    account, kind, query, statuses, owners, coalesce(without_owner, false), gaps, tags, coalesce(all_tags, false),
    conditions
  );
  if by_gaps or not by_others then
    total := private.count_of_gaps(account, kind, gaps, not_seen);
  end if;
  if by_gaps and total <= 20000 then
    few := true;
    candidates := private.gap_candidates(account, kind, gaps, not_seen);
    condition := condition || ' and t.id = any ($4)';
  end if;
  if by_others then
    total := null;
  end if;
  if not by_gaps and not by_others then
    page := private.page_by_field(account, kind, sort, coalesce(descending, false), greatest(coalesce(skip, 0), 0));
  end if;
  while page is null or cardinality(page) < 100 loop
    execute format(
      'with r as %s materialized (select %s from public.%I t where %s%s)
      select
        coalesce($5, (select count(*) from r)),
        array(select r.id from r %s order by %s limit 100 offset $3)',
      case when not few and not may_be_few and (total is not null or not by_gaps) then 'not' end,
      columns,
      catalogue,
      condition,
      case when may_be_few then ' limit 50001' end,
      case
        when sort in ('owner', 'lastPublisher') then format(
          'left join (
            select p.id, row_number() over (order by p.name, p.id) as place
            from public.profiles p
            where p.account_id = $1
          ) person on person.id = r.%I',
          case sort when 'owner' then 'owner_id' else 'updated_by' end
        )
        else joined
      end,
      ordering
    )
      into total, page using account, pattern, greatest(coalesce(skip, 0), 0), candidates, total;
    exit when not may_be_few or total <= 50000;
    may_be_few := false;
    total := null;
    page := null;
  end loop;
  execute format(
    'select coalesce(json_agg(r order by listed.place), ''[]'')
    from unnest($1) with ordinality as listed (id, place)
    join public.%I r on r.id = listed.id',
    catalogue
  )
    into items using page;
  return json_build_object('total', total, 'items', items);
end
$$;
create or replace function private.filter_field(
  account uuid, kind text, field text, out type text, out value text, out own_id uuid
) returns setof record
language sql stable security definer set search_path = ''
as $$
  select known.type, known.value, null::uuid
  from (
    values
      ('name', 'text', 't.name'),
      ('description', 'long_text', 't.description'),
      ('status', 'choice', 't.status'),
      ('owner', 'member', 'coalesce(t.owner_id, t.invited_owner_id)'),
      ('tags', 'choices', 't.tags'),
      ('created', 'date', '(t.created_at at time zone ''UTC'')::date'),
      ('updated', 'date', '(t.updated_at at time zone ''UTC'')::date'),
      ('vendor', 'text', 't.vendor'),
      ('department', 'text', 't.department'),
      ('criticality', 'choice', 't.criticality'),
      ('data_class', 'choice', 't.data_class'),
      ('lifecycle', 'choice', 't.lifecycle'),
      ('cost_per_month', 'number', 't.cost_per_month'),
      ('cost_currency', 'text', 't.cost_currency'),
      ('renews_on', 'date', 't.renews_on')
  ) as known (field, type, value)
  where known.field = filter_field.field
  union all
  select f.type, format('nullif(nullif(t.own ->> %L, ''''), ''[]'')', f.key), f.id
  from public.own_fields f
  where f.account_id = account and f.kind = filter_field.kind and f.deleted_at is null and f.retired_at is null
    and filter_field.field = 'own.' || f.key
$$;
comment on function private.filter_field(uuid, text, text) is
  'The type of a field of an account''s records of a kind, and its value in a record t as an expression; of an own field the id. No row for an unknown field, nor for a retired one.';
create or replace function private.may_be_value(type text, field text, value text) returns boolean
language sql immutable set search_path = ''
as $$
  select case
    when type = 'number' then value ~ '^-?[0-9]{1,15}(\.[0-9]{1,15})?$'
    when type = 'date' then private.is_day(value)
    when type = 'yes_no' then value in ('yes', 'no')
    when type in ('member', 'record') or field = 'tags' then private.is_uuid(value)
    else true
  end
$$;
create or replace function private.comparison(type text, operator text, value text, wanted text[]) returns text
language sql immutable set search_path = ''
as $$
  select case
    when operator = 'contains' then format(
      '%s like any (%L::text[])', value, array(select private.folded_pattern(w) from unnest(wanted) as w)
    )
    when operator = 'before' then format('%s < %L::%s', value, wanted[1], of_type)
    when operator = 'after' then format('%s > %L::%s', value, wanted[1], of_type)
    when operator = 'between' then format('%s between %L::%s and %L::%3$s', value, wanted[1], of_type, wanted[2])
    when type in ('text', 'address') then format(
      '%s = any (%L::text[])', value, array(select private.folded(w) from unnest(wanted) as w)
    )
    else format('%s = any (%L::%s[])', value, wanted, of_type)
  end
  from (select case type when 'number' then 'numeric' when 'date' then 'date' else 'text' end as of_type) as known
$$;
create function private.own_of(kind text, record_id uuid) returns jsonb
language plpgsql stable security definer
parallel safe cost 1 set search_path = ''
as $$
declare
  own jsonb;
begin
  execute format('select t.own from public.%I t where t.id = $1', private.catalogue_of(kind)) into own using record_id;
  return own;
end
$$;
comment on function private.own_of(text, uuid) is 'The own values of a record of a kind.';
alter function private.own_of(text, uuid) owner to cairn_definer;
create function private.kept_text(kind text, type text, key text, operator text, wanted text[]) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when operator = 'contains' then format('(%s or char_length(v.text_value) = 200 and %s)', as_kept, in_record)
    when exists (select from unnest(begun) as b where char_length(b) = 200)
      then format('%s and (char_length(v.text_value) < 200 or %s)', as_kept, in_record)
    else as_kept
  end
  from (
    select array(select left(private.folded(w), 200) from unnest(wanted) as w) as begun
  ) as short
  cross join lateral (
    select
      private.comparison(type, operator, 'v.text_value', case operator when 'contains' then wanted else begun end) as as_kept,
      private.comparison(
        type, operator, format('private.folded(private.own_of(%L, v.record_id) ->> %L)', kind, key), wanted
      ) as in_record
  ) as both_ways
$$;
comment on function private.kept_text(text, text, text, text, text[]) is
  'The condition that a text or an address of private.own_values v is one of the wanted values, or contains one.';
alter function private.kept_text(text, text, text, text, text[]) owner to cairn_definer;
create function private.own_condition(account uuid, own_id uuid, compared text, at_least integer, by_record boolean) returns text
language sql immutable set search_path = ''
as $$
  select format(
    case
      when by_record and at_least > 1 then
        '(select count(distinct v.text_value) from private.own_values v where v.record_id = t.id and %1$s) = %2$s'
      when by_record then 'exists (select from private.own_values v where v.record_id = t.id and %1$s)'
      when at_least > 1 then
        't.id in (
          select v.record_id from private.own_values v where %1$s
          group by v.record_id having count(distinct v.text_value) = %2$s
        )'
      else 't.id in (select v.record_id from private.own_values v where %1$s)'
    end,
    format('v.account_id = %L and v.field_id = %L and %s', account, own_id, compared),
    at_least
  )
$$;
comment on function private.own_condition(uuid, uuid, text, integer, boolean) is
  'The condition that a record t has so many values of an own field for which a comparison of private.own_values v holds; looked up for each record, or found by the values.';
alter function private.own_condition(uuid, uuid, text, integer, boolean) owner to cairn_definer;
create function private.condition_of_field(
  account uuid, kind text, field text, operator text, wanted text[], by_record boolean
) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  type text;
  value text;
  own_id uuid;
  wrong text;
  positive constant text := case operator when 'is_not' then 'is' else operator end;
  found text;
begin
  select f.type, f.value, f.own_id into type, value, own_id from private.filter_field(account, kind, field) f;
  if type is null then
    raise exception 'There is no field "%" to filter by.', left(field, 100) using errcode = '22023';
  end if;
  if type in ('member', 'record') then
    wanted := array(select lower(w) from unnest(wanted) as w);
  end if;
  if operator <> all (private.operators_of(type)) then
    raise exception 'The field "%" cannot be filtered by "%".', field, left(operator, 100) using errcode = '22023';
  end if;
  if cardinality(wanted) > 100 then
    raise exception 'A filter has at most 100 values.' using errcode = '22023', hint = 'Use fewer values.';
  end if;
  if not (case
    when operator in ('empty', 'filled') then cardinality(wanted) = 0
    when operator in ('before', 'after') then cardinality(wanted) = 1
    when operator = 'between' then cardinality(wanted) = 2
    else cardinality(wanted) > 0
  end) then
    raise exception 'The filter by the field "%" has too few or too many values.', field using errcode = '22023';
  end if;
  wrong := (select w from unnest(wanted) as w where not private.may_be_value(type, field, w) limit 1);
  if wrong is not null then
    raise exception 'The field "%" cannot be filtered by the value "%".', field, left(wrong, 100) using errcode = '22023';
  end if;
  found := case
    when operator in ('empty', 'filled') then case field
      when 'owner' then private.gap_condition(kind, 'no_owner', null)
      when 'tags' then 't.tags = ''{}'''
      else format(case when type in ('text', 'long_text') then 'coalesce(%s, '''') = ''''' else '%s is null' end, value)
    end
    when field = 'owner' then format(
      '(t.owner_id = any (%1$L::uuid[]) or t.invited_owner_id = any (%1$L::uuid[]))', wanted
    )
    -- The index leaves records without tags out.
    when field = 'tags' then format(
      '(t.tags <> ''{}'' and t.tags %s %L::uuid[])', case operator when 'all_of' then '@>' else '&&' end, wanted
    )
    when own_id is not null and type <> 'long_text' then private.own_condition(
      account, own_id,
      case
        when type in ('text', 'address') then private.kept_text(kind, type, substr(field, 5), positive, wanted)
        when type = 'number' then private.comparison(type, positive, 'v.number_value', wanted)
        when type = 'date' then private.comparison(type, positive, 'v.day_value', wanted)
        else private.comparison(type, positive, 'v.text_value', wanted)
      end,
      case operator when 'all_of' then (select count(distinct w)::integer from unnest(wanted) as w) else 1 end,
      by_record or operator = 'is_not'
    )
    -- As the indexes have it, which leave records without a text out.
    when type in ('text', 'long_text') then format(
      '(%1$s <> '''' and %2$s)', value,
      private.comparison(
        type, positive,
        format(case operator when 'contains' then 'private.folded(%s)' else 'nullif(private.folded(%s), '''') collate pg_catalog."C"' end, value),
        wanted
      )
    )
    else private.comparison(type, positive, value, wanted)
  end;
  return case
    when operator = 'is_not' and found like 'exists %' then 'not ' || found
    when operator in ('is_not', 'filled') then format('(%s) is not true', found)
    else found
  end;
end
$$;
comment on function private.condition_of_field(uuid, text, text, text, text[], boolean) is
  'Which records t of an account''s catalogue one condition keeps. Refuses what the field cannot be asked, and names it.';
alter function private.condition_of_field(uuid, text, text, text, text[], boolean) owner to cairn_definer;
create function private.condition_of_group(
  account uuid, kind text, conditions jsonb, nested boolean default false, one_of_several boolean default false
) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  item jsonb;
  parts text[] := '{}';
  by_record boolean;
begin
  if jsonb_typeof(conditions) is distinct from 'object'
    or jsonb_typeof(conditions -> 'conditions') is distinct from 'array'
    or coalesce(conditions ->> 'match', '') not in ('all', 'any')
    or conditions - array['match', 'conditions'] <> '{}'
  then
    raise exception 'Conditions need "match", which is all or any, and "conditions", a list.' using errcode = '22023';
  end if;
  by_record := one_of_several
    or conditions ->> 'match' = 'any' and jsonb_array_length(conditions -> 'conditions') > 1;
  for item in select jsonb_array_elements(conditions -> 'conditions') loop
    if item ? 'conditions' and nested then
      raise exception 'Conditions can be nested once.' using errcode = '22023';
    elsif item ? 'conditions' then
      parts := parts || private.condition_of_group(account, kind, item, true, by_record);
    elsif jsonb_typeof(item) = 'object'
      and jsonb_typeof(item -> 'field') is not distinct from 'string'
      and jsonb_typeof(item -> 'operator') is not distinct from 'string'
      and jsonb_typeof(item -> 'values') is not distinct from 'array'
      and item - array['field', 'operator', 'values'] = '{}'
      and not jsonb_path_exists(item, 'strict $.values[*] ? (@.type() <> "string")')
    then
      parts := parts || private.condition_of_field(
        account, kind, item ->> 'field', item ->> 'operator', array(select jsonb_array_elements_text(item -> 'values')),
        by_record
      );
    else
      raise exception 'A condition needs "field", "operator" and "values", a list of texts.' using errcode = '22023';
    end if;
  end loop;
  return case
    when parts = '{}' then 'true'
    else '(' || array_to_string(parts, case conditions ->> 'match' when 'all' then ' and ' else ' or ' end) || ')'
  end;
end
$$;
comment on function private.condition_of_group(uuid, text, jsonb, boolean, boolean) is
  'Which records t of an account''s catalogue all or any of some conditions keep. Without a condition all.';
alter function private.condition_of_group(uuid, text, jsonb, boolean, boolean) owner to cairn_definer;
create function private.ids_of_choices(field public.own_fields) returns text[]
language sql immutable set search_path = ''
as $$
  select array(
    select c.value ->> 'id' from jsonb_array_elements(field.choices) with ordinality as c (value, place) order by c.place
  )
$$;
comment on function private.ids_of_choices(public.own_fields) is 'The ids of a field''s choices in their order.';
alter function private.ids_of_choices(public.own_fields) owner to cairn_definer;
create or replace function private.field_order(
  account uuid, kind text, field text, out expression text, out needed text, out joined text
) returns setof record
language sql stable security definer set search_path = ''
as $$
  select
    case field
      when 'vendor' then 'nullif(private.folded(r.vendor), '''') collate pg_catalog."C"'
      when 'department' then 'nullif(private.folded(r.department), '''') collate pg_catalog."C"'
      when 'cost_currency' then 'r.cost_currency collate pg_catalog."C"'
      when 'cost_per_month' then 'r.cost_per_month'
      when 'renews_on' then 'r.renews_on'
      else format('array_position(%L::text[], r.%I)', private.built_in_choices(field), field)
    end,
    field, null
  where field in (
    'vendor', 'department', 'cost_currency', 'cost_per_month', 'renews_on', 'criticality', 'data_class', 'lifecycle'
  )
  union all
  select
    case f.type
      when 'number' then 'v.number_value'
      when 'date' then 'v.day_value'
      when 'choice' then format('array_position(%L::text[], v.text_value)', private.ids_of_choices(f))
      when 'choices' then format('array_position(%L::text[], v.text_value)', private.ids_of_choices(f))
      else 'v.text_value'
    end,
    null,
    format(
      'left join private.own_values v
        on v.account_id = $1 and v.field_id = %L and v.place = 0 and v.record_id = r.id',
      f.id
    )
  from public.own_fields f
  where f.account_id = account and f.kind = field_order.kind and f.deleted_at is null and f.retired_at is null
    and f.type in ('number', 'date', 'yes_no', 'text', 'address', 'choice', 'choices')
    and field_order.field = 'own.' || f.key
$$;
create function private.choices_of_page(
  field public.own_fields, descending boolean, skip integer, out chosen text[], out before integer
)
language sql stable security definer set search_path = ''
as $$
  with counted as (
    select given.id, given.place, (
      select count(*)
      from (
        select
        from private.own_values v
        where v.account_id = field.account_id and v.field_id = field.id and v.text_value = given.id and v.place = 0
        limit skip::bigint + 100
      ) first_ones
    ) as records
    from unnest(private.ids_of_choices(field)) with ordinality as given (id, place)
  ),
  summed as (
    select id, records, sum(records) over (order by case when descending then -place else place end) as until from counted
  )
  select array_agg(id), min(until - records)
  from summed
  where until > skip and until - records < skip::bigint + 100
$$;
comment on function private.choices_of_page(public.own_fields, boolean, integer) is
  'The choices that the records on a page have which are in the order of a choice, and how many records have one before them.';
alter function private.choices_of_page(public.own_fields, boolean, integer) owner to cairn_definer;
create function private.page_by_field(account uuid, kind text, sort text, descending boolean, skip integer) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  ranked text;
  joined text;
  narrowed text := '';
  own public.own_fields;
  chosen text[];
  before integer := 0;
  page uuid[];
begin
  select o.expression, replace(o.joined, 'left join', 'join') into ranked, joined
  from private.field_order(account, kind, sort) o
  where o.joined is not null or sort in ('vendor', 'department', 'cost_per_month', 'renews_on');
  if ranked is null then
    return null;
  end if;
  select f.* into own
  from public.own_fields f
  where f.account_id = account and f.kind = page_by_field.kind and sort = 'own.' || f.key and f.type in ('choice', 'choices');
  if found then
    select p.chosen, p.before into chosen, before from private.choices_of_page(own, descending, skip) p;
    narrowed := format(' and v.text_value = any (%L::text[])', coalesce(chosen, '{}'));
  elsif sort in ('vendor', 'department') then
    narrowed := format(' and r.%I <> ''''', sort);
  end if;
  execute format(
    'select array(
      select r.id from public.%I r %s where r.account_id = $1 and %s is not null%s order by %s limit 100 offset $2
    )',
    private.catalogue_of(kind), joined, ranked, narrowed,
    replace(private.catalogue_order(account, kind, sort, descending), ' nulls last', '')
  )
    into page using account, skip - coalesce(before, 0);
  return page;
end
$$;
comment on function private.page_by_field(uuid, text, text, boolean, integer) is
  'Of a whole catalogue in the order of a field, up to 100 ids of records that have a value, met in the order of an index; null where no index has the order.';
alter function private.page_by_field(uuid, text, text, boolean, integer) owner to cairn_definer;
create or replace function private.field_group(
  account uuid, kind text, field text, out value text, out is_text boolean, out joined text
) returns setof record
language sql stable security definer set search_path = ''
as $$
  select
    case field
      when 'owner' then 'coalesce(t.owner_id::text, ''invited:'' || t.invited_owner_id)'
      when 'tags' then 'had.tag'
      else format('nullif(t.%I, '''')', field)
    end,
    field in ('vendor', 'department'),
    case field when 'tags' then 'left join lateral unnest(t.tags) as had (tag) on true' end
  where field in (
    'status', 'owner', 'tags', 'vendor', 'department', 'criticality', 'data_class', 'lifecycle', 'cost_currency'
  )
  union all
  -- Read in the record, which is read for its cost anyway.
  select
    case f.type
      when 'choices' then 'had.choice'
      when 'yes_no' then format('case t.own ->> %L when ''true'' then ''yes'' when ''false'' then ''no'' end', f.key)
      else format('t.own ->> %L', f.key)
    end,
    false,
    case f.type when 'choices' then format(
      'left join lateral jsonb_array_elements_text(t.own -> %L) as had (choice) on true', f.key
    ) end
  from public.own_fields f
  where f.account_id = account and f.kind = field_group.kind and f.deleted_at is null and f.retired_at is null
    and f.type in ('yes_no', 'choice', 'choices', 'member')
    and field_group.field = 'own.' || f.key
$$;
create or replace function public.group_records(
  kind text,
  field text,
  query text default '',
  statuses text[] default null,
  owners uuid[] default null,
  without_owner boolean default false,
  gaps text[] default null,
  tags uuid[] default null,
  all_tags boolean default false,
  conditions jsonb default null
) returns json
language plpgsql stable security definer
set search_path = '' set cpu_operator_cost = 0.1
as $$
declare
  account constant uuid := private.my_account();
  value text;
  is_text boolean;
  joined text;
  answer json;
begin
  if private.catalogue_of(kind) is null then
    raise exception 'There is no such catalogue, or it has no such order.' using errcode = '22023';
  end if;
  select g.value, g.is_text, g.joined into value, is_text, joined from private.field_group(account, kind, field) g;
  if value is null then
    raise exception 'There is no field "%" to group by.', left(field, 100) using errcode = '22023';
  end if;
  execute format(
    'with r as (
      select %1$s as alike, t.cost_per_month as cost, t.cost_currency as currency%2$s
      from public.%3$I t %4$s
      where %5$s
    ),
    sums as (
      select alike, %6$s as value, currency, count(*) as records, sum(cost) as cost
      from r group by alike, currency
    ),
    ranked as (
      select
        min(value collate "C") as value,
        sum(records)::bigint as records,
        coalesce(jsonb_object_agg(currency, cost) filter (where currency is not null), ''{}'') as costs,
        row_number() over (order by sum(records) desc, min(value collate "C") collate "C") as place
      from sums group by alike
    )
    select json_build_object(
      ''groups'', coalesce(
        json_agg(json_build_object(''value'', value, ''records'', records, ''costs'', costs) order by place)
          filter (where place <= 200),
        ''[]''
      ),
      ''rest'', count(*) filter (where place > 200)
    )
    from ranked',
    case when is_text then format('private.folded(%s)', value) else value end,
    -- Only texts that are alike may be written in several ways.
    case when is_text then format(', %s as value', value) end,
    private.catalogue_of(kind),
    joined,
    private.records_condition(
      account, kind, query, statuses, owners, coalesce(without_owner, false), gaps, tags, coalesce(all_tags, false),
      conditions
    ),
    case when is_text then 'min(value collate "C")' else 'alike::text' end
  )
    into answer;
  return answer;
end
$$;
create function private.with_entry(list jsonb, was text[], instead text) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(given.entry order by given.place), '[]')
  from (
    select case when lower(entry #>> '{}') = any (was) then to_jsonb(instead) else entry end, min(place)
    from jsonb_array_elements(list) with ordinality as listed (entry, place)
    group by 1
  ) as given (entry, place)
$$;
comment on function private.with_entry(jsonb, text[], text) is
  'A list in which an entry stands once for several others, in the place of the first; capitals make no difference.';
alter function private.with_entry(jsonb, text[], text) owner to cairn_definer;
create function private.with_value(part jsonb, field text, was text[], instead text) returns jsonb
language sql immutable set search_path = ''
as $$
  select case
    when jsonb_typeof(part -> 'conditions') = 'array' then part || jsonb_build_object('conditions', (
      select coalesce(jsonb_agg(private.with_value(inner_part, field, was, instead) order by place), '[]')
      from jsonb_array_elements(part -> 'conditions') with ordinality as listed (inner_part, place)
    ))
    when part ->> 'field' = field and jsonb_typeof(part -> 'values') = 'array'
      then part || jsonb_build_object('values', private.with_entry(part -> 'values', was, instead))
    else part
  end
$$;
comment on function private.with_value(jsonb, text, text[], text) is
  'Conditions of a view in which another value stands for some of a field.';
alter function private.with_value(jsonb, text, text[], text) owner to cairn_definer;
create function private.with_tag_in_address(address text, was uuid[], instead uuid) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  replaced text := regexp_replace(address, array_to_string(was, '|'), instead::text, 'gi');
  before text;
begin
  if replaced <> address then
    loop
      before := replaced;
      replaced := regexp_replace(replaced, format('(%1$s(?:(?:,|%%2C)[0-9a-f-]{36})*?)(?:,|%%2C)%1$s', instead), '\1', 'i');
      exit when replaced = before;
    end loop;
  end if;
  return replaced;
end
$$;
comment on function private.with_tag_in_address(text, uuid[], uuid) is
  'The address of a list in which a tag stands once for several others.';
alter function private.with_tag_in_address(text, uuid[], uuid) owner to cairn_definer;
create function private.replace_tags_in_views(account uuid, from_ids uuid[], into_id uuid) returns void
language sql security definer set search_path = ''
as $$
  update public.views v
  set
    address = private.with_tag_in_address(v.address, from_ids, into_id),
    filter = v.filter
      || case when jsonb_typeof(v.filter -> 'tags') = 'array'
        then jsonb_build_object('tags', private.with_entry(v.filter -> 'tags', from_ids::text[], into_id::text))
        else '{}'
      end
      || case when jsonb_typeof(v.filter -> 'conditions') = 'object'
        then jsonb_build_object(
          'conditions', private.with_value(v.filter -> 'conditions', 'tags', from_ids::text[], into_id::text)
        )
        else '{}'
      end
  where v.account_id = account and v.address || v.filter::text ~* array_to_string(from_ids, '|');
$$;
comment on function private.replace_tags_in_views(uuid, uuid[], uuid) is
  'Views of an account, those of single members included, that name one of the tags name the other instead.';
alter function private.replace_tags_in_views(uuid, uuid[], uuid) owner to cairn_definer;
create function private.tags_in_view(filter jsonb) returns setof text
language sql immutable set search_path = ''
as $$
  select lower(unnest(private.view_list(filter, 'tags')))
  union
  select lower(id #>> '{}') from jsonb_path_query(filter -> 'conditions', '$.** ? (@.field == "tags").values[*]') as id
$$;
comment on function private.tags_in_view(jsonb) is 'The tags that the filter of a view names, as Postgres writes ids.';
alter function private.tags_in_view(jsonb) owner to cairn_definer;
create or replace function private.view_condition(account uuid, kind text, filter jsonb, person uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  unknown constant jsonb := filter - array[
    'query', 'statuses', 'owners', 'without_owner', 'gaps', 'tags', 'all_tags', 'conditions'
  ];
begin
  if unknown <> '{}' or exists (
    select from unnest(array['statuses', 'owners', 'gaps', 'tags']) as part
    where jsonb_typeof(filter -> part) not in ('array', 'null')
  ) then
    raise exception 'This view asks for something that lists do not have.' using errcode = '22023';
  end if;
  if exists (
    select from private.tags_in_view(filter) as named
    where not exists (select from public.tags t where t.account_id = account and t.id::text = named)
  ) then
    raise exception 'A tag that this view filters by was deleted.' using errcode = '22023';
  end if;
  return private.records_condition(
    account, kind,
    filter ->> 'query',
    private.view_list(filter, 'statuses'),
    array(
      select case entry when 'me' then person else entry::uuid end
      from unnest(private.view_list(filter, 'owners')) as entry
    ),
    coalesce((filter ->> 'without_owner')::boolean, false),
    private.view_list(filter, 'gaps'),
    private.view_list(filter, 'tags')::uuid[],
    coalesce((filter ->> 'all_tags')::boolean, false),
    private.with_value(nullif(filter -> 'conditions', 'null'), 'owner', '{me}', person::text)
  );
end
$$;
create function private.built_in_label(key text) returns text
language sql immutable set search_path = ''
as $$
  select case key
    when 'vendor' then 'Vendor'
    when 'department' then 'Department'
    when 'criticality' then 'Criticality'
    when 'data_class' then 'Data class'
    when 'lifecycle' then 'Lifecycle'
    when 'cost_per_month' then 'Cost per month'
    when 'cost_currency' then 'Currency'
    when 'renews_on' then 'Renewal'
  end
$$;
comment on function private.built_in_label(text) is
  'What a refusal calls a built-in field that can be changed in bulk; null for any other.';
alter function private.built_in_label(text) owner to cairn_definer;
create function private.is_field_key(key text) returns boolean
language sql immutable set search_path = ''
as $$
  select key like 'own.%' or private.built_in_label(key) is not null
$$;
comment on function private.is_field_key(text) is 'Whether a word is what a built-in field is called, or how own fields are.';
alter function private.is_field_key(text) owner to cairn_definer;
create function private.stored_built_in(key text, fields text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when key in ('vendor', 'department') then format('coalesce(%s ->> %L, '''')', fields, key)
    when key = 'cost_per_month' then format('(%s ->> %L)::numeric', fields, key)
    when key = 'renews_on' then format('(%s ->> %L)::date', fields, key)
    else format('%s ->> %L', fields, key)
  end
$$;
comment on function private.stored_built_in(text, text) is
  'A built-in field out of an expression {key: value} as its column has it, as an expression.';
alter function private.stored_built_in(text, text) owner to cairn_definer;
grant execute on function private.stored_built_in(text, text) to authenticated;
create function private.field_in_bulk(kind text, key text) returns public.own_fields
language plpgsql stable security definer set search_path = ''
as $$
declare
  field public.own_fields;
  label constant text := private.built_in_label(key);
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
  -- Also a number or a nesting that no value can have.
  when invalid_text_representation or untranslatable_character or numeric_value_out_of_range or statement_too_complex then
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
  if (select count(*) from jsonb_object_keys(given - 'cost_currency')) <> 1
    or given ? 'cost_currency' and not given ? 'cost_per_month'
  then
    raise exception 'Name one field and its value. A cost comes with its currency.' using errcode = '22023';
  end if;
  for one in select g.key, g.value from jsonb_each(given) g loop
    field := private.field_in_bulk(kind, one.key);
    if one.key = 'cost_per_month' and jsonb_typeof(one.value) = 'number' then
      one.value := to_jsonb(round((one.value #>> '{}')::numeric, 2));
    end if;
    found := private.own_value(field, field.name, one.value);
    if found is null and field.required then
      raise exception '% is required.', field.name using errcode = '23514';
    end if;
    clean := clean || jsonb_build_object(one.key, found);
  end loop;
  if clean @> '{"cost_per_month": null}' then
    clean := clean || '{"cost_currency": null}';
  end if;
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
        else format('%I = %s', k, private.stored_built_in(k, '$2::jsonb'))
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
      ''full'', count(*) filter (where r.reason = ''full''),
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
          when $5 and cardinality(t.tags) >= 50 then ''full''
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
    into answer using ids, value, coalesce(seen_at, 'infinity'), action <> 'expert', action = 'add_tag';
  return answer;
end
$$;
comment on function private.count_in_bulk(text, text, text, uuid[], timestamptz) is
  'How many records a change in bulk would change, and why it would leave others out (full: a tag more than a record can have); the first 20 of these by name. Of those that change, how many there are of each owner or status that goes (before; empty for none; of a field only whether it is filled), and the first 50, with what they have in the fields that change. The value of a field is that of private.fields_in_bulk.';
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
  'What a change in bulk would do: {"total", "changes", "no_right", "already", "full", "left_out", "before", "first", "seen_at", "deletes", "impact"}. It says from which owners or statuses (before) with the first 50 records (first: {"id", "name", "before", "fields"}). Of left_out it gives the first 20 with their reason, of deletes the ids that a deletion would delete. The impact is what depends on these, as get_deletion_impact says it. The action is owner (value: a member, an open invitation, or null), status (value), expert (value: a member), add_tag or remove_tag (value: a tag), field, or delete. The value of field is a text such as {"own.seats": 12}, null for none, a cost with its currency; before then says how many are "filled" or empty. The records are those of the ids, or those that fit a filter as that of find_records, without the excepted.';
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
      - (counted ->> 'already')::integer - (counted ->> 'full')::integer - cardinality(changed)
  );
end
$$;
comment on function public.change_in_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], timestamptz, text, uuid, boolean, uuid[], uuid[], boolean, jsonb) is
  'Changes records in bulk, as preview_bulk says it; those that changed after seen_at are left out. {"act", "total", "changes", "no_right", "already", "full", "changed_meanwhile", "left_out"}; act is null where nothing changed. At most 10,000 records, of deletions 2,000. reason, move_to and told are those of delete_records.';
create or replace function private.bulk_statement(action text, catalogue text) returns text
language sql immutable set search_path = ''
as $$
  select format(
    case action
      when 'owner' then
        'with done as (
          update public.%1$I t
          set owner_id = case when not $4 then $2::uuid end, invited_owner_id = case when $4 then $2::uuid end
          where t.id = any ($1) and t.updated_at <= $3
            and coalesce(t.owner_id, t.invited_owner_id) is distinct from $2::uuid
          returning t.id
        )'
      when 'status' then
        'with done as (
          update public.%1$I t set status = $2
          where t.id = any ($1) and t.updated_at <= $3 and t.status is distinct from $2
          returning t.id
        )'
      when 'add_tag' then
        'with done as (
          update public.%1$I t set tags = t.tags || $2::uuid
          where t.id = any ($1) and t.updated_at <= $3 and $2::uuid <> all (t.tags) and cardinality(t.tags) < 50
          returning t.id
        )'
      when 'remove_tag' then
        'with done as (
          update public.%1$I t set tags = array_remove(t.tags, $2::uuid)
          where t.id = any ($1) and t.updated_at <= $3 and $2::uuid = any (t.tags)
          returning t.id
        )'
      else
        'with done as (
          insert into public.record_experts (kind, record_id, expert_id)
          select $5, t.id, $2::uuid from public.%1$I t where t.id = any ($1) and (select private.my_rank()) >= 1
          on conflict do nothing
          returning record_id as id
        )'
    end || ' select array(select d.id from done d)',
    catalogue
  )
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
      when former.is_full then 'full'
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
    ) as tag_gone,
    l.part = 'tags' and cardinality(r.tags) + cardinality(private.lost_tags(l.before, l.after))
      - cardinality(private.lost_tags(l.after, l.before)) > 50 as is_full
  ) former
  order by l.place
$$;
comment on function private.checked_lines(uuid, integer, integer) is
  'The lines of an act of the caller''s account, by name, and what speaks against taking each back: changed, deleted or restored since (by whom), gone, not_allowed, switched_off, name_taken, left (the former owner, expert or value), tag_gone (deleted since), field_gone (deleted since), value_gone (the field cannot have it any more), full (a record has as many tags as it can have), or nothing.';
create or replace function private.hold_act(act_param uuid) returns public.acts
language plpgsql volatile security definer set search_path = ''
as $$
declare
  held public.acts;
  kind text;
begin
  select a.* into held
  from public.acts a
  where a.id = act_param and a.account_id = private.my_account() and a.done_at > now() - private.undo_time()
  for update;
  if not found then
    raise exception 'You can no longer undo this.'
      using errcode = 'PT404', hint = 'You can undo an act for 30 days.';
  end if;
  if coalesce(private.my_rank(), 0) < 1 then
    raise exception 'You cannot undo this.'
      using errcode = '42501', hint = 'Only members who can change records can undo acts.';
  end if;
  -- Before any record is held, and before values are checked: who changes definitions holds the lock and waits for
  -- records.
  perform pg_advisory_xact_lock_shared(private.lock_of_own_fields(held.account_id));
  for kind in
    select distinct h.kind from public.record_history h where h.account_id = held.account_id and h.act = held.id
      and h.kind = any (array(select private.kinds_of_catalogues()))
    order by 1
  loop
    execute format(
      'select from public.%I t
      where t.account_id = $1 and t.id = any (array(
        select h.record_id from public.record_history h where h.account_id = $1 and h.act = $2
      ))
      order by t.id for update',
      private.catalogue_of(kind)
    ) using held.account_id, held.id;
  end loop;
  return held;
end
$$;
comment on function private.hold_act(uuid) is
  'An act of the caller''s account that can still be taken back; it, its records and the definitions of own fields are held until the transaction ends.';
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
  changed text;
begin
  for kind, changed in
    select
      p.kind,
      string_agg(
        case
          when p.part is null then 'own = (t.own - h.keys) || h.own'
          else format(
            '%1$I = case when h.fields ? %1$L then %2$s else t.%1$I end',
            p.part, private.stored_built_in(p.part, 'h.fields')
          )
        end,
        ', '
      )
    from (
      select distinct l.kind, case when l.part not like 'own.%' then l.part end as part
      from jsonb_to_recordset(lines) as l (kind text, part text)
      where private.is_field_key(l.part)
    ) as p
    group by p.kind
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
      set %s
      from was h
      where t.account_id = $1 and t.id = h.record_id',
      private.catalogue_of(kind), changed
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
create function private.named_fields(account uuid, kind text, fields text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('key', k.field, 'name', o.name) order by k.field), '[]')
  from unnest(fields) as k (field)
  left join public.own_fields o
    on o.account_id = account and o.kind = named_fields.kind and k.field = 'own.' || o.key
$$;
comment on function private.named_fields(uuid, text, text[]) is
  'Fields as the history calls them: [{"key", "name"}]. Own fields have a name, one whose 30 days in deletion are over has none.';
alter function private.named_fields(uuid, text, text[]) owner to cairn_definer;
create or replace function private.digest_of_changes(account uuid, person uuid, moment timestamptz) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with mine as (
    select r.kind, r.id, r.name
    from private.catalogue_records r
    where r.account_id = account and r.owner_id = person
    union
    select r.kind, r.id, r.name
    from public.record_experts e
    join private.catalogue_records r on r.account_id = e.account_id and r.kind = e.kind and r.id = e.record_id
    where e.account_id = account and e.expert_id = person
  ),
  changed as (
    select
      r.kind as record_kind, r.id as record_id, r.name as record_name,
      count(distinct h.changed_by)::integer as people,
      (array_agg(h.changed_by order by h.changed_at desc))[1] as last_by,
      array_agg(distinct h.field) filter (where h.field is not null) as fields,
      row_number() over (order by max(h.changed_at) desc, r.id) as place
    from mine r
    join public.record_history h on h.account_id = account and h.record_id = r.id
    where h.action = 'updated' and h.changed_by is distinct from person
      and h.changed_at > moment - interval '7 days' and h.changed_at <= moment
      and not private.switched_off(account, r.kind)
    group by r.kind, r.id, r.name
  )
  select jsonb_build_object(
    'total', count(*),
    'items', coalesce(
      jsonb_agg(
        jsonb_build_object(
          'record_kind', c.record_kind, 'record_id', c.record_id, 'record_name', c.record_name,
          'actor_name', p.name, 'others', greatest(c.people - 1, 0),
          'fields', private.named_fields(account, c.record_kind, c.fields)
        )
        order by c.place
      ) filter (where c.place <= 10),
      '[]'
    )
  )
  from changed c
  left join public.account_members m on m.account_id = account and m.user_id = c.last_by
  left join public.profiles p on p.id = m.user_id
$$;
comment on function private.digest_of_changes(uuid, uuid, timestamptz) is
  'What others changed, in the week before a moment, of the records that a member owns or is expert of: {"total", "items": the ten changed last, each with its changed fields}.';
create or replace view private.records with (security_invoker = true) as
  select r.account_id, 'system' as kind, r.id, r.name, r.status, r.owner_id, r.invited_owner_id, r.created_by, r.updated_by,
    r.created_at, r.updated_at, r.tags
  from public.systems r
  union all
  select r.account_id, 'solution', r.id, r.name, r.status, r.owner_id, r.invited_owner_id, r.created_by, r.updated_by,
    r.created_at, r.updated_at, r.tags
  from public.solutions r
  union all
  select r.account_id, 'agent', r.id, r.name, r.status, r.owner_id, r.invited_owner_id, r.created_by, r.updated_by,
    r.created_at, r.updated_at, r.tags
  from public.agents r
  union all
  select r.account_id, 'automation', r.id, r.name, r.status, r.owner_id, r.invited_owner_id, r.created_by, r.updated_by,
    r.created_at, r.updated_at, r.tags
  from public.automations r;
create or replace trigger views_forget_contents after update of filter on public.views
  for each row when (new.filter is distinct from old.filter and current_user <> 'cairn_definer')
  execute function private.forget_contents();
comment on table private.own_values is 'The values of own fields, each in the column of its type, for lists that ask for them.';
comment on column private.own_values.place is 'Which of several choices of one field it is, from 0 on.';
comment on column private.own_values.text_value is
  'The first 200 characters of a text or an address as private.folded has it, a choice, the id of a member or a record, or yes or no.';
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
drop function private.condition_of_field(uuid,text,text,text,text[]);
drop function private.condition_of_group(uuid,text,jsonb,boolean);
drop function private.refuse_unknown_own_key(uuid,text,jsonb,jsonb);
