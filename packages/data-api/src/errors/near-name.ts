/** How alike two names have to be for one to be offered in place of the other; 1 is the same. */
const ALIKE = 0.7
const LONGEST = 64

/** The candidate that was probably meant, undefined when none comes close. Used for hints alone. */
export function nearName(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > LONGEST) return undefined
  const wanted = name.toLowerCase()
  let best: string | undefined
  let bestLikeness = ALIKE
  for (const candidate of candidates) {
    const likeness = likenessOf(wanted, candidate.toLowerCase())
    if (likeness >= bestLikeness) {
      best = candidate
      bestLikeness = likeness
    }
  }
  return best
}

/** One minus the share of characters that have to change (Levenshtein). */
function likenessOf(a: string, b: string): number {
  const longest = Math.max(a.length, b.length)
  if (longest === 0) return 1
  if (1 - Math.abs(a.length - b.length) / longest < ALIKE) return 0
  return 1 - distance(a, b) / longest
}

function distance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [row, letter] of [...a].entries()) {
    const current = [row + 1]
    for (const [column, other] of [...b].entries()) {
      const replaced = (previous[column] ?? 0) + (letter === other ? 0 : 1)
      const removed = (previous[column + 1] ?? 0) + 1
      const added = (current[column] ?? 0) + 1
      current.push(Math.min(replaced, removed, added))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}
