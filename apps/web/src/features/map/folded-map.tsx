import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Network } from 'lucide-react'
import { useEffect, useMemo } from 'react'
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
import { cellPicture } from './picture.ts'
import { placeSpots } from './place-spots.ts'

/** All records of the account in groups, which unfold in place. */
export function FoldedMap({ address }: { address: MapAddress }) {
  return (
    <>
      <MapHead address={address} />
      <Groups address={address} />
    </>
  )
}

function Groups({ address }: { address: MapAddress }) {
  const { t } = useTranslation()
  const { by, unfolded } = address
  const { data, error, isFetching, refetch } = useQuery({
    ...relationQueries.map(useWorkspace(), by, unfolded),
    placeholderData: keepPreviousData,
  })
  const drawing = useMemo(() => data && foldedDrawing(data.map, data.unfolded), [data])
  const picture = useCells(drawing, by)
  if (!data && error)
    return (
      <ErrorState
        title={t('The map could not be loaded.')}
        message={failureReason(error, t)}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  if (drawing?.spots.length === 0)
    return (
      <EmptyState
        icon={Network}
        title={t('Nothing to show yet')}
        description={t('The map shows records and their relations.')}
      />
    )
  const { groups = 0, records = 0 } = data?.map.hidden ?? {}
  return (
    <MapBody
      drawing={drawing ?? null}
      picture={picture ?? null}
      address={address}
      hidden={
        groups > 0
          ? t('{{count}} more groups are not shown. Records in them: {{records}}', {
              count: groups,
              records,
              defaultValue_one: '{{count}} more group is not shown. Records in it: {{records}}',
            })
          : null
      }
    />
  )
}

/** The picture of a drawing. What this browser has drawn before keeps its place. */
function useCells(drawing: Drawing | undefined, by: string) {
  const { account } = useMe()
  const map = `map ${account?.id ?? 'guest'} ${by}`
  const cells = useMemo(
    () => drawing && placeSpots(drawing.spots, readCells(localStorage, map)),
    [drawing, map],
  )
  useEffect(() => {
    if (cells) keepCells(localStorage, map, cells)
  }, [cells, map])
  return useMemo(() => drawing && cells && cellPicture(drawing, cells), [drawing, cells])
}
