-- Rows of files become plans, which are applied as one act; records know where an import found them.

-- An earlier server may still write while this waits; records come before acts, as users write them.
lock table public.systems, public.solutions, public.agents, public.automations in share row exclusive mode;


create function private.is_legal_form(word text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select word in (
    'gmbh', 'mbh', 'ag', 'kg', 'kgaa', 'ohg', 'gbr', 'ug', 'ev', 'eg', 'se', 'gmbhcokg', 'cokg',
    'inc', 'incorporated', 'ltd', 'limited', 'llc', 'llp', 'lp', 'corp', 'corporation', 'co', 'company', 'plc', 'pty',
    'sa', 'sarl', 'sas', 'sasu', 'snc', 'eurl', 'sci', 'scop',
    'sl', 'slu', 'slne', 'sau', 'sc', 'scoop', 'sad',
    'bv', 'nv', 'vof', 'oy', 'oyj', 'ab', 'as', 'asa', 'aps', 'srl', 'spa', 'sp', 'zoo', 'kft', 'doo', 'kk'
  )
$$;
comment on function private.is_legal_form(text) is 'Whether companies have it behind their name, without points and spaces.';
alter function private.is_legal_form(text) owner to cairn_definer;
grant execute on function private.is_legal_form(text) to authenticated, service_role, cairn_owner;

-- Of separators those in ASCII and the usual ones beyond it: what counts as a letter differs from server to server.
create function private.name_key(name text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  separators constant text := '[\u0001-\u0022\u0024-\u002a\u002c-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u2000-\u206f\u3000-\u3003]+';
  words text[] := regexp_split_to_array(
    btrim(regexp_replace(
      -- A point within or behind letters belongs to an abbreviation.
      regexp_replace(
        private.folded(normalize(name_key.name, nfkc)), '([^\u0001-\u0040\u005b-\u0060\u007b-\u00bf])\.(?=[^\u0001-\u0040\u005b-\u0060\u007b-\u00bf]|\s|,|$)',
        '\1', 'g'
      ),
      separators, ' ', 'g'
    )),
    ' '
  );
  amount integer := 3;
begin
  while amount > 0 loop
    if cardinality(words) > amount
      and private.is_legal_form(array_to_string(words[cardinality(words) - amount + 1:], ''))
    then
      words := words[:cardinality(words) - amount];
      amount := 3;
    else
      amount := amount - 1;
    end if;
  end loop;
  return array_to_string(words, '');
end
$$;
comment on function private.name_key(text) is
  'A name as possible duplicates have it: without case, accents, spaces, punctuation and legal forms.';
alter function private.name_key(text) owner to cairn_definer;
grant execute on function private.name_key(text) to authenticated, service_role, cairn_owner;

alter table public.systems
  add column imported_from text,
  add column source_id text,
  add constraint systems_source_length check (private.holds(
    char_length(imported_from) between 1 and 120 and char_length(source_id) between 1 and 200,
    'A source has 1 to 120 characters, and the id of a record there 1 to 200.'
  ));
create unique index systems_source_key on public.systems (account_id, imported_from, source_id)
  where imported_from is not null and source_id is not null;
-- For imports, which look for records that a row could be.
create index systems_name_key_idx on public.systems (account_id, private.name_key(name));
comment on column public.systems.imported_from is 'Where an import found the record, such as an inventory.';
comment on column public.systems.source_id is 'The id of the record there; unique for the account where both are there.';

alter table public.solutions
  add column imported_from text,
  add column source_id text,
  add constraint solutions_source_length check (private.holds(
    char_length(imported_from) between 1 and 120 and char_length(source_id) between 1 and 200,
    'A source has 1 to 120 characters, and the id of a record there 1 to 200.'
  ));
create unique index solutions_source_key on public.solutions (account_id, imported_from, source_id)
  where imported_from is not null and source_id is not null;
-- For imports, which look for records that a row could be.
create index solutions_name_key_idx on public.solutions (account_id, private.name_key(name));
comment on column public.solutions.imported_from is 'Where an import found the record, such as an inventory.';
comment on column public.solutions.source_id is 'The id of the record there; unique for the account where both are there.';

alter table public.agents
  add column imported_from text,
  add column source_id text,
  add constraint agents_source_length check (private.holds(
    char_length(imported_from) between 1 and 120 and char_length(source_id) between 1 and 200,
    'A source has 1 to 120 characters, and the id of a record there 1 to 200.'
  ));
create unique index agents_source_key on public.agents (account_id, imported_from, source_id)
  where imported_from is not null and source_id is not null;
-- For imports, which look for records that a row could be.
create index agents_name_key_idx on public.agents (account_id, private.name_key(name));
comment on column public.agents.imported_from is 'Where an import found the record, such as an inventory.';
comment on column public.agents.source_id is 'The id of the record there; unique for the account where both are there.';

alter table public.automations
  add column imported_from text,
  add column source_id text,
  add constraint automations_source_length check (private.holds(
    char_length(imported_from) between 1 and 120 and char_length(source_id) between 1 and 200,
    'A source has 1 to 120 characters, and the id of a record there 1 to 200.'
  ));
create unique index automations_source_key on public.automations (account_id, imported_from, source_id)
  where imported_from is not null and source_id is not null;
-- For imports, which look for records that a row could be.
create index automations_name_key_idx on public.automations (account_id, private.name_key(name));
comment on column public.automations.imported_from is 'Where an import found the record, such as an inventory.';
comment on column public.automations.source_id is 'The id of the record there; unique for the account where both are there.';

alter table private.kinds add column choices jsonb not null default '{}';
comment on column private.kinds.choices is
  'The words that a column can have, by column. A column without a default gets the last one where nobody has said it.';
update private.kinds k
set choices = c.choices
from (
  values
    ('system', '{"status": ["active", "inactive", "maintenance", "deprecated"]}'::jsonb),
    ('solution', '{"status": ["active", "inactive", "development", "deprecated"]}'),
    (
      'agent',
      '{"status": ["active", "training", "inactive"], "platform": ["OpenAI", "Anthropic", "Custom", "Other"]}'
    ),
    (
      'automation',
      '{"status": ["active", "inactive"], "source": ["Zapier", "Make.com", "Power Automate", "Other"]}'
    )
) as c (kind, choices)
where k.kind = c.kind;

-- An act can be an import.
alter table public.acts drop constraint acts_action_known;
alter table public.acts add constraint acts_action_known check (private.holds(
  action in (
    'owner', 'status', 'expert', 'add_tag', 'remove_tag', 'field', 'delete', 'restore', 'handover', 'import', 'undo'
  ),
  'Action must be owner, status, expert, add_tag, remove_tag, field, delete, restore, handover, import or undo.'
));
comment on column public.acts.value is
  'The status that records got; or the id of the owner, expert or tag that they got, of the tag that they lost, or of the member whose records were handed over. Of a field its key, of an import its file.';

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
    'The name of the file must have 1 to 200 characters.'
  )),
  constraint imports_source_length check (private.holds(
    char_length(source) between 1 and 120,
    'The source must have 1 to 120 characters.'
  )),
  constraint imports_match_key_known check (private.holds(
    match_key in ('name', 'id', 'source') or match_key like 'own.%' and char_length(match_key) <= 100,
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
  'What the importer says of people whom nobody is called, by their word in small letters: {"member"} or {"invite", "level"}.';
comment on column public.imports.act is 'The act that applying it is.';
comment on column public.imports.parts is 'The fields that it has changed, as acts have them.';
comment on column public.imports.applied_at is 'When its first part was applied.';
alter table public.imports owner to cairn_owner;

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
    'Effect must be new, changed, same, duplicate, error or gone.'
  )),
  constraint import_rows_outcome_known check (private.holds(
    outcome in ('done', 'refused'),
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
comment on column public.import_rows.given is 'What was sent, by the key of the field.';
comment on column public.import_rows.unreadable is 'The keys of fields with characters that are none.';
comment on column public.import_rows.match_value is 'What it has in the key of the import, as records are compared.';
comment on column public.import_rows.effect is 'new, changed, same, duplicate, error or gone; empty until it is checked.';
comment on column public.import_rows.record_id is 'The record that it changes, or that it became.';
comment on column public.import_rows.version is 'When the record was changed last, as it was shown.';
comment on column public.import_rows.clean is 'What was sent, as it is stored.';
comment on column public.import_rows.writes is 'What is written, by column; of own fields those that change, of experts and tags names of what changes.';
comment on column public.import_rows.cells is 'What is different, as people read it: [{"field", "before", "after"}].';
comment on column public.import_rows.problems is '[{"problem", "field", "detail"}].';
comment on column public.import_rows.candidates is
  'What it could be: [{"record_id", "row", "name", "reason", "cells"}], of a record what joining would change.';
comment on column public.import_rows.people is 'Words that nobody is called: [{"words", "owner"}].';
comment on column public.import_rows.decision is 'What the importer wants: {"do": "apply", "leave", "apart", "join" or "bin"}.';
comment on column public.import_rows.is_to_apply is 'Whether it is written when the plan is applied.';
comment on column public.import_rows.outcome is 'done or refused; empty until it is applied.';
alter table public.import_rows owner to cairn_owner;

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
alter table public.import_matches owner to cairn_owner;

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
    'The source must have 1 to 120 characters.'
  ))
);
create unique index found_sources_account_id_name_key on public.found_sources (account_id, lower(name));
create index found_sources_created_by_idx on public.found_sources (account_id, created_by);
comment on table public.found_sources is 'A source whose scripts push what they find, with a key.';
comment on column public.found_sources.name is
  'What its records are imported_from. It is never changed: the records would no longer be known.';
comment on column public.found_sources.key_hash is 'The SHA-256 of its key, which is shown once.';
comment on column public.found_sources.created_by is 'Who added it; empty when that person has left.';
comment on column public.found_sources.last_seen_at is 'When it last pushed something.';
alter table public.found_sources owner to cairn_owner;

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
    'A source has 1 to 120 characters, and the id of a record there 1 to 200.'
  )),
  constraint found_records_name_length check (private.holds(
    char_length(name) between 1 and 120,
    'Name must have 1 to 120 characters.'
  )),
  constraint found_records_given_object check (private.holds(
    jsonb_typeof(given) = 'object' and octet_length(given::text) <= 100000,
    'What was found must be a JSON object of at most 100,000 bytes.'
  )),
  constraint found_records_state_known check (private.holds(
    state in ('waiting', 'registered', 'ignored'),
    'State must be waiting, registered or ignored.'
  ))
);
create index found_records_by_state_idx on public.found_records (account_id, state, first_seen_at desc, id);
create index found_records_decided_by_idx on public.found_records (account_id, decided_by) where decided_by is not null;
comment on table public.found_records is 'What a source has and the catalogues may not: it waits for a decision.';
comment on column public.found_records.source is 'What a record that it becomes is imported_from.';
comment on column public.found_records.source_id is 'Its id at the source.';
comment on column public.found_records.owner is 'Who owns it, in the words of the source.';
comment on column public.found_records.given is 'What the source says of it, as rows of imports have it.';
comment on column public.found_records.state is 'waiting, registered once a record has this source and id, or ignored for good.';
comment on column public.found_records.record_id is 'The record that it is; the record may be gone since.';
comment on column public.found_records.decided_by is 'Who registered or ignored it; empty when that person has left.';
alter table public.found_records owner to cairn_owner;

alter table public.imports add constraint imports_kind_known check (private.holds(
  kind in ('system', 'solution', 'agent', 'automation'),
  'Kind must be system, solution, agent or automation.'
));
alter table public.found_records add constraint found_records_kind_known check (private.holds(
  kind in ('system', 'solution', 'agent', 'automation'),
  'Kind must be system, solution, agent or automation.'
));

create type private.import_write as (
  row_number integer, record_id uuid, version timestamptz, effect text, columns jsonb, add_experts uuid[],
  remove_experts uuid[]
);
alter type private.import_write owner to cairn_definer;

-- It gets a second parameter.
drop function public.undo_act(uuid);

-- First steps: many records are added at once, and an account sees how far it has come.

-- An account as one archive.

alter table public.notifications
  drop constraint notifications_kind_known,
  add constraint notifications_kind_known check (private.holds(
    kind in (
      'invitation_accepted', 'member_joined', 'newcomer_waiting', 'expert_assigned', 'owner_assigned', 'level_changed',
      'record_changed', 'record_deleted', 'record_restored', 'dependency_deleted', 'second_factor_wanted', 'handed_over',
      'view_changed', 'renewal_due', 'archive_ready'
    ),
    'Kind must be one of the known kinds of notifications.'
  ));

create table public.archives (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references public.accounts (id) on delete cascade,
  state text not null default 'waiting',
  made_by uuid,
  bytes bigint not null default 0,
  entries bigint not null default 0,
  parts integer not null default 0,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  ready_at timestamptz,
  expires_at timestamptz not null default now() + interval '1 day',
  constraint archives_account_id_id_key unique (account_id, id),
  constraint archives_state_known check (private.holds(
    state in ('waiting', 'working', 'ready', 'failed'),
    'State must be waiting, working, ready or failed.'
  ))
);
create unique index archives_one_at_a_time_key on public.archives (account_id) where state in ('waiting', 'working');
create index archives_expires_at_idx on public.archives (expires_at);
alter table public.archives owner to cairn_owner;
create table private.archive_parts (
  account_id uuid not null,
  archive_id uuid not null,
  place integer not null,
  bytes bytea not null,
  primary key (account_id, archive_id, place),
  constraint archive_parts_archive_id_fkey foreign key (account_id, archive_id)
    references public.archives (account_id, id) on delete cascade
);
alter table private.archive_parts owner to cairn_owner;
alter table private.archive_parts alter column bytes set storage external;
create table private.awaited_people (
  account_id uuid not null references public.accounts (id) on delete cascade,
  id uuid not null,
  email text not null,
  name text not null,
  role text not null,
  knowledge_areas text[] not null,
  primary key (account_id, id),
  constraint awaited_people_email_key unique (account_id, email)
);
alter table private.awaited_people owner to cairn_owner;
create table private.awaited_lines (
  account_id uuid not null references public.accounts (id) on delete cascade,
  file text not null,
  key text not null,
  is_whole boolean not null,
  line jsonb not null,
  primary key (account_id, file, key)
);
alter table private.awaited_lines owner to cairn_owner;
create table public.archive_imports (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references public.accounts (id) on delete cascade,
  state text not null default 'uploading',
  made_by uuid,
  bytes bigint not null default 0,
  parts integer not null default 0,
  entries bigint not null default 0,
  problem text,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint archive_imports_account_id_id_key unique (account_id, id),
  constraint archive_imports_account_id_key unique (account_id),
  constraint archive_imports_state_known check (private.holds(
    state in ('uploading', 'waiting', 'working', 'done', 'failed'),
    'State must be uploading, waiting, working, done or failed.'
  ))
);
create index archive_imports_created_at_idx on public.archive_imports (created_at);
alter table public.archive_imports owner to cairn_owner;
create table private.archive_import_parts (
  account_id uuid not null,
  import_id uuid not null,
  place integer not null,
  bytes bytea not null,
  primary key (account_id, import_id, place),
  constraint archive_import_parts_import_id_fkey foreign key (account_id, import_id)
    references public.archive_imports (account_id, id) on delete cascade
);
alter table private.archive_import_parts owner to cairn_owner;
alter table private.archive_import_parts alter column bytes set storage external;

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
create or replace function private.refuse_taken_name() returns trigger
language plpgsql set search_path = ''
as $$
declare
  taken boolean;
begin
  -- An import has looked for the names of all its rows at once.
  if current_setting('cairn.names_are_known', true) = 'on' then
    return new;
  end if;
  execute format(
    'select exists (select from %1$I.%2$I r where r.account_id = $1 and %3$s(r.name) = %3$s($2) and r.id <> $3)',
    tg_table_schema, tg_table_name, coalesce(tg_argv[2], 'lower')
  ) into taken using new.account_id, new.name, new.id;
  if taken then
    raise exception '% with this name already exists.', tg_argv[0]
      using errcode = '23505', constraint = tg_argv[1], hint = 'Choose another name. Capitals make no difference.';
  end if;
  return new;
end
$$;
create function private.is_taking_in() returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(current_setting('cairn.taking_in', true), '') = 'on'
$$;
comment on function private.is_taking_in() is
  'Whether the server is writing the rows of an archive, which come with their history and are no news.';
alter function private.is_taking_in() owner to cairn_definer;
grant execute on function private.is_taking_in() to authenticated, service_role, cairn_owner;
create or replace function private.stamp_record() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    if current_user = 'authenticated' then
      new.created_by := private.caller_id();
      new.updated_by := new.created_by;
      new.created_at := now();
      new.updated_at := now();
    end if;
  elsif current_user <> 'cairn_owner' and not private.is_purging() and not private.is_taking_in() then
    new.updated_by := old.updated_by;
    new.updated_at := old.updated_at;
    if new is distinct from old then
      new.updated_by := private.caller_id();
      if current_user = 'cairn_definer' and new.updated_by is distinct from old.updated_by then
        if not private.is_member(new.account_id, new.updated_by) then
          new.updated_by := null;
        end if;
      end if;
      new.updated_at := now();
    end if;
  end if;
  return new;
end
$$;
create or replace function private.end_invitations_of_leaver() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_taking_in() then
    return null;
  end if;
  update public.pending_invitations i
  set declined_at = now()
  where i.account_id = new.account_id and private.mailbox(i.email) = private.mailbox(new.email)
    and i.created_at <= new.left_at
    and i.accepted_at is null and i.declined_at is null;
  return null;
end
$$;
create or replace function private.audit_appearance() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_taking_in() then
    return null;
  end if;
  perform private.write_audit(
    new.account_id, private.caller_id(), 'appearance_updated', 'appearance_settings', new.id::text,
    jsonb_build_object('account_name', new.account_name)
  );
  return null;
end
$$;
create function private.team_page(
  query text,
  in_department text,
  of_level text,
  with_area text,
  of_status text,
  sort text,
  descending boolean,
  skip integer,
  most integer
) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  ordering constant text := private.team_order(sort, coalesce(descending, false));
  wanted constant text := private.display_text(coalesce(query, ''));
  answer json;
begin
  if ordering is null or coalesce(of_status, 'active') not in ('active', 'pending') then
    raise exception 'You cannot sort or filter the team this way.' using errcode = '22023';
  end if;
  if char_length(wanted) > 200 then
    raise exception 'A search has at most 200 characters.' using errcode = '22023', hint = 'Enter a shorter search.';
  end if;
  execute format(
    'with team as materialized (select * from private.team_entries($1, private.my_rank() = 3)),
    named as materialized (
      select e.* from team e where private.folded(e.name) like $2
    ),
    -- Where the text stands in no name, those that have it with a typo are meant.
    meant as materialized (
      select n.* from named n
      union all
      select e.* from team e where not exists (select from named) and private.folded(e.name) ~ $8
    ),
    found as materialized (
      select e.*
      from meant e
      where ($3 is null or e.department = $3)
        and ($4 is null or e.permission_level = $4)
        and ($5 is null or exists (select from unnest(e.knowledge_areas) a where lower(a) = lower($5)))
        and ($6 is null or e.is_pending = ($6 = ''pending''))
    ),
    page as (
      select e.*, row_number() over (order by e.is_pending desc, %1$s, e.name, e.id) as place
      from found e
      order by e.is_pending desc, %1$s, e.name, e.id
      limit $9 offset $7
    )
    select json_build_object(
      ''all'', (select count(*) from team),
      ''total'', (select count(*) from found),
      ''items'', (select coalesce(json_agg(p order by p.place), ''[]'') from page p)
    )',
    ordering
  )
    into answer
    using account, private.folded_pattern(wanted), in_department, of_level, with_area, of_status,
      greatest(coalesce(skip, 0), 0), private.with_a_typo(wanted), most;
  return answer;
end
$$;
comment on function private.team_page(text, text, text, text, text, text, boolean, integer, integer) is
  'So many of the caller''s team after so many, as find_members gives them.';
alter function private.team_page(text, text, text, text, text, text, boolean, integer, integer) owner to cairn_definer;
create or replace function public.find_members(
  query text default '',
  in_department text default null,
  of_level text default null,
  with_area text default null,
  of_status text default null,
  sort text default 'name',
  descending boolean default false,
  skip integer default 0
) returns json
language sql stable security definer set search_path = ''
as $$
  select private.team_page(query, in_department, of_level, with_area, of_status, sort, descending, skip, 100)
$$;
create or replace function private.audit_severity(action text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when action is null then null
    when action in (
      'login_rate_limit_check', 'password_changed', 'password_change_failed', 'permission_updated', 'member_removed',
      'audit_log_cleaned', 'team_data_access_failed', 'member_second_factor_removed', 'member_sessions_ended',
      'bin_purged', 'archive_requested', 'archive_downloaded'
    ) then 'high'
    when action in (
      'failed_login', 'lock_out_released', 'password_change_attempted', 'session_ended', 'member_joined', 'member_left',
      'invitation_created', 'invitation_accepted', 'invitation_revoked', 'newcomer_admitted', 'newcomer_refused',
      'newcomer_admission_updated', 'second_factor_reminder_sent', 'feature_updated', 'appearance_updated',
      'bin_expired', 'records_exported', 'archive_import_requested', 'archive_taken_in', 'found_source_added',
      'found_key_renewed'
    ) or action like '%\_deleted' then 'medium'
    else 'low'
  end
$$;
create or replace function private.audit_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_taking_in() then
    return null;
  end if;
  perform private.write_audit(
    new.account_id, private.caller_id(),
    case
      when tg_op = 'INSERT' then 'invitation_created'
      when new.accepted_at is not null then 'invitation_accepted'
      else 'invitation_revoked'
    end,
    'invitation', new.id::text, jsonb_build_object('permission', new.permission_level)
  );
  return null;
end
$$;
create or replace function private.audit_feature() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_taking_in() then
    return null;
  end if;
  perform private.write_audit(
    new.account_id, private.caller_id(), 'feature_updated', 'app_feature', new.feature_name,
    jsonb_build_object('enabled', new.enabled)
  );
  return null;
end
$$;
create or replace function private.audit_deletion() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_taking_in() then
    return null;
  end if;
  perform private.write_audit(
    new.account_id, new.changed_by, new.kind || '_' || new.action, new.kind, new.record_id::text,
    jsonb_build_object('name', new.record_name)
  );
  return null;
end
$$;
create or replace function private.keep_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_taking_in() then
    return null;
  end if;
  insert into public.record_history (
    account_id, kind, record_id, record_name, action, before, after, changed_by, changed_at, concerned
  )
  select
    (r.record ->> 'account_id')::uuid,
    tg_argv[0],
    (r.record ->> 'id')::uuid,
    coalesce(r.record ->> 'name', r.record ->> 'title'),
    case
      when r.name_before is not null then 'restored'
      when tg_op = 'INSERT' then 'created'
      else 'deleted'
    end,
    to_jsonb(r.name_before),
    case when r.name_before is not null then r.record -> 'name' end,
    private.caller_id(),
    clock_timestamp(),
    array(
      select distinct person::uuid
      from unnest(array[r.record ->> 'owner_id', r.record ->> 'created_by', r.record ->> 'author_id']) as person
      where person is not null
    )
  from (
    select
      to_jsonb(m) as record,
      case tg_op when 'INSERT' then private.name_in_bin(m.account_id, m.id) end as name_before
    from moved m
  ) r;
  return null;
end
$$;
create or replace function private.keep_link_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_taking_in() then
    return null;
  end if;
  -- Planned each time: a plan made for one link would look ten thousand of them up one by one.
  execute format(
    'insert into public.record_history (
      account_id, kind, record_id, record_name, action, field, before, after, changed_by, act, concerned
    )
    select
      r.account_id, $1, r.id, r.name, ''updated'', $2,
      case when $3 then linked.value end, case when not $3 then linked.value end,
      $4, $5,
      array(select distinct person from unnest(array[r.owner_id, r.created_by]) as person where person is not null)
    from links l
    join public.%1$I r on r.id = l.%2$I
    join public.%3$I t on t.id = l.%4$I
    cross join lateral (select jsonb_build_object(''id'', t.id, ''name'', t.name) as value) linked
    -- Links that went with a record came to an end without a word, and come back without one.
    where $3 or not exists (
      select from public.binned_records b
      where b.account_id = l.account_id and b.record_id in (l.%2$I, l.%4$I)
    )',
    tg_argv[2], tg_argv[3], tg_argv[4], tg_argv[5]
  ) using tg_argv[0], tg_argv[1], tg_op = 'DELETE', private.caller_id(), private.current_act();
  return null;
end
$$;
create or replace function private.keep_expert_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  kind text;
begin
  if private.is_taking_in() then
    return null;
  end if;
  for kind in select distinct l.kind from links l loop
    execute format(
      'insert into public.record_history (
        account_id, kind, record_id, record_name, action, field, before, after, changed_by, act, concerned
      )
      select
        r.account_id, $1, r.id, r.name, ''updated'', ''experts'',
        case when $2 then expert.value end, case when not $2 then expert.value end,
        $3, $4,
        array(select distinct person from unnest(array[r.owner_id, r.created_by]) as person where person is not null)
      from links l
      join public.%I r on r.id = l.record_id
      join public.profiles p on p.id = l.expert_id
      cross join lateral (select jsonb_build_object(''id'', p.id, ''name'', p.name) as value) expert
      where l.kind = $1 and ($2 or not exists (
        select from public.binned_records b where b.account_id = l.account_id and b.record_id = l.record_id
      ))',
      private.catalogue_of(kind)
    ) using kind, tg_op = 'DELETE', private.caller_id(), private.current_act();
  end loop;
  return null;
end
$$;
create or replace function private.clean_built_in_fields() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.vendor := private.display_text(coalesce(new.vendor, ''));
  new.department := private.display_text(coalesce(new.department, ''));
  new.cost_per_month := round(new.cost_per_month, 2);
  new.imported_from := nullif(private.display_text(new.imported_from), '');
  new.source_id := nullif(private.display_text(new.source_id), '');
  return new;
end
$$;
comment on function private.clean_built_in_fields() is
  'Trigger: turns texts of built-in fields and of the source into display text before their length is checked, and rounds the cost to cents.';
create function private.forget_taken_source() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  taken boolean;
begin
  execute format(
    'select exists (
      select from public.%I r
      where r.account_id = $1 and r.imported_from = $2 and r.source_id = $3 and r.id <> $4
    )',
    tg_table_name
  ) into taken using new.account_id, new.imported_from, new.source_id, new.id;
  if taken then
    new.source_id := null;
  end if;
  return new;
end
$$;
comment on function private.forget_taken_source() is
  'Trigger: a record that is put back lets go of the id at its source that another record has by now.';
alter function private.forget_taken_source() owner to cairn_definer;
create or replace function private.check_own_field() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_coming constant boolean :=
    tg_op = 'INSERT' or (tg_op = 'UPDATE' and old.deleted_at is not null and new.deleted_at is null);
begin
  if private.is_taking_in() then
    return new;
  end if;
  -- Row security refuses a stranger's account, and it comes later: until then nothing is said of it.
  if private.caller_id() is not null and new.account_id is distinct from private.my_account() then
    return new;
  end if;
  perform pg_advisory_xact_lock(private.lock_of_own_fields(new.account_id));
  new.name := private.display_text(coalesce(new.name, ''));
  new.help := private.display_text(coalesce(new.help, ''));
  new.section := private.display_text(coalesce(new.section, ''));
  new.unit := case new.type when 'number' then private.display_text(coalesce(new.unit, '')) else '' end;
  if tg_op = 'INSERT' then
    if coalesce(new.key, '') = '' then
      new.key := private.slug(new.name, 'field', array(
        select f.key from public.own_fields f where f.account_id = new.account_id and f.kind = new.kind
      ));
    end if;
  else
    -- When is not for the client to say.
    new.retired_at := case when new.retired_at is not null then coalesce(old.retired_at, now()) end;
    new.deleted_at := case when new.deleted_at is not null then coalesce(old.deleted_at, now()) end;
  end if;
  if is_coming then
    perform private.holds(
      tg_op = 'INSERT' or old.deleted_at > now() - private.time_of_deleted_fields(),
      'This field was deleted more than 30 days ago.'
    );
    perform private.holds(
      new.deleted_at is not null or (
        select count(*)
        from public.own_fields f
        where f.account_id = new.account_id and f.kind = new.kind and f.deleted_at is null
      ) < 50,
      'Records of a kind have at most 50 fields of their own.'
    );
  end if;
  if new.deleted_at is null and (is_coming or new.name <> old.name) then
    perform private.refuse_own_field_name(new);
  end if;
  new.choices := case when new.type in ('choice', 'choices') then private.clean_choices(new.choices) else '[]' end;
  -- One that held once may hold no more, as a member who has left. Nobody is kept from another change by it.
  if tg_op = 'INSERT'
    or (new.type, new.choices, new.record_kind, new.default_value)
      is distinct from (old.type, old.choices, old.record_kind, old.default_value)
  then
    new.default_value := private.own_value(new, 'Default', new.default_value);
  end if;
  return new;
