-- Invitations: an admin lets a person in whose domain does not, or with more than a viewer's level.
--
-- An invitation is open until the invited person accepts it, an admin revokes it (declined_at), or it is seven days
-- old. Once closed it stays closed. It also ends when its sender is no admin of the account any more. When its person
-- leaves the account, only a later invitation lets them in again.
-- People who came by an archive have a row that was not sent yet (sent_at is null): it keeps what is theirs, and opens
-- nothing until an admin sends it.
-- The token of a link is computed from the invitation's id and a secret, so that admins can copy the link again,
-- while the table holds only its hash. A token alone opens nothing: only the user who confirmed the address accepts.

create table private.secrets (
  name text primary key,
  value bytea not null
);
comment on table private.secrets is 'The keys that functions sign with. Made once for each database, never shown.';

create table public.pending_invitations (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  email text not null,
  name text not null,
  job_role text,
  department text,
  permission_level text not null default 'viewer',
  invited_by uuid,
  invitation_token text not null,
  expires_at timestamptz not null default now() + interval '7 days',
  accepted_at timestamptz,
  declined_at timestamptz,
  created_at timestamptz not null default now(),
  sent_at timestamptz default now(),
  constraint pending_invitations_invited_by_fkey foreign key (account_id, invited_by)
    references public.account_members (account_id, user_id) on delete set null (invited_by),
  constraint pending_invitations_invitation_token_key unique (invitation_token),
  constraint pending_invitations_email_valid check (private.holds(
    private.is_email(email) and email = lower(email),
    'email.invalid',
    'Please enter a valid email address.'
  )),
  constraint pending_invitations_name_length check (private.holds(
    char_length(name) between 1 and 120,
    'name.length',
    'Name must have 1 to 120 characters.'
  )),
  constraint pending_invitations_job_role_length check (private.holds(
    char_length(job_role) <= 120,
    'job_role.length',
    'Job role must have at most 120 characters.'
  )),
  constraint pending_invitations_department_length check (private.holds(
    char_length(department) <= 120,
    'department.length',
    'Department must have at most 120 characters.'
  )),
  constraint pending_invitations_permission_level_known check (private.holds(
    permission_level in ('viewer', 'user', 'manager', 'admin'),
    'level.unknown',
    'Please select a valid permission level.'
  )),
  constraint pending_invitations_ends_once check (private.holds(
    accepted_at is null or declined_at is null,
    'invitation.ends_once',
    'An invitation is accepted or revoked, not both.'
  )),
  constraint pending_invitations_account_id_id_key unique (account_id, id)
);
create unique index pending_invitations_open_key on public.pending_invitations (account_id, email)
  where accepted_at is null and declined_at is null;
create index pending_invitations_open_email_idx on public.pending_invitations (email)
  where accepted_at is null and declined_at is null;
create index pending_invitations_by_time_idx on public.pending_invitations (account_id, created_at desc);
create index pending_invitations_invited_by_idx on public.pending_invitations (account_id, invited_by);
comment on table public.pending_invitations is 'Invitations to an account: open, accepted, revoked and expired ones.';
comment on column public.pending_invitations.email is 'The invited address, in lower case. Only a user who has confirmed it accepts.';
comment on column public.pending_invitations.invitation_token is
  'The hash of the token, in hexadecimal. get_invitation_token tells admins the token itself.';
comment on column public.pending_invitations.invited_by is 'The admin who sent it; empty when that person left.';
comment on column public.pending_invitations.declined_at is 'When it was revoked.';
comment on column public.pending_invitations.sent_at is
  'When it was sent; empty for a person of an archive whom nobody has invited yet.';

