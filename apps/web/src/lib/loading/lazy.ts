import { once } from './once.ts'

/** A file of the app that a screen needs cannot be loaded: the connection is gone, or an upgrade has removed it. */
export class FileMissing extends Error {
  constructor(cause: unknown) {
    super('A file of the app could not be loaded.', { cause })
  }
}

/** Something whose code is a file of its own. */
export interface Lazy<Loaded> {
  /** Loads it, or gives what has been loaded. @throws what the import throws */
  load: () => Promise<Loaded>
  /**
   * For React's `use`: one promise, which a failure rejects with a `FileMissing`. What is here already does not suspend:
   * what suspends, even for a moment, is kept from the screen for 300 ms.
   */
  drawn: () => Promise<Loaded>
}

/** @param open imports the code, and makes something with it where that is wanted */
export function lazy<Loaded>(open: () => Promise<Loaded>): Lazy<Loaded> {
  let drawn: Promise<Loaded> | null = null
  let hasFailed = false
  const load = once(async () => {
    const value = await open()
    // A promise that React waits for stays the same: React suspends again where it gets another one.
    if (drawn === null || hasFailed) drawn = present(value)
    return value
  })
  return {
    load,
    drawn() {
      drawn ??= load().catch((cause: unknown) => {
        hasFailed = true
        throw new FileMissing(cause)
      })
      return drawn
    },
  }
}

/** A promise as React marks those that it has waited for. */
function present<Value>(value: Value): Promise<Value> {
  return Object.assign(Promise.resolve(value), { status: 'fulfilled', value })
}
