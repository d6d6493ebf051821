-- Managing members: levels, details and the end of a membership.
--
-- The procedures that users call run as their caller, so that policies and triggers decide, for them as for the
-- tables. They add that all of it happens or nothing, and that a caller without the right learns so.
-- Members who leave, or become viewers, can hand over what they own in the same transaction.

create function private.clean_knowledge_areas() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.knowledge_areas := private.clean_list(new.knowledge_areas);
  return new;
end
$$;
comment on function private.clean_knowledge_areas() is
  'Trigger: knowledge areas are display text, in the order given, each once and none empty.';

create function private.refuse_non_member(person uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (
    select from public.account_members m where m.user_id = person and m.account_id = private.my_account()
  ) then
    raise exception 'There is no such member in your account.'
      using errcode = 'PT404', detail = 'member.unknown', hint = 'They may have left in the meantime.';
  end if;
end
$$;
comment on function private.refuse_non_member(uuid) is
  'Refuses with PT404 a person who is no member of the caller''s account, whether they exist elsewhere or not.';
grant execute on function private.refuse_non_member(uuid) to authenticated;

create function public.secure_update_user_permission(
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
      using errcode = '22023', detail = 'level.unknown', hint = 'It is viewer, user, manager or admin.';
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
        perform private.note_handover(target_account_id, target_user_id);
      end if;
      return;
    end if;
  end if;
  -- Also for a caller who was an admin a moment ago: the update then found no row that is theirs to change.
  raise exception 'Permission changes must be made by an account administrator.'
    using errcode = '42501', detail = 'level.admins_only', hint = 'Ask an administrator of the account.';
end
$$;
comment on function public.secure_update_user_permission(uuid, text, uuid, jsonb) is
  'For admins: gives another member of their account a level. An account keeps at least one admin (LA001). Who becomes a viewer can hand over what they own (handover, as in remove_member); the rest stays theirs.';
grant execute on function public.secure_update_user_permission(uuid, text, uuid, jsonb) to authenticated;

-- Two statements for each table, because members may write department and job role without reading them. Each has to
-- find its row: the caller may lose their level between the statements.
create function public.update_member(
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
      using errcode = '42501', detail = 'member.not_oneself', hint = 'Change your own details in your profile.';
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
      using errcode = '42501', detail = 'member.admins_by_admins', hint = 'Ask an administrator.';
  end if;
  if handover is not null then
    perform private.note_handover(private.my_account(), target_user_id);
  end if;
end
$$;
comment on function public.update_member(uuid, text, text, text, text[], text, jsonb) is
  'For managers and admins: changes another member, all of it or nothing. What is null or left out stays; '''' empties. Who becomes a viewer can hand over what they own (handover, as in remove_member).';
grant execute on function public.update_member(uuid, text, text, text, text[], text, jsonb) to authenticated;

-- A function and no policy on the table: a delete with its filter forgotten would otherwise end the caller's
-- membership.
create function private.leave_account() returns void
language sql security definer set search_path = ''
as $$
  delete from public.account_members where user_id = private.caller_id()
$$;
comment on function private.leave_account() is 'Ends the caller''s own membership.';
grant execute on function private.leave_account() to authenticated;

create function public.remove_member(target_user_id uuid, handover jsonb default null) returns void
language plpgsql set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  perform private.refuse_non_member(target_user_id);
  if target_user_id is distinct from private.caller_id() and private.my_rank() is distinct from 3 then
    raise exception 'Only administrators can remove members.'
      using errcode = '42501', detail = 'member.removed_by_admins',
        hint = 'Every member can leave the account themselves.';
  end if;
  perform private.hand_over(target_user_id, coalesce(handover, '{}'), true);
  if target_user_id = private.caller_id() then
    perform private.leave_account();
  else
    delete from public.account_members where user_id = target_user_id;
    -- A caller who was an admin a moment ago.
    if not found then
      raise exception 'Only administrators can remove members.'
        using errcode = '42501', detail = 'member.removed_by_admins',
          hint = 'Every member can leave the account themselves.';
    end if;
  end if;
  perform private.note_handover(account, target_user_id);
end
$$;
comment on function public.remove_member(uuid, jsonb) is
  'Ends a membership: an admin anybody''s, everybody their own. An account keeps at least one admin (LA001). The handover says who gets what they own and know, and whom own fields name in their place. It is {"records": [{"kind", "id", "part": "owner" | "expert" | "own.<key>", "receiver" | "invitation" | "team" or neither}], "rest"}. The rest is {"receiver"}, {"invitation"}, {"team"}, {"suggested": true} or null. Experts are members. What has no receiver has no owner then. HO001 where another user was quicker.';
grant execute on function public.remove_member(uuid, jsonb) to authenticated;

create trigger account_members_clean before insert or update of knowledge_areas on public.account_members
  for each row execute function private.clean_knowledge_areas();
