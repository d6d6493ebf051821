-- Groups of sign-in providers: rules of an account that fill teams and give levels at sign-in.
--
-- A provider names groups and nothing else: what a group means, an admin's rule says. The groups count for members alone
-- whose address the provider vouches for, at a domain of the account, so the provider of one company fills no team of
-- another. The auth server calls the hook with each claim as a list of names, or null where the provider said something
-- else than names or did not say all. Then nothing changes that a rule about it could change.

create table public.group_rules (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  provider text not null,
  claim text not null default 'groups',
  group_name text not null,
  team_id uuid,
  level text,
  created_at timestamptz not null default now(),
  -- Foreign keys that carry the account point here.
  constraint group_rules_account_id_id_key unique (account_id, id),
  constraint group_rules_key unique nulls not distinct (account_id, provider, claim, group_name, team_id),
  constraint group_rules_team_id_fkey foreign key (account_id, team_id)
    references public.teams (account_id, id) on delete cascade,
  constraint group_rules_provider_length check (private.holds(
    char_length(provider) between 1 and 64,
    'group_rule.provider',
    'The name of a provider must have 1 to 64 characters.'
  )),
  constraint group_rules_claim_length check (private.holds(
    char_length(claim) between 1 and 256,
    'group_rule.claim',
    'The name of a claim must have 1 to 256 characters.'
  )),
  constraint group_rules_group_length check (private.holds(
    char_length(group_name) between 1 and 256,
    'group_rule.group',
    'The name of a group must have 1 to 256 characters.'
  )),
  constraint group_rules_level_known check (private.holds(
    level is null or private.rank(level) is not null,
    'group_rule.level',
    'The level must be viewer, user, manager or admin.'
  )),
  constraint group_rules_gives_something check (private.holds(
    num_nonnulls(team_id, level) > 0,
    'group_rule.gives_nothing',
    'A rule must name a team or a level.'
  ))
);
create index group_rules_team_id_idx on public.group_rules (account_id, team_id);
alter table public.team_members add constraint team_members_rule_id_fkey foreign key (account_id, rule_id)
  references public.group_rules (account_id, id) on delete set null (rule_id);
comment on table public.group_rules is 'Which group of a sign-in provider means which team and level.';
comment on column public.group_rules.provider is 'The provider as the operator names it, or saml: the single sign-on of the account''s domain.';
comment on column public.group_rules.claim is 'The claim of the ID token, or the attribute of the assertion, that names groups.';
comment on column public.group_rules.group_name is 'The group as the provider writes it; capitals make a difference.';
comment on column public.group_rules.team_id is 'The team that members of the group join; empty for none.';
comment on column public.group_rules.level is 'The level that members of the group have; empty where the rule gives none.';

create table private.levels_of_groups (
  account_id uuid not null,
  user_id uuid primary key,
  provider text not null,
  given text not null,
  former text not null,
  constraint levels_of_groups_user_id_fkey foreign key (account_id, user_id)
    references public.account_members (account_id, user_id) on delete cascade
);
create index levels_of_groups_account_id_idx on private.levels_of_groups (account_id, user_id);
comment on table private.levels_of_groups is 'Members whose level a rule about groups gave, and the level that they had before.';

create function private.limit_group_rules() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('group rules of ' || a.account_id, 0))
  from (select distinct n.account_id from added n order by n.account_id) a;
  if exists (
    select
    from (select distinct n.account_id from added n) a
    join public.group_rules r on r.account_id = a.account_id
    group by a.account_id
    having count(*) > 500
  ) then
    raise exception 'An account has at most 500 rules for groups.'
      using errcode = '23514', detail = 'group_rule.too_many', hint = 'Delete some first.';
  end if;
  return null;
end
$$;
comment on function private.limit_group_rules() is 'Statement trigger: refuses the 501st rule of an account.';

create function private.audit_group_rule() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  kept constant public.group_rules := coalesce(new, old);
begin
  perform private.write_audit(
    kept.account_id, private.caller_id(),
    case tg_op when 'INSERT' then 'group_rule_added' when 'DELETE' then 'group_rule_deleted' else 'group_rule_changed' end,
    'group_rule', kept.id::text,
    jsonb_strip_nulls(jsonb_build_object(
      'provider', kept.provider, 'claim', kept.claim, 'group', kept.group_name, 'permission', kept.level,
      'name', (select t.name from public.teams t where t.id = kept.team_id)
    ))
  );
  return null;
end
$$;
comment on function private.audit_group_rule() is 'Trigger: enters a rule for groups that was added or deleted, or whose team was merged.';

