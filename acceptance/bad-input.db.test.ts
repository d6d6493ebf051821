import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { arrangePerson } from '@cairn/testing/people'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { AUTH_CASES, DATA_CASES, NOT_EVEN_HTTP } from './bad-input.cases.ts'
import { type Cairn, openCairn, type SignedIn } from './support/cairn.ts'
import { contentsOf } from './support/contents.ts'
import { expectAuthRefusal, expectDataRefusal } from './support/refusal.ts'

/**
 * The pause between two parts of a body: together the pauses exceed the time that an answer waits for the rest of a
 * body.
 */
const SLOWLY_MS = 200

let cairn: Cairn
let ada: SignedIn
let neighbours: Awaited<ReturnType<typeof contentsOf>>

beforeAll(async () => {
  cairn = await openCairn()
  const person = await arrangePerson(cairn.database, { email: 'ada@acme.example', name: 'Ada' })
  ada = await cairn.signedIn(person)
  const { error } = await ada.client.from('systems').insert({ name: 'Neighbour' })
  expect(error).toBeNull()
  neighbours = await contentsOf(cairn.database)
})

afterEach(async () => {
  expect(await contentsOf(cairn.database)).toEqual(neighbours)
})

afterAll(() => cairn.close())

describe('Supabase Auth refuses', () => {
  it.each(AUTH_CASES)('%s', async (_what, message, status, code) => {
    expectAuthRefusal(await cairn.send(message), status, code)
  })
})

describe('the data API refuses', () => {
  it.each(DATA_CASES)('%s', async (_what, { headers, ...message }, status, code) => {
    const authorization = `Bearer ${ada.token}`
    expectDataRefusal(await cairn.send({ ...message, headers: { authorization, ...headers } }), status, code)
  })
})

// PostgREST reads as far as its grammar goes, and so does Cairn: the rest is never part of a statement.
it.each([
  ['search text that closes the filter', 'select=name&or=(name.ilike.*N*,account_id.is.null))'],
  ['SQL in a cast', 'select=name::text);select(1'],
])('%s ends there, and gives what the caller may read', async (_what, query) => {
  const authorization = `Bearer ${ada.token}`
  const answer = await cairn.send({ path: `/rest/v1/systems?${query}`, headers: { authorization } })
  expect(answer.status).toBe(200)
  expect(JSON.parse(answer.text)).toEqual([{ name: 'Neighbour' }])
})

it('answers a wrong value in a sentence that names field and rule', async () => {
  const { error } = await ada.client.from('systems').insert({ name: ' ' })
  expect(error).toMatchObject({
    code: '23514',
    message: 'Name must have 1 to 120 characters.',
    details: 'name.length',
    hint: null,
  })
})

// Browsers read an answer when they have sent their request: a connection that closes before would hide why.
it.each(['keep-alive', 'close'])(
  'delivers its refusal of two megabytes sent slowly on a connection to %s, though the client reads only then',
  async (connection) => {
    const { hostname, port } = new URL(cairn.server.url)
    const socket = connect(Number(port), hostname)
    socket.pause()
    const part = Buffer.alloc(256 * 1024, 'x')
    const headers = [
      `apikey: ${cairn.server.publishableKey}`,
      `content-length: ${8 * part.length}`,
      `connection: ${connection}`,
    ]
    socket.write(`POST /rest/v1/systems HTTP/1.1\r\nHost: localhost\r\n${headers.join('\r\n')}\r\n\r\n`)
    for (let sent = 0; sent < 8; sent += 1) {
      if (!socket.write(part)) await once(socket, 'drain')
      await wait(SLOWLY_MS)
    }
    const [answer] = await once(socket.resume(), 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /)
    socket.destroy()
  },
)

describe('a request that is not even HTTP', () => {
  it.each(NOT_EVEN_HTTP)('%s is answered with a bare 400', async (_what, message) => {
    expect(await cairn.send(message)).toMatchObject({ status: 400, text: '' })
  })

  it.each(['/rest/v1/systems', '/auth/v1/settings', '/', '/healthz'])(
    'two hosts at %s are answered with a bare 400',
    async (path) => {
      const socket = connect(Number(new URL(cairn.server.url).port), 'localhost')
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nHost: evil.test\r\nConnection: close\r\n\r\n`)
      const chunks: Buffer[] = []
      for await (const chunk of socket) chunks.push(Buffer.from(chunk))
      expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 400 /)
    },
  )
})
