-- Deleting accounts whole: what an operator has arranged, and what the server's job asks for once the time is over.
--
-- For seven days nothing changes and the operator can take it back. Then the account goes with everything that belongs
-- to it, and the job deletes the users of its members in the same transaction.

create table private.accounts_to_delete (
  account_id uuid primary key references public.accounts (id) on delete cascade,
  asked_at timestamptz not null default now(),
  due_at timestamptz not null default now() + interval '7 days'
);
create index accounts_to_delete_due_at_idx on private.accounts_to_delete (due_at);
comment on table private.accounts_to_delete is 'Accounts that an operator has arranged to delete.';
comment on column private.accounts_to_delete.due_at is 'Until then it can be taken back.';

create function private.schedule_deletion(account uuid) returns timestamptz
language sql volatile security definer set search_path = ''
as $$
  insert into private.accounts_to_delete (account_id) values (account)
  on conflict (account_id) do update set account_id = excluded.account_id
  returning due_at
$$;
comment on function private.schedule_deletion(uuid) is
  'For an operator: schedules the deletion of an account in seven days, and returns the time. A second call does not start the time again.';

create function private.cancel_deletion(account uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from private.accounts_to_delete d where d.account_id = account;
  return found;
end
$$;
comment on function private.cancel_deletion(uuid) is
  'For an operator: cancels the deletion of an account. False where none was scheduled.';

create function private.accounts_due_for_deletion() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select d.account_id from private.accounts_to_delete d where d.due_at <= now() order by d.due_at
$$;
comment on function private.accounts_due_for_deletion() is 'The accounts whose time to be kept is over.';

create function private.delete_account(account uuid) returns setof uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  members uuid[];
begin
  perform from private.accounts_to_delete d where d.account_id = account and d.due_at <= now() for update;
  -- Taken back a moment ago, or deleted by another server.
  if not found then
    return;
  end if;
  select coalesce(array_agg(m.user_id), '{}') into members
  from public.account_members m
  where m.account_id = account;
  delete from public.accounts a where a.id = account;
  return query select unnest(members);
end
$$;
comment on function private.delete_account(uuid) is
  'Deletes an account whose time is over with all that belongs to it, and names the users who were its members. Nothing for any other.';

alter table private.accounts_to_delete enable row level security;
alter table private.accounts_to_delete force row level security;

grant select, insert, update, delete on private.accounts_to_delete to cairn_definer;
grant execute on function private.accounts_due_for_deletion() to supabase_auth_admin;
grant execute on function private.delete_account(uuid) to supabase_auth_admin;
