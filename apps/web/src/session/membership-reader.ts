import type { Membership, MembershipPart, Person } from '@cairn/workspace/port/workspace'
import { logFailure } from '@/lib/log.ts'
import { NO_MEMBERSHIP } from './session-state.ts'

/** After a sign-in the client still settles its session; the membership is read a moment later. */
export const MEMBERSHIP_DELAY_MS = 100
const RETRY_DELAY_MS = 1_000

interface MembershipReaderOptions {
  membership: MembershipPart
  /** Calls `work` once, later; a test replaces the clock, so that it need not wait. */
  later: (work: () => void, afterMs: number) => void
  onRead: (personId: string, membership: Membership) => void
}

/** Reads the account and the permission level of a user. A failure is logged; the user then counts as a viewer. */
export function createMembershipReader({ membership, later, onRead }: MembershipReaderOptions) {
  async function read({ id }: Person): Promise<void> {
    const found = await membership.mine().catch((error: unknown) => {
      logFailure('reading the account and the permission', error)
      return NO_MEMBERSHIP
    })
    onRead(id, found)
  }

  /** A sign-in in another tab can be announced before its session is visible in this one: a failure is retried once. */
  async function readWithRetry(person: Person): Promise<void> {
    const found = await membership.mine().catch(() => null)
    if (found) onRead(person.id, found)
    else later(() => void read(person), RETRY_DELAY_MS)
  }

  /** Reads the membership again; where that fails, the known one stays. */
  async function reread(person: Person): Promise<void> {
    const found = await membership.mine().catch((error: unknown) => {
      logFailure('reading the account and the permission anew', error)
      return null
    })
    if (found) onRead(person.id, found)
  }

  return {
    read,
    reread,
    readAfterSignIn: (person: Person) => later(() => void readWithRetry(person), MEMBERSHIP_DELAY_MS),
  }
}
