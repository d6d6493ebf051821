-- News: what others have changed lately, in one small question that every open page asks every few seconds.
--
-- The page says how far to look back, because only it knows when it asked last; the clocks of the two are never compared.
-- What is looked at was written for other reasons: the history of the records, the audit log, and when a person or a
-- membership changed. The answer names subjects and no rows: the page loads anew what it shows of them, by the same rules
-- as ever. It also says which account and level the caller has now.

create index profiles_by_change_idx on public.profiles (account_id, updated_at desc);
create index account_members_by_change_idx on public.account_members (account_id, updated_at desc);

-- So many lines are read at most; after more of them every subject counts as changed.
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
  select every.kind
  from unnest(array['system', 'solution', 'agent', 'automation', 'article']) as every (kind)
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
  'What else of an account changed since a moment, as the audit log has it.';

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

-- The newest have the highest numbers: whatever came or was read lately is among them, a row that was read long ago apart.
create function private.changed_notifications(account uuid, person uuid, since timestamptz) returns setof text
language sql stable security definer set search_path = ''
as $$
  select 'notifications'
  where exists (
    select from (
      select n.created_at, n.read_at
      from public.notifications n
      where n.account_id = account and n.user_id = person and n.in_app
      order by n.number desc, n.id desc
      limit 50
    ) as newest
    where newest.created_at > since or newest.read_at > since
  )
$$;
comment on function private.changed_notifications(uuid, uuid, timestamptz) is
  'Whether notifications of a person came or were read since a moment.';

create function public.get_news(within_seconds double precision) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  person constant uuid := private.caller_id();
  since timestamptz;
begin
  if within_seconds is null or not within_seconds between 0 and 86400 then
    raise exception 'News are of the last day at most.'
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
comment on function public.get_news(double precision) is
  'The caller''s account and level, and what changed in the account within so many seconds: {"account", "permission_level", "changed": [subject]}. Subjects are the kinds of records, team, joining, invitations, features, appearance and notifications.';

alter function private.changed_records(uuid, timestamptz) owner to cairn_definer;
alter function private.changed_settings(uuid, timestamptz) owner to cairn_definer;
alter function private.changed_people(uuid, timestamptz) owner to cairn_definer;
alter function private.changed_notifications(uuid, uuid, timestamptz) owner to cairn_definer;
alter function public.get_news(double precision) owner to cairn_definer;
revoke all on function public.get_news(double precision) from public, anon, authenticated, service_role;
grant execute on function public.get_news(double precision) to authenticated;
