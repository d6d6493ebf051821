-- Delivering: any server leases a webhook, takes the next of its queue, sends, and says what came of it.
--
-- While one server has a webhook, no other sends to it, so that what happened to a record arrives in order. What could
-- not be delivered holds back only what happened later to the same record. A webhook of which nothing arrives is tried
-- with one delivery at a time, less and less often.
-- The moments are the database's, so that servers whose clocks differ agree. What waits longer than any back-off was
-- written before the clock was set back, and is due.

create function private.lease_webhooks(at_most integer, failing_too boolean, without text[])
returns table (
  webhook uuid, lease uuid, url text, format text, name text, failures integer, signs jsonb, moment timestamptz
)
-- To find one event of many the planner would read the queue from its beginning, which may be another webhook's.
language sql volatile security definer set search_path = '' set enable_seqscan = off
as $$
  with free as (
    select k.account_id, k.webhook_id
    from private.webhook_work k
    join public.webhooks w on w.account_id = k.account_id and w.id = k.webhook_id
    where (k.leased_until is null or k.leased_until not between now() and now() + interval '1 minute')
      and (failing_too or k.failures = 0)
      and coalesce(lower(substring(w.url from '^[^/]*//([^/?#]*)')), '') <> all (without)
      and (
        w.paused is null
        and k.next_at not between now() and now() + interval '2 hours'
        and (
          exists (
            select from private.webhook_queue q where q.webhook_id = k.webhook_id and q.attempts = 0 and not q.by_hand
          )
          or exists (
            select from private.webhook_queue q
            where q.webhook_id = k.webhook_id and q.attempts > 0 and not q.by_hand
              and (k.failures > 0 or q.next_at not between now() and now() + interval '2 hours')
          )
        )
        or exists (select from private.webhook_queue q where q.webhook_id = k.webhook_id and q.by_hand)
      )
    order by k.leased_until nulls first
    limit at_most
    for no key update of k skip locked
  ),
  taken as (
    update private.webhook_work k
    set lease = gen_random_uuid(), leased_until = now() + interval '30 seconds'
    from free f
    where k.account_id = f.account_id and k.webhook_id = f.webhook_id
    returning k.account_id, k.webhook_id, k.lease, k.failures
  )
  select
    t.webhook_id, t.lease, w.url, w.format, w.name, t.failures,
    (
      select jsonb_agg(
        jsonb_build_object('number', s.number, 'secret', s.secret, 'sealed', encode(s.sealed, 'base64'))
        order by s.number desc
      )
      from private.webhook_secrets s
      where s.account_id = t.account_id and s.webhook_id = t.webhook_id and (s.until is null or s.until > now())
    ),
    now()
  from taken t
  join public.webhooks w on w.account_id = t.account_id and w.id = t.webhook_id
$$;
comment on function private.lease_webhooks(integer, boolean, text[]) is
  'For the server: takes webhooks that have something to send for 30 seconds, those served longest ago first, but for those at some hosts.';
grant execute on function private.lease_webhooks(integer, boolean, text[]) to supabase_auth_admin;

create function private.next_for_webhook(webhook uuid, at_most integer)
returns table (
  number bigint, message_id uuid, subject uuid, event text, payload jsonb, body text, attempts integer, by_hand boolean
)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
as $$
declare
  failing constant boolean := exists (
    select from private.webhook_work k where k.webhook_id = webhook and k.failures > 0
  );
  paused constant boolean := exists (select from public.webhooks w where w.id = webhook and w.paused is not null);
  resting constant boolean := exists (
    select from private.webhook_work k
    where k.webhook_id = webhook and k.next_at between now() and now() + interval '2 hours'
  );
begin
  return query
  select q.number, q.message_id, q.subject, q.event, q.payload, q.body, q.attempts, q.by_hand
  from private.webhook_queue q
  where q.webhook_id = webhook and q.by_hand
  order by q.number
  limit at_most;
  if paused or resting then
    return;
  end if;
  return query
  select n.number, n.message_id, n.subject, n.event, n.payload, n.body, n.attempts, n.by_hand
  from (
    (
      select q.* from private.webhook_queue q
      where q.webhook_id = webhook and q.attempts = 0 and not q.by_hand and not exists (
          select from private.webhook_queue e
          where e.webhook_id = q.webhook_id and e.subject = q.subject and e.number < q.number and e.attempts > 0
            and not e.by_hand
        )
      order by q.number
      limit case when failing then 1 else at_most end
    )
    union all
    (
      select q.* from private.webhook_queue q
      where q.webhook_id = webhook and q.attempts > 0 and not q.by_hand and not exists (
          select from private.webhook_queue e
          where e.webhook_id = q.webhook_id and e.subject = q.subject and e.number < q.number and e.attempts > 0
            and not e.by_hand
        )
        and (failing or q.next_at not between now() and now() + interval '2 hours')
      order by q.next_at
      limit case when failing then 1 else at_most end
    )
  ) n
  order by n.attempts, n.number
  limit case when failing then 1 else at_most end;
