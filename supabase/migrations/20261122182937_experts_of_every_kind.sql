-- Experts of solutions, agents and automations: who knows them, with the rules of the experts of systems. And owners who
-- are invited and have not joined yet: the columns that name them.
--
-- Two views put the four kinds together, for what asks about all of them. Both ask as their caller: the rows of an account
-- are seen by its members, and by the functions that look past row security and name the account themselves.

create table public.solution_experts (
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  solution_id uuid not null,
  expert_id uuid not null,
  assigned_by uuid,
  created_at timestamptz not null default now(),
  -- Begins with the account: a key without it would tell a stranger which pairs exist.
  primary key (account_id, solution_id, expert_id),
  constraint solution_experts_solution_id_fkey foreign key (account_id, solution_id)
    references public.solutions (account_id, id) on delete cascade,
  constraint solution_experts_expert_id_fkey foreign key (account_id, expert_id)
    references public.account_members (account_id, user_id) on delete cascade,
  constraint solution_experts_assigned_by_fkey foreign key (account_id, assigned_by)
    references public.account_members (account_id, user_id) on delete set null (assigned_by)
);
create index solution_experts_expert_id_idx on public.solution_experts (account_id, expert_id);
create index solution_experts_assigned_by_idx on public.solution_experts (account_id, assigned_by);

create table public.agent_experts (
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  agent_id uuid not null,
  expert_id uuid not null,
  assigned_by uuid,
  created_at timestamptz not null default now(),
  -- Begins with the account: a key without it would tell a stranger which pairs exist.
  primary key (account_id, agent_id, expert_id),
  constraint agent_experts_agent_id_fkey foreign key (account_id, agent_id)
    references public.agents (account_id, id) on delete cascade,
  constraint agent_experts_expert_id_fkey foreign key (account_id, expert_id)
    references public.account_members (account_id, user_id) on delete cascade,
  constraint agent_experts_assigned_by_fkey foreign key (account_id, assigned_by)
    references public.account_members (account_id, user_id) on delete set null (assigned_by)
);
create index agent_experts_expert_id_idx on public.agent_experts (account_id, expert_id);
create index agent_experts_assigned_by_idx on public.agent_experts (account_id, assigned_by);

create table public.automation_experts (
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  automation_id uuid not null,
  expert_id uuid not null,
  assigned_by uuid,
  created_at timestamptz not null default now(),
  -- Begins with the account: a key without it would tell a stranger which pairs exist.
  primary key (account_id, automation_id, expert_id),
  constraint automation_experts_automation_id_fkey foreign key (account_id, automation_id)
    references public.automations (account_id, id) on delete cascade,
  constraint automation_experts_expert_id_fkey foreign key (account_id, expert_id)
    references public.account_members (account_id, user_id) on delete cascade,
  constraint automation_experts_assigned_by_fkey foreign key (account_id, assigned_by)
    references public.account_members (account_id, user_id) on delete set null (assigned_by)
);
create index automation_experts_expert_id_idx on public.automation_experts (account_id, expert_id);
create index automation_experts_assigned_by_idx on public.automation_experts (account_id, assigned_by);

comment on table public.solution_experts is 'Who knows a solution.';
comment on column public.solution_experts.assigned_by is 'Who said so.';
comment on table public.agent_experts is 'Who knows an agent.';
comment on column public.agent_experts.assigned_by is 'Who said so.';
comment on table public.automation_experts is 'Who knows an automation.';
comment on column public.automation_experts.assigned_by is 'Who said so.';

alter table public.solution_experts owner to cairn_owner;
alter table public.agent_experts owner to cairn_owner;
alter table public.automation_experts owner to cairn_owner;

-- An owner who has not joined yet

-- Foreign keys that carry the account point here.
alter table public.pending_invitations add constraint pending_invitations_account_id_id_key unique (account_id, id);

alter table public.systems
  add column invited_owner_id uuid,
  add constraint systems_invited_owner_id_fkey foreign key (account_id, invited_owner_id)
    references public.pending_invitations (account_id, id) on delete set null (invited_owner_id),
  add constraint systems_one_owner check (private.holds(
    owner_id is null or invited_owner_id is null,
    'The owner is a member or somebody invited, not both.'
  ));
