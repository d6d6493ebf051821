-- A change of the installation's secret. Every server notes here which secrets it knows, so that nothing is written with
-- the new one before all of them can read it. What was derived from the former one and is renewed only when its owner
-- comes back (refresh tokens, recovery codes, links in mails) is read with keys that are kept here, encrypted.

create table auth.secret_holders (
  server uuid primary key,
  present text not null,
  former text,
  writes text not null,
  seen_at timestamptz not null default now()
);

alter table auth.secret_holders enable row level security;

comment on table auth.secret_holders is
  'Which secrets the servers that run know, by a keyed hash. One that was not seen for 45 seconds has gone.';
comment on column auth.secret_holders.writes is 'With which of the two it writes.';

create table auth.secret_changes (
  id bigint generated always as identity primary key,
  former text not null,
  present text not null,
  begun_at timestamptz not null default now(),
  finished_at timestamptz
);

alter table auth.secret_changes enable row level security;

comment on table auth.secret_changes is 'Since when which secret, named by a keyed hash, is written with. The newest row counts.';
comment on column auth.secret_changes.finished_at is 'Since when nothing is left that only the former secret opens.';

create table auth.kept_keys (
  id uuid primary key default gen_random_uuid(),
  purpose text not null,
  key_sealed bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz
);

alter table auth.kept_keys enable row level security;

comment on table auth.kept_keys is
  'Keys that were derived from former secrets: what they protect is still accepted. Deleted when nothing needs them.';
comment on column auth.kept_keys.key_sealed is 'Encrypted (AES-256-GCM) under the installation''s secret.';
comment on column auth.kept_keys.expires_at is 'When nothing that it protects is good any more; null where that depends on other rows.';
