import type { CatalogueRecord } from '../port/records/records.ts'
import { DEMO_ACCOUNT_ID } from './moments.ts'

type Registered = Pick<CatalogueRecord, 'accountId' | 'createdBy' | 'createdAt' | 'updatedAt' | 'version'>
type Described = Pick<CatalogueRecord, 'fields' | 'tags' | 'links'>

/**
 * An example record without what all of them have in common, and the moment of its registration instead. Fields, tags
 * and links are there where it has some.
 */
export type Sample<Item extends CatalogueRecord> = Omit<Item, keyof Registered | keyof Described> &
  Partial<Described> & { registered: string }

/** A record to which nobody has given fields, tags or links. */
export const PLAIN: Described = { fields: {}, tags: [], links: [] }

/** What an example record has that was registered at a moment, and never changed since. */
export function registeredAt(moment: string): Registered {
  return {
    accountId: DEMO_ACCOUNT_ID,
    createdBy: null,
    createdAt: new Date(moment),
    updatedAt: new Date(moment),
    version: moment,
  }
}
