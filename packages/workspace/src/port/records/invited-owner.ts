const MARK = 'pending-'

/**
 * Invited people can own records before they join. Their id says so, as in the directory: it is that of no user, and
 * leads to their invitation.
 */
export function invitedId(invitationId: string): string {
  return MARK + invitationId
}

/** The invitation behind the id of an owner who has not joined yet; null for anybody else's. */
export function invitationOf(ownerId: string | null): string | null {
  return ownerId?.startsWith(MARK) ? ownerId.slice(MARK.length) : null
}
