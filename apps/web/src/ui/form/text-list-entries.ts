/** A list of free texts, with what is being typed and is not in it yet. */
export interface TextListValue {
  entries: readonly string[]
  draft: string
}

/** The list with what is being typed: trimmed, and left out where it is blank or there already. */
export function entriesOf({ entries, draft }: TextListValue): readonly string[] {
  const entry = draft.trim()
  return entry === '' || entries.includes(entry) ? entries : [...entries, entry]
}

/** Takes what is being typed into the list. */
export function withDraftAdded(value: TextListValue): TextListValue {
  return { entries: entriesOf(value), draft: '' }
}
