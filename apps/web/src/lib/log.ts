/** The only place that writes to the browser's console: for failures that no screen shows. */
const output: Pick<Console, 'warn'> = console

/** Logs a failure that changes nothing for the user, for a developer to look into. `what` reads 'loading experts'. */
export function logFailure(what: string, error: unknown): void {
  output.warn(`Failed: ${what}`, error)
}
