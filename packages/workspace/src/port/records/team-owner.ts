import { invitationOf } from './invited-owner.ts'

const MARK = 'team-'

/** The id of a team as the owner of records: that of no user, as the ids of invited people. */
export function teamOwnerId(teamId: string): string {
  return MARK + teamId
}

/** The team behind the id of an owner; null for anybody else's. */
export function teamOf(ownerId: string | null): string | null {
  return ownerId?.startsWith(MARK) ? ownerId.slice(MARK.length) : null
}

/** The id of an owner as the server knows it: of a member, an invitation or a team. */
export function storedOwnerId(ownerId: string): string {
  return invitationOf(ownerId) ?? teamOf(ownerId) ?? ownerId
}

/** Whether an owner is a member: neither an invited person nor a team, who can be no expert. */
export function isMemberId(ownerId: string): boolean {
  return storedOwnerId(ownerId) === ownerId
}
