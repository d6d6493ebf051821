-- Taking archives in: what the server's job asks and writes. All lines are written in one transaction, or none.
--
-- Lines come with their history, so triggers that would write history, news, audit and marks stand aside
-- (private.is_restoring_archive). Checks, keys and the shape of values hold as ever. The figures are counted again at the end.

create function private.accounts_with_archives_to_restore() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select i.account_id
  from public.archive_imports i
  where i.state in ('waiting', 'working') or i.state = 'uploading' and i.created_at < now() - interval '1 day'
$$;
comment on function private.accounts_with_archives_to_restore() is
  'The accounts with an archive to restore, or whose upload was begun a day ago.';

create function private.begin_archive_import(account uuid)
returns table (import uuid, bytes bigint, first_bytes integer, made_by uuid)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from public.archive_imports i
  where i.account_id = account and i.state = 'uploading' and i.created_at < now() - interval '1 day';
  perform private.end_archive_import(account, i.id, null, 0, 'archive.given_up')
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

create function private.sentence_of_archive_problem(code text) returns text
language sql immutable set search_path = ''
as $$
  select case code
    when 'archive.not_an_archive' then 'This file is no archive of Cairn.'
    when 'archive.cut_off' then 'The archive is not whole: it was cut off, or is damaged.'
    when 'archive.strange_name' then 'The archive has a file with a name that no archive of Cairn has.'
    when 'archive.newer' then 'A newer version of Cairn made this archive. Update this server first.'
    when 'archive.too_large' then 'The archive is larger unpacked than an archive can be.'
    when 'archive.checksum' then 'The archive was changed or damaged: a checksum is wrong.'
    -- The same sentence answers an id of another account and an unknown id.
    when 'archive.not_its_own' then 'The archive names what is not in it, or has what this server has already.'
    when 'archive.line' then 'The archive has a line that cannot be read.'
    when 'archive.deep' then 'The archive has a line with too many brackets within each other.'
    when 'archive.given_up' then 'The server could not take it in. Ask who runs it.'
  end
$$;
comment on function private.sentence_of_archive_problem(text) is
  'Why an archive is not taken in, in a sentence, by its code. The server finds the problem.';

