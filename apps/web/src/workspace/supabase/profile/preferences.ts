import type { PreferencesPart } from '@cairn/workspace/port/preferences'
import { DEFAULT_NOTIFICATION_PREFERENCES } from '@cairn/workspace/rules/preferences'
import { z } from 'zod/mini'
import { signedInId } from '../account/membership.ts'
import { ask } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { changedNow } from '../rows/records.ts'

const stored = z.nullable(
  z.object({ email: z.boolean(), push: z.boolean(), mentions: z.boolean(), weekly_digest: z.boolean() }),
)

/** The user's choice of notifications; users reach only their own row. */
export function createPreferences(connect: Connect): PreferencesPart {
  return {
    async notifications() {
      const personId = await signedInId(connect)
      const row = await ask(
        connect,
        (supabase) =>
          supabase
            .from('notification_preferences')
            .select('email, push, mentions, weekly_digest')
            .eq('user_id', personId)
            .maybeSingle(),
        stored,
      )
      if (!row) return DEFAULT_NOTIFICATION_PREFERENCES
      const { weekly_digest: weeklyDigest, ...others } = row
      return { ...others, weeklyDigest }
    },

    async saveNotifications({ weeklyDigest, ...others }) {
      const row = {
        ...others,
        weekly_digest: weeklyDigest,
        user_id: await signedInId(connect),
        ...changedNow(),
      }
      await ask(
        connect,
        (supabase) => supabase.from('notification_preferences').upsert(row, { onConflict: 'user_id' }),
        z.null(),
      )
    },
  }
}
