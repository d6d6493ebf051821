/** Keys for items that may read the same: the second of its words is told from the first by its number. */
export function distinctKeys(words: readonly string[]): readonly string[] {
  const seen = new Map<string, number>()
  return words.map((word) => {
    const count = (seen.get(word) ?? 0) + 1
    seen.set(word, count)
    return count === 1 ? word : `${word} ${count}`
  })
}