create function private.end_archive_import(
  account uuid, import uuid, problem text, entries bigint, refusal text default null
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  asked_by uuid;
begin
  problem := coalesce(problem, private.sentence_of_archive_problem(refusal));
  update public.archive_imports i
  set state = case when end_archive_import.problem is null then 'done' else 'failed' end, ended_at = now(),
    problem = end_archive_import.problem, entries = end_archive_import.entries, refusal = end_archive_import.refusal
  where i.account_id = account and i.id = import
  returning i.made_by into asked_by;
  delete from private.archive_import_parts p where p.account_id = account and p.import_id = import;
  perform private.write_audit(
    account, asked_by, case when problem is null then 'archive_taken_in' else 'archive_not_taken_in' end,
    'archive', import::text, jsonb_strip_nulls(jsonb_build_object('entries', entries, 'problem', problem, 'refusal', refusal))
  );
end
$$;
comment on function private.end_archive_import(uuid, uuid, text, bigint, text) is
  'Notes that an archive was taken in, or why not: by a code with its parameters, and a sentence where the code has none of its own. Its parts go.';

create function private.archive_import_part(account uuid, import uuid, part integer) returns bytea
language sql stable security definer set search_path = ''
as $$
  select p.bytes
  from private.archive_import_parts p
  where p.account_id = account and p.import_id = import and p.place = part
$$;
comment on function private.archive_import_part(uuid, uuid, integer) is 'A part of an archive that is brought.';

create function private.begin_restoring_archive(account uuid) returns void
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
comment on function private.begin_restoring_archive(uuid) is
  'Locks an empty account for an archive. Deletes its switches and its appearance, which those of the archive replace.';

-- Whom the account knows already keeps the id that they have here.
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

create function private.restore_people_of_archive(account uuid, inviter uuid, lines jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into private.former_members (account_id, email, left_at, user_id)
  -- A person of this server is known by their own departures alone: to name their id tells nothing of them.
  select
    account, lower(p.email), private.moment_in_archive(p.since),
    case when not exists (select from public.profiles known where known.id = p.id) then p.id end
  from jsonb_to_recordset(lines) as p (id uuid, email text, state text, since timestamptz)
  where p.state = 'left'
  on conflict do nothing;
  -- Not sent: they count for no limit, and an admin invites them in portions. A year: there can be many.
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
    id, account_id, email, name, job_role, department, permission_level, expires_at, created_at, sent_at
  )
  select
    c.id, account, c.email, c.name, c.job_role, c.department, c.permission_level, now() + interval '1 year',
    coalesce(least(c.since, now()), now()), null
  from come c
  where not exists (
    select from public.pending_invitations i
    where i.account_id = account and i.email = lower(c.email) and i.accepted_at is null and i.declined_at is null
  );
end
$$;
comment on function private.restore_people_of_archive(uuid, uuid, jsonb) is
  'Lists the people of an archive as not invited yet, and stores who had left.';

-- Long: what a page of lines means for rows and for what waits is said in one place.
create function private.restore_lines(account uuid, inviter uuid, of_file text, lines jsonb) returns void
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  asked record;
  of_people text[];
  whole text;
  given jsonb;
  shape record;
begin
  -- Keys find names that stand twice; looking for each one takes longer than all else.
  perform set_config('cairn.taking_in', 'on', true), set_config('cairn.names_are_known', 'on', true);
  if of_file = 'account' then
    update public.accounts a
    set name = lines -> 0 ->> 'name', newcomers_need_admission = (lines -> 0 ->> 'newcomers_need_admission')::boolean
    where a.id = account;
    return;
  elsif of_file = 'people' then
    perform private.restore_people_of_archive(account, inviter, lines);
    return;
  end if;
  select t.* into strict asked from private.archived_tables() t where t.file = of_file;
  if asked.read_only then
    return;
  end if;
  of_people := private.columns_of_people(asked.source);
  shape := private.columns_to_restore(
    asked.source, asked.without || (asked.awaiting)[2:], lines -> 0
  );
  if shape.columns is null then
    raise exception 'The archive has a line without anything to read.'
      using errcode = '22023', detail = 'archive.empty_line';
  end if;
  perform private.refuse_records_of_others(account, of_file, lines);
  if of_file = 'history' then
    perform private.refuse_strange_history(lines);
  end if;
  -- Most lines are history, which names people without keys.
  if cardinality(of_people) = 0 and of_file not in ('bin', 'acts') then
    execute format(
      'insert into %1$s (account_id, %2$s) select $2, %3$s from jsonb_populate_recordset(null::%1$s, $1) r',
      asked.source, shape.columns, shape."values"
    )
    using lines, account;
    return;
  end if;
  select c into whole from unnest(of_people) as c where c in ('expert_id', 'person_id', 'user_id');
  select jsonb_agg(jsonb_build_object(
    'line', private.row_from_archive_line(account, of_file, l.line),
    'strangers', private.unknown_people_in_line(account, l.line, of_people)
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
    raise exception 'The archive names people or records that are not in it.'
      using errcode = '23503', detail = 'archive.unknown_names';
  end if;
  execute format(
    'insert into %1$s (account_id, %2$s) select $2, %3$s from jsonb_populate_recordset(null::%1$s, $1) r',
    asked.source, concat_ws(', ', shape.columns, quote_ident((asked.awaiting)[2])),
    concat_ws(', ', shape."values", 'r.' || quote_ident((asked.awaiting)[2]))
  )
  using (
    select coalesce(jsonb_agg(
      (g -> 'line') - (asked.awaiting)[2:]
        || (select coalesce(jsonb_object_agg(s, null), '{}') from jsonb_object_keys(g -> 'strangers') as s)
        || case when g -> 'strangers' ? (asked.awaiting)[1] then
          jsonb_build_object((asked.awaiting)[2], g -> 'strangers' -> (asked.awaiting)[1]) else '{}' end
    ), '[]')
    from jsonb_array_elements(given) as g
    where whole is null or not g -> 'strangers' ? whole
  ), account;
end
$$;
comment on function private.restore_lines(uuid, uuid, text, jsonb) is
  'Writes lines of a file of an archive as rows of an account; lines that name people who are no members yet wait for them.';

create function private.end_restoring_archive(account uuid, import uuid, entries bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.recount_account(account);
  -- Past weeks are counted from the history, which has just come, and the map from what was restored.
  delete from private.coverage_weeks w where w.account_id = account;
  delete from private.coverage_accounts c where c.account_id = account;
  delete from private.map_counts m where m.account_id = account;
  perform private.end_archive_import(account, import, null, entries);
end
$$;
comment on function private.end_restoring_archive(uuid, uuid, bigint) is
  'Completes the restoration of an archive: counts the figures again.';

grant execute on function private.accounts_with_archives_to_restore() to supabase_auth_admin;
grant execute on function private.begin_archive_import(uuid) to supabase_auth_admin;
grant execute on function private.end_archive_import(uuid, uuid, text, bigint, text) to supabase_auth_admin;
grant execute on function private.archive_import_part(uuid, uuid, integer) to supabase_auth_admin;
grant execute on function private.begin_restoring_archive(uuid) to supabase_auth_admin;
grant execute on function private.known_people(uuid, jsonb) to supabase_auth_admin;
grant execute on function private.restore_lines(uuid, uuid, text, jsonb) to supabase_auth_admin;
grant execute on function private.end_restoring_archive(uuid, uuid, bigint) to supabase_auth_admin;
