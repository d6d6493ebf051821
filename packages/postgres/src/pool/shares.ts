import type { Party } from './admission.ts'
import type { LongWork } from './long-work.ts'

/** For whom a request runs: the person, or the network of visitors without a session, and what they belong to. */
export interface Requester {
  person: string
  account: string | null
}

/** How many of a pool's connections one person and one account may use at once. */
export interface Shares {
  person: number
  account: number
}

const OF_A_PERSON = 0.4
const OF_AN_ACCOUNT = 0.7

/** The shares in a pool of this size. From two connections on, nobody can use all of them. */
export function sharesOf(size: number): Shares {
  return {
    person: Math.max(1, Math.floor(size * OF_A_PERSON)),
    account: Math.max(1, Math.floor(size * OF_AN_ACCOUNT)),
  }
}

/** Shares of requesters, smaller for a person who has lately kept connections busy for long. */
export interface Sharing {
  /** The parties of a request's work; none for work of the installation itself. */
  partiesOf(requester: Requester | undefined): readonly Party[]
  /** Says how long a request's work kept its connection. */
  note(requester: Requester | undefined, ms: number): void
}

/**
 * Divides the connections of a pool. Many short requests of one person leave the processor to the others in between;
 * long ones, side by side, would not, so who sends those has one connection until a while later.
 */
export function createSharing(shares: Shares, long: LongWork): Sharing {
  const nameOf = ({ person }: Requester) => `person ${person}`
  return {
    partiesOf(requester) {
      if (requester === undefined) return []
      const name = nameOf(requester)
      const person: Party = {
        name,
        // Asked when a turn is given, not when the request came.
        get most() {
          return long.isOver(name) ? 1 : shares.person
        },
      }
      const { account } = requester
      return account === null ? [person] : [person, { name: `account ${account}`, most: shares.account }]
    },
    note(requester, ms) {
      if (requester !== undefined) long.note(nameOf(requester), ms)
    },
  }
}
