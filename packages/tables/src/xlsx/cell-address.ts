import { damaged } from './xml.ts'

/** As many as a spreadsheet can have. */
const MOST_COLUMNS = 16_384

/** The column of an address such as `AB12`, from 0. */
export function columnOf(address: string | undefined): number | null {
  if (address === undefined) return null
  const [letters] = /^[A-Z]{1,3}(?=\d)/.exec(address) ?? []
  if (letters === undefined) throw damaged()
  let number = 0
  for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 64
  if (number > MOST_COLUMNS) throw damaged()
  return number - 1
}
