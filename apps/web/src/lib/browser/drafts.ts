/**
 * Drafts of forms, by user and form. They stay in this tab's storage until the form is saved or discarded, the user
 * signs out, or the tab is closed.
 */
const PREFIX = 'draft:'

export function keepDraft(name: string, content: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(content))
  } catch {
    // Storage that is full or forbidden keeps no draft; the form still has what was entered.
  }
}

/** Gives a draft; undefined where there is none. */
export function draftOf(name: string): unknown {
  const kept = sessionStorage.getItem(PREFIX + name)
  return kept === null ? undefined : JSON.parse(kept)
}

export function forgetDraft(name: string): void {
  sessionStorage.removeItem(PREFIX + name)
}

export function hasDrafts(): boolean {
  return names().length > 0
}

export function forgetDrafts(): void {
  for (const name of names()) sessionStorage.removeItem(name)
}

function names(): string[] {
  return Object.keys(sessionStorage).filter((name) => name.startsWith(PREFIX))
}
