import { describe, expect, it } from 'vitest'
import { isCurrent } from './nav-entries.ts'

describe('the current entry', () => {
  it('[SHELL-46] is the one of the route, or of a screen below it', () => {
    expect(isCurrent('/team', '/team')).toBe(true)
    expect(isCurrent('/team', '/team/7')).toBe(true)
    expect(isCurrent('/team', '/teams')).toBe(false)
    expect(isCurrent('/systems', '/')).toBe(false)
  })

  it('[GAP-27] is the dashboard on both of its addresses, and nowhere else', () => {
    expect(['/', '/dashboard', '/systems'].map((path) => isCurrent('/', path))).toEqual([true, true, false])
  })
})
