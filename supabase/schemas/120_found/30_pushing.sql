-- Pushing: a script sends what it finds, up to a thousand records at once, and learns counts alone.
--
-- Its key proves its source and nothing more. A record that is sent again is seen again, and never there twice.

create function private.found_fields(account uuid, kind text) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select f.key from private.import_fields(account, found_fields.kind) f where f.key <> 'imported_from'
    union all
    select unnest(array['owner', 'experts', 'tags', 'links'])
    union all
    select a.attname::text
    from private.kinds k
    join pg_catalog.pg_attribute a
      on a.attrelid = format('public.%I', k.record_table)::regclass and a.attname in ('use_cases', 'users')
      and not a.attisdropped
    where k.kind = found_fields.kind
  )
$$;
comment on function private.found_fields(uuid, text) is 'The keys of fields that a found record of a kind can have.';

create function private.found_problem(fields text[], value jsonb) returns text
language sql immutable set search_path = ''
as $$
  select case
    when jsonb_typeof(value) is distinct from 'object' then 'must be an object.'
    when octet_length(value::text) > 20000 then 'must have at most 20,000 bytes.'
    when jsonb_typeof(value -> 'source_id') is distinct from 'string'
      or char_length(private.display_text(value ->> 'source_id')) not between 1 and 200
      then 'source_id must be a text of 1 to 200 characters.'
    when jsonb_typeof(value -> 'name') is distinct from 'string'
      or char_length(private.display_text(value ->> 'name')) not between 1 and 120
      then 'name must be a text of 1 to 120 characters.'
    else (
      select format(
        case when f.key <> all (fields) then 'there is no field %s.' else '%s must be a text, a number, yes or no, or a list of texts.' end,
        to_jsonb(left(f.key, 100))
      )
      from jsonb_each(value) as f (key, value)
      where f.key <> all (fields)
        or jsonb_typeof(f.value) = 'object'
        or jsonb_typeof(f.value) = 'array' and jsonb_path_exists(f.value, 'strict $[*] ? (@.type() <> "string")')
      order by f.key
      limit 1
    )
  end
$$;
comment on function private.found_problem(text[], jsonb) is
  'Why a record cannot be taken in that a script sends; null where it can. Values are judged when it is imported.';

create function private.refuse_found_records(account uuid, kind text, records jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  fields constant text[] := private.found_fields(account, kind);
  problem text;
begin
  if jsonb_typeof(records) is distinct from 'array' or jsonb_array_length(records) > 1000 then
    raise exception 'Send a list of at most 1,000 records.' using errcode = '22023', detail = 'found.batch_size';
  end if;
  select format('Record %s: %s', p.place, p.problem) into problem
  from (
    select s.place, private.found_problem(fields, s.value) as problem
    from jsonb_array_elements(records) with ordinality as s (value, place)
  ) p
  where p.problem is not null
  order by p.place
  limit 1;
  if problem is not null then
    raise exception '%', problem
      using errcode = '22023', detail = 'found.record', hint = 'Nothing of this request was taken in.';
  end if;
end
$$;
comment on function private.refuse_found_records(uuid, text, jsonb) is
  'Refuses records that a script sends, with the first that cannot be taken in.';

create function private.refuse_full_inbox(account uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (select count(*) from public.found_records f where f.account_id = account and f.state = 'waiting') > 10000 then
    raise exception 'At most 10,000 found records can wait.'
      using errcode = 'PT409', detail = 'found.too_many_wait', hint = 'Register or ignore some of those that wait.';
  end if;
end
$$;
comment on function private.refuse_full_inbox(uuid) is 'Refuses what makes more than 10,000 found records wait in an account.';

-- The record known by these properties may be in the bin: then it is not new either.
create function private.store_found_records(pusher public.found_sources, kind text, records jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  counts jsonb;
begin
  execute format(
    'with sent as materialized (
      select distinct on (source_id) private.display_text(s.value ->> ''source_id'') as source_id, s.value as given
      from jsonb_array_elements($3) with ordinality as s (value, place)
      order by source_id, s.place desc
    ),
    binned as materialized (
      select b.record ->> ''source_id'' as source_id, (array_agg(b.record_id order by b.record_id))[1] as record_id
      from public.binned_records b
      where b.account_id = $1.account_id and b.kind = $2 and b.record ->> ''imported_from'' = $1.name
      group by 1
    ),
    taken as (
      insert into public.found_records as f (account_id, kind, source, source_id, name, owner, given, state, record_id)
      select
        $1.account_id, $2, $1.name, s.source_id, private.display_text(s.given ->> ''name''),
        private.owner_as_named(s.given), s.given || jsonb_build_object(''source_id'', s.source_id),
        case when coalesce(t.id, b.record_id) is null then ''waiting'' else ''registered'' end, coalesce(t.id, b.record_id)
      from sent s
      left join public.%I t
        on t.account_id = $1.account_id and t.imported_from = $1.name and t.source_id = s.source_id
      left join binned b on b.source_id = s.source_id
      order by s.source_id
      on conflict on constraint found_records_source_id_key do update
      set name = excluded.name, owner = excluded.owner, given = excluded.given, last_seen_at = now(),
        state = case when excluded.state = ''waiting'' and f.state = ''ignored'' then f.state else excluded.state end,
        record_id = excluded.record_id
      returning f.state, f.first_seen_at = now() as is_new
    )
    select jsonb_build_object(
      ''received'', count(*), ''new'', count(*) filter (where k.is_new and k.state = ''waiting''),
      ''waiting'', count(*) filter (where k.state = ''waiting''),
      ''registered'', count(*) filter (where k.state = ''registered''),
      ''ignored'', count(*) filter (where k.state = ''ignored'')
    )
    from taken k',
    private.catalogue_of(kind)
  ) into counts using pusher, kind, records;
  return counts;
end
$$;
comment on function private.store_found_records(public.found_sources, text, jsonb) is
  'Stores the records that a source sends, and counts the outcomes.';

create function private.owner_as_named(given jsonb) returns text
language sql immutable set search_path = ''
as $$
  select nullif(left(private.display_text(array_to_string(private.import_list(given -> 'owner'), ', ')), 200), '')
$$;
comment on function private.owner_as_named(jsonb) is 'The owner of a found record, in the words of its source.';

create function public.push_found(key text, kind text, records jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  pusher public.found_sources;
  counts jsonb;
begin
  select s.* into pusher from public.found_sources s where s.key_hash = private.token_hash(push_found.key);
  if not found then
    return private.unknown_secret_response(
      'keys of sources', 'source.unknown_key', 'This is not the key of a source.', hint => 'A manager can renew the key.'
    );
  end if;
  if not private.count_against_limit('pushes of ' || pusher.id, 60) then
    raise exception 'Too many requests.'
      using errcode = 'PT429', detail = 'request.too_many', hint = 'Wait a minute, then try again.';
  end if;
  perform private.refuse_other_kind(kind);
  perform private.refuse_found_records(pusher.account_id, kind, records);
  counts := private.store_found_records(pusher, kind, records);
  perform private.refuse_full_inbox(pusher.account_id);
  update public.found_sources s set last_seen_at = now() where s.id = pusher.id;
  return counts;
end
$$;
comment on function public.push_found(text, text, jsonb) is
  'For scripts that have the key of a source: takes in what they found, at most 1,000 records of a kind, [{"source_id", "name", …}] with the fields of imports. Sixty times a minute. Answers counts of what was sent: {"received", "new", "waiting", "registered", "ignored"}.';
grant execute on function public.push_found(text, text, jsonb) to anon, authenticated, service_role;
