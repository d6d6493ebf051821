import type { CatalogueRecord } from '@/workspace/port/records.ts'

/** By name, as the reader's language sorts. */
export function byName(one: CatalogueRecord, other: CatalogueRecord): number {
  return one.name.localeCompare(other.name)
}

/** The newest first. */
export function byAge(one: CatalogueRecord, other: CatalogueRecord): number {
  return other.createdAt.getTime() - one.createdAt.getTime()
}
