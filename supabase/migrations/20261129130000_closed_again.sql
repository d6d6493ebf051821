-- Closed again: what a third round of attacks found. Tables and data, by hand.

-- People of an archive are not invited until an admin sends it. Invitations of before were sent when they were made.
alter table public.pending_invitations add column sent_at timestamptz;
update public.pending_invitations set sent_at = created_at;
alter table public.pending_invitations alter column sent_at set default now();
comment on column public.pending_invitations.sent_at is
  'When it was sent; empty for a person of an archive whom nobody has invited yet.';

-- How many bytes of archives can be brought at once.
create table private.archive_room (
  only_one boolean primary key default true check (only_one),
  most_bytes bigint not null default 10000000000,
  most_bytes_of_new bigint not null default 250000000
);
comment on table private.archive_room is 'How many bytes of archives can be brought at once, as the operator has set it.';
comment on column private.archive_room.most_bytes is 'Of all accounts together. Accounts younger than a day have half of it at most.';
comment on column private.archive_room.most_bytes_of_new is 'Of one account that is younger than a day.';
alter table private.archive_room owner to cairn_owner;
insert into private.archive_room default values;
alter table private.archive_room enable row level security;
alter table private.archive_room force row level security;

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
create or replace function private.is_invited(address text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.pending_invitations i
    where i.email = lower(address) and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
      and i.sent_at is not null
  )
$$;
create function private.refuse_second_invitation(account uuid, address text) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  open public.pending_invitations;
begin
  select i.* into open
  from public.pending_invitations i
  where i.account_id = account and i.email = address and i.accepted_at is null and i.declined_at is null;
  if not found then
    return;
  elsif open.sent_at is null then
    raise exception 'This person is among those who are not invited yet.'
      using errcode = '23505', hint = 'Invite them from that list: they get what is theirs.';
  end if;
  raise exception 'This person already has an open invitation.'
    using errcode = '23505', hint = 'Send them its link, or revoke it first.';
end
$$;
comment on function private.refuse_second_invitation(uuid, text) is
  'Refuses an address that has an open invitation to the account, or came by an archive and waits for one.';
alter function private.refuse_second_invitation(uuid, text) owner to cairn_definer;
create or replace function private.guard_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Locked, so that an admin who is demoted at this moment has either invited before it or may not any more.
  perform from public.account_members m
  where m.user_id = private.caller_id() and m.account_id = new.account_id and m.permission_level = 'admin'
  for share;
  if not found then
    raise exception 'Only account owners can manage invitations.' using errcode = '42501', hint = 'Ask an administrator.';
  end if;
  new.invited_by := private.caller_id();
  -- What follows counts, so the invitations of an account are written one after the other.
  perform from public.accounts a where a.id = new.account_id for no key update;
  perform private.refuse_more_invitations(1);
  if exists (
    select from public.profiles p where p.account_id = new.account_id and lower(p.email) = new.email
  ) then
    raise exception 'A user with this email already exists in the system.'
      using errcode = '23505', hint = 'This person is a member of your account.';
  end if;
  delete from public.pending_invitations i
  where i.account_id = new.account_id and i.email = new.email
    and i.accepted_at is null and i.declined_at is null and i.expires_at <= now();
  perform private.refuse_second_invitation(new.account_id, new.email);
  return new;
end
$$;
create or replace function private.open_invitation(token text) returns setof public.pending_invitations
language sql stable security definer set search_path = ''
as $$
  select i.*
  from public.pending_invitations i
  where i.invitation_token = private.token_hash(token)
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now() and i.sent_at is not null
$$;
create or replace function public.accept_invitation(token_param text, user_email_param text) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  invitation public.pending_invitations;
begin
  select i.* into invitation
  from public.pending_invitations i
  where i.invitation_token = private.token_hash(token_param)
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now() and i.sent_at is not null
  for update;
  if not found then
    return private.not_accepted('This invitation has expired or is no longer valid.');
  end if;
  if lower(btrim(user_email_param)) is distinct from invitation.email then
    return private.not_accepted('This invitation was sent to another address.');
  end if;
  return private.accept_as_caller(invitation);
