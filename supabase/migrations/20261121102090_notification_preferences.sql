-- Notification preferences: what a person wants to be told, and how.
--
-- push: kept in the app. mentions: whether being made expert or owner counts. email: mailed too, except mere changes of a
-- record, which would be a mail for every edit. weekly_digest is stored for the digest that is still to come. Somebody
-- without a row wants all but the digest. Everybody reaches their own row only.

create table public.notification_preferences (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default private.caller_id() unique references public.profiles (id) on delete cascade,
  email boolean not null default true,
  push boolean not null default true,
  mentions boolean not null default true,
  weekly_digest boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

comment on table public.notification_preferences is 'What a person wants to be told, and how. Without a row: all but the digest.';
comment on column public.notification_preferences.push is 'Keep notifications in the app.';
comment on column public.notification_preferences.mentions is 'Tell me when I become expert or owner of something.';
comment on column public.notification_preferences.email is 'Mail notifications as well.';
comment on column public.notification_preferences.weekly_digest is 'For a digest that is still to come.';

alter table public.notification_preferences owner to cairn_owner;

create trigger notification_preferences_stamp before insert or update on public.notification_preferences
  for each row execute function private.stamp_change();

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

revoke all on public.notification_preferences from public, anon, authenticated, service_role;
grant select on public.notification_preferences to authenticated;
grant insert (user_id, email, push, mentions, weekly_digest, updated_at)
  on public.notification_preferences to authenticated;
-- An upsert on user_id sets user_id too; the policy keeps it the caller's.
grant update (user_id, email, push, mentions, weekly_digest, updated_at)
  on public.notification_preferences to authenticated;
grant select, insert, update, delete on public.notification_preferences to service_role, cairn_definer;
