-- Imports: rows of a file become a plan that is stored, and exactly that plan is applied.
--
-- A plan is its importer's and the admins' of the account. Procedures alone write it. Until it is applied nothing else
-- is written; each of its rows knows the version of its record that was shown. Plans are kept for seven days.

create table public.imports (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  kind text not null,
  file_name text not null,
  source text,
  match_key text not null,
  partial boolean not null default false,
  started_by uuid not null default private.caller_id(),
  started_at timestamptz not null default now(),
  checked_at timestamptz,
  people jsonb not null default '{}',
  act uuid not null default gen_random_uuid(),
  parts text[] not null default '{}',
  applied_at timestamptz,
  done_at timestamptz,
  -- Foreign keys that carry the account point here.
  constraint imports_account_id_id_key unique (account_id, id),
  constraint imports_started_by_fkey foreign key (account_id, started_by)
    references public.account_members (account_id, user_id) on delete cascade,
  constraint imports_file_name_length check (private.holds(
    char_length(file_name) between 1 and 200,
    'import.file_name_length',
    'The name of the file must have 1 to 200 characters.'
  )),
  constraint imports_source_length check (private.holds(
    char_length(source) between 1 and 120,
    'source.name_length',
    'The source must have 1 to 120 characters.'
  )),
  constraint imports_match_key_known check (private.holds(
    match_key in ('name', 'id', 'source') or match_key like 'own.%' and char_length(match_key) <= 100,
    'import.match_key',
    'Rows meet records by name, id, source or an own field.'
  ))
);
create index imports_by_time_idx on public.imports (account_id, started_at desc);
create index imports_started_by_idx on public.imports (account_id, started_by);
create index imports_started_at_idx on public.imports (started_at);
comment on table public.imports is 'A plan: what rows of a file would do to the records of a kind.';
comment on column public.imports.source is 'Where the rows come from, such as an inventory; empty where nobody has said.';
comment on column public.imports.match_key is 'By what rows meet records: name, id, source or own.key.';
comment on column public.imports.partial is
  'Whether the source has more than the rows: then nothing is said to be gone there.';
comment on column public.imports.checked_at is 'Since when it is known what is gone at the source.';
comment on column public.imports.people is
  'The importer''s choices for unknown people, by their name in lower case: {"member"}, {"invite", "level"}, or {} for nobody; with "remembered" where an earlier import has it.';
comment on column public.imports.act is 'The act that applying it is.';
comment on column public.imports.parts is 'The fields that it has changed, as acts have them.';
comment on column public.imports.applied_at is 'When its first part was applied.';

