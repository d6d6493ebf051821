import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { KINDS } from '@/catalogue/kinds.ts'
import { PHONE, useMediaQuery } from '@/lib/hooks/use-media-query.ts'
import { useIsFeatureOn } from '@/shared/use-is-feature-on.ts'
import { Button } from '@/ui/button/button.tsx'
import { PageHeader } from '@/ui/layout/page-header.tsx'
import { AttentionCard } from './attention-card.tsx'
import { Counts } from './counts.tsx'
import { FirstSteps } from './first-steps.tsx'
import { GapsCard } from './gaps-card.tsx'
import { QuickLinks } from './quick-links.tsx'
import { RecentActivity } from './recent-activity.tsx'

/** The first screen, in the order of what matters: what needs the user, how the register does, and what is new. */
export function DashboardPage() {
  const { t } = useTranslation()
  const isPhone = useMediaQuery(PHONE)
  return (
    <>
      <PageHeader title={t('Dashboard')} actions={<Actions />} />
      <div data-wide className="flex flex-col gap-4">
        <FirstSteps />
        <AttentionCard />
        <Counts />
        <GapsCard />
        <RecentActivity />
        {isPhone && <QuickLinks />}
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
