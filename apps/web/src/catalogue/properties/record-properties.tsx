import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { invitationOf } from '@cairn/workspace/port/records/invited-owner'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '@/lib/text/dates.ts'
import { useMe } from '@/queries/context.tsx'
import { CopyButton } from '@/ui/display/copy-button.tsx'
import { isShownAlone } from '../fields/money.ts'
import { useFields } from '../fields/use-fields.ts'
import { isEmptyValue } from '../fields/values.ts'
import { Ask } from '../owner/ask.tsx'
import { LastPublisher, Owner } from '../owner/person.tsx'
import { AddProperty } from './add-property.tsx'
import { ColumnValue } from './column-value.tsx'
import type { Editing } from './editing.ts'
import { FieldProperty } from './field-property.tsx'
import { LIFECYCLE } from './lifecycle.ts'
import { LinksProperty } from './links-property.tsx'
import { Property, PropertyRow } from './property.tsx'
import { TagsProperty } from './tags-property.tsx'

interface RecordPropertiesProps<Item> {
  kind: CatalogueKind
  record: Item
  editing: Editing<Item>
  idLabel: string
  /** Those of its catalogue alone, each a `Property`. */
  own: ReactNode
}

/** The properties of a record, in groups. One without a value is added; the owner is always there. */
export function RecordProperties<Item extends CatalogueRecord>(props: RecordPropertiesProps<Item>) {
  const { kind, record, editing, idLabel, own } = props
  const { t } = useTranslation()
  const [added, setAdded] = useState<string | null>(null)
  const all = useFields(kind).filter(isShownAlone)
  const isFilled = (key: string) => !isEmptyValue(record.fields[key])
  const fields = all.filter(({ key }) => key === added || (key !== LIFECYCLE && isFilled(key)))
  const sections = [...new Set(fields.map(({ section }) => section))].filter((name) => name !== '')
  const row = (id: string) => ({ record, editing, startsOpen: id === added, onGiveUp: () => setAdded(null) })
  const rowsOf = (section: string) =>
    fields
      .filter((field) => field.section === section)
      .map((field) => <FieldProperty key={field.key} field={field} {...row(field.key)} />)
  const [hasTags, hasLinks] = [record.tags.length > 0, record.links.length > 0]
  return (
    <>
      <dl>
        <PropertyRow label={t('Owner')}>
          <ColumnValue {...{ kind, record, editing }} column="owner" label={t('Owner')}>
            <Owner ownerId={record.ownerId} record={{ kind, id: record.id }} />
          </ColumnValue>
        </PropertyRow>
        <Contact record={record} />
        {own}
        {rowsOf('')}
        {(hasTags || added === 'tags') && <TagsProperty kind={kind} {...row('tags')} />}
        {(hasLinks || added === 'links') && <LinksProperty {...row('links')} />}
      </dl>
      {sections.map((name) => (
        <section key={name} aria-label={name} className="wrap-anywhere">
          <h2 dir="auto" className="mb-1 font-medium text-sm">
            {name}
          </h2>
          <dl>{rowsOf(name)}</dl>
        </section>
      ))}
      {editing && (
        <AddProperty
          options={[
            ...(hasTags ? [] : [{ id: 'tags', label: t('Tags') }]),
            ...all.filter(({ key }) => !isFilled(key)).map(({ key, label }) => ({ id: key, label })),
            ...(hasLinks ? [] : [{ id: 'links', label: t('Links') }]),
          ]}
          onAdd={setAdded}
        />
      )}
      <Dates record={record} idLabel={idLabel} />
    </>
  )
}

/** How the owner is reached, where it is another member or a team. */
function Contact({ record: { ownerId, name } }: { record: CatalogueRecord }) {
  const { t } = useTranslation()
  const { personId } = useMe()
  if (ownerId === null || ownerId === personId || invitationOf(ownerId) !== null) return null
  return (
    <Property label={t('Contact')}>
      <Ask id={ownerId} about={name} />
    </Property>
  )
}

/** When a record was made and changed last, by whom, and its id: nobody changes these. */
function Dates({ record, idLabel }: { record: CatalogueRecord; idLabel: string }) {
  const { t } = useTranslation()
  const { createdAt, updatedAt, updatedBy } = record
  return (
    <dl className="border-t pt-3">
      <Property label={t('Created')}>
        <Time date={createdAt} />
      </Property>
      {updatedAt > createdAt && (
        <Property label={t('Updated')}>
          <Time date={updatedAt} />
          {updatedBy !== null && (
            <p className="mt-1">
              <LastPublisher personId={updatedBy} />
            </p>
          )}
        </Property>
      )}
      <Property label={idLabel} wide>
        <CopyButton text={record.id} />
      </Property>
    </dl>
  )
}

function Time({ date }: { date: Date }) {
  const { i18n } = useTranslation()
  return <time dateTime={date.toISOString()}>{formatDateTime(date, i18n.language)}</time>
}
