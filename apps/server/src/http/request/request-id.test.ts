import { expect, it } from 'vitest'
import { requestIdFor } from './request-id.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const idOf = requestIdFor(['127.0.0.1', '10.0.0.0/8'])

it.each(['7f000001:9c40-01', '01J8Z0M3Q8E2', 'a1b2c3d4e5f60718', '4bf92f35-77b3-4da6-a3ce-929d0e0e4736'])(
  'takes the id of a trusted proxy: %s',
  (given) => {
    expect(idOf('10.1.2.3', given)).toBe(given)
    expect(idOf('::ffff:127.0.0.1', given)).toBe(given)
  },
)

it('ignores the id of any other sender', () => {
  expect(idOf('192.0.2.1', 'a1b2c3d4e5f60718')).toMatch(UUID)
  expect(requestIdFor([])('127.0.0.1', 'a1b2c3d4e5f60718')).toMatch(UUID)
  expect(idOf(undefined, 'a1b2c3d4e5f60718')).toMatch(UUID)
})

it.each([
  ['none', undefined],
  ['an empty one', ''],
  ['a short one', 'a1b2c3d'],
  ['a long one', 'a'.repeat(129)],
  ['with a space', 'a1b2c3d4 e5f60718'],
  ['with a line break', 'a1b2c3d4\nlevel: fatal'],
  ['with a quote', 'a1b2c3d4"e5f60718'],
  ['with markup', '<b>a1b2c3d4</b>'],
  ['beyond ASCII', 'a1b2c3d4é'],
])('replaces a value that is no id: %s', (_what, given) => {
  expect(idOf('127.0.0.1', given)).toMatch(UUID)
})
