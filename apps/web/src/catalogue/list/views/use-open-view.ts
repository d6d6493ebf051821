import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { SAVED, type SavedView } from '@cairn/workspace/port/records/views'
import { useSearchParams } from 'react-router'
import { addressNow, SHOWS_VIEW } from '../../use-address.ts'
import { useViews } from '../../views/use-views.ts'
import { withView } from '../../views/view-address.ts'
import { addressOf } from './list-text.ts'

/** Returns the state of the list of a catalogue, and the view that it began with. */
export function useOpenView(kind: CatalogueKind) {
  const [params, setParams] = useSearchParams()
  const views = useViews(kind)
  const open = views?.find(({ id }) => id === params.get(SAVED)) ?? null
  const show = (next: SavedView) =>
    setParams(withView(next, addressNow()), { replace: true, state: SHOWS_VIEW })
  return { params, views, open, address: addressOf(params), show }
}
