-- Reading gaps: how many records of an account have which gap, and which records these are.
--
-- Figures come from the sums of 12_counted_gaps.sql, with what is marked and not counted yet looked at directly.
-- Where too much is marked, the reader counts it first. What has never reported is counted in the heartbeats, of which
-- there are few beside records. Only catalogues that the account has switched on count.

create function public.get_gaps() returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  not_seen constant uuid[] := private.inactive_members(account);
begin
  perform private.count_marked_before_reading(account);
  return (
    select coalesce(
      jsonb_object_agg(
        k.kind,
        jsonb_build_object(
          'no_owner', k.no_owner, 'owner_left', k.owner_left, 'handover_pending', k.handover_pending,
          'nobody_else', k.nobody_else
        ) || case when not_seen is null then '{}' else jsonb_build_object('owner_not_seen', k.owner_not_seen) end
          || case when k.can_report then jsonb_build_object('never_reported', k.never_reported) else '{}' end
      ),
      '{}'
    ) || private.gaps_of_service_accounts(account)
    from (
      select
        kinds.kind,
        coalesce(sum(c.records) filter (where c.unowned), 0) as no_owner,
        coalesce(sum(c.records) filter (where c.owner_left), 0) as owner_left,
        coalesce(sum(c.records) filter (where c.handover_pending), 0) as handover_pending,
        coalesce(sum(c.records) filter (where c.nobody_else), 0) as nobody_else,
        coalesce(sum(c.records) filter (where p.id is not null), 0) as owner_not_seen,
        kinds.kind in ('agent', 'automation') as can_report,
        (select count(*) from private.records_never_reported(account, kinds.kind)) as never_reported
      from private.kinds_in_use() as kinds (kind)
      left join private.current_counts(account) c using (kind)
      left join unnest(not_seen) as p (id) on p.id = c.owner_id
      where account is not null
      group by kinds.kind
    ) k
  );
end
$$;
comment on function public.get_gaps() is
  'How many records of each catalogue that is switched on have which gap. {"system" | …: {"no_owner", "owner_left", "owner_not_seen", "handover_pending", "nobody_else", "never_reported"}}. Those of owner_left are among those of no_owner; never_reported is there for automations and agents. The figure owner_not_seen is there from level manager on, where the auth server tells it. {"service_account": {"no_owner"}} is there where there are such.';
grant execute on function public.get_gaps() to authenticated;

create function private.current_counts(account uuid) returns table (
  kind text, owner_id uuid, unowned boolean, owner_left boolean, handover_pending boolean, nobody_else boolean,
  records bigint
)
language sql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
  with open as materialized (
    select array(
      select i.id
      from public.pending_invitations i
      where i.account_id = account and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
    ) as invitations
  ),
  owning as materialized (
    select o.invitations || private.teams_with_members(account) as ids from open o
  ),
  marked as materialized (
    select distinct m.kind, m.record_id from private.records_to_count m where m.account_id = account
  ),
  counted as (
    select c.kind, c.owner_id, c.invited_owner_id, c.owner_left, c.handover_pending, c.awaited, c.nobody_else, c.records
    from private.record_counts c
    where c.account_id = account
    union all
    select c.kind, c.owner_id, c.invited_owner_id, c.owner_left, c.handover_pending, c.awaited, c.nobody_else, -1
    from marked m
    join private.counted_records c on c.account_id = account and c.kind = m.kind and c.record_id = m.record_id
    union all
    select g.kind, g.owner_id, g.invited_owner_id, g.owner_left, g.handover_pending, g.awaited, g.nobody_else, 1
    from marked m
    cross join lateral (
      -- By the id alone, as private.count_marked.
      select v.* from private.gaps_of_records v where v.record_id = m.record_id offset 0
    ) g
    where g.account_id = account and g.kind = m.kind
  )
  select
    c.kind, c.owner_id, c.owner_id is null and i.id is null, c.owner_left and i.id is null,
    c.handover_pending or c.awaited && o.invitations, c.nobody_else, c.records
  from counted c
  cross join open o
  left join (select unnest(w.ids) from owning w) as i (id) on i.id = c.invited_owner_id
$$;
comment on function private.current_counts(uuid) is
  'How many records of each catalogue of an account there are by owner and gaps; a number may be less than none beside another.';

