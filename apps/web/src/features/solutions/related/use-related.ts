import { type CatalogueRecord, EVERY_RECORD } from '@cairn/workspace/port/records/records'
import type { LinkKind } from '@cairn/workspace/port/records/solutions'
import { useQuery } from '@tanstack/react-query'
import { useRecordChoices } from '@/catalogue/deletion/use-record-choices.ts'
import { useChangeLinkedIds } from '@/catalogue/experts/use-linked-ids.ts'
import { useWorkspace } from '@/queries/context.tsx'
import type { CatalogueQueries } from '@/queries/records/catalogue.ts'
import { isWhole } from '@/queries/records/list-cache.ts'
import { solutionQueries } from '@/queries/records/solutions.ts'
import { useRecords } from '@/queries/records/use-records.ts'
import { useLoadFailureToast } from '@/shared/loading/failure-toast.ts'
import { suggestionsOf } from './related.ts'

interface RelatedOptions<Item> {
  kind: LinkKind
  solutionId: string
  records: CatalogueQueries<Item>
  loadFailed: string
}

const NONE: readonly string[] = []

/**
 * Loads the items related to a solution, and the candidates. Returns none where they cannot be loaded, which a toast
 * reports.
 */
export function useRelated<Item extends CatalogueRecord>(options: RelatedOptions<Item>) {
  const { kind, solutionId, records, loadFailed } = options
  const links = useQuery(solutionQueries.links(useWorkspace(), kind, solutionId))
  const ids = links.data ?? NONE
  const linked = useRecords(records, ids)
  const suggestions = useSuggestions(records)
  const others = useRecordChoices(records, ids)
  useLoadFailureToast(links.error ?? linked.error ?? others.error, { title: loadFailed })
  const areLinked = ids.length > 0
  const shown = areLinked ? linked.items : suggestions
  const isLoading = links.isPending || others.isLoading || shown === null
  if (!links.data) return { ...others, choices: [], shown: [], areLinked: false, isLoading }
  return { ...others, shown: shown ?? [], areLinked, isLoading: isLoading && linked.error === null }
}

/** Loads a few active items; null until they are there. */
function useSuggestions<Item extends CatalogueRecord>(
  records: CatalogueQueries<Item>,
): readonly Item[] | null {
  const list = useQuery(records.list)
  const isLarge = list.data !== undefined && !isWhole(list.data)
  const activeFirst = useQuery({
    ...records.page({ ...EVERY_RECORD, order: { by: 'status', descending: false } }, 0),
    enabled: isLarge,
  })
  const page = isLarge ? activeFirst.data : list.data
  return page ? suggestionsOf(page.items) : null
}

interface ChangeTexts {
  added: { title: string; description: string }
  removed: { title: string; description: string }
  addFailed: string
  removeFailed: string
}

/** Adds and removes related items of a solution. */
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
