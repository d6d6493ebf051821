import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import { LinkLines } from '../links/link-lines.tsx'
import { linkTitle } from '../links/link-text.ts'
import { LinksField } from '../links/links-field.tsx'
import { linksSchema } from '../links/links-form.ts'
import { RecordLinks } from '../links/record-links.tsx'
import { type Editing, namedValue } from './editing.ts'
import { FormValue } from './form-value.tsx'
import { PropertyRow } from './property.tsx'

const schema = z.object({ links: linksSchema })

interface LinksPropertyProps<Item> {
  record: Item
  editing: Editing<Item>
  startsOpen: boolean
  onGiveUp: () => void
}

/** The links of a record, changed all together. */
export function LinksProperty<Item extends CatalogueRecord>(props: LinksPropertyProps<Item>) {
  const { record, editing, startsOpen, onGiveUp } = props
  const { t } = useTranslation()
  const label = t('Links')
  return (
    <PropertyRow label={label} wide>
      <FormValue
        label={label}
        schema={schema}
        values={{ links: record.links }}
        fields={<LinksField />}
        startsOpen={startsOpen}
        onGiveUp={onGiveUp}
        save={
          editing &&
          (({ links }) =>
            editing.save(
              namedValue('links', label, (value: Item['links']) => <LinkLines links={value} />),
              links,
              links.map(linkTitle).join(', '),
            ))
        }
      >
        {record.links.length > 0 && <RecordLinks links={record.links} />}
      </FormValue>
    </PropertyRow>
  )
}
