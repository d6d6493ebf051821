import { LEVELS } from '@cairn/workspace/port/permission-level'
import type { Handover } from '@cairn/workspace/port/records/handovers'
import type { MemberProfile } from '@cairn/workspace/port/team'
import { hasRank } from '@cairn/workspace/rules/can'
import { useEffect, useRef } from 'react'
import { type UseFormRegister, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { DraftNotice } from '@/catalogue/form/form-notice.tsx'
import { useUnsaved } from '@/catalogue/form/use-unsaved.ts'
import { useMe } from '@/queries/context.tsx'
import { permissionLabel } from '@/shared/people/permission-label.ts'
import { Button } from '@/ui/button/button.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import { Select } from '@/ui/form/select.tsx'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { ViewerDialog } from '../handover/handover-dialog.tsx'
import { useHandover } from '../handover/use-handover.ts'
import { changedDetails, fieldsOf, type MemberFields } from './member-changes.ts'
import { useUpdateMember } from './use-change-member.ts'

interface MemberFormProps {
  member: MemberProfile
  /** Called when it was saved or canceled. */
  onClose: () => void
}

/**
 * The form in which managers change details of a member. The server validates the values; refused values stay in the
 * form.
 */
export function MemberForm({ member, onClose }: MemberFormProps) {
  const { t } = useTranslation()
  const before = fieldsOf(member)
  const form = useForm<MemberFields>({ values: before, resetOptions: { keepDirtyValues: true } })
  const { register, handleSubmit, setFocus } = form
  const { isDraft, forget, question } = useUnsaved(form, `member:${member.id}`, onClose)
  const { save, isSaving } = useUpdateMember(member.id)
  const { asked, isAsking, ask, close, closing } = useHandover(member.id, true)
  const saveWith = (handover?: Handover) =>
    save(
      { change: changedDetails(before, form.getValues()), handover },
      {
        ...closing,
        onSuccess() {
          close()
          forget()
          onClose()
        },
      },
    )
  const submit = handleSubmit((after) =>
    changedDetails(before, after).permissionLevel === 'viewer' ? ask(saveWith) : saveWith(),
  )
  const card = useRef<HTMLElement>(null)
  // The button that opened the form may be far away: on a phone several cards lie between.
  useEffect(() => {
    setFocus('name')
    card.current?.scrollIntoView({ block: 'nearest' })
  }, [setFocus])
  return (
    <Card ref={card} className="scroll-mt-20">
      <CardHeader title={t('Edit Profile')} />
      <CardContent>
        <form noValidate aria-label={t('Edit Profile')} onSubmit={(event) => void submit(event)}>
          <fieldset disabled={isSaving} className="grid gap-4 md:grid-cols-2">
            {isDraft && (
              <div className="md:col-span-2">
                <DraftNotice />
              </div>
            )}
            <MemberInputs member={member} register={register} />
          </fieldset>
          <Button type="submit" pending={isSaving || isAsking} className="mt-5">
            {isSaving ? t('Saving...') : t('Save Changes')}
          </Button>
          {question}
        </form>
        <ViewerDialog person={member} {...asked} pending={isSaving} onConfirm={saveWith} />
      </CardContent>
    </Card>
  )
}

interface MemberInputsProps {
  member: MemberProfile
  register: UseFormRegister<MemberFields>
}

function MemberInputs({ member, register }: MemberInputsProps) {
  const { t } = useTranslation()
  const { permissionLevel: ownLevel } = useMe()
  const hiddenHint = t('Hidden from you. Leave it empty to keep the current value.')
  const hint = (value: string | null) => (value === null ? hiddenHint : undefined)
  return (
    <>
      <Field label={t('Name')}>
        <Input autoComplete="off" {...register('name')} />
      </Field>
      <Field label={t('Permission Level')}>
        <Select {...register('permissionLevel')}>
          {LEVELS.filter((level) => hasRank(ownLevel, level)).map((level) => (
            <option key={level} value={level}>
              {permissionLabel(level, t)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('Job Role')} hint={hint(member.jobRole)}>
        <Input autoComplete="off" {...register('jobRole')} />
      </Field>
      <Field label={t('Department')} hint={hint(member.department)}>
        <Input autoComplete="off" {...register('department')} />
      </Field>
      <Field label={t('Knowledge Areas')} hint={t('Separate them with commas.')} className="md:col-span-2">
        <Input autoComplete="off" {...register('knowledgeAreas')} />
      </Field>
    </>
  )
}
