import type { SecondFactor } from '@cairn/workspace/port/security'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSessionState, useSessionStore } from '@/session/context.tsx'
import { factorKindLabel } from '@/shared/factor-kind-label.ts'
import { Button } from '@/ui/button/button.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Select } from '@/ui/form/select.tsx'
import { Card, CardContent } from '@/ui/layout/card.tsx'
import { PageTitle } from '@/ui/layout/page-title.tsx'
import { AccessHeading, AccessLayout } from '../access-layout.tsx'
import { FactorCodeForm } from './factor-code-form.tsx'
import { KeyFactorForm } from './key-factor-form.tsx'
import { RecoveryCodeForm } from './recovery-code-form.tsx'
import { SecondFactorPasskey } from './second-factor-passkey.tsx'

/** Asks for the code of the second factor. A user who lost it enters a recovery code, or signs out. */
export function SecondFactorPage() {
  const { t } = useTranslation()
  const state = useSessionState()
  const [isRecovering, setRecovering] = useState(false)
  const title = t('Two-factor authentication')
  if (state.status !== 'second-factor') return null
  return (
    <AccessLayout>
      <PageTitle title={title} />
      <AccessHeading
        title={title}
        text={
          isRecovering
            ? t('Each recovery code works once.')
            : t('One more step for {{email}}.', { email: state.person.email })
        }
      />
      <Card>
        <CardContent className="pt-5">
          {isRecovering ? (
            <RecoveryCodeForm factors={state.factors} />
          ) : (
            <FactorChoice factors={state.factors} />
          )}
        </CardContent>
      </Card>
      <SecondFactorLinks
        email={state.person.email}
        backLabel={
          state.factors.every(({ kind }) => kind === 'webauthn')
            ? t('Use your security key')
            : t('Use the code from the app')
        }
        isRecovering={isRecovering}
        onChange={setRecovering}
      />
    </AccessLayout>
  )
}

/** The form for the only factor, or for the one that the user chooses. */
function FactorChoice({ factors }: { factors: readonly SecondFactor[] }) {
  const { t } = useTranslation()
  const [chosenId, setChosenId] = useState('')
  const chosen = factors.find(({ id }) => id === chosenId) ?? factors[0]
  if (!chosen) return null
  return (
    <div className="flex flex-col gap-4">
      {factors.length > 1 && (
        <Field label={t('Verify with')}>
          <Select
            value={chosen.id}
            onChange={(event) => setChosenId(event.target.value)}
            className="h-10 md:text-base"
          >
            {factors.map(({ id, name, kind }) => (
              <option key={id} value={id}>
                {name || factorKindLabel(kind, t)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {chosen.kind === 'webauthn' ? (
        <KeyFactorForm key={chosen.id} factor={chosen} />
      ) : (
        <FactorCodeForm key={chosen.id} factor={chosen} />
      )}
    </div>
  )
}

interface SecondFactorLinksProps {
  email: string
  backLabel: string
  isRecovering: boolean
  onChange: (isRecovering: boolean) => void
}

function SecondFactorLinks({ email, backLabel, isRecovering, onChange }: SecondFactorLinksProps) {
  const { t } = useTranslation()
  const session = useSessionStore()
  return (
    <div className="mt-4 flex flex-wrap justify-center gap-x-5 gap-y-2">
      <Button variant="link" onClick={() => onChange(!isRecovering)}>
        {isRecovering ? backLabel : t('Use a recovery code')}
      </Button>
      <SecondFactorPasskey email={email} />
      <Button variant="link" onClick={() => void session.signOut()}>
        {t('Log out')}
      </Button>
    </div>
  )
}
