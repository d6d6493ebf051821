import type { AccountAppearance } from '@cairn/workspace/port/appearance'
import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { DraftNotice } from '@/catalogue/form/form-notice.tsx'
import { useUnsaved } from '@/catalogue/form/use-unsaved.ts'
import { appearanceQueries } from '@/queries/appearance.ts'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { appearanceOf } from '@/shared/appearance.ts'
import { useFieldError } from '@/shared/form/use-field-error.ts'
import { LoadedCard } from '@/shared/loading/loaded-card.tsx'
import { useRefusal } from '@/shared/use-refusal.ts'
import { Button } from '@/ui/button/button.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import { Textarea } from '@/ui/form/textarea.tsx'
import { CardNote } from '@/ui/layout/card-note.tsx'
import { accountAppearanceForm } from './account-appearance-form.ts'
import { useSaveAppearance } from './use-save-appearance.ts'

/** How the account presents itself to its members. */
export function AccountAppearanceCard() {
  const { t } = useTranslation()
  const { account } = useMe()
  const query = useQuery(appearanceQueries.read(useWorkspace()))
  return (
    <LoadedCard
      title={t('Account Appearance')}
      description={t('The name, description and logo that all members of your account see.')}
      query={query}
      failure={t('The appearance settings could not be loaded')}
      lines={4}
    >
      {(stored) => <AppearanceForm appearance={appearanceOf(stored, account, t)} />}
    </LoadedCard>
  )
}

function AppearanceForm({ appearance }: { appearance: AccountAppearance }) {
  const { t } = useTranslation()
  const form = useForm<AccountAppearance>({
    resolver: zodResolver(accountAppearanceForm),
    values: appearance,
    resetOptions: { keepDirtyValues: true },
  })
  const { register, handleSubmit } = form
  const errorOf = useFieldError(form)
  const { isDraft, question } = useUnsaved(form, 'appearance')
  const { save, isSaving } = useSaveAppearance()
  const isGuest = useMe().kind === 'guest'
  const refusal = useRefusal()('change-appearance', null)
  const reason = isGuest ? t('Appearance settings cannot be changed in guest mode.') : refusal
  return (
    <form
      noValidate
      aria-label={t('Account Appearance')}
      onSubmit={(event) =>
        void handleSubmit((values) => save(values, { onSuccess: (saved) => form.reset(saved) }))(event)
      }
    >
      {reason && <CardNote>{reason}</CardNote>}
      <fieldset disabled={isSaving || refusal !== null} className="flex max-w-2xl flex-col gap-4">
        {isDraft && <DraftNotice />}
        <Field label={t('Account Name')} error={errorOf('accountName')} required>
          <Input autoComplete="organization" {...register('accountName')} />
        </Field>
        <Field label={t('Description')} error={errorOf('description')}>
          <Textarea rows={3} {...register('description')} />
        </Field>
        <Field
          label={t('Logo URL')}
          error={errorOf('logoUrl')}
          hint={t(
            'The web address of a square picture. Without one, Cairn shows the first letter of the name.',
          )}
        >
          <Input
            type="url"
            autoComplete="off"
            placeholder="https://example.com/logo.png"
            {...register('logoUrl')}
          />
        </Field>
      </fieldset>
      <Button type="submit" pending={isSaving} disabledReason={reason} className="mt-5">
        {t('Save Appearance')}
      </Button>
      {question}
    </form>
  )
}
