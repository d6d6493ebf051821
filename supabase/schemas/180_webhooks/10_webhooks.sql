-- Webhooks: the addresses that receive the events of an account, and the log of their deliveries.
--
-- Each has a secret, with which what is sent is signed. Its program, the server, seals it as soon as it has seen it, so
-- that a copy of the database gives nobody the means to sign.
-- The queue has no keys to other tables: who writes records must not wait for it. What remains in it of a webhook that is
-- gone is swept.

create table public.webhooks (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  name text not null,
  url text not null,
  format text not null,
  events text[] not null,
  kinds text[] not null default '{}',
  tags uuid[] not null default '{}',
  fields text[] not null default '{}',
  paused text,
  owner_id uuid default private.caller_id(),
  created_at timestamptz not null default now(),
  constraint webhooks_account_id_id_key unique (account_id, id),
  constraint webhooks_owner_id_fkey foreign key (account_id, owner_id)
    references public.account_members (account_id, user_id) on delete set null (owner_id),
  constraint webhooks_name_length check (private.holds(
    char_length(name) between 1 and 100,
    'webhook.name_length',
    'A webhook needs a name of at most 100 characters.'
  )),
  constraint webhooks_url_of_the_web check (private.holds(
    char_length(url) <= 2000
      and url ~* '^https?://([a-z0-9_]([a-z0-9._-]*[a-z0-9])?\.?|\[[0-9a-f:.]+\])(:[0-9]{1,5})?([/?#][!-[\]-~]*)?$',
    'webhook.address',
    'The address of a webhook must begin with https:// and have at most 2,000 characters.'
  )),
  constraint webhooks_format_known check (private.holds(
    format in ('standard', 'slack', 'teams', 'discord'),
    'webhook.format',
    'Format must be standard, slack, teams or discord.'
  )),
  constraint webhooks_events_known check (private.holds(
    cardinality(events) > 0 and events <@ array[
      'record.created', 'record.changed', 'record.deleted', 'record.restored', 'owner.changed', 'handover.asked',
      'handover.answered', 'member.joined', 'member.left', 'run.late', 'run.failed', 'run.back'
    ],
    'webhook.events',
    'Choose at least one event, and only known ones.'
  )),
  constraint webhooks_filters_within check (private.holds(
    cardinality(kinds) <= 10 and cardinality(tags) <= 50 and private.is_list_within(fields, 100, 100)
      and array_position(kinds, null) is null and array_position(tags, null) is null,
    'webhook.filters',
    'A webhook filters by at most 50 tags and 100 fields.'
  )),
  constraint webhooks_paused_known check (private.holds(
    paused in ('by_hand', 'gone', 'failing'),
    'webhook.paused',
    'Paused must be by_hand, gone or failing.'
  ))
);
create index webhooks_owner_id_idx on public.webhooks (account_id, owner_id);
comment on table public.webhooks is 'An address that receives the events of an account.';
comment on column public.webhooks.url is 'Where to. It may hold a secret, so only admins and the owner read it.';
comment on column public.webhooks.format is 'standard for signed JSON, or words for a channel of slack, teams or discord. Never changes.';
comment on column public.webhooks.events is 'The events that it receives.';
comment on column public.webhooks.kinds is 'Of records of these kinds; of any when empty.';
comment on column public.webhooks.tags is 'Of records that have one of these tags; of any when empty.';
comment on column public.webhooks.fields is 'Of changes of one of these fields, as the history names them; of any when empty.';
comment on column public.webhooks.paused is
  'by_hand, gone (its receiver answered 410) or failing (three days without success); empty while it is active.';
comment on column public.webhooks.owner_id is 'The creator, who is notified when it is paused; empty when that person has left.';

create table private.webhook_secrets (
  account_id uuid not null,
  webhook_id uuid not null,
  number integer not null,
  secret text,
  sealed bytea,
  until timestamptz,
  primary key (account_id, webhook_id, number),
  constraint webhook_secrets_webhook_id_fkey foreign key (account_id, webhook_id)
    references public.webhooks (account_id, id) on delete cascade,
  constraint webhook_secrets_one_form check (num_nonnulls(secret, sealed) = 1)
);
create index webhook_secrets_new_idx on private.webhook_secrets (webhook_id) where secret is not null;
comment on table private.webhook_secrets is 'With what is signed what goes to a webhook.';
comment on column private.webhook_secrets.number is 'Counts the secrets of a webhook.';
comment on column private.webhook_secrets.secret is 'As it was shown, until the server has sealed it.';
comment on column private.webhook_secrets.sealed is 'The same, sealed with the secret of the installation.';
comment on column private.webhook_secrets.until is 'Until when a former one signs too; empty for the present one.';

create table private.webhook_work (
  account_id uuid not null,
  webhook_id uuid not null,
  next_at timestamptz not null default now(),
  failures integer not null default 0,
  failing_since timestamptz,
  delivered_at timestamptz,
  leased_until timestamptz,
  lease uuid,
  primary key (account_id, webhook_id),
  constraint webhook_work_webhook_id_fkey foreign key (account_id, webhook_id)
    references public.webhooks (account_id, id) on delete cascade
) with (fillfactor = 80);
comment on table private.webhook_work is 'How it goes with the deliveries of a webhook, and which server is at it.';
comment on column private.webhook_work.next_at is 'Before that nothing is sent.';
comment on column private.webhook_work.failures is 'How many times in a row nothing could be delivered.';
comment on column private.webhook_work.leased_until is 'Until then the server with the lease has it alone.';

