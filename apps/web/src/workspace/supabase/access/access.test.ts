import { PATIENTLY } from '@cairn/testing/patience'
import { keyed } from '@cairn/workspace/lib/keyed'
import { CATALOGUE_TABLES } from '@cairn/workspace/port/records/catalogues'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeService, json, ME, user } from '../fake-service.ts'

const service = fakeService()

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

describe('signing in', () => {
  test('[AUTH-55][CALL-61][CALL-76][CALL-63] asks whether it may, signs in, and logs it', async () => {
    const { access } = service.open()
    const heard: unknown[] = []
    access.onChange((change) => heard.push(change))
    await access.restore()
    await access.signIn({ email: 'Ada@Example.com', password: 'secret' })
    const person = { id: ME, email: 'Ada@Example.com', name: 'Ada Example', avatarUrl: null }
    expect(heard).toEqual([{ event: 'signed-in', person }])
    await vi.waitFor(() => expect(service.sent()).toHaveLength(3), PATIENTLY)
    expect(service.sent()).toMatchObject([
      {
        call: 'POST /rest/v1/rpc/check_login_rate_limit',
        body: { email_param: 'ada@example.com', ip_param: null },
      },
      {
        call: 'POST /auth/v1/token?grant_type=password',
        body: { email: 'Ada@Example.com', password: 'secret' },
      },
      { call: 'POST /rest/v1/rpc/log_successful_login', body: { email_param: 'ada@example.com' } },
    ])
  })

  test('[DATA-02] takes name and picture from what the user says of themself', async () => {
    const user_metadata = { name: 'Ada', avatar_url: 'https://pictures.example/ada.png' }
    service.answer('POST /auth/v1/token', () =>
      json({
        access_token: 'access',
        refresh_token: 'refresh',
        token_type: 'bearer',
        expires_in: 3600,
        user: { ...user, user_metadata },
      }),
    )
    const { access } = service.open()
    const heard: unknown[] = []
    access.onChange((change) => heard.push(change))
    await access.restore()
    await access.signIn({ email: 'Ada@Example.com', password: 'secret' })
    expect(heard).toMatchObject([{ person: { name: 'Ada', avatarUrl: 'https://pictures.example/ada.png' } }])
  })

  test('[AUTH-56][AUTH-57][AUTH-59] does not try when the check says to wait', async () => {
    service.answer('POST /rest/v1/rpc/check_login_rate_limit', () =>
      json({ allowed: false, retry_after_seconds: 61 }),
    )
    const refusal = service.open().access.signIn({ email: 'ada@example.com', password: 'secret' })
    await expect(refusal).rejects.toMatchObject({
      minutes: 2,
      message: 'Rate limited. Try again in 2 minutes.',
    })
    expect(service.calls()).toEqual(['POST /rest/v1/rpc/check_login_rate_limit'])
  })

  test('[AUTH-60] tries all the same when the check itself fails, and notes that', async () => {
    service.answer('POST /rest/v1/rpc/check_login_rate_limit', () => json({ message: 'down' }, 500))
    await expect(
      service.open().access.signIn({ email: 'ada@example.com', password: 'secret' }),
    ).resolves.toBeUndefined()
    expect(vi.spyOn(console, 'warn')).toHaveBeenCalledWith(
      'Failed: checking the sign-in limit',
      expect.anything(),
    )
  })

  test('[AUTH-61][CALL-31][DATA-21] records what the server refused, with the message for the toast', async () => {
    service.answer('POST /auth/v1/token', () =>
      json({ code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' }, 400),
    )
    const refusal = service.open().access.signIn({ email: 'Ada@Example.com', password: 'wrong' })
    await expect(refusal).rejects.toMatchObject({ name: 'AccessError', message: 'Invalid login credentials' })
    await vi.waitFor(() => expect(service.calls()).toContain('POST /rest/v1/login_attempts'), PATIENTLY)
    expect(service.sent().at(-1)?.body).toEqual({
      email: 'ada@example.com',
      success: false,
      attempted_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    })
  })

  test('says that the server cannot answer, with the request id, and records no attempt', async () => {
    service.answer('POST /auth/v1/token', () => json({}, 503, { 'x-request-id': 'req-1' }))
    const refusal = service.open().access.signIn({ email: 'ada@example.com', password: 'secret' })
    await expect(refusal).rejects.toMatchObject({ kind: 'unavailable', requestId: 'req-1' })
    expect(service.calls()).not.toContain('POST /rest/v1/login_attempts')
  })

  test('says that the server cannot be reached', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    service.answer('POST /auth/v1/token', () => {
      throw new TypeError('fetch failed')
    })
    const refusal = service.open().access.signIn({ email: 'ada@example.com', password: 'secret' })
    await expect(refusal).rejects.toMatchObject({ name: 'AccessError', kind: 'offline' })
  })
})

describe('[GAP-29] a second factor', () => {
  const factor = { id: 'f1', factor_type: 'totp', status: 'verified', friendly_name: 'Phone' }
  const pending = { ...factor, id: 'f2', status: 'unverified' }
  const session = (aal: string) =>
    json({
      access_token: `head.${btoa(JSON.stringify({ aal }))}.seal`,
      refresh_token: 'refresh',
      token_type: 'bearer',
      expires_in: 3600,
      user: { ...user, factors: [factor, pending] },
    })

  async function signInHalf() {
    service.answer('POST /auth/v1/token', () => session('aal1'))
    const { access, dashboard } = service.open()
    const heard: { event: string }[] = []
    access.onChange((change) => heard.push(change))
    await access.restore()
    await access.signIn({ email: 'ada@example.com', password: 'secret' })
    return { access, dashboard, heard }
  }

  test('[CLIENT-25] is asked for when the server says that there is one, and nothing else is asked before', async () => {
    const { heard } = await signInHalf()
    expect(heard).toEqual([
      {
        event: 'second-factor-required',
        person: expect.objectContaining({ id: ME }),
        factors: [{ id: 'f1', kind: 'totp', name: 'Phone' }],
      },
    ])
    expect(service.calls()).not.toContain('POST /rest/v1/rpc/log_successful_login')
  })

  test('[CALL-92][CALL-93][AUTH-63] signs in by its code, and only then is that noted', async () => {
    const { access, heard } = await signInHalf()
    service.answer('POST /auth/v1/factors/f1/challenge', () =>
      json({ id: 'c1', type: 'totp', expires_at: 1 }),
    )
    service.answer('POST /auth/v1/factors/f1/verify', () => session('aal2'))
    await access.verifyFactor({ factorId: 'f1', challengeId: null, code: '123456' })
    expect(heard.map(({ event }) => event)).toEqual(['second-factor-required', 'signed-in'])
    expect(service.sent()).toContainEqual({
      call: 'POST /auth/v1/factors/f1/verify',
      body: { challenge_id: 'c1', code: '123456' },
    })
    await vi.waitFor(
      () => expect(service.calls()).toContain('POST /rest/v1/rpc/log_successful_login'),
      PATIENTLY,
    )
  })

  test('says by a code of the server why it was refused', async () => {
    const { access, heard } = await signInHalf()
    service.answer('POST /auth/v1/factors/f1/verify', () =>
      json({ code: 422, error_code: 'mfa_verification_failed', msg: 'Invalid TOTP code entered' }, 422),
    )
    const refusal = access.verifyFactor({ factorId: 'f1', challengeId: 'c1', code: '000000' })
    await expect(refusal).rejects.toMatchObject({ code: 'mfa_verification_failed', kind: 'invalid' })
    expect(heard).toHaveLength(1)
  })

  test('is asked for again when the server takes the session back to before it', async () => {
    service.answer('POST /auth/v1/token', () => session('aal2'))
    const { access, dashboard } = service.open()
    const heard: string[] = []
    access.onChange(({ event }) => heard.push(event))
    await access.restore()
    await access.signIn({ email: 'ada@example.com', password: 'secret' })
    service.answer('POST /auth/v1/token', () => session('aal1'))
    service.answer('POST /rest/v1/rpc/get_dashboard_counts', () =>
      json({ code: '42501', message: 'The second factor is missing.' }, 403),
    )
    await expect(dashboard.counts()).rejects.toMatchObject({ kind: 'refused' })
    expect(heard).toEqual(['signed-in', 'second-factor-required'])
  })
})

describe('signing up', () => {
  const name = { firstName: 'Ada', lastName: 'Example' }
  const input = {
    email: 'new@example.com',
    password: 'Long-enough-1',
    ...name,
    language: 'en',
    returnTo: '/',
  }

  test('[CALL-77][DATA-04][DATA-05][DATA-06] sends the names, the account name, and the way back', async () => {
    service.answer('POST /auth/v1/signup', () => json(user))
    await service.open().access.signUp({ ...input, accountName: 'Example' })
    expect(service.sent()).toMatchObject([
      {
        call: 'POST /auth/v1/signup?redirect_to=https://cairn.test/',
        body: {
          email: 'new@example.com',
          data: {
            name: 'Ada Example',
            first_name: 'Ada',
            last_name: 'Example',
            is_first_domain_user: true,
            account_name: 'Example',
          },
        },
      },
    ])
  })

  test('[DATA-06] names no account for a later member of a domain', async () => {
    service.answer('POST /auth/v1/signup', () => json(user))
    await service.open().access.signUp({ ...input, accountName: null })
    expect(service.sent()[0]?.body).toMatchObject({ data: { is_first_domain_user: false } })
    expect(service.sent()[0]?.body).not.toHaveProperty('data.account_name')
  })

  test('says the language in which mails follow, unless it is English', async () => {
    service.answer('POST /auth/v1/signup', () => json(user))
    await service.open().access.signUp({ ...input, accountName: null, language: 'de' })
    await service.open().access.signUp({ ...input, accountName: null })
    expect(service.sent()[0]?.body).toHaveProperty('data.language', 'de')
    expect(service.sent()[1]?.body).not.toHaveProperty('data.language')
  })

  test('[AUTH-53] passes the message of a refusal on', async () => {
    service.answer('POST /auth/v1/signup', () =>
      json(
        { code: 403, error_code: 'hook_error', msg: 'Sign up with this email domain is not permitted.' },
        403,
      ),
    )
    await expect(service.open().access.signUp({ ...input, accountName: null })).rejects.toMatchObject({
      message: 'Sign up with this email domain is not permitted.',
    })
  })
})

describe('following the session', () => {
  test('[AUTH-73] announces a sign-in and a sign-out once each, and a renewed token not at all', async () => {
    const { access } = service.open()
    const changes: string[] = []
    access.onChange(({ event }) => changes.push(event))
    await access.restore()
    await access.signIn({ email: 'ada@example.com', password: 'secret' })
    service.answer('POST /auth/v1/logout', () => new Response(null, { status: 204 }))
    await access.signOut()
    expect(changes).toEqual(['signed-in', 'signed-out'])
    expect(service.calls()).toContain('POST /auth/v1/logout?scope=local')
  })

  describe('signing out while a request is under way', () => {
    const logout = 'POST /auth/v1/logout?scope=local'
    const counts = 'POST /rest/v1/rpc/get_dashboard_counts'

    beforeEach(() => {
      vi.useFakeTimers()
      service.answer('POST /auth/v1/logout', () => new Response(null, { status: 204 }))
    })
    afterEach(() => {
      vi.useRealTimers()
    })

    /** Signs out in the middle of a request; gives what answers that. */
    async function signOutMeanwhile(): Promise<(answer: Response) => void> {
      const { access, dashboard } = await service.openSignedIn()
      let answer = (_response: Response) => {}
      service.answer(counts, () => new Promise((resolve) => (answer = resolve)))
      dashboard.counts().catch(() => null)
      await vi.waitFor(() => expect(service.calls()).toContain(counts), PATIENTLY)
      access.signOut().catch(() => null)
      await vi.advanceTimersByTimeAsync(1_000)
      expect(service.calls()).not.toContain(logout)
      return answer
    }

    test('waits for its answer', async () => {
      const answer = await signOutMeanwhile()
      answer(json({}))
      await vi.advanceTimersByTimeAsync(100)
      expect(service.calls()).toContain(logout)
    })

    test('waits two seconds at most', async () => {
      await signOutMeanwhile()
      await vi.advanceTimersByTimeAsync(1_100)
      expect(service.calls()).toContain(logout)
    })

    /** Asks for the counts while the session is being ended; gives what ends it, and the counts. */
    async function askMeanwhile() {
      const { access, dashboard } = await service.openSignedIn()
      let end = (_response: Response) => {}
      service.answer('POST /auth/v1/logout', () => new Promise((resolve) => (end = resolve)))
      const signedOut = access.signOut().catch((error: unknown) => error)
      await vi.waitFor(() => expect(service.calls()).toContain(logout), PATIENTLY)
      const asked = dashboard.counts().catch((error: unknown) => error)
      await vi.advanceTimersByTimeAsync(100)
      expect(service.calls()).not.toContain(counts)
      return { end: (response: Response) => end(response), signedOut, asked }
    }

    test('sends nothing in its name while the session is being ended, nor afterwards', async () => {
      const { end, signedOut, asked } = await askMeanwhile()
      end(new Response(null, { status: 204 }))
      await signedOut
      expect(await asked).toBeInstanceOf(Error)
      expect(service.calls()).not.toContain(counts)
    })

    test('goes on with it where the session stays', async () => {
      const { end, signedOut, asked } = await askMeanwhile()
      const answered = keyed(CATALOGUE_TABLES, () => 0)
      service.answer(counts, () => json(answered))
      end(json({ code: 500, error_code: 'unexpected_failure', msg: 'broken' }, 500))
      expect(await signedOut).toBeInstanceOf(Error)
      expect(await asked).toEqual(answered)
    })
  })

  test('[AUTH-73] signs out here when the server has ended the session', async () => {
    const { access, dashboard } = await service.openSignedIn()
    const changes: string[] = []
    access.onChange(({ event }) => changes.push(event))
    service.answer('POST /rest/v1/rpc/get_dashboard_counts', () =>
      json({ code: 'PGRST303', message: 'JWT session is no longer valid' }, 401),
    )
    service.answer('POST /auth/v1/token', () =>
      json({ code: 400, error_code: 'refresh_token_not_found', msg: 'gone' }, 400),
    )
    service.answer('POST /auth/v1/logout', () =>
      json({ code: 403, error_code: 'session_not_found', msg: 'gone' }, 403),
    )
    await expect(dashboard.counts()).rejects.toMatchObject({
      name: 'NotSignedIn',
      message: 'Your session has ended. Please sign in again.',
    })
    expect(changes).toEqual(['signed-out'])
  })

  test('renews a token that the server finds too old, and asks again', async () => {
    const { dashboard } = await service.openSignedIn()
    const counts = { ...keyed(CATALOGUE_TABLES, () => 0), systems: 1 }
    const replies = [json({ code: 'PGRST303', message: 'JWT expired' }, 401), json(counts)]
    service.answer('POST /rest/v1/rpc/get_dashboard_counts', () => replies.shift() ?? json({}, 500))
    expect(await dashboard.counts()).toEqual(counts)
    expect(service.calls()).toContain('POST /auth/v1/token?grant_type=refresh_token')
  })
})

describe('the time zone of the user', () => {
  test('is kept where another one is, and UTC needs no word', async () => {
    const { access } = service.open()
    await access.signIn({ email: 'ada@example.com', password: 'secret' })
    service.answer('PUT /auth/v1/user', () =>
      json({ ...user, user_metadata: { time_zone: 'Europe/Madrid' } }),
    )
    const writes = () => service.sent().filter(({ call }) => call === 'PUT /auth/v1/user')
    await access.keepTimeZone('UTC')
    expect(writes()).toEqual([])
    await access.keepTimeZone('Europe/Madrid')
    await access.keepTimeZone('Europe/Madrid')
    expect(writes()).toMatchObject([{ body: { data: { time_zone: 'Europe/Madrid' } } }])
  })
})
