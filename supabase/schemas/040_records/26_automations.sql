-- Automations: what runs by itself for the organisation, and where it was made.
--
-- Keys, stamps and policies are those of systems. The server's own functions tell when an automation last ran: users
-- have no right to write it. A webhook's address is stored and shown, never fetched.

create table public.automations (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  name text not null,
  source text not null,
  description text not null default '',
  status text not null default 'inactive',
  webhook_url text,
  owner_id uuid,
  last_run timestamptz,
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
  constraint automations_account_id_id_key unique (account_id, id),
  constraint automations_owner_id_fkey foreign key (account_id, owner_id)
    references public.account_members (account_id, user_id) on delete set null (owner_id),
  constraint automations_created_by_fkey foreign key (account_id, created_by)
    references public.account_members (account_id, user_id) on delete set null (created_by),
  constraint automations_updated_by_fkey foreign key (account_id, updated_by)
    references public.account_members (account_id, user_id) on delete set null (updated_by),
  constraint automations_name_length check (private.holds(
    char_length(name) between 1 and 120,
    'Name must have 1 to 120 characters.'
  )),
  constraint automations_source_known check (private.holds(
    source in ('Zapier', 'Make.com', 'Power Automate', 'Other'),
    'Source must be Zapier, Make.com, Power Automate or Other.'
  )),
  constraint automations_status_known check (private.holds(
    status in ('active', 'inactive'),
    'Status must be active or inactive.'
  )),
  -- Host and port, then what is printable ASCII: no user info, backslash, space or control character.
  constraint automations_webhook_url_is_https check (private.holds(
    webhook_url = ''
      or char_length(webhook_url) <= 2048
      and webhook_url ~* '^https://([a-z0-9]([a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\])(:[0-9]{1,5})?([/?#][!-[\]-~]*)?$',
    'Webhook URL must be empty or a web address that begins with https://, of at most 2,048 characters.'
  )),
  constraint automations_description_length check (private.holds(
    char_length(description) <= 2000,
    'Description must have at most 2,000 characters.'
  )),
  constraint automations_invited_owner_id_fkey foreign key (account_id, invited_owner_id)
    references public.pending_invitations (account_id, id) on delete set null (invited_owner_id),
  constraint automations_one_owner check (private.holds(
    owner_id is null or invited_owner_id is null,
    'The owner is a member or somebody invited, not both.'
  )),
  constraint automations_built_in_fields check (private.holds(
    private.built_in_fields_hold(
      vendor, department, criticality, data_class, lifecycle, cost_per_month, cost_currency, renews_on, links
    ),
    'A built-in field has a value that it cannot have.'
  )),
  constraint automations_own_object check (private.holds(
    jsonb_typeof(own) = 'object' and octet_length(own::text) <= 200000,
    'Own fields must be a JSON object of at most 200,000 bytes.'
  )),
  constraint automations_tags_count check (private.holds(
    cardinality(tags) <= 50,
    'A record has at most 50 tags.'
  )),
  constraint automations_source_length check (private.holds(
    char_length(imported_from) between 1 and 120 and char_length(source_id) between 1 and 200,
    'A source has 1 to 120 characters, and the id of a record there 1 to 200.'
  ))
);
create unique index automations_account_id_name_key on public.automations (account_id, lower(name));
create index automations_active_idx on public.automations (account_id) where status = 'active';
create index automations_owner_id_idx on public.automations (account_id, owner_id);
create index automations_created_by_idx on public.automations (account_id, created_by);
create index automations_updated_by_idx on public.automations (account_id, updated_by);
create index automations_search_idx on public.automations
  using gin (
    account_id,
    private.folded(name) extensions.gin_trgm_ops,
    private.folded(description) extensions.gin_trgm_ops
  );
