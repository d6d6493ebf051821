-- Departed owners: a record whose owner left says so until it has an owner again.
--
-- Foreign keys let go of a member who leaves, which changes no record. So a trigger notes the departure before they
-- do, and writes into the history of each record that its owner went. Of a deleted user only the id is kept.

create table public.departed_owners (
  account_id uuid not null references public.accounts (id) on delete cascade,
  kind text not null,
  record_id uuid not null,
  person_id uuid not null,
  person_name text,
  left_at timestamptz not null default now(),
  primary key (account_id, kind, record_id)
);
create index departed_owners_person_idx on public.departed_owners (person_id);
comment on table public.departed_owners is 'Records whose owner left the account, until they have an owner again.';
comment on column public.departed_owners.kind is 'system, solution, agent or automation.';
comment on column public.departed_owners.person_name is 'The name of the owner when they left; empty when their user was deleted.';

create function private.record_departed_owner() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The account itself goes.
  if not exists (select from public.accounts a where a.id = old.account_id) then
    return old;
  end if;
  with owned as (
    select r.kind, r.id, r.name
    from private.records r
    where r.account_id = old.account_id and r.owner_id = old.user_id
  ),
  told as (
    -- No notification is sent per record: the people who assign owners see the gaps.
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
comment on function private.record_departed_owner() is
  'Trigger: records the owner of the records of a member who leaves, is removed or whose user is deleted.';

create function private.clear_departed_owner() returns trigger
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

create function private.erase_departed_owner_name() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.departed_owners d set person_name = null where d.person_id = old.id;
  return null;
end
$$;
comment on function private.erase_departed_owner_name() is 'Trigger: erases the name of a person whose user is deleted.';

create function private.sanitized_departed_owners(departed jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'kind', d.kind, 'record_id', d.record_id, 'person_id', d.person_id, 'left_at', d.left_at
  )), '[]')
  from jsonb_to_recordset(departed) as d (kind text, record_id uuid, person_id uuid, left_at timestamptz)
$$;
comment on function private.sanitized_departed_owners(jsonb) is
  'Departed owners as acts keep them, with the known names and types and nothing else.';
grant execute on function private.sanitized_departed_owners(jsonb) to authenticated;

create function private.departed_owners_of(ids uuid[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.sanitized_departed_owners(coalesce(jsonb_agg(to_jsonb(d)), '[]'))
  from public.departed_owners d
  where d.account_id = private.my_account() and d.record_id = any (ids)
$$;
comment on function private.departed_owners_of(uuid[]) is
  'Whose owner has left, of some records of the caller''s account; as restore_departed_owners reads it.';
grant execute on function private.departed_owners_of(uuid[]) to authenticated;

-- Acts may come from an archive: only records of the caller's account without an owner get one back.
create function private.restore_departed_owners(departed jsonb, ids uuid[]) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.departed_owners (account_id, kind, record_id, person_id, person_name, left_at)
  select r.account_id, r.kind, r.id, d.person_id, private.name_known_to(r.account_id, d.person_id), d.left_at
  from jsonb_to_recordset(departed) as d (kind text, record_id uuid, person_id uuid, left_at timestamptz)
  join private.records r
    on r.account_id = (select private.my_account()) and r.kind = d.kind and r.id = d.record_id
      and coalesce(r.owner_id, r.team_id) is null
  where d.record_id = any (ids)
  on conflict do nothing
$$;
comment on function private.restore_departed_owners(jsonb, uuid[]) is
  'Notes once more whose owner left, of records that are again as they were.';

create trigger cairn_forget_departed after update of deleted_at on auth.users
  for each row when (new.deleted_at is not null and old.deleted_at is null)
  execute function private.erase_departed_owner_name();
create trigger account_members_note_departure before delete on public.account_members
  for each row execute function private.record_departed_owner();
create trigger profiles_forget_departed after delete on public.profiles
  for each row execute function private.erase_departed_owner_name();

alter table public.departed_owners enable row level security;
alter table public.departed_owners force row level security;

create policy "members see whose owner left their account" on public.departed_owners
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "tokens keep to their scopes" on public.departed_owners
  as restrictive to cairn_token
  using (
    (select private.is_unscoped())
    or (select private.may('people', 'read')) and kind = any ((select private.kinds_in_scope('read'))::text[])
  )
  with check ((select private.is_unscoped()));

grant select on public.departed_owners to authenticated, service_role;
grant select, insert, update, delete on public.departed_owners to cairn_definer;
