import { once } from './once.ts'

/**
 * The error when the code that a screen draws cannot be fetched: the connection is gone, or an upgrade has removed the
 * file.
 */
export class CodeMissing extends Error {
  /**
   * @param load tries once more
   * @param forget lets the next drawing try again
   */
  constructor(
    cause: unknown,
    readonly load: () => Promise<unknown>,
    readonly forget: () => void,
  ) {
    super('A part of the app could not be loaded.', { cause })
  }
}

/** Code that is loaded when it is first needed, or a value that such code has made. */
export interface Lazy<Loaded> {
  /** Loads it, or returns the loaded value. @throws what the import throws; the next call tries again */
  load: () => Promise<Loaded>
  /** Wraps a function of the code, with the same parameters and result: its first call loads the code. */
  call: <Given extends unknown[], Answer>(
    pick: (loaded: Loaded) => (...given: Given) => Promise<Answer>,
  ) => (...given: Given) => Promise<Answer>
  /** For React's `use`: one promise, until it has failed with a `CodeMissing` and that has been forgotten. */
  drawn: () => Promise<Loaded>
  /** Returns the value that is loaded already, wrapped: nothing needs to wait for it. Null until then. */
  present: () => { value: Loaded } | null
  /** Fetches it ahead of time. A failure is ignored here: the first use fails again, and reports it. */
  preload: () => void
}

/**
 * The one way in which the app loads code on demand; `lazyComponent` builds on it.
 * @param load imports the code, `() => import('./x.ts')`, or makes something with it
 */
export function lazy<Loaded>(load: () => Promise<Loaded>): Lazy<Loaded> {
  let present: { value: Loaded } | null = null
  let drawn: Promise<Loaded> | null = null
  const fetch = once(async () => {
    const value = await load()
    present = { value }
    return value
  })
  const forget = () => {
    drawn = null
  }
  return {
    load: fetch,
    call:
      (pick) =>
      async (...given) =>
        pick(await fetch())(...given),
    drawn() {
      drawn ??= fetch().catch((cause: unknown) => {
        throw new CodeMissing(cause, fetch, forget)
      })
      return drawn
    },
    present: () => present,
    preload: () => void fetch().catch(() => undefined),
  }
}
