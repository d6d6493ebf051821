-- Solutions: what the organisation has built in-house, for whom, and on which systems it rests.
--
-- Keys, stamps and policies are those of systems. related_systems is a list, as the clients send it, and no table of
-- its own; triggers do what foreign keys would. They refuse an id that is no system of the account, and lock the
-- system so that it cannot go meanwhile. A deleted system leaves every list in the same transaction.

create table public.solutions (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  name text not null,
  description text not null default '',
  owner_id uuid,
  status text not null default 'active',
  use_cases text[] not null default '{}',
  users text[] not null default '{}',
  related_systems uuid[] not null default '{}',
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
  constraint solutions_account_id_id_key unique (account_id, id),
  constraint solutions_owner_id_fkey foreign key (account_id, owner_id)
    references public.account_members (account_id, user_id) on delete set null (owner_id),
  constraint solutions_created_by_fkey foreign key (account_id, created_by)
    references public.account_members (account_id, user_id) on delete set null (created_by),
  constraint solutions_updated_by_fkey foreign key (account_id, updated_by)
    references public.account_members (account_id, user_id) on delete set null (updated_by),
  constraint solutions_name_length check (private.holds(
    char_length(name) between 1 and 120,
    'Name must have 1 to 120 characters.'
  )),
  constraint solutions_description_length check (private.holds(
    char_length(description) <= 2000,
    'Description must have at most 2,000 characters.'
  )),
  constraint solutions_status_known check (private.holds(
    status in ('active', 'inactive', 'development', 'deprecated'),
    'Status must be active, inactive, development or deprecated.'
  )),
  constraint solutions_use_cases_size check (private.holds(
    private.is_list_within(use_cases, 100, 200),
    'Use cases must be at most 100, of at most 200 characters each.'
  )),
  constraint solutions_users_size check (private.holds(
    private.is_list_within(users, 100, 200),
    'Users must be at most 100, of at most 200 characters each.'
  )),
  constraint solutions_related_systems_size check (private.holds(
    cardinality(related_systems) <= 100,
    'Related systems must be at most 100.'
  )),
  constraint solutions_details_object check (private.holds(
    jsonb_typeof(details) = 'object' and octet_length(details::text) <= 200000,
    'Details must be a JSON object of at most 200,000 bytes.'
  )),
  constraint solutions_invited_owner_id_fkey foreign key (account_id, invited_owner_id)
    references public.pending_invitations (account_id, id) on delete set null (invited_owner_id),
  constraint solutions_one_owner check (private.holds(
    owner_id is null or invited_owner_id is null,
    'The owner is a member or somebody invited, not both.'
  )),
  constraint solutions_built_in_fields check (private.holds(
    private.built_in_fields_hold(
      vendor, department, criticality, data_class, lifecycle, cost_per_month, cost_currency, renews_on, links
    ),
    'A built-in field has a value that it cannot have.'
  )),
  constraint solutions_own_object check (private.holds(
    jsonb_typeof(own) = 'object' and octet_length(own::text) <= 200000,
    'Own fields must be a JSON object of at most 200,000 bytes.'
  )),
  constraint solutions_tags_count check (private.holds(
    cardinality(tags) <= 50,
    'A record has at most 50 tags.'
  )),
  constraint solutions_source_length check (private.holds(
    char_length(imported_from) between 1 and 120 and char_length(source_id) between 1 and 200,
    'A source has 1 to 120 characters, and the id of a record there 1 to 200.'
  ))
);
create unique index solutions_account_id_name_key on public.solutions (account_id, lower(name));
create index solutions_owner_id_idx on public.solutions (account_id, owner_id);
create index solutions_created_by_idx on public.solutions (account_id, created_by);
create index solutions_updated_by_idx on public.solutions (account_id, updated_by);
create index solutions_related_systems_idx on public.solutions using gin (related_systems);
create index solutions_search_idx on public.solutions
  using gin (
    account_id,
    private.folded(name) extensions.gin_trgm_ops,
    private.folded(description) extensions.gin_trgm_ops
  );
create index solutions_in_order_idx on public.solutions (account_id, name, id);
create index solutions_names_idx on public.solutions (account_id, id) include (name, created_at);
create index solutions_by_creation_idx on public.solutions (account_id, created_at, id);
create index solutions_by_title_idx on public.solutions (account_id, (private.folded(name) collate "C"), id);
create index solutions_unowned_idx on public.solutions (account_id) where owner_id is null;
create index solutions_invited_owner_id_idx on public.solutions (account_id, invited_owner_id)
  where invited_owner_id is not null;
create index solutions_tags_idx on public.solutions using gin (tags) where tags <> '{}';
create index solutions_renews_on_idx on public.solutions (account_id, renews_on) where renews_on is not null;
create index solutions_vendor_idx on public.solutions (account_id, (nullif(private.folded(vendor), '') collate "C"))
  where vendor <> '';
create index solutions_department_idx on public.solutions (account_id, (nullif(private.folded(department), '') collate "C"))
  where department <> '';
