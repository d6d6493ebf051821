import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { useAccess } from '@/lib/access/context.tsx'
import { Button } from '@/ui/button.tsx'
import { Card, CardContent } from '@/ui/card.tsx'
import { PageTitle } from '@/ui/page-header.tsx'
import { AccessHeading, AccessLayout } from './access-layout.tsx'
import { ConfirmFailed } from './confirm-failed.tsx'
import { failureMessage } from './failure-message.ts'

/**
 * Where the link of a confirmation mail leads. Opening it does nothing: mail scanners open links too. Only the press of
 * the button redeems it, on whatever device that is.
 */
export function ConfirmPage() {
  const { t } = useTranslation()
  const access = useAccess()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const tokenHash = search.get('token_hash') ?? ''
  const type = search.get('type') ?? ''
  const [progress, setProgress] = useState<{ isPending: boolean; failure: string | null }>({
    isPending: false,
    failure: null,
  })

  async function confirm() {
    setProgress({ isPending: true, failure: null })
    try {
      await access.confirm({ tokenHash, type })
      await navigate('/', { replace: true })
    } catch (error) {
      setProgress({ isPending: false, failure: failureMessage(error, t) })
    }
  }

  if (!tokenHash || !type) {
    return (
      <ConfirmFailed
        message={t('The link is not complete. Copy all of it from the email, or ask for a new one.')}
      />
    )
  }
  if (progress.failure) return <ConfirmFailed message={progress.failure} />
  const title = t('Confirm your email address')
  return (
    <AccessLayout>
      <PageTitle title={title} />
      <AccessHeading title={title} text={t('One press, and your account is ready.')} />
      <Card>
        <CardContent className="flex flex-col pt-5">
          <Button size="lg" pending={progress.isPending} onClick={() => void confirm()}>
            {t('Confirm email address')}
          </Button>
          <p className="mt-3 text-center text-muted-foreground text-xs">
            {t('If you did not sign up, simply close this page.')}
          </p>
        </CardContent>
      </Card>
    </AccessLayout>
  )
}
