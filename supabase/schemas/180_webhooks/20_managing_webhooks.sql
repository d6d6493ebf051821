-- Admins make webhooks, change, pause and delete them; the audit log has each. A secret is shown once.

create function private.refuse_managing_webhooks() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if coalesce(private.my_rank(), 0) < 3 then
    raise exception 'Only administrators can manage webhooks.'
      using errcode = '42501', detail = 'webhook.admins_only', hint = 'Ask an administrator.';
  end if;
end
$$;
comment on function private.refuse_managing_webhooks() is 'Refuses a caller who is no admin.';

create function private.refuse_unknown_webhook() returns void
language plpgsql stable set search_path = ''
as $$
begin
  raise exception 'This webhook no longer exists.' using errcode = 'PT404', detail = 'webhook.gone';
end
$$;
comment on function private.refuse_unknown_webhook() is 'Refuses with PT404 a webhook that the account does not have.';

create function private.audit_webhook(action text, webhook uuid, called text, address text, more jsonb default '{}')
returns void
language sql volatile security definer set search_path = ''
as $$
  select private.write_audit(
    w.account_id, private.caller_id(), audit_webhook.action, 'webhook', webhook::text,
    jsonb_build_object('name', called, 'host', substring(address from '^[^/]*//([^/?#]*)')) || more
  )
  from public.webhooks w
  where w.id = webhook
$$;
comment on function private.audit_webhook(text, uuid, text, text, jsonb) is
  'Notes in the audit log what was done to a webhook, with the host of its address and nothing behind it.';

-- Three random ids have 366 random bits; their hash has 256 of them (Standard Webhooks: 24 to 64 bytes).
create function private.new_webhook_secret() returns text
language sql volatile set search_path = ''
as $$
  select 'whsec_' || encode(
    sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'base64'
  )
$$;
comment on function private.new_webhook_secret() is 'A secret of 32 bytes as Standard Webhooks writes it.';

