-- Managing invitations: admins send, list, renew and withdraw them, for one person or many. People of an archive are
-- listed as not invited yet, and admins invite them in portions.
--
-- Procedures that write run as the caller where they can: the policies and triggers of the table decide about each row.
-- Inviting several people is all or nothing, and the answer says what is wrong with which person. An account sends at
-- most 200 invitations within 24 hours. An admin who has to wait learns until when.

create function public.get_invitation_token(invitation_id_param uuid) returns text
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
      using errcode = 'PT404', detail = 'invitation.unknown',
        hint = 'It was accepted, revoked or expired, or belongs to another account.';
  end if;
  return token;
end
$$;
comment on function public.get_invitation_token(uuid) is
  'For admins: the token that stands in the link /invitation?token=… of an open invitation of their account.';
grant execute on function public.get_invitation_token(uuid) to authenticated;

-- Runs as the caller, so that a row written here passes the same policy and triggers as a row written to the table.
create function public.invite_member(
  email_param text,
  name_param text,
  job_role_param text default null,
  department_param text default null,
  permission_level_param text default 'viewer'
) returns json
language plpgsql set search_path = ''
as $$
declare
  invitation public.pending_invitations;
begin
  insert into public.pending_invitations (email, name, job_role, department, permission_level)
  values (email_param, name_param, job_role_param, department_param, coalesce(permission_level_param, 'viewer'))
  returning * into invitation;
  return json_build_object(
    'id', invitation.id,
    'expires_at', invitation.expires_at,
    'token', public.get_invitation_token(invitation.id)
  );
end
$$;
comment on function public.invite_member(text, text, text, text, text) is
  'For admins: invites a person. Answers {"id": …, "expires_at": …, "token": …}; a second invitation to an address waits until the first has ended.';
grant execute on function public.invite_member(text, text, text, text, text) to authenticated;

create function public.cleanup_expired_invitations_enhanced() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  removed integer;
begin
  if private.my_rank() is distinct from 3 then
    raise exception 'Only account owners can manage invitations.'
      using errcode = '42501', detail = 'invitation.owners_only', hint = 'Ask an administrator.';
  end if;
  delete from public.pending_invitations i
  where i.account_id = private.my_account() and i.expires_at <= now()
    and i.accepted_at is null and i.declined_at is null;
  get diagnostics removed = row_count;
  perform private.clean_audit_log();
  return removed;
end
$$;
comment on function public.cleanup_expired_invitations_enhanced() is
  'For admins: deletes the expired invitations of their account and says how many they were; cleans the audit log too.';
grant execute on function public.cleanup_expired_invitations_enhanced() to authenticated;

-- The address stays masked: an admin who invited a person knows it, and a list on a screen tells it to bystanders.
create function public.get_invitations(history_limit integer default 5) returns json
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
grant execute on function public.get_invitations(integer) to authenticated;

-- Runs as the caller, so that the same policies and triggers decide. A link belongs to the id of its invitation: a
-- new link is a new invitation, and the old invitation is revoked.
create function public.renew_invitation(invitation_id_param uuid) returns json
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
      using errcode = 'PT404', detail = 'invitation.unknown', hint = 'It was accepted or revoked in the meantime.';
  end if;
  perform set_config('cairn.renewed_invitation', former.id::text, true);
  update public.pending_invitations set declined_at = now() where id = former.id;
  renewed := public.invite_member(
    former.email, former.name, former.job_role, former.department, former.permission_level
  )::jsonb;
  perform private.move_to_renewed_invitation(former.id, (renewed ->> 'id')::uuid);
  perform set_config('cairn.renewed_invitation', '', true);
  return jsonb_build_object('email', former.email, 'name', former.name) || renewed;
end
$$;
comment on function public.renew_invitation(uuid) is
  'For admins: ends an open invitation and sends its like. Answers as invite_member does, with the address and the name.';
grant execute on function public.renew_invitation(uuid) to authenticated;

-- All at once, or nobody: a refusal by the limit or for a person is known before a mail goes out.
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
      using errcode = '22023', detail = 'invitation.batch_size', hint = 'Invite the others afterwards.';
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
      using errcode = 'PT404', detail = 'invitation.unknown',
        hint = 'Somebody else has sent or removed it in the meantime.';
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
grant execute on function public.send_invitations(uuid[]) to authenticated;

create function public.withdraw_invitation(invitation_id_param uuid) returns void
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
comment on function public.withdraw_invitation(uuid) is
  'For admins: takes back what they sent within ten minutes, for an invitation whose mail could not be sent. It leaves the list, stays in the audit log, and counts for the day.';
grant execute on function public.withdraw_invitation(uuid) to authenticated;

