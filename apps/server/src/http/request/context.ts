import type { HttpBindings } from '@hono/node-server'
import type { ClientMemory } from './memory.ts'

/** The facts about a request that are known before any handler sees it. */
interface Variables {
  requestId: string
  clientAddress: string
  /**
   * The sender: the person of a genuine access token, or null for the operator's programs. Otherwise the network
   * counts.
   */
  party?: string | null
  memory: ClientMemory
  /** The length of the answer's body, where its handler knows it. */
  answerBytes?: number
}

/** The Hono environment of every part of the server. */
export interface Env {
  Bindings: HttpBindings
  Variables: Variables
}
