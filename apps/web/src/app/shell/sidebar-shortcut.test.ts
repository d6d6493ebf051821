import { describe, expect, it } from 'vitest'
import { toggleShortcutLabel } from './sidebar-shortcut.ts'

describe('the sidebar shortcut', () => {
  it('is written as the keys are on the machine', () => {
    expect(toggleShortcutLabel('MacIntel')).toBe('⌘B')
    expect(toggleShortcutLabel('Linux x86_64')).toBe('Ctrl B')
  })
})
