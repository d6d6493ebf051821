import { type ArrangedHeartbeat, arrangeHeartbeats } from '@cairn/testing/heartbeats'
import { arrangePerson } from '@cairn/testing/people'
import { casesToTry } from '@cairn/testing/tier'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Cairn, openCairn } from './support/cairn.ts'
import { type Piped, sendPiped } from './support/pipeline.ts'

/** The same calls in every run. */
const SEED = 20_261_127
/** `FUZZED_CALLS=100000 npx vitest run acceptance/heartbeat-fuzz.db.test.ts` sends as many. */
const CALLS = casesToTry('FUZZED_CALLS', { once: 4_000, repeated: 20_000 })
const HEARTBEATS = 1_000
const CONNECTIONS = 16
const AT_ONCE = 20
const SAMPLE = 4_000
const TIMED = 200
/** The largest ratio of the two medians, whatever else the machine does. */
const MOST_TIMES = 2
const ANSWERS: ReadonlySet<number> = new Set([200, 400, 404, 405, 429])

let cairn: Cairn
let heartbeats: readonly ArrangedHeartbeat[]

beforeAll(async () => {
  // Each call counts as one of another network, so that none is held back or refused for the others.
  cairn = await openCairn({ CAIRN_TRUSTED_PROXIES: '127.0.0.1,::1' })
  const { database } = cairn
  const { id } = await arrangePerson(database, { email: 'ada@acme.example', name: 'Ada' })
  const [member] = await database<[{ accountId: string }]>`
    select account_id as "accountId" from public.account_members where user_id = ${id}`
  heartbeats = await arrangeHeartbeats(database, { accountId: member.accountId, count: HEARTBEATS })
})
afterAll(() => cairn?.close())

/** Pieces that a reader of addresses trips over. `start` is none of them: it may join the run before it. */
const PIECES = [
  ...'success fail log 0 00 7 255 256 -1 1e2 . .. %2e%2e %2F %00 %0a %ff %c3%28 %ed%a0%80 %F0%9F'.split(' '),
  ...'// / ? & = ; : @ * \' " < > { } | ^ ` \\ [ ] ~ $ ! ( ) , + %20 %25 %252F %E2%82%AC __proto__'.split(
    ' ',
  ),
]
const junk = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...PIECES) },
      { weight: 1, arbitrary: fc.stringMatching(/^[!-~]{1,8}$/) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }).map(escaped) },
    ),
    { maxLength: 6 },
  )
  .map((pieces) => pieces.join(''))

/** Percent-encoded; halves of characters as their bytes. */
function escaped(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}

const action = fc.constantFrom('', '/', '/fail', '/log', '/0', '/7', '/255')
const known = fc.nat(HEARTBEATS - 1).map((place) => ({ place, token: '' }))
const unknown = fc.oneof(fc.stringMatching(/^[\da-f]{32}$/), junk).map((token) => ({ place: null, token }))
const call = fc.record({
  whose: fc.oneof(known, unknown),
  rest: fc.oneof(
    action,
    junk.map((text) => `/${text}`),
  ),
  query: fc.oneof(
    { weight: 3, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.uuid().map((rid) => `?rid=${rid}`) },
    { weight: 1, arbitrary: junk.map((text) => `?rid=${text}`) },
  ),
  method: fc.constantFrom('GET', 'HEAD', 'POST', 'POST', 'PUT', 'DELETE'),
  agent: fc.stringMatching(/^[ -~\u0080-\u00ff]{0,20}$/),
  body: fc.uint8Array({ maxLength: 200 }),
  host: fc.nat(2 ** 24 - 1),
})
type Call = typeof call extends fc.Arbitrary<infer Sent> ? Sent : never

function pathOf({ whose, rest, query }: Call): string {
  const token = whose.place === null ? whose.token : heartbeats[whose.place]?.token
  return `/p/${token}${rest}${query}`
}

/** Leaves out addresses whose dots lead to the pages of the web app. */
const staysThere = (sent: Call) => new URL(pathOf(sent), cairn.server.url).pathname.startsWith('/p/')

function piped(sent: Call): Piped {
  const { method, agent, body, host } = sent
  const network = [198, host >> 16, (host >> 8) & 255, host & 255].join('.')
  const head = [
    `${method} ${pathOf(sent)} HTTP/1.1`,
    'Host: localhost',
    `User-Agent: ${agent.trim()}`,
    `X-Forwarded-For: ${network}`,
    `Content-Length: ${body.length}`,
  ]
  const bytes = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body])
  return { bytes, hasBody: method !== 'HEAD' }
}

/** Sends calls, and counts their answers by status. */
async function sendAll(calls: readonly Call[]): Promise<Map<number, number>> {
  const share = Math.ceil(calls.length / CONNECTIONS)
  const parts = Array.from({ length: CONNECTIONS }, (_, part) =>
    calls.slice(part * share, (part + 1) * share),
  )
  const statuses = await Promise.all(
    parts.map((part) => sendPiped(cairn.server.url, part.map(piped), AT_ONCE)),
  )
  const counts = new Map<number, number>()
  for (const status of statuses.flat()) counts.set(status, (counts.get(status) ?? 0) + 1)
  return counts
}

it('takes as long for an address that nobody has as for one in use', async () => {
  const took: Record<'used' | 'unused', number[]> = { used: [], unused: [] }
  for (const [number, { token }] of heartbeats.slice(0, TIMED).entries()) {
    const headers = { 'x-forwarded-for': `203.0.${number >> 8}.${number & 255}` }
    // The order alternates, so that each kind comes first equally often.
    for (const kind of number % 2 === 0 ? (['used', 'unused'] as const) : (['unused', 'used'] as const)) {
      const path = `/p/${kind === 'used' ? token : [...token].toReversed().join('')}`
      const began = performance.now()
      const { status } = await cairn.send({ path, headers })
      took[kind].push(performance.now() - began)
      expect(status).toBe(kind === 'used' ? 200 : 404)
    }
  }
  const ratio = medianOf(took.used) / medianOf(took.unused)
  expect(ratio).toBeGreaterThan(1 / MOST_TIMES)
  expect(ratio).toBeLessThan(MOST_TIMES)
})

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

it('answers every call, never with a fault of the server, and keeps only calls that were answered OK', async () => {
  const [before] = await cairn.database<[{ runs: number }]>`select count(*)::int as runs from public.runs`
  const sum = new Map<number, number>()
  let answered = 0
  for (let part = 0; answered < CALLS; part += 1) {
    const counts = await sendAll(fc.sample(call, { seed: SEED + part, numRuns: SAMPLE }).filter(staysThere))
    for (const [status, count] of counts) {
      sum.set(status, (sum.get(status) ?? 0) + count)
      answered += count
    }
  }
  expect([...sum].filter(([status]) => !ANSWERS.has(status))).toEqual([])
  const [kept] = await cairn.database<[{ runs: number }]>`select count(*)::int as runs from public.runs`
  expect(kept.runs - before.runs).toBe(sum.get(200))
  expect(kept.runs).toBeGreaterThan(CALLS / 20)
})
