-- One table of records: the rows of four tables move into it, and the tables become views of it.
--
-- Rows keep their ids and everything that they say. Links and experts point to the new table from here on; an expert has
-- the kind and the id of the record, and no column of its own for each kind any more. Built-in fields are rows.

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
    'A record has only columns of its kind.'
  )),
  constraint records_built_in_fields check (private.holds(
    private.built_in_fields_hold(
      vendor, department, criticality, data_class, lifecycle, cost_per_month, cost_currency, renews_on, links
    ),
    'A built-in field has a value that it cannot have.'
  )),
  constraint records_description_length check (private.holds(
    char_length(description) <= 2000,
    'Description must have at most 2,000 characters.'
  )),
  constraint records_details_object check (private.holds(
    jsonb_typeof(details) = 'object' and octet_length(details::text) <= 200000,
    'Details must be a JSON object of at most 200,000 bytes.'
  )),
  constraint records_kind_known check (private.holds(
    kind in ('system', 'solution', 'agent', 'automation'),
    'Kind must be system, solution, agent or automation.'
  )),
  constraint records_name_length check (private.holds(
    char_length(name) between 1 and 120,
    'Name must have 1 to 120 characters.'
  )),
  constraint records_one_owner check (private.holds(
    owner_id is null or invited_owner_id is null,
    'The owner is a member or somebody invited, not both.'
  )),
  constraint records_own_object check (private.holds(
    jsonb_typeof(own) = 'object' and octet_length(own::text) <= 200000,
    'Own fields must be a JSON object of at most 200,000 bytes.'
  )),
  constraint records_platform_known check (private.holds(
    platform in ('OpenAI', 'Anthropic', 'Custom', 'Other'),
    'Platform must be OpenAI, Anthropic, Custom or Other.'
  )),
  constraint records_use_cases_size check (private.holds(
    private.is_list_within(use_cases, 100, 200),
    'Use cases must be at most 100, of at most 200 characters each.'
  )),
  constraint records_users_size check (private.holds(
    private.is_list_within(users, 100, 200),
    'Users must be at most 100, of at most 200 characters each.'
  )),
  constraint records_related_systems_size check (private.holds(
    cardinality(related_systems) <= 100,
    'Related systems must be at most 100.'
  )),
  constraint records_source_known check (private.holds(
    source in ('Zapier', 'Make.com', 'Power Automate', 'Other'),
    'Source must be Zapier, Make.com, Power Automate or Other.'
  )),
  constraint records_source_length check (private.holds(
    char_length(imported_from) between 1 and 120 and char_length(source_id) between 1 and 200,
    'A source has 1 to 120 characters, and the id of a record there 1 to 200.'
  )),
  constraint records_status_of_agents check (private.holds(
    kind <> 'agent' or status in ('active', 'training', 'inactive'),
    'Status must be active, training or inactive.'
  )),
  constraint records_status_of_automations check (private.holds(
    kind <> 'automation' or status in ('active', 'inactive'),
    'Status must be active or inactive.'
  )),
  constraint records_status_of_solutions check (private.holds(
    kind <> 'solution' or status in ('active', 'inactive', 'development', 'deprecated'),
    'Status must be active, inactive, development or deprecated.'
  )),
  constraint records_status_of_systems check (private.holds(
    kind <> 'system' or status in ('active', 'inactive', 'maintenance', 'deprecated'),
    'Status must be active, inactive, maintenance or deprecated.'
  )),
  constraint records_tags_count check (private.holds(
    cardinality(tags) <= 50,
    'A record has at most 50 tags.'
  )),
  -- Host and port, then what is printable ASCII: no user info, backslash, space or control character.
  constraint records_webhook_url_is_https check (private.holds(
    webhook_url = ''
      or char_length(webhook_url) <= 2048
      and webhook_url ~* '^https://([a-z0-9]([a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\])(:[0-9]{1,5})?([/?#][!-[\]-~]*)?$',
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
    'Kind must be system, solution, agent or automation.'
  )),
  add constraint record_experts_record_id_fkey foreign key (account_id, record_id)
    references private.records (account_id, id) on delete cascade;

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
create function private.fields_for(use text) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(select f.key from private.fields f where use = any (f.uses) order by f.place)
$$;
comment on function private.fields_for(text) is 'The keys of the fields that have a use, in their order.';
alter function private.fields_for(text) owner to cairn_definer;
revoke all on function private.fields_for(text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.fields_for(text) to authenticated;
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
      using errcode = '42501', hint = 'The reference of the API names what is open to tokens.';
  end if;
  select array_agg(coalesce(k.record_table || ':' || split_part(s.scope, ':', 2), s.scope) order by s.place, k.place) into wanted
  from unnest(rule.scopes) with ordinality as s (scope, place)
  left join private.kinds k on split_part(s.scope, ':', 1) = 'kinds' and k.feature is not null;
  select count(*) into held
  from unnest(wanted) as w (scope)
  where private.may(split_part(w.scope, ':', 1), split_part(w.scope, ':', 2));
  if held = 0 or held < cardinality(wanted) and not rule.any_of then
    raise exception 'The scope of this token does not let it %.', what
      using errcode = '42501', hint = 'It needs ' || array_to_string(wanted, case when rule.any_of then ' or ' else ', ' end) || '.';
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
    private.holds(char_length(vendor) <= 120, 'Vendor must have at most 120 characters.')
    and private.holds(char_length(department) <= 120, 'Department must have at most 120 characters.')
    and private.holds(
      coalesce(criticality in ('low', 'medium', 'high', 'critical'), true),
      'Criticality must be low, medium, high or critical.'
    )
    and private.holds(
      coalesce(data_class in ('public', 'internal', 'confidential', 'personal', 'special'), true),
      'Data class must be public, internal, confidential, personal or special.'
    )
    and private.holds(
      coalesce(lifecycle in ('planned', 'active', 'phasing_out', 'retired'), true),
      'Lifecycle must be planned, active, phasing_out or retired.'
    )
    and private.holds(
      coalesce(cost_per_month between 0 and 1000000000000, true),
      'Cost per month must be a number from 0 to 1,000,000,000,000.'
    )
    and private.holds(
      (cost_per_month is null) = (cost_currency is null) and coalesce(cost_currency ~ '^[A-Z]{3}$', true),
      'A cost needs a currency of three capital letters, such as EUR.'
    )
    and private.holds(
      coalesce(renews_on between date '1900-01-01' and date '9999-12-31', true),
      'The renewal must be a day between the years 1900 and 9999.'
    )
    and private.holds(
      jsonb_typeof(links) = 'array' and jsonb_array_length(case jsonb_typeof(links) when 'array' then links else '[]' end) <= 20,
      'Links must be a list of at most 20.'
    )
    and private.holds(
      not exists (
        select from jsonb_array_elements(case jsonb_typeof(links) when 'array' then links else '[]' end) as l (link)
        where not private.is_link(l.link)
      ),
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
    using errcode = '23505', constraint = known.record_table || '_account_id_name_key',
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
      using errcode = '23503', constraint = 'solutions_related_systems_fkey', hint = 'Choose from the systems of your account.';
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
        raise exception '% is required.', field.name using errcode = '23514';
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
    raise exception 'There is no field %.', left(key, 100) using errcode = '23514', hint = 'Load the page again.';
  elsif field.deleted_at is not null then
    raise exception '% was deleted.', field.name using errcode = '23514', hint = 'Load the page again.';
  elsif field.retired_at is not null then
    raise exception '% is retired.', field.name
      using errcode = '23514', hint = 'An administrator can bring it back in the settings.';
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
    raise exception 'Name one field and its value. A cost comes with its currency.' using errcode = '22023';
  end if;
  for one in select g.key, g.value from jsonb_each(given) g loop
    field := private.field_in_bulk(kind, one.key);
    if one.key = 'cost_per_month' and jsonb_typeof(one.value) = 'number' then
      one.value := to_jsonb(round((one.value #>> '{}')::numeric, 2));
    end if;
    found := private.own_value(field, field.name, one.value);
    if found is null and field.required then
      raise exception '% is required.', field.name using errcode = '23514';
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
      using errcode = '23514';
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
create or replace function private.refuse_suggestion(kind text, field text, client text) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  perform private.refuse_other_kind(kind);
  if account is null or private.switched_off(account, kind) then
    raise exception 'Your account does not use this catalogue.' using errcode = '42501', hint = 'Ask an administrator.';
  end if;
  if not coalesce((select s.suggested_edits from public.api_settings s where s.account_id = account), false) then
    raise exception 'Your account does not let assistants suggest edits.'
      using errcode = '42501', hint = 'An administrator can allow it in Cairn under Connect Your Assistant.';
  end if;
  if not coalesce(field = any (private.fields_for('suggest')), false) then
    raise exception 'This field cannot be suggested.'
      using errcode = '22023', hint = 'There are ' || array_to_string(private.fields_for('suggest'), ', ') || '.';
  end if;
  if char_length(client) > 100 then
    raise exception 'The name of the program has at most 100 characters.' using errcode = '22023';
  end if;
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
    raise exception 'This field cannot be suggested.' using errcode = '22023';
  end if;
  execute format(
    'update public.%1$I t set %2$I = (jsonb_populate_record(null::public.%1$I, jsonb_build_object(%2$L, $1))).%2$I
    where t.id = $2 and to_jsonb(t) -> %2$L is not distinct from $3',
    private.catalogue_of(wanted.kind), wanted.field
  )
    using wanted.after, wanted.record_id, wanted.before;
  get diagnostics touched = row_count;
  if touched = 0 then
    raise exception 'The field was changed since this was suggested.' using errcode = 'HO001', hint = 'Look at it again.';
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
drop function private.fields_to_suggest();
drop function private.ids_of_choices(public.own_fields);
drop function private.matching_records(uuid,text,integer,text,text,text[]);
drop function private.name_is_taken(uuid,text,text);
drop function private.name_known_record();
