import { setTimeout as wait } from 'node:timers/promises'
import type { Observe } from '../observe/events.ts'
import { say } from '../observe/log-writer.ts'
import { type Place, placesOf } from '../settings/place.ts'
import { createBackOff } from './back-off.ts'
import { LIVENESS, type LivenessLimits } from './liveness.ts'
import { launch, type Member } from './member.ts'
import type { ServeOrder } from './messages.ts'

export interface TeamOptions {
  /** How many processes there are. */
  size: number
  orderFor: (place: Place) => Omit<ServeOrder, 'kind' | 'first'>
  observe: Observe
  /** How long a process may be silent. */
  liveness?: LivenessLimits
}

/** Processes that serve one port. */
export interface Team {
  /**
   * Starts all of them, and resolves when the first serves, which performs the tasks that are done once; the others
   * follow. Throws `ProcessFailed` where the first does not come up.
   */
  start(): Promise<{ publishableKey: string }>
  /** Asks all of them to stop, and returns whether they did; those still running at `withinMs` are killed. */
  stop(withinMs: number): Promise<boolean>
  /** Ends all of them immediately. */
  kill(): void
}

/** Makes the processes, and replaces those that end by themselves, with longer waits the oftener they do. */
export function createTeam({ size, orderFor, observe, liveness = LIVENESS }: TeamOptions): Team {
  const members = new Map<number, Member>()
  const stopping = new AbortController()
  const report = (place: Place, member: Member) =>
    reportStart(place, member, { observe, stopping: stopping.signal })

  function fork(place: Place, first: boolean, after: Promise<unknown> = Promise.resolve()): Member {
    const member = launch({ serve: { kind: 'serve', first, ...orderFor(place) }, after, liveness })
    members.set(place.number, member)
    // Callers that await it receive the failure; others must not cause an unhandled rejection.
    member.ready.catch(() => {})
    return member
  }

  /** Keeps a process at this place, beginning with the serving one. */
  async function keep(place: Place, serving: Member): Promise<void> {
    const { number } = place
    const backOff = createBackOff()
    let member = serving
    for (;;) {
      const ending = await member.ended
      if (stopping.signal.aborted) return
      const waitMs = backOff.ended()
      observe({ kind: 'process-lost', number, ...ending, againInSeconds: waitMs / 1_000 })
      await wait(waitMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      member = fork(place, false)
      backOff.began()
      report(place, member)
    }
  }

  function kill(): void {
    for (const member of members.values()) member.kill()
  }

  return {
    async start() {
      const [first, ...others] = placesOf(size)
      if (first === undefined) throw new Error('A server has at least one process.')
      const leader = fork(first, true)
      const following = others.map((place) => [place, fork(place, false, leader.ready)] as const)
      const publishableKey = await leader.ready
      void keep(first, leader)
      for (const [place, member] of following) {
        report(place, member)
        void keep(place, member)
      }
      return { publishableKey }
    },
    async stop(withinMs) {
      stopping.abort()
      const late = setTimeout(kill, withinMs)
      for (const member of members.values()) member.stop()
      const ended = await Promise.all([...members.values()].map((member) => member.ended))
      clearTimeout(late)
      return ended.every(({ code }) => code === 0)
    },
    kill,
  }
}

interface Reporting {
  observe: Observe
  stopping: AbortSignal
}

/** Reports whether a process has started. */
function reportStart({ number }: Place, { ready }: Member, { observe, stopping }: Reporting): void {
  ready.then(
    () => observe({ kind: 'process-started', number }),
    (error: unknown) => {
      if (!stopping.aborted) say(error instanceof Error ? error.message : String(error))
    },
  )
}
