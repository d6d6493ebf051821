import type { Drawing } from './drawing.ts'
import type { Layers } from './layers.ts'
import { bentLine, type Point, placeLabels, type Rectangle } from './lines.ts'
import { type Cells, COLUMNS } from './place-spots.ts'

/** The size of what stands for a record or a group. */
export const BOX = { width: 168, height: 52 } as const
/** The size of a cell, with the room around the box. */
const CELL = { width: 188, height: 72 } as const

/** How near a line comes to the edge of the picture. */
const EDGE = 3

/** A line of the picture, with its number where there is room for one. */
export interface Line {
  id: string
  points: readonly Point[]
  /** Whether it only says in which group a record is. */
  isMembership: boolean
  total: number
  label: Rectangle | null
}

/** All places of a picture. */
export interface Picture {
  width: number
  height: number
  boxes: ReadonlyMap<string, Rectangle>
  lines: readonly Line[]
}

/** Draws the map of all records: bent lines between cells. */
export function cellPicture({ spots, links }: Drawing, cells: Cells): Picture {
  const boxes = new Map(
    [...cells].map(([id, { column, row }]) => [
      id,
      { x: column * CELL.width + 10, y: row * CELL.height + 10, ...BOX },
    ]),
  )
  const between = (from: string, to: string) => {
    const [start, end] = [boxes.get(from), boxes.get(to)]
    return start && end && from !== to ? bentLine(start, end) : []
  }
  const memberships = spots.flatMap((spot) =>
    'record' in spot && spot.within !== null
      ? [{ id: `in ${spot.id}`, points: between(spot.within, spot.id), isMembership: true, total: 0 }]
      : [],
  )
  const lines = links.map(({ from, to, total }) => ({
    ...{ id: `${from} ${to}`, points: between(from, to), isMembership: false, total },
  }))
  // All columns have their room from the start: the picture stands in the middle, and would move as it grows.
  return pictureOf(boxes, [...memberships, ...lines], COLUMNS * CELL.width + 10)
}

/** Draws the neighbors of a record: boxes in layers. */
export function layerPicture({ links }: Drawing, { places, lines }: Layers): Picture {
  const drawn = links.map(({ from, to, total }, place) => ({
    ...{ id: `${from} ${to}`, points: lines[place] ?? [], isMembership: false, total },
  }))
  return pictureOf(new Map(places), drawn)
}

function pictureOf(
  boxes: ReadonlyMap<string, Rectangle>,
  lines: readonly Omit<Line, 'label'>[],
  least = 0,
): Picture {
  const corners = [...boxes.values()]
  const width = Math.max(least, ...corners.map((box) => box.x + box.width + 10))
  const height = Math.max(0, ...corners.map((box) => box.y + box.height + 10))
  // A long line bends far: it is led along the edge, where it would leave the picture.
  const inside = (place: number, size: number) => Math.min(Math.max(place, EDGE), size - EDGE)
  const shown = lines
    .filter(({ points }) => points.length > 1)
    .map((line) => ({
      ...line,
      points: line.points.map(({ x, y }) => ({ x: inside(x, width), y: inside(y, height) })),
    }))
  const labels = placeLabels(
    shown.map(({ points, total }) => ({ points: total > 1 ? points : [], text: String(total) })),
    corners,
  )
  return {
    width,
    height,
    boxes,
    lines: shown.map((line, place) => ({ ...line, label: labels[place] ?? null })),
  }
}
