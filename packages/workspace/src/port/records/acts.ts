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
  'delete_team',
  'merge_team',
] as const
export type ActAction = (typeof ACT_ACTIONS)[number]

/** The name is null for a person who has left. */
export interface ActPerson {
  id: string
  name: string | null
}

/** A bulk change: one action of one member on many records. */
interface PlainAct {
  id: string
  action: ActAction
  /** Null where records of several kinds changed. */
  kind: CatalogueKind | null
  /**
   * The new status of the records; their new or previous owner or expert; the tag that they got or lost; the key of the
   * field that changed; the name of the imported file, or of a team that
   * was deleted or merged. Null for nobody, and for other acts.
   */
  value: string | null
  /** Null for a built-in field. */
  valueName: string | null
  records: number
  /** Null for the server. */
  doneBy: ActPerson | null
  doneAt: Date
  /** Its last undo, which is an act itself. */
  undoneBy: { act: string; by: ActPerson | null; doneAt: Date; records: number } | null
}

export interface Act extends PlainAct {
  /** The act that an undo reverts; null where that act is no longer stored. */
  undoes: PlainAct | null
}

/** Reasons why a record cannot be reverted. */
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

/** Records that stay as they are, and the members who have changed them since. */
export interface ActLeft {
  problem: ActProblem
  by: ActPerson | null
  records: number
}

export interface ActDetails extends Act {
  lines: number
  /** How many records the user can revert now. */
  undoable: number
  left: readonly ActLeft[]
  /** The name of the team that its undo restores. */
  team?: string | null
  /** Until when the act can be undone. */
  expiresAt: Date
}

/** The change of one record by an act. */
export interface ActLine {
  kind: CatalogueKind
  recordId: string
  name: string
  /** The field that changed, or `deleted` or `restored`. */
  part: string
  /** As stored. */
  before: unknown
  after: unknown
  /** The names of owners and experts; tags have their names in the value. */
  beforeName: string | null
  afterName: string | null
  /** Whether the record still exists in its catalogue. */
  isThere: boolean
  problem: ActProblem | null
  problemBy: ActPerson | null
}

export interface ActUndo {
  /** The undo, which is an act itself; null where nothing was reverted. */
  act: string | null
  undone: number
  left: readonly ActLeft[]
  /** The team that came back, and how many of its members have left the account. */
  team?: { name: string; left: number } | null
}

export interface ActPage {
  items: readonly Act[]
  total: number
}

export const ACT_PAGE = 50
export const ACT_LINES = 100

export interface ActsPart {
  /** A page of the account's acts, the latest first, after `skip` acts. */
  page(skip: number): Promise<ActPage>
  /** Null where the act does not exist, or is no longer stored. */
  get(id: string): Promise<ActDetails | null>
  /** A page of the lines of an act, by the names of the records. */
  lines(id: string, skip: number): Promise<readonly ActLine[]>
  /** Undoes an act, for 30 days, for the records that nobody has changed since. */
  undo(id: string): Promise<ActUndo>
  /** Undoes what the user did last, within an hour; null where there is nothing. */
  undoLast(): Promise<ActUndo | null>
}
