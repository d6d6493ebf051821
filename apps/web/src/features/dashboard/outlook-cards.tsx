import type { Outlook } from '@cairn/workspace/port/dashboard'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { renewalOf, renewalWords } from '@/catalogue/fields/renewal.ts'
import { recordPath } from '@/catalogue/record-path.ts'
import { formatNumber } from '@/lib/text/numbers.ts'
import { formatPercent } from '@/lib/text/percent.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { dashboardQueries } from '@/queries/dashboard.ts'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { Awaited } from '@/ui/loading/awaited.tsx'
import { CardFailure } from './card-failure.tsx'
import { wholePercent } from './coverage-trend.ts'
import { OUTLOOK_ROOM } from './outlook-room.ts'

/** The near renewals of the account, and how well each department is covered. */
export function OutlookCards() {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(dashboardQueries.outlook(useWorkspace()))
  const shown = (content: (outlook: Outlook) => ReactNode) =>
    data ? (
      content(data)
    ) : error ? (
      <CardFailure error={error} pending={isFetching} onRetry={() => void refetch()} />
    ) : (
      <Awaited />
    )
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      <Card aria-busy={isFetching && !data} className={OUTLOOK_ROOM}>
        <CardHeader title={t('Renewals in 60 days')} />
        <CardContent className="pt-2 pb-4">
          {shown(({ renewals }) => (
            <Renewals {...renewals} />
          ))}
        </CardContent>
      </Card>
      <Card aria-busy={isFetching && !data} className={OUTLOOK_ROOM}>
        <CardHeader title={t('Coverage by department')} />
        <CardContent className="pt-2 pb-4">
          {shown(({ departments }) => (
            <Departments departments={departments} />
          ))}
        </CardContent>
      </Card>
    </div>
  )
}

const NOTHING = 'text-muted-foreground text-sm'

function Renewals({ total, items }: Outlook['renewals']) {
  const { t, i18n } = useTranslation()
  if (total === 0) return <p className={NOTHING}>{t('Nothing renews or ends in the next 60 days.')}</p>
  return (
    <>
      <ul aria-label={t('Renewals in 60 days')} className="-mx-2">
        {items.map(({ kind, id, name, renewsOn }) => {
          const renewal = renewalOf(renewsOn, new Date())
          return (
            <li key={id}>
              <Link
                to={recordPath({ kind, id })}
                className="flex min-h-9 items-center gap-3 rounded-md px-2 text-sm transition-colors duration-100 hover:bg-muted"
              >
                <span className="min-w-0 flex-1 truncate">{name}</span>
                <span className="shrink-0 text-muted-foreground text-xs">
                  {renewal && renewalWords(renewal, t, i18n.language)}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
      {total > items.length && (
        <p className="text-muted-foreground text-xs">
          {t('and {{count}} more', { count: total - items.length })}
        </p>
      )}
    </>
  )
}

function Departments({ departments }: Pick<Outlook, 'departments'>) {
  const { t, i18n } = useTranslation()
  if (departments.length === 0) return <p className={NOTHING}>{t('No record names its department yet.')}</p>
  return (
    <ul aria-label={t('Coverage by department')}>
      {departments.map(({ name, records, withOwner }) => {
        const percent = wholePercent({ records, withOwner, withSecond: 0 }, 'withOwner')
        return (
          <li key={name} className="grid min-h-9 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 text-sm">
            <span className="truncate">{name}</span>
            <span className="text-muted-foreground text-xs tabular-nums">
              {t('{{percent}} of {{total}} have an owner', {
                percent: formatPercent(percent, i18n.language),
                total: formatNumber(records, i18n.language),
              })}
            </span>
            <span aria-hidden className="col-span-2 h-1 rounded-full bg-muted forced-colors:border">
              <span
                className="block h-full rounded-full bg-primary forced-colors:bg-[CanvasText]"
                style={{ width: `${percent}%` }}
              />
            </span>
          </li>
        )
      })}
    </ul>
  )
}
