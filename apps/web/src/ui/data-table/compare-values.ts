import { compareText } from '@/lib/text/compare-text.ts'

/** Order of two sort values: text as people sort it, figures and dates by value, what is missing at the end. */
export function compareValues(left: unknown, right: unknown): number {
  if (left === right) return 0
  if (left === null || left === undefined) return 1
  if (right === null || right === undefined) return -1
  if (typeof left === 'string' && typeof right === 'string') return compareText(left, right)
  return Number(left) - Number(right)
}
