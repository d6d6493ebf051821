const MOST_BYTES = 10_000
/** A character has at most four bytes: three more keep a character that still counts from being cut. */
const READ_BYTES = MOST_BYTES + 3

/**
 * Reads the note of a call as text of at most 10,000 bytes, cut at the edge of a character. Bytes that are no UTF-8,
 * and NUL, which Postgres cannot hold, are replaced. Null where there is none.
 */
export function noteOf(body: Uint8Array): string | null {
  const text = new TextDecoder().decode(body.subarray(0, READ_BYTES)).replaceAll('\0', '\ufffd')
  // The encoder writes only whole characters, and reports how many fitted.
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(MOST_BYTES))
  return text === '' ? null : text.slice(0, read)
}
