import type { PrivacySettings, ProfileDetails } from '@cairn/workspace/port/profile'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { profileQueries } from '@/queries/profile.ts'
import { teamQueries } from '@/queries/team.ts'
import { useSave } from '@/shared/form/use-save.ts'

/** Saves the changed details, and reloads the lists of members that show them. */
export function useSaveProfile() {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const queries = useQueryClient()
  return useSave({
    write: (changed: Partial<ProfileDetails>) => workspace.profile.save(changed),
    done: {
      title: t('Profile updated'),
      description: t('Your profile has been updated successfully.'),
    },
    failed: {
      title: t('Error updating profile'),
      otherwise: t('Failed to update the profile. Please try again.'),
    },
    onSaved() {
      void queries.invalidateQueries({ queryKey: teamQueries.all })
      return queries.invalidateQueries({ queryKey: profileQueries.mine(workspace).queryKey })
    },
  })
}

/** Saves what teammates may see of the user. */
export function useSavePrivacy() {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const queries = useQueryClient()
  return useSave({
    write: (privacy: PrivacySettings) => workspace.profile.savePrivacy(privacy),
    done: { title: t('Privacy Settings Updated') },
    failed: {
      title: t('Error'),
      otherwise: t('Failed to update privacy settings. Please try again.'),
    },
    onSaved: (_, privacy) =>
      queries.setQueryData(
        profileQueries.mine(workspace).queryKey,
        (before) => before && { ...before, privacy },
      ),
  })
}
