import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { logFailure } from '@/lib/log.ts'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { dashboardQueries } from '@/queries/dashboard.ts'
import { useSessionAccess } from '@/session/context.tsx'
import { useAreFirstStepsShown } from '@/shared/first-steps.ts'
import { Button } from '@/ui/button/button.tsx'
import { Card, CardHeader } from '@/ui/layout/card.tsx'
import { ChecklistCard } from './checklist-card.tsx'

/** For admins: the way to set a new account up, and once something is in it, how far it has come. */
export function FirstSteps() {
  const { t } = useTranslation()
  const { data: activities } = useQuery(dashboardQueries.activity(useWorkspace()))
  const areShown = useAreFirstStepsShown()
  const access = useSessionAccess()
  const hide = () =>
    void access
      .keepFirstStepsHidden(true)
      .catch((error: unknown) => logFailure('hiding the first steps', error))
  if (useMe().permissionLevel !== 'admin' || !areShown) return null
  // Before it is known which of them shows, the checklist has its room.
  return activities?.length !== 0 ? (
    <ChecklistCard />
  ) : (
    <Card className="pb-4">
      <CardHeader
        title={t('Your account is ready')}
        description={t('Give it a name, tick what you use and bring in colleagues. It takes a few minutes.')}
        action={
          <>
            <Button variant="ghost" onClick={hide}>
              {t('Not now')}
            </Button>
            <Button asChild>
              <Link to="/welcome">{t('Set it up')}</Link>
            </Button>
          </>
        }
      />
    </Card>
  )
}
