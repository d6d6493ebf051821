/** Which of the processes that serve together this is. */
export interface Place {
  /** From 1 on; a process that is started again has the number of the one before. */
  number: number
  of: number
}

/** A process that serves alone. */
export const ALONE: Place = { number: 1, of: 1 }

/** What of `total` is for this process; over all of them the parts come to `total`. */
export function partOf(total: number, { number, of }: Place): number {
  return Math.floor(total / of) + (number <= total % of ? 1 : 0)
}

/** The places of so many processes. */
export function placesOf(of: number): Place[] {
  return Array.from({ length: of }, (_, index) => ({ number: index + 1, of }))
}
