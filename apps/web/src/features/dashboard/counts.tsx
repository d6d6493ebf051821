import { CATALOGUE_KINDS, CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { KINDS } from '@/catalogue/kinds.ts'
import { formatNumber } from '@/lib/text/numbers.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { dashboardQueries } from '@/queries/dashboard.ts'
import { useIsFeatureOn } from '@/shared/use-is-feature-on.ts'
import { StatCard } from '@/ui/display/stat-card.tsx'
import { CardFailure } from './card-failure.tsx'
import { countTrend } from './later.ts'
import { Later } from './later-part.tsx'

const LOADING = '…'
const UNKNOWN = '–'

/** How much of everything the account has. */
export function Counts() {
  const { t, i18n } = useTranslation()
  const workspace = useWorkspace()
  const { data, error, isFetching, refetch } = useQuery(dashboardQueries.counts(workspace))
  const { data: coverage } = useQuery(dashboardQueries.coverage(workspace))
  const isOn = useIsFeatureOn()
  /** Not every system that is registered is active: then it says of how many. */
  const noteOf = (kind: CatalogueKind) => {
    const note = t(KINDS[kind].figure.note)
    const total = coverage?.kinds.system?.now
    if (kind !== 'system' || total === undefined || data === undefined || total === data.systems) return note
    return t('{{note}}: {{total}}', { note, total })
  }
  const shown = (count: number | undefined) => {
    if (count !== undefined) return formatNumber(count, i18n.language)
    return error ? UNKNOWN : LOADING
  }
  return (
    <section aria-label={t('Figures')} aria-busy={isFetching && !data}>
      <div className="grid grid-cols-2 gap-4 max-md:gap-3 xl:grid-flow-col xl:auto-cols-fr xl:grid-cols-none">
        {CATALOGUE_KINDS.filter((kind) => isOn(CATALOGUES[kind].feature)).map((kind) => {
          const { icon, figure } = KINDS[kind]
          const { table, path } = CATALOGUES[kind]
          return (
            <StatCard
              key={kind}
              title={t(figure.title)}
              value={shown(data?.[table])}
              trend={<Trend trend={coverage?.kinds[kind]} />}
              description={noteOf(kind)}
              hint={figure.hint && t(figure.hint)}
              icon={icon}
              to={path}
            />
          )
        })}
      </div>
      {error && !data && (
        <div className="mt-2">
          <CardFailure error={error} pending={isFetching} onRetry={() => void refetch()} />
        </div>
      )}
    </section>
  )
}

/** The picture of a figure's last weeks. Nothing where less than two of them are known. */
function Trend({ trend }: { trend: { weeks: readonly number[]; now: number } | undefined }) {
  if (trend === undefined || trend.weeks.length < 2) return null
  return (
    <Later room={<span className="block h-6 w-18 max-sm:hidden" />}>
      <countTrend.Component {...trend} />
    </Later>
  )
}
