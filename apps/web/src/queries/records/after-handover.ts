import { CATALOGUE_KINDS, CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import type { QueryKey } from '@tanstack/react-query'
import { dashboardQueries } from '../dashboard.ts'
import { inboxQueries } from '../inbox.ts'
import { teamQueries } from '../team.ts'
import { DEPARTED } from './departed-key.ts'
import { handoverQueries } from './handovers.ts'
import { historyQueries } from './history.ts'

/** The starts of the keys of everything that is out of date once records have other owners or experts. */
export const AFTER_HANDOVER: readonly QueryKey[] = [
  handoverQueries.all,
  historyQueries.all,
  teamQueries.allRecords,
  dashboardQueries.all,
  inboxQueries.all,
  DEPARTED,
  ...CATALOGUE_KINDS.map((kind) => [CATALOGUES[kind].table]),
]
