-- The languages of the product are rows, which the preferences of people refer to.

create table private.languages (
  language text primary key
);
alter table private.languages owner to cairn_owner;

insert into private.languages (language) values ('en'), ('es'), ('fr'), ('de');

alter table public.notification_preferences
  drop constraint notification_preferences_language_known,
  add constraint notification_preferences_language_fkey foreign key (language) references private.languages (language);
create index notification_preferences_language_idx on public.notification_preferences (language);

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
create or replace function private.follow_language() returns trigger
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
alter table private.languages enable row level security;
alter table private.languages force row level security;
comment on table private.languages is 'The languages of the product, as packages/workspace lists them. Rows come by migrations.';
revoke all on private.languages from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select on private.languages to cairn_definer;
comment on column public.notification_preferences.mentions is 'Tell me when I become expert or owner of something.';
comment on column public.notification_preferences.email is 'Mail notifications as well.';
comment on table public.notification_preferences is
  'What a person wants to be told, how, and in which language. Without a row: all but the digest, in English.';
comment on column public.notification_preferences.language is 'The language of mails, one of private.languages. English when empty. Mirror of the user metadata, kept by a trigger.';
comment on column public.notification_preferences.time_zone is
  'A name that Postgres knows, such as Europe/Madrid. UTC when empty. Mirror of the user metadata, kept by a trigger.';
comment on column public.notification_preferences.push is 'Keep notifications in the app: the list behind the bell.';
comment on column public.notification_preferences.weekly_digest is
  'Mail a digest on Monday morning, in the person''s time zone; nothing to say, no mail.';
