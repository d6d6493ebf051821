-- Shows maintenance where lateness is shown, and tells what fails during maintenance at its end.

alter table public.heartbeats add column held_since timestamptz;

create index heartbeats_held_idx on public.heartbeats (held_since) where held_since is not null;

comment on column public.heartbeats.held_since is
  'Since when its runs fail during maintenance; members are told at the end if it still fails then.';

alter table public.calendar_addresses
  add column team_id uuid,
  add constraint calendar_addresses_team_id_fkey foreign key (account_id, team_id)
    references public.teams (account_id, id) on delete cascade;

create index calendar_addresses_team_id_idx on public.calendar_addresses (account_id, team_id);

alter table private.made_secrets
  drop constraint made_secrets_kind_known,
  add constraint made_secrets_kind_known check (private.holds(
    kind in (
      'api_token', 'webhook_secret', 'webhook_address', 'source_key', 'heartbeat_address', 'discovery_address',
      'calendar_address'
    ),
    'secret.kind',
    'Kind must be one of the known kinds of secrets.'
  ));

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
create or replace function private.audit_severity(action text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when action is null then null
    when action in (
      'login_rate_limit_check', 'password_changed', 'password_change_failed', 'permission_updated', 'member_removed',
      'audit_log_cleaned', 'team_data_access_failed', 'member_second_factor_removed', 'member_sessions_ended',
      'bin_purged', 'archive_requested', 'archive_downloaded', 'api_token_made', 'api_token_rotated',
      'webhook_created', 'webhook_changed', 'service_account_given', 'api_settings_updated'
    ) then 'high'
    when action in (
      'failed_login', 'lock_out_released', 'password_change_attempted', 'session_ended', 'member_joined', 'member_left',
      'invitation_created', 'invitation_accepted', 'invitation_revoked', 'newcomer_admitted', 'newcomer_refused',
      'newcomer_admission_updated', 'second_factor_reminder_sent', 'feature_updated', 'appearance_updated', 'suggested_edits_updated',
      'bin_expired', 'records_exported', 'archive_import_requested', 'archive_taken_in', 'found_source_added',
      'found_key_renewed', 'discovery_address_made', 'api_token_revoked',
      'webhook_paused', 'webhook_secret_rotated', 'heartbeat_address_made', 'heartbeat_address_rotated',
      'heartbeat_address_revoked', 'calendar_address_made', 'calendar_address_renewed', 'secrets_ended', 'app_connected', 'app_ended', 'import_begun', 'import_applied'
    ) or action like '%\_deleted' then 'medium'
    else 'low'
  end
$$;
create function private.records_in_maintenance(account uuid, moment timestamptz)
returns table (record_id uuid, until timestamptz)
language sql stable set search_path = ''
as $$
  select w.record_id, max(w.ends_at)
  from public.maintenance_windows w
  where w.account_id = account and w.ends_at > moment and w.starts_at <= moment
  group by w.record_id
$$;
comment on function private.records_in_maintenance(uuid, timestamptz) is
  'The records of an account that are in maintenance at a moment, and until when.';
alter function private.records_in_maintenance(uuid,timestamp with time zone) owner to cairn_definer;
revoke all on function private.records_in_maintenance(uuid,timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.records_in_maintenance(uuid, timestamptz) to authenticated;
create or replace function public.get_attention(result_limit integer default 3) returns json
language plpgsql stable set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  person constant uuid := private.caller_id();
  manages constant boolean := coalesce(private.my_rank() >= 2, false);
  kinds constant text[] := array(select private.kinds_in_use());
  shown constant integer := least(greatest(coalesce(result_limit, 3), 0), 10);
begin
  return (
    with records as not materialized (
      select r.kind, r.id, r.name, r.owner_id, r.invited_owner_id, r.team_id, r.created_by
      from private.records r
      where r.account_id = account and r.kind = any (kinds)
    ),
    found as (
      (select 'mine' as reason, r.kind, r.id, r.name, true as own from records r where r.owner_id = person limit 101)
      union all
      (
        select distinct 'handover', r.kind, r.id, r.name, true
        from public.handovers h
        join records r on r.kind = h.kind and r.id = h.record_id
        where h.account_id = account and h.receiver_id = person and h.state = 'pending'
      )
      union all
      (
        select 'ownerless', r.kind, r.id, r.name, false
        from records r
        where r.owner_id is null and (manages or r.created_by = person)
          -- An invited person counts as an owner while the invitation is open.
          and (r.invited_owner_id is null or r.invited_owner_id <> all (
            array(select i.id from public.get_invited_people() i)
          ))
          and (r.team_id is null or r.team_id <> all (array(select unnest(private.teams_with_members(account)))))
        limit case when manages then 101 end
      )
      union all
      (
        select 'maintenance', 'system', s.id, s.name, s.owner_id is not distinct from person
        from public.systems s
        where s.account_id = account and s.status = 'maintenance' and 'system' = any (kinds)
      )
      union all
      (
        select 'late', r.kind, r.id, r.name, r.owner_id is not distinct from person
        from private.heartbeats_in_trouble() h
        join records r on r.kind = h.kind and r.id = h.record_id
        where manages or person in (r.owner_id, r.created_by)
        union
        select 'late', 'automation', a.id, a.name, a.owner_id is not distinct from person
        from public.automations a
        left join private.reported_runs('automation') h on h.record_id = a.id
        where a.account_id = account and a.status = 'active'
          and h.is_expected is not true
          and coalesce(h.last_at, a.last_run, a.created_at) < now() - interval '30 days'
          and (manages or person in (a.owner_id, a.created_by))
          and 'automation' = any (kinds)
          and a.id <> all (array(select w.record_id from private.records_in_maintenance(account, now()) w))
      )
    ),
    placed as (
      select
        f.*,
        count(*) over (partition by f.reason) as total,
        row_number() over (partition by f.reason order by f.own desc, lower(f.name), f.id) as place
      from found f
    )
    select json_build_object(
      'registered_systems', (select count(*) from public.systems s where s.account_id = account),
      'newcomers', case
        when private.my_rank() >= 3 then (select count(*) from public.get_waiting_newcomers())
        else 0
      end,
      'reasons', coalesce(json_object_agg(g.reason, g.answer), '{}')
    )
    from (
      select
        p.reason,
        json_build_object(
          'total', case
            when max(p.total) > 100 and (p.reason = 'mine' or p.reason = 'ownerless' and manages)
              then private.counted_attention(p.reason)
            else max(p.total)
          end,
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
create or replace function private.record_summaries(account uuid, kind text, ids uuid[])
returns table (id uuid, summary json)
language plpgsql stable security definer set search_path = ''
as $$
declare
  first_gap constant text := (
    select string_agg(format('when %s then %L', private.gap_condition(record_summaries.kind, gap, null), gap), ' ' order by place)
    from unnest(array['owner_left', 'no_owner', 'handover_pending', 'nobody_else']) with ordinality as g (gap, place)
  );
begin
  return query execute format(
    'select t.id, json_build_object(
      ''status'', t.status,
      ''owner'', coalesce(
        (select p.name from public.profiles p where p.id = t.owner_id and p.account_id = $1 and private.may(''people'', ''read'')),
        (
          select i.name from public.pending_invitations i
          where i.id = t.invited_owner_id and i.account_id = $1 and private.may(''people'', ''read'')
            and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
        ),
        (select o.name from public.teams o where o.id = t.team_id and o.account_id = $1 and private.may(''people'', ''read''))
      ),
      ''gap'', case %s end
    )
    from public.%I t
    where t.account_id = $1 and t.id = any ($2)',
    first_gap, private.catalogue_of(kind)
  )
  using account, ids;
end
$$;
create or replace function public.neighbours(kind text, id uuid, depth integer default 1, "limit" integer default 150) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  account constant uuid := private.my_account();
  start constant uuid := neighbours.id;
  kinds constant text[] := array(
    select k.kind from private.kinds_in_use() as k (kind) where k.kind = any (private.kinds_in_scope('read'))
  );
begin
  perform private.refuse_out_of_scope(neighbours.kind, 'read');
  perform private.refuse_other_kind(neighbours.kind);
  if coalesce(depth, 0) not between 1 and 3 then
    raise exception 'Depth must be 1, 2 or 3.' using errcode = '22023', detail = 'relation.depth';
  end if;
  if coalesce("limit", 0) not between 1 and 500 then
    raise exception 'Limit must be 1 to 500.' using errcode = '22023', detail = 'relation.limit';
  end if;
  if not private.is_record(account, neighbours.kind, start) then
    raise exception 'This record no longer exists.' using errcode = 'PT404', detail = 'record.gone';
  end if;
  return (
    with reached as materialized (
      select n.id, n.distance, r.kind, lower(r.name) as name
      from private.reached_records(account, start, depth, kinds) n
      join private.records r on r.account_id = account and r.id = n.id
    ),
    adjacent as materialized (
      select
        e.type, e.field_id, e.is_relation, e.from_id = start as outgoing, n.kind, n.id,
        row_number() over (
          partition by e.type, e.field_id, e.is_relation, e.from_id = start, n.kind order by n.name, n.id
        ) as place
      from private.edges_of(account, array[start]) e
      join reached n on n.id = case when e.from_id = start then e.to_id else e.from_id end
    ),
    shown as materialized (
      select n.id, n.distance, n.name
      from reached n
      left join (select a.id, min(a.place) as place from adjacent a group by a.id) p on p.id = n.id
      order by n.distance, p.place, n.name, n.id
      limit neighbours."limit"
    ),
    ends as materialized (
      select array_agg(s.id) || start as ids from shown s
    )
    select jsonb_build_object(
      'nodes', (
        select jsonb_agg(jsonb_build_object(
          'id', r.id, 'kind', r.kind, 'name', r.name, 'status', r.status, 'owner_id', r.owner_id, 'owner_name', p.name,
          'invited_owner_id', r.invited_owner_id, 'team_id', r.team_id, 'criticality', r.criticality, 'distance', n.distance,
          'state', private.heartbeat_state(h, now()),
          'trouble_since', private.shown_trouble_since(h, w.until, now()), 'maintenance_until', w.until
        ) order by n.distance, n.name, r.id)
        from (select s.id, s.distance, s.name from shown s union all select start, 0, '') n
        join private.records r on r.account_id = account and r.id = n.id
        left join public.account_members m on m.account_id = account and m.user_id = r.owner_id
        left join public.profiles p on p.id = m.user_id and (select private.may('people', 'read'))
        left join public.heartbeats h
          on h.account_id = account and h.kind = r.kind and h.record_id = r.id and not h.rests
        left join private.records_in_maintenance(account, now()) w on w.record_id = r.id
      ),
      'edges', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'from', e.from_id, 'to', e.to_id, 'type', e.type, 'note', e.note, 'field', f.name, 'is_relation', e.is_relation
        ) order by e.from_id, e.to_id, e.type, f.name), '[]')
        from ends
        join private.edges e on e.account_id = account and e.from_id = any (ends.ids) and e.to_id = any (ends.ids)
        left join public.own_fields f on f.account_id = account and f.id = e.field_id
      ),
      'groups', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'type', g.type, 'outgoing', g.outgoing, 'field', f.name, 'is_relation', g.is_relation, 'kind', g.kind,
          'total', g.total
        ) order by g.type, g.outgoing, f.name, g.is_relation, g.kind), '[]')
        from (
          select a.type, a.outgoing, a.field_id, a.is_relation, a.kind, count(*) as total
          from adjacent a
          group by 1, 2, 3, 4, 5
        ) g
        left join public.own_fields f on f.account_id = account and f.id = g.field_id
      ),
      'hidden', (select count(*) from reached) - (select count(*) from shown)
    )
  );
