import type { MapRecord, RecordMap } from '@cairn/workspace/port/records/record-map'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldedDrawing } from './drawing.ts'
import { overlaps } from './lines.ts'
import { cellPicture } from './picture.ts'
import { type Cells, placeSpots } from './place-spots.ts'

const KEYS = Array.from({ length: 9 }, (_, place) => `g${place}`)

/** A map with so many records in each group, and these links between records. */
function mapOf(
  sizes: readonly number[],
  links: readonly (readonly [number, number])[],
  unfolded: readonly string[],
): RecordMap {
  const all = sizes.flatMap((size, place) =>
    Array.from({ length: size }, (_, at): MapRecord => {
      const id = `${KEYS[place]} record ${at}`
      return {
        ...{ id, name: id, kind: 'system', status: 'active', ownerId: null, criticality: null, state: null },
        ...{ troubleSince: null, maintenanceUntil: null, group: KEYS[place] ?? '' },
      }
    }),
  )
  const spotOf = (at: number) => {
    const { id = '', group = '' } = all[at % all.length] ?? {}
    return { group, recordId: unfolded.includes(group) ? id : null }
  }
  return {
    groups: sizes.map((records, place) => {
      const key = KEYS[place] ?? ''
      return { key, label: key, records, unowned: 0, troubled: 0, critical: 0, inMaintenance: 0 }
    }),
    records: unfolded.flatMap((key) => all.filter(({ group }) => group === key)).slice(0, 100),
    edges: links.map(([from, to]) => ({ from: spotOf(from), to: spotOf(to), total: 12 })),
    hidden: { groups: 0, records: 0, relations: 0 },
    countedAt: null,
  }
}

const graph = fc.record({
  sizes: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: KEYS.length }),
  links: fc.array(fc.tuple(fc.nat(200), fc.nat(200)), { maxLength: 20 }),
  turns: fc.array(fc.nat(KEYS.length - 1), { minLength: 1, maxLength: 8 }),
})

/** The width of every picture: it stands in the middle, and would move as it grows. */
const WIDTH = 950
const NONE: Cells = new Map()
const turned = (unfolded: readonly string[], key: string) =>
  unfolded.includes(key) ? unfolded.filter((other) => other !== key) : [...unfolded, key]

test('nothing that is there moves when groups are unfolded and folded back, and nothing lies over another', () => {
  fc.assert(
    fc.property(graph, ({ sizes, links, turns }) => {
      let unfolded: readonly string[] = []
      let cells = placeSpots(foldedDrawing(mapOf(sizes, links, unfolded), unfolded).spots, NONE)
      for (const turn of turns) {
        unfolded = turned(unfolded, KEYS[turn % sizes.length] ?? '')
        const drawing = foldedDrawing(mapOf(sizes, links, unfolded), unfolded)
        const next = placeSpots(drawing.spots, cells)
        expect([...next.keys()].sort()).toEqual(drawing.spots.map(({ id }) => id).sort())
        expect(new Map([...cells].filter(([id]) => next.has(id)))).toEqual(
          new Map([...next].filter(([id]) => cells.has(id))),
        )
        const { boxes, lines, width } = cellPicture(drawing, next)
        expect(width).toBe(WIDTH)
        const drawn = [...boxes.values(), ...lines.flatMap(({ label }) => label ?? [])]
        const over = drawn.filter((one, place) =>
          drawn.slice(place + 1).some((other) => overlaps(one, other)),
        )
        expect(over).toEqual([])
        cells = next
      }
    }),
    { numRuns: 1000 },
  )
})

test('a group that is unfolded and folded back leaves the same picture, and unfolds to the same again', () => {
  fc.assert(
    fc.property(graph, ({ sizes, links, turns: [turn = 0] }) => {
      const key = KEYS[turn % sizes.length] ?? ''
      const draw = (unfolded: readonly string[], kept: Cells) =>
        placeSpots(foldedDrawing(mapOf(sizes, links, unfolded), unfolded).spots, kept)
      const folded = draw([], NONE)
      const open = draw([key], folded)
      expect(draw([], open)).toEqual(folded)
      expect(draw([key], draw([], open))).toEqual(open)
    }),
    { numRuns: 1000 },
  )
})

test('a kept place that another spot has, or that is none, is given up', () => {
  const { spots } = foldedDrawing(mapOf([1, 1], [], []), [])
  const cell = { column: 2, row: 3 }
  const cells = placeSpots(
    spots,
    new Map([
      ['group g0', cell],
      ['group g1', cell],
    ]),
  )
  expect(cells.get('group g0')).toEqual(cell)
  expect(cells.get('group g1')).toEqual({ column: 0, row: 0 })
  expect(placeSpots(spots, new Map([['group g0', { column: 1, row: -4 }]])).get('group g0')).toEqual({
    column: 0,
    row: 0,
  })
})
