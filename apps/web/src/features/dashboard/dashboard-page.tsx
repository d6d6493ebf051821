import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { startCreation } from '@/catalogue/form/creation.ts'
import { KINDS } from '@/catalogue/kinds.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { dashboardQueries } from '@/queries/dashboard.ts'
import { inboxQueries } from '@/queries/inbox.ts'
import { useIsFeatureOn } from '@/shared/use-is-feature-on.ts'
import { useRefusal } from '@/shared/use-refusal.ts'
import { Button, type ButtonProps } from '@/ui/button/button.tsx'
import { PageHeader } from '@/ui/layout/page-header.tsx'
import { AttentionCard } from './attention-card.tsx'
import { Counts } from './counts.tsx'
import { FirstSteps } from './first-steps.tsx'
import { GapsCard } from './gaps-card.tsx'
import { Outlook } from './outlook.tsx'
import { QuickLinks } from './quick-links.tsx'
import { RecentActivity } from './recent-activity.tsx'

/** The first screen, in the order of what matters: what needs the user, how the register does, and what is new. */
export function DashboardPage() {
  const { t } = useTranslation()
  const isLoading = useIsLoading()
  return (
    <>
      <PageHeader title={t('Dashboard')} actions={<Actions />} />
      {/* How high the first cards are is known once they are loaded: until then nothing takes a press that would move. */}
      <div
        key={isLoading ? 'loading' : 'loaded'}
        data-wide
        className={`flex flex-col gap-4 ${isLoading ? 'pointer-events-none' : ''}`}
      >
        <FirstSteps />
        <AttentionCard />
        <Counts />
        <GapsCard />
        <RecentActivity />
        <Outlook />
        <QuickLinks />
      </div>
    </>
  )
}

/** Whether a card whose height depends on its content is on its way. */
function useIsLoading(): boolean {
  const workspace = useWorkspace()
  const queries = [
    useQuery(dashboardQueries.activity(workspace)),
    useQuery(inboxQueries.top(workspace)),
    useQuery(dashboardQueries.gaps(workspace)),
  ]
  return queries.some(({ isPending }) => isPending)
}

/** The ways to two catalogues; 'Add System' opens the form there. They rest for a level that may add nothing. */
function Actions() {
  const { t } = useTranslation()
  const isOn = useIsFeatureOn()
  const AutomationIcon = KINDS.automation.icon
  return (
    <>
      {isOn('automations') && (
        <Way to={CATALOGUES.automation.path} variant="outline">
          <AutomationIcon />
          {t('Create Automation')}
        </Way>
      )}
      {isOn('systems') && (
        <Way to={CATALOGUES.system.path} onClick={() => startCreation('system')}>
          <Plus />
          {t('Add System')}
        </Way>
      )}
    </>
  )
}

interface WayProps extends Pick<ButtonProps, 'variant' | 'children'> {
  to: string
  onClick?: () => void
}

function Way({ to, onClick, variant, children }: WayProps) {
  const refusal = useRefusal()('create-record', null)
  if (refusal !== null)
    return (
      <Button variant={variant} disabledReason={refusal}>
        {children}
      </Button>
    )
  return (
    <Button asChild variant={variant}>
      <Link to={to} onClick={onClick}>
        {children}
      </Link>
    </Button>
  )
}
