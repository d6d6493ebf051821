import { describe, expect, it } from 'vitest'
import type { AccessTokenClaims } from '../model/claims.ts'
import { withinTokenSize } from './token-size.ts'

const claims = (user_metadata: AccessTokenClaims['user_metadata'], app_metadata = {}): AccessTokenClaims => ({
  iss: 'http://localhost/auth/v1',
  sub: '7b0a3a3e-1d0b-4a53-9f55-0d0a5c0e8b11',
  aud: 'authenticated',
  exp: 2,
  iat: 1,
  email: 'ada@example.org',
  phone: '',
  app_metadata,
  user_metadata,
  role: 'authenticated',
  aal: 'aal1',
  amr: [{ method: 'password', timestamp: 1 }],
  session_id: '4b7e0f52-9b86-4d7c-8d9f-6a2f0a4c9e7d',
  is_anonymous: false,
})

const LONG = 'x'.repeat(7_000)

describe('the size of a token', () => {
  it('leaves small claims as they are', () => {
    const small = claims({ name: 'Ada', theme: 'dark', nested: { any: ['thing'] } })
    expect(withinTokenSize(small)).toBe(small)
  })

  it('leaves names and picture of large metadata', () => {
    const { user_metadata } = withinTokenSize(
      claims({ notes: LONG, theme: 'dark', avatar_url: 'https://example.org/ada.png', name: 'Ada' }),
    )
    expect(user_metadata).toEqual({ name: 'Ada', avatar_url: 'https://example.org/ada.png' })
  })

  it('leaves out a picture that does not fit', () => {
    expect(withinTokenSize(claims({ avatar_url: LONG, name: 'Ada' })).user_metadata).toEqual({ name: 'Ada' })
  })

  it('counts bytes', () => {
    expect(withinTokenSize(claims({ name: 'Ada', notes: '語'.repeat(1_000) })).user_metadata).toEqual({
      name: 'Ada',
    })
  })

  it('is below 4 kB with as much as the operator may write, and the longest address', () => {
    const most = claims({ name: 'Ada', notes: LONG }, { roles: 'x'.repeat(1_985) })
    const { app_metadata, ...rest } = withinTokenSize({
      ...most,
      email: `${'a'.repeat(64)}@${'b'.repeat(189)}`,
    })
    expect(app_metadata).toEqual(most.app_metadata)
    const [header, signature] = [116, 86]
    const payload = Math.ceil((JSON.stringify({ ...rest, app_metadata }).length * 4) / 3)
    expect(header + payload + signature + 2).toBeLessThan(4_096)
  })

  it('keeps what the operator wrote, however large', () => {
    const { app_metadata, user_metadata } = withinTokenSize(claims({ name: 'Ada' }, { roles: LONG }))
    expect({ app_metadata, user_metadata }).toEqual({ app_metadata: { roles: LONG }, user_metadata: {} })
  })
})
