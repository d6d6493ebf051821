-- Passwords that somebody had before, so that none of the last few comes back.

create table auth.password_history (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  password_hash text not null,
  replaced_at timestamptz not null default now()
);

create index password_history_user_id_idx on auth.password_history (user_id, id);

alter table auth.password_history enable row level security;

comment on table auth.password_history is
  'bcrypt hashes of replaced passwords, as many for each person as the settings remember.';
