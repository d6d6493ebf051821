import type { TFunction } from 'i18next'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PasswordProofField } from '@/shared/proof/password-proof-field.tsx'
import { Button } from '@/ui/button/button.tsx'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { isComplete } from '@/ui/form/code-input.tsx'
import { FactorNameField } from './factor-name-field.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { ScanStep } from './scan-step.tsx'
import { type AddFactorStep, type NewFactorKind, useAddFactor } from './use-add-factor.ts'

interface AddFactorDialogProps {
  kind: NewFactorKind
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The first factor brings recovery codes. */
  isFirst: boolean
}

/**
 * Adding an authenticator app in three steps: its name, its first code, the recovery codes. For a key, the browser's own
 * dialog takes the place of the code.
 */
export function AddFactorDialog({ kind, open, onOpenChange, isFirst }: AddFactorDialogProps) {
  const { t } = useTranslation()
  const form = useFactorForm(kind, isFirst, onOpenChange)
  const { step, fieldError, isPending, change } = form
  return (
    <EntityDialog
      open={open}
      onOpenChange={change}
      title={step.kind === 'codes' ? t('Recovery codes') : addFactorLabel(kind, t)}
      description={
        step.kind === 'name' &&
        kind === 'webauthn' &&
        t('Next, your browser asks for the key, or for the fingerprint, face or PIN of this device.')
      }
      onSubmit={form.submit}
      locked={isPending || step.kind === 'codes'}
      footer={<StepButtons step={step} isPending={isPending} onCancel={() => change(false)} />}
    >
      {step.kind === 'name' && (
        <div className="flex flex-col gap-4">
          <FactorNameField kind={kind} value={form.name} onChange={form.setName} error={fieldError} />
          <PasswordProofField
            field={form.passwordField}
            hint={t(
              'You signed in a while ago. If you have no password, sign out and in again, then add it.',
            )}
          />
        </div>
      )}
      {step.kind === 'scan' && <ScanStep factor={step.factor} code={form.code} error={fieldError} />}
      {step.kind === 'codes' && (
        <div ref={form.codes} tabIndex={-1} className="outline-none">
          <RecoveryCodes codes={step.codes} />
        </div>
      )}
    </EntityDialog>
  )
}

/** Holds the input of each step, and moves from one step to the next. */
function useFactorForm(kind: NewFactorKind, isFirst: boolean, onOpenChange: (open: boolean) => void) {
  const [name, setName] = useState('')
  const [code, setCode] = useState('')
  const codeField = useRef<HTMLInputElement>(null)
  const codes = useRef<HTMLDivElement>(null)
  const adding = useAddFactor(kind, isFirst, () => change(false))
  const { step, fieldError, passwordField, isPending, begin, finish, reset } = adding

  // The field of the previous step is gone, and the focus with it.
  useEffect(() => {
    if (step.kind === 'scan') codeField.current?.focus()
    else if (step.kind === 'codes') codes.current?.focus()
  }, [step.kind])

  function change(next: boolean) {
    onOpenChange(next)
    if (next) return
    reset()
    setName('')
    setCode('')
  }

  async function verify(complete: string) {
    if (step.kind === 'scan' && !(await finish(step.factor.id, complete))) codeField.current?.select()
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (step.kind === 'name') void begin(name.trim())
    else if (step.kind === 'codes') change(false)
    else if (isComplete(code)) void verify(code)
    else codeField.current?.focus()
  }

  return {
    step,
    fieldError,
    passwordField,
    isPending,
    name,
    setName,
    code: {
      ref: codeField,
      value: code,
      onChange: setCode,
      onComplete: (whole: string) => void verify(whole),
    },
    codes,
    change,
    submit,
  }
}

export function addFactorLabel(kind: NewFactorKind, t: TFunction): string {
  return kind === 'totp' ? t('Add authenticator app') : t('Add security key')
}

interface StepButtonsProps {
  step: AddFactorStep
  isPending: boolean
  onCancel: () => void
}

function StepButtons({ step, isPending, onCancel }: StepButtonsProps) {
  const { t } = useTranslation()
  return (
    <>
      {step.kind !== 'codes' && (
        <Button variant="outline" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      )}
      <Button type="submit" pending={isPending}>
        {step.kind === 'codes' ? t('Done') : t('Continue')}
      </Button>
    </>
  )
}
