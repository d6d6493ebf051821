import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '../support/cast.ts'
import { type Outcome, openStage, outcomeOf, type Stage } from '../support/stage.ts'
import { openingOf, REACHES } from './scopes.cases.ts'

let stage: Stage
let tables: ReadonlyMap<string, Table>
let known: readonly string[]
beforeAll(async () => {
  stage = await openStage()
  await stage.admin.unsafe(OUTCOMES)
  const scopes = await stage.admin<
    { scope: string }[]
  >`select scope from unnest(private.known_scopes()) as scope`
  known = scopes.map(({ scope }) => scope)
  tables = await readTables(stage.admin)
})
afterAll(() => stage?.close())

/** A table as callers see it: whether rows can be deleted, and a column for each other verb. */
interface Table {
  select: string | null
  insert: string | null
  update: string | null
  delete: boolean
}

async function readTables(admin: postgres.Sql): Promise<ReadonlyMap<string, Table>> {
  const column = (verb: string) => admin`(
    select quote_ident(a.attname) from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and has_column_privilege('authenticated', c.oid, a.attnum, ${verb})
    order by a.attname = 'id', a.attnum limit 1
  )`
  const rows = await admin<(Table & { name: string })[]>`
    select c.relname as name, has_table_privilege('authenticated', c.oid, 'delete') as delete,
      ${column('select')} as select, ${column('insert')} as insert, ${column('update')} as update
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') order by c.relname`
  return new Map(rows.map(({ name, ...table }) => [name, table]))
}

const ACTORS = ['viewer', 'user', 'manager', 'admin'] as const satisfies readonly Actor[]
const VERBS = ['select', 'insert', 'update', 'delete'] as const
type Verb = (typeof VERBS)[number]

/** A statement of a verb that touches all that the caller may; null where requests have no right to the verb at all. */
function statementOf(name: string, table: Table, verb: Verb): string | null {
  const column = table[verb]
  if (column === null || column === false) return null
  return {
    select: `select ${column} from public.${name}`,
    insert: `insert into public.${name} (${column}) values (default)`,
    update: `update public.${name} set ${column} = ${column}`,
    delete: `delete from public.${name}`,
  }[verb]
}

/**
 * The outcomes of a statement for an actor, by a token with each of these scopes, or by their session (null). Each is
 * tried separately and undone, and all in one call: there are thousands of them.
 */
const attempts = async (
  actor: Actor,
  statement: string,
  scopes: readonly (string | null)[],
): Promise<Outcome[]> => {
  const rows = await stage.as(
    actor,
    (tx) => tx<{ outcome: Outcome }[]>`
      select outcome from tests.outcomes(${statement}, ${JSON.stringify(scopes)}::text::jsonb) as outcome`,
  )
  return rows.map(({ outcome }) => outcome)
}

/** A function in the database, so that one call tries all scopes. */
const OUTCOMES = `
  create schema tests;
  grant usage on schema tests to authenticated;
  create function tests.outcomes(statement text, scopes jsonb) returns setof jsonb language plpgsql as $$
  declare
    claims jsonb := current_setting('request.jwt.claims');
    scope text;
    touched bigint;
  begin
    for scope in select jsonb_array_elements_text(scopes) loop
      begin
        perform set_config('request.jwt.claims', (claims || jsonb_strip_nulls(jsonb_build_object('scope', scope)))::text, true);
        -- As private.hold_to_scope has it before a request.
        if scope is not null then
          perform set_config('role', 'cairn_token', true);
        end if;
        execute statement;
        get diagnostics touched = row_count;
        raise sqlstate 'ZZ000';
      exception
        when sqlstate 'ZZ000' then return next to_jsonb(touched);
        when others then return next jsonb_build_object('refused', sqlstate);
      end;
    end loop;
  end
  $$;
  grant execute on function tests.outcomes(text, jsonb) to authenticated`

const CLOSED: readonly unknown[] = [0, { refused: '42501' }]

describe.each(Object.entries(REACHES))('a token reaches %s', (name, reach) => {
  it.each(VERBS)('by %s as its scope says, and never more than its person', async (verb) => {
    const table = tables.get(name)
    if (table === undefined) throw new Error(`There is no table ${name}.`)
    const statement = statementOf(name, table, verb)
    if (statement === null) return
    const scopes = [...known, known.join(' '), 'openid profile', '']
    for (const actor of ACTORS) {
      const [asPerson, ...found] = await attempts(actor, statement, [null, ...scopes])
      for (const [place, scope] of scopes.entries()) {
        const opened = scope.split(' ')
        const opening = openingOf(reach, verb, opened)
        const what = `${scope}, ${actor}`
        if (opening === 'all') expect(found[place], what).toEqual(asPerson)
        else if (opening === 'none') expect(found[place], what).toBeOneOf([...CLOSED])
        // A row without a kind matches none of the scopes.
        else if (verb === 'insert') expect(found[place], what).toEqual({ refused: '42501' })
        else expect([found[place]], what).toEqual(await attempts(actor, ofKinds(name, verb, opened), [null]))
      }
    }
  })
})

