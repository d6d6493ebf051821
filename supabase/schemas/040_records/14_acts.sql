-- Acts: the bulk changes of a member, kept as long as the history.
--
-- A row says who, when, what and to how many; the lines are the rows of the history that have its id. Procedures that
-- change many records note it in the transaction of the change. An undo is an act as well, and names what it undoes.
-- Members read the acts of their account, as they read the history.

create table public.acts (
  id uuid primary key,
  account_id uuid not null references public.accounts (id) on delete cascade,
  action text not null,
  kind text,
  value text,
  parts text[] not null,
  records integer not null,
  undoes uuid,
  departed jsonb not null default '[]',
  done_by uuid,
  done_at timestamptz not null default now(),
  ended_team jsonb,
  constraint acts_action_known check (private.holds(
    action in (
      'owner', 'status', 'expert', 'add_tag', 'remove_tag', 'field', 'delete', 'restore', 'handover', 'import', 'undo',
      'delete_team', 'merge_team'
    ),
    'act.action',
    'Action must be owner, status, expert, add_tag, remove_tag, field, delete, restore, handover, import, undo, delete_team or merge_team.'
  )),
  constraint acts_undo_of_an_act check (private.holds(
    (action = 'undo') = (undoes is not null),
    'act.undo_of',
    'An undo, and only an undo, names the act that it undoes.'
  ))
);
create index acts_by_time_idx on public.acts (account_id, done_at desc, id);
create index acts_undoes_idx on public.acts (account_id, undoes) where undoes is not null;
create index acts_done_at_idx on public.acts (done_at);
comment on table public.acts is 'Bulk changes: actions on many records at once; their lines are in record_history.';
comment on column public.acts.id is 'The act of its lines in the history.';
comment on column public.acts.kind is 'system, solution, agent or automation; empty where records of several kinds changed.';
comment on column public.acts.value is
  'The status that records got; or the id of the owner, expert or tag that they got, of the tag that they lost, or of the member whose records were handed over. Of a field its key, of an import its file, of a team that ended its name.';
comment on column public.acts.parts is 'The fields that changed, deleted or restored: which lines of the history count.';
comment on column public.acts.records is 'How many records were changed.';
comment on column public.acts.undoes is 'The act that this one takes back.';
comment on column public.acts.departed is
  'Whose owner had left before the records got another one, as in departed_owners, without the names.';
comment on column public.acts.ended_team is
  'The team that this act deleted, or merged into another one, and what its undo needs: its row, member_ids, into_team with added_ids, receiver, and binned_ids.';
comment on column public.acts.done_by is 'The person. Stays when the person leaves.';

-- The note of an inner procedure is replaced once the procedure that called it notes the whole act.
create function private.note_act(
  account uuid, action text, value text, parts text[], departed jsonb default null, undoes uuid default null
) returns uuid
language sql volatile security definer set search_path = ''
as $$
  insert into public.acts as a (id, account_id, action, kind, value, parts, records, undoes, departed, done_by)
  select
    private.current_act(), account, note_act.action, case when count(distinct h.kind) = 1 then min(h.kind) end,
    note_act.value, note_act.parts, count(distinct h.record_id), note_act.undoes, coalesce(note_act.departed, '[]'),
    private.caller_id()
  from public.record_history h
  where h.account_id = account and h.act = private.current_act() and coalesce(h.field, h.action) = any (note_act.parts)
  -- A team may have owned nothing.
  having count(*) > 0 or 'team' = any (note_act.parts)
  on conflict (id) do update
  set action = excluded.action, kind = excluded.kind, value = excluded.value, parts = excluded.parts,
    records = excluded.records, undoes = excluded.undoes, departed = excluded.departed
  returning a.id
$$;
comment on function private.note_act(uuid, text, text, text[], jsonb, uuid) is
  'Remembers what this transaction has done to records of an account; gives the act, or null where its history has nothing of it.';
grant execute on function private.note_act(uuid, text, text, text[], jsonb, uuid) to authenticated;

create function private.part_of_act(action text) returns text[]
language sql immutable set search_path = ''
as $$
  select case action
    when 'owner' then array['owner_id']
    when 'status' then array['status']
    when 'expert' then array['experts']
    when 'add_tag' then array['tags']
    when 'remove_tag' then array['tags']
    when 'delete' then array['deleted']
    when 'restore' then array['restored']
    when 'handover' then array['owner_id', 'experts']
  end
$$;
comment on function private.part_of_act(text) is
  'Which lines of the history an act of a sort makes; null for a field, whose lines have its key.';
grant execute on function private.part_of_act(text) to authenticated;

create function private.undo_time() returns interval
language sql immutable set search_path = ''
as $$
  select interval '30 days'
$$;
comment on function private.undo_time() is 'For how long an act can be taken back.';

alter table public.acts enable row level security;
alter table public.acts force row level security;

create policy "members see the acts of their account" on public.acts
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "tokens keep to their scopes" on public.acts
  as restrictive to cairn_token
  using ((select private.is_unscoped()));

grant select on public.acts to authenticated, service_role;
grant select, insert, update, delete on public.acts to cairn_definer;
