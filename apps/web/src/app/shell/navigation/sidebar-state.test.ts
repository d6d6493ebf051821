import { describe, expect, it } from 'vitest'
import { isExpandedIn, sidebarCookie } from './sidebar-state.ts'

describe('the sidebar state', () => {
  it('[SHELL-36] is expanded at first', () => {
    expect(isExpandedIn('')).toBe(true)
    expect(isExpandedIn('other=1; not_sidebar_state=collapsed')).toBe(true)
  })

  it('[SHELL-37] is read from the cookie that it was kept in', () => {
    const kept = (isExpanded: boolean) => `a=1; ${sidebarCookie(isExpanded).split(';')[0]}; b=2`
    expect(isExpandedIn(kept(false))).toBe(false)
    expect(isExpandedIn(kept(true))).toBe(true)
  })

  it('[SHELL-38] is kept for 7 days', () => {
    expect(sidebarCookie(false)).toContain('max-age=604800')
  })
})
