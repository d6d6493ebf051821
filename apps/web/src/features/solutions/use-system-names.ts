import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useRecordChoices } from '@/catalogue/deletion/use-record-choices.ts'
import { logFailure } from '@/lib/log.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { catalogueQueries } from '@/queries/records/catalogue.ts'
import { useRecords } from '@/queries/records/use-records.ts'

/** The names of these systems, and of others that are at hand, by id. A failure is noted, and leaves them unknown. */
export function useSystemNames(ids: readonly string[]): {
  systems: ReadonlyMap<string, string>
  isLoading: boolean
} {
  const records = catalogueQueries('system', useWorkspace().systems)
  const { items, error } = useRecords(records, ids)
  const start = useQuery(records.list).data
  useLogFailure(error)
  const systems = useMemo(
    () => new Map([...(start?.items ?? []), ...(items ?? [])].map(({ id, name }) => [id, name])),
    [start, items],
  )
  return { systems, isLoading: items === null && error === null }
}

/** The systems to choose from, without those that are chosen. A failure is noted, and leaves none to choose. */
export function useSystemChoices(chosen: readonly string[]) {
  const choices = useRecordChoices(catalogueQueries('system', useWorkspace().systems), chosen)
  useLogFailure(choices.error)
  return choices
}

function useLogFailure(error: Error | null): void {
  useEffect(() => {
    if (error) logFailure('loading the systems', error)
  }, [error])
}
