import { useQuery } from '@tanstack/react-query'
import { useChangeLinkedIds } from '@/workspace/catalogue/use-linked-ids.ts'
import { useWorkspace } from '@/workspace/context.tsx'
import { useLoadFailureToast } from '@/workspace/failure-toast.ts'
import type { CatalogueRecord } from '@/workspace/port/records.ts'
import type { LinkKind } from '@/workspace/port/solutions.ts'
import type { CatalogueList } from '@/workspace/queries/catalogue.ts'
import { solutionQueries } from '@/workspace/queries/solutions.ts'
import { related } from './related.ts'

interface RelatedOptions<Item> {
  kind: LinkKind
  solutionId: string
  list: CatalogueList<Item>
  loadFailed: string
}

/** What belongs to a solution, and what could. Nothing where it cannot be loaded, which a toast says. */
export function useRelated<Item extends CatalogueRecord>(options: RelatedOptions<Item>) {
  const { kind, solutionId, list, loadFailed } = options
  const all = useQuery(list)
  const links = useQuery(solutionQueries.links(useWorkspace(), kind, solutionId))
  useLoadFailureToast(links.error ?? all.error, { title: loadFailed })
  const isLoading = all.isPending || links.isPending
  if (!all.data || !links.data) return { shown: [], areLinked: false, candidates: [], isLoading }
  return { ...related(all.data, links.data), isLoading }
}

interface ChangeTexts {
  added: { title: string; description: string }
  removed: { title: string; description: string }
  addFailed: string
  removeFailed: string
}

/** Adds to and removes from what belongs to a solution. */
export function useChangeRelated(kind: LinkKind, solutionId: string, texts: ChangeTexts) {
  const workspace = useWorkspace()
  const { solutions } = workspace
  return useChangeLinkedIds({
    queryKey: solutionQueries.links(workspace, kind, solutionId).queryKey,
    add: {
      write: (id) => solutions.addLink(kind, solutionId, id),
      done: texts.added,
      failed: texts.addFailed,
    },
    remove: {
      write: (id) => solutions.removeLink(kind, solutionId, id),
      done: texts.removed,
      failed: texts.removeFailed,
    },
  })
}
