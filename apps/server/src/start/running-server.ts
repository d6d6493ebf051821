import { mailNotice } from './mail-notice.ts'
import { openOutbox } from './open-outbox.ts'
import type { Outbox } from './serve.ts'
import type { Served } from './served.ts'

/** A server: one process, or several behind one port. */
export interface RunningServer {
  /** Where people reach it. */
  address: string
  /**
   * The lines for the person at the terminal, beside the address. They may hold a key: they do not belong in the log.
   */
  said: string[]
  /** Stops: load balancers notice, requests finish, then everything that the start opened closes. */
  stop(reason: string): Promise<void>
}

/** Where mails are kept; null where they are sent. */
export const outboxOf = ({ config }: Served): Outbox | null =>
  config.smtpUrl === null ? openOutbox(config.dataDir) : null

/** The lines for the person at the terminal of a running server. */
export function sayings(
  { config, greeting }: Served,
  publishableKey: string,
  outbox: Outbox | null,
): string[] {
  return [...greeting(publishableKey), ...(outbox === null ? [] : [mailNotice(config, outbox.key)])]
}
