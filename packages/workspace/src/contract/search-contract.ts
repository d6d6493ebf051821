import { describe, expect, test } from 'vitest'
import { RESULT_TYPES } from '../port/search.ts'
import type { ContractOptions } from './options.ts'

/** Tests the search against any implementation of the port. */
export function searchContract({ open, settle = (answer) => answer }: ContractOptions): void {
  describe('The search', () => {
    test('[SRCH-09, 21, 23, DATA-37] finds a part of a name, whatever the capitals', async () => {
      const { search, systems } = await open()
      const {
        items: [system],
      } = await settle(systems.list())
      const part = system?.name.slice(1).toUpperCase() ?? ''
      const { counts, results } = await settle(search.find(part, 50))
      expect(results.find(({ id }) => id === system?.id)).toEqual({
        id: system?.id,
        type: 'system',
        title: system?.name,
        description: expect.any(String),
        link: '/systems',
        lastUpdated: expect.any(Date),
        record: expect.objectContaining({ status: system?.status }),
      })
      for (const type of RESULT_TYPES)
        expect(counts[type]).toBe(results.filter((result) => result.type === type).length)
    })

    test('[SRCH-08, GAP-32] counts all of a type, and lists no more of it than asked for', async () => {
      const { search } = await open()
      const all = await settle(search.find('l', 50))
      const few = await settle(search.find('l', 1))
      expect(few.counts).toEqual(all.counts)
      expect(all.counts.system).toBeGreaterThan(1)
      expect(few.results.filter(({ type }) => type === 'system')).toHaveLength(1)
    })

    test('[SRCH-25] puts the exact title before titles that only contain it', async () => {
      const { search, systems } = await open()
      const {
        items: [system],
      } = await settle(systems.list())
      const { results } = await settle(search.find(system?.name.toLowerCase() ?? '', 50))
      expect(results[0]?.title).toBe(system?.name)
    })

    test('[SRCH-20] finds nothing for a blank text', async () => {
      const { search } = await open()
      const { counts, results } = await settle(search.find('  ', 50))
      expect(results).toEqual([])
      expect(Object.values(counts).every((count) => count === 0)).toBe(true)
    })
  })
}
