import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '@/ui/avatar.tsx'
import { Badge } from '@/ui/badge.tsx'
import { Button } from '@/ui/button.tsx'
import { Card, CardContent, CardHeader } from '@/ui/card.tsx'
import { ListPicker } from '@/ui/list-picker.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '@/ui/popover.tsx'
import { Skeleton } from '@/ui/skeleton.tsx'
import type { TeamMember } from '@/workspace/port/team.ts'
import { useRefusal } from '@/workspace/use-refusal.ts'
import { candidateFlag, expertCandidates } from './expert-candidates.ts'
import { useChangeExperts, useExperts } from './use-experts.ts'
import { useTeam } from './use-team.ts'

/** Who knows the system, with the means to add and remove people. */
export function ExpertsCard({ systemId }: { systemId: string }) {
  const { t } = useTranslation()
  const { experts, isLoading } = useExperts(systemId)
  const { members } = useTeam()
  const { addExpert, removeExpert } = useChangeExperts(systemId)
  const reason = useRefusal()('assign-experts', null)

  return (
    <Card>
      <CardHeader
        title={t('System Experts')}
        action={
          <AddExpert
            candidates={expertCandidates(members, experts)}
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
          <ul aria-label={t('System Experts')} className="flex flex-wrap gap-1.5">
            {experts.map((expert) => (
              <li key={expert.id} className="max-w-full">
                <ExpertBadge expert={expert} disabledReason={reason} onRemove={() => removeExpert(expert)} />
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
  const name = expert.name || t('Unknown User')
  return (
    <Badge variant="secondary" className="h-7 gap-1.5 py-0 pr-0.5 pl-1">
      <Avatar name={name} src={expert.avatarUrl} size="sm" />
      <span className="truncate">{name}</span>
      <Button
        variant="ghost"
        className="size-6 rounded-full p-0"
        aria-label={t('Remove {{name}}', { name })}
        disabledReason={disabledReason}
        onClick={onRemove}
      >
        <X />
      </Button>
    </Badge>
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
  const [open, setOpen] = useState(false)
  const pick = (id: string) => {
    const person = candidates.find((candidate) => candidate.id === id)
    if (person) onAdd(person)
    setOpen(false)
  }
  const button = (
    <Button variant="outline" size="sm" disabledReason={disabledReason} disabled={pending}>
      <Plus />
      {t('Add Expert')}
    </Button>
  )
  if (disabledReason !== null) return button
  return (
    <Popover modal open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>{button}</PopoverTrigger>
      <PopoverContent align="end" aria-label={t('Add Expert')}>
        <ListPicker
          label={t('Team members')}
          options={candidates.map((candidate) => {
            const flag = candidateFlag(candidate, t)
            return {
              id: candidate.id,
              label: candidate.name,
              leading: <Avatar name={candidate.name} src={candidate.avatarUrl} size="sm" />,
              muted: candidate.isPending,
              trailing: flag && <Badge variant="warning">{flag}</Badge>,
            }
          })}
          onPick={({ id }) => pick(id)}
          emptyText={t('All team members are already assigned as experts')}
        />
      </PopoverContent>
    </Popover>
  )
}