create index solutions_words_idx on public.solutions
  using gin (
    account_id,
    private.folded(vendor) extensions.gin_trgm_ops,
    private.folded(department) extensions.gin_trgm_ops
  )
  where vendor <> '' or department <> '';
create index solutions_cost_per_month_idx on public.solutions (account_id, cost_per_month) where cost_per_month is not null;
create unique index solutions_source_key on public.solutions (account_id, imported_from, source_id)
  where imported_from is not null and source_id is not null;
-- For imports, which look for records that a row could be.
create index solutions_name_key_idx on public.solutions (account_id, private.name_key(name));
comment on table public.solutions is 'Solutions that the organization has built in-house.';
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

create function private.clean_solution_lists() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.use_cases := private.clean_list(new.use_cases);
  new.users := private.clean_list(new.users);
  new.related_systems := private.clean_list(new.related_systems::text[])::uuid[];
  return new;
end
$$;
comment on function private.clean_solution_lists() is
  'Trigger: lists hold display text, nothing empty and nothing twice; no list is the empty one.';
alter function private.clean_solution_lists() owner to cairn_definer;

-- Runs after row security has let the row pass: before, its refusal would tell a stranger which systems exist.
-- Systems that were listed already are not asked again; a user who deletes a system waits for this row and takes its
-- id out. A system that is just being deleted counts as gone: its transaction may wait for this row, so this trigger
-- must not wait for it.
create function private.require_related_systems() returns trigger
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
    from public.systems s
    where s.account_id = new.account_id and s.id = any (added)
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
comment on function private.require_related_systems() is
  'Trigger: refuses a related system that the account does not have, and keeps the others until the transaction ends.';
alter function private.require_related_systems() owner to cairn_definer;

create function private.leave_solutions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.solutions s
  set related_systems = array(
    select listed.id
    from unnest(s.related_systems) with ordinality as listed (id, place)
    where listed.id not in (select g.id from gone g)
    order by listed.place
  )
  where s.related_systems && array(select g.id from gone g);
  return null;
end
$$;
comment on function private.leave_solutions() is
  'Statement trigger: takes deleted systems out of every solution that lists them.';
alter function private.leave_solutions() owner to cairn_definer;

create trigger solutions_clean before insert or update of name on public.solutions
  for each row execute function private.clean_name();
create trigger solutions_clean_lists before insert or update of use_cases, users, related_systems on public.solutions
  for each row execute function private.clean_solution_lists();
create trigger solutions_clean_fields
  before insert or update of vendor, department, cost_per_month, imported_from, source_id on public.solutions
  for each row execute function private.clean_built_in_fields();
create trigger solutions_name_taken before insert or update of name on public.solutions
  for each row execute function private.refuse_taken_name('A solution', 'solutions_account_id_name_key');
create trigger solutions_stamp before insert or update on public.solutions
  for each row execute function private.stamp_record();
create trigger solutions_related_systems after insert or update of related_systems, account_id on public.solutions
  for each row execute function private.require_related_systems();
create trigger solutions_feature before insert or update or delete on public.solutions
  for each statement when (current_user in ('authenticated', 'cairn_token')) execute function private.refuse_switched_off('solutions');
create trigger solutions_changes after update on public.solutions
  referencing old table as before_change new table as after_change
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history_of_changes('solution');
create trigger solutions_created after insert on public.solutions
  referencing new table as moved
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history('solution');
create trigger solutions_deleted after delete on public.solutions
  referencing old table as moved
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history('solution');
create trigger systems_leave_solutions after delete on public.systems
  referencing old table as gone
  for each statement when (current_user <> 'cairn_owner') execute function private.leave_solutions();

alter table public.solutions enable row level security;
alter table public.solutions force row level security;

create policy "members see the solutions of their account" on public.solutions
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "from level user on, people add solutions" on public.solutions
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);

create policy "users change solutions that they made or own, managers all" on public.solutions
  for update to authenticated
  using (
    account_id = (select private.my_account())
    and (
      (select private.my_rank()) >= 2
      or (select private.my_rank()) = 1 and (select private.caller_id()) in (created_by, owner_id)
    )
  )
  with check (account_id = (select private.my_account()));

create policy "users delete solutions that they made or own, managers all" on public.solutions
  for delete to authenticated
  using (
    account_id = (select private.my_account())
    and (
      (select private.my_rank()) >= 2
      or (select private.my_rank()) = 1 and (select private.caller_id()) in (created_by, owner_id)
    )
  );

create policy "tokens keep to their scopes" on public.solutions
  as restrictive to cairn_token
  using ((select private.may('solutions', 'read')))
  with check ((select private.may('solutions', 'write')));

create policy "tokens delete within their scopes" on public.solutions
  as restrictive for delete to cairn_token
  using ((select private.may('solutions', 'write')));

revoke all on public.solutions from public, anon, authenticated, service_role;
grant select on public.solutions to authenticated;

-- Clients send who and when, and are overruled. There is no grant on id: no client chooses an id.
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
