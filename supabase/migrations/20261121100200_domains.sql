-- E-mail domains: which account a domain leads to, and which domains lead to none.
--
-- A domain belongs to the account of the first person who confirmed an address at it. Domains of public mail providers
-- say nothing about an organisation: nobody signs up with one, and none is ever mapped to an account.
-- Neither table is open to anybody: what the sign-up screen has to know is two booleans about one domain.

create table public.account_domains (
  domain text primary key,
  account_id uuid not null references public.accounts (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint account_domains_domain_lower_case check (private.holds(
    domain = lower(domain) and char_length(domain) between 1 and 253,
    'Domain must have 1 to 253 characters, in lower case.'
  ))
);
create index account_domains_account_id_idx on public.account_domains (account_id);

create table public.domain_blacklist (
  domain text primary key,
  created_at timestamptz not null default now(),
  constraint domain_blacklist_domain_lower_case check (private.holds(
    domain = lower(domain) and char_length(domain) between 1 and 253,
    'Domain must have 1 to 253 characters, in lower case.'
  ))
);

comment on table public.account_domains is 'The account that people with an address at the domain join.';
comment on table public.domain_blacklist is 'Domains with which nobody may sign up, public mail providers above all.';

alter table public.account_domains owner to cairn_owner;
alter table public.domain_blacklist owner to cairn_owner;

alter table public.account_domains enable row level security;
alter table public.account_domains force row level security;
alter table public.domain_blacklist enable row level security;
alter table public.domain_blacklist force row level security;

revoke all on public.account_domains, public.domain_blacklist from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.account_domains, public.domain_blacklist to service_role, cairn_definer;

create function private.is_blacklisted(domain text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.domain_blacklist b where b.domain = is_blacklisted.domain)
$$;
comment on function private.is_blacklisted(text) is 'Whether nobody may sign up with an address at the domain.';

-- How often somebody may ask. One row for a key and minute; the minute of everybody together cleans up after the others.

create table private.turns (
  key text not null,
  minute timestamptz not null,
  taken integer not null,
  primary key (key, minute)
);
create index turns_minute_idx on private.turns (minute);
comment on table private.turns is 'How many calls of a kind were made in a minute, by one peer or by all.';
alter table private.turns owner to cairn_owner;
alter table private.turns enable row level security;
alter table private.turns force row level security;
revoke all on private.turns from public, anon, authenticated, service_role;
grant select, insert, update, delete on private.turns to cairn_definer;

create function private.take_turn(key text, per_minute integer) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  this_minute constant timestamptz := date_trunc('minute', now());
  taken_now integer;
begin
  -- Looked up first: who is over the limit shall not queue for the row.
  if (select t.taken >= per_minute from private.turns t where t.key = take_turn.key and t.minute = this_minute) then
    return false;
  end if;
  insert into private.turns as t (key, minute, taken)
  values (take_turn.key, this_minute, 1)
  on conflict on constraint turns_pkey do update set taken = t.taken + 1
  returning t.taken into taken_now;
  if taken_now = 1 then
    delete from private.turns t
    where t.ctid in (
      select o.ctid from private.turns o where o.minute < this_minute - interval '5 minutes' limit 100
      for update skip locked
    );
  end if;
  return taken_now <= per_minute;
end
$$;
comment on function private.take_turn(text, integer) is 'Counts a call; false when the key has had its number in this minute.';

-- The address of the caller is what the server in front says about its peer. On a request without one, all share a turn.
create function private.as_address(value text) returns inet
language plpgsql immutable set search_path = ''
as $$
begin
  return nullif(btrim(value), '')::inet;
exception when invalid_text_representation then
  return null;
end
$$;
comment on function private.as_address(text) is 'An IP address; null for anything else.';

create function private.caller_address() returns inet
language sql stable set search_path = ''
as $$
  select private.as_address(split_part(
    nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-forwarded-for', ',', 1
  ))
$$;
comment on function private.caller_address() is 'The peer of the current request, as the server in front reports it; null where it does not.';

-- An IPv6 subscriber has a whole /64 and may change the address at will.
create function private.network_of(address inet) returns cidr
language sql immutable set search_path = ''
as $$
  select case
    when address is null then null
    when family(address) = 4 then network(set_masklen(address, 32))
    when address << '::ffff:0:0/96' then network(replace(host(address), '::ffff:', '')::inet)
    else network(set_masklen(address, 64))
  end
$$;
comment on function private.network_of(inet) is 'Where an address is from: itself, or the /64 network of an IPv6 address.';

create function private.limit_public_calls(kind text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.take_turn(kind || ' of ' || coalesce(private.network_of(private.caller_address())::text, 'unknown'), 60)
    or not private.take_turn(kind, 1200)
  then
    raise exception 'Too many requests.' using errcode = 'PT429', hint = 'Wait a minute, then try again.';
  end if;
end
$$;
comment on function private.limit_public_calls(text) is
  'Refuses with PT429 what one peer asks more than sixty times a minute, or all together more than 1,200 times.';

create function public.signup_domain_status(domain_param text) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  wanted constant text := lower(rtrim(btrim(coalesce(domain_param, '')), '.'));
  blacklisted boolean;
begin
  if char_length(domain_param) > 253 then
    raise exception 'That is too long for a domain.' using errcode = '22023', hint = 'A domain has at most 253 characters.';
  end if;
  perform private.limit_public_calls('domain status');
  blacklisted := private.is_blacklisted(wanted);
  return json_build_object(
    'blacklisted', blacklisted,
    'first', wanted <> '' and not blacklisted
      and not exists (select from public.account_domains d where d.domain = wanted)
  );
end
$$;
comment on function public.signup_domain_status(text) is
  'What the sign-up screen may know of a domain: {"blacklisted": …, "first": …}. Sixty times a minute for one peer.';

alter function private.is_blacklisted(text) owner to cairn_definer;
alter function private.take_turn(text, integer) owner to cairn_definer;
alter function private.as_address(text) owner to cairn_definer;
alter function private.caller_address() owner to cairn_definer;
alter function private.network_of(inet) owner to cairn_definer;
alter function private.limit_public_calls(text) owner to cairn_definer;
alter function public.signup_domain_status(text) owner to cairn_definer;
revoke all on function public.signup_domain_status(text) from public, anon, authenticated, service_role;
grant execute on function public.signup_domain_status(text) to anon, authenticated, service_role;
