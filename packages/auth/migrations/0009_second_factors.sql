-- Second factors: what somebody has beside their password. A session that showed one is at aal2.

create type auth.factor_type as enum ('totp', 'phone');
create type auth.factor_status as enum ('unverified', 'verified');

create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type auth.factor_type not null,
  status auth.factor_status not null default 'unverified',
  secret_sealed bytea,
  phone text,
  last_used_step bigint,
  last_challenged_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint mfa_factors_have_what_they_check check (
    case factor_type when 'totp' then secret_sealed is not null else phone is not null end
  )
);

create index mfa_factors_user_id_idx on auth.mfa_factors (user_id, created_at);
create index mfa_factors_verified_idx on auth.mfa_factors (user_id) where status = 'verified';
create unique index mfa_factors_friendly_name_key on auth.mfa_factors (user_id, friendly_name)
  where btrim(friendly_name) <> '';

alter table auth.mfa_factors enable row level security;

comment on table auth.mfa_factors is 'Authenticator apps and phones. One counts once its first code was right.';
comment on column auth.mfa_factors.secret_sealed is 'Encrypted (AES-256-GCM) under the installation''s secret.';
comment on column auth.mfa_factors.last_used_step is 'The 30 seconds whose code was used last: no code works twice.';

create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null default now(),
  ip_address inet,
  code_hash text
);

create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);
create index mfa_challenges_created_at_idx on auth.mfa_challenges (created_at);

alter table auth.mfa_challenges enable row level security;

comment on table auth.mfa_challenges is 'Requests to show a factor that wait for a code. Answered means deleted.';
comment on column auth.mfa_challenges.code_hash is 'Keyed hash of the code that was sent to a phone.';

create table auth.mfa_recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);

alter table auth.mfa_recovery_codes enable row level security;

comment on table auth.mfa_recovery_codes is
  'Codes that stand in once for a lost factor; keyed hashes. Used means deleted.';

alter table auth.sessions
  add constraint sessions_factor_id_fkey foreign key (factor_id) references auth.mfa_factors (id) on delete set null;
create index sessions_factor_id_idx on auth.sessions (factor_id);

comment on column auth.sessions.factor_id is 'The factor that brought the session to aal2.';

-- Somebody who has a factor is not signed in before they showed it: until then their session opens nothing but the way
-- to show it.
create or replace function auth.require_session(session_id uuid) returns void
language plpgsql stable security definer
set search_path = ''
as $$
declare
  half_signed_in boolean;
begin
  select s.aal = 'aal1' and exists (
    select from auth.mfa_factors f where f.user_id = s.user_id and f.status = 'verified'
  ) into half_signed_in
  from auth.sessions s
  where s.id = require_session.session_id and (s.not_after is null or s.not_after > now());
  if not found then
    raise exception 'JWT session is no longer valid' using errcode = 'PT401';
  end if;
  if half_signed_in then
    raise exception 'The second factor is missing.'
      using errcode = '42501', hint = 'Enter the code of your authenticator app first.';
  end if;
end
$$;

comment on function auth.require_session(uuid) is
  'Raises PT401 unless the session of an access token still exists, and 42501 while its person still has to show their second factor. For the authenticator, before it takes on the caller''s role.';
