-- Large catalogues are narrowed down by status and owner too, and can be ordered by how well a record fits a text: a match
-- in the name comes before one in the description.

create or replace function private.catalogue_order(kind text, sort text, descending boolean) returns text
language sql immutable set search_path = ''
as $$
  select case
    when known.expression is null then usual.expression
    else known.expression || case when descending then ' desc, ' else ', ' end || usual.ties
  end
  from (
    values
      ('usual', null, null),
      ('match', 'not r.name ilike $2', null),
      ('name', 'r.name', null),
      ('created', 'r.created_at', null),
      ('status', 'r.status collate pg_catalog."C"', null),
      ('owner', 'person.place', null),
      ('lastPublisher', 'person.place', null),
      ('platform', 'r.platform collate pg_catalog."C"', 'agent'),
      ('lastUsed', 'r.last_used', 'agent'),
      ('source', 'r.source collate pg_catalog."C"', 'automation'),
      ('lastRun', 'r.last_run', 'automation')
  ) as known (sort, expression, of_kind)
  cross join lateral (
    select
      case when by_name then 'r.name, r.id' else 'r.created_at desc, r.id desc' end as expression,
      case
        when sort in ('name', 'created') then 'r.id' || case when descending then ' desc' else '' end
        when sort = 'match' then 'r.name, r.id'
        when by_name then 'r.name collate pg_catalog."C", r.id'
        else 'r.created_at desc, r.id desc'
      end as ties
    from (select kind in ('system', 'solution')) as catalogue (by_name)
  ) as usual
  where known.sort = catalogue_order.sort and coalesce(known.of_kind, kind) = kind
$$;
comment on function private.catalogue_order(text, text, boolean) is
  'What follows "order by" for the records r of a catalogue, of which $2 is the pattern that is searched; null for an order that it does not have.';

drop function public.find_records(text, text, text, boolean, integer);

-- The statement is planned for the very question, as that of the search is. One or two letters have no trigrams and read
-- all records of the account: where capitals do not matter beyond a to z, byte by byte.
create function public.find_records(
  kind text,
  query text default '',
  sort text default 'usual',
  descending boolean default false,
  skip integer default 0,
  statuses text[] default null,
  owners uuid[] default null,
  without_owner boolean default false
) returns json
language plpgsql stable security definer
set search_path = '' set cpu_operator_cost = 0.1
as $$
declare
  account constant uuid := private.my_account();
  catalogue constant text := case
    when kind in ('system', 'solution', 'agent', 'automation') then kind || 's'
  end;
  ordering constant text := private.catalogue_order(kind, sort, coalesce(descending, false));
  wanted constant text := private.display_text(coalesce(query, ''));
  is_plain constant boolean := wanted ~ '^[ -~]+$' or lower(wanted) = upper(wanted);
  pattern constant text := '%' || regexp_replace(wanted, '([\\%_])', '\\\1', 'g') || '%';
  of_owners constant uuid[] := coalesce(owners, '{}');
  of_nobody constant boolean := coalesce(without_owner, false);
  filters text := '';
  total bigint;
  page uuid[];
  items json;
begin
  if catalogue is null or ordering is null then
    raise exception 'There is no such catalogue, or it has no such order.' using errcode = '22023';
  end if;
  if char_length(wanted) > 200 then
    raise exception 'A search has at most 200 characters.' using errcode = '22023', hint = 'Search for less.';
  end if;
  if greatest(cardinality(statuses), cardinality(of_owners)) > 100 then
    raise exception 'A filter has at most 100 values.' using errcode = '22023', hint = 'Filter by fewer.';
  end if;
  if wanted <> '' and char_length(wanted) < 3 and is_plain then
    filters := ' and (name collate pg_catalog."C" ilike $2 or description collate pg_catalog."C" ilike $2)';
  elsif wanted <> '' then
    filters := ' and (name ilike $2 or description ilike $2)';
  end if;
  if cardinality(statuses) > 0 then
    filters := filters || ' and status = any ($4)';
  end if;
  if cardinality(of_owners) > 0 or of_nobody then
    filters := filters || ' and (owner_id = any ($5)' || case when of_nobody then ' or owner_id is null' else '' end || ')';
  end if;
  execute format(
    'with r as %s materialized (select * from public.%I where account_id = $1 %s)
    select
      (select count(*) from r),
      array(select r.id from r %s order by %s limit 100 offset $3)',
    case when wanted = '' then 'not' end,
    catalogue,
    filters,
    case
      when sort in ('owner', 'lastPublisher') then format(
        'left join (
          select p.id, row_number() over (order by p.name, p.id) as place
          from public.profiles p
          where p.account_id = $1
        ) person on person.id = r.%I',
        case sort when 'owner' then 'owner_id' else 'updated_by' end
      )
    end,
    ordering
  )
    into total, page using account, pattern, greatest(coalesce(skip, 0), 0), statuses, of_owners;
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
comment on function public.find_records(text, text, text, boolean, integer, text[], uuid[], boolean) is
  'Up to 100 records of a catalogue of the caller''s account whose name or description contains a text: {"total": number, "items": [row]}. kind is system, solution, agent or automation; sort usual (the default), match (in the name before in the description), name, created, status, owner, lastPublisher or, where there is one, platform, lastUsed, source, lastRun. statuses and owners keep the records that have one of them; without_owner keeps those without an owner too. Empty or null lists keep all.';

alter function public.find_records(text, text, text, boolean, integer, text[], uuid[], boolean) owner to cairn_definer;
revoke all on function public.find_records(text, text, text, boolean, integer, text[], uuid[], boolean)
  from public, anon, authenticated, service_role;
grant execute on function public.find_records(text, text, text, boolean, integer, text[], uuid[], boolean)
  to authenticated, service_role;
