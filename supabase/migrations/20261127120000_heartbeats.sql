-- Automations and agents report that they ran; what is expected of them, and when they are late, is known by itself.

create table public.heartbeats (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references public.accounts (id) on delete cascade,
  kind text not null,
  record_id uuid not null,
  token_hash text,
  former_hash text,
  former_until timestamptz,
  expects text not null default 'nothing',
  every_seconds integer,
  working_hours jsonb,
  cron text,
  calendar jsonb,
  time_zone text not null default 'UTC',
  grace_seconds integer not null default 3600,
  status text not null default 'new',
  first_at timestamptz,
  last_at timestamptz,
  last_outcome text,
  last_seconds numeric,
  running_since timestamptz,
  arrivals timestamptz[] not null default '{}',
  due_at timestamptz,
  late_at timestamptz,
  trouble text,
  trouble_since timestamptz,
  trouble_told boolean not null default false,
  silent_until timestamptz,
  paused_at timestamptz,
  rests boolean not null default false,
  runs bigint not null default 0,
  minute timestamptz,
  minute_calls integer not null default 0,
  refused_calls bigint not null default 0,
  created_by uuid default private.caller_id(),
  created_at timestamptz not null default now(),
  constraint heartbeats_record_key unique (account_id, kind, record_id),
  constraint heartbeats_account_id_id_key unique (account_id, id),
  constraint heartbeats_token_hash_key unique (token_hash),
  constraint heartbeats_created_by_fkey foreign key (account_id, created_by)
    references public.account_members (account_id, user_id) on delete set null (created_by),
  constraint heartbeats_kind_known check (private.holds(
    kind in ('automation', 'agent'),
    'Only automations and agents have a heartbeat.'
  )),
  constraint heartbeats_expectation check (private.holds(
    case expects
      when 'nothing' then every_seconds is null and cron is null and working_hours is null
      when 'interval' then every_seconds between 60 and 31622400 and cron is null
      when 'cron' then char_length(cron) between 1 and 200 and calendar is not null
        and every_seconds is null and working_hours is null
      else false
    end,
    'Expect nothing, an interval of a minute to a year, or a schedule.'
  )),
  constraint heartbeats_grace check (private.holds(
    grace_seconds between 60 and 31622400,
    'The grace must be a minute to a year.'
  )),
  constraint heartbeats_status_known check (private.holds(
    status in ('new', 'up', 'failing'),
    'Status must be new, up or failing.'
  )),
  constraint heartbeats_trouble_known check (private.holds(
    trouble in ('late', 'failing') and (trouble is null) = (trouble_since is null),
    'Trouble must be late or failing, since a moment.'
  ))
) with (fillfactor = 80);
create unique index heartbeats_former_hash_key on public.heartbeats (former_hash) where former_hash is not null;
create index heartbeats_late_idx on public.heartbeats (late_at) where trouble is null and late_at is not null;
create index heartbeats_trouble_idx on public.heartbeats (account_id, trouble) where trouble is not null;
create index heartbeats_created_by_idx on public.heartbeats (account_id, created_by);
comment on table public.heartbeats is 'The secret address of an automation or agent, what is expected of it, and how it is.';
comment on column public.heartbeats.kind is 'automation or agent.';
comment on column public.heartbeats.token_hash is 'The SHA-256 of the token in its address, which is shown once; empty when it was revoked.';
comment on column public.heartbeats.former_hash is 'The same of the address before, which works until former_until.';
comment on column public.heartbeats.expects is 'nothing, interval or cron.';
comment on column public.heartbeats.working_hours is
  'When the interval counts: {"days": [1, 2, 3, 4, 5], "from": "08:00", "to": "18:00"}, 1 for Monday; always when empty.';
comment on column public.heartbeats.calendar is 'What the cron line says, as private.cron_calendar expands it.';
comment on column public.heartbeats.time_zone is 'A name that Postgres knows, such as Europe/Berlin.';
comment on column public.heartbeats.status is 'new until it has reported, then up or failing, as its last run ended.';
comment on column public.heartbeats.last_at is 'When it last reported that a run ended.';
comment on column public.heartbeats.last_seconds is 'How long the last run took, where its start was reported.';
comment on column public.heartbeats.running_since is 'When the oldest run began that has not ended.';
comment on column public.heartbeats.arrivals is 'When the last three runs began, by which a wrong time zone is recognised.';
comment on column public.heartbeats.due_at is 'When the next run is expected.';
comment on column public.heartbeats.late_at is 'From when on it is late unless it reports; empty when it cannot become late.';
comment on column public.heartbeats.trouble is 'late or failing, from when it is noticed until a run ends well.';
comment on column public.heartbeats.trouble_told is 'Whether its trouble is told, and so the end of it: not what begins while it is to be silent.';
comment on column public.heartbeats.silent_until is 'Nobody is told of it before.';
comment on column public.heartbeats.rests is 'Its record is in the bin: calls are answered as if it were not there.';
comment on column public.heartbeats.runs is 'How many runs it has had: the number of the last one.';
comment on column public.heartbeats.minute is 'The minute of which minute_calls counts the calls.';
comment on column public.heartbeats.refused_calls is 'How many calls were refused, because there were more than sixty in a minute.';
comment on column public.heartbeats.created_by is 'Who made it; empty when that person has left.';
alter table public.heartbeats owner to cairn_owner;

create table public.runs (
  heartbeat_id uuid not null,
  number bigint not null,
  account_id uuid not null,
  outcome text not null,
  started_at timestamptz,
  ended_at timestamptz,
  at timestamptz not null default now(),
  exit_code smallint,
  rid uuid,
  note text,
  primary key (account_id, heartbeat_id, number),
  constraint runs_heartbeat_id_fkey foreign key (account_id, heartbeat_id)
    references public.heartbeats (account_id, id) on delete cascade,
  constraint runs_outcome_known check (private.holds(
    outcome in ('running', 'success', 'failure', 'unfinished', 'log'),
    'Outcome must be running, success, failure, unfinished or log.'
  )),
  constraint runs_note_length check (private.holds(
    octet_length(note) <= 10000,
    'A note has at most 10,000 bytes.'
  ))
);
create unique index runs_rid_key on public.runs (heartbeat_id, rid) where rid is not null;
create index runs_open_idx on public.runs (heartbeat_id) where outcome = 'running';
create index runs_at_idx on public.runs (at);
comment on table public.runs is 'What a heartbeat has reported, a row a run, for as many days as the operator says.';
comment on column public.runs.number is 'Counts within a heartbeat.';
comment on column public.runs.outcome is
  'running, success, failure, unfinished (it never reported its end), or log (a note that says nothing of a run).';
comment on column public.runs.at is 'When it last reported.';
comment on column public.runs.rid is 'The id that the caller gave the run, to pair its start and end.';
comment on column public.runs.note is 'What the caller sent, as text.';
alter table public.runs owner to cairn_owner;

create table public.run_days (
  heartbeat_id uuid not null,
  day date not null,
  account_id uuid not null,
  successes integer not null default 0,
  failures integer not null default 0,
  timed integer not null default 0,
  seconds numeric not null default 0,
  longest numeric not null default 0,
  primary key (account_id, heartbeat_id, day),
  constraint run_days_heartbeat_id_fkey foreign key (account_id, heartbeat_id)
    references public.heartbeats (account_id, id) on delete cascade
);
comment on table public.run_days is 'The runs of a heartbeat as a sum a day, kept when the runs themselves are gone.';
comment on column public.run_days.day is 'The day of the end, at UTC.';
comment on column public.run_days.timed is 'How many runs reported start and end; seconds is their sum, longest the longest of them.';
alter table public.run_days owner to cairn_owner;

create table private.discovery_addresses (
  account_id uuid primary key references public.accounts (id) on delete cascade,
  token_hash text not null unique,
  former_hash text,
  former_until timestamptz,
  created_at timestamptz not null default now()
);
create index discovery_addresses_former_hash_idx on private.discovery_addresses (former_hash) where former_hash is not null;
comment on table private.discovery_addresses is 'The address of an account, behind which callers name themselves.';
comment on column private.discovery_addresses.former_hash is 'That of the address before, which works until former_until.';
alter table private.discovery_addresses owner to cairn_owner;

create table public.discovered_callers (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references public.accounts (id) on delete cascade,
  name text not null,
  state text not null default 'waiting',
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  calls bigint not null default 1,
  network text,
  agent text,
  note text,
  kind text,
  record_id uuid,
  decided_by uuid,
  decided_at timestamptz,
  constraint discovered_callers_decided_by_fkey foreign key (account_id, decided_by)
    references public.account_members (account_id, user_id) on delete set null (decided_by),
  constraint discovered_callers_name_length check (private.holds(
    char_length(name) between 1 and 120,
    'Name must have 1 to 120 characters.'
  )),
  constraint discovered_callers_note_length check (private.holds(
    octet_length(note) <= 10000,
    'A note has at most 10,000 bytes.'
  )),
  constraint discovered_callers_state_known check (private.holds(
    case state
      when 'joined' then kind is not null and record_id is not null
      else state in ('waiting', 'refused')
    end,
    'A caller waits, is joined to a record, or is refused.'
  ))
);
create unique index discovered_callers_name_key on public.discovered_callers (account_id, lower(name));
create index discovered_callers_waiting_idx on public.discovered_callers (account_id, state, last_at);
create index discovered_callers_decided_by_idx on public.discovered_callers (account_id, decided_by)
  where decided_by is not null;
comment on table public.discovered_callers is 'Who calls behind the address of an account, by its own name.';
comment on column public.discovered_callers.state is 'waiting, joined to the heartbeat of a record, or refused for good.';
comment on column public.discovered_callers.network is 'From where it called last.';
comment on column public.discovered_callers.agent is 'What its program called itself.';
comment on column public.discovered_callers.note is 'What it sent last, as text.';
comment on column public.discovered_callers.decided_by is 'Who joined or refused it; empty when that person has left.';
alter table public.discovered_callers owner to cairn_owner;

create table private.heartbeat_news (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null,
  heartbeat_id uuid not null,
  event text not null,
  at timestamptz not null,
  since timestamptz,
  constraint heartbeat_news_heartbeat_id_fkey foreign key (account_id, heartbeat_id)
    references public.heartbeats (account_id, id) on delete cascade,
  constraint heartbeat_news_event_known check (event in ('late', 'failing', 'back'))
);
create index heartbeat_news_account_idx on private.heartbeat_news (account_id, at);
create index heartbeat_news_heartbeat_id_idx on private.heartbeat_news (account_id, heartbeat_id);
comment on table private.heartbeat_news is 'What members are still to be told of heartbeats.';
comment on column private.heartbeat_news.event is 'late, failing or back.';
comment on column private.heartbeat_news.since is 'For back: since when it was late or failing.';
alter table private.heartbeat_news owner to cairn_owner;

create table private.answering (
  only_row boolean primary key default true check (only_row),
  since timestamptz not null,
  seen timestamptz not null
);
comment on table private.answering is 'Since when the addresses of heartbeats have been answered: one row.';
comment on column private.answering.seen is 'When a server said so last.';
alter table private.answering owner to cairn_owner;

alter table public.notifications drop constraint notifications_kind_known;
alter table public.notifications add constraint notifications_kind_known check (private.holds(
  kind in (
    'invitation_accepted', 'member_joined', 'newcomer_waiting', 'expert_assigned', 'owner_assigned', 'level_changed',
    'record_changed', 'record_deleted', 'record_restored', 'dependency_deleted', 'second_factor_wanted', 'handed_over',
    'view_changed', 'renewal_due', 'archive_ready', 'heartbeat_late', 'heartbeat_failing', 'heartbeat_back'
  ),
  'Kind must be one of the known kinds of notifications.'
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
      'bin_purged', 'archive_requested', 'archive_downloaded'
    ) then 'high'
    when action in (
      'failed_login', 'lock_out_released', 'password_change_attempted', 'session_ended', 'member_joined', 'member_left',
      'invitation_created', 'invitation_accepted', 'invitation_revoked', 'newcomer_admitted', 'newcomer_refused',
      'newcomer_admission_updated', 'second_factor_reminder_sent', 'feature_updated', 'appearance_updated',
      'bin_expired', 'records_exported', 'archive_import_requested', 'archive_taken_in', 'found_source_added',
      'found_key_renewed', 'discovery_address_made'
    ) or action like '%\_deleted' then 'medium'
    else 'low'
  end
$$;
create or replace function public.get_gaps() returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  not_seen constant uuid[] := private.people_not_seen(account);
begin
  perform private.count_for_readers(account);
  return (
    select coalesce(
      json_object_agg(
        k.kind,
        jsonb_build_object(
          'no_owner', k.no_owner, 'owner_left', k.owner_left, 'handover_pending', k.handover_pending,
          'nobody_else', k.nobody_else
        ) || case when not_seen is null then '{}' else jsonb_build_object('owner_not_seen', k.owner_not_seen) end
          || case when k.can_report then jsonb_build_object('never_reported', k.never_reported) else '{}' end
      ),
      '{}'
    )
    from (
      select
        kinds.kind,
        coalesce(sum(c.records) filter (where c.unowned), 0) as no_owner,
        coalesce(sum(c.records) filter (where c.owner_left), 0) as owner_left,
        coalesce(sum(c.records) filter (where c.handover_pending), 0) as handover_pending,
        coalesce(sum(c.records) filter (where c.nobody_else), 0) as nobody_else,
        coalesce(sum(c.records) filter (where p.id is not null), 0) as owner_not_seen,
        kinds.kind in ('agent', 'automation') as can_report,
        (select count(*) from private.never_reported(account, kinds.kind)) as never_reported
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
  'How many records of each catalogue that is switched on have which gap. {"system" | …: {"no_owner", "owner_left", "owner_not_seen", "handover_pending", "nobody_else", "never_reported"}}. Those of owner_left are among those of no_owner; never_reported is there for automations and agents. The figure owner_not_seen is there from level manager on, where the auth server tells it.';
create or replace function private.gap_candidates(account uuid, kind text, gaps text[], not_seen uuid[]) returns uuid[]
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
            and (t.invited_owner_id is null or t.invited_owner_id <> all ($4))',
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
        when 'never_reported' then 'select n.record_id from private.never_reported($1, $2) n'
      end,
      ' union '
    ) || ')'
    from unnest(gaps) as g (gap)
  )
    into found using account, kind, not_seen, array(
      select i.id
      from public.pending_invitations i
      where i.account_id = account and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
    );
  return found;
end
$$;
create or replace function private.count_of_gaps(account uuid, kind text, gaps text[], not_seen uuid[]) returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(c.records), 0)::bigint + case
    when 'never_reported' = any (gaps) then (select count(*) from private.never_reported(account, count_of_gaps.kind))
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
          and (h.invitation_id is null or %s)
      )',
      kind, format(is_open, 'h.invitation_id')
    )
    when 'nobody_else' then
      'not exists (
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
    select format('(t.invited_owner_id is null or not %s)', format(is_open, 't.invited_owner_id')) as nobody_invited
  ) as of_owner
$$;
create or replace function private.gap_names() returns text[]
language sql immutable set search_path = ''
as $$
  select array['no_owner', 'owner_left', 'owner_not_seen', 'handover_pending', 'nobody_else', 'never_reported']
