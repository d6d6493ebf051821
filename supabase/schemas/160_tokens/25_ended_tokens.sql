-- Ended tokens: the hash of a secret that was revoked, rotated away or ended is kept as long as the token would have
-- lasted, so that its owner learns when it is used: it has leaked, or a script was forgotten. It opens nothing.

create table private.ended_tokens (
  hash text primary key,
  account_id uuid not null,
  person_id uuid not null,
  name text not null,
  keep_until timestamptz not null,
  told_at timestamptz,
  constraint ended_tokens_person_id_fkey foreign key (account_id, person_id)
    references public.account_members (account_id, user_id) on delete cascade
);
create index ended_tokens_person_id_idx on private.ended_tokens (account_id, person_id);
create index ended_tokens_keep_until_idx on private.ended_tokens (keep_until);
comment on table private.ended_tokens is 'The SHA-256 of secrets of ended tokens, and the owner who is notified of their use.';
comment on column private.ended_tokens.person_id is 'As whom the token acted.';
comment on column private.ended_tokens.keep_until is 'The end that the token had; a year for one without an end.';
comment on column private.ended_tokens.told_at is 'When its owner was told last: at most once a day.';
alter table private.ended_tokens enable row level security;
alter table private.ended_tokens force row level security;
grant select, insert, update, delete on private.ended_tokens to cairn_definer;

create function private.store_ended_secret() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.ended_tokens (hash, account_id, person_id, name, keep_until)
  select x.hash, t.account_id, m.user_id, t.name, coalesce(t.expires_at, now() + interval '1 year')
  from public.api_tokens t
  left join public.service_accounts a on a.account_id = t.account_id and a.id = t.service_account_id
  join public.account_members m on m.account_id = t.account_id and m.user_id = coalesce(t.owner_id, a.owner_id)
  join private.token_secrets x on x.account_id = t.account_id and x.token_id = t.id
  where case tg_table_name
      when 'api_tokens' then t.id = (to_jsonb(old) ->> 'id')::uuid
      else x.hash = to_jsonb(old) ->> 'hash'
    end
    and coalesce(t.expires_at, 'infinity') > now()
  on conflict do nothing;
  delete from private.ended_tokens e where e.keep_until < now();
  return old;
end
$$;
comment on function private.store_ended_secret() is
  'Trigger: stores the hash of a secret that ends, with its token or by itself, to notify its owner of later use.';

create trigger api_tokens_keep_ended before delete on public.api_tokens
  for each row execute function private.store_ended_secret();
create trigger token_secrets_keep_ended before delete on private.token_secrets
  for each row execute function private.store_ended_secret();

create function private.notify_of_ended_tokens(uses jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  with used as (
    update private.ended_tokens e set told_at = now()
    from jsonb_to_recordset(uses) as u (hash text, used_at timestamptz, address text)
    where e.hash = u.hash and coalesce(e.told_at < now() - interval '1 day', true)
    returning e.account_id, e.person_id, e.name, e.keep_until, u.used_at, u.address
  )
  select private.notify(
    u.account_id, u.person_id, 'ended_token_used',
    payload => jsonb_build_object('token', jsonb_build_object(
      'name', u.name, 'ends_at', u.keep_until, 'used_at', u.used_at,
      'network', private.network_of(private.as_address(u.address))::inet
    ))
  )
  from used u
$$;
comment on function private.notify_of_ended_tokens(jsonb) is
  'Notifies the owners of ended tokens that were used, at most once a day: [{"hash", "used_at", "address"}].';
