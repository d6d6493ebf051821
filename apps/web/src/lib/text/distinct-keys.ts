/** Keys for items with equal texts: a number distinguishes the second one from the first. */
export function distinctKeys(words: readonly string[]): readonly string[] {
  const seen = new Map<string, number>()
  return words.map((word) => {
    const count = (seen.get(word) ?? 0) + 1
    seen.set(word, count)
    return count === 1 ? word : `${word} ${count}`
  })
}
