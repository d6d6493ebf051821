-- Security at a glance: what admins see of their account, and each user of themselves.
--
-- Figures count what the server saw. The list of the newest entries has the reports of browsers too, marked as such.
-- The overview names what an admin can improve: members who are locked out, have no second factor or were not seen
-- for long, and invitations that wait. An admin releases a lock and reminds a member of the second factor.

-- Of second factors the definer reads whose they are and whether they are verified, nothing else. Where the project
-- refuses even that, the answer is "unknown", not a failure.
do $$
begin
  grant usage on schema auth to cairn_definer;
  if to_regclass('auth.mfa_factors') is not null then
    grant select (user_id, status) on auth.mfa_factors to cairn_definer;
  end if;
exception when insufficient_privilege then
  null;
end
$$;

-- Of sessions and users the definer reads when a user was last here, nothing else. Where that is refused, the answer
-- is "unknown".
do $$
begin
  grant select (user_id, updated_at) on auth.sessions to cairn_definer;
  grant select (id, last_sign_in_at) on auth.users to cairn_definer;
exception when insufficient_privilege or undefined_table or undefined_column then
  null;
end
$$;

create function private.require_security_admin() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.my_rank() is distinct from 3 then
    raise exception 'Security monitoring is only available to administrators.'
      using errcode = '42501', detail = 'audit.admins_only', hint = 'Ask an administrator.';
  end if;
end
$$;
comment on function private.require_security_admin() is 'Refuses everybody but admins.';

create function private.members_without_second_factor(account uuid) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not has_schema_privilege('auth', 'usage') or to_regclass('auth.mfa_factors') is null
    or not has_column_privilege('auth.mfa_factors', 'user_id', 'select')
  then
    return null;
  end if;
  return (
    select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name, p.id), '[]')
    from public.account_members m
    join public.profiles p on p.id = m.user_id
    where m.account_id = account
      and not exists (select from auth.mfa_factors f where f.user_id = m.user_id and f.status = 'verified')
  );
end
$$;
comment on function private.members_without_second_factor(uuid) is
  'Members who sign in without a verified second factor; null where the auth server does not tell.';

-- The entries as the log itself gives them: with their severity, and the person they concern.
create function private.audit_entries(account uuid, wanted_action text, wanted_source text) returns json
language sql stable security definer set search_path = ''
as $$
  select coalesce(json_agg(e order by e.created_at desc), '[]')
  from (
    select
      l.id, l.user_id, p.name as user_name, l.action, l.severity, l.resource_type, l.resource_id, r.name as resource_name,
      l.details, l.user_agent, l.ip_address, l.source, l.created_at
    from public.security_audit_log l
    left join public.profiles p on p.id = l.user_id and p.account_id = account
    left join public.profiles r on r.account_id = account
      and l.resource_type in ('user_account', 'account_member', 'profile')
      and r.id = case when l.resource_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then l.resource_id::uuid end
    where l.account_id = account and l.created_at > now() - interval '30 days'
      and (wanted_action is null or l.action = wanted_action)
      and (wanted_source is null or l.source = wanted_source)
    order by l.created_at desc
    limit 10
  ) e
$$;
comment on function private.audit_entries(uuid, text, text) is
  'The 10 newest entries of the last 30 days, of one action and source or of all.';

create function private.audit_figures(account uuid) returns json
language sql stable security definer set search_path = ''
as $$
  with seen as materialized (
    select (l.created_at at time zone 'utc')::date as day, l.action, count(*) as times
    from public.security_audit_log l
    where l.account_id = account and l.source = 'server' and l.created_at > now() - interval '30 days'
    group by 1, 2
  )
  select json_build_object(
    'events', (select coalesce(sum(s.times), 0) from seen s),
    'failed_sign_ins', (select coalesce(sum(s.times), 0) from seen s where s.action = 'failed_login'),
    'lock_outs', (select coalesce(sum(s.times), 0) from seen s where s.action = 'login_rate_limit_check'),
    'level_changes', (select coalesce(sum(s.times), 0) from seen s where s.action = 'permission_updated'),
    'by_day', (
      select json_agg(
        json_build_object(
          'day', d.day,
          'events', (select coalesce(sum(s.times), 0) from seen s where s.day = d.day),
          'failed_sign_ins', (
            select coalesce(sum(s.times), 0) from seen s where s.day = d.day and s.action = 'failed_login'
          )
        )
        order by d.day
      )
      from (
        select (now() at time zone 'utc')::date - days_ago as day from generate_series(0, 29) as days_ago
      ) d
    )
  )
$$;
comment on function private.audit_figures(uuid) is 'The figures of the last 30 days, and two of them for each day (UTC).';

create function private.locked_out_members(account uuid) returns json
language sql stable security definer set search_path = ''
as $$
  select coalesce(json_agg(o order by o.locked_until desc, o.id), '[]')
  from (
    select p.id, p.name, max(l.locked_until) as locked_until
    from private.sign_in_locks l
    join public.profiles p on lower(p.email) = l.email
    where l.locked_until > clock_timestamp() and p.account_id = account
    group by p.id, p.name
  ) o
$$;
comment on function private.locked_out_members(uuid) is 'Members who cannot sign in right now, from at least one network.';

