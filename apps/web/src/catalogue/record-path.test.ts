import { CATALOGUE_KINDS } from '@cairn/workspace/port/records/catalogues'
import { expect, test } from 'vitest'
import { recordPath } from './record-path.ts'

test('[DASH-12] every kind of record has an address', () => {
  expect(CATALOGUE_KINDS.map((kind) => recordPath({ kind, id: 'a&b' }))).toEqual([
    '/systems?id=a%26b',
    '/automations?id=a%26b',
    '/agents?id=a%26b',
    '/solutions?id=a%26b',
  ])
})
