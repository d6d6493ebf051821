import { AccessError } from '@cairn/workspace/errors'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { securityQueries } from '@/queries/security.ts'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { toast } from '@/ui/feedback/toast-store.ts'

/**
 * Adding a passkey. A sign-in of longer ago asks for the password first; what is wrong with it stands at its field, any
 * other failure in a toast.
 */
export function useAddPasskey(onAdded: () => void) {
  const { t } = useTranslation()
  const { security } = useWorkspace()
  const queries = useQueryClient()
  const [needsPassword, setNeedsPassword] = useState(false)
  const [passwordError, setPasswordError] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)

  function refuse(error: unknown) {
    const code = error instanceof AccessError ? error.code : null
    if (code === 'reauthentication_needed') return setNeedsPassword(true)
    if (code === 'current_password_invalid') return setPasswordError(t('This is not your password.'))
    toast(failureToast(error, { title: t('Error adding passkey') }, t))
  }

  async function add(name: string, password: string) {
    if (isPending) return
    if (needsPassword && password === '') return setPasswordError(t('Please enter your password'))
    setPending(true)
    setPasswordError(null)
    try {
      const added = await security.addPasskey({ name, password: needsPassword ? password : null })
      if (added === null) return
      toast({
        title: t('Passkey added'),
        description: t('You can sign in with it from now on, without your password.'),
      })
      onAdded()
      void queries.invalidateQueries({ queryKey: securityQueries.all })
    } catch (error) {
      refuse(error)
    } finally {
      setPending(false)
    }
  }

  function reset() {
    setNeedsPassword(false)
    setPasswordError(null)
  }

  return { needsPassword, passwordError, isPending, add, reset }
}
