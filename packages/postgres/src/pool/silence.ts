import { knock } from '../wire/dial.ts'
import { coded } from '../wire/errors.ts'
import type { ConnectionTarget } from '../wire/target.ts'

/** Notices a Postgres that holds its connections and says nothing more. */
export interface SilenceWatch {
  /**
   * Watches over work that waits for Postgres; the function that it returns ends the watch. After a second Postgres is
   * knocked at, again and again while the work lasts: it may only be slow.
   */
  during(): () => void
}

const KNOCK_AFTER_MS = 1_000
const ANSWER_WITHIN_MS = 1_500

/**
 * `onSilence` is called when nothing at the target's addresses answers a new connection in time. Statements have
 * time-outs of their own, but Postgres keeps those: one that is frozen, or behind a network that is gone, keeps none.
 */
export function watchForSilence(target: ConnectionTarget, onSilence: (cause: Error) => void): SilenceWatch {
  let knocking: Promise<void> | null = null

  async function anybody(): Promise<boolean> {
    const endpoints = [{ host: target.host, port: target.port }, ...(target.others ?? [])]
    const late = new AbortController()
    const timer = setTimeout(
      () => late.abort(coded('ETIMEDOUT', 'Postgres does not answer')),
      ANSWER_WITHIN_MS,
    )
    try {
      return await Promise.any(
        // Whatever comes back, a server is there: what was refused ends by itself.
        endpoints.map((endpoint) => knock(endpoint, late.signal).catch(() => late.signal.throwIfAborted())),
      ).then(
        () => true,
        () => false,
      )
    } finally {
      clearTimeout(timer)
    }
  }

  function knockOnce(): Promise<void> {
    knocking ??= anybody()
      .then((answered) => {
        if (!answered) onSilence(coded('ETIMEDOUT', 'Postgres does not answer'))
      })
      .finally(() => {
        knocking = null
      })
    return knocking
  }

  return {
    during() {
      let over = false
      let timer: NodeJS.Timeout | undefined
      function wait(): void {
        timer = setTimeout(() => void knockOnce().then(() => over || wait()), KNOCK_AFTER_MS)
      }
      wait()
      return () => {
        over = true
        clearTimeout(timer)
      }
    },
  }
}
