/** The preferences in the `Prefer` header. Null where it does not name one. */
export interface Preferences {
  return: 'representation' | 'minimal' | 'headers-only' | null
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null
  missing: 'default' | 'null' | null
  /** The requested kind of count; the count is always exact, because the planner's estimate reveals rows of others. */
  count: 'exact' | 'planned' | 'estimated' | null
  handling: 'strict' | 'lenient' | null
  maxAffected: number | null
  /** Whether the transaction is committed; only read where `DataApiOptions.rollback` is on. */
  tx: 'commit' | 'rollback' | null
  /** The requested time zone; the plan checks whether it exists. */
  timeZone: string | null
  /** Preferences that the API does not know: refused under `handling=strict`. */
  unknown: readonly string[]
}

const CHOICES = {
  return: ['representation', 'minimal', 'headers-only'],
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  count: ['exact', 'planned', 'estimated'],
  handling: ['strict', 'lenient'],
  tx: ['commit', 'rollback'],
} as const

const TIME_ZONE = /^timezone=(.{1,100})$/

/**
 * Reads `Prefer: return=representation, count=exact`. Where a preference is repeated, the first one counts.
 * Source: https://docs.postgrest.org/en/v14/references/api/preferences.html
 */
export function parsePreferences(header: string | null, rollback = false): Preferences {
  const words = (header ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
  const maxAffected = words.map((word) => /^max-affected=(\d{1,15})$/.exec(word)?.[1]).find(Boolean)
  return {
    return: chosen('return', words),
    resolution: chosen('resolution', words),
    missing: chosen('missing', words),
    count: chosen('count', words),
    handling: chosen('handling', words),
    tx: rollback ? chosen('tx', words) : null,
    timeZone: words.map((word) => TIME_ZONE.exec(word)?.[1]).find(Boolean) ?? null,
    maxAffected: maxAffected === undefined ? null : Number(maxAffected),
    unknown: words.filter((word) => !isKnown(word)),
  }
}

function chosen<K extends keyof typeof CHOICES>(
  name: K,
  words: readonly string[],
): (typeof CHOICES)[K][number] | null {
  const choices: readonly (typeof CHOICES)[K][number][] = CHOICES[name]
  for (const word of words) {
    const choice = choices.find((candidate) => word === `${name}=${candidate}`)
    if (choice !== undefined) return choice
  }
  return null
}

function isKnown(word: string): boolean {
  if (TIME_ZONE.test(word) || /^max-affected=\d{1,15}$/.test(word)) return true
  return Object.entries(CHOICES).some(([name, choices]) =>
    choices.some((choice) => word === `${name}=${choice}`),
  )
}

/** The `Preference-Applied` header for these, null when there are none. */
export function appliedPreferences(preferences: Partial<Preferences>): string | null {
  const { resolution, missing, count, tx, handling, timeZone, maxAffected } = preferences
  const applied = [
    resolution && `resolution=${resolution}`,
    missing && `missing=${missing}`,
    preferences.return && `return=${preferences.return}`,
    count && `count=${count}`,
    tx && `tx=${tx}`,
    handling && `handling=${handling}`,
    timeZone && `timezone=${timeZone}`,
    handling === 'strict' && typeof maxAffected === 'number' && `max-affected=${maxAffected}`,
  ].filter((word) => typeof word === 'string')
  return applied.length === 0 ? null : applied.join(', ')
}
