import { phrase } from '@cairn/workspace/lib/phrase'
import { CATALOGUE_KINDS } from '@cairn/workspace/port/records/catalogues'
import type { RelationChange, RelationTo } from '@cairn/workspace/port/records/relation-types'
import { z } from 'zod/mini'
import { choiceOf } from './relation-words.ts'

/** The most relations that a form adds at once. */
export const MAX_ADDED = 20

const row = z
  .object({
    /** The id of a relation that can be added. */
    choice: z.string(),
    /** Null until it is chosen. A draft shows its name again. */
    other: z.nullable(z.object({ id: z.string(), kind: z.enum(CATALOGUE_KINDS), name: z.string() })),
    note: z.string().check(z.trim()),
  })
  .check(
    z.refine((entered) => isBlank(entered) || entered.other !== null, {
      path: ['other'],
      error: phrase('Choose a record.'),
    }),
  )

/** A relation as it is entered into the form of a record. */
export type RelationRow = z.infer<typeof row>

/** The relations that a form may send. Lines without a record and a note are left out, and are nobody's fault. */
export const relationsSchema = z.pipe(
  z.readonly(z.array(row)),
  z.transform((rows): readonly RelationRow[] => rows.filter((entered) => !isBlank(entered))),
)

/** The relations that a form removes, by `relationKey`. */
export const endedSchema = z.readonly(z.array(z.string()))

/** Returns what tells a relation of a record apart from its other ones. A draft keeps it. */
export function relationKey({ type, outgoing, otherId }: Omit<RelationTo, 'note'>): string {
  return [type, outgoing ? 'to' : 'from', otherId].join(' ')
}

/** Returns the relations to remove. */
export function endedRelations(ended: readonly string[]): readonly RelationChange[] {
  return ended.map((key) => {
    const [type = '', side = '', otherId = ''] = key.split(' ')
    const { type: known, outgoing } = choiceOf(`${type} ${side}`)
    return { otherId, type: known, outgoing, note: '', removed: true }
  })
}

/** Returns the relations to add. */
export function relationsOf(rows: readonly RelationRow[]): readonly RelationTo[] {
  return rows.flatMap(({ choice, other, note }) => {
    const { type, outgoing } = choiceOf(choice)
    return other === null ? [] : [{ otherId: other.id, type, outgoing, note }]
  })
}

function isBlank({ other, note }: Pick<RelationRow, 'other' | 'note'>): boolean {
  return other === null && note === ''
}
