-- Recent proof: a person makes secrets that outlive a session (a token, a key, a secret address) only after they have
-- just proven who they are.
--
-- A sign-in, or the password typed once more, counts for ten minutes in its session: the rule is that of the auth
-- server, which asks the same before it adds a passkey. Tokens and apps make no secrets, whatever their scope. Each
-- secret is noted here for three days. The server tells its maker by mail, and the link of the mail ends it.

do $$
begin
  grant execute on function auth.is_recently_proven(uuid, boolean) to cairn_definer;
exception when insufficient_privilege or undefined_function then
  raise notice 'A recent sign-in is judged by the access token alone.';
end
$$;

create function private.is_recently_proven() returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  claims constant jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
begin
  if coalesce(has_function_privilege(to_regprocedure('auth.is_recently_proven(uuid, boolean)'), 'execute'), false) then
    return auth.is_recently_proven((claims ->> 'session_id')::uuid);
  end if;
  -- The server of a hosted project says in the token how and when its person signed in.
  return exists (
    select
    from jsonb_to_recordset(claims -> 'amr') as a (method text, "timestamp" double precision)
    where a.method in ('password', 'passkey', 'oauth', 'sso/saml')
      and to_timestamp(a.timestamp) >= clock_timestamp() - interval '10 minutes'
  );
end
$$;
comment on function private.is_recently_proven() is 'Whether the caller signed in, or typed their password, within ten minutes in this session.';

create function private.require_recent_proof() returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not private.is_unscoped() then
    raise exception 'Tokens and apps make no secrets.'
      using errcode = '42501', detail = 'secret.people_only', hint = 'Sign in to make one.';
  end if;
  if not coalesce(private.is_recently_proven(), false) then
    raise exception 'You signed in more than ten minutes ago.'
      using errcode = '42501', detail = 'reauthentication_needed', hint = 'Enter your password, or sign in again.';
  end if;
end
$$;
comment on function private.require_recent_proof() is
  'Refuses whoever has not shown within ten minutes who they are, and tokens and apps. For what makes a secret that outlives the session.';

create table private.made_secrets (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null,
  user_id uuid not null,
  kind text not null,
  subject_id uuid not null,
  name text not null,
  address inet,
  act uuid not null default private.current_act(),
  made_at timestamptz not null default clock_timestamp(),
  told_at timestamptz,
  constraint made_secrets_user_id_fkey foreign key (account_id, user_id)
    references public.account_members (account_id, user_id) on delete cascade,
  constraint made_secrets_kind_known check (private.holds(
    kind in (
      'api_token', 'webhook_secret', 'webhook_address', 'source_key', 'heartbeat_address', 'discovery_address',
      'calendar_address'
    ),
    'secret.kind',
    'Kind must be one of the known kinds of secrets.'
  ))
);
create index made_secrets_user_id_idx on private.made_secrets (account_id, user_id);
create index made_secrets_made_at_idx on private.made_secrets (made_at);
create index made_secrets_untold_idx on private.made_secrets (made_at) where told_at is null;
comment on table private.made_secrets is
  'Secrets that people made or rotated in the last three days: a mail about each goes to its maker, with a link that revokes it.';
comment on column private.made_secrets.subject_id is 'The token, webhook, source, heartbeat or calendar; for the address of an account, the account.';
comment on column private.made_secrets.name is 'Of the token, webhook, source or record; of a calendar its view, team or person.';
comment on column private.made_secrets.act is 'The transaction: one mail names all secrets of a transaction.';
comment on column private.made_secrets.told_at is 'When the mail was queued.';
alter table private.made_secrets enable row level security;
alter table private.made_secrets force row level security;
grant select, insert, update, delete on private.made_secrets to cairn_definer;

create function private.record_made_secret(kind text, subject_id uuid, name text) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into private.made_secrets (account_id, user_id, kind, subject_id, name, address)
  values (
    private.my_account(), private.caller_id(), record_made_secret.kind, record_made_secret.subject_id, record_made_secret.name,
    private.caller_address()
  )
$$;
comment on function private.record_made_secret(text, uuid, text) is
  'Records that the caller made or rotated a secret, to notify them by mail.';

create function private.dequeue_made_secrets(at_most integer)
returns table (user_id uuid, kind text, name text, others integer, address text, made_at timestamptz, language text)
language sql volatile security definer set search_path = ''
as $$
  with gone as (
    delete from private.made_secrets s where s.made_at < now() - interval '3 days'
  ),
  due as (
    select s.id
    from private.made_secrets s
    where s.told_at is null
    order by s.made_at
    limit at_most
    for update skip locked
  ),
  -- All of a transaction, however many it made.
  taken as (
    update private.made_secrets s set told_at = now()
    where s.told_at is null and s.act in (
      select m.act from private.made_secrets m join due d on d.id = m.id
    )
    returning s.*
  )
  select
    t.user_id, t.kind, (array_agg(t.name order by t.made_at, t.id))[1], count(*)::integer - 1, host(min(t.address)),
    min(t.made_at), min(w.language)
  from taken t
  left join public.notification_preferences w on w.user_id = t.user_id
  group by t.user_id, t.kind, t.act
$$;
comment on function private.dequeue_made_secrets(integer) is
  'Takes secrets whose makers are not notified yet: a row for each mail, with the name of one and the number of others made with it. For the server alone.';
grant execute on function private.dequeue_made_secrets(integer) to supabase_auth_admin;
