import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { type ReactNode, useRef } from 'react'
import { type FieldValues, FormProvider } from 'react-hook-form'
import { Link } from 'react-router'
import { useMe } from '@/queries/context.tsx'
import { useRefusal } from '@/shared/use-refusal.ts'
import { Button } from '@/ui/button/button.tsx'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { CardNote } from '@/ui/layout/card-note.tsx'
import { DraftNotice } from './form-notice.tsx'
import { MoreFields } from './more-fields.tsx'
import { useExplain } from './use-explain.ts'
import { type SavedForm, useSaveRecord } from './use-save-record.ts'
import { useUnsaved } from './use-unsaved.ts'

interface CreateFormProps<Item, New, Change extends { status: string }, Form extends FieldValues>
  extends SavedForm<Item, New, Change, Form> {
  title: string
  description: string
  submitLabel: string
  /** The way to the list in which the new record will stand. */
  listLabel: string
  children: ReactNode
}

/**
 * The form of a new record on a separate screen. It is emptied once it is saved; a refused form keeps the typed values.
 */
export function CreateForm<
  Item extends CatalogueRecord,
  New,
  Change extends { status: string },
  Form extends FieldValues,
>(props: CreateFormProps<Item, New, Change, Form>) {
  const { form, title, description, submitLabel, listLabel, children } = props
  const explain = useExplain()
  const { isDraft, question } = useUnsaved(form, title)
  const me = useMe()
  const refusal = useRefusal()('create-record', null)
  // A user without an account learns what is missing on trying.
  const reason = me.kind === 'member' && me.account === null ? null : refusal
  const element = useRef<HTMLFormElement>(null)
  const focusName = () => element.current?.querySelector('input')?.focus()
  const { save, isSaving } = useSaveRecord({
    ...props,
    record: null,
    fields: [],
    onSaved: () => form.reset(),
    onAnother: focusName,
  })
  return (
    <Card className="max-w-2xl">
      <CardHeader
        title={title}
        description={description}
        action={
          <Button asChild variant="link">
            <Link to={CATALOGUES[props.catalogue.kind].path}>{listLabel}</Link>
          </Button>
        }
      />
      <CardContent>
        {reason && <CardNote>{reason}</CardNote>}
        <FormProvider {...form}>
          <form
            ref={element}
            noValidate
            aria-label={title}
            onSubmit={(event) => void form.handleSubmit(save, explain)(event)}
          >
            <fieldset disabled={isSaving || reason !== null} className="flex min-w-0 flex-col gap-4">
              {isDraft && <DraftNotice />}
              {children}
              <MoreFields kind={props.catalogue.kind} recordId={null} />
            </fieldset>
            <Button type="submit" pending={isSaving} disabledReason={reason} className="mt-5">
              {submitLabel}
            </Button>
          </form>
        </FormProvider>
        {question}
      </CardContent>
    </Card>
  )
}
