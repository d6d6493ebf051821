import { noAggregatesOfLists } from '../errors/request-errors.ts'
import { leadsToOneRow } from '../schema-cache/relationships.ts'
import type { Field } from './field.ts'
import { type EmbedPlan, isShown, type OutputItem, type ReadPlan, type SpreadColumn } from './read-plan.ts'

/**
 * Plans an embedded resource whose columns become columns of the parent row. Columns of one row are values, which can
 * be aggregated there: `...owner(age.avg())` is the average over the parent rows. Of many rows each column is an array.
 * Source: https://docs.postgrest.org/en/v14/references/api/resource_embedding.html#spread-embedded-resource
 */
export function planSpread(embed: EmbedPlan): OutputItem {
  const output = distinct(
    embed.read.output.flatMap((item) => (item.kind === 'all' ? allColumns(embed.read) : [item])),
  )
  const columns = output.flatMap(columnsOf)
  if (!leadsToOneRow(embed.relationship)) {
    if (output.some(({ kind }) => kind === 'aggregate')) throw noAggregatesOfLists()
    const plain = columns.map(({ label }) => ({ label, aggregate: null, json: true }))
    return { kind: 'spread', embed: withOutput(embed, output), columns: plain }
  }
  return { kind: 'spread', embed: withOutput(embed, output.flatMap(unaggregated)), columns }
}

function withOutput(embed: EmbedPlan, output: readonly OutputItem[]): EmbedPlan {
  return { ...embed, read: { ...embed.read, output } }
}

/** Expands a star to names, because each becomes a column of the parent row. */
function allColumns({ relation }: ReadPlan): OutputItem[] {
  return [...relation.columns.values()].map((column) => {
    const field: Field = { column, path: [], type: column.type }
    return { kind: 'field', field, cast: null, label: column.name }
  })
}

/** The columns without repeated names: the parent row has each name once, and the first column of a name counts. */
function distinct(output: readonly OutputItem[]): OutputItem[] {
  const labels = new Set<string>()
  const isNew = ({ label }: { label: string }) => !labels.has(label) && labels.add(label).has(label)
  return output.flatMap((item): OutputItem[] => {
    if (item.kind === 'spread') return [{ ...item, columns: item.columns.filter(isNew) }]
    return columnsOf(item).every(isNew) ? [item] : []
  })
}

function columnsOf(item: OutputItem): SpreadColumn[] {
  switch (item.kind) {
    case 'all':
      return []
    case 'field':
      return [{ label: item.label, aggregate: null, json: false }]
    case 'aggregate': {
      const { aggregate, cast, of, label } = item
      return [{ label, aggregate: { aggregate, cast, ofRows: of === null }, json: false }]
    }
    case 'embed':
      return isShown(item.embed) ? [{ label: item.embed.label, aggregate: null, json: true }] : []
    case 'spread':
      return [...item.columns]
  }
}

/** The columns that remain to be read where the parent row aggregates. */
function unaggregated(item: OutputItem): OutputItem[] {
  if (item.kind === 'aggregate') {
    return item.of === null ? [] : [{ kind: 'field', ...item.of, label: item.label }]
  }
  if (item.kind !== 'spread') return [item]
  const columns = item.columns.flatMap((column) =>
    column.aggregate?.ofRows ? [] : [{ ...column, aggregate: null }],
  )
  return [{ ...item, columns }]
}
