import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { replaceEqualDeep, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { ownFieldQueries } from '@/queries/own-fields.ts'
import { useTagsOf } from '../../tags/use-tags.ts'
import { addressNow } from '../../use-address.ts'
import { type ListFields, useListFields } from '../conditions/list-fields.ts'
import { readConditions } from './condition-address.ts'
import {
  changedAddress,
  type ListView,
  ownersFor,
  type ReadAddress,
  readListAddress,
  USUAL_VIEW,
  writeListAddress,
} from './list-address.ts'

/** In its view, each part is the same object for as long as it stands. */
export interface ListState extends ReadAddress, Pick<ListFields, 'isTagGone'> {
  /** All conditions of the address, with those too that the list does not have, or whose own fields are on their way. */
  asked: ListView['conditions']
  /** The owners that are asked for, the user among them by their id. */
  owners: ListView['owners']
  /** Whether the address names what is not there cannot be said: own fields are on their way, or could not be loaded. */
  waitsFor: { error: Error | null; isFetching: boolean; refetch: () => void } | null
  /** Takes what changes, or what makes it of the view that the address says by now. */
  change: (change: Partial<ListView> | ((now: ListView) => Partial<ListView>)) => void
  /** Takes out of the address what the list does not have. */
  removeProblems: () => void
}

/** The state of a catalogue's list, which its address says. */
export function useListState(kind: CatalogueKind): ListState {
  const [params, setParams] = useSearchParams()
  const { personId } = useMe()
  const definitions = useQuery(ownFieldQueries.list(useWorkspace()))
  const listFields = useListFields(kind)
  const address = params.toString()
  const read = useMemo(() => readListAddress(new URLSearchParams(address), listFields), [address, listFields])
  const view = useUnchanged(read.view)
  const asked = useMemo(() => readConditions(new URLSearchParams(address), null).conditions, [address])
  const owners = useMemo(() => ownersFor(view.owners, personId), [view.owners, personId])
  const { problems, isRefused } = read
  // Another user may just have made it.
  useTagsOf(useMemo(() => problems.flatMap(goneTagsOf), [problems]))
  // Until the account's own fields are there, nobody knows whether one is missing.
  const isKnown = definitions.data !== undefined
  const waits = !isKnown && problems.length > 0
  const change: ListState['change'] = (next) => {
    const now = addressNow()
    const changed =
      typeof next === 'function' ? changedAddress(now, next, listFields) : writeListAddress(now, next)
    setParams(changed, { replace: true })
  }
  return {
    view,
    asked,
    isTagGone: listFields.isTagGone,
    owners,
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
      const now = readListAddress(addressNow(), listFields)
      const isTooLong = now.problems.some(({ problem }) => problem.kind === 'too long')
      const { text: _, ...known } = now.view
      change(isTooLong ? USUAL_VIEW : known)
    },
  }
}

const NONE: ReadAddress['problems'] = []

const goneTagsOf = ({ problem }: ReadAddress['problems'][number]): readonly string[] =>
  problem.kind === 'no such tag' ? problem.ids : []

/** The value, with all parts that are as they were. */
function useUnchanged<Value>(value: Value): Value {
  const [known, setKnown] = useState(value)
  const next = replaceEqualDeep(known, value)
  if (next !== known) setKnown(next)
  return next
}
