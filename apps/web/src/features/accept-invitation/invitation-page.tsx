import type { TFunction } from 'i18next'
import { CloudOff, type LucideIcon, MailOpen, MailX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { rememberPath } from '@/lib/address/return-path.ts'
import { useSessionState, useSessionStore } from '@/session/context.tsx'
import { Button } from '@/ui/button/button.tsx'
import { Card, CardContent } from '@/ui/layout/card.tsx'
import { CardNote } from '@/ui/layout/card-note.tsx'
import { PageTitle } from '@/ui/layout/page-title.tsx'
import { Spinner } from '@/ui/loading/spinner.tsx'
import { AcceptInvitation } from './accept-invitation.tsx'
import { InvitationFactsList } from './invitation-facts.tsx'
import { isRetryableReason, useInvitation, useNeedsSso } from './use-invitation.ts'

/** Where the link of an invitation leads: what it is, and the way in. */
export function InvitationPage() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  if (token === '') return <Invalid reason={t('No invitation token found in the URL.')} />
  return <Invitation key={token} token={token} />
}

function Invitation({ token }: { token: string }) {
  const { t } = useTranslation()
  const state = useSessionState()
  const { facts, retry } = useInvitation(token)
  const isSettled = state.status === 'signed-in' ? state.membership !== null : state.status !== 'loading'
  if (facts === null || !isSettled) return <Validating />
  if (!facts.valid && isRetryableReason(facts.reason))
    return <Unreachable reason={reasonText(facts.reason, t)} onRetry={retry} />
  if (!facts.valid) return <Invalid reason={reasonText(facts.reason, t)} />
  const title = t('You are invited')
  return (
    <Frame
      icon={MailOpen}
      title={title}
      text={t('Join {{account}} on Cairn.', { account: facts.accountName })}
    >
      {state.status === 'signed-in' ? (
        <AcceptInvitation
          token={token}
          facts={facts}
          email={state.person.email}
          account={state.membership?.account ?? null}
        />
      ) : (
        <>
          <InvitationFactsList facts={facts} />
          <SignInOffer token={token} />
        </>
      )}
    </Frame>
  )
}

/** Leads guests and visitors to the door, and back here afterwards. */
function SignInOffer({ token }: { token: string }) {
  const { t } = useTranslation()
  const location = useLocation()
  const needsSso = useNeedsSso(token)
  const state = rememberPath(location)
  return (
    <>
      {needsSso && (
        <>
          <CardNote>
            {t('Your organization uses single sign-on. Continue with it to accept the invitation.')}
          </CardNote>
          <SignInLink path="/auth/sso" state={state}>
            {t('Continue with single sign-on')}
          </SignInLink>
        </>
      )}
      <SignInLink isSecondary={needsSso} state={state}>
        {t('Sign Up / Log In')}
      </SignInLink>
      <p className="text-center text-muted-foreground text-xs">
        {t('Use the address that the invitation was sent to.')}
      </p>
    </>
  )
}

interface SignInLinkProps {
  path?: '/auth' | '/auth/sso'
  /** There is a better one. */
  isSecondary?: boolean
  state: unknown
  children: ReactNode
}

function SignInLink({ path = '/auth', isSecondary = false, state, children }: SignInLinkProps) {
  const session = useSessionStore()
  const isGuest = useSessionState().status === 'guest'
  const navigate = useNavigate()
  return (
    <Button
      size="lg"
      variant={isSecondary ? 'outline' : 'default'}
      onClick={() => {
        // A guest would be sent away from there.
        if (isGuest) session.leaveGuestMode()
        void navigate(path, { state })
      }}
    >
      {children}
    </Button>
  )
}

function Validating() {
  const { t } = useTranslation()
  return (
    <Frame icon={MailOpen} title={t('Validating Invitation')} text={t('One moment, please.')}>
      <span role="status" className="grid place-items-center py-2">
        <Spinner />
        <span className="sr-only">{t('Validating Invitation')}</span>
      </span>
    </Frame>
  )
}

function Invalid({ reason }: { reason: string }) {
  const { t } = useTranslation()
  return (
    <Frame icon={MailX} title={t('Invalid Invitation')} text={reason}>
      <p className="text-pretty text-muted-foreground text-sm">
        {t('Ask the person who invited you for a new link.')}
      </p>
      <SignInLink state={null}>{t('Go to Login')}</SignInLink>
    </Frame>
  )
}

/** Says nothing of the link: it was not looked at. */
function Unreachable({ reason, onRetry }: { reason: string; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <Frame icon={CloudOff} title={t('No connection')} text={reason}>
      <p className="text-pretty text-muted-foreground text-sm">
        {t('Your link was not used and still works.')}
      </p>
      <Button size="lg" onClick={onRetry}>
        {t('Try again')}
      </Button>
    </Frame>
  )
}

function reasonText(reason: string, t: TFunction): string {
  switch (reason) {
    case 'invalid_or_expired':
      return t('This invitation has expired or is no longer valid.')
    case 'validation_failed':
      return t('Unable to validate this invitation. The link may be corrupted.')
    case 'network_error':
      return t('Network error occurred. Please check your connection and try again.')
    case 'unavailable':
      return t('The server is not available at the moment. Please try again later.')
    default:
      return t('This invitation is not valid.')
  }
}

interface FrameProps {
  icon: LucideIcon
  title: string
  text: string
  children: ReactNode
}

function Frame({ icon: Icon, title, text, children }: FrameProps) {
  return (
    <>
      <PageTitle title={title} />
      <header className="mb-6 flex flex-col items-center text-center">
        <span className="mb-4 grid size-12 place-items-center rounded-xl border bg-card text-link shadow-raised">
          <Icon aria-hidden className="size-5.5" />
        </span>
        <h1 className="font-semibold text-2xl tracking-tight">{title}</h1>
        <p className="mt-1 text-pretty wrap-anywhere text-base text-muted-foreground">{text}</p>
      </header>
      <Card>
        <CardContent className="flex flex-col gap-4 pt-5">{children}</CardContent>
      </Card>
    </>
  )
}
