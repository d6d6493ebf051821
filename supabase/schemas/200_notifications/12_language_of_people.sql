-- The language and the time zone of a person: in which words mails come, and when it is morning.
--
-- The browser writes both into the user metadata. A trigger carries them over into the notification preferences,
-- which decide about mails. Without a language mails are English, without a zone it is UTC.

-- Users write their own metadata, and may write anything: a language or zone that does not exist counts as none.
create function private.copy_language_to_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  wanted_language constant text := new.raw_user_meta_data ->> 'language';
  zone constant text := new.raw_user_meta_data ->> 'time_zone';
  kept public.notification_preferences;
  next_language text;
  next_zone text;
begin
  select * into kept from public.notification_preferences w where w.user_id = new.id;
  if exists (select from private.languages l where l.language = wanted_language) then
    next_language := wanted_language;
  end if;
  if zone = kept.time_zone or private.is_time_zone(zone) then
    next_zone := zone;
  end if;
  if (next_language, next_zone) is distinct from (kept.language, kept.time_zone)
    and exists (select from public.profiles p where p.id = new.id)
  then
    insert into public.notification_preferences as w (user_id, language, time_zone)
    values (new.id, next_language, next_zone)
    on conflict (user_id) do update set language = excluded.language, time_zone = excluded.time_zone;
  end if;
  return null;
end
$$;
comment on function private.copy_language_to_profile() is
  'Trigger: carries language and time zone over from the user metadata, once there is a profile.';

-- The language of a mail. Any visitor can ask the auth server for a mail to any address. The recipient's choice
-- decides its language; for an invitation, where the recipient never chose, the inviter's does.
create function public.language_of_recipient(event jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with recipient as (
    select w.language
    from public.profiles p
    join public.notification_preferences w on w.user_id = p.id
    where p.id = (event ->> 'user_id')::uuid or lower(p.email) = lower(event ->> 'email')
    order by p.id = (event ->> 'user_id')::uuid desc nulls last
    limit 1
  ),
  inviter as (
    select w.language
    from public.pending_invitations i
    join public.notification_preferences w on w.user_id = i.invited_by
    where (event ->> 'invited')::boolean and i.email = lower(event ->> 'email')
      and i.accepted_at is null and i.declined_at is null and i.expires_at > now() and i.sent_at is not null
    order by i.created_at desc
    limit 1
  )
  select jsonb_build_object(
    'language', coalesce((select r.language from recipient r), (select i.language from inviter i))
  )
$$;
comment on function public.language_of_recipient(jsonb) is
  'Auth hook: the language of the person whom a mail goes to, or else of the admin who invites them: {"language": …}; null when it is not known.';
grant execute on function public.language_of_recipient(jsonb) to supabase_auth_admin;

-- Triggers run in the order of their names: first comes cairn_provision, which makes the profile.
create trigger cairn_settle_language after insert or update of raw_user_meta_data, email_confirmed_at on auth.users
  for each row execute function private.copy_language_to_profile();
