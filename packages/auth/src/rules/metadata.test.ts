import { describe, expect, test } from 'vitest'
import { appMetadataProblem, mergeMetadata, metadataProblem } from './metadata.ts'

function nested(levels: number): Record<string, unknown> {
  return levels === 0 ? {} : { inner: nested(levels - 1) }
}

describe('metadataProblem', () => {
  test.each([
    ['nothing', {}],
    ['names', { name: 'Ada 👩‍🔬', first_name: 'Ada' }],
    ['text about escapes', { note: '\\u0000 and \\ud800' }],
    ['15 levels', nested(15)],
  ])('lets %s pass', (_what, metadata) => {
    expect(metadataProblem(metadata)).toBeNull()
  })

  test.each([
    ['NUL', { a: 'x\0' }],
    ['NUL in a key', { 'x\0': 1 }],
    ['half a character', { a: '\udc00' }],
    ['half a character behind a backslash', { a: '\\\ud800' }],
    ['16 levels', nested(16)],
    ['too much', { a: 'ä'.repeat(4_200) }],
  ])('refuses %s', (_what, metadata) => {
    expect(metadataProblem(metadata)).not.toBeNull()
  })
})

describe('appMetadataProblem', () => {
  test('lets pass what leaves room for the rest of a token', () => {
    expect(appMetadataProblem({ roles: 'x'.repeat(1_985) })).toBeNull()
    expect(appMetadataProblem({ roles: 'x'.repeat(1_990) })).toBe(
      'App metadata cannot be larger than 2000 bytes: all of it travels in access tokens',
    )
  })

  test('names itself where it is nested too deep', () => {
    expect(appMetadataProblem(nested(16))).toBe('App metadata cannot be nested deeper than 16 levels')
  })
})

test('mergeMetadata changes key by key, and reaches no prototype', () => {
  // In brackets it is a key as any other, as in parsed JSON.
  const hostile = { ['__proto__']: { polluted: true }, b: null, c: 3 }
  const merged = mergeMetadata({ a: 1, b: 2 }, hostile)
  expect(Object.keys(merged).sort()).toEqual(['__proto__', 'a', 'c'])
  expect('polluted' in merged).toBe(false)
})