$$;
create function private.never_reported(account uuid, kind text) returns table (record_id uuid)
language sql stable security definer set search_path = ''
as $$
  select h.record_id
  from public.heartbeats h
  where h.account_id = account and h.kind = never_reported.kind and h.status = 'new' and h.running_since is null
    and h.token_hash is not null and h.paused_at is null and not h.rests
$$;
comment on function private.never_reported(uuid, text) is
  'The records of a kind in an account that have an address which was never called.';
alter function private.never_reported(uuid, text) owner to cairn_definer;
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
      select r.kind, r.id, r.name, r.owner_id, r.invited_owner_id, r.created_by
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
create or replace function public.find_records(
  kind text,
  query text default '',
  sort text default 'usual',
  descending boolean default false,
  skip integer default 0,
  statuses text[] default null,
  owners uuid[] default null,
  without_owner boolean default false,
  gaps text[] default null,
  tags uuid[] default null,
  all_tags boolean default false,
  conditions jsonb default null
) returns json
language plpgsql stable security definer
set search_path = '' set cpu_operator_cost = 0.1
as $$
declare
  account constant uuid := private.my_account();
  catalogue constant text := private.catalogue_of(kind);
  ordering constant text := private.catalogue_order(
    account, kind, sort, coalesce(descending, false)
  );
  wanted constant text := private.display_text(coalesce(query, ''));
  pattern constant text := private.folded_pattern(wanted);
  -- What the order asks for, and no more: an index has the names. A description may be long, and is read with the page alone.
  columns constant text := 't.id, t.name, t.created_at' || coalesce((
    select string_agg(format(', t.%I', needed), '')
    from (
      values
        (case sort when 'status' then 'status' when 'owner' then 'owner_id' when 'lastPublisher' then 'updated_by' end),
        ((select split_part(k.own_orders ->> sort, ' ', 1) from private.kinds k where k.kind = find_records.kind)),
        ((select f.needed from private.field_order(account, kind, sort) f))
    ) as by_sort (needed)
    where needed is not null
  ), '');
  joined constant text := (select f.joined from private.field_order(account, kind, sort) f);
  by_gaps constant boolean := coalesce(cardinality(gaps), 0) > 0;
  by_others constant boolean := wanted <> '' or coalesce(cardinality(statuses), 0) > 0
    or coalesce(cardinality(owners), 0) > 0 or coalesce(without_owner, false) or coalesce(cardinality(tags), 0) > 0
    or conditions is not null;
  not_seen constant uuid[] := case when by_gaps then private.people_not_seen(account) end;
  condition text;
  few boolean := wanted <> '';
  -- What has some fields or tags is seldom much: it is found once, and counted and put in order then.
  may_be_few boolean := wanted = '' and (conditions is not null or coalesce(cardinality(tags), 0) > 0);
  candidates uuid[];
  total bigint;
  page uuid[];
  items json;
begin
  if catalogue is null or ordering is null then
    raise exception 'There is no such catalogue, or it has no such order.' using errcode = '22023';
  end if;
  condition := private.records_condition(
    account, kind, query, statuses, owners, coalesce(without_owner, false), gaps, tags, coalesce(all_tags, false),
    conditions
  );
  if by_gaps or not by_others then
    total := private.count_of_gaps(account, kind, gaps, not_seen);
  end if;
  if by_gaps and total <= 20000 then
    few := true;
    candidates := private.gap_candidates(account, kind, gaps, not_seen);
    condition := condition || ' and t.id = any ($4)';
  end if;
  -- What never reported may have another gap too.
  if by_others or 'never_reported' = any (gaps) then
    total := null;
  end if;
  if not by_gaps and not by_others then
    page := private.page_by_field(account, kind, sort, coalesce(descending, false), greatest(coalesce(skip, 0), 0));
  end if;
  while page is null or cardinality(page) < 100 loop
    execute format(
      'with r as %s materialized (select %s from public.%I t where %s%s)
      select
        coalesce($5, (select count(*) from r)),
        array(select r.id from r %s order by %s limit 100 offset $3)',
      case when not few and not may_be_few and (total is not null or not by_gaps) then 'not' end,
      columns,
      catalogue,
      condition,
      case when may_be_few then ' limit 50001' end,
      case
        when sort in ('owner', 'lastPublisher') then format(
          'left join (
            select p.id, row_number() over (order by p.name, p.id) as place
            from public.profiles p
            where p.account_id = $1
          ) person on person.id = r.%I',
          case sort when 'owner' then 'owner_id' else 'updated_by' end
        )
        else joined
      end,
      ordering
    )
      into total, page using account, pattern, greatest(coalesce(skip, 0), 0), candidates, total;
    exit when not may_be_few or total <= 50000;
    may_be_few := false;
    total := null;
    page := null;
  end loop;
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
comment on function public.find_records(text, text, text, boolean, integer, text[], uuid[], boolean, text[], uuid[], boolean, jsonb) is
  'Up to 100 records of a catalogue of the caller''s account whose name or description contains a text, or whose name has it with a typo where none does: {"total": number, "items": [row]}. The kind is system, solution, agent or automation. The order (sort) is usual, match (in the name before in the description), name, created, status, owner or lastPublisher. Agents have platform and lastUsed besides, automations source and lastRun. It can also be a field, by its key: own fields are called own.<key>; records without a value come last. With statuses and owners, records stay that have one of them. With without_owner, those without an owner stay too. With gaps, those stay that have one of no_owner, owner_left, owner_not_seen, handover_pending, nobody_else and never_reported. With tags, those stay that have one of them, or with all_tags every one. Empty or null lists keep all. With conditions, {"match": "all" or "any", "conditions": [{"field", "operator", "values"}]} nested once, those stay that fit them; own fields are called own.<key>.';
create or replace function private.filter_field(
  account uuid, kind text, field text, out type text, out value text, out own_id uuid
) returns setof record
language sql stable security definer set search_path = ''
as $$
  select known.type, known.value, null::uuid
  from (
    values
      ('name', 'text', 't.name'),
      ('description', 'long_text', 't.description'),
      ('status', 'choice', 't.status'),
      ('owner', 'member', 'coalesce(t.owner_id, t.invited_owner_id)'),
      ('tags', 'choices', 't.tags'),
      ('created', 'date', '(t.created_at at time zone ''UTC'')::date'),
      ('updated', 'date', '(t.updated_at at time zone ''UTC'')::date'),
      ('vendor', 'text', 't.vendor'),
      ('department', 'text', 't.department'),
      ('criticality', 'choice', 't.criticality'),
      ('data_class', 'choice', 't.data_class'),
      ('lifecycle', 'choice', 't.lifecycle'),
      ('cost_per_month', 'number', 't.cost_per_month'),
      ('cost_currency', 'text', 't.cost_currency'),
      ('renews_on', 'date', 't.renews_on')
  ) as known (field, type, value)
  where known.field = filter_field.field
  union all
  select f.type, format('nullif(nullif(t.own ->> %L, ''''), ''[]'')', f.key), f.id
  from public.own_fields f
  where f.account_id = account and f.kind = filter_field.kind and f.deleted_at is null and f.retired_at is null
    and filter_field.field = 'own.' || f.key
  union all
  -- How a record is by its heartbeat: asked of the heartbeats, see private.heartbeat_condition.
  select 'choice', null, null
  where filter_field.field = 'heartbeat' and filter_field.kind in ('agent', 'automation')
$$;
create or replace function private.condition_of_field(
  account uuid, kind text, field text, operator text, wanted text[], by_record boolean
) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  type text;
  value text;
  own_id uuid;
  wrong text;
  positive constant text := case operator when 'is_not' then 'is' else operator end;
  found text;
begin
  select f.type, f.value, f.own_id into type, value, own_id from private.filter_field(account, kind, field) f;
  if type is null then
    raise exception 'There is no field "%" to filter by.', left(field, 100) using errcode = '22023';
  end if;
  if type in ('member', 'record') then
    wanted := array(select lower(w) from unnest(wanted) as w);
  end if;
  if operator <> all (private.operators_of(type)) then
    raise exception 'The field "%" cannot be filtered by "%".', field, left(operator, 100) using errcode = '22023';
  end if;
  if cardinality(wanted) > 100 then
    raise exception 'A filter has at most 100 values.' using errcode = '22023', hint = 'Use fewer values.';
  end if;
  if not (case
    when operator in ('empty', 'filled') then cardinality(wanted) = 0
    when operator in ('before', 'after') then cardinality(wanted) = 1
    when operator = 'between' then cardinality(wanted) = 2
    else cardinality(wanted) > 0
  end) then
    raise exception 'The filter by the field "%" has too few or too many values.', field using errcode = '22023';
  end if;
  wrong := (select w from unnest(wanted) as w where not private.may_be_value(type, field, w) limit 1);
  if wrong is not null then
    raise exception 'The field "%" cannot be filtered by the value "%".', field, left(wrong, 100) using errcode = '22023';
  end if;
  found := case
    when field = 'heartbeat' then private.heartbeat_condition(
      account, kind, case when operator not in ('empty', 'filled') then wanted end
    )
    when operator in ('empty', 'filled') then case field
      when 'owner' then private.gap_condition(kind, 'no_owner', null)
      when 'tags' then 't.tags = ''{}'''
      else format(case when type in ('text', 'long_text') then 'coalesce(%s, '''') = ''''' else '%s is null' end, value)
    end
    when field = 'owner' then format(
      '(t.owner_id = any (%1$L::uuid[]) or t.invited_owner_id = any (%1$L::uuid[]))', wanted
    )
    -- The index leaves records without tags out.
    when field = 'tags' then format(
      '(t.tags <> ''{}'' and t.tags %s %L::uuid[])', case operator when 'all_of' then '@>' else '&&' end, wanted
    )
    when own_id is not null and type <> 'long_text' then private.own_condition(
      account, own_id,
      case
        when type in ('text', 'address') then private.kept_text(kind, type, substr(field, 5), positive, wanted)
        when type = 'number' then private.comparison(type, positive, 'v.number_value', wanted)
        when type = 'date' then private.comparison(type, positive, 'v.day_value', wanted)
        else private.comparison(type, positive, 'v.text_value', wanted)
      end,
      case operator when 'all_of' then (select count(distinct w)::integer from unnest(wanted) as w) else 1 end,
      by_record or operator = 'is_not'
    )
    -- As the indexes have it, which leave records without a text out.
    when type in ('text', 'long_text') then format(
      '(%1$s <> '''' and %2$s)', value,
      private.comparison(
        type, positive,
        format(case operator when 'contains' then 'private.folded(%s)' else 'nullif(private.folded(%s), '''') collate pg_catalog."C"' end, value),
        wanted
      )
    )
    else private.comparison(type, positive, value, wanted)
  end;
  return case
    when field = 'heartbeat' then case when operator in ('is_not', 'empty') then 'not ' || found else found end
    when operator = 'is_not' and found like 'exists %' then 'not ' || found
    when operator in ('is_not', 'filled') then format('(%s) is not true', found)
    else found
  end;
end
$$;
create or replace function public.get_records_to_export(kind text, ids uuid[]) returns json
language plpgsql stable set search_path = ''
as $$
declare
  catalogue constant text := private.catalogue_of(kind);
  referring constant text[] := array(
    select f.key
    from public.own_fields f
    where f.kind = get_records_to_export.kind and f.type in ('member', 'record')
      and f.retired_at is null and f.deleted_at is null
  );
  columns text;
  page jsonb[];
  experts jsonb;
  wanted uuid[];
  names jsonb;
  items json;
begin
  perform private.refuse_other_kind(kind);
  if coalesce(cardinality(ids) > 1000, true) then
    raise exception 'A part of an export has at most 1,000 records.' using errcode = '22023';
  end if;
  select string_agg(format('t.%I', a.attname), ', ' order by a.attnum) into columns
  from pg_catalog.pg_attribute a
  where a.attrelid = to_regclass(format('public.%I', catalogue)) and a.attnum > 0 and not a.attisdropped
    and a.attname not in ('account_id', 'details');
  execute format(
    'select array(
      select to_jsonb(r)
      from (select %s from public.%I t where t.id = any ($1)) r
      order by array_position($1, r.id)
    )',
    columns, catalogue
  )
    into page using ids;
  select coalesce(jsonb_object_agg(e.record_id, e.known), '{}') into experts
  from (
    select x.record_id, jsonb_agg(x.expert_id) as known
    from public.record_experts x
    where x.kind = get_records_to_export.kind and x.record_id = any (ids)
    group by x.record_id
  ) e;
  wanted := array(
    select distinct named.id::uuid
    from unnest(page) as r (row)
    cross join lateral (
      select r.row ->> column_name
      from unnest(array['owner_id', 'invited_owner_id', 'updated_by']) as of_people (column_name)
      union all
      select r.row -> 'own' ->> own.key from unnest(referring) as own (key)
      union all
      select jsonb_array_elements_text(r.row -> 'tags' || coalesce(r.row -> 'related_systems', '[]'))
      union all
      select jsonb_array_elements_text(experts -> (r.row ->> 'id'))
    ) as named (id)
    where named.id is not null
  );
  select coalesce(jsonb_object_agg(n.id, n.name), '{}') into names
  from (
    select p.id, p.name from private.people_by_name(wanted) p
    union all
    select t.id, t.name from public.tags t where t.id = any (wanted)
    union all
    select r.id, r.name from private.records r where r.id = any (wanted)
  ) n;
  select coalesce(
    json_agg(
      r.row || jsonb_build_object(
        'owner', coalesce(names -> (r.row ->> 'owner_id'), names -> (r.row ->> 'invited_owner_id')),
        'publisher', names -> (r.row ->> 'updated_by'),
        'experts', private.in_words(experts -> (r.row ->> 'id'), names),
        'tags', private.in_words(r.row -> 'tags', names),
        'related_systems', private.in_words(r.row -> 'related_systems', names),
        'own', r.row -> 'own' || (
          select coalesce(jsonb_object_agg(own.key, coalesce(names -> (r.row -> 'own' ->> own.key), r.row -> 'own' -> own.key)), '{}')
          from unnest(referring) as own (key)
          where r.row -> 'own' ? own.key
        )
      ) || private.reported_in_file(kind, (r.row ->> 'id')::uuid)
      order by r.place
    ),
    '[]'
  ) into items
  from unnest(page) with ordinality as r (row, place);
  return items;
end
$$;
create function private.cron_values(field text, names text[], low integer, high integer, sentence text) returns integer[]
language plpgsql immutable set search_path = ''
as $$
declare
  part text;
  said text[];
  bounds integer[];
  step integer;
  found integer[] := '{}';
