-- Four promises that did not hold in every case: the audit log is kept for ninety days, a day has two hundred invitations,
-- an invitation from after somebody left stays open, and news come of people who are told of together.

-- Kept for at least 90 days, as the table says, whatever the caller asks for. The rest of the function is as it was.
create or replace function public.delete_expired(what text, keep_days integer, at_most integer default 1000)
returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  shortest constant integer := case what when 'audit' then 90 else 1 end;
  oldest constant timestamptz := now() - make_interval(days => greatest(keep_days, shortest));
  deleted integer;
begin
  case what
    when 'sign-ins' then
      delete from public.login_attempts where id in (
        select a.id from public.login_attempts a where a.attempted_at < oldest
        order by a.attempted_at limit at_most
      );
    when 'audit' then
      delete from public.security_audit_log where id in (
        select l.id from public.security_audit_log l where l.created_at < oldest
        order by l.created_at limit at_most
      );
    when 'history' then
      delete from public.record_history where id in (
        select h.id from public.record_history h where h.changed_at < oldest
        order by h.changed_at limit at_most
      );
    else
      raise exception 'There is nothing called % that expires.', what
        using errcode = '22023', hint = 'Name sign-ins, audit or history.';
  end case;
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
comment on function public.delete_expired(text, integer, integer) is
  'For the server: deletes the oldest sign-ins, audit entries or changes of the history that are older than so many days; of the audit log nothing of the last 90. Returns how many.';

-- An admin could take back what they sent and send as many again, without end. So the audit log is counted, which nobody
-- can empty; beside it the rows themselves, because a statement's own entries come only after all of its rows.
create function private.invitations_of_today(account uuid) returns setof timestamptz
language sql stable security definer set search_path = ''
as $$
  select min(sent.at)
  from (
    select i.id::text as id, i.created_at as at
    from public.pending_invitations i
    where i.account_id = account and i.created_at > now() - interval '1 day'
    union all
    select l.resource_id, l.created_at
    from public.security_audit_log l
    where l.account_id = account and l.created_at > now() - interval '1 day'
      and l.action = 'invitation_created' and l.source = 'server'
  ) as sent
  group by sent.id
$$;
comment on function private.invitations_of_today(uuid) is
  'When each invitation of an account''s last 24 hours was sent, those that were withdrawn included.';

create or replace function private.refuse_more_invitations(wanted integer) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  most constant integer := 200;
  sent constant timestamptz[] := array(
    select t.at from private.invitations_of_today(private.my_account()) as t (at) order by t.at
  );
  -- The one that has to be a day old, so that there is room.
  oldest_in_the_way constant integer := cardinality(sent) + wanted - most;
begin
  if oldest_in_the_way <= 0 then
    return;
  end if;
  raise exception 'An account sends at most 200 invitations within a day.'
    using errcode = 'PT429', hint = 'Please try again later.',
      detail = coalesce(
        to_char((sent[oldest_in_the_way] + interval '1 day') at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), ''
      );
end
$$;

create or replace function public.withdraw_invitation(invitation_id_param uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  withdrawn public.pending_invitations;
begin
  perform private.refuse_non_owner();
  delete from public.pending_invitations i
  where i.id = invitation_id_param and i.account_id = private.my_account() and i.invited_by = private.caller_id()
    and i.accepted_at is null and i.declined_at is null and i.created_at > now() - interval '10 minutes'
  returning * into withdrawn;
  if found then
    perform private.write_audit(
      withdrawn.account_id, private.caller_id(), 'invitation_revoked', 'invitation', withdrawn.id::text,
      jsonb_build_object('permission', withdrawn.permission_level)
    );
  end if;
end
$$;
comment on function public.withdraw_invitation(uuid) is
  'For admins: takes back what they sent within ten minutes, for an invitation whose mail could not be sent. It leaves the list, stays in the audit log, and counts for the day.';

-- Somebody who left takes another address: an invitation to it from before they left ends with the membership, one from
-- afterwards is an admin's wish to have them back.
create or replace function private.end_invitations_of_leaver() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.pending_invitations i
  set declined_at = now()
  where i.account_id = new.account_id and private.mailbox(i.email) = private.mailbox(new.email)
    and i.created_at <= new.left_at
    and i.accepted_at is null and i.declined_at is null;
  return null;
end
$$;

create or replace function private.follow_email() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.past_addresses (user_id, email)
  select p.id, lower(p.email) from public.profiles p where p.id = new.id and p.email <> ''
  on conflict do nothing;
  update public.profiles set email = new.email where id = new.id;
  -- Whoever left goes on being known, so that a second user with this address is too.
  insert into private.former_members (account_id, email, user_id, left_at)
  select f.account_id, lower(new.email), new.id, max(f.left_at)
  from private.former_members f
  where f.user_id = new.id
  group by f.account_id
  on conflict do nothing;
  delete from private.waiting_newcomers w
  where w.user_id = new.id and private.email_domain(new.email) is distinct from private.email_domain(old.email);
  return null;
end
$$;

-- A notification that took the place of earlier ones keeps the moment of the first, from which its mail is due.
alter table public.notifications add column told_at timestamptz not null default now();
comment on column public.notifications.told_at is
  'When it came to the list. Later than created_at where it took the place of earlier ones.';
update public.notifications set told_at = created_at;

create or replace function private.changed_notifications(account uuid, person uuid, since timestamptz) returns setof text
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

alter function private.invitations_of_today(uuid) owner to cairn_definer;
