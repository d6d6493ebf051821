-- 'Invite several' marks members and those who are invited already before anything is sent.

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
create function public.get_invitation_problems(addresses text[]) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.refuse_non_owner();
  if coalesce(cardinality(addresses), 0) not between 1 and 100 then
    raise exception 'One step invites 1 to 100 people.' using errcode = '22023', hint = 'Ask about the others afterwards.';
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
          ) then 'This person has an open invitation already.'
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
