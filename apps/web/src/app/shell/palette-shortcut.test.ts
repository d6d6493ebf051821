import { describe, expect, it } from 'vitest'
import { meansPalette } from './palette-shortcut.ts'

const press = { key: 'k', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, isComposing: false }
const ctrl = { ...press, ctrlKey: true }
const cmd = { ...press, metaKey: true }
const linux = { platform: 'Linux x86_64', inText: false }
const mac = { platform: 'MacIntel', inText: false }

describe('the keys of the palette', () => {
  it('are ctrl or cmd with K, in a text too', () => {
    expect(meansPalette(ctrl, linux)).toBe(true)
    expect(meansPalette(ctrl, { ...linux, inText: true })).toBe(true)
    expect(meansPalette(cmd, mac)).toBe(true)
    expect(meansPalette(cmd, { ...mac, inText: true })).toBe(true)
    expect(meansPalette(ctrl, mac)).toBe(true)
  })

  it('are not those that cut a line on a Mac, nor any others', () => {
    expect(meansPalette(ctrl, { ...mac, inText: true })).toBe(false)
    expect(meansPalette(press, linux)).toBe(false)
    expect(meansPalette({ ...ctrl, shiftKey: true }, linux)).toBe(false)
    expect(meansPalette({ ...ctrl, isComposing: true }, linux)).toBe(false)
    expect(meansPalette({ ...ctrl, key: 'l' }, linux)).toBe(false)
  })
})