begin
  foreach part in array string_to_array(field, ',') loop
    said := regexp_match(part, '^(?:\?|(?:\*|([a-z]{3}|[0-9]{1,2})(?:-([a-z]{3}|[0-9]{1,2}))?)(?:/([0-9]{1,2}))?)$');
    if said is null then
      raise exception '%', sentence using errcode = '22023', hint = format('This is not: "%s".', left(part, 40));
    end if;
    step := coalesce(said[3]::integer, 1);
    bounds := array[
      case when said[1] is null then low else private.cron_number(said[1], names, low) end,
      case
        when said[1] is null then high
        else private.cron_number(coalesce(said[2], said[1]), names, low)
      end
    ];
    -- Of 5/10, Debian's cron takes the 5 alone and others every tenth from 5 on.
    if bounds[1] is null or bounds[2] is null or bounds[1] < low or bounds[2] > high or bounds[1] > bounds[2]
      or step not between 1 and high or (said[3] is not null and said[1] is not null and said[2] is null)
    then
      raise exception '%', sentence using errcode = '22023', hint = format('This is not: "%s".', left(part, 40));
    end if;
    found := found || array(select generate_series(bounds[1], bounds[2], step));
  end loop;
  return found;
end
$$;
comment on function private.cron_values(text, text[], integer, integer, text) is
  'The numbers of a field of a cron line in small letters: a list of *, numbers, names and ranges, with steps. Refuses anything else with the sentence.';
alter function private.cron_values(text, text[], integer, integer, text) owner to cairn_definer;
create function private.cron_number(word text, names text[], low integer) returns integer
language sql immutable set search_path = ''
as $$
  select case when word ~ '^[0-9]+$' then word::integer else array_position(names, word) - 1 + low end
$$;
comment on function private.cron_number(text, text[], integer) is
  'What a number or name in a cron line stands for, names counted from low; null for an unknown name.';
alter function private.cron_number(text, text[], integer) owner to cairn_definer;
create function private.cron_weekdays(field text) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  names constant text[] := '{sun,mon,tue,wed,thu,fri,sat}';
  sentence constant text := 'The weekday of a cron line is 0 to 7 or sun to sat, such as 1-5, 5L for the last Friday or 5#2 for the second.';
  part text;
  said text[];
  weekday integer;
  held integer[] := '{}';
  latest integer[] := '{}';
begin
  foreach part in array string_to_array(field, ',') loop
    said := regexp_match(part, '^([a-z]{3}|[0-7])(?:#([1-5])|(l))$');
    if said is null then
      held := held || array(
        select w.value % 7 + 7 * n.value
        from unnest(private.cron_values(part, names, 0, 7, sentence)) w (value), generate_series(0, 4) n (value)
      );
    else
      weekday := private.cron_number(said[1], names, 0) % 7;
      if weekday is null then
        raise exception '%', sentence using errcode = '22023', hint = format('This is not: "%s".', left(part, 40));
      end if;
      if said[2] is null then
        latest := latest || weekday;
      else
        held := held || (weekday + 7 * (said[2]::integer - 1));
      end if;
    end if;
  end loop;
  return jsonb_build_object('weekdays', private.in_order(held), 'last_weekdays', private.in_order(latest));
end
$$;
comment on function private.cron_weekdays(text) is 'What the field of weekdays says, as private.cron_calendar has it.';
alter function private.cron_weekdays(text) owner to cairn_definer;
create function private.refuse_calendar_without_days(calendar jsonb) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if not exists (
    select
    from jsonb_array_elements(calendar -> 'months') m (value)
    cross join unnest(case m.value::integer when 2 then '{28,29}' when 4 then '{30}' when 6 then '{30}' when 9 then '{30}'
      when 11 then '{30}' else '{31}' end::integer[]) l (length)
    cross join generate_series(1, l.length) d (day)
    cross join generate_series(0, 6) w (weekday)
    where private.is_cron_day(calendar, d.day, w.weekday, l.length)
  ) then
    raise exception 'This cron line never comes: no such month has such a day.'
      using errcode = '22023', hint = 'Change its day or month.';
  end if;
end
$$;
comment on function private.refuse_calendar_without_days(jsonb) is 'Refuses a calendar without a day, such as 31 February.';
alter function private.refuse_calendar_without_days(jsonb) owner to cairn_definer;
create function private.is_cron_day(calendar jsonb, day integer, weekday integer, length integer) returns boolean
language sql immutable set search_path = ''
as $$
  select case when (calendar -> 'both')::boolean then a.day and b.weekday else a.day or b.weekday end
  from (
    select calendar -> 'days' @> to_jsonb(is_cron_day.day)
      or ((calendar -> 'last_day')::boolean and is_cron_day.day = is_cron_day.length) as day
  ) a, (
    select calendar -> 'weekdays' @> to_jsonb(is_cron_day.weekday + 7 * ((is_cron_day.day - 1) / 7))
      or (calendar -> 'last_weekdays' @> to_jsonb(is_cron_day.weekday) and is_cron_day.day > is_cron_day.length - 7) as weekday
  ) b
$$;
comment on function private.is_cron_day(jsonb, integer, integer, integer) is
  'Whether a calendar has the day of a month that falls on a weekday, in a month of so many days.';
alter function private.is_cron_day(jsonb, integer, integer, integer) owner to cairn_definer;
create function private.cron_calendar(cron text) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  line text := lower(btrim(cron, E' \t\r\n'));
  fields text[];
  calendar jsonb;
begin
  if cron is null or char_length(cron) > 200 then
    raise exception 'A cron line has at most 200 characters.' using errcode = '22023', hint = 'Send it alone, without a command.';
  end if;
  line := case line
    when '@hourly' then '0 * * * *'
    when '@daily' then '0 0 * * *'
    when '@midnight' then '0 0 * * *'
    when '@weekly' then '0 0 * * 0'
    when '@monthly' then '0 0 1 * *'
    when '@yearly' then '0 0 1 1 *'
    when '@annually' then '0 0 1 1 *'
    else line
  end;
  fields := regexp_split_to_array(line, '\s+');
  if cardinality(fields) <> 5 then
    raise exception 'A cron line has five fields: minute, hour, day, month and weekday.'
      using errcode = '22023', hint = 'It can also be @hourly, @daily, @weekly, @monthly or @yearly.';
  end if;
  calendar := jsonb_build_object(
    'minutes', private.in_order(private.cron_values(fields[1], '{}', 0, 59,
      'The minute of a cron line is 0 to 59, such as 30, 0,30 or */15.')),
    'hours', private.in_order(private.cron_values(fields[2], '{}', 0, 23,
      'The hour of a cron line is 0 to 23, such as 7, 8-18 or */2.')),
    'days', private.in_order(case
      when array_remove(string_to_array(fields[3], ','), 'l') = '{}' then '{}'
      else private.cron_values(array_to_string(array_remove(string_to_array(fields[3], ','), 'l'), ','), '{}', 1, 31,
        'The day of a cron line is 1 to 31, such as 1, 1,15 or L for the last of the month.')
    end),
    'last_day', 'l' = any(string_to_array(fields[3], ',')),
    'months', private.in_order(private.cron_values(fields[4], '{jan,feb,mar,apr,may,jun,jul,aug,sep,oct,nov,dec}', 1, 12,
      'The month of a cron line is 1 to 12 or jan to dec, such as 1,7 or */3.')),
    'both', left(fields[3], 1) in ('*', '?') or left(fields[5], 1) in ('*', '?'),
    'wild', left(fields[1], 1) in ('*', '?') or left(fields[2], 1) in ('*', '?')
  ) || private.cron_weekdays(fields[5]);
  perform private.refuse_calendar_without_days(calendar);
  return calendar;
end
$$;
comment on function private.cron_calendar(text) is
  'What a cron line says: {"minutes", "hours", "days", "months"} as sorted lists; "last_day", whether the last of a month counts; "weekdays", 0 for the first Sunday of a month, 5 for its first Friday, 12 for its second; "last_weekdays", 5 for its last Friday; "both", whether day and weekday must both match; "wild", whether it goes by the hands of the clock rather than by fixed times. Refuses with 22023 a line that cannot be read or never comes.';
alter function private.cron_calendar(text) owner to cairn_definer;
create function private.in_order(numbers integer[]) returns jsonb
language sql immutable set search_path = ''
as $$
  select to_jsonb(array(select distinct n.value from unnest(numbers) n (value) order by n.value))
$$;
comment on function private.in_order(integer[]) is 'A list of the numbers, each once, the smallest first.';
alter function private.in_order(integer[]) owner to cairn_definer;
create function private.numbers_of(list jsonb) returns integer[]
language sql immutable set search_path = ''
as $$
  select translate(list::text, '[]', '{}')::integer[]
$$;
comment on function private.numbers_of(jsonb) is 'A list of numbers as an array. Faster than taking its elements out.';
alter function private.numbers_of(jsonb) owner to cairn_definer;
create function private.next_cron_day(calendar jsonb, since date) returns date
language plpgsql immutable set search_path = ''
as $$
declare
  days constant integer[] := private.numbers_of(calendar -> 'days');
  months constant integer[] := private.numbers_of(calendar -> 'months');
  weekdays constant integer[] := private.numbers_of(calendar -> 'weekdays');
  last_weekdays constant integer[] := private.numbers_of(calendar -> 'last_weekdays');
  last_day constant boolean := (calendar -> 'last_day')::boolean;
  both_match constant boolean := (calendar -> 'both')::boolean;
  year integer := extract(year from since);
  month integer := extract(month from since);
  earliest integer := extract(day from since);
  first_of_month date;
  length integer;
  weekday integer;
  by_day boolean;
  by_weekday boolean;
begin
  for look in 0 .. 108 loop
    if month = any(months) then
      first_of_month := make_date(year, month, 1);
      length := (first_of_month + interval '1 month')::date - first_of_month;
      weekday := (extract(dow from first_of_month)::integer + earliest - 1) % 7;
      for day in earliest .. length loop
        by_day := day = any(days) or (last_day and day = length);
        if by_day or not both_match then
          by_weekday := weekday + 7 * ((day - 1) / 7) = any(weekdays)
            or (day > length - 7 and weekday = any(last_weekdays));
          if by_weekday or (by_day and not both_match) then
            return first_of_month + day - 1;
          end if;
        end if;
        weekday := (weekday + 1) % 7;
      end loop;
    end if;
    earliest := 1;
    year := year + month / 12;
    month := month % 12 + 1;
  end loop;
  return null;
end
$$;
comment on function private.next_cron_day(jsonb, date) is
  'The first day of a calendar from a day on, which is one itself perhaps; null when none comes within nine years.';
alter function private.next_cron_day(jsonb, date) owner to cairn_definer;
create function private.next_wall_time(calendar jsonb, since timestamp) returns timestamp
language plpgsql immutable set search_path = ''
as $$
declare
  minutes constant integer[] := private.numbers_of(calendar -> 'minutes');
  hours constant integer[] := private.numbers_of(calendar -> 'hours');
  day date := private.next_cron_day(calendar, since::date);
  now_hour constant integer := extract(hour from since);
  now_minute constant integer := extract(minute from since);
begin
  if day = since::date then
    for h in 1 .. cardinality(hours) loop
      if hours[h] > now_hour then
        return day + make_time(hours[h], minutes[1], 0);
      elsif hours[h] = now_hour then
        for m in 1 .. cardinality(minutes) loop
          if minutes[m] > now_minute then
            return day + make_time(now_hour, minutes[m], 0);
          end if;
        end loop;
      end if;
    end loop;
    day := private.next_cron_day(calendar, day + 1);
  end if;
  return day + make_time(hours[1], minutes[1], 0);
end
$$;
comment on function private.next_wall_time(jsonb, timestamp) is
  'The first time of a calendar after one on the wall clock, as if that clock never jumped.';
alter function private.next_wall_time(jsonb, timestamp) owner to cairn_definer;
create function private.clock_change(time_zone text, since timestamptz, until timestamptz) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  low timestamptz := date_trunc('minute', since);
  high timestamptz := date_trunc('minute', until);
  middle timestamptz;
  later constant interval := (high at time zone time_zone) - (high at time zone 'UTC');
begin
  while high - low > interval '1 minute' loop
    middle := date_trunc('minute', low + (high - low) / 2);
    if (middle at time zone time_zone) - (middle at time zone 'UTC') = later then
      high := middle;
    else
      low := middle;
    end if;
  end loop;
  return high;
end
$$;
comment on function private.clock_change(text, timestamptz, timestamptz) is
  'The minute at which the clocks of a zone jump between two moments that differ in their distance from UTC.';
alter function private.clock_change(text, timestamptz, timestamptz) owner to cairn_definer;
create function private.next_run(calendar jsonb, time_zone text, since timestamptz) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  wild constant boolean := (calendar -> 'wild')::boolean;
  reach constant interval := '3 hours';
  minute constant interval := '1 minute';
  here timestamp := date_trunc('minute', since at time zone time_zone);
  ahead constant timestamp := date_trunc('minute', (since + reach) at time zone time_zone);
  change timestamptz;
  shown timestamp;
  run timestamptz;
  earlier timestamptz;
begin
  if not wild and here - date_trunc('minute', (since - reach) at time zone time_zone) < reach then
    -- The clock was put back: what it showed before the change has run already.
    change := private.clock_change(time_zone, since - reach, since);
    here := greatest(here, (change - minute) at time zone time_zone);
  end if;
  shown := private.next_wall_time(calendar, here);
  if wild and ahead - here < reach then
    -- The clock will be put back: from then on it shows the hour before once more.
    change := private.clock_change(time_zone, since, since + reach);
    if shown > (change - minute) at time zone time_zone then
      shown := private.next_wall_time(calendar, (change at time zone time_zone) - minute);
    end if;
  end if;
  loop
    run := shown at time zone time_zone;
    if run at time zone time_zone = shown then
      -- Of two moments at which the clock shows the time, Postgres takes the second.
      earlier := run - (((run - reach) at time zone time_zone) + reach - shown);
      if earlier < run and earlier > since and earlier at time zone time_zone = shown then
        return earlier;
      end if;
      return run;
    end if;
    exit when run is null;
    change := private.clock_change(time_zone, run - reach, run);
    if not wild then
      return change;
    end if;
    shown := private.next_wall_time(calendar, (change at time zone time_zone) - minute);
  end loop;
  return null;
end
$$;
comment on function private.next_run(jsonb, text, timestamptz) is
  'The first time of a calendar after a moment, with the clocks of a time zone; null when none comes within nine years.';
