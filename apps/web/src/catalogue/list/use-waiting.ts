import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { useQuery } from '@tanstack/react-query'
import { useWorkspace } from '@/queries/context.tsx'
import { foundQueries } from '@/queries/found.ts'

/** Returns how many records of a kind were found and wait for a decision. */
export function useWaiting(kind: CatalogueKind): number {
  const { data: groups = [] } = useQuery(foundQueries.groups(useWorkspace()))
  return groups
    .filter((group) => group.kind === kind && group.state === 'waiting')
    .reduce((sum, { count }) => sum + count, 0)
}
