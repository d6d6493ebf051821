import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { z } from 'zod/mini'
import { draftOf, forgetDraft, keepDraft } from '@/lib/browser/drafts.ts'
import { useMe } from '@/queries/context.tsx'
import { useLeaveGuard } from '@/shared/form/use-leave-guard.tsx'
import { enteredIn, withEntered } from './draft.ts'

const draftSchema = z.record(z.string(), z.unknown())

/**
 * Keeps what was entered into a form and not saved: asks before it is lost, and brings it back when the same person
 * opens the same form again, after a reload or a session that ended. `close` takes the form away, where it can be.
 */
export function useUnsaved<Form extends FieldValues>(
  form: UseFormReturn<Form>,
  formName: string,
  close?: () => void,
) {
  const { personId } = useMe()
  const [isDraft, setDraft] = useState(false)
  const wasDirty = useRef(false)
  const isDiscarded = useRef(false)
  const name = `${personId}:${formName}`
  const { isDirty, defaultValues } = form.formState

  const restore = useEffectEvent(() => {
    const draft = draftSchema.safeParse(draftOf(name))
    if (!draft.success) return
    form.reset(
      { ...form.getValues(), ...withEntered(form.getValues(), draft.data) },
      { keepDefaultValues: true },
    )
    setDraft(true)
  })
  useEffect(() => restore(), [])

  const keep = useEffectEvent(() => {
    if (isDiscarded.current) return
    const entered = enteredIn(form.getValues(), defaultValues ?? {})
    if (Object.keys(entered).length > 0) keepDraft(name, entered)
    else forgetDraft(name)
  })
  useEffect(() => {
    if (isDirty) {
      wasDirty.current = true
      keep()
      return form.subscribe({ formState: { values: true }, callback: () => keep() })
    }
    // Saved, or as it was again.
    if (wasDirty.current) forgetDraft(name)
    wasDirty.current = false
    return undefined
  }, [form, isDirty, name])

  const forget = () => forgetDraft(name)
  const discard = () => {
    isDiscarded.current = true
    forget()
    close?.()
  }
  const guard = useLeaveGuard(isDirty, discard, true)
  return { isDraft, forget, ...guard }
}
