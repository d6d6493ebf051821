-- Reading what was found: pages by state, kind and source, and how many there are of each.

create function public.get_found(
  state text default 'waiting', kind text default null, source text default null, skip integer default 0
) returns jsonb
language sql stable set search_path = ''
as $$
  with fitting as (
    select f.*
    from public.found_records f
    where f.account_id = (select private.my_account()) and f.state = get_found.state
      and (get_found.kind is null or f.kind = get_found.kind)
      and (get_found.source is null or f.source = get_found.source)
  ),
  sending as materialized (
    select f.kind, f.source, max(f.last_seen_at) as last_at
    from public.found_records f
    where f.account_id = (select private.my_account())
    group by f.kind, f.source
  )
  select jsonb_build_object(
    'total', (select count(*) from fitting),
    'items', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', p.id, 'kind', p.kind, 'source', p.source, 'source_id', p.source_id, 'name', p.name, 'owner', p.owner,
        'first_seen_at', p.first_seen_at, 'last_seen_at', p.last_seen_at, 'state', p.state, 'record_id', c.id,
        -- A source can take hours for all of its pages.
        'is_missing', p.last_seen_at < s.last_at - interval '1 day'
      ) order by p.first_seen_at desc, p.id), '[]')
      from (
        select f.* from fitting f order by f.first_seen_at desc, f.id limit 100 offset greatest(coalesce(skip, 0), 0)
      ) p
      join sending s on s.kind = p.kind and s.source = p.source
      left join private.records c on c.kind = p.kind and c.id = p.record_id
    ),
    'groups', (
      select coalesce(jsonb_agg(to_jsonb(g) order by g.kind, g.source, g.state), '[]')
      from (
        select f.kind, f.source, f.state, count(*) as count
        from public.found_records f
        where f.account_id = (select private.my_account())
        group by f.kind, f.source, f.state
      ) g
    )
  )
$$;
comment on function public.get_found(text, text, text, integer) is
  'A page of 100 found records of a state, kind and source, the latest first: {"total", "items": [{"id", "kind", "source", "source_id", "name", "owner", "first_seen_at", "last_seen_at", "state", "record_id", "is_missing"}], "groups": [{"kind", "source", "state", "count"}]}; the groups are those of the account. The record is null where it is gone; a found record is missing where its source has sent others more than a day later.';
grant execute on function public.get_found(text, text, text, integer) to authenticated;
