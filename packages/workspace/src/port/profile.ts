import { phrase } from '../lib/phrase.ts'

/** The job roles that the profile offers; an invitation may have set any text. */
export const JOB_ROLES = [
  phrase('Software Engineer'),
  phrase('Product Manager'),
  phrase('Designer'),
  phrase('Marketing'),
  phrase('Sales'),
  phrase('Customer Support'),
  phrase('Operations'),
  phrase('Finance'),
  phrase('HR'),
  phrase('CEO'),
  phrase('CTO'),
  phrase('Other'),
] as const

/** The fields of a profile that teammates may see; name and picture are always visible. */
export interface PrivacySettings {
  email: boolean
  bio: boolean
  job: boolean
  department: boolean
}

/** The details of a person's profile. Empty for nothing. */
export interface ProfileDetails {
  name: string
  avatarUrl: string
  bio: string
  jobRole: string
  department: string
}

/** The user's own profile with all of its fields. */
export interface OwnProfile extends ProfileDetails {
  email: string
  privacy: PrivacySettings
}

export interface ProfilePart {
  mine(): Promise<OwnProfile>
  /** Changes the given fields. */
  save(changed: Partial<ProfileDetails>): Promise<void>
  savePrivacy(privacy: PrivacySettings): Promise<void>
}
