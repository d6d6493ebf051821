/** A rule of shape: a query that must return no row, and a change that breaks the rule, to prove that it bites. */
interface Rule {
  title: string
  /** Returns one column `offender`. */
  query: string
  fixture: string
  offender: string
}

const OURS = `('public', 'private')`

const FUNCTIONS = `
  pg_proc p join pg_namespace n on n.oid = p.pronamespace and n.nspname in ${OURS}`

const TABLES = `
  pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname in ${OURS} and c.relkind in ('r', 'p')`

/** One row for each foreign key, with the names of its columns. */
const FOREIGN_KEYS = `
  select k.conname, k.conrelid, k.confrelid, k.conkey,
    array(select a.attname::text from pg_attribute a where a.attrelid = k.conrelid and a.attnum = any (k.conkey)) as columns
  from pg_constraint k join pg_namespace n on n.oid = k.connamespace and n.nspname in ${OURS}
  where k.contype = 'f'`

const hasAccount = (relation: string) =>
  `exists (select from pg_attribute a where a.attrelid = ${relation} and a.attname = 'account_id' and not a.attisdropped)`

export const RULES: readonly Rule[] = [
  {
    title: 'row security is on and forced on every table',
    query: `select c.relname as offender from ${TABLES} where not (c.relrowsecurity and c.relforcerowsecurity)`,
    fixture: 'alter table public.systems no force row level security',
    offender: 'systems',
  },
  {
    title: 'every table belongs to cairn_owner',
    query: `select c.relname as offender from ${TABLES} where c.relowner <> 'cairn_owner'::regrole`,
    fixture: 'alter table public.systems owner to current_user',
    offender: 'systems',
  },
  {
    title: 'an index begins with the columns of every foreign key',
    query: `
      select k.conname as offender from (${FOREIGN_KEYS}) k
      where not exists (
        select from pg_index i
        where i.indrelid = k.conrelid and i.indpred is null
          and (i.indkey::smallint[])[0:cardinality(k.conkey) - 1] @> k.conkey
      )`,
    fixture: 'drop index public.systems_owner_id_idx',
    offender: 'systems_owner_id_fkey',
  },
  {
    title: 'a foreign key between tables of an account carries the account',
    query: `
      select k.conname as offender from (${FOREIGN_KEYS}) k
      where ${hasAccount('k.conrelid')} and ${hasAccount('k.confrelid')}
        and k.confrelid <> 'public.profiles'::regclass and not 'account_id' = any (k.columns)`,
    fixture:
      'alter table public.systems add constraint loose foreign key (owner_id) references public.account_members (user_id)',
    offender: 'loose',
  },
  {
    title: 'every function has a pinned search path',
    query: `
      select p.proname as offender from ${FUNCTIONS}
      where not coalesce(p.proconfig @> array['search_path=""'], false)`,
    fixture: 'alter function private.my_rank() reset search_path',
    offender: 'my_rank',
  },
  {
    title: 'every function that looks past row security belongs to cairn_definer',
    query: `select p.proname as offender from ${FUNCTIONS} where p.prosecdef and p.proowner <> 'cairn_definer'::regrole`,
    fixture: 'alter function private.my_rank() owner to current_user',
    offender: 'my_rank',
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
    title:
      'anon calls nothing but the procedures of the sign-in and invitation screens and what checks its notes',
    query: `
      select p.proname as offender from ${FUNCTIONS}
      where has_function_privilege('anon', p.oid, 'execute')
        and p.oid <> all (array[
          'public.signup_domain_status(text)', 'public.check_login_rate_limit(text, text)',
          'public.validate_invitation(text)', 'private.holds(boolean, text)'
        ]::regprocedure[])`,
    fixture: 'grant execute on function public.get_my_profile() to anon',
    offender: 'get_my_profile',
  },
  {
    title: 'anon reads no column and writes only its notes',
    query: `
      select c.relname as offender from ${TABLES}
      where has_any_column_privilege('anon', c.oid, 'select') or has_any_column_privilege('anon', c.oid, 'update')
        or has_table_privilege('anon', c.oid, 'delete')
        or has_any_column_privilege('anon', c.oid, 'insert') and c.oid <> 'public.login_attempts'::regclass`,
    fixture: 'grant select (domain) on public.domain_blacklist to anon',
    offender: 'domain_blacklist',
  },
  {
    title: 'rights to write name their columns',
    query: `
      select c.relname as offender
      from ${TABLES}, aclexplode(c.relacl) acl
      where acl.grantee in (0, 'anon'::regrole, 'authenticated'::regrole)
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
    fixture: 'grant truncate on public.systems to service_role',
    offender: 'systems',
  },
  {
    title: 'the schema private is closed to anon',
    query: `select n.nspname as offender from pg_namespace n
      where n.nspname = 'private' and has_schema_privilege('anon', n.oid, 'usage')`,
    fixture: 'grant usage on schema private to anon',
    offender: 'private',
  },
  {
    title: 'policies ask their helpers once for a statement',
    query: `
      select p.policyname as offender from pg_policies p
      where p.schemaname in ${OURS}
        and regexp_replace(concat(p.qual, p.with_check), '\\( SELECT private\\.\\w+\\(\\) AS \\w+\\)', '', 'g')
          ~ 'private\\.'`,
    fixture:
      'create policy "asked again for every row" on public.systems using (account_id = private.my_account())',
    offender: 'asked again for every row',
  },
  {
    title: 'every policy names its roles',
    query: `select p.policyname as offender from pg_policies p where p.schemaname in ${OURS} and 'public' = any (p.roles)`,
    fixture: 'create policy "for everybody" on public.systems for select using (true)',
    offender: 'for everybody',
  },
  {
    title: 'no name of a policy is cut short',
    query: `
      select p.polname as offender from pg_policy p where octet_length(p.polname::text) = 63`,
    fixture: `create policy "${'longer '.repeat(10)}" on public.systems for select to authenticated using (true)`,
    offender: 'longer '.repeat(9),
  },
  {
    title: 'every table and function says what it is for',
    query: `
      select c.relname as offender from ${TABLES} where obj_description(c.oid, 'pg_class') is null
      union all
      select p.proname from ${FUNCTIONS} where obj_description(p.oid, 'pg_proc') is null`,
    fixture: 'comment on table public.systems is null',
    offender: 'systems',
  },
  {
    title: 'every check of a table that people write says its rule in a sentence',
    query: `
      select k.conname as offender from pg_constraint k
      where k.contype = 'c' and k.connamespace = 'public'::regnamespace
        and pg_get_constraintdef(k.oid) !~ '^CHECK \\(private\\.holds\\(.*, ''[A-Z].*\\.''::text\\)\\)$'`,
    fixture: 'alter table public.systems add constraint mute check (char_length(name) < 200)',
    offender: 'mute',
  },
  {
    title: 'owner and definer cannot sign in, and the definer is no superuser',
    query: `
      select r.rolname as offender from pg_roles r
      where r.rolname in ('cairn_owner', 'cairn_definer')
        and (r.rolcanlogin or r.rolsuper or r.rolcreaterole or r.rolbypassrls <> (r.rolname = 'cairn_definer'))`,
    fixture: 'alter role cairn_definer login',
    offender: 'cairn_definer',
  },
]
