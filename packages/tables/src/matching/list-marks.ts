/** The separators between the values of a list; values that may contain a comma are not separated by one. */
export const LIST_MARKS = { commas: ',;|\n', lines: ';|\n' } as const
