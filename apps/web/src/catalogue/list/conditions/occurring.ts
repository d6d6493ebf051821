import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { valueReader } from '@cairn/workspace/rules/conditions'

/** How many records have which value of a field, most first; a value as conditions write it. */
export type Occurring = ReadonlyMap<string, number>

const MOST = 200

/** The values of a field that occur among records. */
export function occurringIn(records: readonly CatalogueRecord[], field: string): Occurring {
  const read = valueReader(field)
  const counts = new Map<string, number>()
  for (const record of records) {
    const value = read(record)
    if (value === undefined || value === '') continue
    const words =
      typeof value === 'object' ? value : [typeof value === 'boolean' ? yesOrNo(value) : String(value)]
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return new Map([...counts].sort(([, one], [, other]) => other - one).slice(0, MOST))
}

function yesOrNo(value: boolean): string {
  return value ? 'yes' : 'no'
}
