import { type SubmitEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button.tsx'
import { CodeInput, isComplete } from '@/ui/code-input.tsx'
import { EntityDialog } from '@/ui/entity-dialog.tsx'
import { Field } from '@/ui/field.tsx'
import { Input } from '@/ui/input.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { ScanStep } from './scan-step.tsx'
import { useAddFactor } from './use-add-factor.ts'

interface AddFactorDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The first factor brings recovery codes. */
  isFirst: boolean
}

/** Adding an authenticator app: its name, then its first code, then what stands in for it when it is lost. */
export function AddFactorDialog({ open, onOpenChange, isFirst }: AddFactorDialogProps) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [code, setCode] = useState('')
  const codeField = useRef<HTMLInputElement>(null)
  const { step, complaint, isBusy, begin, finish, reset } = useAddFactor(isFirst, () => change(false))

  function change(next: boolean) {
    onOpenChange(next)
    if (next) return
    reset()
    setName('')
    setCode('')
  }

  async function show(complete: string) {
    if (step.kind === 'scan' && !(await finish(step.factor.id, complete))) codeField.current?.select()
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (step.kind === 'name') void begin(name.trim())
    else if (step.kind === 'codes') change(false)
    else if (isComplete(code)) void show(code)
    else codeField.current?.focus()
  }

  return (
    <EntityDialog
      open={open}
      onOpenChange={change}
      title={step.kind === 'codes' ? t('Recovery codes') : t('Add authenticator app')}
      onSubmit={submit}
      locked={isBusy || step.kind === 'codes'}
      footer={
        <>
          {step.kind !== 'codes' && (
            <Button variant="outline" onClick={() => change(false)}>
              {t('Cancel')}
            </Button>
          )}
          <Button type="submit" pending={isBusy}>
            {step.kind === 'codes' ? t('Done') : t('Continue')}
          </Button>
        </>
      }
    >
      {step.kind === 'name' && (
        <Field
          label={t('Name')}
          hint={t('To tell it from others: the phone or the app that will show the codes.')}
          error={complaint}
        >
          <Input
            required
            maxLength={100}
            autoComplete="off"
            placeholder={t('My phone')}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
      )}
      {step.kind === 'scan' && (
        <ScanStep factor={step.factor}>
          <Field label={t('Code')} hint={t('The six digits that the app shows now.')} error={complaint}>
            <CodeInput
              ref={codeField}
              value={code}
              onChange={setCode}
              onComplete={(whole) => void show(whole)}
            />
          </Field>
        </ScanStep>
      )}
      {step.kind === 'codes' && <RecoveryCodes codes={step.codes} />}
    </EntityDialog>
  )
}
