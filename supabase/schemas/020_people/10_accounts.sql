-- Accounts and people: the organisation, the person, and the membership that joins them with its level.
--
-- A person belongs to one account at most. account_members is the truth about account, level and department. Triggers
-- mirror the three into profiles, so that a policy on profiles needs no join.
-- A teammate reads of a profile its id, name and avatar; everything else goes through functions that know the
-- person's privacy switches. For the same reason members cannot read the department from account_members.
-- There is no grant to insert: triggers on auth.users and the functions that admit people write these rows.

create table public.accounts (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  newcomers_need_admission boolean not null default false,
  constraint accounts_name_length check (private.holds(
    char_length(name) between 1 and 120,
    'name.length',
    'Name must have 1 to 120 characters.'
  ))
);
comment on table public.accounts is 'An organisation. Everything that people register belongs to one.';
comment on column public.accounts.newcomers_need_admission is
  'Whether people of the account''s domain wait until an admin admits them. Those who are invited never wait.';

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
  chat_url text not null default '',
  shows_email boolean not null default false,
  constraint profiles_permission_level_known check (private.holds(
    permission_level in ('viewer', 'user', 'manager', 'admin'),
    'level.one_of',
    'Level must be viewer, user, manager or admin.'
  )),
  constraint profiles_name_length check (private.holds(
    char_length(name) between 1 and 120,
    'name.length',
    'Name must have 1 to 120 characters.'
  )),
  constraint profiles_avatar_is_web_address check (private.holds(
    avatar = ''
      or char_length(avatar) <= 2048 and avatar ~* '^https?://[^[:space:][:cntrl:]/?#@\\]+([/?#][^[:space:][:cntrl:]\\]*)?$',
    'avatar.address',
    'Avatar must be a web address (https or http) of at most 2,048 characters.'
  )),
  constraint profiles_bio_length check (private.holds(
    char_length(bio) <= 2000,
    'bio.length',
    'Bio must have at most 2,000 characters.'
  )),
  constraint profiles_job_role_length check (private.holds(
    char_length(job_role) <= 120,
    'job_role.length',
    'Job role must have at most 120 characters.'
  )),
  constraint profiles_department_length check (private.holds(
    char_length(department) <= 120,
    'department.length',
    'Department must have at most 120 characters.'
  )),
  constraint profiles_chat_url_is_web_address check (private.holds(
    chat_url = '' or private.is_web_address(chat_url),
    'profile.chat_link',
    'A chat link must begin with https:// or http://, with at most 2,000 characters.'
  ))
);
create index profiles_account_id_idx on public.profiles (account_id);
-- The sign-in finds a profile by its address, and so do the functions that list locked-out members.
create index profiles_email_idx on public.profiles (lower(email));
create index profiles_by_change_idx on public.profiles (account_id, updated_at desc);
comment on table public.profiles is 'A person whose e-mail address is confirmed.';
comment on column public.profiles.account_id is 'Mirror of account_members, kept by a trigger.';
comment on column public.profiles.permission_level is 'Mirror of account_members, kept by a trigger.';
comment on column public.profiles.department is 'The same as in account_members: a change to either changes both.';
comment on column public.profiles.email is 'The confirmed address; follows auth.users.';
comment on column public.profiles.privacy_email_visible is 'Whether teammates may see the address, masked.';
comment on column public.profiles.chat_url is 'Where the person is asked by chat; empty for nowhere.';
comment on column public.profiles.shows_email is 'Whether members of the account may write to the address, and so see all of it.';

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
    'member.role',
    'Role must be owner or member.'
  )),
  constraint account_members_permission_level_known check (private.holds(
    permission_level in ('viewer', 'user', 'manager', 'admin'),
    'level.one_of',
    'Level must be viewer, user, manager or admin.'
  )),
  constraint account_members_department_length check (private.holds(
    char_length(department) <= 120,
    'department.length',
    'Department must have at most 120 characters.'
  )),
  constraint account_members_knowledge_areas_size check (private.holds(
    cardinality(knowledge_areas) <= 100 and octet_length(array_to_string(knowledge_areas, '')) <= 10000,
    'knowledge_areas.size',
    'Knowledge areas must be at most 100 and not longer than 10,000 bytes together.'
  )),
  constraint account_members_contribution_count_positive check (private.holds(
    contribution_count >= 0,
    'member.contributions',
    'Contribution count must not be negative.'
  ))
);
create index account_members_admins_idx on public.account_members (account_id) where permission_level = 'admin';
create index account_members_by_change_idx on public.account_members (account_id, updated_at desc);
comment on table public.account_members is 'The members of accounts, each with a permission level.';
comment on column public.account_members.role is 'owner for the founder, otherwise member. Gives no right.';
comment on column public.account_members.permission_level is 'viewer, user, manager or admin: decides what the person may do.';
comment on column public.account_members.contribution_count is
  'Records that the member created and that still exist. Of several that come or go at the same moment, some are counted seconds later; get_member_profile and find_members have them at once.';

