import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { failureReason } from '@/shared/loading/failure-toast.ts'
import { Button } from '@/ui/button/button.tsx'
import type { Highlight } from './follow.ts'
import type { Direction, MapAddress } from './map-address.ts'

/** How the newest state of the map is being loaded, while an earlier one is shown. */
export interface MapLoading {
  error: Error | null
  isFetching: boolean
  /** Waits for the connection. */
  isPaused: boolean
  onRetry: () => void
}

interface MapStatusProps {
  loading: MapLoading
  highlight: Highlight | null
  address: MapAddress
}

/** Says how much is highlighted, and where the map that is asked for could not be loaded. Its line has its room from the start. */
export function MapStatus({ loading, highlight, address }: MapStatusProps) {
  const { t } = useTranslation()
  const { error, isFetching, isPaused, onRetry } = loading
  const said =
    highlight && address.follow !== null ? saidOf(highlight.spots.size - 1, address.follow, t) : null
  const isEarlier = error !== null || isPaused
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <p role="status" className="text-muted-foreground">
        {isEarlier
          ? `${t('The map shows what was loaded before.')} ${error ? failureReason(error, t) : t('The server cannot be reached at the moment.')}`
          : said}
      </p>
      {error !== null && (
        <Button variant="outline" size="sm" pending={isFetching} onClick={onRetry}>
          {t('Try again')}
        </Button>
      )}
    </div>
  )
}

function saidOf(others: number, follow: Direction, t: TFunction): string {
  if (follow === 'way' && others === 0) return t('No way leads there within this map.')
  return t('{{count}} more highlighted', { count: others })
}
