import { expect, test } from 'vitest'
import { CATALOGUE_KINDS, CATALOGUES } from '../port/catalogues.ts'
import { GAPS } from '../port/gap.ts'
import { type CatalogueRecord, EVERY_RECORD, type RecordPage } from '../port/records.ts'
import type { ContractOptions } from './options.ts'

/** What is said of gaps, whatever implements it. */
export function gapsContract({ open, settle = (answer) => answer }: ContractOptions): void {
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
