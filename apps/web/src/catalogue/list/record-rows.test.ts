import { describe, expect, test } from 'vitest'
import { pagesAround, rowsOf } from './record-rows.ts'

const page = (first: number, count = 100) => ({
  items: Array.from({ length: count }, (_, index) => first + index),
  total: 250,
})

describe('rowsOf', () => {
  test('has a row for every record, with those whose page is there', () => {
    const rows = rowsOf(
      new Map([
        [0, page(0)],
        [2, page(200, 50)],
      ]),
      250,
    )
    expect(rows).toHaveLength(250)
    expect([0, 99, 100, 199, 200, 249, 250].map((index) => rows.at(index))).toEqual([
      0,
      99,
      undefined,
      undefined,
      200,
      249,
      undefined,
    ])
  })

  test('moves rows up where a record has just gone', () => {
    const rows = rowsOf(
      new Map([
        [0, page(0, 99)],
        [1, page(100)],
        [2, page(200, 48)],
      ]),
      250,
    )
    expect(rows).toHaveLength(247)
    expect([98, 99, 198, 199, 246, 247].map((index) => rows.at(index))).toEqual([
      98,
      100,
      199,
      200,
      247,
      undefined,
    ])
  })

  test('is empty without any', () => {
    expect(rowsOf(new Map(), 0)).toHaveLength(0)
  })
})

describe('pagesAround', () => {
  test.each([
    [0, 20, 50_000, [0]],
    [0, 70, 50_000, [0, 1]],
    [130, 150, 50_000, [0, 1]],
    [49_980, 49_999, 50_000, [499]],
    [49_920, 49_999, 50_000, [498, 499]],
    [0, 0, 0, [0]],
  ])('around rows %i to %i of %i are pages %j', (first, last, total, pages) => {
    expect(pagesAround(first, last, total)).toEqual(pages)
  })
})
