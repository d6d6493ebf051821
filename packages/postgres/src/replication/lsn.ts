/** A place in what Postgres writes: `16/B374D848` is the number 0x16B374D848. */
export function parseLsn(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

/** The same as Postgres says it. */
export const formatLsn = (lsn: bigint): string =>
  `${(lsn >> 32n).toString(16)}/${(lsn & 0xffffffffn).toString(16)}`.toUpperCase()

/** The name of the file in which Postgres keeps a place: timeline, and the number of the segment in two parts. */
export function segmentName(timeline: number, lsn: bigint, segmentBytes: number): string {
  const number = lsn / BigInt(segmentBytes)
  const perId = 0x1_0000_0000n / BigInt(segmentBytes)
  return [BigInt(timeline), number / perId, number % perId].map(eightDigits).join('')
}

const eightDigits = (part: bigint): string => part.toString(16).padStart(8, '0').toUpperCase()
