-- Scopes: the rights of a token of an API or of an app, within those of its person.
--
-- The claim `scope` (RFC 8693) names them, with blanks between: systems:read, systems:write, …, people:read,
-- audit:read. A session of a person has no such claim and may all that the person may. A token never may more than its
-- person: each table has a restrictive policy for the role cairn_token beside those with the rights of the person, and
-- each table and procedure that a token may ask for is named below. PostgREST calls private.hold_to_scope before a request
-- (`pgrst.db_pre_request`), and the function gives the request of a token that role. Cairn's server does the same where
-- the caller has the claim, and gives the role with the first statement already.

create function private.scopes() returns text[]
language sql stable set search_path = ''
as $$
  select case
    when claims ?| array['scope', 'client_id'] then coalesce(string_to_array(claims ->> 'scope', ' '), '{}')
  end
  from (select nullif(current_setting('request.jwt.claims', true), '')::jsonb) as caller (claims)
$$;
comment on function private.scopes() is
  'The scopes of the caller''s token, empty where an app''s names none; null for a session, which has all permissions of its person.';
grant execute on function private.scopes() to authenticated, service_role, cairn_owner;

create function private.is_unscoped() returns boolean
language sql stable set search_path = ''
as $$
  select private.scopes() is null
$$;
comment on function private.is_unscoped() is 'Whether the caller is a session of a person, and no token.';
grant execute on function private.is_unscoped() to authenticated, service_role, cairn_owner;

create function private.may(subject text, verb text) returns boolean
language sql stable set search_path = ''
as $$
  select private.scopes() is null or array[subject || ':' || verb, subject || ':write'] && private.scopes()
$$;
comment on function private.may(text, text) is
  'Whether the scope of the caller''s token lets it read or write a subject, such as systems; who may write may read. True for a session.';
grant execute on function private.may(text, text) to authenticated, service_role, cairn_owner;

create function private.kinds_in_scope(verb text) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select k.kind from private.kinds k where k.feature is not null and private.may(k.record_table, verb) order by k.place
  )
$$;
comment on function private.kinds_in_scope(text) is 'The kinds of catalogues that the caller''s token may read or write; all of them for a session.';
grant execute on function private.kinds_in_scope(text) to authenticated, service_role, cairn_owner;

