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
alter table private.archive_parts alter column bytes set storage external;
create table private.awaited_people (
  account_id uuid not null references public.accounts (id) on delete cascade,
  id uuid not null,
  email text not null,
  name text not null,
  role text not null,
  knowledge_areas text[] not null,
  primary key (account_id, id),
  constraint awaited_people_email_key unique (account_id, email)
);
alter table private.awaited_people owner to cairn_owner;
create table private.awaited_lines (
  account_id uuid not null references public.accounts (id) on delete cascade,
  file text not null,
  key text not null,
  is_whole boolean not null,
  line jsonb not null,
  primary key (account_id, file, key)
);
alter table private.awaited_lines owner to cairn_owner;
create table public.archive_imports (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references public.accounts (id) on delete cascade,
  state text not null default 'uploading',
  made_by uuid,
  bytes bigint not null default 0,
  parts integer not null default 0,
  entries bigint not null default 0,
  problem text,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint archive_imports_account_id_id_key unique (account_id, id),
  constraint archive_imports_account_id_key unique (account_id),
  constraint archive_imports_state_known check (private.holds(
    state in ('uploading', 'waiting', 'working', 'done', 'failed'),
    'State must be uploading, waiting, working, done or failed.'
  ))
);
create index archive_imports_created_at_idx on public.archive_imports (created_at);
alter table public.archive_imports owner to cairn_owner;
create table private.archive_import_parts (
  account_id uuid not null,
  import_id uuid not null,
  place integer not null,
  bytes bytea not null,
  primary key (account_id, import_id, place),
  constraint archive_import_parts_import_id_fkey foreign key (account_id, import_id)
    references public.archive_imports (account_id, id) on delete cascade
);
alter table private.archive_import_parts owner to cairn_owner;
alter table private.archive_import_parts alter column bytes set storage external;

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
create function private.is_taking_in() returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(current_setting('cairn.taking_in', true), '') = 'on'
$$;
comment on function private.is_taking_in() is
  'Whether the server is writing the rows of an archive, which come with their history and are no news.';
alter function private.is_taking_in() owner to cairn_definer;
grant execute on function private.is_taking_in() to authenticated, service_role, cairn_owner;
create or replace function private.end_invitations_of_leaver() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_taking_in() then
    return null;
  end if;
  update public.pending_invitations i
  set declined_at = now()
  where i.account_id = new.account_id and private.mailbox(i.email) = private.mailbox(new.email)
    and i.created_at <= new.left_at
    and i.accepted_at is null and i.declined_at is null;
  return null;
end
$$;
create or replace function private.audit_appearance() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_taking_in() then
    return null;
  end if;
  perform private.write_audit(
    new.account_id, private.caller_id(), 'appearance_updated', 'appearance_settings', new.id::text,
    jsonb_build_object('account_name', new.account_name)
  );
  return null;
end
$$;
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
      'bin_expired', 'archive_import_requested', 'archive_taken_in'
    ) or action like '%\_deleted' then 'medium'
    else 'low'
  end
$$;
create or replace function private.audit_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_taking_in() then
    return null;
  end if;
  perform private.write_audit(
    new.account_id, private.caller_id(),
    case
      when tg_op = 'INSERT' then 'invitation_created'
      when new.accepted_at is not null then 'invitation_accepted'
      else 'invitation_revoked'
    end,
    'invitation', new.id::text, jsonb_build_object('permission', new.permission_level)
  );
  return null;
end
$$;
create or replace function private.audit_feature() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_taking_in() then
    return null;
  end if;
  perform private.write_audit(
    new.account_id, private.caller_id(), 'feature_updated', 'app_feature', new.feature_name,
    jsonb_build_object('enabled', new.enabled)
  );
  return null;
end
$$;
create or replace function private.audit_deletion() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_taking_in() then
    return null;
  end if;
  perform private.write_audit(
    new.account_id, new.changed_by, new.kind || '_' || new.action, new.kind, new.record_id::text,
    jsonb_build_object('name', new.record_name)
  );
  return null;
end
$$;
create or replace function private.keep_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_taking_in() then
    return null;
  end if;
  insert into public.record_history (
    account_id, kind, record_id, record_name, action, before, after, changed_by, changed_at, concerned
  )
  select
    (r.record ->> 'account_id')::uuid,
    tg_argv[0],
    (r.record ->> 'id')::uuid,
    coalesce(r.record ->> 'name', r.record ->> 'title'),
    case
      when r.name_before is not null then 'restored'
      when tg_op = 'INSERT' then 'created'
      else 'deleted'
    end,
    to_jsonb(r.name_before),
    case when r.name_before is not null then r.record -> 'name' end,
    private.caller_id(),
    clock_timestamp(),
    array(
      select distinct person::uuid
      from unnest(array[r.record ->> 'owner_id', r.record ->> 'created_by', r.record ->> 'author_id']) as person
      where person is not null
    )
  from (
    select
      to_jsonb(m) as record,
      case tg_op when 'INSERT' then private.name_in_bin(m.account_id, m.id) end as name_before
    from moved m
  ) r;
  return null;
