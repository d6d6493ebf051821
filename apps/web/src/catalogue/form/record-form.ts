import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import type { FieldValues } from '@cairn/workspace/port/records/fields'
import type { RecordLink } from '@cairn/workspace/port/records/links'
import type { RecordInput } from '@cairn/workspace/port/records/records'
import { MAX_TAGS } from '@cairn/workspace/port/records/tags'
import { z } from 'zod/mini'
import { withCurrency } from '../fields/money.ts'
import { linksSchema } from '../links/links-form.ts'
import {
  endedRelations,
  endedSchema,
  type RelationRow,
  relationsOf,
  relationsSchema,
} from '../relations/relations-form.ts'

/** A value of a field of any type. */
export const fieldValue = z.union([z.string(), z.number(), z.boolean(), z.readonly(z.array(z.string()))])

/**
 * The fields that the form of every record has, as a `zod` schema. `record-resolver.ts` defines the values that they
 * accept.
 */
export function recordFormFields(name: { required: Phrase; tooLong: Phrase }) {
  return {
    name: z.string().check(z.trim(), z.minLength(1, name.required), z.maxLength(120, name.tooLong)),
    description: z
      .string()
      .check(z.trim(), z.maxLength(2000, phrase('Description must have at most 2,000 characters.'))),
    /** Empty without an owner, as a select has it. */
    ownerId: z.string(),
    fields: z.readonly(z.record(z.string(), fieldValue)),
    links: linksSchema,
    tags: z.readonly(
      z.array(z.string()).check(z.maxLength(MAX_TAGS, phrase('A record has at most 50 tags.'))),
    ),
    relations: relationsSchema,
    ended: endedSchema,
  }
}

export interface RecordForm {
  name: string
  description: string
  ownerId: string
  /** All values of the record, those of fields that the form does not know included. */
  fields: FieldValues
  links: readonly RecordLink[]
  /** The ids of the tags. */
  tags: readonly string[]
  /** Those to add. */
  relations: readonly RelationRow[]
  /** Those to remove, by `relationKey`. */
  ended: readonly string[]
}

/** Returns the initial values of these fields. */
export function recordForm(record: RecordInput | null): RecordForm {
  return {
    name: record?.name ?? '',
    description: record?.description ?? '',
    ownerId: record?.ownerId ?? '',
    fields: record?.fields ?? {},
    links: record?.links ?? [],
    tags: record?.tags ?? [],
    relations: [],
    ended: [],
  }
}

/** Returns the values of these fields to send. */
export function recordInput(form: RecordForm): RecordInput {
  const { name, description, ownerId, fields, links, tags } = form
  const relations = [...endedRelations(form.ended), ...relationsOf(form.relations)]
  return {
    ...{ name, description, ownerId: ownerId || null, fields: withCurrency(fields), links, tags },
    ...(relations.length > 0 && { relations }),
  }
}