end
$$;
create or replace function public.accept_my_invitation(invitation_id_param uuid) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  invitation public.pending_invitations;
begin
  select i.* into invitation
  from public.pending_invitations i
  where i.id = invitation_id_param
    and i.email = (select lower(p.email) from public.profiles p where p.id = private.caller_id())
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now() and i.sent_at is not null
  for update;
  if not found then
    return private.not_accepted('This invitation has expired or is no longer valid.');
  end if;
  return private.accept_as_caller(invitation);
end
$$;
create or replace function public.get_invitation_token(invitation_id_param uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  token text;
begin
  select private.invitation_token(i.id) into token
  from public.pending_invitations i
  where i.id = invitation_id_param and i.account_id = private.my_account() and private.my_rank() = 3
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now() and i.sent_at is not null;
  if token is null then
    raise exception 'There is no such open invitation.'
      using errcode = 'PT404', hint = 'It was accepted, revoked or expired, or belongs to another account.';
  end if;
  return token;
end
$$;
create or replace function public.get_invitations(history_limit integer default 5) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.refuse_non_owner();
  return (
    with mine as materialized (
      select
        i.id, i.name, private.masked_email(i.email) as sent_to, i.permission_level,
        coalesce(i.sent_at, i.created_at) as created_at, i.expires_at,
        coalesce(i.accepted_at, i.declined_at, i.expires_at) as ended_at,
        p.name as inviter_name,
        case
          when i.accepted_at is not null then 'accepted'
          when i.declined_at is not null then 'revoked'
          when i.expires_at <= now() then 'expired'
          when i.sent_at is null then 'not_sent'
          else 'pending'
        end as status
      from public.pending_invitations i
      left join public.profiles p on p.id = i.invited_by
      where i.account_id = private.my_account()
    )
    select json_build_object(
      'active', (select coalesce(json_agg(m order by m.created_at desc, m.id), '[]') from mine m where m.status = 'pending'),
      'not_sent', (
        select coalesce(json_agg(n order by lower(n.name), n.id), '[]')
        from (
          select m.* from mine m where m.status = 'not_sent' order by lower(m.name), m.id limit 50
        ) n
      ),
      'not_sent_in_all', (select count(*) from mine m where m.status = 'not_sent'),
      'ended', (select count(*) from mine m where m.status not in ('pending', 'not_sent')),
      'history', (
        select coalesce(json_agg(h order by h.ended_at desc, h.id), '[]')
        from (
          select m.* from mine m where m.status not in ('pending', 'not_sent') order by m.ended_at desc, m.id
          limit least(greatest(coalesce(history_limit, 5), 0), 500)
        ) h
      )
    )
  );
end
$$;
comment on function public.get_invitations(integer) is
  'For admins: the invitations of their account, with masked addresses: {"active": […], "not_sent": […], "not_sent_in_all": number, "ended": number, "history": […]}. The history holds the last that ended; not_sent the first 50 people of an archive whom nobody has invited yet.';
create or replace function public.renew_invitation(invitation_id_param uuid) returns json
language plpgsql set search_path = ''
as $$
declare
  former public.pending_invitations;
  renewed jsonb;
begin
  perform private.refuse_non_owner();
  select i.* into former
  from public.pending_invitations i
  where i.id = invitation_id_param and i.accepted_at is null and i.declined_at is null and i.sent_at is not null;
  if not found then
    raise exception 'There is no such open invitation.'
      using errcode = 'PT404', hint = 'It was accepted or revoked in the meantime.';
  end if;
  perform set_config('cairn.renewed_invitation', former.id::text, true);
  update public.pending_invitations set declined_at = now() where id = former.id;
  renewed := public.invite_member(
    former.email, former.name, former.job_role, former.department, former.permission_level
  )::jsonb;
  perform private.follow_renewed_invitation(former.id, (renewed ->> 'id')::uuid);
  perform set_config('cairn.renewed_invitation', '', true);
  return jsonb_build_object('email', former.email, 'name', former.name) || renewed;
end
$$;
create function public.send_invitations(ids uuid[]) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  wanted constant uuid[] := array(select distinct unnest(ids));
  sent integer;
begin
  perform private.refuse_non_owner();
  if cardinality(wanted) not between 1 and 100 then
    raise exception 'You can invite 1 to 100 people at once.'
      using errcode = '22023', hint = 'Invite the others afterwards.';
  end if;
  -- In the order of a user who accepts: the invitations first, then the account.
  perform from public.pending_invitations i
  where i.account_id = account and i.id = any (wanted)
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now() and i.sent_at is null
  order by i.id
  for update;
  perform from public.accounts a where a.id = account for no key update;
  perform private.refuse_more_invitations(cardinality(wanted));
  update public.pending_invitations i
  set sent_at = now(), expires_at = now() + interval '7 days', invited_by = private.caller_id()
  where i.account_id = account and i.id = any (wanted)
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now() and i.sent_at is null;
  get diagnostics sent = row_count;
  if sent <> cardinality(wanted) then
    raise exception 'There is no such open invitation.'
      using errcode = 'PT404', hint = 'Somebody else has sent or removed it in the meantime.';
  end if;
  perform private.write_audit(
    account, private.caller_id(), 'invitation_created', 'invitation', i.id::text,
    jsonb_build_object('permission', i.permission_level)
  )
  from public.pending_invitations i
  where i.account_id = account and i.id = any (wanted);
  return (
    select json_agg(json_build_object(
      'email', i.email, 'name', i.name, 'id', i.id, 'expires_at', i.expires_at,
      'token', private.invitation_token(i.id)
    ) order by lower(i.name), i.id)
    from public.pending_invitations i
    where i.account_id = account and i.id = any (wanted)
  );
end
$$;
comment on function public.send_invitations(uuid[]) is
  'For admins: invites up to 100 people of an archive whom nobody has invited yet. Answers [{"email", "name", "id", "expires_at", "token"}]; they count as all invitations do.';
alter function public.send_invitations(uuid[]) owner to cairn_definer;
revoke all on function public.send_invitations(uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.send_invitations(uuid[]) to authenticated;
create or replace function public.withdraw_invitation(invitation_id_param uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  withdrawn public.pending_invitations;
begin
  perform private.refuse_non_owner();
  -- For whom something waits stays in the list, and can be invited again.
  update public.pending_invitations i
  set sent_at = null, invited_by = null, expires_at = now() + interval '1 year'
  where i.id = invitation_id_param and i.account_id = private.my_account() and i.invited_by = private.caller_id()
    and i.accepted_at is null and i.declined_at is null and i.sent_at > now() - interval '10 minutes'
    and exists (select from private.awaited_people w where w.account_id = i.account_id and w.email = i.email)
  returning * into withdrawn;
  if not found then
    delete from public.pending_invitations i
    where i.id = invitation_id_param and i.account_id = private.my_account() and i.invited_by = private.caller_id()
      and i.accepted_at is null and i.declined_at is null and i.sent_at > now() - interval '10 minutes'
    returning * into withdrawn;
  end if;
  if withdrawn.id is not null then
    perform private.write_audit(
      withdrawn.account_id, private.caller_id(), 'invitation_revoked', 'invitation', withdrawn.id::text,
      jsonb_build_object('permission', withdrawn.permission_level)
    );
  end if;
end
$$;
create or replace function public.get_invitation_problems(addresses text[]) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.refuse_non_owner();
  if coalesce(cardinality(addresses), 0) not between 1 and 100 then
    raise exception 'You can invite 1 to 100 people at once.'
      using errcode = '22023', hint = 'Ask about the others afterwards.';
  end if;
  return (
    select coalesce(json_agg(json_build_object('email', known.email, 'message', known.message)), '[]')
    from (
      select
        given.email,
        case
          when exists (
            select from public.profiles p
            where p.account_id = private.my_account() and lower(p.email) = lower(given.email)
          ) then 'A user with this email already exists in the system.'
          when exists (
            select from public.pending_invitations i
            where i.account_id = private.my_account() and i.email = lower(given.email)
              and i.accepted_at is null and i.declined_at is null and i.expires_at > now() and i.sent_at is not null
          ) then 'This person already has an open invitation.'
          when exists (
            select from public.pending_invitations i
            where i.account_id = private.my_account() and i.email = lower(given.email)
              and i.accepted_at is null and i.declined_at is null and i.expires_at > now() and i.sent_at is null
          ) then 'This person is among those who are not invited yet.'
        end as message
      from (select distinct unnest(addresses) as email) as given
    ) as known
    where known.message is not null
  );
end
$$;
create or replace function private.invitations_of_today(account uuid) returns setof timestamptz
language sql stable security definer set search_path = ''
as $$
  select sent.at
  from (
    select l.created_at as at
    from public.security_audit_log l
    where l.account_id = account and l.created_at > now() - interval '1 day'
      and l.action = 'invitation_created' and l.source = 'server'
    union all
    select i.sent_at
    from public.pending_invitations i
    where i.account_id = account and i.sent_at > now() - interval '1 day'
      and not exists (
        select from public.security_audit_log l
        where l.account_id = account and l.created_at > now() - interval '1 day'
          and l.action = 'invitation_created' and l.source = 'server' and l.resource_id = i.id::text
      )
  ) as sent
$$;
create or replace function private.join_account_of_domain(person uuid, email text, metadata jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  home constant text := private.email_domain(email);
  account uuid;
begin
  if home is null or private.is_blacklisted(home) then
    return;
  end if;
  -- Colleagues who confirm at the same moment take turns, so that one of them founds and the others find. The key on
  -- the domain would refuse a second founding, but only by failing the confirmation.
  perform pg_advisory_xact_lock(hashtextextended('account of domain ' || home, 0));
  select d.account_id into account from public.account_domains d where d.domain = home;
  if account is null then
    insert into public.accounts (name)
    values (coalesce(private.metadata_text(metadata, 'account_name'), private.suggested_account_name(home)))
    returning id into account;
    insert into public.account_domains (domain, account_id) values (home, account);
    insert into public.account_members (account_id, user_id, role, permission_level)
    values (account, person, 'owner', 'admin');
  elsif private.has_left(account, person, email) then
    return;
  elsif (select a.newcomers_need_admission from public.accounts a where a.id = account) then
    perform private.queue_newcomer(person, account);
  else
    insert into public.account_members (account_id, user_id) values (account, person);
    -- An archive may have brought them, whom nobody has invited yet.
    perform private.end_invitations_of_joined(account, person);
  end if;
end
$$;
create or replace function private.end_invitations_of_joined(account uuid, person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  invitation record;
begin
  for invitation in
    select i.id, i.email
    from public.pending_invitations i
    join public.profiles p on p.id = person and lower(p.email) = i.email
    where i.account_id = account and i.accepted_at is null and i.declined_at is null
    order by i.id
    for update of i
  loop
    perform private.hand_to_invited(account, invitation.id, person, null);
    perform private.give_awaited_by_address(account, invitation.email, person);
    update public.pending_invitations set declined_at = now() where id = invitation.id;
  end loop;
end
$$;
comment on function private.end_invitations_of_joined(uuid, uuid) is
  'Ends the open invitations of an account to a member who has joined it without them, and gives them what these owned and what waited for them.';
create or replace function private.my_open_invitations() returns json
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
create or replace function private.my_domain_offer() returns json
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
create or replace function private.problems_of_restoring(account uuid, ids uuid[], new_names jsonb)
returns table (kind text, record_id uuid, name text, problem text)
language sql stable security definer set search_path = ''
as $$
  select
    b.kind, wanted.id, called.name,
    case
      -- An archive may have brought an id that is another account's: that is told like one that nobody has.
      when b.record_id is null or exists (select from private.records r where r.kind = b.kind and r.id = b.record_id)
        then 'not_in_bin'
      when not private.may_restore(account, b.record, b.deleted_at) then 'not_allowed'
      when not private.feature_enabled(private.feature_of(b.kind)) and private.my_rank() is distinct from 3 then 'switched_off'
      when private.name_is_taken(account, b.kind, called.name)
        or row_number() over (partition by b.kind, lower(called.name) order by b.deleted_at desc, wanted.id) > 1
        then 'name_taken'
    end
  from (select distinct given.id from unnest(ids) as given (id)) wanted
  left join public.binned_records b on b.account_id = account and b.record_id = wanted.id
  cross join lateral (select private.display_text(coalesce(new_names ->> wanted.id::text, b.name)) as name) called
$$;
create or replace function public.add_import_rows(import uuid, rows jsonb) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  plan constant public.imports := private.hold_import(import);
  added integer;
begin
  if exists (select from public.import_rows r where r.import_id = plan.id and r.effect is not null) then
    raise exception 'This import has been checked already.' using errcode = 'PT409', hint = 'Start again with the file.';
  end if;
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) > 1000 or exists (
    select from jsonb_array_elements(rows) as r (value)
    where jsonb_typeof(r.value -> 'values') is distinct from 'object'
      or coalesce(r.value ->> 'row' !~ '^[1-9][0-9]{0,6}$', true)
      or jsonb_typeof(coalesce(r.value -> 'unreadable', '[]')) <> 'array'
  ) then
    raise exception 'Send at most 1,000 rows: [{"row", "values", "unreadable"}].' using errcode = '22023';
  end if;
  insert into public.import_rows as r (account_id, import_id, row_number, given, unreadable, match_value, name_key)
  select distinct on (number)
    plan.account_id, plan.id, (g.value ->> 'row')::integer as number, g.value -> 'values',
    array(select jsonb_array_elements_text(coalesce(g.value -> 'unreadable', '[]'))),
    private.match_value(plan.match_key, g.value -> 'values'),
    nullif(private.name_key(left(g.value -> 'values' ->> 'name', 200)), '')
  from jsonb_array_elements(rows) with ordinality as g (value, place)
  order by number, g.place desc
  on conflict (import_id, row_number) do update
  set given = excluded.given, unreadable = excluded.unreadable, match_value = excluded.match_value,
    name_key = excluded.name_key;
  get diagnostics added = row_count;
  if (select count(*) from public.import_rows r where r.import_id = plan.id) > 50000 then
    raise exception 'An import has at most 50,000 rows.' using errcode = '22023', hint = 'Divide the file.';
  end if;
  return added;
end
$$;
create or replace function public.apply_import(import uuid) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  plan constant public.imports := private.hold_import(import);
  rows integer[] := private.next_import_rows(plan);
begin
  if plan.checked_at is null or private.is_unchecked(plan) then
    raise exception 'Check this import before you apply it.' using errcode = 'PT409', hint = 'Call check_import until all rows are checked.';
  end if;
  perform set_config('cairn.act', plan.act::text, true);
  perform set_config('cairn.names_are_known', 'on', true);
  loop
    if cardinality(rows) > 0 then
      perform private.apply_import_rows(plan, rows);
    end if;
    perform private.note_import(plan, rows);
    rows := private.next_import_rows(plan);
    exit when cardinality(rows) = 0 or clock_timestamp() > statement_timestamp() + interval '2 seconds';
  end loop;
  return private.import_as_read(plan.id);
end
$$;
create or replace function public.get_first_steps() returns json
language plpgsql stable set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  kind text;
  has_link boolean := false;
begin
  for kind in select k.kind from private.kinds_in_use() as k (kind) loop
    execute format(
      'select exists (select from public.%I t where t.account_id = $1 and t.links <> ''[]'')', private.catalogue_of(kind)
    ) into has_link using account;
    exit when has_link;
  end loop;
  return json_build_object(
    'systems', (select count(*) from (select from public.systems s where s.account_id = account limit 5) s),
    'owned', (
      select count(*)
      from (
        select from public.systems s
        where s.account_id = account and (s.owner_id is not null or s.invited_owner_id is not null)
        limit 5
      ) s
    ),
    'has_colleague', exists (
      select from public.account_members m where m.account_id = account and m.user_id <> private.caller_id()
    ) or exists (
      select from public.pending_invitations i
      where i.account_id = account and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
        and i.sent_at is not null
    ),
    'has_link', has_link
  );
end
$$;
create or replace function public.language_of_recipient(event jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with recipient as (
    select w.language
    from public.profiles p
    join public.notification_preferences w on w.user_id = p.id
    where p.id = (event ->> 'user_id')::uuid or lower(p.email) = lower(event ->> 'email')
    order by p.id = (event ->> 'user_id')::uuid desc nulls last
    limit 1
  ),
  inviter as (
    select w.language
    from public.pending_invitations i
    join public.notification_preferences w on w.user_id = i.invited_by
    where (event ->> 'invited')::boolean and i.email = lower(event ->> 'email')
      and i.accepted_at is null and i.declined_at is null and i.expires_at > now() and i.sent_at is not null
    order by i.created_at desc
    limit 1
  )
  select jsonb_build_object(
    'language', coalesce((select r.language from recipient r), (select i.language from inviter i))
  )
$$;
create function private.set_archive_room(most_bytes bigint, most_bytes_of_new bigint) returns void
language sql volatile security definer set search_path = ''
as $$
  update private.archive_room r
  set most_bytes = set_archive_room.most_bytes, most_bytes_of_new = set_archive_room.most_bytes_of_new
  where (r.most_bytes, r.most_bytes_of_new)
    is distinct from (set_archive_room.most_bytes, set_archive_room.most_bytes_of_new)
$$;
comment on function private.set_archive_room(bigint, bigint) is
  'For the server, at its start: how many bytes of archives can be brought at once, by all accounts and by a new one.';
alter function private.set_archive_room(bigint, bigint) owner to cairn_definer;
revoke all on function private.set_archive_room(bigint, bigint) from public, anon, authenticated, service_role;
grant execute on function private.set_archive_room(bigint, bigint) to supabase_auth_admin;
create function private.refuse_without_archive_room(account uuid, further bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  room private.archive_room;
  is_new constant boolean := exists (
    select from public.accounts a where a.id = account and a.created_at > now() - interval '1 day'
  );
  mine bigint;
  of_new bigint;
  of_all bigint;
begin
  -- Until this transaction ends, nobody else counts.
  perform pg_advisory_xact_lock(hashtextextended('room for archives', 0));
  select r.* into strict room from private.archive_room r;
  select
    coalesce(sum(i.bytes) filter (where i.account_id = account), 0),
    coalesce(sum(i.bytes) filter (where a.created_at > now() - interval '1 day'), 0),
    coalesce(sum(i.bytes), 0)
  into mine, of_new, of_all
  from public.archive_imports i
  join public.accounts a on a.id = i.account_id
  where i.state in ('uploading', 'waiting', 'working');
  if is_new and mine + further > room.most_bytes_of_new then
    raise exception 'An account that is younger than a day cannot restore an archive of this size.'
      using errcode = 'PT413', hint = 'Try again tomorrow, or ask who runs the server.';
  end if;
  if of_all + further > room.most_bytes
    or is_new and of_new + further > room.most_bytes / 2
  then
    raise exception 'The server has no room for another archive at the moment.'
      using errcode = 'PT507', hint = 'Try again later, or ask who runs the server.';
  end if;
end
$$;
comment on function private.refuse_without_archive_room(uuid, bigint) is
  'Refuses so many further bytes of an archive that an account brings, where the server or a new account has no room for them.';
alter function private.refuse_without_archive_room(uuid, bigint) owner to cairn_definer;
create or replace function public.start_archive_import() returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  made uuid;
begin
  perform private.refuse_non_admin('Only administrators can take in an archive.');
  perform from public.accounts a where a.id = account for no key update;
  perform private.refuse_account_with_rows(account);
  if exists (
    select from public.archive_imports i where i.account_id = account and i.state in ('waiting', 'working')
  ) then
    raise exception 'An archive is being taken in already.' using errcode = 'PT409', hint = 'Wait until it is done.';
  end if;
  delete from public.archive_imports i where i.account_id = account;
  perform private.refuse_without_archive_room(account, 1);
  insert into public.archive_imports (account_id, made_by) values (account, private.caller_id()) returning id into made;
  return made;
end
$$;
create or replace function public.add_archive_import_part(import uuid, place integer, content text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  most_bytes constant bigint := 4294967295;
  part bytea;
begin
  perform private.refuse_non_admin('Only administrators can take in an archive.');
  if content is null or octet_length(content) not between 1 and 1000000 then
    raise exception 'A part of an archive has at most 750,000 bytes.' using errcode = '22023';
  end if;
  part := decode(content, 'base64');
  perform private.refuse_without_archive_room(private.my_account(), octet_length(part));
  update public.archive_imports i
  set parts = add_archive_import_part.place, bytes = i.bytes + octet_length(part)
  where i.account_id = private.my_account() and i.id = import and i.state = 'uploading'
    and i.parts = add_archive_import_part.place - 1 and i.bytes + octet_length(part) <= most_bytes
    -- All parts but the last have one size, so that each byte is found.
    and (add_archive_import_part.place = 1 or exists (
      select from private.archive_import_parts p
      where p.account_id = i.account_id and p.import_id = i.id and p.place = 1
        and octet_length(p.bytes) >= octet_length(part)
        and i.bytes = octet_length(p.bytes)::bigint * (add_archive_import_part.place - 1)
    ));
  if not found then
    raise exception 'This part of the archive cannot be taken.'
      using errcode = 'PT409', hint = 'Begin anew with the whole file.';
  end if;
  insert into private.archive_import_parts (account_id, import_id, place, bytes)
  values (private.my_account(), import, add_archive_import_part.place, part);
end
$$;
create or replace function private.take_in_people(account uuid, inviter uuid, lines jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into private.former_members (account_id, email, left_at, user_id)
  select account, lower(p.email), p.since, p.id
  from jsonb_to_recordset(lines) as p (id uuid, email text, state text, since timestamptz)
  where p.state = 'left'
  on conflict do nothing;
  -- Not sent: they count for no limit, and an admin invites them in portions. A year: there can be many.
  with come as (
    select p.*
    from jsonb_to_recordset(lines) as p (
      id uuid, email text, name text, state text, permission_level text, job_role text, department text,
      since timestamptz, role text, knowledge_areas text[]
    )
    where p.state <> 'left' and not private.is_member(account, p.id)
  ),
  awaited as (
    insert into private.awaited_people (account_id, id, email, name, role, knowledge_areas)
    select account, c.id, lower(c.email), c.name, c.role, coalesce(c.knowledge_areas, '{}') from come c
  )
  insert into public.pending_invitations (
    id, account_id, email, name, job_role, department, permission_level, expires_at, created_at, sent_at
  )
  select
    c.id, account, c.email, c.name, c.job_role, c.department, c.permission_level, now() + interval '1 year',
    coalesce(least(c.since, now()), now()), null
  from come c
  where not exists (
    select from public.pending_invitations i
    where i.account_id = account and i.email = lower(c.email) and i.accepted_at is null and i.declined_at is null
  );
end
$$;
comment on function private.take_in_people(uuid, uuid, jsonb) is
  'Lists the people of an archive as not invited yet, and remembers who left.';
create function private.give_awaited_by_address(account uuid, address text, person uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  former uuid;
begin
  delete from private.awaited_people w where w.account_id = account and w.email = address returning w.id into former;
  if former is not null then
    perform set_config('cairn.taking_in', 'on', true);
    perform private.give_awaited(account, former, person);
    perform set_config('cairn.taking_in', '', true), set_config('cairn.names_are_known', '', true);
  end if;
end
$$;
comment on function private.give_awaited_by_address(uuid, text, uuid) is
  'Gives a person who has joined what waited for their address.';
alter function private.give_awaited_by_address(uuid, text, uuid) owner to cairn_definer;
create or replace function private.give_awaited_to_member() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid;
begin
  select m.user_id into person
  from public.account_members m
  join public.profiles p on p.id = m.user_id
  where m.account_id = new.account_id and lower(p.email) = new.email
  order by m.user_id = private.caller_id() desc
  limit 1;
  if person is not null then
    perform private.give_awaited_by_address(new.account_id, new.email, person);
  end if;
  return null;
end
$$;
revoke all on private.archive_room from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select, update on private.archive_room to cairn_definer;
