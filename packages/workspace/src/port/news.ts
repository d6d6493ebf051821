import type { Membership } from './membership.ts'
import { CATALOGUE_KINDS } from './records/catalogues.ts'

/** The subjects of news. */
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

/** The recent changes by members of the account. */
interface News {
  /** The caller's account and level, as they are now. */
  membership: Membership
  /** The subjects that must be loaded again to be up to date. */
  changed: readonly NewsSubject[]
}

export interface NewsPart {
  /** The news of the last `ms` milliseconds, one day at most. */
  within(ms: number): Promise<News>
}
