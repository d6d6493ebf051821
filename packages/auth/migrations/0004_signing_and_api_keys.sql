-- Keys: those that sign access tokens, and those that name a client.

create table auth.signing_keys (
  id uuid primary key,
  algorithm text not null check (algorithm = 'ES256'),
  status text not null check (status in ('current', 'retired')),
  public_jwk jsonb not null,
  private_jwk_sealed bytea not null,
  created_at timestamptz not null default now()
);

create unique index signing_keys_one_current on auth.signing_keys (status) where status = 'current';

alter table auth.signing_keys enable row level security;

comment on table auth.signing_keys is
  'The current key signs; retired ones only verify, until the tokens that they signed are past. Delete one to distrust it.';
comment on column auth.signing_keys.private_jwk_sealed is 'Encrypted (AES-256-GCM) under the installation''s secret.';

create table auth.api_keys (
  id uuid primary key default gen_random_uuid(),
  type text not null check (type in ('publishable', 'secret')),
  key text not null unique,
  created_at timestamptz not null default now()
);

alter table auth.api_keys enable row level security;

comment on table auth.api_keys is
  'Names of clients. publishable stands for anon and is no secret; secret stands for service_role and exists only when an operator makes one.';
