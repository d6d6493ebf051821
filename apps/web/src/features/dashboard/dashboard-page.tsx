import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { KINDS } from '@/catalogue/kinds.ts'
import { useIsFeatureOn } from '@/shared/use-is-feature-on.ts'
import { Button } from '@/ui/button/button.tsx'
import { PageHeader } from '@/ui/layout/page-header.tsx'
import { AttentionCard } from './attention-card.tsx'
import { Counts } from './counts.tsx'
import { FirstSteps } from './first-steps.tsx'
import { GapsCard } from './gaps-card.tsx'
import { QuickLinks } from './quick-links.tsx'
import { RecentActivity } from './recent-activity.tsx'

/** The first screen: figures, news and ways to everything. */
export function DashboardPage() {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t('Dashboard')} actions={<Actions />} />
      <FirstSteps />
      <Counts />
      <div data-wide className="mt-4 grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 grid-cols-[repeat(auto-fit,minmax(min(100%,34rem),1fr))] items-start gap-4">
          <AttentionCard />
          <GapsCard />
          <RecentActivity />
        </div>
        <QuickLinks />
      </div>
    </>
  )
}

function Actions() {
  const { t } = useTranslation()
  const isOn = useIsFeatureOn()
  const AutomationIcon = KINDS.automation.icon
  return (
    <>
      {isOn('automations') && (
        <Button asChild variant="outline">
          <Link to={CATALOGUES.automation.path}>
            <AutomationIcon />
            {t('Create Automation')}
          </Link>
        </Button>
      )}
      {isOn('systems') && (
        <Button asChild>
          <Link to={CATALOGUES.system.path}>
            <Plus />
            {t('Add System')}
          </Link>
        </Button>
      )}
    </>
  )
}
