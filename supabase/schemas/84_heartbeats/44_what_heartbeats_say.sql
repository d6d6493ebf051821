-- What heartbeats say of records where lists and the dashboard ask: whether one is in trouble, when it last ran.
--
-- Callers may not read hashes, and so not whether an address was revoked: these functions look for them.

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
