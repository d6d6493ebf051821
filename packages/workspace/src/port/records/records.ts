import type { Phrase } from '../../lib/phrase.ts'
import type { Conditions } from './conditions.ts'
import type { FieldKey } from './field-keys.ts'
import type { FieldValues } from './fields.ts'
import type { Gap } from './gap.ts'
import type { RecordGroups } from './groups.ts'
import type { RecordLink } from './links.ts'

/** What the records of every catalogue have. `status` is as stored, which may be a word that this app does not know. */
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
  /** Who changed it last. */
  updatedBy: string | null
  /** Another one after each change: by it, a change tells which state of the record it started from. */
  version: string
  /** The values of built-in fields and, after `own.`, of the account's own fields. */
  fields: FieldValues
  /** Their ids. */
  tags: readonly string[]
  links: readonly RecordLink[]
}

/** What became of a change. */
export type ChangeOutcome<Item> =
  | { kind: 'saved'; item: Item }
  /** Another user has changed the record since: nothing was written. */
  | { kind: 'changed'; current: Item }
  /** Another user has deleted it. */
  | { kind: 'gone' }

/**
 * What a user enters for a record of any catalogue. What is missing stays as it is; `fields` are all values of the
 * record.
 */
export interface RecordInput {
  name: string
  description: string
  ownerId: string | null
  fields?: FieldValues
  tags?: readonly string[]
  links?: readonly RecordLink[]
}

/** As many records as a page has: a catalogue of more is filtered and ordered by the server. */
export const RECORDS_PER_PAGE = 100

/** Records that follow one another in an order, and how many there are in all. */
export interface RecordPage<Item> {
  items: readonly Item[]
  total: number
}

/** What records can be ordered by; some catalogues have but some of it. */
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

/** What narrows the records of a catalogue down. */
export interface RecordFilter {
  /** Stands in the name or the description, in any capitals; empty for every record. */
  text: string
  /** The record has one of them; none for any. */
  statuses: readonly string[]
  /** One of them owns the record, null being nobody; none for any. */
  owners: readonly (string | null)[]
  /** It has one of them; none for any. Only the server knows that: a list with one among its filters is asked of it. */
  gaps: readonly Gap[]
  /** They hold; missing where nothing more is asked. */
  conditions?: Conditions
}

export interface RecordSearch extends RecordFilter {
  /**
   * Null for the catalogue's own order; by `match`, a match in the name comes before one in the description. By a field,
   * records without a value come last in both directions.
   */
  order: { by: RecordOrder | 'match' | FieldKey; descending: boolean } | null
}

/** The search that keeps every record. */
export const EVERY_RECORD: RecordSearch = { text: '', statuses: [], owners: [], gaps: [], order: null }

/** What there is to know of a catalogue, whatever stores its records or shows them. */
export interface CatalogueDescriptor {
  /** What the catalogue is called, and a record of it. */
  title: Phrase
  one: Phrase
  /** The table that keeps the records. The part of the port and the figure of the dashboard have the same name. */
  table: string
  /** The address of its screen. */
  path: `/${string}`
  /** The switch with which an account uses it, or does not. */
  feature: string
  statuses: readonly string[]
  /** How the records are listed. */
  order: 'name' | 'newest'
  /** What the list can be ordered by instead. */
  orders: readonly RecordOrder[]
  /** Which records the dashboard counts. */
  counted: 'all' | 'active'
  /** The tables of the catalogues whose records can point to records of this one. */
  usedBy: readonly string[]
  /** What users call the columns that not every record has, as the history names them. */
  fields: Readonly<Record<string, Phrase>>
}

/** Who knows the records of a catalogue. */
export interface RecordExperts {
  /** The ids of the people who know a record. */
  experts(recordId: string): Promise<readonly string[]>
  addExpert(recordId: string, personId: string): Promise<void>
  removeExpert(recordId: string, personId: string): Promise<void>
}

/** What every catalogue can do. */
export interface CataloguePart<Item, New, Change extends { status: string }> extends RecordExperts {
  /** The first page of the account's records, in the catalogue's own order. */
  list(): Promise<RecordPage<Item>>
  /** The page that begins after so many records that fit. */
  find(search: RecordSearch, skip: number): Promise<RecordPage<Item>>
  /** What the records that fit have in a field, with how many have it and what they cost. */
  groups(field: string, filter: RecordFilter): Promise<RecordGroups>
  /** Those of the ids that are there, in the catalogue's own order. */
  byIds(ids: readonly string[]): Promise<readonly Item[]>
  /** A taken name is a `WorkspaceError` of kind `conflict`. */
  add(input: New): Promise<Item>
  /** Changes the record if it still has this version. */
  update(id: string, change: Change, version: string): Promise<ChangeOutcome<Item>>
  /** Changes the status alone, whatever version the record has. */
  setStatus(id: string, status: Change['status']): Promise<Item>
  /** Makes a member its owner, whatever version the record has. */
  setOwner(id: string, ownerId: string): Promise<Item>
  /** What points to the record lets go of it. */
  remove(id: string): Promise<void>
}
