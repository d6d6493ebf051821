import type { Phrase } from '@/lib/phrase.ts'
import { lookOf, type StatusLook } from '@/ui/status-badge.tsx'
import { CATALOGUE_KINDS, type CatalogueKind } from '@/workspace/port/catalogues.ts'
import { KINDS } from './kinds.ts'

/** What counts where no status is stored: a solution is active; of all others it is not known. */
const UNSAID: Partial<Record<CatalogueKind, string>> = { solution: 'active' }

/** The word and colour of a status; for one that is not known, 'Unknown'. */
export function statusLook(kind: CatalogueKind, status: string | null): StatusLook {
  return lookOf(KINDS[kind].statuses, status ?? UNSAID[kind] ?? '')
}

/** Whether a record with this status is there for the record alone, and nobody should build on it any more. */
export function isGivenUp(kind: CatalogueKind, status: string | null): boolean {
  return statusLook(kind, status).variant === 'danger'
}

const ALL = Object.fromEntries(CATALOGUE_KINDS.flatMap((kind) => Object.entries(KINDS[kind].statuses)))

/** The word of any catalogue's status, where it does not matter whose. */
export function statusWord(status: string): Phrase {
  return lookOf(ALL, status).label
}
