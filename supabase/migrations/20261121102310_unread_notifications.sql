-- Reading only what is unread: the list of notifications gets that choice.

drop function public.get_my_notifications(integer, bigint, uuid);

create function public.get_my_notifications(
  result_limit integer default 50,
  before_number bigint default null,
  before_id uuid default null,
  unread_only boolean default false
)
returns table (
  id uuid, number bigint, kind text, actor_id uuid, actor_name text, actor_avatar text, record_kind text, record_id uuid,
  record_name text, payload jsonb, created_at timestamptz, read_at timestamptz
)
language sql stable set search_path = ''
as $$
  select
    n.id, n.number, n.kind, n.actor_id, p.name, p.avatar, n.record_kind, n.record_id, n.record_name, n.payload,
    n.created_at, n.read_at
  from public.notifications n
  left join public.account_members m on m.account_id = n.account_id and m.user_id = n.actor_id
  left join public.profiles p on p.id = m.user_id
  where n.account_id = (select private.my_account()) and n.user_id = (select private.caller_id()) and n.in_app
    and (before_number is null or n.number <= before_number and (n.number < before_number or n.id < before_id))
    and (n.read_at is null or not coalesce(unread_only, false))
  order by n.number desc, n.id desc
  limit least(greatest(coalesce(result_limit, 50), 1), 100)
$$;
comment on function public.get_my_notifications(integer, bigint, uuid, boolean) is
  'The caller''s notifications, newest first, with name and avatar of who acted; further ones after number and id of the last.';

alter function public.get_my_notifications(integer, bigint, uuid, boolean) owner to cairn_definer;
revoke all on function public.get_my_notifications(integer, bigint, uuid, boolean)
  from public, anon, authenticated, service_role;
grant execute on function public.get_my_notifications(integer, bigint, uuid, boolean) to authenticated, service_role;
