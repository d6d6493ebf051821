import { describe, expect, it } from 'vitest'
import { pathOfAddress, rememberPath, returnPath } from './return-path.ts'

const ORIGIN = 'https://app.test'

describe('returnPath', () => {
  it('[AUTH-04] [AUTH-05] [SHELL-05] leads back to the page that one came from', () => {
    const state = rememberPath({ pathname: '/systems', search: '?id=7', hash: '#experts' })
    expect(returnPath(state, ORIGIN)).toBe('/systems?id=7#experts')
  })

  it("[AUTH-04] [AUTH-05] leads to '/' when there is none", () => {
    for (const state of [null, undefined, {}, { from: 7 }, 'systems', { from: '' }]) {
      expect(returnPath(state, ORIGIN)).toBe('/')
    }
  })

  it('never leads to another host', () => {
    const elsewhere = [
      '//evil.test',
      '/\\evil.test',
      '\\\\evil.test',
      'https://evil.test/x',
      'https:evil.test',
      'https://app.test@evil.test',
      'javascript:alert(1)',
      '/\t/evil.test',
      '/x/..//evil.test',
      '/.//evil.test',
    ]
    for (const from of elsewhere) expect(returnPath({ from }, ORIGIN), from).toBe('/')
  })

  it('does not lead back to the sign-in screens', () => {
    expect(returnPath({ from: '/auth' }, ORIGIN)).toBe('/')
    expect(returnPath({ from: '/auth/code' }, ORIGIN)).toBe('/')
    expect(returnPath({ from: '/auth/confirm/../new-password' }, ORIGIN)).toBe('/')
    expect(returnPath({ from: '/authors' }, ORIGIN)).toBe('/authors')
  })

  it('leads back to a mail link that asked to sign in first', () => {
    const from = '/auth/confirm?token_hash=x&type=email_change'
    expect(returnPath({ from }, ORIGIN)).toBe(from)
  })
})

describe('pathOfAddress', () => {
  it('leads to the page of this app that a mail names, and nowhere else', () => {
    expect(pathOfAddress(`${ORIGIN}/invitation?token=a_b-c`, ORIGIN)).toBe('/invitation?token=a_b-c')
    for (const address of [
      null,
      '',
      '/systems',
      'https://evil.test/x',
      `${ORIGIN}//evil.test`,
      `${ORIGIN}/auth`,
    ])
      expect(pathOfAddress(address, ORIGIN)).toBe('/')
  })
})
