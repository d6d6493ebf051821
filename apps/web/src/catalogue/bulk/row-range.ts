import type { SelectableRows } from '@/ui/data-table/types.ts'

interface Identified {
  id: string
}

/** The row from which a range starts: where it stood, and in the answer to which question. */
export interface Anchor extends Identified {
  index: number
  question: unknown
}

/** Where a row stands now; null where there is none, or it is not there any more. */
export function placeOf(anchor: Anchor | null, rows: SelectableRows<Identified>): number | null {
  if (anchor === null) return null
  for (let index = 0; index < rows.length; index += 1) if (rows.at(index)?.id === anchor.id) return index
  // Its page is not at hand any more.
  return rows.load && anchor.question === rows.question ? anchor.index : null
}

/** The ids of the rows from one place to another, the last included; where some have to be loaded, what loads them. */
export function idsBetween(
  one: number,
  other: number,
  rows: SelectableRows<Identified>,
): readonly string[] | (() => Promise<readonly string[]>) {
  const [first, last] = [Math.min(one, other), Math.max(one, other)]
  const here = Array.from({ length: last - first + 1 }, (_, step) => rows.at(first + step)?.id)
  const known = here.filter((id) => id !== undefined)
  const { load } = rows
  if (known.length === here.length || !load) return known
  return async () => (await load(first, last)).map(({ id }) => id)
}
