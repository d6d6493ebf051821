-- Lines of archives: what of a line becomes a row. Who wrote the file is unknown, so a line says values, and nothing else:
-- tables, columns and the account are those that the server names, and JSON within a line is rebuilt by its known names.
--
-- Any other part of a line is left out. A moment is never later than now: nothing could end, or be undone, before it.

create function private.columns_of_people(source regclass) returns text[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(a.attname::text order by a.attnum), '{}')
  from pg_catalog.pg_constraint c
  join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
  where c.confrelid = 'public.account_members'::regclass
    -- A catalogue is a view of the records, whose keys are its own.
    and c.conrelid = case when source::text in (
      select format('public.%I', k.record_table) from private.kinds k where k.feature is not null
    ) then 'private.records'::regclass else source end
$$;
comment on function private.columns_of_people(regclass) is 'The columns of a table that name members.';

create function private.moment_in_archive(given timestamptz) returns timestamptz
language sql stable set search_path = ''
as $$
  select case when given is not null then greatest(least(given, now()), '2000-01-01') end
$$;
comment on function private.moment_in_archive(timestamptz) is
  'A moment that a line of an archive names: neither before the year 2000 nor later than now.';

-- An archive of an older version has no columns that came later: they have their defaults.
create function private.columns_to_restore(source regclass, without text[], given jsonb, out columns text, out "values" text)
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
comment on function private.columns_to_restore(regclass, text[], jsonb) is
  'The columns of a table that lines of an archive have, but for some, and the value of each, for rows r.';

-- The server counts past weeks by the history: a line that names nobody would keep it from that.
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
    raise exception 'The history of an archive names a person without an id.'
      using errcode = '22023', detail = 'archive.person_without_id';
  end if;
end
$$;
comment on function private.refuse_strange_history(jsonb) is
  'Refuses lines of the history that name an owner or an expert by anything but an id.';

-- Rows of an archive keep their ids, and an id is taken once among all accounts. So whoever knows that of a record in the bin
-- of another account could keep it from coming back.
create function private.refuse_records_of_others(account uuid, of_file text, lines jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (
    with named as (
      select
        coalesce(k.kind, l.line ->> 'kind') as kind, (l.line ->> case when k.kind is null then 'record_id' else 'id' end)::uuid as id
      from jsonb_array_elements(lines) as l (line)
      left join private.kinds k on k.record_table = of_file
      where k.feature is not null or of_file = 'bin'
    )
    select
    from named n
    join public.binned_records b on b.record_id = n.id and b.kind = n.kind and b.account_id <> account
    union all
    select
    from named n
    join private.records r on r.kind = n.kind and r.id = n.id and r.account_id <> account
    where of_file = 'bin'
  ) then
    raise exception 'The archive has records of another account.'
      using errcode = '23505', detail = 'archive.other_account';
  end if;
end
$$;
comment on function private.refuse_records_of_others(uuid, text, jsonb) is
  'Refuses lines of records, or of the bin, with ids that records of other accounts have, deleted ones too.';

create function private.sanitized_record(of_kind text, record jsonb) returns jsonb
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
comment on function private.sanitized_record(text, jsonb) is
  'A record with the columns and types of its kind, and nothing else.';

-- The values of a line that name people who are not members (yet): {column: id}.
create function private.unknown_people_in_line(account uuid, line jsonb, columns text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(c.name, line -> c.name), '{}')
  from unnest(columns) as c (name)
  where line ->> c.name is not null and not private.is_member(account, (line ->> c.name)::uuid)
$$;
comment on function private.unknown_people_in_line(uuid, jsonb, text[]) is
  'The columns among these in which a line names people who are no members.';

-- A line of the bin has the record as it was, with the account and, as a member or as invited, the owner.
create function private.record_for_account(account uuid, line jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.sanitized_record(line ->> 'kind', line -> 'record')
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

create function private.row_from_archive_line(account uuid, of_file text, line jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select line || jsonb_build_object('account_id', account) || case of_file
    when 'bin' then jsonb_build_object(
      'name', left(line ->> 'name', 120),
      'record', private.record_for_account(account, line),
      'links', private.sanitized_links(line -> 'links')
    )
    when 'acts' then jsonb_build_object('departed', private.sanitized_departed_owners(line -> 'departed'))
    else '{}'
  end
$$;
comment on function private.row_from_archive_line(uuid, text, jsonb) is 'A line of an archive as a row of an account.';
