-- History: who changed which field of which record from what to what, and when.
--
-- One table for all kinds of records. The dialogs show it, recent activity, notifications and the audit log read it.
-- Rows are written by triggers alone, in the transaction of the change: nobody has a right to write here, and what is
-- written stays until the account goes. A record that is gone keeps its history.

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
  constraint record_history_kind_known check (private.holds(
    kind in ('system', 'solution', 'agent', 'automation', 'article'),
    'Kind must be system, solution, agent, automation or article.'
  )),
  constraint record_history_action_known check (private.holds(
    action in ('created', 'updated', 'deleted'),
    'Action must be created, updated or deleted.'
  )),
  constraint record_history_field_of_updates check (private.holds(
    (action = 'updated') = (field is not null),
    'Field must be named for updates, and only for them.'
  ))
);
create index record_history_by_time_idx on public.record_history (account_id, changed_at desc);
create index record_history_by_record_idx on public.record_history (account_id, record_id, changed_at desc);

comment on table public.record_history is 'What happened to a record: one row for a creation or deletion, one for each changed field.';
comment on column public.record_history.kind is 'system, solution, agent, automation or article.';
comment on column public.record_history.record_name is 'The name after the change, or the last one of a deleted record.';
comment on column public.record_history.changed_at is 'The same for all fields of one change, later for a later one of the same transaction.';
comment on column public.record_history.changed_by is 'The person; empty when the server itself did it. Stays when the person leaves.';
comment on column public.record_history.concerned is
  'Owner and creator, before and after the change: whom notifications tell.';

alter table public.record_history owner to cairn_owner;

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

create function private.keep_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- A run of an automation or a use of an agent is no change of it.
  unnoted constant text[] := array[
    'id', 'account_id', 'created_at', 'created_by', 'updated_at', 'updated_by', 'last_used', 'last_run'
  ];
  was constant jsonb := to_jsonb(old);
  is_now constant jsonb := to_jsonb(new);
  record constant jsonb := coalesce(is_now, was);
  moment constant timestamptz := clock_timestamp();
begin
  insert into public.record_history (
    account_id, kind, record_id, record_name, action, field, before, after, changed_by, changed_at, concerned
  )
  select
    (record ->> 'account_id')::uuid,
    tg_argv[0],
    (record ->> 'id')::uuid,
    coalesce(record ->> 'name', record ->> 'title'),
    case tg_op when 'INSERT' then 'created' when 'DELETE' then 'deleted' else 'updated' end,
    change.field,
    private.history_value(change.before),
    private.history_value(change.after),
    private.caller_id(),
    moment,
    array(
      select distinct person::uuid
      from unnest(array['owner_id', 'created_by', 'author_id']) as role, unnest(array[was ->> role, is_now ->> role]) as person
      where person is not null
    )
  from (
    select null as field, null::jsonb as before, null::jsonb as after
    where tg_op <> 'UPDATE'
    union all
    select n.key, was -> n.key, n.value
    from jsonb_each(is_now) n
    where tg_op = 'UPDATE' and n.key <> all (unnoted) and n.value is distinct from was -> n.key
  ) change;
  return null;
end
$$;
comment on function private.keep_history() is
  'Trigger (kind): writes a created, changed or deleted record into the history, by the caller and now.';

create function private.keep_link_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  link constant jsonb := coalesce(to_jsonb(new), to_jsonb(old));
begin
  execute format(
    'insert into public.record_history (
      account_id, kind, record_id, record_name, action, field, before, after, changed_by, concerned
    )
    select
      r.account_id, $1, r.id, r.name, ''updated'', $2,
      case when $3 then linked.value end, case when not $3 then linked.value end,
      private.caller_id(),
      array(select distinct person from unnest(array[r.owner_id, r.created_by]) as person where person is not null)
    from
      public.%I r,
      (select jsonb_build_object(''id'', t.id, ''name'', t.name) as value from public.%I t where t.id = $4) linked
    where r.id = $5',
    tg_argv[2], tg_argv[4]
  ) using tg_argv[0], tg_argv[1], tg_op = 'DELETE', (link ->> tg_argv[5])::uuid, (link ->> tg_argv[3])::uuid;
  return null;
end
$$;
comment on function private.keep_link_history() is
  'Trigger (kind, field, table and column of the record, table and column of what is linked to it): writes a link that was made or ended into the history of the record, as {"id", "name"}.';

alter function private.history_value(jsonb) owner to cairn_definer;
alter function private.keep_history() owner to cairn_definer;
alter function private.keep_link_history() owner to cairn_definer;

alter table public.record_history enable row level security;
alter table public.record_history force row level security;

create policy "members see the history of their account" on public.record_history
  for select to authenticated
  using (account_id = (select private.my_account()));

revoke all on public.record_history from public, anon, authenticated, service_role;
grant select on public.record_history to authenticated, service_role;
grant select, insert on public.record_history to cairn_definer;
