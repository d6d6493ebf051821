-- Service accounts are handed over with the records of a member who leaves, and are a gap without an owner.

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
revoke all on function private.are_scopes(text[]) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner;
grant execute on function private.are_scopes(text[]) to cairn_owner;
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
  decided jsonb;
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
    from private.decided_handovers(account, person, asked, leaves) d;
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
    perform private.refuse_stale('Another person has handed this over in the meantime.');
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
    perform private.refuse_stale('Another person has handed this over in the meantime.');
  end if;
  select jsonb_agg(d) into decided from private.decided_handovers(account, person, asked, leaves) d;
  perform private.refuse_unknown_receivers(account, decided, members || suggested, suggested);
  perform private.end_handovers_to(account, person, decided);
  perform private.note_handovers(account, decided, person, giver, leaves);
  -- First of all that one person is told in a transaction, which has an end.
  perform private.tell_receivers(account);
  perform private.carry_out_handovers(account);
  perform private.hand_over_service_accounts(account, person, asked);
  update public.handovers h
  set state = 'accepted', answered_at = now()
  where h.account_id = account and h.act = private.current_act() and h.receiver_id = caller and h.state = 'pending';
end
$$;
comment on function private.hand_over(uuid, jsonb, boolean) is
  'Hands over what a member owns and knows. choices: {"records": [{kind, id, part, receiver | invitation | neither}], "rest": {receiver | invitation | "suggested": true} | null, "service_accounts": [{id, receiver or none}]}; what has no receiver stays a gap. Refuses with HO001 where another user was quicker.';
create or replace function private.parsed_handover(choices jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  given constant jsonb := jsonb_strip_nulls(choices);
  is_clear boolean := false;
begin
  if jsonb_typeof(given) = 'object' and jsonb_typeof(coalesce(given -> 'records', '[]')) = 'array'
    and jsonb_typeof(coalesce(given -> 'service_accounts', '[]')) = 'array'
  then
    is_clear := given - array['records', 'rest', 'service_accounts'] = '{}'
      and private.is_receiver_choice(coalesce(given -> 'rest', '{}'), array['receiver', 'invitation', 'suggested'])
      and not exists (
        select from jsonb_array_elements(given -> 'records') as choice
        where not private.is_receiver_choice(choice, array['kind', 'id', 'part', 'receiver', 'invitation'])
      )
      and not exists (
        select from jsonb_array_elements(given -> 'service_accounts') as choice
        where not private.is_receiver_choice(choice, array['id', 'receiver'])
      );
  end if;
  if not is_clear then
    raise exception 'A handover says who gets which records, and who gets the rest.'
      using errcode = '22023',
        hint = 'Send {"records": [{"kind", "id", "part", "receiver" or "invitation"}], "rest": {"receiver"}, {"invitation"} or {"suggested": true}}.';
  end if;
  return given;
end
$$;
create or replace function public.get_gaps() returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  not_seen constant uuid[] := private.people_not_seen(account);
begin
  perform private.count_for_readers(account);
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
        (select count(*) from private.never_reported(account, kinds.kind)) as never_reported
      from private.kinds_in_use() as kinds (kind)
      left join private.current_counts(account) c using (kind)
      left join unnest(not_seen) as p (id) on p.id = c.owner_id
      where account is not null
      group by kinds.kind
    ) k
  );
end
$$;
comment on function public.get_gaps() is
  'How many records of each catalogue that is switched on have which gap. {"system" | …: {"no_owner", "owner_left", "owner_not_seen", "handover_pending", "nobody_else", "never_reported"}}. Those of owner_left are among those of no_owner; never_reported is there for automations and agents. The figure owner_not_seen is there from level manager on, where the auth server tells it. {"service_account": {"no_owner"}} is there where there are such.';
create function private.end_secrets_of(held public.service_accounts) returns void
language sql security definer set search_path = ''
as $$
  delete from private.token_secrets x
  using public.api_tokens t
  where t.account_id = held.account_id and t.service_account_id = held.id
    and x.account_id = t.account_id and x.token_id = t.id
$$;
comment on function private.end_secrets_of(public.service_accounts) is
  'Ends the secrets of the tokens of a service account; names and scopes stay, for who rotates them.';
alter function private.end_secrets_of(public.service_accounts) owner to cairn_definer;
create function private.tell_of_service_account(held public.service_accounts, former uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.audit_service_account(held, 'service_account_given', jsonb_build_object('former_owner_id', former));
  perform private.notify(
    held.account_id, held.owner_id, 'service_account_given',
    payload => jsonb_build_object('service_account', held.name)
  );
end
$$;
comment on function private.tell_of_service_account(public.service_accounts, uuid) is
  'Enters into the audit log that a service account has another owner, and tells that owner.';
alter function private.tell_of_service_account(public.service_accounts, uuid) owner to cairn_definer;
create or replace function public.give_service_account(service_account uuid, receiver uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  held public.service_accounts;
  former uuid;
  is_able boolean;
begin
  -- Nobody lowers or removes the receiver until this is done. Before the service account, as a handover locks them.
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
  if private.my_rank() < 3 then
    perform private.end_secrets_of(held);
  end if;
  perform private.tell_of_service_account(held, former);
end
$$;
create function private.refuse_service_accounts(account uuid, person uuid, choices jsonb) returns void
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
    perform private.refuse_stale('Another person has handed this over in the meantime.');
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
comment on function private.refuse_service_accounts(uuid, uuid, jsonb) is
  'Refuses with HO001 service accounts that are not that person''s any more, and receivers who are viewers.';
alter function private.refuse_service_accounts(uuid, uuid, jsonb) owner to cairn_definer;
create function private.hand_over_service_accounts(account uuid, person uuid, choices jsonb) returns void
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
    perform private.tell_of_service_account(held, person);
  end loop;
end
$$;
comment on function private.hand_over_service_accounts(uuid, uuid, jsonb) is
  'Gives service accounts of a member to whom a handover names. The secrets of their tokens end.';
alter function private.hand_over_service_accounts(uuid, uuid, jsonb) owner to cairn_definer;
create function private.gaps_of_service_accounts(account uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case
    when count(*) > 0 then jsonb_build_object('service_account', jsonb_build_object('no_owner', count(*)))
    else '{}'
  end
  from public.service_accounts s
  where s.account_id = account and s.owner_id is null and private.is_unscoped()
$$;
comment on function private.gaps_of_service_accounts(uuid) is
  'How many service accounts have no owner, as get_gaps says it; empty for none, and for tokens.';
alter function private.gaps_of_service_accounts(uuid) owner to cairn_definer;
