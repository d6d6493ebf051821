import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { SubmitButtons } from '@/ui/dialog/submit-buttons.tsx'
import { toast } from '@/ui/feedback/toast-store.ts'
import { failureToast } from '../loading/failure-toast.ts'
import { PasswordProofField } from './password-proof-field.tsx'
import { usePasswordProof } from './use-password-proof.ts'

/** Asks for the password, which then counts like a sign-in of now. */
export function ProofDialog({ onDone }: { onDone: (isProven: boolean) => void }) {
  const { t } = useTranslation()
  const { security } = useWorkspace()
  const proof = usePasswordProof({ isNeeded: true })
  const [isPending, setPending] = useState(false)

  async function prove() {
    if (isPending || !proof.isComplete()) return
    setPending(true)
    try {
      await security.prove(proof.password ?? '')
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
      description={t('What you are about to make goes on to work when you sign out.')}
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
