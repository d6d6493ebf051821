import { describe, expect, it } from 'vitest'
import { isPaletteShortcut } from './palette-shortcut.ts'

const press = { key: 'k', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, isComposing: false }
const ctrl = { ...press, ctrlKey: true }
const cmd = { ...press, metaKey: true }
const linux = { platform: 'Linux x86_64', inText: false }
const mac = { platform: 'MacIntel', inText: false }

describe('the keys of the palette', () => {
  it('are ctrl or cmd with K, in a text too', () => {
    expect(isPaletteShortcut(ctrl, linux)).toBe(true)
    expect(isPaletteShortcut(ctrl, { ...linux, inText: true })).toBe(true)
    expect(isPaletteShortcut(cmd, mac)).toBe(true)
    expect(isPaletteShortcut(cmd, { ...mac, inText: true })).toBe(true)
    expect(isPaletteShortcut(ctrl, mac)).toBe(true)
  })

  it('are not those that cut a line on a Mac, nor any others', () => {
    expect(isPaletteShortcut(ctrl, { ...mac, inText: true })).toBe(false)
    expect(isPaletteShortcut(press, linux)).toBe(false)
    expect(isPaletteShortcut({ ...ctrl, shiftKey: true }, linux)).toBe(false)
    expect(isPaletteShortcut({ ...ctrl, isComposing: true }, linux)).toBe(false)
    expect(isPaletteShortcut({ ...ctrl, key: 'l' }, linux)).toBe(false)
  })
})
