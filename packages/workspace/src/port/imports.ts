import type { Refusal } from '../errors.ts'
import type { PermissionLevel } from './permission-level.ts'
import type { CatalogueKind } from './records/catalogues.ts'
import type { FieldValue } from './records/fields.ts'

/**
 * The field by which rows match records. With `source`, the match is by `source_id` among the records that come from
 * the same source.
 */
export type ImportKey = 'name' | 'id' | 'source' | `own.${string}`

interface ImportStart {
  kind: CatalogueKind
  fileName: string
  /** The origin of the rows, such as an inventory; null for an unnamed one. */
  source: string | null
  key: ImportKey
}

/** Null empties the field. */
export type ImportValue = FieldValue | null

/**
 * A row as it is sent. A missing key leaves the field unchanged. Keys are `id`, `name`, `description`, `status`,
 * `source_id`, those of built-in fields, `own.` and the key of a custom field, and those of the kind: `platform`;
 * `source` and `webhook_url`; `use_cases` and `users`, which are lists. Choices are given by their ID. `owner` and the
 * list `experts` are addresses or names of people, as are fields of type `member`; `tags` are names, and fields of type
 * `record` the name of the record. `links` are addresses that are added to those of the record.
 * `depends_on`, `part_of` and `provides` (what runs in it) are names of records of all kinds, IDs, or IDs at the source;
 * relations with them are added.
 */
export interface ImportRow {
  /** Its number in the file, from 1. */
  row: number
  values: Readonly<Record<string, ImportValue>>
}

/** The maximum number of rows that are sent at once, and of rows in an import. */
export const IMPORT_PART = 1000
export const MAX_IMPORTED = 50_000

/** How many rows a page has. */
export const IMPORT_PAGE = 100

/** For how many days a plan is kept. */
export const IMPORT_DAYS = 7

/** The effects of rows. A `duplicate` waits for a decision; `gone` is a record that its source no longer has. */
export const IMPORT_EFFECTS = ['new', 'changed', 'same', 'duplicate', 'error', 'gone'] as const
export type ImportEffect = (typeof IMPORT_EFFECTS)[number]

/**
 * Problems of a row, found when the plan is checked or when it is applied:
 * - `value`: the field cannot have it; the detail is the server's sentence, the refusal its code
 * - `required`, `no_field`: the field needs a value; the field does not exist, or it is retired
 * - `unreadable`: the text has invalid characters
 * - `key_missing`, `name_missing`: the row has nothing in the key (with the key `id` it is new); a new record has no
 *   name
 * - `repeated`: an earlier row, the detail, has the same key
 * - `several`: several records have this value of the key
 * - `not_found`: no record has this ID
 * - `in_bin`: the record is in the bin; `restore` takes it out; where rows match by name, `apart` creates a new one
 * - `no_right`: the user may not do this to this record
 * - `name_taken`: another record has the name, or another row sets it
 * - `source_taken`: another record has this ID of the source
 * - `unknown_member`, `unknown_record`: the detail is the word, which names no member or no record
 * - `several_records`: several records have the name that is the detail; a kind before it tells them apart
 * - `unknown_tag`: the detail is a word that cannot be a tag; a valid tag is created when the plan is applied
 * - `changed`: another member has changed the record since it was checked; the detail is their name, where that is
 *   known
 * - `deleted`: the record has been deleted since
 *
 * A problem of a relation leaves out this relation; the rest of the row is written.
 */
export const IMPORT_PROBLEMS = [
  'value',
  'required',
  'no_field',
  'unreadable',
  'key_missing',
  'name_missing',
  'repeated',
  'several',
  'not_found',
  'in_bin',
  'no_right',
  'name_taken',
  'source_taken',
  'unknown_member',
  'unknown_record',
  'several_records',
  'unknown_tag',
  'changed',
  'deleted',
] as const

export interface ImportProblem {
  problem: (typeof IMPORT_PROBLEMS)[number]
  /** The key of the field; null for the row as a whole. */
  field: string | null
  detail: string | null
  refusal?: Refusal | null
}

/** A field before and after the import. People, tags and records are given by name, choices by their ID. */
export interface ImportCell {
  field: string
  before: ImportValue
  after: ImportValue
}

/** A record, or an earlier new row, that may be the same as a row. */
export interface ImportCandidate {
  recordId: string | null
  row: number | null
  name: string
  reason: 'name' | 'address'
  /** The fields that merging would change; empty where the candidate is a row. */
  cells: readonly ImportCell[]
}

/**
 * The user's decision about a row. Without a decision, new and changed rows are applied; duplicates and `gone` records
 * are skipped. `apart` creates a new record from a duplicate. `join` writes those fields of the row into the record, or
 * all with null. `bin` deletes a `gone` record. `restore` takes the record of the row out of the bin at once, and the
 * row is checked again.
 */
export type ImportDecision =
  | { do: 'apply' }
  | { do: 'leave' }
  | { do: 'apart' }
  | { do: 'join'; recordId: string; fields: readonly string[] | null }
  | { do: 'bin' }
  | { do: 'restore' }