-- For procedures that look past row security, or count what it would hide.
create function private.refuse_out_of_scope(kind text, verb text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_unscoped() and private.catalogue_of(kind) is not null and kind <> all (private.kinds_in_scope(verb)) then
    raise exception 'The scope of this token does not reach these records.'
      using errcode = '42501', detail = 'token.records_out_of_scope',
        hint = format('It needs %s:%s.', private.catalogue_of(kind), verb);
  end if;
end
$$;
comment on function private.refuse_out_of_scope(text, text) is
  'Refuses a caller whose token does not let them read or write the records of a kind.';
grant execute on function private.refuse_out_of_scope(text, text) to authenticated, service_role;

-- The procedures that a token may call, with their scopes. A procedure that is missing here is closed to tokens, so
-- that a new one is closed until a developer has thought of it. Where no policy selects among the records of several
-- kinds behind a procedure, it needs all kinds.
create function private.procedure_scopes()
returns table (procedure text, scopes text[], any_of boolean)
language sql immutable set search_path = ''
as $$
  values
    ('find_records', '{kinds:read}'::text[], true),
    ('group_records', '{kinds:read}', true),
    ('begin_export', '{kinds:read}', true),
    ('get_records_to_export', '{kinds:read}', true),
    ('add_records', '{kinds:write}', true),
    ('save_record', '{kinds:write}', true),
    ('preview_bulk', '{kinds:write}', true),
    ('change_in_bulk', '{kinds:write}', true),
    ('delete_records', '{kinds:write}', false),
    ('restore_from_bin', '{kinds:write}', false),
    ('get_bin', '{kinds:read}', false),
    ('get_deletion_impact', '{kinds:read}', false),
    ('neighbours', '{kinds:read}', true),
    ('map_groups', '{kinds:read}', true),
    ('get_gaps', '{kinds:read}', false),
    ('get_coverage', '{kinds:read}', false),
    ('get_tags', '{kinds:read}', false),
    ('get_dashboard_counts', '{kinds:read}', true),
    ('get_recent_activity', '{kinds:read}', false),
    ('get_heartbeats', '{automations:read,agents:read}', false),
    ('get_heartbeat_counts', '{automations:read,agents:read}', false),
    ('get_runs', '{automations:read,agents:read}', false),
    ('get_run_days', '{automations:read,agents:read}', false),
    ('find_members', '{people:read}', false),
    ('get_teams', '{people:read}', false),
    ('get_member_profile', '{people:read}', false),
    ('get_secure_team_member_profiles', '{people:read}', false),
    ('get_member_records', '{kinds:read,people:read}', false),
    ('search_workspace', '{kinds:read,people:read}', false),
    ('get_audit_log', '{audit:read}', false),
    ('note_tool_call', '{kinds:read,people:read,audit:read}', true),
    ('suggest_edit', '{kinds:read}', true),
    ('suggest_relation', '{kinds:read}', true),
    ('get_suggestions', '{kinds:read}', true)
$$;
comment on function private.procedure_scopes() is
  'The procedures that tokens may call, and the subjects and verbs that their scope must have, all or any of them: kinds:read and kinds:write mean those of all catalogues.';

-- The same for tables: a table or a verb that is missing here is closed to tokens. Policies and grants decide about
-- rows and columns.
create function private.table_scopes()
returns table (table_name text, verb text, scopes text[], any_of boolean)
language sql stable security definer set search_path = ''
as $$
  select k.record_table, v.verb, array[k.record_table || ':' || v.verb], true
  from private.kinds k
  cross join (values ('read'), ('write')) as v (verb)
  where k.feature is not null
  union all
  values
    ('accounts', 'read', '{kinds:read,people:read,audit:read}'::text[], true),
    ('account_members', 'read', '{people:read}', true),
    ('profiles', 'read', '{people:read}', true),
    ('teams', 'read', '{people:read}', true),
    ('team_members', 'read', '{people:read}', true),
    ('security_audit_log', 'read', '{audit:read}', true),
    ('tags', 'read', '{kinds:read}', true),
    ('tags', 'write', '{kinds:write}', true),
    ('own_fields', 'read', '{kinds:read}', true),
    ('record_experts', 'read', '{kinds:read}', true),
    ('record_experts', 'write', '{kinds:write}', true),
    ('relations', 'read', '{kinds:read}', true),
    ('relations', 'write', '{kinds:write}', true),
    ('maintenance_windows', 'read', '{kinds:read}', true),
    ('maintenance_windows', 'write', '{kinds:write}', true),
    ('record_history', 'read', '{kinds:read}', true),
    ('departed_owners', 'read', '{kinds:read}', true),
    ('handovers', 'read', '{kinds:read}', true),
    ('suggestions', 'read', '{kinds:read}', true),
    ('heartbeats', 'read', '{kinds:read}', true),
    ('runs', 'read', '{automations:read,agents:read}', false),
    ('run_days', 'read', '{automations:read,agents:read}', false),
    ('system_experts', 'read', '{systems:read}', true),
    ('system_experts', 'write', '{systems:write}', true),
    ('solution_agents', 'read', '{solutions:read}', true),
    ('solution_agents', 'write', '{solutions:write}', true),
    ('solution_automations', 'read', '{solutions:read}', true),
    ('solution_automations', 'write', '{solutions:write}', true)
$$;
comment on function private.table_scopes() is
  'The tables that tokens may read or write, and the subjects and verbs that their scope must have, as procedure_scopes has them.';

-- The scopes that a request needs. Cairn's server writes the address of the parsed request to request.path, in its one
-- spelling. PostgREST passes the path as the caller wrote it: a path in any other spelling is closed to tokens.
create function private.required_scopes(path text, method text)
returns table (scopes text[], any_of boolean)
language sql stable security definer set search_path = ''
as $$
  select s.scopes, s.any_of
  from private.procedure_scopes() s
  where path = '/rpc/' || s.procedure
  union all
  select s.scopes, s.any_of
  from private.table_scopes() s
  where path = '/' || s.table_name and s.verb = case when method in ('GET', 'HEAD') then 'read' else 'write' end
  union all
  -- The description of all that there is.
  select '{kinds:read,people:read,audit:read}', true
  where path = '/' and method in ('GET', 'HEAD')
$$;
comment on function private.required_scopes(text, text) is
  'The subjects and verbs that a scope must have for a request, all or any of them; no row where no scope opens it.';

create function private.refuse_request_out_of_scope() returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  path constant text := current_setting('request.path', true);
  headers constant jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  what constant text := case when path like '/rpc/%' then 'call this procedure' else 'do this with this table' end;
  rule record;
  wanted text[];
  held integer;
begin
  select * into rule from private.required_scopes(path, current_setting('request.method', true));
  -- The lists name what is in public.
  if not found
    or coalesce(headers ->> 'accept-profile', 'public') <> 'public'
    or coalesce(headers ->> 'content-profile', 'public') <> 'public'
  then
    raise exception 'A token may not %.', what
      using errcode = '42501', detail = 'token.closed', hint = 'The reference of the API names what is open to tokens.';
  end if;
  select array_agg(coalesce(k.record_table || ':' || split_part(s.scope, ':', 2), s.scope) order by s.place, k.place) into wanted
  from unnest(rule.scopes) with ordinality as s (scope, place)
  left join private.kinds k on split_part(s.scope, ':', 1) = 'kinds' and k.feature is not null;
  select count(*) into held
  from unnest(wanted) as w (scope)
  where private.may(split_part(w.scope, ':', 1), split_part(w.scope, ':', 2));
  if held = 0 or held < cardinality(wanted) and not rule.any_of then
    raise exception 'The scope of this token does not let it %.', what
      using errcode = '42501', detail = format('token.scope_missing %s', jsonb_build_object('scopes', wanted)),
        hint = 'It needs ' || array_to_string(wanted, case when rule.any_of then ' or ' else ', ' end) || '.';
  end if;
end
$$;
comment on function private.refuse_request_out_of_scope() is
  'Refuses with 42501 what the scope of the caller''s token does not name: table and verb, or procedure.';
grant execute on function private.refuse_request_out_of_scope() to authenticated;

-- A function that looks past row security may not change the role.
create function private.hold_to_scope() returns void
language plpgsql set search_path = ''
as $$
begin
  -- Visitors have no token, and may not ask.
  if current_user <> 'anon' and not private.is_unscoped() then
    perform private.refuse_request_out_of_scope();
    perform set_config('role', 'cairn_token', true);
  end if;
end
$$;
comment on function private.hold_to_scope() is
  'For the request that comes next: refuses what the scope of the caller''s token does not name, and holds the rest to it. A session is left as it is.';
grant execute on function private.hold_to_scope() to anon, authenticated, service_role;

-- All scopes that a token can have. The right to write includes reading, so either of the two is enough.
create function private.known_scopes() returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select k.record_table || ':' || v.verb
    from private.kinds k
    cross join (values ('read', 1), ('write', 2)) as v (verb, place)
    where k.feature is not null
    order by k.place, v.place
  ) || array['people:read', 'audit:read']
$$;
comment on function private.known_scopes() is 'All scopes, in the order in which they are shown.';

create function private.sorted_scopes(scopes text[]) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select s.scope
    from unnest(scopes) as s (scope)
    group by s.scope
    order by array_position(private.known_scopes(), s.scope), s.scope
  )
$$;
comment on function private.sorted_scopes(text[]) is 'Scopes in the order in which they are shown, each once.';

-- Not more than the form of a scope: the check of a table cannot ask another table.
create function private.are_scopes(scopes text[]) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(cardinality(scopes) between 1 and 20 and array_to_string(scopes, ' ', '') ~ '^[a-z_]+:(read|write)( [a-z_]+:(read|write))*$', false)
$$;
comment on function private.are_scopes(text[]) is 'Whether these are 1 to 20 words with the form of a scope.';
-- When a member leaves, the foreign key clears the maker of their rows, as the owner of the table.
grant execute on function private.are_scopes(text[]) to cairn_owner;
