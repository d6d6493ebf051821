-- Other programs that act for a person: clients, what they asked for, and what the person agreed to.
--
-- Tables have the names of Supabase Auth. Nothing that opens a door is stored: secrets and codes are hashes, and refresh
-- tokens have no table, like those of a browser (0002). What a client is given is a session of its person, with the
-- client beside it, so that whatever ends sessions ends it too.

create type auth.oauth_registration_type as enum ('manual', 'dynamic', 'document');
create type auth.oauth_authorization_status as enum ('pending', 'approved', 'denied');

create table auth.oauth_clients (
  id uuid primary key default gen_random_uuid(),
  registration_type auth.oauth_registration_type not null,
  metadata_url text unique check (char_length(metadata_url) between 1 and 2048),
  metadata_read_at timestamptz,
  client_secret_hash text,
  token_endpoint_auth_method text not null
    check (token_endpoint_auth_method in ('none', 'client_secret_basic', 'client_secret_post')),
  client_name text not null check (char_length(client_name) between 1 and 200),
  client_uri text,
  logo_uri text,
  redirect_uris text[] not null check (cardinality(redirect_uris) between 1 and 10),
  grant_types text[] not null,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint oauth_clients_documents_have_addresses check ((registration_type = 'document') = (metadata_url is not null)),
  constraint oauth_clients_confidential_have_secrets
    check ((token_endpoint_auth_method = 'none') = (client_secret_hash is null))
);

create index oauth_clients_registered_idx on auth.oauth_clients (registration_type, created_at);

alter table auth.oauth_clients enable row level security;

comment on table auth.oauth_clients is
  'Programs that may ask people for access. Nobody but the operator has vouched for one, and only for those of type manual.';
comment on column auth.oauth_clients.metadata_url is
  'The address of its metadata document, which is also its client_id; null where client_id is id.';
comment on column auth.oauth_clients.metadata_read_at is 'When the document was last read.';
comment on column auth.oauth_clients.client_secret_hash is 'SHA-256 of the secret, which has 256 bits; null for public clients.';

-- Columns of sessions that a client has. They never change.
alter table auth.sessions
  add column oauth_client_id uuid references auth.oauth_clients (id) on delete cascade,
  add column scopes text,
  add column oauth_audience text;
alter table auth.sessions
  add constraint sessions_of_clients_are_scoped
    check (num_nulls(oauth_client_id, scopes, oauth_audience) in (0, 3)) not valid;
alter table auth.sessions validate constraint sessions_of_clients_are_scoped;

create index sessions_oauth_client_id_idx on auth.sessions (oauth_client_id) where oauth_client_id is not null;

comment on column auth.sessions.oauth_client_id is 'The client that acts in this session; null where its person does.';
comment on column auth.sessions.scopes is 'What the client may do, separated by spaces.';
comment on column auth.sessions.oauth_audience is 'What its access tokens are for, their claim aud.';

create table auth.oauth_authorizations (
  id uuid primary key default gen_random_uuid(),
  client_id uuid not null references auth.oauth_clients (id) on delete cascade,
  user_id uuid references auth.users (id) on delete cascade,
  status auth.oauth_authorization_status not null default 'pending',
  redirect_uri text not null check (char_length(redirect_uri) <= 2048),
  scope text not null check (char_length(scope) <= 1024),
  state text check (char_length(state) <= 4096),
  nonce text check (char_length(nonce) <= 512),
  audience text not null,
  code_challenge text not null,
  asks_again boolean not null,
  approved_by uuid references auth.sessions (id) on delete set null,
  code_hash text unique,
  code_expires_at timestamptz,
  used_at timestamptz,
  session_id uuid references auth.sessions (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index oauth_authorizations_client_id_idx on auth.oauth_authorizations (client_id);
create index oauth_authorizations_user_id_idx on auth.oauth_authorizations (user_id);
create index oauth_authorizations_approved_by_idx on auth.oauth_authorizations (approved_by);
create index oauth_authorizations_session_id_idx on auth.oauth_authorizations (session_id);
create index oauth_authorizations_expires_at_idx on auth.oauth_authorizations (expires_at);

alter table auth.oauth_authorizations enable row level security;

comment on table auth.oauth_authorizations is
  'What clients asked for and how it went on. Kept for a day after, so that a code that comes twice is noticed.';
comment on column auth.oauth_authorizations.user_id is 'Who first looked at it; nobody else can decide.';
comment on column auth.oauth_authorizations.asks_again is 'The client wants the person to be asked whatever they agreed to before.';
comment on column auth.oauth_authorizations.approved_by is 'The session in which it was approved. Its end makes the code worthless.';
comment on column auth.oauth_authorizations.code_hash is 'SHA-256 of the code.';
comment on column auth.oauth_authorizations.session_id is 'What the code began.';

create table auth.oauth_consents (
  user_id uuid not null references auth.users (id) on delete cascade,
  client_id uuid not null references auth.oauth_clients (id) on delete cascade,
  scopes text[] not null,
  granted_at timestamptz not null default now(),
  primary key (user_id, client_id)
);

create index oauth_consents_client_id_idx on auth.oauth_consents (client_id);

alter table auth.oauth_consents enable row level security;

comment on table auth.oauth_consents is 'What people let clients do. Ended means deleted, with the client''s sessions.';
