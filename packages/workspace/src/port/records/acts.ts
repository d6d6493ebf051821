import type { CatalogueKind } from './catalogues.ts'

export const ACT_ACTIONS = [
  'owner',
  'status',
  'expert',
  'add_tag',
  'remove_tag',
  'field',
  'delete',
  'restore',
  'handover',
  'import',
  'undo',
] as const
export type ActAction = (typeof ACT_ACTIONS)[number]

/** A name is null for a person who has left. */
export interface ActPerson {
  id: string
  name: string | null
}

/** What one member did to many records at a stroke. */
interface PlainAct {
  id: string
  action: ActAction
  /** Null where records of several kinds changed. */
  kind: CatalogueKind | null
  /**
   * The status that records got; who owns or knows them now, or whose they were; the tag that they got or lost; the key of
   * the field that changed; the name of the file that was imported. Null for nobody, and other acts.
   */
  value: string | null
  /** Of a built-in field null. */
  valueName: string | null
  records: number
  /** Null for the server. */
  doneBy: ActPerson | null
  doneAt: Date
  /** Its last undo, which is an act itself. */
  undoneBy: { act: string; by: ActPerson | null; doneAt: Date; records: number } | null
}

export interface Act extends PlainAct {
  /** The act that an undo takes back; null where it is forgotten. */
  undoes: PlainAct | null
}

/** What speaks against taking a record back. */
export const ACT_PROBLEMS = [
  'changed',
  'deleted',
  'restored',
  'gone',
  'not_allowed',
  'switched_off',
  'name_taken',
  'left',
  'tag_gone',
  'field_gone',
  'value_gone',
  'full',
] as const
type ActProblem = (typeof ACT_PROBLEMS)[number]

/** Records that stay as they are, and who has changed them since. */
export interface ActLeft {
  problem: ActProblem
  by: ActPerson | null
  records: number
}

export interface ActDetails extends Act {
  lines: number
  /** How many records the user can take back now. */
  undoable: number
  left: readonly ActLeft[]
  /** Until when it can be taken back. */
  expiresAt: Date
}

/** What an act did to one record. */
export interface ActLine {
  kind: CatalogueKind
  recordId: string
  name: string
  /** The field that changed, or deleted or restored. */
  part: string
  /** As stored. */
  before: unknown
  after: unknown
  /** Of owners and experts; tags have their names in the value. */
  beforeName: string | null
  afterName: string | null
  /** Whether the record is still in its catalogue. */
  isThere: boolean
  problem: ActProblem | null
  problemBy: ActPerson | null
}

export interface ActUndo {
  /** The undo, an act of its own; null where nothing was taken back. */
  act: string | null
  undone: number
  left: readonly ActLeft[]
}

export interface ActPage {
  items: readonly Act[]
  total: number
}

export const ACT_PAGE = 50
export const ACT_LINES = 100

export interface ActsPart {
  /** The account's acts, the latest first, after so many. */
  page(skip: number): Promise<ActPage>
  /** Null where there is no such act, or where it is forgotten. */
  get(id: string): Promise<ActDetails | null>
  /** A page of the lines of an act, by the names of the records. */
  lines(id: string, skip: number): Promise<readonly ActLine[]>
  /** Takes an act back, for 30 days, as far as nobody has changed its records since. */
  undo(id: string): Promise<ActUndo>
  /** The same of what the user did last within an hour; null where there is nothing. */
  undoLast(): Promise<ActUndo | null>
}
