-- The team directory: pages of the team, the profile of a member, and what a member owns and knows.
--
-- Each member decides who sees their address, bio, job role and department; name and avatar are always seen. Others
-- see an address masked even then. This binds admins too: a hidden department is neither shown nor filtered by, or
-- the filter would tell it.
-- Admins find the open invitations of their account among the members, before them.

create function private.initials(name text) returns text
language sql immutable set search_path = ''
as $$
  select upper(concat(left(name, 1), substring(name from ' ([^ ])[^ ]*$')))
$$;
comment on function private.initials(text) is 'The first letters of the first and the last word.';

-- Only the functions below call this; they see to it that the account is the caller's.
create function private.visible_profiles(account uuid, person uuid default null)
returns table (
  id uuid, name text, avatar text, initials text, display_email text, bio text, job_role text, department text
)
language sql stable security definer set search_path = ''
as $$
  select
    p.id, p.name, p.avatar, private.initials(p.name),
    case when seen.by_owner then p.email when p.privacy_email_visible then private.masked_email(p.email) end,
    case when seen.by_owner or p.privacy_bio_visible then p.bio end,
    case when seen.by_owner or p.privacy_job_visible then p.job_role end,
    case when seen.by_owner or p.privacy_department_visible then p.department end
  from public.account_members m
  join public.profiles p on p.id = m.user_id
  cross join lateral (select p.id = (select private.caller_id()) as by_owner) as seen
  where m.account_id = visible_profiles.account
    and (visible_profiles.person is null or m.user_id = visible_profiles.person)
    and (select private.may('people', 'read'))
$$;
comment on function private.visible_profiles(uuid, uuid) is
  'The members of an account, or one of them, as the caller may see them; nobody for a token that may not read people.';

