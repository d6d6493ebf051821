import {
  type Aggregate,
  type EmbedPlan,
  isGrouped,
  isShown,
  type OrderBy,
  type OrderKey,
  type OutputItem,
  type ReadPlan,
} from '../plan/read-plan.ts'
import type { ColumnType } from '../schema-cache/relation.ts'
import { leadsToOneRow } from '../schema-cache/relationships.ts'
import { boundedPiece } from './bounds.ts'
import {
  embeddedSource,
  fieldSql,
  levelConditions,
  type Rows,
  rowsOf,
  type Source,
  whereSql,
} from './condition.ts'
import { identifier, qualified, type Writer } from './writer.ts'

/** A select, and the count of all rows that it would return without limit and offset. */
export interface SelectSql {
  rows: string
  count: string
}

/** The column in which a common table expression passes on each row as a value of its row type. */
export const WHOLE = identifier('$whole')

/** Writes the rows of a plan, read from a table or from a common table expression (`derived`). */
export function selectSql(
  writer: Writer,
  plan: ReadPlan,
  { name, derived }: { name: string; derived: boolean },
): SelectSql {
  const alias = writer.alias()
  const rows = derived ? { alias, whole: `${alias}.${WHOLE}` } : rowsOf(alias)
  const conditions = levelConditions(writer, rows, plan)
  const from = `${name} ${alias}`
  return {
    rows: rowsSql(writer, plan, { from, rows, conditions }),
    count: `select count(*) from ${from}${whereSql(conditions)}`,
  }
}

function rowsSql(writer: Writer, plan: ReadPlan, { from, rows, conditions }: Source): string {
  const grouped = isGrouped(plan)
  const output = plan.output.map((item) => outputSql(writer, rows, plan, item, grouped))
  const columns = output.flatMap((item) => item.columns)
  const selected = columns.map(({ sql, label }) => (label === null ? sql : `${sql} as ${identifier(label)}`))
  const joins = output.map(({ join }) => join?.sql ?? '').join('')
  const spreads = new Map(output.flatMap(({ join }) => (join ? [[join.embed, join.alias]] : [])))
  return (
    `select ${selected.join(', ')} from ${from}${joins}${whereSql(conditions)}` +
    `${grouped ? groupSql(columns) : ''}${orderSql(writer, { rows, spreads }, plan.order)}${rangeSql(writer, plan)}`
  )
}

interface OutputColumn {
  sql: string
  /** Null where the SQL stands for several columns with their own names. */
  label: string | null
  aggregated: boolean
}

interface Output {
  columns: readonly OutputColumn[]
  /** A row source that the columns need, beside the level's own. */
  join?: { embed: EmbedPlan; alias: string; sql: string }
}

function outputSql(writer: Writer, rows: Rows, plan: ReadPlan, item: OutputItem, grouped: boolean): Output {
  const one = (sql: string, label: string | null, aggregated = false): Output => ({
    columns: [{ sql, label, aggregated }],
  })
  switch (item.kind) {
    case 'all':
      if (!grouped && rows.whole === rows.alias && !isRepresented(plan)) return one(`${rows.alias}.*`, null)
      return {
        columns: [...plan.relation.columns.values()].map((column) => {
          const named = columnSql(rows.alias, column.name)
          return grouped ? named : { ...named, sql: shownSql(named.sql, column.type) }
        }),
      }
    case 'field': {
      const { field, cast, label } = item
      const sql = fieldSql(writer, rows, field)
      return one(cast === null && !grouped ? shownSql(sql, field.type) : castSql(sql, cast), label)
    }
    case 'aggregate': {
      const of = item.of === null ? '*' : castSql(fieldSql(writer, rows, item.of.field), item.of.cast)
      return one(aggregateSql(item, of), item.label, true)
    }
    case 'embed': {
      if (!isShown(item.embed)) return { columns: [] }
      const value = `(${embedSql(writer, rows, item.embed)})`
      // Rows are grouped by values that can be compared, which json cannot.
      return one(grouped ? `${value}::jsonb` : value, item.embed.label)
    }
    case 'spread':
      return spreadSql(writer, rows, item, grouped)
  }
}

function columnSql(alias: string, name: string): OutputColumn {
  return { sql: `${alias}.${identifier(name)}`, label: name, aggregated: false }
}

function isRepresented({ relation }: ReadPlan): boolean {
  return [...relation.columns.values()].some(({ type }) => type.representation?.toJson)
}

/** A value as the response has it: some domains define their JSON. */
function shownSql(sql: string, { representation }: ColumnType): string {
  const by = representation?.toJson ?? null
  return by === null ? sql : `${qualified(by)}(${sql})`
}

function castSql(sql: string, cast: string | null): string {
  return cast === null ? sql : `${sql}::${cast}`
}

function aggregateSql({ aggregate, cast }: Aggregate, of: string): string {
  return castSql(`${aggregate}(${of})`, cast)
}

