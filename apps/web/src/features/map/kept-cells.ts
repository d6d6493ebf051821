import { z } from 'zod/mini'
import type { Cells } from './place-spots.ts'

const stored = z.array(z.tuple([z.string(), z.int(), z.int()]))

/** Returns where this browser has drawn the spots of a map last. */
export function readCells(storage: Pick<Storage, 'getItem'>, map: string): Cells {
  try {
    const cells = stored.parse(JSON.parse(storage.getItem(map) ?? '[]'))
    return new Map(cells.map(([id, column, row]) => [id, { column, row }]))
  } catch {
    return new Map()
  }
}

/** Keeps the places of a map, as far as there is room. */
export function keepCells(storage: Pick<Storage, 'setItem'>, map: string, cells: Cells): void {
  try {
    storage.setItem(map, JSON.stringify([...cells].map(([id, { column, row }]) => [id, column, row])))
  } catch {
    // A full storage: the places are found anew.
  }
}
