import type { PermissionLevel } from './permission-level.ts'
import type { CatalogueKind } from './records/catalogues.ts'
import type { FieldValue } from './records/fields.ts'

/** By what rows meet records. With `source`, by `source_id` among the records that come from the same source. */
export type ImportKey = 'name' | 'id' | 'source' | `own.${string}`

interface ImportStart {
  kind: CatalogueKind
  fileName: string
  /** What the rows come from, such as an inventory; null for nothing that is named. */
  source: string | null
  key: ImportKey
}

/** Null empties the field. */
export type ImportValue = FieldValue | null

/**
 * A row as it is sent. A missing key leaves the field alone. Keys are `id`, `name`, `description`, `status`, `source_id`,
 * those of built-in fields, `own.` and the key of an own field, and the kind's own: `platform`; `source` and
 * `webhook_url`; `use_cases` and `users`, which are lists. Choices come by their id. `owner` and the list `experts`
 * are addresses or names of people, as are fields of type `member`; `tags` are names, and fields of type `record` the
 * name of the record. `links` are addresses that are added to those of the record.
 */
export interface ImportRow {
  /** Its number in the file, from 1. */
  row: number
  values: Readonly<Record<string, ImportValue>>
}

/** How many rows are sent at once, and how many an import has. */
export const IMPORT_PART = 1000
export const MAX_IMPORTED = 50_000

/** How many rows a page has. */
export const IMPORT_PAGE = 100

/** For how many days a plan is kept. */
export const IMPORT_DAYS = 7

/** What becomes of a row. A `duplicate` waits for a decision; `gone` is a record that its source no longer has. */
export const IMPORT_EFFECTS = ['new', 'changed', 'same', 'duplicate', 'error', 'gone'] as const
export type ImportEffect = (typeof IMPORT_EFFECTS)[number]

/**
 * What is wrong with a row, or has come between check and apply:
 * - `value`: the field cannot have it; the detail is the server's sentence
 * - `required`, `no_field`: the field needs a value; there is no such field, or it is retired
 * - `unreadable`: the text has characters that are none
 * - `key_missing`, `name_missing`: the row has nothing in the key (with the key `id` it is new); a new record has no name
 * - `repeated`: an earlier row, the detail, has the same key
 * - `several`: several records have this value of the key
 * - `not_found`: no record has this id
 * - `in_bin`: the record is in the bin; where they meet by name, `apart` makes a new one
 * - `no_right`: the user may not do this to this record
 * - `name_taken`: another record has the name, or another row gives it
 * - `source_taken`: another record has this id of the source
 * - `unknown_member`, `unknown_record`: the detail is the word that nobody and nothing is called
 * - `unknown_tag`: the detail is a word that cannot be a tag; one that can is made when the plan is applied
 * - `changed`: another member has changed the record since it was checked; the detail is who, where that is known
 * - `deleted`: the record was deleted since
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
  'unknown_tag',
  'changed',
  'deleted',
] as const

export interface ImportProblem {
  problem: (typeof IMPORT_PROBLEMS)[number]
  /** The key of the field; null for the row as a whole. */
  field: string | null
  detail: string | null
}

/** A field before and after. People, tags and records are told by name, choices by their id. */
export interface ImportCell {
  field: string
  before: ImportValue
  after: ImportValue
}

/** A record, or an earlier row that is new, that a row could be. */
export interface ImportCandidate {
  recordId: string | null
  row: number | null
  name: string
  reason: 'name' | 'address'
  /** What joining would change; nothing for a row. */
  cells: readonly ImportCell[]
}

/**
 * What the user wants of a row. Without a decision, new and changed rows are applied; duplicates and what is gone are
 * left. `apart` makes a new record of a duplicate. `join` gives the record those fields of the row, or all with null.
 * `bin` deletes what is gone.
 */
export type ImportDecision =
  | { do: 'apply' }
  | { do: 'leave' }
  | { do: 'apart' }
  | { do: 'join'; recordId: string; fields: readonly string[] | null }
  | { do: 'bin' }

