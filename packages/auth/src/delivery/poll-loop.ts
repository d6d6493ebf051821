export interface PollLoopOptions {
  intervalMs: number
  /** One turn of work; true when there is more to do at once. */
  work: () => Promise<boolean>
  onFailure: (cause: unknown) => void
}

/** Does its work every so often, never twice at the same time. */
export interface PollLoop {
  start(): void
  /** Works now instead of at the next turn. Does nothing before the start and after the stop. */
  poke(): void
  /** Begins no further turn. Resolves when the one under way has ended. */
  stop(): Promise<void>
}

export function createPollLoop({ intervalMs, work, onFailure }: PollLoopOptions): PollLoop {
  let state: 'new' | 'open' | 'closed' = 'new'
  let turn: Promise<void> | null = null
  let poked = false
  let timer: NodeJS.Timeout | undefined

  async function workUntilDone(): Promise<void> {
    do {
      poked = false
      const more = await work()
      poked ||= more
    } while (poked && state === 'open')
  }

  function poke(): void {
    if (state !== 'open') return
    poked = true
    if (turn !== null) return
    clearTimeout(timer)
    turn = workUntilDone()
      .catch(onFailure)
      .finally(() => {
        turn = null
        if (state === 'open') timer = setTimeout(poke, intervalMs).unref()
      })
  }

  return {
    start() {
      if (state === 'new') state = 'open'
      poke()
    },
    poke,
    async stop() {
      state = 'closed'
      clearTimeout(timer)
      await turn
    },
  }
}
