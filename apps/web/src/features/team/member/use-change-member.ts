import { isWorthRetrying } from '@cairn/workspace/errors'
import type { Handover } from '@cairn/workspace/port/records/handovers'
import type { MemberDetails } from '@cairn/workspace/port/team'
import type { PermissionLevel } from '@cairn/workspace/port/workspace'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { AFTER_HANDOVER } from '@/queries/records/after-handover.ts'
import { teamQueries } from '@/queries/team.ts'
import { useSave } from '@/shared/form/use-save.ts'

/** Saves changed details of a member, and reloads the screens that show them. */
export function useUpdateMember(id: string) {
  const { t } = useTranslation()
  const { team } = useWorkspace()
  return useSave({
    write: ({ change, handover }: { change: Partial<MemberDetails>; handover?: Handover | undefined }) =>
      team.update(id, change, handover),
    done: {
      title: t('Profile updated'),
      description: t('The user profile has been successfully updated.'),
    },
    failed: {
      title: t('Error updating profile'),
      otherwise: t('Failed to update the profile. Please try again.'),
    },
    onSaved: useReloadTeam(),
  })
}

interface LevelChange {
  id: string
  level: PermissionLevel
  handover?: Handover | undefined
}

/** Sets the level of members. */
export function useSetLevel() {
  const { t } = useTranslation()
  const { team } = useWorkspace()
  return useSave({
    write: ({ id, level, handover }: LevelChange) => team.setLevel(id, level, handover),
    done: {
      title: t('Permission Updated'),
      description: t('User permission has been successfully updated.'),
    },
    // A decision of the server has another title than a failure.
    failed: (error) => ({
      title: isWorthRetrying(error) ? t('Permission Update Error') : t('Permission Update Failed'),
    }),
    onSaved: useReloadTeam(),
  })
}

/** Ends the membership of another member. */
export function useRemoveMember(name: string) {
  const { t } = useTranslation()
  const { team } = useWorkspace()
  return useSave({
    write: ({ id, handover }: { id: string; handover?: Handover | undefined }) => team.remove(id, handover),
    done: {
      title: t('Member removed'),
      description: t('{{name}} no longer belongs to the account.', { name }),
    },
    failed: { title: t('Error removing member') },
    onSaved: () => undefined,
  })
}

/** Signs another member out everywhere. */
export function useEndSessions(name: string) {
  const { t } = useTranslation()
  const { team } = useWorkspace()
  return useSave({
    write: (id: string) => team.endSessions(id),
    done: (ended) => ({
      title: t('Sessions ended'),
      description:
        ended === 0
          ? t('{{name}} was not signed in anywhere.', { name })
          : t('{{name}} is signed out everywhere.', { name }),
    }),
    failed: { title: t('Error ending sessions') },
    onSaved: () => undefined,
  })
}

/** Removes the second factors of another member. */
export function useRemoveSecondFactor(name: string) {
  const { t } = useTranslation()
  const { team } = useWorkspace()
  return useSave({
    write: (id: string) => team.removeSecondFactor(id),
    done: (removed) =>
      removed === 0
        ? { title: t('{{name}} has no second factor.', { name }) }
        : {
            title: t('Second factor removed'),
            description: t('{{name}} signs in without one until they add another.', { name }),
          },
    failed: { title: t('Error removing the second factor') },
    onSaved: () => undefined,
  })
}

/** Reloads all data about the team, and about records that may have other owners now. */
export function useReloadTeam(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    const stale = [teamQueries.all, ...AFTER_HANDOVER]
    await Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey })))
  }
}
