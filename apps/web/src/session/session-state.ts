import type { AccessChange, Arrival } from '@/workspace/port/access.ts'
import type { SecondFactor } from '@/workspace/port/security.ts'
import type { Me, Membership, Person } from '@/workspace/port.ts'

/** Who sits in front of the screen, as far as it is known. */
export type AccessState =
  | { status: 'loading' }
  /**
   * `left`: came here by signing out or leaving guest mode, so nothing has to be returned to. `ended`: was signed in, and
   * something else has ended the session.
   */
  | { status: 'anonymous'; left: boolean; ended?: true }
  | { status: 'guest' }
  /** Has a session that opens nothing before one of these factors is shown. */
  | { status: 'second-factor'; person: Person; factors: readonly SecondFactor[] }
  /** `membership` is null until it has been read. */
  | { status: 'signed-in'; person: Person; membership: Membership | null }

export type AccessEvent =
  | { type: 'restored'; arrival: Arrival | null }
  | { type: 'changed'; change: Exclude<AccessChange, { event: 'signed-out' }> }
  | { type: 'signed-out'; onPurpose: boolean }
  | { type: 'membership-read'; personId: string; membership: Membership }
  | { type: 'guest-entered' }
  | { type: 'guest-left' }

/** What counts for somebody whose membership cannot be read, and for somebody who has none. */
export const NO_MEMBERSHIP: Membership = { account: null, permissionLevel: 'viewer' }

/** Guests have nothing to wait for; everybody else may still have a session from before. */
export function initialAccess(isGuest: boolean): AccessState {
  return isGuest ? { status: 'guest' } : { status: 'loading' }
}

/** The next state. An event that comes too late, about somebody who has gone, changes nothing. */
export function nextAccess(state: AccessState, event: AccessEvent): AccessState {
  switch (event.type) {
    case 'restored':
      if (state.status !== 'loading' && state.status !== 'anonymous') return state
      if (event.arrival) return arrived(event.arrival)
      return state.status === 'loading' ? { status: 'anonymous', left: false } : state
    case 'changed':
      return changed(state, event.change)
    case 'signed-out':
      if (state.status === 'guest') return state
      return { status: 'anonymous', left: event.onPurpose, ...(!event.onPurpose && { ended: true }) }
    case 'membership-read':
      if (state.status !== 'signed-in' || state.person.id !== event.personId) return state
      return { ...state, membership: event.membership }
    case 'guest-entered':
      return { status: 'guest' }
    case 'guest-left':
      return state.status === 'guest' ? { status: 'anonymous', left: true } : state
  }
}

function arrived({ person, askedFactors: factors }: Arrival): AccessState {
  if (factors.length > 0) return { status: 'second-factor', person, factors }
  return { status: 'signed-in', person, membership: null }
}

function changed(state: AccessState, change: Exclude<AccessChange, { event: 'signed-out' }>): AccessState {
  const { person } = change
  switch (change.event) {
    case 'signed-in':
      return arrived({ person, askedFactors: [] })
    case 'second-factor-asked':
      return arrived({ person, askedFactors: change.factors })
    case 'updated':
      return state.status === 'signed-in' ? { ...state, person } : state
  }
}

/** The same person as the rules of the workspace know them. */
export function meOf(state: AccessState): Me {
  if (state.status !== 'signed-in') {
    const kind = state.status === 'guest' ? 'guest' : 'visitor'
    return { kind, personId: null, account: null, permissionLevel: 'viewer' }
  }
  const { account, permissionLevel } = state.membership ?? NO_MEMBERSHIP
  return { kind: 'member', personId: state.person.id, account, permissionLevel }
}
