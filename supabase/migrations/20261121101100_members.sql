-- Members: what they see of each other, and what they may do about each other.
--
-- Everybody decides who sees their address, bio, job role and department; name and avatar are always seen. An address is
-- shown masked even then, and in full only to its owner.
-- The procedures that write run as their caller, so that policies and triggers decide, for them as for the tables. They
-- add that all of it happens or nothing, and that who may not is told so.

create function private.initials(name text) returns text
language sql immutable set search_path = ''
as $$
  select upper(concat(left(name, 1), substring(name from ' ([^ ])[^ ]*$')))
$$;
comment on function private.initials(text) is 'The first letters of the first and the last word.';

-- Not to be called but from the two questions below, which see to it that the account is the caller's.
create function private.visible_profiles(account uuid, person uuid default null)
returns table (
  id uuid, name text, avatar text, initials text, display_email text, bio text, job_role text, department text
)
language sql stable security definer set search_path = ''
as $$
  select
    p.id, p.name, p.avatar, private.initials(p.name),
    case when seen.by_owner then p.email when p.privacy_email_visible then private.masked_email(p.email) end,
    case when seen.by_owner or p.privacy_bio_visible then p.bio end,
    case when seen.by_owner or p.privacy_job_visible then p.job_role end,
    case when seen.by_owner or p.privacy_department_visible then p.department end
  from public.account_members m
  join public.profiles p on p.id = m.user_id
  cross join lateral (select p.id = (select private.caller_id()) as by_owner) as seen
  where m.account_id = visible_profiles.account
    and (visible_profiles.person is null or m.user_id = visible_profiles.person)
$$;
comment on function private.visible_profiles(uuid, uuid) is
  'The members of an account, or one of them, as the caller may see them.';

