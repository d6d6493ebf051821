-- A handover to somebody invited waits only while the invitation is open: when it expires nobody writes anything, and the
-- record is a gap without an owner, not one that waits for an answer. Renewed, the invitation is waited for again.

create or replace function private.gap_condition(kind text, gap text, not_seen uuid[]) returns text
language sql immutable set search_path = ''
as $$
  select case gap
    when 'no_owner' then 't.owner_id is null and ' || nobody_invited
    when 'owner_left' then
      't.owner_id is null and ' || nobody_invited || format(
        ' and exists (
          select from public.departed_owners d
          where d.account_id = t.account_id and d.kind = %L and d.record_id = t.id
        )',
        kind
      )
    when 'owner_not_seen' then format('t.owner_id = any (%L::uuid[])', coalesce(not_seen, '{}'))
    when 'handover_pending' then format(
      'exists (
        select from public.handovers h
        where h.account_id = t.account_id and h.record_id = t.id and h.kind = %L and h.state = ''pending''
          and (h.invitation_id is null or %s)
      )',
      kind, format(is_open, 'h.invitation_id')
    )
    when 'nobody_else' then format(
      'not exists (
        select from public.%I e
        where e.account_id = t.account_id and e.%I = t.id and e.expert_id is distinct from t.owner_id
      )',
      kind || '_experts', kind || '_id'
    )
  end
  from (
    select 'exists (
      select from public.pending_invitations i
      where i.account_id = t.account_id and i.id = %s
        and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
    )' as is_open
  ) as words
  cross join lateral (
    select format('(t.invited_owner_id is null or not %s)', format(is_open, 't.invited_owner_id')) as nobody_invited
  ) as of_owner
$$;

create function public.get_pending_handovers(kind_param text)
returns table (id uuid, record_id uuid, part text, giver_name text, receiver_id uuid)
language sql stable security definer set search_path = ''
as $$
  select h.id, h.record_id, h.part, h.giver_name, h.receiver_id
  from public.handovers h
  where h.account_id = (select private.my_account()) and h.kind = kind_param and h.state = 'pending'
    and (
      h.invitation_id is null
      or exists (
        select from public.pending_invitations i
        where i.account_id = h.account_id and i.id = h.invitation_id
          and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
      )
    )
  order by h.created_at desc, h.id
  limit 1000
$$;
comment on function public.get_pending_handovers(text) is
  'The handovers of a kind that wait for an answer, the last 1,000; receiver_id is null for somebody invited.';
alter function public.get_pending_handovers(text) owner to cairn_definer;
revoke all on function public.get_pending_handovers(text) from public, anon, authenticated, service_role;
grant execute on function public.get_pending_handovers(text) to authenticated;
