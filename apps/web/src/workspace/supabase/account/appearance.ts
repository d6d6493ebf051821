import type { AppearancePart } from '@cairn/workspace/port/appearance'
import { z } from 'zod/mini'
import { ask } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { changedNow } from '../rows/records.ts'
import type { FindCaller } from './membership.ts'

const COLUMNS = 'account_name, description, logo_url'
const stored = z.object({ account_name: z.string(), description: z.string(), logo_url: z.string() })

/** The account's name, description and logo; every member reads them, admins write them. */
export function createAppearance(connect: Connect, findCaller: FindCaller): AppearancePart {
  return {
    async read() {
      const { accountId } = await findCaller()
      const row = await ask(
        connect,
        (supabase) =>
          supabase.from('appearance_settings').select(COLUMNS).eq('account_id', accountId).maybeSingle(),
        z.nullable(stored),
      )
      return row && appearanceOf(row)
    },

    async save({ accountName, description, logoUrl }) {
      const { personId, accountId } = await findCaller()
      const row = {
        account_id: accountId,
        account_name: accountName,
        description,
        logo_url: logoUrl,
        updated_by: personId,
        ...changedNow(),
      }
      const saved = await ask(
        connect,
        (supabase) =>
          supabase
            .from('appearance_settings')
            .upsert(row, { onConflict: 'account_id' })
            .select(COLUMNS)
            .single(),
        stored,
      )
      return appearanceOf(saved)
    },
  }
}

function appearanceOf({ account_name, description, logo_url }: z.infer<typeof stored>) {
  return { accountName: account_name, description, logoUrl: logo_url }
}