create index systems_invited_owner_id_idx on public.systems (account_id, invited_owner_id);
comment on column public.systems.invited_owner_id is
  'The invitation of whoever owns the system once they have joined. Counts as long as the invitation is open.';

alter table public.solutions
  add column invited_owner_id uuid,
  add constraint solutions_invited_owner_id_fkey foreign key (account_id, invited_owner_id)
    references public.pending_invitations (account_id, id) on delete set null (invited_owner_id),
  add constraint solutions_one_owner check (private.holds(
    owner_id is null or invited_owner_id is null,
    'The owner is a member or somebody invited, not both.'
  ));
create index solutions_invited_owner_id_idx on public.solutions (account_id, invited_owner_id);
comment on column public.solutions.invited_owner_id is
  'The invitation of whoever owns the solution once they have joined. Counts as long as the invitation is open.';

alter table public.agents
  add column invited_owner_id uuid,
  add constraint agents_invited_owner_id_fkey foreign key (account_id, invited_owner_id)
    references public.pending_invitations (account_id, id) on delete set null (invited_owner_id),
  add constraint agents_one_owner check (private.holds(
    owner_id is null or invited_owner_id is null,
    'The owner is a member or somebody invited, not both.'
  ));
create index agents_invited_owner_id_idx on public.agents (account_id, invited_owner_id);
comment on column public.agents.invited_owner_id is
  'The invitation of whoever owns the agent once they have joined. Counts as long as the invitation is open.';

alter table public.automations
  add column invited_owner_id uuid,
  add constraint automations_invited_owner_id_fkey foreign key (account_id, invited_owner_id)
    references public.pending_invitations (account_id, id) on delete set null (invited_owner_id),
  add constraint automations_one_owner check (private.holds(
    owner_id is null or invited_owner_id is null,
    'The owner is a member or somebody invited, not both.'
  ));
create index automations_invited_owner_id_idx on public.automations (account_id, invited_owner_id);
comment on column public.automations.invited_owner_id is
  'The invitation of whoever owns the automation once they have joined. Counts as long as the invitation is open.';

-- All kinds in one

create view private.catalogue_records with (security_invoker = true) as
  select r.account_id, r.kind, r.id, r.name, r.status, r.owner_id,
    case when r.invited_owner_id is not null then (
      select i.id
      from public.pending_invitations i
      where i.account_id = r.account_id and i.id = r.invited_owner_id
        and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
    ) end as invited_owner_id,
    r.created_by, r.updated_at
  from (
    select r.account_id, 'system' as kind, r.id, r.name, r.status, r.owner_id, r.invited_owner_id,
      r.created_by, r.updated_at
    from public.systems r
    union all
    select r.account_id, 'solution' as kind, r.id, r.name, r.status, r.owner_id, r.invited_owner_id,
      r.created_by, r.updated_at
    from public.solutions r
    union all
    select r.account_id, 'agent' as kind, r.id, r.name, r.status, r.owner_id, r.invited_owner_id,
      r.created_by, r.updated_at
    from public.agents r
    union all
    select r.account_id, 'automation' as kind, r.id, r.name, r.status, r.owner_id, r.invited_owner_id,
      r.created_by, r.updated_at
    from public.automations r
  ) r;
comment on view private.catalogue_records is
  'The records of all catalogues. An invited owner is named as long as the invitation is open.';

create view private.record_experts with (security_invoker = true) as
  select e.account_id, 'system' as kind, e.system_id as record_id, e.expert_id, e.assigned_by, e.created_at
  from public.system_experts e
  union all
  select e.account_id, 'solution' as kind, e.solution_id as record_id, e.expert_id, e.assigned_by, e.created_at
  from public.solution_experts e
  union all
  select e.account_id, 'agent' as kind, e.agent_id as record_id, e.expert_id, e.assigned_by, e.created_at
  from public.agent_experts e
  union all
  select e.account_id, 'automation' as kind, e.automation_id as record_id, e.expert_id, e.assigned_by, e.created_at
  from public.automation_experts e;
comment on view private.record_experts is 'Who knows which record, of all catalogues.';

alter view private.catalogue_records owner to cairn_owner;
alter view private.record_experts owner to cairn_owner;
revoke all on private.catalogue_records, private.record_experts from public, anon, authenticated, service_role;
grant select on private.catalogue_records, private.record_experts to cairn_definer;

