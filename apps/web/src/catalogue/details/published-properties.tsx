import type { HeartbeatKind } from '@cairn/workspace/port/records/heartbeats'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useTranslation } from 'react-i18next'
import { storedLabel } from '@/shared/stored-label.ts'
import { ExternalLink } from '@/ui/display/external-link.tsx'
import { LastRun } from '../heartbeats/last-run.tsx'
import type { EditedValue, Editing } from '../properties/editing.ts'
import { PickList, PickValue } from '../properties/pick-value.tsx'
import { Property, PropertyRow } from '../properties/property.tsx'

interface PublishedPropertiesProps<Item> {
  kind: HeartbeatKind
  record: Item
  editing: Editing<Item>
  /** Where it runs. */
  place: Omit<EditedValue<Item, string>, 'show'> & { choices: readonly string[]; link: URL | null }
  /** When it ran last. */
  last: { label: string; moment: Date | null }
}

/** The properties of a record that runs elsewhere. */
export function PublishedProperties<Item extends CatalogueRecord>(props: PublishedPropertiesProps<Item>) {
  const { kind, record, editing, place, last } = props
  const { t } = useTranslation()
  const { label, choices, link } = place
  const name = place.read(record)
  const shown = storedLabel(name, t)
  const property = { ...place, show: (item: Item) => storedLabel(place.read(item), t) }
  return (
    <>
      <PropertyRow label={label}>
        <PickValue
          label={label}
          list={(open) => (
            <PickList
              {...open}
              options={choices.map((id) => ({ id, label: storedLabel(id, t) }))}
              chosen={[name]}
            />
          )}
          save={
            editing && (async ([picked]) => (picked ? editing.save(property, picked.id, picked.label) : null))
          }
        >
          {link === null ? shown : <ExternalLink to={link}>{shown}</ExternalLink>}
        </PickValue>
      </PropertyRow>
      <Property label={last.label}>
        <LastRun kind={kind} recordId={record.id} own={last.moment} />
      </Property>
    </>
  )
}
