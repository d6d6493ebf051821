import { startFailure } from '../../start-failure.ts'

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

/** A look that fails has found trouble: the sentence of its error. */
export async function found(what: string, look: () => Promise<Finding>): Promise<Finding> {
  try {
    return await look()
  } catch (error) {
    const [sentence = ''] = startFailure(error).split('\n')
    return trouble(what, sentence)
  }
}