alter function private.next_run(jsonb, text, timestamptz) owner to cairn_definer;
create function private.refuse_time_zone(name text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if name is distinct from 'UTC' and not coalesce(private.is_time_zone(name), false) then
    raise exception 'There is no such time zone.' using errcode = '22023', hint = 'Send a name such as Europe/Berlin.';
  end if;
end
$$;
comment on function private.refuse_time_zone(text) is 'Refuses a time zone that Postgres does not know by this name.';
alter function private.refuse_time_zone(text) owner to cairn_definer;
create function private.refuse_working_hours(working_hours jsonb) returns void
language plpgsql immutable set search_path = ''
as $$
declare
  clock constant text := '^([01][0-9]|2[0-3]):[0-5][0-9]$';
  opens constant text := working_hours ->> 'from';
  closes constant text := working_hours ->> 'to';
begin
  if working_hours is null then
    return;
  end if;
  if jsonb_typeof(working_hours) <> 'object' or working_hours - '{days,from,to}'::text[] <> '{}'
    or jsonb_typeof(working_hours -> 'days') is distinct from 'array'
    or (opens ~ clock) is not true or (closes ~ clock or closes = '24:00') is not true
  then
    raise exception 'Working hours are {"days": [1, 2, 3, 4, 5], "from": "08:00", "to": "18:00"}.'
      using errcode = '22023', hint = 'Monday is 1, Sunday 7.';
  end if;
  if working_hours -> 'days' = '[]' or not working_hours -> 'days' <@ '[1, 2, 3, 4, 5, 6, 7]' then
    raise exception 'Working hours need 1 to 7 days of the week.' using errcode = '22023', hint = 'Monday is 1, Sunday 7.';
  end if;
  -- As text, for both have two digits an hour.
  if opens collate "C" >= closes collate "C" then
    raise exception 'Working hours must end after they begin.' using errcode = '22023', hint = 'The end of a day is 24:00.';
  end if;
end
$$;
comment on function private.refuse_working_hours(jsonb) is
  'Refuses what is not {"days": [1, 2], "from": "08:00", "to": "18:00"}; null is fine.';
alter function private.refuse_working_hours(jsonb) owner to cairn_definer;
create function private.add_working_time(
  since timestamptz,
  seconds integer,
  working_hours jsonb,
  time_zone text
) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  opens constant interval := (working_hours ->> 'from')::interval;
  closes constant interval := (working_hours ->> 'to')::interval;
  weekdays constant integer[] := array(
    select distinct d.value::integer from jsonb_array_elements_text(working_hours -> 'days') d (value)
  );
  weekly constant interval := cardinality(weekdays) * (closes - opens);
  remaining interval := make_interval(secs => seconds);
  weeks integer;
  day date;
  begins timestamptz := since;
  stretch interval;
begin
  if working_hours is null then
    return since + remaining;
  end if;
  weeks := floor(extract(epoch from remaining) / extract(epoch from weekly)) - 1;
  if weeks > 0 then
    begins := ((since at time zone time_zone) + make_interval(days => 7 * weeks)) at time zone time_zone;
    remaining := remaining - weeks * weekly;
  end if;
  day := (begins at time zone time_zone)::date;
  loop
    if extract(isodow from day)::integer = any(weekdays) then
      begins := greatest(begins, (day + opens) at time zone time_zone);
      stretch := ((day + closes) at time zone time_zone) - begins;
      if remaining <= stretch then
        return begins + remaining;
      end if;
      remaining := remaining - greatest(stretch, interval '0');
    end if;
    day := day + 1;
  end loop;
end
$$;
comment on function private.add_working_time(timestamptz, integer, jsonb, text) is
  'The moment so many seconds later, counted only within working hours where there are such.';
alter function private.add_working_time(timestamptz, integer, jsonb, text) owner to cairn_definer;
create function private.offsets_of_arrival(calendar jsonb, time_zone text, arrival timestamptz) returns integer[]
language plpgsql stable set search_path = ''
as $$
declare
  reach constant interval := '14 hours 2 minutes';
  run timestamptz := private.next_run(calendar, time_zone, arrival - reach);
  apart numeric;
  off integer[] := '{}';
  looks integer := 0;
begin
  while run <= arrival + reach loop
    -- Of a job that comes every two hours or more often, each arrival is near a time of the schedule.
    looks := looks + 1;
    if looks > 11 then
      return '{}';
    end if;
    apart := extract(epoch from arrival - run) / 60;
    if abs(apart - 15 * round(apart / 15)) <= 2 then
      off := off || (15 * round(apart / 15))::integer;
    end if;
    run := private.next_run(calendar, time_zone, run);
  end loop;
  return off;
end
$$;
comment on function private.offsets_of_arrival(jsonb, text, timestamptz) is
  'By how many minutes an arrival can be off its schedule, in quarters of an hour up to 14 hours; none where the schedule is too dense to tell.';
alter function private.offsets_of_arrival(jsonb, text, timestamptz) owner to cairn_definer;
create function private.zone_hint(
  calendar jsonb,
  time_zone text,
  arrivals timestamptz[],
  candidates text[]
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  latest constant timestamptz[] := array(
    select a.value from unnest(arrivals) a (value) where a.value is not null order by a.value desc limit 3
  );
  alike integer[];
  candidate text;
  off integer;
begin
  if cardinality(latest) < 3 then
    return null;
  end if;
  alike := private.offsets_of_arrival(calendar, time_zone, latest[1]);
  for n in 2 .. 3 loop
    exit when alike = '{}';
    alike := array(
      select unnest(alike) intersect select unnest(private.offsets_of_arrival(calendar, time_zone, latest[n]))
    );
  end loop;
  if alike = '{}' or 0 = any(alike) then
    return null;
  end if;
  foreach candidate in array coalesce(candidates, '{}') loop
    off := extract(epoch from (latest[1] at time zone time_zone) - (latest[1] at time zone candidate)) / 60;
    if off = any(alike) and not exists (
      select from unnest(latest) a (value)
      where private.next_run(calendar, candidate, a.value - interval '2 minutes 1 second') > a.value + interval '2 minutes'
    ) then
      return jsonb_build_object('minutes', off, 'time_zone', candidate);
    end if;
  end loop;
  -- Without a zone, it says the smallest, unless late and early are as likely.
  select o.value into off from unnest(alike) o (value) order by abs(o.value) limit 1;
  if -off = any(alike) then
    return null;
  end if;
  return jsonb_build_object('minutes', off, 'time_zone', null);
end
$$;
comment on function private.zone_hint(jsonb, text, timestamptz[], text[]) is
  '{"minutes", "time_zone"} when the last three arrivals are off a schedule by the same whole quarters of an hour: how many minutes late they are, or early when below zero, and the first candidate in whose time zone all would be on time, or null. Null when they are on time, differ, or cannot be told.';
alter function private.zone_hint(jsonb, text, timestamptz[], text[]) owner to cairn_definer;
create function private.next_due(beat public.heartbeats, since timestamptz) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  case beat.expects
    when 'interval' then
      return private.add_working_time(since, beat.every_seconds, beat.working_hours, beat.time_zone);
    when 'cron' then
      return private.next_run(beat.calendar, beat.time_zone, since);
    else
      return null;
  end case;
end
$$;
comment on function private.next_due(public.heartbeats, timestamptz) is
  'When a heartbeat is expected next after a moment; null when nothing is expected.';
alter function private.next_due(public.heartbeats, timestamptz) owner to cairn_definer;
create function private.late_from(beat public.heartbeats) returns timestamptz
language sql immutable set search_path = ''
as $$
  select case
    when beat.token_hash is not null and beat.paused_at is null and not beat.rests then least(
      case when beat.status <> 'new' then beat.due_at + make_interval(secs => beat.grace_seconds) end,
      beat.running_since + make_interval(secs => beat.grace_seconds)
    )
  end
$$;
comment on function private.late_from(public.heartbeats) is
  'From when on a heartbeat is late unless it reports; null when it cannot become late.';
alter function private.late_from(public.heartbeats) owner to cairn_definer;
create function private.heartbeat_state(beat public.heartbeats, moment timestamptz) returns text
language sql immutable set search_path = ''
as $$
  select case
    when beat.token_hash is null then null
    when beat.paused_at is not null then 'paused'
    when beat.running_since is not null and coalesce(beat.late_at > moment, true) then 'running'
    when beat.status = 'failing' then 'failing'
    when beat.late_at <= moment then 'late'
    when beat.status = 'up' then 'on_time'
    else 'never'
  end
$$;
comment on function private.heartbeat_state(public.heartbeats, timestamptz) is
  'How a heartbeat is at a moment: on_time, running, late, failing, paused or never; null when its address was revoked.';
alter function private.heartbeat_state(public.heartbeats, timestamptz) owner to cairn_definer;
create function private.without_trouble(beat public.heartbeats) returns public.heartbeats
language plpgsql immutable set search_path = ''
as $$
begin
  beat.trouble := null;
  beat.trouble_since := null;
  beat.trouble_told := false;
  return beat;
end
$$;
comment on function private.without_trouble(public.heartbeats) is 'A heartbeat that is neither late nor failing any more.';
alter function private.without_trouble(public.heartbeats) owner to cairn_definer;
create function private.cut_to_bytes(value text, bytes integer) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  kept text := left(value, bytes);
begin
  while octet_length(kept) > bytes loop
    kept := left(kept, char_length(kept) - greatest((octet_length(kept) - bytes) / 4, 1));
  end loop;
  return kept;
end
$$;
comment on function private.cut_to_bytes(text, integer) is 'As much of a text as has so many bytes, whole characters alone.';
alter function private.cut_to_bytes(text, integer) owner to cairn_definer;
create function private.heartbeat_called(hash text, name text, moment timestamptz) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  if heartbeat_called.name is null then
    return coalesce(
      (select h.id from public.heartbeats h where h.token_hash = hash and not h.rests),
      (select h.id from public.heartbeats h where h.former_hash = hash and h.former_until > moment and not h.rests)
    );
  end if;
  return (
    select h.id
    from private.discovery_addresses a
    join public.discovered_callers c on c.account_id = a.account_id and lower(c.name) = lower(heartbeat_called.name)
    join public.heartbeats h on h.account_id = c.account_id and h.kind = c.kind and h.record_id = c.record_id
    where (a.token_hash = hash or a.former_hash = hash and a.former_until > moment)
      and c.state = 'joined' and h.token_hash is not null and not h.rests
    limit 1
  );
end
$$;
comment on function private.heartbeat_called(text, text, timestamptz) is
  'The heartbeat whose address has the token with this hash at a moment, or that is called by this name behind the address of its account; null for none, and in the bin.';
alter function private.heartbeat_called(text, text, timestamptz) owner to cairn_definer;
create function private.began(beat public.heartbeats, moment timestamptz) returns public.heartbeats
language plpgsql immutable set search_path = ''
as $$
begin
  beat.arrivals := (beat.arrivals || moment)[greatest(cardinality(beat.arrivals) - 1, 1):];
  return beat;
end
$$;
comment on function private.began(public.heartbeats, timestamptz) is
  'A heartbeat that knows when its last three runs began.';
alter function private.began(public.heartbeats, timestamptz) owner to cairn_definer;
create function private.running_since(beat public.heartbeats) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select min(r.started_at)
  from public.runs r
  where r.account_id = beat.account_id and r.heartbeat_id = beat.id and r.outcome = 'running'
$$;
comment on function private.running_since(public.heartbeats) is
  'When the oldest run of a heartbeat began that has not ended; null where none runs.';
alter function private.running_since(public.heartbeats) owner to cairn_definer;
create function private.take_in_start(beat public.heartbeats, rid uuid, note text, moment timestamptz)
returns public.heartbeats
language plpgsql security definer set search_path = ''
as $$
begin
  if rid is not null and exists (
    select
    from public.runs r
    where r.account_id = beat.account_id and r.heartbeat_id = beat.id and r.rid = take_in_start.rid
  ) then
    return beat;
  end if;
  if rid is null and beat.running_since is not null then
    update public.runs r set outcome = 'unfinished'
    where r.account_id = beat.account_id and r.heartbeat_id = beat.id and r.outcome = 'running' and r.rid is null;
    beat.running_since := private.running_since(beat);
  end if;
  beat.runs := beat.runs + 1;
  insert into public.runs (heartbeat_id, number, account_id, outcome, started_at, at, rid, note)
  values (beat.id, beat.runs, beat.account_id, 'running', moment, moment, take_in_start.rid, take_in_start.note);
  beat.running_since := least(beat.running_since, moment);
  return private.began(beat, moment);
end
$$;
comment on function private.take_in_start(public.heartbeats, uuid, text, timestamptz) is
  'Writes that a run began, and gives the heartbeat as it is then.';
alter function private.take_in_start(public.heartbeats, uuid, text, timestamptz) owner to cairn_definer;
create function private.end_run(
  beat public.heartbeats, outcome text, code smallint, given_rid uuid, given_note text, moment timestamptz,
  out number bigint, out seconds numeric
)
language plpgsql security definer set search_path = ''
as $$
begin
  if beat.running_since is not null then
    update public.runs r
    set outcome = end_run.outcome, ended_at = moment, at = moment, exit_code = code, note = coalesce(given_note, r.note)
    where r.account_id = beat.account_id and r.heartbeat_id = beat.id and r.number = (
      select o.number
      from public.runs o
      where o.account_id = beat.account_id and o.heartbeat_id = beat.id and o.outcome = 'running'
        and o.rid is not distinct from given_rid
      order by o.number desc
      limit 1
    )
    returning r.number, greatest(extract(epoch from moment - r.started_at), 0)
    into end_run.number, end_run.seconds;
    -- What began long ago has ended by now, whether or not it said so.
    update public.runs r set outcome = 'unfinished'
    where r.account_id = beat.account_id and r.heartbeat_id = beat.id and r.outcome = 'running'
      and r.started_at < moment - make_interval(secs => beat.grace_seconds);
  end if;
  if end_run.number is null then
    insert into public.runs (heartbeat_id, number, account_id, outcome, ended_at, at, exit_code, rid, note)
    values (beat.id, beat.runs + 1, beat.account_id, end_run.outcome, moment, moment, code, given_rid, given_note)
    on conflict (heartbeat_id, rid) where rid is not null do nothing
    returning runs.number into end_run.number;
  end if;
end
$$;
comment on function private.end_run(public.heartbeats, text, smallint, uuid, text, timestamptz) is
  'Writes that a run ended: its number, and how long it took where its start is known. Null where it had ended before.';
alter function private.end_run(public.heartbeats, text, smallint, uuid, text, timestamptz) owner to cairn_definer;
create function private.count_run(beat public.heartbeats, outcome text, seconds numeric, moment timestamptz) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.run_days as d (heartbeat_id, day, account_id, successes, failures, timed, seconds, longest)
  select
    beat.id, (moment at time zone 'utc')::date, beat.account_id,
    (outcome = 'success')::integer, (outcome = 'failure')::integer,
    (count_run.seconds is not null)::integer, coalesce(count_run.seconds, 0), coalesce(count_run.seconds, 0)
  on conflict on constraint run_days_pkey do update
  set successes = d.successes + excluded.successes, failures = d.failures + excluded.failures,
    timed = d.timed + excluded.timed, seconds = d.seconds + excluded.seconds,
    longest = greatest(d.longest, excluded.longest);
end
$$;
comment on function private.count_run(public.heartbeats, text, numeric, timestamptz) is 'Counts a run that ended in the sum of its day.';
alter function private.count_run(public.heartbeats, text, numeric, timestamptz) owner to cairn_definer;
create function private.expected_after(beat public.heartbeats, moment timestamptz) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select private.next_due(beat, case
    when beat.due_at > moment and beat.due_at - moment <= make_interval(secs => least(beat.grace_seconds, 60))
      and beat.expects = 'cron' then beat.due_at
    else moment
  end)
$$;
comment on function private.expected_after(public.heartbeats, timestamptz) is
  'When a heartbeat that reports at a moment is expected next.';
alter function private.expected_after(public.heartbeats, timestamptz) owner to cairn_definer;
create function private.with_trouble(beat public.heartbeats, outcome text, moment timestamptz) returns public.heartbeats
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
    beat.trouble := 'failing';
    beat.trouble_since := moment;
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
  'A heartbeat whose run ended so, in trouble or out of it, and notes what members are told of that.';
alter function private.with_trouble(public.heartbeats, text, timestamptz) owner to cairn_definer;
create function private.take_in_end(beat public.heartbeats, code smallint, outcome text, rid uuid, note text, moment timestamptz)
returns public.heartbeats
language plpgsql security definer set search_path = ''
as $$
declare
  ended record;
begin
  ended := private.end_run(beat, outcome, code, rid, note, moment);
  if ended.number is null then
    return beat;
  end if;
  if ended.seconds is null then
    beat := private.began(beat, moment);
  end if;
  beat.runs := greatest(beat.runs, ended.number);
  if beat.running_since is not null then
    beat.running_since := private.running_since(beat);
  end if;
  beat.status := case outcome when 'success' then 'up' else 'failing' end;
  beat.first_at := coalesce(beat.first_at, moment);
  beat.last_at := moment;
  beat.last_outcome := outcome;
  beat.last_seconds := ended.seconds;
  beat.due_at := private.expected_after(beat, moment);
  perform private.count_run(beat, outcome, ended.seconds, moment);
  return private.with_trouble(beat, outcome, moment);
end
$$;
comment on function private.take_in_end(public.heartbeats, smallint, text, uuid, text, timestamptz) is
  'Writes that a run ended, and gives the heartbeat as it is then.';
alter function private.take_in_end(public.heartbeats, smallint, text, uuid, text, timestamptz) owner to cairn_definer;
create function private.take_in_log(beat public.heartbeats, note text, moment timestamptz) returns public.heartbeats
language plpgsql security definer set search_path = ''
as $$
begin
  beat.runs := beat.runs + 1;
  insert into public.runs (heartbeat_id, number, account_id, outcome, at, note)
  values (beat.id, beat.runs, beat.account_id, 'log', moment, take_in_log.note);
  return beat;
end
$$;
comment on function private.take_in_log(public.heartbeats, text, timestamptz) is 'Writes a note that says nothing of a run.';
alter function private.take_in_log(public.heartbeats, text, timestamptz) owner to cairn_definer;
create function private.take_in_call(beat public.heartbeats, action text, rid uuid, note text, moment timestamptz)
returns public.heartbeats
language plpgsql security definer set search_path = ''
as $$
begin
  case
    when action = 'start' then beat := private.take_in_start(beat, rid, note, moment);
    when action = 'log' then beat := private.take_in_log(beat, note, moment);
    when action = 'success' then beat := private.take_in_end(beat, null, 'success', rid, note, moment);
    when action = 'fail' then beat := private.take_in_end(beat, null, 'failure', rid, note, moment);
    else beat := private.take_in_end(
      beat, action::smallint, case action::smallint when 0 then 'success' else 'failure' end, rid, note, moment
    );
  end case;
  beat.late_at := private.late_from(beat);
  return beat;
end
$$;
comment on function private.take_in_call(public.heartbeats, text, uuid, text, timestamptz) is
  'Writes what a call reports (success, start, fail, log, or an exit code), and gives the heartbeat as it is then.';
alter function private.take_in_call(public.heartbeats, text, uuid, text, timestamptz) owner to cairn_definer;
create function private.keep_heartbeat(beat public.heartbeats) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.heartbeats h
  set status = beat.status, first_at = beat.first_at, last_at = beat.last_at, last_outcome = beat.last_outcome,
    last_seconds = beat.last_seconds, running_since = beat.running_since, arrivals = beat.arrivals,
    due_at = beat.due_at, late_at = beat.late_at, trouble = beat.trouble, trouble_since = beat.trouble_since,
    trouble_told = beat.trouble_told, runs = beat.runs, minute = beat.minute, minute_calls = beat.minute_calls,
    refused_calls = beat.refused_calls
  where h.id = beat.id;
end
$$;
comment on function private.keep_heartbeat(public.heartbeats) is 'Keeps a heartbeat as calls have left it.';
alter function private.keep_heartbeat(public.heartbeats) owner to cairn_definer;
create function private.discover(
  hash text, called text, network text, agent text, note text, moment timestamptz
) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account uuid;
  is_new boolean;
begin
  if called is null or char_length(called) not between 1 and 120 then
    return null;
  end if;
  select a.account_id into account
  from private.discovery_addresses a
  where a.token_hash = hash or a.former_hash = hash and a.former_until > moment;
  if account is null or exists (
    select
    from public.discovered_callers c
    where c.account_id = account and lower(c.name) = lower(called) and c.state <> 'waiting'
  ) then
    return null;
  end if;
  if not private.count_against_limit('discovered calls of ' || account, 600) then
    return 429;
  end if;
  insert into public.discovered_callers as c (account_id, name, first_at, last_at, network, agent, note)
  values (account, called, moment, moment, discover.network, left(discover.agent, 500), discover.note)
  on conflict (account_id, lower(name)) do update
  set last_at = excluded.last_at, calls = c.calls + 1, network = excluded.network, agent = excluded.agent,
    note = coalesce(excluded.note, c.note)
  returning c.calls = 1 into is_new;
  if is_new then
    delete from public.discovered_callers c
    where c.id in (
      select o.id
      from public.discovered_callers o
      where o.account_id = account and o.state = 'waiting'
      order by o.last_at desc
      offset 500
      for update skip locked
    );
  end if;
  return 200;
end
$$;
comment on function private.discover(text, text, text, text, text, timestamptz) is
  'Keeps who calls by an unknown name behind the address of an account: 200, or 429 beyond 600 such calls a minute; null where the address is none of an account, or the name has no heartbeat any more or was refused.';
alter function private.discover(text, text, text, text, text, timestamptz) owner to cairn_definer;
create function private.counted_call(beat public.heartbeats, moment timestamptz) returns public.heartbeats
language plpgsql immutable set search_path = ''
as $$
begin
  if beat.minute is distinct from date_trunc('minute', moment) then
    beat.minute := date_trunc('minute', moment);
    beat.minute_calls := 0;
  end if;
  beat.minute_calls := beat.minute_calls + 1;
  if beat.minute_calls > 60 then
    beat.refused_calls := beat.refused_calls + 1;
  end if;
  return beat;
end
$$;
comment on function private.counted_call(public.heartbeats, timestamptz) is
  'A heartbeat that has been called once more; beyond sixty calls in a minute the call counts as refused.';
alter function private.counted_call(public.heartbeats, timestamptz) owner to cairn_definer;
create function private.refused_call(network text) returns integer
language sql volatile security definer set search_path = ''
as $$
  select case when private.count_against_limit('unknown addresses of ' || coalesce(network, 'unknown'), 60) then 404 else 429 end
$$;
comment on function private.refused_call(text) is
  'What a call of an address that nobody has is answered: 404, and 429 once its network has asked for sixty in a minute.';
alter function private.refused_call(text) owner to cairn_definer;
create function private.seconds_to_next_minute(moment timestamptz) returns integer
language sql immutable set search_path = ''
as $$
  select ceil(60 - extract(second from moment))::integer
$$;
comment on function private.seconds_to_next_minute(timestamptz) is 'After how many seconds another minute begins, at least one.';
alter function private.seconds_to_next_minute(timestamptz) owner to cairn_definer;
create function private.take_in_calls(calls jsonb, moment timestamptz default now())
returns table (place integer, status integer, retry_after integer)
language plpgsql volatile security definer set search_path = '' set lock_timeout = '250ms'
as $$
declare
  beat public.heartbeats;
  call record;
begin
  for call in
    select
      g.place::integer as place, known.hash, known.name,
      coalesce(g.value ->> 'action', 'success') as action, (g.value ->> 'rid')::uuid as rid,
      nullif(private.cut_to_bytes(g.value ->> 'note', 10000), '') as note, g.value ->> 'network' as network,
      g.value ->> 'agent' as agent, private.heartbeat_called(known.hash, known.name, moment) as heartbeat_id
    from jsonb_array_elements(calls) with ordinality as g (value, place)
    cross join lateral (
      select
        private.token_hash(g.value ->> 'token') as hash,
        private.display_text(left(g.value ->> 'name', 1000)) as name
    ) known
    order by heartbeat_id, known.hash, lower(known.name), g.place
  loop
    if call.heartbeat_id is distinct from beat.id then
      perform private.keep_heartbeat(beat);
      beat := null;
      if call.heartbeat_id is not null then
        select h.* into beat from public.heartbeats h where h.id = call.heartbeat_id for update;
      end if;
    end if;
    place := call.place;
    retry_after := null;
    -- The address may have been revoked, and the record deleted, while the row was waited for.
    if beat.id is null or private.heartbeat_called(call.hash, call.name, moment) is distinct from beat.id then
      status := coalesce(
        private.discover(call.hash, call.name, call.network, call.agent, call.note, moment),
        private.refused_call(call.network)
      );
    else
      beat := private.counted_call(beat, moment);
      status := case when beat.minute_calls > 60 then 429 else 200 end;
      if status = 200 then
        beat := private.take_in_call(beat, call.action, call.rid, call.note, moment);
      end if;
    end if;
    if status = 429 then
      retry_after := private.seconds_to_next_minute(moment);
    end if;
    return next;
  end loop;
  perform private.keep_heartbeat(beat);
end
$$;
comment on function private.take_in_calls(jsonb, timestamptz) is
  'Takes in calls of heartbeats at a moment, all in one transaction: [{"token", "name", "action", "rid", "note", "network", "agent"}]. Gives for each by its place what it is answered, 200, 404 or 429, and after how many seconds it may come again. For the server alone.';
alter function private.take_in_calls(jsonb, timestamptz) owner to cairn_definer;
revoke all on function private.take_in_calls(jsonb, timestamptz) from public;
grant execute on function private.take_in_calls(jsonb, timestamptz) to supabase_auth_admin;
create function public.ping(
  token text, action text default 'success', rid uuid default null, note text default null, name text default null
)
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  answer record;
begin
  if action is null or action !~ '^(success|start|fail|log|[0-9]{1,3})$'
    or action ~ '^[0-9]' and action::integer > 255
  then
    raise exception 'The action must be success, start, fail, log or an exit code of 0 to 255.' using errcode = '22023';
  end if;
  select t.* into answer
  from private.take_in_calls(jsonb_build_array(jsonb_build_object(
    'token', coalesce(ping.token, ''), 'name', ping.name, 'action', ping.action, 'rid', ping.rid,
    'note', left(ping.note, 10000), 'network', private.network_of(private.caller_address())::text,
    'agent', private.caller_agent()
  ))) t;
  if answer.status = 200 then
    return '"OK"';
  end if;
  perform set_config('response.status', answer.status::text, true);
  if answer.status = 429 then
    perform set_config(
      'response.headers', jsonb_build_array(jsonb_build_object('Retry-After', answer.retry_after::text))::text, true
    );
  end if;
  return case answer.status
    when 404 then jsonb_build_object(
      'code', 'PT404', 'message', 'Nobody has this address.', 'details', null,
      'hint', 'It may have been rotated or revoked.'
    )
    else jsonb_build_object(
      'code', 'PT429', 'message', 'Too many requests.', 'details', null, 'hint', 'Wait a minute, then try again.'
    )
  end;
end
$$;
comment on function public.ping(text, text, uuid, text, text) is
  'Reports a run by the token of a heartbeat''s address: success, start, fail, log (a note alone) or its exit code. An id pairs start and end; up to 10,000 bytes of text are kept. Answers "OK"; 404 for an address that nobody has, 429 beyond sixty calls a minute.';
alter function public.ping(text, text, uuid, text, text) owner to cairn_definer;
revoke all on function public.ping(text, text, uuid, text, text) from public, anon, authenticated, service_role;
grant execute on function public.ping(text, text, uuid, text, text) to anon, authenticated, service_role;
create function private.heartbeat_to_change(heartbeat uuid) returns public.heartbeats
language plpgsql volatile security definer set search_path = ''
as $$
declare
  beat public.heartbeats;
begin
  select h.* into beat
  from public.heartbeats h
  where h.id = heartbeat and h.account_id = private.my_account() and not h.rests
  for update;
  if not found then
    raise exception 'This heartbeat no longer exists.' using errcode = 'PT404';
  end if;
  perform private.record_to_beat(beat.kind, beat.record_id);
  return beat;
end
$$;
comment on function private.heartbeat_to_change(uuid) is
  'A heartbeat of the caller''s account, locked; refuses a caller who may not change its record.';
alter function private.heartbeat_to_change(uuid) owner to cairn_definer;
create function private.record_to_beat(kind text, record_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  found jsonb;
begin
  if kind is null or kind not in ('automation', 'agent') then
    raise exception 'Only automations and agents have a heartbeat.' using errcode = '22023';
  end if;
  select to_jsonb(r) into found
  from private.records r
  where r.account_id = private.my_account() and r.kind = record_to_beat.kind and r.id = record_to_beat.record_id;
  if found is null then
    raise exception 'This record no longer exists.' using errcode = 'PT404';
  end if;
  if not private.may_change(private.feature_of(kind), found) then
    raise exception 'You may not change this record.' using errcode = '42501', hint = 'Ask its owner or a manager.';
  end if;
  return found;
end
$$;
comment on function private.record_to_beat(text, uuid) is
  'An automation or agent of the caller''s account; refuses a caller who may not change it.';
alter function private.record_to_beat(text, uuid) owner to cairn_definer;
create function private.note_heartbeat(beat public.heartbeats, before jsonb, after jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.record_history (
    account_id, kind, record_id, record_name, action, field, before, after, changed_by, concerned
  )
  select
    beat.account_id, beat.kind, beat.record_id, r.name, 'updated', 'heartbeat', note_heartbeat.before,
    note_heartbeat.after, private.caller_id(), array_remove(array[r.owner_id, r.created_by], null)
  from private.records r
  where r.account_id = beat.account_id and r.kind = beat.kind and r.id = beat.record_id
$$;
comment on function private.note_heartbeat(public.heartbeats, jsonb, jsonb) is
  'Writes into the history of its record what became of a heartbeat: a word, or what is expected of it.';
alter function private.note_heartbeat(public.heartbeats, jsonb, jsonb) owner to cairn_definer;
create function private.new_heartbeat_token() returns text
language sql volatile set search_path = ''
as $$
  select replace(gen_random_uuid()::text, '-', '')
$$;
comment on function private.new_heartbeat_token() is 'A token that nobody can guess.';
alter function private.new_heartbeat_token() owner to cairn_definer;
create function private.expect_from_now(beat public.heartbeats) returns public.heartbeats
language plpgsql stable security definer set search_path = ''
as $$
begin
  if beat.status <> 'new' then
    beat.due_at := private.next_due(beat, now());
  end if;
  beat.running_since := null;
  if beat.trouble = 'late' then
    beat := private.without_trouble(beat);
  end if;
  beat.late_at := private.late_from(beat);
  return beat;
end
$$;
comment on function private.expect_from_now(public.heartbeats) is 'A heartbeat that is waited for from now on.';
alter function private.expect_from_now(public.heartbeats) owner to cairn_definer;
create function private.keep_address(beat public.heartbeats) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.heartbeats h
  set token_hash = beat.token_hash, former_hash = beat.former_hash, former_until = beat.former_until,
    paused_at = beat.paused_at, silent_until = beat.silent_until, rests = beat.rests,
    expects = beat.expects, every_seconds = beat.every_seconds, working_hours = beat.working_hours, cron = beat.cron,
    calendar = beat.calendar, time_zone = beat.time_zone, grace_seconds = beat.grace_seconds
  where h.id = beat.id;
  select private.keep_heartbeat(beat)
$$;
comment on function private.keep_address(public.heartbeats) is 'Keeps a heartbeat as a member has changed it.';
alter function private.keep_address(public.heartbeats) owner to cairn_definer;
create function public.give_heartbeat(kind text, record_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  token constant text := private.new_heartbeat_token();
  beat public.heartbeats;
begin
  perform private.record_to_beat(kind, record_id);
  insert into public.heartbeats as h (account_id, kind, record_id, token_hash)
  values (private.my_account(), give_heartbeat.kind, give_heartbeat.record_id, private.token_hash(token))
  on conflict on constraint heartbeats_record_key do update
  set token_hash = excluded.token_hash, former_hash = null, former_until = null
  where h.token_hash is null
  returning h.* into beat;
  if beat.id is null then
    raise exception 'This record has an address already.' using errcode = '23505', hint = 'Rotate it to get a new one.';
  end if;
  perform private.keep_heartbeat(private.expect_from_now(beat));
  perform private.note_heartbeat(beat, null, '"made"');
  return jsonb_build_object('id', beat.id, 'token', token);
end
$$;
comment on function public.give_heartbeat(text, uuid) is
  'Makes the secret address of an automation or agent, for who may change it, or another one where it was revoked: {"id", "token"}. The token is shown this once.';
alter function public.give_heartbeat(text, uuid) owner to cairn_definer;
revoke all on function public.give_heartbeat(text, uuid) from public, anon, authenticated, service_role;
grant execute on function public.give_heartbeat(text, uuid) to authenticated;
create function public.rotate_heartbeat(heartbeat uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  token constant text := private.new_heartbeat_token();
  beat public.heartbeats := private.heartbeat_to_change(heartbeat);
begin
  if beat.token_hash is null then
    raise exception 'This address was revoked.' using errcode = '22023', hint = 'Create another one.';
  end if;
  beat.former_hash := beat.token_hash;
  beat.former_until := now() + interval '24 hours';
  beat.token_hash := private.token_hash(token);
  perform private.keep_address(beat);
  perform private.note_heartbeat(beat, null, '"rotated"');
  return jsonb_build_object('id', beat.id, 'token', token);
end
$$;
comment on function public.rotate_heartbeat(uuid) is
  'Gives a heartbeat another address, for who may change its record: {"id", "token"}. The former one works for another 24 hours.';
alter function public.rotate_heartbeat(uuid) owner to cairn_definer;
revoke all on function public.rotate_heartbeat(uuid) from public, anon, authenticated, service_role;
grant execute on function public.rotate_heartbeat(uuid) to authenticated;
create function public.revoke_heartbeat(heartbeat uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  beat public.heartbeats := private.heartbeat_to_change(heartbeat);
begin
  if beat.token_hash is null then
    return;
  end if;
  beat.token_hash := null;
  beat.former_hash := null;
  beat.former_until := null;
  beat.paused_at := null;
  beat.silent_until := null;
  beat := private.without_trouble(beat);
  beat.late_at := private.late_from(beat);
  perform private.keep_address(beat);
  perform private.note_heartbeat(beat, null, '"revoked"');
end
$$;
comment on function public.revoke_heartbeat(uuid) is
  'Ends the addresses of a heartbeat at once, for who may change its record. Its runs stay.';
alter function public.revoke_heartbeat(uuid) owner to cairn_definer;
revoke all on function public.revoke_heartbeat(uuid) from public, anon, authenticated, service_role;
grant execute on function public.revoke_heartbeat(uuid) to authenticated;
create function public.pause_heartbeat(heartbeat uuid, paused boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  beat public.heartbeats := private.heartbeat_to_change(heartbeat);
begin
  if beat.token_hash is null or (beat.paused_at is not null) = coalesce(paused, true) then
    return;
  end if;
  beat.paused_at := case when coalesce(paused, true) then now() end;
  if beat.paused_at is not null then
    beat := private.without_trouble(beat);
    beat.late_at := null;
  else
    beat := private.expect_from_now(beat);
  end if;
  perform private.keep_address(beat);
  perform private.note_heartbeat(beat, null, case when beat.paused_at is not null then '"paused"' else '"resumed"' end::jsonb);
end
$$;
comment on function public.pause_heartbeat(uuid, boolean) is
  'Pauses a heartbeat, for who may change its record, or waits for it again from now on. Calls are kept meanwhile, and nobody is told.';
alter function public.pause_heartbeat(uuid, boolean) owner to cairn_definer;
revoke all on function public.pause_heartbeat(uuid, boolean) from public, anon, authenticated, service_role;
grant execute on function public.pause_heartbeat(uuid, boolean) to authenticated;
create function public.silence_heartbeat(heartbeat uuid, until timestamptz default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  beat public.heartbeats := private.heartbeat_to_change(heartbeat);
begin
  if until > now() + interval '1 year' then
    raise exception 'A heartbeat can be silent for a year at most.' using errcode = '22023', hint = 'Pause it instead.';
  end if;
  beat.silent_until := case when until > now() then until end;
  perform private.keep_address(beat);
end
$$;
comment on function public.silence_heartbeat(uuid, timestamptz) is
  'Nobody is told of a heartbeat until a moment, for who may change its record; without a moment everybody is told again.';
alter function public.silence_heartbeat(uuid, timestamptz) owner to cairn_definer;
revoke all on function public.silence_heartbeat(uuid, timestamptz) from public, anon, authenticated, service_role;
grant execute on function public.silence_heartbeat(uuid, timestamptz) to authenticated;
create function private.expectation_in_history(beat public.heartbeats) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'expects', beat.expects, 'every_seconds', beat.every_seconds, 'working_hours', beat.working_hours,
    'cron', beat.cron, 'time_zone', case when beat.expects <> 'nothing' then beat.time_zone end,
    'grace_seconds', case when beat.expects <> 'nothing' then beat.grace_seconds end
  ))
$$;
comment on function private.expectation_in_history(public.heartbeats) is
  'What is expected of a heartbeat, as the history keeps it.';
alter function private.expectation_in_history(public.heartbeats) owner to cairn_definer;
create function private.refuse_expectation(expects text, every_seconds integer, grace_seconds integer) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if expects is null or expects not in ('nothing', 'interval', 'cron') then
    raise exception 'Expect nothing, an interval or a schedule.' using errcode = '22023';
  end if;
  if expects = 'interval' and coalesce(every_seconds, 0) not between 60 and 31622400 then
    raise exception 'The interval must be a minute to a year.' using errcode = '22023';
  end if;
  if coalesce(grace_seconds, 0) not between 60 and 31622400 then
    raise exception 'The grace must be a minute to a year.' using errcode = '22023';
  end if;
end
$$;
comment on function private.refuse_expectation(text, integer, integer) is
  'Refuses what cannot be expected of a heartbeat, but for schedules and time zones.';
alter function private.refuse_expectation(text, integer, integer) owner to cairn_definer;
create function public.expect_of_heartbeat(
  heartbeat uuid, expects text, grace_seconds integer, every_seconds integer default null,
  working_hours jsonb default null, cron text default null, time_zone text default 'UTC'
)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  beat public.heartbeats := private.heartbeat_to_change(heartbeat);
  before constant jsonb := private.expectation_in_history(beat);
begin
  perform private.refuse_expectation(expects, every_seconds, grace_seconds);
  perform private.refuse_time_zone(time_zone);
  beat.expects := expects;
  beat.every_seconds := case when expects = 'interval' then every_seconds end;
  beat.working_hours := case when expects = 'interval' then nullif(working_hours, 'null') end;
  perform private.refuse_working_hours(beat.working_hours);
  beat.cron := case when expects = 'cron' then btrim(cron) end;
  beat.calendar := case when expects = 'cron' then private.cron_calendar(btrim(coalesce(cron, ''))) end;
  beat.time_zone := time_zone;
  beat.grace_seconds := grace_seconds;
  beat.arrivals := '{}';
  if beat.status <> 'new' then
    beat.due_at := private.next_due(beat, beat.last_at);
    if beat.due_at + make_interval(secs => grace_seconds) <= now() then
      beat.due_at := private.next_due(beat, now());
    end if;
  end if;
  if beat.trouble = 'late' then
    beat := private.without_trouble(beat);
  end if;
  beat.late_at := private.late_from(beat);
  perform private.keep_address(beat);
  if private.expectation_in_history(beat) <> before then
    perform private.note_heartbeat(beat, before, private.expectation_in_history(beat));
  end if;
end
$$;
comment on function public.expect_of_heartbeat(uuid, text, integer, integer, jsonb, text, text) is
  'Says what is expected of a heartbeat, for who may change its record: nothing, an interval, or a cron line in a time zone. The interval counts within working hours where they are given: {"days", "from", "to"}. Interval and grace are in seconds.';
alter function public.expect_of_heartbeat(uuid, text, integer, integer, jsonb, text, text) owner to cairn_definer;
revoke all on function public.expect_of_heartbeat(uuid, text, integer, integer, jsonb, text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.expect_of_heartbeat(uuid, text, integer, integer, jsonb, text, text) to authenticated;
create function private.records_to_beat(kind text, record_ids uuid[]) returns table (id uuid, name text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if records_to_beat.kind is null or records_to_beat.kind not in ('automation', 'agent') then
    raise exception 'Only automations and agents have a heartbeat.' using errcode = '22023';
  end if;
  if coalesce(cardinality(record_ids) > 500, true) then
    raise exception 'Ask for at most 500 records at once.' using errcode = '22023';
  end if;
  return query
    select r.id, r.name
    from private.records r
    where r.account_id = private.my_account() and r.kind = records_to_beat.kind and r.id = any (record_ids)
      and private.may_change(private.feature_of(r.kind), to_jsonb(r))
    order by r.id;
end
$$;
comment on function private.records_to_beat(text, uuid[]) is
  'The automations or agents among at most 500 that the caller may change, in the order in which they are locked.';
alter function private.records_to_beat(text, uuid[]) owner to cairn_definer;
create function public.give_heartbeats(kind text, record_ids uuid[]) returns jsonb
language sql volatile security definer set search_path = ''
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object('record_id', r.id, 'name', r.name)
        || jsonb_build_object('token', public.give_heartbeat(give_heartbeats.kind, r.id) ->> 'token')
      order by lower(r.name), r.id
    ),
    '[]'
  )
  from private.records_to_beat(kind, record_ids) r
  where not exists (
    select
    from public.heartbeats h
    where h.account_id = private.my_account() and h.kind = give_heartbeats.kind and h.record_id = r.id
      and h.token_hash is not null
  )
$$;
comment on function public.give_heartbeats(text, uuid[]) is
  'Makes the addresses of at most 500 automations or agents, for those without one that the caller may change: [{"record_id", "name", "token"}]. The tokens are shown this once.';
alter function public.give_heartbeats(text, uuid[]) owner to cairn_definer;
revoke all on function public.give_heartbeats(text, uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.give_heartbeats(text, uuid[]) to authenticated;
create function public.pause_heartbeats(kind text, record_ids uuid[], paused boolean) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  heartbeat uuid;
  amount integer := 0;
begin
  for heartbeat in
    select h.id
    from private.records_to_beat(kind, record_ids) r
    join public.heartbeats h
      on h.account_id = private.my_account() and h.kind = pause_heartbeats.kind and h.record_id = r.id
    where h.token_hash is not null and (h.paused_at is not null) <> coalesce(pause_heartbeats.paused, true)
    order by h.id
  loop
    perform public.pause_heartbeat(heartbeat, paused);
    amount := amount + 1;
  end loop;
  return amount;
end
$$;
comment on function public.pause_heartbeats(text, uuid[], boolean) is
  'Pauses the heartbeats of at most 500 automations or agents that the caller may change, or waits for them again; gives how many.';
alter function public.pause_heartbeats(text, uuid[], boolean) owner to cairn_definer;
revoke all on function public.pause_heartbeats(text, uuid[], boolean) from public, anon, authenticated, service_role;
grant execute on function public.pause_heartbeats(text, uuid[], boolean) to authenticated;
create function public.make_discovery_address() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  token constant text := private.new_heartbeat_token();
begin
  perform private.refuse_non_admin('Only administrators can make the address of the account.');
  insert into private.discovery_addresses as a (account_id, token_hash)
  values (private.my_account(), private.token_hash(token))
  on conflict on constraint discovery_addresses_pkey do update
  set token_hash = excluded.token_hash, former_hash = a.token_hash, former_until = now() + interval '24 hours';
  perform private.write_audit(
    private.my_account(), private.caller_id(), 'discovery_address_made', 'account', private.my_account()::text, '{}'
  );
  return jsonb_build_object('token', token);
end
$$;
comment on function public.make_discovery_address() is
  'Makes the address of the account, for admins, behind which callers name themselves: {"token"}, which is shown this once. A former one works for another 24 hours.';
alter function public.make_discovery_address() owner to cairn_definer;
revoke all on function public.make_discovery_address() from public, anon, authenticated, service_role;
grant execute on function public.make_discovery_address() to authenticated;
create function public.revoke_discovery_address() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_non_admin('Only administrators can revoke the address of the account.');
  delete from private.discovery_addresses a where a.account_id = private.my_account();
  if found then
    perform private.write_audit(
      private.my_account(), private.caller_id(), 'discovery_address_revoked', 'account', private.my_account()::text, '{}'
    );
  end if;
end
$$;
comment on function public.revoke_discovery_address() is
  'Ends the address of the account at once, for admins. Who has called it stays.';
alter function public.revoke_discovery_address() owner to cairn_definer;
revoke all on function public.revoke_discovery_address() from public, anon, authenticated, service_role;
grant execute on function public.revoke_discovery_address() to authenticated;
create function public.get_discovered(state text default 'waiting') returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  perform private.refuse_non_admin('Only administrators can see who calls the account.');
  return jsonb_build_object(
    'has_address', exists (select from private.discovery_addresses a where a.account_id = account),
    'waiting', (select count(*) from public.discovered_callers c where c.account_id = account and c.state = 'waiting'),
    'refused', (select count(*) from public.discovered_callers c where c.account_id = account and c.state = 'refused'),
    'items', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'name', c.name, 'first_at', c.first_at, 'last_at', c.last_at, 'calls', c.calls,
        'network', c.network, 'agent', c.agent, 'note', c.note
      ) order by c.last_at desc, c.id), '[]')
      from (
        select o.*
        from public.discovered_callers o
        where o.account_id = account and o.state = get_discovered.state
        order by o.last_at desc, o.id
        limit 500
      ) c
    )
  );
end
$$;
comment on function public.get_discovered(text) is
  'The callers of the account that are waiting, or were refused, for admins, the latest first: {"has_address", "waiting", "refused", "items": [{"id", "name", "first_at", "last_at", "calls", "network", "agent", "note"}]}.';
alter function public.get_discovered(text) owner to cairn_definer;
revoke all on function public.get_discovered(text) from public, anon, authenticated, service_role;
grant execute on function public.get_discovered(text) to authenticated;
create function public.join_discovered(caller uuid, kind text, record_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  beat public.heartbeats;
begin
  perform private.refuse_non_admin('Only administrators can join callers to records.');
  perform private.record_to_beat(kind, record_id);
  update public.discovered_callers c
  set state = 'joined', kind = join_discovered.kind, record_id = join_discovered.record_id,
    decided_by = private.caller_id(), decided_at = now()
  where c.id = caller and c.account_id = private.my_account() and c.state <> 'joined';
  if not found then
    raise exception 'This caller no longer waits.' using errcode = 'PT404';
  end if;
  insert into public.heartbeats as h (account_id, kind, record_id, token_hash)
  values (
    private.my_account(), join_discovered.kind, join_discovered.record_id,
    private.token_hash(private.new_heartbeat_token())
  )
  on conflict on constraint heartbeats_record_key do update set token_hash = excluded.token_hash
  where h.token_hash is null
  returning h.* into beat;
  if beat.id is not null then
    perform private.keep_heartbeat(private.expect_from_now(beat));
    perform private.note_heartbeat(beat, null, '"joined"');
  end if;
end
$$;
comment on function public.join_discovered(uuid, text, uuid) is
  'Joins a caller of the account to the heartbeat of an automation or agent, for admins: from now on its calls are runs of that.';
alter function public.join_discovered(uuid, text, uuid) owner to cairn_definer;
revoke all on function public.join_discovered(uuid, text, uuid) from public, anon, authenticated, service_role;
grant execute on function public.join_discovered(uuid, text, uuid) to authenticated;
create function public.register_discovered(caller uuid, kind text, name text, place text) returns uuid
language plpgsql set search_path = ''
as $$
declare
  registered uuid;
begin
  case kind
    when 'automation' then
      insert into public.automations (name, source, status)
      values (register_discovered.name, register_discovered.place, 'active')
      returning id into registered;
    when 'agent' then
      insert into public.agents (name, platform, status)
      values (register_discovered.name, register_discovered.place, 'active')
      returning id into registered;
    else
      raise exception 'Only automations and agents have a heartbeat.' using errcode = '22023';
  end case;
  perform public.join_discovered(caller, kind, registered);
  return registered;
end
$$;
comment on function public.register_discovered(uuid, text, text, text) is
  'Makes an active automation or agent of a caller of the account, for admins, with its source or platform, joins the caller to it, and gives its id.';
alter function public.register_discovered(uuid, text, text, text) owner to cairn_definer;
revoke all on function public.register_discovered(uuid, text, text, text) from public, anon, authenticated, service_role;
grant execute on function public.register_discovered(uuid, text, text, text) to authenticated;
create function public.refuse_discovered(callers uuid[], refused boolean default true) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  amount integer;
begin
  perform private.refuse_non_admin('Only administrators can refuse callers.');
  update public.discovered_callers c
  set state = case when coalesce(refused, true) then 'refused' else 'waiting' end,
    decided_by = private.caller_id(), decided_at = now()
  where c.account_id = private.my_account() and c.id = any (callers)
    and c.state = case when coalesce(refused, true) then 'waiting' else 'refused' end;
  get diagnostics amount = row_count;
  return amount;
end
$$;
comment on function public.refuse_discovered(uuid[], boolean) is
  'Refuses callers of the account for good, for admins, or lets refused ones call again; gives how many.';
alter function public.refuse_discovered(uuid[], boolean) owner to cairn_definer;
revoke all on function public.refuse_discovered(uuid[], boolean) from public, anon, authenticated, service_role;
grant execute on function public.refuse_discovered(uuid[], boolean) to authenticated;
create function private.strip_of_runs(account uuid, heartbeat uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'number', r.number, 'outcome', r.outcome, 'at', r.at, 'seconds', extract(epoch from r.ended_at - r.started_at)
  ) order by r.number), '[]')
  from (
    select r.*
    from public.runs r
    where r.account_id = account and r.heartbeat_id = heartbeat and r.outcome <> 'log'
    order by r.number desc
    limit 30
  ) r
$$;
comment on function private.strip_of_runs(uuid, uuid) is
  'The last 30 runs of a heartbeat, the oldest first: [{"number", "outcome", "at", "seconds"}].';
alter function private.strip_of_runs(uuid, uuid) owner to cairn_definer;
create function private.likely_zones(account uuid) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select z.time_zone
    from (
      select w.time_zone, min(case when w.user_id = private.caller_id() then 0 else 1 end) as place
      from public.account_members m
      join public.notification_preferences w on w.user_id = m.user_id
      where m.account_id = account and w.time_zone is not null
      group by w.time_zone
      union all
      select 'UTC', 2
    ) z
    group by z.time_zone
    order by min(z.place), z.time_zone
    limit 20
  )
$$;
comment on function private.likely_zones(uuid) is
  'The time zones of the members of an account, the caller''s first, and UTC.';
alter function private.likely_zones(uuid) owner to cairn_definer;
create function public.get_heartbeats(kind text, record_ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  zones constant text[] := private.likely_zones(account);
begin
  if cardinality(record_ids) > 500 then
    raise exception 'Ask for at most 500 records at once.' using errcode = '22023';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', h.id, 'kind', h.kind, 'record_id', h.record_id, 'state', private.heartbeat_state(h, now()),
      'expects', h.expects, 'every_seconds', h.every_seconds, 'working_hours', h.working_hours, 'cron', h.cron,
      'time_zone', h.time_zone, 'grace_seconds', h.grace_seconds, 'last_at', h.last_at, 'last_seconds', h.last_seconds,
      'running_since', h.running_since, 'due_at', h.due_at, 'trouble_since', coalesce(
        h.trouble_since, case when h.late_at <= now() then h.late_at end
      ),
      'silent_until', case when h.silent_until > now() then h.silent_until end, 'paused_at', h.paused_at,
      'former_until', case when h.former_until > now() then h.former_until end, 'refused_calls', h.refused_calls,
      'recent_runs', recent.runs, 'recent_successes', recent.successes, 'strip', private.strip_of_runs(h.account_id, h.id),
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
comment on function public.get_heartbeats(text, uuid[]) is
  'The heartbeats of at most 500 automations or agents: [{"id", "kind", "record_id", "state", "expects", "every_seconds", "working_hours", "cron", "time_zone", "grace_seconds", "last_at", "last_seconds", "running_since", "due_at", "trouble_since", "silent_until", "paused_at", "former_until", "refused_calls", "recent_runs", "recent_successes", "strip", "zone_hint"}]. Recent is of the last 30 days.';
alter function public.get_heartbeats(text, uuid[]) owner to cairn_definer;
revoke all on function public.get_heartbeats(text, uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.get_heartbeats(text, uuid[]) to authenticated;
create function public.get_runs(heartbeat uuid, before bigint default null) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'number', r.number, 'outcome', r.outcome, 'at', r.at, 'seconds', extract(epoch from r.ended_at - r.started_at),
    'started_at', r.started_at, 'ended_at', r.ended_at, 'exit_code', r.exit_code, 'note', r.note
  ) order by r.number desc), '[]')
  from (
    select r.*
    from public.runs r
    where r.heartbeat_id = heartbeat and r.account_id = private.my_account()
      and r.number < coalesce(get_runs.before, 9223372036854775807)
    order by r.number desc
    limit 50
  ) r
$$;
comment on function public.get_runs(uuid, bigint) is
  'The last 50 runs of a heartbeat, before one where its number is given, the latest first: [{"number", "outcome", "at", "seconds", "started_at", "ended_at", "exit_code", "note"}].';
alter function public.get_runs(uuid, bigint) owner to cairn_definer;
revoke all on function public.get_runs(uuid, bigint) from public, anon, authenticated, service_role;
grant execute on function public.get_runs(uuid, bigint) to authenticated;
create function public.get_run_days(heartbeat uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'day', d.day, 'successes', d.successes, 'failures', d.failures, 'timed', d.timed, 'seconds', d.seconds,
    'longest', d.longest
  ) order by d.day), '[]')
  from public.run_days d
  where d.heartbeat_id = heartbeat and d.account_id = private.my_account()
    and d.day > (now() at time zone 'utc')::date - 90
