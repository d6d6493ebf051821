import { CATALOGUE_KINDS, CATALOGUES } from '@/workspace/port/catalogues.ts'
import type { NewsSubject } from '@/workspace/port/news.ts'
import type { CatalogueRecord } from '@/workspace/port/records.ts'
import type { Workspace } from '@/workspace/port.ts'
import type { PendingDeletions } from './pending-deletions.ts'

/** Somebody may have restored what this page has deleted and hides since: what the server has again is shown again. */
export async function showRestored(
  workspace: Workspace,
  deletions: PendingDeletions,
  changed: readonly NewsSubject[],
): Promise<void> {
  for (const kind of CATALOGUE_KINDS) {
    const ids = changed.includes(kind) ? deletions.settled(kind) : []
    if (ids.length === 0) continue
    const there: readonly CatalogueRecord[] = await workspace[CATALOGUES[kind].table].byIds(ids)
    for (const { id } of there) deletions.restore(id)
  }
}
