import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import type { FormEvent, ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { type FieldValues, FormProvider } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { SubmitButtons } from '@/ui/dialog/submit-buttons.tsx'
import type { ComparedField } from './compared-field.ts'
import { ConflictChooser, EDITING } from './conflict-chooser.tsx'
import { DraftNotice, FormNotice } from './form-notice.tsx'
import { MoreFields, type MoreFieldsProps } from './more-fields.tsx'
import { useCreateAndOpen } from './use-create-and-open.tsx'
import { useExplain } from './use-explain.ts'
import { type SavedForm, useSaveRecord } from './use-save-record.ts'
import { useUnsaved } from './use-unsaved.ts'

interface RecordFormDialogProps<Item, New, Change extends { status: string }, Form extends FieldValues>
  extends SavedForm<Item, New, Change, Form> {
  /** Null for a new one. */
  record: Item | null
  /** How the fields are shown when another user has changed the record meanwhile. */
  fields: readonly ComparedField<Form>[]
  title: string
  description?: string
  submitLabel: string
  /** Once the server has kept it the dialog closes; refused, it keeps what was typed. */
  onClose: () => void
  /** Fields of the catalogue that stand folded below the others. */
  folded?: MoreFieldsProps['folded']
  children: ReactNode
}

/** The form of a record in a dialog. */
export function RecordFormDialog<
  Item extends CatalogueRecord,
  New,
  Change extends { status: string },
  Form extends FieldValues,
>(props: RecordFormDialogProps<Item, New, Change, Form>) {
  const { catalogue, form, record, fields, title, description, submitLabel, onClose, folded, children } =
    props
  const { t } = useTranslation()
  const explain = useExplain()
  const formName = `${title} ${record?.id ?? ''}`
  const { isDraft, forget, leave, question } = useUnsaved(form, formName, onClose)
  const close = () => {
    forget()
    onClose()
  }
  const opening = useCreateAndOpen(catalogue.kind)
  const { save, isSaving, isGone, conflict, choose, resolve } = useSaveRecord({
    ...props,
    onSaved(saved) {
      // An open form with changes would ask before anything leads away.
      flushSync(close)
      opening.onSaved(saved)
    },
  })
  const submit = (event: FormEvent) => {
    opening.onSubmit()
    if (conflict) form.reset(resolve(conflict))
    void form.handleSubmit(save, explain)(event)
  }
  return (
    <EntityDialog
      open
      onOpenChange={() => leave(close)}
      title={title}
      description={description}
      wide={conflict !== null}
      locked={isSaving}
      onSubmit={submit}
      footer={
        <SubmitButtons
          label={isGone ? t('Create it again') : submitLabel}
          pending={isSaving}
          onCancel={close}
          alternative={record === null && opening.button}
        />
      }
    >
      {conflict ? (
        <ConflictChooser words={EDITING} fields={fields} {...conflict} onChange={choose} />
      ) : (
        <FormProvider {...form}>
          <fieldset disabled={isSaving} className="flex min-w-0 flex-col gap-4">
            {isDraft && <DraftNotice />}
            {isGone && <GoneNotice />}
            {children}
            <MoreFields kind={catalogue.kind} recordId={record?.id ?? null} folded={folded} />
          </fieldset>
        </FormProvider>
      )}
      {question}
    </EntityDialog>
  )
}

function GoneNotice() {
  const { t } = useTranslation()
  return (
    <FormNotice
      title={t('Someone else has deleted this.')}
      text={t('What you entered is still here. Copy what you need, or create the record again.')}
    />
  )
}
