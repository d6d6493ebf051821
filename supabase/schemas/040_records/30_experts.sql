-- Experts: who knows a system, solution, agent or automation, and the view of records with their owners.
--
-- From level user on, members name and remove experts of every record of the account. A member who leaves is expert
-- of nothing any more; the history of each record tells so, and no member is notified.
-- The view catalogue_records runs as its caller. Members see the rows of their account; functions that look past row
-- security name the account themselves.

create table public.record_experts (
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  kind text not null,
  record_id uuid not null,
  expert_id uuid not null,
  assigned_by uuid,
  created_at timestamptz not null default now(),
  -- Begins with the account: a key without it would tell a stranger which pairs exist.
  primary key (account_id, record_id, expert_id),
  constraint record_experts_record_id_fkey foreign key (account_id, record_id)
    references private.records (account_id, id) on delete cascade,
  constraint record_experts_expert_id_fkey foreign key (account_id, expert_id)
    references public.account_members (account_id, user_id) on delete cascade,
  constraint record_experts_assigned_by_fkey foreign key (account_id, assigned_by)
    references public.account_members (account_id, user_id) on delete set null (assigned_by)
);
create index record_experts_expert_id_idx on public.record_experts (account_id, expert_id);
create index record_experts_assigned_by_idx on public.record_experts (account_id, assigned_by);
comment on table public.record_experts is 'The experts of records, of all catalogues.';
comment on column public.record_experts.kind is 'system, solution, agent or automation.';
comment on column public.record_experts.assigned_by is 'The person who assigned it.';

create view private.system_experts with (security_invoker = true) as
  select e.* from public.record_experts e where e.kind = 'system'
  with cascaded check option;
comment on view private.system_experts is 'Says the kind of what is added to public.system_experts.';
alter view private.system_experts alter column kind set default 'system';

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
    r.created_by, r.updated_at, r.team_id
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

create function private.note_lost_experts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The account itself goes.
  if not exists (select from public.accounts a where a.id = old.account_id) then
    return old;
  end if;
  insert into public.record_history (account_id, kind, record_id, record_name, action, field, before, changed_by)
  select
    old.account_id, known.kind, known.id, known.name, 'updated', 'experts',
    jsonb_build_object('id', old.user_id, 'name', coalesce(
      (select p.name from public.profiles p where p.id = old.user_id), 'Former Member'
    )),
    private.caller_id()
  from (
    select r.kind, r.id, r.name
    from public.record_experts e
    join private.records r on r.account_id = old.account_id and r.kind = e.kind and r.id = e.record_id
    where e.account_id = old.account_id and e.expert_id = old.user_id
  ) as known;
  return old;
end
$$;
comment on function private.note_lost_experts() is
  'Trigger: writes into the history of what a member knew that they leave, are removed or that their user is deleted. Nobody is notified.';

create trigger account_members_note_lost_experts before delete on public.account_members
  for each row execute function private.note_lost_experts();
create trigger record_experts_kind before insert or update on public.record_experts
  for each row when (new.kind is null and new.record_id is not null) execute function private.refuse_missing_kind();
create trigger "0_record_experts_kinds" after insert or update of kind, record_id on public.record_experts
  for each row execute function private.require_kinds('record_id', 'kind');
create trigger record_experts_stamp before insert on public.record_experts
  for each row when (current_user in ('authenticated', 'cairn_token')) execute function private.stamp_assignment();
create trigger record_experts_feature_of_made after insert on public.record_experts
  referencing new table as links
  for each statement when (current_user in ('authenticated', 'cairn_token')) execute function private.refuse_kind_switched_off();
create trigger record_experts_feature_of_ended after delete on public.record_experts
  referencing old table as links
  for each statement when (current_user in ('authenticated', 'cairn_token')) execute function private.refuse_kind_switched_off();

-- Only foreign keys run as cairn_owner: an end of the link is deleted, and has its links again when it is restored.
create trigger record_experts_history_of_made after insert on public.record_experts
  referencing new table as links
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_expert_history();
create trigger record_experts_history_of_ended after delete on public.record_experts
  referencing old table as links
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_expert_history();

alter table public.record_experts enable row level security;
alter table public.record_experts force row level security;

create policy "members see the experts of their account" on public.record_experts
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "from level user on, people name experts" on public.record_experts
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);

create policy "from level user on, people remove experts" on public.record_experts
  for delete to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);

create policy "tokens keep to their scopes" on public.record_experts
  as restrictive to cairn_token
  using ((select private.is_unscoped()) or kind = any ((select private.kinds_in_scope('read'))::text[]))
  with check ((select private.is_unscoped()) or kind = any ((select private.kinds_in_scope('write'))::text[]));

create policy "tokens delete within their scopes" on public.record_experts
  as restrictive for delete to cairn_token
  using ((select private.is_unscoped()) or kind = any ((select private.kinds_in_scope('write'))::text[]));

grant select on public.record_experts to authenticated;

-- Clients send who names an expert, and are overruled.
grant insert (kind, record_id, expert_id, assigned_by) on public.record_experts to authenticated;
grant delete on public.record_experts to authenticated;
grant select, insert, update, delete on public.record_experts to service_role, cairn_definer;
grant select, delete on private.system_experts to authenticated;
grant insert (record_id, expert_id, assigned_by) on private.system_experts to authenticated;
grant select, insert, update, delete on private.system_experts to service_role, cairn_definer;
grant select, delete on public.system_experts to authenticated;
grant insert (system_id, expert_id, assigned_by) on public.system_experts to authenticated;
grant select, insert, update, delete on public.system_experts to service_role, cairn_definer;
grant select on private.catalogue_records to cairn_definer;
