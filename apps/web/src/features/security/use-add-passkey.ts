import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { securityQueries } from '@/queries/security.ts'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { usePasswordProof } from '@/shared/proof/use-password-proof.ts'
import { toast } from '@/ui/feedback/toast-store.ts'

/** Adding a passkey. What is wrong with the password stands at its field, any other failure in a toast. */
export function useAddPasskey(onAdded: () => void) {
  const { t } = useTranslation()
  const { security } = useWorkspace()
  const queries = useQueryClient()
  const proof = usePasswordProof()
  const [isPending, setPending] = useState(false)

  async function add(name: string) {
    if (isPending || !proof.isComplete()) return
    setPending(true)
    try {
      const added = await security.addPasskey({ name, password: proof.password })
      if (added === null) return
      toast({
        title: t('Passkey added'),
        description: t('You can now sign in with it instead of your password.'),
      })
      onAdded()
      void queries.invalidateQueries({ queryKey: securityQueries.all })
    } catch (error) {
      if (!proof.takeRefusal(error)) toast(failureToast(error, { title: t('Error adding passkey') }, t))
    } finally {
      setPending(false)
    }
  }

  return { passwordField: proof.field, isPending, add, reset: proof.reset }
}
