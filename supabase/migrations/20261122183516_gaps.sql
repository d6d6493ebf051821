-- Gaps: records without an owner, whose owner left or has not been here for long, whose handover nobody has answered,
-- and those that nobody knows beside the owner. Computed from owner and experts, never from who made the record.
--
-- One condition for each gap, as text: the figures count by it, the lists are filtered by it. Figures end at 10,000, and
-- 10,001 stands for more, so that they cost the same however much an account has. Whether somebody has been here lately
-- is told to those who can do something about it: from level manager on.

create index systems_unowned_idx on public.systems (account_id) where owner_id is null;
create index solutions_unowned_idx on public.solutions (account_id) where owner_id is null;
create index agents_unowned_idx on public.agents (account_id) where owner_id is null;
create index automations_unowned_idx on public.automations (account_id) where owner_id is null;

create function private.people_not_seen(account uuid) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select array(select (p ->> 'id')::uuid from json_array_elements(n.people) p)
  from private.members_not_seen(account, 90) as n (people)
  where n.people is not null and private.my_rank() >= 2
$$;
comment on function private.people_not_seen(uuid) is
  'The members of the caller''s account who have not been here for 90 days; null where that is not known, or not for the caller.';

create function private.gap_condition(kind text, gap text, not_seen uuid[]) returns text
language sql immutable set search_path = ''
as $$
  select case gap
    when 'no_owner' then 't.owner_id is null and ' || nobody_invited
    when 'owner_left' then
      't.owner_id is null and ' || nobody_invited || format(
        ' and t.id in (
          select d.record_id from public.departed_owners d where d.account_id = t.account_id and d.kind = %L
        )',
        kind
      )
    when 'owner_not_seen' then format('t.owner_id = any (%L::uuid[])', coalesce(not_seen, '{}'))
    when 'handover_pending' then format(
      't.id in (
        select h.record_id from public.handovers h
        where h.account_id = t.account_id and h.kind = %L and h.state = ''pending''
      )',
      kind
    )
    when 'nobody_else' then format(
      'not exists (
        select from public.%I e
        where e.account_id = t.account_id and e.%I = t.id and e.expert_id is distinct from t.owner_id
      )',
      kind || '_experts', kind || '_id'
    )
  end
  from (
    select '(
      t.invited_owner_id is null or not exists (
        select from public.pending_invitations i
        where i.account_id = t.account_id and i.id = t.invited_owner_id
          and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
      )
    )' as nobody_invited
  ) as words
$$;
comment on function private.gap_condition(text, text, uuid[]) is
  'Which records t of a catalogue have a gap, as a condition; null for an unknown gap.';

create function private.gap_names() returns text[]
language sql immutable set search_path = ''
as $$
  select array['no_owner', 'owner_left', 'owner_not_seen', 'handover_pending', 'nobody_else']
$$;
comment on function private.gap_names() is 'The gaps that a record can have.';

create function public.get_gaps() returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  not_seen constant uuid[] := private.people_not_seen(account);
  of_kind text;
  figures jsonb;
  answer jsonb := '{}';
begin
  foreach of_kind in array array['system', 'solution', 'agent', 'automation'] loop
    if account is null or not private.feature_enabled(of_kind || 's') then
      continue;
    end if;
    execute (
      select 'select jsonb_build_object(' || string_agg(
        format(
          '%L, (select count(*) from (select from public.%I t where t.account_id = $1 and %s limit 10001) found)',
          g.gap, of_kind || 's', '(' || private.gap_condition(of_kind, g.gap, not_seen) || ')'
        ),
        ', '
      ) || ')'
      from unnest(private.gap_names()) as g (gap)
      where g.gap <> 'owner_not_seen' or not_seen is not null
    )
      into figures using account;
    answer := answer || jsonb_build_object(of_kind, figures);
  end loop;
  return answer;
end
$$;
comment on function public.get_gaps() is
  'How many records of each catalogue that is switched on have which gap: {"system" | …: {"no_owner", "owner_left", "owner_not_seen", "handover_pending", "nobody_else"}}. All up to 10,000, and 10,001 for more. owner_left is among no_owner; owner_not_seen is there from level manager on, where the auth server tells it.';

