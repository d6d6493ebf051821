-- Sign-in with another provider: what has to be remembered between the way there and the way back.

alter table auth.flow_state
  add column state_hash text unique,
  add column redirect_to text,
  add column linking_user_id uuid references auth.users (id) on delete cascade,
  add column pending_identity jsonb;

create index flow_state_linking_user_id_idx on auth.flow_state (linking_user_id);

comment on column auth.flow_state.state_hash is
  'SHA-256 of the state that travels to the provider and back; gone once it came back.';
comment on column auth.flow_state.redirect_to is 'Where the browser goes in the end.';
comment on column auth.flow_state.linking_user_id is 'Who wants to add the provider to their account; null for a sign-in.';
comment on column auth.flow_state.pending_identity is
  'What the provider said, until the browser that began fetches it: an identity is linked by no other.';
