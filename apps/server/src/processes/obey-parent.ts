import cluster from 'node:cluster'
import { endWhenHung, type HangLimits } from '../start/hang-watch.ts'
import type { Serving } from '../start/serve.ts'
import { END_WITHIN_MS } from '../start/stopping.ts'
import { order, type Report, type ServeOrder, UNFINISHED } from './messages.ts'

/** How much longer than a process may take for its end it is waited for. */
export const LATER_MS = 1_000

/** The parent passes on what is to be done: a terminal, or a manager of services, tells every process of the group. */
const SIGNALS_OF_THE_PARENT = ['SIGTERM', 'SIGINT'] as const

interface Obeying {
  /** Serves as the parent orders. Throws the error that ends the start. */
  serve: (told: ServeOrder, parent: Parent) => Promise<Serving>
  /** Why a start failed, as a sentence for the operator. */
  failure: (error: unknown) => string
  hangs?: HangLimits
}

/** The other end of the line. */
export interface Parent {
  report(said: Report): void
  /** Has the parent close the server, which listens for this process; without a parent `close` does it. */
  letGo(close: () => void): void
}

/**
 * Serves from the parent's order on until it says stop. Without a parent it lets go of the port, lets requests end and
 * ends: another start may need the port.
 */
export function obeyParent({ serve, failure, hangs }: Obeying): void {
  for (const signal of SIGNALS_OF_THE_PARENT) process.on(signal, () => {})
  // Node tells the parent when a listener closes. Where the parent has just been killed, that failed write would end this
  // process in the middle of its requests.
  cluster.worker?.on('error', () => {})
  const orphaned = whenOrphaned()
  let serving: Serving | null = null
  let stops = false
  process.on('message', (message) => {
    const told = order.parse(message)
    if (told.kind === 'ping') report({ kind: 'alive' })
    else if (told.kind === 'stop') stop()
    else if (told.kind === 'serve')
      serve(told, { report, letGo }).then(
        (started) => {
          serving = started
          endWhenHung(hangs)
          report({ kind: 'ready', publishableKey: started.publishableKey })
        },
        (error: unknown) => report({ kind: 'failed', sentence: failure(error) }, () => process.exit(1)),
      )
  })
  void orphaned.then(() => {
    // A stop that waits for load balancers has begun before that.
    setTimeout(() => process.exit(UNFINISHED), END_WITHIN_MS + LATER_MS)
    stop(0)
  })
  report({ kind: 'asks' })

  function stop(delayMs?: number): void {
    if (stops) return
    stops = true
    if (serving === null) process.exit(0)
    else void serving.stop(delayMs).then((left) => process.exit(left.length === 0 ? 0 : UNFINISHED))
  }

  function letGo(close: () => void): void {
    void orphaned.then(close)
    report({ kind: 'closes' })
  }
}

/** Resolves when the parent has gone, and not when it ends the line because this process stops. */
function whenOrphaned(): Promise<void> {
  return new Promise((resolve) => {
    const { worker } = cluster
    worker?.on('disconnect', () => {
      // Told to stop, Node ends the line itself when the server has closed, and throws where that has been done.
      process.disconnect = () => {}
      if (worker.exitedAfterDisconnect) return
      // Node would end the process at once, in the middle of its requests.
      worker.exitedAfterDisconnect = true
      resolve()
    })
  })
}

function report(said: Report, then: () => void = () => {}): void {
  process.send?.(said, then)
}