/** The rows of the kinds of a scope that a person reaches. */
function ofKinds(name: string, verb: Verb, scopes: readonly string[]): string {
  const kinds = scopes
    .filter((scope) => verb === 'select' || scope.endsWith(':write'))
    .map((scope) => `'${scope.split(':')[0]?.slice(0, -1)}'`)
  const columns = REACHES[name]?.kinds ?? ['kind']
  const within = columns.map((column) => `${column} in (${kinds.join()})`).join(' and ')
  const named = scopes.includes('people:read') ? 'true' : (REACHES[name]?.withoutPeople ?? 'true')
  return `${verb === 'delete' ? 'delete' : 'select'} from public.${name} where ${within} and (${named})`
}

it('tries every table', () => {
  expect([...tables.keys()]).toEqual(Object.keys(REACHES).toSorted())
})

it('opens nothing for an unknown scope', async () => {
  for (const scope of [
    'systems',
    'systems:*',
    'SYSTEMS:READ',
    'systems:readsystems:read',
    ':',
    'systems:admin',
  ])
    expect(await attempts('admin', 'select id from public.systems', [scope]), scope).toEqual([0])
})

/** The plan of a list, with the conditions of the policies in it. */
const planOf = (role: string) =>
  stage.as('user', async (tx) => {
    await tx`select set_config('role', ${role}, true)`
    const rows = await tx<{ 'QUERY PLAN': string }[]>`
      explain (costs off, verbose) select id, name from public.systems order by name limit 50`
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })

it('costs a session nothing: its plan of a list has no condition about scopes', async () => {
  const [session, token] = [await planOf('authenticated'), await planOf('cairn_token')]
  expect(token).toContain("private.kinds_in_scope('read'")
  expect(session).toContain('private.my_account()')
  expect(session).not.toMatch(/private\.may|scope/)
})

interface Asked {
  path: string
  method?: string
  headers?: Record<string, string>
}

/** Whether a request is let in with further claims, as PostgREST describes it to the function before a request. */
const isLetIn = async (
  { path, method = 'POST', headers = {} }: Asked,
  claims: Record<string, string | null>,
): Promise<boolean> => {
  const outcome = await stage.as('admin', async (tx) => {
    await tx`
      select set_config('request.path', ${path}, true), set_config('request.method', ${method}, true),
        set_config('request.headers', ${JSON.stringify(headers)}, true), set_config(
          'request.jwt.claims',
          (current_setting('request.jwt.claims')::jsonb || ${JSON.stringify(claims)}::text::jsonb)::text,
          true
        )`
    return outcomeOf(tx`select private.hold_to_scope()`)
  })
  return outcome === 1
}

/** The statement before a request, as one that can be tried with many scopes. */
const asking = (path: string, method: string) => `
  with asked as materialized (
    select set_config('request.path', '${path}', true), set_config('request.method', '${method}', true)
  )
  select private.hold_to_scope() from asked`

