import type { CatalogueRecord } from '../port/records/records.ts'
import { DEMO_ACCOUNT_ID } from './moments.ts'

type Registered = Pick<CatalogueRecord, 'accountId' | 'createdBy' | 'createdAt' | 'updatedAt' | 'version'>
type Described = Pick<CatalogueRecord, 'fields' | 'tags' | 'links'>

/**
 * An example record without the fields that all examples share, and with the moment of its registration instead.
 * Fields, tags and links are present where the example has some.
 */
export type Sample<Item extends CatalogueRecord> = Omit<Item, keyof Registered | keyof Described> &
  Partial<Described> & { registered: string }

/** A record without fields, tags or links. */
export const PLAIN: Described = { fields: {}, tags: [], links: [] }

/** Returns the fields of an example record that was registered at a moment and has not changed since. */
export function registeredAt(moment: string): Registered {
  return {
    accountId: DEMO_ACCOUNT_ID,
    createdBy: null,
    createdAt: new Date(moment),
    updatedAt: new Date(moment),
    version: moment,
  }
}
