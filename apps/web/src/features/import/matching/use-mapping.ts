import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { useEffect } from 'react'
import { useWorkspace } from '@/queries/context.tsx'
import type { ImportTarget, Mapping } from '../reading/mapping.ts'
import { useDraftStore, useImportDraft } from '../state/use-import-draft.ts'
import { firstMapping, headsOf } from './first-mapping.ts'

/**
 * How the columns are matched. To begin with, as a file with these heads was matched last, else as they fit; null until
 * that is known.
 */
export function useMapping(kind: CatalogueKind, targets: readonly ImportTarget[] | null): Mapping | null {
  const store = useDraftStore()
  const { preview, mappings } = useImportDraft()
  const { imports } = useWorkspace()
  const mapping = mappings[kind] ?? null
  useEffect(() => {
    if (!targets || !preview || mapping) return
    let isCurrent = true
    const begin = async () => {
      const [matches, remembered, words] = await Promise.all([
        store.table().match(targets),
        // Without what is remembered, the columns are matched and the words are read again.
        imports.matchOf(kind, headsOf(preview)).catch(() => null),
        imports.wordsOf(kind).catch(() => ({})),
      ])
      if (isCurrent) store.setMapping(kind, firstMapping(preview, targets, matches, remembered, words))
    }
    void begin()
    return () => {
      isCurrent = false
    }
  }, [kind, targets, preview, mapping, imports, store])
  return mapping
}
