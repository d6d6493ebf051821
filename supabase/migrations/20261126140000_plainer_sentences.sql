-- The sentences with which functions refuse something are short, active, and say who can do what.

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
create or replace function private.guard_level() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.user_id = private.caller_id() then
    raise exception 'Permission changes must be made by an account administrator.'
      using errcode = '42501', hint = 'You cannot change your own level. Ask another administrator.';
  end if;
  if private.rank(new.permission_level) > private.my_rank() then
    raise exception 'You cannot give a level above your own.'
      using errcode = '42501', hint = 'Ask an administrator.';
  end if;
  return new;
end
$$;
create or replace function private.guard_profile() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if (new.avatar, new.bio, new.department) is distinct from (old.avatar, old.bio, old.department) then
    raise exception 'You can only change the name and job role of another member here.'
      using errcode = '42501', hint = 'Change the department in the membership. Only the member can change the rest.';
  end if;
  return new;
end
$$;
create or replace function private.keep_an_admin() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.accounts a where a.id = old.account_id for no key update;
  -- Nothing found: the account itself is being deleted.
  if found and not exists (
    select from public.account_members m where m.account_id = old.account_id and m.permission_level = 'admin'
  ) then
    raise exception 'An account needs an admin.'
      using errcode = 'LA001', hint = 'Make another member an admin first.';
  end if;
  return null;
end
$$;
create or replace function private.guard_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Locked, so that an admin who is demoted at this moment has either invited before it or may not any more.
  perform from public.account_members m
  where m.user_id = private.caller_id() and m.account_id = new.account_id and m.permission_level = 'admin'
  for share;
  if not found then
    raise exception 'Only account owners can manage invitations.' using errcode = '42501', hint = 'Ask an administrator.';
  end if;
  new.invited_by := private.caller_id();
  -- What follows counts, so the invitations of an account are written one after the other.
  perform from public.accounts a where a.id = new.account_id for no key update;
  perform private.refuse_more_invitations(1);
  if exists (
    select from public.profiles p where p.account_id = new.account_id and lower(p.email) = new.email
  ) then
    raise exception 'A user with this email already exists in the system.'
      using errcode = '23505', hint = 'This person is a member of your account.';
  end if;
  delete from public.pending_invitations i
  where i.account_id = new.account_id and i.email = new.email
    and i.accepted_at is null and i.declined_at is null and i.expires_at <= now();
  if exists (
    select from public.pending_invitations i
    where i.account_id = new.account_id and i.email = new.email and i.accepted_at is null and i.declined_at is null
  ) then
    raise exception 'This person already has an open invitation.'
      using errcode = '23505', hint = 'Send them its link, or revoke it first.';
  end if;
  return new;
end
$$;
create or replace function private.refuse_more_invitations(wanted integer) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  most constant integer := 200;
  sent constant timestamptz[] := array(
    select t.at from private.invitations_of_today(private.my_account()) as t (at) order by t.at
  );
  -- The one that has to be a day old, so that there is room.
  oldest_in_the_way constant integer := cardinality(sent) + wanted - most;
begin
  if oldest_in_the_way <= 0 then
    return;
  end if;
  raise exception 'Your account can send at most 200 invitations in 24 hours.'
    using errcode = 'PT429', hint = 'Please try again later.',
      detail = coalesce(
        to_char((sent[oldest_in_the_way] + interval '1 day') at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), ''
      );
end
$$;
create or replace function public.invite_members(
  people jsonb,
  department_param text default null,
  permission_level_param text default 'viewer'
) returns json
language plpgsql set search_path = ''
as $$
declare
  person record;
  invited jsonb;
  invitations jsonb := '[]';
  problems jsonb := '[]';
begin
  perform private.refuse_non_owner();
  if coalesce(jsonb_typeof(people), '') <> 'array' or jsonb_array_length(people) not between 1 and 100 then
    raise exception 'You can invite 1 to 100 people at once.'
      using errcode = '22023', hint = 'Invite the others afterwards.';
  end if;
  perform private.refuse_more_invitations(jsonb_array_length(people));
  begin
    for person in
      select p.entry ->> 'email' as email, p.entry ->> 'name' as name from jsonb_array_elements(people) p (entry)
    loop
      begin
        invited := public.invite_member(
          person.email, person.name, null, department_param, permission_level_param
        )::jsonb;
        invitations := invitations || (invited || jsonb_build_object('email', person.email, 'name', person.name));
      exception when unique_violation or check_violation or not_null_violation then
        problems := problems || jsonb_build_object('email', person.email, 'message', sqlerrm);
      end;
    end loop;
    if problems <> '[]' then
      raise exception 'Not everybody can be invited.' using errcode = 'CA001';
    end if;
  exception when sqlstate 'CA001' then
    -- What was written before goes with it.
    invitations := '[]';
  end;
  return json_build_object('invitations', invitations, 'problems', problems);
