import type { AuditEntry, SecurityOverview } from '@cairn/workspace/port/audit'
import { KeyRound, ListChecks, Lock, UserCog } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/lib/text/numbers.ts'
import { LoadedCard } from '@/shared/loading/loaded-card.tsx'
import { ShortList } from '@/shared/short-list.tsx'
import { StatCard } from '@/ui/display/stat-card.tsx'
import { AuditRow } from '../entry/audit-row.tsx'
import { ActivityChart } from './activity-chart.tsx'
import { DayTable } from './day-table.tsx'
import { useOverview } from './use-overview.ts'

/** The events of the last 30 days: four figures, a chart by day, the newest events. */
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
      <div className="grid grid-cols-2 gap-3">
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
        <ActivityChart days={byDay} />
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
    <ShortList label={t('Newest events')} items={entries} className="overflow-x-hidden rounded-lg border">
      {(entry) => <AuditRow key={entry.id} entry={entry} />}
    </ShortList>
  )
}

function NoEvents() {
  const { t } = useTranslation()
  return <p className="py-4 text-muted-foreground text-sm">{t('No recent security events found.')}</p>
}
