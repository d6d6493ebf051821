-- History: who changed which field of which record from what to what, and when.
--
-- The table holds all kinds of records. Dialogs show it; recent activity, notifications and the audit log read it.
-- Triggers alone write it, in the transaction of the change, for a whole statement at once. What is written stays
-- until the account goes or the operator's time for it is over; a purged record keeps its history.
-- An act is a transaction: all that it changed has its id. The id is random, for that of the transaction itself would
-- tell members how much happens in the whole installation. Each record has its own moment, in the order in which the
-- records were changed.
-- Values that may carry a secret are masked.

create table public.record_history (
  -- Not a sequence: its gaps would tell members how much happens in other accounts.
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references public.accounts (id) on delete cascade,
  kind text not null,
  record_id uuid not null,
  record_name text not null,
  action text not null,
  field text,
  before jsonb,
  after jsonb,
  changed_by uuid,
  changed_at timestamptz not null default clock_timestamp(),
  concerned uuid[] not null default '{}',
  act uuid not null default private.current_act(),
  token_id uuid default private.caller_token(),
  client_id text default private.caller_client(),
  program text default private.caller_program(),
  constraint record_history_action_known check (private.holds(
    action in ('created', 'updated', 'deleted', 'restored'),
    'history.action',
    'Action must be created, updated, deleted or restored.'
  )),
  constraint record_history_field_of_updates check (private.holds(
    (action = 'updated') = (field is not null),
    'history.field',
    'Field must be named for updates, and only for them.'
  ))
);
create index record_history_by_time_idx on public.record_history (account_id, changed_at desc);
create index record_history_by_record_idx on public.record_history (account_id, record_id, changed_at desc);
-- For the limit on publishing: the history keeps what was published when the article itself is gone.
create index record_history_published_idx on public.record_history (changed_by, changed_at)
  where kind = 'article' and action = 'created';
create index record_history_by_act_idx on public.record_history (account_id, act);
create index record_history_changed_at_idx on public.record_history (changed_at);
create index record_history_giver_idx on public.record_history ((after -> 'giver' ->> 'id')) where field = 'handover';
create index record_history_receiver_idx on public.record_history ((after -> 'receiver' ->> 'id'))
  where field = 'handover';
comment on column public.record_history.kind is 'system, solution, agent, automation or article.';
comment on column public.record_history.record_name is 'The name after the change, or the last one of a deleted record.';
comment on column public.record_history.changed_by is 'The person; empty when the server itself did it. Stays when the person leaves.';
comment on column public.record_history.concerned is
  'Owner and creator, before and after the change: whom notifications tell.';
comment on column public.record_history.act is
  'The same for everything that one transaction wrote: the fields of one change, and links that were made with it.';
comment on column public.record_history.token_id is 'The API token through which the person did it. Stays when the token ends.';
comment on column public.record_history.client_id is 'The app through which the person did it.';
comment on column public.record_history.program is 'The name of that token or app, as it was then.';
comment on column public.record_history.changed_at is
  'The same for all fields of one change of a record, later for a later one of the same transaction.';
comment on table public.record_history is
  'The history of records: one row for a creation, deletion or restoration, one for each changed field.';

-- The size of a value is that of its text; details of 200 kB would make every change of them a second copy.
create function private.history_value(value jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case
    when octet_length(value::text) > 10000 then jsonb_build_object('omitted_bytes', octet_length(value::text))
    else value
  end
$$;
comment on function private.history_value(jsonb) is 'A value as the history keeps it: whole up to 10,000 bytes, then only its size.';

create function private.mask_history() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.before := private.masked_address(new.before);
  new.after := private.masked_address(new.after);
  return new;
end
$$;
comment on function private.mask_history() is 'Trigger: the history keeps of a webhook''s address only where it leads.';

create trigger record_history_mask before insert on public.record_history
  for each row when (new.field = 'webhook_url') execute function private.mask_history();
create trigger record_history_audit after insert on public.record_history
  for each row when (new.action in ('deleted', 'restored')) execute function private.audit_deletion();

alter table public.record_history enable row level security;
alter table public.record_history force row level security;

create policy "members see the history of their account" on public.record_history
  for select to authenticated
  using (account_id = (select private.my_account()));

-- Lines that name people are for those who may read people; lines that name a related record, for those who may read its
-- kind.
create policy "tokens keep to their scopes" on public.record_history
  as restrictive to cairn_token
  using (
    (select private.is_unscoped())
    or kind = any ((select private.kinds_in_scope('read'))::text[]) and (
      (select private.may('people', 'read'))
      or coalesce(field, '') not in ('experts', 'owner_id', 'handover')
      or 'object' not in (coalesce(jsonb_typeof(before), ''), coalesce(jsonb_typeof(after), ''))
    ) and (
      coalesce(field, '') <> 'relations'
      or coalesce(after, before) ->> 'kind' = any ((select private.kinds_in_scope('read'))::text[])
    )
  )
  with check ((select private.is_unscoped()));

grant select on public.record_history to authenticated, service_role;
grant select, insert on public.record_history to cairn_definer;
grant delete on public.record_history to cairn_definer;
grant update (after) on public.record_history to cairn_definer;
