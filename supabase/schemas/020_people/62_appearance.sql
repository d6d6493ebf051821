-- Appearance: how an account presents itself to its members.
--
-- An account has one row at most; without it the screen shows its defaults. Members read, admins write. The name is
-- the account's name: saving it renames the account, so that shell and invitations speak of the same.

create table public.appearance_settings (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  account_name text not null,
  description text not null default '',
  logo_url text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  updated_by uuid,
  constraint appearance_settings_account_id_key unique (account_id),
  constraint appearance_settings_created_by_fkey foreign key (account_id, created_by)
    references public.account_members (account_id, user_id) on delete set null (created_by),
  constraint appearance_settings_updated_by_fkey foreign key (account_id, updated_by)
    references public.account_members (account_id, user_id) on delete set null (updated_by),
  constraint appearance_settings_account_name_length check (private.holds(
    char_length(account_name) between 1 and 120,
    'account_name.length',
    'Account name must have 1 to 120 characters.'
  )),
  constraint appearance_settings_description_length check (private.holds(
    char_length(description) <= 500,
    'account_description.length',
    'Description must have at most 500 characters.'
  )),
  -- No user information before the host: it makes one address look like another.
  constraint appearance_settings_logo_url_is_web_address check (private.holds(
    logo_url = '' or char_length(logo_url) <= 2048 and logo_url ~* '^https?://[^[:space:][:cntrl:]/?#@\\]+([/?#][^[:space:][:cntrl:]\\]*)?$',
    'logo.address',
    'Logo must be a web address (https or http) of at most 2,048 characters.'
  ))
);
create index appearance_settings_created_by_idx on public.appearance_settings (account_id, created_by);
create index appearance_settings_updated_by_idx on public.appearance_settings (account_id, updated_by);
comment on table public.appearance_settings is 'Name, description and logo that an account shows to its members.';
comment on column public.appearance_settings.account_name is 'Carried over to accounts.name.';
comment on column public.appearance_settings.logo_url is 'Empty for the default logo.';

create function private.clean_appearance() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.account_name := private.display_text(coalesce(new.account_name, ''));
  new.description := private.display_text(coalesce(new.description, ''));
  new.logo_url := btrim(coalesce(new.logo_url, ''));
  return new;
end
$$;
comment on function private.clean_appearance() is 'Trigger: turns name and description into display text before their length is checked.';

create function private.copy_name_to_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.accounts a set name = new.account_name
  where a.id = new.account_id and a.name <> new.account_name;
  return null;
end
$$;
comment on function private.copy_name_to_account() is 'Trigger: carries the name over to the account.';

create function private.audit_appearance() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_restoring_archive() then
    return null;
  end if;
  perform private.write_audit(
    new.account_id, private.caller_id(), 'appearance_updated', 'appearance_settings', new.id::text,
    jsonb_build_object('account_name', new.account_name)
  );
  return null;
end
$$;
comment on function private.audit_appearance() is 'Trigger: enters changed settings into the audit log.';

create trigger appearance_settings_clean before insert or update on public.appearance_settings
  for each row execute function private.clean_appearance();
create trigger appearance_settings_stamp before insert or update on public.appearance_settings
  for each row execute function private.stamp_record();
create trigger appearance_settings_rename after insert or update of account_name on public.appearance_settings
  for each row execute function private.copy_name_to_account();
create trigger appearance_settings_audit_new after insert on public.appearance_settings
  for each row execute function private.audit_appearance();
create trigger appearance_settings_audit_changed after update on public.appearance_settings
  for each row when (
    (new.account_name, new.description, new.logo_url) is distinct from (old.account_name, old.description, old.logo_url)
  )
  execute function private.audit_appearance();

alter table public.appearance_settings enable row level security;
alter table public.appearance_settings force row level security;

create policy "members see the appearance of their account" on public.appearance_settings
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "admins set the appearance" on public.appearance_settings
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) = 3);

create policy "admins change the appearance" on public.appearance_settings
  for update to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) = 3);

create policy "tokens keep to their scopes" on public.appearance_settings
  as restrictive to cairn_token
  using ((select private.is_unscoped()));

grant select on public.appearance_settings to authenticated;

-- A client may send updated_by and updated_at, and is overruled. An upsert sets account_id too; the policy keeps it.
grant insert (account_id, account_name, description, logo_url, updated_by, updated_at)
  on public.appearance_settings to authenticated;
grant update (account_id, account_name, description, logo_url, updated_by, updated_at)
  on public.appearance_settings to authenticated;
grant select, insert, update, delete on public.appearance_settings to service_role, cairn_definer;
