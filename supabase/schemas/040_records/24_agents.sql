-- Agents: the AI agents that the organisation uses, and on which platform they run.
--
-- Keys, stamps and policies are those of systems. The server's own functions tell when an agent was last used: users
-- have no right to write it.

create table public.agents (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  name text not null,
  platform text not null,
  description text not null default '',
  status text not null default 'inactive',
  owner_id uuid,
  last_used timestamptz,
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
  -- Foreign keys that carry the account point here.
  constraint agents_account_id_id_key unique (account_id, id),
  constraint agents_owner_id_fkey foreign key (account_id, owner_id)
    references public.account_members (account_id, user_id) on delete set null (owner_id),
  constraint agents_created_by_fkey foreign key (account_id, created_by)
    references public.account_members (account_id, user_id) on delete set null (created_by),
  constraint agents_updated_by_fkey foreign key (account_id, updated_by)
    references public.account_members (account_id, user_id) on delete set null (updated_by),
  constraint agents_name_length check (private.holds(
    char_length(name) between 1 and 120,
    'Name must have 1 to 120 characters.'
  )),
  constraint agents_platform_known check (private.holds(
    platform in ('OpenAI', 'Anthropic', 'Custom', 'Other'),
    'Platform must be OpenAI, Anthropic, Custom or Other.'
  )),
  constraint agents_status_known check (private.holds(
    status in ('active', 'training', 'inactive'),
    'Status must be active, training or inactive.'
  )),
  constraint agents_description_length check (private.holds(
    char_length(description) <= 2000,
    'Description must have at most 2,000 characters.'
  )),
  constraint agents_invited_owner_id_fkey foreign key (account_id, invited_owner_id)
    references public.pending_invitations (account_id, id) on delete set null (invited_owner_id),
  constraint agents_one_owner check (private.holds(
    owner_id is null or invited_owner_id is null,
    'The owner is a member or somebody invited, not both.'
  )),
  constraint agents_built_in_fields check (private.holds(
    private.built_in_fields_hold(
      vendor, department, criticality, data_class, lifecycle, cost_per_month, cost_currency, renews_on, links
    ),
    'A built-in field has a value that it cannot have.'
  )),
  constraint agents_own_object check (private.holds(
    jsonb_typeof(own) = 'object' and octet_length(own::text) <= 200000,
    'Own fields must be a JSON object of at most 200,000 bytes.'
  )),
  constraint agents_tags_count check (private.holds(
    cardinality(tags) <= 50,
    'A record has at most 50 tags.'
  )),
  constraint agents_source_length check (private.holds(
    char_length(imported_from) between 1 and 120 and char_length(source_id) between 1 and 200,
    'A source has 1 to 120 characters, and the id of a record there 1 to 200.'
  ))
);
create unique index agents_account_id_name_key on public.agents (account_id, lower(name));
create index agents_owner_id_idx on public.agents (account_id, owner_id);
create index agents_created_by_idx on public.agents (account_id, created_by);
create index agents_updated_by_idx on public.agents (account_id, updated_by);
create index agents_search_idx on public.agents
  using gin (
    account_id,
    private.folded(name) extensions.gin_trgm_ops,
    private.folded(description) extensions.gin_trgm_ops
  );
create index agents_in_order_idx on public.agents (account_id, created_at desc, id desc);
create index agents_names_idx on public.agents (account_id, id) include (name, created_at);
create index agents_by_title_idx on public.agents (account_id, (private.folded(name) collate "C"), id);
create index agents_unowned_idx on public.agents (account_id) where owner_id is null;
create index agents_invited_owner_id_idx on public.agents (account_id, invited_owner_id)
  where invited_owner_id is not null;
create index agents_tags_idx on public.agents using gin (tags) where tags <> '{}';
create index agents_renews_on_idx on public.agents (account_id, renews_on) where renews_on is not null;
create index agents_vendor_idx on public.agents (account_id, (nullif(private.folded(vendor), '') collate "C"))
  where vendor <> '';
create index agents_department_idx on public.agents (account_id, (nullif(private.folded(department), '') collate "C"))
  where department <> '';
create index agents_words_idx on public.agents
  using gin (
    account_id,
    private.folded(vendor) extensions.gin_trgm_ops,
    private.folded(department) extensions.gin_trgm_ops
  )
  where vendor <> '' or department <> '';
create index agents_cost_per_month_idx on public.agents (account_id, cost_per_month) where cost_per_month is not null;
create unique index agents_source_key on public.agents (account_id, imported_from, source_id)
  where imported_from is not null and source_id is not null;
-- For imports, which look for records that a row could be.
create index agents_name_key_idx on public.agents (account_id, private.name_key(name));
comment on table public.agents is 'An AI agent that the organisation uses.';
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

create trigger agents_clean before insert or update of name on public.agents
  for each row execute function private.clean_name();
create trigger agents_clean_fields
  before insert or update of vendor, department, cost_per_month, imported_from, source_id on public.agents
  for each row execute function private.clean_built_in_fields();
create trigger agents_name_taken before insert or update of name on public.agents
  for each row execute function private.refuse_taken_name('An agent', 'agents_account_id_name_key');
create trigger agents_feature before insert or update or delete on public.agents
  for each statement when (current_user in ('authenticated', 'cairn_token')) execute function private.refuse_switched_off('agents');
create trigger agents_stamp
  before insert or update of
    name, platform, description, status, owner_id, invited_owner_id, updated_by, updated_at,
    vendor, criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own on public.agents
  for each row execute function private.stamp_record();
create trigger agents_changes after update on public.agents
  referencing old table as before_change new table as after_change
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history_of_changes('agent');
create trigger agents_created after insert on public.agents
  referencing new table as moved
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history('agent');
create trigger agents_deleted after delete on public.agents
  referencing old table as moved
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history('agent');

alter table public.agents enable row level security;
alter table public.agents force row level security;

create policy "members see the agents of their account" on public.agents
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "from level user on, people add agents" on public.agents
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);

create policy "users change agents that they made or own, managers all" on public.agents
  for update to authenticated
  using (
    account_id = (select private.my_account())
    and (
      (select private.my_rank()) >= 2
      or (select private.my_rank()) = 1 and (select private.caller_id()) in (created_by, owner_id)
    )
  )
  with check (account_id = (select private.my_account()));

create policy "users delete agents that they made or own, managers all" on public.agents
  for delete to authenticated
  using (
    account_id = (select private.my_account())
    and (
      (select private.my_rank()) >= 2
      or (select private.my_rank()) = 1 and (select private.caller_id()) in (created_by, owner_id)
    )
  );

create policy "tokens keep to their scopes" on public.agents
  as restrictive to cairn_token
  using ((select private.may('agents', 'read')))
  with check ((select private.may('agents', 'write')));

create policy "tokens delete within their scopes" on public.agents
  as restrictive for delete to cairn_token
  using ((select private.may('agents', 'write')));

revoke all on public.agents from public, anon, authenticated, service_role;
grant select on public.agents to authenticated;

-- Clients send who and when, and are overruled. There is no grant on id: no client chooses an id.
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
