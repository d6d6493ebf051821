-- Changing teams: a team with all its members at once, teams out of departments, and the end of a team.

create function private.refuse_below_manager_of_teams() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if coalesce(private.my_rank(), 0) < 2 or not private.is_unscoped() then
    raise exception 'Managers add, change and delete teams.'
      using errcode = '42501', detail = 'team.managers_only', hint = 'Ask a manager or an administrator.';
  end if;
end
$$;
comment on function private.refuse_below_manager_of_teams() is 'Refuses callers below the level manager, and tokens.';
grant execute on function private.refuse_below_manager_of_teams() to authenticated;

create function private.held_team(team uuid) returns public.teams
language plpgsql volatile security definer set search_path = ''
as $$
declare
  held public.teams;
begin
  perform private.refuse_below_manager_of_teams();
  select * into held from public.teams t
  where t.id = team and t.account_id = private.my_account()
  for update;
  if not found then
    raise exception 'This team no longer exists.'
      using errcode = 'PT404', detail = 'team.gone', hint = 'Another member may have deleted it.';
  end if;
  return held;
end
$$;
comment on function private.held_team(uuid) is 'A team of the caller''s account, which nobody else changes meanwhile, for managers.';
grant execute on function private.held_team(uuid) to authenticated;

create function public.save_team(
  name text,
  members uuid[],
  team_id uuid default null,
  lead_id uuid default null,
  deputy_id uuid default null,
  mail text default '',
  chat_url text default '',
  on_call_url text default '',
  notices text default 'lead'
) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  people constant uuid[] := array(
    select distinct p.id
    from unnest(save_team.members || save_team.lead_id || save_team.deputy_id) as p (id)
    where p.id is not null
  );
  saved uuid := save_team.team_id;
begin
  perform private.refuse_below_manager_of_teams();
  if exists (select from unnest(people) as p (id) where not private.is_member(account, p.id)) then
    raise exception 'There is no such member in your account.'
      using errcode = 'PT404', detail = 'member.unknown', hint = 'They may have left in the meantime.';
  end if;
  if saved is null then
    insert into public.teams (account_id, name)
    values (account, save_team.name)
    returning id into saved;
  else
    perform private.held_team(saved);
  end if;
  delete from public.team_members m
  where m.account_id = account and m.team_id = saved and m.user_id <> all (people);
  insert into public.team_members (account_id, team_id, user_id)
  select account, saved, p.id from unnest(people) as p (id)
  on conflict on constraint team_members_key do nothing;
  update public.teams t
  set name = save_team.name, lead_id = save_team.lead_id, deputy_id = save_team.deputy_id,
    mail = coalesce(btrim(save_team.mail), ''), chat_url = coalesce(btrim(save_team.chat_url), ''),
    on_call_url = coalesce(btrim(save_team.on_call_url), ''), notices = coalesce(save_team.notices, 'lead')
  where t.id = saved;
  return saved;
end
$$;
comment on function public.save_team(text, uuid[], uuid, uuid, uuid, text, text, text, text) is
  'Adds a team, or changes one with all its members, for managers and admins: its id. Lead and deputy become members.';
grant execute on function public.save_team(text, uuid[], uuid, uuid, uuid, text, text, text, text) to authenticated;

create function public.delete_team(team uuid, into_team uuid default null, receiver uuid default null) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  gone public.teams;
  kept public.teams;
  moved integer;
