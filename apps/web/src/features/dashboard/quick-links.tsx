import { CATALOGUE_KINDS, CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { KINDS } from '@/catalogue/kinds.ts'
import { useIsFeatureOn } from '@/shared/use-is-feature-on.ts'
import { Card, CardHeader } from '@/ui/layout/card.tsx'

/** The ways to the catalogues that the account uses, where the menu does not show them: on a phone. */
export function QuickLinks() {
  const { t } = useTranslation()
  const isOn = useIsFeatureOn()
  return (
    <Card>
      <CardHeader title={t('Quick Links')} titleId="quick-links" />
      <nav aria-labelledby="quick-links" className="px-2 pt-1 pb-2">
        <ul className="grid sm:grid-cols-2 lg:grid-cols-4">
          {CATALOGUE_KINDS.filter((kind) => isOn(CATALOGUES[kind].feature)).map((kind) => {
            const { icon: Icon, link } = KINDS[kind]
            const { path } = CATALOGUES[kind]
            return (
              <li key={kind}>
                <Link
                  to={path}
                  className="group flex h-10 items-center gap-3 rounded-md px-3 text-sm transition-colors duration-100 hover:bg-muted"
                >
                  <Icon aria-hidden className="size-4 text-muted-foreground group-hover:text-link" />
                  <span className="min-w-0 flex-1 truncate">{t(link)}</span>
                  <ChevronRight aria-hidden className="size-4 text-muted-foreground" />
                </Link>
              </li>
            )
          })}
        </ul>
      </nav>
    </Card>
  )
}