-- What a list is narrowed down by, said once: it is listed by it, and changed in bulk.
create function private.records_condition(
  account uuid, kind text, query text, statuses text[], owners uuid[], without_owner boolean, gaps text[]
) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted constant text := private.display_text(coalesce(query, ''));
  is_plain constant boolean := wanted ~ '^[ -~]+$' or lower(wanted) = upper(wanted);
  pattern constant text := '%' || regexp_replace(wanted, '([\\%_])', '\\\1', 'g') || '%';
  condition text := format('t.account_id = %L', account);
begin
  if char_length(wanted) > 200 then
    raise exception 'A search has at most 200 characters.' using errcode = '22023', hint = 'Search for less.';
  end if;
  if greatest(cardinality(statuses), cardinality(owners), cardinality(gaps)) > 100 then
    raise exception 'A filter has at most 100 values.' using errcode = '22023', hint = 'Filter by fewer.';
  end if;
  if not coalesce(gaps <@ private.gap_names(), true) then
    raise exception 'There is no such gap.' using errcode = '22023';
  end if;
  if wanted <> '' and char_length(wanted) < 3 and is_plain then
    condition := condition || format(
      ' and (t.name collate pg_catalog."C" ilike %1$L or t.description collate pg_catalog."C" ilike %1$L)', pattern
    );
  elsif wanted <> '' then
    condition := condition || format(' and (t.name ilike %1$L or t.description ilike %1$L)', pattern);
  end if;
  if cardinality(statuses) > 0 then
    condition := condition || format(' and t.status = any (%L::text[])', statuses);
  end if;
  if cardinality(owners) > 0 or without_owner then
    condition := condition || format(
      ' and (t.owner_id = any (%L::uuid[])%s)',
      coalesce(owners, '{}'), case when without_owner then ' or t.owner_id is null' else '' end
    );
  end if;
  if cardinality(gaps) > 0 then
    condition := condition || ' and (' || (
      select string_agg('(' || private.gap_condition(kind, g.gap, private.people_not_seen(account)) || ')', ' or ')
      from unnest(gaps) as g (gap)
    ) || ')';
  end if;
  return condition;
end
$$;
comment on function private.records_condition(uuid, text, text, text[], uuid[], boolean, text[]) is
  'Which records t of an account''s catalogue fit a filter, as a condition.';

drop function public.find_records(text, text, text, boolean, integer, text[], uuid[], boolean);

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
  without_owner boolean default false,
  gaps text[] default null
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
  pattern constant text := '%' || regexp_replace(wanted, '([\\%_])', '\\\1', 'g') || '%';
  total bigint;
  page uuid[];
  items json;
begin
  if catalogue is null or ordering is null then
    raise exception 'There is no such catalogue, or it has no such order.' using errcode = '22023';
  end if;
  execute format(
    'with r as %s materialized (select * from public.%I t where %s)
    select
      (select count(*) from r),
      array(select r.id from r %s order by %s limit 100 offset $3)',
    case when wanted = '' and coalesce(cardinality(gaps), 0) = 0 then 'not' end,
    catalogue,
    private.records_condition(
      account, kind, query, statuses, owners, coalesce(without_owner, false), gaps
    ),
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
comment on function public.find_records(text, text, text, boolean, integer, text[], uuid[], boolean, text[]) is
  'Up to 100 records of a catalogue of the caller''s account whose name or description contains a text: {"total": number, "items": [row]}. kind is system, solution, agent or automation; sort usual (the default), match (in the name before in the description), name, created, status, owner, lastPublisher or, where there is one, platform, lastUsed, source, lastRun. statuses and owners keep the records that have one of them; without_owner keeps those without an owner too; gaps those that have one of no_owner, owner_left, owner_not_seen, handover_pending and nobody_else. Empty or null lists keep all.';

alter function private.people_not_seen(uuid) owner to cairn_definer;
alter function private.gap_condition(text, text, uuid[]) owner to cairn_definer;
alter function private.gap_names() owner to cairn_definer;
alter function public.get_gaps() owner to cairn_definer;
alter function private.records_condition(uuid, text, text, text[], uuid[], boolean, text[]) owner to cairn_definer;
alter function public.find_records(text, text, text, boolean, integer, text[], uuid[], boolean, text[])
  owner to cairn_definer;
revoke all on function public.get_gaps() from public, anon, authenticated, service_role;
revoke all on function public.find_records(text, text, text, boolean, integer, text[], uuid[], boolean, text[])
  from public, anon, authenticated, service_role;
grant execute on function public.get_gaps() to authenticated;
grant execute on function public.find_records(text, text, text, boolean, integer, text[], uuid[], boolean, text[])
  to authenticated, service_role;
