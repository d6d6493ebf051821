import { expect, test } from 'vitest'
import { createSealer, SealBroken } from './sealing.ts'

const secret = new Uint8Array(32).fill(1)
const sealer = createSealer(secret, 'test')

test('opens a sealed value, which looks different each time', () => {
  const sealed = sealer.seal('käse', 'row 1')
  expect(sealer.open(sealed, 'row 1')).toBe('käse')
  expect(sealer.seal('käse', 'row 1')).not.toEqual(sealed)
})

test('refuses another secret, another purpose, another row, and a changed or cut value', () => {
  const sealed = sealer.seal('text', 'row 1')
  const changed = Buffer.from(sealed)
  changed[20] = (changed[20] ?? 0) ^ 1
  expect(() => createSealer(new Uint8Array(32).fill(2), 'test').open(sealed, 'row 1')).toThrow(SealBroken)
  expect(() => createSealer(secret, 'other').open(sealed, 'row 1')).toThrow(SealBroken)
  expect(() => sealer.open(sealed, 'row 2')).toThrow(SealBroken)
  expect(() => sealer.open(changed, 'row 1')).toThrow(SealBroken)
  expect(() => sealer.open(sealed.subarray(0, -1), 'row 1')).toThrow(SealBroken)
  expect(() => sealer.open(new Uint8Array(5), 'row 1')).toThrow(SealBroken)
})
