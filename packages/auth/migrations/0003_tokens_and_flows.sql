-- What travels by mail or through the address bar, and works once.

create type auth.one_time_token_type as enum (
  'confirmation_token',
  'reauthentication_token',
  'recovery_token',
  'email_change_token_new',
  'email_change_token_current',
  'phone_change_token'
);

create type auth.code_challenge_method as enum ('s256', 'plain');

create table auth.flow_state (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete cascade,
  auth_code text unique,
  code_challenge_method auth.code_challenge_method,
  code_challenge text,
  provider_type text not null,
  provider_access_token text,
  provider_refresh_token text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  authentication_method text not null,
  auth_code_issued_at timestamptz
);

create index flow_state_user_id_idx on auth.flow_state (user_id, authentication_method, created_at);
create index flow_state_created_at_idx on auth.flow_state (created_at);

alter table auth.flow_state enable row level security;

comment on table auth.flow_state is 'Sign-ins under way by PKCE: the browser that began one holds the verifier.';
comment on column auth.flow_state.auth_code is 'SHA-256 of the code, once it has been given out.';

create table auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  token_type auth.one_time_token_type not null,
  token_hash text not null unique check (char_length(token_hash) > 0),
  code_hash text not null,
  code_tries smallint not null default 0,
  relates_to text not null,
  flow_state_id uuid references auth.flow_state (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint one_time_tokens_user_id_token_type_key unique (user_id, token_type)
);

create index one_time_tokens_expires_at_idx on auth.one_time_tokens (expires_at);
create index one_time_tokens_relates_to_idx on auth.one_time_tokens (relates_to);
create index one_time_tokens_flow_state_id_idx on auth.one_time_tokens (flow_state_id);

alter table auth.one_time_tokens enable row level security;

comment on table auth.one_time_tokens is
  'What was mailed and is still good: a link and a code, one pair of a type for each person. Used means deleted.';
comment on column auth.one_time_tokens.token_hash is 'SHA-256 of the secret in the link, which has 256 bits.';
comment on column auth.one_time_tokens.code_hash is
  'Keyed hash of the code: it has only six digits, so a plain one could be guessed.';
comment on column auth.one_time_tokens.code_tries is 'How often a wrong code was tried. The link does not mind.';
comment on column auth.one_time_tokens.relates_to is 'The address that the token was sent to.';
comment on column auth.one_time_tokens.flow_state_id is 'The browser that asked for it, where that one uses PKCE.';
