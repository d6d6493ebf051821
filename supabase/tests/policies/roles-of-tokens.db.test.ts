import { createDataApi, type DataApi } from '@cairn/data-api/handler'
import type { Caller } from '@cairn/postgres/pool/caller'
import { openPool, type Pool } from '@cairn/postgres/pool/pool'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ID } from '../support/cast.ts'
import { arrangeTokens, SCOPED_CALLERS, type ScopedCaller } from '../support/scoped-callers.ts'
import { openStage, type Stage } from '../support/stage.ts'
import { openingOf, REACHES } from './scopes.cases.ts'

let stage: Stage
let pool: Pool
let api: DataApi
beforeAll(async () => {
  stage = await openStage()
  await arrangeTokens(stage.admin)
  await stage.admin.unsafe(STANDING)
  pool = openPool({ target: stage.authenticator, size: 4, name: 'roles' })
  api = await createDataApi({
    pool,
    schemas: ['public', 'private'],
    maxRows: 1_000,
    // A function before the request that refuses nothing, as if Cairn's had been left out.
    scoped: { role: 'cairn_token', preRequest: 'pg_catalog.now' },
    observe: () => {},
  })
})
afterAll(async () => {
  await pool?.close()
  await stage?.close()
})

/** A procedure that tells its callers as whom they ask. */
const STANDING = `
  create function public.standing() returns jsonb language sql stable as $$
    select jsonb_build_object('role', current_user, 'scopes', private.scopes())
  $$;
  grant execute on function public.standing() to authenticated`

/** Tables with rows that an admin sees, and a column of each. */
const FILLED = [
  ['systems', 'id'],
  ['agents', 'id'],
  ['automations', 'id'],
  ['solutions', 'id'],
  ['profiles', 'id'],
  ['account_members', 'user_id'],
  ['app_features', 'feature_name'],
  ['api_tokens', 'id'],
] as const

interface Sent {
  method?: string
  url: string
  headers?: Record<string, string>
  body?: unknown
}

async function send(caller: Caller, { method = 'GET', url, headers = {}, body }: Sent) {
  const response = await api.handle(
    {
      id: 'roles',
      method,
      url,
      headers: new Headers({ 'content-type': 'application/json', ...headers }),
      body: body === undefined ? null : JSON.stringify(body),
      forwardedHeaders: headers,
    },
    caller,
  )
  return { status: response.status, text: await response.text() }
}

/** Requests that would have another role or other scopes. */
const ATTACKS: readonly Sent[] = [
  ...['role', 'x-role', 'x-client-id', 'request.jwt.claims', 'x-hasura-role', 'x-forwarded-user'].flatMap(
    (name) =>
      ['authenticated', 'cairn_token', 'service_role', '{}'].map((value) => ({
        url: '/rpc/standing',
        headers: { [name]: value },
      })),
  ),
  ...[
    'role=authenticated',
    'role=cairn_token',
    'tx=commit, role=none',
    "timezone=UTC', role = 'authenticated",
  ].map((prefer) => ({ url: '/rpc/standing', headers: { prefer } })),
  ...['authenticated', 'cairn_token', 'none'].flatMap((role) => [
    { url: `/rpc/standing?role=${role}` },
    { url: `/rpc/standing?select=set_config('role','${role}',true)` },
    { method: 'POST', url: '/rpc/standing', body: { role } },
    ...['public', 'private', 'pg_catalog'].map((schema) => ({
      method: 'POST',
      url: '/rpc/set_config',
      headers: { 'content-profile': schema },
      body: { setting_name: 'role', new_value: role, is_local: false },
    })),
  ]),
]

const standing = z.object({ role: z.string(), scopes: z.array(z.string()).nullable() })
const standingOf = async (caller: Caller) =>
  standing.parse(JSON.parse((await send(caller, { url: '/rpc/standing' })).text))

const roleOf = (scopes: ScopedCaller['scopes']) => (scopes === null ? 'authenticated' : 'cairn_token')

const withClaims = (more: Record<string, unknown>): Caller => ({
  role: 'authenticated',
  claims: { role: 'authenticated', sub: ID.admin, ...more },
  sessionId: null,
})

describe.each(Object.entries<ScopedCaller>(SCOPED_CALLERS))('%s', (_name, { caller, scopes }) => {
  it('has its role and its scopes whatever runs before the request', async () => {
    expect(await standingOf(caller)).toEqual({ role: roleOf(scopes), scopes })
  })

  it('has an inbox only as a person, whatever runs before the request', async () => {
    const { status, text } = await send(caller, { method: 'POST', url: '/rpc/get_inbox', body: {} })
    expect(status).toBe(scopes === null ? 200 : 403)
    expect(text).toContain(scopes === null ? '"lines"' : 'Only people who have signed in have an inbox.')
  })

  it('gets no row that its scope does not name, whatever runs before the request', async () => {
    for (const [table, column] of FILLED) {
      const { text } = await send(caller, { url: `/${table}?select=${column}` })
      const reach = REACHES[table]
      if (reach === undefined) throw new Error(`Nothing is said of ${table}.`)
      const isOpen = scopes === null || openingOf(reach, 'select', scopes) !== 'none'
      expect(z.array(z.unknown()).parse(JSON.parse(text)).length > 0, table).toBe(isOpen)
    }
  })

  it.each(ATTACKS)('stays what it is: %j', async (attack) => {
    const { status, text } = await send(caller, attack)
    if (status === 200) expect(standing.parse(JSON.parse(text))).toEqual({ role: roleOf(scopes), scopes })
    else expect(status).toBeOneOf([400, 401, 403, 404, 405, 406])
    expect(await standingOf(caller)).toEqual({ role: roleOf(scopes), scopes })
  })
})

it('takes a token for a session by no form of its claims', async () => {
  for (const claims of [
    { scope: '' },
    { scope: null },
    { client_id: null },
    { client_id: 'app' },
    { scope: 7 },
  ])
    expect(await standingOf(withClaims(claims)), JSON.stringify(claims)).toMatchObject({
      role: 'cairn_token',
    })
})

it('takes a session for a token by no claim but these', async () => {
  for (const claims of [{ scopes: 'systems:read' }, { SCOPE: 'x' }, { role: 'cairn_token' }, { azp: 'app' }])
    expect(await standingOf(withClaims(claims)), JSON.stringify(claims)).toEqual({
      role: 'authenticated',
      scopes: null,
    })
})
