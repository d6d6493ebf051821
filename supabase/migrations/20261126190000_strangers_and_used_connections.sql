-- What strangers learn of own fields, bulk changes on used connections, and defaults that no longer hold.

-- Empty where the filter of a view was refused each time.
alter table private.view_contents alter column ids drop not null;

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
create or replace function private.keep_tags() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  added uuid[];
  known uuid[];
begin
  -- Row security refuses a stranger's account, and it comes later: until then nothing is said of it.
  if private.caller_id() is not null and new.account_id is distinct from private.my_account() then
    return new;
  end if;
  -- More than a record can have: its check says so.
  if cardinality(new.tags) > 50 then
    return new;
  end if;
  new.tags := array(
    select given.tag
    from unnest(new.tags) with ordinality as given (tag, place)
    where given.tag is not null
    group by given.tag
    order by min(given.place)
  );
  added := new.tags;
  if tg_op = 'UPDATE' then
    added := array(select given.tag from unnest(new.tags) as given (tag) where given.tag <> all (old.tags));
  end if;
  known := array(
    select t.id from public.tags t where t.account_id = new.account_id and t.id = any (added) order by t.id for key share
  );
  if cardinality(known) < cardinality(added) then
    if tg_argv[0] = 'refuse' then
      raise exception 'There is no such tag.' using errcode = '23503', hint = 'It may have been deleted. Choose another tag.';
    end if;
    new.tags := array(
      select given.tag
      from unnest(new.tags) with ordinality as given (tag, place)
      where given.tag = any (known) or given.tag <> all (added)
      order by given.place
    );
  end if;
  return new;
