import type { ReactNode } from 'react'
import { type FieldErrors, type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button.tsx'
import { EntityDialog } from '@/ui/entity-dialog.tsx'
import { useExplain } from './use-explain.ts'

interface RecordFormDialogProps<Form extends FieldValues> {
  form: UseFormReturn<Form>
  title: string
  description?: string
  submitLabel: string
  isSaving: boolean
  /** Whether the server has kept it, which closes the dialog; refused, it keeps what was typed. */
  save: (form: Form) => Promise<boolean>
  onClose: () => void
  children: ReactNode
}

/** The form of a record in a dialog. */
export function RecordFormDialog<Form extends FieldValues>(props: RecordFormDialogProps<Form>) {
  const { form, title, description, submitLabel, isSaving, save, onClose, children } = props
  const { t } = useTranslation()
  const explain = useExplain()
  const submit = async (values: Form) => {
    if (await save(values)) onClose()
  }
  return (
    <EntityDialog
      open
      onOpenChange={onClose}
      title={title}
      description={description}
      locked={isSaving}
      onSubmit={(event) =>
        void form.handleSubmit(submit, (errors: FieldErrors<Form>) => explain(errors['name']))(event)
      }
      footer={
        <>
          <Button variant="outline" onClick={onClose} disabled={isSaving}>
            {t('Cancel')}
          </Button>
          <Button type="submit" pending={isSaving}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <fieldset disabled={isSaving} className="flex flex-col gap-4">
          {children}
        </fieldset>
      </FormProvider>
    </EntityDialog>
  )
}
