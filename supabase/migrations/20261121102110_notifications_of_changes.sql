-- Who is told of what.
--
-- Records: their owner and creator, out of the one history, once for a change whatever the number of its fields. Whoever
-- becomes owner or expert. Members: of a new level. Admins: of somebody who joined; of an accepted invitation, its sender.

create function private.notify_of_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- What the server itself does is nobody's doing.
  if private.caller_id() is null then
    return null;
  end if;
  perform private.notify(
    c.account_id, person,
    case
      when c.action = 'deleted' then 'record_deleted'
      -- Whoever a new record concerns beside its creator was made its owner.
      when c.action = 'created' or bool_or(c.field = 'owner_id' and c.after = to_jsonb(person)) then 'owner_assigned'
      else 'record_changed'
    end,
    c.kind, c.record_id, c.record_name,
    case when c.action = 'updated' then jsonb_build_object('fields', jsonb_agg(distinct c.field)) else '{}' end
  )
  from changes c, unnest(c.concerned) as person
  group by c.account_id, person, c.kind, c.record_id, c.record_name, c.action;
  return null;
end
$$;
comment on function private.notify_of_changes() is 'Statement trigger: tells whom a change of records concerns.';

create function private.notify_expert() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.notify(new.account_id, new.expert_id, 'expert_assigned', 'system', s.id, s.name)
  from public.systems s
  where s.account_id = new.account_id and s.id = new.system_id;
  return null;
end
$$;
comment on function private.notify_expert() is 'Trigger: tells a new expert.';

create function private.notify_of_level() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.notify(
    new.account_id, new.user_id, 'level_changed',
    payload => jsonb_build_object('new_permission', new.permission_level, 'old_permission', old.permission_level)
  );
  return null;
end
$$;
comment on function private.notify_of_level() is 'Trigger: tells a member of their new level.';

-- Who sent the invitation is told that it was accepted, which says the same.
create function private.notify_of_joining() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.notify(new.account_id, m.user_id, 'member_joined', payload => jsonb_build_object('name', p.name))
  from public.account_members m
  join public.profiles p on p.id = new.user_id
  where m.account_id = new.account_id and m.permission_level = 'admin' and m.user_id <> new.user_id
    and not exists (
      select from public.pending_invitations i
      where i.account_id = new.account_id and i.email = lower(p.email) and i.invited_by = m.user_id
        and i.declined_at is null and (i.accepted_at is null or i.accepted_at = now())
    );
  return null;
end
$$;
comment on function private.notify_of_joining() is 'Trigger: tells the admins who joined.';

create function private.notify_inviter() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.notify(
    new.account_id, new.invited_by, 'invitation_accepted', payload => jsonb_build_object('name', new.name)
  );
  return null;
end
$$;
comment on function private.notify_inviter() is 'Trigger: tells whoever invited somebody that they accepted.';

alter function private.notify_of_changes() owner to cairn_definer;
alter function private.notify_expert() owner to cairn_definer;
alter function private.notify_of_level() owner to cairn_definer;
alter function private.notify_of_joining() owner to cairn_definer;
alter function private.notify_inviter() owner to cairn_definer;

create trigger record_history_notify after insert on public.record_history
  referencing new table as changes
  for each statement execute function private.notify_of_changes();
create trigger system_experts_notify after insert on public.system_experts
  for each row execute function private.notify_expert();
create trigger account_members_notify_level after update on public.account_members
  for each row when (new.permission_level is distinct from old.permission_level)
  execute function private.notify_of_level();
create trigger account_members_notify_joining after insert on public.account_members
  for each row execute function private.notify_of_joining();
create trigger pending_invitations_notify after update on public.pending_invitations
  for each row when (old.accepted_at is null and new.accepted_at is not null)
  execute function private.notify_inviter();
