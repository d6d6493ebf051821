import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { Gap } from '@cairn/workspace/port/records/gap'
import type { GapFigures } from '@cairn/workspace/port/records/gaps'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { formatNumber } from '@/lib/text/numbers.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { dashboardQueries } from '@/queries/dashboard.ts'

type Figures = NonNullable<GapFigures[CatalogueKind]>

const NONE: Figures = {}

/**
 * Returns the number of records of a catalogue with each gap; empty until it is known, or where it cannot be loaded.
 */
export function useGapFigures(kind: CatalogueKind): Figures {
  const { data } = useQuery(dashboardQueries.gaps(useWorkspace()))
  return data?.[kind] ?? NONE
}

/** Returns the label of a gap. */
export function gapLabel(gap: Gap, t: TFunction): string {
  switch (gap) {
    case 'no_owner':
      return t('No owner')
    case 'owner_left':
      return t('Owner left')
    case 'owner_not_seen':
      return t('Owner not seen for 90 days')
    case 'handover_pending':
      return t('Handover pending')
    case 'nobody_else':
      return t('Only one person knows it')
    case 'never_reported':
      return t('Never reported')
  }
}

/** Formats a figure; null for none. */
export function gapCount(count: number, language: string): string | null {
  return count === 0 ? null : formatNumber(count, language)
}
