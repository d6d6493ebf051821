-- Systems and the people who know them.
--
-- Every foreign key carries the account, so that no row can point to somebody or something of another one, and a
-- stranger's id is refused exactly like one that does not exist. When a member leaves, what they own and made stays and
-- only lets go of them; what they are expert of loses them.
-- Members read, level user creates and changes what it created or owns, managers change everything.

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
  ))
);
create unique index systems_account_id_name_key on public.systems (account_id, lower(name));
create index systems_by_name_idx on public.systems (account_id, name);
create index systems_by_change_idx on public.systems (account_id, updated_at desc);
create index systems_active_idx on public.systems (account_id) where status = 'active';
create index systems_owner_id_idx on public.systems (account_id, owner_id);
create index systems_created_by_idx on public.systems (account_id, created_by);
create index systems_updated_by_idx on public.systems (account_id, updated_by);

create table public.system_experts (
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  system_id uuid not null,
  expert_id uuid not null,
  assigned_by uuid,
  created_at timestamptz not null default now(),
  -- Begins with the account: a key without it would tell a stranger which pairs exist.
  primary key (account_id, system_id, expert_id),
  constraint system_experts_system_id_fkey foreign key (account_id, system_id)
    references public.systems (account_id, id) on delete cascade,
  constraint system_experts_expert_id_fkey foreign key (account_id, expert_id)
    references public.account_members (account_id, user_id) on delete cascade,
  constraint system_experts_assigned_by_fkey foreign key (account_id, assigned_by)
    references public.account_members (account_id, user_id) on delete set null (assigned_by)
);
create index system_experts_expert_id_idx on public.system_experts (account_id, expert_id);
create index system_experts_assigned_by_idx on public.system_experts (account_id, assigned_by);

comment on table public.systems is 'A system that the organisation runs.';
comment on column public.systems.name is 'Unique within the account without regard to case.';
comment on column public.systems.status is 'active, inactive, maintenance or deprecated.';
comment on column public.systems.owner_id is 'The member who answers for the system; empty when nobody does.';
comment on column public.systems.details is 'Whatever else is worth knowing, as a JSON object.';
comment on column public.systems.updated_by is 'Who last changed the record.';
comment on table public.system_experts is 'Who knows a system.';
comment on column public.system_experts.assigned_by is 'Who said so.';

alter table public.systems owner to cairn_owner;
alter table public.system_experts owner to cairn_owner;

create function private.stamp_assignment() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.assigned_by := private.caller_id();
  new.created_at := now();
  return new;
end
$$;
comment on function private.stamp_assignment() is 'Trigger: an assignment is made by whoever makes it, now.';
alter function private.stamp_assignment() owner to cairn_definer;

create trigger systems_clean before insert or update of name on public.systems
  for each row execute function private.clean_name();
create trigger systems_name_taken before insert or update of name on public.systems
  for each row execute function private.refuse_taken_name('A system', 'systems_account_id_name_key');
create trigger systems_stamp before insert or update on public.systems
  for each row execute function private.stamp_record();
-- As cairn_owner run only foreign keys: somebody left or the whole account goes, which is no change of the record.
create trigger systems_history after insert or update or delete on public.systems
  for each row when (current_user <> 'cairn_owner') execute function private.keep_history('system');
create trigger systems_feature before insert or update or delete on public.systems
  for each statement when (current_user = 'authenticated') execute function private.refuse_switched_off('systems');
create trigger system_experts_stamp before insert on public.system_experts
  for each row when (current_user = 'authenticated') execute function private.stamp_assignment();
create trigger system_experts_history after insert or delete on public.system_experts
  for each row when (current_user <> 'cairn_owner')
  execute function private.keep_link_history('system', 'experts', 'systems', 'system_id', 'profiles', 'expert_id');
create trigger system_experts_feature before insert or update or delete on public.system_experts
  for each statement when (current_user = 'authenticated') execute function private.refuse_switched_off('systems');

alter table public.systems enable row level security;
alter table public.systems force row level security;
alter table public.system_experts enable row level security;
alter table public.system_experts force row level security;

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

create policy "members see the experts of their account" on public.system_experts
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "from level user on, people name experts" on public.system_experts
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);

create policy "from level user on, people remove experts" on public.system_experts
  for delete to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);

revoke all on public.systems, public.system_experts from public, anon, authenticated, service_role;
grant select on public.systems, public.system_experts to authenticated;
-- The client sends who and when: accepted, and overruled. No grant on id: nobody chooses one.
grant insert (account_id, name, description, owner_id, status, details, created_by, updated_by)
  on public.systems to authenticated;
grant update (name, description, owner_id, status, details, updated_by, updated_at) on public.systems to authenticated;
grant delete on public.systems to authenticated;
grant insert (system_id, expert_id, assigned_by) on public.system_experts to authenticated;
grant delete on public.system_experts to authenticated;
grant select, insert, update, delete on public.systems, public.system_experts to service_role, cairn_definer;
