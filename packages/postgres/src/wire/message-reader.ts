const HEADER_BYTES = 5
const NOTHING = Buffer.alloc(0)

/**
 * Cuts what arrives from Postgres into messages: a letter for the type, the length in four bytes, the body. Each byte is
 * copied once at the most, however many pieces a large message comes in.
 */
export function createMessageReader(take: (type: string, body: Buffer) => void): (chunk: Buffer) => void {
  /** The beginning of a header. */
  let pending = NOTHING
  let unfinished: { message: Buffer; filled: number } | null = null

  function finish(bytes: Buffer, from: number, to: number): void {
    const body = to === from + HEADER_BYTES ? NOTHING : bytes.subarray(from + HEADER_BYTES, to)
    take(String.fromCharCode(bytes[from] ?? 0), body)
  }

  /** Fills the unfinished message from a place in a chunk. Returns how many bytes it took. */
  function fill(chunk: Buffer, from: number): number {
    if (unfinished === null) return 0
    const { message, filled } = unfinished
    const taken = chunk.copy(message, filled, from)
    unfinished.filled += taken
    if (unfinished.filled < message.length) return taken
    unfinished = null
    finish(message, 0, message.length)
    return taken
  }

  return (arrived) => {
    const bytes = pending.length === 0 ? arrived : Buffer.concat([pending, arrived])
    pending = NOTHING
    let at = fill(bytes, 0)
    while (bytes.length - at >= HEADER_BYTES) {
      const length = 1 + bytes.readInt32BE(at + 1)
      if (bytes.length - at < length) {
        unfinished = { message: Buffer.allocUnsafe(length), filled: 0 }
        fill(bytes, at)
        return
      }
      finish(bytes, at, at + length)
      at += length
    }
    if (at < bytes.length) pending = Buffer.from(bytes.subarray(at))
  }
}
