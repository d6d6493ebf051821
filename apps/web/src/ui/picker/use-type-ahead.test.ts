import { expect, it } from 'vitest'
import { namedBy } from './use-type-ahead.ts'

const OPTIONS = ['Active', 'Inactive', 'Team Platform', 'Änderung'].map((label) => ({ label }))
const wordsOf = ({ label }: { label: string }) => [label]

it.each([
  ['i', 'Inactive'],
  ['act', 'Active'],
  ['platform', 'Team Platform'],
  ['and', 'Änderung'],
  ['team p', 'Team Platform'],
  ['xyz', undefined],
])('finds for the letters %s the option %s', (typed, label) => {
  expect(namedBy(OPTIONS, typed, wordsOf)?.label).toBe(label)
})
