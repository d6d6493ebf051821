import { CATALOGUES, type CatalogueKind } from '../port/records/catalogues.ts'

/** Whether the dashboard counts a record: of some catalogues, the active ones alone. */
export function isCounted(kind: CatalogueKind, { status }: { status: string | null }): boolean {
  return CATALOGUES[kind].counted === 'all' || status === 'active'
}
