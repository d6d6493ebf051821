import { clientNetwork } from '@cairn/auth/rules/client-network'
import type { HttpRequest } from '@cairn/data-api/request/http-request'
import type { Caller } from '@cairn/postgres/pool/caller'
import type { Requester } from '@cairn/postgres/pool/shares'
import { z } from 'zod'

/** Says whose share of the database's connections a request uses. */
export interface Requesters {
  /** The caller, and for whom they ask: the person and their account, or the network of a visitor. */
  named(caller: Caller, clientAddress: string): Caller
}

const KNOWN_FOR_MS = 5 * 60_000
const MOST_KNOWN = 10_000
/** All visitors without a session share what one account may use. */
const VISITORS = 'visitors'

/** A visitor of a network: the caller has shown nothing that the database knows. */
export const visitorAt = (clientAddress: string): Requester => ({
  person: clientNetwork(clientAddress),
  account: VISITORS,
})

/** The data API, as far as it is used here. */
interface Data {
  handle(request: HttpRequest, caller: Caller): Promise<Response>
}

interface Known {
  account: string | null
  until: number
}

const accounts = z.array(z.object({ id: z.string() }))

/**
 * The token does not name the account, so it is looked up beside a person's first request, as that person, and kept for
 * five minutes. Until it is known, only the person's own share counts.
 */
export function createRequesters(data: Data, now = () => performance.now()): Requesters {
  const known = new Map<string, Known>()

  async function lookUp(person: string, caller: Caller): Promise<string | null> {
    const answer = await data.handle(
      {
        id: 'account of a requester',
        method: 'GET',
        url: `/accounts?select=id&limit=1`,
        headers: new Headers(),
        body: null,
        forwardedHeaders: {},
      },
      { ...caller, requester: { person, account: null } },
    )
    // A token whose scope opens nothing is not told its account: it has no more than a person's share.
    if (answer.status === 403) return null
    return accounts.parse(await answer.json())[0]?.id ?? null
  }

  function accountOf(person: string, caller: Caller): string | null {
    const found = known.get(person)
    if (found !== undefined && found.until > now()) return found.account
    const entry: Known = { account: found?.account ?? null, until: now() + KNOWN_FOR_MS }
    known.delete(person)
    known.set(person, entry)
    const [oldest] = known.keys()
    if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest)
    lookUp(person, caller).then(
      (account) => {
        entry.account = account
      },
      // A database that is away now is asked with the next request.
      () => known.delete(person),
    )
    return entry.account
  }

  return {
    named(caller, clientAddress) {
      // Of the holder of a token it was known before whose the token is, or that it is nobody's.
      if (caller.role === 'service_role' || caller.requester !== undefined) return caller
      const { sub } = caller.claims
      if (caller.role === 'anon' || typeof sub !== 'string')
        return { ...caller, requester: visitorAt(clientAddress) }
      return { ...caller, requester: { person: sub, account: accountOf(sub, caller) } }
    },
  }
}
