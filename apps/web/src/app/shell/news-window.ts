/** A change counts from when its transaction began, and shows when it ends: so much longer is looked back. */
const OVERLAP_MS = 5_000

interface NewsWindow {
  /** Begins a question: how far it looks back, and what to call once it is answered. */
  ask(): { withinMs: number; answered: () => void }
}

/**
 * Says how far back to look for news, so that nothing falls between two questions. Only the clock of this page is used;
 * a question without an answer counts as not asked.
 */
export function createNewsWindow(now: () => number): NewsWindow {
  let knownUntil = now()
  return {
    ask() {
      const askedAt = now()
      return {
        withinMs: Math.max(0, askedAt - knownUntil) + OVERLAP_MS,
        answered() {
          knownUntil = askedAt
        },
      }
    },
  }
}