create function private.count_marked_before_reading(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- So many are quickly looked at, which leaves counting to the server.
  most constant integer := 1000;
begin
  if current_setting('transaction_read_only') = 'on' or current_setting('transaction_isolation') <> 'read committed' then
    return;
  end if;
  if (select count(*) from (
    select from private.records_to_count m where m.account_id = account limit most + 1
  ) waiting) > most then
    perform private.count_marked(account, 20 * most);
  end if;
end
$$;
comment on function private.count_marked_before_reading(uuid) is
  'Counts the marked records of an account where so many wait that reading around them would take long.';

-- Candidates of a list: a record whose owner is invited has no gap while the invitation is open, however many records
-- it owns.
create function private.gap_candidates(account uuid, kind text, gaps text[], not_seen uuid[]) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  found uuid[];
begin
  execute (
    select 'select array(' || string_agg(
      case g.gap
        when 'no_owner' then format(
          'select t.id
          from public.%I t
          where t.account_id = $1 and t.owner_id is null
            and (coalesce(t.invited_owner_id, t.team_id) = any ($4)) is not true',
          private.catalogue_of(kind)
        )
        when 'owner_left' then
          'select d.record_id from public.departed_owners d where d.account_id = $1 and d.kind = $2'
        when 'owner_not_seen' then format(
          'select t.id from public.%I t where t.account_id = $1 and t.owner_id = any ($3)', private.catalogue_of(kind)
        )
        when 'handover_pending' then
          'select h.record_id from public.handovers h
          where h.account_id = $1 and h.kind = $2 and h.state = ''pending'''
        when 'nobody_else' then
          'select c.record_id from private.counted_records c
          where c.account_id = $1 and c.kind = $2 and c.nobody_else
          union
          select m.record_id from private.records_to_count m where m.account_id = $1 and m.kind = $2'
        when 'never_reported' then 'select n.record_id from private.records_never_reported($1, $2) n'
      end,
      ' union '
    ) || ')'
    from unnest(gaps) as g (gap)
  )
    into found using account, kind, not_seen, array(
      select i.id
      from public.pending_invitations i
      where i.account_id = account and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
    ) || private.teams_with_members(account);
  return found;
end
$$;
comment on function private.gap_candidates(uuid, text, text[], uuid[]) is
  'All records of a catalogue that have one of the gaps, and some that have none: few to look at, where gaps are rare.';

create function private.count_of_gaps(account uuid, kind text, gaps text[], not_seen uuid[]) returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(c.records), 0)::bigint + case
    when 'never_reported' = any (gaps) then (select count(*) from private.records_never_reported(account, count_of_gaps.kind))
    else 0
  end
  from private.current_counts(account) c
  left join unnest(not_seen) as p (id) on p.id = c.owner_id
  where c.kind = count_of_gaps.kind
    and (
      coalesce(cardinality(gaps), 0) = 0
      or 'no_owner' = any (gaps) and c.unowned
      or 'owner_left' = any (gaps) and c.owner_left
      or 'owner_not_seen' = any (gaps) and p.id is not null
      or 'handover_pending' = any (gaps) and c.handover_pending
      or 'nobody_else' = any (gaps) and c.nobody_else
    )
$$;
comment on function private.count_of_gaps(uuid, text, text[], uuid[]) is
  'How many records of a catalogue have one of the gaps; how many there are where none is named. One that never reported and has another gap counts twice.';

create function private.gap_condition(kind text, gap text, not_seen uuid[]) returns text
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
          and (h.invitation_id is null or %s)
      )',
      kind, format(is_open, 'h.invitation_id')
    )
    when 'nobody_else' then
      't.team_id is null and not exists (
        select from public.record_experts e
        where e.account_id = t.account_id and e.record_id = t.id and e.expert_id is distinct from t.owner_id
      )'
    when 'never_reported' then format(
      'exists (
        select from public.heartbeats h
        where h.account_id = t.account_id and h.kind = %L and h.record_id = t.id and h.status = ''new''
          and h.running_since is null and h.token_hash is not null and h.paused_at is null and not h.rests
      )',
      kind
    )
  end
  from (
    select 'exists (
      select from public.pending_invitations i
      where i.account_id = t.account_id and i.id = %s
        and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
    )' as is_open
  ) as words
  cross join lateral (
    select format('(t.invited_owner_id is null or not %s)', format(is_open, 't.invited_owner_id'))
      || ' and (t.team_id is null or not exists (
        select from public.team_members m where m.account_id = t.account_id and m.team_id = t.team_id
      ))' as nobody_invited
  ) as of_owner
$$;
comment on function private.gap_condition(text, text, uuid[]) is
  'Which records t of a catalogue have a gap, as a condition; null for an unknown gap.';

create function private.gap_names() returns text[]
language sql immutable set search_path = ''
as $$
  select array['no_owner', 'owner_left', 'owner_not_seen', 'handover_pending', 'nobody_else', 'never_reported']
$$;
comment on function private.gap_names() is 'The gaps that a record can have.';

create function private.records_never_reported(account uuid, kind text) returns table (record_id uuid)
language sql stable security definer set search_path = ''
as $$
  select h.record_id
  from public.heartbeats h
  where h.account_id = account and h.kind = records_never_reported.kind and h.status = 'new' and h.running_since is null
    and h.token_hash is not null and h.paused_at is null and not h.rests
$$;
comment on function private.records_never_reported(uuid, text) is
  'The records of a kind in an account that have an address which was never called.';

create function private.inactive_members(account uuid) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select array(select (p ->> 'id')::uuid from json_array_elements(n.people) p)
  from private.members_not_seen(account, 90) as n (people)
  where n.people is not null and private.my_rank() >= 2
$$;
comment on function private.inactive_members(uuid) is
  'The members of the caller''s account who were not seen for 90 days; null where that is unknown, or not for the caller.';