end
$$;
comment on function public.neighbours(text, uuid, integer, integer) is
  'A record and those that lie at most depth (1 to 3) steps from it, the nearest first, at most limit (1 to 500) beside itself: {"nodes": [{"id", "kind", "name", "status", "owner_id", "owner_name", "invited_owner_id", "team_id", "criticality", "distance", "state", "trouble_since", "maintenance_until"}], "edges": [{"from", "to", "type", "note", "field", "is_relation"}], "groups": [{"type", "outgoing", "field", "is_relation", "kind", "total"}], "hidden"}. Edges are relations, links of solutions (depends_on, part_of) and own fields that name a record (refers_to, with the label in field). Groups count the record''s own edges; hidden is how many records the limit leaves out.';
create or replace function public.map_groups(
  "by" text, unfolded text[] default '{}', max_groups integer default 50, max_records integer default 100,
  kind text default null, filter jsonb default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  account constant uuid := private.my_account();
  by_field constant text := "by";
  opened constant text[] := coalesce(unfolded, '{}');
  kinds constant text[] := array(
    select k.kind from private.kinds_in_use() as k (kind) where k.kind = any (private.kinds_in_scope('read'))
  );
  listed uuid[];
begin
  if coalesce(by_field, '') not in ('department', 'kind', 'owner', 'tag', 'lifecycle') then
    raise exception 'The map is folded by department, kind, owner, tag or lifecycle.'
      using errcode = '22023', detail = 'map.by';
  end if;
  if coalesce(max_groups, 0) not between 1 and 500 or coalesce(max_records, -1) not between 0 and 500 then
    raise exception 'The map shows 1 to 500 groups and at most 500 records.' using errcode = '22023', detail = 'map.limit';
  end if;
  if cardinality(opened) > 100 then
    raise exception 'At most 100 groups can be unfolded.' using errcode = '22023', detail = 'map.unfolded';
  end if;
  if map_groups.kind is not null then
    perform private.refuse_out_of_scope(map_groups.kind, 'read');
    perform private.refuse_other_kind(map_groups.kind);
    listed := private.ids_of_view(
      account, map_groups.kind, coalesce(map_groups.filter, '{}'), private.caller_id(), null
    );
  elsif map_groups.filter is not null then
    raise exception 'A filter needs the kind of its records.' using errcode = '22023', detail = 'map.filter_without_kind';
  end if;
  return (
    with placed as materialized (
      select
        r.id, r.department, lower(r.name) as name,
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
        coalesce(r.criticality = 'critical', false) as is_critical,
        h.record_id is not null and private.shown_trouble_since(h, w.until, now()) is not null as is_troubled,
        w.until is not null as is_in_maintenance
      from private.records r
      left join lateral (
        select t.id
        from public.tags t
        where by_field = 'tag' and t.account_id = account and t.id = any (r.tags)
        order by private.folded(t.name), t.id
        limit 1
      ) first_tag on true
      left join public.heartbeats h
        on h.account_id = account and h.kind = r.kind and h.record_id = r.id and not h.rests
      left join private.records_in_maintenance(account, now()) w on w.record_id = r.id
      where r.account_id = account and r.kind = any (kinds)
        and (listed is null or r.id in (select l.id from unnest(listed) as l (id)))
    ),
    shown as materialized (
      select
        p.key, min(p.department) as department, count(*) as records,
        count(*) filter (where p.is_unowned) as unowned, count(*) filter (where p.is_troubled) as troubled,
        count(*) filter (where p.is_critical) as critical, count(*) filter (where p.is_in_maintenance) as in_maintenance
      from placed p
      group by p.key
      order by p.key = any (opened) desc, count(*) desc, p.key
      limit max_groups
    ),
    -- The records of a group that was unfolded earlier stay when another one is unfolded.
    singled as materialized (
      select p.id, p.key, p.name, min(o.place) as place
      from unnest(opened) with ordinality as o (key, place)
      join shown s on s.key = o.key
      join placed p on p.key = o.key
      group by p.id, p.key, p.name
      order by min(o.place), p.name, p.id
      limit max_records
    ),
    spots as materialized (
      select p.id, s.key, n.id as record
      from placed p
      left join shown s on s.key = p.key
      left join singled n on n.id = p.id
    ),
    led as materialized (
      select
        f.key as from_group, f.record as from_record, t.key as to_group, t.record as to_record, count(*) as total
      from (
        select
          case when e.type in ('feeds_data_to', 'part_of') then e.to_id else e.from_id end as needs,
          case when e.type in ('feeds_data_to', 'part_of') then e.from_id else e.to_id end as needed
        from private.edges e
        where e.account_id = account
      ) e
      join spots f on f.id = e.needs
      join spots t on t.id = e.needed
      group by 1, 2, 3, 4
    )
    select jsonb_build_object(
      'groups', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'key', s.key, 'label', private.label_of_group(account, by_field, s.key, s.department), 'records', s.records,
          'unowned', s.unowned, 'troubled', s.troubled, 'critical', s.critical, 'in_maintenance', s.in_maintenance
        ) order by s.records desc, s.key), '[]')
        from shown s
      ),
      'nodes', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', r.id, 'kind', r.kind, 'name', r.name, 'status', r.status, 'owner_id', r.owner_id, 'owner_name', p.name,
          'invited_owner_id', r.invited_owner_id, 'team_id', r.team_id, 'group', n.key,
          'state', private.heartbeat_state(h, now()),
          'trouble_since', private.shown_trouble_since(h, w.until, now()), 'maintenance_until', w.until
        ) || (select to_jsonb(said) from (select r.criticality) said) order by n.place, n.name, r.id), '[]')
        from singled n
        join private.records r on r.account_id = account and r.id = n.id
        left join public.account_members m on m.account_id = account and m.user_id = r.owner_id
        left join public.profiles p on p.id = m.user_id and (select private.may('people', 'read'))
        left join public.heartbeats h
          on h.account_id = account and h.kind = r.kind and h.record_id = r.id and not h.rests
        left join private.records_in_maintenance(account, now()) w on w.record_id = r.id
      ),
      'edges', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'from_group', l.from_group, 'from_record', l.from_record, 'to_group', l.to_group, 'to_record', l.to_record,
          'total', l.total
        ) order by l.from_group, l.from_record, l.to_group, l.to_record), '[]')
        from led l
        where num_nulls(l.from_group, l.to_group) = 0
      ),
      'hidden', jsonb_build_object(
        'groups', (select count(distinct p.key) from placed p) - (select count(*) from shown),
        'records', (select count(*) from placed) - (select coalesce(sum(s.records), 0) from shown s),
        'relations', (select coalesce(sum(l.total), 0) from led l where num_nulls(l.from_group, l.to_group) > 0)
      )
    )
  );
