import type { Connection, ConnectionState } from '@cairn/workspace/port/connection'

type Fetch = typeof fetch

const FIRST_LOOK_MS = 2_000
const MAX_WAIT_MS = 15_000
const PROBE_TIMEOUT_MS = 5_000
/** The statuses with which proxies and our own server answer when the service behind them does not. */
const UNAVAILABLE = new Set([502, 503, 504])
/** Small, and every member may read it: an answer comes out of the database. */
const PROBE_PATH = '/rest/v1/app_features?select=feature_name&limit=1'

interface ConnectionOptions {
  /** Where the service is. */
  url: string
  send: Fetch
  /** Calls `work` once, later. */
  later: (work: () => void, afterMs: number) => void
  /** Calls `check` when the browser thinks that the connection has changed, or the user comes back to the page. */
  onHint: (check: () => void) => void
}

export interface WatchedConnection extends Connection {
  /** The same `fetch`, by whose data requests the state of the connection is known. */
  fetch: Fetch
}

/**
 * Follows whether the server can be reached, by what becomes of the requests for data. One that fails is not believed:
 * a second probe tells a lost connection from a request that was called off. Then it looks again until there is an answer.
 * A write while the connection is known to be lost is refused at once, unless a probe says otherwise.
 */
export function watchConnection({ url, send, later, onHint }: ConnectionOptions): WatchedConnection {
  let state: ConnectionState = 'up'
  let waitMs = FIRST_LOOK_MS
  let looking: Promise<ConnectionState> | null = null
  let isLookPlanned = false
  /** Those of the last request for data; before there is one, nothing is asked. */
  let headers: RequestInit['headers']
  const listeners = createListeners()

  const become = (next: ConnectionState) => {
    if (next === 'up') waitMs = FIRST_LOOK_MS
    if (next === state) return
    state = next
    listeners.tell()
  }

  const check = (): Promise<ConnectionState> => {
    looking ??= probe(url, send, headers).then((found) => {
      looking = null
      become(found)
      if (found !== 'up') planNextLook()
      return found
    })
    return looking
  }

  const planNextLook = () => {
    if (isLookPlanned) return
    isLookPlanned = true
    later(() => {
      isLookPlanned = false
      if (state !== 'up') void check()
    }, waitMs)
    waitMs = Math.min(2 * waitMs, MAX_WAIT_MS)
  }

  onHint(() => headers && void check())

  return {
    current: () => state,
    subscribe: listeners.subscribe,
    async fetch(input, init) {
      if (!isForData(input)) return send(input, init)
      headers = init?.headers
      if (isWrite(init) && state !== 'up') refuse(await check())
      try {
        const answer = await send(input, init)
        if (UNAVAILABLE.has(answer.status)) void check()
        else become('up')
        return answer
      } catch (error) {
        if (init?.signal?.aborted !== true) void check()
        throw error
      }
    },
  }
}

/** @throws TypeError as `fetch` does when there is no connection. */
function refuse(found: ConnectionState): void {
  if (found !== 'up') throw new TypeError('There is no connection to the server.')
}

function createListeners() {
  const listeners = new Set<() => void>()
  return {
    tell() {
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Asks for as little as possible, with the headers of the last request. */
async function probe(url: string, send: Fetch, headers: RequestInit['headers']): Promise<ConnectionState> {
  const options = { ...(headers && { headers }), signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }
  const answer = await send(new URL(PROBE_PATH, url), options).catch(() => null)
  if (answer === null) return 'offline'
  return UNAVAILABLE.has(answer.status) ? 'unavailable' : 'up'
}

function isForData(input: Parameters<Fetch>[0]): boolean {
  const address = input instanceof Request ? input.url : String(input)
  return new URL(address).pathname.startsWith('/rest/v1/')
}

function isWrite(init: RequestInit | undefined): boolean {
  return init?.method !== undefined && !['GET', 'HEAD'].includes(init.method)
}