/** A row of the plan. */
export interface PlannedRow {
  /** Negative for a record that is gone at the source. */
  row: number
  effect: ImportEffect
  /** The record that it changes; null for a new one that is not made yet. */
  recordId: string | null
  name: string
  /** What is different; of a new record what it has. */
  cells: readonly ImportCell[]
  problems: readonly ImportProblem[]
  candidates: readonly ImportCandidate[]
  decision: ImportDecision | null
  /** Null before it is applied. `left` by decision, `refused` for the problem. */
  outcome: 'done' | 'refused' | 'left' | null
}

/** What an admin or user says of a word that is no member: nothing yet, or left out, is null. */
export type PersonChoice = { member: string } | { invite: string; level: PermissionLevel } | null

/** A word that no member and no open invitation is called. */
export interface UnknownPerson {
  word: string
  rows: number
  /** Whether rows name them as owner; an expert has to be a member. */
  isOwner: boolean
  choice: PersonChoice
}

/** A plan and how far it is. */
export interface ImportPlan extends ImportStart {
  id: string
  startedBy: { id: string; name: string | null }
  startedAt: Date
  /** When it is deleted. */
  expiresAt: Date
  /** `open` until the first part is applied; `done` once all are. */
  state: 'open' | 'applying' | 'done'
  /** How many rows there are, without what is gone at the source. */
  total: number
  /** How many of them are checked; as many as `total` when the check is done. */
  checked: number
  /** Rows of each effect, as far as checked. */
  summary: Readonly<Record<ImportEffect, number>>
  /** Duplicates that wait for a decision. */
  undecided: number
  /** How many rows will be written, and how many of them have been tried. */
  toApply: number
  applied: number
  /** How many were refused since. */
  refused: number
  /** New rows and possible duplicates that are left out, and could wait among what was found. */
  leftOut: number
  /** The act in the history; null before anything is written. */
  act: string | null
  people: readonly UnknownPerson[]
}

/** Rows by their effect, or those that were refused when applied. */
export interface ImportFilter {
  effect: ImportEffect | 'refused' | null
  skip: number
}

/** How the columns of a file were matched. */
export interface ImportMatch {
  /** The key of the field by the head of the column; null for a column that is left out. */
  columns: Readonly<Record<string, string | null>>
  /** What words mean, by the key of the field: the id of a choice by the word. */
  words: Readonly<Record<string, Readonly<Record<string, string>>>>
  key: ImportKey
  source: string | null
}

/**
 * Imports. Rows become a plan that is stored; nothing else is written before `apply`. A plan is its importer's, and the
 * admins' of the account. Every call works on a part and can be repeated: rows are never applied twice.
 */
export interface ImportsPart {
  start(start: ImportStart): Promise<string>
  /** Adds at most `IMPORT_PART` rows; a row that was sent before is replaced. Refused once the plan is checked. */
  addRows(id: string, rows: readonly ImportRow[]): Promise<void>
  /** Checks the next part. To be repeated until `checked` is `total`, and once more after decisions that need it. */
  check(id: string): Promise<ImportPlan>
  /** Null where there is none (any more). */
  get(id: string): Promise<ImportPlan | null>
  /** The user's own plans, an admin's those of the account, the latest first. */
  list(): Promise<readonly ImportPlan[]>
  rows(id: string, filter: ImportFilter): Promise<{ items: readonly PlannedRow[]; total: number }>
  /**
   * Rows that are joined or kept apart are checked anew; of many, the rest waits for `check`. With `apply`
   * a row that was refused is tried again, with the record as it is now.
   */
  decide(
    id: string,
    which: { rows: readonly number[] } | { effect: ImportEffect },
    decision: ImportDecision | null,
  ): Promise<ImportPlan>
  /** Rows with this person wait for `check` again. Only admins invite; the mail is sent when the plan is applied. */
  decidePerson(id: string, word: string, choice: PersonChoice): Promise<ImportPlan>
  /** Applies the next part. To be repeated until the state is `done`. */
  apply(id: string): Promise<ImportPlan>
  /** Deletes the plan; what has been applied stays. */
  abandon(id: string): Promise<void>
  /** How a file with these heads was matched last in the account. */
  matchOf(kind: CatalogueKind, heads: readonly string[]): Promise<ImportMatch | null>
  rememberMatch(kind: CatalogueKind, heads: readonly string[], match: ImportMatch): Promise<void>
}
