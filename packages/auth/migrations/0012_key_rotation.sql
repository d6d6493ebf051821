-- Rotation of the signing key: the one before goes on verifying until every token that it signed is past.

alter table auth.signing_keys add column retired_at timestamptz;

comment on column auth.signing_keys.retired_at is
  'Since when it only verifies. Eight days later it is deleted: no access token lives longer than seven.';
