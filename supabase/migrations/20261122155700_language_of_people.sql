-- The language and the time zone of a person: in which words mails come, and when it is morning.
--
-- Both are in the user metadata, where the browser writes them; what follows them here is what mails go by. They stand
-- beside what a person wants to be told. Without a language mails are English, without a zone it is UTC.

alter table public.notification_preferences
  add column language text
    constraint notification_preferences_language_known check (private.holds(
      language in ('en', 'es', 'fr', 'de'),
      'Language must be en, es, fr or de.'
    )),
  add column time_zone text;

comment on table public.notification_preferences is
  'What a person wants to be told, how, and in which language. Without a row: all but the digest, in English.';
comment on column public.notification_preferences.language is 'en, es, fr or de: the language of mails. English when empty. Mirror of the user metadata, kept by a trigger.';
comment on column public.notification_preferences.time_zone is
  'A name that Postgres knows, such as Europe/Madrid. UTC when empty. Mirror of the user metadata, kept by a trigger.';

create function private.is_time_zone(name text) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from pg_catalog.pg_timezone_names z where z.name = is_time_zone.name)
$$;
comment on function private.is_time_zone(text) is 'Whether Postgres knows a time zone of this name. Takes some milliseconds.';

-- Everybody writes their own metadata, and may write anything: what is not a language or zone that there is, counts as none.
create function private.follow_language() returns trigger
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
  if wanted_language in ('en', 'es', 'fr', 'de') then
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
comment on function private.follow_language() is
  'Trigger: carries language and time zone over from the user metadata, once there is a profile.';

-- Triggers run by their names: first comes cairn_provision, which makes the profile.
create trigger cairn_settle_language after insert or update of raw_user_meta_data, email_confirmed_at on auth.users
  for each row execute function private.follow_language();

-- The language of a mail. Anybody can ask the auth server for a mail to any address; in which language it comes is the
-- recipient's word, and of an invitation, where the recipient never said it, the inviter's.
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
      and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
    order by i.created_at desc
    limit 1
  )
  select jsonb_build_object(
    'language', coalesce((select r.language from recipient r), (select i.language from inviter i))
  )
$$;
comment on function public.language_of_recipient(jsonb) is
  'Auth hook: the language of whoever a mail goes to, or else of who invites them: {"language": …}; null when it is not known.';

alter function private.is_time_zone(text) owner to cairn_definer;
alter function private.follow_language() owner to cairn_definer;
alter function public.language_of_recipient(jsonb) owner to cairn_definer;
revoke all on function public.language_of_recipient(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.language_of_recipient(jsonb) to supabase_auth_admin;
