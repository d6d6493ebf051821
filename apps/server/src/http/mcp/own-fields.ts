import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { OPERATORS_OF } from '@cairn/workspace/port/records/conditions'
import { FIELD_TYPES } from '@cairn/workspace/port/records/fields'
import { z } from 'zod'
import { textOfRecord } from './marked.ts'
import { isKind, peopleOf, tableOf } from './records.ts'
import { missingScopes, type ToolCall } from './tool.ts'

const definition = z.object({
  key: z.string(),
  name: z.string(),
  help: z.string(),
  unit: z.string(),
  type: z.enum(FIELD_TYPES),
  choices: z.array(z.object({ id: z.string(), name: z.string() })),
  record_kind: z.string().nullable(),
})
type Definition = z.infer<typeof definition>

/** The custom fields of the account for a kind, without those that are retired or deleted. */
export function ownFieldsOf({ person }: ToolCall, kind: CatalogueKind): Promise<Definition[]> {
  const query = new URLSearchParams({
    kind: `eq.${kind}`,
    retired_at: 'is.null',
    deleted_at: 'is.null',
    select: 'key,name,help,unit,type,choices,record_kind',
    order: 'place.asc,key.asc',
  })
  return person.rows(`/own_fields?${query}`, definition)
}

/** A field that conditions can name. */
export const fieldShape = z.object({
  field: z.string().describe('Its key in conditions.'),
  label: z.string(),
  help: z.string(),
  type: z.string(),
  operators: z.array(z.string()),
  choices: z.array(z.object({ id: z.string(), name: z.string() })),
})

/** Describes a custom field for conditions. */
export function describeOwnField({
  key,
  name,
  help,
  unit,
  type,
  choices,
}: Definition): z.infer<typeof fieldShape> {
  const about = [help, unit && `In ${unit}.`].filter(Boolean).join(' ')
  return {
    field: `own.${key}`,
    label: textOfRecord(name, 60),
    help: textOfRecord(about, 300),
    type,
    operators: [...OPERATORS_OF[type]],
    choices: choices.map(({ id, name: choice }) => ({ id, name: textOfRecord(choice, 120) })),
  }
}

/** The value of a custom field as a reader sees it. */
export const ownValueShape = z.object({
  field: z.string(),
  label: z.string(),
  value: z.unknown().describe('A text, a number, true or false, or a list; people and records by name.'),
})

/** The values of a record's custom fields, with the names of choices, people and records instead of their ids. */
export async function ownValuesOf(
  call: ToolCall,
  fields: readonly Definition[],
  values: Readonly<Record<string, unknown>>,
): Promise<z.infer<typeof ownValueShape>[]> {
  const filled = fields.filter(({ key }) => values[key] !== undefined && values[key] !== null)
  const people = await peopleOf(
    call,
    filled.flatMap(({ type, key }) => (type === 'member' ? String(values[key]) : [])),
  )
  const records = await namesOf(call, filled, values)
  return filled.map(({ key, name, type, choices }) => {
    const nameOf = (id: unknown) =>
      (type === 'member'
        ? people.get(String(id))?.name
        : type === 'record'
          ? records.get(String(id))
          : null) ??
      choices.find((choice) => choice.id === id)?.name ??
      id
    const value = values[key]
    const named = Array.isArray(value) ? value.map(nameOf) : nameOf(value)
    return {
      field: `own.${key}`,
      label: textOfRecord(name, 60),
      value: typeof named === 'string' ? textOfRecord(named, 1_000) : named,
    }
  })
}

const named = z.object({ id: z.string(), name: z.string() })

/** The names of the records that fields refer to; of a kind that the token may not read there are none. */
async function namesOf(
  call: ToolCall,
  fields: readonly Definition[],
  values: Readonly<Record<string, unknown>>,
): Promise<ReadonlyMap<string, string>> {
  const referring = fields.flatMap(({ key, record_kind: kind }) => {
    if (kind === null || !isKind(kind) || missingScopes(call, [`${tableOf(kind)}:read`]).length > 0) return []
    return { table: tableOf(kind), id: String(values[key]) }
  })
  const found = await Promise.all(
    referring.map(({ table, id }) =>
      call.person.rows(`/${table}?id=eq.${encodeURIComponent(id)}&select=id,name`, named),
    ),
  )
  return new Map(found.flat().map(({ id, name }) => [id, name]))
}
