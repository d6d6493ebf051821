const HEADER_BYTES = 5

/**
 * Cuts what arrives from Postgres into messages: a letter for the type, the length in four bytes, the body. Each byte is
 * copied once at the most, however many pieces a large message comes in.
 */
export function createMessageReader(take: (type: string, body: Buffer) => void): (chunk: Buffer) => void {
  /** The beginning of a header. */
  let pending = Buffer.alloc(0)
  let unfinished: { message: Buffer; filled: number } | null = null

  const finish = (message: Buffer) =>
    take(String.fromCharCode(message[0] ?? 0), message.subarray(HEADER_BYTES))

  /** Fills the unfinished message. Returns how many bytes of the chunk it took. */
  function fill(chunk: Buffer): number {
    if (unfinished === null) return 0
    const { message, filled } = unfinished
    const taken = chunk.copy(message, filled)
    unfinished.filled += taken
    if (unfinished.filled < message.length) return taken
    unfinished = null
    finish(message)
    return taken
  }

  return (arrived) => {
    let rest: Buffer = pending.length === 0 ? arrived : Buffer.concat([pending, arrived])
    pending = Buffer.alloc(0)
    rest = rest.subarray(fill(rest))
    while (rest.length >= HEADER_BYTES) {
      const length = 1 + rest.readInt32BE(1)
      if (rest.length < length) {
        unfinished = { message: Buffer.allocUnsafe(length), filled: 0 }
        rest = rest.subarray(fill(rest))
        return
      }
      finish(rest.subarray(0, length))
      rest = rest.subarray(length)
    }
    pending = Buffer.from(rest)
  }
}