end
$$;
comment on function public.map_groups(text, text[], integer, integer, text, jsonb) is
  'All records of the account in groups by department, kind, owner, tag or lifecycle, the largest first: {"groups": [{"key", "label", "records", "unowned", "troubled", "critical", "in_maintenance"}], "nodes": [{"id", "kind", "name", "status", "owner_id", "owner_name", "invited_owner_id", "criticality", "group", "state", "trouble_since", "maintenance_until"}], "edges": [{"from_group", "from_record", "to_group", "to_record", "total"}], "hidden": {"groups", "records", "relations"}}. Key is empty and label null for records without a value. A record with several tags stands in the group of the first by name. Nodes are the records of the groups in unfolded, at most max_records (0 to 500); the others stay in their group. An edge leads from what needs to what it needs, and counts the relations, links of solutions and own fields between two groups or records. Hidden is what lies in groups beyond max_groups (1 to 500): shown and hidden together are all that there is. With a kind, these are the records of its list that match filter, which has the form of the filter of a view, and the edges among them.';
create function private.shown_trouble_since(beat public.heartbeats, maintenance_until timestamptz, moment timestamptz)
returns timestamptz
language sql immutable set search_path = ''
as $$
  select case
    when maintenance_until is null and private.heartbeat_state(beat, moment) in ('late', 'failing')
      then coalesce(beat.trouble_since, beat.held_since, beat.late_at)
  end
