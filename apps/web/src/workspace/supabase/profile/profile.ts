import { NotSignedIn } from '@cairn/workspace/errors'
import { phrase } from '@cairn/workspace/lib/phrase'
import type { ProfileDetails, ProfilePart } from '@cairn/workspace/port/profile'
import { signedInId } from '../account/membership.ts'
import { ask, tell } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'

/** The caller's own profile. */
export function createProfile(connect: Connect): ProfilePart {
  return {
    async mine() {
      const [row] = await ask(connect, (supabase) => supabase.rpc('get_my_profile'))
      if (!row) throw new NotSignedIn(phrase('You do not have a profile yet.'))
      return {
        email: row.email,
        name: row.name,
        avatarUrl: row.avatar ?? '',
        bio: row.bio ?? '',
        jobRole: row.job_role ?? '',
        department: row.department ?? '',
        privacy: {
          email: row.privacy_email_visible,
          bio: row.privacy_bio_visible,
          job: row.privacy_job_visible,
          department: row.privacy_department_visible,
        },
      }
    },

    async save(changed) {
      const personId = await signedInId(connect)
      await ask(connect, (supabase) =>
        supabase.from('profiles').update(columnsOf(changed)).eq('id', personId).select('id').single(),
      )
      await tellSession(connect, changed)
    },

    async savePrivacy({ email, bio, job, department }) {
      await tell(connect, (supabase) =>
        supabase.rpc('update_privacy_settings', {
          email_visible: email,
          bio_visible: bio,
          job_visible: job,
          department_visible: department,
        }),
      )
    },
  }
}

function columnsOf({ name, avatarUrl, bio, jobRole, department }: Partial<ProfileDetails>) {
  return {
    ...(name !== undefined && { name }),
    ...(avatarUrl !== undefined && { avatar: avatarUrl }),
    ...(bio !== undefined && { bio }),
    ...(jobRole !== undefined && { job_role: jobRole }),
    ...(department !== undefined && { department }),
  }
}

/** The session carries name and picture too, and the shell shows them. The profile is saved whether this works or not. */
async function tellSession(connect: Connect, { name, avatarUrl }: Partial<ProfileDetails>): Promise<void> {
  if (name === undefined && avatarUrl === undefined) return
  const { supabase } = await connect()
  await supabase.auth.updateUser({
    data: { ...(name !== undefined && { name }), ...(avatarUrl !== undefined && { avatar_url: avatarUrl }) },
  })
}
