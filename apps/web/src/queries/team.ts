import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { RECORDS_PER_PAGE } from '@cairn/workspace/port/records/records'
import type { RecordRelation, TeamSearch } from '@cairn/workspace/port/team'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { FROM_THE_START } from './pages.ts'

const FRESH_MS = 5 * 60_000
const SEEN = 6
const CARD_MS = 30_000
/** The starts of the keys of the people whom pickers offer. */
export const peopleKeys = [
  ['team', 'members'],
  ['team', 'invited'],
] as const

const MEMBERS: TeamSearch = {
  text: '',
  department: null,
  level: null,
  area: null,
  status: 'active',
  order: { by: 'name', descending: false },
}

/** Keys and fetchers of the team. Its members change seldom, so pickers do not fetch each time they open. */
export const teamQueries = {
  all: ['team'] as const,
  allRecords: ['team', 'records'] as const,
  members: (workspace: Workspace) =>
    queryOptions({
      queryKey: [...teamQueries.all, 'members'],
      queryFn: () => workspace.team.members(),
      staleTime: FRESH_MS,
    }),
  /** A page, from 0, of the people who match a search. */
  page: ({ team }: Workspace, search: TeamSearch, index: number) => ({
    queryKey: [...teamQueries.all, 'pages', search, index],
    queryFn: () => team.find(search, index * RECORDS_PER_PAGE),
  }),
  /** Members whose name contains a text, from an offset. */
  membersByName: ({ team }: Workspace, text: string) =>
    infiniteQueryOptions({
      queryKey: [...teamQueries.all, 'by-name', text],
      queryFn: ({ pageParam }) => team.find({ ...MEMBERS, text }, pageParam),
      ...FROM_THE_START,
    }),
  /** The people with an open invitation, as far as the user may see them. */
  invited: ({ team }: Workspace) =>
    queryOptions({
      queryKey: [...teamQueries.all, 'invited'],
      queryFn: () => team.invited(),
      staleTime: FRESH_MS,
    }),
  /** A few members, as teammates see them. */
  seen: ({ team }: Workspace) =>
    queryOptions({ queryKey: [...teamQueries.all, 'seen'], queryFn: () => team.seen(SEEN) }),
  departments: ({ team }: Workspace) =>
    queryOptions({ queryKey: [...teamQueries.all, 'departments'], queryFn: () => team.departments() }),
  profile: ({ team }: Workspace, id: string) =>
    queryOptions({ queryKey: [...teamQueries.all, 'profile', id], queryFn: () => team.profile(id) }),
  card: ({ team }: Workspace, id: string, kinds: readonly CatalogueKind[]) =>
    queryOptions({
      queryKey: [...teamQueries.all, 'card', id, kinds],
      queryFn: () => team.card(id, kinds),
      staleTime: CARD_MS,
    }),
  /** The records that a member owns or knows, from an offset. */
  records: ({ team }: Workspace, id: string, relation: RecordRelation, kinds: readonly CatalogueKind[]) =>
    infiniteQueryOptions({
      queryKey: [...teamQueries.allRecords, id, relation, kinds],
      queryFn: ({ pageParam }) => team.records(id, relation, kinds, pageParam),
      ...FROM_THE_START,
    }),
}
