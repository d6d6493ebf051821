import type { Phrase } from '../../lib/phrase.ts'
import type { Conditions } from './conditions.ts'
import type { FieldKey } from './field-keys.ts'
import type { FieldValues } from './fields.ts'
import type { Gap } from './gap.ts'
import type { RecordGroups } from './groups.ts'
import type { RecordLink } from './links.ts'
import type { RelationChange } from './relation-types.ts'

/**
 * The fields that the records of every catalogue have. `status` is as stored, which may be a word that this app does
 * not know.
 */
export interface CatalogueRecord {
  id: string
  name: string
  description: string
  createdAt: Date
  updatedAt: Date
  /** A member, or an invited person, see `invited-owner.ts`. */
  ownerId: string | null
  accountId: string
  status: string | null
  createdBy: string | null
  /** The ID of the user who changed the record last. */
  updatedBy: string | null
  /** The version, which is new after each change: a change names the version of the record that it starts from. */
  version: string
  /** The values of built-in fields and, with the prefix `own.`, of the account's custom fields. */
  fields: FieldValues
  /** The IDs of the tags. */
  tags: readonly string[]
  links: readonly RecordLink[]
}

/** The result of a change. */
export type ChangeOutcome<Item> =
  | { kind: 'saved'; item: Item }
  /** Another user has changed the record since: nothing was written. */
  | { kind: 'changed'; current: Item }
  /** Another user has deleted the record. */
  | { kind: 'gone' }

/** The input for a record of any catalogue. A missing field stays as it is; `fields` are all values of the record. */
export interface RecordInput {
  name: string
  description: string
  ownerId: string | null
  fields?: FieldValues
  tags?: readonly string[]
  links?: readonly RecordLink[]
  /** Relations that are added or removed with the record, all or nothing. All others stay. */
  relations?: readonly RelationChange[]
}

/** How many records a page has: a catalogue of more is filtered and ordered by the server. */
export const RECORDS_PER_PAGE = 100

/** A page of records in an order, and the total number. */
export interface RecordPage<Item> {
  items: readonly Item[]
  total: number
}

/** The orders of records; some catalogues have only some of them. */
export const RECORD_ORDERS = [
  'name',
  'created',
  'status',
  'owner',
  'lastPublisher',
  'platform',
  'lastUsed',
  'source',
  'lastRun',
] as const
export type RecordOrder = (typeof RECORD_ORDERS)[number]

/** The filter of the records of a catalogue. */
export interface RecordFilter {
  /** A part of the name or the description, regardless of case; empty for every record. */
  text: string
  /** The statuses of which the record has one; empty for any. */
  statuses: readonly string[]
  /** The owners of whom one owns the record, null for no owner; empty for any. */
  owners: readonly (string | null)[]
  /**
   * The gaps of which the record has one; empty for any. Only the server knows the gaps, so it filters a list by them.
   */
  gaps: readonly Gap[]
  /** The conditions that have to hold; missing where there are none. */
  conditions?: Conditions
}

export interface RecordSearch extends RecordFilter {
  /**
   * Null for the catalogue's own order; with `match`, a match in the name comes before one in the description. Ordered
   * by a field, records without a value come last in both directions.
   */
  order: { by: RecordOrder | 'match' | FieldKey; descending: boolean } | null
}

/** The search that matches every record. */
export const EVERY_RECORD: RecordSearch = { text: '', statuses: [], owners: [], gaps: [], order: null }

/** The properties of a catalogue, for its storage and for its screens. */
export interface CatalogueDescriptor {
  /** The name of the catalogue, and the word for one of its records. */
  title: Phrase
  one: Phrase
  /** The table of the records. The part of the port and the figure of the dashboard have the same name. */
  table: string
  /** The address of its screen. */
  path: `/${string}`
  /** The switch with which an account turns it on or off. */
  feature: string
  statuses: readonly string[]
  /** The default order of the list. */
  order: 'name' | 'newest'
  /** The other orders of the list. */
  orders: readonly RecordOrder[]
  /** Which records the dashboard counts. */
  counted: 'all' | 'active'
  /** The tables of the catalogues whose records can point to records of this one. */
  usedBy: readonly string[]
  /** The names of the columns that only some catalogues have, for the history. */
  fields: Readonly<Record<string, Phrase>>
}

/** The experts of a catalogue's records. */
export interface RecordExperts {
  /** The ids of the people who know a record. */
  experts(recordId: string): Promise<readonly string[]>
  addExpert(recordId: string, personId: string): Promise<void>
  removeExpert(recordId: string, personId: string): Promise<void>
}

/** The operations of every catalogue. */
export interface CataloguePart<Item, New, Change extends { status: string }> extends RecordExperts {
  /** The first page of the account's records, in the catalogue's own order. */
  list(): Promise<RecordPage<Item>>
  /** The page of matching records after `skip`. */
  find(search: RecordSearch, skip: number): Promise<RecordPage<Item>>
  /** The values of the matching records in a field, with the number of records and their cost. */
  groups(field: string, filter: RecordFilter): Promise<RecordGroups>
  /** The existing records with these IDs, in the catalogue's own order. */
  byIds(ids: readonly string[]): Promise<readonly Item[]>
  /** Adds a record. @throws WorkspaceError of kind `conflict` where the name is taken. */
  add(input: New): Promise<Item>
  /** Changes the record if it still has this version. */
  update(id: string, change: Change, version: string): Promise<ChangeOutcome<Item>>
  /** Changes the status alone, whatever version the record has. */
  setStatus(id: string, status: Change['status']): Promise<Item>
  /** Makes a member its owner, whatever version the record has. */
  setOwner(id: string, ownerId: string): Promise<Item>
  /** Deletes the record, and all links to it. */
  remove(id: string): Promise<void>
}
