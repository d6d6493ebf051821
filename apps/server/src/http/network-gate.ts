import { clientNetwork } from '@cairn/auth/rules/client-network'
import { createAdmission } from '@cairn/postgres/admission'

/**
 * Lets work through when it is the turn of its client's network. Throws `Overloaded` where that takes more than 3 s.
 */
export type NetworkGate = <T>(clientAddress: string, work: () => Promise<T>) => Promise<T>

/** More at once would only wait for a password to be hashed, or for a connection. */
const AT_ONCE = 120
const OF_ONE_NETWORK = 24
const MOST_WAITING = 2_000
const WAIT_MS = 3_000

/** Keeps the many requests of one network from standing in the way of another's. */
export function createNetworkGate(): NetworkGate {
  const admission = createAdmission({ concurrency: AT_ONCE, maxQueued: MOST_WAITING, maxWaitMs: WAIT_MS })
  return (clientAddress, work) =>
    admission.run(work, [{ name: clientNetwork(clientAddress), most: OF_ONE_NETWORK }])
}
