-- Ending handovers: a pending handover ends when its receiver leaves, or its record gets another owner or is purged.
--
-- Triggers keep the handovers in step with owners, experts, invitations and the bin. A handover to an invited person
-- becomes that of the member once they have joined.

-- The foreign key empties the receiver when they leave; this trigger then withdraws the handover.
create function private.withdraw_handover() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.state := 'withdrawn';
  new.answered_at := now();
  return new;
end
$$;
comment on function private.withdraw_handover() is 'Trigger: a handover whose receiver is gone waits for nobody.';

create function private.mark_handovers_passed_on(account uuid, person uuid, decided jsonb) returns void
language sql security definer set search_path = ''
as $$
  update public.handovers h
  set state = 'passed_on', answered_at = now()
  from jsonb_to_recordset(decided) as d (id uuid, part text, receiver_id uuid, invitation_id uuid, team_id uuid)
  where h.account_id = account and h.record_id = d.id and h.part = d.part
    -- A record has one owner: another member who was asked before is asked no more.
    and (h.receiver_id = person or h.part = 'owner')
    and h.state = 'pending' and num_nonnulls(d.receiver_id, d.invitation_id, d.team_id) = 1
$$;
comment on function private.mark_handovers_passed_on(uuid, uuid, jsonb) is
  'Marks pending handovers to a leaving member, and other requests for the same owner, as passed on.';

-- The invited person has joined, or a member made another person owner.
create function private.sync_handovers_with_owner() returns trigger
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

-- An expert who is removed has no handover to answer either.
create function private.sync_handovers_with_experts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.handovers h
  set state = 'withdrawn', answered_at = now()
  from links l
  where h.account_id = l.account_id and h.record_id = l.record_id and h.part = 'expert'
    and h.receiver_id = l.expert_id and h.state = 'pending';
  return null;
end
$$;
comment on function private.sync_handovers_with_experts() is 'Statement trigger: ends handovers to experts who are removed.';

-- Of a user who is deleted, only the id is kept.
create function private.erase_giver_name() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.handovers h set giver_name = 'Former Member' where h.giver_id = old.id;
  update public.record_history l set after = jsonb_set(l.after, '{giver,name}', '"Former Member"')
  where l.field = 'handover' and l.after -> 'giver' ->> 'id' = old.id::text;
  update public.record_history l set after = jsonb_set(l.after, '{receiver,name}', '"Former Member"')
  where l.field = 'handover' and l.after -> 'receiver' ->> 'id' = old.id::text;
  return null;
end
$$;
comment on function private.erase_giver_name() is 'Trigger: erases the name of a person whose user is deleted.';

-- A purged record never comes back; a restored record is in its table when it leaves the bin.
create function private.delete_handovers_of_purged() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.handovers h
  using gone g
  where h.account_id = g.account_id and h.kind = g.kind and h.record_id = g.record_id
    and not private.is_record(g.account_id, g.kind, g.record_id);
  return null;
end
$$;
comment on function private.delete_handovers_of_purged() is 'Statement trigger: deletes the handovers of purged records.';

create trigger cairn_forget_giver after update of deleted_at on auth.users
  for each row when (new.deleted_at is not null and old.deleted_at is null)
  execute function private.erase_giver_name();
create trigger handovers_withdraw before update on public.handovers
  for each row
  when (new.state = 'pending' and new.receiver_id is null and new.invitation_id is null)
  execute function private.withdraw_handover();
create trigger profiles_forget_giver after delete on public.profiles
  for each row execute function private.erase_giver_name();
create trigger record_experts_follow after delete on public.record_experts
  referencing old table as links
  for each statement when (current_user <> 'cairn_owner') execute function private.sync_handovers_with_experts();
