import { hasRank } from '@cairn/workspace/rules/can'
import { UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useChoice } from '@/catalogue/use-address.ts'
import { stepBetweenFieldAndList } from '@/lib/browser/field-and-list.ts'
import { useMe } from '@/queries/context.tsx'
import { ExportButton } from '@/shared/export/export-button.tsx'
import { useLoadFailureToast } from '@/shared/loading/failure-toast.ts'
import { LoadFailed } from '@/shared/loading/load-failed.tsx'
import { EmptyState } from '@/ui/feedback/empty-state.tsx'
import { PageHeader } from '@/ui/layout/page-header.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/ui/layout/tabs.tsx'
import { TeamsCard } from '../teams/teams-card.tsx'
import { ExportTeam } from './export-team.tsx'
import { TeamFilters } from './team-filters.tsx'
import { TeamTable } from './team-table.tsx'
import { useDirectory, useTeamSearch } from './use-directory.ts'

/** The tabs beside the members. */
const TABS = ['teams'] as const

/**
 * Everybody in the account, as far as they let others see, whom it has invited, and its teams. `actions` stand beside
 * the title.
 */
export function TeamPage({ actions }: { actions: ReactNode }) {
  const { t } = useTranslation()
  const [shown, show] = useChoice('show', TABS)
  const { permissionLevel } = useMe()
  return (
    <>
      <PageHeader
        title={t('Team Directory')}
        subtitle={
          hasRank(permissionLevel, 'manager')
            ? t('Click any member to view and edit their profile.')
            : t('Your colleagues, and what they know about.')
        }
        actions={actions}
      />
      <Tabs value={shown ?? 'members'} onValueChange={(tab) => show(tab === 'teams' ? tab : null)}>
        <TabsList aria-label={t('Team Directory')}>
          <TabsTrigger value="members">{t('Members')}</TabsTrigger>
          <TabsTrigger value="teams">{t('Teams')}</TabsTrigger>
        </TabsList>
        <TabsContent value="members">
          <Directory />
        </TabsContent>
        <TabsContent value="teams">
          <TeamsCard />
        </TabsContent>
      </Tabs>
    </>
  )
}

function Directory() {
  const { t } = useTranslation()
  const { search, fields, sort, setSort } = useTeamSearch()
  const directory = useDirectory(search)
  const { rows, all, error } = directory
  return (
    <div onKeyDownCapture={stepBetweenFieldAndList} className="flex flex-col gap-3">
      <TeamFilters
        fields={fields}
        found={rows?.length ?? null}
        all={all}
        exported={<ExportButton dialog={ExportTeam} of={{ search }} />}
      />
      {error && <Failure error={error} isFetching={directory.isFetching} onRetry={directory.refetch} />}
      {rows?.length === 0 ? (
        <EmptyState
          icon={UsersRound}
          title={t('No team members found')}
          description={t("Try adjusting your search or filter to find what you're looking for.")}
        />
      ) : (
        <TeamTable directory={directory} sort={sort} onSort={setSort} />
      )}
    </div>
  )
}

interface FailureProps {
  error: Error
  isFetching: boolean
  onRetry: () => void
}

/** Says above the list that it is not all. */
function Failure(props: FailureProps) {
  const { t } = useTranslation()
  const title = t('The team could not be loaded.')
  useLoadFailureToast(props.error, { title })
  return <LoadFailed {...props} title={title} className="rounded-xl border border-dashed px-4 py-3" />
}
