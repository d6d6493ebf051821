/** What a part of the app needs cannot be fetched: the connection is gone, or an upgrade has removed the file. */
export class PartMissing extends Error {
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

/** Something that is loaded when it is needed: the code of a part, or what comes with it. */
export interface Loadable<T> {
  /** For `use`: one promise, until it has failed with a `PartMissing` and that has been forgotten. */
  loaded: () => Promise<T>
  /** What has been loaded already, wrapped: nothing needs to wait for it. Null until then. */
  present: () => { value: T } | null
  /** Fetches it ahead of time. A failure is ignored here: drawing meets it again, and shows it. */
  preload: () => void
}

export function loadable<T>(load: () => Promise<T>): Loadable<T> {
  let current: Promise<T> | null = null
  let present: { value: T } | null = null
  const forget = () => {
    current = null
  }
  const fetch = async () => {
    const value = await load()
    present = { value }
    return value
  }
  return {
    loaded() {
      current ??= fetch().catch((cause: unknown) => {
        throw new PartMissing(cause, load, forget)
      })
      return current
    },
    present: () => present,
    preload: () => void fetch().catch(() => undefined),
  }
}
