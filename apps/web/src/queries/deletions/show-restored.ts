import type { NewsSubject } from '@cairn/workspace/port/news'
import { CATALOGUE_KINDS, CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import type { Workspace } from '@cairn/workspace/port/workspace'
import type { PendingDeletions } from './pending-deletions.ts'

/**
 * Another member may have restored what this page has deleted and hides since: what the server has again is shown
 * again.
 */
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
