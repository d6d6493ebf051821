import { bestFirst } from '@cairn/workspace/lib/best-first'
import type { Team } from '@cairn/workspace/port/teams'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { teamsQueries } from '@/queries/teams.ts'
import { LoadedCard } from '@/shared/loading/loaded-card.tsx'
import { useRefusal } from '@/shared/use-refusal.ts'
import { Button } from '@/ui/button/button.tsx'
import { SearchField } from '@/ui/form/search-field.tsx'
import { CardNote } from '@/ui/layout/card-note.tsx'
import { DeleteTeam, MergeTeam } from './team-dialogs.tsx'
import { TeamForm } from './team-form.tsx'
import { TeamRow } from './team-row.tsx'
import { useAddDepartments } from './use-change-teams.ts'

/** From so many on, the list can be searched. */
const SEARCH_FROM = 10

type Asked = { does: 'add'; about: null } | { does: 'change' | 'merge' | 'delete'; about: Team } | null

/** The teams of the account: managers and admins add, change, merge and delete them. */
export function TeamsCard() {
  const { t } = useTranslation()
  const query = useQuery(teamsQueries.list(useWorkspace()))
  const refusal = useRefusal()('manage-teams', null)
  const [asked, setAsked] = useState<Asked>(null)
  const close = () => setAsked(null)
  return (
    <>
      <LoadedCard
        title={t('Teams')}
        description={t('Members who answer for records together.')}
        query={query}
        failure={t('The teams could not be loaded')}
        lines={3}
        action={<Add refusal={refusal} onAdd={() => setAsked({ does: 'add', about: null })} />}
      >
        {(teams) => (
          <Teams teams={teams} refusal={refusal} onAsk={(does, about) => setAsked({ does, about })} />
        )}
      </LoadedCard>
      {(asked?.does === 'add' || asked?.does === 'change') && <TeamForm team={asked.about} onClose={close} />}
      {asked?.does === 'merge' && <MergeTeam team={asked.about} teams={query.data ?? []} onClose={close} />}
      {asked?.does === 'delete' && <DeleteTeam team={asked.about} onClose={close} />}
    </>
  )
}

function Add({ refusal, onAdd }: { refusal: string | null; onAdd: () => void }) {
  const { t } = useTranslation()
  const { save, isSaving } = useAddDepartments()
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        pending={isSaving}
        disabledReason={refusal}
        onClick={() => save(undefined)}
      >
        {t('Teams from Departments')}
      </Button>
      <Button size="sm" disabledReason={refusal} onClick={onAdd}>
        <Plus />
        {t('Add Team')}
      </Button>
    </>
  )
}

interface TeamsProps {
  teams: readonly Team[]
  refusal: string | null
  onAsk: (does: 'change' | 'merge' | 'delete', about: Team) => void
}

function Teams({ teams, refusal, onAsk }: TeamsProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const shown = bestFirst(teams, typed, ({ name }) => [name])
  return (
    <>
      {refusal && <CardNote>{refusal}</CardNote>}
      {teams.length >= SEARCH_FROM && (
        <SearchField
          label={t('Filter teams')}
          placeholder={t('Filter teams...')}
          value={typed}
          onType={setTyped}
          className="mb-3 max-w-72"
        />
      )}
      {shown.length === 0 ? (
        <p className="text-muted-foreground text-sm">
          {teams.length === 0 ? t('There are no teams yet.') : t('No matches.')}
        </p>
      ) : (
        <ul aria-label={t('Teams')} className="divide-y">
          {shown.map((team) => (
            <TeamRow
              key={team.id}
              team={team}
              isManaged={refusal === null}
              isOnly={teams.length === 1}
              onAsk={(does) => onAsk(does, team)}
            />
          ))}
        </ul>
      )}
    </>
  )
}
