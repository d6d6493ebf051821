interface Described {
  name: string
  description: string
}

/** The records whose name or description contains the text, in any capitals. A blank text keeps all. */
export function filterRecords<Item extends Described>(
  records: readonly Item[],
  text: string,
): readonly Item[] {
  const term = text.trim().toLocaleLowerCase()
  if (term === '') return records
  return records.filter(({ name, description }) =>
    [name, description].some((words) => words.toLocaleLowerCase().includes(term)),
  )
}
