-- Parts of the map: where each record stands, and how groups and records are described.
--
-- As for neighbors, these functions look past row security: their callers name the account, and only the kinds that it
-- uses and the caller's token may read.

-- A plan for each call: lists and keys are mostly null, and else they decide which index is used.
create function private.records_on_map(
  account uuid, by_field text, kinds text[], listed uuid[] default null, keys text[] default null
)
returns table (
  id uuid, key text, name text, department text, is_unowned boolean, is_critical boolean, is_troubled boolean,
  is_in_maintenance boolean
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
#variable_conflict use_column
begin
  return query
  select
    p.id, p.key, lower(p.name), p.department, p.is_unowned, p.is_critical,
    h.record_id is not null and private.shown_trouble_since(h, w.until, now()) is not null, w.until is not null
  from (
    select
      r.id, r.kind, r.name, r.department,
      -- Written out, for a function would be called for each record.
      coalesce(
        case by_field
          when 'kind' then r.kind
          when 'lifecycle' then r.lifecycle
          when 'department' then private.folded(r.department)
          when 'owner' then coalesce(r.owner_id, r.invited_owner_id, r.team_id)::text
          when 'tag' then first_tag.id::text
        end,
        ''
      ) as key,
      num_nonnulls(r.owner_id, r.invited_owner_id, r.team_id) = 0 as is_unowned,
      coalesce(r.criticality = 'critical', false) as is_critical
    from private.records r
    left join lateral (
      select t.id
      from public.tags t
      where by_field = 'tag' and t.account_id = account and t.id = any (r.tags)
      order by private.folded(t.name), t.id
      limit 1
    ) first_tag on true
    where r.account_id = account and r.kind = any (kinds)
      and (listed is null or r.id = any (listed))
  ) p
  left join public.heartbeats h
    on h.account_id = account and h.kind = p.kind and h.record_id = p.id and not h.rests
  left join private.records_in_maintenance(account, now()) w on w.record_id = p.id
  where keys is null or p.key = any (keys);
end
$$;
comment on function private.records_on_map(uuid, text, text[], uuid[], text[]) is
  'The records of an account, each with the key of its group on a map by department, kind, owner, tag or lifecycle. A record with several tags stands in the group of the first by name. Only those of a list, or of some groups, where these are given.';

create function private.label_of_group(account uuid, "by" text, key text, department text) returns text
language sql stable set search_path = ''
as $$
  select case
    when key = '' then null
    when "by" in ('kind', 'lifecycle') then key
    when "by" = 'department' then department
    when "by" = 'tag' then (select t.name from public.tags t where t.account_id = account and t.id = key::uuid)
    when (select private.may('people', 'read')) then coalesce(
      (
        select p.name from public.account_members m
        join public.profiles p on p.id = m.user_id
        where m.account_id = account and m.user_id = key::uuid
      ),
      (select i.name from public.get_invited_people() i where i.id = key::uuid)
    )
  end
$$;
comment on function private.label_of_group(uuid, text, text, text) is
  'The name of a group of the map. Null where its records have no value, and for owners whom the caller may not read.';

create function private.nodes_of_map(account uuid, ids uuid[], keys text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', r.id, 'kind', r.kind, 'name', r.name, 'status', r.status, 'owner_id', r.owner_id, 'owner_name', p.name,
    'invited_owner_id', r.invited_owner_id, 'team_id', r.team_id, 'group', n.key,
    'state', private.heartbeat_state(h, now()),
    'trouble_since', private.shown_trouble_since(h, w.until, now()), 'maintenance_until', w.until
  ) || (select to_jsonb(said) from (select r.criticality) said) order by n.place), '[]')
  from unnest(ids, keys) with ordinality as n (id, key, place)
  join private.records r on r.account_id = account and r.id = n.id
  left join public.account_members m on m.account_id = account and m.user_id = r.owner_id
  left join public.profiles p on p.id = m.user_id and (select private.may('people', 'read'))
  left join public.heartbeats h
    on h.account_id = account and h.kind = r.kind and h.record_id = r.id and not h.rests
  left join private.records_in_maintenance(account, now()) w on w.record_id = r.id
$$;
comment on function private.nodes_of_map(uuid, uuid[], text[]) is
  'Records of a map in this order, each with the key of its group.';
