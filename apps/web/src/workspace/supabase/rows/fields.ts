import { OWN } from '@cairn/workspace/port/records/field-keys'
import type { BuiltInKey, FieldValue, FieldValues } from '@cairn/workspace/port/records/fields'
import { LINK_PURPOSES, type LinkPurpose } from '@cairn/workspace/port/records/link-purposes'
import type { CatalogueRecord, RecordInput } from '@cairn/workspace/port/records/records'
import { z } from 'zod/mini'
import { BUILT_IN_COLUMNS, WRITTEN_COLUMNS } from './built-in-columns.ts'

/** The value of an own field, as the column has it. */
export const fieldValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])

/** The port's list of them comes with their words, which the first screen does not need. */
const BUILT_IN_KEYS = Object.keys(BUILT_IN_COLUMNS).filter(
  (column): column is BuiltInKey => column in BUILT_IN_COLUMNS,
)

/** Columns of built-in fields, own fields, tags and links, as fields of a schema of `zod`. */
export const fieldColumns = {
  ...BUILT_IN_COLUMNS,
  tags: z.array(z.string()),
  links: z.array(z.object({ purpose: z.string(), title: z.string(), url: z.string() })),
  own: z.record(z.string(), z.unknown()),
}
const described = z.object(fieldColumns)

/** The fields, tags and links of a record, from these columns. */
export function describedOf(
  row: z.infer<typeof described>,
): Pick<CatalogueRecord, 'fields' | 'tags' | 'links'> {
  return {
    fields: fieldsOf(row),
    tags: row.tags,
    links: row.links.map((link) => ({ ...link, purpose: purposeOf(link.purpose) })),
  }
}

function fieldsOf(row: z.infer<typeof described>): FieldValues {
  const fields: Record<string, FieldValue> = {}
  for (const key of BUILT_IN_KEYS) {
    const value = row[key]
    if (value !== null && value !== '') fields[key] = value
  }
  for (const [key, value] of Object.entries(row.own)) {
    const known = fieldValue.safeParse(value)
    if (known.success) fields[OWN + key] = known.data
  }
  return fields
}

function purposeOf(word: string): LinkPurpose {
  return LINK_PURPOSES.find((purpose) => purpose === word) ?? 'other'
}

/** The columns for what a user has entered; none for what is missing in it. */
export function describingColumns({ fields, tags, links }: Pick<RecordInput, 'fields' | 'tags' | 'links'>) {
  return {
    ...(fields && { ...WRITTEN_COLUMNS.parse(fields), own: ownColumn(fields) }),
    ...(tags && { tags: [...tags] }),
    ...(links && { links: links.map((link) => ({ ...link })) }),
  }
}

function ownColumn(fields: FieldValues): Record<string, FieldValueInJson> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) =>
      key.startsWith(OWN) ? [[key.slice(OWN.length), typeof value === 'object' ? [...value] : value]] : [],
    ),
  )
}

type FieldValueInJson = string | number | boolean | string[]
