import type { ReactNode } from 'react'
import { type FieldErrors, type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import { Link } from 'react-router'
import { useMe } from '@/queries/context.tsx'
import { useRefusal } from '@/shared/use-refusal.ts'
import { Button } from '@/ui/button.tsx'
import { Card, CardContent, CardHeader } from '@/ui/card.tsx'
import { DraftNotice } from './form-notice.tsx'
import { useDraft } from './use-draft.ts'
import { useExplain } from './use-explain.ts'

interface CreateFormProps<Form extends FieldValues> {
  form: UseFormReturn<Form>
  title: string
  description: string
  submitLabel: string
  /** The list in which the new record will stand. */
  list: { label: string; to: string }
  isSaving: boolean
  /** Once the server has kept it the form is emptied; refused, it keeps what was typed. */
  save: (form: Form) => Promise<{ kind: string }>
  children: ReactNode
}

/** The form of a new record on a screen of its own. */
export function CreateForm<Form extends FieldValues>(props: CreateFormProps<Form>) {
  const { form, title, description, submitLabel, list, isSaving, save, children } = props
  const explain = useExplain()
  const isDraft = useDraft(form, title)
  const me = useMe()
  const refusal = useRefusal()('create-record', null)
  // Somebody without an account hears what is missing when they try.
  const reason = me.kind === 'member' && me.account === null ? null : refusal
  const submit = async (values: Form) => {
    if ((await save(values)).kind === 'saved') form.reset()
  }
  return (
    <Card className="max-w-2xl">
      <CardHeader
        title={title}
        description={description}
        action={
          <Button asChild variant="link">
            <Link to={list.to}>{list.label}</Link>
          </Button>
        }
      />
      <CardContent>
        <FormProvider {...form}>
          <form
            noValidate
            aria-label={title}
            onSubmit={(event) =>
              void form.handleSubmit(submit, (errors: FieldErrors<Form>) => explain(errors['name']))(event)
            }
          >
            <fieldset disabled={isSaving} className="flex flex-col gap-4">
              {isDraft && <DraftNotice />}
              {children}
            </fieldset>
            <Button type="submit" pending={isSaving} disabledReason={reason} className="mt-5">
              {submitLabel}
            </Button>
          </form>
        </FormProvider>
      </CardContent>
    </Card>
  )
}
