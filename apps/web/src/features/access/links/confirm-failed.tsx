import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { pathOfAddress } from '@/lib/address/return-path.ts'
import { Button } from '@/ui/button/button.tsx'
import { Card, CardContent } from '@/ui/layout/card.tsx'
import { PageTitle } from '@/ui/layout/page-title.tsx'
import { AccessHeading, AccessLayout } from '../access-layout.tsx'
import { EmailForm } from '../email-form.tsx'
import { stateWithEmail } from '../location-state.ts'
import { useResend } from '../use-resend.ts'
import { type NewLinkWords, newLinkWords } from './confirm-words.ts'

interface ConfirmFailedProps {
  /** The purpose of the link. */
  type: string
  message: string
}

/** A link that does not work (used, expired, damaged), and how to get a new one. */
export function ConfirmFailed({ type, message }: ConfirmFailedProps) {
  const { t } = useTranslation()
  const title = t('This link does not work')
  const { text, way } = newLinkWords(type, t)
  const [email, setEmail] = useState('')
  const state = stateWithEmail(useWayBack(), email)
  return (
    <AccessLayout>
      <PageTitle title={title} />
      <AccessHeading title={title} text={message} />
      <Card>
        <CardContent className="flex flex-col pt-4">
          <p className="mb-4 text-muted-foreground text-sm">{text}</p>
          <NewLink way={way} onEmail={setEmail} />
        </CardContent>
      </Card>
      <div className="mt-4 flex justify-center gap-5">
        <Button asChild variant="link">
          <Link to="/auth" state={state}>
            {t('Sign In')}
          </Link>
        </Button>
        {way === 'resend' && (
          <Button asChild variant="link">
            <Link to="/auth?tab=sign-up" state={state}>
              {t('Sign Up')}
            </Link>
          </Button>
        )}
      </div>
    </AccessLayout>
  )
}

/** The state for another screen of /auth, with where the link would have led. */
function useWayBack(): { from: string } {
  const [search] = useSearchParams()
  return { from: pathOfAddress(search.get('redirect_to'), window.location.origin) }
}

interface NewLinkProps extends Pick<NewLinkWords, 'way'> {
  onEmail: (email: string) => void
}

function NewLink({ way, onEmail }: NewLinkProps) {
  const { t } = useTranslation()
  if (way === 'resend') return <ResendForm onEmail={onEmail} />
  if (way === 'sign-in') return null
  return (
    <Button asChild size="lg" variant="outline">
      <Link to={`/auth/${way}`}>{t('Get a new link')}</Link>
    </Button>
  )
}

function ResendForm({ onEmail }: Pick<NewLinkProps, 'onEmail'>) {
  const { t } = useTranslation()
  const { isSending, resend } = useResend(useWayBack())
  return (
    <EmailForm
      submitLabel={t('Send a new link')}
      variant="outline"
      isPending={isSending}
      onEmail={onEmail}
      onSubmit={resend}
    />
  )
}