end
$$;
create or replace function private.replace_tags(account uuid, from_ids uuid[], into_id uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  kind text;
  changed integer := 0;
  of_kind integer;
begin
  foreach kind in array array(select k from private.kinds_of_catalogues() k) loop
    execute format(
      'update public.%I t
      set tags = array(
        select one.tag
        from (
          select case when given.tag = any ($2) then $3 else given.tag end as tag, min(given.place) as place
          from unnest(t.tags) with ordinality as given (tag, place)
          group by 1
        ) one
        where one.tag is not null
        order by one.place
      )
      where t.account_id = $1 and t.tags <> ''{}'' and t.tags && $2',
      private.catalogue_of(kind)
    ) using account, from_ids, into_id;
    get diagnostics of_kind = row_count;
    changed := changed + of_kind;
  end loop;
  -- A record in the bin comes back with the other tag, too. One that is gone is forgotten when it comes back.
  if into_id is not null then
    update public.binned_records b
    set record = jsonb_set(b.record, '{tags}', (
      select jsonb_agg(case when given.tag = any (from_ids::text[]) then into_id::text else given.tag end order by given.place)
      from jsonb_array_elements_text(b.record -> 'tags') with ordinality as given (tag, place)
    ))
    where b.account_id = account and b.record -> 'tags' ?| from_ids::text[];
  end if;
  return changed;
end
$$;
create or replace function private.check_own_field() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_coming constant boolean :=
    tg_op = 'INSERT' or (tg_op = 'UPDATE' and old.deleted_at is not null and new.deleted_at is null);
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
    new.default_value := private.own_value(new, 'Default', new.default_value);
  end if;
  return new;
end
$$;
create or replace function private.check_own_values() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was jsonb := '{}';
  given constant jsonb := case jsonb_typeof(new.own) when 'object' then new.own else '{}' end;
  clean jsonb := '{}';
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
  end if;
  perform pg_advisory_xact_lock_shared(private.lock_of_own_fields(new.account_id));
  perform private.refuse_unknown_own_key(new.account_id, tg_argv[0], given, was);
  for field in
    select f.* from public.own_fields f where f.account_id = new.account_id and f.kind = tg_argv[0] order by f.place, f.name
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
  -- Planned each time, all of them: a plan made for one record would look ten thousand of them up one by one.
  execute 'select exists (select from gone o join come n using (id) where o.own is distinct from n.own)' into is_changed;
  if not is_changed then
    return null;
  end if;
  execute
    'delete from private.own_values v
    using gone o
    join come n using (id)
    cross join lateral jsonb_each(o.own) k
    join public.own_fields f on f.account_id = n.account_id and f.kind = $1 and f.key = k.key
    where o.own is distinct from n.own and k.value is distinct from n.own -> k.key
      and v.record_id = n.id and v.field_id = f.id'
    using tg_argv[0];
  execute
    'insert into private.own_values
    select v.*
    from gone o
    join come n using (id)
    cross join lateral jsonb_each(n.own) k
    join public.own_fields f on f.account_id = n.account_id and f.kind = $1 and f.key = k.key
    cross join lateral private.own_value_rows(f, n.id, k.value) v
    where o.own is distinct from n.own and k.value is distinct from o.own -> k.key'
    using tg_argv[0];
  return null;
end
$$;
create or replace function private.converted_own_value(was public.own_fields, wanted public.own_fields, value jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  words constant text[] := private.words_of_own_value(was, value);
  line constant text := private.display_text(array_to_string(words, ', '));
  converted jsonb;
begin
  -- Without a default before, there is none afterwards.
  if value is null or value = 'null' then
    return null;
  end if;
  if was.type = wanted.type and was.type <> 'record' and was.type not in ('choice', 'choices') then
    return value;
  end if;
  if cardinality(words) = 0 then
    return null;
  end if;
  converted := case wanted.type
    when 'long_text' then to_jsonb(array_to_string(words, ', '))
    when 'number' then case when line ~ '^-?[0-9]{1,16}(\.[0-9]{1,20})?$' then to_jsonb(trim_scale(line::numeric)) end
    when 'yes_no' then case
      when lower(line) in ('yes', 'true', '1') then to_jsonb(true)
      when lower(line) in ('no', 'false', '0') then to_jsonb(false)
    end
    when 'choice' then case
      when cardinality(words) = 1 then to_jsonb((private.choices_named(wanted, words))[1])
    end
    when 'choices' then private.choices_in_order(wanted, private.choices_named(wanted, case
      when was.type in ('choice', 'choices') then words
      when array_position(private.choices_named(wanted, array[line]), null) is null then array[line]
      else string_to_array(line, ',')
    end))
    when 'member' then to_jsonb(private.uuid_named(wanted, line))
    when 'record' then to_jsonb(private.uuid_named(wanted, line))
    else to_jsonb(line)
  end;
  if converted is null or converted in ('null', '""', '[]') or converted @> '[null]' then
    return null;
  end if;
  return case when private.problem_of_own_value(wanted, converted, null) is null then converted end;
end
$$;
create or replace function private.purge_own_fields(oldest timestamptz, account uuid, only_these text[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  field public.own_fields;
  emptied integer;
  purged integer := 0;
begin
  for field in
    select f.*
    from public.own_fields f
    where f.deleted_at < oldest and (account is null or f.account_id = account)
      and (only_these is null or f.id::text = any (only_these))
    order by f.account_id, f.deleted_at
  loop
    perform pg_advisory_xact_lock(private.lock_of_own_fields(field.account_id));
    perform set_config('cairn.purging', 'on', true);
    execute format(
      'update public.%1$I r
      set own = r.own - ($1).key
      where r.id = any (array(
        select o.id
        from public.%1$I o
        where o.account_id = ($1).account_id and o.own ? ($1).key
        order by o.id limit 2000
        for update
      ))',
      private.catalogue_of(field.kind)
    ) using field;
    get diagnostics emptied = row_count;
    perform set_config('cairn.purging', '', true);
    if emptied < 2000 then
      update public.binned_records b
      set record = b.record #- array['own', field.key]
      where b.account_id = field.account_id and b.kind = field.kind and b.record -> 'own' ? field.key;
      delete from public.own_fields f where f.id = field.id;
      emptied := emptied + 1;
    end if;
    purged := purged + emptied;
  end loop;
  return purged;
end
$$;
create or replace function private.compare_view(account uuid, viewed uuid, person uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v public.views;
  before uuid[];
  after uuid[];
  came integer;
  went integer;
begin
  select w.* into v
  from private.watched_views(account) due
  join public.views w on w.id = due.view_id
  where due.view_id = viewed and due.user_id = person;
  if not found then
    return;
  end if;
  select c.ids into before from private.view_contents c where c.user_id = person and c.view_id = viewed;
  begin
    after := private.ids_of_view(account, v.kind, v.filter, person, 10000);
  exception
    -- A filter that is refused says so beside the view. It is tried again tomorrow, with what the view held last.
    when data_exception then
      after := before;
  end;
  if before is not null and after is not null then
    select c.came, c.went into came, went from private.compare_ids(before, after) c;
    if came + went > 0 then
      perform private.notify(
        account, person, 'view_changed', record_kind => v.kind,
        payload => jsonb_build_object('view', jsonb_build_object('id', v.id, 'name', v.name, 'came', came, 'went', went))
      );
    end if;
  end if;
  insert into private.view_contents as c (user_id, view_id, account_id, ids, compared_on)
  values (person, viewed, account, after, private.day_of_comparison())
  on conflict (user_id, view_id) do update set ids = excluded.ids, compared_on = excluded.compared_on;
end
$$;
create or replace trigger own_fields_check before insert or update on public.own_fields
  for each row when (current_user <> 'cairn_owner') execute function private.check_own_field();
comment on table private.view_contents is 'What a watched view held for a member when it was last compared.';
comment on column private.view_contents.ids is
  'Up to 10,000 ids of records, in their order; empty where the filter was refused each time.';
comment on column private.view_contents.compared_on is 'The day of the last comparison.';
