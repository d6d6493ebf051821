import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import type { RecordInput } from '@cairn/workspace/port/records/records'
import { z } from 'zod/mini'

/** The fields that the form of every record has, as a schema of `zod`. */
export function recordFormFields(name: { required: Phrase; tooLong: Phrase }) {
  return {
    name: z.string().check(z.trim(), z.minLength(1, name.required), z.maxLength(120, name.tooLong)),
    description: z
      .string()
      .check(z.trim(), z.maxLength(2000, phrase('Description must have at most 2,000 characters.'))),
    /** Empty without an owner, as a select has it. */
    ownerId: z.string(),
  }
}

export interface RecordForm {
  name: string
  description: string
  ownerId: string
}

/** What these fields start with. */
export function recordForm(record: RecordInput | null): RecordForm {
  return {
    name: record?.name ?? '',
    description: record?.description ?? '',
    ownerId: record?.ownerId ?? '',
  }
}

/** What of them is sent. */
export function recordInput({ name, description, ownerId }: RecordForm): RecordInput {
  return { name, description, ownerId: ownerId || null }
}
