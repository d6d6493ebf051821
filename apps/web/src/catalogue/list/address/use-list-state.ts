import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { FILTER_TYPES } from '@cairn/workspace/port/records/conditions'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useWorkspace } from '@/queries/context.tsx'
import { ownFieldQueries } from '@/queries/own-fields.ts'
import { useFields } from '../../fields/use-fields.ts'
import { addressNow } from '../../use-address.ts'
import { MATCH, readConditions, WHERE } from './condition-address.ts'
import {
  type ListView,
  type ReadAddress,
  readListAddress,
  USUAL_VIEW,
  writeListAddress,
} from './list-address.ts'

/** In it, the same conditions are the same object for as long as they stand. */
interface ListState extends ReadAddress {
  /** Whether the address names what is not there cannot be said: own fields are on their way, or could not be loaded. */
  waitsFor: { error: Error | null; isFetching: boolean; refetch: () => void } | null
  change: (change: Partial<ListView>) => void
  /** Takes out of the address what the list does not have. */
  removeProblems: () => void
}

/** The state of a catalogue's list, which its address says. */
export function useListState(kind: CatalogueKind): ListState {
  const [params, setParams] = useSearchParams()
  const fields = useFields(kind)
  const definitions = useQuery(ownFieldQueries.list(useWorkspace()))
  const types = useMemo(
    () => new Map([...FILTER_TYPES, ...fields.map(({ key, type }) => [key, type] as const)]),
    [fields],
  )
  const address = params.toString()
  const asked = conditionsPart(params)
  const { view, problems, isRefused } = useMemo(
    () => readListAddress(new URLSearchParams(address), { kind, types }),
    [address, kind, types],
  )
  const conditions = useMemo(
    () => readConditions(new URLSearchParams(asked), types).conditions,
    [asked, types],
  )
  const change = (next: Partial<ListView>) =>
    setParams(writeListAddress(addressNow(), next), { replace: true })
  // Until the account's own fields are there, nobody knows whether one is missing.
  const isKnown = definitions.data !== undefined
  const waits = !isKnown && problems.length > 0
  return {
    view: { ...view, conditions: view.conditions && conditions },
    problems: isKnown ? problems : NONE,
    isRefused: isKnown && isRefused,
    waitsFor: waits
      ? {
          error: definitions.error,
          isFetching: definitions.isFetching,
          refetch: () => void definitions.refetch(),
        }
      : null,
    change,
    removeProblems() {
      const read = readListAddress(addressNow(), { kind, types })
      const isTooLong = read.problems.some(({ problem }) => problem.kind === 'too long')
      const { statuses, gaps, order, group, columns } = read.view
      change(
        isTooLong ? USUAL_VIEW : { statuses, gaps, order, group, columns, conditions: read.view.conditions },
      )
    },
  }
}

const NONE: ReadAddress['problems'] = []

/** What of an address is about conditions. */
function conditionsPart(params: URLSearchParams): string {
  return new URLSearchParams([...params].filter(([name]) => name === WHERE || name === MATCH)).toString()
}
