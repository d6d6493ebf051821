import type { TeamMember } from '@cairn/workspace/port/team'
import type { TFunction } from 'i18next'
import type { ToastInput } from '@/ui/feedback/toast-store.ts'

/** The members whom the picker offers: those who are no experts yet, pending ones included. */
export function expertCandidates(
  members: readonly TeamMember[],
  experts: readonly TeamMember[],
): readonly TeamMember[] {
  return members.filter(({ id }) => !experts.some((expert) => expert.id === id))
}

/** Returns the message for a picked candidate who cannot be added; null for all the others. */
export function refusalToAdd({ isPending }: TeamMember, t: TFunction): ToastInput | null {
  if (!isPending) return null
  return {
    title: t('Cannot add pending user'),
    description: t('This user has not yet accepted their invitation'),
    variant: 'destructive',
  }
}
