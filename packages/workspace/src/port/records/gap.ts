/**
 * What a record can lack: an owner, one who is still here, who has been here in the last 90 days, or who has answered the
 * handover; a member beside the owner who knows it; and a first report to its address.
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
