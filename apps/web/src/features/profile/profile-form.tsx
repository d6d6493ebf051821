import type { ProfileDetails } from '@cairn/workspace/port/profile'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { DraftNotice } from '@/catalogue/form/form-notice.tsx'
import { useUnsaved } from '@/catalogue/form/use-unsaved.ts'
import { storedLabel } from '@/shared/stored-label.ts'
import { Button } from '@/ui/button/button.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import { Select } from '@/ui/form/select.tsx'
import { Textarea } from '@/ui/form/textarea.tsx'
import { changedDetails, detailsOf, jobRoleChoices } from './profile-details.ts'
import { useSaveProfile } from './use-save-profile.ts'

/** The form of the user's own details. The server validates the values. */
export function ProfileForm({ profile }: { profile: ProfileDetails }) {
  const { t } = useTranslation()
  const before = detailsOf(profile)
  const form = useForm<ProfileDetails>({ values: before, resetOptions: { keepDirtyValues: true } })
  const { register, handleSubmit } = form
  const { isDraft, question } = useUnsaved(form, 'profile')
  const { save, isSaving } = useSaveProfile()
  const submit = handleSubmit((after) =>
    save(changedDetails(before, after), { onSuccess: () => form.reset(after) }),
  )
  return (
    <form noValidate aria-label={t('Your Profile')} onSubmit={(event) => void submit(event)}>
      <fieldset disabled={isSaving} className="flex flex-col gap-4">
        {isDraft && <DraftNotice />}
        <div className="grid gap-4 md:grid-cols-2">
          <Field label={t('Name')}>
            <Input autoComplete="name" {...register('name')} />
          </Field>
          <Field label={t('Job Role')}>
            <Select {...register('jobRole')}>
              <option value="">{t('Not specified')}</option>
              {jobRoleChoices(profile.jobRole).map((role) => (
                <option key={role} value={role}>
                  {storedLabel(role, t)}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={t('Department')}>
            <Input
              autoComplete="off"
              placeholder={t('Engineering, Marketing, etc.')}
              {...register('department')}
            />
          </Field>
          <Field label={t('Avatar URL')}>
            <Input
              inputMode="url"
              autoComplete="photo"
              placeholder="https://example.com/me.jpg"
              {...register('avatarUrl')}
            />
          </Field>
        </div>
        <Field label={t('Bio')}>
          <Textarea rows={4} {...register('bio')} />
        </Field>
      </fieldset>
      <Button type="submit" pending={isSaving} className="mt-5">
        {isSaving ? t('Saving...') : t('Save Profile')}
      </Button>
      {question}
    </form>
  )
}
