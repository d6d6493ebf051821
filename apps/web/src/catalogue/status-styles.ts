import type { Phrase } from '@cairn/workspace/lib/phrase'
import { CATALOGUE_KINDS, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { type StatusStyle, styleOf } from '@/ui/display/status-badge.tsx'
import { KINDS } from './kinds.ts'

/** What counts where no status is stored: a solution is active; of all others it is not known. */
const DEFAULT_STATUS: Partial<Record<CatalogueKind, string>> = { solution: 'active' }

/** The word and colour of a status; for one that is not known, 'Unknown'. */
export function statusStyle(kind: CatalogueKind, status: string | null): StatusStyle {
  return styleOf(KINDS[kind].statuses, status ?? DEFAULT_STATUS[kind] ?? '')
}

/** Whether a record with this status is there for the record alone, and nobody should build on it any more. */
export function isGivenUp(kind: CatalogueKind, status: string | null): boolean {
  return statusStyle(kind, status).variant === 'danger'
}

const ALL = Object.fromEntries(CATALOGUE_KINDS.flatMap((kind) => Object.entries(KINDS[kind].statuses)))

/** The word of any catalogue's status, where it does not matter whose. */
export function statusWord(status: string): Phrase {
  return styleOf(ALL, status).label
}
