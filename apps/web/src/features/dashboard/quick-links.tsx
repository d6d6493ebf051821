import { ChevronRight, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { KIND_ICONS } from '@/catalogue/kind-icons.ts'
import { useIsFeatureOn } from '@/shared/use-is-feature-on.ts'
import { Card, CardHeader } from '@/ui/card.tsx'
import type { FeatureName } from '@/workspace/port/features.ts'

interface QuickLink {
  feature: FeatureName
  to: string
  label: string
  icon: LucideIcon
}

/** The ways to the catalogues that the account uses. */
export function QuickLinks() {
  const { t } = useTranslation()
  const isOn = useIsFeatureOn()
  const links: QuickLink[] = [
    { feature: 'systems', to: '/systems', label: t('Manage Systems'), icon: KIND_ICONS.system },
    { feature: 'automations', to: '/automations', label: t('View Automations'), icon: KIND_ICONS.automation },
    { feature: 'agents', to: '/agents', label: t('AI Agents'), icon: KIND_ICONS.agent },
    { feature: 'solutions', to: '/solutions', label: t('Browse Solutions'), icon: KIND_ICONS.solution },
  ]
  return (
    <Card>
      <CardHeader title={t('Quick Links')} titleId="quick-links" />
      <nav aria-labelledby="quick-links" className="px-2 pt-1 pb-2">
        <ul>
          {links
            .filter(({ feature }) => isOn(feature))
            .map(({ to, label, icon: Icon }) => (
              <li key={to}>
                <Link
                  to={to}
                  className="group flex h-10 items-center gap-3 rounded-md px-3 text-sm transition-colors duration-100 hover:bg-muted"
                >
                  <Icon aria-hidden className="size-4 text-muted-foreground group-hover:text-link" />
                  <span className="min-w-0 flex-1 truncate">{label}</span>
                  <ChevronRight aria-hidden className="size-4 text-muted-foreground" />
                </Link>
              </li>
            ))}
        </ul>
      </nav>
    </Card>
  )
}
