/**
 * The items that have a text in one of their words, in any capitals: those first that have it in what stands first, in
 * the name before in the description. A blank text keeps all, as they are.
 */
export function bestFirst<Item>(
  items: readonly Item[],
  text: string,
  wordsOf: (item: Item) => readonly string[],
): readonly Item[] {
  const term = text.trim().toLocaleLowerCase()
  if (term === '') return items
  return items
    .map((item) => ({ item, place: wordsOf(item).findIndex((words) => contains(words, term)) }))
    .filter(({ place }) => place >= 0)
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item)
}

/** Whether a text, in small letters, stands in words. */
export function contains(words: string, term: string): boolean {
  return words.toLocaleLowerCase().includes(term)
}
