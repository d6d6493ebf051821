import { contains, folded, forgivingly } from './forgiving.ts'

/**
 * The items that hold a text in one of their words: those first that have it in what stands first, in the name before
 * in the description. A blank text keeps all, as they are. What the search forgives: see `forgivingly`.
 */
export function bestFirst<Item>(
  items: readonly Item[],
  text: string,
  wordsOf: (item: Item) => readonly string[],
): readonly Item[] {
  const term = folded(text.trim())
  if (term === '') return items
  return forgivingly(items, text, wordsOf)
    .map((item) => ({ item, place: wordsOf(item).findIndex((words) => contains(words, term)) }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item)
}
