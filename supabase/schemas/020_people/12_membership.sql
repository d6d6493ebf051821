-- Membership: rules about changes of members, the mirror in profiles, and the memory of people who left.
--
-- Row security cannot compare a row before and after a change, so triggers do. They bind users, not the server's own
-- functions. An account keeps at least one admin.
-- Members who leave are remembered by their user and by every address that they had. Their domain does not let them
-- in again; only an invitation does.

create table private.former_members (
  account_id uuid not null references public.accounts (id) on delete cascade,
  email text not null,
  left_at timestamptz not null default now(),
  removed_by uuid,
  user_id uuid,
  account_name text,
  primary key (account_id, email)
);
comment on table private.former_members is
  'Addresses that left an account or were removed from it: their domain does not let them in again.';
comment on column private.former_members.user_id is 'The former member; empty when their user is deleted.';
comment on column private.former_members.account_name is
  'The name of the account when the member left; empty for newcomers who were refused.';

create table private.past_addresses (
  user_id uuid not null,
  email text not null,
  primary key (user_id, email)
);
comment on table private.past_addresses is 'Confirmed addresses that people had before their present one. Go with the person.';

create function private.guard_level() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.user_id = private.caller_id() then
    raise exception 'Permission changes must be made by an account administrator.'
      using errcode = '42501', detail = 'level.admins_only',
        hint = 'You cannot change your own level. Ask another administrator.';
  end if;
  if private.rank(new.permission_level) > private.my_rank() then
    raise exception 'You cannot give a level above your own.'
      using errcode = '42501', detail = 'level.above_own', hint = 'Ask an administrator.';
  end if;
  return new;
end
$$;
comment on function private.guard_level() is 'Trigger: nobody changes their own level or gives one above their own.';

create function private.guard_profile() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if (new.avatar, new.bio, new.department) is distinct from (old.avatar, old.bio, old.department) then
    raise exception 'You can only change the name and job role of another member here.'
      using errcode = '42501', detail = 'member.only_name_and_role',
        hint = 'Change the department in the membership. Only the member can change the rest.';
  end if;
  return new;
end
$$;
comment on function private.guard_profile() is 'Trigger: of other people''s profiles only name and job role change.';

-- Two admins who leave at the same moment have to wait for each other: the account's row is the queue. The lock lets
-- foreign keys to the account pass, because both transactions may have written some already.
create function private.protect_last_admin() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.accounts a where a.id = old.account_id for no key update;
  -- Nothing found: the account itself is being deleted.
  if found and not exists (
    select from public.account_members m where m.account_id = old.account_id and m.permission_level = 'admin'
  ) then
    raise exception 'An account needs an admin.'
      using errcode = 'LA001', detail = 'account.needs_admin', hint = 'Make another member an admin first.';
  end if;
  return null;
end
$$;
comment on function private.protect_last_admin() is
  'Trigger: refuses with LA001 a change that would leave an account without an admin.';

create function private.mirror_membership() returns trigger
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
comment on function private.mirror_membership() is
  'Trigger: carries account, level and department over to the profile, and remembers who left.';

create function private.mirror_department() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.account_members m
  set department = new.department
  where m.user_id = new.id and m.department is distinct from new.department;
  return null;
end
$$;
comment on function private.mirror_department() is 'Trigger: carries the department over to the membership.';

-- When a user is deleted the profile goes first, and with it the address that the membership's own trigger looks for.
create function private.store_addresses_of_deleted_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.store_past_addresses(old.account_id, old.id, old.email);
  return null;
end
$$;
comment on function private.store_addresses_of_deleted_user() is
  'Trigger: stores the addresses of a member whose user is deleted.';

create function private.has_left(account uuid, person uuid, email text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.former_members f
    where f.account_id = account
      and (f.user_id = person or private.mailbox(f.email) = private.mailbox(has_left.email))
  )
$$;
comment on function private.has_left(uuid, uuid, text) is 'Whether the person, or another of their mailbox, left the account.';

create function private.store_past_addresses(account uuid, person uuid, email text) returns void
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

-- By its name it comes after profiles_remember, which still needs the addresses.
create function private.remove_past_addresses() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.past_addresses where user_id = old.id;
  return null;
end
$$;
comment on function private.remove_past_addresses() is 'Trigger: a person''s past addresses go with the person.';

create function private.is_member(account uuid, person uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.account_members m where m.account_id = account and m.user_id = person)
$$;
comment on function private.is_member(uuid, uuid) is 'Whether a person belongs to an account.';

-- Members who leave let go of what they owned, made and knew, also in the bin. Coming back to the account brings none
-- of it back.
create function private.has_been_member_since(account uuid, person uuid, since timestamptz) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.account_members m
    where m.account_id = account and m.user_id = person and m.created_at <= since
  )
$$;
comment on function private.has_been_member_since(uuid, uuid, timestamptz) is
  'Whether a person has belonged to an account without interruption since a moment.';

-- Data can name anybody by their id, also somebody of another account: whose id it is learns nobody by that.
create function private.name_known_to(account uuid, person uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select p.name
  from public.profiles p
  where p.id = person and (
    exists (select from public.account_members m where m.account_id = account and m.user_id = person)
    or exists (select from private.former_members f where f.account_id = account and f.user_id = person)
  )
$$;
comment on function private.name_known_to(uuid, uuid) is
  'The name of a person who belongs to an account or has belonged to it; null of anybody else.';

create trigger account_members_guard before update on public.account_members
  for each row when (current_user in ('authenticated', 'cairn_token') and new.permission_level is distinct from old.permission_level)
  execute function private.guard_level();
create trigger account_members_keep_an_admin_on_change after update on public.account_members
  for each row
  when (old.permission_level = 'admin'
    and (new.permission_level, new.account_id) is distinct from (old.permission_level, old.account_id))
  execute function private.protect_last_admin();
create trigger account_members_keep_an_admin_on_delete after delete on public.account_members
  for each row when (old.permission_level = 'admin') execute function private.protect_last_admin();
create trigger account_members_mirror after insert or update or delete on public.account_members
  for each row execute function private.mirror_membership();
create trigger profiles_guard before update on public.profiles
  for each row when (current_user in ('authenticated', 'cairn_token') and old.id is distinct from private.caller_id())
  execute function private.guard_profile();
create trigger profiles_mirror_department after update of department on public.profiles
  for each row when (new.department is distinct from old.department)
  execute function private.mirror_department();
create trigger profiles_remember after delete on public.profiles
  for each row when (old.account_id is not null) execute function private.store_addresses_of_deleted_user();
create trigger profiles_remove_past_addresses after delete on public.profiles
  for each row execute function private.remove_past_addresses();

alter table private.former_members enable row level security;
alter table private.former_members force row level security;

alter table private.past_addresses enable row level security;
alter table private.past_addresses force row level security;

grant select, insert, update, delete on private.former_members to cairn_definer;
grant select, insert, update, delete on private.past_addresses to cairn_definer;
