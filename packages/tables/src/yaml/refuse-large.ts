import type { Limits } from '../model/limits.ts'
import { TableError } from '../model/table-error.ts'

/** Throws for a value that contains itself, lies too deep, or is too large once each alias stands for what it repeats. */
export function refuseLarge(value: unknown, limits: Limits): void {
  let left = limits.cells
  let charactersLeft = limits.fileBytes

  function visit(each: unknown, depth: number) {
    left -= 1
    if (typeof each === 'string') charactersLeft -= each.length
    if (left < 0 || charactersLeft < 0) throw new TableError({ kind: 'too_many_values', most: limits.cells })
    if (typeof each !== 'object' || each === null) return
    if (depth === limits.depth) throw new TableError({ kind: 'too_deep', most: limits.depth })
    for (const item of Object.values(each)) visit(item, depth + 1)
  }

  visit(value, 0)
}
