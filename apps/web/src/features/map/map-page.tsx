import { Network } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { Button } from '@/ui/button/button.tsx'
import { PageHeader } from '@/ui/layout/page-header.tsx'
import { FoldedMap } from './folded-map.tsx'
import { mapPath, readMapAddress } from './map-address.ts'
import { MapControls } from './map-controls.tsx'
import { NearMap } from './near-map.tsx'

/** The map: what depends on what, around one record or over the whole account. The address says all that it shows. */
export function MapPage() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const address = readMapAddress(params)
  const { record, lens } = address
  const toAll = record && (
    <Button asChild variant="outline">
      <Link to={mapPath({ lens })}>
        <Network aria-hidden />
        {t('All records')}
      </Link>
    </Button>
  )
  return (
    <>
      <PageHeader title={t('Map')} subtitle={t('What depends on what.')} actions={toAll} />
      <MapControls address={address} />
      {record ? (
        <NearMap key={record.id} address={address} record={record} />
      ) : (
        <FoldedMap key={address.by} address={address} />
      )}
    </>
  )
}
