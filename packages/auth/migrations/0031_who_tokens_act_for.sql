-- A token of the product acts as a person without a session: whether that person may come in at all is asked here.

create function auth.require_person(person uuid) returns void
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if not exists (
    select from auth.users u
    where u.id = require_person.person
      and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= now())
  ) then
    raise exception 'The person whose token this is may not sign in.' using errcode = 'PT401';
  end if;
end
$$;

comment on function auth.require_person(uuid) is
  'Raises PT401 for a person who is banned or deleted. For the authenticator, before it takes on the role of a caller who has a token and no session.';

revoke execute on function auth.require_person(uuid) from public;
grant execute on function auth.require_person(uuid) to authenticator;
