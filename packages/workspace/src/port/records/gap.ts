/**
 * The gaps of a record. It can lack an owner; an owner who is still in the account, who was seen in the last 90 days,
 * or who has answered the handover; a second member who knows it; and a first report to its ping URL.
 */
export const GAPS = [
  'no_owner',
  'owner_left',
  'owner_not_seen',
  'handover_pending',
  'nobody_else',
  'never_reported',
] as const
export type Gap = (typeof GAPS)[number]
