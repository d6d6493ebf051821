import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import { SAVED, type SavedView } from '@cairn/workspace/port/records/views'

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