end
$$;
create or replace function public.get_invitation_problems(addresses text[]) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.refuse_non_owner();
  if coalesce(cardinality(addresses), 0) not between 1 and 100 then
    raise exception 'You can invite 1 to 100 people at once.'
      using errcode = '22023', hint = 'Ask about the others afterwards.';
  end if;
  return (
    select coalesce(json_agg(json_build_object('email', known.email, 'message', known.message)), '[]')
    from (
      select
        given.email,
        case
          when exists (
            select from public.profiles p
            where p.account_id = private.my_account() and lower(p.email) = lower(given.email)
          ) then 'A user with this email already exists in the system.'
          when exists (
            select from public.pending_invitations i
            where i.account_id = private.my_account() and i.email = lower(given.email)
              and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
          ) then 'This person already has an open invitation.'
        end as message
      from (select distinct unnest(addresses) as email) as given
    ) as known
    where known.message is not null
  );
end
$$;
create or replace function public.set_newcomer_admission(needed boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_non_admin('Only administrators can decide how people join.');
  if needed is null then
    raise exception 'The setting must be on or off.' using errcode = '22023', hint = 'Send true or false.';
  end if;
  update public.accounts a set newcomers_need_admission = needed
  where a.id = private.my_account() and a.newcomers_need_admission <> needed;
  if found then
    perform private.write_audit(
      private.my_account(), private.caller_id(), 'newcomer_admission_updated', 'account', private.my_account()::text,
      jsonb_build_object('needed', needed)
    );
  end if;
end
$$;
create or replace function public.get_waiting_newcomers()
returns table (user_id uuid, name text, email text, waiting_since timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.refuse_non_admin('Only administrators can see who is waiting to be admitted.');
  return query
    select p.id, p.name, p.email, w.created_at
    from private.waiting_newcomers w
    join public.profiles p on p.id = w.user_id
    where w.account_id = private.my_account()
    order by w.created_at, p.id
    limit 1000;
end
$$;
create or replace function private.take_newcomer(person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_non_admin('Only administrators can admit people.');
  delete from private.waiting_newcomers w where w.user_id = person and w.account_id = private.my_account();
  if not found then
    raise exception 'This person is no longer waiting.'
      using errcode = 'PT404', hint = 'Another administrator may have decided, or they joined elsewhere.';
  end if;
end
$$;
create or replace function public.update_member(
  target_user_id uuid,
  new_name text default null,
  new_job_role text default null,
  new_department text default null,
  new_knowledge_areas text[] default null,
  new_permission_level text default null,
  handover jsonb default null
) returns void
language plpgsql set search_path = ''
as $$
declare
  allowed boolean;
begin
  perform private.refuse_stranger(target_user_id);
  if target_user_id = private.caller_id() then
    raise exception 'You cannot change yourself as a team member.'
      using errcode = '42501', hint = 'Change your own details in your profile.';
  end if;
  if handover is not null and new_permission_level = 'viewer' then
    perform private.hand_over(target_user_id, handover, false);
  end if;
  update public.account_members m
  set permission_level = coalesce(new_permission_level, m.permission_level),
    knowledge_areas = coalesce(new_knowledge_areas, m.knowledge_areas)
  where m.user_id = target_user_id;
  allowed := found;
  if new_department is not null then
    update public.account_members set department = nullif(btrim(new_department), '') where user_id = target_user_id;
    allowed := allowed and found;
  end if;
  update public.profiles p set name = coalesce(new_name, p.name) where p.id = target_user_id;
  allowed := allowed and found;
  if new_job_role is not null then
    update public.profiles set job_role = nullif(btrim(new_job_role), '') where id = target_user_id;
    allowed := allowed and found;
  end if;
  if not allowed then
    raise exception 'Managers can change members. Only administrators can change administrators.'
      using errcode = '42501', hint = 'Ask an administrator.';
  end if;
  if handover is not null then
    perform private.note_act(private.my_account(), 'handover', target_user_id::text, private.part_of_act('handover'));
  end if;
end
$$;
create or replace function public.remove_member(target_user_id uuid, handover jsonb default null) returns void
language plpgsql set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  perform private.refuse_stranger(target_user_id);
  if target_user_id is distinct from private.caller_id() and private.my_rank() is distinct from 3 then
    raise exception 'Only administrators can remove members.'
      using errcode = '42501', hint = 'Every member can leave the account themselves.';
  end if;
  perform private.hand_over(target_user_id, coalesce(handover, '{}'), true);
  if target_user_id = private.caller_id() then
    perform private.leave_account();
  else
    delete from public.account_members where user_id = target_user_id;
    -- A caller who was an admin a moment ago.
    if not found then
      raise exception 'Only administrators can remove members.'
        using errcode = '42501', hint = 'Every member can leave the account themselves.';
    end if;
  end if;
  perform private.note_act(account, 'handover', target_user_id::text, private.part_of_act('handover'));
end
$$;
create or replace function public.get_secure_team_member_profiles(account_id_param uuid)
returns table (
  id uuid, name text, avatar text, initials text, display_email text, job_role text, department text
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if account_id_param is null or account_id_param is distinct from private.my_account() then
    raise exception 'You do not belong to this account.'
      using errcode = '42501', hint = 'Only team members can see each other.';
  end if;
  return query
    select v.id, v.name, v.avatar, v.initials, v.display_email, v.job_role, v.department
    from private.visible_profiles(account_id_param) v
    order by v.name, v.id;
end
$$;
create or replace function public.find_members(
  query text default '',
  in_department text default null,
  of_level text default null,
  with_area text default null,
  of_status text default null,
  sort text default 'name',
  descending boolean default false,
  skip integer default 0
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
    raise exception 'You cannot sort or filter the team this way.' using errcode = '22023';
  end if;
  if char_length(wanted) > 200 then
    raise exception 'A search has at most 200 characters.' using errcode = '22023', hint = 'Enter a shorter search.';
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
      limit 100 offset $7
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
      greatest(coalesce(skip, 0), 0), private.with_a_typo(wanted);
  return answer;
end
$$;
create or replace function public.log_security_event_enhanced(
  p_action text, p_resource_type text, p_severity text, p_details jsonb default '{}'
)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  if coalesce(p_action not in ('password_change_attempted', 'password_change_failed', 'password_changed'), true)
    or p_resource_type is distinct from 'user_account'
    or coalesce(p_severity not in ('medium', 'high'), true)
    or coalesce(jsonb_typeof(p_details), 'null') not in ('object', 'null')
  then
    raise exception 'This is not a security event.' using errcode = '22023',
      hint = 'Actions: password_change_attempted, password_change_failed, password_changed. Resource type: user_account. '
        || 'Severity: medium or high. Details: a JSON object.';
  end if;
  -- No admin would read what a person without account reports.
  if account is null then
    return;
  end if;
  perform private.take_audit_turn();
  insert into public.security_audit_log (
    account_id, user_id, action, resource_type, resource_id, details, user_agent, ip_address, source
  )
  values (
    account, private.caller_id(), p_action, p_resource_type, private.caller_id()::text,
    case jsonb_typeof(p_details) when 'object' then p_details else '{}' end || jsonb_build_object('severity', p_severity),
    private.caller_agent(), private.caller_address(), 'browser'
  );
end
$$;
create or replace function private.clean_audit_log() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  removed integer;
begin
  if private.my_rank() is distinct from 3 then
    raise exception 'Only administrators can clean up the audit log.'
      using errcode = '42501', hint = 'Ask an administrator.';
  end if;
  delete from public.security_audit_log l
  where l.account_id = account and l.created_at < now() - interval '90 days';
  get diagnostics removed = row_count;
  if removed > 0 then
    perform private.write_audit(
      account, private.caller_id(), 'audit_log_cleaned', 'security_audit_log', null, jsonb_build_object('removed', removed)
    );
  end if;
  return removed;
end
$$;
create or replace function public.get_audit_log(
  action_param text default null, person_param uuid default null, severity_param text default null,
  from_param timestamptz default null, until_param timestamptz default null,
  before_time timestamptz default null, before_id uuid default null, rows_param integer default 100
)
returns table (
  id uuid, user_id uuid, user_name text, action text, severity text, resource_type text, resource_id text,
  resource_name text, details jsonb, user_agent text, ip_address text, source text, created_at timestamptz
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  -- The severity follows from the action: with both, one of them is enough, or nothing fits.
  severity_left constant text := case when action_param is null then severity_param end;
begin
  perform private.require_security_admin();
  if coalesce(rows_param not between 1 and 1000, true) then
    raise exception 'A page has 1 to 1,000 entries.' using errcode = '22023', hint = 'Leave rows_param out for 100.';
  end if;
  if from_param >= until_param then
    raise exception 'The end must be after the start.'
      using errcode = '22023', hint = 'from_param must be before until_param.';
  end if;
  if severity_param <> private.audit_severity(action_param) then
    return;
  end if;
  return query
  select
    e.id, e.user_id, p.name, e.action, e.severity, e.resource_type, e.resource_id, r.name, e.details, e.user_agent,
    -- As it stands in JSON: without the mask of a single address.
    to_jsonb(e.ip_address) #>> '{}', e.source, e.created_at
  from private.audit_page(
    account, action_param, person_param, severity_left, from_param, until_param, before_time, before_id, rows_param
  ) e
  left join public.profiles p on p.id = e.user_id and p.account_id = account
  left join public.profiles r on r.account_id = account
    and e.resource_type in ('user_account', 'account_member', 'profile')
    and r.id = case when e.resource_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then e.resource_id::uuid end
  order by e.created_at desc, e.id desc;
end
$$;
create or replace function private.refuse_sign_in_change(person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Both are locked: an admin who is demoted, or leaves, at this moment has done so before or does so after.
  perform from public.account_members m
  where m.user_id = private.caller_id() and m.permission_level = 'admin'
  for share;
  if not found then
    raise exception 'Only administrators can manage how members sign in.'
      using errcode = '42501', hint = 'Ask an administrator.';
  end if;
  perform from public.account_members m
  where m.user_id = person and m.account_id = private.my_account()
  for share;
  if not found then
    perform private.refuse_stranger(person);
  end if;
  if person = private.caller_id() then
    raise exception 'You manage your own sessions and second factors in your security settings.'
      using errcode = '42501', hint = 'Open the security settings.';
  end if;
  if coalesce(not has_function_privilege(to_regprocedure('auth.end_sessions(uuid, uuid)'), 'execute'), true) then
    raise exception 'This server does not let administrators change how members sign in.'
      using errcode = '0A000', hint = 'Ask the operator of this server.';
  end if;
end
$$;
create or replace function public.check_password_history(user_id_param uuid, new_password_hash text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if user_id_param is distinct from private.caller_id() then
    raise exception 'You can only ask about your own passwords.'
      using errcode = '42501', hint = 'Send your own user id.';
  end if;
  if new_password_hash is null then
    raise exception 'A hash of the new password is needed.' using errcode = '22023', hint = 'Its SHA-256, in hexadecimal.';
  end if;
  if not private.count_against_limit('password questions of ' || private.caller_id(), 10) then
    raise exception 'Too many requests.' using errcode = 'PT429', hint = 'Wait a minute, then try again.';
  end if;
  return not exists (
    select from public.password_history h
    where h.user_id = user_id_param
      and h.password_hash = extensions.crypt(
        encode(sha256(convert_to(new_password_hash, 'UTF8')), 'hex'), h.password_hash
      )
  );
end
$$;
create or replace function public.get_belongings(
  target_user_id uuid,
  only_owned boolean default false,
  kind_param text default null,
  skip integer default 0
) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  page constant integer := 50;
begin
  perform private.refuse_stranger(target_user_id);
  if target_user_id is distinct from private.caller_id() and coalesce(private.my_rank(), 0) < 2 then
    raise exception 'Only managers can hand over for another member.'
      using errcode = '42501', hint = 'Ask an administrator.';
  end if;
  return (
    with placed as materialized (
      select
        b.*,
        count(*) over (partition by b.kind) as total,
        row_number() over (partition by b.kind order by b.part desc, lower(b.name), b.id) as place
      from private.belongings(account, target_user_id, coalesce(only_owned, false)) b
      where kind_param is null or b.kind = kind_param
    ),
    -- Nobody is looked for but for the page.
    paged as materialized (
      select * from placed p where p.place > greatest(skip, 0) and p.place <= greatest(skip, 0) + page
    ),
    suggested as (
      select p.kind, p.id, p.part, s.*
      from paged p
      cross join lateral private.suggested_receiver(account, target_user_id, p.kind, p.id, p.part, p.owner_id) s
    )
    select coalesce(json_object_agg(k.kind, k.answer), '{}')
    from (
      select
        p.kind,
        json_build_object(
          'total', max(p.total),
          'owned', count(*) filter (where p.part = 'owner'),
          'items', coalesce(
            json_agg(
              json_build_object(
                'id', p.id,
                'name', p.name,
                'part', p.part,
                'reason', s.reason,
                'receiver_id', s.receiver_id,
                'receiver_name', (select q.name from public.profiles q where q.id = s.receiver_id),
                'linked_kind', s.linked_kind,
                'linked_name', s.linked_name,
                'others', coalesce(s.others, 0)
              )
              order by p.place
            ) filter (where p.place > greatest(skip, 0) and p.place <= greatest(skip, 0) + page),
            '[]'
          )
        ) as answer
      from placed p
      left join suggested s on s.kind = p.kind and s.id = p.id and s.part = p.part
      group by p.kind
    ) k
  );
end
$$;
create or replace function private.refuse_receivers(account uuid, members uuid[], invitations uuid[]) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (
    select from unnest(members) as named (id)
    where not exists (select from public.account_members m where m.account_id = account and m.user_id = named.id)
  ) or exists (
    select from unnest(invitations) as named (id)
    where not exists (
      select from public.pending_invitations i
      where i.account_id = account and i.id = named.id
        and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
    )
  ) then
    raise exception 'A person who should take over is no longer in your account.'
      using errcode = 'PT404', hint = 'Choose another person.';
  end if;
end
$$;
create or replace function private.refuse_invitations_of(account uuid, person uuid, invitations uuid[]) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (
    select from public.pending_invitations i
    where i.account_id = account and i.id = any (invitations) and i.invited_by = person
  ) then
    raise exception 'This person cannot take over. Their invitation ends with the rights of the admin who sent it.'
      using errcode = '22023', hint = 'Choose another person.';
  end if;
end
$$;
create or replace function private.refuse_unknown_receivers(account uuid, decided jsonb, locked uuid[], suggested uuid[])
returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (
    select from jsonb_to_recordset(decided) as d (receiver_id uuid)
    where d.receiver_id is not null and d.receiver_id <> all (coalesce(locked, '{}'))
  ) or exists (
    select from unnest(suggested) as person (id) where not private.is_member(account, person.id)
  ) then
    perform private.refuse_stale('A person who should take over has left in the meantime.');
  end if;
end
$$;
create or replace function private.hand_over(person uuid, choices jsonb, leaves boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  asked constant jsonb := private.parsed_handover(choices);
  rest constant jsonb := asked -> 'rest';
  rest_receiver constant uuid := (rest ->> 'receiver')::uuid;
  rest_invitation constant uuid := (rest ->> 'invitation')::uuid;
  caller constant uuid := private.caller_id();
  members uuid[];
  suggested uuid[];
  invitations uuid[];
  giver text;
  decided jsonb;
begin
  if person is distinct from private.caller_id() and coalesce(private.my_rank(), 0) < 2 then
    raise exception 'Only managers can hand over for another member.'
      using errcode = '42501', hint = 'Ask an administrator.';
  end if;
  select
    array_remove(array_agg(distinct n.receiver) || rest_receiver, null),
    array_remove(array_agg(distinct n.invitation) || rest_invitation, null)
  into members, invitations
  from jsonb_to_recordset(coalesce(asked -> 'records', '[]')) as n (receiver uuid, invitation uuid);
  if person = any (members) then
    raise exception 'Members cannot hand over to themselves.' using errcode = '22023', hint = 'Choose another person.';
  end if;
  if rest -> 'suggested' = 'true' then
    select array_agg(distinct d.receiver_id) filter (where d.receiver_id is not null) into suggested
    from private.decided_handovers(account, person, asked, leaves) d;
  end if;
  -- The caller as well: what they hand over says who changed it.
  perform private.lock_members(account, members || suggested || array[caller, person]);
  if not private.is_member(account, caller) then
    raise exception 'You are no longer a member of this account.' using errcode = '42501', hint = 'Sign in again.';
  end if;
  select p.name into giver
  from public.account_members m
  join public.profiles p on p.id = m.user_id
  where m.account_id = account and m.user_id = person;
  if not found then
    perform private.refuse_stale('Another person has handed this over in the meantime.');
  end if;
  perform private.refuse_receivers(account, members, invitations);
  perform private.refuse_invitations_of(account, person, invitations);
  if exists (
    select n.kind, n.id, n.part
    from jsonb_to_recordset(coalesce(asked -> 'records', '[]')) as n (kind text, id uuid, part text)
    except
    select b.kind, b.id, b.part from private.belongings(account, person, not leaves) b
  ) then
    perform private.refuse_stale('Another person has handed this over in the meantime.');
  end if;
  select jsonb_agg(d) into decided from private.decided_handovers(account, person, asked, leaves) d;
  perform private.refuse_unknown_receivers(account, decided, members || suggested, suggested);
  perform private.end_handovers_to(account, person, decided);
  perform private.note_handovers(account, decided, person, giver, leaves);
  -- First of all that one person is told in a transaction, which has an end.
  perform private.tell_receivers(account);
  perform private.carry_out_handovers(account);
  update public.handovers h
  set state = 'accepted', answered_at = now()
  where h.account_id = account and h.act = private.current_act() and h.receiver_id = caller and h.state = 'pending';
end
$$;
create or replace function private.refuse_answer(answer text, amount integer, receiver uuid, invitation uuid) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if answer is null or answer not in ('accept', 'pass_on') then
    raise exception 'The answer is accept or pass_on.' using errcode = '22023';
  end if;
  if amount > 10000 then
    raise exception 'Answer at most 10,000 handovers at once.' using errcode = '22023', hint = 'Answer all of one act.';
  end if;
  if receiver = private.caller_id() or num_nonnulls(receiver, invitation) > 1
    or answer = 'accept' and num_nonnulls(receiver, invitation) > 0
  then
    raise exception 'You can pass this on to one other person or to nobody.'
      using errcode = '22023', hint = 'Choose another person.';
  end if;
end
$$;
create or replace function public.answer_handovers(
  answer text,
  handover_ids uuid[] default null,
  of_act uuid default null,
  receiver uuid default null,
  invitation uuid default null
) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  person constant uuid := private.caller_id();
  answered uuid[];
begin
  perform private.refuse_answer(answer, cardinality(handover_ids), receiver, invitation);
  perform private.lock_members(account, array[person, receiver]);
  perform private.refuse_receivers(account, array_remove(array[receiver], null), array_remove(array[invitation], null));
  select array_agg(mine.id) into answered
  from (
    select h.id
    from public.handovers h
    where h.account_id = account and h.receiver_id = person and h.state = 'pending'
      and (h.id = any (handover_ids) or h.act = of_act)
      and ((select private.my_rank()) = 3 or h.kind = any (array(select private.kinds_in_use())))
      and exists (
        select from private.catalogue_records r
        where r.account_id = account and r.kind = h.kind and r.id = h.record_id
      )
    order by h.id
    for update of h
  ) mine;
  if answered is null or exists (select unnest(handover_ids) except select unnest(answered)) then
    perform private.refuse_stale('This handover was answered, withdrawn or given to another person in the meantime.');
  end if;
  if invitation is not null and exists (
    select from public.handovers h where h.id = any (answered) and h.part = 'expert'
  ) then
    raise exception 'Only members can be experts. Invited people can become experts after they join.'
      using errcode = '22023', hint = 'Choose a member.';
  end if;
  update public.handovers h
  set state = case answer when 'accept' then 'accepted' else 'passed_on' end, answered_at = now()
  where h.id = any (answered);
  insert into public.record_history (account_id, kind, record_id, record_name, action, field, after, changed_by)
  select
    account, h.kind, h.record_id, r.name, 'updated', 'handover',
    private.handover_line(
      h.part, h.state, h.giver_id, h.giver_name,
      case answer when 'accept' then person else receiver end, invitation
    ),
    person
  from public.handovers h
  join private.catalogue_records r on r.account_id = account and r.kind = h.kind and r.id = h.record_id
  where h.id = any (answered);
  if answer = 'pass_on' then
    perform private.pass_on(account, answered, receiver, invitation);
    perform private.note_act(account, 'handover', person::text, private.part_of_act('handover'));
  end if;
  return cardinality(answered);
end
$$;
create or replace function private.records_condition(
  account uuid, kind text, query text, statuses text[], owners uuid[], without_owner boolean, gaps text[]
) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted constant text := private.display_text(coalesce(query, ''));
  condition text := format('t.account_id = %L', account);
begin
  if char_length(wanted) > 200 then
    raise exception 'A search has at most 200 characters.' using errcode = '22023', hint = 'Enter a shorter search.';
  end if;
  if greatest(cardinality(statuses), cardinality(owners), cardinality(gaps)) > 100 then
    raise exception 'A filter has at most 100 values.' using errcode = '22023', hint = 'Use fewer values.';
  end if;
  if not coalesce(gaps <@ private.gap_names(), true) then
    raise exception 'There is no such gap.' using errcode = '22023';
  end if;
  if wanted <> '' then
    condition := condition || ' and ' || private.text_condition(account, kind, wanted);
  end if;
  if cardinality(statuses) > 0 then
    condition := condition || format(' and t.status = any (%L::text[])', statuses);
  end if;
  -- An invited person is named by their invitation, which is no member's id.
  if cardinality(owners) > 0 or without_owner then
    condition := condition || format(
      ' and (t.owner_id = any (%1$L::uuid[]) or t.invited_owner_id = any (%1$L::uuid[])%2$s)',
      coalesce(owners, '{}'),
      case when without_owner then ' or ' || private.gap_condition(kind, 'no_owner', null) else '' end
    );
  end if;
  if cardinality(gaps) > 0 then
    condition := condition || ' and (' || (
      select string_agg('(' || private.gap_condition(kind, g.gap, private.people_not_seen(account)) || ')', ' or ')
      from unnest(gaps) as g (gap)
    ) || ')';
  end if;
  return condition;
end
$$;
create or replace function public.search_workspace(query text, result_limit integer default 50) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted constant text := private.folded(private.display_text(coalesce(query, '')));
  answer json;
begin
  if char_length(private.display_text(query)) > 200 then
    raise exception 'A search has at most 200 characters.' using errcode = '22023', hint = 'Enter a shorter search.';
  end if;
  with matches as materialized (
    select m.*
    from private.search_matches(wanted, least(greatest(coalesce(result_limit, 50), 1), 200)) m
    where wanted <> ''
  ),
  summaries as materialized (
    select s.id, s.summary
    from (
      select m.type, array_agg(m.id) as ids
      from matches m
      where m.type in (select private.kinds_of_catalogues())
      group by m.type
    ) as found
    cross join lateral private.record_summaries(private.my_account(), found.type, found.ids) s
  )
  select json_build_object(
    'counts', (
      select json_object_agg(
        t.type, coalesce((select m.total from matches m where m.type = t.type limit 1), 0) order by t.place
      )
      from unnest(
        array['knowledge', 'process', 'qa'] || array(select private.kinds_of_catalogues()) || array['person']
      ) with ordinality as t (type, place)
    ),
    'results', coalesce(
      (
        select json_agg(
          json_build_object(
            'type', m.type, 'id', m.id, 'title', m.title, 'description', m.description, 'link', m.link,
            'updated_at', m.updated_at, 'record', s.summary
          )
          order by m.has_typo, private.folded(m.title) <> wanted, not starts_with(private.folded(m.title), wanted),
            private.folded(m.title), lower(m.title) <> lower(private.display_text(query)), m.id
        )
        from matches m
        left join summaries s on s.id = m.id
      ),
      '[]'
    )
  ) into answer;
  return answer;
end
$$;
create or replace function public.purge_bin(ids uuid[] default null) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  names jsonb;
  purged integer;
begin
  perform private.refuse_non_admin('Only administrators can empty the bin.');
  -- In the order in which restore_records locks them.
  perform from public.binned_records b
  where b.account_id = account and (ids is null or b.record_id = any (ids))
  order by b.record_id
  for update;
  with gone as (
    delete from public.binned_records b
    where b.account_id = account and (ids is null or b.record_id = any (ids))
    returning b.kind, b.name
  ),
  counted as (
    select
      g.kind, case when char_length(g.name) > 60 then left(g.name, 59) || '…' else g.name end as name,
      row_number() over (order by g.name) as place
    from gone g
  )
  select count(*), jsonb_agg(jsonb_build_object('kind', c.kind, 'name', c.name) order by c.place) filter (where c.place <= 20)
  into purged, names
  from counted c;
  if purged > 0 then
    perform private.write_audit(
      account, private.caller_id(), 'bin_purged', 'bin', null, jsonb_build_object('records', purged, 'first', names)
    );
  end if;
  return purged;
end
$$;
create or replace function private.refuse_problem_of_restoring(answer jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  worst jsonb;
begin
  select p into worst
  from jsonb_array_elements(answer) as p
  where p ->> 'problem' is not null
  order by array_position(array['not_in_bin', 'not_allowed', 'switched_off', 'name_taken'], p ->> 'problem')
  limit 1;
  case worst ->> 'problem'
    when 'not_in_bin' then
      raise exception 'This record is no longer in the bin.'
        using errcode = 'PT404', hint = 'Another member may have restored or purged it.';
    when 'not_allowed' then
      raise exception 'You cannot restore this record.'
        using errcode = '42501', hint = 'You can restore a record if you can delete it.';
    when 'switched_off' then
      perform private.refuse_feature_off(private.feature_of(worst ->> 'kind'));
    when 'name_taken' then
      raise exception '% with this name already exists.',
        (select k.noun from private.kinds k where k.kind = worst ->> 'kind')
        using errcode = '23505', detail = worst ->> 'record_id', hint = 'Choose another name. Capitals make no difference.';
    else
      null;
  end case;
end
$$;
create or replace function public.restore_from_bin(ids uuid[], new_names jsonb default '{}', partly boolean default false)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  answer jsonb;
begin
  if ids is null or jsonb_typeof(new_names) is distinct from 'object' then
    raise exception 'Say which records to restore.' using errcode = '22023', hint = 'Send a list of ids.';
  end if;
  if cardinality(ids) > 2000 then
    raise exception 'You can restore at most 2,000 records at once.' using errcode = '22023', hint = 'Choose fewer.';
  end if;
  select coalesce(jsonb_agg(to_jsonb(r)), '[]') into answer from private.restore_records(ids, new_names) r;
  if not coalesce(partly, false) then
    perform private.refuse_problem_of_restoring(answer);
  end if;
  return jsonb_build_object('act', private.note_act(
    private.my_account(), 'restore', null, private.part_of_act('restore')
  )) || (
    select jsonb_build_object(
      'restored', coalesce(jsonb_agg(jsonb_build_object(
        'kind', p ->> 'kind', 'id', p ->> 'record_id', 'name', p ->> 'name', 'missing', p -> 'missing'
      )) filter (where p ->> 'problem' is null), '[]'),
      'left', coalesce(jsonb_agg(jsonb_build_object(
        'id', p ->> 'record_id', 'name', p ->> 'name', 'problem', p ->> 'problem'
      )) filter (where p ->> 'problem' is not null), '[]')
    )
    from jsonb_array_elements(answer) as p
  );
end
$$;
create or replace function public.delete_records(
  kind_param text, ids uuid[], reason_param text default '', move_to uuid default null, told boolean default false
) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  reason constant text := private.display_text(coalesce(reason_param, ''));
  known integer;
  allowed integer;
begin
  perform private.refuse_other_kind(kind_param);
  if ids is null or cardinality(ids) = 0 or char_length(reason) > 500 then
    raise exception 'Delete 1 to 2,000 records, with a reason of at most 500 characters.' using errcode = '22023';
  end if;
  perform private.refuse_many_deletions(cardinality(ids));
  perform private.refuse_feature_off(private.feature_of(kind_param));
  execute format(
    'with locked as (
      select r.* from public.%I r where r.account_id = $1 and r.id = any ($2) order by r.id for update
    )
    select count(*), count(*) filter (where private.may_delete(to_jsonb(l))) from locked l',
    private.catalogue_of(kind_param)
  ) into known, allowed using account, ids;
  if known < (select count(distinct i.id) from unnest(ids) as i (id)) then
    raise exception 'This record no longer exists.' using errcode = 'PT404';
  end if;
  if allowed < known then
    raise exception 'You cannot delete this record.'
      using errcode = '42501',
        hint = 'Users can delete records that they created or own. Managers can delete all records.';
  end if;
  if move_to is not null and (move_to = any (ids) or not private.is_record(account, kind_param, move_to)) then
    raise exception 'The links cannot be moved to this record.'
      using errcode = '23503', hint = 'Choose another record of the same kind.';
  end if;
  perform set_config('cairn.reason', reason, true);
  perform private.put_into_bin(account, kind_param, ids);
  if move_to is not null then
    perform private.move_links(account, kind_param, ids, move_to);
  end if;
  if told then
    perform private.tell_owners(account, kind_param, ids, move_to, reason);
  end if;
  execute format('delete from public.%I r where r.account_id = $1 and r.id = any ($2)', private.catalogue_of(kind_param))
    using account, ids;
  perform set_config('cairn.reason', '', true);
  if known > 1 then
    perform private.note_act(account, 'delete', null, private.part_of_act('delete'));
  end if;
  return known;
end
$$;
create or replace function private.refuse_many_deletions(count integer) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if count > 2000 then
    raise exception 'You can delete at most 2,000 records at once.' using errcode = '22023', hint = 'Choose fewer.';
  end if;
end
$$;
create or replace function private.records_in_bulk(
  kind text, ids uuid[], query text, statuses text[], owners uuid[], without_owner boolean, gaps text[],
  excepted uuid[]
) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  meant uuid[];
begin
  if private.catalogue_of(kind) is null then
    raise exception 'There is no such catalogue, or it has no such order.' using errcode = '22023';
  end if;
  if cardinality(ids) > 10000 or cardinality(excepted) > 10000 then
    raise exception 'You can change at most 10,000 records at once.' using errcode = '22023', hint = 'Choose fewer.';
  end if;
  execute format(
    'select array(select t.id from public.%I t where (%s) and t.id <> all ($2) limit 10001)',
    private.catalogue_of(kind),
    case
      when ids is not null then format('t.account_id = %L and t.id = any ($1)', account)
      else private.records_condition(account, kind, query, statuses, owners, coalesce(without_owner, false), gaps)
    end
  )
    into meant using ids, coalesce(excepted, '{}');
  if cardinality(meant) > 10000 then
    raise exception 'You can change at most 10,000 records at once.' using errcode = '22023', hint = 'Choose fewer.';
  end if;
  return meant;
end
$$;
create or replace function private.refuse_bulk(action text, value text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if action is null or action not in ('owner', 'status', 'expert', 'delete') then
    raise exception 'You can change the owner, an expert or the status of many records, or delete them.'
      using errcode = '22023';
  end if;
  if action = 'expert' or action = 'owner' and value is not null and not private.is_invited_in_bulk(action, value) then
    perform private.refuse_stranger(value::uuid);
  end if;
end
$$;
create or replace function private.hold_act(act_param uuid) returns public.acts
language plpgsql volatile security definer set search_path = ''
as $$
declare
  held public.acts;
  kind text;
begin
  select a.* into held
  from public.acts a
  where a.id = act_param and a.account_id = private.my_account() and a.done_at > now() - private.undo_time()
  for update;
  if not found then
    raise exception 'You can no longer undo this.'
      using errcode = 'PT404', hint = 'You can undo an act for 30 days.';
  end if;
  if coalesce(private.my_rank(), 0) < 1 then
    raise exception 'You cannot undo this.'
      using errcode = '42501', hint = 'Only members who can change records can undo acts.';
  end if;
  for kind in
    select distinct h.kind from public.record_history h where h.account_id = held.account_id and h.act = held.id
      and h.kind = any (array(select private.kinds_of_catalogues()))
    order by 1
  loop
    execute format(
      'select from public.%I t
      where t.account_id = $1 and t.id = any (array(
        select h.record_id from public.record_history h where h.account_id = $1 and h.act = $2
      ))
      order by t.id for update',
      private.catalogue_of(kind)
    ) using held.account_id, held.id;
  end loop;
  return held;
end
$$;
create or replace function public.get_news(within_seconds double precision) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  person constant uuid := private.caller_id();
  since timestamptz;
begin
  if within_seconds is null or not within_seconds between 0 and 86400 then
    raise exception 'You can only ask for news of the last day.'
      using errcode = '22023', hint = 'Send within_seconds between 0 and 86400.';
  end if;
  since := clock_timestamp() - make_interval(secs => within_seconds);
  return (
    select json_build_object(
      'account', (select json_build_object('id', a.id, 'name', a.name) from public.accounts a where a.id = account),
      -- Who belongs to no account has the level of their profile.
      'permission_level', coalesce(
        (select m.permission_level from public.account_members m where m.user_id = person),
        (select p.permission_level from public.profiles p where p.id = person),
        'viewer'
      ),
      'changed', (
        select coalesce(json_agg(distinct c.subject order by c.subject), '[]')
        from (
          select private.changed_records(account, since)
          union all
          select private.changed_settings(account, since)
          union all
          select private.changed_people(account, since)
          union all
          select private.changed_notifications(account, person, since)
        ) as c (subject)
      )
    )
  );
end
$$;
