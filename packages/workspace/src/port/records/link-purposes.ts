/** The purposes of a record's links. */
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