$$;
comment on function private.shown_trouble_since(public.heartbeats, timestamptz, timestamptz) is
  'Since when a heartbeat counts as late or failing at a moment; null while it does not, and during maintenance.';
alter function private.shown_trouble_since(public.heartbeats,timestamp with time zone,timestamp with time zone) owner to cairn_definer;
revoke all on function private.shown_trouble_since(public.heartbeats,timestamp with time zone,timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.without_trouble(beat public.heartbeats) returns public.heartbeats
language plpgsql immutable set search_path = ''
as $$
begin
  beat.trouble := null;
  beat.trouble_since := null;
  beat.trouble_told := false;
  beat.held_since := null;
  return beat;
end
$$;
create or replace function private.with_trouble(beat public.heartbeats, outcome text, moment timestamptz) returns public.heartbeats
language plpgsql security definer set search_path = ''
as $$
begin
  if outcome = 'success' then
    if beat.trouble_told then
      insert into private.heartbeat_news (account_id, heartbeat_id, event, at, since)
      values (beat.account_id, beat.id, 'back', moment, beat.trouble_since);
    end if;
    beat := private.without_trouble(beat);
  elsif beat.trouble is null and beat.paused_at is null then
    if private.maintenance_until(beat.account_id, beat.record_id, moment) is not null then
      beat.held_since := coalesce(beat.held_since, moment);
      return beat;
    end if;
    beat.trouble := 'failing';
    beat.trouble_since := coalesce(beat.held_since, moment);
    beat.held_since := null;
    beat.trouble_told := coalesce(beat.silent_until <= moment, true);
    if beat.trouble_told then
      insert into private.heartbeat_news (account_id, heartbeat_id, event, at)
      values (beat.account_id, beat.id, 'failing', moment);
    end if;
  elsif beat.trouble = 'late' then
    beat.trouble := 'failing';
  end if;
  return beat;
end
$$;
comment on function private.with_trouble(public.heartbeats, text, timestamptz) is
  'A heartbeat whose run ended so, in trouble or out of it, and notes what members are told of that. Trouble of a run that fails during maintenance is held until its end.';
create or replace function private.store_called_heartbeat(beat public.heartbeats) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.heartbeats h
  set status = beat.status, first_at = beat.first_at, last_at = beat.last_at, last_outcome = beat.last_outcome,
    last_seconds = beat.last_seconds, running_since = beat.running_since, arrivals = beat.arrivals,
    due_at = beat.due_at, late_at = beat.late_at, trouble = beat.trouble, trouble_since = beat.trouble_since,
    trouble_told = beat.trouble_told, held_since = beat.held_since, runs = beat.runs, minute = beat.minute, minute_calls = beat.minute_calls,
    refused_calls = beat.refused_calls
  where h.id = beat.id;
end
$$;
create or replace function public.get_heartbeats(kind text, record_ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  zones constant text[] := private.likely_time_zones(account);
begin
  if cardinality(record_ids) > 500 then
    raise exception 'Ask for at most 500 records at once.' using errcode = '22023', detail = 'heartbeat.batch_size';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', h.id, 'kind', h.kind, 'record_id', h.record_id, 'state', private.heartbeat_state(h, now()),
      'expects', h.expects, 'every_seconds', h.every_seconds, 'working_hours', h.working_hours, 'cron', h.cron,
      'time_zone', h.time_zone, 'grace_seconds', h.grace_seconds, 'last_at', h.last_at, 'last_seconds', h.last_seconds,
      'running_since', h.running_since, 'due_at', h.due_at, 'trouble_since', coalesce(
        h.trouble_since, h.held_since, case when h.late_at <= now() then h.late_at end
      ),
      'silent_until', case when h.silent_until > now() then h.silent_until end, 'paused_at', h.paused_at,
      'maintenance_until', private.maintenance_until(h.account_id, h.record_id, now()),
      'former_until', case when h.former_until > now() then h.former_until end, 'refused_calls', h.refused_calls,
      'recent_runs', recent.runs, 'recent_successes', recent.successes, 'strip', private.recent_runs(h.account_id, h.id),
      'zone_hint', case when h.expects = 'cron' and cardinality(h.arrivals) = 3 then
        private.zone_hint(h.calendar, h.time_zone, h.arrivals, zones)
      end
    )), '[]')
    from public.heartbeats h
    cross join lateral (
      select coalesce(sum(d.successes + d.failures), 0) as runs, coalesce(sum(d.successes), 0) as successes
      from public.run_days d
      where d.account_id = h.account_id and d.heartbeat_id = h.id
        and d.day > (now() at time zone 'utc')::date - 30
    ) recent
    where h.account_id = account and h.kind = get_heartbeats.kind and h.record_id = any (record_ids) and not h.rests
  );
