import type { Membership } from './membership.ts'
import { CATALOGUE_KINDS } from './records/catalogues.ts'

/** What news can be about. */
export const NEWS_SUBJECTS = [
  ...CATALOGUE_KINDS,
  'article',
  'team',
  'joining',
  'invitations',
  'features',
  'appearance',
  'notifications',
  'views',
] as const

export type NewsSubject = (typeof NEWS_SUBJECTS)[number]

/** What members did in the account lately. */
interface News {
  /** The caller's account and level, as they are now. */
  membership: Membership
  /** What must be loaded anew to be up to date. */
  changed: readonly NewsSubject[]
}

export interface NewsPart {
  /** News of the last so many milliseconds, a day at most. */
  within(ms: number): Promise<News>
}
