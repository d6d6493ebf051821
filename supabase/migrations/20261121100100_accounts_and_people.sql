-- Accounts and people: the organisation, the person, and the membership that joins them with its level.
--
-- One person belongs to at most one account. account_members is the truth about account, level and department;
-- profiles mirrors the three by triggers, so that a policy on profiles needs no join and a directory no second query.
-- A teammate reads of a profile its id, name and avatar; everything else goes through functions that know the owner's
-- privacy switches. For the same reason nobody reads the department from account_members.
-- Rows appear only by provisioning: there is no grant to insert on purpose.

create table public.accounts (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint accounts_name_length check (private.holds(
    char_length(name) between 1 and 120,
    'Name must have 1 to 120 characters.'
  ))
);

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  account_id uuid references public.accounts (id) on delete set null,
  email text not null,
  name text not null,
  permission_level text not null default 'viewer',
  avatar text,
  bio text,
  job_role text,
  department text,
  privacy_email_visible boolean not null default false,
  privacy_bio_visible boolean not null default false,
  privacy_job_visible boolean not null default true,
  privacy_department_visible boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint profiles_permission_level_known check (private.holds(
    permission_level in ('viewer', 'user', 'manager', 'admin'),
    'Level must be viewer, user, manager or admin.'
  )),
  constraint profiles_name_length check (private.holds(
    char_length(name) between 1 and 120,
    'Name must have 1 to 120 characters.'
  )),
  constraint profiles_avatar_is_web_address check (private.holds(
    avatar = '' or avatar ~* '^https?://' and char_length(avatar) <= 2048,
    'Avatar must be a web address (https or http) of at most 2,048 characters.'
  )),
  constraint profiles_bio_length check (private.holds(
    char_length(bio) <= 2000,
    'Bio must have at most 2,000 characters.'
  )),
  constraint profiles_job_role_length check (private.holds(
    char_length(job_role) <= 120,
    'Job role must have at most 120 characters.'
  )),
  constraint profiles_department_length check (private.holds(
    char_length(department) <= 120,
    'Department must have at most 120 characters.'
  ))
);
create index profiles_account_id_idx on public.profiles (account_id);

create table public.account_members (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references public.accounts (id) on delete cascade,
  user_id uuid not null unique references public.profiles (id) on delete cascade,
  role text not null default 'member',
  permission_level text not null default 'viewer',
  department text,
  knowledge_areas text[] not null default '{}',
  contribution_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Foreign keys that carry the account point here.
  constraint account_members_account_id_user_id_key unique (account_id, user_id),
  constraint account_members_role_known check (private.holds(
    role in ('owner', 'member'),
    'Role must be owner or member.'
  )),
  constraint account_members_permission_level_known check (private.holds(
    permission_level in ('viewer', 'user', 'manager', 'admin'),
    'Level must be viewer, user, manager or admin.'
  )),
  constraint account_members_department_length check (private.holds(
    char_length(department) <= 120,
    'Department must have at most 120 characters.'
  )),
  constraint account_members_knowledge_areas_size check (private.holds(
    cardinality(knowledge_areas) <= 100 and octet_length(array_to_string(knowledge_areas, '')) <= 10000,
    'Knowledge areas must be at most 100 and not longer than 10,000 bytes together.'
  )),
  constraint account_members_contribution_count_positive check (private.holds(
    contribution_count >= 0,
    'Contribution count must not be negative.'
  ))
);
create index account_members_admins_idx on public.account_members (account_id) where permission_level = 'admin';

create table private.former_members (
  account_id uuid not null references public.accounts (id) on delete cascade,
  email text not null,
  left_at timestamptz not null default now(),
  removed_by uuid,
  primary key (account_id, email)
);

comment on table public.accounts is 'An organisation. Everything that people register belongs to one.';
comment on table public.profiles is 'A person whose e-mail address is confirmed.';
comment on column public.profiles.account_id is 'Mirror of account_members, kept by a trigger.';
comment on column public.profiles.permission_level is 'Mirror of account_members, kept by a trigger.';
comment on column public.profiles.department is 'The same as in account_members: a change to either changes both.';
comment on column public.profiles.email is 'The confirmed address; follows auth.users.';
comment on column public.profiles.privacy_email_visible is 'Whether teammates may see the address, masked.';
comment on table public.account_members is 'Who belongs to an account, and with which level.';
comment on column public.account_members.role is 'owner for the founder, otherwise member. Gives no right.';
comment on column public.account_members.permission_level is 'viewer, user, manager or admin: decides what the person may do.';
comment on column public.account_members.contribution_count is 'Records that the member created and that still exist.';
comment on table private.former_members is
  'Addresses that left an account or were removed from it: their domain does not let them in again.';

