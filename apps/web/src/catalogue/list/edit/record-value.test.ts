import { DEMO_SYSTEMS } from '@cairn/workspace/examples/systems'
import { expect, test } from 'vitest'
import { isSame, keepsWords, presentValue, withValue } from './record-value.ts'

function aSystem() {
  const [first] = DEMO_SYSTEMS
  if (first === undefined) throw new Error('There is no example.')
  return { ...first, ownerId: 'ada', tags: [], fields: { vendor: 'Acme' } }
}

test.each([
  ['status', 'deprecated', 'deprecated'],
  ['owner', 'ben', 'ben'],
  ['owner', null, null],
  ['tags', ['one', 'two'], ['one', 'two']],
  ['criticality', 'high', 'high'],
  ['own.regions', ['eu'], ['eu']],
  ['vendor', null, null],
])('%s of a record becomes %j', (column, value, expected) => {
  const before = aSystem()
  const after = withValue(before, column, value)
  expect(presentValue(after, column)).toEqual(expected)
  expect(isSame(before, after, column)).toBe(false)
  expect(isSame(before, withValue(after, column, presentValue(before, column)), column)).toBe(true)
})

test('the other fields of a record stay', () => {
  const changed = withValue(aSystem(), 'own.regions', [])
  expect(withValue(changed, 'criticality', 'low').fields).toEqual({ vendor: 'Acme', criticality: 'low' })
})

test('a change that would replace a word of the record is noticed', () => {
  const record = aSystem()
  const { name, description } = record
  expect(keepsWords(record, { name, description, status: record.status, fields: {} })).toBe(true)
  expect(keepsWords(record, { name, description, status: 'maintenance' })).toBe(false)
})
