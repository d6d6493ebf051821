-- Who owned what when they left: a record that lost its owner says so until it has one again.
--
-- Foreign keys let go of whoever leaves, which changes no record; so a trigger notes it before they do, and writes into
-- the history of each record that its owner went. Of a user who is deleted, nothing but the id is kept.

create table public.departed_owners (
  account_id uuid not null references public.accounts (id) on delete cascade,
  kind text not null,
  record_id uuid not null,
  person_id uuid not null,
  person_name text,
  left_at timestamptz not null default now(),
  primary key (account_id, kind, record_id),
  constraint departed_owners_kind_known check (private.holds(
    kind in ('system', 'solution', 'agent', 'automation'),
    'Kind must be system, solution, agent or automation.'
  ))
);
create index departed_owners_person_idx on public.departed_owners (person_id);

comment on table public.departed_owners is 'Records whose owner left the account, until they have an owner again.';
comment on column public.departed_owners.kind is 'system, solution, agent or automation.';
comment on column public.departed_owners.person_name is 'What the owner was called when they left; empty when their user was deleted.';

alter table public.departed_owners owner to cairn_owner;

create function private.note_departure() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The account itself goes.
  if not exists (select from public.accounts a where a.id = old.account_id) then
    return old;
  end if;
  with owned as (
    select 'system' as kind, s.id, s.name from public.systems s
    where s.account_id = old.account_id and s.owner_id = old.user_id
    union all
    select 'solution', s.id, s.name from public.solutions s
    where s.account_id = old.account_id and s.owner_id = old.user_id
    union all
    select 'agent', a.id, a.name from public.agents a
    where a.account_id = old.account_id and a.owner_id = old.user_id
    union all
    select 'automation', a.id, a.name from public.automations a
    where a.account_id = old.account_id and a.owner_id = old.user_id
  ),
  told as (
    -- Nobody is notified record by record: who gives owners sees the gaps.
    insert into public.record_history (
      account_id, kind, record_id, record_name, action, field, before, changed_by
    )
    select old.account_id, o.kind, o.id, o.name, 'updated', 'owner_id', to_jsonb(old.user_id), private.caller_id()
    from owned o
  )
  insert into public.departed_owners as d (account_id, kind, record_id, person_id, person_name)
  select
    old.account_id, o.kind, o.id, old.user_id, (select p.name from public.profiles p where p.id = old.user_id)
  from owned o
  on conflict (account_id, kind, record_id) do update
  set person_id = excluded.person_id, person_name = excluded.person_name, left_at = excluded.left_at;
  return old;
end
$$;
comment on function private.note_departure() is
  'Trigger: notes what a member owned who leaves, is removed or whose user is deleted.';

create function private.end_departure() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.departed_owners d
  where d.account_id = old.account_id and d.kind = tg_argv[0] and d.record_id = old.id;
  return null;
end
$$;
comment on function private.end_departure() is
  'Trigger (kind): forgets who left, once the record has an owner again or is gone.';

create function private.forget_departed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.departed_owners d set person_name = null where d.person_id = old.id;
  return null;
end
$$;
comment on function private.forget_departed() is 'Trigger: forgets the name of somebody whose user is deleted.';

alter function private.note_departure() owner to cairn_definer;
alter function private.end_departure() owner to cairn_definer;
alter function private.forget_departed() owner to cairn_definer;

create trigger account_members_note_departure before delete on public.account_members
  for each row execute function private.note_departure();
create trigger profiles_forget_departed after delete on public.profiles
  for each row execute function private.forget_departed();
create trigger cairn_forget_departed after update of deleted_at on auth.users
  for each row when (new.deleted_at is not null and old.deleted_at is null)
  execute function private.forget_departed();

create trigger systems_owned_again after update of owner_id on public.systems
  for each row when (old.owner_id is null and new.owner_id is not null)
  execute function private.end_departure('system');
create trigger systems_departed_gone after delete on public.systems
  for each row when (old.owner_id is null) execute function private.end_departure('system');
create trigger solutions_owned_again after update of owner_id on public.solutions
  for each row when (old.owner_id is null and new.owner_id is not null)
  execute function private.end_departure('solution');
create trigger solutions_departed_gone after delete on public.solutions
  for each row when (old.owner_id is null) execute function private.end_departure('solution');
create trigger agents_owned_again after update of owner_id on public.agents
  for each row when (old.owner_id is null and new.owner_id is not null)
  execute function private.end_departure('agent');
create trigger agents_departed_gone after delete on public.agents
  for each row when (old.owner_id is null) execute function private.end_departure('agent');
create trigger automations_owned_again after update of owner_id on public.automations
  for each row when (old.owner_id is null and new.owner_id is not null)
  execute function private.end_departure('automation');
create trigger automations_departed_gone after delete on public.automations
  for each row when (old.owner_id is null) execute function private.end_departure('automation');

alter table public.departed_owners enable row level security;
alter table public.departed_owners force row level security;

create policy "members see whose owner left their account" on public.departed_owners
  for select to authenticated
  using (account_id = (select private.my_account()));

revoke all on public.departed_owners from public, anon, authenticated, service_role;
grant select on public.departed_owners to authenticated, service_role;
grant select, insert, update, delete on public.departed_owners to cairn_definer;