end
$$;
create or replace function private.audit_own_field() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_taking_in() then
    return null;
  end if;
  perform private.write_audit(
    new.account_id, private.caller_id(),
    case
      when tg_op = 'INSERT' then 'own_field_added'
      when old.deleted_at is null and new.deleted_at is not null then 'own_field_deleted'
      when old.deleted_at is not null and new.deleted_at is null then 'own_field_restored'
      when old.retired_at is null and new.retired_at is not null then 'own_field_retired'
      when old.retired_at is not null and new.retired_at is null then 'own_field_brought_back'
      else 'own_field_changed'
    end,
    'own_field', new.id::text,
    jsonb_strip_nulls(jsonb_build_object(
      'kind', new.kind, 'name', new.name, 'type', new.type,
      'old_name', case when tg_op = 'UPDATE' and old.name <> new.name then old.name end,
      'old_type', case when tg_op = 'UPDATE' and old.type <> new.type then old.type end
    ))
  );
  return null;
end
$$;
create or replace function private.problem_of_own_value(field public.own_fields, value jsonb, was jsonb) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  words constant text := value #>> '{}';
begin
  -- An expression with a query in it costs twenty times what one without does, and an import judges many thousands.
  if field.type in ('choice', 'choices') then
    return case
      when not private.knows_choices(
        field, case field.type when 'choice' then array[words] else array(select jsonb_array_elements_text(value)) end, was
      ) then case field.type
        when 'choice' then 'must be one of its present choices.' else 'must be some of its present choices.'
      end
    end;
  end if;
  return case field.type
    when 'text' then case when char_length(words) > 500 then 'must have at most 500 characters.' end
    when 'long_text' then case when char_length(words) > 5000 then 'must have at most 5,000 characters.' end
    when 'number' then case
      when abs(words::numeric) > 1e15 then 'must be a number from -1,000,000,000,000,000 to 1,000,000,000,000,000.'
      when scale(trim_scale(words::numeric)) > 6 then 'must have at most 6 decimals.'
    end
    when 'date' then case
      when not private.is_day(words) then 'must be a day between the years 1900 and 9999, such as 2026-12-31.'
    end
    when 'member' then case
      when not private.is_held_member(field.account_id, words) then 'must be a member of your account.'
    end
    when 'record' then case
      when not (case when private.is_uuid(words)
        then private.is_record(field.account_id, field.record_kind, words::uuid) else false end)
        then 'must be a record that is there.'
    end
    when 'address' then case
      when not private.is_web_address(words) then 'must be an address that begins with http:// or https://.'
    end
  end;
