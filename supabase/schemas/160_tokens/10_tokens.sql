-- API tokens: scripts and assistants act with one as the person whose it is, within a scope.
--
-- A token is a member's own, or that of a service account, which a member owns: it acts as that member and may never more
-- than they may at the moment. Its secret is shown once. Of the secret there is a hash, which nobody reads; while a token
-- is rotated there are two. A token ends with the membership of its owner; a service account waits for another owner.

create table public.service_accounts (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  name text not null,
  purpose text not null default '',
  owner_id uuid,
  created_by uuid default private.caller_id(),
  created_at timestamptz not null default now(),
  constraint service_accounts_account_id_id_key unique (account_id, id),
  constraint service_accounts_owner_id_fkey foreign key (account_id, owner_id)
    references public.account_members (account_id, user_id) on delete set null (owner_id),
  constraint service_accounts_created_by_fkey foreign key (account_id, created_by)
    references public.account_members (account_id, user_id) on delete set null (created_by),
  constraint service_accounts_name_length check (private.holds(
    char_length(name) between 1 and 120,
    'name.length',
    'Name must have 1 to 120 characters.'
  )),
  constraint service_accounts_purpose_length check (private.holds(
    char_length(purpose) <= 500,
    'purpose.length',
    'The purpose has at most 500 characters.'
  ))
);
create unique index service_accounts_account_id_name_key on public.service_accounts (account_id, lower(name));
create index service_accounts_owner_id_idx on public.service_accounts (account_id, owner_id);
create index service_accounts_created_by_idx on public.service_accounts (account_id, created_by);
comment on table public.service_accounts is 'Accounts of scripts that belong to no single member; a member answers for each.';
comment on column public.service_accounts.owner_id is 'The member as whom its tokens act; empty when that person has left, and until then its tokens open nothing.';
comment on column public.service_accounts.created_by is 'The person who added it; empty when that person has left.';

create table public.api_tokens (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  owner_id uuid,
  service_account_id uuid,
  name text not null,
  scopes text[] not null,
  ending text not null,
  expires_at timestamptz,
  created_by uuid default private.caller_id(),
  created_at timestamptz not null default now(),
  rotated_at timestamptz,
  last_used_at timestamptz,
  last_used_network cidr,
  warned_days smallint,
  constraint api_tokens_account_id_id_key unique (account_id, id),
  constraint api_tokens_owner_id_fkey foreign key (account_id, owner_id)
    references public.account_members (account_id, user_id) on delete cascade,
  constraint api_tokens_service_account_id_fkey foreign key (account_id, service_account_id)
    references public.service_accounts (account_id, id) on delete cascade,
  constraint api_tokens_created_by_fkey foreign key (account_id, created_by)
    references public.account_members (account_id, user_id) on delete set null (created_by),
  constraint api_tokens_have_one_owner check (private.holds(
    num_nonnulls(owner_id, service_account_id) = 1,
    'token.one_owner',
    'A token is a member’s or a service account’s.'
  )),
  constraint api_tokens_name_length check (private.holds(
    char_length(name) between 1 and 120,
    'name.length',
    'Name must have 1 to 120 characters.'
  )),
  constraint api_tokens_scopes_known check (private.holds(
    private.are_scopes(scopes),
    'token.scopes',
    'Choose what the token may, among the scopes that there are.'
  )),
  constraint api_tokens_ending_length check (private.holds(
    char_length(ending) = 4,
    'token.ending',
    'The end of a token has four characters.'
  ))
);
create index api_tokens_owner_id_idx on public.api_tokens (account_id, owner_id);
create index api_tokens_service_account_id_idx on public.api_tokens (account_id, service_account_id);
create index api_tokens_created_by_idx on public.api_tokens (account_id, created_by);
create index api_tokens_expires_at_idx on public.api_tokens (expires_at) where expires_at is not null;
comment on table public.api_tokens is 'Tokens that scripts and assistants use in place of a password.';
comment on column public.api_tokens.scopes is 'Permissions: subjects and verbs, such as systems:read. Never more than its owner has.';
comment on column public.api_tokens.ending is 'The last four characters of its secret, by which its owner knows it again.';
comment on column public.api_tokens.expires_at is 'When it ends; empty for never, where the account allows that.';
comment on column public.api_tokens.created_by is 'The creator; empty when that person has left.';
comment on column public.api_tokens.last_used_at is 'When it was last used, to the minute or so.';
comment on column public.api_tokens.last_used_network is 'From where it was last used.';
comment on column public.api_tokens.warned_days is 'Of how many days before its end the owner was warned last.';

create table private.token_secrets (
  hash text primary key,
  account_id uuid not null,
  token_id uuid not null,
  ends_at timestamptz,
  constraint token_secrets_token_id_fkey foreign key (account_id, token_id)
    references public.api_tokens (account_id, id) on delete cascade
);
create index token_secrets_token_id_idx on private.token_secrets (account_id, token_id);
comment on table private.token_secrets is 'The SHA-256 of each secret of a token: the present one, and a former one until it ends.';

create table public.api_settings (
  account_id uuid primary key default private.my_account() references public.accounts (id) on delete cascade,
  tokens_without_end boolean not null default false,
  suggested_edits boolean not null default false
);
comment on table public.api_settings is 'The features that an account allows scripts and assistants; an account without a row allows none.';
comment on column public.api_settings.tokens_without_end is 'Whether tokens may be made that do not expire.';
comment on column public.api_settings.suggested_edits is 'Whether assistants may suggest edits to the owners of records.';

alter table public.service_accounts enable row level security;
alter table public.service_accounts force row level security;
alter table public.api_tokens enable row level security;
alter table public.api_tokens force row level security;
alter table private.token_secrets enable row level security;
alter table private.token_secrets force row level security;
alter table public.api_settings enable row level security;
alter table public.api_settings force row level security;

create policy "members see the service accounts of their account" on public.service_accounts
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "tokens keep to their scopes" on public.service_accounts
  as restrictive to cairn_token
  using ((select private.is_unscoped()));

create policy "members see their tokens, admins all" on public.api_tokens
  for select to authenticated
  using (
    account_id = (select private.my_account())
    and (
      (select private.my_rank()) = 3
      or owner_id = (select private.caller_id())
      or exists (
        select from public.service_accounts s
        where s.account_id = api_tokens.account_id and s.id = api_tokens.service_account_id
          and s.owner_id = (select private.caller_id())
      )
    )
  );

create policy "tokens keep to their scopes" on public.api_tokens
  as restrictive to cairn_token
  using ((select private.is_unscoped()));

create policy "members see what their account allows" on public.api_settings
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "admins say what their account allows" on public.api_settings
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) = 3);

create policy "admins change what their account allows" on public.api_settings
  for update to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) = 3);

create policy "tokens keep to their scopes" on public.api_settings
  as restrictive to cairn_token
  using ((select private.is_unscoped()));

grant select on public.service_accounts, public.api_tokens, public.api_settings to authenticated;
grant insert (tokens_without_end, suggested_edits) on public.api_settings to authenticated;
grant update (tokens_without_end, suggested_edits) on public.api_settings to authenticated;
grant select on public.service_accounts, public.api_tokens, public.api_settings to service_role;
grant select, insert, update, delete on public.service_accounts, public.api_tokens, public.api_settings, private.token_secrets
  to cairn_definer;
