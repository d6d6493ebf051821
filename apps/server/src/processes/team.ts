import cluster, { type Worker } from 'node:cluster'
import { setTimeout as wait } from 'node:timers/promises'
import type { Observe } from '../observe/events.ts'
import { say } from '../observe/log-writer.ts'
import { type Place, placesOf } from '../place.ts'
import { createBackOff } from './back-off.ts'
import { type Order, report, type ServeOrder } from './messages.ts'

/** A process could not start. The message is its sentence for the operator. */
export class ProcessFailed extends Error {
  override name = 'ProcessFailed'
}

export interface TeamOptions {
  /** How many processes there are. */
  size: number
  orderFor: (place: Place) => Omit<ServeOrder, 'kind' | 'first'>
  observe: Observe
}

/** Processes that serve one port. */
export interface Team {
  /**
   * Starts all of them, and resolves when the first serves, which brings what is brought once; the others follow. Throws
   * {@link ProcessFailed} where the first does not come up.
   */
  start(): Promise<{ publishableKey: string }>
  /** Lets all of them come to rest, and says whether they did; one that has not by `withinMs` is killed. */
  stop(withinMs: number): Promise<boolean>
}

interface Member {
  worker: Worker
  /** Resolves with the key once it serves; rejects where it ends before that. */
  ready: Promise<string>
  ended: Promise<{ code: number | null; signal: string | null }>
}

/** Makes the processes, and new ones in place of those that end by themselves, later the oftener they do. */
export function createTeam({ size, orderFor, observe }: TeamOptions): Team {
  const members = new Map<number, Member>()
  const stopping = new AbortController()

  function fork(place: Place, first: boolean, after: Promise<unknown> = Promise.resolve()): Member {
    const member = launch({ kind: 'serve', first, ...orderFor(place) }, after)
    members.set(place.number, member)
    // Who waits for it hears of it; who does not, need not.
    member.ready.catch(() => {})
    return member
  }

  /** Keeps a process at this place, from one that serves on. */
  async function keep(place: Place, serving: Member): Promise<void> {
    const { number } = place
    const backOff = createBackOff()
    let member = serving
    for (;;) {
      const { code, signal } = await member.ended
      if (stopping.signal.aborted) return
      const waitMs = backOff.ended()
      observe({ kind: 'process-lost', number, code, signal, againInSeconds: waitMs / 1_000 })
      await wait(waitMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      member = fork(place, false)
      backOff.began()
      tellOf(place, member)
    }
  }

  function tellOf({ number }: Place, { ready }: Member): void {
    ready.then(
      () => observe({ kind: 'process-started', number }),
      (error: unknown) => {
        if (!stopping.signal.aborted) say(error instanceof Error ? error.message : String(error))
      },
    )
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
        tellOf(place, member)
        void keep(place, member)
      }
      return { publishableKey }
    },
    async stop(withinMs) {
      stopping.abort()
      const late = setTimeout(() => {
        for (const { worker } of members.values()) worker.process.kill('SIGKILL')
      }, withinMs)
      for (const { worker } of members.values()) tell(worker, { kind: 'stop' })
      const ended = await Promise.all([...members.values()].map((member) => member.ended))
      clearTimeout(late)
      return ended.every(({ code }) => code === 0)
    },
  }
}

function tell(worker: Worker, told: Order): void {
  if (worker.isConnected()) worker.send(told)
}

/** Starts a process; it asks what it is there for, and is told `after` that. */
function launch(serve: Order, after: Promise<unknown>): Member {
  const worker = cluster.fork()
  let sentence = 'A process of the server ended before it was ready.'
  const ended = new Promise<Awaited<Member['ended']>>((resolve) => {
    worker.once('exit', (code: number | null, signal: string | null) => resolve({ code, signal }))
  })
  const ready = new Promise<string>((resolve, reject) => {
    worker.on('message', (message: unknown) => {
      const said = report.parse(message)
      if (said.kind === 'asks')
        after.then(
          () => tell(worker, serve),
          () => tell(worker, { kind: 'stop' }),
        )
      else if (said.kind === 'ready') resolve(said.publishableKey)
      else if (said.kind === 'failed') sentence = said.sentence
      else if (said.kind === 'closes') worker.disconnect()
    })
    void ended.then(() => reject(new ProcessFailed(sentence)))
  })
  return { worker, ready, ended }
}
