-- Links of solutions: which automations and agents belong to a solution.
--
-- A link is part of its solution: a member who may change the solution sets it, the switch of solutions holds for it,
-- and the solution's history tells of it. Both ends carry the account, and take the link along when they go.

create table public.solution_automations (
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  solution_id uuid not null,
  automation_id uuid not null,
  assigned_by uuid,
  created_at timestamptz not null default now(),
  -- Begins with the account: a key without it would tell a stranger which pairs exist.
  primary key (account_id, solution_id, automation_id),
  constraint solution_automations_solution_id_fkey foreign key (account_id, solution_id)
    references private.records (account_id, id) on delete cascade,
  constraint solution_automations_automation_id_fkey foreign key (account_id, automation_id)
    references private.records (account_id, id) on delete cascade,
  constraint solution_automations_assigned_by_fkey foreign key (account_id, assigned_by)
    references public.account_members (account_id, user_id) on delete set null (assigned_by)
);
create index solution_automations_automation_id_idx on public.solution_automations (account_id, automation_id);
create index solution_automations_assigned_by_idx on public.solution_automations (account_id, assigned_by);
comment on table public.solution_automations is 'Which automations belong to a solution.';
comment on column public.solution_automations.assigned_by is 'The person who assigned it.';

create table public.solution_agents (
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  solution_id uuid not null,
  agent_id uuid not null,
  assigned_by uuid,
  created_at timestamptz not null default now(),
  -- Begins with the account: a key without it would tell a stranger which pairs exist.
  primary key (account_id, solution_id, agent_id),
  constraint solution_agents_solution_id_fkey foreign key (account_id, solution_id)
    references private.records (account_id, id) on delete cascade,
  constraint solution_agents_agent_id_fkey foreign key (account_id, agent_id)
    references private.records (account_id, id) on delete cascade,
  constraint solution_agents_assigned_by_fkey foreign key (account_id, assigned_by)
    references public.account_members (account_id, user_id) on delete set null (assigned_by)
);
create index solution_agents_agent_id_idx on public.solution_agents (account_id, agent_id);
create index solution_agents_assigned_by_idx on public.solution_agents (account_id, assigned_by);
comment on table public.solution_agents is 'Which agents belong to a solution.';
comment on column public.solution_agents.assigned_by is 'The person who assigned it.';

-- The keys lead to a record of the account; of which kind it has to be, this says. It runs after row security. Nobody
-- changes the kind of a record, so asking once is enough. Triggers run in the order of their names, and those of keys
-- begin with RI: a name that begins with a digit comes before them, so that a refusal names the view that callers know.
create function private.require_kinds() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  added constant jsonb := to_jsonb(new);
  wanted text;
begin
  for place in 0 .. tg_nargs - 1 by 2 loop
    wanted := coalesce(added ->> tg_argv[place + 1], tg_argv[place + 1]);
    -- By the id alone: while the planner knows nothing of the table, it could walk through the kind for each.
    if not exists (
      select
      from (
        select r.account_id, r.kind from private.records r where r.id = (added ->> tg_argv[place])::uuid offset 0
      ) as found
      where found.account_id = new.account_id and found.kind = wanted
    ) then
      perform private.refuse_reference(tg_table_name, tg_argv[place], private.catalogue_of(wanted));
    end if;
  end loop;
  return null;
end
$$;
comment on function private.require_kinds() is
  'Trigger (column, and kind or column of the kind, again and again): refuses what is no record of the kind, as a foreign key would.';

create function private.refuse_reference(referring text, column_name text, referred text) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  raise foreign_key_violation using
    message = format(
      'insert or update on table "%s" violates foreign key constraint "%s_%s_fkey"', referring, referring, column_name
    ),
    detail = format('Key is not present in table "%s".', referred),
    table = referring, constraint = format('%s_%s_fkey', referring, column_name);
end
$$;
comment on function private.refuse_reference(text, text, text) is
  'Refuses a row that refers to no record of the kind, in the words of Postgres.';

create trigger "0_solution_agents_kinds" after insert or update on public.solution_agents
  for each row execute function private.require_kinds('solution_id', 'solution', 'agent_id', 'agent');
create trigger "0_solution_automations_kinds" after insert or update on public.solution_automations
  for each row execute function private.require_kinds('solution_id', 'solution', 'automation_id', 'automation');
create trigger solution_agents_stamp before insert on public.solution_agents
  for each row when (current_user in ('authenticated', 'cairn_token')) execute function private.stamp_assignment();
create trigger solution_agents_feature before insert or update or delete on public.solution_agents
  for each statement when (current_user in ('authenticated', 'cairn_token')) execute function private.refuse_switched_off('solutions');
