-- Handovers: what a giver who leaves, or becomes a viewer, owned or knew, and who received it.
--
-- The receiver is owner or expert at once, so that no record is without; the row says whether they have answered.
-- Names are kept beside ids, because the names of people who leave go with them. Of a deleted user no name is kept.
-- Procedures write; members read. A deleted record keeps its handovers, and has them again when it is restored:
-- readers join with the records.

create table public.handovers (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references public.accounts (id) on delete cascade,
  kind text not null,
  record_id uuid not null,
  part text not null,
  giver_id uuid,
  giver_name text not null,
  handed_by uuid,
  receiver_id uuid,
  invitation_id uuid,
  state text not null default 'pending',
  act uuid not null default private.current_act(),
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  constraint handovers_receiver_id_fkey foreign key (account_id, receiver_id)
    references public.account_members (account_id, user_id) on delete set null (receiver_id),
  constraint handovers_part_known check (private.holds(
    part in ('owner', 'expert'),
    'handover.part',
    'Part must be owner or expert.'
  )),
  constraint handovers_state_known check (private.holds(
    state in ('pending', 'accepted', 'passed_on', 'withdrawn'),
    'handover.state',
    'State must be pending, accepted, passed_on or withdrawn.'
  )),
  constraint handovers_answered_once check (private.holds(
    (state = 'pending') = (answered_at is null),
    'handover.answered_at',
    'A handover that is no longer pending says since when.'
  )),
  constraint handovers_one_receiver check (private.holds(
    num_nonnulls(receiver_id, invitation_id) <= 1 and (state <> 'pending' or num_nonnulls(receiver_id, invitation_id) = 1),
    'handover.has_receiver',
    'A pending handover has one receiver.'
  ))
);
-- A record has a pending handover of its owner at most once, and of each expert at most once.
create unique index handovers_pending_owner_key on public.handovers (account_id, record_id)
  where state = 'pending' and part = 'owner';
create unique index handovers_pending_expert_key on public.handovers (account_id, record_id, receiver_id)
  where state = 'pending' and part = 'expert';
create index handovers_record_id_idx on public.handovers (account_id, record_id, part);
create index handovers_receiver_id_idx on public.handovers (account_id, receiver_id, act);
create index handovers_invitation_id_idx on public.handovers (account_id, invitation_id);
create index handovers_pending_idx on public.handovers (account_id, kind, record_id) where state = 'pending';
create index handovers_giver_id_idx on public.handovers (giver_id);
comment on table public.handovers is 'Handovers: the receiver and the giver of a record, and whether the receiver has answered.';
comment on column public.handovers.kind is 'system, solution, agent or automation.';
comment on column public.handovers.part is 'owner or expert: what is handed over.';
comment on column public.handovers.giver_id is 'The previous owner or expert. Stays when they leave.';
comment on column public.handovers.giver_name is 'Their name at that time.';
comment on column public.handovers.handed_by is 'The person who handed it over: an admin, the giver, or the previous receiver who passed it on. Stays when they leave.';
comment on column public.handovers.receiver_id is 'The member who has it now.';
comment on column public.handovers.invitation_id is 'The invitation of the person who has it as soon as they join.';
comment on column public.handovers.state is 'pending, accepted, passed_on or withdrawn (receiver left, or another member was made owner).';
comment on column public.handovers.act is 'The act in the history that handed it over: what came together has the same.';

alter table public.handovers add constraint handovers_invitation_id_fkey foreign key (account_id, invitation_id)
  references public.pending_invitations (account_id, id) on delete set null (invitation_id);

alter table public.handovers enable row level security;
alter table public.handovers force row level security;

create policy "members see the handovers of their account" on public.handovers
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "tokens keep to their scopes" on public.handovers
  as restrictive to cairn_token
  using (
    (select private.is_unscoped())
    or (select private.may('people', 'read')) and kind = any ((select private.kinds_in_scope('read'))::text[])
  )
  with check ((select private.is_unscoped()));

grant select on public.handovers to authenticated;
grant select, insert, update, delete on public.handovers to service_role, cairn_definer;
