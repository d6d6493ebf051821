-- Making, rotating and ending tokens: members their own, and those of service accounts whose owner they are; admins may
-- end any. The audit log has each. What a token may is chosen once: who wants more makes another.

-- Two random ids have 244 random bits, of which 160 stand in the secret. The checksum lets scanners that look for leaked
-- secrets, and the server, tell a token from other text without asking anybody.
create function private.new_api_token() returns text
language sql volatile set search_path = ''
as $$
  select s.secret || left(encode(sha256(convert_to(s.secret, 'UTF8')), 'hex'), 8)
  from (
    select 'cairn_' || left(encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex'), 40) as secret
    offset 0
  ) s
$$;
comment on function private.new_api_token() is
  'A secret that nobody can guess: cairn_, 40 hexadecimal digits, and the first 8 of the SHA-256 of all before.';

-- Whose a token shall be, or is: the caller's, or a service account of theirs.
create function private.refuse_token_of_others(service_account uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.my_account() is null or not private.is_unscoped() then
    raise exception 'Tokens are managed by members who are signed in.'
      using errcode = '42501', detail = 'token.members_only', hint = 'Sign in to manage tokens.';
  end if;
  if service_account is not null and not exists (
    select from public.service_accounts s
    where s.account_id = private.my_account() and s.id = service_account and s.owner_id = private.caller_id()
  ) then
    raise exception 'This service account is not yours.'
      using errcode = '42501', detail = 'service_account.not_yours', hint = 'Ask its owner.';
  end if;
end
$$;
comment on function private.refuse_token_of_others(uuid) is
  'Refuses whoever is no signed-in member, or not the owner of the service account, where there is one.';

create function private.end_of_token(days integer) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  if days is null and not coalesce(
    (select s.tokens_without_end from public.api_settings s where s.account_id = private.my_account()), false
  ) then
    raise exception 'Your account does not allow tokens without an end.'
      using errcode = '42501', detail = 'token.end_needed',
        hint = 'Choose 30, 90 or 365 days, or ask an administrator.';
  elsif days not in (30, 90, 365) then
    raise exception 'A token lasts 30, 90 or 365 days.' using errcode = '22023', detail = 'token.lifetime';
  end if;
  return now() + make_interval(days => days);
end
$$;
comment on function private.end_of_token(integer) is
  'When a token made now ends after so many days; null for never, where the account of the caller allows that.';

create function private.audit_token(token uuid, action text) returns void
language sql security definer set search_path = ''
as $$
  select private.write_audit(
    t.account_id, private.caller_id(), audit_token.action, 'api_token', t.id::text,
    jsonb_build_object(
      'name', t.name, 'scopes', t.scopes, 'expires_at', t.expires_at, 'service_account', s.name, 'owner_id', coalesce(t.owner_id, s.owner_id)
    )
  )
  from public.api_tokens t
  left join public.service_accounts s on s.account_id = t.account_id and s.id = t.service_account_id
  where t.id = audit_token.token and t.account_id = private.my_account()
$$;
comment on function private.audit_token(uuid, text) is 'Enters what the caller does with a token of their account into the audit log.';

create function public.make_api_token(name text, scopes text[], days integer default null, service_account uuid default null)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  secret constant text := private.new_api_token();
  made uuid;
begin
  perform private.refuse_token_of_others(service_account);
  perform private.require_recent_proof();
  if not coalesce(make_api_token.scopes <@ private.known_scopes(), false) then
    raise exception 'One of these scopes does not exist.'
      using errcode = '22023', detail = 'token.unknown_scope',
        hint = 'There are ' || array_to_string(private.known_scopes(), ', ') || '.';
  end if;
  if (
    select count(*) from public.api_tokens t
    where t.account_id = private.my_account()
      and t.owner_id is not distinct from case when service_account is null then private.caller_id() end
      and t.service_account_id is not distinct from service_account
  ) >= 50 then
    raise exception 'Nobody has more than 50 tokens.'
      using errcode = '22023', detail = 'token.too_many', hint = 'End one that is no longer used.';
  end if;
  insert into public.api_tokens as t (owner_id, service_account_id, name, scopes, ending, expires_at)
  values (
    case when service_account is null then private.caller_id() end,
    service_account,
    private.display_text(make_api_token.name),
    private.sorted_scopes(make_api_token.scopes),
    right(secret, 4),
    private.end_of_token(days)
  )
  returning t.id into made;
  insert into private.token_secrets (hash, account_id, token_id)
  values (private.token_hash(secret), private.my_account(), made);
  perform private.audit_token(made, 'api_token_made');
  perform private.record_made_secret('api_token', made, private.display_text(make_api_token.name));
  return jsonb_build_object('id', made, 'token', secret);
end
$$;
comment on function public.make_api_token(text, text[], integer, uuid) is
  'Makes a token of the caller, or of a service account of theirs, that lasts 30, 90 or 365 days, or without an end where the account allows that: {"id", "token"}. The token is shown this once.';
grant execute on function public.make_api_token(text, text[], integer, uuid) to authenticated;

-- The tokens that the caller may rotate.
create function private.own_token(token uuid) returns public.api_tokens
language plpgsql security definer set search_path = ''
as $$
declare
  found_token public.api_tokens;
begin
  select * into found_token from public.api_tokens t
  where t.id = token and t.account_id = private.my_account()
  for update;
  if not found then
    raise exception 'This token no longer exists.' using errcode = 'PT404', detail = 'token.gone';
  end if;
  perform private.refuse_token_of_others(found_token.service_account_id);
  if found_token.service_account_id is null and found_token.owner_id <> private.caller_id() then
    raise exception 'This token is not yours.'
      using errcode = '42501', detail = 'token.not_yours', hint = 'Ask its owner.';
  end if;
  return found_token;
end
$$;
comment on function private.own_token(uuid) is 'A token of the caller or of their service accounts, which nobody else changes meanwhile.';

create function public.rotate_api_token(token uuid, days integer default null, overlap_hours integer default 24) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  former constant public.api_tokens := private.own_token(token);
  secret constant text := private.new_api_token();
begin
  perform private.require_recent_proof();
  if overlap_hours is null or overlap_hours not between 0 and 168 then
    raise exception 'The former secret works for 0 to 168 hours more.'
      using errcode = '22023', detail = 'token.overlap';
  end if;
  delete from private.token_secrets s
  where s.account_id = former.account_id and s.token_id = former.id
    and (overlap_hours = 0 or s.ends_at is not null);
  update private.token_secrets s
  set ends_at = least(now() + make_interval(hours => overlap_hours), coalesce(former.expires_at, 'infinity'))
  where s.account_id = former.account_id and s.token_id = former.id;
  update public.api_tokens t
  set ending = right(secret, 4), expires_at = private.end_of_token(days), rotated_at = now(), warned_days = null
  where t.id = former.id;
  insert into private.token_secrets (hash, account_id, token_id)
  values (private.token_hash(secret), former.account_id, former.id);
  perform private.audit_token(former.id, 'api_token_rotated');
  perform private.record_made_secret('api_token', former.id, former.name);
  return jsonb_build_object('id', former.id, 'token', secret);
end
$$;
comment on function public.rotate_api_token(uuid, integer, integer) is
  'Gives a token of the caller, or of a service account of theirs, another secret and another end: {"id", "token"}. The former secret works for so many hours more.';
grant execute on function public.rotate_api_token(uuid, integer, integer) to authenticated;

create function public.revoke_api_token(token uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  ended public.api_tokens;
begin
  select * into ended from public.api_tokens t
  where t.id = token and t.account_id = private.my_account()
  for update;
  if not found then
    raise exception 'This token no longer exists.' using errcode = 'PT404', detail = 'token.gone';
  end if;
  if private.my_rank() is distinct from 3 or not private.is_unscoped() then
    ended := private.own_token(token);
  end if;
  perform private.audit_token(ended.id, 'api_token_revoked');
  delete from public.api_tokens t where t.id = ended.id;
end
$$;
comment on function public.revoke_api_token(uuid) is
  'Ends a token at once: the caller''s own, that of a service account of theirs, or for admins any.';
grant execute on function public.revoke_api_token(uuid) to authenticated;
