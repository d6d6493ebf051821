-- Leaving and joining, where invitations are part of it: nobody is kept in an account by a record that an invitation of
-- their own owned, nobody hands over to an invitation that ends with them, whoever takes over what they hand over
-- themselves is not asked, and whoever joins without their invitation has what it kept for them.

-- A record can change because somebody left: they are no member any more, and no record says that they changed it.
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
  elsif current_user <> 'cairn_owner' then
    new.updated_by := old.updated_by;
    new.updated_at := old.updated_at;
    if new is distinct from old then
      new.updated_by := private.caller_id();
      if current_user = 'cairn_definer' then
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

create or replace function private.note_handovers(account uuid, decided jsonb, giver_id uuid, giver text, leaves boolean)
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
        note_handovers.giver_id, giver, w.receiver_id, w.invitation_id
      ),
      private.caller_id()
    from wanted w
    where leaves or num_nonnulls(w.receiver_id, w.invitation_id) = 1
  )
  insert into public.handovers (
    account_id, kind, record_id, part, giver_id, giver_name, handed_by, receiver_id, invitation_id
  )
  select
    account, w.kind, w.id, w.part, note_handovers.giver_id, giver, private.caller_id(), w.receiver_id, w.invitation_id
  from wanted w
  where num_nonnulls(w.receiver_id, w.invitation_id) = 1
$$;

create or replace function private.hand_over(person uuid, wishes jsonb, leaves boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  rest constant jsonb := nullif(wishes -> 'rest', 'null');
  rest_receiver constant uuid := (rest ->> 'receiver')::uuid;
  rest_invitation constant uuid := (rest ->> 'invitation')::uuid;
  caller constant uuid := private.caller_id();
  members uuid[];
  suggested uuid[];
  invitations uuid[];
  giver text;
  decided jsonb;
begin
  if person is distinct from private.caller_id() and coalesce(private.my_rank(), 0) < 2 then
    raise exception 'What somebody hands over is a matter of theirs and of managers.'
      using errcode = '42501', hint = 'Ask an administrator.';
  end if;
  select
    array_remove(array_agg(distinct n.receiver) || rest_receiver, null),
    array_remove(array_agg(distinct n.invitation) || rest_invitation, null)
  into members, invitations
  from jsonb_to_recordset(coalesce(wishes -> 'records', '[]')) as n (receiver uuid, invitation uuid);
  if person = any (members) then
    raise exception 'Nobody hands over to themselves.' using errcode = '22023', hint = 'Choose somebody else.';
  end if;
  if rest -> 'suggested' = 'true' then
    select array_agg(distinct d.receiver_id) filter (where d.receiver_id is not null) into suggested
    from private.decided_handovers(account, person, wishes, leaves) d;
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
    perform private.refuse_stale('Somebody else has handed this over in the meantime.');
  end if;
  perform private.refuse_receivers(account, members, invitations);
  if exists (
    select from public.pending_invitations i
    where i.account_id = account and i.id = any (invitations) and i.invited_by = person
  ) then
    raise exception 'An invitation ends with the admin who sent it: its person cannot take over from them.'
      using errcode = '22023', hint = 'Choose somebody else.';
  end if;
  if exists (
    select n.kind, n.id, n.part
    from jsonb_to_recordset(coalesce(wishes -> 'records', '[]')) as n (kind text, id uuid, part text)
    except
    select b.kind, b.id, b.part from private.belongings(account, person, not leaves) b
  ) then
    perform private.refuse_stale('Somebody else has handed this over in the meantime.');
  end if;
  select jsonb_agg(d) into decided from private.decided_handovers(account, person, wishes, leaves) d;
  if exists (
    select from jsonb_to_recordset(decided) as d (receiver_id uuid)
    where d.receiver_id is not null and d.receiver_id <> all (coalesce(members || suggested, '{}'))
  ) or exists (
    select from unnest(suggested) as person (id) where not private.is_member(account, person.id)
  ) then
    perform private.refuse_stale('Somebody who was to take over has left in the meantime.');
  end if;
  perform private.end_handovers_to(account, person, decided);
  perform private.note_handovers(account, decided, person, giver, leaves);
  -- First of all that one person is told in a transaction, which has an end.
  perform private.tell_receivers(account);
  perform private.carry_out_handovers(account);
  update public.handovers h
  set state = 'accepted', answered_at = now()
  where h.account_id = account and h.act = private.current_act() and h.receiver_id = caller and h.state = 'pending';
end
$$;

-- An invitation of somebody who has joined in another way can never be accepted.
create function private.end_invitations_of_joined(account uuid, person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  invitation uuid;
begin
  for invitation in
    select i.id
    from public.pending_invitations i
    join public.profiles p on p.id = person and lower(p.email) = i.email
    where i.account_id = account and i.accepted_at is null and i.declined_at is null
    order by i.id
    for update of i
  loop
    perform private.hand_to_invited(account, invitation, person, null);
    update public.pending_invitations set declined_at = now() where id = invitation;
  end loop;
end
$$;
comment on function private.end_invitations_of_joined(uuid, uuid) is
  'Ends the open invitations of an account to somebody who has joined it without them, and gives them what these owned.';
alter function private.end_invitations_of_joined(uuid, uuid) owner to cairn_definer;

create or replace function public.admit_newcomer(target_user_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.take_newcomer(target_user_id);
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

create or replace function public.join_account_of_my_domain(account_name_param text default null) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  person public.profiles;
begin
  select p.* into person from public.profiles p where p.id = private.caller_id() for update;
  if person.id is not null and person.account_id is null then
    perform private.join_account_of_domain(
      person.id, person.email, jsonb_strip_nulls(jsonb_build_object('account_name', account_name_param))
    );
    perform private.end_invitations_of_joined(private.my_account(), person.id);
  end if;
  return private.my_account();
end
$$;
