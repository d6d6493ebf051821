-- Closed again: rules that archives, tokens, apps and limits did not keep.

-- An archive could name a person of this server as somebody who left an account that they never belonged to.
update private.former_members f
set user_id = null
where f.account_name is null and f.removed_by is null
  and exists (select from public.profiles p where p.id = f.user_id)
  and exists (select from public.archive_imports i where i.account_id = f.account_id and i.state = 'done');

-- Closed again: what a third round of attacks found. Tables and data, by hand.

-- People of an archive are not invited until an admin sends it. Invitations of before were sent when they were made.
alter table public.pending_invitations add column sent_at timestamptz;
update public.pending_invitations set sent_at = created_at;
alter table public.pending_invitations alter column sent_at set default now();
comment on column public.pending_invitations.sent_at is
  'When it was sent; empty for a person of an archive whom nobody has invited yet.';

-- How many bytes of archives can be brought at once.
create table private.archive_room (
  only_one boolean primary key default true check (only_one),
  most_bytes bigint not null default 10000000000,
  most_bytes_of_new bigint not null default 250000000
);
comment on table private.archive_room is 'How many bytes of archives can be brought at once, as the operator has set it.';
comment on column private.archive_room.most_bytes is 'Of all accounts together. Accounts younger than a day have half of it at most.';
comment on column private.archive_room.most_bytes_of_new is 'Of one account that is younger than a day.';
alter table private.archive_room owner to cairn_owner;
insert into private.archive_room default values;
alter table private.archive_room enable row level security;
alter table private.archive_room force row level security;

-- Whether a caller has just shown who they are is asked of the auth server.
do $$
begin
  grant execute on function auth.is_recently_proven(uuid, boolean) to cairn_definer;
exception when insufficient_privilege or undefined_function then
  raise notice 'A recent sign-in is judged by the access token alone.';
end
$$;

-- Secrets that people made, of which they are told.
create table private.made_secrets (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null,
  user_id uuid not null,
  kind text not null,
  subject_id uuid not null,
  name text not null,
  address inet,
  act uuid not null default private.current_act(),
  made_at timestamptz not null default clock_timestamp(),
  told_at timestamptz,
  constraint made_secrets_user_id_fkey foreign key (account_id, user_id)
    references public.account_members (account_id, user_id) on delete cascade,
  constraint made_secrets_kind_known check (private.holds(
    kind in ('api_token', 'webhook_secret', 'source_key', 'heartbeat_address', 'discovery_address'),
    'Kind must be one of the known kinds of secrets.'
  ))
);
create index made_secrets_user_id_idx on private.made_secrets (account_id, user_id);
create index made_secrets_made_at_idx on private.made_secrets (made_at);
create index made_secrets_untold_idx on private.made_secrets (made_at) where told_at is null;
alter table private.made_secrets owner to cairn_owner;
alter table private.made_secrets enable row level security;
alter table private.made_secrets force row level security;
revoke all on private.made_secrets from public, anon, authenticated, service_role;
grant select, insert, update, delete on private.made_secrets to cairn_definer;

-- Ways in that were closed again, and limits that hold.

-- What the server hears of the minute before makes the answer another one.
drop function private.count_api_requests(jsonb);
