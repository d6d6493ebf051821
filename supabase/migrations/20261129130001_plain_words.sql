-- Plain words: functions are named by what they do. A trigger, policy or check follows the new name of its function.

alter function private.asked_scopes(text, text) rename to required_scopes;
alter function private.is_taking_in() rename to is_restoring_archive;
alter function private.list_within(text[], integer, integer) rename to is_list_within;
alter function private.refused_as_answer(integer, text, text, integer) rename to refusal_response;
alter function private.refused_secret(text, text, text) rename to unknown_secret_response;
alter function private.with_a_typo(text) rename to typo_pattern;
alter function private.word_with_a_typo(text) rename to typo_pattern_of_word;
alter function private.empty_person() rename to clear_deleted_person;
alter function private.end_invitations_of_leaver() rename to end_invitations_of_former_member;
alter function private.fold_newcomers(uuid, uuid, text) rename to group_newcomer_notifications;
alter function private.follow_email() rename to copy_email_to_profile;
alter function private.keep_an_admin() rename to protect_last_admin;
alter function private.my_domain_offer() rename to domain_offer_of_caller;
alter function private.not_accepted(text) rename to not_accepted_response;
alter function private.queue_newcomer(uuid, uuid) rename to enqueue_newcomer;
alter function private.refuse_stranger(uuid) rename to refuse_non_member;
alter function private.remember_leaver(uuid, uuid, text) rename to store_past_addresses;
alter function private.remember_deleted_person() rename to store_addresses_of_deleted_user;
alter function private.rename_account() rename to copy_name_to_account;
alter function private.stayed_member(uuid, uuid, timestamptz) rename to has_been_member_since;
alter function private.take_newcomer(uuid) rename to dequeue_newcomer;
alter function private.keep_five_passwords() rename to prune_password_history;
alter function private.keep_sign_in_protection() rename to shift_locks_with_clock;
alter function private.note_secret(text, uuid, text) rename to record_made_secret;
alter function private.open_lock_outs(uuid) rename to locked_out_members;
alter function private.take_audit_turn() rename to limit_audit_reports;
alter function private.take_made_secrets(integer) rename to dequeue_made_secrets;
alter function private.carry_out_handovers(uuid) rename to apply_handovers;
alter function private.decided_handovers(uuid, uuid, jsonb, boolean) rename to resolved_handovers;
alter function private.departed_by_known_names(jsonb) rename to sanitized_departed_owners;
alter function private.departed_of(uuid[]) rename to departed_owners_of;
alter function private.end_departure() rename to clear_departed_owner;
alter function private.end_handovers_to(uuid, uuid, jsonb) rename to mark_handovers_passed_on;
alter function private.follow_expert() rename to sync_handovers_with_experts;
alter function private.follow_owner() rename to sync_handovers_with_owner;
alter function private.follow_renewed_invitation(uuid, uuid) rename to move_to_renewed_invitation;
alter function private.forget_closed_invitation() rename to clear_closed_invitation;
alter function private.forget_departed() rename to erase_departed_owner_name;
alter function private.forget_giver() rename to erase_giver_name;
alter function private.forget_handovers() rename to delete_handovers_of_purged;
alter function private.hand_to_invited(uuid, uuid, uuid, uuid) rename to reassign_records_of_invitation;
alter function private.hold_open_invitation(uuid, uuid) rename to lock_open_invitation;
alter function private.keep_one_owner() rename to enforce_single_owner;
alter function private.leave_without_owner() rename to clear_owner_of_ended_invitation;
alter function private.note_departure() rename to record_departed_owner;
alter function private.note_handovers(uuid, jsonb, uuid, text, boolean) rename to insert_handovers;
alter function private.pass_on(uuid, uuid[], uuid, uuid) rename to pass_handovers_on;
alter function private.refuse_answer(text, integer, uuid, uuid) rename to refuse_handover_answer;
alter function private.refuse_stale(text) rename to refuse_outdated;
alter function private.tell_receivers(uuid) rename to notify_receivers;
alter function private.accounts_to_cover() rename to accounts_without_coverage;
alter function private.beginning_of(date) rename to utc_midnight;
alter function private.count_anew(uuid) rename to recount_account;
alter function private.count_for_readers(uuid) rename to count_marked_before_reading;
alter function private.count_many() rename to count_bulk_marks;
alter function private.drop_counts() rename to delete_counts;
alter function private.keep_all_coverage(uuid) rename to store_all_coverage;
alter function private.keep_coverage(uuid, integer) rename to store_coverage;
alter function private.keep_coverage_once(uuid) rename to store_coverage_once;
alter function private.leave_invitations() rename to store_coverage_before_invitation_ends;
alter function private.lock_of_counts(uuid) rename to lock_key_of_counts;
alter function private.mark_named() rename to mark_referenced_records;
alter function private.never_reported(uuid, text) rename to records_never_reported;
alter function private.parts_of_ids(bigint) rename to id_ranges;
alter function private.people_not_seen(uuid) rename to inactive_members;
alter function private.records_marked(uuid, text[], integer) rename to marked_records;
alter function private.begun_export(text, text, text, text[]) rename to begin_export;
alter function private.in_words(jsonb, jsonb) rename to names_of_ids;
alter function private.kept_text(text, text, text, text, text[]) rename to own_value_text_condition;
alter function private.may_be_value(text, text, text) rename to is_valid_filter_value;
alter function private.most_exported() rename to max_exported_rows;
alter function private.own_of(text, uuid) rename to own_values_of_record;
alter function private.page_by_field(uuid, text, text, boolean, integer) rename to first_ids_by_field;
alter function private.tags_that_are_meant(text) rename to tags_meant_by_text;
alter function private.with_entry(jsonb, text[], text) rename to replace_in_list;
alter function private.with_tag_in_address(text, uuid[], uuid) rename to replace_tag_in_address;
alter function private.with_value(jsonb, text, text[], text) rename to replace_value_in_conditions;
alter function private.clear_places(uuid, uuid[]) rename to remove_moved_links;
alter function private.deletable(text, uuid[], timestamptz) rename to deletable_records;
alter function private.hold_deletable(text, uuid[], timestamptz) rename to lock_deletable_records;
alter function private.leave_bin() rename to store_coverage_before_purge;
alter function private.links_by_known_names(jsonb) rename to sanitized_links;
alter function private.links_to_keep(uuid, text, uuid) rename to links_for_bin;
alter function private.move_links(uuid, text, uuid[], uuid) rename to repoint_links;
alter function private.move_lists(uuid, uuid[], uuid) rename to replace_in_system_lists;
alter function private.move_rows(uuid, text, uuid[], uuid) rename to repoint_link_rows;
alter function private.put_into_bin(uuid, text, uuid[]) rename to insert_into_bin;
alter function private.put_into_lists(uuid, uuid[]) rename to restore_into_system_lists;
alter function private.put_links_back(uuid, uuid[]) rename to restore_links;
alter function private.put_people_back(uuid, uuid[]) rename to restore_people;
alter function private.put_records_back(uuid, uuid[], jsonb) rename to reinsert_records;
alter function private.put_records_of_kind(text, jsonb) rename to reinsert_records_of_kind;
alter function private.put_rows_back(uuid, uuid[]) rename to restore_link_rows;
alter function private.tell_owners(uuid, text, uuid[], uuid, text) rename to notify_owners_of_linked;
alter function private.act_as_read(public.acts) rename to act_json;
alter function private.delete_again(jsonb) rename to undo_creations;
alter function private.hold_act(uuid) rename to lock_undoable_act;
alter function private.is_cut(text, jsonb) rename to is_truncated;
alter function private.json_in_bulk(text) rename to json_or_null;
alter function private.parts_of_undo(text[]) rename to history_parts_of_undo;
alter function private.put_former_experts(jsonb) rename to restore_former_experts;
alter function private.put_former_fields(jsonb) rename to restore_former_fields;
alter function private.put_former_tags(jsonb) rename to restore_former_tags;
alter function private.put_former_values(jsonb) rename to restore_former_values;
alter function private.restore_of_act(jsonb) rename to undo_deletions;
alter function private.with_undone(public.acts) rename to act_json_with_undone;
alter function private.delete_what_is_gone(public.imports, private.import_write[]) rename to delete_missing_records;
alter function private.fits_decision(public.import_rows, jsonb) rename to is_possible_decision;
alter function private.hash_of_heads(text[]) rename to header_hash;
alter function private.hold_import(uuid) rename to lock_import;
alter function private.import_as_read(uuid) rename to import_json;
alter function private.import_time() rename to import_retention;
alter function private.is_left_out(public.import_rows) rename to is_skipped;
alter function private.meet_records(public.imports, integer[]) rename to match_rows_to_records;
alter function private.meeting(text) rename to match_condition;
alter function private.name_what_is_taken(public.imports, integer[]) rename to mark_taken_names;
alter function private.note_import(public.imports, integer[]) rename to store_import_progress;
alter function private.note_what_is_gone(public.imports) rename to mark_missing_records;
alter function private.own_definitions(public.imports) rename to own_field_definitions;
alter function private.people_without(jsonb, jsonb) rename to people_except;
alter function private.reads_the_same(text, jsonb, jsonb) rename to is_unchanged_by_import;
alter function private.refuse_choice(uuid, jsonb) rename to refuse_person_choice;
alter function private.refuse_taken_rows(public.imports, integer[]) rename to exclude_taken_rows;
alter function private.settle_import_rows(public.imports, integer[]) rename to plan_row_changes;
alter function private.taken_of_row(jsonb, jsonb) rename to values_taken_from_row;
alter function private.register_found(public.imports, jsonb) rename to mark_found_registered;
alter function private.take_in_found(public.found_sources, text, jsonb) rename to store_found_records;
alter function private.began(public.heartbeats, timestamptz) rename to with_run_start;
alter function private.cut_to_bytes(text, integer) rename to truncate_to_bytes;
alter function private.discover(text, text, text, text, text, timestamptz) rename to record_unknown_caller;
alter function private.expect_from_now(public.heartbeats) rename to restart_expectation;
alter function private.heartbeat_called(text, text, timestamptz) rename to find_heartbeat;
alter function private.heartbeat_to_change(uuid) rename to lock_heartbeat_to_change;
alter function private.in_order(integer[]) rename to sorted_numbers;
alter function private.keep_address(public.heartbeats) rename to store_changed_heartbeat;
alter function private.keep_heartbeat(public.heartbeats) rename to store_called_heartbeat;
alter function private.likely_zones(uuid) rename to likely_time_zones;
alter function private.note_address(public.heartbeats, text) rename to audit_heartbeat_address;
alter function private.note_heartbeat(public.heartbeats, jsonb, jsonb) rename to record_heartbeat_in_history;
alter function private.note_late(timestamptz, text[]) rename to mark_late_heartbeats;
alter function private.numbers_of(jsonb) rename to integers_of_json;
alter function private.record_to_beat(text, uuid) rename to changeable_record_for_heartbeat;
alter function private.records_to_beat(text, uuid[]) rename to changeable_records_for_heartbeats;
alter function private.refused_call(text) rename to unknown_address_response;
alter function private.rest_heartbeats() rename to suspend_heartbeats;
alter function private.strip_of_runs(uuid, uuid) rename to recent_runs;
alter function private.take_in_call(public.heartbeats, text, uuid, text, timestamptz) rename to record_call;
alter function private.take_in_end(public.heartbeats, smallint, text, uuid, text, timestamptz) rename to record_run_end;
alter function private.take_in_log(public.heartbeats, text, timestamptz) rename to record_log_call;
alter function private.take_in_start(public.heartbeats, uuid, text, timestamptz) rename to record_run_start;
alter function private.wake_heartbeats() rename to resume_heartbeats;
alter function private.keep_ended_secret() rename to store_ended_secret;
alter function private.leave_service_accounts() rename to release_service_accounts;
alter function private.tell_of_ended_tokens(jsonb) rename to notify_of_ended_tokens;
alter function private.tell_of_service_account(public.service_accounts, uuid) rename to notify_of_service_account;
alter function private.tell_of_suggestion(public.suggestions, text, uuid) rename to notify_of_suggestion;
alter function private.value_as_kept(uuid, text, uuid, text, jsonb) rename to stored_form_of_value;
alter function private.note_remains() rename to enqueue_webhook_cleanup;
alter function private.refuse_gone_webhook() rename to refuse_unknown_webhook;
alter function private.days_kept(text, integer) rename to retention_days;
alter function private.follow_language() rename to copy_language_to_profile;
alter function private.forget_contents() rename to clear_view_contents;
alter function private.keep_digest_time() rename to schedule_digest;
alter function private.stamp_reading() rename to stamp_read_at;
alter function private.take_heartbeat_news(uuid, uuid[]) rename to dequeue_heartbeat_news;
alter function private.tell_of_heartbeats(uuid, timestamptz, text[]) rename to notify_of_heartbeats;
alter function private.tell_of_tokens(uuid, timestamptz, text[]) rename to notify_of_ending_tokens;
alter function private.accounts_with_archives_to_take_in() rename to accounts_with_archives_to_restore;
alter function private.begin_taking_in(uuid) rename to begin_restoring_archive;
alter function private.columns_to_take_in(regclass, text[], jsonb) rename to columns_to_restore;
alter function private.end_taking_in(uuid, uuid, bigint) rename to end_restoring_archive;
alter function private.forget_unawaited(uuid) rename to delete_unawaited_lines;
alter function private.give_awaited(uuid, uuid, uuid) rename to assign_awaited;
alter function private.give_awaited_by_address(uuid, text, uuid) rename to assign_awaited_by_address;
alter function private.give_awaited_to_member() rename to assign_awaited_to_member;
alter function private.line_for_account(uuid, text, jsonb) rename to row_from_archive_line;
alter function private.record_by_known_names(text, jsonb) rename to sanitized_record;
alter function private.strangers_in(uuid, jsonb, text[]) rename to unknown_people_in_line;
alter function private.take_in_lines(uuid, uuid, text, jsonb) rename to restore_lines;
alter function private.take_in_people(uuid, uuid, jsonb) rename to restore_people_of_archive;
alter function private.arrange_deletion(uuid) rename to schedule_deletion;
alter function private.take_back_deletion(uuid) rename to cancel_deletion;

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
comment on function private.display_text(text) is
  'Text in one line, without control, direction and invisible characters, trimmed, white space collapsed; empty where nothing of it can be seen.';
comment on function private.email_domain(text) is 'The part after the last @, in lower case; null where nothing follows it.';
comment on function private.masked_email(text) is
  'An address as others may see it: its first two characters, then always the same number of stars.';
comment on function private.token_hash(text) is 'The form in which a token is stored: its SHA-256, in hexadecimal.';
create or replace function private.typo_pattern(words text) returns text
language sql immutable set search_path = ''
as $$
  select '\m' || string_agg(
    case
      when w.may_have_one then private.typo_pattern_of_word(w.word)
      else regexp_replace(w.word, '([\\^$.*+?()[\]{}|/])', '\\\1', 'g')
    end,
    '\s+' order by w.place
  )
  from (
    select part.word, part.place, length(part.word) >= 4 and part.word !~ '[^[:alpha:]]' as may_have_one
    from regexp_split_to_table(private.folded(words), '\s+') with ordinality as part (word, place)
  ) as w
  having bool_or(w.may_have_one) and length(private.folded(words)) <= 40
$$;
comment on function private.is_restoring_archive() is
  'Whether the server is writing the rows of an archive, which bring their own history and are no news.';
create or replace function private.stamp_record() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    if current_user = 'authenticated' then
      new.created_by := private.caller_id();
      new.updated_by := new.created_by;
      new.created_at := now();
      new.updated_at := now();
    end if;
  elsif current_user <> 'cairn_owner' and not private.is_purging() and not private.is_restoring_archive() then
    new.updated_by := old.updated_by;
    new.updated_at := old.updated_at;
    if new is distinct from old then
      new.updated_by := private.caller_id();
      if current_user = 'cairn_definer' and new.updated_by is distinct from old.updated_by then
        if not private.is_member(new.account_id, new.updated_by) then
          new.updated_by := null;
        end if;
      end if;
      new.updated_at := now();
    end if;
  end if;
  return new;
