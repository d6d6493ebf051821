/** What was entered into forms that a session's end took away, by person and form. It lives as long as the page. */
const drafts = new Map<string, unknown>()

export function keepDraft(name: string, content: unknown): void {
  drafts.set(name, content)
}

/** Gives what is kept under a name, once; undefined where there is nothing. */
export function takeDraft(name: string): unknown {
  const content = drafts.get(name)
  drafts.delete(name)
  return content
}

export function hasDrafts(): boolean {
  return drafts.size > 0
}
