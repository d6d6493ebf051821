-- Teams: members of an account who answer for something together.
--
-- All members see the teams. Managers add, change, merge and delete them, as they do with members themselves. Lead and
-- deputy are always among the members of a team. Who leaves the account leaves its teams, and a team without members
-- stays: it is a gap.

create table public.teams (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  name text not null,
  lead_id uuid,
  deputy_id uuid,
  mail text not null default '',
  chat_url text not null default '',
  on_call_url text not null default '',
  notices text not null default 'lead',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Foreign keys that carry the account point here.
  constraint teams_account_id_id_key unique (account_id, id),
  constraint teams_lead_id_fkey foreign key (account_id, lead_id)
    references public.account_members (account_id, user_id) on delete set null (lead_id),
  constraint teams_deputy_id_fkey foreign key (account_id, deputy_id)
    references public.account_members (account_id, user_id) on delete set null (deputy_id),
  constraint teams_name_length check (private.holds(
    char_length(name) between 1 and 120,
    'name.length',
    'Name must have 1 to 120 characters.'
  )),
  constraint teams_lead_and_deputy check (private.holds(
    lead_id <> deputy_id,
    'team.lead_and_deputy',
    'Lead and deputy are two members.'
  )),
  constraint teams_mail_address check (private.holds(
    mail = '' or private.is_email(mail),
    'team.mail',
    'The e-mail of a team must be an e-mail address.'
  )),
  constraint teams_web_addresses check (private.holds(
    (chat_url = '' or private.is_web_address(chat_url)) and (on_call_url = '' or private.is_web_address(on_call_url)),
    'team.links',
    'A link of a team must begin with http:// or https://.'
  )),
  constraint teams_notices_known check (private.holds(
    notices in ('lead', 'all'),
    'team.notices',
    'Notices go to lead or to all.'
  ))
);
create unique index teams_account_id_name_key on public.teams (account_id, private.folded(name));
create index teams_lead_id_idx on public.teams (account_id, lead_id);
create index teams_deputy_id_idx on public.teams (account_id, deputy_id);
comment on table public.teams is 'Members of an account who answer for something together.';
comment on column public.teams.name is 'Unique within the account without regard to case and accents.';
comment on column public.teams.lead_id is 'The member who leads the team; empty when nobody does.';
comment on column public.teams.deputy_id is 'The member who stands in for the lead.';
comment on column public.teams.mail is 'The e-mail address of the team.';
comment on column public.teams.chat_url is 'Where the team talks.';
comment on column public.teams.on_call_url is 'Leads to the person on call.';
comment on column public.teams.notices is 'lead: notices go to lead and deputy, or to all members where there is neither; all: to all members.';

create table public.team_members (
  -- A key of its own, so that the data API takes the table for no link between teams and accounts.
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  team_id uuid not null,
  user_id uuid not null,
  filled_by text,
  rule_id uuid,
  -- Begins with the account: a key without it would tell a stranger who is in which team.
  constraint team_members_key unique (account_id, team_id, user_id),
  constraint team_members_team_id_fkey foreign key (account_id, team_id)
    references public.teams (account_id, id) on delete cascade,
  constraint team_members_user_id_fkey foreign key (account_id, user_id)
    references public.account_members (account_id, user_id) on delete cascade
);
create index team_members_user_id_idx on public.team_members (account_id, user_id);
create index team_members_rule_id_idx on public.team_members (account_id, rule_id) where rule_id is not null;
comment on table public.team_members is 'The members of teams.';
comment on column public.team_members.filled_by is
  'The sign-in provider by whose groups the member came in, and with whose groups they leave; empty where a manager added them.';
comment on column public.team_members.rule_id is
  'The rule for groups that brought the member in; empty where a manager added them, and once the rule is deleted.';

create function private.teams_of(person uuid) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select t.team_id from public.team_members t where t.account_id = private.my_account() and t.user_id = person
  )
$$;
comment on function private.teams_of(uuid) is 'The teams of a member of the caller''s account.';
grant execute on function private.teams_of(uuid) to authenticated;

create function private.my_teams() returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select private.teams_of(private.caller_id())
$$;
comment on function private.my_teams() is 'The teams of the caller.';
grant execute on function private.my_teams() to authenticated;

