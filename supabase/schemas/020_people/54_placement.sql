-- Placing people without an account: what they can choose from, and joining the account of their domain.
--
-- get_my_placement tells a person what they can choose from: the account that they wait for, their open invitations,
-- what their domain offers, and which account they belonged to last.

-- For users whom an open invitation kept from being placed, and who do not accept it or cannot any more.
create function public.join_account_of_my_domain(account_name_param text default null) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  person public.profiles;
begin
  select p.* into person from public.profiles p where p.id = private.caller_id() for update;
  if person.id is not null and person.account_id is null then
    perform private.join_account_of_domain(
      person.id, person.email, jsonb_strip_nulls(jsonb_build_object('account_name', account_name_param))
    );
    perform private.end_invitations_of_joined(private.my_account(), person.id);
  end if;
  return private.my_account();
end
$$;
comment on function public.join_account_of_my_domain(text) is
  'Places a person without an account by their confirmed address, as at sign-up, and tells the account they belong to. The name is for an account that is founded.';
grant execute on function public.join_account_of_my_domain(text) to authenticated;

create function private.my_open_invitations() returns json
language sql stable security definer set search_path = ''
as $$
  select coalesce(json_agg(
    json_build_object(
      'id', i.id, 'account_name', a.name, 'inviter_name', inviter.name, 'permission_level', i.permission_level,
      'expires_at', i.expires_at
    )
    order by i.created_at desc
  ), '[]')
  from public.profiles me
  join public.pending_invitations i on i.email = lower(me.email)
  join public.accounts a on a.id = i.account_id
  left join public.profiles inviter on inviter.id = i.invited_by
  where me.id = private.caller_id() and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
    and i.sent_at is not null
$$;
comment on function private.my_open_invitations() is 'The open invitations to the caller''s confirmed address.';

create function private.domain_offer_of_caller() returns json
language sql stable security definer set search_path = ''
as $$
  select json_build_object(
    'domain', home, 'account_name', a.name, 'suggested_name', private.suggested_account_name(home),
    'needs_admission', coalesce(a.newcomers_need_admission, false)
  )
  from (
    select p.id, p.email, private.email_domain(p.email) as home
    from public.profiles p
    where p.id = private.caller_id()
  ) as me
  left join public.account_domains d on d.domain = me.home
  left join public.accounts a on a.id = d.account_id
  where not private.is_blacklisted(me.home)
    and (a.id is null or not private.has_left(a.id, me.id, me.email))
    -- Its own invitation says more than the domain: it has the level.
    and not exists (
      select from public.pending_invitations i
      where i.account_id = a.id and i.email = lower(me.email)
        and i.accepted_at is null and i.declined_at is null and i.expires_at > now() and i.sent_at is not null
    )
$$;
comment on function private.domain_offer_of_caller() is
  'The offer of the caller''s confirmed domain: an account to join, or, without account_name, one to found. Null where there is none.';

-- By the user alone, not by the mailbox: another user with it never saw the account.
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

create function public.get_my_placement() returns json
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
      'domain', private.domain_offer_of_caller(),
      'former_account', private.my_former_account()
    )
  end
$$;
comment on function public.get_my_placement() is
  'Where a person without an account may belong: the account they wait for, their open invitations, what their domain offers, and which account they belonged to last.';
grant execute on function public.get_my_placement() to authenticated;
