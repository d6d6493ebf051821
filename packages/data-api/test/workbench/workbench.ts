import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Caller } from '@cairn/postgres/pool/caller'
import { openPool, type Pool } from '@cairn/postgres/pool/pool'
import type { ConnectionTarget } from '@cairn/postgres/wire/target'
import { PostgrestClient } from '@supabase/postgrest-js'
import postgres from 'postgres'
import { afterAll, beforeAll } from 'vitest'
import { createDataApi, type DataApi, type DataApiEvent, type DataApiOptions } from '../../src/handler.ts'

/** The data API over the small world of `schema.sql`, for tests. */
export interface Workbench {
  api: DataApi
  /** The official client, on behalf of a caller, without a network between. */
  client(caller?: Caller): PostgrestClient
  /** A request as it is, with its answer read. */
  request(url: string, options?: RequestOptions): Promise<Answer>
  /** A connection that arranges and inspects past all rules. */
  admin: postgres.Sql
  /** The pool that the API works on. */
  pool: Pool
  authenticator: ConnectionTarget
  /** The events that the API reported as its own failures. */
  failures: DataApiEvent[]
}

export interface RequestOptions {
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array
  caller?: Caller
}

interface Answer {
  status: number
  headers: Headers
  text: string
  json: unknown
}

export const ADA: Caller = { role: 'authenticated', claims: { name: 'Ada' }, sessionId: null }
export const ANON: Caller = { role: 'anon', claims: {}, sessionId: null }

/** A database that a test file has for itself. */
interface Database {
  admin: ConnectionTarget
  authenticator: ConnectionTarget
  drop(): Promise<void>
}

const WORLD = readFileSync(join(import.meta.dirname, 'schema.sql'), 'utf8')

/** Builds the world (`schema.sql` unless told otherwise) before the tests of a file and takes it down after them. */
export function useWorkbench(
  makeDatabase: () => Promise<Database>,
  { world = WORLD, ...options }: Partial<DataApiOptions> & { world?: string } = {},
): Workbench {
  let current: Workbench | undefined
  let close: () => Promise<void> = async () => {}

  beforeAll(async () => {
    const database = await makeDatabase()
    const admin = postgres({ ...database.admin, ssl: false, max: 1, onnotice: () => {} })
    const pool = openPool({ target: database.authenticator, size: 2, name: 'test' })
    close = async () => {
      await pool.close()
      await admin.end()
      await database.drop()
    }
    await admin.unsafe(world)
    current = await openWorkbench(pool, admin, database.authenticator, options)
  })
  afterAll(() => close())

  function opened(): Workbench {
    if (current === undefined) throw new Error('The workbench opens before the first test, not earlier.')
    return current
  }
  return {
    get api() {
      return opened().api
    },
    get admin() {
      return opened().admin
    },
    get pool() {
      return opened().pool
    },
    get authenticator() {
      return opened().authenticator
    },
    get failures() {
      return opened().failures
    },
    client: (caller) => opened().client(caller),
    request: (url, options) => opened().request(url, options),
  }
}

/** Whether the content is JSON. The format that a plan is for follows its type. */
export function isJson(headers: Headers): boolean {
  return /^[^;]*\bjson\b/.test(headers.get('content-type') ?? '')
}

const ORIGIN = 'http://api.test'
/** The id of every request of the workbench. */
export const REQUEST_ID = 'a-request'

async function openWorkbench(
  pool: Pool,
  admin: postgres.Sql,
  authenticator: ConnectionTarget,
  options: Partial<DataApiOptions>,
): Promise<Workbench> {
  const failures: DataApiEvent[] = []
  const api = await createDataApi({
    pool,
    schemas: ['public', 'side'],
    maxRows: 100,
    observe: (failure) => failures.push(failure),
    ...options,
  })

  function respond(url: string, options: RequestOptions): Promise<Response> {
    const headers = new Headers(options.headers)
    const forwardedHeaders = { 'user-agent': headers.get('user-agent') ?? 'none' }
    return api.handle(
      {
        id: REQUEST_ID,
        method: options.method ?? 'GET',
        url,
        headers,
        body: options.body ?? null,
        forwardedHeaders,
      },
      options.caller ?? ADA,
    )
  }

  return {
    api,
    admin,
    pool,
    authenticator,
    failures,
    client: (caller = ADA) =>
      new PostgrestClient(ORIGIN, {
        fetch: async (input, init) => {
          const request = new Request(input, init)
          return respond(request.url.slice(ORIGIN.length), {
            method: request.method,
            headers: Object.fromEntries(request.headers),
            body: new Uint8Array(await request.arrayBuffer()),
            caller,
          })
        },
      }),
    async request(url, options = {}) {
      const response = await respond(url, options)
      const text = await response.text()
      const json: unknown = isJson(response.headers) && text !== '' ? JSON.parse(text) : null
      return { status: response.status, headers: response.headers, text, json }
    },
  }
}
