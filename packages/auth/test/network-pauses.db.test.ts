import { hash } from 'bcrypt'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSite, openTestSite, PASSWORD, REAL_HASH_COST, SETTINGS, type Site } from './support/fixture.ts'

/** As an installation has it. */
const { wrongPasswordsPerFiveMinutes: _, ...RATE_LIMITS } = SETTINGS.rateLimits ?? {}
const asInstalled = { sendMail: false, settings: { rateLimits: RATE_LIMITS }, hashCost: REAL_HASH_COST }

const FAILURES = 30
const WRONG = 'wrong password'
const OFFICE = '198.51.100.20'
const COLLEAGUE = 'colleague@example.org'
const ELSEWHERE = 'elsewhere@example.org'
const TYPIST = 'typist@example.org'

const { site, database } = await openTestSite(asInstalled)
let other: Site

beforeAll(async () => {
  other = await openSite(database, asInstalled)
  await site.addUser(COLLEAGUE)
  await site.addUser(ELSEWHERE)
  await site.addUser(TYPIST)
  expect((await signIn(COLLEAGUE, PASSWORD)).status).toBe(200)
  expect((await signIn(ELSEWHERE, PASSWORD, { from: '203.0.113.9' })).status).toBe(200)
})

afterAll(() => other.close())

beforeEach(async () => {
  await site.sql`delete from auth.rate_limits`
  await site.sql`update auth.clock set seen_at = clock_timestamp()`
})

function signIn(
  email: string,
  password: string,
  { from = OFFICE, on = site }: { from?: string; on?: Site } = {},
): Promise<Response> {
  return on.send('POST', '/token?grant_type=password', { body: { email, password }, clientAddress: from })
}

const statusOf = async (answer: Promise<Response>) => (await answer).status

let serial = 0
/** A wrong password for an address that was not tried before. */
function guess(where?: { from?: string; on?: Site }): Promise<Response> {
  serial += 1
  return signIn(`guess${serial}@example.org`, WRONG, where)
}

/** So many wrong passwords, all of which are checked. */
async function fail(times: number, where?: { from?: string; on?: Site }): Promise<void> {
  for (let attempt = 0; attempt < times; attempt += 1) expect(await statusOf(guess(where))).toBe(400)
}

/** The same without the time that it takes. */
async function haveFailed(times: number, network = OFFICE): Promise<void> {
  await site.sql`
    insert into auth.rate_limits (bucket, subject, window_started_at, hits)
    values ('wrong passwords of a client', ${network}, clock_timestamp(), ${times})`
}

/** For how many seconds the network pauses. */
async function pauseOf(where?: { from?: string; on?: Site }): Promise<number> {
  const answer = await guess(where)
  expect(answer.status).toBe(429)
  return Number(answer.headers.get('retry-after'))
}

/** Lets time pass while a server runs. */
async function pass(seconds: number): Promise<void> {
  await site.sql`
    update auth.rate_limits set window_started_at = window_started_at - make_interval(secs => ${seconds})
    where bucket = 'wrong passwords of a client'`
}

describe('guesses from one network', () => {
  test('are checked 30 times; the 31st is not, and the pause is a minute', async () => {
    await fail(FAILURES)
    const seconds = await pauseOf()
    expect(seconds).toBeGreaterThan(50)
    expect(seconds).toBeLessThanOrEqual(60)
  })

  test('after 29 failures, the right password and one more failure go on; the next begins the pause', async () => {
    await haveFailed(FAILURES - 1)
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await statusOf(signIn(TYPIST, PASSWORD))).toBe(200)
    }
    await fail(1)
    expect(await pauseOf()).toBeLessThanOrEqual(60)
  })

  test('pause for 1, 2, 4 and 5 minutes, after one guess each', async () => {
    await haveFailed(FAILURES - 1)
    await fail(1)
    for (const minutes of [1, 2, 4, 5, 5]) {
      const seconds = await pauseOf()
      expect(seconds).toBeGreaterThan((minutes - 1) * 60)
      expect(seconds).toBeLessThanOrEqual(minutes * 60)
      await pass(minutes * 60 + 1)
      await fail(1)
    }
  })

  test('in a pause do not prolong it', async () => {
    await haveFailed(FAILURES)
    await pass(30)
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await pauseOf()).toBeLessThanOrEqual(30)
    await pass(31)
    await fail(1)
  })

  test('are none of those that failed before, after a quarter of an hour without', async () => {
    await haveFailed(FAILURES + 3)
    await pass(5 * 60 + 15 * 60)
    await fail(3)
  })

  test('are no more than 30 in all when many come at the same moment, on two servers', async () => {
    await haveFailed(FAILURES - 4)
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_each, index) => guess({ on: index % 2 === 0 ? site : other })),
    )
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([
      ...Array.from({ length: 4 }, () => 400),
      ...Array.from({ length: 8 }, () => 429),
    ])
    expect(await pauseOf()).toBeLessThanOrEqual(60)
  })

  test('are checked one at a time between two pauses, on two servers', async () => {
    await haveFailed(FAILURES)
    await pass(61)
    const answers = await Promise.all([guess(), guess({ on: other }), guess(), guess({ on: other })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([400, 429, 429, 429])
  })

  test('are counted by every server together', async () => {
    await haveFailed(FAILURES - 2)
    await fail(1)
    await fail(1, { on: other })
    expect(await pauseOf()).toBeLessThanOrEqual(60)
    expect(await pauseOf({ on: other })).toBeLessThanOrEqual(60)
  })

  test('are those of the /64 network for IPv6, and of no other one', async () => {
    await haveFailed(FAILURES - 2, '2001:db8:1:2::/64')
    await fail(1, { from: '2001:db8:1:2::1' })
    await fail(1, { from: '2001:db8:1:2:ffff:ffff:ffff:ffff' })
    expect(await pauseOf({ from: '2001:db8:1:2:3::4' })).toBeLessThanOrEqual(60)
    await fail(1, { from: '2001:db8:1:3::1' })
  })

  test.each(['1 day', '-1 day', '10 minutes', '-10 minutes'])(
    'pause as long where the clock is set by %s',
    async (interval) => {
      await haveFailed(FAILURES)
      await site.sql`update auth.clock set seen_at = seen_at - ${interval}::text::interval`
      await site.sql`update auth.rate_limits set window_started_at = window_started_at - ${interval}::text::interval`
      const seconds = await pauseOf()
      expect(seconds).toBeGreaterThan(40)
      expect(seconds).toBeLessThanOrEqual(60)
      await pass(61)
      await fail(1)
    },
  )
})

