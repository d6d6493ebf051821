import { CATALOGUES, type CatalogueKind } from '../port/records/catalogues.ts'

/** The status of records that are kept and not used any more. */
export function retiredStatus(kind: CatalogueKind): 'deprecated' | 'inactive' {
  const statuses: readonly string[] = CATALOGUES[kind].statuses
  return statuses.includes('deprecated') ? 'deprecated' : 'inactive'
}
