import { CATALOGUE_KINDS, type CatalogueKind } from './records/catalogues.ts'
import type { Gap } from './records/gap.ts'
import type { Tag } from './records/tags.ts'

/** The catalogues whose order in the search is specified; the others follow in the order of the menu. */
const SPECIFIED: readonly CatalogueKind[] = ['system', 'solution', 'agent', 'automation']

export type ResultType = 'knowledge' | 'process' | 'qa' | CatalogueKind | 'person'

/** The types of results, in the order of the search screen's tabs. */
export const RESULT_TYPES: readonly ResultType[] = [
  'knowledge',
  'process',
  'qa',
  ...new Set([...SPECIFIED, ...CATALOGUE_KINDS]),
  'person',
]

/** The state of a catalogue's record. */
interface RecordSummary {
  status: string | null
  /** The owner's name, a member's or an invited person's. */
  ownerName: string | null
  /** The most urgent gap, except for an owner who was not seen. */
  gap: Gap | null
}

export interface SearchResult {
  id: string
  type: ResultType
  title: string
  description: string
  /** A path of this app. */
  link: string
  lastUpdated: Date
  /** Null for results outside of the catalogues. */
  record: RecordSummary | null
}

/** A tag, and the kinds of the records that have it. */
interface FoundTag extends Tag {
  kinds: readonly CatalogueKind[]
}

/** The highest count of a type; a count of one more means more than that. */
export const COUNTED_UP_TO = 1000

export interface SearchAnswer {
  /** The number of results of each type, also where not all of them are among the results; see `COUNTED_UP_TO`. */
  counts: Readonly<Record<ResultType, number>>
  /** An exact title first, then titles that begin with the text, then in alphabetical order. */
  results: readonly SearchResult[]
  /** The tags that match `#` and the beginning of a name; none for another text. */
  tags: readonly FoundTag[]
}

export interface SearchPart {
  /**
   * Finds the items that contain the text, regardless of case: at most `limit` of each type. A blank text finds
   * nothing. After `#`, finds the records with a tag that begins with the text, where there is one.
   */
  find(text: string, limit: number): Promise<SearchAnswer>
}
