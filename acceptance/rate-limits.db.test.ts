import { createHash, randomBytes } from 'node:crypto'
import { arrangePerson } from '@cairn/testing/people'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tokenOf as apiTokenOf } from './support/assistant.ts'
import { type Cairn, openCairn, openCairnBeside, type SignedIn } from './support/cairn.ts'
import { hashedWith, open } from './support/tokens.ts'

const LEGACY = 'a shared secret of at least 32 characters'
const LIMITS = { JWT_SECRET: LEGACY, API_REQUESTS_PER_MINUTE: '5', API_REQUESTS_PER_MINUTE_OF_ACCOUNT: '12' }
const SECRET = 'a secret that two servers share, long enough'
const ORIGIN = 'https://pages.example'

let cairn: Cairn
let beside: Cairn
let ada: SignedIn

beforeAll(async () => {
  cairn = await openCairn({ ...LIMITS, CAIRN_SECRET: SECRET, CAIRN_CORS_ORIGINS: ORIGIN })
  const { host, port, user, password, database } = cairn.server.admin()
  const secret = typeof password === 'string' ? encodeURIComponent(password) : ''
  beside = await openCairnBeside(cairn, database, {
    ...LIMITS,
    CAIRN_SECRET: SECRET,
    DATABASE_URL: `postgres://${user}:${secret}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
  })
  await arrangePerson(cairn.database, { email: 'ada@acme.example', name: 'Ada' })
  ada = await cairn.signedIn({ email: 'ada@acme.example' })
})
afterAll(async () => {
  await beside?.close()
  await cairn?.close()
})

/** The token of an app, on behalf of a person. */
function tokenOf(app: string, person = ada): string {
  const { claims } = open(person.token)
  return hashedWith(LEGACY, {
    header: { alg: 'HS256', typ: 'JWT' },
    claims: { ...claims, client_id: app, scope: 'systems:read' },
  })
}

const list = (token: string, server = cairn) =>
  server.send({
    path: '/rest/v1/systems?limit=1',
    headers: { authorization: `Bearer ${token}`, origin: ORIGIN },
  })
const statuses = async (token: string, count: number) =>
  (await Promise.all(Array.from({ length: count }, () => list(token)))).map(({ status }) => status)

describe('an app', () => {
  it('reads in each answer what is left, also from pages of another origin', async () => {
    const { status, headers } = await list(tokenOf('reader'))
    expect(status).toBe(200)
    expect(headers['ratelimit-policy']).toBe('"token";q=5;w=60, "account";q=12;w=60')
    expect(headers['ratelimit']).toMatch(/^"token";r=4;t=\d+/)
    expect(headers['access-control-expose-headers']).toMatch(/ratelimit,ratelimit-policy,retry-after/)
  })

  it('is asked to wait when it sends too many requests, and slows no other', async () => {
    expect(await statuses(tokenOf('hasty'), 12)).toContain(429)
    const { status, text, headers } = await list(tokenOf('hasty'))
    expect(status).toBe(429)
    expect(JSON.parse(text)).toMatchObject({
      code: 'PT429',
      message: 'This token may send 5 requests a minute.',
    })
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(headers['ratelimit']).toMatch(/^"token";r=0;/)
    expect((await list(tokenOf('calm'))).status).toBe(200)
  })

  it('is known to another server of the same database within seconds', async () => {
    await statuses(tokenOf('wanderer'), 5)
    const answers: number[] = []
    await expect
      .poll(async () => answers[answers.push((await list(tokenOf('wanderer'), beside)).status) - 1], {
        timeout: 10_000,
        interval: 1_000,
      })
      .toBe(429)
    expect(answers.length).toBeLessThan(6)
  })

  it('shares the limit of its account with the others', async () => {
    const eve = await cairn.signedIn(
      await arrangePerson(cairn.database, { email: 'eve@shared.example', name: 'Eve' }),
    )
    const ofEve = (app: string) => list(tokenOf(app, eve))
    const first = await ofEve('first')
    const asked = await Promise.all(Array.from({ length: 15 }, (_, number) => ofEve(`app ${number}`)))
    const answered = [first, ...asked].filter(({ status }) => status === 200)
    expect(answered).toHaveLength(12)
    expect(JSON.parse(asked.find(({ status }) => status === 429)?.text ?? '')).toMatchObject({
      message: 'The tokens of this account may send 12 requests a minute.',
    })
  })
})

describe('an assistant', () => {
  const call = (token: string) =>
    cairn.send({
      method: 'POST',
      path: '/mcp',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })

  it('has the limit of its token, and learns when to retry', async () => {
    const grace = await cairn.signedIn(
      await arrangePerson(cairn.database, { email: 'grace@navy.example', name: 'Grace' }),
    )
    const token = await apiTokenOf(grace, ['systems:read'])
    const first = await call(token)
    expect(first.status).toBe(200)
    expect(first.headers['ratelimit-policy']).toBe('"token";q=5;w=60, "account";q=12;w=60')
    expect(first.headers['ratelimit']).toMatch(/^"token";r=4;t=\d+/)
    // A minute may end in between, and begin again.
    const asked = await Promise.all(Array.from({ length: 12 }, () => call(token)))
    const refused = asked.find(({ status }) => status === 429)
    expect(JSON.parse(refused?.text ?? '')).toMatchObject({
      code: 'PT429',
      message: 'This token may send 5 requests a minute.',
    })
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused?.headers['cache-control']).toBe('no-store')
  })
})

describe('a visitor who makes tokens up', () => {
  /** Makes up a token in the right form, so that only the database can tell that it does not exist. */
  function madeUp(): string {
    const body = `cairn_${randomBytes(20).toString('hex')}`
    return `${body}${createHash('sha256').update(body).digest('hex').slice(0, 8)}`
  }

  it('is refused, at last without a look into the database; real tokens keep their whole limit', async () => {
    const linus = await cairn.signedIn(
      await arrangePerson(cairn.database, { email: 'linus@kernel.example', name: 'Linus' }),
    )
    const real = await apiTokenOf(linus, ['systems:read'])
    const made = await Promise.all(Array.from({ length: 60 }, () => list(madeUp())))
    const statuses = made.map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([401, 429]))
    expect(JSON.parse(made[statuses.indexOf(429)]?.text ?? '')).toMatchObject({
      code: 'PT429',
      message: 'Unknown tokens from one network may send 5 requests a minute.',
    })
    const answers = await Promise.all(Array.from({ length: 5 }, () => list(real)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const counted = await cairn.database`select key from private.turns where key like 'api of token %'`
    expect(counted.length).toBeLessThanOrEqual(2)
  })
})

it('does not count the session of a person', async () => {
  const answers = await statuses(ada.token, 40)
  expect(new Set(answers)).toEqual(new Set([200]))
  expect((await list(ada.token)).headers['ratelimit']).toBeUndefined()
})
