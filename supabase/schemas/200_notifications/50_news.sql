-- News: what others have changed lately, in a small question that every open page asks every few seconds.
--
-- The page says how far to look back, because only it knows when it asked last; the clocks of page and server are
-- never compared. The function reads what was written for other reasons: the history, the audit log, and the time
-- stamps of people.
-- The answer names subjects and no rows: the page reloads what it shows of them, by the same rules as ever. It
-- also says which account and level the caller has now.

create function public.get_news(within_seconds double precision) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  person constant uuid := private.caller_id();
  since timestamptz;
begin
  if within_seconds is null or not within_seconds between 0 and 86400 then
    raise exception 'You can only ask for news of the last day.'
      using errcode = '22023', detail = 'news.too_old', hint = 'Send within_seconds between 0 and 86400.';
  end if;
  since := clock_timestamp() - make_interval(secs => within_seconds);
  return (
    select json_build_object(
      'account', (select json_build_object('id', a.id, 'name', a.name) from public.accounts a where a.id = account),
      -- A person without an account has the level of their profile.
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
          union all
          select private.changed_views(account, person, since)
        ) as c (subject)
      )
    )
  );
end
$$;
comment on function public.get_news(double precision) is
  'The caller''s account and level, and what changed in the account within so many seconds: {"account", "permission_level", "changed": [subject]}. Subjects are the kinds of records, team, joining, invitations, features, appearance, notifications and views.';
grant execute on function public.get_news(double precision) to authenticated;
