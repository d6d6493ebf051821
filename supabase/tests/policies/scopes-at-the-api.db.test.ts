import { createDataApi, type DataApi } from '@cairn/data-api/handler'
import { openPool, type Pool } from '@cairn/postgres/pool/pool'
import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { PROCEDURES } from '../../../acceptance/procedures/procedures.cases.ts'
import { ID } from '../support/cast.ts'
import {
  arrangeNamedPeople,
  arrangeTokens,
  BINNED,
  SCOPED_CALLERS,
  type ScopedCaller,
} from '../support/scoped-callers.ts'
import { openStage, type Stage } from '../support/stage.ts'
import { openingOf, REACHES } from './scopes.cases.ts'

let stage: Stage
let pool: Pool
let api: DataApi
let procedures: readonly Procedure[]
let tables: readonly Table[]
let references: readonly Reference[]
beforeAll(async () => {
  stage = await openStage()
  await arrangeTokens(stage.admin)
  await arrangeNamedPeople(stage)
  pool = openPool({ target: stage.authenticator, size: AT_A_TIME, name: 'scopes' })
  api = await createDataApi({
    pool,
    schemas: ['public'],
    maxRows: 1_000,
    rollback: true,
    scoped: { role: 'cairn_token', preRequest: 'private.hold_to_scope' },
    observe: () => {},
  })
  procedures = await readProcedures(stage.admin)
  tables = await readTables(stage.admin)
  references = await readReferences(stage.admin, tables)
})
afterAll(async () => {
  await pool?.close()
  await stage?.close()
})

interface Procedure {
  name: string
  /** A null for each argument that has no default: enough for the call to be parsed. */
  args: Record<string, null>
  /** The entries that the scope must have one of each; null where no scope opens the procedure. */
  open: readonly string[] | null
  anyOf: boolean
}

/** All procedures of the exposed schema, as the catalog has them. */
async function readProcedures(admin: postgres.Sql): Promise<Procedure[]> {
  const rows = await admin<{ name: string; args: string[]; open: string[] | null; any_of: boolean }[]>`
    select distinct on (p.proname) p.proname as name, to_json(s.scopes) as open, coalesce(s.any_of, false) as any_of,
      to_json(coalesce(p.proargnames[: p.pronargs - p.pronargdefaults], '{}')) as args
    from pg_proc p
    left join private.procedure_scopes() s on s.procedure = p.proname
    where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
      -- A function of a row is asked for with the row alone.
      and not exists (select from pg_class c where c.reltype = any (p.proargtypes::oid[]))
    order by p.proname, p.pronargs`
  return rows.map(({ name, args, open, any_of }) => ({
    name,
    args: Object.fromEntries(args.map((arg) => [arg, null])),
    open,
    anyOf: any_of,
  }))
}

interface Table {
  name: string
  /** A column that every person with the right to the table reads. */
  column: string
}

async function readTables(admin: postgres.Sql): Promise<Table[]> {
  return admin<Table[]>`
    select c.relname as name, coalesce(
      (
        select a.attname from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and has_column_privilege('authenticated', c.oid, a.attnum, 'select')
        order by a.attnum limit 1
      ),
      (select a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum = 1)
    ) as column
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') order by c.relname`
}

/** A foreign key, in one direction or the other. */
interface Reference {
  from: string
  to: string
  key: string
  /** A column of the table that is embedded. */
  column: string
}

async function readReferences(admin: postgres.Sql, tables: readonly Table[]): Promise<Reference[]> {
  const keys = await admin<{ name: string; referring: string; referred: string }[]>`
    select c.conname as name, t.relname as referring, r.relname as referred
    from pg_constraint c
    join pg_class t on t.oid = c.conrelid
    join pg_class r on r.oid = c.confrelid
    where c.contype = 'f' and t.relnamespace = 'public'::regnamespace and r.relnamespace = 'public'::regnamespace`
  const columnOf = new Map(tables.map(({ name, column }) => [name, column]))
  return keys.flatMap(({ name, referring, referred }) =>
    [
      [referring, referred],
      [referred, referring],
    ].flatMap(([from = '', to = '']) => {
      const column = columnOf.get(to)
      return column === undefined ? [] : [{ from, to, key: name, column }]
    }),
  )
}

