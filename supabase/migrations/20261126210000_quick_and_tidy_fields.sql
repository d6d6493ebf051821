-- Tags that are merged in views too, and conditions that are looked up instead of reading every record.

drop function private.as_seen_by(jsonb, uuid);

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
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
create function private.with_entry(list jsonb, was text[], instead text) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(given.entry order by given.place), '[]')
  from (
    select case when entry in (select to_jsonb(w) from unnest(was) as w) then to_jsonb(instead) else entry end, min(place)
    from jsonb_array_elements(list) with ordinality as listed (entry, place)
    group by 1
  ) as given (entry, place)
$$;
comment on function private.with_entry(jsonb, text[], text) is
  'A list in which an entry stands once for several others, in the place of the first.';
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
  replaced text := regexp_replace(address, array_to_string(was, '|'), instead::text, 'g');
  before text;
begin
  if replaced <> address then
    loop
      before := replaced;
      replaced := regexp_replace(replaced, format('(%1$s(?:(?:,|%%2C)[0-9a-f-]{36})*?)(?:,|%%2C)%1$s', instead), '\1');
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
  where v.account_id = account and v.address || v.filter::text ~ array_to_string(from_ids, '|');
$$;
comment on function private.replace_tags_in_views(uuid, uuid[], uuid) is
  'Views of an account, those of single members included, that name one of the tags name the other instead.';
alter function private.replace_tags_in_views(uuid, uuid[], uuid) owner to cairn_definer;
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