$$;
comment on function public.get_run_days(uuid) is
  'The runs of a heartbeat in the last 90 days, a sum for each day that had any: [{"day", "successes", "failures", "timed", "seconds", "longest"}].';
alter function public.get_run_days(uuid) owner to cairn_definer;
revoke all on function public.get_run_days(uuid) from public, anon, authenticated, service_role;
grant execute on function public.get_run_days(uuid) to authenticated;
create function public.get_heartbeat_counts() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'on_time', count(*) filter (where s.state = 'on_time'), 'running', count(*) filter (where s.state = 'running'),
    'late', count(*) filter (where s.state = 'late'), 'failing', count(*) filter (where s.state = 'failing'),
    'paused', count(*) filter (where s.state = 'paused'), 'never', count(*) filter (where s.state = 'never')
  )
  from (
    select private.heartbeat_state(h, now()) as state
    from public.heartbeats h
    where h.account_id = private.my_account() and not h.rests and h.kind in (select private.kinds_in_use())
  ) s
$$;
comment on function public.get_heartbeat_counts() is
  'How many heartbeats of the account are in which state: {"on_time", "running", "late", "failing", "paused", "never"}.';
alter function public.get_heartbeat_counts() owner to cairn_definer;
revoke all on function public.get_heartbeat_counts() from public, anon, authenticated, service_role;
grant execute on function public.get_heartbeat_counts() to authenticated;
create function private.heartbeats_in_trouble() returns table (kind text, record_id uuid)
language sql stable security definer set search_path = ''
as $$
  select h.kind, h.record_id
  from public.heartbeats h
  where h.account_id = private.my_account() and h.trouble is not null and h.token_hash is not null and not h.rests
