-- Large catalogues: a page of their records, filtered, and in the order that somebody wants to see.
--
-- As with the search, row security would keep trigrams from being used: the function looks past it, and names the
-- caller's account itself. Records that are alike in what they are ordered by follow the name or, where the newest come
-- first, the age, and then the id, so that none stands on two pages. Where no index has an order, letters are compared
-- byte by byte: an alphabet takes ten times as long. People are ordered by the names that all members see.

-- With the id, pages far down are counted off in the index alone.
create index systems_in_order_idx on public.systems (account_id, name, id);
create index systems_by_creation_idx on public.systems (account_id, created_at, id);
create index solutions_in_order_idx on public.solutions (account_id, name, id);
create index solutions_by_creation_idx on public.solutions (account_id, created_at, id);
create index agents_in_order_idx on public.agents (account_id, created_at desc, id desc);
create index automations_in_order_idx on public.automations (account_id, created_at desc, id desc);
drop index public.systems_by_name_idx;
drop index public.solutions_by_name_idx;
drop index public.agents_by_creation_idx;
drop index public.automations_by_creation_idx;

create function private.catalogue_order(kind text, sort text, descending boolean) returns text
language sql immutable set search_path = ''
as $$
  select case
    when known.expression is null then usual.expression
    else known.expression || case when descending then ' desc, ' else ', ' end || usual.ties
  end
  from (
    values
      ('usual', null, null),
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
        when by_name then 'r.name collate pg_catalog."C", r.id'
        else 'r.created_at desc, r.id desc'
      end as ties
    from (select kind in ('system', 'solution')) as catalogue (by_name)
  ) as usual
  where known.sort = catalogue_order.sort and coalesce(known.of_kind, kind) = kind
$$;
comment on function private.catalogue_order(text, text, boolean) is
  'What follows "order by" for the records r of a catalogue; null for an order that it does not have.';

-- The statement is planned for the very pattern, as that of the search is. One or two letters have no trigrams and read
-- all records of the account: where capitals do not matter beyond a to z, byte by byte.
create function public.find_records(
  kind text,
  query text default '',
  sort text default 'usual',
  descending boolean default false,
  skip integer default 0
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
  execute format(
    'with r as %s materialized (select * from public.%I where account_id = $1 %s)
    select
      (select count(*) from r),
      array(select r.id from r %s order by %s limit 100 offset $3)',
    case when wanted = '' then 'not' end,
    catalogue,
    case
      when wanted = '' then ''
      when char_length(wanted) < 3 and is_plain
        then 'and (name collate pg_catalog."C" ilike $2 or description collate pg_catalog."C" ilike $2)'
      else 'and (name ilike $2 or description ilike $2)'
    end,
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
    into total, page using account, pattern, greatest(coalesce(skip, 0), 0);
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
comment on function public.find_records(text, text, text, boolean, integer) is
  'Up to 100 records of a catalogue of the caller''s account whose name or description contains a text: {"total": number, "items": [row]}. kind is system, solution, agent or automation; sort usual (the default), name, created, status, owner, lastPublisher or, where there is one, platform, lastUsed, source, lastRun.';

alter function private.catalogue_order(text, text, boolean) owner to cairn_definer;
alter function public.find_records(text, text, text, boolean, integer) owner to cairn_definer;
revoke all on function private.catalogue_order(text, text, boolean) from public;
revoke all on function public.find_records(text, text, text, boolean, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.find_records(text, text, text, boolean, integer) to authenticated, service_role;
