-- Data of the first screen in one call: each request of a cold page is a round trip.
--
-- The answers are those of the procedures and tables that its parts go on asking by themselves, under their names. It
-- runs as the caller, so row security decides what they see.

create function public.get_first_screen(with_dashboard boolean default true) returns json
language sql set search_path = ''
as $$
  select json_build_object(
    'account_members', (
      select coalesce(
        json_agg(json_build_object('account_id', m.account_id, 'permission_level', m.permission_level)),
        '[]'
      )
      from public.account_members m
      where m.user_id = (select private.caller_id())
    ),
    'accounts', (
      select json_build_object('id', a.id, 'name', a.name)
      from public.accounts a
      where a.id = (select private.my_account())
    ),
    'app_features', (
      select coalesce(
        json_agg(json_build_object('id', f.id, 'feature_name', f.feature_name, 'enabled', f.enabled)),
        '[]'
      )
      from public.app_features f
      where f.account_id = (select private.my_account())
    ),
    'appearance_settings', (
      select coalesce(
        json_agg(json_build_object(
          'account_name', s.account_name, 'description', s.description, 'logo_url', s.logo_url
        )),
        '[]'
      )
      from public.appearance_settings s
      where s.account_id = (select private.my_account())
    ),
    'unread_notification_count', public.unread_notification_count(),
    'dashboard', case
      when coalesce(with_dashboard, true)
        then json_build_object(
          'get_dashboard_counts', public.get_dashboard_counts(),
          -- The top of the inbox, which tokens do not have.
          'get_inbox', case when private.is_unscoped() then public.get_inbox(5) end,
          'get_recent_activity', (
            select coalesce(json_agg(to_json(r) order by r.at), '[]')
            from (
              select f.id, f.kind, f.resource, f.action, f.user_name, f.occurred_at, row_number() over () as at
              from public.get_recent_activity() f
            ) r
          ),
          'get_gaps', public.get_gaps(),
          'get_coverage', public.get_coverage()
        )
    end
  )
$$;
comment on function public.get_first_screen(boolean) is
  'The data of the first screen: the caller''s account, its features and look, the number of unread notifications, and the dashboard.';
grant execute on function public.get_first_screen(boolean) to authenticated;
