import { mayPass, type Patience, patiently, reasonOf } from './patience.ts'
import { StartFailed } from './start-failed.ts'

/** How a start waits until others have given back a connection that it needs. */
export interface Line {
  patience: Patience
  /** How many connections are needed, and what has to allow them, in sentences for the operator. */
  needs: string
}

/**
 * Does what a start needs a connection for, as soon as there is one: a pooler in front of the database may have given all
 * of them to other servers. Throws {@link StartFailed} when there is none in time, and what else the work throws.
 */
export async function inLine<T>(work: () => Promise<T>, { patience, needs }: Line): Promise<T> {
  const { withinMs, onWait } = patience
  try {
    return await patiently(work, {
      withinMs,
      onWait: (reason) => onWait(`The database has no connection to spare: ${reason}. ${needs}`),
    })
  } catch (error) {
    if (!mayPass(error)) throw error
    throw new StartFailed(
      `The database, or a pooler in front of it, had no connection to spare for ${Math.round(withinMs / 1_000)} s ` +
        `(${reasonOf(error)}). ${needs}`,
      { cause: error },
    )
  }
}
