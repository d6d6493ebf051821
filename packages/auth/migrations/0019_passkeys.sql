-- Passkeys: key pairs in a device or a password manager. A person signs in with one instead of a password, or shows one
-- as a second factor.

alter type auth.factor_type add value 'webauthn';

-- The new value cannot be named in the transaction that adds it.
alter table auth.mfa_factors
  drop constraint mfa_factors_have_what_they_check,
  add constraint mfa_factors_have_what_they_check check (
    case factor_type
      when 'totp' then secret_sealed is not null
      when 'phone' then phone is not null
      else secret_sealed is null and phone is null
    end
  );

comment on table auth.mfa_factors is
  'Authenticator apps, phones and security keys. One counts once its first code or signature was right.';
comment on column auth.mfa_challenges.code_hash is
  'Keyed hash of the code that was sent to a phone, or the hash of what a security key has to sign.';

create table auth.webauthn_credentials (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  factor_id uuid unique references auth.mfa_factors (id) on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  sign_count bigint not null default 0,
  transports text[] not null default '{}',
  aaguid uuid,
  backup_eligible boolean not null default false,
  backed_up boolean not null default false,
  friendly_name text not null,
  aal auth.aal_level not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_used_at timestamptz,
  constraint webauthn_credentials_friendly_name_length check (char_length(friendly_name) between 1 and 120)
);

create index webauthn_credentials_user_id_idx on auth.webauthn_credentials (user_id, created_at);

alter table auth.webauthn_credentials enable row level security;

comment on table auth.webauthn_credentials is 'Public keys of passkeys, and of security keys that are second factors.';
comment on column auth.webauthn_credentials.factor_id is 'The second factor that the key is; null for a passkey.';
comment on column auth.webauthn_credentials.sign_count is 'The highest count of uses that the authenticator has named.';
comment on column auth.webauthn_credentials.aal is
  'The level of the session that added it: a passkey opens no more than what was proven then.';

create table auth.webauthn_challenges (
  id uuid primary key default gen_random_uuid(),
  session_id uuid references auth.sessions (id) on delete cascade,
  challenge_hash text not null,
  email text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index webauthn_challenges_session_id_idx on auth.webauthn_challenges (session_id);
create index webauthn_challenges_expires_at_idx on auth.webauthn_challenges (expires_at);

alter table auth.webauthn_challenges enable row level security;

comment on table auth.webauthn_challenges is 'What a passkey has to sign. Answered, rightly or not, means deleted.';
comment on column auth.webauthn_challenges.session_id is
  'The session that adds a passkey; null where somebody signs in.';
comment on column auth.webauthn_challenges.email is 'The address that was typed: only its passkeys sign in.';

alter table auth.sessions
  add column passkey_id uuid references auth.webauthn_credentials (id) on delete set null;
create index sessions_passkey_id_idx on auth.sessions (passkey_id);

comment on column auth.sessions.passkey_id is 'The passkey that the session began with.';
