-- A mail that says 'You are invited' needs an invitation. Anybody can ask the auth server for a mail to any address; whether
-- that address is invited it asks the product.

create function public.invitation_of_address(event jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('invited', private.is_invited(event ->> 'email'))
$$;
comment on function public.invitation_of_address(jsonb) is
  'Auth hook: whether an invitation to the address is open: {"invited": …}.';

alter function public.invitation_of_address(jsonb) owner to cairn_definer;
revoke all on function public.invitation_of_address(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.invitation_of_address(jsonb) to supabase_auth_admin;
