import { invitationOf } from '../port/invited-owner.ts'
import type { RecordFilter } from '../port/records.ts'

/** What an address names may be anything. */
export const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The filter of a list, as the procedures take it: an owner who is invited by their invitation. */
export function filterParameters({ text, statuses, owners, gaps }: RecordFilter) {
  return {
    query: text,
    ...(statuses.length > 0 && { statuses: [...statuses] }),
    ...(owners.length > 0 && {
      owners: owners.flatMap((id) => invitationOf(id) ?? id ?? []).filter((id) => UUID.test(id)),
      without_owner: owners.includes(null),
    }),
    ...(gaps.length > 0 && { gaps: [...gaps] }),
  }
}
