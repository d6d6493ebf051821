-- Handing over thousands of records looks each of them up once, whatever the statistics say.

drop index public.handovers_pending_idx;
create index handovers_pending_idx on public.handovers (account_id, kind, record_id) where state = 'pending';

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
create or replace function private.keep_own_values() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_changed boolean;
begin
  if tg_op = 'DELETE' then
    delete from private.own_values v using gone g where v.record_id = g.id;
    return null;
  end if;
  if tg_op = 'INSERT' then
    execute
      'insert into private.own_values
      select v.*
      from come n
      cross join lateral jsonb_each(n.own) o
      join public.own_fields f on f.account_id = n.account_id and f.kind = $1 and f.key = o.key
      cross join lateral private.own_value_rows(f, n.id, o.value) v'
      using tg_argv[0];
    return null;
  end if;
  -- Planned each time, all of them: a plan made for one record would look ten thousand of them up one by one. What has
  -- changed is found first, for records with many values are too wide to be sorted together with the definitions. Not
  -- 'exists': for a first row the planner would compare each record with every other.
  execute 'select bool_or(o.own is distinct from n.own) from gone o join come n using (id)' into is_changed;
  if is_changed is not true then
    return null;
  end if;
  execute
    'with changed as materialized (
      select n.account_id, n.id, k.key
      from gone o
      join come n using (id)
      cross join lateral jsonb_each(o.own) k
      where o.own is distinct from n.own and k.value is distinct from n.own -> k.key
    )
    delete from private.own_values v
    using changed c
    join public.own_fields f on f.account_id = c.account_id and f.kind = $1 and f.key = c.key
    where v.record_id = c.id and v.field_id = f.id'
    using tg_argv[0];
  execute
    'with changed as materialized (
      select n.account_id, n.id, k.key, k.value
      from gone o
      join come n using (id)
      cross join lateral jsonb_each(n.own) k
      where o.own is distinct from n.own and k.value is distinct from o.own -> k.key
    )
    insert into private.own_values
    select v.*
    from changed c
    join public.own_fields f on f.account_id = c.account_id and f.kind = $1 and f.key = c.key
    cross join lateral private.own_value_rows(f, c.id, c.value) v'
    using tg_argv[0];
  return null;
end
$$;
create or replace function private.follow_owner() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Planned each time, all of them: a plan made for one record would compare thousands of them with each other.
  execute $statement$
    with joined as (
      update public.handovers h
      set receiver_id = n.owner_id, invitation_id = null
      from is_now n
      where h.account_id = n.account_id and h.record_id = n.id and h.part = 'owner' and h.state = 'pending'
        and h.invitation_id is not null and n.owner_id is not null
        and exists (
          select from public.pending_invitations i
          join public.profiles p on p.id = n.owner_id and lower(p.email) = i.email
          where i.account_id = h.account_id and i.id = h.invitation_id
        )
      returning h.account_id, h.receiver_id, h.act, h.giver_name, h.handed_by, h.kind, n.id, n.name
    )
    -- Not by private.notify: the person who accepts the invitation acts, and is told all the same.
    insert into public.notifications (
      account_id, user_id, number, kind, actor_id, record_kind, record_id, record_name, payload, in_app, mail_due
    )
    select
      j.account_id, j.receiver_id,
      coalesce((
        select max(n.number) from public.notifications n where n.account_id = j.account_id and n.user_id = j.receiver_id
      ), 0) + 1,
      'handed_over', (array_agg(j.handed_by))[1],
      case when count(*) = 1 then min(j.kind) end,
      case when count(*) = 1 then (array_agg(j.id))[1] end,
      case when count(*) = 1 then min(j.name) end,
      jsonb_build_object('act', j.act, 'giver', min(j.giver_name), 'amount', count(*)), true, false
    from joined j
    group by j.account_id, j.receiver_id, j.act
  $statement$;
  -- A renewed invitation is another one of the same person.
  execute $statement$
    update public.handovers h
    set invitation_id = n.invited_owner_id
    from is_now n
    where h.account_id = n.account_id and h.record_id = n.id and h.part = 'owner' and h.state = 'pending'
      and h.invitation_id <> n.invited_owner_id
      and (select i.email from public.pending_invitations i where i.id = h.invitation_id)
        = (select i.email from public.pending_invitations i where i.id = n.invited_owner_id)
  $statement$;
  execute $statement$
    update public.handovers h
    set state = 'withdrawn', answered_at = now()
    from is_now n
    where h.account_id = n.account_id and h.record_id = n.id and h.part = 'owner' and h.state = 'pending'
      and (h.receiver_id, h.invitation_id) is distinct from (n.owner_id, n.invited_owner_id)
  $statement$;
  return null;
end
$$;
