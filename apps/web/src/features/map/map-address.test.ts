import { expect, test } from 'vitest'
import { mapPath, readMapAddress, withTurned } from './map-address.ts'

const read = (search: string) => readMapAddress(new URLSearchParams(search))

test('the address says what the map shows, and is read as it was written', () => {
  const record = { kind: 'system', id: 'a' } as const
  expect(read('record=system:a&depth=3&color=runs')).toMatchObject({ record, depth: 3, lens: 'runs' })
  const folded = withTurned({ ...read('by=tag'), lens: 'owner' }, '')
  expect(read(mapPath(folded).split('?')[1] ?? '')).toEqual(folded)
  expect(withTurned(folded, '').unfolded).toEqual([])
  expect(mapPath(read(''))).toBe('/map')
})

test('an address that says something else means the usual', () => {
  for (const search of ['record=person:a', 'record=system', 'by=name&depth=99&color=x'])
    expect(mapPath(read(search))).toBe('/map')
})
