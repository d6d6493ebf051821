import cluster, { type Worker } from 'node:cluster'
import type { Ending } from '../observe/process-ending.ts'
import { type LivenessLimits, watchLiveness } from './liveness.ts'
import { report, type ServeOrder, tell } from './messages.ts'

/** A process could not start. The message is its sentence for the operator. */
class ProcessFailed extends Error {
  override name = 'ProcessFailed'
}

/** A process of those that serve together. */
export interface Member {
  /** Resolves with the key once it serves; rejects with {@link ProcessFailed} where it ends before that. */
  ready: Promise<string>
  ended: Promise<Ending>
  /** Asks it to stop. */
  stop(): void
  kill(): void
}

interface LaunchOptions {
  serve: ServeOrder
  /** The process receives its order after that. */
  after: Promise<unknown>
  liveness: LivenessLimits
}

/**
 * Starts a process, which asks for its order. A process that hangs is killed. Never throws: where the system has no
 * room for a process, it counts as ended.
 */
export function launch(options: LaunchOptions): Member {
  try {
    return memberOf(cluster.fork(), options)
  } catch (error) {
    const ended = Promise.resolve(NEVER_STARTED)
    return { ready: Promise.reject(notStarted(error)), ended, kill: () => {}, stop: () => {} }
  }
}

const NEVER_STARTED: Ending = { code: null, signal: null, cause: 'failed' }

const notStarted = (error: unknown): ProcessFailed =>
  new ProcessFailed(
    `A process of the server could not be started (${error instanceof Error ? error.message : String(error)}).`,
  )

function memberOf(worker: Worker, { serve, after, liveness }: LaunchOptions): Member {
  let sentence = 'A process of the server ended before it was ready.'
  let isHung = false
  const kill = () => void worker.process.kill('SIGKILL')
  const watch = watchLiveness({
    limits: liveness,
    ask: () => tell(worker, { kind: 'ping' }),
    hung() {
      isHung = true
      sentence = 'A process of the server did not answer any more before it was ready.'
      kill()
    },
  })
  const { ended, silent } = endOf(worker, () => isHung)
  void ended.catch(() => {}).then(watch.end)
  // It is stopping, and is no longer checked.
  void silent.then(watch.end)
  const ready = new Promise<string>((resolve, reject) => {
    worker.on('message', (message: unknown) => {
      watch.heard()
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
    // By then its last message has arrived, and with it the reason for a failed start.
    Promise.all([ended, silent]).then(
      () => reject(new ProcessFailed(sentence)),
      (error: unknown) => reject(notStarted(error)),
    )
  })
  return { ready, ended: ended.catch(() => NEVER_STARTED), kill, stop: () => tell(worker, { kind: 'stop' }) }
}

/** Resolves when a process ends, and when the channel to it does; the end rejects where the process never began. */
function endOf(worker: Worker, isHung: () => boolean): { ended: Promise<Ending>; silent: Promise<void> } {
  const { process } = worker
  const ended = new Promise<Ending>((resolve, reject) => {
    worker.once('exit', (code: number | null, signal: string | null) => {
      resolve({ code, signal, cause: isHung() ? 'hung' : signal === null ? 'failed' : 'killed' })
    })
    // Without a listener the error would end the parent: also that of Node's own message to one that was just killed.
    worker.on('error', (error: unknown) => {
      if (process.pid === undefined) reject(error)
    })
  })
  const silent = new Promise<void>((resolve) => {
    worker.once('disconnect', () => resolve())
  })
  return { ended, silent }
}
