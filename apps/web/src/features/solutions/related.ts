interface Candidate {
  id: string
  status: string | null
}

interface Related<Item> {
  shown: readonly Item[]
  /** False for the active ones that stand in where nothing is linked. */
  areLinked: boolean
  /** What can still be linked. */
  candidates: readonly Item[]
}

const STAND_INS = 3

/** What a solution shows: what is linked to it or, without any link, the first 3 of all that are active. */
export function related<Item extends Candidate>(
  all: readonly Item[],
  linkedIds: readonly string[],
): Related<Item> {
  const linked = all.filter(({ id }) => linkedIds.includes(id))
  const areLinked = linkedIds.length > 0
  return {
    shown: areLinked ? linked : all.filter(({ status }) => status === 'active').slice(0, STAND_INS),
    areLinked,
    candidates: all.filter(({ id }) => !linkedIds.includes(id)),
  }
}
