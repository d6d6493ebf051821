import { NEWS_SUBJECTS, type NewsPart } from '@cairn/workspace/port/news'
import { LEVELS } from '@cairn/workspace/port/permission-level'
import type { Account } from '@cairn/workspace/port/workspace'
import { z } from 'zod/mini'
import { ask } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'

const DAY_MS = 86_400_000

const subject = z.catch(z.nullable(z.enum(NEWS_SUBJECTS)), null)
const answer = z.object({
  account: z.nullable(z.object({ id: z.string(), name: z.string() })),
  permission_level: z.catch(z.enum(LEVELS), 'viewer'),
  changed: z.array(subject),
})

/** News, in one small request. `onAccount` hears which account the caller belongs to. */
export function createNews(connect: Connect, onAccount: (account: Account | null) => void): NewsPart {
  return {
    async within(ms) {
      const seconds = Math.min(Math.max(ms, 0), DAY_MS) / 1000
      const { account, permission_level, changed } = await ask(
        connect,
        (supabase) => supabase.rpc('get_news', { within_seconds: seconds }),
        answer,
      )
      onAccount(account)
      return {
        membership: { account, permissionLevel: permission_level },
        // A newer server may know subjects that this page does not show.
        changed: changed.filter((known) => known !== null),
      }
    },
  }
}
