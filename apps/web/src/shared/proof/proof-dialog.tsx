import { type SubmitEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { SubmitButtons } from '@/ui/dialog/submit-buttons.tsx'
import { toast } from '@/ui/feedback/toast-store.ts'
import { failureToast } from '../loading/failure-toast.ts'
import { PasswordProofField } from './password-proof-field.tsx'
import { usePasswordProof } from './use-password-proof.ts'

interface ProofDialogProps {
  prove: (password: string) => Promise<void>
  onDone: (isProven: boolean) => void
}

/** Asks for the password, which then counts like a sign-in of now. */
export function ProofDialog({ prove: sendPassword, onDone }: ProofDialogProps) {
  const { t } = useTranslation()
  const proof = usePasswordProof({ isNeeded: true })
  const [isPending, setPending] = useState(false)
  useEffect(() => {
    // With the browser's Back the form has gone that would show what was made.
    const leave = () => onDone(false)
    window.addEventListener('popstate', leave)
    return () => window.removeEventListener('popstate', leave)
  }, [onDone])

  async function prove() {
    if (isPending || !proof.isComplete()) return
    setPending(true)
    try {
      await sendPassword(proof.password ?? '')
      onDone(true)
    } catch (error) {
      if (!proof.takeRefusal(error)) toast(failureToast(error, { title: t('This could not be checked') }, t))
    } finally {
      setPending(false)
    }
  }

  return (
    <EntityDialog
      open
      onOpenChange={() => onDone(false)}
      title={t('Confirm that it is you')}
      description={t('What you are about to create keeps working after you sign out.')}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        void prove()
      }}
      locked={isPending}
      narrow
      footer={<SubmitButtons label={t('Continue')} pending={isPending} onCancel={() => onDone(false)} />}
    >
      <PasswordProofField
        field={proof.field}
        hint={t('You signed in a while ago. If you have no password, sign out and in again first.')}
      />
    </EntityDialog>
  )
}
