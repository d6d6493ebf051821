import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { logFailure } from '@/lib/log.ts'
import { useWorkspace } from '@/workspace/context.tsx'
import { systemQueries } from '@/workspace/queries/systems.ts'

/** The names of the account's systems by id. A failure is noted, and leaves none to choose. */
export function useSystemNames(): { systems: ReadonlyMap<string, string>; isLoading: boolean } {
  const { data, error, isPending } = useQuery(systemQueries.list(useWorkspace()))
  useEffect(() => {
    if (error) logFailure('loading the systems', error)
  }, [error])
  const systems = useMemo(() => new Map(data?.map(({ id, name }) => [id, name])), [data])
  return { systems, isLoading: isPending }
}
