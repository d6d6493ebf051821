-- Agents beyond their table: what a change of an agent does to owners, tags, handovers, figures and the bin.
--
-- The functions are those of every catalogue; each trigger of tags, 50_ownership, 60_figures and 80_bin stands here.

-- The owner is settled, then tried, and all of it comes before the stamp: triggers run in the order of their names.
create trigger agents_owner before insert or update of owner_id, invited_owner_id on public.agents
  for each row execute function private.enforce_single_owner();
create trigger agents_owner_invited before insert on public.agents
  for each row when (current_user in ('authenticated', 'cairn_token') and new.invited_owner_id is not null)
  execute function private.require_open_invitation();
create trigger agents_owner_invited_later before update of owner_id, invited_owner_id on public.agents
  for each row when (new.invited_owner_id is not null and new.invited_owner_id is distinct from old.invited_owner_id)
  execute function private.require_open_invitation();
create trigger agents_owner_put_back before insert on public.agents
  for each row when (current_user not in ('authenticated', 'cairn_token') and new.invited_owner_id is not null)
  execute function private.clear_closed_invitation();

-- A record from the bin, or one that gets former tags back, does without deleted tags.
create trigger agents_tags before insert or update of tags on public.agents
  for each row when (new.tags <> '{}' and current_user <> 'cairn_definer')
  execute function private.keep_tags('refuse');
create trigger agents_tags_put_back before insert or update of tags on public.agents
  for each row when (new.tags <> '{}' and current_user = 'cairn_definer')
  execute function private.keep_tags('forget');

-- A departure is over once the record has an owner again, or is gone.
create trigger agents_owned_again after update of owner_id on public.agents
  for each row when (old.owner_id is null and new.owner_id is not null)
  execute function private.clear_departed_owner('agent');
create trigger agents_departed_gone after delete on public.agents
  for each row when (old.owner_id is null) execute function private.clear_departed_owner('agent');

-- Handovers follow the owner. A record that comes back out of the bin may have lost its invited owner.
create trigger agents_follow_owner after update on public.agents
  referencing new table as is_now
  for each statement execute function private.sync_handovers_with_owner();
create trigger agents_follow_owner_back after insert on public.agents
  referencing new table as is_now
  for each statement execute function private.sync_handovers_with_owner();

-- Changed records are counted later.
create trigger agents_come_to_count after insert on public.agents
  referencing new table as come
  for each statement execute function private.mark_records('agent');
create trigger agents_change_to_count after update on public.agents
  referencing old table as gone new table as come
  for each statement execute function private.mark_records('agent');
create trigger agents_go_to_count after delete on public.agents
  referencing old table as gone
  for each statement execute function private.mark_records('agent');

-- Only foreign keys run as cairn_owner: the whole account goes, and its bin with it.
create trigger agents_into_bin before delete on public.agents
  for each row when (current_user <> 'cairn_owner') execute function private.bin_record('agent');

-- Values of own fields are checked before the stamp, and kept for lists that ask for them.
create trigger agents_hold_own_fields before insert or update of own on public.agents
  for each statement execute function private.hold_own_fields();
create trigger agents_own_new before insert on public.agents
  for each row when (current_user <> 'cairn_definer') execute function private.check_own_values('agent');
create trigger agents_own_changed before update of own on public.agents
  for each row when (current_user <> 'cairn_definer' and new.own is distinct from old.own)
  execute function private.check_own_values('agent');
create trigger agents_own_put_back before insert or update of own on public.agents
  for each row when (current_user = 'cairn_definer' and new.own <> '{}')
  execute function private.keep_known_own_values('agent');
create trigger agents_own_values_come after insert on public.agents
  referencing new table as come
  for each statement execute function private.keep_own_values('agent');
create trigger agents_own_values_change after update on public.agents
  referencing old table as gone new table as come
  for each statement execute function private.keep_own_values('agent');
create trigger agents_own_values_go after delete on public.agents
  referencing old table as gone
  for each statement execute function private.keep_own_values('agent');

-- A record from the bin has no source where another record has its id there by now.
create trigger agents_source_put_back before insert on public.agents
  for each row when (current_user = 'cairn_definer' and new.source_id is not null)
  execute function private.forget_taken_source();

-- A heartbeat rests while its record is in the bin.
create trigger agents_rest_heartbeats after delete on public.agents
  referencing old table as gone
  for each statement execute function private.suspend_heartbeats('agent');
create trigger agents_wake_heartbeats after insert on public.agents
  referencing new table as come
  for each statement execute function private.resume_heartbeats('agent');
