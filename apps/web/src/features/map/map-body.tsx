import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '@/ui/layout/card.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import type { Drawing } from './drawing.ts'
import type { MapAddress } from './map-address.ts'
import { MapPicture } from './map-picture.tsx'
import { MapTable } from './map-table.tsx'
import type { Picture } from './picture.ts'

interface MapBodyProps {
  drawing: Drawing | null
  /** Null until it is drawn. */
  picture: Picture | null
  address: MapAddress
  /** Says what is not shown, where something is not. */
  hidden: string | null
  /** Stands in place of a picture that could not be drawn. */
  failure?: ReactNode
}

/** The map: a picture that has its room from the start, and below it the table of the same. */
export function MapBody({ drawing, picture, address, hidden, failure }: MapBodyProps) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-4">
      <Card className="h-[min(36rem,70dvh)] overflow-hidden max-md:hidden print:h-auto">
        {drawing && picture && <MapPicture drawing={drawing} picture={picture} address={address} />}
        {failure}
        {!failure && !(drawing && picture) && <Skeleton className="m-5 w-40" />}
      </Card>
      <p className="text-muted-foreground text-xs max-md:hidden">
        {t('An arrow leads from what needs something to what it needs.')}{' '}
        {t('A thin line is one relation. A thick line is several, and its number says how many.')}
      </p>
      {drawing ? (
        <>
          {hidden !== null && (
            <p role="note" className="text-muted-foreground text-sm">
              {hidden}
            </p>
          )}
          <Card className="overflow-hidden py-1">
            <MapTable drawing={drawing} address={address} />
          </Card>
        </>
      ) : (
        <Skeleton className="m-5 w-60" />
      )}
    </div>
  )
}
