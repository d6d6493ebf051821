import type { Target } from '@cairn/tables/matching/target'
import type { ImportKey } from '@cairn/workspace/port/imports'

/** A field of the records as an import knows it. */
export interface ImportTarget extends Target {
  /** What the user calls it. */
  label: string
  /** It has several values; a cell has them with such marks between them. Null for one value. */
  list: 'commas' | 'lines' | null
}

/** What becomes of a column: a field takes it, it is a line of the description, or it is left out. */
export type ColumnUse = { use: 'field'; key: string } | { use: 'line' } | { use: 'out' }

/** Stands among the fields that are remembered for a column that is a line of the description. */
export const LINE = 'line'

/** How the columns of a table become fields. */
export interface Mapping {
  /** As many as there are columns. */
  columns: readonly ColumnUse[]
  /** What words mean, by the key of the field: the id of a choice by the word; empty for one that is left out. */
  words: Readonly<Record<string, Readonly<Record<string, string>>>>
  key: ImportKey
  /** What the rows come from; null where no source is named. */
  source: string | null
  /** Whether an empty cell empties the field; else it leaves the field as it is. */
  emptiesFields: boolean
}

/** The field that takes a column; null for none. */
export function targetOf(targets: readonly ImportTarget[], use: ColumnUse | undefined): ImportTarget | null {
  return use?.use === 'field' ? (targets.find(({ key }) => key === use.key) ?? null) : null
}
