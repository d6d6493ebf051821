import { DEMO_INVITED, DEMO_TEAM } from '@cairn/workspace/examples/team'
import type { ExportedRow } from '@cairn/workspace/rules/export-cells'
import { DEMO_RECORDS } from './catalogues.ts'

/**
 * Converts an example to a row of the database: columns by their names there, moments as texts, people and records by
 * name.
 */
export function asRow(example: object): ExportedRow {
  return Object.fromEntries(Object.entries(example).map(([key, value]) => [columnOf(key), inWords(value)]))
}

/** Converts `lastUsed` to the column `last_used`. */
function columnOf(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

const RECORDS = new Map(
  Object.values(DEMO_RECORDS)
    .flatMap((read) => read())
    .map(({ id, name }) => [id, name]),
)

/** Converts moments to texts, and members and records to names. */
export function inWords(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(inWords)
  return typeof value === 'string' ? (nameOf(value) ?? RECORDS.get(value) ?? value) : value
}

/** Returns the name of a person of the examples. */
export function nameOf(id: string | null): string | null {
  return [...DEMO_TEAM, ...DEMO_INVITED].find((person) => person.id === id)?.name ?? null
}