create function private.refuse_more_invitations(wanted integer) returns void
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
  raise exception 'Your account can send at most 200 invitations in 24 hours.'
    using errcode = 'PT429', hint = 'Please try again later.',
      detail = format('invitation.daily_limit %s', jsonb_build_object('retry_at', sent[oldest_in_the_way] + interval '1 day'));
end
$$;
comment on function private.refuse_more_invitations(integer) is
  'Refuses so many more invitations of the caller''s account, where they are more than 200 within a day; the parameter retry_at says when they fit.';
grant execute on function private.refuse_more_invitations(integer) to authenticated;

-- Runs as the caller, so that the policies and triggers of a single invitation decide about each row.
create function public.invite_members(
  people jsonb,
  department_param text default null,
  permission_level_param text default 'viewer'
) returns json
language plpgsql set search_path = ''
as $$
declare
  person record;
  invited jsonb;
  invitations jsonb := '[]';
  problems jsonb := '[]';
  sentence text;
  refusal text;
begin
  perform private.refuse_non_owner();
  if coalesce(jsonb_typeof(people), '') <> 'array' or jsonb_array_length(people) not between 1 and 100 then
    raise exception 'You can invite 1 to 100 people at once.'
      using errcode = '22023', detail = 'invitation.batch_size', hint = 'Invite the others afterwards.';
  end if;
  perform private.refuse_more_invitations(jsonb_array_length(people));
  begin
    for person in
      select p.entry ->> 'email' as email, p.entry ->> 'name' as name from jsonb_array_elements(people) p (entry)
    loop
      begin
        invited := public.invite_member(
          person.email, person.name, null, department_param, permission_level_param
        )::jsonb;
        invitations := invitations || (invited || jsonb_build_object('email', person.email, 'name', person.name));
      exception when unique_violation or check_violation or not_null_violation then
        get stacked diagnostics sentence = message_text, refusal = pg_exception_detail;
        problems := problems || jsonb_build_object(
          'email', person.email, 'message', sentence, 'refusal', private.named_refusal(refusal)
        );
      end;
    end loop;
    if problems <> '[]' then
      raise exception 'Not everybody can be invited.' using errcode = 'CA001', detail = 'invitation.some_refused';
    end if;
  exception when sqlstate 'CA001' then
    -- The error also rolls back the invitations that were written before.
    invitations := '[]';
  end;
  return json_build_object('invitations', invitations, 'problems', problems);
end
$$;
comment on function public.invite_members(jsonb, text, text) is
  'For admins: invites up to 100 people [{"email", "name"}] in one step. Answers {"invitations": [{"email", "name", "id", "expires_at", "token"}], "problems": [{"email", "message", "refusal"}]}; with a problem nobody is invited.';
grant execute on function public.invite_members(jsonb, text, text) to authenticated;

-- Returns before sending the problems that sending would return, with the same sentences. It looks only at the caller's
-- own account: other accounts' knowledge of an address stays with them.
create function public.get_invitation_problems(addresses text[]) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.refuse_non_owner();
  if coalesce(cardinality(addresses), 0) not between 1 and 100 then
    raise exception 'You can invite 1 to 100 people at once.'
      using errcode = '22023', detail = 'invitation.batch_size', hint = 'Ask about the others afterwards.';
  end if;
  return (
    select coalesce(json_agg(json_build_object(
      'email', known.email,
      'message', case known.refusal
        when 'invitation.user_exists' then 'A user with this email already exists in the system.'
        when 'invitation.already_open' then 'This person already has an open invitation.'
        when 'invitation.import_waits' then 'This person is among those who are not invited yet.'
      end,
      'refusal', known.refusal
    )), '[]')
    from (
      select
        given.email,
        case
          when exists (
            select from public.profiles p
            where p.account_id = private.my_account() and lower(p.email) = lower(given.email)
          ) then 'invitation.user_exists'
          else (
            select case when i.sent_at is null then 'invitation.import_waits' else 'invitation.already_open' end
            from public.pending_invitations i
            where i.account_id = private.my_account() and i.email = lower(given.email)
              and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
            order by i.sent_at is null
            limit 1
          )
        end as refusal
      from (select distinct unnest(addresses) as email) as given
    ) as known
    where known.refusal is not null
  );
end
$$;
comment on function public.get_invitation_problems(text[]) is
  'For admins: which of up to 100 addresses belong to members of their own account or have an open invitation to it: [{"email", "message", "refusal"}].';
grant execute on function public.get_invitation_problems(text[]) to authenticated;

-- An admin could withdraw invitations and send as many again, without end. So the function counts the audit log,
-- which no user can empty, and in which one that was sent twice stands twice. It counts the rows of the table too,
-- because a statement's own entries come only after all of its rows.
create function private.invitations_of_today(account uuid) returns setof timestamptz
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
comment on function private.invitations_of_today(uuid) is
  'When each invitation of an account''s last 24 hours was sent, those that were withdrawn included.';
