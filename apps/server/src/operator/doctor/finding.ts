import { startFailure } from '../../start/start-failure.ts'

/** The result of a check: its subject, and whether the operator has to act. */
export interface Finding {
  what: string
  /** `note`: fine for some installations, and worth knowing for others. */
  state: 'ok' | 'note' | 'trouble'
  /** The result in words, or the remedy. */
  says: string
}

export const ok = (what: string, says: string): Finding => ({ what, state: 'ok', says })
export const note = (what: string, says: string): Finding => ({ what, state: 'note', says })
export const trouble = (what: string, says: string): Finding => ({ what, state: 'trouble', says })

/**
 * Finds the first reason that the other side or the system gave: Node's fetch says only that it failed, and its cause
 * says why.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof Error && error.cause !== undefined) return reasonOf(error.cause)
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
}

/** Runs a check; one that throws has found trouble, in the sentence of its error. */
export async function found(what: string, look: () => Promise<Finding>): Promise<Finding> {
  try {
    return await look()
  } catch (error) {
    const [sentence = ''] = startFailure(error).split('\n')
    return trouble(what, sentence)
  }
}
