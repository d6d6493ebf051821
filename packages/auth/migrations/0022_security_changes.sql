-- What changes the ways into an account is told to its owner by mail. The mail's link undoes it for three days: so long what
-- a change took away is kept.

alter table auth.mfa_factors add column session_id uuid;

comment on column auth.mfa_factors.session_id is
  'The session that enrolled it, which alone shows its first code: it has proven that it may add a factor.';

create table auth.security_changes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null,
  subject_id uuid,
  removed jsonb not null default '{}',
  link_hash text not null unique,
  created_at timestamptz not null default clock_timestamp(),
  constraint security_changes_kind check (
    kind in (
      'factor_added', 'factor_removed', 'passkey_added', 'passkey_removed', 'password_changed', 'email_changed',
      'phone_changed', 'sign_in'
    )
  )
);

create index security_changes_user_id_idx on auth.security_changes (user_id, created_at);
create index security_changes_created_at_idx on auth.security_changes (created_at);

alter table auth.security_changes enable row level security;

comment on table auth.security_changes is
  'Changes of the ways into an account that can be undone, for three days. Undone means deleted.';
comment on column auth.security_changes.subject_id is 'The factor or passkey.';
comment on column auth.security_changes.removed is
  'What it took away, as rows: factors, keys and recovery codes (secrets encrypted, codes hashed), an address, a number.';
comment on column auth.security_changes.link_hash is 'Hash of the secret of the mail''s link.';

create table auth.known_devices (
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null,
  value text not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (user_id, kind, value),
  constraint known_devices_kind check (kind in ('browser', 'network', 'client'))
);

create index known_devices_last_seen_at_idx on auth.known_devices (last_seen_at);

alter table auth.known_devices enable row level security;

comment on table auth.known_devices is
  'From where an owner signs in: browsers without their versions, networks, and clients (an address or an IPv6 /64). A sign-in from another browser or network is told, once; a known client asks for mails by a measure of its own.';

-- Nobody is told of the browsers and networks that have a session already.
insert into auth.known_devices (user_id, kind, value)
select s.user_id, 'network', text(network(set_masklen(s.ip, case family(s.ip) when 4 then 16 else 48 end)))
from auth.sessions s
where s.ip is not null
on conflict do nothing;
