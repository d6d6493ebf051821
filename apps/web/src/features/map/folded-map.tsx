import {
  MAP_GROUPINGS,
  type MapGrouping,
  type MapList,
  type RecordMap,
} from '@cairn/workspace/port/records/record-map'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { Network } from 'lucide-react'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { relationQueries } from '@/queries/records/relations.ts'
import { failureReason } from '@/shared/loading/failure-toast.ts'
import { EmptyState } from '@/ui/feedback/empty-state.tsx'
import { ErrorState } from '@/ui/feedback/error-state.tsx'
import { type Drawing, foldedDrawing } from './drawing.ts'
import { keepCells, readCells } from './kept-cells.ts'
import type { MapAddress } from './map-address.ts'
import { MapBody } from './map-body.tsx'
import { MapHead } from './map-head.tsx'
import type { MapLoading } from './map-status.tsx'
import { cellPicture } from './picture.ts'
import { placeSpots } from './place-spots.ts'
import { loadingOf, useShownMap } from './use-shown-map.ts'

interface FoldedMapProps {
  address: MapAddress
  /** The list whose records are shown; null for all records. */
  list?: MapList | null
  /** Its filter in words. */
  filter?: string
  /** Stands below the head. */
  below?: ReactNode
}

/** All records of the account in groups, by what the address says or by what tells them apart. */
export function FoldedMap(props: FoldedMapProps) {
  const { address, list = null } = props
  const telling = useQuery({
    ...relationQueries.telling(useWorkspace(), list),
    enabled: address.by === null,
  })
  const chosen = address.by ?? telling.data
  const by = chosen ?? MAP_GROUPINGS[0]
  return <Groups key={by} {...props} by={by} waitsFor={chosen === undefined ? loadingOf(telling) : null} />
}

interface GroupsProps extends FoldedMapProps {
  by: MapGrouping
  /** How the look for a grouping goes; null where it is known. */
  waitsFor: MapLoading | null
}

/** The groups of a grouping, which unfold in place. */
function Groups({ address, by, waitsFor, list = null, filter, below }: GroupsProps) {
  const { t } = useTranslation()
  const folded = useQuery({
    ...relationQueries.map(useWorkspace(), by, address.unfolded, list),
    enabled: waitsFor === null,
    placeholderData: keepPreviousData,
  })
  const { shown, loading: ofFolded } = useShownMap(folded)
  const loading = waitsFor ?? ofFolded
  const drawing = useMemo(() => shown && foldedDrawing(shown.map, shown.unfolded), [shown])
  const picture = useCells(drawing, list ? `${by} ${list.kind}` : by)
  const shared = { address: { ...address, by }, drawing: drawing ?? null, title: t('Map') }
  return (
    <>
      <MapHead {...shared} />
      {below}
      {!shown && loading.error && (
        <ErrorState
          title={t('The map could not be loaded.')}
          message={failureReason(loading.error, t)}
          onRetry={loading.onRetry}
          retrying={loading.isFetching}
        />
      )}
      {drawing?.spots.length === 0 && (
        <EmptyState
          icon={Network}
          title={t('Nothing to show yet')}
          description={t('The map shows records and their relations.')}
        />
      )}
      {drawing?.spots.length !== 0 && (shown || !loading.error) && (
        <MapBody
          {...shared}
          {...(filter !== undefined && { filter })}
          picture={picture ?? null}
          loading={loading}
          hidden={shown ? hiddenWords(shown.map.hidden, t) : null}
          counted={shown?.map.countedAt ?? null}
        />
      )}
    </>
  )
}

function hiddenWords({ groups, records }: RecordMap['hidden'], t: TFunction): string | null {
  if (groups === 0) return null
  return t('{{count}} more groups are not shown. Records in them: {{records}}', {
    count: groups,
    records,
    defaultValue_one: '{{count}} more group is not shown. Records in it: {{records}}',
  })
}

/** The picture of a drawing. What this browser has drawn before keeps its place. */
function useCells(drawing: Drawing | undefined, name: string) {
  const { account } = useMe()
  const map = `map ${account?.id ?? 'guest'} ${name}`
  const cells = useMemo(
    () => drawing && placeSpots(drawing.spots, readCells(localStorage, map)),
    [drawing, map],
  )
  useEffect(() => {
    if (cells) keepCells(localStorage, map, cells)
  }, [cells, map])
  return useMemo(() => drawing && cells && cellPicture(drawing, cells), [drawing, cells])
}
