import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** V8 makes the room for new objects smaller only once little has been allocated for a while. */
const QUIET_AFTER_MS = 5_000

/**
 * Gives back the memory that the start needed, most of it for migrations. V8 does so by itself in a program that goes on
 * working; one that only waits would keep it for ever.
 */
export function releaseMemoryOnceQuiet(): void {
  setTimeout(releaseMemory, QUIET_AFTER_MS).unref()
}

function releaseMemory(): void {
  // The function is there only for a context that is made after the flag was set.
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('globalThis.gc')
  setFlagsFromString('--no-expose-gc')
  if (typeof collect === 'function') collect()
}
