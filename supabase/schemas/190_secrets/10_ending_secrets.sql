-- Ending secrets: a person who signs out everywhere, has a new password or undoes what a thief did ends what else acts
-- for them. The auth server asks here, in the transaction in which it ends their sessions.
--
-- Of a token the secret ends; its name and scopes stay, and its owner rotates what is still used.

create function private.end_tokens_of(person uuid) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  ended integer;
begin
  delete from private.token_secrets x
  using public.api_tokens t
  left join public.service_accounts a on a.account_id = t.account_id and a.id = t.service_account_id
  where coalesce(t.owner_id, a.owner_id) = person and x.account_id = t.account_id and x.token_id = t.id;
  get diagnostics ended = row_count;
  return ended;
end
$$;
comment on function private.end_tokens_of(uuid) is
  'Ends the secrets of all tokens that act as a person, those of their service accounts too. Returns how many.';

create function private.end_calendars_of(person uuid, since timestamptz) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  ended integer;
begin
  delete from public.calendar_addresses a
  where a.user_id = person and a.created_at >= coalesce(since, '-infinity');
  get diagnostics ended = row_count;
  return ended;
end
$$;
comment on function private.end_calendars_of(uuid, timestamptz) is
  'Ends the calendar addresses of a person that were made since a moment, or all of them. Returns how many.';

-- The secret becomes worthless, and its random replacement is known to nobody: its owner rotates it when needed.
create function private.end_secret(made private.made_secrets) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  beat public.heartbeats;
begin
  case made.kind
    when 'api_token' then
      delete from private.token_secrets x where x.account_id = made.account_id and x.token_id = made.subject_id;
    when 'webhook_secret' then
      update public.webhooks w set paused = 'by_hand'
      where w.account_id = made.account_id and w.id = made.subject_id and w.paused is null;
      -- The server has sealed what it has seen: a secret has one form.
      update private.webhook_secrets s set secret = private.new_webhook_secret(), sealed = null
      where s.account_id = made.account_id and s.webhook_id = made.subject_id;
    when 'webhook_address' then
      update public.webhooks w set paused = 'by_hand'
      where w.account_id = made.account_id and w.id = made.subject_id and w.paused is null;
    when 'source_key' then
      update public.found_sources s set key_hash = private.token_hash(private.new_source_key())
      where s.account_id = made.account_id and s.id = made.subject_id;
    when 'heartbeat_address' then
      select h.* into beat
      from public.heartbeats h
      where h.account_id = made.account_id and h.id = made.subject_id and h.token_hash is not null
      for update;
      if found then
        perform private.end_address(beat);
      end if;
    when 'discovery_address' then
      delete from private.discovery_addresses a where a.account_id = made.account_id;
    when 'calendar_address' then
      delete from public.calendar_addresses a where a.account_id = made.account_id and a.id = made.subject_id;
  end case;
end
$$;
comment on function private.end_secret(private.made_secrets) is
  'Ends a secret that was made: the secret of a token, a source or a webhook, which pauses, or a secret address. A webhook that was led elsewhere pauses.';

create function public.end_programs(event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person constant uuid := (event ->> 'user_id')::uuid;
  since constant timestamptz := (event ->> 'since')::timestamptz;
  made private.made_secrets;
  ended integer := 0;
begin
  for made in
    select s.* from private.made_secrets s
    where s.user_id = person and s.made_at >= since
    order by s.made_at, s.id
    for update
  loop
    perform private.end_secret(made);
    ended := ended + 1;
  end loop;
  delete from private.made_secrets s where s.user_id = person and s.made_at >= since;
  if not coalesce((event ->> 'keeps_former')::boolean, false) then
    ended := ended + private.end_tokens_of(person);
  end if;
  ended := ended + private.end_calendars_of(
    person, case when coalesce((event ->> 'keeps_former')::boolean, false) then since end
  );
  if ended > 0 then
    perform private.write_audit(
      m.account_id, person, 'secrets_ended', 'user_account', person::text,
      jsonb_build_object('secrets', ended, 'reason', event ->> 'reason')
    )
    from public.account_members m
    where m.user_id = person;
  end if;
  return '{}';
end
$$;
comment on function public.end_programs(jsonb) is
  'Auth hook: ends the secrets that a person has made since a moment, where there is one, and those of all tokens that act as them, unless former ones are kept.';
grant execute on function public.end_programs(jsonb) to supabase_auth_admin;
