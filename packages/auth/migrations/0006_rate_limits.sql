-- How often something was asked for, in windows that begin with the first time.

create table auth.rate_limits (
  bucket text not null,
  subject text not null,
  window_started_at timestamptz not null,
  hits integer not null,
  primary key (bucket, subject)
);

create index rate_limits_window_started_at_idx on auth.rate_limits (window_started_at);

alter table auth.rate_limits enable row level security;

comment on table auth.rate_limits is
  'One counter for a kind of request (bucket) and who makes it or is its object (subject: an address, a network address, a user).';
