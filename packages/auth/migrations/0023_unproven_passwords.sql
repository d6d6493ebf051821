-- The password of a sign-up whose mail was redeemed elsewhere does not count. Its hash is kept for a while, so that whoever
-- types exactly this password at a sign-in is told why it is refused; it opens nothing.

create table auth.unproven_passwords (
  user_id uuid primary key references auth.users (id) on delete cascade,
  password_hash text not null,
  created_at timestamptz not null default now()
);

create index unproven_passwords_created_at_idx on auth.unproven_passwords (created_at);

alter table auth.unproven_passwords enable row level security;

comment on table auth.unproven_passwords is
  'Passwords of sign-ups that were not proven together with the mailbox, for 30 days. They open nothing.';
comment on column auth.unproven_passwords.password_hash is
  'bcrypt hash, compared so that only who types this very password is told that it was not proven.';
