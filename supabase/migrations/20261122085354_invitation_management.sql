-- What admins do with invitations beyond sending and revoking: look at them, send a new link, and take back one whose
-- mail could not be sent.

create function private.refuse_non_owner() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.my_rank() is distinct from 3 then
    raise exception 'Only account owners can manage invitations.' using errcode = '42501', hint = 'Ask an administrator.';
  end if;
end
$$;
comment on function private.refuse_non_owner() is 'Refuses whoever is no admin of an account.';

-- The address stays masked: an admin who invited somebody knows it, and a list on a screen tells it to bystanders.
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

-- Runs as the caller, so that the same policies and triggers decide. A link belongs to the id of its invitation: a new
-- link is a new invitation, and the old one is revoked.
create function public.renew_invitation(invitation_id_param uuid) returns json
language plpgsql set search_path = ''
as $$
declare
  former public.pending_invitations;
begin
  perform private.refuse_non_owner();
  select i.* into former
  from public.pending_invitations i
  where i.id = invitation_id_param and i.accepted_at is null and i.declined_at is null;
  if not found then
    raise exception 'There is no such open invitation.'
      using errcode = 'PT404', hint = 'It was accepted or revoked in the meantime.';
  end if;
  update public.pending_invitations set declined_at = now() where id = former.id;
  return jsonb_build_object('email', former.email, 'name', former.name)
    || public.invite_member(former.email, former.name, former.job_role, former.department, former.permission_level)::jsonb;
end
$$;
comment on function public.renew_invitation(uuid) is
  'For admins: ends an open invitation and sends its like. Answers as invite_member does, with the address and the name.';

create function public.withdraw_invitation(invitation_id_param uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_non_owner();
  delete from public.pending_invitations i
  where i.id = invitation_id_param and i.account_id = private.my_account() and i.invited_by = private.caller_id()
    and i.accepted_at is null and i.declined_at is null and i.created_at > now() - interval '10 minutes';
end
$$;
comment on function public.withdraw_invitation(uuid) is
  'For admins: takes back what they sent within ten minutes, as if it had not been. For an invitation whose mail could not be sent.';

alter function private.refuse_non_owner() owner to cairn_definer;
alter function public.get_invitations(integer) owner to cairn_definer;
alter function public.renew_invitation(uuid) owner to cairn_definer;
alter function public.withdraw_invitation(uuid) owner to cairn_definer;
grant execute on function private.refuse_non_owner() to authenticated;
revoke all on function public.get_invitations(integer), public.renew_invitation(uuid), public.withdraw_invitation(uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.get_invitations(integer), public.renew_invitation(uuid), public.withdraw_invitation(uuid)
  to authenticated;
