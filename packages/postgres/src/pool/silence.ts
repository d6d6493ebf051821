import { setDeadline } from '../wire/deadline.ts'
import { knock } from '../wire/dial.ts'
import { coded } from '../wire/errors.ts'
import type { ConnectionTarget } from '../wire/target.ts'

/** Notices a Postgres that holds its connections and says nothing more. */
export interface SilenceWatch {
  /**
   * Watches over work that waits for Postgres; the function that it returns ends the watch. After a second `onSlow` is
   * called and Postgres is knocked at, again and again while the work lasts: it may only be slow. An answer to any work
   * proves that it lives.
   */
  during(onSlow?: () => void): (isAnswered: boolean) => void
}

const KNOCK_AFTER_MS = 1_000
const ANSWER_WITHIN_MS = 1_500

/**
 * `onSilence` is called when nothing at the target's addresses answers a new connection in time. Statements have
 * time-outs of their own, but Postgres keeps those: one that is frozen, or behind a network that is gone, keeps none.
 */
export function watchForSilence(
  target: Pick<ConnectionTarget, 'host' | 'port' | 'others'>,
  onSilence: (cause: Error) => void,
): SilenceWatch {
  let knocking: Promise<void> | null = null
  let answers = 0

  async function anybody(): Promise<boolean> {
    const endpoints = [{ host: target.host, port: target.port }, ...(target.others ?? [])]
    const late = new AbortController()
    const cancel = setDeadline(
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
      cancel()
    }
  }

  function knockOnce(): Promise<void> {
    const answersBefore = answers
    knocking ??= anybody()
      .then((answered) => {
        // A machine that is busy lets a knock wait while it answers on the connections that are open.
        if (!answered && answers === answersBefore) onSilence(coded('ETIMEDOUT', 'Postgres does not answer'))
      })
      .finally(() => {
        knocking = null
      })
    return knocking
  }

  return {
    during(onSlow = () => {}) {
      let over = false
      const knock = () =>
        void knockOnce().then(() => {
          if (!over) timer = setTimeout(knock, KNOCK_AFTER_MS)
        })
      let timer = setTimeout(() => {
        onSlow()
        knock()
      }, KNOCK_AFTER_MS)
      return (isAnswered) => {
        if (isAnswered) answers++
        over = true
        clearTimeout(timer)
      }
    },
  }
}