const embedding = z.array(z.object({ embedded: z.union([z.array(z.unknown()), z.object({}).nullable()]) }))

interface Sent {
  method: string
  url: string
  body?: unknown
  headers?: Record<string, string>
}

/** Sends a request of a caller, and rolls it back. */
async function send({ caller }: ScopedCaller, { method, url, body, headers = {} }: Sent) {
  const response = await api.handle(
    {
      id: 'scopes',
      method,
      url,
      headers: new Headers({ 'content-type': 'application/json', prefer: 'tx=rollback', ...headers }),
      body: body === undefined ? null : JSON.stringify(body),
      forwardedHeaders: headers,
    },
    caller,
  )
  return { status: response.status, text: await response.text() }
}

type Answer = Awaited<ReturnType<typeof send>>

const refusal = z.object({ code: z.string(), message: z.string() })

/** The outcome of a request, as far as scopes are concerned. */
function verdictOf({ status, text }: Answer): string {
  if (status === 404 && text === '') return 'not found'
  if (status < 400 || text === '') return String(status)
  const { code, message } = refusal.parse(JSON.parse(text))
  // A procedure may itself report a missing record.
  if (status === 404 && code.startsWith('PGRST')) return 'not found'
  const ofScope = status === 403 && code === '42501' && /\b(?:token|scope)\b/i.test(message)
  return ofScope ? 'out of scope' : `${status} ${code}`
}

const AT_A_TIME = 8

/** Runs as many requests at a time as there are connections, so that none waits for one. */
async function each<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const waiting = [...items.entries()]
  const found: [place: number, result: R][] = []
  await Promise.all(
    Array.from({ length: AT_A_TIME }, async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        found.push([next[0], await work(next[1])])
    }),
  )
  return found.toSorted(([a], [b]) => a - b).map(([, result]) => result)
}

/** Sends many requests, and returns those with another verdict than wanted. */
async function unexpected(
  who: ScopedCaller,
  tries: readonly (Sent & { wanted: (verdict: string) => boolean })[],
): Promise<string[]> {
  const found = await each(tries, async ({ wanted, ...sent }) => {
    const verdict = verdictOf(await send(who, sent))
    return wanted(verdict) ? null : `${sent.method} ${sent.url}: ${verdict}`
  })
  return found.filter((one) => one !== null)
}

const isOutOfScope = (verdict: string) => verdict === 'out of scope'
const isNotFound = (verdict: string) => verdict === 'not found'
const isInScope = (verdict: string) => !isOutOfScope(verdict) && !isNotFound(verdict)

const encoded = (text: string, at: number) =>
  `${text.slice(0, at)}%${text.charCodeAt(at).toString(16)}${text.slice(at + 1)}`

/** Other spellings of the address of a resource, which are no addresses. */
const otherSpellings = (address: string): string[] => [
  `/${address}`,
  `${address}/`,
  address.replaceAll('/', '//'),
  encoded(address, 2),
  encoded(address, address.length - 1),
  address.toUpperCase(),
  `/.${address}`,
  `/x/..${address}`,
  `/%2e${address}`,
  `${address}%2F`,
]
const spellingsOf = (address: string) =>
  [...new Set(otherSpellings(address))].filter((spelling) => spelling !== address)

const KINDS = ['systems', 'automations', 'agents', 'solutions']

/** Whether scopes open a procedure with these requirements. */
function opens(scopes: readonly string[], { open, anyOf }: Pick<Procedure, 'open' | 'anyOf'>): boolean {
  if (open === null) return false
  const wanted = open.flatMap((scope) => {
    const [subject, verb] = scope.split(':')
    return subject === 'kinds' ? KINDS.map((kind) => `${kind}:${verb}`) : [scope]
  })
  const held = wanted.filter(
    (scope) => scopes.includes(scope) || scopes.includes(scope.replace(/:read$/, ':write')),
  )
  return anyOf ? held.length > 0 : held.length === wanted.length
}

