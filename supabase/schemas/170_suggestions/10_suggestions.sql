-- Suggestions: changes of records that an assistant proposes, and that a person accepts or dismisses.
--
-- A suggestion changes nothing. It names a field, what stands there and what should; who may change the record applies it,
-- as themselves. Without a key to the record: one that comes back from the bin has its suggestions again.

create table public.suggestions (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references public.accounts (id) on delete cascade,
  kind text not null,
  record_id uuid not null,
  field text not null,
  before jsonb,
  after jsonb,
  why text not null default '',
  suggested_by uuid,
  client text not null default '',
  state text not null default 'open',
  decided_by uuid,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  constraint suggestions_account_id_id_key unique (account_id, id),
  constraint suggestions_suggested_by_fkey foreign key (account_id, suggested_by)
    references public.account_members (account_id, user_id) on delete set null (suggested_by),
  constraint suggestions_decided_by_fkey foreign key (account_id, decided_by)
    references public.account_members (account_id, user_id) on delete set null (decided_by),
  constraint suggestions_why_length check (private.holds(
    char_length(why) <= 500,
    'suggestion.reason_length',
    'The reason has at most 500 characters.'
  )),
  constraint suggestions_state_known check (private.holds(
    state in ('open', 'accepted', 'dismissed') and (state = 'open') = (decided_at is null),
    'suggestion.state',
    'State must be open, accepted or dismissed, decided at a moment.'
  ))
);
create index suggestions_record_idx on public.suggestions (account_id, record_id, created_at);
create index suggestions_suggested_by_idx on public.suggestions (account_id, suggested_by);
create index suggestions_decided_by_idx on public.suggestions (account_id, decided_by);
comment on table public.suggestions is 'Changes of records that assistants propose; a person decides on each.';
comment on column public.suggestions.kind is 'system, solution, agent or automation.';
comment on column public.suggestions.field is 'The column that should change.';
comment on column public.suggestions.before is 'The value at the time of the suggestion.';
comment on column public.suggestions.after is 'The suggested value.';
comment on column public.suggestions.suggested_by is 'In whose name an assistant suggested it; empty when that person has left.';
comment on column public.suggestions.client is 'The program that suggested it, as it calls itself.';

alter table public.suggestions enable row level security;
alter table public.suggestions force row level security;

create policy "members see the suggestions of their account" on public.suggestions
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "tokens keep to their scopes" on public.suggestions
  as restrictive to cairn_token
  using ((select private.is_unscoped()) or kind = any ((select private.kinds_in_scope('read'))::text[]))
  with check ((select private.is_unscoped()));

grant select on public.suggestions to authenticated, service_role;
grant select, insert, update on public.suggestions to cairn_definer;
