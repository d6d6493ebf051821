-- Sessions: one row for each signed-in browser or device. Deleting the row signs it out at once, for every request asks
-- for it (auth.require_session).
--
-- Refresh tokens have no table. A token names its session and a counter and carries a keyed hash over both
-- (src/tokens/refresh-tokens.ts); the row holds the counter of the one that is current. So the same successor can be
-- handed to all tabs that ask at once, nothing that could be used to sign in is stored, and refreshing writes one row.

create type auth.aal_level as enum ('aal1', 'aal2', 'aal3');

create table auth.sessions (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  factor_id uuid,
  aal auth.aal_level not null default 'aal1',
  not_after timestamptz,
  refreshed_at timestamptz,
  user_agent text,
  ip inet,
  tag text,
  refresh_token_counter bigint not null default 0
);

create index sessions_user_id_created_at_idx on auth.sessions (user_id, created_at);
create index sessions_not_after_idx on auth.sessions (not_after) where not_after is not null;

alter table auth.sessions enable row level security;

comment on table auth.sessions is 'A signed-in browser or device.';
comment on column auth.sessions.not_after is 'When the session ends whatever happens; null for never.';
comment on column auth.sessions.refreshed_at is 'When the current refresh token replaced the one before it.';
comment on column auth.sessions.refresh_token_counter is 'Counter of the refresh token that is current.';

create table auth.mfa_amr_claims (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references auth.sessions (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  authentication_method text not null,
  constraint mfa_amr_claims_session_id_authentication_method_pkey unique (session_id, authentication_method)
);

alter table auth.mfa_amr_claims enable row level security;

comment on table auth.mfa_amr_claims is 'How and when the person of a session proved who they are.';
