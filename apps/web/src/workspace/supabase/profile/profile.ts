import { NotSignedIn } from '@cairn/workspace/errors'
import { phrase } from '@cairn/workspace/lib/phrase'
import type { ProfileDetails, ProfilePart } from '@cairn/workspace/port/profile'
import { z } from 'zod/mini'
import { signedInId } from '../account/membership.ts'
import { ask, askJson, tell } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { renamed } from '../rows/renamed.ts'

const text = z.pipe(
  z.nullable(z.string()),
  z.transform((value) => value ?? ''),
)
const ownProfiles = z.array(
  renamed({
    email: text,
    name: text,
    avatar: text,
    bio: text,
    jobRole: text,
    department: text,
    privacyEmailVisible: z.boolean(),
    privacyBioVisible: z.boolean(),
    privacyJobVisible: z.boolean(),
    privacyDepartmentVisible: z.boolean(),
  }),
)

/** The caller's own profile. */
export function createProfile(connect: Connect): ProfilePart {
  return {
    async mine() {
      const [row] = await askJson(connect, (supabase) => supabase.rpc('get_my_profile'), ownProfiles)
      if (!row) throw new NotSignedIn(phrase('You do not have a profile yet.'))
      return {
        email: row.email,
        name: row.name,
        avatarUrl: row.avatar,
        bio: row.bio,
        jobRole: row.jobRole,
        department: row.department,
        privacy: {
          email: row.privacyEmailVisible,
          bio: row.privacyBioVisible,
          job: row.privacyJobVisible,
          department: row.privacyDepartmentVisible,
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
