import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useTranslation } from 'react-i18next'
import { Textarea } from '@/ui/form/textarea.tsx'
import { type Editing, namedValue } from './editing.ts'
import { InlineValue } from './inline-value.tsx'

const MAX_LENGTH = 2000
/** So much of it a toast says. */
const SAID = 80

interface DescriptionProps<Item> {
  record: Item
  editing: Editing<Item>
}

/** The description of a record. */
export function Description<Item extends CatalogueRecord>({ record, editing }: DescriptionProps<Item>) {
  const { t } = useTranslation()
  const { description } = record
  const label = t('Description')
  const save = async (entered: string) => {
    if (editing === null) return null
    const text = entered.trim()
    const property = namedValue('description', label, (value: string) => value)
    return editing.save(property, text, text.length > SAID ? `${text.slice(0, SAID)}…` : text)
  }
  return (
    <dl>
      <dt className="text-muted-foreground text-xs leading-5">{label}</dt>
      <dd className="relative -mx-2 min-h-8 print:mx-0 text-sm">
        <InlineValue
          label={label}
          value={description}
          save={editing && save}
          check={(text) =>
            text.trim().length > MAX_LENGTH ? t('Description must have at most 2,000 characters.') : null
          }
          control={(text, onChange) => (
            <Textarea rows={4} value={text} onChange={({ target }) => onChange(target.value)} />
          )}
          isLong
        >
          {description ? (
            <p dir="auto" className="wrap-anywhere whitespace-pre-line">
              {description}
            </p>
          ) : (
            <p className="text-muted-foreground">{t('No description provided')}</p>
          )}
        </InlineValue>
      </dd>
    </dl>
  )
}
