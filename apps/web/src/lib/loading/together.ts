const WAITS_MS = 10

interface Round<Answer> {
  ids: Set<string>
  answers: Promise<ReadonlyMap<string, Answer>>
}

/**
 * Joins questions that come at once, those of the rows of a list for instance: `ask` is called for all their ids.
 * @returns asks for one id; null where the answer says nothing of it
 */
export function together<Answer>(
  ask: (ids: readonly string[]) => Promise<ReadonlyMap<string, Answer>>,
): (id: string) => Promise<Answer | null> {
  let round: Round<Answer> | null = null
  const begin = (): Round<Answer> => {
    const ids = new Set<string>()
    const answers = new Promise((resolve) => setTimeout(resolve, WAITS_MS)).then(() => {
      round = null
      return ask([...ids])
    })
    return { ids, answers }
  }
  return async (id) => {
    round ??= begin()
    round.ids.add(id)
    return (await round.answers).get(id) ?? null
  }
}