create function private.teams_with_members(account uuid) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select t.id
    from public.teams t
    where t.account_id = account
      and exists (select from public.team_members m where m.account_id = t.account_id and m.team_id = t.id)
  )
$$;
comment on function private.teams_with_members(uuid) is
  'The teams of an account that have members: what another one owns has no owner.';
grant execute on function private.teams_with_members(uuid) to authenticated;

create function private.people_of_team(team uuid) returns uuid[]
language sql stable strict security definer set search_path = ''
as $$
  select case
    when t.notices = 'lead' and num_nonnulls(t.lead_id, t.deputy_id) > 0
      then array_remove(array[t.lead_id, t.deputy_id], null)
    else array(select m.user_id from public.team_members m where m.account_id = t.account_id and m.team_id = t.id)
  end
  from public.teams t
  where t.id = team
$$;
comment on function private.people_of_team(uuid) is 'The members of a team whom notices go to.';

-- Changes of a team hold its row first, and then members of it. Those that begin with members hold all teams before,
-- in one order, so that they wait for a merge of teams instead of blocking it.
create function private.hold_teams(account uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  select from public.teams t where t.account_id = hold_teams.account order by t.id for key share
$$;
comment on function private.hold_teams(uuid) is 'Keeps the teams of an account from being deleted until the transaction ends.';

create function private.hold_teams_of_caller() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.hold_teams(private.my_account());
  return null;
end
$$;
comment on function private.hold_teams_of_caller() is
  'Statement trigger: keeps the teams of the caller''s account from being deleted while members leave them.';

create function private.keep_lead_in_team() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.team_members (account_id, team_id, user_id)
  select new.account_id, new.id, p.person
  from (values (new.lead_id, old.lead_id), (new.deputy_id, old.deputy_id)) as p (person, former)
  where p.person is distinct from p.former and p.person is not null
  on conflict on constraint team_members_key do nothing;
  return null;
end
$$;
comment on function private.keep_lead_in_team() is 'Trigger: who becomes lead or deputy becomes a member of the team.';

create function private.release_lead() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.teams t
  set lead_id = nullif(t.lead_id, old.user_id), deputy_id = nullif(t.deputy_id, old.user_id)
  where t.account_id = old.account_id and t.id = old.team_id and old.user_id in (t.lead_id, t.deputy_id);
  return null;
end
$$;
comment on function private.release_lead() is 'Trigger: who leaves a team is neither its lead nor its deputy any more.';

-- Of two who add the last one at once, the second waits and counts that of the first too. The wait is a statement of its
-- own: a count in the same one would not see what was committed meanwhile.
create function private.limit_teams() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('teams of ' || a.account_id, 0))
  from (select distinct n.account_id from added n order by n.account_id) a;
  if exists (
    select
    from (select distinct n.account_id from added n) a
    join public.teams t on t.account_id = a.account_id
    group by a.account_id
    having count(*) > 200
  ) then
    raise exception 'An account has at most 200 teams.'
      using errcode = '23514', detail = 'team.too_many', hint = 'Merge or delete some first.';
  end if;
  return null;
end
$$;
comment on function private.limit_teams() is 'Statement trigger: refuses the 201st team of an account.';

create function private.wait_for_members_of_team(team uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('members of team ' || team, 0))
$$;
comment on function private.wait_for_members_of_team(uuid) is 'Lets those who add members to a team take turns.';

create function private.limit_team_members() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.wait_for_members_of_team(a.team_id)
  from (select distinct n.team_id from added n order by n.team_id) a;
  if exists (
    select
    from (select distinct n.account_id, n.team_id from added n) a
    join public.team_members m on m.account_id = a.account_id and m.team_id = a.team_id
    group by m.team_id
    having count(*) > 500
  ) then
    raise exception 'A team has at most 500 members.'
      using errcode = '23514', detail = 'team.too_many_members', hint = 'Make several teams of it.';
  end if;
  return null;
end
$$;
comment on function private.limit_team_members() is 'Statement trigger: refuses the 501st member of a team.';

create function private.audit_team() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  kept constant public.teams := coalesce(new, old);
begin
  perform private.write_audit(
    kept.account_id, private.caller_id(),
    case tg_op when 'INSERT' then 'team_added' when 'DELETE' then 'team_deleted' else 'team_changed' end,
    'team', kept.id::text,
    jsonb_build_object('name', kept.name)
      || case when tg_op = 'UPDATE' and old.name <> new.name then jsonb_build_object('former_name', old.name) else '{}' end
  );
  return null;
