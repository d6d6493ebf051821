interface Part {
  text: string
  isMatch: boolean
  /** Where it begins in the whole text. */
  start: number
}

/** A text in parts, each either the search term, in any capitals, or what lies between. */
export function highlightedParts(text: string, term: string): readonly Part[] {
  const wanted = term.trim()
  if (wanted === '') return [{ text, isMatch: false, start: 0 }]
  const literal = wanted.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  const parts: Part[] = []
  let start = 0
  // A group in the separator puts what was split at between the parts, at the odd places.
  for (const [place, part] of text.split(new RegExp(`(${literal})`, 'giu')).entries()) {
    if (part !== '') parts.push({ text: part, isMatch: place % 2 === 1, start })
    start += part.length
  }
  return parts
}
