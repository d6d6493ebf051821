import { type DatabaseClock, openDatabaseClock } from '@cairn/postgres/pool/database-clock'
import { openPool, type Pool } from '@cairn/postgres/pool/pool'
import { privileged } from '@cairn/postgres/pool/privileged'
import { codeOfApp } from '@cairn/testing/authenticator'
import { testDatabase } from '@cairn/testing/test-database'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openSite, PASSWORD, type Site } from './support/fixture.ts'

const database = await testDatabase('auth')
const MINUTE_MS = 60_000
let right: Site

beforeAll(async () => {
  right = await openSite(database, { sendMail: false })
  await right.addUser('ada@example.org')
})

afterAll(async () => {
  await right.close()
  await database.drop()
})

afterEach(() => vi.useRealTimers())

/** Sets the clock of this process, and that alone: Postgres has its own. */
function setClock(minutes: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * MINUTE_MS })
}

async function session(site: Site) {
  const browser = site.browser()
  const { data, error } = await browser.signInWithPassword({ email: 'ada@example.org', password: PASSWORD })
  if (data.session === null) throw error ?? new Error('There is no session.')
  return { browser, session: data.session }
}

describe.each([10, -10])('a server whose clock is %i minutes from that of its database', (minutes) => {
  it('works with its own tokens and with those of another one, and the other with its', async () => {
    const before = await session(right)
    setClock(minutes)
    const wrong = await openSite(database, { sendMail: false })
    try {
      const own = await session(wrong)
      for (const site of [wrong, right]) {
        for (const { session } of [before, own]) {
          expect(await site.auth.verifyAccessToken(session.access_token)).toMatchObject({
            sub: session.user.id,
          })
        }
      }
      const again = await wrong.browser().refreshSession({ refresh_token: before.session.refresh_token })
      expect(again.error).toBeNull()
      vi.useRealTimers()
      const back = await right.browser().refreshSession({ refresh_token: own.session.refresh_token })
      expect(back.error).toBeNull()
    } finally {
      await wrong.close()
    }
  })

  it('takes the code that an app shows whose clock is right', async () => {
    const now = Date.now()
    setClock(minutes)
    const wrong = await openSite(database, { sendMail: false })
    try {
      const email = `factor${minutes}@example.org`
      await wrong.addUser(email)
      const browser = wrong.browser()
      await browser.signInWithPassword({ email, password: PASSWORD })
      const { data: factor } = await browser.mfa.enroll({ factorType: 'totp' })
      const { error } = await browser.mfa.challengeAndVerify({
        factorId: factor?.id ?? '',
        code: codeOfApp(factor?.type === 'totp' ? factor.totp.secret : '', now),
      })
      expect(error).toBeNull()
    } finally {
      await wrong.close()
    }
  })
})

describe('the clock of the database', () => {
  let pool: Pool
  let clock: DatabaseClock
  let told: (number | null)[]
  let asked: number

  /** Reads it, once that may be done again. */
  const readAgain = () =>
    vi.waitFor(async () => {
      const before = asked
      await clock.read()
      expect(asked).toBe(before + 1)
    })

  beforeEach(async () => {
    pool = openPool({ target: database.authAdmin, size: 1, name: 'clock under test' })
    const { statement } = privileged(pool)
    told = []
    asked = 0
    const counted: typeof statement = (work) => {
      asked += 1
      return statement(work)
    }
    clock = await openDatabaseClock({ statement: counted }, (seconds) => told.push(seconds))
  })
  afterEach(() => pool.close())

  it('is followed whatever the clock of the machine does, and a difference is reported once', async () => {
    const real = Date.now()
    expect(told).toEqual([])
    setClock(10)
    expect(Math.abs(clock.now() - real)).toBeLessThan(MINUTE_MS)
    await readAgain()
    await readAgain()
    expect(told).toEqual([expect.closeTo(-600, -1)])
    vi.useRealTimers()
    await readAgain()
    expect(told).toHaveLength(2)
    expect(told[1]).toBeNull()
    expect(clock.timesSet).toBe(0)
  })

  it('is read once for all who ask at the same moment, and not again at once', async () => {
    await readAgain()
    const before = asked
    await Promise.all(Array.from({ length: 50 }, () => clock.read()))
    expect(asked).toBeLessThanOrEqual(before + 1)
  })

  it('goes on where the database is away', async () => {
    await pool.close()
    const before = clock.now()
    await readAgain()
    expect(clock.now()).toBeGreaterThanOrEqual(before)
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(MINUTE_MS)
  })
})

describe('a token while the clock of the database is set', () => {
  it('is judged again where that is found out meanwhile, and once where it was not', async () => {
    let now = Date.now()
    let timesSet = 0
    const read = vi.fn(async () => {})
    const site = await openSite(database, {
      sendMail: false,
      clock: {
        now: () => now,
        get timesSet() {
          return timesSet
        },
        read,
      },
    })
    try {
      const { access_token: token } = (await session(site)).session
      expect(await site.auth.verifyAccessToken(token)).toMatchObject({ email: 'ada@example.org' })
      now += 2 * 60 * MINUTE_MS
      await expect(site.auth.verifyAccessToken(token)).rejects.toThrow('JWT expired')
      expect(read).toHaveBeenCalledTimes(1)
      read.mockImplementation(async () => {
        now = Date.now()
        timesSet += 1
      })
      const answers = await Promise.all(Array.from({ length: 5 }, () => site.auth.verifyAccessToken(token)))
      expect(answers).toHaveLength(5)
      await expect(site.auth.verifyAccessToken(`${token}x`)).rejects.toThrow('JWT')
      await expect(site.auth.verifyAccessToken('nonsense')).rejects.toThrow('parts')
    } finally {
      await site.close()
    }
  })
})