create index automations_in_order_idx on public.automations (account_id, created_at desc, id desc);
create index automations_names_idx on public.automations (account_id, id) include (name, created_at);
create index automations_by_title_idx on public.automations (account_id, (private.folded(name) collate "C"), id);
create index automations_by_run_idx on public.automations (account_id, coalesce(last_run, created_at))
  where status = 'active';
create index automations_unowned_idx on public.automations (account_id) where owner_id is null;
create index automations_invited_owner_id_idx on public.automations (account_id, invited_owner_id)
  where invited_owner_id is not null;
create index automations_tags_idx on public.automations using gin (tags) where tags <> '{}';
create index automations_renews_on_idx on public.automations (account_id, renews_on) where renews_on is not null;
create index automations_vendor_idx on public.automations (account_id, (nullif(private.folded(vendor), '') collate "C"))
  where vendor <> '';
create index automations_department_idx on public.automations (account_id, (nullif(private.folded(department), '') collate "C"))
  where department <> '';
create index automations_words_idx on public.automations
  using gin (
    account_id,
    private.folded(vendor) extensions.gin_trgm_ops,
    private.folded(department) extensions.gin_trgm_ops
  )
  where vendor <> '' or department <> '';
create index automations_cost_per_month_idx on public.automations (account_id, cost_per_month) where cost_per_month is not null;
create unique index automations_source_key on public.automations (account_id, imported_from, source_id)
  where imported_from is not null and source_id is not null;
-- For imports, which look for records that a row could be.
create index automations_name_key_idx on public.automations (account_id, private.name_key(name));
comment on table public.automations is 'An automation that runs for the organisation.';
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

create trigger automations_clean before insert or update of name on public.automations
  for each row execute function private.clean_name();
create trigger automations_clean_fields
  before insert or update of vendor, department, cost_per_month, imported_from, source_id on public.automations
  for each row execute function private.clean_built_in_fields();
create trigger automations_name_taken before insert or update of name on public.automations
  for each row execute function private.refuse_taken_name('An automation', 'automations_account_id_name_key');
create trigger automations_feature before insert or update or delete on public.automations
  for each statement when (current_user in ('authenticated', 'cairn_token')) execute function private.refuse_switched_off('automations');
create trigger automations_stamp
  before insert or update of
    name, source, description, status, webhook_url, owner_id, invited_owner_id, updated_by, updated_at,
    vendor, criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own on public.automations
  for each row execute function private.stamp_record();
create trigger automations_changes after update on public.automations
  referencing old table as before_change new table as after_change
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history_of_changes('automation');
create trigger automations_created after insert on public.automations
  referencing new table as moved
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history('automation');
create trigger automations_deleted after delete on public.automations
  referencing old table as moved
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history('automation');

alter table public.automations enable row level security;
alter table public.automations force row level security;

create policy "members see the automations of their account" on public.automations
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "from level user on, people add automations" on public.automations
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);

create policy "users change automations that they made or own, managers all" on public.automations
  for update to authenticated
  using (
    account_id = (select private.my_account())
    and (
      (select private.my_rank()) >= 2
      or (select private.my_rank()) = 1 and (select private.caller_id()) in (created_by, owner_id)
    )
  )
  with check (account_id = (select private.my_account()));

create policy "users delete automations that they made or own, managers all" on public.automations
  for delete to authenticated
  using (
    account_id = (select private.my_account())
    and (
      (select private.my_rank()) >= 2
      or (select private.my_rank()) = 1 and (select private.caller_id()) in (created_by, owner_id)
    )
  );

create policy "tokens keep to their scopes" on public.automations
  as restrictive to cairn_token
  using ((select private.may('automations', 'read')))
  with check ((select private.may('automations', 'write')));

create policy "tokens delete within their scopes" on public.automations
  as restrictive for delete to cairn_token
  using ((select private.may('automations', 'write')));

revoke all on public.automations from public, anon, authenticated, service_role;
grant select on public.automations to authenticated;

-- Clients send who and when, and are overruled. There is no grant on id: no client chooses an id.
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
