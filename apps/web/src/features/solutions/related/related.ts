interface Candidate {
  status: string | null
}

const SUGGESTION_COUNT = 3

/** Returns the suggestions where nothing is linked: the first 3 of all active items. */
export function suggestionsOf<Item extends Candidate>(items: readonly Item[]): readonly Item[] {
  return items.filter(({ status }) => status === 'active').slice(0, SUGGESTION_COUNT)
}
