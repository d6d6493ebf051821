import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '@/lib/text/dates.ts'
import { Card } from '@/ui/layout/card.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import type { Drawing } from './drawing.ts'
import { highlightOf } from './follow.ts'
import type { MapAddress } from './map-address.ts'
import { mapNotes } from './map-notes.ts'
import { MapPicture } from './map-picture.tsx'
import { type MapLoading, MapStatus } from './map-status.tsx'
import { MapTable } from './map-table.tsx'
import { MapPrintHead, MapTools } from './map-tools.tsx'
import type { Picture } from './picture.ts'

interface MapBodyProps {
  title: string
  drawing: Drawing | null
  /** Null until it is drawn. */
  picture: Picture | null
  address: MapAddress
  /** Says which records are shown, where they are those of a list. */
  filter?: string
  loading: MapLoading
  /** Says what is not shown, where something is not. */
  hidden: string | null
  /** When the server counted it; null for a map of now. */
  counted?: Date | null
  /** Stands in place of a picture that could not be drawn. */
  failure?: ReactNode
}

/** The map: a picture that has its room from the start, and below it the table of the same. */
export function MapBody(props: MapBodyProps) {
  const { title, drawing, picture, address, filter, loading, hidden, counted = null, failure } = props
  const { t, i18n } = useTranslation()
  const highlight = useMemo(() => drawing && highlightOf(drawing, address), [drawing, address])
  const ofMoment = counted && t('Counted {{date}}', { date: formatDateTime(counted, i18n.language) })
  const notes = [filter ?? '', ...mapNotes(address, t, i18n.language), ofMoment ?? ''].filter(Boolean)
  const note = [hidden ?? '', ofMoment ?? ''].filter(Boolean).join(' · ')
  return (
    <div className="flex flex-col gap-4">
      <MapPrintHead notes={notes} />
      <Card className="h-[min(36rem,70dvh)] overflow-hidden max-md:not-print:hidden print:h-auto">
        {drawing && picture && (
          <MapPicture drawing={drawing} picture={picture} address={address} highlight={highlight} />
        )}
        {failure}
        {!failure && !(drawing && picture) && <Skeleton className="m-5 w-40" />}
      </Card>
      <div className="flex items-start justify-between gap-4 max-md:not-print:hidden">
        <p className="text-muted-foreground text-xs">
          {t('An arrow leads from what needs something to what it needs.')}{' '}
          {t('A thin line is one relation. A thick line is several, and its number says how many.')}
        </p>
        <div className="shrink-0 print:hidden">
          <MapTools {...{ title, notes, drawing, picture, address }} />
        </div>
      </div>
      <MapStatus loading={loading} highlight={highlight} address={address} />
      {drawing ? (
        <>
          {note !== '' && (
            <p role="note" className="text-muted-foreground text-sm">
              {note}
            </p>
          )}
          <Card className="overflow-hidden py-1">
            <MapTable drawing={drawing} address={address} highlight={highlight} />
          </Card>
        </>
      ) : (
        <Skeleton className="m-5 w-60" />
      )}
    </div>
  )
}
