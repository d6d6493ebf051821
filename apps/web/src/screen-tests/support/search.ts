import { keyed } from '@cairn/workspace/lib/keyed'
import { RESULT_TYPES, type SearchAnswer, type SearchResult } from '@cairn/workspace/port/search'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { type MockInstance, vi } from 'vitest'

/** A result of the search; a system unless a test says otherwise. */
export const searchResult = (told: Partial<SearchResult> & { id: string; title: string }): SearchResult => ({
  type: 'system',
  description: '',
  link: `/systems?id=${told.id}`,
  lastUpdated: new Date(),
  record: null,
  ...told,
})

/** Lets every search of a workspace find this, whatever is searched for. */
export function findAlways(
  workspace: Workspace,
  results: readonly SearchResult[],
  tags: SearchAnswer['tags'] = [],
): MockInstance<Workspace['search']['find']> {
  const counts = keyed(RESULT_TYPES, (type) => results.filter((result) => result.type === type).length)
  return vi.spyOn(workspace.search, 'find').mockImplementation(async () => ({ counts, results, tags }))
}
