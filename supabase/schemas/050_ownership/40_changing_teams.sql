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

create function private.note_end_of_team(gone public.teams, ending jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.note_act(
    gone.account_id, case when ending ->> 'into_team' is null then 'delete_team' else 'merge_team' end, gone.name,
    array['owner_id', 'team']
  );
  update public.acts a
  set ended_team = to_jsonb(gone) || ending || (
    select jsonb_build_object(
      'member_ids', coalesce(jsonb_agg(m.user_id), '[]'),
      'filled_by', coalesce(jsonb_object_agg(m.user_id, m.filled_by) filter (where m.filled_by is not null), '{}')
    )
    from public.team_members m
    where m.account_id = gone.account_id and m.team_id = gone.id
  )
  where a.id = private.current_act();
$$;
comment on function private.note_end_of_team(public.teams, jsonb) is
  'Remembers a team that is about to be deleted, with its members, in the act of this transaction.';

create function public.delete_team(team uuid, into_team uuid default null, receiver uuid default null) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  gone public.teams;
  kept public.teams;
  binned uuid[];
  added uuid[];
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
  with back as (
    update public.binned_records b
    set record = b.record || jsonb_build_object('team_id', kept.id, 'owner_id', receiver)
    where b.account_id = gone.account_id and b.record ->> 'team_id' = gone.id::text
    returning b.record_id
  )
  select array_agg(back.record_id) into binned from back;
  with joined as (
    insert into public.team_members (account_id, team_id, user_id, filled_by, rule_id)
    select m.account_id, kept.id, m.user_id, m.filled_by, m.rule_id
    from public.team_members m
    where m.account_id = gone.account_id and m.team_id = gone.id and kept.id is not null
    on conflict on constraint team_members_key do nothing
    returning user_id
  )
  select array_agg(joined.user_id) into added from joined;
  perform private.note_end_of_team(gone, jsonb_build_object(
    'into_team', kept.id, 'receiver', receiver, 'added_ids', coalesce(added, '{}'), 'binned_ids', coalesce(binned, '{}')
  ) || private.end_group_rules_of_team(gone, kept.id));
  delete from public.teams t where t.id = gone.id;
  return moved;
end
$$;
comment on function public.delete_team(uuid, uuid, uuid) is
  'Deletes a team, for managers and admins: how many records it owned. They go to a member (receiver), or have no owner. With into_team it is merged: that team gets its records and members. undo_act takes it back for 30 days: the act has the id of the team in ended_team.';
grant execute on function public.delete_team(uuid, uuid, uuid) to authenticated;

-- Members who have left the account stay away, and so do records that have got another owner since.
create function private.restore_ended_team(done public.acts) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  was constant public.teams := jsonb_populate_record(null::public.teams, done.ended_team);
  into_team constant uuid := (done.ended_team ->> 'into_team')::uuid;
  members uuid[];
begin
  perform private.refuse_below_manager_of_teams();
  if exists (select from public.acts u where u.account_id = done.account_id and u.undoes = done.id) then
    perform private.refuse_outdated('team.restored', 'This team was restored already.');
  end if;
  members := array(
    select m.user_id
    from jsonb_array_elements_text(done.ended_team -> 'member_ids') as had (id)
    join public.account_members m on m.account_id = done.account_id and m.user_id = had.id::uuid
  );
  insert into public.teams (
    id, account_id, name, lead_id, deputy_id, mail, chat_url, on_call_url, notices, created_at
  ) values (
    was.id, done.account_id, was.name, case when was.lead_id = any (members) then was.lead_id end,
    case when was.deputy_id = any (members) then was.deputy_id end, was.mail, was.chat_url, was.on_call_url, was.notices,
    was.created_at
  );
  insert into public.team_members (account_id, team_id, user_id, filled_by)
  select done.account_id, was.id, m.id, done.ended_team -> 'filled_by' ->> m.id::text from unnest(members) as m (id)
  on conflict on constraint team_members_key do nothing;
  perform private.restore_group_rules_of_team(done);
  -- Whom the merge brought into the other team leaves it again, unless they lead it by now.
  delete from public.team_members m
  using public.teams t
  where t.account_id = done.account_id and t.id = into_team and m.account_id = t.account_id and m.team_id = t.id
    and done.ended_team -> 'added_ids' ? m.user_id::text and m.user_id <> all (array_remove(array[t.lead_id, t.deputy_id], null));
  update public.binned_records b
  set record = b.record || jsonb_build_object('team_id', was.id, 'owner_id', null)
  where b.account_id = done.account_id and done.ended_team -> 'binned_ids' ? b.record_id::text
    and b.record ->> 'team_id' is not distinct from into_team::text
    and b.record ->> 'owner_id' is not distinct from done.ended_team ->> 'receiver';
  return jsonb_build_object(
    'name', was.name,
    'left', jsonb_array_length(done.ended_team -> 'member_ids') - cardinality(members)
  );
end
$$;
comment on function private.restore_ended_team(public.acts) is
  'Restores the team that an act has deleted or merged, for managers: its name, and how many of its members have left the account.';

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

create domain private.team_notices as text not null check (value in ('lead', 'all'));
alter domain private.team_notices owner to cairn_owner;
comment on domain private.team_notices is 'The members of a team who hear of its records.';

create function public.get_teams(of_member uuid default null)
returns table (
  id private.given_id, name private.given_text, lead_id uuid, deputy_id uuid, mail private.given_text,
  chat_url private.given_text, on_call_url private.given_text, notices private.team_notices,
  members private.given_number, records private.given_number
)
language sql stable security definer set search_path = ''
as $$
  select
    t.id, t.name, t.lead_id, t.deputy_id, t.mail, t.chat_url, t.on_call_url, t.notices,
    (select count(*) from public.team_members m where m.account_id = t.account_id and m.team_id = t.id),
    (
      select count(*) from private.records r
      where r.account_id = t.account_id and r.team_id = t.id and r.kind = any (private.kinds_in_scope('read'))
    )
  from public.teams t
  where t.account_id = private.my_account() and (select private.may('people', 'read'))
    and (of_member is null or exists (
      select from public.team_members m
      where m.account_id = t.account_id and m.team_id = t.id and m.user_id = of_member
    ))
  order by private.folded(t.name), t.id
$$;
comment on function public.get_teams(uuid) is
  'The teams of the caller''s account, or those of a member, by name, each with the numbers of its members and records.';
grant execute on function public.get_teams(uuid) to authenticated;
