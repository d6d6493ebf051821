import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { collectRows } from '../model/collect-rows.ts'
import type { Limits } from '../model/limits.ts'
import type { Kind, Overrides, Table } from '../model/table.ts'
import { TableError } from '../model/table-error.ts'
import { shapedRows } from '../shapes/entries.ts'
import type { LeftOut, Shape } from '../shapes/shape.ts'
import { makeTable } from './make-table.ts'

export interface EntriesSource {
  values: readonly unknown[]
  kind: Kind
  name: string
  overrides: Overrides
  recordKind: CatalogueKind | null
  limits: Limits
}

/** The table of the values of a JSON or YAML file. Entries are numbered from 1. */
export function readEntries({
  values,
  kind,
  name,
  overrides,
  recordKind,
  limits,
}: EntriesSource): Table & { shape: Shape; leftOut: readonly LeftOut[] } {
  const shaped = shapedRows(values, limits, recordKind)
  if (!shaped) throw new TableError({ kind: 'no_entries', format: kind })
  const collector = collectRows(limits)
  for (const [index, cells] of shaped.rows.entries()) collector.add(index + 1, cells)
  const grid = collector.done()
  const columns = Math.max(grid.columns, shaped.head?.length ?? 0)
  const table = makeTable({ name, grid: { ...grid, columns }, kind, head: shaped.head, overrides })
  return { ...table, shape: shaped.shape, leftOut: shaped.leftOut }
}
