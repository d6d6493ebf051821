-- A handover that is not understood is refused: taken for none, it would leave everything without an owner, and whoever
-- had it would be gone.

create function private.is_wish(wish jsonb, names text[]) returns boolean
language sql immutable set search_path = ''
as $$
  select case
    when jsonb_typeof(wish) = 'object'
    then wish - names = '{}'
      and num_nonnulls(wish -> 'receiver', wish -> 'invitation', wish -> 'suggested') <= 1
      and coalesce(wish -> 'suggested', 'true') = 'true'
    else false
  end
$$;
comment on function private.is_wish(jsonb, text[]) is
  'Whether it says who gets something: a receiver, an invitation, whoever is suggested, or nobody; and nothing but these names.';

create function private.clear_wishes(wishes jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  given constant jsonb := jsonb_strip_nulls(wishes);
  is_clear boolean := false;
begin
  if jsonb_typeof(given) = 'object' and jsonb_typeof(coalesce(given -> 'records', '[]')) = 'array' then
    is_clear := given - array['records', 'rest'] = '{}'
      and private.is_wish(coalesce(given -> 'rest', '{}'), array['receiver', 'invitation', 'suggested'])
      and not exists (
        select from jsonb_array_elements(given -> 'records') as wish
        where not private.is_wish(wish, array['kind', 'id', 'part', 'receiver', 'invitation'])
      );
  end if;
  if not is_clear then
    raise exception 'A handover says who gets which records, and who gets the rest.'
      using errcode = '22023',
        hint = 'Send {"records": [{"kind", "id", "part", "receiver" or "invitation"}], "rest": {"receiver"}, {"invitation"} or {"suggested": true}}.';
  end if;
  return given;
end
$$;
comment on function private.clear_wishes(jsonb) is
  'A handover as it was asked for, without what is null; refuses what is none.';

alter function private.is_wish(jsonb, text[]) owner to cairn_definer;
alter function private.clear_wishes(jsonb) owner to cairn_definer;

create or replace function private.hand_over(person uuid, wishes jsonb, leaves boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  asked constant jsonb := private.clear_wishes(wishes);
  rest constant jsonb := asked -> 'rest';
  rest_receiver constant uuid := (rest ->> 'receiver')::uuid;
  rest_invitation constant uuid := (rest ->> 'invitation')::uuid;
  caller constant uuid := private.caller_id();
  members uuid[];
  suggested uuid[];
  invitations uuid[];
  giver text;
  decided jsonb;
begin
  if person is distinct from private.caller_id() and coalesce(private.my_rank(), 0) < 2 then
    raise exception 'What somebody hands over is a matter of theirs and of managers.'
      using errcode = '42501', hint = 'Ask an administrator.';
  end if;
  select
    array_remove(array_agg(distinct n.receiver) || rest_receiver, null),
    array_remove(array_agg(distinct n.invitation) || rest_invitation, null)
  into members, invitations
  from jsonb_to_recordset(coalesce(asked -> 'records', '[]')) as n (receiver uuid, invitation uuid);
  if person = any (members) then
    raise exception 'Nobody hands over to themselves.' using errcode = '22023', hint = 'Choose somebody else.';
  end if;
  if rest -> 'suggested' = 'true' then
    select array_agg(distinct d.receiver_id) filter (where d.receiver_id is not null) into suggested
    from private.decided_handovers(account, person, asked, leaves) d;
  end if;
  -- The caller as well: what they hand over says who changed it.
  perform private.lock_members(account, members || suggested || array[caller, person]);
  if not private.is_member(account, caller) then
    raise exception 'You are no longer a member of this account.' using errcode = '42501', hint = 'Sign in again.';
  end if;
  select p.name into giver
  from public.account_members m
  join public.profiles p on p.id = m.user_id
  where m.account_id = account and m.user_id = person;
  if not found then
    perform private.refuse_stale('Somebody else has handed this over in the meantime.');
  end if;
  perform private.refuse_receivers(account, members, invitations);
  if exists (
    select from public.pending_invitations i
    where i.account_id = account and i.id = any (invitations) and i.invited_by = person
  ) then
    raise exception 'An invitation ends with the admin who sent it: its person cannot take over from them.'
      using errcode = '22023', hint = 'Choose somebody else.';
  end if;
  if exists (
    select n.kind, n.id, n.part
    from jsonb_to_recordset(coalesce(asked -> 'records', '[]')) as n (kind text, id uuid, part text)
    except
    select b.kind, b.id, b.part from private.belongings(account, person, not leaves) b
  ) then
    perform private.refuse_stale('Somebody else has handed this over in the meantime.');
  end if;
  select jsonb_agg(d) into decided from private.decided_handovers(account, person, asked, leaves) d;
  if exists (
    select from jsonb_to_recordset(decided) as d (receiver_id uuid)
    where d.receiver_id is not null and d.receiver_id <> all (coalesce(members || suggested, '{}'))
  ) or exists (
    select from unnest(suggested) as person (id) where not private.is_member(account, person.id)
  ) then
    perform private.refuse_stale('Somebody who was to take over has left in the meantime.');
  end if;
  perform private.end_handovers_to(account, person, decided);
  perform private.note_handovers(account, decided, person, giver, leaves);
  -- First of all that one person is told in a transaction, which has an end.
  perform private.tell_receivers(account);
  perform private.carry_out_handovers(account);
  update public.handovers h
  set state = 'accepted', answered_at = now()
  where h.account_id = account and h.act = private.current_act() and h.receiver_id = caller and h.state = 'pending';
end
$$;
