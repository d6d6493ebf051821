import { useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { z } from 'zod/mini'
import { keepDraft, takeDraft } from '@/lib/drafts.ts'
import { useMe } from '@/queries/context.tsx'
import { useSessionStore } from '@/session/context.tsx'

/**
 * Keeps what was entered when the end of the session takes the form away, and brings it back when the same person opens
 * the same form again. Gives whether it did.
 */
export function useDraft<Form extends FieldValues>(form: UseFormReturn<Form>, formName: string): boolean {
  const { personId } = useMe()
  const session = useSessionStore()
  const [isBack, setBack] = useState(false)
  const name = `${personId}:${formName}`
  const { isDirty } = form.formState

  useEffect(() => {
    const draft = takeDraft(name)
    if (draft === undefined) return
    form.reset(z.custom<Form>().parse(draft), { keepDefaultValues: true })
    setBack(true)
  }, [form, name])

  useEffect(() => {
    if (!isDirty) return
    return () => {
      const state = session.current()
      if (state.status === 'anonymous' && state.reason === 'ended') keepDraft(name, form.getValues())
    }
  }, [form, name, isDirty, session])

  return isBack
}