const METHODS = { select: ['GET', 'HEAD'], insert: ['POST'], update: ['PATCH'], delete: ['DELETE'] } as const

describe.each(Object.entries<ScopedCaller>(SCOPED_CALLERS))('%s', (_name, who) => {
  it('calls the procedures that its scope names, and no other', async () => {
    const tries = procedures.map((procedure) => ({
      method: 'POST',
      url: `/rpc/${procedure.name}`,
      body: procedure.args,
      wanted: who.scopes === null || opens(who.scopes, procedure) ? isInScope : isOutOfScope,
    }))
    expect(await unexpected(who, tries)).toEqual([])
    const byGet = tries
      .filter(({ wanted }) => wanted === isOutOfScope)
      .map(({ url, body }) => ({
        method: 'GET',
        url: `${url}?${new URLSearchParams(Object.keys(body).map((arg) => [arg, '']))}`,
        // A procedure that writes cannot be called by GET at all.
        wanted: (verdict: string) => isOutOfScope(verdict) || verdict.startsWith('405'),
      }))
    expect(await unexpected(who, byGet)).toEqual([])
  })

  it('reads and writes the tables that its scope names, and no other', async () => {
    const tries = tables.flatMap(({ name, column }) =>
      (['select', 'insert', 'update', 'delete'] as const).flatMap((verb) => {
        const reach = REACHES[name]
        if (reach === undefined) throw new Error(`Nothing is said of ${name}.`)
        const closed = who.scopes !== null && openingOf(reach, verb, who.scopes) === 'none'
        return METHODS[verb].map((method) => ({
          method,
          url: `/${name}?${column}=is.null&select=${column}`,
          ...(verb === 'insert' || verb === 'update' ? { body: {} } : {}),
          wanted: closed
            ? (verdict: string) => isOutOfScope(verdict) || (method === 'HEAD' && verdict === '403')
            : (verdict: string) => isInScope(verdict),
        }))
      }),
    )
    expect(await unexpected(who, tries)).toEqual([])
  })

  it('gets no row of a table that its scope does not name by embedding it', async () => {
    const shown = await each(references, async ({ from, to, key, column }) => {
      const { status, text } = await send(who, {
        method: 'GET',
        url: `/${from}?select=embedded:${to}!${key}(${column})`,
      })
      const rows = status === 200 ? embedding.parse(JSON.parse(text)) : []
      const seen = rows.some(({ embedded }) => (Array.isArray(embedded) ? embedded.length > 0 : embedded))
      return seen ? to : null
    })
    const closed = Object.entries(REACHES).filter(
      ([, reach]) => who.scopes !== null && openingOf(reach, 'select', who.scopes) === 'none',
    )
    const seen = new Set(shown)
    if (who.scopes === null) expect(seen).toContain('profiles')
    expect(closed.filter(([table]) => seen.has(table))).toEqual([])
  })

  it('finds nothing at an address that is written in another way', async () => {
    const tries = [
      ...procedures.flatMap(({ name, args }) =>
        spellingsOf(`/rpc/${name}`).map((url) => ({ method: 'POST', url, body: args, wanted: isNotFound })),
      ),
      ...tables.flatMap(({ name, column }) =>
        spellingsOf(`/${name}`).flatMap((url) =>
          ['GET', 'OPTIONS', 'DELETE'].map((method) => ({
            method,
            url: `${url}?${column}=is.null`,
            body: {},
            wanted: isNotFound,
          })),
        ),
      ),
    ]
    expect(await unexpected(who, tries)).toEqual([])
  })
})

const CATALOGUES = {
  system: [ID.billing, ID.ledger, ID.archive],
  solution: [ID.portal, ID.intranet],
  agent: [ID.helper, ID.oracle],
  automation: [ID.invoices, ID.reminders],
}