-- Stamps, history, notifications, and the switch of each feature

create or replace function private.notify_expert() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.notify(new.account_id, new.expert_id, 'expert_assigned', r.kind, r.id, r.name)
  from private.catalogue_records r
  where r.account_id = new.account_id and r.kind = tg_argv[0] and r.id = (to_jsonb(new) ->> (tg_argv[0] || '_id'))::uuid;
  return null;
end
$$;
comment on function private.notify_expert() is 'Trigger (kind): tells a new expert.';

drop trigger system_experts_notify on public.system_experts;
create trigger system_experts_notify after insert on public.system_experts
  for each row execute function private.notify_expert('system');

create trigger solution_experts_stamp before insert on public.solution_experts
  for each row when (current_user = 'authenticated') execute function private.stamp_assignment();
create trigger solution_experts_history after insert or delete on public.solution_experts
  for each row when (current_user <> 'cairn_owner')
  execute function private.keep_link_history('solution', 'experts', 'solutions', 'solution_id', 'profiles', 'expert_id');
create trigger solution_experts_notify after insert on public.solution_experts
  for each row execute function private.notify_expert('solution');
create trigger solution_experts_feature before insert or update or delete on public.solution_experts
  for each statement when (current_user = 'authenticated') execute function private.refuse_switched_off('solutions');

create trigger agent_experts_stamp before insert on public.agent_experts
  for each row when (current_user = 'authenticated') execute function private.stamp_assignment();
create trigger agent_experts_history after insert or delete on public.agent_experts
  for each row when (current_user <> 'cairn_owner')
  execute function private.keep_link_history('agent', 'experts', 'agents', 'agent_id', 'profiles', 'expert_id');
create trigger agent_experts_notify after insert on public.agent_experts
  for each row execute function private.notify_expert('agent');
create trigger agent_experts_feature before insert or update or delete on public.agent_experts
  for each statement when (current_user = 'authenticated') execute function private.refuse_switched_off('agents');

create trigger automation_experts_stamp before insert on public.automation_experts
  for each row when (current_user = 'authenticated') execute function private.stamp_assignment();
create trigger automation_experts_history after insert or delete on public.automation_experts
  for each row when (current_user <> 'cairn_owner')
  execute function private.keep_link_history('automation', 'experts', 'automations', 'automation_id', 'profiles', 'expert_id');
create trigger automation_experts_notify after insert on public.automation_experts
  for each row execute function private.notify_expert('automation');
create trigger automation_experts_feature before insert or update or delete on public.automation_experts
  for each statement when (current_user = 'authenticated') execute function private.refuse_switched_off('automations');

-- Who may do what

alter table public.solution_experts enable row level security;
alter table public.solution_experts force row level security;

create policy "members see the experts of their solutions" on public.solution_experts
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "from level user on, people name experts of solutions" on public.solution_experts
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);

create policy "from level user on, people remove experts of solutions" on public.solution_experts
  for delete to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);

alter table public.agent_experts enable row level security;
alter table public.agent_experts force row level security;

create policy "members see the experts of their agents" on public.agent_experts
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "from level user on, people name experts of agents" on public.agent_experts
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);

create policy "from level user on, people remove experts of agents" on public.agent_experts
  for delete to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);

alter table public.automation_experts enable row level security;
alter table public.automation_experts force row level security;

create policy "members see the experts of their automations" on public.automation_experts
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "from level user on, people name experts of automations" on public.automation_experts
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);

create policy "from level user on, people remove experts of automations" on public.automation_experts
  for delete to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);

revoke all on public.solution_experts, public.agent_experts, public.automation_experts
  from public, anon, authenticated, service_role;
grant select on public.solution_experts, public.agent_experts, public.automation_experts to authenticated;
-- The client sends who: accepted, and overruled.
grant insert (solution_id, expert_id, assigned_by) on public.solution_experts to authenticated;
grant insert (agent_id, expert_id, assigned_by) on public.agent_experts to authenticated;
grant insert (automation_id, expert_id, assigned_by) on public.automation_experts to authenticated;
grant delete on public.solution_experts, public.agent_experts, public.automation_experts to authenticated;
grant select, insert, update, delete on public.solution_experts, public.agent_experts, public.automation_experts
  to service_role, cairn_definer;
