import type { Drawing } from './drawing.ts'
import type { Layers } from './layers.ts'
import { bentLine, type Point, placeLabels, type Rectangle } from './lines.ts'
import { type Cells, COLUMNS } from './place-spots.ts'

/** The size of what stands for a record or a group. */
export const BOX = { width: 168, height: 52 } as const
/** The size of a cell, with the room around the box. */
const CELL = { width: 188, height: 72 } as const

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
  return { ...pictureOf(boxes, [...memberships, ...lines]), width: COLUMNS * CELL.width + 10 }
}

/** Draws the neighbors of a record: boxes in layers. */
export function layerPicture({ links }: Drawing, { places, lines }: Layers): Picture {
  const drawn = links.map(({ from, to, total }, place) => ({
    ...{ id: `${from} ${to}`, points: lines[place] ?? [], isMembership: false, total },
  }))
  return pictureOf(new Map(places), drawn)
}

function pictureOf(boxes: ReadonlyMap<string, Rectangle>, lines: readonly Omit<Line, 'label'>[]): Picture {
  const shown = lines.filter(({ points }) => points.length > 1)
  const labels = placeLabels(
    shown.map(({ points, total }) => ({ points: total > 1 ? points : [], text: String(total) })),
    [...boxes.values()],
  )
  const corners = [...boxes.values()]
  return {
    width: Math.max(0, ...corners.map(({ x, width }) => x + width)) + 10,
    height: Math.max(0, ...corners.map(({ y, height }) => y + height)) + 10,
    boxes,
    lines: shown.map((line, place) => ({ ...line, label: labels[place] ?? null })),
  }
}
