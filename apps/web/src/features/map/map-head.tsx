import { Network } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Button } from '@/ui/button/button.tsx'
import { PageHeader } from '@/ui/layout/page-header.tsx'
import type { Drawing } from './drawing.ts'
import { type MapAddress, mapPath } from './map-address.ts'
import { MapControls } from './map-controls.tsx'

interface MapHeadProps {
  title: string
  address: MapAddress
  drawing: Drawing | null
}

/** The head of the map, with its choices. */
export function MapHead({ title, address, drawing }: MapHeadProps) {
  const { t } = useTranslation()
  const { record, list, lens } = address
  const toAll = (record || list) && (
    <Button asChild variant="outline">
      <Link to={mapPath({ lens })}>
        <Network aria-hidden />
        {t('All records')}
      </Link>
    </Button>
  )
  return (
    <>
      <PageHeader title={title} subtitle={t('What depends on what.')} actions={toAll} />
      <MapControls address={address} drawing={drawing} />
    </>
  )
}
