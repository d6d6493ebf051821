import { describe, expect, test } from 'vitest'
import { openSite, openTestSite, PASSWORD, refusal, SETTINGS } from './support/fixture.ts'

const { site, mailbox, database } = await openTestSite()

function signUp(body: Record<string, unknown>): Promise<Response> {
  return site.send('POST', '/signup', { body: { password: PASSWORD, ...body } })
}

function usersWith(email: string) {
  return site.sql`select * from auth.users where email = ${email}`
}

describe('no answer tells whether an address has an account', () => {
  /** All properties that could distinguish two responses; random values and times are made equal. */
  async function shapeOf(response: Response) {
    const text = await response.text()
    const shape = text
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'uuid')
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'time')
      .replace(/(new|waiting|known)@example\.org/g, 'address')
    return { status: response.status, headers: [...response.headers], shape }
  }

  test('a new one, one that waits and one with an account get the same answer', async () => {
    await site.addUser('known@example.org')
    await site.addUser('waiting@example.org', { confirmed: false })
    const data = { name: 'Someone', first_name: 'Some', zebra: 1, a: 2 }
    const shapes = await Promise.all(
      ['new', 'waiting', 'known'].map(async (name) =>
        shapeOf(await signUp({ email: `${name}@example.org`, data })),
      ),
    )
    expect(shapes[0]?.shape).toContain('"identities":[{')
    expect(shapes[1]).toEqual(shapes[0])
    expect(shapes[2]).toEqual(shapes[0])
  })

  test('signing up again reveals no more: each answer has a different id', async () => {
    await site.addUser('known-again@example.org')
    for (const email of ['new-again@example.org', 'known-again@example.org']) {
      const first = (await site.browser().signUp({ email, password: PASSWORD })).data.user?.id
      const second = (await site.browser().signUp({ email, password: PASSWORD })).data.user?.id
      expect(first).toBeDefined()
      expect(second).not.toBe(first)
    }
  })

  test('the owner is notified, and their account does not change', async () => {
    const email = 'owner@example.org'
    await site.addUser(email)
    const [before] = await usersWith(email)
    await signUp({ email, password: 'another password', data: { name: 'Visit evil' } })
    expect(await usersWith(email)).toEqual([before])
    const mail = await mailbox.next(email)
    expect(mail.subject).toBe('You already have an account')
    expect(mail.text).not.toContain('evil')
  })

  test('asking again too soon is refused alike', async () => {
    const strict = await openSite(database, {
      settings: { rateLimits: { mailCooldownSeconds: 60, signUpsPerFiveMinutes: 1_000 } },
    })
    await strict.addUser('known-cooldown@example.org')
    const refusals = []
    for (const email of ['new-cooldown@example.org', 'known-cooldown@example.org']) {
      const body = { email, password: PASSWORD }
      const began = performance.now()
      expect((await strict.send('POST', '/signup', { body })).status).toBe(200)
      const second = await strict.send('POST', '/signup', { body })
      const passedSeconds = Math.ceil((performance.now() - began) / 1_000)
      const seconds = Number(second.headers.get('retry-after'))
      expect(seconds).toBeLessThanOrEqual(60)
      expect(seconds).toBeGreaterThanOrEqual(60 - passedSeconds)
      const resent = await strict.send('POST', '/resend', { body: { type: 'signup', email } })
      for (const response of [second, resent]) {
        const { status, code, message } = await refusal(response)
        refusals.push({ status, code, message: String(message).replace(/\d+/, 'some') })
      }
    }
    const tooSoon = {
      status: 429,
      code: 'over_email_send_rate_limit',
      message: 'For security purposes, you can only request this after some seconds.',
    }
    expect(refusals).toEqual([tooSoon, tooSoon, tooSoon, tooSoon])
    await strict.close()
  })
})

test('a network address can cause a limited number of hashes and mails only', async () => {
  const strict = await openSite(database, {
    settings: { rateLimits: { signUpsPerFiveMinutes: 2, mailCooldownSeconds: 0 } },
  })
  const attempt = async (email: string, clientAddress: string) =>
    (await strict.send('POST', '/signup', { body: { email, password: PASSWORD }, clientAddress })).status
  expect(await attempt('flood1@example.org', '198.51.100.7')).toBe(200)
  expect(await attempt('flood2@example.org', '198.51.100.7')).toBe(200)
  expect(await attempt('flood3@example.org', '198.51.100.7')).toBe(429)
  expect(await attempt('flood4@example.org', '198.51.100.8')).toBe(200)
  await strict.close()
})

test('no more than six mails an hour reach one mailbox at the wish of one network', async () => {
  const strict = await openSite(database, { settings: { rateLimits: { mailCooldownSeconds: 0 } } })
  const statuses = []
  for (let attempt = 0; attempt < 7; attempt += 1) {
    const body = { email: 'bombed@example.org', password: PASSWORD }
    statuses.push((await strict.send('POST', '/signup', { body })).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
  await strict.close()
})

test('strangers from everywhere neither flood a mailbox nor close it to its owner', async () => {
  const strict = await openSite(database, {
    settings: { rateLimits: { ...SETTINGS.rateLimits, strangersAtOnce: 3, mailCooldownSeconds: 60 } },
  })
  const email = 'wanted@example.org'
  await strict.addUser(email)
  const home = '203.0.113.41'
  const body = { email, password: PASSWORD }
  await strict.send('POST', '/token?grant_type=password', { body, clientAddress: home })
  await strict.sql`delete from auth.sessions`
  const ask = async (clientAddress: string) => {
    const response = await strict.send('POST', '/recover', { body: { email }, clientAddress })
    return response.status === 200 ? 200 : Number(response.headers.get('retry-after'))
  }
  const pass = (minutes: number) => strict.sql`
    update auth.rate_limits set window_started_at = window_started_at - make_interval(mins => ${minutes})
    where bucket = 'networks that ask for mails to an address'`

  const asked: number[] = []
  for (let host = 1; host <= 30; host += 1) asked.push(await ask(`198.51.100.${host}`))
  expect(asked.filter((answer) => answer === 200)).toHaveLength(3)
  for (const wait of asked.slice(3)) {
    expect(wait).toBeGreaterThan(170)
    expect(wait).toBeLessThanOrEqual(180)
  }
  // Where the owner has signed in before, the strangers' requests count for nothing.
  expect(await ask(home)).toBe(200)

  await pass(3)
  expect(await ask('198.51.100.40')).toBe(200)
  const second = await ask('198.51.100.41')
  expect([second > 350, second <= 360]).toEqual([true, true])
  await pass(6)
  expect(await ask('198.51.100.41')).toBe(200)
  expect(await ask('198.51.100.42')).toBeGreaterThan(700)
  await strict.close()
})

test('65,536 networks of one customer of an IPv6 provider count as one that asks', async () => {
  const strict = await openSite(database, {
    settings: { rateLimits: { ...SETTINGS.rateLimits, strangersAtOnce: 1, mailsPerHour: 2 } },
  })
  const statuses: number[] = []
  for (let network = 0; network < 9; network += 1) {
    const body = { email: 'ipv6@example.org', password: PASSWORD }
    const clientAddress = `2001:db8:1:${network.toString(16)}::1`
    statuses.push((await strict.send('POST', '/signup', { body, clientAddress })).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 429])
  await strict.close()
})
