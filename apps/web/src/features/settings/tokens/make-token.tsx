import type { ServiceAccount, TokenDays, TokenScope } from '@cairn/workspace/port/tokens'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import { Select } from '@/ui/form/select.tsx'
import { EndField } from './end-field.tsx'
import { ScopeMatrix } from './scope-matrix.tsx'
import type { ShownSecret } from './secret-once.tsx'
import { useChangeTokens } from './use-change-tokens.ts'

interface MakeTokenProps {
  /** Those of the user. */
  serviceAccounts: readonly ServiceAccount[]
  allowsWithoutEnd: boolean
  onMade: (shown: ShownSecret) => void
  onClose: () => void
}

/** Asks for what a new token is called, whose it is, what it may, and how long it lasts. */
export function MakeToken({ serviceAccounts, allowsWithoutEnd, onMade, onClose }: MakeTokenProps) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [serviceAccount, setServiceAccount] = useState<string | null>(null)
  const [scopes, setScopes] = useState<ReadonlySet<TokenScope>>(new Set())
  const [days, setDays] = useState<TokenDays>(90)
  const { mutate, isPending } = useChangeTokens(
    (part) => part.make({ name: name.trim(), scopes: [...scopes], days, serviceAccount }),
    (secret) => onMade({ name: name.trim(), secret, scopes: [...scopes] }),
  )
  const missing =
    name.trim() === ''
      ? t('Enter a name first.')
      : scopes.size === 0
        ? t('Choose the permissions of the token.')
        : null
  return (
    <EntityDialog
      open
      onOpenChange={onClose}
      locked={isPending}
      title={t('Create API Token')}
      description={t(
        'A script with this token acts on your behalf, with the permissions that you choose here.',
      )}
      onSubmit={(event) => {
        event.preventDefault()
        if (missing === null && !isPending) mutate(null)
      }}
      footer={
        <>
          <Button variant="outline" disabled={isPending} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" pending={isPending} disabledReason={missing}>
            {t('Create Token')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Field label={t('Name')} hint={t('What it is for, so that you know it again.')}>
          <Input
            value={name}
            maxLength={120}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
        {serviceAccounts.length > 0 && (
          <PersonChoice
            serviceAccounts={serviceAccounts}
            chosen={serviceAccount}
            onChoose={setServiceAccount}
          />
        )}
        <ScopeMatrix chosen={scopes} onChange={setScopes} />
        <EndField days={days} allowsWithoutEnd={allowsWithoutEnd} onChange={setDays} />
      </div>
    </EntityDialog>
  )
}

interface PersonChoiceProps {
  serviceAccounts: readonly ServiceAccount[]
  /** The ID of a service account; null for the user. */
  chosen: string | null
  onChoose: (serviceAccount: string | null) => void
}

function PersonChoice({ serviceAccounts, chosen, onChoose }: PersonChoiceProps) {
  const { t } = useTranslation()
  return (
    <Field label={t('For')} className="max-w-72">
      <Select
        value={chosen ?? ''}
        onChange={({ target }) => onChoose(target.value === '' ? null : target.value)}
      >
        <option value="">{t('Me')}</option>
        {serviceAccounts.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
}