create function public.get_secure_team_member_profiles(account_id_param uuid)
returns table (
  id uuid, name text, avatar text, initials text, display_email text, job_role text, department text
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if account_id_param is null or account_id_param is distinct from private.my_account() then
    raise exception 'You do not belong to this account.'
      using errcode = '42501', detail = 'account.not_a_member', hint = 'Only team members can see each other.';
  end if;
  return query
    select v.id, v.name, v.avatar, v.initials, v.display_email, v.job_role, v.department
    from private.visible_profiles(account_id_param) v
    order by v.name, v.id;
end
$$;
comment on function public.get_secure_team_member_profiles(uuid) is
  'Everybody in the caller''s account, by name: what each of them lets their teammates see.';
grant execute on function public.get_secure_team_member_profiles(uuid) to authenticated;

create function public.get_member_profile(target_user_id uuid)
returns table (
  id uuid, name text, avatar text, initials text, display_email text, bio text, job_role text, department text,
  permission_level text, knowledge_areas text[], contribution_count integer, joined_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select
    v.id, v.name, v.avatar, v.initials, v.display_email, v.bio, v.job_role, v.department,
    m.permission_level, m.knowledge_areas, m.contribution_count + private.left_contributions(m.user_id), m.created_at
  from private.visible_profiles(private.my_account(), target_user_id) v
  join public.account_members m on m.user_id = v.id
  where v.id = target_user_id
$$;
comment on function public.get_member_profile(uuid) is
  'A member of the caller''s account, as far as they let their teammates see; no row for anybody else.';
grant execute on function public.get_member_profile(uuid) to authenticated;

create function public.update_privacy_settings(
  email_visible boolean,
  bio_visible boolean,
  job_visible boolean,
  department_visible boolean
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if num_nulls(email_visible, bio_visible, job_visible, department_visible) > 0 then
    raise exception 'Each of the four settings must be on or off.'
      using errcode = '22023', detail = 'setting.four_on_or_off', hint = 'Send true or false.';
  end if;
  update public.profiles
  set privacy_email_visible = email_visible,
    privacy_bio_visible = bio_visible,
    privacy_job_visible = job_visible,
    privacy_department_visible = department_visible
  where id = private.caller_id();
end
$$;
comment on function public.update_privacy_settings(boolean, boolean, boolean, boolean) is
  'Sets which parts of the caller''s profile teammates see.';
grant execute on function public.update_privacy_settings(boolean, boolean, boolean, boolean) to authenticated;

-- Closed to tokens: a member shows their address to the people of their account, and to no app of theirs.
create function public.get_contact(target_user_id uuid) returns json
language sql stable security definer set search_path = ''
as $$
  select json_build_object('chat_url', p.chat_url, 'email', case when p.shows_email then p.email end)
  from public.account_members m
  join public.profiles p on p.id = m.user_id
  where m.account_id = private.my_account() and m.user_id = target_user_id and (select private.is_unscoped())
$$;
comment on function public.get_contact(uuid) is
  'How a member of the caller''s account is reached, as far as they say: {"chat_url", "email"}. Null for anybody else.';
grant execute on function public.get_contact(uuid) to authenticated;

create function public.set_my_contact(chat_url text default '', shows_email boolean default false) returns void
language sql security definer set search_path = ''
as $$
  update public.profiles p
  set chat_url = coalesce(btrim(set_my_contact.chat_url), ''), shows_email = coalesce(set_my_contact.shows_email, false)
  where p.id = private.caller_id() and private.is_unscoped()
$$;
comment on function public.set_my_contact(text, boolean) is
  'Says how members of the account reach the caller: by a chat link, by their e-mail address, by both or by neither.';
grant execute on function public.set_my_contact(text, boolean) to authenticated;

create function private.team_entries(account uuid, include_invited boolean)
returns table (
  id text, name text, avatar text, job_role text, department text, permission_level text, knowledge_areas text[],
  contribution_count integer, is_pending boolean
)
language sql stable security definer set search_path = ''
as $$
  select
    v.id::text, v.name, v.avatar, v.job_role, v.department, m.permission_level, m.knowledge_areas,
    m.contribution_count + private.left_contributions(m.user_id), false
  from private.visible_profiles(account) v
  join public.account_members m on m.user_id = v.id
  union all
  select
    'pending-' || i.id, i.name, null, i.job_role, i.department, i.permission_level, '{}', 0, true
  from public.pending_invitations i
  where include_invited and i.account_id = account
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
$$;
comment on function private.team_entries(uuid, boolean) is
  'The members of an account as the caller may see them, and the people with an open invitation.';

create function private.team_order(sort text, descending boolean) returns text
language sql immutable set search_path = ''
as $$
  select known.expression || case when descending then ' desc' else '' end || ' nulls last'
  from (
    values
      ('name', 'e.name'),
      ('jobRole', 'nullif(e.job_role, '''')'),
      ('permission', 'private.rank(e.permission_level)'),
      ('department', 'nullif(e.department, '''')'),
      ('status', 'e.contribution_count')
  ) as known (sort, expression)
  where known.sort = team_order.sort
$$;
comment on function private.team_order(text, boolean) is
  'The expression after "order by" for the entries e of a team; null for an unknown order.';

-- Long, because page, sum and order belong to one statement, which knows the team once.
create function private.team_page(
  query text,
  in_department text,
  of_level text,
  with_area text,
  of_status text,
  sort text,
  descending boolean,
  skip integer,
  most integer
) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  ordering constant text := private.team_order(sort, coalesce(descending, false));
  wanted constant text := private.display_text(coalesce(query, ''));
  answer json;
begin
  if ordering is null or coalesce(of_status, 'active') not in ('active', 'pending') then
    raise exception 'You cannot sort or filter the team this way.'
      using errcode = '22023', detail = 'team.unknown_order';
  end if;
  if char_length(wanted) > 200 then
    raise exception 'A search has at most 200 characters.'
      using errcode = '22023', detail = 'search.too_long', hint = 'Enter a shorter search.';
  end if;
  execute format(
    'with team as materialized (select * from private.team_entries($1, private.my_rank() = 3)),
    named as materialized (
      select e.* from team e where private.folded(e.name) like $2
    ),
    -- Where the text stands in no name, those that have it with a typo are meant.
    meant as materialized (
      select n.* from named n
      union all
      select e.* from team e where not exists (select from named) and private.folded(e.name) ~ $8
    ),
    found as materialized (
      select e.*
      from meant e
      where ($3 is null or e.department = $3)
        and ($4 is null or e.permission_level = $4)
        and ($5 is null or exists (select from unnest(e.knowledge_areas) a where lower(a) = lower($5)))
        and ($6 is null or e.is_pending = ($6 = ''pending''))
    ),
    page as (
      select e.*, row_number() over (order by e.is_pending desc, %1$s, e.name, e.id) as place
      from found e
      order by e.is_pending desc, %1$s, e.name, e.id
      limit $9 offset $7
    )
    select json_build_object(
      ''all'', (select count(*) from team),
      ''total'', (select count(*) from found),
      ''items'', (select coalesce(json_agg(p order by p.place), ''[]'') from page p)
    )',
    ordering
  )
    into answer
    using account, private.folded_pattern(wanted), in_department, of_level, with_area, of_status,
      greatest(coalesce(skip, 0), 0), private.typo_pattern(wanted), most;
  return answer;
end
$$;
comment on function private.team_page(text, text, text, text, text, text, boolean, integer, integer) is
  'So many of the caller''s team after so many, as find_members gives them.';

create function public.find_members(
  query text default '',
  in_department text default null,
  of_level text default null,
  with_area text default null,
  of_status text default null,
  sort text default 'name',
  descending boolean default false,
  skip integer default 0
) returns json
language sql stable security definer set search_path = ''
as $$
  select private.team_page(query, in_department, of_level, with_area, of_status, sort, descending, skip, 100)
$$;
comment on function public.find_members(text, text, text, text, text, text, boolean, integer) is
  'A page of 100 of the caller''s team, pending people first: {"all", "total", "items": [{id, name, avatar, job_role, department, permission_level, knowledge_areas, contribution_count, is_pending}]}. The text stands in the name, or with a typo where it stands in none.';
grant execute on function public.find_members(text, text, text, text, text, text, boolean, integer) to authenticated;

create function public.get_team_departments() returns json
language sql stable security definer set search_path = ''
as $$
  select coalesce(json_agg(d.department order by lower(d.department), d.department), '[]')
  from (
    select distinct e.department
    from private.team_entries(private.my_account(), private.my_rank() = 3) e
    where e.department <> ''
  ) d
$$;
comment on function public.get_team_departments() is
  'The departments that members of the caller''s team show, each once, by name.';
grant execute on function public.get_team_departments() to authenticated;

-- An admin's look at another member's profile is entered once in five minutes: a page that is drawn again is no second
-- look.
create function public.open_member_profile(target_user_id uuid)
returns table (
  id uuid, name text, avatar text, initials text, display_email text, bio text, job_role text, department text,
  permission_level text, knowledge_areas text[], contribution_count integer, joined_at timestamptz
)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  if private.my_rank() = 3
    and target_user_id is distinct from private.caller_id()
    and exists (
      select from public.account_members m where m.user_id = target_user_id and m.account_id = account
    )
    and not exists (
      select from public.security_audit_log l
      where l.user_id = private.caller_id() and l.created_at > clock_timestamp() - interval '5 minutes'
        and l.action = 'profile_viewed' and l.source = 'server' and l.resource_id = target_user_id::text
    )
  then
    perform private.write_audit(
      account, private.caller_id(), 'profile_viewed', 'profile', target_user_id::text,
      jsonb_build_object('viewed_profile_id', target_user_id)
    );
  end if;
  return query select * from public.get_member_profile(target_user_id);
end
$$;
comment on function public.open_member_profile(uuid) is
  'The same as get_member_profile, which enters an admin''s look at another member into the audit log.';
grant execute on function public.open_member_profile(uuid) to authenticated;

create function public.get_member_records(
  target_user_id uuid,
  relation text,
  kinds text[] default null,
  skip integer default 0
) returns json
language sql stable security definer set search_path = ''
as $$
  with account as materialized (
    select m.account_id as id
    from public.account_members m
    where m.user_id = target_user_id and m.account_id = private.my_account()
  ),
  found as materialized (
    select r.kind, r.id, r.name
    from account a
    join private.catalogue_records r on r.account_id = a.id
    where relation = 'owner' and r.owner_id = target_user_id and (kinds is null or r.kind = any (kinds))
    union all
    select r.kind, r.id, r.name
    from account a
    join public.record_experts x on x.account_id = a.id
    join private.catalogue_records r on r.account_id = x.account_id and r.kind = x.kind and r.id = x.record_id
    where relation = 'expert' and x.expert_id = target_user_id and (kinds is null or x.kind = any (kinds))
  ),
  page as (
    select f.* from found f order by lower(f.name), f.id limit 10 offset greatest(coalesce(skip, 0), 0)
  )
  select json_build_object(
    'total', (select count(*) from found),
    'items', (select coalesce(json_agg(p order by lower(p.name), p.id), '[]') from page p)
  )
$$;
comment on function public.get_member_records(uuid, text, text[], integer) is
  'Ten of the records of these kinds, or of all, that a member of the caller''s account owns ("owner"), or is an expert of ("expert"): {"total", "items": [{kind, id, name}]}.';
grant execute on function public.get_member_records(uuid, text, text[], integer) to authenticated;
