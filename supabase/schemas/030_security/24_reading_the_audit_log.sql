-- Reading the audit log: by action, person, severity and time, a page at a time, however long it is.
--
-- For admins. A page begins after the entry that the caller names, by its time and id. Every filter has its index, so
-- a page costs no more in a long log than in a short one.

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
    raise exception 'A page has 1 to 1,000 entries.'
      using errcode = '22023', detail = 'audit.page_size', hint = 'Leave rows_param out for 100.';
  end if;
  if from_param >= until_param then
    raise exception 'The end must be after the start.'
      using errcode = '22023', detail = 'audit.period', hint = 'from_param must be before until_param.';
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
  left join public.profiles p on p.id = e.user_id and p.account_id = account and private.may('people', 'read')
  left join public.profiles r on r.account_id = account and private.may('people', 'read')
    and e.resource_type in ('user_account', 'account_member', 'profile')
    and r.id = case when e.resource_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then e.resource_id::uuid end
  order by e.created_at desc, e.id desc;
end
$$;
comment on function public.get_audit_log(text, uuid, text, timestamptz, timestamptz, timestamptz, uuid, integer) is
  'For admins: a page of the account''s audit log, newest first, from one time until before another, older than the entry named. A token has the names of people with people:read.';
grant execute on function public.get_audit_log(text, uuid, text, timestamptz, timestamptz, timestamptz, uuid, integer) to authenticated, service_role;

-- The values that an admin can filter by. Each action is one look into the index, not a read of the log.
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
grant execute on function public.get_audit_filters() to authenticated, service_role;
