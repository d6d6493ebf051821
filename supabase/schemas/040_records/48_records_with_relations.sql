-- Records with relations: a record is added or changed together with relations that begin or end at it.
--
-- Without relations a catalogue is written as a table. With them it is one call, so that a record that is refused leaves
-- relations as they were, and a relation that is refused leaves the record as it was. A relation that another member
-- has removed already is no error, and one that is not named stays.

create function private.write_record(kind text, columns jsonb, record_id uuid, version timestamptz) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  catalogue constant text := private.catalogue_of(kind);
  -- Also a call that names no column is written, and the catalogue refuses it where it has no name.
  given constant jsonb := case when jsonb_typeof(columns) = 'object' then columns else '{}' end || case
    when record_id is null then jsonb_build_object('account_id', private.my_account())
    else jsonb_build_object('updated_at', now())
  end;
  -- The statement takes its names from the catalogue, never from the caller.
  names constant text[] := array(
    select quote_ident(a.attname)
    from pg_attribute a
    where a.attrelid = format('public.%I', catalogue)::regclass and a.attnum > 0 and not a.attisdropped
      and given ? a.attname::text
  );
  written jsonb;
begin
  if cardinality(names) <> (select count(*) from jsonb_object_keys(given)) then
    raise exception 'A record has only columns of its kind.'
      using errcode = '23514', detail = 'record.columns_of_kind', hint = 'See the columns of the catalogue.';
  end if;
  if record_id is null then
    execute format(
      'insert into public.%1$I as t (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1) returning to_jsonb(t)',
      catalogue, array_to_string(names, ', ')
    )
      into written using given;
  else
    execute format(
      'update public.%1$I t set (%2$s) = (select %2$s from jsonb_populate_record(t, $1))
      where t.id = $2 and ($3 is null or t.updated_at = $3) returning to_jsonb(t)',
      catalogue, array_to_string(names, ', ')
    )
      into written using given, record_id, version;
  end if;
  return written;
end
$$;
comment on function private.write_record(text, jsonb, uuid, timestamptz) is
  'Adds or changes a record as the caller: its row, or null where no record has this version.';
grant execute on function private.write_record(text, jsonb, uuid, timestamptz) to authenticated;

create function private.named_relations(record_id uuid, relations jsonb)
returns table (from_id uuid, to_id uuid, type text, note text, removed boolean)
language sql immutable set search_path = ''
as $$
  select
    case when coalesce(r.outgoing, true) then named_relations.record_id else r.record_id end,
    case when coalesce(r.outgoing, true) then r.record_id else named_relations.record_id end,
    r.type, coalesce(r.note, ''), coalesce(r.removed, false)
  from jsonb_to_recordset(relations) as r (record_id uuid, outgoing boolean, type text, note text, removed boolean)
$$;
comment on function private.named_relations(uuid, jsonb) is
  'The relations that a call names from the side of a record, by both of their ends.';
grant execute on function private.named_relations(uuid, jsonb) to authenticated;

-- Runs as the caller: the policies and columns of catalogue and relations decide.
create function public.save_record(
  kind text, record jsonb, relations jsonb default '[]', record_id uuid default null, version timestamptz default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  written jsonb;
begin
  perform private.refuse_out_of_scope(save_record.kind, 'write');
  perform private.refuse_other_kind(kind);
  written := private.write_record(kind, record, record_id, version);
  if written is null then
    return '[]';
  end if;
  -- First, so that a relation can be replaced by one with another note.
  delete from public.relations o
  using private.named_relations((written ->> 'id')::uuid, save_record.relations) n
  where n.removed and o.from_id = n.from_id and o.to_id = n.to_id and o.type = n.type;
  insert into public.relations (from_id, to_id, type, note)
  select distinct on (n.from_id, n.to_id, n.type) n.from_id, n.to_id, n.type, n.note
  from private.named_relations((written ->> 'id')::uuid, save_record.relations) n
  where not n.removed and not exists (
    select from public.relations o where o.from_id = n.from_id and o.to_id = n.to_id and o.type = n.type
  );
  return jsonb_build_array(written);
end
$$;
comment on function public.save_record(text, jsonb, jsonb, uuid, timestamptz) is
  'Adds a record of a kind, or changes the one with this id, and adds and removes its relations, all or nothing. Its row comes in an array, which is empty where the record is gone or no longer has this version. record: columns of the catalogue. relations: [{record_id, type, outgoing (true unless it says so), note, removed (true for one that goes)}]; all others stay.';
grant execute on function public.save_record(text, jsonb, jsonb, uuid, timestamptz) to authenticated;
