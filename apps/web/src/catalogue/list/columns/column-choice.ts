/** A column that the user has chosen. */
interface ChosenColumn {
  id: string
  /** In pixels at the usual size of text; null for the usual width. */
  width: number | null
}

/** The columns of a list as the user has arranged them, in their order. */
export interface ColumnChoice {
  columns: readonly ChosenColumn[]
  /** The name stays in sight while the table scrolls sideways. */
  isNameFrozen: boolean
}

/** The column that every list has, as the first. */
export const NAME = 'name'
const FROZEN = '*'
const MOST = 60
const WORD = /^([a-zA-Z_][\w.]{0,80})(?:-(\d{2,3}))?$/

/** Reads `*name-300,owner,own.seats-120`: the star freezes the name, a number is a width. */
export function choiceOf(word: string): ColumnChoice | null {
  if (word === '') return null
  const isNameFrozen = word.startsWith(FROZEN)
  const columns = new Map<string, ChosenColumn>([[NAME, { id: NAME, width: null }]])
  for (const part of word.slice(isNameFrozen ? 1 : 0).split(',')) {
    const [, id, width] = WORD.exec(part) ?? []
    if (id === undefined || (columns.has(id) && id !== NAME) || columns.size >= MOST) continue
    columns.set(id, { id, width: width === undefined ? null : Number(width) })
  }
  return { columns: [...columns.values()], isNameFrozen }
}

/** Writes the same form. */
export function wordOf({ columns, isNameFrozen }: ColumnChoice): string {
  const parts = columns.map(({ id, width }) => (width === null ? id : `${id}-${width}`))
  return (isNameFrozen ? FROZEN : '') + parts.join()
}

/** Returns the usual columns of the list as a choice: the ones in sight, with their present widths. */
export function choiceInSight(
  columns: readonly { id: string; width?: string }[],
  shown: ReadonlyMap<string, number>,
): ColumnChoice {
  return {
    columns: columns
      .filter(({ id }) => shown.has(id))
      // A column that takes the remaining width still does so.
      .map(({ id, width }) => ({ id, width: width === undefined ? null : (shown.get(id) ?? null) })),
    isNameFrozen: false,
  }
}

/** Returns the choice with another width of a column; null restores the usual width. */
export function withWidth(choice: ColumnChoice, columnId: string, width: number | null): ColumnChoice {
  const columns = choice.columns.map((column) => (column.id === columnId ? { ...column, width } : column))
  return { ...choice, columns }
}

/** Returns the choice with these columns in this order, each with its width. */
export function withColumns(choice: ColumnChoice, ids: readonly string[]): ColumnChoice {
  const widths = new Map(choice.columns.map(({ id, width }) => [id, width]))
  const columns = [NAME, ...ids.filter((id) => id !== NAME)]
  return { ...choice, columns: columns.map((id) => ({ id, width: widths.get(id) ?? null })) }
}
