-- Own fields: what an account wants to know of its records beyond the built-in fields.
--
-- A row defines a field of the records of one kind. A record has its values in the column own, by key; lists that are
-- filtered or put in order by a field ask private.own_values, where each value stands in the column of its type.
-- Members read definitions, admins write them. A retired field is hidden and keeps its values; a deleted one can come
-- back for 30 days. Admins change the type by change_field_type alone, which changes the values too.

create table public.own_fields (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  kind text not null,
  key text not null default '',
  name text not null,
  type text not null,
  help text not null default '',
  unit text not null default '',
  choices jsonb not null default '[]',
  record_kind text,
  required boolean not null default false,
  default_value jsonb,
  section text not null default '',
  place integer not null default 0,
  retired_at timestamptz,
  deleted_at timestamptz,
  created_by uuid default private.caller_id(),
  updated_by uuid default private.caller_id(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Foreign keys that carry the account point here.
  constraint own_fields_account_id_id_key unique (account_id, id),
  constraint own_fields_key unique (account_id, kind, key),
  constraint own_fields_created_by_fkey foreign key (account_id, created_by)
    references public.account_members (account_id, user_id) on delete set null (created_by),
  constraint own_fields_updated_by_fkey foreign key (account_id, updated_by)
    references public.account_members (account_id, user_id) on delete set null (updated_by),
  constraint own_fields_key_shape check (private.holds(
    key ~ '^[a-z][a-z0-9_]{0,59}$',
    'field.key',
    'A key has up to 60 small letters, digits and underscores, and begins with a letter.'
  )),
  constraint own_fields_name_length check (private.holds(
    char_length(name) between 1 and 60,
    'field.name_length',
    'The name of a field must have 1 to 60 characters.'
  )),
  constraint own_fields_type_known check (private.holds(
    type in ('text', 'long_text', 'number', 'date', 'yes_no', 'choice', 'choices', 'member', 'record', 'address'),
    'field.type',
    'Type must be text, long_text, number, date, yes_no, choice, choices, member, record or address.'
  )),
  constraint own_fields_help_length check (private.holds(
    char_length(help) <= 300,
    'field.help_length',
    'Help must have at most 300 characters.'
  )),
  constraint own_fields_unit_length check (private.holds(
    char_length(unit) <= 20,
    'field.unit_length',
    'A unit must have at most 20 characters.'
  )),
  constraint own_fields_section_length check (private.holds(
    char_length(section) <= 60,
    'field.group_length',
    'The name of a group must have at most 60 characters.'
  )),
  constraint own_fields_record_kind_given check (private.holds(
    (type = 'record') = (record_kind is not null),
    'field.record_kind',
    'A field of the type record, and only such a field, says of which kind.'
  ))
);
create unique index own_fields_name_key on public.own_fields (account_id, kind, private.folded(name))
  where deleted_at is null;
create index own_fields_created_by_idx on public.own_fields (account_id, created_by);
create index own_fields_updated_by_idx on public.own_fields (account_id, updated_by);
create index own_fields_deleted_at_idx on public.own_fields (deleted_at) where deleted_at is not null;
comment on table public.own_fields is 'A field that an account has given to its records of a kind.';
comment on column public.own_fields.kind is 'system, solution, agent or automation.';
comment on column public.own_fields.key is
  'The key of the value in the column own of a record: derived from the name where none is given. Never changes.';
comment on column public.own_fields.name is 'The label that members read. Unique among the fields of the kind without regard to case and accents.';
comment on column public.own_fields.type is
  'text, long_text, number, date, yes_no, choice, choices, member, record or address.';
comment on column public.own_fields.choices is 'Of choice and choices: [{"id", "name", "color"}].';
comment on column public.own_fields.record_kind is 'Of which kind the records are that a field of the type record names.';
comment on column public.own_fields.required is 'Whether a new record needs a value. Records that are there already do not.';
comment on column public.own_fields.default_value is 'The default of a new record that names no value.';
comment on column public.own_fields.section is 'The group under which the form shows the field; empty for none.';
comment on column public.own_fields.place is 'Where the field stands among those of its kind.';
comment on column public.own_fields.retired_at is 'Since when the field is hidden; its values stay.';
comment on column public.own_fields.deleted_at is 'Since when the field is deleted; its values stay for 30 days.';

create table private.own_values (
  account_id uuid not null,
  kind text not null,
  record_id uuid not null,
  field_id uuid not null,
  place smallint not null default 0,
  text_value text collate "C",
  number_value numeric,
  day_value date,
  primary key (record_id, field_id, place),
  constraint own_values_field_id_fkey foreign key (account_id, field_id)
    references public.own_fields (account_id, id) on delete cascade
);
create index own_values_text_idx on private.own_values (account_id, field_id, text_value, record_id);
create index own_values_number_idx on private.own_values (account_id, field_id, number_value, record_id)
  where number_value is not null;
create index own_values_day_idx on private.own_values (account_id, field_id, day_value, record_id)
  where day_value is not null;
-- A value is one of one field, which the planner takes for chance otherwise.
create statistics private.own_values_by_field (dependencies, mcv)
  on account_id, field_id, text_value from private.own_values;
alter statistics private.own_values_by_field owner to cairn_owner;
comment on table private.own_values is 'The values of own fields, each in the column of its type, for lists that ask for them.';
comment on column private.own_values.place is 'Which of several choices of one field it is, from 0 on.';
comment on column private.own_values.text_value is
  'The first 200 characters of a text or an address as private.folded has it, a choice, the id of a member or a record, or yes or no.';

alter table public.own_fields enable row level security;
alter table public.own_fields force row level security;

create policy "members see the own fields of their account" on public.own_fields
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "admins add own fields" on public.own_fields
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) = 3);

create policy "admins change own fields" on public.own_fields
  for update to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) = 3)
  with check (account_id = (select private.my_account()));

create policy "tokens keep to their scopes" on public.own_fields
  as restrictive to cairn_token
  using ((select private.is_unscoped()) or (select private.kinds_in_scope('read')) <> '{}')
  with check ((select private.is_unscoped()));

alter table private.own_values enable row level security;
alter table private.own_values force row level security;

grant select on public.own_fields to authenticated;
grant
  insert (
    account_id, kind, key, name, type, help, unit, choices, record_kind, required, default_value, section, place
  ),
  update (name, help, unit, choices, required, default_value, section, place, retired_at, deleted_at, updated_at)
  on public.own_fields to authenticated;
grant select, insert, update, delete on public.own_fields to service_role, cairn_definer;
grant select, insert, update, delete on private.own_values to cairn_definer;
