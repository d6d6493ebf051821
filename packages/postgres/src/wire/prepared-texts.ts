/**
 * How much text of statements a connection keeps prepared. Postgres needs a hundred times as much memory for the plans,
 * and more where row security has many rules.
 */
export const MOST_PREPARED_BYTES = 128 * 1024
/** The length from which a statement costs more to keep than to plan again. */
const LONGEST_BYTES = 8 * 1024
const FORGET_AFTER_MS = 10 * 60_000

/**
 * Decides which statement texts connections may keep prepared. Callers choose the texts, so there is a limit, and a
 * full list is cleared from time to time.
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

/**
 * The prepared statements of one connection: the least recently used ones are dropped where all together would be too
 * much.
 */
export function createPreparedStatements<T>() {
  const byText = new Map<string, T>()
  let bytes = 0

  return {
    /** Forgets all statements. Returns them, because Postgres still has to close them. */
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
    /**
     * Keeps a statement. Returns those that are dropped for it, or the statement itself where its text is kept already.
     */
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
