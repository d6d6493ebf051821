import { dayAhead } from '@cairn/workspace/examples/moments'
import type { Outlook } from '@cairn/workspace/port/dashboard'
import { CATALOGUE_KINDS, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'

const NEAR_DAYS = 60

/** Returns the near renewals of the examples, and how many records of each department have an owner. */
export function demoOutlook(records: Record<CatalogueKind, () => readonly CatalogueRecord[]>): Outlook {
  const all = CATALOGUE_KINDS.flatMap((kind) => records[kind]().map((record) => ({ kind, record })))
  const items = all
    .flatMap(({ kind, record: { id, name, fields } }) => {
      const day = fields['renews_on']
      return typeof day === 'string' && day >= dayAhead(0) && day <= dayAhead(NEAR_DAYS)
        ? { kind, id, name, renewsOn: day }
        : []
    })
    .sort((one, other) => one.renewsOn.localeCompare(other.renewsOn))
  const names = [
    ...new Set(
      all.map(({ record }) => record.fields['department']).filter((name) => typeof name === 'string'),
    ),
  ].filter((name) => name !== '')
  const departments = names.map((name) => {
    const theirs = all.filter(({ record }) => record.fields['department'] === name)
    return {
      name,
      records: theirs.length,
      withOwner: theirs.filter(({ record }) => record.ownerId !== null).length,
    }
  })
  return {
    renewals: { total: items.length, items: items.slice(0, 5) },
    departments: departments.sort((one, other) => other.records - one.records).slice(0, 5),
  }
}