end
$$;
create or replace function private.unknown_secret_response(kind text, message text, hint text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if private.count_for_network('wrong ' || kind) then
    return private.refusal_response(401, message, hint);
  end if;
  return private.refusal_response(
    429, 'Too many requests.', 'Wait a minute, then try again.', private.seconds_to_next_minute(now())
  );
end
$$;
comment on function private.caller_agent() is 'The user agent of the caller; null outside a request.';
comment on function private.scopes() is
  'The scopes of the caller''s token, empty where an app''s names none; null for a session, which has all permissions of its person.';
create or replace function private.hold_to_scope() returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  path constant text := current_setting('request.path', true);
  headers constant jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  what constant text := case when path like '/rpc/%' then 'call this procedure' else 'do this with this table' end;
  rule record;
  wanted text[];
  held integer;
begin
  if private.is_unscoped() then
    return;
  end if;
  select * into rule from private.required_scopes(path, current_setting('request.method', true));
  -- The lists name what is in public.
  if not found
    or coalesce(headers ->> 'accept-profile', 'public') <> 'public'
    or coalesce(headers ->> 'content-profile', 'public') <> 'public'
  then
    raise exception 'A token may not %.', what
      using errcode = '42501', hint = 'The reference of the API names what is open to tokens.';
  end if;
  select array_agg(coalesce(k.record_table || ':' || split_part(s.scope, ':', 2), s.scope)) into wanted
  from unnest(rule.scopes) as s (scope)
  left join private.kinds k on split_part(s.scope, ':', 1) = 'kinds' and k.feature is not null;
  select count(*) into held
  from unnest(wanted) as w (scope)
  where private.may(split_part(w.scope, ':', 1), split_part(w.scope, ':', 2));
  if held = 0 or held < cardinality(wanted) and not rule.any_of then
    raise exception 'The scope of this token does not let it %.', what
      using errcode = '42501', hint = 'It needs ' || array_to_string(wanted, case when rule.any_of then ' or ' else ', ' end) || '.';
  end if;
end
$$;
comment on function private.protect_last_admin() is
  'Trigger: refuses with LA001 a change that would leave an account without an admin.';
create or replace function private.mirror_membership() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    perform private.store_past_addresses(old.account_id, p.id, p.email) from public.profiles p where p.id = old.user_id;
    update private.former_members f
    set account_name = a.name
    from public.accounts a
    where a.id = f.account_id and f.account_id = old.account_id and f.user_id = old.user_id;
    update public.profiles set account_id = null, permission_level = 'viewer' where id = old.user_id;
    return null;
  end if;
  if tg_op = 'INSERT' then
    delete from private.former_members f
    using public.profiles p
    where p.id = new.user_id and f.account_id = new.account_id
      and (f.user_id = p.id or private.mailbox(f.email) = private.mailbox(p.email));
    delete from private.waiting_newcomers w where w.user_id = new.user_id;
  end if;
  update public.profiles p
  set account_id = new.account_id,
    permission_level = new.permission_level,
    department = case when tg_op = 'INSERT' then coalesce(new.department, p.department) else new.department end
  where p.id = new.user_id
    and (p.account_id, p.permission_level, p.department)
      is distinct from (new.account_id, new.permission_level, new.department);
  return null;
end
$$;
create or replace function private.store_addresses_of_deleted_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.store_past_addresses(old.account_id, old.id, old.email);
  return null;
end
$$;
comment on function private.store_addresses_of_deleted_user() is
  'Trigger: stores the addresses of a member whose user is deleted.';
create or replace function private.store_past_addresses(account uuid, person uuid, email text) returns void
language sql volatile security definer set search_path = ''
as $$
  -- Nothing for an account that is just being deleted.
  insert into private.former_members (account_id, email, user_id, removed_by)
  select a.id, addresses.email, person, private.caller_id()
  from public.accounts a, (
    select lower(store_past_addresses.email) as email
    union
    select p.email from private.past_addresses p where p.user_id = person
  ) as addresses
  where a.id = account
  on conflict (account_id, email) do update set user_id = excluded.user_id
$$;
comment on function private.store_past_addresses(uuid, uuid, text) is
  'Stores every address of a member who leaves an account.';
comment on function private.has_been_member_since(uuid, uuid, timestamptz) is
  'Whether a person has belonged to an account without interruption since a moment.';
comment on function public.signup_domain_status(text) is
  'The status of a domain for the sign-up screen: {"blacklisted": …, "first": …}. A peer may ask sixty times a minute.';
create or replace function private.guard_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Locked, so that an admin who is demoted at this moment has either invited before it or may not any more.
  perform from public.account_members m
  where m.user_id = private.caller_id() and m.account_id = new.account_id and m.permission_level = 'admin'
  for share;
  if not found then
    raise exception 'Only account owners can manage invitations.' using errcode = '42501', hint = 'Ask an administrator.';
  end if;
  new.invited_by := private.caller_id();
  -- The limit below counts invitations, so an account writes its invitations one after the other.
  perform from public.accounts a where a.id = new.account_id for no key update;
  perform private.refuse_more_invitations(1);
  if exists (
    select from public.profiles p where p.account_id = new.account_id and lower(p.email) = new.email
  ) then
    raise exception 'A user with this email already exists in the system.'
      using errcode = '23505', hint = 'This person is a member of your account.';
  end if;
  delete from public.pending_invitations i
  where i.account_id = new.account_id and i.email = new.email
    and i.accepted_at is null and i.declined_at is null and i.expires_at <= now();
  perform private.refuse_second_invitation(new.account_id, new.email);
  return new;
end
$$;
create or replace function private.end_invitations_of_former_member() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_restoring_archive() then
    return null;
  end if;
  update public.pending_invitations i
  set declined_at = now()
  where i.account_id = new.account_id and private.mailbox(i.email) = private.mailbox(new.email)
    and i.created_at <= new.left_at
    and i.accepted_at is null and i.declined_at is null;
  return null;
end
$$;
create or replace function private.accept_as_caller(invitation public.pending_invitations) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  person public.profiles;
begin
  select p.* into person from public.profiles p where p.id = private.caller_id();
  if lower(person.email) is distinct from invitation.email then
    return private.not_accepted_response('This invitation was sent to another address.');
  end if;
  insert into public.account_members (account_id, user_id, permission_level, department)
  values (
    invitation.account_id, person.id, invitation.permission_level, coalesce(invitation.department, person.department)
  )
  on conflict (user_id) do nothing;
  if not found then
    return private.not_accepted_response((
      select format('You already belong to %s.', a.name)
      from public.account_members m join public.accounts a on a.id = m.account_id
      where m.user_id = person.id
    ));
  end if;
  update public.pending_invitations set accepted_at = now() where id = invitation.id;
  update public.profiles
  set job_role = coalesce(invitation.job_role, job_role),
    name = case when name = private.display_name('{}') then invitation.name else name end
  where id = person.id;
  return (
    select json_build_object('success', true, 'account_name', a.name, 'error', null)
    from public.accounts a where a.id = invitation.account_id
  );
end
$$;
create or replace function public.accept_invitation(token_param text, user_email_param text) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  invitation public.pending_invitations;
begin
  select i.* into invitation
  from public.pending_invitations i
  where i.invitation_token = private.token_hash(token_param)
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now() and i.sent_at is not null
  for update;
  if not found then
    -- A refusal here is an answer, so what it has counted is kept.
    if not private.count_against_limit('wrong invitations by ' || private.caller_id(), 60) then
      raise exception 'Too many requests.' using errcode = 'PT429', hint = 'Wait a minute, then try again.';
    end if;
    return private.not_accepted_response('This invitation has expired or is no longer valid.');
  end if;
  if lower(btrim(user_email_param)) is distinct from invitation.email then
    return private.not_accepted_response('This invitation was sent to another address.');
  end if;
  return private.accept_as_caller(invitation);
end
$$;
create or replace function public.accept_my_invitation(invitation_id_param uuid) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  invitation public.pending_invitations;
begin
  select i.* into invitation
  from public.pending_invitations i
  where i.id = invitation_id_param
    and i.email = (select lower(p.email) from public.profiles p where p.id = private.caller_id())
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now() and i.sent_at is not null
  for update;
  if not found then
    return private.not_accepted_response('This invitation has expired or is no longer valid.');
  end if;
  return private.accept_as_caller(invitation);
end
$$;
create or replace function public.renew_invitation(invitation_id_param uuid) returns json
language plpgsql set search_path = ''
as $$
declare
  former public.pending_invitations;
  renewed jsonb;
begin
  perform private.refuse_non_owner();
  select i.* into former
  from public.pending_invitations i
  where i.id = invitation_id_param and i.accepted_at is null and i.declined_at is null and i.sent_at is not null;
  if not found then
    raise exception 'There is no such open invitation.'
      using errcode = 'PT404', hint = 'It was accepted or revoked in the meantime.';
  end if;
  perform set_config('cairn.renewed_invitation', former.id::text, true);
  update public.pending_invitations set declined_at = now() where id = former.id;
  renewed := public.invite_member(
    former.email, former.name, former.job_role, former.department, former.permission_level
  )::jsonb;
  perform private.move_to_renewed_invitation(former.id, (renewed ->> 'id')::uuid);
  perform set_config('cairn.renewed_invitation', '', true);
  return jsonb_build_object('email', former.email, 'name', former.name) || renewed;
end
$$;
create or replace function public.invite_members(
  people jsonb,
  department_param text default null,
  permission_level_param text default 'viewer'
) returns json
language plpgsql set search_path = ''
as $$
declare
  person record;
  invited jsonb;
  invitations jsonb := '[]';
  problems jsonb := '[]';
begin
  perform private.refuse_non_owner();
  if coalesce(jsonb_typeof(people), '') <> 'array' or jsonb_array_length(people) not between 1 and 100 then
    raise exception 'You can invite 1 to 100 people at once.'
      using errcode = '22023', hint = 'Invite the others afterwards.';
  end if;
  perform private.refuse_more_invitations(jsonb_array_length(people));
  begin
    for person in
      select p.entry ->> 'email' as email, p.entry ->> 'name' as name from jsonb_array_elements(people) p (entry)
    loop
      begin
        invited := public.invite_member(
          person.email, person.name, null, department_param, permission_level_param
        )::jsonb;
        invitations := invitations || (invited || jsonb_build_object('email', person.email, 'name', person.name));
      exception when unique_violation or check_violation or not_null_violation then
        problems := problems || jsonb_build_object('email', person.email, 'message', sqlerrm);
      end;
    end loop;
    if problems <> '[]' then
      raise exception 'Not everybody can be invited.' using errcode = 'CA001';
    end if;
  exception when sqlstate 'CA001' then
    -- The error also rolls back the invitations that were written before.
    invitations := '[]';
  end;
  return json_build_object('invitations', invitations, 'problems', problems);
end
$$;
comment on function private.display_name(jsonb) is 'The display name of a new person.';
create or replace function private.join_account_of_domain(person uuid, email text, metadata jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  home constant text := private.email_domain(email);
  account uuid;
begin
  if home is null or private.is_blacklisted(home) then
    return;
  end if;
  -- Colleagues who confirm at the same moment take turns, so that one of them founds and the others find. The key on
  -- the domain would refuse a second founding, but only by failing the confirmation.
  perform pg_advisory_xact_lock(hashtextextended('account of domain ' || home, 0));
  select d.account_id into account from public.account_domains d where d.domain = home;
  if account is null then
    insert into public.accounts (name)
    values (coalesce(private.metadata_text(metadata, 'account_name'), private.suggested_account_name(home)))
    returning id into account;
    insert into public.account_domains (domain, account_id) values (home, account);
    insert into public.account_members (account_id, user_id, role, permission_level)
    values (account, person, 'owner', 'admin');
  elsif private.has_left(account, person, email) then
    return;
  elsif (select a.newcomers_need_admission from public.accounts a where a.id = account) then
    perform private.enqueue_newcomer(person, account);
  else
    insert into public.account_members (account_id, user_id) values (account, person);
    -- An archive may have brought them, whom nobody has invited yet.
    perform private.end_invitations_of_joined(account, person);
  end if;
end
$$;
create or replace function private.end_invitations_of_joined(account uuid, person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  invitation record;
begin
  for invitation in
    select i.id, i.email
    from public.pending_invitations i
    join public.profiles p on p.id = person and lower(p.email) = i.email
    where i.account_id = account and i.accepted_at is null and i.declined_at is null
    order by i.id
    for update of i
  loop
    perform private.reassign_records_of_invitation(account, invitation.id, person, null);
    perform private.assign_awaited_by_address(account, invitation.email, person);
    update public.pending_invitations set declined_at = now() where id = invitation.id;
  end loop;
end
$$;
comment on function private.enqueue_newcomer(uuid, uuid) is
  'Lets a newcomer wait for an admin, and notifies the admins, once.';
create or replace function public.admit_newcomer(target_user_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.dequeue_newcomer(target_user_id);
  insert into public.account_members (account_id, user_id) values (private.my_account(), target_user_id)
  on conflict (user_id) do nothing;
  if found then
    perform private.end_invitations_of_joined(private.my_account(), target_user_id);
  end if;
  perform private.write_audit(
    private.my_account(), private.caller_id(), 'newcomer_admitted', 'account_member', target_user_id::text
  );
end
$$;
create or replace function public.refuse_newcomer(target_user_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.dequeue_newcomer(target_user_id);
  perform private.store_past_addresses(private.my_account(), p.id, p.email) from public.profiles p where p.id = target_user_id;
  perform private.write_audit(
    private.my_account(), private.caller_id(), 'newcomer_refused', 'account_member', target_user_id::text
  );
end
$$;
create or replace function private.group_newcomer_notifications(
  account uuid, person uuid, kind text, out others integer, out mail_due_since timestamptz
)
language sql volatile security definer set search_path = ''
as $$
  with withdrawn as (
    delete from public.notifications n
    where n.account_id = group_newcomer_notifications.account and n.user_id = person
      and n.kind = group_newcomer_notifications.kind and n.read_at is null
    returning n.payload, n.mail_due, n.created_at
  )
  select
    coalesce(sum(1 + coalesce((w.payload ->> 'others')::integer, 0)), 0)::integer,
    min(w.created_at) filter (where w.mail_due)
  from withdrawn w
$$;
comment on function private.group_newcomer_notifications(uuid, uuid, text) is
  'Removes the unread notifications about newcomers from a person''s list, so that one can replace them. Returns how many newcomers they named, and since when a mail about them is due.';
comment on function private.dequeue_newcomer(uuid) is
  'For admins: ends the wait of a newcomer for their account, or refuses with PT404 a person who does not wait.';
comment on function private.domain_offer_of_caller() is
  'The offer of the caller''s confirmed domain: an account to join, or, without account_name, one to found. Null where there is none.';
create or replace function public.get_my_placement() returns json
language sql stable security definer set search_path = ''
as $$
  select case
    when private.my_account() is not null then json_build_object(
      'waiting_for', null, 'invitations', '[]'::json, 'domain', null, 'former_account', null
    )
    else json_build_object(
      'waiting_for', (
        select a.name from private.waiting_newcomers w join public.accounts a on a.id = w.account_id
        where w.user_id = private.caller_id()
      ),
      'invitations', private.my_open_invitations(),
      'domain', private.domain_offer_of_caller(),
      'former_account', private.my_former_account()
    )
  end
$$;
create or replace function private.audit_appearance() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_restoring_archive() then
    return null;
  end if;
  perform private.write_audit(
    new.account_id, private.caller_id(), 'appearance_updated', 'appearance_settings', new.id::text,
    jsonb_build_object('account_name', new.account_name)
  );
  return null;
end
$$;
comment on function private.refuse_non_member(uuid) is
  'Refuses with PT404 a person who is no member of the caller''s account, whether they exist elsewhere or not.';
create or replace function public.secure_update_user_permission(
  target_user_id uuid,
  new_permission_level text,
  target_account_id uuid,
  handover jsonb default null
) returns void
language plpgsql set search_path = ''
as $$
begin
  if private.rank(new_permission_level) is null then
    raise exception 'Please select a valid permission level.'
      using errcode = '22023', hint = 'It is viewer, user, manager or admin.';
  end if;
  if target_account_id = private.my_account() and private.my_rank() = 3 then
    perform private.refuse_non_member(target_user_id);
    if handover is not null and new_permission_level = 'viewer' then
      perform private.hand_over(target_user_id, handover, false);
    end if;
    update public.account_members
    set permission_level = new_permission_level
    where user_id = target_user_id and account_id = target_account_id;
    if found then
      if handover is not null then
        perform private.note_act(target_account_id, 'handover', target_user_id::text, private.part_of_act('handover'));
      end if;
      return;
    end if;
  end if;
  -- Also for a caller who was an admin a moment ago: the update then found no row that is theirs to change.
  raise exception 'Permission changes must be made by an account administrator.'
    using errcode = '42501', hint = 'Ask an administrator of the account.';
end
$$;
create or replace function public.update_member(
  target_user_id uuid,
  new_name text default null,
  new_job_role text default null,
  new_department text default null,
  new_knowledge_areas text[] default null,
  new_permission_level text default null,
  handover jsonb default null
) returns void
language plpgsql set search_path = ''
as $$
declare
  allowed boolean;
begin
  perform private.refuse_non_member(target_user_id);
  if target_user_id = private.caller_id() then
    raise exception 'You cannot change yourself as a team member.'
      using errcode = '42501', hint = 'Change your own details in your profile.';
  end if;
  if handover is not null and new_permission_level = 'viewer' then
    perform private.hand_over(target_user_id, handover, false);
  end if;
  update public.account_members m
  set permission_level = coalesce(new_permission_level, m.permission_level),
    knowledge_areas = coalesce(new_knowledge_areas, m.knowledge_areas)
  where m.user_id = target_user_id;
  allowed := found;
  if new_department is not null then
    update public.account_members set department = nullif(btrim(new_department), '') where user_id = target_user_id;
    allowed := allowed and found;
  end if;
  update public.profiles p set name = coalesce(new_name, p.name) where p.id = target_user_id;
  allowed := allowed and found;
  if new_job_role is not null then
    update public.profiles set job_role = nullif(btrim(new_job_role), '') where id = target_user_id;
    allowed := allowed and found;
  end if;
  if not allowed then
    raise exception 'Managers can change members. Only administrators can change administrators.'
      using errcode = '42501', hint = 'Ask an administrator.';
  end if;
  if handover is not null then
    perform private.note_act(private.my_account(), 'handover', target_user_id::text, private.part_of_act('handover'));
  end if;
end
$$;
create or replace function public.remove_member(target_user_id uuid, handover jsonb default null) returns void
language plpgsql set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  perform private.refuse_non_member(target_user_id);
  if target_user_id is distinct from private.caller_id() and private.my_rank() is distinct from 3 then
    raise exception 'Only administrators can remove members.'
      using errcode = '42501', hint = 'Every member can leave the account themselves.';
  end if;
  perform private.hand_over(target_user_id, coalesce(handover, '{}'), true);
  if target_user_id = private.caller_id() then
    perform private.leave_account();
  else
    delete from public.account_members where user_id = target_user_id;
    -- A caller who was an admin a moment ago.
    if not found then
      raise exception 'Only administrators can remove members.'
        using errcode = '42501', hint = 'Every member can leave the account themselves.';
    end if;
  end if;
  perform private.note_act(account, 'handover', target_user_id::text, private.part_of_act('handover'));
end
$$;
comment on function public.get_member_profile(uuid) is
  'A member of the caller''s account, as far as they let their teammates see; no row for anybody else.';
comment on function public.update_privacy_settings(boolean, boolean, boolean, boolean) is
  'Sets which parts of the caller''s profile teammates see.';
comment on function private.team_order(text, boolean) is
  'The expression after "order by" for the entries e of a team; null for an unknown order.';
create or replace function private.team_page(
  query text,
  in_department text,
  of_level text,
  with_area text,
  of_status text,
  sort text,
  descending boolean,
  skip integer,
  most integer
) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  ordering constant text := private.team_order(sort, coalesce(descending, false));
  wanted constant text := private.display_text(coalesce(query, ''));
  answer json;
begin
  if ordering is null or coalesce(of_status, 'active') not in ('active', 'pending') then
    raise exception 'You cannot sort or filter the team this way.' using errcode = '22023';
  end if;
  if char_length(wanted) > 200 then
    raise exception 'A search has at most 200 characters.' using errcode = '22023', hint = 'Enter a shorter search.';
  end if;
  execute format(
    'with team as materialized (select * from private.team_entries($1, private.my_rank() = 3)),
    named as materialized (
      select e.* from team e where private.folded(e.name) like $2
    ),
    -- Where the text stands in no name, those that have it with a typo are meant.
    meant as materialized (
      select n.* from named n
      union all
      select e.* from team e where not exists (select from named) and private.folded(e.name) ~ $8
    ),
    found as materialized (
      select e.*
      from meant e
      where ($3 is null or e.department = $3)
        and ($4 is null or e.permission_level = $4)
        and ($5 is null or exists (select from unnest(e.knowledge_areas) a where lower(a) = lower($5)))
        and ($6 is null or e.is_pending = ($6 = ''pending''))
    ),
    page as (
      select e.*, row_number() over (order by e.is_pending desc, %1$s, e.name, e.id) as place
      from found e
      order by e.is_pending desc, %1$s, e.name, e.id
      limit $9 offset $7
    )
    select json_build_object(
      ''all'', (select count(*) from team),
      ''total'', (select count(*) from found),
      ''items'', (select coalesce(json_agg(p order by p.place), ''[]'') from page p)
    )',
    ordering
  )
    into answer
    using account, private.folded_pattern(wanted), in_department, of_level, with_area, of_status,
      greatest(coalesce(skip, 0), 0), private.typo_pattern(wanted), most;
  return answer;
end
$$;
create or replace function private.shift_locks_with_clock() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  step constant interval := new.seen_at - old.seen_at;
begin
  update private.sign_in_locks set locked_until = locked_until + step;
  -- The lock-out counts failures of a quarter of an hour, and the successes that cancel them.
  update public.login_attempts set attempted_at = attempted_at + step
  where source = 'server' and attempted_at > old.seen_at - interval '15 minutes';
  return null;
end
$$;
comment on function private.shift_locks_with_clock() is
  'Trigger: moves locks, and the attempts that may lead to one, when the clock of the database is set.';
create or replace function private.receive_audit_note() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.limit_audit_reports();
  new.user_id := private.caller_id();
  new.user_agent := private.caller_agent();
  new.ip_address := private.caller_address();
  new.source := 'browser';
  new.created_at := clock_timestamp();
  return new;
end
$$;
create or replace function public.log_security_event_enhanced(
  p_action text, p_resource_type text, p_severity text, p_details jsonb default '{}'
)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  if coalesce(p_action not in ('password_change_attempted', 'password_change_failed', 'password_changed'), true)
    or p_resource_type is distinct from 'user_account'
    or coalesce(p_severity not in ('medium', 'high'), true)
    or coalesce(jsonb_typeof(p_details), 'null') not in ('object', 'null')
  then
    raise exception 'This is not a security event.' using errcode = '22023',
      hint = 'Actions: password_change_attempted, password_change_failed, password_changed. Resource type: user_account. '
        || 'Severity: medium or high. Details: a JSON object.';
  end if;
  -- No admin would read what a person without account reports.
  if account is null then
    return;
  end if;
  perform private.limit_audit_reports();
  insert into public.security_audit_log (
    account_id, user_id, action, resource_type, resource_id, details, user_agent, ip_address, source
  )
  values (
    account, private.caller_id(), p_action, p_resource_type, private.caller_id()::text,
    case jsonb_typeof(p_details) when 'object' then p_details else '{}' end || jsonb_build_object('severity', p_severity),
    private.caller_agent(), private.caller_address(), 'browser'
  );
end
$$;
create or replace function private.audit_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_restoring_archive() then
    return null;
  end if;
  perform private.write_audit(
    new.account_id, private.caller_id(),
    case
      when tg_op = 'INSERT' then 'invitation_created'
      when new.accepted_at is not null then 'invitation_accepted'
      else 'invitation_revoked'
    end,
    'invitation', new.id::text, jsonb_build_object('permission', new.permission_level)
  );
  return null;
end
$$;
create or replace function private.audit_feature() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_restoring_archive() then
    return null;
  end if;
  perform private.write_audit(
    new.account_id, private.caller_id(), 'feature_updated', 'app_feature', new.feature_name,
    jsonb_build_object('enabled', new.enabled)
  );
  return null;
end
$$;
create or replace function private.audit_deletion() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_restoring_archive() then
    return null;
  end if;
  perform private.write_audit(
    new.account_id, new.changed_by, new.kind || '_' || new.action, new.kind, new.record_id::text,
    jsonb_build_object('name', new.record_name)
  );
  return null;
end
$$;
comment on function private.audit_app() is 'Trigger: enters an app that a member connects, also for a second time, or ends.';
comment on function private.locked_out_members(uuid) is 'Members who cannot sign in right now, from at least one network.';
create or replace function public.get_security_overview() returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  perform private.require_security_admin();
  return json_build_object(
    'figures', private.audit_figures(account),
    'newest', private.audit_entries(account, null, null),
    'level_changes', private.audit_entries(account, 'permission_updated', 'server'),
    'open_lock_outs', private.locked_out_members(account),
    'without_second_factor', private.members_without_second_factor(account),
    'not_seen', private.members_not_seen(account, 90),
    'stale_invitations', (
      select count(*)
      from public.pending_invitations i
      where i.account_id = account and i.accepted_at is null and i.declined_at is null and i.expires_at < now()
    )
  );
end
$$;
create or replace function private.refuse_sign_in_change(person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Both are locked: an admin who is demoted, or leaves, at this moment has done so before or does so after.
  perform from public.account_members m
  where m.user_id = private.caller_id() and m.permission_level = 'admin'
  for share;
  if not found then
    raise exception 'Only administrators can manage how members sign in.'
      using errcode = '42501', hint = 'Ask an administrator.';
  end if;
  perform from public.account_members m
  where m.user_id = person and m.account_id = private.my_account()
  for share;
  if not found then
    perform private.refuse_non_member(person);
  end if;
  if person = private.caller_id() then
    raise exception 'You manage your own sessions and second factors in your security settings.'
      using errcode = '42501', hint = 'Open the security settings.';
  end if;
  if coalesce(not has_function_privilege(to_regprocedure('auth.end_sessions(uuid, uuid)'), 'execute'), true) then
    raise exception 'This server does not let administrators change how members sign in.'
      using errcode = '0A000', hint = 'Ask the operator of this server.';
  end if;
end
$$;
create or replace function private.record_made_secret(kind text, subject_id uuid, name text) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into private.made_secrets (account_id, user_id, kind, subject_id, name, address)
  values (
    private.my_account(), private.caller_id(), record_made_secret.kind, record_made_secret.subject_id, record_made_secret.name,
    private.caller_address()
  )
$$;
comment on function private.record_made_secret(text, uuid, text) is
  'Records that the caller made or rotated a secret, to notify them by mail.';
comment on function private.dequeue_made_secrets(integer) is
  'Takes secrets whose makers are not notified yet: a row for each mail, with the name of one and the number of others made with it. For the server alone.';
comment on function private.prune_password_history() is 'Trigger: deletes all but the last five passwords of a person.';
create or replace function private.keep_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_restoring_archive() then
    return null;
  end if;
  insert into public.record_history (
    account_id, kind, record_id, record_name, action, before, after, changed_by, changed_at, concerned
  )
  select
    (r.record ->> 'account_id')::uuid,
    tg_argv[0],
    (r.record ->> 'id')::uuid,
    coalesce(r.record ->> 'name', r.record ->> 'title'),
    case
      when r.name_before is not null then 'restored'
      when tg_op = 'INSERT' then 'created'
      else 'deleted'
    end,
    to_jsonb(r.name_before),
    case when r.name_before is not null then r.record -> 'name' end,
    private.caller_id(),
    clock_timestamp(),
    array(
      select distinct person::uuid
      from unnest(array[r.record ->> 'owner_id', r.record ->> 'created_by', r.record ->> 'author_id']) as person
      where person is not null
    )
  from (
    select
      to_jsonb(m) as record,
      case tg_op when 'INSERT' then private.name_in_bin(m.account_id, m.id) end as name_before
    from moved m
  ) r;
  return null;
end
$$;
create or replace function private.keep_link_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_restoring_archive() then
    return null;
  end if;
  -- Planned each time: a plan made for one link would look ten thousand of them up one by one.
  execute format(
    'insert into public.record_history (
      account_id, kind, record_id, record_name, action, field, before, after, changed_by, act, concerned
    )
    select
      r.account_id, $1, r.id, r.name, ''updated'', $2,
      case when $3 then linked.value end, case when not $3 then linked.value end,
      $4, $5,
      array(select distinct person from unnest(array[r.owner_id, r.created_by]) as person where person is not null)
    from links l
    join public.%1$I r on r.id = l.%2$I
    join public.%3$I t on t.id = l.%4$I
    cross join lateral (select jsonb_build_object(''id'', t.id, ''name'', t.name) as value) linked
    -- Links that went with a record came to an end without a word, and come back without one.
    where $3 or not exists (
      select from public.binned_records b
      where b.account_id = l.account_id and b.record_id in (l.%2$I, l.%4$I)
    )',
    tg_argv[2], tg_argv[3], tg_argv[4], tg_argv[5]
  ) using tg_argv[0], tg_argv[1], tg_op = 'DELETE', private.caller_id(), private.current_act();
  return null;
end
$$;
create or replace function private.keep_expert_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  kind text;
begin
  if private.is_restoring_archive() then
    return null;
  end if;
  for kind in select distinct l.kind from links l loop
    execute format(
      'insert into public.record_history (
        account_id, kind, record_id, record_name, action, field, before, after, changed_by, act, concerned
      )
      select
        r.account_id, $1, r.id, r.name, ''updated'', ''experts'',
        case when $2 then expert.value end, case when not $2 then expert.value end,
        $3, $4,
        array(select distinct person from unnest(array[r.owner_id, r.created_by]) as person where person is not null)
      from links l
      join public.%I r on r.id = l.record_id
      join public.profiles p on p.id = l.expert_id
      cross join lateral (select jsonb_build_object(''id'', p.id, ''name'', p.name) as value) expert
      where l.kind = $1 and ($2 or not exists (
        select from public.binned_records b where b.account_id = l.account_id and b.record_id = l.record_id
      ))',
      private.catalogue_of(kind)
    ) using kind, tg_op = 'DELETE', private.caller_id(), private.current_act();
  end loop;
  return null;
end
$$;
create or replace function private.check_own_field() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_coming constant boolean :=
    tg_op = 'INSERT' or (tg_op = 'UPDATE' and old.deleted_at is not null and new.deleted_at is null);
  -- Members and records of an archive come later, and a default that names one may hold no more.
  is_judged constant boolean := not (private.is_restoring_archive() and new.type in ('member', 'record'));
begin
  -- Row security refuses a stranger's account, and it comes later: until then nothing is said of it.
  if private.caller_id() is not null and new.account_id is distinct from private.my_account() then
    return new;
  end if;
  perform pg_advisory_xact_lock(private.lock_of_own_fields(new.account_id));
  new.name := private.display_text(coalesce(new.name, ''));
  new.help := private.display_text(coalesce(new.help, ''));
  new.section := private.display_text(coalesce(new.section, ''));
  new.unit := case new.type when 'number' then private.display_text(coalesce(new.unit, '')) else '' end;
  if tg_op = 'INSERT' then
    if coalesce(new.key, '') = '' then
      new.key := private.slug(new.name, 'field', array(
        select f.key from public.own_fields f where f.account_id = new.account_id and f.kind = new.kind
      ));
    end if;
  else
    -- When is not for the client to say.
    new.retired_at := case when new.retired_at is not null then coalesce(old.retired_at, now()) end;
    new.deleted_at := case when new.deleted_at is not null then coalesce(old.deleted_at, now()) end;
  end if;
  if is_coming then
    perform private.holds(
      tg_op = 'INSERT' or old.deleted_at > now() - private.time_of_deleted_fields(),
      'This field was deleted more than 30 days ago.'
    );
    perform private.holds(
      new.deleted_at is not null or (
        select count(*)
        from public.own_fields f
        where f.account_id = new.account_id and f.kind = new.kind and f.deleted_at is null
      ) < 50,
      'Records of a kind have at most 50 fields of their own.'
    );
  end if;
  if new.deleted_at is null and (is_coming or new.name <> old.name) then
    perform private.refuse_own_field_name(new);
  end if;
  new.choices := case when new.type in ('choice', 'choices') then private.clean_choices(new.choices) else '[]' end;
  -- A value that was valid may be invalid by now, as a member who has left. It prevents no other change.
  if tg_op = 'INSERT'
    or (new.type, new.choices, new.record_kind, new.default_value)
      is distinct from (old.type, old.choices, old.record_kind, old.default_value)
  then
    if is_judged then
      new.default_value := private.own_value(new, 'Default', new.default_value);
    else
      perform private.holds(
        coalesce(new.default_value, 'null') = 'null' or private.is_form_of_own_value(new, new.default_value),
        'The default of a field has a value that it cannot have.'
      );
    end if;
  end if;
  return new;
end
$$;
create or replace function private.audit_own_field() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_restoring_archive() then
    return null;
  end if;
  perform private.write_audit(
    new.account_id, private.caller_id(),
    case
      when tg_op = 'INSERT' then 'own_field_added'
      when old.deleted_at is null and new.deleted_at is not null then 'own_field_deleted'
      when old.deleted_at is not null and new.deleted_at is null then 'own_field_restored'
      when old.retired_at is null and new.retired_at is not null then 'own_field_retired'
      when old.retired_at is not null and new.retired_at is null then 'own_field_brought_back'
      else 'own_field_changed'
    end,
    'own_field', new.id::text,
    jsonb_strip_nulls(jsonb_build_object(
      'kind', new.kind, 'name', new.name, 'type', new.type,
      'old_name', case when tg_op = 'UPDATE' and old.name <> new.name then old.name end,
      'old_type', case when tg_op = 'UPDATE' and old.type <> new.type then old.type end
    ))
  );
  return null;
end
$$;
create or replace function private.is_held_member(account uuid, words text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_uuid(words) then
    return false;
  end if;
  -- A read-only transaction locks no rows.
  if current_setting('transaction_read_only')::boolean then
    perform from public.account_members m where m.account_id = account and m.user_id = words::uuid;
    return found;
  end if;
  perform from public.account_members m
  where m.account_id = account and m.user_id = words::uuid
  for key share;
  return found;
end
$$;
create or replace function private.keep_known_own_values() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock_shared(private.lock_of_own_fields(new.account_id));
  perform private.holds(
    not private.is_restoring_archive() or private.is_form_of_own_value(f, o.value),
    f.name || ' has a value that it cannot have.'
  )
  from jsonb_each(new.own) o
  join public.own_fields f on f.account_id = new.account_id and f.kind = tg_argv[0] and f.key = o.key;
  select coalesce(jsonb_object_agg(o.key, o.value), '{}') into new.own
  from jsonb_each(new.own) o
  join public.own_fields f on f.account_id = new.account_id and f.kind = tg_argv[0] and f.key = o.key
  where tg_op = 'UPDATE' or private.is_form_of_own_value(f, o.value);
  return new;
end
$$;
comment on function private.own_value_rows(public.own_fields, uuid, jsonb) is
  'The rows of private.own_values for the value of a record.';
comment on function private.refill_own_values(public.own_fields) is
  'Rewrites the rows of private.own_values for a field, after its type has changed.';
comment on function private.left_contributions(uuid) is 'The contributions that the count of a member does not include yet.';
create or replace function private.keep_view() returns trigger
language plpgsql set search_path = ''
as $$
declare
  most constant integer := case when new.person_id is null then 200 else 100 end;
  others integer;
  last_place integer;
begin
  if private.is_restoring_archive() then
    return new;
  end if;
  new.name := private.display_text(coalesce(new.name, ''));
  perform pg_advisory_xact_lock(hashtextextended(
    'views of ' || coalesce(new.account_id::text, '') || coalesce(new.person_id::text, ''), 0
  ));
  if tg_op = 'INSERT' or new.person_id is distinct from old.person_id then
    select count(*), coalesce(max(v.place), 0) into others, last_place
    from public.views v
    where v.account_id = new.account_id
      and (v.person_id = new.person_id or v.person_id is null and new.person_id is null);
    if others >= most then
      raise exception '%', case
        when new.person_id is null then 'An account has at most 200 views for all members.'
        else 'A member has at most 100 views of their own.'
      end using errcode = '23514', hint = 'Delete a view first.';
    end if;
    new.place := last_place + 1;
  end if;
  if exists (
    select from public.views v
    where v.account_id = new.account_id and v.kind = new.kind and v.id <> new.id
      and (v.person_id = new.person_id or v.person_id is null and new.person_id is null)
      and private.folded(v.name) = private.folded(new.name)
  ) then
    raise exception 'A view with this name already exists.'
      using errcode = '23505', hint = 'Choose another name. Capitals and accents make no difference.';
  end if;
  return new;
end
$$;
comment on function private.lock_open_invitation(uuid, uuid) is
  'Whether an account has this open invitation, which then stays open until the transaction ends.';
comment on function public.get_invited_people() is
  'People with an open invitation to the caller''s account, by name: those who own a record, and from level user on all of them.';
comment on function private.enforce_single_owner() is
  'Trigger: keeps the last named owner, a member or an invited person, and clears the other.';
create or replace function private.clear_closed_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.lock_open_invitation(new.account_id, new.invited_owner_id) then
    new.invited_owner_id := null;
  end if;
  return new;
end
$$;
comment on function private.clear_closed_invitation() is
  'Trigger: clears the invited owner of a restored record whose invitation is over.';
create or replace function private.require_open_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' and new.account_id is distinct from private.my_account()
    or private.lock_open_invitation(new.account_id, new.invited_owner_id)
  then
    return new;
  end if;
  raise exception 'This invitation is no longer open.'
    using errcode = '23503', hint = 'Choose another owner.';
end
$$;
comment on function private.reassign_records_of_invitation(uuid, uuid, uuid, uuid) is
  'Gives the records that an invitation owns to this owner, to this invitation, or to neither.';
create or replace function private.transfer_records_to_member() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid;
begin
  select m.user_id into person
  from public.account_members m
  join public.profiles p on p.id = m.user_id
  where m.account_id = new.account_id and lower(p.email) = new.email
  order by m.user_id = private.caller_id() desc
  limit 1;
  perform private.reassign_records_of_invitation(new.account_id, new.id, person, null);
  return null;
end
$$;
create or replace function private.clear_owner_of_ended_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A renewed invitation hands over to the new one itself.
  if old.id::text is distinct from nullif(current_setting('cairn.renewed_invitation', true), '') then
    perform private.reassign_records_of_invitation(old.account_id, old.id, null, null);
  end if;
  return coalesce(new, old);
end
$$;
comment on function private.clear_owner_of_ended_invitation() is
  'Trigger: clears the owner of the records of an invitation that is over.';
create or replace function private.move_to_renewed_invitation(former uuid, next_invitation uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_non_owner();
  perform private.reassign_records_of_invitation(f.account_id, f.id, null, n.id)
  from public.pending_invitations f
  join public.pending_invitations n on n.account_id = f.account_id and n.email = f.email
  where f.id = former and n.id = next_invitation and f.account_id = private.my_account();
  -- Records in the bin come back to the same person.
  update public.binned_records b
  set record = jsonb_set(b.record, '{invited_owner_id}', to_jsonb(n.id))
  from public.pending_invitations f
  join public.pending_invitations n on n.account_id = f.account_id and n.email = f.email
  where f.id = former and n.id = next_invitation and f.account_id = private.my_account()
    and b.account_id = f.account_id and b.record ->> 'invited_owner_id' = f.id::text;
end
$$;
comment on function private.move_to_renewed_invitation(uuid, uuid) is
  'For admins: gives the records of an ended invitation of the account to the next invitation to the same address.';
create or replace function private.record_departed_owner() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The account itself goes.
  if not exists (select from public.accounts a where a.id = old.account_id) then
    return old;
  end if;
  with owned as (
    select r.kind, r.id, r.name
    from private.records r
    where r.account_id = old.account_id and r.owner_id = old.user_id
  ),
  told as (
    -- No notification is sent per record: the people who assign owners see the gaps.
    insert into public.record_history (
      account_id, kind, record_id, record_name, action, field, before, changed_by
    )
    select old.account_id, o.kind, o.id, o.name, 'updated', 'owner_id', to_jsonb(old.user_id), private.caller_id()
    from owned o
  )
  insert into public.departed_owners as d (account_id, kind, record_id, person_id, person_name)
  select
    old.account_id, o.kind, o.id, old.user_id, (select p.name from public.profiles p where p.id = old.user_id)
  from owned o
  on conflict (account_id, kind, record_id) do update
  set person_id = excluded.person_id, person_name = excluded.person_name, left_at = excluded.left_at;
  return old;
end
$$;
comment on function private.record_departed_owner() is
  'Trigger: records the owner of the records of a member who leaves, is removed or whose user is deleted.';
comment on function private.clear_departed_owner() is
  'Trigger (kind): deletes the departed owner of a record that has an owner again or is deleted.';
comment on function private.erase_departed_owner_name() is 'Trigger: erases the name of a person whose user is deleted.';
comment on function private.sanitized_departed_owners(jsonb) is
  'Departed owners as acts keep them, with the known names and types and nothing else.';
create or replace function private.departed_owners_of(ids uuid[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.sanitized_departed_owners(coalesce(jsonb_agg(to_jsonb(d)), '[]'))
  from public.departed_owners d
  where d.account_id = private.my_account() and d.record_id = any (ids)
$$;
comment on function private.linked_owners(uuid, text, uuid) is 'The records linked to a record, and their owners.';
comment on function private.belongings(uuid, uuid, boolean) is
  'The records that a member owns and, unless only these are wanted, is expert of; of the features that the account uses.';
create or replace function private.suggested_receiver(account uuid, person uuid, record_kind text, record_id uuid, part text, owner uuid)
returns table (receiver_id uuid, reason text, linked_kind text, linked_id uuid, linked_name text, others integer)
language sql stable security definer set search_path = ''
as $$
  with expert as (
    select e.expert_id
    from public.record_experts e
    where e.account_id = account and e.kind = suggested_receiver.record_kind
      and e.record_id = suggested_receiver.record_id and e.expert_id <> person
      -- The owner does not count as a second expert.
      and (part = 'owner' or e.expert_id is distinct from owner)
  ),
  linked as (
    select l.*, count(*) over (partition by l.owner_id) as owns
    from private.linked_owners(account, suggested_receiver.record_kind, suggested_receiver.record_id) l
    where l.owner_id <> person and (part = 'owner' or l.owner_id is distinct from owner)
  )
  (
    select e.expert_id, 'only_expert', null::text, null::uuid, null::text, 1
    from expert e
    where part = 'owner' and (select count(*) from expert) = 1
  )
  union all
  (
    select null, 'known', null, null, null, (select count(*)::integer from expert)
    where part = 'expert' and exists (select from expert)
  )
  union all
  (
    select l.owner_id, 'linked_owner', l.kind, l.id, l.name, (select count(*)::integer from expert)
    from linked l
    where case part when 'owner' then (select count(*) from expert) <> 1 else not exists (select from expert) end
    order by l.owns desc, l.name, l.id
    limit 1
  )
$$;
comment on function private.suggested_receiver(uuid, uuid, text, uuid, text, uuid) is
  'The suggested receiver of a record that a member owns or knows: the only other expert, else the owner of a linked record; none where others know it (known). No row where there is no suggestion.';
create or replace function public.get_belongings(
  target_user_id uuid,
  only_owned boolean default false,
  kind_param text default null,
  skip integer default 0
) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  page constant integer := 50;
begin
  perform private.refuse_non_member(target_user_id);
  if target_user_id is distinct from private.caller_id() and coalesce(private.my_rank(), 0) < 2 then
    raise exception 'Only managers can hand over for another member.'
      using errcode = '42501', hint = 'Ask an administrator.';
  end if;
  return (
    with placed as materialized (
      select
        b.*,
        count(*) over (partition by b.kind) as total,
        row_number() over (partition by b.kind order by b.part desc, lower(b.name), b.id) as place
      from private.belongings(account, target_user_id, coalesce(only_owned, false)) b
      where kind_param is null or b.kind = kind_param
    ),
    -- Receivers are looked up for the page only.
    paged as materialized (
      select * from placed p where p.place > greatest(skip, 0) and p.place <= greatest(skip, 0) + page
    ),
    suggested as (
      select p.kind, p.id, p.part, s.*
      from paged p
      cross join lateral private.suggested_receiver(account, target_user_id, p.kind, p.id, p.part, p.owner_id) s
    )
    select coalesce(json_object_agg(k.kind, k.answer), '{}')
    from (
      select
        p.kind,
        json_build_object(
          'total', max(p.total),
          'owned', count(*) filter (where p.part = 'owner'),
          'items', coalesce(
            json_agg(
              json_build_object(
                'id', p.id,
                'name', p.name,
                'part', p.part,
                'reason', s.reason,
                'receiver_id', s.receiver_id,
                'receiver_name', (select q.name from public.profiles q where q.id = s.receiver_id),
                'linked_kind', s.linked_kind,
                'linked_name', s.linked_name,
                'others', coalesce(s.others, 0)
              )
              order by p.place
            ) filter (where p.place > greatest(skip, 0) and p.place <= greatest(skip, 0) + page),
            '[]'
          )
        ) as answer
      from placed p
      left join suggested s on s.kind = p.kind and s.id = p.id and s.part = p.part
      group by p.kind
    ) k
  );
end
$$;
comment on function public.get_belongings(uuid, boolean, text, integer) is
  'The records that a member owns and is expert of, 50 of each kind, owned first. {kind: {"total", "owned", "items": [{id, name, part, reason, receiver_id, receiver_name, linked_kind, linked_name, others}]}}. The reason says why the receiver is suggested: only_expert, linked_owner, known (others know it, no receiver is needed) or null. For the member themself, managers and admins.';
comment on function private.refuse_outdated(text) is
  'Refuses with HO001 a change that another user made impossible meanwhile.';
create or replace function private.resolved_handovers(account uuid, person uuid, choices jsonb, leaves boolean)
returns table (kind text, id uuid, name text, part text, receiver_id uuid, invitation_id uuid)
language sql stable security definer set search_path = ''
as $$
  with wanted as (
    select
      nullif(choices -> 'rest', 'null') as rest,
      choices -> 'rest' -> 'suggested' is not distinct from 'true' as by_suggestion
  ),
  named as (
    select distinct on (n.kind, n.id, n.part) n.*
    from jsonb_to_recordset(coalesce(choices -> 'records', '[]'))
      as n (kind text, id uuid, part text, receiver uuid, invitation uuid)
    order by n.kind, n.id, n.part
  ),
  had as materialized (
    select b.*, n.id is not null as is_named, n.receiver, n.invitation
    from private.belongings(account, person, not leaves) b
    left join named n on n.kind = b.kind and n.id = b.id and n.part = b.part
  ),
  asked as materialized (
    select h.* from had h, wanted w where not h.is_named and w.by_suggestion
  ),
  suggested as (
    select a.kind, a.id, a.part, s.receiver_id
    from asked a
    cross join lateral private.suggested_receiver(account, person, a.kind, a.id, a.part, a.owner_id) s
  ),
  decided as (
    select
      b.kind, b.id, b.name, b.part,
      case
        when b.is_named then b.receiver
        when w.by_suggestion then s.receiver_id
        else (w.rest ->> 'receiver')::uuid
      end as receiver_id,
      case
        -- Experts are members.
        when b.part = 'expert' then null
        when b.is_named then b.invitation
        else (w.rest ->> 'invitation')::uuid
      end as invitation_id
    from had b
    cross join wanted w
    left join suggested s on s.kind = b.kind and s.id = b.id and s.part = b.part
  )
  select
    d.kind, d.id, d.name, d.part, d.receiver_id, case when d.receiver_id is null then d.invitation_id end
  from decided d
  -- A member who is already an expert is not notified, and while there are other experts no gap arises.
  where d.part = 'owner' or not exists (
    select from public.record_experts e
    where e.account_id = account and e.kind = d.kind and e.record_id = d.id
      and e.expert_id = coalesce(d.receiver_id, nullif(e.expert_id, person))
  )
$$;
comment on function private.resolved_handovers(uuid, uuid, jsonb, boolean) is
  'The receiver of each record that a member owns or knows; a row without receiver stays without one.';
create or replace function private.insert_handovers(account uuid, decided jsonb, giver_id uuid, giver text, leaves boolean)
returns void
language sql security definer set search_path = ''
as $$
  with wanted as (
    select d.*
    from jsonb_to_recordset(decided)
      as d (kind text, id uuid, name text, part text, receiver_id uuid, invitation_id uuid)
  ),
  told as (
    insert into public.record_history (account_id, kind, record_id, record_name, action, field, after, changed_by)
    select
      account, w.kind, w.id, w.name, 'updated', 'handover',
      private.handover_line(
        w.part, case when w.receiver_id = private.caller_id() then 'accepted' else 'pending' end,
        insert_handovers.giver_id, giver, w.receiver_id, w.invitation_id
      ),
      private.caller_id()
    from wanted w
    where leaves or num_nonnulls(w.receiver_id, w.invitation_id) = 1
  )
  insert into public.handovers (
    account_id, kind, record_id, part, giver_id, giver_name, handed_by, receiver_id, invitation_id
  )
  select
    account, w.kind, w.id, w.part, insert_handovers.giver_id, giver, private.caller_id(), w.receiver_id, w.invitation_id
  from wanted w
  where num_nonnulls(w.receiver_id, w.invitation_id) = 1
$$;
comment on function private.insert_handovers(uuid, jsonb, uuid, text, boolean) is
  'Inserts handovers for the receivers, and writes records without a receiver into their history.';
create or replace function private.refuse_unknown_receivers(account uuid, decided jsonb, locked uuid[], suggested uuid[])
returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (
    select from jsonb_to_recordset(decided) as d (receiver_id uuid)
    where d.receiver_id is not null and d.receiver_id <> all (coalesce(locked, '{}'))
  ) or exists (
    select from unnest(suggested) as person (id) where not private.is_member(account, person.id)
  ) then
    perform private.refuse_outdated('A person who should take over has left in the meantime.');
  end if;
end
$$;
create or replace function private.hand_over(person uuid, choices jsonb, leaves boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  asked constant jsonb := private.parsed_handover(choices);
  rest constant jsonb := asked -> 'rest';
  rest_receiver constant uuid := (rest ->> 'receiver')::uuid;
  rest_invitation constant uuid := (rest ->> 'invitation')::uuid;
  caller constant uuid := private.caller_id();
  members uuid[];
  suggested uuid[];
  invitations uuid[];
  giver text;
begin
  if person is distinct from private.caller_id() and coalesce(private.my_rank(), 0) < 2 then
    raise exception 'Only managers can hand over for another member.'
      using errcode = '42501', hint = 'Ask an administrator.';
  end if;
  select
    array_remove(array_agg(distinct n.receiver) || rest_receiver, null),
    array_remove(array_agg(distinct n.invitation) || rest_invitation, null)
  into members, invitations
  from (
    select r.receiver, r.invitation
    from jsonb_to_recordset(coalesce(asked -> 'records', '[]')) as r (receiver uuid, invitation uuid)
    union all
    select s.receiver, null
    from jsonb_to_recordset(coalesce(asked -> 'service_accounts', '[]')) as s (receiver uuid)
  ) as n;
  if person = any (members) then
    raise exception 'Members cannot hand over to themselves.' using errcode = '22023', hint = 'Choose another person.';
  end if;
  if rest -> 'suggested' = 'true' then
    select array_agg(distinct d.receiver_id) filter (where d.receiver_id is not null) into suggested
    from private.resolved_handovers(account, person, asked, leaves) d;
  end if;
  -- The caller as well: what they hand over says who changed it.
  perform private.lock_members(account, members || suggested || array[caller, person]);
  if not private.is_member(account, caller) then
    raise exception 'You are no longer a member of this account.' using errcode = '42501', hint = 'Sign in again.';
  end if;
  select p.name into giver
  from public.account_members m
  join public.profiles p on p.id = m.user_id
  where m.account_id = account and m.user_id = person;
  if not found then
    perform private.refuse_outdated('Another person has handed this over in the meantime.');
  end if;
  perform private.refuse_receivers(account, members, invitations);
  perform private.refuse_invitations_of(account, person, invitations);
  perform private.refuse_service_accounts(account, person, asked);
  if exists (
    select n.kind, n.id, n.part
    from jsonb_to_recordset(coalesce(asked -> 'records', '[]')) as n (kind text, id uuid, part text)
    except
    select b.kind, b.id, b.part from private.belongings(account, person, not leaves) b
  ) then
    perform private.refuse_outdated('Another person has handed this over in the meantime.');
  end if;
  perform private.hand_over_to_locked(account, person, asked, leaves, giver, members || suggested, suggested);
end
$$;
create function private.hand_over_to_locked(
  account uuid, person uuid, asked jsonb, leaves boolean, giver text, locked uuid[], suggested uuid[]
)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  decided jsonb;
begin
  select jsonb_agg(d) into decided from private.resolved_handovers(account, person, asked, leaves) d;
  perform private.refuse_unknown_receivers(account, decided, locked, suggested);
  perform private.mark_handovers_passed_on(account, person, decided);
  perform private.insert_handovers(account, decided, person, giver, leaves);
  -- The first of all notifications to one person in a transaction, whose number is limited.
  perform private.notify_receivers(account);
  perform private.apply_handovers(account);
  perform private.hand_over_service_accounts(account, person, asked);
  update public.handovers h
  set state = 'accepted', answered_at = now()
  where h.account_id = account and h.act = private.current_act()
    and h.receiver_id = private.caller_id() and h.state = 'pending';
end
$$;
comment on function private.hand_over_to_locked(uuid, uuid, jsonb, boolean, text, uuid[], uuid[]) is
  'Writes the handovers of a member, of the name giver, to receivers that are locked as members, and makes the receivers owners and experts.';
alter function private.hand_over_to_locked(uuid, uuid, jsonb, boolean, text, uuid[], uuid[]) owner to cairn_definer;
comment on function private.notify_receivers(uuid) is
  'Notifies the receivers of this act: one notification for all of their records.';
comment on function private.refuse_handover_answer(text, integer, uuid, uuid) is 'Refuses an invalid answer to handovers.';
create function private.lock_pending_handovers(account uuid, handover_ids uuid[], of_act uuid) returns uuid[]
language plpgsql security definer set search_path = ''
as $$
declare
  ids constant uuid[] := array(
    select h.id
    from public.handovers h
    where h.account_id = account and h.receiver_id = private.caller_id() and h.state = 'pending'
      and (h.id = any (handover_ids) or h.act = of_act)
      and ((select private.my_rank()) = 3 or h.kind = any (array(select private.kinds_in_use())))
      and exists (
        select from private.catalogue_records r
        where r.account_id = account and r.kind = h.kind and r.id = h.record_id
      )
    order by h.id
    for update of h
  );
begin
  if ids = '{}' or exists (select unnest(handover_ids) except select unnest(ids)) then
    perform private.refuse_outdated('This handover was answered, withdrawn or given to another person in the meantime.');
  end if;
  return ids;
end
$$;
comment on function private.lock_pending_handovers(uuid, uuid[], uuid) is
  'The pending handovers to the caller, by their ids or of an act, locked until the transaction ends; refuses with HO001 where there are none, or one of the ids is not pending.';
alter function private.lock_pending_handovers(uuid, uuid[], uuid) owner to cairn_definer;
create or replace function public.answer_handovers(
  answer text,
  handover_ids uuid[] default null,
  of_act uuid default null,
  receiver uuid default null,
  invitation uuid default null
) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  person constant uuid := private.caller_id();
  answered uuid[];
begin
  perform private.refuse_handover_answer(answer, cardinality(handover_ids), receiver, invitation);
  perform private.lock_members(account, array[person, receiver]);
  perform private.refuse_receivers(account, array_remove(array[receiver], null), array_remove(array[invitation], null));
  answered := private.lock_pending_handovers(account, handover_ids, of_act);
  if invitation is not null and exists (
    select from public.handovers h where h.id = any (answered) and h.part = 'expert'
  ) then
    raise exception 'Only members can be experts. Invited people can become experts after they join.'
      using errcode = '22023', hint = 'Choose a member.';
  end if;
  update public.handovers h
  set state = case answer when 'accept' then 'accepted' else 'passed_on' end, answered_at = now()
  where h.id = any (answered);
  insert into public.record_history (account_id, kind, record_id, record_name, action, field, after, changed_by)
  select
    account, h.kind, h.record_id, r.name, 'updated', 'handover',
    private.handover_line(
      h.part, h.state, h.giver_id, h.giver_name,
      case answer when 'accept' then person else receiver end, invitation
    ),
    person
  from public.handovers h
  join private.catalogue_records r on r.account_id = account and r.kind = h.kind and r.id = h.record_id
  where h.id = any (answered);
  if answer = 'pass_on' then
    perform private.pass_handovers_on(account, answered, receiver, invitation);
    perform private.note_act(account, 'handover', person::text, private.part_of_act('handover'));
  end if;
  return cardinality(answered);
end
$$;
create or replace function private.pass_handovers_on(account uuid, passed uuid[], receiver uuid, invitation uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  person constant uuid := private.caller_id();
  kind text;
begin
  insert into public.handovers (
    account_id, kind, record_id, part, giver_id, giver_name, handed_by, receiver_id, invitation_id
  )
  select account, h.kind, h.record_id, h.part, h.giver_id, h.giver_name, person,
    pass_handovers_on.receiver, pass_handovers_on.invitation
  from public.handovers h
  where h.id = any (passed) and num_nonnulls(pass_handovers_on.receiver, pass_handovers_on.invitation) = 1
    and not exists (
      select from public.record_experts e
      where h.part = 'expert' and e.account_id = account and e.kind = h.kind and e.record_id = h.record_id
        and e.expert_id = pass_handovers_on.receiver
    );
  perform private.notify_receivers(account);
  delete from public.record_experts e
  using public.handovers h
  where h.id = any (passed) and h.part = 'expert'
    and e.account_id = h.account_id and e.kind = h.kind and e.record_id = h.record_id and e.expert_id = person;
  if num_nonnulls(receiver, invitation) = 0 then
    for kind in select private.kinds_of_catalogues() loop
      execute format(
        'update public.%I r set owner_id = null from public.handovers h
        where h.id = any ($1) and h.kind = $2 and h.part = ''owner''
          and r.account_id = h.account_id and r.id = h.record_id and r.owner_id = $3',
        private.catalogue_of(kind)
      ) using passed, kind, person;
    end loop;
  end if;
  perform private.apply_handovers(account);
end
$$;
comment on function private.pass_handovers_on(uuid, uuid[], uuid, uuid) is
  'Gives the caller''s pending handovers to another receiver, who is asked in turn, or to none.';
comment on function public.get_my_handovers(uuid, integer) is
  'The handovers of one act to the caller, 50 at a time: {"total", "pending", "items": [{id, kind, record_id, record_name, part, giver_name, state}]}.';
comment on function private.mark_handovers_passed_on(uuid, uuid, jsonb) is
  'Marks pending handovers to a leaving member, and other requests for the same owner, as passed on.';
create or replace function private.sync_handovers_with_owner() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Planned each time, all of them: a plan made for one record would compare thousands of them with each other.
  execute $statement$
    with joined as (
      update public.handovers h
      set receiver_id = n.owner_id, invitation_id = null
      from is_now n
      where h.account_id = n.account_id and h.record_id = n.id and h.part = 'owner' and h.state = 'pending'
        and h.invitation_id is not null and n.owner_id is not null
        and exists (
          select from public.pending_invitations i
          join public.profiles p on p.id = n.owner_id and lower(p.email) = i.email
          where i.account_id = h.account_id and i.id = h.invitation_id
        )
      returning h.account_id, h.receiver_id, h.act, h.giver_name, h.handed_by, h.kind, n.id, n.name
    )
    -- Not by private.notify: the person who accepts the invitation is the actor, and is notified all the same.
    insert into public.notifications (
      account_id, user_id, number, kind, actor_id, record_kind, record_id, record_name, payload, in_app, mail_due
    )
    select
      j.account_id, j.receiver_id,
      coalesce((
        select max(n.number) from public.notifications n where n.account_id = j.account_id and n.user_id = j.receiver_id
      ), 0) + 1,
      'handed_over', (array_agg(j.handed_by))[1],
      case when count(*) = 1 then min(j.kind) end,
      case when count(*) = 1 then (array_agg(j.id))[1] end,
      case when count(*) = 1 then min(j.name) end,
      jsonb_build_object('act', j.act, 'giver', min(j.giver_name), 'amount', count(*)), true, false
    from joined j
    group by j.account_id, j.receiver_id, j.act
  $statement$;
  -- A renewed invitation is another one of the same person.
  execute $statement$
    update public.handovers h
    set invitation_id = n.invited_owner_id
    from is_now n
    where h.account_id = n.account_id and h.record_id = n.id and h.part = 'owner' and h.state = 'pending'
      and h.invitation_id <> n.invited_owner_id
      and (select i.email from public.pending_invitations i where i.id = h.invitation_id)
        = (select i.email from public.pending_invitations i where i.id = n.invited_owner_id)
  $statement$;
  execute $statement$
    update public.handovers h
    set state = 'withdrawn', answered_at = now()
    from is_now n
    where h.account_id = n.account_id and h.record_id = n.id and h.part = 'owner' and h.state = 'pending'
      and (h.receiver_id, h.invitation_id) is distinct from (n.owner_id, n.invited_owner_id)
  $statement$;
  return null;
end
$$;
comment on function private.sync_handovers_with_owner() is
  'Statement trigger: gives a handover to the person who joined by its invitation, and ends it when another member becomes owner.';
comment on function private.sync_handovers_with_experts() is 'Statement trigger: ends handovers to experts who are removed.';
comment on function private.erase_giver_name() is 'Trigger: erases the name of a person whose user is deleted.';
comment on function private.delete_handovers_of_purged() is 'Statement trigger: deletes the handovers of purged records.';
create or replace function private.recount_account(account uuid) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  perform pg_advisory_xact_lock(private.lock_key_of_counts(account));
  -- First the marks: whatever they mark is seen by the statements after this one.
  delete from private.records_to_count m where m.account_id = account;
  delete from private.counted_records c where c.account_id = account;
  delete from private.record_counts c where c.account_id = account;
  insert into private.counted_records
  select g.* from private.gaps_of_records g where g.account_id = account;
  insert into private.record_counts
  select
    c.account_id, c.kind, c.owner_id, c.invited_owner_id, c.owner_left, c.handover_pending, c.awaited, c.nobody_else, count(*)
  from private.counted_records c
  where c.account_id = account
  group by c.account_id, c.kind, c.owner_id, c.invited_owner_id, c.owner_left, c.handover_pending, c.awaited, c.nobody_else;
end
$$;
comment on function private.recount_account(uuid) is
  'Counts all records of an account again, also those that were written while triggers were off.';
create or replace function private.delete_counts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(private.lock_key_of_counts(old.id));
  delete from private.records_to_count m where m.account_id = old.id;
  delete from private.counted_records c where c.account_id = old.id;
  delete from private.record_counts c where c.account_id = old.id;
  return old;
end
$$;
comment on function private.delete_counts() is 'Trigger: deletes the sums of a deleted account.';
create or replace function private.mark_records() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_restoring_archive() then
    return null;
  end if;
  case tg_op
    when 'INSERT' then
      insert into private.records_to_count (account_id, kind, record_id)
      select c.account_id, tg_argv[0], c.id from come c;
    when 'DELETE' then
      insert into private.records_to_count (account_id, kind, record_id)
      select g.account_id, tg_argv[0], g.id
      from gone g
      where exists (select from public.accounts a where a.id = g.account_id);
    else
      -- No join: the plan is kept, and is as good for one record as for ten thousand.
      insert into private.records_to_count (account_id, kind, record_id)
      select changed.account_id, tg_argv[0], changed.id
      from (
        select c.account_id, c.id, c.owner_id, c.invited_owner_id from come c
        except
        select g.account_id, g.id, g.owner_id, g.invited_owner_id from gone g
      ) changed;
  end case;
  return null;
end
$$;
create or replace function private.mark_referenced_records() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_restoring_archive() then
    return null;
  end if;
  case tg_op
    when 'INSERT' then
      insert into private.records_to_count (account_id, kind, record_id)
      select c.account_id, c.kind, c.record_id from come c;
    when 'DELETE' then
      insert into private.records_to_count (account_id, kind, record_id)
      select g.account_id, g.kind, g.record_id
      from gone g
      where exists (select from public.accounts a where a.id = g.account_id);
    else
      insert into private.records_to_count (account_id, kind, record_id)
      select g.account_id, g.kind, g.record_id from gone g
      union
      select c.account_id, c.kind, c.record_id from come c;
  end case;
  return null;
end
$$;
create or replace function private.count_bulk_marks() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- A reader quickly looks at fewer, until the server counts them.
  fewest constant integer := 1000;
  batch constant integer := 20000;
  many constant boolean := (select count(*) from (select from marks limit fewest) m) >= fewest;
  account uuid;
  records bigint;
begin
  -- Where no server counts, one change in a hundred counts what the others have left.
  if not many and random() > 0.01 or current_setting('transaction_isolation') <> 'read committed' then
    return null;
  end if;
  for account, records in
    select m.account_id, count(*)
    from marks m
    group by m.account_id
    having not many or count(*) >= fewest
    order by m.account_id
  loop
    begin
      -- In the order of a deletion of the account: first the account, then its counts.
      perform from public.accounts a where a.id = account for key share;
      if many then
        perform private.count_marked(account, batch) from generate_series(1, records, batch);
      else
        perform private.count_marked_before_reading(account);
      end if;
    -- No change is refused because it cannot be counted yet.
    exception when others then
      raise warning 'The records of account % could not be counted: %', account, sqlerrm;
    end;
  end loop;
  return null;
end
$$;
comment on function private.count_bulk_marks() is
  'Statement trigger: adds the marks of a change of many records to the sums at once, unless another transaction is doing so; now and then also marks that many small changes have left.';
create or replace function private.count_marked(account uuid, at_most integer, only_these text[] default null) returns integer
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  counted integer;
begin
  -- Only one transaction at a time updates the sums of an account; another skips the work. A statement has one snapshot:
  -- with a mark it sees the change that made it, and later marks stay.
  if not pg_try_advisory_xact_lock(private.lock_key_of_counts(account)) then
    return 0;
  end if;
  with taken as (
    delete from private.records_to_count m
    where m.ctid = any (array(
      select w.ctid from private.records_to_count w
      where w.account_id = account and (only_these is null or w.kind || ' ' || w.record_id = any (only_these))
      limit at_most
    ))
    returning m.kind, m.record_id
  ),
  marked as materialized (
    select distinct t.kind, t.record_id from taken t
  ),
  is_now as materialized (
    select g.*
    from marked m
    cross join lateral (
      select v.*
      from private.gaps_of_records v
      where v.account_id = account and v.kind = m.kind and v.record_id = m.record_id
      offset 0
    ) g
  ),
  was as materialized (
    select c.*
    from marked m
    join private.counted_records c on c.account_id = account and c.kind = m.kind and c.record_id = m.record_id
  ),
  gone as (
    -- Not 'not exists': nobody can tell the planner how many are marked, and it would compare each with every other.
    delete from private.counted_records c
    using (
      select w.kind, w.record_id from was w
      except
      select n.kind, n.record_id from is_now n
    ) w
    where c.account_id = account and c.kind = w.kind and c.record_id = w.record_id
  ),
  kept as (
    insert into private.counted_records as c
    select * from (select * from is_now except select * from was) changed
    on conflict (account_id, kind, record_id) do update
    set owner_id = excluded.owner_id, invited_owner_id = excluded.invited_owner_id, owner_left = excluded.owner_left,
      handover_pending = excluded.handover_pending, awaited = excluded.awaited, nobody_else = excluded.nobody_else
  ),
  summed as (
    insert into private.record_counts as c (
      account_id, kind, owner_id, invited_owner_id, owner_left, handover_pending, awaited, nobody_else, records
    )
    select
      account, d.kind, d.owner_id, d.invited_owner_id, d.owner_left, d.handover_pending, d.awaited, d.nobody_else, sum(d.more)
    from (
      select n.*, 1 as more from is_now n
      union all
      select w.*, -1 from was w
    ) d
    group by d.kind, d.owner_id, d.invited_owner_id, d.owner_left, d.handover_pending, d.awaited, d.nobody_else
    having sum(d.more) <> 0
    on conflict on constraint record_counts_key do update set records = c.records + excluded.records
  )
  select count(*) into counted from taken;
  delete from private.record_counts c where c.account_id = account and c.records = 0;
  return counted;
end
$$;
create or replace function public.get_gaps() returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  not_seen constant uuid[] := private.inactive_members(account);
begin
  perform private.count_marked_before_reading(account);
  return (
    select coalesce(
      jsonb_object_agg(
        k.kind,
        jsonb_build_object(
          'no_owner', k.no_owner, 'owner_left', k.owner_left, 'handover_pending', k.handover_pending,
          'nobody_else', k.nobody_else
        ) || case when not_seen is null then '{}' else jsonb_build_object('owner_not_seen', k.owner_not_seen) end
          || case when k.can_report then jsonb_build_object('never_reported', k.never_reported) else '{}' end
      ),
      '{}'
    ) || private.gaps_of_service_accounts(account)
    from (
      select
        kinds.kind,
        coalesce(sum(c.records) filter (where c.unowned), 0) as no_owner,
        coalesce(sum(c.records) filter (where c.owner_left), 0) as owner_left,
        coalesce(sum(c.records) filter (where c.handover_pending), 0) as handover_pending,
        coalesce(sum(c.records) filter (where c.nobody_else), 0) as nobody_else,
        coalesce(sum(c.records) filter (where p.id is not null), 0) as owner_not_seen,
        kinds.kind in ('agent', 'automation') as can_report,
        (select count(*) from private.records_never_reported(account, kinds.kind)) as never_reported
      from private.kinds_in_use() as kinds (kind)
      left join private.current_counts(account) c using (kind)
      left join unnest(not_seen) as p (id) on p.id = c.owner_id
      where account is not null
      group by kinds.kind
    ) k
  );
end
$$;
comment on function private.count_marked_before_reading(uuid) is
  'Counts the marked records of an account where so many wait that reading around them would take long.';
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
        when 'never_reported' then 'select n.record_id from private.records_never_reported($1, $2) n'
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
    when 'never_reported' = any (gaps) then (select count(*) from private.records_never_reported(account, count_of_gaps.kind))
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
create or replace function private.records_never_reported(account uuid, kind text) returns table (record_id uuid)
language sql stable security definer set search_path = ''
as $$
  select h.record_id
  from public.heartbeats h
  where h.account_id = account and h.kind = records_never_reported.kind and h.status = 'new' and h.running_since is null
    and h.token_hash is not null and h.paused_at is null and not h.rests
$$;
comment on function private.inactive_members(uuid) is
  'The members of the caller''s account who were not seen for 90 days; null where that is unknown, or not for the caller.';
create or replace function private.missing_weeks(account uuid, most_changes integer) returns date[]
language sql stable security definer set search_path = ''
as $$
  with bounds as (
    select
      date_trunc('week', now() at time zone 'utc')::date as this_week,
      (select min(h.changed_at) from public.record_history h where h.account_id = account) as oldest,
      coalesce(
        (
          select h.changed_at
          from public.record_history h
          where h.account_id = account and most_changes is not null
          order by h.changed_at desc
          limit 1 offset most_changes
        ),
        '-infinity'
      ) as reach
  )
  select array(
    select w.week::date
    from bounds b
    cross join generate_series(
      greatest(
        b.this_week - 364,
        least(b.this_week, coalesce(date_trunc('week', b.oldest at time zone 'utc')::date + 7, b.this_week))
      ),
      b.this_week, interval '7 days'
    ) as w (week)
    where private.utc_midnight(w.week::date) > b.reach
      and not exists (
        select from private.coverage_weeks c where c.account_id = account and c.week = w.week::date
      )
    order by w.week
  )
$$;
create or replace function private.store_coverage(account uuid, most_changes integer default 50000) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  this_week constant date := date_trunc('week', now() at time zone 'utc');
  missing constant date[] := private.missing_weeks(account, most_changes);
begin
  if current_setting('transaction_read_only') = 'on' then
    return;
  end if;
  if missing = '{}' then
    return;
  end if;
  insert into private.coverage_weeks (account_id, week, kind, records, with_owner, with_second)
  select
    account, missing[s.place], n.kind,
    n.records - sum(s.records), n.with_owner - sum(s.with_owner), n.with_second - sum(s.with_second)
  from private.current_coverage(account) n
  cross join lateral private.id_ranges((
    select count(*)
    from public.record_history h
    where h.account_id = account and h.changed_at >= private.utc_midnight(missing[1])
  )) p
  cross join lateral private.coverage_since(
    account, n.kind, array(select private.utc_midnight(w.week) from unnest(missing) as w (week) order by w.week),
    p.first_id, p.last_id
  ) s
  group by s.place, n.kind, n.records, n.with_owner, n.with_second
  -- Two who write down the same wait for each other in the same order.
  order by s.place, n.kind
  on conflict do nothing;
  delete from private.coverage_weeks c where c.account_id = account and c.week < this_week - 728;
end
$$;
create or replace function private.store_all_coverage(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.store_coverage(account, null);
  insert into private.coverage_accounts as c (account_id, week)
  values (account, date_trunc('week', now() at time zone 'utc'))
  on conflict (account_id) do update set week = excluded.week;
end
$$;
create or replace function public.keep_coverage(at_most integer default 20) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  due constant uuid[] := array(select a from private.accounts_without_coverage() as a order by random() limit at_most);
begin
  perform private.store_all_coverage(d.account) from unnest(due) as d (account);
  return cardinality(due);
end
$$;
create or replace function private.store_coverage_once(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if account::text is distinct from nullif(current_setting('cairn.coverage_kept', true), '') then
    perform private.store_coverage(account);
    perform set_config('cairn.coverage_kept', account::text, true);
  end if;
end
$$;
comment on function private.store_coverage_once(uuid) is 'Calls store_coverage once for a transaction and account.';
create or replace function private.store_coverage_before_invitation_ends() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.store_coverage_once(old.account_id);
  return old;
end
$$;
comment on function private.store_coverage_before_invitation_ends() is
  'Trigger: stores the coverage of past weeks before an invitation that counts in it is deleted.';
create or replace function public.get_coverage() returns json
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  this_week constant date := date_trunc('week', now() at time zone 'utc');
  kinds constant text[] := array(select private.kinds_in_use());
begin
  if account is null then
    return null;
  end if;
  perform private.count_marked_before_reading(account);
  perform private.store_coverage(account);
  return json_build_object(
    'weeks', (
      select coalesce(json_agg(w order by w.week), '[]')
      from (
        select
          c.week, sum(c.records) as records, sum(c.with_owner) as with_owner, sum(c.with_second) as with_second
        from private.coverage_weeks c
        where c.account_id = account and c.week >= this_week - 364 and c.kind = any (kinds)
        group by c.week
        having sum(c.records) > 0
      ) w
    ),
    'now', (
      select json_build_object(
        'records', coalesce(sum(n.records), 0),
        'with_owner', coalesce(sum(n.with_owner), 0),
        'with_second', coalesce(sum(n.with_second), 0)
      )
      from private.current_coverage(account) n
      where n.kind = any (kinds)
    )
  );
end
$$;
create or replace function private.coverage_since(
  account uuid, kind text, moments timestamptz[],
  first_id uuid default '00000000-0000-0000-0000-000000000000',
  last_id uuid default 'ffffffff-ffff-ffff-ffff-ffffffffffff'
) returns table (place integer, records bigint, with_owner bigint, with_second bigint)
language plpgsql stable security definer
set search_path = '' set enable_nestloop = off
as $$
declare
  touched uuid[];
begin
  execute format(
    'select array(
      select h.record_id
      from public.record_history h
      where h.account_id = $1 and h.record_id between $4 and $5 and h.kind = $2 and h.changed_at >= $3
        and (h.action <> ''updated'' or h.field in (''owner_id'', ''experts''))
      union
      -- An invitation ends by itself.
      select r.id
      from public.%I r
      where r.account_id = $1 and r.invited_owner_id is not null and r.id between $4 and $5
    )',
    private.catalogue_of(kind)
  ) into touched using account, kind, moments[1], first_id, last_id;
  return query execute format(
    $query$
    with happened as materialized (
      select
        h.record_id, h.changed_at, h.action, h.field,
        nullif(h.before, 'null') as before, nullif(h.after, 'null') as after,
        width_bucket(h.changed_at, $3) as place
      from public.record_history h
      where h.account_id = $1 and h.record_id between $5 and $6 and h.kind = $2 and h.changed_at >= $3[1]
        and (h.action <> 'updated' or h.field in ('owner_id', 'experts'))
    ),
    -- Existing records, and those in the bin as they were.
    known as materialized (
      select r.id as record_id, true as present, r.owner_id, r.invited_owner_id
      from public.%1$I r
      where r.account_id = $1 and r.id = any ($4)
      union all
      select b.record_id, false, (b.record ->> 'owner_id')::uuid, (b.record ->> 'invited_owner_id')::uuid
      from public.binned_records b
      where b.account_id = $1 and b.kind = $2 and b.record_id = any ($4) and not exists (
        select from public.%1$I r where r.account_id = $1 and r.id = b.record_id
      )
    ),
    -- From when until when what was so: each change tells what was before it, and what is there what was after the last.
    presence as (
      select e.record_id, e.until, e.present, coalesce(lag(e.until) over of_record, '-infinity') as since
      from (
        select h.record_id, h.changed_at as until, h.action = 'deleted' as present
        from happened h
        where h.field is null
        union all
        select k.record_id, 'infinity', k.present from known k
      ) e
      window of_record as (partition by e.record_id order by e.until)
    ),
    ownership as materialized (
      select
        e.record_id, e.until, e.owner_id, e.invited_id,
        coalesce(lag(e.until) over of_record, '-infinity') as since
      from (
        select
          h.record_id, h.changed_at as until,
          case when jsonb_typeof(h.before) = 'string' then (h.before #>> '{}')::uuid end as owner_id,
          (h.before ->> 'id')::uuid as invited_id
        from happened h
        where h.field = 'owner_id'
        union all
        select k.record_id, 'infinity', k.owner_id, k.invited_owner_id from known k
      ) e
      window of_record as (partition by e.record_id order by e.until)
    ),
    knowledge as (
      select
        e.record_id, e.expert_id, e.until, e.knew,
        coalesce(lag(e.until) over of_person, '-infinity') as since
      from (
        select
          h.record_id, (coalesce(h.before, h.after) ->> 'id')::uuid as expert_id, h.changed_at as until,
          h.before is not null as knew
        from happened h
        where h.field = 'experts'
        union all
        select n.record_id, n.expert_id, 'infinity', bool_or(n.knows)
        from (
          select e.record_id, e.expert_id, true as knows
          from public.record_experts e
          where e.account_id = $1 and e.record_id = any ($4)
          union all
          select b.record_id, (x.value ->> 'expert_id')::uuid, true
          from public.binned_records b
          cross join lateral jsonb_array_elements(b.links -> 'experts') as x (value)
          where b.account_id = $1 and b.kind = $2 and b.record_id in (select k.record_id from known k where not k.present)
          union all
          select h.record_id, (coalesce(h.before, h.after) ->> 'id')::uuid, false
          from happened h
          where h.field = 'experts'
        ) n
        group by n.record_id, n.expert_id
      ) e
      window of_person as (partition by e.record_id, e.expert_id order by e.until)
    ),
    -- A record is looked at only where something of it changed afterwards, and now.
    looks as materialized (
      select l.record_id, l.place, coalesce($3[l.place], 'infinity') as moment
      from (
        select h.record_id, h.place from happened h
        union
        select o.record_id, m.place
        from ownership o
        cross join generate_series(1, cardinality($3)) as m (place)
        where o.invited_id is not null
        union
        select k.record_id, cardinality($3) + 1 from known k
      ) l
    ),
    second as (
      select distinct l.record_id, l.place
      from looks l
      join ownership o on o.record_id = l.record_id and o.since < l.moment and l.moment <= o.until
      join knowledge n on n.record_id = l.record_id and n.since < l.moment and l.moment <= n.until
      where n.knew and n.expert_id is distinct from o.owner_id
    ),
    seen as (
      select
        l.record_id, l.place,
        p.present::integer as records,
        (p.present and (
          o.owner_id is not null
          or o.invited_id is not null and private.invitation_was_open($1, o.invited_id, least(l.moment, now()))
        ))::integer as with_owner,
        (p.present and s.record_id is not null)::integer as with_second
      from looks l
      join presence p on p.record_id = l.record_id and p.since < l.moment and l.moment <= p.until
      join ownership o on o.record_id = l.record_id and o.since < l.moment and l.moment <= o.until
      left join second s on s.record_id = l.record_id and s.place = l.place
    ),
    changes as (
      select
        s.place,
        lead(s.records) over of_record - s.records as records,
        lead(s.with_owner) over of_record - s.with_owner as with_owner,
        lead(s.with_second) over of_record - s.with_second as with_second
      from seen s
      window of_record as (partition by s.record_id order by s.place)
    ),
    summed as (
      select
        c.place,
        sum(c.records)::bigint as records,
        sum(c.with_owner)::bigint as with_owner,
        sum(c.with_second)::bigint as with_second
      from changes c
      group by c.place
    )
    select
      m.place,
      coalesce(sum(s.records) over later, 0)::bigint,
      coalesce(sum(s.with_owner) over later, 0)::bigint,
      coalesce(sum(s.with_second) over later, 0)::bigint
    from generate_series(1, cardinality($3)) as m (place)
    left join summed s on s.place = m.place
    window later as (order by m.place desc)
    $query$,
    private.catalogue_of(kind)
  ) using account, kind, moments, touched, first_id, last_id;
end
$$;
comment on function private.id_ranges(bigint) is 'Ranges that cover all ids: one, or many for many changes.';
comment on function public.get_attention(integer) is
  'Counts and records that need the caller''s attention: {"registered_systems", "newcomers", "reasons": {"handover" | "late" | "maintenance" | "ownerless" | "mine": {"total", "kinds", "items": [{kind, id, name}]}}}. Newcomers are those who wait for an admin; registered systems are all, whatever their status.';
comment on function private.catalogue_order(uuid, text, text, boolean) is
  'The expression after "order by" for the records r of an account''s catalogue, with $2 as the search pattern; null for an unknown order.';
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
  -- Only the columns that the order needs: an index has the names. A description may be long, and is read with the page alone.
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
  not_seen constant uuid[] := case when by_gaps then private.inactive_members(account) end;
  condition text;
  few boolean := wanted <> '';
  -- Filters by field or tag usually match few records: these are found once, then counted and sorted.
  may_be_few boolean := wanted = '' and (conditions is not null or coalesce(cardinality(tags), 0) > 0);
  candidates uuid[];
  total bigint;
  page uuid[];
  items json;
begin
  perform private.refuse_out_of_scope(find_records.kind, 'read');
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
  -- A record that never reported may have another gap too.
  if by_others or 'never_reported' = any (gaps) then
    total := null;
  end if;
  if not by_gaps and not by_others then
    page := private.first_ids_by_field(account, kind, sort, coalesce(descending, false), greatest(coalesce(skip, 0), 0));
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
            where p.account_id = $1 and (select private.may(''people'', ''read''))
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
create or replace function private.text_condition(account uuid, kind text, query text) returns text
language plpgsql stable security definer
set search_path = '' set cpu_operator_cost = 0.1 set random_page_cost = 1.1
as $$
declare
  as_typed constant text := format(
    '(private.folded(t.name) like %1$L or private.folded(t.description) like %1$L)', private.folded_pattern(query)
  );
  with_a_typo constant text := private.typo_pattern(query);
  is_there boolean;
begin
  if with_a_typo is null then
    return as_typed;
  end if;
  execute format(
    'select exists (select from public.%I t where t.account_id = %L and %s)', private.catalogue_of(kind), account, as_typed
  )
    into is_there;
  return case when is_there then as_typed else format('private.folded(t.name) ~ %L', with_a_typo) end;
end
$$;
create or replace function private.records_condition(
  account uuid, kind text, query text, statuses text[], owners uuid[], without_owner boolean, gaps text[],
  tags uuid[] default null, all_tags boolean default false, conditions jsonb default null
) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted constant text := private.display_text(coalesce(query, ''));
  condition text := format('t.account_id = %L', account);
begin
  if char_length(wanted) > 200 then
    raise exception 'A search has at most 200 characters.' using errcode = '22023', hint = 'Enter a shorter search.';
  end if;
  if greatest(cardinality(statuses), cardinality(owners), cardinality(gaps), cardinality(tags)) > 100 then
    raise exception 'A filter has at most 100 values.' using errcode = '22023', hint = 'Use fewer values.';
  end if;
  if not coalesce(gaps <@ private.gap_names(), true) then
    raise exception 'There is no such gap.' using errcode = '22023';
  end if;
  if wanted <> '' then
    condition := condition || ' and ' || private.text_condition(account, kind, wanted);
  end if;
  if cardinality(statuses) > 0 then
    condition := condition || format(' and t.status = any (%L::text[])', statuses);
  end if;
  -- An invited person is named by their invitation, which is no member's id.
  if cardinality(owners) > 0 or without_owner then
    condition := condition || format(
      ' and (t.owner_id = any (%1$L::uuid[]) or t.invited_owner_id = any (%1$L::uuid[])%2$s)',
      coalesce(owners, '{}'),
      case when without_owner then ' or ' || private.gap_condition(kind, 'no_owner', null) else '' end
    );
  end if;
  if cardinality(gaps) > 0 then
    condition := condition || ' and (' || (
      select string_agg('(' || private.gap_condition(kind, g.gap, private.inactive_members(account)) || ')', ' or ')
      from unnest(gaps) as g (gap)
    ) || ')';
  end if;
  -- The index has records with tags alone.
  if cardinality(tags) > 0 then
    condition := condition || format(
      ' and t.tags <> ''{}'' and t.tags %s %L::uuid[]', case when all_tags then '@>' else '&&' end, tags
    );
  end if;
  if conditions is not null then
    condition := condition || ' and ' || private.condition_of_all(account, kind, conditions);
  end if;
  return condition;
end
$$;
comment on function private.operators_of(text) is 'The operators that a condition can apply to a field of a type.';
create or replace function private.own_value_text_condition(kind text, type text, key text, operator text, wanted text[]) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when operator = 'contains' then format('(%s or char_length(v.text_value) = 200 and %s)', as_kept, in_record)
    when exists (select from unnest(begun) as b where char_length(b) = 200)
      then format('%s and (char_length(v.text_value) < 200 or %s)', as_kept, in_record)
    else as_kept
  end
  from (
    select array(select left(private.folded(w), 200) from unnest(wanted) as w) as begun
  ) as short
  cross join lateral (
    select
      private.comparison(type, operator, 'v.text_value', case operator when 'contains' then wanted else begun end) as as_kept,
      private.comparison(
        type, operator, format('private.folded(private.own_values_of_record(%L, v.record_id) ->> %L)', kind, key), wanted
      ) as in_record
  ) as both_ways
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
  wrong := (select w from unnest(wanted) as w where not private.is_valid_filter_value(type, field, w) limit 1);
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
        when type in ('text', 'address') then private.own_value_text_condition(kind, type, substr(field, 5), positive, wanted)
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
create or replace function private.first_ids_by_field(account uuid, kind text, sort text, descending boolean, skip integer)
returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  ranked text;
  joined text;
  narrowed text := '';
  own public.own_fields;
  chosen text[];
  before integer := 0;
  page uuid[];
begin
  select o.expression, replace(o.joined, 'left join', 'join') into ranked, joined
  from private.field_order(account, kind, sort) o
  where o.joined is not null or sort in ('vendor', 'department', 'cost_per_month', 'renews_on');
  if ranked is null then
    return null;
  end if;
  select f.* into own
  from public.own_fields f
  where f.account_id = account and f.kind = first_ids_by_field.kind and sort = 'own.' || f.key and f.type in ('choice', 'choices');
  if found then
    select p.chosen, p.before into chosen, before from private.choices_of_page(own, descending, skip) p;
    narrowed := format(' and v.text_value = any (%L::text[])', coalesce(chosen, '{}'));
  elsif sort in ('vendor', 'department') then
    narrowed := format(' and r.%I <> ''''', sort);
  end if;
  execute format(
    'select array(
      select r.id from public.%I r %s where r.account_id = $1 and %s is not null%s order by %s limit 100 offset $2
    )',
    private.catalogue_of(kind), joined, ranked, narrowed,
    replace(private.catalogue_order(account, kind, sort, descending), ' nulls last', '')
  )
    into page using account, skip - coalesce(before, 0);
  return page;
end
$$;
comment on function public.group_records(text, text, text, text[], uuid[], boolean, text[], uuid[], boolean, jsonb) is
  'The values of a field among the records of a catalogue of the caller''s account that match a filter: {"groups": [{"value", "records", "costs": {"EUR": number}}], "rest": number}. A record with several tags or choices counts for each; null is for those without a value. The 200 values that most records have come first; rest is how many more there are. The field is status, owner (an invited one is invited:<id>), tags, vendor, department, criticality, data_class, lifecycle, cost_currency, or own.<key> of the type choice, choices, yes_no or member. The filter is that of find_records.';
comment on function private.max_exported_rows() is 'The maximum number of rows of an export.';
create or replace function private.begin_export(list text, of_record text, format text, ids text[]) returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if cardinality(ids) > private.max_exported_rows() then
    raise exception 'An export has at most 250,000 records.'
      using errcode = '22023', hint = 'Filter the list, and export it in parts.';
  end if;
  if cardinality(ids) > 0 then
    perform private.write_audit(
      private.my_account(), private.caller_id(), 'records_exported', list, of_record,
      jsonb_build_object('records', cardinality(ids), 'format', format)
    );
  end if;
  return json_build_object('total', cardinality(ids), 'ids', to_json(ids));
end
$$;
comment on function private.begin_export(text, text, text, text[]) is
  'Enters an export into the audit log, and says what it has: {"total", "ids"}. Refuses more than max_exported_rows.';
create or replace function public.begin_export(
  kind text,
  format text,
  query text default '',
  sort text default 'usual',
  descending boolean default false,
  statuses text[] default null,
  owners uuid[] default null,
  without_owner boolean default false,
  gaps text[] default null,
  tags uuid[] default null,
  all_tags boolean default false,
  conditions jsonb default null
) returns json
language plpgsql volatile security definer
set search_path = '' set cpu_operator_cost = 0.1
as $$
declare
  account constant uuid := private.my_account();
  catalogue constant text := private.catalogue_of(kind);
  ordering constant text := private.catalogue_order(account, kind, sort, coalesce(descending, false));
  ids uuid[];
begin
  perform private.refuse_out_of_scope(begin_export.kind, 'read');
  if catalogue is null or ordering is null then
    raise exception 'There is no such catalogue, or it has no such order.' using errcode = '22023';
  end if;
  perform private.refuse_export(format);
  execute pg_catalog.format(
    'select array(select r.id from (select t.* from public.%I t where %s) r %s order by %s limit $3)',
    catalogue,
    private.records_condition(
      account, kind, query, statuses, owners, coalesce(without_owner, false), gaps, tags, coalesce(all_tags, false),
      conditions
    ),
    case
      when sort in ('owner', 'lastPublisher') then pg_catalog.format(
        'left join (
          select p.id, row_number() over (order by p.name, p.id) as place
          from public.profiles p
          where p.account_id = $1 and (select private.may(''people'', ''read''))
        ) person on person.id = r.%I',
        case sort when 'owner' then 'owner_id' else 'updated_by' end
      )
      else (select f.joined from private.field_order(account, kind, sort) f)
    end,
    ordering
  )
    into ids using account, private.folded_pattern(private.display_text(coalesce(query, ''))), private.max_exported_rows() + 1;
  return private.begin_export(catalogue, null, format, ids::text[]);
end
$$;
comment on function private.people_by_name(uuid[]) is
  'The names of members and invited people of the caller''s account in a file, with the address where the caller may see it.';
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
  perform private.refuse_out_of_scope(get_records_to_export.kind, 'read');
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
        'experts', private.names_of_ids(experts -> (r.row ->> 'id'), names),
        'tags', private.names_of_ids(r.row -> 'tags', names),
        'related_systems', private.names_of_ids(r.row -> 'related_systems', names),
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
create or replace function private.search_matches(wanted text, of_each integer)
returns table (
  type text, id uuid, title text, description text, link text, updated_at timestamptz, total bigint, has_typo boolean
)
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  account constant uuid := private.my_account();
  pattern constant text := private.folded_pattern(wanted);
  with_a_typo constant text := private.typo_pattern(wanted);
begin
  if account is null then
    return;
  end if;
  return query
  select 'knowledge', m.id, m.title, m.description, '/knowledge/' || m.id, m.updated_at, m.total, m.has_typo
  from private.matching_records(account, wanted, of_each, 'knowledge_articles', 'title', array['excerpt', 'content']) m;
  return query
  select k.kind, m.id, m.title, m.description, '/' || k.record_table, m.updated_at, m.total, m.has_typo
  from private.kinds k
  cross join lateral private.matching_records(account, wanted, of_each, k.record_table, 'name', array['description']) m
  where private.feature_enabled(k.feature);
  -- Of people only what they show: the rest is not found either, nor when they changed it.
  return query
  with people as materialized (
    select v.*, m.knowledge_areas, m.created_at, private.folded(v.name) as folded_name
    from private.visible_profiles(account) v
    join public.account_members m on m.account_id = account and m.user_id = v.id
  ),
  found as materialized (
    select p.*
    from people p
    where p.folded_name like pattern
      or private.folded(
        concat_ws(e'\n', p.job_role, p.department, p.bio, array_to_string(p.knowledge_areas, ', '))
      ) like pattern
  ),
  meant as (
    select f.*, false as has_typo from found f
    union all
    select p.*, true
    from people p
    where (select count(*) from found) < of_each and p.folded_name ~ with_a_typo
      and not exists (select from found f where f.id = p.id)
  )
  select
    'person', p.id, p.name, concat_ws(', ', nullif(p.job_role, ''), nullif(p.department, '')), '/team/' || p.id,
    p.created_at, count(*) over (), p.has_typo
  from meant p
  order by p.has_typo, p.folded_name <> wanted, not starts_with(p.folded_name, wanted), p.folded_name, p.id
  limit of_each;
end
$$;
create or replace function public.search_workspace(query text, result_limit integer default 50) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted constant text := private.folded(private.display_text(coalesce(query, '')));
  of_each constant integer := least(greatest(coalesce(result_limit, 50), 1), 200);
  tags constant uuid[] := private.tags_meant_by_text(wanted);
  answer json;
begin
  if char_length(private.display_text(query)) > 200 then
    raise exception 'A search has at most 200 characters.' using errcode = '22023', hint = 'Enter a shorter search.';
  end if;
  with matches as materialized (
    select m.*
    from private.search_matches(wanted, of_each) m
    where wanted <> '' and tags = '{}'
    union all
    select m.* from private.tagged_matches(tags, of_each) m
  ),
  summaries as materialized (
    select s.id, s.summary
    from (
      select m.type, array_agg(m.id) as ids
      from matches m
      where m.type in (select private.kinds_of_catalogues())
      group by m.type
    ) as found
    cross join lateral private.record_summaries(private.my_account(), found.type, found.ids) s
  )
  select json_build_object(
    'counts', (
      select json_object_agg(
        t.type, coalesce((select m.total from matches m where m.type = t.type limit 1), 0) order by t.place
      )
      from unnest(
        array['knowledge', 'process', 'qa'] || array(select private.kinds_of_catalogues()) || array['person']
      ) with ordinality as t (type, place)
    ),
    'results', coalesce(
      (
        select json_agg(
          json_build_object(
            'type', m.type, 'id', m.id, 'title', m.title, 'description', m.description, 'link', m.link,
            'updated_at', m.updated_at, 'record', s.summary
          )
          order by m.has_typo, private.folded(m.title) <> wanted, not starts_with(private.folded(m.title), wanted),
            private.folded(m.title), lower(m.title) <> lower(private.display_text(query)), m.id
        )
        from matches m
        left join summaries s on s.id = m.id
      ),
      '[]'
    ),
    'tags', private.found_tags(tags)
  ) into answer;
  return answer;
end
$$;
create or replace function private.matching_records(
  account uuid, wanted text, of_each integer, record_table text, title_column text, text_columns text[]
)
returns table (id uuid, title text, description text, updated_at timestamptz, total bigint, has_typo boolean)
language plpgsql stable security definer
set search_path = '' set cpu_operator_cost = 0.1 set random_page_cost = 1.1
as $$
declare
  matches constant text := (
    select string_agg(format('private.folded(t.%I) like $2', c), ' or ') from unnest(title_column || text_columns) c
  );
begin
  return query execute format(
    $query$
      with found as materialized (
        select t.id, private.folded(t.%2$I) collate "C" as name
        from public.%1$I t
        where t.account_id = $1 and (%3$s)
        order by private.folded(t.%2$I) collate "C", t.id
        limit 1001
      ),
      begins as materialized (
        select t.id
        from public.%1$I t
        where t.account_id = $1 and private.folded(t.%2$I) collate "C" like $3
        order by private.folded(t.%2$I) collate "C", t.id
        limit $5
      ),
      contains as (
        select f.id from found f where not starts_with(f.name, $4) order by f.name, f.id limit $5
      ),
      meant as materialized (
        select t.id
        from public.%1$I t
        where (select count(*) from found) < $5
          and t.account_id = $1 and private.folded(t.%2$I) ~ $6 and not (%3$s)
        order by private.folded(t.%2$I) collate "C", t.id
        limit 1001
      ),
      listed as (
        select b.id, false as has_typo from begins b
        union
        select c.id, false from contains c
        union all
        select m.id, true from meant m
      )
      select
        t.id, t.%2$I, t.%4$I, t.updated_at,
        least((select count(*) from found) + (select count(*) from meant), 1001), l.has_typo
      from listed l
      join public.%1$I t on t.account_id = $1 and t.id = l.id
      order by l.has_typo, not starts_with(private.folded(t.%2$I), $4), private.folded(t.%2$I) collate "C", t.id
      limit $5
    $query$,
    record_table, title_column, matches, text_columns[1]
  )
  using account, private.folded_pattern(wanted), substr(private.folded_pattern(wanted), 2), wanted, of_each,
    private.typo_pattern(wanted);
end
$$;
comment on function private.replace_in_list(jsonb, text[], text) is
  'A list in which one entry replaces several others, in the place of the first; regardless of case.';
create or replace function private.replace_value_in_conditions(part jsonb, field text, was text[], instead text) returns jsonb
language sql immutable set search_path = ''
as $$
  select case
    when jsonb_typeof(part -> 'conditions') = 'array' then part || jsonb_build_object('conditions', (
      select coalesce(jsonb_agg(private.replace_value_in_conditions(inner_part, field, was, instead) order by place), '[]')
      from jsonb_array_elements(part -> 'conditions') with ordinality as listed (inner_part, place)
    ))
    when part ->> 'field' = field and jsonb_typeof(part -> 'values') = 'array'
      then part || jsonb_build_object('values', private.replace_in_list(part -> 'values', was, instead))
    else part
  end
$$;
comment on function private.replace_value_in_conditions(jsonb, text, text[], text) is
  'Conditions of a view in which one value replaces several values of a field.';
comment on function private.replace_tag_in_address(text, uuid[], uuid) is
  'The address of a list in which one tag replaces several others.';
create or replace function private.replace_tags_in_views(account uuid, from_ids uuid[], into_id uuid) returns void
language sql security definer set search_path = ''
as $$
  update public.views v
  set
    address = private.replace_tag_in_address(v.address, from_ids, into_id),
    filter = v.filter
      || case when jsonb_typeof(v.filter -> 'tags') = 'array'
        then jsonb_build_object('tags', private.replace_in_list(v.filter -> 'tags', from_ids::text[], into_id::text))
        else '{}'
      end
      || case when jsonb_typeof(v.filter -> 'conditions') = 'object'
        then jsonb_build_object(
          'conditions', private.replace_value_in_conditions(v.filter -> 'conditions', 'tags', from_ids::text[], into_id::text)
        )
        else '{}'
      end
  where v.account_id = account and v.address || v.filter::text ~* array_to_string(from_ids, '|');
$$;
create or replace function private.view_condition(account uuid, kind text, filter jsonb, person uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  unknown constant jsonb := filter - array[
    'query', 'statuses', 'owners', 'without_owner', 'gaps', 'tags', 'all_tags', 'conditions'
  ];
begin
  if unknown <> '{}' or exists (
    select from unnest(array['statuses', 'owners', 'gaps', 'tags']) as part
    where jsonb_typeof(filter -> part) not in ('array', 'null')
  ) then
    raise exception 'This view asks for something that lists do not have.' using errcode = '22023';
  end if;
  if exists (
    select from private.tags_in_view(filter) as named
    where not exists (select from public.tags t where t.account_id = account and t.id::text = named)
  ) then
    raise exception 'A tag that this view filters by was deleted.' using errcode = '22023';
  end if;
  return private.records_condition(
    account, kind,
    filter ->> 'query',
    private.view_list(filter, 'statuses'),
    array(
      select case entry when 'me' then person else entry::uuid end
      from unnest(private.view_list(filter, 'owners')) as entry
    ),
    coalesce((filter ->> 'without_owner')::boolean, false),
    private.view_list(filter, 'gaps'),
    private.view_list(filter, 'tags')::uuid[],
    coalesce((filter ->> 'all_tags')::boolean, false),
    private.replace_value_in_conditions(nullif(filter -> 'conditions', 'null'), 'owner', '{me}', person::text)
  );
end
$$;
create or replace function private.links_for_bin(account uuid, kind text, id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.sanitized_links(jsonb_strip_nulls(jsonb_build_object(
    'departed', (
      select jsonb_agg(to_jsonb(d))
      from public.departed_owners d
      where d.account_id = account and d.kind = links_for_bin.kind and d.record_id = links_for_bin.id
    ),
    'experts', (
      select jsonb_agg(to_jsonb(e))
      from public.record_experts e
      where e.account_id = account and e.kind = links_for_bin.kind and e.record_id = links_for_bin.id
    ),
    'rows', (
      select jsonb_agg(jsonb_build_object(
        'table', l.link_table, 'kind', l.other_kind, 'id', l.other_id, 'name', l.other_name, 'row', l.link
      ))
      from private.link_rows(account, kind, id) l
    ),
    'systems', (
      select jsonb_agg(jsonb_build_object('id', y.id, 'name', y.name))
      from public.solutions s
      join public.systems y on y.account_id = account and y.id = any (s.related_systems)
      where kind = 'solution' and s.account_id = account and s.id = links_for_bin.id
    ),
    'solutions', (
      select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'before', to_jsonb(s.related_systems)))
      from public.solutions s
      where kind = 'system' and s.account_id = account and s.related_systems @> array[links_for_bin.id]
    ),
    'articles', (
      select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.title))
      from public.knowledge_articles a
      where kind = 'system' and a.account_id = account and a.system_id = links_for_bin.id
    )
  )))
$$;
comment on function private.links_for_bin(uuid, text, uuid) is
  'The links that the bin keeps of a record: its experts, the owner who left, rows of links with the other end''s kind, id and name, the systems of a solution, and the solutions and articles that point to a system.';
create or replace function private.insert_into_bin(account uuid, kind text, ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  execute format(
    'insert into public.binned_records (account_id, kind, record_id, name, record, links, deleted_by, reason)
    select
      r.account_id, $2, r.id, r.name, to_jsonb(r),
      private.links_for_bin(r.account_id, $2, r.id),
      private.caller_id(), left(coalesce(current_setting(''cairn.reason'', true), ''''), 500)
    from public.%I r
    where r.account_id = $1 and r.id = any ($3)
    on conflict do nothing',
    private.catalogue_of(kind)
  ) using account, kind, ids;
end
$$;
comment on function private.insert_into_bin(uuid, text, uuid[]) is
  'Inserts records into the bin that are about to be deleted, with the reason in the setting cairn.reason; rows that are there already stay unchanged.';
create or replace function private.bin_record() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- delete_records has noted all of them at once, before it moved links.
  if not exists (
    select from public.binned_records b
    where b.account_id = old.account_id and b.kind = tg_argv[0] and b.record_id = old.id
  ) then
    insert into public.binned_records (account_id, kind, record_id, name, record, links, deleted_by, reason)
    values (
      old.account_id, tg_argv[0], old.id, old.name, to_jsonb(old),
      private.links_for_bin(old.account_id, tg_argv[0], old.id),
      private.caller_id(), left(coalesce(current_setting('cairn.reason', true), ''), 500)
    )
    on conflict do nothing;
  end if;
  return old;
end
$$;
comment on function private.name_in_bin(uuid, uuid) is
  'The name of a record when it was deleted; null unless it is in the bin, or is being restored.';
create or replace function private.store_coverage_before_purge() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_record(old.account_id, old.kind, old.record_id) then
    perform private.store_coverage_once(old.account_id);
  end if;
  return old;
end
$$;
comment on function private.store_coverage_before_purge() is
  'Trigger: stores the coverage of past weeks before a record that counts in it is purged.';
comment on function private.restore_into_system_lists(uuid, uuid[]) is
  'Puts restored systems back into the lists of the solutions that depended on them, where those have room; removes a successor that stands there for no other record.';
comment on function private.restore_link_rows(uuid, uuid[]) is
  'Restores links of solutions with automations and agents, as far as the other end exists.';
create or replace function private.restore_people(account uuid, ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  insert into public.record_experts (account_id, kind, record_id, expert_id, assigned_by, created_at)
  select
    account, b.kind, b.record_id, e.expert_id,
    case when private.is_member(account, e.assigned_by) then e.assigned_by end, coalesce(e.created_at, now())
  from public.binned_records b
  cross join lateral jsonb_to_recordset(b.links -> 'experts')
    as e (expert_id uuid, assigned_by uuid, created_at timestamptz)
  where b.account_id = account and b.record_id = any (ids) and private.has_been_member_since(account, e.expert_id, b.deleted_at)
  on conflict do nothing;
  insert into public.departed_owners (account_id, kind, record_id, person_id, person_name, left_at)
  select account, b.kind, b.record_id, gone.person_id, private.name_known_to(account, gone.person_id), gone.left_at
  from public.binned_records b
  cross join lateral (
    select d.person_id, coalesce(d.left_at, now()) as left_at
    from jsonb_to_recordset(b.links -> 'departed') as d (person_id uuid, left_at timestamptz)
    -- Unless it came back with an owner, who was invited then.
    where d.person_id is not null and not exists (
      select from private.catalogue_records r
      where r.account_id = account and r.kind = b.kind and r.id = b.record_id and r.owner_id is not null
    )
    union all
    select (b.record ->> 'owner_id')::uuid, now()
    where b.record ->> 'owner_id' is not null
      and not private.has_been_member_since(account, (b.record ->> 'owner_id')::uuid, b.deleted_at)
  ) gone
  where b.account_id = account and b.record_id = any (ids)
  on conflict do nothing;
$$;
comment on function private.restore_people(uuid, uuid[]) is
  'Gives restored records those of their experts who are still members, and records which owners have left.';
create or replace function private.restore_links(account uuid, ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.remove_moved_links(account, ids);
  perform private.restore_link_rows(account, ids);
  perform private.restore_people(account, ids);
  perform private.restore_into_system_lists(account, ids);
  update public.knowledge_articles a
  set system_id = l.record_id
  from private.binned_links(account, ids) l
  join public.binned_records b on b.account_id = account and b.record_id = l.record_id
  where l.part = 'articles' and a.account_id = account and a.id = l.id
    and (
      a.system_id is null
      or a.system_id = (b.links -> 'moved' ->> 'to')::uuid
        and private.may_delete(jsonb_build_object('owner_id', a.author_id))
    );
end
$$;
comment on function private.restore_links(uuid, uuid[]) is
  'Restores the links of restored records to all records that exist; links that were moved to a successor leave it.';
create or replace function private.missing_links(account uuid, ids uuid[]) returns table (record_id uuid, missing jsonb)
language sql stable security definer set search_path = ''
as $$
  select m.record_id, jsonb_agg(jsonb_build_object('part', m.part, 'name', m.name, 'why', m.why) order by m.part, m.name)
  from (
    select
      l.record_id, l.kind as part, coalesce(l.name, '') as name,
      case
        when private.name_in_bin(account, l.id) is not null and l.id not in (select i.id from unnest(ids) as i (id)) then 'bin'
        when not private.is_record(account, l.kind, l.id) then 'gone'
        when l.part = 'solutions' and not exists (
          select from public.solutions s
          where s.account_id = account and s.id = l.id and s.related_systems @> array[l.record_id]
        ) then 'full'
        when l.part = 'articles' and not exists (
          select from public.knowledge_articles a
          where a.account_id = account and a.id = l.id and a.system_id = l.record_id
        ) then 'elsewhere'
      end as why
    from private.binned_links(account, ids) l
    union all
    select b.record_id, 'expert', coalesce(case when (select private.may('people', 'read')) then private.name_known_to(account, (e.value ->> 'expert_id')::uuid) end, ''), 'left'
    from public.binned_records b
    cross join lateral jsonb_array_elements(b.links -> 'experts') as e (value)
    where b.account_id = account and b.record_id = any (ids)
      and not private.has_been_member_since(account, (e.value ->> 'expert_id')::uuid, b.deleted_at)
    union all
    select b.record_id, 'owner', coalesce(case when (select private.may('people', 'read')) then private.name_known_to(account, (b.record ->> 'owner_id')::uuid) end, ''), 'left'
    from public.binned_records b
    where b.account_id = account and b.record_id = any (ids) and b.record ->> 'owner_id' is not null
      and not private.has_been_member_since(account, (b.record ->> 'owner_id')::uuid, b.deleted_at)
  ) m
  where m.why is not null
  group by m.record_id
$$;
comment on function private.missing_links(uuid, uuid[]) is
  'The links that are not restored with records: [{"part": owner, expert or a kind, "name", "why": left, gone, bin (it waits there), full or elsewhere}].';
comment on function private.remove_moved_links(uuid, uuid[]) is
  'Removes links that were moved to a successor when these records were deleted, unless another deleted record needs them, from solutions that the caller may change.';
create or replace function private.reinsert_records(account uuid, ids uuid[], new_names jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  one record;
begin
  for one in
    select b.kind, jsonb_agg(
      b.record
      || jsonb_build_object(
        'account_id', account, 'id', b.record_id, 'name', coalesce(new_names ->> b.record_id::text, b.name)
      )
      -- A member who left has let go of what they owned and made.
      || (
        select coalesce(jsonb_object_agg(role, null::text), '{}')
        from unnest(array['owner_id', 'created_by', 'updated_by']) as role
        where not private.has_been_member_since(account, (b.record ->> role)::uuid, b.deleted_at)
      )
      -- An invited owner may have joined. Users of single sign-on may share an address.
      || coalesce(
        (
          select case when i.accepted_at is not null then jsonb_build_object('invited_owner_id', null, 'owner_id', (
            select p.id
            from public.profiles p
            where p.account_id = account and lower(p.email) = i.email
            order by p.id
            limit 1
          )) else '{}' end
          from public.pending_invitations i
          where i.account_id = account and i.id = (b.record ->> 'invited_owner_id')::uuid
        ),
        '{"invited_owner_id": null}'
      )
      || case when b.kind = 'solution' then jsonb_build_object('related_systems', (
        select coalesce(jsonb_agg(listed.id order by listed.place), '[]')
        from jsonb_array_elements_text(b.record -> 'related_systems') with ordinality as listed (id, place)
        where private.is_record(account, 'system', listed.id::uuid)
      )) else '{}' end
    ) as records
    from public.binned_records b
    where b.account_id = account and b.record_id = any (ids)
    group by b.kind
    -- Solutions last: they ask whether their systems are there.
    order by b.kind = 'solution'
  loop
    perform private.reinsert_records_of_kind(one.kind, one.records);
  end loop;
end
$$;
comment on function private.reinsert_records(uuid, uuid[], jsonb) is
  'Inserts records out of the bin, without people who left and systems that are gone; new_names maps ids to names.';
create or replace function private.problems_of_restoring(account uuid, ids uuid[], new_names jsonb)
returns table (kind text, record_id uuid, name text, problem text)
language sql stable security definer set search_path = ''
as $$
  select
    b.kind, wanted.id, called.name,
    case
      -- An archive may have brought the id of another account's record: the answer is the same as for an unknown id.
      when b.record_id is null or exists (select from private.records r where r.kind = b.kind and r.id = b.record_id)
        then 'not_in_bin'
      when not private.may_restore(account, b.record, b.deleted_at) then 'not_allowed'
      when not private.feature_enabled(private.feature_of(b.kind)) and private.my_rank() is distinct from 3 then 'switched_off'
      when private.name_is_taken(account, b.kind, called.name)
        or row_number() over (partition by b.kind, lower(called.name) order by b.deleted_at desc, wanted.id) > 1
        then 'name_taken'
    end
  from (select distinct given.id from unnest(ids) as given (id)) wanted
  left join public.binned_records b on b.account_id = account and b.record_id = wanted.id
  cross join lateral (select private.display_text(coalesce(new_names ->> wanted.id::text, b.name)) as name) called
$$;
create or replace function private.restore_records(ids uuid[], new_names jsonb default '{}')
returns table (kind text, record_id uuid, name text, problem text, missing jsonb)
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  asked jsonb;
  free uuid[];
  lost jsonb;
  rounds integer := 0;
begin
  -- Of two who restore the same at once the second waits, and finds nothing; of two who restore what is linked, it finds
  -- the other end there.
  perform from public.binned_records b
  where b.account_id = account and b.record_id = any (array(
    select i.id from unnest(ids) as i (id)
    union
    select l.id from private.binned_links(account, ids) l
  ))
  order by b.record_id
  for update;
  loop
    select
      coalesce(jsonb_agg(to_jsonb(p)), '[]'),
      coalesce(array_agg(p.record_id) filter (where p.problem is null), '{}')
    into asked, free
    from private.problems_of_restoring(account, ids, new_names) p;
    begin
      perform private.reinsert_records(account, free, (
        select coalesce(jsonb_object_agg(p ->> 'record_id', p ->> 'name'), '{}') from jsonb_array_elements(asked) as p
      ));
      perform private.restore_links(account, free);
      exit;
    exception when unique_violation or foreign_key_violation then
      -- Another user took a name, left or deleted what it is linked to, while this waited: asked once more, that is
      -- known.
      rounds := rounds + 1;
      if rounds = 3 then
        raise;
      end if;
    end;
  end loop;
  perform private.transfer_links_to_bin(account, free);
  select coalesce(jsonb_object_agg(m.record_id, m.missing), '{}') into lost
  from private.missing_links(account, free) m;
  delete from public.binned_records b where b.account_id = account and b.record_id = any (free);
  return query
  select
    p ->> 'kind', (p ->> 'record_id')::uuid, p ->> 'name', p ->> 'problem', coalesce(lost -> (p ->> 'record_id'), '[]')
  from jsonb_array_elements(asked) as p;
end
$$;
create or replace function private.may_restore(account uuid, record jsonb, deleted_at timestamptz) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.may_delete(record)
    and (private.my_rank() >= 2 or private.has_been_member_since(account, private.caller_id(), may_restore.deleted_at))
$$;
comment on function public.get_deletion_effects(text, uuid) is
  'The effects of deleting a record of the account: how many experts, solutions, articles, automations or agents, and the first five names of each. No rows where nothing is affected.';
comment on function public.get_deletion_impact(text, uuid[]) is
  'The records that link to any of these records, or belong to these solutions, each once: [{"kind", "total", "active", "items": [{"id", "name", "status", "owner_id", "owner_name", "invited_owner_id"}]}], the first 50 of each kind by name. Active are solutions in use that depend on them; the owner of an article is its author.';
create or replace function private.notify_owners_of_linked(account uuid, kind text, ids uuid[], target uuid, reason text) returns void
language sql security definer set search_path = ''
as $$
  select private.notify_of_records(array(
    select
      row(
        account, told.person, 'dependency_deleted', kind, told.record_id, told.record_name,
        jsonb_strip_nulls(jsonb_build_object(
          'dependents', told.dependents,
          'reason', nullif(reason, ''),
          'moved_to', (
            select r.name
            from private.catalogue_records r
            where r.account_id = account and r.kind = notify_owners_of_linked.kind and r.id = target
          )
        ))
      )::private.record_news
    from (
      select
        d.person, l.record_id, b.name as record_name, to_jsonb((array_agg(distinct l.name))[1:5]) as dependents
      from private.binned_links(account, ids) l
      join public.binned_records b
        on b.account_id = account and b.kind = notify_owners_of_linked.kind and b.record_id = l.record_id
      cross join lateral (
        select r.owner_id as person
        from private.catalogue_records r
        where r.account_id = account and r.kind = l.kind and r.id = l.id and l.part <> 'systems'
        union all
        select a.author_id
        from public.knowledge_articles a
        where l.kind = 'article' and a.account_id = account and a.id = l.id
      ) d
      where d.person is not null
      group by d.person, l.record_id, b.name
    ) told
    order by told.person, lower(told.record_name), told.record_id
  ))
$$;
comment on function private.notify_owners_of_linked(uuid, text, uuid[], uuid, text) is
  'Notifies the owners of records that linked to records in the bin: which were deleted, why, and which record replaced them.';
create or replace function public.delete_records(
  kind_param text, ids uuid[], reason_param text default '', move_to uuid default null, told boolean default false
) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  reason constant text := private.display_text(coalesce(reason_param, ''));
  known integer;
  allowed integer;
begin
  perform private.refuse_other_kind(kind_param);
  if ids is null or cardinality(ids) = 0 or char_length(reason) > 500 then
    raise exception 'Delete 1 to 2,000 records, with a reason of at most 500 characters.' using errcode = '22023';
  end if;
  perform private.refuse_many_deletions(cardinality(ids));
  perform private.refuse_feature_off(private.feature_of(kind_param));
  execute format(
    'with locked as (
      select r.* from public.%I r where r.account_id = $1 and r.id = any ($2) order by r.id for update
    )
    select count(*), count(*) filter (where private.may_delete(to_jsonb(l))) from locked l',
    private.catalogue_of(kind_param)
  ) into known, allowed using account, ids;
  if known < (select count(distinct i.id) from unnest(ids) as i (id)) then
    raise exception 'This record no longer exists.' using errcode = 'PT404';
  end if;
  if allowed < known then
    raise exception 'You cannot delete this record.'
      using errcode = '42501',
        hint = 'Users can delete records that they created or own. Managers can delete all records.';
  end if;
  if move_to is not null and (move_to = any (ids) or not private.is_record(account, kind_param, move_to)) then
    raise exception 'The links cannot be moved to this record.'
      using errcode = '23503', hint = 'Choose another record of the same kind.';
  end if;
  perform set_config('cairn.reason', reason, true);
  perform private.insert_into_bin(account, kind_param, ids);
  if move_to is not null then
    perform private.repoint_links(account, kind_param, ids, move_to);
  end if;
  if told then
    perform private.notify_owners_of_linked(account, kind_param, ids, move_to, reason);
  end if;
  execute format('delete from public.%I r where r.account_id = $1 and r.id = any ($2)', private.catalogue_of(kind_param))
    using account, ids;
  perform set_config('cairn.reason', '', true);
  if known > 1 then
    perform private.note_act(account, 'delete', null, private.part_of_act('delete'));
  end if;
  return known;
end
$$;
comment on function private.deletable_records(text, uuid[], timestamptz) is
  'The records among these that the caller may delete and that nobody has changed since a moment.';
create or replace function private.lock_deletable_records(kind text, ids uuid[], until timestamptz) returns uuid[]
language plpgsql volatile security definer set search_path = ''
as $$
begin
  execute format('select from public.%I t where t.id = any ($1) order by t.id for update', private.catalogue_of(kind))
    using private.deletable_records(kind, ids, until);
  return private.deletable_records(kind, ids, until);
end
$$;
comment on function private.lock_deletable_records(text, uuid[], timestamptz) is
  'The records of deletable_records, locked until the transaction ends.';
create or replace function private.repoint_links(account uuid, kind text, ids uuid[], target uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if kind = 'system' then
    perform private.replace_in_system_lists(account, ids, target);
  else
    perform private.repoint_link_rows(account, kind, ids, target);
  end if;
end
$$;
comment on function private.repoint_links(uuid, text, uuid[], uuid) is
  'Points links to records that are about to be deleted, and are in the bin already, to another record: as far as the caller may change them.';
create or replace function private.repoint_link_rows(account uuid, kind text, ids uuid[], target uuid) returns void
language sql security definer set search_path = ''
as $$
  with wanted as (
    select
      case kind when 'solution' then l.solution_id else l.automation_id end as id,
      'solution_automations' as name,
      case kind when 'solution' then target else l.solution_id end as solution,
      case kind when 'solution' then l.automation_id else target end as other
    from public.solution_automations l
    where l.account_id = account
      and (kind = 'solution' and l.solution_id = any (ids) or kind = 'automation' and l.automation_id = any (ids))
    union all
    select
      case kind when 'solution' then l.solution_id else l.agent_id end,
      'solution_agents',
      case kind when 'solution' then target else l.solution_id end,
      case kind when 'solution' then l.agent_id else target end
    from public.solution_agents l
    where l.account_id = account
      and (kind = 'solution' and l.solution_id = any (ids) or kind = 'agent' and l.agent_id = any (ids))
  ),
  mine as (
    select s.id
    from public.solutions s
    where s.account_id = account and s.id in (select w.solution from wanted w)
      and private.may_change('solutions', to_jsonb(s))
  ),
  allowed as (
    select w.*, jsonb_build_object('table', w.name, 'solution', w.solution, 'other', w.other) as place
    from wanted w
    join mine m on m.id = w.solution
  ),
  automations as (
    insert into public.solution_automations (account_id, solution_id, automation_id, assigned_by)
    select account, a.solution, a.other, private.caller_id() from allowed a where a.name = 'solution_automations'
    on conflict do nothing
    returning jsonb_build_object('table', 'solution_automations', 'solution', solution_id, 'other', automation_id) as place
  ),
  agents as (
    insert into public.solution_agents (account_id, solution_id, agent_id, assigned_by)
    select account, a.solution, a.other, private.caller_id() from allowed a where a.name = 'solution_agents'
    on conflict do nothing
    returning jsonb_build_object('table', 'solution_agents', 'solution', solution_id, 'other', agent_id) as place
  ),
  standing as (
    select n.place from automations n
    union all
    select n.place from agents n
    union all
    select jsonb_array_elements(b.links -> 'moved' -> 'rows')
    from public.binned_records b
    where b.account_id = account and b.links ? 'moved' and b.links -> 'moved' ->> 'to' = target::text
  ),
  places as (
    select a.id, jsonb_agg(a.place) as places
    from allowed a
    where a.place in (select t.place from standing t)
    group by a.id
  )
  update public.binned_records b
  set links = b.links || jsonb_build_object('moved', jsonb_build_object('to', target, 'rows', coalesce(p.places, '[]')))
  from unnest(ids) as i (id)
  left join places p on p.id = i.id
  where b.account_id = account and b.kind = repoint_link_rows.kind and b.record_id = i.id
$$;
comment on function private.built_in_label(text) is
  'The label, in errors, of a built-in field that can be changed in bulk; null for any other field.';
comment on function private.is_field_key(text) is
  'Whether a word has the form of a column name, or of the key of an own field.';
create or replace function private.fields_in_bulk(kind text, value text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  given jsonb := private.json_or_null(value);
  clean jsonb := '{}';
  one record;
  field public.own_fields;
  found jsonb;
begin
  if jsonb_typeof(given) is distinct from 'object' then
    given := '{}';
  end if;
  if (select count(*) from jsonb_object_keys(given - 'cost_currency')) <> 1
    or given ? 'cost_currency' and not given ? 'cost_per_month'
  then
    raise exception 'Name one field and its value. A cost comes with its currency.' using errcode = '22023';
  end if;
  for one in select g.key, g.value from jsonb_each(given) g loop
    field := private.field_in_bulk(kind, one.key);
    if one.key = 'cost_per_month' and jsonb_typeof(one.value) = 'number' then
      one.value := to_jsonb(round((one.value #>> '{}')::numeric, 2));
    end if;
    found := private.own_value(field, field.name, one.value);
    if found is null and field.required then
      raise exception '% is required.', field.name using errcode = '23514';
    end if;
    clean := clean || jsonb_build_object(one.key, found);
  end loop;
  if clean @> '{"cost_per_month": null}' then
    clean := clean || '{"cost_currency": null}';
  end if;
  perform private.built_in_fields_hold(
    coalesce(clean ->> 'vendor', ''), coalesce(clean ->> 'department', ''), clean ->> 'criticality',
    clean ->> 'data_class', clean ->> 'lifecycle', (clean ->> 'cost_per_month')::numeric, clean ->> 'cost_currency',
    (clean ->> 'renews_on')::date, '[]'
  );
  return clean;
end
$$;
comment on function private.value_in_record(text) is
  'An SQL expression of JSON for the value of a record t in a built-in or own field; null where there is none.';
comment on function private.fields_before(jsonb) is
  'An SQL expression for the values of a record t in the fields of a bulk change: {key: value}, without empty ones.';
comment on function private.field_statement(text, jsonb) is
  'The SQL statement that sets the fields of a bulk change in many records and returns the ids: $1 ids, $2 fields, $3 until when they are unchanged.';
create or replace function private.refuse_bulk(action text, value text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if action is null or action not in ('owner', 'status', 'expert', 'add_tag', 'remove_tag', 'field', 'delete') then
    raise exception 'You can change the owner, an expert, a tag, the status or a field of many records, or delete them.'
      using errcode = '22023';
  end if;
  if action in ('add_tag', 'remove_tag')
    and not exists (select from public.tags t where t.account_id = private.my_account() and t.id = value::uuid)
  then
    raise exception 'There is no such tag.' using errcode = '23503', hint = 'It may have been deleted. Choose another tag.';
  end if;
  if action = 'expert' or action = 'owner' and value is not null and not private.is_invited_in_bulk(action, value) then
    perform private.refuse_non_member(value::uuid);
  end if;
end
$$;
create or replace function public.preview_bulk(
  kind text, action text, value text default null, ids uuid[] default null, query text default '',
  statuses text[] default null, owners uuid[] default null, without_owner boolean default false, gaps text[] default null,
  excepted uuid[] default null, tags uuid[] default null, all_tags boolean default false,
  conditions jsonb default null
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  meant constant uuid[] := private.records_in_bulk(
    kind, ids, query, statuses, owners, without_owner, gaps, excepted, tags, coalesce(all_tags, false),
    conditions
  );
  wanted constant text := case action when 'field' then private.fields_in_bulk(kind, value)::text else value end;
  gone uuid[] := '{}';
begin
  perform private.refuse_out_of_scope(preview_bulk.kind, 'write');
  perform private.refuse_bulk(action, value);
  if action = 'delete' then
    perform private.refuse_many_deletions(cardinality(meant));
    gone := private.deletable_records(kind, meant, 'infinity');
  end if;
  return private.count_in_bulk(kind, action, wanted, meant, null) || jsonb_build_object(
    'seen_at', now(),
    'deletes', gone,
    'impact', public.get_deletion_impact(kind, gone)
  );
end
$$;
comment on function public.preview_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], uuid[], uuid[], boolean, jsonb) is
  'Previews a bulk change: {"total", "changes", "no_right", "already", "full", "left_out", "before", "first", "seen_at", "deletes", "impact"}. It says from which owners or statuses (before) with the first 50 records (first: {"id", "name", "before", "fields"}). Of left_out it gives the first 20 with their reason, of deletes the ids that a deletion would delete. The impact is what depends on these, as get_deletion_impact says it. The action is owner (value: a member, an open invitation, or null), status (value), expert (value: a member), add_tag or remove_tag (value: a tag), field, or delete. The value of field is a text such as {"own.seats": 12}, null for none, a cost with its currency; before then says how many are "filled" or empty. The records are those of the ids, or those that fit a filter as that of find_records, without the excepted.';
create or replace function public.change_in_bulk(
  kind text, action text, value text default null, ids uuid[] default null, query text default '',
  statuses text[] default null, owners uuid[] default null, without_owner boolean default false,
  gaps text[] default null, seen_at timestamptz default null, reason text default '', move_to uuid default null,
  told boolean default false, excepted uuid[] default null, tags uuid[] default null, all_tags boolean default false,
  conditions jsonb default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  meant constant uuid[] := private.records_in_bulk(
    kind, ids, query, statuses, owners, without_owner, gaps, excepted, tags, coalesce(all_tags, false),
    conditions
  );
  until constant timestamptz := coalesce(seen_at, 'infinity');
  invited constant boolean := private.is_invited_in_bulk(action, value);
  fields constant jsonb := case action when 'field' then private.fields_in_bulk(kind, value) end;
  counted jsonb;
  departed jsonb;
  changed uuid[];
  act uuid;
begin
  perform private.refuse_out_of_scope(change_in_bulk.kind, 'write');
  perform private.refuse_bulk(action, value);
  if action = 'delete' then
    perform private.refuse_many_deletions(cardinality(meant));
  end if;
  counted := private.count_in_bulk(kind, action, coalesce(fields::text, value), meant, seen_at);
  if action = 'owner' then
    departed := private.departed_owners_of(meant);
  end if;
  if action = 'delete' then
    changed := private.lock_deletable_records(kind, meant, until);
    if cardinality(changed) > 0 then
      perform public.delete_records(kind, changed, left(reason, 500), move_to, told);
    end if;
  elsif action = 'field' then
    execute private.field_statement(private.catalogue_of(kind), fields) into changed using meant, fields, until;
  else
    execute private.bulk_statement(action, private.catalogue_of(kind))
      into changed using meant, value, until, invited, kind;
  end if;
  if cardinality(changed) > 0 then
    act := private.note_act(
      private.my_account(), action,
      case action when 'field' then private.name_of_fields(fields) else value end,
      coalesce(private.part_of_act(action), array(select jsonb_object_keys(fields))), departed
    );
  end if;
  return counted || jsonb_build_object(
    'act', act,
    'changes', cardinality(changed),
    'changed_meanwhile', (counted ->> 'total')::integer - (counted ->> 'no_right')::integer
      - (counted ->> 'already')::integer - (counted ->> 'full')::integer - cardinality(changed)
  );
end
$$;
comment on function private.bulk_statement(text, text) is
  'The SQL statement that changes records in bulk and returns the ids: $1 ids, $2 value, $3 until when they are unchanged, $4 whether the owner is invited, $5 kind.';
create or replace function private.is_invited_in_bulk(action text, value text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  -- The value of other actions is not the id of a person.
  if action = 'owner' and value is not null then
    return exists (select from public.get_invited_people() i where i.id = value::uuid);
  end if;
  return false;
end
$$;
comment on function private.restore_former_values(jsonb) is 'Restores the owner or status of records before an act.';
comment on function private.restore_former_tags(jsonb) is
  'Removes the tags that an act has added to records, and adds those that it has removed.';
comment on function private.restore_former_experts(jsonb) is
  'Removes the experts that an act has added, and adds those that it has removed.';
create or replace function private.checked_lines(of_act uuid, skip integer default 0, at_most integer default null)
returns table (
  place bigint, kind text, record_id uuid, record_name text, part text, before jsonb, after jsonb, changed_at timestamptz,
  is_there boolean, problem text, problem_by uuid
)
language sql stable security definer set search_path = ''
as $$
  with act as materialized (
    select a.* from public.acts a where a.id = of_act and a.account_id = (select private.my_account())
  ),
  caller as materialized (
    select private.caller_id() as id, coalesce(private.my_rank(), -1) as rank, array(select private.kinds_in_use()) as kinds
  ),
  line as materialized (
    select
      h.kind, h.record_id, h.record_name, coalesce(h.field, h.action) as part, h.before, h.after, h.changed_at,
      row_number() over (order by lower(h.record_name), h.record_id, h.changed_at, h.id) as place
    from act a
    join public.record_history h on h.account_id = a.account_id and h.act = a.id
    where coalesce(h.field, h.action) = any (a.parts)
    order by place
    limit at_most offset greatest(coalesce(skip, 0), 0)
  )
  select
    l.place, l.kind, l.record_id, l.record_name, l.part, l.before, l.after, l.changed_at, r.id is not null,
    case
      when newer.id is not null and newer.action in ('deleted', 'restored') then newer.action
      when newer.id is not null then 'changed'
      when l.part = 'deleted' and b.record_id is null or l.part <> 'deleted' and r.id is null then 'gone'
      when not case l.part
        when 'deleted' then private.may_restore(a.account_id, b.record, b.deleted_at)
        when 'experts' then c.rank >= 1
        else c.rank >= 2 or c.rank = 1 and (
          c.id in (r.created_by, r.owner_id) is true
          -- A caller who gave a record away may have it back.
          or l.part = 'owner_id' and a.done_by = c.id and l.before = to_jsonb(c.id)
        )
      end then 'not_allowed'
      when c.rank < 3 and l.kind <> all (c.kinds) then 'switched_off'
      when l.part = 'deleted' and private.name_is_taken(a.account_id, l.kind, b.name) then 'name_taken'
      when former.left_since then 'left'
      when former.tag_gone then 'tag_gone'
      when l.part = 'name' and lower(l.before #>> '{}') <> lower(r.name)
        and private.name_is_taken(a.account_id, l.kind, l.before #>> '{}') then 'name_taken'
      when private.is_truncated(l.part, l.before) then 'value_gone'
      when l.part like 'own.%' then private.problem_of_former_value(a.account_id, l.kind, substr(l.part, 5), l.before)
      when former.is_full then 'full'
    end,
    newer.changed_by
  from line l
  cross join act a
  cross join caller c
  left join private.records r on l.part <> 'deleted' and r.account_id = a.account_id and r.kind = l.kind and r.id = l.record_id
  left join public.binned_records b
    on l.part = 'deleted' and b.account_id = a.account_id and b.kind = l.kind and b.record_id = l.record_id and b.act = a.id
  left join lateral (
    select n.id, n.action, n.changed_by
    from public.record_history n
    where n.account_id = a.account_id and n.record_id = l.record_id and n.changed_at > l.changed_at and n.act <> a.id
      and case
        when l.part = 'deleted' then n.action <> 'updated'
        when r.id is null then n.action = 'deleted'
        when l.part in ('restored', 'created') then true
        when l.part = 'experts'
          then n.field = 'experts' and coalesce(n.after, n.before) -> 'id' = coalesce(l.after, l.before) -> 'id'
        when l.part = 'tags' then n.field = 'tags' and (
          n.changed_by is distinct from c.id
          or private.changed_tags(n.before, n.after) && private.changed_tags(l.before, l.after)
        )
        -- An amount and its currency are one.
        when l.part in ('cost_per_month', 'cost_currency') then n.field in ('cost_per_month', 'cost_currency')
        else n.field = l.part
      end
    order by n.changed_at desc, n.id
    limit 1
  ) newer on true
  cross join lateral (
    select case
      when l.part = 'experts' and l.after is null or l.part = 'owner_id' and jsonb_typeof(l.before) = 'string' then not exists (
        select from public.account_members m
        where m.account_id = a.account_id
          and m.user_id = (case l.part when 'experts' then l.before ->> 'id' else l.before #>> '{}' end)::uuid
      )
      when l.part = 'owner_id' and jsonb_typeof(l.before) = 'object' then not exists (
        select from public.pending_invitations i
        where i.account_id = a.account_id and i.id = (l.before ->> 'id')::uuid
          and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
      )
      else false
    end as left_since,
    l.part = 'tags' and exists (
      select from unnest(private.lost_tags(l.before, l.after)) as lost (id)
      where not exists (select from public.tags t where t.account_id = a.account_id and t.id = lost.id)
    ) as tag_gone,
    l.part = 'tags' and cardinality(r.tags) + cardinality(private.lost_tags(l.before, l.after))
      - cardinality(private.lost_tags(l.after, l.before)) > 50 as is_full
  ) former
  order by l.place
$$;
comment on function private.lock_undoable_act(uuid) is
  'An act of the caller''s account that can still be undone; locks it, its records and the definitions of own fields until the transaction ends.';
comment on function private.grouped_problems(jsonb) is
  'The problems that prevent undoing lines, grouped by kind and person: [{"problem", "by_id", "by_name", "records"}].';
comment on function private.undo_deletions(jsonb) is
  'Restores the records that an act has deleted; returns the lines with the problems found meanwhile.';
create or replace function private.begin_undo(done public.acts, skip integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  begun public.acts;
begin
  if skip > 0 then
    select u.* into begun
    from public.acts u
    where u.account_id = done.account_id and u.undoes = done.id and u.done_by = private.caller_id()
    order by u.done_at desc
    limit 1;
  end if;
  -- An undo is a separate act, even in the transaction of the act that it undoes.
  perform set_config('cairn.act', coalesce(begun.id::text, ''), true);
  return coalesce(begun.departed, '[]');
end
$$;
create or replace function public.undo_act(act_param uuid, skip integer default 0) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  done constant public.acts := private.lock_undoable_act(act_param);
  departed jsonb := private.begin_undo(done, skip);
  page constant record := private.lines_of_page(done, skip);
  lines jsonb := page.lines;
  good jsonb;
  undoing uuid;
  counted integer;
begin
  if 'deleted' = any (done.parts) then
    lines := private.undo_deletions(lines);
  end if;
  select coalesce(jsonb_agg(l.value), '[]'), count(distinct l.value ->> 'record_id')
  into good, counted
  from jsonb_array_elements(lines) as l (value)
  where l.value ->> 'problem' is null;
  departed := departed || private.departed_owners_of(
    array(select (l.value ->> 'record_id')::uuid from jsonb_array_elements(good) as l (value))
  );
  perform private.restore_former_values(good);
  perform private.restore_former_experts(good);
  perform private.restore_former_tags(good);
  perform private.restore_former_fields(good);
  perform private.undo_creations(good);
  perform private.restore_departed_owners(done.departed, array(
    select l.record_id from jsonb_to_recordset(good) as l (record_id uuid, part text) where l.part = 'owner_id'
  ));
  undoing := private.note_act(
    done.account_id, 'undo', null, private.history_parts_of_undo(done.parts), departed, done.id
  );
  return jsonb_build_object(
    'act', undoing,
    'undone', counted,
    'left', private.grouped_problems(lines),
    'next', page.next
  );
end
$$;
comment on function private.restore_former_fields(jsonb) is 'Restores the values of built-in and own fields before an act.';
comment on function private.tag_in_act(public.acts) is 'The name that the tag of an act had at that time.';
create or replace function private.act_json_with_undone(a public.acts) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.act_json(a) || jsonb_build_object('undoes', (
    select private.act_json(o) from public.acts o where o.account_id = a.account_id and o.id = a.undoes
  ))
$$;
comment on function private.act_json_with_undone(public.acts) is
  'An act in the form of act_json, with the act that it undoes.';
create or replace function public.get_acts(skip integer default 0) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'total', (select count(*) from public.acts a where a.account_id = (select private.my_account())),
    'items', (
      select coalesce(jsonb_agg(private.act_json_with_undone(page) order by page.done_at desc, page.id), '[]')
      from (
        select a.*
        from public.acts a
        where a.account_id = (select private.my_account())
        order by a.done_at desc, a.id
        limit 50 offset greatest(coalesce(skip, 0), 0)
      ) page
    )
  )
$$;
comment on function public.get_acts(integer) is
  'A page of 50 acts of the account, the latest first: {"total", "items"}, each as act_json says it, with "undoes": the act that it takes back.';
create or replace function public.get_act(act_param uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  found_act public.acts;
  lines jsonb;
begin
  select a.* into found_act from public.acts a where a.id = act_param and a.account_id = private.my_account();
  if not found then
    raise exception 'There is no such act.' using errcode = 'PT404', hint = 'Acts are kept as long as the history.';
  end if;
  if found_act.done_at > now() - private.undo_time() and private.my_rank() >= 1 then
    select coalesce(jsonb_agg(jsonb_build_object(
      'record_id', l.record_id, 'problem', l.problem, 'problem_by', l.problem_by
    )), '[]') into lines
    from private.checked_lines(found_act.id) l;
  end if;
  return private.act_json_with_undone(found_act) || jsonb_build_object(
    'lines', (
      select count(*)
      from public.record_history h
      where h.account_id = found_act.account_id and h.act = found_act.id
        and coalesce(h.field, h.action) = any (found_act.parts)
    ),
    'undoable', (
      select count(distinct l.record_id)
      from jsonb_to_recordset(lines) as l (record_id uuid, problem text)
      where l.problem is null
    ),
    'left', private.grouped_problems(coalesce(lines, '[]')),
    'expires_at', found_act.done_at + private.undo_time()
  );
end
$$;
comment on function public.get_act(uuid) is
  'An act of the account, as get_acts gives it, with {"lines", "undoable", "left", "expires_at"}. undoable says how many records the caller can undo now, left the problems of the others. PT404 where there is none.';
create or replace function public.undo_last_act() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  last public.acts;
begin
  select a.* into last
  from public.acts a
  where a.account_id = private.my_account() and a.done_by = private.caller_id() and a.action <> 'undo'
    and a.done_at > now() - interval '1 hour'
    and not exists (select from public.acts u where u.account_id = a.account_id and u.undoes = a.id)
  order by a.done_at desc, a.id
  limit 1;
  if not found then
    return null;
  end if;
  return public.undo_act(last.id) || jsonb_build_object('undoes', private.act_json(last));
end
$$;
create or replace function public.begin_list_export(list text, format text, filter jsonb default '{}') returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  record_param constant uuid := filter ->> 'record';
  ids text[];
begin
  perform private.refuse_export(format);
  case list
    when 'team' then
      ids := array(
        select entry.item ->> 'id'
        from json_array_elements(private.team_page(
          filter ->> 'query', filter ->> 'in_department', filter ->> 'of_level', filter ->> 'with_area',
          filter ->> 'of_status', coalesce(filter ->> 'sort', 'name'), (filter ->> 'descending')::boolean, 0,
          private.max_exported_rows() + 1
        ) -> 'items') with ordinality as entry (item, place)
        order by entry.place
      );
    when 'bin' then
      ids := array(
        select b.record_id
        from public.binned_records b
        where b.account_id = account
          and (filter ->> 'of_kind' is null or b.kind = filter ->> 'of_kind')
          and strpos(lower(b.name), lower(btrim(coalesce(filter ->> 'query', '')))) > 0
        order by b.deleted_at desc, b.record_id
        limit private.max_exported_rows() + 1
      );
    when 'acts' then
      ids := array(
        select a.id
        from public.acts a
        where a.account_id = account
        order by a.done_at desc, a.id
        limit private.max_exported_rows() + 1
      );
    when 'history' then
      ids := array(
        select h.id
        from public.record_history h
        where h.account_id = account and h.record_id = record_param
        order by h.changed_at desc, h.id desc
        limit private.max_exported_rows() + 1
      );
    else
      raise exception 'There is no such list.' using errcode = '22023';
  end case;
  return private.begin_export(list, record_param::text, format, ids);
end
$$;
create or replace function private.acts_to_export(ids uuid[]) returns table (place bigint, "row" jsonb)
language sql stable security definer set search_path = ''
as $$
  select wanted.place, jsonb_build_object(
    'id', a.id,
    'action', a.action,
    'kind', a.kind,
    'value', coalesce(act.told ->> 'value_name', a.value),
    'records', a.records,
    'done_by', coalesce(act.told ->> 'done_by_name', a.done_by::text),
    'done_at', a.done_at,
    'undone_by', coalesce(act.told #>> '{undone_by,done_by_name}', act.told #>> '{undone_by,done_by}'),
    'undone_at', act.told #> '{undone_by,done_at}'
  )
  from public.acts a
  join unnest(ids) with ordinality as wanted (id, place) on wanted.id = a.id
  cross join lateral private.act_json(a) as act (told)
  where a.account_id = private.my_account()
$$;
comment on function private.lock_import(uuid) is
  'A plan of the caller, or for admins of the account, locked until the transaction ends; the caller may still import.';
comment on function private.match_value(text, jsonb) is 'The value of a row in the key of its import, in lower case except for ids of sources.';
create or replace function public.add_import_rows(import uuid, rows jsonb) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  plan constant public.imports := private.lock_import(import);
  added integer;
begin
  if exists (select from public.import_rows r where r.import_id = plan.id and r.effect is not null) then
    raise exception 'This import has been checked already.' using errcode = 'PT409', hint = 'Start again with the file.';
  end if;
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) > 1000 or exists (
    select from jsonb_array_elements(rows) as r (value)
    where jsonb_typeof(r.value -> 'values') is distinct from 'object'
      or coalesce(r.value ->> 'row' !~ '^[1-9][0-9]{0,6}$', true)
      or jsonb_typeof(coalesce(r.value -> 'unreadable', '[]')) <> 'array'
  ) then
    raise exception 'Send at most 1,000 rows: [{"row", "values", "unreadable"}].' using errcode = '22023';
  end if;
  insert into public.import_rows as r (account_id, import_id, row_number, given, unreadable, match_value, name_key)
  select distinct on (number)
    plan.account_id, plan.id, (g.value ->> 'row')::integer as number, g.value -> 'values',
    array(select jsonb_array_elements_text(coalesce(g.value -> 'unreadable', '[]'))),
    private.match_value(plan.match_key, g.value -> 'values'),
    nullif(private.name_key(left(g.value -> 'values' ->> 'name', 200)), '')
  from jsonb_array_elements(rows) with ordinality as g (value, place)
  order by number, g.place desc
  on conflict (import_id, row_number) do update
  set given = excluded.given, unreadable = excluded.unreadable, match_value = excluded.match_value,
    name_key = excluded.name_key;
  get diagnostics added = row_count;
  if (select count(*) from public.import_rows r where r.import_id = plan.id) > 50000 then
    raise exception 'An import has at most 50,000 rows.' using errcode = '22023', hint = 'Divide the file.';
  end if;
  return added;
end
$$;
comment on function private.header_hash(text[]) is
  'A hash of the header row, the same for headers that differ only in case, accents and spaces.';
create or replace function public.get_import_match(kind text, heads text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select m.matched
  from public.import_matches m
  where m.account_id = private.my_account() and m.kind = get_import_match.kind
    and m.heads = private.header_hash(get_import_match.heads) and private.my_rank() >= 1
$$;
create or replace function public.remember_import_match(kind text, heads text[], matched jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  perform private.refuse_importing(kind);
  if coalesce(cardinality(heads), 0) not between 1 and 1000 or jsonb_typeof(matched) is distinct from 'object'
    or octet_length(matched::text) > 100000
  then
    raise exception 'A match is a JSON object of at most 100,000 bytes for 1 to 1,000 heads.' using errcode = '22023';
  end if;
  insert into public.import_matches as m (account_id, kind, heads, matched)
  values (account, kind, private.header_hash(heads), matched)
  on conflict on constraint import_matches_pkey do update set matched = excluded.matched, used_at = now();
  -- The latest hundred stay.
  delete from public.import_matches m
  where m.account_id = account and (m.kind, m.heads) in (
    select o.kind, o.heads from public.import_matches o where o.account_id = account order by o.used_at desc offset 100
  );
end
$$;
comment on function private.import_people(public.imports, text[]) is
  'The people that words name: {word: {"id", "name"}}. The id is that of a member, pending- and an invitation, or invite: and an address that is invited when the plan is applied.';
create or replace function private.import_list_cell(
  key text, value jsonb, people jsonb, out clean jsonb, out problem text, out detail text, out unknown text[]
)
language plpgsql immutable set search_path = ''
as $$
declare
  words constant text[] := private.import_list(value);
begin
  if words is null or cardinality(words) > (case key when 'tags' then 50 when 'links' then 20 else 100 end) then
    problem := 'value';
    detail := case key
      when 'tags' then 'A record has at most 50 tags.'
      when 'links' then 'Links must be a list of at most 20.'
      else 'A list has at most 100 texts.'
    end;
    return;
  end if;
  case key
    when 'owner', 'experts' then
      unknown := array(select w from unnest(words) as w where case key
        when 'owner' then people -> lower(w) is null
        else coalesce(people -> lower(w) ->> 'id' ~ '^(pending-|invite:)', true)
      end);
      clean := coalesce((
        select jsonb_agg(distinct (people -> lower(w)) - 'said') from unnest(words) as w where w <> all (unknown)
      ), '[]');
      if key = 'owner' then
        clean := case when cardinality(words) > 0 then coalesce(clean -> 0, 'null') else 'null' end;
      end if;
      -- The importer sees, and can change, what they have said.
      unknown := unknown || array(
        select w from unnest(words) as w where w <> all (unknown) and people -> lower(w) ? 'said'
      );
    when 'tags' then
      select w, 'unknown_tag' into detail, problem
      from unnest(words) as w
      where char_length(w) > 40 or w ~ '[#,]'
      limit 1;
      clean := to_jsonb(words);
    when 'links' then
      select w, 'value' into detail, problem from unnest(words) as w where not private.is_web_address(w) limit 1;
      if problem is not null then
        detail := 'A link needs a purpose and an address that begins with http:// or https://.';
      end if;
      clean := to_jsonb(words);
    else
      clean := to_jsonb(words);
      if not private.is_list_within(words, 100, 200) then
        problem := 'value';
        detail := case key
          when 'users' then 'Users must be at most 100, of at most 200 characters each.'
          else 'Use cases must be at most 100, of at most 200 characters each.'
        end;
      end if;
  end case;
end
$$;
create or replace function private.clean_import_rows(plan public.imports, rows integer[]) returns void
language plpgsql security definer set search_path = '' set enable_nestloop = off
as $$
declare
  meant constant jsonb := private.import_people(plan, array(
    select w.word
    from public.import_rows r
    cross join lateral jsonb_each(r.given) g
    cross join lateral unnest(private.import_list(g.value)) as w (word)
    where r.import_id = plan.id and r.row_number = any (rows) and (
      g.key in ('owner', 'experts')
      or exists (
        select from public.own_fields f
        where f.account_id = plan.account_id and f.kind = plan.kind and f.type = 'member' and g.key = 'own.' || f.key
      )
    )
  ));
begin
  -- A value that many rows have in a field is parsed once.
  with given as materialized (
    select o.row_number, e.key, e.value
    from public.import_rows o
    cross join lateral jsonb_each(o.given) e
    where o.import_id = plan.id and o.row_number = any (rows) and e.key <> 'id' and not (
      e.key in ('name', 'status', 'platform', 'source') and coalesce(e.value, 'null') in ('null', '""')
    )
  ),
  judged as materialized (
    select g.key, g.value, c.clean, c.problem, c.detail, coalesce(c.unknown, '{}') as unknown
    from (select distinct d.key, d.value from given d) g
    left join private.import_fields(plan.account_id, plan.kind) f on f.key = g.key
    cross join lateral private.import_cell(g.key, g.value, f.field, f.longest, meant) c
  ),
  cell as materialized (
    select g.row_number, g.key, j.clean, j.problem, j.detail, j.unknown
    from given g
    join judged j on j.key = g.key and j.value = g.value
    union all
    select o.row_number, u.key, null, 'unreadable', null, '{}'
    from public.import_rows o
    cross join lateral unnest(o.unreadable) as u (key)
    where o.import_id = plan.id and o.row_number = any (rows)
  ),
  gathered as materialized (
    select
      c.row_number,
      jsonb_object_agg(c.key, c.clean) filter (
        where c.clean is not null and c.problem is null
          and (c.unknown = '{}' or c.clean <> 'null' and c.clean <> '[]')
      ) as clean,
      jsonb_agg(jsonb_build_object('problem', c.problem, 'field', c.key, 'detail', c.detail)) filter (
        where c.problem is not null
      ) as problems,
      jsonb_agg(jsonb_build_object('words', c.unknown, 'owner', c.key = 'owner')) filter (where c.unknown <> '{}') as people
    from cell c
    group by c.row_number
  )
  update public.import_rows r
  set clean = coalesce(j.clean, '{}')
      || case when plan.source is not null and r.given ? 'source_id'
          and (plan.match_key = 'source' or not r.given ? 'imported_from')
        then jsonb_build_object('imported_from', plan.source) else '{}' end,
    problems = coalesce(j.problems, '[]'),
    people = coalesce(j.people, '[]')
  from unnest(rows) as every (row_number)
  left join gathered j on j.row_number = every.row_number
  where r.import_id = plan.id and r.row_number = every.row_number;
end
$$;
create or replace function private.compare_lists(
  key text, had jsonb, wanted jsonb, out write jsonb, out before jsonb, out after jsonb
)
language plpgsql immutable set search_path = ''
as $$
begin
  case key
    when 'owner' then
      if had -> 'id' is distinct from wanted -> 'id' then
        write := jsonb_build_object('owner', wanted -> 'id');
        before := had -> 'name';
        after := wanted -> 'name';
      end if;
    when 'experts' then
      write := jsonb_build_object(
        'add', private.people_except(wanted, had), 'remove', private.people_except(had, wanted)
      );
      if write = '{"add": [], "remove": []}' then
        write := null;
      else
        write := jsonb_build_object('experts', write);
        before := private.names_of_people(had);
        after := private.names_of_people(wanted);
      end if;
    when 'tags' then
      if private.folded_set(had) <> private.folded_set(wanted) then
        write := jsonb_build_object('tags', wanted);
        before := had;
        after := wanted;
      end if;
    when 'links' then
      after := (
        select jsonb_agg(jsonb_build_object('purpose', 'other', 'title', '', 'url', w.url))
        from jsonb_array_elements_text(wanted) as w (url)
        where not had @> jsonb_build_array(jsonb_build_object('url', w.url))
      );
      if after is not null then
        write := jsonb_build_object('links', had || after);
        before := jsonb_path_query_array(had, '$[*].url');
        after := before || jsonb_path_query_array(after, '$[*].url');
      end if;
    else
      if had <> wanted then
        write := jsonb_build_object(key, wanted);
        before := had;
        after := wanted;
      end if;
  end case;
end
$$;
comment on function private.compare_lists(text, jsonb, jsonb) is
  'The new value of a list, the owner or the experts of a record, as it is written and read; null where nothing changes.';
comment on function private.import_cost(jsonb, jsonb) is
  'The values to write, with the currency of a cost, and the problem of a cost without a currency.';
comment on function private.is_unchanged_by_import(text, jsonb, jsonb) is
  'Whether an import would turn a text into the text that a record has; null where one of them is no text.';
create or replace function private.compare_import_row(
  record jsonb, clean jsonb, fields jsonb, out writes jsonb, out cells jsonb, out problems jsonb
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  one record;
  had jsonb;
  compared record;
  list jsonb := '[]';
  cost record;
begin
  writes := '{}';
  problems := '[]';
  for one in select c.key, c.value from jsonb_each(clean) c loop
    if one.key like 'own.%' then
      had := record -> 'own' -> substr(one.key, 5);
      if coalesce(had, 'null') <> one.value then
        writes := jsonb_set(
          case when writes ? 'own' then writes else writes || '{"own": {}}' end, array['own', substr(one.key, 5)], one.value
        );
        list := list || jsonb_build_object(
          'field', one.key,
          'before', private.name_in_field(jsonb_populate_record(null::public.own_fields, fields -> one.key), had),
          'after', private.name_in_field(
            jsonb_populate_record(null::public.own_fields, fields -> one.key), nullif(one.value, 'null')
          )
        );
      end if;
    elsif one.key in ('owner', 'experts', 'tags', 'links', 'use_cases', 'users') then
      had := coalesce(record -> one.key, case one.key when 'owner' then 'null'::jsonb else '[]' end);
      compared := private.compare_lists(one.key, had, one.value);
      if compared.write is not null then
        writes := writes || compared.write;
        list := list || jsonb_build_object('field', one.key, 'before', compared.before, 'after', compared.after);
      end if;
    else
      had := nullif(coalesce(record -> one.key, 'null'), '""');
      if coalesce(had, 'null') <> one.value and private.is_unchanged_by_import(one.key, had, one.value) is not true then
        writes := writes || jsonb_build_object(one.key, case
          when one.value = 'null' and one.key in ('description', 'vendor', 'department') then '""' else one.value
        end);
        list := list || jsonb_build_object('field', one.key, 'before', had, 'after', one.value);
      end if;
    end if;
  end loop;
  cost := private.import_cost(writes, record);
  writes := cost.full_writes;
  if cost.problem is not null then
    problems := jsonb_build_array(cost.problem);
  end if;
  if jsonb_array_length(writes -> 'links') > 20 then
    problems := problems || jsonb_build_object(
      'problem', 'value', 'field', 'links', 'detail', 'Links must be a list of at most 20.'
    );
  end if;
  cells := list;
end
$$;
comment on function private.compare_import_row(jsonb, jsonb, jsonb) is
  'The changes that a row makes to a record, an empty object for a new one: as written by column, as people read them, and their problems. fields are definitions of own fields by key.';
comment on function private.match_condition(text) is 'The condition by which a row p of a plan $1 matches a record t.';
comment on function private.key_in_bin(text) is 'The value of a binned record b in the key of a plan $1, in the form of match_value.';
create or replace function private.match_rows_to_records(plan public.imports, rows integer[]) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off
as $$
begin
  execute format(
    'with part as materialized (
      select r.* from public.import_rows r where r.import_id = $1.id and r.row_number = any ($2)
    ),
    met as materialized (
      select p.row_number, (array_agg(t.id order by t.id))[1] as id, count(*) as amount
      from part p
      join public.%1$I t on t.account_id = $1.account_id and %2$s
      where p.match_value is not null and p.decision ->> ''do'' is distinct from ''join''
      group by p.row_number
      union all
      select p.row_number, t.id, 1
      from part p
      join public.%1$I t on t.account_id = $1.account_id and t.id = (p.decision ->> ''record_id'')::uuid
      where p.decision ->> ''do'' = ''join''
    ),
    earlier as materialized (
      select p.row_number, min(o.row_number) as other
      from part p
      join public.import_rows o
        on o.import_id = p.import_id and o.match_value = p.match_value and o.row_number + 0 between 1 and p.row_number - 1
      group by p.row_number
    ),
    -- Put together by row: joined, each would be compared with each.
    found as materialized (
      select f.row_number, (array_agg(f.id) filter (where f.id is not null))[1] as id, max(f.amount) as amount,
        bool_or(f.is_binned) as is_binned, min(f.other) as other
      from (
        -- The keys in the bin are looked up as a set.
        select p.row_number, null::uuid as id, 0 as amount, p.match_value in (
          select %3$s from public.binned_records b where b.account_id = $1.account_id and b.kind = $1.kind
        ) as is_binned, null::integer as other
        from part p
        union all
        select m.row_number, m.id, m.amount, null, null from met m
        union all
        select e.row_number, null, 0, null, e.other from earlier e
      ) f
      group by f.row_number
    )
    update public.import_rows r
    set record_id = case when f.amount = 1 then f.id end,
      problems = r.problems || case
        when q.problem is null then ''[]''
        else jsonb_build_array(jsonb_build_object(''problem'', q.problem, ''field'', null, ''detail'', f.other::text))
      end
    from found f
    join public.import_rows p on p.import_id = $1.id and p.row_number = f.row_number
    cross join lateral (
      select case
        when p.decision ->> ''do'' = ''join'' then case when f.id is null then ''deleted'' end
        when p.match_value is null and $1.match_key = ''name'' then ''name_missing''
        when p.match_value is null and $1.match_key <> ''id'' then ''key_missing''
        when f.other is not null then ''repeated''
        when f.amount > 1 then ''several''
        when f.id is null and f.is_binned
          and ($1.match_key <> ''name'' or p.decision ->> ''do'' is distinct from ''apart'') then ''in_bin''
        when f.id is null and p.match_value is not null and $1.match_key = ''id'' then ''not_found''
        when f.id is null and not p.clean ? ''name'' and not p.problems @> ''[{"field": "name"}]'' then ''name_missing''
      end as problem
    ) q
    where r.import_id = $1.id and r.row_number = f.row_number',
    private.catalogue_of(plan.kind), private.match_condition(plan.match_key), private.key_in_bin(plan.match_key)
  ) using plan, rows;
end
$$;
comment on function private.match_rows_to_records(public.imports, integer[]) is
  'Writes into rows of a plan the record that each matches, and the problems of the match.';
comment on function private.mark_taken_names(public.imports, integer[]) is
  'Marks rows of a plan whose name or source id belongs to another record.';
comment on function private.values_taken_from_row(jsonb, jsonb) is 'The values that a row gives a record, by the decision of the importer.';
create or replace function private.plan_row_changes(plan public.imports, rows integer[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  fields constant jsonb := private.own_field_definitions(plan);
begin
  with part as materialized (
    select r.* from public.import_rows r where r.import_id = plan.id and r.row_number = any (rows)
  ),
  known as materialized (
    select k.* from private.import_records(plan, array(
      select p.record_id from part p where p.record_id is not null
      union
      select (c.value ->> 'record_id')::uuid
      from part p cross join lateral jsonb_array_elements(p.candidates) as c (value)
      where c.value ->> 'record_id' is not null
    )) k
  ),
  compared as materialized (
    select
      p.row_number, k.version, d.writes, d.cells,
      p.problems || d.problems
      || case when p.record_id is null and p.problems = '[]' then private.missing_fields(plan, p.clean, fields) else '[]' end
      || case
        when not k.may_change and d.writes - 'experts' <> '{}'
          then '[{"problem": "no_right", "field": null, "detail": null}]'::jsonb
        else '[]'
      end
      || case
        when p.decision ->> 'do' = 'join' and exists (
          select from public.import_rows o
          where o.import_id = plan.id and o.record_id = p.record_id and o.row_number <> p.row_number and o.row_number > 0
        ) then '[{"problem": "repeated", "field": null, "detail": null}]'::jsonb
        else '[]'
      end as problems,
      p.record_id, p.decision,
      (
        select coalesce(jsonb_agg(c.value || jsonb_build_object('cells', coalesce(other.cells, '[]')) order by c.place), '[]')
        from jsonb_array_elements(p.candidates) with ordinality as c (value, place)
        left join lateral (
          select o.cells
          from known n
          cross join lateral private.compare_import_row(n.record, p.clean, fields) o
          where n.id = (c.value ->> 'record_id')::uuid
        ) other on true
      ) as candidates
    from part p
    left join known k on k.id = p.record_id
    cross join lateral private.compare_import_row(
      coalesce(k.record, '{}'), private.values_taken_from_row(p.clean, p.decision), fields
    ) d
  )
  update public.import_rows r
  set version = c.version, writes = c.writes, cells = c.cells, problems = c.problems, candidates = c.candidates,
    effect = case
      when c.problems <> '[]' then 'error'
      when c.record_id is not null then case when c.writes = '{}' then 'same' else 'changed' end
      when c.candidates <> '[]' then 'duplicate'
      else 'new'
    end
  from compared c
  where r.import_id = plan.id and r.row_number = c.row_number;
end
$$;
comment on function private.plan_row_changes(public.imports, integer[]) is
  'Writes into rows of a plan their changes to records, and the outcome of each.';
create or replace function private.check_import_rows(plan public.imports, rows integer[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.clean_import_rows(plan, rows);
  perform private.match_rows_to_records(plan, rows);
  perform private.find_candidates(plan, rows);
  perform private.mark_taken_names(plan, rows);
  perform private.plan_row_changes(plan, rows);
end
$$;
comment on function private.check_import_rows(public.imports, integer[]) is 'Checks rows of a plan, some of them again.';
comment on function private.mark_missing_records(public.imports) is
  'Marks in a plan the records that its source no longer has, and those that the caller may not delete.';
create or replace function public.check_import(import uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  plan constant public.imports := private.lock_import(import);
  rows constant integer[] := array(
    select r.row_number
    from public.import_rows r
    where r.import_id = plan.id and r.effect is null
    order by r.row_number
    limit 500
  );
begin
  perform private.check_import_rows(plan, rows);
  if plan.checked_at is null
    and not exists (select from public.import_rows r where r.import_id = plan.id and r.effect is null)
  then
    if plan.match_key = 'source' and not plan.partial then
      perform private.mark_missing_records(plan);
    end if;
    update public.imports i set checked_at = now() where i.id = plan.id;
  end if;
  return private.import_json(plan.id);
end
$$;
comment on function private.is_possible_decision(public.import_rows, jsonb) is
  'Whether a decision is possible for a row of a plan.';
create or replace function public.decide_import(
  import uuid, decision jsonb default null, rows integer[] default null, effect text default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  plan constant public.imports := private.lock_import(import);
  again integer[];
begin
  perform private.refuse_decision(plan.account_id, plan.kind, decision);
  if decision ->> 'do' = 'join' and coalesce(cardinality(rows), 0) <> 1 then
    raise exception 'Join one row with one record.' using errcode = '22023';
  end if;
  with decided as (
    update public.import_rows r
    set decision = decide_import.decision,
      outcome = null,
      effect = case
        when r.outcome = 'refused' or decide_import.decision ->> 'do' in ('join', 'apart') or o.was in ('join', 'apart') then null
        else r.effect
      end
    from (
      select d.row_number, d.decision ->> 'do' as was
      from public.import_rows d
      where d.import_id = plan.id and (d.row_number = any (rows) or d.effect = decide_import.effect)
    ) o
    where r.import_id = plan.id and r.row_number = o.row_number and private.is_possible_decision(r, decide_import.decision)
    returning r.row_number, r.effect
  )
  select array_agg(d.row_number) filter (where d.effect is null) into again from decided d;
  perform private.check_import_rows(plan, again[:500]);
  update public.imports i set done_at = null where i.id = plan.id and i.done_at is not null;
  return private.import_json(plan.id);
end
$$;
comment on function private.refuse_person_choice(uuid, jsonb) is
  'Refuses an invalid choice for an unknown person; only admins invite.';
create or replace function public.decide_import_person(import uuid, word text, choice jsonb default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  plan constant public.imports := private.lock_import(import);
  meant constant text := lower(private.display_text(left(word, 400)));
begin
  perform private.refuse_person_choice(plan.account_id, choice);
  update public.imports i
  set people = case
      when choice is null then i.people - meant
      when choice ? 'member' then i.people || jsonb_build_object(meant, jsonb_build_object('member', choice ->> 'member'))
      else i.people || jsonb_build_object(
        meant, jsonb_build_object('invite', lower(choice ->> 'invite'), 'level', choice ->> 'level')
      )
    end
  where i.id = plan.id;
  update public.import_rows r
  set effect = null
  where r.import_id = plan.id and r.outcome is null and r.people <> '[]' and exists (
    select
    from jsonb_array_elements(r.people) as p (value)
    cross join lateral jsonb_array_elements_text(p.value -> 'words') as w (word)
    where lower(w.word) = meant
  );
  return private.import_json(plan.id);
end
$$;
comment on function private.choices_without_default(text) is
  'The values of columns of a kind that have no default, where a row names none.';
comment on function private.import_writes(public.imports, integer[]) is
  'The values that rows of a plan write, by column: tags by their ids, and of an owner whom the plan invites the invitation, or none.';
create or replace function private.delete_missing_records(plan public.imports, given private.import_write[]) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  ids uuid[];
begin
  execute format(
    'select array(
      select t.id
      from unnest($1) w
      join public.%1$I t on t.id = w.record_id and t.updated_at = w.version
      where w.effect = ''gone''
    )',
    private.catalogue_of(plan.kind)
  ) into ids using given;
  ids := private.lock_deletable_records(plan.kind, ids, 'infinity');
  if cardinality(ids) > 0 then
    perform public.delete_records(plan.kind, ids, left(plan.file_name, 500));
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('row', w.row_number, 'record_id', w.record_id)), '[]')
    from unnest(given) w
    where w.effect = 'gone' and w.record_id = any (ids)
  );
end
$$;
comment on function private.delete_missing_records(public.imports, private.import_write[]) is
  'Deletes records that are missing at the source, as far as they are unchanged since they were shown and the caller may delete them.';
create or replace function private.write_import_rows(plan public.imports, rows integer[]) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  given private.import_write[];
  done jsonb;
begin
  -- Another import may make the same tags at the same moment.
  insert into public.tags (name) select t from private.import_new_tags(plan, rows) as t on conflict do nothing;
  given := private.import_writes(plan, rows);
  done := private.write_new_records(plan, given) || private.write_changed_records(plan, given)
    || private.delete_missing_records(plan, given);
  delete from public.record_experts e
  using unnest(given) w
  where w.row_number in (select (d.value ->> 'row')::integer from jsonb_array_elements(done) as d (value))
    and e.record_id = w.record_id and e.expert_id = any (w.remove_experts);
  insert into public.record_experts (kind, record_id, expert_id)
  select plan.kind, (d.value ->> 'record_id')::uuid, expert
  from jsonb_array_elements(done) as d (value)
  join unnest(given) w on w.row_number = (d.value ->> 'row')::integer
  cross join lateral unnest(w.add_experts) as expert
  on conflict do nothing;
  perform private.mark_import_rows(plan, rows, done);
end
$$;
create or replace function private.mark_import_rows(plan public.imports, rows integer[], done jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.import_rows r
  set outcome = 'done', record_id = d.record_id
  from jsonb_to_recordset(done) as d ("row" integer, record_id uuid)
  where r.import_id = plan.id and r.account_id = private.my_account() and r.row_number = d."row";
  perform private.mark_found_registered(plan, done);
  execute format(
    'update public.import_rows r
    set outcome = ''refused'', problems = jsonb_build_array(jsonb_build_object(
      ''problem'', case
        when t.id is null then ''deleted''
        when t.updated_at is distinct from r.version then ''changed''
        else ''no_right''
      end,
      ''field'', null,
      ''detail'', case when t.updated_at is distinct from r.version then private.name_of_member($1.account_id, t.updated_by) end
    ))
    from public.import_rows o
    left join public.%I t on t.account_id = $1.account_id and t.id = o.record_id
    where o.import_id = $1.id and o.account_id = private.my_account() and o.row_number = any ($2) and o.outcome is null
      and r.import_id = o.import_id and r.row_number = o.row_number',
    private.catalogue_of(plan.kind)
  ) using plan, rows;
end
$$;
comment on function private.exclude_taken_rows(public.imports, integer[]) is
  'Marks rows of a plan whose name or source id another record has taken meanwhile; returns the others.';
create or replace function private.apply_import_rows(plan public.imports, rows integer[]) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  half constant integer := cardinality(rows) / 2;
  others integer[] := rows;
  code text;
  sentence text;
begin
  perform private.write_import_rows(plan, rows);
exception
  when others then
    get stacked diagnostics code = returned_sqlstate, sentence = message_text;
    -- Only what is said of a row. The rest ends the part, which is tried again.
    if left(code, 2) not in ('22', '23', 'P0', 'PT') and code <> '42501' then
      raise;
    end if;
    if code = '23505' then
      others := private.exclude_taken_rows(plan, rows);
    end if;
    if cardinality(others) < cardinality(rows) then
      if cardinality(others) > 0 then
        perform private.apply_import_rows(plan, others);
      end if;
    elsif cardinality(rows) = 1 then
      perform private.refuse_import_row(plan, rows[1], code, sentence);
    else
      perform private.apply_import_rows(plan, rows[:half]);
      perform private.apply_import_rows(plan, rows[half + 1:]);
    end if;
end
$$;
comment on function private.is_skipped(public.import_rows) is
  'Whether a row of a plan is no record, will not become one, and is not a waiting found record either.';
comment on function private.store_import_progress(public.imports, integer[]) is
  'Stores how far a plan is applied, and its act.';
create or replace function public.apply_import(import uuid) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  plan constant public.imports := private.lock_import(import);
  rows integer[] := private.next_import_rows(plan);
begin
  if plan.checked_at is null or private.is_unchecked(plan) then
    raise exception 'Check this import before you apply it.' using errcode = 'PT409', hint = 'Call check_import until all rows are checked.';
  end if;
  perform set_config('cairn.act', plan.act::text, true);
  perform set_config('cairn.names_are_known', 'on', true);
  loop
    if cardinality(rows) > 0 then
      perform private.apply_import_rows(plan, rows);
    end if;
    perform private.store_import_progress(plan, rows);
    rows := private.next_import_rows(plan);
    exit when cardinality(rows) = 0 or clock_timestamp() > statement_timestamp() + interval '2 seconds';
  end loop;
  return private.import_json(plan.id);
end
$$;
create or replace function private.import_json(import uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', i.id,
    'kind', i.kind,
    'file_name', i.file_name,
    'source', i.source,
    'match_key', i.match_key,
    'started_by', i.started_by,
    'started_by_name', private.name_of_member(i.account_id, i.started_by),
    'started_at', i.started_at,
    'expires_at', i.started_at + private.import_retention(),
    'state', case when i.done_at is not null then 'done' when i.applied_at is not null then 'applying' else 'open' end,
    'total', counted.total,
    'checked', counted.checked,
    'summary', counted.summary,
    'undecided', counted.undecided,
    'to_apply', counted.to_apply,
    'applied', counted.applied,
    'refused', counted.refused,
    'left_out', case when i.partial then 0 else counted.left_out end,
    'act', (select a.id from public.acts a where a.account_id = i.account_id and a.id = i.act),
    'people', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'word', p.word, 'rows', p.rows, 'is_owner', p.is_owner, 'choice', i.people -> lower(p.word)
      ) order by p.rows desc, p.word), '[]')
      from (
        select min(w.word) as word, count(distinct r.row_number) as rows, bool_or((o.value ->> 'owner')::boolean) as is_owner
        from public.import_rows r
        cross join lateral jsonb_array_elements(r.people) as o (value)
        cross join lateral jsonb_array_elements_text(o.value -> 'words') as w (word)
        where r.import_id = i.id and r.people <> '[]'
        group by lower(w.word)
        order by count(*) desc
        limit 500
      ) p
    )
  )
  from public.imports i
  cross join lateral (
    select
      count(*) filter (where r.row_number > 0) as total,
      count(*) filter (where r.row_number > 0 and r.effect is not null) as checked,
      jsonb_build_object(
        'new', count(*) filter (where r.effect = 'new'), 'changed', count(*) filter (where r.effect = 'changed'),
        'same', count(*) filter (where r.effect = 'same'), 'duplicate', count(*) filter (where r.effect = 'duplicate'),
        'error', count(*) filter (where r.effect = 'error'), 'gone', count(*) filter (where r.effect = 'gone')
      ) as summary,
      count(*) filter (where r.effect = 'duplicate' and r.decision is null) as undecided,
      count(*) filter (where r.is_to_apply) as to_apply,
      count(*) filter (where r.outcome is not null) as applied,
      count(*) filter (where r.outcome = 'refused') as refused,
      count(*) filter (where private.is_skipped(r)) as left_out
    from public.import_rows r
    where r.import_id = i.id
  ) counted
  where i.id = import and i.account_id = private.my_account()
    and (i.started_by = private.caller_id() or private.my_rank() = 3)
$$;
comment on function private.import_json(uuid) is 'A plan that the caller may see, in the form of get_imports.';
comment on function private.import_retention() is 'The time for which a plan is kept.';
create or replace function public.get_imports(only_import uuid default null) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(private.import_json(p.id) order by p.started_at desc, p.id), '[]')
  from (
    select i.id, i.started_at
    from public.imports i
    where i.account_id = private.my_account() and (i.started_by = private.caller_id() or private.my_rank() = 3)
      and (only_import is null or i.id = only_import) and i.started_at > now() - private.import_retention()
    order by i.started_at desc, i.id
    limit 50
  ) p
$$;
create or replace function public.add_found_source(name text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  key constant text := private.new_source_key();
  added uuid;
begin
  perform private.refuse_managing_sources();
  perform private.require_recent_proof();
  if (select count(*) from public.found_sources s where s.account_id = private.my_account()) >= 50 then
    raise exception 'An account has at most 50 sources.' using errcode = '22023', hint = 'Delete one that is no longer used.';
  end if;
  insert into public.found_sources as s (name, key_hash)
  values (private.display_text(add_found_source.name), private.token_hash(key))
  on conflict do nothing
  returning s.id into added;
  if added is null then
    raise exception 'A source with this name already exists.' using errcode = '23505', hint = 'Choose another name.';
  end if;
  perform private.write_audit(
    private.my_account(), private.caller_id(), 'found_source_added', 'found_source', added::text,
    jsonb_build_object('name', private.display_text(add_found_source.name))
  );
  perform private.record_made_secret('source_key', added, private.display_text(add_found_source.name));
  return jsonb_build_object('id', added, 'key', key);
end
$$;
create or replace function public.renew_found_key(source uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  key constant text := private.new_source_key();
  called text;
begin
  perform private.refuse_managing_sources();
  perform private.require_recent_proof();
  update public.found_sources s set key_hash = private.token_hash(key)
  where s.id = renew_found_key.source and s.account_id = private.my_account()
  returning s.name into called;
  if not found then
    raise exception 'This source no longer exists.' using errcode = 'PT404';
  end if;
  perform private.write_audit(
    private.my_account(), private.caller_id(), 'found_key_renewed', 'found_source', source::text,
    jsonb_build_object('name', called)
  );
  perform private.record_made_secret('source_key', source, called);
  return jsonb_build_object('id', source, 'key', key);
end
$$;
comment on function private.store_found_records(public.found_sources, text, jsonb) is
  'Stores the records that a source sends, and counts the outcomes.';
comment on function private.owner_as_named(jsonb) is 'The owner of a found record, in the words of its source.';
create or replace function public.push_found(key text, kind text, records jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  pusher public.found_sources;
  counts jsonb;
begin
  select s.* into pusher from public.found_sources s where s.key_hash = private.token_hash(push_found.key);
  if not found then
    return private.unknown_secret_response('keys of sources', 'This is not the key of a source.', 'A manager can renew the key.');
  end if;
  if not private.count_against_limit('pushes of ' || pusher.id, 60) then
    raise exception 'Too many requests.' using errcode = 'PT429', hint = 'Wait a minute, then try again.';
  end if;
  perform private.refuse_other_kind(kind);
  perform private.refuse_found_records(pusher.account_id, kind, records);
  counts := private.store_found_records(pusher, kind, records);
  perform private.refuse_full_inbox(pusher.account_id);
  update public.found_sources s set last_seen_at = now() where s.id = pusher.id;
  return counts;
end
$$;
comment on function private.chosen_found(uuid[], text, text) is
  'The found records of the caller''s account: with these ids, of a kind, of a source; null for any.';
comment on function private.mark_found_registered(public.imports, jsonb) is
  'Marks found records as registered whose rows of a plan, [{"row", "record_id"}], have become records.';
create or replace function public.leave_import_for_later(import uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  plan constant public.imports := private.lock_import(import);
  done integer;
begin
  with left_out as (
    update public.import_rows r
    set decision = '{"do": "leave", "later": true}'
    where r.import_id = plan.id and not plan.partial and private.is_skipped(r)
    returning r.*
  ),
  waiting as (
    select distinct on (source, source_id)
      coalesce(l.clean ->> 'imported_from', plan.source, left(plan.file_name, 120)) as source,
      left(coalesce(l.clean ->> 'source_id', l.match_value, l.clean ->> 'name'), 200) as source_id,
      l.clean ->> 'name' as name,
      l.given - 'id' - 'imported_from' as given
    from left_out l
    order by source, source_id, l.row_number
  )
  insert into public.found_records as f (account_id, kind, source, source_id, name, owner, given)
  select
    plan.account_id, plan.kind, w.source, w.source_id, w.name, private.owner_as_named(w.given),
    w.given || jsonb_build_object('source_id', w.source_id)
  from waiting w
  on conflict on constraint found_records_source_id_key do update
  set name = excluded.name, owner = excluded.owner, given = excluded.given, last_seen_at = now(), state = 'waiting',
    record_id = null, decided_by = null, decided_at = null;
  get diagnostics done = row_count;
  perform private.refuse_full_inbox(plan.account_id);
  return done;
end
$$;
comment on function private.cron_number(text, text[], integer) is
  'The value of a number or name in a cron line, names counted from low; null for an unknown name.';
create or replace function private.cron_weekdays(field text) returns jsonb
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
  return jsonb_build_object('weekdays', private.sorted_numbers(held), 'last_weekdays', private.sorted_numbers(latest));
end
$$;
comment on function private.cron_weekdays(text) is 'The weekdays of the fifth field of a cron line, in the form of private.cron_calendar.';
create or replace function private.cron_calendar(cron text) returns jsonb
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
    'minutes', private.sorted_numbers(private.cron_values(fields[1], '{}', 0, 59,
      'The minute of a cron line is 0 to 59, such as 30, 0,30 or */15.')),
    'hours', private.sorted_numbers(private.cron_values(fields[2], '{}', 0, 23,
      'The hour of a cron line is 0 to 23, such as 7, 8-18 or */2.')),
    'days', private.sorted_numbers(case
      when array_remove(string_to_array(fields[3], ','), 'l') = '{}' then '{}'
      else private.cron_values(array_to_string(array_remove(string_to_array(fields[3], ','), 'l'), ','), '{}', 1, 31,
        'The day of a cron line is 1 to 31, such as 1, 1,15 or L for the last of the month.')
    end),
    'last_day', 'l' = any(string_to_array(fields[3], ',')),
    'months', private.sorted_numbers(private.cron_values(fields[4], '{jan,feb,mar,apr,may,jun,jul,aug,sep,oct,nov,dec}', 1, 12,
      'The month of a cron line is 1 to 12 or jan to dec, such as 1,7 or */3.')),
    'both', left(fields[3], 1) in ('*', '?') or left(fields[5], 1) in ('*', '?'),
    'wild', left(fields[1], 1) in ('*', '?') or left(fields[2], 1) in ('*', '?')
  ) || private.cron_weekdays(fields[5]);
  perform private.refuse_calendar_without_days(calendar);
  return calendar;
end
$$;
comment on function private.cron_calendar(text) is
  'The calendar of a cron line: {"minutes", "hours", "days", "months"} as sorted lists; "last_day", whether the last of a month counts; "weekdays", 0 for the first Sunday of a month, 5 for its first Friday, 12 for its second; "last_weekdays", 5 for its last Friday; "both", whether day and weekday must both match; "wild", whether it goes by the hands of the clock rather than by fixed times. Refuses with 22023 a line that cannot be read or never comes.';
comment on function private.sorted_numbers(integer[]) is 'The numbers of a list, each once, in ascending order.';
create or replace function private.next_cron_day(calendar jsonb, since date) returns date
language plpgsql immutable set search_path = ''
as $$
declare
  days constant integer[] := private.integers_of_json(calendar -> 'days');
  months constant integer[] := private.integers_of_json(calendar -> 'months');
  weekdays constant integer[] := private.integers_of_json(calendar -> 'weekdays');
  last_weekdays constant integer[] := private.integers_of_json(calendar -> 'last_weekdays');
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
create or replace function private.next_wall_time(calendar jsonb, since timestamp) returns timestamp
language plpgsql immutable set search_path = ''
as $$
declare
  minutes constant integer[] := private.integers_of_json(calendar -> 'minutes');
  hours constant integer[] := private.integers_of_json(calendar -> 'hours');
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
comment on function private.truncate_to_bytes(text, integer) is
  'The beginning of a text, at most so many bytes and only whole characters.';
create or replace function private.find_heartbeat(hash text, name text, moment timestamptz) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  if find_heartbeat.name is null then
    return coalesce(
      (select h.id from public.heartbeats h where h.token_hash = hash and not h.rests),
      (select h.id from public.heartbeats h where h.former_hash = hash and h.former_until > moment and not h.rests)
    );
  end if;
  return (
    select h.id
    from private.discovery_addresses a
    join public.discovered_callers c on c.account_id = a.account_id and lower(c.name) = lower(find_heartbeat.name)
    join public.heartbeats h on h.account_id = c.account_id and h.kind = c.kind and h.record_id = c.record_id
    where (a.token_hash = hash or a.former_hash = hash and a.former_until > moment)
      and c.state = 'joined' and h.token_hash is not null and not h.rests
    limit 1
  );
end
$$;
comment on function private.with_run_start(public.heartbeats, timestamptz) is
  'A heartbeat with the start of a run among its last three.';
create or replace function private.record_run_start(beat public.heartbeats, rid uuid, note text, moment timestamptz)
returns public.heartbeats
language plpgsql security definer set search_path = ''
as $$
begin
  if rid is not null and exists (
    select
    from public.runs r
    where r.account_id = beat.account_id and r.heartbeat_id = beat.id and r.rid = record_run_start.rid
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
  values (beat.id, beat.runs, beat.account_id, 'running', moment, moment, record_run_start.rid, record_run_start.note);
  beat.running_since := least(beat.running_since, moment);
  return private.with_run_start(beat, moment);
end
$$;
comment on function private.record_run_start(public.heartbeats, uuid, text, timestamptz) is
  'Records the start of a run, and returns the changed heartbeat.';
create or replace function private.end_run(
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
    -- A run that began long ago has ended by now, whether or not it reported its end.
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
create or replace function private.record_run_end(beat public.heartbeats, code smallint, outcome text, rid uuid, note text, moment timestamptz)
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
    beat := private.with_run_start(beat, moment);
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
comment on function private.record_run_end(public.heartbeats, smallint, text, uuid, text, timestamptz) is
  'Records the end of a run, and returns the changed heartbeat.';
create or replace function private.record_log_call(beat public.heartbeats, note text, moment timestamptz) returns public.heartbeats
language plpgsql security definer set search_path = ''
as $$
begin
  beat.runs := beat.runs + 1;
  insert into public.runs (heartbeat_id, number, account_id, outcome, at, note)
  values (beat.id, beat.runs, beat.account_id, 'log', moment, record_log_call.note);
  return beat;
end
$$;
comment on function private.record_log_call(public.heartbeats, text, timestamptz) is 'Records a note that reports no run.';
create or replace function private.record_call(beat public.heartbeats, action text, rid uuid, note text, moment timestamptz)
returns public.heartbeats
language plpgsql security definer set search_path = ''
as $$
begin
  case
    when action = 'start' then beat := private.record_run_start(beat, rid, note, moment);
    when action = 'log' then beat := private.record_log_call(beat, note, moment);
    when action = 'success' then beat := private.record_run_end(beat, null, 'success', rid, note, moment);
    when action = 'fail' then beat := private.record_run_end(beat, null, 'failure', rid, note, moment);
    else beat := private.record_run_end(
      beat, action::smallint, case action::smallint when 0 then 'success' else 'failure' end, rid, note, moment
    );
  end case;
  beat.late_at := private.late_from(beat);
  return beat;
end
$$;
comment on function private.record_call(public.heartbeats, text, uuid, text, timestamptz) is
  'Records the report of a call (success, start, fail, log, or an exit code), and returns the changed heartbeat.';
comment on function private.store_called_heartbeat(public.heartbeats) is 'Stores the state of a heartbeat after calls.';
create or replace function private.record_unknown_caller(
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
  values (
    account, called, moment, moment, record_unknown_caller.network, left(record_unknown_caller.agent, 500),
    record_unknown_caller.note
  )
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
comment on function private.record_unknown_caller(text, text, text, text, text, timestamptz) is
  'Records a caller of an unknown name behind the address of an account: 200, or 429 beyond 600 such calls a minute; null where the address is none of an account.';
comment on function private.unknown_address_response(text) is
  'The answer to a call of an unknown address: 404, and 429 once its network has asked for sixty in a minute.';
create or replace function private.take_in_calls(calls jsonb, moment timestamptz default now())
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
      nullif(private.truncate_to_bytes(g.value ->> 'note', 10000), '') as note, g.value ->> 'network' as network,
      g.value ->> 'agent' as agent, private.find_heartbeat(known.hash, known.name, moment) as heartbeat_id
    from jsonb_array_elements(calls) with ordinality as g (value, place)
    cross join lateral (
      select
        private.token_hash(g.value ->> 'token') as hash,
        private.display_text(left(g.value ->> 'name', 1000)) as name
    ) known
    order by heartbeat_id, known.hash, lower(known.name), g.place
  loop
    if call.heartbeat_id is distinct from beat.id then
      perform private.store_called_heartbeat(beat);
      beat := null;
      if call.heartbeat_id is not null then
        select h.* into beat from public.heartbeats h where h.id = call.heartbeat_id for update;
      end if;
    end if;
    place := call.place;
    retry_after := null;
    -- The address may have been revoked, and the record deleted, while the row was waited for.
    if beat.id is null or private.find_heartbeat(call.hash, call.name, moment) is distinct from beat.id then
      status := coalesce(
        private.record_unknown_caller(call.hash, call.name, call.network, call.agent, call.note, moment),
        private.unknown_address_response(call.network)
      );
    else
      beat := private.counted_call(beat, moment);
      status := case when beat.minute_calls > 60 then 429 else 200 end;
      if status = 200 then
        beat := private.record_call(beat, call.action, call.rid, call.note, moment);
      end if;
    end if;
    if status = 429 then
      retry_after := private.seconds_to_next_minute(moment);
    end if;
    return next;
  end loop;
  perform private.store_called_heartbeat(beat);
end
$$;
create or replace function public.ping(
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
  if answer.status = 404 then
    return private.refusal_response(404, 'Nobody has this address.', 'It may have been rotated or revoked.');
  end if;
  return private.refusal_response(429, 'Too many requests.', 'Wait a minute, then try again.', answer.retry_after);
end
$$;
create or replace function private.lock_heartbeat_to_change(heartbeat uuid) returns public.heartbeats
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
  perform private.changeable_record_for_heartbeat(beat.kind, beat.record_id);
  return beat;
end
$$;
create or replace function private.changeable_record_for_heartbeat(kind text, record_id uuid) returns jsonb
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
  where r.account_id = private.my_account()
    and r.kind = changeable_record_for_heartbeat.kind and r.id = changeable_record_for_heartbeat.record_id;
  if found is null then
    raise exception 'This record no longer exists.' using errcode = 'PT404';
  end if;
  if not private.may_change(private.feature_of(kind), found) then
    raise exception 'You may not change this record.' using errcode = '42501', hint = 'Ask its owner or a manager.';
  end if;
  return found;
end
$$;
create or replace function private.record_heartbeat_in_history(beat public.heartbeats, before jsonb, after jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.record_history (
    account_id, kind, record_id, record_name, action, field, before, after, changed_by, concerned
  )
  select
    beat.account_id, beat.kind, beat.record_id, r.name, 'updated', 'heartbeat', record_heartbeat_in_history.before,
    record_heartbeat_in_history.after, private.caller_id(), array_remove(array[r.owner_id, r.created_by], null)
  from private.records r
  where r.account_id = beat.account_id and r.kind = beat.kind and r.id = beat.record_id
$$;
comment on function private.record_heartbeat_in_history(public.heartbeats, jsonb, jsonb) is
  'Writes a change of a heartbeat into the history of its record: a word, or its schedule.';
create or replace function private.audit_heartbeat_address(beat public.heartbeats, action text) returns void
language sql volatile security definer set search_path = ''
as $$
  select
    private.write_audit(
      beat.account_id, private.caller_id(), audit_heartbeat_address.action, beat.kind, beat.record_id::text,
      jsonb_build_object('name', r.name)
    )
  from private.records r
  where r.account_id = beat.account_id and r.kind = beat.kind and r.id = beat.record_id;
  select private.record_made_secret('heartbeat_address', beat.id, r.name)
  from private.records r
  where r.account_id = beat.account_id and r.kind = beat.kind and r.id = beat.record_id
    and audit_heartbeat_address.action <> 'heartbeat_address_revoked'
$$;
comment on function private.audit_heartbeat_address(public.heartbeats, text) is
  'Enters a change of the address of a heartbeat into the audit log, and notifies the person who makes an address.';
comment on function private.restart_expectation(public.heartbeats) is 'A heartbeat whose next run is expected from now on.';
create or replace function private.store_changed_heartbeat(beat public.heartbeats) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.heartbeats h
  set token_hash = beat.token_hash, former_hash = beat.former_hash, former_until = beat.former_until,
    paused_at = beat.paused_at, silent_until = beat.silent_until, rests = beat.rests,
    expects = beat.expects, every_seconds = beat.every_seconds, working_hours = beat.working_hours, cron = beat.cron,
    calendar = beat.calendar, time_zone = beat.time_zone, grace_seconds = beat.grace_seconds
  where h.id = beat.id;
  select private.store_called_heartbeat(beat)
$$;
comment on function private.store_changed_heartbeat(public.heartbeats) is 'Stores a heartbeat that a member has changed.';
create or replace function public.give_heartbeat(kind text, record_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  token constant text := private.new_heartbeat_token();
  beat public.heartbeats;
begin
  perform private.changeable_record_for_heartbeat(kind, record_id);
  perform private.require_recent_proof();
  insert into public.heartbeats as h (account_id, kind, record_id, token_hash)
  values (private.my_account(), give_heartbeat.kind, give_heartbeat.record_id, private.token_hash(token))
  on conflict on constraint heartbeats_record_key do update
  set token_hash = excluded.token_hash, former_hash = null, former_until = null
  where h.token_hash is null
  returning h.* into beat;
  if beat.id is null then
    raise exception 'This record has an address already.' using errcode = '23505', hint = 'Rotate it to get a new one.';
  end if;
  perform private.store_called_heartbeat(private.restart_expectation(beat));
  perform private.record_heartbeat_in_history(beat, null, '"made"');
  perform private.audit_heartbeat_address(beat, 'heartbeat_address_made');
  return jsonb_build_object('id', beat.id, 'token', token);
end
$$;
create or replace function public.rotate_heartbeat(heartbeat uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  token constant text := private.new_heartbeat_token();
  beat public.heartbeats;
begin
  -- Holds the session first, as who ends it does.
  perform private.require_recent_proof();
  beat := private.lock_heartbeat_to_change(heartbeat);
  if beat.token_hash is null then
    raise exception 'This address was revoked.' using errcode = '22023', hint = 'Create another one.';
  end if;
  beat.former_hash := beat.token_hash;
  beat.former_until := now() + interval '24 hours';
  beat.token_hash := private.token_hash(token);
  perform private.store_changed_heartbeat(beat);
  perform private.record_heartbeat_in_history(beat, null, '"rotated"');
  perform private.audit_heartbeat_address(beat, 'heartbeat_address_rotated');
  return jsonb_build_object('id', beat.id, 'token', token);
end
$$;
create or replace function private.end_address(beat public.heartbeats) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  beat.token_hash := null;
  beat.former_hash := null;
  beat.former_until := null;
  beat.paused_at := null;
  beat.silent_until := null;
  beat := private.without_trouble(beat);
  beat.late_at := private.late_from(beat);
  perform private.store_changed_heartbeat(beat);
  perform private.record_heartbeat_in_history(beat, null, '"revoked"');
end
$$;
create or replace function public.revoke_heartbeat(heartbeat uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  beat public.heartbeats := private.lock_heartbeat_to_change(heartbeat);
begin
  if beat.token_hash is null then
    return;
  end if;
  perform private.end_address(beat);
  perform private.audit_heartbeat_address(beat, 'heartbeat_address_revoked');
end
$$;
create or replace function public.pause_heartbeat(heartbeat uuid, paused boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  beat public.heartbeats := private.lock_heartbeat_to_change(heartbeat);
begin
  if beat.token_hash is null or (beat.paused_at is not null) = coalesce(paused, true) then
    return;
  end if;
  beat.paused_at := case when coalesce(paused, true) then now() end;
  if beat.paused_at is not null then
    beat := private.without_trouble(beat);
    beat.late_at := null;
  else
    beat := private.restart_expectation(beat);
  end if;
  perform private.store_changed_heartbeat(beat);
  perform private.record_heartbeat_in_history(
    beat, null, case when beat.paused_at is not null then '"paused"' else '"resumed"' end::jsonb
  );
end
$$;
comment on function public.pause_heartbeat(uuid, boolean) is
  'Pauses a heartbeat, for who may change its record, or waits for it again from now on. Calls are kept meanwhile, without alerts.';
create or replace function public.silence_heartbeat(heartbeat uuid, until timestamptz default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  beat public.heartbeats := private.lock_heartbeat_to_change(heartbeat);
begin
  if until > now() + interval '1 year' then
    raise exception 'A heartbeat can be silent for a year at most.' using errcode = '22023', hint = 'Pause it instead.';
  end if;
  beat.silent_until := case when until > now() then until end;
  perform private.store_changed_heartbeat(beat);
end
$$;
comment on function public.silence_heartbeat(uuid, timestamptz) is
  'Mutes the alerts of a heartbeat until a moment; without a moment unmutes them. For callers who may change its record.';
comment on function private.expectation_in_history(public.heartbeats) is
  'The schedule of a heartbeat, as the history keeps it.';
create or replace function public.expect_of_heartbeat(
  heartbeat uuid, expects text, grace_seconds integer, every_seconds integer default null,
  working_hours jsonb default null, cron text default null, time_zone text default 'UTC'
)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  beat public.heartbeats := private.lock_heartbeat_to_change(heartbeat);
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
  perform private.store_changed_heartbeat(beat);
  if private.expectation_in_history(beat) <> before then
    perform private.record_heartbeat_in_history(beat, before, private.expectation_in_history(beat));
  end if;
end
$$;
create or replace function private.changeable_records_for_heartbeats(kind text, record_ids uuid[]) returns table (id uuid, name text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if changeable_records_for_heartbeats.kind is null
    or changeable_records_for_heartbeats.kind not in ('automation', 'agent')
  then
    raise exception 'Only automations and agents have a heartbeat.' using errcode = '22023';
  end if;
  if coalesce(cardinality(record_ids) > 500, true) then
    raise exception 'Ask for at most 500 records at once.' using errcode = '22023';
  end if;
  return query
    select r.id, r.name
    from private.records r
    where r.account_id = private.my_account() and r.kind = changeable_records_for_heartbeats.kind and r.id = any (record_ids)
      and private.may_change(private.feature_of(r.kind), to_jsonb(r))
    order by r.id;
end
$$;
create or replace function public.give_heartbeats(kind text, record_ids uuid[]) returns jsonb
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
  from private.changeable_records_for_heartbeats(kind, record_ids) r
  where not exists (
    select
    from public.heartbeats h
    where h.account_id = private.my_account() and h.kind = give_heartbeats.kind and h.record_id = r.id
      and h.token_hash is not null
  )
$$;
create or replace function public.pause_heartbeats(kind text, record_ids uuid[], paused boolean) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  heartbeat uuid;
  amount integer := 0;
begin
  for heartbeat in
    select h.id
    from private.changeable_records_for_heartbeats(kind, record_ids) r
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
create or replace function public.make_discovery_address() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  token constant text := private.new_heartbeat_token();
begin
  perform private.refuse_non_admin('Only administrators can make the address of the account.');
  perform private.require_recent_proof();
  insert into private.discovery_addresses as a (account_id, token_hash)
  values (private.my_account(), private.token_hash(token))
  on conflict on constraint discovery_addresses_pkey do update
  set token_hash = excluded.token_hash, former_hash = a.token_hash, former_until = now() + interval '24 hours';
  perform private.write_audit(
    private.my_account(), private.caller_id(), 'discovery_address_made', 'account', private.my_account()::text, '{}'
  );
  perform private.record_made_secret(
    'discovery_address', private.my_account(),
    (select a.name from public.accounts a where a.id = private.my_account())
  );
  return jsonb_build_object('token', token);
end
$$;
create or replace function public.join_discovered(caller uuid, kind text, record_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  beat public.heartbeats;
begin
  perform private.refuse_non_admin('Only administrators can join callers to records.');
  perform private.changeable_record_for_heartbeat(kind, record_id);
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
    perform private.store_called_heartbeat(private.restart_expectation(beat));
    perform private.record_heartbeat_in_history(beat, null, '"joined"');
  end if;
end
$$;
create or replace function public.get_heartbeats(kind text, record_ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  zones constant text[] := private.likely_time_zones(account);
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
      'recent_runs', recent.runs, 'recent_successes', recent.successes, 'strip', private.recent_runs(h.account_id, h.id),
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
comment on function private.mark_late_heartbeats(timestamptz, text[]) is
  'Marks heartbeats that have become late by a moment, each once, and queues notifications unless alerts are muted. Returns how many.';
comment on function private.suspend_heartbeats() is
  'Statement trigger (kind): suspends heartbeats of deleted records: they accept no calls and raise no alerts.';
create or replace function private.resume_heartbeats() returns trigger
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
    perform private.store_changed_heartbeat(private.restart_expectation(beat));
  end loop;
  return null;
end
$$;
comment on function private.resume_heartbeats() is
  'Statement trigger (kind): resumes heartbeats of restored records as they were, expected from now on.';
comment on function private.accounts_of_tokens(jsonb) is
  'For the server: of these hashes of secrets those that belong to a token, and to which account; null for one that has ended, whose owner is notified of the use. It does not say whether the token opens anything.';
create or replace function public.make_api_token(name text, scopes text[], days integer default null, service_account uuid default null)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  secret constant text := private.new_api_token();
  made uuid;
begin
  perform private.refuse_token_of_others(service_account);
  perform private.require_recent_proof();
  if not coalesce(make_api_token.scopes <@ private.known_scopes(), false) then
    raise exception 'One of these scopes does not exist.'
      using errcode = '22023', hint = 'There are ' || array_to_string(private.known_scopes(), ', ') || '.';
  end if;
  if (
    select count(*) from public.api_tokens t
    where t.account_id = private.my_account()
      and t.owner_id is not distinct from case when service_account is null then private.caller_id() end
      and t.service_account_id is not distinct from service_account
  ) >= 50 then
    raise exception 'Nobody has more than 50 tokens.' using errcode = '22023', hint = 'End one that is no longer used.';
  end if;
  insert into public.api_tokens as t (owner_id, service_account_id, name, scopes, ending, expires_at)
  values (
    case when service_account is null then private.caller_id() end,
    service_account,
    private.display_text(make_api_token.name),
    private.sorted_scopes(make_api_token.scopes),
    right(secret, 4),
    private.end_of_token(days)
  )
  returning t.id into made;
  insert into private.token_secrets (hash, account_id, token_id)
  values (private.token_hash(secret), private.my_account(), made);
  perform private.audit_token(made, 'api_token_made');
  perform private.record_made_secret('api_token', made, private.display_text(make_api_token.name));
  return jsonb_build_object('id', made, 'token', secret);
end
$$;
create or replace function public.rotate_api_token(token uuid, days integer default null, overlap_hours integer default 24) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  former constant public.api_tokens := private.own_token(token);
  secret constant text := private.new_api_token();
begin
  perform private.require_recent_proof();
  if overlap_hours is null or overlap_hours not between 0 and 168 then
    raise exception 'The former secret works for 0 to 168 hours more.' using errcode = '22023';
  end if;
  delete from private.token_secrets s
  where s.account_id = former.account_id and s.token_id = former.id
    and (overlap_hours = 0 or s.ends_at is not null);
  update private.token_secrets s
  set ends_at = least(now() + make_interval(hours => overlap_hours), coalesce(former.expires_at, 'infinity'))
  where s.account_id = former.account_id and s.token_id = former.id;
  update public.api_tokens t
  set ending = right(secret, 4), expires_at = private.end_of_token(days), rotated_at = now(), warned_days = null
  where t.id = former.id;
  insert into private.token_secrets (hash, account_id, token_id)
  values (private.token_hash(secret), former.account_id, former.id);
  perform private.audit_token(former.id, 'api_token_rotated');
  perform private.record_made_secret('api_token', former.id, former.name);
  return jsonb_build_object('id', former.id, 'token', secret);
end
$$;
comment on function private.store_ended_secret() is
  'Trigger: stores the hash of a secret that ends, with its token or by itself, to notify its owner of later use.';
comment on function private.notify_of_ended_tokens(jsonb) is
  'Notifies the owners of ended tokens that were used, at most once a day: [{"hash", "used_at", "address"}].';
create or replace function private.note_token_uses(uses jsonb) returns void
language sql security definer set search_path = ''
as $$
  update public.api_tokens t
  set last_used_at = greatest(t.last_used_at, u.used_at), last_used_network = private.network_of(private.as_address(u.address))
  from jsonb_to_recordset(uses) as u (hash text, used_at timestamptz, address text)
  join private.token_secrets s on s.hash = u.hash
  where t.account_id = s.account_id and t.id = s.token_id;
  select private.notify_of_ended_tokens(uses)
$$;
comment on function private.notify_of_service_account(public.service_accounts, uuid) is
  'Enters into the audit log that a service account has another owner, and notifies that owner.';
create or replace function public.give_service_account(service_account uuid, receiver uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  held public.service_accounts;
  former uuid;
  is_able boolean;
begin
  -- The lock keeps the receiver's level and membership until the end. It precedes the lock of the service account, as in a handover.
  perform from public.account_members m
  where m.account_id = private.my_account() and m.user_id = receiver and private.rank(m.permission_level) >= 1
  for share;
  is_able := found;
  held := private.managed_service_account(service_account);
  former := held.owner_id;
  if not is_able then
    raise exception 'A service account needs an owner of the level user or higher.'
      using errcode = '22023', hint = 'Choose another member.';
  end if;
  if former = receiver then
    return;
  end if;
  update public.service_accounts s set owner_id = receiver where s.id = held.id returning s.* into held;
  perform private.end_secrets_of(held);
  perform private.notify_of_service_account(held, former);
end
$$;
comment on function public.give_service_account(uuid, uuid) is
  'Gives a service account another owner, who is notified; for its owner and admins. The secrets of its tokens end, and the next owner rotates them.';
create or replace function private.refuse_service_accounts(account uuid, person uuid, choices jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (
    select from jsonb_to_recordset(coalesce(choices -> 'service_accounts', '[]')) as n (id uuid)
    where not exists (
      select from public.service_accounts s
      where s.account_id = account and s.owner_id = person and s.id = n.id
    )
  ) then
    perform private.refuse_outdated('Another person has handed this over in the meantime.');
  end if;
  if exists (
    select
    from jsonb_to_recordset(coalesce(choices -> 'service_accounts', '[]')) as n (receiver uuid)
    join public.account_members m on m.account_id = account and m.user_id = n.receiver
    where private.rank(m.permission_level) < 1
  ) then
    raise exception 'A service account needs an owner of the level user or higher.'
      using errcode = '22023', hint = 'Choose another member.';
  end if;
end
$$;
create or replace function private.hand_over_service_accounts(account uuid, person uuid, choices jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  given record;
  held public.service_accounts;
begin
  for given in
    select distinct on (n.id) n.id, n.receiver
    from jsonb_to_recordset(coalesce(choices -> 'service_accounts', '[]')) as n (id uuid, receiver uuid)
    where n.receiver is not null
    order by n.id
  loop
    update public.service_accounts s set owner_id = given.receiver
    where s.account_id = hand_over_service_accounts.account and s.id = given.id and s.owner_id = person
    returning s.* into held;
    continue when not found;
    perform private.end_secrets_of(held);
    perform private.notify_of_service_account(held, person);
  end loop;
end
$$;
comment on function private.release_service_accounts() is
  'Trigger: releases the service accounts of a member who becomes a viewer.';
create function private.tokens_on_screen() returns jsonb
language sql stable security definer set search_path = ''
as $$
  with held as (
    select
      t.*, a.name as service_account, coalesce(t.owner_id, a.owner_id) as person_id,
      coalesce(coalesce(t.owner_id, a.owner_id) = private.caller_id(), false) as mine
    from public.api_tokens t
    left join public.service_accounts a on a.account_id = t.account_id and a.id = t.service_account_id
    where t.account_id = private.my_account() and private.is_unscoped()
  ),
  seen as (
    select h.* from held h
    where h.mine or private.my_rank() = 3
    order by h.mine desc, h.created_at desc, h.id
    limit 1000
  )
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'id', s.id, 'name', s.name, 'mine', s.mine, 'owner_name', p.name, 'service_account_id', s.service_account_id,
        'service_account', s.service_account, 'scopes', s.scopes, 'ending', s.ending, 'created_at', s.created_at,
        'expires_at', s.expires_at, 'last_used_at', s.last_used_at, 'last_used_network', s.last_used_network::inet,
        'former_until', (
          select max(x.ends_at) from private.token_secrets x
          where x.account_id = s.account_id and x.token_id = s.id and x.ends_at > now()
        ),
        'has_secret', exists (
          select from private.token_secrets x
          where x.account_id = s.account_id and x.token_id = s.id and x.ends_at is null
        )
      )
      order by s.mine desc, s.created_at desc, s.id
    ),
    '[]'
  )
  from seen s
  left join public.profiles p on p.id = s.person_id
$$;
comment on function private.tokens_on_screen() is
  'The tokens of the caller and of their service accounts, and for admins all of the account, at most 1,000.';
alter function private.tokens_on_screen() owner to cairn_definer;
create function private.service_accounts_on_screen() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'id', a.id, 'name', a.name, 'purpose', a.purpose, 'owner_id', a.owner_id, 'owner_name', p.name,
        'tokens', (
          select count(*) from public.api_tokens t where t.account_id = a.account_id and t.service_account_id = a.id
        )
      )
      order by a.owner_id is not null, lower(a.name), a.id
    ),
    '[]'
  )
  from public.service_accounts a
  left join public.profiles p on p.id = a.owner_id
  where a.account_id = private.my_account() and private.is_unscoped()
$$;
comment on function private.service_accounts_on_screen() is
  'All service accounts of the caller''s account, those without an owner first.';
alter function private.service_accounts_on_screen() owner to cairn_definer;
create or replace function public.get_api_tokens() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'tokens_without_end', coalesce(
      (select s.tokens_without_end from public.api_settings s where s.account_id = private.my_account()), false
    ),
    'tokens', private.tokens_on_screen(),
    'service_accounts', private.service_accounts_on_screen()
  )
$$;
comment on function public.get_api_tokens() is
  'The content of the caller''s screen of tokens: {"tokens_without_end", "tokens", "service_accounts"}. Tokens are the caller''s, those of their service accounts, and for admins all of the account, at most 1,000; service accounts all, those without an owner first.';
comment on function private.stored_form_of_value(uuid, text, uuid, text, jsonb) is
  'The stored form of a value for a field of a record; raises the errors of the checks. Changes nothing.';
comment on function private.notify_of_suggestion(public.suggestions, text, uuid) is
  'Notifies the owner of a record of a suggestion, or the admins where it has none.';
create or replace function public.suggest_edit(
  kind text, record_id uuid, field text, value jsonb, why text default '', client text default ''
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  target record;
  kept jsonb;
  made public.suggestions;
begin
  perform private.refuse_suggestion(kind, field, client);
  perform private.refuse_out_of_scope(suggest_edit.kind, 'read');
  execute format(
    'select r.name, coalesce(r.owner_id, r.created_by) as owner, to_jsonb(r) -> $3 as present
    from public.%I r where r.account_id = $1 and r.id = $2',
    private.catalogue_of(kind)
  )
    into target using account, record_id, field;
  if target.name is null then
    raise exception 'This record no longer exists.' using errcode = 'PT404';
  end if;
  kept := private.stored_form_of_value(account, kind, record_id, field, value);
  if kept is not distinct from target.present then
    raise exception 'The field has this value already.' using errcode = '22023';
  end if;
  perform private.refuse_many_suggestions(record_id, field, kept);
  insert into public.suggestions (account_id, kind, record_id, field, before, after, why, suggested_by, client)
  values (
    account, suggest_edit.kind, suggest_edit.record_id, suggest_edit.field, target.present, kept,
    private.display_text(coalesce(suggest_edit.why, '')), private.caller_id(),
    private.display_text(coalesce(suggest_edit.client, ''))
  )
  returning * into made;
  perform private.notify_of_suggestion(made, target.name, target.owner);
  return jsonb_build_object('id', made.id, 'field', made.field, 'before', made.before, 'after', made.after);
end
$$;
comment on function public.suggest_edit(text, uuid, text, jsonb, text, text) is
  'Suggests another value for a field of a record, with a reason and the name of the program that suggests it: {"id", "field", "before", "after"}. Changes nothing; the owner of the record is notified and decides. Only where an admin allows suggestions.';
comment on function public.get_suggestions(text, uuid) is
  'The open suggestions for a record, the oldest first: [{"id", "field", "before", "after", "why", "client", "suggested_by", "created_at"}].';
create or replace function private.close_suggestion(suggestion uuid, answer text) returns public.suggestions
language plpgsql security definer set search_path = ''
as $$
declare
  closed public.suggestions;
  may_change boolean;
begin
  if not private.is_unscoped() then
    raise exception 'Only people who have signed in decide on suggestions.' using errcode = '42501', hint = 'Sign in to Cairn.';
  end if;
  select * into closed from public.suggestions s
  where s.id = suggestion and s.account_id = private.my_account()
  for update;
  if not found or closed.state <> 'open' then
    perform private.refuse_outdated('This suggestion was answered in the meantime.');
  end if;
  select private.my_rank() >= 2 or private.my_rank() = 1 and private.caller_id() in (r.created_by, r.owner_id) into may_change
  from private.records r
  where r.account_id = closed.account_id and r.kind = closed.kind and r.id = closed.record_id;
  if not coalesce(may_change, false)
    and not (answer = 'dismissed' and coalesce(closed.suggested_by = private.caller_id(), false))
  then
    raise exception 'You may not change this record.' using errcode = '42501', hint = 'Ask its owner.';
  end if;
  update public.suggestions s
  set state = answer, decided_by = private.caller_id(), decided_at = now()
  where s.id = suggestion;
  return closed;
end
$$;
comment on function private.enqueue_webhook_cleanup() is
  'Trigger: queues the remains of a deleted webhook in queue and log for deletion.';
create or replace function public.create_webhook(
  name text, url text, format text, events text[], kinds text[] default '{}', tags uuid[] default '{}',
  fields text[] default '{}'
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  shown constant text := private.new_webhook_secret();
  account constant uuid := private.my_account();
  made uuid;
begin
  perform private.refuse_managing_webhooks();
  perform private.require_recent_proof();
  perform from public.accounts a where a.id = account for no key update;
  if (select count(*) from public.webhooks w where w.account_id = account) >= 50 then
    raise exception 'An account has at most 50 webhooks.' using errcode = '22023', hint = 'Delete one that is no longer used.';
  end if;
  insert into public.webhooks as w (name, url, format, events, kinds, tags, fields)
  values (
    private.display_text(create_webhook.name), trim(create_webhook.url), create_webhook.format, create_webhook.events,
    coalesce(create_webhook.kinds, '{}'), coalesce(create_webhook.tags, '{}'), coalesce(create_webhook.fields, '{}')
  )
  returning w.id into made;
  insert into private.webhook_work (account_id, webhook_id) values (account, made);
  insert into private.webhook_secrets (account_id, webhook_id, number, secret)
  values (account, made, 1, shown);
  perform private.audit_webhook('webhook_created', made, create_webhook.name, create_webhook.url);
  perform private.record_made_secret('webhook_secret', made, private.display_text(create_webhook.name));
  return jsonb_build_object('id', made, 'secret', shown);
end
$$;
create or replace function public.update_webhook(
  webhook uuid, name text, url text, events text[], kinds text[] default '{}', tags uuid[] default '{}',
  fields text[] default '{}'
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  former text;
begin
  perform private.refuse_managing_webhooks();
  select w.url into former
  from public.webhooks w
  where w.id = update_webhook.webhook and w.account_id = private.my_account();
  if not found then
    perform private.refuse_unknown_webhook();
  end if;
  if trim(update_webhook.url) <> former then
    perform private.require_recent_proof();
    perform private.record_made_secret('webhook_address', webhook, private.display_text(update_webhook.name));
  end if;
  update public.webhooks w
  set name = private.display_text(update_webhook.name),
    url = trim(update_webhook.url),
    events = update_webhook.events,
    kinds = coalesce(update_webhook.kinds, '{}'),
    tags = coalesce(update_webhook.tags, '{}'),
    fields = coalesce(update_webhook.fields, '{}')
  where w.id = update_webhook.webhook and w.account_id = private.my_account();
  perform private.audit_webhook('webhook_changed', webhook, name, url);
end
$$;
create or replace function public.rotate_webhook_secret(webhook uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  shown constant text := private.new_webhook_secret();
  hook public.webhooks;
  last integer;
begin
  perform private.refuse_managing_webhooks();
  perform private.require_recent_proof();
  select w.* into hook
  from public.webhooks w
  where w.id = webhook and w.account_id = private.my_account()
  for no key update;
  if not found then
    perform private.refuse_unknown_webhook();
  end if;
  select max(s.number) into last
  from private.webhook_secrets s
  where s.account_id = hook.account_id and s.webhook_id = webhook;
  -- Of two former ones, the elder ends at once.
  delete from private.webhook_secrets s
  where s.account_id = hook.account_id and s.webhook_id = webhook and s.until is not null;
  update private.webhook_secrets s set until = now() + interval '24 hours'
  where s.account_id = hook.account_id and s.webhook_id = webhook;
  insert into private.webhook_secrets (account_id, webhook_id, number, secret)
  values (hook.account_id, webhook, last + 1, shown);
  perform private.audit_webhook('webhook_secret_rotated', webhook, hook.name, hook.url);
  perform private.record_made_secret('webhook_secret', webhook, hook.name);
  return jsonb_build_object('id', webhook, 'secret', shown);
end
$$;
create or replace function public.pause_webhook(webhook uuid, pauses boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  hook public.webhooks;
begin
  perform private.refuse_managing_webhooks();
  select w.* into hook
  from public.webhooks w
  where w.id = webhook and w.account_id = private.my_account()
  for no key update;
  if not found then
    perform private.refuse_unknown_webhook();
  end if;
  if pauses = (hook.paused is not null) then
    return;
  end if;
  update public.webhooks w set paused = case when pauses then 'by_hand' end where w.id = webhook;
  if not pauses then
    update private.webhook_work k set next_at = now(), failures = 0, failing_since = null
    where k.account_id = hook.account_id and k.webhook_id = webhook;
    update private.webhook_queue q set attempts = 0, next_at = now()
    where q.webhook_id = webhook and q.attempts > 0 and not q.by_hand;
  end if;
  perform private.audit_webhook(
    case when pauses then 'webhook_paused' else 'webhook_resumed' end, webhook, hook.name, hook.url
  );
end
$$;
create or replace function private.queue_for_webhooks(happened private.happening[]) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into private.webhook_queue (account_id, webhook_id, subject, event, payload)
  select
    h.account_id, w.id, h.subject, h.event,
    jsonb_build_object(
      'type', h.event,
      'timestamp', to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
      'data', jsonb_strip_nulls(h.data) || jsonb_build_object('actor', (
        select jsonb_build_object(
          'id', private.caller_id(), 'name', private.name_of_member(h.account_id, private.caller_id())
        )
        where private.caller_id() is not null
      ))
    )
  from unnest(happened) with ordinality as h
  join public.webhooks w on w.account_id = h.account_id and w.paused is null and h.event = any (w.events)
  where (h.kind is null or w.kinds = '{}' or h.kind = any (w.kinds))
    and (h.event <> 'record.changed' or w.fields = '{}' or h.changed && w.fields)
    -- A change of the owner alone is one event.
    and not (h.event = 'record.changed' and h.changed = array['owner_id'] and 'owner.changed' = any (w.events))
    and (h.kind is null or w.tags = '{}' or w.tags && private.tags_of_record(h.account_id, h.kind, h.subject))
  order by h.ordinality
$$;
create or replace function private.queue_changes_for_webhooks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_restoring_archive() or not private.has_webhooks(array(select distinct c.account_id from changes c)) then
    return null;
  end if;
  perform private.queue_for_webhooks(array(
    select
      row(t.account_id, e.event, t.record_id, t.kind, t.fields, jsonb_build_object(
        'record', jsonb_build_object('kind', t.kind, 'id', t.record_id, 'name', t.record_name)
      ) || e.more)::private.happening
    from (
      select
        c.account_id, c.kind, c.record_id, c.record_name, c.action, min(c.changed_at) as moment,
        array_agg(c.field order by c.field) filter (where c.field <> 'handover') as fields,
        (array_agg(jsonb_build_object('before', c.before, 'after', c.after)) filter (where c.field = 'owner_id'))[1] as owner
      from changes c
      where c.kind in (select k.kind from private.kinds_of_catalogues() as k (kind))
      group by c.account_id, c.kind, c.record_id, c.record_name, c.action
    ) t
    cross join lateral (
      select
        1 as place,
        'record.' || case t.action when 'updated' then 'changed' else t.action end as event,
        case t.action when 'updated' then jsonb_build_object('changed', t.fields) else '{}' end as more
      where t.action <> 'updated' or t.fields is not null
      union all
      select 2, 'owner.changed', jsonb_build_object(
        'before', private.owner_in_event(t.account_id, t.owner -> 'before'),
        'after', private.owner_in_event(t.account_id, t.owner -> 'after')
      )
      where t.owner is not null
    ) e
    order by t.moment, t.record_id, e.place
  ));
  return null;
end
$$;
create or replace function private.queue_handovers_for_webhooks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_restoring_archive() or not private.has_webhooks(array(select distinct h.account_id from handed h)) then
    return null;
  end if;
  perform private.queue_for_webhooks(array(
    select
      row(h.account_id, tg_argv[0], h.record_id, h.kind, null, jsonb_build_object(
        'record', jsonb_build_object('kind', h.kind, 'id', h.record_id, 'name', r.name),
        'part', h.part,
        'giver', jsonb_build_object('id', h.giver_id, 'name', h.giver_name),
        'receiver', case
          when h.receiver_id is not null
          then jsonb_build_object('id', h.receiver_id, 'name', private.name_of_member(h.account_id, h.receiver_id))
          when h.invitation_id is not null then (
            select jsonb_build_object('id', i.id, 'name', i.name, 'invited', true)
            from public.pending_invitations i
            where i.account_id = h.account_id and i.id = h.invitation_id
          )
        end,
        'answer', nullif(h.state, 'pending')
      ))::private.happening
    from handed h
    join private.records r on r.account_id = h.account_id and r.kind = h.kind and r.id = h.record_id
    -- A new one is asked about even where its receiver made it; what is no longer pending was answered.
    where tg_op = 'INSERT' or h.state <> 'pending'
    order by h.record_id, h.part, h.receiver_id
  ));
  return null;
end
$$;
comment on function private.sealed_webhook_secrets(uuid, integer, integer) is
  'For the server: the sealed secrets behind one of them, to be encrypted again when the secret of the installation changes.';
comment on function private.reseal_webhook_secret(uuid, integer, bytea, bytea) is
  'For the server: replaces a sealed secret by the same one sealed again; false where it has changed meanwhile.';
comment on function public.get_webhook_deliveries(uuid, timestamptz, uuid, integer) is
  'The deliveries of a webhook, newest first; further pages follow the moment and id of the last.';
create or replace function public.send_webhook_test(webhook uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  hook public.webhooks;
begin
  perform private.refuse_managing_webhooks();
  select w.* into hook from public.webhooks w where w.id = webhook and w.account_id = private.my_account();
  if not found then
    perform private.refuse_unknown_webhook();
  end if;
  perform private.limit_sending_by_hand(webhook);
  insert into private.webhook_queue (account_id, webhook_id, subject, event, payload, by_hand)
  values (
    hook.account_id, webhook, webhook, 'test',
    jsonb_build_object(
      'type', 'test',
      'timestamp', to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
      'data', jsonb_build_object('webhook', hook.name, 'actor', jsonb_build_object(
        'id', private.caller_id(), 'name', private.name_of_member(hook.account_id, private.caller_id())
      ))
    ),
    true
  );
end
$$;
create or replace function private.notify(
  account uuid, person uuid, kind text, record_kind text default null, record_id uuid default null,
  record_name text default null, payload jsonb default '{}'
)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  actor constant uuid := private.caller_id();
  wants public.notification_preferences;
  keep boolean;
  mail boolean;
  next_number bigint;
  others integer;
  due_since timestamptz;
begin
  if person = actor then
    return;
  end if;
  select coalesce(max(n.number), 0) + 1 into next_number
  from public.notifications n where n.account_id = account and n.user_id = person;
  -- An act that tells one person of thousands of people tells of the first twenty.
  if exists (
    select from public.notifications n
    where n.account_id = account and n.user_id = person and n.number = next_number - 20 and n.created_at = now()
  ) then
    return;
  end if;
  select * into wants from public.notification_preferences w where w.user_id = person;
  keep := coalesce(wants.push, true);
  mail := coalesce(wants.email, true);
  if not (keep or mail) then
    return;
  end if;
  -- A member who is leaving right now is skipped and not waited for: they may be waiting for this very change.
  perform from public.account_members m
  where m.account_id = account and m.user_id = person
  for key share skip locked;
  if not found then
    return;
  end if;
  if notify.kind in ('member_joined', 'newcomer_waiting') then
    select * into others, due_since from private.group_newcomer_notifications(account, person, notify.kind);
    if others > 0 then
      payload := payload || jsonb_build_object('others', others);
      mail := due_since is not null;
      select coalesce(max(n.number), 0) + 1 into next_number
      from public.notifications n where n.account_id = account and n.user_id = person;
    end if;
  end if;
  insert into public.notifications (
    account_id, user_id, number, kind, actor_id, record_kind, record_id, record_name, payload, in_app, mail_due,
    created_at
  )
  values (
    account, person, next_number, notify.kind, actor, notify.record_kind, notify.record_id, notify.record_name,
    notify.payload, keep, mail, coalesce(due_since, now())
  );
  delete from public.notifications n
  where n.account_id = account and n.user_id = person and n.number = next_number - 500;
end
$$;
comment on function private.stamp_read_at() is 'Trigger: sets the time of reading by the clock of the server.';
create or replace function private.notify_of_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  actor constant uuid := private.caller_id();
begin
  -- Changes by the server itself have no actor and notify nobody.
  if actor is null then
    return null;
  end if;
  perform private.notify_of_records(array(
    select
      row(t.account_id, t.person, t.told, t.kind, t.record_id, t.record_name, t.payload)::private.record_news
    from (
      select
        c.account_id, person, c.kind, c.record_id, c.record_name, min(c.changed_at) as moment,
        case
          when c.action = 'deleted' then 'record_deleted'
          when c.action = 'restored' then 'record_restored'
          -- The person whom a new record concerns beside its creator was made its owner.
          when c.action = 'created' or bool_or(c.field = 'owner_id' and c.after = to_jsonb(person)) then 'owner_assigned'
          else 'record_changed'
        end as told,
        case when c.action = 'updated' then jsonb_build_object('fields', jsonb_agg(distinct c.field)) else '{}' end as payload
      from changes c, unnest(c.concerned) as person
      where person <> actor
      group by c.account_id, person, c.kind, c.record_id, c.record_name, c.action
    ) t
    order by t.moment, t.record_id, t.person
  ));
  return null;
end
$$;
create or replace function private.notify_expert() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  kind text;
  told private.record_news[];
begin
  if private.is_restoring_archive() then
    return null;
  end if;
  for kind in select distinct l.kind from links l loop
    execute format(
      'select array(
        select
          row(l.account_id, l.expert_id, ''expert_assigned'', $1, r.id, r.name, ''{}''::jsonb)::private.record_news
        from links l
        join public.%I r on r.id = l.record_id
        -- A member who knew it before is not told that they are expert of it.
        where l.kind = $1 and not exists (
          select from public.binned_records b where b.account_id = r.account_id and b.record_id = r.id
        )
        order by l.expert_id, lower(r.name), r.id
      )',
      private.catalogue_of(kind)
    )
      into told using kind;
    perform private.notify_of_records(told);
  end loop;
  return null;
end
$$;
create or replace function private.notify_of_records(told private.record_news[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  actor constant uuid := private.caller_id();
  this_act constant uuid := private.current_act();
begin
  with members as materialized (
    -- A member who is leaving right now is skipped and not waited for: they may be waiting for this very change.
    select m.account_id, m.user_id
    from public.account_members m
    where (m.account_id, m.user_id) in (select t.account_id, t.person_id from unnest(told) t)
      and m.user_id is distinct from actor
    for key share skip locked
  ),
  people as materialized (
    select
      m.account_id, m.user_id,
      coalesce(w.push, true) as in_app, coalesce(w.email, true) as by_mail, coalesce(w.mentions, true) as mentions,
      (
        select coalesce(max(n.number), 0)
        from public.notifications n
        where n.account_id = m.account_id and n.user_id = m.user_id
      ) as last_number
    from members m
    left join public.notification_preferences w on w.user_id = m.user_id
  ),
  handed as (
    select h.account_id, h.receiver_id, h.record_id
    from members m
    join public.handovers h
      on h.account_id = m.account_id and h.receiver_id = m.user_id and h.act = this_act and h.state = 'pending'
  ),
  wanted as materialized (
    select t.*, p.in_app, p.by_mail and t.kind <> 'record_changed' as mail_due, p.last_number
    from unnest(told) with ordinality
      as t (account_id, person_id, kind, record_kind, record_id, record_name, payload, place)
    join people p on p.account_id = t.account_id and p.user_id = t.person_id
    where (p.in_app or p.by_mail and t.kind <> 'record_changed')
      and (p.mentions or t.kind not in ('expert_assigned', 'owner_assigned'))
      -- A member who receives a record by handover gets only that notification about it.
      and not (
        t.kind in ('owner_assigned', 'expert_assigned', 'record_changed')
        and (t.account_id, t.person_id, t.record_id) in (select h.account_id, h.receiver_id, h.record_id from handed h)
      )
  ),
  grouped as materialized (
    select
      w.account_id, w.person_id, w.kind, w.record_kind, w.in_app, w.mail_due, w.last_number,
      count(*) as amount, min(w.place) as place, (array_agg(w.record_id))[1] as record_id,
      (array_agg(w.record_name))[1] as record_name, (array_agg(w.payload order by w.place))[1] as payload
    from wanted w
    group by w.account_id, w.person_id, w.kind, w.record_kind, w.in_app, w.mail_due, w.last_number
  ),
  -- Changes of a record since the reader last looked share one notification, as do the changes of one act.
  withdrawn as (
    delete from public.notifications n
    using grouped g
    where n.account_id = g.account_id and n.user_id = g.person_id and n.kind = g.kind
      and n.record_kind is not distinct from g.record_kind and n.read_at is null and n.actor_id is not distinct from actor
      and (
        n.payload ->> 'act' = this_act::text
        or n.created_at = now() and n.record_id is not null
        or g.kind = 'record_changed' and g.amount = 1 and n.record_id = g.record_id
      )
    returning n.account_id, n.user_id, n.kind, n.record_kind, n.record_id, n.payload
  ),
  before as (
    select
      w.account_id, w.user_id, w.kind, w.record_kind,
      sum(case when w.record_id is null then (w.payload ->> 'amount')::integer else 1 end) as amount,
      min(w.record_id::text)::uuid as record_id
    from withdrawn w
    group by w.account_id, w.user_id, w.kind, w.record_kind
  ),
  lists as (
    select l.account_id, l.person_id, l.kind, l.record_kind, l.list, jsonb_agg(distinct l.entry) as entries
    from (
      select w.account_id, w.person_id, w.kind, w.record_kind, list, entry
      from wanted w
      cross join unnest(array['fields', 'dependents']) as list
      cross join lateral jsonb_array_elements(w.payload -> list) as entry
      union all
      select w.account_id, w.user_id, w.kind, w.record_kind, list, entry
      from withdrawn w
      cross join unnest(array['fields', 'dependents']) as list
      cross join lateral jsonb_array_elements(w.payload -> list) as entry
    ) l
    group by l.account_id, l.person_id, l.kind, l.record_kind, l.list
  ),
  chosen as materialized (
    select
      g.account_id, g.person_id, g.kind, g.record_kind, g.record_id, g.record_name, g.payload, g.in_app, g.mail_due,
      g.last_number + row_number() over (partition by g.account_id, g.person_id order by g.place) as number,
      case
        when b.amount is null or b.amount = 1 and g.amount = 1 and b.record_id = g.record_id then g.amount
        -- Several statements of one act may change the same records.
        when g.kind = 'record_changed' then (
          select count(distinct h.record_id)
          from public.record_history h
          where h.account_id = g.account_id and h.changed_at >= now() and h.act = this_act and h.kind = g.record_kind
            and h.action = 'updated' and g.person_id = any (h.concerned)
            and h.record_id not in (
              select d.record_id from handed d where d.account_id = g.account_id and d.receiver_id = g.person_id
            )
        )
        else b.amount + g.amount
      end as amount
    from grouped g
    left join before b
      on b.account_id = g.account_id and b.user_id = g.person_id and b.kind = g.kind
      and b.record_kind is not distinct from g.record_kind
  ),
  told_at_once as (
    select
      c.*,
      c.payload || jsonb_strip_nulls(jsonb_build_object(
        'fields', f.entries,
        'dependents', jsonb_path_query_array(d.entries, '$[0 to 4]'),
        'amount', case when c.amount > 1 then c.amount end,
        'act', case when c.amount > 1 then this_act end
      )) as told_of
    from chosen c
    left join lists f
      on f.account_id = c.account_id and f.person_id = c.person_id and f.kind = c.kind
      and f.record_kind is not distinct from c.record_kind and f.list = 'fields'
    left join lists d
      on d.account_id = c.account_id and d.person_id = c.person_id and d.kind = c.kind
      and d.record_kind is not distinct from c.record_kind and d.list = 'dependents'
  ),
  kept as (
    insert into public.notifications (
      account_id, user_id, number, kind, actor_id, record_kind, record_id, record_name, payload, in_app, mail_due
    )
    select
      c.account_id, c.person_id, c.number, c.kind, actor, c.record_kind,
      case when c.amount = 1 then c.record_id end, case when c.amount = 1 then c.record_name end, c.told_of,
      c.in_app, c.mail_due
    from told_at_once c
    order by c.account_id, c.person_id, c.number
  )
  -- The newest five hundred stay.
  delete from public.notifications n
  using (
    select c.account_id, c.person_id, max(c.number) as number from chosen c group by c.account_id, c.person_id
  ) newest
  where n.account_id = newest.account_id and n.user_id = newest.person_id and n.number <= newest.number - 500;
end
$$;
comment on function private.dequeue_heartbeat_news(uuid, uuid[]) is
  'Takes the pending notifications of an account about these heartbeats, one of each: late, failing or back, when, and since when it was away.';
comment on function private.people_of_heartbeats(uuid, uuid[]) is
  'The people to notify about heartbeats: the owner or else the creator, and the experts; the admins where there is none of these.';
create or replace function private.notify_of_heartbeats(account uuid, moment timestamptz, only_these text[]) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  told private.record_news[];
  amount integer;
begin
  -- Notifications in several parts share one act: a later part adds to the notification of an earlier one.
  perform set_config(
    'cairn.act', md5(account || to_char(date_bin('5 minutes', moment, 'epoch') at time zone 'utc', ' YYYY-MM-DD HH24:MI')), true
  );
  with news as materialized (
    select t.* from private.dequeue_heartbeat_news(account, only_these::uuid[]) t
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
comment on function private.notify_of_heartbeats(uuid, timestamptz, text[]) is
  'Sends members of an account the pending notifications about these heartbeats. Returns about how many.';
comment on function private.notify_of_ending_tokens(uuid, timestamptz, text[]) is
  'Notifies the owners of tokens of an account that end soon, as far as they are due at a moment. Returns of how many. For the server alone.';
comment on function private.schedule_digest() is 'Trigger: sets the time of the next digest of a person.';
create or replace function private.digest_of_notifications(account uuid, person uuid, moment timestamptz) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with told as (
    select
      n.kind, a.name as actor_name, n.record_kind, n.record_id, n.record_name, n.payload, n.read_at,
      row_number() over (order by n.number desc, n.id desc) as place
    from public.notifications n
    left join public.account_members m on m.account_id = n.account_id and m.user_id = n.actor_id
    left join public.profiles a on a.id = m.user_id
    where n.account_id = account and n.user_id = person and n.in_app
      and n.created_at > moment - interval '7 days' and n.created_at <= moment
      -- Changes are listed record by record.
      and n.kind <> 'record_changed'
      and not private.switched_off(account, n.record_kind)
  )
  select jsonb_build_object(
    'total', count(*),
    'unread', count(*) filter (where t.read_at is null),
    'items', coalesce(
      jsonb_agg(to_jsonb(t) - 'place' - 'read_at' order by t.place) filter (where t.place <= 10), '[]'
    )
  )
  from told t
$$;
comment on function private.digest_of_notifications(uuid, uuid, timestamptz) is
  'The notifications of a member in the week before a moment: {"total", "unread", "items": the ten newest}.';
comment on function private.digest_of_changes(uuid, uuid, timestamptz) is
  'The changes by others, in the week before a moment, to records that a member owns or is expert of: {"total", "items": the ten changed last, each with its changed fields}.';
create or replace function public.get_news(within_seconds double precision) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  person constant uuid := private.caller_id();
  since timestamptz;
begin
  if within_seconds is null or not within_seconds between 0 and 86400 then
    raise exception 'You can only ask for news of the last day.'
      using errcode = '22023', hint = 'Send within_seconds between 0 and 86400.';
  end if;
  since := clock_timestamp() - make_interval(secs => within_seconds);
  return (
    select json_build_object(
      'account', (select json_build_object('id', a.id, 'name', a.name) from public.accounts a where a.id = account),
      -- A person without an account has the level of their profile.
      'permission_level', coalesce(
        (select m.permission_level from public.account_members m where m.user_id = person),
        (select p.permission_level from public.profiles p where p.id = person),
        'viewer'
      ),
      'changed', (
        select coalesce(json_agg(distinct c.subject order by c.subject), '[]')
        from (
          select private.changed_records(account, since)
          union all
          select private.changed_settings(account, since)
          union all
          select private.changed_people(account, since)
          union all
          select private.changed_notifications(account, person, since)
          union all
          select private.changed_views(account, person, since)
        ) as c (subject)
      )
    )
  );
end
$$;
comment on function private.changed_settings(uuid, timestamptz) is
  'Other parts of an account that changed since a moment, by the audit log.';
comment on function private.clear_view_contents() is
  'Trigger: deletes the stored contents of a view that a member no longer watches, or whose filter changes.';
comment on function private.retention_days(text, integer) is
  'The days for which something is kept where so many are asked for: the audit log for 90 at least, deleted fields for 30.';
create or replace function public.delete_expired(
  what text, keep_days integer, at_most integer default 1000, account uuid default null,
  only_these text[] default null
)
returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  oldest constant timestamptz := now() - private.retention_days(what, keep_days);
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
    when 'answers' then
      delete from private.kept_answers a
      using (
        (
          select x.account_id, x.user_id, x.holder, x.key
          from private.kept_answers x
          where only_these is null and x.kept_at < oldest
          order by x.kept_at limit at_most
        )
        union all
        select (t::jsonb ->> 0)::uuid, (t::jsonb ->> 1)::uuid, t::jsonb ->> 2, t::jsonb ->> 3 from unnest(only_these) as t
      ) over
      where a.account_id = over.account_id and a.user_id = over.user_id and a.holder = over.holder and a.key = over.key
        and a.kept_at < oldest;
    else
      raise exception 'There is nothing called % that expires.', what
        using errcode = '22023', hint = 'Name sign-ins, audit, history, bin, fields, imports, runs or answers.';
  end case;
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
create or replace function private.expired_rows(what text, keep_days integer, account uuid, without text[], at_most integer)
returns setof text
language plpgsql stable security definer set search_path = ''
as $$
declare
  oldest constant timestamptz := now() - private.retention_days(what, keep_days);
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
    when 'answers' then
      return query
      select jsonb_build_array(a.account_id, a.user_id, a.holder, a.key)::text from private.kept_answers a
      where a.kept_at < oldest
        and jsonb_build_array(a.account_id, a.user_id, a.holder, a.key)::text <> all (without)
      order by a.kept_at limit at_most;
  end case;
end
$$;
create or replace function private.accounts_with_expired(what text, keep_days integer) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select a.id
  from public.accounts a
  where case what
    when 'audit' then exists (
      select from public.security_audit_log l
      where l.account_id = a.id and l.created_at < now() - make_interval(days => greatest(keep_days, 90))
    )
    when 'history' then exists (
      select from public.record_history h
      where h.account_id = a.id and h.changed_at < now() - make_interval(days => keep_days)
    )
    when 'bin' then exists (
      select from public.binned_records b
      where b.account_id = a.id and b.deleted_at < now() - make_interval(days => keep_days)
    )
    when 'fields' then exists (
      select from public.own_fields f
      where f.account_id = a.id and f.deleted_at < now() - private.retention_days(what, keep_days)
    )
    when 'imports' then exists (
      select from public.imports i
      where i.account_id = a.id and i.started_at < now() - private.retention_days(what, keep_days)
    )
  end
$$;
create or replace function private.lease_jobs(names text[], every_seconds integer[], process uuid, lease_seconds integer)
returns setof text
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into private.jobs (name)
  select n.name from unnest(names) as n (name)
  where not exists (select from private.jobs j where j.name = n.name)
  on conflict do nothing;
  return query
  with due as (
    select j.name
    from private.jobs j
    join unnest(names, every_seconds) as asked (name, seconds) on asked.name = j.name
    where private.is_due(j.due_at, make_interval(secs => greatest(asked.seconds, 1200)))
      -- The lease may have begun later than this transaction: that is no clock that was set.
      and (j.leased_until is null or private.is_due(j.leased_until, make_interval(secs => lease_seconds + 60)))
    for update of j skip locked
  )
  update private.jobs j
  set lease = process, leased_until = now() + make_interval(secs => lease_seconds)
  from due d
  where j.name = d.name
  returning j.name;
end
$$;
comment on function public.retry_failed_jobs() is 'For the operator: retries failed jobs and items, at once and as often as the first time. Returns how many.';
create or replace function private.archived_row(of_file text, line jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select case of_file
    when 'bin' then line || jsonb_build_object(
      'record', (line -> 'record') - array['account_id', 'invited_owner_id']
        || jsonb_build_object('owner_id', coalesce(
          nullif(line -> 'record' -> 'owner_id', 'null'), line -> 'record' -> 'invited_owner_id'
        )),
      'links', private.sanitized_links(line -> 'links')
    )
    when 'acts' then line || jsonb_build_object('departed', private.sanitized_departed_owners(line -> 'departed'))
    else line
  end
$$;
create or replace function private.begin_archive(account uuid) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  begun uuid;
begin
  delete from public.archives a where a.account_id = account and a.expires_at <= now();
  update public.archives a
  set state = 'failed', bytes = 0, entries = 0, parts = 0
  where a.account_id = account and a.state in ('waiting', 'working') and a.attempts >= 3;
  update public.archives a
  set state = 'working', attempts = a.attempts + 1, bytes = 0, entries = 0, parts = 0
  where a.account_id = account and a.state in ('waiting', 'working')
  returning a.id into begun;
  delete from private.archive_parts p
  using public.archives a
  where p.account_id = account and a.id = p.archive_id and a.state <> 'ready';
  perform private.delete_unawaited_lines(account);
  return begun;
end
$$;
comment on function private.begin_archive(uuid) is
  'Restarts the archive that an account waits for, and returns its id. Deletes expired archives.';
comment on function private.end_archive(uuid, uuid) is 'Completes an archive: it can be downloaded for a day, and the person who requested it is notified.';
comment on function private.columns_to_restore(regclass, text[], jsonb) is
  'The columns of a table that lines of an archive have, but for some, and the value of each, for rows r.';
comment on function private.unknown_people_in_line(uuid, jsonb, text[]) is
  'The columns among these in which a line names people who are no members.';
create or replace function private.record_for_account(account uuid, line jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.sanitized_record(line ->> 'kind', line -> 'record')
    || jsonb_build_object(
      'account_id', account, 'id', line -> 'record_id', 'name', line -> 'name', 'invited_owner_id', null,
      'created_at', private.moment_in_archive((line -> 'record' ->> 'created_at')::timestamptz),
      'updated_at', private.moment_in_archive((line -> 'record' ->> 'updated_at')::timestamptz)
    )
    || case
      when line -> 'record' ->> 'owner_id' is null
        or private.is_member(account, (line -> 'record' ->> 'owner_id')::uuid) then '{}'
      else jsonb_build_object('owner_id', null, 'invited_owner_id', line -> 'record' -> 'owner_id')
    end
$$;
create or replace function private.row_from_archive_line(account uuid, of_file text, line jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select line || jsonb_build_object('account_id', account) || case of_file
    when 'bin' then jsonb_build_object(
      'name', left(line ->> 'name', 120),
      'record', private.record_for_account(account, line),
      'links', private.sanitized_links(line -> 'links')
    )
    when 'acts' then jsonb_build_object('departed', private.sanitized_departed_owners(line -> 'departed'))
    else '{}'
  end
$$;
comment on function private.accounts_with_archives_to_restore() is
  'The accounts with an archive to restore, or whose upload was begun a day ago.';
comment on function private.begin_restoring_archive(uuid) is
  'Locks an empty account for an archive. Deletes its switches and its appearance, which those of the archive replace.';
comment on function private.restore_people_of_archive(uuid, uuid, jsonb) is
  'Lists the people of an archive as not invited yet, and stores who had left.';
create or replace function private.restore_lines(account uuid, inviter uuid, of_file text, lines jsonb) returns void
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  asked record;
  of_people text[];
  whole text;
  given jsonb;
  shape record;
begin
  -- Keys find names that stand twice; looking for each one takes longer than all else.
  perform set_config('cairn.taking_in', 'on', true), set_config('cairn.names_are_known', 'on', true);
  if of_file = 'account' then
    update public.accounts a
    set name = lines -> 0 ->> 'name', newcomers_need_admission = (lines -> 0 ->> 'newcomers_need_admission')::boolean
    where a.id = account;
    return;
  elsif of_file = 'people' then
    perform private.restore_people_of_archive(account, inviter, lines);
    return;
  end if;
  select t.* into strict asked from private.archived_tables() t where t.file = of_file;
  if asked.read_only then
    return;
  end if;
  of_people := private.columns_of_people(asked.source);
  shape := private.columns_to_restore(
    asked.source, asked.without || (asked.awaiting)[2:], lines -> 0
  );
  if shape.columns is null then
    raise exception 'The archive has a line without anything to read.' using errcode = '22023';
  end if;
  perform private.refuse_records_of_others(account, of_file, lines);
  if of_file = 'history' then
    perform private.refuse_strange_history(lines);
  end if;
  -- Most lines are history, which names people without keys.
  if cardinality(of_people) = 0 and of_file not in ('bin', 'acts') then
    execute format(
      'insert into %1$s (account_id, %2$s) select $2, %3$s from jsonb_populate_recordset(null::%1$s, $1) r',
      asked.source, shape.columns, shape."values"
    )
    using lines, account;
    return;
  end if;
  select c into whole from unnest(of_people) as c where c in ('expert_id', 'person_id', 'user_id');
  select jsonb_agg(jsonb_build_object(
    'line', private.row_from_archive_line(account, of_file, l.line),
    'strangers', private.unknown_people_in_line(account, l.line, of_people)
  ) order by l.place)
  into given
  from jsonb_array_elements(lines) with ordinality as l (line, place);
  insert into private.awaited_lines (account_id, file, key, is_whole, line)
  select
    account, of_file, (select string_agg(g -> 'line' ->> k.key, ' ' order by k.place)
      from unnest(asked.keys) with ordinality as k (key, place)),
    coalesce(g -> 'strangers' ? whole, false),
    case when g -> 'strangers' ? whole then (g -> 'line') - 'account_id' else (g -> 'strangers') - asked.awaiting end
  from jsonb_array_elements(given) as g
  where (g -> 'strangers') - asked.awaiting <> '{}';
  if exists (
    select from jsonb_array_elements(given) as g, jsonb_each_text(g -> 'strangers') as s
    where not exists (select from private.awaited_people w where w.account_id = account and w.id = s.value::uuid)
  ) then
    raise exception 'The archive names people or records that are not in it.' using errcode = '23503';
  end if;
  execute format(
    'insert into %1$s (account_id, %2$s) select $2, %3$s from jsonb_populate_recordset(null::%1$s, $1) r',
    asked.source, concat_ws(', ', shape.columns, quote_ident((asked.awaiting)[2])),
    concat_ws(', ', shape."values", 'r.' || quote_ident((asked.awaiting)[2]))
  )
  using (
    select coalesce(jsonb_agg(
      (g -> 'line') - (asked.awaiting)[2:]
        || (select coalesce(jsonb_object_agg(s, null), '{}') from jsonb_object_keys(g -> 'strangers') as s)
        || case when g -> 'strangers' ? (asked.awaiting)[1] then
          jsonb_build_object((asked.awaiting)[2], g -> 'strangers' -> (asked.awaiting)[1]) else '{}' end
    ), '[]')
    from jsonb_array_elements(given) as g
    where whole is null or not g -> 'strangers' ? whole
  ), account;
end
$$;
comment on function private.restore_lines(uuid, uuid, text, jsonb) is
  'Writes lines of a file of an archive as rows of an account; lines that name people who are no members yet wait for them.';
create or replace function private.end_restoring_archive(account uuid, import uuid, entries bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.recount_account(account);
  -- Past weeks are counted from the history, which has just come.
  delete from private.coverage_weeks w where w.account_id = account;
  delete from private.coverage_accounts c where c.account_id = account;
  perform private.end_archive_import(account, import, null, entries);
end
$$;
comment on function private.end_restoring_archive(uuid, uuid, bigint) is
  'Completes the restoration of an archive: counts the figures again.';
create or replace function private.assign_awaited(account uuid, former uuid, person uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  asked record;
  waiting record;
begin
  update private.awaited_lines l
  set line = replace(l.line::text, former::text, person::text)::jsonb, key = replace(l.key, former::text, person::text)
  where l.account_id = account and position(former::text in l.line::text) > 0;
  for asked in
    select distinct t.file, t.source, t.keys, e.key as column_name
    from private.awaited_lines l
    join private.archived_tables() t on t.file = l.file
    cross join lateral jsonb_each_text(l.line) e
    where l.account_id = account and not l.is_whole and e.value = person::text
      and e.key = any (private.columns_of_people(t.source))
  loop
    execute format(
      'update %1$s r set %2$I = $2 from private.awaited_lines l
      where r.account_id = $1 and r.%2$I is null and l.account_id = $1 and l.file = $3 and not l.is_whole
        and l.line ->> %2$L = $2::text and l.key = concat_ws('' '', %3$s)',
      asked.source, asked.column_name,
      (select string_agg(format('r.%I', k), ', ' order by n) from unnest(asked.keys) with ordinality as u (k, n))
    ) using account, person, asked.file;
    update private.awaited_lines l
    set line = l.line - asked.column_name
    where l.account_id = account and l.file = asked.file and not l.is_whole
      and l.line ->> asked.column_name = person::text;
  end loop;
  delete from private.awaited_lines l where l.account_id = account and l.line = '{}';
  for waiting in
    with given as (
      delete from private.awaited_lines l
      using private.archived_tables() t
      where l.account_id = account and l.is_whole and t.file = l.file
        and person::text in (l.line ->> 'expert_id', l.line ->> 'person_id', l.line ->> 'user_id')
      returning l.file, l.line, t.place
    )
    select g.file, g.line from given g order by g.place
  loop
    begin
      perform private.restore_lines(account, null, waiting.file, jsonb_build_array(waiting.line));
    -- The record is gone meanwhile, or they are its expert already.
    exception when foreign_key_violation or unique_violation then null;
    end;
  end loop;
end
$$;
comment on function private.assign_awaited(uuid, uuid, uuid) is
  'Assigns waiting lines of an archive to a person who has joined, by the id in the archive.';
create or replace function private.assign_awaited_by_address(account uuid, address text, person uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  former uuid;
begin
  delete from private.awaited_people w where w.account_id = account and w.email = address returning w.id into former;
  if former is not null then
    perform set_config('cairn.taking_in', 'on', true);
    perform private.assign_awaited(account, former, person);
    perform set_config('cairn.taking_in', '', true), set_config('cairn.names_are_known', '', true);
  end if;
end
$$;
comment on function private.assign_awaited_by_address(uuid, text, uuid) is
  'Assigns waiting lines of archives to a person who has joined, by their address.';
create or replace function private.assign_awaited_to_member() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid;
begin
  select m.user_id into person
  from public.account_members m
  join public.profiles p on p.id = m.user_id
  where m.account_id = new.account_id and lower(p.email) = new.email
  order by m.user_id = private.caller_id() desc
  limit 1;
  if person is not null then
    perform private.assign_awaited_by_address(new.account_id, new.email, person);
  end if;
  return null;
end
$$;
comment on function private.assign_awaited_to_member() is
  'Trigger: assigns waiting lines to a person of an archive who joins.';
comment on function private.delete_unawaited_lines(uuid) is
  'Deletes lines that wait for people whose invitation is over, so that an archive names only people who are in it.';
comment on function private.schedule_deletion(uuid) is
  'For an operator: schedules the deletion of an account in seven days, and returns the time. A second call does not start the time again.';
comment on function private.cancel_deletion(uuid) is
  'For an operator: cancels the deletion of an account. False where none was scheduled.';
comment on view public.system_experts is 'The experts of systems. Callers write through it.';
comment on table private.awaited_lines is
  'Lines of an archive that wait for people who are not members yet: the whole line, or columns with their ids.';
comment on table private.discovery_addresses is 'The address of an account, behind which callers name themselves.';
comment on column private.discovery_addresses.former_hash is 'The hash of the previous address, which works until former_until.';
comment on table private.ended_tokens is 'The SHA-256 of secrets of ended tokens, and the owner who is notified of their use.';
comment on column private.ended_tokens.person_id is 'As whom the token acted.';
comment on column private.ended_tokens.keep_until is 'The end that the token had; a year for one without an end.';
comment on column private.ended_tokens.told_at is 'When its owner was told last: at most once a day.';
comment on table private.former_members is
  'Addresses that left an account or were removed from it: their domain does not let them in again.';
comment on column private.former_members.user_id is 'The former member; empty when their user is deleted.';
comment on column private.former_members.account_name is
  'The name of the account when the member left; empty for newcomers who were refused.';
comment on table private.heartbeat_news is 'Pending notifications about heartbeats.';
comment on column private.heartbeat_news.event is 'late, failing or back.';
comment on column private.heartbeat_news.since is 'For back: since when it was late or failing.';
comment on table private.job_failures is 'The errors of the last try of a job: as a whole, of an account, or of an item such as a notification.';
comment on column private.job_failures.account_id is 'Empty for the job as a whole, and for items of no account.';
comment on column private.job_failures.item is 'The failed item of the account, or of the job: a kind and a key. Empty for all of it.';
comment on column private.job_failures.state is
  'failed: the tries are used up, and the operator has to look. An account or an item is tried no more, a job as a whole goes on.';
comment on column private.job_failures.attempts is 'How many tries have failed since the last that did not.';
comment on column private.job_failures.error is 'The message of the last failure.';
comment on table private.kinds is 'The kinds of records.';
comment on column private.kinds.place is 'Where the kind stands among the others.';
comment on column private.kinds.record_table is 'The table in public that has the records.';
comment on column private.kinds.feature is 'The switch of its catalogue; empty for a kind without a catalogue.';
comment on column private.kinds.noun is 'The kind in a sentence, with its article.';
comment on column private.kinds.newest_first is 'Whether its list begins with the newest record, not with the first name.';
comment on column private.kinds.own_orders is 'Orders that only this catalogue has, by name: what follows "order by", beginning with the column.';
comment on column private.kinds.retired_status is 'The status of records that are kept and not used any more.';
comment on column private.kinds.choices is
  'The words that a column can have, by column. A column without a default gets the last one where nobody has said it.';
comment on table private.made_secrets is
  'Secrets that people made or rotated in the last three days: a mail about each goes to its maker, with a link that revokes it.';
comment on column private.made_secrets.subject_id is 'The token, webhook, source or heartbeat; for the address of an account, the account.';
comment on column private.made_secrets.name is 'Of the token, webhook, source or record.';
comment on column private.made_secrets.act is 'The transaction: one mail names all secrets of a transaction.';
comment on column private.made_secrets.told_at is 'When the mail was queued.';
comment on table private.secrets is 'The keys that functions sign with. Made once for each database, never shown.';
comment on table private.view_contents is 'The records of a watched view for a member at its last comparison.';
comment on column private.view_contents.ids is
  'Up to 10,000 ids of records, in their order; empty where the filter was refused each time.';
comment on column private.view_contents.compared_on is 'The day of the last comparison.';
comment on table private.webhook_queue is 'Pending deliveries of webhooks.';
comment on column private.webhook_queue.number is 'The order in which it happened.';
comment on column private.webhook_queue.message_id is 'The webhook-id of all attempts.';
comment on column private.webhook_queue.subject is 'The record or member: what happened to one is delivered in order.';
comment on column private.webhook_queue.payload is 'The event, as it is sent; the server adds links.';
comment on column private.webhook_queue.body is 'The body of the first attempt, which is sent again unchanged.';
comment on column private.webhook_queue.by_hand is 'Asked for: sent once, out of order and also while the webhook is paused.';
comment on table public.account_members is 'The members of accounts, each with a permission level.';
comment on column public.account_members.role is 'owner for the founder, otherwise member. Gives no right.';
comment on column public.account_members.permission_level is 'viewer, user, manager or admin: decides what the person may do.';
comment on column public.account_members.contribution_count is
  'Records that the member created and that still exist. Of several that come or go at the same moment, some are counted seconds later; get_member_profile and find_members have them at once.';
comment on table public.acts is 'Bulk changes: actions on many records at once; their lines are in record_history.';
comment on column public.acts.id is 'The act of its lines in the history.';
comment on column public.acts.kind is 'system, solution, agent or automation; empty where records of several kinds changed.';
comment on column public.acts.value is
  'The status that records got; or the id of the owner, expert or tag that they got, of the tag that they lost, or of the member whose records were handed over. Of a field its key, of an import its file.';
comment on column public.acts.parts is 'The fields that changed, deleted or restored: which lines of the history count.';
comment on column public.acts.records is 'How many records were changed.';
comment on column public.acts.undoes is 'The act that this one takes back.';
comment on column public.acts.departed is
  'Whose owner had left before the records got another one, as in departed_owners, without the names.';
comment on column public.acts.done_by is 'The person. Stays when the person leaves.';
comment on table public.agents is 'An AI agent that the organisation uses.';
comment on column public.agents.name is 'Unique within the account without regard to case.';
comment on column public.agents.platform is 'OpenAI, Anthropic, Custom or Other.';
comment on column public.agents.status is 'active, training or inactive.';
comment on column public.agents.owner_id is 'The member who answers for the agent; empty when nobody does.';
comment on column public.agents.last_used is 'When it was last used; empty when that is not known.';
comment on column public.agents.updated_by is 'The person who last changed the record: the last publisher.';
comment on column public.agents.invited_owner_id is
  'The invitation of the person who owns the agent after joining. Counts as long as the invitation is open.';
comment on column public.agents.criticality is 'low, medium, high or critical; empty where nobody has said.';
comment on column public.agents.data_class is 'public, internal, confidential, personal or special (categories of personal data).';
comment on column public.agents.cost_per_month is 'In cost_currency, to the cent.';
comment on column public.agents.renews_on is 'The day on which a contract renews or ends.';
comment on column public.agents.lifecycle is 'planned, active, phasing_out or retired.';
comment on column public.agents.links is 'At most 20 of {"purpose", "title", "url"}.';
comment on column public.agents.tags is 'Ids of tags of the same account, at most 50.';
comment on column public.agents.imported_from is 'Where an import found the record, such as an inventory.';
comment on column public.agents.source_id is 'The id of the record there; unique for the account where both are there.';
comment on column public.agents.own is 'The values of the account''s own fields, by key. See own_fields.';
comment on table public.api_settings is 'The features that an account allows scripts and assistants; an account without a row allows none.';
comment on column public.api_settings.tokens_without_end is 'Whether tokens may be made that do not expire.';
comment on column public.api_settings.suggested_edits is 'Whether assistants may suggest edits to the owners of records.';
comment on table public.api_tokens is 'Tokens that scripts and assistants use in place of a password.';
comment on column public.api_tokens.scopes is 'Permissions: subjects and verbs, such as systems:read. Never more than its owner has.';
comment on column public.api_tokens.ending is 'The last four characters of its secret, by which its owner knows it again.';
comment on column public.api_tokens.expires_at is 'When it ends; empty for never, where the account allows that.';
comment on column public.api_tokens.created_by is 'The creator; empty when that person has left.';
comment on column public.api_tokens.last_used_at is 'When it was last used, to the minute or so.';
comment on column public.api_tokens.last_used_network is 'From where it was last used.';
comment on column public.api_tokens.warned_days is 'Of how many days before its end the owner was warned last.';
comment on table public.automations is 'An automation that runs for the organisation.';
comment on column public.automations.name is 'Unique within the account without regard to case.';
comment on column public.automations.source is 'Zapier, Make.com, Power Automate or Other.';
comment on column public.automations.status is 'active or inactive.';
comment on column public.automations.webhook_url is 'An https address, or empty. Never fetched by the server.';
comment on column public.automations.owner_id is 'The member who answers for the automation; empty when nobody does.';
comment on column public.automations.last_run is 'When it last ran; empty when that is not known.';
comment on column public.automations.updated_by is 'The person who last changed the record: the last publisher.';
comment on column public.automations.invited_owner_id is
  'The invitation of the person who owns the automation after joining. Counts as long as the invitation is open.';
comment on column public.automations.criticality is 'low, medium, high or critical; empty where nobody has said.';
comment on column public.automations.data_class is 'public, internal, confidential, personal or special (categories of personal data).';
comment on column public.automations.cost_per_month is 'In cost_currency, to the cent.';
comment on column public.automations.renews_on is 'The day on which a contract renews or ends.';
comment on column public.automations.lifecycle is 'planned, active, phasing_out or retired.';
comment on column public.automations.links is 'At most 20 of {"purpose", "title", "url"}.';
comment on column public.automations.tags is 'Ids of tags of the same account, at most 50.';
comment on column public.automations.imported_from is 'Where an import found the record, such as an inventory.';
comment on column public.automations.source_id is 'The id of the record there; unique for the account where both are there.';
comment on column public.automations.own is 'The values of the account''s own fields, by key. See own_fields.';
comment on table public.binned_records is
  'Deleted systems, solutions, agents and automations, until they are restored or purged.';
comment on column public.binned_records.kind is 'system, solution, agent or automation.';
comment on column public.binned_records.record is 'The row as it was.';
comment on column public.binned_records.links is 'The links to and from the record, with their names at the deletion.';
comment on column public.binned_records.deleted_by is 'The person; empty when the server did it. Stays when the person leaves.';
comment on column public.binned_records.reason is 'Why, in the words of the user who deleted it.';
comment on column public.binned_records.act is 'The same for everything that went in one transaction, and for its lines in the history.';
comment on table public.departed_owners is 'Records whose owner left the account, until they have an owner again.';
comment on column public.departed_owners.kind is 'system, solution, agent or automation.';
comment on column public.departed_owners.person_name is 'The name of the owner when they left; empty when their user was deleted.';
comment on table public.discovered_callers is 'Unknown callers of the address of an account, by the name that they give.';
comment on column public.discovered_callers.state is 'waiting, joined to the heartbeat of a record, or refused for good.';
comment on column public.discovered_callers.network is 'From where it called last.';
comment on column public.discovered_callers.agent is 'The user agent of its program.';
comment on column public.discovered_callers.note is 'The body of its last call, as text.';
comment on column public.discovered_callers.decided_by is 'The person who joined or refused it; empty when that person has left.';
comment on table public.found_records is 'Records of a source that may be missing in the catalogues: they wait for a decision.';
comment on column public.found_records.source is 'The value of imported_from in the record that it becomes.';
comment on column public.found_records.source_id is 'Its id at the source.';
comment on column public.found_records.owner is 'The owner, in the words of the source.';
comment on column public.found_records.given is 'The values of the source, in the form of import rows.';
comment on column public.found_records.state is 'waiting, registered once a record has this source and id, or ignored for good.';
comment on column public.found_records.record_id is 'The record that it is; the record may be gone since.';
comment on column public.found_records.decided_by is 'The person who registered or ignored it; empty when that person has left.';
comment on table public.found_sources is 'A source whose scripts push what they find, with a key.';
comment on column public.found_sources.name is
  'The value of imported_from in its records. It never changes: otherwise the records would no longer be recognized.';
comment on column public.found_sources.key_hash is 'The SHA-256 of its key, which is shown once.';
comment on column public.found_sources.created_by is 'The person who added it; empty when that person has left.';
comment on column public.found_sources.last_seen_at is 'When it last pushed something.';
comment on table public.handovers is 'Handovers: the receiver and the giver of a record, and whether the receiver has answered.';
comment on column public.handovers.kind is 'system, solution, agent or automation.';
comment on column public.handovers.part is 'owner or expert: what is handed over.';
comment on column public.handovers.giver_id is 'The previous owner or expert. Stays when they leave.';
comment on column public.handovers.giver_name is 'Their name at that time.';
comment on column public.handovers.handed_by is 'The person who handed it over: an admin, the giver, or the previous receiver who passed it on. Stays when they leave.';
comment on column public.handovers.receiver_id is 'The member who has it now.';
comment on column public.handovers.invitation_id is 'The invitation of the person who has it as soon as they join.';
comment on column public.handovers.state is 'pending, accepted, passed_on or withdrawn (receiver left, or another member was made owner).';
comment on column public.handovers.act is 'The act in the history that handed it over: what came together has the same.';
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
comment on column public.heartbeats.silent_until is 'Alerts are muted until this moment.';
comment on column public.heartbeats.rests is 'Its record is in the bin: calls are answered as if it were not there.';
comment on column public.heartbeats.runs is 'How many runs it has had: the number of the last one.';
comment on column public.heartbeats.minute is 'The minute of which minute_calls counts the calls.';
comment on column public.heartbeats.refused_calls is 'How many calls were refused, because there were more than sixty in a minute.';
comment on column public.heartbeats.created_by is 'The creator; empty when that person has left.';
comment on table public.import_rows is 'A row of a file, and what becomes of it.';
comment on column public.import_rows.row_number is 'Its number in the file; negative for a record that is gone at the source.';
comment on column public.import_rows.given is 'The values as they were sent, by the key of the field.';
comment on column public.import_rows.unreadable is 'The keys of fields with characters that are none.';
comment on column public.import_rows.match_value is 'The value of the key by which rows and records are matched.';
comment on column public.import_rows.effect is 'new, changed, same, duplicate, error or gone; empty until it is checked.';
comment on column public.import_rows.record_id is 'The record that it changes, or that it became.';
comment on column public.import_rows.version is 'When the record was changed last, as it was shown.';
comment on column public.import_rows.clean is 'The values as they are stored.';
comment on column public.import_rows.writes is 'The values that the row writes, by column; of own fields those that change, of experts and tags the names that change.';
comment on column public.import_rows.cells is 'The differences, as people read them: [{"field", "before", "after"}].';
comment on column public.import_rows.problems is '[{"problem", "field", "detail"}].';
comment on column public.import_rows.candidates is
  'Possible duplicates: [{"record_id", "row", "name", "reason", "cells"}], of a record with the changes of a merge.';
comment on column public.import_rows.people is 'Words that nobody is called: [{"words", "owner"}].';
comment on column public.import_rows.decision is 'The importer''s decision: {"do": "apply", "leave", "apart", "join" or "bin"}.';
comment on column public.import_rows.is_to_apply is 'Whether it is written when the plan is applied.';
comment on column public.import_rows.outcome is 'done or refused; empty until it is applied.';
comment on table public.imports is 'A plan: what rows of a file would do to the records of a kind.';
comment on column public.imports.source is 'Where the rows come from, such as an inventory; empty where nobody has said.';
comment on column public.imports.match_key is 'By what rows meet records: name, id, source or own.key.';
comment on column public.imports.partial is
  'Whether the source has more than the rows: then nothing is said to be gone there.';
comment on column public.imports.checked_at is 'Since when it is known what is gone at the source.';
comment on column public.imports.people is
  'The importer''s choices for unknown people, by their name in lower case: {"member"} or {"invite", "level"}.';
comment on column public.imports.act is 'The act that applying it is.';
comment on column public.imports.parts is 'The fields that it has changed, as acts have them.';
comment on column public.imports.applied_at is 'When its first part was applied.';
comment on table public.knowledge_articles is 'Articles that members write for each other.';
comment on column public.knowledge_articles.author_id is 'The author of the article; empty when they left.';
comment on column public.knowledge_articles.system_id is 'The system that the article is about, if any.';
comment on column public.knowledge_articles.excerpt is 'The excerpt of the article in lists.';
comment on column public.knowledge_articles.updated_by is 'The person who last changed the article.';
comment on column public.notification_preferences.mentions is 'Tell me when I become expert or owner of something.';
comment on column public.notification_preferences.email is 'Mail notifications as well.';
comment on table public.notification_preferences is
  'The notification preferences of a person: events, channels and language. Without a row: all but the digest, in English.';
comment on column public.notification_preferences.language is 'The language of mails, one of private.languages. English when empty. Mirror of the user metadata, kept by a trigger.';
comment on column public.notification_preferences.time_zone is
  'A name that Postgres knows, such as Europe/Madrid. UTC when empty. Mirror of the user metadata, kept by a trigger.';
comment on column public.notification_preferences.push is 'Keep notifications in the app: the list behind the bell.';
comment on column public.notification_preferences.weekly_digest is
  'Mail a digest on Monday morning, in the person''s time zone; nothing to say, no mail.';
comment on table public.notifications is 'Notifications of members, and whether they have read them.';
comment on column public.notifications.number is
  'Counts the notifications of a person. Two that come at the same moment can have the same, so pages go by number and id.';
comment on column public.notifications.actor_id is 'The person who acted; empty for the server. Stays when the person leaves.';
comment on column public.notifications.payload is 'Other values of the sentence: fields, levels, the name of an invitee, the number of records.';
comment on column public.notifications.in_app is 'Whether the person sees it; otherwise it waits only to be mailed.';
comment on column public.notifications.mail_due is 'Still to be mailed.';
comment on column public.notifications.told_at is
  'When it came to the list. Later than created_at where it took the place of earlier ones.';
comment on table public.own_fields is 'A field that an account has given to its records of a kind.';
comment on column public.own_fields.kind is 'system, solution, agent or automation.';
comment on column public.own_fields.key is
  'The key of the value in the column own of a record: derived from the name where none is given. Never changes.';
comment on column public.own_fields.name is 'The label that members read. Unique among the fields of the kind without regard to case and accents.';
comment on column public.own_fields.type is
  'text, long_text, number, date, yes_no, choice, choices, member, record or address.';
comment on column public.own_fields.choices is 'Of choice and choices: [{"id", "name", "color"}].';
comment on column public.own_fields.record_kind is 'Of which kind the records are that a field of the type record names.';
comment on column public.own_fields.required is 'Whether a new record needs a value. Records that are there already do not.';
comment on column public.own_fields.default_value is 'The default of a new record that names no value.';
comment on column public.own_fields.section is 'The group under which the form shows the field; empty for none.';
comment on column public.own_fields.place is 'Where the field stands among those of its kind.';
comment on column public.own_fields.retired_at is 'Since when the field is hidden; its values stay.';
comment on column public.own_fields.deleted_at is 'Since when the field is deleted; its values stay for 30 days.';
comment on table public.record_experts is 'The experts of records, of all catalogues.';
comment on column public.record_experts.kind is 'system, solution, agent or automation.';
comment on column public.record_experts.assigned_by is 'The person who assigned it.';
comment on column public.record_history.kind is 'system, solution, agent, automation or article.';
comment on column public.record_history.record_name is 'The name after the change, or the last one of a deleted record.';
comment on column public.record_history.changed_by is 'The person; empty when the server itself did it. Stays when the person leaves.';
comment on column public.record_history.concerned is
  'Owner and creator, before and after the change: whom notifications tell.';
comment on column public.record_history.act is
  'The same for everything that one transaction wrote: the fields of one change, and links that were made with it.';
comment on column public.record_history.token_id is 'The API token through which the person did it. Stays when the token ends.';
comment on column public.record_history.client_id is 'The app through which the person did it.';
comment on column public.record_history.program is 'The name of that token or app, as it was then.';
comment on column public.record_history.changed_at is
  'The same for all fields of one change of a record, later for a later one of the same transaction.';
comment on table public.record_history is
  'The history of records: one row for a creation, deletion or restoration, one for each changed field.';
comment on table public.runs is 'The runs that heartbeats have reported, one row each, kept for as many days as the operator sets.';
comment on column public.runs.number is 'Counts within a heartbeat.';
comment on column public.runs.outcome is
  'running, success, failure, unfinished (it never reported its end), or log (a note that says nothing of a run).';
comment on column public.runs.at is 'When it last reported.';
comment on column public.runs.rid is 'The id that the caller gave the run, to pair its start and end.';
comment on column public.runs.note is 'The body of the call, as text.';
comment on table public.security_audit_log is 'Security events of an account. Never changed, kept for at least 90 days.';
comment on column public.security_audit_log.user_id is
  'The person who acted; for sign-ins, the owner of the address. Empty when the server acted. Stays when the person leaves.';
comment on column public.security_audit_log.source is 'server: seen by the database. browser: reported by the browser of user_id.';
comment on column public.security_audit_log.ip_address is 'The peer; of an IPv6 sign-in its /64 network.';
comment on column public.security_audit_log.severity is 'low, medium or high: what the action says.';
comment on table public.service_accounts is 'Accounts of scripts that belong to no single member; a member answers for each.';
comment on column public.service_accounts.owner_id is 'The member as whom its tokens act; empty when that person has left, and until then its tokens open nothing.';
comment on column public.service_accounts.created_by is 'The person who added it; empty when that person has left.';
comment on table public.solution_agents is 'Which agents belong to a solution.';
comment on column public.solution_agents.assigned_by is 'The person who assigned it.';
comment on table public.solution_automations is 'Which automations belong to a solution.';
comment on column public.solution_automations.assigned_by is 'The person who assigned it.';
comment on table public.solutions is 'Solutions that the organization has built in-house.';
comment on column public.solutions.name is 'Unique within the account without regard to case.';
comment on column public.solutions.status is 'active, inactive, development or deprecated.';
comment on column public.solutions.owner_id is 'The member who answers for the solution; empty when nobody does.';
comment on column public.solutions.use_cases is 'Purposes: free text, at most 100 entries of 200 characters.';
comment on column public.solutions.users is 'People or teams that use it: free text, at most 100 entries of 200 characters.';
comment on column public.solutions.related_systems is 'Systems of the same account on which it rests, at most 100.';
comment on column public.solutions.details is 'Whatever else is worth knowing, as a JSON object.';
comment on column public.solutions.updated_by is 'The person who last changed the record.';
comment on column public.solutions.invited_owner_id is
  'The invitation of the person who owns the solution after joining. Counts as long as the invitation is open.';
comment on column public.solutions.criticality is 'low, medium, high or critical; empty where nobody has said.';
comment on column public.solutions.data_class is 'public, internal, confidential, personal or special (categories of personal data).';
comment on column public.solutions.cost_per_month is 'In cost_currency, to the cent.';
comment on column public.solutions.renews_on is 'The day on which a contract renews or ends.';
comment on column public.solutions.lifecycle is 'planned, active, phasing_out or retired.';
comment on column public.solutions.links is 'At most 20 of {"purpose", "title", "url"}.';
comment on column public.solutions.tags is 'Ids of tags of the same account, at most 50.';
comment on column public.solutions.imported_from is 'Where an import found the record, such as an inventory.';
comment on column public.solutions.source_id is 'The id of the record there; unique for the account where both are there.';
comment on column public.solutions.own is 'The values of the account''s own fields, by key. See own_fields.';
comment on table public.suggestions is 'Changes of records that assistants propose; a person decides on each.';
comment on column public.suggestions.kind is 'system, solution, agent or automation.';
comment on column public.suggestions.field is 'The column that should change.';
comment on column public.suggestions.before is 'The value at the time of the suggestion.';
comment on column public.suggestions.after is 'The suggested value.';
comment on column public.suggestions.suggested_by is 'In whose name an assistant suggested it; empty when that person has left.';
comment on column public.suggestions.client is 'The program that suggested it, as it calls itself.';
comment on table public.systems is 'A system that the organisation runs.';
comment on column public.systems.name is 'Unique within the account without regard to case.';
comment on column public.systems.status is 'active, inactive, maintenance or deprecated.';
comment on column public.systems.owner_id is 'The member who answers for the system; empty when nobody does.';
comment on column public.systems.details is 'Whatever else is worth knowing, as a JSON object.';
comment on column public.systems.updated_by is 'The person who last changed the record.';
comment on column public.systems.invited_owner_id is
  'The invitation of the person who owns the system after joining. Counts as long as the invitation is open.';
comment on column public.systems.criticality is 'low, medium, high or critical; empty where nobody has said.';
comment on column public.systems.data_class is 'public, internal, confidential, personal or special (categories of personal data).';
comment on column public.systems.cost_per_month is 'In cost_currency, to the cent.';
comment on column public.systems.renews_on is 'The day on which a contract renews or ends.';
comment on column public.systems.lifecycle is 'planned, active, phasing_out or retired.';
comment on column public.systems.links is 'At most 20 of {"purpose", "title", "url"}.';
comment on column public.systems.tags is 'Ids of tags of the same account, at most 50.';
comment on column public.systems.imported_from is 'Where an import found the record, such as an inventory.';
comment on column public.systems.source_id is 'The id of the record there; unique for the account where both are there.';
comment on column public.systems.own is 'The values of the account''s own fields, by key. See own_fields.';
comment on table public.tags is 'A word with which an account puts records together.';
comment on column public.tags.name is 'Unique within the account without regard to case and accents.';
comment on column public.tags.created_by is 'The creator; empty when that person has left.';
comment on table public.view_settings is 'The settings of a member for a view.';
comment on column public.view_settings.kind is 'The kind of the view, set by a trigger.';
comment on column public.view_settings.is_default is 'Whether the catalogue opens with it; a member has one for a kind at most.';
comment on column public.view_settings.watched is 'Whether the member is notified which records enter it and leave it.';
comment on table public.views is 'A state of a catalogue''s list that people keep under a name.';
comment on column public.views.kind is 'system, solution, agent or automation.';
comment on column public.views.person_id is 'Whose it is alone; empty where it is of all members.';
comment on column public.views.name is
  'Unique without regard to case and accents, among the views of a kind that are of all or of one person.';
comment on column public.views.address is
  'The list''s query string without id, view and saved, its parameters in the order of the alphabet.';
comment on column public.views.filter is
  'The parameters of the address that select the records of the view, as public.find_records takes them: query, statuses, owners, without_owner, gaps, tags, all_tags and conditions. Among owners, the word me stands for the reader of the view.';
comment on column public.views.place is 'Where it stands among the views that are of all, or of the same person.';
comment on column public.views.created_by is 'The creator; empty when that person has left.';
comment on table public.webhook_deliveries is 'The log of deliveries, one row for each attempt, kept for 30 days.';
comment on column public.webhook_deliveries.message_id is 'The webhook-id: the same for all attempts.';
comment on column public.webhook_deliveries.record is 'Of which record: {"kind", "id", "name"}.';
comment on column public.webhook_deliveries.failure is 'Why it was not delivered; empty when it was.';
comment on column public.webhook_deliveries.answer_body is 'The first 2 kB.';
comment on table public.webhooks is 'An address that receives the events of an account.';
comment on column public.webhooks.url is 'Where to. It may hold a secret, so only admins and the owner read it.';
comment on column public.webhooks.format is 'standard for signed JSON, or words for a channel of slack, teams or discord. Never changes.';
comment on column public.webhooks.events is 'The events that it receives.';
comment on column public.webhooks.kinds is 'Of records of these kinds; of any when empty.';
comment on column public.webhooks.tags is 'Of records that have one of these tags; of any when empty.';
comment on column public.webhooks.fields is 'Of changes of one of these fields, as the history names them; of any when empty.';
comment on column public.webhooks.paused is
  'by_hand, gone (its receiver answered 410) or failing (three days without success); empty while it is active.';
comment on column public.webhooks.owner_id is 'The creator, who is notified when it is paused; empty when that person has left.';
