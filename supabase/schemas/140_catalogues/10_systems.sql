-- Systems beyond their table: what a change of a system does to owners, tags, handovers, figures and the bin.
--
-- The functions are those of every catalogue; each trigger of tags, 50_ownership, 60_figures and 80_bin stands here.

-- The owner is settled, then tried, and all of it comes before the stamp: triggers run in the order of their names.
create trigger systems_owner before insert or update of owner_id, invited_owner_id on public.systems
  for each row execute function private.enforce_single_owner();
create trigger systems_owner_invited before insert on public.systems
  for each row when (current_user in ('authenticated', 'cairn_token') and new.invited_owner_id is not null)
  execute function private.require_open_invitation();
create trigger systems_owner_invited_later before update of owner_id, invited_owner_id on public.systems
  for each row when (new.invited_owner_id is not null and new.invited_owner_id is distinct from old.invited_owner_id)
  execute function private.require_open_invitation();
create trigger systems_owner_put_back before insert on public.systems
  for each row when (current_user not in ('authenticated', 'cairn_token') and new.invited_owner_id is not null)
  execute function private.clear_closed_invitation();

-- A record from the bin, or one that gets former tags back, does without deleted tags.
create trigger systems_tags before insert or update of tags on public.systems
  for each row when (new.tags <> '{}' and current_user <> 'cairn_definer')
  execute function private.keep_tags('refuse');
create trigger systems_tags_put_back before insert or update of tags on public.systems
  for each row when (new.tags <> '{}' and current_user = 'cairn_definer')
  execute function private.keep_tags('forget');

-- A departure is over once the record has an owner again, or is gone.
create trigger systems_owned_again after update of owner_id on public.systems
  for each row when (old.owner_id is null and new.owner_id is not null)
  execute function private.clear_departed_owner('system');
create trigger systems_departed_gone after delete on public.systems
  for each row when (old.owner_id is null) execute function private.clear_departed_owner('system');

-- Handovers follow the owner. A record that comes back out of the bin may have lost its invited owner.
create trigger systems_follow_owner after update on public.systems
  referencing new table as is_now
  for each statement execute function private.sync_handovers_with_owner();
create trigger systems_follow_owner_back after insert on public.systems
  referencing new table as is_now
  for each statement execute function private.sync_handovers_with_owner();

-- Changed records are counted later.
create trigger systems_come_to_count after insert on public.systems
  referencing new table as come
  for each statement execute function private.mark_records('system');
create trigger systems_change_to_count after update on public.systems
  referencing old table as gone new table as come
  for each statement execute function private.mark_records('system');
create trigger systems_go_to_count after delete on public.systems
  referencing old table as gone
  for each statement execute function private.mark_records('system');

-- Only foreign keys run as cairn_owner: the whole account goes, and its bin with it.
create trigger systems_into_bin before delete on public.systems
  for each row when (current_user <> 'cairn_owner') execute function private.bin_record('system');

-- Values of own fields are checked before the stamp, and kept for lists that ask for them.
create trigger systems_hold_own_fields before insert or update of own on public.systems
  for each statement execute function private.hold_own_fields();
create trigger systems_own_new before insert on public.systems
  for each row when (current_user <> 'cairn_definer') execute function private.check_own_values('system');
create trigger systems_own_changed before update of own on public.systems
  for each row when (current_user <> 'cairn_definer' and new.own is distinct from old.own)
  execute function private.check_own_values('system');
create trigger systems_own_put_back before insert or update of own on public.systems
  for each row when (current_user = 'cairn_definer' and new.own <> '{}')
  execute function private.keep_known_own_values('system');
create trigger systems_own_values_come after insert on public.systems
  referencing new table as come
  for each statement execute function private.keep_own_values('system');
create trigger systems_own_values_change after update on public.systems
  referencing old table as gone new table as come
  for each statement execute function private.keep_own_values('system');
create trigger systems_own_values_go after delete on public.systems
  referencing old table as gone
  for each statement execute function private.keep_own_values('system');

-- A record from the bin has no source where another record has its id there by now.
create trigger systems_source_put_back before insert on public.systems
  for each row when (current_user = 'cairn_definer' and new.source_id is not null)
  execute function private.forget_taken_source();