create function public.get_security_overview() returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  perform private.require_security_admin();
  return json_build_object(
    'figures', private.audit_figures(account),
    'newest', private.audit_entries(account, null, null),
    'level_changes', private.audit_entries(account, 'permission_updated', 'server'),
    'open_lock_outs', private.locked_out_members(account),
    'without_second_factor', private.members_without_second_factor(account),
    'not_seen', private.members_not_seen(account, 90),
    'stale_invitations', (
      select count(*)
      from public.pending_invitations i
      where i.account_id = account and i.accepted_at is null and i.declined_at is null and i.expires_at < now()
    )
  );
end
$$;
comment on function public.get_security_overview() is
  'For admins, of the last 30 days: {"figures", "newest", "level_changes", "open_lock_outs", "without_second_factor", "not_seen", "stale_invitations"}.';
grant execute on function public.get_security_overview() to authenticated, service_role;

-- The series goes on: an attacker gets five tries, and then a longer lock.
create function public.release_lock_out(user_id_param uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  address text;
begin
  perform private.require_security_admin();
  select lower(p.email) into address
  from public.profiles p where p.id = user_id_param and p.account_id = private.my_account();
  if address is null then
    return false;
  end if;
  -- The lock of password_verification_attempt: no attempt is decided in between.
  perform pg_advisory_xact_lock(hashtextextended('sign-in of ' || address, 0));
  update private.sign_in_locks l set locked_until = clock_timestamp()
  where l.email = address and l.locked_until > clock_timestamp();
  if not found then
    return false;
  end if;
  perform private.write_audit(
    private.my_account(), private.caller_id(), 'lock_out_released', 'user_account', user_id_param::text
  );
  return true;
end
$$;
comment on function public.release_lock_out(uuid) is
  'For admins: lets a locked-out member of the account sign in again. False when there was nothing to release.';
grant execute on function public.release_lock_out(uuid) to authenticated, service_role;

create domain private.audit_source as text not null check (value in ('server', 'browser'));
alter domain private.audit_source owner to cairn_owner;
comment on domain private.audit_source is 'The program that noted an entry of the audit log.';

create function public.get_my_security_activity()
returns table (
  id private.given_id, action private.given_text, ip_address text, user_agent text, source private.audit_source,
  created_at private.given_moment
)
language sql stable security definer set search_path = ''
as $$
  -- The address as it stands in JSON: without the mask of a single one.
  select l.id, l.action, to_jsonb(l.ip_address) #>> '{}', l.user_agent, l.source, l.created_at
  from public.security_audit_log l
  where l.user_id = private.caller_id()
    and l.action in (
      'login', 'logout', 'login_successful', 'failed_login', 'login_rate_limit_check',
      'password_change_attempted', 'password_change_failed', 'password_changed'
    )
  order by l.created_at desc
  limit 20
$$;
comment on function public.get_my_security_activity() is 'The caller''s 20 latest sign-ins and password events.';
grant execute on function public.get_my_security_activity() to authenticated, service_role;

create function private.members_not_seen(account uuid, days integer) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not has_schema_privilege('auth', 'usage') or to_regclass('auth.sessions') is null
    or not has_column_privilege('auth.sessions', 'updated_at', 'select')
    or not has_column_privilege('auth.users', 'last_sign_in_at', 'select')
  then
    return null;
  end if;
  return (
    select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by s.name, s.id), '[]')
    from (
      select
        p.id, p.name, m.created_at, u.last_sign_in_at,
        (select max(e.updated_at) from auth.sessions e where e.user_id = p.id) as last_session
      from public.account_members m
      join public.profiles p on p.id = m.user_id
      left join auth.users u on u.id = m.user_id
      where m.account_id = account
    ) s
    where greatest(s.created_at, s.last_sign_in_at, s.last_session) < now() - make_interval(days => days)
  );
end
$$;
comment on function private.members_not_seen(uuid, integer) is
  'Members who have not been here for so many days; null where the auth server does not tell.';

create function public.remind_of_second_factor(user_id_param uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  perform private.require_security_admin();
  if user_id_param = private.caller_id()
    or not exists (
      select from json_array_elements(private.members_without_second_factor(account)) m
      where m ->> 'id' = user_id_param::text
    )
  then
    return false;
  end if;
  -- Not twice at the same moment, and not again within a day.
  if not pg_try_advisory_xact_lock(hashtextextended('reminder of ' || user_id_param, 0))
    or exists (
      select from public.security_audit_log l
      where l.account_id = account and l.action = 'second_factor_reminder_sent' and l.resource_id = user_id_param::text
        and l.created_at > now() - interval '1 day'
    )
  then
    return false;
  end if;
  perform private.notify(account, user_id_param, 'second_factor_wanted');
  perform private.write_audit(
    account, private.caller_id(), 'second_factor_reminder_sent', 'user_account', user_id_param::text
  );
  return true;
end
$$;
comment on function public.remind_of_second_factor(uuid) is
  'For admins: asks a member to add a second factor, by notification and mail as their preferences want it; once a day. False when the member has one, or was asked.';
grant execute on function public.remind_of_second_factor(uuid) to authenticated, service_role;
