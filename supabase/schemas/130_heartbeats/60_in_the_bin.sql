-- Heartbeats of records that go into the bin rest there; they beat again when the record comes back, and go with it.

create function private.suspend_heartbeats() returns trigger
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
comment on function private.suspend_heartbeats() is
  'Statement trigger: suspends heartbeats of deleted records: they accept no calls and raise no alerts.';

create function private.resume_heartbeats() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  beat public.heartbeats;
begin
  for beat in
    select h.*
    from public.heartbeats h
    join come c on c.account_id = h.account_id and c.kind = h.kind and c.id = h.record_id
    where h.rests
    order by h.id
    for update of h
  loop
    beat.rests := false;
    perform private.store_changed_heartbeat(private.restart_expectation(beat));
  end loop;
  return null;
end
$$;
comment on function private.resume_heartbeats() is
  'Statement trigger: resumes heartbeats of restored records as they were, expected from now on.';

-- A record that is restored leaves the bin too: its heartbeat rests no more by then.
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

create trigger binned_records_forget_heartbeats after delete on public.binned_records
  referencing old table as gone
  for each statement execute function private.forget_heartbeats();
