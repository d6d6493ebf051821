import { describe, expect, it } from 'vitest'
import { groupsInAttributes, groupsInClaims } from './groups.ts'

const groups = (value: unknown) => groupsInClaims({ groups: value })['groups']

describe('the groups of a claim', () => {
  it('are the texts of a list, each once, as Keycloak, Okta and Entra ID write them', () => {
    expect(groups(['/finance', '/finance/payroll', '/finance'])).toEqual(['/finance', '/finance/payroll'])
    expect(groups(['Everyone', ' Finance '])).toEqual(['Everyone', 'Finance'])
    expect(groups([])).toEqual([])
  })

  it('are one for a single text, whatever commas it has', () => {
    expect(groups('finance, it')).toEqual(['finance, it'])
  })

  it('leave out of a list what is no text, or longer than any rule', () => {
    expect(groups([1, null, { name: 'admins' }, ['admins'], '', 'x'.repeat(10_000), 'it'])).toEqual(['it'])
  })

  it('are 5,000 where the list has so many', () => {
    expect(groups(Array.from({ length: 5_000 }, (_, n) => `group ${n}`))).toHaveLength(5_000)
  })

  it.each([[null], [7], [true], [{ admins: true }], [Array.from({ length: 10_001 }, String)]])(
    'are not known where it is no list, or one without an end',
    (value) => {
      expect(groups(value)).toBeNull()
    },
  )

  it('are not known where Entra ID says them elsewhere, because there are too many', () => {
    const source = { endpoint: 'https://graph.windows.net/t/users/u/getMemberObjects' }
    expect(
      groupsInClaims({ sub: '1', _claim_names: { groups: 'src1' }, _claim_sources: { src1: source } })[
        'groups'
      ],
    ).toBeNull()
    expect(groupsInClaims({ hasgroups: true })['groups']).toBeNull()
    const link = 'http://schemas.microsoft.com/claims/groups.link'
    const claim = 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups'
    expect(groupsInAttributes(new Map([[link, ['https://graph.windows.net/x']]]))[claim]).toBeNull()
  })

  it('are not there where the claim is not', () => {
    expect(groupsInClaims({ sub: '1' })).not.toHaveProperty('groups')
  })

  it('can be stored, with NUL and half characters too', () => {
    expect(groups(['a\0b', 'c\uD800'])).toEqual(['a\uFFFDb', 'c\uFFFD'])
  })
})
