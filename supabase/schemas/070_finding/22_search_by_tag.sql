-- Search by tags: # and the beginning of a name finds tags, and the records that have one of them.
--
-- Where no tag begins so, the text is looked for like any other.

create function private.tags_meant_by_text(wanted text) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select t.id
    from public.tags t
    where wanted like '#%' and t.account_id = private.my_account() and starts_with(private.folded(t.name), btrim(substr(wanted, 2)))
    order by private.folded(t.name), t.id
    limit 5
  )
$$;
comment on function private.tags_meant_by_text(text) is
  'The first five tags of the caller''s account whose names begin with what follows the # of a folded text; none without #.';

create function private.tagged_matches(tags uuid[], of_each integer)
returns table (
  type text, id uuid, title text, description text, link text, updated_at timestamptz, total bigint, has_typo boolean
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  one record;
begin
  if tags = '{}' then
    return;
  end if;
  for one in
    select k.kind, k.record_table from private.kinds k where k.feature is not null and private.feature_enabled(k.feature)
  loop
    return query execute format(
      'with found as materialized (
        select t.id
        from public.%1$I t
        where t.account_id = $1 and t.tags <> ''{}'' and t.tags && $2
        order by private.folded(t.name) collate pg_catalog."C", t.id
        limit 1001
      )
      select %2$L, t.id, t.name, t.description, %3$L, t.updated_at, (select count(*) from found), false
      from found f
      join public.%1$I t on t.id = f.id
      order by private.folded(t.name) collate pg_catalog."C", t.id
      limit $3',
      one.record_table, one.kind, '/' || one.record_table
    ) using private.my_account(), tags, of_each;
  end loop;
end
$$;
comment on function private.tagged_matches(uuid[], integer) is
  'Of each kind the first records of the caller''s account that have one of the tags, by name, and how many there are, up to 1,001.';

create function private.found_tags(tags uuid[]) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  kind text;
  is_used boolean;
  tag record;
  kinds text[];
  answer jsonb := '[]';
begin
  for tag in
    select t.id, t.name, t.color from public.tags t where t.id = any (tags) order by array_position(tags, t.id)
  loop
    kinds := '{}';
    for kind in select k from private.kinds_in_use() k loop
      execute format(
        'select exists (
          select from public.%I t where t.account_id = $1 and t.tags <> ''{}'' and t.tags @> array[$2]
        )',
        private.catalogue_of(kind)
      )
        into is_used using private.my_account(), tag.id;
      if is_used then
        kinds := kinds || kind;
      end if;
    end loop;
    answer := answer || jsonb_build_object('id', tag.id, 'name', tag.name, 'color', tag.color, 'kinds', kinds);
  end loop;
  return answer;
end
$$;
comment on function private.found_tags(uuid[]) is
  'Tags as a search gives them, with the kinds of the records that have them: [{"id", "name", "color", "kinds"}].';
