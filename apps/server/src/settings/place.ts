/** The position of this process among those that serve together. */
export interface Place {
  /** From 1 on; a process that is started again has the number of the one before. */
  number: number
  of: number
}

/** A process that serves alone. */
export const ALONE: Place = { number: 1, of: 1 }

/** Returns the part of `total` for this process; the parts of all processes add up to `total`. */
export function partOf(total: number, { number, of }: Place): number {
  return Math.floor(total / of) + (number <= total % of ? 1 : 0)
}

/** The places of so many processes. */
export function placesOf(of: number): Place[] {
  return Array.from({ length: of }, (_, index) => ({ number: index + 1, of }))
}
