import type { TFunction } from 'i18next'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { returnPath } from '@/lib/address/return-path.ts'
import { hasDrafts } from '@/lib/browser/drafts.ts'
import { useAccess, useSessionState, useSessionStore } from '@/session/context.tsx'
import { ErrorBoundary } from '@/shared/boundary/error-boundary.tsx'
import { Button } from '@/ui/button/button.tsx'
import { Card, CardContent } from '@/ui/layout/card.tsx'
import { PageTitle, PRODUCT_NAME } from '@/ui/layout/page-title.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/ui/layout/tabs.tsx'
import { LoadingScreen } from '@/ui/loading/loading-screen.tsx'
import { AccessHeading, AccessLayout } from '../access-layout.tsx'
import { emailInState, stateWithUnconfirmed, unconfirmedInState } from '../location-state.ts'
import { signInWithPasskey } from '../passkeys/passkey-sign-in.ts'
import { usePasskeyAutofill, type WithoutAutofill } from '../passkeys/use-passkey-autofill.ts'
import { CheckYourMail } from '../sign-up/check-your-mail.tsx'
import { useAsyncAction } from '../use-async-action.ts'
import { LoginForm } from './login-form.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { signUpForm } from './sign-up-tab.ts'
import { useSignInMethods } from './use-sign-in-methods.ts'

/** Signing in, signing up, or guest mode. A user or guest is redirected to the screen that led here. */
export function AuthPage() {
  const { t } = useTranslation()
  const state = useSessionState()
  const location = useLocation()
  const session = useSessionStore()
  const [isNewGuest, setNewGuest] = useState(false)
  if (state.status === 'loading') return <LoadingScreen text={t('Loading authentication...')} />
  if (state.status !== 'anonymous') {
    return <Navigate to={isNewGuest ? '/' : returnPath(location.state, window.location.origin)} replace />
  }
  return (
    <AccessLayout>
      <PageTitle title={t('Sign In')} />
      <AccessHeading
        title={PRODUCT_NAME}
        text={state.reason === 'ended' ? endedText(t) : t('Sign in to continue to the platform')}
      />
      <SignInMethods
        onEnterAsGuest={() => {
          setNewGuest(true)
          session.enterGuestMode()
        }}
      />
    </AccessLayout>
  )
}

function SignInMethods({ onEnterAsGuest }: { onEnterAsGuest: () => void }) {
  const [email, setEmail] = useState(emailInState(useLocation().state))
  const withoutAutofill = usePasskeyAutofill()
  const shared = { email, withoutAutofill }
  return (
    <>
      <AccessTabs {...shared} onEmail={setEmail} />
      <OtherSignInMethods {...shared} onEnterAsGuest={onEnterAsGuest} />
    </>
  )
}

function endedText(t: TFunction): string {
  return hasDrafts()
    ? t('Your session has ended. We kept what you entered. Sign in again and open the form.')
    : t('Your session has ended. Please sign in again.')
}

const TAB = 'tab'
const SIGN_UP = 'sign-up'

interface AccessTabsProps {
  /** The address, shared by both tabs and with the screens that are reached from here. */
  email: string
  onEmail: (email: string) => void
  withoutAutofill: WithoutAutofill
}

function AccessTabs({ email, onEmail, withoutAutofill }: AccessTabsProps) {
  const { t } = useTranslation()
  const location = useLocation()
  const [search, setSearch] = useSearchParams()
  const unconfirmed = unconfirmedInState(location.state)
  const tab = search.get(TAB) === SIGN_UP ? SIGN_UP : 'login'

  // The location state holds the path to return to after signing in: it has to survive a change of tab.
  const open = (next: string, state: unknown = location.state) =>
    setSearch(next === SIGN_UP ? { [TAB]: SIGN_UP } : {}, { replace: true, state })
  const waitForConfirmation = (address: string) =>
    open('login', stateWithUnconfirmed(location.state, address))

  return (
    <>
      {unconfirmed && <CheckYourMail key={unconfirmed} email={unconfirmed} />}
      <Card>
        <CardContent className="pt-4">
          <Tabs value={tab} onValueChange={(next) => open(next)}>
            <TabsList className="flex w-full">
              <TabsTrigger value="login">{t('Login')}</TabsTrigger>
              <TabsTrigger value={SIGN_UP} onPointerEnter={signUpForm.preload} onFocus={signUpForm.preload}>
                {t('Sign Up')}
              </TabsTrigger>
            </TabsList>
            <TabsContent value="login">
              <LoginForm
                email={email}
                onEmail={onEmail}
                onUnconfirmed={waitForConfirmation}
                withoutAutofill={withoutAutofill}
              />
            </TabsContent>
            <TabsContent value={SIGN_UP}>
              <ErrorBoundary>
                <Suspense fallback={<LoadingScreen text={t('Loading...')} className="min-h-96" />}>
                  <signUpForm.Component
                    email={email}
                    onEmail={onEmail}
                    onSignedUp={(address) => {
                      onEmail(address)
                      waitForConfirmation(address)
                    }}
                  />
                </Suspense>
              </ErrorBoundary>
            </TabsContent>
          </Tabs>
        </CardContent>
      </Card>
    </>
  )
}

interface OtherSignInMethodsProps {
  email: string
  withoutAutofill: WithoutAutofill
  onEnterAsGuest: () => void
}

/** Everything but the password. It shows once all of it is known, so that nothing moves under the pointer. */
function OtherSignInMethods({ email, withoutAutofill, onEnterAsGuest }: OtherSignInMethodsProps) {
  const { t } = useTranslation()
  const access = useAccess()
  const methods = useSignInMethods()
  const { isPending, run } = useAsyncAction()
  return (
    <div
      data-known={methods !== null}
      className="mt-5 flex flex-col gap-3 text-center data-[known=false]:invisible"
    >
      <p className="flex items-center gap-3 text-muted-foreground text-xs before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        {t('Or continue with')}
      </p>
      {methods?.passkeys && (
        <Button
          variant="outline"
          size="lg"
          pending={isPending}
          onClick={() => void run(() => withoutAutofill(() => signInWithPasskey(access, t, email)))}
        >
          {t('Sign in with a passkey')}
        </Button>
      )}
      {methods && <ProviderButtons methods={methods} email={email} />}
      <Button variant="outline" size="lg" onClick={onEnterAsGuest}>
        {t('Continue as Guest')}
      </Button>
      <p className="text-muted-foreground text-xs">
        {t('Guest mode provides limited access with placeholder data')}
      </p>
    </div>
  )
}
