/** A cache that drops the least recently used entry. */
export interface TokenCache<Value> {
  get(token: string): Value | undefined
  set(token: string, value: Value): void
  delete(token: string): void
  clear(): void
}

/** A cache of at most `capacity` entries; reading one makes it the newest. */
export function createTokenCache<Value>(capacity: number): TokenCache<Value> {
  // A Map lists its keys in the order in which they were put in.
  const entries = new Map<string, Value>()
  return {
    get(token) {
      const value = entries.get(token)
      if (value === undefined) return undefined
      entries.delete(token)
      entries.set(token, value)
      return value
    },
    set(token, value) {
      entries.delete(token)
      entries.set(token, value)
      if (entries.size <= capacity) return
      const oldest = entries.keys().next()
      if (!oldest.done) entries.delete(oldest.value)
    },
    delete: (token) => void entries.delete(token),
    clear: () => entries.clear(),
  }
}
