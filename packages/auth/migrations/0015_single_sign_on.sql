-- Single sign-on by SAML 2.0: identity providers of organisations, the addresses for which each of them may vouch, and
-- what has to be remembered so that nothing works twice.
--
-- Tables and columns have the names of Supabase Auth. What is under way between the request and its answer is a
-- flow_state, as with every other provider; saml_relay_states is therefore left out on purpose.

create table auth.sso_providers (
  id uuid primary key default gen_random_uuid(),
  resource_id text check (char_length(resource_id) between 1 and 255),
  disabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create unique index sso_providers_resource_id_idx on auth.sso_providers (lower(resource_id));

alter table auth.sso_providers enable row level security;

comment on table auth.sso_providers is 'Identity providers of organisations. Only the holder of the service key adds one.';
comment on column auth.sso_providers.resource_id is 'A name of the operator''s own.';

create table auth.sso_domains (
  id uuid primary key default gen_random_uuid(),
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  domain text not null unique check (domain = lower(domain) and char_length(domain) between 1 and 253),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index sso_domains_sso_provider_id_idx on auth.sso_domains (sso_provider_id);

alter table auth.sso_domains enable row level security;

comment on table auth.sso_domains is
  'E-mail domains for which a provider may vouch. What it says about any other address makes nobody.';

create table auth.saml_providers (
  id uuid primary key default gen_random_uuid(),
  sso_provider_id uuid not null unique references auth.sso_providers (id) on delete cascade,
  entity_id text not null unique check (char_length(entity_id) between 1 and 1024),
  metadata_xml text not null,
  metadata_url text,
  attribute_mapping jsonb not null default '{}',
  name_id_format text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

alter table auth.saml_providers enable row level security;

comment on table auth.saml_providers is 'How to reach a provider, and the certificates that its assertions are checked against.';
comment on column auth.saml_providers.attribute_mapping is 'Which of its attributes become which of a person''s: {"keys": {…}}.';

create table auth.saml_assertions (
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  assertion_id text not null,
  expires_at timestamptz not null,
  primary key (sso_provider_id, assertion_id)
);

create index saml_assertions_expires_at_idx on auth.saml_assertions (expires_at);

alter table auth.saml_assertions enable row level security;

comment on table auth.saml_assertions is 'Assertions that were used and have not expired: none works twice.';

create table auth.saml_keys (
  only_one boolean primary key default true check (only_one),
  certificate text not null,
  private_key_sealed bytea not null,
  created_at timestamptz not null default now()
);

alter table auth.saml_keys enable row level security;

comment on table auth.saml_keys is
  'What signs our requests to identity providers. Providers know the certificate, so it stays.';
comment on column auth.saml_keys.private_key_sealed is 'Encrypted (AES-256-GCM) under the installation''s secret.';

-- A provider may say until when somebody is signed in. Refreshing never leads past it.
alter table auth.sessions add column sso_not_after timestamptz;
alter table auth.flow_state add column sso_not_after timestamptz;

comment on column auth.sessions.sso_not_after is 'Until when the identity provider lets the session last; null where it says nothing.';
comment on column auth.flow_state.sso_not_after is 'The same, for the session that the code will begin.';
