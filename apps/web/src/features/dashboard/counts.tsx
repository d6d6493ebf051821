import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { KIND_ICONS } from '@/catalogue/kind-icons.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { dashboardQueries } from '@/queries/dashboard.ts'
import { failureReason } from '@/shared/failure-toast.ts'
import { Button } from '@/ui/button.tsx'
import { StatCard } from '@/ui/stat-card.tsx'

const LOADING = '…'
const UNKNOWN = '–'

/** How much of everything the account has. */
export function Counts() {
  const { t, i18n } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(dashboardQueries.counts(useWorkspace()))
  const figure = (count: number | undefined) => {
    if (count !== undefined) return count.toLocaleString(i18n.language)
    return error ? UNKNOWN : LOADING
  }
  return (
    <section aria-label={t('Figures')} aria-busy={isFetching && !data}>
      <div className="grid grid-cols-2 gap-4 max-md:gap-3 xl:grid-cols-4">
        <StatCard
          title={t('Active Systems')}
          value={figure(data?.systems)}
          description={t('Registered systems')}
          icon={KIND_ICONS.system}
          to="/systems"
        />
        <StatCard
          title={t('Running Automations')}
          value={figure(data?.automations)}
          description={t('Currently active')}
          icon={KIND_ICONS.automation}
          to="/automations"
        />
        <StatCard
          title={t('AI Agents')}
          value={figure(data?.agents)}
          description={t('Deployed agents')}
          icon={KIND_ICONS.agent}
          to="/agents"
        />
        <StatCard
          title={t('Solutions')}
          value={figure(data?.solutions)}
          description={t('Available templates')}
          icon={KIND_ICONS.solution}
          to="/solutions"
        />
      </div>
      {error && !data && (
        <p role="alert" className="mt-2 flex flex-wrap items-center gap-x-2 text-muted-foreground text-sm">
          {failureReason(error, t)}
          <Button variant="link" pending={isFetching} onClick={() => void refetch()}>
            {t('Try again')}
          </Button>
        </p>
      )}
    </section>
  )
}
