import type { ImportPlan } from '@cairn/workspace/port/imports'
import { useWorkspace } from '@/queries/context.tsx'
import { headsOf, matchOf } from '../matching/first-mapping.ts'
import { useImportDraft } from '../state/use-import-draft.ts'

/**
 * Returns a function that remembers for the account how the columns of this import were matched, and whom its user chose for
 * words. Call it when the import is applied: a match that was never applied may be a slip. Forgetting it only costs the next
 * user a moment.
 */
export function useRememberMatch({ id, kind }: ImportPlan): () => void {
  const { imports } = useWorkspace()
  const { preview, plan: made } = useImportDraft()
  return () => {
    if (preview && made?.id === id)
      void imports
        .rememberMatch(kind, headsOf(preview), matchOf(preview, made.mapping), id)
        .catch(() => undefined)
  }
}
