import type { Exceptions } from './exceptions.ts'

/**
 * A rule of shape: a query that must return no row but its exceptions, and a change that breaks the rule, to prove that
 * it bites.
 */
interface Rule {
  title: string
  /** Its exceptions, by their key in `exceptions.ts`. */
  exceptions?: Exceptions
  /** Returns one column `offender`. */
  query: string
  fixture: string
  offender: string
}

const OURS = `('public', 'private')`

/** The auth service's schema too: its tables belong to the user that serves them. */
const OURS_AND_AUTH = `('public', 'private', 'auth')`

const functionsIn = (schemas: string) => `
  pg_proc p join pg_namespace n on n.oid = p.pronamespace and n.nspname in ${schemas}`
const FUNCTIONS = functionsIn(OURS)
/** A function as exceptions name it. */
const SIGNATURE = `n.nspname || '.' || p.proname || '(' || oidvectortypes(p.proargtypes) || ')'`

/** The text of a function without its comments and without what stands in quotes. */
const UNQUOTED = String.raw`
  regexp_replace(
    regexp_replace(p.prosrc, '--[^\n]*', '', 'g'), '''([^'']|'''')*''|\$(\w*)\$.*?\$\2\$', '''''', 'g'
  )`
/** Names that come from kinds, or from the trigger itself. */
const KNOWN_NAMES = String.raw`(private\.catalogue_of\([^()]*\)|tg_table_name|tg_table_schema|tg_argv\[\d\])`

const tablesIn = (schemas: string) => `
  pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname in ${schemas} and c.relkind in ('r', 'p')`
const TABLES = tablesIn(OURS)
/** A table as exceptions name it. */
const TABLE = `n.nspname || '.' || c.relname`

/** The users that Cairn serves as, and the time-outs that each of their sessions has. */
const TIME_OUTS = `
  unnest(array['authenticator', 'supabase_auth_admin']) user_name
  cross join unnest(array['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) setting`

/** A row for each foreign key, with the names of its columns. */
const FOREIGN_KEYS = `
  select k.conname, k.conrelid, k.confrelid, k.conkey,
    array(select a.attname::text from pg_attribute a where a.attrelid = k.conrelid and a.attnum = any (k.conkey)) as columns
  from pg_constraint k join pg_namespace n on n.oid = k.connamespace and n.nspname in ${OURS_AND_AUTH}
  where k.contype = 'f'`

const hasAccount = (relation: string) =>
  `exists (select from pg_attribute a where a.attrelid = ${relation} and a.attname = 'account_id' and not a.attisdropped)`

