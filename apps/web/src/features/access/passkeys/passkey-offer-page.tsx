import { Fingerprint } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'
import { returnPath } from '@/lib/address/return-path.ts'
import { useAccess, useSessionState } from '@/session/context.tsx'
import { Button } from '@/ui/button/button.tsx'
import { toast } from '@/ui/feedback/toast-store.ts'
import { Card, CardContent } from '@/ui/layout/card.tsx'
import { PageTitle } from '@/ui/layout/page-title.tsx'
import { LoadingScreen } from '@/ui/loading/loading-screen.tsx'
import { AccessHeading, AccessLayout } from '../access-layout.tsx'
import { failureMessage } from '../failure-message.ts'
import { useAsyncAction } from '../use-async-action.ts'

/** Where a confirmed sign-up leads on a device that can keep a passkey: offered this once, and in the settings later. */
export function PasskeyOfferPage() {
  const { t } = useTranslation()
  const state = useSessionState()
  const location = useLocation()
  const next = returnPath(location.state, window.location.origin)
  const title = t('Sign in without a password?')
  if (state.status === 'loading') return <LoadingScreen text={t('Loading authentication...')} />
  if (state.status !== 'signed-in') return <Navigate to="/" replace />
  return (
    <AccessLayout>
      <PageTitle title={title} />
      <AccessHeading
        title={title}
        text={t('Save a passkey on this device. Next time, your fingerprint, face or PIN is enough.')}
      />
      <Card>
        <CardContent className="flex flex-col pt-5">
          <AddPasskey next={next} />
          <p className="mt-3 text-center text-muted-foreground text-xs">
            {t('You can add and remove passkeys later, under Security in the settings.')}
          </p>
        </CardContent>
      </Card>
      <div className="mt-4 flex justify-center">
        <Button asChild variant="link">
          <Link to={next} replace>
            {t('Not now')}
          </Link>
        </Button>
      </div>
    </AccessLayout>
  )
}

function AddPasskey({ next }: { next: string }) {
  const { t } = useTranslation()
  const access = useAccess()
  const navigate = useNavigate()
  const { isPending, run } = useAsyncAction()

  async function add() {
    try {
      if ((await access.passkeys.addPasskey({ name: '', password: null })) === null) return
      toast({
        title: t('Passkey added'),
        description: t('You can now sign in with it instead of your password.'),
      })
      await navigate(next, { replace: true })
    } catch (error) {
      toast({
        variant: 'destructive',
        title: t('Error adding passkey'),
        description: failureMessage(error, t),
      })
    }
  }

  return (
    <Button size="lg" pending={isPending} onClick={() => void run(add)}>
      <Fingerprint aria-hidden />
      {t('Add passkey')}
    </Button>
  )
}