$$;
comment on function private.heartbeats_in_trouble() is
  'The records of the caller''s account whose heartbeats are late or failing, as the server has noted.';
alter function private.heartbeats_in_trouble() owner to cairn_definer;
revoke all on function private.heartbeats_in_trouble() from public;
grant execute on function private.heartbeats_in_trouble() to authenticated;
create function private.reported_runs(kind text) returns table (record_id uuid, last_at timestamptz, is_expected boolean)
language sql stable security definer set search_path = ''
as $$
  select h.record_id, h.last_at, h.expects <> 'nothing'
  from public.heartbeats h
  where h.account_id = private.my_account() and h.kind = reported_runs.kind and h.token_hash is not null and not h.rests
$$;
comment on function private.reported_runs(text) is
  'Of the records of a kind in the caller''s account that have an address: when they last reported, and whether they are expected to.';
alter function private.reported_runs(text) owner to cairn_definer;
revoke all on function private.reported_runs(text) from public;
grant execute on function private.reported_runs(text) to authenticated;
create function private.heartbeat_condition(account uuid, kind text, states text[]) returns text
language sql immutable set search_path = ''
as $$
  select format(
    't.id in (
      select h.record_id
      from public.heartbeats h
      where h.account_id = %L and h.kind = %L and h.token_hash is not null and not h.rests and %s
    )',
    account, kind,
    case when states is null then 'true' else format('private.heartbeat_state(h, now()) = any (%L::text[])', states) end
  )