/** A JSON value for each row of `parent`: an object or null, or an array. Only rows in the response are looked up. */
function embedSql(writer: Writer, parent: Rows, embed: EmbedPlan): string {
  const inner = rowsSql(writer, embed.read, embeddedSource(writer, parent, embed))
  const row = writer.alias()
  const json = `row_to_json(${row})`
  if (leadsToOneRow(embed.relationship)) return `select ${json} from (${inner}) ${row}`
  const pieces = writer.alias()
  const limited = embed.read.range.limit !== null
  const piece = boundedPiece(`${pieces}.${PIECE}`, { type: 'json', counter: pieces, limited })
  return (
    `select coalesce(json_agg(${piece}), '[]') ` +
    `from (select ${json} as ${PIECE} from (${inner}) ${row} offset 0) ${pieces}`
  )
}

/** Each row as one value. "offset 0" keeps Postgres from computing it again wherever it is named. */
const PIECE = 'piece'

/** The columns of embedded rows beside those of `parent`; of many rows each column as an array. */
function spreadSql(
  writer: Writer,
  parent: Rows,
  { embed, columns }: Extract<OutputItem, { kind: 'spread' }>,
  grouped: boolean,
): Output {
  // Without a column the resource exists for its conditions alone, which are those of the parent row.
  if (columns.length === 0) return { columns: [] }
  const inner = rowsSql(writer, embed.read, embeddedSource(writer, parent, embed))
  const spread = writer.alias()
  const toOne = leadsToOneRow(embed.relationship)
  const lateral = toOne ? inner : arraysSql(writer, inner, columns, embed.read.range.limit !== null)
  const selected = columns.map(({ label, aggregate, json }): OutputColumn => {
    const { sql } = columnSql(spread, label)
    if (aggregate !== null) {
      return { sql: aggregateSql(aggregate, aggregate.ofRows ? '*' : sql), label, aggregated: true }
    }
    return { sql: grouped && json ? `${sql}::jsonb` : sql, label, aggregated: false }
  })
  const join = { embed, alias: spread, sql: ` left join lateral (${lateral}) ${spread} on true` }
  return { columns: selected, join }
}

function arraysSql(
  writer: Writer,
  inner: string,
  columns: readonly { label: string }[],
  limited: boolean,
): string {
  const row = writer.alias()
  const pieces = writer.alias()
  const names = columns.map(({ label }) => identifier(label))
  const values = names.map((name) => `coalesce(to_json(${row}.${name}), 'null') as ${name}`)
  const arrays = names.map((name, index) => {
    const piece = boundedPiece(`${pieces}.${name}`, { type: 'json', counter: `${pieces}_${index}`, limited })
    return `coalesce(json_agg(${piece}), '[]') as ${name}`
  })
  return `select ${arrays.join(', ')} from (select ${values.join(', ')} from (${inner}) ${row} offset 0) ${pieces}`
}

/** Groups by position: repeating a column's expression would give it other parameters. */
function groupSql(columns: readonly OutputColumn[]): string {
  const places = columns.flatMap(({ aggregated }, index) => (aggregated ? [] : [index + 1]))
  return places.length === 0 ? '' : ` group by ${places.join(', ')}`
}

/** The sources in which an order finds its columns: the rows, and the spread resources beside them by their alias. */
interface OrderScope {
  rows: Rows
  spreads: ReadonlyMap<EmbedPlan, string>
}

function orderSql(writer: Writer, scope: OrderScope, order: readonly OrderBy[]): string {
  if (order.length === 0) return ''
  const terms = order.map((term) => {
    const nulls = term.nulls === null ? '' : ` nulls ${term.nulls}`
    return `${orderKeySql(writer, scope, term.by)}${term.descending ? ' desc' : ''}${nulls}`
  })
  return ` order by ${terms.join(', ')}`
}

function orderKeySql(writer: Writer, { rows: parent, spreads }: OrderScope, by: OrderKey): string {
  switch (by.kind) {
    case 'own':
      return fieldSql(writer, parent, by.field)
    case 'spread': {
      const alias = spreads.get(by.embed)
      if (alias === undefined) throw new Error('An order names a spread resource that adds no column.')
      return columnSql(alias, by.label).sql
    }
    case 'embedded': {
      const { from, rows, conditions } = embeddedSource(writer, parent, by.embed)
      const first = by.embed.relationship.computedBy === null ? '' : ' limit 1'
      return `(select ${fieldSql(writer, rows, by.field)} from ${from}${whereSql(conditions)}${first})`
    }
  }
}

function rangeSql(writer: Writer, { range: { limit, offset } }: ReadPlan): string {
  const most = limit === null ? '' : ` limit ${writer.as(String(limit), 'bigint')}`
  return offset === 0 ? most : `${most} offset ${writer.as(String(offset), 'bigint')}`
}
