-- A clock that is set forward or back. What is counted in time counts only time in which a server runs: a jump of the
-- clock, or an hour without a server, neither opens a limit nor prolongs it.
--
-- A server notes the time every few seconds. Whoever counts looks at that note first: where it is more than a minute from
-- the clock, all counters move by the difference before anything is counted. The product moves its own by a trigger on
-- this table.

create table auth.clock (
  is_only_row boolean primary key default true check (is_only_row),
  seen_at timestamptz not null
);

insert into auth.clock (seen_at) values (clock_timestamp());

alter table auth.clock enable row level security;

comment on table auth.clock is
  'When a server has last looked at the clock. One row.';

create function auth.keep_time() returns void
language plpgsql set search_path = ''
as $$
declare
  largest_step constant interval := '1 minute';
  seen timestamptz := (select c.seen_at from auth.clock c);
  moment timestamptz := clock_timestamp();
begin
  if seen > moment - largest_step and seen < moment + largest_step then
    return;
  end if;
  insert into auth.clock (seen_at) values (moment) on conflict do nothing;
  -- Of several that notice at the same time one moves the counters, and the others wait for it.
  select c.seen_at into seen from auth.clock c for update;
  moment := clock_timestamp();
  if seen > moment - largest_step and seen < moment + largest_step then
    return;
  end if;
  update auth.rate_limits set window_started_at = window_started_at + (moment - seen);
  update auth.clock set seen_at = moment;
end
$$;

comment on function auth.keep_time() is
  'Moves what is counted in time, if the clock was set since a server has last looked. Asked before each count.';

create function auth.note_time() returns void
language plpgsql set search_path = ''
as $$
begin
  perform auth.keep_time();
  update auth.clock set seen_at = clock_timestamp() where seen_at < clock_timestamp() - interval '5 seconds';
end
$$;

comment on function auth.note_time() is 'Looks at the clock. For every server, each few seconds.';

revoke execute on function auth.keep_time(), auth.note_time() from public;
