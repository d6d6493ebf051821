-- Inviting several people in one step: all of them or nobody, and what is wrong with which. An account sends as many
-- invitations within a day as fit two such steps, and whoever has to wait learns until when.

create function private.refuse_more_invitations(wanted integer) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  most constant integer := 200;
  sent integer;
  fits_at timestamptz;
begin
  select count(*) into sent
  from public.pending_invitations i
  where i.account_id = private.my_account() and i.created_at > now() - interval '1 day';
  if sent + wanted <= most then
    return;
  end if;
  -- The one that has to be a day old, so that there is room.
  select i.created_at + interval '1 day' into fits_at
  from public.pending_invitations i
  where i.account_id = private.my_account() and i.created_at > now() - interval '1 day'
  order by i.created_at
  offset sent + wanted - most - 1
  limit 1;
  raise exception 'An account sends at most 200 invitations within a day.'
    using errcode = 'PT429', hint = 'Please try again later.',
      detail = coalesce(to_char(fits_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '');
end
$$;
comment on function private.refuse_more_invitations(integer) is
  'Refuses so many more invitations of the caller''s account, where they are more than 200 within a day; the detail says when they fit.';

create or replace function private.guard_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Locked, so that whoever is demoted at this moment has either invited before it or may not any more.
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
  if exists (
    select from public.pending_invitations i
    where i.account_id = new.account_id and i.email = new.email and i.accepted_at is null and i.declined_at is null
  ) then
    raise exception 'This person has an open invitation already.'
      using errcode = '23505', hint = 'Send them its link, or revoke it first.';
  end if;
  return new;
end
$$;
comment on function private.guard_invitation() is
  'Trigger: an admin invites, in their own name, once for an address, two hundred times a day, and nobody who belongs already.';

-- Runs as the caller, so that the policies and triggers of a single invitation decide about each of these.
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
    raise exception 'One step invites 1 to 100 people.' using errcode = '22023', hint = 'Invite the others afterwards.';
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

alter function private.refuse_more_invitations(integer) owner to cairn_definer;
alter function public.invite_members(jsonb, text, text) owner to cairn_definer;
-- Called by a procedure that runs as its caller, about whose account alone it tells something.
grant execute on function private.refuse_more_invitations(integer) to authenticated;
revoke all on function public.invite_members(jsonb, text, text) from public, anon, authenticated, service_role;
grant execute on function public.invite_members(jsonb, text, text) to authenticated;