end
$$;
create or replace function private.keep_link_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_taking_in() then
    return null;
  end if;
  -- Planned each time: a plan made for one link would look ten thousand of them up one by one.
  execute format(
    'insert into public.record_history (
      account_id, kind, record_id, record_name, action, field, before, after, changed_by, act, concerned
    )
    select
      r.account_id, $1, r.id, r.name, ''updated'', $2,
      case when $3 then linked.value end, case when not $3 then linked.value end,
      $4, $5,
      array(select distinct person from unnest(array[r.owner_id, r.created_by]) as person where person is not null)
    from links l
    join public.%1$I r on r.id = l.%2$I
    join public.%3$I t on t.id = l.%4$I
    cross join lateral (select jsonb_build_object(''id'', t.id, ''name'', t.name) as value) linked
    -- Links that went with a record came to an end without a word, and come back without one.
    where $3 or not exists (
      select from public.binned_records b
      where b.account_id = l.account_id and b.record_id in (l.%2$I, l.%4$I)
    )',
    tg_argv[2], tg_argv[3], tg_argv[4], tg_argv[5]
  ) using tg_argv[0], tg_argv[1], tg_op = 'DELETE', private.caller_id(), private.current_act();
  return null;
end
$$;
create or replace function private.keep_expert_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  kind text;
begin
  if private.is_taking_in() then
    return null;
  end if;
  for kind in select distinct l.kind from links l loop
    execute format(
      'insert into public.record_history (
        account_id, kind, record_id, record_name, action, field, before, after, changed_by, act, concerned
      )
      select
        r.account_id, $1, r.id, r.name, ''updated'', ''experts'',
        case when $2 then expert.value end, case when not $2 then expert.value end,
        $3, $4,
        array(select distinct person from unnest(array[r.owner_id, r.created_by]) as person where person is not null)
      from links l
      join public.%I r on r.id = l.record_id
      join public.profiles p on p.id = l.expert_id
      cross join lateral (select jsonb_build_object(''id'', p.id, ''name'', p.name) as value) expert
      where l.kind = $1 and ($2 or not exists (
        select from public.binned_records b where b.account_id = l.account_id and b.record_id = l.record_id
      ))',
      private.catalogue_of(kind)
    ) using kind, tg_op = 'DELETE', private.caller_id(), private.current_act();
  end loop;
  return null;
end
$$;
create or replace function private.check_own_field() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_coming constant boolean :=
    tg_op = 'INSERT' or (tg_op = 'UPDATE' and old.deleted_at is not null and new.deleted_at is null);
begin
  if private.is_taking_in() then
    return new;
  end if;
  -- Row security refuses a stranger's account, and it comes later: until then nothing is said of it.
  if private.caller_id() is not null and new.account_id is distinct from private.my_account() then
    return new;
  end if;
  perform pg_advisory_xact_lock(private.lock_of_own_fields(new.account_id));
  new.name := private.display_text(coalesce(new.name, ''));
  new.help := private.display_text(coalesce(new.help, ''));
  new.section := private.display_text(coalesce(new.section, ''));
  new.unit := case new.type when 'number' then private.display_text(coalesce(new.unit, '')) else '' end;
  if tg_op = 'INSERT' then
    if coalesce(new.key, '') = '' then
      new.key := private.slug(new.name, 'field', array(
        select f.key from public.own_fields f where f.account_id = new.account_id and f.kind = new.kind
      ));
    end if;
  else
    -- When is not for the client to say.
    new.retired_at := case when new.retired_at is not null then coalesce(old.retired_at, now()) end;
    new.deleted_at := case when new.deleted_at is not null then coalesce(old.deleted_at, now()) end;
  end if;
  if is_coming then
    perform private.holds(
      tg_op = 'INSERT' or old.deleted_at > now() - private.time_of_deleted_fields(),
      'This field was deleted more than 30 days ago.'
    );
    perform private.holds(
      new.deleted_at is not null or (
        select count(*)
        from public.own_fields f
        where f.account_id = new.account_id and f.kind = new.kind and f.deleted_at is null
      ) < 50,
      'Records of a kind have at most 50 fields of their own.'
    );
  end if;
  if new.deleted_at is null and (is_coming or new.name <> old.name) then
    perform private.refuse_own_field_name(new);
  end if;
  new.choices := case when new.type in ('choice', 'choices') then private.clean_choices(new.choices) else '[]' end;
  -- One that held once may hold no more, as a member who has left. Nobody is kept from another change by it.
  if tg_op = 'INSERT'
    or (new.type, new.choices, new.record_kind, new.default_value)
      is distinct from (old.type, old.choices, old.record_kind, old.default_value)
  then
    new.default_value := private.own_value(new, 'Default', new.default_value);
  end if;
  return new;
