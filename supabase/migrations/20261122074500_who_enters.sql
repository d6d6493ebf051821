-- Who enters an account: people who left stay out under any of their addresses, newcomers of a domain may have to be
-- admitted, and whoever is invited is asked where they belong.
--
-- A person who left is known by their user and by their mailboxes, whatever stands behind a + or between dots. What an
-- address becomes later does not matter either: addresses that a person had are remembered with the others.
-- An account may ask that newcomers of its domain are admitted by an admin. They then have a profile and no account, and
-- wait. Admins are told. Refusing counts as leaving: only an invitation lets that person in.
-- Whoever has an open invitation, and no account, is placed nowhere by confirming: an invitation of a stranger must not
-- keep somebody from founding their own organisation's account, nor put them into the stranger's.

-- People who left

alter table private.former_members add column user_id uuid;
comment on column private.former_members.user_id is 'Who it was; empty for a user who is deleted or was no user any more.';

update private.former_members f
set user_id = p.id
from public.profiles p
where lower(p.email) = f.email and p.account_id is distinct from f.account_id;

create table private.past_addresses (
  user_id uuid not null,
  email text not null,
  primary key (user_id, email)
);
comment on table private.past_addresses is 'Confirmed addresses that people had before their present one. Go with the person.';
alter table private.past_addresses owner to cairn_owner;
alter table private.past_addresses enable row level security;
alter table private.past_addresses force row level security;
revoke all on private.past_addresses from public, anon, authenticated, service_role;
grant select, insert, update, delete on private.past_addresses to cairn_definer;

-- Not every mail server ignores dots. Two people whose addresses differ in nothing else are rare, and all that happens to
-- the second of them, once the first has left, is that they need an invitation.
create function private.mailbox(email text) returns text
language sql immutable set search_path = ''
as $$
  select coalesce(nullif(replace(split_part(local, '+', 1), '.', ''), ''), local) || '@' || private.email_domain(email)
  from (select lower(regexp_replace(email, '@[^@]*$', '')) as local) as address
$$;
comment on function private.mailbox(text) is
  'The mailbox behind an address: without subaddress (what follows a +) and dots, in lower case.';

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

create function private.remember_leaver(account uuid, person uuid, email text) returns void
language sql volatile security definer set search_path = ''
as $$
  -- Nothing for an account that is just being deleted.
  insert into private.former_members (account_id, email, user_id, removed_by)
  select a.id, addresses.email, person, private.caller_id()
  from public.accounts a, (
    select lower(remember_leaver.email) as email
    union
    select p.email from private.past_addresses p where p.user_id = person
  ) as addresses
  where a.id = account
  on conflict (account_id, email) do update set user_id = excluded.user_id
$$;
comment on function private.remember_leaver(uuid, uuid, text) is 'Remembers every address of somebody who leaves an account.';

create or replace function private.mirror_membership() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    perform private.remember_leaver(old.account_id, p.id, p.email) from public.profiles p where p.id = old.user_id;
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

create or replace function private.remember_deleted_person() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.remember_leaver(old.account_id, old.id, old.email);
  return null;
end
$$;

-- Named so that it comes after profiles_remember, which still needs the addresses.
create function private.remove_past_addresses() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.past_addresses where user_id = old.id;
  return null;
end
$$;
comment on function private.remove_past_addresses() is 'Trigger: a person''s past addresses go with the person.';
create trigger profiles_remove_past_addresses after delete on public.profiles
  for each row execute function private.remove_past_addresses();

create or replace function private.empty_person() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.account_members where user_id = new.id;
  delete from private.past_addresses where user_id = new.id;
  delete from private.waiting_newcomers where user_id = new.id;
  update public.profiles
  set email = '', name = 'Former Member', avatar = null, bio = null, job_role = null, department = null
  where id = new.id;
  return null;
end
$$;

create or replace function private.follow_email() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.past_addresses (user_id, email)
  select p.id, lower(p.email) from public.profiles p where p.id = new.id and p.email <> ''
  on conflict do nothing;
  update public.profiles set email = new.email where id = new.id;
  -- Whoever left goes on being known, so that a second user with this address is too.
  insert into private.former_members (account_id, email, user_id)
  select f.account_id, lower(new.email), new.id from private.former_members f where f.user_id = new.id
  on conflict do nothing;
  delete from private.waiting_newcomers w
  where w.user_id = new.id and private.email_domain(new.email) is distinct from private.email_domain(old.email);
  return null;
end
$$;

