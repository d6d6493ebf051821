import { describe, expect, test } from 'vitest'
import { readChallenge, verifierMatches } from './pkce.ts'

/** The example of RFC 7636, appendix B. */
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

describe('readChallenge', () => {
  test.each([
    [null, null, 'none'],
    [CHALLENGE, 's256', 'given'],
    [CHALLENGE, 'S256', 'given'],
    [CHALLENGE, null, 'bad'],
    [null, 's256', 'bad'],
    [CHALLENGE, 'plain', 'bad'],
    ['a'.repeat(42), 's256', 'bad'],
    ['a'.repeat(129), 's256', 'bad'],
    [`${'a'.repeat(42)}=`, 's256', 'bad'],
  ] as const)('%s %s', (challenge, method, kind) => {
    expect(readChallenge(challenge, method).kind).toBe(kind)
  })
})

test('a challenge belongs to one verifier', () => {
  expect(verifierMatches(VERIFIER, CHALLENGE)).toBe(true)
  expect(verifierMatches(`${VERIFIER}x`, CHALLENGE)).toBe(false)
  expect(verifierMatches(CHALLENGE, CHALLENGE)).toBe(false)
  expect(verifierMatches(VERIFIER, `${CHALLENGE}x`)).toBe(false)
})