end
$$;
comment on function private.next_for_webhook(uuid, integer) is
  'For the server: what to send to a webhook next, in order; of one of which nothing arrives, what was tried least.';
grant execute on function private.next_for_webhook(uuid, integer) to supabase_auth_admin;

create function private.settle_webhook(webhook uuid, lease uuid, results jsonb, rest_seconds numeric, pause text)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := (select w.account_id from public.webhooks w where w.id = webhook);
  sent integer;
  arrived integer;
begin
  if account is null then
    return;
  end if;
  insert into public.webhook_deliveries (
    account_id, webhook_id, message_id, subject, event, record, attempt, milliseconds, failure, status,
    request_headers, request_body, answer_body
  )
  select
    account, webhook, q.message_id, q.subject, q.event, r.record, q.attempts + 1, r.milliseconds, r.failure, r.status,
    r.headers, r.body, left(r.answer, 2000)
  from jsonb_to_recordset(results) as r (
    number bigint, record jsonb, milliseconds integer, failure text, status integer, headers jsonb, body text, answer text
  )
  join private.webhook_queue q on q.number = r.number and q.webhook_id = webhook;
  select count(*), count(*) filter (where r.failure is null) into sent, arrived
  from jsonb_to_recordset(results) as r (number bigint, failure text)
  join private.webhook_queue q on q.number = r.number and q.webhook_id = webhook and not q.by_hand;
  delete from private.webhook_queue q
  using jsonb_to_recordset(results) as r (number bigint, failure text)
  where q.number = r.number and q.webhook_id = webhook and (r.failure is null or q.by_hand);
  update private.webhook_queue q
  set attempts = q.attempts + 1, next_at = now() + make_interval(secs => r.wait)
  from jsonb_to_recordset(results) as r (number bigint, wait numeric)
  where q.number = r.number and q.webhook_id = webhook;
  if arrived > 0 then
    update private.webhook_queue q set next_at = now()
    where q.webhook_id = webhook and q.attempts > 0 and not q.by_hand
      and exists (select from private.webhook_work k where k.webhook_id = webhook and k.failures > 0);
  end if;
  update private.webhook_work k
  set failures = case when arrived > 0 then 0 when sent > 0 then k.failures + 1 else k.failures end,
    failing_since = case when arrived > 0 then null when sent > 0 then coalesce(k.failing_since, now()) else k.failing_since end,
    delivered_at = case when arrived > 0 then now() else k.delivered_at end,
    next_at = now() + make_interval(secs => rest_seconds),
    leased_until = case when k.lease = settle_webhook.lease then now() - interval '1 millisecond' else k.leased_until end
  where k.account_id = account and k.webhook_id = webhook;
  if pause is not null then
    perform private.pause_failing_webhook(webhook, pause);
  end if;
end
$$;
comment on function private.settle_webhook(uuid, uuid, jsonb, numeric, text) is
  'For the server: notes what came of deliveries, [{"number", "record", "milliseconds", "failure", "status", "headers", "body", "answer", "wait"}], gives the webhook back, lets it rest, and pauses it where that is said: gone or failing.';
grant execute on function private.settle_webhook(uuid, uuid, jsonb, numeric, text) to supabase_auth_admin;