create or replace function private.end_invitations_of_leaver() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.pending_invitations i
  set declined_at = now()
  where i.account_id = new.account_id and private.mailbox(i.email) = private.mailbox(new.email)
    and i.accepted_at is null and i.declined_at is null;
  return null;
end
$$;

-- Newcomers who wait

alter table public.accounts add column newcomers_need_admission boolean not null default false;
comment on column public.accounts.newcomers_need_admission is
  'Whether people of the account''s domain wait until an admin admits them. Those who are invited never wait.';

create table private.waiting_newcomers (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  account_id uuid not null references public.accounts (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index waiting_newcomers_account_id_idx on private.waiting_newcomers (account_id);
comment on table private.waiting_newcomers is 'People of an account''s domain whom no admin has admitted yet.';
alter table private.waiting_newcomers owner to cairn_owner;
alter table private.waiting_newcomers enable row level security;
alter table private.waiting_newcomers force row level security;
revoke all on private.waiting_newcomers from public, anon, authenticated, service_role;
grant select, insert, update, delete on private.waiting_newcomers to cairn_definer;

alter table public.notifications drop constraint notifications_kind_known;
alter table public.notifications add constraint notifications_kind_known check (private.holds(
  kind in (
    'invitation_accepted', 'member_joined', 'newcomer_waiting', 'expert_assigned', 'owner_assigned', 'level_changed',
    'record_changed', 'record_deleted'
  ),
  'Kind must be one of the known kinds of notifications.'
));

create function private.let_wait(person uuid, account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.waiting_newcomers as w (user_id, account_id)
  values (person, account)
  on conflict (user_id) do update set account_id = excluded.account_id, created_at = now()
  where w.account_id <> excluded.account_id;
  if found then
    perform private.notify(account, m.user_id, 'newcomer_waiting', payload => jsonb_build_object('name', p.name))
    from public.account_members m, public.profiles p
    where m.account_id = account and m.permission_level = 'admin' and p.id = person;
  end if;
end
$$;
comment on function private.let_wait(uuid, uuid) is 'Lets a newcomer wait for an admin, and tells the admins, once.';

create or replace function private.join_account_of_domain(person uuid, email text, metadata jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  home constant text := private.email_domain(email);
  account uuid;
begin
  if home is null or private.is_blacklisted(home) then
    return;
  end if;
  -- Colleagues who confirm at the same moment take turns, so that one of them founds and the others find. The key on
  -- the domain would refuse a second founding, but only by failing the confirmation.
  perform pg_advisory_xact_lock(hashtextextended('account of domain ' || home, 0));
  select d.account_id into account from public.account_domains d where d.domain = home;
  if account is null then
    insert into public.accounts (name)
    values (coalesce(private.metadata_text(metadata, 'account_name'), private.suggested_account_name(home)))
    returning id into account;
    insert into public.account_domains (domain, account_id) values (home, account);
    insert into public.account_members (account_id, user_id, role, permission_level)
    values (account, person, 'owner', 'admin');
  elsif private.has_left(account, person, email) then
    return;
  elsif (select a.newcomers_need_admission from public.accounts a where a.id = account) then
    perform private.let_wait(person, account);
  else
    insert into public.account_members (account_id, user_id) values (account, person);
  end if;
end
$$;
comment on function private.join_account_of_domain(uuid, text, jsonb) is
  'Founds or joins the account of an address'' domain, or lets the person wait there. Nothing for blacklisted domains and for those who left.';

-- For admins

create function private.refuse_non_admin(sentence text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.my_rank() is distinct from 3 then
    raise exception '%', sentence using errcode = '42501', hint = 'Ask an administrator.';
  end if;
end
$$;
comment on function private.refuse_non_admin(text) is 'Refuses with 42501 and the sentence everybody but admins.';

create function public.set_newcomer_admission(needed boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_non_admin('Only administrators decide how people join.');
  if needed is null then
    raise exception 'The setting must be on or off.' using errcode = '22023', hint = 'Send true or false.';
  end if;
  update public.accounts a set newcomers_need_admission = needed
  where a.id = private.my_account() and a.newcomers_need_admission <> needed;
  if found then
    perform private.write_audit(
      private.my_account(), private.caller_id(), 'newcomer_admission_updated', 'account', private.my_account()::text,
      jsonb_build_object('needed', needed)
    );
  end if;
end
$$;
comment on function public.set_newcomer_admission(boolean) is
  'For admins: whether newcomers of the account''s domain wait until an admin admits them.';

create function public.get_waiting_newcomers()
returns table (user_id uuid, name text, email text, waiting_since timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.refuse_non_admin('Only administrators see who waits to be admitted.');
  return query
    select p.id, p.name, p.email, w.created_at
    from private.waiting_newcomers w
    join public.profiles p on p.id = w.user_id
    where w.account_id = private.my_account()
    order by w.created_at, p.id
    limit 1000;
end
$$;
comment on function public.get_waiting_newcomers() is
  'For admins: who waits to be admitted to their account, with name and address, the longest waiting first.';

create function private.take_newcomer(person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_non_admin('Only administrators admit people.');
  delete from private.waiting_newcomers w where w.user_id = person and w.account_id = private.my_account();
  if not found then
    raise exception 'This person does not wait any more.'
      using errcode = 'PT404', hint = 'Another administrator may have decided, or they joined elsewhere.';
  end if;
end
$$;
comment on function private.take_newcomer(uuid) is
  'For admins: ends somebody''s waiting for their account, or refuses with PT404 where nobody waits.';

create function public.admit_newcomer(target_user_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.take_newcomer(target_user_id);
  insert into public.account_members (account_id, user_id) values (private.my_account(), target_user_id)
  on conflict (user_id) do nothing;
  perform private.write_audit(
    private.my_account(), private.caller_id(), 'newcomer_admitted', 'account_member', target_user_id::text
  );
end
$$;
comment on function public.admit_newcomer(uuid) is 'For admins: makes somebody who waits a member, as a viewer.';

create function public.refuse_newcomer(target_user_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.take_newcomer(target_user_id);
  perform private.remember_leaver(private.my_account(), p.id, p.email) from public.profiles p where p.id = target_user_id;
  perform private.write_audit(
    private.my_account(), private.caller_id(), 'newcomer_refused', 'account_member', target_user_id::text
  );
end
$$;
comment on function public.refuse_newcomer(uuid) is
  'For admins: refuses somebody who waits. As with a member who left, only an invitation lets them in then.';

-- For people without an account

create function private.accept_as_caller(invitation public.pending_invitations) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  person public.profiles;
begin
  select p.* into person from public.profiles p where p.id = private.caller_id();
  if lower(person.email) is distinct from invitation.email then
    return private.not_accepted('This invitation was sent to another address.');
  end if;
  insert into public.account_members (account_id, user_id, permission_level, department)
  values (
    invitation.account_id, person.id, invitation.permission_level, coalesce(invitation.department, person.department)
  )
  on conflict (user_id) do nothing;
  if not found then
    return private.not_accepted((
      select format('You already belong to %s.', a.name)
      from public.account_members m join public.accounts a on a.id = m.account_id
      where m.user_id = person.id
    ));
  end if;
  update public.pending_invitations set accepted_at = now() where id = invitation.id;
  update public.profiles
  set job_role = coalesce(invitation.job_role, job_role),
    name = case when name = private.display_name('{}') then invitation.name else name end
  where id = person.id;
  return (
    select json_build_object('success', true, 'account_name', a.name, 'error', null)
    from public.accounts a where a.id = invitation.account_id
  );
end
$$;
comment on function private.accept_as_caller(public.pending_invitations) is
  'Makes the caller a member by an open invitation that the calling function has locked, if it is theirs.';

create or replace function public.accept_invitation(token_param text, user_email_param text) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  invitation public.pending_invitations;
begin
  select i.* into invitation
  from public.pending_invitations i
  where i.invitation_token = private.token_hash(token_param)
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
  for update;
  if not found then
    return private.not_accepted('This invitation has expired or is no longer valid.');
  end if;
  if lower(btrim(user_email_param)) is distinct from invitation.email then
    return private.not_accepted('This invitation was sent to another address.');
  end if;
  return private.accept_as_caller(invitation);
end
$$;

create function public.accept_my_invitation(invitation_id_param uuid) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  invitation public.pending_invitations;
begin
  select i.* into invitation
  from public.pending_invitations i
  where i.id = invitation_id_param
    and i.email = (select lower(p.email) from public.profiles p where p.id = private.caller_id())
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
  for update;
  if not found then
    return private.not_accepted('This invitation has expired or is no longer valid.');
  end if;
  return private.accept_as_caller(invitation);
end
$$;
comment on function public.accept_my_invitation(uuid) is
  'Makes the caller a member by one of the invitations that get_my_placement named: {"success", "account_name", "error"}.';

create function private.my_open_invitations() returns json
language sql stable security definer set search_path = ''
as $$
  select coalesce(json_agg(
    json_build_object(
      'id', i.id, 'account_name', a.name, 'inviter_name', inviter.name, 'permission_level', i.permission_level,
      'expires_at', i.expires_at
    )
    order by i.created_at desc
  ), '[]')
  from public.profiles me
  join public.pending_invitations i on i.email = lower(me.email)
  join public.accounts a on a.id = i.account_id
  left join public.profiles inviter on inviter.id = i.invited_by
  where me.id = private.caller_id() and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
$$;
comment on function private.my_open_invitations() is 'The open invitations to the caller''s confirmed address.';

create function private.my_domain_offer() returns json
language sql stable security definer set search_path = ''
as $$
  select json_build_object(
    'domain', home, 'account_name', a.name, 'suggested_name', private.suggested_account_name(home),
    'needs_admission', coalesce(a.newcomers_need_admission, false)
  )
  from (
    select p.id, p.email, private.email_domain(p.email) as home
    from public.profiles p
    where p.id = private.caller_id()
  ) as me
  left join public.account_domains d on d.domain = me.home
  left join public.accounts a on a.id = d.account_id
  where not private.is_blacklisted(me.home)
    and (a.id is null or not private.has_left(a.id, me.id, me.email))
    -- Its own invitation says more than the domain: it has the level.
    and not exists (
      select from public.pending_invitations i
      where i.account_id = a.id and i.email = lower(me.email)
        and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
    )
$$;
comment on function private.my_domain_offer() is
  'What the caller''s confirmed domain offers: an account to join, or, without account_name, one to found. Null for nothing.';

create function public.get_my_placement() returns json
language sql stable security definer set search_path = ''
as $$
  select case
    when private.my_account() is not null then json_build_object('waiting_for', null, 'invitations', '[]'::json, 'domain', null)
    else json_build_object(
      'waiting_for', (
        select a.name from private.waiting_newcomers w join public.accounts a on a.id = w.account_id
        where w.user_id = private.caller_id()
      ),
      'invitations', private.my_open_invitations(),
      'domain', private.my_domain_offer()
    )
  end
$$;
comment on function public.get_my_placement() is
  'Where somebody without an account may belong: the account they wait for, their open invitations, and what their domain offers.';

drop function public.join_account_of_my_domain();
create function public.join_account_of_my_domain(account_name_param text default null) returns uuid
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
  end if;
  return private.my_account();
end
$$;
comment on function public.join_account_of_my_domain(text) is
  'Places somebody without an account by their confirmed address, as at sign-up, and tells the account they belong to. The name is for an account that is founded.';

alter function private.mailbox(text) owner to cairn_definer;
alter function private.has_left(uuid, uuid, text) owner to cairn_definer;
alter function private.remember_leaver(uuid, uuid, text) owner to cairn_definer;
alter function private.remove_past_addresses() owner to cairn_definer;
alter function private.let_wait(uuid, uuid) owner to cairn_definer;
alter function private.refuse_non_admin(text) owner to cairn_definer;
alter function private.take_newcomer(uuid) owner to cairn_definer;
alter function private.accept_as_caller(public.pending_invitations) owner to cairn_definer;
alter function private.my_open_invitations() owner to cairn_definer;
alter function private.my_domain_offer() owner to cairn_definer;
alter function public.set_newcomer_admission(boolean) owner to cairn_definer;
alter function public.get_waiting_newcomers() owner to cairn_definer;
alter function public.admit_newcomer(uuid) owner to cairn_definer;
alter function public.refuse_newcomer(uuid) owner to cairn_definer;
alter function public.accept_my_invitation(uuid) owner to cairn_definer;
alter function public.get_my_placement() owner to cairn_definer;
alter function public.join_account_of_my_domain(text) owner to cairn_definer;
revoke all on function
  public.set_newcomer_admission(boolean), public.get_waiting_newcomers(), public.admit_newcomer(uuid),
  public.refuse_newcomer(uuid), public.accept_my_invitation(uuid), public.get_my_placement(),
  public.join_account_of_my_domain(text)
  from public, anon, authenticated, service_role;
grant execute on function
  public.set_newcomer_admission(boolean), public.get_waiting_newcomers(), public.admit_newcomer(uuid),
  public.refuse_newcomer(uuid), public.accept_my_invitation(uuid), public.get_my_placement(),
  public.join_account_of_my_domain(text)
  to authenticated;
