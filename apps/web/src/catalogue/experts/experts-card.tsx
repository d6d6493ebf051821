import { CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { TeamMember } from '@cairn/workspace/port/team'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/queries/context.tsx'
import { personName } from '@/shared/people/person-name.ts'
import { usePeopleOptions } from '@/shared/people/use-people-options.tsx'
import { useInvited, useTeam } from '@/shared/people/use-team.ts'
import { useRefusal } from '@/shared/use-refusal.ts'
import { RemovableBadge } from '@/ui/display/removable-badge.tsx'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { AddPicker } from '@/ui/picker/add-picker.tsx'
import { Person } from '../owner/person.tsx'
import { expertCandidates } from './expert-candidates.ts'
import { useChangeExperts, useExperts } from './use-experts.ts'

interface ExpertsCardProps {
  kind: CatalogueKind
  recordId: string
}

/** The experts of a record, with buttons to add and remove people. Guests have no team to choose from. */
export function ExpertsCard(props: ExpertsCardProps) {
  return useMe().kind === 'member' ? <Experts {...props} /> : null
}

function Experts({ kind, recordId }: ExpertsCardProps) {
  const { t } = useTranslation()
  const { experts, isLoading } = useExperts(kind, recordId)
  const { members } = useTeam()
  const { invited } = useInvited()
  const { addExpert, removeExpert } = useChangeExperts(kind, recordId)
  const reason = useRefusal()('assign-experts', null)
  const title = t(CATALOGUES[kind].fields.experts)

  return (
    <Card>
      <CardHeader
        title={title}
        action={
          <AddExpert
            candidates={expertCandidates([...members, ...invited], experts)}
            disabledReason={reason}
            pending={isLoading}
            onAdd={addExpert}
          />
        }
      />
      <CardContent>
        {isLoading && <Skeleton className="w-40" />}
        {!isLoading && experts.length === 0 && (
          <p className="text-muted-foreground text-sm">{t('No experts assigned')}</p>
        )}
        {!isLoading && experts.length > 0 && (
          <ul aria-label={title} className="flex flex-wrap gap-1.5">
            {experts.map((expert) => (
              <li key={expert.id} className="max-w-full">
                <ExpertBadge
                  expert={expert}
                  disabledReason={reason}
                  onRemove={() => removeExpert(expert.id)}
                />
              </li>
            ))}
          </ul>
        )}
      </CardContent>
    </Card>
  )
}

interface ExpertBadgeProps {
  expert: TeamMember
  disabledReason: string | null
  onRemove: () => void
}

function ExpertBadge({ expert, disabledReason, onRemove }: ExpertBadgeProps) {
  const { t } = useTranslation()
  const name = personName(expert.name, t)
  return (
    <RemovableBadge
      text={<Person id={expert.id} />}
      removeLabel={t('Remove {{name}}', { name })}
      disabledReason={disabledReason}
      onRemove={onRemove}
    />
  )
}

interface AddExpertProps {
  candidates: readonly TeamMember[]
  disabledReason: string | null
  pending: boolean
  onAdd: (person: TeamMember) => void
}

function AddExpert({ candidates, disabledReason, pending, onAdd }: AddExpertProps) {
  const { t } = useTranslation()
  const optionsOf = usePeopleOptions()
  return (
    <AddPicker
      label={t('Add Expert')}
      listLabel={t('Team members')}
      options={optionsOf(candidates)}
      searchable
      emptyText={t('All team members are already assigned as experts')}
      disabledReason={disabledReason}
      pending={pending}
      onPick={(id) => {
        const person = candidates.find((candidate) => candidate.id === id)
        if (person) onAdd(person)
      }}
    />
  )
}