create function public.get_secure_team_member_profiles(account_id_param uuid)
returns table (
  id uuid, name text, avatar text, initials text, display_email text, job_role text, department text
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if account_id_param is null or account_id_param is distinct from private.my_account() then
    raise exception 'You do not belong to this account.'
      using errcode = '42501', hint = 'Team members see each other, nobody else does.';
  end if;
  return query
    select v.id, v.name, v.avatar, v.initials, v.display_email, v.job_role, v.department
    from private.visible_profiles(account_id_param) v
    order by v.name, v.id;
end
$$;
comment on function public.get_secure_team_member_profiles(uuid) is
  'Everybody in the caller''s account, by name: what each of them lets their teammates see.';

create function public.get_member_profile(target_user_id uuid)
returns table (
  id uuid, name text, avatar text, initials text, display_email text, bio text, job_role text, department text,
  permission_level text, knowledge_areas text[], contribution_count integer, joined_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select
    v.id, v.name, v.avatar, v.initials, v.display_email, v.bio, v.job_role, v.department,
    m.permission_level, m.knowledge_areas, m.contribution_count, m.created_at
  from private.visible_profiles(private.my_account(), target_user_id) v
  join public.account_members m on m.user_id = v.id
  where v.id = target_user_id
$$;
comment on function public.get_member_profile(uuid) is
  'One member of the caller''s account, as far as they let their teammates see; no row for anybody else.';

create function public.update_privacy_settings(
  email_visible boolean,
  bio_visible boolean,
  job_visible boolean,
  department_visible boolean
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if num_nulls(email_visible, bio_visible, job_visible, department_visible) > 0 then
    raise exception 'Each of the four settings must be on or off.' using errcode = '22023', hint = 'Send true or false.';
  end if;
  update public.profiles
  set privacy_email_visible = email_visible,
    privacy_bio_visible = bio_visible,
    privacy_job_visible = job_visible,
    privacy_department_visible = department_visible
  where id = private.caller_id();
end
$$;
comment on function public.update_privacy_settings(boolean, boolean, boolean, boolean) is
  'What teammates may see of the caller.';

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

create function private.refuse_stranger(person uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (
    select from public.account_members m where m.user_id = person and m.account_id = private.my_account()
  ) then
    raise exception 'There is no such member in your account.'
      using errcode = 'PT404', hint = 'They may have left in the meantime.';
  end if;
end
$$;
comment on function private.refuse_stranger(uuid) is
  'Refuses with PT404 who is no member of the caller''s account, whether they exist elsewhere or not.';

create function public.secure_update_user_permission(
  target_user_id uuid,
  new_permission_level text,
  target_account_id uuid
) returns void
language plpgsql set search_path = ''
as $$
begin
  if private.rank(new_permission_level) is null then
    raise exception 'Please select a valid permission level.'
      using errcode = '22023', hint = 'It is viewer, user, manager or admin.';
  end if;
  if target_account_id = private.my_account() and private.my_rank() = 3 then
    perform private.refuse_stranger(target_user_id);
    update public.account_members
    set permission_level = new_permission_level
    where user_id = target_user_id and account_id = target_account_id;
    if found then
      return;
    end if;
  end if;
  -- Also for somebody who was an admin a moment ago: the update then found no row that is theirs to change.
  raise exception 'Permission changes must be made by an account administrator.'
    using errcode = '42501', hint = 'Ask an administrator of the account.';
end
$$;
comment on function public.secure_update_user_permission(uuid, text, uuid) is
  'For admins: gives another member of their account a level. An account keeps at least one admin (LA001).';

-- Two statements for each table, because people may write department and job role without reading them. Each has to find
-- its row: the caller may lose their level between one and the next.
create function public.update_member(
  target_user_id uuid,
  new_name text default null,
  new_job_role text default null,
  new_department text default null,
  new_knowledge_areas text[] default null,
  new_permission_level text default null
) returns void
language plpgsql set search_path = ''
as $$
declare
  allowed boolean;
begin
  perform private.refuse_stranger(target_user_id);
  if target_user_id = private.caller_id() then
    raise exception 'Nobody changes themselves as a team member.'
      using errcode = '42501', hint = 'Your own details are changed in your profile.';
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
    raise exception 'Members are changed by managers, administrators by administrators.'
      using errcode = '42501', hint = 'Ask an administrator.';
  end if;
end
$$;
comment on function public.update_member(uuid, text, text, text, text[], text) is
  'For managers and admins: changes another member, all of it or nothing. What is null or left out stays; '''' empties.';

-- Not by a policy on the table: a delete with its filter forgotten would then be a farewell.
create function private.leave_account() returns void
language sql security definer set search_path = ''
as $$
  delete from public.account_members where user_id = private.caller_id()
$$;
comment on function private.leave_account() is 'Ends the caller''s own membership.';

create function public.remove_member(target_user_id uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.refuse_stranger(target_user_id);
  if target_user_id = private.caller_id() then
    perform private.leave_account();
    return;
  end if;
  delete from public.account_members where user_id = target_user_id;
  if not found then
    raise exception 'Members are removed by administrators.'
      using errcode = '42501', hint = 'Everybody may leave by themselves.';
  end if;
end
$$;
comment on function public.remove_member(uuid) is
  'Ends a membership: an admin anybody''s, everybody their own. An account keeps at least one admin (LA001).';

alter function private.initials(text) owner to cairn_definer;
alter function private.visible_profiles(uuid, uuid) owner to cairn_definer;
alter function private.clean_knowledge_areas() owner to cairn_definer;
alter function private.refuse_stranger(uuid) owner to cairn_definer;
alter function private.leave_account() owner to cairn_definer;
alter function public.get_secure_team_member_profiles(uuid) owner to cairn_definer;
alter function public.get_member_profile(uuid) owner to cairn_definer;
alter function public.update_privacy_settings(boolean, boolean, boolean, boolean) owner to cairn_definer;
alter function public.secure_update_user_permission(uuid, text, uuid) owner to cairn_definer;
alter function public.update_member(uuid, text, text, text, text[], text) owner to cairn_definer;
alter function public.remove_member(uuid) owner to cairn_definer;

create trigger account_members_clean before insert or update of knowledge_areas on public.account_members
  for each row execute function private.clean_knowledge_areas();

-- Called by procedures that run as their caller.
grant execute on function private.refuse_stranger(uuid), private.leave_account() to authenticated;
revoke all on function
  public.get_secure_team_member_profiles(uuid), public.get_member_profile(uuid),
  public.update_privacy_settings(boolean, boolean, boolean, boolean),
  public.secure_update_user_permission(uuid, text, uuid),
  public.update_member(uuid, text, text, text, text[], text), public.remove_member(uuid)
  from public, anon, authenticated, service_role;
grant execute on function
  public.get_secure_team_member_profiles(uuid), public.get_member_profile(uuid),
  public.update_privacy_settings(boolean, boolean, boolean, boolean),
  public.secure_update_user_permission(uuid, text, uuid),
  public.update_member(uuid, text, text, text, text[], text), public.remove_member(uuid)
  to authenticated;
