-- Public mail domains from maintained lists, and every domain below them.
--
-- The blacklist that the first migrations brought grows old. The server now hands over the lists of the packages that it
-- was built with, at a start after an upgrade. Rows of source list follow them; rows of source operator are the
-- operator's own, and nobody else's business. An operator's row that says allowed is an exception: the domain may sign
-- up whatever the lists say. The most specific row decides: a.b.example before b.example before example.

alter table public.domain_blacklist
  add column source text not null default 'operator',
  add column allowed boolean not null default false,
  add constraint domain_blacklist_source_known check (private.holds(
    source in ('operator', 'list'),
    'Source must be operator or list.'
  )),
  add constraint domain_blacklist_lists_allow_nothing check (private.holds(
    source = 'operator' or not allowed,
    'Only a row of the operator can allow a domain.'
  ));
comment on column public.domain_blacklist.source is 'list: follows the lists of public mail domains. operator: added by hand, and left alone.';
comment on column public.domain_blacklist.allowed is 'An exception of the operator: addresses at the domain may sign up, although a list or a domain above it says otherwise.';

-- What came with the installation is what its lists said then.
update public.domain_blacklist set source = 'list'
where created_at = (select min(b.created_at) from public.domain_blacklist b);

create table private.public_mail_list (
  only_one boolean primary key default true check (only_one),
  fingerprint text not null,
  taken_at timestamptz not null default now()
);
comment on table private.public_mail_list is 'Which lists of public mail domains the blacklist follows.';
alter table private.public_mail_list owner to cairn_owner;
alter table private.public_mail_list enable row level security;
alter table private.public_mail_list force row level security;
revoke all on private.public_mail_list from public, anon, authenticated, service_role;
grant select, insert, update, delete on private.public_mail_list to cairn_definer;

create function private.domain_and_parents(domain text) returns text[]
language sql immutable set search_path = ''
as $$
  select array_agg(array_to_string(labels[place:], '.'))
  from (select string_to_array(domain, '.') as labels) as given, generate_subscripts(labels, 1) as place
$$;
comment on function private.domain_and_parents(text) is 'A domain and all that it is below: a.b.example, b.example, example.';

create or replace function private.is_blacklisted(domain text) returns boolean
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

alter function private.domain_and_parents(text) owner to cairn_definer;
alter function public.take_public_mail_domains(text, text[]) owner to cairn_definer;
revoke all on function public.take_public_mail_domains(text, text[]) from public, anon, authenticated, service_role;
grant execute on function public.take_public_mail_domains(text, text[]) to service_role, supabase_auth_admin;
