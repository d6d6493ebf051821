import type { HttpBindings } from '@hono/node-server'
import type { ClientMemory } from './memory.ts'

/** What the server knows of a request before any handler sees it. */
interface Variables {
  requestId: string
  clientAddress: string
  /** Who sent it: the person of a genuine access token, null for the operator's programs. Else their network counts. */
  party?: string | null
  memory: ClientMemory
}

/** The Hono environment of every part of the server. */
export interface Env {
  Bindings: HttpBindings
  Variables: Variables
}
