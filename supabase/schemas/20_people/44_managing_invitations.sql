-- What admins do with invitations: send, list, renew and withdraw them, for one person or many.
--
-- Procedures that write run as the caller where they can: the policies and triggers of the table decide about each
-- row. Inviting several people is all or nothing, and the answer says what is wrong with which person.
-- An account sends at most 200 invitations within 24 hours. An admin who has to wait learns until when.

create function public.get_invitation_token(invitation_id_param uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  token text;
begin
  select private.invitation_token(i.id) into token
  from public.pending_invitations i
  where i.id = invitation_id_param and i.account_id = private.my_account() and private.my_rank() = 3
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now();
  if token is null then
    raise exception 'There is no such open invitation.'
      using errcode = 'PT404', hint = 'It was accepted, revoked or expired, or belongs to another account.';
  end if;
  return token;
end
$$;
comment on function public.get_invitation_token(uuid) is
  'For admins: the token that stands in the link /invitation?token=… of an open invitation of their account.';
alter function public.get_invitation_token(uuid) owner to cairn_definer;
revoke all on function public.get_invitation_token(uuid) from public, anon, authenticated, service_role;
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
alter function public.invite_member(text, text, text, text, text) owner to cairn_definer;
revoke all on function public.invite_member(text, text, text, text, text) from public, anon, authenticated, service_role;
grant execute on function public.invite_member(text, text, text, text, text) to authenticated;

create function public.cleanup_expired_invitations_enhanced() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  removed integer;
begin
  if private.my_rank() is distinct from 3 then
    raise exception 'Only account owners can manage invitations.' using errcode = '42501', hint = 'Ask an administrator.';
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
alter function public.cleanup_expired_invitations_enhanced() owner to cairn_definer;
revoke all on function public.cleanup_expired_invitations_enhanced() from public, anon, authenticated, service_role;
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
        i.id, i.name, private.masked_email(i.email) as sent_to, i.permission_level, i.created_at, i.expires_at,
        coalesce(i.accepted_at, i.declined_at, i.expires_at) as ended_at,
        p.name as inviter_name,
        case
          when i.accepted_at is not null then 'accepted'
          when i.declined_at is not null then 'revoked'
          when i.expires_at <= now() then 'expired'
          else 'pending'
        end as status
      from public.pending_invitations i
      left join public.profiles p on p.id = i.invited_by
      where i.account_id = private.my_account()
    )
    select json_build_object(
      'active', (select coalesce(json_agg(m order by m.created_at desc, m.id), '[]') from mine m where m.status = 'pending'),
      'ended', (select count(*) from mine m where m.status <> 'pending'),
      'history', (
        select coalesce(json_agg(h order by h.ended_at desc, h.id), '[]')
        from (
          select m.* from mine m where m.status <> 'pending' order by m.ended_at desc, m.id
          limit least(greatest(coalesce(history_limit, 5), 0), 500)
        ) h
      )
    )
  );
end
$$;
comment on function public.get_invitations(integer) is
  'For admins: the invitations of their account, with masked addresses: {"active": […], "ended": number, "history": […]}. The history holds the last that ended.';
alter function public.get_invitations(integer) owner to cairn_definer;
revoke all on function public.get_invitations(integer) from public, anon, authenticated, service_role;
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
  where i.id = invitation_id_param and i.accepted_at is null and i.declined_at is null;
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
comment on function public.renew_invitation(uuid) is
  'For admins: ends an open invitation and sends its like. Answers as invite_member does, with the address and the name.';
alter function public.renew_invitation(uuid) owner to cairn_definer;
revoke all on function public.renew_invitation(uuid) from public, anon, authenticated, service_role;
grant execute on function public.renew_invitation(uuid) to authenticated;

create function public.withdraw_invitation(invitation_id_param uuid) returns void
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
alter function public.withdraw_invitation(uuid) owner to cairn_definer;
revoke all on function public.withdraw_invitation(uuid) from public, anon, authenticated, service_role;
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
      detail = coalesce(
        to_char((sent[oldest_in_the_way] + interval '1 day') at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), ''
      );
end
$$;
comment on function private.refuse_more_invitations(integer) is
  'Refuses so many more invitations of the caller''s account, where they are more than 200 within a day; the detail says when they fit.';
alter function private.refuse_more_invitations(integer) owner to cairn_definer;
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
begin
  perform private.refuse_non_owner();
  if coalesce(jsonb_typeof(people), '') <> 'array' or jsonb_array_length(people) not between 1 and 100 then
    raise exception 'You can invite 1 to 100 people at once.'
      using errcode = '22023', hint = 'Invite the others afterwards.';
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
        problems := problems || jsonb_build_object('email', person.email, 'message', sqlerrm);
      end;
    end loop;
    if problems <> '[]' then
      raise exception 'Not everybody can be invited.' using errcode = 'CA001';
    end if;
  exception when sqlstate 'CA001' then
    -- What was written before goes with it.
    invitations := '[]';
  end;
  return json_build_object('invitations', invitations, 'problems', problems);
end
$$;
comment on function public.invite_members(jsonb, text, text) is
  'For admins: invites up to 100 people [{"email", "name"}] in one step. Answers {"invitations": [{"email", "name", "id", "expires_at", "token"}], "problems": [{"email", "message"}]}; with a problem nobody is invited.';
alter function public.invite_members(jsonb, text, text) owner to cairn_definer;
revoke all on function public.invite_members(jsonb, text, text) from public, anon, authenticated, service_role;
grant execute on function public.invite_members(jsonb, text, text) to authenticated;

-- Says before sending what sending would say, with the same sentences. Only the caller's own account is looked at: what
-- others know of an address stays with them.
create function public.get_invitation_problems(addresses text[]) returns json
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
              and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
          ) then 'This person already has an open invitation.'
        end as message
      from (select distinct unnest(addresses) as email) as given
    ) as known
    where known.message is not null
  );
end
$$;
comment on function public.get_invitation_problems(text[]) is
  'For admins: which of up to 100 addresses belong to members of their own account or have an open invitation to it: [{"email", "message"}].';
alter function public.get_invitation_problems(text[]) owner to cairn_definer;
revoke all on function public.get_invitation_problems(text[]) from public, anon, authenticated, service_role;
grant execute on function public.get_invitation_problems(text[]) to authenticated;

-- An admin could withdraw invitations and send as many again, without end. So the function counts the audit log,
-- which no user can empty. It counts the rows of the table too, because a statement's own entries come only after all
-- of its rows.
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
alter function private.invitations_of_today(uuid) owner to cairn_definer;
