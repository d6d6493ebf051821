-- Notifications: what concerns a person, newest first.
--
-- A row says what happened, not how to say it: the screen makes the sentence from kind, record and payload in the
-- reader's language. Triggers write rows through private.notify or private.notify_of_records, never for the person
-- who acted.
-- A row goes with the membership of its reader. A person has at most 500: each further notification takes the place
-- of the oldest.
-- The preferences decide what is kept in the app and what is mailed. The database only marks mails as due; the server
-- takes them and clears the mark.

create type private.record_news as (
  account_id uuid,
  person_id uuid,
  kind text,
  record_kind text,
  record_id uuid,
  record_name text,
  payload jsonb
);
alter type private.record_news owner to cairn_owner;

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null,
  user_id uuid not null,
  number bigint not null,
  kind text not null,
  actor_id uuid,
  record_kind text,
  record_id uuid,
  record_name text,
  payload jsonb not null default '{}',
  in_app boolean not null,
  mail_due boolean not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  told_at timestamptz not null default now(),
  constraint notifications_user_id_fkey foreign key (account_id, user_id)
    references public.account_members (account_id, user_id) on delete cascade,
  constraint notifications_kind_known check (private.holds(
    kind in (
      'invitation_accepted', 'member_joined', 'newcomer_waiting', 'expert_assigned', 'owner_assigned', 'level_changed',
      'record_changed', 'record_deleted', 'record_restored', 'dependency_deleted', 'second_factor_wanted', 'handed_over',
      'view_changed', 'renewal_due', 'archive_ready', 'heartbeat_late', 'heartbeat_failing', 'heartbeat_back',
      'webhook_paused', 'token_expires', 'service_account_given', 'suggestion_made',
      'ended_token_used'
    ),
    'notification.kind',
    'Kind must be one of the known kinds of notifications.'
  ))
);
create index notifications_by_number_idx on public.notifications (account_id, user_id, number desc, id desc);
create index notifications_unread_idx on public.notifications (account_id, user_id, record_id) where read_at is null;
create index notifications_mail_due_idx on public.notifications (created_at) where mail_due;
comment on table public.notifications is 'Notifications of members, and whether they have read them.';
comment on column public.notifications.number is
  'Counts the notifications of a person. Two that come at the same moment can have the same, so pages go by number and id.';
comment on column public.notifications.actor_id is 'The person who acted; empty for the server. Stays when the person leaves.';
comment on column public.notifications.payload is 'Other values of the sentence: fields, levels, the name of an invitee, the number of records.';
comment on column public.notifications.in_app is 'Whether the person sees it; otherwise it waits only to be mailed.';
comment on column public.notifications.mail_due is 'Still to be mailed.';
comment on column public.notifications.told_at is
  'When it came to the list. Later than created_at where it took the place of earlier ones.';

-- Long, because each refusal comes before the lock or question that it saves.
create function private.notify(
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
  -- An act that tells one person of thousands of people tells of the first twenty.
  if exists (
    select from public.notifications n
    where n.account_id = account and n.user_id = person and n.number = next_number - 20 and n.created_at = now()
  ) then
    return;
  end if;
  select * into wants from public.notification_preferences w where w.user_id = person;
  keep := coalesce(wants.push, true);
  mail := coalesce(wants.email, true);
  if not (keep or mail) or private.is_muted(account, person, notify.kind, notify.record_kind, notify.record_id) then
    return;
  end if;
  -- A member who is leaving right now is skipped and not waited for: they may be waiting for this very change.
  perform from public.account_members m
  where m.account_id = account and m.user_id = person
  for key share skip locked;
  if not found then
    return;
  end if;
  if notify.kind in ('member_joined', 'newcomer_waiting') then
    select * into others, due_since from private.group_newcomer_notifications(account, person, notify.kind);
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
comment on function private.notify(uuid, uuid, text, text, uuid, text, jsonb) is
  'Tells a member of something, as their preferences want it. Nothing for the caller themself.';

create function private.stamp_read_at() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.read_at is not null then
    new.read_at := coalesce(old.read_at, now());
  end if;
  return new;
end
$$;
comment on function private.stamp_read_at() is 'Trigger: sets the time of reading by the clock of the server.';

create function public.get_my_notifications(
  result_limit integer default 50,
  before_number bigint default null,
  before_id uuid default null,
  unread_only boolean default false
)
returns table (
  id uuid, number bigint, kind text, actor_id uuid, actor_name text, actor_avatar text, record_kind text, record_id uuid,
  record_name text, payload jsonb, created_at timestamptz, read_at timestamptz
)
language sql stable set search_path = ''
as $$
  select
    n.id, n.number, n.kind, n.actor_id, p.name, p.avatar, n.record_kind, n.record_id, n.record_name, n.payload,
    n.created_at, n.read_at
  from public.notifications n
  left join public.account_members m on m.account_id = n.account_id and m.user_id = n.actor_id
  left join public.profiles p on p.id = m.user_id
  where n.account_id = (select private.my_account()) and n.user_id = (select private.caller_id()) and n.in_app
    and (before_number is null or n.number <= before_number and (n.number < before_number or n.id < before_id))
    and (n.read_at is null or not coalesce(unread_only, false))
  order by n.number desc, n.id desc
  limit least(greatest(coalesce(result_limit, 50), 1), 100)
$$;
comment on function public.get_my_notifications(integer, bigint, uuid, boolean) is
  'The caller''s notifications, newest first, with name and avatar of who acted; further ones after number and id of the last.';
grant execute on function public.get_my_notifications(integer, bigint, uuid, boolean) to authenticated, service_role;

create function public.unread_notification_count() returns integer
language sql stable set search_path = ''
as $$
  select count(*)::integer
  from public.notifications n
  where n.account_id = (select private.my_account()) and n.user_id = (select private.caller_id()) and n.in_app
    and n.read_at is null
$$;
comment on function public.unread_notification_count() is 'How many notifications the caller has not read.';
grant execute on function public.unread_notification_count() to authenticated, service_role;

create function public.mark_all_notifications_read() returns integer
language sql volatile set search_path = ''
as $$
  with marked as (
    update public.notifications n set read_at = now()
    where n.account_id = (select private.my_account()) and n.user_id = (select private.caller_id()) and n.in_app
      and n.read_at is null
    returning 1
  )
  select count(*)::integer from marked
$$;
comment on function public.mark_all_notifications_read() is 'Marks all of the caller''s notifications as read. Returns how many.';
grant execute on function public.mark_all_notifications_read() to authenticated, service_role;

create trigger notifications_stamp before update on public.notifications
  for each row when (current_user in ('authenticated', 'cairn_token')) execute function private.stamp_read_at();

alter table public.notifications enable row level security;
alter table public.notifications force row level security;

create policy "members see what concerns them" on public.notifications
  for select to authenticated
  using (account_id = (select private.my_account()) and user_id = (select private.caller_id()) and in_app);

create policy "members mark what they have read" on public.notifications
  for update to authenticated
  using (account_id = (select private.my_account()) and user_id = (select private.caller_id()) and in_app);

create policy "members delete what concerned them" on public.notifications
  for delete to authenticated
  using (account_id = (select private.my_account()) and user_id = (select private.caller_id()) and in_app);

create policy "tokens keep to their scopes" on public.notifications
  as restrictive to cairn_token
  using ((select private.is_unscoped()));

grant select on public.notifications to authenticated;
grant update (read_at), delete on public.notifications to authenticated;
grant select, insert, update, delete on public.notifications to service_role, cairn_definer;
