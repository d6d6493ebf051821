declare const isPhrase: unique symbol

/** An English text that has translations: what `t()` takes besides a text in quotes. */
export type Phrase = string & { readonly [isPhrase]: true }

/** Marks a text where it is written, if `t()` is called elsewhere. It stands in quotes: `npm run languages` reads it. */
export function phrase(text: string): Phrase {
  return text as Phrase
}

/**
 * A text that lost its mark on the way through a library or an `Error`, or that the server may say. What has no
 * translation is shown as it is.
 */
export function asPhrase(text: string): Phrase {
  return text as Phrase
}
