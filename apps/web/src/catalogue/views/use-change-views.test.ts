import type { SavedView } from '@cairn/workspace/port/records/views'
import { expect, it } from 'vitest'
import { after } from './use-change-views.ts'

const view = (id: string, more: Partial<SavedView> = {}): SavedView => ({
  ...{ id, kind: 'system', name: id, icon: 'star', address: 'q=1' },
  ...{ isShared: false, isDefault: false, isWatched: false },
  ...more,
})
const VIEWS = [view('a', { isDefault: true }), view('b'), view('c', { kind: 'agent', isDefault: true })]

it('shows a new name and a new state of the list at once', () => {
  const filter = { text: '2', statuses: [], owners: [], gaps: [] }
  const change = { name: 'B', list: { address: 'q=2', filter } }
  expect(after(VIEWS, { act: 'change', id: 'b', change })[1]).toEqual(
    view('b', { name: 'B', address: 'q=2' }),
  )
})

it('takes the default from the view of the same kind that had it', () => {
  const set = after(VIEWS, { act: 'set', id: 'b', setting: { isDefault: true } })
  expect(set.map(({ isDefault }) => isDefault)).toEqual([false, true, true])
  const watched = after(VIEWS, { act: 'set', id: 'b', setting: { isWatched: true } })
  expect(watched.map(({ isDefault }) => isDefault)).toEqual([true, false, true])
})

it('puts views in order', () => {
  expect(after(VIEWS, { act: 'order', ids: ['b', 'a'] }).map(({ id }) => id)).toEqual(['c', 'b', 'a'])
})