$$;
comment on function private.heartbeat_condition(uuid, text, text[]) is
  'Which records t of an account''s catalogue have a heartbeat in one of the states, as a condition; in any where none is named.';
alter function private.heartbeat_condition(uuid, text, text[]) owner to cairn_definer;
create function private.reported_in_file(kind text, record_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(
    (
      select jsonb_build_object(case h.kind when 'agent' then 'last_used' else 'last_run' end, h.last_at)
      from public.heartbeats h
      where h.account_id = private.my_account() and h.kind = reported_in_file.kind
        and h.record_id = reported_in_file.record_id and h.last_at is not null
    ),
    '{}'
  )
$$;
comment on function private.reported_in_file(text, uuid) is
  'When a record last reported, under the column of its kind that a file has, in place of what was entered by hand; empty where it never did.';
alter function private.reported_in_file(text, uuid) owner to cairn_definer;
grant execute on function private.reported_in_file(text, uuid) to authenticated, service_role;
create function private.note_answering(moment timestamptz) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into private.answering as a (since, seen) values (moment, moment)
  on conflict (only_row) do update set
    since = case
      when a.seen between excluded.seen - interval '60 seconds' and excluded.seen + interval '60 seconds' then a.since
      else excluded.seen
    end,
    seen = excluded.seen
$$;
comment on function private.note_answering(timestamptz) is
  'Notes that a server answers calls at a moment. After a gap of more than a minute, or a step of the clock, it is as if it had just begun.';
alter function private.note_answering(timestamptz) owner to cairn_definer;
revoke all on function private.note_answering(timestamptz) from public;
grant execute on function private.note_answering(timestamptz) to supabase_auth_admin;
create function private.late_heartbeats(moment timestamptz, without text[], at_most integer) returns setof text
language sql stable security definer set search_path = ''
as $$
  select h.id::text
  from private.answering a
  join public.heartbeats h on h.late_at <= moment and moment - make_interval(secs => h.grace_seconds) >= a.since
  where h.trouble is null and h.id <> all (without::uuid[])
  order by h.late_at
  limit at_most
$$;
comment on function private.late_heartbeats(timestamptz, text[], integer) is
  'The heartbeats, but for some, that have become late by a moment, which was not noted yet: the longest ago first.';
alter function private.late_heartbeats(timestamptz, text[], integer) owner to cairn_definer;
revoke all on function private.late_heartbeats(timestamptz, text[], integer) from public;
grant execute on function private.late_heartbeats(timestamptz, text[], integer) to supabase_auth_admin;
create function private.note_late(moment timestamptz, only_these text[]) returns integer
language sql volatile security definer set search_path = ''
as $$
  with due as materialized (
    select h.id, h.late_at
    from public.heartbeats h
    where h.id = any (only_these::uuid[]) and h.trouble is null and h.late_at <= moment
    for update skip locked
  ),
  noted as (
    update public.heartbeats h
    set trouble = 'late', trouble_since = d.late_at, trouble_told = coalesce(h.silent_until <= moment, true)
    from due d
    where h.id = d.id
    returning h.account_id, h.id, h.trouble_told
  ),
  news as (
    insert into private.heartbeat_news (account_id, heartbeat_id, event, at)
    select n.account_id, n.id, 'late', moment from noted n where n.trouble_told
  )
  select count(*)::integer from noted
$$;
comment on function private.note_late(timestamptz, text[]) is
  'Notes of heartbeats that they have become late by a moment, each once, which members are told unless it is to be silent. Returns of how many.';
alter function private.note_late(timestamptz, text[]) owner to cairn_definer;
revoke all on function private.note_late(timestamptz, text[]) from public;
grant execute on function private.note_late(timestamptz, text[]) to supabase_auth_admin;
create function private.rest_heartbeats() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.heartbeats h
  set rests = true, late_at = null, trouble = null, trouble_since = null, trouble_told = false
  from gone g
  where h.account_id = g.account_id and h.kind = tg_argv[0] and h.record_id = g.id;
  return null;
end
$$;
comment on function private.rest_heartbeats() is
  'Statement trigger (kind): heartbeats of records that are deleted are not called any more, and nobody is told of them.';
alter function private.rest_heartbeats() owner to cairn_definer;
create function private.wake_heartbeats() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  beat public.heartbeats;
begin
  for beat in
    select h.*
    from public.heartbeats h
    join come c on c.account_id = h.account_id and c.id = h.record_id
    where h.kind = tg_argv[0] and h.rests
    order by h.id
    for update of h
  loop
    beat.rests := false;
    perform private.keep_address(private.expect_from_now(beat));
  end loop;
  return null;
end
$$;
comment on function private.wake_heartbeats() is
  'Statement trigger (kind): heartbeats of records that come back are as they were, and waited for from now on.';
alter function private.wake_heartbeats() owner to cairn_definer;
create function private.forget_heartbeats() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  with forgotten as (
    delete from public.heartbeats h
    using gone g
    where h.account_id = g.account_id and h.kind = g.kind and h.record_id = g.record_id and h.rests
    returning h.account_id, h.kind, h.record_id
  )
  update public.discovered_callers c
  set state = 'waiting', kind = null, record_id = null
  from forgotten f
  where c.account_id = f.account_id and c.kind = f.kind and c.record_id = f.record_id;
  return null;
end
$$;
comment on function private.forget_heartbeats() is
  'Statement trigger: heartbeats of records that leave the bin for good go with their runs, and who called them by name waits again.';
alter function private.forget_heartbeats() owner to cairn_definer;
create function private.accounts_with_heartbeat_news() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select distinct n.account_id from private.heartbeat_news n
$$;
comment on function private.accounts_with_heartbeat_news() is
  'The accounts of which members are still to be told of a heartbeat.';
alter function private.accounts_with_heartbeat_news() owner to cairn_definer;
revoke all on function private.accounts_with_heartbeat_news() from public;
grant execute on function private.accounts_with_heartbeat_news() to supabase_auth_admin;
create function private.heartbeats_to_tell(account uuid, without text[], at_most integer) returns setof text
language sql stable security definer set search_path = ''
as $$
  select n.heartbeat_id::text
  from private.heartbeat_news n
  where n.account_id = account and n.heartbeat_id <> all (without::uuid[])
  group by n.heartbeat_id
  order by min(n.at), n.heartbeat_id
  limit at_most
$$;
comment on function private.heartbeats_to_tell(uuid, text[], integer) is
  'The heartbeats of an account, but for some, of which members are still to be told: the longest waiting first.';
alter function private.heartbeats_to_tell(uuid, text[], integer) owner to cairn_definer;
revoke all on function private.heartbeats_to_tell(uuid, text[], integer) from public;
grant execute on function private.heartbeats_to_tell(uuid, text[], integer) to supabase_auth_admin;
create function private.take_heartbeat_news(account uuid, only_these uuid[])
returns table (heartbeat_id uuid, event text, at timestamptz, since timestamptz)
language sql volatile security definer set search_path = ''
as $$
  with taken as (
    -- Of two servers that tell at this moment, the second waits here and finds nothing left to tell.
    delete from private.heartbeat_news n
    where n.account_id = account and n.heartbeat_id = any (only_these)
    returning n.heartbeat_id, n.event, n.at, n.since
  ),
  ended as (
    select
      t.heartbeat_id, max(t.at) as at, min(t.since) as since,
      (array_agg(t.event order by t.at, t.event = 'back'))[1] as first,
      (array_agg(t.event order by t.at desc, t.event <> 'back'))[1] as last
    from taken t
    group by t.heartbeat_id
  ),
  dropped as (
    update public.heartbeats h set trouble_told = false
    from ended e
    where h.id = e.heartbeat_id and h.trouble_told and private.switched_off(h.account_id, h.kind)
  )
  select e.heartbeat_id, e.last, e.at, e.since
  from ended e
  join public.heartbeats h on h.id = e.heartbeat_id
  where h.token_hash is not null and h.paused_at is null and not h.rests
    and not private.switched_off(h.account_id, h.kind)
    and (e.last <> 'back' or e.first = 'back')
$$;
comment on function private.take_heartbeat_news(uuid, uuid[]) is
  'Takes what members of an account are to be told of these heartbeats, one thing of each: late, failing or back, when, and since when it was away.';
alter function private.take_heartbeat_news(uuid, uuid[]) owner to cairn_definer;
revoke all on function private.take_heartbeat_news(uuid, uuid[]) from public;
create function private.people_of_heartbeats(account uuid, heartbeats uuid[])
returns table (heartbeat_id uuid, record_name text, person_id uuid)
language sql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
  with beats as materialized (
    select h.id, h.kind, h.record_id, r.name, coalesce(r.owner_id, r.created_by) as owner_id
    from public.heartbeats h
    join private.records r on r.account_id = h.account_id and r.kind = h.kind and r.id = h.record_id
    where h.account_id = account and h.id = any (heartbeats)
  ),
  people as (
    select b.id, b.name, b.owner_id as person_id from beats b where b.owner_id is not null
    union
    select b.id, b.name, e.expert_id
    from beats b
    join public.record_experts e on e.account_id = account and e.kind = b.kind and e.record_id = b.record_id
  )
  select p.id, p.name, p.person_id from people p
  union all
  select b.id, b.name, m.user_id
  from beats b
  join public.account_members m on m.account_id = account and m.permission_level = 'admin'
  where b.id not in (select p.id from people p)
$$;
comment on function private.people_of_heartbeats(uuid, uuid[]) is
  'Who is told of heartbeats: the owner or else the creator, and the experts; the admins where there is none of these.';
alter function private.people_of_heartbeats(uuid, uuid[]) owner to cairn_definer;
revoke all on function private.people_of_heartbeats(uuid, uuid[]) from public;
create function private.tell_of_heartbeats(account uuid, moment timestamptz, only_these text[]) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  told private.record_news[];
  amount integer;
begin
  -- What is told in several parts is one act: a later part adds to the notification of an earlier one.
  perform set_config(
    'cairn.act', md5(account || to_char(date_bin('5 minutes', moment, 'epoch') at time zone 'utc', ' YYYY-MM-DD HH24:MI')), true
  );
  with news as materialized (
    select t.* from private.take_heartbeat_news(account, only_these::uuid[]) t
  )
  select
    (select count(*) from news),
    array(
      select
        row(
          account, p.person_id, 'heartbeat_' || n.event, h.kind, h.record_id, p.record_name,
          case n.event
            when 'late' then jsonb_build_object('since', greatest(h.last_at, h.running_since))
            when 'back' then jsonb_build_object('away_seconds', extract(epoch from n.at - n.since)::bigint)
            else '{}'
          end
        )::private.record_news
      from news n
      join public.heartbeats h on h.id = n.heartbeat_id
      join private.people_of_heartbeats(account, array(select every.heartbeat_id from news every)) p
        on p.heartbeat_id = n.heartbeat_id
      order by n.at, lower(p.record_name), n.heartbeat_id
    )
  into amount, told;
  perform private.notify_of_records(told);
  return amount;
end
$$;
comment on function private.tell_of_heartbeats(uuid, timestamptz, text[]) is
  'Tells members of an account of these heartbeats what they are still to be told. Returns of how many.';
alter function private.tell_of_heartbeats(uuid, timestamptz, text[]) owner to cairn_definer;
revoke all on function private.tell_of_heartbeats(uuid, timestamptz, text[]) from public;
grant execute on function private.tell_of_heartbeats(uuid, timestamptz, text[]) to supabase_auth_admin;
create or replace function public.delete_expired(
  what text, keep_days integer, at_most integer default 1000, account uuid default null,
  only_these text[] default null
)
returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  oldest constant timestamptz := now() - private.days_kept(what, keep_days);
  deleted integer;
begin
  case what
    when 'sign-ins' then
      delete from public.login_attempts where id in (
        select a.id from public.login_attempts a where a.attempted_at < oldest
          and (only_these is null or a.id in (select t::bigint from unnest(only_these) as t))
        order by a.attempted_at limit at_most
      );
    when 'audit' then
      delete from public.security_audit_log where id in (
        select l.id from public.security_audit_log l where l.created_at < oldest
          and (account is null or l.account_id = account)
          and (only_these is null or l.id in (select t::uuid from unnest(only_these) as t))
        order by l.created_at limit at_most
      );
    when 'history' then
      -- An act is a row for many lines, and goes with the first of them.
      delete from public.acts a where a.done_at < oldest and (account is null or a.account_id = account);
      delete from public.record_history where id in (
        select h.id from public.record_history h where h.changed_at < oldest
          and (account is null or h.account_id = account)
          and (only_these is null or h.id in (select t::uuid from unnest(only_these) as t))
        order by h.changed_at limit at_most
      );
    when 'bin' then
      return private.empty_bins(greatest(keep_days, 1), at_most, account, only_these);
    when 'fields' then
      return private.purge_own_fields(oldest, account, only_these);
    when 'imports' then
      delete from public.imports where id in (
        select i.id from public.imports i where i.started_at < oldest
          and (account is null or i.account_id = account)
          and (only_these is null or i.id in (select t::uuid from unnest(only_these) as t))
        order by i.started_at limit at_most
      );
    when 'runs' then
      delete from public.runs r
      using (
        (
          select x.heartbeat_id, x.number from public.runs x where only_these is null and x.at < oldest
          order by x.at limit at_most
        )
        union all
        select split_part(t, ' ', 1)::uuid, split_part(t, ' ', 2)::bigint from unnest(only_these) as t
      ) over
      where r.heartbeat_id = over.heartbeat_id and r.number = over.number and r.at < oldest;
    else
      raise exception 'There is nothing called % that expires.', what
        using errcode = '22023', hint = 'Name sign-ins, audit, history, bin, fields, imports or runs.';
  end case;
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
comment on function public.delete_expired(text, integer, integer, uuid, text[]) is
  'For the server: deletes the oldest sign-ins, audit entries, changes of the history, records in bins, deleted own fields, imports or runs that are older than so many days; of the audit log nothing of the last 90, of fields of the last 30. A field goes with the values of all records, of some thousand at a time: it is there until the last is gone. Of one account where it is given; sign-ins and runs are of none. Only those with these keys where they are given. Returns how many.';
create or replace function private.expired_rows(what text, keep_days integer, account uuid, without text[], at_most integer)
returns setof text
language plpgsql stable security definer set search_path = ''
as $$
declare
  oldest constant timestamptz := now() - private.days_kept(what, keep_days);
begin
  case what
    when 'sign-ins' then
      return query
      select a.id::text from public.login_attempts a
      where a.attempted_at < oldest and a.id <> all (without::bigint[])
      order by a.attempted_at limit at_most;
    when 'audit' then
      return query
      select l.id::text from public.security_audit_log l
      where l.account_id = account and l.created_at < oldest and l.id <> all (without::uuid[])
      order by l.created_at limit at_most;
    when 'history' then
      return query
      select h.id::text from public.record_history h
      where h.account_id = account and h.changed_at < oldest and h.id <> all (without::uuid[])
      order by h.changed_at limit at_most;
    when 'bin' then
      return query
      select b.kind || ' ' || b.record_id from public.binned_records b
      where b.account_id = account and b.deleted_at < oldest and b.kind || ' ' || b.record_id <> all (without)
      order by b.deleted_at limit at_most;
    when 'fields' then
      return query
      select f.id::text from public.own_fields f
      where f.account_id = account and f.deleted_at < oldest and f.id <> all (without::uuid[])
      order by f.deleted_at limit at_most;
    when 'imports' then
      return query
      select i.id::text from public.imports i
      where i.account_id = account and i.started_at < oldest and i.id <> all (without::uuid[])
      order by i.started_at limit at_most;
    when 'runs' then
      return query
      select r.heartbeat_id || ' ' || r.number from public.runs r
      where r.at < oldest and r.heartbeat_id || ' ' || r.number <> all (without)
      order by r.at limit at_most;
  end case;
end
$$;
create trigger binned_records_forget_heartbeats after delete on public.binned_records
  referencing old table as gone
  for each statement execute function private.forget_heartbeats();
create trigger agents_rest_heartbeats after delete on public.agents
  referencing old table as gone
  for each statement execute function private.rest_heartbeats('agent');
create trigger agents_wake_heartbeats after insert on public.agents
  referencing new table as come
  for each statement execute function private.wake_heartbeats('agent');
create trigger automations_rest_heartbeats after delete on public.automations
  referencing old table as gone
  for each statement execute function private.rest_heartbeats('automation');
create trigger automations_wake_heartbeats after insert on public.automations
  referencing new table as come
  for each statement execute function private.wake_heartbeats('automation');
create policy "members read heartbeats of their account" on public.heartbeats
  for select to authenticated
  using (account_id = (select private.my_account()));
create policy "members read runs of their account" on public.runs
  for select to authenticated
  using (account_id = (select private.my_account()));
create policy "members read sums of runs of their account" on public.run_days
  for select to authenticated
  using (account_id = (select private.my_account()));
create policy "admins read who calls their account" on public.discovered_callers
  for select to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) = 3);
