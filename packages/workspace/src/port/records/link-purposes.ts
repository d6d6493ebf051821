/** What a link of a record can be for. */
export const LINK_PURPOSES = [
  'docs',
  'runbook',
  'dashboard',
  'chat',
  'repository',
  'contract',
  'vendor',
  'other',
] as const
export type LinkPurpose = (typeof LINK_PURPOSES)[number]
