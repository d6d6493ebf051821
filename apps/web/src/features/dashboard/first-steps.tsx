import { can } from '@cairn/workspace/rules/can'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { dashboardQueries } from '@/queries/dashboard.ts'
import { useIsFeatureOn } from '@/shared/use-is-feature-on.ts'
import { Button } from '@/ui/button/button.tsx'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'

/** What to do in a workspace in which nothing has happened yet, for users who may do it. */
export function FirstSteps() {
  const { t } = useTranslation()
  const { data: activities } = useQuery(dashboardQueries.activity(useWorkspace()))
  const mayCreate = can(useMe(), 'create-record', null).allowed
  const isOn = useIsFeatureOn()
  if (activities?.length !== 0 || !mayCreate || !isOn('systems')) return null
  const steps = [
    {
      title: t('Register a system'),
      text: t('Start with the one that everyone asks about. A name is enough.'),
    },
    {
      title: t('Choose its owner and experts'),
      text: t('People then know who to ask, even when someone is away.'),
    },
    {
      title: t('Let your colleagues in'),
      text: t('Anyone who signs up with an address at your email domain joins this account.'),
    },
  ]
  return (
    <Card>
      <CardHeader
        title={t('Your account is ready')}
        description={t('Three steps to get started.')}
        action={
          <Button asChild>
            <Link to="/systems">{t('Register a system')}</Link>
          </Button>
        }
      />
      <CardContent>
        <ol className="grid gap-x-6 gap-y-4 md:grid-cols-3">
          {steps.map(({ title, text }, index) => (
            <li key={title} className="flex gap-3">
              <span
                aria-hidden
                className="grid size-6 shrink-0 place-items-center rounded-full bg-primary-soft font-semibold text-link text-xs tabular-nums"
              >
                {index + 1}
              </span>
              <div className="min-w-0">
                <p className="font-medium text-sm">{title}</p>
                <p className="text-pretty text-muted-foreground text-sm">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </CardContent>
    </Card>
  )
}
