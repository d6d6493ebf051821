-- Discovery: an inbox of records that are not registered yet, beside the catalogues.
--
-- Scripts push it with the key of a source, and users put rows of imports into it that they leave for later. Each waits
-- until an import makes it a record or joins it to one, or until a user ignores it; what is ignored stays so.

create table public.found_sources (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  name text not null,
  key_hash text not null,
  created_by uuid default private.caller_id(),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz,
  constraint found_sources_key_hash_key unique (key_hash),
  constraint found_sources_created_by_fkey foreign key (account_id, created_by)
    references public.account_members (account_id, user_id) on delete set null (created_by),
  constraint found_sources_name_length check (private.holds(
    char_length(name) between 1 and 120,
    'source.name_length',
    'The source must have 1 to 120 characters.'
  ))
);
create unique index found_sources_account_id_name_key on public.found_sources (account_id, lower(name));
create index found_sources_created_by_idx on public.found_sources (account_id, created_by);
comment on table public.found_sources is 'A source whose scripts push what they find, with a key.';
comment on column public.found_sources.name is
  'The value of imported_from in its records. It never changes: otherwise the records would no longer be recognized.';
comment on column public.found_sources.key_hash is 'The SHA-256 of its key, which is shown once.';
comment on column public.found_sources.created_by is 'The person who added it; empty when that person has left.';
comment on column public.found_sources.last_seen_at is 'When it last pushed something.';

create table public.found_records (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references public.accounts (id) on delete cascade,
  kind text not null,
  source text not null,
  source_id text not null,
  name text not null,
  owner text,
  given jsonb not null default '{}',
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  state text not null default 'waiting',
  record_id uuid,
  decided_by uuid,
  decided_at timestamptz,
  constraint found_records_source_id_key unique (account_id, kind, source, source_id),
  constraint found_records_decided_by_fkey foreign key (account_id, decided_by)
    references public.account_members (account_id, user_id) on delete set null (decided_by),
  constraint found_records_source_length check (private.holds(
    char_length(source) between 1 and 120 and char_length(source_id) between 1 and 200,
    'source.length',
    'A source has 1 to 120 characters, and the id of a record there 1 to 200.'
  )),
  constraint found_records_name_length check (private.holds(
    char_length(name) between 1 and 120,
    'name.length',
    'Name must have 1 to 120 characters.'
  )),
  constraint found_records_given_object check (private.holds(
    jsonb_typeof(given) = 'object' and octet_length(given::text) <= 100000,
    'found.size',
    'What was found must be a JSON object of at most 100,000 bytes.'
  )),
  constraint found_records_state_known check (private.holds(
    state in ('waiting', 'registered', 'ignored'),
    'found.state',
    'State must be waiting, registered or ignored.'
  ))
);
create index found_records_by_state_idx on public.found_records (account_id, state, first_seen_at desc, id);
create index found_records_decided_by_idx on public.found_records (account_id, decided_by) where decided_by is not null;
comment on table public.found_records is 'Records of a source that may be missing in the catalogues: they wait for a decision.';
comment on column public.found_records.source is 'The value of imported_from in the record that it becomes.';
comment on column public.found_records.source_id is 'Its id at the source.';
comment on column public.found_records.owner is 'The owner, in the words of the source.';
comment on column public.found_records.given is 'The values of the source, in the form of import rows.';
comment on column public.found_records.state is 'waiting, registered once a record has this source and id, or ignored for good.';
comment on column public.found_records.record_id is 'The record that it is; the record may be gone since.';
comment on column public.found_records.decided_by is 'The person who registered or ignored it; empty when that person has left.';

alter table public.found_sources enable row level security;
alter table public.found_sources force row level security;
alter table public.found_records enable row level security;
alter table public.found_records force row level security;

create policy "who may import sees what was found" on public.found_records
  for select to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);

create policy "tokens keep to their scopes" on public.found_records
  as restrictive to cairn_token
  using ((select private.is_unscoped()));

grant select on public.found_records to authenticated;
grant select on public.found_sources, public.found_records to service_role;
grant select, insert, update, delete on public.found_sources, public.found_records to cairn_definer;
