import { AccessError } from '@cairn/workspace/errors'
import type { LinkFacts, MailLink, TypedPassword } from '@cairn/workspace/port/access'
import type { Person } from '@cairn/workspace/port/workspace'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { pathOfAddress } from '@/lib/address/return-path.ts'
import { useAccess, useSessionState, useSessionStore } from '@/session/context.tsx'
import type { SessionState } from '@/session/session-state.ts'
import { EndProgramsField } from '@/shared/end-programs-field.tsx'
import { Button } from '@/ui/button/button.tsx'
import { Card, CardContent } from '@/ui/layout/card.tsx'
import { PageTitle } from '@/ui/layout/page-title.tsx'
import { LoadingScreen } from '@/ui/loading/loading-screen.tsx'
import { AccessHeading, AccessLayout } from '../access-layout.tsx'
import { failureMessage } from '../failure-message.ts'
import { usePasskeyOffer } from '../passkeys/use-passkey-offer.ts'
import { SecondFactorPage } from '../second-factor/second-factor-page.tsx'
import { useAsyncAction } from '../use-async-action.ts'
import { EmailChangePending, SignInForChange } from './confirm-change.tsx'
import { ConfirmFailed } from './confirm-failed.tsx'
import { AnotherPerson } from './confirm-other-person.tsx'
import { ConfirmPassword } from './confirm-password.tsx'
import { ConfirmUnreachable } from './confirm-unreachable.tsx'
import { confirmWords } from './confirm-words.ts'
import { useLinkFacts } from './use-link-facts.ts'

/**
 * The page behind the links of mails. Opening one changes nothing, since mail scanners open links too. The button
 * redeems it, on any device. A link proves only access to the mailbox: the page asks for all other proofs.
 */
export function ConfirmPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const link = { tokenHash: search.get('token_hash') ?? '', type: search.get('type') ?? '' }
  if (link.tokenHash && link.type) return <CompleteLink link={link} />
  return (
    <ConfirmFailed
      type={link.type}
      message={t('The link is incomplete. Copy all of it from the email, or request a new one.')}
    />
  )
}

function CompleteLink({ link }: { link: MailLink }) {
  const { t } = useTranslation()
  const state = useSessionState()
  const { facts, error, retry } = useLinkFacts(link)
  if (isOutOfReach(error)) return <ConfirmUnreachable error={error} onRetry={retry} />
  if (error !== null) return <ConfirmFailed type={link.type} message={failureMessage(error, t)} />
  if (facts === null || state.status === 'loading') return <LoadingScreen text={t('Loading...')} />
  if (facts.needed === 'session' && state.status === 'second-factor') return <SecondFactorPage />
  return <KnownLink link={link} facts={facts} me={personOf(state)} />
}

/** Returns the person who is signed in here; null for a guest. */
function personOf(state: SessionState): Person | null {
  return state.status === 'signed-in' || state.status === 'second-factor' ? state.person : null
}

interface KnownLinkProps {
  link: MailLink
  facts: LinkFacts
  me: Person | null
}

function KnownLink({ link, facts, me }: KnownLinkProps) {
  const { t } = useTranslation()
  const [isSwitching, setSwitching] = useState(false)
  const [endsPrograms, setEndsPrograms] = useState(true)
  const { isPending, error, redeem, isChangePending } = useRedemption(link, !endsPrograms)
  const words = confirmWords(link.type, t)

  const { person, needed } = facts
  const isLost = isOutOfReach(error)
  if (error !== null && !isLost && (needed !== 'password' || isExpired(error))) {
    return <ConfirmFailed type={link.type} message={failureMessage(error, t)} />
  }
  if (isChangePending) return <EmailChangePending />
  const isOther = me !== null && person !== null && me.id !== person.id
  if (needed === 'session' && person !== null && (me === null || isOther)) {
    return <SignInForChange account={person.email} newEmail={facts.newEmail} me={me} />
  }
  if (isOther && !isSwitching && !isPending) {
    const onSwitch = () => {
      setSwitching(true)
      if (needed !== 'password') redeem(null)
    }
    return <AnotherPerson me={me} other={person.email} onSwitch={onSwitch} />
  }
  return (
    <AccessLayout>
      <PageTitle title={words.title} />
      <AccessHeading title={words.title} text={needed === 'password' ? t('One more step.') : words.text} />
      <Card>
        <CardContent className="flex flex-col pt-5">
          {needed === 'password' ? (
            <ConfirmPassword
              email={person?.email ?? ''}
              action={words.action}
              isPending={isPending}
              error={error}
              onSubmit={redeem}
            />
          ) : (
            <>
              <p role="alert" className="mb-4 text-destructive-foreground text-sm empty:hidden">
                {isLost && failureMessage(error, t)}
              </p>
              {link.type === 'undo' && (
                <div className="mb-4">
                  <EndProgramsField checked={endsPrograms} onChange={setEndsPrograms} />
                </div>
              )}
              <Button size="lg" pending={isPending} onClick={() => redeem(null)}>
                {words.action}
              </Button>
            </>
          )}
          <p className="mt-3 text-center text-muted-foreground text-xs">{words.note}</p>
        </CardContent>
      </Card>
    </AccessLayout>
  )
}

/** Whether the server could not be asked, or could not answer: that says nothing about the link. */
function isOutOfReach(error: unknown): boolean {
  return error instanceof AccessError && (error.kind === 'offline' || error.kind === 'unavailable')
}

function isExpired(error: unknown): boolean {
  return error instanceof AccessError && error.code === 'otp_expired'
}

/** Redeems the link and navigates to where it leads. Guest mode ends: the link is for a user with an account. */
function useRedemption(link: MailLink, keepsPrograms: boolean) {
  const access = useAccess()
  const session = useSessionStore()
  const isGuest = useSessionState().status === 'guest'
  const offersPasskey = usePasskeyOffer()
  const navigate = useNavigate()
  const { isPending, error, run } = useAsyncAction()
  const [isChangePending, setChangePending] = useState(false)
  const [search] = useSearchParams()
  const start = pathOfAddress(search.get('redirect_to'), window.location.origin)
  // A user who founds an account sets it up first; the screen sends all others on.
  const from = link.type === 'signup' && start === '/' ? '/welcome' : start

  async function goOn(): Promise<void> {
    if (link.type === 'recovery' || link.type === 'undo')
      return navigate('/auth/new-password', { replace: true })
    if (link.type !== 'signup' || !(await offersPasskey())) return navigate(from, { replace: true })
    return navigate('/auth/passkey', { replace: true, state: { from } })
  }

  async function work(typed: TypedPassword | null) {
    if (isGuest) session.leaveGuestMode()
    const confirmed = await access.confirm(link, typed, { keepsPrograms })
    if (confirmed === 'email-change-pending') setChangePending(true)
    else await goOn()
  }
  const redeem = (typed: TypedPassword | null) => void run(() => work(typed))
  return { isPending, error, isChangePending, redeem }
}
