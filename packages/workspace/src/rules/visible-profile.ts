import type { OwnProfile, PrivacySettings } from '../port/profile.ts'
import type { SeenMember } from '../port/team.ts'

/** A profile as teammates see it with these settings: what the database shows once they are saved. */
export function visibleProfile(id: string, profile: OwnProfile, privacy: PrivacySettings): SeenMember {
  const { name, avatarUrl, email, bio, jobRole, department } = profile
  return {
    id,
    name,
    avatarUrl: avatarUrl || null,
    email: privacy.email ? `${email.slice(0, 2)}********` : null,
    bio: (privacy.bio && bio) || null,
    jobRole: (privacy.job && jobRole) || null,
    department: (privacy.department && department) || null,
  }
}