end
$$;
create or replace function public.get_heartbeat_counts() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'on_time', count(*) filter (where s.state = 'on_time'), 'running', count(*) filter (where s.state = 'running'),
    'late', count(*) filter (where s.state = 'late'), 'failing', count(*) filter (where s.state = 'failing'),
    'paused', count(*) filter (where s.state = 'paused'), 'never', count(*) filter (where s.state = 'never'),
    'maintenance', count(*) filter (where s.state = 'maintenance')
  )
  from (
    select case
      when w.until is not null and private.heartbeat_state(h, now()) in ('late', 'failing') then 'maintenance'
      else private.heartbeat_state(h, now())
    end as state
    from public.heartbeats h
    left join private.records_in_maintenance(private.my_account(), now()) w on w.record_id = h.record_id
    where h.account_id = private.my_account() and not h.rests and h.kind in (select private.kinds_in_use())
  ) s
$$;
comment on function public.get_heartbeat_counts() is
  'How many heartbeats of the account are in which state: {"on_time", "running", "late", "failing", "paused", "never", "maintenance"}. Maintenance is those that would be late or failing.';
create function private.trouble_due(beat public.heartbeats, moment timestamptz) returns text
language sql immutable set search_path = ''
as $$
  select case
    when beat.held_since is not null and private.heartbeat_state(beat, moment) = 'failing' then 'failing'
    when beat.late_at <= moment then 'late'
  end
