import { compareText } from '@/lib/text/compare-text.ts'

/**
 * Order of two sort values: text as people sort it, figures and dates by value, null at the end. Undefined stays at the end
 * in a descending order too, for which the caller turns around what this returns.
 */
export function compareValues(left: unknown, right: unknown, descending = false): number {
  if (left === right) return 0
  const last = descending ? -1 : 1
  if (left === undefined) return last
  if (right === undefined) return -last
  if (left === null) return 1
  if (right === null) return -1
  if (typeof left === 'string' && typeof right === 'string') return compareText(left, right)
  return Number(left) - Number(right)
}