/** A row of the plan. */
export interface PlannedRow {
  /** Negative for a record that is no longer in the source. */
  row: number
  effect: ImportEffect
  /** The record that the row changes; null for a new record that is not created yet. */
  recordId: string | null
  name: string
  /** The fields that differ; for a new record all of its fields. */
  cells: readonly ImportCell[]
  problems: readonly ImportProblem[]
  candidates: readonly ImportCandidate[]
  decision: ImportDecision | null
  /** Null before the row is applied. `left` by decision, `refused` because of the problem. */
  outcome: 'done' | 'refused' | 'left' | null
}

/**
 * The decision of an admin or user about a name that matches no member: null where there is none yet, or where the name
 * is skipped.
 */
export type PersonChoice = { member: string } | { invite: string; level: PermissionLevel } | null

/** A name or address that matches no member and no open invitation. */
export interface UnknownPerson {
  word: string
  rows: number
  /** Whether rows name the person as owner; an expert has to be a member. */
  isOwner: boolean
  choice: PersonChoice
  /** Whether an earlier import of the account made the choice. */
  isRemembered: boolean
}

/** A plan and its progress. */
export interface ImportPlan extends ImportStart {
  id: string
  startedBy: { id: string; name: string | null }
  startedAt: Date
  /** When it is deleted. */
  expiresAt: Date
  /** `open` until the first part is applied; `done` once all are. */
  state: 'open' | 'applying' | 'done'
  /** How many rows there are, without records that are no longer in the source. */
  total: number
  /** How many rows are checked; equals `total` when the check is done. */
  checked: number
  /** The number of rows per effect, as far as checked. */
  summary: Readonly<Record<ImportEffect, number>>
  /** Duplicates that wait for a decision. */
  undecided: number
  /** How many rows will be written, and for how many of them that has been tried. */
  toApply: number
  applied: number
  /** How many of these were refused. */
  refused: number
  /** New rows and possible duplicates that are skipped, and that could wait among the found records. */
  leftOut: number
  /** Rows whose record is in the bin. */
  inBin: number
  /** The act in the history; null before anything is written. */
  act: string | null
  people: readonly UnknownPerson[]
}

/** Rows by their effect, or those that were refused when applied. */
export interface ImportFilter {
  effect: ImportEffect | 'refused' | null
  skip: number
}

/** The matching of a file's columns. */
export interface ImportMatch {
  /** The key of the field by the header of the column; null for a skipped column. */
  columns: Readonly<Record<string, string | null>>
  /** The mapping of values, by the key of the field: the ID of a choice by the word in the file. */
  words: Readonly<Record<string, Readonly<Record<string, string>>>>
  key: ImportKey
  source: string | null
}

/**
 * Imports. Rows become a stored plan; nothing else is written before `apply`. A plan belongs to its importer and to the
 * admins of the account. Every call works on a part and can be repeated: rows are never applied twice.
 */
export interface ImportsPart {
  start(start: ImportStart): Promise<string>
  /** Adds at most `IMPORT_PART` rows; a row that was sent before is replaced. Refused once the plan is checked. */
  addRows(id: string, rows: readonly ImportRow[]): Promise<void>
  /**
   * Checks the next part. Must be repeated until `checked` equals `total`, and again after decisions that require it.
   */
  check(id: string): Promise<ImportPlan>
  /** Null where the plan does not exist (any more). */
  get(id: string): Promise<ImportPlan | null>
  /** The user's own plans; for an admin, those of the account; the latest first. */
  list(): Promise<readonly ImportPlan[]>
  rows(id: string, filter: ImportFilter): Promise<{ items: readonly PlannedRow[]; total: number }>
  /**
   * Rows that are merged or kept apart are checked again; of many, the rest waits for `check`. With `apply` a refused
   * row is tried again, with the record as it is now.
   */
  decide(
    id: string,
    which: { rows: readonly number[] } | { effect: ImportEffect },
    decision: ImportDecision | null,
  ): Promise<ImportPlan>
  /** Rows with this person wait for `check` again. Only admins invite; the mail is sent when the plan is applied. */
  decidePerson(id: string, word: string, choice: PersonChoice): Promise<ImportPlan>
  /** Applies the next part. Must be repeated until the state is `done`. */
  apply(id: string): Promise<ImportPlan>
  /** Deletes the plan; rows that were applied stay. */
  abandon(id: string): Promise<void>
  /** The last match in the account of a file with these headers. */
  matchOf(kind: CatalogueKind, heads: readonly string[]): Promise<ImportMatch | null>
  /** The meanings of words in fields with choices, in all remembered files of a kind; the latest counts. */
  wordsOf(kind: CatalogueKind): Promise<ImportMatch['words']>
  /**
   * Remembers a match for the account. With the plan of an applied import, the members whom its importer chose for
   * words are remembered too; a plan that is not applied is refused.
   */
  rememberMatch(
    kind: CatalogueKind,
    heads: readonly string[],
    match: ImportMatch,
    applied: string | null,
  ): Promise<void>
}
