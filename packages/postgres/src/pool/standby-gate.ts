import { setTimeout as wait } from 'node:timers/promises'

/**
 * Whether commits come back. A Postgres whose `synchronous_standby_names` names a standby that is not there lets every
 * commit wait for ever, with its connection and its locks.
 */
export interface StandbyGate {
  /** While this is true, connections only read: a write is refused before it could wait. */
  isMissing(): boolean
  /** A commit did not come back. Tries `commit`, which rejects where its commit does not either, until it resolves. */
  close(commit: () => Promise<unknown>): void
  /** Begins no further try, and waits for the last one. */
  end(): Promise<void>
}

const AGAIN_AFTER_MS = 500

/** `onChange` hears when the standby is missed, and when it is back. */
export function createStandbyGate(onChange: (missing: boolean) => void): StandbyGate {
  const over = new AbortController()
  let trying: Promise<void> | null = null

  async function untilBack(commit: () => Promise<unknown>): Promise<void> {
    onChange(true)
    while (!over.signal.aborted) {
      const back = await commit().then(
        () => true,
        () => false,
      )
      if (back) return onChange(false)
      await wait(AGAIN_AFTER_MS, undefined, { signal: over.signal, ref: false }).catch(() => {})
    }
  }

  return {
    isMissing: () => trying !== null,
    close(commit) {
      if (over.signal.aborted) return
      trying ??= untilBack(commit).finally(() => {
        trying = null
      })
    },
    async end() {
      over.abort()
      await trying
    },
  }
}
