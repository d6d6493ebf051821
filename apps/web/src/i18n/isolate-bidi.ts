const WRITTEN_FROM_RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const ISOLATE = '\u2068'
const END_OF_ISOLATE = '\u2069'

/** A name for the middle of a sentence: one that is written from right to left does not turn the words around it. */
export function isolateBidi(text: string): string {
  return WRITTEN_FROM_RIGHT_TO_LEFT.test(text) ? `${ISOLATE}${text}${END_OF_ISOLATE}` : text
}