create trigger solution_agents_history_of_made after insert on public.solution_agents
  referencing new table as links
  for each statement when (current_user <> 'cairn_owner')
  execute function private.keep_link_history('agents', 'agent_id');
create trigger solution_agents_history_of_ended after delete on public.solution_agents
  referencing old table as links
  for each statement when (current_user <> 'cairn_owner')
  execute function private.keep_link_history('agents', 'agent_id');
create trigger solution_automations_stamp before insert on public.solution_automations
  for each row when (current_user in ('authenticated', 'cairn_token')) execute function private.stamp_assignment();
create trigger solution_automations_feature before insert or update or delete on public.solution_automations
  for each statement when (current_user in ('authenticated', 'cairn_token')) execute function private.refuse_switched_off('solutions');
create trigger solution_automations_history_of_made after insert on public.solution_automations
  referencing new table as links
  for each statement when (current_user <> 'cairn_owner')
  execute function private.keep_link_history('automations', 'automation_id');
create trigger solution_automations_history_of_ended after delete on public.solution_automations
  referencing old table as links
  for each statement when (current_user <> 'cairn_owner')
  execute function private.keep_link_history('automations', 'automation_id');

alter table public.solution_automations enable row level security;
alter table public.solution_automations force row level security;

create policy "members see the automations of their solutions" on public.solution_automations
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "users name automations of solutions that they may change" on public.solution_automations
  for insert to authenticated
  with check (
    account_id = (select private.my_account())
    and exists (
      select from private.records s
      where s.kind = 'solution' and s.account_id = solution_automations.account_id and s.id = solution_automations.solution_id
        and (
          (select private.my_rank()) >= 2
          or (select private.my_rank()) = 1 and (
            (select private.caller_id()) in (s.created_by, s.owner_id)
            or s.team_id = any ((select private.my_teams())::uuid[])
          )
        )
    )
  );

create policy "users remove automations of solutions that they may change" on public.solution_automations
  for delete to authenticated
  using (
    account_id = (select private.my_account())
    and exists (
      select from private.records s
      where s.kind = 'solution' and s.account_id = solution_automations.account_id and s.id = solution_automations.solution_id
        and (
          (select private.my_rank()) >= 2
          or (select private.my_rank()) = 1 and (
            (select private.caller_id()) in (s.created_by, s.owner_id)
            or s.team_id = any ((select private.my_teams())::uuid[])
          )
        )
    )
  );

create policy "tokens keep to their scopes" on public.solution_automations
  as restrictive to cairn_token
  using ((select private.may('solutions', 'read')))
  with check ((select private.may('solutions', 'write')));

create policy "tokens delete within their scopes" on public.solution_automations
  as restrictive for delete to cairn_token
  using ((select private.may('solutions', 'write')));

alter table public.solution_agents enable row level security;
alter table public.solution_agents force row level security;

create policy "members see the agents of their solutions" on public.solution_agents
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "users name agents of solutions that they may change" on public.solution_agents
  for insert to authenticated
  with check (
    account_id = (select private.my_account())
    and exists (
      select from private.records s
      where s.kind = 'solution' and s.account_id = solution_agents.account_id and s.id = solution_agents.solution_id
        and (
          (select private.my_rank()) >= 2
          or (select private.my_rank()) = 1 and (
            (select private.caller_id()) in (s.created_by, s.owner_id)
            or s.team_id = any ((select private.my_teams())::uuid[])
          )
        )
    )
  );

create policy "users remove agents of solutions that they may change" on public.solution_agents
  for delete to authenticated
  using (
    account_id = (select private.my_account())
    and exists (
      select from private.records s
      where s.kind = 'solution' and s.account_id = solution_agents.account_id and s.id = solution_agents.solution_id
        and (
          (select private.my_rank()) >= 2
          or (select private.my_rank()) = 1 and (
            (select private.caller_id()) in (s.created_by, s.owner_id)
            or s.team_id = any ((select private.my_teams())::uuid[])
          )
        )
    )
  );

create policy "tokens keep to their scopes" on public.solution_agents
  as restrictive to cairn_token
  using ((select private.may('solutions', 'read')))
  with check ((select private.may('solutions', 'write')));

create policy "tokens delete within their scopes" on public.solution_agents
  as restrictive for delete to cairn_token
  using ((select private.may('solutions', 'write')));

grant select on public.solution_automations, public.solution_agents to authenticated;
grant insert (solution_id, automation_id, assigned_by) on public.solution_automations to authenticated;
grant insert (solution_id, agent_id, assigned_by) on public.solution_agents to authenticated;
grant delete on public.solution_automations, public.solution_agents to authenticated;
grant select, insert, update, delete on public.solution_automations, public.solution_agents
  to service_role, cairn_definer;
