/** The one place from which the app writes to the browser's console: for failures that the screen passes over. */
const output: Pick<Console, 'warn'> = console

/** Notes a failure that changes nothing for the person, for whoever looks into it. `what` reads 'loading experts'. */
export function logFailure(what: string, error: unknown): void {
  output.warn(`Failed: ${what}`, error)
}
