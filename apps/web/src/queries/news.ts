import type { NewsSubject } from '@cairn/workspace/port/news'
import { CATALOGUE_KINDS, CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import type { QueryKey } from '@tanstack/react-query'
import { appearanceQueries } from './appearance.ts'
import { articleQueries } from './articles.ts'
import { dashboardQueries } from './dashboard.ts'
import { binQueries } from './deletions/bin.ts'
import { LINKED } from './deletions/deletion.ts'
import { featureQueries } from './features.ts'
import { inboxQueries } from './inbox.ts'
import { invitationQueries } from './invitations.ts'
import { joiningQueries } from './joining.ts'
import { notificationQueries } from './notifications.ts'
import { profileQueries } from './profile.ts'
import { actQueries } from './records/acts.ts'
import { catalogueKey } from './records/catalogue.ts'
import { DEPARTED } from './records/departed-key.ts'
import { handoverQueries } from './records/handovers.ts'
import { historyQueries } from './records/history.ts'
import { viewQueries } from './records/views.ts'
import { searchQueries } from './search.ts'
import { teamQueries } from './team.ts'

/** The queries that show records beside their own lists. */
const WITH_RECORDS: readonly QueryKey[] = [
  actQueries.all,
  binQueries.all,
  dashboardQueries.all,
  inboxQueries.all,
  viewQueries.allCounts,
  DEPARTED,
  historyQueries.all,
  handoverQueries.all,
  LINKED,
  searchQueries.all,
  teamQueries.allRecords,
]

/** Returns the starts of the keys of all queries that are stale once a subject has changed. */
function keysOf(subject: NewsSubject): readonly QueryKey[] {
  switch (subject) {
    case 'article':
      return [articleQueries.all, LINKED, searchQueries.all]
    case 'team':
      return [teamQueries.all, profileQueries.all, joiningQueries.all, searchQueries.all]
    case 'joining':
      return [joiningQueries.all, inboxQueries.all]
    case 'invitations':
      // An invitation that ends, or starts again, changes the owners of records.
      return [invitationQueries.all, teamQueries.all, ...CATALOGUE_KINDS.map(catalogueKey)]
    case 'features':
      return [featureQueries.all, dashboardQueries.all, inboxQueries.all, searchQueries.all]
    case 'appearance':
      return [appearanceQueries.all]
    case 'notifications':
      return [notificationQueries.all, handoverQueries.all, inboxQueries.all]
    case 'views':
      return [viewQueries.all]
    default:
      return [
        catalogueKey(subject),
        // A deleted record disappears from the records that pointed to it.
        ...CATALOGUES[subject].usedBy.map((table) => [table]),
        ...WITH_RECORDS,
      ]
  }
}

/** Returns the same keys for several subjects, each once. */
export function keysOfNews(changed: readonly NewsSubject[]): readonly QueryKey[] {
  const keys = changed.flatMap(keysOf)
  const words = keys.map((key) => JSON.stringify(key))
  return keys.filter((_, index) => words.indexOf(words[index] ?? '') === index)
}
