-- Notification preferences: what a person wants to be told, and how.
--
-- push: kept in the app. mentions: whether being made expert or owner counts. email: mailed too, except mere changes
-- of a record, which would be a mail for every edit. weekly_digest: a mail on Monday morning.
-- A person without a row wants all but the digest. Users reach their own row only.

create table private.languages (
  language text primary key
);
comment on table private.languages is 'The languages of the product, as packages/workspace lists them. Rows come by migrations.';

create table public.notification_preferences (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default private.caller_id() unique references public.profiles (id) on delete cascade,
  email boolean not null default true,
  push boolean not null default true,
  mentions boolean not null default true,
  weekly_digest boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  language text,
  time_zone text,
  quiet_from time,
  quiet_until time,
  constraint notification_preferences_language_fkey foreign key (language) references private.languages (language),
  constraint notification_preferences_quiet_hours check (private.holds(
    case when quiet_from is null then quiet_until is null else quiet_from is distinct from quiet_until and quiet_until is not null end,
    'preference.quiet_hours',
    'Quiet hours must have a start and another end.'
  ))
);
create index notification_preferences_language_idx on public.notification_preferences (language);
comment on column public.notification_preferences.mentions is 'Tell me when I become expert or owner of something.';
comment on column public.notification_preferences.email is 'Mail notifications as well.';
comment on table public.notification_preferences is
  'The notification preferences of a person: events, channels and language. Without a row: all but the digest, in English.';
comment on column public.notification_preferences.language is 'The language of mails, one of private.languages. English when empty. Mirror of the user metadata, kept by a trigger.';
comment on column public.notification_preferences.time_zone is
  'A name that Postgres knows, such as Europe/Madrid. UTC when empty. Mirror of the user metadata, kept by a trigger.';
comment on column public.notification_preferences.quiet_from is
  'From when on mails about alerts wait, by the clock of the person''s time zone; empty for no quiet hours.';
comment on column public.notification_preferences.quiet_until is 'Until when they wait: on the next day where it is before quiet_from.';
comment on column public.notification_preferences.push is 'Keep notifications in the app: the list behind the bell.';
comment on column public.notification_preferences.weekly_digest is
  'Mail a digest on Monday morning, in the person''s time zone; nothing to say, no mail.';

create function public.stop_mails(person_param uuid, mails_param text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if mails_param is null or mails_param not in ('email', 'weekly_digest') then
    raise exception 'Mails must be email or weekly_digest.' using errcode = '22023', detail = 'preference.mails';
  end if;
  if exists (select from public.profiles p where p.id = person_param) then
    insert into public.notification_preferences as w (user_id, email)
    values (person_param, mails_param <> 'email')
    on conflict (user_id) do update
    set email = w.email and mails_param <> 'email', weekly_digest = w.weekly_digest and mails_param <> 'weekly_digest';
  end if;
end
$$;
comment on function public.stop_mails(uuid, text) is
  'Switches a person''s mails about notifications (email) or the digest (weekly_digest) off. For the server alone, which has seen the sealed token of their mail.';
grant execute on function public.stop_mails(uuid, text) to service_role, supabase_auth_admin;

create trigger notification_preferences_stamp before insert or update on public.notification_preferences
  for each row execute function private.stamp_change();

alter table private.languages enable row level security;
alter table private.languages force row level security;

alter table public.notification_preferences enable row level security;
alter table public.notification_preferences force row level security;

create policy "people see what they want to be told" on public.notification_preferences
  for select to authenticated
  using (user_id = (select private.caller_id()));

create policy "people say what they want to be told" on public.notification_preferences
  for insert to authenticated
  with check (user_id = (select private.caller_id()));

create policy "people change what they want to be told" on public.notification_preferences
  for update to authenticated
  using (user_id = (select private.caller_id()));

create policy "tokens keep to their scopes" on public.notification_preferences
  as restrictive to cairn_token
  using ((select private.is_unscoped()));

grant select on private.languages to cairn_definer;
grant select on public.notification_preferences to authenticated;
grant insert (user_id, email, push, mentions, weekly_digest, quiet_from, quiet_until, updated_at)
  on public.notification_preferences to authenticated;

-- An upsert on user_id sets user_id too; the policy keeps it the caller's.
grant update (user_id, email, push, mentions, weekly_digest, quiet_from, quiet_until, updated_at)
  on public.notification_preferences to authenticated;
grant select, insert, update, delete on public.notification_preferences to service_role, cairn_definer;