end
$$;
create function private.judged_own_value(
  field public.own_fields, value jsonb, was jsonb, out clean jsonb, out problem text
)
language plpgsql security definer set search_path = ''
as $$
begin
  clean := value;
  if jsonb_typeof(clean) is distinct from private.json_type_of(field.type) then
    if coalesce(clean, 'null') in ('null', '""') then
      clean := null;
      return;
    end if;
    problem := case field.type
      when 'number' then 'must be a number.'
      when 'yes_no' then 'must be yes or no.'
      when 'choices' then 'must be some of its present choices.'
      else 'must be a text.'
    end;
    return;
  end if;
  clean := case field.type
    when 'text' then to_jsonb(private.display_text(clean #>> '{}'))
    when 'long_text' then to_jsonb(btrim(private.display_lines(clean #>> '{}'), e' \n'))
    when 'number' then to_jsonb(trim_scale((clean #>> '{}')::numeric))
    when 'address' then to_jsonb(btrim(clean #>> '{}'))
    when 'member' then to_jsonb(lower(clean #>> '{}'))
    when 'record' then to_jsonb(lower(clean #>> '{}'))
    else clean
  end;
  if field.type = 'choices' then
    clean := private.choices_in_order(field, array(select jsonb_array_elements_text(clean)));
  end if;
  if clean in ('""', '[]') then
    clean := null;
    return;
  end if;
  problem := private.problem_of_own_value(field, clean, was);
end
$$;
comment on function private.judged_own_value(public.own_fields, jsonb, jsonb) is
  'A value as it is stored, null for none, and how a sentence goes on that begins with the name of the field, where it cannot have it.';
alter function private.judged_own_value(public.own_fields, jsonb, jsonb) owner to cairn_definer;
create or replace function private.own_value(field public.own_fields, label text, value jsonb, was jsonb default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  judged constant record := private.judged_own_value(field, value, was);
begin
  if judged.problem is not null then
    raise exception '% %', label, judged.problem using errcode = '23514';
  end if;
  return judged.clean;
end
$$;
create or replace function private.keep_view() returns trigger
language plpgsql set search_path = ''
as $$
declare
  most constant integer := case when new.person_id is null then 200 else 100 end;
  others integer;
  last_place integer;
begin
  if private.is_taking_in() then
    return new;
  end if;
  new.name := private.display_text(coalesce(new.name, ''));
  perform pg_advisory_xact_lock(hashtextextended(
    'views of ' || coalesce(new.account_id::text, '') || coalesce(new.person_id::text, ''), 0
  ));
  if tg_op = 'INSERT' or new.person_id is distinct from old.person_id then
    select count(*), coalesce(max(v.place), 0) into others, last_place
    from public.views v
    where v.account_id = new.account_id
      and (v.person_id = new.person_id or v.person_id is null and new.person_id is null);
    if others >= most then
      raise exception '%', case
        when new.person_id is null then 'An account has at most 200 views for all members.'
        else 'A member has at most 100 views of their own.'
      end using errcode = '23514', hint = 'Delete a view first.';
    end if;
    new.place := last_place + 1;
  end if;
  if exists (
    select from public.views v
    where v.account_id = new.account_id and v.kind = new.kind and v.id <> new.id
      and (v.person_id = new.person_id or v.person_id is null and new.person_id is null)
      and private.folded(v.name) = private.folded(new.name)
  ) then
    raise exception 'A view with this name already exists.'
      using errcode = '23505', hint = 'Choose another name. Capitals and accents make no difference.';
  end if;
  return new;
end
$$;
create or replace function private.mark_records() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_taking_in() then
    return null;
  end if;
  case tg_op
    when 'INSERT' then
      insert into private.records_to_count (account_id, kind, record_id)
      select c.account_id, tg_argv[0], c.id from come c;
    when 'DELETE' then
      insert into private.records_to_count (account_id, kind, record_id)
      select g.account_id, tg_argv[0], g.id
      from gone g
      where exists (select from public.accounts a where a.id = g.account_id);
    else
      -- No join: the plan is kept, and is as good for one record as for ten thousand.
      insert into private.records_to_count (account_id, kind, record_id)
      select changed.account_id, tg_argv[0], changed.id
      from (
        select c.account_id, c.id, c.owner_id, c.invited_owner_id from come c
        except
        select g.account_id, g.id, g.owner_id, g.invited_owner_id from gone g
      ) changed;
  end case;
  return null;
end
$$;
create or replace function private.mark_named() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_taking_in() then
    return null;
  end if;
  case tg_op
    when 'INSERT' then
      insert into private.records_to_count (account_id, kind, record_id)
      select c.account_id, c.kind, c.record_id from come c;
    when 'DELETE' then
      insert into private.records_to_count (account_id, kind, record_id)
      select g.account_id, g.kind, g.record_id
      from gone g
      where exists (select from public.accounts a where a.id = g.account_id);
    else
      insert into private.records_to_count (account_id, kind, record_id)
      select g.account_id, g.kind, g.record_id from gone g
      union
      select c.account_id, c.kind, c.record_id from come c;
  end case;
  return null;
end
$$;
create function private.most_exported() returns integer
language sql immutable set search_path = ''
as $$
  select 250000
$$;
comment on function private.most_exported() is 'As many rows as one export has.';
alter function private.most_exported() owner to cairn_definer;
create function private.refuse_export(format text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if coalesce(format not in ('csv', 'xlsx', 'json'), true) then
    raise exception 'Format must be csv, xlsx or json.' using errcode = '22023';
  end if;
  if not private.count_against_limit('exports of ' || private.caller_id(), 30) then
    raise exception 'Too many exports at once.' using errcode = 'PT429', hint = 'Wait a minute, then try again.';
  end if;
end
$$;
comment on function private.refuse_export(text) is
  'Refuses unknown formats, and the thirty-first export of the caller within a minute.';
alter function private.refuse_export(text) owner to cairn_definer;
create function private.begun_export(list text, of_record text, format text, ids text[]) returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if cardinality(ids) > private.most_exported() then
    raise exception 'An export has at most 250,000 records.'
      using errcode = '22023', hint = 'Filter the list, and export it in parts.';
  end if;
  if cardinality(ids) > 0 then
    perform private.write_audit(
      private.my_account(), private.caller_id(), 'records_exported', list, of_record,
      jsonb_build_object('records', cardinality(ids), 'format', format)
    );
  end if;
  return json_build_object('total', cardinality(ids), 'ids', to_json(ids));
end
$$;
comment on function private.begun_export(text, text, text, text[]) is
  'Enters an export into the audit log, and says what it has: {"total", "ids"}. Refuses more than most_exported.';
alter function private.begun_export(text, text, text, text[]) owner to cairn_definer;
create function public.begin_export(
  kind text,
  format text,
  query text default '',
  sort text default 'usual',
  descending boolean default false,
  statuses text[] default null,
  owners uuid[] default null,
  without_owner boolean default false,
  gaps text[] default null,
  tags uuid[] default null,
  all_tags boolean default false,
  conditions jsonb default null
) returns json
language plpgsql volatile security definer
set search_path = '' set cpu_operator_cost = 0.1
as $$
declare
  account constant uuid := private.my_account();
  catalogue constant text := private.catalogue_of(kind);
  ordering constant text := private.catalogue_order(account, kind, sort, coalesce(descending, false));
  ids uuid[];
begin
  if catalogue is null or ordering is null then
    raise exception 'There is no such catalogue, or it has no such order.' using errcode = '22023';
  end if;
  perform private.refuse_export(format);
  execute pg_catalog.format(
    'select array(select r.id from (select t.* from public.%I t where %s) r %s order by %s limit $3)',
    catalogue,
    private.records_condition(
      account, kind, query, statuses, owners, coalesce(without_owner, false), gaps, tags, coalesce(all_tags, false),
      conditions
    ),
    case
      when sort in ('owner', 'lastPublisher') then pg_catalog.format(
        'left join (
          select p.id, row_number() over (order by p.name, p.id) as place
          from public.profiles p
          where p.account_id = $1
        ) person on person.id = r.%I',
        case sort when 'owner' then 'owner_id' else 'updated_by' end
      )
      else (select f.joined from private.field_order(account, kind, sort) f)
    end,
    ordering
  )
    into ids using account, private.folded_pattern(private.display_text(coalesce(query, ''))), private.most_exported() + 1;
  return private.begun_export(catalogue, null, format, ids::text[]);
end
$$;
comment on function public.begin_export(text, text, text, text, boolean, text[], uuid[], boolean, text[], uuid[], boolean, jsonb) is
  'The ids of all records of a catalogue that fit a filter, as find_records has it, in its order: {"total", "ids"}. At most 250,000. Enters into the audit log that the caller exports them as csv, xlsx or json. Thirty times a minute.';
alter function public.begin_export(text, text, text, text, boolean, text[], uuid[], boolean, text[], uuid[], boolean, jsonb) owner to cairn_definer;
revoke all on function public.begin_export(text, text, text, text, boolean, text[], uuid[], boolean, text[], uuid[], boolean, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.begin_export(text, text, text, text, boolean, text[], uuid[], boolean, text[], uuid[], boolean, jsonb) to authenticated, service_role;
create function private.people_by_name(ids uuid[]) returns table (id uuid, name text)
language sql stable security definer set search_path = ''
as $$
  select v.id, case when v.id = private.caller_id() then format('%s <%s>', v.name, v.display_email) else v.name end
  from unnest(ids) as wanted (id)
  cross join lateral private.visible_profiles(private.my_account(), wanted.id) v
  union all
  select i.id, case when private.my_rank() = 3 then format('%s <%s>', i.name, i.email) else i.name end
  from public.pending_invitations i
  where i.account_id = private.my_account() and i.id = any (ids)
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
$$;
comment on function private.people_by_name(uuid[]) is
  'What members and invited people of the caller''s account are called in a file, with the address where the caller may see it.';
alter function private.people_by_name(uuid[]) owner to cairn_definer;
grant execute on function private.people_by_name(uuid[]) to authenticated;
create function public.get_records_to_export(kind text, ids uuid[]) returns json
language plpgsql stable set search_path = ''
as $$
declare
  catalogue constant text := private.catalogue_of(kind);
  referring constant text[] := array(
    select f.key
    from public.own_fields f
    where f.kind = get_records_to_export.kind and f.type in ('member', 'record')
      and f.retired_at is null and f.deleted_at is null
  );
  columns text;
  page jsonb[];
  experts jsonb;
  wanted uuid[];
  names jsonb;
  items json;
begin
  perform private.refuse_other_kind(kind);
  if coalesce(cardinality(ids) > 1000, true) then
    raise exception 'A part of an export has at most 1,000 records.' using errcode = '22023';
  end if;
  select string_agg(format('t.%I', a.attname), ', ' order by a.attnum) into columns
  from pg_catalog.pg_attribute a
  where a.attrelid = to_regclass(format('public.%I', catalogue)) and a.attnum > 0 and not a.attisdropped
    and a.attname not in ('account_id', 'details');
  execute format(
    'select array(
      select to_jsonb(r)
      from (select %s from public.%I t where t.id = any ($1)) r
      order by array_position($1, r.id)
    )',
    columns, catalogue
  )
    into page using ids;
  select coalesce(jsonb_object_agg(e.record_id, e.known), '{}') into experts
  from (
    select x.record_id, jsonb_agg(x.expert_id) as known
    from public.record_experts x
    where x.kind = get_records_to_export.kind and x.record_id = any (ids)
    group by x.record_id
  ) e;
  wanted := array(
    select distinct named.id::uuid
    from unnest(page) as r (row)
    cross join lateral (
      select r.row ->> column_name
      from unnest(array['owner_id', 'invited_owner_id', 'updated_by']) as of_people (column_name)
      union all
      select r.row -> 'own' ->> own.key from unnest(referring) as own (key)
      union all
      select jsonb_array_elements_text(r.row -> 'tags' || coalesce(r.row -> 'related_systems', '[]'))
      union all
      select jsonb_array_elements_text(experts -> (r.row ->> 'id'))
    ) as named (id)
    where named.id is not null
  );
  select coalesce(jsonb_object_agg(n.id, n.name), '{}') into names
  from (
    select p.id, p.name from private.people_by_name(wanted) p
    union all
    select t.id, t.name from public.tags t where t.id = any (wanted)
    union all
    select r.id, r.name from private.records r where r.id = any (wanted)
  ) n;
  select coalesce(
    json_agg(
      r.row || jsonb_build_object(
        'owner', coalesce(names -> (r.row ->> 'owner_id'), names -> (r.row ->> 'invited_owner_id')),
        'publisher', names -> (r.row ->> 'updated_by'),
        'experts', private.in_words(experts -> (r.row ->> 'id'), names),
        'tags', private.in_words(r.row -> 'tags', names),
        'related_systems', private.in_words(r.row -> 'related_systems', names),
        'own', r.row -> 'own' || (
          select coalesce(jsonb_object_agg(own.key, coalesce(names -> (r.row -> 'own' ->> own.key), r.row -> 'own' -> own.key)), '{}')
          from unnest(referring) as own (key)
          where r.row -> 'own' ? own.key
        )
      )
      order by r.place
    ),
    '[]'
  ) into items
  from unnest(page) with ordinality as r (row, place);
  return items;
end
$$;
comment on function public.get_records_to_export(text, uuid[]) is
  'Up to 1,000 records of a catalogue of the caller''s account, in the order of their ids: [row]. With owner, publisher (who changed it last), experts, tags and related systems; own fields of members and records are names.';
alter function public.get_records_to_export(text, uuid[]) owner to cairn_definer;
revoke all on function public.get_records_to_export(text, uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.get_records_to_export(text, uuid[]) to authenticated;
create function private.in_words(ids jsonb, names jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(coalesce(names ->> i.id, i.id) order by lower(names ->> i.id), i.id), '[]')
  from jsonb_array_elements_text(coalesce(ids, '[]')) as i (id)
$$;
comment on function private.in_words(jsonb, jsonb) is 'A list of ids as the names that belong to them, by name.';
alter function private.in_words(jsonb, jsonb) owner to cairn_definer;
grant execute on function private.in_words(jsonb, jsonb) to authenticated;
create or replace function private.is_field_key(key text) returns boolean
language sql immutable set search_path = ''
as $$
  select key like 'own.%' or private.built_in_label(key) is not null or key in (
    'name', 'description', 'platform', 'source', 'webhook_url', 'use_cases', 'users', 'links', 'imported_from', 'source_id'
  )
$$;
comment on function private.is_field_key(text) is
  'Whether a word is what a column with values of its own is called, or how own fields are.';
create or replace function private.stored_built_in(key text, fields text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when key in ('vendor', 'department', 'description') then format('coalesce(%s ->> %L, '''')', fields, key)
    when key = 'cost_per_month' then format('(%s ->> %L)::numeric', fields, key)
    when key = 'renews_on' then format('(%s ->> %L)::date', fields, key)
    when key in ('use_cases', 'users') then format('array(select jsonb_array_elements_text(%s -> %L))', fields, key)
    when key = 'links' then format('%s -> %L', fields, key)
    else format('%s ->> %L', fields, key)
  end
$$;
comment on function private.stored_built_in(text, text) is
  'A column out of an expression {key: value} as it is stored, as an expression.';
create or replace function private.delete_again(lines jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  one record;
begin
  for one in
    select l.kind, array_agg(l.record_id) as ids
    from jsonb_to_recordset(lines) as l (kind text, record_id uuid, part text)
    where l.part in ('restored', 'created')
    group by l.kind
  loop
    perform public.delete_records(one.kind, one.ids);
  end loop;
end
$$;
comment on function private.delete_again(jsonb) is 'Deletes the records that an act has restored or created.';
create or replace function private.checked_lines(of_act uuid, skip integer default 0, at_most integer default null)
returns table (
  place bigint, kind text, record_id uuid, record_name text, part text, before jsonb, after jsonb, changed_at timestamptz,
  is_there boolean, problem text, problem_by uuid
)
language sql stable security definer set search_path = ''
as $$
  with act as materialized (
    select a.* from public.acts a where a.id = of_act and a.account_id = (select private.my_account())
  ),
  caller as materialized (
    select private.caller_id() as id, coalesce(private.my_rank(), -1) as rank, array(select private.kinds_in_use()) as kinds
  ),
  line as materialized (
    select
      h.kind, h.record_id, h.record_name, coalesce(h.field, h.action) as part, h.before, h.after, h.changed_at,
      row_number() over (order by lower(h.record_name), h.record_id, h.changed_at, h.id) as place
    from act a
    join public.record_history h on h.account_id = a.account_id and h.act = a.id
    where coalesce(h.field, h.action) = any (a.parts)
    order by place
    limit at_most offset greatest(coalesce(skip, 0), 0)
  )
  select
    l.place, l.kind, l.record_id, l.record_name, l.part, l.before, l.after, l.changed_at, r.id is not null,
    case
      when newer.id is not null and newer.action in ('deleted', 'restored') then newer.action
      when newer.id is not null then 'changed'
      when l.part = 'deleted' and b.record_id is null or l.part <> 'deleted' and r.id is null then 'gone'
      when not case l.part
        when 'deleted' then private.may_restore(a.account_id, b.record, b.deleted_at)
        when 'experts' then c.rank >= 1
        else c.rank >= 2 or c.rank = 1 and (
          c.id in (r.created_by, r.owner_id) is true
          -- A caller who gave a record away may have it back.
          or l.part = 'owner_id' and a.done_by = c.id and l.before = to_jsonb(c.id)
        )
      end then 'not_allowed'
      when c.rank < 3 and l.kind <> all (c.kinds) then 'switched_off'
      when l.part = 'deleted' and private.name_is_taken(a.account_id, l.kind, b.name) then 'name_taken'
      when former.left_since then 'left'
      when former.tag_gone then 'tag_gone'
      when l.part = 'name' and lower(l.before #>> '{}') <> lower(r.name)
        and private.name_is_taken(a.account_id, l.kind, l.before #>> '{}') then 'name_taken'
      when private.is_cut(l.part, l.before) then 'value_gone'
      when l.part like 'own.%' then private.problem_of_former_value(a.account_id, l.kind, substr(l.part, 5), l.before)
      when former.is_full then 'full'
    end,
    newer.changed_by
  from line l
  cross join act a
  cross join caller c
  left join private.records r on l.part <> 'deleted' and r.account_id = a.account_id and r.kind = l.kind and r.id = l.record_id
  left join public.binned_records b
    on l.part = 'deleted' and b.account_id = a.account_id and b.kind = l.kind and b.record_id = l.record_id and b.act = a.id
  left join lateral (
    select n.id, n.action, n.changed_by
    from public.record_history n
    where n.account_id = a.account_id and n.record_id = l.record_id and n.changed_at > l.changed_at and n.act <> a.id
      and case
        when l.part = 'deleted' then n.action <> 'updated'
        when r.id is null then n.action = 'deleted'
        when l.part in ('restored', 'created') then true
        when l.part = 'experts'
          then n.field = 'experts' and coalesce(n.after, n.before) -> 'id' = coalesce(l.after, l.before) -> 'id'
        when l.part = 'tags' then n.field = 'tags' and (
          n.changed_by is distinct from c.id
          or private.changed_tags(n.before, n.after) && private.changed_tags(l.before, l.after)
        )
        -- An amount and its currency are one.
        when l.part in ('cost_per_month', 'cost_currency') then n.field in ('cost_per_month', 'cost_currency')
        else n.field = l.part
      end
    order by n.changed_at desc, n.id
    limit 1
  ) newer on true
  cross join lateral (
    select case
      when l.part = 'experts' and l.after is null or l.part = 'owner_id' and jsonb_typeof(l.before) = 'string' then not exists (
        select from public.account_members m
        where m.account_id = a.account_id
          and m.user_id = (case l.part when 'experts' then l.before ->> 'id' else l.before #>> '{}' end)::uuid
      )
      when l.part = 'owner_id' and jsonb_typeof(l.before) = 'object' then not exists (
        select from public.pending_invitations i
        where i.account_id = a.account_id and i.id = (l.before ->> 'id')::uuid
          and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
      )
      else false
    end as left_since,
    l.part = 'tags' and exists (
      select from unnest(private.lost_tags(l.before, l.after)) as lost (id)
      where not exists (select from public.tags t where t.account_id = a.account_id and t.id = lost.id)
    ) as tag_gone,
    l.part = 'tags' and cardinality(r.tags) + cardinality(private.lost_tags(l.before, l.after))
      - cardinality(private.lost_tags(l.after, l.before)) > 50 as is_full
  ) former
  order by l.place
$$;
create function private.begin_undo(done public.acts, skip integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  begun public.acts;
begin
  if skip > 0 then
    select u.* into begun
    from public.acts u
    where u.account_id = done.account_id and u.undoes = done.id and u.done_by = private.caller_id()
    order by u.done_at desc
    limit 1;
  end if;
  -- An undo is an act of its own, even in the transaction of what it takes back.
  perform set_config('cairn.act', coalesce(begun.id::text, ''), true);
  return coalesce(begun.departed, '[]');
end
$$;
comment on function private.begin_undo(public.acts, integer) is
  'Begins an undo, or goes on with the caller''s own; gives whose owner had left, as far as that is known.';
alter function private.begin_undo(public.acts, integer) owner to cairn_definer;
create function private.lines_of_page(done public.acts, skip integer, out lines jsonb, out next integer)
language plpgsql stable security definer set search_path = ''
as $$
declare
  is_long constant boolean := done.action = 'import'
    or exists (select from public.acts o where o.account_id = done.account_id and o.id = done.undoes and o.action = 'import');
  whole jsonb;
begin
  select coalesce(jsonb_agg(l order by l.place), '[]') into lines
  from private.checked_lines(done.id, skip, case when is_long then 1000 end) l;
  if is_long and jsonb_array_length(lines) = 1000 then
    -- A record is taken back as a whole, so the last one waits for the next page, unless it is the only one.
    select jsonb_agg(l.value) into whole
    from jsonb_array_elements(lines) as l (value)
    where l.value -> 'record_id' <> lines -> -1 -> 'record_id';
    lines := coalesce(whole, lines);
    next := coalesce(skip, 0) + jsonb_array_length(lines);
  end if;
end
$$;
comment on function private.lines_of_page(public.acts, integer) is
  'The lines of an act that one undo takes back, and where the next begins; null where there is none.';
alter function private.lines_of_page(public.acts, integer) owner to cairn_definer;
create function public.undo_act(act_param uuid, skip integer default 0) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  done constant public.acts := private.hold_act(act_param);
  departed jsonb := private.begin_undo(done, skip);
  page constant record := private.lines_of_page(done, skip);
  lines jsonb := page.lines;
  good jsonb;
  undoing uuid;
  counted integer;
begin
  if 'deleted' = any (done.parts) then
    lines := private.restore_of_act(lines);
  end if;
  select coalesce(jsonb_agg(l.value), '[]'), count(distinct l.value ->> 'record_id')
  into good, counted
  from jsonb_array_elements(lines) as l (value)
  where l.value ->> 'problem' is null;
  departed := departed || private.departed_of(
    array(select (l.value ->> 'record_id')::uuid from jsonb_array_elements(good) as l (value))
  );
  perform private.put_former_values(good);
  perform private.put_former_experts(good);
  perform private.put_former_tags(good);
  perform private.put_former_fields(good);
  perform private.delete_again(good);
  perform private.restore_departed_owners(done.departed, array(
    select l.record_id from jsonb_to_recordset(good) as l (record_id uuid, part text) where l.part = 'owner_id'
  ));
  undoing := private.note_act(
    done.account_id, 'undo', null, private.parts_of_undo(done.parts), departed, done.id
  );
  return jsonb_build_object(
    'act', undoing,
    'undone', counted,
    'left', private.grouped_problems(lines),
    'next', page.next
  );
end
$$;
comment on function public.undo_act(uuid, integer) is
  'Takes an act of the caller''s account back, for 30 days: each record that nobody has changed since and that the caller may change so. {"act", "undone", "left": [{"problem", "by_id", "by_name", "records"}], "next"}: the undo, which is an act itself (null where nothing came of it), how many records, and what speaks against the others (see private.checked_lines). Of an import it is a page: next says which lines to skip in the next call, and is null after the last.';
alter function public.undo_act(uuid, integer) owner to cairn_definer;
revoke all on function public.undo_act(uuid, integer) from public, anon, authenticated, service_role;
grant execute on function public.undo_act(uuid, integer) to authenticated;
create or replace function private.parts_of_undo(parts text[]) returns text[]
language sql immutable set search_path = ''
as $$
  select array(
    select case part when 'deleted' then 'restored' when 'restored' then 'deleted' when 'created' then 'deleted' else part end
    from unnest(parts) as part
  )
$$;
create function private.is_cut(part text, value jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(
    value -> 'omitted_bytes' is not null or part = 'webhook_url' and value not in ('null', '""'),
    false
  )
$$;
comment on function private.is_cut(text, jsonb) is 'Whether the history has a former value in part only.';
alter function private.is_cut(text, jsonb) owner to cairn_definer;
create function public.begin_list_export(list text, format text, filter jsonb default '{}') returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  record_param constant uuid := filter ->> 'record';
  ids text[];
begin
  perform private.refuse_export(format);
  case list
    when 'team' then
      ids := array(
        select entry.item ->> 'id'
        from json_array_elements(private.team_page(
          filter ->> 'query', filter ->> 'in_department', filter ->> 'of_level', filter ->> 'with_area',
          filter ->> 'of_status', coalesce(filter ->> 'sort', 'name'), (filter ->> 'descending')::boolean, 0,
          private.most_exported() + 1
        ) -> 'items') with ordinality as entry (item, place)
        order by entry.place
      );
    when 'bin' then
      ids := array(
        select b.record_id
        from public.binned_records b
        where b.account_id = account
          and (filter ->> 'of_kind' is null or b.kind = filter ->> 'of_kind')
          and strpos(lower(b.name), lower(btrim(coalesce(filter ->> 'query', '')))) > 0
        order by b.deleted_at desc, b.record_id
        limit private.most_exported() + 1
      );
    when 'acts' then
      ids := array(
        select a.id
        from public.acts a
        where a.account_id = account
        order by a.done_at desc, a.id
        limit private.most_exported() + 1
      );
    when 'history' then
      ids := array(
        select h.id
        from public.record_history h
        where h.account_id = account and h.record_id = record_param
        order by h.changed_at desc, h.id desc
        limit private.most_exported() + 1
      );
    else
      raise exception 'There is no such list.' using errcode = '22023';
  end case;
  return private.begun_export(list, record_param::text, format, ids);
end
$$;
comment on function public.begin_list_export(text, text, jsonb) is
  'The ids of all rows of a list, in its order: {"total", "ids"}. team is filtered as find_members has it, bin by of_kind and query; history is that of a record. Otherwise as begin_export.';
alter function public.begin_list_export(text, text, jsonb) owner to cairn_definer;
revoke all on function public.begin_list_export(text, text, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.begin_list_export(text, text, jsonb) to authenticated;
create function public.get_list_to_export(list text, ids text[]) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  rows json;
begin
  if coalesce(cardinality(ids) > 1000, true) then
    raise exception 'A part of an export has at most 1,000 records.' using errcode = '22023';
  end if;
  case list
    when 'team' then
      select json_agg(r.row order by r.place) into rows from private.team_to_export(ids) r;
    when 'bin' then
      select json_agg(r.row order by r.place) into rows from private.bin_to_export(ids::uuid[]) r;
    when 'acts' then
      select json_agg(r.row order by r.place) into rows from private.acts_to_export(ids::uuid[]) r;
    when 'history' then
      select json_agg(r.row order by r.place) into rows from private.history_to_export(ids::uuid[]) r;
    else
      raise exception 'There is no such list.' using errcode = '22023';
  end case;
  return coalesce(rows, '[]');
end
$$;
comment on function public.get_list_to_export(text, text[]) is
  'Up to 1,000 rows of the team, the bin, the acts or the history of the caller''s account, in the order of their ids: [row], with people, tags and records by name.';
alter function public.get_list_to_export(text, text[]) owner to cairn_definer;
revoke all on function public.get_list_to_export(text, text[]) from public, anon, authenticated, service_role;
grant execute on function public.get_list_to_export(text, text[]) to authenticated;
create function private.team_to_export(ids text[]) returns table (place bigint, "row" jsonb)
language sql stable security definer set search_path = ''
as $$
  select wanted.place, to_jsonb(e) || jsonb_build_object(
    'email', case when e.is_pending then i.email else v.display_email end,
    'status', case when e.is_pending then 'pending' else 'active' end,
    'joined_at', m.created_at
  )
  from private.team_entries(private.my_account(), private.my_rank() = 3) e
  join unnest(ids) with ordinality as wanted (id, place) on wanted.id = e.id
  left join private.visible_profiles(private.my_account()) v on v.id::text = e.id
  left join public.account_members m on m.account_id = private.my_account() and m.user_id = v.id
  left join public.pending_invitations i on i.account_id = private.my_account() and 'pending-' || i.id = e.id
$$;
comment on function private.team_to_export(text[]) is
  'People of the caller''s team as the directory and their profiles show them, with email, status and joined_at.';
alter function private.team_to_export(text[]) owner to cairn_definer;
create function private.bin_to_export(ids uuid[]) returns table (place bigint, "row" jsonb)
language sql stable security definer set search_path = ''
as $$
  select wanted.place, jsonb_build_object(
    'id', b.record_id,
    'kind', b.kind,
    'name', b.name,
    'deleted_by', coalesce(private.name_of_member(b.account_id, b.deleted_by), b.deleted_by::text),
    'deleted_at', b.deleted_at,
    'expires_at', b.deleted_at + make_interval(days => private.bin_days()),
    'reason', b.reason
  )
  from public.binned_records b
  join unnest(ids) with ordinality as wanted (id, place) on wanted.id = b.record_id
  where b.account_id = private.my_account()
$$;
comment on function private.bin_to_export(uuid[]) is 'Deleted records of the caller''s account as the bin shows them.';
alter function private.bin_to_export(uuid[]) owner to cairn_definer;
create function private.acts_to_export(ids uuid[]) returns table (place bigint, "row" jsonb)
language sql stable security definer set search_path = ''
as $$
  select wanted.place, jsonb_build_object(
    'id', a.id,
    'action', a.action,
    'kind', a.kind,
    'value', coalesce(act.told ->> 'value_name', a.value),
    'records', a.records,
    'done_by', coalesce(act.told ->> 'done_by_name', a.done_by::text),
    'done_at', a.done_at,
    'undone_by', coalesce(act.told #>> '{undone_by,done_by_name}', act.told #>> '{undone_by,done_by}'),
    'undone_at', act.told #> '{undone_by,done_at}'
  )
  from public.acts a
  join unnest(ids) with ordinality as wanted (id, place) on wanted.id = a.id
  cross join lateral private.act_as_read(a) as act (told)
  where a.account_id = private.my_account()
$$;
comment on function private.acts_to_export(uuid[]) is 'Acts of the caller''s account, with people and tags by name.';
alter function private.acts_to_export(uuid[]) owner to cairn_definer;
create function private.history_to_export(ids uuid[]) returns table (place bigint, "row" jsonb)
language sql stable security definer set search_path = ''
as $$
  with lines as materialized (
    select wanted.place, h.*
    from public.record_history h
    join unnest(ids) with ordinality as wanted (id, place) on wanted.id = h.id
    where h.account_id = private.my_account()
  ),
  told as materialized (
    select array(
      select distinct said.text::uuid
      from lines l
      cross join lateral (
        select l.changed_by::text
        union all
        select item.value #>> '{}'
        from unnest(array[l.before, l.after]) as v (value)
        cross join lateral jsonb_array_elements(
          case when jsonb_typeof(v.value) = 'array' then v.value else jsonb_build_array(v.value) end
        ) as item (value)
      ) as said (text)
      where said.text ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    ) as ids
  ),
  names as materialized (
    select coalesce(jsonb_object_agg(n.id, n.name), '{}') as known
    from (
      select p.id, p.name from told cross join lateral private.people_by_name(told.ids) p
      union all
      select r.id, r.name
      from told
      join private.catalogue_records r on r.account_id = private.my_account() and r.id = any (told.ids)
    ) n
  )
  select l.place, jsonb_build_object(
    'id', l.id,
    'changed_at', l.changed_at,
    'changed_by', coalesce(names.known ->> l.changed_by::text, l.changed_by::text),
    'action', l.action,
    'field', l.field,
    'before', case
      when l.field = 'handover' then l.after #> '{giver,name}' else private.history_in_words(l.before, names.known)
    end,
    'after', case
      when l.field = 'handover' then l.after #> '{receiver,name}' else private.history_in_words(l.after, names.known)
    end
  )
  from lines l
  cross join names
$$;
comment on function private.history_to_export(uuid[]) is
  'Lines of the history of the caller''s account, with people, tags and records by name.';
alter function private.history_to_export(uuid[]) owner to cairn_definer;
create function private.history_in_words(value jsonb, names jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case jsonb_typeof(value)
    when 'array' then (
      select jsonb_agg(coalesce(item.value -> 'name', names -> (item.value #>> '{}'), item.value) order by item.place)
      from jsonb_array_elements(value) with ordinality as item (value, place)
    )
    when 'object' then coalesce(value -> 'name', to_jsonb(value::text))
    when 'string' then coalesce(names -> (value #>> '{}'), value)
    else value
  end
$$;
comment on function private.history_in_words(jsonb, jsonb) is
  'A value as the history keeps it, with the names that belong to ids: of lists each entry, of other objects their JSON.';
alter function private.history_in_words(jsonb, jsonb) owner to cairn_definer;
create function private.refuse_importing(kind text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.refuse_other_kind(kind);
  if coalesce(private.my_rank(), 0) < 1 then
    raise exception 'Viewers cannot import.' using errcode = '42501', hint = 'Ask an administrator for another level.';
  end if;
  perform private.refuse_feature_off(private.feature_of(kind));
end
$$;
comment on function private.refuse_importing(text) is 'Refuses a caller who may not add records of a kind.';
alter function private.refuse_importing(text) owner to cairn_definer;
create function private.hold_import(import uuid) returns public.imports
language plpgsql volatile security definer set search_path = ''
as $$
declare
  held public.imports;
begin
  perform set_config('lock_timeout', '4s', true);
  select i.* into held
  from public.imports i
  where i.id = import and i.account_id = private.my_account()
    and (i.started_by = private.caller_id() or private.my_rank() = 3)
  for update;
  if not found then
    raise exception 'There is no such import.'
      using errcode = 'PT404', hint = 'Imports are kept for seven days. Start again with the file.';
  end if;
  perform private.refuse_importing(held.kind);
  return held;
end
$$;
comment on function private.hold_import(uuid) is
  'A plan of the caller, or for admins of the account, which is held until the transaction ends; the caller may import still.';
alter function private.hold_import(uuid) owner to cairn_definer;
grant execute on function private.hold_import(uuid) to authenticated;
create function public.start_import(kind text, file_name text, match_key text, source text default null) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  started uuid;
begin
  perform private.refuse_importing(kind);
  if (select count(*) from public.imports i where i.account_id = private.my_account() and i.started_by = private.caller_id())
    >= 20
  then
    -- The oldest gives way: nobody keeps twenty plans in mind.
    delete from public.imports i
    where i.id = (
      select o.id from public.imports o
      where o.account_id = private.my_account() and o.started_by = private.caller_id()
      order by o.started_at, o.id
      limit 1
    );
  end if;
  if match_key like 'own.%' and not exists (
    select from public.own_fields f
    where f.account_id = private.my_account() and f.kind = start_import.kind and match_key = 'own.' || f.key
      and f.type in ('text', 'number') and f.deleted_at is null and f.retired_at is null
  ) then
    raise exception 'Rows can meet records by an own field that is a text or a number.' using errcode = '22023';
  end if;
  if match_key = 'source' and nullif(private.display_text(source), '') is null then
    raise exception 'Say which source the file comes from.' using errcode = '22023';
  end if;
  insert into public.imports as i (kind, file_name, match_key, source)
  values (kind, private.display_text(file_name), match_key, nullif(private.display_text(source), ''))
  returning i.id into started;
  return started;
end
$$;
comment on function public.start_import(text, text, text, text) is
  'Starts a plan for the records of a kind and gives its id. match_key is name, id, source or own.key of a text or number. With source, source_id of rows is compared among records of this source.';
alter function public.start_import(text, text, text, text) owner to cairn_definer;
revoke all on function public.start_import(text, text, text, text) from public, anon, authenticated, service_role;
grant execute on function public.start_import(text, text, text, text) to authenticated;
create function private.match_value(match_key text, given jsonb) returns text
language sql immutable set search_path = ''
as $$
  select case jsonb_typeof(given -> k.key)
    when 'number' then trim_scale((given ->> k.key)::numeric)::text
    else nullif(private.display_text(case match_key when 'source' then given ->> k.key else lower(given ->> k.key) end), '')
  end
  from (select case match_key when 'source' then 'source_id' else match_key end as key) k
$$;
comment on function private.match_value(text, jsonb) is 'What a row has in the key of its import, in small letters but for ids of sources.';
alter function private.match_value(text, jsonb) owner to cairn_definer;
create function public.add_import_rows(import uuid, rows jsonb) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  plan constant public.imports := private.hold_import(import);
  added integer;
begin
  if exists (select from public.import_rows r where r.import_id = plan.id and r.effect is not null) then
    raise exception 'This import has been checked already.' using errcode = '55000', hint = 'Start again with the file.';
  end if;
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) > 1000 or exists (
    select from jsonb_array_elements(rows) as r (value)
    where jsonb_typeof(r.value -> 'values') is distinct from 'object'
      or coalesce(r.value ->> 'row' !~ '^[1-9][0-9]{0,6}$', true)
      or jsonb_typeof(coalesce(r.value -> 'unreadable', '[]')) <> 'array'
  ) then
    raise exception 'Send at most 1,000 rows: [{"row", "values", "unreadable"}].' using errcode = '22023';
  end if;
  insert into public.import_rows as r (account_id, import_id, row_number, given, unreadable, match_value, name_key)
  select distinct on (number)
    plan.account_id, plan.id, (g.value ->> 'row')::integer as number, g.value -> 'values',
    array(select jsonb_array_elements_text(coalesce(g.value -> 'unreadable', '[]'))),
    private.match_value(plan.match_key, g.value -> 'values'),
    nullif(private.name_key(left(g.value -> 'values' ->> 'name', 200)), '')
  from jsonb_array_elements(rows) with ordinality as g (value, place)
  order by number, g.place desc
  on conflict (import_id, row_number) do update
  set given = excluded.given, unreadable = excluded.unreadable, match_value = excluded.match_value,
    name_key = excluded.name_key;
  get diagnostics added = row_count;
  if (select count(*) from public.import_rows r where r.import_id = plan.id) > 50000 then
    raise exception 'An import has at most 50,000 rows.' using errcode = '22023', hint = 'Divide the file.';
  end if;
  return added;
end
$$;
comment on function public.add_import_rows(uuid, jsonb) is
  'Adds at most 1,000 rows to a plan that is not checked yet: [{"row", "values", "unreadable"}]. One that was sent before is replaced. values are by the key of the field; unreadable names fields whose text has characters that are none.';
alter function public.add_import_rows(uuid, jsonb) owner to cairn_definer;
revoke all on function public.add_import_rows(uuid, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.add_import_rows(uuid, jsonb) to authenticated;
create function public.abandon_import(import uuid) returns void
language sql security definer set search_path = ''
as $$
  delete from public.imports i
  where i.id = import and i.account_id = private.my_account()
    and (i.started_by = private.caller_id() or private.my_rank() = 3)
$$;
comment on function public.abandon_import(uuid) is
  'Deletes a plan of the caller, or for admins of the account. What has been applied stays; one that is not there is no fault.';
alter function public.abandon_import(uuid) owner to cairn_definer;
revoke all on function public.abandon_import(uuid) from public, anon, authenticated, service_role;
grant execute on function public.abandon_import(uuid) to authenticated;
create function private.hash_of_heads(heads text[]) returns text
language sql immutable set search_path = ''
as $$
  select encode(sha256(convert_to(array_to_string(array(
    select private.folded(private.display_text(left(h.head, 200))) from unnest(heads) with ordinality as h (head, place)
    order by h.place
  ), e'\n'), 'UTF8')), 'hex')
$$;
comment on function private.hash_of_heads(text[]) is 'The same for heads that differ in case, accents and spaces alone.';
alter function private.hash_of_heads(text[]) owner to cairn_definer;
create function public.get_import_match(kind text, heads text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select m.matched
  from public.import_matches m
  where m.account_id = private.my_account() and m.kind = get_import_match.kind
    and m.heads = private.hash_of_heads(get_import_match.heads) and private.my_rank() >= 1
$$;
comment on function public.get_import_match(text, text[]) is
  'How a file with these heads was matched last in the account, as remember_import_match was told; null where none was.';
alter function public.get_import_match(text, text[]) owner to cairn_definer;
revoke all on function public.get_import_match(text, text[]) from public, anon, authenticated, service_role;
grant execute on function public.get_import_match(text, text[]) to authenticated;
create function public.remember_import_match(kind text, heads text[], matched jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  perform private.refuse_importing(kind);
  if coalesce(cardinality(heads), 0) not between 1 and 1000 or jsonb_typeof(matched) is distinct from 'object'
    or octet_length(matched::text) > 100000
  then
    raise exception 'A match is a JSON object of at most 100,000 bytes for 1 to 1,000 heads.' using errcode = '22023';
  end if;
  insert into public.import_matches as m (account_id, kind, heads, matched)
  values (account, kind, private.hash_of_heads(heads), matched)
  on conflict on constraint import_matches_pkey do update set matched = excluded.matched, used_at = now();
  -- The latest hundred stay.
  delete from public.import_matches m
  where m.account_id = account and (m.kind, m.heads) in (
    select o.kind, o.heads from public.import_matches o where o.account_id = account order by o.used_at desc offset 100
  );
end
$$;
comment on function public.remember_import_match(text, text[], jsonb) is
  'Remembers for the account how a file with these heads was matched; the latest hundred are kept.';
alter function public.remember_import_match(text, text[], jsonb) owner to cairn_definer;
revoke all on function public.remember_import_match(text, text[], jsonb) from public, anon, authenticated, service_role;
grant execute on function public.remember_import_match(text, text[], jsonb) to authenticated;
create function private.import_fields(account uuid, kind text)
returns table (key text, field public.own_fields, longest integer)
language sql stable security definer set search_path = ''
as $$
  select 'own.' || f.key, f, null::integer
  from public.own_fields f
  where f.account_id = account and f.kind = import_fields.kind and f.deleted_at is null and f.retired_at is null
  union all
  select
    c.key,
    jsonb_populate_record(null::public.own_fields, jsonb_build_object(
      'account_id', account, 'name', c.label, 'type', c.type, 'required', false,
      'choices', (
        select jsonb_agg(jsonb_build_object('id', w.word))
        from (
          select unnest(private.built_in_choices(c.key)) as word
          union all
          select jsonb_array_elements_text(k.choices -> c.key)
        ) w
      )
    )),
    c.longest
  from private.kinds k
  cross join (
    values
      ('name', 'Name', 'text', 120), ('description', 'Description', 'long_text', 2000), ('status', 'Status', 'choice', null),
      ('vendor', 'Vendor', 'text', 120), ('department', 'Department', 'text', 120),
      ('criticality', 'Criticality', 'choice', null), ('data_class', 'Data class', 'choice', null),
      ('lifecycle', 'Lifecycle', 'choice', null), ('cost_per_month', 'Cost per month', 'number', null),
      ('cost_currency', 'Currency', 'text', 3), ('renews_on', 'Renewal', 'date', null),
      ('imported_from', 'Source', 'text', 120), ('source_id', 'Id at the source', 'text', 200),
      ('platform', 'Platform', 'choice', null), ('source', 'Source', 'choice', null),
      ('webhook_url', 'Webhook URL', 'text', 2048)
  ) as c (key, label, type, longest)
  join pg_catalog.pg_attribute a
    on a.attrelid = format('public.%I', k.record_table)::regclass and a.attname = c.key and not a.attisdropped
  where k.kind = import_fields.kind
$$;
comment on function private.import_fields(uuid, text) is
  'The fields of a kind that hold one value each, those of the account among them, and how long a text may be.';
alter function private.import_fields(uuid, text) owner to cairn_definer;
create function private.import_people(plan public.imports, words text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(w.word, coalesce(said.person || '{"said": true}', member.person, invited.person)), '{}')
  from (select distinct lower(given) as word from unnest(words) as given) w
  left join lateral (
    select jsonb_build_object('id', p.id, 'name', p.name) as person
    from public.profiles p
    join public.account_members m on m.account_id = plan.account_id and m.user_id = p.id
    where w.word in (lower(p.email), lower(p.name), p.id::text)
    -- An address is surer than a name, and a name counts where one alone has it.
    order by lower(p.email) = w.word desc, p.id::text = w.word desc
    limit 1
  ) member on (
    select count(*)
    from public.profiles p
    join public.account_members m on m.account_id = plan.account_id and m.user_id = p.id
    where lower(p.name) = w.word and lower(p.email) <> w.word
  ) <= 1
  left join lateral (
    select jsonb_build_object('id', 'pending-' || i.id, 'name', i.name) as person
    from public.pending_invitations i
    where i.account_id = plan.account_id
      and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
      -- Addresses of invited people are for admins.
      and (lower(i.name) = w.word or private.my_rank() = 3 and i.email = w.word)
    order by i.email = w.word desc, i.created_at
    limit 1
  ) invited on true
  left join lateral (
    select case
      when plan.people -> w.word ? 'member' then (
        select jsonb_build_object('id', p.id, 'name', p.name)
        from public.profiles p
        join public.account_members m on m.account_id = plan.account_id and m.user_id = p.id
        where p.id::text = plan.people -> w.word ->> 'member'
      )
      when plan.people -> w.word ? 'invite' then jsonb_build_object(
        'id', 'invite:' || (plan.people -> w.word ->> 'invite'), 'name', plan.people -> w.word ->> 'invite'
      )
    end as person
  ) said on true
  where coalesce(said.person, member.person, invited.person) is not null
$$;
comment on function private.import_people(public.imports, text[]) is
  'Who is meant by words: {word: {"id", "name"}}. The id is that of a member, pending- and an invitation, or invite: and an address that is invited when the plan is applied.';
alter function private.import_people(public.imports, text[]) owner to cairn_definer;
create function private.import_list(value jsonb) returns text[]
language sql immutable set search_path = ''
as $$
  select case
    when jsonb_typeof(value) = 'array' and not jsonb_path_exists(value, '$[*] ? (@.type() <> "string")')
      then private.clean_list(array(select jsonb_array_elements_text(value)))
    when jsonb_typeof(value) = 'string' then private.clean_list(array[value #>> '{}'])
    when jsonb_typeof(value) = 'null' then '{}'
  end
$$;
comment on function private.import_list(jsonb) is 'The texts of a list, of one text or of none; null for anything else.';
alter function private.import_list(jsonb) owner to cairn_definer;
create function private.import_list_cell(
  key text, value jsonb, people jsonb, out clean jsonb, out problem text, out detail text, out unknown text[]
)
language plpgsql immutable set search_path = ''
as $$
declare
  words constant text[] := private.import_list(value);
begin
  if words is null or cardinality(words) > (case key when 'tags' then 50 when 'links' then 20 else 100 end) then
    problem := 'value';
    detail := case key
      when 'tags' then 'A record has at most 50 tags.'
      when 'links' then 'Links must be a list of at most 20.'
      else 'A list has at most 100 texts.'
    end;
    return;
  end if;
  case key
    when 'owner', 'experts' then
      unknown := array(select w from unnest(words) as w where case key
        when 'owner' then people -> lower(w) is null
        else coalesce(people -> lower(w) ->> 'id' ~ '^(pending-|invite:)', true)
      end);
      clean := coalesce((
        select jsonb_agg(distinct (people -> lower(w)) - 'said') from unnest(words) as w where w <> all (unknown)
      ), '[]');
      if key = 'owner' then
        clean := case when cardinality(words) > 0 then coalesce(clean -> 0, 'null') else 'null' end;
      end if;
      -- The importer sees, and can change, what they have said.
      unknown := unknown || array(
        select w from unnest(words) as w where w <> all (unknown) and people -> lower(w) ? 'said'
      );
    when 'tags' then
      select w, 'unknown_tag' into detail, problem
      from unnest(words) as w
      where char_length(w) > 40 or w ~ '[#,]'
      limit 1;
      clean := to_jsonb(words);
    when 'links' then
      select w, 'value' into detail, problem from unnest(words) as w where not private.is_web_address(w) limit 1;
      if problem is not null then
        detail := 'A link needs a purpose and an address that begins with http:// or https://.';
      end if;
      clean := to_jsonb(words);
    else
      clean := to_jsonb(words);
      if not private.list_within(words, 100, 200) then
        problem := 'value';
        detail := case key
          when 'users' then 'Users must be at most 100, of at most 200 characters each.'
          else 'Use cases must be at most 100, of at most 200 characters each.'
        end;
      end if;
  end case;
end
$$;
comment on function private.import_list_cell(text, jsonb, jsonb) is
  'A list that was sent as it is stored, people as {"id", "name"}, what is wrong with it, and which people are unknown.';
alter function private.import_list_cell(text, jsonb, jsonb) owner to cairn_definer;
create function private.import_named(field public.own_fields, word text, people jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  found uuid;
begin
  if field.type = 'member' then
    return to_jsonb(nullif(substring(people -> lower(word) ->> 'id' from '^[0-9a-f-]{36}$'), ''));
  end if;
  execute format(
    'select t.id from public.%I t where t.account_id = $1 and (lower(t.name) = lower($2) or t.id::text = lower($2))
    order by t.id::text = lower($2) desc limit 1',
    private.catalogue_of(field.record_kind)
  ) into found using field.account_id, word;
  return to_jsonb(found::text);
end
$$;
comment on function private.import_named(public.own_fields, text, jsonb) is
  'The id of the member or record that a value names; null for nobody and nothing.';
alter function private.import_named(public.own_fields, text, jsonb) owner to cairn_definer;
create function private.import_cell(
  key text, value jsonb, field public.own_fields, longest integer, people jsonb,
  out clean jsonb, out problem text, out detail text, out unknown text[]
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  meant jsonb := value;
  judged record;
begin
  if key in ('owner', 'experts', 'tags', 'links', 'use_cases', 'users') then
    select c.* into clean, problem, detail, unknown from private.import_list_cell(key, value, people) c;
    return;
  elsif field.type is null then
    problem := 'no_field';
    return;
  elsif field.type in ('member', 'record') and jsonb_typeof(value) = 'string' and value <> '""' then
    meant := private.import_named(field, private.display_text(value #>> '{}'), people);
    if meant is null then
      problem := case field.type when 'member' then 'unknown_member' else 'unknown_record' end;
      detail := left(value #>> '{}', 200);
      return;
    end if;
  elsif key = 'cost_currency' and jsonb_typeof(value) = 'string' then
    meant := to_jsonb(upper(value #>> '{}'));
  end if;
  judged := private.judged_own_value(field, meant, null);
  clean := coalesce(judged.clean, 'null');
  if field.type in ('text', 'long_text') and char_length(clean #>> '{}') > longest then
    problem := 'value';
    detail := format('%s must have at most %s characters.', field.name, to_char(longest, 'FM9,999'));
  elsif judged.problem is not null then
    problem := 'value';
    detail := field.name || ' ' || judged.problem;
  elsif key = 'cost_per_month' and clean <> 'null' then
    clean := to_jsonb(round((clean #>> '{}')::numeric, 2));
    if (clean #>> '{}')::numeric not between 0 and 1000000000000 then
      problem := 'value';
      detail := 'Cost per month must be a number from 0 to 1,000,000,000,000.';
    end if;
  elsif key = 'cost_currency' and clean #>> '{}' !~ '^[A-Z]{3}$' then
    problem := 'value';
    detail := 'A cost needs a currency of three capital letters, such as EUR.';
  elsif key = 'webhook_url' and clean #>> '{}' !~* '^https://[!-\[\]-~]+$' then
    problem := 'value';
    detail := 'Webhook URL must be empty or a web address that begins with https://, of at most 2,048 characters.';
  elsif clean = 'null' and field.required then
    problem := 'required';
  end if;
end
$$;
comment on function private.import_cell(text, jsonb, public.own_fields, integer, jsonb) is
  'A value that was sent as it is stored, JSON null for none, or what is wrong with it: problem and detail. unknown are people whom nobody is called.';
alter function private.import_cell(text, jsonb, public.own_fields, integer, jsonb) owner to cairn_definer;
create function private.clean_import_rows(plan public.imports, rows integer[]) returns void
language plpgsql security definer set search_path = '' set enable_nestloop = off
as $$
declare
  meant constant jsonb := private.import_people(plan, array(
    select w.word
    from public.import_rows r
    cross join lateral jsonb_each(r.given) g
    cross join lateral unnest(private.import_list(g.value)) as w (word)
    where r.import_id = plan.id and r.row_number = any (rows) and (
      g.key in ('owner', 'experts')
      or exists (
        select from public.own_fields f
        where f.account_id = plan.account_id and f.kind = plan.kind and f.type = 'member' and g.key = 'own.' || f.key
      )
    )
  ));
begin
  -- What many rows have in a field is judged once.
  with given as materialized (
    select o.row_number, e.key, e.value
    from public.import_rows o
    cross join lateral jsonb_each(o.given) e
    where o.import_id = plan.id and o.row_number = any (rows) and e.key <> 'id' and not (
      e.key in ('name', 'status', 'platform', 'source') and coalesce(e.value, 'null') in ('null', '""')
    )
  ),
  judged as materialized (
    select g.key, g.value, c.clean, c.problem, c.detail, coalesce(c.unknown, '{}') as unknown
    from (select distinct d.key, d.value from given d) g
    left join private.import_fields(plan.account_id, plan.kind) f on f.key = g.key
    cross join lateral private.import_cell(g.key, g.value, f.field, f.longest, meant) c
  ),
  cell as materialized (
    select g.row_number, g.key, j.clean, j.problem, j.detail, j.unknown
    from given g
    join judged j on j.key = g.key and j.value = g.value
    union all
    select o.row_number, u.key, null, 'unreadable', null, '{}'
    from public.import_rows o
    cross join lateral unnest(o.unreadable) as u (key)
    where o.import_id = plan.id and o.row_number = any (rows)
  ),
  gathered as materialized (
    select
      c.row_number,
      jsonb_object_agg(c.key, c.clean) filter (
        where c.clean is not null and c.problem is null
          and (c.unknown = '{}' or c.clean <> 'null' and c.clean <> '[]')
      ) as clean,
      jsonb_agg(jsonb_build_object('problem', c.problem, 'field', c.key, 'detail', c.detail)) filter (
        where c.problem is not null
      ) as problems,
      jsonb_agg(jsonb_build_object('words', c.unknown, 'owner', c.key = 'owner')) filter (where c.unknown <> '{}') as people
    from cell c
    group by c.row_number
  )
  update public.import_rows r
  set clean = coalesce(j.clean, '{}')
      || case when plan.source is not null and r.given ? 'source_id'
          and (plan.match_key = 'source' or not r.given ? 'imported_from')
        then jsonb_build_object('imported_from', plan.source) else '{}' end,
    problems = coalesce(j.problems, '[]'),
    people = coalesce(j.people, '[]')
  from unnest(rows) as every (row_number)
  left join gathered j on j.row_number = every.row_number
  where r.import_id = plan.id and r.row_number = every.row_number;
end
$$;
comment on function private.clean_import_rows(public.imports, integer[]) is
  'Writes into rows of a plan what they hold as it is stored, what is wrong with it, and whom nobody is called.';
alter function private.clean_import_rows(public.imports, integer[]) owner to cairn_definer;
create function private.import_records(plan public.imports, ids uuid[])
returns table (id uuid, record jsonb, version timestamptz, may_change boolean)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query execute format(
    'select
      t.id,
      to_jsonb(t) || jsonb_build_object(
        ''owner'', coalesce(
          (select jsonb_build_object(''id'', p.id, ''name'', p.name) from public.profiles p where p.id = t.owner_id),
          (
            select jsonb_build_object(''id'', ''pending-'' || i.id, ''name'', i.name)
            from public.pending_invitations i where i.account_id = t.account_id and i.id = t.invited_owner_id
          )
        ),
        ''experts'', array(
          select jsonb_build_object(''id'', p.id, ''name'', p.name)
          from public.record_experts e
          join public.profiles p on p.id = e.expert_id
          where e.account_id = t.account_id and e.record_id = t.id
          order by p.name, p.id
        ),
        ''tags'', array(select g.name from public.tags g where g.id = any (t.tags) order by g.name)
      ),
      t.updated_at,
      private.may_delete(to_jsonb(t))
    from public.%I t
    where t.account_id = $1 and t.id = any ($2)',
    private.catalogue_of(plan.kind)
  ) using plan.account_id, ids;
end
$$;
comment on function private.import_records(public.imports, uuid[]) is
  'Records as rows of a plan are compared with them, people and tags by name, and whether the caller may change them.';
alter function private.import_records(public.imports, uuid[]) owner to cairn_definer;
create function private.names_of_people(people jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(p.value -> 'name' order by p.value ->> 'name'), '[]') from jsonb_array_elements(people) as p (value)
$$;
comment on function private.names_of_people(jsonb) is 'The names out of [{"id", "name"}].';
alter function private.names_of_people(jsonb) owner to cairn_definer;
create function private.people_without(people jsonb, others jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(p.value -> 'id'), '[]')
  from jsonb_array_elements(people) as p (value)
  where not others @> jsonb_build_array(jsonb_build_object('id', p.value -> 'id'))
$$;
comment on function private.people_without(jsonb, jsonb) is 'The ids of people who are not among the others.';
alter function private.people_without(jsonb, jsonb) owner to cairn_definer;
create function private.folded_set(words jsonb) returns text[]
language sql immutable set search_path = ''
as $$
  select array(select distinct private.folded(w.word) from jsonb_array_elements_text(words) as w (word) order by 1)
$$;
comment on function private.folded_set(jsonb) is 'Words in small letters without accents, each once and in order.';
alter function private.folded_set(jsonb) owner to cairn_definer;
create function private.name_in_field(field public.own_fields, value jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  called text;
begin
  if field.type = 'member' then
    called := private.name_of_member(field.account_id, (value #>> '{}')::uuid);
  elsif field.type = 'record' and value is not null then
    execute format('select t.name from public.%I t where t.account_id = $1 and t.id = $2', private.catalogue_of(field.record_kind))
      into called using field.account_id, (value #>> '{}')::uuid;
  end if;
  return coalesce(to_jsonb(called), value, 'null');
end
$$;
comment on function private.name_in_field(public.own_fields, jsonb) is
  'A value of an own field as people read it: members and records by name.';
alter function private.name_in_field(public.own_fields, jsonb) owner to cairn_definer;
create function private.compare_lists(
  key text, had jsonb, wanted jsonb, out write jsonb, out before jsonb, out after jsonb
)
language plpgsql immutable set search_path = ''
as $$
begin
  case key
    when 'owner' then
      if had -> 'id' is distinct from wanted -> 'id' then
        write := jsonb_build_object('owner', wanted -> 'id');
        before := had -> 'name';
        after := wanted -> 'name';
      end if;
    when 'experts' then
      write := jsonb_build_object(
        'add', private.people_without(wanted, had), 'remove', private.people_without(had, wanted)
      );
      if write = '{"add": [], "remove": []}' then
        write := null;
      else
        write := jsonb_build_object('experts', write);
        before := private.names_of_people(had);
        after := private.names_of_people(wanted);
      end if;
    when 'tags' then
      if private.folded_set(had) <> private.folded_set(wanted) then
        write := jsonb_build_object('tags', wanted);
        before := had;
        after := wanted;
      end if;
    when 'links' then
      after := (
        select jsonb_agg(jsonb_build_object('purpose', 'other', 'title', '', 'url', w.url))
        from jsonb_array_elements_text(wanted) as w (url)
        where not had @> jsonb_build_array(jsonb_build_object('url', w.url))
      );
      if after is not null then
        write := jsonb_build_object('links', had || after);
        before := jsonb_path_query_array(had, '$[*].url');
        after := before || jsonb_path_query_array(after, '$[*].url');
      end if;
    else
      if had <> wanted then
        write := jsonb_build_object(key, wanted);
        before := had;
        after := wanted;
      end if;
  end case;
end
$$;
comment on function private.compare_lists(text, jsonb, jsonb) is
  'What a list of a record, its owner or its experts become, as it is written and read; null where nothing changes.';
alter function private.compare_lists(text, jsonb, jsonb) owner to cairn_definer;
create function private.import_cost(writes jsonb, record jsonb, out full_writes jsonb, out problem jsonb)
language plpgsql immutable set search_path = ''
as $$
declare
  cost constant jsonb := coalesce(case when writes ? 'cost_per_month' then writes -> 'cost_per_month' else record -> 'cost_per_month' end, 'null');
  currency constant jsonb := coalesce(case when writes ? 'cost_currency' then writes -> 'cost_currency' else record -> 'cost_currency' end, 'null');
begin
  full_writes := writes;
  if cost = 'null' and currency <> 'null' then
    full_writes := case
      when coalesce(record -> 'cost_currency', 'null') = 'null' then writes - 'cost_currency'
      else writes || '{"cost_currency": null}'
    end;
  elsif cost <> 'null' and currency = 'null' then
    problem := jsonb_build_object(
      'problem', 'value', 'field', 'cost_currency',
      'detail', 'A cost needs a currency of three capital letters, such as EUR.'
    );
  end if;
end
$$;
comment on function private.import_cost(jsonb, jsonb) is
  'What is written, with the currency that goes with a cost, and the problem of a cost without one.';
alter function private.import_cost(jsonb, jsonb) owner to cairn_definer;
create function private.reads_the_same(key text, had jsonb, wanted jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select jsonb_typeof(had) = 'string' and jsonb_typeof(wanted) = 'string' and wanted #>> '{}' = case key
    when 'description' then btrim(private.display_lines(had #>> '{}'), e' \n')
    else private.display_text(had #>> '{}')
  end
$$;
comment on function private.reads_the_same(text, jsonb, jsonb) is
  'Whether a text of a record is what an import would make of it; null where one of them is no text.';
alter function private.reads_the_same(text, jsonb, jsonb) owner to cairn_definer;
create function private.compare_import_row(
  record jsonb, clean jsonb, fields jsonb, out writes jsonb, out cells jsonb, out problems jsonb
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  one record;
  had jsonb;
  compared record;
  list jsonb := '[]';
  cost record;
begin
  writes := '{}';
  problems := '[]';
  for one in select c.key, c.value from jsonb_each(clean) c loop
    if one.key like 'own.%' then
      had := record -> 'own' -> substr(one.key, 5);
      if coalesce(had, 'null') <> one.value then
        writes := jsonb_set(
          case when writes ? 'own' then writes else writes || '{"own": {}}' end, array['own', substr(one.key, 5)], one.value
        );
        list := list || jsonb_build_object(
          'field', one.key,
          'before', private.name_in_field(jsonb_populate_record(null::public.own_fields, fields -> one.key), had),
          'after', private.name_in_field(
            jsonb_populate_record(null::public.own_fields, fields -> one.key), nullif(one.value, 'null')
          )
        );
      end if;
    elsif one.key in ('owner', 'experts', 'tags', 'links', 'use_cases', 'users') then
      had := coalesce(record -> one.key, case one.key when 'owner' then 'null'::jsonb else '[]' end);
      compared := private.compare_lists(one.key, had, one.value);
      if compared.write is not null then
        writes := writes || compared.write;
        list := list || jsonb_build_object('field', one.key, 'before', compared.before, 'after', compared.after);
      end if;
    else
      had := nullif(coalesce(record -> one.key, 'null'), '""');
      if coalesce(had, 'null') <> one.value and private.reads_the_same(one.key, had, one.value) is not true then
        writes := writes || jsonb_build_object(one.key, case
          when one.value = 'null' and one.key in ('description', 'vendor', 'department') then '""' else one.value
        end);
        list := list || jsonb_build_object('field', one.key, 'before', had, 'after', one.value);
      end if;
    end if;
  end loop;
  cost := private.import_cost(writes, record);
  writes := cost.full_writes;
  if cost.problem is not null then
    problems := jsonb_build_array(cost.problem);
  end if;
  if jsonb_array_length(writes -> 'links') > 20 then
    problems := problems || jsonb_build_object(
      'problem', 'value', 'field', 'links', 'detail', 'Links must be a list of at most 20.'
    );
  end if;
  cells := list;
end
$$;
comment on function private.compare_import_row(jsonb, jsonb, jsonb) is
  'What a row would change of a record, an empty object for a new one: as it is written by column, as people read it, and what is wrong with it. fields are definitions of own fields by key.';
alter function private.compare_import_row(jsonb, jsonb, jsonb) owner to cairn_definer;
create function private.meeting(match_key text) returns text
language sql immutable set search_path = ''
as $$
  select case match_key
    when 'name' then 'lower(t.name) = p.match_value'
    when 'id' then 't.id = case when private.is_uuid(p.match_value) then p.match_value::uuid end'
    when 'source' then 't.imported_from = $1.source and t.source_id = p.match_value'
    else format('lower(t.own ->> %L) = p.match_value', substr(match_key, 5))
  end
$$;
comment on function private.meeting(text) is 'The condition by which a row p of a plan $1 meets a record t.';
alter function private.meeting(text) owner to cairn_definer;
create function private.key_in_bin(match_key text) returns text
language sql immutable set search_path = ''
as $$
  select case match_key
    when 'name' then 'lower(b.name)'
    when 'id' then 'b.record_id::text'
    when 'source' then 'case when b.record ->> ''imported_from'' = $1.source then b.record ->> ''source_id'' end'
    else format('lower(b.record -> ''own'' ->> %L)', substr(match_key, 5))
  end
$$;
comment on function private.key_in_bin(text) is 'What a record in the bin b has in the key of a plan $1, as match_value is written.';
alter function private.key_in_bin(text) owner to cairn_definer;
create function private.meet_records(plan public.imports, rows integer[]) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off
as $$
begin
  execute format(
    'with part as materialized (
      select r.* from public.import_rows r where r.import_id = $1.id and r.row_number = any ($2)
    ),
    met as materialized (
      select p.row_number, (array_agg(t.id order by t.id))[1] as id, count(*) as amount
      from part p
      join public.%1$I t on t.account_id = $1.account_id and %2$s
      where p.match_value is not null and p.decision ->> ''do'' is distinct from ''join''
      group by p.row_number
      union all
      select p.row_number, t.id, 1
      from part p
      join public.%1$I t on t.account_id = $1.account_id and t.id = (p.decision ->> ''record_id'')::uuid
      where p.decision ->> ''do'' = ''join''
    ),
    earlier as materialized (
      select p.row_number, min(o.row_number) as other
      from part p
      join public.import_rows o
        on o.import_id = p.import_id and o.match_value = p.match_value and o.row_number + 0 between 1 and p.row_number - 1
      group by p.row_number
    ),
    -- Put together by row: joined, each would be compared with each.
    found as materialized (
      select f.row_number, (array_agg(f.id) filter (where f.id is not null))[1] as id, max(f.amount) as amount,
        bool_or(f.is_binned) as is_binned, min(f.other) as other
      from (
        -- The keys in the bin are looked up as a set.
        select p.row_number, null::uuid as id, 0 as amount, p.match_value in (
          select %3$s from public.binned_records b where b.account_id = $1.account_id and b.kind = $1.kind
        ) as is_binned, null::integer as other
        from part p
        union all
        select m.row_number, m.id, m.amount, null, null from met m
        union all
        select e.row_number, null, 0, null, e.other from earlier e
      ) f
      group by f.row_number
    )
    update public.import_rows r
    set record_id = case when f.amount = 1 then f.id end,
      problems = r.problems || case
        when q.problem is null then ''[]''
        else jsonb_build_array(jsonb_build_object(''problem'', q.problem, ''field'', null, ''detail'', f.other::text))
      end
    from found f
    join public.import_rows p on p.import_id = $1.id and p.row_number = f.row_number
    cross join lateral (
      select case
        when p.decision ->> ''do'' = ''join'' then case when f.id is null then ''deleted'' end
        when p.match_value is null and $1.match_key = ''name'' then ''name_missing''
        when p.match_value is null and $1.match_key <> ''id'' then ''key_missing''
        when f.other is not null then ''repeated''
        when f.amount > 1 then ''several''
        when f.id is null and f.is_binned
          and ($1.match_key <> ''name'' or p.decision ->> ''do'' is distinct from ''apart'') then ''in_bin''
        when f.id is null and p.match_value is not null and $1.match_key = ''id'' then ''not_found''
        when f.id is null and not p.clean ? ''name'' and not p.problems @> ''[{"field": "name"}]'' then ''name_missing''
      end as problem
    ) q
    where r.import_id = $1.id and r.row_number = f.row_number',
    private.catalogue_of(plan.kind), private.meeting(plan.match_key), private.key_in_bin(plan.match_key)
  ) using plan, rows;
end
$$;
comment on function private.meet_records(public.imports, integer[]) is
  'Writes into rows of a plan which record each meets, and what is wrong with that.';
alter function private.meet_records(public.imports, integer[]) owner to cairn_definer;
create function private.plain_address(url text) returns text
language sql immutable set search_path = ''
as $$
  select rtrim(regexp_replace(lower(url), '^https?://(www\.)?', ''), '/')
$$;
comment on function private.plain_address(text) is 'An address as duplicates are compared: without protocol, www and the last stroke.';
alter function private.plain_address(text) owner to cairn_definer;
create function private.find_candidates(plan public.imports, rows integer[]) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off
as $$
begin
  execute format(
    'with part as materialized (
      select r.* from public.import_rows r
      where r.import_id = $1.id and r.row_number = any ($2) and r.record_id is null and r.problems = ''[]''
        and r.decision ->> ''do'' is distinct from ''apart''
    ),
    address as materialized (
      select p.row_number, private.plain_address(l.url) as url
      from part p cross join lateral jsonb_array_elements_text(p.clean -> ''links'') as l (url)
    ),
    found as materialized (
      select p.row_number, t.id as record_id, null::integer as other, t.name, ''name'' as reason
      from part p
      join public.%1$I t on t.account_id = $1.account_id and private.name_key(t.name) = p.name_key
      union
      select p.row_number, t.id, null, t.name, ''name''
      from part p
      join public.%1$I t on t.account_id = $1.account_id and lower(t.name) = lower(p.clean ->> ''name'')
      union
      select a.row_number, t.id, null, t.name, ''address''
      from address a
      join (
        select t.id, t.name, private.plain_address(l.value ->> ''url'') as url
        from public.%1$I t cross join lateral jsonb_array_elements(t.links) as l (value)
        where t.account_id = $1.account_id and t.links <> ''[]'' and exists (select from address)
      ) t on t.url = a.url
      union
      select p.row_number, null, o.row_number, o.clean ->> ''name'', ''name''
      from part p
      join public.import_rows o
        on o.import_id = p.import_id and o.name_key = p.name_key and o.row_number + 0 between 1 and p.row_number - 1
        and o.record_id is null and o.problems = ''[]''
    ),
    -- A record with the same name and address is there once.
    known as materialized (
      select
        f.row_number, f.record_id, f.other, f.name, max(f.reason) as reason,
        row_number() over (
          partition by f.row_number order by f.record_id is null, max(f.reason) desc, f.name, f.other
        ) as place
      from found f
      group by f.row_number, f.record_id, f.other, f.name
    ),
    listed as materialized (
      select k.row_number, jsonb_agg(jsonb_build_object(
        ''record_id'', k.record_id, ''row'', k.other, ''name'', k.name, ''reason'', k.reason, ''cells'', ''[]''::jsonb
      ) order by k.place) as candidates
      from known k
      where k.place <= 5
      group by k.row_number
    )
    update public.import_rows r
    set candidates = coalesce(l.candidates, ''[]'')
    from unnest($2) as every (row_number)
    left join listed l on l.row_number = every.row_number
    where r.import_id = $1.id and r.row_number = every.row_number and r.candidates <> coalesce(l.candidates, ''[]'')',
    private.catalogue_of(plan.kind)
  ) using plan, rows;
end
$$;
comment on function private.find_candidates(public.imports, integer[]) is
  'Writes into rows of a plan that meet no record which records and earlier rows they could be.';
alter function private.find_candidates(public.imports, integer[]) owner to cairn_definer;
create function private.name_what_is_taken(plan public.imports, rows integer[]) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off
as $$
begin
  execute format(
    '-- Worked out once: as a part of the update it would be worked out for each pair of rows.
    with taken as materialized (
      select
        p.row_number,
        p.candidates = ''[]'' and (
          exists (
            select from public.%1$I t
            where t.account_id = $1.account_id and lower(t.name) = lower(p.clean ->> ''name'')
              and t.id is distinct from p.record_id
          )
          or p.record_id is null and exists (
            select from public.import_rows o
            where o.import_id = p.import_id and o.name_key = p.name_key and o.row_number + 0 between 1 and p.row_number - 1
              and o.record_id is null and o.problems = ''[]'' and lower(o.clean ->> ''name'') = lower(p.clean ->> ''name'')
          )
        ) as name_taken,
        exists (
          select from public.%1$I t
          where t.account_id = $1.account_id and t.imported_from = p.clean ->> ''imported_from''
            and t.source_id = p.clean ->> ''source_id'' and t.id is distinct from p.record_id
        ) as source_taken
      from public.import_rows p
      where p.import_id = $1.id and p.row_number = any ($2) and p.problems = ''[]''
    )
    update public.import_rows r
    set problems = r.problems || case
        when t.name_taken then ''[{"problem": "name_taken", "field": "name", "detail": null}]''::jsonb else ''[]'' end
      || case
        when t.source_taken then ''[{"problem": "source_taken", "field": "source_id", "detail": null}]''::jsonb else ''[]'' end
    from taken t
    where r.import_id = $1.id and r.row_number = t.row_number and (t.name_taken or t.source_taken)',
    private.catalogue_of(plan.kind)
  ) using plan, rows;
end
$$;
comment on function private.name_what_is_taken(public.imports, integer[]) is
  'Writes into rows of a plan that another record has the name or the id of the source which they give.';
alter function private.name_what_is_taken(public.imports, integer[]) owner to cairn_definer;
create function private.own_definitions(plan public.imports) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg('own.' || f.key, to_jsonb(f)), '{}')
  from public.own_fields f
  where f.account_id = plan.account_id and f.kind = plan.kind
$$;
comment on function private.own_definitions(public.imports) is 'The definitions of own fields of the kind, by key.';
alter function private.own_definitions(public.imports) owner to cairn_definer;
create function private.missing_fields(plan public.imports, clean jsonb, fields jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('problem', 'required', 'field', f.key, 'detail', null)), '[]')
  from jsonb_each(fields) as f (key, value)
  where f.value @> '{"required": true, "retired_at": null, "deleted_at": null, "default_value": null}'
    and coalesce(clean -> f.key, 'null') = 'null'
$$;
comment on function private.missing_fields(public.imports, jsonb, jsonb) is
  'Problems of a row that makes a record without values that new records need.';
alter function private.missing_fields(public.imports, jsonb, jsonb) owner to cairn_definer;
create function private.taken_of_row(clean jsonb, decision jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case
    when decision ->> 'do' = 'join' and jsonb_typeof(decision -> 'fields') = 'array' then coalesce((
      select jsonb_object_agg(c.key, c.value)
      from jsonb_each(clean) c
      where decision -> 'fields' ? c.key or c.key in ('imported_from', 'source_id')
    ), '{}')
    else clean
  end
$$;
comment on function private.taken_of_row(jsonb, jsonb) is 'What a row gives a record, by the decision of the importer.';
alter function private.taken_of_row(jsonb, jsonb) owner to cairn_definer;
create function private.settle_import_rows(plan public.imports, rows integer[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  fields constant jsonb := private.own_definitions(plan);
begin
  with part as materialized (
    select r.* from public.import_rows r where r.import_id = plan.id and r.row_number = any (rows)
  ),
  known as materialized (
    select k.* from private.import_records(plan, array(
      select p.record_id from part p where p.record_id is not null
      union
      select (c.value ->> 'record_id')::uuid
      from part p cross join lateral jsonb_array_elements(p.candidates) as c (value)
      where c.value ->> 'record_id' is not null
    )) k
  ),
  compared as materialized (
    select
      p.row_number, k.version, d.writes, d.cells,
      p.problems || d.problems
      || case when p.record_id is null and p.problems = '[]' then private.missing_fields(plan, p.clean, fields) else '[]' end
      || case
        when not k.may_change and d.writes - 'experts' <> '{}'
          then '[{"problem": "no_right", "field": null, "detail": null}]'::jsonb
        else '[]'
      end
      || case
        when p.decision ->> 'do' = 'join' and exists (
          select from public.import_rows o
          where o.import_id = plan.id and o.record_id = p.record_id and o.row_number <> p.row_number and o.row_number > 0
        ) then '[{"problem": "repeated", "field": null, "detail": null}]'::jsonb
        else '[]'
      end as problems,
      p.record_id, p.decision,
      (
        select coalesce(jsonb_agg(c.value || jsonb_build_object('cells', coalesce(other.cells, '[]')) order by c.place), '[]')
        from jsonb_array_elements(p.candidates) with ordinality as c (value, place)
        left join lateral (
          select o.cells
          from known n
          cross join lateral private.compare_import_row(n.record, p.clean, fields) o
          where n.id = (c.value ->> 'record_id')::uuid
        ) other on true
      ) as candidates
    from part p
    left join known k on k.id = p.record_id
    cross join lateral private.compare_import_row(
      coalesce(k.record, '{}'), private.taken_of_row(p.clean, p.decision), fields
    ) d
  )
  update public.import_rows r
  set version = c.version, writes = c.writes, cells = c.cells, problems = c.problems, candidates = c.candidates,
    effect = case
      when c.problems <> '[]' then 'error'
      when c.record_id is not null then case when c.writes = '{}' then 'same' else 'changed' end
      when c.candidates <> '[]' then 'duplicate'
      else 'new'
    end
  from compared c
  where r.import_id = plan.id and r.row_number = c.row_number;
end
$$;
comment on function private.settle_import_rows(public.imports, integer[]) is
  'Writes into rows of a plan what they change of their records, and what becomes of each.';
alter function private.settle_import_rows(public.imports, integer[]) owner to cairn_definer;
create function private.check_import_rows(plan public.imports, rows integer[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.clean_import_rows(plan, rows);
  perform private.meet_records(plan, rows);
  perform private.find_candidates(plan, rows);
  perform private.name_what_is_taken(plan, rows);
  perform private.settle_import_rows(plan, rows);
end
$$;
comment on function private.check_import_rows(public.imports, integer[]) is 'Checks rows of a plan, some of them anew.';
alter function private.check_import_rows(public.imports, integer[]) owner to cairn_definer;
create function private.note_what_is_gone(plan public.imports) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off
as $$
begin
  delete from public.import_rows r where r.import_id = plan.id and r.row_number < 0 and r.outcome is null;
  execute format(
    'insert into public.import_rows (account_id, import_id, row_number, effect, record_id, version, clean, problems)
    select
      t.account_id, $1.id, -row_number() over (order by lower(t.name), t.id), ''gone'', t.id, t.updated_at,
      jsonb_build_object(''name'', t.name),
      case when private.may_delete(to_jsonb(t)) then ''[]'' else ''[{"problem": "no_right", "field": null, "detail": null}]'' end::jsonb
    from public.%I t
    where t.account_id = $1.account_id and t.imported_from = $1.source and t.source_id is not null
      -- Each by its own index: a condition with "or" would compare all rows with all records.
      and not exists (select from public.import_rows r where r.import_id = $1.id and r.match_value = t.source_id)
      and not exists (select from public.import_rows r where r.import_id = $1.id and r.record_id = t.id)',
    private.catalogue_of(plan.kind)
  ) using plan;
end
$$;
comment on function private.note_what_is_gone(public.imports) is
  'Notes in a plan which records its source no longer has, and which of them the caller may not delete.';
alter function private.note_what_is_gone(public.imports) owner to cairn_definer;
create function public.check_import(import uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  plan constant public.imports := private.hold_import(import);
  rows constant integer[] := array(
    select r.row_number
    from public.import_rows r
    where r.import_id = plan.id and r.effect is null
    order by r.row_number
    limit 500
  );
begin
  perform private.check_import_rows(plan, rows);
  if plan.checked_at is null
    and not exists (select from public.import_rows r where r.import_id = plan.id and r.effect is null)
  then
    if plan.match_key = 'source' and not plan.partial then
      perform private.note_what_is_gone(plan);
    end if;
    update public.imports i set checked_at = now() where i.id = plan.id;
  end if;
  return private.import_as_read(plan.id);
end
$$;
comment on function public.check_import(uuid) is
  'Checks the next five hundred rows of a plan that are not checked, or wait again after a decision; after the last it notes what is gone at the source. Answers as get_imports does; to be repeated until checked is total.';
alter function public.check_import(uuid) owner to cairn_definer;
revoke all on function public.check_import(uuid) from public, anon, authenticated, service_role;
grant execute on function public.check_import(uuid) to authenticated;
create function private.refuse_decision(account uuid, kind text, decision jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if decision is null then
    return;
  end if;
  if coalesce(decision ->> 'do', '') not in ('apply', 'leave', 'apart', 'join', 'bin') then
    raise exception 'Rows are applied, left, kept apart, joined or deleted.' using errcode = '22023';
  end if;
  if decision ->> 'do' = 'join' and not coalesce(
    case when private.is_uuid(decision ->> 'record_id') then private.is_record(account, kind, (decision ->> 'record_id')::uuid) end,
    false
  ) then
    raise exception 'This record no longer exists.' using errcode = 'PT404', hint = 'Choose another one.';
  end if;
end
$$;
comment on function private.refuse_decision(uuid, text, jsonb) is 'Refuses what is no decision about rows of an import.';
alter function private.refuse_decision(uuid, text, jsonb) owner to cairn_definer;
create function private.fits_decision(r public.import_rows, decision jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select r.outcome is distinct from 'done' and case coalesce(decision ->> 'do', 'none')
    when 'apply' then r.effect in ('new', 'changed') or r.outcome = 'refused'
    when 'apart' then r.effect = 'duplicate' or r.decision ->> 'do' in ('join', 'apart')
      or r.problems @> '[{"problem": "in_bin"}]'
    when 'join' then r.effect in ('duplicate', 'new') or r.decision ->> 'do' in ('join', 'apart')
    when 'bin' then r.effect = 'gone' and r.problems = '[]'
    else true
  end
$$;
comment on function private.fits_decision(public.import_rows, jsonb) is 'Whether a row of a plan can be decided so.';
alter function private.fits_decision(public.import_rows, jsonb) owner to cairn_definer;
create function public.decide_import(
  import uuid, decision jsonb default null, rows integer[] default null, effect text default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  plan constant public.imports := private.hold_import(import);
  again integer[];
begin
  perform private.refuse_decision(plan.account_id, plan.kind, decision);
  if decision ->> 'do' = 'join' and coalesce(cardinality(rows), 0) <> 1 then
    raise exception 'Join one row with one record.' using errcode = '22023';
  end if;
  with decided as (
    update public.import_rows r
    set decision = decide_import.decision,
      outcome = null,
      effect = case
        when r.outcome = 'refused' or decide_import.decision ->> 'do' in ('join', 'apart') or o.was in ('join', 'apart') then null
        else r.effect
      end
    from (
      select d.row_number, d.decision ->> 'do' as was
      from public.import_rows d
      where d.import_id = plan.id and (d.row_number = any (rows) or d.effect = decide_import.effect)
    ) o
    where r.import_id = plan.id and r.row_number = o.row_number and private.fits_decision(r, decide_import.decision)
    returning r.row_number, r.effect
  )
  select array_agg(d.row_number) filter (where d.effect is null) into again from decided d;
  perform private.check_import_rows(plan, again[:500]);
  update public.imports i set done_at = null where i.id = plan.id and i.done_at is not null;
  return private.import_as_read(plan.id);
end
$$;
comment on function public.decide_import(uuid, jsonb, integer[], text) is
  'Says what becomes of rows of a plan, by their numbers or of all with an effect: {"do": "apply", "leave", "apart", "join" with "record_id" and "fields", or "bin"}; null takes a decision back. Rows that it does not fit stay. What is joined or kept apart is checked again, up to five hundred rows here and more by check_import. Answers as get_imports does.';
alter function public.decide_import(uuid, jsonb, integer[], text) owner to cairn_definer;
revoke all on function public.decide_import(uuid, jsonb, integer[], text) from public, anon, authenticated, service_role;
grant execute on function public.decide_import(uuid, jsonb, integer[], text) to authenticated;
create function private.refuse_choice(account uuid, choice jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if choice is null then
    return;
  end if;
  if choice ? 'member' and not exists (
    select from public.account_members m where m.account_id = account and m.user_id::text = choice ->> 'member'
  ) then
    raise exception 'This person is not a member of your account.' using errcode = '23503', hint = 'Choose a member.';
  elsif choice ? 'invite' then
    perform private.refuse_non_owner();
    if not coalesce(private.is_email(choice ->> 'invite'), false) then
      raise exception 'Please enter a valid email address.' using errcode = '23514';
    elsif private.rank(choice ->> 'level') is null then
      raise exception 'Please select a valid permission level.' using errcode = '23514';
    end if;
  elsif not choice ? 'member' then
    raise exception 'A person is a member, invited or left out.' using errcode = '22023';
  end if;
end
$$;
comment on function private.refuse_choice(uuid, jsonb) is
  'Refuses what is nothing to say of a person whom nobody is called; only admins invite.';
alter function private.refuse_choice(uuid, jsonb) owner to cairn_definer;
create function public.decide_import_person(import uuid, word text, choice jsonb default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  plan constant public.imports := private.hold_import(import);
  meant constant text := lower(private.display_text(left(word, 400)));
begin
  perform private.refuse_choice(plan.account_id, choice);
  update public.imports i
  set people = case
      when choice is null then i.people - meant
      when choice ? 'member' then i.people || jsonb_build_object(meant, jsonb_build_object('member', choice ->> 'member'))
      else i.people || jsonb_build_object(
        meant, jsonb_build_object('invite', lower(choice ->> 'invite'), 'level', choice ->> 'level')
      )
    end
  where i.id = plan.id;
  update public.import_rows r
  set effect = null
  where r.import_id = plan.id and r.outcome is null and r.people <> '[]' and exists (
    select
    from jsonb_array_elements(r.people) as p (value)
    cross join lateral jsonb_array_elements_text(p.value -> 'words') as w (word)
    where lower(w.word) = meant
  );
  return private.import_as_read(plan.id);
end
$$;
comment on function public.decide_import_person(uuid, text, jsonb) is
  'Says who is meant by a word in a plan: {"member": id}, or for admins {"invite": address, "level"}, who is invited by the caller before the plan is applied; null leaves the field of these rows alone. The rows wait for check_import again. Answers as get_imports does.';
alter function public.decide_import_person(uuid, text, jsonb) owner to cairn_definer;
revoke all on function public.decide_import_person(uuid, text, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.decide_import_person(uuid, text, jsonb) to authenticated;
create function private.choices_without_default(kind text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(c.key, c.value -> -1), '{}')
  from private.kinds k
  cross join lateral jsonb_each(k.choices) as c (key, value)
  join pg_catalog.pg_attribute a
    on a.attrelid = format('public.%I', k.record_table)::regclass and a.attname = c.key and not a.atthasdef
  where k.kind = choices_without_default.kind
$$;
comment on function private.choices_without_default(text) is
  'What columns of a kind get that have no default, where nobody has said it.';
alter function private.choices_without_default(text) owner to cairn_definer;
create function private.import_writes(plan public.imports, rows integer[]) returns private.import_write[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  unsaid constant jsonb := private.choices_without_default(plan.kind);
begin
  return array(
    with part as materialized (
      select r.* from public.import_rows r
      where r.import_id = plan.id and r.row_number = any (rows) and r.account_id = private.my_account()
        and (plan.started_by = private.caller_id() or private.my_rank() = 3)
    ),
    owners as materialized (
      select o.word, jsonb_build_object('owner_id', coalesce(
        substring(o.word from '^[0-9a-f-]{36}$')::uuid,
        (
          select p.id
          from public.profiles p
          join public.account_members m on m.account_id = plan.account_id and m.user_id = p.id
          where o.word like 'invite:%' and lower(p.email) = substr(o.word, 8)
          limit 1
        )
      ), 'invited_owner_id', coalesce(
        substring(o.word from '^pending-([0-9a-f-]{36})$')::uuid,
        (
          select i.id
          from public.pending_invitations i
          where i.account_id = plan.account_id and o.word like 'invite:%' and i.email = substr(o.word, 8)
            and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
        )
      )) as columns
      from (select distinct p.writes ->> 'owner' as word from part p where p.writes ? 'owner') o
    ),
    tagged as materialized (
      select p.row_number, jsonb_build_object('tags', jsonb_agg(t.id order by w.place)) as columns
      from part p
      cross join lateral jsonb_array_elements_text(p.writes -> 'tags') with ordinality as w (word, place)
      join public.tags t on t.account_id = plan.account_id and private.folded(t.name) = private.folded(w.word)
      group by p.row_number
    )
    select row(
      p.row_number, p.record_id, p.version, p.effect,
      case when p.record_id is null then unsaid else '{}' end
        || (p.writes - array['owner', 'experts', 'tags'])
        || case when p.writes ? 'owner' then coalesce(o.columns, '{"owner_id": null, "invited_owner_id": null}') else '{}' end
        || case when p.writes ? 'tags' then coalesce(t.columns, '{"tags": []}') else '{}' end,
      array(select jsonb_array_elements_text(p.writes -> 'experts' -> 'add'))::uuid[],
      array(select jsonb_array_elements_text(p.writes -> 'experts' -> 'remove'))::uuid[]
    )::private.import_write
    from part p
    left join owners o on o.word = p.writes ->> 'owner'
    left join tagged t on t.row_number = p.row_number
    order by p.row_number
  );
end
$$;
comment on function private.import_writes(public.imports, integer[]) is
  'What rows of a plan write, by column: tags by their ids, and of an owner whom the plan invites the invitation, or nobody.';
alter function private.import_writes(public.imports, integer[]) owner to cairn_definer;
grant execute on function private.import_writes(public.imports, integer[]) to authenticated;
create function private.import_new_tags(plan public.imports, rows integer[]) returns setof text
language sql stable security definer set search_path = ''
as $$
  select min(w.word)
  from public.import_rows r
  cross join lateral jsonb_array_elements_text(r.writes -> 'tags') as w (word)
  where r.import_id = plan.id and r.row_number = any (rows) and r.account_id = private.my_account()
    and not exists (
      select from public.tags t where t.account_id = plan.account_id and private.folded(t.name) = private.folded(w.word)
    )
  group by private.folded(w.word)
$$;
comment on function private.import_new_tags(public.imports, integer[]) is 'The tags of rows of a plan that the account does not have.';
alter function private.import_new_tags(public.imports, integer[]) owner to cairn_definer;
grant execute on function private.import_new_tags(public.imports, integer[]) to authenticated;
create function private.import_columns(kind text, given text[], out columns text, out defaults text)
language sql stable security definer set search_path = ''
as $$
  select
    string_agg(quote_ident(a.attname), ', ' order by a.attnum),
    coalesce(
      string_agg(format('%L, %s', a.attname, pg_get_expr(d.adbin, d.adrelid)), ', ') filter (where d.adbin is not null), ''
    )
  from pg_catalog.pg_attribute a
  left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = format('public.%I', private.catalogue_of(import_columns.kind))::regclass
    and a.attnum > 0 and not a.attisdropped and a.attname = any (given)
$$;
comment on function private.import_columns(text, text[]) is
  'The columns of a kind among these, for a statement, and their defaults, for jsonb_build_object.';
alter function private.import_columns(text, text[]) owner to cairn_definer;
grant execute on function private.import_columns(text, text[]) to authenticated;
create function private.keys_of_writes(given private.import_write[], are_new boolean) returns text[]
language sql immutable set search_path = ''
as $$
  select array(
    select distinct k
    from unnest(given) w
    cross join lateral jsonb_object_keys(w.columns) as k
    where (w.record_id is null) = are_new and w.effect <> 'gone'
  )
$$;
comment on function private.keys_of_writes(private.import_write[], boolean) is
  'The columns that rows of a plan write, of new records or of others.';
alter function private.keys_of_writes(private.import_write[], boolean) owner to cairn_definer;
grant execute on function private.keys_of_writes(private.import_write[], boolean) to authenticated;
create function private.write_new_records(plan public.imports, given private.import_write[]) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  shape constant record := private.import_columns(plan.kind, private.keys_of_writes(given, true));
  made jsonb;
begin
  if shape.columns is null then
    return '[]';
  end if;
  execute format(
    'with given as materialized (
      select w.row_number, w.columns from unnest($1) w where w.record_id is null
    ),
    made as (
      insert into public.%1$I (%2$s)
      select %2$s
      from jsonb_populate_recordset(
        null::public.%1$I,
        (select jsonb_agg(jsonb_build_object(%3$s) || g.columns order by g.row_number) from given g)
      )
      returning id, name
    )
    select coalesce(jsonb_agg(jsonb_build_object(''row'', g.row_number, ''record_id'', m.id)), ''[]'')
    from made m
    join given g on lower(g.columns ->> ''name'') = lower(m.name)',
    private.catalogue_of(plan.kind), shape.columns, shape.defaults
  ) into made using given;
  return made;
end
$$;
comment on function private.write_new_records(public.imports, private.import_write[]) is
  'Adds the new records of a plan as the caller, and says which row became which: [{"row", "record_id"}].';
alter function private.write_new_records(public.imports, private.import_write[]) owner to cairn_definer;
grant execute on function private.write_new_records(public.imports, private.import_write[]) to authenticated;
create function private.write_changed_records(plan public.imports, given private.import_write[]) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  shape constant record := private.import_columns(plan.kind, private.keys_of_writes(given, false));
  changed jsonb;
begin
  execute format(
    'with given as materialized (
      select w.* from unnest($1) w where w.record_id is not null and w.effect <> ''gone''
    ),
    changed as (
      update public.%1$I t
      set %2$s
      from given g
      where g.columns <> ''{}'' and t.id = g.record_id and t.updated_at = g.version
      returning g.row_number, t.id
    )
    select coalesce(jsonb_agg(jsonb_build_object(''row'', c.row_number, ''record_id'', c.id)), ''[]'')
    from (
      select c.row_number, c.id from changed c
      union all
      -- Where only experts change, the record stays.
      select g.row_number, t.id
      from given g
      join public.%1$I t on t.id = g.record_id and t.updated_at = g.version
      where g.columns = ''{}''
    ) c',
    private.catalogue_of(plan.kind),
    case
      when shape.columns is null then 'name = t.name'
      else format(
        '(%1$s) = (
          select %1$s from jsonb_populate_record(t, g.columns || case
            when g.columns ? ''own'' then jsonb_build_object(''own'', t.own || (g.columns -> ''own'')) else ''{}''
          end)
        )',
        shape.columns
      )
    end
  ) into changed using given;
  return changed;
end
$$;
comment on function private.write_changed_records(public.imports, private.import_write[]) is
  'Changes records as rows of a plan say, as the caller, those that are as they were shown: [{"row", "record_id"}].';
alter function private.write_changed_records(public.imports, private.import_write[]) owner to cairn_definer;
grant execute on function private.write_changed_records(public.imports, private.import_write[]) to authenticated;
create function private.delete_what_is_gone(plan public.imports, given private.import_write[]) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  ids uuid[];
begin
  execute format(
    'select array(
      select t.id
      from unnest($1) w
      join public.%1$I t on t.id = w.record_id and t.updated_at = w.version
      where w.effect = ''gone''
    )',
    private.catalogue_of(plan.kind)
  ) into ids using given;
  ids := private.hold_deletable(plan.kind, ids, 'infinity');
  if cardinality(ids) > 0 then
    perform public.delete_records(plan.kind, ids, left(plan.file_name, 500));
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('row', w.row_number, 'record_id', w.record_id)), '[]')
    from unnest(given) w
    where w.effect = 'gone' and w.record_id = any (ids)
  );
end
$$;
comment on function private.delete_what_is_gone(public.imports, private.import_write[]) is
  'Deletes records that are gone at the source, those that are as they were shown and that the caller may delete.';
alter function private.delete_what_is_gone(public.imports, private.import_write[]) owner to cairn_definer;
grant execute on function private.delete_what_is_gone(public.imports, private.import_write[]) to authenticated;
create function private.write_import_rows(plan public.imports, rows integer[]) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  given private.import_write[];
  done jsonb;
begin
  -- Another import may make the same tags at the same moment.
  insert into public.tags (name) select t from private.import_new_tags(plan, rows) as t on conflict do nothing;
  given := private.import_writes(plan, rows);
  done := private.write_new_records(plan, given) || private.write_changed_records(plan, given)
    || private.delete_what_is_gone(plan, given);
  delete from public.record_experts e
  using unnest(given) w
  where w.row_number in (select (d.value ->> 'row')::integer from jsonb_array_elements(done) as d (value))
    and e.record_id = w.record_id and e.expert_id = any (w.remove_experts);
  insert into public.record_experts (kind, record_id, expert_id)
  select plan.kind, (d.value ->> 'record_id')::uuid, expert
  from jsonb_array_elements(done) as d (value)
  join unnest(given) w on w.row_number = (d.value ->> 'row')::integer
  cross join lateral unnest(w.add_experts) as expert
  on conflict do nothing;
  perform private.mark_import_rows(plan, rows, done);
end
$$;
comment on function private.write_import_rows(public.imports, integer[]) is
  'Writes rows of a plan as the caller, all of them or, where one is refused with an error, none.';
alter function private.write_import_rows(public.imports, integer[]) owner to cairn_definer;
grant execute on function private.write_import_rows(public.imports, integer[]) to authenticated;
create function private.mark_import_rows(plan public.imports, rows integer[], done jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.import_rows r
  set outcome = 'done', record_id = d.record_id
  from jsonb_to_recordset(done) as d ("row" integer, record_id uuid)
  where r.import_id = plan.id and r.account_id = private.my_account() and r.row_number = d."row";
  perform private.register_found(plan, done);
  execute format(
    'update public.import_rows r
    set outcome = ''refused'', problems = jsonb_build_array(jsonb_build_object(
      ''problem'', case
        when t.id is null then ''deleted''
        when t.updated_at is distinct from r.version then ''changed''
        else ''no_right''
      end,
      ''field'', null,
      ''detail'', case when t.updated_at is distinct from r.version then private.name_of_member($1.account_id, t.updated_by) end
    ))
    from public.import_rows o
    left join public.%I t on t.account_id = $1.account_id and t.id = o.record_id
    where o.import_id = $1.id and o.account_id = private.my_account() and o.row_number = any ($2) and o.outcome is null
      and r.import_id = o.import_id and r.row_number = o.row_number',
    private.catalogue_of(plan.kind)
  ) using plan, rows;
end
$$;
comment on function private.mark_import_rows(public.imports, integer[], jsonb) is
  'Notes which rows of a plan are done, [{"row", "record_id"}], and what has kept the others.';
alter function private.mark_import_rows(public.imports, integer[], jsonb) owner to cairn_definer;
grant execute on function private.mark_import_rows(public.imports, integer[], jsonb) to authenticated;
create function private.refuse_import_row(plan public.imports, number integer, code text, sentence text) returns void
language sql security definer set search_path = ''
as $$
  update public.import_rows r
  set outcome = 'refused', problems = jsonb_build_array(jsonb_build_object(
    'problem', case code when '23505' then 'name_taken' when '42501' then 'no_right' else 'value' end,
    'field', null,
    'detail', case when code not in ('23505', '42501') then sentence end
  ))
  where r.import_id = plan.id and r.account_id = private.my_account() and r.row_number = number
$$;
comment on function private.refuse_import_row(public.imports, integer, text, text) is
  'Notes that a row of a plan was refused with an error.';
alter function private.refuse_import_row(public.imports, integer, text, text) owner to cairn_definer;
grant execute on function private.refuse_import_row(public.imports, integer, text, text) to authenticated;
create function private.refuse_taken_rows(plan public.imports, rows integer[]) returns integer[]
language plpgsql security definer set search_path = '' set enable_seqscan = off
as $$
declare
  refused integer[];
begin
  execute format(
    'with taken as materialized (
      select r.row_number, ''name_taken'' as problem
      from public.import_rows r
      join public.%1$I t
        on t.account_id = $1.account_id and lower(t.name) = lower(r.writes ->> ''name'') and t.id is distinct from r.record_id
      where r.import_id = $1.id and r.account_id = private.my_account() and r.row_number = any ($2)
      union all
      select r.row_number, ''source_taken''
      from public.import_rows r
      join public.%1$I t
        on t.account_id = $1.account_id and t.imported_from = r.clean ->> ''imported_from''
        and t.source_id = r.clean ->> ''source_id'' and t.id is distinct from r.record_id
      where r.import_id = $1.id and r.account_id = private.my_account() and r.row_number = any ($2)
    ),
    refused as (
      update public.import_rows r
      set outcome = ''refused'', problems = jsonb_build_array(jsonb_build_object(
        ''problem'', t.problem, ''field'', null, ''detail'', null
      ))
      from (select k.row_number, min(k.problem) as problem from taken k group by k.row_number) t
      where r.import_id = $1.id and r.row_number = t.row_number
      returning r.row_number
    )
    select array(select f.row_number from refused f)',
    private.catalogue_of(plan.kind)
  ) into refused using plan, rows;
  return array(select n from unnest(rows) as n where n <> all (refused) order by n);
end
$$;
comment on function private.refuse_taken_rows(public.imports, integer[]) is
  'Notes of rows of a plan that another record has their name or id of the source by now; gives the others.';
alter function private.refuse_taken_rows(public.imports, integer[]) owner to cairn_definer;
grant execute on function private.refuse_taken_rows(public.imports, integer[]) to authenticated;
create function private.apply_import_rows(plan public.imports, rows integer[]) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  half constant integer := cardinality(rows) / 2;
  others integer[] := rows;
  code text;
  sentence text;
begin
  perform private.write_import_rows(plan, rows);
exception
  when others then
    get stacked diagnostics code = returned_sqlstate, sentence = message_text;
    -- Only what is said of a row. The rest ends the part, which is tried again.
    if left(code, 2) not in ('22', '23', 'P0', 'PT') and code <> '42501' then
      raise;
    end if;
    if code = '23505' then
      others := private.refuse_taken_rows(plan, rows);
    end if;
    if cardinality(others) < cardinality(rows) then
      if cardinality(others) > 0 then
        perform private.apply_import_rows(plan, others);
      end if;
    elsif cardinality(rows) = 1 then
      perform private.refuse_import_row(plan, rows[1], code, sentence);
    else
      perform private.apply_import_rows(plan, rows[:half]);
      perform private.apply_import_rows(plan, rows[half + 1:]);
    end if;
end
$$;
comment on function private.apply_import_rows(public.imports, integer[]) is
  'Writes rows of a plan; those that are refused with an error are noted, and the others written without them.';
alter function private.apply_import_rows(public.imports, integer[]) owner to cairn_definer;
grant execute on function private.apply_import_rows(public.imports, integer[]) to authenticated;
create function private.next_import_rows(plan public.imports) returns integer[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select r.row_number
    from public.import_rows r
    where r.import_id = plan.id and r.account_id = private.my_account() and r.is_to_apply and r.outcome is null
    order by r.effect = 'gone', r.row_number
    limit 500
  )
$$;
comment on function private.next_import_rows(public.imports) is 'The next rows of a plan that are applied together.';
alter function private.next_import_rows(public.imports) owner to cairn_definer;
grant execute on function private.next_import_rows(public.imports) to authenticated;
create function private.is_left_out(r public.import_rows) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(
    r.outcome is null
    and (
      r.effect = 'new' and r.decision ->> 'do' = 'leave'
      or r.effect = 'duplicate' and coalesce(r.decision ->> 'do', 'leave') = 'leave'
    )
    and not coalesce(r.decision ? 'later', false),
    false
  )
$$;
comment on function private.is_left_out(public.import_rows) is
  'Whether a row of a plan is no record, will be none, and does not wait among what was found either.';
alter function private.is_left_out(public.import_rows) owner to cairn_definer;
create function private.note_import(plan public.imports, rows integer[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  done integer;
begin
  update public.imports i
  set applied_at = coalesce(i.applied_at, now()),
    parts = array(
      select distinct p.part
      from (
        select unnest(i.parts) as part
        union all
        select case k.key when 'owner' then 'owner_id' else k.key end
        from public.import_rows r
        cross join lateral jsonb_object_keys(r.writes - 'own') as k (key)
        where r.import_id = plan.id and r.row_number = any (rows) and r.outcome = 'done'
        union all
        select 'own.' || k.key
        from public.import_rows r
        cross join lateral jsonb_object_keys(r.writes -> 'own') as k (key)
        where r.import_id = plan.id and r.row_number = any (rows) and r.outcome = 'done' and r.writes ? 'own'
        union all
        select case r.effect when 'new' then 'created' else 'deleted' end
        from public.import_rows r
        where r.import_id = plan.id and r.row_number = any (rows) and r.outcome = 'done' and r.effect in ('new', 'gone')
      ) p
    ),
    done_at = case when not exists (
      select from public.import_rows r
      where r.import_id = plan.id and r.is_to_apply and r.outcome is null
    ) then now() end
  where i.id = plan.id and i.account_id = private.my_account();
  select count(*) into done from public.import_rows r where r.import_id = plan.id and r.outcome = 'done';
  if done > 0 then
    insert into public.acts as a (id, account_id, action, kind, value, parts, records, done_by)
    select i.act, i.account_id, 'import', i.kind, i.file_name, i.parts, done, private.caller_id()
    from public.imports i
    where i.id = plan.id and i.account_id = private.my_account()
    on conflict (id) do update
    set action = excluded.action, kind = excluded.kind, value = excluded.value, parts = excluded.parts,
      records = excluded.records;
  end if;
end
$$;
comment on function private.note_import(public.imports, integer[]) is
  'Notes how far a plan is applied, and the act that it is.';
alter function private.note_import(public.imports, integer[]) owner to cairn_definer;
grant execute on function private.note_import(public.imports, integer[]) to authenticated;
create function public.apply_import(import uuid) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  plan constant public.imports := private.hold_import(import);
  rows constant integer[] := private.next_import_rows(plan);
begin
  if plan.checked_at is null or private.is_unchecked(plan) then
    raise exception 'Check this import before you apply it.' using errcode = '55000';
  end if;
  perform set_config('cairn.act', plan.act::text, true);
  perform set_config('cairn.names_are_known', 'on', true);
  if cardinality(rows) > 0 then
    perform private.apply_import_rows(plan, rows);
  end if;
  perform private.note_import(plan, rows);
  return private.import_as_read(plan.id);
end
$$;
comment on function public.apply_import(uuid) is
  'Writes the next five hundred rows of a plan as the caller; to be repeated until the state is done. A record that another member has changed since the check is refused and named. All of it is one act. Answers as get_imports does.';
alter function public.apply_import(uuid) owner to cairn_definer;
revoke all on function public.apply_import(uuid) from public, anon, authenticated, service_role;
grant execute on function public.apply_import(uuid) to authenticated;
create function private.is_unchecked(plan public.imports) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.import_rows r where r.import_id = plan.id and r.effect is null)
$$;
comment on function private.is_unchecked(public.imports) is 'Whether rows of a plan wait to be checked.';
alter function private.is_unchecked(public.imports) owner to cairn_definer;
grant execute on function private.is_unchecked(public.imports) to authenticated;
create function private.import_as_read(import uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', i.id,
    'kind', i.kind,
    'file_name', i.file_name,
    'source', i.source,
    'match_key', i.match_key,
    'started_by', i.started_by,
    'started_by_name', private.name_of_member(i.account_id, i.started_by),
    'started_at', i.started_at,
    'expires_at', i.started_at + private.import_time(),
    'state', case when i.done_at is not null then 'done' when i.applied_at is not null then 'applying' else 'open' end,
    'total', counted.total,
    'checked', counted.checked,
    'summary', counted.summary,
    'undecided', counted.undecided,
    'to_apply', counted.to_apply,
    'applied', counted.applied,
    'refused', counted.refused,
    'left_out', case when i.partial then 0 else counted.left_out end,
    'act', (select a.id from public.acts a where a.account_id = i.account_id and a.id = i.act),
    'people', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'word', p.word, 'rows', p.rows, 'is_owner', p.is_owner, 'choice', i.people -> lower(p.word)
      ) order by p.rows desc, p.word), '[]')
      from (
        select min(w.word) as word, count(distinct r.row_number) as rows, bool_or((o.value ->> 'owner')::boolean) as is_owner
        from public.import_rows r
        cross join lateral jsonb_array_elements(r.people) as o (value)
        cross join lateral jsonb_array_elements_text(o.value -> 'words') as w (word)
        where r.import_id = i.id and r.people <> '[]'
        group by lower(w.word)
        order by count(*) desc
        limit 500
      ) p
    )
  )
  from public.imports i
  cross join lateral (
    select
      count(*) filter (where r.row_number > 0) as total,
      count(*) filter (where r.row_number > 0 and r.effect is not null) as checked,
      jsonb_build_object(
        'new', count(*) filter (where r.effect = 'new'), 'changed', count(*) filter (where r.effect = 'changed'),
        'same', count(*) filter (where r.effect = 'same'), 'duplicate', count(*) filter (where r.effect = 'duplicate'),
        'error', count(*) filter (where r.effect = 'error'), 'gone', count(*) filter (where r.effect = 'gone')
      ) as summary,
      count(*) filter (where r.effect = 'duplicate' and r.decision is null) as undecided,
      count(*) filter (where r.is_to_apply) as to_apply,
      count(*) filter (where r.outcome is not null) as applied,
      count(*) filter (where r.outcome = 'refused') as refused,
      count(*) filter (where private.is_left_out(r)) as left_out
    from public.import_rows r
    where r.import_id = i.id
  ) counted
  where i.id = import and i.account_id = private.my_account()
    and (i.started_by = private.caller_id() or private.my_rank() = 3)
$$;
comment on function private.import_as_read(uuid) is 'A plan that the caller may see, as get_imports gives it.';
alter function private.import_as_read(uuid) owner to cairn_definer;
grant execute on function private.import_as_read(uuid) to authenticated;
create function private.import_time() returns interval
language sql immutable set search_path = ''
as $$
  select interval '7 days'
$$;
comment on function private.import_time() is 'For how long a plan is kept.';
alter function private.import_time() owner to cairn_definer;
create function public.get_imports(only_import uuid default null) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(private.import_as_read(p.id) order by p.started_at desc, p.id), '[]')
  from (
    select i.id, i.started_at
    from public.imports i
    where i.account_id = private.my_account() and (i.started_by = private.caller_id() or private.my_rank() = 3)
      and (only_import is null or i.id = only_import) and i.started_at > now() - private.import_time()
    order by i.started_at desc, i.id
    limit 50
  ) p
$$;
comment on function public.get_imports(uuid) is
  'The plans of the caller, for admins those of the account, the latest first, or one of them: [{"id", "kind", "file_name", "source", "match_key", "started_by", "started_by_name", "started_at", "expires_at", "state", "total", "checked", "summary", "undecided", "to_apply", "applied", "refused", "left_out", "act", "people"}]. The state is open, applying or done; the summary has a number for each effect; people are words that nobody is called, {"word", "rows", "is_owner", "choice"}.';
alter function public.get_imports(uuid) owner to cairn_definer;
revoke all on function public.get_imports(uuid) from public, anon, authenticated, service_role;
grant execute on function public.get_imports(uuid) to authenticated;
create function public.get_import_rows(import uuid, effect text default null, skip integer default 0) returns jsonb
language sql stable set search_path = ''
as $$
  with fitting as (
    select r.*
    from public.import_rows r
    where r.import_id = import and r.effect is not null
      and (
        get_import_rows.effect is null
        or r.effect = get_import_rows.effect
        or get_import_rows.effect = 'refused' and r.outcome = 'refused'
      )
  )
  select jsonb_build_object(
    'total', (select count(*) from fitting),
    'items', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'row', p.row_number, 'effect', p.effect, 'record_id', p.record_id,
        'name', coalesce(p.clean ->> 'name', p.called, p.given ->> 'name', ''),
        'cells', p.cells, 'problems', p.problems, 'candidates', p.candidates, 'decision', p.decision,
        'outcome', coalesce(p.outcome, case when p.decision ->> 'do' = 'leave' and p.is_done then 'left' end)
      ) order by p.row_number), '[]')
      from (
        select f.*, c.name as called, i.done_at is not null as is_done
        from (
          select * from fitting order by row_number limit 100 offset greatest(coalesce(skip, 0), 0)
        ) f
        join public.imports i on i.id = f.import_id
        left join private.records c on c.kind = i.kind and c.id = f.record_id and not f.clean ? 'name'
      ) p
    )
  )
$$;
comment on function public.get_import_rows(uuid, text, integer) is
  'A page of 100 checked rows of a plan by their numbers, of all, of an effect, or refused when applied: {"total", "items": [{"row", "effect", "record_id", "name", "cells", "problems", "candidates", "decision", "outcome"}]}. Rows of what is gone at the source have negative numbers.';
alter function public.get_import_rows(uuid, text, integer) owner to cairn_definer;
revoke all on function public.get_import_rows(uuid, text, integer) from public, anon, authenticated, service_role;
grant execute on function public.get_import_rows(uuid, text, integer) to authenticated;
create function private.refuse_managing_sources() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if coalesce(private.my_rank(), 0) < 2 then
    raise exception 'Only managers can manage sources.' using errcode = '42501', hint = 'Ask a manager or an administrator.';
  end if;
end
$$;
comment on function private.refuse_managing_sources() is 'Refuses a caller who is no manager and no admin.';
alter function private.refuse_managing_sources() owner to cairn_definer;
create function private.new_source_key() returns text
language sql volatile set search_path = ''
as $$
  select 'cairn_src_' || replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
$$;
comment on function private.new_source_key() is 'A key that nobody can guess.';
alter function private.new_source_key() owner to cairn_definer;
create function public.add_found_source(name text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  key constant text := private.new_source_key();
  added uuid;
begin
  perform private.refuse_managing_sources();
  if (select count(*) from public.found_sources s where s.account_id = private.my_account()) >= 50 then
    raise exception 'An account has at most 50 sources.' using errcode = '22023', hint = 'Delete one that is no longer used.';
  end if;
  insert into public.found_sources as s (name, key_hash)
  values (private.display_text(add_found_source.name), private.token_hash(key))
  on conflict do nothing
  returning s.id into added;
  if added is null then
    raise exception 'A source with this name already exists.' using errcode = '23505', hint = 'Choose another name.';
  end if;
  perform private.write_audit(
    private.my_account(), private.caller_id(), 'found_source_added', 'found_source', added::text,
    jsonb_build_object('name', private.display_text(add_found_source.name))
  );
  return jsonb_build_object('id', added, 'key', key);
end
$$;
comment on function public.add_found_source(text) is
  'Adds a source, for managers, and gives its key, which is shown this once: {"id", "key"}. Its scripts push what they find with it.';
alter function public.add_found_source(text) owner to cairn_definer;
revoke all on function public.add_found_source(text) from public, anon, authenticated, service_role;
grant execute on function public.add_found_source(text) to authenticated;
create function public.renew_found_key(source uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  key constant text := private.new_source_key();
  called text;
begin
  perform private.refuse_managing_sources();
  update public.found_sources s set key_hash = private.token_hash(key)
  where s.id = renew_found_key.source and s.account_id = private.my_account()
  returning s.name into called;
  if not found then
    raise exception 'This source no longer exists.' using errcode = 'PT404';
  end if;
  perform private.write_audit(
    private.my_account(), private.caller_id(), 'found_key_renewed', 'found_source', source::text,
    jsonb_build_object('name', called)
  );
  return jsonb_build_object('id', source, 'key', key);
end
$$;
comment on function public.renew_found_key(uuid) is
  'Gives a source another key, for managers, which is shown this once: {"id", "key"}. The former one ends at once.';
alter function public.renew_found_key(uuid) owner to cairn_definer;
revoke all on function public.renew_found_key(uuid) from public, anon, authenticated, service_role;
grant execute on function public.renew_found_key(uuid) to authenticated;
create function public.delete_found_source(source uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  called text;
begin
  perform private.refuse_managing_sources();
  delete from public.found_sources s
  where s.id = delete_found_source.source and s.account_id = private.my_account()
  returning s.name into called;
  if found then
    perform private.write_audit(
      private.my_account(), private.caller_id(), 'found_source_deleted', 'found_source', source::text,
      jsonb_build_object('name', called)
    );
  end if;
end
$$;
comment on function public.delete_found_source(uuid) is
  'Deletes a source, for managers: its key ends. What it has pushed stays; one that is not there is no fault.';
alter function public.delete_found_source(uuid) owner to cairn_definer;
revoke all on function public.delete_found_source(uuid) from public, anon, authenticated, service_role;
grant execute on function public.delete_found_source(uuid) to authenticated;
create function public.get_found_sources() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', s.id, 'name', s.name, 'created_by_name', private.name_of_member(s.account_id, s.created_by),
    'created_at', s.created_at, 'last_seen_at', s.last_seen_at
  ) order by lower(s.name)), '[]')
  from public.found_sources s
  where s.account_id = private.my_account() and private.my_rank() >= 1
$$;
comment on function public.get_found_sources() is
  'The sources of the account by name, without their keys, for who may import: [{"id", "name", "created_by_name", "created_at", "last_seen_at"}].';
alter function public.get_found_sources() owner to cairn_definer;
revoke all on function public.get_found_sources() from public, anon, authenticated, service_role;
grant execute on function public.get_found_sources() to authenticated;
create function private.found_fields(account uuid, kind text) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select f.key from private.import_fields(account, found_fields.kind) f where f.key <> 'imported_from'
    union all
    select unnest(array['owner', 'experts', 'tags', 'links'])
    union all
    select a.attname::text
    from private.kinds k
    join pg_catalog.pg_attribute a
      on a.attrelid = format('public.%I', k.record_table)::regclass and a.attname in ('use_cases', 'users')
      and not a.attisdropped
    where k.kind = found_fields.kind
  )
$$;
comment on function private.found_fields(uuid, text) is 'The keys of fields that a found record of a kind can have.';
alter function private.found_fields(uuid, text) owner to cairn_definer;
create function private.found_problem(fields text[], value jsonb) returns text
language sql immutable set search_path = ''
as $$
  select case
    when jsonb_typeof(value) is distinct from 'object' then 'must be an object.'
    when octet_length(value::text) > 20000 then 'must have at most 20,000 bytes.'
    when jsonb_typeof(value -> 'source_id') is distinct from 'string'
      or char_length(private.display_text(value ->> 'source_id')) not between 1 and 200
      then 'source_id must be a text of 1 to 200 characters.'
    when jsonb_typeof(value -> 'name') is distinct from 'string'
      or char_length(private.display_text(value ->> 'name')) not between 1 and 120
      then 'name must be a text of 1 to 120 characters.'
    else (
      select format(
        case when f.key <> all (fields) then 'there is no field %s.' else '%s must be a text, a number, yes or no, or a list of texts.' end,
        to_jsonb(left(f.key, 100))
      )
      from jsonb_each(value) as f (key, value)
      where f.key <> all (fields)
        or jsonb_typeof(f.value) = 'object'
        or jsonb_typeof(f.value) = 'array' and jsonb_path_exists(f.value, 'strict $[*] ? (@.type() <> "string")')
      order by f.key
      limit 1
    )
  end
$$;
comment on function private.found_problem(text[], jsonb) is
  'Why a record cannot be taken in that a script sends; null where it can. Values are judged when it is imported.';
alter function private.found_problem(text[], jsonb) owner to cairn_definer;
create function private.refuse_found_records(account uuid, kind text, records jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  fields constant text[] := private.found_fields(account, kind);
  problem text;
begin
  if jsonb_typeof(records) is distinct from 'array' or jsonb_array_length(records) > 1000 then
    raise exception 'Send a list of at most 1,000 records.' using errcode = '22023';
  end if;
  select format('Record %s: %s', p.place, p.problem) into problem
  from (
    select s.place, private.found_problem(fields, s.value) as problem
    from jsonb_array_elements(records) with ordinality as s (value, place)
  ) p
  where p.problem is not null
  order by p.place
  limit 1;
  if problem is not null then
    raise exception '%', problem using errcode = '22023', hint = 'Nothing of this request was taken in.';
  end if;
end
$$;
comment on function private.refuse_found_records(uuid, text, jsonb) is
  'Refuses records that a script sends, with the first that cannot be taken in.';
alter function private.refuse_found_records(uuid, text, jsonb) owner to cairn_definer;
create function private.refuse_full_inbox(account uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (select count(*) from public.found_records f where f.account_id = account and f.state = 'waiting') > 10000 then
    raise exception 'At most 10,000 found records can wait.'
      using errcode = 'PT409', hint = 'Register or ignore some of those that wait.';
  end if;
end
$$;
comment on function private.refuse_full_inbox(uuid) is 'Refuses what makes more than 10,000 found records wait in an account.';
alter function private.refuse_full_inbox(uuid) owner to cairn_definer;
create function private.take_in_found(pusher public.found_sources, kind text, records jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  counts jsonb;
begin
  execute format(
    'with sent as materialized (
      select distinct on (source_id) private.display_text(s.value ->> ''source_id'') as source_id, s.value as given
      from jsonb_array_elements($3) with ordinality as s (value, place)
      order by source_id, s.place desc
    ),
    binned as materialized (
      select b.record ->> ''source_id'' as source_id, (array_agg(b.record_id order by b.record_id))[1] as record_id
      from public.binned_records b
      where b.account_id = $1.account_id and b.kind = $2 and b.record ->> ''imported_from'' = $1.name
      group by 1
    ),
    taken as (
      insert into public.found_records as f (account_id, kind, source, source_id, name, owner, given, state, record_id)
      select
        $1.account_id, $2, $1.name, s.source_id, private.display_text(s.given ->> ''name''),
        private.owner_as_named(s.given), s.given || jsonb_build_object(''source_id'', s.source_id),
        case when coalesce(t.id, b.record_id) is null then ''waiting'' else ''registered'' end, coalesce(t.id, b.record_id)
      from sent s
      left join public.%I t
        on t.account_id = $1.account_id and t.imported_from = $1.name and t.source_id = s.source_id
      left join binned b on b.source_id = s.source_id
      order by s.source_id
      on conflict on constraint found_records_source_id_key do update
      set name = excluded.name, owner = excluded.owner, given = excluded.given, last_seen_at = now(),
        state = case when excluded.state = ''waiting'' and f.state = ''ignored'' then f.state else excluded.state end,
        record_id = excluded.record_id
      returning f.state, f.first_seen_at = now() as is_new
    )
    select jsonb_build_object(
      ''received'', count(*), ''new'', count(*) filter (where k.is_new and k.state = ''waiting''),
      ''waiting'', count(*) filter (where k.state = ''waiting''),
      ''registered'', count(*) filter (where k.state = ''registered''),
      ''ignored'', count(*) filter (where k.state = ''ignored'')
    )
    from taken k',
    private.catalogue_of(kind)
  ) into counts using pusher, kind, records;
  return counts;
end
$$;
comment on function private.take_in_found(public.found_sources, text, jsonb) is
  'Takes in what a source sends, and counts what became of it.';
alter function private.take_in_found(public.found_sources, text, jsonb) owner to cairn_definer;
create function private.owner_as_named(given jsonb) returns text
language sql immutable set search_path = ''
as $$
  select nullif(left(private.display_text(array_to_string(private.import_list(given -> 'owner'), ', ')), 200), '')
$$;
comment on function private.owner_as_named(jsonb) is 'Who owns a found record, in the words of its source.';
alter function private.owner_as_named(jsonb) owner to cairn_definer;
create function public.push_found(key text, kind text, records jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  pusher public.found_sources;
  counts jsonb;
begin
  perform private.limit_public_calls('pushes');
  select s.* into pusher from public.found_sources s where s.key_hash = private.token_hash(push_found.key);
  if not found then
    raise exception 'This is not the key of a source.' using errcode = 'PT401', hint = 'A manager can renew the key.';
  end if;
  if not private.count_against_limit('pushes of ' || pusher.id, 60) then
    raise exception 'Too many requests.' using errcode = 'PT429', hint = 'Wait a minute, then try again.';
  end if;
  perform private.refuse_other_kind(kind);
  perform private.refuse_found_records(pusher.account_id, kind, records);
  counts := private.take_in_found(pusher, kind, records);
  perform private.refuse_full_inbox(pusher.account_id);
  update public.found_sources s set last_seen_at = now() where s.id = pusher.id;
  return counts;
end
$$;
comment on function public.push_found(text, text, jsonb) is
  'For scripts that have the key of a source: takes in what they found, at most 1,000 records of a kind, [{"source_id", "name", …}] with the fields of imports. Sixty times a minute. Answers counts of what was sent: {"received", "new", "waiting", "registered", "ignored"}.';
alter function public.push_found(text, text, jsonb) owner to cairn_definer;
revoke all on function public.push_found(text, text, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.push_found(text, text, jsonb) to anon, authenticated, service_role;
create function private.refuse_deciding_found() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if coalesce(private.my_rank(), 0) < 1 then
    raise exception 'Viewers cannot import.' using errcode = '42501', hint = 'Ask an administrator for another level.';
  end if;
end
$$;
comment on function private.refuse_deciding_found() is 'Refuses a caller who may add no records.';
alter function private.refuse_deciding_found() owner to cairn_definer;
create function private.chosen_found(ids uuid[], kind text, source text) returns setof public.found_records
language sql stable security definer set search_path = ''
as $$
  select f.*
  from public.found_records f
  where f.account_id = private.my_account()
    and (chosen_found.ids is null or f.id = any (chosen_found.ids))
    and (chosen_found.kind is null or f.kind = chosen_found.kind)
    and (chosen_found.source is null or f.source = chosen_found.source)
$$;
comment on function private.chosen_found(uuid[], text, text) is
  'What was found in the caller''s account: with these ids, of a kind, of a source; null for any.';
alter function private.chosen_found(uuid[], text, text) owner to cairn_definer;
create function public.ignore_found(ids uuid[] default null, kind text default null, source text default null)
returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  done integer;
begin
  perform private.refuse_deciding_found();
  update public.found_records f
  set state = 'ignored', decided_by = private.caller_id(), decided_at = now()
  from private.chosen_found(ids, ignore_found.kind, ignore_found.source) c
  where f.id = c.id and f.state = 'waiting';
  get diagnostics done = row_count;
  return done;
end
$$;
comment on function public.ignore_found(uuid[], text, text) is
  'Ignores for good what waits: with these ids, or all of a kind and source; null for any. Returns how many.';
alter function public.ignore_found(uuid[], text, text) owner to cairn_definer;
revoke all on function public.ignore_found(uuid[], text, text) from public, anon, authenticated, service_role;
grant execute on function public.ignore_found(uuid[], text, text) to authenticated;
create function public.take_back_found(ids uuid[] default null, kind text default null, source text default null)
returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  done integer;
begin
  perform private.refuse_deciding_found();
  update public.found_records f
  set state = 'waiting', record_id = null, decided_by = null, decided_at = null
  from private.chosen_found(ids, take_back_found.kind, take_back_found.source) c
  where f.id = c.id and (
    f.state = 'ignored'
    or f.state = 'registered' and not private.is_record(f.account_id, f.kind, f.record_id) and not exists (
      select from public.binned_records b
      where b.account_id = f.account_id and b.kind = f.kind and b.record_id = f.record_id
    )
  );
  get diagnostics done = row_count;
  perform private.refuse_full_inbox(private.my_account());
  return done;
end
$$;
comment on function public.take_back_found(uuid[], text, text) is
  'Lets wait again what was ignored, or whose record is gone for good: with these ids, or all of a kind and source; null for any. Returns how many.';
alter function public.take_back_found(uuid[], text, text) owner to cairn_definer;
revoke all on function public.take_back_found(uuid[], text, text) from public, anon, authenticated, service_role;
grant execute on function public.take_back_found(uuid[], text, text) to authenticated;
create function public.start_import_of_found(ids uuid[] default null, kind text default null, source text default null)
returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  origin record;
  started uuid;
begin
  perform private.refuse_deciding_found();
  select count(distinct (c.kind, c.source)) as amount, min(c.kind) as kind, min(c.source) as source into origin
  from private.chosen_found(ids, start_import_of_found.kind, start_import_of_found.source) c
  where c.state = 'waiting';
  if origin.amount = 0 then
    raise exception 'None of these found records waits any more.' using errcode = 'PT404';
  elsif origin.amount > 1 then
    raise exception 'Review records of one kind and one source at a time.' using errcode = '22023';
  end if;
  started := public.start_import(origin.kind, origin.source, 'source', origin.source);
  update public.imports i set partial = true where i.id = started;
  insert into public.import_rows (account_id, import_id, row_number, given, match_value, name_key)
  select
    c.account_id, started, row_number() over (order by c.first_seen_at, c.id), c.given, c.source_id,
    nullif(private.name_key(c.name), '')
  from private.chosen_found(ids, origin.kind, origin.source) c
  where c.state = 'waiting';
  perform public.check_import(started);
  return started;
end
$$;
comment on function public.start_import_of_found(uuid[], text, text) is
  'Makes what waits, of one kind and one source, the plan of an import, checks its first part and gives its id: with these ids, or all of a kind and source. What the plan applies is registered.';
alter function public.start_import_of_found(uuid[], text, text) owner to cairn_definer;
revoke all on function public.start_import_of_found(uuid[], text, text) from public, anon, authenticated, service_role;
grant execute on function public.start_import_of_found(uuid[], text, text) to authenticated;
create function private.register_found(plan public.imports, done jsonb) returns void
language sql security definer set search_path = ''
as $$
  update public.found_records f
  set state = 'registered', record_id = d.record_id, decided_by = private.caller_id(), decided_at = now()
  from jsonb_to_recordset(done) as d ("row" integer, record_id uuid)
  join public.import_rows r on r.import_id = plan.id and r.row_number = d."row"
  where f.account_id = plan.account_id and f.kind = plan.kind and f.source = r.clean ->> 'imported_from'
    and f.source_id = r.clean ->> 'source_id' and r.effect in ('new', 'changed')
$$;
comment on function private.register_found(public.imports, jsonb) is
  'Notes of what was found that rows of a plan, [{"row", "record_id"}], have made it records.';
alter function private.register_found(public.imports, jsonb) owner to cairn_definer;
create function public.leave_import_for_later(import uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  plan constant public.imports := private.hold_import(import);
  done integer;
begin
  with left_out as (
    update public.import_rows r
    set decision = '{"do": "leave", "later": true}'
    where r.import_id = plan.id and not plan.partial and private.is_left_out(r)
    returning r.*
  ),
  waiting as (
    select distinct on (source, source_id)
      coalesce(l.clean ->> 'imported_from', plan.source, left(plan.file_name, 120)) as source,
      left(coalesce(l.clean ->> 'source_id', l.match_value, l.clean ->> 'name'), 200) as source_id,
      l.clean ->> 'name' as name,
      l.given - 'id' - 'imported_from' as given
    from left_out l
    order by source, source_id, l.row_number
  )
  insert into public.found_records as f (account_id, kind, source, source_id, name, owner, given)
  select
    plan.account_id, plan.kind, w.source, w.source_id, w.name, private.owner_as_named(w.given),
    w.given || jsonb_build_object('source_id', w.source_id)
  from waiting w
  on conflict on constraint found_records_source_id_key do update
  set name = excluded.name, owner = excluded.owner, given = excluded.given, last_seen_at = now(), state = 'waiting',
    record_id = null, decided_by = null, decided_at = null;
  get diagnostics done = row_count;
  perform private.refuse_full_inbox(plan.account_id);
  return done;
end
$$;
comment on function public.leave_import_for_later(uuid) is
  'Lets new rows and possible duplicates of a plan that are left out wait among what was found, with the source of the import or the name of its file. Returns how many.';
alter function public.leave_import_for_later(uuid) owner to cairn_definer;
revoke all on function public.leave_import_for_later(uuid) from public, anon, authenticated, service_role;
grant execute on function public.leave_import_for_later(uuid) to authenticated;
create function public.get_found(
  state text default 'waiting', kind text default null, source text default null, skip integer default 0
) returns jsonb
language sql stable set search_path = ''
as $$
  with fitting as (
    select f.*
    from public.found_records f
    where f.account_id = (select private.my_account()) and f.state = get_found.state
      and (get_found.kind is null or f.kind = get_found.kind)
      and (get_found.source is null or f.source = get_found.source)
  )
  select jsonb_build_object(
    'total', (select count(*) from fitting),
    'items', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', p.id, 'kind', p.kind, 'source', p.source, 'source_id', p.source_id, 'name', p.name, 'owner', p.owner,
        'first_seen_at', p.first_seen_at, 'last_seen_at', p.last_seen_at, 'state', p.state, 'record_id', c.id
      ) order by p.first_seen_at desc, p.id), '[]')
      from (
        select f.* from fitting f order by f.first_seen_at desc, f.id limit 100 offset greatest(coalesce(skip, 0), 0)
      ) p
      left join private.records c on c.kind = p.kind and c.id = p.record_id
    ),
    'groups', (
      select coalesce(jsonb_agg(to_jsonb(g) order by g.kind, g.source, g.state), '[]')
      from (
        select f.kind, f.source, f.state, count(*) as count
        from public.found_records f
        where f.account_id = (select private.my_account())
        group by f.kind, f.source, f.state
      ) g
    )
  )
$$;
comment on function public.get_found(text, text, text, integer) is
  'A page of 100 found records of a state, kind and source, the latest first: {"total", "items": [{"id", "kind", "source", "source_id", "name", "owner", "first_seen_at", "last_seen_at", "state", "record_id"}], "groups": [{"kind", "source", "state", "count"}]}; the groups are those of the account. The record is null where it is gone.';
alter function public.get_found(text, text, text, integer) owner to cairn_definer;
revoke all on function public.get_found(text, text, text, integer) from public, anon, authenticated, service_role;
grant execute on function public.get_found(text, text, text, integer) to authenticated;
create function private.new_columns(catalogue text, fields text[]) returns table (name text, value text)
language sql stable set search_path = ''
as $$
  select
    quote_ident(a.attname),
    case
      when d.adbin is null then format('g.%I', a.attname)
      else format('coalesce(g.%I, %s)', a.attname, pg_get_expr(d.adbin, d.adrelid))
    end
  from pg_attribute a
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = format('public.%I', catalogue)::regclass and a.attnum > 0 and not a.attisdropped
    and a.attname = any (fields) and has_column_privilege(a.attrelid, a.attnum, 'insert')
  order by a.attnum
$$;
comment on function private.new_columns(text, text[]) is
  'Which of the fields the caller may set on a new record of a catalogue, each with the SQL for its value out of a row g: a missing one has its default.';
alter function private.new_columns(text, text[]) owner to cairn_definer;
grant execute on function private.new_columns(text, text[]) to authenticated;
create function public.add_records(kind text, records jsonb) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  catalogue constant text := private.catalogue_of(kind);
  fields text[];
  names text;
  vals text;
  known integer;
  answer jsonb;
begin
  if coalesce(private.my_rank(), 0) < 1 then
    raise exception 'Viewers cannot add records.' using errcode = '42501', hint = 'Ask an administrator for another level.';
  end if;
  perform private.refuse_other_kind(kind);
  if not coalesce(records @? 'strict $ ? (@.type() == "array" && @.size() >= 1 && @.size() <= 100)', false) then
    raise exception 'Add 1 to 100 records at once.' using errcode = '22023', hint = 'Send them as a list.';
  end if;
  if records @? 'strict $[*] ? (@.type() != "object")' then
    raise exception 'A record must be an object.' using errcode = '22023', hint = 'Name its fields.';
  end if;
  fields := array(
    select distinct f.name from jsonb_array_elements(records) as r (value), jsonb_object_keys(r.value) as f (name)
  );
  select string_agg(c.name, ', '), string_agg(c.value, ', '), count(*)
  into names, vals, known
  from private.new_columns(catalogue, fields) c;
  if known is distinct from cardinality(fields) or 'name' <> all (fields) then
    raise exception 'A new record has a name, and only fields that can be set.'
      using errcode = '22023', hint = 'See the columns of the catalogue.';
  end if;
  -- Of two calls that add the same at once, the second waits, and leaves it out.
  perform pg_advisory_xact_lock(hashtextextended('records of ' || account, 0));
  execute format(
    'with given as (
      select r.value, r.place, private.display_text(r.value ->> ''name'') as name
      from jsonb_array_elements($1) with ordinality as r (value, place)
    ), fresh as materialized (
      select n.value, n.place
      from given n
      where not exists (select from public.%1$I t where t.account_id = $2 and lower(t.name) = lower(n.name))
        and not exists (select from given e where e.place < n.place and lower(e.name) = lower(n.name))
    ), added as (
      insert into public.%1$I as t (%2$s)
      select %3$s from fresh f cross join lateral jsonb_populate_record(null::public.%1$I, f.value) as g
      returning t.id, t.name
    )
    select jsonb_build_object(
      ''added'', coalesce(
        (select jsonb_agg(jsonb_build_object(''id'', a.id, ''name'', a.name) order by lower(a.name)) from added a), ''[]''
      ),
      ''taken'', coalesce(
        (select jsonb_agg(n.name order by n.place) from given n where n.place not in (select f.place from fresh f)), ''[]''
      )
    )',
    catalogue, names, vals
  ) into answer using records, account;
  return answer;
end
$$;
comment on function public.add_records(text, jsonb) is
  'Adds 1 to 100 records of a kind in one step, as the caller; records are objects of columns, and a column that one of them leaves out has its default. {"added": [{"id", "name"}], "taken": [name]}: a name that the account has already, or that stands twice, is left out.';
alter function public.add_records(text, jsonb) owner to cairn_definer;
revoke all on function public.add_records(text, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.add_records(text, jsonb) to authenticated;
create function public.get_first_steps() returns json
language plpgsql stable set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  kind text;
  has_link boolean := false;
begin
  for kind in select k.kind from private.kinds_in_use() as k (kind) loop
    execute format(
      'select exists (select from public.%I t where t.account_id = $1 and t.links <> ''[]'')', private.catalogue_of(kind)
    ) into has_link using account;
    exit when has_link;
  end loop;
  return json_build_object(
    'systems', (select count(*) from (select from public.systems s where s.account_id = account limit 5) s),
    'owned', (
      select count(*)
      from (
        select from public.systems s
        where s.account_id = account and (s.owner_id is not null or s.invited_owner_id is not null)
        limit 5
      ) s
    ),
    'has_colleague', exists (
      select from public.account_members m where m.account_id = account and m.user_id <> private.caller_id()
    ) or exists (
      select from public.pending_invitations i
      where i.account_id = account and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
    ),
    'has_link', has_link
  );
end
$$;
comment on function public.get_first_steps() is
  'How far the caller''s account has come: {"systems", "owned", "has_colleague", "has_link"}. Systems, and those with an owner, up to 5; whether there is another member or, as far as the caller may see it, an open invitation; whether a record has a link.';
alter function public.get_first_steps() owner to cairn_definer;
revoke all on function public.get_first_steps() from public, anon, authenticated, service_role;
grant execute on function public.get_first_steps() to authenticated;
create or replace function private.notify_expert() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  kind text;
  told private.record_news[];
begin
  if private.is_taking_in() then
    return null;
  end if;
  for kind in select distinct l.kind from links l loop
    execute format(
      'select array(
        select
          row(l.account_id, l.expert_id, ''expert_assigned'', $1, r.id, r.name, ''{}''::jsonb)::private.record_news
        from links l
        join public.%I r on r.id = l.record_id
        -- A member who knew it before is not told that they are expert of it.
        where l.kind = $1 and not exists (
          select from public.binned_records b where b.account_id = r.account_id and b.record_id = r.id
        )
        order by l.expert_id, lower(r.name), r.id
      )',
      private.catalogue_of(kind)
    )
      into told using kind;
    perform private.notify_of_records(told);
  end loop;
  return null;
end
$$;
create or replace function public.delete_expired(
  what text, keep_days integer, at_most integer default 1000, account uuid default null,
  only_these text[] default null
)
returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  oldest constant timestamptz := now() - private.days_kept(what, keep_days);
  deleted integer;
begin
  case what
    when 'sign-ins' then
      delete from public.login_attempts where id in (
        select a.id from public.login_attempts a where a.attempted_at < oldest
          and (only_these is null or a.id in (select t::bigint from unnest(only_these) as t))
        order by a.attempted_at limit at_most
      );
    when 'audit' then
      delete from public.security_audit_log where id in (
        select l.id from public.security_audit_log l where l.created_at < oldest
          and (account is null or l.account_id = account)
          and (only_these is null or l.id in (select t::uuid from unnest(only_these) as t))
        order by l.created_at limit at_most
      );
    when 'history' then
      -- An act is a row for many lines, and goes with the first of them.
      delete from public.acts a where a.done_at < oldest and (account is null or a.account_id = account);
      delete from public.record_history where id in (
        select h.id from public.record_history h where h.changed_at < oldest
          and (account is null or h.account_id = account)
          and (only_these is null or h.id in (select t::uuid from unnest(only_these) as t))
        order by h.changed_at limit at_most
      );
    when 'bin' then
      return private.empty_bins(greatest(keep_days, 1), at_most, account, only_these);
    when 'fields' then
      return private.purge_own_fields(oldest, account, only_these);
    when 'imports' then
      delete from public.imports where id in (
        select i.id from public.imports i where i.started_at < oldest
          and (account is null or i.account_id = account)
          and (only_these is null or i.id in (select t::uuid from unnest(only_these) as t))
        order by i.started_at limit at_most
      );
    else
      raise exception 'There is nothing called % that expires.', what
        using errcode = '22023', hint = 'Name sign-ins, audit, history, bin, fields or imports.';
  end case;
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
comment on function public.delete_expired(text, integer, integer, uuid, text[]) is
  'For the server: deletes the oldest sign-ins, audit entries, changes of the history, records in bins, deleted own fields or imports that are older than so many days; of the audit log nothing of the last 90, of fields of the last 30. A field goes with the values of all records, of some thousand at a time: it is there until the last is gone. Of one account where it is given; sign-ins are of none. Only those with these keys where they are given. Returns how many.';
create or replace function private.expired_rows(what text, keep_days integer, account uuid, without text[], at_most integer)
returns setof text
language plpgsql stable security definer set search_path = ''
as $$
declare
  oldest constant timestamptz := now() - private.days_kept(what, keep_days);
begin
  case what
    when 'sign-ins' then
      return query
      select a.id::text from public.login_attempts a
      where a.attempted_at < oldest and a.id <> all (without::bigint[])
      order by a.attempted_at limit at_most;
    when 'audit' then
      return query
      select l.id::text from public.security_audit_log l
      where l.account_id = account and l.created_at < oldest and l.id <> all (without::uuid[])
      order by l.created_at limit at_most;
    when 'history' then
      return query
      select h.id::text from public.record_history h
      where h.account_id = account and h.changed_at < oldest and h.id <> all (without::uuid[])
      order by h.changed_at limit at_most;
    when 'bin' then
      return query
      select b.kind || ' ' || b.record_id from public.binned_records b
      where b.account_id = account and b.deleted_at < oldest and b.kind || ' ' || b.record_id <> all (without)
      order by b.deleted_at limit at_most;
    when 'fields' then
      return query
      select f.id::text from public.own_fields f
      where f.account_id = account and f.deleted_at < oldest and f.id <> all (without::uuid[])
      order by f.deleted_at limit at_most;
    when 'imports' then
      return query
      select i.id::text from public.imports i
      where i.account_id = account and i.started_at < oldest and i.id <> all (without::uuid[])
      order by i.started_at limit at_most;
  end case;
end
$$;
create or replace function private.accounts_with_expired(what text, keep_days integer) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select a.id
  from public.accounts a
  where case what
    when 'audit' then exists (
      select from public.security_audit_log l
      where l.account_id = a.id and l.created_at < now() - make_interval(days => greatest(keep_days, 90))
    )
    when 'history' then exists (
      select from public.record_history h
      where h.account_id = a.id and h.changed_at < now() - make_interval(days => keep_days)
    )
    when 'bin' then exists (
      select from public.binned_records b
      where b.account_id = a.id and b.deleted_at < now() - make_interval(days => keep_days)
    )
    when 'fields' then exists (
      select from public.own_fields f
      where f.account_id = a.id and f.deleted_at < now() - private.days_kept(what, keep_days)
    )
    when 'imports' then exists (
      select from public.imports i
      where i.account_id = a.id and i.started_at < now() - private.days_kept(what, keep_days)
    )
  end
$$;
comment on function private.accounts_with_expired(text, integer) is
  'The accounts with audit entries, changes of the history, records in bins, deleted own fields or imports that are older than so many days.';
create function public.request_archive() returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  made uuid;
begin
  perform private.refuse_non_admin('Only administrators can make an archive.');
  perform from public.accounts a where a.id = account for no key update;
  if exists (
    select from public.archives a where a.account_id = account and a.state in ('waiting', 'working')
  ) then
    raise exception 'An archive is being made already.'
      using errcode = 'PT409', hint = 'Wait until it is ready, or delete it.';
  end if;
  delete from public.archives a where a.account_id = account;
  insert into public.archives (account_id, made_by) values (account, private.caller_id()) returning id into made;
  perform private.write_audit(account, private.caller_id(), 'archive_requested', 'archive', made::text);
  return made;
end
$$;
comment on function public.request_archive() is
  'For admins: has the server make an archive of the account, in place of the last one. Gives its id.';
alter function public.request_archive() owner to cairn_definer;
revoke all on function public.request_archive() from public, anon, authenticated, service_role;
grant execute on function public.request_archive() to authenticated;
create function public.get_archive_part(archive uuid, place integer) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  part text;
begin
  perform private.refuse_non_admin('Only administrators can download an archive.');
  select translate(encode(p.bytes, 'base64'), e'\n', '') into part
  from private.archive_parts p
  join public.archives a on a.account_id = p.account_id and a.id = p.archive_id
  where p.account_id = account and p.archive_id = archive and p.place = get_archive_part.place
    and a.state = 'ready' and a.expires_at > now();
  if part is null then
    raise exception 'This archive is gone.' using errcode = 'PT404', hint = 'Make a new one.';
  end if;
  if place = 1 then
    perform private.write_audit(account, private.caller_id(), 'archive_downloaded', 'archive', archive::text);
  end if;
  return part;
end
$$;
comment on function public.get_archive_part(uuid, integer) is
  'For admins: a part of an archive that is ready, from 1 on, in base64. The first one is noted in the audit log.';
alter function public.get_archive_part(uuid, integer) owner to cairn_definer;
revoke all on function public.get_archive_part(uuid, integer) from public, anon, authenticated, service_role;
grant execute on function public.get_archive_part(uuid, integer) to authenticated;
create function public.delete_archive(archive uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.refuse_non_admin('Only administrators can delete an archive.');
  delete from public.archives a where a.account_id = private.my_account() and a.id = archive;
  if found then
    perform private.write_audit(
      private.my_account(), private.caller_id(), 'archive_deleted', 'archive', archive::text
    );
  end if;
end
$$;
comment on function public.delete_archive(uuid) is 'For admins: deletes an archive, or ends the making of it.';
alter function public.delete_archive(uuid) owner to cairn_definer;
revoke all on function public.delete_archive(uuid) from public, anon, authenticated, service_role;
grant execute on function public.delete_archive(uuid) to authenticated;
create function private.archived_tables()
returns table (place integer, file text, source regclass, keys text[], without text[], awaiting text[], read_only boolean)
language sql stable security definer set search_path = ''
as $$
  values
    (1, 'account', 'private.archived_accounts'::regclass, array['id'], '{}'::text[], '{}'::text[], false),
    (2, 'people', 'private.archived_people', array['id', 'email'], '{}', '{}', false),
    (3, 'features', 'public.app_features', array['id'], '{}', '{}', false),
    (4, 'appearance', 'public.appearance_settings', array['id'], '{}', '{}', false),
    (5, 'tags', 'public.tags', array['id'], '{}', '{}', false),
    (6, 'own-fields', 'public.own_fields', array['id'], '{}', '{}', false),
    (100, 'articles', 'public.knowledge_articles', array['id'], '{}', '{}', false),
    (101, 'experts', 'public.record_experts', array['record_id', 'expert_id'],
      array(select k.kind || '_id' from private.kinds k), '{}', false),
    (102, 'agents-of-solutions', 'public.solution_agents', array['solution_id', 'agent_id'], '{}', '{}', false),
    (103, 'automations-of-solutions', 'public.solution_automations', array['solution_id', 'automation_id'], '{}',
      '{}', false),
    (104, 'departed-owners', 'public.departed_owners', array['kind', 'record_id'], '{}', '{}', false),
    (105, 'handovers', 'public.handovers', array['id'], '{}', array['receiver_id', 'invitation_id'], false),
    (106, 'views', 'public.views', array['id'], '{}', '{}', false),
    (107, 'view-settings', 'public.view_settings', array['user_id', 'view_id'], '{}', '{}', false),
    (108, 'acts', 'public.acts', array['id'], '{}', '{}', false),
    (109, 'bin', 'public.binned_records', array['kind', 'record_id'], '{}', '{}', false),
    (110, 'history', 'public.record_history', array['changed_at', 'id'], '{}', '{}', false),
    (111, 'audit-log', 'public.security_audit_log', array['created_at', 'id'], '{}', '{}', true)
  union all
  select 10 + k.place, k.record_table, format('public.%I', k.record_table)::regclass, array['id'],
    '{}', array['owner_id', 'invited_owner_id'], false
  from private.kinds k
  where k.feature is not null
$$;
comment on function private.archived_tables() is
  'The files of an archive in their order: the table of each, what its lines are sorted by, columns that they leave out, two columns of which the first names a member and the second an invited person instead, and whether the file is for reading alone.';
alter function private.archived_tables() owner to cairn_definer;
grant execute on function private.archived_tables() to supabase_auth_admin;
revoke all on function private.archived_tables() from public;
create function private.archived_row(line jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case
    when line ? 'record' then jsonb_set(
      line, '{record}',
      (line -> 'record') - array['account_id', 'invited_owner_id']
        || jsonb_build_object('owner_id', coalesce(
          nullif(line -> 'record' -> 'owner_id', 'null'), line -> 'record' -> 'invited_owner_id'
        ))
    )
    else line
  end
$$;
comment on function private.archived_row(jsonb) is
  'A line of the bin without the account of its record, and with one owner; any other line as it is.';
alter function private.archived_row(jsonb) owner to cairn_definer;
create function private.awaited_columns(account uuid, file text, keys text[], awaiting text[]) returns text
language sql stable security definer set search_path = ''
as $$
  select concat(
    case when cardinality(awaiting) = 2 then format(
      '|| jsonb_build_object(%1$L, coalesce(r.%1$I, (
        select coalesce(w.id, i.id)
        from public.pending_invitations i
        left join private.awaited_people w on w.account_id = i.account_id and w.email = i.email
        where i.account_id = r.account_id and i.id = r.%2$I
          and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
      )))',
      awaiting[1], awaiting[2]
    ) end,
    case when exists (
      select from private.awaited_lines l where l.account_id = account and l.file = awaited_columns.file and not l.is_whole
    ) then format(
      '|| coalesce((
        select (
          select jsonb_object_agg(e.key, e.value) from jsonb_each(l.line) e where to_jsonb(r) -> e.key = ''null''
        )
        from private.awaited_lines l
        where l.account_id = r.account_id and l.file = %L and not l.is_whole and l.key = concat_ws('' '', %s)
      ), ''{}'')',
      file, (select string_agg(format('r.%I', k), ', ' order by n) from unnest(keys) with ordinality as u (k, n))
    ) end
  )
$$;
comment on function private.awaited_columns(uuid, text, text[], text[]) is
  'SQL that puts invited and awaited people into the lines of a file.';
alter function private.awaited_columns(uuid, text, text[], text[]) owner to cairn_definer;
create function private.with_awaited_lines(account uuid, file text, source regclass) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when exists (
      select from private.awaited_lines l where l.account_id = account and l.file = with_awaited_lines.file and l.is_whole
    ) then format(
      '(
        select t.* from %1$s t
        union all
        select p.*
        from private.awaited_lines l
        cross join lateral jsonb_populate_record(
          null::%1$s, l.line || jsonb_build_object(''account_id'', l.account_id)
        ) p
        where l.account_id = $1 and l.file = %2$L and l.is_whole
      )',
      source, file
    )
    else source::text
  end
$$;
comment on function private.with_awaited_lines(uuid, text, regclass) is
  'SQL for the rows of a file, with those that wait for their person.';
alter function private.with_awaited_lines(uuid, text, regclass) owner to cairn_definer;
create function private.archive_page(account uuid, of_file text, after jsonb, most_rows integer, most_bytes integer)
returns table (lines text, entries integer, last jsonb)
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked record;
  key_list text;
  key_object text;
begin
  select t.* into strict asked from private.archived_tables() t where t.file = of_file;
  select
    string_agg(format('r.%I', k.key), ', ' order by k.place),
    string_agg(format('%L, r.%I', k.key, k.key), ', ' order by k.place)
  into key_list, key_object
  from unnest(asked.keys) with ordinality as k (key, place);
  return query execute format(
    'select string_agg(f.line, e''\n'' order by f.place) || e''\n'', count(*)::integer,
      (array_agg(f.key order by f.place desc))[1]
    from (
      select l.line, l.key, l.place, sum(octet_length(l.line)) over (order by l.place) - octet_length(l.line) as before
      from (
        select private.archived_row(to_jsonb(r) - $2 %s)::text as line, jsonb_build_object(%s) as key,
          row_number() over (order by %s) as place
        from %s r
        where r.account_id = $1 %s
        order by %s
        limit $3
      ) l
    ) f
    where f.before < $4',
    private.awaited_columns(account, asked.file, asked.keys, asked.awaiting), key_object, key_list,
    private.with_awaited_lines(account, asked.file, asked.source),
    case when after is not null then format('and (%s) > (%s)', key_list, (
      select string_agg(quote_literal(after ->> k.key), ', ' order by k.place)
      from unnest(asked.keys) with ordinality as k (key, place)
    )) else '' end,
    key_list
  ) using account, array['account_id'] || asked.without || (asked.awaiting)[2:], most_rows, most_bytes;
end
$$;
comment on function private.archive_page(uuid, text, jsonb, integer, integer) is
  'The next lines of a file of an archive, after a key, with their number and the last key. Nulls and 0 where there are none.';
alter function private.archive_page(uuid, text, jsonb, integer, integer) owner to cairn_definer;
revoke all on function private.archive_page(uuid, text, jsonb, integer, integer) from public;
grant execute on function private.archive_page(uuid, text, jsonb, integer, integer) to supabase_auth_admin;
create function private.accounts_with_archives_to_make() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select distinct a.account_id
  from public.archives a
  where a.state in ('waiting', 'working') or a.expires_at <= now()
$$;
comment on function private.accounts_with_archives_to_make() is
  'The accounts for which an archive is to be made, or has expired.';
alter function private.accounts_with_archives_to_make() owner to cairn_definer;
revoke all on function private.accounts_with_archives_to_make() from public;
grant execute on function private.accounts_with_archives_to_make() to supabase_auth_admin;
create function private.begin_archive(account uuid) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  begun uuid;
begin
  delete from public.archives a where a.account_id = account and a.expires_at <= now();
  update public.archives a
  set state = 'failed', bytes = 0, entries = 0, parts = 0
  where a.account_id = account and a.state in ('waiting', 'working') and a.attempts >= 3;
  update public.archives a
  set state = 'working', attempts = a.attempts + 1, bytes = 0, entries = 0, parts = 0
  where a.account_id = account and a.state in ('waiting', 'working')
  returning a.id into begun;
  delete from private.archive_parts p
  using public.archives a
  where p.account_id = account and a.id = p.archive_id and a.state <> 'ready';
  perform private.forget_unawaited(account);
  return begun;
end
$$;
comment on function private.begin_archive(uuid) is
  'Begins anew with the archive that an account waits for, and gives its id. Deletes what has expired.';
alter function private.begin_archive(uuid) owner to cairn_definer;
revoke all on function private.begin_archive(uuid) from public;
grant execute on function private.begin_archive(uuid) to supabase_auth_admin;
create function private.add_archive_part(account uuid, archive uuid, place integer, bytes bytea, entries bigint)
returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.archives a
  set parts = add_archive_part.place, bytes = a.bytes + octet_length(add_archive_part.bytes),
    entries = add_archive_part.entries
  where a.account_id = account and a.id = archive and a.state = 'working' and a.parts = add_archive_part.place - 1;
  if not found then
    return false;
  end if;
  insert into private.archive_parts (account_id, archive_id, place, bytes)
  values (account, archive, add_archive_part.place, add_archive_part.bytes);
  return true;
end
$$;
comment on function private.add_archive_part(uuid, uuid, integer, bytea, bigint) is
  'Stores the next part of an archive, and how many lines there are so far. False where it is wanted no more.';
alter function private.add_archive_part(uuid, uuid, integer, bytea, bigint) owner to cairn_definer;
revoke all on function private.add_archive_part(uuid, uuid, integer, bytea, bigint) from public;
grant execute on function private.add_archive_part(uuid, uuid, integer, bytea, bigint) to supabase_auth_admin;
create function private.end_archive(account uuid, archive uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  asked_by uuid;
begin
  update public.archives a
  set state = 'ready', ready_at = now(), expires_at = now() + interval '1 day'
  where a.account_id = account and a.id = archive and a.state = 'working'
  returning a.made_by into asked_by;
  if asked_by is not null then
    perform private.notify(account, asked_by, 'archive_ready');
  end if;
end
$$;
comment on function private.end_archive(uuid, uuid) is 'An archive is whole: for a day it can be fetched, and who asked for it is told.';
alter function private.end_archive(uuid, uuid) owner to cairn_definer;
revoke all on function private.end_archive(uuid, uuid) from public;
grant execute on function private.end_archive(uuid, uuid) to supabase_auth_admin;
create function private.is_empty_account(account uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (select from private.records r where r.account_id = account)
    and not exists (select from public.knowledge_articles a where a.account_id = account)
    and not exists (select from public.tags t where t.account_id = account)
    and not exists (select from public.own_fields f where f.account_id = account)
    and not exists (select from public.views v where v.account_id = account)
    and not exists (select from public.binned_records b where b.account_id = account)
$$;
comment on function private.is_empty_account(uuid) is
  'Whether an account has nothing yet: no records, articles, tags, own fields, views, and nothing in the bin.';
alter function private.is_empty_account(uuid) owner to cairn_definer;
create function private.refuse_account_with_rows(account uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_empty_account(account) then
    raise exception 'Only an empty account can take in an archive.'
      using errcode = 'PT409', hint = 'Records, articles, tags, fields, views and the bin have to be empty.';
  end if;
end
$$;
comment on function private.refuse_account_with_rows(uuid) is 'Refuses an account that has something already.';
alter function private.refuse_account_with_rows(uuid) owner to cairn_definer;
create function public.start_archive_import() returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  made uuid;
begin
  perform private.refuse_non_admin('Only administrators can take in an archive.');
  perform from public.accounts a where a.id = account for no key update;
  perform private.refuse_account_with_rows(account);
  if exists (
    select from public.archive_imports i where i.account_id = account and i.state in ('waiting', 'working')
  ) then
    raise exception 'An archive is being taken in already.' using errcode = 'PT409', hint = 'Wait until it is done.';
  end if;
  delete from public.archive_imports i where i.account_id = account;
  insert into public.archive_imports (account_id, made_by) values (account, private.caller_id()) returning id into made;
  return made;
end
$$;
comment on function public.start_archive_import() is
  'For admins of an empty account: begins to bring an archive, in place of the last one. Gives its id.';
alter function public.start_archive_import() owner to cairn_definer;
revoke all on function public.start_archive_import() from public, anon, authenticated, service_role;
grant execute on function public.start_archive_import() to authenticated;
create function public.add_archive_import_part(import uuid, place integer, content text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  most_bytes constant bigint := 4294967295;
  part bytea;
begin
  perform private.refuse_non_admin('Only administrators can take in an archive.');
  if content is null or octet_length(content) not between 1 and 1000000 then
    raise exception 'A part of an archive has at most 750,000 bytes.' using errcode = '22023';
  end if;
  part := decode(content, 'base64');
  update public.archive_imports i
  set parts = add_archive_import_part.place, bytes = i.bytes + octet_length(part)
  where i.account_id = private.my_account() and i.id = import and i.state = 'uploading'
    and i.parts = add_archive_import_part.place - 1 and i.bytes + octet_length(part) <= most_bytes
    -- All parts but the last have one size, so that each byte is found.
    and (add_archive_import_part.place = 1 or exists (
      select from private.archive_import_parts p
      where p.account_id = i.account_id and p.import_id = i.id and p.place = 1
        and octet_length(p.bytes) >= octet_length(part)
        and i.bytes = octet_length(p.bytes)::bigint * (add_archive_import_part.place - 1)
    ));
  if not found then
    raise exception 'This part of the archive cannot be taken.'
      using errcode = 'PT409', hint = 'Begin anew with the whole file.';
  end if;
  insert into private.archive_import_parts (account_id, import_id, place, bytes)
  values (private.my_account(), import, add_archive_import_part.place, part);
end
$$;
comment on function public.add_archive_import_part(uuid, integer, text) is
  'For admins: brings the next part of an archive, from 1 on, in base64.';
alter function public.add_archive_import_part(uuid, integer, text) owner to cairn_definer;
revoke all on function public.add_archive_import_part(uuid, integer, text) from public, anon, authenticated, service_role;
grant execute on function public.add_archive_import_part(uuid, integer, text) to authenticated;
create function public.submit_archive_import(import uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.refuse_non_admin('Only administrators can take in an archive.');
  update public.archive_imports i
  set state = 'waiting'
  where i.account_id = private.my_account() and i.id = import and i.state = 'uploading';
  if not found then
    raise exception 'This archive is gone.' using errcode = 'PT404', hint = 'Begin anew with the whole file.';
  end if;
  perform private.write_audit(
    private.my_account(), private.caller_id(), 'archive_import_requested', 'archive', import::text
  );
end
$$;
comment on function public.submit_archive_import(uuid) is
  'For admins: all parts of an archive have come; the server takes it in.';
alter function public.submit_archive_import(uuid) owner to cairn_definer;
revoke all on function public.submit_archive_import(uuid) from public, anon, authenticated, service_role;
grant execute on function public.submit_archive_import(uuid) to authenticated;
create function public.get_archive_state() returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  perform private.refuse_non_admin('Only administrators can make an archive.');
  return json_build_object(
    'archive', (
      select json_build_object(
        'id', a.id, 'state', a.state, 'bytes', a.bytes, 'entries', a.entries, 'parts', a.parts,
        'created_at', a.created_at, 'expires_at', a.expires_at
      )
      from public.archives a
      where a.account_id = account and a.expires_at > now()
    ),
    'import', (
      select json_build_object('state', i.state, 'entries', i.entries, 'problem', i.problem)
      from public.archive_imports i
      where i.account_id = account and (i.ended_at is null or i.ended_at > now() - interval '1 day')
    ),
    'is_empty', private.is_empty_account(account)
  );
end
$$;
comment on function public.get_archive_state() is
  'For admins: the archive of the account, what became of the one that it took in within a day, and whether it is empty.';
alter function public.get_archive_state() owner to cairn_definer;
revoke all on function public.get_archive_state() from public, anon, authenticated, service_role;
grant execute on function public.get_archive_state() to authenticated;
create function private.accounts_with_archives_to_take_in() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select i.account_id
  from public.archive_imports i
  where i.state in ('waiting', 'working') or i.state = 'uploading' and i.created_at < now() - interval '1 day'
$$;
comment on function private.accounts_with_archives_to_take_in() is
  'The accounts into which an archive is to be taken, or was begun to be brought a day ago.';
alter function private.accounts_with_archives_to_take_in() owner to cairn_definer;
revoke all on function private.accounts_with_archives_to_take_in() from public;
grant execute on function private.accounts_with_archives_to_take_in() to supabase_auth_admin;
create function private.begin_archive_import(account uuid)
returns table (import uuid, bytes bigint, first_bytes integer, made_by uuid)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from public.archive_imports i
  where i.account_id = account and i.state = 'uploading' and i.created_at < now() - interval '1 day';
  perform private.end_archive_import(account, i.id, 'The server could not take it in. Ask who runs it.', 0)
  from public.archive_imports i
  where i.account_id = account and i.state in ('waiting', 'working') and i.attempts >= 3;
  return query
  update public.archive_imports i
  set state = 'working', attempts = i.attempts + 1
  where i.account_id = account and i.state in ('waiting', 'working')
  returning i.id, i.bytes, coalesce((
    select octet_length(p.bytes)
    from private.archive_import_parts p
    where p.account_id = i.account_id and p.import_id = i.id and p.place = 1
  ), 0), i.made_by;
end
$$;
comment on function private.begin_archive_import(uuid) is
  'Begins with the archive that an account takes in: its size, and that of its parts but for the last.';
alter function private.begin_archive_import(uuid) owner to cairn_definer;
revoke all on function private.begin_archive_import(uuid) from public;
grant execute on function private.begin_archive_import(uuid) to supabase_auth_admin;
create function private.end_archive_import(account uuid, import uuid, problem text, entries bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  asked_by uuid;
begin
  update public.archive_imports i
  set state = case when end_archive_import.problem is null then 'done' else 'failed' end, ended_at = now(),
    problem = end_archive_import.problem, entries = end_archive_import.entries
  where i.account_id = account and i.id = import
  returning i.made_by into asked_by;
  delete from private.archive_import_parts p where p.account_id = account and p.import_id = import;
  perform private.write_audit(
    account, asked_by, case when problem is null then 'archive_taken_in' else 'archive_not_taken_in' end,
    'archive', import::text, jsonb_strip_nulls(jsonb_build_object('entries', entries, 'problem', problem))
  );
end
$$;
comment on function private.end_archive_import(uuid, uuid, text, bigint) is
  'Notes that an archive was taken in, or (with a sentence) why not. Its parts go.';
alter function private.end_archive_import(uuid, uuid, text, bigint) owner to cairn_definer;
revoke all on function private.end_archive_import(uuid, uuid, text, bigint) from public;
grant execute on function private.end_archive_import(uuid, uuid, text, bigint) to supabase_auth_admin;
create function private.archive_import_part(account uuid, import uuid, part integer) returns bytea
language sql stable security definer set search_path = ''
as $$
  select p.bytes
  from private.archive_import_parts p
  where p.account_id = account and p.import_id = import and p.place = part
$$;
comment on function private.archive_import_part(uuid, uuid, integer) is 'A part of an archive that is brought.';
alter function private.archive_import_part(uuid, uuid, integer) owner to cairn_definer;
revoke all on function private.archive_import_part(uuid, uuid, integer) from public;
grant execute on function private.archive_import_part(uuid, uuid, integer) to supabase_auth_admin;
create function private.begin_taking_in(account uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform from public.accounts a where a.id = account for no key update;
  perform private.refuse_account_with_rows(account);
  delete from public.app_features f where f.account_id = account;
  delete from public.appearance_settings s where s.account_id = account;
  delete from private.awaited_people w where w.account_id = account;
  delete from private.awaited_lines l where l.account_id = account;
end
$$;
comment on function private.begin_taking_in(uuid) is
  'Locks an empty account for an archive. Its switches and its appearance make way for those of the archive.';
alter function private.begin_taking_in(uuid) owner to cairn_definer;
revoke all on function private.begin_taking_in(uuid) from public;
grant execute on function private.begin_taking_in(uuid) to supabase_auth_admin;
create function private.known_people(account uuid, lines jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(l.line ->> 'id', coalesce(m.user_id, i.id)), '{}')
  from jsonb_array_elements(lines) as l (line)
  left join public.profiles p on p.account_id = account and lower(p.email) = lower(l.line ->> 'email')
  left join public.account_members m on m.account_id = account and m.user_id = p.id
  left join public.pending_invitations i
    on i.account_id = account and i.email = lower(l.line ->> 'email') and i.accepted_at is null and i.declined_at is null
  where l.line ->> 'state' <> 'left' and coalesce(m.user_id, i.id) is not null
$$;
comment on function private.known_people(uuid, jsonb) is
  'For lines of people the ids that members, and people who are invited already, have in the account.';
alter function private.known_people(uuid, jsonb) owner to cairn_definer;
revoke all on function private.known_people(uuid, jsonb) from public;
grant execute on function private.known_people(uuid, jsonb) to supabase_auth_admin;
create function private.take_in_people(account uuid, inviter uuid, lines jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into private.former_members (account_id, email, left_at, user_id)
  select account, lower(p.email), p.since, p.id
  from jsonb_to_recordset(lines) as p (id uuid, email text, state text, since timestamptz)
  where p.state = 'left'
  on conflict do nothing;
  -- A month: there are many to write to. By their own time they count for no limit of today.
  with come as (
    select p.*
    from jsonb_to_recordset(lines) as p (
      id uuid, email text, name text, state text, permission_level text, job_role text, department text,
      since timestamptz, role text, knowledge_areas text[]
    )
    where p.state <> 'left' and not private.is_member(account, p.id)
  ),
  awaited as (
    insert into private.awaited_people (account_id, id, email, name, role, knowledge_areas)
    select account, c.id, lower(c.email), c.name, c.role, coalesce(c.knowledge_areas, '{}') from come c
  )
  insert into public.pending_invitations (
    id, account_id, email, name, job_role, department, permission_level, invited_by, expires_at, created_at
  )
  select
    c.id, account, c.email, c.name, c.job_role, c.department, c.permission_level, inviter, now() + interval '30 days', c.since
  from come c
  where not exists (
    select from public.pending_invitations i
    where i.account_id = account and i.email = lower(c.email) and i.accepted_at is null and i.declined_at is null
  );
end
$$;
comment on function private.take_in_people(uuid, uuid, jsonb) is
  'Invites the people of an archive, without a mail, and remembers who left.';
alter function private.take_in_people(uuid, uuid, jsonb) owner to cairn_definer;
create function private.strangers_in(account uuid, line jsonb, columns text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(c.name, line -> c.name), '{}')
  from unnest(columns) as c (name)
  where line ->> c.name is not null and not private.is_member(account, (line ->> c.name)::uuid)
$$;
comment on function private.strangers_in(uuid, jsonb, text[]) is 'Which of these columns of a line name people who are no members.';
alter function private.strangers_in(uuid, jsonb, text[]) owner to cairn_definer;
create function private.line_for_account(account uuid, line jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select line || jsonb_build_object('account_id', account) || case
    when jsonb_typeof(line -> 'record') = 'object' then jsonb_build_object(
      'record', (line -> 'record') || jsonb_build_object('account_id', account, 'invited_owner_id', null) || case
        when line -> 'record' ->> 'owner_id' is null
          or private.is_member(account, (line -> 'record' ->> 'owner_id')::uuid) then '{}'
        else jsonb_build_object('owner_id', null, 'invited_owner_id', line -> 'record' -> 'owner_id')
      end
    )
    else '{}'
  end
$$;
comment on function private.line_for_account(uuid, jsonb) is 'A line of an archive as a row of an account.';
alter function private.line_for_account(uuid, jsonb) owner to cairn_definer;
create function private.take_in_lines(account uuid, inviter uuid, of_file text, lines jsonb) returns void
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  asked record;
  of_people text[];
  whole text;
  given jsonb;
  columns text;
begin
  -- Keys find names that stand twice; looking for each one takes longer than all else.
  perform set_config('cairn.taking_in', 'on', true), set_config('cairn.names_are_known', 'on', true);
  if of_file = 'account' then
    update public.accounts a
    set name = lines -> 0 ->> 'name', newcomers_need_admission = (lines -> 0 ->> 'newcomers_need_admission')::boolean
    where a.id = account;
    return;
  elsif of_file = 'people' then
    perform private.take_in_people(account, inviter, lines);
    return;
  end if;
  select t.* into strict asked from private.archived_tables() t where t.file = of_file;
  if asked.read_only then
    return;
  end if;
  of_people := array(
    select a.attname
    from pg_catalog.pg_constraint c
    join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
    where c.conrelid = asked.source and c.confrelid = 'public.account_members'::regclass
  );
  select string_agg(quote_ident(a.attname), ', ') into columns
  from pg_catalog.pg_attribute a
  where a.attrelid = asked.source and a.attnum > 0 and not a.attisdropped and a.attname <> 'account_id'
    and (lines -> 0 ? a.attname or a.attname = (asked.awaiting)[2]);
  -- Most lines are history, which names people without keys.
  if cardinality(of_people) = 0 and not lines -> 0 ? 'record' then
    execute format(
      'insert into %1$s (account_id, %2$s) select $2, %2$s from jsonb_populate_recordset(null::%1$s, $1)',
      asked.source, columns
    )
    using lines, account;
    return;
  end if;
  select c into whole from unnest(of_people) as c where c in ('expert_id', 'person_id', 'user_id');
  select jsonb_agg(jsonb_build_object(
    'line', private.line_for_account(account, l.line),
    'strangers', private.strangers_in(account, l.line, of_people)
  ) order by l.place)
  into given
  from jsonb_array_elements(lines) with ordinality as l (line, place);
  insert into private.awaited_lines (account_id, file, key, is_whole, line)
  select
    account, of_file, (select string_agg(g -> 'line' ->> k.key, ' ' order by k.place)
      from unnest(asked.keys) with ordinality as k (key, place)),
    coalesce(g -> 'strangers' ? whole, false),
    case when g -> 'strangers' ? whole then (g -> 'line') - 'account_id' else (g -> 'strangers') - asked.awaiting end
  from jsonb_array_elements(given) as g
  where (g -> 'strangers') - asked.awaiting <> '{}';
  if exists (
    select from jsonb_array_elements(given) as g, jsonb_each_text(g -> 'strangers') as s
    where not exists (select from private.awaited_people w where w.account_id = account and w.id = s.value::uuid)
  ) then
    raise exception 'The archive names people or records that are not in it.' using errcode = '23503';
  end if;
  execute format(
    'insert into %1$s (account_id, %2$s) select $2, %2$s from jsonb_populate_recordset(null::%1$s, $1)',
    asked.source, columns
  )
  using (
    select coalesce(jsonb_agg(
      g -> 'line'
        || (select coalesce(jsonb_object_agg(s, null), '{}') from jsonb_object_keys(g -> 'strangers') as s)
        || case when g -> 'strangers' ? (asked.awaiting)[1] then
          jsonb_build_object((asked.awaiting)[2], g -> 'strangers' -> (asked.awaiting)[1]) else '{}' end
    ), '[]')
    from jsonb_array_elements(given) as g
    where whole is null or not g -> 'strangers' ? whole
  ), account;
end
$$;
comment on function private.take_in_lines(uuid, uuid, text, jsonb) is
  'Writes lines of a file of an archive as rows of an account; what names people who are no members yet waits for them.';
alter function private.take_in_lines(uuid, uuid, text, jsonb) owner to cairn_definer;
revoke all on function private.take_in_lines(uuid, uuid, text, jsonb) from public;
grant execute on function private.take_in_lines(uuid, uuid, text, jsonb) to supabase_auth_admin;
create function private.end_taking_in(account uuid, import uuid, entries bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.count_anew(account);
  -- Past weeks are counted from the history, which has just come.
  delete from private.coverage_weeks w where w.account_id = account;
  delete from private.coverage_accounts c where c.account_id = account;
  perform private.end_archive_import(account, import, null, entries);
end
$$;
comment on function private.end_taking_in(uuid, uuid, bigint) is 'An archive is taken in: the figures are counted anew.';
alter function private.end_taking_in(uuid, uuid, bigint) owner to cairn_definer;
revoke all on function private.end_taking_in(uuid, uuid, bigint) from public;
grant execute on function private.end_taking_in(uuid, uuid, bigint) to supabase_auth_admin;
create function private.give_awaited(account uuid, former uuid, person uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  asked record;
  waiting record;
begin
  update private.awaited_lines l
  set line = replace(l.line::text, former::text, person::text)::jsonb, key = replace(l.key, former::text, person::text)
  where l.account_id = account and position(former::text in l.line::text) > 0;
  for asked in
    select distinct t.file, t.source, t.keys, e.key as column_name
    from private.awaited_lines l
    join private.archived_tables() t on t.file = l.file
    cross join lateral jsonb_each_text(l.line) e
    where l.account_id = account and not l.is_whole and e.value = person::text
  loop
    execute format(
      'update %1$s r set %2$I = $2 from private.awaited_lines l
      where r.account_id = $1 and r.%2$I is null and l.account_id = $1 and l.file = $3 and not l.is_whole
        and l.line ->> %2$L = $2::text and l.key = concat_ws('' '', %3$s)',
      asked.source, asked.column_name,
      (select string_agg(format('r.%I', k), ', ' order by n) from unnest(asked.keys) with ordinality as u (k, n))
    ) using account, person, asked.file;
    update private.awaited_lines l
    set line = l.line - asked.column_name
    where l.account_id = account and l.file = asked.file and not l.is_whole
      and l.line ->> asked.column_name = person::text;
  end loop;
  delete from private.awaited_lines l where l.account_id = account and l.line = '{}';
  for waiting in
    with given as (
      delete from private.awaited_lines l
      using private.archived_tables() t
      where l.account_id = account and l.is_whole and t.file = l.file
        and person::text in (l.line ->> 'expert_id', l.line ->> 'person_id', l.line ->> 'user_id')
      returning l.file, l.line, t.place
    )
    select g.file, g.line from given g order by g.place
  loop
    begin
      perform private.take_in_lines(account, null, waiting.file, jsonb_build_array(waiting.line));
    -- The record is gone meanwhile, or they are its expert already.
    exception when foreign_key_violation or unique_violation then null;
    end;
  end loop;
end
$$;
comment on function private.give_awaited(uuid, uuid, uuid) is
  'Gives a person who has joined what waited for them by the id of an archive.';
alter function private.give_awaited(uuid, uuid, uuid) owner to cairn_definer;
create function private.give_awaited_to_member() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  former uuid;
  person uuid;
begin
  select m.user_id into person
  from public.account_members m
  join public.profiles p on p.id = m.user_id
  where m.account_id = new.account_id and lower(p.email) = new.email
  order by m.user_id = private.caller_id() desc
  limit 1;
  if person is null then
    return null;
  end if;
  delete from private.awaited_people w where w.account_id = new.account_id and w.email = new.email returning w.id into former;
  if former is not null then
    perform set_config('cairn.taking_in', 'on', true);
    perform private.give_awaited(new.account_id, former, person);
    perform set_config('cairn.taking_in', '', true), set_config('cairn.names_are_known', '', true);
  end if;
  return null;
end
$$;
comment on function private.give_awaited_to_member() is
  'Trigger: who came by an archive gets back, as they join, what waited for them.';
alter function private.give_awaited_to_member() owner to cairn_definer;
create function private.forget_unawaited(account uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  gone text[];
begin
  with over as (
    delete from private.awaited_people w
    where w.account_id = account and not exists (
      select from public.pending_invitations i
      where i.account_id = account and i.email = w.email
        and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
    )
    returning w.id
  )
  select array_agg(o.id::text) into gone from over o;
  if gone is null then
    return;
  end if;
  delete from private.awaited_lines l
  where l.account_id = account and l.is_whole
    and array[l.line ->> 'expert_id', l.line ->> 'person_id', l.line ->> 'user_id'] && gone;
  update private.awaited_lines l
  set line = (
    select coalesce(jsonb_object_agg(e.key, case when e.value #>> '{}' <> all (gone) then e.value end)
      filter (where l.is_whole or e.value #>> '{}' <> all (gone)), '{}')
    from jsonb_each(l.line) e
  )
  where l.account_id = account and exists (
    select from jsonb_each_text(l.line) e where e.value = any (gone)
  );
  delete from private.awaited_lines l where l.account_id = account and l.line = '{}';
end
$$;
comment on function private.forget_unawaited(uuid) is
  'Forgets what waits for people whose invitation is over, so that an archive names nobody who is not in it.';
alter function private.forget_unawaited(uuid) owner to cairn_definer;
create view private.archived_accounts with (security_invoker = true) as
  select a.id as account_id, a.id, a.name, a.newcomers_need_admission, a.created_at
  from public.accounts a;
comment on view private.archived_accounts is 'Accounts as archives tell of them.';
alter view private.archived_accounts owner to cairn_owner;
create view private.archived_people with (security_invoker = true) as
  select m.account_id, m.user_id as id, p.email, p.name, 'member' as state, m.permission_level, m.role, p.job_role,
    m.department, m.knowledge_areas, m.created_at as since
  from public.account_members m
  join public.profiles p on p.id = m.user_id
  union all
  select i.account_id, coalesce(w.id, i.id), i.email, i.name, 'invited', i.permission_level, coalesce(w.role, 'member'),
    i.job_role, i.department, coalesce(w.knowledge_areas, '{}'), i.created_at
  from public.pending_invitations i
  left join private.awaited_people w on w.account_id = i.account_id and w.email = i.email
  where i.accepted_at is null and i.declined_at is null and i.expires_at > now()
  union all
  select f.account_id, coalesce(f.user_id, md5(f.email)::uuid), f.email, null, 'left', null, null, null,
    null, '{}', f.left_at
  from private.former_members f;
comment on view private.archived_people is
  'People as archives tell of them: members, those with an open invitation, and addresses that left.';
alter view private.archived_people owner to cairn_owner;
create or replace trigger systems_clean_fields
  before insert or update of vendor, department, cost_per_month, imported_from, source_id on public.systems
  for each row execute function private.clean_built_in_fields();
create or replace trigger solutions_clean_fields
  before insert or update of vendor, department, cost_per_month, imported_from, source_id on public.solutions
  for each row execute function private.clean_built_in_fields();
create or replace trigger agents_clean_fields
  before insert or update of vendor, department, cost_per_month, imported_from, source_id on public.agents
  for each row execute function private.clean_built_in_fields();
create or replace trigger automations_clean_fields
  before insert or update of vendor, department, cost_per_month, imported_from, source_id on public.automations
  for each row execute function private.clean_built_in_fields();
create trigger systems_source_put_back before insert on public.systems
  for each row when (current_user = 'cairn_definer' and new.source_id is not null)
  execute function private.forget_taken_source();
create trigger solutions_source_put_back before insert on public.solutions
  for each row when (current_user = 'cairn_definer' and new.source_id is not null)
  execute function private.forget_taken_source();
create trigger agents_source_put_back before insert on public.agents
  for each row when (current_user = 'cairn_definer' and new.source_id is not null)
  execute function private.forget_taken_source();
create trigger automations_source_put_back before insert on public.automations
  for each row when (current_user = 'cairn_definer' and new.source_id is not null)
  execute function private.forget_taken_source();
create trigger pending_invitations_give_awaited after update on public.pending_invitations
  for each row when (old.accepted_at is null and new.accepted_at is not null)
  execute function private.give_awaited_to_member();
create policy "importers see their plans, admins all" on public.imports
  for select to authenticated
  using (
    account_id = (select private.my_account())
    and (started_by = (select private.caller_id()) or (select private.my_rank()) = 3)
  );
create policy "who sees a plan sees its rows" on public.import_rows
  for select to authenticated
  using (
    account_id = (select private.my_account())
    and exists (select from public.imports i where i.id = import_id)
  );
create policy "who may import sees what was found" on public.found_records
  for select to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);
create policy "admins see the archives of their account" on public.archives
  for select to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) = 3);
create policy "admins see what archive their account takes in" on public.archive_imports
  for select to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) = 3);
alter table private.archive_import_parts enable row level security;
alter table private.archive_import_parts force row level security;
comment on table private.archive_import_parts is 'Archives that are brought, in parts of a megabyte, until they are taken in.';
revoke all on private.archive_import_parts from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select, insert, delete on private.archive_import_parts to cairn_definer;
alter table private.archive_parts enable row level security;
alter table private.archive_parts force row level security;
comment on table private.archive_parts is 'The files of archives, in parts of a megabyte.';
revoke all on private.archive_parts from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select, insert, delete on private.archive_parts to cairn_definer;
alter table private.awaited_lines enable row level security;
alter table private.awaited_lines force row level security;
comment on table private.awaited_lines is
  'What of lines of an archive waits for people who are not members yet: all of the line, or columns with their ids.';
revoke all on private.awaited_lines from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select, insert, update, delete on private.awaited_people, private.awaited_lines to cairn_definer;
alter table private.awaited_people enable row level security;
alter table private.awaited_people force row level security;
comment on table private.awaited_people is 'People who came by an archive and are not members yet, by the ids of the archive.';
revoke all on private.awaited_people from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select, insert, update, delete on private.awaited_people, private.awaited_lines to cairn_definer;
revoke all on private.coverage_accounts from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select, insert, update, delete on private.coverage_accounts to cairn_definer;
revoke all on public.agents from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select on public.agents to authenticated;
grant insert (account_id, name, platform, description, status, owner_id, created_by, updated_by)
  on public.agents to authenticated;
grant update (name, platform, description, status, owner_id, updated_by, updated_at)
  on public.agents to authenticated;
grant delete on public.agents to authenticated;
grant select, insert, update, delete on public.agents to service_role, cairn_definer;
grant insert (invited_owner_id), update (invited_owner_id) on public.agents to authenticated;
grant
  insert (
    vendor, criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own,
    imported_from, source_id
  ),
  update (
    vendor, criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own,
    imported_from, source_id
  )
  on public.agents to authenticated;
alter table public.archive_imports enable row level security;
alter table public.archive_imports force row level security;
comment on table public.archive_imports is 'An archive that is being brought into an account, the last one.';
comment on column public.archive_imports.state is 'uploading, waiting, working, done or failed.';
comment on column public.archive_imports.made_by is 'The admin who brings it. Stays when the person leaves.';
comment on column public.archive_imports.bytes is 'How much of the file has come.';
comment on column public.archive_imports.parts is 'How many parts of the file have come.';
comment on column public.archive_imports.entries is 'How many lines were taken in.';
comment on column public.archive_imports.problem is 'Why it was not taken in, in a sentence.';
comment on column public.archive_imports.attempts is 'How often the server has begun with it.';
revoke all on public.archive_imports from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select on public.archive_imports to authenticated, service_role;
grant select, insert, update, delete on public.archive_imports to cairn_definer;
alter table public.archives enable row level security;
alter table public.archives force row level security;
comment on table public.archives is 'An account as one file: what is asked for, being made, or ready to be fetched.';
comment on column public.archives.state is 'waiting, working, ready, or failed after three tries.';
comment on column public.archives.made_by is 'The admin who asked for it. Stays when the person leaves.';
comment on column public.archives.bytes is 'The size of the file, as far as it is made.';
comment on column public.archives.entries is 'How many lines its files have, as far as they are made.';
comment on column public.archives.parts is 'How many parts the file has, as far as it is made.';
comment on column public.archives.attempts is 'How often the server has begun with it.';
comment on column public.archives.expires_at is 'When it is deleted: a day after it was ready, or after it was asked for.';
revoke all on public.archives from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select on public.archives to authenticated, service_role;
grant select, insert, update, delete on public.archives to cairn_definer;
revoke all on public.automations from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select on public.automations to authenticated;
grant insert (account_id, name, source, description, status, webhook_url, owner_id, created_by, updated_by)
  on public.automations to authenticated;
grant update (name, source, description, status, webhook_url, owner_id, updated_by, updated_at)
  on public.automations to authenticated;
grant delete on public.automations to authenticated;
grant select, insert, update, delete on public.automations to service_role, cairn_definer;
grant insert (invited_owner_id), update (invited_owner_id) on public.automations to authenticated;
grant
  insert (
    vendor, criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own,
    imported_from, source_id
  ),
  update (
    vendor, criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own,
    imported_from, source_id
  )
  on public.automations to authenticated;
alter table public.found_records enable row level security;
alter table public.found_records force row level security;
revoke all on public.found_records from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select on public.found_records to authenticated;
grant select on public.found_sources, public.found_records to service_role;
grant select, insert, update, delete on public.found_sources, public.found_records to cairn_definer;
alter table public.found_sources enable row level security;
alter table public.found_sources force row level security;
revoke all on public.found_sources from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select on public.found_sources, public.found_records to service_role;
grant select, insert, update, delete on public.found_sources, public.found_records to cairn_definer;
alter table public.import_matches enable row level security;
alter table public.import_matches force row level security;
revoke all on public.import_matches from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select on public.imports, public.import_rows, public.import_matches to service_role;
grant select, insert, update, delete on public.imports, public.import_rows, public.import_matches to cairn_definer;
alter table public.import_rows enable row level security;
alter table public.import_rows force row level security;
revoke all on public.import_rows from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select on public.imports, public.import_rows to authenticated;
grant select on public.imports, public.import_rows, public.import_matches to service_role;
grant select, insert, update, delete on public.imports, public.import_rows, public.import_matches to cairn_definer;
alter table public.imports enable row level security;
alter table public.imports force row level security;
revoke all on public.imports from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select on public.imports, public.import_rows to authenticated;
grant select on public.imports, public.import_rows, public.import_matches to service_role;
grant select, insert, update, delete on public.imports, public.import_rows, public.import_matches to cairn_definer;
revoke all on public.solutions from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select on public.solutions to authenticated;
grant insert (
  account_id, name, description, owner_id, status, use_cases, users, related_systems, details, created_by, updated_by
) on public.solutions to authenticated;
grant update (
  name, description, owner_id, status, use_cases, users, related_systems, details, updated_by, updated_at
) on public.solutions to authenticated;
grant delete on public.solutions to authenticated;
grant select, insert, update, delete on public.solutions to service_role, cairn_definer;
grant insert (invited_owner_id), update (invited_owner_id) on public.solutions to authenticated;
grant
  insert (
    vendor, criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own,
    imported_from, source_id
  ),
  update (
    vendor, criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own,
    imported_from, source_id
  )
  on public.solutions to authenticated;
revoke all on public.systems from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select on public.systems to authenticated;
grant insert (account_id, name, description, owner_id, status, details, created_by, updated_by)
  on public.systems to authenticated;
grant update (name, description, owner_id, status, details, updated_by, updated_at) on public.systems to authenticated;
grant delete on public.systems to authenticated;
grant select, insert, update, delete on public.systems to service_role, cairn_definer;
grant insert (invited_owner_id), update (invited_owner_id) on public.systems to authenticated;
grant
  insert (
    vendor, criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own,
    imported_from, source_id
  ),
  update (
    vendor, criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own,
    imported_from, source_id
  )
  on public.systems to authenticated;
revoke all on private.archived_accounts, private.archived_people from public, anon, authenticated, service_role;
grant select on private.archived_accounts, private.archived_people to cairn_definer;
revoke all on private.archived_accounts, private.archived_people from public, anon, authenticated, service_role;
grant select on private.archived_accounts, private.archived_people to cairn_definer;
