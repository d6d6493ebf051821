-- Mail leaves through a queue: its row is written in the transaction that gives the reason for it, and taken out when the
-- mail server has accepted the message. So no answer waits for a mail server, and none is lost with it.

create table auth.mail_queue (
  id uuid primary key default gen_random_uuid(),
  template text not null,
  recipient text not null,
  values_sealed bytea not null,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now()
);

create index mail_queue_next_attempt_at_idx on auth.mail_queue (next_attempt_at);

alter table auth.mail_queue enable row level security;

comment on table auth.mail_queue is 'Mail that has still to be sent.';
comment on column auth.mail_queue.values_sealed is
  'What the template is filled with, the token of the link included; encrypted under the installation''s secret.';
comment on column auth.mail_queue.next_attempt_at is
  'When to try. A sender moves it ahead before it tries, so that another one takes over only if the first dies.';
