/** The language of a mail: what the product calls it, such as `de`. */
export type Language = string

/** The language of whatever has no other. */
export const DEFAULT_LANGUAGE: Language = 'en'
