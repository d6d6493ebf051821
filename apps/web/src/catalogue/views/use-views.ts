import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { SavedView, ViewCount } from '@cairn/workspace/port/records/views'
import { can } from '@cairn/workspace/rules/can'
import { useQuery } from '@tanstack/react-query'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { viewQueries } from '@/queries/records/views.ts'

/** The views of a catalogue that the user sees: those of all members, then their own; null until they are loaded. */
export function useViews(kind: CatalogueKind): readonly SavedView[] | null {
  const { data } = useQuery(viewQueries.list(useWorkspace()))
  if (!data) return null
  const ofKind = data.filter((view) => view.kind === kind)
  return [...ofKind.filter(({ isShared }) => isShared), ...ofKind.filter(({ isShared }) => !isShared)]
}

/** Gives how many records a view holds, where that is known. */
export function useViewCounts(): (id: string) => ViewCount | undefined {
  const { data } = useQuery(viewQueries.counts(useWorkspace()))
  return (id) => data?.find(({ viewId }) => viewId === id)
}

/** Whether the user makes and changes views of all members. */
export function useMayShare(): boolean {
  return can(useMe(), 'share-views', null).allowed
}
