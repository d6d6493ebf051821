import { NEWS_SUBJECTS, type NewsPart } from '@cairn/workspace/port/news'
import { LEVELS } from '@cairn/workspace/port/permission-level'
import type { Account } from '@cairn/workspace/port/workspace'
import { z } from 'zod/mini'
import { askJson } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { renamed } from '../rows/renamed.ts'

const DAY_MS = 86_400_000

const subject = z.catch(z.nullable(z.enum(NEWS_SUBJECTS)), null)
const answer = renamed({
  account: z.nullable(z.object({ id: z.string(), name: z.string() })),
  permissionLevel: z.catch(z.enum(LEVELS), 'viewer'),
  changed: z.array(subject),
})

/** News, in one small request. `onAccount` hears which account the caller belongs to. */
export function createNews(connect: Connect, onAccount: (account: Account | null) => void): NewsPart {
  return {
    async within(ms) {
      const seconds = Math.min(Math.max(ms, 0), DAY_MS) / 1000
      const { account, permissionLevel, changed } = await askJson(
        connect,
        (supabase) => supabase.rpc('get_news', { within_seconds: seconds }),
        answer,
      )
      onAccount(account)
      return {
        membership: { account, permissionLevel },
        // A newer server may know subjects that this page does not show.
        changed: changed.filter((known) => known !== null),
      }
    },
  }
}
