import { describe, expect, test } from 'vitest'
import { DEMO_SYSTEMS } from '../examples/systems.ts'
import { EVERY_RECORD } from '../port/records/records.ts'
import { filterRecords } from './filter-records.ts'

const found = (text: string) => filterRecords(DEMO_SYSTEMS, { ...EVERY_RECORD, text }).map(({ name }) => name)

describe('filterRecords', () => {
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