begin
  -- Two who merge two teams into each other wait for each other, so the first one by id is held first.
  if into_team < team then
    kept := private.held_team(into_team);
  end if;
  gone := private.held_team(team);
  if into_team > team then
    kept := private.held_team(into_team);
  elsif into_team = team then
    raise exception 'A team cannot be merged into itself.'
      using errcode = '22023', detail = 'team.into_itself', hint = 'Choose another team.';
  end if;
  if receiver is not null and (kept.id is not null or not private.is_member(gone.account_id, receiver)) then
    raise exception 'There is no such member in your account.'
      using errcode = 'PT404', detail = 'member.unknown', hint = 'They may have left in the meantime.';
  end if;
  update private.records r
  set team_id = kept.id, owner_id = receiver
  where r.account_id = gone.account_id and r.team_id = gone.id;
  get diagnostics moved = row_count;
  -- Records in the bin come back to the same owner.
  update public.binned_records b
  set record = b.record || jsonb_build_object('team_id', kept.id, 'owner_id', receiver)
  where b.account_id = gone.account_id and b.record ->> 'team_id' = gone.id::text;
  insert into public.team_members (account_id, team_id, user_id, filled_by)
  select m.account_id, kept.id, m.user_id, m.filled_by
  from public.team_members m
  where m.account_id = gone.account_id and m.team_id = gone.id and kept.id is not null
  on conflict on constraint team_members_key do nothing;
  update public.group_rules r
  set team_id = kept.id
  where r.account_id = gone.account_id and r.team_id = gone.id and kept.id is not null and not exists (
    select from public.group_rules k
    where k.account_id = r.account_id and k.team_id = kept.id
      and (k.provider, k.claim, k.group_name) = (r.provider, r.claim, r.group_name)
  );
  delete from public.group_rules r where r.account_id = gone.account_id and r.team_id = gone.id;
  delete from public.teams t where t.id = gone.id;
  return moved;
end
$$;
comment on function public.delete_team(uuid, uuid, uuid) is
  'Deletes a team, for managers and admins: how many records it owned. They go to a member (receiver), or have no owner. With into_team it is merged: that team gets its records and members.';
grant execute on function public.delete_team(uuid, uuid, uuid) to authenticated;

create function public.add_teams_of_departments() returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  made integer;
begin
  perform private.refuse_below_manager_of_teams();
  with people as materialized (
    select v.id, private.display_text(v.department) as department
    from private.visible_profiles(account) v
    where private.display_text(v.department) <> ''
  ), added as (
    insert into public.teams (account_id, name)
    select distinct on (private.folded(p.department)) account, p.department
    from people p
    where not exists (
      select from public.teams t
      where t.account_id = account and private.folded(t.name) = private.folded(p.department)
    )
    order by private.folded(p.department), p.department collate "C"
    returning id, name
  ), joined as (
    insert into public.team_members (account_id, team_id, user_id)
    select account, a.id, p.id
    from added a
    join people p on private.folded(p.department) = private.folded(a.name)
  )
  select count(*) into made from added;
  return made;
end
$$;
comment on function public.add_teams_of_departments() is
  'Makes a team of each department that members show and that no team is named after, with these members, for managers and admins: how many.';
grant execute on function public.add_teams_of_departments() to authenticated;

create function public.get_teams(of_member uuid default null) returns json
language sql stable security definer set search_path = ''
as $$
  select coalesce(json_agg(json_build_object(
    'id', t.id, 'name', t.name, 'lead_id', t.lead_id, 'deputy_id', t.deputy_id, 'mail', t.mail,
    'chat_url', t.chat_url, 'on_call_url', t.on_call_url, 'notices', t.notices,
    'members', (select count(*) from public.team_members m where m.account_id = t.account_id and m.team_id = t.id),
    'records', (
      select count(*) from private.records r
      where r.account_id = t.account_id and r.team_id = t.id and r.kind = any (private.kinds_in_scope('read'))
    )
  ) order by private.folded(t.name), t.id), '[]')
  from public.teams t
  where t.account_id = private.my_account() and (select private.may('people', 'read'))
    and (of_member is null or exists (
      select from public.team_members m
      where m.account_id = t.account_id and m.team_id = t.id and m.user_id = of_member
    ))
$$;
comment on function public.get_teams(uuid) is
  'The teams of the caller''s account, or those of a member, by name, each with the numbers of its members and records.';
grant execute on function public.get_teams(uuid) to authenticated;
