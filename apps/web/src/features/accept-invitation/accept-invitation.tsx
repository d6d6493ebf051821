import type { InvitationFacts } from '@cairn/workspace/port/invitation-access'
import type { Account } from '@cairn/workspace/port/workspace'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSessionStore } from '@/session/context.tsx'
import { Button } from '@/ui/button/button.tsx'
import { Fact } from '@/ui/display/fact.tsx'
import { CardNote } from '@/ui/layout/card-note.tsx'
import { InvitationFactsList } from './invitation-facts.tsx'
import { useAccept } from './use-accept.ts'
import { useRecipient } from './use-invitation.ts'

interface AcceptInvitationProps {
  token: string
  facts: Extract<InvitationFacts, { valid: true }>
  /** The user's own. */
  email: string
  /** The account that the user belongs to already. */
  account: Account | null
}

/** The page of a valid invitation for a signed-in user, and the two answers to it. */
export function AcceptInvitation({ token, facts, email, account }: AcceptInvitationProps) {
  const { t } = useTranslation()
  const { state, accept } = useAccept(token, email)
  const recipient = useRecipient(token)
  const isForSomebodyElse = recipient !== null && !recipient.isMine
  if (state === 'accepted') {
    return (
      <p role="status" className="text-sm">
        {t('You are in. The dashboard opens in a moment.')}
      </p>
    )
  }
  return (
    <>
      {isForSomebodyElse && <SentElsewhere sentTo={recipient.sentTo} email={email} />}
      {account !== null && !isForSomebodyElse && (
        <CardNote>
          {t('You already belong to {{account}}. Leave it first, on your page in the team directory.', {
            account: account.name,
          })}
        </CardNote>
      )}
      <InvitationFactsList facts={facts}>
        <Fact label={t('Your email')}>{email}</Fact>
      </InvitationFactsList>
      <div className="flex flex-col gap-2">
        <Button
          size="lg"
          pending={state === 'accepting'}
          disabledReason={isForSomebodyElse ? t('This invitation was sent to another address.') : null}
          onClick={accept}
        >
          {t('Accept Invitation')}
        </Button>
        <Button asChild variant="outline" size="lg">
          <Link to="/dashboard">{t('Maybe Later')}</Link>
        </Button>
      </div>
    </>
  )
}

function SentElsewhere({ sentTo, email }: { sentTo: string; email: string }) {
  const { t } = useTranslation()
  const session = useSessionStore()
  return (
    <CardNote>
      {t('This invitation was sent to {{sentTo}}, but you are signed in as {{email}}.', { sentTo, email })}{' '}
      <Button variant="link" onClick={() => void session.signOut()}>
        {t('Sign out to use the other address')}
      </Button>
    </CardNote>
  )
}
