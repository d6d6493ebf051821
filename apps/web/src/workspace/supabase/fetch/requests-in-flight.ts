type Fetch = typeof fetch

/** Method and path of a read: procedures that only read have names that begin like this. */
const READ = /^GET|^HEAD|\/rpc\/(?:get|find|search|preview)_/

/** The tables and procedures that are open without a session: those that the role `anon` may use. */
const OPEN_TO_VISITORS =
  /\/(?:signup_domain_status|validate_invitation|is_invited_by_single_sign_on|check_login_rate_limit|login_attempts)$/

export interface RequestsInFlight {
  fetch: Fetch
  /**
   * Ends the session by `work`, once no data request is in flight, after `withinMs` milliseconds at the latest; reads
   * that take longer are called off. Until the end no other data request is sent: one that comes fails as if it had been
   * called off, or goes on where `work` fails and the session stays. Requests open to
   * visitors belong to no session. Any other request without a session came from a screen of the session that ended,
   * whose token was gone when the request was sent.
   */
  endSession(withinMs: number, work: () => Promise<void>): Promise<void>
}

/**
 * Wraps `fetch` so that signing out can wait for the data requests in flight: their token ends with the session, and
 * a save that was pressed a moment before would be refused.
 */
export function createRequestsInFlight(send: Fetch): RequestsInFlight {
  const inFlight = new Set<Promise<void>>()
  let reads = new AbortController()
  /** Whether the session that is being ended has ended. */
  let ending: Promise<boolean> | null = null
  /** Whether the last session ended here, and nobody has signed in since. */
  let ended = false

  const noted: Fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    if (!pathname.startsWith('/rest/v1/')) return send(input, init)
    if (!OPEN_TO_VISITORS.test(pathname)) {
      if (ending !== null && (await ending)) throw AbortSignal.abort().reason
      ended &&= isOfVisitor(init)
      if (ended) throw AbortSignal.abort().reason
    }
    const answer = send(
      input,
      READ.test(`${init?.method}${pathname}`) ? calledOffBy(reads.signal, init) : init,
    )
    const settled = answer.then(nothing, nothing)
    inFlight.add(settled)
    void settled.then(() => inFlight.delete(settled))
    return answer
  }

  async function answered(withinMs: number): Promise<void> {
    const timeUp = new Promise<void>((resolve) => setTimeout(resolve, withinMs))
    // An answer can lead to the next request, after the callers of this one have gone on.
    while (inFlight.size > 0 && (await Promise.race([Promise.all(inFlight), timeUp])) !== undefined)
      await new Promise((resolve) => setTimeout(resolve))
  }

  async function endSession(withinMs: number, work: () => Promise<void>): Promise<void> {
    await answered(withinMs)
    reads.abort()
    reads = new AbortController()
    const done = work()
    ending = done.then(
      () => true,
      () => false,
    )
    ended = await ending
    ending = null
    return done
  }

  return { fetch: noted, endSession }
}

/** A request that stops on this signal too. The official client names its own, which is often undefined. */
function calledOffBy(signal: AbortSignal, init: RequestInit | undefined): RequestInit {
  return { ...init, signal: init?.signal ? AbortSignal.any([init.signal, signal]) : signal }
}

/** Without a session the official client sends its key as the token. */
function isOfVisitor(init: RequestInit | undefined): boolean {
  const headers = new Headers(init?.headers)
  return headers.get('authorization') === `Bearer ${headers.get('apikey')}`
}

function nothing(): void {}
