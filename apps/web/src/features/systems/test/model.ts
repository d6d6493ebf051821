import type { FieldValue } from '@cairn/workspace/port/records/fields'

/** Ada is an admin, Max a manager; Leo leaves at some time. */
export type Person = 'Ada' | 'Max' | 'Leo'
export type Actor = Exclude<Person, 'Leo'>
export const TAGS = ['blue', 'green'] as const
export type TagName = (typeof TAGS)[number]

export const STATUSES = ['active', 'inactive', 'maintenance'] as const
export type Status = (typeof STATUSES)[number]

/**
 * A changed field of a record, as the history has it; a null field stands for the creation, deletion or restoration of
 * the record.
 */
interface Line {
  field: string | null
  before: unknown
  after: unknown
}

/** The effect of an action on a record. */
interface Change {
  action: 'created' | 'updated' | 'deleted' | 'restored'
  by: Actor
  /** In the order of the fields. */
  lines: readonly Line[]
}

/** A record of the model. People and tags have their names. */
export interface Sheet {
  status: Status
  owner: Person | null
  tags: readonly TagName[]
  values: Readonly<Record<string, FieldValue>>
  isInBin: boolean
  changes: Change[]
}

/** A custom field, as far as it decides which values are accepted. */
export interface Field {
  name: string
  type: 'text' | 'number' | 'date' | 'yes_no' | 'choice' | 'choices' | 'member'
  choices: readonly string[]
  isRequired: boolean
  isRetired: boolean
  isDeleted: boolean
}

/** The effect of a bulk change on a record, and its place among the changes of that record. */
interface DoneLine {
  sheet: Sheet
  field: string
  before: unknown
  after: unknown
  change: Change
}
export interface Done {
  by: Actor
  lines: readonly DoneLine[]
}

/** The known state of an account under test. */
export interface Model {
  sheets: Map<string, Sheet>
  /** By the key of their values, in their order. */
  fields: Map<string, Field>
  /** The bulk changes so far. */
  acts: Done[]
  leoLeft: boolean
}

export type Content = Pick<Sheet, 'status' | 'owner' | 'tags' | 'values'>

export const present = ({ sheets }: Model) => [...sheets].filter(([, { isInBin }]) => !isInBin)

export const isHidden = ({ isRetired, isDeleted }: Field) => isRetired || isDeleted

/** Returns the value in the history of a field without one: the empty text for a text that every record has. */
const stored = (key: string, value: FieldValue | undefined) => value ?? (key === 'vendor' ? '' : null)

const tagsInHistory = (tags: readonly TagName[]) => tags.toSorted().map((name) => ({ id: name, name }))

function linesBetween(was: Content, is: Content): readonly Line[] {
  const keys = new Set([...Object.keys(was.values), ...Object.keys(is.values)])
  const all: Line[] = [
    ...[...keys].map((key) => ({
      ...{ field: key, before: stored(key, was.values[key]), after: stored(key, is.values[key]) },
    })),
    { field: 'owner_id', before: was.owner, after: is.owner },
    { field: 'status', before: was.status, after: is.status },
    { field: 'tags', before: tagsInHistory(was.tags), after: tagsInHistory(is.tags) },
  ]
  return all
    .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
    .toSorted((one, other) => ((one.field ?? '') < (other.field ?? '') ? -1 : 1))
}

/** Changes a record, and writes the changed fields into its history; null where nothing changed. */
export function change(sheet: Sheet, by: Actor, next: Partial<Content>): Change | null {
  const lines = linesBetween(sheet, { ...sheet, ...next })
  Object.assign(sheet, next)
  if (lines.length === 0) return null
  const done: Change = { action: 'updated', by, lines }
  sheet.changes.push(done)
  return done
}

export function create(model: Model, name: string, by: Actor, content: Content): void {
  const made: Change = { action: 'created', by, lines: [{ field: null, before: null, after: null }] }
  model.sheets.set(name, { ...content, isInBin: false, changes: [made] })
}

/** Deletes a record, or restores it: without an owner who has left meanwhile, as the history says. */
export function move(model: Model, name: string, by: Actor, action: 'deleted' | 'restored'): Change | null {
  const sheet = model.sheets.get(name)
  if (!sheet) return null
  const names = action === 'restored' ? { before: name, after: name } : { before: null, after: null }
  const isLost = action === 'restored' && model.leoLeft && sheet.owner === 'Leo'
  const lost = isLost ? [{ field: 'owner_id', before: 'Leo', after: null }] : []
  const done: Change = { action, by, lines: [{ field: null, ...names }, ...lost] }
  sheet.isInBin = action === 'deleted'
  sheet.changes.push(done)
  if (isLost) sheet.owner = null
  return done
}

