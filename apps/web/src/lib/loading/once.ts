/** Runs `open` once and keeps what came of it; what failed is tried again by the next caller. */
export function once<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | null = null
  return () => {
    opened ??= open().catch((failure: unknown) => {
      opened = null
      throw failure
    })
    return opened
  }
}
