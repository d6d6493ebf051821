import { describe, expect, test } from 'vitest'
import { statusLook } from './system-status.ts'

describe('statusLook', () => {
  test.each([
    ['active', 'Active', 'success'],
    ['inactive', 'Inactive', 'neutral'],
    ['maintenance', 'Maintenance', 'warning'],
    ['deprecated', 'Deprecated', 'danger'],
  ])('[SYS-22] shows %s as %s in %s', (status, label, variant) => {
    expect(statusLook(status)).toEqual({ label, variant })
  })

  test.each(['retired', 'ACTIVE', '', 'constructor'])('[SYS-23] shows %o as Unknown', (status) => {
    expect(statusLook(status).label).toBe('Unknown')
  })
})
