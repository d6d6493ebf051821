import { CATALOGUE_KINDS } from '@cairn/workspace/port/records/catalogues'
import { describe, expect, test } from 'vitest'
import { statusStyle } from './status-styles.ts'

describe('the look of a status', () => {
  test.each([
    ['active', 'Active', 'success'],
    ['inactive', 'Inactive', 'neutral'],
    ['maintenance', 'Maintenance', 'warning'],
    ['deprecated', 'Deprecated', 'danger'],
  ])('[SYS-22] a system that is %s shows as %s in %s', (status, label, variant) => {
    expect(statusStyle('system', status)).toEqual({ label, variant })
  })

  test.each(['retired', 'ACTIVE', '', 'constructor'])('[SYS-23] a status %o shows as Unknown', (status) => {
    for (const kind of CATALOGUE_KINDS) expect(statusStyle(kind, status).label).toBe('Unknown')
  })

  test('[SOL-08] a solution is shown as active by default', () => {
    expect(statusStyle('solution', null).label).toBe('Active')
    expect(statusStyle('solution', 'development').label).toBe('Development')
  })

  test('[AGT-09][AUTO-10] agents can be in training, automations are active or not', () => {
    expect(['active', 'training', 'inactive'].map((status) => statusStyle('agent', status).label)).toEqual([
      'Active',
      'Training',
      'Inactive',
    ])
    expect(['active', 'inactive'].map((status) => statusStyle('automation', status).label)).toEqual([
      'Active',
      'Inactive',
    ])
  })
})
