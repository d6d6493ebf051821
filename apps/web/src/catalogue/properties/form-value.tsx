import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useState } from 'react'
import { type FieldValues, FormProvider, useForm } from 'react-hook-form'
import type { z } from 'zod/mini'
import { DoneButton, type FloatingEditor, FloatingValue, useLeaving } from './floating-value.tsx'

interface FormValueProps<Form extends FieldValues> {
  label: string
  /** The value as it is shown. */
  children: ReactNode
  schema: z.ZodMiniType<Form, Form>
  values: Form
  /** Its fields, inside of a `FormProvider`. */
  fields: ReactNode
  /** Saves the form. Null for users who may not change it. */
  save: ((form: Form) => Promise<string | null>) | null
  startsOpen?: boolean
  onGiveUp?: () => void
}

/** A value of several lines, changed in a small form over it. What was refused is there again when it opens once more. */
export function FormValue<Form extends FieldValues>(props: FormValueProps<Form>) {
  const { save, schema, values, fields, ...rest } = props
  const [refused, setRefused] = useState<Form | null>(null)
  const saveForm = async (form: Form) => {
    const reason = (await save?.(form)) ?? null
    setRefused(reason === null ? null : form)
    return reason
  }
  return (
    <FloatingValue
      {...rest}
      editor={
        save &&
        ((editor) => (
          <FormEditor {...{ schema, fields, editor }} values={refused ?? values} save={saveForm} />
        ))
      }
    />
  )
}

interface FormEditorProps<Form extends FieldValues>
  extends Pick<FormValueProps<Form>, 'schema' | 'values' | 'fields'> {
  save: (form: Form) => Promise<string | null>
  editor: FloatingEditor
}

function FormEditor<Form extends FieldValues>({
  schema,
  values,
  fields,
  save,
  editor,
}: FormEditorProps<Form>) {
  const form = useForm<Form, unknown, Form>({ resolver: zodResolver(schema), values })
  const submit = form.handleSubmit((filled) => editor.end(save(filled)))
  useLeaving(editor, () => {
    const filled = schema.safeParse(form.getValues())
    if (filled.success) return save(filled.data)
    void form.trigger()
    return null
  })
  return (
    <FormProvider {...form}>
      <form noValidate className="flex min-h-0 flex-col" onSubmit={(event) => void submit(event)}>
        <div className="min-h-0 overflow-y-auto p-2">{fields}</div>
        <DoneButton />
      </form>
    </FormProvider>
  )
}
