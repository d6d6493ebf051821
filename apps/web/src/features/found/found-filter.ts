import { FOUND_STATES, type FoundFilter } from '@cairn/workspace/port/found'
import { CATALOGUE_KINDS } from '@cairn/workspace/port/records/catalogues'
import { useSearchParams } from 'react-router'

/** The filter stands in the address; words that mean nothing mean any. */
export function useFoundFilter(): [FoundFilter, (part: Partial<FoundFilter>) => void] {
  const [params, setParams] = useSearchParams()
  const filter: FoundFilter = {
    state: FOUND_STATES.find((state) => state === params.get('state')) ?? 'waiting',
    kind: CATALOGUE_KINDS.find((kind) => kind === params.get('kind')) ?? null,
    source: params.get('source'),
  }
  return [
    filter,
    (part) => {
      const { state, kind, source } = { ...filter, ...part }
      const next = new URLSearchParams()
      if (state !== 'waiting') next.set('state', state)
      if (kind !== null) next.set('kind', kind)
      if (source !== null) next.set('source', source)
      setParams(next, { replace: true })
    },
  ]
}
