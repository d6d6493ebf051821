import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { singleKeyOf } from './single-key.ts'

class FakeElement {
  constructor(private readonly role: string | null = null) {}
  readonly isContentEditable = false
  closest() {
    return this.role
  }
}

beforeAll(() => {
  for (const name of ['Element', 'HTMLElement']) vi.stubGlobal(name, FakeElement)
  for (const name of ['HTMLInputElement', 'HTMLTextAreaElement']) vi.stubGlobal(name, class {})
})

afterAll(() => vi.unstubAllGlobals())

const press = (key: string, more: object = {}) =>
  singleKeyOf({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    repeat: false,
    isComposing: false,
    defaultPrevented: false,
    target: null,
    ...more,
  })

describe('a single key', () => {
  it('filters, creates or helps', () => {
    expect(['/', 'c', '?', 'x'].map((key) => press(key))).toEqual(['filter', 'create', 'help', null])
  })

  it('does nothing together with others, held down, or while a letter is being composed', () => {
    for (const more of ['ctrlKey', 'metaKey', 'altKey', 'repeat', 'isComposing', 'defaultPrevented'])
      expect(press('c', { [more]: true })).toBeNull()
  })

  it('belongs to a list that jumps to what begins with it', () => {
    expect(press('c', { target: new FakeElement('menu') })).toBeNull()
    expect(press('c', { target: new FakeElement() })).toBe('create')
  })
})
