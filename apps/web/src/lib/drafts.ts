/** Drafts of forms that closed because the session ended, by user and form. They live as long as the page. */
const drafts = new Map<string, unknown>()

export function keepDraft(name: string, content: unknown): void {
  drafts.set(name, content)
}

/** Gives a draft and forgets it; undefined where there is none. */
export function takeDraft(name: string): unknown {
  const content = drafts.get(name)
  drafts.delete(name)
  return content
}

export function hasDrafts(): boolean {
  return drafts.size > 0
}
