import { describe, expect, test } from 'vitest'
import { DEMO_SYSTEMS } from '@/workspace/demo/data/systems.ts'
import { filterSystems } from './filter-systems.ts'

const found = (text: string) => filterSystems(DEMO_SYSTEMS, text).map(({ name }) => name)

describe('filterSystems', () => {
  test('keeps everything for a blank text', () => {
    expect(found('  ')).toHaveLength(3)
  })

  test('finds by name and by description, in any capitals', () => {
    expect(found('sales')).toEqual(['Salesforce'])
    expect(found(' RESOURCE planning ')).toEqual(['SAP ERP'])
  })

  test('[DIS-29] finds nothing where nothing fits', () => {
    expect(found('.*')).toEqual([])
  })
})
