import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { DraftNotice } from '@/catalogue/form-notice.tsx'
import { useUnsaved } from '@/catalogue/use-unsaved.ts'
import { useMe } from '@/queries/context.tsx'
import { permissionLabel } from '@/shared/permission-label.ts'
import { Button } from '@/ui/button.tsx'
import { Card, CardContent, CardHeader } from '@/ui/card.tsx'
import { Field } from '@/ui/field.tsx'
import { Input } from '@/ui/input.tsx'
import { Select } from '@/ui/select.tsx'
import type { Handover } from '@/workspace/port/handovers.ts'
import { LEVELS } from '@/workspace/port/permission-level.ts'
import type { MemberProfile } from '@/workspace/port/team.ts'
import { hasRank } from '@/workspace/rules/can.ts'
import { ViewerDialog } from './handover-dialog.tsx'
import { changedDetails, fieldsOf, type MemberFields } from './member-changes.ts'
import { useUpdateMember } from './use-change-member.ts'
import { useHandover } from './use-handover.ts'

interface MemberFormProps {
  member: MemberProfile
  /** It was saved, or is given up. */
  onClose: () => void
}

/** What managers change of a member. The server validates the values; what it refuses stays in the form. */
export function MemberForm({ member, onClose }: MemberFormProps) {
  const { t } = useTranslation()
  const { permissionLevel: ownLevel } = useMe()
  const before = fieldsOf(member)
  const form = useForm<MemberFields>({ values: before, resetOptions: { keepDirtyValues: true } })
  const { register, handleSubmit } = form
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
  const hiddenHint = t('Not shown to you. Leave it empty to keep what is there.')
  const hint = (value: string | null) => (value === null ? hiddenHint : undefined)
  return (
    <Card>
      <CardHeader title={t('Edit Profile')} />
      <CardContent>
        <form noValidate aria-label={t('Edit Profile')} onSubmit={(event) => void submit(event)}>
          <fieldset disabled={isSaving} className="grid gap-4 md:grid-cols-2">
            {isDraft && (
              <div className="md:col-span-2">
                <DraftNotice />
              </div>
            )}
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
            <Field
              label={t('Knowledge Areas')}
              hint={t('Separate them with commas.')}
              className="md:col-span-2"
            >
              <Input autoComplete="off" {...register('knowledgeAreas')} />
            </Field>
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
