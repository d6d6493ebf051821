import type { HeartbeatKind } from '@cairn/workspace/port/records/heartbeats'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useTranslation } from 'react-i18next'
import { storedLabel } from '@/shared/stored-label.ts'
import { ExternalLink } from '@/ui/display/external-link.tsx'
import { LastRun } from '../heartbeats/last-run.tsx'
import { Property } from '../properties/property.tsx'

interface PublishedPropertiesProps {
  kind: HeartbeatKind
  record: CatalogueRecord
  /** Where it runs. */
  place: { label: string; name: string; link: URL | null }
  /** When it ran last. */
  last: { label: string; moment: Date | null }
}

/** The properties of a record that runs elsewhere. */
export function PublishedProperties({ kind, record, place, last }: PublishedPropertiesProps) {
  const { t } = useTranslation()
  return (
    <>
      <Property label={place.label}>
        {place.link === null ? (
          storedLabel(place.name, t)
        ) : (
          <ExternalLink to={place.link}>{storedLabel(place.name, t)}</ExternalLink>
        )}
      </Property>
      <Property label={last.label}>
        <LastRun kind={kind} recordId={record.id} own={last.moment} />
      </Property>
    </>
  )
}
