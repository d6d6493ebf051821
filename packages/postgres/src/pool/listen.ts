import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '../wire/client.ts'
import type { Connect } from '../wire/primary.ts'

export interface Listener {
  /** Called with what is announced on the channel. */
  onNotification: (payload: string) => void
  /** Called whenever listening has begun again: notifications in between have been missed. */
  onAgain: () => void
}

const CONNECT_WITHIN_MS = 3_000
const AGAIN_AFTER_MS = 1_000

/**
 * Listens to a channel over a separate connection, and again whenever that was lost. Resolves when it listens; rejects
 * when the first connection does not come about. Returns what ends it.
 */
export async function listen(
  connect: Connect,
  channel: string,
  { onNotification, onAgain }: Listener,
): Promise<() => Promise<void>> {
  let stopped = false
  let client = await open()

  async function open(): Promise<Client> {
    const opened = await connect({ withinMs: CONNECT_WITHIN_MS, onNotification })
    try {
      await opened.sql`listen ${opened.sql(channel)}`
    } catch (error) {
      opened.destroy()
      throw error
    }
    // It was ended meanwhile, with the client before this one.
    if (stopped) await opened.close()
    return opened
  }

  async function keepListening(): Promise<void> {
    while (!stopped) {
      await client.closed
      await wait(AGAIN_AFTER_MS, undefined, { ref: false })
      if (stopped) return
      client = await open().catch(() => client)
      if (!stopped && client.isOpen) onAgain()
    }
  }
  void keepListening()

  return async () => {
    stopped = true
    await client.close()
  }
}
