import type { DeletePlan, InsertPlan, MutatePlan, UpdatePlan } from '../plan/mutate.ts'
import type { Column } from '../schema-cache/relation.ts'
import { conditionSql, rowsOf, whereSql } from './condition.ts'
import { type PayloadColumn, payloadSql } from './payload.ts'
import { WHOLE } from './select.ts'
import { identifier, qualified, type Writer } from './writer.ts'

/** Writes an insert, update or delete that returns what its plan needs of the changed rows. */
export function mutationSql(writer: Writer, plan: MutatePlan): string {
  switch (plan.kind) {
    case 'insert':
      return insertSql(writer, plan)
    case 'update':
      return updateSql(writer, plan)
    case 'delete':
      return deleteSql(writer, plan)
  }
}

function insertSql(writer: Writer, plan: InsertPlan): string {
  const { table, payload, columns, missing, onConflict, only } = plan
  const alias = writer.alias()
  const names = columns.length === 0 ? '' : ` (${columns.map(({ name }) => identifier(name)).join(', ')})`
  const { from, row, values } = payloadSql(writer, payload, payloadColumns(columns, missing))
  const meant = (only ?? []).map((condition) => conditionSql(writer, rowsOf(row), condition))
  const counted = onConflict?.resolution === 'merge-duplicates' ? [`${countSql('+')} <> '0'`] : []
  return (
    `insert into ${qualified(table)} as ${alias}${names} select ${values.join(', ')} from ${from}${whereSql([...meant, ...counted])}` +
    `${conflictSql(plan)} returning ${returningSql(plan, alias)}`
  )
}

function conflictSql({ onConflict, columns }: InsertPlan): string {
  if (onConflict === null) return ''
  const target = `on conflict (${onConflict.columns.map(identifier).join(', ')})`
  if (onConflict.resolution === 'ignore-duplicates' || columns.length === 0) return ` ${target} do nothing`
  const sets = columns.map(({ name }) => `${identifier(name)} = excluded.${identifier(name)}`)
  return ` ${target} do update set ${sets.join(', ')} where ${countSql('-')} <> '-1'`
}

/** A setting of the transaction in which an upsert counts: up for each row, down for each that existed already. */
const INSERTED = 'data_api.inserted'
export const INSERTED_SQL = `nullif(current_setting('${INSERTED}', true), '')`

function countSql(sign: '+' | '-'): string {
  return `set_config('${INSERTED}', (coalesce(${INSERTED_SQL}, '0')::integer ${sign} 1)::text, true)`
}

function updateSql(writer: Writer, plan: UpdatePlan): string {
  const { table, payload, columns, missing, where } = plan
  const alias = writer.alias()
  const target = `${qualified(table)} as ${alias}`
  // A body without keys changes nothing, and "set" needs something to set.
  if (columns.length === 0) return `select ${returningSql(plan, alias)} from ${target} where false`
  const { from, values } = payloadSql(writer, payload, payloadColumns(columns, missing))
  const sets = columns.map(({ name }, index) => `${identifier(name)} = ${values[index]}`)
  const conditions = where.map((condition) => conditionSql(writer, rowsOf(alias), condition))
  return `update ${target} set ${sets.join(', ')} from ${from}${whereSql(conditions)} returning ${returningSql(plan, alias)}`
}

function deleteSql(writer: Writer, plan: DeletePlan): string {
  const alias = writer.alias()
  const conditions = plan.where.map((condition) => conditionSql(writer, rowsOf(alias), condition))
  return `delete from ${qualified(plan.table)} as ${alias}${whereSql(conditions)} returning ${returningSql(plan, alias)}`
}

function payloadColumns(columns: readonly Column[], missing: 'default' | 'null'): PayloadColumn[] {
  return columns.map(({ name, type, defaultSql }) => ({
    name,
    type: type.declared,
    defaultSql: missing === 'default' ? defaultSql : null,
    readBy: type.representation?.fromJson ?? null,
  }))
}

/** Only what the answer needs, because returning a column requires the right to read it. */
function returningSql({ returning, whole }: MutatePlan, alias: string): string {
  const stored =
    returning === null ? [`${alias}.*`] : [...returning].map((name) => `${alias}.${identifier(name)}`)
  const names = whole ? [...stored, `${alias} as ${WHOLE}`] : stored
  return names.length === 0 ? '1' : names.join(', ')
}
