import type { Observe } from './events.ts'
import { harmless } from './harmless.ts'
import { say } from './log-writer.ts'

/**
 * What becomes of errors that no code has caught. One that nobody awaited is reported with how many there were; its
 * request is lost, nothing else. One that was thrown beside all promises leaves the process in a state that nobody knows:
 * it is reported, said on standard error, and ends the process with code 1.
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