create function private.invitation_token(invitation_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  -- Hashed twice, as HMAC does, so that nobody can lengthen what was signed. Base64 as it may stand in a URL.
  select rtrim(translate(encode(sha256(s.value || sha256(s.value || uuid_send(invitation_id))), 'base64'), '+/', '-_'), '=')
  from private.secrets s
  where s.name = 'invitations'
$$;
comment on function private.invitation_token(uuid) is 'The token in the link of an invitation: 43 characters.';

create function private.is_invited(address text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.pending_invitations i
    where i.email = lower(address) and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
      and i.sent_at is not null
  )
$$;
comment on function private.is_invited(text) is 'Whether an invitation to the address is open, by whichever account.';

create function private.prepare_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- By the collation C only ASCII letters change: others must not turn into one.
  new.email := lower(btrim(new.email) collate "C");
  new.name := private.display_text(coalesce(new.name, ''));
  new.job_role := nullif(private.display_text(new.job_role), '');
  new.department := nullif(private.display_text(new.department), '');
  new.invitation_token := private.token_hash(private.invitation_token(new.id));
  return new;
end
$$;
comment on function private.prepare_invitation() is 'Trigger: puts an invitation into shape and gives it its token.';

create function private.refuse_second_invitation(account uuid, address text) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  open public.pending_invitations;
begin
  select i.* into open
  from public.pending_invitations i
  where i.account_id = account and i.email = address and i.accepted_at is null and i.declined_at is null;
  if not found then
    return;
  elsif open.sent_at is null then
    raise exception 'This person is among those who are not invited yet.'
      using errcode = '23505', detail = 'invitation.import_waits',
        hint = 'Invite them from that list: they get what is theirs.';
  end if;
  raise exception 'This person already has an open invitation.'
    using errcode = '23505', detail = 'invitation.already_open', hint = 'Send them its link, or revoke it first.';
end
$$;
comment on function private.refuse_second_invitation(uuid, text) is
  'Refuses an address that has an open invitation to the account, or came by an archive and waits for one.';

create function private.guard_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Locked, so that an admin who is demoted at this moment has either invited before it or may not any more.
  perform from public.account_members m
  where m.user_id = private.caller_id() and m.account_id = new.account_id and m.permission_level = 'admin'
  for share;
  if not found then
    raise exception 'Only account owners can manage invitations.'
      using errcode = '42501', detail = 'invitation.owners_only', hint = 'Ask an administrator.';
  end if;
  new.invited_by := private.caller_id();
  -- The limit below counts invitations, so an account writes its invitations one after the other.
  perform from public.accounts a where a.id = new.account_id for no key update;
  perform private.refuse_more_invitations(1);
  if exists (
    select from public.profiles p where p.account_id = new.account_id and lower(p.email) = new.email
  ) then
    raise exception 'A user with this email already exists in the system.'
      using errcode = '23505', detail = 'invitation.user_exists', hint = 'This person is a member of your account.';
  end if;
  delete from public.pending_invitations i
  where i.account_id = new.account_id and i.email = new.email
    and i.accepted_at is null and i.declined_at is null and i.expires_at <= now();
  perform private.refuse_second_invitation(new.account_id, new.email);
  return new;
end
$$;
comment on function private.guard_invitation() is
  'Trigger: an admin invites, in their own name, once for an address, two hundred times a day, and nobody who belongs already.';

create function private.guard_revocation() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if old.accepted_at is not null or old.declined_at is not null then
    raise exception 'This invitation is no longer open.'
      using errcode = '23514', detail = 'invitation.not_open', hint = 'It was accepted or revoked in the meantime.';
  end if;
  if new.declined_at is not null then
    new.declined_at := now();
  end if;
  return new;
end
$$;
comment on function private.guard_revocation() is 'Trigger: an open invitation can be revoked, now, and nothing else.';

-- Before the change: it locks the invitations first and the account later, in the order of a user who accepts an
-- invitation.
create function private.end_invitations_of_inviter() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The account itself goes, and its invitations with it.
  if not exists (select from public.accounts a where a.id = old.account_id) then
    return coalesce(new, old);
  end if;
  update public.pending_invitations i
  set declined_at = now()
  where i.account_id = old.account_id and i.invited_by = old.user_id
    and i.accepted_at is null and i.declined_at is null;
  return coalesce(new, old);
end
$$;
comment on function private.end_invitations_of_inviter() is
  'Trigger: the open invitations of an admin end with the right to invite.';

-- A member who left may take another address. Invitations to it from before they left end with the membership; with a
-- later invitation an admin asks them back.
create function private.end_invitations_of_former_member() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_restoring_archive() then
    return null;
  end if;
  update public.pending_invitations i
  set declined_at = now()
  where i.account_id = new.account_id and private.mailbox(i.email) = private.mailbox(new.email)
    and i.created_at <= new.left_at
    and i.accepted_at is null and i.declined_at is null;
  return null;
end
$$;
comment on function private.end_invitations_of_former_member() is
  'Trigger: an invitation from before the membership ended does not bring it back.';

create trigger former_members_end_invitations after insert on private.former_members
  for each row execute function private.end_invitations_of_former_member();
create trigger account_members_end_invitations_on_change before update on public.account_members
  for each row
  when (old.permission_level = 'admin'
    and (new.permission_level, new.account_id) is distinct from (old.permission_level, old.account_id))
  execute function private.end_invitations_of_inviter();
create trigger account_members_end_invitations_on_delete before delete on public.account_members
  for each row when (old.permission_level = 'admin') execute function private.end_invitations_of_inviter();

-- Triggers run in the order of their names: first clean, then guard.
create trigger pending_invitations_clean before insert on public.pending_invitations
  for each row execute function private.prepare_invitation();
create trigger pending_invitations_guard before insert on public.pending_invitations
  for each row when (current_user in ('authenticated', 'cairn_token')) execute function private.guard_invitation();
create trigger pending_invitations_guard_revocation before update on public.pending_invitations
  for each row when (current_user in ('authenticated', 'cairn_token')) execute function private.guard_revocation();

alter table private.secrets enable row level security;
alter table private.secrets force row level security;

alter table public.pending_invitations enable row level security;
alter table public.pending_invitations force row level security;

create policy "admins see the invitations of their account" on public.pending_invitations
  for select to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) = 3);

create policy "admins invite" on public.pending_invitations
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) = 3);

create policy "admins revoke invitations" on public.pending_invitations
  for update to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) = 3);

create policy "tokens keep to their scopes" on public.pending_invitations
  as restrictive to cairn_token
  using ((select private.is_unscoped()));

grant select on private.secrets to cairn_definer;
grant select on public.pending_invitations to authenticated;

-- A client may send invited_by, and is overruled. There is no grant to delete: the clean-up procedure deletes expired
-- invitations.
grant insert (account_id, email, name, job_role, department, permission_level, invited_by)
  on public.pending_invitations to authenticated;
grant update (declined_at) on public.pending_invitations to authenticated;
grant select, insert, update, delete on public.pending_invitations to service_role, cairn_definer;
