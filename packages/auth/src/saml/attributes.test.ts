import { describe, expect, test } from 'vitest'
import type { AttributeMapping } from '../model/sso-provider.ts'
import type { Assertion } from './assertion.ts'
import { ssoUserIn } from './attributes.ts'

const ASSERTION: Assertion = {
  id: '_1',
  nameId: { value: 'ada-1', format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent' },
  attributes: new Map([
    ['mail', ['ada@acme.test', 'other@acme.test']],
    ['displayname', ['Ada Example']],
    ['groups', ['staff', 'makers']],
    ['cn', ['Ada']],
  ]),
  expiresAtMs: 0,
  sessionEndsAtMs: null,
}

function claims(mapping: AttributeMapping) {
  const verdict = ssoUserIn(ASSERTION, mapping)
  return verdict.kind === 'user' ? verdict.user : verdict.kind
}

describe('the mapping of attributes', () => {
  test('takes the usual names where none is given', () => {
    expect(claims({})).toEqual({ subject: 'ada-1', email: 'ada@acme.test', claims: { name: 'Ada Example' } })
  })

  test.each<[string, AttributeMapping['keys'], Record<string, unknown>]>([
    ['one name, without regard to case', { name: { name: 'CN' } }, { name: 'Ada' }],
    ['the first name that has a value', { name: { name: 'x', names: ['y', 'cn'] } }, { name: 'Ada' }],
    ['the first value', { team: { name: 'groups' } }, { name: 'Ada Example', team: 'staff' }],
    [
      'all values',
      { team: { name: 'groups', array: true } },
      { name: 'Ada Example', team: ['staff', 'makers'] },
    ],
    ['a default', { team: { name: 'x', default: 'none' } }, { name: 'Ada Example', team: 'none' }],
    ['nothing', { team: { name: 'x' } }, { name: 'Ada Example' }],
  ])('takes %s', (_what, keys, expected) => {
    expect(claims({ keys: keys ?? {} })).toMatchObject({ claims: expected })
  })

  test('may say where the address is', () => {
    expect(claims({ keys: { email: { name: 'cn' } } })).toBe('no-email')
  })
})