/** Calls whose answers could name people, beside those of the matrix of procedures. */
const ABOUT_PEOPLE: [procedure: string, args: object][] = [
  ...Object.entries(CATALOGUES).flatMap(([kind, ids]): [string, object][] => [
    ['get_records_to_export', { kind, ids }],
    ['find_records', { kind }],
    ['group_records', { kind, field: 'owner' }],
    ['get_deletion_impact', { kind_param: kind, ids }],
    ['preview_bulk', { kind, action: 'delete', ids }],
    ['preview_bulk', { kind, action: 'owner', value: ID.admin, ids }],
    ['change_in_bulk', { kind, action: 'owner', value: ID.admin, ids }],
    ['delete_records', { kind, ids, told: true }],
    ['search_workspace', { query: 'e' }],
  ]),
  ['group_records', { kind: 'system', field: 'own.deputy' }],
  ['map_groups', { by: 'owner', unfolded: [ID.admin, ID.manager, ID.user, ''] }],
  ['restore_from_bin', { ids: [BINNED] }],
  ['get_bin', {}],
  ['get_audit_log', {}],
  ['get_recent_activity', {}],
  ['get_coverage', {}],
  ['get_tags', {}],
]

/** Names and addresses of everybody that the database knows. */
async function readPeople(admin: postgres.Sql): Promise<string[]> {
  const rows = await admin<{ text: string }[]>`
    select unnest(array[p.name, p.email]) as text from public.profiles p
    union
    select unnest(array[i.name, i.email]) from public.pending_invitations i`
  // The other texts are only first names, which could be anything.
  return rows.map(({ text }) => text).filter((text) => /[ @]/.test(text))
}

/** The columns of each table that a member may read. */
async function readColumns(admin: postgres.Sql): Promise<[table: string, columns: string][]> {
  const rows = await admin<{ name: string; columns: string }[]>`
    select c.relname as name, string_agg(a.attname, ',' order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and has_column_privilege('authenticated', c.oid, a.attnum, 'select')
    group by c.relname`
  return rows.map(({ name, columns }) => [name, columns])
}

describe('names and addresses of people', () => {
  const secrets = { acme: 'x', rivals: 'x' }

  /** The places where a person is named to a caller, in all answers of all procedures and tables. */
  async function tellingOf(who: ScopedCaller): Promise<string[]> {
    const people = await readPeople(stage.admin)
    const calls: [string, object][] = Object.entries(PROCEDURES).flatMap(([name, cases]) =>
      cases.map(({ args }): [string, object] => [name, args?.(secrets) ?? {}]),
    )
    const requests: Sent[] = [
      ...[...calls, ...ABOUT_PEOPLE].map(([name, body]) => ({ method: 'POST', url: `/rpc/${name}`, body })),
      ...(await readColumns(stage.admin)).map(([table, columns]) => ({
        method: 'GET',
        url: `/${table}?select=${columns}`,
      })),
    ]
    const told = await each(requests, async (request) => {
      const { text } = await send(who, request)
      const asked = JSON.stringify(request.body ?? '')
      return people.some((name) => text.includes(name) && !asked.includes(name))
        ? request.url.split('?')[0]
        : null
    })
    return [...new Set(told)].filter((url) => url !== null && url !== undefined).toSorted()
  }

  it('are in no answer to a token whose scope does not include people', async () => {
    expect(await tellingOf(SCOPED_CALLERS['a token that writes'])).toEqual([])
    expect(await tellingOf(SCOPED_CALLERS['a service account'])).toEqual([])
    expect(await tellingOf(SCOPED_CALLERS['an app with openid alone'])).toEqual([])
  })

  it('are in the answers to their colleague', async () => {
    expect(await tellingOf(SCOPED_CALLERS['their person'])).toEqual(
      expect.arrayContaining([
        '/departed_owners',
        '/handovers',
        '/profiles',
        '/record_history',
        '/rpc/get_audit_log',
        '/rpc/get_bin',
        '/rpc/get_deletion_impact',
        '/rpc/get_records_to_export',
        '/rpc/get_recent_activity',
        '/rpc/preview_bulk',
        '/rpc/restore_from_bin',
        '/rpc/search_workspace',
      ]),
    )
  })
})
