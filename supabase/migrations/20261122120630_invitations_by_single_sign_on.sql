-- Whether whoever is invited signs in with single sign-on: with a password they would become a second user beside the
-- one that their organisation knows.

-- Supabase lets its auth tables be read; where even that is refused, nobody is known to sign in so.
do $$
begin
  grant select (id, disabled) on auth.sso_providers to cairn_definer;
  grant select (sso_provider_id, domain) on auth.sso_domains to cairn_definer;
exception when insufficient_privilege or undefined_table or undefined_column then
  raise notice 'Invitations will not say who signs in with single sign-on.';
end
$$;

create function public.is_invited_by_single_sign_on(token_param text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.limit_public_calls('invitation checks');
  if not has_schema_privilege('auth', 'usage') or to_regclass('auth.sso_domains') is null
    or not has_column_privilege('auth.sso_domains', 'domain', 'select')
    or not has_column_privilege('auth.sso_providers', 'disabled', 'select')
  then
    return false;
  end if;
  return exists (
    select from private.open_invitation(token_param) i
    join auth.sso_domains d on d.domain = private.email_domain(i.email)
    join auth.sso_providers p on p.id = d.sso_provider_id and not p.disabled
  );
end
$$;
comment on function public.is_invited_by_single_sign_on(text) is
  'Whether the address of an open invitation belongs to a domain whose people sign in with single sign-on.';

alter function public.is_invited_by_single_sign_on(text) owner to cairn_definer;
revoke all on function public.is_invited_by_single_sign_on(text) from public, anon, authenticated, service_role;
grant execute on function public.is_invited_by_single_sign_on(text) to anon, authenticated;
