import type { HeartbeatKind } from '@cairn/workspace/port/records/heartbeats'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useTranslation } from 'react-i18next'
import { storedLabel } from '@/shared/stored-label.ts'
import { ExternalLink } from '@/ui/display/external-link.tsx'
import { Fact } from '@/ui/display/fact.tsx'
import { LastReportCell } from '../heartbeats/heartbeat-cells.tsx'
import { LastPublisher } from '../owner/person.tsx'

interface PublishedFactsProps {
  kind: HeartbeatKind
  record: CatalogueRecord
  /** Where it runs. */
  place: { label: string; name: string; link: URL | null }
  /** When it ran last. */
  last: { label: string; moment: Date | null }
}

/** The facts in the details of a record that runs elsewhere. */
export function PublishedFacts({ kind, record, place, last }: PublishedFactsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Fact label={place.label}>
        {place.link === null ? (
          storedLabel(place.name, t)
        ) : (
          <ExternalLink to={place.link}>{storedLabel(place.name, t)}</ExternalLink>
        )}
      </Fact>
      <Fact label={last.label}>
        <LastReportCell kind={kind} recordId={record.id} own={last.moment} />
      </Fact>
      <Fact label={t('Last Publisher')} hint={t('The person who last changed it.')}>
        <LastPublisher personId={record.updatedBy} />
      </Fact>
    </>
  )
}
