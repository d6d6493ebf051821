/** The size of a part in the database, but for the last one. */
const PART_BYTES = 1_000_000

/** Puts pieces of a stream together to parts of {@link PART_BYTES}. */
export function createPartWriter(store: (part: Buffer) => Promise<void>) {
  let pieces: Buffer[] = []
  let waiting = 0

  async function storeFirst(bytes: number): Promise<void> {
    const all = Buffer.concat(pieces)
    pieces = [all.subarray(bytes)]
    waiting = all.length - bytes
    await store(all.subarray(0, bytes))
  }

  return {
    async write(piece: Buffer): Promise<void> {
      pieces.push(piece)
      waiting += piece.length
      while (waiting >= PART_BYTES) await storeFirst(PART_BYTES)
    },
    async end(): Promise<void> {
      if (waiting > 0) await storeFirst(waiting)
    },
  }
}
