-- Reading the audit log: by action, person, severity and time, a page at a time, however long it is.

-- The action alone decides: a browser that reports something does not say how bad it is.
create function private.audit_severity(action text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when action is null then null
    when action in (
      'login_rate_limit_check', 'password_changed', 'password_change_failed', 'permission_updated', 'member_removed',
      'audit_log_cleaned', 'team_data_access_failed', 'member_second_factor_removed', 'member_sessions_ended'
    ) then 'high'
    when action in (
      'failed_login', 'lock_out_released', 'password_change_attempted', 'session_ended', 'member_joined', 'member_left',
      'invitation_created', 'invitation_accepted', 'invitation_revoked', 'newcomer_admitted', 'newcomer_refused',
      'newcomer_admission_updated', 'second_factor_reminder_sent', 'feature_updated', 'appearance_updated'
    ) or action like '%\_deleted' then 'medium'
    else 'low'
  end
$$;
comment on function private.audit_severity(text) is 'How much an admin should care about an action: low, medium or high.';

alter function private.audit_severity(text) owner to cairn_definer;
grant execute on function private.audit_severity(text) to authenticated, service_role, cairn_owner;

alter table public.security_audit_log
  add column severity text not null generated always as (private.audit_severity(action)) stored;
comment on column public.security_audit_log.severity is 'low, medium or high: what the action says.';

-- The figures of the overview are read from this index alone.
drop index public.security_audit_log_by_time_idx;
create index security_audit_log_by_time_idx on public.security_audit_log (account_id, created_at desc)
  include (action, source);

-- A filter that fits little must not read through all that it does not fit: an index for each, and for each with a person.
-- They are in the order of the time as UTC, which no other index has. In the order of created_at itself the planner, to
-- whom filters are independent of each other, would read the log from its end, and hope to meet a page that fits soon.
create index security_audit_log_by_action_idx
  on public.security_audit_log (account_id, action, (created_at at time zone 'utc') desc);
create index security_audit_log_by_severity_idx
  on public.security_audit_log (account_id, severity, (created_at at time zone 'utc') desc);
create index security_audit_log_by_person_and_time_idx
  on public.security_audit_log (user_id, (created_at at time zone 'utc') desc);
create index security_audit_log_by_person_action_idx
  on public.security_audit_log (user_id, action, (created_at at time zone 'utc') desc);
create index security_audit_log_by_person_severity_idx
  on public.security_audit_log (user_id, severity, (created_at at time zone 'utc') desc);

create function private.audit_page(
  account uuid, action text, person uuid, severity text, since timestamptz, until timestamptz,
  before_time timestamptz, before_id uuid, rows integer
)
returns setof public.security_audit_log
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Put together for each call, so that it is planned for the filters that it has.
  return query execute format(
    $query$
      select l.*
      from public.security_audit_log l
      where l.account_id = $1
        and ($2 is null or l.action = $2)
        and ($3 is null or l.user_id = $3)
        and ($4 is null or l.severity = $4)
        and ($5 is null or l.created_at %1$s >= $5 %1$s)
        and ($6 is null or l.created_at %1$s < $6 %1$s)
        and ($7 is null or (l.created_at %1$s, l.id) < ($7 %1$s, $8))
      order by l.created_at %1$s desc, l.id desc
      limit $9
    $query$,
    case when coalesce(action, person::text, severity) is null then '' else $zone$at time zone 'utc'$zone$ end
  )
  using account, action, person, severity, since, until, before_time, before_id, rows;
end
$$;
comment on function private.audit_page(uuid, text, uuid, text, timestamptz, timestamptz, timestamptz, uuid, integer) is
  'Entries of an account''s audit log that fit, newest first, older than the one named.';

create function public.get_audit_log(
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
    raise exception 'The time ends before it begins.' using errcode = '22023', hint = 'from_param must be before until_param.';
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
comment on function public.get_audit_log(text, uuid, text, timestamptz, timestamptz, timestamptz, uuid, integer) is
  'For admins: a page of the account''s audit log, newest first, from one time until before another, older than the entry named.';

-- What there is to filter by. Each action is one look into the index, not a read of the log.
create function public.get_audit_filters() returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  perform private.require_security_admin();
  return json_build_object(
    'actions', (
      with recursive found (action) as (
        (select l.action from public.security_audit_log l where l.account_id = account order by l.action limit 1)
        union all
        select (
          select l.action from public.security_audit_log l
          where l.account_id = account and l.action > f.action
          order by l.action
          limit 1
        )
        from found f
        where f.action is not null
      )
      select coalesce(json_agg(f.action order by f.action), '[]') from found f where f.action is not null
    ),
    'people', (
      select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name, p.id), '[]')
      from public.account_members m
      join public.profiles p on p.id = m.user_id
      where m.account_id = account
    )
  );
end
$$;
comment on function public.get_audit_filters() is
  'For admins: {"actions", "people"}, the actions that the account''s log has, and the members, as {"id", "name"}.';

alter function private.audit_page(uuid, text, uuid, text, timestamptz, timestamptz, timestamptz, uuid, integer)
  owner to cairn_definer;
alter function public.get_audit_log(text, uuid, text, timestamptz, timestamptz, timestamptz, uuid, integer)
  owner to cairn_definer;
alter function public.get_audit_filters() owner to cairn_definer;
revoke all on function
  public.get_audit_log(text, uuid, text, timestamptz, timestamptz, timestamptz, uuid, integer), public.get_audit_filters()
  from public, anon, authenticated, service_role;
grant execute on function
  public.get_audit_log(text, uuid, text, timestamptz, timestamptz, timestamptz, uuid, integer), public.get_audit_filters()
  to authenticated, service_role;
