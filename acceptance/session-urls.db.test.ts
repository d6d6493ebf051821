import { arrangePerson } from '@cairn/testing/people'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openPage, STORAGE_KEY } from './support/address-bar.ts'
import { type Cairn, openCairn, type SignedIn } from './support/cairn.ts'

/** The page of a link handles its address in the official client, and the app relies on the behavior tested here. */

let cairn: Cairn
let ada: SignedIn

beforeAll(async () => {
  cairn = await openCairn()
  ada = await cairn.signedIn(
    await arrangePerson(cairn.database, { email: 'ada@acme.test', name: 'Ada Example' }),
  )
})

afterAll(() => cairn.close())
afterEach(() => vi.unstubAllGlobals())

const PAGE = 'http://app.test/auth'

/** The address of a link that carries a session. */
function sessionAddress(changes: Record<string, string> = {}): string {
  const fields = {
    access_token: ada.token,
    refresh_token: ada.refreshToken,
    token_type: 'bearer',
    expires_in: '3600',
    ...changes,
  }
  return `${PAGE}#${new URLSearchParams(fields)}`
}

function storedSession(): Map<string, string> {
  const session = {
    access_token: ada.token,
    refresh_token: ada.refreshToken,
    token_type: 'bearer',
    expires_in: 3_600,
    expires_at: Math.floor(Date.now() / 1_000) + 3_600,
    user: { id: ada.userId },
  }
  return new Map([[STORAGE_KEY, JSON.stringify(session)]])
}

it('[CLIENT-11] a session that was issued more than two minutes ago is taken, with a warning', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const expires_at = String(Math.floor(Date.now() / 1_000) + 3_600 - 130)
  const { client } = openPage(cairn, sessionAddress({ expires_at }))
  expect((await client.initialize()).error).toBeNull()
  expect((await client.getSession()).data.session?.user.id).toBe(ada.userId)
  expect(warned.mock.calls.flat().join(' ')).toContain('was issued over 120s ago')
  warned.mockRestore()
})

describe('[CLIENT-08] a session in the address', () => {
  it('is taken with access token, refresh token, expires_in and token_type', async () => {
    const { client } = openPage(cairn, sessionAddress())
    expect((await client.initialize()).error).toBeNull()
    expect((await client.getSession()).data.session).toMatchObject({
      access_token: ada.token,
      refresh_token: ada.refreshToken,
      expires_in: 3_600,
      token_type: 'bearer',
    })
  })

  it.each(['access_token', 'refresh_token', 'expires_in', 'token_type'])(
    'signs nobody in without %s',
    async (missing) => {
      const { client } = openPage(cairn, sessionAddress({ [missing]: '' }))
      await client.initialize()
      expect((await client.getSession()).data.session).toBeNull()
    },
  )
})

describe('is refused, in these words:', () => {
  it('[CLIENT-31] a session in the address where there is no browser', async () => {
    const { client } = openPage(cairn, PAGE)
    await client.initialize()
    vi.unstubAllGlobals()
    const { error } = await client['_getSessionFromURL']({}, 'implicit')
    expect(error?.message).toBe('No browser detected.')
  })

  it('[CLIENT-32] a whole session for a browser that uses PKCE', async () => {
    const { client } = openPage(cairn, sessionAddress(), { flowType: 'pkce' })
    expect((await client.initialize()).error?.message).toBe('Not a valid PKCE flow url.')
    expect((await client.getSession()).data.session).toBeNull()
  })

  it('[CLIENT-33] a code for a browser without PKCE', async () => {
    const stored = new Map([[`${STORAGE_KEY}-code-verifier`, '"verifier"']])
    const { client } = openPage(cairn, `${PAGE}?code=1234`, { stored })
    expect((await client.initialize()).error?.message).toBe('Not a valid implicit grant flow url.')
  })

  it('[CLIENT-34] a way back by PKCE without a code', async () => {
    const { client } = openPage(cairn, PAGE, { flowType: 'pkce' })
    await client.initialize()
    const { error } = await client['_getSessionFromURL']({}, 'pkce')
    expect(error?.message).toBe('No code detected.')
  })

  it.each(['refresh_token', 'expires_in', 'token_type'])(
    '[CLIENT-35] a session without %s',
    async (missing) => {
      const { client } = openPage(cairn, sessionAddress({ [missing]: '' }))
      expect((await client.initialize()).error?.message).toBe('No session defined in URL')
    },
  )

  it('[CLIENT-36] an error that says nothing about itself', async () => {
    const { client } = openPage(cairn, `${PAGE}#error=server_error`)
    const { error } = await client.initialize()
    expect(error?.message).toBe('Error in URL with unspecified error_description')
  })
})

describe('a signed-in user stays signed in', () => {
  it.each([
    '[CLIENT-37] identity_already_exists',
    '[CLIENT-37] identity_not_found',
    '[CLIENT-37] single_identity_not_deletable',
    // Earlier clients ended the session here; docs/develop/sign-in.md says why ours rightly does not.
    '[CLIENT-38] otp_expired',
  ])('after an address that says %s', async (title) => {
    const code = title.split(' ')[1]
    const address = `${PAGE}#error=access_denied&error_code=${code}&error_description=It+did+not+work`
    const { client } = openPage(cairn, address, { stored: storedSession() })
    expect((await client.initialize()).error?.message).toBe('It did not work')
    expect((await client.getSession()).data.session?.user.id).toBe(ada.userId)
  })
})

it('[CLIENT-39] a storage that fails is an error with its reason, and no user is signed in', async () => {
  const failed = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { client } = openPage(cairn, `${PAGE}?code=1234`, { flowType: 'pkce', broken: true })
  expect((await client.initialize()).error?.message).toBe('Unexpected error during initialization')
  failed.mockRestore()
})