/** Returns the stored form of these values; hidden fields stay where no value of them is sent. */
export function storedValues(
  { fields }: Model,
  was: Sheet['values'],
  sent: Sheet['values'],
): { values: Sheet['values']; problems: readonly string[] } {
  const values: Record<string, FieldValue> = { ...sent }
  for (const [key, field] of fields) {
    const [before, value] = [was[key], sent[key]]
    if (value === undefined && before !== undefined && isHidden(field)) values[key] = before
    else if (Array.isArray(value) && !field.isDeleted && !isSame(value, before))
      values[key] = inOrder(field, value)
  }
  return { values, problems: [...fields].flatMap(([key, field]) => problemOf(field, values[key], was[key])) }
}

export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Sorts values that are no choice any more to the end. */
function inOrder({ choices }: Field, ids: readonly string[]): readonly string[] {
  return [...choices.filter((id) => ids.includes(id)), ...ids.filter((id) => !choices.includes(id))]
}

const idsOf = (value: FieldValue | undefined): readonly string[] =>
  typeof value === 'object' ? value : value === undefined ? [] : [String(value)]

/** Returns the problem of a value; only a value that changes is compared with the definition. */
function problemOf(
  field: Field,
  value: FieldValue | undefined,
  was: FieldValue | undefined,
): readonly string[] {
  const { name, type, choices, isRequired, isDeleted } = field
  if (isSame(value, was)) return []
  if (value === undefined) return isRequired && !isHidden(field) ? [`${name} is required.`] : []
  if (isDeleted) return [`${name} was deleted.`]
  if (!type.startsWith('choice')) return []
  const isKnown = idsOf(value).every((id) => choices.includes(id) || idsOf(was).includes(id))
  return isKnown ? [] : [`${name} must be ${type === 'choice' ? 'one' : 'some'} of its present choices.`]
}

/** Returns the problems of a new record. It needs the required values; no record can name a person who has left. */
export function problemsOfNew(model: Model, sent: Sheet['values']): readonly string[] {
  const missing = [...model.fields].filter(
    ([key, field]) => sent[key] === undefined && field.isRequired && !isHidden(field),
  )
  return [
    ...storedValues(model, {}, sent).problems,
    ...missing.map(([, { name }]) => `${name} is required.`),
    ...problemsOfPeople(model, {}, sent),
  ]
}

export function problemsOfPeople(
  model: Model,
  was: Sheet['values'],
  sent: Sheet['values'],
): readonly string[] {
  return [...model.fields].flatMap(([key, { name, type, isDeleted }]) =>
    type === 'member' && model.leoLeft && !isDeleted && sent[key] === 'Leo' && was[key] !== 'Leo'
      ? [`${name} must be a member of your account.`]
      : [],
  )
}

/** Returns the lines of a bulk change that can be undone. */
export function undoable({ fields, leoLeft }: Model, by: Actor, { lines }: Done): readonly DoneLine[] {
  return lines.filter(({ sheet, field, before, after, change: done }) => {
    const later = sheet.changes.slice(sheet.changes.indexOf(done) + 1)
    const moves = later.filter(({ action }) => action !== 'updated')
    if (field === 'deleted') return sheet.isInBin && moves.length === 0
    if (sheet.isInBin || (field === 'restored' && later.length > 0)) return false
    if (field === 'owner_id' && before === 'Leo' && leoLeft) return false
    const own = fields.get(field)
    if (own && !isStillAccepted(own, before, leoLeft)) return false
    const touched = later.flatMap((each) =>
      each.lines.flatMap((line) => (line.field === field ? [{ ...line, by: each.by }] : [])),
    )
    if (field !== 'tags') return touched.length === 0
    const changed = tagsBetween(before, after)
    return touched.every(
      (line) => line.by === by && !tagsBetween(line.before, line.after).some((tag) => changed.includes(tag)),
    )
  })
}

/** Whether a custom field accepts a former value again. */
function isStillAccepted({ type, choices, isDeleted }: Field, before: unknown, leoLeft: boolean): boolean {
  if (isDeleted) return false
  if (before === null) return true
  if (type === 'member') return before !== 'Leo' || !leoLeft
  const ids: readonly unknown[] = Array.isArray(before) ? before : [before]
  return !type.startsWith('choice') || ids.every((id) => choices.some((choice) => choice === id))
}

/** Returns the tags that a line of the history added or removed. */
export function tagsBetween(before: unknown, after: unknown): readonly TagName[] {
  const [was, is] = [JSON.stringify(before), JSON.stringify(after)]
  return TAGS.filter((tag) => was.includes(tag) !== is.includes(tag))
}
