import { BUILT_IN_KEYS } from '@cairn/workspace/port/records/fields'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { createAccess } from './access/access.ts'
import { followSession } from './access/follow-session.ts'
import { createServiceClient } from './client/client.ts'
import { createWorkspace } from './workspace.ts'

export const ME = 'a1a1a1a1-0000-4000-8000-000000000001'
export const ACCOUNT = 'acc00000-0000-4000-8000-000000000001'

const SERVICE = { url: 'http://service.test:3000', key: 'sb_publishable_test' }

/** A request as the service sees it: 'GET /rest/v1/systems?select=…', and its body. */
interface Sent {
  call: string
  body: unknown
}

/** For what a call sets off and does not wait for. */
const PATIENTLY = { timeout: 60_000 }

/** The answers of the service, by method and path. */
type Answers = Record<string, (url: URL) => Response | Promise<Response>>

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

/** Fields by the names of their columns. */
export function columnsOf(fields: object): Record<string, unknown> {
  const columnOf = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [columnOf(name), value]))
}

/** The row that keeps a record to which nobody has given values of built-in or own fields. */
export function rowOf({ version, fields, ...record }: CatalogueRecord) {
  return {
    ...columnsOf(record),
    ...Object.fromEntries(BUILT_IN_KEYS.map((key) => [key, null])),
    own: {},
    invited_owner_id: null,
    team_id: null,
    account_id: ACCOUNT,
    created_by: ME,
    updated_at: version,
  }
}

/** The columns that a request for rows like this one names, see `inAlphabet`. */
export function selectOf(row: object): string {
  return Object.keys(row).sort().join(',')
}

/** The order of the columns in a request says nothing: tests see them in that of the alphabet. */
function inAlphabet(search: string): string {
  return search.replace(/(?<=\bselect=)[\w,]+(?=&|$)/, (columns) => columns.split(',').sort().join(','))
}

/** The first rows of so many. */
export const counted = (rows: readonly unknown[], total: number) =>
  json(rows, 200, { 'content-range': `0-${rows.length - 1}/${total}` })

export const user = {
  id: ME,
  email: 'Ada@Example.com',
  user_metadata: { name: 'Ada Example' },
  app_metadata: {},
  aud: 'authenticated',
  created_at: '2023-01-01T00:00:00Z',
}

const USUAL_ANSWERS: Answers = {
  'POST /auth/v1/token': () =>
    json({ access_token: 'access', refresh_token: 'refresh', token_type: 'bearer', expires_in: 3600, user }),
  'POST /rest/v1/rpc/check_login_rate_limit': () => json({ allowed: true, retry_after_seconds: 0 }),
  'POST /rest/v1/rpc/log_successful_login': () => new Response(null, { status: 204 }),
  'POST /rest/v1/login_attempts': () => new Response(null, { status: 201 }),
  'GET /rest/v1/account_members': () => json([{ account_id: ACCOUNT, permission_level: 'manager' }]),
  'GET /rest/v1/accounts': () => json({ id: ACCOUNT, name: 'Example' }),
}

/**
 * Puts a service behind `fetch` for each test of a file: the official client speaks to it, the tests say what it
 * answers and read what it was asked.
 */
export function fakeService() {
  let answers: Answers = {}
  let sent: Sent[] = []
  const calls = () => sent.map(({ call }) => call)

  beforeEach(() => {
    answers = { ...USUAL_ANSWERS }
    sent = []
    vi.stubGlobal('WebSocket', class {})
    vi.stubGlobal('fetch', async (input: string, { method = 'GET', body = null }: RequestInit = {}) => {
      const url = new URL(input)
      sent.push({
        call: `${method} ${url.pathname}${inAlphabet(decodeURIComponent(url.search))}`,
        body: typeof body === 'string' ? JSON.parse(body) : null,
      })
      const answer = answers[`${method} ${url.pathname}`]
      return answer ? answer(url) : json({ code: 'PGRST205', message: 'No such table' }, 404)
    })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  function open() {
    const client = createServiceClient(SERVICE)
    const connect = async () => client
    const page = {
      url: () => new URL('https://cairn.test/auth'),
      hasSession: () => false,
      codeVerifier: () => '"verifier"',
      isSignInCallback: () => false,
      takeCallbackError: () => null,
      leaveCallback: () => {},
      onSessionChange: () => {},
    }
    return {
      access: createAccess({ connect, session: followSession(connect, page), page, service: SERVICE }),
      ...createWorkspace(connect, 'https://cairn.example'),
    }
  }

  return {
    open,
    calls,
    /** Every request of this test, or those since the sign-in. */
    sent: () => sent,
    answer(call: string, reply: (url: URL) => Response | Promise<Response>) {
      answers[call] = reply
    },
    async openSignedIn() {
      const service = open()
      await service.access.restore()
      await service.access.signIn({ email: 'Ada@Example.com', password: 'secret' })
      await vi.waitFor(() => expect(calls()).toContain('POST /rest/v1/rpc/log_successful_login'), PATIENTLY)
      sent = []
      return service
    },
  }
}
