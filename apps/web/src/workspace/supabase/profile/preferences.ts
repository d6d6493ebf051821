import type { PreferencesPart } from '@cairn/workspace/port/preferences'
import { DEFAULT_NOTIFICATION_PREFERENCES } from '@cairn/workspace/rules/preferences'
import { signedInId } from '../account/membership.ts'
import { askOrNull, tell } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { changedNow } from '../rows/records.ts'

/** The user's choice of notifications; users reach only their own row. */
export function createPreferences(connect: Connect): PreferencesPart {
  return {
    async notifications() {
      const personId = await signedInId(connect)
      const row = await askOrNull(connect, (supabase) =>
        supabase
          .from('notification_preferences')
          .select('email, push, mentions, weeklyDigest:weekly_digest')
          .eq('user_id', personId)
          .maybeSingle(),
      )
      return row ?? DEFAULT_NOTIFICATION_PREFERENCES
    },

    async saveNotifications({ weeklyDigest, ...others }) {
      const row = {
        ...others,
        weekly_digest: weeklyDigest,
        user_id: await signedInId(connect),
        ...changedNow(),
      }
      await tell(connect, (supabase) =>
        supabase.from('notification_preferences').upsert(row, { onConflict: 'user_id' }),
      )
    },
  }
}
