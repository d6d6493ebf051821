const MAX_LENGTH = 160
/** So much of what stayed the same shows in front of what did not. */
const CONTEXT = 24

interface Difference {
  before: string | null
  after: string | null
}

/** Both texts of a change, cut to where they begin to differ when they are long. */
export function shortDifference(before: string | null, after: string | null): Difference {
  if (before === null || after === null) return { before: cut(before, 0), after: cut(after, 0) }
  const isLong = before.length > MAX_LENGTH || after.length > MAX_LENGTH
  const from = isLong ? Math.max(0, firstDifference(before, after) - CONTEXT) : 0
  return { before: cut(before, from), after: cut(after, from) }
}

function firstDifference(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return at
}

function cut(text: string | null, from: number): string | null {
  if (text === null) return null
  const rest = text.slice(from)
  const kept = rest.length > MAX_LENGTH ? `${rest.slice(0, MAX_LENGTH).trimEnd()}…` : rest
  return from > 0 ? `…${kept}` : kept
}
