import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { startCreation } from '@/catalogue/form/creation.ts'
import { KINDS } from '@/catalogue/kinds.ts'
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
  return (
    <>
      <PageHeader title={t('Dashboard')} actions={<Actions />} />
      <div data-wide className="in-order flex flex-col gap-4">
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
