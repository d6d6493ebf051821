/** Whether what is asked gets an answer: 'offline' when nothing answers, 'unavailable' when the server cannot. */
export type ConnectionState = 'up' | 'offline' | 'unavailable'

/** What is known of the way to the server. */
export interface Connection {
  current(): ConnectionState
  subscribe(listener: () => void): () => void
}

/** For a workspace that asks no server, and for tests that have one at hand. */
export const ALWAYS_UP: Connection = { current: () => 'up', subscribe: () => () => undefined }
