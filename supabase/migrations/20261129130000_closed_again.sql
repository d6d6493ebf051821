-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
create or replace function private.scopes() returns text[]
language sql stable set search_path = ''
as $$
  select case
    when claims ?| array['scope', 'client_id'] then coalesce(string_to_array(claims ->> 'scope', ' '), '{}')
  end
  from (select nullif(current_setting('request.jwt.claims', true), '')::jsonb) as caller (claims)
$$;
comment on function private.scopes() is
  'What the caller''s token may, nothing where an app''s says nothing; null for a session, which may all that its person may.';
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
    ('security_audit_log', 'read', '{audit:read}', true),
    ('tags', 'read', '{kinds:read}', true),
    ('tags', 'write', '{kinds:write}', true),
    ('own_fields', 'read', '{kinds:read}', true),
    ('record_experts', 'read', '{kinds:read}', true),
    ('record_experts', 'write', '{kinds:write}', true),
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
alter function private.table_scopes() owner to cairn_definer;
create function private.asked_scopes(path text, method text)
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
comment on function private.asked_scopes(text, text) is
  'The subjects and verbs that a scope must have for a request, all or any of them; no row where no scope opens it.';
alter function private.asked_scopes(text, text) owner to cairn_definer;
create or replace function private.hold_to_scope() returns void
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
  if private.is_unscoped() then
    return;
  end if;
  select * into rule from private.asked_scopes(path, current_setting('request.method', true));
  -- The lists name what is in public.
  if not found
    or coalesce(headers ->> 'accept-profile', 'public') <> 'public'
    or coalesce(headers ->> 'content-profile', 'public') <> 'public'
  then
    raise exception 'A token may not %.', what
      using errcode = '42501', hint = 'The reference of the API names what is open to tokens.';
  end if;
  select array_agg(coalesce(k.record_table || ':' || split_part(s.scope, ':', 2), s.scope)) into wanted
  from unnest(rule.scopes) as s (scope)
  left join private.kinds k on split_part(s.scope, ':', 1) = 'kinds' and k.feature is not null;
  select count(*) into held
  from unnest(wanted) as w (scope)
  where private.may(split_part(w.scope, ':', 1), split_part(w.scope, ':', 2));
  if held = 0 or held < cardinality(wanted) and not rule.any_of then
    raise exception 'The scope of this token does not let it %.', what
      using errcode = '42501', hint = 'It needs ' || array_to_string(wanted, case when rule.any_of then ' or ' else ', ' end) || '.';
  end if;
end
$$;
comment on function private.hold_to_scope() is
  'Refuses with 42501 what the scope of the caller''s token does not name: table and verb, or procedure. For the request that comes next.';
