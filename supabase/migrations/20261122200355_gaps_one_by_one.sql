-- Gaps: one look for each record, by the keys of handovers and of owners who left, whatever the version of Postgres; lists
-- with a gap sort by what they need of a record; and somebody invited is an owner on the dashboard too.

create or replace function private.gap_condition(kind text, gap text, not_seen uuid[]) returns text
language sql immutable set search_path = ''
as $$
  select case gap
    when 'no_owner' then 't.owner_id is null and ' || nobody_invited
    when 'owner_left' then
      't.owner_id is null and ' || nobody_invited || format(
        ' and exists (
          select from public.departed_owners d
          where d.account_id = t.account_id and d.kind = %L and d.record_id = t.id
        )',
        kind
      )
    when 'owner_not_seen' then format('t.owner_id = any (%L::uuid[])', coalesce(not_seen, '{}'))
    when 'handover_pending' then format(
      'exists (
        select from public.handovers h
        where h.account_id = t.account_id and h.record_id = t.id and h.kind = %L and h.state = ''pending''
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

create or replace function public.find_records(
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
  -- What an order may ask for. A description may be long, and is read with the page alone.
  columns constant text := 't.id, t.name, t.created_at, t.status, t.owner_id, t.updated_by' || case kind
    when 'agent' then ', t.platform, t.last_used'
    when 'automation' then ', t.source, t.last_run'
    else ''
  end;
  total bigint;
  page uuid[];
  items json;
begin
  if catalogue is null or ordering is null then
    raise exception 'There is no such catalogue, or it has no such order.' using errcode = '22023';
  end if;
  execute format(
    'with r as %s materialized (select %s from public.%I t where %s)
    select
      (select count(*) from r),
      array(select r.id from r %s order by %s limit 100 offset $3)',
    case when wanted = '' and coalesce(cardinality(gaps), 0) = 0 then 'not' end,
    columns,
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

create or replace function public.get_attention(result_limit integer default 3) returns json
language plpgsql stable set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  person constant uuid := private.caller_id();
  manages constant boolean := coalesce(private.my_rank() >= 2, false);
  shown constant integer := least(greatest(coalesce(result_limit, 3), 0), 10);
begin
  return (
    with records as not materialized (
      select 'system' as kind, s.id, s.name, s.owner_id, s.invited_owner_id, s.created_by, s.updated_at
      from public.systems s
      where s.account_id = account and (select private.feature_enabled('systems'))
      union all
      select 'automation', a.id, a.name, a.owner_id, a.invited_owner_id, a.created_by, a.updated_at
      from public.automations a
      where a.account_id = account and (select private.feature_enabled('automations'))
      union all
      select 'agent', a.id, a.name, a.owner_id, a.invited_owner_id, a.created_by, a.updated_at
      from public.agents a
      where a.account_id = account and (select private.feature_enabled('agents'))
      union all
      select 'solution', s.id, s.name, s.owner_id, s.invited_owner_id, s.created_by, s.updated_at
      from public.solutions s
      where s.account_id = account and (select private.feature_enabled('solutions'))
    ),
    found as (
      (select 'mine' as reason, r.kind, r.id, r.name from records r where r.owner_id = person limit 101)
      union all
      (
        select 'ownerless', r.kind, r.id, r.name
        from records r
        where r.owner_id is null and (manages or r.created_by = person)
          -- Somebody invited counts as one while the invitation is open.
          and (r.invited_owner_id is null or r.invited_owner_id <> all (
            array(select i.id from public.get_invited_people() i)
          ))
        limit 101
      )
      union all
      (
        select 'maintenance', 'system', s.id, s.name
        from public.systems s
        where s.account_id = account and s.status = 'maintenance' and (select private.feature_enabled('systems'))
        limit 101
      )
      union all
      (
        select 'late', 'automation', a.id, a.name
        from public.automations a
        where a.account_id = account and a.status = 'active'
          and coalesce(a.last_run, a.created_at) < now() - interval '30 days'
          and (manages or person in (a.owner_id, a.created_by))
          and (select private.feature_enabled('automations'))
        limit 101
      )
    ),
    placed as (
      select
        f.*,
        count(*) over (partition by f.reason) as total,
        row_number() over (partition by f.reason order by lower(f.name), f.id) as place
      from found f
    )
    select json_build_object(
      'registered_systems', (select count(*) from public.systems s where s.account_id = account),
      'reasons', coalesce(json_object_agg(g.reason, g.answer), '{}')
    )
    from (
      select
        p.reason,
        json_build_object(
          'total', max(p.total),
          'kinds', (
            select json_agg(k.kind order by k.kind)
            from (select distinct f.kind from found f where f.reason = p.reason) k
          ),
          'items', coalesce(
            json_agg(json_build_object('kind', p.kind, 'id', p.id, 'name', p.name) order by p.place)
              filter (where p.place <= shown),
            '[]'
          )
        ) as answer
      from placed p
      group by p.reason
    ) g
  );
end
$$;
