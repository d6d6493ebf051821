-- Contents of archives: the files of an archive, and how their lines are read, a page at a time.
--
-- A line is a row as JSON, without what only this server knows: the account, copies, and figures that are counted
-- again. The owner of a record is one person, member or invited. docs/use/archive.md describes the files for readers. A
-- rule of shape wants every table of an account in here, or named with the reason why it is not.

create view private.archived_accounts with (security_invoker = true) as
  select a.id as account_id, a.id, a.name, a.newcomers_need_admission, a.created_at
  from public.accounts a;
comment on view private.archived_accounts is 'Accounts as archives tell of them.';

-- People who come by an archive are invited. Until one joins, what names them as a member waits here: a whole line, or
-- the columns of a line that are empty meanwhile.
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
comment on table private.awaited_people is 'People who came by an archive and are not members yet, by the ids of the archive.';

create table private.awaited_lines (
  account_id uuid not null references public.accounts (id) on delete cascade,
  file text not null,
  key text not null,
  is_whole boolean not null,
  line jsonb not null,
  primary key (account_id, file, key)
);
comment on table private.awaited_lines is
  'Lines of an archive that wait for people who are not members yet: the whole line, or columns with their ids.';

-- Of a leaver no name is kept: the id is that of their user, or made from the address where there is none.
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

-- A catalogue is a file by its row in private.kinds.
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
    (7, 'teams', 'public.teams', array['id'], '{}', '{}', false),
    (8, 'members-of-teams', 'public.team_members', array['team_id', 'user_id'], array['id', 'filled_by', 'rule_id'], '{}',
      false),
    (100, 'articles', 'public.knowledge_articles', array['id'], '{}', '{}', false),
    (101, 'experts', 'public.record_experts', array['record_id', 'expert_id'], '{}', '{}',
      false),
    (102, 'agents-of-solutions', 'public.solution_agents', array['solution_id', 'agent_id'], '{}', '{}', false),
    (103, 'automations-of-solutions', 'public.solution_automations', array['solution_id', 'automation_id'], '{}',
      '{}', false),
    (104, 'relations', 'public.relations', array['from_id', 'to_id', 'type'], array['id'], '{}', false),
    (105, 'departed-owners', 'public.departed_owners', array['kind', 'record_id'], '{}', '{}', false),
    (106, 'handovers', 'public.handovers', array['id'], '{}', array['receiver_id', 'invitation_id'], false),
    (107, 'views', 'public.views', array['id'], '{}', '{}', false),
    (108, 'view-settings', 'public.view_settings', array['user_id', 'view_id'], '{}', '{}', false),
    (109, 'acts', 'public.acts', array['id'], array['ended_team'], '{}', false),
    (110, 'bin', 'public.binned_records', array['kind', 'record_id'], '{}', '{}', false),
    (111, 'history', 'public.record_history', array['changed_at', 'id'], '{}', '{}', false),
    (112, 'audit-log', 'public.security_audit_log', array['created_at', 'id'], '{}', '{}', true)
  union all
  select 10 + k.place, k.record_table, format('public.%I', k.record_table)::regclass, array['id'],
    '{}', array['owner_id', 'invited_owner_id'], false
  from private.kinds k
  where k.feature is not null
$$;
comment on function private.archived_tables() is
  'The files of an archive in their order: the table of each, what its lines are sorted by, columns that they leave out, two columns of which the first names a member and the second an invited person instead, and whether the file is for reading alone.';
grant execute on function private.archived_tables() to supabase_auth_admin;

create function private.archived_row(of_file text, line jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select case of_file
    when 'bin' then line || jsonb_build_object(
      'record', (line -> 'record') - array['account_id', 'invited_owner_id']
        || jsonb_build_object('owner_id', coalesce(
          nullif(line -> 'record' -> 'owner_id', 'null'), line -> 'record' -> 'invited_owner_id'
        )),
      'links', private.sanitized_links(line -> 'links')
    )
    when 'acts' then line || jsonb_build_object('departed', private.sanitized_departed_owners(line -> 'departed'))
    else line
  end
$$;
comment on function private.archived_row(text, jsonb) is
  'A line of the bin with one owner, and of bin and acts without the account within; any other line as it is.';

-- A person who is invited, or awaited, stands where a member would.
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

-- Rows come by key, so that no page reads what the last ones had. A row can have 200 kB, so a page also ends with the
-- bytes that it may have; one row it always has.
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
        select private.archived_row($5, to_jsonb(r) - $2 %s)::text as line, jsonb_build_object(%s) as key,
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
  ) using account, array['account_id'] || asked.without || (asked.awaiting)[2:], most_rows, most_bytes, of_file;
end
$$;
comment on function private.archive_page(uuid, text, jsonb, integer, integer) is
  'The next lines of a file of an archive, after a key, with their number and the last key. Nulls and 0 where there are none.';

alter table private.awaited_people enable row level security;
alter table private.awaited_people force row level security;
alter table private.awaited_lines enable row level security;
alter table private.awaited_lines force row level security;
grant select, insert, update, delete on private.awaited_people, private.awaited_lines to cairn_definer;
grant select on private.archived_accounts, private.archived_people to cairn_definer;
grant execute on function private.archive_page(uuid, text, jsonb, integer, integer) to supabase_auth_admin;
