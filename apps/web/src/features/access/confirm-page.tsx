import { MailOpen } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useAccess, useSessionState, useSessionStore } from '@/session/context.tsx'
import { Button } from '@/ui/button.tsx'
import { Card, CardContent } from '@/ui/card.tsx'
import { PageTitle } from '@/ui/page-header.tsx'
import { AccessHeading, AccessLayout } from './access-layout.tsx'
import { ConfirmFailed } from './confirm-failed.tsx'
import { confirmWords } from './confirm-words.ts'
import { failureMessage } from './failure-message.ts'
import { useAsyncAction } from './use-async-action.ts'

/**
 * Where the links of mails lead. Opening one changes nothing, since mail scanners open links too. The button redeems it,
 * on any device.
 */
export function ConfirmPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const tokenHash = search.get('token_hash') ?? ''
  const type = search.get('type') ?? ''
  const { isPending, error, redeem, isChangePending } = useRedemption({ tokenHash, type })

  if (!tokenHash || !type) {
    return (
      <ConfirmFailed
        type={type}
        message={t('The link is not complete. Copy all of it from the email, or ask for a new one.')}
      />
    )
  }
  if (error !== null) return <ConfirmFailed type={type} message={failureMessage(error, t)} />
  if (isChangePending) return <EmailChangePending />
  const { title, text, action, note } = confirmWords(type, t)
  return (
    <AccessLayout>
      <PageTitle title={title} />
      <AccessHeading title={title} text={text} />
      <Card>
        <CardContent className="flex flex-col pt-5">
          <Button size="lg" pending={isPending} onClick={redeem}>
            {action}
          </Button>
          <p className="mt-3 text-center text-muted-foreground text-xs">{note}</p>
        </CardContent>
      </Card>
    </AccessLayout>
  )
}

/** Redeems the link and navigates to where it leads. Guest mode ends: the link is for a user with an account. */
function useRedemption({ tokenHash, type }: { tokenHash: string; type: string }) {
  const access = useAccess()
  const session = useSessionStore()
  const isGuest = useSessionState().status === 'guest'
  const navigate = useNavigate()
  const { isPending, error, run } = useAsyncAction()
  const [isChangePending, setChangePending] = useState(false)

  async function work() {
    if (isGuest) session.leaveGuestMode()
    const confirmed = await access.confirm({ tokenHash, type })
    if (confirmed === 'email-change-pending') setChangePending(true)
    else await navigate(type === 'recovery' ? '/auth/new-password' : '/', { replace: true })
  }
  return { isPending, error, isChangePending, redeem: () => void run(work) }
}

/** One of two mailboxes has confirmed a change of address. */
function EmailChangePending() {
  const { t } = useTranslation()
  const title = t('One more email to open')
  return (
    <AccessLayout>
      <PageTitle title={title} />
      <AccessHeading title={title} text={t('This mailbox has confirmed. The other one has still to.')} />
      <Card>
        <CardContent className="flex gap-3 pt-4 text-sm">
          <MailOpen aria-hidden className="mt-0.5 size-4.5 shrink-0 text-link" />
          <p role="status" className="text-muted-foreground">
            {t(
              'We wrote to your old and to your new address. Open the email in the other of the two as well: then your address changes. Until then you sign in with the old one.',
            )}
          </p>
        </CardContent>
      </Card>
      <div className="mt-4 flex justify-center">
        <Button asChild variant="link">
          <Link to="/">{t('Continue')}</Link>
        </Button>
      </div>
    </AccessLayout>
  )
}
