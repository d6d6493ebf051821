import { KeyRound, ListChecks, Lock, UserCog } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/lib/numbers.ts'
import { part } from '@/lib/part.ts'
import { LoadedCard } from '@/shared/loaded-card.tsx'
import { ErrorBoundary } from '@/shared/parts/error-boundary.tsx'
import { Skeleton } from '@/ui/skeleton.tsx'
import { StatCard } from '@/ui/stat-card.tsx'
import type { AuditEntry, SecurityOverview } from '@/workspace/port/audit.ts'
import { AuditRow } from './audit-row.tsx'
import { DayTable } from './day-table.tsx'
import { useOverview } from './use-overview.ts'

const chart = part(async () => (await import('./activity-chart.tsx')).ActivityChart)

/** What happened in the last 30 days: four figures, a chart by day, the newest events. */
export function MonitoringCard() {
  const { t } = useTranslation()
  const query = useOverview()
  return (
    <LoadedCard
      title={t('Security Monitoring')}
      description={t('The last 30 days.')}
      query={query}
      failure={t('The security events could not be loaded')}
      lines={6}
    >
      {(overview) => (overview === null ? <NoEvents /> : <Dashboard overview={overview} />)}
    </LoadedCard>
  )
}

function Dashboard({ overview: { figures, byDay, newest } }: { overview: SecurityOverview }) {
  const { t, i18n } = useTranslation()
  const shown = (count: number) => formatNumber(count, i18n.language)
  return (
    <div className="flex flex-col gap-5">
      <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
        <StatCard level={3} title={t('Events')} value={shown(figures.events)} icon={ListChecks} />
        <StatCard
          level={3}
          title={t('Failed sign-ins')}
          value={shown(figures.failedSignIns)}
          icon={KeyRound}
        />
        <StatCard level={3} title={t('Lock-outs')} value={shown(figures.lockOuts)} icon={Lock} />
        <StatCard level={3} title={t('Level changes')} value={shown(figures.levelChanges)} icon={UserCog} />
      </div>
      <figure aria-label={t('Events by day')}>
        <ErrorBoundary screen="chart">
          <Suspense
            fallback={
              <div aria-busy="true">
                <Skeleton className="h-56 w-full" />
              </div>
            }
          >
            <chart.Component days={byDay} />
          </Suspense>
        </ErrorBoundary>
        <DayTable days={byDay} />
      </figure>
      <section aria-labelledby="newest-events">
        <h3 id="newest-events" className="mb-2 font-medium text-sm">
          {t('Newest events')}
        </h3>
        <Newest entries={newest} />
      </section>
    </div>
  )
}

function Newest({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useTranslation()
  if (entries.length === 0) return <NoEvents />
  return (
    <ul aria-label={t('Newest events')} className="divide-y overflow-hidden rounded-lg border">
      {entries.map((entry) => (
        <AuditRow key={entry.id} entry={entry} />
      ))}
    </ul>
  )
}

function NoEvents() {
  const { t } = useTranslation()
  return <p className="py-4 text-muted-foreground text-sm">{t('No recent security events found.')}</p>
}