alter table private.answering enable row level security;
alter table private.answering force row level security;
revoke all on private.answering from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select, insert, update, delete on private.answering to cairn_definer;
alter table private.discovery_addresses enable row level security;
alter table private.discovery_addresses force row level security;
revoke all on private.discovery_addresses from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select, insert, update, delete on private.discovery_addresses, public.discovered_callers to cairn_definer;
alter table private.heartbeat_news enable row level security;
alter table private.heartbeat_news force row level security;
revoke all on private.heartbeat_news from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select, insert, update, delete on private.heartbeat_news to cairn_definer;
alter table public.discovered_callers enable row level security;
alter table public.discovered_callers force row level security;
revoke all on public.discovered_callers from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select on public.discovered_callers to authenticated, service_role;
grant select, insert, update, delete on private.discovery_addresses, public.discovered_callers to cairn_definer;
alter table public.heartbeats enable row level security;
alter table public.heartbeats force row level security;
revoke all on public.heartbeats from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select (
  id, account_id, kind, record_id, former_until, expects, every_seconds, working_hours, cron, calendar, time_zone,
  grace_seconds, status, first_at, last_at, last_outcome, last_seconds, running_since, due_at, late_at, trouble,
  trouble_since, silent_until, paused_at, rests, runs, refused_calls, created_by, created_at
) on public.heartbeats to authenticated, service_role;
grant select, insert, update, delete on public.heartbeats, public.runs, public.run_days to cairn_definer;
alter table public.run_days enable row level security;
alter table public.run_days force row level security;
revoke all on public.run_days from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select on public.runs, public.run_days to authenticated, service_role;
grant select, insert, update, delete on public.heartbeats, public.runs, public.run_days to cairn_definer;
alter table public.runs enable row level security;
alter table public.runs force row level security;
revoke all on public.runs from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select on public.runs, public.run_days to authenticated, service_role;
grant select, insert, update, delete on public.heartbeats, public.runs, public.run_days to cairn_definer;
