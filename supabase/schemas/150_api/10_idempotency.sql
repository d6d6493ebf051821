-- Writes that happen once, however often they are sent: answers are kept for 24 hours by the key that the caller gave.
--
-- The key and its answer commit with the write, so that nothing between can lose one of them or do the other twice. Who
-- sends the same while the first is still at work is refused by a lock of the transaction, which ends with it. A request
-- that is refused changes nothing, keeps nothing, and can be sent again. Cairn's server calls both functions; behind
-- another PostgREST the header says nothing.

create table private.kept_answers (
  account_id uuid not null,
  user_id uuid not null,
  holder text not null,
  key text not null,
  fingerprint text not null,
  status integer not null,
  headers jsonb not null,
  body text,
  kept_at timestamptz not null default now(),
  primary key (account_id, user_id, holder, key),
  constraint kept_answers_user_id_fkey foreign key (account_id, user_id)
    references public.account_members (account_id, user_id) on delete cascade
);
create index kept_answers_kept_at_idx on private.kept_answers (kept_at);
comment on table private.kept_answers is 'Answers to writes by their Idempotency-Key, for 24 hours.';
comment on column private.kept_answers.holder is 'The token or app that sent the write for the person; empty for a session.';
comment on column private.kept_answers.fingerprint is 'Tells the request from others with the same key.';
comment on column private.kept_answers.headers is 'Pairs of names and values.';
comment on column private.kept_answers.body is 'In base64; empty where it was too large to be kept.';

create function private.caller_holder() returns text
language sql stable set search_path = ''
as $$
  select coalesce(c.claims ->> 'token_id', c.claims ->> 'client_id', '')
  from (select nullif(current_setting('request.jwt.claims', true), '')::jsonb as claims) as c
$$;
comment on function private.caller_holder() is 'The token or app that asks on behalf of the caller; empty for a session.';

create function private.begin_once(key text, fingerprint text)
returns table (status integer, headers jsonb, body text)
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  person constant uuid := private.caller_id();
  asker constant text := private.caller_holder();
  known private.kept_answers;
begin
  if account is null then
    raise exception 'An Idempotency-Key is kept for a member of an account.'
      using errcode = 'PT400', detail = 'idempotency.members_only',
        hint = 'Leave the key out until you belong to an account.';
  end if;
  if not pg_try_advisory_xact_lock(hashtextextended(concat_ws(' ', 'once', account, person, asker, key), 0)) then
    raise exception 'A request with this Idempotency-Key is still at work.'
      using errcode = 'PT409', detail = 'idempotency.still_at_work',
        hint = 'Wait a moment, then send it again with the same key.';
  end if;
  select a.* into known
  from private.kept_answers a
  where a.account_id = account and a.user_id = person and a.holder = asker and a.key = begin_once.key
    and a.kept_at > now() - interval '24 hours';
  if not found then
    perform private.refuse_more_answers(account, person);
    return;
  end if;
  if known.fingerprint <> begin_once.fingerprint then
    raise exception 'This Idempotency-Key was sent with another request.'
      using errcode = 'PT422', detail = 'idempotency.other_request',
        hint = 'Repeat a request as it was, and give each new one a new key.';
  end if;
  return query select known.status, known.headers, known.body;
end
$$;
comment on function private.begin_once(text, text) is
  'The answer that was given to a write with this key; none where it is to be done. Refuses a key that is at work (PT409), of another request (PT422), or one too many (PT429).';

create function private.refuse_more_answers(account uuid, person uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform from private.kept_answers a
  where a.account_id = account and a.user_id = person
  offset 9999 limit 1;
  if found then
    raise exception 'You have sent 10,000 writes with an Idempotency-Key within a day, and no more are kept.'
      using errcode = 'PT429', detail = 'idempotency.daily_limit',
        hint = 'Send several rows in one request, or leave the key out.';
  end if;
end
$$;
comment on function private.refuse_more_answers(uuid, uuid) is 'Refuses with PT429 who has 10,000 answers kept.';

create function private.keep_once(key text, fingerprint text, status integer, headers jsonb, body text) returns void
language sql security definer set search_path = ''
as $$
  insert into private.kept_answers (account_id, user_id, holder, key, fingerprint, status, headers, body)
  select m.account_id, m.user_id, private.caller_holder(), keep_once.key, keep_once.fingerprint, keep_once.status,
    keep_once.headers, keep_once.body
  from public.account_members m
  where m.user_id = private.caller_id()
  on conflict on constraint kept_answers_pkey do update set
    fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers, body = excluded.body,
    kept_at = excluded.kept_at
$$;
comment on function private.keep_once(text, text, integer, jsonb, text) is
  'Keeps the answer to a write by its key, in the transaction of the write. One of yesterday that was not deleted yet gives way.';

alter table private.kept_answers enable row level security;
alter table private.kept_answers force row level security;

grant select, insert, update, delete on private.kept_answers to cairn_definer;
grant execute on function private.begin_once(text, text) to authenticated;
grant execute on function private.keep_once(text, text, integer, jsonb, text) to authenticated;
