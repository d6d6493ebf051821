import { useEffect, useEffectEvent } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { RecordField } from '@/catalogue/fields/field.ts'
import type { WithFields } from '@/catalogue/fields/field-input.tsx'
import { FieldGroups } from '@/catalogue/form/field-groups.tsx'
import type { FieldDraft } from './field-draft.ts'

interface FormPreviewProps {
  title: string
  fields: readonly RecordField[]
  /** The draft: another type or choice resets the preview. */
  start: Pick<FieldDraft, 'type'>
}

/** The fields as in the form of a record; values that are entered here are not saved. */
export function FormPreview({ title, fields, start }: FormPreviewProps) {
  const { t } = useTranslation()
  const form = useForm<WithFields>({ defaultValues: { fields: {} } })
  const suggested = fields.flatMap(({ key, defaultValue }) =>
    defaultValue === null ? [] : [[key, defaultValue] as const],
  )
  const suggest = useEffectEvent((_shape: string) => form.reset({ fields: Object.fromEntries(suggested) }))
  // A value that was entered for another type would not fit.
  const shape = JSON.stringify([start.type, suggested])
  useEffect(() => suggest(shape), [shape])
  return (
    <section
      aria-label={title}
      className="flex min-w-0 flex-col gap-4 rounded-lg bg-muted/50 p-4 lg:sticky lg:top-[calc(var(--sticky-top)+1rem)]"
    >
      <p className="text-muted-foreground text-xs">
        {t('So the form shows it. Nothing that you enter here is saved.')}
      </p>
      {fields.length === 0 ? (
        <p className="text-muted-foreground text-sm">{t('A field that you add appears here.')}</p>
      ) : (
        <FormProvider {...form}>
          <div className="flex flex-col gap-4 rounded-lg border bg-card p-4">
            <FieldGroups fields={fields} />
          </div>
        </FormProvider>
      )}
    </section>
  )
}
