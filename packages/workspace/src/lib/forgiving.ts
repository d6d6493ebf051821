/** Letters that people type as plain ones although they are no accented letters, so that no accent can be removed. */
const PLAIN: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ς: 'σ',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}

const LETTER = /[øłđðıςßæœþ]/
const EVERY_LETTER = new RegExp(LETTER, 'g')

/** A text without any accents. Most texts are, and take the shorter path. */
const PLAIN_TEXT = /^[\s -~]*$/

/** The shortest word that may have a typo, and the longest text, whose pattern would get too long otherwise. */
const SHORTEST_WORD = 4
const LONGEST_TEXT = 40

/**
 * Caches of folded texts with accents, the recent ones and the ones before them: lists are searched with every key that
 * is pressed.
 */
let recent = new Map<string, string>()
let earlier = recent
/** The limits of the cache. Filled with texts as long as names, it takes some tens of megabytes at most. */
const MOST_KNOWN = 60_000
const LONGEST_KNOWN = 200

/** A text in lowercase without accents, for comparisons: `private.folded` of the database. */
export function folded(text: string): string {
  if (PLAIN_TEXT.test(text)) return text.toLowerCase()
  if (text.length > LONGEST_KNOWN) return foldedAnew(text)
  const before = recent.get(text) ?? earlier.get(text)
  if (before !== undefined) return before
  if (recent.size >= MOST_KNOWN) {
    earlier = recent
    recent = new Map()
  }
  const now = foldedAnew(text)
  recent.set(text, now)
  return now
}

function foldedAnew(text: string): string {
  const bare = text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]+/g, '')
    .toLowerCase()
  return LETTER.test(bare) ? bare.replaceAll(EVERY_LETTER, (letter) => PLAIN[letter] ?? letter) : bare
}

/** Whether words contain a text that is folded already. */
export function contains(words: string, term: string): boolean {
  return folded(words).includes(term)
}

/**
 * Whether words contain a text, with a typo in each word of five letters: one letter more, one less, another letter, or
 * two that are swapped. Null where the text is too short or too long for typos. `private.typo_pattern` of the database
 * does the same.
 */
export function typoTest(text: string): ((words: string) => boolean) | null {
  const wanted = folded(text).trim()
  const words = wanted.split(/\s+/)
  if (wanted.length > LONGEST_TEXT || !words.some(mayHaveTypo)) return null
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}_])(?=[\\p{L}\\p{N}_])${words.map(patternOf).join('\\s+')}`,
    'u',
  )
  return (candidate) => pattern.test(folded(candidate))
}

/**
 * The items that contain the text in one of their words. Where no item does, the items whose first word, the name,
 * contains it with a typo.
 */
export function forgivingly<Item>(
  items: readonly Item[],
  text: string,
  wordsOf: (item: Item) => readonly string[],
): readonly Item[] {
  const term = folded(text.trim())
  const found = items.filter((item) => wordsOf(item).some((words) => contains(words, term)))
  if (found.length > 0) return found
  const withTypo = typoTest(text)
  return withTypo ? items.filter((item) => wordsOf(item).slice(0, 1).some(withTypo)) : []
}

/**
 * Whether a word may have a typo. Numbers and signs distinguish one thing from another, so typos in them are not
 * considered.
 */
function mayHaveTypo(word: string): boolean {
  return word.length >= SHORTEST_WORD && !/[^\p{L}\p{M}]/u.test(word)
}

function patternOf(word: string): string {
  if (!mayHaveTypo(word)) return word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  const letters = [...word]
  const places = [...letters.keys()]
  const upTo = (end: number) => letters.slice(0, end).join('')
  const from = (start: number) => letters.slice(start).join('')
  const missing = places.map((place) => `${upTo(place)}.${from(place)}`)
  // Of four letters, only a word of five that lacks one is meant.
  if (letters.length === SHORTEST_WORD) return `(?:${[word, ...missing].join('|')})`
  const anotherOrNone = places.map((place) => `${upTo(place)}.?${from(place + 1)}`)
  const swapped = places
    .slice(1)
    .map((place) => `${upTo(place - 1)}${letters[place]}${letters[place - 1]}${from(place + 1)}`)
  return `(?:${[...missing, ...anotherOrNone, ...swapped].join('|')})`
}
