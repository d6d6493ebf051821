import { describe, expect, test, vi } from 'vitest'
import { fakeService, json } from '../fake-service.ts'

const service = fakeService()

describe('the ways to sign in', () => {
  test('are those that the service has switched on, asked for once', async () => {
    const external = {
      email: true,
      phone: true,
      anonymous_users: true,
      google: true,
      github: false,
      works: true,
    }
    service.answer('GET /auth/v1/settings', () => json({ external, saml_enabled: true }))
    const { access } = service.open()
    const expected = { providers: ['google', 'works'], singleSignOn: true, passkeys: false }
    expect(await access.signInMethods()).toEqual(expected)
    expect(await access.signInMethods()).toEqual(expected)
    expect(service.calls()).toEqual(['GET /auth/v1/settings'])
  })

  test('are the password alone when the service does not say, which is noted', async () => {
    service.answer('GET /auth/v1/settings', () => json({ message: 'down' }, 503))
    const noted = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    expect(await service.open().access.signInMethods()).toEqual({
      providers: [],
      singleSignOn: false,
      passkeys: false,
    })
    expect(noted).toHaveBeenCalledWith('Failed: reading the ways to sign in', expect.anything())
  })
})

describe('single sign-on', () => {
  test('[CALL-86] asks by the domain, and says when there is none for it', async () => {
    service.answer('POST /auth/v1/sso', () =>
      json(
        { code: 404, error_code: 'sso_provider_not_found', msg: 'No SSO provider assigned for this domain' },
        404,
      ),
    )
    const refusal = service.open().access.signInWithSso('example.com', '/systems')
    await expect(refusal).rejects.toMatchObject({ code: 'sso_provider_not_found', kind: 'not-found' })
    expect(service.sent()).toMatchObject([
      {
        call: 'POST /auth/v1/sso',
        body: { domain: 'example.com', redirect_to: 'https://cairn.test/systems', skip_http_redirect: true },
      },
    ])
  })
})

describe('another provider', () => {
  test('by a name that cannot be one is refused', async () => {
    const refusal = service.open().access.signInWithProvider('../evil', '/')
    await expect(refusal).rejects.toMatchObject({ message: 'This sign-in provider is unknown.' })
  })
})
