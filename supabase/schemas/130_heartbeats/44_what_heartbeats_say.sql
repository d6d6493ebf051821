-- Heartbeats of records for lists and the dashboard: whether one is in trouble, its state, and its last run.
--
-- Callers may not read hashes, and so not whether an address was revoked: these functions look for them.

create function private.heartbeats_in_trouble()
returns table (kind text, record_id uuid, trouble text, trouble_since timestamptz)
language sql stable security definer set search_path = ''
as $$
  select h.kind, h.record_id, h.trouble, h.trouble_since
  from public.heartbeats h
  where h.account_id = private.my_account() and h.trouble is not null and h.token_hash is not null and not h.rests
    and private.maintenance_until(h.account_id, h.record_id, now()) is null
$$;
comment on function private.heartbeats_in_trouble() is
  'The records of the caller''s account whose heartbeats are late or failing, as the server has noted, and since when. Those in maintenance are left out.';
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
grant execute on function private.reported_runs(text) to authenticated;

create function private.heartbeat_condition(account uuid, kind text, states text[]) returns text
language sql immutable set search_path = ''
as $$
  select format(
    't.id in (
      select h.record_id
      from public.heartbeats h%s
      where h.account_id = %L and h.kind = %L and h.token_hash is not null and not h.rests%s
    )',
    case when states is not null then
      format(' left join private.records_in_maintenance(%L, now()) w on w.record_id = h.record_id', account)
    end,
    account, kind,
    case when states is not null then
      format(' and private.counted_state(h, w.until, now()) = any (%L::text[])', states)
    end
  )
$$;
comment on function private.heartbeat_condition(uuid, text, text[]) is
  'Which records t of an account''s catalogue have a heartbeat that counts as one of the states, as a condition; as any where none is named.';

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
grant execute on function private.reported_in_file(text, uuid) to authenticated, service_role;
