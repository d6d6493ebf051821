import type { Encoding } from '../model/table.ts'

/** Encodings of one byte a letter, in the order of preference where a text reads as well in several; and Shift-JIS. */
const GUESSED = [
  'windows-1252',
  'iso-8859-15',
  'windows-1250',
  'windows-1251',
  'macintosh',
  'shift_jis',
] as const satisfies readonly Encoding[]
type Guessed = (typeof GUESSED)[number]

const WESTERN = 'äöüÄÖÜßéèêëàâáãåçñíìîïóòôõúùûøæœÉÈÀÇÑÓÍÚÁÅØÆŒÿ'
/** The letters beyond ASCII that the languages of an encoding have. */
const LETTERS: Readonly<Record<Guessed, RegExp>> = {
  'windows-1252': new RegExp(`[${WESTERN}]`, 'u'),
  'iso-8859-15': new RegExp(`[${WESTERN}ŠšŽž]`, 'u'),
  'windows-1250': /[äöüÄÖÜßéáíóúýÉÁÍÓÚÝąćęłńśźżĄĆĘŁŃŚŹŻčďěňřšťůžČĎĚŇŘŠŤŮŽőűŐŰăâîşţđ]/u,
  'windows-1251': /[А-Яа-яЁёІіЇїЄєҐґЎў]/u,
  macintosh: new RegExp(`[${WESTERN}]`, 'u'),
  shift_jis: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー]/u,
}
const TYPOGRAPHY = /[–—“”„‘’‚…«»€£°§®©™•·\u00a0、。「」]/u
const SAMPLE_BYTES = 64 * 1024
const CYRILLIC: Guessed = 'windows-1251'

/**
 * The encoding in which bytes that are no UTF-8 read best: letters of a language stand beside letters, and signs do not
 * stand in the middle of words. Lines that end with a carriage return alone come from a Mac.
 */
export function guessEncoding(
  bytes: Uint8Array,
  decode: (bytes: Uint8Array, encoding: Encoding) => string,
): Encoding {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const isFromMac = sample.includes(13) && !sample.includes(10)
  let best: { encoding: Encoding; score: number } = {
    encoding: 'windows-1252',
    score: Number.NEGATIVE_INFINITY,
  }
  for (const encoding of GUESSED) {
    const score =
      plausibility(decode(sample, encoding), encoding) + (isFromMac && encoding === 'macintosh' ? 1 : 0)
    if (score > best.score) best = { encoding, score }
  }
  return best.encoding
}

/** The characters around one: two before it and one after it. */
interface Around {
  earlier: string
  before: string
  after: string
}

/** Adds what speaks for each character beyond ASCII, and takes off what speaks against it. */
function plausibility(text: string, encoding: Guessed): number {
  const characters = [...text]
  const at = (index: number) => characters[index] ?? ' '
  let score = 0
  for (const [index, character] of characters.entries()) {
    if (character <= '\x7f') continue
    const around = { earlier: at(index - 2), before: at(index - 1), after: at(index + 1) }
    score += weightOf(character, around, encoding)
  }
  return score
}

function weightOf(character: string, around: Around, encoding: Guessed): number {
  const isInWord = isLetter(around.before) && isLetter(around.after)
  if (/[\x80-\x9f\ufffd]/.test(character)) return -5
  if (LETTERS[encoding].test(character)) return letterWeight(character, around, encoding)
  if (TYPOGRAPHY.test(character)) return isInWord && character !== '’' ? -1 : 0.5
  if (isLetter(character)) return -0.5
  return isInWord ? -2 : -0.5
}

/**
 * Words of the Latin script have few letters beyond ASCII in a row, and no capitals within. Kanji have two bytes, and stand
 * beside no Latin letter. */
function letterWeight(character: string, { earlier, before, after }: Around, encoding: Guessed): number {
  if (encoding === 'shift_jis') return [before, after].some((each) => /[A-Za-z]/.test(each)) ? -2 : 2
  const isCapitalWithin = /\p{Lu}/u.test(character) && /\p{Ll}/u.test(before)
  if (isCapitalWithin) return -1
  if (encoding === CYRILLIC) return isBeyond(before) || isBeyond(after) ? 1 : -1
  return [earlier, before, after].every(isBeyond) ? -1 : 1
}

function isLetter(character: string): boolean {
  return /\p{L}/u.test(character)
}

function isBeyond(character: string): boolean {
  return character > '\x7f' && isLetter(character)
}

/** Signs that hardly any text has, but texts in a wrong encoding do: `MŸnchner`, `MÃ¼nchner`, `M√ºnchner`. */
const ODD =
  /[ÃÂ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€|√[\p{S}\p{P}\p{L}]|[\u0080-\u009f\ufffd]|\p{L}[¸¹³¤¦¨¬±¿¡]\p{L}|\p{L}[ŸŠŽ]\p{Ll}/gu

/** How many signs of a text look as if it was read in a wrong encoding. */
export function countOddSigns(text: string): number {
  return text.match(ODD)?.length ?? 0
}
