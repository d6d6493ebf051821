-- What happened to people's accounts, for the operator. Written in the transaction that does it; nobody changes it, and
-- the purge takes what is older than 90 days. The product keeps a log of its own for the admins of an account.

create table auth.audit_log_entries (
  id uuid primary key default gen_random_uuid(),
  payload jsonb not null,
  ip_address text not null default '',
  created_at timestamptz not null default now()
);

create index audit_log_entries_created_at_idx on auth.audit_log_entries (created_at, id);

alter table auth.audit_log_entries enable row level security;

comment on table auth.audit_log_entries is 'Sign-ins, changes of accounts and what was done with the service key.';
comment on column auth.audit_log_entries.payload is
  'action, actor_id (null for the holder of the service key), user_id, and what else is worth knowing; never a secret.';
