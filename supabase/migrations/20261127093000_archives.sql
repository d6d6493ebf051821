-- An account as one archive.

alter table public.notifications
  drop constraint notifications_kind_known,
  add constraint notifications_kind_known check (private.holds(
    kind in (
      'invitation_accepted', 'member_joined', 'newcomer_waiting', 'expert_assigned', 'owner_assigned', 'level_changed',
      'record_changed', 'record_deleted', 'record_restored', 'dependency_deleted', 'second_factor_wanted', 'handed_over',
      'view_changed', 'renewal_due', 'archive_ready'
    ),
    'Kind must be one of the known kinds of notifications.'
  ));

create table public.archives (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references public.accounts (id) on delete cascade,
  state text not null default 'waiting',
  made_by uuid,
  bytes bigint not null default 0,
  entries bigint not null default 0,
  parts integer not null default 0,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  ready_at timestamptz,
  expires_at timestamptz not null default now() + interval '1 day',
  constraint archives_account_id_id_key unique (account_id, id),
  constraint archives_state_known check (private.holds(
    state in ('waiting', 'working', 'ready', 'failed'),
    'State must be waiting, working, ready or failed.'
  ))
);
create unique index archives_one_at_a_time_key on public.archives (account_id) where state in ('waiting', 'working');
create index archives_expires_at_idx on public.archives (expires_at);
alter table public.archives owner to cairn_owner;