describe('in a pause', () => {
  beforeEach(() => haveFailed(FAILURES))

  test('a colleague behind the same address signs in, as often as they like', async () => {
    for (let turn = 0; turn < 6; turn += 1) expect(await statusOf(signIn(COLLEAGUE, PASSWORD))).toBe(200)
    expect(await pauseOf()).toBeLessThanOrEqual(60)
  })

  test('a person who has never signed in from there waits, and signs in from elsewhere', async () => {
    expect(await statusOf(signIn(ELSEWHERE, PASSWORD))).toBe(429)
    expect(await statusOf(signIn(ELSEWHERE, PASSWORD, { from: '203.0.113.9' }))).toBe(200)
    await pass(61)
    expect(await statusOf(signIn(ELSEWHERE, PASSWORD))).toBe(200)
    // It costs nothing: the next failure is the one after which the network pauses for two minutes.
    await fail(1)
    expect(await pauseOf()).toBeGreaterThan(60)
  })

  test('a colleague of two months ago is a stranger', async () => {
    await site.sql`update auth.known_devices set last_seen_at = now() - interval '60 days'`
    expect(await statusOf(signIn(COLLEAGUE, PASSWORD))).toBe(429)
    await site.sql`update auth.known_devices set last_seen_at = now()`
  })

  test('five passwords of a colleague are checked, and not one more', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await statusOf(signIn(COLLEAGUE, WRONG))).toBe(429)
    }
    expect(await statusOf(signIn(COLLEAGUE, PASSWORD))).toBe(429)
  })

  test('every refusal is the same, to the byte and in its time', async () => {
    // With the cost that real passwords have, so that a hash would show.
    await site.sql`
      update auth.users set encrypted_password = ${await hash(PASSWORD, REAL_HASH_COST)} where email = ${COLLEAGUE}`
    const kinds = [COLLEAGUE, ELSEWHERE, 'nobody@example.org']
    const fastest = new Map(kinds.map((email) => [email, Number.POSITIVE_INFINITY]))
    const spread = () => Math.max(...fastest.values()) - Math.min(...fastest.values())
    // The fastest of three, or of more where other work on the machine has slowed all of one kind.
    for (let round = 0; round < 3 || (round < 20 && spread() >= 40); round += 1) {
      await site.sql`delete from auth.rate_limits where bucket like 'passwords of a user in a pause%'`
      const answers = []
      // The addresses are tried in turn, because requests at once would wait for each other's count.
      for (const email of kinds) {
        await site.sql`
          update auth.rate_limits set window_started_at = clock_timestamp()
          where bucket = 'wrong passwords of a client'`
        const began = performance.now()
        const answer = await signIn(email, WRONG)
        fastest.set(email, Math.min(fastest.get(email) ?? 0, performance.now() - began))
        const { 'retry-after': wait, ...headers } = Object.fromEntries(answer.headers)
        const said = { status: answer.status, headers, text: await answer.text() }
        answers.push({ wait: Number(wait), said })
      }
      const [colleague, ...others] = answers
      for (const { wait, said } of others) {
        expect(said).toEqual(colleague?.said)
        // Two answers may stand on either side of a full second.
        expect(Math.abs(wait - (colleague?.wait ?? 0))).toBeLessThanOrEqual(1)
      }
      expect(colleague?.said).toMatchObject({
        status: 429,
        text: '{"code":429,"error_code":"over_request_rate_limit","msg":"Request rate limit reached"}',
      })
    }
    expect(spread()).toBeLessThan(40)
    expect(Math.min(...fastest.values())).toBeGreaterThan(790)
  })

  test('a colleague whose passwords were guessed at is told from nobody afterwards', async () => {
    const afterPause = async (email: string) => {
      const answer = await signIn(email, WRONG)
      return { status: answer.status, text: await answer.text() }
    }
    for (const email of [COLLEAGUE, 'nobody@example.org']) {
      for (let attempt = 0; attempt < 6; attempt += 1) await signIn(email, WRONG)
    }
    await pass(61)
    const told = await afterPause(COLLEAGUE)
    await pass(121)
    expect(await afterPause('nobody@example.org')).toEqual(told)
  })

  test('a colleague whose address the product has closed is refused like everybody', async () => {
    await site.sql.unsafe(`
      create or replace function public.closed(event jsonb) returns jsonb language sql as $$
        select '{"decision": "reject", "message": "Too many failed attempts."}'::jsonb
      $$`)
    const hooked = await openSite(database, {
      sendMail: false,
      settings: {
        ...asInstalled.settings,
        hooks: { passwordVerificationAttempt: { schema: 'public', name: 'closed' } },
      },
    })
    const answer = await signIn(COLLEAGUE, PASSWORD, { on: hooked })
    expect([answer.status, await answer.text()]).toEqual([429, await (await guess()).text()])
    await hooked.close()
  })
})
