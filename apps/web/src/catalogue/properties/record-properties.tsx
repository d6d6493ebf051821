import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '@/lib/text/dates.ts'
import { CopyButton } from '@/ui/display/copy-button.tsx'
import { RecordLinks } from '../links/record-links.tsx'
import { LastPublisher, Owner } from '../owner/person.tsx'
import { TagChips } from '../tags/tag-chips.tsx'
import { FieldProperties, PropertyGroups } from './field-properties.tsx'
import { Property } from './property.tsx'

interface RecordPropertiesProps {
  kind: CatalogueKind
  record: CatalogueRecord
  idLabel: string
  /** Those of its catalogue alone, each a `Property`. */
  own: ReactNode
}

/** The properties of a record, in groups; one without a value is left out, except for the owner. */
export function RecordProperties({ kind, record, idLabel, own }: RecordPropertiesProps) {
  const { t } = useTranslation()
  return (
    <>
      <dl>
        <Property label={t('Owner')}>
          <Owner ownerId={record.ownerId} record={{ kind, id: record.id }} />
        </Property>
        {own}
        <FieldProperties kind={kind} record={record} />
        {record.tags.length > 0 && (
          <Property label={t('Tags')}>
            <TagChips kind={kind} ids={record.tags} />
          </Property>
        )}
        {record.links.length > 0 && (
          <Property label={t('Links')} wide>
            <RecordLinks links={record.links} />
          </Property>
        )}
      </dl>
      <PropertyGroups kind={kind} record={record} />
      <dl className="border-t pt-3">
        <Property label={t('Created')}>
          <Time date={record.createdAt} />
        </Property>
        <Updated record={record} />
        <Property label={idLabel} wide>
          <CopyButton text={record.id} />
        </Property>
      </dl>
    </>
  )
}

function Updated({ record }: { record: CatalogueRecord }) {
  const { t } = useTranslation()
  if (record.updatedAt <= record.createdAt) return null
  return (
    <Property label={t('Updated')}>
      <Time date={record.updatedAt} />
      {record.updatedBy !== null && (
        <p className="mt-1">
          <LastPublisher personId={record.updatedBy} />
        </p>
      )}
    </Property>
  )
}

function Time({ date }: { date: Date }) {
  const { i18n } = useTranslation()
  return <time dateTime={date.toISOString()}>{formatDateTime(date, i18n.language)}</time>
}
