-- Joining: what happens when a user confirms an e-mail address, changes it, or is deleted softly.
--
-- Profile, account and membership come into being in the transaction that confirms the address. The first person of a
-- domain founds its account and is its admin; later ones join as viewers, or wait where the account wants that.
-- A person without an account who has an open invitation is not placed: they join by accepting it. A changed address
-- never moves a person to another account. What a person wrote at sign-up counts as display text.
-- When an operator deletes a user softly, their id stays for the records that name it. Membership and profile go, and
-- the last admin of an account is refused with LA001.

create function private.display_name(metadata jsonb) returns text
language sql immutable set search_path = ''
as $$
  select coalesce(
    private.metadata_text(metadata, 'name'),
    nullif(btrim(left(
      concat_ws(' ', private.metadata_text(metadata, 'first_name'), private.metadata_text(metadata, 'last_name')), 120
    )), ''),
    'Team Member'
  )
$$;
comment on function private.display_name(jsonb) is 'The display name of a new person.';

create function private.suggested_account_name(domain text) returns text
language sql immutable set search_path = ''
as $$
  select upper(left(label, 1)) || substr(label, 2)
  from (select left(split_part(domain, '.', 1), 120) as label) as first
$$;
comment on function private.suggested_account_name(text) is 'The first label of the domain with its first letter capitalised.';

create function private.join_account_of_domain(person uuid, email text, metadata jsonb) returns void
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
    perform private.enqueue_newcomer(person, account);
  else
    insert into public.account_members (account_id, user_id) values (account, person);
    -- An archive may have brought them, whom nobody has invited yet.
    perform private.end_invitations_of_joined(account, person);
  end if;
end
$$;
comment on function private.join_account_of_domain(uuid, text, jsonb) is
  'Founds or joins the account of an address'' domain, or lets the person wait there. Nothing for blacklisted domains and for those who left.';

create function private.provision() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (id, email, name)
  values (new.id, new.email, private.display_name(new.raw_user_meta_data))
  on conflict (id) do nothing;
  -- A person who is known is never placed a second time.
  if found and not private.is_invited(new.email) then
    perform private.join_account_of_domain(new.id, new.email, new.raw_user_meta_data);
  end if;
  return null;
end
$$;
comment on function private.provision() is 'Trigger: makes the profile and the membership of a newly confirmed person.';

create function private.copy_email_to_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.past_addresses (user_id, email)
  select p.id, lower(p.email) from public.profiles p where p.id = new.id and p.email <> ''
  on conflict do nothing;
  update public.profiles set email = new.email where id = new.id;
  -- A person who left goes on being known, so that a second user with this address is too.
  insert into private.former_members (account_id, email, user_id, left_at)
  select f.account_id, lower(new.email), new.id, max(f.left_at)
  from private.former_members f
  where f.user_id = new.id
  group by f.account_id
  on conflict do nothing;
  delete from private.waiting_newcomers w
  where w.user_id = new.id and private.email_domain(new.email) is distinct from private.email_domain(old.email);
  return null;
end
$$;
comment on function private.copy_email_to_profile() is 'Trigger: carries a changed and confirmed address over to the profile.';

-- Auth hook: refuses a sign-up before the user exists, whatever the screen said. An invitation outweighs the
-- blacklist: an admin has vouched for the address, and confirming it places no user in an account.
create function public.before_user_created(event jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case
    when private.is_blacklisted(private.email_domain(event #>> '{user,email}'))
      and not private.is_invited(event #>> '{user,email}')
    then
      jsonb_build_object('error', jsonb_build_object(
        'http_code', 403,
        'message', 'Sign up with this email domain is not permitted.'
      ))
    else '{}'::jsonb
  end
$$;
comment on function public.before_user_created(jsonb) is 'Auth hook: refuses addresses at blacklisted domains, unless they are invited.';
grant execute on function public.before_user_created(jsonb) to supabase_auth_admin;

create function private.clear_deleted_person() returns trigger
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
comment on function private.clear_deleted_person() is 'Trigger: takes membership and profile of a user who is deleted softly.';

-- A person who has joined in another way can never accept an invitation to the account.
create function private.end_invitations_of_joined(account uuid, person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  invitation record;
begin
  for invitation in
    select i.id, i.email
    from public.pending_invitations i
    join public.profiles p on p.id = person and lower(p.email) = i.email
    where i.account_id = account and i.accepted_at is null and i.declined_at is null
    order by i.id
    for update of i
  loop
    perform private.reassign_records_of_invitation(account, invitation.id, person, null);
    perform private.assign_awaited_by_address(account, invitation.email, person);
    update public.pending_invitations set declined_at = now() where id = invitation.id;
  end loop;
end
$$;
comment on function private.end_invitations_of_joined(uuid, uuid) is
  'Ends the open invitations of an account to a member who has joined it without them, and gives them what these owned and what waited for them.';

create trigger cairn_provision after insert or update of email_confirmed_at on auth.users
  for each row when (new.email_confirmed_at is not null and new.email is not null)
  execute function private.provision();
create trigger cairn_follow_email after update of email on auth.users
  for each row
  when (new.email is distinct from old.email and new.email is not null and new.email_confirmed_at is not null)
  execute function private.copy_email_to_profile();
create trigger cairn_empty_person after update of deleted_at on auth.users
  for each row when (new.deleted_at is not null and old.deleted_at is null)
  execute function private.clear_deleted_person();
