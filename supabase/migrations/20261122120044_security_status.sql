-- What could be better about the security of an account, and the ways to mend it.

-- Of sessions and users, when somebody was last here, and nothing else. Where that is refused, the answer is "unknown".
do $$
begin
  grant select (user_id, updated_at) on auth.sessions to cairn_definer;
  grant select (id, last_sign_in_at) on auth.users to cairn_definer;
exception when insufficient_privilege or undefined_table or undefined_column then
  null;
end
$$;

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

create or replace function public.get_security_overview() returns json
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
    'open_lock_outs', private.open_lock_outs(account),
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

-- The entries as the log itself gives them: with their severity, and whom they concern.
create or replace function private.audit_entries(account uuid, wanted_action text, wanted_source text) returns json
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

-- Reminders

alter table public.notifications drop constraint notifications_kind_known;
alter table public.notifications add constraint notifications_kind_known check (private.holds(
  kind in (
    'invitation_accepted', 'member_joined', 'newcomer_waiting', 'expert_assigned', 'owner_assigned', 'level_changed',
    'record_changed', 'record_deleted', 'second_factor_wanted'
  ),
  'Kind must be one of the known kinds of notifications.'
));

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

alter function private.members_not_seen(uuid, integer) owner to cairn_definer;
alter function public.remind_of_second_factor(uuid) owner to cairn_definer;
revoke all on function public.remind_of_second_factor(uuid) from public, anon, authenticated, service_role;
grant execute on function public.remind_of_second_factor(uuid) to authenticated, service_role;
