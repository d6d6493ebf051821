/** "AUTH-01, 02, 05–07, SYS-03" names AUTH-01, AUTH-02, AUTH-05 to 07 and SYS-03; nothing if it is no such list. */
export function numbersIn(text) {
  const numbers = []
  let section = ''
  for (const entry of withoutRanges(text).split(',')) {
    const match = /^\s*(?:([A-Z][A-Z0-9]*)-)?(\d\d)\s*$/.exec(entry)
    if (match === null) return []
    section = match[1] ?? section
    if (section !== '') numbers.push(`${section}-${match[2]}`)
  }
  return numbers
}

function withoutRanges(text) {
  return text.replace(/(\d\d)–(\d\d)/g, (_, from, to) =>
    Array.from({ length: to - from + 1 }, (_, step) => String(Number(from) + step).padStart(2, '0')).join(
      ', ',
    ),
  )
}
