import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import { invitedId } from '@cairn/workspace/port/records/invited-owner'
import { teamOwnerId } from '@cairn/workspace/port/records/team-owner'
import { z } from 'zod/mini'
import { detailsFormOf } from '../form/details-form.ts'
import { tagIdsOf } from '../tags/tag-difference.ts'
import type { Change } from './group-changes.ts'

/** Maps the columns of the history to values of a record's form. */
export type RestorableColumns<Form> = Readonly<
  Record<string, (stored: unknown, present: Form) => Partial<Record<keyof Form & string, unknown>>>
>

const invitedOwner = z.object({ id: z.string(), invited: z.literal(true) })
const teamOwner = z.object({ id: z.string(), team: z.literal(true) })
const omitted = z.object({ omitted_bytes: z.number() })
const LINK_COLUMNS: readonly string[] = ['experts', 'automations', 'agents', 'handover']

/** The columns that the form of every record has. */
export const RECORD_COLUMNS = {
  name: (stored: unknown) => ({ name: stored }),
  description: (stored: unknown) => ({ description: stored ?? '' }),
  owner_id: (stored: unknown) => ({ ownerId: ownerIdOf(stored) }),
  status: (stored: unknown) => ({ status: stored }),
  tags: (stored: unknown) => ({ tags: tagIdsOf(stored) }),
}

/** The column of a record that has additional details. */
export const DETAILS_COLUMN = { details: (stored: unknown) => ({ details: detailsFormOf(stored) }) }

function ownerIdOf(stored: unknown): unknown {
  const team = teamOwner.safeParse(stored)
  if (team.success) return teamOwnerId(team.data.id)
  const invited = invitedOwner.safeParse(stored)
  return invited.success ? invitedId(invited.data.id) : (stored ?? '')
}

/** Why a former value cannot be restored. */
export type Obstacle = 'omitted' | 'masked' | 'left' | 'gone' | 'tag_gone' | 'refused' | 'elsewhere'

export const OBSTACLES: Readonly<Record<Obstacle, Phrase>> = {
  omitted: phrase('It was too large to keep in the history.'),
  masked: phrase('The history keeps only the host of an address, because the rest may be secret.'),
  left: phrase('The person who owned it then can no longer be its owner.'),
  gone: phrase('The person whom it names is no longer a member.'),
  tag_gone: phrase('A tag that it had then has been deleted.'),
  refused: phrase('This value is no longer accepted.'),
  elsewhere: phrase('The form does not contain this field.'),
}

/** The form that receives former values, and the rules for them. */
export interface RestoreContext<Form> {
  present: Form
  columns: RestorableColumns<Form>
  schema: { safeParse: (form: unknown) => { success: true; data: Form } | { success: false } }
  /** Whether they can own records now. */
  canOwn: (id: string) => boolean
  /** Returns why a value of a field cannot be restored, where the schema does not tell. */
  obstacle: (column: string, stored: unknown) => Obstacle | null
}

/**
 * The form with its restored values, and their fields; values that equal the present ones count neither as restored nor
 * as obstacles.
 */
export interface Restoration<Form> {
  form: Form
  restored: readonly string[]
  obstacles: ReadonlyMap<string, Obstacle>
}

/** Restores values of columns into the form, as far as possible. Links are not restored. */
export function restore<Form extends object>(
  context: RestoreContext<Form>,
  values: ReadonlyMap<string, unknown>,
): Restoration<Form> {
  let form = context.present
  const restored: string[] = []
  const obstacles = new Map<string, Obstacle>()
  for (const [column, stored] of values) {
    if (LINK_COLUMNS.includes(column)) continue
    const next = withValue(context, form, column, stored)
    if (typeof next === 'string') obstacles.set(column, next)
    else if (next !== null) {
      form = next.form
      restored.push(column)
    }
  }
  return { form, restored, obstacles }
}

/** Returns null where the value is the present one. */
function withValue<Form extends object>(
  { columns, schema, canOwn, obstacle }: RestoreContext<Form>,
  form: Form,
  column: string,
  stored: unknown,
): { form: Form } | Obstacle | null {
  const formOf = columns[column]
  if (formOf === undefined) return 'elsewhere'
  if (omitted.safeParse(stored).success) return 'omitted'
  const changed = { ...form, ...formOf(stored, form) }
  if (JSON.stringify(changed) === JSON.stringify(form)) return null
  if (column === 'webhook_url' && typeof stored === 'string' && stored.endsWith('/…')) return 'masked'
  if (column === 'owner_id') {
    const owner = ownerIdOf(stored)
    if (typeof owner !== 'string' || (owner !== '' && !canOwn(owner))) return 'left'
  }
  const inTheWay = obstacle(column, stored)
  if (inTheWay !== null) return inTheWay
  const parsed = schema.safeParse(changed)
  return parsed.success ? { form: parsed.data } : 'refused'
}

/**
 * Returns the values that the columns, changed since, had after a change: goes back from now, the latest change first.
 */
export function valuesAfter(changes: readonly Change[], index: number): ReadonlyMap<string, unknown> {
  const later = changes.slice(0, index).flatMap(({ entries }) => entries)
  return new Map(later.flatMap(({ field, before }) => (field === null ? [] : [[field, before]])))
}

/** Whether a change made a version of the record itself, not only of its links. */
export function isVersion({ action, entries }: Change): boolean {
  if (action === 'deleted') return false
  return action !== 'updated' || entries.some(({ field }) => field !== null && !LINK_COLUMNS.includes(field))
}
