-- Provisioning: what happens when an e-mail address is confirmed.
--
-- Profile, account and membership come into being in the transaction that confirms the address, and in no other way.
-- What the person wrote at sign-up is display text: their name, and the name of the account if they turn out to be the
-- one who founds it. Whoever confirms first at a domain founds the account and is its admin; later ones join as viewers.
-- Whoever has an open invitation is not placed: they join by accepting it. A changed address never moves anybody to
-- another account.

create function private.metadata_text(metadata jsonb, field text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when jsonb_typeof(metadata -> field) = 'string'
    then nullif(btrim(left(private.display_text(left(metadata ->> field, 1000)), 120)), '')
  end
$$;
comment on function private.metadata_text(jsonb, text) is
  'A name out of sign-up metadata, at most 120 characters of display text; null when there is none.';

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
comment on function private.display_name(jsonb) is 'What a new person is called.';

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
  elsif not exists (
    select from private.former_members f
    where f.account_id = account and f.email = lower(join_account_of_domain.email)
  ) then
    insert into public.account_members (account_id, user_id) values (account, person);
  end if;
end
$$;
comment on function private.join_account_of_domain(uuid, text, jsonb) is
  'Founds or joins the account of an address'' domain. Nothing for blacklisted domains and for those who left.';

create function private.provision() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (id, email, name)
  values (new.id, new.email, private.display_name(new.raw_user_meta_data))
  on conflict (id) do nothing;
  -- Somebody known is never placed a second time.
  if found and not private.is_invited(new.email) then
    perform private.join_account_of_domain(new.id, new.email, new.raw_user_meta_data);
  end if;
  return null;
end
$$;
comment on function private.provision() is 'Trigger: makes the profile and the membership of a newly confirmed person.';

create function private.follow_email() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles set email = new.email where id = new.id;
  return null;
end
$$;
comment on function private.follow_email() is 'Trigger: carries a changed and confirmed address over to the profile.';

alter function private.metadata_text(jsonb, text) owner to cairn_definer;
alter function private.display_name(jsonb) owner to cairn_definer;
alter function private.suggested_account_name(text) owner to cairn_definer;
alter function private.join_account_of_domain(uuid, text, jsonb) owner to cairn_definer;

create trigger cairn_provision after insert or update of email_confirmed_at on auth.users
  for each row when (new.email_confirmed_at is not null and new.email is not null)
  execute function private.provision();
create trigger cairn_follow_email after update of email on auth.users
  for each row
  when (new.email is distinct from old.email and new.email is not null and new.email_confirmed_at is not null)
  execute function private.follow_email();

alter function private.provision() owner to cairn_definer;
alter function private.follow_email() owner to cairn_definer;

-- Auth hook: refuses a sign-up before the user exists, whatever the screen said. An invitation outweighs the blacklist:
-- an admin has vouched for the address, and confirming it places nobody.
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

alter function public.before_user_created(jsonb) owner to cairn_definer;
revoke all on function public.before_user_created(jsonb) from public, anon, authenticated, service_role;
grant usage on schema public to supabase_auth_admin;
grant execute on function public.before_user_created(jsonb) to supabase_auth_admin;
