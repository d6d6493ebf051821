import { goOn, type Minutes, newTally, secondsUntilRoom, type Tally, usedOf } from './sliding-minute.ts'

/** Counts the requests of those of whom only the network is known. */
export interface Strangers {
  /** Counts a request of a network; the seconds to wait where it has had its number, and null otherwise. */
  count(network: string): number | null
}

/** The number of networks that are counted at once: a sender with more is limited by none. */
const MOST_NETWORKS = 20_000

/** Limits each network to so many requests in a minute. Nothing of it is kept where known callers are counted. */
export function createStrangers(perNetwork: number, minutes: Minutes): Strangers {
  const tallies = new Map<string, Tally>()

  return {
    count(network) {
      const moment = minutes.now()
      const tally = tallies.get(network) ?? newTally(moment.minute)
      goOn(tally, moment.minute)
      // The one that was seen last is the last to be forgotten.
      tallies.delete(network)
      tallies.set(network, tally)
      const [oldest] = tallies.keys()
      if (tallies.size > MOST_NETWORKS && oldest !== undefined) tallies.delete(oldest)
      if (usedOf(tally, moment) + 1 > perNetwork) return secondsUntilRoom(tally, perNetwork, moment)
      tally.waiting += 1
      return null
    },
  }
}
