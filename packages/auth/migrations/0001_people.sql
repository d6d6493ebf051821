-- People: who has an account, and by which ways they can prove it.
--
-- Tables and columns have the names and meanings of Supabase Auth, so that its clients, its documentation and data
-- moved from it fit. Everything here belongs to supabase_auth_admin, the only role that reads or writes it: row security
-- is on without any policy, which closes the tables to everybody else even if a grant should slip in.

alter table auth.schema_migrations enable row level security;

create table auth.users (
  instance_id uuid,
  id uuid primary key,
  aud text,
  role text,
  email text,
  encrypted_password text,
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_token text,
  confirmation_sent_at timestamptz,
  recovery_token text,
  recovery_sent_at timestamptz,
  email_change_token_new text,
  email_change text,
  email_change_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb,
  raw_user_meta_data jsonb,
  is_super_admin boolean,
  created_at timestamptz,
  updated_at timestamptz,
  phone text unique,
  phone_confirmed_at timestamptz,
  phone_change text default '',
  phone_change_token text default '',
  phone_change_sent_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  email_change_token_current text default '',
  email_change_confirm_status smallint default 0 check (email_change_confirm_status between 0 and 2),
  banned_until timestamptz,
  reauthentication_token text default '',
  reauthentication_sent_at timestamptz,
  is_sso_user boolean not null default false,
  deleted_at timestamptz,
  is_anonymous boolean not null default false,
  -- Uniqueness below compares bytes, so every writer has to agree on one spelling.
  constraint users_email_is_lower_case check (email = lower(email))
);

create unique index users_email_partial_key on auth.users (email) where not is_sso_user;

-- For the purge of sign-ups that nobody confirmed.
create index users_unconfirmed_created_at_idx on auth.users (created_at) where confirmed_at is null;

alter table auth.users enable row level security;

comment on table auth.users is 'A person who can sign in, or signed up and has not confirmed yet.';
comment on column auth.users.encrypted_password is 'bcrypt hash.';
comment on column auth.users.email_confirmed_at is
  'When the mailbox was proven. Until then the row says nothing about who owns the address.';
comment on column auth.users.confirmation_token is
  'Unused, like the other token columns: hashes of tokens are in one_time_tokens.';
comment on column auth.users.raw_user_meta_data is 'What the person says about themselves: display text, never a right.';
comment on column auth.users.raw_app_meta_data is 'What the server says about the person; no caller can change it.';

create table auth.identities (
  id uuid primary key default gen_random_uuid(),
  provider_id text not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamptz,
  created_at timestamptz,
  updated_at timestamptz,
  email text generated always as (lower(identity_data ->> 'email')) stored,
  constraint identities_provider_id_provider_unique unique (provider_id, provider)
);

create index identities_user_id_idx on auth.identities (user_id);
create index identities_email_idx on auth.identities (email text_pattern_ops);

alter table auth.identities enable row level security;

comment on table auth.identities is 'The ways by which a person signs in: their e-mail address, later other providers.';
