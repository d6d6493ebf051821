const UNIT_MS: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
])
/** A thousand years; Postgres knows dates far beyond it. */
const MAX_MS = 1_000 * 365 * 24 * 3_600_000

export type BanDuration = { kind: 'none' } | { kind: 'for'; ms: number } | { kind: 'bad' }

/** Reads `none` or a duration as Go writes it: `24h`, `1h30m`, `90s`. */
export function readBanDuration(text: string): BanDuration {
  if (text === 'none') return { kind: 'none' }
  if (!/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(text)) return { kind: 'bad' }
  let ms = 0
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)) {
    ms += Number(amount) * (UNIT_MS.get(unit ?? '') ?? Number.NaN)
  }
  return ms > 0 && ms <= MAX_MS ? { kind: 'for', ms } : { kind: 'bad' }
}
