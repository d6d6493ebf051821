import { useTranslation } from 'react-i18next'
import { useAccess } from '@/session/context.tsx'
import { Button } from '@/ui/button.tsx'
import { toast } from '@/ui/toast-store.ts'
import { passkeyFailure } from './passkey-failure.ts'
import { useAsyncAction } from './use-async-action.ts'
import { useSignInMethods } from './use-sign-in-methods.ts'

/** A passkey that was added with the second factor stands for both: it signs in anew, in place of the half session. */
export function SecondFactorPasskey({ email }: { email: string }) {
  const { t } = useTranslation()
  const access = useAccess()
  const methods = useSignInMethods()
  const { isPending, run } = useAsyncAction()
  if (!methods?.passkeys) return null

  async function signIn() {
    try {
      const passkeys = await access.passkeys()
      if (!(await passkeys.signInWithPasskey(email))) return
      const again = await access.restore()
      if (again && again.requiredFactors.length > 0) {
        toast({
          title: t('The code is still needed'),
          description: t(
            'This passkey is older than your second factor. Add it anew to sign in with it alone.',
          ),
        })
      }
    } catch (error) {
      toast(passkeyFailure(error, t))
    }
  }

  return (
    <Button variant="link" pending={isPending} onClick={() => void run(signIn)}>
      {t('Use a passkey')}
    </Button>
  )
}
