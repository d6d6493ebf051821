import { describe, expect, it } from 'vitest'
import { isToggleShortcut, toggleShortcutLabel } from './sidebar-shortcut.ts'

const NOTHING_HELD = { key: 'b', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

describe('the sidebar shortcut', () => {
  it('[SHELL-35] is ctrl or cmd with B', () => {
    expect(isToggleShortcut({ ...NOTHING_HELD, ctrlKey: true })).toBe(true)
    expect(isToggleShortcut({ ...NOTHING_HELD, metaKey: true })).toBe(true)
    expect(isToggleShortcut({ ...NOTHING_HELD, key: 'B', ctrlKey: true })).toBe(true)
  })

  it('is nothing else', () => {
    expect(isToggleShortcut(NOTHING_HELD)).toBe(false)
    expect(isToggleShortcut({ ...NOTHING_HELD, ctrlKey: true, shiftKey: true })).toBe(false)
    expect(isToggleShortcut({ ...NOTHING_HELD, ctrlKey: true, altKey: true })).toBe(false)
    expect(isToggleShortcut({ ...NOTHING_HELD, ctrlKey: true, key: 'n' })).toBe(false)
  })

  it('is written as the keys are on the machine', () => {
    expect(toggleShortcutLabel('MacIntel')).toBe('⌘B')
    expect(toggleShortcutLabel('Linux x86_64')).toBe('Ctrl B')
  })
})
