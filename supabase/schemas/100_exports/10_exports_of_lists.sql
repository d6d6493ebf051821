-- Exports of lists that are no catalogue: the team, the bin, the account's acts, and the history of one record.
--
-- As with catalogues, the ids come first, then the rows of these ids, part by part. A list exports what it shows to the
-- caller: both functions look past row security, as the lists do, and name the caller's account themselves. Of addresses
-- the team shows what profiles show, and to admins those of invited people.

create function public.begin_list_export(list text, format text, filter jsonb default '{}') returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  record_param constant uuid := filter ->> 'record';
  ids text[];
begin
  perform private.refuse_export(format);
  case list
    when 'team' then
      ids := array(
        select entry.item ->> 'id'
        from json_array_elements(private.team_page(
          filter ->> 'query', filter ->> 'in_department', filter ->> 'of_level', filter ->> 'with_area',
          filter ->> 'of_status', coalesce(filter ->> 'sort', 'name'), (filter ->> 'descending')::boolean, 0,
          private.max_exported_rows() + 1
        ) -> 'items') with ordinality as entry (item, place)
        order by entry.place
      );
    when 'bin' then
      ids := array(
        select b.record_id
        from public.binned_records b
        where b.account_id = account
          and (filter ->> 'of_kind' is null or b.kind = filter ->> 'of_kind')
          and strpos(lower(b.name), lower(btrim(coalesce(filter ->> 'query', '')))) > 0
        order by b.deleted_at desc, b.record_id
        limit private.max_exported_rows() + 1
      );
    when 'acts' then
      ids := array(
        select a.id
        from public.acts a
        where a.account_id = account
        order by a.done_at desc, a.id
        limit private.max_exported_rows() + 1
      );
    when 'history' then
      ids := array(
        select h.id
        from public.record_history h
        where h.account_id = account and h.record_id = record_param
        order by h.changed_at desc, h.id desc
        limit private.max_exported_rows() + 1
      );
    else
      raise exception 'There is no such list.' using errcode = '22023', detail = 'list.unknown';
  end case;
  return private.begin_export(list, record_param::text, format, ids);
end
$$;
comment on function public.begin_list_export(text, text, jsonb) is
  'The ids of all rows of a list, in its order: {"total", "ids"}. team is filtered as find_members has it, bin by of_kind and query; history is that of a record. Otherwise as begin_export.';
grant execute on function public.begin_list_export(text, text, jsonb) to authenticated;

create function public.get_list_to_export(list text, ids text[]) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  rows json;
begin
  if coalesce(cardinality(ids) > 1000, true) then
    raise exception 'A part of an export has at most 1,000 records.'
      using errcode = '22023', detail = 'export.part_size';
  end if;
  case list
    when 'team' then
      select json_agg(r.row order by r.place) into rows from private.team_to_export(ids) r;
    when 'bin' then
      select json_agg(r.row order by r.place) into rows from private.bin_to_export(ids::uuid[]) r;
    when 'acts' then
      select json_agg(r.row order by r.place) into rows from private.acts_to_export(ids::uuid[]) r;
    when 'history' then
      select json_agg(r.row order by r.place) into rows from private.history_to_export(ids::uuid[]) r;
    else
      raise exception 'There is no such list.' using errcode = '22023', detail = 'list.unknown';
  end case;
  return coalesce(rows, '[]');
end
$$;
comment on function public.get_list_to_export(text, text[]) is
  'Up to 1,000 rows of the team, the bin, the acts or the history of the caller''s account, in the order of their ids: [row], with people, tags and records by name.';
grant execute on function public.get_list_to_export(text, text[]) to authenticated;

create function private.team_to_export(ids text[]) returns table (place bigint, "row" jsonb)
language sql stable security definer set search_path = ''
as $$
  select wanted.place, to_jsonb(e) || jsonb_build_object(
    'email', case when e.is_pending then i.email else v.display_email end,
    'status', case when e.is_pending then 'pending' else 'active' end,
    'joined_at', m.created_at
  )
  from private.team_entries(private.my_account(), private.my_rank() = 3) e
  join unnest(ids) with ordinality as wanted (id, place) on wanted.id = e.id
  left join private.visible_profiles(private.my_account()) v on v.id::text = e.id
  left join public.account_members m on m.account_id = private.my_account() and m.user_id = v.id
  left join public.pending_invitations i on i.account_id = private.my_account() and 'pending-' || i.id = e.id
