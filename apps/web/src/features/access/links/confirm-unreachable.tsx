import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import { Card, CardContent } from '@/ui/layout/card.tsx'
import { PageTitle } from '@/ui/layout/page-title.tsx'
import { AccessHeading, AccessLayout } from '../access-layout.tsx'
import { failureMessage } from '../failure-message.ts'

interface ConfirmUnreachableProps {
  error: unknown
  onRetry: () => void
}

/** Tells that the link could not be checked, and may be valid. */
export function ConfirmUnreachable({ error, onRetry }: ConfirmUnreachableProps) {
  const { t } = useTranslation()
  const title = t('No connection')
  return (
    <AccessLayout>
      <PageTitle title={title} />
      <AccessHeading title={title} text={failureMessage(error, t)} />
      <Card>
        <CardContent className="flex flex-col gap-4 pt-5">
          <p className="text-pretty text-muted-foreground text-sm">
            {t('Your link was not used and still works.')}
          </p>
          <Button size="lg" onClick={onRetry}>
            {t('Try again')}
          </Button>
        </CardContent>
      </Card>
    </AccessLayout>
  )
}
