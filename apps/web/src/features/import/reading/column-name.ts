const LETTERS = 26
const FIRST = 65

/** Returns the letters of a column in a spreadsheet, from 0: A, B, … Z, AA. */
export function columnLetters(column: number): string {
  const letter = String.fromCharCode(FIRST + (column % LETTERS))
  return column < LETTERS ? letter : columnLetters(Math.floor(column / LETTERS) - 1) + letter
}

/** Returns the header of a column, or its letters where it has none. */
export function columnName(head: readonly string[] | null, column: number): string {
  return head?.[column] || columnLetters(column)
}
