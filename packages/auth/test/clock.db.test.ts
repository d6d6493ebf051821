import { testDatabase } from '@cairn/testing/test-database'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSite, SETTINGS, type Site } from './support/fixture.ts'

const ALLOWED = 3
let site: Site
const database = await testDatabase('auth')

beforeAll(async () => {
  site = await openSite(database, {
    sendMail: false,
    settings: { rateLimits: { ...SETTINGS.rateLimits, wrongPasswordsPerFiveMinutes: ALLOWED } },
  })
  await site.addUser('ada@example.org')
})

afterAll(async () => {
  await site.close()
  await database.drop()
})

beforeEach(async () => {
  await site.sql`delete from auth.rate_limits`
  await site.sql`update auth.clock set seen_at = clock_timestamp()`
})

async function guess(): Promise<number> {
  const body = { email: 'ada@example.org', password: 'wrong horse battery' }
  return (await site.send('POST', '/token?grant_type=password', { body })).status
}

async function guessUntilLimited(): Promise<void> {
  for (let count = 0; count < ALLOWED; count += 1) expect(await guess()).toBe(400)
  expect(await guess()).toBe(429)
}

/** Sets the clock, as the database sees it: all that it remembers is so much farther away. */
async function setClock(interval: string): Promise<void> {
  await site.sql`update auth.clock set seen_at = seen_at - ${interval}::text::interval`
  await site.sql`update auth.rate_limits set window_started_at = window_started_at - ${interval}::text::interval`
}

/** Lets time pass while a server runs. */
async function pass(interval: string): Promise<void> {
  await site.sql`update auth.rate_limits set window_started_at = window_started_at - ${interval}::text::interval`
}

describe('a limit', () => {
  test.each(['1 day', '-1 day', '10 minutes', '-10 minutes'])(
    'is as far as it was when the clock is set by %s, and ends in its time',
    async (interval) => {
      await guessUntilLimited()
      await setClock(interval)
      expect(await guess()).toBe(429)
      await pass('40 seconds')
      expect(await guess()).toBe(429)
      await pass('25 seconds')
      expect(await guess()).toBe(400)
    },
  )

  test('is moved once by many requests at the same moment', async () => {
    await guessUntilLimited()
    await setClock('1 day')
    expect(await Promise.all(Array.from({ length: 10 }, guess))).toEqual(
      Array.from({ length: 10 }, () => 429),
    )
    await pass('6 minutes')
    expect(await guess()).toBe(400)
  })

  test('outlasts the hours in which no server looked at the clock', async () => {
    await guessUntilLimited()
    await setClock('3 hours')
    await site.sql`select auth.note_time()`
    expect(await guess()).toBe(429)
  })

  test('is there where the note of the time has got lost', async () => {
    await site.sql`delete from auth.clock`
    await guessUntilLimited()
  })
})

test('the note of the time is rewritten every few seconds, and no more often', async () => {
  const seen = async () => (await site.sql`select seen_at from auth.clock`)[0]?.['seen_at']
  const first = await seen()
  await site.sql`select auth.note_time()`
  expect(await seen()).toEqual(first)
  await site.sql`update auth.clock set seen_at = seen_at - interval '20 seconds'`
  await site.sql`select auth.note_time()`
  expect(Number(await seen())).toBeGreaterThanOrEqual(Number(first))
})
