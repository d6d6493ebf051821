-- Notifications of changes: triggers that turn changes into notifications for their recipients.
--
-- Of a record: its owner and creator, out of the history, once for a change whatever the number of its fields. Of
-- ownership and expertise: the new owner or expert. Of a new level: the member. Of a person who joined: the admins. Of
-- an accepted invitation: its sender.

-- Whatever the number of records: private.notify_of_records tells of all of them at once.
create function private.notify_of_changes() returns trigger
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
comment on function private.notify_of_changes() is 'Statement trigger: tells whom a change of records concerns.';

-- A member who was already an expert of the record gets no second notification.
create function private.notify_expert() returns trigger
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
comment on function private.notify_expert() is
  'Statement trigger: tells new experts, each once of all records of a kind.';

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

-- The sender of the invitation already learns that it was accepted, which says the same.
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
comment on function private.notify_inviter() is 'Trigger: tells the admin who sent an invitation that it was accepted.';

create trigger account_members_notify_level after update on public.account_members
  for each row when (new.permission_level is distinct from old.permission_level)
  execute function private.notify_of_level();
create trigger account_members_notify_joining after insert on public.account_members
  for each row execute function private.notify_of_joining();
create trigger pending_invitations_notify after update on public.pending_invitations
  for each row when (old.accepted_at is null and new.accepted_at is not null)
  execute function private.notify_inviter();
create trigger record_history_notify after insert on public.record_history
  referencing new table as changes
  for each statement execute function private.notify_of_changes();
create trigger record_experts_notify after insert on public.record_experts
  referencing new table as links
  for each statement execute function private.notify_expert();