end
$$;
create or replace function private.audit_own_field() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_taking_in() then
    return null;
  end if;
  perform private.write_audit(
    new.account_id, private.caller_id(),
    case
      when tg_op = 'INSERT' then 'own_field_added'
      when old.deleted_at is null and new.deleted_at is not null then 'own_field_deleted'
      when old.deleted_at is not null and new.deleted_at is null then 'own_field_restored'
      when old.retired_at is null and new.retired_at is not null then 'own_field_retired'
      when old.retired_at is not null and new.retired_at is null then 'own_field_brought_back'
      else 'own_field_changed'
    end,
    'own_field', new.id::text,
    jsonb_strip_nulls(jsonb_build_object(
      'kind', new.kind, 'name', new.name, 'type', new.type,
      'old_name', case when tg_op = 'UPDATE' and old.name <> new.name then old.name end,
      'old_type', case when tg_op = 'UPDATE' and old.type <> new.type then old.type end
    ))
  );
  return null;
end
$$;
create or replace function private.keep_view() returns trigger
language plpgsql set search_path = ''
as $$
declare
  most constant integer := case when new.person_id is null then 200 else 100 end;
  others integer;
  last_place integer;
begin
  if private.is_taking_in() then
    return new;
  end if;
  new.name := private.display_text(coalesce(new.name, ''));
  perform pg_advisory_xact_lock(hashtextextended(
    'views of ' || coalesce(new.account_id::text, '') || coalesce(new.person_id::text, ''), 0
  ));
  if tg_op = 'INSERT' or new.person_id is distinct from old.person_id then
    select count(*), coalesce(max(v.place), 0) into others, last_place
    from public.views v
    where v.account_id = new.account_id
      and (v.person_id = new.person_id or v.person_id is null and new.person_id is null);
    if others >= most then
      raise exception '%', case
        when new.person_id is null then 'An account has at most 200 views for all members.'
        else 'A member has at most 100 views of their own.'
      end using errcode = '23514', hint = 'Delete a view first.';
    end if;
    new.place := last_place + 1;
  end if;
  if exists (
    select from public.views v
    where v.account_id = new.account_id and v.kind = new.kind and v.id <> new.id
      and (v.person_id = new.person_id or v.person_id is null and new.person_id is null)
      and private.folded(v.name) = private.folded(new.name)
  ) then
    raise exception 'A view with this name already exists.'
      using errcode = '23505', hint = 'Choose another name. Capitals and accents make no difference.';
  end if;
  return new;
end
$$;
create or replace function private.mark_records() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_taking_in() then
    return null;
  end if;
  case tg_op
    when 'INSERT' then
      insert into private.records_to_count (account_id, kind, record_id)
      select c.account_id, tg_argv[0], c.id from come c;
    when 'DELETE' then
      insert into private.records_to_count (account_id, kind, record_id)
      select g.account_id, tg_argv[0], g.id
      from gone g
      where exists (select from public.accounts a where a.id = g.account_id);
    else
      -- No join: the plan is kept, and is as good for one record as for ten thousand.
      insert into private.records_to_count (account_id, kind, record_id)
      select changed.account_id, tg_argv[0], changed.id
      from (
        select c.account_id, c.id, c.owner_id, c.invited_owner_id from come c
        except
        select g.account_id, g.id, g.owner_id, g.invited_owner_id from gone g
      ) changed;
  end case;
  return null;
end
$$;
create or replace function private.mark_named() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_taking_in() then
    return null;
  end if;
  case tg_op
    when 'INSERT' then
      insert into private.records_to_count (account_id, kind, record_id)
      select c.account_id, c.kind, c.record_id from come c;
    when 'DELETE' then
      insert into private.records_to_count (account_id, kind, record_id)
      select g.account_id, g.kind, g.record_id
      from gone g
      where exists (select from public.accounts a where a.id = g.account_id);
    else
      insert into private.records_to_count (account_id, kind, record_id)
      select g.account_id, g.kind, g.record_id from gone g
      union
      select c.account_id, c.kind, c.record_id from come c;
  end case;
  return null;
end
$$;
create or replace function private.notify_expert() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  kind text;
  told private.record_news[];