-- Policies ask as (select private.my_account()), which runs once for a statement.
create function private.my_account() returns uuid
language sql stable security definer set search_path = ''
as $$
  select m.account_id from public.account_members m where m.user_id = private.caller_id()
$$;
comment on function private.my_account() is 'The caller''s account; null for a caller without one.';
grant execute on function private.my_account() to authenticated, service_role, cairn_owner;

create function private.my_rank() returns integer
language sql stable security definer set search_path = ''
as $$
  select private.rank(m.permission_level) from public.account_members m where m.user_id = private.caller_id()
$$;
comment on function private.my_rank() is 'The caller''s rank in their account; null for a caller without one.';
grant execute on function private.my_rank() to authenticated, service_role, cairn_owner;

create function public.get_my_profile()
returns table (
  id private.given_id, email private.given_text, name private.given_text, avatar text, bio text, job_role text,
  department text, privacy_email_visible private.given_flag, privacy_bio_visible private.given_flag,
  privacy_job_visible private.given_flag, privacy_department_visible private.given_flag
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
grant execute on function public.get_my_profile() to authenticated, service_role;

create function public.get_public_profiles_by_ids(ids uuid[])
returns table (id private.given_id, name private.given_text, avatar text)
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
grant execute on function public.get_public_profiles_by_ids(uuid[]) to authenticated, service_role;

create function public.get_account_team_member_profiles()
returns table (id private.given_id, name private.given_text, avatar text)
language sql stable set search_path = ''
as $$
  select p.id, p.name, p.avatar
  from public.account_members m
  join public.profiles p on p.id = m.user_id
  where m.account_id = (select private.my_account())
  order by p.name, p.id
$$;
comment on function public.get_account_team_member_profiles() is 'Name and avatar of everybody in the caller''s account.';
grant execute on function public.get_account_team_member_profiles() to authenticated, service_role;

-- Only what changes is cleaned: what others may not change stays as it is when they change the rest.
create function private.clean_profile_texts() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'INSERT' or new.bio is distinct from old.bio then
    new.bio := private.display_lines(new.bio);
  end if;
  if tg_op = 'INSERT' or new.job_role is distinct from old.job_role then
    new.job_role := private.display_text(new.job_role);
  end if;
  if tg_op = 'INSERT' or new.department is distinct from old.department then
    new.department := private.display_text(new.department);
  end if;
  return new;
end
$$;
comment on function private.clean_profile_texts() is
  'Trigger: biography, job role and department lose control, direction and invisible characters.';

-- A changed contribution_count leaves updated_at alone: it says something about records, not about the membership.
create trigger account_members_stamp
  before update of account_id, role, permission_level, department, knowledge_areas, updated_at on public.account_members
  for each row execute function private.stamp_change();
create trigger accounts_stamp before update on public.accounts
  for each row execute function private.stamp_change();
create trigger profiles_clean before insert or update of name on public.profiles
  for each row execute function private.clean_name();
create trigger profiles_clean_texts before insert or update of bio, job_role, department on public.profiles
  for each row execute function private.clean_profile_texts();
create trigger profiles_stamp before update on public.profiles
  for each row execute function private.stamp_change();

alter table public.accounts enable row level security;
alter table public.accounts force row level security;

create policy "members see their account" on public.accounts
  for select to authenticated
  using (id = (select private.my_account()));

create policy "tokens keep to their scopes" on public.accounts
  as restrictive to cairn_token
  using ((select private.is_unscoped()) or (select private.kinds_in_scope('read')) <> '{}')
  with check ((select private.is_unscoped()));

alter table public.profiles enable row level security;
alter table public.profiles force row level security;

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

create policy "tokens keep to their scopes" on public.profiles
  as restrictive to cairn_token
  using ((select private.may('people', 'read')))
  with check ((select private.is_unscoped()));

alter table public.account_members enable row level security;
alter table public.account_members force row level security;

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

create policy "tokens keep to their scopes" on public.account_members
  as restrictive to cairn_token
  using ((select private.may('people', 'read')))
  with check ((select private.is_unscoped()));

create policy "tokens delete within their scopes" on public.account_members
  as restrictive for delete to cairn_token
  using ((select private.is_unscoped()));

grant select on public.accounts to authenticated;
grant select (id, name, avatar) on public.profiles to authenticated;
grant update (name, avatar, bio, job_role, department) on public.profiles to authenticated;
grant select (
  id, account_id, user_id, role, permission_level, knowledge_areas, contribution_count, created_at, updated_at
) on public.account_members to authenticated;
grant update (permission_level, department, knowledge_areas) on public.account_members to authenticated;
grant delete on public.account_members to authenticated;
grant select, insert, update, delete on public.accounts, public.profiles, public.account_members to service_role;
grant select, insert, update, delete on public.accounts, public.profiles, public.account_members to cairn_definer;
