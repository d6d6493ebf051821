-- A member who was removed reads which account it was, whenever they come back.

alter table private.former_members add column account_name text;
comment on column private.former_members.account_name is
  'What the account was called when the member left, as they knew it; empty for newcomers who were refused.';

-- Of earlier leavers the log says who was a member; nobody else is told a name.
update private.former_members f
set account_name = a.name
from public.accounts a
where a.id = f.account_id and exists (
  select from public.security_audit_log l
  where l.account_id = f.account_id and l.action in ('member_left', 'member_removed')
    and l.resource_id = f.user_id::text
);

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
create or replace function private.mirror_membership() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    perform private.remember_leaver(old.account_id, p.id, p.email) from public.profiles p where p.id = old.user_id;
    update private.former_members f
    set account_name = a.name
    from public.accounts a
    where a.id = f.account_id and f.account_id = old.account_id and f.user_id = old.user_id;
    update public.profiles set account_id = null, permission_level = 'viewer' where id = old.user_id;
    return null;
  end if;
  if tg_op = 'INSERT' then
    delete from private.former_members f
    using public.profiles p
    where p.id = new.user_id and f.account_id = new.account_id
      and (f.user_id = p.id or private.mailbox(f.email) = private.mailbox(p.email));
    delete from private.waiting_newcomers w where w.user_id = new.user_id;
  end if;
  update public.profiles p
  set account_id = new.account_id,
    permission_level = new.permission_level,
    department = case when tg_op = 'INSERT' then coalesce(new.department, p.department) else new.department end
  where p.id = new.user_id
    and (p.account_id, p.permission_level, p.department)
      is distinct from (new.account_id, new.permission_level, new.department);
  return null;
end
$$;
create function private.my_former_account() returns text
language sql stable security definer set search_path = ''
as $$
  select f.account_name
  from private.former_members f
  where f.user_id = private.caller_id() and f.account_name is not null
  order by f.left_at desc
  limit 1
$$;
comment on function private.my_former_account() is
  'The account that the caller belonged to last, by the name that it had then. Null for who never belonged to one.';
alter function private.my_former_account() owner to cairn_definer;
create or replace function public.get_my_placement() returns json
language sql stable security definer set search_path = ''
as $$
  select case
    when private.my_account() is not null then json_build_object(
      'waiting_for', null, 'invitations', '[]'::json, 'domain', null, 'former_account', null
    )
    else json_build_object(
      'waiting_for', (
        select a.name from private.waiting_newcomers w join public.accounts a on a.id = w.account_id
        where w.user_id = private.caller_id()
      ),
      'invitations', private.my_open_invitations(),
      'domain', private.my_domain_offer(),
      'former_account', private.my_former_account()
    )
  end
$$;
comment on function public.get_my_placement() is
  'Where a person without an account may belong: the account they wait for, their open invitations, what their domain offers, and which account they belonged to last.';