$$;
comment on function private.trouble_due(public.heartbeats, timestamptz) is
  'The trouble of a heartbeat that was not noted yet: late, or failing since its maintenance. Null for none.';
alter function private.trouble_due(public.heartbeats,timestamp with time zone) owner to cairn_definer;
revoke all on function private.trouble_due(public.heartbeats,timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.late_heartbeats(moment timestamptz, without text[], at_most integer) returns setof text
language sql stable security definer set search_path = ''
as $$
  select d.id::text
  from (
    select h.id, h.account_id, h.record_id, h.late_at as since
    from private.answering a
    join public.heartbeats h on h.late_at <= moment and moment - make_interval(secs => h.grace_seconds) >= a.since
    where h.trouble is null
    union
    select h.id, h.account_id, h.record_id, h.held_since
    from public.heartbeats h
    where h.held_since is not null and h.trouble is null and private.trouble_due(h, moment) = 'failing'
  ) d
  where d.id <> all (without::uuid[]) and private.maintenance_until(d.account_id, d.record_id, moment) is null
  group by d.id
  order by min(d.since)
  limit at_most
$$;
comment on function private.late_heartbeats(timestamptz, text[], integer) is
  'The heartbeats, but for some, that have become late by a moment, or fail since a maintenance that is over, which was not noted yet: the longest ago first.';
create or replace function private.mark_late_heartbeats(moment timestamptz, only_these text[]) returns integer
language sql volatile security definer set search_path = ''
as $$
  with due as materialized (
    select h.id, private.trouble_due(h, moment) as trouble, coalesce(h.held_since, h.late_at) as since
    from public.heartbeats h
    where h.id = any (only_these::uuid[]) and h.trouble is null and private.trouble_due(h, moment) is not null
      and private.maintenance_until(h.account_id, h.record_id, moment) is null
    for update skip locked
  ),
  noted as (
    update public.heartbeats h
    set trouble = d.trouble, trouble_since = d.since, held_since = null,
      trouble_told = coalesce(h.silent_until <= moment, true)
    from due d
    where h.id = d.id
    returning h.account_id, h.id, h.trouble, h.trouble_told
  ),
  news as (
    insert into private.heartbeat_news (account_id, heartbeat_id, event, at)
    select n.account_id, n.id, n.trouble, moment from noted n where n.trouble_told
  )
  select count(*)::integer from noted
$$;
comment on function private.mark_late_heartbeats(timestamptz, text[]) is
  'Marks heartbeats that have become late by a moment, or fail since a maintenance that is over, each once, and queues notifications unless alerts are muted. Returns how many.';
create or replace function private.suspend_heartbeats() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.heartbeats h
  set rests = true, late_at = null, trouble = null, trouble_since = null, trouble_told = false, held_since = null
  from gone g
  where h.account_id = g.account_id and h.kind = g.kind and h.record_id = g.id;
  return null;
end
$$;
create function private.name_of_calendar(address public.calendar_addresses) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select v.name from public.views v where v.account_id = address.account_id and v.id = address.view_id),
    (select t.name from public.teams t where t.account_id = address.account_id and t.id = address.team_id)
  )
$$;
comment on function private.name_of_calendar(public.calendar_addresses) is
  'The name of the view or team of a calendar; null for the records of a person.';
alter function private.name_of_calendar(public.calendar_addresses) owner to cairn_definer;
revoke all on function private.name_of_calendar(public.calendar_addresses) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.audit_calendar(address public.calendar_addresses, action text) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.write_audit(
    address.account_id, private.caller_id(), audit_calendar.action, 'calendar_address', address.id::text,
    jsonb_strip_nulls(jsonb_build_object('name', private.name_of_calendar(address)))
  );
  select private.record_made_secret(
    'calendar_address', address.id, coalesce(private.name_of_calendar(address), p.name)
  )
  from public.profiles p
  where p.id = address.user_id and audit_calendar.action <> 'calendar_address_removed'
$$;
comment on function private.audit_calendar(public.calendar_addresses, text) is
  'Enters what the caller does with a calendar address into the audit log, and notifies the person of one that is made or renewed.';
