import cluster from 'node:cluster'
import type { Ending } from './ending.ts'
import { type LivenessLimits, watchLiveness } from './liveness.ts'
import { report, type ServeOrder, tell } from './messages.ts'

/** A process could not start. The message is its sentence for the operator. */
export class ProcessFailed extends Error {
  override name = 'ProcessFailed'
}

/** One of the processes that serve together. */
export interface Member {
  /** Resolves with the key once it serves; rejects with {@link ProcessFailed} where it ends before that. */
  ready: Promise<string>
  ended: Promise<Ending>
  /** Lets it come to rest. */
  stop(): void
  kill(): void
}

interface LaunchOptions {
  serve: ServeOrder
  /** The process is told what it is there for after that. */
  after: Promise<unknown>
  liveness: LivenessLimits
}

/** Starts a process, which asks what it is there for. One that hangs is killed. */
export function launch({ serve, after, liveness }: LaunchOptions): Member {
  const worker = cluster.fork()
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
  const ended = new Promise<Ending>((resolve) => {
    worker.once('exit', (code: number | null, signal: string | null) => {
      watch.end()
      resolve({ code, signal, cause: isHung ? 'hung' : signal === null ? 'failed' : 'killed' })
    })
  })
  // What it said last is heard by then, its reason for a failed start too. One that stops is no longer asked.
  const silent = new Promise<void>((resolve) => {
    worker.once('disconnect', () => {
      watch.end()
      resolve()
    })
  })
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
    void Promise.all([ended, silent]).then(() => reject(new ProcessFailed(sentence)))
  })
  return { ready, ended, kill, stop: () => tell(worker, { kind: 'stop' }) }
}
