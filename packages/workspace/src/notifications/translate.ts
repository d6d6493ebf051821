/** Puts an English text into the reader's language. */
export type Translate = (...given: [text: string] | [text: string, values: Record<string, unknown>]) => string