end
$$;
comment on function private.audit_team() is 'Trigger: enters a team that was added, changed or deleted.';

create function private.audit_team_member() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  kept constant public.team_members := coalesce(new, old);
begin
  perform private.write_audit(
    t.account_id, private.caller_id(),
    case tg_op when 'INSERT' then 'team_member_added' else 'team_member_removed' end,
    'team', t.id::text,
    jsonb_build_object('name', t.name, 'member_id', kept.user_id) || private.provider_of_change()
  )
  from public.teams t
  where t.account_id = kept.account_id and t.id = kept.team_id;
  return null;
end
$$;
comment on function private.audit_team_member() is 'Trigger: enters who came into a team or left it.';

create trigger teams_clean before insert or update of name on public.teams
  for each row execute function private.clean_name();
create trigger teams_name_taken before insert or update of name on public.teams
  for each row execute function private.refuse_taken_name('team', 'teams_account_id_name_key', 'private.folded');
create trigger teams_stamp before update on public.teams
  for each row when (current_user <> 'cairn_owner') execute function private.stamp_change();
create trigger teams_limit after insert on public.teams
  referencing new table as added
  for each statement execute function private.limit_teams();
create trigger teams_lead after insert or update of lead_id, deputy_id on public.teams
  for each row when (current_user <> 'cairn_owner' and not private.is_restoring_archive())
  execute function private.keep_lead_in_team();
-- Only foreign keys run as cairn_owner: a member left, or the whole account goes.
create trigger teams_audit_added after insert or delete on public.teams
  for each row when (current_user <> 'cairn_owner' and not private.is_restoring_archive())
  execute function private.audit_team();
create trigger teams_audit_changed after update on public.teams
  for each row when (current_user <> 'cairn_owner' and old is distinct from new) execute function private.audit_team();
create trigger team_members_hold_teams before delete on public.team_members
  for each statement when (current_user in ('authenticated', 'cairn_token'))
  execute function private.hold_teams_of_caller();
create trigger account_members_hold_teams before delete on public.account_members
  for each statement when (current_user <> 'cairn_owner') execute function private.hold_teams_of_caller();
create trigger team_members_limit after insert on public.team_members
  referencing new table as added
  for each statement execute function private.limit_team_members();
create trigger team_members_audit after insert or delete on public.team_members
  for each row when (current_user <> 'cairn_owner' and not private.is_restoring_archive())
  execute function private.audit_team_member();
create trigger team_members_lead after delete on public.team_members
  for each row when (current_user <> 'cairn_owner') execute function private.release_lead();

alter table public.teams enable row level security;
alter table public.teams force row level security;
alter table public.team_members enable row level security;
alter table public.team_members force row level security;

create policy "members see the teams of their account" on public.teams
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "managers add teams" on public.teams
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) >= 2);

create policy "managers change teams" on public.teams
  for update to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) >= 2)
  with check (account_id = (select private.my_account()));

create policy "tokens keep to their scopes" on public.teams
  as restrictive to cairn_token
  using ((select private.may('people', 'read')))
  with check ((select private.is_unscoped()));

create policy "members see who is in the teams of their account" on public.team_members
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "managers add members to teams" on public.team_members
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) >= 2);

create policy "managers take members out of teams" on public.team_members
  for delete to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) >= 2);

create policy "tokens keep to their scopes" on public.team_members
  as restrictive to cairn_token
  using ((select private.may('people', 'read')))
  with check ((select private.is_unscoped()));

create policy "tokens delete within their scopes" on public.team_members
  as restrictive for delete to cairn_token
  using ((select private.is_unscoped()));

-- A team is deleted by a procedure, which says who gets its records.
grant select on public.teams, public.team_members to authenticated;
grant
  insert (name, lead_id, deputy_id, mail, chat_url, on_call_url, notices),
  update (name, lead_id, deputy_id, mail, chat_url, on_call_url, notices)
  on public.teams to authenticated;
grant insert (team_id, user_id), delete on public.team_members to authenticated;
grant select, insert, update, delete on public.teams, public.team_members to service_role, cairn_definer;
