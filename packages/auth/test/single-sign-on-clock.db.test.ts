import { afterEach, describe, expect, test, vi } from 'vitest'
import { openSite, type Site } from './support/fixture.ts'
import { openProviderSite } from './support/provider-site.ts'
import { errorOf } from './support/redirects.ts'
import type { ResponseFields } from './support/saml-idp.ts'
import { ADA, openSamlSite } from './support/saml-site.ts'

const MINUTE_MS = 60_000
/** The clock of Postgres, which nothing in this process sets. */
const now = () => performance.timeOrigin + performance.now()

afterEach(() => vi.useRealTimers())

/** Sets the clock of this process so many minutes from the right time, and that alone: Postgres has its own. */
function setClock(minutes: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: now() + minutes * MINUTE_MS })
}

const OFF = [10, -10]

describe.each(OFF)('[single sign-on] a server whose clock is %i minutes off', async (minutes) => {
  const { signIn, expectNoSignIn } = await openSamlSite()
  /** The fields from a provider whose clock is so many minutes from the right time. */
  const writtenAt = (offset: number): Partial<ResponseFields> => {
    const at = now() + offset * MINUTE_MS
    return {
      issuedAt: new Date(at),
      notBefore: new Date(at - MINUTE_MS),
      notOnOrAfter: new Date(at + 5 * MINUTE_MS),
      confirmedUntil: new Date(at + 5 * MINUTE_MS),
    }
  }
  const refused = async (change: Partial<ResponseFields>) => {
    setClock(minutes)
    expect(errorOf((await signIn(ADA, { change })).target)).toBe('validation_failed')
    await expectNoSignIn()
  }

  test('takes an assertion of a provider whose clock is right', async () => {
    setClock(minutes)
    const { result } = await signIn(ADA, { change: writtenAt(0) })
    expect(result?.error).toBeNull()
    expect(result?.data.user?.email).toBe('ada@acme.test')
  })

  test('refuses an assertion of a provider that is as far off', () => refused(writtenAt(minutes)))

  test('refuses an assertion that is not valid yet, or no longer', async () => {
    const good = writtenAt(0)
    const past = new Date(now() - MINUTE_MS)
    await refused({ ...good, notBefore: new Date(now() + MINUTE_MS) })
    await refused({ ...good, notOnOrAfter: past })
    await refused({ ...good, confirmedUntil: past })
  })
})

describe('[single sign-on] an ID token that is valid for ten minutes', async () => {
  const { database, settings, idTokenOf, goThereAndBack } = await openProviderSite()

  /** Does work on a server whose clock is so many minutes off. */
  async function at<T>(minutes: number, work: (site: Site) => Promise<T>): Promise<T> {
    setClock(minutes)
    const site = await openSite(database, { sendMail: false, settings })
    try {
      return await work(site)
    } finally {
      await site.close()
    }
  }
  /** An ID token of a provider whose clock is so many minutes off. */
  async function idTokenFrom(minutes: number): Promise<string> {
    setClock(minutes)
    return idTokenOf('ada', 'nonce')
  }
  const redeem = (token: string) => async (site: Site) =>
    (await site.browser().signInWithIdToken({ provider: 'keycloak', token, nonce: 'nonce' })).error?.status

  test.each(OFF)('signs in at a server that is %i minutes off while it is valid', async (minutes) => {
    const early = await idTokenFrom(-8)
    expect(await at(minutes, redeem(early))).toBeUndefined()
  })

  test.each(OFF)('is refused by a server that is %i minutes off when it has expired', async (minutes) => {
    const late = await idTokenFrom(-12)
    expect(await at(minutes, redeem(late))).toBe(400)
  })

  test('is judged so too where the server fetches it', async () => {
    const there = (site: Site) => goThereAndBack('/authorize?provider=keycloak', 'ada', site)
    // The provider runs on the same machine: what it dates twelve minutes early has expired.
    expect((await at(-12, there)).hash).toContain('error=')
    expect((await at(12, there)).hash).toContain('access_token=')
  })
})
