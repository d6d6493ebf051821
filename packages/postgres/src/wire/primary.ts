import { type Client, type ClientOptions, openClient } from './client.ts'
import { setDeadline } from './deadline.ts'
import type { Endpoint } from './dial.ts'
import { CONNECT_TIMEOUT, coded, postgresFailure } from './errors.ts'
import type { ConnectionTarget } from './target.ts'

/** Opens connections to the one Postgres of a target that takes writes, or to a standby where one is wanted. */
export type Connect = (options: {
  withinMs: number
  onNotification?: (payload: string) => void
}) => Promise<Client>

/** After this long without an answer the next address is asked too. */
const NEXT_AFTER_MS = 500

/**
 * The address that answered last as primary is asked first; the others when it fails or is slow to answer. Rejects with
 * the failure of the first address, or with CONNECT_TIMEOUT.
 */
export function createConnect(
  target: ConnectionTarget,
  options: Pick<ClientOptions, 'name' | 'settings' | 'standby'>,
): Connect {
  let endpoints: readonly Endpoint[] = [{ host: target.host, port: target.port }, ...(target.others ?? [])]
  const open = withEitherPassword(target)

  return async ({ withinMs, onNotification }) => {
    const attempt = (endpoint: Endpoint, signal: AbortSignal) =>
      open((password) =>
        openClient({
          ...options,
          target: { ...target, ...endpoint, password },
          signal,
          ...(onNotification === undefined ? {} : { onNotification }),
        }),
      )
    const client = await firstOf(endpoints, attempt, withinMs)
    const { host, port } = client.endpoint
    const isIt = (endpoint: Endpoint) => endpoint.host === host && endpoint.port === port
    endpoints = [...endpoints.filter(isIt), ...endpoints.filter((endpoint) => !isIt(endpoint))]
    return client
  }
}

/** The password that was right last is tried first; another one where the user has one and the first is refused. */
function withEitherPassword({ password, otherPassword }: ConnectionTarget) {
  let right = password
  return async (open: (password: string) => Promise<Client>): Promise<Client> => {
    const first = right
    try {
      return await open(first)
    } catch (error) {
      if (otherPassword === undefined || postgresFailure(error)?.code.startsWith('28') !== true) throw error
      const second = first === password ? otherPassword : password
      const client = await open(second)
      right = second
      return client
    }
  }
}

/** The first client that comes about; all other attempts are given up. */
function firstOf(
  endpoints: readonly Endpoint[],
  attempt: (endpoint: Endpoint, signal: AbortSignal) => Promise<Client>,
  withinMs: number,
): Promise<Client> {
  const giveUp = new AbortController()
  return new Promise((resolve, reject) => {
    const waiting = [...endpoints]
    const failures: unknown[] = []
    let next: NodeJS.Timeout | undefined
    const cancel = setDeadline(
      () => end(() => reject(coded(CONNECT_TIMEOUT, `No answer within ${Math.round(withinMs)} ms`))),
      withinMs,
    )

    function end(settle: () => void): void {
      cancel()
      clearTimeout(next)
      settle()
      giveUp.abort(coded(CONNECT_TIMEOUT, 'Another address was faster, or the time is over'))
    }

    function askNext(): void {
      clearTimeout(next)
      const endpoint = waiting.shift()
      if (endpoint === undefined || giveUp.signal.aborted) return
      if (waiting.length > 0) next = setTimeout(askNext, NEXT_AFTER_MS)
      attempt(endpoint, giveUp.signal).then(
        (client) => {
          if (giveUp.signal.aborted) void client.close()
          else end(() => resolve(client))
        },
        (error: unknown) => {
          failures.push(error)
          if (failures.length === endpoints.length) end(() => reject(failures[0]))
          else askNext()
        },
      )
    }
    askNext()
  })
}
