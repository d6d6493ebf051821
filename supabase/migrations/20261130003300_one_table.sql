-- One table of records: the rows of four tables move into it, and the tables become views of it.
--
-- Rows keep their ids and everything that they say. Links and experts point to the new table from here on; an expert has
-- the kind and the id of the record, and no column of its own for each kind any more. Built-in fields are rows.

-- A check says its refusal's code beside the sentence.
create function private.holds(rule boolean, code text, sentence text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  if not rule then
    raise exception '%', sentence using errcode = '23514', detail = code;
  end if;
  return rule;
end
$$;
alter function private.holds(boolean, text, text) owner to cairn_definer;
revoke all on function private.holds(boolean, text, text) from public;
grant execute on function private.holds(boolean, text, text) to anon, authenticated, service_role, cairn_owner;

-- Says a missing value of a column that only some kinds have in the words of Postgres.
create function private.refuse_missing(kind text, column_name text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  catalogue constant text := private.catalogue_of(kind);
begin
  raise not_null_violation using
    message = format('null value in column "%s" of relation "%s" violates not-null constraint', column_name, catalogue),
    column = column_name, table = catalogue;
end
$$;
comment on function private.refuse_missing(text, text) is
  'For check constraints: refuses a record without a value in a column that its kind needs.';
alter function private.refuse_missing(text, text) owner to cairn_definer;
grant execute on function private.refuse_missing(text, text) to authenticated, service_role, cairn_owner;

alter table private.kinds add column other_columns text[] not null default '{}';
update private.kinds k set other_columns = c.names
from (values
  ('system', '{use_cases,users,related_systems,platform,last_used,source,webhook_url,last_run}'::text[]),
  ('solution', '{platform,last_used,source,webhook_url,last_run}'),
  ('agent', '{details,use_cases,users,related_systems,source,webhook_url,last_run}'),
  ('automation', '{details,use_cases,users,related_systems,platform,last_used}')
) as c (kind, names)
where c.kind = k.kind;

-- What the product knows of a record, and where it can be used: functions read it here from now on.
create table private.fields (
  key text primary key,
  place smallint not null unique,
  label text not null,
  said_as text not null,
  type text not null,
  longest integer,
  choices jsonb not null default '[]',
  in_words boolean not null default false,
  value text,
  uses text[] not null,
  is_indexed boolean not null default false,
  names text[] not null default '{}',
  constraint fields_uses_known check (
    uses <@ array['filter', 'order', 'group', 'bulk', 'import', 'undo', 'suggest']
  )
);
comment on table private.fields is 'The fields that the product gives to records.';
comment on column private.fields.key is 'The name of the column, or of what a filter asks in its place.';
comment on column private.fields.place is 'Where the field stands among the others.';
comment on column private.fields.label is 'The label on screens, in English.';
comment on column private.fields.said_as is 'The label in sentences of the database.';
comment on column private.fields.type is 'A type of own_fields; list or links of columns that hold several texts or addresses.';
comment on column private.fields.longest is 'The maximum length of a text.';
comment on column private.fields.choices is
  'Of a choice that is the same for all kinds: [{"id", "name", "color"}] in their order. A check of private.records has the ids too.';
comment on column private.fields.in_words is
  'Whether it is a text in words of people: none is the empty text, and capitals and accents make no difference.';
comment on column private.fields.value is 'The value in a record t as an expression, where it is not the column of the name.';
comment on column private.fields.uses is
  'filter, order and group: what lists do by it. bulk: forms, details and changes in bulk have it. import: a row of a file has one value for it. undo: an undone act gives its former value back. suggest: an assistant may suggest a value.';
comment on column private.fields.is_indexed is 'Whether an index of private.records has its order.';
comment on column private.fields.names is 'The names, in small letters, that no own field can have.';

insert into private.fields (key, place, label, said_as, type, longest, choices, in_words, value, uses, is_indexed, names)
values
  ('name', 10, 'Name', 'Name', 'text', 120, '[]', true, null, '{filter,import,undo,suggest}', false, '{name}'),
  ('description', 20, 'Description', 'Description', 'long_text', 2000, '[]', true, null, '{filter,import,undo,suggest}', false,
    '{description}'),
  ('status', 30, 'Status', 'Status', 'choice', null, '[]', false, null, '{filter,group,import,suggest}', false, '{status}'),
  ('owner', 40, 'Owner', 'Owner', 'member', null, '[]', false, 'coalesce(t.owner_id, t.invited_owner_id)', '{filter,group}',
    false, '{owner}'),
  ('tags', 50, 'Tags', 'Tags', 'choices', null, '[]', false, null, '{filter,group}', false, '{tags}'),
  ('created', 60, 'Created', 'Created', 'date', null, '[]', false, '(t.created_at at time zone ''UTC'')::date', '{filter}', false,
    '{created}'),
  ('updated', 70, 'Updated', 'Updated', 'date', null, '[]', false, '(t.updated_at at time zone ''UTC'')::date', '{filter}', false,
    '{updated}'),
  ('vendor', 80, 'Vendor', 'Vendor', 'text', 120, '[]', true, null, '{filter,order,group,bulk,import,undo,suggest}', true,
    '{vendor}'),
  ('department', 90, 'Department', 'Department', 'text', 120, '[]', true, null,
    '{filter,order,group,bulk,import,undo,suggest}', true, '{department}'),
  ('criticality', 100, 'Criticality', 'Criticality', 'choice', null,
    '[{"id": "low", "name": "Low", "color": "gray"}, {"id": "medium", "name": "Medium", "color": "blue"},
      {"id": "high", "name": "High", "color": "orange"}, {"id": "critical", "name": "Critical", "color": "red"}]',
    false, null, '{filter,order,group,bulk,import,undo,suggest}', false, '{criticality}'),
  ('data_class', 110, 'Data Class', 'Data class', 'choice', null,
    '[{"id": "public", "name": "Public", "color": "green"}, {"id": "internal", "name": "Internal", "color": "blue"},
      {"id": "confidential", "name": "Confidential", "color": "orange"},
      {"id": "personal", "name": "Personal", "color": "purple"},
      {"id": "special", "name": "Special Categories", "color": "red"}]',
    false, null, '{filter,order,group,bulk,import,undo,suggest}', false, '{data class}'),
  ('lifecycle', 120, 'Lifecycle', 'Lifecycle', 'choice', null,
    '[{"id": "planned", "name": "Planned", "color": "blue"}, {"id": "active", "name": "In Use", "color": "green"},
      {"id": "phasing_out", "name": "Phasing Out", "color": "orange"}, {"id": "retired", "name": "Retired", "color": "gray"}]',
    false, null, '{filter,order,group,bulk,import,undo,suggest}', false, '{lifecycle}'),
  ('cost_per_month', 130, 'Cost per Month', 'Cost per month', 'number', null, '[]', false, null,
    '{filter,order,bulk,import,undo,suggest}', true, '{cost,cost per month}'),
  ('cost_currency', 140, 'Currency', 'Currency', 'text', 3, '[]', false, null,
    '{filter,order,group,bulk,import,undo,suggest}', false, '{currency,cost currency}'),
  ('renews_on', 150, 'Renewal or Contract End', 'Renewal', 'date', null, '[]', false, null,
    '{filter,order,bulk,import,undo,suggest}', true, '{renewal,contract end,renewal or contract end,renews on}'),
  ('links', 160, 'Links', 'Links', 'links', null, '[]', false, null, '{undo}', false, '{links}'),
  ('imported_from', 170, 'Imported From', 'Source', 'text', 120, '[]', false, null, '{import,undo}', false, '{}'),
  ('source_id', 180, 'Id at the Source', 'Id at the source', 'text', 200, '[]', false, null, '{import,undo}', false, '{}'),
  ('platform', 190, 'Platform', 'Platform', 'choice', null, '[]', false, null, '{import,undo}', false, '{platform}'),
  ('source', 200, 'Source', 'Source', 'choice', null, '[]', false, null, '{import,undo}', false, '{source}'),
  ('webhook_url', 210, 'Webhook URL', 'Webhook URL', 'text', 2048, '[]', false, null, '{import,undo}', false, '{webhook url}'),
  ('use_cases', 220, 'Use Cases', 'Use cases', 'list', null, '[]', false, null, '{undo}', false, '{use cases}'),
  ('users', 230, 'Users', 'Users', 'list', null, '[]', false, null, '{undo}', false, '{users}'),
  ('related_systems', 240, 'Related Systems', 'Related systems', 'list', null, '[]', false, null, '{}', false,
    '{related systems}');
alter table private.fields owner to cairn_owner;
alter table private.fields enable row level security;
alter table private.fields force row level security;

-- They read the four tables, and the last one has the name of the new table.
drop view public.system_experts;
drop view private.gaps_of_records;
drop view private.catalogue_records;
drop view private.records;

create table private.records (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  kind text not null,
  name text not null,
  description text not null default '',
  owner_id uuid,
  status text not null,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  invited_owner_id uuid,
  vendor text not null default '',
  criticality text,
  data_class text,
  cost_per_month numeric,
  cost_currency text,
  renews_on date,
  lifecycle text,
  department text not null default '',
  links jsonb not null default '[]',
  tags uuid[] not null default '{}',
  own jsonb not null default '{}',
  imported_from text,
  source_id text,
  -- Columns of one kind, or of two.
  details jsonb,
  use_cases text[],
  users text[],
  related_systems uuid[],
  platform text,
  last_used timestamptz,
  source text,
  webhook_url text,
  last_run timestamptz,
  -- Foreign keys that carry the account point here. Lists that need no more than the name read the second one alone.
  constraint records_account_id_id_key unique (account_id, id),
  constraint records_kind_key unique (account_id, kind, id) include (name, created_at),
  constraint records_owner_id_fkey foreign key (account_id, owner_id)
    references public.account_members (account_id, user_id) on delete set null (owner_id),
  constraint records_created_by_fkey foreign key (account_id, created_by)
    references public.account_members (account_id, user_id) on delete set null (created_by),
  constraint records_updated_by_fkey foreign key (account_id, updated_by)
    references public.account_members (account_id, user_id) on delete set null (updated_by),
  constraint records_invited_owner_id_fkey foreign key (account_id, invited_owner_id)
    references public.pending_invitations (account_id, id) on delete set null (invited_owner_id),
  -- Checks are asked in the order of their names; this one first.
  constraint records_a_kind_has_its_columns check (private.holds(
    (details is not null or kind not in ('system', 'solution') or private.refuse_missing(kind, 'details'))
      and (use_cases is not null or kind <> 'solution' or private.refuse_missing(kind, 'use_cases'))
      and (users is not null or kind <> 'solution' or private.refuse_missing(kind, 'users'))
      and (related_systems is not null or kind <> 'solution' or private.refuse_missing(kind, 'related_systems'))
      and (platform is not null or kind <> 'agent' or private.refuse_missing(kind, 'platform'))
      and (source is not null or kind <> 'automation' or private.refuse_missing(kind, 'source'))
      and (details is null or kind in ('system', 'solution'))
      and (kind = 'solution' or num_nonnulls(use_cases, users, related_systems) = 0)
      and (kind = 'agent' or num_nonnulls(platform, last_used) = 0)
      and (kind = 'automation' or num_nonnulls(source, webhook_url, last_run) = 0),
    'record.columns_of_kind',
    'A record has only columns of its kind.'
  )),
  constraint records_built_in_fields check (private.holds(
    private.built_in_fields_hold(
      vendor, department, criticality, data_class, lifecycle, cost_per_month, cost_currency, renews_on, links
    ),
    'record.built_in_field',
    'A built-in field has a value that it cannot have.'
  )),
  constraint records_description_length check (private.holds(
    char_length(description) <= 2000,
    'description.length',
    'Description must have at most 2,000 characters.'
  )),
  constraint records_details_object check (private.holds(
    jsonb_typeof(details) = 'object' and octet_length(details::text) <= 200000,
    'details.size',
    'Details must be a JSON object of at most 200,000 bytes.'
  )),
  constraint records_kind_known check (private.holds(
    kind in ('system', 'solution', 'agent', 'automation'),
    'kind.one_of',
    'Kind must be system, solution, agent or automation.'
  )),
  constraint records_name_length check (private.holds(
    char_length(name) between 1 and 120,
    'name.length',
    'Name must have 1 to 120 characters.'
  )),
  constraint records_one_owner check (private.holds(
    owner_id is null or invited_owner_id is null,
    'record.one_owner',
    'The owner is a member or an invited person, not both.'
  )),
  constraint records_own_object check (private.holds(
    jsonb_typeof(own) = 'object' and octet_length(own::text) <= 200000,
    'record.own_fields_size',
    'Own fields must be a JSON object of at most 200,000 bytes.'
  )),
  constraint records_platform_known check (private.holds(
    platform in ('OpenAI', 'Anthropic', 'Custom', 'Other'),
    'platform.one_of',
    'Platform must be OpenAI, Anthropic, Custom or Other.'
  )),
  constraint records_use_cases_size check (private.holds(
    private.is_list_within(use_cases, 100, 200),
    'use_cases.size',
    'Use cases must be at most 100, of at most 200 characters each.'
  )),
  constraint records_users_size check (private.holds(
    private.is_list_within(users, 100, 200),
    'users.size',
    'Users must be at most 100, of at most 200 characters each.'
  )),
  constraint records_related_systems_size check (private.holds(
    cardinality(related_systems) <= 100,
    'related_systems.count',
    'Related systems must be at most 100.'
  )),
  constraint records_source_known check (private.holds(
    source in ('Zapier', 'Make.com', 'Power Automate', 'Other'),
    'automation.source',
    'Source must be Zapier, Make.com, Power Automate or Other.'
  )),
  constraint records_source_length check (private.holds(
    char_length(imported_from) between 1 and 120 and char_length(source_id) between 1 and 200,
    'source.length',
    'A source has 1 to 120 characters, and the id of a record there 1 to 200.'
  )),
  constraint records_status_of_agents check (private.holds(
    kind <> 'agent' or status in ('active', 'training', 'inactive'),
    'agent.status',
    'Status must be active, training or inactive.'
  )),
  constraint records_status_of_automations check (private.holds(
    kind <> 'automation' or status in ('active', 'inactive'),
    'automation.status',
    'Status must be active or inactive.'
  )),
  constraint records_status_of_solutions check (private.holds(
    kind <> 'solution' or status in ('active', 'inactive', 'development', 'deprecated'),
    'solution.status',
    'Status must be active, inactive, development or deprecated.'
  )),
  constraint records_status_of_systems check (private.holds(
    kind <> 'system' or status in ('active', 'inactive', 'maintenance', 'deprecated'),
    'system.status',
    'Status must be active, inactive, maintenance or deprecated.'
  )),
  constraint records_tags_count check (private.holds(
    cardinality(tags) <= 50,
    'tags.count',
    'A record has at most 50 tags.'
  )),
  -- Host and port, then what is printable ASCII: no user info, backslash, space or control character.
  constraint records_webhook_url_is_https check (private.holds(
    webhook_url = ''
      or char_length(webhook_url) <= 2048
      and webhook_url ~* '^https://([a-z0-9]([a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\])(:[0-9]{1,5})?([/?#][!-[\]-~]*)?$',
    'webhook_url.address',
    'Webhook URL must be empty or a web address that begins with https://, of at most 2,048 characters.'
  ))
);
insert into private.records (
  kind, id, account_id, name, description, owner_id, status, created_by, updated_by, created_at, updated_at, invited_owner_id,
  vendor, criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own,
  imported_from, source_id, details
)
select
  'system', id, account_id, name, description, owner_id, status, created_by, updated_by, created_at, updated_at, invited_owner_id,
  vendor, criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own,
  imported_from, source_id, details
from public.systems;
insert into private.records (
  kind, id, account_id, name, description, owner_id, status, created_by, updated_by, created_at, updated_at, invited_owner_id,
  vendor, criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own,
  imported_from, source_id, use_cases, users, related_systems, details
)
select
  'solution', id, account_id, name, description, owner_id, status, created_by, updated_by, created_at, updated_at, invited_owner_id,
  vendor, criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own,
  imported_from, source_id, use_cases, users, related_systems, details
from public.solutions;
insert into private.records (
  kind, id, account_id, name, description, owner_id, status, created_by, updated_by, created_at, updated_at, invited_owner_id,
  vendor, criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own,
  imported_from, source_id, platform, last_used
)
select
  'agent', id, account_id, name, description, owner_id, status, created_by, updated_by, created_at, updated_at, invited_owner_id,
  vendor, criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own,
  imported_from, source_id, platform, last_used
from public.agents;
insert into private.records (
  kind, id, account_id, name, description, owner_id, status, created_by, updated_by, created_at, updated_at, invited_owner_id,
  vendor, criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own,
  imported_from, source_id, source, webhook_url, last_run
)
select
  'automation', id, account_id, name, description, owner_id, status, created_by, updated_by, created_at, updated_at, invited_owner_id,
  vendor, criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own,
  imported_from, source_id, source, webhook_url, last_run
from public.automations;

create unique index records_account_id_name_key on private.records (account_id, kind, lower(name));
create index records_active_idx on private.records (account_id, kind) where status = 'active';
-- Foreign keys look for the person alone.
create index records_owner_id_idx on private.records (account_id, owner_id, kind);
create index records_created_by_idx on private.records (account_id, created_by, kind);
create index records_updated_by_idx on private.records (account_id, updated_by);
create index records_search_idx on private.records
  using gin (
    account_id,
    kind,
    private.folded(name) extensions.gin_trgm_ops,
    private.folded(description) extensions.gin_trgm_ops
  );
-- With the id, the index alone is enough to skip to pages far down.
create index records_in_order_idx on private.records (account_id, kind, name, id);
create index records_by_creation_idx on private.records (account_id, kind, created_at, id);
create index records_by_title_idx on private.records (account_id, kind, (private.folded(name) collate "C"), id);
create index records_maintenance_idx on private.records (account_id, kind, lower(name), id) where status = 'maintenance';
create index records_by_run_idx on private.records (account_id, coalesce(last_run, created_at))
  where kind = 'automation' and status = 'active';
create index records_unowned_idx on private.records (account_id, kind) where owner_id is null;
create index records_invited_owner_id_idx on private.records (account_id, invited_owner_id)
  where invited_owner_id is not null;
create index records_related_systems_idx on private.records using gin (related_systems) where kind = 'solution';
create index records_tags_idx on private.records using gin (tags) where tags <> '{}';
create index records_renews_on_idx on private.records (account_id, kind, renews_on) where renews_on is not null;
create index records_vendor_idx on private.records (account_id, kind, (nullif(private.folded(vendor), '') collate "C"))
  where vendor <> '';
create index records_department_idx
  on private.records (account_id, kind, (nullif(private.folded(department), '') collate "C"))
  where department <> '';
create index records_words_idx on private.records
  using gin (
    account_id,
    private.folded(vendor) extensions.gin_trgm_ops,
    private.folded(department) extensions.gin_trgm_ops
  )
  where vendor <> '' or department <> '';
create index records_cost_per_month_idx on private.records (account_id, kind, cost_per_month)
  where cost_per_month is not null;
create unique index records_source_key on private.records (account_id, kind, imported_from, source_id)
  where imported_from is not null and source_id is not null;
-- For imports, which look for records that a row could be.
create index records_name_key_idx on private.records (account_id, kind, private.name_key(name));
alter table private.records owner to cairn_owner;
alter table private.records set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
-- Whatever is written between here and the policies below, nobody sees.
alter table private.records enable row level security;
alter table private.records force row level security;

-- With them go the keys of links, and policies of links that ask for the solution.
drop table public.systems, public.solutions, public.agents, public.automations cascade;

alter table public.solution_agents
  add constraint solution_agents_solution_id_fkey foreign key (account_id, solution_id)
    references private.records (account_id, id) on delete cascade,
  add constraint solution_agents_agent_id_fkey foreign key (account_id, agent_id)
    references private.records (account_id, id) on delete cascade;
alter table public.solution_automations
  add constraint solution_automations_solution_id_fkey foreign key (account_id, solution_id)
    references private.records (account_id, id) on delete cascade,
  add constraint solution_automations_automation_id_fkey foreign key (account_id, automation_id)
    references private.records (account_id, id) on delete cascade;
alter table public.knowledge_articles
  add constraint knowledge_articles_system_id_fkey foreign key (account_id, system_id)
    references private.records (account_id, id) on delete set null (system_id);
drop trigger record_experts_record on public.record_experts;
alter table public.record_experts
  drop constraint record_experts_kind_known,
  drop constraint record_experts_system_id_key,
  drop column system_id,
  drop column solution_id,
  drop column agent_id,
  drop column automation_id,
  add constraint record_experts_kind_known check (private.holds(
    kind in ('system', 'solution', 'agent', 'automation'),
    'kind.one_of',
    'Kind must be system, solution, agent or automation.'
  )),
  add constraint record_experts_record_id_fkey foreign key (account_id, record_id)
    references private.records (account_id, id) on delete cascade;

-- All checks of a table are written again in one statement, so that its rows are read once.
do $$
declare
  change text;
begin
  for change in
    select format('alter table %s %s', c.conrelid::regclass, string_agg(
      format(
        'drop constraint %1$I, add constraint %1$I %2$s', c.conname,
        replace(
          pg_get_constraintdef(c.oid), format(', %L::text)', r.sentence), format(', %L::text, %L::text)', r.code, r.sentence)
        )
      ),
      ', ' order by c.conname
    ))
    from pg_catalog.pg_constraint c
    join (values
      ('account_description.length', 'Description must have at most 500 characters.'),
      ('account_name.length', 'Account name must have 1 to 120 characters.'),
      ('act.action', 'Action must be owner, status, expert, add_tag, remove_tag, field, delete, restore, handover, import or undo.'),
      ('act.undo_of', 'An undo, and only an undo, names the act that it undoes.'),
      ('archive.import_state', 'State must be uploading, waiting, working, done or failed.'),
      ('archive.state', 'State must be waiting, working, ready or failed.'),
      ('article.category_length', 'Category must have at most 120 characters.'),
      ('article.content_length', 'Content must not be longer than 100,000 bytes.'),
      ('article.excerpt_length', 'Excerpt must have at most 2,000 characters.'),
      ('article.title_length', 'Title must have 1 to 200 characters.'),
      ('audit.action', 'Action must be a word of at most 64 small letters, digits and underscores.'),
      ('audit.details', 'Details must be a JSON object of at most 8,000 bytes.'),
      ('audit.resource_id', 'Resource id must have at most 200 characters.'),
      ('audit.resource_type', 'Resource type must be a word of at most 64 small letters, digits and underscores.'),
      ('avatar.address', 'Avatar must be a web address (https or http) of at most 2,048 characters.'),
      ('bin.reason_length', 'A reason must have at most 500 characters.'),
      ('bio.length', 'Bio must have at most 2,000 characters.'),
      ('caller.state', 'A caller waits, is joined to a record, or is refused.'),
      ('color.one_of', 'Color must be gray, red, orange, yellow, green, teal, blue, purple or pink.'),
      ('department.length', 'Department must have at most 120 characters.'),
      ('domain.allowed_by_operator', 'Only a row of the operator can allow a domain.'),
      ('domain.length', 'Domain must have 1 to 253 characters, in lower case.'),
      ('domain.source', 'Source must be operator or list.'),
      ('email.invalid', 'Please enter a valid email address.'),
      ('email.length', 'E-mail must have at most 320 characters, in lower case.'),
      ('feature.not_yet', 'Knowledge base and Q&A cannot be switched on yet.'),
      ('feature.unknown', 'Feature must be systems, automations, agents, solutions, knowledge_base or q_and_a.'),
      ('field.group_length', 'The name of a group must have at most 60 characters.'),
      ('field.help_length', 'Help must have at most 300 characters.'),
      ('field.key', 'A key has up to 60 small letters, digits and underscores, and begins with a letter.'),
      ('field.name_length', 'The name of a field must have 1 to 60 characters.'),
      ('field.record_kind', 'A field of the type record, and only such a field, says of which kind.'),
      ('field.record_kind_one_of', 'The records of a field must be of kind system, solution, agent or automation.'),
      ('field.type', 'Type must be text, long_text, number, date, yes_no, choice, choices, member, record or address.'),
      ('field.unit_length', 'A unit must have at most 20 characters.'),
      ('found.size', 'What was found must be a JSON object of at most 100,000 bytes.'),
      ('found.state', 'State must be waiting, registered or ignored.'),
      ('handover.answered_at', 'A handover that is no longer pending says since when.'),
      ('handover.has_receiver', 'A pending handover has one receiver.'),
      ('handover.part', 'Part must be owner or expert.'),
      ('handover.state', 'State must be pending, accepted, passed_on or withdrawn.'),
      ('heartbeat.expectation_range', 'Expect nothing, an interval of a minute to a year, or a schedule.'),
      ('heartbeat.grace', 'The grace must be a minute to a year.'),
      ('heartbeat.kind', 'Only automations and agents have a heartbeat.'),
      ('heartbeat.status', 'Status must be new, up or failing.'),
      ('heartbeat.trouble', 'Trouble must be late or failing, since a moment.'),
      ('history.action', 'Action must be created, updated, deleted or restored.'),
      ('history.field', 'Field must be named for updates, and only for them.'),
      ('import.effect', 'Effect must be new, changed, same, duplicate, error or gone.'),
      ('import.file_name_length', 'The name of the file must have 1 to 200 characters.'),
      ('import.match_key', 'Rows meet records by name, id, source or an own field.'),
      ('import.outcome', 'Outcome must be done or refused.'),
      ('invitation.ends_once', 'An invitation is accepted or revoked, not both.'),
      ('job.state', 'State must be retrying or failed.'),
      ('job_role.length', 'Job role must have at most 120 characters.'),
      ('kind.one_of', 'Kind must be system, solution, agent or automation.'),
      ('kind.one_of_or_article', 'Kind must be system, solution, agent, automation or article.'),
      ('knowledge_areas.size', 'Knowledge areas must be at most 100 and not longer than 10,000 bytes together.'),
      ('level.one_of', 'Level must be viewer, user, manager or admin.'),
      ('level.unknown', 'Please select a valid permission level.'),
      ('logo.address', 'Logo must be a web address (https or http) of at most 2,048 characters.'),
      ('member.contributions', 'Contribution count must not be negative.'),
      ('member.role', 'Role must be owner or member.'),
      ('name.length', 'Name must have 1 to 120 characters.'),
      ('notification.kind', 'Kind must be one of the known kinds of notifications.'),
      ('password.action', 'Action must be password_change.'),
      ('password.attempts', 'Attempts must be 0 to 1,000.'),
      ('purpose.length', 'The purpose has at most 500 characters.'),
      ('run.note_length', 'A note has at most 10,000 bytes.'),
      ('run.outcome', 'Outcome must be running, success, failure, unfinished or log.'),
      ('secret.kind', 'Kind must be one of the known kinds of secrets.'),
      ('sign_in.source', 'Source must be server or browser.'),
      ('source.length', 'A source has 1 to 120 characters, and the id of a record there 1 to 200.'),
      ('source.name_length', 'The source must have 1 to 120 characters.'),
      ('suggestion.reason_length', 'The reason has at most 500 characters.'),
      ('suggestion.state', 'State must be open, accepted or dismissed, decided at a moment.'),
      ('tag.characters', 'A tag has no # and no comma.'),
      ('tag.length', 'A tag must have 1 to 40 characters.'),
      ('token.ending', 'The end of a token has four characters.'),
      ('token.one_owner', 'A token is a member’s or a service account’s.'),
      ('token.scopes', 'Choose what the token may, among the scopes that there are.'),
      ('view.address', 'The address of a view has at most 8,000 characters, and no id, view or saved.'),
      ('view.filter', 'The filter of a view must be a JSON object of at most 32,000 bytes.'),
      ('view.icon', 'A view has one of the icons that are offered.'),
      ('view.name_length', 'The name of a view must have 1 to 60 characters.'),
      ('webhook.address', 'The address of a webhook must begin with https:// and have at most 2,000 characters.'),
      ('webhook.events', 'Choose at least one event, and only known ones.'),
      ('webhook.filters', 'A webhook filters by at most 50 tags and 100 fields.'),
      ('webhook.format', 'Format must be standard, slack, teams or discord.'),
      ('webhook.name_length', 'A webhook needs a name of at most 100 characters.'),
      ('webhook.paused', 'Paused must be by_hand, gone or failing.')
    ) as r (code, sentence) on strpos(pg_get_constraintdef(c.oid), format(', %L::text)', r.sentence)) > 0
    where c.contype = 'c'
      and c.connamespace in ('public'::regnamespace, 'private'::regnamespace)
      and strpos(pg_get_constraintdef(c.oid), format('%L::text, %L::text)', r.code, r.sentence)) = 0
    group by c.conrelid
  loop
    execute change;
  end loop;
end
$$;
-- Postgres groups the conditions of these two differently when it reads its own words again.
alter table public.found_records drop constraint found_records_source_length, add constraint found_records_source_length check (private.holds(
    char_length(source) between 1 and 120 and char_length(source_id) between 1 and 200,
    'source.length',
    'A source has 1 to 120 characters, and the id of a record there 1 to 200.'
  ));
alter table public.heartbeats drop constraint heartbeats_expectation, add constraint heartbeats_expectation check (private.holds(
    case expects
      when 'nothing' then every_seconds is null and cron is null and working_hours is null
      when 'interval' then every_seconds between 60 and 31622400 and cron is null
      when 'cron' then char_length(cron) between 1 and 200 and calendar is not null
        and every_seconds is null and working_hours is null
      else false
    end,
    'heartbeat.expectation_range',
    'Expect nothing, an interval of a minute to a year, or a schedule.'
  ));

-- A member snoozes lines of the inbox, and mutes reasons and records.

create table public.inbox_snoozes (
  account_id uuid not null,
  user_id uuid not null,
  reason text not null,
  line_id text not null,
  until timestamptz not null,
  primary key (account_id, user_id, reason, line_id),
  constraint inbox_snoozes_user_id_fkey foreign key (account_id, user_id)
    references public.account_members (account_id, user_id) on delete cascade
);
alter table public.inbox_snoozes owner to cairn_owner;

create table public.inbox_mutes (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null,
  user_id uuid not null,
  reason text,
  record_kind text,
  record_id uuid,
  constraint inbox_mutes_user_id_fkey foreign key (account_id, user_id)
    references public.account_members (account_id, user_id) on delete cascade,
  constraint inbox_mutes_key unique nulls not distinct (account_id, user_id, reason, record_kind, record_id),
  constraint inbox_mutes_of_one_thing check (private.holds(
    (reason is null) = (record_id is not null) and (record_kind is null) = (record_id is null),
    'inbox.mute_shape',
    'Mute a reason or a record.'
  ))
);
alter table public.inbox_mutes owner to cairn_owner;

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
drop function public.take_notification_mails(integer,integer,uuid,uuid[]);
comment on function private.holds(boolean, text, text) is
  'For check constraints: whether the rule holds; raises the sentence with the code where it does not. Null passes, as in any check.';
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
    raise exception 'A % with this name already exists.', tg_argv[0]
      using errcode = '23505', detail = tg_argv[0] || '.name_taken', constraint = tg_argv[1],
        hint = 'Choose another name. Capitals make no difference.';
  end if;
  return new;
end
$$;
comment on function private.refuse_taken_name() is
  'Trigger (kind, constraint, and the function by which names are alike where it is not lower): refuses a name that a record of the account has already, in a sentence for people.';
create function private.refuse_non_admin(code text, sentence text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.my_rank() is distinct from 3 then
    raise exception '%', sentence using errcode = '42501', detail = code, hint = 'Ask an administrator.';
  end if;
end
$$;
comment on function private.refuse_non_admin(text, text) is 'Refuses with 42501, the code and the sentence everybody but admins.';
alter function private.refuse_non_admin(text,text) owner to cairn_definer;
revoke all on function private.refuse_non_admin(text,text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.limit_public_calls(kind text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.count_for_network(kind) then
    raise exception 'Too many requests.'
      using errcode = 'PT429', detail = 'request.too_many', hint = 'Wait a minute, then try again.';
  end if;
end
$$;
create or replace function private.refuse_non_owner() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.my_rank() is distinct from 3 then
    raise exception 'Only account owners can manage invitations.'
      using errcode = '42501', detail = 'invitation.owners_only', hint = 'Ask an administrator.';
  end if;
end
$$;
create or replace function private.refuse_other_kind(kind text, with_articles boolean default false) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  known constant text[] := array(
    select k.kind from private.kinds k where k.feature is not null or with_articles order by k.place
  );
  last constant integer := cardinality(known);
begin
  if kind is null or kind <> all (known) then
    raise exception 'Kind must be % or %.', array_to_string(known[:last - 1], ', '), known[last]
      using errcode = '22023', detail = 'kind.unknown';
  end if;
end
$$;
create function private.fields_for(use text) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(select f.key from private.fields f where use = any (f.uses) order by f.place)
$$;
comment on function private.fields_for(text) is 'The keys of the fields that have a use, in their order.';
alter function private.fields_for(text) owner to cairn_definer;
revoke all on function private.fields_for(text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.fields_for(text) to authenticated;
create or replace function private.refuse_out_of_scope(kind text, verb text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_unscoped() and private.catalogue_of(kind) is not null and kind <> all (private.kinds_in_scope(verb)) then
    raise exception 'The scope of this token does not reach these records.'
      using errcode = '42501', detail = 'token.records_out_of_scope',
        hint = format('It needs %s:%s.', private.catalogue_of(kind), verb);
  end if;
end
$$;
create or replace function private.refuse_request_out_of_scope() returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  path constant text := current_setting('request.path', true);
  headers constant jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  what constant text := case when path like '/rpc/%' then 'call this procedure' else 'do this with this table' end;
  rule record;
  wanted text[];
  held integer;
begin
  select * into rule from private.required_scopes(path, current_setting('request.method', true));
  -- The lists name what is in public.
  if not found
    or coalesce(headers ->> 'accept-profile', 'public') <> 'public'
    or coalesce(headers ->> 'content-profile', 'public') <> 'public'
  then
    raise exception 'A token may not %.', what
      using errcode = '42501', detail = 'token.closed', hint = 'The reference of the API names what is open to tokens.';
  end if;
  select array_agg(coalesce(k.record_table || ':' || split_part(s.scope, ':', 2), s.scope) order by s.place, k.place) into wanted
  from unnest(rule.scopes) with ordinality as s (scope, place)
  left join private.kinds k on split_part(s.scope, ':', 1) = 'kinds' and k.feature is not null;
  select count(*) into held
  from unnest(wanted) as w (scope)
  where private.may(split_part(w.scope, ':', 1), split_part(w.scope, ':', 2));
  if held = 0 or held < cardinality(wanted) and not rule.any_of then
    raise exception 'The scope of this token does not let it %.', what
      using errcode = '42501', detail = format('token.scope_missing %s', jsonb_build_object('scopes', wanted)),
        hint = 'It needs ' || array_to_string(wanted, case when rule.any_of then ' or ' else ', ' end) || '.';
  end if;
end
$$;
create or replace function private.guard_level() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.user_id = private.caller_id() then
    raise exception 'Permission changes must be made by an account administrator.'
      using errcode = '42501', detail = 'level.admins_only',
        hint = 'You cannot change your own level. Ask another administrator.';
  end if;
  if private.rank(new.permission_level) > private.my_rank() then
    raise exception 'You cannot give a level above your own.'
      using errcode = '42501', detail = 'level.above_own', hint = 'Ask an administrator.';
  end if;
  return new;
end
$$;
create or replace function private.guard_profile() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if (new.avatar, new.bio, new.department) is distinct from (old.avatar, old.bio, old.department) then
    raise exception 'You can only change the name and job role of another member here.'
      using errcode = '42501', detail = 'member.only_name_and_role',
        hint = 'Change the department in the membership. Only the member can change the rest.';
  end if;
  return new;
end
$$;
create or replace function private.protect_last_admin() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.accounts a where a.id = old.account_id for no key update;
  -- Nothing found: the account itself is being deleted.
  if found and not exists (
    select from public.account_members m where m.account_id = old.account_id and m.permission_level = 'admin'
  ) then
    raise exception 'An account needs an admin.'
      using errcode = 'LA001', detail = 'account.needs_admin', hint = 'Make another member an admin first.';
  end if;
  return null;
end
$$;
create or replace function public.signup_domain_status(domain_param text) returns json
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
create or replace function private.refuse_second_invitation(account uuid, address text) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  open public.pending_invitations;
begin
  select i.* into open
  from public.pending_invitations i
  where i.account_id = account and i.email = address and i.accepted_at is null and i.declined_at is null;
  if not found then
    return;
  elsif open.sent_at is null then
    raise exception 'This person is among those who are not invited yet.'
      using errcode = '23505', detail = 'invitation.import_waits',
        hint = 'Invite them from that list: they get what is theirs.';
  end if;
  raise exception 'This person already has an open invitation.'
    using errcode = '23505', detail = 'invitation.already_open', hint = 'Send them its link, or revoke it first.';
end
$$;
create or replace function private.guard_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Locked, so that an admin who is demoted at this moment has either invited before it or may not any more.
  perform from public.account_members m
  where m.user_id = private.caller_id() and m.account_id = new.account_id and m.permission_level = 'admin'
  for share;
  if not found then
    raise exception 'Only account owners can manage invitations.'
      using errcode = '42501', detail = 'invitation.owners_only', hint = 'Ask an administrator.';
  end if;
  new.invited_by := private.caller_id();
  -- The limit below counts invitations, so an account writes its invitations one after the other.
  perform from public.accounts a where a.id = new.account_id for no key update;
  perform private.refuse_more_invitations(1);
  if exists (
    select from public.profiles p where p.account_id = new.account_id and lower(p.email) = new.email
  ) then
    raise exception 'A user with this email already exists in the system.'
      using errcode = '23505', detail = 'invitation.user_exists', hint = 'This person is a member of your account.';
  end if;
  delete from public.pending_invitations i
  where i.account_id = new.account_id and i.email = new.email
    and i.accepted_at is null and i.declined_at is null and i.expires_at <= now();
  perform private.refuse_second_invitation(new.account_id, new.email);
  return new;
end
$$;
create or replace function private.guard_revocation() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if old.accepted_at is not null or old.declined_at is not null then
    raise exception 'This invitation is no longer open.'
      using errcode = '23514', detail = 'invitation.not_open', hint = 'It was accepted or revoked in the meantime.';
  end if;
  if new.declined_at is not null then
    new.declined_at := now();
  end if;
  return new;
end
$$;
create or replace function public.accept_invitation(token_param text, user_email_param text) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  invitation public.pending_invitations;
begin
  select i.* into invitation
  from public.pending_invitations i
  where i.invitation_token = private.token_hash(token_param)
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now() and i.sent_at is not null
  for update;
  if not found then
    -- A refusal here is an answer, so what it has counted is kept.
    if not private.count_against_limit('wrong invitations by ' || private.caller_id(), 60) then
      raise exception 'Too many requests.'
        using errcode = 'PT429', detail = 'request.too_many', hint = 'Wait a minute, then try again.';
    end if;
    return private.not_accepted_response('This invitation has expired or is no longer valid.');
  end if;
  if lower(btrim(user_email_param)) is distinct from invitation.email then
    return private.not_accepted_response('This invitation was sent to another address.');
  end if;
  return private.accept_as_caller(invitation);
end
$$;
create or replace function public.get_invitation_token(invitation_id_param uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  token text;
begin
  select private.invitation_token(i.id) into token
  from public.pending_invitations i
  where i.id = invitation_id_param and i.account_id = private.my_account() and private.my_rank() = 3
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now() and i.sent_at is not null;
  if token is null then
    raise exception 'There is no such open invitation.'
      using errcode = 'PT404', detail = 'invitation.unknown',
        hint = 'It was accepted, revoked or expired, or belongs to another account.';
  end if;
  return token;
end
$$;
create or replace function public.cleanup_expired_invitations_enhanced() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  removed integer;
begin
  if private.my_rank() is distinct from 3 then
    raise exception 'Only account owners can manage invitations.'
      using errcode = '42501', detail = 'invitation.owners_only', hint = 'Ask an administrator.';
  end if;
  delete from public.pending_invitations i
  where i.account_id = private.my_account() and i.expires_at <= now()
    and i.accepted_at is null and i.declined_at is null;
  get diagnostics removed = row_count;
  perform private.clean_audit_log();
  return removed;
end
$$;
create or replace function public.renew_invitation(invitation_id_param uuid) returns json
language plpgsql set search_path = ''
as $$
declare
  former public.pending_invitations;
  renewed jsonb;
begin
  perform private.refuse_non_owner();
  select i.* into former
  from public.pending_invitations i
  where i.id = invitation_id_param and i.accepted_at is null and i.declined_at is null and i.sent_at is not null;
  if not found then
    raise exception 'There is no such open invitation.'
      using errcode = 'PT404', detail = 'invitation.unknown', hint = 'It was accepted or revoked in the meantime.';
  end if;
  perform set_config('cairn.renewed_invitation', former.id::text, true);
  update public.pending_invitations set declined_at = now() where id = former.id;
  renewed := public.invite_member(
    former.email, former.name, former.job_role, former.department, former.permission_level
  )::jsonb;
  perform private.move_to_renewed_invitation(former.id, (renewed ->> 'id')::uuid);
  perform set_config('cairn.renewed_invitation', '', true);
  return jsonb_build_object('email', former.email, 'name', former.name) || renewed;
end
$$;
create or replace function public.send_invitations(ids uuid[]) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  wanted constant uuid[] := array(select distinct unnest(ids));
  sent integer;
begin
  perform private.refuse_non_owner();
  if cardinality(wanted) not between 1 and 100 then
    raise exception 'You can invite 1 to 100 people at once.'
      using errcode = '22023', detail = 'invitation.batch_size', hint = 'Invite the others afterwards.';
  end if;
  -- In the order of a user who accepts: the invitations first, then the account.
  perform from public.pending_invitations i
  where i.account_id = account and i.id = any (wanted)
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now() and i.sent_at is null
  order by i.id
  for update;
  perform from public.accounts a where a.id = account for no key update;
  perform private.refuse_more_invitations(cardinality(wanted));
  update public.pending_invitations i
  set sent_at = now(), expires_at = now() + interval '7 days', invited_by = private.caller_id()
  where i.account_id = account and i.id = any (wanted)
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now() and i.sent_at is null;
  get diagnostics sent = row_count;
  if sent <> cardinality(wanted) then
    raise exception 'There is no such open invitation.'
      using errcode = 'PT404', detail = 'invitation.unknown',
        hint = 'Somebody else has sent or removed it in the meantime.';
  end if;
  perform private.write_audit(
    account, private.caller_id(), 'invitation_created', 'invitation', i.id::text,
    jsonb_build_object('permission', i.permission_level)
  )
  from public.pending_invitations i
  where i.account_id = account and i.id = any (wanted);
  return (
    select json_agg(json_build_object(
      'email', i.email, 'name', i.name, 'id', i.id, 'expires_at', i.expires_at,
      'token', private.invitation_token(i.id)
    ) order by lower(i.name), i.id)
    from public.pending_invitations i
    where i.account_id = account and i.id = any (wanted)
  );
end
$$;
create or replace function private.refuse_more_invitations(wanted integer) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  most constant integer := 200;
  sent constant timestamptz[] := array(
    select t.at from private.invitations_of_today(private.my_account()) as t (at) order by t.at
  );
  -- The one that has to be a day old, so that there is room.
  oldest_in_the_way constant integer := cardinality(sent) + wanted - most;
begin
  if oldest_in_the_way <= 0 then
    return;
  end if;
  raise exception 'Your account can send at most 200 invitations in 24 hours.'
    using errcode = 'PT429', hint = 'Please try again later.',
      detail = format('invitation.daily_limit %s', jsonb_build_object('retry_at', sent[oldest_in_the_way] + interval '1 day'));
end
$$;
comment on function private.refuse_more_invitations(integer) is
  'Refuses so many more invitations of the caller''s account, where they are more than 200 within a day; the parameter retry_at says when they fit.';
create or replace function public.invite_members(
  people jsonb,
  department_param text default null,
  permission_level_param text default 'viewer'
) returns json
language plpgsql set search_path = ''
as $$
declare
  person record;
  invited jsonb;
  invitations jsonb := '[]';
  problems jsonb := '[]';
begin
  perform private.refuse_non_owner();
  if coalesce(jsonb_typeof(people), '') <> 'array' or jsonb_array_length(people) not between 1 and 100 then
    raise exception 'You can invite 1 to 100 people at once.'
      using errcode = '22023', detail = 'invitation.batch_size', hint = 'Invite the others afterwards.';
  end if;
  perform private.refuse_more_invitations(jsonb_array_length(people));
  begin
    for person in
      select p.entry ->> 'email' as email, p.entry ->> 'name' as name from jsonb_array_elements(people) p (entry)
    loop
      begin
        invited := public.invite_member(
          person.email, person.name, null, department_param, permission_level_param
        )::jsonb;
        invitations := invitations || (invited || jsonb_build_object('email', person.email, 'name', person.name));
      exception when unique_violation or check_violation or not_null_violation then
        problems := problems || jsonb_build_object('email', person.email, 'message', sqlerrm);
      end;
    end loop;
    if problems <> '[]' then
      raise exception 'Not everybody can be invited.' using errcode = 'CA001', detail = 'invitation.some_refused';
    end if;
  exception when sqlstate 'CA001' then
    -- The error also rolls back the invitations that were written before.
    invitations := '[]';
  end;
  return json_build_object('invitations', invitations, 'problems', problems);
end
$$;
create or replace function public.get_invitation_problems(addresses text[]) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.refuse_non_owner();
  if coalesce(cardinality(addresses), 0) not between 1 and 100 then
    raise exception 'You can invite 1 to 100 people at once.'
      using errcode = '22023', detail = 'invitation.batch_size', hint = 'Ask about the others afterwards.';
  end if;
  return (
    select coalesce(json_agg(json_build_object('email', known.email, 'message', known.message)), '[]')
    from (
      select
        given.email,
        case
          when exists (
            select from public.profiles p
            where p.account_id = private.my_account() and lower(p.email) = lower(given.email)
          ) then 'A user with this email already exists in the system.'
          when exists (
            select from public.pending_invitations i
            where i.account_id = private.my_account() and i.email = lower(given.email)
              and i.accepted_at is null and i.declined_at is null and i.expires_at > now() and i.sent_at is not null
          ) then 'This person already has an open invitation.'
          when exists (
            select from public.pending_invitations i
            where i.account_id = private.my_account() and i.email = lower(given.email)
              and i.accepted_at is null and i.declined_at is null and i.expires_at > now() and i.sent_at is null
          ) then 'This person is among those who are not invited yet.'
        end as message
      from (select distinct unnest(addresses) as email) as given
    ) as known
    where known.message is not null
  );
end
$$;
create or replace function public.set_newcomer_admission(needed boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_non_admin('newcomer.setting_by_admins', 'Only administrators can decide how people join.');
  if needed is null then
    raise exception 'The setting must be on or off.'
      using errcode = '22023', detail = 'setting.on_or_off', hint = 'Send true or false.';
  end if;
  update public.accounts a set newcomers_need_admission = needed
  where a.id = private.my_account() and a.newcomers_need_admission <> needed;
  if found then
    perform private.write_audit(
      private.my_account(), private.caller_id(), 'newcomer_admission_updated', 'account', private.my_account()::text,
      jsonb_build_object('needed', needed)
    );
  end if;
end
$$;
create or replace function public.get_waiting_newcomers()
returns table (user_id uuid, name text, email text, waiting_since timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.refuse_non_admin('newcomer.seen_by_admins', 'Only administrators can see who is waiting to be admitted.');
  return query
    select p.id, p.name, p.email, w.created_at
    from private.waiting_newcomers w
    join public.profiles p on p.id = w.user_id
    where w.account_id = private.my_account()
    order by w.created_at, p.id
    limit 1000;
end
$$;
create or replace function private.dequeue_newcomer(person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_non_admin('newcomer.admitted_by_admins', 'Only administrators can admit people.');
  delete from private.waiting_newcomers w where w.user_id = person and w.account_id = private.my_account();
  if not found then
    raise exception 'This person is no longer waiting.'
      using errcode = 'PT404', detail = 'newcomer.not_waiting',
        hint = 'Another administrator may have decided, or they joined elsewhere.';
  end if;
end
$$;
create function private.kinds_switched_off() returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(string_agg(k.kind, ' '), '')
  from public.app_features f
  join private.kinds k on k.feature = f.feature_name
  where f.account_id = private.my_account() and not f.enabled and private.my_rank() is distinct from 3
$$;
comment on function private.kinds_switched_off() is
  'The kinds whose features are off in the caller''s account, with blanks between; none for an admin.';
alter function private.kinds_switched_off() owner to cairn_definer;
revoke all on function private.kinds_switched_off() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.kinds_switched_off() to authenticated;
create or replace function private.refuse_feature_off(feature text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not private.feature_enabled(feature) and private.my_rank() is distinct from 3 then
    raise exception 'The % feature is currently disabled.', initcap(feature)
      using errcode = '42501', detail = format('feature.%s_disabled', feature),
        hint = 'Please contact your administrator.';
  end if;
end
$$;
create function private.note_switched_off() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform set_config('cairn.switched_off', private.kinds_switched_off(), true);
  return null;
end
$$;
comment on function private.note_switched_off() is
  'Statement trigger: notes the kinds that the caller may not write, because their features are off.';
alter function private.note_switched_off() owner to cairn_definer;
revoke all on function private.note_switched_off() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.refuse_record_switched_off() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform private.refuse_feature_off(private.feature_of(case tg_op when 'INSERT' then new.kind else old.kind end));
  return case tg_op when 'DELETE' then old else new end;
end
$$;
comment on function private.refuse_record_switched_off() is
  'Trigger: refuses writes of non-admins to records of a kind while its feature is off.';
alter function private.refuse_record_switched_off() owner to cairn_definer;
revoke all on function private.refuse_record_switched_off() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.refuse_non_member(person uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (
    select from public.account_members m where m.user_id = person and m.account_id = private.my_account()
  ) then
    raise exception 'There is no such member in your account.'
      using errcode = 'PT404', detail = 'member.unknown', hint = 'They may have left in the meantime.';
  end if;
end
$$;
create or replace function public.secure_update_user_permission(
  target_user_id uuid,
  new_permission_level text,
  target_account_id uuid,
  handover jsonb default null
) returns void
language plpgsql set search_path = ''
as $$
begin
  if private.rank(new_permission_level) is null then
    raise exception 'Please select a valid permission level.'
      using errcode = '22023', detail = 'level.unknown', hint = 'It is viewer, user, manager or admin.';
  end if;
  if target_account_id = private.my_account() and private.my_rank() = 3 then
    perform private.refuse_non_member(target_user_id);
    if handover is not null and new_permission_level = 'viewer' then
      perform private.hand_over(target_user_id, handover, false);
    end if;
    update public.account_members
    set permission_level = new_permission_level
    where user_id = target_user_id and account_id = target_account_id;
    if found then
      if handover is not null then
        perform private.note_act(target_account_id, 'handover', target_user_id::text, private.part_of_act('handover'));
      end if;
      return;
    end if;
  end if;
  -- Also for a caller who was an admin a moment ago: the update then found no row that is theirs to change.
  raise exception 'Permission changes must be made by an account administrator.'
    using errcode = '42501', detail = 'level.admins_only', hint = 'Ask an administrator of the account.';
end
$$;
create or replace function public.update_member(
  target_user_id uuid,
  new_name text default null,
  new_job_role text default null,
  new_department text default null,
  new_knowledge_areas text[] default null,
  new_permission_level text default null,
  handover jsonb default null
) returns void
language plpgsql set search_path = ''
as $$
declare
  allowed boolean;
begin
  perform private.refuse_non_member(target_user_id);
  if target_user_id = private.caller_id() then
    raise exception 'You cannot change yourself as a team member.'
      using errcode = '42501', detail = 'member.not_oneself', hint = 'Change your own details in your profile.';
  end if;
  if handover is not null and new_permission_level = 'viewer' then
    perform private.hand_over(target_user_id, handover, false);
  end if;
  update public.account_members m
  set permission_level = coalesce(new_permission_level, m.permission_level),
    knowledge_areas = coalesce(new_knowledge_areas, m.knowledge_areas)
  where m.user_id = target_user_id;
  allowed := found;
  if new_department is not null then
    update public.account_members set department = nullif(btrim(new_department), '') where user_id = target_user_id;
    allowed := allowed and found;
  end if;
  update public.profiles p set name = coalesce(new_name, p.name) where p.id = target_user_id;
  allowed := allowed and found;
  if new_job_role is not null then
    update public.profiles set job_role = nullif(btrim(new_job_role), '') where id = target_user_id;
    allowed := allowed and found;
  end if;
  if not allowed then
    raise exception 'Managers can change members. Only administrators can change administrators.'
      using errcode = '42501', detail = 'member.admins_by_admins', hint = 'Ask an administrator.';
  end if;
  if handover is not null then
    perform private.note_act(private.my_account(), 'handover', target_user_id::text, private.part_of_act('handover'));
  end if;
end
$$;
create or replace function public.remove_member(target_user_id uuid, handover jsonb default null) returns void
language plpgsql set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  perform private.refuse_non_member(target_user_id);
  if target_user_id is distinct from private.caller_id() and private.my_rank() is distinct from 3 then
    raise exception 'Only administrators can remove members.'
      using errcode = '42501', detail = 'member.removed_by_admins',
        hint = 'Every member can leave the account themselves.';
  end if;
  perform private.hand_over(target_user_id, coalesce(handover, '{}'), true);
  if target_user_id = private.caller_id() then
    perform private.leave_account();
  else
    delete from public.account_members where user_id = target_user_id;
    -- A caller who was an admin a moment ago.
    if not found then
      raise exception 'Only administrators can remove members.'
        using errcode = '42501', detail = 'member.removed_by_admins',
          hint = 'Every member can leave the account themselves.';
    end if;
  end if;
  perform private.note_act(account, 'handover', target_user_id::text, private.part_of_act('handover'));
end
$$;
create or replace function public.get_secure_team_member_profiles(account_id_param uuid)
returns table (
  id uuid, name text, avatar text, initials text, display_email text, job_role text, department text
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if account_id_param is null or account_id_param is distinct from private.my_account() then
    raise exception 'You do not belong to this account.'
      using errcode = '42501', detail = 'account.not_a_member', hint = 'Only team members can see each other.';
  end if;
  return query
    select v.id, v.name, v.avatar, v.initials, v.display_email, v.job_role, v.department
    from private.visible_profiles(account_id_param) v
    order by v.name, v.id;
end
$$;
create or replace function public.update_privacy_settings(
  email_visible boolean,
  bio_visible boolean,
  job_visible boolean,
  department_visible boolean
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if num_nulls(email_visible, bio_visible, job_visible, department_visible) > 0 then
    raise exception 'Each of the four settings must be on or off.'
      using errcode = '22023', detail = 'setting.four_on_or_off', hint = 'Send true or false.';
  end if;
  update public.profiles
  set privacy_email_visible = email_visible,
    privacy_bio_visible = bio_visible,
    privacy_job_visible = job_visible,
    privacy_department_visible = department_visible
  where id = private.caller_id();
end
$$;
create or replace function private.team_page(
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
    raise exception 'You cannot sort or filter the team this way.'
      using errcode = '22023', detail = 'team.unknown_order';
  end if;
  if char_length(wanted) > 200 then
    raise exception 'A search has at most 200 characters.'
      using errcode = '22023', detail = 'search.too_long', hint = 'Enter a shorter search.';
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
      greatest(coalesce(skip, 0), 0), private.typo_pattern(wanted), most;
  return answer;
end
$$;
create or replace function private.limit_audit_reports() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.count_against_limit('audit notes of ' || private.caller_id(), 30) then
    raise exception 'Too many security events were reported.'
      using errcode = 'PT429', detail = 'audit.too_many_events', hint = 'Wait a minute, then try again.';
  end if;
end
$$;
create or replace function public.log_security_event_enhanced(
  p_action text, p_resource_type text, p_severity text, p_details jsonb default '{}'
)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  if coalesce(p_action not in ('password_change_attempted', 'password_change_failed', 'password_changed'), true)
    or p_resource_type is distinct from 'user_account'
    or coalesce(p_severity not in ('medium', 'high'), true)
    or coalesce(jsonb_typeof(p_details), 'null') not in ('object', 'null')
  then
    raise exception 'This is not a security event.' using errcode = '22023', detail = 'audit.unknown_event',
      hint = 'Actions: password_change_attempted, password_change_failed, password_changed. Resource type: user_account. '
        || 'Severity: medium or high. Details: a JSON object.';
  end if;
  -- No admin would read what a person without account reports.
  if account is null then
    return;
  end if;
  perform private.limit_audit_reports();
  insert into public.security_audit_log (
    account_id, user_id, action, resource_type, resource_id, details, user_agent, ip_address, source
  )
  values (
    account, private.caller_id(), p_action, p_resource_type, private.caller_id()::text,
    case jsonb_typeof(p_details) when 'object' then p_details else '{}' end || jsonb_build_object('severity', p_severity),
    private.caller_agent(), private.caller_address(), 'browser'
  );
end
$$;
create or replace function private.clean_audit_log() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  removed integer;
begin
  if private.my_rank() is distinct from 3 then
    raise exception 'Only administrators can clean up the audit log.'
      using errcode = '42501', detail = 'audit.cleaned_by_admins', hint = 'Ask an administrator.';
  end if;
  delete from public.security_audit_log l
  where l.account_id = account and l.created_at < now() - interval '90 days';
  get diagnostics removed = row_count;
  if removed > 0 then
    perform private.write_audit(
      account, private.caller_id(), 'audit_log_cleaned', 'security_audit_log', null, jsonb_build_object('removed', removed)
    );
  end if;
  return removed;
end
$$;
create or replace function public.get_audit_log(
  action_param text default null, person_param uuid default null, severity_param text default null,
  from_param timestamptz default null, until_param timestamptz default null,
  before_time timestamptz default null, before_id uuid default null, rows_param integer default 100
)
returns table (
  id uuid, user_id uuid, user_name text, action text, severity text, resource_type text, resource_id text,
  resource_name text, details jsonb, user_agent text, ip_address text, source text, created_at timestamptz
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  -- The severity follows from the action: with both, one of them is enough, or nothing fits.
  severity_left constant text := case when action_param is null then severity_param end;
begin
  perform private.require_security_admin();
  if coalesce(rows_param not between 1 and 1000, true) then
    raise exception 'A page has 1 to 1,000 entries.'
      using errcode = '22023', detail = 'audit.page_size', hint = 'Leave rows_param out for 100.';
  end if;
  if from_param >= until_param then
    raise exception 'The end must be after the start.'
      using errcode = '22023', detail = 'audit.period', hint = 'from_param must be before until_param.';
  end if;
  if severity_param <> private.audit_severity(action_param) then
    return;
  end if;
  return query
  select
    e.id, e.user_id, p.name, e.action, e.severity, e.resource_type, e.resource_id, r.name, e.details, e.user_agent,
    -- As it stands in JSON: without the mask of a single address.
    to_jsonb(e.ip_address) #>> '{}', e.source, e.created_at
  from private.audit_page(
    account, action_param, person_param, severity_left, from_param, until_param, before_time, before_id, rows_param
  ) e
  left join public.profiles p on p.id = e.user_id and p.account_id = account and private.may('people', 'read')
  left join public.profiles r on r.account_id = account and private.may('people', 'read')
    and e.resource_type in ('user_account', 'account_member', 'profile')
    and r.id = case when e.resource_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then e.resource_id::uuid end
  order by e.created_at desc, e.id desc;
end
$$;
create or replace function private.require_security_admin() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.my_rank() is distinct from 3 then
    raise exception 'Security monitoring is only available to administrators.'
      using errcode = '42501', detail = 'audit.admins_only', hint = 'Ask an administrator.';
  end if;
end
$$;
create or replace function private.refuse_sign_in_change(person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Both are locked: an admin who is demoted, or leaves, at this moment has done so before or does so after.
  perform from public.account_members m
  where m.user_id = private.caller_id() and m.permission_level = 'admin'
  for share;
  if not found then
    raise exception 'Only administrators can manage how members sign in.'
      using errcode = '42501', detail = 'sign_in.managed_by_admins', hint = 'Ask an administrator.';
  end if;
  perform from public.account_members m
  where m.user_id = person and m.account_id = private.my_account()
  for share;
  if not found then
    perform private.refuse_non_member(person);
  end if;
  if person = private.caller_id() then
    raise exception 'You manage your own sessions and second factors in your security settings.'
      using errcode = '42501', detail = 'sign_in.own_in_settings', hint = 'Open the security settings.';
  end if;
  if coalesce(not has_function_privilege(to_regprocedure('auth.end_sessions(uuid, uuid)'), 'execute'), true) then
    raise exception 'This server does not let administrators change how members sign in.'
      using errcode = '0A000', detail = 'sign_in.not_manageable', hint = 'Ask the operator of this server.';
  end if;
end
$$;
create or replace function private.require_recent_proof() returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not private.is_unscoped() then
    raise exception 'Tokens and apps make no secrets.'
      using errcode = '42501', detail = 'secret.people_only', hint = 'Sign in to make one.';
  end if;
  if not coalesce(private.is_recently_proven(), false) then
    raise exception 'You signed in more than ten minutes ago.'
      using errcode = '42501', detail = 'reauthentication_needed', hint = 'Enter your password, or sign in again.';
  end if;
end
$$;
create or replace function private.receive_password() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.caller_id() is not null and not private.count_against_limit('password notes of ' || private.caller_id(), 5) then
    raise exception 'Too many passwords were recorded.'
      using errcode = 'PT429', detail = 'password.too_many_recorded', hint = 'Wait a minute, then try again.';
  end if;
  new.created_at := now();
  -- Hashed to one length first: bcrypt reads 72 bytes and no more.
  new.password_hash := extensions.crypt(
    encode(sha256(convert_to(new.password_hash, 'UTF8')), 'hex'), extensions.gen_salt('bf', 10)
  );
  return new;
end
$$;
create or replace function public.check_password_history(user_id_param uuid, new_password_hash text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if user_id_param is distinct from private.caller_id() then
    raise exception 'You can only ask about your own passwords.'
      using errcode = '42501', detail = 'password.own_only', hint = 'Send your own user id.';
  end if;
  if new_password_hash is null then
    raise exception 'A hash of the new password is needed.'
      using errcode = '22023', detail = 'password.hash_needed', hint = 'Its SHA-256, in hexadecimal.';
  end if;
  if not private.count_against_limit('password questions of ' || private.caller_id(), 10) then
    raise exception 'Too many requests.'
      using errcode = 'PT429', detail = 'request.too_many', hint = 'Wait a minute, then try again.';
  end if;
  return not exists (
    select from public.password_history h
    where h.user_id = user_id_param
      and h.password_hash = extensions.crypt(
        encode(sha256(convert_to(new_password_hash, 'UTF8')), 'hex'), h.password_hash
      )
  );
end
$$;
create or replace function private.receive_rate_limit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.count_against_limit('rate limits of ' || private.caller_id(), 20) then
    raise exception 'Too many requests.'
      using errcode = 'PT429', detail = 'request.too_many', hint = 'Wait a minute, then try again.';
  end if;
  new.window_start := now();
  new.created_at := now();
  delete from public.security_rate_limits l
  where l.user_id = private.caller_id() and l.id in (
    select o.id from public.security_rate_limits o
    where o.user_id = private.caller_id() order by o.window_start desc offset 9
  );
  return new;
end
$$;
create or replace function private.keep_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_restoring_archive() then
    return null;
  end if;
  insert into public.record_history (
    account_id, kind, record_id, record_name, action, before, after, changed_by, changed_at, concerned
  )
  select
    (r.record ->> 'account_id')::uuid,
    coalesce(r.record ->> 'kind', tg_argv[0]),
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
comment on function private.keep_history() is
  'Statement trigger (kind, where the rows have none): writes created, deleted or restored records into the history, by the caller and now. One that is restored has the name in the bin before, and its name after.';
create or replace function private.keep_link_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_restoring_archive() then
    return null;
  end if;
  -- Planned each time: a plan made for one link would look ten thousand of them up one by one.
  execute format(
    'insert into public.record_history (
      account_id, kind, record_id, record_name, action, field, before, after, changed_by, act, concerned
    )
    select
      r.account_id, ''solution'', r.id, r.name, ''updated'', $1,
      case when $2 then linked.value end, case when not $2 then linked.value end,
      $3, $4,
      array(select distinct person from unnest(array[r.owner_id, r.created_by]) as person where person is not null)
    from links l
    join private.records r on r.id = l.solution_id
    join private.records t on t.id = l.%1$I
    cross join lateral (select jsonb_build_object(''id'', t.id, ''name'', t.name) as value) linked
    -- Links that went with a record came to an end without a word, and come back without one.
    where $2 or not exists (
      select from public.binned_records b
      where b.account_id = l.account_id and b.record_id in (l.solution_id, l.%1$I)
    )',
    tg_argv[1]
  ) using tg_argv[0], tg_op = 'DELETE', private.caller_id(), private.current_act();
  return null;
end
$$;
comment on function private.keep_link_history() is
  'Statement trigger (field, and the column of what is linked to a solution): writes links that were made or ended into the history of the solution, as {"id", "name"}.';
create or replace function private.keep_expert_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_restoring_archive() then
    return null;
  end if;
  -- Planned each time, as above.
  execute
    'insert into public.record_history (
      account_id, kind, record_id, record_name, action, field, before, after, changed_by, act, concerned
    )
    select
      r.account_id, r.kind, r.id, r.name, ''updated'', ''experts'',
      case when $1 then expert.value end, case when not $1 then expert.value end,
      $2, $3,
      array(select distinct person from unnest(array[r.owner_id, r.created_by]) as person where person is not null)
    from links l
    join private.records r on r.id = l.record_id and r.kind = l.kind
    join public.profiles p on p.id = l.expert_id
    cross join lateral (select jsonb_build_object(''id'', p.id, ''name'', p.name) as value) expert
    where $1 or not exists (
      select from public.binned_records b where b.account_id = l.account_id and b.record_id = l.record_id
    )'
    using tg_op = 'DELETE', private.caller_id(), private.current_act();
  return null;
end
$$;
create or replace function private.keep_history_of_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_purging() then
    return null;
  end if;
  -- Planned each time: a plan made for one record would compare each of ten thousand with every other.
  execute $insert$
    insert into public.record_history (
      account_id, kind, record_id, record_name, action, field, before, after, changed_by, changed_at, act, concerned
    )
    select
      (changed.is_now ->> 'account_id')::uuid,
      coalesce(changed.is_now ->> 'kind', $1),
      (changed.is_now ->> 'id')::uuid,
      coalesce(changed.is_now ->> 'name', changed.is_now ->> 'title'),
      'updated',
      change.field,
      -- Own values are never that long, and an undo needs them whole.
      case when change.field like 'own.%' then change.before else private.history_value(change.before) end,
      case when change.field like 'own.%' then change.after else private.history_value(change.after) end,
      $2,
      changed.moment,
      $3,
      array(
        select distinct person::uuid
        from unnest(array[
          changed.was ->> 'owner_id', changed.is_now ->> 'owner_id', changed.was ->> 'created_by',
          changed.is_now ->> 'created_by', changed.was ->> 'author_id', changed.is_now ->> 'author_id'
        ]) as person
        where person is not null
      )
    from (
      select to_jsonb(o) as was, to_jsonb(n) as is_now, clock_timestamp() as moment
      from before_change o
      join after_change n using (id)
      where o is distinct from n
    ) changed
    cross join lateral (
      select n.key as field, changed.was -> n.key as before, n.value as after
      from jsonb_each(changed.is_now - $4) n
      where n.value is distinct from changed.was -> n.key
      union all
      select 'own.' || own.key, changed.was -> 'own' -> own.key, changed.is_now -> 'own' -> own.key
      from jsonb_object_keys((changed.was -> 'own') || (changed.is_now -> 'own')) as own (key)
      where changed.was -> 'own' is distinct from changed.is_now -> 'own'
        and changed.was -> 'own' -> own.key is distinct from changed.is_now -> 'own' -> own.key
      union all
      select 'tags', private.tags_in_history(changed.was -> 'tags'), private.tags_in_history(changed.is_now -> 'tags')
      where changed.was -> 'tags' is distinct from changed.is_now -> 'tags'
      union all
      select 'owner_id', owner.before, owner.after
      from (
        select
          case
            when changed.was ->> 'invited_owner_id' is null then coalesce(changed.was -> 'owner_id', 'null')
            else private.owner_in_history(changed.was)
          end as before,
          case
            when changed.is_now ->> 'invited_owner_id' is null then coalesce(changed.is_now -> 'owner_id', 'null')
            else private.owner_in_history(changed.is_now)
          end as after
        where (changed.was -> 'owner_id', changed.was -> 'invited_owner_id')
          is distinct from (changed.is_now -> 'owner_id', changed.is_now -> 'invited_owner_id')
      ) owner
      where case
        when jsonb_typeof(owner.before) = 'object' or jsonb_typeof(owner.after) = 'object'
        then not private.same_owner(owner.before, owner.after)
        else owner.before <> owner.after
      end
    ) change
  $insert$ using tg_argv[0], private.caller_id(), private.current_act(), array[
    'id', 'account_id', 'created_at', 'created_by', 'updated_at', 'updated_by',
    -- A run of an automation or a use of an agent is no change of it.
    'last_used', 'last_run',
    -- Two columns, and one owner.
    'owner_id', 'invited_owner_id',
    -- Each own field has a line, and tags have their names in it.
    'own', 'tags'
  ];
  return null;
end
$$;
comment on function private.keep_history_of_changes() is
  'Statement trigger (kind, where the rows have none): writes each changed field of each changed record into the history, by the caller and now.';
create or replace function private.built_in_fields_hold(
  vendor text, department text, criticality text, data_class text, lifecycle text, cost_per_month numeric,
  cost_currency text, renews_on date, links jsonb
) returns boolean
language sql immutable set search_path = ''
as $$
  select
    private.holds(char_length(vendor) <= 120, 'vendor.length', 'Vendor must have at most 120 characters.')
    and private.holds(char_length(department) <= 120, 'department.length', 'Department must have at most 120 characters.')
    and private.holds(
      coalesce(criticality in ('low', 'medium', 'high', 'critical'), true),
      'criticality.one_of',
      'Criticality must be low, medium, high or critical.'
    )
    and private.holds(
      coalesce(data_class in ('public', 'internal', 'confidential', 'personal', 'special'), true),
      'data_class.one_of',
      'Data class must be public, internal, confidential, personal or special.'
    )
    and private.holds(
      coalesce(lifecycle in ('planned', 'active', 'phasing_out', 'retired'), true),
      'lifecycle.one_of',
      'Lifecycle must be planned, active, phasing_out or retired.'
    )
    and private.holds(
      coalesce(cost_per_month between 0 and 1000000000000, true),
      'cost.range',
      'Cost per month must be a number from 0 to 1,000,000,000,000.'
    )
    and private.holds(
      (cost_per_month is null) = (cost_currency is null) and coalesce(cost_currency ~ '^[A-Z]{3}$', true),
      'cost.currency',
      'A cost needs a currency of three capital letters, such as EUR.'
    )
    and private.holds(
      coalesce(renews_on between date '1900-01-01' and date '9999-12-31', true),
      'renewal.range',
      'The renewal must be a day between the years 1900 and 9999.'
    )
    and private.holds(
      jsonb_typeof(links) = 'array' and jsonb_array_length(case jsonb_typeof(links) when 'array' then links else '[]' end) <= 20,
      'links.count',
      'Links must be a list of at most 20.'
    )
    and private.holds(
      not exists (
        select from jsonb_array_elements(case jsonb_typeof(links) when 'array' then links else '[]' end) as l (link)
        where not private.is_link(l.link)
      ),
      'links.shape',
      'A link needs a purpose and an address that begins with http:// or https://.'
    )
$$;
create or replace function private.forget_taken_source() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from private.records r
    where r.account_id = new.account_id and r.kind = new.kind and r.imported_from = new.imported_from
      and r.source_id = new.source_id and r.id <> new.id
  ) then
    new.source_id := null;
  end if;
  return new;
end
$$;
create function private.refuse_taken_record_name() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  known private.kinds;
begin
  -- An import has looked for the names of all its rows at once.
  if current_setting('cairn.names_are_known', true) = 'on'
    or private.caller_id() is not null and new.account_id is distinct from private.my_account()
    or not private.name_is_taken(new.account_id, new.kind, new.name, new.id)
  then
    return new;
  end if;
  select k.* into known from private.kinds k where k.kind = new.kind;
  raise exception '% with this name already exists.', known.noun
    using errcode = '23505', detail = known.kind || '.name_taken',
      constraint = known.record_table || '_account_id_name_key',
      hint = 'Choose another name. Capitals make no difference.';
end
$$;
comment on function private.refuse_taken_record_name() is
  'Trigger: refuses a name that a record of the account and kind has already, in a sentence for people.';
alter function private.refuse_taken_record_name() owner to cairn_definer;
revoke all on function private.refuse_taken_record_name() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create view private.systems with (security_invoker = true) as
  select r.* from private.records r where r.kind = 'system'
  with cascaded check option;
alter view private.systems alter column kind set default 'system';
comment on view private.systems is 'Says the kind of what is added to public.systems.';
create view public.systems with (security_invoker = true) as
  select
    r.id, r.account_id, r.name, r.description, r.owner_id, r.status, r.details, r.created_by, r.updated_by,
    r.created_at, r.updated_at, r.invited_owner_id, r.vendor, r.criticality, r.data_class, r.cost_per_month,
    r.cost_currency, r.renews_on, r.lifecycle, r.department, r.links, r.tags, r.own, r.imported_from, r.source_id
  from private.systems r
  with cascaded check option;
alter view public.systems alter column id set default gen_random_uuid();
alter view public.systems alter column account_id set default private.my_account();
alter view public.systems alter column description set default '';
alter view public.systems alter column status set default 'active';
alter view public.systems alter column details set default '{}';
alter view public.systems alter column created_at set default now();
alter view public.systems alter column updated_at set default now();
alter view public.systems alter column vendor set default '';
alter view public.systems alter column department set default '';
alter view public.systems alter column links set default '[]';
alter view public.systems alter column tags set default '{}';
alter view public.systems alter column own set default '{}';
comment on view public.systems is 'A system that the organisation runs.';
create view private.solutions with (security_invoker = true) as
  select r.* from private.records r where r.kind = 'solution'
  with cascaded check option;
alter view private.solutions alter column kind set default 'solution';
comment on view private.solutions is 'Says the kind of what is added to public.solutions.';
create view public.solutions with (security_invoker = true) as
  select
    r.id, r.account_id, r.name, r.description, r.owner_id, r.status, r.use_cases, r.users, r.related_systems,
    r.details, r.created_by, r.updated_by, r.created_at, r.updated_at, r.invited_owner_id, r.vendor, r.criticality,
    r.data_class, r.cost_per_month, r.cost_currency, r.renews_on, r.lifecycle, r.department, r.links, r.tags, r.own,
    r.imported_from, r.source_id
  from private.solutions r
  with cascaded check option;
alter view public.solutions alter column id set default gen_random_uuid();
alter view public.solutions alter column account_id set default private.my_account();
alter view public.solutions alter column description set default '';
alter view public.solutions alter column status set default 'active';
alter view public.solutions alter column use_cases set default '{}';
alter view public.solutions alter column users set default '{}';
alter view public.solutions alter column related_systems set default '{}';
alter view public.solutions alter column details set default '{}';
alter view public.solutions alter column created_at set default now();
alter view public.solutions alter column updated_at set default now();
alter view public.solutions alter column vendor set default '';
alter view public.solutions alter column department set default '';
alter view public.solutions alter column links set default '[]';
alter view public.solutions alter column tags set default '{}';
alter view public.solutions alter column own set default '{}';
comment on view public.solutions is 'Solutions that the organization has built in-house.';
create view private.agents with (security_invoker = true) as
  select r.* from private.records r where r.kind = 'agent'
  with cascaded check option;
alter view private.agents alter column kind set default 'agent';
comment on view private.agents is 'Says the kind of what is added to public.agents.';
create view public.agents with (security_invoker = true) as
  select
    r.id, r.account_id, r.name, r.platform, r.description, r.status, r.owner_id, r.last_used, r.created_by,
    r.updated_by, r.created_at, r.updated_at, r.invited_owner_id, r.vendor, r.criticality, r.data_class,
    r.cost_per_month, r.cost_currency, r.renews_on, r.lifecycle, r.department, r.links, r.tags, r.own,
    r.imported_from, r.source_id
  from private.agents r
  with cascaded check option;
alter view public.agents alter column id set default gen_random_uuid();
alter view public.agents alter column account_id set default private.my_account();
alter view public.agents alter column description set default '';
alter view public.agents alter column status set default 'inactive';
alter view public.agents alter column created_at set default now();
alter view public.agents alter column updated_at set default now();
alter view public.agents alter column vendor set default '';
alter view public.agents alter column department set default '';
alter view public.agents alter column links set default '[]';
alter view public.agents alter column tags set default '{}';
alter view public.agents alter column own set default '{}';
comment on view public.agents is 'An AI agent that the organisation uses.';
create view private.automations with (security_invoker = true) as
  select r.* from private.records r where r.kind = 'automation'
  with cascaded check option;
alter view private.automations alter column kind set default 'automation';
comment on view private.automations is 'Says the kind of what is added to public.automations.';
create view public.automations with (security_invoker = true) as
  select
    r.id, r.account_id, r.name, r.source, r.description, r.status, r.webhook_url, r.owner_id, r.last_run,
    r.created_by, r.updated_by, r.created_at, r.updated_at, r.invited_owner_id, r.vendor, r.criticality, r.data_class,
    r.cost_per_month, r.cost_currency, r.renews_on, r.lifecycle, r.department, r.links, r.tags, r.own,
    r.imported_from, r.source_id
  from private.automations r
  with cascaded check option;
alter view public.automations alter column id set default gen_random_uuid();
alter view public.automations alter column account_id set default private.my_account();
alter view public.automations alter column description set default '';
alter view public.automations alter column status set default 'inactive';
alter view public.automations alter column created_at set default now();
alter view public.automations alter column updated_at set default now();
alter view public.automations alter column vendor set default '';
alter view public.automations alter column department set default '';
alter view public.automations alter column links set default '[]';
alter view public.automations alter column tags set default '{}';
alter view public.automations alter column own set default '{}';
comment on view public.automations is 'An automation that runs for the organisation.';
create or replace function private.require_related_systems() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  added constant uuid[] := array(
    select unnest(new.related_systems)
    except
    select unnest(case when tg_op = 'UPDATE' and old.account_id = new.account_id then old.related_systems end)
  );
  found_count integer;
begin
  with locked as (
    select s.id
    from private.records s
    where s.kind = 'system' and s.account_id = new.account_id and s.id = any (added)
    order by s.id
    for key share skip locked
  )
  select count(*) into found_count from locked;
  if found_count < cardinality(added) then
    raise exception 'A related system does not exist.'
      using errcode = '23503', detail = 'related_system.unknown', constraint = 'solutions_related_systems_fkey',
        hint = 'Choose from the systems of your account.';
  end if;
  return null;
end
$$;
create or replace function private.leave_solutions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from gone g where g.kind = 'system') then
    return null;
  end if;
  update private.records s
  set related_systems = array(
    select listed.id
    from unnest(s.related_systems) with ordinality as listed (id, place)
    where listed.id not in (select g.id from gone g)
    order by listed.place
  )
  where s.kind = 'solution' and s.related_systems && array(select g.id from gone g where g.kind = 'system');
  return null;
end
$$;
create function private.require_kinds() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  added constant jsonb := to_jsonb(new);
  wanted text;
begin
  for place in 0 .. tg_nargs - 1 by 2 loop
    wanted := coalesce(added ->> tg_argv[place + 1], tg_argv[place + 1]);
    -- By the id alone: while the planner knows nothing of the table, it could walk through the kind for each.
    if not exists (
      select
      from (
        select r.account_id, r.kind from private.records r where r.id = (added ->> tg_argv[place])::uuid offset 0
      ) as found
      where found.account_id = new.account_id and found.kind = wanted
    ) then
      perform private.refuse_reference(tg_table_name, tg_argv[place], private.catalogue_of(wanted));
    end if;
  end loop;
  return null;
end
$$;
comment on function private.require_kinds() is
  'Trigger (column, and kind or column of the kind, again and again): refuses what is no record of the kind, as a foreign key would.';
alter function private.require_kinds() owner to cairn_definer;
revoke all on function private.require_kinds() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.refuse_reference(referring text, column_name text, referred text) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  raise foreign_key_violation using
    message = format(
      'insert or update on table "%s" violates foreign key constraint "%s_%s_fkey"', referring, referring, column_name
    ),
    detail = format('Key is not present in table "%s".', referred),
    table = referring, constraint = format('%s_%s_fkey', referring, column_name);
end
$$;
comment on function private.refuse_reference(text, text, text) is
  'Refuses a row that refers to no record of the kind, in the words of Postgres.';
alter function private.refuse_reference(text,text,text) owner to cairn_definer;
revoke all on function private.refuse_reference(text,text,text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create view private.system_experts with (security_invoker = true) as
  select e.* from public.record_experts e where e.kind = 'system'
  with cascaded check option;
alter view private.system_experts alter column kind set default 'system';
comment on view private.system_experts is 'Says the kind of what is added to public.system_experts.';
create view public.system_experts with (security_invoker = true) as
  select e.account_id, e.record_id as system_id, e.expert_id, e.assigned_by, e.created_at
  from private.system_experts e
  with cascaded check option;
comment on view public.system_experts is 'The experts of systems. Callers write through it.';
create view private.catalogue_records with (security_invoker = true) as
  select r.account_id, r.kind, r.id, r.name, r.status, r.owner_id,
    case when r.invited_owner_id is not null then (
      select i.id
      from public.pending_invitations i
      where i.account_id = r.account_id and i.id = r.invited_owner_id
        and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
    ) end as invited_owner_id,
    r.created_by, r.updated_at
  from private.records r;
comment on view private.catalogue_records is
  'The records of all catalogues. An invited owner is named as long as the invitation is open.';
create function private.refuse_missing_kind() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_other_kind(new.kind);
  return new;
end
$$;
comment on function private.refuse_missing_kind() is 'Trigger: refuses an expert of a record whose kind nobody names.';
alter function private.refuse_missing_kind() owner to cairn_definer;
revoke all on function private.refuse_missing_kind() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.is_record(account uuid, kind text, id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.records r where r.account_id = account and r.kind = is_record.kind and r.id = is_record.id
  ) or is_record.kind = 'article' and exists (
    select from public.knowledge_articles a where a.account_id = account and a.id = is_record.id
  )
$$;
create function private.name_is_taken(account uuid, kind text, wanted text, by_other_than uuid default null)
returns boolean
language sql stable security definer set search_path = '' set enable_sort = off set enable_seqscan = off
as $$
  select exists (
    select
    from (
      select r.id, lower(r.name) as name
      from private.records r
      where r.account_id = account and r.kind = name_is_taken.kind and lower(r.name) >= lower(wanted)
      order by lower(r.name)
      limit 1
    ) as found
    where found.name = lower(wanted) and found.id is distinct from by_other_than
  )
$$;
comment on function private.name_is_taken(uuid, text, text, uuid) is 'Whether a record of the kind has a name already, other than one that may have it.';
alter function private.name_is_taken(uuid,text,text,uuid) owner to cairn_definer;
revoke all on function private.name_is_taken(uuid,text,text,uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.record_of_kind(record private.records) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(record) - 'kind' - k.other_columns from private.kinds k where k.kind = record.kind
$$;
comment on function private.record_of_kind(private.records) is 'A record as the view of its kind has it.';
alter function private.record_of_kind(private.records) owner to cairn_definer;
revoke all on function private.record_of_kind(private.records) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.keep_tags() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  added uuid[];
  known uuid[];
begin
  -- Row security refuses a stranger's account, and it comes later: until then nothing is said of it.
  if private.caller_id() is not null and new.account_id is distinct from private.my_account() then
    return new;
  end if;
  -- More than a record can have: its check says so.
  if cardinality(new.tags) > 50 then
    return new;
  end if;
  new.tags := array(
    select given.tag
    from unnest(new.tags) with ordinality as given (tag, place)
    where given.tag is not null
    group by given.tag
    order by min(given.place)
  );
  added := new.tags;
  if tg_op = 'UPDATE' then
    added := array(select given.tag from unnest(new.tags) as given (tag) where given.tag <> all (old.tags));
  end if;
  known := array(
    select t.id from public.tags t where t.account_id = new.account_id and t.id = any (added) order by t.id for key share
  );
  if cardinality(known) < cardinality(added) then
    if tg_argv[0] = 'refuse' then
      raise exception 'There is no such tag.'
        using errcode = '23503', detail = 'tag.unknown', hint = 'It may have been deleted. Choose another tag.';
    end if;
    new.tags := array(
      select given.tag
      from unnest(new.tags) with ordinality as given (tag, place)
      where given.tag = any (known) or given.tag <> all (added)
      order by given.place
    );
  end if;
  return new;
end
$$;
create or replace function private.limit_tags() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.caller_id() is not null and new.account_id is distinct from private.my_account() then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('tags of ' || new.account_id, 0));
  if (select count(*) from public.tags t where t.account_id = new.account_id) >= 1000 then
    raise exception 'An account has at most 1,000 tags.'
      using errcode = '23514', detail = 'tag.too_many', hint = 'Merge or delete some first.';
  end if;
  return new;
end
$$;
create or replace function public.merge_tags(from_ids uuid[], into_id uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  merged constant uuid[] := array(select distinct f.id from unnest(from_ids) as f (id) where f.id <> into_id);
  held uuid[];
  changed integer;
begin
  if coalesce(private.my_rank(), 0) < 2 then
    raise exception 'Only managers and administrators can merge tags.'
      using errcode = '42501', detail = 'tag.merged_by_managers', hint = 'Ask an administrator.';
  end if;
  if cardinality(merged) = 0 then
    raise exception 'Choose the tags to merge.'
      using errcode = '22023', detail = 'tag.none_to_merge', hint = 'A tag cannot be merged into itself.';
  end if;
  -- Of two who merge at once, the second waits here. Records can still get the tag that stays: who adds it to one that
  -- is to be changed below would wait for this, and this for them.
  held := array(
    select t.id
    from public.tags t
    where t.account_id = account and t.id = any (merged || into_id)
    order by t.id
    for no key update
  );
  if cardinality(held) <= cardinality(merged) then
    raise exception 'There is no such tag.'
      using errcode = 'PT404', detail = 'tag.unknown',
        hint = 'Another member may have deleted it. Load the tags again.';
  end if;
  -- Records that are just getting one of them are waited for; from here on none gets one.
  perform from public.tags t where t.account_id = account and t.id = any (merged) order by t.id for update;
  changed := private.replace_tags(account, merged, into_id);
  perform private.replace_tags_in_views(account, merged, into_id);
  delete from public.tags t where t.account_id = account and t.id = any (merged);
  return changed;
end
$$;
create or replace function public.get_tags() returns jsonb
language sql stable security definer set search_path = ''
as $$
  with counted as (
    select c.tag, jsonb_object_agg(c.kind, c.records) as records
    from (
      select r.kind, given.tag, count(*) as records
      from private.records r
      cross join unnest(r.tags) as given (tag)
      where r.account_id = private.my_account() and r.tags <> '{}'
      group by r.kind, given.tag
    ) c
    group by c.tag
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', t.id, 'name', t.name, 'color', t.color, 'records', coalesce(c.records, '{}')
  ) order by private.folded(t.name), t.id), '[]')
  from public.tags t
  left join counted c on c.tag = t.id
  where t.account_id = private.my_account()
$$;
create or replace function private.is_built_in_field(name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select plain.name in ('id', 'experts', 'additional details', 'related automations', 'related agents')
    or exists (select from private.fields f where plain.name = any (f.names))
  from (select regexp_replace(private.folded(is_built_in_field.name), '[^a-z0-9]+', ' ', 'g') as name) as plain
$$;
create or replace function private.clean_choices(choices jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  clean jsonb := '[]';
  ids text[] := '{}';
  names text[] := '{}';
  one jsonb;
  name text;
  id text;
begin
  perform private.holds(jsonb_typeof(choices) = 'array', 'field.choices_shape', 'Choices must be a list of {"id", "name", "color"}.');
  perform private.holds(jsonb_array_length(choices) <= 500, 'field.choices_count', 'A field has at most 500 choices.');
  for one in select c.value from jsonb_array_elements(choices) as c loop
    perform private.holds(
      jsonb_typeof(one) = 'object' and jsonb_typeof(one -> 'name') is not distinct from 'string',
      'field.choices_shape',
      'Choices must be a list of {"id", "name", "color"}.'
    );
    name := private.display_text(one ->> 'name');
    perform private.holds(char_length(name) between 1 and 100, 'field.choice_length', 'A choice must have 1 to 100 characters.');
    perform private.holds(private.folded(name) <> all (names), 'field.choice_name_twice', 'Two choices have the same name.');
    id := coalesce(one ->> 'id', private.slug(name, 'choice', array(
      select c.value ->> 'id' from jsonb_array_elements(choices) as c where jsonb_typeof(c.value) = 'object'
    ) || ids));
    perform private.holds(
      id ~ '^[a-z0-9][a-z0-9_-]{0,59}$',
      'field.choice_id',
      'The id of a choice has up to 60 small letters, digits, hyphens and underscores.'
    );
    perform private.holds(id <> all (ids), 'field.choice_id_twice', 'Two choices have the same id.');
    perform private.holds(
      private.is_color(coalesce(one ->> 'color', 'gray')),
      'color.one_of',
      'Color must be gray, red, orange, yellow, green, teal, blue, purple or pink.'
    );
    ids := ids || id;
    names := names || private.folded(name);
    clean := clean || jsonb_build_array(
      jsonb_build_object('id', id, 'name', name, 'color', coalesce(one ->> 'color', 'gray'))
    );
  end loop;
  return clean;
end
$$;
create or replace function private.refuse_own_field_name(field public.own_fields) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.holds(
    not private.is_built_in_field(field.name),
    'field.built_in_name',
    'Records have a built-in field of this name.'
  );
  if exists (
    select from public.own_fields f
    where f.account_id = field.account_id and f.kind = field.kind and f.deleted_at is null and f.id <> field.id
      and private.folded(f.name) = private.folded(field.name)
  ) then
    raise exception 'A field with this name already exists.'
      using errcode = '23505', detail = 'field.name_taken', constraint = 'own_fields_name_key',
        hint = 'Choose another name. Capitals and accents make no difference.';
  end if;
end
$$;
create or replace function private.check_own_field() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_coming constant boolean :=
    tg_op = 'INSERT' or (tg_op = 'UPDATE' and old.deleted_at is not null and new.deleted_at is null);
  -- Members and records of an archive come later, and a default that names one may hold no more.
  is_judged constant boolean := not (private.is_restoring_archive() and new.type in ('member', 'record'));
begin
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
      'field.deleted_long_ago',
      'This field was deleted more than 30 days ago.'
    );
    perform private.holds(
      new.deleted_at is not null or (
        select count(*)
        from public.own_fields f
        where f.account_id = new.account_id and f.kind = new.kind and f.deleted_at is null
      ) < 50,
      'field.too_many',
      'Records of a kind have at most 50 fields of their own.'
    );
  end if;
  if new.deleted_at is null and (is_coming or new.name <> old.name) then
    perform private.refuse_own_field_name(new);
  end if;
  new.choices := case when new.type in ('choice', 'choices') then private.clean_choices(new.choices) else '[]' end;
  -- A value that was valid may be invalid by now, as a member who has left. It prevents no other change.
  if tg_op = 'INSERT'
    or (new.type, new.choices, new.record_kind, new.default_value)
      is distinct from (old.type, old.choices, old.record_kind, old.default_value)
  then
    if is_judged then
      new.default_value := private.own_value(new, 'Default', new.default_value);
    else
      perform private.holds(
        coalesce(new.default_value, 'null') = 'null' or private.is_form_of_own_value(new, new.default_value),
        'field.default',
        'The default of a field has a value that it cannot have.'
      );
    end if;
  end if;
  return new;
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
        when 'choice' then 'field.choice' else 'field.choices'
      end
    end;
  end if;
  return case field.type
    when 'text' then case when char_length(words) > 500 then 'field.text_length' end
    when 'long_text' then case when char_length(words) > 5000 then 'field.long_text_length' end
    when 'number' then case
      when abs(words::numeric) > 1e15 then 'field.number_range'
      when scale(trim_scale(words::numeric)) > 6 then 'field.decimals'
    end
    when 'date' then case
      when not private.is_day(words) then 'field.day'
    end
    when 'member' then case
      when not private.is_held_member(field.account_id, words) then 'field.member'
    end
    when 'record' then case
      when not (case when private.is_uuid(words)
        then private.is_record(field.account_id, field.record_kind, words::uuid) else false end)
        then 'field.record'
    end
    when 'address' then case
      when not private.is_web_address(words) then 'field.address'
    end
  end;
end
$$;
comment on function private.problem_of_own_value(public.own_fields, jsonb, jsonb) is
  'The code of the refusal where the field cannot have the value, null where it can; was is its former value.';
create function private.sentence_of_own_problem(problem text) returns text
language sql immutable set search_path = ''
as $$
  select case problem
    when 'field.choice' then 'must be one of its present choices.'
    when 'field.choices' then 'must be some of its present choices.'
    when 'field.text' then 'must be a text.'
    when 'field.text_length' then 'must have at most 500 characters.'
    when 'field.long_text_length' then 'must have at most 5,000 characters.'
    when 'field.number' then 'must be a number.'
    when 'field.number_range' then 'must be a number from -1,000,000,000,000,000 to 1,000,000,000,000,000.'
    when 'field.decimals' then 'must have at most 6 decimals.'
    when 'field.yes_no' then 'must be yes or no.'
    when 'field.day' then 'must be a day between the years 1900 and 9999, such as 2026-12-31.'
    when 'field.member' then 'must be a member of your account.'
    when 'field.record' then 'must be a record that is there.'
    when 'field.address' then 'must be an address that begins with http:// or https://.'
  end
$$;
comment on function private.sentence_of_own_problem(text) is
  'How a sentence goes on that begins with the name of the field, for a code of private.problem_of_own_value.';
alter function private.sentence_of_own_problem(text) owner to cairn_definer;
revoke all on function private.sentence_of_own_problem(text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.judged_own_value(
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
      when 'number' then 'field.number'
      when 'yes_no' then 'field.yes_no'
      when 'choices' then 'field.choices'
      else 'field.text'
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
  'A value as it is stored, null for none, and the code of the refusal where the field cannot have it.';
create or replace function private.own_value(field public.own_fields, label text, value jsonb, was jsonb default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  judged constant record := private.judged_own_value(field, value, was);
begin
  if judged.problem is not null then
    raise exception '% %', label, private.sentence_of_own_problem(judged.problem)
      using errcode = '23514', detail = format('%s %s', judged.problem, jsonb_build_object('field', label));
  end if;
  return judged.clean;
end
$$;
create or replace function private.refuse_unknown_own_key(
  account uuid, kind text, given jsonb, changed text[]
) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  unknown text;
  deleted text;
begin
  select k, f.name into unknown, deleted
  from unnest(changed) as k
  left join public.own_fields f on f.account_id = account and f.kind = refuse_unknown_own_key.kind and f.key = k
  where (f.id is null or f.deleted_at is not null) and given -> k not in ('null', '""', '[]')
  limit 1;
  if deleted is not null then
    raise exception '% was deleted.', deleted
      using errcode = '23514', detail = format('field.deleted %s', jsonb_build_object('field', deleted)),
        hint = 'Load the page again.';
  elsif unknown is not null then
    raise exception 'There is no field %.', unknown
      using errcode = '23514', detail = format('field.unknown %s', jsonb_build_object('field', unknown)),
        hint = 'Load the page again.';
  end if;
end
$$;
create or replace function private.check_own_values() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was jsonb := '{}';
  given constant jsonb := case jsonb_typeof(new.own) when 'object' then new.own else '{}' end;
  clean jsonb := '{}';
  changed text[];
  field public.own_fields;
  value jsonb;
begin
  -- Row security refuses a stranger's account, and it comes later: until then nothing is said of it.
  if private.caller_id() is not null and new.account_id is distinct from private.my_account() then
    return new;
  end if;
  if jsonb_typeof(new.own) is distinct from 'object' then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    was := old.own;
    clean := old.own;
  end if;
  changed := array(select k from jsonb_object_keys(was || given) as k where given -> k is distinct from was -> k);
  perform pg_advisory_xact_lock_shared(private.lock_of_own_fields(new.account_id));
  perform private.refuse_unknown_own_key(new.account_id, new.kind, given, changed);
  for field in
    select f.*
    from public.own_fields f
    where f.account_id = new.account_id and f.kind = new.kind
      and (f.key = any (changed) or tg_op = 'INSERT' and (f.required or f.default_value is not null))
    order by f.place, f.name
  loop
    value := given -> field.key;
    if value is null and (field.retired_at is not null or field.deleted_at is not null) then
      value := was -> field.key;
    elsif value is distinct from was -> field.key then
      value := private.own_value(field, field.name, value, was -> field.key);
    end if;
    if field.retired_at is null and field.deleted_at is null then
      if value is null and tg_op = 'INSERT' then
        value := private.default_own_value(field);
      end if;
      if value is null and field.required and (tg_op = 'INSERT' or was ? field.key) then
        raise exception '% is required.', field.name
          using errcode = '23514', detail = format('field.required %s', jsonb_build_object('field', field.name));
      end if;
    end if;
    clean := clean - field.key;
    if value is not null then
      clean := clean || jsonb_build_object(field.key, value);
    end if;
  end loop;
  new.own := clean;
  return new;
end
$$;
comment on function private.check_own_values() is
  'Trigger: checks and cleans changed values of own fields; a new record gets defaults and needs what is required.';
create or replace function private.keep_known_own_values() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock_shared(private.lock_of_own_fields(new.account_id));
  perform private.holds(
    not private.is_restoring_archive() or private.is_form_of_own_value(f, o.value),
    format('field.value %s', jsonb_build_object('field', f.name)),
    f.name || ' has a value that it cannot have.'
  )
  from jsonb_each(new.own) o
  join public.own_fields f on f.account_id = new.account_id and f.kind = new.kind and f.key = o.key;
  select coalesce(jsonb_object_agg(o.key, o.value), '{}') into new.own
  from jsonb_each(new.own) o
  join public.own_fields f on f.account_id = new.account_id and f.kind = new.kind and f.key = o.key
  where tg_op = 'UPDATE' or private.is_form_of_own_value(f, o.value);
  return new;
end
$$;
comment on function private.keep_known_own_values() is
  'Trigger: a record that helper functions write has its values as they were, without those of purged fields. A new one has none that its fields cannot have had; an archive with one is refused.';
create or replace function private.keep_own_values() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_changed boolean;
begin
  if tg_op = 'DELETE' then
    delete from private.own_values v using gone g where v.account_id = g.account_id and v.record_id = g.id;
    return null;
  end if;
  if tg_op = 'INSERT' then
    execute
      'insert into private.own_values
      select v.*
      from come n
      cross join lateral jsonb_each(n.own) o
      join public.own_fields f on f.account_id = n.account_id and f.kind = n.kind and f.key = o.key
      cross join lateral private.own_value_rows(f, n.id, o.value) v
      where n.own <> ''{}''';
    return null;
  end if;
  -- Planned each time, all of them: a plan made for one record would look ten thousand of them up one by one. What has
  -- changed is found first, for records with many values are too wide to be sorted together with the definitions. Not
  -- 'exists': for a first row the planner would compare each record with every other.
  execute 'select bool_or(o.own is distinct from n.own) from gone o join come n using (id)' into is_changed;
  if is_changed is not true then
    return null;
  end if;
  execute
    'with changed as materialized (
      select n.account_id, n.kind, n.id, k.key
      from gone o
      join come n using (id)
      cross join lateral jsonb_each(o.own) k
      where o.own is distinct from n.own and k.value is distinct from n.own -> k.key
    )
    delete from private.own_values v
    using changed c
    join public.own_fields f on f.account_id = c.account_id and f.kind = c.kind and f.key = c.key
    where v.account_id = c.account_id and v.record_id = c.id and v.field_id = f.id';
  execute
    'with changed as materialized (
      select n.account_id, n.kind, n.id, k.key, k.value
      from gone o
      join come n using (id)
      cross join lateral jsonb_each(n.own) k
      where o.own is distinct from n.own and k.value is distinct from o.own -> k.key
    )
    insert into private.own_values
    select v.*
    from changed c
    join public.own_fields f on f.account_id = c.account_id and f.kind = c.kind and f.key = c.key
    cross join lateral private.own_value_rows(f, c.id, c.value) v';
  return null;
end
$$;
comment on function private.keep_own_values() is
  'Statement trigger: keeps private.own_values as the records of the kind say it in their column own.';
create or replace function private.own_field_with_type(field public.own_fields, type text, record_kind text, choices jsonb)
returns public.own_fields
language plpgsql security definer set search_path = ''
as $$
declare
  wanted public.own_fields := field;
begin
  perform private.holds(
    type in ('text', 'long_text', 'number', 'date', 'yes_no', 'choice', 'choices', 'member', 'record', 'address'),
    'field.type',
    'Type must be text, long_text, number, date, yes_no, choice, choices, member, record or address.'
  );
  perform private.holds(
    (type = 'record') = (record_kind is not null),
    'field.record_kind',
    'A field of the type record, and only such a field, says of which kind.'
  );
  if record_kind is not null then
    perform private.refuse_other_kind(record_kind);
  end if;
  wanted.type := type;
  wanted.record_kind := record_kind;
  wanted.choices := case
    when type not in ('choice', 'choices') then '[]'
    else private.clean_choices(coalesce(
      choices,
      case when field.type in ('choice', 'choices') then field.choices end,
      (
        select jsonb_agg(jsonb_build_object('name', o.name) order by o.name)
        from (
          select min(occurring.name) as name
          from (
            select private.display_text((private.words_of_own_value(field, v.value))[1]) as name
            from private.values_of_own_field(field) v
          ) occurring
          where char_length(occurring.name) between 1 and 100
          group by private.folded(occurring.name)
          limit 501
        ) o
      ),
      '[]'
    ))
  end;
  wanted.default_value := private.converted_own_value(field, wanted, field.default_value);
  return wanted;
end
$$;
create or replace function private.own_field_of_caller(field uuid) returns public.own_fields
language plpgsql security definer set search_path = ''
as $$
declare
  found_field public.own_fields;
begin
  perform private.refuse_non_admin('field.admins_only', 'Only administrators can change fields.');
  select f.* into found_field
  from public.own_fields f
  where f.account_id = private.my_account() and f.id = field and f.deleted_at is null;
  if not found then
    raise exception 'This field no longer exists.'
      using errcode = 'PT404', detail = 'field.gone',
        hint = 'Another administrator may have deleted it. Load the page again.';
  end if;
  return found_field;
end
$$;
create or replace function public.change_field_type(
  field uuid, new_type text, new_record_kind text default null, new_choices jsonb default null,
  seen_at timestamptz default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  was public.own_fields;
  wanted public.own_fields;
  failing integer;
  changed integer;
begin
  -- From here on no user writes a value, until this is over.
  perform pg_advisory_xact_lock(private.lock_of_own_fields(private.my_account()));
  was := private.own_field_of_caller(field);
  if was.updated_at <> seen_at then
    raise exception 'Another administrator has changed this field in the meantime.'
      using errcode = 'PT409', detail = 'field.changed_meanwhile', hint = 'Look at it again.';
  end if;
  wanted := private.own_field_with_type(was, new_type, new_record_kind, new_choices);
  select count(*) into failing
  from private.values_of_own_field(was) v
  where private.converted_own_value(was, wanted, v.value) is null;
  if failing > 0 then
    raise exception 'Values that cannot be converted: %.', failing
      using errcode = '22023', detail = 'field.not_convertible ' || jsonb_build_object('count', failing)::text,
        hint = 'Change them first.';
  end if;
  update public.own_fields f
  set type = wanted.type, record_kind = wanted.record_kind, choices = wanted.choices, default_value = wanted.default_value
  where f.id = was.id
  returning f.* into wanted;
  execute format(
    'update public.%I r
    set own = r.own || jsonb_build_object(($1).key, private.converted_own_value($1, $2, r.own -> ($1).key))
    where r.account_id = ($1).account_id and r.own ? ($1).key
      and r.own -> ($1).key <> private.converted_own_value($1, $2, r.own -> ($1).key)',
    private.catalogue_of(was.kind)
  ) using was, wanted;
  get diagnostics changed = row_count;
  update public.binned_records b
  set record = jsonb_set(
    b.record, array['own', was.key], private.converted_own_value(was, wanted, b.record -> 'own' -> was.key)
  )
  where b.account_id = was.account_id and b.kind = was.kind and b.record -> 'own' ? was.key;
  perform private.refill_own_values(wanted);
  return jsonb_build_object('changed', changed);
end
$$;
create or replace function private.limit_publishing() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  author constant uuid := private.caller_id();
begin
  perform pg_advisory_xact_lock(hashtextextended('articles of ' || author, 0));
  if (
    select count(*) > 10
    from public.record_history h
    where h.account_id = private.my_account() and h.kind = 'article' and h.action = 'created'
      and h.changed_by = author and h.changed_at > now() - interval '1 hour'
  ) then
    raise exception 'You can publish up to 10 posts per hour. Please try again later.'
      using errcode = 'PT429', detail = 'article.hourly_limit', hint = 'Deleted articles count too.';
  end if;
  return null;
end
$$;
create function public.agents(public.solution_agents) returns setof public.agents
language sql stable rows 1
as $$
  select r.* from public.agents r where r.account_id = $1.account_id and r.id = $1.agent_id
$$;
comment on function public.agents(public.solution_agents) is 'The agent of a link.';
alter function public.agents(public.solution_agents) owner to cairn_definer;
revoke all on function public.agents(public.solution_agents) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.agents(public.solution_agents) to authenticated, service_role;
create function public.solutions(public.solution_agents) returns setof public.solutions
language sql stable rows 1
as $$
  select r.* from public.solutions r where r.account_id = $1.account_id and r.id = $1.solution_id
$$;
comment on function public.solutions(public.solution_agents) is 'The solution of a link.';
alter function public.solutions(public.solution_agents) owner to cairn_definer;
revoke all on function public.solutions(public.solution_agents) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.solutions(public.solution_agents) to authenticated, service_role;
create function public.solution_agents(public.solutions) returns setof public.solution_agents
language sql stable
as $$
  select l.* from public.solution_agents l where l.account_id = $1.account_id and l.solution_id = $1.id
$$;
comment on function public.solution_agents(public.solutions) is 'The links of a solution to agents.';
alter function public.solution_agents(public.solutions) owner to cairn_definer;
revoke all on function public.solution_agents(public.solutions) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.solution_agents(public.solutions) to authenticated, service_role;
create function public.solution_agents(public.agents) returns setof public.solution_agents
language sql stable
as $$
  select l.* from public.solution_agents l where l.account_id = $1.account_id and l.agent_id = $1.id
$$;
comment on function public.solution_agents(public.agents) is 'The links of an agent to solutions.';
alter function public.solution_agents(public.agents) owner to cairn_definer;
revoke all on function public.solution_agents(public.agents) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.solution_agents(public.agents) to authenticated, service_role;
create function public.agents(public.solutions) returns setof public.agents
language sql stable
as $$
  select r.*
  from public.solution_agents l
  join public.agents r on r.account_id = l.account_id and r.id = l.agent_id
  where l.account_id = $1.account_id and l.solution_id = $1.id
$$;
comment on function public.agents(public.solutions) is 'The agents of a solution.';
alter function public.agents(public.solutions) owner to cairn_definer;
revoke all on function public.agents(public.solutions) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.agents(public.solutions) to authenticated, service_role;
create function public.solutions(public.agents) returns setof public.solutions
language sql stable
as $$
  select r.*
  from public.solution_agents l
  join public.solutions r on r.account_id = l.account_id and r.id = l.solution_id
  where l.account_id = $1.account_id and l.agent_id = $1.id
$$;
comment on function public.solutions(public.agents) is 'The solutions of an agent.';
alter function public.solutions(public.agents) owner to cairn_definer;
revoke all on function public.solutions(public.agents) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.solutions(public.agents) to authenticated, service_role;
create function public.automations(public.solution_automations) returns setof public.automations
language sql stable rows 1
as $$
  select r.* from public.automations r where r.account_id = $1.account_id and r.id = $1.automation_id
$$;
comment on function public.automations(public.solution_automations) is 'The automation of a link.';
alter function public.automations(public.solution_automations) owner to cairn_definer;
revoke all on function public.automations(public.solution_automations) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.automations(public.solution_automations) to authenticated, service_role;
create function public.solutions(public.solution_automations) returns setof public.solutions
language sql stable rows 1
as $$
  select r.* from public.solutions r where r.account_id = $1.account_id and r.id = $1.solution_id
$$;
comment on function public.solutions(public.solution_automations) is 'The solution of a link.';
alter function public.solutions(public.solution_automations) owner to cairn_definer;
revoke all on function public.solutions(public.solution_automations) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.solutions(public.solution_automations) to authenticated, service_role;
create function public.solution_automations(public.solutions) returns setof public.solution_automations
language sql stable
as $$
  select l.* from public.solution_automations l where l.account_id = $1.account_id and l.solution_id = $1.id
$$;
comment on function public.solution_automations(public.solutions) is 'The links of a solution to automations.';
alter function public.solution_automations(public.solutions) owner to cairn_definer;
revoke all on function public.solution_automations(public.solutions) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.solution_automations(public.solutions) to authenticated, service_role;
create function public.solution_automations(public.automations) returns setof public.solution_automations
language sql stable
as $$
  select l.* from public.solution_automations l where l.account_id = $1.account_id and l.automation_id = $1.id
$$;
comment on function public.solution_automations(public.automations) is 'The links of an automation to solutions.';
alter function public.solution_automations(public.automations) owner to cairn_definer;
revoke all on function public.solution_automations(public.automations) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.solution_automations(public.automations) to authenticated, service_role;
create function public.automations(public.solutions) returns setof public.automations
language sql stable
as $$
  select r.*
  from public.solution_automations l
  join public.automations r on r.account_id = l.account_id and r.id = l.automation_id
  where l.account_id = $1.account_id and l.solution_id = $1.id
$$;
comment on function public.automations(public.solutions) is 'The automations of a solution.';
alter function public.automations(public.solutions) owner to cairn_definer;
revoke all on function public.automations(public.solutions) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.automations(public.solutions) to authenticated, service_role;
create function public.solutions(public.automations) returns setof public.solutions
language sql stable
as $$
  select r.*
  from public.solution_automations l
  join public.solutions r on r.account_id = l.account_id and r.id = l.solution_id
  where l.account_id = $1.account_id and l.automation_id = $1.id
$$;
comment on function public.solutions(public.automations) is 'The solutions of an automation.';
alter function public.solutions(public.automations) owner to cairn_definer;
revoke all on function public.solutions(public.automations) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.solutions(public.automations) to authenticated, service_role;
create function public.systems(public.record_experts) returns setof public.systems
language sql stable rows 1
as $$
  select r.* from public.systems r where r.account_id = $1.account_id and r.id = $1.record_id
$$;
comment on function public.systems(public.record_experts) is 'The system that an expert knows.';
alter function public.systems(public.record_experts) owner to cairn_definer;
revoke all on function public.systems(public.record_experts) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.systems(public.record_experts) to authenticated, service_role;
create function public.record_experts(public.systems) returns setof public.record_experts
language sql stable
as $$
  select e.*
  from public.record_experts e
  where e.account_id = $1.account_id and e.kind = 'system' and e.record_id = $1.id
$$;
comment on function public.record_experts(public.systems) is 'The experts of a system.';
alter function public.record_experts(public.systems) owner to cairn_definer;
revoke all on function public.record_experts(public.systems) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.record_experts(public.systems) to authenticated, service_role;
create function public.solutions(public.record_experts) returns setof public.solutions
language sql stable rows 1
as $$
  select r.* from public.solutions r where r.account_id = $1.account_id and r.id = $1.record_id
$$;
comment on function public.solutions(public.record_experts) is 'The solution that an expert knows.';
alter function public.solutions(public.record_experts) owner to cairn_definer;
revoke all on function public.solutions(public.record_experts) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.solutions(public.record_experts) to authenticated, service_role;
create function public.record_experts(public.solutions) returns setof public.record_experts
language sql stable
as $$
  select e.*
  from public.record_experts e
  where e.account_id = $1.account_id and e.kind = 'solution' and e.record_id = $1.id
$$;
comment on function public.record_experts(public.solutions) is 'The experts of a solution.';
alter function public.record_experts(public.solutions) owner to cairn_definer;
revoke all on function public.record_experts(public.solutions) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.record_experts(public.solutions) to authenticated, service_role;
create function public.agents(public.record_experts) returns setof public.agents
language sql stable rows 1
as $$
  select r.* from public.agents r where r.account_id = $1.account_id and r.id = $1.record_id
$$;
comment on function public.agents(public.record_experts) is 'The agent that an expert knows.';
alter function public.agents(public.record_experts) owner to cairn_definer;
revoke all on function public.agents(public.record_experts) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.agents(public.record_experts) to authenticated, service_role;
create function public.record_experts(public.agents) returns setof public.record_experts
language sql stable
as $$
  select e.*
  from public.record_experts e
  where e.account_id = $1.account_id and e.kind = 'agent' and e.record_id = $1.id
$$;
comment on function public.record_experts(public.agents) is 'The experts of an agent.';
alter function public.record_experts(public.agents) owner to cairn_definer;
revoke all on function public.record_experts(public.agents) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.record_experts(public.agents) to authenticated, service_role;
create function public.automations(public.record_experts) returns setof public.automations
language sql stable rows 1
as $$
  select r.* from public.automations r where r.account_id = $1.account_id and r.id = $1.record_id
$$;
comment on function public.automations(public.record_experts) is 'The automation that an expert knows.';
alter function public.automations(public.record_experts) owner to cairn_definer;
revoke all on function public.automations(public.record_experts) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.automations(public.record_experts) to authenticated, service_role;
create function public.record_experts(public.automations) returns setof public.record_experts
language sql stable
as $$
  select e.*
  from public.record_experts e
  where e.account_id = $1.account_id and e.kind = 'automation' and e.record_id = $1.id
$$;
comment on function public.record_experts(public.automations) is 'The experts of an automation.';
alter function public.record_experts(public.automations) owner to cairn_definer;
revoke all on function public.record_experts(public.automations) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.record_experts(public.automations) to authenticated, service_role;
create function public.systems(public.system_experts) returns setof public.systems
language sql stable rows 1
as $$
  select r.* from public.systems r where r.account_id = $1.account_id and r.id = $1.system_id
$$;
comment on function public.systems(public.system_experts) is 'The system that an expert knows.';
alter function public.systems(public.system_experts) owner to cairn_definer;
revoke all on function public.systems(public.system_experts) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.systems(public.system_experts) to authenticated, service_role;
create function public.system_experts(public.systems) returns setof public.system_experts
language sql stable
as $$
  select e.* from public.system_experts e where e.account_id = $1.account_id and e.system_id = $1.id
$$;
comment on function public.system_experts(public.systems) is 'The experts of a system, in the view of systems alone.';
alter function public.system_experts(public.systems) owner to cairn_definer;
revoke all on function public.system_experts(public.systems) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.system_experts(public.systems) to authenticated, service_role;
create function public.systems(public.knowledge_articles) returns setof public.systems
language sql stable rows 1
as $$
  select r.* from public.systems r where r.account_id = $1.account_id and r.id = $1.system_id
$$;
comment on function public.systems(public.knowledge_articles) is 'The system that an article is about.';
alter function public.systems(public.knowledge_articles) owner to cairn_definer;
revoke all on function public.systems(public.knowledge_articles) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.systems(public.knowledge_articles) to authenticated, service_role;
create function public.knowledge_articles(public.systems) returns setof public.knowledge_articles
language sql stable
as $$
  select a.* from public.knowledge_articles a where a.account_id = $1.account_id and a.system_id = $1.id
$$;
comment on function public.knowledge_articles(public.systems) is 'The articles about a system.';
alter function public.knowledge_articles(public.systems) owner to cairn_definer;
revoke all on function public.knowledge_articles(public.systems) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.knowledge_articles(public.systems) to authenticated, service_role;
create or replace function private.keep_view() returns trigger
language plpgsql set search_path = ''
as $$
declare
  most constant integer := case when new.person_id is null then 200 else 100 end;
  others integer;
  last_place integer;
begin
  if private.is_restoring_archive() then
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
      if new.person_id is null then
        raise exception 'An account has at most 200 views for all members.'
          using errcode = '23514', detail = 'view.too_many_shared', hint = 'Delete a view first.';
      end if;
      raise exception 'A member has at most 100 views of their own.'
        using errcode = '23514', detail = 'view.too_many', hint = 'Delete a view first.';
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
      using errcode = '23505', detail = 'view.name_taken',
        hint = 'Choose another name. Capitals and accents make no difference.';
  end if;
  return new;
end
$$;
create or replace function public.order_views(ids uuid[]) returns integer
language plpgsql volatile set search_path = ''
as $$
declare
  moved integer;
begin
  if cardinality(ids) > 200 then
    raise exception 'There are at most 200 views to put in order.'
      using errcode = '22023', detail = 'view.too_many_to_order';
  end if;
  if (select private.my_rank()) < 2
    and exists (select from public.views v where v.id = any (ids) and v.person_id is null)
  then
    raise exception 'Only managers put the views of all members in order.'
      using errcode = '42501', detail = 'view.ordered_by_managers', hint = 'Ask a manager.';
  end if;
  update public.views v set place = given.place
  from unnest(ids) with ordinality as given (id, place)
  where v.id = given.id and v.place <> given.place;
  get diagnostics moved = row_count;
  return moved;
end
$$;
create or replace function private.require_open_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' and new.account_id is distinct from private.my_account()
    or private.lock_open_invitation(new.account_id, new.invited_owner_id)
  then
    return new;
  end if;
  raise exception 'This invitation is no longer open.'
    using errcode = '23503', detail = 'invitation.not_open', hint = 'Choose another owner.';
end
$$;
create or replace function private.reassign_records_of_invitation(account uuid, invitation uuid, owner uuid, next_invitation uuid)
returns void
language sql security definer set search_path = ''
as $$
  update private.records r
  set owner_id = owner, invited_owner_id = next_invitation
  where r.account_id = account and r.invited_owner_id = invitation
$$;
create or replace function private.clear_departed_owner() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.departed_owners d
  where d.account_id = old.account_id and d.kind = old.kind and d.record_id = old.id;
  return null;
end
$$;
comment on function private.clear_departed_owner() is
  'Trigger: deletes the departed owner of a record that has an owner again or is deleted.';
create or replace function public.get_belongings(
  target_user_id uuid,
  only_owned boolean default false,
  kind_param text default null,
  skip integer default 0
) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  page constant integer := 50;
begin
  perform private.refuse_non_member(target_user_id);
  if target_user_id is distinct from private.caller_id() and coalesce(private.my_rank(), 0) < 2 then
    raise exception 'Only managers can hand over for another member.'
      using errcode = '42501', detail = 'handover.for_others_by_managers', hint = 'Ask an administrator.';
  end if;
  return (
    with placed as materialized (
      select
        b.*,
        count(*) over (partition by b.kind) as total,
        row_number() over (partition by b.kind order by b.part desc, lower(b.name), b.id) as place
      from private.belongings(account, target_user_id, coalesce(only_owned, false)) b
      where kind_param is null or b.kind = kind_param
    ),
    -- Receivers are looked up for the page only.
    paged as materialized (
      select * from placed p where p.place > greatest(skip, 0) and p.place <= greatest(skip, 0) + page
    ),
    suggested as (
      select p.kind, p.id, p.part, s.*
      from paged p
      cross join lateral private.suggested_receiver(account, target_user_id, p.kind, p.id, p.part, p.owner_id) s
    )
    select coalesce(json_object_agg(k.kind, k.answer), '{}')
    from (
      select
        p.kind,
        json_build_object(
          'total', max(p.total),
          'owned', count(*) filter (where p.part = 'owner'),
          'items', coalesce(
            json_agg(
              json_build_object(
                'id', p.id,
                'name', p.name,
                'part', p.part,
                'reason', s.reason,
                'receiver_id', s.receiver_id,
                'receiver_name', (select q.name from public.profiles q where q.id = s.receiver_id),
                'linked_kind', s.linked_kind,
                'linked_name', s.linked_name,
                'others', coalesce(s.others, 0)
              )
              order by p.place
            ) filter (where p.place > greatest(skip, 0) and p.place <= greatest(skip, 0) + page),
            '[]'
          )
        ) as answer
      from placed p
      left join suggested s on s.kind = p.kind and s.id = p.id and s.part = p.part
      group by p.kind
    ) k
  );
end
$$;
create or replace function private.refuse_receivers(account uuid, members uuid[], invitations uuid[]) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (
    select from unnest(members) as named (id)
    where not exists (select from public.account_members m where m.account_id = account and m.user_id = named.id)
  ) or exists (
    select from unnest(invitations) as named (id)
    where not exists (
      select from public.pending_invitations i
      where i.account_id = account and i.id = named.id
        and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
    )
  ) then
    raise exception 'A person who should take over is no longer in your account.'
      using errcode = 'PT404', detail = 'handover.receiver_gone', hint = 'Choose another person.';
  end if;
end
$$;
create function private.refuse_outdated(code text, sentence text) returns void
language plpgsql set search_path = ''
as $$
begin
  raise exception '%', sentence using errcode = 'HO001', detail = code, hint = 'Look at it again.';
end
$$;
comment on function private.refuse_outdated(text, text) is
  'Refuses with HO001 a change that another user made impossible meanwhile.';
alter function private.refuse_outdated(text,text) owner to cairn_definer;
revoke all on function private.refuse_outdated(text,text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.refuse_invitations_of(account uuid, person uuid, invitations uuid[]) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (
    select from public.pending_invitations i
    where i.account_id = account and i.id = any (invitations) and i.invited_by = person
  ) then
    raise exception 'This person cannot take over. Their invitation ends with the rights of the admin who sent it.'
      using errcode = '22023', detail = 'handover.receiver_cannot', hint = 'Choose another person.';
  end if;
end
$$;
create or replace function private.refuse_unknown_receivers(account uuid, decided jsonb, locked uuid[], suggested uuid[])
returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (
    select from jsonb_to_recordset(decided) as d (receiver_id uuid)
    where d.receiver_id is not null and d.receiver_id <> all (coalesce(locked, '{}'))
  ) or exists (
    select from unnest(suggested) as person (id) where not private.is_member(account, person.id)
  ) then
    perform private.refuse_outdated('handover.receiver_left', 'A person who should take over has left in the meantime.');
  end if;
end
$$;
create or replace function private.hand_over(person uuid, choices jsonb, leaves boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  asked constant jsonb := private.parsed_handover(choices);
  rest constant jsonb := asked -> 'rest';
  rest_receiver constant uuid := (rest ->> 'receiver')::uuid;
  rest_invitation constant uuid := (rest ->> 'invitation')::uuid;
  caller constant uuid := private.caller_id();
  members uuid[];
  suggested uuid[];
  invitations uuid[];
  giver text;
begin
  if person is distinct from private.caller_id() and coalesce(private.my_rank(), 0) < 2 then
    raise exception 'Only managers can hand over for another member.'
      using errcode = '42501', detail = 'handover.for_others_by_managers', hint = 'Ask an administrator.';
  end if;
  select
    array_remove(array_agg(distinct n.receiver) || rest_receiver, null),
    array_remove(array_agg(distinct n.invitation) || rest_invitation, null)
  into members, invitations
  from (
    select r.receiver, r.invitation
    from jsonb_to_recordset(coalesce(asked -> 'records', '[]')) as r (receiver uuid, invitation uuid)
    union all
    select s.receiver, null
    from jsonb_to_recordset(coalesce(asked -> 'service_accounts', '[]')) as s (receiver uuid)
  ) as n;
  if person = any (members) then
    raise exception 'Members cannot hand over to themselves.'
      using errcode = '22023', detail = 'handover.to_oneself', hint = 'Choose another person.';
  end if;
  if rest -> 'suggested' = 'true' then
    select array_agg(distinct d.receiver_id) filter (where d.receiver_id is not null) into suggested
    from private.resolved_handovers(account, person, asked, leaves) d;
  end if;
  -- The caller as well: what they hand over says who changed it.
  perform private.lock_members(account, members || suggested || array[caller, person]);
  if not private.is_member(account, caller) then
    raise exception 'You are no longer a member of this account.'
      using errcode = '42501', detail = 'handover.no_longer_member', hint = 'Sign in again.';
  end if;
  select p.name into giver
  from public.account_members m
  join public.profiles p on p.id = m.user_id
  where m.account_id = account and m.user_id = person;
  if not found then
    perform private.refuse_outdated('handover.already_made', 'Another person has handed this over in the meantime.');
  end if;
  perform private.refuse_receivers(account, members, invitations);
  perform private.refuse_invitations_of(account, person, invitations);
  perform private.refuse_service_accounts(account, person, asked);
  if exists (
    select n.kind, n.id, n.part
    from jsonb_to_recordset(coalesce(asked -> 'records', '[]')) as n (kind text, id uuid, part text)
    except
    select b.kind, b.id, b.part from private.belongings(account, person, not leaves) b
  ) then
    perform private.refuse_outdated('handover.already_made', 'Another person has handed this over in the meantime.');
  end if;
  perform private.hand_over_to_locked(account, person, asked, leaves, giver, members || suggested, suggested);
end
$$;
create or replace function private.parsed_handover(choices jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  given constant jsonb := jsonb_strip_nulls(choices);
  is_clear boolean := false;
begin
  if jsonb_typeof(given) = 'object' and jsonb_typeof(coalesce(given -> 'records', '[]')) = 'array'
    and jsonb_typeof(coalesce(given -> 'service_accounts', '[]')) = 'array'
  then
    is_clear := given - array['records', 'rest', 'service_accounts'] = '{}'
      and private.is_receiver_choice(coalesce(given -> 'rest', '{}'), array['receiver', 'invitation', 'suggested'])
      and not exists (
        select from jsonb_array_elements(given -> 'records') as choice
        where not private.is_receiver_choice(choice, array['kind', 'id', 'part', 'receiver', 'invitation'])
      )
      and not exists (
        select from jsonb_array_elements(given -> 'service_accounts') as choice
        where not private.is_receiver_choice(choice, array['id', 'receiver'])
      );
  end if;
  if not is_clear then
    raise exception 'A handover says who gets which records, and who gets the rest.'
      using errcode = '22023', detail = 'handover.shape',
        hint = 'Send {"records": [{"kind", "id", "part", "receiver" or "invitation"}], "rest": {"receiver"}, {"invitation"} or {"suggested": true}}.';
  end if;
  return given;
end
$$;
create or replace function private.refuse_handover_answer(answer text, amount integer, receiver uuid, invitation uuid) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if answer is null or answer not in ('accept', 'pass_on') then
    raise exception 'The answer is accept or pass_on.' using errcode = '22023', detail = 'handover.unknown_answer';
  end if;
  if amount > 10000 then
    raise exception 'Answer at most 10,000 handovers at once.'
      using errcode = '22023', detail = 'handover.batch_size', hint = 'Answer all of one act.';
  end if;
  if receiver = private.caller_id() or num_nonnulls(receiver, invitation) > 1
    or answer = 'accept' and num_nonnulls(receiver, invitation) > 0
  then
    raise exception 'You can pass this on to one other person or to nobody.'
      using errcode = '22023', detail = 'handover.one_receiver', hint = 'Choose another person.';
  end if;
end
$$;
create or replace function private.lock_pending_handovers(account uuid, handover_ids uuid[], of_act uuid) returns uuid[]
language plpgsql security definer set search_path = ''
as $$
declare
  ids constant uuid[] := array(
    select h.id
    from public.handovers h
    where h.account_id = account and h.receiver_id = private.caller_id() and h.state = 'pending'
      and (h.id = any (handover_ids) or h.act = of_act)
      and ((select private.my_rank()) = 3 or h.kind = any (array(select private.kinds_in_use())))
      and exists (
        select from private.catalogue_records r
        where r.account_id = account and r.kind = h.kind and r.id = h.record_id
      )
    order by h.id
    for update of h
  );
begin
  if ids = '{}' or exists (select unnest(handover_ids) except select unnest(ids)) then
    perform private.refuse_outdated(
      'handover.answered', 'This handover was answered, withdrawn or given to another person in the meantime.'
    );
  end if;
  return ids;
end
$$;
create or replace function public.answer_handovers(
  answer text,
  handover_ids uuid[] default null,
  of_act uuid default null,
  receiver uuid default null,
  invitation uuid default null
) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  person constant uuid := private.caller_id();
  answered uuid[];
begin
  perform private.refuse_handover_answer(answer, cardinality(handover_ids), receiver, invitation);
  perform private.lock_members(account, array[person, receiver]);
  perform private.refuse_receivers(account, array_remove(array[receiver], null), array_remove(array[invitation], null));
  answered := private.lock_pending_handovers(account, handover_ids, of_act);
  if invitation is not null and exists (
    select from public.handovers h where h.id = any (answered) and h.part = 'expert'
  ) then
    raise exception 'Only members can be experts. Invited people can become experts after they join.'
      using errcode = '22023', detail = 'handover.experts_are_members', hint = 'Choose a member.';
  end if;
  update public.handovers h
  set state = case answer when 'accept' then 'accepted' else 'passed_on' end, answered_at = now()
  where h.id = any (answered);
  insert into public.record_history (account_id, kind, record_id, record_name, action, field, after, changed_by)
  select
    account, h.kind, h.record_id, r.name, 'updated', 'handover',
    private.handover_line(
      h.part, h.state, h.giver_id, h.giver_name,
      case answer when 'accept' then person else receiver end, invitation
    ),
    person
  from public.handovers h
  join private.catalogue_records r on r.account_id = account and r.kind = h.kind and r.id = h.record_id
  where h.id = any (answered);
  if answer = 'pass_on' then
    perform private.pass_handovers_on(account, answered, receiver, invitation);
    perform private.note_act(account, 'handover', person::text, private.part_of_act('handover'));
  end if;
  return cardinality(answered);
end
$$;
create or replace function private.mark_records() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_restoring_archive() then
    return null;
  end if;
  case tg_op
    when 'INSERT' then
      insert into private.records_to_count (account_id, kind, record_id)
      select c.account_id, c.kind, c.id from come c;
    when 'DELETE' then
      insert into private.records_to_count (account_id, kind, record_id)
      select g.account_id, g.kind, g.id
      from gone g
      where exists (select from public.accounts a where a.id = g.account_id);
    else
      -- No join: the plan is kept, and is as good for one record as for ten thousand.
      insert into private.records_to_count (account_id, kind, record_id)
      select changed.account_id, changed.kind, changed.id
      from (
        select c.account_id, c.kind, c.id, c.owner_id, c.invited_owner_id from come c
        except
        select g.account_id, g.kind, g.id, g.owner_id, g.invited_owner_id from gone g
      ) changed;
  end case;
  return null;
end
$$;
comment on function private.mark_records() is
  'Statement trigger: marks records that come, go or have another owner, to be counted.';
create view private.gaps_of_records with (security_invoker = true) as
select
  t.account_id,
  t.kind,
  t.id as record_id,
  t.owner_id,
  case when t.owner_id is null then t.invited_owner_id end as invited_owner_id,
  t.owner_id is null and exists (
    select from public.departed_owners d
    where d.account_id = t.account_id and d.kind = t.kind and d.record_id = t.id
  ) as owner_left,
  coalesce(h.of_member, false) as handover_pending,
  case when h.of_member then '{}' else coalesce(h.awaited, '{}') end as awaited,
  not exists (
    select from public.record_experts e
    where e.account_id = t.account_id and e.record_id = t.id and e.expert_id is distinct from t.owner_id
  ) as nobody_else
from private.records t
left join lateral (
  select
    bool_or(h.invitation_id is null) as of_member,
    array_agg(distinct h.invitation_id order by h.invitation_id) as awaited
  from public.handovers h
  where h.account_id = t.account_id and h.record_id = t.id and h.kind = t.kind and h.state = 'pending'
) h on true;
comment on view private.gaps_of_records is 'As what each record counts now.';
create or replace function private.count_marked(account uuid, at_most integer, only_these text[] default null) returns integer
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  counted integer;
begin
  -- Only one transaction at a time updates the sums of an account; another skips the work. A statement has one snapshot:
  -- with a mark it sees the change that made it, and later marks stay.
  if not pg_try_advisory_xact_lock(private.lock_key_of_counts(account)) then
    return 0;
  end if;
  with taken as (
    delete from private.records_to_count m
    where m.ctid = any (array(
      select w.ctid from private.records_to_count w
      where w.account_id = account and (only_these is null or w.kind || ' ' || w.record_id = any (only_these))
      limit at_most
    ))
    returning m.kind, m.record_id
  ),
  marked as materialized (
    select distinct t.kind, t.record_id from taken t
  ),
  is_now as materialized (
    select g.*
    from marked m
    cross join lateral (
      -- By the id alone: while the planner knows nothing of the table, it could walk through the kind for each.
      select v.* from private.gaps_of_records v where v.record_id = m.record_id offset 0
    ) g
    where g.account_id = account and g.kind = m.kind
  ),
  was as materialized (
    select c.*
    from marked m
    join private.counted_records c on c.account_id = account and c.kind = m.kind and c.record_id = m.record_id
  ),
  gone as (
    -- Not 'not exists': nobody can tell the planner how many are marked, and it would compare each with every other.
    delete from private.counted_records c
    using (
      select w.kind, w.record_id from was w
      except
      select n.kind, n.record_id from is_now n
    ) w
    where c.account_id = account and c.kind = w.kind and c.record_id = w.record_id
  ),
  kept as (
    insert into private.counted_records as c
    select * from (select * from is_now except select * from was) changed
    on conflict (account_id, kind, record_id) do update
    set owner_id = excluded.owner_id, invited_owner_id = excluded.invited_owner_id, owner_left = excluded.owner_left,
      handover_pending = excluded.handover_pending, awaited = excluded.awaited, nobody_else = excluded.nobody_else
  ),
  summed as (
    insert into private.record_counts as c (
      account_id, kind, owner_id, invited_owner_id, owner_left, handover_pending, awaited, nobody_else, records
    )
    select
      account, d.kind, d.owner_id, d.invited_owner_id, d.owner_left, d.handover_pending, d.awaited, d.nobody_else, sum(d.more)
    from (
      select n.*, 1 as more from is_now n
      union all
      select w.*, -1 from was w
    ) d
    group by d.kind, d.owner_id, d.invited_owner_id, d.owner_left, d.handover_pending, d.awaited, d.nobody_else
    having sum(d.more) <> 0
    on conflict on constraint record_counts_key do update set records = c.records + excluded.records
  )
  select count(*) into counted from taken;
  delete from private.record_counts c where c.account_id = account and c.records = 0;
  return counted;
end
$$;
create or replace function private.current_counts(account uuid) returns table (
  kind text, owner_id uuid, unowned boolean, owner_left boolean, handover_pending boolean, nobody_else boolean,
  records bigint
)
language sql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
  with open as materialized (
    select array(
      select i.id
      from public.pending_invitations i
      where i.account_id = account and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
    ) as ids
  ),
  marked as materialized (
    select distinct m.kind, m.record_id from private.records_to_count m where m.account_id = account
  ),
  counted as (
    select c.kind, c.owner_id, c.invited_owner_id, c.owner_left, c.handover_pending, c.awaited, c.nobody_else, c.records
    from private.record_counts c
    where c.account_id = account
    union all
    select c.kind, c.owner_id, c.invited_owner_id, c.owner_left, c.handover_pending, c.awaited, c.nobody_else, -1
    from marked m
    join private.counted_records c on c.account_id = account and c.kind = m.kind and c.record_id = m.record_id
    union all
    select g.kind, g.owner_id, g.invited_owner_id, g.owner_left, g.handover_pending, g.awaited, g.nobody_else, 1
    from marked m
    cross join lateral (
      -- By the id alone, as private.count_marked.
      select v.* from private.gaps_of_records v where v.record_id = m.record_id offset 0
    ) g
    where g.account_id = account and g.kind = m.kind
  )
  select
    c.kind, c.owner_id, c.owner_id is null and i.id is null, c.owner_left and i.id is null,
    c.handover_pending or c.awaited && o.ids, c.nobody_else, c.records
  from counted c
  cross join open o
  left join unnest(o.ids) as i (id) on i.id = c.invited_owner_id
$$;
create or replace function public.get_coverage() returns json
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  this_week constant date := date_trunc('week', now() at time zone 'utc');
  kinds constant text[] := array(select private.kinds_in_use());
begin
  if account is null then
    return null;
  end if;
  perform private.count_marked_before_reading(account);
  perform private.store_coverage(account);
  return json_build_object(
    'weeks', (
      select coalesce(json_agg(w order by w.week), '[]')
      from (
        select
          c.week, sum(c.records) as records, sum(c.with_owner) as with_owner, sum(c.with_second) as with_second
        from private.coverage_weeks c
        where c.account_id = account and c.week >= this_week - 364 and c.kind = any (kinds)
        group by c.week
        having sum(c.records) > 0
      ) w
    ),
    'now', (
      select json_build_object(
        'records', coalesce(sum(n.records), 0),
        'with_owner', coalesce(sum(n.with_owner), 0),
        'with_second', coalesce(sum(n.with_second), 0)
      )
      from private.current_coverage(account) n
      where n.kind = any (kinds)
    ),
    'kinds', (
      select coalesce(
        json_object_agg(
          n.kind,
          json_build_object(
            'now', n.records,
            'weeks', (
              select coalesce(json_agg(c.records order by c.week), '[]')
              from private.coverage_weeks c
              where c.account_id = account and c.kind = n.kind and c.week > this_week - 84
            )
          )
        ),
        '{}'
      )
      from private.current_coverage(account) n
      where n.kind = any (kinds)
    )
  );
end
$$;
comment on function public.get_coverage() is
  'How many records of the caller''s account have an owner (invited ones included), and a second person who knows them, now and when each week of the last year began. {"weeks": [{"week", "records", "with_owner", "with_second"}], "now": {…}, "kinds": {"system": {"now", "weeks": [records]}}}: kinds have the records alone, of the last twelve weeks. Of the catalogues that are switched on; weeks without a record are left out.';
create or replace function public.find_records(
  kind text,
  query text default '',
  sort text default 'usual',
  descending boolean default false,
  skip integer default 0,
  statuses text[] default null,
  owners uuid[] default null,
  without_owner boolean default false,
  gaps text[] default null,
  tags uuid[] default null,
  all_tags boolean default false,
  conditions jsonb default null
) returns json
language plpgsql stable security definer
set search_path = '' set cpu_operator_cost = 0.1
as $$
declare
  account constant uuid := private.my_account();
  catalogue constant text := private.catalogue_of(kind);
  ordering constant text := private.catalogue_order(
    account, kind, sort, coalesce(descending, false)
  );
  wanted constant text := private.display_text(coalesce(query, ''));
  pattern constant text := private.folded_pattern(wanted);
  -- Only the columns that the order needs: an index has the names. A description may be long, and is read with the page alone.
  columns constant text := 't.id, t.name, t.created_at' || coalesce((
    select string_agg(format(', t.%I', needed), '')
    from (
      values
        (case sort when 'status' then 'status' when 'owner' then 'owner_id' when 'lastPublisher' then 'updated_by' end),
        ((select split_part(k.own_orders ->> sort, ' ', 1) from private.kinds k where k.kind = find_records.kind)),
        ((select f.needed from private.field_order(account, kind, sort) f))
    ) as by_sort (needed)
    where needed is not null
  ), '');
  joined constant text := (select f.joined from private.field_order(account, kind, sort) f);
  by_gaps constant boolean := coalesce(cardinality(gaps), 0) > 0;
  by_others constant boolean := wanted <> '' or coalesce(cardinality(statuses), 0) > 0
    or coalesce(cardinality(owners), 0) > 0 or coalesce(without_owner, false) or coalesce(cardinality(tags), 0) > 0
    or conditions is not null;
  not_seen constant uuid[] := case when by_gaps then private.inactive_members(account) end;
  condition text;
  few boolean := wanted <> '';
  -- Filters by field or tag usually match few records: these are found once, then counted and sorted.
  may_be_few boolean := wanted = '' and (conditions is not null or coalesce(cardinality(tags), 0) > 0);
  candidates uuid[];
  total bigint;
  page uuid[];
  items json;
begin
  perform private.refuse_out_of_scope(find_records.kind, 'read');
  if catalogue is null or ordering is null then
    raise exception 'There is no such catalogue, or it has no such order.'
      using errcode = '22023', detail = 'list.unknown_order';
  end if;
  condition := private.records_condition(
    account, kind, query, statuses, owners, coalesce(without_owner, false), gaps, tags, coalesce(all_tags, false),
    conditions
  );
  if by_gaps or not by_others then
    total := private.count_of_gaps(account, kind, gaps, not_seen);
  end if;
  if by_gaps and total <= 20000 then
    few := true;
    candidates := private.gap_candidates(account, kind, gaps, not_seen);
    condition := condition || ' and t.id = any ($4)';
  end if;
  -- A record that never reported may have another gap too.
  if by_others or 'never_reported' = any (gaps) then
    total := null;
  end if;
  if not by_gaps and not by_others then
    page := private.first_ids_by_field(account, kind, sort, coalesce(descending, false), greatest(coalesce(skip, 0), 0));
  end if;
  while page is null or cardinality(page) < 100 loop
    execute format(
      'with r as %s materialized (select %s from public.%I t where %s%s)
      select
        coalesce($5, (select count(*) from r)),
        array(select r.id from r %s order by %s limit 100 offset $3)',
      case when not few and not may_be_few and (total is not null or not by_gaps) then 'not' end,
      columns,
      catalogue,
      condition,
      case when may_be_few then ' limit 50001' end,
      case
        when sort in ('owner', 'lastPublisher') then format(
          'left join (
            select p.id, row_number() over (order by p.name, p.id) as place
            from public.profiles p
            where p.account_id = $1 and (select private.may(''people'', ''read''))
          ) person on person.id = r.%I',
          case sort when 'owner' then 'owner_id' else 'updated_by' end
        )
        else joined
      end,
      ordering
    )
      into total, page using account, pattern, greatest(coalesce(skip, 0), 0), candidates, total;
    exit when not may_be_few or total <= 50000;
    may_be_few := false;
    total := null;
    page := null;
  end loop;
  execute format(
    'select coalesce(json_agg(r order by listed.place), ''[]'')
    from unnest($1) with ordinality as listed (id, place)
    join public.%I r on r.id = listed.id',
    catalogue
  )
    into items using page;
  return json_build_object('total', total, 'items', items);
end
$$;
create or replace function private.records_condition(
  account uuid, kind text, query text, statuses text[], owners uuid[], without_owner boolean, gaps text[],
  tags uuid[] default null, all_tags boolean default false, conditions jsonb default null
) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted constant text := private.display_text(coalesce(query, ''));
  condition text := format('t.account_id = %L', account);
begin
  if char_length(wanted) > 200 then
    raise exception 'A search has at most 200 characters.'
      using errcode = '22023', detail = 'search.too_long', hint = 'Enter a shorter search.';
  end if;
  if greatest(cardinality(statuses), cardinality(owners), cardinality(gaps), cardinality(tags)) > 100 then
    raise exception 'A filter has at most 100 values.'
      using errcode = '22023', detail = 'filter.too_many_values', hint = 'Use fewer values.';
  end if;
  if not coalesce(gaps <@ private.gap_names(), true) then
    raise exception 'There is no such gap.' using errcode = '22023', detail = 'gap.unknown';
  end if;
  if wanted <> '' then
    condition := condition || ' and ' || private.text_condition(account, kind, wanted);
  end if;
  if cardinality(statuses) > 0 then
    condition := condition || format(' and t.status = any (%L::text[])', statuses);
  end if;
  -- An invited person is named by their invitation, which is no member's id.
  if cardinality(owners) > 0 or without_owner then
    condition := condition || format(
      ' and (t.owner_id = any (%1$L::uuid[]) or t.invited_owner_id = any (%1$L::uuid[])%2$s)',
      coalesce(owners, '{}'),
      case when without_owner then ' or ' || private.gap_condition(kind, 'no_owner', null) else '' end
    );
  end if;
  if cardinality(gaps) > 0 then
    condition := condition || ' and (' || (
      select string_agg('(' || private.gap_condition(kind, g.gap, private.inactive_members(account)) || ')', ' or ')
      from unnest(gaps) as g (gap)
    ) || ')';
  end if;
  -- The index has records with tags alone.
  if cardinality(tags) > 0 then
    condition := condition || format(
      ' and t.tags <> ''{}'' and t.tags %s %L::uuid[]', case when all_tags then '@>' else '&&' end, tags
    );
  end if;
  if conditions is not null then
    condition := condition || ' and ' || private.condition_of_all(account, kind, conditions);
  end if;
  return condition;
end
$$;
create or replace function private.filter_field(
  account uuid, kind text, field text, out type text, out value text, out own_id uuid
) returns setof record
language sql stable security definer set search_path = ''
as $$
  select f.type, coalesce(f.value, format('t.%I', f.key)), null::uuid
  from private.fields f
  where f.key = filter_field.field and 'filter' = any (f.uses)
  union all
  select f.type, format('nullif(nullif(t.own ->> %L, ''''), ''[]'')', f.key), f.id
  from public.own_fields f
  where f.account_id = account and f.kind = filter_field.kind and f.deleted_at is null and f.retired_at is null
    and filter_field.field = 'own.' || f.key
  union all
  -- How a record is by its heartbeat: asked of the heartbeats, see private.heartbeat_condition.
  select 'choice', null, null
  where filter_field.field = 'heartbeat' and filter_field.kind in ('agent', 'automation')
$$;
create or replace function private.condition_of_field(
  account uuid, kind text, field text, operator text, wanted text[], by_record boolean
) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  type text;
  value text;
  own_id uuid;
  wrong text;
  positive constant text := case operator when 'is_not' then 'is' else operator end;
  found text;
begin
  select f.type, f.value, f.own_id into type, value, own_id from private.filter_field(account, kind, field) f;
  if type is null then
    raise exception 'There is no field "%" to filter by.', left(field, 100)
      using errcode = '22023', detail = format('filter.unknown_field %s', jsonb_build_object('field', left(field, 100)));
  end if;
  if type in ('member', 'record') then
    wanted := array(select lower(w) from unnest(wanted) as w);
  end if;
  if operator <> all (private.operators_of(type)) then
    raise exception 'The field "%" cannot be filtered by "%".', field, left(operator, 100)
      using errcode = '22023',
        detail = format('filter.unknown_operator %s', jsonb_build_object('field', field, 'operator', left(operator, 100)));
  end if;
  if cardinality(wanted) > 100 then
    raise exception 'A filter has at most 100 values.'
      using errcode = '22023', detail = 'filter.too_many_values', hint = 'Use fewer values.';
  end if;
  if not (case
    when operator in ('empty', 'filled') then cardinality(wanted) = 0
    when operator in ('before', 'after') then cardinality(wanted) = 1
    when operator = 'between' then cardinality(wanted) = 2
    else cardinality(wanted) > 0
  end) then
    raise exception 'The filter by the field "%" has too few or too many values.', field
      using errcode = '22023', detail = format('filter.number_of_values %s', jsonb_build_object('field', field));
  end if;
  wrong := (select w from unnest(wanted) as w where not private.is_valid_filter_value(type, field, w) limit 1);
  if wrong is not null then
    raise exception 'The field "%" cannot be filtered by the value "%".', field, left(wrong, 100)
      using errcode = '22023', detail = format('filter.value %s', jsonb_build_object('field', field, 'value', left(wrong, 100)));
  end if;
  found := case
    when field = 'heartbeat' then private.heartbeat_condition(
      account, kind, case when operator not in ('empty', 'filled') then wanted end
    )
    when operator in ('empty', 'filled') then case field
      when 'owner' then private.gap_condition(kind, 'no_owner', null)
      when 'tags' then 't.tags = ''{}'''
      else format(case when type in ('text', 'long_text') then 'coalesce(%s, '''') = ''''' else '%s is null' end, value)
    end
    when field = 'owner' then format(
      '(t.owner_id = any (%1$L::uuid[]) or t.invited_owner_id = any (%1$L::uuid[]))', wanted
    )
    -- The index leaves records without tags out.
    when field = 'tags' then format(
      '(t.tags <> ''{}'' and t.tags %s %L::uuid[])', case operator when 'all_of' then '@>' else '&&' end, wanted
    )
    when own_id is not null and type <> 'long_text' then private.own_condition(
      account, own_id,
      case
        when type in ('text', 'address') then private.own_value_text_condition(kind, type, substr(field, 5), positive, wanted)
        when type = 'number' then private.comparison(type, positive, 'v.number_value', wanted)
        when type = 'date' then private.comparison(type, positive, 'v.day_value', wanted)
        else private.comparison(type, positive, 'v.text_value', wanted)
      end,
      case operator when 'all_of' then (select count(distinct w)::integer from unnest(wanted) as w) else 1 end,
      by_record or operator = 'is_not'
    )
    -- As the indexes have it, which leave records without a text out.
    when type in ('text', 'long_text') then format(
      '(%1$s <> '''' and %2$s)', value,
      private.comparison(
        type, positive,
        format(case operator when 'contains' then 'private.folded(%s)' else 'nullif(private.folded(%s), '''') collate pg_catalog."C"' end, value),
        wanted
      )
    )
    else private.comparison(type, positive, value, wanted)
  end;
  return case
    when field = 'heartbeat' then case when operator in ('is_not', 'empty') then 'not ' || found else found end
    when operator = 'is_not' and found like 'exists %' then 'not ' || found
    when operator in ('is_not', 'filled') then format('(%s) is not true', found)
    else found
  end;
end
$$;
create or replace function private.condition_of_group(
  account uuid, kind text, conditions jsonb, nested boolean default false, one_of_several boolean default false
) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  item jsonb;
  parts text[] := '{}';
  by_record boolean;
begin
  if jsonb_typeof(conditions) is distinct from 'object'
    or jsonb_typeof(conditions -> 'conditions') is distinct from 'array'
    or coalesce(conditions ->> 'match', '') not in ('all', 'any')
    or conditions - array['match', 'conditions'] <> '{}'
  then
    raise exception 'Conditions need "match", which is all or any, and "conditions", a list.'
      using errcode = '22023', detail = 'filter.conditions_shape';
  end if;
  by_record := one_of_several
    or conditions ->> 'match' = 'any' and jsonb_array_length(conditions -> 'conditions') > 1;
  for item in select jsonb_array_elements(conditions -> 'conditions') loop
    if item ? 'conditions' and nested then
      raise exception 'Conditions can be nested once.' using errcode = '22023', detail = 'filter.too_deep';
    elsif item ? 'conditions' then
      parts := parts || private.condition_of_group(account, kind, item, true, by_record);
    elsif jsonb_typeof(item) = 'object'
      and jsonb_typeof(item -> 'field') is not distinct from 'string'
      and jsonb_typeof(item -> 'operator') is not distinct from 'string'
      and jsonb_typeof(item -> 'values') is not distinct from 'array'
      and item - array['field', 'operator', 'values'] = '{}'
      and not jsonb_path_exists(item, 'strict $.values[*] ? (@.type() <> "string")')
    then
      parts := parts || private.condition_of_field(
        account, kind, item ->> 'field', item ->> 'operator', array(select jsonb_array_elements_text(item -> 'values')),
        by_record
      );
    else
      raise exception 'A condition needs "field", "operator" and "values", a list of texts.'
        using errcode = '22023', detail = 'filter.condition_shape';
    end if;
  end loop;
  return case
    when parts = '{}' then 'true'
    else '(' || array_to_string(parts, case conditions ->> 'match' when 'all' then ' and ' else ' or ' end) || ')'
  end;
end
$$;
create or replace function private.condition_of_all(account uuid, kind text, conditions jsonb) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked integer;
begin
  if octet_length(conditions::text) > 100000 then
    raise exception 'A filter has at most 100,000 characters.'
      using errcode = '22023', detail = 'filter.too_long', hint = 'Use fewer values.';
  end if;
  asked := (
    select count(*) filter (where not item ? 'conditions')
      + coalesce(sum((select count(*) from jsonb_path_query(item, '$.conditions[*]'))), 0)
    from jsonb_path_query(conditions, '$.conditions[*]') as item
  );
  if asked > 50 then
    raise exception 'A filter has at most 50 conditions.'
      using errcode = '22023', detail = 'filter.too_many_conditions', hint = 'Use fewer conditions.';
  end if;
  return private.condition_of_group(account, kind, conditions);
end
$$;
create function private.ids_of_choices(choices jsonb) returns text[]
language sql immutable set search_path = ''
as $$
  select array(
    select c.value ->> 'id' from jsonb_array_elements(choices) with ordinality as c (value, place) order by c.place
  )
$$;
comment on function private.ids_of_choices(jsonb) is 'The ids of choices in their order.';
alter function private.ids_of_choices(jsonb) owner to cairn_definer;
revoke all on function private.ids_of_choices(jsonb) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.field_order(
  account uuid, kind text, field text, out expression text, out needed text, out joined text
) returns setof record
language sql stable security definer set search_path = ''
as $$
  select
    case
      when f.in_words then format('nullif(private.folded(r.%I), '''') collate pg_catalog."C"', f.key)
      when f.type = 'text' then format('r.%I collate pg_catalog."C"', f.key)
      when f.type = 'choice' then format('array_position(%L::text[], r.%I)', private.ids_of_choices(f.choices), f.key)
      else format('r.%I', f.key)
    end,
    f.key, null
  from private.fields f
  where f.key = field_order.field and 'order' = any (f.uses)
  union all
  select
    case f.type
      when 'number' then 'v.number_value'
      when 'date' then 'v.day_value'
      when 'choice' then format('array_position(%L::text[], v.text_value)', private.ids_of_choices(f.choices))
      when 'choices' then format('array_position(%L::text[], v.text_value)', private.ids_of_choices(f.choices))
      else 'v.text_value'
    end,
    null,
    format(
      'left join private.own_values v
        on v.account_id = $1 and v.field_id = %L and v.place = 0 and v.record_id = r.id',
      f.id
    )
  from public.own_fields f
  where f.account_id = account and f.kind = field_order.kind and f.deleted_at is null and f.retired_at is null
    and f.type in ('number', 'date', 'yes_no', 'text', 'address', 'choice', 'choices')
    and field_order.field = 'own.' || f.key
$$;
create or replace function private.choices_of_page(
  field public.own_fields, descending boolean, skip integer, out chosen text[], out before integer
)
language sql stable security definer set search_path = ''
as $$
  with counted as (
    select given.id, given.place, (
      select count(*)
      from (
        select
        from private.own_values v
        where v.account_id = field.account_id and v.field_id = field.id and v.text_value = given.id and v.place = 0
        limit skip::bigint + 100
      ) first_ones
    ) as records
    from unnest(private.ids_of_choices(field.choices)) with ordinality as given (id, place)
  ),
  summed as (
    select id, records, sum(records) over (order by case when descending then -place else place end) as until from counted
  )
  select array_agg(id), min(until - records)
  from summed
  where until > skip and until - records < skip::bigint + 100
$$;
create or replace function private.first_ids_by_field(account uuid, kind text, sort text, descending boolean, skip integer)
returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  ranked text;
  joined text;
  in_words boolean;
  narrowed text := '';
  own public.own_fields;
  chosen text[];
  before integer := 0;
  page uuid[];
begin
  select o.expression, replace(o.joined, 'left join', 'join'), f.in_words into ranked, joined, in_words
  from private.field_order(account, kind, sort) o
  left join private.fields f on f.key = o.needed
  where o.joined is not null or f.is_indexed;
  if ranked is null then
    return null;
  end if;
  select f.* into own
  from public.own_fields f
  where f.account_id = account and f.kind = first_ids_by_field.kind and sort = 'own.' || f.key and f.type in ('choice', 'choices');
  if found then
    select p.chosen, p.before into chosen, before from private.choices_of_page(own, descending, skip) p;
    narrowed := format(' and v.text_value = any (%L::text[])', coalesce(chosen, '{}'));
  elsif in_words then
    narrowed := format(' and r.%I <> ''''', sort);
  end if;
  execute format(
    'select array(
      select r.id from public.%I r %s where r.account_id = $1 and %s is not null%s order by %s limit 100 offset $2
    )',
    private.catalogue_of(kind), joined, ranked, narrowed,
    replace(private.catalogue_order(account, kind, sort, descending), ' nulls last', '')
  )
    into page using account, skip - coalesce(before, 0);
  return page;
end
$$;
create or replace function private.field_group(
  account uuid, kind text, field text, out value text, out is_text boolean, out joined text
) returns setof record
language sql stable security definer set search_path = ''
as $$
  select
    case field
      when 'owner' then 'coalesce(t.owner_id::text, ''invited:'' || t.invited_owner_id)'
      when 'tags' then 'had.tag'
      else format('nullif(t.%I, '''')', f.key)
    end,
    f.in_words,
    case field when 'tags' then 'left join lateral unnest(t.tags) as had (tag) on true' end
  from private.fields f
  where f.key = field_group.field and 'group' = any (f.uses)
  union all
  -- Read in the record, which is read for its cost anyway.
  select
    case f.type
      when 'choices' then 'had.choice'
      when 'yes_no' then format('case t.own ->> %L when ''true'' then ''yes'' when ''false'' then ''no'' end', f.key)
      else format('t.own ->> %L', f.key)
    end,
    false,
    case f.type when 'choices' then format(
      'left join lateral jsonb_array_elements_text(t.own -> %L) as had (choice) on true', f.key
    ) end
  from public.own_fields f
  where f.account_id = account and f.kind = field_group.kind and f.deleted_at is null and f.retired_at is null
    and f.type in ('yes_no', 'choice', 'choices', 'member')
    and field_group.field = 'own.' || f.key
$$;
create or replace function public.group_records(
  kind text,
  field text,
  query text default '',
  statuses text[] default null,
  owners uuid[] default null,
  without_owner boolean default false,
  gaps text[] default null,
  tags uuid[] default null,
  all_tags boolean default false,
  conditions jsonb default null
) returns json
language plpgsql stable security definer
set search_path = '' set cpu_operator_cost = 0.1
as $$
declare
  account constant uuid := private.my_account();
  value text;
  is_text boolean;
  joined text;
  answer json;
begin
  perform private.refuse_out_of_scope(group_records.kind, 'read');
  if private.catalogue_of(kind) is null then
    raise exception 'There is no such catalogue, or it has no such order.'
      using errcode = '22023', detail = 'list.unknown_order';
  end if;
  select g.value, g.is_text, g.joined into value, is_text, joined from private.field_group(account, kind, field) g;
  if value is null then
    raise exception 'There is no field "%" to group by.', left(field, 100)
      using errcode = '22023', detail = format('group.unknown_field %s', jsonb_build_object('field', left(field, 100)));
  end if;
  execute format(
    'with r as (
      select %1$s as alike, t.cost_per_month as cost, t.cost_currency as currency%2$s
      from public.%3$I t %4$s
      where %5$s
    ),
    sums as (
      select alike, %6$s as value, currency, count(*) as records, sum(cost) as cost
      from r group by alike, currency
    ),
    ranked as (
      select
        min(value collate "C") as value,
        sum(records)::bigint as records,
        coalesce(jsonb_object_agg(currency, cost) filter (where currency is not null), ''{}'') as costs,
        row_number() over (order by sum(records) desc, min(value collate "C") collate "C") as place
      from sums group by alike
    )
    select json_build_object(
      ''groups'', coalesce(
        json_agg(json_build_object(''value'', value, ''records'', records, ''costs'', costs) order by place)
          filter (where place <= 200),
        ''[]''
      ),
      ''rest'', count(*) filter (where place > 200)
    )
    from ranked',
    case when is_text then format('private.folded(%s)', value) else value end,
    -- Only texts that are alike may be written in several ways.
    case when is_text then format(', %s as value', value) end,
    private.catalogue_of(kind),
    joined,
    private.records_condition(
      account, kind, query, statuses, owners, coalesce(without_owner, false), gaps, tags, coalesce(all_tags, false),
      conditions
    ),
    case when is_text then 'min(value collate "C")' else 'alike::text' end
  )
    into answer;
  return answer;
end
$$;
create or replace function private.refuse_export(format text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if coalesce(format not in ('csv', 'xlsx', 'json'), true) then
    raise exception 'Format must be csv, xlsx or json.' using errcode = '22023', detail = 'export.unknown_format';
  end if;
  if not private.count_against_limit('exports of ' || private.caller_id(), 30) then
    raise exception 'Too many exports at once.'
      using errcode = 'PT429', detail = 'export.too_many', hint = 'Wait a minute, then try again.';
  end if;
end
$$;
create or replace function private.begin_export(list text, of_record text, format text, ids text[]) returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if cardinality(ids) > private.max_exported_rows() then
    raise exception 'An export has at most 250,000 records.'
      using errcode = '22023', detail = 'export.too_large', hint = 'Filter the list, and export it in parts.';
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
create or replace function public.begin_export(
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
  perform private.refuse_out_of_scope(begin_export.kind, 'read');
  if catalogue is null or ordering is null then
    raise exception 'There is no such catalogue, or it has no such order.'
      using errcode = '22023', detail = 'list.unknown_order';
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
          where p.account_id = $1 and (select private.may(''people'', ''read''))
        ) person on person.id = r.%I',
        case sort when 'owner' then 'owner_id' else 'updated_by' end
      )
      else (select f.joined from private.field_order(account, kind, sort) f)
    end,
    ordering
  )
    into ids using account, private.folded_pattern(private.display_text(coalesce(query, ''))), private.max_exported_rows() + 1;
  return private.begin_export(catalogue, null, format, ids::text[]);
end
$$;
create or replace function public.get_records_to_export(kind text, ids uuid[]) returns json
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
  perform private.refuse_out_of_scope(get_records_to_export.kind, 'read');
  perform private.refuse_other_kind(kind);
  if coalesce(cardinality(ids) > 1000, true) then
    raise exception 'A part of an export has at most 1,000 records.'
      using errcode = '22023', detail = 'export.part_size';
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
        'experts', private.names_of_ids(experts -> (r.row ->> 'id'), names),
        'tags', private.names_of_ids(r.row -> 'tags', names),
        'related_systems', private.names_of_ids(r.row -> 'related_systems', names),
        'own', r.row -> 'own' || (
          select coalesce(jsonb_object_agg(own.key, coalesce(names -> (r.row -> 'own' ->> own.key), r.row -> 'own' -> own.key)), '{}')
          from unnest(referring) as own (key)
          where r.row -> 'own' ? own.key
        )
      ) || private.reported_in_file(kind, (r.row ->> 'id')::uuid)
      order by r.place
    ),
    '[]'
  ) into items
  from unnest(page) with ordinality as r (row, place);
  return items;
end
$$;
create or replace function private.search_matches(wanted text, of_each integer)
returns table (
  type text, id uuid, title text, description text, link text, updated_at timestamptz, total bigint, has_typo boolean
)
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  account constant uuid := private.my_account();
  pattern constant text := private.folded_pattern(wanted);
  with_a_typo constant text := private.typo_pattern(wanted);
begin
  if account is null then
    return;
  end if;
  return query
  select 'knowledge', m.id, m.title, m.description, '/knowledge/' || m.id, m.updated_at, m.total, m.has_typo
  from private.matching_records(account, 'article', wanted, of_each, 'title', array['excerpt', 'content']) m;
  return query
  select k.kind, m.id, m.title, m.description, '/' || k.record_table, m.updated_at, m.total, m.has_typo
  from private.kinds k
  cross join lateral private.matching_records(account, k.kind, wanted, of_each, 'name', array['description']) m
  where private.feature_enabled(k.feature);
  -- Of people only what they show: the rest is not found either, nor when they changed it.
  return query
  with people as materialized (
    select v.*, m.knowledge_areas, m.created_at, private.folded(v.name) as folded_name
    from private.visible_profiles(account) v
    join public.account_members m on m.account_id = account and m.user_id = v.id
  ),
  found as materialized (
    select p.*
    from people p
    where p.folded_name like pattern
      or private.folded(
        concat_ws(e'\n', p.job_role, p.department, p.bio, array_to_string(p.knowledge_areas, ', '))
      ) like pattern
  ),
  meant as (
    select f.*, false as has_typo from found f
    union all
    select p.*, true
    from people p
    where (select count(*) from found) < of_each and p.folded_name ~ with_a_typo
      and not exists (select from found f where f.id = p.id)
  )
  select
    'person', p.id, p.name, concat_ws(', ', nullif(p.job_role, ''), nullif(p.department, '')), '/team/' || p.id,
    p.created_at, count(*) over (), p.has_typo
  from meant p
  order by p.has_typo, p.folded_name <> wanted, not starts_with(p.folded_name, wanted), p.folded_name, p.id
  limit of_each;
end
$$;
create or replace function public.search_workspace(query text, result_limit integer default 50) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted constant text := private.folded(private.display_text(coalesce(query, '')));
  of_each constant integer := least(greatest(coalesce(result_limit, 50), 1), 200);
  tags constant uuid[] := private.tags_meant_by_text(wanted);
  answer json;
begin
  if char_length(private.display_text(query)) > 200 then
    raise exception 'A search has at most 200 characters.'
      using errcode = '22023', detail = 'search.too_long', hint = 'Enter a shorter search.';
  end if;
  with matches as materialized (
    select m.*
    from private.search_matches(wanted, of_each) m
    where wanted <> '' and tags = '{}'
    union all
    select m.* from private.tagged_matches(tags, of_each) m
  ),
  summaries as materialized (
    select s.id, s.summary
    from (
      select m.type, array_agg(m.id) as ids
      from matches m
      where m.type in (select private.kinds_of_catalogues())
      group by m.type
    ) as found
    cross join lateral private.record_summaries(private.my_account(), found.type, found.ids) s
  )
  select json_build_object(
    'counts', (
      select json_object_agg(
        t.type, coalesce((select m.total from matches m where m.type = t.type limit 1), 0) order by t.place
      )
      from unnest(
        array['knowledge', 'process', 'qa'] || array(select private.kinds_of_catalogues()) || array['person']
      ) with ordinality as t (type, place)
    ),
    'results', coalesce(
      (
        select json_agg(
          json_build_object(
            'type', m.type, 'id', m.id, 'title', m.title, 'description', m.description, 'link', m.link,
            'updated_at', m.updated_at, 'record', s.summary
          )
          order by m.has_typo, private.folded(m.title) <> wanted, not starts_with(private.folded(m.title), wanted),
            private.folded(m.title), lower(m.title) <> lower(private.display_text(query)), m.id
        )
        from matches m
        left join summaries s on s.id = m.id
      ),
      '[]'
    ),
    'tags', private.found_tags(tags)
  ) into answer;
  return answer;
end
$$;
create function private.matching_records(
  account uuid, kind text, wanted text, of_each integer, title_column text, text_columns text[]
)
returns table (id uuid, title text, description text, updated_at timestamptz, total bigint, has_typo boolean)
language plpgsql stable security definer
set search_path = '' set cpu_operator_cost = 0.1 set random_page_cost = 1.1 set max_parallel_workers_per_gather = 0
as $$
declare
  -- The table itself: a view would be planned for each part of the statement.
  source constant text := case
    when kind = 'article' then 'public.knowledge_articles t where'
    else format('private.records t where t.kind = %L and', kind)
  end;
  matches constant text := (
    select string_agg(format('private.folded(t.%I) like $2', c), ' or ') from unnest(title_column || text_columns) c
  );
begin
  return query execute format(
    $query$
      with found as materialized (
        select t.id, private.folded(t.%2$I) collate "C" as name
        from %1$s t.account_id = $1 and (%3$s)
        order by private.folded(t.%2$I) collate "C", t.id
        limit 1001
      ),
      begins as materialized (
        select t.id
        from %1$s t.account_id = $1 and private.folded(t.%2$I) collate "C" like $3
        order by private.folded(t.%2$I) collate "C", t.id
        limit $5
      ),
      contains as (
        select f.id from found f where not starts_with(f.name, $4) order by f.name, f.id limit $5
      ),
      meant as materialized (
        select t.id
        from %1$s (select count(*) from found) < $5
          and t.account_id = $1 and private.folded(t.%2$I) ~ $6 and not (%3$s)
        order by private.folded(t.%2$I) collate "C", t.id
        limit 1001
      ),
      listed as (
        select b.id, false as has_typo from begins b
        union
        select c.id, false from contains c
        union all
        select m.id, true from meant m
      )
      select
        t.id, t.%2$I, t.%4$I, t.updated_at,
        least((select count(*) from found) + (select count(*) from meant), 1001), l.has_typo
      from listed l
      cross join lateral (select t.* from %1$s t.account_id = $1 and t.id = l.id) t
      order by l.has_typo, not starts_with(private.folded(t.%2$I), $4), private.folded(t.%2$I) collate "C", t.id
      limit $5
    $query$,
    source, title_column, matches, text_columns[1]
  )
  using account, private.folded_pattern(wanted), substr(private.folded_pattern(wanted), 2), wanted, of_each,
    private.typo_pattern(wanted);
end
$$;
comment on function private.matching_records(uuid, text, text, integer, text, text[]) is
  'The first records of a kind in which a folded text stands, the title or one of the other texts, behind them those whose title has it with a typo, and how many there are, up to 1,001.';
alter function private.matching_records(uuid,text,text,integer,text,text[]) owner to cairn_definer;
revoke all on function private.matching_records(uuid,text,text,integer,text,text[]) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.view_condition(account uuid, kind text, filter jsonb, person uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  unknown constant jsonb := filter - array[
    'query', 'statuses', 'owners', 'without_owner', 'gaps', 'tags', 'all_tags', 'conditions'
  ];
begin
  if unknown <> '{}' or exists (
    select from unnest(array['statuses', 'owners', 'gaps', 'tags']) as part
    where jsonb_typeof(filter -> part) not in ('array', 'null')
  ) then
    raise exception 'This view asks for something that lists do not have.'
      using errcode = '22023', detail = 'view.outdated';
  end if;
  if exists (
    select from private.tags_in_view(filter) as named
    where not exists (select from public.tags t where t.account_id = account and t.id::text = named)
  ) then
    raise exception 'A tag that this view filters by was deleted.'
      using errcode = '22023', detail = 'view.tag_deleted';
  end if;
  return private.records_condition(
    account, kind,
    filter ->> 'query',
    private.view_list(filter, 'statuses'),
    array(
      select case entry when 'me' then person else entry::uuid end
      from unnest(private.view_list(filter, 'owners')) as entry
    ),
    coalesce((filter ->> 'without_owner')::boolean, false),
    private.view_list(filter, 'gaps'),
    private.view_list(filter, 'tags')::uuid[],
    coalesce((filter ->> 'all_tags')::boolean, false),
    private.replace_value_in_conditions(nullif(filter -> 'conditions', 'null'), 'owner', '{me}', person::text)
  );
end
$$;
create or replace function public.purge_bin(ids uuid[] default null) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  names jsonb;
  purged integer;
begin
  perform private.refuse_non_admin('bin.emptied_by_admins', 'Only administrators can empty the bin.');
  -- In the order in which restore_records locks them.
  perform from public.binned_records b
  where b.account_id = account and (ids is null or b.record_id = any (ids))
  order by b.record_id
  for update;
  with gone as (
    delete from public.binned_records b
    where b.account_id = account and (ids is null or b.record_id = any (ids))
    returning b.kind, b.name
  ),
  counted as (
    select
      g.kind, case when char_length(g.name) > 60 then left(g.name, 59) || '…' else g.name end as name,
      row_number() over (order by g.name) as place
    from gone g
  )
  select count(*), jsonb_agg(jsonb_build_object('kind', c.kind, 'name', c.name) order by c.place) filter (where c.place <= 20)
  into purged, names
  from counted c;
  if purged > 0 then
    perform private.write_audit(
      account, private.caller_id(), 'bin_purged', 'bin', null, jsonb_build_object('records', purged, 'first', names)
    );
  end if;
  return purged;
end
$$;
create or replace function private.bin_record() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- delete_records has noted all of them at once, before it moved links.
  if not exists (
    select from public.binned_records b
    where b.account_id = old.account_id and b.kind = old.kind and b.record_id = old.id
  ) then
    insert into public.binned_records (account_id, kind, record_id, name, record, links, deleted_by, reason)
    values (
      old.account_id, old.kind, old.id, old.name, private.record_of_kind(old),
      private.links_for_bin(old.account_id, old.kind, old.id),
      private.caller_id(), left(coalesce(current_setting('cairn.reason', true), ''), 500)
    )
    on conflict do nothing;
  end if;
  return old;
end
$$;
comment on function private.bin_record() is 'Trigger: puts a record that is being deleted into the bin.';
create or replace function private.refuse_problem_of_restoring(answer jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  worst jsonb;
begin
  select p into worst
  from jsonb_array_elements(answer) as p
  where p ->> 'problem' is not null
  order by array_position(array['not_in_bin', 'not_allowed', 'switched_off', 'name_taken'], p ->> 'problem')
  limit 1;
  case worst ->> 'problem'
    when 'not_in_bin' then
      raise exception 'This record is no longer in the bin.'
        using errcode = 'PT404', detail = 'bin.record_gone', hint = 'Another member may have restored or purged it.';
    when 'not_allowed' then
      raise exception 'You cannot restore this record.'
        using errcode = '42501', detail = 'bin.not_allowed', hint = 'You can restore a record if you can delete it.';
    when 'switched_off' then
      perform private.refuse_feature_off(private.feature_of(worst ->> 'kind'));
    when 'name_taken' then
      raise exception '% with this name already exists.',
        (select k.noun from private.kinds k where k.kind = worst ->> 'kind')
        using errcode = '23505',
          detail = (worst ->> 'kind') || format('.name_taken %s', jsonb_build_object('record_id', worst ->> 'record_id')),
          hint = 'Choose another name. Capitals make no difference.';
    else
      null;
  end case;
end
$$;
create or replace function public.restore_from_bin(ids uuid[], new_names jsonb default '{}', partly boolean default false)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  answer jsonb;
begin
  if ids is null or jsonb_typeof(new_names) is distinct from 'object' then
    raise exception 'Say which records to restore.'
      using errcode = '22023', detail = 'bin.none_to_restore', hint = 'Send a list of ids.';
  end if;
  if cardinality(ids) > 2000 then
    raise exception 'You can restore at most 2,000 records at once.'
      using errcode = '22023', detail = 'bin.batch_size', hint = 'Choose fewer.';
  end if;
  select coalesce(jsonb_agg(to_jsonb(r)), '[]') into answer from private.restore_records(ids, new_names) r;
  if not coalesce(partly, false) then
    perform private.refuse_problem_of_restoring(answer);
  end if;
  return jsonb_build_object('act', private.note_act(
    private.my_account(), 'restore', null, private.part_of_act('restore')
  )) || (
    select jsonb_build_object(
      'restored', coalesce(jsonb_agg(jsonb_build_object(
        'kind', p ->> 'kind', 'id', p ->> 'record_id', 'name', p ->> 'name', 'missing', p -> 'missing'
      )) filter (where p ->> 'problem' is null), '[]'),
      'left', coalesce(jsonb_agg(jsonb_build_object(
        'id', p ->> 'record_id', 'name', p ->> 'name', 'problem', p ->> 'problem'
      )) filter (where p ->> 'problem' is not null), '[]')
    )
    from jsonb_array_elements(answer) as p
  );
end
$$;
create or replace function public.get_deletion_impact(kind_param text, ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  perform private.refuse_other_kind(kind_param);
  if ids is null or cardinality(ids) > 10000 then
    raise exception 'Ask for at most 10,000 records at once.'
      using errcode = '22023', detail = 'record.page_size', hint = 'Choose fewer.';
  end if;
  return (
    with dependent as (
      select 'solution' as kind, s.id, s.name, s.status, s.owner_id, s.invited_owner_id, s.status = 'active' as counts
      from public.solutions s
      where s.account_id = account and (
        kind_param = 'system' and s.related_systems && ids
        or kind_param = 'automation' and s.id in (
          select l.solution_id from public.solution_automations l where l.account_id = account and l.automation_id = any (ids)
        )
        or kind_param = 'agent' and s.id in (
          select l.solution_id from public.solution_agents l where l.account_id = account and l.agent_id = any (ids)
        )
      )
      union all
      select 'automation', a.id, a.name, a.status, a.owner_id, a.invited_owner_id, false
      from public.automations a
      where kind_param = 'solution' and a.account_id = account and a.id in (
        select l.automation_id from public.solution_automations l where l.account_id = account and l.solution_id = any (ids)
      )
      union all
      select 'agent', a.id, a.name, a.status, a.owner_id, a.invited_owner_id, false
      from public.agents a
      where kind_param = 'solution' and a.account_id = account and a.id in (
        select l.agent_id from public.solution_agents l where l.account_id = account and l.solution_id = any (ids)
      )
      union all
      select 'article', a.id, a.title, '', a.author_id, null, false
      from public.knowledge_articles a
      where kind_param = 'system' and a.account_id = account and a.system_id = any (ids)
    ),
    placed as (
      select d.*, p.name as owner_name, row_number() over (partition by d.kind order by lower(d.name), d.id) as place
      from dependent d
      left join public.account_members m on m.account_id = account and m.user_id = d.owner_id
      left join public.profiles p on p.id = m.user_id and (select private.may('people', 'read'))
    ),
    grouped as (
      select
        p.kind,
        count(*) as total,
        count(*) filter (where p.counts) as active,
        jsonb_agg(jsonb_build_object(
          'id', p.id, 'name', p.name, 'status', p.status, 'owner_id', p.owner_id, 'owner_name', p.owner_name,
          'invited_owner_id', p.invited_owner_id
        ) order by p.place) filter (where p.place <= 50) as items
      from placed p
      group by p.kind
    )
    select coalesce(jsonb_agg(to_jsonb(g) order by g.kind desc), '[]') from grouped g
  );
end
$$;
create or replace function public.delete_records(
  kind_param text, ids uuid[], reason_param text default '', move_to uuid default null, told boolean default false
) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  reason constant text := private.display_text(coalesce(reason_param, ''));
  known integer;
  allowed integer;
begin
  perform private.refuse_other_kind(kind_param);
  if ids is null or cardinality(ids) = 0 or char_length(reason) > 500 then
    raise exception 'Delete 1 to 2,000 records, with a reason of at most 500 characters.'
      using errcode = '22023', detail = 'record.deletion_shape';
  end if;
  perform private.refuse_many_deletions(cardinality(ids));
  perform private.refuse_feature_off(private.feature_of(kind_param));
  execute format(
    'with locked as (
      select r.* from public.%I r where r.account_id = $1 and r.id = any ($2) order by r.id for update
    )
    select count(*), count(*) filter (where private.may_delete(to_jsonb(l))) from locked l',
    private.catalogue_of(kind_param)
  ) into known, allowed using account, ids;
  if known < (select count(distinct i.id) from unnest(ids) as i (id)) then
    raise exception 'This record no longer exists.' using errcode = 'PT404', detail = 'record.gone';
  end if;
  if allowed < known then
    raise exception 'You cannot delete this record.'
      using errcode = '42501', detail = 'record.deletion_not_allowed',
        hint = 'Users can delete records that they created or own. Managers can delete all records.';
  end if;
  if move_to is not null and (move_to = any (ids) or not private.is_record(account, kind_param, move_to)) then
    raise exception 'The links cannot be moved to this record.'
      using errcode = '23503', detail = 'record.links_not_movable', hint = 'Choose another record of the same kind.';
  end if;
  perform set_config('cairn.reason', reason, true);
  perform private.insert_into_bin(account, kind_param, ids);
  if move_to is not null then
    perform private.repoint_links(account, kind_param, ids, move_to);
  end if;
  if told then
    perform private.notify_owners_of_linked(account, kind_param, ids, move_to, reason);
  end if;
  execute format('delete from public.%I r where r.account_id = $1 and r.id = any ($2)', private.catalogue_of(kind_param))
    using account, ids;
  perform set_config('cairn.reason', '', true);
  if known > 1 then
    perform private.note_act(account, 'delete', null, private.part_of_act('delete'));
  end if;
  return known;
end
$$;
create or replace function private.refuse_many_deletions(count integer) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if count > 2000 then
    raise exception 'You can delete at most 2,000 records at once.'
      using errcode = '22023', detail = 'record.deletion_size', hint = 'Choose fewer.';
  end if;
end
$$;
create or replace function private.is_field_key(key text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select key like 'own.%' or exists (select from private.fields f where f.key = is_field_key.key and 'undo' = any (f.uses))
$$;
comment on function private.is_field_key(text) is
  'Whether it is the key of a field that an undone act gives its former value back, or has the form of that of an own field.';
create or replace function private.stored_built_in(key text, fields text) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when f.in_words then format('coalesce(%s ->> %L, '''')', fields, key)
    when f.type = 'number' then format('(%s ->> %L)::numeric', fields, key)
    when f.type = 'date' then format('(%s ->> %L)::date', fields, key)
    when f.type = 'list' then format('array(select jsonb_array_elements_text(%s -> %L))', fields, key)
    when f.type = 'links' then format('%s -> %L', fields, key)
    else format('%s ->> %L', fields, key)
  end
  from private.fields f
  where f.key = stored_built_in.key
$$;
create function private.as_own_field(field private.fields, words jsonb default '[]') returns public.own_fields
language sql stable set search_path = ''
as $$
  select jsonb_populate_record(null::public.own_fields, jsonb_build_object(
    'name', field.said_as,
    'type', field.type,
    'required', false,
    'choices', field.choices || coalesce(
      (select jsonb_agg(jsonb_build_object('id', w.word)) from jsonb_array_elements_text(words) as w (word)), '[]'
    )
  ))
$$;
comment on function private.as_own_field(private.fields, jsonb) is
  'A built-in field as a definition, so that the rules of own fields judge its values; words are choices of its kind.';
alter function private.as_own_field(private.fields,jsonb) owner to cairn_definer;
revoke all on function private.as_own_field(private.fields,jsonb) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.field_in_bulk(kind text, key text) returns public.own_fields
language plpgsql stable security definer set search_path = ''
as $$
declare
  field public.own_fields;
  built_in private.fields;
begin
  select f.* into built_in from private.fields f where f.key = field_in_bulk.key and 'bulk' = any (f.uses);
  if built_in.key is not null then
    return private.as_own_field(built_in);
  end if;
  select f.* into field
  from public.own_fields f
  where f.account_id = private.my_account() and f.kind = field_in_bulk.kind and field_in_bulk.key = 'own.' || f.key;
  if field.id is null then
    raise exception 'There is no field %.', left(key, 100)
      using errcode = '23514', detail = format('field.unknown %s', jsonb_build_object('field', left(key, 100))),
        hint = 'Load the page again.';
  elsif field.deleted_at is not null then
    raise exception '% was deleted.', field.name
      using errcode = '23514', detail = format('field.deleted %s', jsonb_build_object('field', field.name)),
        hint = 'Load the page again.';
  elsif field.retired_at is not null then
    raise exception '% is retired.', field.name
      using errcode = '23514', detail = format('field.retired %s', jsonb_build_object('field', field.name)),
        hint = 'An administrator can bring it back in the settings.';
  end if;
  return field;
end
$$;
create or replace function private.fields_in_bulk(kind text, value text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  given jsonb := private.json_or_null(value);
  clean jsonb := '{}';
  one record;
  field public.own_fields;
  found jsonb;
  checked private.records;
  too_long private.fields;
begin
  if jsonb_typeof(given) is distinct from 'object' then
    given := '{}';
  end if;
  if (select count(*) from jsonb_object_keys(given - 'cost_currency')) <> 1
    or given ? 'cost_currency' and not given ? 'cost_per_month'
  then
    raise exception 'Name one field and its value. A cost comes with its currency.'
      using errcode = '22023', detail = 'bulk.one_field';
  end if;
  for one in select g.key, g.value from jsonb_each(given) g loop
    field := private.field_in_bulk(kind, one.key);
    if one.key = 'cost_per_month' and jsonb_typeof(one.value) = 'number' then
      one.value := to_jsonb(round((one.value #>> '{}')::numeric, 2));
    end if;
    found := private.own_value(field, field.name, one.value);
    if found is null and field.required then
      raise exception '% is required.', field.name
        using errcode = '23514', detail = format('field.required %s', jsonb_build_object('field', field.name));
    end if;
    clean := clean || jsonb_build_object(one.key, found);
  end loop;
  if clean @> '{"cost_per_month": null}' then
    clean := clean || '{"cost_currency": null}';
  end if;
  checked := jsonb_populate_record(null::private.records, clean || '{"links": []}');
  perform private.built_in_fields_hold(
    checked.vendor, checked.department, checked.criticality, checked.data_class, checked.lifecycle,
    checked.cost_per_month, checked.cost_currency, checked.renews_on, checked.links
  );
  select f.* into too_long
  from private.fields f
  join jsonb_each_text(clean) as c on c.key = f.key and char_length(c.value) > f.longest;
  if too_long.key is not null then
    raise exception '% must have at most % characters.', too_long.said_as, to_char(too_long.longest, 'FM9,999')
      using errcode = '23514',
        detail = 'field.length ' || jsonb_build_object('field', too_long.said_as, 'most', too_long.longest)::text;
  end if;
  return clean;
end
$$;
create or replace function private.value_in_record(key text) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when key like 'own.%' then format('t.own -> %L', substr(key, 5))
    when exists (select from private.fields f where f.key = value_in_record.key and f.in_words) then format('to_jsonb(nullif(t.%I, ''''))', key)
    else format('to_jsonb(t.%I)', key)
  end
$$;
create or replace function private.has_fields(fields jsonb) returns text
language sql stable set search_path = ''
as $$
  select string_agg(
    format('%s is not distinct from nullif($2::jsonb -> %L, ''null'')', private.value_in_record(k), k), ' and '
  )
  from jsonb_object_keys(fields) as k
$$;
create or replace function private.fields_before(fields jsonb) returns text
language sql stable set search_path = ''
as $$
  select format('jsonb_strip_nulls(jsonb_build_object(%s))', string_agg(
    format(
      '%1$L, case jsonb_typeof(%2$s) when ''string'' then to_jsonb(left(%2$s #>> ''{}'', 200)) else %2$s end',
      k, '(' || private.value_in_record(k) || ')'
    ),
    ', '
  ))
  from jsonb_object_keys(fields) as k
$$;
create or replace function private.field_statement(catalogue text, fields jsonb) returns text
language sql stable set search_path = ''
as $$
  select format(
    'with done as (
      update public.%I t set %s
      where t.id = any ($1) and t.updated_at <= $3 and not (%s)
      returning t.id
    )
    select array(select d.id from done d)',
    catalogue,
    string_agg(
      case
        when k like 'own.%' then format('own = t.own || jsonb_build_object(%L, $2::jsonb -> %L)', substr(k, 5), k)
        else format('%I = %s', k, private.stored_built_in(k, '$2::jsonb'))
      end,
      ', '
    ),
    private.has_fields(fields)
  )
  from jsonb_object_keys(fields) as k
$$;
create or replace function private.records_in_bulk(
  kind text, ids uuid[], query text, statuses text[], owners uuid[], without_owner boolean, gaps text[],
  excepted uuid[], tags uuid[], all_tags boolean, conditions jsonb
) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  meant uuid[];
begin
  if private.catalogue_of(kind) is null then
    raise exception 'There is no such catalogue, or it has no such order.'
      using errcode = '22023', detail = 'list.unknown_order';
  end if;
  if cardinality(ids) > 10000 or cardinality(excepted) > 10000 then
    raise exception 'You can change at most 10,000 records at once.'
      using errcode = '22023', detail = 'bulk.size', hint = 'Choose fewer.';
  end if;
  execute format(
    'select array(select t.id from public.%I t where (%s) and t.id <> all ($2) limit 10001)',
    private.catalogue_of(kind),
    case
      when ids is not null then format('t.account_id = %L and t.id = any ($1)', account)
      else private.records_condition(
        account, kind, query, statuses, owners, coalesce(without_owner, false), gaps, tags, all_tags, conditions
      )
    end
  )
    into meant using ids, coalesce(excepted, '{}');
  if cardinality(meant) > 10000 then
    raise exception 'You can change at most 10,000 records at once.'
      using errcode = '22023', detail = 'bulk.size', hint = 'Choose fewer.';
  end if;
  return meant;
end
$$;
create or replace function private.refuse_bulk(action text, value text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if action is null or action not in ('owner', 'status', 'expert', 'add_tag', 'remove_tag', 'field', 'delete') then
    raise exception 'You can change the owner, an expert, a tag, the status or a field of many records, or delete them.'
      using errcode = '22023', detail = 'bulk.unknown_action';
  end if;
  if action in ('add_tag', 'remove_tag')
    and not exists (select from public.tags t where t.account_id = private.my_account() and t.id = value::uuid)
  then
    raise exception 'There is no such tag.'
      using errcode = '23503', detail = 'tag.unknown', hint = 'It may have been deleted. Choose another tag.';
  end if;
  if action = 'expert' or action = 'owner' and value is not null and not private.is_invited_in_bulk(action, value) then
    perform private.refuse_non_member(value::uuid);
  end if;
end
$$;
create or replace function private.lock_undoable_act(act_param uuid) returns public.acts
language plpgsql volatile security definer set search_path = ''
as $$
declare
  held public.acts;
  kind text;
begin
  select a.* into held
  from public.acts a
  where a.id = act_param and a.account_id = private.my_account() and a.done_at > now() - private.undo_time()
  for update;
  if not found then
    raise exception 'You can no longer undo this.'
      using errcode = 'PT404', detail = 'act.not_undoable', hint = 'You can undo an act for 30 days.';
  end if;
  if coalesce(private.my_rank(), 0) < 1 then
    raise exception 'You cannot undo this.'
      using errcode = '42501', detail = 'act.undo_not_allowed',
        hint = 'Only members who can change records can undo acts.';
  end if;
  -- Before any record is held, and before values are checked: who changes definitions holds the lock and waits for
  -- records.
  perform pg_advisory_xact_lock_shared(private.lock_of_own_fields(held.account_id));
  for kind in
    select distinct h.kind from public.record_history h where h.account_id = held.account_id and h.act = held.id
      and h.kind = any (array(select private.kinds_of_catalogues()))
    order by 1
  loop
    execute format(
      'select from public.%I t
      where t.account_id = $1 and t.id = any (array(
        select h.record_id from public.record_history h where h.account_id = $1 and h.act = $2
      ))
      order by t.id for update',
      private.catalogue_of(kind)
    ) using held.account_id, held.id;
  end loop;
  return held;
end
$$;
create or replace function public.get_act(act_param uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  found_act public.acts;
  lines jsonb;
begin
  select a.* into found_act from public.acts a where a.id = act_param and a.account_id = private.my_account();
  if not found then
    raise exception 'There is no such act.'
      using errcode = 'PT404', detail = 'act.unknown', hint = 'Acts are kept as long as the history.';
  end if;
  if found_act.done_at > now() - private.undo_time() and private.my_rank() >= 1 then
    select coalesce(jsonb_agg(jsonb_build_object(
      'record_id', l.record_id, 'problem', l.problem, 'problem_by', l.problem_by
    )), '[]') into lines
    from private.checked_lines(found_act.id) l;
  end if;
  return private.act_json_with_undone(found_act) || jsonb_build_object(
    'lines', (
      select count(*)
      from public.record_history h
      where h.account_id = found_act.account_id and h.act = found_act.id
        and coalesce(h.field, h.action) = any (found_act.parts)
    ),
    'undoable', (
      select count(distinct l.record_id)
      from jsonb_to_recordset(lines) as l (record_id uuid, problem text)
      where l.problem is null
    ),
    'left', private.grouped_problems(coalesce(lines, '[]')),
    'expires_at', found_act.done_at + private.undo_time()
  );
end
$$;
create or replace function public.begin_list_export(list text, format text, filter jsonb default '{}') returns json
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
          private.max_exported_rows() + 1
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
        limit private.max_exported_rows() + 1
      );
    when 'acts' then
      ids := array(
        select a.id
        from public.acts a
        where a.account_id = account
        order by a.done_at desc, a.id
        limit private.max_exported_rows() + 1
      );
    when 'history' then
      ids := array(
        select h.id
        from public.record_history h
        where h.account_id = account and h.record_id = record_param
        order by h.changed_at desc, h.id desc
        limit private.max_exported_rows() + 1
      );
    else
      raise exception 'There is no such list.' using errcode = '22023', detail = 'list.unknown';
  end case;
  return private.begin_export(list, record_param::text, format, ids);
end
$$;
create or replace function public.get_list_to_export(list text, ids text[]) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  rows json;
begin
  if coalesce(cardinality(ids) > 1000, true) then
    raise exception 'A part of an export has at most 1,000 records.'
      using errcode = '22023', detail = 'export.part_size';
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
      raise exception 'There is no such list.' using errcode = '22023', detail = 'list.unknown';
  end case;
  return coalesce(rows, '[]');
end
$$;
create or replace function private.refuse_importing(kind text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.refuse_other_kind(kind);
  if coalesce(private.my_rank(), 0) < 1 then
    raise exception 'Viewers cannot import.'
      using errcode = '42501', detail = 'import.not_for_viewers', hint = 'Ask an administrator for another level.';
  end if;
  perform private.refuse_feature_off(private.feature_of(kind));
end
$$;
create or replace function private.lock_import(import uuid) returns public.imports
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
      using errcode = 'PT404', detail = 'import.unknown',
        hint = 'Imports are kept for seven days. Start again with the file.';
  end if;
  perform private.refuse_importing(held.kind);
  return held;
end
$$;
create or replace function public.start_import(kind text, file_name text, match_key text, source text default null) returns uuid
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
    raise exception 'Rows can meet records by an own field that is a text or a number.'
      using errcode = '22023', detail = 'import.match_by_own_field';
  end if;
  if match_key = 'source' and nullif(private.display_text(source), '') is null then
    raise exception 'Say which source the file comes from.' using errcode = '22023', detail = 'import.source_needed';
  end if;
  insert into public.imports as i (kind, file_name, match_key, source, people)
  values (
    kind, private.display_text(file_name), match_key, nullif(private.display_text(source), ''),
    private.remembered_people(private.my_account())
  )
  returning i.id into started;
  return started;
end
$$;
create or replace function public.add_import_rows(import uuid, rows jsonb) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  plan constant public.imports := private.lock_import(import);
  added integer;
begin
  if exists (select from public.import_rows r where r.import_id = plan.id and r.effect is not null) then
    raise exception 'This import has been checked already.'
      using errcode = 'PT409', detail = 'import.already_checked', hint = 'Start again with the file.';
  end if;
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) > 1000 or exists (
    select from jsonb_array_elements(rows) as r (value)
    where jsonb_typeof(r.value -> 'values') is distinct from 'object'
      or coalesce(r.value ->> 'row' !~ '^[1-9][0-9]{0,6}$', true)
      or jsonb_typeof(coalesce(r.value -> 'unreadable', '[]')) <> 'array'
  ) then
    raise exception 'Send at most 1,000 rows: [{"row", "values", "unreadable"}].'
      using errcode = '22023', detail = 'import.rows_shape';
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
    raise exception 'An import has at most 50,000 rows.'
      using errcode = '22023', detail = 'import.too_many_rows', hint = 'Divide the file.';
  end if;
  return added;
end
$$;
create or replace function private.import_fields(account uuid, kind text)
returns table (key text, field public.own_fields, longest integer)
language sql stable security definer set search_path = ''
as $$
  select 'own.' || f.key, f, null::integer
  from public.own_fields f
  where f.account_id = account and f.kind = import_fields.kind and f.deleted_at is null and f.retired_at is null
  union all
  select c.key, private.as_own_field(c, k.choices -> c.key), c.longest
  from private.kinds k
  join private.fields c on 'import' = any (c.uses) and c.key <> all (k.other_columns)
  where k.kind = import_fields.kind
$$;
create or replace function private.import_cell(
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
    -- The importer says who it is, and sees whom they have said.
    if field.type = 'member' and (meant is null or people -> lower(private.display_text(value #>> '{}')) ? 'said') then
      unknown := array[private.display_text(value #>> '{}')];
    end if;
    if meant is null then
      problem := case field.type when 'record' then 'unknown_record' end;
      detail := case field.type when 'record' then left(value #>> '{}', 200) end;
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
    detail := field.name || ' ' || private.sentence_of_own_problem(judged.problem);
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
create or replace function private.compare_import_row(
  record jsonb, clean jsonb, fields jsonb, out writes jsonb, out cells jsonb, out problems jsonb
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  one record;
  had jsonb;
  before jsonb;
  after jsonb;
  field public.own_fields;
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
        before := had;
        after := nullif(one.value, 'null');
        if fields -> one.key ->> 'type' in ('member', 'record') then
          field := jsonb_populate_record(null::public.own_fields, fields -> one.key);
          before := private.name_in_field(field, before);
          after := private.name_in_field(field, after);
        end if;
        list := list || jsonb_build_object('field', one.key, 'before', before, 'after', after);
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
      if coalesce(had, 'null') <> one.value
        and (had is null or private.is_unchanged_by_import(one.key, had, one.value) is not true)
      then
        writes := writes || jsonb_build_object(one.key, case
          when one.value = 'null' and (select f.in_words from private.fields f where f.key = one.key) then '""' else one.value
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
create or replace function private.refuse_decision(account uuid, kind text, decision jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if decision is null then
    return;
  end if;
  if coalesce(decision ->> 'do', '') not in ('apply', 'leave', 'apart', 'join', 'bin', 'restore') then
    raise exception 'Rows are applied, left, kept apart, joined, restored or deleted.'
      using errcode = '22023', detail = 'import.unknown_decision';
  end if;
  if decision ->> 'do' = 'join' and not coalesce(
    case when private.is_uuid(decision ->> 'record_id') then private.is_record(account, kind, (decision ->> 'record_id')::uuid) end,
    false
  ) then
    raise exception 'This record no longer exists.'
      using errcode = 'PT404', detail = 'record.gone', hint = 'Choose another one.';
  end if;
end
$$;
create or replace function public.decide_import(
  import uuid, decision jsonb default null, rows integer[] default null, effect text default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  plan constant public.imports := private.lock_import(import);
  act constant text := decision ->> 'do';
  chosen integer[];
  again integer[];
begin
  perform private.refuse_decision(plan.account_id, plan.kind, decision);
  if act = 'join' and coalesce(cardinality(rows), 0) <> 1 then
    raise exception 'Join one row with one record.' using errcode = '22023', detail = 'import.join_one';
  end if;
  chosen := array(
    select r.row_number
    from public.import_rows r
    where r.import_id = plan.id and (r.row_number = any (rows) or r.effect = decide_import.effect)
      and private.is_possible_decision(r, decide_import.decision)
    order by r.row_number
  );
  if act = 'restore' then
    perform private.restore_records_of_rows(plan, chosen);
  end if;
  with decided as (
    update public.import_rows r
    set decision = case when act = 'restore' then r.decision else decide_import.decision end,
      outcome = null,
      effect = case
        when r.outcome = 'refused' or act in ('join', 'apart', 'restore') or r.decision ->> 'do' in ('join', 'apart') then null
        else r.effect
      end
    where r.import_id = plan.id and r.row_number = any (chosen)
    returning r.row_number, r.effect
  )
  select array_agg(d.row_number) filter (where d.effect is null) into again from decided d;
  perform private.check_import_rows(plan, again[:500]);
  update public.imports i set done_at = null where i.id = plan.id and i.done_at is not null;
  return private.import_json(plan.id);
end
$$;
create or replace function private.refuse_person_choice(account uuid, choice jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if choice is null then
    return;
  end if;
  if choice ? 'member' and not exists (
    select from public.account_members m where m.account_id = account and m.user_id::text = choice ->> 'member'
  ) then
    raise exception 'This person is not a member of your account.'
      using errcode = '23503', detail = 'member.not_in_account', hint = 'Choose a member.';
  elsif choice ? 'invite' then
    perform private.refuse_non_owner();
    if not coalesce(private.is_email(choice ->> 'invite'), false) then
      raise exception 'Please enter a valid email address.' using errcode = '23514', detail = 'email.invalid';
    elsif private.rank(choice ->> 'level') is null then
      raise exception 'Please select a valid permission level.' using errcode = '23514', detail = 'level.unknown';
    end if;
  elsif not choice ? 'member' then
    raise exception 'A person is a member, invited or left out.'
      using errcode = '22023', detail = 'import.unknown_person_decision';
  end if;
end
$$;
create or replace function public.apply_import(import uuid) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  plan constant public.imports := private.lock_import(import);
  waiting integer[] := private.next_import_rows(plan);
begin
  if plan.checked_at is null or private.is_unchecked(plan) then
    raise exception 'Check this import before you apply it.'
      using errcode = 'PT409', detail = 'import.not_checked', hint = 'Call check_import until all rows are checked.';
  end if;
  perform set_config('cairn.act', plan.act::text, true);
  perform set_config('cairn.names_are_known', 'on', true);
  loop
    if cardinality(waiting) > 0 then
      perform private.apply_import_rows(plan, waiting[:100]);
    end if;
    perform private.store_import_progress(plan, waiting[:100]);
    waiting := waiting[101:];
    if cardinality(waiting) = 0 then
      waiting := private.next_import_rows(plan);
    end if;
    exit when cardinality(waiting) = 0 or clock_timestamp() > statement_timestamp() + interval '2 seconds';
  end loop;
  return private.import_json(plan.id);
end
$$;
create or replace function private.people_to_remember(import uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  plan constant jsonb := private.import_json(import);
begin
  if plan is null then
    raise exception 'There is no such import.'
      using errcode = 'PT404', detail = 'import.unknown',
        hint = 'Imports are kept for seven days. Start again with the file.';
  elsif plan ->> 'state' <> 'done' then
    raise exception 'This import is not applied yet.'
      using errcode = 'PT409', detail = 'import.not_applied', hint = 'Apply it first.';
  end if;
  return (
    select coalesce(jsonb_object_agg(lower(p.value ->> 'word'), p.value -> 'choice' -> 'member'), '{}')
    from jsonb_array_elements(plan -> 'people') as p (value)
    join public.imports i on i.id = import
    where i.people ? lower(p.value ->> 'word') and not coalesce(p.value -> 'choice' ? 'invite', false)
      and char_length(p.value ->> 'word') <= 400
  );
end
$$;
create or replace function public.remember_import_match(kind text, heads text[], matched jsonb, import uuid default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  kept jsonb;
begin
  perform private.refuse_importing(kind);
  if coalesce(cardinality(heads), 0) not between 1 and 1000 or jsonb_typeof(matched) is distinct from 'object'
    or octet_length(matched::text) > 100000
  then
    raise exception 'A match is a JSON object of at most 100,000 bytes for 1 to 1,000 heads.'
      using errcode = '22023', detail = 'import.match_shape';
  end if;
  kept := matched - 'people';
  if import is not null then
    kept := kept || jsonb_build_object('people', private.people_to_remember(import));
  end if;
  insert into public.import_matches as m (account_id, kind, heads, matched)
  values (account, kind, private.header_hash(heads), kept)
  on conflict on constraint import_matches_pkey do update set matched = excluded.matched, used_at = now();
  -- The latest hundred stay.
  delete from public.import_matches m
  where m.account_id = account and (m.kind, m.heads) in (
    select o.kind, o.heads from public.import_matches o where o.account_id = account order by o.used_at desc offset 100
  );
end
$$;
create or replace function private.refuse_managing_sources() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if coalesce(private.my_rank(), 0) < 2 then
    raise exception 'Only managers can manage sources.'
      using errcode = '42501', detail = 'source.managers_only', hint = 'Ask a manager or an administrator.';
  end if;
end
$$;
create or replace function public.add_found_source(name text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  key constant text := private.new_source_key();
  added uuid;
begin
  perform private.refuse_managing_sources();
  perform private.require_recent_proof();
  if (select count(*) from public.found_sources s where s.account_id = private.my_account()) >= 50 then
    raise exception 'An account has at most 50 sources.'
      using errcode = '22023', detail = 'source.too_many', hint = 'Delete one that is no longer used.';
  end if;
  insert into public.found_sources as s (name, key_hash)
  values (private.display_text(add_found_source.name), private.token_hash(key))
  on conflict do nothing
  returning s.id into added;
  if added is null then
    raise exception 'A source with this name already exists.'
      using errcode = '23505', detail = 'source.name_taken', hint = 'Choose another name.';
  end if;
  perform private.write_audit(
    private.my_account(), private.caller_id(), 'found_source_added', 'found_source', added::text,
    jsonb_build_object('name', private.display_text(add_found_source.name))
  );
  perform private.record_made_secret('source_key', added, private.display_text(add_found_source.name));
  return jsonb_build_object('id', added, 'key', key);
end
$$;
create or replace function public.renew_found_key(source uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  key constant text := private.new_source_key();
  called text;
begin
  perform private.refuse_managing_sources();
  perform private.require_recent_proof();
  update public.found_sources s set key_hash = private.token_hash(key)
  where s.id = renew_found_key.source and s.account_id = private.my_account()
  returning s.name into called;
  if not found then
    raise exception 'This source no longer exists.' using errcode = 'PT404', detail = 'source.gone';
  end if;
  perform private.write_audit(
    private.my_account(), private.caller_id(), 'found_key_renewed', 'found_source', source::text,
    jsonb_build_object('name', called)
  );
  perform private.record_made_secret('source_key', source, called);
  return jsonb_build_object('id', source, 'key', key);
end
$$;
create or replace function private.refuse_found_records(account uuid, kind text, records jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  fields constant text[] := private.found_fields(account, kind);
  problem text;
begin
  if jsonb_typeof(records) is distinct from 'array' or jsonb_array_length(records) > 1000 then
    raise exception 'Send a list of at most 1,000 records.' using errcode = '22023', detail = 'found.batch_size';
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
    raise exception '%', problem
      using errcode = '22023', detail = 'found.record', hint = 'Nothing of this request was taken in.';
  end if;
end
$$;
create or replace function private.refuse_full_inbox(account uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (select count(*) from public.found_records f where f.account_id = account and f.state = 'waiting') > 10000 then
    raise exception 'At most 10,000 found records can wait.'
      using errcode = 'PT409', detail = 'found.too_many_wait', hint = 'Register or ignore some of those that wait.';
  end if;
end
$$;
create or replace function public.push_found(key text, kind text, records jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  pusher public.found_sources;
  counts jsonb;
begin
  select s.* into pusher from public.found_sources s where s.key_hash = private.token_hash(push_found.key);
  if not found then
    return private.unknown_secret_response('keys of sources', 'This is not the key of a source.', 'A manager can renew the key.');
  end if;
  if not private.count_against_limit('pushes of ' || pusher.id, 60) then
    raise exception 'Too many requests.'
      using errcode = 'PT429', detail = 'request.too_many', hint = 'Wait a minute, then try again.';
  end if;
  perform private.refuse_other_kind(kind);
  perform private.refuse_found_records(pusher.account_id, kind, records);
  counts := private.store_found_records(pusher, kind, records);
  perform private.refuse_full_inbox(pusher.account_id);
  update public.found_sources s set last_seen_at = now() where s.id = pusher.id;
  return counts;
end
$$;
create or replace function private.refuse_deciding_found() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if coalesce(private.my_rank(), 0) < 1 then
    raise exception 'Viewers cannot import.'
      using errcode = '42501', detail = 'import.not_for_viewers', hint = 'Ask an administrator for another level.';
  end if;
end
$$;
create or replace function public.start_import_of_found(ids uuid[] default null, kind text default null, source text default null)
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
    raise exception 'None of these found records waits any more.' using errcode = 'PT404', detail = 'found.none_wait';
  elsif origin.amount > 1 then
    raise exception 'Review records of one kind and one source at a time.'
      using errcode = '22023', detail = 'found.one_kind_and_source';
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
create function private.cron_values(field text, names text[], low integer, high integer, code text, sentence text)
returns integer[]
language plpgsql immutable set search_path = ''
as $$
declare
  part text;
  said text[];
  bounds integer[];
  step integer;
  found integer[] := '{}';
begin
  foreach part in array string_to_array(field, ',') loop
    said := regexp_match(part, '^(?:\?|(?:\*|([a-z]{3}|[0-9]{1,2})(?:-([a-z]{3}|[0-9]{1,2}))?)(?:/([0-9]{1,2}))?)$');
    if said is null then
      raise exception '%', sentence
        using errcode = '22023', detail = code, hint = format('This is not: "%s".', left(part, 40));
    end if;
    step := coalesce(said[3]::integer, 1);
    bounds := array[
      case when said[1] is null then low else private.cron_number(said[1], names, low) end,
      case
        when said[1] is null then high
        else private.cron_number(coalesce(said[2], said[1]), names, low)
      end
    ];
    -- Of 5/10, Debian's cron takes the 5 alone and others every tenth from 5 on.
    if bounds[1] is null or bounds[2] is null or bounds[1] < low or bounds[2] > high or bounds[1] > bounds[2]
      or step not between 1 and high or (said[3] is not null and said[1] is not null and said[2] is null)
    then
      raise exception '%', sentence
        using errcode = '22023', detail = code, hint = format('This is not: "%s".', left(part, 40));
    end if;
    found := found || array(select generate_series(bounds[1], bounds[2], step));
  end loop;
  return found;
end
$$;
comment on function private.cron_values(text, text[], integer, integer, text, text) is
  'The numbers of a field of a cron line in small letters: a list of *, numbers, names and ranges, with steps. Refuses anything else with the sentence.';
alter function private.cron_values(text,text[],integer,integer,text,text) owner to cairn_definer;
revoke all on function private.cron_values(text,text[],integer,integer,text,text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.cron_weekdays(field text) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  names constant text[] := '{sun,mon,tue,wed,thu,fri,sat}';
  code constant text := 'schedule.weekday';
  sentence constant text := 'The weekday of a cron line is 0 to 7 or sun to sat, such as 1-5, 5L for the last Friday or 5#2 for the second.';
  part text;
  said text[];
  weekday integer;
  held integer[] := '{}';
  latest integer[] := '{}';
begin
  foreach part in array string_to_array(field, ',') loop
    said := regexp_match(part, '^([a-z]{3}|[0-7])(?:#([1-5])|(l))$');
    if said is null then
      held := held || array(
        select w.value % 7 + 7 * n.value
        from unnest(private.cron_values(part, names, 0, 7, code, sentence)) w (value), generate_series(0, 4) n (value)
      );
    else
      weekday := private.cron_number(said[1], names, 0) % 7;
      if weekday is null then
        raise exception '%', sentence
        using errcode = '22023', detail = code, hint = format('This is not: "%s".', left(part, 40));
      end if;
      if said[2] is null then
        latest := latest || weekday;
      else
        held := held || (weekday + 7 * (said[2]::integer - 1));
      end if;
    end if;
  end loop;
  return jsonb_build_object('weekdays', private.sorted_numbers(held), 'last_weekdays', private.sorted_numbers(latest));
end
$$;
create or replace function private.refuse_calendar_without_days(calendar jsonb) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if not exists (
    select
    from jsonb_array_elements(calendar -> 'months') m (value)
    cross join unnest(case m.value::integer when 2 then '{28,29}' when 4 then '{30}' when 6 then '{30}' when 9 then '{30}'
      when 11 then '{30}' else '{31}' end::integer[]) l (length)
    cross join generate_series(1, l.length) d (day)
    cross join generate_series(0, 6) w (weekday)
    where private.is_cron_day(calendar, d.day, w.weekday, l.length)
  ) then
    raise exception 'This cron line never comes: no such month has such a day.'
      using errcode = '22023', detail = 'schedule.never_comes', hint = 'Change its day or month.';
  end if;
end
$$;
create or replace function private.cron_calendar(cron text) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  line text := lower(btrim(cron, E' \t\r\n'));
  fields text[];
  calendar jsonb;
begin
  if cron is null or char_length(cron) > 200 then
    raise exception 'A cron line has at most 200 characters.'
      using errcode = '22023', detail = 'schedule.too_long', hint = 'Send it alone, without a command.';
  end if;
  line := case line
    when '@hourly' then '0 * * * *'
    when '@daily' then '0 0 * * *'
    when '@midnight' then '0 0 * * *'
    when '@weekly' then '0 0 * * 0'
    when '@monthly' then '0 0 1 * *'
    when '@yearly' then '0 0 1 1 *'
    when '@annually' then '0 0 1 1 *'
    else line
  end;
  fields := regexp_split_to_array(line, '\s+');
  if fields[1] ~ '^h(\(|/|$)' then
    raise exception 'Jenkins chooses what H stands for. Write the minute itself.'
      using errcode = '22023', detail = 'schedule.hash',
        hint = 'Such as 0 9 * * * with a grace of an hour for H 9 * * *.';
  end if;
  if line ~ '^rate\(' then
    raise exception 'A rate is an interval here.'
      using errcode = '22023', detail = 'schedule.rate', hint = 'Expect an interval, such as of a day.';
  end if;
  if cardinality(fields) <> 5 then
    raise exception 'A cron line has five fields: minute, hour, day, month and weekday.'
      using errcode = '22023', detail = 'schedule.five_fields',
        hint = 'It can also be @hourly, @daily, @weekly, @monthly or @yearly.';
  end if;
  calendar := jsonb_build_object(
    'minutes', private.sorted_numbers(private.cron_values(fields[1], '{}', 0, 59,
      'schedule.minute', 'The minute of a cron line is 0 to 59, such as 30, 0,30 or */15.')),
    'hours', private.sorted_numbers(private.cron_values(fields[2], '{}', 0, 23,
      'schedule.hour', 'The hour of a cron line is 0 to 23, such as 7, 8-18 or */2.')),
    'days', private.sorted_numbers(case
      when array_remove(string_to_array(fields[3], ','), 'l') = '{}' then '{}'
      else private.cron_values(array_to_string(array_remove(string_to_array(fields[3], ','), 'l'), ','), '{}', 1, 31,
        'schedule.day', 'The day of a cron line is 1 to 31, such as 1, 1,15 or L for the last of the month.')
    end),
    'last_day', 'l' = any(string_to_array(fields[3], ',')),
    'months', private.sorted_numbers(private.cron_values(fields[4], '{jan,feb,mar,apr,may,jun,jul,aug,sep,oct,nov,dec}', 1, 12,
      'schedule.month', 'The month of a cron line is 1 to 12 or jan to dec, such as 1,7 or */3.')),
    'both', left(fields[3], 1) in ('*', '?') or left(fields[5], 1) in ('*', '?'),
    'wild', left(fields[1], 1) in ('*', '?') or left(fields[2], 1) in ('*', '?')
  ) || private.cron_weekdays(fields[5]);
  perform private.refuse_calendar_without_days(calendar);
  return calendar;
end
$$;
create or replace function private.refuse_time_zone(name text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if name is distinct from 'UTC' and not coalesce(private.is_time_zone(name), false) then
    raise exception 'There is no such time zone.'
      using errcode = '22023', detail = 'time_zone.unknown', hint = 'Send a name such as Europe/Berlin.';
  end if;
end
$$;
create or replace function private.refuse_working_hours(working_hours jsonb) returns void
language plpgsql immutable set search_path = ''
as $$
declare
  clock constant text := '^([01][0-9]|2[0-3]):[0-5][0-9]$';
  opens constant text := working_hours ->> 'from';
  closes constant text := working_hours ->> 'to';
begin
  if working_hours is null then
    return;
  end if;
  if jsonb_typeof(working_hours) <> 'object' or working_hours - '{days,from,to}'::text[] <> '{}'
    or jsonb_typeof(working_hours -> 'days') is distinct from 'array'
    or (opens ~ clock) is not true or (closes ~ clock or closes = '24:00') is not true
  then
    raise exception 'Working hours are {"days": [1, 2, 3, 4, 5], "from": "08:00", "to": "18:00"}.'
      using errcode = '22023', detail = 'working_hours.shape', hint = 'Monday is 1, Sunday 7.';
  end if;
  if working_hours -> 'days' = '[]' or not working_hours -> 'days' <@ '[1, 2, 3, 4, 5, 6, 7]' then
    raise exception 'Working hours need 1 to 7 days of the week.'
      using errcode = '22023', detail = 'working_hours.days', hint = 'Monday is 1, Sunday 7.';
  end if;
  -- As text, for both have two digits an hour.
  if opens collate "C" >= closes collate "C" then
    raise exception 'Working hours must end after they begin.'
      using errcode = '22023', detail = 'working_hours.end', hint = 'The end of a day is 24:00.';
  end if;
end
$$;
create or replace function public.ping(
  token text, action text default 'success', rid uuid default null, note text default null, name text default null
)
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  answer record;
begin
  -- Windows has exit codes below 0 and beyond 255.
  if action ~ '^-?[0-9]{1,10}$' and action::bigint not between 0 and 255 then
    action := 'fail';
  end if;
  if action is null or action !~ '^(success|start|fail|log|[0-9]{1,3})$' then
    raise exception 'The action must be success, start, fail, log or an exit code of 0 to 255.'
      using errcode = '22023', detail = 'heartbeat.unknown_action';
  end if;
  select t.* into answer
  from private.take_in_calls(jsonb_build_array(jsonb_build_object(
    'token', coalesce(ping.token, ''), 'name', ping.name, 'action', ping.action, 'rid', ping.rid,
    'note', left(ping.note, 10000), 'network', private.network_of(private.caller_address())::text,
    'agent', private.caller_agent()
  ))) t;
  if answer.status = 200 then
    return '"OK"';
  end if;
  if answer.status = 404 then
    return private.refusal_response(404, 'Nobody has this address.', 'It may have been rotated or revoked.');
  end if;
  return private.refusal_response(429, 'Too many requests.', 'Wait a minute, then try again.', answer.retry_after);
end
$$;
create or replace function private.lock_heartbeat_to_change(heartbeat uuid) returns public.heartbeats
language plpgsql volatile security definer set search_path = ''
as $$
declare
  beat public.heartbeats;
begin
  select h.* into beat
  from public.heartbeats h
  where h.id = heartbeat and h.account_id = private.my_account() and not h.rests
  for update;
  if not found then
    raise exception 'This heartbeat no longer exists.' using errcode = 'PT404', detail = 'heartbeat.gone';
  end if;
  perform private.changeable_record_for_heartbeat(beat.kind, beat.record_id);
  return beat;
end
$$;
create or replace function private.changeable_record_for_heartbeat(kind text, record_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  found jsonb;
begin
  if kind is null or kind not in ('automation', 'agent') then
    raise exception 'Only automations and agents have a heartbeat.'
      using errcode = '22023', detail = 'heartbeat.kind';
  end if;
  select to_jsonb(r) into found
  from private.records r
  where r.account_id = private.my_account()
    and r.kind = changeable_record_for_heartbeat.kind and r.id = changeable_record_for_heartbeat.record_id;
  if found is null then
    raise exception 'This record no longer exists.' using errcode = 'PT404', detail = 'record.gone';
  end if;
  if not private.may_change(private.feature_of(kind), found) then
    raise exception 'You may not change this record.'
      using errcode = '42501', detail = 'record.change_not_allowed', hint = 'Ask its owner or a manager.';
  end if;
  return found;
end
$$;
create or replace function public.give_heartbeat(kind text, record_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  token constant text := private.new_heartbeat_token();
  beat public.heartbeats;
begin
  perform private.changeable_record_for_heartbeat(kind, record_id);
  perform private.require_recent_proof();
  insert into public.heartbeats as h (account_id, kind, record_id, token_hash)
  values (private.my_account(), give_heartbeat.kind, give_heartbeat.record_id, private.token_hash(token))
  on conflict on constraint heartbeats_record_key do update
  set token_hash = excluded.token_hash, former_hash = null, former_until = null
  where h.token_hash is null
  returning h.* into beat;
  if beat.id is null then
    raise exception 'This record has an address already.'
      using errcode = '23505', detail = 'heartbeat.has_address', hint = 'Rotate it to get a new one.';
  end if;
  perform private.store_called_heartbeat(private.restart_expectation(beat));
  perform private.record_heartbeat_in_history(beat, null, '"made"');
  perform private.audit_heartbeat_address(beat, 'heartbeat_address_made');
  return jsonb_build_object('id', beat.id, 'token', token);
end
$$;
create or replace function public.rotate_heartbeat(heartbeat uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  token constant text := private.new_heartbeat_token();
  beat public.heartbeats;
begin
  -- Holds the session first, as who ends it does.
  perform private.require_recent_proof();
  beat := private.lock_heartbeat_to_change(heartbeat);
  if beat.token_hash is null then
    raise exception 'This address was revoked.'
      using errcode = '22023', detail = 'heartbeat.revoked', hint = 'Create another one.';
  end if;
  beat.former_hash := beat.token_hash;
  beat.former_until := now() + interval '24 hours';
  beat.token_hash := private.token_hash(token);
  perform private.store_changed_heartbeat(beat);
  perform private.record_heartbeat_in_history(beat, null, '"rotated"');
  perform private.audit_heartbeat_address(beat, 'heartbeat_address_rotated');
  return jsonb_build_object('id', beat.id, 'token', token);
end
$$;
create or replace function public.silence_heartbeat(heartbeat uuid, until timestamptz default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  beat public.heartbeats := private.lock_heartbeat_to_change(heartbeat);
begin
  if until > now() + interval '1 year' then
    raise exception 'A heartbeat can be silent for a year at most.'
      using errcode = '22023', detail = 'heartbeat.silence', hint = 'Pause it instead.';
  end if;
  beat.silent_until := case when until > now() then until end;
  perform private.store_changed_heartbeat(beat);
end
$$;
create or replace function private.refuse_expectation(expects text, every_seconds integer, grace_seconds integer) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if expects is null or expects not in ('nothing', 'interval', 'cron') then
    raise exception 'Expect nothing, an interval or a schedule.'
      using errcode = '22023', detail = 'heartbeat.expectation';
  end if;
  if expects = 'interval' and coalesce(every_seconds, 0) not between 60 and 31622400 then
    raise exception 'The interval must be a minute to a year.' using errcode = '22023', detail = 'heartbeat.interval';
  end if;
  if coalesce(grace_seconds, 0) not between 60 and 31622400 then
    raise exception 'The grace must be a minute to a year.' using errcode = '22023', detail = 'heartbeat.grace';
  end if;
end
$$;
create or replace function private.changeable_records_for_heartbeats(kind text, record_ids uuid[]) returns table (id uuid, name text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if changeable_records_for_heartbeats.kind is null
    or changeable_records_for_heartbeats.kind not in ('automation', 'agent')
  then
    raise exception 'Only automations and agents have a heartbeat.'
      using errcode = '22023', detail = 'heartbeat.kind';
  end if;
  if coalesce(cardinality(record_ids) > 500, true) then
    raise exception 'Ask for at most 500 records at once.' using errcode = '22023', detail = 'heartbeat.batch_size';
  end if;
  return query
    select r.id, r.name
    from private.records r
    where r.account_id = private.my_account() and r.kind = changeable_records_for_heartbeats.kind and r.id = any (record_ids)
      and private.may_change(private.feature_of(r.kind), to_jsonb(r))
    order by r.id;
end
$$;
create or replace function public.make_discovery_address() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  token constant text := private.new_heartbeat_token();
begin
  perform private.refuse_non_admin('caller.address_by_admins', 'Only administrators can make the address of the account.');
  perform private.require_recent_proof();
  insert into private.discovery_addresses as a (account_id, token_hash)
  values (private.my_account(), private.token_hash(token))
  on conflict on constraint discovery_addresses_pkey do update
  set token_hash = excluded.token_hash, former_hash = a.token_hash, former_until = now() + interval '24 hours';
  perform private.write_audit(
    private.my_account(), private.caller_id(), 'discovery_address_made', 'account', private.my_account()::text, '{}'
  );
  perform private.record_made_secret(
    'discovery_address', private.my_account(),
    (select a.name from public.accounts a where a.id = private.my_account())
  );
  return jsonb_build_object('token', token);
end
$$;
create or replace function public.revoke_discovery_address() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_non_admin('caller.address_revoked_by_admins', 'Only administrators can revoke the address of the account.');
  delete from private.discovery_addresses a where a.account_id = private.my_account();
  if found then
    perform private.write_audit(
      private.my_account(), private.caller_id(), 'discovery_address_revoked', 'account', private.my_account()::text, '{}'
    );
  end if;
end
$$;
create or replace function public.get_discovered(state text default 'waiting') returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  perform private.refuse_non_admin('caller.seen_by_admins', 'Only administrators can see who calls the account.');
  return jsonb_build_object(
    'has_address', exists (select from private.discovery_addresses a where a.account_id = account),
    'waiting', (select count(*) from public.discovered_callers c where c.account_id = account and c.state = 'waiting'),
    'refused', (select count(*) from public.discovered_callers c where c.account_id = account and c.state = 'refused'),
    'items', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'name', c.name, 'first_at', c.first_at, 'last_at', c.last_at, 'calls', c.calls,
        'network', c.network, 'agent', c.agent, 'note', c.note
      ) order by c.last_at desc, c.id), '[]')
      from (
        select o.*
        from public.discovered_callers o
        where o.account_id = account and o.state = get_discovered.state
        order by o.last_at desc, o.id
        limit 500
      ) c
    )
  );
end
$$;
create or replace function public.join_discovered(caller uuid, kind text, record_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  beat public.heartbeats;
begin
  perform private.refuse_non_admin('caller.joined_by_admins', 'Only administrators can join callers to records.');
  perform private.changeable_record_for_heartbeat(kind, record_id);
  update public.discovered_callers c
  set state = 'joined', kind = join_discovered.kind, record_id = join_discovered.record_id,
    decided_by = private.caller_id(), decided_at = now()
  where c.id = caller and c.account_id = private.my_account() and c.state <> 'joined';
  if not found then
    raise exception 'This caller no longer waits.' using errcode = 'PT404', detail = 'caller.not_waiting';
  end if;
  insert into public.heartbeats as h (account_id, kind, record_id, token_hash)
  values (
    private.my_account(), join_discovered.kind, join_discovered.record_id,
    private.token_hash(private.new_heartbeat_token())
  )
  on conflict on constraint heartbeats_record_key do update set token_hash = excluded.token_hash
  where h.token_hash is null
  returning h.* into beat;
  if beat.id is not null then
    perform private.store_called_heartbeat(private.restart_expectation(beat));
    perform private.record_heartbeat_in_history(beat, null, '"joined"');
  end if;
end
$$;
create or replace function public.register_discovered(caller uuid, kind text, name text, place text) returns uuid
language plpgsql set search_path = ''
as $$
declare
  registered uuid;
begin
  case kind
    when 'automation' then
      insert into public.automations (name, source, status)
      values (register_discovered.name, register_discovered.place, 'active')
      returning id into registered;
    when 'agent' then
      insert into public.agents (name, platform, status)
      values (register_discovered.name, register_discovered.place, 'active')
      returning id into registered;
    else
      raise exception 'Only automations and agents have a heartbeat.'
        using errcode = '22023', detail = 'heartbeat.kind';
  end case;
  perform public.join_discovered(caller, kind, registered);
  return registered;
end
$$;
create or replace function public.refuse_discovered(callers uuid[], refused boolean default true) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  amount integer;
begin
  perform private.refuse_non_admin('caller.refused_by_admins', 'Only administrators can refuse callers.');
  update public.discovered_callers c
  set state = case when coalesce(refused, true) then 'refused' else 'waiting' end,
    decided_by = private.caller_id(), decided_at = now()
  where c.account_id = private.my_account() and c.id = any (callers)
    and c.state = case when coalesce(refused, true) then 'waiting' else 'refused' end;
  get diagnostics amount = row_count;
  return amount;
end
$$;
create or replace function public.get_heartbeats(kind text, record_ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  zones constant text[] := private.likely_time_zones(account);
begin
  if cardinality(record_ids) > 500 then
    raise exception 'Ask for at most 500 records at once.' using errcode = '22023', detail = 'heartbeat.batch_size';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', h.id, 'kind', h.kind, 'record_id', h.record_id, 'state', private.heartbeat_state(h, now()),
      'expects', h.expects, 'every_seconds', h.every_seconds, 'working_hours', h.working_hours, 'cron', h.cron,
      'time_zone', h.time_zone, 'grace_seconds', h.grace_seconds, 'last_at', h.last_at, 'last_seconds', h.last_seconds,
      'running_since', h.running_since, 'due_at', h.due_at, 'trouble_since', coalesce(
        h.trouble_since, case when h.late_at <= now() then h.late_at end
      ),
      'silent_until', case when h.silent_until > now() then h.silent_until end, 'paused_at', h.paused_at,
      'former_until', case when h.former_until > now() then h.former_until end, 'refused_calls', h.refused_calls,
      'recent_runs', recent.runs, 'recent_successes', recent.successes, 'strip', private.recent_runs(h.account_id, h.id),
      'zone_hint', case when h.expects = 'cron' and cardinality(h.arrivals) = 3 then
        private.zone_hint(h.calendar, h.time_zone, h.arrivals, zones)
      end
    )), '[]')
    from public.heartbeats h
    cross join lateral (
      select coalesce(sum(d.successes + d.failures), 0) as runs, coalesce(sum(d.successes), 0) as successes
      from public.run_days d
      where d.account_id = h.account_id and d.heartbeat_id = h.id
        and d.day > (now() at time zone 'utc')::date - 30
    ) recent
    where h.account_id = account and h.kind = get_heartbeats.kind and h.record_id = any (record_ids) and not h.rests
  );
end
$$;
create or replace function private.suspend_heartbeats() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.heartbeats h
  set rests = true, late_at = null, trouble = null, trouble_since = null, trouble_told = false
  from gone g
  where h.account_id = g.account_id and h.kind = g.kind and h.record_id = g.id;
  return null;
end
$$;
comment on function private.suspend_heartbeats() is
  'Statement trigger: suspends heartbeats of deleted records: they accept no calls and raise no alerts.';
create or replace function private.resume_heartbeats() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  beat public.heartbeats;
begin
  for beat in
    select h.*
    from public.heartbeats h
    join come c on c.account_id = h.account_id and c.kind = h.kind and c.id = h.record_id
    where h.rests
    order by h.id
    for update of h
  loop
    beat.rests := false;
    perform private.store_changed_heartbeat(private.restart_expectation(beat));
  end loop;
  return null;
end
$$;
comment on function private.resume_heartbeats() is
  'Statement trigger: resumes heartbeats of restored records as they were, expected from now on.';
create or replace function public.add_records(kind text, records jsonb) returns jsonb
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
  perform private.refuse_out_of_scope(add_records.kind, 'write');
  if coalesce(private.my_rank(), 0) < 1 then
    raise exception 'Viewers cannot add records.'
      using errcode = '42501', detail = 'record.not_for_viewers', hint = 'Ask an administrator for another level.';
  end if;
  perform private.refuse_other_kind(kind);
  if not coalesce(records @? 'strict $ ? (@.type() == "array" && @.size() >= 1 && @.size() <= 100)', false) then
    raise exception 'Add 1 to 100 records at once.'
      using errcode = '22023', detail = 'record.batch_size', hint = 'Send them as a list.';
  end if;
  if records @? 'strict $[*] ? (@.type() != "object")' then
    raise exception 'A record must be an object.'
      using errcode = '22023', detail = 'record.shape', hint = 'Name its fields.';
  end if;
  fields := array(
    select distinct f.name from jsonb_array_elements(records) as r (value), jsonb_object_keys(r.value) as f (name)
  );
  select string_agg(c.name, ', '), string_agg(c.value, ', '), count(*)
  into names, vals, known
  from private.new_columns(catalogue, fields) c;
  if known is distinct from cardinality(fields) or 'name' <> all (fields) then
    raise exception 'A new record has a name, and only fields that can be set.'
      using errcode = '22023', detail = 'record.unknown_fields', hint = 'See the columns of the catalogue.';
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
create or replace function private.begin_once(key text, fingerprint text)
returns table (status integer, headers jsonb, body text)
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  person constant uuid := private.caller_id();
  asker constant text := private.caller_holder();
  known private.kept_answers;
begin
  if account is null then
    raise exception 'An Idempotency-Key is kept for a member of an account.'
      using errcode = 'PT400', detail = 'idempotency.members_only',
        hint = 'Leave the key out until you belong to an account.';
  end if;
  if not pg_try_advisory_xact_lock(hashtextextended(concat_ws(' ', 'once', account, person, asker, key), 0)) then
    raise exception 'A request with this Idempotency-Key is still at work.'
      using errcode = 'PT409', detail = 'idempotency.still_at_work',
        hint = 'Wait a moment, then send it again with the same key.';
  end if;
  select a.* into known
  from private.kept_answers a
  where a.account_id = account and a.user_id = person and a.holder = asker and a.key = begin_once.key
    and a.kept_at > now() - interval '24 hours';
  if not found then
    perform private.refuse_more_answers(account, person);
    return;
  end if;
  if known.fingerprint <> begin_once.fingerprint then
    raise exception 'This Idempotency-Key was sent with another request.'
      using errcode = 'PT422', detail = 'idempotency.other_request',
        hint = 'Repeat a request as it was, and give each new one a new key.';
  end if;
  return query select known.status, known.headers, known.body;
end
$$;
create or replace function private.refuse_more_answers(account uuid, person uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform from private.kept_answers a
  where a.account_id = account and a.user_id = person
  offset 9999 limit 1;
  if found then
    raise exception 'You have sent 10,000 writes with an Idempotency-Key within a day, and no more are kept.'
      using errcode = 'PT429', detail = 'idempotency.daily_limit',
        hint = 'Send several rows in one request, or leave the key out.';
  end if;
end
$$;
create or replace function private.refuse_token_of_others(service_account uuid) returns void
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
create or replace function private.end_of_token(days integer) returns timestamptz
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
create or replace function public.make_api_token(name text, scopes text[], days integer default null, service_account uuid default null)
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
create or replace function private.own_token(token uuid) returns public.api_tokens
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
create or replace function public.rotate_api_token(token uuid, days integer default null, overlap_hours integer default 24) returns jsonb
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
create or replace function public.revoke_api_token(token uuid) returns void
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
create or replace function private.claims_of_token(secret_hash text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  held record;
begin
  select t.id, t.expires_at, t.scopes, coalesce(t.owner_id, a.owner_id) as person, s.ends_at, a.name as service_account
  into held
  from private.token_secrets s
  join public.api_tokens t on t.account_id = s.account_id and t.id = s.token_id
  left join public.service_accounts a on a.account_id = t.account_id and a.id = t.service_account_id
  where s.hash = secret_hash;
  if not found or held.ends_at <= now() then
    raise exception 'This API token is unknown, or was revoked.'
      using errcode = 'PT401', detail = 'token.unknown', hint = 'Make another one in the settings of Cairn.';
  elsif held.expires_at <= now() then
    raise exception 'This API token has expired.'
      using errcode = 'PT401', detail = 'token.expired',
        hint = 'Rotate it, or make another one in the settings of Cairn.';
  elsif held.person is null then
    raise exception 'The service account of this API token has no owner.'
      using errcode = 'PT401', detail = 'token.without_owner', hint = 'An administrator can give it another owner.';
  end if;
  return jsonb_build_object(
    'role', 'authenticated', 'aud', 'authenticated', 'sub', held.person, 'scope', array_to_string(held.scopes, ' '),
    'token_id', held.id, 'service_account', held.service_account
  )::text;
end
$$;
create or replace function private.refuse_service_account(account_name text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_unscoped() or coalesce(private.my_rank(), 0) < 1 then
    raise exception 'Service accounts are managed by members from the level user on.'
      using errcode = '42501', detail = 'service_account.users_only', hint = 'Ask an administrator for another level.';
  end if;
  if account_name is not null and private.display_text(account_name) = '' then
    raise exception 'Name must have 1 to 120 characters.' using errcode = '23514', detail = 'name.length';
  end if;
end
$$;
create or replace function private.managed_service_account(service_account uuid) returns public.service_accounts
language plpgsql volatile security definer set search_path = ''
as $$
declare
  held public.service_accounts;
begin
  perform private.refuse_service_account(null);
  select * into held from public.service_accounts s
  where s.id = service_account and s.account_id = private.my_account()
  for update;
  if not found then
    raise exception 'This service account no longer exists.' using errcode = 'PT404', detail = 'service_account.gone';
  end if;
  if private.my_rank() < 3 and held.owner_id is distinct from private.caller_id() then
    raise exception 'This service account is not yours.'
      using errcode = '42501', detail = 'service_account.not_yours', hint = 'Ask its owner.';
  end if;
  return held;
end
$$;
create or replace function public.add_service_account(name text, purpose text default '') returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  added public.service_accounts;
begin
  perform private.refuse_service_account(coalesce(add_service_account.name, ''));
  if (select count(*) from public.service_accounts s where s.account_id = private.my_account()) >= 200 then
    raise exception 'An account has at most 200 service accounts.'
      using errcode = '22023', detail = 'service_account.too_many', hint = 'Delete one that is no longer used.';
  end if;
  insert into public.service_accounts as s (name, purpose, owner_id)
  values (
    private.display_text(add_service_account.name), private.display_text(coalesce(add_service_account.purpose, '')),
    private.caller_id()
  )
  on conflict do nothing
  returning s.* into added;
  if added.id is null then
    raise exception 'A service account with this name already exists.'
      using errcode = '23505', detail = 'service_account.name_taken', hint = 'Choose another name.';
  end if;
  perform private.audit_service_account(added, 'service_account_added');
  return added.id;
end
$$;
create or replace function public.change_service_account(service_account uuid, name text, purpose text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  held public.service_accounts := private.managed_service_account(service_account);
  former constant text := held.name;
begin
  perform private.refuse_service_account(coalesce(change_service_account.name, ''));
  if exists (
    select from public.service_accounts s
    where s.account_id = held.account_id and s.id <> held.id
      and lower(s.name) = lower(private.display_text(change_service_account.name))
  ) then
    raise exception 'A service account with this name already exists.'
      using errcode = '23505', detail = 'service_account.name_taken', hint = 'Choose another name.';
  end if;
  update public.service_accounts s
  set name = private.display_text(change_service_account.name),
    purpose = private.display_text(coalesce(change_service_account.purpose, ''))
  where s.id = held.id
  returning s.* into held;
  perform private.audit_service_account(held, 'service_account_changed', jsonb_build_object('former_name', former));
end
$$;
create or replace function public.give_service_account(service_account uuid, receiver uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  held public.service_accounts;
  former uuid;
  is_able boolean;
begin
  -- The lock keeps the receiver's level and membership until the end. It precedes the lock of the service account, as in a handover.
  perform from public.account_members m
  where m.account_id = private.my_account() and m.user_id = receiver and private.rank(m.permission_level) >= 1
  for share;
  is_able := found;
  held := private.managed_service_account(service_account);
  former := held.owner_id;
  if not is_able then
    raise exception 'A service account needs an owner of the level user or higher.'
      using errcode = '22023', detail = 'service_account.owner_level', hint = 'Choose another member.';
  end if;
  if former = receiver then
    return;
  end if;
  update public.service_accounts s set owner_id = receiver where s.id = held.id returning s.* into held;
  perform private.end_secrets_of(held);
  perform private.notify_of_service_account(held, former);
end
$$;
create or replace function private.refuse_service_accounts(account uuid, person uuid, choices jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (
    select from jsonb_to_recordset(coalesce(choices -> 'service_accounts', '[]')) as n (id uuid)
    where not exists (
      select from public.service_accounts s
      where s.account_id = account and s.owner_id = person and s.id = n.id
    )
  ) then
    perform private.refuse_outdated('handover.already_made', 'Another person has handed this over in the meantime.');
  end if;
  if exists (
    select
    from jsonb_to_recordset(coalesce(choices -> 'service_accounts', '[]')) as n (receiver uuid)
    join public.account_members m on m.account_id = account and m.user_id = n.receiver
    where private.rank(m.permission_level) < 1
  ) then
    raise exception 'A service account needs an owner of the level user or higher.'
      using errcode = '22023', detail = 'service_account.owner_level', hint = 'Choose another member.';
  end if;
end
$$;
create or replace function public.note_tool_call(tool text, client text default '') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  claims constant jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
begin
  if account is null then
    raise exception 'Only members of an account can use tools.'
      using errcode = '42501', detail = 'tool.members_only', hint = 'Join an account first.';
  end if;
  if private.is_unscoped() then
    raise exception 'Only assistants call tools.'
      using errcode = '42501', detail = 'tool.assistants_only', hint = 'Connect one with a token or by signing in.';
  end if;
  if not coalesce(tool = any (private.tools_of_assistants()), false) then
    raise exception 'There is no such tool.' using errcode = '22023', detail = 'tool.unknown';
  end if;
  if not private.count_against_limit('tool calls of ' || private.caller_id(), 120) then
    raise exception 'Too many tools were called.'
      using errcode = 'PT429', detail = 'tool.too_many_calls', hint = 'Wait a minute, then try again.';
  end if;
  perform private.write_audit(
    account, private.caller_id(), 'assistant_tool_called', 'assistant_tool', tool,
    jsonb_strip_nulls(jsonb_build_object(
      'client', nullif(private.display_text(left(coalesce(client, ''), 100)), ''),
      'token_id', claims ->> 'token_id', 'client_id', claims ->> 'client_id'
    ))
  );
  return jsonb_build_object('scopes', private.scopes());
end
$$;
create or replace function private.stored_form_of_value(account uuid, kind text, record uuid, field text, value jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  kept jsonb;
begin
  begin
    execute format(
      'update public.%1$I t set %2$I = (jsonb_populate_record(null::public.%1$I, jsonb_build_object(%2$L, $1))).%2$I
      where t.account_id = $2 and t.id = $3
      returning to_jsonb(t) -> %2$L',
      private.catalogue_of(kind), field
    )
      into kept using value, account, record;
    raise exception 'This is only tried.' using errcode = 'SG000', detail = 'suggestion.only_tried';
  exception when sqlstate 'SG000' then
    return kept;
  end;
end
$$;
create or replace function private.refuse_suggestion(kind text, field text, client text) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  perform private.refuse_other_kind(kind);
  if account is null or private.switched_off(account, kind) then
    raise exception 'Your account does not use this catalogue.'
      using errcode = '42501', detail = 'suggestion.catalogue_off', hint = 'Ask an administrator.';
  end if;
  if not coalesce((select s.suggested_edits from public.api_settings s where s.account_id = account), false) then
    raise exception 'Your account does not let assistants suggest edits.'
      using errcode = '42501', detail = 'suggestion.switched_off',
        hint = 'An administrator can allow it in Cairn under Connect Your Assistant.';
  end if;
  if not coalesce(field = any (private.fields_for('suggest')), false) then
    raise exception 'This field cannot be suggested.'
      using errcode = '22023', detail = 'suggestion.field_closed',
        hint = 'There are ' || array_to_string(private.fields_for('suggest'), ', ') || '.';
  end if;
  if char_length(client) > 100 then
    raise exception 'The name of the program has at most 100 characters.'
      using errcode = '22023', detail = 'suggestion.program_name';
  end if;
end
$$;
create or replace function private.refuse_many_suggestions(record uuid, field text, value jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  open_ones record;
begin
  select
    count(*) as all_of_them, count(*) filter (where s.record_id = record) as of_record,
    bool_or(s.record_id = record and s.field = refuse_many_suggestions.field and s.after is not distinct from value) as is_there
  into open_ones
  from public.suggestions s
  where s.account_id = private.my_account() and s.suggested_by = private.caller_id() and s.state = 'open';
  if open_ones.is_there then
    raise exception 'This was suggested already and waits for an answer.'
      using errcode = '22023', detail = 'suggestion.already_waits';
  end if;
  if open_ones.of_record >= 5 or open_ones.all_of_them >= 100 then
    raise exception 'Too many suggestions in your name wait for an answer.'
      using errcode = '22023', detail = 'suggestion.too_many_wait',
        hint = 'At most 5 of a record and 100 altogether can wait.';
  end if;
end
$$;
create or replace function public.suggest_edit(
  kind text, record_id uuid, field text, value jsonb, why text default '', client text default ''
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  target record;
  kept jsonb;
  made public.suggestions;
begin
  perform private.refuse_suggestion(kind, field, client);
  perform private.refuse_out_of_scope(suggest_edit.kind, 'read');
  execute format(
    'select r.name, coalesce(r.owner_id, r.created_by) as owner, to_jsonb(r) -> $3 as present
    from public.%I r where r.account_id = $1 and r.id = $2',
    private.catalogue_of(kind)
  )
    into target using account, record_id, field;
  if target.name is null then
    raise exception 'This record no longer exists.' using errcode = 'PT404', detail = 'record.gone';
  end if;
  kept := private.stored_form_of_value(account, kind, record_id, field, value);
  if kept is not distinct from target.present then
    raise exception 'The field has this value already.' using errcode = '22023', detail = 'suggestion.same_value';
  end if;
  perform private.refuse_many_suggestions(record_id, field, kept);
  insert into public.suggestions (account_id, kind, record_id, field, before, after, why, suggested_by, client)
  values (
    account, suggest_edit.kind, suggest_edit.record_id, suggest_edit.field, target.present, kept,
    private.display_text(coalesce(suggest_edit.why, '')), private.caller_id(),
    private.display_text(coalesce(suggest_edit.client, ''))
  )
  returning * into made;
  perform private.notify_of_suggestion(made, target.name, target.owner);
  return jsonb_build_object('id', made.id, 'field', made.field, 'before', made.before, 'after', made.after);
end
$$;
create or replace function public.allow_suggested_edits(allowed boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if private.my_rank() is distinct from 3 or not private.is_unscoped() then
    raise exception 'Only administrators say whether assistants may suggest edits.'
      using errcode = '42501', detail = 'suggestion.admins_only', hint = 'Ask an administrator.';
  end if;
  insert into public.api_settings as s (account_id, suggested_edits)
  values (private.my_account(), coalesce(allowed, false))
  on conflict (account_id) do update set suggested_edits = excluded.suggested_edits;
  perform private.write_audit(
    private.my_account(), private.caller_id(), 'suggested_edits_updated', 'api_settings', null,
    jsonb_build_object('allowed', coalesce(allowed, false))
  );
end
$$;
create or replace function private.close_suggestion(suggestion uuid, answer text) returns public.suggestions
language plpgsql security definer set search_path = ''
as $$
declare
  closed public.suggestions;
  may_change boolean;
begin
  if not private.is_unscoped() then
    raise exception 'Only people who have signed in decide on suggestions.'
      using errcode = '42501', detail = 'suggestion.decided_in_sessions', hint = 'Sign in to Cairn.';
  end if;
  select * into closed from public.suggestions s
  where s.id = suggestion and s.account_id = private.my_account()
  for update;
  if not found or closed.state <> 'open' then
    perform private.refuse_outdated('suggestion.answered', 'This suggestion was answered in the meantime.');
  end if;
  select private.my_rank() >= 2 or private.my_rank() = 1 and private.caller_id() in (r.created_by, r.owner_id) into may_change
  from private.records r
  where r.account_id = closed.account_id and r.kind = closed.kind and r.id = closed.record_id;
  if not coalesce(may_change, false)
    and not (answer = 'dismissed' and coalesce(closed.suggested_by = private.caller_id(), false))
  then
    raise exception 'You may not change this record.'
      using errcode = '42501', detail = 'record.change_not_allowed', hint = 'Ask its owner.';
  end if;
  update public.suggestions s
  set state = answer, decided_by = private.caller_id(), decided_at = now()
  where s.id = suggestion;
  return closed;
end
$$;
create or replace function public.accept_suggestion(suggestion uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  wanted constant public.suggestions := private.close_suggestion(suggestion, 'accepted');
  touched integer;
begin
  if not coalesce(wanted.field = any (private.fields_for('suggest')), false) then
    raise exception 'This field cannot be suggested.' using errcode = '22023', detail = 'suggestion.field_closed';
  end if;
  execute format(
    'update public.%1$I t set %2$I = (jsonb_populate_record(null::public.%1$I, jsonb_build_object(%2$L, $1))).%2$I
    where t.id = $2 and to_jsonb(t) -> %2$L is not distinct from $3',
    private.catalogue_of(wanted.kind), wanted.field
  )
    using wanted.after, wanted.record_id, wanted.before;
  get diagnostics touched = row_count;
  if touched = 0 then
    raise exception 'The field was changed since this was suggested.'
      using errcode = 'HO001', detail = 'suggestion.value_changed', hint = 'Look at it again.';
  end if;
end
$$;
create or replace function private.refuse_managing_webhooks() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if coalesce(private.my_rank(), 0) < 3 then
    raise exception 'Only administrators can manage webhooks.'
      using errcode = '42501', detail = 'webhook.admins_only', hint = 'Ask an administrator.';
  end if;
end
$$;
create or replace function private.refuse_unknown_webhook() returns void
language plpgsql stable set search_path = ''
as $$
begin
  raise exception 'This webhook no longer exists.' using errcode = 'PT404', detail = 'webhook.gone';
end
$$;
create or replace function public.create_webhook(
  name text, url text, format text, events text[], kinds text[] default '{}', tags uuid[] default '{}',
  fields text[] default '{}'
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  shown constant text := private.new_webhook_secret();
  account constant uuid := private.my_account();
  made uuid;
begin
  perform private.refuse_managing_webhooks();
  perform private.require_recent_proof();
  perform from public.accounts a where a.id = account for no key update;
  if (select count(*) from public.webhooks w where w.account_id = account) >= 50 then
    raise exception 'An account has at most 50 webhooks.'
      using errcode = '22023', detail = 'webhook.too_many', hint = 'Delete one that is no longer used.';
  end if;
  insert into public.webhooks as w (name, url, format, events, kinds, tags, fields)
  values (
    private.display_text(create_webhook.name), trim(create_webhook.url), create_webhook.format, create_webhook.events,
    coalesce(create_webhook.kinds, '{}'), coalesce(create_webhook.tags, '{}'), coalesce(create_webhook.fields, '{}')
  )
  returning w.id into made;
  insert into private.webhook_work (account_id, webhook_id) values (account, made);
  insert into private.webhook_secrets (account_id, webhook_id, number, secret)
  values (account, made, 1, shown);
  perform private.audit_webhook('webhook_created', made, create_webhook.name, create_webhook.url);
  perform private.record_made_secret('webhook_secret', made, private.display_text(create_webhook.name));
  return jsonb_build_object('id', made, 'secret', shown);
end
$$;
create or replace function private.limit_sending_by_hand(webhook uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.count_against_limit('by hand to webhook ' || webhook, 10) then
    raise exception 'Too many requests.'
      using errcode = 'PT429', detail = 'request.too_many', hint = 'Wait a minute, then try again.';
  end if;
end
$$;
create or replace function public.send_webhook_again(delivery uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  sent public.webhook_deliveries;
begin
  perform private.refuse_managing_webhooks();
  select d.* into sent
  from public.webhook_deliveries d
  join public.webhooks w on w.account_id = d.account_id and w.id = d.webhook_id
  where d.id = delivery and d.account_id = private.my_account();
  if not found then
    raise exception 'This delivery is no longer in the log.'
      using errcode = 'PT404', detail = 'webhook.delivery_gone';
  end if;
  perform private.limit_sending_by_hand(sent.webhook_id);
  insert into private.webhook_queue (account_id, webhook_id, message_id, subject, event, payload, body, by_hand)
  values (
    sent.account_id, sent.webhook_id, sent.message_id, sent.subject, sent.event,
    jsonb_build_object('data', jsonb_build_object('record', sent.record)), sent.request_body, true
  );
end
$$;
create or replace function public.stop_mails(person_param uuid, mails_param text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if mails_param is null or mails_param not in ('email', 'weekly_digest') then
    raise exception 'Mails must be email or weekly_digest.' using errcode = '22023', detail = 'preference.mails';
  end if;
  if exists (select from public.profiles p where p.id = person_param) then
    insert into public.notification_preferences as w (user_id, email)
    values (person_param, mails_param <> 'email')
    on conflict (user_id) do update
    set email = w.email and mails_param <> 'email', weekly_digest = w.weekly_digest and mails_param <> 'weekly_digest';
  end if;
end
$$;
create function private.inbox_reason(notification text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when notification in ('heartbeat_late', 'heartbeat_failing', 'heartbeat_back') then 'late'
    when notification = 'renewal_due' then 'renewal'
    when notification = 'suggestion_made' then 'suggestion'
    when notification = 'newcomer_waiting' then 'newcomer'
    when notification in ('record_changed', 'dependency_deleted') then 'change'
  end
$$;
comment on function private.inbox_reason(text) is
  'The reason of the inbox to which a kind of notification belongs; ''change'' for one that only a muted record stops, and nothing for one that nothing stops.';
alter function private.inbox_reason(text) owner to cairn_definer;
revoke all on function private.inbox_reason(text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.is_muted(account uuid, person uuid, notification text, kind text, record uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.inbox_mutes m
    where m.account_id = account and m.user_id = person
      and private.inbox_reason(notification) is not null
      and (m.reason = private.inbox_reason(notification) or m.record_kind = is_muted.kind and m.record_id = record)
  )
$$;
comment on function private.is_muted(uuid, uuid, text, text, uuid) is
  'Whether a member has muted a kind of notification, or the record that it is about.';
alter function private.is_muted(uuid,uuid,text,text,uuid) owner to cairn_definer;
revoke all on function private.is_muted(uuid,uuid,text,text,uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.notify(
  account uuid, person uuid, kind text, record_kind text default null, record_id uuid default null,
  record_name text default null, payload jsonb default '{}'
)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  actor constant uuid := private.caller_id();
  wants public.notification_preferences;
  keep boolean;
  mail boolean;
  next_number bigint;
  others integer;
  due_since timestamptz;
begin
  if person = actor then
    return;
  end if;
  select coalesce(max(n.number), 0) + 1 into next_number
  from public.notifications n where n.account_id = account and n.user_id = person;
  -- An act that tells one person of thousands of people tells of the first twenty.
  if exists (
    select from public.notifications n
    where n.account_id = account and n.user_id = person and n.number = next_number - 20 and n.created_at = now()
  ) then
    return;
  end if;
  select * into wants from public.notification_preferences w where w.user_id = person;
  keep := coalesce(wants.push, true);
  mail := coalesce(wants.email, true);
  if not (keep or mail) or private.is_muted(account, person, notify.kind, notify.record_kind, notify.record_id) then
    return;
  end if;
  -- A member who is leaving right now is skipped and not waited for: they may be waiting for this very change.
  perform from public.account_members m
  where m.account_id = account and m.user_id = person
  for key share skip locked;
  if not found then
    return;
  end if;
  if notify.kind in ('member_joined', 'newcomer_waiting') then
    select * into others, due_since from private.group_newcomer_notifications(account, person, notify.kind);
    if others > 0 then
      payload := payload || jsonb_build_object('others', others);
      mail := due_since is not null;
      select coalesce(max(n.number), 0) + 1 into next_number
      from public.notifications n where n.account_id = account and n.user_id = person;
    end if;
  end if;
  insert into public.notifications (
    account_id, user_id, number, kind, actor_id, record_kind, record_id, record_name, payload, in_app, mail_due,
    created_at
  )
  values (
    account, person, next_number, notify.kind, actor, notify.record_kind, notify.record_id, notify.record_name,
    notify.payload, keep, mail, coalesce(due_since, now())
  );
  delete from public.notifications n
  where n.account_id = account and n.user_id = person and n.number = next_number - 500;
end
$$;
create or replace function private.notify_of_records(told private.record_news[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  actor constant uuid := private.caller_id();
  this_act constant uuid := private.current_act();
begin
  with members as materialized (
    -- A member who is leaving right now is skipped and not waited for: they may be waiting for this very change.
    select m.account_id, m.user_id
    from public.account_members m
    where (m.account_id, m.user_id) in (select t.account_id, t.person_id from unnest(told) t)
      and m.user_id is distinct from actor
    for key share skip locked
  ),
  people as materialized (
    select
      m.account_id, m.user_id,
      coalesce(w.push, true) as in_app, coalesce(w.email, true) as by_mail, coalesce(w.mentions, true) as mentions,
      exists (
        select from public.inbox_mutes u where u.account_id = m.account_id and u.user_id = m.user_id
      ) as has_mutes,
      (
        select coalesce(max(n.number), 0)
        from public.notifications n
        where n.account_id = m.account_id and n.user_id = m.user_id
      ) as last_number
    from members m
    left join public.notification_preferences w on w.user_id = m.user_id
  ),
  handed as (
    select h.account_id, h.receiver_id, h.record_id
    from members m
    join public.handovers h
      on h.account_id = m.account_id and h.receiver_id = m.user_id and h.act = this_act and h.state = 'pending'
  ),
  wanted as materialized (
    select t.*, p.in_app, p.by_mail and t.kind <> 'record_changed' as mail_due, p.last_number
    from unnest(told) with ordinality
      as t (account_id, person_id, kind, record_kind, record_id, record_name, payload, place)
    join people p on p.account_id = t.account_id and p.user_id = t.person_id
    where (p.in_app or p.by_mail and t.kind <> 'record_changed')
      and (p.mentions or t.kind not in ('expert_assigned', 'owner_assigned'))
      and not (p.has_mutes and private.is_muted(t.account_id, t.person_id, t.kind, t.record_kind, t.record_id))
      -- A member who receives a record by handover gets only that notification about it.
      and not (
        t.kind in ('owner_assigned', 'expert_assigned', 'record_changed')
        and (t.account_id, t.person_id, t.record_id) in (select h.account_id, h.receiver_id, h.record_id from handed h)
      )
  ),
  grouped as materialized (
    select
      w.account_id, w.person_id, w.kind, w.record_kind, w.in_app, w.mail_due, w.last_number,
      count(*) as amount, min(w.place) as place, (array_agg(w.record_id))[1] as record_id,
      (array_agg(w.record_name))[1] as record_name, (array_agg(w.payload order by w.place))[1] as payload
    from wanted w
    group by w.account_id, w.person_id, w.kind, w.record_kind, w.in_app, w.mail_due, w.last_number
  ),
  -- Changes of a record since the reader last looked share one notification, as do the changes of one act.
  withdrawn as (
    delete from public.notifications n
    using grouped g
    where n.account_id = g.account_id and n.user_id = g.person_id and n.kind = g.kind
      and n.record_kind is not distinct from g.record_kind and n.read_at is null and n.actor_id is not distinct from actor
      and (
        n.payload ->> 'act' = this_act::text
        or n.created_at = now() and n.record_id is not null
        or g.kind = 'record_changed' and g.amount = 1 and n.record_id = g.record_id
      )
    returning n.account_id, n.user_id, n.kind, n.record_kind, n.record_id, n.payload
  ),
  before as (
    select
      w.account_id, w.user_id, w.kind, w.record_kind,
      sum(case when w.record_id is null then (w.payload ->> 'amount')::integer else 1 end) as amount,
      min(w.record_id::text)::uuid as record_id
    from withdrawn w
    group by w.account_id, w.user_id, w.kind, w.record_kind
  ),
  lists as (
    select l.account_id, l.person_id, l.kind, l.record_kind, l.list, jsonb_agg(distinct l.entry) as entries
    from (
      select w.account_id, w.person_id, w.kind, w.record_kind, list, entry
      from wanted w
      cross join unnest(array['fields', 'dependents']) as list
      cross join lateral jsonb_array_elements(w.payload -> list) as entry
      union all
      select w.account_id, w.user_id, w.kind, w.record_kind, list, entry
      from withdrawn w
      cross join unnest(array['fields', 'dependents']) as list
      cross join lateral jsonb_array_elements(w.payload -> list) as entry
    ) l
    group by l.account_id, l.person_id, l.kind, l.record_kind, l.list
  ),
  chosen as materialized (
    select
      g.account_id, g.person_id, g.kind, g.record_kind, g.record_id, g.record_name, g.payload, g.in_app, g.mail_due,
      g.last_number + row_number() over (partition by g.account_id, g.person_id order by g.place) as number,
      case
        when b.amount is null or b.amount = 1 and g.amount = 1 and b.record_id = g.record_id then g.amount
        -- Several statements of one act may change the same records.
        when g.kind = 'record_changed' then (
          select count(distinct h.record_id)
          from public.record_history h
          where h.account_id = g.account_id and h.changed_at >= now() and h.act = this_act and h.kind = g.record_kind
            and h.action = 'updated' and g.person_id = any (h.concerned)
            and h.record_id not in (
              select d.record_id from handed d where d.account_id = g.account_id and d.receiver_id = g.person_id
            )
        )
        else b.amount + g.amount
      end as amount
    from grouped g
    left join before b
      on b.account_id = g.account_id and b.user_id = g.person_id and b.kind = g.kind
      and b.record_kind is not distinct from g.record_kind
  ),
  told_at_once as (
    select
      c.*,
      c.payload || jsonb_strip_nulls(jsonb_build_object(
        'fields', f.entries,
        'dependents', jsonb_path_query_array(d.entries, '$[0 to 4]'),
        'amount', case when c.amount > 1 then c.amount end,
        'act', case when c.amount > 1 then this_act end
      )) as told_of
    from chosen c
    left join lists f
      on f.account_id = c.account_id and f.person_id = c.person_id and f.kind = c.kind
      and f.record_kind is not distinct from c.record_kind and f.list = 'fields'
    left join lists d
      on d.account_id = c.account_id and d.person_id = c.person_id and d.kind = c.kind
      and d.record_kind is not distinct from c.record_kind and d.list = 'dependents'
  ),
  kept as (
    insert into public.notifications (
      account_id, user_id, number, kind, actor_id, record_kind, record_id, record_name, payload, in_app, mail_due
    )
    select
      c.account_id, c.person_id, c.number, c.kind, actor, c.record_kind,
      case when c.amount = 1 then c.record_id end, case when c.amount = 1 then c.record_name end, c.told_of,
      c.in_app, c.mail_due
    from told_at_once c
    order by c.account_id, c.person_id, c.number
  )
  -- The newest five hundred stay.
  delete from public.notifications n
  using (
    select c.account_id, c.person_id, max(c.number) as number from chosen c group by c.account_id, c.person_id
  ) newest
  where n.account_id = newest.account_id and n.user_id = newest.person_id and n.number <= newest.number - 500;
end
$$;
create function private.is_undone(told public.notifications) returns boolean
language sql stable security definer set search_path = ''
as $$
  select
    exists (
      select from public.acts a where a.account_id = told.account_id and a.undoes::text = told.payload ->> 'act'
    )
    or told.kind = 'handed_over' and not exists (
      select from public.handovers h
      where h.account_id = told.account_id and h.receiver_id = told.user_id and h.state = 'pending'
        and (told.record_id is null or h.record_id = told.record_id)
    )
    or told.kind = 'suggestion_made' and not exists (
      select from public.suggestions s
      where s.account_id = told.account_id and s.kind = told.record_kind and s.record_id = told.record_id
        and s.state = 'open'
    )
    or told.record_id is not null and told.record_kind in (select private.kinds_of_catalogues()) and case
      when told.kind in ('record_deleted', 'dependency_deleted') then exists (
        select from private.records r
        where r.account_id = told.account_id and r.kind = told.record_kind and r.id = told.record_id
      )
      when told.kind = 'owner_assigned' then not exists (
        select from private.records r
        where r.account_id = told.account_id and r.kind = told.record_kind and r.id = told.record_id
          and r.owner_id = told.user_id
      )
      when told.kind = 'expert_assigned' then not exists (
        select from public.record_experts e
        where e.account_id = told.account_id and e.record_id = told.record_id and e.expert_id = told.user_id
      )
      else false
    end
$$;
comment on function private.is_undone(public.notifications) is
  'Whether the event that a notification tells of was undone since, or its reader has answered it.';
alter function private.is_undone(public.notifications) owner to cairn_definer;
revoke all on function private.is_undone(public.notifications) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function public.take_notification_mails(
  people_limit integer default 20, wait_seconds integer default 60, account uuid default null,
  only_these uuid[] default null
)
returns table (
  id uuid, recipient text, recipient_id uuid, recipient_name text, language text, amount integer, kind text,
  actor_name text, record_kind text, record_id uuid, record_name text, payload jsonb,
  events jsonb
)
language sql volatile security definer set search_path = ''
as $$
  with waiting as (
    select n.account_id, n.user_id
    from public.notifications n
    where n.mail_due and n.created_at <= now() - make_interval(secs => wait_seconds)
      and (account is null or n.account_id = account)
      and (only_these is null or n.id = any (only_these))
    group by n.account_id, n.user_id
    order by min(n.created_at)
    limit least(greatest(people_limit, 1), 100)
  ),
  -- Another sender that takes at this moment has them, and nobody waits for it.
  taken as (
    select n.*
    from public.notifications n
    join waiting w on w.account_id = n.account_id and w.user_id = n.user_id
    where n.mail_due and (only_these is null or n.id = any (only_these))
    for update of n skip locked
  ),
  kept as (
    update public.notifications n set mail_due = false
    from taken t
    where n.id = t.id and t.in_app
  ),
  dropped as (
    delete from public.notifications n
    using taken t
    where n.id = t.id and not t.in_app
  ),
  told as (
    select
      t.*, a.name as actor_name,
      count(*) over (partition by t.user_id) as amount,
      row_number() over (partition by t.user_id order by t.number desc, t.id desc) as place
    from taken t
    left join public.notification_preferences w on w.user_id = t.user_id
    left join public.account_members m on m.account_id = t.account_id and m.user_id = t.actor_id
    left join public.profiles a on a.id = m.user_id
    where t.read_at is null and t.created_at > now() - interval '1 day' and coalesce(w.email, true)
      and not private.is_undone(row(t.*)::public.notifications)
  )
  select
    t.id, p.email, p.id, p.name, w.language, t.amount::integer, t.kind, t.actor_name, t.record_kind, t.record_id,
    t.record_name, t.payload,
    (
      select jsonb_agg(
        jsonb_build_object(
          'kind', e.kind, 'actor_name', e.actor_name, 'record_kind', e.record_kind, 'record_id', e.record_id,
          'record_name', e.record_name, 'payload', e.payload
        )
        order by e.place
      )
      from told e
      where e.user_id = t.user_id and e.place <= 10
    )
  from told t
  join public.profiles p on p.id = t.user_id
  left join public.notification_preferences w on w.user_id = t.user_id
  where t.place = 1
$$;
comment on function public.take_notification_mails(integer, integer, uuid, uuid[]) is
  'Takes the notifications of some people, of one account where it is given, and only these where they are given, that are due to be mailed. A row for each person who is to get a mail: their newest notification, how many it stands for, and the ten newest of them (events). What was undone by then is left out. For the server alone.';
alter function public.take_notification_mails(integer,integer,uuid,uuid[]) owner to cairn_definer;
revoke all on function public.take_notification_mails(integer,integer,uuid,uuid[]) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.take_notification_mails(integer, integer, uuid, uuid[]) to service_role, supabase_auth_admin;
create or replace function public.get_news(within_seconds double precision) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  person constant uuid := private.caller_id();
  since timestamptz;
begin
  if within_seconds is null or not within_seconds between 0 and 86400 then
    raise exception 'You can only ask for news of the last day.'
      using errcode = '22023', detail = 'news.too_old', hint = 'Send within_seconds between 0 and 86400.';
  end if;
  since := clock_timestamp() - make_interval(secs => within_seconds);
  return (
    select json_build_object(
      'account', (select json_build_object('id', a.id, 'name', a.name) from public.accounts a where a.id = account),
      -- A person without an account has the level of their profile.
      'permission_level', coalesce(
        (select m.permission_level from public.account_members m where m.user_id = person),
        (select p.permission_level from public.profiles p where p.id = person),
        'viewer'
      ),
      'changed', (
        select coalesce(json_agg(distinct c.subject order by c.subject), '[]')
        from (
          select private.changed_records(account, since)
          union all
          select private.changed_settings(account, since)
          union all
          select private.changed_people(account, since)
          union all
          select private.changed_notifications(account, person, since)
          union all
          select private.changed_views(account, person, since)
        ) as c (subject)
      )
    )
  );
end
$$;
create function public.get_outlook(result_limit integer default 5) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  shown constant integer := least(greatest(coalesce(result_limit, 5), 0), 50);
  open_invitations uuid[];
  departments json;
begin
  if not private.is_unscoped() then
    raise exception 'Only people who have signed in have a dashboard.'
      using errcode = '42501', detail = 'dashboard.people_only', hint = 'Sign in to Cairn.';
  end if;
  open_invitations := array(
    select i.id
    from public.pending_invitations i
    where i.account_id = account and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
  );
  select json_agg(d order by d.records desc, d.name) into departments
  from (
    select
      min(r.department) as name, count(*) as records,
      count(*) filter (where r.owner_id is not null or r.invited_owner_id = any (open_invitations)) as with_owner
    from private.records r
    where r.account_id = account and r.kind in (select private.kinds_in_use()) and r.department <> ''
    group by private.folded(r.department)
    order by count(*) desc, min(r.department)
    limit shown
  ) d;
  return (
    with near as (
      select n.*, row_number() over (order by n.renews_on, lower(n.record_name), n.record_id) as place
      from private.near_renewals(account, (now() at time zone 'utc')::date) n
      where account is not null
    )
    select json_build_object(
      'renewals', json_build_object(
        'total', count(*),
        'items', coalesce(
          json_agg(
            json_build_object('kind', n.kind, 'id', n.record_id, 'name', n.record_name, 'renews_on', n.renews_on)
            order by n.place
          ) filter (where n.place <= shown),
          '[]'
        )
      ),
      'departments', coalesce(departments, '[]')
    )
    from near n
  );
end
$$;
comment on function public.get_outlook(integer) is
  'The outlook of the caller''s account: {"renewals": {"total", "items": [{"kind", "id", "name", "renews_on"}]}, "departments": [{"name", "records", "with_owner"}]}. Contracts that renew or end within 60 days, the nearest first, and the departments with most records. An invited person counts as an owner while the invitation is open.';
alter function public.get_outlook(integer) owner to cairn_definer;
revoke all on function public.get_outlook(integer) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.get_outlook(integer) to authenticated;
create or replace function public.get_first_screen(with_dashboard boolean default true) returns json
language sql set search_path = ''
as $$
  select json_build_object(
    'account_members', (
      select coalesce(
        json_agg(json_build_object('account_id', m.account_id, 'permission_level', m.permission_level)),
        '[]'
      )
      from public.account_members m
      where m.user_id = (select private.caller_id())
    ),
    'accounts', (
      select json_build_object('id', a.id, 'name', a.name)
      from public.accounts a
      where a.id = (select private.my_account())
    ),
    'app_features', (
      select coalesce(
        json_agg(json_build_object('id', f.id, 'feature_name', f.feature_name, 'enabled', f.enabled)),
        '[]'
      )
      from public.app_features f
      where f.account_id = (select private.my_account())
    ),
    'appearance_settings', (
      select coalesce(
        json_agg(json_build_object(
          'account_name', s.account_name, 'description', s.description, 'logo_url', s.logo_url
        )),
        '[]'
      )
      from public.appearance_settings s
      where s.account_id = (select private.my_account())
    ),
    'unread_notification_count', public.unread_notification_count(),
    'dashboard', case
      when coalesce(with_dashboard, true)
        then json_build_object(
          'get_dashboard_counts', public.get_dashboard_counts(),
          -- The top of the inbox, which tokens do not have.
          'get_inbox', case when private.is_unscoped() then public.get_inbox(5) end,
          'get_recent_activity', (
            select coalesce(json_agg(to_json(r) order by r.at), '[]')
            from (
              select f.id, f.kind, f.resource, f.action, f.user_name, f.occurred_at, row_number() over () as at
              from public.get_recent_activity() f
            ) r
          ),
          'get_gaps', public.get_gaps(),
          'get_coverage', public.get_coverage()
        )
    end
  )
$$;
create function private.inbox_lines() returns setof private.inbox_line
language plpgsql stable set search_path = ''
as $$
begin
  return query select * from private.inbox_of_handovers();
  return query select * from private.inbox_of_records();
  if private.my_rank() = 3 then
    return query select * from private.inbox_of_admins();
  end if;
end
$$;
comment on function private.inbox_lines() is 'All lines of the caller''s inbox, snoozed and muted ones too.';
alter function private.inbox_lines() owner to cairn_definer;
revoke all on function private.inbox_lines() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.inbox_lines() to authenticated;
create function private.inbox_reasons() returns text[]
language sql immutable set search_path = ''
as $$
  select array['handover', 'newcomer', 'suggestion', 'late', 'renewal', 'found', 'caller']
$$;
comment on function private.inbox_reasons() is 'The reasons of the inbox, the most urgent first.';
alter function private.inbox_reasons() owner to cairn_definer;
revoke all on function private.inbox_reasons() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.inbox_reasons() to authenticated;
create function private.refuse_no_inbox() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not private.is_unscoped() then
    raise exception 'Only people who have signed in have an inbox.'
      using errcode = '42501', detail = 'inbox.people_only', hint = 'Sign in to Cairn.';
  end if;
end
$$;
comment on function private.refuse_no_inbox() is 'Refuses tokens, which have no inbox.';
alter function private.refuse_no_inbox() owner to cairn_definer;
revoke all on function private.refuse_no_inbox() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.refuse_no_inbox() to authenticated;
create or replace function public.get_inbox(result_limit integer default 100) returns json
language plpgsql stable set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  caller constant uuid := private.caller_id();
  shown constant integer := least(greatest(coalesce(result_limit, 100), 0), 1000);
begin
  perform private.refuse_no_inbox();
  return (
    with placed as (
      select
        l.*, s.until as snoozed_until,
        row_number() over (
          partition by s.until is null
          order by
            s.until, array_position(private.inbox_reasons(), l.reason), l.details ->> 'renews_on', l.since,
            l.record_name, l.id
        ) as place
      from private.inbox_lines() l
      left join public.inbox_snoozes s
        on s.account_id = account and s.user_id = caller and s.reason = l.reason and s.line_id = l.id and s.until > now()
      where not exists (
        select from public.inbox_mutes m
        where m.account_id = account and m.user_id = caller
          and (
            m.reason = l.reason
            or m.record_kind = l.kind and m.record_id = l.record_id and l.reason <> 'handover'
          )
      )
    )
    select json_build_object(
      'total', count(*) filter (where p.snoozed_until is null),
      'lines', coalesce(
        json_agg(to_jsonb(p) - 'place' order by p.place) filter (where p.snoozed_until is null and p.place <= shown), '[]'
      ),
      'snoozed', coalesce(
        json_agg(to_jsonb(p) - 'place' order by p.place) filter (where p.snoozed_until is not null and p.place <= shown), '[]'
      )
    )
    from placed p
  );
end
$$;
comment on function public.get_inbox(integer) is
  'The inbox of the caller, the most urgent reasons first: {"total", "lines": [{"reason": "handover" | "newcomer" | "suggestion" | "late" | "renewal" | "found" | "caller", "id", "kind", "record_id", "record_name", "since", "person", "amount", "details", "snoozed_until"}], "snoozed": lines as these, the next to come back first}. The id is that of the act, person, suggestion or record. A handover of several records has their amount, and names one of them; that of a single one has its handover_id and part in the details. Muted lines are left out.';
create function public.snooze_in_inbox(reason_param text, line_param text, until_param timestamptz default null)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  person constant uuid := private.caller_id();
begin
  perform private.refuse_no_inbox();
  delete from public.inbox_snoozes s
  where s.account_id = account and s.user_id = person
    and (s.until <= now() or s.reason = reason_param and s.line_id = line_param);
  if until_param is null then
    return;
  end if;
  if not until_param between now() and now() + interval '366 days' then
    raise exception 'A line of the inbox can be snoozed for a year at most.' using errcode = '22023', detail = 'inbox.snooze_length';
  end if;
  if not exists (select from private.inbox_lines() l where l.reason = reason_param and l.id = line_param) then
    raise exception 'This no longer waits for you.' using errcode = 'PT404', detail = 'inbox.line_gone';
  end if;
  insert into public.inbox_snoozes (account_id, user_id, reason, line_id, until)
  values (account, person, reason_param, line_param, until_param);
end
$$;
comment on function public.snooze_in_inbox(text, text, timestamptz) is
  'Takes a line out of the caller''s inbox until a moment; without one, brings it back.';
alter function public.snooze_in_inbox(text,text,timestamp with time zone) owner to cairn_definer;
revoke all on function public.snooze_in_inbox(text,text,timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.snooze_in_inbox(text, text, timestamptz) to authenticated;
create function public.mute_in_inbox(
  muted boolean, reason_param text default null, kind_param text default null, record_param uuid default null
)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  person constant uuid := private.caller_id();
begin
  perform private.refuse_no_inbox();
  if muted is null or num_nonnulls(reason_param, record_param) <> 1 or num_nonnulls(kind_param, record_param) = 1
    or reason_param <> all (private.inbox_reasons())
  then
    raise exception 'Mute a reason or a record.' using errcode = '22023', detail = 'inbox.mute_shape';
  end if;
  if not muted then
    delete from public.inbox_mutes m
    where m.account_id = account and m.user_id = person
      and (m.reason = reason_param or m.record_kind = kind_param and m.record_id = record_param);
    return;
  end if;
  if record_param is not null and not exists (
    select from private.records r where r.account_id = account and r.kind = kind_param and r.id = record_param
  ) then
    raise exception 'This record no longer exists.' using errcode = 'PT404', detail = 'record.gone';
  end if;
  insert into public.inbox_mutes (account_id, user_id, reason, record_kind, record_id)
  select account, person, reason_param, kind_param, record_param
  where account is not null
  on conflict on constraint inbox_mutes_key do nothing;
end
$$;
comment on function public.mute_in_inbox(boolean, text, text, uuid) is
  'Mutes a reason or a record in the caller''s inbox and notifications, or ends that.';
alter function public.mute_in_inbox(boolean,text,text,uuid) owner to cairn_definer;
revoke all on function public.mute_in_inbox(boolean,text,text,uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.mute_in_inbox(boolean, text, text, uuid) to authenticated;
create function public.get_inbox_mutes()
returns table (reason text, record_kind text, record_id uuid, record_name text)
language plpgsql stable set search_path = ''
as $$
begin
  perform private.refuse_no_inbox();
  return query
    select m.reason, m.record_kind, m.record_id, r.name
    from public.inbox_mutes m
    left join private.records r on r.account_id = m.account_id and r.kind = m.record_kind and r.id = m.record_id
    where m.account_id = (select private.my_account()) and m.user_id = (select private.caller_id())
      and (m.reason is not null or r.id is not null)
    order by array_position(private.inbox_reasons(), m.reason), lower(r.name), m.record_id;
end
$$;
comment on function public.get_inbox_mutes() is
  'The reasons and records that the caller has muted; records in the bin are left out.';
alter function public.get_inbox_mutes() owner to cairn_definer;
revoke all on function public.get_inbox_mutes() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.get_inbox_mutes() to authenticated;
create or replace function public.delete_expired(
  what text, keep_days integer, at_most integer default 1000, account uuid default null,
  only_these text[] default null
)
returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  oldest constant timestamptz := now() - private.retention_days(what, keep_days);
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
    when 'runs' then
      delete from public.runs r
      using (
        (
          select x.heartbeat_id, x.number from public.runs x where only_these is null and x.at < oldest
          order by x.at limit at_most
        )
        union all
        select split_part(t, ' ', 1)::uuid, split_part(t, ' ', 2)::bigint from unnest(only_these) as t
      ) over
      where r.heartbeat_id = over.heartbeat_id and r.number = over.number and r.at < oldest;
    when 'answers' then
      delete from private.kept_answers a
      using (
        (
          select x.account_id, x.user_id, x.holder, x.key
          from private.kept_answers x
          where only_these is null and x.kept_at < oldest
          order by x.kept_at limit at_most
        )
        union all
        select (t::jsonb ->> 0)::uuid, (t::jsonb ->> 1)::uuid, t::jsonb ->> 2, t::jsonb ->> 3 from unnest(only_these) as t
      ) over
      where a.account_id = over.account_id and a.user_id = over.user_id and a.holder = over.holder and a.key = over.key
        and a.kept_at < oldest;
    else
      raise exception 'There is nothing called % that expires.', what
        using errcode = '22023', detail = 'expiry.unknown', hint = 'Name sign-ins, audit, history, bin, fields, imports, runs or answers.';
  end case;
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
create or replace function public.request_archive() returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  made uuid;
begin
  perform private.refuse_non_admin('archive.made_by_admins', 'Only administrators can make an archive.');
  perform from public.accounts a where a.id = account for no key update;
  if exists (
    select from public.archives a where a.account_id = account and a.state in ('waiting', 'working')
  ) then
    raise exception 'An archive is being made already.'
      using errcode = 'PT409', detail = 'archive.already_being_made', hint = 'Wait until it is ready, or delete it.';
  end if;
  delete from public.archives a where a.account_id = account;
  insert into public.archives (account_id, made_by) values (account, private.caller_id()) returning id into made;
  perform private.write_audit(account, private.caller_id(), 'archive_requested', 'archive', made::text);
  return made;
end
$$;
create or replace function public.get_archive_part(archive uuid, place integer) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  part text;
begin
  perform private.refuse_non_admin('archive.downloaded_by_admins', 'Only administrators can download an archive.');
  select translate(encode(p.bytes, 'base64'), e'\n', '') into part
  from private.archive_parts p
  join public.archives a on a.account_id = p.account_id and a.id = p.archive_id
  where p.account_id = account and p.archive_id = archive and p.place = get_archive_part.place
    and a.state = 'ready' and a.expires_at > now();
  if part is null then
    raise exception 'This archive is gone.'
      using errcode = 'PT404', detail = 'archive.gone', hint = 'Make a new one.';
  end if;
  if place = 1 then
    perform private.write_audit(account, private.caller_id(), 'archive_downloaded', 'archive', archive::text);
  end if;
  return part;
end
$$;
create or replace function public.delete_archive(archive uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.refuse_non_admin('archive.deleted_by_admins', 'Only administrators can delete an archive.');
  delete from public.archives a where a.account_id = private.my_account() and a.id = archive;
  if found then
    perform private.write_audit(
      private.my_account(), private.caller_id(), 'archive_deleted', 'archive', archive::text
    );
  end if;
end
$$;
create or replace function private.archived_tables()
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
    (101, 'experts', 'public.record_experts', array['record_id', 'expert_id'], '{}', '{}',
      false),
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
create or replace function private.refuse_without_archive_room(account uuid, further bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  room private.archive_room;
  is_new constant boolean := exists (
    select from public.accounts a where a.id = account and a.created_at > now() - interval '1 day'
  );
  mine bigint;
  of_new bigint;
  of_all bigint;
begin
  -- Until this transaction ends, nobody else counts.
  perform pg_advisory_xact_lock(hashtextextended('room for archives', 0));
  select r.* into strict room from private.archive_room r;
  select
    coalesce(sum(i.bytes) filter (where i.account_id = account), 0),
    coalesce(sum(i.bytes) filter (where a.created_at > now() - interval '1 day'), 0),
    coalesce(sum(i.bytes), 0)
  into mine, of_new, of_all
  from public.archive_imports i
  join public.accounts a on a.id = i.account_id
  where i.state in ('uploading', 'waiting', 'working');
  if is_new and mine + further > room.most_bytes_of_new then
    raise exception 'An account that is younger than a day cannot restore an archive of this size.'
      using errcode = 'PT413', detail = 'archive.young_account',
        hint = 'Try again tomorrow, or ask who runs the server.';
  end if;
  if of_all + further > room.most_bytes
    or is_new and of_new + further > room.most_bytes / 2
  then
    raise exception 'The server has no room for another archive at the moment.'
      using errcode = 'PT507', detail = 'archive.no_room', hint = 'Try again later, or ask who runs the server.';
  end if;
end
$$;
create or replace function private.refuse_account_with_rows(account uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_empty_account(account) then
    raise exception 'Only an empty account can take in an archive.'
      using errcode = 'PT409', detail = 'archive.account_not_empty',
        hint = 'Records, articles, tags, fields, views and the bin have to be empty.';
  end if;
end
$$;
create or replace function public.start_archive_import() returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  made uuid;
begin
  perform private.refuse_non_admin('archive.taken_in_by_admins', 'Only administrators can take in an archive.');
  perform from public.accounts a where a.id = account for no key update;
  perform private.refuse_account_with_rows(account);
  if exists (
    select from public.archive_imports i where i.account_id = account and i.state in ('waiting', 'working')
  ) then
    raise exception 'An archive is being taken in already.'
      using errcode = 'PT409', detail = 'archive.already_being_taken_in', hint = 'Wait until it is done.';
  end if;
  delete from public.archive_imports i where i.account_id = account;
  perform private.refuse_without_archive_room(account, 1);
  insert into public.archive_imports (account_id, made_by) values (account, private.caller_id()) returning id into made;
  return made;
end
$$;
create or replace function public.add_archive_import_part(import uuid, place integer, content text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  most_bytes constant bigint := 4294967295;
  part bytea;
begin
  perform private.refuse_non_admin('archive.taken_in_by_admins', 'Only administrators can take in an archive.');
  if content is null or octet_length(content) not between 1 and 1000000 then
    raise exception 'A part of an archive has at most 750,000 bytes.'
      using errcode = '22023', detail = 'archive.part_size';
  end if;
  part := decode(content, 'base64');
  perform private.refuse_without_archive_room(private.my_account(), octet_length(part));
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
      using errcode = 'PT409', detail = 'archive.part_refused', hint = 'Begin anew with the whole file.';
  end if;
  insert into private.archive_import_parts (account_id, import_id, place, bytes)
  values (private.my_account(), import, add_archive_import_part.place, part);
end
$$;
create or replace function public.submit_archive_import(import uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.refuse_non_admin('archive.taken_in_by_admins', 'Only administrators can take in an archive.');
  update public.archive_imports i
  set state = 'waiting'
  where i.account_id = private.my_account() and i.id = import and i.state = 'uploading';
  if not found then
    raise exception 'This archive is gone.'
      using errcode = 'PT404', detail = 'archive.gone', hint = 'Begin anew with the whole file.';
  end if;
  perform private.write_audit(
    private.my_account(), private.caller_id(), 'archive_import_requested', 'archive', import::text
  );
end
$$;
create or replace function public.get_archive_state() returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  perform private.refuse_non_admin('archive.made_by_admins', 'Only administrators can make an archive.');
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
create or replace function private.columns_of_people(source regclass) returns text[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(a.attname::text order by a.attnum), '{}')
  from pg_catalog.pg_constraint c
  join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
  where c.confrelid = 'public.account_members'::regclass
    -- A catalogue is a view of the records, whose keys are its own.
    and c.conrelid = case when source::text in (
      select format('public.%I', k.record_table) from private.kinds k where k.feature is not null
    ) then 'private.records'::regclass else source end
$$;
create or replace function private.refuse_strange_history(lines jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (
    select
    from jsonb_array_elements(lines) as l (line)
    cross join lateral (values (l.line -> 'before'), (l.line -> 'after')) as said (value)
    where l.line ->> 'field' in ('owner_id', 'experts') and said.value <> 'null'
      and private.is_uuid(
        case jsonb_typeof(said.value) when 'object' then said.value ->> 'id' else said.value #>> '{}' end
      ) is not true
  ) then
    raise exception 'The history of an archive names a person without an id.'
      using errcode = '22023', detail = 'archive.person_without_id';
  end if;
end
$$;
create or replace function private.refuse_records_of_others(account uuid, of_file text, lines jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (
    with named as (
      select
        coalesce(k.kind, l.line ->> 'kind') as kind, (l.line ->> case when k.kind is null then 'record_id' else 'id' end)::uuid as id
      from jsonb_array_elements(lines) as l (line)
      left join private.kinds k on k.record_table = of_file
      where k.feature is not null or of_file = 'bin'
    )
    select
    from named n
    join public.binned_records b on b.record_id = n.id and b.kind = n.kind and b.account_id <> account
    union all
    select
    from named n
    join private.records r on r.kind = n.kind and r.id = n.id and r.account_id <> account
    where of_file = 'bin'
  ) then
    raise exception 'The archive has records of another account.'
      using errcode = '23505', detail = 'archive.other_account';
  end if;
end
$$;
create or replace function private.restore_lines(account uuid, inviter uuid, of_file text, lines jsonb) returns void
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  asked record;
  of_people text[];
  whole text;
  given jsonb;
  shape record;
begin
  -- Keys find names that stand twice; looking for each one takes longer than all else.
  perform set_config('cairn.taking_in', 'on', true), set_config('cairn.names_are_known', 'on', true);
  if of_file = 'account' then
    update public.accounts a
    set name = lines -> 0 ->> 'name', newcomers_need_admission = (lines -> 0 ->> 'newcomers_need_admission')::boolean
    where a.id = account;
    return;
  elsif of_file = 'people' then
    perform private.restore_people_of_archive(account, inviter, lines);
    return;
  end if;
  select t.* into strict asked from private.archived_tables() t where t.file = of_file;
  if asked.read_only then
    return;
  end if;
  of_people := private.columns_of_people(asked.source);
  shape := private.columns_to_restore(
    asked.source, asked.without || (asked.awaiting)[2:], lines -> 0
  );
  if shape.columns is null then
    raise exception 'The archive has a line without anything to read.'
      using errcode = '22023', detail = 'archive.empty_line';
  end if;
  perform private.refuse_records_of_others(account, of_file, lines);
  if of_file = 'history' then
    perform private.refuse_strange_history(lines);
  end if;
  -- Most lines are history, which names people without keys.
  if cardinality(of_people) = 0 and of_file not in ('bin', 'acts') then
    execute format(
      'insert into %1$s (account_id, %2$s) select $2, %3$s from jsonb_populate_recordset(null::%1$s, $1) r',
      asked.source, shape.columns, shape."values"
    )
    using lines, account;
    return;
  end if;
  select c into whole from unnest(of_people) as c where c in ('expert_id', 'person_id', 'user_id');
  select jsonb_agg(jsonb_build_object(
    'line', private.row_from_archive_line(account, of_file, l.line),
    'strangers', private.unknown_people_in_line(account, l.line, of_people)
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
    raise exception 'The archive names people or records that are not in it.'
      using errcode = '23503', detail = 'archive.unknown_names';
  end if;
  execute format(
    'insert into %1$s (account_id, %2$s) select $2, %3$s from jsonb_populate_recordset(null::%1$s, $1) r',
    asked.source, concat_ws(', ', shape.columns, quote_ident((asked.awaiting)[2])),
    concat_ws(', ', shape."values", 'r.' || quote_ident((asked.awaiting)[2]))
  )
  using (
    select coalesce(jsonb_agg(
      (g -> 'line') - (asked.awaiting)[2:]
        || (select coalesce(jsonb_object_agg(s, null), '{}') from jsonb_object_keys(g -> 'strangers') as s)
        || case when g -> 'strangers' ? (asked.awaiting)[1] then
          jsonb_build_object((asked.awaiting)[2], g -> 'strangers' -> (asked.awaiting)[1]) else '{}' end
    ), '[]')
    from jsonb_array_elements(given) as g
    where whole is null or not g -> 'strangers' ? whole
  ), account;
end
$$;
create trigger records_allowed_of_new before insert on private.records
  for each row
  when (current_user in ('authenticated', 'cairn_token') and new.kind = any (string_to_array(current_setting('cairn.switched_off', true), ' ')))
  execute function private.refuse_record_switched_off();
create trigger records_allowed_of_old before update or delete on private.records
  for each row
  when (current_user in ('authenticated', 'cairn_token') and old.kind = any (string_to_array(current_setting('cairn.switched_off', true), ' ')))
  execute function private.refuse_record_switched_off();
create trigger records_clean before insert or update of name on private.records
  for each row execute function private.clean_name();
create trigger records_clean_fields
  before insert or update of vendor, department, cost_per_month, imported_from, source_id on private.records
  for each row execute function private.clean_built_in_fields();
create trigger records_name_taken before insert or update of name on private.records
  for each row execute function private.refuse_taken_record_name();
create trigger records_switched_off before insert or update or delete on private.records
  for each statement when (current_user in ('authenticated', 'cairn_token')) execute function private.note_switched_off();
create trigger records_stamp
  before insert or update of
    name, description, owner_id, status, updated_by, updated_at, invited_owner_id, vendor, criticality, data_class,
    cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own, imported_from, source_id, details,
    use_cases, users, related_systems, platform, source, webhook_url, account_id, created_by, created_at
  on private.records
  for each row execute function private.stamp_record();
create trigger records_changes after update on private.records
  referencing old table as before_change new table as after_change
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history_of_changes();
create trigger records_created after insert on private.records
  referencing new table as moved
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history();
create trigger records_deleted after delete on private.records
  referencing old table as moved
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history();
create trigger records_clean_lists before insert or update of use_cases, users, related_systems on private.records
  for each row when (new.kind = 'solution') execute function private.clean_solution_lists();
create trigger records_related_systems after insert or update of related_systems, account_id on private.records
  for each row when (new.kind = 'solution' and new.related_systems <> '{}')
  execute function private.require_related_systems();
create trigger records_leave_solutions after delete on private.records
  referencing old table as gone
  for each statement when (current_user <> 'cairn_owner') execute function private.leave_solutions();
create trigger "0_solution_agents_kinds" after insert or update on public.solution_agents
  for each row execute function private.require_kinds('solution_id', 'solution', 'agent_id', 'agent');
create trigger "0_solution_automations_kinds" after insert or update on public.solution_automations
  for each row execute function private.require_kinds('solution_id', 'solution', 'automation_id', 'automation');
create or replace trigger solution_agents_history_of_made after insert on public.solution_agents
  referencing new table as links
  for each statement when (current_user <> 'cairn_owner')
  execute function private.keep_link_history('agents', 'agent_id');
create or replace trigger solution_agents_history_of_ended after delete on public.solution_agents
  referencing old table as links
  for each statement when (current_user <> 'cairn_owner')
  execute function private.keep_link_history('agents', 'agent_id');
create or replace trigger solution_automations_history_of_made after insert on public.solution_automations
  referencing new table as links
  for each statement when (current_user <> 'cairn_owner')
  execute function private.keep_link_history('automations', 'automation_id');
create or replace trigger solution_automations_history_of_ended after delete on public.solution_automations
  referencing old table as links
  for each statement when (current_user <> 'cairn_owner')
  execute function private.keep_link_history('automations', 'automation_id');
create trigger record_experts_kind before insert or update on public.record_experts
  for each row when (new.kind is null and new.record_id is not null) execute function private.refuse_missing_kind();
create trigger "0_record_experts_kinds" after insert or update of kind, record_id on public.record_experts
  for each row execute function private.require_kinds('record_id', 'kind');
create or replace trigger tags_name_taken before insert or update of name on public.tags
  for each row execute function private.refuse_taken_name('tag', 'tags_account_id_name_key', 'private.folded');
create trigger "0_knowledge_articles_kinds" after insert or update of system_id on public.knowledge_articles
  for each row when (new.system_id is not null) execute function private.require_kinds('system_id', 'system');
create trigger records_tally_added after insert on private.records
  referencing new table as touched
  for each statement execute function private.tally_contributions('created_by');
create trigger records_tally_deleted after delete on private.records
  referencing old table as touched
  for each statement when (current_user <> 'cairn_owner') execute function private.tally_contributions('created_by');
create trigger records_tally_moved after update of created_by, account_id on private.records
  for each row
  when (
    current_user <> 'cairn_owner' and (old.account_id, old.created_by) is distinct from (new.account_id, new.created_by)
  )
  execute function private.move_contribution('created_by');
create trigger records_owner before insert or update of owner_id, invited_owner_id on private.records
  for each row execute function private.enforce_single_owner();
create trigger records_owner_invited before insert on private.records
  for each row when (current_user in ('authenticated', 'cairn_token') and new.invited_owner_id is not null)
  execute function private.require_open_invitation();
create trigger records_owner_invited_later before update of owner_id, invited_owner_id on private.records
  for each row when (new.invited_owner_id is not null and new.invited_owner_id is distinct from old.invited_owner_id)
  execute function private.require_open_invitation();
create trigger records_owner_put_back before insert on private.records
  for each row when (current_user not in ('authenticated', 'cairn_token') and new.invited_owner_id is not null)
  execute function private.clear_closed_invitation();
create trigger records_tags before insert or update of tags on private.records
  for each row when (new.tags <> '{}' and current_user <> 'cairn_definer')
  execute function private.keep_tags('refuse');
create trigger records_tags_put_back before insert or update of tags on private.records
  for each row when (new.tags <> '{}' and current_user = 'cairn_definer')
  execute function private.keep_tags('forget');
create trigger records_owned_again after update of owner_id on private.records
  for each row when (old.owner_id is null and new.owner_id is not null)
  execute function private.clear_departed_owner();
create trigger records_departed_gone after delete on private.records
  for each row when (old.owner_id is null) execute function private.clear_departed_owner();
create trigger records_follow_owner after update on private.records
  referencing new table as is_now
  for each statement execute function private.sync_handovers_with_owner();
create trigger records_follow_owner_back after insert on private.records
  referencing new table as is_now
  for each statement execute function private.sync_handovers_with_owner();
create trigger records_come_to_count after insert on private.records
  referencing new table as come
  for each statement execute function private.mark_records();
create trigger records_change_to_count after update on private.records
  referencing old table as gone new table as come
  for each statement execute function private.mark_records();
create trigger records_go_to_count after delete on private.records
  referencing old table as gone
  for each statement execute function private.mark_records();
create trigger records_into_bin before delete on private.records
  for each row when (current_user <> 'cairn_owner') execute function private.bin_record();
create trigger records_hold_own_fields before insert or update of own on private.records
  for each statement execute function private.hold_own_fields();
create trigger records_own_new before insert on private.records
  for each row when (current_user <> 'cairn_definer') execute function private.check_own_values();
create trigger records_own_changed before update of own on private.records
  for each row when (current_user <> 'cairn_definer' and new.own is distinct from old.own)
  execute function private.check_own_values();
create trigger records_own_put_back before insert or update of own on private.records
  for each row when (current_user = 'cairn_definer' and new.own <> '{}')
  execute function private.keep_known_own_values();
create trigger records_own_values_come after insert on private.records
  referencing new table as come
  for each statement execute function private.keep_own_values();
create trigger records_own_values_change after update on private.records
  referencing old table as gone new table as come
  for each statement execute function private.keep_own_values();
create trigger records_own_values_go after delete on private.records
  referencing old table as gone
  for each statement execute function private.keep_own_values();
create trigger records_source_put_back before insert on private.records
  for each row when (current_user = 'cairn_definer' and new.source_id is not null)
  execute function private.forget_taken_source();
create trigger records_rest_heartbeats after delete on private.records
  referencing old table as gone
  for each statement execute function private.suspend_heartbeats();
create trigger records_wake_heartbeats after insert on private.records
  referencing new table as come
  for each statement execute function private.resume_heartbeats();
create policy "tokens keep to their scopes" on private.records
  as restrictive to cairn_token
  using (case
    when (select private.is_unscoped()) then true
    else kind = any ((select private.kinds_in_scope('read'))::text[])
  end)
  with check ((select private.is_unscoped()) or kind = any ((select private.kinds_in_scope('write'))::text[]));
create policy "tokens keep to their scopes" on public.inbox_mutes
  as restrictive to cairn_token
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.inbox_snoozes
  as restrictive to cairn_token
  using ((select private.is_unscoped()));
create policy "tokens delete within their scopes" on private.records
  as restrictive for delete to cairn_token
  using ((select private.is_unscoped()) or kind = any ((select private.kinds_in_scope('write'))::text[]));
create policy "members see the records of their account" on private.records
  for select to authenticated
  using (account_id = (select private.my_account()));
create policy "from level user on, people add records" on private.records
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);
create policy "users change records that they made or own, managers all" on private.records
  for update to authenticated
  using (
    account_id = (select private.my_account())
    and (
      (select private.my_rank()) >= 2
      or (select private.my_rank()) = 1 and (select private.caller_id()) in (created_by, owner_id)
    )
  )
  with check (account_id = (select private.my_account()));
create policy "users delete records that they made or own, managers all" on private.records
  for delete to authenticated
  using (
    account_id = (select private.my_account())
    and (
      (select private.my_rank()) >= 2
      or (select private.my_rank()) = 1 and (select private.caller_id()) in (created_by, owner_id)
    )
  );
create policy "users name automations of solutions that they may change" on public.solution_automations
  for insert to authenticated
  with check (
    account_id = (select private.my_account())
    and exists (
      select from private.records s
      where s.kind = 'solution' and s.account_id = solution_automations.account_id and s.id = solution_automations.solution_id
        and (
          (select private.my_rank()) >= 2
          or (select private.my_rank()) = 1 and (select private.caller_id()) in (s.created_by, s.owner_id)
        )
    )
  );
create policy "users remove automations of solutions that they may change" on public.solution_automations
  for delete to authenticated
  using (
    account_id = (select private.my_account())
    and exists (
      select from private.records s
      where s.kind = 'solution' and s.account_id = solution_automations.account_id and s.id = solution_automations.solution_id
        and (
          (select private.my_rank()) >= 2
          or (select private.my_rank()) = 1 and (select private.caller_id()) in (s.created_by, s.owner_id)
        )
    )
  );
create policy "users name agents of solutions that they may change" on public.solution_agents
  for insert to authenticated
  with check (
    account_id = (select private.my_account())
    and exists (
      select from private.records s
      where s.kind = 'solution' and s.account_id = solution_agents.account_id and s.id = solution_agents.solution_id
        and (
          (select private.my_rank()) >= 2
          or (select private.my_rank()) = 1 and (select private.caller_id()) in (s.created_by, s.owner_id)
        )
    )
  );
create policy "users remove agents of solutions that they may change" on public.solution_agents
  for delete to authenticated
  using (
    account_id = (select private.my_account())
    and exists (
      select from private.records s
      where s.kind = 'solution' and s.account_id = solution_agents.account_id and s.id = solution_agents.solution_id
        and (
          (select private.my_rank()) >= 2
          or (select private.my_rank()) = 1 and (select private.caller_id()) in (s.created_by, s.owner_id)
        )
    )
  );
create policy "members see what they snoozed" on public.inbox_snoozes
  for select to authenticated
  using (account_id = (select private.my_account()) and user_id = (select private.caller_id()));
create policy "members see what they muted" on public.inbox_mutes
  for select to authenticated
  using (account_id = (select private.my_account()) and user_id = (select private.caller_id()));
revoke all on private.fields from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select on private.fields to cairn_definer;
comment on table private.kinds is 'The kinds of records.';
comment on column private.kinds.place is 'Where the kind stands among the others.';
comment on column private.kinds.record_table is 'The table in public that has the records.';
comment on column private.kinds.feature is 'The switch of its catalogue; empty for a kind without a catalogue.';
comment on column private.kinds.noun is 'The kind in a sentence, with its article.';
comment on column private.kinds.newest_first is 'Whether its list begins with the newest record, not with the first name.';
comment on column private.kinds.own_orders is 'Orders that only this catalogue has, by name: what follows "order by", beginning with the column.';
comment on column private.kinds.retired_status is 'The status of records that are kept and not used any more.';
comment on column private.kinds.choices is
  'The words that a column can have, by column. A column without a default gets the last one where nobody has said it.';
comment on column private.kinds.other_columns is 'The columns of records that only other kinds have.';
comment on table private.records is 'A record of any kind. Callers write it through the view of its kind.';
comment on column private.records.kind is 'system, solution, agent or automation; nobody changes it.';
comment on column private.records.name is 'Unique within the account and kind without regard to case.';
comment on column private.records.owner_id is 'The member who answers for the record; empty when nobody does.';
comment on column private.records.updated_by is 'The person who last changed the record.';
comment on column private.records.invited_owner_id is
  'The invitation of the person who owns the record after joining. Counts as long as the invitation is open.';
comment on column private.records.criticality is 'low, medium, high or critical; empty where nobody has said.';
comment on column private.records.data_class is 'public, internal, confidential, personal or special (categories of personal data).';
comment on column private.records.cost_per_month is 'In cost_currency, to the cent.';
comment on column private.records.renews_on is 'The day on which a contract renews or ends.';
comment on column private.records.lifecycle is 'planned, active, phasing_out or retired.';
comment on column private.records.links is 'At most 20 of {"purpose", "title", "url"}.';
comment on column private.records.tags is 'Ids of tags of the same account, at most 50.';
comment on column private.records.imported_from is 'Where an import found the record, such as an inventory.';
comment on column private.records.source_id is 'The id of the record there; unique for account and kind where both are there.';
comment on column private.records.own is 'The values of the account''s own fields, by key. See own_fields.';
comment on column private.records.details is 'Of systems and solutions: whatever else is worth knowing, as a JSON object.';
comment on column private.records.use_cases is 'Of solutions: free text, at most 100 entries of 200 characters.';
comment on column private.records.users is 'Of solutions: people or teams that use it, at most 100 entries of 200 characters.';
comment on column private.records.related_systems is 'Of solutions: systems of the same account on which it rests, at most 100.';
comment on column private.records.platform is 'Of agents: OpenAI, Anthropic, Custom or Other.';
comment on column private.records.last_used is 'Of agents: when it was last used; empty when that is not known.';
comment on column private.records.source is 'Of automations: Zapier, Make.com, Power Automate or Other.';
comment on column private.records.webhook_url is 'Of automations: an https address, or empty. Never fetched by the server.';
comment on column private.records.last_run is 'Of automations: when it last ran; empty when that is not known.';
revoke all on private.records from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select, delete on private.records to authenticated;
grant
  insert (
    account_id, name, description, owner_id, status, created_by, updated_by, invited_owner_id, vendor, criticality,
    data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own, imported_from, source_id,
    details, use_cases, users, related_systems, platform, source, webhook_url
  ),
  update (
    name, description, owner_id, status, updated_by, updated_at, invited_owner_id, vendor, criticality, data_class,
    cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own, imported_from, source_id, details,
    use_cases, users, related_systems, platform, source, webhook_url
  )
  on private.records to authenticated;
grant select, insert, update, delete on private.records to service_role, cairn_definer;
alter table public.inbox_mutes enable row level security;
alter table public.inbox_mutes force row level security;
comment on table public.inbox_mutes is 'The reasons and records of which a member wants to hear nothing.';
comment on column public.inbox_mutes.reason is 'A reason of get_inbox; empty where a record is muted.';
comment on column public.inbox_mutes.record_id is
  'Without a key to the record: one that is restored from the bin is still muted.';
revoke all on public.inbox_mutes from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select on public.inbox_snoozes, public.inbox_mutes to authenticated;
grant select, insert, update, delete on public.inbox_snoozes, public.inbox_mutes to service_role, cairn_definer;
alter table public.inbox_snoozes enable row level security;
alter table public.inbox_snoozes force row level security;
comment on table public.inbox_snoozes is 'The lines of the inbox that a member does not want to see before a moment.';
comment on column public.inbox_snoozes.line_id is 'The reason and this id name a line, as in get_inbox.';
revoke all on public.inbox_snoozes from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select on public.inbox_snoozes, public.inbox_mutes to authenticated;
grant select, insert, update, delete on public.inbox_snoozes, public.inbox_mutes to service_role, cairn_definer;
alter table private.agents owner to cairn_owner;
revoke all on private.agents from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select, insert, update, delete on private.agents to authenticated, service_role, cairn_definer;
alter table private.automations owner to cairn_owner;
revoke all on private.automations from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select, insert, update, delete on private.automations to authenticated, service_role, cairn_definer;
alter table private.catalogue_records owner to cairn_owner;
revoke all on private.catalogue_records from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select on private.catalogue_records to cairn_definer;
alter table private.gaps_of_records owner to cairn_owner;
revoke all on private.gaps_of_records from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select on private.gaps_of_records to cairn_definer;
alter table private.solutions owner to cairn_owner;
revoke all on private.solutions from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select, insert, update, delete on private.solutions to authenticated, service_role, cairn_definer;
alter table private.system_experts owner to cairn_owner;
revoke all on private.system_experts from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select, delete on private.system_experts to authenticated;
grant insert (record_id, expert_id, assigned_by) on private.system_experts to authenticated;
grant select, insert, update, delete on private.system_experts to service_role, cairn_definer;
alter table private.systems owner to cairn_owner;
revoke all on private.systems from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select, insert, update, delete on private.systems to authenticated, service_role, cairn_definer;
comment on column public.agents.name is 'Unique within the account without regard to case.';
comment on column public.agents.platform is 'OpenAI, Anthropic, Custom or Other.';
comment on column public.agents.status is 'active, training or inactive.';
comment on column public.agents.owner_id is 'The member who answers for the agent; empty when nobody does.';
comment on column public.agents.last_used is 'When it was last used; empty when that is not known.';
comment on column public.agents.updated_by is 'The person who last changed the record: the last publisher.';
comment on column public.agents.invited_owner_id is
  'The invitation of the person who owns the agent after joining. Counts as long as the invitation is open.';
comment on column public.agents.criticality is 'low, medium, high or critical; empty where nobody has said.';
comment on column public.agents.data_class is 'public, internal, confidential, personal or special (categories of personal data).';
comment on column public.agents.cost_per_month is 'In cost_currency, to the cent.';
comment on column public.agents.renews_on is 'The day on which a contract renews or ends.';
comment on column public.agents.lifecycle is 'planned, active, phasing_out or retired.';
comment on column public.agents.links is 'At most 20 of {"purpose", "title", "url"}.';
comment on column public.agents.tags is 'Ids of tags of the same account, at most 50.';
comment on column public.agents.imported_from is 'Where an import found the record, such as an inventory.';
comment on column public.agents.source_id is 'The id of the record there; unique for the account where both are there.';
comment on column public.agents.own is 'The values of the account''s own fields, by key. See own_fields.';
alter table public.agents owner to cairn_owner;
revoke all on public.agents from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select, delete on public.agents to authenticated;
grant
  insert (
    account_id, name, platform, description, status, owner_id, created_by, updated_by, invited_owner_id, vendor,
    criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own,
    imported_from, source_id
  ),
  update (
    name, platform, description, status, owner_id, updated_by, updated_at, invited_owner_id, vendor, criticality,
    data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own, imported_from,
    source_id
  )
  on public.agents to authenticated;
grant select, insert, update, delete on public.agents to service_role, cairn_definer;
comment on column public.automations.name is 'Unique within the account without regard to case.';
comment on column public.automations.source is 'Zapier, Make.com, Power Automate or Other.';
comment on column public.automations.status is 'active or inactive.';
comment on column public.automations.webhook_url is 'An https address, or empty. Never fetched by the server.';
comment on column public.automations.owner_id is 'The member who answers for the automation; empty when nobody does.';
comment on column public.automations.last_run is 'When it last ran; empty when that is not known.';
comment on column public.automations.updated_by is 'The person who last changed the record: the last publisher.';
comment on column public.automations.invited_owner_id is
  'The invitation of the person who owns the automation after joining. Counts as long as the invitation is open.';
comment on column public.automations.criticality is 'low, medium, high or critical; empty where nobody has said.';
comment on column public.automations.data_class is 'public, internal, confidential, personal or special (categories of personal data).';
comment on column public.automations.cost_per_month is 'In cost_currency, to the cent.';
comment on column public.automations.renews_on is 'The day on which a contract renews or ends.';
comment on column public.automations.lifecycle is 'planned, active, phasing_out or retired.';
comment on column public.automations.links is 'At most 20 of {"purpose", "title", "url"}.';
comment on column public.automations.tags is 'Ids of tags of the same account, at most 50.';
comment on column public.automations.imported_from is 'Where an import found the record, such as an inventory.';
comment on column public.automations.source_id is 'The id of the record there; unique for the account where both are there.';
comment on column public.automations.own is 'The values of the account''s own fields, by key. See own_fields.';
alter table public.automations owner to cairn_owner;
revoke all on public.automations from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select, delete on public.automations to authenticated;
grant
  insert (
    account_id, name, source, description, status, webhook_url, owner_id, created_by, updated_by, invited_owner_id,
    vendor, criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags,
    own, imported_from, source_id
  ),
  update (
    name, source, description, status, webhook_url, owner_id, updated_by, updated_at, invited_owner_id, vendor,
    criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own,
    imported_from, source_id
  )
  on public.automations to authenticated;
grant select, insert, update, delete on public.automations to service_role, cairn_definer;
comment on column public.solutions.name is 'Unique within the account without regard to case.';
comment on column public.solutions.status is 'active, inactive, development or deprecated.';
comment on column public.solutions.owner_id is 'The member who answers for the solution; empty when nobody does.';
comment on column public.solutions.use_cases is 'Purposes: free text, at most 100 entries of 200 characters.';
comment on column public.solutions.users is 'People or teams that use it: free text, at most 100 entries of 200 characters.';
comment on column public.solutions.related_systems is 'Systems of the same account on which it rests, at most 100.';
comment on column public.solutions.details is 'Whatever else is worth knowing, as a JSON object.';
comment on column public.solutions.updated_by is 'The person who last changed the record.';
comment on column public.solutions.invited_owner_id is
  'The invitation of the person who owns the solution after joining. Counts as long as the invitation is open.';
comment on column public.solutions.criticality is 'low, medium, high or critical; empty where nobody has said.';
comment on column public.solutions.data_class is 'public, internal, confidential, personal or special (categories of personal data).';
comment on column public.solutions.cost_per_month is 'In cost_currency, to the cent.';
comment on column public.solutions.renews_on is 'The day on which a contract renews or ends.';
comment on column public.solutions.lifecycle is 'planned, active, phasing_out or retired.';
comment on column public.solutions.links is 'At most 20 of {"purpose", "title", "url"}.';
comment on column public.solutions.tags is 'Ids of tags of the same account, at most 50.';
comment on column public.solutions.imported_from is 'Where an import found the record, such as an inventory.';
comment on column public.solutions.source_id is 'The id of the record there; unique for the account where both are there.';
comment on column public.solutions.own is 'The values of the account''s own fields, by key. See own_fields.';
alter table public.solutions owner to cairn_owner;
revoke all on public.solutions from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select, delete on public.solutions to authenticated;
grant
  insert (
    account_id, name, description, owner_id, status, use_cases, users, related_systems, details, created_by,
    updated_by, invited_owner_id, vendor, criticality, data_class, cost_per_month, cost_currency, renews_on,
    lifecycle, department, links, tags, own, imported_from, source_id
  ),
  update (
    name, description, owner_id, status, use_cases, users, related_systems, details, updated_by, updated_at,
    invited_owner_id, vendor, criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle,
    department, links, tags, own, imported_from, source_id
  )
  on public.solutions to authenticated;
grant select, insert, update, delete on public.solutions to service_role, cairn_definer;
alter table public.system_experts owner to cairn_owner;
revoke all on public.system_experts from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select, delete on public.system_experts to authenticated;
grant insert (system_id, expert_id, assigned_by) on public.system_experts to authenticated;
grant select, insert, update, delete on public.system_experts to service_role, cairn_definer;
comment on column public.systems.name is 'Unique within the account without regard to case.';
comment on column public.systems.status is 'active, inactive, maintenance or deprecated.';
comment on column public.systems.owner_id is 'The member who answers for the system; empty when nobody does.';
comment on column public.systems.details is 'Whatever else is worth knowing, as a JSON object.';
comment on column public.systems.updated_by is 'The person who last changed the record.';
comment on column public.systems.invited_owner_id is
  'The invitation of the person who owns the system after joining. Counts as long as the invitation is open.';
comment on column public.systems.criticality is 'low, medium, high or critical; empty where nobody has said.';
comment on column public.systems.data_class is 'public, internal, confidential, personal or special (categories of personal data).';
comment on column public.systems.cost_per_month is 'In cost_currency, to the cent.';
comment on column public.systems.renews_on is 'The day on which a contract renews or ends.';
comment on column public.systems.lifecycle is 'planned, active, phasing_out or retired.';
comment on column public.systems.links is 'At most 20 of {"purpose", "title", "url"}.';
comment on column public.systems.tags is 'Ids of tags of the same account, at most 50.';
comment on column public.systems.imported_from is 'Where an import found the record, such as an inventory.';
comment on column public.systems.source_id is 'The id of the record there; unique for the account where both are there.';
comment on column public.systems.own is 'The values of the account''s own fields, by key. See own_fields.';
alter table public.systems owner to cairn_owner;
revoke all on public.systems from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select, delete on public.systems to authenticated;
grant
  insert (
    account_id, name, description, owner_id, status, details, created_by, updated_by, invited_owner_id, vendor,
    criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own,
    imported_from, source_id
  ),
  update (
    name, description, owner_id, status, details, updated_by, updated_at, invited_owner_id, vendor, criticality,
    data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own, imported_from,
    source_id
  )
  on public.systems to authenticated;
grant select, insert, update, delete on public.systems to service_role, cairn_definer;
drop function private.built_in_choices(text);
drop function private.built_in_label(text);
drop function private.cron_values(text,text[],integer,integer,text);
drop function private.fields_to_suggest();
drop function private.holds(boolean,text);
drop function private.ids_of_choices(public.own_fields);
drop function private.matching_records(uuid,text,integer,text,text,text[]);
drop function private.name_is_taken(uuid,text,text);
drop function private.name_known_record();
drop function private.refuse_non_admin(text);
drop function private.refuse_outdated(text);
