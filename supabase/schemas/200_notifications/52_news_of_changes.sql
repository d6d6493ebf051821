-- Sources of the news: the subjects of an account that changed since a moment.
--
-- Each function asks about a part of the account: its records, its settings, its people, and the notifications of the
-- caller. It answers with subjects, never with rows.

-- The function reads so many lines at most; after more of them every kind of record counts as changed.
create function private.changed_records(account uuid, since timestamptz) returns setof text
language sql stable security definer set search_path = ''
as $$
  with latest as materialized (
    select h.kind
    from public.record_history h
    where h.account_id = account and h.changed_at > since
    order by h.changed_at desc
    limit 500
  )
  select distinct l.kind from latest l
  union
  select k.kind
  from private.kinds k
  where (select count(*) from latest) = 500
$$;
comment on function private.changed_records(uuid, timestamptz) is 'The kinds of records of an account that changed since a moment.';

create function private.changed_settings(account uuid, since timestamptz) returns setof text
language sql stable security definer set search_path = ''
as $$
  with latest as materialized (
    select l.resource_type
    from public.security_audit_log l
    where l.account_id = account and l.created_at > since and l.source = 'server'
      and l.resource_type in ('account', 'account_member', 'app_feature', 'appearance_settings', 'invitation')
    order by l.created_at desc
    limit 500
  )
  select distinct case l.resource_type
    when 'account' then 'joining'
    when 'account_member' then 'team'
    when 'app_feature' then 'features'
    when 'appearance_settings' then 'appearance'
    when 'invitation' then 'invitations'
  end
  from latest l
  union
  select every.subject
  from unnest(array['joining', 'team', 'features', 'appearance', 'invitations']) as every (subject)
  where (select count(*) from latest) = 500
$$;
comment on function private.changed_settings(uuid, timestamptz) is
  'Other parts of an account that changed since a moment, by the audit log.';

create function private.changed_people(account uuid, since timestamptz) returns setof text
language sql stable security definer set search_path = ''
as $$
  select 'team'
  where exists (select from public.profiles p where p.account_id = account and p.updated_at > since)
    or exists (select from public.account_members m where m.account_id = account and m.updated_at > since)
  union all
  select 'joining'
  where exists (
    select from private.waiting_newcomers w where w.account_id = account and w.created_at > since
  )
$$;
comment on function private.changed_people(uuid, timestamptz) is
  'Whether people of an account changed, or newcomers came to wait, since a moment.';

-- The newest notifications have the highest numbers: all that came or were read lately are among them. Only a row
-- that was read long ago is an exception.
create function private.changed_notifications(account uuid, person uuid, since timestamptz) returns setof text
language sql stable security definer set search_path = ''
as $$
  select 'notifications'
  where exists (
    select from (
      select n.told_at, n.read_at
      from public.notifications n
      where n.account_id = account and n.user_id = person and n.in_app
      order by n.number desc, n.id desc
      limit 50
    ) as newest
    where newest.told_at > since or newest.read_at > since
  )
$$;
comment on function private.changed_notifications(uuid, uuid, timestamptz) is
  'Whether notifications of a person came or were read since a moment.';

create function private.changed_views(account uuid, person uuid, since timestamptz) returns setof text
language sql stable security definer set search_path = ''
as $$
  select 'views'
  where exists (
    select from public.views v
    where v.account_id = account and (v.person_id is null or v.person_id = person) and v.updated_at > since
  )
$$;
comment on function private.changed_views(uuid, uuid, timestamptz) is
  'Whether views that a person sees were made or changed since a moment. Of a deleted one nothing is left to tell.';
