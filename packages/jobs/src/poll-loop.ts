export interface PollLoopOptions {
  intervalMs: number
  /** Does a turn of work; returns true when there is more to do at once. */
  work: () => Promise<boolean>
  onFailure: (cause: unknown) => void
}

/** Does its work at an interval, never twice at the same time. */
export interface PollLoop {
  start(): void
  /** Works now instead of at the next turn. Does nothing before the start and after the stop. */
  wake(): void
  /** Begins no further turn. Resolves when the current turn has ended. */
  stop(): Promise<void>
}

export function createPollLoop({ intervalMs, work, onFailure }: PollLoopOptions): PollLoop {
  let state: 'new' | 'open' | 'closed' = 'new'
  let turn: Promise<void> | null = null
  let woken = false
  let timer: NodeJS.Timeout | undefined

  async function workUntilDone(): Promise<void> {
    do {
      woken = false
      const more = await work()
      woken ||= more
    } while (woken && state === 'open')
  }

  function wake(): void {
    if (state !== 'open') return
    woken = true
    if (turn !== null) return
    clearTimeout(timer)
    turn = workUntilDone()
      .catch(onFailure)
      .finally(() => {
        turn = null
        if (state === 'open') timer = setTimeout(wake, intervalMs).unref()
      })
  }

  return {
    start() {
      if (state === 'new') state = 'open'
      wake()
    },
    wake,
    async stop() {
      state = 'closed'
      clearTimeout(timer)
      await turn
    },
  }
}
