import type { FormEvent, ReactNode } from 'react'
import { type FieldErrors, type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button.tsx'
import { EntityDialog } from '@/ui/entity-dialog.tsx'
import type { CatalogueRecord } from '@/workspace/port/records.ts'
import type { ComparedField } from './compared-fields.tsx'
import { ConflictChooser } from './conflict-chooser.tsx'
import { DraftNotice, FormNotice } from './form-notice.tsx'
import { useConcurrentSave } from './use-concurrent-save.ts'
import { useDraft } from './use-draft.ts'
import { useExplain } from './use-explain.ts'
import type { SaveOutcome } from './use-writes.ts'

interface RecordFormDialogProps<Item, Form extends FieldValues> {
  form: UseFormReturn<Form>
  /** Null for a new one. */
  record: Item | null
  /** What the form of a record starts with. */
  formOf: (record: Item) => Form
  /** How its fields are shown when somebody else has changed the record meanwhile. */
  fields: readonly ComparedField<Form>[]
  title: string
  description?: string
  submitLabel: string
  isSaving: boolean
  /** Once the server has kept it the dialog closes; refused, it keeps what was typed. */
  save: (input: { item: Item | null; form: Form }) => Promise<SaveOutcome<Item>>
  onClose: () => void
  children: ReactNode
}

/** The form of a record in a dialog. */
export function RecordFormDialog<Item extends CatalogueRecord, Form extends FieldValues>(
  props: RecordFormDialogProps<Item, Form>,
) {
  const { form, record, formOf, fields, title, description, submitLabel, isSaving, onClose, children } = props
  const { t } = useTranslation()
  const explain = useExplain()
  const isDraft = useDraft(form, `${title} ${record?.id ?? ''}`)
  const { isGone, conflict, choose, resolve, save } = useConcurrentSave({
    record,
    formOf,
    names: fields.map(({ name }) => name),
    save: props.save,
    onSaved: onClose,
  })
  const submit = (event: FormEvent) => {
    if (conflict) form.reset(resolve(conflict))
    void form.handleSubmit(save, (errors: FieldErrors<Form>) => explain(errors['name']))(event)
  }
  return (
    <EntityDialog
      open
      onOpenChange={onClose}
      title={title}
      description={description}
      wide={conflict !== null}
      locked={isSaving}
      onSubmit={submit}
      footer={
        <>
          <Button variant="outline" onClick={onClose} disabled={isSaving}>
            {t('Cancel')}
          </Button>
          <Button type="submit" pending={isSaving}>
            {isGone ? t('Create anew') : submitLabel}
          </Button>
        </>
      }
    >
      {conflict ? (
        <ConflictChooser fields={fields} {...conflict} onChange={choose} />
      ) : (
        <FormProvider {...form}>
          <fieldset disabled={isSaving} className="flex flex-col gap-4">
            {isDraft && <DraftNotice />}
            {isGone && (
              <FormNotice
                title={t('Somebody else has deleted this meanwhile.')}
                text={t('What you entered is still here: copy what you need, or create it anew.')}
              />
            )}
            {children}
          </fieldset>
        </FormProvider>
      )}
    </EntityDialog>
  )
}
