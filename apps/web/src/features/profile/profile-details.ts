import type { OwnProfile, ProfileDetails } from '@/workspace/port/profile.ts'
import type { Person } from '@/workspace/port.ts'

export const JOB_ROLES = [
  'Software Engineer',
  'Product Manager',
  'Designer',
  'Marketing',
  'Sales',
  'Customer Support',
  'Operations',
  'Finance',
  'HR',
  'CEO',
  'CTO',
  'Other',
] as const

/** The choices of a job role, the present one among them: an invitation may have brought any other. */
export function jobRoleChoices(present: string): readonly string[] {
  return present === '' || JOB_ROLES.some((role) => role === present) ? JOB_ROLES : [...JOB_ROLES, present]
}

/** What is known of a person whose profile cannot be read: what the session says. */
export function profileOfSession({ email, avatarUrl }: Person): Omit<OwnProfile, 'privacy'> {
  const [name = ''] = email.split('@')
  return { name, email, avatarUrl: avatarUrl ?? '', bio: '', jobRole: '', department: '' }
}

const DETAILS = ['name', 'avatarUrl', 'bio', 'jobRole', 'department'] as const

/** The details alone, as the form has them. */
export function detailsOf({ name, avatarUrl, bio, jobRole, department }: ProfileDetails): ProfileDetails {
  return { name, avatarUrl, bio, jobRole, department }
}

/** What differs, and nothing else: what somebody else has changed meanwhile stays theirs. */
export function changedDetails(before: ProfileDetails, after: ProfileDetails): Partial<ProfileDetails> {
  const changed: Partial<ProfileDetails> = {}
  for (const name of DETAILS) if (after[name] !== before[name]) changed[name] = after[name]
  return changed
}
