import { JOB_ROLES, type OwnProfile, type ProfileDetails } from '@cairn/workspace/port/profile'
import type { Person } from '@cairn/workspace/port/workspace'

/** The job roles to choose from, with the present one, which an invitation may have set to any text. */
export function jobRoleChoices(present: string): readonly string[] {
  return present === '' || JOB_ROLES.some((role) => role === present) ? JOB_ROLES : [...JOB_ROLES, present]
}

/** The profile as far as the session knows it, for when it cannot be read. */
export function profileOfSession({ email, avatarUrl }: Person): Omit<OwnProfile, 'privacy'> {
  const [name = ''] = email.split('@')
  return { name, email, avatarUrl: avatarUrl ?? '', bio: '', jobRole: '', department: '' }
}

const DETAILS = ['name', 'avatarUrl', 'bio', 'jobRole', 'department'] as const

/** The fields of the form, without the rest of the profile. */
export function detailsOf({ name, avatarUrl, bio, jobRole, department }: ProfileDetails): ProfileDetails {
  return { name, avatarUrl, bio, jobRole, department }
}

/** Only the changed details: a change that an admin or another device made meanwhile is kept. */
export function changedDetails(before: ProfileDetails, after: ProfileDetails): Partial<ProfileDetails> {
  const changed: Partial<ProfileDetails> = {}
  for (const name of DETAILS) if (after[name] !== before[name]) changed[name] = after[name]
  return changed
}