create function private.pause_failing_webhook(webhook uuid, reason text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  hook public.webhooks;
  person uuid;
begin
  update public.webhooks w set paused = reason where w.id = webhook and w.paused is null returning w.* into hook;
  if not found then
    return;
  end if;
  perform private.audit_webhook('webhook_paused', webhook, hook.name, hook.url, jsonb_build_object('reason', reason));
  for person in
    select m.user_id
    from public.account_members m
    where m.account_id = hook.account_id
      and case when hook.owner_id is null then m.permission_level = 'admin' else m.user_id = hook.owner_id end
    order by m.user_id
  loop
    perform private.notify(
      hook.account_id, person, 'webhook_paused', payload => jsonb_build_object('name', hook.name, 'reason', reason)
    );
  end loop;
end
$$;
comment on function private.pause_failing_webhook(uuid, text) is
  'Pauses a webhook whose receiver is gone or has failed for three days, and tells its owner; the admins where that person has left.';

create function private.seal_webhook_secret(webhook uuid, number integer, sealed bytea) returns void
language sql volatile security definer set search_path = ''
as $$
  update private.webhook_secrets s
  set secret = null, sealed = seal_webhook_secret.sealed
  where s.webhook_id = webhook and s.number = seal_webhook_secret.number and s.secret is not null
$$;
comment on function private.seal_webhook_secret(uuid, integer, bytea) is
  'For the server: keeps a secret sealed from now on, in place of the secret itself.';
grant execute on function private.seal_webhook_secret(uuid, integer, bytea) to supabase_auth_admin;

create function private.open_webhook_secrets() returns table (webhook uuid, number integer, secret text)
language sql stable security definer set search_path = ''
as $$
  select s.webhook_id, s.number, s.secret from private.webhook_secrets s where s.secret is not null limit 100
$$;
comment on function private.open_webhook_secrets() is 'For the server: the secrets that are still to be sealed.';
grant execute on function private.open_webhook_secrets() to supabase_auth_admin;

create function private.sealed_webhook_secrets(after_webhook uuid, after_number integer, at_most integer)
returns table (webhook uuid, number integer, sealed bytea)
language sql stable security definer set search_path = ''
as $$
  select s.webhook_id, s.number, s.sealed
  from private.webhook_secrets s
  where s.sealed is not null
    and (after_webhook is null or (s.webhook_id, s.number) > (after_webhook, after_number))
  order by s.webhook_id, s.number
  limit at_most
$$;
comment on function private.sealed_webhook_secrets(uuid, integer, integer) is
  'For the server: the sealed secrets behind one of them, to be encrypted again when the secret of the installation changes.';
grant execute on function private.sealed_webhook_secrets(uuid, integer, integer) to supabase_auth_admin;

create function private.reseal_webhook_secret(webhook uuid, number integer, former bytea, sealed bytea)
returns boolean
language sql volatile security definer set search_path = ''
as $$
  with resealed as (
    update private.webhook_secrets s
    set sealed = reseal_webhook_secret.sealed
    where s.webhook_id = webhook and s.number = reseal_webhook_secret.number and s.sealed = former
    returning 1
  )
  select exists (select from resealed)
$$;
comment on function private.reseal_webhook_secret(uuid, integer, bytea, bytea) is
  'For the server: replaces a sealed secret by the same one sealed again; false where it has changed meanwhile.';
grant execute on function private.reseal_webhook_secret(uuid, integer, bytea, bytea) to supabase_auth_admin;

create function private.sweep_webhooks(at_most integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  swept integer;
  more integer;
begin
  delete from private.webhook_queue q where (q.webhook_id, q.number) in (
    select o.webhook_id, o.number
    from private.webhook_remains r
    join private.webhook_queue o on o.webhook_id = r.webhook_id
    limit at_most
  );
  get diagnostics swept = row_count;
  delete from public.webhook_deliveries d where d.id in (
    (
      select o.id from private.webhook_remains r join public.webhook_deliveries o on o.webhook_id = r.webhook_id
      limit at_most
    )
    union all
    (select o.id from public.webhook_deliveries o where o.at < now() - interval '30 days' order by o.at limit at_most)
  );
  get diagnostics more = row_count;
  swept := swept + more;
  delete from private.webhook_queue q where (q.webhook_id, q.number) in (
    select o.webhook_id, o.number
    from private.webhook_queue o
    where o.created_at < now() - interval '30 days'
    limit at_most
  );
  get diagnostics more = row_count;
  swept := swept + more;
  delete from private.webhook_secrets s where s.until < now();
  if swept = 0 then
    delete from private.webhook_remains;
  end if;
  return swept;
end
$$;
comment on function private.sweep_webhooks(integer) is
  'For the server: deletes what is left of deleted webhooks, deliveries and waiting events older than 30 days, and secrets that have ended; some rows at a time. Returns how many.';
grant execute on function private.sweep_webhooks(integer) to supabase_auth_admin;