export const RULES: readonly Rule[] = [
  {
    title: 'row security is on and forced on every table',
    query: `select c.relname as offender from ${TABLES} where not (c.relrowsecurity and c.relforcerowsecurity)`,
    fixture: 'alter table private.records no force row level security',
    offender: 'records',
  },
  {
    title: 'row security is on on every table of the auth service',
    query: `select c.relname as offender from ${tablesIn(`('auth')`)} where not c.relrowsecurity`,
    fixture: 'alter table auth.users disable row level security',
    offender: 'users',
  },
  {
    title: 'every table has a policy, or is closed on purpose',
    exceptions: 'closedTables',
    query: `
      select ${TABLE} as offender from ${TABLES}
      where not exists (select from pg_policy p where p.polrelid = c.oid)`,
    fixture: 'create table public.forgotten (id uuid)',
    offender: 'public.forgotten',
  },
  {
    title: 'every table that keeps a problem in words keeps its code too',
    query: `
      select ${TABLE} as offender from ${TABLES}
      where exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'problem' and not a.attisdropped)
        and not exists (
          select from pg_attribute a where a.attrelid = c.oid and a.attname = 'refusal' and not a.attisdropped
        )`,
    fixture: 'alter table public.archive_imports drop column refusal',
    offender: 'public.archive_imports',
  },
  {
    title: 'no policy lets everybody through',
    query: `
      select p.policyname as offender from pg_policies p
      where p.schemaname in ${OURS} and 'true' in (p.qual, p.with_check)`,
    fixture: 'create policy "open to all" on private.records for select to authenticated using (true)',
    offender: 'open to all',
  },
  {
    // A foreign key that empties or follows a column writes as the owner of the table.
    title: 'the owner of a table may call what its checks call',
    query: `
      select distinct ${SIGNATURE} as offender
      from pg_constraint k
      join pg_class c on c.oid = k.conrelid
      join pg_depend d on d.classid = 'pg_constraint'::regclass and d.objid = k.oid and d.refclassid = 'pg_proc'::regclass
      join ${FUNCTIONS} on p.oid = d.refobjid
      where k.contype = 'c' and not has_function_privilege(c.relowner, p.oid, 'execute')`,
    fixture: 'revoke execute on function private.is_color(text) from cairn_owner',
    offender: 'private.is_color(text)',
  },
  {
    title: 'every view asks as its caller',
    query: `
      select c.relname as offender
      from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname in ${OURS}
      where c.relkind = 'm'
        or c.relkind = 'v' and not coalesce(c.reloptions && array['security_invoker=true', 'security_invoker=on'], false)`,
    fixture: 'create view public.all_systems as select * from public.systems',
    offender: 'all_systems',
  },
  {
    title: 'statements, waits for locks and idle transactions of the serving users end by themselves',
    query: `
      select user_name || ': ' || setting as offender
      from ${TIME_OUTS}
      where not exists (
        select
        from pg_db_role_setting kept
        cross join unnest(kept.setconfig) value
        where kept.setrole = to_regrole(user_name)
          and kept.setdatabase = (select oid from pg_database where datname = current_database())
          and starts_with(value, setting || '=') and value !~ '=0\\D*$'
      )`,
    fixture: `
      do $$ begin
        execute format('alter role authenticator in database %I set lock_timeout = 0', current_database());
      end $$`,
    offender: 'authenticator: lock_timeout',
  },
  {
    title: 'every table belongs to cairn_owner',
    query: `select c.relname as offender from ${TABLES} where c.relowner <> 'cairn_owner'::regrole`,
    fixture: 'alter table private.records owner to current_user',
    offender: 'records',
  },
  {
    title: 'an index begins with the columns of every foreign key',
    query: `
      select k.conname as offender from (${FOREIGN_KEYS}) k
      where not exists (
        select from pg_index i
        where i.indrelid = k.conrelid
          and (
            i.indpred is null
            -- A row that refers to nothing is never looked for.
            or exists (
              select from unnest(k.columns) as name
              where pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', name)
            )
          )
          and (i.indkey::smallint[])[0:cardinality(k.conkey) - 1] @> k.conkey
      )`,
    fixture: 'drop index private.records_owner_id_idx',
    offender: 'records_owner_id_fkey',
  },
  {
    title: 'no index stands on what each change of a row touches',
    exceptions: 'indexesOfChanges',
    query: `
      select i.indexrelid::regclass::text as offender
      from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relnamespace in (select n.oid from pg_namespace n where n.nspname in ${OURS_AND_AUTH})
        and pg_get_indexdef(i.indexrelid)
          ~ '\\m(updated_at|refreshed_at|last_sign_in_at|not_after|contribution_count)\\M'`,
    fixture: `create index late on private.records (account_id) where updated_at > '2026-01-01'`,
    offender: 'private.late',
  },
  {
    title: 'a foreign key between tables of an account carries the account',
    exceptions: 'keysAcrossAccounts',
    query: `
      select k.conname as offender from (${FOREIGN_KEYS}) k
      where ${hasAccount('k.conrelid')} and ${hasAccount('k.confrelid')} and not 'account_id' = any (k.columns)`,
    fixture:
      'alter table private.records add constraint loose foreign key (owner_id) references public.account_members (user_id)',
    offender: 'loose',
  },
  {
    title: 'every function has a pinned search path',
    exceptions: 'searchPaths',
    query: `
      select ${SIGNATURE} as offender from ${functionsIn(OURS_AND_AUTH)}
      where not coalesce(p.proconfig @> array['search_path=""'], false)`,
    fixture: 'alter function private.my_rank() reset search_path',
    offender: 'private.my_rank()',
  },
  {
    title:
      'every function that looks past row security belongs to cairn_definer, and in auth to the auth service',
    query: `
      select p.proname as offender from ${functionsIn(OURS_AND_AUTH)}
      where p.prosecdef
        and p.proowner <> case n.nspname when 'auth' then 'supabase_auth_admin' else 'cairn_definer' end::regrole`,
    fixture: 'alter function private.my_rank() owner to current_user',
    offender: 'my_rank',
  },
  {
    title: 'no statement takes the name of a table or a column out of JSON',
    query: String.raw`
      select ${SIGNATURE} as offender from ${FUNCTIONS}
      where p.prosrc ~ '%(\d+\$)?I|\mquote_ident\M' and ${UNQUOTED} ~ '\m(format|quote_ident)\s*\([^;]*->>'`,
    exceptions: 'namesOutOfJson',
    fixture: `
      create function private.put_anywhere(given jsonb) returns void language plpgsql security definer set search_path = ''
      as $$ begin execute format('delete from public.%I', given ->> 'table'); end $$`,
    offender: 'private.put_anywhere(jsonb)',
  },
  {
    title: 'every function that looks past row security says where the names in its statements come from',
    exceptions: 'namesInStatements',
    query: String.raw`
      select ${SIGNATURE} as offender from ${FUNCTIONS}
      where p.prosecdef and p.prosrc ~ '%(\d+\$)?I|\mquote_ident\M'
        and regexp_replace(
          ${UNQUOTED}, '\mformat\s*\(\s*''''(\s*,\s*${KNOWN_NAMES})+\s*\)', '', 'g'
        ) ~ '\m(format|quote_ident)\s*\('`,
    fixture: `
      create function private.put_into(table_name text) returns void language plpgsql security definer set search_path = ''
      as $$ begin execute format('delete from public.%I', table_name); end $$`,
    offender: 'private.put_into(text)',
  },
  {
    title: 'every function that looks past row security and takes a row as JSON says what of it counts',
    exceptions: 'rowsAsJson',
    query: `
      select ${SIGNATURE} as offender from ${FUNCTIONS} where p.prosecdef and p.prosrc ~* 'jsonb?_populate_record'`,
    fixture: `
      create function private.put_row(given jsonb) returns void language sql security definer set search_path = ''
      as $$ insert into public.tags select * from jsonb_populate_record(null::public.tags, given) $$`,
    offender: 'private.put_row(jsonb)',
  },
  {
    title: 'every function that looks past row security names the columns that it inserts',
    exceptions: 'insertsOfWholeRows',
    query: String.raw`
      select ${SIGNATURE} as offender from ${FUNCTIONS}
      where p.prosecdef and p.prosrc ~* 'insert\s+into\s+[a-z_.%$0-9]+(\s+as\s+\w+)?\s+(select|values|table)\M'`,
    fixture: `
      create function private.copy_tags() returns void language sql security definer set search_path = ''
      as $$ insert into public.tags select * from public.tags $$`,
    offender: 'private.copy_tags()',
  },
  {
    title: 'no function names the kinds of records one by one',
    exceptions: 'functionsOfSomeKinds',
    query: `
      select ${SIGNATURE} as offender from ${FUNCTIONS}
      where (
        select count(*) >= 3 from private.kinds k
        where k.feature is not null
          and concat(pg_get_function_arguments(p.oid), ' ', p.prosrc) ~ format('\\m(%s|%s)\\M', k.kind, k.record_table)
      )`,
    fixture: `
      create function private.kinds_by_hand() returns text[] language sql set search_path = ''
      as $$ select array['system', 'solution', 'agent', 'automation'] $$`,
    offender: 'private.kinds_by_hand()',
  },
  {
    title: 'no function names the built-in fields one by one',
    query: `
      select ${SIGNATURE} as offender from ${FUNCTIONS}
      where (
        select count(*) >= 3 from private.fields f where 'bulk' = any (f.uses) and strpos(p.prosrc, quote_literal(f.key)) > 0
      )`,
    fixture: `
      create function private.fields_by_hand() returns text[] language sql set search_path = ''
      as $$ select array['vendor', 'department', 'criticality'] $$`,
    offender: 'private.fields_by_hand()',
  },
  {
    title: 'a built-in field without an expression is a column of records',
    query: `
      select f.key as offender
      from private.fields f
      where f.value is null and not exists (
        select from pg_attribute a where a.attrelid = 'private.records'::regclass and a.attname = f.key and not a.attisdropped
      )`,
    fixture: `update private.fields set key = 'provider' where key = 'vendor'`,
    offender: 'provider',
  },
  {
    title: 'no function can be executed by PUBLIC',
    query: `
      select p.proname as offender
      from ${FUNCTIONS}, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) acl
      where acl.grantee = 0`,
    fixture: 'grant execute on function public.get_my_profile() to public',
    offender: 'get_my_profile',
  },
  {
    title: 'anon calls nothing but what the sign-in and invitation screens need',
    exceptions: 'callsOfAnon',
    query: `
      select ${SIGNATURE} as offender from ${FUNCTIONS}
      where has_function_privilege('anon', p.oid, 'execute')`,
    fixture: 'grant execute on function public.get_my_profile() to anon',
    offender: 'public.get_my_profile()',
  },
  {
    title: 'anon reads no column and writes only its notes',
    exceptions: 'tablesOfAnon',
    query: `
      select ${TABLE} || ': ' || act as offender
      from ${tablesIn(OURS_AND_AUTH)}, unnest(array['select', 'insert', 'update', 'delete']) act
      where case act when 'delete' then has_table_privilege('anon', c.oid, act)
        else has_any_column_privilege('anon', c.oid, act) end`,
    fixture: 'grant select (domain) on public.domain_blacklist to anon',
    offender: 'public.domain_blacklist: select',
  },
  {
    title: 'rights to write name their columns',
    query: `
      select c.relname as offender
      from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname in ${OURS}, aclexplode(c.relacl) acl
      -- Views of the schema private lie between views and tables that say the columns.
      where (c.relkind in ('r', 'p') or c.relkind = 'v' and n.nspname = 'public')
        and acl.grantee in (0, 'anon'::regrole, 'authenticated'::regrole)
        and acl.privilege_type not in ('SELECT', 'DELETE')`,
    fixture: 'grant update on public.systems to authenticated',
    offender: 'systems',
  },
  {
    title: 'only the owner truncates',
    query: `
      select c.relname as offender
      from ${TABLES}, aclexplode(c.relacl) acl
      where acl.privilege_type = 'TRUNCATE' and acl.grantee <> c.relowner`,
    fixture: 'grant truncate on private.records to service_role',
    offender: 'records',
  },
  {
    title: 'the schema private is closed to anon',
    query: `select n.nspname as offender from pg_namespace n
      where n.nspname = 'private' and has_schema_privilege('anon', n.oid, 'usage')`,
    fixture: 'grant usage on schema private to anon',
    offender: 'private',
  },
  {
    title: 'a kind names as columns of others those of records that its view lacks',
    query: `
      select k.kind || ': ' || a.attname as offender
      from private.kinds k
      join pg_attribute a on a.attrelid = 'private.records'::regclass and a.attnum > 0 and not a.attisdropped
      where k.feature is not null and a.attname <> 'kind'
        and (a.attname = any (k.other_columns)) = exists (
          select from pg_attribute v
          where v.attrelid = format('public.%I', k.record_table)::regclass and v.attname = a.attname
        )`,
    fixture: `update private.kinds set other_columns = other_columns || '{vendor}' where kind = 'agent'`,
    offender: 'agent: vendor',
  },
  {
    title: 'policies ask their helpers once for a statement',
    query: `
      select p.policyname as offender from pg_policies p
      where p.schemaname in ${OURS}
        and regexp_replace(concat(p.qual, p.with_check), '\\( SELECT private\\.\\w+\\((''[^'']*''::text(, )?)*\\) AS \\w+\\)', '', 'g')
          ~ 'private\\.\\w+\\('`,
    fixture:
      'create policy "asked again for every row" on private.records using (account_id = private.my_account())',
    offender: 'asked again for every row',
  },
  {
    title: 'nothing is decided by metadata that users write themselves, of which tokens carry only a part',
    query: `
      select p.policyname as offender from pg_policies p
      where p.schemaname in ${OURS} and concat(p.qual, p.with_check) ~ 'user_metadata'
      union all
      select ${SIGNATURE} from ${FUNCTIONS} where concat(p.prosrc, pg_get_function_sqlbody(p.oid)) ~ 'user_metadata'`,
    fixture: `
      create policy "by a claim of theirs" on private.records for select to authenticated
      using (auth.jwt() -> 'user_metadata' ->> 'is_admin' = 'true')`,
    offender: 'by a claim of theirs',
  },
  {
    title: 'every policy names its roles',
    query: `select p.policyname as offender from pg_policies p where p.schemaname in ${OURS} and 'public' = any (p.roles)`,
    fixture: 'create policy "for everybody" on private.records for select using (true)',
    offender: 'for everybody',
  },
  {
    title: 'no name of a policy is cut short',
    query: `
      select p.polname as offender from pg_policy p where octet_length(p.polname::text) = 63`,
    fixture: `create policy "${'longer '.repeat(10)}" on private.records for select to authenticated using (true)`,
    offender: 'longer '.repeat(9),
  },
  {
    title: 'every table and function says what it is for',
    query: `
      select c.relname as offender from ${TABLES} where obj_description(c.oid, 'pg_class') is null
      union all
      select p.proname from ${FUNCTIONS} where obj_description(p.oid, 'pg_proc') is null`,
    fixture: 'comment on table private.records is null',
    offender: 'records',
  },
  {
    title: 'every check of a table that people write says its rule in a sentence',
    query: `
      select k.conname as offender from pg_constraint k
      where k.contype = 'c'
        and (k.connamespace = 'public'::regnamespace or k.conrelid = 'private.records'::regclass)
        and pg_get_constraintdef(k.oid) !~ '^CHECK \\(private\\.holds\\(.*, ''[A-Z].*\\.''::text\\)\\)$'`,
    fixture: 'alter table private.records add constraint mute check (char_length(name) < 200)',
    offender: 'mute',
  },
  {
    title: 'policies about scopes are for tokens alone: a session does not pay for them',
    query: String.raw`
      select p.tablename || ': ' || p.policyname as offender from pg_policies p
      where concat(p.qual, p.with_check) ~ '(scopes\(|scope\(|is_unscoped\(|\mmay\()' and p.roles <> '{cairn_token}'`,
    fixture:
      'create policy slow on private.records as restrictive to authenticated using (private.is_unscoped())',
    offender: 'records: slow',
  },
  {
    title: 'every table that people reach has a policy about scopes, which holds tokens to theirs',
    query: `
      select c.relname as offender from ${TABLES}
      where n.nspname = 'public' and exists (select from pg_policy p where p.polrelid = c.oid and p.polpermissive)
        and not exists (
          select from pg_policy p
          where p.polrelid = c.oid and not p.polpermissive and p.polcmd = '*'
            and p.polroles = array['cairn_token'::regrole::oid]
        )`,
    fixture: `
      create table public.loose (id uuid);
      create policy members on public.loose to authenticated using (true)`,
    offender: 'loose',
  },
  {
    title: 'no condition about the role of callers leaves out tokens',
    query: String.raw`
      select t.tgname as offender from pg_trigger t
      where not t.tgisinternal and pg_get_triggerdef(t.oid) ~ 'authenticated' and pg_get_triggerdef(t.oid) !~ 'cairn_token'
      union all
      select ${SIGNATURE} from ${FUNCTIONS}
      where p.prosrc ~* 'current_user\s*(=|<>|!=|in|is)[^;]*authenticated' and p.prosrc !~ 'cairn_token'`,
    fixture: `
      create trigger of_sessions after insert on public.systems
      for each statement when (current_user = 'authenticated') execute function private.refuse_switched_off('systems')`,
    offender: 'of_sessions',
  },
  {
    title: 'no function changes as whom its caller asks, and none takes the name of a setting',
    exceptions: 'changesOfRole',
    query: String.raw`
      select ${SIGNATURE} as offender from ${functionsIn(OURS_AND_AUTH)}
      where p.prosrc ~* 'set_config\s*\(\s*([^''[:space:]]|''(role|session_authorization|row_security|request\.))'
        or p.prosrc ~* '\m(set|reset)\s+((local|session)\s+)?(role|authorization|all|row_security|request\.)'
        or array_to_string(p.proconfig, ',') ~ '(^|,)(role|session_authorization|row_security|request\.[^=]*)='`,
    fixture: `
      create function private.climb(setting text) returns text language sql set search_path = ''
      as $$ select set_config(setting, 'authenticated', true) $$`,
    offender: 'private.climb(text)',
  },
  {
    title: 'owner and definer cannot sign in, and the definer is no superuser',
    query: `
      select r.rolname as offender from pg_roles r
      where r.rolname in ('cairn_owner', 'cairn_definer', 'cairn_token')
        and (r.rolcanlogin or r.rolsuper or r.rolcreaterole or r.rolbypassrls <> (r.rolname = 'cairn_definer'))`,
    fixture: 'alter role cairn_definer login',
    offender: 'cairn_definer',
  },
]
