import { CATALOGUE_KINDS, CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import type { WebhookFilter } from '@cairn/workspace/port/webhooks'
import { useTranslation } from 'react-i18next'
import { useTags } from '@/catalogue/tags/use-tags.ts'
import { Field } from '@/ui/form/field.tsx'
import { ChoicesButton } from '@/ui/picker/choices-button.tsx'
import { coloredOptions } from '@/ui/picker/colored-options.tsx'
import { useFieldOptions } from './use-field-options.ts'

interface FilterFieldsProps {
  value: WebhookFilter
  /** Whether the change of a record is among the events. */
  hasFields: boolean
  onChange: (filter: WebhookFilter) => void
}

/** The filter of a webhook by records and by changes. */
export function FilterFields({ value, hasFields, onChange }: FilterFieldsProps) {
  const { t } = useTranslation()
  const { tags } = useTags()
  const fields = useFieldOptions(value.kinds)
  return (
    <fieldset>
      <legend className="font-medium text-sm">{t('Only of some records')}</legend>
      <p className="mt-0.5 mb-3 text-muted-foreground text-xs">
        {t('Where you choose nothing, it is told of all of them.')}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('Kinds')}>
          <ChoicesButton
            listLabel={t('Kinds')}
            options={CATALOGUE_KINDS.map((kind) => ({ id: kind, label: t(CATALOGUES[kind].title) }))}
            value={value.kinds}
            placeholder={t('Any kind')}
            onChange={(ids) =>
              onChange({ ...value, kinds: CATALOGUE_KINDS.filter((kind) => ids.includes(kind)) })
            }
            emptyText=""
          />
        </Field>
        <Field label={t('Tags')} hint={value.tags.length > 1 && t('The record has one of them.')}>
          <ChoicesButton
            listLabel={t('Tags')}
            options={coloredOptions(tags)}
            value={value.tags}
            placeholder={t('Any tags, or none')}
            onChange={(ids) => onChange({ ...value, tags: ids })}
            emptyText={t('There are no tags yet.')}
          />
        </Field>
        {hasFields && (
          <Field
            label={t('Changed fields')}
            hint={t('Of a changed record it is told where one of these fields has changed.')}
            className="sm:col-span-2"
          >
            <ChoicesButton
              listLabel={t('Changed fields')}
              options={fields}
              value={value.fields}
              placeholder={t('Any field')}
              onChange={(ids) => onChange({ ...value, fields: ids })}
              emptyText=""
            />
          </Field>
        )}
      </div>
    </fieldset>
  )
}
