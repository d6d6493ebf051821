import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { lazyComponent } from '@/lib/loading/lazy-component.ts'
import { logFailure } from '@/lib/log.ts'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { dashboardQueries } from '@/queries/dashboard.ts'
import { useAccess } from '@/session/context.tsx'
import { useAreFirstStepsShown } from '@/shared/first-steps.ts'
import { Button } from '@/ui/button/button.tsx'
import { Card, CardHeader } from '@/ui/layout/card.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { LoadedPart } from './loaded-part.tsx'

const checklist = lazyComponent(
  () => import('./checklist-card.tsx'),
  (code) => code.ChecklistCard,
)

/** For admins: the way to set a new account up, and once something is in it, how far it has come. */
export function FirstSteps() {
  const { t } = useTranslation()
  const { data: activities } = useQuery(dashboardQueries.activity(useWorkspace()))
  const areShown = useAreFirstStepsShown()
  const access = useAccess()
  const hide = () =>
    void access
      .keepFirstStepsHidden(true)
      .catch((error: unknown) => logFailure('hiding the first steps', error))
  if (useMe().permissionLevel !== 'admin' || !areShown || !activities) return null
  return activities.length > 0 ? (
    <LoadedPart room={<Skeleton className="h-44 rounded-xl" />}>
      <checklist.Component />
    </LoadedPart>
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