create function public.create_webhook(
  name text, url text, format text, events text[], kinds text[] default '{}', tags uuid[] default '{}',
  fields text[] default '{}'
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  shown constant text := private.new_webhook_secret();
  account constant uuid := private.my_account();
  made uuid;
begin
  perform private.refuse_managing_webhooks();
  perform private.require_recent_proof();
  perform from public.accounts a where a.id = account for no key update;
  if (select count(*) from public.webhooks w where w.account_id = account) >= 50 then
    raise exception 'An account has at most 50 webhooks.'
      using errcode = '22023', detail = 'webhook.too_many', hint = 'Delete one that is no longer used.';
  end if;
  insert into public.webhooks as w (name, url, format, events, kinds, tags, fields)
  values (
    private.display_text(create_webhook.name), trim(create_webhook.url), create_webhook.format, create_webhook.events,
    coalesce(create_webhook.kinds, '{}'), coalesce(create_webhook.tags, '{}'), coalesce(create_webhook.fields, '{}')
  )
  returning w.id into made;
  insert into private.webhook_work (account_id, webhook_id) values (account, made);
  insert into private.webhook_secrets (account_id, webhook_id, number, secret)
  values (account, made, 1, shown);
  perform private.audit_webhook('webhook_created', made, create_webhook.name, create_webhook.url);
  perform private.record_made_secret('webhook_secret', made, private.display_text(create_webhook.name));
  return jsonb_build_object('id', made, 'secret', shown);
end
$$;
comment on function public.create_webhook(text, text, text, text[], text[], uuid[], text[]) is
  'Makes a webhook, for admins, and gives its secret, which is shown this once: {"id", "secret"}.';
grant execute on function public.create_webhook(text, text, text, text[], text[], uuid[], text[]) to authenticated;

-- A changed address receives events from now on, so a change needs the same proof as a new webhook.
create function public.update_webhook(
  webhook uuid, name text, url text, events text[], kinds text[] default '{}', tags uuid[] default '{}',
  fields text[] default '{}'
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  former text;
begin
  perform private.refuse_managing_webhooks();
  select w.url into former
  from public.webhooks w
  where w.id = update_webhook.webhook and w.account_id = private.my_account();
  if not found then
    perform private.refuse_unknown_webhook();
  end if;
  if trim(update_webhook.url) <> former then
    perform private.require_recent_proof();
    perform private.record_made_secret('webhook_address', webhook, private.display_text(update_webhook.name));
  end if;
  update public.webhooks w
  set name = private.display_text(update_webhook.name),
    url = trim(update_webhook.url),
    events = update_webhook.events,
    kinds = coalesce(update_webhook.kinds, '{}'),
    tags = coalesce(update_webhook.tags, '{}'),
    fields = coalesce(update_webhook.fields, '{}')
  where w.id = update_webhook.webhook and w.account_id = private.my_account();
  perform private.audit_webhook('webhook_changed', webhook, name, url);
end
$$;
comment on function public.update_webhook(uuid, text, text, text[], text[], uuid[], text[]) is
  'Changes a webhook, for admins. What waits goes to the new address.';
grant execute on function public.update_webhook(uuid, text, text, text[], text[], uuid[], text[]) to authenticated;

create function public.rotate_webhook_secret(webhook uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  shown constant text := private.new_webhook_secret();
  hook public.webhooks;
  last integer;
begin
  perform private.refuse_managing_webhooks();
  perform private.require_recent_proof();
  select w.* into hook
  from public.webhooks w
  where w.id = webhook and w.account_id = private.my_account()
  for no key update;
  if not found then
    perform private.refuse_unknown_webhook();
  end if;
  select max(s.number) into last
  from private.webhook_secrets s
  where s.account_id = hook.account_id and s.webhook_id = webhook;
  -- Of two former ones, the elder ends at once.
  delete from private.webhook_secrets s
  where s.account_id = hook.account_id and s.webhook_id = webhook and s.until is not null;
  update private.webhook_secrets s set until = now() + interval '24 hours'
  where s.account_id = hook.account_id and s.webhook_id = webhook;
  insert into private.webhook_secrets (account_id, webhook_id, number, secret)
  values (hook.account_id, webhook, last + 1, shown);
  perform private.audit_webhook('webhook_secret_rotated', webhook, hook.name, hook.url);
  perform private.record_made_secret('webhook_secret', webhook, hook.name);
  return jsonb_build_object('id', webhook, 'secret', shown);
end
$$;
comment on function public.rotate_webhook_secret(uuid) is
  'Gives a webhook another secret, for admins, which is shown this once: {"id", "secret"}. The former one signs too for 24 hours.';
grant execute on function public.rotate_webhook_secret(uuid) to authenticated;

create function public.pause_webhook(webhook uuid, pauses boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  hook public.webhooks;
begin
  perform private.refuse_managing_webhooks();
  select w.* into hook
  from public.webhooks w
  where w.id = webhook and w.account_id = private.my_account()
  for no key update;
  if not found then
    perform private.refuse_unknown_webhook();
  end if;
  if pauses = (hook.paused is not null) then
    return;
  end if;
  update public.webhooks w set paused = case when pauses then 'by_hand' end where w.id = webhook;
  if not pauses then
    update private.webhook_work k set next_at = now(), failures = 0, failing_since = null
    where k.account_id = hook.account_id and k.webhook_id = webhook;
    update private.webhook_queue q set attempts = 0, next_at = now()
    where q.webhook_id = webhook and q.attempts > 0 and not q.by_hand;
  end if;
  perform private.audit_webhook(
    case when pauses then 'webhook_paused' else 'webhook_resumed' end, webhook, hook.name, hook.url
  );
end
$$;
comment on function public.pause_webhook(uuid, boolean) is
  'Pauses a webhook, or lets it go on with what waits, for admins. Of what happens in between it is not told.';
grant execute on function public.pause_webhook(uuid, boolean) to authenticated;

create function public.delete_webhook(webhook uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  hook public.webhooks;
begin
  perform private.refuse_managing_webhooks();
  select w.* into hook from public.webhooks w where w.id = webhook and w.account_id = private.my_account();
  if found then
    perform private.audit_webhook('webhook_deleted', webhook, hook.name, hook.url);
    delete from public.webhooks w where w.id = webhook;
  end if;
end
$$;
comment on function public.delete_webhook(uuid) is
  'Deletes a webhook with its log and what waits, for admins; one that is not there is no fault.';
grant execute on function public.delete_webhook(uuid) to authenticated;

create function public.get_webhooks() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', w.id, 'name', w.name, 'url', w.url, 'format', w.format, 'events', w.events, 'kinds', w.kinds,
    'tags', w.tags, 'fields', w.fields, 'paused', w.paused, 'owner_id', w.owner_id,
    'owner_name', private.name_of_member(w.account_id, w.owner_id), 'created_at', w.created_at,
    'failing_since', k.failing_since, 'delivered_at', k.delivered_at,
    'waiting', (
      select count(*) from (
        select from private.webhook_queue q where q.webhook_id = w.id and q.attempts = 0 and not q.by_hand limit 1000
      ) new
    ),
    'former_secret_until', (
      select max(s.until)
      from private.webhook_secrets s
      where s.account_id = w.account_id and s.webhook_id = w.id and s.until > now()
    )
  ) order by lower(w.name), w.id), '[]')
  from public.webhooks w
  join private.webhook_work k on k.account_id = w.account_id and k.webhook_id = w.id
  where w.account_id = private.my_account()
    and (private.my_rank() = 3 or w.owner_id = private.caller_id())
$$;
comment on function public.get_webhooks() is
  'The webhooks of the account by name, for admins, and for members those that they made: without secrets, with how it goes.';
grant execute on function public.get_webhooks() to authenticated;
