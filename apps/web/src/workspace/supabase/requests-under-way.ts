type Fetch = typeof fetch

/**
 * Wraps `fetch` so that signing out can wait for the data requests under way: their token ends with the session, and
 * a save that was pressed a moment before would be refused.
 */
export function createRequestsUnderWay(send: Fetch): {
  fetch: Fetch
  /** Resolves once no data request is under way, after `withinMs` milliseconds at the latest. */
  answered(withinMs: number): Promise<void>
} {
  const underWay = new Set<Promise<void>>()

  const noted: Fetch = (input, init) => {
    const answer = send(input, init)
    if (!isDataRequest(input)) return answer
    const settled = answer.then(nothing, nothing)
    underWay.add(settled)
    void settled.then(() => underWay.delete(settled))
    return answer
  }

  async function answered(withinMs: number): Promise<void> {
    let over = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const timeUp = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        over = true
        resolve()
      }, withinMs)
    })
    // An answer can lead to the next request, after the callers of this one have gone on.
    while (underWay.size > 0 && !over) {
      await Promise.race([Promise.all(underWay), timeUp])
      await new Promise((resolve) => setTimeout(resolve))
    }
    clearTimeout(timer)
  }

  return { fetch: noted, answered }
}

function nothing(): void {}

function isDataRequest(input: Parameters<Fetch>[0]): boolean {
  const url = input instanceof Request ? input.url : String(input)
  return new URL(url).pathname.startsWith('/rest/v1/')
}
