-- Records beyond their table: what a change of a record does to owners, tags, handovers, figures and the bin.
--
-- Each trigger of tags, 50_ownership, 60_figures, 80_bin and 130_heartbeats stands here.

-- The owner is settled, then tried, and all of it comes before the stamp: triggers run in the order of their names.
create trigger records_owner before insert or update of owner_id, invited_owner_id, team_id on private.records
  for each row execute function private.enforce_single_owner();
create trigger records_owner_invited before insert on private.records
  for each row when (current_user in ('authenticated', 'cairn_token') and new.invited_owner_id is not null)
  execute function private.require_open_invitation();
create trigger records_owner_invited_later before update of owner_id, invited_owner_id on private.records
  for each row when (new.invited_owner_id is not null and new.invited_owner_id is distinct from old.invited_owner_id)
  execute function private.require_open_invitation();
create trigger records_owner_put_back before insert on private.records
  for each row when (current_user not in ('authenticated', 'cairn_token') and new.invited_owner_id is not null)
  execute function private.clear_closed_invitation();

-- A record from the bin, or one that gets former tags back, does without deleted tags.
create trigger records_tags before insert or update of tags on private.records
  for each row when (new.tags <> '{}' and current_user <> 'cairn_definer')
  execute function private.keep_tags('refuse');
create trigger records_tags_put_back before insert or update of tags on private.records
  for each row when (new.tags <> '{}' and current_user = 'cairn_definer')
  execute function private.keep_tags('forget');

-- A departure is over once the record has an owner again, or is gone.
create trigger records_owned_again after update of owner_id, team_id on private.records
  for each row when (coalesce(old.owner_id, old.team_id) is null and coalesce(new.owner_id, new.team_id) is not null)
  execute function private.clear_departed_owner();
create trigger records_departed_gone after delete on private.records
  for each row when (old.owner_id is null) execute function private.clear_departed_owner();

-- Handovers follow the owner. A record that comes back out of the bin may have lost its invited owner.
create trigger records_follow_owner after update on private.records
  referencing new table as is_now
  for each statement execute function private.sync_handovers_with_owner();
create trigger records_follow_owner_back after insert on private.records
  referencing new table as is_now
  for each statement execute function private.sync_handovers_with_owner();

-- Changed records are counted later.
create trigger records_come_to_count after insert on private.records
  referencing new table as come
  for each statement execute function private.mark_records();
create trigger records_change_to_count after update on private.records
  referencing old table as gone new table as come
  for each statement execute function private.mark_records();
create trigger records_go_to_count after delete on private.records
  referencing old table as gone
  for each statement execute function private.mark_records();

-- Only foreign keys run as cairn_owner: the whole account goes, and its bin with it.
create trigger records_into_bin before delete on private.records
  for each row when (current_user <> 'cairn_owner') execute function private.bin_record();

-- Values of own fields are checked before the stamp, and kept for lists that ask for them.
create trigger records_hold_own_fields before insert or update of own on private.records
  for each statement execute function private.hold_own_fields();
create trigger records_own_new before insert on private.records
  for each row when (current_user <> 'cairn_definer') execute function private.check_own_values();
create trigger records_own_changed before update of own on private.records
  for each row when (current_user <> 'cairn_definer' and new.own is distinct from old.own)
  execute function private.check_own_values();
create trigger records_own_put_back before insert or update of own on private.records
  for each row when (current_user = 'cairn_definer' and new.own <> '{}')
  execute function private.keep_known_own_values();
create trigger records_own_values_come after insert on private.records
  referencing new table as come
  for each statement execute function private.keep_own_values();
create trigger records_own_values_change after update on private.records
  referencing old table as gone new table as come
  for each statement execute function private.keep_own_values();
create trigger records_own_values_go after delete on private.records
  referencing old table as gone
  for each statement execute function private.keep_own_values();

-- A record from the bin has no source where another record has its id there by now.
create trigger records_source_put_back before insert on private.records
  for each row when (current_user = 'cairn_definer' and new.source_id is not null)
  execute function private.forget_taken_source();

-- A heartbeat rests while its record is in the bin.
create trigger records_rest_heartbeats after delete on private.records
  referencing old table as gone
  for each statement execute function private.suspend_heartbeats();
create trigger records_wake_heartbeats after insert on private.records
  referencing new table as come
  for each statement execute function private.resume_heartbeats();
