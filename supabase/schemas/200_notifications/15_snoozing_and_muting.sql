-- Snoozing and muting: what a member does not want to see in their inbox, for a time or for good.
--
-- A snoozed line comes back by itself. A mute is of a reason, such as renewals, or of a record; it also stops the
-- notifications for that reason, or about the record. What was handed over, deleted, or made the member's is told all the
-- same. Members reach their own rows only, and the procedures of the inbox write them.

create table public.inbox_snoozes (
  account_id uuid not null,
  user_id uuid not null,
  reason text not null,
  line_id text not null,
  until timestamptz not null,
  primary key (account_id, user_id, reason, line_id),
  constraint inbox_snoozes_user_id_fkey foreign key (account_id, user_id)
    references public.account_members (account_id, user_id) on delete cascade
);
comment on table public.inbox_snoozes is 'The lines of the inbox that a member does not want to see before a moment.';
comment on column public.inbox_snoozes.line_id is 'The reason and this id name a line, as in get_inbox.';

create table public.inbox_mutes (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null,
  user_id uuid not null,
  reason text,
  record_kind text,
  record_id uuid,
  constraint inbox_mutes_user_id_fkey foreign key (account_id, user_id)
    references public.account_members (account_id, user_id) on delete cascade,
  constraint inbox_mutes_key unique nulls not distinct (account_id, user_id, reason, record_kind, record_id),
  constraint inbox_mutes_of_one_thing check (private.holds(
    (reason is null) = (record_id is not null) and (record_kind is null) = (record_id is null),
    'inbox.mute_shape',
    'Mute a reason or a record.'
  ))
);
comment on table public.inbox_mutes is 'The reasons and records of which a member wants to hear nothing.';
comment on column public.inbox_mutes.reason is 'A reason of get_inbox; empty where a record is muted.';
comment on column public.inbox_mutes.record_id is
  'Without a key to the record: one that is restored from the bin is still muted.';

create function private.inbox_reason(notification text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when notification in ('heartbeat_late', 'heartbeat_failing', 'heartbeat_back') then 'late'
    when notification = 'renewal_due' then 'renewal'
    when notification = 'suggestion_made' then 'suggestion'
    when notification = 'newcomer_waiting' then 'newcomer'
    when notification in ('record_changed', 'dependency_deleted') then 'change'
  end
$$;
comment on function private.inbox_reason(text) is
  'The reason of the inbox to which a kind of notification belongs; ''change'' for one that only a muted record stops, and nothing for one that nothing stops.';

create function private.is_muted(account uuid, person uuid, notification text, kind text, record uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.inbox_mutes m
    where m.account_id = account and m.user_id = person
      and private.inbox_reason(notification) is not null
      and (m.reason = private.inbox_reason(notification) or m.record_kind = is_muted.kind and m.record_id = record)
  )
$$;
comment on function private.is_muted(uuid, uuid, text, text, uuid) is
  'Whether a member has muted a kind of notification, or the record that it is about.';

alter table public.inbox_snoozes enable row level security;
alter table public.inbox_snoozes force row level security;
alter table public.inbox_mutes enable row level security;
alter table public.inbox_mutes force row level security;

create policy "members see what they snoozed" on public.inbox_snoozes
  for select to authenticated
  using (account_id = (select private.my_account()) and user_id = (select private.caller_id()));
create policy "tokens keep to their scopes" on public.inbox_snoozes
  as restrictive to cairn_token
  using ((select private.is_unscoped()));

create policy "members see what they muted" on public.inbox_mutes
  for select to authenticated
  using (account_id = (select private.my_account()) and user_id = (select private.caller_id()));
create policy "tokens keep to their scopes" on public.inbox_mutes
  as restrictive to cairn_token
  using ((select private.is_unscoped()));

grant select on public.inbox_snoozes, public.inbox_mutes to authenticated;
grant select, insert, update, delete on public.inbox_snoozes, public.inbox_mutes to service_role, cairn_definer;
