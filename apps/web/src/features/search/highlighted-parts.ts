import { folded } from '@cairn/workspace/lib/forgiving'

interface Part {
  text: string
  isMatch: boolean
  /** Where it begins in the whole text. */
  start: number
}

/** A text in parts, each either the search term, whatever its capitals and accents, or what lies between. */
export function highlightedParts(text: string, term: string): readonly Part[] {
  const wanted = folded(term.trim())
  if (wanted === '') return [{ text, isMatch: false, start: 0 }]
  const letters = lettersOf(text)
  const plain = letters.map((letter) => letter.plain).join('')
  const parts: Part[] = []
  let start = 0
  const add = (end: number, isMatch: boolean) => {
    if (end > start) parts.push({ text: text.slice(start, end), isMatch, start })
    start = Math.max(start, end)
  }
  for (let at = plain.indexOf(wanted); at >= 0; at = plain.indexOf(wanted, at + wanted.length)) {
    add(placeOf(letters, at), false)
    add(placeOf(letters, at + wanted.length), true)
  }
  add(text.length, false)
  return parts
}

interface Letter {
  plain: string
  start: number
  /** Where it begins in the plain text. */
  plainStart: number
}

/** The letters of a text, each with the accents that follow it. */
function lettersOf(text: string): readonly Letter[] {
  let plainStart = 0
  return [...text.matchAll(/.[\u0300-\u036f]*/gsu)].map(({ 0: letter, index }) => {
    const one = { plain: folded(letter), start: index, plainStart }
    plainStart += one.plain.length
    return one
  })
}

/** Where the first letter begins that begins at or behind a place of the plain text. */
function placeOf(letters: readonly Letter[], at: number): number {
  return letters.find(({ plainStart }) => plainStart >= at)?.start ?? Number.POSITIVE_INFINITY
}