begin
  if private.is_taking_in() then
    return null;
  end if;
  for kind in select distinct l.kind from links l loop
    execute format(
      'select array(
        select
          row(l.account_id, l.expert_id, ''expert_assigned'', $1, r.id, r.name, ''{}''::jsonb)::private.record_news
        from links l
        join public.%I r on r.id = l.record_id
        -- A member who knew it before is not told that they are expert of it.
        where l.kind = $1 and not exists (
          select from public.binned_records b where b.account_id = r.account_id and b.record_id = r.id
        )
        order by l.expert_id, lower(r.name), r.id
      )',
      private.catalogue_of(kind)
    )
      into told using kind;
    perform private.notify_of_records(told);
  end loop;
  return null;
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
returns table (place integer, file text, source regclass, keys text[], without text[], awaiting text[], read_only boolean)
language sql stable security definer set search_path = ''
as $$
  values
    (1, 'account', 'private.archived_accounts'::regclass, array['id'], '{}'::text[], '{}'::text[], false),
    (2, 'people', 'private.archived_people', array['id', 'email'], '{}', '{}', false),
    (3, 'features', 'public.app_features', array['id'], '{}', '{}', false),
    (4, 'appearance', 'public.appearance_settings', array['id'], '{}', '{}', false),
    (5, 'tags', 'public.tags', array['id'], '{}', '{}', false),
    (6, 'own-fields', 'public.own_fields', array['id'], '{}', '{}', false),
    (100, 'articles', 'public.knowledge_articles', array['id'], '{}', '{}', false),
    (101, 'experts', 'public.record_experts', array['record_id', 'expert_id'],
      array(select k.kind || '_id' from private.kinds k), '{}', false),
    (102, 'agents-of-solutions', 'public.solution_agents', array['solution_id', 'agent_id'], '{}', '{}', false),
    (103, 'automations-of-solutions', 'public.solution_automations', array['solution_id', 'automation_id'], '{}',
      '{}', false),
    (104, 'departed-owners', 'public.departed_owners', array['kind', 'record_id'], '{}', '{}', false),
    (105, 'handovers', 'public.handovers', array['id'], '{}', array['receiver_id', 'invitation_id'], false),
    (106, 'views', 'public.views', array['id'], '{}', '{}', false),
    (107, 'view-settings', 'public.view_settings', array['user_id', 'view_id'], '{}', '{}', false),
    (108, 'acts', 'public.acts', array['id'], '{}', '{}', false),
    (109, 'bin', 'public.binned_records', array['kind', 'record_id'], '{}', '{}', false),
    (110, 'history', 'public.record_history', array['changed_at', 'id'], '{}', '{}', false),
    (111, 'audit-log', 'public.security_audit_log', array['created_at', 'id'], '{}', '{}', true)
  union all
  select 10 + k.place, k.record_table, format('public.%I', k.record_table)::regclass, array['id'],
    '{}', array['owner_id', 'invited_owner_id'], false
  from private.kinds k
  where k.feature is not null
$$;
comment on function private.archived_tables() is
  'The files of an archive in their order: the table of each, what its lines are sorted by, columns that they leave out, two columns of which the first names a member and the second an invited person instead, and whether the file is for reading alone.';
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
create function private.awaited_columns(account uuid, file text, keys text[], awaiting text[]) returns text
language sql stable security definer set search_path = ''
as $$
  select concat(
    case when cardinality(awaiting) = 2 then format(
      '|| jsonb_build_object(%1$L, coalesce(r.%1$I, (
        select coalesce(w.id, i.id)
        from public.pending_invitations i
        left join private.awaited_people w on w.account_id = i.account_id and w.email = i.email
        where i.account_id = r.account_id and i.id = r.%2$I
          and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
      )))',
      awaiting[1], awaiting[2]
    ) end,
    case when exists (
      select from private.awaited_lines l where l.account_id = account and l.file = awaited_columns.file and not l.is_whole
    ) then format(
      '|| coalesce((
        select (
          select jsonb_object_agg(e.key, e.value) from jsonb_each(l.line) e where to_jsonb(r) -> e.key = ''null''
        )
        from private.awaited_lines l
        where l.account_id = r.account_id and l.file = %L and not l.is_whole and l.key = concat_ws('' '', %s)
      ), ''{}'')',
      file, (select string_agg(format('r.%I', k), ', ' order by n) from unnest(keys) with ordinality as u (k, n))
    ) end
  )
$$;
comment on function private.awaited_columns(uuid, text, text[], text[]) is
  'SQL that puts invited and awaited people into the lines of a file.';
alter function private.awaited_columns(uuid, text, text[], text[]) owner to cairn_definer;
create function private.with_awaited_lines(account uuid, file text, source regclass) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when exists (
      select from private.awaited_lines l where l.account_id = account and l.file = with_awaited_lines.file and l.is_whole
    ) then format(
      '(
        select t.* from %1$s t
        union all
        select p.*
        from private.awaited_lines l
        cross join lateral jsonb_populate_record(
          null::%1$s, l.line || jsonb_build_object(''account_id'', l.account_id)
        ) p
        where l.account_id = $1 and l.file = %2$L and l.is_whole
      )',
      source, file
    )
    else source::text
  end
$$;
comment on function private.with_awaited_lines(uuid, text, regclass) is
  'SQL for the rows of a file, with those that wait for their person.';
