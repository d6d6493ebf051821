import type { Spot } from './drawing.ts'

/** A cell of the map of all records. */
export interface Cell {
  column: number
  row: number
}

export type Cells = ReadonlyMap<string, Cell>

export const COLUMNS = 5
/** Groups stand apart, so that their records have room beside them when they are unfolded. */
const GROUP_COLUMNS = [0, 2, 4]
const GROUP_ROWS = 3

/** How much wider a cell is than high: which one is the nearest. */
const WIDER = 2.5

/**
 * Gives each spot a cell. Those that have one keep it: a group takes the first place of groups that is free, and a record
 * the nearest free cell to its group. So nothing that is there moves when something comes or goes.
 */
export function placeSpots(spots: readonly Spot[], kept: Cells): Cells {
  const placed = new Map<string, Cell>()
  const taken = new Set<string>()
  const place = (id: string, cell: Cell) => {
    placed.set(id, cell)
    taken.add(nameOf(cell))
  }
  for (const spot of spots) {
    const cell = kept.get(spot.id)
    if (cell && isCellOf(spot, cell) && !taken.has(nameOf(cell))) place(spot.id, cell)
  }
  for (const spot of spots) if ('group' in spot && !placed.has(spot.id)) place(spot.id, firstFree(taken))
  for (const spot of spots)
    if (!('group' in spot) && !placed.has(spot.id))
      place(spot.id, nearestFree(placed.get(spot.within ?? '') ?? { column: 0, row: 0 }, taken))
  return placed
}

const nameOf = ({ column, row }: Cell) => `${column} ${row}`
const isOfGroups = ({ column, row }: Cell) => GROUP_COLUMNS.includes(column) && row % GROUP_ROWS === 0
const isCellOf = (spot: Spot, cell: Cell) =>
  cell.column < COLUMNS && cell.row >= 0 && 'group' in spot === isOfGroups(cell)

function firstFree(taken: ReadonlySet<string>): Cell {
  for (let row = 0; ; row += GROUP_ROWS)
    for (const column of GROUP_COLUMNS) if (!taken.has(nameOf({ column, row }))) return { column, row }
}

function nearestFree(group: Cell, taken: ReadonlySet<string>): Cell {
  // Each row has a cell that no group may take, so that there is room before these end.
  const rows = Array.from({ length: taken.size + group.row + 1 }, (_, row) => row)
  const cells = rows.flatMap((row) => Array.from({ length: COLUMNS }, (_, column) => ({ column, row })))
  const away = ({ column, row }: Cell) => Math.hypot((column - group.column) * WIDER, row - group.row)
  return cells
    .filter((cell) => !isOfGroups(cell) && !taken.has(nameOf(cell)))
    .reduce((nearest, cell) => (away(cell) < away(nearest) ? cell : nearest))
}
