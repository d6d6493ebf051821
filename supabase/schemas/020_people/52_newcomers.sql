-- Newcomers: people of an account's domain who wait until an admin admits them.
--
-- An account may ask that an admin admits newcomers of its domain. They then have a profile and no account, wait, and
-- the admins are told. A refused newcomer counts as a person who left: only an invitation lets them in.
-- Many newcomers make one notification. While an admin has not read it, the next newcomer takes its place, and it
-- says how many there are besides. What was read stays as it was. A mail that is due keeps its moment; after it, the
-- next is due when the admin has read what there is.

create table private.waiting_newcomers (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  account_id uuid not null references public.accounts (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index waiting_newcomers_account_id_idx on private.waiting_newcomers (account_id);
comment on table private.waiting_newcomers is 'People of an account''s domain whom no admin has admitted yet.';

create function private.enqueue_newcomer(person uuid, account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.waiting_newcomers as w (user_id, account_id)
  values (person, account)
  on conflict (user_id) do update set account_id = excluded.account_id, created_at = now()
  where w.account_id <> excluded.account_id;
  if found then
    perform private.notify(account, m.user_id, 'newcomer_waiting', payload => jsonb_build_object('name', p.name))
    from public.account_members m, public.profiles p
    where m.account_id = account and m.permission_level = 'admin' and p.id = person;
  end if;
end
$$;
comment on function private.enqueue_newcomer(uuid, uuid) is
  'Lets a newcomer wait for an admin, and notifies the admins, once.';

create function public.set_newcomer_admission(needed boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_non_admin('newcomer.setting_by_admins', 'Only administrators can decide how people join.');
  if needed is null then
    raise exception 'The setting must be on or off.'
      using errcode = '22023', detail = 'setting.on_or_off', hint = 'Send true or false.';
  end if;
  update public.accounts a set newcomers_need_admission = needed
  where a.id = private.my_account() and a.newcomers_need_admission <> needed;
  if found then
    perform private.write_audit(
      private.my_account(), private.caller_id(), 'newcomer_admission_updated', 'account', private.my_account()::text,
      jsonb_build_object('needed', needed)
    );
  end if;
end
$$;
comment on function public.set_newcomer_admission(boolean) is
  'For admins: whether newcomers of the account''s domain wait until an admin admits them.';
grant execute on function public.set_newcomer_admission(boolean) to authenticated;

create function public.get_waiting_newcomers()
returns table (user_id uuid, name text, email text, waiting_since timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.refuse_non_admin('newcomer.seen_by_admins', 'Only administrators can see who is waiting to be admitted.');
  return query
    select p.id, p.name, p.email, w.created_at
    from private.waiting_newcomers w
    join public.profiles p on p.id = w.user_id
    where w.account_id = private.my_account()
    order by w.created_at, p.id
    limit 1000;
end
$$;
comment on function public.get_waiting_newcomers() is
  'For admins: who waits to be admitted to their account, with name and address, the longest waiting first.';
grant execute on function public.get_waiting_newcomers() to authenticated;

create function public.admit_newcomer(target_user_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.dequeue_newcomer(target_user_id);
  insert into public.account_members (account_id, user_id) values (private.my_account(), target_user_id)
  on conflict (user_id) do nothing;
  if found then
    perform private.end_invitations_of_joined(private.my_account(), target_user_id);
  end if;
  perform private.write_audit(
    private.my_account(), private.caller_id(), 'newcomer_admitted', 'account_member', target_user_id::text
  );
end
$$;
comment on function public.admit_newcomer(uuid) is 'For admins: makes a newcomer a member, as a viewer.';
grant execute on function public.admit_newcomer(uuid) to authenticated;

create function public.refuse_newcomer(target_user_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.dequeue_newcomer(target_user_id);
  perform private.store_past_addresses(private.my_account(), p.id, p.email) from public.profiles p where p.id = target_user_id;
  perform private.write_audit(
    private.my_account(), private.caller_id(), 'newcomer_refused', 'account_member', target_user_id::text
  );
end
$$;
comment on function public.refuse_newcomer(uuid) is
  'For admins: refuses a newcomer. As with a member who left, only an invitation lets them in then.';
grant execute on function public.refuse_newcomer(uuid) to authenticated;

create function private.group_newcomer_notifications(
  account uuid, person uuid, kind text, out others integer, out mail_due_since timestamptz
)
language sql volatile security definer set search_path = ''
as $$
  with withdrawn as (
    delete from public.notifications n
    where n.account_id = group_newcomer_notifications.account and n.user_id = person
      and n.kind = group_newcomer_notifications.kind and n.read_at is null
    returning n.payload, n.mail_due, n.created_at
  )
  select
    coalesce(sum(1 + coalesce((w.payload ->> 'others')::integer, 0)), 0)::integer,
    min(w.created_at) filter (where w.mail_due)
  from withdrawn w
$$;
comment on function private.group_newcomer_notifications(uuid, uuid, text) is
  'Removes the unread notifications about newcomers from a person''s list, so that one can replace them. Returns how many newcomers they named, and since when a mail about them is due.';

create function private.dequeue_newcomer(person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_non_admin('newcomer.admitted_by_admins', 'Only administrators can admit people.');
  delete from private.waiting_newcomers w where w.user_id = person and w.account_id = private.my_account();
  if not found then
    raise exception 'This person is no longer waiting.'
      using errcode = 'PT404', detail = 'newcomer.not_waiting',
        hint = 'Another administrator may have decided, or they joined elsewhere.';
  end if;
end
$$;
comment on function private.dequeue_newcomer(uuid) is
  'For admins: ends the wait of a newcomer for their account, or refuses with PT404 a person who does not wait.';

alter table private.waiting_newcomers enable row level security;
alter table private.waiting_newcomers force row level security;

grant select, insert, update, delete on private.waiting_newcomers to cairn_definer;