create table private.archive_parts (
  account_id uuid not null,
  archive_id uuid not null,
  place integer not null,
  bytes bytea not null,
  primary key (account_id, archive_id, place),
  constraint archive_parts_archive_id_fkey foreign key (account_id, archive_id)
    references public.archives (account_id, id) on delete cascade
);
alter table private.archive_parts owner to cairn_owner;
-- The file is compressed already.
alter table private.archive_parts alter column bytes set storage external;

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
create or replace function private.audit_severity(action text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when action is null then null
    when action in (
      'login_rate_limit_check', 'password_changed', 'password_change_failed', 'permission_updated', 'member_removed',
      'audit_log_cleaned', 'team_data_access_failed', 'member_second_factor_removed', 'member_sessions_ended',
      'bin_purged', 'archive_requested', 'archive_downloaded'
    ) then 'high'
    when action in (
      'failed_login', 'lock_out_released', 'password_change_attempted', 'session_ended', 'member_joined', 'member_left',
      'invitation_created', 'invitation_accepted', 'invitation_revoked', 'newcomer_admitted', 'newcomer_refused',
      'newcomer_admission_updated', 'second_factor_reminder_sent', 'feature_updated', 'appearance_updated',
      'bin_expired'
    ) or action like '%\_deleted' then 'medium'
    else 'low'
  end
$$;
create function public.request_archive() returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  made uuid;
begin
  perform private.refuse_non_admin('Only administrators can make an archive.');
  perform from public.accounts a where a.id = account for no key update;
  if exists (
    select from public.archives a where a.account_id = account and a.state in ('waiting', 'working')
  ) then
    raise exception 'An archive is being made already.'
      using errcode = '55006', hint = 'Wait until it is ready, or delete it.';
  end if;
  delete from public.archives a where a.account_id = account;
  insert into public.archives (account_id, made_by) values (account, private.caller_id()) returning id into made;
  perform private.write_audit(account, private.caller_id(), 'archive_requested', 'archive', made::text);
  return made;
end
$$;
comment on function public.request_archive() is
  'For admins: has the server make an archive of the account, in place of the last one. Gives its id.';
alter function public.request_archive() owner to cairn_definer;
revoke all on function public.request_archive() from public, anon, authenticated, service_role;
grant execute on function public.request_archive() to authenticated;
create function public.get_archive_part(archive uuid, place integer) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  part text;
begin
  perform private.refuse_non_admin('Only administrators can download an archive.');
  select translate(encode(p.bytes, 'base64'), e'\n', '') into part
  from private.archive_parts p
  join public.archives a on a.account_id = p.account_id and a.id = p.archive_id
  where p.account_id = account and p.archive_id = archive and p.place = get_archive_part.place
    and a.state = 'ready' and a.expires_at > now();
  if part is null then
    raise exception 'This archive is gone.' using errcode = 'P0002', hint = 'Make a new one.';
  end if;
  if place = 1 then
    perform private.write_audit(account, private.caller_id(), 'archive_downloaded', 'archive', archive::text);
  end if;
  return part;
end
$$;
comment on function public.get_archive_part(uuid, integer) is
  'For admins: a part of an archive that is ready, from 1 on, in base64. The first one is noted in the audit log.';
alter function public.get_archive_part(uuid, integer) owner to cairn_definer;
revoke all on function public.get_archive_part(uuid, integer) from public, anon, authenticated, service_role;
grant execute on function public.get_archive_part(uuid, integer) to authenticated;
create function public.delete_archive(archive uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.refuse_non_admin('Only administrators can delete an archive.');
  delete from public.archives a where a.account_id = private.my_account() and a.id = archive;
  if found then
    perform private.write_audit(
      private.my_account(), private.caller_id(), 'archive_deleted', 'archive', archive::text
    );
  end if;
end
$$;
comment on function public.delete_archive(uuid) is 'For admins: deletes an archive, or ends the making of it.';
alter function public.delete_archive(uuid) owner to cairn_definer;
revoke all on function public.delete_archive(uuid) from public, anon, authenticated, service_role;
grant execute on function public.delete_archive(uuid) to authenticated;
create function private.archived_tables()
returns table (place integer, file text, source regclass, keys text[], without text[], with_owner boolean, read_only boolean)
language sql stable security definer set search_path = ''
as $$
  values
    (1, 'account', 'private.archived_accounts'::regclass, array['id'], '{}'::text[], false, false),
    (2, 'people', 'private.archived_people', array['id', 'email'], '{}', false, false),
    (3, 'features', 'public.app_features', array['id'], '{}', false, false),
    (4, 'appearance', 'public.appearance_settings', array['id'], '{}', false, false),
    (5, 'tags', 'public.tags', array['id'], '{}', false, false),
    (6, 'own-fields', 'public.own_fields', array['id'], '{}', false, false),
    (100, 'articles', 'public.knowledge_articles', array['id'], '{}', false, false),
    (101, 'experts', 'public.record_experts', array['record_id', 'expert_id'],
      array(select k.kind || '_id' from private.kinds k), false, false),
    (102, 'agents-of-solutions', 'public.solution_agents', array['solution_id', 'agent_id'], '{}', false, false),
    (103, 'automations-of-solutions', 'public.solution_automations', array['solution_id', 'automation_id'], '{}',
      false, false),
    (104, 'departed-owners', 'public.departed_owners', array['kind', 'record_id'], '{}', false, false),
    (105, 'handovers', 'public.handovers', array['id'], '{}', false, false),
    (106, 'views', 'public.views', array['id'], '{}', false, false),
    (107, 'view-settings', 'public.view_settings', array['user_id', 'view_id'], '{}', false, false),
    (108, 'acts', 'public.acts', array['id'], '{}', false, false),
    (109, 'bin', 'public.binned_records', array['kind', 'record_id'], '{}', false, false),
    (110, 'history', 'public.record_history', array['changed_at', 'id'], '{}', false, false),
    (111, 'audit-log', 'public.security_audit_log', array['created_at', 'id'], '{}', false, true)
  union all
  select 10 + k.place, k.record_table, format('public.%I', k.record_table)::regclass, array['id'],
    array['invited_owner_id'], true, false
  from private.kinds k
  where k.feature is not null
$$;
comment on function private.archived_tables() is
  'The files of an archive in their order: the table of each, what its lines are sorted by, columns that they leave out, whether the table names an invited owner beside the owner, and whether the file is for reading alone.';
alter function private.archived_tables() owner to cairn_definer;
grant execute on function private.archived_tables() to supabase_auth_admin;
revoke all on function private.archived_tables() from public;
create function private.archived_row(line jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case
    when line ? 'record' then jsonb_set(
      line, '{record}',
      (line -> 'record') - array['account_id', 'invited_owner_id']
        || jsonb_build_object('owner_id', coalesce(
          nullif(line -> 'record' -> 'owner_id', 'null'), line -> 'record' -> 'invited_owner_id'
        ))
    )
    else line
  end
$$;
comment on function private.archived_row(jsonb) is
  'A line of the bin without the account of its record, and with one owner; any other line as it is.';
alter function private.archived_row(jsonb) owner to cairn_definer;
create function private.archive_page(account uuid, of_file text, after jsonb, most_rows integer, most_bytes integer)
returns table (lines text, entries integer, last jsonb)
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked record;
  key_list text;
  key_object text;
begin
  select t.* into strict asked from private.archived_tables() t where t.file = of_file;
  select
    string_agg(format('r.%I', k.key), ', ' order by k.place),
    string_agg(format('%L, r.%I', k.key, k.key), ', ' order by k.place)
  into key_list, key_object
  from unnest(asked.keys) with ordinality as k (key, place);
  return query execute format(
    'select string_agg(f.line, e''\n'' order by f.place) || e''\n'', count(*)::integer,
      (array_agg(f.key order by f.place desc))[1]
    from (
      select l.line, l.key, l.place, sum(octet_length(l.line)) over (order by l.place) - octet_length(l.line) as before
      from (
        select private.archived_row(to_jsonb(r) - $2 %s)::text as line, jsonb_build_object(%s) as key,
          row_number() over (order by %s) as place
        from %s r
        where r.account_id = $1 %s
        order by %s
        limit $3
      ) l
    ) f
    where f.before < $4',
    case when asked.with_owner then
      '|| jsonb_build_object(''owner_id'', coalesce(r.owner_id, r.invited_owner_id))' else '' end,
    key_object, key_list, asked.source,
    case when after is not null then format('and (%s) > (%s)', key_list, (
      select string_agg(quote_literal(after ->> k.key), ', ' order by k.place)
      from unnest(asked.keys) with ordinality as k (key, place)
    )) else '' end,
    key_list
  ) using account, array['account_id'] || asked.without, most_rows, most_bytes;
end
$$;
comment on function private.archive_page(uuid, text, jsonb, integer, integer) is
  'The next lines of a file of an archive, after a key, with their number and the last key. Nulls and 0 where there are none.';
alter function private.archive_page(uuid, text, jsonb, integer, integer) owner to cairn_definer;
revoke all on function private.archive_page(uuid, text, jsonb, integer, integer) from public;
grant execute on function private.archive_page(uuid, text, jsonb, integer, integer) to supabase_auth_admin;
create function private.accounts_with_archives_to_make() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select distinct a.account_id
  from public.archives a
  where a.state in ('waiting', 'working') or a.expires_at <= now()
$$;
comment on function private.accounts_with_archives_to_make() is
  'The accounts for which an archive is to be made, or has expired.';
alter function private.accounts_with_archives_to_make() owner to cairn_definer;
revoke all on function private.accounts_with_archives_to_make() from public;
grant execute on function private.accounts_with_archives_to_make() to supabase_auth_admin;
create function private.begin_archive(account uuid) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  begun uuid;
begin
  delete from public.archives a where a.account_id = account and a.expires_at <= now();
  update public.archives a
  set state = 'failed', bytes = 0, entries = 0, parts = 0
  where a.account_id = account and a.state in ('waiting', 'working') and a.attempts >= 3;
  update public.archives a
  set state = 'working', attempts = a.attempts + 1, bytes = 0, entries = 0, parts = 0
  where a.account_id = account and a.state in ('waiting', 'working')
  returning a.id into begun;
  delete from private.archive_parts p
  using public.archives a
  where p.account_id = account and a.id = p.archive_id and a.state <> 'ready';
  return begun;
end
$$;
comment on function private.begin_archive(uuid) is
  'Begins anew with the archive that an account waits for, and gives its id. Deletes what has expired.';
alter function private.begin_archive(uuid) owner to cairn_definer;
revoke all on function private.begin_archive(uuid) from public;
grant execute on function private.begin_archive(uuid) to supabase_auth_admin;
create function private.add_archive_part(account uuid, archive uuid, place integer, bytes bytea, entries bigint)
returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.archives a
  set parts = add_archive_part.place, bytes = a.bytes + octet_length(add_archive_part.bytes),
    entries = add_archive_part.entries
  where a.account_id = account and a.id = archive and a.state = 'working' and a.parts = add_archive_part.place - 1;
  if not found then
    return false;
  end if;
  insert into private.archive_parts (account_id, archive_id, place, bytes)
  values (account, archive, add_archive_part.place, add_archive_part.bytes);
  return true;
end
$$;
comment on function private.add_archive_part(uuid, uuid, integer, bytea, bigint) is
  'Stores the next part of an archive, and how many lines there are so far. False where it is wanted no more.';
alter function private.add_archive_part(uuid, uuid, integer, bytea, bigint) owner to cairn_definer;
revoke all on function private.add_archive_part(uuid, uuid, integer, bytea, bigint) from public;
grant execute on function private.add_archive_part(uuid, uuid, integer, bytea, bigint) to supabase_auth_admin;
create function private.end_archive(account uuid, archive uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  asked_by uuid;
begin
  update public.archives a
  set state = 'ready', ready_at = now(), expires_at = now() + interval '1 day'
  where a.account_id = account and a.id = archive and a.state = 'working'
  returning a.made_by into asked_by;
  if asked_by is not null then
    perform private.notify(account, asked_by, 'archive_ready');
  end if;
end
$$;
comment on function private.end_archive(uuid, uuid) is 'An archive is whole: for a day it can be fetched, and who asked for it is told.';
alter function private.end_archive(uuid, uuid) owner to cairn_definer;
revoke all on function private.end_archive(uuid, uuid) from public;
grant execute on function private.end_archive(uuid, uuid) to supabase_auth_admin;
create view private.archived_accounts with (security_invoker = true) as
  select a.id as account_id, a.id, a.name, a.newcomers_need_admission, a.created_at
  from public.accounts a;
comment on view private.archived_accounts is 'Accounts as archives tell of them.';
alter view private.archived_accounts owner to cairn_owner;
create view private.archived_people with (security_invoker = true) as
  select m.account_id, m.user_id as id, p.email, p.name, 'member' as state, m.permission_level, m.role, p.job_role,
    m.department, m.knowledge_areas, m.created_at as since
  from public.account_members m
  join public.profiles p on p.id = m.user_id
  union all
  select i.account_id, i.id, i.email, i.name, 'invited', i.permission_level, 'member', i.job_role,
    i.department, '{}', i.created_at
  from public.pending_invitations i
  where i.accepted_at is null and i.declined_at is null and i.expires_at > now()
  union all
  select f.account_id, coalesce(f.user_id, md5(f.email)::uuid), f.email, null, 'left', null, null, null,
    null, '{}', f.left_at
  from private.former_members f;
comment on view private.archived_people is
  'People as archives tell of them: members, those with an open invitation, and addresses that left.';
alter view private.archived_people owner to cairn_owner;
create policy "admins see the archives of their account" on public.archives
  for select to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) = 3);
alter table private.archive_parts enable row level security;
alter table private.archive_parts force row level security;
comment on table private.archive_parts is 'The files of archives, in parts of a megabyte.';
revoke all on private.archive_parts from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select, insert, delete on private.archive_parts to cairn_definer;
alter table public.archives enable row level security;
alter table public.archives force row level security;
comment on table public.archives is 'An account as one file: what is asked for, being made, or ready to be fetched.';
comment on column public.archives.state is 'waiting, working, ready, or failed after three tries.';
comment on column public.archives.made_by is 'The admin who asked for it. Stays when the person leaves.';
comment on column public.archives.bytes is 'The size of the file, as far as it is made.';
comment on column public.archives.entries is 'How many lines its files have, as far as they are made.';
comment on column public.archives.parts is 'How many parts the file has, as far as it is made.';
comment on column public.archives.attempts is 'How often the server has begun with it.';
comment on column public.archives.expires_at is 'When it is deleted: a day after it was ready, or after it was asked for.';
revoke all on public.archives from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select on public.archives to authenticated, service_role;
grant select, insert, update, delete on public.archives to cairn_definer;
revoke all on private.archived_accounts, private.archived_people from public, anon, authenticated, service_role;
grant select on private.archived_accounts, private.archived_people to cairn_definer;
revoke all on private.archived_accounts, private.archived_people from public, anon, authenticated, service_role;
grant select on private.archived_accounts, private.archived_people to cairn_definer;
