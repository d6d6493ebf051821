import type { SignInMethods } from '@cairn/workspace/port/access'
import { KeyRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { returnPath } from '@/lib/address/return-path.ts'
import { useAccess } from '@/session/context.tsx'
import { providerLabel } from '@/shared/provider-label.ts'
import { Button } from '@/ui/button/button.tsx'
import { toast } from '@/ui/feedback/toast-store.ts'
import { failureMessage } from '../failure-message.ts'
import { stateWithEmail } from '../location-state.ts'
import { useAsyncAction } from '../use-async-action.ts'

interface ProviderButtonsProps {
  methods: SignInMethods
  /** The address that was typed so far, for the screens behind these buttons. */
  email: string
}

/** A button for each provider. */
export function ProviderButtons({ methods: { providers, singleSignOn }, email }: ProviderButtonsProps) {
  const { t } = useTranslation()
  const access = useAccess()
  const location = useLocation()
  const { isPending, run } = useAsyncAction()

  async function leaveFor(provider: string) {
    try {
      await access.signInWithProvider(provider, returnPath(location.state, window.location.origin))
    } catch (error) {
      toast({ variant: 'destructive', title: t('Error signing in'), description: failureMessage(error, t) })
    }
  }

  return (
    <>
      {providers.map((provider) => (
        <Button
          key={provider}
          variant="outline"
          size="lg"
          disabled={isPending}
          onClick={() => void run(() => leaveFor(provider))}
        >
          {t('Continue with {{provider}}', { provider: providerLabel(provider) })}
        </Button>
      ))}
      {singleSignOn && (
        <Button asChild variant="outline" size="lg">
          <Link to="/auth/sso" state={stateWithEmail(location.state, email)}>
            <KeyRound aria-hidden />
            {t('Single sign-on')}
          </Link>
        </Button>
      )}
    </>
  )
}
