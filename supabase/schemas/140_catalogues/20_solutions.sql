-- Solutions beyond their table: what a change of a solution does to owners, tags, handovers, figures and the bin.
--
-- The functions are those of every catalogue; each trigger of tags, 50_ownership, 60_figures and 80_bin stands here.

-- The owner is settled, then tried, and all of it comes before the stamp: triggers run in the order of their names.
create trigger solutions_owner before insert or update of owner_id, invited_owner_id on public.solutions
  for each row execute function private.enforce_single_owner();
create trigger solutions_owner_invited before insert on public.solutions
  for each row when (current_user in ('authenticated', 'cairn_token') and new.invited_owner_id is not null)
  execute function private.require_open_invitation();
create trigger solutions_owner_invited_later before update of owner_id, invited_owner_id on public.solutions
  for each row when (new.invited_owner_id is not null and new.invited_owner_id is distinct from old.invited_owner_id)
  execute function private.require_open_invitation();
create trigger solutions_owner_put_back before insert on public.solutions
  for each row when (current_user not in ('authenticated', 'cairn_token') and new.invited_owner_id is not null)
  execute function private.clear_closed_invitation();

-- A record from the bin, or one that gets former tags back, does without deleted tags.
create trigger solutions_tags before insert or update of tags on public.solutions
  for each row when (new.tags <> '{}' and current_user <> 'cairn_definer')
  execute function private.keep_tags('refuse');
create trigger solutions_tags_put_back before insert or update of tags on public.solutions
  for each row when (new.tags <> '{}' and current_user = 'cairn_definer')
  execute function private.keep_tags('forget');

-- A departure is over once the record has an owner again, or is gone.
create trigger solutions_owned_again after update of owner_id on public.solutions
  for each row when (old.owner_id is null and new.owner_id is not null)
  execute function private.clear_departed_owner('solution');
create trigger solutions_departed_gone after delete on public.solutions
  for each row when (old.owner_id is null) execute function private.clear_departed_owner('solution');

-- Handovers follow the owner. A record that comes back out of the bin may have lost its invited owner.
create trigger solutions_follow_owner after update on public.solutions
  referencing new table as is_now
  for each statement execute function private.sync_handovers_with_owner();
create trigger solutions_follow_owner_back after insert on public.solutions
  referencing new table as is_now
  for each statement execute function private.sync_handovers_with_owner();

-- Changed records are counted later.
create trigger solutions_come_to_count after insert on public.solutions
  referencing new table as come
  for each statement execute function private.mark_records('solution');
create trigger solutions_change_to_count after update on public.solutions
  referencing old table as gone new table as come
  for each statement execute function private.mark_records('solution');
create trigger solutions_go_to_count after delete on public.solutions
  referencing old table as gone
  for each statement execute function private.mark_records('solution');

-- Only foreign keys run as cairn_owner: the whole account goes, and its bin with it.
create trigger solutions_into_bin before delete on public.solutions
  for each row when (current_user <> 'cairn_owner') execute function private.bin_record('solution');

-- Values of own fields are checked before the stamp, and kept for lists that ask for them.
create trigger solutions_hold_own_fields before insert or update of own on public.solutions
  for each statement execute function private.hold_own_fields();
create trigger solutions_own_new before insert on public.solutions
  for each row when (current_user <> 'cairn_definer') execute function private.check_own_values('solution');
create trigger solutions_own_changed before update of own on public.solutions
  for each row when (current_user <> 'cairn_definer' and new.own is distinct from old.own)
  execute function private.check_own_values('solution');
create trigger solutions_own_put_back before insert or update of own on public.solutions
  for each row when (current_user = 'cairn_definer' and new.own <> '{}')
  execute function private.keep_known_own_values('solution');
create trigger solutions_own_values_come after insert on public.solutions
  referencing new table as come
  for each statement execute function private.keep_own_values('solution');
create trigger solutions_own_values_change after update on public.solutions
  referencing old table as gone new table as come
  for each statement execute function private.keep_own_values('solution');
create trigger solutions_own_values_go after delete on public.solutions
  referencing old table as gone
  for each statement execute function private.keep_own_values('solution');

-- A record from the bin has no source where another record has its id there by now.
create trigger solutions_source_put_back before insert on public.solutions
  for each row when (current_user = 'cairn_definer' and new.source_id is not null)
  execute function private.forget_taken_source();
