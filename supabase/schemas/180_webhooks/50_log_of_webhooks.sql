-- The log of what was sent, and sending by hand: a delivery once more, or a test.

create function public.get_webhook_deliveries(
  webhook uuid, before_at timestamptz default null, before_id uuid default null, result_limit integer default 50
)
returns table (
  id uuid, message_id uuid, event text, record jsonb, attempt integer, at timestamptz, milliseconds integer,
  failure text, status integer
)
language sql stable set search_path = ''
as $$
  select d.id, d.message_id, d.event, d.record, d.attempt, d.at, d.milliseconds, d.failure, d.status
  from public.webhook_deliveries d
  where d.account_id = (select private.my_account()) and d.webhook_id = webhook
    and (before_at is null or (d.at, d.id) < (before_at, before_id))
  order by d.at desc, d.id desc
  limit least(greatest(coalesce(result_limit, 50), 1), 100)
$$;
comment on function public.get_webhook_deliveries(uuid, timestamptz, uuid, integer) is
  'The deliveries of a webhook, newest first; further pages follow the moment and id of the last.';
grant execute on function public.get_webhook_deliveries(uuid, timestamptz, uuid, integer) to authenticated;

create function private.limit_sending_by_hand(webhook uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.count_against_limit('by hand to webhook ' || webhook, 10) then
    raise exception 'Too many requests.'
      using errcode = 'PT429', detail = 'request.too_many', hint = 'Wait a minute, then try again.';
  end if;
end
$$;
comment on function private.limit_sending_by_hand(uuid) is
  'Refuses with PT429 what is sent to a webhook by hand more than ten times a minute.';

create function public.send_webhook_again(delivery uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  sent public.webhook_deliveries;
begin
  perform private.refuse_managing_webhooks();
  select d.* into sent
  from public.webhook_deliveries d
  join public.webhooks w on w.account_id = d.account_id and w.id = d.webhook_id
  where d.id = delivery and d.account_id = private.my_account();
  if not found then
    raise exception 'This delivery is no longer in the log.'
      using errcode = 'PT404', detail = 'webhook.delivery_gone';
  end if;
  perform private.limit_sending_by_hand(sent.webhook_id);
  insert into private.webhook_queue (account_id, webhook_id, message_id, subject, event, payload, body, by_hand)
  values (
    sent.account_id, sent.webhook_id, sent.message_id, sent.subject, sent.event,
    jsonb_build_object('data', jsonb_build_object('record', sent.record)), sent.request_body, true
  );
end
$$;
comment on function public.send_webhook_again(uuid) is
  'Sends once more what a delivery sent, with the same webhook-id, for admins. Once, also while the webhook is paused.';
grant execute on function public.send_webhook_again(uuid) to authenticated;

create function public.send_webhook_test(webhook uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  hook public.webhooks;
begin
  perform private.refuse_managing_webhooks();
  select w.* into hook from public.webhooks w where w.id = webhook and w.account_id = private.my_account();
  if not found then
    perform private.refuse_unknown_webhook();
  end if;
  perform private.limit_sending_by_hand(webhook);
  insert into private.webhook_queue (account_id, webhook_id, subject, event, payload, by_hand)
  values (
    hook.account_id, webhook, webhook, 'test',
    jsonb_build_object(
      'type', 'test',
      'timestamp', to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
      'data', jsonb_build_object('webhook', hook.name, 'actor', jsonb_build_object(
        'id', private.caller_id(), 'name', private.name_of_member(hook.account_id, private.caller_id())
      ))
    ),
    true
  );
end
$$;
comment on function public.send_webhook_test(uuid) is
  'Sends an event "test" to a webhook, for admins. Once, also while the webhook is paused.';
grant execute on function public.send_webhook_test(uuid) to authenticated;
