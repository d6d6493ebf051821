import type { MapRecord } from '@cairn/workspace/port/records/record-map'
import { expect, test } from 'vitest'
import { foldedDrawing, type Link } from './drawing.ts'
import { inLayers } from './in-layers.ts'
import { overlaps, type Rectangle } from './lines.ts'
import { BOX, cellPicture, layerPicture, type Picture } from './picture.ts'
import { placeSpots } from './place-spots.ts'

const link = (from: string, to: string, total = 1): Link => ({ from, to, total, edges: [] })
const idOf = (place: number) => `record ${place}`

/** Links of a record to its neighbors and of some of them among each other, with one to itself and a circle. */
const linksAmong = (count: number): readonly Link[] => [
  ...Array.from({ length: count - 1 }, (_, place) =>
    place % 3 === 0
      ? link(idOf(place + 1), idOf(0), 3)
      : link(idOf(Math.floor(place / 7)), idOf(place + 1), 2),
  ),
  link(idOf(0), idOf(0)),
  link(idOf(count - 1), idOf(0), 4),
]

function lyingOver({ boxes, lines }: Picture): readonly Rectangle[] {
  const drawn = [...boxes.values(), ...lines.flatMap(({ label }) => label ?? [])]
  return drawn.filter((one, place) => drawn.slice(place + 1).some((other) => overlaps(one, other)))
}

const SHARES = [0, 0.25, 0.5, 0.75]

/** The boxes that a line crosses. */
function crossed({ boxes, lines }: Picture): readonly string[] {
  const points = lines.flatMap(({ points: stops }) =>
    stops.flatMap((one, place) => {
      const next = stops[place + 1] ?? one
      return SHARES.map((share) => ({
        ...{ x: one.x + (next.x - one.x) * share, y: one.y + (next.y - one.y) * share },
        ...{ width: 0, height: 0 },
      }))
    }),
  )
  return [...boxes].flatMap(([id, box]) => (points.some((point) => overlaps(point, box)) ? [id] : []))
}

function expectInside({ width, height, boxes, lines }: Picture): void {
  const corners = [...boxes.values()].flatMap((box) => [box, { x: box.x + box.width, y: box.y + box.height }])
  const points = [...corners, ...lines.flatMap((line) => line.points)]
  const outside = points.filter(({ x, y }) => x < 0 || y < 0 || x > width || y > height)
  expect(outside).toEqual([])
}

test.each([10, 60, 150])('%i neighbors are drawn with nothing over another, circles included', (count) => {
  const ids = Array.from({ length: count }, (_, place) => idOf(place))
  const links = linksAmong(count)
  const picture = layerPicture({ spots: [], links }, inLayers({ ids, links, ...BOX }))
  expect(picture.boxes.size).toBe(count)
  expect(lyingOver(picture)).toEqual([])
  expect(crossed(picture)).toEqual([])
  expectInside(picture)
})

test('50 groups with 100 records are drawn with nothing over another', () => {
  const keys = Array.from({ length: 50 }, (_, place) => `g${place}`)
  const records = Array.from({ length: 100 }, (_, place): MapRecord => {
    const id = idOf(place)
    return {
      ...{ id, name: id, kind: 'system', status: 'active', ownerId: null, criticality: null, state: null },
      ...{ troubleSince: null, maintenanceUntil: null, group: keys[place % 20] ?? '' },
    }
  })
  const groups = keys.map((key) => ({
    key,
    label: key,
    records: 5,
    unowned: 0,
    troubled: 0,
    critical: 0,
    inMaintenance: 0,
  }))
  const spot = (group: string, recordId: string | null = null) => ({ group, recordId })
  const edges = records.map(({ id, group }, place) => ({
    ...{ from: spot(group, id), to: spot(keys[(place * 7) % 50] ?? ''), total: 1000 + place },
  }))
  const drawing = foldedDrawing(
    { groups, records, edges, hidden: { groups: 0, records: 0, relations: 0 }, countedAt: null },
    keys,
  )
  const picture = cellPicture(drawing, placeSpots(drawing.spots, new Map()))
  expect(picture.boxes.size).toBe(150)
  expect(lyingOver(picture)).toEqual([])
  expectInside(picture)
})
