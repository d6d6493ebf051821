-- E-mail domains: which account a domain leads to, and which domains lead to none.
--
-- A domain belongs to the account of the first person who confirmed an address at it. Domains of public mail
-- providers say nothing about an organisation: no user signs up with them, and no account gets them.
-- Users read neither table: what the sign-up screen has to know is two booleans about one domain.
-- At a start after an upgrade the server hands over the lists of public mail domains that it was built with. Rows of
-- source list follow them; rows of source operator belong to the operator, and the lists leave them alone. A row that
-- says allowed is an operator's exception. The most specific row decides: a.b.example before b.example before
-- example.

create table public.account_domains (
  domain text primary key,
  account_id uuid not null references public.accounts (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint account_domains_domain_lower_case check (private.holds(
    domain = lower(domain) and char_length(domain) between 1 and 253,
    'domain.length',
    'Domain must have 1 to 253 characters, in lower case.'
  ))
);
create index account_domains_account_id_idx on public.account_domains (account_id);
comment on table public.account_domains is 'The account that people with an address at the domain join.';

create table public.domain_blacklist (
  domain text primary key,
  created_at timestamptz not null default now(),
  source text not null default 'operator',
  allowed boolean not null default false,
  constraint domain_blacklist_domain_lower_case check (private.holds(
    domain = lower(domain) and char_length(domain) between 1 and 253,
    'domain.length',
    'Domain must have 1 to 253 characters, in lower case.'
  )),
  constraint domain_blacklist_source_known check (private.holds(
    source in ('operator', 'list'),
    'domain.source',
    'Source must be operator or list.'
  )),
  constraint domain_blacklist_lists_allow_nothing check (private.holds(
    source = 'operator' or not allowed,
    'domain.allowed_by_operator',
    'Only a row of the operator can allow a domain.'
  ))
);
comment on table public.domain_blacklist is 'Domains with which nobody may sign up, public mail providers above all.';
comment on column public.domain_blacklist.source is 'list: follows the lists of public mail domains. operator: added by hand, and left alone.';
comment on column public.domain_blacklist.allowed is 'An exception of the operator: addresses at the domain may sign up, although a list or a domain above it says otherwise.';

create table private.public_mail_list (
  only_one boolean primary key default true check (only_one),
  fingerprint text not null,
  taken_at timestamptz not null default now()
);
comment on table private.public_mail_list is 'Which lists of public mail domains the blacklist follows.';

create function private.is_blacklisted(domain text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select not b.allowed
    from public.domain_blacklist b
    where b.domain = any (private.domain_and_parents(is_blacklisted.domain))
    order by char_length(b.domain) desc
    limit 1
  ), false)
$$;
comment on function private.is_blacklisted(text) is 'Whether nobody may sign up with an address at the domain, or at one above it.';

create function public.signup_domain_status(domain_param text) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  wanted constant text := lower(rtrim(btrim(coalesce(domain_param, '')), '.'));
  blacklisted boolean;
begin
  if char_length(domain_param) > 253 then
    raise exception 'That is too long for a domain.'
      using errcode = '22023', detail = 'domain.too_long', hint = 'A domain has at most 253 characters.';
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
  'The status of a domain for the sign-up screen: {"blacklisted": …, "first": …}. A peer may ask sixty times a minute.';
grant execute on function public.signup_domain_status(text) to anon, authenticated, service_role;

create function public.take_public_mail_domains(fingerprint_param text, domains text[] default null) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  -- Servers that start at the same moment take turns.
  perform pg_advisory_xact_lock(hashtextextended('public mail domains', 0));
  if exists (select from private.public_mail_list l where l.fingerprint = fingerprint_param) then
    return false;
  end if;
  if domains is null then
    return true;
  end if;
  delete from public.domain_blacklist b
  where b.source = 'list' and not exists (select from unnest(domains) as d (domain) where d.domain = b.domain);
  insert into public.domain_blacklist (domain, source)
  select distinct d.domain, 'list' from unnest(domains) as d (domain)
  on conflict do nothing;
  insert into private.public_mail_list as l (fingerprint) values (fingerprint_param)
  on conflict (only_one) do update set fingerprint = excluded.fingerprint, taken_at = now();
  return false;
end
$$;
comment on function public.take_public_mail_domains(text, text[]) is
  'For the server alone: whether lists with this fingerprint are still to be handed over, and with domains, takes them.';
grant execute on function public.take_public_mail_domains(text, text[]) to service_role, supabase_auth_admin;

alter table public.account_domains enable row level security;
alter table public.account_domains force row level security;

alter table public.domain_blacklist enable row level security;
alter table public.domain_blacklist force row level security;

alter table private.public_mail_list enable row level security;
alter table private.public_mail_list force row level security;

grant select, insert, update, delete on public.account_domains, public.domain_blacklist to service_role, cairn_definer;
grant select, insert, update, delete on private.public_mail_list to cairn_definer;
