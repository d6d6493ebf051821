import { expect, it } from 'vitest'
import { auditFieldsOf, auditFilterOf, securityViewOf } from './audit-filter.ts'

const PERSON = '0b0f0f0e-1111-4222-8333-444455556666'
const NONE = { action: null, person: null, severity: null, from: null, until: null }
const fieldsOf = (address: string) => auditFieldsOf(new URLSearchParams(address))

it('[SEC-04] reads action, person, severity and days out of the address', () => {
  const address = `tab=security&action=failed_login&person=${PERSON}&severity=high&from=2026-01-30&until=2026-02-01`
  const fields = {
    action: 'failed_login',
    person: PERSON,
    severity: 'high',
    from: '2026-01-30',
    until: '2026-02-01',
  } as const
  expect(fieldsOf(address)).toEqual(fields)
  expect(auditFilterOf(fields)).toEqual({
    action: 'failed_login',
    personId: PERSON,
    severity: 'high',
    from: new Date(2026, 0, 30),
    until: new Date(2026, 1, 2),
  })
})

it.each([
  'action=<b>',
  'person=me',
  'severity=dreadful',
  'from=yesterday',
  'from=2026-02-30',
  'until=0000-00-00',
  'until=2026-1-1',
])('takes %s for no filter', (address) => {
  expect(fieldsOf(address)).toEqual(NONE)
})

it('has no filter for a time that ends before it begins; one day is a time', () => {
  expect(auditFilterOf({ ...NONE, from: '2026-02-02', until: '2026-02-01' })).toBeNull()
  expect(auditFilterOf({ ...NONE, from: '2026-02-01', until: '2026-02-01' })).toMatchObject({
    from: new Date(2026, 1, 1),
    until: new Date(2026, 1, 2),
  })
})

it.each([
  ['tab=security', 'overview'],
  ['tab=security&view=log', 'log'],
  ['tab=security&view=odd', 'overview'],
  ['tab=security&action=failed_login', 'log'],
] as const)('the address %s names the %s', (address, view) => {
  expect(securityViewOf(new URLSearchParams(address))).toBe(view)
})
