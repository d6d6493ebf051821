import type { Person } from '@cairn/workspace/port/workspace'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Button } from '@/ui/button/button.tsx'
import { Card, CardContent } from '@/ui/layout/card.tsx'
import { PageTitle } from '@/ui/layout/page-title.tsx'
import { AccessHeading, AccessLayout } from '../access-layout.tsx'

interface AnotherPersonProps {
  /** The person who is signed in here. */
  me: Person
  /** The address of the user whom the link signs in. */
  other: string
  onSwitch: () => void
}

/** Asks before a link for another user replaces the user who is signed in. */
export function AnotherPerson({ me, other, onSwitch }: AnotherPersonProps) {
  const { t } = useTranslation()
  const title = t('This link is for another account')
  return (
    <AccessLayout>
      <PageTitle title={title} />
      <AccessHeading
        title={title}
        text={t('You are signed in as {{me}}. The link signs in {{other}}.', { me: me.email, other })}
      />
      <Card>
        <CardContent className="flex flex-col gap-3 pt-5">
          <Button asChild size="lg">
            <Link to="/">{t('Stay signed in as {{me}}', { me: me.email })}</Link>
          </Button>
          <Button size="lg" variant="outline" onClick={onSwitch}>
            {t('Continue as {{other}}', { other })}
          </Button>
          <p className="text-center text-muted-foreground text-xs">
            {t(
              'Someone else may have sent you this link. If you continue, what you enter belongs to that account.',
            )}
          </p>
        </CardContent>
      </Card>
    </AccessLayout>
  )
}
