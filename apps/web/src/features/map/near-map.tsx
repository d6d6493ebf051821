import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { relationQueries } from '@/queries/records/relations.ts'
import { failureReason } from '@/shared/loading/failure-toast.ts'
import { LoadFailed } from '@/shared/loading/load-failed.tsx'
import { ErrorState } from '@/ui/feedback/error-state.tsx'
import { PageTitle } from '@/ui/layout/page-title.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { type Drawing, nearDrawing } from './drawing.ts'
import { layOut } from './layers.ts'
import type { MapAddress } from './map-address.ts'
import { MapBody } from './map-body.tsx'
import { MapHead } from './map-head.tsx'
import type { MapLoading } from './map-status.tsx'
import { BOX, layerPicture } from './picture.ts'
import { useShownMap } from './use-shown-map.ts'

interface NearMapProps {
  address: MapAddress
  record: NonNullable<MapAddress['record']>
}

/** The neighbors of a record, up to three steps away. */
export function NearMap({ address, record: { kind, id } }: NearMapProps) {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const around = useQuery({
    ...relationQueries.around(workspace, kind, id, address.depth),
    placeholderData: keepPreviousData,
  })
  const { shown: data, loading } = useShownMap(around)
  const drawing = useMemo(() => data && nearDrawing(data), [data])
  const layers = useLayers(drawing)
  if (!data) return <NotYet address={address} loading={loading} />
  const { hidden, nodes } = data
  const name = nodes.find((node) => node.id === id)?.name ?? ''
  const shared = { address, drawing: drawing ?? null, title: t('Map of {{name}}', { name }) }
  return (
    <>
      <MapHead {...shared} />
      <MapBody
        {...shared}
        picture={layers.picture ?? null}
        loading={loading}
        hidden={
          hidden > 0
            ? t('{{count}} more records within these steps are not shown.', {
                count: hidden,
                defaultValue_one: '{{count}} more record within these steps is not shown.',
              })
            : null
        }
        failure={
          layers.error && (
            <LoadFailed
              title={t('The picture could not be drawn.')}
              error={layers.error}
              isFetching={layers.isFetching}
              onRetry={() => void layers.refetch()}
              className="p-5"
            />
          )
        }
      />
    </>
  )
}

/** Stands in place of a map whose record is not known yet: neither how many lines its name takes. */
function NotYet({ address, loading }: Pick<NearMapProps, 'address'> & { loading: MapLoading }) {
  const { t } = useTranslation()
  if (loading.error === null)
    return (
      <>
        <PageTitle title={t('Map')} />
        <Skeleton className="h-8 w-64 max-w-full" />
      </>
    )
  return (
    <>
      <MapHead address={address} drawing={null} title={t('Map')} />
      <ErrorState
        title={t('The map could not be loaded.')}
        message={failureReason(loading.error, t)}
        onRetry={loading.onRetry}
        retrying={loading.isFetching}
      />
    </>
  )
}

/** The picture of a drawing, made aside. */
function useLayers(drawing: Drawing | undefined) {
  const { data, ...query } = useQuery({
    queryKey: [
      'map',
      'layers',
      drawing?.spots.map(({ id }) => id),
      drawing?.links.map(({ from, to }) => [from, to]),
    ],
    queryFn: async () => {
      const ids = drawing?.spots.map((spot) => spot.id) ?? []
      return layOut({ ids, links: drawing?.links.map(({ from, to }) => ({ from, to })) ?? [], ...BOX })
    },
    enabled: drawing !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const picture = useMemo(() => drawing && data && layerPicture(drawing, data), [drawing, data])
  return { picture, ...query }
}
