-- Trials of sign-in providers. The operator sets providers up, and an admin sees what one says of the admin's own account there.

create function public.may_try_providers(event jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('allowed', exists (
    select from public.account_members m
    where m.user_id = (event ->> 'user_id')::uuid and m.permission_level = 'admin'
  ))
$$;
comment on function public.may_try_providers(jsonb) is
  'Auth hook: whether a user may try the sign-in at a provider, as an admin of an account: {"allowed": …}.';
grant execute on function public.may_try_providers(jsonb) to supabase_auth_admin;
