import { describe, expect, it } from 'vitest'
import { chordLabel, isChord } from './key-chord.ts'

const NOTHING_HELD = { key: 'b', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

describe('a key chord', () => {
  it('[SHELL-35] is ctrl or cmd with the letter', () => {
    expect(isChord({ ...NOTHING_HELD, ctrlKey: true }, 'b')).toBe(true)
    expect(isChord({ ...NOTHING_HELD, metaKey: true }, 'b')).toBe(true)
    expect(isChord({ ...NOTHING_HELD, key: 'B', ctrlKey: true }, 'b')).toBe(true)
  })

  it('is nothing else', () => {
    expect(isChord(NOTHING_HELD, 'b')).toBe(false)
    expect(isChord({ ...NOTHING_HELD, ctrlKey: true, shiftKey: true }, 'b')).toBe(false)
    expect(isChord({ ...NOTHING_HELD, ctrlKey: true, altKey: true }, 'b')).toBe(false)
    expect(isChord({ ...NOTHING_HELD, ctrlKey: true, key: 'n' }, 'b')).toBe(false)
  })

  it('is written as the keys are on the machine', () => {
    expect(chordLabel('B', 'MacIntel')).toBe('⌘B')
    expect(chordLabel('K', 'Linux x86_64')).toBe('Ctrl K')
  })
})
