-- Sending rows: a plan is started and gets its rows, a thousand at a time.
--
-- A row that is sent again replaces the former one, so a network that fails in between costs nothing.

create function private.refuse_importing(kind text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.refuse_other_kind(kind);
  if coalesce(private.my_rank(), 0) < 1 then
    raise exception 'Viewers cannot import.'
      using errcode = '42501', detail = 'import.not_for_viewers', hint = 'Ask an administrator for another level.';
  end if;
  perform private.refuse_feature_off(private.feature_of(kind));
end
$$;
comment on function private.refuse_importing(text) is 'Refuses a caller who may not add records of a kind.';

-- Of two windows that work on a plan at once, the second waits: a row is never checked or applied twice.
create function private.lock_import(import uuid) returns public.imports
language plpgsql volatile security definer set search_path = ''
as $$
declare
  held public.imports;
begin
  perform set_config('lock_timeout', '4s', true);
  select i.* into held
  from public.imports i
  where i.id = import and i.account_id = private.my_account()
    and (i.started_by = private.caller_id() or private.my_rank() = 3)
  for update;
  if not found then
    raise exception 'There is no such import.'
      using errcode = 'PT404', detail = 'import.unknown',
        hint = 'Imports are kept for seven days. Start again with the file.';
  end if;
  perform private.refuse_importing(held.kind);
  return held;
end
$$;
comment on function private.lock_import(uuid) is
  'A plan of the caller, or for admins of the account, locked until the transaction ends; the caller may still import.';
grant execute on function private.lock_import(uuid) to authenticated;

create function public.start_import(kind text, file_name text, match_key text, source text default null) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  started uuid;
begin
  perform private.refuse_importing(kind);
  if (select count(*) from public.imports i where i.account_id = private.my_account() and i.started_by = private.caller_id())
    >= 20
  then
    -- The oldest gives way: nobody keeps twenty plans in mind.
    delete from public.imports i
    where i.id = (
      select o.id from public.imports o
      where o.account_id = private.my_account() and o.started_by = private.caller_id()
      order by o.started_at, o.id
      limit 1
    );
  end if;
  if match_key like 'own.%' and not exists (
    select from public.own_fields f
    where f.account_id = private.my_account() and f.kind = start_import.kind and match_key = 'own.' || f.key
      and f.type in ('text', 'number') and f.deleted_at is null and f.retired_at is null
  ) then
    raise exception 'Rows can meet records by an own field that is a text or a number.'
      using errcode = '22023', detail = 'import.match_by_own_field';
  end if;
  if match_key = 'source' and nullif(private.display_text(source), '') is null then
    raise exception 'Say which source the file comes from.' using errcode = '22023', detail = 'import.source_needed';
  end if;
  insert into public.imports as i (kind, file_name, match_key, source, people)
  values (
    kind, private.display_text(file_name), match_key, nullif(private.display_text(source), ''),
    private.remembered_people(private.my_account())
  )
  returning i.id into started;
  return started;
end
$$;
comment on function public.start_import(text, text, text, text) is
  'Starts a plan for the records of a kind and gives its id. match_key is name, id, source or own.key of a text or number. With source, source_id of rows is compared among records of this source.';
grant execute on function public.start_import(text, text, text, text) to authenticated;

create function private.match_value(match_key text, given jsonb) returns text
language sql immutable set search_path = ''
as $$
  select case jsonb_typeof(given -> k.key)
    when 'number' then trim_scale((given ->> k.key)::numeric)::text
    else nullif(private.display_text(case match_key when 'source' then given ->> k.key else lower(given ->> k.key) end), '')
  end
  from (select case match_key when 'source' then 'source_id' else match_key end as key) k
$$;
comment on function private.match_value(text, jsonb) is 'The value of a row in the key of its import, in lower case except for ids of sources.';

create function public.add_import_rows(import uuid, rows jsonb) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  plan constant public.imports := private.lock_import(import);
  added integer;
begin
  if exists (select from public.import_rows r where r.import_id = plan.id and r.effect is not null) then
    raise exception 'This import has been checked already.'
      using errcode = 'PT409', detail = 'import.already_checked', hint = 'Start again with the file.';
  end if;
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) > 1000 or exists (
    select from jsonb_array_elements(rows) as r (value)
    where jsonb_typeof(r.value -> 'values') is distinct from 'object'
      or coalesce(r.value ->> 'row' !~ '^[1-9][0-9]{0,6}$', true)
      or jsonb_typeof(coalesce(r.value -> 'unreadable', '[]')) <> 'array'
  ) then
    raise exception 'Send at most 1,000 rows: [{"row", "values", "unreadable"}].'
      using errcode = '22023', detail = 'import.rows_shape';
  end if;
  insert into public.import_rows as r (account_id, import_id, row_number, given, unreadable, match_value, name_key)
  select distinct on (number)
    plan.account_id, plan.id, (g.value ->> 'row')::integer as number, g.value -> 'values',
    array(select jsonb_array_elements_text(coalesce(g.value -> 'unreadable', '[]'))),
    private.match_value(plan.match_key, g.value -> 'values'),
    nullif(private.name_key(left(g.value -> 'values' ->> 'name', 200)), '')
  from jsonb_array_elements(rows) with ordinality as g (value, place)
  order by number, g.place desc
  on conflict (import_id, row_number) do update
  set given = excluded.given, unreadable = excluded.unreadable, match_value = excluded.match_value,
    name_key = excluded.name_key;
  get diagnostics added = row_count;
  if (select count(*) from public.import_rows r where r.import_id = plan.id) > 50000 then
    raise exception 'An import has at most 50,000 rows.'
      using errcode = '22023', detail = 'import.too_many_rows', hint = 'Divide the file.';
  end if;
  return added;
end
$$;
comment on function public.add_import_rows(uuid, jsonb) is
  'Adds at most 1,000 rows to a plan that is not checked yet: [{"row", "values", "unreadable"}]. One that was sent before is replaced. values are by the key of the field; unreadable names fields whose text has characters that are none.';
grant execute on function public.add_import_rows(uuid, jsonb) to authenticated;

create function public.abandon_import(import uuid) returns void
language sql security definer set search_path = ''
as $$
  delete from public.imports i
  where i.id = import and i.account_id = private.my_account()
    and (i.started_by = private.caller_id() or private.my_rank() = 3)
$$;
comment on function public.abandon_import(uuid) is
  'Deletes a plan of the caller, or for admins of the account. What has been applied stays; one that is not there is no fault.';
grant execute on function public.abandon_import(uuid) to authenticated;

create function private.header_hash(heads text[]) returns text
language sql immutable set search_path = ''
as $$
  select encode(sha256(convert_to(array_to_string(array(
    select private.folded(private.display_text(left(h.head, 200))) from unnest(heads) with ordinality as h (head, place)
    order by h.place
  ), e'\n'), 'UTF8')), 'hex')
$$;
comment on function private.header_hash(text[]) is
  'A hash of the header row, the same for headers that differ only in case, accents and spaces.';

create function public.get_import_match(kind text, heads text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select m.matched
  from public.import_matches m
  where m.account_id = private.my_account() and m.kind = get_import_match.kind
    and m.heads = private.header_hash(get_import_match.heads) and private.my_rank() >= 1
$$;
comment on function public.get_import_match(text, text[]) is
  'How a file with these heads was matched last in the account, as remember_import_match was told; null where none was.';
grant execute on function public.get_import_match(text, text[]) to authenticated;
