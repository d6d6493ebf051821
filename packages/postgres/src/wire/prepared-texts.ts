/**
 * How much text of statements a connection keeps prepared. Postgres needs a hundred times as much memory for the plans,
 * and more where row security has many rules.
 */
export const MOST_PREPARED_BYTES = 128 * 1024
/** A statement that is this long costs more to keep than to plan anew. */
const LONGEST_BYTES = 8 * 1024
const FORGET_AFTER_MS = 10 * 60_000

/**
 * Which statement texts connections may keep prepared. Callers choose the texts, so there is a limit, and a full list is
 * forgotten from time to time.
 */
export function createPreparedTexts(now = () => performance.now()): (text: string) => boolean {
  const texts = new Set<string>()
  let bytes = 0
  let since = 0
  return (text) => {
    if (texts.has(text)) return true
    if (text.length > LONGEST_BYTES) return false
    if (bytes + text.length > MOST_PREPARED_BYTES) {
      if (now() - since < FORGET_AFTER_MS) return false
      texts.clear()
      bytes = 0
    }
    if (texts.size === 0) since = now()
    texts.add(text)
    bytes += text.length
    return true
  }
}

/** What one connection has prepared: the least recently used goes where all together would be too much. */
export function createPreparedStatements<T>() {
  const byText = new Map<string, T>()
  let bytes = 0

  return {
    /** Forgets all. Returns them: Postgres has still to be told. */
    clear(): T[] {
      const gone = [...byText.values()]
      byText.clear()
      bytes = 0
      return gone
    },
    find(text: string): T | undefined {
      const found = byText.get(text)
      if (found === undefined) return undefined
      byText.delete(text)
      byText.set(text, found)
      return found
    },
    /** Keeps a statement. Returns those that have to go for it, or itself where its text is kept already. */
    keep(text: string, statement: T): T[] {
      if (byText.has(text)) return [statement]
      byText.set(text, statement)
      bytes += text.length
      const gone: T[] = []
      for (const [old, dropped] of byText) {
        if (bytes <= MOST_PREPARED_BYTES) break
        byText.delete(old)
        bytes -= old.length
        gone.push(dropped)
      }
      return gone
    },
  }
}
