const MOST_BYTES = 10_000
/** A character has at most four bytes: with three more none is taken for half of one that still counts. */
const READ_BYTES = MOST_BYTES + 3

/**
 * What a call sends along, as text: of at most 10,000 bytes, cut at the edge of a character. Bytes that are no UTF-8, and
 * NUL, which Postgres cannot hold, are replaced. Null where there is nothing.
 */
export function noteOf(body: Uint8Array): string | null {
  const text = new TextDecoder().decode(body.subarray(0, READ_BYTES)).replaceAll('\0', '\ufffd')
  // It writes whole characters only, and says how many of them there was room for.
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(MOST_BYTES))
  return text === '' ? null : text.slice(0, read)
}
