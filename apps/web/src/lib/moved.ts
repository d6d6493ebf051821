/** A list with an entry moved to another place; the same list where there is no such place. */
export function moved<Entry>(list: readonly Entry[], from: number, to: number): readonly Entry[] {
  if (!(from in list && to in list)) return list
  return list.toSpliced(from, 1).toSpliced(to, 0, ...list.slice(from, from + 1))
}