create table private.webhook_queue (
  number bigint generated always as identity,
  account_id uuid not null,
  webhook_id uuid not null,
  message_id uuid not null default gen_random_uuid(),
  subject uuid not null,
  event text not null,
  payload jsonb,
  body text,
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  by_hand boolean not null default false,
  created_at timestamptz not null default now(),
  -- No index has the number alone: the planner would look through it for one webhook.
  primary key (webhook_id, number)
);
create index webhook_queue_tried_idx on private.webhook_queue (webhook_id, next_at) where attempts > 0 and not by_hand;
create index webhook_queue_by_hand_idx on private.webhook_queue (webhook_id, number) where by_hand;
create index webhook_queue_held_idx on private.webhook_queue (webhook_id, subject, number)
  where attempts > 0 and not by_hand;
create index webhook_queue_created_at_idx on private.webhook_queue using brin (created_at);
comment on table private.webhook_queue is 'Pending deliveries of webhooks.';
comment on column private.webhook_queue.number is 'The order in which it happened.';
comment on column private.webhook_queue.message_id is 'The webhook-id of all attempts.';
comment on column private.webhook_queue.subject is 'The record or member: what happened to one is delivered in order.';
comment on column private.webhook_queue.payload is 'The event, as it is sent; the server adds links.';
comment on column private.webhook_queue.body is 'The body of the first attempt, which is sent again unchanged.';
comment on column private.webhook_queue.by_hand is 'Asked for: sent once, out of order and also while the webhook is paused.';

create table private.webhook_remains (
  webhook_id uuid primary key
);
comment on table private.webhook_remains is 'Deleted webhooks of which queue or log may still hold something.';

create table public.webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references public.accounts (id) on delete cascade,
  webhook_id uuid not null,
  message_id uuid not null,
  subject uuid not null,
  event text not null,
  record jsonb,
  attempt integer not null,
  at timestamptz not null default now(),
  milliseconds integer not null,
  failure text,
  status integer,
  request_headers jsonb not null,
  request_body text not null,
  answer_body text
);
create index webhook_deliveries_by_time_idx on public.webhook_deliveries (account_id, webhook_id, at desc, id desc);
create index webhook_deliveries_webhook_id_idx on public.webhook_deliveries (webhook_id);
create index webhook_deliveries_at_idx on public.webhook_deliveries (at);
comment on table public.webhook_deliveries is 'The log of deliveries, one row for each attempt, kept for 30 days.';
comment on column public.webhook_deliveries.message_id is 'The webhook-id: the same for all attempts.';
comment on column public.webhook_deliveries.record is 'Of which record: {"kind", "id", "name"}.';
comment on column public.webhook_deliveries.failure is 'Why it was not delivered; empty when it was.';
comment on column public.webhook_deliveries.answer_body is 'The first 2 kB.';

create function private.enqueue_webhook_cleanup() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.webhook_remains (webhook_id) values (old.id) on conflict do nothing;
  return null;
end
$$;
comment on function private.enqueue_webhook_cleanup() is
  'Trigger: queues the remains of a deleted webhook in queue and log for deletion.';

create trigger webhooks_note_remains after delete on public.webhooks
  for each row execute function private.enqueue_webhook_cleanup();

alter table public.webhooks enable row level security;
alter table public.webhooks force row level security;
alter table public.webhook_deliveries enable row level security;
alter table public.webhook_deliveries force row level security;
alter table private.webhook_secrets enable row level security;
alter table private.webhook_secrets force row level security;
alter table private.webhook_work enable row level security;
alter table private.webhook_work force row level security;
alter table private.webhook_queue enable row level security;
alter table private.webhook_queue force row level security;
alter table private.webhook_remains enable row level security;
alter table private.webhook_remains force row level security;

create policy "admins and its owner see a webhook" on public.webhooks
  for select to authenticated
  using (
    account_id = (select private.my_account())
    and ((select private.my_rank()) = 3 or owner_id = (select private.caller_id()))
  );
create policy "admins and its owner see what a webhook was sent" on public.webhook_deliveries
  for select to authenticated
  using (
    account_id = (select private.my_account())
    and (
      (select private.my_rank()) = 3
      or webhook_id in (select w.id from public.webhooks w where w.owner_id = (select private.caller_id()))
    )
  );

create policy "tokens keep to their scopes" on public.webhooks
  as restrictive to cairn_token
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.webhook_deliveries
  as restrictive to cairn_token
  using ((select private.is_unscoped()));

grant select on public.webhooks, public.webhook_deliveries to authenticated, service_role;
grant select, insert, update, delete on public.webhooks, public.webhook_deliveries to cairn_definer;
grant select, insert, update, delete
  on private.webhook_secrets, private.webhook_work, private.webhook_queue, private.webhook_remains to cairn_definer;