describe('a token asks for', () => {
  const everything = () => ({ scope: known.join(' ') })
  const methods = { select: 'GET', insert: 'POST', update: 'PATCH', delete: 'DELETE' }

  it.each(Object.entries(REACHES))('the table %s as its scope names it', async (name, reach) => {
    const scopes = [...known, known.join(' '), 'openid']
    for (const verb of VERBS) {
      const found = await attempts('admin', asking(`/${name}`, methods[verb]), scopes)
      for (const [place, scope] of scopes.entries()) {
        const opening = openingOf(reach, verb, scope.split(' '))
        const isOpen = found[place] === 1
        // A caller with any read scope may ask for the account, even if no row comes.
        if (name === 'accounts' && verb === 'select') expect(isOpen, scope).toBe(scope !== 'openid')
        else expect(isOpen, `${verb}, ${scope}`).toBe(opening !== 'none')
      }
    }
  })

  it.each([
    '//systems',
    '/systems/',
    '/%73ystems',
    '/SYSTEMS',
    '/./systems',
    '/systems%20',
    'systems',
    '/systems\n',
    '/pg_class',
    '//rpc/find_records',
    '/rp%63/find_records',
    '/rpc//find_records',
    '/rpc/find_records/',
    '/rpc/find_records\n',
    '/rpc',
    '/rpc/',
    '',
  ])('nothing at the path %j, whatever its scope', async (path) => {
    for (const method of ['GET', 'POST']) expect(await isLetIn({ path, method }, everything())).toBe(false)
  })

  it('no function as a column of a table: what takes a row gives rows, as its caller may read them', async () => {
    const computed = await stage.admin`
      select p.proname, p.prosecdef, r.typrelid = 0 as is_value from pg_proc p
      join pg_type t on t.oid = any (p.proargtypes::oid[])
      join pg_type r on r.oid = p.prorettype
      where p.pronamespace = 'public'::regnamespace and t.typrelid <> 0 and p.prorettype <> 'trigger'::regtype
        and (p.prosecdef or r.typrelid = 0)`
    expect(computed).toEqual([])
  })

  it('nothing of another schema', async () => {
    const path = '/rpc/find_records'
    expect(await isLetIn({ path, headers: { 'content-profile': 'public' } }, everything())).toBe(true)
    for (const name of ['accept-profile', 'content-profile'])
      expect(await isLetIn({ path, headers: { [name]: 'other' } }, everything())).toBe(false)
  })

  it('nothing where it is that of an app and says no scope', async () => {
    for (const path of ['/systems', '/rpc/get_my_profile', '/rpc/find_records']) {
      for (const claims of [{ client_id: 'app' }, { client_id: 'app', scope: null }, { scope: null }])
        expect(await isLetIn({ path, method: 'GET' }, claims)).toBe(false)
      expect(await isLetIn({ path, method: 'GET' }, {})).toBe(true)
    }
  })

  it('the description of the API with any scope that is known', async () => {
    for (const scope of known)
      expect(await isLetIn({ path: '/', method: 'GET' }, { scope }), scope).toBe(true)
    expect(await isLetIn({ path: '/', method: 'GET' }, { scope: 'openid profile' })).toBe(false)
  })
})

describe('a token calls', () => {
  const call = (procedure: string, scope: string | null) =>
    isLetIn({ path: `/rpc/${procedure}` }, scope === null ? {} : { scope })

  it('only procedures that are named for it, and its person all of them', async () => {
    const procedures = await stage.admin<{ name: string; open: boolean }[]>`
      select p.proname as name, exists (
        select from private.procedure_scopes() s where s.procedure = p.proname
      ) as open
      from pg_proc p where p.pronamespace = 'public'::regnamespace group by p.proname`
    const refused = { refused: '42501' }
    for (const { name, open } of procedures)
      expect(
        await attempts('admin', asking(`/rpc/${name}`, 'POST'), [known.join(' '), 'openid', null]),
        name,
      ).toEqual([open ? 1 : refused, refused, 1])
  })

  it.each(['find_records?', 'FIND_RECORDS', '%66ind_records', 'find_records/', '', 'nothing'])(
    'nothing at the path /rpc/%s',
    async (path) => {
      expect(await call(path, known.join(' '))).toBe(false)
    },
  )

  it.each<[string, string, boolean]>([
    ['find_records', 'systems:read', true],
    ['find_records', 'people:read', false],
    ['add_records', 'systems:read agents:read automations:read solutions:read', false],
    ['add_records', 'agents:write', true],
    ['get_gaps', 'systems:read', false],
    ['get_gaps', 'systems:read agents:read automations:write solutions:read', true],
    ['search_workspace', 'systems:read agents:read automations:read solutions:read', false],
    ['get_audit_log', 'audit:read', true],
    ['get_audit_log', 'people:read', false],
  ])('%s with %s: %s', async (procedure, scope, may) => {
    expect(await call(procedure, scope)).toBe(may)
  })

  it('with the scope of one kind, only what row security or the procedure itself chooses for', async () => {
    // note_tool_call reads no record.
    const chosenByNobody = await stage.admin`
      select s.procedure from private.procedure_scopes() s
      left join pg_proc p on p.pronamespace = 'public'::regnamespace and p.proname = s.procedure
      where p.oid is null or s.any_of and p.prosecdef and p.prosrc !~ 'refuse_out_of_scope\\(|kinds_in_scope\\('
        and s.procedure <> 'note_tool_call'`
    expect(chosenByNobody).toEqual([])
  })
})

it('refuses a list that a scope closes, and names the needed scope', async () => {
  const find = (kind: string) =>
    stage.as('admin', async (tx) => {
      await tx`
        select set_config(
          'request.jwt.claims',
          (current_setting('request.jwt.claims')::jsonb || '{"scope": "systems:read"}')::text, true
        )`
      return tx`select (public.find_records(${kind}) ->> 'total')::int as total`
    })
  expect(await find('system')).toEqual([{ total: 3 }])
  await expect(find('agent')).rejects.toMatchObject({ code: '42501', hint: 'It needs agents:read.' })
})
