import { isLostConnection } from './errors.ts'

/**
 * Lets this process outlive a Postgres that dies while it greets a new connection. The driver (3.4) asks for the types of
 * arrays then and leaves the failure of that question to nobody, which ends a Node process; whoever wanted the connection
 * gets the next one. `tell` hears of it. Every other rejection that nobody catches ends the process as usual.
 */
export function outliveLostGreetings(tell: (cause: unknown) => void): void {
  process.on('unhandledRejection', (reason) => {
    if (!isLostConnection(reason)) throw reason
    tell(reason)
  })
}
