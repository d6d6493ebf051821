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

test('groups without a word of what they are by are departments, and a chosen grouping stays in the address', () => {
  expect(read('open=finance')).toMatchObject({ by: 'department', unfolded: ['finance'] })
  expect(read('').by).toBeNull()
  expect(mapPath(withTurned(read('open=finance'), 'finance'))).toBe('/map?by=department')
})

test('an address that says something else means the usual', () => {
  for (const search of ['record=person:a', 'record=system', 'by=name&depth=99&color=x'])
    expect(mapPath(read(search))).toBe('/map')
})

test('the address has the filter of a list, and nothing else of it', () => {
  const asked =
    'of=system&q=pay&status=active,deprecated&where=criticality.is.high&where=vendor.filled&sort=name&id=x'
  const { list } = read(asked)
  expect(list?.kind).toBe('system')
  expect([...new URLSearchParams(list?.search)]).toEqual([
    ['q', 'pay'],
    ['status', 'active,deprecated'],
    ['where', 'criticality.is.high'],
    ['where', 'vendor.filled'],
  ])
  expect(read(mapPath({ list }).split('?')[1] ?? '').list).toEqual(list)
  expect(read(`${asked}&record=system:a`).list).toBeNull()
  expect(read('of=person&q=pay').list).toBeNull()
})

test('the address has what was found and what is followed from there', () => {
  const found = { ...read('record=agent:a'), at: 'b', follow: 'way' } as const
  expect(read(mapPath(found).split('?')[1] ?? '')).toEqual(found)
  expect(mapPath(read('at=&follow=x'))).toBe('/map')
})
