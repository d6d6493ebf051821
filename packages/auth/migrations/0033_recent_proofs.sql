-- Whether the person of a session has just shown who they are. One answer for all who ask: the ways into an account, and
-- the product, before it makes a secret that outlives the session.
--
-- The session is held until the transaction ends. Who ends it waits, and then finds what was made and ends that too.

create function auth.is_recently_proven(session_id uuid, messages_count boolean default null) returns boolean
language sql volatile security definer
set search_path = ''
as $$
  with held as (
    select s.id, s.user_id
    from auth.sessions s
    where s.id = is_recently_proven.session_id and s.oauth_client_id is null
    for key share
  )
  select exists (
    select
    from held s
    join auth.users u on u.id = s.user_id
    join auth.mfa_amr_claims c on c.session_id = s.id
    where c.updated_at >= clock_timestamp() - interval '10 minutes'
      -- Shown in a session that has begun already, also by an attacker who has stolen it.
      and c.authentication_method not in ('totp', 'mfa/phone', 'mfa/webauthn', 'recovery_code')
      -- A link or a code by mail or SMS proves the mailbox or the phone, and not the password. Its kind makes no
      -- difference: one token serves both recovery and sign-in, and the caller who redeems it names the type.
      and (
        c.authentication_method not in ('otp', 'magiclink', 'recovery', 'email/signup', 'invite', 'email_change')
        or coalesce(
          messages_count,
          -- An address that was confirmed just now is its sign-up's own, which ended all that was opened before.
          u.encrypted_password is null or u.confirmed_at >= clock_timestamp() - interval '10 minutes'
        )
      )
  )
$$;

comment on function auth.is_recently_proven(uuid, boolean) is
  'Whether the person of a session signed in, or typed their password, within ten minutes. A second factor alone is no proof, and a message is one where they have no password, or where messages_count says so.';

revoke execute on function auth.is_recently_proven(uuid, boolean) from public;

-- A secret that was made is told like a change of the ways in, and ended by the same link.
alter table auth.security_changes drop constraint security_changes_kind;
alter table auth.security_changes add constraint security_changes_kind check (
  kind in (
    'factor_added', 'factor_removed', 'passkey_added', 'passkey_removed', 'password_changed', 'email_changed',
    'phone_changed', 'sign_in', 'secret_made', 'app_connected'
  )
) not valid;
alter table auth.security_changes validate constraint security_changes_kind;

-- Whoever is signed out everywhere is signed out of their apps too, for good.
create or replace function auth.end_sessions(person uuid, actor uuid) returns integer
language plpgsql security definer
set search_path = ''
as $$
declare
  ended integer;
begin
  perform from auth.users u where u.id = end_sessions.person for update;
  delete from auth.sessions s where s.user_id = end_sessions.person;
  get diagnostics ended = row_count;
  delete from auth.oauth_consents g where g.user_id = end_sessions.person;
  insert into auth.audit_log_entries (payload)
  values (jsonb_build_object(
    'action', 'session_ended', 'actor_id', end_sessions.actor, 'user_id', end_sessions.person, 'actor_via_sso', false
  ));
  return ended;
end
$$;
comment on function auth.end_sessions(uuid, uuid) is
  'Ends every session of a person and what they let apps do, in the name of an actor, and says how many sessions they were.';