alter table public.accounts owner to cairn_owner;
alter table public.profiles owner to cairn_owner;
alter table public.account_members owner to cairn_owner;
alter table private.former_members owner to cairn_owner;

-- Who am I. Asked by policies as (select private.my_account()), which is once for a statement.

create function private.my_account() returns uuid
language sql stable security definer set search_path = ''
as $$
  select m.account_id from public.account_members m where m.user_id = private.caller_id()
$$;
comment on function private.my_account() is 'The caller''s account; null for a caller without one.';

create function private.my_rank() returns integer
language sql stable security definer set search_path = ''
as $$
  select private.rank(m.permission_level) from public.account_members m where m.user_id = private.caller_id()
$$;
comment on function private.my_rank() is 'The caller''s rank in their account; null for a caller without one.';

-- What row security cannot say: rules about the change itself. They bind people, not the server's own functions.

create function private.guard_level() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.user_id = private.caller_id() then
    raise exception 'Permission changes must be made by an account administrator.'
      using errcode = '42501', hint = 'Nobody changes their own level. Ask another administrator.';
  end if;
  if private.rank(new.permission_level) > private.my_rank() then
    raise exception 'Nobody gives a level above their own.'
      using errcode = '42501', hint = 'Ask an administrator.';
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
    raise exception 'Only name and job role of another member''s profile can be changed here.'
      using errcode = '42501', hint = 'The department is changed in the membership; the rest belongs to the person.';
  end if;
  return new;
end
$$;
comment on function private.guard_profile() is 'Trigger: of other people''s profiles only name and job role change.';

-- Two admins who leave at the same moment have to wait for each other: the account's row is the queue. The lock lets
-- foreign keys to the account pass, of which both may have written some already.
create function private.keep_an_admin() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.accounts a where a.id = old.account_id for no key update;
  -- Nothing found: the account itself is being deleted.
  if found and not exists (
    select from public.account_members m where m.account_id = old.account_id and m.permission_level = 'admin'
  ) then
    raise exception 'An account needs an admin.'
      using errcode = 'LA001', hint = 'Make somebody else admin first.';
  end if;
  return null;
end
$$;
comment on function private.keep_an_admin() is 'Trigger: refuses with LA001 what would leave an account without an admin.';

create function private.mirror_membership() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    insert into private.former_members (account_id, email, removed_by)
    select a.id, lower(p.email), private.caller_id()
    from public.accounts a, public.profiles p
    where a.id = old.account_id and p.id = old.user_id
    on conflict do nothing;
    update public.profiles set account_id = null, permission_level = 'viewer' where id = old.user_id;
    return null;
  end if;
  if tg_op = 'INSERT' then
    delete from private.former_members f
    using public.profiles p
    where p.id = new.user_id and f.account_id = new.account_id and f.email = lower(p.email);
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
create function private.remember_deleted_person() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.former_members (account_id, email, removed_by)
  select a.id, lower(old.email), private.caller_id() from public.accounts a where a.id = old.account_id
  on conflict do nothing;
  return null;
end
$$;
comment on function private.remember_deleted_person() is 'Trigger: remembers the address of a member whose user is deleted.';

alter function private.my_account() owner to cairn_definer;
alter function private.my_rank() owner to cairn_definer;
alter function private.guard_level() owner to cairn_definer;
alter function private.guard_profile() owner to cairn_definer;
alter function private.keep_an_admin() owner to cairn_definer;
alter function private.mirror_membership() owner to cairn_definer;
alter function private.mirror_department() owner to cairn_definer;
alter function private.remember_deleted_person() owner to cairn_definer;
grant execute on function private.my_account(), private.my_rank() to authenticated, service_role, cairn_owner;

create trigger accounts_stamp before update on public.accounts
  for each row execute function private.stamp_change();
create trigger profiles_clean before insert or update of name on public.profiles
  for each row execute function private.clean_name();
create trigger profiles_guard before update on public.profiles
  for each row when (current_user = 'authenticated' and old.id is distinct from private.caller_id())
  execute function private.guard_profile();
create trigger profiles_stamp before update on public.profiles
  for each row execute function private.stamp_change();
create trigger profiles_mirror_department after update of department on public.profiles
  for each row when (new.department is distinct from old.department)
  execute function private.mirror_department();
create trigger profiles_remember after delete on public.profiles
  for each row when (old.account_id is not null) execute function private.remember_deleted_person();
create trigger account_members_guard before update on public.account_members
  for each row when (current_user = 'authenticated' and new.permission_level is distinct from old.permission_level)
  execute function private.guard_level();
-- The count of contributions is left out: it says something about records, not about the membership.
create trigger account_members_stamp
  before update of account_id, role, permission_level, department, knowledge_areas, updated_at on public.account_members
  for each row execute function private.stamp_change();
