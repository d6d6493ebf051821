import type { CatalogueDescriptor, CatalogueRecord } from '../port/records/records.ts'

type Compare = (one: CatalogueRecord, other: CatalogueRecord) => number

/** How records are listed: by name as the user's language sorts, or the newest first. */
export const RECORDS_IN_ORDER: Record<CatalogueDescriptor['order'], Compare> = {
  name: (one, other) => one.name.localeCompare(other.name),
  newest: (one, other) => other.createdAt.getTime() - one.createdAt.getTime(),
}
