/** The similarity that a name needs to be offered in a hint; 1 is the same name. */
const FOR_NAMES = { leastLikeness: 0.7, longest: 64 }
/** The similarity of parameters, which are several names, of which some may be right. */
export const FOR_PARAMETERS = { leastLikeness: 0.35, longest: 500 }

/** The candidate that was probably meant, undefined when none is close. Used for hints alone. */
export function nearName(
  name: string,
  candidates: Iterable<string>,
  { leastLikeness, longest } = FOR_NAMES,
): string | undefined {
  if (name.length > longest) return undefined
  const wanted = name.toLowerCase()
  let best: string | undefined
  let bestLikeness = leastLikeness
  for (const candidate of candidates) {
    const likeness = likenessOf(wanted, candidate.toLowerCase(), leastLikeness)
    if (likeness >= bestLikeness) {
      best = candidate
      bestLikeness = likeness
    }
  }
  return best
}

/**
 * The similarity of two names: one minus the share of characters that have to change (Levenshtein); 0 where that is
 * less than `least` anyway.
 */
function likenessOf(a: string, b: string, least: number): number {
  const longest = Math.max(a.length, b.length)
  if (longest === 0) return 1
  if (1 - Math.abs(a.length - b.length) / longest < least) return 0
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
