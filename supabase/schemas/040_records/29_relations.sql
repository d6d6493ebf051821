-- Relations: what depends on what. A relation leads from one record of the account to another, of any kinds.
--
-- From level user on, members add and remove relations of every record, as they do with experts: a relation says
-- something about two records and changes neither. The history of both tells of it. Callers name the records, and the
-- kinds are filled in. Cycles are allowed, for systems do depend on each other.
-- A relation goes with either of its records, and comes back from the bin with it.

create table public.relations (
  -- A key of its own, so that the data API takes the table for no link between catalogues and accounts.
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  from_kind text not null,
  from_id uuid not null,
  to_kind text not null,
  to_id uuid not null,
  type text not null,
  note text not null default '',
  assigned_by uuid,
  created_at timestamptz not null default now(),
  -- Begins with the account: a key without it would tell a stranger which pairs exist.
  constraint relations_key unique (account_id, from_id, to_id, type),
  constraint relations_from_id_fkey foreign key (account_id, from_id)
    references private.records (account_id, id) on delete cascade,
  constraint relations_to_id_fkey foreign key (account_id, to_id)
    references private.records (account_id, id) on delete cascade,
  constraint relations_assigned_by_fkey foreign key (account_id, assigned_by)
    references public.account_members (account_id, user_id) on delete set null (assigned_by),
  constraint relations_type_known check (private.holds(
    type in ('depends_on', 'feeds_data_to', 'runs_in', 'replaces', 'part_of'),
    'relation.type',
    'Type must be depends_on, feeds_data_to, runs_in, replaces or part_of.'
  )),
  constraint relations_two_records check (private.holds(
    from_id <> to_id,
    'relation.itself',
    'A record cannot have a relation to itself.'
  )),
  constraint relations_note_length check (private.holds(
    char_length(note) <= 500,
    'relation.note_length',
    'A note must have at most 500 characters.'
  ))
);
create index relations_to_id_idx on public.relations (account_id, to_id);
create index relations_assigned_by_idx on public.relations (account_id, assigned_by);
comment on table public.relations is 'Relations from one record to another, of any catalogues.';
comment on column public.relations.from_kind is 'The kind of the first record, filled in.';
comment on column public.relations.to_kind is 'The kind of the second record, filled in.';
comment on column public.relations.type is
  'Relation of the first record to the second: depends_on, feeds_data_to, runs_in, replaces or part_of.';
comment on column public.relations.note is 'At most 500 characters in one line.';
comment on column public.relations.assigned_by is 'The person who added it.';

-- Where something is missing, and for viewers, row security and the columns refuse below. A token learns nothing of records beyond its scope.
-- Looks records up by their key also while the statistics know only a few: the time for many relations grew with the square.
create function private.complete_relation() returns trigger
language plpgsql security definer set search_path = '' set enable_seqscan = off
as $$
declare
  known constant text[] := private.kinds_in_scope('read');
begin
  new.note := private.display_text(coalesce(new.note, ''));
  new.from_kind := (select r.kind from private.records r where r.account_id = new.account_id and r.id = new.from_id);
  new.to_kind := (select r.kind from private.records r where r.account_id = new.account_id and r.id = new.to_id);
  if new.account_id is null or new.from_id is null or new.to_id is null or private.my_rank() = 0
    or array[new.from_kind, new.to_kind] <@ known
  then
    return new;
  end if;
  if private.is_unscoped() and coalesce(
    private.name_in_bin(new.account_id, case when new.from_kind is null then new.from_id else new.to_id end), ''
  ) <> '' then
    raise exception 'This record is in the bin.'
      using errcode = '23503', detail = 'relation.record_in_bin', hint = 'Restore it first.';
  end if;
  raise exception 'A record of this relation does not exist.'
    using errcode = '23503', detail = 'relation.unknown_record', hint = 'Choose records of the account.';
end
$$;
comment on function private.complete_relation() is
  'Trigger: fills in the kinds of a relation, and refuses records that are in the bin, of another account or unknown.';

-- The key decides. This trigger refuses in words, unless two users add a relation at the same moment.
create function private.refuse_known_relation() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if exists (
    select from public.relations r
    where r.account_id = new.account_id and r.from_id = new.from_id and r.to_id = new.to_id and r.type = new.type
  ) then
    raise exception 'This relation already exists.'
      using errcode = '23505', detail = 'relation.exists', constraint = 'relations_key';
  end if;
  return new;
end
$$;
comment on function private.refuse_known_relation() is 'Trigger: refuses a relation that there is already.';

create function private.refuse_relation_switched_off() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_feature_off(k.feature)
  from private.kinds k
  where k.kind in (select unnest(array[l.from_kind, l.to_kind]) from links l);
  return null;
end
$$;
comment on function private.refuse_relation_switched_off() is
  'Statement trigger: refuses writes of non-admins to relations of a kind while its feature is off.';

create function private.rests_on(type text, outgoing boolean) returns boolean
language sql immutable set search_path = ''
as $$
  select case when outgoing then type in ('feeds_data_to', 'part_of') else type in ('depends_on', 'runs_in', 'refers_to') end
$$;
comment on function private.rests_on(text, boolean) is
  'Whether the other end of a relation needs the record: what depends on it or runs in it, what it feeds data to, what it is part of.';

create trigger relations_complete before insert or update on public.relations
  for each row execute function private.complete_relation();
create trigger relations_known before insert on public.relations
  for each row when (current_user in ('authenticated', 'cairn_token')) execute function private.refuse_known_relation();
create trigger relations_stamp before insert on public.relations
  for each row when (current_user in ('authenticated', 'cairn_token')) execute function private.stamp_assignment();
create trigger relations_feature_of_made after insert on public.relations
  referencing new table as links
  for each statement when (current_user in ('authenticated', 'cairn_token'))
  execute function private.refuse_relation_switched_off();
create trigger relations_feature_of_ended after delete on public.relations
  referencing old table as links
  for each statement when (current_user in ('authenticated', 'cairn_token'))
  execute function private.refuse_relation_switched_off();

-- Only foreign keys run as cairn_owner: a record is deleted, and has its relations again when it is restored.
create trigger relations_history_of_made after insert on public.relations
  referencing new table as links
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_relation_history();
create trigger relations_history_of_ended after delete on public.relations
  referencing old table as links
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_relation_history();

alter table public.relations enable row level security;
alter table public.relations force row level security;

create policy "members see the relations of their account" on public.relations
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "from level user on, people add relations" on public.relations
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);

create policy "from level user on, people remove relations" on public.relations
  for delete to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);

-- A relation names two records, so a token needs the kinds of both.
create policy "tokens keep to their scopes" on public.relations
  as restrictive to cairn_token
  using (
    (select private.is_unscoped()) or array[from_kind, to_kind] <@ ((select private.kinds_in_scope('read'))::text[])
  )
  with check (
    (select private.is_unscoped()) or array[from_kind, to_kind] <@ ((select private.kinds_in_scope('write'))::text[])
  );

create policy "tokens delete within their scopes" on public.relations
  as restrictive for delete to cairn_token
  using (
    (select private.is_unscoped()) or array[from_kind, to_kind] <@ ((select private.kinds_in_scope('write'))::text[])
  );

grant select on public.relations to authenticated;
-- Clients send who adds a relation, and are overruled.
grant insert (from_id, to_id, type, note, assigned_by) on public.relations to authenticated;
grant delete on public.relations to authenticated;
grant select, insert, update, delete on public.relations to service_role, cairn_definer;
