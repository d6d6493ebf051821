import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { appearanceQueries } from '@/queries/appearance.ts'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { useSave } from '@/shared/form/use-save.ts'
import { useAppearance } from '@/shared/use-appearance.ts'
import { Button } from '@/ui/button/button.tsx'
import { Avatar } from '@/ui/display/avatar.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'

const NAME_LENGTH = 120

interface NameStepProps {
  onDone: () => void
}

/** The name of the account. Its first letter is the logo until there is a picture. */
export function NameStep({ onDone }: NameStepProps) {
  const { t } = useTranslation()
  const { query } = useAppearance(useMe().account)
  return (
    <Card>
      <CardHeader
        title={t('Name and logo')}
        description={t('What all members see at the top of every screen.')}
      />
      <CardContent>
        {query.isPending ? <Skeleton className="h-32" /> : <NameForm onDone={onDone} />}
      </CardContent>
    </Card>
  )
}

function NameForm({ onDone }: NameStepProps) {
  const { t } = useTranslation()
  const { data: appearance } = useAppearance(useMe().account)
  const [name, setName] = useState(appearance.accountName)
  const [isTried, setTried] = useState(false)
  const { save, isSaving } = useSaveName()
  const trimmed = name.trim()

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setTried(true)
    if (trimmed === '') return
    if (trimmed === appearance.accountName) onDone()
    else save({ ...appearance, accountName: trimmed }, { onSuccess: onDone })
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <div className="flex items-start gap-4">
        <Avatar name={name} src={appearance.logoUrl || null} size="lg" className="mt-5 rounded-md" />
        <Field
          label={t('Account Name')}
          error={isTried && trimmed === '' ? t('Account name is required') : null}
          hint={t('Its first letter is the logo. You can choose a picture in the settings.')}
          required
          className="max-w-md flex-1"
        >
          <Input
            value={name}
            maxLength={NAME_LENGTH}
            autoComplete="organization"
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" pending={isSaving}>
          {t('Save and continue')}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          {t('Skip')}
        </Button>
      </div>
    </form>
  )
}

function useSaveName() {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const queries = useQueryClient()
  return useSave({
    write: workspace.appearance.save,
    done: ({ accountName: name }) => ({ title: t('The account is now called {{name}}', { name }) }),
    failed: { title: t('The name was not saved') },
    onSaved: (saved) => queries.setQueryData(appearanceQueries.read(workspace).queryKey, saved),
  })
}