$$;
comment on function private.team_to_export(text[]) is
  'People of the caller''s team as the directory and their profiles show them, with email, status and joined_at.';

create function private.bin_to_export(ids uuid[]) returns table (place bigint, "row" jsonb)
language sql stable security definer set search_path = ''
as $$
  select wanted.place, jsonb_build_object(
    'id', b.record_id,
    'kind', b.kind,
    'name', b.name,
    'deleted_by', coalesce(private.name_of_member(b.account_id, b.deleted_by), b.deleted_by::text),
    'deleted_at', b.deleted_at,
    'expires_at', b.deleted_at + make_interval(days => private.bin_days()),
    'reason', b.reason
  )
  from public.binned_records b
  join unnest(ids) with ordinality as wanted (id, place) on wanted.id = b.record_id
  where b.account_id = private.my_account()
$$;
comment on function private.bin_to_export(uuid[]) is 'Deleted records of the caller''s account as the bin shows them.';

create function private.acts_to_export(ids uuid[]) returns table (place bigint, "row" jsonb)
language sql stable security definer set search_path = ''
as $$
  select wanted.place, jsonb_build_object(
    'id', a.id,
    'action', a.action,
    'kind', a.kind,
    'value', coalesce(act.told ->> 'value_name', a.value),
    'records', a.records,
    'done_by', coalesce(act.told ->> 'done_by_name', a.done_by::text),
    'done_at', a.done_at,
    'undone_by', coalesce(act.told #>> '{undone_by,done_by_name}', act.told #>> '{undone_by,done_by}'),
    'undone_at', act.told #> '{undone_by,done_at}'
  )
  from public.acts a
  join unnest(ids) with ordinality as wanted (id, place) on wanted.id = a.id
  cross join lateral private.act_json(a) as act (told)
  where a.account_id = private.my_account()
$$;
comment on function private.acts_to_export(uuid[]) is 'Acts of the caller''s account, with people and tags by name.';

-- The names are those of the caller's account: an id of another account gets none.
create function private.history_to_export(ids uuid[]) returns table (place bigint, "row" jsonb)
language sql stable security definer set search_path = ''
as $$
  with lines as materialized (
    select wanted.place, h.*
    from public.record_history h
    join unnest(ids) with ordinality as wanted (id, place) on wanted.id = h.id
    where h.account_id = private.my_account()
  ),
  told as materialized (
    select array(
      select distinct said.text::uuid
      from lines l
      cross join lateral (
        select l.changed_by::text
        union all
        select item.value #>> '{}'
        from unnest(array[l.before, l.after]) as v (value)
        cross join lateral jsonb_array_elements(
          case when jsonb_typeof(v.value) = 'array' then v.value else jsonb_build_array(v.value) end
        ) as item (value)
      ) as said (text)
      where said.text ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    ) as ids
  ),
  names as materialized (
    select coalesce(jsonb_object_agg(n.id, n.name), '{}') as known
    from (
      select p.id, p.name from told cross join lateral private.people_by_name(told.ids) p
      union all
      select r.id, r.name
      from told
      join private.catalogue_records r on r.account_id = private.my_account() and r.id = any (told.ids)
    ) n
  )
  select l.place, jsonb_build_object(
    'id', l.id,
    'changed_at', l.changed_at,
    'changed_by', coalesce(names.known ->> l.changed_by::text, l.changed_by::text),
    'action', l.action,
    'field', l.field,
    'before', case
      when l.field = 'handover' then l.after #> '{giver,name}' else private.history_in_words(l.before, names.known)
    end,
    'after', case
      when l.field = 'handover' then l.after #> '{receiver,name}' else private.history_in_words(l.after, names.known)
    end
  )
  from lines l
  cross join names
$$;
comment on function private.history_to_export(uuid[]) is
  'Lines of the history of the caller''s account, with people, tags and records by name.';

create function private.history_in_words(value jsonb, names jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case jsonb_typeof(value)
    when 'array' then (
      select jsonb_agg(coalesce(item.value -> 'name', names -> (item.value #>> '{}'), item.value) order by item.place)
      from jsonb_array_elements(value) with ordinality as item (value, place)
    )
    when 'object' then coalesce(value -> 'name', to_jsonb(value::text))
    when 'string' then coalesce(names -> (value #>> '{}'), value)
    else value
  end
$$;
comment on function private.history_in_words(jsonb, jsonb) is
  'A value as the history keeps it, with the names that belong to ids: of lists each entry, of other objects their JSON.';
