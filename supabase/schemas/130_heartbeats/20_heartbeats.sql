-- Heartbeats: the secret address that an automation or agent calls when it has run, what is expected of it, and how it is.
--
-- The database keeps a hash of the address alone, so that who reads the database can call nothing. A record has one
-- heartbeat at most; without a key to the record, for a record in the bin keeps its heartbeat, which rests there.
-- The column late_at alone tells which heartbeats are late: it is empty while nothing is expected, nothing has ever
-- called, or the heartbeat is paused, rests or has no address.

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
  held_since timestamptz,
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
    'heartbeat.kind',
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
    'heartbeat.expectation_range',
    'Expect nothing, an interval of a minute to a year, or a schedule.'
  )),
  constraint heartbeats_grace check (private.holds(
    grace_seconds between 60 and 31622400,
    'heartbeat.grace',
    'The grace must be a minute to a year.'
  )),
  constraint heartbeats_status_known check (private.holds(
    status in ('new', 'up', 'failing'),
    'heartbeat.status',
    'Status must be new, up or failing.'
  )),
  constraint heartbeats_trouble_known check (private.holds(
    trouble in ('late', 'failing') and (trouble is null) = (trouble_since is null),
    'heartbeat.trouble',
    'Trouble must be late or failing, since a moment.'
  ))
) with (fillfactor = 80);
create unique index heartbeats_former_hash_key on public.heartbeats (former_hash) where former_hash is not null;
create index heartbeats_late_idx on public.heartbeats (late_at) where trouble is null and late_at is not null;
create index heartbeats_trouble_idx on public.heartbeats (account_id, trouble) where trouble is not null;
create index heartbeats_held_idx on public.heartbeats (held_since) where held_since is not null;
create index heartbeats_created_by_idx on public.heartbeats (account_id, created_by);
comment on table public.heartbeats is 'The secret address of an automation or agent, what is expected of it, and how it is.';
comment on column public.heartbeats.kind is 'automation or agent.';
comment on column public.heartbeats.token_hash is 'The SHA-256 of the token in its address, which is shown once; empty when it was revoked.';
comment on column public.heartbeats.former_hash is 'The same of the address before, which works until former_until.';
comment on column public.heartbeats.expects is 'nothing, interval or cron.';
comment on column public.heartbeats.working_hours is
  'When the interval counts: {"days": [1, 2, 3, 4, 5], "from": "08:00", "to": "18:00"}, 1 for Monday; always when empty.';
comment on column public.heartbeats.calendar is 'The cron line, expanded by private.cron_calendar.';
comment on column public.heartbeats.time_zone is 'A name that Postgres knows, such as Europe/Berlin.';
comment on column public.heartbeats.status is 'new until it has reported, then up or failing, as its last run ended.';
comment on column public.heartbeats.last_at is 'When it last reported that a run ended.';
comment on column public.heartbeats.last_seconds is 'How long the last run took, where its start was reported.';
comment on column public.heartbeats.running_since is 'When the oldest run began that has not ended.';
comment on column public.heartbeats.arrivals is 'When the last three runs began, by which a wrong time zone is recognised.';
comment on column public.heartbeats.due_at is 'When the next run is expected.';
comment on column public.heartbeats.late_at is 'From when on it is late unless it reports; empty when it cannot become late.';
comment on column public.heartbeats.trouble is 'late or failing, from when it is noticed until a run ends well.';
comment on column public.heartbeats.trouble_told is 'Whether its trouble was notified, and so is its end: not trouble that begins while alerts are muted.';
comment on column public.heartbeats.held_since is
  'Since when its runs fail during maintenance; members are told at the end if it still fails then.';
comment on column public.heartbeats.silent_until is 'Alerts are muted until this moment.';
comment on column public.heartbeats.rests is 'Its record is in the bin: calls are answered as if it were not there.';
comment on column public.heartbeats.runs is 'How many runs it has had: the number of the last one.';
comment on column public.heartbeats.minute is 'The minute of which minute_calls counts the calls.';
comment on column public.heartbeats.refused_calls is 'How many calls were refused, because there were more than sixty in a minute.';
comment on column public.heartbeats.created_by is 'The creator; empty when that person has left.';

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
    'run.outcome',
    'Outcome must be running, success, failure, unfinished or log.'
  )),
  constraint runs_note_length check (private.holds(
    octet_length(note) <= 10000,
    'run.note_length',
    'A note has at most 10,000 bytes.'
  ))
);
create unique index runs_rid_key on public.runs (heartbeat_id, rid) where rid is not null;
create index runs_open_idx on public.runs (heartbeat_id) where outcome = 'running';
create index runs_at_idx on public.runs (at);
comment on table public.runs is 'The runs that heartbeats have reported, one row each, kept for as many days as the operator sets.';
comment on column public.runs.number is 'Counts within a heartbeat.';
comment on column public.runs.outcome is
  'running, success, failure, unfinished (it never reported its end), or log (a note that says nothing of a run).';
comment on column public.runs.at is 'When it last reported.';
comment on column public.runs.rid is 'The id that the caller gave the run, to pair its start and end.';
comment on column public.runs.note is 'The body of the call, as text.';

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

alter table public.heartbeats enable row level security;
alter table public.heartbeats force row level security;
alter table public.runs enable row level security;
alter table public.runs force row level security;
alter table public.run_days enable row level security;
alter table public.run_days force row level security;

create policy "members read heartbeats of their account" on public.heartbeats
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "tokens keep to their scopes" on public.heartbeats
  as restrictive to cairn_token
  using ((select private.is_unscoped()) or kind = any ((select private.kinds_in_scope('read'))::text[]))
  with check ((select private.is_unscoped()));
create policy "members read runs of their account" on public.runs
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "tokens keep to their scopes" on public.runs
  as restrictive to cairn_token
  using ((select private.may('automations', 'read')) and (select private.may('agents', 'read')))
  with check ((select private.is_unscoped()));
create policy "members read sums of runs of their account" on public.run_days
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "tokens keep to their scopes" on public.run_days
  as restrictive to cairn_token
  using ((select private.may('automations', 'read')) and (select private.may('agents', 'read')))
  with check ((select private.is_unscoped()));

-- A hash would let its reader look a leaked token up: no role reads it.
grant select (
  id, account_id, kind, record_id, former_until, expects, every_seconds, working_hours, cron, calendar, time_zone,
  grace_seconds, status, first_at, last_at, last_outcome, last_seconds, running_since, due_at, late_at, trouble,
  trouble_since, silent_until, paused_at, rests, runs, refused_calls, created_by, created_at
) on public.heartbeats to authenticated, service_role;
grant select on public.runs, public.run_days to authenticated, service_role;
grant select, insert, update, delete on public.heartbeats, public.runs, public.run_days to cairn_definer;
