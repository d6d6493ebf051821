import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import { SAVED, type SavedView } from '@cairn/workspace/port/records/views'

/** What of a catalogue's address is no state of its list: what is open beside it. */
const BESIDE = ['id', 'view', SAVED] as const

/** The state of a list in one form: its parameters in the order of the alphabet. Alike lists have the same text. */
export function addressOf(params: URLSearchParams): string {
  const list = new URLSearchParams(params)
  for (const name of BESIDE) list.delete(name)
  list.sort()
  return list.toString()
}

/** The parameters with which a view is open. What else is open stays, where it is given. */
export function withView(
  { id, address }: Pick<SavedView, 'id' | 'address'>,
  beside = new URLSearchParams(),
): URLSearchParams {
  const next = new URLSearchParams({ [SAVED]: id })
  for (const name of ['id', 'view']) {
    const value = beside.get(name)
    if (value !== null) next.set(name, value)
  }
  for (const [name, value] of new URLSearchParams(address)) next.append(name, value)
  return next
}

/** Where a view is seen. */
export function pathOfView(view: Pick<SavedView, 'kind' | 'id' | 'address'>): string {
  return `${CATALOGUES[view.kind].path}?${withView(view)}`
}
