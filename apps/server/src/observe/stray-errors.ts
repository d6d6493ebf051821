import type { Observe } from './events.ts'
import { harmless } from './harmless.ts'
import { say } from './log-writer.ts'

/**
 * Handles errors that no code has caught. A rejection that nobody awaited is reported with the number of those so far;
 * only its request is lost. An exception outside of all promises leaves the process in an unknown state: it is
 * reported, printed on standard error, and ends the process with code 1.
 */
export function watchOverErrors(observe: Observe): void {
  let count = 0
  process.on('unhandledRejection', (cause) => {
    count += 1
    observe({ kind: 'error-unawaited', count, cause })
  })
  process.on('uncaughtException', (cause) => {
    observe({ kind: 'error-uncaught', cause })
    say(`Cairn ends because of a mistake of its own: ${harmless(cause.stack ?? String(cause))}`)
    process.exit(1)
  })
}
