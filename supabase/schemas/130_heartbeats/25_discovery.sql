-- Discovery: one secret address for the account, behind which scripts that nobody registered call by their names.
--
-- A caller with an unknown name waits for an admin, who registers it, joins it to a record, or refuses it for good. An
-- account keeps 500 waiting callers: a further one takes the place of the one that called longest ago.

create table private.discovery_addresses (
  account_id uuid primary key references public.accounts (id) on delete cascade,
  token_hash text not null unique,
  former_hash text,
  former_until timestamptz,
  created_at timestamptz not null default now()
);
create index discovery_addresses_former_hash_idx on private.discovery_addresses (former_hash) where former_hash is not null;
comment on table private.discovery_addresses is 'The address of an account, behind which callers name themselves.';
comment on column private.discovery_addresses.former_hash is 'The hash of the previous address, which works until former_until.';

create table public.discovered_callers (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references public.accounts (id) on delete cascade,
  name text not null,
  state text not null default 'waiting',
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  calls bigint not null default 1,
  network text,
  agent text,
  note text,
  kind text,
  record_id uuid,
  decided_by uuid,
  decided_at timestamptz,
  constraint discovered_callers_decided_by_fkey foreign key (account_id, decided_by)
    references public.account_members (account_id, user_id) on delete set null (decided_by),
  constraint discovered_callers_name_length check (private.holds(
    char_length(name) between 1 and 120,
    'name.length',
    'Name must have 1 to 120 characters.'
  )),
  constraint discovered_callers_note_length check (private.holds(
    octet_length(note) <= 10000,
    'run.note_length',
    'A note has at most 10,000 bytes.'
  )),
  constraint discovered_callers_state_known check (private.holds(
    case state
      when 'joined' then kind is not null and record_id is not null
      else state in ('waiting', 'refused')
    end,
    'caller.state',
    'A caller waits, is joined to a record, or is refused.'
  ))
);
create unique index discovered_callers_name_key on public.discovered_callers (account_id, lower(name));
create index discovered_callers_waiting_idx on public.discovered_callers (account_id, state, last_at);
create index discovered_callers_decided_by_idx on public.discovered_callers (account_id, decided_by)
  where decided_by is not null;
comment on table public.discovered_callers is 'Unknown callers of the address of an account, by the name that they give.';
comment on column public.discovered_callers.state is 'waiting, joined to the heartbeat of a record, or refused for good.';
comment on column public.discovered_callers.network is 'From where it called last.';
comment on column public.discovered_callers.agent is 'The user agent of its program.';
comment on column public.discovered_callers.note is 'The body of its last call, as text.';
comment on column public.discovered_callers.decided_by is 'The person who joined or refused it; empty when that person has left.';

create function private.record_unknown_caller(
  hash text, called text, network text, agent text, note text, moment timestamptz
) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account uuid;
  is_new boolean;
begin
  if called is null or char_length(called) not between 1 and 120 then
    return null;
  end if;
  select a.account_id into account
  from private.discovery_addresses a
  where a.token_hash = hash or a.former_hash = hash and a.former_until > moment;
  if account is null or exists (
    select
    from public.discovered_callers c
    where c.account_id = account and lower(c.name) = lower(called) and c.state <> 'waiting'
  ) then
    return null;
  end if;
  if not private.count_against_limit('discovered calls of ' || account, 600) then
    return 429;
  end if;
  insert into public.discovered_callers as c (account_id, name, first_at, last_at, network, agent, note)
  values (
    account, called, moment, moment, record_unknown_caller.network, left(record_unknown_caller.agent, 500),
    record_unknown_caller.note
  )
  on conflict (account_id, lower(name)) do update
  set last_at = excluded.last_at, calls = c.calls + 1, network = excluded.network, agent = excluded.agent,
    note = coalesce(excluded.note, c.note)
  returning c.calls = 1 into is_new;
  if is_new then
    delete from public.discovered_callers c
    where c.id in (
      select o.id
      from public.discovered_callers o
      where o.account_id = account and o.state = 'waiting'
      order by o.last_at desc
      offset 500
      for update skip locked
    );
  end if;
  return 200;
end
$$;
comment on function private.record_unknown_caller(text, text, text, text, text, timestamptz) is
  'Records a caller of an unknown name behind the address of an account: 200, or 429 beyond 600 such calls a minute; null where the address is none of an account.';

alter table private.discovery_addresses enable row level security;
alter table private.discovery_addresses force row level security;
alter table public.discovered_callers enable row level security;
alter table public.discovered_callers force row level security;

create policy "admins read who calls their account" on public.discovered_callers
  for select to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) = 3);

create policy "tokens keep to their scopes" on public.discovered_callers
  as restrictive to cairn_token
  using ((select private.is_unscoped()));

grant select on public.discovered_callers to authenticated, service_role;
grant select, insert, update, delete on private.discovery_addresses, public.discovered_callers to cairn_definer;
