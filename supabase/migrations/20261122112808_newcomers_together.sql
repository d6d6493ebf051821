-- People who come in are told of together: two hundred sign-ups are one notification, not two hundred.
--
-- As long as a person has not read that somebody joined, or waits, the next newcomer takes the place of that notification,
-- which says how many there are besides. What was read stays as it was. So it is one mail as well: one that is still due
-- keeps its moment, however many follow, and after it the next is due when the person has read what there is.

create function private.fold_newcomers(
  account uuid, person uuid, kind text, out others integer, out mail_due_since timestamptz
)
language sql volatile security definer set search_path = ''
as $$
  with withdrawn as (
    delete from public.notifications n
    where n.account_id = fold_newcomers.account and n.user_id = person and n.kind = fold_newcomers.kind and n.read_at is null
    returning n.payload, n.mail_due, n.created_at
  )
  select
    coalesce(sum(1 + coalesce((w.payload ->> 'others')::integer, 0)), 0)::integer,
    min(w.created_at) filter (where w.mail_due)
  from withdrawn w
$$;
comment on function private.fold_newcomers(uuid, uuid, text) is
  'Takes the unread notifications of newcomers off a person''s list. Returns how many newcomers they told of, and since when a mail about them is due.';

create or replace function private.notify(
  account uuid, person uuid, kind text, record_kind text default null, record_id uuid default null,
  record_name text default null, payload jsonb default '{}'
)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  actor constant uuid := private.caller_id();
  wants public.notification_preferences;
  keep boolean;
  mail boolean;
  next_number bigint;
  others integer;
  due_since timestamptz;
begin
  if person = actor then
    return;
  end if;
  select coalesce(max(n.number), 0) + 1 into next_number
  from public.notifications n where n.account_id = account and n.user_id = person;
  -- A change of thousands of records at once is told of the first twenty.
  if exists (
    select from public.notifications n
    where n.account_id = account and n.user_id = person and n.number = next_number - 20 and n.created_at = now()
  ) then
    return;
  end if;
  select * into wants from public.notification_preferences w where w.user_id = person;
  keep := coalesce(wants.push, true);
  mail := coalesce(wants.email, true) and notify.kind <> 'record_changed';
  if not (keep or mail)
    or not coalesce(wants.mentions, true) and notify.kind in ('expert_assigned', 'owner_assigned')
  then
    return;
  end if;
  -- Whoever is leaving at this moment is told nothing, and not waited for: they may be waiting for this very change.
  perform from public.account_members m
  where m.account_id = account and m.user_id = person
  for key share skip locked;
  if not found then
    return;
  end if;
  if notify.kind = 'record_changed' then
    payload := payload || jsonb_build_object(
      'fields', private.with_unread_fields(account, person, actor, notify.record_id, payload -> 'fields')
    );
  end if;
  if notify.kind in ('member_joined', 'newcomer_waiting') then
    select * into others, due_since from private.fold_newcomers(account, person, notify.kind);
    if others > 0 then
      payload := payload || jsonb_build_object('others', others);
      mail := due_since is not null;
      select coalesce(max(n.number), 0) + 1 into next_number
      from public.notifications n where n.account_id = account and n.user_id = person;
    end if;
  end if;
  insert into public.notifications (
    account_id, user_id, number, kind, actor_id, record_kind, record_id, record_name, payload, in_app, mail_due,
    created_at
  )
  values (
    account, person, next_number, notify.kind, actor, notify.record_kind, notify.record_id, notify.record_name,
    notify.payload, keep, mail, coalesce(due_since, now())
  );
  delete from public.notifications n
  where n.account_id = account and n.user_id = person and n.number = next_number - 500;
end
$$;

alter function private.fold_newcomers(uuid, uuid, text) owner to cairn_definer;
