import type { SessionChange, UserSession } from '@cairn/workspace/port/access'
import type { SecondFactor } from '@cairn/workspace/port/security'
import type { Me, Membership, Person } from '@cairn/workspace/port/workspace'

/** The user of the page, as far as known. */
export type SessionState =
  | { status: 'loading' }
  /**
   * Neither user nor guest. `reason`: 'left' after signing out or leaving guest mode, so there is no screen to return to;
   * 'ended' when anything else ended the session; null for a visitor who had none.
   */
  | { status: 'anonymous'; reason: 'left' | 'ended' | null }
  | { status: 'guest' }
  /** The session gives access to nothing before the user verifies one of these factors. */
  | { status: 'second-factor'; person: Person; factors: readonly SecondFactor[] }
  /** `membership` is null until it has been read. */
  | { status: 'signed-in'; person: Person; membership: Membership | null }

export type SessionAction =
  | { type: 'restored'; session: UserSession | null }
  | { type: 'changed'; change: Exclude<SessionChange, { event: 'signed-out' }> }
  | { type: 'signed-out'; onPurpose: boolean }
  | { type: 'membership-read'; personId: string; membership: Membership }
  | { type: 'guest-entered' }
  | { type: 'guest-left' }

/** The membership of a user whose membership cannot be read, and of a user without one. */
export const NO_MEMBERSHIP: Membership = { account: null, permissionLevel: 'viewer' }

/**
 * Returns the initial state. A guest has nothing to wait for; in any other case a stored session may have to be
 * restored.
 */
export function initialSession(isGuest: boolean): SessionState {
  return isGuest ? { status: 'guest' } : { status: 'loading' }
}

/** Returns the next state. A late action about a user who has left the page changes nothing. */
export function sessionReducer(state: SessionState, action: SessionAction): SessionState {
  switch (action.type) {
    case 'restored':
      if (state.status !== 'loading' && state.status !== 'anonymous') return state
      if (action.session) return withSession(action.session)
      return state.status === 'loading' ? { status: 'anonymous', reason: null } : state
    case 'changed':
      return changed(state, action.change)
    case 'signed-out':
      return state.status === 'guest'
        ? state
        : { status: 'anonymous', reason: action.onPurpose ? 'left' : 'ended' }
    case 'membership-read':
      if (state.status !== 'signed-in' || state.person.id !== action.personId) return state
      if (isSame(state.membership, action.membership)) return state
      return { ...state, membership: action.membership }
    case 'guest-entered':
      return { status: 'guest' }
    case 'guest-left':
      return state.status === 'guest' ? { status: 'anonymous', reason: 'left' } : state
  }
}

function isSame(before: Membership | null, after: Membership): boolean {
  return (
    before !== null &&
    before.permissionLevel === after.permissionLevel &&
    before.account?.id === after.account?.id &&
    before.account?.name === after.account?.name
  )
}

function withSession({ person, requiredFactors: factors }: UserSession): SessionState {
  if (factors.length > 0) return { status: 'second-factor', person, factors }
  return { status: 'signed-in', person, membership: null }
}

function changed(state: SessionState, change: Exclude<SessionChange, { event: 'signed-out' }>): SessionState {
  const { person } = change
  if (change.event === 'updated') return state.status === 'signed-in' ? { ...state, person } : state
  return withSession({
    person,
    requiredFactors: change.event === 'second-factor-required' ? change.factors : [],
  })
}

/** Returns the same person in the form that the rules of the workspace use. */
export function meOf(state: SessionState): Me {
  if (state.status !== 'signed-in') {
    const kind = state.status === 'guest' ? 'guest' : 'visitor'
    return { kind, personId: null, account: null, permissionLevel: 'viewer' }
  }
  const { account, permissionLevel } = state.membership ?? NO_MEMBERSHIP
  return { kind: 'member', personId: state.person.id, account, permissionLevel }
}
