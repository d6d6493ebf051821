import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { MapLoading } from './map-status.tsx'

/** Keeps the map that was shown last where another one cannot be loaded. */
export function useShownMap<Data>({ data, error, fetchStatus, refetch }: UseQueryResult<Data>) {
  const [last, setLast] = useState(data)
  if (data !== undefined && data !== last) setLast(data)
  const loading: MapLoading = {
    error,
    isFetching: fetchStatus === 'fetching',
    isPaused: fetchStatus === 'paused',
    onRetry: () => void refetch(),
  }
  return { shown: data ?? last, loading }
}