create trigger account_members_keep_an_admin_on_change after update on public.account_members
  for each row
  when (old.permission_level = 'admin'
    and (new.permission_level, new.account_id) is distinct from (old.permission_level, old.account_id))
  execute function private.keep_an_admin();
create trigger account_members_keep_an_admin_on_delete after delete on public.account_members
  for each row when (old.permission_level = 'admin') execute function private.keep_an_admin();
create trigger account_members_mirror after insert or update or delete on public.account_members
  for each row execute function private.mirror_membership();

-- Row security

alter table public.accounts enable row level security;
alter table public.accounts force row level security;
alter table public.profiles enable row level security;
alter table public.profiles force row level security;
alter table public.account_members enable row level security;
alter table public.account_members force row level security;
alter table private.former_members enable row level security;
alter table private.former_members force row level security;

create policy "members see their account" on public.accounts
  for select to authenticated
  using (id = (select private.my_account()));

create policy "people see themselves and their teammates" on public.profiles
  for select to authenticated
  using (id = (select private.caller_id()) or account_id = (select private.my_account()));

create policy "people change themselves, managers change their team" on public.profiles
  for update to authenticated
  using (
    id = (select private.caller_id())
    or account_id = (select private.my_account())
      and (select private.my_rank()) >= 2
      and (permission_level <> 'admin' or (select private.my_rank()) = 3)
  );

create policy "members see who belongs to their account" on public.account_members
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "managers change the memberships of their team" on public.account_members
  for update to authenticated
  using (
    account_id = (select private.my_account())
    and (select private.my_rank()) >= 2
    and (permission_level <> 'admin' or (select private.my_rank()) = 3)
  );

create policy "admins end memberships" on public.account_members
  for delete to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) = 3);

-- Grants

revoke all on public.accounts, public.profiles, public.account_members, private.former_members
  from public, anon, authenticated, service_role;

grant select on public.accounts to authenticated;
grant select (id, name, avatar) on public.profiles to authenticated;
grant update (name, avatar, bio, job_role, department) on public.profiles to authenticated;
grant select (
  id, account_id, user_id, role, permission_level, knowledge_areas, contribution_count, created_at, updated_at
) on public.account_members to authenticated;
grant update (permission_level, department, knowledge_areas) on public.account_members to authenticated;
grant delete on public.account_members to authenticated;

grant select, insert, update, delete on public.accounts, public.profiles, public.account_members to service_role;
grant select, insert, update, delete
  on public.accounts, public.profiles, public.account_members, private.former_members to cairn_definer;

-- Questions about people

create function public.get_my_profile()
returns table (
  id uuid, email text, name text, avatar text, bio text, job_role text, department text,
  privacy_email_visible boolean, privacy_bio_visible boolean, privacy_job_visible boolean,
  privacy_department_visible boolean
)
language sql stable security definer set search_path = ''
as $$
  select
    p.id, p.email, p.name, p.avatar, p.bio, p.job_role, p.department,
    p.privacy_email_visible, p.privacy_bio_visible, p.privacy_job_visible, p.privacy_department_visible
  from public.profiles p
  where p.id = private.caller_id()
$$;
comment on function public.get_my_profile() is 'The caller''s own profile, everything of it that is theirs to change.';

create function public.get_public_profiles_by_ids(ids uuid[]) returns table (id uuid, name text, avatar text)
language sql stable set search_path = ''
as $$
  select p.id, p.name, p.avatar
  from public.account_members m
  join public.profiles p on p.id = m.user_id
  where m.account_id = (select private.my_account()) and m.user_id = any (ids)
  order by p.name, p.id
$$;
comment on function public.get_public_profiles_by_ids(uuid[]) is
  'Name and avatar of those of the given people who belong to the caller''s account.';

create function public.get_account_team_member_profiles() returns table (id uuid, name text, avatar text)
language sql stable set search_path = ''
as $$
  select p.id, p.name, p.avatar
  from public.account_members m
  join public.profiles p on p.id = m.user_id
  where m.account_id = (select private.my_account())
  order by p.name, p.id
$$;
comment on function public.get_account_team_member_profiles() is 'Name and avatar of everybody in the caller''s account.';

alter function public.get_my_profile() owner to cairn_definer;
alter function public.get_public_profiles_by_ids(uuid[]) owner to cairn_definer;
alter function public.get_account_team_member_profiles() owner to cairn_definer;
revoke all on function
  public.get_my_profile(), public.get_public_profiles_by_ids(uuid[]), public.get_account_team_member_profiles()
  from public, anon, authenticated, service_role;
grant execute on function
  public.get_my_profile(), public.get_public_profiles_by_ids(uuid[]), public.get_account_team_member_profiles()
  to authenticated, service_role;
