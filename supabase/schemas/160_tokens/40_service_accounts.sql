-- Service accounts: members add them, and answer for what their tokens do. The audit log has each change.
--
-- Its tokens act as its owner. So whoever gives one away ends their secrets, an admin too: the next owner rotates them
-- after a proof of their own, and nobody who knew a secret acts as somebody who has not agreed.
-- A member who takes over a service account of a leaver rotates its tokens too: the leaver knows their secrets. An
-- account whose owner leaves it to nobody, or becomes a viewer, has no owner until an admin gives it one; its tokens
-- open nothing meanwhile.

create function private.refuse_service_account(account_name text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_unscoped() or coalesce(private.my_rank(), 0) < 1 then
    raise exception 'Service accounts are managed by members from the level user on.'
      using errcode = '42501', detail = 'service_account.users_only', hint = 'Ask an administrator for another level.';
  end if;
  if account_name is not null and private.display_text(account_name) = '' then
    raise exception 'Name must have 1 to 120 characters.' using errcode = '23514', detail = 'name.length';
  end if;
end
$$;
comment on function private.refuse_service_account(text) is
  'Refuses callers below the level user, tokens, and an empty name, where one is given.';

create function private.audit_service_account(held public.service_accounts, action text, details jsonb default '{}') returns void
language sql security definer set search_path = ''
as $$
  select private.write_audit(
    held.account_id, private.caller_id(), audit_service_account.action, 'service_account', held.id::text,
    jsonb_build_object('name', held.name, 'owner_id', held.owner_id) || details
  )
$$;
comment on function private.audit_service_account(public.service_accounts, text, jsonb) is
  'Enters what the caller does with a service account into the audit log.';

create function private.managed_service_account(service_account uuid) returns public.service_accounts
language plpgsql volatile security definer set search_path = ''
as $$
declare
  held public.service_accounts;
begin
  perform private.refuse_service_account(null);
  select * into held from public.service_accounts s
  where s.id = service_account and s.account_id = private.my_account()
  for update;
  if not found then
    raise exception 'This service account no longer exists.' using errcode = 'PT404', detail = 'service_account.gone';
  end if;
  if private.my_rank() < 3 and held.owner_id is distinct from private.caller_id() then
    raise exception 'This service account is not yours.'
      using errcode = '42501', detail = 'service_account.not_yours', hint = 'Ask its owner.';
  end if;
  return held;
end
$$;
comment on function private.managed_service_account(uuid) is
  'A service account of the caller, for admins any of their account, which nobody else changes meanwhile.';

create function public.add_service_account(name text, purpose text default '') returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  added public.service_accounts;
begin
  perform private.refuse_service_account(coalesce(add_service_account.name, ''));
  if (select count(*) from public.service_accounts s where s.account_id = private.my_account()) >= 200 then
    raise exception 'An account has at most 200 service accounts.'
      using errcode = '22023', detail = 'service_account.too_many', hint = 'Delete one that is no longer used.';
  end if;
  insert into public.service_accounts as s (name, purpose, owner_id)
  values (
    private.display_text(add_service_account.name), private.display_text(coalesce(add_service_account.purpose, '')),
    private.caller_id()
  )
  on conflict do nothing
  returning s.* into added;
  if added.id is null then
    raise exception 'A service account with this name already exists.'
      using errcode = '23505', detail = 'service_account.name_taken', hint = 'Choose another name.';
  end if;
  perform private.audit_service_account(added, 'service_account_added');
  return added.id;
end
$$;
comment on function public.add_service_account(text, text) is
  'Adds a service account whose owner is the caller, for members from the level user on: its id.';
grant execute on function public.add_service_account(text, text) to authenticated;

create function public.change_service_account(service_account uuid, name text, purpose text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  held public.service_accounts := private.managed_service_account(service_account);
  former constant text := held.name;
begin
  perform private.refuse_service_account(coalesce(change_service_account.name, ''));
  if exists (
    select from public.service_accounts s
    where s.account_id = held.account_id and s.id <> held.id
      and lower(s.name) = lower(private.display_text(change_service_account.name))
  ) then
    raise exception 'A service account with this name already exists.'
      using errcode = '23505', detail = 'service_account.name_taken', hint = 'Choose another name.';
  end if;
  update public.service_accounts s
  set name = private.display_text(change_service_account.name),
    purpose = private.display_text(coalesce(change_service_account.purpose, ''))
  where s.id = held.id
  returning s.* into held;
  perform private.audit_service_account(held, 'service_account_changed', jsonb_build_object('former_name', former));
end
$$;
comment on function public.change_service_account(uuid, text, text) is
  'Changes name and purpose of a service account, for its owner and admins.';
grant execute on function public.change_service_account(uuid, text, text) to authenticated;

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

create function private.notify_of_service_account(held public.service_accounts, former uuid) returns void
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
comment on function private.notify_of_service_account(public.service_accounts, uuid) is
  'Enters into the audit log that a service account has another owner, and notifies that owner.';

create function public.give_service_account(service_account uuid, receiver uuid) returns void
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
      using errcode = '22023', detail = 'service_account.owner_level', hint = 'Choose another member.';
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
grant execute on function public.give_service_account(uuid, uuid) to authenticated;

create function public.delete_service_account(service_account uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  held constant public.service_accounts := private.managed_service_account(service_account);
begin
  perform private.audit_token(t.id, 'api_token_revoked')
  from public.api_tokens t
  where t.account_id = held.account_id and t.service_account_id = held.id;
  perform private.audit_service_account(held, 'service_account_deleted');
  delete from public.service_accounts s where s.id = held.id;
end
$$;
comment on function public.delete_service_account(uuid) is
  'Deletes a service account and ends its tokens at once, for its owner and admins.';
grant execute on function public.delete_service_account(uuid) to authenticated;

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
    perform private.refuse_outdated('handover.already_made', 'Another person has handed this over in the meantime.');
  end if;
  if exists (
    select
    from jsonb_to_recordset(coalesce(choices -> 'service_accounts', '[]')) as n (receiver uuid)
    join public.account_members m on m.account_id = account and m.user_id = n.receiver
    where private.rank(m.permission_level) < 1
  ) then
    raise exception 'A service account needs an owner of the level user or higher.'
      using errcode = '22023', detail = 'service_account.owner_level', hint = 'Choose another member.';
  end if;
end
$$;
comment on function private.refuse_service_accounts(uuid, uuid, jsonb) is
  'Refuses with HO001 service accounts that are not that person''s any more, and receivers who are viewers.';

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
    perform private.notify_of_service_account(held, person);
  end loop;
end
$$;
comment on function private.hand_over_service_accounts(uuid, uuid, jsonb) is
  'Gives service accounts of a member to whom a handover names. The secrets of their tokens end.';

create function private.release_service_accounts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.service_accounts s set owner_id = null
  where s.account_id = new.account_id and s.owner_id = new.user_id;
  return null;
end
$$;
comment on function private.release_service_accounts() is
  'Trigger: releases the service accounts of a member who becomes a viewer.';

create trigger account_members_leave_service_accounts after update of permission_level on public.account_members
  for each row when (new.permission_level = 'viewer' and old.permission_level <> 'viewer')
  execute function private.release_service_accounts();

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

create function private.audit_api_settings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.write_audit(
    new.account_id, private.caller_id(), 'api_settings_updated', 'api_settings', new.account_id::text,
    to_jsonb(new) - 'account_id'
  );
  return null;
end
$$;
comment on function private.audit_api_settings() is
  'Trigger: enters what an account allows scripts and assistants into the audit log.';

create trigger api_settings_audit after insert or update on public.api_settings
  for each row when (current_user in ('authenticated', 'cairn_token')) execute function private.audit_api_settings();

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

create function public.get_api_tokens() returns jsonb
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
grant execute on function public.get_api_tokens() to authenticated;
