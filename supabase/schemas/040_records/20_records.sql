-- Records: systems, solutions, agents and automations, in one table with the rules that all kinds share.
--
-- A kind is a value of the column kind, which nobody changes. Callers know the four views below, which have the columns
-- of their kind and are written through. A view of the schema private lies beneath each and says the kind of what is added.
-- Every foreign key carries the account, so that no row can point to a person or record of another account. A
-- stranger's id is refused exactly like an id that does not exist. When a member leaves, what they own and made stays
-- and only lets go of them.
-- Members read. Level user creates, and changes what it created or owns; managers change everything.

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
grant execute on function private.refuse_missing(text, text) to authenticated, service_role, cairn_owner;

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
  team_id uuid,
  -- A new column stands here: a migration puts it last too, and the views beneath read all columns in their order.
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
  constraint records_team_id_fkey foreign key (account_id, team_id)
    references public.teams (account_id, id) on delete set null (team_id),
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
  constraint records_team_or_person check (private.holds(
    team_id is null or num_nonnulls(owner_id, invited_owner_id) = 0,
    'record.team_or_person',
    'The owner is a team or a person, not both.'
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
create index records_team_id_idx on private.records (account_id, team_id, kind) where team_id is not null;
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
comment on table private.records is 'A record of any kind. Callers write it through the view of its kind.';
comment on column private.records.kind is 'system, solution, agent or automation; nobody changes it.';
comment on column private.records.name is 'Unique within the account and kind without regard to case.';
comment on column private.records.owner_id is 'The member who answers for the record; empty when nobody does.';
comment on column private.records.updated_by is 'The person who last changed the record.';
comment on column private.records.invited_owner_id is
  'The invitation of the person who owns the record after joining. Counts as long as the invitation is open.';
comment on column private.records.team_id is
  'The team that answers for the record, where neither a member nor an invited person does.';
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

-- Triggers run in the order of their names.
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
-- A run or a use is no change of the record.
create trigger records_stamp
  before insert or update of
    name, description, owner_id, status, updated_by, updated_at, invited_owner_id, vendor, criticality, data_class,
    cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own, imported_from, source_id, details,
    use_cases, users, related_systems, platform, source, webhook_url, team_id, account_id, created_by, created_at
  on private.records
  for each row execute function private.stamp_record();
create trigger records_changes after update on private.records
  referencing old table as before_change new table as after_change
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history_of_changes();

-- Only foreign keys run as cairn_owner: a member left or the whole account goes, which is no change of the record. By
-- their names these triggers run before those of handovers, so the history tells of handovers last.
create trigger records_created after insert on private.records
  referencing new table as moved
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history();
create trigger records_deleted after delete on private.records
  referencing old table as moved
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history();

alter table private.records enable row level security;
alter table private.records force row level security;

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
      or (select private.my_rank()) = 1 and (
        (select private.caller_id()) in (created_by, owner_id) or team_id = any ((select private.my_teams())::uuid[])
      )
    )
  )
  with check (account_id = (select private.my_account()));

create policy "users delete records that they made or own, managers all" on private.records
  for delete to authenticated
  using (
    account_id = (select private.my_account())
    and (
      (select private.my_rank()) >= 2
      or (select private.my_rank()) = 1 and (
        (select private.caller_id()) in (created_by, owner_id) or team_id = any ((select private.my_teams())::uuid[])
      )
    )
  );

-- A case, which the planner takes for half of the rows: with an 'or' it expects so many that it would plan lists of small
-- accounts anew each time.
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

grant select, delete on private.records to authenticated;

-- Clients send who and when, and are overruled. There is no grant on id and kind: no client chooses an id, and the views
-- say the kind. Each view grants what its kind has.
grant
  insert (
    account_id, name, description, owner_id, status, created_by, updated_by, invited_owner_id, vendor, criticality,
    data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own, imported_from, source_id,
    details, use_cases, users, related_systems, platform, source, webhook_url, team_id
  ),
  update (
    name, description, owner_id, status, updated_by, updated_at, invited_owner_id, vendor, criticality, data_class,
    cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own, imported_from, source_id, details,
    use_cases, users, related_systems, platform, source, webhook_url, team_id
  )
  on private.records to authenticated;
grant select, insert, update, delete on private.records to service_role, cairn_definer;
