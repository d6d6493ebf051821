import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { logFailure } from '@/lib/log.ts'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { dashboardQueries } from '@/queries/dashboard.ts'
import { firstStepsQueries } from '@/queries/first-steps.ts'
import { useSessionAccess } from '@/session/context.tsx'
import { useAreFirstStepsShown } from '@/shared/first-steps.ts'
import { Button } from '@/ui/button/button.tsx'
import { Card, CardHeader } from '@/ui/layout/card.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { ChecklistCard } from './checklist-card.tsx'

/** For admins: the way to set a new account up, and once something is in it, how far it has come. */
export function FirstSteps() {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const areShown = useAreFirstStepsShown()
  const isShown = useMe().permissionLevel === 'admin' && areShown
  const { data: activities, isPending } = useQuery(dashboardQueries.activity(workspace))
  // Asked for at once, though the checklist shows only when it is known that the account is not empty.
  useQuery({ ...firstStepsQueries.progress(workspace), enabled: isShown })
  const access = useSessionAccess()
  const hide = () =>
    void access
      .keepFirstStepsHidden(true)
      .catch((error: unknown) => logFailure('hiding the first steps', error))
  if (!isShown) return null
  if (isPending) return <Skeleton className="h-44 rounded-xl" />
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
