import { useTranslation } from 'react-i18next'
import { storedWord } from '@/shared/stored-word.ts'
import { ExternalLink } from '@/ui/external-link.tsx'
import { Fact } from '@/ui/fact.tsx'
import { Moment } from '@/ui/moment.tsx'
import type { CatalogueRecord } from '@/workspace/port/records.ts'
import { LastPublisher } from './person.tsx'

interface PublishedFactsProps {
  record: CatalogueRecord
  /** Where it runs. */
  place: { label: string; name: string; link: URL | null }
  /** When it did so last. */
  last: { label: string; moment: Date | null }
}

/** What the details of a record tell that runs elsewhere. */
export function PublishedFacts({ record, place, last }: PublishedFactsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Fact label={place.label}>
        {place.link === null ? (
          storedWord(place.name, t)
        ) : (
          <ExternalLink to={place.link}>{storedWord(place.name, t)}</ExternalLink>
        )}
      </Fact>
      <Fact label={last.label}>
        <Moment date={last.moment} />
      </Fact>
      <Fact label={t('Last Publisher')} hint={t('Who changed it last.')}>
        <LastPublisher personId={record.updatedBy} />
      </Fact>
    </>
  )
}
