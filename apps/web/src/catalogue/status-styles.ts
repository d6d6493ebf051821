import type { Phrase } from '@cairn/workspace/lib/phrase'
import { CATALOGUE_KINDS, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { type StatusStyle, styleOf } from '@/ui/display/status-badge.tsx'
import { KINDS } from './kinds.ts'

/** The status where none is stored: a solution is active; the others are unknown. */
const DEFAULT_STATUS: Partial<Record<CatalogueKind, string>> = { solution: 'active' }

/** Returns the word and color of a status; 'Unknown' for an unknown one. */
export function statusStyle(kind: CatalogueKind, status: string | null): StatusStyle {
  return styleOf(KINDS[kind].statuses, status ?? DEFAULT_STATUS[kind] ?? '')
}

/** Whether a record with this status is kept only for the record, and nobody should build on it any more. */
export function isGivenUp(kind: CatalogueKind, status: string | null): boolean {
  return statusStyle(kind, status).variant === 'danger'
}

const ALL = Object.fromEntries(CATALOGUE_KINDS.flatMap((kind) => Object.entries(KINDS[kind].statuses)))

/** Returns the word for a status of any catalogue. */
export function statusWord(status: string): Phrase {
  return styleOf(ALL, status).label
}
