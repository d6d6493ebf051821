-- What a confirmation proves. A link proves the mailbox of whoever redeems it, and nothing about who asked for the mail:
-- so every link carries the sign-up that it belongs to, and the password of a sign-up becomes the person's own only when
-- it is proven together with the mailbox.

create table auth.pending_sign_ups (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  password_hash text,
  password_trusted boolean not null default false,
  user_metadata jsonb not null default '{}',
  code_challenge text,
  created_at timestamptz not null default now()
);

create index pending_sign_ups_user_id_idx on auth.pending_sign_ups (user_id, created_at);

alter table auth.pending_sign_ups enable row level security;

comment on table auth.pending_sign_ups is
  'Sign-ups whose address or number nobody has confirmed yet, several of an address side by side. Confirmed means deleted.';
comment on column auth.pending_sign_ups.password_hash is
  'bcrypt hash of the password that was typed. It opens nothing until it is proven together with the mailbox.';
comment on column auth.pending_sign_ups.password_trusted is 'The holder of the service key chose the password.';
comment on column auth.pending_sign_ups.code_challenge is
  'PKCE challenge of the browser that signed up: who has the verifier typed the password.';

-- A stranger's request must not end the link of another request: one token for each sign-up, and one for each purpose.
alter table auth.one_time_tokens
  add column purpose text not null default '',
  add column sign_up_id uuid references auth.pending_sign_ups (id) on delete cascade,
  drop constraint one_time_tokens_user_id_token_type_key,
  add constraint one_time_tokens_one_of_a_purpose
    unique nulls not distinct (user_id, token_type, purpose, sign_up_id);

create index one_time_tokens_sign_up_id_idx on auth.one_time_tokens (sign_up_id);

comment on table auth.one_time_tokens is
  'What was mailed and is still good: a link and a code, one pair for each purpose of a person and for each sign-up. Used means deleted.';
comment on column auth.one_time_tokens.purpose is 'What was asked for; a newer request for the same replaces it.';
comment on column auth.one_time_tokens.sign_up_id is 'The sign-up that the token confirms.';

-- A link that is redeemed by PKCE proves the mailbox at once, and the browser only with its verifier.
alter table auth.flow_state
  add column unproven_password text,
  add column email_change_token_id uuid references auth.one_time_tokens (id) on delete cascade;

create index flow_state_email_change_token_id_idx on auth.flow_state (email_change_token_id);

comment on column auth.flow_state.unproven_password is
  'bcrypt hash of the password of the sign-up; it counts once the code was exchanged with the verifier.';
comment on column auth.flow_state.email_change_token_id is
  'The half of a change of address that the exchange of the code confirms.';

-- Sign-ups that wait at this moment keep what was typed, and have to prove it.
insert into auth.pending_sign_ups (user_id, password_hash, user_metadata)
select u.id, u.encrypted_password, coalesce(u.raw_user_meta_data, '{}')
from auth.users u
where u.confirmed_at is null
  and exists (
    select from auth.one_time_tokens t where t.user_id = u.id and t.token_type = 'confirmation_token'
  );

update auth.one_time_tokens t
set sign_up_id = p.id
from auth.pending_sign_ups p
where p.user_id = t.user_id and t.token_type = 'confirmation_token';
