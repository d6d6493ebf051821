-- Systems: what the organisation runs, with the rules that all catalogues share.
--
-- Every foreign key carries the account, so that no row can point to a person or record of another account. A
-- stranger's id is refused exactly like an id that does not exist. When a member leaves, what they own and made stays
-- and only lets go of them.
-- Members read. Level user creates, and changes what it created or owns; managers change everything.

create table public.systems (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  name text not null,
  description text not null default '',
  owner_id uuid,
  status text not null default 'active',
  details jsonb not null default '{}',
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
  constraint systems_account_id_id_key unique (account_id, id),
  constraint systems_owner_id_fkey foreign key (account_id, owner_id)
    references public.account_members (account_id, user_id) on delete set null (owner_id),
  constraint systems_created_by_fkey foreign key (account_id, created_by)
    references public.account_members (account_id, user_id) on delete set null (created_by),
  constraint systems_updated_by_fkey foreign key (account_id, updated_by)
    references public.account_members (account_id, user_id) on delete set null (updated_by),
  constraint systems_name_length check (private.holds(
    char_length(name) between 1 and 120,
    'Name must have 1 to 120 characters.'
  )),
  constraint systems_description_length check (private.holds(
    char_length(description) <= 2000,
    'Description must have at most 2,000 characters.'
  )),
  constraint systems_status_known check (private.holds(
    status in ('active', 'inactive', 'maintenance', 'deprecated'),
    'Status must be active, inactive, maintenance or deprecated.'
  )),
  constraint systems_details_object check (private.holds(
    jsonb_typeof(details) = 'object' and octet_length(details::text) <= 200000,
    'Details must be a JSON object of at most 200,000 bytes.'
  )),
  constraint systems_invited_owner_id_fkey foreign key (account_id, invited_owner_id)
    references public.pending_invitations (account_id, id) on delete set null (invited_owner_id),
  constraint systems_one_owner check (private.holds(
    owner_id is null or invited_owner_id is null,
    'The owner is a member or somebody invited, not both.'
  )),
  constraint systems_built_in_fields check (private.holds(
    private.built_in_fields_hold(
      vendor, department, criticality, data_class, lifecycle, cost_per_month, cost_currency, renews_on, links
    ),
    'A built-in field has a value that it cannot have.'
  )),
  constraint systems_own_object check (private.holds(
    jsonb_typeof(own) = 'object' and octet_length(own::text) <= 200000,
    'Own fields must be a JSON object of at most 200,000 bytes.'
  )),
  constraint systems_tags_count check (private.holds(
    cardinality(tags) <= 50,
    'A record has at most 50 tags.'
  )),
  constraint systems_source_length check (private.holds(
    char_length(imported_from) between 1 and 120 and char_length(source_id) between 1 and 200,
    'A source has 1 to 120 characters, and the id of a record there 1 to 200.'
  ))
);
create unique index systems_account_id_name_key on public.systems (account_id, lower(name));
create index systems_active_idx on public.systems (account_id) where status = 'active';
create index systems_owner_id_idx on public.systems (account_id, owner_id);
create index systems_created_by_idx on public.systems (account_id, created_by);
create index systems_updated_by_idx on public.systems (account_id, updated_by);
create index systems_search_idx on public.systems
  using gin (
    account_id,
    private.folded(name) extensions.gin_trgm_ops,
    private.folded(description) extensions.gin_trgm_ops
  );
-- With the id, the index alone is enough to skip to pages far down.
create index systems_in_order_idx on public.systems (account_id, name, id);
create index systems_names_idx on public.systems (account_id, id) include (name, created_at);
create index systems_by_creation_idx on public.systems (account_id, created_at, id);
create index systems_by_title_idx on public.systems (account_id, (private.folded(name) collate "C"), id);
create index systems_maintenance_idx on public.systems (account_id, lower(name), id) where status = 'maintenance';
create index systems_unowned_idx on public.systems (account_id) where owner_id is null;
create index systems_invited_owner_id_idx on public.systems (account_id, invited_owner_id)
  where invited_owner_id is not null;
create index systems_tags_idx on public.systems using gin (tags) where tags <> '{}';
create index systems_renews_on_idx on public.systems (account_id, renews_on) where renews_on is not null;
create index systems_vendor_idx on public.systems (account_id, (nullif(private.folded(vendor), '') collate "C"))
  where vendor <> '';
create index systems_department_idx on public.systems (account_id, (nullif(private.folded(department), '') collate "C"))
  where department <> '';
create index systems_words_idx on public.systems
  using gin (
    account_id,
    private.folded(vendor) extensions.gin_trgm_ops,
    private.folded(department) extensions.gin_trgm_ops
  )
  where vendor <> '' or department <> '';
create index systems_cost_per_month_idx on public.systems (account_id, cost_per_month) where cost_per_month is not null;
create unique index systems_source_key on public.systems (account_id, imported_from, source_id)
  where imported_from is not null and source_id is not null;
-- For imports, which look for records that a row could be.
create index systems_name_key_idx on public.systems (account_id, private.name_key(name));
comment on table public.systems is 'A system that the organisation runs.';
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

create trigger systems_clean before insert or update of name on public.systems
  for each row execute function private.clean_name();
create trigger systems_clean_fields
  before insert or update of vendor, department, cost_per_month, imported_from, source_id on public.systems
  for each row execute function private.clean_built_in_fields();
create trigger systems_name_taken before insert or update of name on public.systems
  for each row execute function private.refuse_taken_name('A system', 'systems_account_id_name_key');
create trigger systems_stamp before insert or update on public.systems
  for each row execute function private.stamp_record();
create trigger systems_feature before insert or update or delete on public.systems
  for each statement when (current_user in ('authenticated', 'cairn_token')) execute function private.refuse_switched_off('systems');
create trigger systems_changes after update on public.systems
  referencing old table as before_change new table as after_change
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history_of_changes('system');

-- Only foreign keys run as cairn_owner: a member left or the whole account goes, which is no change of the record. By
-- their names these triggers run before those of handovers, so the history tells of handovers last.
create trigger systems_created after insert on public.systems
  referencing new table as moved
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history('system');
create trigger systems_deleted after delete on public.systems
  referencing old table as moved
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history('system');

alter table public.systems enable row level security;
alter table public.systems force row level security;

create policy "members see the systems of their account" on public.systems
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "from level user on, people add systems" on public.systems
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);

create policy "users change systems that they made or own, managers all" on public.systems
  for update to authenticated
  using (
    account_id = (select private.my_account())
    and (
      (select private.my_rank()) >= 2
      or (select private.my_rank()) = 1 and (select private.caller_id()) in (created_by, owner_id)
    )
  )
  with check (account_id = (select private.my_account()));

create policy "users delete systems that they made or own, managers all" on public.systems
  for delete to authenticated
  using (
    account_id = (select private.my_account())
    and (
      (select private.my_rank()) >= 2
      or (select private.my_rank()) = 1 and (select private.caller_id()) in (created_by, owner_id)
    )
  );

create policy "tokens keep to their scopes" on public.systems
  as restrictive to cairn_token
  using ((select private.may('systems', 'read')))
  with check ((select private.may('systems', 'write')));

create policy "tokens delete within their scopes" on public.systems
  as restrictive for delete to cairn_token
  using ((select private.may('systems', 'write')));

revoke all on public.systems from public, anon, authenticated, service_role;
grant select on public.systems to authenticated;

-- Clients send who and when, and are overruled. There is no grant on id: no client chooses an id.
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
