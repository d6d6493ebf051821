-- A trial sign-in at a provider: an admin sees what the provider says and what becomes of it. It signs nobody in. A state or a
-- code of a trial is in this table alone, so neither can begin a session.

create table auth.provider_trials (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references auth.sessions (id) on delete cascade,
  provider text not null,
  state_hash text unique,
  redirect_to text not null,
  code_hash text unique,
  answer jsonb,
  created_at timestamptz not null default now()
);

create index provider_trials_session_id_idx on auth.provider_trials (session_id);
create index provider_trials_created_at_idx on auth.provider_trials (created_at);

alter table auth.provider_trials enable row level security;

comment on table auth.provider_trials is
  'Trial sign-ins at providers, for 15 minutes. Read once means deleted.';
comment on column auth.provider_trials.session_id is 'The session that began it, which alone reads the answer.';
comment on column auth.provider_trials.state_hash is
  'SHA-256 of the state that travels to the provider and back; gone once it came back.';
comment on column auth.provider_trials.code_hash is
  'SHA-256 of the code that the browser which came back got: the answer is for it alone.';
comment on column auth.provider_trials.answer is 'The claims of the person who made the trial, until they are read.';
