import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import type { RelationType } from '@cairn/workspace/port/records/relation-types'
import type { EdgeType } from '@cairn/workspace/port/records/relations'
import type { Side } from './related.ts'

export const SIDE_TITLES: Readonly<Record<Side, Phrase>> = {
  depends_on: phrase('Depends on'),
  used_by: phrase('Used by'),
  replaces: phrase('Replaces'),
  replaced_by: phrase('Replaced by'),
}

/** The names of the button that follows a side from a related record. */
export const UNFOLD_LABELS: Readonly<Record<Side, Phrase>> = {
  depends_on: phrase('What {{name}} depends on'),
  used_by: phrase('What {{name}} is used by'),
  replaces: phrase('What {{name}} replaces'),
  replaced_by: phrase('What {{name}} is replaced by'),
}

type Ends = Readonly<Record<'outgoing' | 'incoming', Phrase | null>>

/** The role of the other record, beside its name, where the side does not say it. */
const ROLES: Readonly<Record<EdgeType, Ends>> = {
  depends_on: { outgoing: null, incoming: null },
  runs_in: { outgoing: phrase('Where it runs'), incoming: phrase('Runs here') },
  feeds_data_to: { outgoing: phrase('Gets data from here'), incoming: phrase('Source of data') },
  part_of: { outgoing: phrase('Has this as a part'), incoming: phrase('Part') },
  replaces: { outgoing: null, incoming: null },
  refers_to: { outgoing: null, incoming: null },
}

/** Returns what the other record is, in words; null where the side says it. */
export function roleOf(type: EdgeType, outgoing: boolean): Phrase | null {
  return ROLES[type][outgoing ? 'outgoing' : 'incoming']
}

/** A relation as a member adds it: what this record does with the other one. */
export interface RelationChoice {
  id: string
  type: RelationType
  outgoing: boolean
  label: Phrase
}

const choice = (type: RelationType, outgoing: boolean, label: Phrase): RelationChoice => ({
  ...{ id: `${type} ${outgoing ? 'to' : 'from'}`, type, outgoing, label },
})

/** The relations that can be added, from either side. */
export const RELATION_CHOICES = [
  choice('depends_on', true, phrase('depends on')),
  choice('depends_on', false, phrase('is used by')),
  choice('runs_in', true, phrase('runs in')),
  choice('runs_in', false, phrase('hosts')),
  choice('feeds_data_to', true, phrase('feeds data to')),
  choice('feeds_data_to', false, phrase('gets data from')),
  choice('part_of', true, phrase('is part of')),
  choice('part_of', false, phrase('has as a part')),
  choice('replaces', true, phrase('replaces')),
  choice('replaces', false, phrase('is replaced by')),
] as const

/** Returns the relation of this id; the first one where there is none. */
export function choiceOf(id: string): RelationChoice {
  return RELATION_CHOICES.find((known) => known.id === id) ?? RELATION_CHOICES[0]
}

/** Returns what a record does with another one, in words. */
export function relationWord(type: string, outgoing: boolean): Phrase | null {
  return RELATION_CHOICES.find((known) => known.type === type && known.outgoing === outgoing)?.label ?? null
}
