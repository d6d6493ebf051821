import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import { JsonDetails } from '@/ui/display/json-details.tsx'
import { DetailsField } from '../form/details-field.tsx'
import {
  type DetailsForm,
  detailLines,
  detailsFormOf,
  detailsFormSchema,
  detailsOf,
} from '../form/details-form.ts'
import { type Editing, namedValue } from './editing.ts'
import { FormValue } from './form-value.tsx'
import { MakeField } from './make-field.tsx'

const schema = z.object({ details: detailsFormSchema })

/** A record that keeps more than its fields. */
interface Detailed extends CatalogueRecord {
  details: Readonly<Record<string, unknown>>
}

interface AdditionalDetailsProps<Item> {
  kind: CatalogueKind
  record: Item
  editing: Editing<Item>
}

/** Whatever else is known about a record, changed line by line. */
export function AdditionalDetails<Item extends Detailed>({
  kind,
  record,
  editing,
}: AdditionalDetailsProps<Item>) {
  const { t } = useTranslation()
  const { details } = record
  const label = t('Additional Details')
  const isEmpty = Object.keys(details).length === 0
  if (isEmpty && !editing) return null
  return (
    <div className="-mx-2 print:mx-0">
      <div className="relative">
        <FormValue<{ details: DetailsForm }>
          label={label}
          schema={schema}
          values={{ details: detailsFormOf(details) }}
          fields={<DetailsField />}
          save={
            editing &&
            ((form) => {
              const property = namedValue('details', label, (value: Detailed['details']) => (
                <span className="whitespace-pre-line">{detailLines(detailsFormOf(value))}</span>
              ))
              return editing.save(
                property,
                detailsOf(form.details),
                form.details.rows.map((row) => row.label).join(', '),
              )
            })
          }
        >
          {isEmpty ? (
            <p className="text-muted-foreground text-sm">{t('Add a detail')}</p>
          ) : (
            <JsonDetails label={label} details={details} />
          )}
        </FormValue>
      </div>
      <MakeField kind={kind} details={details} />
    </div>
  )
}