alter function private.audit_calendar(public.calendar_addresses,text) owner to cairn_definer;
revoke all on function private.audit_calendar(public.calendar_addresses,text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.new_calendar_secret() returns text
language sql volatile set search_path = ''
as $$
  select encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex')
$$;
comment on function private.new_calendar_secret() is 'A secret that nobody can guess: 64 hexadecimal digits.';
alter function private.new_calendar_secret() owner to cairn_definer;
revoke all on function private.new_calendar_secret() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.view_of_calendar(view_id uuid) returns public.views
language plpgsql stable security definer set search_path = ''
as $$
declare
  shown public.views;
begin
  select v.* into shown
  from public.views v
  where v.account_id = private.my_account() and v.id = view_of_calendar.view_id
    and coalesce(v.person_id, private.caller_id()) = private.caller_id();
  if view_id is not null and shown.id is null then
    raise exception 'This view no longer exists.' using errcode = 'PT404', detail = 'calendar.unknown_view';
  end if;
  return shown;
end
$$;
comment on function private.view_of_calendar(uuid) is 'A view that the caller sees; empty for none. Refuses one that they do not see.';
alter function private.view_of_calendar(uuid) owner to cairn_definer;
revoke all on function private.view_of_calendar(uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.refuse_calendar_of_other_team(team uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if team is null then
    return;
  end if;
  if not exists (select from public.teams t where t.account_id = private.my_account() and t.id = team) then
    raise exception 'This team no longer exists.' using errcode = 'PT404', detail = 'calendar.unknown_team';
  end if;
  if private.my_rank() < 3 and team <> all (private.my_teams()) then
    raise exception 'You are not in this team.'
      using errcode = '42501', detail = 'calendar.not_your_team', hint = 'Ask one of its members or an administrator.';
  end if;
end
$$;
comment on function private.refuse_calendar_of_other_team(uuid) is
  'Refuses a team that does not exist, and whoever is neither in it nor an admin.';
alter function private.refuse_calendar_of_other_team(uuid) owner to cairn_definer;
revoke all on function private.refuse_calendar_of_other_team(uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function public.make_calendar_address(view_param uuid default null, team_param uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  person constant uuid := private.caller_id();
  secret constant text := private.new_calendar_secret();
  shown public.views;
  made public.calendar_addresses;
begin
  perform private.refuse_calendars_of_tokens();
  perform private.require_recent_proof();
  if num_nonnulls(view_param, team_param) > 1 then
    raise exception 'A calendar is of a view or of a team.' using errcode = '22023', detail = 'calendar.view_or_team';
  end if;
  shown := private.view_of_calendar(view_param);
  perform private.refuse_calendar_of_other_team(team_param);
  -- Of two that are made at the same moment, the second counts the first.
  perform from public.account_members m where m.account_id = account and m.user_id = person for no key update;
  if (select count(*) from public.calendar_addresses a where a.account_id = account and a.user_id = person) >= 20 then
    raise exception 'Nobody has more than 20 calendar addresses.'
      using errcode = '22023', detail = 'calendar.too_many', hint = 'Remove one that is no longer used.';
  end if;
  insert into public.calendar_addresses (account_id, user_id, kind, view_id, team_id, token_hash)
  values (account, person, shown.kind, shown.id, team_param, private.token_hash(secret))
  returning * into made;
  perform private.audit_calendar(made, 'calendar_address_made');
  return jsonb_build_object('id', made.id, 'token', secret);
end
$$;
comment on function public.make_calendar_address(uuid, uuid) is
  'Makes a calendar address of the caller''s records, of a view that they see, or of a team that they are in; of any team for admins: {"id", "token"}. The token is shown this once; the server answers at /calendar/<token>.ics.';
alter function public.make_calendar_address(uuid,uuid) owner to cairn_definer;
revoke all on function public.make_calendar_address(uuid,uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.make_calendar_address(uuid, uuid) to authenticated;
create function private.own_calendar(id uuid) returns public.calendar_addresses
language plpgsql volatile security definer set search_path = ''
as $$
declare
  own public.calendar_addresses;
begin
  perform private.refuse_calendars_of_tokens();
  select a.* into own
  from public.calendar_addresses a
  where a.account_id = private.my_account() and a.user_id = private.caller_id() and a.id = own_calendar.id
  for update;
  if not found then
    raise exception 'This calendar address no longer exists.' using errcode = 'PT404', detail = 'calendar.gone';
  end if;
  return own;
end
$$;
comment on function private.own_calendar(uuid) is 'A calendar address of the caller, which nobody else changes meanwhile.';
alter function private.own_calendar(uuid) owner to cairn_definer;
revoke all on function private.own_calendar(uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function public.renew_calendar_address(id_param uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  own constant public.calendar_addresses := private.own_calendar(id_param);
  secret constant text := private.new_calendar_secret();
begin
  perform private.require_recent_proof();
  -- It counts as made now: who undoes what a thief did ends it.
  update public.calendar_addresses a
  set token_hash = private.token_hash(secret), created_at = now(), last_used_at = null
  where a.id = own.id;
  perform private.audit_calendar(own, 'calendar_address_renewed');
  return jsonb_build_object('id', own.id, 'token', secret);
end
$$;
comment on function public.renew_calendar_address(uuid) is
  'Gives a calendar address of the caller another secret: {"id", "token"}. The former one opens nothing from then on.';
alter function public.renew_calendar_address(uuid) owner to cairn_definer;
revoke all on function public.renew_calendar_address(uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.renew_calendar_address(uuid) to authenticated;
create or replace function public.remove_calendar_address(id_param uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  own constant public.calendar_addresses := private.own_calendar(id_param);
begin
  perform private.audit_calendar(own, 'calendar_address_removed');
  delete from public.calendar_addresses a where a.id = own.id;
end
$$;
create or replace function private.tools_of_assistants() returns text[]
language sql immutable set search_path = ''
as $$
  select array[
    'search', 'fetch', 'get_record', 'who_knows', 'what_depends_on', 'gaps_and_late', 'what_changed', 'list_records',
    'describe_fields', 'list_teams', 'suggest_edit', 'suggest_relation', 'plan_maintenance'
  ]
$$;
create or replace function private.end_secret(made private.made_secrets) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  beat public.heartbeats;
begin
  case made.kind
    when 'api_token' then
      delete from private.token_secrets x where x.account_id = made.account_id and x.token_id = made.subject_id;
    when 'webhook_secret' then
      update public.webhooks w set paused = 'by_hand'
      where w.account_id = made.account_id and w.id = made.subject_id and w.paused is null;
      -- The server has sealed what it has seen: a secret has one form.
      update private.webhook_secrets s set secret = private.new_webhook_secret(), sealed = null
      where s.account_id = made.account_id and s.webhook_id = made.subject_id;
    when 'webhook_address' then
      update public.webhooks w set paused = 'by_hand'
      where w.account_id = made.account_id and w.id = made.subject_id and w.paused is null;
    when 'source_key' then
      update public.found_sources s set key_hash = private.token_hash(private.new_source_key())
      where s.account_id = made.account_id and s.id = made.subject_id;
    when 'heartbeat_address' then
      select h.* into beat
      from public.heartbeats h
      where h.account_id = made.account_id and h.id = made.subject_id and h.token_hash is not null
      for update;
      if found then
        perform private.end_address(beat);
      end if;
    when 'discovery_address' then
      delete from private.discovery_addresses a where a.account_id = made.account_id;
    when 'calendar_address' then
      delete from public.calendar_addresses a where a.account_id = made.account_id and a.id = made.subject_id;
  end case;
end
$$;
create or replace function private.records_of_calendar(address public.calendar_addresses) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  shown public.views;
begin
  if address.team_id is not null then
    return array(
      select r.id
      from private.records r
      where r.account_id = address.account_id and r.team_id = address.team_id and (
        exists (
          select from public.team_members m
          where m.account_id = address.account_id and m.team_id = address.team_id and m.user_id = address.user_id
        )
        or exists (
          select from public.account_members m
          where m.account_id = address.account_id and m.user_id = address.user_id and m.permission_level = 'admin'
        )
      )
    );
  end if;
  if address.view_id is null then
    return array(
      select r.id
      from private.records r
      where r.account_id = address.account_id and r.invited_owner_id is null
        and coalesce(r.owner_id, r.created_by) = address.user_id
    );
  end if;
  select v.* into shown
  from public.views v
  where v.account_id = address.account_id and v.id = address.view_id
    and coalesce(v.person_id, address.user_id) = address.user_id;
  return private.ids_of_view(address.account_id, shown.kind, shown.filter, address.user_id, 10000);
exception
  -- A filter that is refused says so beside the view.
  when data_exception or null_value_not_allowed then
    return '{}';
end
$$;
comment on function private.records_of_calendar(public.calendar_addresses) is
  'The records whose dates a calendar has: those of its person, of its team while the person is in it or an admin, or those in its view.';
create or replace function private.read_calendar(token text, network text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  address public.calendar_addresses;
begin
  select a.* into address from public.calendar_addresses a where a.token_hash = private.token_hash(read_calendar.token);
  if not found then
    return jsonb_build_object('status', private.unknown_address_response(network));
  elsif not private.count_against_limit('calendar ' || address.id, 60) then
    return jsonb_build_object('status', 429);
  end if;
  update public.calendar_addresses a set last_used_at = now()
  where a.id = address.id and coalesce(a.last_used_at < now() - interval '1 hour', true);
  return jsonb_build_object(
    'status', 200,
    'language', (select w.language from public.notification_preferences w where w.user_id = address.user_id),
    'name', private.name_of_calendar(address),
    'dates', (
      select coalesce(jsonb_agg(to_jsonb(d)), '[]')
      from private.dates_of_records(
        address.account_id, private.records_of_calendar(address), (now() at time zone 'utc')::date
      ) d
    )
  );
end
$$;
comment on function private.read_calendar(text, text) is
  'Reads the calendar at a secret address: {"status": 200, "language", "name" of its view or team, "dates"}; {"status": 404} for an address that nobody has, and {"status": 429} after too many calls. For the server alone.';
comment on table private.made_secrets is
  'Secrets that people made or rotated in the last three days: a mail about each goes to its maker, with a link that revokes it.';
comment on column private.made_secrets.subject_id is 'The token, webhook, source, heartbeat or calendar; for the address of an account, the account.';
comment on column private.made_secrets.name is 'Of the token, webhook, source or record; of a calendar its view, team or person.';
comment on column private.made_secrets.act is 'The transaction: one mail names all secrets of a transaction.';
comment on column private.made_secrets.told_at is 'When the mail was queued.';
comment on table public.calendar_addresses is 'Secret addresses of calendars: of the records of a person, of a team or of a view.';
comment on column public.calendar_addresses.kind is 'The kind of the view''s records.';
comment on column public.calendar_addresses.view_id is 'The view whose records it has; empty for another calendar.';
comment on column public.calendar_addresses.team_id is
  'The team whose records it has, while its person is in the team or an admin; empty for another calendar.';
comment on column public.calendar_addresses.token_hash is 'The SHA-256 of its secret, which is shown once.';
comment on column public.calendar_addresses.last_used_at is 'When a calendar last asked, to the hour or so.';
revoke all on public.calendar_addresses from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select (id, account_id, user_id, kind, view_id, team_id, created_at, last_used_at)
  on public.calendar_addresses to authenticated, service_role;
grant select, insert, update, delete on public.calendar_addresses to cairn_definer;
drop function public.make_calendar_address(uuid);
