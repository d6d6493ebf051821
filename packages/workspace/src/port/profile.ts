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

/** What teammates may see; name and picture they see in any case. */
export interface PrivacySettings {
  email: boolean
  bio: boolean
  job: boolean
  department: boolean
}

/** What a person tells about themselves. Empty for nothing. */
export interface ProfileDetails {
  name: string
  avatarUrl: string
  bio: string
  jobRole: string
  department: string
}

/** One's own profile, all of it. */
export interface OwnProfile extends ProfileDetails {
  email: string
  privacy: PrivacySettings
}

export interface ProfilePart {
  mine(): Promise<OwnProfile>
  /** Changes what is given. */
  save(changed: Partial<ProfileDetails>): Promise<void>
  savePrivacy(privacy: PrivacySettings): Promise<void>
}