create function private.end_group_rules_of_team(gone public.teams, into_team uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  moved uuid[];
  ended jsonb;
  -- Memberships forget a rule that is deleted.
  brought constant jsonb := (
    select coalesce(jsonb_object_agg(m.user_id, m.rule_id) filter (where m.rule_id is not null), '{}')
    from public.team_members m
    where m.account_id = gone.account_id and m.team_id = gone.id
  );
begin
  with given as (
    update public.group_rules r
    set team_id = into_team
    where r.account_id = gone.account_id and r.team_id = gone.id and into_team is not null and not exists (
      select from public.group_rules k
      where k.account_id = r.account_id and k.team_id = into_team
        and (k.provider, k.claim, k.group_name) = (r.provider, r.claim, r.group_name)
    )
    returning r.id
  )
  select array_agg(given.id) into moved from given;
  with deleted as (
    delete from public.group_rules r where r.account_id = gone.account_id and r.team_id = gone.id returning r.*
  )
  select jsonb_agg(to_jsonb(deleted)) into ended from deleted;
  return jsonb_build_object(
    'moved_rule_ids', coalesce(moved, '{}'), 'ended_rules', coalesce(ended, '[]'), 'rule_ids', brought
  );
end
$$;
comment on function private.end_group_rules_of_team(public.teams, uuid) is
  'Gives the rules for groups of a team that ends to the team it is merged into, and deletes the others: which ones.';

create function private.restore_group_rules_of_team(done public.acts) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.group_rules r
  set team_id = (done.ended_team ->> 'id')::uuid
  where r.account_id = done.account_id and r.team_id = (done.ended_team ->> 'into_team')::uuid
    and done.ended_team -> 'moved_rule_ids' ? r.id::text;
  insert into public.group_rules (id, account_id, provider, claim, group_name, team_id, level, created_at)
  select r.id, done.account_id, r.provider, r.claim, r.group_name, r.team_id, r.level, r.created_at
  from jsonb_populate_recordset(null::public.group_rules, done.ended_team -> 'ended_rules') r;
  update public.team_members m
  set rule_id = r.id
  from public.group_rules r
  where r.account_id = done.account_id and r.team_id = (done.ended_team ->> 'id')::uuid
    and m.account_id = r.account_id and m.team_id = r.team_id
    and done.ended_team -> 'rule_ids' ->> m.user_id::text = r.id::text;
$$;
comment on function private.restore_group_rules_of_team(public.acts) is
  'Brings the rules for groups back to a team that is restored, and to those whom they brought in. Rules that an admin deleted meanwhile stay deleted.';

create function private.rules_about_groups(account uuid, said_by text, claims jsonb)
returns table (rule_id uuid, group_name text, team_id uuid, level text, is_known boolean, matches boolean)
language sql stable security definer set search_path = ''
as $$
  select r.id, r.group_name, r.team_id, r.level, k.known, k.known and coalesce(c.said ? r.group_name, false)
  from public.group_rules r
  -- Names of attributes come in lower case: SAML does not tell capitals apart.
  cross join lateral (select claims -> case said_by when 'saml' then lower(r.claim) else r.claim end as said) c
  cross join lateral (select coalesce(jsonb_typeof(c.said), 'array') = 'array' as known) k
  where r.account_id = account and r.provider = said_by
$$;
comment on function private.rules_about_groups(uuid, text, jsonb) is
  'The rules of an account about a provider, and whether they match what it said. A claim that is not there names no group; one that is null is not known.';

create function private.rules_into_teams(account uuid, said_by text, claims jsonb)
returns table (team_id uuid, rule_id uuid)
language sql stable security definer set search_path = ''
as $$
  select distinct on (r.team_id) r.team_id, r.rule_id
  from private.rules_about_groups(account, said_by, claims) r
  where r.matches and r.team_id is not null
  order by r.team_id, r.group_name, r.rule_id
$$;
comment on function private.rules_into_teams(uuid, text, jsonb) is
  'The teams of the groups that a provider names, each with the first rule that leads there.';

create function private.follow_groups_in_teams(account uuid, person uuid, said_by text, claims jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  joining constant uuid[] := array(
    select r.team_id
    from private.rules_into_teams(account, said_by, claims) r
    where not exists (
      select from public.team_members m
      where m.account_id = account and m.team_id = r.team_id and m.user_id = person
    )
    order by r.team_id
  );
  -- Whom nobody changes meanwhile; a team with 500 members takes no other one.
  room uuid[];
begin
  update public.team_members m
  set rule_id = r.rule_id
  from private.rules_into_teams(account, said_by, claims) r
  where m.account_id = account and m.user_id = person and m.team_id = r.team_id and m.filled_by = said_by
    and m.rule_id is distinct from r.rule_id;
  delete from public.team_members m
  where m.account_id = account and m.user_id = person and m.filled_by = said_by and not exists (
    select from private.rules_about_groups(account, said_by, claims) r
    where r.team_id = m.team_id and (r.matches or not r.is_known)
  );
  perform private.wait_for_members_of_team(j.team) from unnest(joining) as j (team);
  room := array(
    select t.id
    from public.teams t
    where t.account_id = account and t.id = any (joining)
      and (select count(*) from public.team_members m where m.account_id = account and m.team_id = t.id) < 500
  );
  insert into public.team_members (account_id, team_id, user_id, filled_by, rule_id)
  select account, r.team_id, person, said_by, r.rule_id
  from private.rules_into_teams(account, said_by, claims) r
  where r.team_id = any (room)
  on conflict on constraint team_members_key do nothing;
  perform private.write_audit(
    account, null, 'team_full', 'team', t.id::text,
    jsonb_build_object('name', t.name, 'member_id', person, 'provider', said_by)
  )
  from public.teams t
  where t.account_id = account and t.id = any (joining) and t.id <> all (room);
end
$$;
comment on function private.follow_groups_in_teams(uuid, uuid, text, jsonb) is
  'Adds a member to the teams of their groups, and takes them out of those that the same provider once filled.';

create function private.follow_groups_in_level(account uuid, person uuid, said_by text, claims jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  present text;
  given private.levels_of_groups;
  ruled text;
  target text;
begin
  if exists (
    select from private.rules_about_groups(account, said_by, claims) r where r.level is not null and not r.is_known
  ) then
    return;
  end if;
  select m.permission_level into present from public.account_members m where m.user_id = person for no key update;
  select l.* into given from private.levels_of_groups l where l.user_id = person;
  select r.level into ruled
  from private.rules_about_groups(account, said_by, claims) r
  where r.matches and r.level is not null
  order by private.rank(r.level) desc
  limit 1;
  -- Leaving a group takes back what it gave, and never gives more.
  target := coalesce(ruled, case
    when given.provider = said_by and given.given = present and private.rank(given.former) < private.rank(present)
      then given.former
    else present
  end);
  if target <> present then
    perform from public.accounts a where a.id = account for no key update;
    if present = 'admin' and not exists (
      select from public.account_members m
      where m.account_id = account and m.permission_level = 'admin' and m.user_id <> person
    ) then
      return;
    end if;
    update public.account_members m set permission_level = target where m.account_id = account and m.user_id = person;
  end if;
  if ruled is not null then
    insert into private.levels_of_groups as l (account_id, user_id, provider, given, former)
    values (account, person, said_by, ruled, present)
    on conflict (user_id) do update set provider = excluded.provider, given = excluded.given;
  elsif given.provider = said_by then
    delete from private.levels_of_groups l where l.user_id = person;
  end if;
end
$$;
comment on function private.follow_groups_in_level(uuid, uuid, text, jsonb) is
  'Gives a member the highest level that a rule has for their groups, and takes it back with the group. The last admin stays one.';

create function public.follow_groups(event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person constant uuid := (event ->> 'user_id')::uuid;
  said_by constant text := event ->> 'provider';
  claims constant jsonb := coalesce(event -> 'claims', '{}');
  account constant uuid := (
    select m.account_id
    from public.account_members m
    join public.account_domains d on d.account_id = m.account_id and d.domain = private.email_domain(event ->> 'address')
    where m.user_id = person
  );
begin
  if account is not null and said_by is not null then
    -- The member and then the teams, as whoever removes the member does; a merge of teams is waited for.
    perform from public.account_members m where m.account_id = account and m.user_id = person for no key update;
    if exists (select from public.group_rules r where r.account_id = account and r.provider = said_by) or exists (
      select from public.team_members m where m.account_id = account and m.user_id = person and m.filled_by = said_by
    ) then
      perform private.hold_teams(account);
    end if;
    -- For the triggers that enter changes into the audit log.
    perform set_config('cairn.groups_of', said_by, true);
    perform private.follow_groups_in_teams(account, person, said_by, claims);
    perform private.follow_groups_in_level(account, person, said_by, claims);
    perform set_config('cairn.groups_of', '', true);
  end if;
  return '{}';
end
$$;
comment on function public.follow_groups(jsonb) is
  'Auth hook: a sign-in by a provider. Follows the rules of the member''s account: {"user_id", "provider", "address", "claims"}. The address is one that the provider vouches for.';
grant execute on function public.follow_groups(jsonb) to supabase_auth_admin;

create trigger group_rules_limit after insert on public.group_rules
  referencing new table as added
  for each statement execute function private.limit_group_rules();
-- Only foreign keys run as cairn_owner: the whole account goes.
create trigger group_rules_audit after insert or update or delete on public.group_rules
  for each row when (current_user <> 'cairn_owner') execute function private.audit_group_rule();

alter table public.group_rules enable row level security;
alter table public.group_rules force row level security;
alter table private.levels_of_groups enable row level security;
alter table private.levels_of_groups force row level security;

create policy "admins see the rules for groups" on public.group_rules
  for select to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) = 3);

create policy "admins add rules for groups" on public.group_rules
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) = 3);

create policy "admins delete rules for groups" on public.group_rules
  for delete to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) = 3);

create policy "tokens have no rules for groups" on public.group_rules
  as restrictive to cairn_token
  using (false);

grant select, delete, insert (provider, claim, group_name, team_id, level) on public.group_rules to authenticated;
grant select, insert, update, delete on public.group_rules to service_role, cairn_definer;
grant select, insert, update, delete on private.levels_of_groups to cairn_definer;
