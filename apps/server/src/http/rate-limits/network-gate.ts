import { clientNetwork } from '@cairn/auth/rules/client-network'
import { createAdmission } from '@cairn/postgres/pool/admission'
import { ALONE, type Place, partOf } from '../../settings/place.ts'

/**
 * Lets work through when it is the turn of its client's network. Throws `Overloaded` where that takes more than 3 s.
 */
export type NetworkGate = <T>(clientAddress: string, work: () => Promise<T>) => Promise<T>

/** More at once would only wait for a password to be hashed, or for a connection. */
const AT_ONCE = 120
const OF_ONE_NETWORK = 24
const MOST_WAITING = 2_000
const WAIT_MS = 3_000

/** Keeps the many requests of one network from standing in the way of another's: this process's part of the gate. */
export function createNetworkGate(place: Place = ALONE): NetworkGate {
  const most = Math.max(1, partOf(OF_ONE_NETWORK, place))
  const admission = createAdmission({
    concurrency: Math.max(1, partOf(AT_ONCE, place)),
    maxQueued: partOf(MOST_WAITING, place),
    maxWaitMs: WAIT_MS,
  })
  return (clientAddress, work) => admission.run(work, [{ name: clientNetwork(clientAddress), most }])
}
