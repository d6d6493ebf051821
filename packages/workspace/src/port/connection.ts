/** Whether requests get a response: 'offline' when nothing answers, 'unavailable' when the server cannot. */
export type ConnectionState = 'up' | 'offline' | 'unavailable'

/** The state of the connection to the server. */
export interface Connection {
  current(): ConnectionState
  subscribe(listener: () => void): () => void
}

/** A connection that is always up, for a workspace without a server and for tests. */
export const ALWAYS_UP: Connection = { current: () => 'up', subscribe: () => () => undefined }
