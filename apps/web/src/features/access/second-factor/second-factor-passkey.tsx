import { useTranslation } from 'react-i18next'
import { useAccess } from '@/session/context.tsx'
import { Button } from '@/ui/button/button.tsx'
import { toast } from '@/ui/feedback/toast-store.ts'
import { passkeyFailure } from '../passkeys/passkey-failure.ts'
import { useSignInMethods } from '../sign-in/use-sign-in-methods.ts'
import { useAsyncAction } from '../use-async-action.ts'

/** A passkey that was added with the second factor counts as both: it signs in again, instead of the half session. */
export function SecondFactorPasskey({ email }: { email: string }) {
  const { t } = useTranslation()
  const access = useAccess()
  const methods = useSignInMethods()
  const { isPending, run } = useAsyncAction()
  if (!methods?.passkeys) return null

  async function signIn() {
    try {
      if (!(await access.passkeys.signInWithPasskey(email))) return
      const again = await access.restore()
      if (again && again.requiredFactors.length > 0) {
        toast({
          title: t('You still need the code'),
          description: t(
            'This passkey is older than your second factor. Add it again to sign in with it alone.',
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
