/** The only place that writes to the browser's console: for failures that no screen shows. */
const output: Pick<Console, 'warn'> = console

/**
 * Logs a failure that changes nothing for the user, for a developer to look into. `what` reads 'loading experts'. That a
 * session has ended is no failure.
 */
export function logFailure(what: string, error: unknown): void {
  if (error instanceof Error && error.name === 'NotSignedIn') return
  output.warn(`Failed: ${what}`, error)
}
