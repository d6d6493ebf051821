import type { Person } from '@cairn/workspace/port/workspace'
import { MailOpen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { rememberPath } from '@/lib/address/return-path.ts'
import { useSessionStore } from '@/session/context.tsx'
import { Button } from '@/ui/button/button.tsx'
import { Card, CardContent } from '@/ui/layout/card.tsx'
import { PageTitle } from '@/ui/layout/page-title.tsx'
import { AccessHeading, AccessLayout } from '../access-layout.tsx'
import { stateWithEmail } from '../location-state.ts'

interface SignInForChangeProps {
  /** The present address of the account that changes. */
  account: string
  newEmail: string | null
  /** The person who is signed in here. */
  me: Person | null
}

/**
 * Asks for a session of the account before a change of address is confirmed: otherwise the account of a stranger would
 * take the address of the user who presses the link.
 */
export function SignInForChange({ account, newEmail, me }: SignInForChangeProps) {
  const { t } = useTranslation()
  const session = useSessionStore()
  const location = useLocation()
  const title = t('Sign in to confirm')
  return (
    <AccessLayout>
      <PageTitle title={title} />
      <AccessHeading
        title={title}
        text={t('Someone wants to change the address of the account {{account}} to {{newEmail}}.', {
          account,
          newEmail: newEmail ?? '',
        })}
      />
      <Card>
        <CardContent className="flex flex-col gap-3 pt-5">
          <p className="text-muted-foreground text-sm">
            {me === null
              ? t('If this account is yours, sign in to it and confirm the change here.')
              : t(
                  'You are signed in as {{me}}. If the other account is yours too, sign out and sign in to it.',
                  {
                    me: me.email,
                  },
                )}
          </p>
          {me === null ? (
            <Button asChild size="lg">
              <Link to="/auth" state={stateWithEmail(rememberPath(location), account)}>
                {t('Sign In')}
              </Link>
            </Button>
          ) : (
            <Button size="lg" variant="outline" onClick={() => void session.signOut()}>
              {t('Sign out')}
            </Button>
          )}
          <p className="text-center text-muted-foreground text-xs">
            {t('If it is not yours, close this page. Nothing happens to your address.')}
          </p>
        </CardContent>
      </Card>
    </AccessLayout>
  )
}

/** Tells that only one of the two mailboxes has confirmed a change of address. */
export function EmailChangePending() {
  const { t } = useTranslation()
  const title = t('One more email to open')
  return (
    <AccessLayout>
      <PageTitle title={title} />
      <AccessHeading
        title={title}
        text={t('You have confirmed from one address. The other one is still missing.')}
      />
      <Card>
        <CardContent className="flex gap-3 pt-4 text-sm">
          <MailOpen aria-hidden className="mt-0.5 size-4.5 shrink-0 text-link" />
          <p role="status" className="text-muted-foreground">
            {t(
              'We sent an email to both your old and your new address. To complete the change, open the link in the other email too. Until then, you sign in with your old address.',
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
