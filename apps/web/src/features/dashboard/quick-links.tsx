import { CATALOGUE_KINDS, CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { KINDS } from '@/catalogue/kinds.ts'
import { useIsFeatureOn } from '@/shared/use-is-feature-on.ts'

/** The ways to the catalogues that the account uses: a quiet line below everything else. */
export function QuickLinks() {
  const { t } = useTranslation()
  const isOn = useIsFeatureOn()
  return (
    <nav aria-labelledby="quick-links" className="flex flex-wrap items-center gap-x-5 gap-y-1 px-1">
      <h2 id="quick-links" className="font-medium text-muted-foreground text-xs max-md:w-full">
        {t('Quick Links')}
      </h2>
      <ul className="flex flex-wrap gap-x-5 max-md:grid max-md:w-full max-md:grid-cols-2">
        {CATALOGUE_KINDS.filter((kind) => isOn(CATALOGUES[kind].feature)).map((kind) => {
          const { icon: Icon, link } = KINDS[kind]
          return (
            <li key={kind}>
              <Link
                to={CATALOGUES[kind].path}
                className="flex min-h-8 items-center gap-2 rounded-md text-muted-foreground text-sm transition-colors duration-100 hover:text-foreground max-md:min-h-10"
              >
                <Icon aria-hidden className="size-4 shrink-0" />
                <span className="min-w-0 truncate">{t(link)}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
