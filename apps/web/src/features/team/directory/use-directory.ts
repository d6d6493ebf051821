import { LEVELS } from '@cairn/workspace/port/permission-level'
import { TEAM_ORDERS, TEAM_STATUSES, type TeamEntry, type TeamSearch } from '@cairn/workspace/port/team'
import { entryOfCurrentUser } from '@cairn/workspace/rules/current-user'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { usePagedRows } from '@/catalogue/list/use-paged-rows.ts'
import { useChoice, useFilterText, useParameter, useSort } from '@/catalogue/use-address.ts'
import { useDebounced } from '@/lib/hooks/use-debounced.ts'
import { logFailure } from '@/lib/log.ts'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { teamQueries } from '@/queries/team.ts'
import { useSessionState } from '@/session/context.tsx'
import type { Sort } from '@/ui/data-table/types.ts'

/** The server is asked when the user pauses while typing. */
const PAUSE_MS = 80
const USUAL_SORT: Sort = { id: 'name', desc: false }

/** The search of the directory, kept in the address: text, department, level, status, knowledge area and order. */
export function useTeamSearch() {
  const [text, setText] = useFilterText()
  const [department, setDepartment] = useParameter('department')
  const [level, setLevel] = useChoice('level', LEVELS)
  const [status, setStatus] = useChoice('status', TEAM_STATUSES)
  const [area, setArea] = useParameter('area')
  const [sort, setSort] = useSort(USUAL_SORT, TEAM_ORDERS)
  const paused = useDebounced(text.trim(), PAUSE_MS)
  const by = TEAM_ORDERS.find((order) => order === sort?.id) ?? 'name'
  const descending = sort?.desc ?? false
  const search = useMemo(
    (): TeamSearch => ({ text: paused, department, level, area, status, order: { by, descending } }),
    [paused, department, level, area, status, by, descending],
  )
  return {
    search,
    fields: { text, setText, department, setDepartment, level, setLevel, status, setStatus, area, setArea },
    sort,
    setSort,
  }
}

export type TeamSearchFields = ReturnType<typeof useTeamSearch>['fields']

/**
 * Loads the people of the team who match a search. Where the team cannot be read, it is the user alone; a visitor sees
 * nobody.
 */
export function useDirectory(search: TeamSearch) {
  const workspace = useWorkspace()
  const enabled = useMe().kind !== 'visitor'
  const pageQuery = (index: number) => teamQueries.page(workspace, search, index)
  const { rows, error, isFetching, isStale, refetch, onShown } = usePagedRows<TeamEntry>(pageQuery, enabled)
  const { data: start } = useQuery({
    ...teamQueries.page(workspace, search, 0),
    enabled,
    placeholderData: keepPreviousData,
  })
  const oneself = useEntryOfOneself()
  useEffect(() => {
    if (error) logFailure('loading the team', error)
  }, [error])
  const isAlone = !enabled || (rows === null && error !== null) || start?.all === 0
  const alone = oneself === null ? [] : [oneself]
  return {
    rows: isAlone ? { length: alone.length, at: (index: number) => alone[index] } : rows,
    all: isAlone ? alone.length : (start?.all ?? null),
    error,
    isFetching,
    isStale,
    refetch,
    onShown,
  }
}

function useEntryOfOneself(): TeamEntry | null {
  const state = useSessionState()
  const { permissionLevel } = useMe()
  return state.status === 'signed-in' ? entryOfCurrentUser(state.person, permissionLevel) : null
}