alter function private.with_awaited_lines(uuid, text, regclass) owner to cairn_definer;
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
    private.awaited_columns(account, asked.file, asked.keys, asked.awaiting), key_object, key_list,
    private.with_awaited_lines(account, asked.file, asked.source),
    case when after is not null then format('and (%s) > (%s)', key_list, (
      select string_agg(quote_literal(after ->> k.key), ', ' order by k.place)
      from unnest(asked.keys) with ordinality as k (key, place)
    )) else '' end,
    key_list
  ) using account, array['account_id'] || asked.without || (asked.awaiting)[2:], most_rows, most_bytes;
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
create function private.refuse_account_with_rows(account uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (select from private.records r where r.account_id = account)
    or exists (select from public.knowledge_articles a where a.account_id = account)
    or exists (select from public.tags t where t.account_id = account)
    or exists (select from public.own_fields f where f.account_id = account)
    or exists (select from public.views v where v.account_id = account)
    or exists (select from public.binned_records b where b.account_id = account)
  then
    raise exception 'Only an empty account can take in an archive.'
      using errcode = '55000', hint = 'Records, articles, tags, fields, views and the bin have to be empty.';
  end if;
end
$$;
comment on function private.refuse_account_with_rows(uuid) is 'Refuses an account that has something already.';
alter function private.refuse_account_with_rows(uuid) owner to cairn_definer;
create function public.start_archive_import() returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  made uuid;
begin
  perform private.refuse_non_admin('Only administrators can take in an archive.');
  perform from public.accounts a where a.id = account for no key update;
  perform private.refuse_account_with_rows(account);
  if exists (
    select from public.archive_imports i where i.account_id = account and i.state in ('waiting', 'working')
  ) then
    raise exception 'An archive is being taken in already.' using errcode = '55006', hint = 'Wait until it is done.';
  end if;
  delete from public.archive_imports i where i.account_id = account;
  insert into public.archive_imports (account_id, made_by) values (account, private.caller_id()) returning id into made;
  return made;
end
$$;
comment on function public.start_archive_import() is
  'For admins of an empty account: begins to bring an archive, in place of the last one. Gives its id.';
alter function public.start_archive_import() owner to cairn_definer;
revoke all on function public.start_archive_import() from public, anon, authenticated, service_role;
grant execute on function public.start_archive_import() to authenticated;
create function public.add_archive_import_part(import uuid, place integer, content text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  most_bytes constant bigint := 4294967295;
  part bytea;
begin
  perform private.refuse_non_admin('Only administrators can take in an archive.');
  if content is null or octet_length(content) not between 1 and 2000000 then
    raise exception 'A part of an archive has at most 1,500,000 bytes.' using errcode = '22023';
  end if;
  part := decode(content, 'base64');
  update public.archive_imports i
  set parts = add_archive_import_part.place, bytes = i.bytes + octet_length(part)
  where i.account_id = private.my_account() and i.id = import and i.state = 'uploading'
    and i.parts = add_archive_import_part.place - 1 and i.bytes + octet_length(part) <= most_bytes
    -- All parts but the last have one size, so that each byte is found.
    and (add_archive_import_part.place = 1 or exists (
      select from private.archive_import_parts p
      where p.account_id = i.account_id and p.import_id = i.id and p.place = 1
        and octet_length(p.bytes) >= octet_length(part)
        and i.bytes = octet_length(p.bytes)::bigint * (add_archive_import_part.place - 1)
    ));
  if not found then
    raise exception 'This part of the archive cannot be taken.'
      using errcode = '55000', hint = 'Begin anew with the whole file.';
  end if;
  insert into private.archive_import_parts (account_id, import_id, place, bytes)
  values (private.my_account(), import, add_archive_import_part.place, part);
end
$$;
comment on function public.add_archive_import_part(uuid, integer, text) is
  'For admins: brings the next part of an archive, from 1 on, in base64.';
alter function public.add_archive_import_part(uuid, integer, text) owner to cairn_definer;
revoke all on function public.add_archive_import_part(uuid, integer, text) from public, anon, authenticated, service_role;
grant execute on function public.add_archive_import_part(uuid, integer, text) to authenticated;
create function public.submit_archive_import(import uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.refuse_non_admin('Only administrators can take in an archive.');
  update public.archive_imports i
  set state = 'waiting'
  where i.account_id = private.my_account() and i.id = import and i.state = 'uploading';
  if not found then
    raise exception 'This archive is gone.' using errcode = 'P0002', hint = 'Begin anew with the whole file.';
  end if;
  perform private.write_audit(
    private.my_account(), private.caller_id(), 'archive_import_requested', 'archive', import::text
  );
end
$$;
comment on function public.submit_archive_import(uuid) is
  'For admins: all parts of an archive have come; the server takes it in.';
alter function public.submit_archive_import(uuid) owner to cairn_definer;
revoke all on function public.submit_archive_import(uuid) from public, anon, authenticated, service_role;
grant execute on function public.submit_archive_import(uuid) to authenticated;
create function private.accounts_with_archives_to_take_in() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select i.account_id
  from public.archive_imports i
  where i.state in ('waiting', 'working') or i.state = 'uploading' and i.created_at < now() - interval '1 day'
$$;
comment on function private.accounts_with_archives_to_take_in() is
  'The accounts into which an archive is to be taken, or was begun to be brought a day ago.';
alter function private.accounts_with_archives_to_take_in() owner to cairn_definer;
revoke all on function private.accounts_with_archives_to_take_in() from public;
grant execute on function private.accounts_with_archives_to_take_in() to supabase_auth_admin;
create function private.begin_archive_import(account uuid)
returns table (import uuid, bytes bigint, first_bytes integer, made_by uuid)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from public.archive_imports i
  where i.account_id = account and i.state = 'uploading' and i.created_at < now() - interval '1 day';
  perform private.end_archive_import(account, i.id, 'The server could not take it in. Ask who runs it.', 0)
  from public.archive_imports i
  where i.account_id = account and i.state in ('waiting', 'working') and i.attempts >= 3;
  return query
  update public.archive_imports i
  set state = 'working', attempts = i.attempts + 1
  where i.account_id = account and i.state in ('waiting', 'working')
  returning i.id, i.bytes, coalesce((
    select octet_length(p.bytes)
    from private.archive_import_parts p
    where p.account_id = i.account_id and p.import_id = i.id and p.place = 1
  ), 0), i.made_by;
end
$$;
comment on function private.begin_archive_import(uuid) is
  'Begins with the archive that an account takes in: its size, and that of its parts but for the last.';
alter function private.begin_archive_import(uuid) owner to cairn_definer;
revoke all on function private.begin_archive_import(uuid) from public;
grant execute on function private.begin_archive_import(uuid) to supabase_auth_admin;
create function private.end_archive_import(account uuid, import uuid, problem text, entries bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  asked_by uuid;
begin
  update public.archive_imports i
  set state = case when end_archive_import.problem is null then 'done' else 'failed' end, ended_at = now(),
    problem = end_archive_import.problem, entries = end_archive_import.entries
  where i.account_id = account and i.id = import
  returning i.made_by into asked_by;
  delete from private.archive_import_parts p where p.account_id = account and p.import_id = import;
  perform private.write_audit(
    account, asked_by, case when problem is null then 'archive_taken_in' else 'archive_not_taken_in' end,
    'archive', import::text, jsonb_strip_nulls(jsonb_build_object('entries', entries, 'problem', problem))
  );
end
$$;
comment on function private.end_archive_import(uuid, uuid, text, bigint) is
  'Notes that an archive was taken in, or (with a sentence) why not. Its parts go.';
alter function private.end_archive_import(uuid, uuid, text, bigint) owner to cairn_definer;
revoke all on function private.end_archive_import(uuid, uuid, text, bigint) from public;
grant execute on function private.end_archive_import(uuid, uuid, text, bigint) to supabase_auth_admin;
create function private.archive_import_part(account uuid, import uuid, part integer) returns bytea
language sql stable security definer set search_path = ''
as $$
  select p.bytes
  from private.archive_import_parts p
  where p.account_id = account and p.import_id = import and p.place = part
$$;
comment on function private.archive_import_part(uuid, uuid, integer) is 'A part of an archive that is brought.';
alter function private.archive_import_part(uuid, uuid, integer) owner to cairn_definer;
revoke all on function private.archive_import_part(uuid, uuid, integer) from public;
grant execute on function private.archive_import_part(uuid, uuid, integer) to supabase_auth_admin;
create function private.begin_taking_in(account uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform from public.accounts a where a.id = account for no key update;
  perform private.refuse_account_with_rows(account);
  delete from public.app_features f where f.account_id = account;
  delete from public.appearance_settings s where s.account_id = account;
  delete from private.awaited_people w where w.account_id = account;
  delete from private.awaited_lines l where l.account_id = account;
end
$$;
comment on function private.begin_taking_in(uuid) is
  'Locks an empty account for an archive. Its switches and its appearance make way for those of the archive.';
alter function private.begin_taking_in(uuid) owner to cairn_definer;
revoke all on function private.begin_taking_in(uuid) from public;
grant execute on function private.begin_taking_in(uuid) to supabase_auth_admin;
create function private.known_people(account uuid, lines jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(l.line ->> 'id', coalesce(m.user_id, i.id)), '{}')
  from jsonb_array_elements(lines) as l (line)
  left join public.profiles p on p.account_id = account and lower(p.email) = lower(l.line ->> 'email')
  left join public.account_members m on m.account_id = account and m.user_id = p.id
  left join public.pending_invitations i
    on i.account_id = account and i.email = lower(l.line ->> 'email') and i.accepted_at is null and i.declined_at is null
  where l.line ->> 'state' <> 'left' and coalesce(m.user_id, i.id) is not null
$$;
comment on function private.known_people(uuid, jsonb) is
  'For lines of people the ids that members, and people who are invited already, have in the account.';
alter function private.known_people(uuid, jsonb) owner to cairn_definer;
revoke all on function private.known_people(uuid, jsonb) from public;
grant execute on function private.known_people(uuid, jsonb) to supabase_auth_admin;
create function private.take_in_people(account uuid, inviter uuid, lines jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into private.former_members (account_id, email, left_at, user_id)
  select account, lower(p.email), p.since, p.id
  from jsonb_to_recordset(lines) as p (id uuid, email text, state text, since timestamptz)
  where p.state = 'left'
  on conflict do nothing;
  -- A month: there are many to write to. By their own time they count for no limit of today.
  with come as (
    select p.*
    from jsonb_to_recordset(lines) as p (
      id uuid, email text, name text, state text, permission_level text, job_role text, department text,
      since timestamptz, role text, knowledge_areas text[]
    )
    where p.state <> 'left' and not private.is_member(account, p.id)
  ),
  awaited as (
    insert into private.awaited_people (account_id, id, email, name, role, knowledge_areas)
    select account, c.id, lower(c.email), c.name, c.role, coalesce(c.knowledge_areas, '{}') from come c
  )
  insert into public.pending_invitations (
    id, account_id, email, name, job_role, department, permission_level, invited_by, expires_at, created_at
  )
  select
    c.id, account, c.email, c.name, c.job_role, c.department, c.permission_level, inviter, now() + interval '30 days', c.since
  from come c
  where not exists (
    select from public.pending_invitations i
    where i.account_id = account and i.email = lower(c.email) and i.accepted_at is null and i.declined_at is null
  );
end
$$;
comment on function private.take_in_people(uuid, uuid, jsonb) is
  'Invites the people of an archive, without a mail, and remembers who left.';
alter function private.take_in_people(uuid, uuid, jsonb) owner to cairn_definer;
create function private.strangers_in(account uuid, line jsonb, columns text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(c.name, line -> c.name), '{}')
  from unnest(columns) as c (name)
  where line ->> c.name is not null and not private.is_member(account, (line ->> c.name)::uuid)
$$;
comment on function private.strangers_in(uuid, jsonb, text[]) is 'Which of these columns of a line name people who are no members.';
alter function private.strangers_in(uuid, jsonb, text[]) owner to cairn_definer;
create function private.line_for_account(account uuid, line jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select line || jsonb_build_object('account_id', account) || case
    when jsonb_typeof(line -> 'record') = 'object' then jsonb_build_object(
      'record', (line -> 'record') || jsonb_build_object('account_id', account, 'invited_owner_id', null) || case
        when line -> 'record' ->> 'owner_id' is null
          or private.is_member(account, (line -> 'record' ->> 'owner_id')::uuid) then '{}'
        else jsonb_build_object('owner_id', null, 'invited_owner_id', line -> 'record' -> 'owner_id')
      end
    )
    else '{}'
  end
$$;
comment on function private.line_for_account(uuid, jsonb) is 'A line of an archive as a row of an account.';
alter function private.line_for_account(uuid, jsonb) owner to cairn_definer;
create function private.take_in_lines(account uuid, inviter uuid, of_file text, lines jsonb) returns void
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  asked record;
  of_people text[];
  whole text;
  given jsonb;
  columns text;
begin
  perform set_config('cairn.taking_in', 'on', true);
  if of_file = 'account' then
    update public.accounts a
    set name = lines -> 0 ->> 'name', newcomers_need_admission = (lines -> 0 ->> 'newcomers_need_admission')::boolean
    where a.id = account;
    return;
  elsif of_file = 'people' then
    perform private.take_in_people(account, inviter, lines);
    return;
  end if;
  select t.* into strict asked from private.archived_tables() t where t.file = of_file;
  if asked.read_only then
    return;
  end if;
  of_people := array(
    select a.attname
    from pg_catalog.pg_constraint c
    join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
    where c.conrelid = asked.source and c.confrelid = 'public.account_members'::regclass
  );
  select c into whole from unnest(of_people) as c where c in ('expert_id', 'person_id', 'user_id');
  select jsonb_agg(jsonb_build_object(
    'line', private.line_for_account(account, l.line),
    'strangers', case
      when cardinality(of_people) = 0 then '{}' else private.strangers_in(account, l.line, of_people)
    end
  ) order by l.place)
  into given
  from jsonb_array_elements(lines) with ordinality as l (line, place);
  insert into private.awaited_lines (account_id, file, key, is_whole, line)
  select
    account, of_file, (select string_agg(g -> 'line' ->> k.key, ' ' order by k.place)
      from unnest(asked.keys) with ordinality as k (key, place)),
    coalesce(g -> 'strangers' ? whole, false),
    case when g -> 'strangers' ? whole then (g -> 'line') - 'account_id' else (g -> 'strangers') - asked.awaiting end
  from jsonb_array_elements(given) as g
  where (g -> 'strangers') - asked.awaiting <> '{}';
  if exists (
    select from jsonb_array_elements(given) as g, jsonb_each_text(g -> 'strangers') as s
    where not exists (select from private.awaited_people w where w.account_id = account and w.id = s.value::uuid)
  ) then
    raise exception 'The archive names a person who is not in it.' using errcode = '23503';
  end if;
  select string_agg(quote_ident(a.attname), ', ') into columns
  from pg_catalog.pg_attribute a
  where a.attrelid = asked.source and a.attnum > 0 and not a.attisdropped
    and (lines -> 0 ? a.attname or a.attname in ('account_id', (asked.awaiting)[2]));
  execute format('insert into %1$s (%2$s) select %2$s from jsonb_populate_recordset(null::%1$s, $1)', asked.source, columns)
  using (
    select coalesce(jsonb_agg(
      g -> 'line'
        || (select coalesce(jsonb_object_agg(s, null), '{}') from jsonb_object_keys(g -> 'strangers') as s)
        || case when g -> 'strangers' ? (asked.awaiting)[1] then
          jsonb_build_object((asked.awaiting)[2], g -> 'strangers' -> (asked.awaiting)[1]) else '{}' end
    ), '[]')
    from jsonb_array_elements(given) as g
    where whole is null or not g -> 'strangers' ? whole
  );
end
$$;
comment on function private.take_in_lines(uuid, uuid, text, jsonb) is
  'Writes lines of a file of an archive as rows of an account; what names people who are no members yet waits for them.';
alter function private.take_in_lines(uuid, uuid, text, jsonb) owner to cairn_definer;
revoke all on function private.take_in_lines(uuid, uuid, text, jsonb) from public;
grant execute on function private.take_in_lines(uuid, uuid, text, jsonb) to supabase_auth_admin;
create function private.end_taking_in(account uuid, import uuid, entries bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.count_anew(account);
  -- Past weeks are counted from the history, which has just come.
  delete from private.coverage_weeks w where w.account_id = account;
  delete from private.coverage_accounts c where c.account_id = account;
  perform private.end_archive_import(account, import, null, entries);
end
$$;
comment on function private.end_taking_in(uuid, uuid, bigint) is 'An archive is taken in: the figures are counted anew.';
alter function private.end_taking_in(uuid, uuid, bigint) owner to cairn_definer;
revoke all on function private.end_taking_in(uuid, uuid, bigint) from public;
grant execute on function private.end_taking_in(uuid, uuid, bigint) to supabase_auth_admin;
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
  select i.account_id, coalesce(w.id, i.id), i.email, i.name, 'invited', i.permission_level, coalesce(w.role, 'member'),
    i.job_role, i.department, coalesce(w.knowledge_areas, '{}'), i.created_at
  from public.pending_invitations i
  left join private.awaited_people w on w.account_id = i.account_id and w.email = i.email
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
create policy "admins see what archive their account takes in" on public.archive_imports
  for select to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) = 3);
alter table private.archive_import_parts enable row level security;
alter table private.archive_import_parts force row level security;
comment on table private.archive_import_parts is 'Archives that are brought, in parts of a megabyte, until they are taken in.';
revoke all on private.archive_import_parts from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select, insert, delete on private.archive_import_parts to cairn_definer;
alter table private.archive_parts enable row level security;
alter table private.archive_parts force row level security;
comment on table private.archive_parts is 'The files of archives, in parts of a megabyte.';
revoke all on private.archive_parts from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select, insert, delete on private.archive_parts to cairn_definer;
alter table private.awaited_lines enable row level security;
alter table private.awaited_lines force row level security;
comment on table private.awaited_lines is
  'What of lines of an archive waits for people who are not members yet: all of the line, or columns with their ids.';
revoke all on private.awaited_lines from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select, insert, update, delete on private.awaited_people, private.awaited_lines to cairn_definer;
alter table private.awaited_people enable row level security;
alter table private.awaited_people force row level security;
comment on table private.awaited_people is 'People who came by an archive and are not members yet, by the ids of the archive.';
revoke all on private.awaited_people from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select, insert, update, delete on private.awaited_people, private.awaited_lines to cairn_definer;
revoke all on private.coverage_accounts from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select, insert, update, delete on private.coverage_accounts to cairn_definer;
alter table public.archive_imports enable row level security;
alter table public.archive_imports force row level security;
comment on table public.archive_imports is 'An archive that is being brought into an account, the last one.';
comment on column public.archive_imports.state is 'uploading, waiting, working, done or failed.';
comment on column public.archive_imports.made_by is 'The admin who brings it. Stays when the person leaves.';
comment on column public.archive_imports.bytes is 'How much of the file has come.';
comment on column public.archive_imports.parts is 'How many parts of the file have come.';
comment on column public.archive_imports.entries is 'How many lines were taken in.';
comment on column public.archive_imports.problem is 'Why it was not taken in, in a sentence.';
comment on column public.archive_imports.attempts is 'How often the server has begun with it.';
revoke all on public.archive_imports from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select on public.archive_imports to authenticated, service_role;
grant select, insert, update, delete on public.archive_imports to cairn_definer;
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
