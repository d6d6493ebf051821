import { startFailure } from '../../start/start-failure.ts'

/** What was looked at, and whether something is to be done. */
export interface Finding {
  what: string
  /** `note`: fine for some installations, and worth knowing for others. */
  state: 'ok' | 'note' | 'trouble'
  /** What was found, or what to do. */
  says: string
}

export const ok = (what: string, says: string): Finding => ({ what, state: 'ok', says })
export const note = (what: string, says: string): Finding => ({ what, state: 'note', says })
export const trouble = (what: string, says: string): Finding => ({ what, state: 'trouble', says })

/** What the other side or the system said first: Node's fetch says only that it failed, and its cause says why. */
export function reasonOf(error: unknown): string {
  if (error instanceof Error && error.cause !== undefined) return reasonOf(error.cause)
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
}

/** A look that fails has found trouble: the sentence of its error. */
export async function found(what: string, look: () => Promise<Finding>): Promise<Finding> {
  try {
    return await look()
  } catch (error) {
    const [sentence = ''] = startFailure(error).split('\n')
    return trouble(what, sentence)
  }
}
