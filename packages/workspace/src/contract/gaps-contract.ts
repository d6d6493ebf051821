import { expect, test } from 'vitest'
import { CATALOGUE_KINDS, CATALOGUES } from '../port/records/catalogues.ts'
import { GAPS, type Gap } from '../port/records/gap.ts'
import { type CatalogueRecord, EVERY_RECORD, type RecordPage } from '../port/records/records.ts'
import type { ContractOptions } from './options.ts'

/** Tests the gaps against any implementation of the port. */
export function gapsContract({ open, settle = (answer) => answer }: ContractOptions): void {
  test('tells of coverage what the gaps leave, and of weeks in their order', async () => {
    const { gaps } = await open()
    const { now, weeks, kinds } = await settle(gaps.coverage())
    const figures = Object.values(await settle(gaps.figures()))
    const lacking = (gap: Gap) => figures.reduce((sum, figure) => sum + (figure[gap] ?? 0), 0)
    expect(now.records).toBeGreaterThan(0)
    expect(now.records - now.withOwner).toBe(lacking('no_owner'))
    expect(now.records - now.withSecond).toBe(lacking('nobody_else'))
    const times = weeks.map(({ at }) => at.getTime())
    expect(times).toEqual([...times].sort((a, b) => a - b))
    const counted = Object.values(kinds)
    expect(counted.reduce((sum, { now: records }) => sum + records, 0)).toBe(now.records)
    for (const { weeks: known } of counted) expect(known.length).toBeLessThanOrEqual(12)
    for (const week of weeks) {
      expect(week.records).toBeGreaterThanOrEqual(week.withOwner)
      expect(week.records).toBeGreaterThanOrEqual(week.withSecond)
    }
  })

  test('counts of each gap as many records as a list has that is filtered by it', async () => {
    const workspace = await open()
    const figures = await settle(workspace.gaps.figures())
    expect(figures.system).toBeDefined()
    for (const kind of CATALOGUE_KINDS) {
      for (const gap of GAPS) {
        const figure = figures[kind]?.[gap]
        if (figure === undefined) continue
        const found: Promise<RecordPage<CatalogueRecord>> = workspace[CATALOGUES[kind].table].find(
          { ...EVERY_RECORD, gaps: [gap] },
          0,
        )
        const { total } = await settle(found)
        expect(total).toBe(figure)
      }
    }
  })

  test('names who left a record behind, and nobody for one that was never left', async () => {
    const { systems, gaps } = await open()
    const { items } = await settle(systems.list())
    const ids = items.map(({ id }) => id)
    expect(await settle(gaps.departed('system', ids))).toEqual([])
  })
}
