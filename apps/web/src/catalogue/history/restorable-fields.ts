import type { FieldValue } from '@cairn/workspace/port/records/fields'
import { z } from 'zod/mini'
import type { RecordField } from '../fields/field.ts'
import { COST, CURRENCY } from '../fields/money.ts'
import { withValue } from '../fields/values.ts'
import { fieldValue, type RecordForm } from '../form/record-form.ts'
import { linksSchema } from '../links/links-form.ts'
import type { Change } from './group-changes.ts'
import type { Obstacle, RestorableColumns } from './restoring.ts'

/** The columns of fields and links, which the form of every record has. */
export function fieldColumns<Form extends RecordForm>(
  fields: readonly RecordField[],
): RestorableColumns<Form> {
  const values = fields.map(({ key }) => [
    key,
    (stored: unknown, { fields: present }: Form) => ({ fields: withStored(present, key, stored) }),
  ])
  return { ...Object.fromEntries(values), links: (stored: unknown) => ({ links: linksOf(stored) }) }
}

function withStored(present: Readonly<Record<string, FieldValue>>, key: string, stored: unknown): unknown {
  if (stored === null || stored === undefined || stored === '') return withValue(present, key, undefined)
  const value = fieldValue.safeParse(stored)
  return value.success ? withValue(present, key, value.data) : stored
}

/** Brings the properties into the order that the form has; the form refuses a value that is no list of links. */
function linksOf(stored: unknown): unknown {
  const links = linksSchema.safeParse(stored ?? [])
  return links.success ? links.data : stored
}

const ids = z.union([
  z.array(z.string()),
  z.pipe(
    z.string(),
    z.transform((id) => [id]),
  ),
])

/** Explains why a value of a field cannot be restored: it names something that is no choice any more. */
export function fieldObstacle(
  field: RecordField | undefined,
  stored: unknown,
  isMember: (id: string) => boolean,
): Obstacle | null {
  const named = ids.safeParse(stored)
  if (field === undefined || !named.success) return null
  const isChoice = (id: string) => field.choices.some((choice) => choice.id === id)
  if (field.type === 'choice' || field.type === 'choices')
    return named.data.every(isChoice) ? null : 'refused'
  return field.type === 'member' && !named.data.every(isMember) ? 'gone' : null
}

/** Returns the values that a line of a change restores: its value, and for a cost the currency that changed with it. */
export function valuesOfLine(
  { field, before }: Change['entries'][number],
  { entries }: Change,
): ReadonlyMap<string, unknown> {
  const pair = [COST, CURRENCY]
  const isPart = (other: string | null) =>
    other === field || (pair.includes(field ?? '') && pair.includes(other ?? ''))
  const lines = entries.filter((entry) => isPart(entry.field))
  const values = lines.flatMap((entry) =>
    entry.field === null ? [] : [[entry.field, entry.before] as const],
  )
  return new Map([...values, ...(field === null ? [] : [[field, before] as const])])
}
