import type { HttpBindings } from '@hono/node-server'

/** What the server knows of a request before any handler sees it. */
export interface Variables {
  requestId: string
  clientAddress: string
}

/** The Hono environment of every part of the server. */
export interface Env {
  Bindings: HttpBindings
  Variables: Variables
}
