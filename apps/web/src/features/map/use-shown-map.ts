import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { MapLoading } from './map-status.tsx'

/** Keeps the map that was shown last where another one cannot be loaded. */
export function useShownMap<Data>(query: UseQueryResult<Data>) {
  const { data } = query
  const [last, setLast] = useState(data)
  if (data !== undefined && data !== last) setLast(data)
  return { shown: data ?? last, loading: loadingOf(query) }
}

/** Returns how the loading of a part of the map goes. */
export function loadingOf({ error, fetchStatus, refetch }: UseQueryResult): MapLoading {
  return {
    error,
    isFetching: fetchStatus === 'fetching',
    isPaused: fetchStatus === 'paused',
    onRetry: () => void refetch(),
  }
}