create table public.import_rows (
  account_id uuid not null,
  import_id uuid not null,
  row_number integer not null,
  given jsonb not null default '{}',
  unreadable text[] not null default '{}',
  match_value text,
  name_key text,
  effect text,
  record_id uuid,
  version timestamptz,
  clean jsonb not null default '{}',
  writes jsonb not null default '{}',
  cells jsonb not null default '[]',
  problems jsonb not null default '[]',
  candidates jsonb not null default '[]',
  people jsonb not null default '[]',
  unrelated jsonb not null default '[]',
  decision jsonb,
  outcome text,
  -- Each part counts these: a function would be called for all rows of the plan.
  is_to_apply boolean not null generated always as (coalesce(
    effect in ('new', 'changed') and decision ->> 'do' is distinct from 'leave'
    or effect = 'gone' and decision ->> 'do' = 'bin',
    false
  )) stored,
  primary key (import_id, row_number),
  constraint import_rows_import_id_fkey foreign key (account_id, import_id)
    references public.imports (account_id, id) on delete cascade,
  constraint import_rows_effect_known check (private.holds(
    effect in ('new', 'changed', 'same', 'duplicate', 'error', 'gone'),
    'import.effect',
    'Effect must be new, changed, same, duplicate, error or gone.'
  )),
  constraint import_rows_outcome_known check (private.holds(
    outcome in ('done', 'refused'),
    'import.outcome',
    'Outcome must be done or refused.'
  ))
);
create index import_rows_import_id_idx on public.import_rows (account_id, import_id, row_number);
create index import_rows_match_value_idx on public.import_rows (import_id, match_value);
create index import_rows_name_key_idx on public.import_rows (import_id, name_key);
create index import_rows_record_id_idx on public.import_rows (import_id, record_id) where record_id is not null;
create index import_rows_effect_idx on public.import_rows (import_id, effect, row_number);
-- Statistics know the imports of yesterday: of a new one Postgres would expect one row, and go through all of them for each.
alter table public.import_rows alter column import_id set statistics 0;
comment on table public.import_rows is 'A row of a file, and what becomes of it.';
comment on column public.import_rows.row_number is 'Its number in the file; negative for a record that is gone at the source.';
comment on column public.import_rows.given is 'The values as they were sent, by the key of the field.';
comment on column public.import_rows.unreadable is 'The keys of fields with characters that are none.';
comment on column public.import_rows.match_value is 'The value of the key by which rows and records are matched.';
comment on column public.import_rows.effect is 'new, changed, same, duplicate, error or gone; empty until it is checked.';
comment on column public.import_rows.record_id is 'The record that it changes, or that it became.';
comment on column public.import_rows.version is 'When the record was changed last, as it was shown.';
comment on column public.import_rows.clean is 'The values as they are stored.';
comment on column public.import_rows.writes is 'The values that the row writes, by column; of own fields those that change, of experts and tags the names that change, of relations those to add until they are there.';
comment on column public.import_rows.cells is 'The differences, as people read them: [{"field", "before", "after"}].';
comment on column public.import_rows.problems is
  '[{"problem", "field", "detail", "refusal"}]. refusal is the code of a refused value with its parameters, as in the details of an error.';
comment on column public.import_rows.candidates is
  'Possible duplicates: [{"record_id", "row", "name", "reason", "cells"}], of a record with the changes of a merge.';
comment on column public.import_rows.people is 'Words that nobody is called: [{"words", "owner"}].';
comment on column public.import_rows.unrelated is
  'Problems of relations that are left out; the row is written without them.';
comment on column public.import_rows.decision is 'The importer''s decision: {"do": "apply", "leave", "apart", "join" or "bin"}.';
comment on column public.import_rows.is_to_apply is 'Whether it is written when the plan is applied.';
comment on column public.import_rows.outcome is 'done or refused; empty until it is applied.';

create table public.import_matches (
  account_id uuid not null references public.accounts (id) on delete cascade,
  kind text not null,
  heads text not null,
  matched jsonb not null,
  used_at timestamptz not null default now(),
  primary key (account_id, kind, heads)
);
comment on table public.import_matches is 'How the columns of files were matched last, for the next file with the same heads.';
comment on column public.import_matches.heads is 'A hash of the heads.';
comment on column public.import_matches.matched is
  'The match as remember_import_match got it, and people: the members whom the importer chose, by the word in lower case; null for nobody.';

alter table public.imports enable row level security;
alter table public.imports force row level security;
alter table public.import_rows enable row level security;
alter table public.import_rows force row level security;
alter table public.import_matches enable row level security;
alter table public.import_matches force row level security;

create policy "importers see their plans, admins all" on public.imports
  for select to authenticated
  using (
    account_id = (select private.my_account())
    and (started_by = (select private.caller_id()) or (select private.my_rank()) = 3)
  );

create policy "tokens keep to their scopes" on public.imports
  as restrictive to cairn_token
  using ((select private.is_unscoped()));

create policy "who sees a plan sees its rows" on public.import_rows
  for select to authenticated
  using (
    account_id = (select private.my_account())
    and exists (select from public.imports i where i.id = import_id)
  );

create policy "tokens keep to their scopes" on public.import_rows
  as restrictive to cairn_token
  using ((select private.is_unscoped()));

grant select on public.imports, public.import_rows to authenticated;
grant select on public.imports, public.import_rows, public.import_matches to service_role;
grant select, insert, update, delete on public.imports, public.import_rows, public.import_matches to cairn_definer;
